/**
 * How many files are fetched at a time, for one account and for all: further ones wait, and too many that wait are refused.
 * Each holds buffers and a connection for as long as a slow server likes, so that a thousand calls must not mean a thousand
 * of them. Counts in this process alone.
 */
import { AppError } from '@platen/contracts/app-error';

const maxOfOne = 4;
const maxInAll = 32;
/** Of one account; the last of them waits for some files of its own, not for ever. */
const maxWaiting = 16;

const running = new Map<string, number>();
let runningInAll = 0;
/** In the order in which they came. */
const waiting: { accountId: string; begin: () => void }[] = [];

/** Resolves when it is this caller's turn; the function it gives ends the turn and must be called once. */
export async function takeTurn(accountId: string): Promise<() => void> {
  if (mayRun(accountId)) count(accountId, 1);
  else {
    if (waiting.filter((each) => each.accountId === accountId).length >= maxWaiting) {
      throw new AppError('rate_limited', 'file_url: too many files of this account are being fetched.', {
        retryAfterSeconds: 10,
      });
    }
    await new Promise<void>((begin) => waiting.push({ accountId, begin }));
  }
  return () => end(accountId);
}

const mayRun = (accountId: string): boolean =>
  runningInAll < maxInAll && (running.get(accountId) ?? 0) < maxOfOne;

/** One place is free now, so at most one of those that wait can have it; it is counted before it hears of it. */
function end(accountId: string): void {
  count(accountId, -1);
  const index = waiting.findIndex((each) => mayRun(each.accountId));
  const [next] = index === -1 ? [] : waiting.splice(index, 1);
  if (!next) return;
  count(next.accountId, 1);
  next.begin();
}

function count(accountId: string, change: number): void {
  const left = (running.get(accountId) ?? 0) + change;
  runningInAll += change;
  if (left === 0) running.delete(accountId);
  else running.set(accountId, left);
}
