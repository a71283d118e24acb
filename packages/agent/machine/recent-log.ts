/** The last lines of the agent's log, in memory, for the console. Owns how many; hands every line on unchanged. */
import type { AgentLog, AgentLogLevel } from './agent-log.ts';

export interface LogLine {
  atMs: number;
  level: AgentLogLevel;
  event: string;
  fields: Record<string, unknown>;
}

export interface RecentLog {
  log: AgentLog;
  /** The newest first. */
  list(): LogLine[];
}

const maxLines = 500;

/** Keeps what goes through `log`. */
export function keepRecent(log: AgentLog, now: () => number): RecentLog {
  const lines: LogLine[] = [];
  return {
    log(level, event, fields = {}) {
      lines.push({
        atMs: now(),
        level,
        event,
        fields: Object.fromEntries(Object.entries(fields).map(readable)),
      });
      if (lines.length > maxLines) lines.shift();
      log(level, event, fields);
    },
    list: () => lines.toReversed(),
  };
}

/** An error's message alone, and nothing that keeps a large object alive. */
function readable([name, value]: [string, unknown]): [string, unknown] {
  if (value instanceof Error) return [name, value.message];
  return [name, typeof value === 'object' && value !== null ? JSON.stringify(value)?.slice(0, 500) : value];
}
