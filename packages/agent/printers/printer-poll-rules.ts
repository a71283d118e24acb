/**
 * When a printer is asked again: often while something of ours is there or somebody looks, ever more gently while nobody does. Pure.
 */
import { nextPauseMs, retryPauses } from '@platen/contracts/retry-pauses';

/** printing: a job of ours is at it. awaited: jobs wait for a printer to change. */
export type PrinterInterest = 'printing' | 'awaited' | 'none';

export interface PollState {
  /** Answers missed in a row. */
  misses: number;
  state: 'idle' | 'processing' | 'stopped' | undefined;
  /** Looks in a row that found nothing new and nobody waiting. */
  quietLooks: number;
  /** Somebody has a shop floor open that shows it. */
  isWatched: boolean;
}

export const idleMs = retryPauses.printerQuiet.firstMs;
const awaitedMs = 2000;
const activeMs = 1000;
/** What happens at a printer is on the screen within two seconds: one look, and the way to the page. */
const watchedMs = 1000;

/** Milliseconds until the next look; `random` is from 0 to 1. */
export function nextWaitMs(poll: PollState, interest: PrinterInterest, random: number): number {
  const { misses, state, quietLooks, isWatched } = poll;
  if (misses === 1) return nextPauseMs('printerMissed', 0);
  const gentleMs = nextPauseMs('printerQuiet', quietLooks, 1 - random);
  if (misses > 1) return interest === 'none' && !isWatched ? gentleMs : idleMs;
  if (interest === 'printing') return activeMs;
  if (isWatched) return watchedMs;
  if (interest === 'awaited') return state === 'idle' ? awaitedMs : activeMs;
  return state === 'processing' ? idleMs : gentleMs;
}

/**
 * When a printer that is asked again at `dueAtMs` is to be asked by somebody's new interest: so long after the last look, however long that took, as if it had been there
 * before. Who opens a shop floor doesn't wait for the pace of a quiet night and then for its own.
 */
export const dueByInterestMs = (
  { lookedAtMs, dueAtMs }: { lookedAtMs: number; dueAtMs: number },
  waitMs: number,
): number => Math.min(dueAtMs, lookedAtMs + waitMs);

/** When printers are first asked after a start: a few at once, the others one after the other. */
export const firstWaitMs = (position: number): number => Math.max(0, position - 7) * 20;
