/** Orders as the staff of a shop sees them: what is to be sent or handed over, to whom, and the search of admins. */
import { AppError } from '@platen/contracts/app-error';
import { eventShape } from '@platen/contracts/event-types';
import { readOrderNo } from '@platen/contracts/order-number-rules';
import { id, line, listOf, paging } from '@platen/contracts/shapes';
import type { OrderStatus } from '@platen/contracts/states';
import { z } from 'zod';
import { findAccountByTypedPhone, listAccountsByIds } from '../accounts/account-store.ts';
import { listAfterSalesIds } from '../aftersales/after-sales-store.ts';
import type { AuditedContext } from '../context.ts';
import type { Query, Tx } from '../db/database.ts';
import { isEventSeen, viewEvent } from '../events/event-rules.ts';
import { listEventsOfAll } from '../events/event-store.ts';
import { completeOrder, shipOrder } from '../fulfilment/order-sending.ts';
import { orderShape, orderStatus, viewOrders } from '../fulfilment/order-view.ts';
import { listJobsOfOrders } from '../jobs/job-store.ts';
import { defineOperation } from '../operation/operation.ts';
import { findOrderOfShop, getOrder, pageOrdersOfStaff } from '../orders/order-store.ts';
import type { OrderTable } from '../orders/order-tables.ts';
import { listPayments } from '../payments/payment-store.ts';
import { listRefunds } from '../payments/refund-store.ts';
import { findChosenShop } from '../shops/shop-choice.ts';
import { shopOfStaff } from '../shops/shop-rules.ts';

const shopOrderShape = orderShape.extend({
  shop_id: z.uuid(),
  customer: z.object({ account_id: z.uuid(), nickname: z.string(), phone: z.string() }),
});

/** The orders with who made them. */
async function viewForStaff(db: Query | Tx, orders: OrderTable[], now: number) {
  const ids = [...new Set(orders.map((order) => order.account_id))];
  const accounts = new Map((await listAccountsByIds(db, ids)).map((account) => [account.id, account]));
  const views = await viewOrders(db, orders, now);
  return views.map((view, index) => {
    const { shop_id, account_id } = orders[index]!;
    const { nickname = '', phone = '' } = accounts.get(account_id) ?? {};
    return { ...view, shop_id, customer: { account_id, nickname, phone } };
  });
}

/** Ids of everything whose events belong to the story of an order. */
async function subjectsOf(db: Query, orderId: string): Promise<string[]> {
  const jobs = await listJobsOfOrders(db, [orderId]);
  const payments = await listPayments(db, orderId);
  const refunds = await listRefunds(db, orderId);
  const rows = [...jobs, ...payments, ...refunds];
  return [orderId, ...rows.map(({ id }) => id), ...(await listAfterSalesIds(db, orderId))];
}

const maxEventsOfOrder = 500;

const orderInput = z.strictObject({ order_id: id('From list_shop_orders') });

/** Runs what staff does to an order of its shop, and gives the order as it is then. */
async function changeOrder(
  { caller, now, change }: AuditedContext,
  { orderId, detail }: { orderId: string; detail: object },
  work: (tx: Tx, order: OrderTable) => Promise<void>,
) {
  return await change(async (tx) => {
    const order = await findOrderOfShop(tx, { id: orderId, shopId: shopOfStaff(caller) });
    if (!order) throw new AppError('not_found', 'No such order.');
    await work(tx, order);
    const [view] = await viewForStaff(tx, [await getOrder(tx, orderId)], now());
    return { output: view!, target: orderId, detail };
  });
}

/** An operation by which staff ends an order; `refuse` says for which status it is the wrong one. */
function ending<const N extends string, const P extends string>({
  name,
  path,
  detail,
  refuse,
  ...words
}: Record<'title' | 'summary' | 'detail', string> & {
  name: N;
  path: P;
  refuse: (status: OrderStatus) => AppError | undefined;
}) {
  return defineOperation({
    ...words,
    name,
    rest: { method: 'POST', path: `/api/shop/orders/{order_id}/${path}` as const },
    access: 'operator',
    effect: 'update',
    audit: 'order',
    input: orderInput,
    output: shopOrderShape,
    async run(context, { order_id }) {
      return await changeOrder(context, { orderId: order_id, detail: {} }, async (tx, order) => {
        const refusal = refuse(order.status);
        if (refusal) throw refusal;
        await completeOrder(tx, { order, detail, now: context.now() });
      });
    },
  });
}

/** A typed order number as it is stored. One that can't be any is refused: nothing would be found. */
function orderNoOf(typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const written = readOrderNo(typed);
  if (!written)
    throw new AppError('malformed', 'order_no: must be an order number. Check it for typing errors.');
  return written;
}

export const shopOrderOperations = [
  defineOperation({
    name: 'list_shop_orders',
    title: 'Orders of the shop',
    summary:
      "Lists the shop's orders, newest first, all or those with one status: printed ones wait to be sent (ship_order), ready_for_pickup ones to be handed over (hand_over_order). Each with its customer, its note and where it goes.",
    rest: { method: 'GET', path: '/api/shop/orders' },
    access: 'operator',
    effect: 'read',
    input: z.strictObject({
      status: orderStatus.optional().describe('Only orders with this status'),
      order_no: line(1, 40).optional().describe('As the customer reads it out'),
      ...paging,
    }),
    output: listOf(shopOrderShape),
    async run({ database, caller, now }, { status, order_no, ...wanted }) {
      const filter = {
        shopId: shopOfStaff(caller),
        status,
        accountId: undefined,
        orderNo: orderNoOf(order_no),
      };
      const { rows, total } = await pageOrdersOfStaff(database.query, filter, wanted);
      return { items: await viewForStaff(database.query, rows, now()), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'get_shop_order',
    title: 'Look at an order of the shop',
    summary:
      'Returns one order of the shop (order_id from list_shop_orders) with its customer and where it goes.',
    rest: { method: 'GET', path: '/api/shop/orders/{order_id}' },
    access: 'operator',
    effect: 'read',
    input: orderInput,
    output: shopOrderShape,
    async run({ database, caller, now }, { order_id }) {
      const order = await findOrderOfShop(database.query, { id: order_id, shopId: shopOfStaff(caller) });
      if (!order) throw new AppError('not_found', 'No such order.');
      const [view] = await viewForStaff(database.query, [order], now());
      return view!;
    },
  }),
  defineOperation({
    name: 'list_order_events',
    title: 'What happened to an order',
    summary: `Returns the story of one order (order_id from list_shop_orders), oldest first: its own events and those of its print jobs and after-sales requests, for admins also of its payments and refunds. The newest ${maxEventsOfOrder}.`,
    rest: { method: 'GET', path: '/api/shop/orders/{order_id}/events' },
    access: 'operator',
    effect: 'read',
    input: orderInput,
    output: z.object({ events: z.array(eventShape) }),
    async run({ database, caller }, { order_id }) {
      const db = database.query;
      const order = await findOrderOfShop(db, { id: order_id, shopId: shopOfStaff(caller) });
      if (!order) throw new AppError('not_found', 'No such order.');
      const subjectIds = await subjectsOf(db, order_id);
      const events = await listEventsOfAll(db, { subjectIds, limit: maxEventsOfOrder });
      const seen = events.filter((event) => isEventSeen(caller, event));
      return { events: seen.map((event) => viewEvent(event, caller)) };
    },
  }),
  defineOperation({
    name: 'ship_order',
    title: 'Send an order off',
    summary:
      'Marks a printed order as sent, with the number that its carrier gave it. Its customer sees both in the tracking. Returns the order.',
    rest: { method: 'POST', path: '/api/shop/orders/{order_id}/ship' },
    access: 'operator',
    effect: 'update',
    audit: 'order',
    input: orderInput.extend({
      tracking_no: line(0, 60).default('').describe("The carrier's number; an express courier may have none"),
      carrier_id: id('From get_shipping_carriers; default: the one of the order').optional(),
    }),
    example: { tracking_no: 'SF1234567890' },
    output: shopOrderShape,
    async run(context, { order_id, tracking_no, carrier_id }) {
      const detail = { tracking_no, ...(carrier_id && { carrier_id }) };
      return await changeOrder(context, { orderId: order_id, detail }, (tx, order) =>
        shipOrder(tx, order.id, { carrierId: carrier_id, trackingNo: tracking_no, now: context.now() }),
      );
    },
  }),
  ending({
    name: 'complete_order',
    title: 'Complete a shipped order',
    summary: 'Ends a shipped order that has arrived. For the staff of its shop. Returns the order.',
    path: 'complete',
    detail: 'delivered',
    refuse: (status) =>
      status === 'ready_for_pickup'
        ? new AppError('conflict', 'The order waits to be collected.', { hint: 'Hand it over instead.' })
        : undefined,
  }),
  ending({
    name: 'hand_over_order',
    title: 'Hand an order over',
    summary:
      'Ends an order that was ready for pickup: the customer has it now. For the staff of its shop. Returns the order.',
    path: 'hand-over',
    detail: 'handed over',
    refuse: (status) =>
      status === 'shipped' ? new AppError('conflict', 'The order was sent, not collected.') : undefined,
  }),
  defineOperation({
    name: 'search_orders',
    title: 'All orders',
    summary:
      'Lists the orders of all shops, newest first; narrowed by status, by shop, by the phone of the account, or to one order number.',
    rest: { method: 'GET', path: '/api/admin/orders' },
    access: 'admin',
    effect: 'read',
    input: z.strictObject({
      status: orderStatus.optional().describe('Only orders with this status'),
      shop_id: id('From list_shops').optional(),
      phone: line(3, 40).optional().describe('Of the account that ordered'),
      order_no: line(1, 40).optional().describe('The number that customers are told'),
      ...paging,
    }),
    output: listOf(shopOrderShape),
    async run(context, { status, shop_id, phone, order_no, ...wanted }) {
      const { database, now } = context;
      const shopId = await findChosenShop(context, shop_id);
      const account = phone === undefined ? undefined : await findAccountByTypedPhone(database.query, phone);
      if (phone !== undefined && !account) return { items: [], ...wanted, total: 0 };
      const filter = { shopId, status, accountId: account?.id, orderNo: orderNoOf(order_no) };
      const { rows, total } = await pageOrdersOfStaff(database.query, filter, wanted);
      return { items: await viewForStaff(database.query, rows, now()), ...wanted, total };
    },
  }),
];
