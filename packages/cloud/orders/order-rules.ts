/**
 * Decisions about orders: what they cost, what can be done to them, what their print jobs make of them.
 * Pure: no clock, no database; catalogue, documents and jobs are handed in.
 */
import { AppError } from '@platen/contracts/app-error';
import type { OrderStatus, RefundStatus } from '@platen/contracts/states';
import { spreadDiscount } from '../coupons/coupon-rules.ts';
import type { DocumentTable, OrderTable, PrintJobTable } from '../db/database-schema.ts';
import { findPaper, findSize, papersOfSize, unitPriceMinor } from '../prices/price-rules.ts';
import type { Catalogue } from '../prices/price-store.ts';

export interface WantedItem {
  document_id?: string | undefined;
  photo_id?: string | undefined;
  size: string;
  paper_type: string;
  quantity: number;
  fit?: 'fill' | 'fit' | undefined;
  color_mode: 'color' | 'monochrome';
}

export interface PricedItem {
  document: DocumentTable;
  sizeCode: string;
  paperCode: string;
  quantity: number;
  pages: number;
  fit: 'fill' | 'fit';
  colorMode: 'color' | 'monochrome';
  unitMinor: number;
  amountMinor: number;
}

/** Most pages that one order may come to: a slip of the finger must not empty a shop's trays. */
const mostSheets = 20_000;

/** Prices one item. Throws not_found for a document that isn't the caller's, unprocessable for what isn't offered. */
export function priceItem(
  catalogue: Catalogue,
  item: WantedItem,
  { documents, position }: { documents: Map<string, DocumentTable>; position: number },
): PricedItem {
  const field = (name: string) => `items[${position}].${name}`;
  const idField = item.photo_id !== undefined ? 'photo_id' : 'document_id';
  const document = documents.get(item.photo_id ?? item.document_id ?? '');
  if (!document) throw new AppError('not_found', `${field(idField)}: no such upload in this account.`);
  const size = findSize(catalogue, item.size);
  if (!size) {
    const known = catalogue.sizes.map((each) => each.code).join(', ');
    throw new AppError(
      'unprocessable',
      `${field('size')}: "${item.size}" is not offered; sizes are ${known}.`,
    );
  }
  const paper = findPaper(catalogue, item.paper_type);
  const papers = papersOfSize(catalogue, size.code);
  if (!paper || !papers.includes(paper.code)) {
    const sentence = `${field('paper_type')}: "${item.paper_type}" is not offered in ${size.code}; it comes on ${papers.join(', ')}.`;
    throw new AppError('unprocessable', sentence);
  }
  const sheets = document.pages * item.quantity;
  if (sheets > mostSheets) {
    throw new AppError(
      'unprocessable',
      `${field('quantity')}: ${sheets} pages are more than one order may have.`,
    );
  }
  const unitMinor = unitPriceMinor(catalogue, { sizeCode: size.code, paperCode: paper.code, sheets }) ?? 0;
  return {
    document,
    sizeCode: size.code,
    paperCode: paper.code,
    quantity: item.quantity,
    pages: document.pages,
    fit: item.fit ?? (size.made_for === 'photo' ? 'fill' : 'fit'),
    colorMode: item.color_mode,
    unitMinor,
    amountMinor: unitMinor * sheets,
  };
}

/** Adds up an order: minor units, the discount spread over the items so that the shares add up to it. */
export function totalOf(items: readonly PricedItem[], discountMinor: number) {
  const subtotalMinor = subtotalOf(items);
  const discounts = spreadDiscount(
    items.map((item) => item.amountMinor),
    discountMinor,
  );
  return {
    subtotalMinor,
    discountMinor,
    discounts,
    shippingMinor: 0,
    totalMinor: subtotalMinor - discountMinor,
  };
}

export const subtotalOf = (items: readonly PricedItem[]): number =>
  items.reduce((sum, item) => sum + item.amountMinor, 0);

type JobFacts = Pick<
  PrintJobTable,
  'state' | 'reason' | 'message' | 'submitted' | 'settlement' | 'copies' | 'copies_printed' | 'updated_at'
>;

/** A job that needs nothing more: printed, or its copies were refunded or given to another job. */
export const isJobSettled = (job: Pick<JobFacts, 'state' | 'settlement'>): boolean =>
  job.state === 'printed' || job.settlement !== null;

/** Why an order can't be cancelled, in a sentence; undefined when it can. */
export function refuseCancel(
  order: Pick<OrderTable, 'status'>,
  jobs: readonly JobFacts[],
): string | undefined {
  switch (order.status) {
    case 'pending_payment':
    case 'paid':
    case 'printing':
      break;
    case 'cancelled':
      return 'The order is already cancelled.';
    default:
      return `The order is ${order.status.replaceAll('_', ' ')}; what was printed can't be cancelled.`;
  }
  return jobs.some((job) => job.submitted === 1)
    ? "Sheets of this order have gone to the printer already, so it can't be cancelled."
    : undefined;
}

/** The status that an order's jobs ask for, undefined when it stays as it is. */
export function statusAfterJobs(
  order: Pick<OrderTable, 'status' | 'delivery_method'>,
  jobs: readonly JobFacts[],
): OrderStatus | undefined {
  if (order.status !== 'paid' && order.status !== 'printing') return undefined;
  if (jobs.length > 0 && jobs.every(isJobSettled)) {
    return jobs.some((job) => job.copies_printed > 0 || job.state === 'printed') ? 'printed' : 'cancelled';
  }
  const begun = jobs.some((job) => !['queued', 'sent', 'accepted', 'cancelled'].includes(job.state));
  return begun && order.status === 'paid' ? 'printing' : undefined;
}

export interface Hold {
  reason: string;
  message: string;
  who_must_act: 'shop';
  since: number;
}

/** What an unfinished order waits for; derived from its jobs, so that it can't be out of date. */
export function holdOf(order: Pick<OrderTable, 'status'>, jobs: readonly JobFacts[]): Hold | undefined {
  if (order.status !== 'paid' && order.status !== 'printing') return undefined;
  const stuck =
    jobs.find((job) => job.state === 'unknown' && !isJobSettled(job)) ??
    jobs.find((job) => job.state === 'failed' && !isJobSettled(job)) ??
    jobs.find((job) => job.state === 'held');
  if (!stuck) return undefined;
  return { reason: stuck.reason, message: stuck.message, who_must_act: 'shop', since: stuck.updated_at };
}

/** What can be done to the order now, and why not. */
export function actionsOf(order: OrderTable, jobs: readonly JobFacts[]) {
  const waiting =
    order.cancel_requested_at !== null ? 'The shop was asked to cancel; its answer is awaited.' : null;
  return [
    { action: 'pay', why_not: order.status === 'pending_payment' ? null : 'Nothing is to be paid.' },
    { action: 'cancel', why_not: waiting ?? refuseCancel(order, jobs) ?? null },
  ].map(({ action, why_not }) => ({ action, allowed: why_not === null, why_not }));
}

/** What a job's copies that did not come out are worth: exact, so that refunds of all copies add up to the price. */
export function unprintedMinor(
  item: { amount_minor: number; discount_minor: number; refunded_minor: number; quantity: number },
  unprintedCopies: number,
): number {
  const paidMinor = item.amount_minor - item.discount_minor;
  const share = paidMinor - Math.floor((paidMinor * (item.quantity - unprintedCopies)) / item.quantity);
  return Math.min(share, paidMinor - item.refunded_minor);
}

export const refundStatusOf = (refundedMinor: number, totalMinor: number): RefundStatus =>
  refundedMinor === 0 ? 'none' : refundedMinor >= totalMinor ? 'full' : 'partial';
