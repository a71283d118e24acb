/** The agent's configuration from the environment: its settings (agent-settings.ts) and what follows from them. */
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { AppError } from '@platen/contracts/app-error';
import { type Environment, readSetting, readSettings } from '@platen/contracts/settings';
import { findEnrolledCloud } from '../cloud-access/identity.ts';
import type { PrinterCredentials } from '../ports/printer-access.ts';
import { identityPathOf } from './agent-folder.ts';
import { agentSettings } from './agent-settings.ts';
import { AgentStartError } from './agent-start-error.ts';

type WholeConfig = ReturnType<typeof readConfig>;

/** What an agent must be told; the rest may be left out, and then isn't there. */
export type AgentConfig = Partial<WholeConfig> &
  Pick<
    WholeConfig,
    | 'cloudUrl'
    | 'dir'
    | 'printerUris'
    | 'enrolCode'
    | 'name'
    | 'consolePort'
    | 'diskBudgetBytes'
    | 'minFreeBytes'
  >;

/** Throws AgentStartError naming the variable. */
export const readAgentConfig = (env: Environment) => inItsWords(() => readConfig(env));

function readConfig(env: Environment) {
  const { printers = [], ...settings } = readSettings(agentSettings, env);
  const dir = resolve(settings.dir);
  const credentials = new Map<string, PrinterCredentials>();
  for (const printer of printers) if (printer.credentials) credentials.set(printer.uri, printer.credentials);
  return {
    ...settings,
    /** http(s) origin of the cloud, without a path: that at which the folder's agent is enrolled unless told. */
    cloudUrl: settings.cloudUrl ?? cloudUrlOf(findEnrolledCloud(identityPathOf(dir))),
    /** Absolute. One agent a folder. */
    dir,
    /** Without user names and passwords. */
    printerUris: [...new Set(printers.map(({ uri }) => uri))],
    /** What stood in front of the @ of a printer's URI, by the URI without it. */
    printerCredentials: credentials as ReadonlyMap<string, PrinterCredentials>,
    modelsDir: resolve(settings.modelsDir ?? join(dir, 'models')),
    name: settings.name ?? hostname(),
    /** Undefined: there is no console. */
    consolePort: settings.consolePort === 'off' ? undefined : settings.consolePort,
  };
}

/** The origin of an http or https address. Throws AgentStartError. */
export function cloudUrlOf(text: string | undefined): string {
  const setting = { ...agentSettings.cloudUrl, isRequired: true } as const;
  return inItsWords(() => readSetting(setting, { [setting.variable]: text })!);
}

/** A wrong setting is why an agent can't start. */
function inItsWords<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof AppError ? new AgentStartError(error.sentence, error) : error;
  }
}
