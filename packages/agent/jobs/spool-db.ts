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

/** What is used of a prepared statement. */
export type SpoolStatement<Result> = Pick<Database.Statement<unknown[], Result>, 'get' | 'all' | 'run'>;

/** full: the disk takes no more; what was to be written is not. damaged: pages of the file are no longer what was written. */
export type SpoolTrouble = 'full' | 'damaged';

export interface Spool {
  /** A prepared statement, made once a text. */
  prepare<Result = unknown>(sql: string): SpoolStatement<Result>;
  /** Runs `work` as one transaction; within another it joins that one. */
  transaction<T>(work: () => T): T;
  /** Runs `task` when the transaction under way has been committed; at once when there is none. */
  afterCommit(task: () => void): void;
  /** Called when SQLite says that something is wrong with the file or its disk; the error is thrown as well. */
  onTrouble(hear: (trouble: SpoolTrouble) => void): void;
  readonly isOpen: boolean;
  close(): void;
}

const troubleCodes: [RegExp, SpoolTrouble][] = [
  [/^SQLITE_FULL|^SQLITE_IOERR_WRITE|^SQLITE_IOERR_FSYNC/, 'full'],
  [/^SQLITE_CORRUPT|^SQLITE_NOTADB/, 'damaged'],
];

/** What an error of the spool says about its disk; undefined for any other error. */
export function spoolTroubleOf(error: unknown): SpoolTrouble | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? troubleCodes.find(([pattern]) => pattern.test(code))?.[1] : undefined;
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
      let result: T;
      try {
        result = guarded(() => database.transaction(work).immediate());
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
    onTrouble(hear) {
      listeners.push(hear);
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
