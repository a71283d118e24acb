/** Identifiers: UUIDv7 for rows (RFC 9562), a checked and unguessable number for orders. Owns their making and checking. */
import { randomBytes, randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(16 * 256);
let used = pool.length;
let lastMs = 0;
let sequence = 0;

/** A UUIDv7 (RFC 9562 section 5.7): sorts by time, and within a millisecond by a 12-bit counter of this process. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + 16);
  used += 16;
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    sequence = bytes.readUInt16BE(6) & 0x7ff;
  } else if (++sequence > 0xfff) {
    lastMs += 1;
    sequence = 0;
  }
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | sequence, 6);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The least UUIDv7 of this millisecond: what was made since is found by the primary key alone. */
export function leastIdOf(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Crockford's base 32: no I, L, O, U. */
export const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A typed text of so many letters of base 32: any case, O for 0, I and L for 1, hyphens and spaces ignored. Undefined when it is none. */
export function readCrockford(typed: string, length: number): string | undefined {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return plain.length === length && /^[0-9A-HJKMNP-TV-Z]*$/.test(plain) ? plain : undefined;
}

const checkAlphabet = `${crockford}*~$=U`;

/**
 * A new order number such as `P4X7-K2M9-QT1D-3`: 60 random bits in Crockford's base 32 and his check character (mod 37).
 * Only numbers whose check character is a letter or digit are given out, so that they can be read over the phone.
 */
export function newOrderNo(): string {
  for (;;) {
    const body = [...randomBytes(12)].map((byte) => crockford[byte & 31]).join('');
    const check = checksumOf(body);
    if (crockford.includes(check)) return `${body.slice(0, 4)}-${body.slice(4, 8)}-${body.slice(8)}-${check}`;
  }
}

/**
 * The written form of an order number typed by a person: any case, O for 0, I and L for 1, hyphens and spaces ignored.
 * Undefined when it can't be one, a mistyped check character included.
 */
export function readOrderNo(typed: string): string | undefined {
  const plain = readCrockford(typed, 13);
  if (!plain) return undefined;
  const body = plain.slice(0, 12);
  if (checksumOf(body) !== plain[12]) return undefined;
  return `${body.slice(0, 4)}-${body.slice(4, 8)}-${body.slice(8)}-${plain[12]}`;
}

function checksumOf(body: string): string {
  let remainder = 0;
  for (const character of body) remainder = (remainder * 32 + crockford.indexOf(character)) % 37;
  return checkAlphabet[remainder]!;
}
