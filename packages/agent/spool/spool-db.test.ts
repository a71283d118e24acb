/** What a commit of the spool promises, with and without the wait for the disk. */
import { copyFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { scratchDir } from '../testing/agent-bench.ts';
import { openSpool, type Spool } from './spool-db.ts';

let dir: string;
let path: string;
let spool: Spool;
beforeEach(() => {
  dir = scratchDir();
  path = join(dir, 'spool.sqlite');
  spool = openSpool(path);
  spool.prepare('create table note (text)').run();
});
afterEach(() => {
  if (spool.isOpen) spool.close();
  rmSync(dir, { recursive: true, force: true });
});

const write = (text: string) => void spool.prepare('insert into note values (?)').run(text);
const notesIn = (file: string): unknown[] => {
  const database = new Database(file);
  try {
    return database.prepare('select text from note').pluck().all();
  } finally {
    database.close();
  }
};
const waits = () => spool.prepare<{ synchronous: number }>('pragma synchronous').get()?.synchronous;
const full = 2;
/** A page of 4096 bytes and its header in SQLite's log. */
const frameBytes = 4120;

it('an unsynced commit is there for every process at once, and leaves the next one as durable as ever', () => {
  spool.unsynced(() => write('a'));
  expect(notesIn(path)).toEqual(['a']);
  expect(waits()).toBe(full);
  expect(() =>
    spool.unsynced(() => {
      write('b');
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(waits()).toBe(full);
  spool.transaction(() => spool.unsynced(() => write('c')));
  expect(() => {
    spool.sync();
    spool.sync();
  }).not.toThrow();
  expect(notesIn(path)).toEqual(['a', 'c']);
});

it('a power cut may take the last unsynced commits back, never what was committed before them, nor half of one', () => {
  spool.transaction(() => write('durable'));
  const durableBytes = statSync(`${path}-wal`).size;
  spool.unsynced(() => write('soon'));
  spool.unsynced(() => write('later'));
  const wholeBytes = statSync(`${path}-wal`).size;
  expect(wholeBytes).toBeGreaterThan(durableBytes);
  // The log ends anywhere behind what was synced; what was on its way is cut.
  const found = new Set<string>();
  for (let bytes = durableBytes; bytes <= wholeBytes; bytes += frameBytes / 20) {
    const copy = join(dir, `cut-${bytes}.sqlite`);
    copyFileSync(path, copy);
    copyFileSync(`${path}-wal`, `${copy}-wal`);
    truncateSync(`${copy}-wal`, bytes);
    found.add(notesIn(copy).join(' '));
  }
  expect([...found]).toEqual(['durable', 'durable soon', 'durable soon later']);
});

it('tasks for after the commit run once it is there, and not after a rollback', () => {
  const ran: string[] = [];
  spool.unsynced(() => {
    spool.afterCommit(() => ran.push('a'));
    write('a');
    expect(ran).toEqual([]);
  });
  expect(ran).toEqual(['a']);
  expect(() =>
    spool.unsynced(() => {
      spool.afterCommit(() => ran.push('b'));
      throw new Error('no');
    }),
  ).toThrow();
  spool.unsynced(() => write('c'));
  expect(ran).toEqual(['a']);
});
