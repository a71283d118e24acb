/**
 * Which files of this machine the bridge may hand out. Owns that decision: real paths on both sides, so that neither `..` nor
 * a symbolic link leads out of the folders that were allowed, and a look at what was really opened, so that a swap doesn't.
 */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@platen/contracts/app-error';

export interface AllowedFile {
  handle: FileHandle;
  name: string;
  bytes: number;
}

/**
 * The real path of a folder that shall be allowed; `~/` is the home folder, since no shell reads a client's settings.
 * Throws AppError with a sentence when there is none.
 */
export async function realFolder(folder: string): Promise<string> {
  const real = await realpath(withHome(folder)).catch(() => undefined);
  if (real !== undefined && (await stat(real)).isDirectory()) return real;
  throw new AppError('malformed', `--allow-dir: there is no folder ${folder}.`);
}

/**
 * Opens a file inside one of the folders (real paths). A path that isn't absolute is looked up in each of them, in order;
 * `~/` and `file:` addresses are taken too. Throws AppError with a sentence when it is outside, missing, unreadable, or no
 * regular file.
 */
export async function openAllowedFile(path: string, folders: readonly string[]): Promise<AllowedFile> {
  if (folders.length === 0)
    throw refusal('this bridge was started without access to files. --allow-dir allows a folder.');
  const local = localPath(path);
  const candidates = isAbsolute(local) ? [local] : folders.map((folder) => resolve(folder, local));
  const refusals: AppError[] = [];
  for (const candidate of candidates) {
    try {
      return await openInside(candidate, folders);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusals.push(error);
    }
  }
  throw refusals.find(({ code }) => code !== 'not_found') ?? refusals[0]!;
}

function localPath(path: string): string {
  if (path.includes('\0')) throw refusal('a path has no zero bytes.');
  if (!/^file:/i.test(path)) return withHome(path);
  try {
    return fileURLToPath(path);
  } catch {
    throw refusal('this file: address names no file of this machine.');
  }
}

const withHome = (path: string): string => (/^~[/\\]/.test(path) ? join(homedir(), path.slice(2)) : path);

async function openInside(path: string, folders: readonly string[]): Promise<AllowedFile> {
  const real = await realpath(path).catch((error: NodeJS.ErrnoException) => {
    // What is or isn't there outside isn't the client's to know.
    throw isInside(resolve(path), folders) ? unreadable(error) : outside(folders);
  });
  if (!isInside(real, folders)) throw outside(folders);
  // To open a device may do something by itself, so a look goes first.
  checkRegular(await lstat(real).catch(throwUnreadable));
  // A pipe or a link may have taken the file's place since: wait for no writer, follow nothing.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW | constants.O_NOCTTY;
  const handle = await open(real, flags).catch(throwUnreadable);
  try {
    const facts = await handle.stat();
    checkRegular(facts);
    if (!isInside(await placeOf(handle, real), folders)) throw outside(folders);
    return { handle, name: plainName(real), bytes: facts.size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Where the opened file is: a folder on the way may have been swapped for a link after the look. */
async function placeOf(handle: FileHandle, path: string): Promise<string> {
  // Linux knows it of the open file itself.
  const known = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
  if (known !== undefined) return known;
  const place = await realpath(path).catch(throwUnreadable);
  const there = await lstat(place, { bigint: true }).catch(throwUnreadable);
  const opened = await handle.stat({ bigint: true });
  if (there.dev === opened.dev && there.ino === opened.ino) return place;
  throw refusal('the file changed while it was opened.');
}

function isInside(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const way = relative(folder, path);
    return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  });
}

function checkRegular(facts: Stats): void {
  if (facts.isDirectory()) throw refusal('this is a folder; name a file in it.');
  if (!facts.isFile()) throw refusal('this is no regular file.');
}

/** Control characters are fit for a file system, and for no header and no order. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const plainName = (path: string): string => basename(path).replace(/[\x00-\x1f\x7f]/g, '_');

const outside = (folders: readonly string[]): AppError =>
  refusal(`must be inside ${folders.join(' or ')}. Further folders are allowed with --allow-dir.`);

function unreadable({ code }: NodeJS.ErrnoException): AppError {
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new AppError('not_found', 'file_path: there is no such file.');
  if (code === 'EACCES' || code === 'EPERM')
    return refusal('its permissions keep this program from reading it.');
  return refusal(`the file can't be read (${code}).`);
}

const throwUnreadable = (error: NodeJS.ErrnoException): never => {
  throw unreadable(error);
};

const refusal = (sentence: string): AppError => new AppError('forbidden', `file_path: ${sentence}`);
