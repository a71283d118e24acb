/** How orders look on the wire. Owns those shapes; decides nothing. */
import { type Currency, toMajor } from '@platen/contracts/money';
import { itemChoices } from '@platen/contracts/print-choices';
import { time, toTime, toTimeOrNull } from '@platen/contracts/shapes';
import { z } from 'zod';
import { listOrdersWithOpenRequest } from '../aftersales/after-sales-store.ts';
import type { Query, Tx } from '../db/database.ts';
import { readFileNames } from '../documents/document-store.ts';
import type { HistoryLine } from '../events/event-log.ts';
import { listJobsOfOrders } from '../jobs/job-store.ts';
import type { PrintJobTable } from '../jobs/job-tables.ts';
import { deliveryShape, deliveryView, snapshotOf } from '../orders/delivery-view.ts';
import { readChoices } from '../orders/item-choice-rules.ts';
import type { OrderEvent } from '../orders/order-moves.ts';
import { holdOf, isFinishedStatus, printingFrom } from '../orders/order-rules.ts';
import { listItems } from '../orders/order-store.ts';
import type { OrderItemTable, OrderTable } from '../orders/order-tables.ts';
import { listReviewedOrders } from '../reviews/order-review-store.ts';
import { actionsOf, noFacts, type OrderFacts } from './order-action-rules.ts';

export const orderStatus = z.enum([
  'pending_payment',
  'paid',
  'printing',
  'printed',
  'ready_for_pickup',
  'shipped',
  'completed',
  'cancelled',
]);

const printingFromShape = time
  .nullable()
  .describe(
    "While a paid order waits for the shop's print schedule: when the first of it is printed; else null",
  );

const printJobShape = z.object({
  job_id: z.uuid(),
  item: z.int().describe('Position of the order item'),
  state: z
    .string()
    .describe(
      'queued, sent, accepted, preparing, ready, submitting, printing, printed, held, unknown, failed, cancelled',
    ),
  reason: z.string(),
  message: z.string().describe('What the shop must do, where it must do something'),
  copies: z.int(),
  copies_printed: z.int(),
  as_of: time.describe("When the shop's agent said so; before its first word, when the cloud queued the job"),
});

/** One item with its price, in an order and in a quote. */
export const pricedItemShape = z.object({
  position: z.int(),
  document_id: z.uuid(),
  size: z.string(),
  paper_type: z.string(),
  quantity: z.int(),
  pages: z.int().describe('Printed pages of one copy; pages times quantity are paid'),
  ...itemChoices,
  unit_price: z.number().describe('Of one printed page'),
  amount: z.number(),
  discount: z.number(),
});

export const orderShape = z.object({
  order_id: z.uuid(),
  order_no: z.string().describe('For people, and for track_order without a key'),
  status: orderStatus,
  on_hold: z
    .object({ reason: z.string(), message: z.string(), who_must_act: z.string(), since: time })
    .nullable()
    .describe('Set while a paid order waits for somebody'),
  printing_from: printingFromShape,
  cancellation: z
    .enum(['none', 'requested'])
    .describe("requested: the shop's agent was asked and has not answered yet"),
  refund_status: z.enum(['none', 'partial', 'full']),
  items: z.array(
    pricedItemShape.extend({
      filename: z.string().nullable().describe('null: the upload was deleted'),
      file_kind: z.enum(['photo', 'document']).nullable(),
      refunded: z.number(),
    }),
  ),
  print_jobs: z.array(printJobShape),
  delivery_method: z.enum(['pickup', 'shipping', 'express']),
  delivery: deliveryShape,
  note: z.string(),
  subtotal: z.number().describe('Amounts are in major units of the currency'),
  discount: z.number().describe('All that a coupon takes off, shipping_discount included'),
  shipping: z.number().describe('The fee before any discount'),
  shipping_discount: z.number(),
  total: z.number().describe('subtotal - discount + shipping'),
  refunded: z.number(),
  currency: z.string(),
  actions: z.array(z.object({ action: z.string(), allowed: z.boolean(), why_not: z.string().nullable() })),
  created_at: time,
  updated_at: time,
  expires_at: time
    .nullable()
    .describe('While it is not paid: when it is cancelled by itself unless it was paid before; else null'),
  paid_at: time.nullable(),
  completed_at: time.nullable(),
});

/** Orders with their items and jobs, in the order given: as many reads however many there are. */
export async function viewOrders(db: Query | Tx, orders: OrderTable[], now: number) {
  const ids = orders.map((order) => order.id);
  const items = Map.groupBy(await listItems(db, ids), (item) => item.order_id);
  const jobs = Map.groupBy(await listJobsOfOrders(db, ids), (job) => job.order_id);
  const facts = await readFacts(db, orders);
  const files = await readFilesOf(db, [...items.values()].flat());
  return orders.map((order) =>
    orderView(order, {
      items: items.get(order.id) ?? [],
      jobs: jobs.get(order.id) ?? [],
      facts: facts(order.id),
      files,
      now,
    }),
  );
}

/** Of those that are finished: nothing but what is printed can be reviewed or complained about. */
async function readFacts(db: Query | Tx, orders: OrderTable[]): Promise<(orderId: string) => OrderFacts> {
  const ids = orders.filter(({ status }) => isFinishedStatus(status)).map((order) => order.id);
  const reviewed = new Set(await listReviewedOrders(db, ids));
  const open = new Set(await listOrdersWithOpenRequest(db, ids));
  return (id) => ({
    isReviewed: reviewed.has(id),
    hasOpenRequest: open.has(id),
  });
}

/** An order that was made at this moment. */
export async function createdOrderView(db: Query | Tx, order: OrderTable, items: OrderItemTable[]) {
  const files = await readFilesOf(db, items);
  return orderView(order, { items, jobs: [], facts: noFacts, files, now: order.created_at });
}

type Files = Awaited<ReturnType<typeof readFileNames>>;

const readFilesOf = async (db: Query | Tx, items: readonly OrderItemTable[]): Promise<Files> =>
  await readFileNames(
    db,
    items.map((item) => item.document_id),
  );

interface OrderParts {
  items: OrderItemTable[];
  jobs: PrintJobTable[];
  facts: OrderFacts;
  files: Files;
  now: number;
}

function orderView(order: OrderTable, { items, jobs, facts, files, now }: OrderParts) {
  const currency = order.currency as Currency;
  const hold = holdOf(order, jobs);
  return {
    order_id: order.id,
    order_no: order.order_no,
    status: order.status,
    on_hold: hold ? { ...hold, since: toTime(hold.since) } : null,
    printing_from: toTimeOrNull(printingFrom(order, jobs) ?? null),
    cancellation: order.cancel_requested_at === null ? ('none' as const) : ('requested' as const),
    refund_status: order.refund_status,
    items: items.map((item) => itemView(item, { currency, file: files.get(item.document_id) })),
    print_jobs: jobViews(items, jobs),
    delivery_method: order.delivery_method,
    delivery: deliveryView(order),
    note: order.note,
    subtotal: toMajor(order.subtotal_minor, currency),
    discount: toMajor(order.discount_minor, currency),
    shipping: toMajor(order.shipping_minor, currency),
    shipping_discount: toMajor(order.shipping_discount_minor, currency),
    total: toMajor(order.total_minor, currency),
    refunded: toMajor(order.refunded_minor, currency),
    currency,
    actions: actionsOf(order, { jobs, facts, now }),
    created_at: toTime(order.created_at),
    updated_at: toTime(order.updated_at),
    expires_at: order.status === 'pending_payment' ? toTimeOrNull(order.expires_at) : null,
    paid_at: toTimeOrNull(order.paid_at),
    completed_at: toTimeOrNull(order.completed_at),
  };
}

function itemView(
  item: OrderItemTable,
  { currency, file }: { currency: Currency; file: ReturnType<Files['get']> },
) {
  return {
    position: item.position,
    document_id: item.document_id,
    size: item.size_code,
    paper_type: item.paper_code,
    quantity: item.quantity,
    pages: item.pages,
    ...readChoices(item),
    unit_price: toMajor(item.unit_minor, currency),
    amount: toMajor(item.amount_minor, currency),
    discount: toMajor(item.discount_minor, currency),
    filename: file?.filename ?? null,
    file_kind: file?.kind ?? null,
    refunded: toMajor(item.refunded_minor, currency),
  };
}

function jobViews(items: OrderItemTable[], jobs: PrintJobTable[]) {
  const positions = new Map(items.map((item) => [item.id, item.position]));
  return jobs.map((job) => ({
    job_id: job.id,
    item: positions.get(job.item_id) ?? 0,
    state: job.state,
    reason: job.reason,
    message: job.message,
    copies: job.copies,
    copies_printed: job.copies_printed,
    as_of: toTime(job.reported_at ?? job.updated_at),
  }));
}

const trackingEvent = z.object({
  event: z.string(),
  status: z.string().nullable().describe('The status it led to; null when it changed none'),
  at: time,
});

/** What anybody with the number sees: no name, note, amount or address is in it. */
export const publicTrackingShape = z.object({
  order_no: z.string(),
  status: orderStatus,
  delivery_method: z.enum(['pickup', 'shipping', 'express']),
  printing_from: printingFromShape,
  as_of: time.describe('When the order last changed'),
  heard_at: time
    .nullable()
    .describe("When the shop's agent last said something of its prints; null: nothing yet"),
  shipped_at: time.nullable(),
  copies: z.int(),
  copies_printed: z.int(),
  events: z.array(trackingEvent),
});

/** The same for the order's owner, with what happened in words. */
export const trackingShape = publicTrackingShape.extend({
  order_id: z.uuid(),
  carrier: z.string().nullable().describe('Who brings it, once it is shipped'),
  tracking_no: z.string().nullable().describe("The carrier's number"),
  expected: z.object({ earliest: z.string(), latest: z.string() }).nullable(),
  events: z.array(trackingEvent.extend({ detail: z.string() })),
});

type OrderHistory = HistoryLine<OrderEvent>[];

export function publicTrackingView(order: OrderTable, events: OrderHistory, jobs: PrintJobTable[]) {
  const copies = jobs.reduce((sum, job) => sum + (job.reprint_of ? 0 : job.copies), 0);
  // The shop's own copies say nothing of those that were paid.
  const printed = jobs.reduce((sum, job) => sum + (job.unpaid ? 0 : job.copies_printed), 0);
  return {
    order_no: order.order_no,
    status: order.status,
    delivery_method: order.delivery_method,
    printing_from: toTimeOrNull(printingFrom(order, jobs) ?? null),
    as_of: toTime(order.updated_at),
    heard_at: toTimeOrNull(heardAt(jobs)),
    shipped_at: toTimeOrNull(order.shipped_at),
    copies,
    // What after-sales printed anew comes on top.
    copies_printed: Math.min(copies, printed),
    events: events.map(eventView),
  };
}

function heardAt(jobs: PrintJobTable[]): number | null {
  const reports = jobs.flatMap(({ reported_at }) => reported_at ?? []);
  return reports.length === 0 ? null : Math.max(...reports);
}

export function trackingView(order: OrderTable, events: OrderHistory, jobs: PrintJobTable[]) {
  const { carrier, expected } = snapshotOf(order);
  return {
    ...publicTrackingView(order, events, jobs),
    order_id: order.id,
    carrier: order.shipped_at === null ? null : (carrier?.name_en ?? null),
    tracking_no: order.tracking_no,
    expected: expected ?? null,
    events: events.map((event) => ({ ...eventView(event), detail: event.data.detail })),
  };
}

const eventView = ({ event, data, at }: OrderHistory[number]) => ({
  event,
  status: data.to,
  at: toTime(at),
});
