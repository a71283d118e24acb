/** Asking for after-sales and withdrawing it: the customer's side. */
import { AppError } from '@platen/contracts/app-error';
import type { Tx } from '../db/database.ts';
import { listDocumentsByIds } from '../documents/document-store.ts';
import { newId } from '../ids.ts';
import { listJobsOfOrders } from '../jobs/job-store.ts';
import { recordOrderEvent } from '../orders/order-moves.ts';
import { findOrder, listItems, lockOrder } from '../orders/order-store.ts';
import { moveAfterSales, orderOfRequest, recordAfterSalesEvent } from './after-sales-moves.ts';
import { chooseItems, type ItemWish, refundableMinor, refuseAfterSales } from './after-sales-rules.ts';
import { findAfterSales, insertAfterSales } from './after-sales-store.ts';
import type { AfterSalesTable } from './after-sales-tables.ts';

export interface WantedAfterSales {
  order_id: string;
  type: AfterSalesTable['type'];
  reason: string;
  description: string;
  items?: ItemWish[] | undefined;
  photo_ids: string[];
}

/** Writes the request down. Throws not_found (order, photo), conflict (too early, too late, one is open), unprocessable. */
export async function requestAfterSales(
  tx: Tx,
  wanted: WantedAfterSales,
  { accountId, now }: { accountId: string; now: number },
): Promise<AfterSalesTable> {
  const { order_id: orderId, type } = wanted;
  if (!(await findOrder(tx, { id: orderId, accountId }))) throw new AppError('not_found', 'No such order.');
  const order = await lockOrder(tx, { id: orderId, now });
  const refusal = refuseAfterSales(order, now);
  if (refusal) throw new AppError('conflict', refusal);
  const jobs = await listJobsOfOrders(tx, [orderId]);
  const concerned = chooseItems(await listItems(tx, [orderId]), jobs, wanted.items);
  if (typeof concerned === 'string') {
    throw new AppError(wanted.items ? 'unprocessable' : 'conflict', concerned);
  }
  if (type === 'refund' && refundableMinor(concerned).every((amount) => amount === 0)) {
    throw new AppError('conflict', 'Nothing was paid for these copies, so nothing can be paid back.');
  }
  await checkEvidence(tx, wanted.photo_ids, accountId);
  const request = rowOf(wanted, { accountId, shopId: order.shop_id, now });
  const key = { after_sales_id: request.id };
  const items = concerned.map(({ item, copies }) => ({
    ...key,
    item_id: item.id,
    position: item.position,
    copies,
    refunded_minor: 0,
    job_id: null,
  }));
  const photos = wanted.photo_ids.map((id, index) => ({ ...key, position: index + 1, document_id: id }));
  if (!(await insertAfterSales(tx, request, { items, photos }))) {
    throw new AppError('conflict', 'A request about this order is open already.', {
      hint: 'See list_after_sales.',
    });
  }
  recordAfterSalesEvent(tx, {
    request,
    from: null,
    to: 'requested',
    actor: 'customer',
    detail: '',
    now,
  });
  recordOrderEvent(tx, { order, event: 'after_sales_requested', detail: type, now });
  return request;
}

async function checkEvidence(tx: Tx, ids: string[], accountId: string): Promise<void> {
  if (ids.length === 0) return;
  const own = new Set((await listDocumentsByIds(tx, { ids, accountId })).map((upload) => upload.id));
  const missing = ids.findIndex((photoId) => !own.has(photoId));
  if (missing >= 0) throw new AppError('not_found', `photo_ids[${missing}]: no such upload in this account.`);
}

function rowOf(
  { order_id, type, reason, description }: WantedAfterSales,
  { accountId, shopId, now }: { accountId: string; shopId: string; now: number },
): AfterSalesTable {
  return {
    id: newId(),
    order_id,
    account_id: accountId,
    shop_id: shopId,
    type,
    status: 'requested',
    resolution: null,
    reason,
    description,
    decision_note: '',
    created_at: now,
    updated_at: now,
    decided_at: null,
    closed_at: null,
  };
}

/** The customer takes it back. Throws not_found, or conflict once it was decided. */
export async function withdrawAfterSales(
  tx: Tx,
  { id, accountId, now }: { id: string; accountId: string; now: number },
): Promise<AfterSalesTable> {
  const found = await findAfterSales(tx, id);
  if (found?.account_id !== accountId) throw new AppError('not_found', 'No such request.');
  await lockOrder(tx, { id: found.order_id, now });
  const request = (await findAfterSales(tx, id))!;
  if (request.status !== 'requested') {
    throw new AppError(
      'conflict',
      `The request is ${request.status}; only an undecided one can be withdrawn.`,
    );
  }
  recordOrderEvent(tx, { order: orderOfRequest(request), event: 'after_sales_withdrawn', detail: '', now });
  const changes = { resolution: 'withdrawn' } as const;
  return await moveAfterSales(tx, {
    request,
    to: 'closed',
    actor: 'customer',
    detail: 'withdrawn',
    now,
    changes,
  });
}
