/** The console of this agent: which pages it has and what they are given. Owns that list; the pages own their words. */
import type { Pipeline } from '../pipeline.ts';
import type { PrinterRegistry } from '../printers/printer-registry.ts';
import type { ScheduleAdmin } from '../schedule/schedule-admin.ts';
import { logsPage } from './console-logs.ts';
import { readPin } from './console-pin.ts';
import { schedulePage } from './console-schedule.ts';
import { type Console, createConsole } from './console-server.ts';
import { createConsoleSessions } from './console-sessions.ts';
import { todayPage } from './console-today.ts';
import type { RecentLog } from './recent-log.ts';

export interface AgentConsoleDeps {
  /** The agent's folder. */
  dir: string;
  registry: PrinterRegistry;
  pipeline: Pipeline;
  schedule: ScheduleAdmin;
  recent: RecentLog;
  isLinked: () => boolean;
  now: () => number;
}

/** The console, not yet listening; undefined when it is turned off. */
export function openAgentConsole(port: number | undefined, deps: AgentConsoleDeps): Console | undefined {
  if (port === undefined) return undefined;
  const { dir, registry, pipeline, schedule, recent, isLinked, now } = deps;
  const pages = [
    todayPage({ admin: pipeline.admin, registry, isLinked }),
    schedulePage(schedule),
    logsPage(recent),
  ];
  return createConsole({
    ...{ port, now, log: recent.log, pages },
    sessions: createConsoleSessions({ pin: () => readPin(dir), now }),
  });
}
