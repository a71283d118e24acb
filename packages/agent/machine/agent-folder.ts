/**
 * The agent's folder on disk. Owns its layout, that it can be written, that one process has it, and how a file gets there whole.
 * Must never leave half a file under its final name.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { refuseReadable } from '@platen/contracts/private-modes';
import Database from 'better-sqlite3';
import { AgentStartError } from './agent-start-error.ts';

export interface AgentFolder {
  dir: string;
  identityPath: string;
  spoolPath: string;
  /** The mark of the spool's last start: spool-generation.ts. */
  generationPath: string;
  /** Customers' files under their SHA-256; unfinished ones end in `.part`. */
  sourcesDir: string;
  /** Print-ready files. */
  preparedDir: string;
  /** Small pictures for screens; worth nothing, made again. */
  thumbnailsDir: string;
  /** Output profiles that an operator gave, under their SHA-256. */
  profilesDir: string;
  /** Image work under way; what an earlier run left there is worth nothing. */
  restorationsDir: string;
  /** Lets another process have the folder. */
  release(): void;
}

/** Makes the folder ready and takes it. Throws AgentStartError when it can't be written or another agent has it. */
export function openAgentFolder(dir: string): AgentFolder {
  const sourcesDir = join(dir, 'sources');
  const preparedDir = join(dir, 'prepared');
  const thumbnailsDir = join(dir, 'thumbnails');
  const profilesDir = join(dir, 'profiles');
  const restorationsDir = join(dir, 'restorations');
  try {
    for (const path of [dir, sourcesDir, preparedDir, thumbnailsDir, profilesDir, restorationsDir])
      makeFolder(path);
    const probePath = join(dir, '.write-probe');
    writeWholeFile(probePath, 'x');
    rmSync(probePath);
  } catch (error) {
    throw new AgentStartError(`The folder ${dir} can't be written: ${(error as Error).message}`, error);
  }
  const spoolPath = join(dir, 'spool.sqlite');
  const secretPaths = [identityPathOf(dir), join(dir, 'console-pin'), spoolPath, `${spoolPath}-wal`];
  checkPrivate([...secretPaths, sourcesDir, preparedDir, thumbnailsDir, profilesDir, restorationsDir]);
  const release = lockFolder(dir);
  return {
    dir,
    identityPath: identityPathOf(dir),
    spoolPath,
    generationPath: join(dir, 'spool.generation'),
    sourcesDir,
    preparedDir,
    thumbnailsDir,
    profilesDir,
    restorationsDir,
    release,
  };
}

/** Where the agent of a folder keeps who it is. */
export const identityPathOf = (dir: string): string => join(dir, 'identity.json');

/** Throws AgentStartError, with the command that mends it, when others of this machine may read what is there. */
function checkPrivate(paths: readonly string[]): void {
  // Windows has no such bits; there the user's own folder is private by its access list.
  if (process.platform === 'win32') return;
  const refusal = refuseReadable(paths, (path) => statSync(path, { throwIfNoEntry: false })?.mode);
  if (refusal) throw new AgentStartError(`${refusal.sentence} ${refusal.hint}`);
}

/** One by one: in places like /proc, where nothing can be made, mkdir's own recursion never ends. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** SQLite's file lock goes with the process, however it ends: no stale lock files. */
function lockFolder(dir: string): () => void {
  try {
    const lock = new Database(join(dir, 'agent.lock'), { timeout: 0 });
    lock.pragma('journal_mode = memory');
    lock.exec('begin exclusive');
    return () => {
      if (lock.open) lock.close();
    };
  } catch (error) {
    throw new AgentStartError(`Another agent already runs in ${dir}.`, error);
  }
}

/** Writes a small file so that after a power cut it is there as a whole or not at all. Mode 0600. */
export function writeWholeFile(path: string, content: string): void {
  const partPath = `${path}.part`;
  const file = openSync(partPath, 'w', 0o600);
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  keepUnder(partPath, path);
}

/** Gives a finished and synced file its final name, durably. */
export function keepUnder(partPath: string, path: string): void {
  renameSync(partPath, path);
  syncPath(dirname(path));
}

/** As `keepUnder`, without holding up everything else meanwhile. */
export async function keepFileUnder(partPath: string, path: string): Promise<void> {
  await rename(partPath, path);
  await syncFile(dirname(path));
}

/** As `syncPath`, without holding up everything else meanwhile. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Brings a file's content, or a folder's names, to the disk. */
export function syncPath(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
