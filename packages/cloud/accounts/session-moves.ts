/** Ending sessions, so that every process hears of it. */
import type { Database, Tx } from '../db/database.ts';
import { type RevokedSessions, revokeSessions } from './session-store.ts';

/** Ends those that are meant; returns how many were live. */
export async function endSessions(database: Database, tx: Tx, wanted: RevokedSessions): Promise<number> {
  const hashes = await revokeSessions(tx, wanted);
  for (const hash of hashes) await database.signal(tx, 'platen_key_revoked', hash);
  return hashes.length;
}
