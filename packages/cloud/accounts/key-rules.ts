/** API keys as text: making, recognising, hashing. Owns the format; must never log or store a key itself. */
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Keys of one account that work at the same time. */
export const maxLiveKeys = 50;

const prefix = 'platen_live_';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new key: `platen_live_`, 32 random base-62 characters (190 bits), 6 of CRC-32 so that typos and scans are cheap to tell. */
export function newApiKey(): string {
  let secret = '';
  while (secret.length < 32) {
    for (const byte of randomBytes(48)) {
      // 248 = 4 * 62: bytes above it would favour the first characters.
      if (byte < 248 && secret.length < 32) secret += base62[byte % 62];
    }
  }
  return `${prefix}${secret}${checksum(secret)}`;
}

/** True when the text has the form of a key and its checksum fits: what doesn't, needs no look at the database. */
export function isApiKey(text: string): boolean {
  if (!/^platen_live_[0-9A-Za-z]{38}$/.test(text)) return false;
  const secret = text.slice(prefix.length, prefix.length + 32);
  return checksum(secret) === text.slice(prefix.length + 32);
}

/** What is stored of a key: its SHA-256 in hex. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** What lists show of a key: enough to tell it from others, useless to a thief. */
export const hintOfApiKey = (key: string): string => `${key.slice(0, prefix.length + 4)}…${key.slice(-4)}`;

export type KeyStatus = 'active' | 'expired' | 'revoked';

/** Whether a key works now, and if not, why. */
export function statusOfKey(
  key: { expires_at: number | null; revoked_at: number | null },
  now: number,
): KeyStatus {
  if (key.revoked_at !== null) return 'revoked';
  return key.expires_at !== null && key.expires_at <= now ? 'expired' : 'active';
}

function checksum(secret: string): string {
  let rest = crc32(secret);
  let text = '';
  for (let i = 0; i < 6; i++) {
    text = base62[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
