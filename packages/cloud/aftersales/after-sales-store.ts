/** The SQL of after-sales requests: the copies and photos they are about, and their history. */
import type { AfterSalesStatus } from '@platen/contracts/states';
import type { Query, Tx } from '../db/database.ts';
import type { DocumentTable } from '../documents/document-tables.ts';
import { type PageWanted, readPage } from '../operation/paging.ts';
import type { AfterSalesItemTable, AfterSalesPhotoTable, AfterSalesTable } from './after-sales-tables.ts';

/** Those that something is still to be done about; the unique index of the table names the same. */
const openStatuses = ['requested', 'approved', 'reprinting'] as const satisfies readonly AfterSalesStatus[];

/** False, and nothing inserted, when another request about this order is open. */
export async function insertAfterSales(
  tx: Tx,
  row: AfterSalesTable,
  { items, photos }: { items: AfterSalesItemTable[]; photos: AfterSalesPhotoTable[] },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('after_sales')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false;
  await tx.insertInto('after_sales_items').values(items).execute();
  if (photos.length > 0) await tx.insertInto('after_sales_photos').values(photos).execute();
  return true;
}

export async function findAfterSales(db: Query | Tx, id: string): Promise<AfterSalesTable | undefined> {
  return await db.selectFrom('after_sales').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The request of this order whose new copies are not all settled. */
export async function findReprinting(tx: Tx, orderId: string): Promise<AfterSalesTable | undefined> {
  return await tx
    .selectFrom('after_sales')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('status', '=', 'reprinting')
    .executeTakeFirst();
}

/** Of one account or one shop (all without), in one status where it is named. */
export async function pageAfterSales(
  db: Query,
  filter: {
    accountId?: string | undefined;
    shopId?: string | undefined;
    status?: AfterSalesStatus | undefined;
    orderId?: string | undefined;
  },
  wanted: PageWanted,
) {
  let rows = db.selectFrom('after_sales').selectAll();
  if (filter.accountId !== undefined) rows = rows.where('account_id', '=', filter.accountId);
  if (filter.shopId !== undefined) rows = rows.where('shop_id', '=', filter.shopId);
  if (filter.status) rows = rows.where('status', '=', filter.status);
  if (filter.orderId) rows = rows.where('order_id', '=', filter.orderId);
  return await readPage(db, rows, wanted);
}

/** Ids of all requests about an order. */
export async function listAfterSalesIds(db: Query, orderId: string): Promise<string[]> {
  const rows = await db.selectFrom('after_sales').select('id').where('order_id', '=', orderId).execute();
  return rows.map(({ id }) => id);
}

export async function listAfterSalesItems(db: Query | Tx, ids: string[]): Promise<AfterSalesItemTable[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('after_sales_items')
    .selectAll()
    .where('after_sales_id', 'in', ids)
    .orderBy('position')
    .execute();
}

export async function listAfterSalesPhotos(db: Query | Tx, ids: string[]): Promise<AfterSalesPhotoTable[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('after_sales_photos')
    .selectAll()
    .where('after_sales_id', 'in', ids)
    .orderBy('position')
    .execute();
}

/** Conditional on the status it starts from; false when it has moved on. */
export async function updateAfterSales(
  tx: Tx,
  { id, from, ...changes }: { id: string; from: AfterSalesStatus } & Partial<AfterSalesTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('after_sales')
    .set(changes)
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** What was done for an item: the money that went back, or the job that prints it anew. */
export async function updateAfterSalesItem(
  tx: Tx,
  {
    afterSalesId,
    itemId,
    ...changes
  }: { afterSalesId: string; itemId: string } & Partial<
    Pick<AfterSalesItemTable, 'refunded_minor' | 'job_id'>
  >,
): Promise<void> {
  await tx
    .updateTable('after_sales_items')
    .set(changes)
    .where('after_sales_id', '=', afterSalesId)
    .where('item_id', '=', itemId)
    .execute();
}

/** Which of these orders have a request that something is still to be done about. */
export async function listOrdersWithOpenRequest(db: Query | Tx, orderIds: string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectFrom('after_sales')
    .select('order_id')
    .where('order_id', 'in', orderIds)
    .where('status', 'in', openStatuses)
    .execute();
  return rows.map((row) => row.order_id);
}

/** True while an open request needs this upload: as evidence, or as what is to be printed anew. */
export async function isUploadInAfterSales(db: Query | Tx, documentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('after_sales')
    .select('after_sales.id')
    .where('status', 'in', openStatuses)
    .where((e) =>
      e.or([
        e(
          'after_sales.id',
          'in',
          e.selectFrom('after_sales_photos').select('after_sales_id').where('document_id', '=', documentId),
        ),
        e(
          'after_sales.id',
          'in',
          e
            .selectFrom('after_sales_items')
            .innerJoin('order_items', 'order_items.id', 'after_sales_items.item_id')
            .select('after_sales_id')
            .where('document_id', '=', documentId),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** One photo of a request as it was uploaded. Undefined when it isn't in it, or the customer has deleted it since. */
export async function findEvidence(
  db: Query,
  { afterSalesId, documentId }: { afterSalesId: string; documentId: string },
): Promise<DocumentTable | undefined> {
  return await db
    .selectFrom('after_sales_photos')
    .innerJoin('documents', 'documents.id', 'after_sales_photos.document_id')
    .selectAll('documents')
    .where('after_sales_id', '=', afterSalesId)
    .where('document_id', '=', documentId)
    .where('documents.deleted_at', 'is', null)
    .executeTakeFirst();
}
