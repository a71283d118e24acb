/** The console of this agent: who is let in, whose console it is, and the shop floor behind it. Owns what the server is given. */
import type { Identity } from '../cloud-access/identity.ts';
import type { RecentLog } from '../machine/recent-log.ts';
import { readPin } from './console-pin.ts';
import { proveConsole } from './console-proof.ts';
import { type Console, type ConsoleDeps, createConsole } from './console-server.ts';
import { createConsoleSessions } from './console-sessions.ts';

/** Who acts here; there is one PIN. */
export const consoleActor = 'the console';

export interface AgentConsoleDeps {
  /** The agent's folder. */
  dir: string;
  identity: Pick<Identity, 'privateKey'>;
  recent: Pick<RecentLog, 'log'>;
  floor: ConsoleDeps['floor'];
  web: ConsoleDeps['web'];
  now: () => number;
}

/** The console, not yet listening; undefined when it is turned off. */
export function openAgentConsole(port: number | undefined, deps: AgentConsoleDeps): Console | undefined {
  if (port === undefined) return undefined;
  const { dir, recent, now } = deps;
  // Made now, so that "platen agent pin" can show it from the first minute.
  readPin(dir);
  return createConsole({
    port,
    now,
    log: recent.log,
    floor: deps.floor,
    web: deps.web,
    sessions: createConsoleSessions({ pin: () => readPin(dir), now }),
    prove: (challenge) => proveConsole(deps.identity.privateKey, challenge),
  });
}
