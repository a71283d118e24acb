/** Counting attempts of sensitive actions. The only writer of what is taken; a refused attempt counts nothing. */
import { createHash } from 'node:crypto';
import { AppError } from '@platen/contracts/app-error';
import type { Deps } from '../context.ts';
import { defaultLimits, intervalMs, type Limit, type LimitName, retryAfterSeconds } from './limit-rules.ts';
import { deleteOldMarks, findMark, findRateLimit, giveMarkBack, takeMark } from './limit-store.ts';

export interface Attempt {
  name: LimitName;
  /** Whose attempts are counted together: a phone, a client's network, a share and a network. Stored as a hash. */
  subject: string;
}

const hashOf = (subject: string): string => createHash('sha256').update(subject).digest('base64url');

/** The threshold in force. */
export async function limitOf(deps: Pick<Deps, 'database'>, name: LimitName): Promise<Limit> {
  const changed = await findRateLimit(deps.database.query, name);
  return changed ? { max: changed.max, windowSeconds: changed.window_seconds } : defaultLimits[name];
}

/**
 * Counts one attempt, durably, whatever becomes of it. Throws rate_limited with the seconds to wait when there is no room.
 * Must be called outside a transaction: a rollback would forget the attempt.
 */
export async function takeAttempt(deps: Pick<Deps, 'database' | 'now'>, attempt: Attempt): Promise<void> {
  const { name } = attempt;
  const limit = await limitOf(deps, name);
  const now = deps.now();
  const db = deps.database.query;
  const subject = hashOf(attempt.subject);
  const stepMs = intervalMs(limit);
  const windowMs = stepMs * limit.max;
  if (await takeMark(db, { name, subject, stepMs, windowMs, now })) {
    if (Math.random() < 0.01) await deleteOldMarks(db, now);
    return;
  }
  const fullUntil = (await findMark(db, { name, subject })) ?? now;
  const seconds = retryAfterSeconds(limit, { fullUntil, now });
  throw new AppError('rate_limited', `Too many attempts. Try again in ${seconds} seconds.`, {
    retryAfterSeconds: seconds,
  });
}

/** Counts one against each; what is refused by a later one stays counted by those before it. */
export async function takeAttempts(
  deps: Pick<Deps, 'database' | 'now'>,
  attempts: readonly Attempt[],
): Promise<void> {
  for (const attempt of attempts) await takeAttempt(deps, attempt);
}

/** Gives the attempt back: it succeeded, and only failures are to count. */
export async function returnAttempt(
  deps: Pick<Deps, 'database' | 'now'>,
  { name, subject }: Attempt,
): Promise<void> {
  const stepMs = intervalMs(await limitOf(deps, name));
  await giveMarkBack(deps.database.query, { name, subject: hashOf(subject), stepMs, now: deps.now() });
}

/** The same for each. */
export async function returnAttempts(
  deps: Pick<Deps, 'database' | 'now'>,
  attempts: readonly Attempt[],
): Promise<void> {
  for (const attempt of attempts) await returnAttempt(deps, attempt);
}

/**
 * Whether a guess is right; wrong ones count against each of these, and a right one gives back what it took. Throws rate_limited. Guesses
 * of one subject (that of the first) are looked at one after the other: many right ones at the same moment would use the limit up
 * for each other.
 */
export async function isRightGuess(
  deps: Pick<Deps, 'database' | 'now'>,
  attempts: readonly [Attempt, ...Attempt[]],
  look: () => boolean | Promise<boolean>,
): Promise<boolean> {
  return await inTurn(attempts[0].subject, async () => {
    await takeAttempts(deps, attempts);
    const isRight = await look();
    if (isRight) await returnAttempts(deps, attempts);
    return isRight;
  });
}

const turns = new Map<string, Promise<unknown>>();

async function inTurn<T>(subject: string, work: () => Promise<T>): Promise<T> {
  const mine = (turns.get(subject) ?? Promise.resolve()).then(work);
  const ended = mine.catch(() => {});
  turns.set(subject, ended);
  try {
    return await mine;
  } finally {
    if (turns.get(subject) === ended) turns.delete(subject);
  }
}
