/** The last lines of the agent's log, in memory, for the console. Owns how many; hands every line on unchanged. */
import type { AgentLog, AgentLogLevel } from './agent-log.ts';

export interface LogLine {
  /** From 1, since the start. */
  number: number;
  atMs: number;
  level: AgentLogLevel;
  event: string;
  fields: Record<string, unknown>;
}

export interface RecentLog {
  log: AgentLog;
  /** Hears that there is another line. */
  onLine(hear: () => void): void;
  /** The newest first. */
  list(): LogLine[];
}

const maxLines = 500;

/** Keeps what goes through `log`. */
export function keepRecent(log: AgentLog, now: () => number): RecentLog {
  const lines: LogLine[] = [];
  const listeners: (() => void)[] = [];
  let count = 0;
  return {
    log(level, event, fields = {}) {
      count += 1;
      lines.push({
        number: count,
        atMs: now(),
        level,
        event,
        fields: Object.fromEntries(Object.entries(fields).map(readable)),
      });
      if (lines.length > maxLines) lines.shift();
      log(level, event, fields);
      for (const hear of listeners) hear();
    },
    onLine: (hear) => void listeners.push(hear),
    list: () => lines.toReversed(),
  };
}

/** An error's message alone, and nothing that keeps a large object alive. */
function readable([name, value]: [string, unknown]): [string, unknown] {
  if (value instanceof Error) return [name, value.message];
  return [name, typeof value === 'object' && value !== null ? JSON.stringify(value)?.slice(0, 500) : value];
}
