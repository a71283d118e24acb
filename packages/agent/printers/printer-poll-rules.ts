/** When a printer is asked again: often while something of ours is there, ever more gently while nothing is. Pure. */
import { nextPauseMs, retryPauses } from '@platen/contracts/retry-pauses';

/** printing: a job of ours is at it. awaited: jobs wait for a printer to change. */
export type PrinterInterest = 'printing' | 'awaited' | 'none';

export interface PollState {
  /** Answers missed in a row. */
  misses: number;
  state: 'idle' | 'processing' | 'stopped' | undefined;
  /** Looks in a row that found nothing new and nobody waiting. */
  quietLooks: number;
}

export const idleMs = retryPauses.printerQuiet.firstMs;
const awaitedMs = 2000;
const activeMs = 1000;

/** Milliseconds until the next look; `random` is from 0 to 1. */
export function nextWaitMs(poll: PollState, interest: PrinterInterest, random: number): number {
  const { misses, state, quietLooks } = poll;
  if (misses === 1) return nextPauseMs('printerMissed', 0);
  const gentleMs = nextPauseMs('printerQuiet', quietLooks, 1 - random);
  if (misses > 1) return interest === 'none' ? gentleMs : idleMs;
  if (interest === 'printing') return activeMs;
  if (interest === 'awaited') return state === 'idle' ? awaitedMs : activeMs;
  return state === 'processing' ? idleMs : gentleMs;
}

/** When printers are first asked after a start: a few at once, the others one after the other. */
export const firstWaitMs = (position: number): number => Math.max(0, position - 7) * 20;
