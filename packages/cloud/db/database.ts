/**
 * The open database: queries, transactions, and signals between processes. Owns how both databases are opened.
 *
 * INVARIANTS
 * 1. SQLite runs with synchronous=FULL, set after journal_mode (WAL would lower it silently): a commit survives a power cut.
 * 2. A signal is heard only after its transaction has committed.
 * 3. Inside a transaction only its `tx` is used: SQLite has one connection, and waiting for it there would never end.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '@platen/contracts/app-error';
import { nextPauseMs } from '@platen/contracts/retry-pauses';
import {
  CompiledQuery,
  type Dialect,
  Kysely,
  type Logger,
  PostgresDialect,
  SqliteAdapter,
  SqliteDialect,
  sql,
  type Transaction,
} from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';
import type { Schema } from './schema.ts';

/** Read and write outside a transaction, or inside one: stores take either. */
export type Query = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/**
 * What processes tell each other: an agent has something in its outbox; a key or a session was revoked (payload: its hash);
 * an account got another role or was disabled; an agent was revoked, came or went; prices changed;
 * what a shop's printers can make changed; a restoration waits, began or ended; somebody told how far a restoration is; the event log
 * is longer; agents told something that a shop floor shows (payload: the shop's id and the topics); somebody looks at shop floors
 * (payload: the shops' ids). Payload otherwise: the id.
 */
export type Signal =
  | 'platen_outbox'
  | 'platen_key_revoked'
  | 'platen_job_changed'
  | 'platen_account_changed'
  | 'platen_agent_revoked'
  | 'platen_abilities'
  | 'platen_catalogue'
  | 'platen_restoration'
  | 'platen_restoration_told'
  | 'platen_print_rules'
  | 'platen_agent_presence'
  | 'platen_event'
  | 'platen_floor'
  | 'platen_floor_watched';

export interface Database {
  readonly dialect: 'sqlite' | 'postgres';
  readonly query: Query;
  /** Runs `work` in one transaction; a throw rolls it back. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Tells every process, this one too, once `tx` has committed. */
  signal(tx: Tx, name: Signal, payload: string): Promise<void>;
  listen(name: Signal, hear: (payload: string) => void): void;
  close(): Promise<void>;
}

/** Says something once the transaction has committed. */
type Say = (name: Signal, payload: string) => Promise<void>;

/** What a transaction does last, in order; a transaction that isn't there is over. */
const closings = new WeakMap<object, Array<(say: Say) => Promise<void>>>();

/** Does this as one of the last acts of the transaction, when its work is done. Throws outside of one. */
export function beforeCommit(tx: Tx, act: (say: Say) => Promise<void>): void {
  const acts = closings.get(tx);
  if (!acts) throw new Error('Something was to be written with a transaction, and there is none.');
  acts.push(act);
}

async function runWork<T>(tx: Tx, work: (tx: Tx) => Promise<T>, say: Say): Promise<T> {
  const acts: Array<(say: Say) => Promise<void>> = [];
  closings.set(tx, acts);
  try {
    const result = await work(tx);
    for (const act of acts) await act(say);
    return result;
  } finally {
    closings.delete(tx);
  }
}

export interface OpenSettings {
  /** Hears of every statement that has run: for tests that look at what runs. */
  onStatement?: (text: string, parameters: readonly unknown[]) => void;
  /** Other migrations than those there are: for tests of what a later one does. */
  migrations?: Record<string, Migration>;
}

/** Opens `postgres://…` or an SQLite file, and brings its tables up to date. Throws one clear sentence when it can't. */
export async function openDatabase(url: string, settings: OpenSettings = {}): Promise<Database> {
  const log = settings.onStatement && hearStatements(settings.onStatement);
  const database = /^postgres(ql)?:/.test(url) ? await openPostgres(url, log) : await openSqlite(url, log);
  try {
    await migrate(database.query, settings.migrations ?? migrations);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Runs what hasn't run yet, in one transaction; nothing at all where something has run that isn't known here. */
async function migrate(query: Query, known: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({ db: query, provider: { getMigrations: async () => known } });
  const { error } = await migrator.migrateToLatest();
  if (!error) return;
  const { message } = error as Error;
  const unknown = /previously executed migration (\S+) is missing/.exec(message)?.[1];
  throw new AppError(
    'internal',
    unknown
      ? `The database was written by another version of the cloud (${unknown}). Start that version.`
      : `The database can't be brought up to date: ${message}`,
  );
}

const hearStatements =
  (hear: NonNullable<OpenSettings['onStatement']>): Logger =>
  ({ level, query }) => {
    if (level === 'query') hear(query.sql, query.parameters);
  };

type Listeners = Map<Signal, Array<(payload: string) => void>>;

function hearAll(listeners: Listeners, name: Signal, payload: string): void {
  for (const hear of listeners.get(name) ?? []) hear(payload);
}

function addListener(listeners: Listeners, name: Signal, hear: (payload: string) => void): void {
  listeners.set(name, [...(listeners.get(name) ?? []), hear]);
}

async function openSqlite(file: string, log: Logger | undefined): Promise<Database> {
  const handle = await openSqliteFile(file);
  const sqlite = new SqliteDialect({ database: cachingStatements(handle) });
  const dialect: Dialect = {
    createAdapter: () => new WholeStepsAdapter(),
    createDriver: () => sqlite.createDriver(),
    createIntrospector: (db) => sqlite.createIntrospector(db),
    createQueryCompiler: () => sqlite.createQueryCompiler(),
  };
  const query = new Kysely<Schema>({ dialect, log });
  const listeners: Listeners = new Map();
  const unheard = new WeakMap<Tx, Array<[Signal, string]>>();
  return {
    dialect: 'sqlite',
    query,
    async transaction(work) {
      let signals: Array<[Signal, string]> = [];
      const result = await query.transaction().execute(async (tx) => {
        unheard.set(tx, signals);
        return await runWork(tx, work, async (name, payload) => void signals.push([name, payload]));
      });
      for (const [name, payload] of signals) hearAll(listeners, name, payload);
      signals = [];
      return result;
    },
    async signal(tx, name, payload) {
      unheard.get(tx)?.push([name, payload]);
    },
    listen: (name, hear) => addListener(listeners, name, hear),
    close: () => query.destroy(),
  };
}

/** SQLite takes back tables with their transaction, which Kysely says of PostgreSQL alone: half a migration would stop every later start. */
class WholeStepsAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

type SqliteHandle = import('better-sqlite3').Database;

async function openSqliteFile(file: string): Promise<SqliteHandle> {
  const { default: Sqlite } = await import('better-sqlite3');
  let handle: SqliteHandle | undefined;
  try {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // Its journal and shared memory take its mode: nobody else reads any of them, whatever the umask.
    if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600));
    handle = new Sqlite(file);
    handle.pragma('journal_mode = WAL');
    handle.pragma('synchronous = FULL');
    handle.pragma('foreign_keys = ON');
    handle.pragma('busy_timeout = 5000');
    handle.pragma('wal_autocheckpoint = 10000');
    const pages = handle.pragma('page_count', { simple: true }) as number;
    // Looking at every page of a large file would make each start slow; SQLite still reports damage where it meets it.
    const verdict = pages > 20_000 ? 'ok' : handle.pragma('quick_check(1)', { simple: true });
    if (verdict !== 'ok') throw new Error(String(verdict));
    return handle;
  } catch (error) {
    handle?.close();
    const { code, message } = error as Error & { code?: string };
    const damaged = code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT' || code === undefined;
    throw new AppError(
      'internal',
      `The database ${file} ${damaged ? 'is damaged' : "can't be opened"} (${message}).`,
      {
        hint: damaged
          ? 'Put back a copy, or move the file away to start empty.'
          : 'Check the folder and who may write there.',
      },
    );
  }
}

/** Far more than the texts that repeat; beyond it those kept longest go, a hot one to be prepared once more. */
const maxStatements = 2000;

/** Kysely prepares each statement anew; keeping them by text halves the cost (bounded, texts repeat). */
function cachingStatements(handle: SqliteHandle) {
  const cache = new Map<string, ReturnType<SqliteHandle['prepare']>>();
  return {
    prepare(text: string) {
      let statement = cache.get(text);
      if (!statement) {
        // A transaction takes the write lock at once: upgrading later can fail when another process wrote in between.
        statement = handle.prepare(text === 'begin' ? 'begin immediate' : text);
        if (cache.size >= maxStatements) cache.delete(cache.keys().next().value!);
        cache.set(text, statement);
      }
      return statement;
    },
    close: () => handle.close(),
  };
}

/** A deadlock and a serialization failure of PostgreSQL: the transaction did nothing and may be run again. */
const retriedCodes = new Set(['40P01', '40001']);

/**
 * What lies in memory or on a disk without heads costs the same in any order. By PostgreSQL's default of 4 it would rather walk all orders
 * from the newest, which lie side by side, than take twenty by the index that has them: for an account with few of a status, all of
 * the table.
 */
const randomPageCost = 1.1;

async function openPostgres(url: string, log: Logger | undefined): Promise<Database> {
  const { default: pg } = await import('pg');
  const wholeNumbers = 20;
  const types = {
    getTypeParser: ((oid: number, format?: 'text') =>
      oid === wholeNumbers ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  };
  const pool = new pg.Pool({ connectionString: url, max: 10, types });
  pool.on('error', () => {});
  const dialect = new PostgresDialect({
    pool,
    async onCreateConnection(connection) {
      await connection.executeQuery(CompiledQuery.raw(`set random_page_cost = ${randomPageCost}`));
    },
  });
  const query = new Kysely<Schema>({ dialect, log });
  const listeners: Listeners = new Map();
  const unheard = new WeakMap<Tx, Array<[Signal, string]>>();
  // This process hears its own signals with the commit itself; what comes back of them is passed over.
  const own = randomUUID();
  const hearOthers = (name: Signal, payload: string) => {
    if (!payload.startsWith(`${own} `)) hearAll(listeners, name, payload.slice(own.length + 1));
  };
  const ear = await listenOnPostgres(url, hearOthers).catch(async (error: Error) => {
    await query.destroy();
    throw new AppError('internal', `PostgreSQL can't be reached (${error.message}). Check DATABASE_URL.`);
  });
  const signal: Database['signal'] = async (tx, name, payload) => {
    unheard.get(tx)?.push([name, payload]);
    await sql`select pg_notify(${name}, ${`${own} ${payload}`})`.execute(tx);
  };
  return {
    dialect: 'postgres',
    query,
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          const signals: Array<[Signal, string]> = [];
          const result = await query.transaction().execute(async (tx) => {
            unheard.set(tx, signals);
            return await runWork(tx, work, (name, payload) => signal(tx, name, payload));
          });
          for (const [name, payload] of signals) hearAll(listeners, name, payload);
          return result;
        } catch (error) {
          if (attempt >= 5 || !retriedCodes.has((error as { code?: string }).code ?? '')) throw error;
        }
      }
    },
    signal,
    listen: (name, hear) => addListener(listeners, name, hear),
    async close() {
      await ear.close();
      await query.destroy();
    },
  };
}

const signals: Signal[] = [
  'platen_outbox',
  'platen_key_revoked',
  'platen_job_changed',
  'platen_account_changed',
  'platen_agent_revoked',
  'platen_abilities',
  'platen_catalogue',
  'platen_restoration',
  'platen_restoration_told',
  'platen_print_rules',
  'platen_agent_presence',
  'platen_event',
  'platen_floor',
  'platen_floor_watched',
];

/** One connection that only listens; it comes back by itself when PostgreSQL restarts. */
async function listenOnPostgres(
  url: string,
  hear: (name: Signal, payload: string) => void,
): Promise<{ close(): Promise<void> }> {
  const { default: pg } = await import('pg');
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  const connect = async () => {
    const next = new pg.Client({ connectionString: url });
    next.on('notification', ({ channel, payload }) => hear(channel as Signal, payload ?? ''));
    const again = () => {
      if (closed || retry) return;
      retry = setTimeout(
        async () => {
          retry = undefined;
          await connect().then(
            (c) => {
              client = c;
            },
            () => again(),
          );
        },
        nextPauseMs('databaseListen', 0),
      );
    };
    next.on('error', again);
    next.on('end', again);
    await next.connect();
    for (const name of signals) await next.query(`listen ${name}`);
    return next;
  };
  let client = await connect();
  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      await client.end();
    },
  };
}
