/** A code with which one agent may join a shop. Owns that only its hash is kept, and that old ones go. */
import type { Query } from '../db/database.ts';
import { enrolmentLifeMs, hashEnrolmentCode, newEnrolmentCode } from './enrolment-rules.ts';
import { deleteExpiredEnrolments, insertEnrolment } from './shop-store.ts';

/** Adds a fresh code for the shop and returns it; nobody can read it again. `expiresAt` is milliseconds since 1970. */
export async function createEnrolmentCode(
  db: Query,
  { shopId, now }: { shopId: string; now: number },
): Promise<{ code: string; expiresAt: number }> {
  const code = newEnrolmentCode();
  const expiresAt = now + enrolmentLifeMs;
  await deleteExpiredEnrolments(db, now);
  const enrolment = { code_hash: hashEnrolmentCode(code), shop_id: shopId, created_at: now, agent_id: null };
  await insertEnrolment(db, { ...enrolment, expires_at: expiresAt });
  return { code, expiresAt };
}
