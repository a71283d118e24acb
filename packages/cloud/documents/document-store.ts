/**
 * The SQL of uploaded documents and photos and nothing else. Both are rows of one table, told apart by `kind`. A deleted
 * row stays for the orders that name it, and is found only by whoever asks for deleted ones.
 */

import { addStoredBytes } from '../accounts/storage-store.ts';
import type { Query, Tx } from '../db/database.ts';
import { newId } from '../ids.ts';
import { type PageWanted, readPage } from '../operation/paging.ts';
import { readDetails, writeDetails } from './document-details.ts';
import type { DocumentTable } from './document-tables.ts';

export type DocumentKind = DocumentTable['kind'];

/** Adds it, and counts its bytes as its account's. */
export async function insertDocument(db: Query | Tx, row: DocumentTable): Promise<void> {
  await db.insertInto('documents').values(row).execute();
  await addStoredBytes(db, { accountId: row.account_id, bytes: row.bytes });
}

/**
 * Gives another account (or the same) a row of its own with the same bytes; the new row. `source` must be a row that
 * was found alive in this transaction.
 */
export async function copyDocument(
  tx: Tx,
  source: DocumentTable,
  { accountId, now }: { accountId: string; now: number },
): Promise<DocumentTable> {
  const row: DocumentTable = {
    ...source,
    id: newId(),
    account_id: accountId,
    created_at: now,
    deleted_at: null,
    // What it was made from belongs to another account.
    ...(source.account_id === accountId ? {} : { restored_from: null, details: withoutLineage(source) }),
  };
  await insertDocument(tx, row);
  return row;
}

function withoutLineage(source: DocumentTable): string {
  const { restored_by: _, contact_sheet: __, ...details } = readDetails(source);
  return writeDetails(details);
}

/** One upload of this account; of any kind when none is named. */
export async function findDocument(
  db: Query | Tx,
  wanted: { id: string; accountId: string; kind?: DocumentKind | undefined },
): Promise<DocumentTable | undefined> {
  let rows = db
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', wanted.id)
    .where('account_id', '=', wanted.accountId)
    .where('deleted_at', 'is', null);
  if (wanted.kind) rows = rows.where('kind', '=', wanted.kind);
  return await rows.executeTakeFirst();
}

/** An upload of any account: for whoever holds a signed address of it. */
export async function findLiveDocument(db: Query | Tx, id: string): Promise<DocumentTable | undefined> {
  return await db
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Uploads of any account that are not deleted: for who may look at them for another reason. */
export async function listLiveDocuments(db: Query | Tx, ids: readonly string[]): Promise<DocumentTable[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('documents')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .execute();
}

/** Those of these ids that belong to the account; with `withDeleted` also deleted ones, for orders that name them. */
/** What those of these uploads that are not deleted are called, by id. */
export async function readFileNames(
  db: Query | Tx,
  ids: readonly string[],
): Promise<Map<string, Pick<DocumentTable, 'filename' | 'kind'>>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'filename', 'kind'])
    .where('id', 'in', [...new Set(ids)])
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function listDocumentsByIds(
  db: Query | Tx,
  { ids, accountId, withDeleted = false }: { ids: string[]; accountId: string; withDeleted?: boolean },
): Promise<DocumentTable[]> {
  if (ids.length === 0) return [];
  let rows = db
    .selectFrom('documents')
    .selectAll()
    .where('id', 'in', ids)
    .where('account_id', '=', accountId);
  if (!withDeleted) rows = rows.where('deleted_at', 'is', null);
  return await rows.execute();
}

/** What an order prints, of whichever account: whose uploads may be in it was checked when it was made. */
export async function listDocumentsOfOrder(db: Query | Tx, orderId: string): Promise<DocumentTable[]> {
  return await db
    .selectFrom('documents')
    .selectAll()
    .where('id', 'in', (e) =>
      e.selectFrom('order_items').select('document_id').where('order_id', '=', orderId),
    )
    .execute();
}

export async function pageDocuments(
  db: Query,
  { accountId, kind }: { accountId: string; kind: DocumentKind | undefined },
  wanted: PageWanted,
) {
  let mine = db
    .selectFrom('documents')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null);
  if (kind) mine = mine.where('kind', '=', kind);
  return await readPage(db, mine, wanted);
}

/** Takes the row until the transaction ends, so that what is decided about it holds until it is written. */
export async function lockDocument(
  tx: Tx,
  { id, accountId, kind }: { id: string; accountId: string; kind: DocumentKind | undefined },
): Promise<DocumentTable | undefined> {
  let rows = tx
    .updateTable('documents')
    .set((e) => ({ deleted_at: e.ref('deleted_at') }))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null);
  if (kind) rows = rows.where('kind', '=', kind);
  return await rows.returningAll().executeTakeFirst();
}

/** Marks a locked row, and gives its account the bytes back. */
export async function updateDeleted(
  tx: Tx,
  { id, account_id: accountId, bytes }: Pick<DocumentTable, 'id' | 'account_id' | 'bytes'>,
  now: number,
): Promise<void> {
  await tx.updateTable('documents').set({ deleted_at: now }).where('id', '=', id).execute();
  await addStoredBytes(tx, { accountId, bytes: -bytes });
}

/** The number of an unfinished order that prints this upload. */
export async function findOrderUsing(tx: Tx, documentId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select('orders.order_no')
    .where('order_items.document_id', '=', documentId)
    .where('orders.status', 'not in', ['completed', 'cancelled'])
    .orderBy('orders.id')
    .limit(1)
    .executeTakeFirst();
  return row?.order_no;
}
