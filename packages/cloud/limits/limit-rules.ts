/**
 * Which actions are limited, and how a limit counts (GCRA: the bucket refills evenly, so no window edge gives double).
 * Pure: the store applies it in one statement.
 */

/** `most` at once per subject, given back evenly over the window. */
export interface Limit {
  most: number;
  windowSeconds: number;
}

/** Thresholds until an admin changes them. Subjects: a phone number, a client address, or what the name says. */
export const defaultLimits = {
  login_phone: { most: 10, windowSeconds: 900 },
  login_address: { most: 30, windowSeconds: 900 },
  registration_address: { most: 20, windowSeconds: 3600 },
  code_phone: { most: 5, windowSeconds: 3600 },
  code_address: { most: 20, windowSeconds: 3600 },
  /** Wrong passwords and passcodes, per share and address. */
  share_password: { most: 5, windowSeconds: 900 },
  /** Guesses of coupon codes, per account. */
  coupon_code: { most: 20, windowSeconds: 3600 },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof defaultLimits;

export const limitNames = Object.keys(defaultLimits) as LimitName[];

/** Milliseconds after which one more is given back. */
export const intervalMs = ({ most, windowSeconds }: Limit): number =>
  Math.ceil((windowSeconds * 1000) / most);

/** Whole seconds until one more may be taken when everything is given back at `fullUntil`. At least 1. */
export function retryAfterSeconds(
  limit: Limit,
  { fullUntil, now }: { fullUntil: number; now: number },
): number {
  const freeAt = fullUntil + intervalMs(limit) - limit.windowSeconds * 1000;
  return Math.max(1, Math.ceil((freeAt - now) / 1000));
}
