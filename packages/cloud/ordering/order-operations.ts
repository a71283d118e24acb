/** Orders of the caller's own account: create, list, look at, cancel, track. Tracking by number is public. */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@platen/contracts/app-error';
import { readOrderNo } from '@platen/contracts/order-number-rules';
import { id, line, listOf, paging, readSpan, timeSpan } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { readHistory } from '../events/event-log.ts';
import { cancelOrder } from '../fulfilment/order-cancel.ts';
import { quoteShape, quoteView } from '../fulfilment/order-quote.ts';
import { confirmReceipt } from '../fulfilment/order-sending.ts';
import {
  createdOrderView,
  orderShape,
  orderStatus,
  publicTrackingShape,
  publicTrackingView,
  trackingShape,
  trackingView,
  viewOrders,
} from '../fulfilment/order-view.ts';
import { listJobsOfOrders } from '../jobs/job-store.ts';
import { defineOperation } from '../operation/operation.ts';
import { createOrder } from '../orders/order-create.ts';
import { creationInput, orderInputShape } from '../orders/order-input.ts';
import type { OrderEvent } from '../orders/order-moves.ts';
import { priceOrder } from '../orders/order-pricing.ts';
import { findOrder, findOrderByNo, pageOrders } from '../orders/order-store.ts';
import type { OrderTable } from '../orders/order-tables.ts';
import { orderApproved } from '../preorders/pre-order-ordering.ts';

const orderInput = z.strictObject({ order_id: id('From create_order or list_orders') });

/** How long cancel waits for the agent's word before it answers "requested". */
const cancelWaitMs = 3000;

export const orderOperations = [
  defineOperation({
    name: 'create_order',
    title: 'Create an order',
    summary:
      'Orders prints of uploaded photos and documents (items), or of all approved photos of a pre-order (pre_order_id); collected at the shop unless delivery_method says otherwise. Returns order_id, every price and the total, status pending_payment: nothing is charged or printed before pay_with_balance or create_payment. Not paid by expires_at, it is cancelled by itself. With an idempotency_key a repeat orders nothing twice.',
    rest: { method: 'POST', path: '/api/orders' },
    tool: { group: 'orders', core: true, answer: 'described', longAnswer: { see: 'get_order_status' } },
    access: 'customer',
    effect: 'create',
    input: creationInput,
    example: {
      items: [{ photo_id: 'photo_id', size: '4x6', paper_type: 'glossy', quantity: 2 }],
      delivery_method: 'pickup',
    },
    output: orderShape,
    run: async (context, input) => (await makeOrder(context, input)) as never,
  }),
  defineOperation({
    name: 'list_orders',
    title: 'List orders',
    summary: "Lists this account's orders, newest first, with order_id, items and amounts.",
    rest: { method: 'GET', path: '/api/orders' },
    tool: { group: 'orders', core: true, longAnswer: { see: 'get_order_status' } },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({
      status: orderStatus.optional().describe('Only orders with this status'),
      ...timeSpan,
      ...paging,
    }),
    output: listOf(orderShape),
    async run({ database, caller, now }, { status, from, to, ...wanted }) {
      const mine = { accountId: caller.accountId, status, span: readSpan({ from, to }) };
      const { rows, total } = await pageOrders(database.query, mine, wanted);
      return { items: await viewOrders(database.query, rows, now()), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'get_order_status',
    title: 'Look at an order',
    summary:
      'Returns one order: status (whether it is printed, ready, shipped), items, amounts, print jobs and how old their news is, what holds it, and what can be done to it now.',
    rest: { method: 'GET', path: '/api/orders/{order_id}' },
    tool: { group: 'orders', core: true, answer: 'structured', longAnswer: 'in parts' },
    access: 'customer',
    effect: 'read',
    input: orderInput,
    output: orderShape,
    async run(context, { order_id }) {
      return await viewOwnOrder(context, order_id);
    },
  }),
  defineOperation({
    name: 'cancel_order',
    title: 'Cancel an order',
    summary:
      'Cancels an order that has not gone to a printer and refunds it to where the money came from. When the shop must be asked first it comes back with cancellation requested. Refused once a sheet may have been printed: then create_after_sales.',
    rest: { method: 'PUT', path: '/api/orders/{order_id}/cancel' },
    tool: { group: 'orders', core: true, longAnswer: { see: 'get_order_status' } },
    access: 'customer',
    effect: 'update',
    input: orderInput,
    output: orderShape,
    async run(context, { order_id }) {
      const request = { id: order_id, accountId: context.caller.accountId, now: context.now() };
      await context.database.transaction((tx) => cancelOrder(context.database, tx, request));
      return await afterCancel(context, order_id);
    },
  }),
  defineOperation({
    name: 'track_order',
    title: 'Track by order number',
    summary:
      "Returns how far an order is by its order_no alone, whoever's it is: status, copies printed, events. Shows no name, address or amount.",
    rest: { method: 'GET', path: '/api/orders/track/{order_no}' },
    tool: { group: 'orders' },
    access: 'public',
    effect: 'read',
    input: z.strictObject({ order_no: line(1, 40).describe('From the order, e.g. P4X7-K2M9-QT1D-3') }),
    output: publicTrackingShape,
    async run({ database }, { order_no }) {
      const written = readOrderNo(order_no);
      const order = written && (await findOrderByNo(database.query, written));
      if (!order) throw new AppError('not_found', 'No order has this number. Check it for typing errors.');
      const events = await readHistory<OrderEvent>(database.query, order.id);
      return publicTrackingView(order, events, await listJobsOfOrders(database.query, [order.id]));
    },
  }),
  defineOperation({
    name: 'get_order_tracking',
    title: 'Track an order',
    summary:
      "Returns how far one of this account's orders is: status, copies printed, carrier, everything that happened, in words.",
    rest: { method: 'GET', path: '/api/orders/{order_id}/tracking' },
    tool: { group: 'orders', core: true, answer: 'structured', longAnswer: 'in parts' },
    access: 'customer',
    effect: 'read',
    input: orderInput,
    output: trackingShape,
    async run(context, { order_id }) {
      const order = await getOwnOrder(context, order_id);
      const db = context.database.query;
      return trackingView(
        order,
        await readHistory<OrderEvent>(db, order_id),
        await listJobsOfOrders(db, [order_id]),
      );
    },
  }),
  defineOperation({
    name: 'quote_order',
    title: 'Price an order',
    summary:
      'Prices an order without creating it: the same input as create_order, the same refusals, and the same itemised amounts.',
    rest: { method: 'POST', path: '/api/orders/quote' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject(orderInputShape),
    example: { items: [{ photo_id: 'photo_id', size: '4x6', paper_type: 'glossy', quantity: 2 }] },
    output: quoteShape,
    run: async (context, input) => quoteView(await priceOrder(context, input), context.currency),
  }),
  defineOperation({
    name: 'confirm_receipt',
    title: 'Confirm receipt',
    summary:
      'Says that a shipped order (order_id from list_orders) has arrived, which completes it. Orders that nobody confirms are completed ten days after they were shipped. Returns the order.',
    rest: { method: 'PUT', path: '/api/orders/{order_id}/confirm-receipt' },
    access: 'customer',
    effect: 'update',
    input: orderInput,
    output: orderShape,
    async run(context, { order_id }) {
      const wanted = { id: order_id, accountId: context.caller.accountId };
      await context.database.transaction((tx) => confirmReceipt(tx, { ...wanted, now: context.now() }));
      return await viewOwnOrder(context, order_id);
    },
  }),
];

async function makeOrder(context: Context, input: z.output<typeof creationInput>): Promise<unknown> {
  const { items, pre_order_id, reject_pending = false, ...wanted } = input;
  if (pre_order_id !== undefined) {
    return await orderApproved(context, { ...wanted, pre_order_id, reject_pending }, createdOrderView);
  }
  const { delivery_method = 'pickup', note = '' } = wanted;
  const order = { ...wanted, items: items!, delivery_method, note };
  return await createOrder(context, order, createdOrderView);
}

async function getOwnOrder({ database, caller }: Context, orderId: string): Promise<OrderTable> {
  const order = await findOrder(database.query, { id: orderId, accountId: caller.accountId });
  if (!order) throw new AppError('not_found', 'No such order.');
  return order;
}

async function viewOwnOrder(context: Context, orderId: string) {
  const order = await getOwnOrder(context, orderId);
  const [view] = await viewOrders(context.database.query, [order], context.now());
  return view!;
}

/** Waits a little for the agent, so that most callers get the final answer. Throws conflict when it was too late. */
async function afterCancel(context: Context, orderId: string) {
  let view = await viewOwnOrder(context, orderId);
  for (let waited = 0; view.cancellation === 'requested' && waited < cancelWaitMs; waited += 100) {
    await sleep(100);
    view = await viewOwnOrder(context, orderId);
  }
  if (view.cancellation === 'none' && view.status !== 'cancelled') {
    throw new AppError(
      'conflict',
      "Sheets of this order have gone to the printer already, so it can't be cancelled.",
    );
  }
  return view;
}
