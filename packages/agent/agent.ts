/** Starting an agent: folder, spool, real ports. Owns that everything taken is given back when the start fails. */

import { type AgentPorts, type RunningAgent, wireAgent } from './agent-wiring.ts';
import { openAgentFolder } from './machine/agent-folder.ts';
import { type AgentLog, logToStdout } from './machine/agent-log.ts';
import type { OnBoundary } from './machine/boundary.ts';
import type { AgentConfig } from './machine/config.ts';
import type { OpenTicker } from './schedule/cron-ticker.ts';
import type { MachineClock } from './schedule/schedule-clock.ts';
import { openSpool, type Spool } from './spool/spool-db.ts';

export interface AgentOptions {
  /** Called at each point where a power cut would matter. */
  onBoundary?: OnBoundary;
  /** JSON lines on stdout unless told. */
  log?: AgentLog;
  /** Milliseconds since 1970 by the shop's clock. */
  now?: () => number;
  /** The machine's uptime and start; real ones unless told. */
  machine?: MachineClock;
  /** node-cron unless told. */
  openTicker?: OpenTicker;
  /** What reaches outside; main.ts hands in the real ones. */
  ports: AgentPorts;
}

export type { RunningAgent } from './agent-wiring.ts';

/** Starts an agent. Throws AgentStartError with a sentence when it can't: folder, spool, identity, missing code. */
export async function startAgent(config: AgentConfig, options: AgentOptions): Promise<RunningAgent> {
  const { ports, onBoundary = () => {}, log = logToStdout, now = Date.now, ...clocks } = options;
  const folder = openAgentFolder(config.dir);
  let spool: Spool | undefined;
  try {
    spool = openSpool(folder.spoolPath);
    return wireAgent({ config, folder, spool, ports, onBoundary, log, now, ...clocks });
  } catch (error) {
    spool?.close();
    folder.release();
    throw error;
  }
}
