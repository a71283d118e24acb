/**
 * How long the agent, the link and each printer were away. Owns the marks of when each was last there; what is longer than the
 * shop's limit makes a backlog. Must never let anything go.
 */
import type { AgentLog } from '../machine/agent-log.ts';
import type { PrinterView } from '../printers/printer-rules.ts';
import { type Absence, absenceBetween, type ClockReading, isOutage } from './absence-rules.ts';
import type { ScheduleBacklog } from './schedule-backlog.ts';
import type { ScheduleClock } from './schedule-clock.ts';
import type { ScheduleEdits } from './schedule-edits.ts';
import type { ScheduleStore } from './schedule-store.ts';

export interface OutageDeps {
  store: ScheduleStore;
  edits: ScheduleEdits;
  clock: ScheduleClock;
  backlog: Pick<ScheduleBacklog, 'capture' | 'expectLate'>;
  printers: () => PrinterView[];
  isLinked: () => boolean;
  log: AgentLog;
}

/** When each was last there. */
interface Presence {
  agent: ClockReading;
  link?: ClockReading;
  printers: Record<string, ClockReading>;
}

/** One line on the disk as often as this. */
const writeMs = 55_000;
/** Printers that are gone for good are forgotten at some time. */
const maxPrinters = 1000;

export function createScheduleOutages(deps: OutageDeps) {
  const { store, edits, clock, backlog, log } = deps;
  let presence = store.findMark<Presence>('presence');
  let writtenMs = Number.NEGATIVE_INFINITY;

  const limit = () => edits.compiled.outageLimitMs;
  const write = (now: ClockReading) => {
    store.setMark('presence', presence);
    // Behind it: what a full disk did not take is written with the next look.
    writtenMs = now.uptimeMs;
  };

  return {
    /**
     * Call at the start, and at every look: notices that the agent was off or the machine asleep. Gives how far the clock was set
     * since the last call, 0 for not at all.
     */
    beat(): number {
      const now = clock.read();
      const before = presence;
      presence = { printers: {}, ...before, agent: now };
      if (deps.isLinked()) presence.link = now;
      for (const { printerId, reachable } of deps.printers()) {
        // A printer that is back is noticed by `printerSeen`; until then its mark stays where it is.
        if (reachable && presence.printers[printerId]) presence.printers[printerId] = now;
      }
      const absence: Absence = before ? absenceBetween(before.agent, now) : { lengthMs: 0, clockSetMs: 0 };
      if (absence.clockSetMs !== 0)
        log('warn', 'schedule.clock-set', { bySeconds: Math.round(absence.clockSetMs / 1000) });
      const isOut = isOutage(absence, limit());
      if (isOut) backlog.capture(absence.lengthMs === 'unknown' ? 'clock' : 'power');
      if (isOut || Math.abs(now.uptimeMs - writtenMs) >= writeMs) write(now);
      return absence.clockSetMs;
    },
    /** The link is up again; `cloudNow` is the moment by the cloud's clock. */
    linked(cloudNow: string): void {
      const now = clock.read();
      const before = presence?.link;
      presence = { printers: {}, agent: now, ...presence, link: now };
      if (before && isOutage(absenceBetween(before, now), limit())) backlog.expectLate(Date.parse(cloudNow));
      write(now);
    },
    /** The link has just gone down. */
    unlinked(): void {
      if (!presence) return;
      const now = clock.read();
      presence.link = now;
      write(now);
    },
    /** A printer answered, or failed to. Call it before anything can be sent to it. */
    printerSeen({ printerId, reachable }: PrinterView): void {
      if (!reachable || !presence) return;
      const now = clock.read();
      const before = presence.printers[printerId];
      if (!before && Object.keys(presence.printers).length >= maxPrinters) presence.printers = {};
      presence.printers[printerId] = now;
      if (!before || !isOutage(absenceBetween(before, now), limit())) return;
      backlog.capture('printer', (job) => job.state === 'held' && job.reason === 'printer-unreachable');
      write(now);
    },
  };
}
