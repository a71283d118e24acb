/**
 * Port: where uploaded bytes live, under their SHA-256. Adapters: files-folder.
 * Bytes arrive in a local staging file first, so that they can be examined before they are kept.
 */
import type { Readable } from 'node:stream';
import { AppError } from '@platen/contracts/app-error';

/** The refusal of a file beyond the limit, told by its length or by its bytes alike. */
export const fileTooLarge = (maxBytes: number): AppError =>
  new AppError('too_large', `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB.`);

/** The refusal while the disk is nearly full: orders of what is there go on. */
export const diskNearlyFull = (): AppError =>
  new AppError('internal', "Files can't be taken now: the disk of the service is nearly full.", {
    hint: 'What is uploaded already can be ordered.',
  });

export interface StagingFile {
  /** Takes one chunk; resolves when more may come. Throws AppError too_large beyond the limit, internal when the disk gets full meanwhile. */
  write(chunk: Buffer): Promise<void> | void;
  /** No more bytes: where they are, how many, and their SHA-256 in hex. */
  finish(): Promise<StagedFile>;
  /** Removes the staging file; harmless when it was finished and kept. */
  discard(): Promise<void>;
}

export interface StagedFile {
  path: string;
  bytes: number;
  sha256: string;
  /** Removes the staging file; what was kept stays. Harmless when it is gone. */
  discard(): Promise<void>;
}

/** The bytes of one upload that comes in several requests. They outlive a restart, and are no file that anybody reads yet. */
export interface PartialFile {
  /** So many have come, without a gap; 0 when there are none. */
  size(): Promise<number>;
  /**
   * Writes what comes, behind the first `from` bytes. What came before it breaks off stays. Throws AppError too_large beyond `maxBytes` in all,
   * internal when the disk gets full meanwhile.
   */
  append(from: number, body: Readable, maxBytes: number): Promise<void>;
  /** All of them, staged; they stay here until they are removed. */
  stage(): Promise<StagedFile>;
  /** Harmless when there are none. */
  remove(): Promise<void>;
}

export interface FileStore {
  /** A new staging file of at most `maxBytes`. */
  stage(maxBytes: number): Promise<StagingFile>;
  /** Stages a file that `make` writes to the path it is given; what it wrote is hashed afterwards. */
  stageMade(make: (path: string) => Promise<void>): Promise<StagedFile>;
  /** Of the upload with this id, a UUID. */
  partial(id: string): PartialFile;
  /** Keeps staged bytes under their SHA-256; the same bytes twice are kept once. The staging file stays to be discarded. */
  keep(staged: StagedFile): Promise<void>;
  /** Resolves when the bytes would survive a power cut. Throws not_found when they aren't all there. */
  makeDurable(sha256: string, bytes: number): Promise<void>;
  /** Throws not_found. */
  size(sha256: string): Promise<number>;
  /** The bytes from `start` (default 0) to the end. Throws not_found. */
  read(sha256: string, start?: number): Promise<Readable>;
  /** Runs `use` with a local path at which the bytes can be read until it settles. Throws not_found. */
  withLocal<T>(sha256: string, use: (path: string) => Promise<T>): Promise<T>;
  remove(sha256: string): Promise<void>;
  /** Throws one clear sentence when files can't be written now. */
  check(): Promise<void>;
  /** Bytes that are free for more; stores without such an end leave it out. */
  freeBytes?(): Promise<number>;
  /** False while the disk is nearly full: what is left of it is for the orders. Asked anew once a second at most. */
  hasRoom(): Promise<boolean>;
}
