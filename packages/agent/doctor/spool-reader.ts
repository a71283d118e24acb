/**
 * The spool as it is, opened for reading alone, beside an agent that may be running. Owns that nothing is written, migrated or
 * locked for longer than a read.
 */
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Spool } from '../spool/spool-db.ts';
import { spoolMigrations } from '../spool/spool-migrations.ts';

export type SpoolReading =
  | { kind: 'absent' }
  | { kind: 'damaged'; because: string }
  | { kind: 'newer' }
  /** Its tables are those of an older version: nothing is read of them. */
  | { kind: 'older'; close(): void }
  | { kind: 'open'; spool: Spool; close(): void };

/** Never throws. */
export function readSpool(path: string): SpoolReading {
  if (!existsSync(path)) return { kind: 'absent' };
  let database: Database.Database | undefined;
  try {
    database = new Database(path, { readonly: true, fileMustExist: true, timeout: 2000 });
    const verdict = database.pragma('quick_check(1)', { simple: true });
    if (verdict !== 'ok') throw new Error(String(verdict));
    const version = database.pragma('user_version', { simple: true }) as number;
    const opened = database;
    const close = () => void opened.close();
    if (version < spoolMigrations.length) return { kind: 'older', close };
    if (version === spoolMigrations.length) return { kind: 'open', spool: readingSpool(opened), close };
    close();
    return { kind: 'newer' };
  } catch (error) {
    database?.close();
    return { kind: 'damaged', because: (error as Error).message };
  }
}

/** Stores read from it as from the agent's own; whoever tries to write is told by SQLite that it can't. */
function readingSpool(database: Database.Database): Spool {
  return {
    prepare: <Result>(sql: string) => database.prepare<unknown[], Result>(sql),
    transaction: (work) => work(),
    unsynced: (work) => work(),
    sync() {},
    afterCommit: (task) => task(),
    onTrouble() {},
    get isOpen() {
      return database.open;
    },
    close: () => void database.close(),
  };
}

/** Whether an agent has this folder. A look at its lock, which takes none that an agent would wait for. */
export function isAgentRunning(lockPath: string): boolean {
  if (!existsSync(lockPath)) return false;
  let lock: Database.Database | undefined;
  try {
    lock = new Database(lockPath, { readonly: true, fileMustExist: true, timeout: 0 });
    lock.prepare('select count(*) from sqlite_master').get();
    return false;
  } catch (error) {
    return /^SQLITE_BUSY/.test(String((error as { code?: string }).code));
  } finally {
    lock?.close();
  }
}
