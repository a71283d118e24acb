/** The SQL of uploaded documents and photos and nothing else. Both are rows of one table, told apart by `kind`. */
import type { Query, Tx } from '../db/database.ts';
import type { DocumentTable } from '../db/database-schema.ts';
import { type PageWanted, readPage } from '../paging.ts';

export type DocumentKind = DocumentTable['kind'];

export async function insertDocument(db: Query | Tx, row: DocumentTable): Promise<void> {
  await db.insertInto('documents').values(row).execute();
}

/** One upload of this account; of any kind when none is named. */
export async function findDocument(
  db: Query | Tx,
  wanted: { id: string; accountId: string; kind?: DocumentKind },
): Promise<DocumentTable | undefined> {
  let rows = db
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', wanted.id)
    .where('account_id', '=', wanted.accountId);
  if (wanted.kind) rows = rows.where('kind', '=', wanted.kind);
  return await rows.executeTakeFirst();
}

/** Those of these ids that belong to the account. */
export async function findDocuments(
  db: Query | Tx,
  { ids, accountId }: { ids: string[]; accountId: string },
): Promise<DocumentTable[]> {
  return await db
    .selectFrom('documents')
    .selectAll()
    .where('id', 'in', ids)
    .where('account_id', '=', accountId)
    .execute();
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

export async function listDocuments(
  db: Query,
  { accountId, kind }: { accountId: string; kind: DocumentKind },
  wanted: PageWanted,
) {
  const mine = db
    .selectFrom('documents')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', kind);
  return await readPage(mine, wanted);
}
