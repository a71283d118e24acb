/** What the agent is told from outside: environment variables. Owns their names, their checks and the sentences about them. */
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { readIppTarget, withoutCredentials } from '@platen/ipp/ipp-target';
import { findEnrolledCloud } from '../cloud-access/identity.ts';
import type { PrinterCredentials } from '../ports/printer-access.ts';
import { identityPathOf } from './agent-folder.ts';
import { AgentStartError } from './agent-start-error.ts';

export interface AgentConfig {
  /** http(s) origin of the cloud, without a path. */
  cloudUrl: string;
  /** Absolute folder that holds the identity, the spool and the files. One agent a folder. */
  dir: string;
  /** ipp:// or ipps:// URIs, without user names and passwords. */
  printerUris: string[];
  /** What stood in front of the @ of a printer's URI, by the URI without it. */
  printerCredentials?: ReadonlyMap<string, PrinterCredentials>;
  /** One-time code; needed until the agent is enrolled. */
  enrolCode: string | undefined;
  /** How the shop knows this agent. */
  name: string;
  /** Port of the operator's console on 127.0.0.1; undefined: there is none. */
  consolePort: number | undefined;
  /** False: printers in the network are not looked for. */
  discovery?: boolean;
  /** What the files of waiting jobs may take, in bytes; 20 GiB unless told. */
  diskBudgetBytes?: number;
  /** Folder of `.onnx` models that restorations may run; it need not be there. */
  modelsDir?: string;
  /** Free bytes of the disk below which nothing new is begun; 512 MiB unless told. */
  leastFreeBytes?: number;
}

const mib = 1024 * 1024;

/**
 * Reads PLATEN_CLOUD_URL (the cloud that the folder's agent is enrolled at unless told), PLATEN_AGENT_DIR, PLATEN_PRINTERS,
 * PLATEN_ENROL_CODE, PLATEN_AGENT_NAME, PLATEN_CONSOLE_PORT, PLATEN_DISCOVERY, PLATEN_DISK_BUDGET_MB,
 * PLATEN_LEAST_FREE_MB, PLATEN_MODELS_DIR.
 * Throws AgentStartError.
 */
export function readAgentConfig(env: Record<string, string | undefined>): AgentConfig {
  const printers = wordsOf(env.PLATEN_PRINTERS ?? '').map(printerOf);
  const dir = resolve(env.PLATEN_AGENT_DIR?.trim() || 'platen-agent');
  return {
    cloudUrl: cloudUrlOf(env.PLATEN_CLOUD_URL?.trim() || findEnrolledCloud(identityPathOf(dir))),
    dir,
    printerUris: [...new Set(printers.map(({ uri }) => uri))],
    printerCredentials: new Map(
      printers.flatMap(({ uri, credentials }) => (credentials ? [[uri, credentials] as const] : [])),
    ),
    modelsDir: resolve(env.PLATEN_MODELS_DIR?.trim() || join(dir, 'models')),
    enrolCode: env.PLATEN_ENROL_CODE?.trim() || undefined,
    name: env.PLATEN_AGENT_NAME?.trim() || hostname(),
    discovery: discoveryOf(env.PLATEN_DISCOVERY?.trim() || 'on'),
    consolePort: consolePortOf(env.PLATEN_CONSOLE_PORT?.trim() || '8081'),
    ...megabytesOf(env, { name: 'PLATEN_DISK_BUDGET_MB', as: 'diskBudgetBytes', least: 200 }),
    ...megabytesOf(env, { name: 'PLATEN_LEAST_FREE_MB', as: 'leastFreeBytes', least: 64 }),
  };
}

function printerOf(given: string): { uri: string; credentials: PrinterCredentials | undefined } {
  const uri = withoutCredentials(given);
  try {
    if (!/^ipps?:/i.test(uri)) throw new TypeError('not ipp');
    return { uri, credentials: readIppTarget(given).credentials };
  } catch {
    throw new AgentStartError(
      `PLATEN_PRINTERS: ${uri} must be the URI of a printer, such as ipp://192.168.1.20/ipp/print`,
    );
  }
}

function megabytesOf(
  env: Record<string, string | undefined>,
  { name, as, least }: { name: string; as: 'diskBudgetBytes' | 'leastFreeBytes'; least: number },
): Partial<AgentConfig> {
  const text = env[name]?.trim();
  if (!text) return {};
  const megabytes = Number(text);
  if (!Number.isInteger(megabytes) || megabytes < least || megabytes > 100_000_000)
    throw new AgentStartError(`${name} must be a whole number of megabytes, ${least} or more`);
  return { [as]: megabytes * mib };
}

function consolePortOf(text: string): number | undefined {
  if (text === 'off') return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new AgentStartError(`PLATEN_CONSOLE_PORT: must be a port from 0 to 65535, or off, not "${text}".`);
}

function discoveryOf(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new AgentStartError(`PLATEN_DISCOVERY: must be on or off, not "${text}".`);
}

const wordsOf = (list: string): string[] =>
  list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** The origin of an http or https address. Throws AgentStartError. */
export function cloudUrlOf(text: string | undefined): string {
  const wanted = 'must be the address of the cloud, such as https://print.example';
  if (!text?.trim()) throw new AgentStartError(`PLATEN_CLOUD_URL ${wanted}`);
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch (error) {
    throw new AgentStartError(`PLATEN_CLOUD_URL ${wanted}`, error);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new AgentStartError(`PLATEN_CLOUD_URL ${wanted}`);
  return url.origin;
}
