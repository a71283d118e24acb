/**
 * Which files of this machine the bridge may hand out. Owns that decision: real paths on both sides, so that neither `..` nor
 * a symbolic link leads out of the folders that were allowed.
 */
import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import { AppError } from '@platen/contracts/app-error';

export interface AllowedFile {
  handle: FileHandle;
  name: string;
  bytes: number;
}

/**
 * Opens a file inside one of the folders (real paths). A path that isn't absolute is looked up in each of them, in order.
 * Throws AppError with a sentence when it is outside, missing, or no regular file.
 */
export async function openAllowedFile(path: string, folders: readonly string[]): Promise<AllowedFile> {
  if (folders.length === 0) throw refusal('this bridge was started without access to files.');
  const candidates = isAbsolute(path) ? [path] : folders.map((folder) => resolve(folder, path));
  for (const candidate of candidates) {
    const real = await realpath(candidate).catch(() => undefined);
    if (real === undefined) continue;
    if (!folders.some((folder) => isInside(real, folder))) throw outside(folders);
    return await openRegular(real);
  }
  // A missing file outside is told like any other outside: what is there isn't the client's to know.
  if (!candidates.some((candidate) => folders.some((folder) => isInside(candidate, folder))))
    throw outside(folders);
  throw refusal('there is no such file.');
}

async function openRegular(path: string): Promise<AllowedFile> {
  // A pipe would block the opening until somebody writes into it.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  const handle = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    throw refusal(`the file can't be read (${error.code}).`);
  });
  const facts = await handle.stat();
  if (facts.isFile()) return { handle, name: basename(path), bytes: facts.size };
  await handle.close();
  throw refusal('this is no regular file.');
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

const outside = (folders: readonly string[]): AppError =>
  refusal(`must be inside ${folders.join(' or ')}. Further folders are allowed with --allow-dir.`);

const refusal = (sentence: string): AppError => new AppError('forbidden', `file_path: ${sentence}`);
