/**
 * The data folder of `platen up`. Owns that it can be written, that one `platen up` has it at a time, and its layout.
 * Must never touch what cloud, agent and virtual printer keep in their parts of it.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '@platen/contracts/app-error';

export interface DataFolder {
  dir: string;
  logsDir: string;
  agentDir: string;
  printedDir: string;
  demoPath: string;
  samplePath: string;
  /** Remembers the virtual printer's port. */
  printerPortPath: string;
  /** Lets another `platen up` have the folder. */
  release(): void;
}

/** Makes the folder and takes it. Throws AppError when it can't be written or another `platen up` has it. */
export function openDataFolder(dir: string): DataFolder {
  const logsDir = join(dir, 'logs');
  try {
    mkdirSync(logsDir, { recursive: true });
  } catch (error) {
    throw unwritable(dir, error as Error);
  }
  return {
    dir,
    logsDir,
    agentDir: join(dir, 'agent'),
    printedDir: join(dir, 'printed'),
    demoPath: join(dir, 'demo.json'),
    samplePath: join(dir, 'sample.pdf'),
    printerPortPath: join(dir, 'virtual-printer-port'),
    release: takeLock(dir),
  };
}

const unwritable = (dir: string, error: Error): AppError =>
  new AppError('internal', `The folder ${dir} can't be written (${error.message}).`, {
    hint: 'Choose another with PLATEN_DATA_DIR.',
  });

const sqliteBusy = 5;

/** SQLite's file lock goes with the process, however it ends: there are no stale locks. */
function takeLock(dir: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(dir, 'up.lock'), { timeout: 0 });
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw unwritable(dir, error as Error);
    throw new AppError('conflict', `Platen is running already with the data folder ${dir}.`);
  }
  const held = lock;
  return () => {
    if (held.isOpen) held.close();
  };
}
