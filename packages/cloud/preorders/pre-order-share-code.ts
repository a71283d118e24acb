/** Share codes as text: made unguessable, read forgivingly. Owns both forms: with hyphens for people, without for the table. */
import { randomBytes } from 'node:crypto';

/** Crockford's base 32: no I, L, O, U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 16 characters of 5 random bits each: 80 bits, without hyphens. */
export const newShareCode = (): string => [...randomBytes(16)].map((byte) => alphabet[byte & 31]).join('');

/** `7KQM2XWP9DTA41RZ` to `7KQM-2XWP-9DTA-41RZ`. */
export const writtenShareCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** A typed code without hyphens: any case, O for 0, I and L for 1. Undefined when it can't be one. */
export function readShareCode(typed: string): string | undefined {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(plain) ? plain : undefined;
}

/** Where the page of a share is. */
export const sharePagePath = (code: string): string => `/share/${code}`;
