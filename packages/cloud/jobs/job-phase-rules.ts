/** Print jobs as people ask about them: what waits, prints, is stuck. Pure. */
import type { JobState } from '@platen/contracts/states';

const phases = {
  waiting: ['queued', 'sent', 'accepted', 'preparing', 'ready'],
  printing: ['submitting', 'printing'],
  held: ['held'],
  unknown: ['unknown'],
} as const satisfies Record<string, readonly JobState[]>;

/** Counts by state as counts by phase; finished jobs are in none. */
export function phasesOf(counts: readonly { state: JobState; jobs: number }[]) {
  const sum = (states: readonly JobState[]) =>
    counts.filter((row) => states.includes(row.state)).reduce((total, row) => total + row.jobs, 0);
  return {
    waiting: sum(phases.waiting),
    printing: sum(phases.printing),
    held: sum(phases.held),
    unknown: sum(phases.unknown),
  };
}
