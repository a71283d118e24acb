/**
 * Keeping bytes so that no sweep takes them away again. Owns the order: keep, then name them in a transaction, and once
 * more when the same bytes were being removed meanwhile.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '../context.ts';
import type { Tx } from '../db/database.ts';
import type { StagedFile } from '../ports/files.ts';
import { reviveBytes, upsertBytes } from './stored-file-store.ts';

type KeepingDeps = Pick<Deps, 'database' | 'files' | 'now'>;

const maxTries = 200;
const betweenTriesMs = 50;

/** Rolls the transaction back: the bytes it names are being removed at this moment. */
class BytesGoing extends Error {
  readonly sha256: string;

  constructor(sha256: string) {
    super('bytes are being removed');
    this.sha256 = sha256;
  }
}

interface Keeping<T> {
  atomically: <R>(work: (tx: Tx) => Promise<R>) => Promise<R>;
  work: (tx: Tx) => Promise<T>;
}

/**
 * Keeps the staged bytes and runs `work`, which names them in a row, in one transaction of `atomically`. Throws what
 * `work` throws.
 */
export const keepRecorded = <T>(deps: KeepingDeps, staged: StagedFile, keeping: Keeping<T>): Promise<T> =>
  keepAllRecorded(deps, [staged], keeping);

/** The same for the bytes of several rows: all of them, or none. */
export async function keepAllRecorded<T>(
  { database, files, now }: KeepingDeps,
  staged: readonly StagedFile[],
  { atomically, work }: Keeping<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    for (const file of staged) await files.keep(file);
    try {
      return await atomically(async (tx) => {
        for (const { sha256, bytes } of staged) {
          if ((await upsertBytes(tx, { sha256, bytes, now: now() })) === 'again')
            throw new BytesGoing(sha256);
        }
        return await work(tx);
      });
    } catch (error) {
      if (!(error instanceof BytesGoing) || tries >= maxTries) throw error;
      const { sha256 } = error;
      if (!(await reviveBytes(database.query, { sha256, now: now() }))) await pause(betweenTriesMs);
    }
  }
}
