/** Identifiers: UUIDv7 for rows (RFC 9562), a checked and unguessable number for orders. Owns their making. */
import { randomBytes, randomFillSync } from 'node:crypto';
import { crockford, orderNoCheck, orderNoLetters, writeOrderNo } from '@platen/contracts/order-number-rules';

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

/**
 * A new order number such as `P4X7-K2M9-QT1D-3`: 60 random bits in Crockford's base 32 and his check character (mod 37).
 * Only numbers whose check character is a letter or digit are given out, so that they can be read over the phone.
 */
export function newOrderNo(): string {
  for (;;) {
    const letters = [...randomBytes(orderNoLetters)].map((byte) => crockford[byte & 31]).join('');
    const check = orderNoCheck(letters);
    if (crockford.includes(check)) return writeOrderNo(letters + check);
  }
}
