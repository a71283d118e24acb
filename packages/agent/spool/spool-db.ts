/**
 * The durable spool: one SQLite file. Owns how it is opened, its transactions and what happens behind a commit.
 *
 * INVARIANTS
 * 1. A commit is on the disk when it returns: synchronous=FULL, set after journal_mode (the other order loses it).
 * 2. A commit of `unsynced` survives this process at once, and the machine's power from the next commit or `sync` on: SQLite writes
 *    one log from front to back, so nothing that comes later can be there without it. Nothing that follows from it may leave the
 *    machine before that: no report, no request to a printer.
 * 3. Tasks given to `afterCommit` run after the outermost commit, never before, and not at all after a rollback.
 */
import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { AgentStartError } from '../machine/agent-start-error.ts';
import { spoolMigrations } from './spool-migrations.ts';

/** What is used of a prepared statement. */
export type SpoolStatement<Result> = Pick<Database.Statement<unknown[], Result>, 'get' | 'all' | 'run'>;

/** full: the disk takes no more; what was to be written is not. damaged: pages of the file are no longer what was written. */
export type SpoolTrouble = 'full' | 'damaged';

export interface Spool {
  /** A prepared statement, made once a text. */
  prepare<Result = unknown>(sql: string): SpoolStatement<Result>;
  /** Runs `work` as one transaction; within another it joins that one. */
  transaction<T>(work: () => T): T;
  /** As `transaction`, without the wait for the disk (invariant 2). Within another one it joins that one and is as durable. */
  unsynced<T>(work: () => T): T;
  /** Brings to the disk what `unsynced` has left; does so by itself a little later. Throws when the disk fails. */
  sync(): void;
  /** Runs `task` when the transaction under way has been committed; at once when there is none. */
  afterCommit(task: () => void): void;
  /** Called when SQLite says that something is wrong with the file or its disk; the error is thrown as well. */
  onTrouble(hear: (trouble: SpoolTrouble) => void): void;
  readonly isOpen: boolean;
  close(): void;
}

const troubleCodes: [RegExp, SpoolTrouble][] = [
  [/^SQLITE_FULL|^SQLITE_IOERR_WRITE|^SQLITE_IOERR_FSYNC|^ENOSPC$|^EDQUOT$|^EIO$/, 'full'],
  [/^SQLITE_CORRUPT|^SQLITE_NOTADB/, 'damaged'],
];

/** What an error of the spool says about its disk; undefined for any other error. */
export function spoolTroubleOf(error: unknown): SpoolTrouble | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? troubleCodes.find(([pattern]) => pattern.test(code))?.[1] : undefined;
}

/** So long at most a commit of `unsynced` is only in the machine's memory. */
const syncSoonMs = 20;

/**
 * Opens, checks and migrates the spool. Throws AgentStartError when it is damaged or newer than this program. `steps` are others than
 * those there are in tests of what a later one does.
 */
export function openSpool(path: string, steps: readonly string[] = spoolMigrations): Spool {
  const database = openDatabase(path);
  try {
    migrate(database, { path, steps });
  } catch (error) {
    database.close();
    throw error;
  }
  const statements = new Map<string, SpoolStatement<unknown>>();
  const listeners: ((trouble: SpoolTrouble) => void)[] = [];
  let waiting: (() => void)[] = [];

  const flush = () => {
    const tasks = waiting;
    waiting = [];
    for (const task of tasks) task();
  };

  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      const trouble = spoolTroubleOf(error);
      if (trouble) for (const hear of listeners) hear(trouble);
      throw error;
    }
  };
  const guardedStatement = (sql: string): SpoolStatement<unknown> => {
    const statement = database.prepare<unknown[], unknown>(sql);
    return {
      get: (...values) => guarded(() => statement.get(...values)),
      all: (...values) => guarded(() => statement.all(...values)),
      run: (...values) => guarded(() => statement.run(...values)),
    };
  };

  let isSynced = true;
  let log: number | undefined;
  let syncing: NodeJS.Timeout | undefined;
  const sync = () => {
    if (isSynced) return;
    guarded(() => {
      log ??= openSync(`${path}-wal`, 'r+');
      fdatasyncSync(log);
    });
    isSynced = true;
  };
  const syncSoon = () => {
    syncing ??= setTimeout(() => {
      syncing = undefined;
      try {
        sync();
      } catch {
        // Those who listen for trouble know, and whoever must not go on without it asks for it again.
      }
    }, syncSoonMs);
  };

  const commit = <T>(work: () => T): T => {
    try {
      return guarded(() => database.transaction(work).immediate());
    } catch (error) {
      waiting = [];
      throw error;
    }
  };

  return {
    prepare<Result>(sql: string) {
      let statement = statements.get(sql);
      if (!statement) {
        statement = guarded(() => guardedStatement(sql));
        statements.set(sql, statement);
      }
      return statement as SpoolStatement<Result>;
    },
    transaction<T>(work: () => T): T {
      if (database.inTransaction) return work();
      const result = commit(work);
      flush();
      return result;
    },
    unsynced<T>(work: () => T): T {
      if (database.inTransaction) return work();
      isSynced = false;
      syncSoon();
      let result: T;
      database.pragma('synchronous = NORMAL');
      try {
        result = commit(work);
      } finally {
        database.pragma('synchronous = FULL');
      }
      flush();
      return result;
    },
    sync,
    afterCommit(task) {
      if (database.inTransaction) waiting.push(task);
      else task();
    },
    onTrouble(hear) {
      listeners.push(hear);
    },
    get isOpen() {
      return database.open;
    },
    close() {
      clearTimeout(syncing);
      isSynced = true;
      if (log !== undefined) closeSync(log);
      log = undefined;
      database.close();
    },
  };
}

function openDatabase(path: string): Database.Database {
  let database: Database.Database | undefined;
  try {
    // Its journal and shared memory take its mode: nobody else reads any of them, whatever the umask.
    if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
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

function migrate(
  database: Database.Database,
  { path, steps }: { path: string; steps: readonly string[] },
): void {
  const version = database.pragma('user_version', { simple: true }) as number;
  if (version > steps.length) {
    throw new AgentStartError(
      `The spool ${path} was written by a newer version of the agent. Start that version.`,
    );
  }
  for (const [index, sql] of steps.entries()) {
    if (index < version) continue;
    database.transaction(() => {
      database.exec(sql);
      database.pragma(`user_version = ${index + 1}`);
    })();
  }
}
