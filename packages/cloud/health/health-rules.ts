/** From what was found to one word and its reasons. Pure. */

export interface HealthFacts {
  database: { latencyMs: number | undefined };
  files: { writable: boolean; freeBytes: number | undefined };
  agents: { online: number; total: number };
  printers: { total: number; reachable: number };
  /** Agents whose disks have no room, or whose spools are damaged. */
  disks?: { low: number; damaged: number };
  /** Findings that this cloud is older than an agent that nobody has seen to. */
  olderThanAgents?: number;
}

export type HealthStatus = 'ok' | 'degraded' | 'failing';

/** A database that takes longer to write a row makes customers wait. */
const slowMs = 1000;
/** Below this the next uploads may not fit. */
const fewBytes = 1024 ** 3;

/** `failing` when orders can't be taken, `degraded` when they can't be printed now or soon can't be taken. */
export function judgeHealth({ database, files, agents, printers, ...more }: HealthFacts): {
  status: HealthStatus;
  reasons: string[];
} {
  const failing: string[] = [];
  const degraded: string[] = [];
  if (database.latencyMs === undefined) failing.push("The database can't be written.");
  else if (database.latencyMs > slowMs) degraded.push('The database is slow.');
  if (!files.writable) failing.push("Files can't be written.");
  else if ((files.freeBytes ?? fewBytes) < fewBytes) degraded.push('The room for files is running out.');
  if (agents.online === 0) {
    degraded.push(agents.total === 0 ? 'No agent is enrolled.' : 'No agent is online.');
  } else if (printers.total > 0 && printers.reachable === 0) degraded.push('No printer can be reached.');
  if (more.disks?.damaged) degraded.push("An agent's spool is damaged; it prints nothing.");
  if (more.disks?.low) degraded.push("An agent's disk has no room for new jobs.");
  if (more.olderThanAgents) {
    degraded.push(
      'This cloud is older than an agent: it was put back from a backup. See list_agent_resyncs.',
    );
  }
  const status = failing.length > 0 ? 'failing' : degraded.length > 0 ? 'degraded' : 'ok';
  return { status, reasons: [...failing, ...degraded] };
}
