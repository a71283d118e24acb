/**
 * Which actions are limited, and how a limit counts (GCRA: the bucket refills evenly, so no window edge gives double).
 * Pure: the store applies it in one statement.
 */

/** `max` at once per subject, given back evenly over the window. */
export interface Limit {
  max: number;
  windowSeconds: number;
}

/** Thresholds until an admin changes them. Subjects: a phone number, a client's network, or what the name says. */
export const defaultLimits = {
  /** Wrong codes at login and registration, per phone and network: a new code does not begin it anew. */
  login_phone: { max: 5, windowSeconds: 900 },
  login_address: { max: 30, windowSeconds: 900 },
  registration_address: { max: 20, windowSeconds: 3600 },
  /** The pause between two codes to one phone that one network asks for. */
  code_pause: { max: 1, windowSeconds: 60 },
  code_phone: { max: 5, windowSeconds: 3600 },
  code_phone_day: { max: 5, windowSeconds: 24 * 3600 },
  /** Far above what one network may ask for, so that none locks a number out; a bound on messages and on guesses: each code has a few. */
  code_phone_all: { max: 40, windowSeconds: 24 * 3600 },
  code_address: { max: 20, windowSeconds: 3600 },
  /** Wrong passwords and passcodes, per share and address. */
  share_password: { max: 5, windowSeconds: 900 },
  /** The same from wherever they come: one who has many addresses is to find no passcode of six digits. */
  share_password_all: { max: 100, windowSeconds: 24 * 3600 },
  /** Guesses of coupon codes, per account. */
  coupon_code: { max: 20, windowSeconds: 3600 },
  /** Contact sheets made of photos, per account: each costs seconds of computing. */
  contact_sheets: { max: 60, windowSeconds: 3600 },
  /** Restorations begun, per network: an account has its own bound of what is open, but accounts can be made. */
  restoration_network: { max: 200, windowSeconds: 3600 },
  /** All data of an account taken away, per account: each reads all that it has. */
  account_export: { max: 6, windowSeconds: 3600 },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof defaultLimits;

export const limitNames = Object.keys(defaultLimits) as LimitName[];

/** What each of them counts, for the people who set them. */
export const limitWords: Record<LimitName, string> = {
  login_phone: 'Wrong codes at login and registration, per phone number and client network',
  login_address: 'Failed logins, per client network',
  registration_address: 'Registrations, per client network',
  code_pause: 'Codes sent one after the other, per phone number and client network',
  code_phone: 'Codes sent, per phone number and client network',
  code_phone_day: 'Codes sent in a day, per phone number and client network',
  code_phone_all: 'Codes sent in a day, per phone number, from everywhere',
  code_address: 'Codes asked for, per client network',
  share_password: 'Wrong passwords and passcodes, per share and client network',
  share_password_all: 'Wrong passwords and passcodes, per share, from everywhere',
  coupon_code: 'Coupon codes tried, per account',
  contact_sheets: 'Requests for contact sheets of photos, per account',
  restoration_network: 'Restorations begun, per client network',
  account_export: 'Exports of all data, per account',
};

/** What a try of a share's password counts against; `share` is unique among the shares of all kinds. */
export const sharePasswordAttempts = (share: string, clientNetwork: string) =>
  [
    { name: 'share_password', subject: `${share} ${clientNetwork}` },
    { name: 'share_password_all', subject: share },
  ] as const;

/** Milliseconds after which one more is given back. */
export const intervalMs = ({ max, windowSeconds }: Limit): number => Math.ceil((windowSeconds * 1000) / max);

/** Whole seconds until one more may be taken when everything is given back at `fullUntil`. At least 1. */
export function retryAfterSeconds(
  limit: Limit,
  { fullUntil, now }: { fullUntil: number; now: number },
): number {
  const freeAt = fullUntil + intervalMs(limit) - limit.windowSeconds * 1000;
  return Math.max(1, Math.ceil((freeAt - now) / 1000));
}
