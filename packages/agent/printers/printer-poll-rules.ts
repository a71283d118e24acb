/** When a printer is asked again: often while something of ours is there, ever more gently while nothing is. Pure. */

/** printing: a job of ours is at it. awaited: jobs wait for a printer to change. */
export type PrinterInterest = 'printing' | 'awaited' | 'none';

export interface PollState {
  /** Answers missed in a row. */
  misses: number;
  state: 'idle' | 'processing' | 'stopped' | undefined;
  /** Looks in a row that found nothing new and nobody waiting. */
  quietLooks: number;
}

export const idleMs = 5000;
const mostIdleMs = 30_000;
const growth = 1.5;
const awaitedMs = 2000;
const activeMs = 1000;
const missedMs = 500;
/** Of each wait up to this part is left off, so that printers that were asked together drift apart. */
const spread = 0.2;

/** Milliseconds until the next look; `random` is from 0 to 1. */
export function nextWaitMs(poll: PollState, interest: PrinterInterest, random: number): number {
  const { misses, state, quietLooks } = poll;
  if (misses === 1) return missedMs;
  const grown = Math.min(mostIdleMs, idleMs * growth ** Math.min(quietLooks, 10));
  const gentleMs = Math.round(grown * (1 - spread * random));
  if (misses > 1) return interest === 'none' ? gentleMs : idleMs;
  if (interest === 'printing') return activeMs;
  if (interest === 'awaited') return state === 'idle' ? awaitedMs : activeMs;
  return state === 'processing' ? idleMs : gentleMs;
}

/** When printers are first asked after a start: a few at once, the others one after the other. */
export const firstWaitMs = (position: number): number => Math.max(0, position - 7) * 20;
