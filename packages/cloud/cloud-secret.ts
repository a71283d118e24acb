/** The secret that all processes of one cloud share. Owns where it is kept and how keys are derived; must never log it. */
import { hkdfSync, randomBytes } from 'node:crypto';
import type { Query } from './db/database.ts';

const settingName = 'secret';

/** Reads the secret (32 bytes), making it at the first start. Processes that start together agree on one. */
export async function readCloudSecret(db: Query): Promise<Buffer> {
  const made = randomBytes(32).toString('base64url');
  await db
    .insertInto('settings')
    .values({ name: settingName, value: made })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', settingName)
    .executeTakeFirstOrThrow();
  return Buffer.from(row.value, 'base64url');
}

/** A key of 32 bytes for one purpose (HKDF-SHA-256, RFC 5869): signatures of one kind say nothing about another. */
export function deriveKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `platen ${purpose}`, 32));
}
