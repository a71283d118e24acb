/** Codes of what is shared by a link: made unguessable, read as people type them. Owns their one form, in tables and on the wire. */
import { randomBytes } from 'node:crypto';
import { crockford, readCrockford } from '@platen/contracts/order-number-rules';

const inFours = (letters: string): string => letters.replace(/(.{4})(?=.)/g, '$1-');

/** Such as `R7QM-2XWP-9DTA-0K4H`: 80 random bits in Crockford's base 32, which can be read over the phone. */
export const newShareCode = (): string =>
  inFours([...randomBytes(16)].map((byte) => crockford[byte & 31]).join(''));

/** The written form of a typed code: any case, O for 0, I and L for 1, hyphens and spaces ignored. Undefined when it can't be one. */
export function readShareCode(typed: string): string | undefined {
  const letters = readCrockford(typed, 16);
  return letters && inFours(letters);
}
