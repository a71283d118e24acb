/**
 * Files that nobody else on this machine may read: the database with the secret and everybody's addresses, uploads, codes. Owns
 * the look at the disk; what the process makes itself is private by its umask, which main.ts sets first.
 */
import { statSync } from 'node:fs';
import { AppError } from '@platen/contracts/app-error';
import { refuseReadable } from '@platen/contracts/private-modes';

/** Throws internal, with the command that mends it, when a file or folder that is there may be read by others. */
export function checkPrivate(paths: readonly string[]): void {
  // Windows has no such bits; there the user's own folder is private by its access list.
  if (process.platform === 'win32') return;
  const refusal = refuseReadable(paths, (path) => statSync(path, { throwIfNoEntry: false })?.mode);
  if (refusal) throw new AppError('internal', refusal.sentence, { hint: refusal.hint });
}
