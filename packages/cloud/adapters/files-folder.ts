/**
 * Files in a local folder, named by their SHA-256 under two levels of folders. Owns that folder, `staging/` and `partial/` in it.
 *
 * INVARIANTS
 * 1. A file under its hash is whole: it got its name by rename, after its last byte.
 * 2. makeDurable returns only after fsync of the file and of the folders that name it.
 */
import { createHash, type Hash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import {
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  stat,
  statfs,
  unlink,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '@platen/contracts/app-error';
import {
  diskNearlyFull,
  type FileStore,
  fileTooLarge,
  type StagedFile,
  type StagingFile,
} from '../ports/files.ts';

/** Bytes gathered before a write: fewer, larger writes. */
const gatherBytes = 1024 * 1024;
/** The same of an upload that has not shown yet that it is quick, or while too many others are: so many may be open at once. */
const smallGatherBytes = 64 * 1024;
/** Large buffers in use at once, in this process. */
const maxLargeBuffers = 32;
/** An upload that fills a small buffer in this time is quick. */
const quickMs = 1000;
/** Files known to be on the disk; forgetting one costs a sync. */
const maxCached = 10_000;
/** How long the free room of the disk is believed, less what was written since. */
const freeBytesKeptMs = 1000;

export interface FolderSettings {
  /** What stays free of the disk whatever comes: uploads are refused before they take it. 0 unless told. */
  minFreeBytes?: number;
  /** Bytes that are free; those of the folder's disk unless told. */
  readFreeBytes?: () => Promise<number>;
}

/** Opens (and makes) the folder and empties what an earlier run left in staging. Throws one clear sentence. */
export async function openFilesFolder(
  root: string,
  { minFreeBytes = 0, readFreeBytes = () => freeBytesOf(root) }: FolderSettings = {},
): Promise<FileStore> {
  const stagingDir = join(root, 'staging');
  const partialDir = join(root, 'partial');
  try {
    await mkdir(stagingDir, { recursive: true });
    await mkdir(partialDir, { recursive: true });
    for (const left of await readdir(stagingDir)) await unlink(join(stagingDir, left));
  } catch (error) {
    throw new AppError('internal', `The folder ${root} can't be written (${(error as Error).message}).`);
  }
  const pathOf = (sha256: string) => join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  const durable = new Map<string, Promise<void>>();
  const disk = createDiskRoom(readFreeBytes, minFreeBytes);

  const makeDurable = (sha256: string, bytes: number): Promise<void> => {
    let syncing = durable.get(sha256);
    if (!syncing) {
      syncing = syncFile(pathOf(sha256), { root, bytes });
      // A file is synced once, however many orders use it; a failure must be tried again.
      if (durable.size > maxCached) durable.clear();
      durable.set(sha256, syncing);
      syncing.catch(() => durable.delete(sha256));
    }
    return syncing;
  };

  return {
    async stage(maxBytes) {
      await disk.look();
      return await openStaging(join(stagingDir, randomUUID()), { maxBytes, disk });
    },
    stageMade: (make) => stageMade(join(stagingDir, randomUUID()), make),
    partial(id) {
      const path = join(partialDir, id);
      return {
        size: () => sizeOrNone(path),
        append: (from, body, maxBytes) => append(path, { from, body, maxBytes, disk }),
        // A copy, no second name: who still writes here must not change what was hashed.
        stage: () =>
          stageMade(join(stagingDir, randomUUID()), async (staged) => {
            disk.take(await sizeOrNone(path));
            await copyFile(path, staged, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
          }),
        remove: () => unlink(path).catch(ignore('ENOENT')),
      };
    },
    async keep(staged) {
      const path = pathOf(staged.sha256);
      await mkdir(dirname(path), { recursive: true });
      await link(staged.path, path).catch(ignore('EEXIST'));
      // Begun here, awaited by whoever must rely on it: an upload is answered without waiting for the disk.
      makeDurable(staged.sha256, staged.bytes).catch(() => {});
    },
    makeDurable,
    size: async (sha256) => (await stat(pathOf(sha256)).catch(fileMissing)).size,
    async read(sha256, start = 0) {
      const file = await open(pathOf(sha256), 'r').catch(fileMissing);
      return file.createReadStream({ start, highWaterMark: 256 * 1024 });
    },
    async withLocal(sha256, use) {
      await stat(pathOf(sha256)).catch(fileMissing);
      return await use(pathOf(sha256));
    },
    async remove(sha256) {
      durable.delete(sha256);
      await unlink(pathOf(sha256)).catch(ignore('ENOENT'));
    },
    async check() {
      const probe = await openStaging(join(stagingDir, randomUUID()), { maxBytes: 1, disk });
      await probe.discard();
    },
    freeBytes: readFreeBytes,
    hasRoom: disk.hasRoom,
  };
}

async function freeBytesOf(root: string): Promise<number> {
  const { bavail, bsize } = await statfs(root);
  return bavail * bsize;
}

interface DiskRoom {
  /** Asks how much is free, unless that was asked just now. */
  look(): Promise<void>;
  hasRoom(): Promise<boolean>;
  /** Takes room for bytes that are written next. Throws when they would leave too little. */
  take(bytes: number): void;
}

/** Many uploads that began while there was room for each take it together: so each write looks, by what is known and was written since. */
function createDiskRoom(readFreeBytes: () => Promise<number>, minFreeBytes: number): DiskRoom {
  let free = Number.POSITIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  const look = async () => {
    if (performance.now() - askedAt < freeBytesKeptMs) return;
    asking ??= readFreeBytes()
      .then((bytes) => {
        free = bytes;
        askedAt = performance.now();
      })
      .finally(() => {
        asking = undefined;
      });
    await asking;
  };
  return {
    look,
    async hasRoom() {
      await look();
      return free >= minFreeBytes;
    },
    take(bytes) {
      // What can't be asked now is asked with the next write.
      look().catch(() => {});
      if (free - bytes < minFreeBytes) throw diskNearlyFull();
      free -= bytes;
    },
  };
}

async function sizeOrNone(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    ignore('ENOENT')(error as NodeJS.ErrnoException);
    return 0;
  }
}

async function append(
  path: string,
  { from, body, maxBytes, disk }: { from: number; body: Readable; maxBytes: number; disk: DiskRoom },
): Promise<void> {
  await disk.look();
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT, 0o600);
  try {
    let position = from;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (position + chunk.length > maxBytes) throw fileTooLarge(maxBytes);
      disk.take(chunk.length);
      for (let written = 0; written < chunk.length; ) {
        const { bytesWritten } = await file.write(chunk, written, chunk.length - written, position);
        written += bytesWritten;
        position += bytesWritten;
      }
    }
  } finally {
    await file.close();
  }
}

async function syncFile(path: string, { root, bytes }: { root: string; bytes: number }): Promise<void> {
  const file = await open(path, 'r').catch(fileMissing);
  try {
    // A power cut between the rename and the first sync can leave a file that is too short.
    if ((await file.stat()).size !== bytes) throw new AppError('not_found', 'The file is no longer whole.');
    await file.datasync();
  } finally {
    await file.close();
  }
  for (let dir = dirname(path); dir.length >= root.length; dir = dirname(dir)) {
    const handle = await open(dir, 'r');
    await handle.sync().finally(() => handle.close());
  }
}

function fileMissing(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') throw new AppError('not_found', 'The file is no longer there.');
  throw error;
}

const ignore = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error;
};

async function stageMade(path: string, make: (path: string) => Promise<void>): Promise<StagedFile> {
  const discard = () => unlink(path).catch(ignore('ENOENT'));
  try {
    await make(path);
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of createReadStream(path, { highWaterMark: gatherBytes })) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
    return { path, bytes, sha256: hash.digest('hex'), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function openStaging(
  path: string,
  { maxBytes, disk }: { maxBytes: number; disk: DiskRoom },
): Promise<StagingFile> {
  const state: StagingState = {
    disk,
    file: await open(path, 'wx', 0o600),
    hash: createHash('sha256'),
    gathering: Buffer.allocUnsafeSlow(smallGatherBytes),
    gatheringSince: performance.now(),
    gathered: 0,
    bytes: 0,
    writing: undefined,
  };
  const close = async () => {
    const { file } = state;
    state.file = undefined;
    await state.writing?.catch(() => {});
    if (file) returnBuffer(state.gathering);
    await file?.close();
  };
  const discard = async () => {
    await close();
    await unlink(path).catch(ignore('ENOENT'));
  };
  return {
    write(chunk) {
      // Its buffer may have gone to another upload by now.
      if (!state.file) throw closed();
      state.bytes += chunk.length;
      if (state.bytes > maxBytes) throw fileTooLarge(maxBytes);
      return gather(state, chunk);
    },
    async finish(): Promise<StagedFile> {
      await state.writing;
      beginWrite(state);
      await state.writing;
      await close();
      return { path, bytes: state.bytes, sha256: state.hash.digest('hex'), discard };
    },
    discard,
  };
}

const closed = (): Error => new Error('The staging file is closed.');

interface StagingState {
  disk: DiskRoom;
  file: FileHandle | undefined;
  hash: Hash;
  gathering: Buffer;
  /** When the first byte may have come into it, by performance.now(). */
  gatheringSince: number;
  /** Bytes in it. */
  gathered: number;
  bytes: number;
  /** The one write in flight. */
  writing: Promise<void> | undefined;
}

/**
 * Buffers between uploads. Chunks are copied into them: kept until they are written, thousands of small buffers would
 * outlive the young generation and pile up until a full collection.
 */
const spareBuffers: Buffer[] = [];
const maxSpare = 8;
let largeInUse = 0;

/** A large one for a quick upload while there are some left, else a small one. */
function takeBuffer(isQuick: boolean): Buffer {
  if (!isQuick || largeInUse >= maxLargeBuffers) return Buffer.allocUnsafeSlow(smallGatherBytes);
  largeInUse += 1;
  return spareBuffers.pop() ?? Buffer.allocUnsafeSlow(gatherBytes);
}

function returnBuffer(buffer: Buffer): void {
  if (buffer.length < gatherBytes) return;
  largeInUse -= 1;
  if (spareBuffers.length < maxSpare) spareBuffers.push(buffer);
}

/** Undefined when more may come at once; else a promise of when. */
function gather(state: StagingState, chunk: Buffer): Promise<void> | undefined {
  const taken = chunk.copy(state.gathering, state.gathered);
  state.gathered += taken;
  if (state.gathered < state.gathering.length) return undefined;
  const rest = chunk.subarray(taken);
  if (state.writing) {
    return state.writing.then(() => {
      beginWrite(state);
      return gather(state, rest);
    });
  }
  beginWrite(state);
  return gather(state, rest);
}

/**
 * Writes what was gathered; the write before it must have ended. The next bytes are received and hashed while the disk works,
 * and at most two buffers are in use.
 */
function beginWrite(state: StagingState): void {
  const { file, gathering, gathered, disk } = state;
  // Discarded while the write before was under way.
  if (!file) throw closed();
  if (gathered === 0) return;
  disk.take(gathered);
  const bytes = gathering.subarray(0, gathered);
  const now = performance.now();
  state.gathering = takeBuffer(now - state.gatheringSince < quickMs);
  state.gatheringSince = now;
  state.gathered = 0;
  const written = file.write(bytes).finally(() => returnBuffer(gathering));
  state.writing = written.then(({ bytesWritten }) => {
    if (bytesWritten !== bytes.length)
      throw new Error(`only ${bytesWritten} of ${bytes.length} bytes were written`);
    state.writing = undefined;
  });
  // A failure stays in `writing` and is met by the next write or by finish; until then it must not count as unhandled.
  state.writing.catch(() => {});
  state.hash.update(bytes);
}
