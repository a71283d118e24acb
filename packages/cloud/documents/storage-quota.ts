/**
 * What an account may keep. Owns the refusals: early, where there is no room at all, and exactly, in the transaction that adds an
 * upload.
 */
import { AppError } from '@platen/contracts/app-error';
import { getStorage } from '../accounts/storage-store.ts';
import type { Deps } from '../context.ts';
import type { Query, Tx } from '../db/database.ts';

const mib = 1024 * 1024;
const inMiB = (bytes: number): string => `${Math.ceil(bytes / mib)} MiB`;

/**
 * Throws too_large when the account keeps more than it may, with `comingBytes` on top. After addStoredBytes in the same transaction
 * it is exact: the account's row is held.
 */
export async function checkQuota(
  db: Query | Tx,
  { accountQuotaBytes }: Pick<Deps, 'accountQuotaBytes'>,
  { accountId, comingBytes = 0 }: { accountId: string; comingBytes?: number },
): Promise<void> {
  const { storedBytes, quotaBytes } = await getStorage(db, accountId);
  const mayBytes = quotaBytes ?? accountQuotaBytes;
  if (storedBytes + comingBytes <= mayBytes) return;
  throw new AppError(
    'too_large',
    `This account may keep ${inMiB(mayBytes)} of files, and this would be more.`,
    {
      hint: 'Delete uploads that are not needed any more, or ask the service for more room.',
    },
  );
}
