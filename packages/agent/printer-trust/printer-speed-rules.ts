/** Pages a minute out of measured jobs. Pure. */

export interface PrinterSpeed {
  /** `102 x 152 mm glossy photo paper`. */
  mediaKind: string;
  pagesPerMinute: number;
  /** Of so many jobs the median. */
  jobs: number;
  asOfMs: number;
}

const minuteMs = 60_000;

/** The median of the jobs' speeds, to a tenth: one jam or one tiny job says nothing about a printer. */
export function medianSpeed(jobs: readonly { pages: number; durationMs: number }[]): number {
  const speeds = jobs
    .map(({ pages, durationMs }) => (pages * minuteMs) / durationMs)
    .toSorted((a, b) => a - b);
  const middle = Math.floor(speeds.length / 2);
  const median =
    speeds.length % 2 === 1
      ? (speeds[middle] as number)
      : ((speeds[middle - 1] ?? 0) + (speeds[middle] ?? 0)) / 2;
  return Math.round(median * 10) / 10;
}
