/** One part of Platen in this process, for those who run the parts on machines of their own. Owns nothing but the start. */
import type { Command } from './command.ts';

/** `platen cloud`. */
export const cloudCommand: Command = {
  name: 'cloud',
  summary: 'Runs the cloud alone: REST, MCP, orders, the link for agents.',
  flags: {},
  settings: async () => (await import('@platen/cloud/cloud-settings')).listCloudSettings(),
  async run() {
    await import('@platen/cloud/main');
    return undefined;
  },
};

/** `platen agent`. */
export const agentCommand: Command = {
  name: 'agent',
  summary: 'Runs an agent alone: it takes paid orders from a cloud to the printers of a shop.',
  flags: {},
  settings: async () => Object.values((await import('@platen/agent/machine/agent-settings')).agentSettings),
  async run() {
    await import('@platen/agent/main');
    return undefined;
  },
};

/** `platen virtual-printer`. */
export const virtualPrinterCommand: Command = {
  name: 'virtual-printer',
  summary: 'Runs an IPP Everywhere printer that writes each job to a folder.',
  flags: {},
  settings: async () =>
    Object.values((await import('@platen/virtual-printer/virtual-printer-settings')).virtualPrinterSettings),
  async run() {
    await import('@platen/virtual-printer/main');
    return undefined;
  },
};
