/**
 * The time that the schedule goes by: the shop's clock, corrected by what the cloud's clock was last seen to differ. Owns the
 * remembered difference, so that a wrong shop clock stays corrected without internet. Must never set any clock.
 */
import type { CloudClock } from '../cloud-access/cloud-clock.ts';
import type { MachineClock } from '../machine/machine-clock.ts';
import type { ClockReading } from './absence-rules.ts';
import type { ScheduleStore } from './schedule-store.ts';

export interface ScheduleClock {
  nowMs(): number;
  /** How far the cloud's clock is ahead of the shop's, as last seen. */
  offsetMs(): number;
  read(): ClockReading;
  /** Remembers what was learned of the cloud's clock. */
  remember(): void;
}

export function createScheduleClock(deps: {
  now: () => number;
  cloudClock: Pick<CloudClock, 'offsetMs'>;
  machine: MachineClock;
  store: ScheduleStore;
}): ScheduleClock {
  const { now, cloudClock, machine, store } = deps;
  let rememberedMs = store.findMark<number>('clock-offset') ?? 0;
  const offsetMs = () => cloudClock.offsetMs ?? rememberedMs;
  return {
    nowMs: () => now() + offsetMs(),
    offsetMs,
    read: () => ({ rawMs: now(), uptimeMs: machine.uptimeMs(), bootId: machine.bootId() }),
    remember() {
      if (offsetMs() === rememberedMs) return;
      rememberedMs = offsetMs();
      store.setMark('clock-offset', rememberedMs);
    },
  };
}
