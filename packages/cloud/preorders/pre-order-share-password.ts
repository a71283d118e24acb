/**
 * Passwords of shares: kept as scrypt hashes (RFC 7914), asked for with a limit on wrong ones. Must never log or answer one.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { AppError } from '@platen/contracts/app-error';
import type { Context } from '../context.ts';
import { isRightGuess } from '../limits/limit-moves.ts';
import { sharePasswordAttempts } from '../limits/limit-rules.ts';

/** 16 MiB and some 50 ms for each try. */
const cost = { N: 16_384, r: 8, p: 1 };
const keyBytes = 32;

/** `scrypt$16384$8$1$<salt>$<key>`, so that the cost can be raised later. */
export async function hashSharePassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, N, r, p, salt, key] = hash.split('$');
  const wanted = Buffer.from(key!, 'base64url');
  const options = { N: Number(N), r: Number(r), p: Number(p) };
  return timingSafeEqual(await derive(password, Buffer.from(salt!, 'base64url'), options), wanted);
}

/** The same letters typed on another keyboard are other bytes: NFKC makes them one. */
function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/**
 * Throws forbidden for a missing or wrong password, rate_limited after too many wrong ones for this share, from this
 * network or from everywhere.
 * A missing one counts as no attempt.
 */
export async function checkSharePassword(
  context: Context,
  share: { id: string; password_hash: string | null },
  password: string | undefined,
): Promise<void> {
  const hash = share.password_hash;
  if (hash === null) return;
  if (password === undefined) {
    throw new AppError(
      'forbidden',
      'password: is missing; this share needs the one its owner has given out.',
    );
  }
  const attempts = sharePasswordAttempts(share.id, context.clientNetwork);
  if (await isRightGuess(context, attempts, () => isPassword(password, hash))) return;
  throw new AppError('forbidden', 'password: is not the one of this share.');
}
