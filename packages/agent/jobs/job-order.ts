/**
 * The order in which jobs are printed. Owns that a person can change it: all later choosing, making and sending follows it. What runs of
 * the schedule let go, and what the shop has promised, goes by when a job came, and stays.
 */
import type { JobMoves } from './job-moves.ts';
import { rankBetween, rankGap, spreadRanks } from './job-rank-rules.ts';
import type { Job, JobStore } from './job-store.ts';

export interface OrderDeps {
  jobs: JobStore;
  moves: JobMoves;
}

/** Puts a job in front of another one, or behind all. To be called in a transaction. */
export function reorderJob(job: Job, before: Job | undefined, deps: OrderDeps): void {
  const { jobs, moves } = deps;
  const rank = findRank(before, deps);
  if (rank !== undefined) {
    if (rank === job.rank) return;
    jobs.setRank(job.id, rank);
    moves.report(job.id);
    return;
  }
  // No room between two of them: all that are open get new places behind all others, in their order.
  const order = jobs.listRanks().filter(({ id }) => id !== job.id);
  order.splice(
    order.findIndex(({ id }) => id === before?.id),
    0,
    job,
  );
  const ranks = spreadRanks(order.length, jobs.lastRank());
  for (const [at, { id }] of order.entries()) {
    jobs.setRank(id, ranks[at] as number);
    moves.report(id);
  }
}

function findRank(before: Job | undefined, { jobs }: OrderDeps): number | undefined {
  if (!before) return jobs.lastRank() + rankGap;
  const ranks = jobs.ranksBefore(before.id);
  return ranks && rankBetween(ranks.below, ranks.at);
}
