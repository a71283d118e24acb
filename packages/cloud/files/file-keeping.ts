/**
 * Keeping bytes so that no sweep takes them away again. Owns the order: keep, then name them in a transaction, and once
 * more when the same bytes were being removed meanwhile.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '../context.ts';
import type { Tx } from '../db/database.ts';
import type { StagedFile } from '../ports/files.ts';
import { recordBytes, reviveBytes } from './stored-file-store.ts';

type KeepingDeps = Pick<Deps, 'database' | 'files' | 'now'>;

const mostTries = 200;
const betweenTriesMs = 50;

/** Rolls the transaction back: the bytes it names are being removed at this moment. */
class BytesGoing extends Error {}

/**
 * Keeps the staged bytes and runs `work`, which names them in a row, in one transaction of `atomically`. Throws what
 * `work` throws.
 */
export async function keepRecorded<T>(
  { database, files, now }: KeepingDeps,
  staged: StagedFile,
  {
    atomically,
    work,
  }: { atomically: <R>(work: (tx: Tx) => Promise<R>) => Promise<R>; work: (tx: Tx) => Promise<T> },
): Promise<T> {
  const { sha256, bytes } = staged;
  for (let tries = 1; ; tries++) {
    await files.keep(staged);
    try {
      return await atomically(async (tx) => {
        if ((await recordBytes(tx, { sha256, bytes, now: now() })) === 'again') throw new BytesGoing();
        return await work(tx);
      });
    } catch (error) {
      if (!(error instanceof BytesGoing) || tries >= mostTries) throw error;
      if (!(await reviveBytes(database.query, { sha256, now: now() }))) await pause(betweenTriesMs);
    }
  }
}
