/** The console of this agent: which pages it has and what they are given. Owns that list; the pages own their words. */
import type { Identity } from '../cloud-access/identity.ts';
import type { RecentLog } from '../machine/recent-log.ts';
import type { PrinterAdmin } from '../printer-admin/printer-admin.ts';
import type { PrintingLayer } from '../printing-layer.ts';
import { calibrationPage } from './console-calibration.ts';
import { coloursPage } from './console-colours.ts';
import { logsPage } from './console-logs.ts';
import { readPin } from './console-pin.ts';
import { printersPage } from './console-printers.ts';
import { proveConsole } from './console-proof.ts';
import { schedulePage } from './console-schedule.ts';
import { type Console, type ConsoleDeps, createConsole } from './console-server.ts';
import { createConsoleSessions } from './console-sessions.ts';
import { todayPage } from './console-today.ts';

export interface AgentConsoleDeps {
  /** The agent's folder. */
  dir: string;
  identity: Pick<Identity, 'privateKey'>;
  printing: Pick<
    PrintingLayer,
    'jobAdmin' | 'scheduleAdmin' | 'sheetAdmin' | 'registry' | 'trials' | 'trust'
  >;
  printerAdmin: PrinterAdmin;
  recent: RecentLog;
  isLinked: () => boolean;
  floor: ConsoleDeps['floor'];
  web: ConsoleDeps['web'];
  now: () => number;
}

/** The console, not yet listening; undefined when it is turned off. */
export function openAgentConsole(port: number | undefined, deps: AgentConsoleDeps): Console | undefined {
  if (port === undefined) return undefined;
  const { dir, printerAdmin, recent, isLinked, now } = deps;
  const { jobAdmin, scheduleAdmin, sheetAdmin, registry, trials, trust } = deps.printing;
  const pages = [
    todayPage({ admin: jobAdmin, registry, isLinked }),
    printersPage({ admin: printerAdmin, trust, trials }),
    schedulePage(scheduleAdmin),
    ...(sheetAdmin ? [calibrationPage(sheetAdmin, trials), coloursPage(sheetAdmin)] : []),
    logsPage(recent),
  ];
  // Made now, so that "platen agent pin" can show it from the first minute.
  readPin(dir);
  return createConsole({
    port,
    now,
    log: recent.log,
    pages,
    floor: deps.floor,
    web: deps.web,
    sessions: createConsoleSessions({ pin: () => readPin(dir), now }),
    prove: (challenge) => proveConsole(deps.identity.privateKey, challenge),
  });
}
