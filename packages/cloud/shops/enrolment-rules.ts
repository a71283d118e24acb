/** One-time enrolment codes as text. Pure but for randomness. */
import { createHash, randomInt } from 'node:crypto';

/** Without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

export const enrolmentLifeMs = 24 * 3600 * 1000;

/** Such as `K7QM-2XWP-9DTA`: 58 bits, good for one agent and 24 hours. */
export function newEnrolmentCode(): string {
  const letters = Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
}

/** What is stored: the code as typed in any case, hyphens ignored, hashed. */
export const hashEnrolmentCode = (code: string): string =>
  createHash('sha256').update(code.toUpperCase().replace(/[\s-]/g, '')).digest('hex');
