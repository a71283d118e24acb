/**
 * What the log says of agents. Owns the bound: whatever an agent sends, and however often it connects, each kind of line is
 * written some times a minute, and then how many more there were.
 */
import type { Log } from '../log.ts';

const windowMs = 60_000;
const maxLines = 5;

/** The log for the lines about one agent; all links of that agent share it. */
export type LogOfAgent = (agentId: string) => Log;

interface Window {
  since: number;
  lines: number;
}

/** Bounds the log for each agent and event: 5 lines a minute, and with the first one after it the number of those left out. */
export function createHubLog({ log, now }: { log: Log; now: () => number }): LogOfAgent {
  const windows = new Map<string, Window>();
  return (agentId) =>
    (level, event, fields = {}) => {
      const key = `${agentId} ${event}`;
      const last = windows.get(key);
      const isOver = last !== undefined && Math.abs(now() - last.since) >= windowMs;
      const window = last === undefined || isOver ? { since: now(), lines: 0 } : last;
      windows.set(key, window);
      window.lines += 1;
      if (window.lines > maxLines) return;
      const unlogged = isOver ? Math.max(0, last.lines - maxLines) : 0;
      log(level, event, { agentId, ...fields, ...(unlogged > 0 && { unlogged }) });
    };
}
