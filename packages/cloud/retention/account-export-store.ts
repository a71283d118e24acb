/**
 * The SQL of everything that an account has, a page of each thing at a time. Owns which columns its owner gets: those named here and no
 * others, so that a column that is added later leaves no secret by itself. Every statement names the account; nothing of another one,
 * of agents or of staff is read, and no hash of a key, a session, a password or a file.
 */
import type { Query } from '../db/database.ts';

export interface ExportPage {
  accountId: string;
  /** The last id of the page before; empty for the first one. */
  after: string;
  limit: number;
}

type Row = Record<string, unknown> & { id: string };

const jsonOf = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

/** Each with how one page is read, in the order of ids. */
export const exportSections: Readonly<Record<string, (db: Query, page: ExportPage) => Promise<Row[]>>> = {
  addresses: async (db, { accountId, after, limit }) =>
    await db
      .selectFrom('addresses')
      .select(['id', 'name', 'phone', 'country', 'province', 'city', 'district', 'detail', 'postcode'])
      .select(['region_id', 'is_default', 'created_at', 'updated_at'])
      .where('account_id', '=', accountId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  uploads: async (db, { accountId, after, limit }) =>
    await db
      .selectFrom('documents')
      .select(['id', 'kind', 'filename', 'content_type', 'bytes', 'pages', 'width_px', 'height_px'])
      .select(['restored_from', 'created_at'])
      .where('account_id', '=', accountId)
      .where('id', '>', after)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(limit)
      .execute(),
  orders: readOrdersWithItems,
  payments: readPaymentsWithRefunds,
  balance_transactions: async (db, { accountId, after, limit }) =>
    await db
      .selectFrom('ledger')
      .select(['id', 'amount_minor', 'balance_after_minor', 'currency', 'cause', 'cause_id', 'note'])
      .select('created_at')
      .where('account_id', '=', accountId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  coupons: async (db, { accountId, after, limit }) =>
    await db
      .selectFrom('coupons')
      .select(['id', 'kind', 'value', 'cap_minor', 'min_amount_minor', 'scope', 'valid_from', 'expires_at'])
      .select(['order_id', 'note', 'created_at'])
      .where('account_id', '=', accountId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  pre_orders: readPreOrdersWithCounts,
  submissions: readSubmissionsWithPhotos,
  restorations: async (db, { accountId, after, limit }) => {
    const rows = await db
      .selectFrom('restorations')
      .select(['id', 'photo_id', 'options', 'state', 'result_photo_id', 'preview_only', 'version'])
      .select(['created_at', 'finished_at'])
      .where('account_id', '=', accountId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map((row) => Object.assign(row, { options: jsonOf(row.options) }));
  },
  restore_shares: async (db, { accountId, after, limit }) =>
    await db
      .selectFrom('restore_shares')
      .select(['id', 'code', 'message', 'max_claims', 'claims', 'expires_at', 'revoked_at', 'created_at'])
      .where('account_id', '=', accountId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  claimed_shares: async (db, { accountId, after, limit }) => {
    const rows = await db
      .selectFrom('restore_claims')
      .select(['share_id as id', 'photo_ids', 'created_at'])
      .where('account_id', '=', accountId)
      .where('share_id', '>', after)
      .orderBy('share_id')
      .limit(limit)
      .execute();
    return rows.map((row) => Object.assign(row, { photo_ids: jsonOf(row.photo_ids) }));
  },
  after_sales: readAfterSalesWithParts,
  reviews: async (db, { accountId, after, limit }) =>
    await db
      .selectFrom('order_reviews')
      .select(['id', 'order_id', 'rating_print', 'rating_shipping', 'rating_service', 'comment', 'reply'])
      .select(['replied_at', 'created_at'])
      .where('account_id', '=', accountId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  api_keys: async (db, { accountId, after, limit }) =>
    await db
      .selectFrom('api_keys')
      .select(['id', 'name', 'key_hint', 'created_at', 'expires_at', 'revoked_at', 'last_used_at'])
      .where('account_id', '=', accountId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  sessions: async (db, { accountId, after, limit }) =>
    await db
      .selectFrom('sessions')
      .select(['id', 'device', 'created_at', 'last_used_at', 'expires_at', 'revoked_at'])
      .where('account_id', '=', accountId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  history: readHistory,
};

async function readOrdersWithItems(db: Query, { accountId, after, limit }: ExportPage): Promise<Row[]> {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'order_no', 'status', 'refund_status', 'delivery_method', 'delivery', 'tracking_no'])
    .select(['note', 'currency', 'subtotal_minor', 'discount_minor', 'shipping_minor'])
    .select(['shipping_discount_minor', 'total_minor', 'refunded_minor', 'coupon_id'])
    .select(['created_at', 'paid_at', 'shipped_at', 'completed_at'])
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  const items = await rowsOf(orders, (ids) =>
    db
      .selectFrom('order_items')
      .select(['order_id', 'position', 'document_id', 'size_code', 'paper_code', 'quantity', 'pages'])
      .select(['choices', 'unit_minor', 'amount_minor', 'discount_minor', 'refunded_minor'])
      .where('order_id', 'in', ids)
      .orderBy('order_id')
      .orderBy('position')
      .execute(),
  );
  return orders.map((order) =>
    Object.assign(order, {
      delivery: jsonOf(order.delivery),
      items: items
        .filter(({ order_id }) => order_id === order.id)
        .map(({ order_id: _, ...item }) => Object.assign(item, { choices: jsonOf(item.choices) })),
    }),
  );
}

async function readPaymentsWithRefunds(db: Query, { accountId, after, limit }: ExportPage): Promise<Row[]> {
  const payments = await db
    .selectFrom('payments')
    .select(['id', 'order_id', 'method', 'status', 'amount_minor', 'currency', 'failure'])
    .select(['created_at', 'settled_at'])
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  const refunds = await rowsOf(payments, (ids) =>
    db
      .selectFrom('refunds')
      .select(['id', 'payment_id', 'status', 'amount_minor', 'currency', 'destination', 'reason', 'failure'])
      .select(['created_at', 'settled_at'])
      .where('payment_id', 'in', ids)
      .orderBy('id')
      .execute(),
  );
  return payments.map((payment) =>
    Object.assign(payment, { refunds: refunds.filter(({ payment_id }) => payment_id === payment.id) }),
  );
}

/** Of what others sent in their number alone: who they are is theirs. */
async function readPreOrdersWithCounts(db: Query, { accountId, after, limit }: ExportPage): Promise<Row[]> {
  const preOrders = await db
    .selectFrom('pre_orders')
    .select(['id', 'share_code', 'status', 'title', 'description', 'order_type', 'spec_mode', 'spec'])
    .select(['max_quantity', 'allow', 'phones', 'deadline_at', 'quota_per_person', 'quota_total'])
    .select(['delivery', 'order_id', 'created_at', 'updated_at'])
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  const counts = await rowsOf(preOrders, (ids) =>
    db
      .selectFrom('submissions')
      .select(['pre_order_id', 'status'])
      .select((e) => [e.fn.countAll<number>().as('submissions'), e.fn.sum<number>('photos').as('photos')])
      .where('pre_order_id', 'in', ids)
      .groupBy(['pre_order_id', 'status'])
      .execute(),
  );
  return preOrders.map((preOrder) =>
    Object.assign(preOrder, {
      spec: jsonOf(preOrder.spec),
      phones: jsonOf(preOrder.phones),
      delivery: jsonOf(preOrder.delivery),
      received: counts
        .filter(({ pre_order_id }) => pre_order_id === preOrder.id)
        .map(({ status, submissions, photos }) => ({
          status,
          submissions: Number(submissions),
          photos: Number(photos),
        })),
    }),
  );
}

/** What this account sent in to others. */
async function readSubmissionsWithPhotos(db: Query, { accountId, after, limit }: ExportPage): Promise<Row[]> {
  const submissions = await db
    .selectFrom('submissions')
    .select(['id', 'pre_order_id', 'status', 'submitter_name', 'note', 'reject_reason'])
    .select(['created_at', 'reviewed_at'])
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  const photos = await rowsOf(submissions, (ids) =>
    db
      .selectFrom('submission_photos')
      .select(['submission_id', 'document_id', 'spec'])
      .where('submission_id', 'in', ids)
      .orderBy('submission_id')
      .orderBy('position')
      .execute(),
  );
  return submissions.map((submission) =>
    Object.assign(submission, {
      photos: photos
        .filter(({ submission_id }) => submission_id === submission.id)
        .map(({ document_id, spec }) => ({ photo_id: document_id, spec: jsonOf(spec) })),
    }),
  );
}

async function readAfterSalesWithParts(db: Query, { accountId, after, limit }: ExportPage): Promise<Row[]> {
  const requests = await db
    .selectFrom('after_sales')
    .select(['id', 'order_id', 'type', 'status', 'resolution', 'reason', 'description', 'decision_note'])
    .select(['created_at', 'decided_at', 'closed_at'])
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  const photos = await rowsOf(requests, (ids) =>
    db
      .selectFrom('after_sales_photos')
      .select(['after_sales_id', 'document_id'])
      .where('after_sales_id', 'in', ids)
      .orderBy('after_sales_id')
      .orderBy('position')
      .execute(),
  );
  return requests.map((request) =>
    Object.assign(request, {
      photo_ids: photos
        .filter(({ after_sales_id }) => after_sales_id === request.id)
        .map(({ document_id }) => document_id),
    }),
  );
}

/** What happened and when; what staff and agents said of it stays with them. */
async function readHistory(db: Query, { accountId, after, limit }: ExportPage): Promise<Row[]> {
  const rows = await db
    .selectFrom('events')
    .select(['seq', 'type', 'subject_id', 'created_at'])
    .where('account_id', '=', accountId)
    .where('seq', '>', Number(after))
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(({ seq, ...row }) => Object.assign(row, { id: String(seq) }));
}

/** What belongs to a page's rows; no statement where there are none. */
async function rowsOf<T>(
  rows: ReadonlyArray<{ id: string }>,
  read: (ids: string[]) => Promise<T[]>,
): Promise<T[]> {
  return rows.length === 0 ? [] : await read(rows.map(({ id }) => id));
}
