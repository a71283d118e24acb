/**
 * Files that nobody else on this machine may read: the database with the secret and everybody's addresses, uploads, codes. Owns
 * the check; what the process makes itself is private by its umask, which main.ts sets first.
 */
import { existsSync, statSync } from 'node:fs';
import { AppError } from '@platen/contracts/app-error';

/** Permissions of the group and of others (POSIX mode bits). */
const othersBits = 0o077;

/** Throws internal, with the command that mends it, when a file or folder that is there may be read by others. */
export function checkPrivate(paths: readonly string[]): void {
  // Windows has no such bits; there the user's own folder is private by its access list.
  if (process.platform === 'win32') return;
  const open = paths.filter((path) => existsSync(path) && (statSync(path).mode & othersBits) !== 0);
  if (open.length === 0) return;
  throw new AppError('internal', `Other users of this machine can read ${open.join(', ')}.`, {
    hint: `Close them first: chmod go= ${open.map((path) => `'${path}'`).join(' ')}`,
  });
}
