/**
 * The SQL of the pictures beside restorations: masks and preview pairs. They live no longer than the photos they show, and count as what
 * their account keeps.
 */
import type { RestoreFileKind } from '@platen/contracts/restore-task';
import { addStoredBytes } from '../accounts/storage-store.ts';
import type { Query, Tx } from '../db/database.ts';
import { updateBytesCheckAt } from '../files/stored-file-store.ts';
import type { RestorationFileTable } from './restoration-tables.ts';

/** Puts it in the place of an earlier one of its kind. */
export async function upsertRestorationFile(
  tx: Tx,
  { file, now }: { file: RestorationFileTable; now: number },
): Promise<void> {
  const { restoration_id: id, kind, sha256, bytes } = file;
  await deleteFiles(tx, { ids: [id], kinds: [kind], now });
  await tx.insertInto('restoration_files').values({ restoration_id: id, kind, sha256, bytes }).execute();
  await addStoredBytes(tx, { accountId: await accountOf(tx, id), bytes });
}

async function accountOf(tx: Tx, restorationId: string): Promise<string> {
  const { account_id } = await tx
    .selectFrom('restorations')
    .select('account_id')
    .where('id', '=', restorationId)
    .executeTakeFirstOrThrow();
  return account_id;
}

export async function listRestorationFiles(
  db: Query | Tx,
  ids: readonly string[],
): Promise<RestorationFileTable[]> {
  if (ids.length === 0) return [];
  return await db.selectFrom('restoration_files').selectAll().where('restoration_id', 'in', ids).execute();
}

/** For whoever holds a signed address of it. */
export async function findRestorationFile(
  db: Query,
  { restorationId, kind }: { restorationId: string; kind: RestoreFileKind },
): Promise<RestorationFileTable | undefined> {
  return await db
    .selectFrom('restoration_files')
    .selectAll()
    .where('restoration_id', '=', restorationId)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

/** What a restoration had before it was given up shows nothing that was made. */
export async function deleteFilesOfRestoration(
  tx: Tx,
  { id, now }: { id: string; now: number },
): Promise<void> {
  await deleteFiles(tx, { ids: [id], kinds: ['mask', 'before', 'after'], now });
}

/** A photo was deleted: what shows it goes with it, as a source or as a result. */
export async function deleteFilesShowing(
  tx: Tx,
  { photoId, now }: { photoId: string; now: number },
): Promise<void> {
  const of = async (column: 'photo_id' | 'result_photo_id') =>
    (await tx.selectFrom('restorations').select('id').where(column, '=', photoId).execute()).map(
      ({ id }) => id,
    );
  const ofSource = await of('photo_id');
  await deleteFiles(tx, { ids: ofSource, kinds: ['mask', 'before', 'given'], now });
  const shownOnly = await tx
    .selectFrom('restorations')
    .leftJoin('documents', 'documents.id', 'restorations.result_photo_id')
    .select('restorations.id')
    .where('photo_id', '=', photoId)
    .where((e) => e.or([e('documents.id', 'is', null), e('documents.deleted_at', 'is not', null)]))
    .execute();
  const withoutResult = shownOnly.map(({ id }) => id);
  await deleteFiles(tx, { ids: [...(await of('result_photo_id')), ...withoutResult], kinds: ['after'], now });
}

/** Of one account. */
async function deleteFiles(
  tx: Tx,
  { ids, kinds, now }: { ids: readonly string[]; kinds: RestorationFileTable['kind'][]; now: number },
): Promise<void> {
  if (ids.length === 0) return;
  const removed = await tx
    .deleteFrom('restoration_files')
    .where('restoration_id', 'in', ids)
    .where('kind', 'in', kinds)
    .returning(['sha256', 'bytes'])
    .execute();
  if (removed.length === 0) return;
  for (const { sha256 } of removed) await updateBytesCheckAt(tx, { sha256, now });
  const bytes = removed.reduce((sum, file) => sum + file.bytes, 0);
  await addStoredBytes(tx, { accountId: await accountOf(tx, ids[0]!), bytes: -bytes });
}
