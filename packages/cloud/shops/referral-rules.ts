/** Referral codes of shops as text. Pure but for randomness. */
import { randomInt } from 'node:crypto';

/** Without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

export const newReferralCode = (): string =>
  Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** A code as it is stored: upper case, without blanks and hyphens. */
export const readReferralCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '');
