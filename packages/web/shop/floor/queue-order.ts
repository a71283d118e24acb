/** The queue as people see it: what is open in the order in which it prints, what is over with the newest first. Pure. */

import type { FloorJob } from '@platen/contracts/floor/shop-floor';
import { plainCrockford } from '@platen/contracts/order-number-rules';

/** Texts compared by code unit, as the contract says. */
const byUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Open jobs in the order in which they print. */
export const listQueue = (jobs: readonly FloorJob[]): FloorJob[] =>
  jobs.filter(({ over_at }) => over_at === null).sort((a, b) => byUnit(a.sort, b.sort));

/** Those that ended, the newest first. */
export const listEnded = (jobs: readonly FloorJob[]): FloorJob[] =>
  jobs.filter(({ over_at }) => over_at !== null).sort((a, b) => byUnit(b.over_at!, a.over_at!));

/** Numbers as they are searched: thousands are looked at with each letter that is typed, and they never change. */
const plainNumbers = new Map<string, string>();
const maxPlainNumbers = 20_000;

function plainNumberOf(orderNo: string): string {
  const known = plainNumbers.get(orderNo);
  if (known !== undefined) return known;
  if (plainNumbers.size >= maxPlainNumbers) plainNumbers.clear();
  const plain = plainCrockford(orderNo);
  plainNumbers.set(orderNo, plain);
  return plain;
}

export interface QueueFilter {
  search: string;
  /** Id in the topic printers; empty: all. */
  printer: string;
}

export function filterJobs(jobs: readonly FloorJob[], { search, printer }: QueueFilter): readonly FloorJob[] {
  // Case, hyphens, spaces and look-alike letters do not matter.
  const wanted = plainCrockford(search);
  const words = search.trim().toLowerCase();
  if (wanted === '' && printer === '') return jobs;
  return jobs.filter(
    (job) =>
      (printer === '' || job.printer === printer) &&
      (wanted === '' ||
        plainNumberOf(job.order_no).includes(wanted) ||
        (job.filename?.toLowerCase().includes(words) ?? false)),
  );
}

/** Whether both stand on the same side of what is at a printer: nothing is put before that. */
export const isMovable = (job: FloorJob): boolean => job.acts.includes('reorder');

/**
 * The job before which `jobId` goes when it is moved by so many places among those that can be moved; null: behind all of them; undefined: it
 * stays where it is.
 */
export function beforeAfterStep(
  queue: readonly FloorJob[],
  jobId: string,
  step: number,
): string | null | undefined {
  const movable = queue.filter(isMovable);
  const at = movable.findIndex(({ id }) => id === jobId);
  if (at < 0) return undefined;
  const to = Math.max(0, Math.min(movable.length - 1, at + step));
  if (to === at) return undefined;
  // Behind the one at `to` when it goes down, before it when it goes up.
  return to > at ? (movable[to + 1]?.id ?? null) : movable[to]!.id;
}
