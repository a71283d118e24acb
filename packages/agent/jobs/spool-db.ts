/**
 * The durable spool: one SQLite file. Owns how it is opened, its transactions and what happens behind a commit.
 *
 * INVARIANTS
 * 1. A commit is on the disk when it returns: synchronous=FULL, set after journal_mode (the other order loses it).
 * 2. Tasks given to `afterCommit` run after the outermost commit, never before, and not at all after a rollback.
 */
import Database from 'better-sqlite3';
import { AgentStartError } from '../agent-start-error.ts';
import { spoolMigrations } from './spool-migrations.ts';

export interface Spool {
  /** A prepared statement, made once a text. */
  prepare<Result = unknown>(sql: string): Database.Statement<unknown[], Result>;
  /** Runs `work` as one transaction; within another it joins that one. */
  transaction<T>(work: () => T): T;
  /** Runs `task` when the transaction under way has been committed; at once when there is none. */
  afterCommit(task: () => void): void;
  readonly isOpen: boolean;
  close(): void;
}

/** Opens, checks and migrates the spool. Throws AgentStartError when it is damaged or newer than this program. */
export function openSpool(path: string): Spool {
  const database = openDatabase(path);
  try {
    migrate(database, path);
  } catch (error) {
    database.close();
    throw error;
  }
  const statements = new Map<string, Database.Statement<unknown[], unknown>>();
  let waiting: (() => void)[] = [];

  const flush = () => {
    const tasks = waiting;
    waiting = [];
    for (const task of tasks) task();
  };

  return {
    prepare<Result>(sql: string) {
      let statement = statements.get(sql);
      if (!statement) {
        statement = database.prepare<unknown[], unknown>(sql);
        statements.set(sql, statement);
      }
      return statement as Database.Statement<unknown[], Result>;
    },
    transaction<T>(work: () => T): T {
      if (database.inTransaction) return work();
      let result: T;
      try {
        result = database.transaction(work).immediate();
      } catch (error) {
        waiting = [];
        throw error;
      }
      flush();
      return result;
    },
    afterCommit(task) {
      if (database.inTransaction) waiting.push(task);
      else task();
    },
    get isOpen() {
      return database.open;
    },
    close: () => database.close(),
  };
}

function openDatabase(path: string): Database.Database {
  let database: Database.Database | undefined;
  try {
    database = new Database(path);
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.pragma('wal_autocheckpoint = 10000');
    database.pragma('cache_size = -4000');
    const verdict = database.pragma('quick_check(1)', { simple: true });
    if (verdict !== 'ok') throw new Error(String(verdict));
    return database;
  } catch (error) {
    database?.close();
    throw new AgentStartError(
      `The spool ${path} is damaged (${(error as Error).message}). Nothing was printed from it. ` +
        'Keep a copy, put back a good one, or move it away and settle its jobs in the cloud.',
      error,
    );
  }
}

function migrate(database: Database.Database, path: string): void {
  const version = database.pragma('user_version', { simple: true }) as number;
  if (version > spoolMigrations.length) {
    throw new AgentStartError(
      `The spool ${path} was written by a newer version of the agent. Start that version.`,
    );
  }
  for (const [index, sql] of spoolMigrations.entries()) {
    if (index < version) continue;
    database.transaction(() => {
      database.exec(sql);
      database.pragma(`user_version = ${index + 1}`);
    })();
  }
}
