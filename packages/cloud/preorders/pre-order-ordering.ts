/**
 * A pre-order becomes an order: its approved submissions are priced like any items. Owns that step; prices and rows of the order
 * are the orders' own.
 */
import { AppError } from '@platen/contracts/app-error';
import type { Context } from '../context.ts';
import type { Tx } from '../db/database.ts';
import type { DocumentTable } from '../documents/document-tables.ts';
import { createOrder } from '../orders/order-create.ts';
import type { WantedDelivery } from '../orders/order-delivery.ts';
import { type PricedOrder, priceOrder, type WantedOrder } from '../orders/order-pricing.ts';
import type { OrderItemTable, OrderTable } from '../orders/order-tables.ts';
import { closePastDeadline, endSubmissions, lockCurrentPreOrder, movePreOrder } from './pre-order-moves.ts';
import type { SubmittedSpec } from './pre-order-rules.ts';
import { findPreOrder } from './pre-order-store.ts';
import {
  listApprovedDocuments,
  listSubmissionsIn,
  listSubmittedPhotos,
  type SubmittedPhoto,
} from './pre-order-submission-store.ts';
import type { PreOrderTable } from './pre-order-tables.ts';

export interface OrderingRequest extends Partial<WantedDelivery> {
  pre_order_id: string;
  reject_pending: boolean;
  coupon_id?: string | undefined;
  note?: string | undefined;
}

/** Orders what is approved. Throws not_found, conflict (not orderable now), and whatever pricing refuses. */
export async function orderApproved(
  context: Context,
  request: OrderingRequest,
  answer: (tx: Tx, order: OrderTable, items: OrderItemTable[]) => unknown,
): Promise<unknown> {
  const preOrder = await getCurrentPreOrder(context, request.pre_order_id);
  await checkOrderable(context, preOrder, request.reject_pending);
  const wanted = await wantedOrder(context, preOrder, request);
  return await createOrder(context, wanted, async (tx, order, items) => {
    await finishOrdering(context, tx, { preOrder, order });
    return await answer(tx, order, items);
  });
}

/** Prices what is approved until now, whatever waits for review. Throws as ordering does. */
export async function quoteApproved(
  context: Context,
  request: Omit<OrderingRequest, 'reject_pending'>,
): Promise<PricedOrder> {
  const preOrder = await getCurrentPreOrder(context, request.pre_order_id);
  await checkOrderable(context, preOrder, true);
  return await priceOrder(context, await wantedOrder(context, preOrder, request));
}

/** One of the caller's, as deadlines leave it. Throws not_found. */
async function getCurrentPreOrder(context: Context, id: string): Promise<PreOrderTable> {
  const accountId = context.caller.accountId;
  await closePastDeadline(context.database, { accountId, now: context.now() });
  const preOrder = await findPreOrder(context.database.query, id);
  if (preOrder?.account_id !== accountId) throw new AppError('not_found', 'No such pre-order.');
  return preOrder;
}

async function checkOrderable(
  { database }: Context,
  { id: preOrderId, status }: PreOrderTable,
  rejectPending: boolean,
): Promise<void> {
  if (status !== 'open' && status !== 'closed') {
    throw new AppError('conflict', `The pre-order is ${status}; only an open or closed one can be ordered.`);
  }
  const pending = await listSubmissionsIn(database.query, { preOrderId, status: 'pending' });
  if (pending.length > 0 && !rejectPending) {
    throw new AppError('conflict', `Submissions that wait for review: ${pending.length}.`, {
      hint: 'Review them (review_submission), or send reject_pending true.',
    });
  }
}

async function wantedOrder(
  { database }: Context,
  preOrder: PreOrderTable,
  request: Omit<OrderingRequest, 'reject_pending'>,
): Promise<WantedOrder> {
  const db = database.query;
  const approved = await listSubmissionsIn(db, { preOrderId: preOrder.id, status: 'approved' });
  if (approved.length === 0) {
    throw new AppError('conflict', 'No submission of this pre-order is approved.', {
      hint: 'See what there is with get_pre_order, and decide with review_submission.',
    });
  }
  const photos = await listSubmittedPhotos(
    db,
    approved.map((submission) => submission.id),
  );
  const extraDocuments = await listApprovedDocuments(db, preOrder.id);
  checkNoneDeleted(photos, extraDocuments);
  const items = photos.map((photo) => ({
    document_id: photo.document_id,
    ...(JSON.parse(photo.spec) as SubmittedSpec),
  }));
  return {
    ...deliveryOf(preOrder, request),
    coupon_id: request.coupon_id,
    items,
    extraDocuments,
  };
}

/** While an order of it lived, submitters could delete what that order had printed or had been cancelled with. */
function checkNoneDeleted(photos: readonly SubmittedPhoto[], uploads: readonly DocumentTable[]): void {
  const gone = new Set(uploads.filter((upload) => upload.deleted_at !== null).map((upload) => upload.id));
  const photo = photos.find(({ document_id }) => gone.has(document_id));
  if (!photo) return;
  throw new AppError(
    'conflict',
    `A photo of submission ${photo.submission_id} was deleted by its submitter meanwhile.`,
    { hint: 'Cancel that submission (cancel_submission), then order again.' },
  );
}

/** What was said now; where nothing was said of delivery, what the pre-order has. The note stands by itself. */
function deliveryOf(
  preOrder: PreOrderTable,
  request: Omit<OrderingRequest, 'reject_pending'>,
): WantedDelivery & { note: string } {
  const kept = JSON.parse(preOrder.delivery) as Partial<WantedDelivery> & { note?: string };
  const { delivery_method, pickup_point_id, address_id, shipping_carrier_id } = request;
  const said = { pickup_point_id, address_id, shipping_carrier_id };
  const isSaid = delivery_method !== undefined || Object.values(said).some((value) => value !== undefined);
  const delivery = isSaid ? { ...said, delivery_method } : kept;
  return {
    ...delivery,
    delivery_method: delivery.delivery_method ?? 'pickup',
    note: request.note ?? kept.note ?? '',
  };
}

/** In the order's transaction: the pre-order is what it was when it was priced, and ends. */
async function finishOrdering(
  context: Context,
  tx: Tx,
  { preOrder, order }: { preOrder: PreOrderTable; order: OrderTable },
): Promise<void> {
  const now = context.now();
  const locked = await lockCurrentPreOrder(tx, { id: preOrder.id, now });
  if (locked.revision !== preOrder.revision + 1) {
    throw new AppError('conflict', 'The pre-order or one of its submissions has changed meanwhile.', {
      hint: 'Look at it again, then order it.',
    });
  }
  const move = { actor: 'owner', now } as const;
  const closed =
    locked.status === 'open'
      ? await movePreOrder(tx, { ...move, preOrder: locked, to: 'closed', detail: 'to be ordered' })
      : locked;
  const reason = 'The pre-order was ordered before this was reviewed.';
  await endSubmissions(tx, { preOrder, status: 'pending', to: 'rejected', reason, now });
  const detail = `order ${order.order_no}`;
  await movePreOrder(tx, { ...move, preOrder: closed, to: 'ordered', detail, orderId: order.id });
}
