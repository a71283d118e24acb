/**
 * Waiting for news of a restoration instead of asking again and again. Owns how long, and how many may wait: whoever finds no
 * room is answered at once with what is known.
 */
import { isFinal } from '@platen/contracts/state-machine';
import { restorationMachine } from '@platen/contracts/states';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { findRestoration } from './restoration-store.ts';
import type { RestorationTable } from './restoration-tables.ts';

/** Proxies give up after 30 s or more. */
export const maxWaitSeconds = 25;
const maxWaiting = 1000;
const maxWaitingPerAccount = 10;
/** A signal of another process could get lost with PostgreSQL's connection. */
const lookAgainMs = 5000;

type Wake = () => void;

/** Whoever waits in this process, by restoration. */
interface Waiters {
  byId: Map<string, Set<Wake>>;
  byAccount: Map<string, number>;
  all: number;
}

const waitersOf = new WeakMap<Database, Waiters>();

function getWaiters(database: Database): Waiters {
  const known = waitersOf.get(database);
  if (known) return known;
  const waiters: Waiters = { byId: new Map(), byAccount: new Map(), all: 0 };
  const hear = (id: string) => {
    for (const wake of waiters.byId.get(id) ?? []) wake();
  };
  database.listen('platen_restoration', hear);
  database.listen('platen_restoration_told', hear);
  waitersOf.set(database, waiters);
  return waiters;
}

export interface Waiting {
  id: string;
  accountId: string;
  waitSeconds: number;
  /** Wait for anything newer than this; undefined: for the end. */
  afterRevision: number | undefined;
}

/** The row as soon as it is what was waited for, else as it is when the time is up; undefined when there is none. */
export async function waitForRestoration(
  { database }: Pick<Context, 'database'>,
  { id, accountId, waitSeconds, afterRevision }: Waiting,
): Promise<RestorationTable | undefined> {
  const isNews = (row: RestorationTable | undefined) =>
    !row ||
    isFinal(restorationMachine, row.state) ||
    (afterRevision !== undefined && row.revision > afterRevision);
  const find = () => findRestoration(database.query, { id, accountId });
  let row = await find();
  if (waitSeconds === 0 || isNews(row)) return row;
  const waiters = getWaiters(database);
  const own = waiters.byAccount.get(accountId) ?? 0;
  if (waiters.all >= maxWaiting || own >= maxWaitingPerAccount) return row;
  count(waiters, accountId, 1);
  try {
    const endsAt = Date.now() + waitSeconds * 1000;
    for (let leftMs = waitSeconds * 1000; leftMs > 0 && !isNews(row); leftMs = endsAt - Date.now()) {
      const heard = hearOnce(waiters, { id, withinMs: Math.min(leftMs, lookAgainMs) });
      // It may have changed before anybody listened.
      row = await find();
      if (isNews(row)) {
        heard.cancel();
        break;
      }
      await heard.promise;
      row = await find();
    }
    return row;
  } finally {
    count(waiters, accountId, -1);
  }
}

function hearOnce({ byId }: Waiters, { id, withinMs }: { id: string; withinMs: number }) {
  const wakes = byId.get(id) ?? new Set();
  byId.set(id, wakes);
  let cancel: Wake = () => {};
  const promise = new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      wakes.delete(end);
      if (wakes.size === 0) byId.delete(id);
      resolve();
    };
    const timer = setTimeout(end, withinMs);
    timer.unref();
    wakes.add(end);
    cancel = end;
  });
  return { promise, cancel };
}

function count(waiters: Waiters, accountId: string, by: 1 | -1): void {
  waiters.all += by;
  const own = (waiters.byAccount.get(accountId) ?? 0) + by;
  if (own > 0) waiters.byAccount.set(accountId, own);
  else waiters.byAccount.delete(accountId);
}
