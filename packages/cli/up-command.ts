/** `platen up`, which is `npm start`, as a command; up-process.ts runs it. */
import type { Setting } from '@platen/contracts/settings';
import type { Command } from './command.ts';

/** `platen up`. */
export const upCommand: Command = {
  name: 'up',
  summary: 'Runs cloud, agent and virtual printer together, with a demo account. This is npm start.',
  flags: {},
  async settings() {
    const { listCloudSettings } = await import('@platen/cloud/cloud-settings');
    const { agentSettings } = await import('@platen/agent/machine/agent-settings');
    const { virtualPrinterSettings } = await import('@platen/virtual-printer/virtual-printer-settings');
    const { ownDefaults, setByUp } = await import('./up-settings.ts');
    const all: Setting[] = listCloudSettings();
    return all
      .concat(Object.values(agentSettings), Object.values(virtualPrinterSettings))
      .filter(({ variable }) => !setByUp.has(variable))
      .map((setting) => ({ ...setting, ...(ownDefaults.get(setting.variable) ?? {}) }));
  },
  async run() {
    const { up } = await import('./up-process.ts');
    return await up(process.env);
  },
};
