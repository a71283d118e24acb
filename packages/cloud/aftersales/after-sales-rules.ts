/**
 * Decisions about after-sales: whether something may be asked for, about which copies, what they are worth, and when a reprint
 * is done. Pure: clock and rows are handed in; refusals are sentences.
 */
import { spreadDiscount } from '../coupons/coupon-rules.ts';
import type { PrintJobTable } from '../jobs/job-tables.ts';
import { isFinishedStatus, isJobSettled, unprintedMinor } from '../orders/order-rules.ts';
import type { OrderItemTable, OrderTable } from '../orders/order-tables.ts';

/** How long after an order was last printed, made ready, shipped or completed something may be asked for. */
export const afterSalesDays = 30;

/** Why nothing can be asked for about this order. */
export function refuseAfterSales(
  order: Pick<OrderTable, 'status' | 'finished_at'>,
  now: number,
): string | undefined {
  if (!isFinishedStatus(order.status)) {
    return `The order is ${order.status.replaceAll('_', ' ')}; after-sales are for orders that were printed.`;
  }
  if (now - (order.finished_at ?? 0) > afterSalesDays * 24 * 3_600_000) {
    return `More than ${afterSalesDays} days have passed since the order was finished.`;
  }
  return undefined;
}

export interface ItemWish {
  position: number;
  copies?: number | undefined;
}

export interface ConcernedItem {
  item: OrderItemTable;
  copies: number;
}

type Printed = Pick<PrintJobTable, 'item_id' | 'state' | 'copies' | 'copies_printed' | 'unpaid'>;

/** Copies of an item that came out and were never paid back: what can be complained about. */
function concernedCopies(item: OrderItemTable, jobs: readonly Printed[]): number {
  if (isPaidBack(item)) return 0;
  const printed = jobs
    .filter((job) => job.item_id === item.id && job.unpaid === 0)
    .reduce((sum, job) => sum + (job.state === 'printed' ? job.copies : job.copies_printed), 0);
  return Math.min(item.quantity, printed);
}

const leftMinor = (item: OrderItemTable): number =>
  item.amount_minor - item.discount_minor - item.refunded_minor;

const isPaidBack = (item: OrderItemTable): boolean => item.refunded_minor > 0 && leftMinor(item) <= 0;

/** The items and copies that are meant (all of them without a wish), or why not, naming the field. */
export function chooseItems(
  items: readonly OrderItemTable[],
  jobs: readonly Printed[],
  wishes: readonly ItemWish[] | undefined,
): ConcernedItem[] | string {
  if (!wishes) {
    const all = items.map((item) => ({ item, copies: concernedCopies(item, jobs) }));
    const left = all.filter(({ copies }) => copies > 0);
    return left.length > 0 ? left : 'Everything in this order was paid back already.';
  }
  const chosen: ConcernedItem[] = [];
  for (const [index, wish] of wishes.entries()) {
    const item = items.find((each) => each.position === wish.position);
    if (!item) return `items[${index}].position: the order has positions 1 to ${items.length}.`;
    const max = concernedCopies(item, jobs);
    if (max === 0) return `items[${index}].position: was paid back already.`;
    const copies = wish.copies ?? max;
    if (copies > max) return `items[${index}].copies: at most ${max}, not ${copies}.`;
    chosen.push({ item, copies });
  }
  return chosen;
}

/** What can be paid back for each: its copies' share of the price, never more than is left of it. Minor units. */
export const refundableMinor = (concerned: readonly ConcernedItem[]): number[] =>
  concerned.map(({ item, copies }) => Math.max(0, unprintedMinor(item, copies)));

/** Spreads the amount that was decided over the items, exactly. Undefined when it is more than can be paid back. */
export function spreadRefund(
  refundable: readonly number[],
  amountMinor: number | undefined,
): number[] | undefined {
  const max = refundable.reduce((sum, share) => sum + share, 0);
  if (amountMinor === undefined) return [...refundable];
  return amountMinor > max ? undefined : spreadDiscount(refundable, amountMinor);
}

type ReprintJob = Pick<
  PrintJobTable,
  | 'id'
  | 'state'
  | 'reason'
  | 'message'
  | 'submitted'
  | 'settlement'
  | 'copies'
  | 'copies_printed'
  | 'updated_at'
  | 'reprint_of'
>;

/** The job that ended up printing for `jobId`: itself, or the last of those that replaced it. */
function lastOf(jobs: readonly ReprintJob[], jobId: string): ReprintJob | undefined {
  let job = jobs.find((each) => each.id === jobId);
  for (let step = 0; job?.settlement === 'reprinted' && step < jobs.length; step += 1) {
    const replaced: string = job.id;
    job = jobs.find((each) => each.reprint_of === replaced);
  }
  return job;
}

/** How the new copies turned out, once nothing more will come of any: undefined before. */
export function reprintResult(
  jobs: readonly ReprintJob[],
  jobIds: readonly string[],
): 'reprinted' | 'refunded' | undefined {
  const last = jobIds.map((jobId) => lastOf(jobs, jobId));
  if (!last.every((job) => job !== undefined && isJobSettled(job))) return undefined;
  return last.some((job) => job?.state === 'printed') ? 'reprinted' : 'refunded';
}
