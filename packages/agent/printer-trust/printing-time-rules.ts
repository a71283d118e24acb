/**
 * When a job prints for longer than it should. Pure. Long enough to be no alarm at a slow day, short enough that somebody looks
 * before the customer does; a question, never a change of paper.
 */
import type { PrinterSpeed } from './printer-speed-rules.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;

/** One or two jobs say little of a printer. */
const measuredFrom = 3;
/** Four times the usual, and never less than this. */
const usualTimes = 4;
export const shortestMs = 3 * minuteMs;
/** Nothing is known: a slow photo printer takes two minutes a page, after ten of warming up and cleaning. */
const unmeasured = { baseMs: 10 * minuteMs, pageMs: 2 * minuteMs };
/** In the printer's own queue, behind jobs of others. */
const pendingMs = 30 * minuteMs;
/** A printer that was asked to stop a job says within this that it did. */
export const stopPatienceMs = 2 * minuteMs;

/** How long so many pages usually take, in milliseconds; undefined while too little was measured. */
export function usualMs(pages: number, speed: PrinterSpeed | undefined): number | undefined {
  if (!speed || speed.jobs < measuredFrom || speed.pagesPerMinute <= 0) return undefined;
  return (pages / speed.pagesPerMinute) * minuteMs;
}

/** After so long without a sign of progress somebody should look. `waits`: how often a person said to keep waiting. */
export function patienceMs(job: {
  /** Not yet out. */
  pages: number;
  speed: PrinterSpeed | undefined;
  isPending: boolean;
  waits: number;
}): number {
  const usual = usualMs(job.pages, job.speed);
  const measuredMs =
    usual === undefined
      ? unmeasured.baseMs + job.pages * unmeasured.pageMs
      : Math.max(shortestMs, usualTimes * usual);
  const onceMs = job.isPending ? Math.max(pendingMs, measuredMs) : measuredMs;
  return onceMs * 2 ** Math.min(job.waits, 6);
}

const minutesOf = (ms: number): string => {
  const minutes = Math.max(1, Math.round(ms / minuteMs));
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
};

/** What is said of it. */
export function longText(job: {
  printer: string;
  silentMs: number;
  usualMs: number | undefined;
  isPending: boolean;
}): string {
  const { printer, silentMs, isPending } = job;
  const so = isPending
    ? `${printer} has had this job in its queue for ${minutesOf(silentMs)} without beginning it`
    : `${printer} has been printing this for ${minutesOf(silentMs)} without a sign of progress`;
  const usual = job.usualMs === undefined ? '' : `; it usually takes ${minutesOf(job.usualMs)}`;
  return `${so}${usual}. Look at the printer.`;
}
