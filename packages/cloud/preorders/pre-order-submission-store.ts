/** The SQL of submissions: what people sent in for a pre-order. */
import type { SubmissionStatus } from '@platen/contracts/states';
import type { Query, Tx } from '../db/database.ts';
import type { DocumentTable } from '../documents/document-tables.ts';
import { type PageWanted, readPage } from '../operation/paging.ts';
import type { Taken } from './pre-order-rules.ts';
import type { SubmissionPhotoTable, SubmissionTable } from './pre-order-tables.ts';

/** Those that hold a place in their pre-order. */
const active = ['pending', 'approved'] as const satisfies readonly SubmissionStatus[];

export async function insertSubmission(
  tx: Tx,
  row: SubmissionTable,
  photos: SubmissionPhotoTable[],
): Promise<void> {
  await tx.insertInto('submissions').values(row).execute();
  await tx.insertInto('submission_photos').values(photos).execute();
}

export async function findSubmission(db: Query | Tx, id: string): Promise<SubmissionTable | undefined> {
  return await db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Submissions of a pre-order: of one account, in one status, where they are named. */
export async function pageSubmissions(
  db: Query,
  wanted: { preOrderId: string; accountId?: string; status?: SubmissionStatus | undefined },
  page: PageWanted,
) {
  let rows = db.selectFrom('submissions').selectAll().where('pre_order_id', '=', wanted.preOrderId);
  if (wanted.accountId) rows = rows.where('account_id', '=', wanted.accountId);
  if (wanted.status) rows = rows.where('status', '=', wanted.status);
  return await readPage(db, rows, page);
}

/** All of a pre-order in one status, oldest first; there are never more than a pre-order takes photos. */
export async function listSubmissionsIn(
  db: Query | Tx,
  { preOrderId, status }: { preOrderId: string; status: SubmissionStatus },
): Promise<SubmissionTable[]> {
  return await db
    .selectFrom('submissions')
    .selectAll()
    .where('pre_order_id', '=', preOrderId)
    .where('status', '=', status)
    .orderBy('id')
    .execute();
}

export interface SubmissionCount {
  pre_order_id: string;
  status: SubmissionStatus;
  submissions: number;
  photos: number;
}

/** How many submissions and photos each of these pre-orders has in each status. */
export async function countSubmissions(db: Query | Tx, preOrderIds: string[]): Promise<SubmissionCount[]> {
  if (preOrderIds.length === 0) return [];
  const rows = await db
    .selectFrom('submissions')
    .where('pre_order_id', 'in', preOrderIds)
    .groupBy(['pre_order_id', 'status'])
    .select((e) => [
      'pre_order_id',
      'status',
      e.fn.countAll<number>().as('submissions'),
      e.fn.sum<number>('photos').as('photos'),
    ])
    .execute();
  return rows.map((row) => ({ ...row, submissions: Number(row.submissions), photos: Number(row.photos) }));
}

/** Photos that hold a place: of everybody, and of this account. */
export async function countTaken(
  db: Query | Tx,
  { preOrderId, accountId }: { preOrderId: string; accountId: string | undefined },
): Promise<Taken> {
  const rows = await db
    .selectFrom('submissions')
    .where('pre_order_id', '=', preOrderId)
    .where('status', 'in', active)
    .groupBy('account_id')
    .select((e) => ['account_id', e.fn.sum<number>('photos').as('photos')])
    .execute();
  const all = rows.reduce((sum, row) => sum + Number(row.photos), 0);
  return { all, own: Number(rows.find((row) => row.account_id === accountId)?.photos ?? 0) };
}

/** Conditional on the status it starts from; false when it has moved on. */
export async function updateSubmissionStatus(
  tx: Tx,
  { id, from, ...changes }: { id: string; from: SubmissionStatus } & Partial<SubmissionTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('submissions')
    .set(changes)
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A submitted photo with what is known of the upload; nothing of it is left when its submitter has deleted it since. */
export interface SubmittedPhoto extends SubmissionPhotoTable {
  filename: string | null;
  content_type: string | null;
  pages: number | null;
  width_px: number | null;
  height_px: number | null;
}

export async function listSubmittedPhotos(
  db: Query | Tx,
  submissionIds: string[],
): Promise<SubmittedPhoto[]> {
  if (submissionIds.length === 0) return [];
  return await db
    .selectFrom('submission_photos')
    .leftJoin('documents', 'documents.id', 'submission_photos.document_id')
    .selectAll('submission_photos')
    .select(['filename', 'content_type', 'pages', 'width_px', 'height_px'])
    .where('submission_id', 'in', submissionIds)
    .orderBy('submission_id')
    .orderBy('position')
    .execute();
}

/** Those of these uploads that hold a place in this pre-order already. */
export async function listSubmittedAmong(
  tx: Tx,
  { preOrderId, documentIds }: { preOrderId: string; documentIds: string[] },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('submission_photos')
    .innerJoin('submissions', 'submissions.id', 'submission_photos.submission_id')
    .select('document_id')
    .where('pre_order_id', '=', preOrderId)
    .where('status', 'in', active)
    .where('document_id', 'in', documentIds)
    .execute();
  return rows.map((row) => row.document_id);
}

/** The uploads of approved submissions, of whichever account: the pre-order's owner may print them. */
export async function listApprovedDocuments(db: Query, preOrderId: string): Promise<DocumentTable[]> {
  return await db
    .selectFrom('documents')
    .selectAll()
    .where('id', 'in', (e) =>
      e
        .selectFrom('submission_photos')
        .innerJoin('submissions', 'submissions.id', 'submission_photos.submission_id')
        .select('document_id')
        .where('pre_order_id', '=', preOrderId)
        .where('status', '=', 'approved'),
    )
    .execute();
}

/**
 * Takes these uploads of the account until the transaction ends, so that they can't be deleted while they are submitted.
 * Those that are not there, or somebody else's, are missing in the answer.
 */
export async function lockUploads(
  tx: Tx,
  { ids, accountId }: { ids: string[]; accountId: string },
): Promise<DocumentTable[]> {
  return await tx
    .updateTable('documents')
    .set((e) => ({ kind: e.ref('kind') }))
    .where('id', 'in', ids)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .execute();
}

/**
 * True while a pending or approved submission of a pre-order that has not ended needs this upload: its submitter can't delete
 * it then. (Once it is ordered, the order needs it.)
 */
export async function isUploadSubmitted(db: Query | Tx, documentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('submission_photos')
    .innerJoin('submissions', 'submissions.id', 'submission_photos.submission_id')
    .innerJoin('pre_orders', 'pre_orders.id', 'submissions.pre_order_id')
    .select('document_id')
    .where('document_id', '=', documentId)
    .where('submissions.status', 'in', active)
    .where('pre_orders.status', 'in', ['draft', 'open', 'closed'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** One photo of a submission as it was uploaded. Undefined when it isn't in it, or its submitter has deleted it since. */
export async function findSubmittedUpload(
  db: Query,
  { submissionId, documentId }: { submissionId: string; documentId: string },
): Promise<DocumentTable | undefined> {
  return await db
    .selectFrom('submission_photos')
    .innerJoin('documents', 'documents.id', 'submission_photos.document_id')
    .selectAll('documents')
    .where('submission_id', '=', submissionId)
    .where('document_id', '=', documentId)
    .where('documents.deleted_at', 'is', null)
    .executeTakeFirst();
}
