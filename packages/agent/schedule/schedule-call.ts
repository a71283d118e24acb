/**
 * A person lets jobs go now that wait for a window, a run or the end of quiet hours. Owns which those are. What waits for an approval
 * after an outage, or for anything but its time, stays.
 */
import type { JobState } from '@platen/contracts/states';
import type { ScheduleClock } from './schedule-clock.ts';
import type { ScheduleEdits } from './schedule-edits.ts';
import { createJudge } from './schedule-facts.ts';
import { listAllOpen, type ScheduleStore } from './schedule-store.ts';

export interface CallDeps {
  store: ScheduleStore;
  edits: ScheduleEdits;
  clock: ScheduleClock;
  printerIds: () => string[];
}

/** A job that somebody holds is not let go with others: it would go at once, whenever it is released. */
const waitingStates: ReadonlySet<JobState> = new Set(['accepted', 'preparing', 'ready']);

/** Of one rule, where it is named. Gives how many jobs. To be called in a transaction. */
export function callWaiting(
  ruleId: string | undefined,
  { store, edits, clock, printerIds }: CallDeps,
): number {
  const judge = createJudge(edits.compiled, store, clock.nowMs());
  const ids = printerIds();
  let called = 0;
  for (const job of listAllOpen(store)) {
    const { rule, release } = judge.best(job, ids);
    if (!waitingStates.has(job.state) || release.kind !== 'waits') continue;
    if (ruleId !== undefined && rule.id !== ruleId) continue;
    store.call(job.jobId);
    called += 1;
  }
  return called;
}
