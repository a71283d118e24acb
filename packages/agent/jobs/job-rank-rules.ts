/** The places of jobs in the queue as numbers: where one goes between two others. Pure. */

/** Between two jobs that came one after the other: room for thirty halvings, and for eight million jobs below 2^53. */
export const rankGap = 2 ** 30;

/** A rank between two, or undefined where there is no room: then all get new ones (`spreadRanks`). */
export function rankBetween(below: number, above: number): number | undefined {
  const middle = Math.floor((below + above) / 2);
  return middle > below && middle < above ? middle : undefined;
}

/** Ranks for so many jobs in their order, all behind `after`, with the usual room between them. */
export const spreadRanks = (count: number, after: number): number[] =>
  Array.from({ length: count }, (_, at) => after + (at + 1) * rankGap);
