/**
 * Decisions about orders: what can be done to them, what their print jobs make of them, what is paid back.
 * Pure: no clock, no database; the jobs are handed in. What they cost is in pricing-rules.ts.
 */
import type { JobReason } from '@platen/contracts/agent-protocol';
import { releaseIn } from '@platen/contracts/schedule/schedule-words';
import type { JobState, OrderStatus, RefundStatus } from '@platen/contracts/states';
import type { OrderTable } from './order-tables.ts';

/** The statuses of orders whose paper the customer has, or can have. */
const finishedStatuses: ReadonlySet<OrderStatus> = new Set([
  'printed',
  'ready_for_pickup',
  'shipped',
  'completed',
]);

export const isFinishedStatus = (status: OrderStatus): boolean => finishedStatuses.has(status);

/** What an order knows of its print jobs, in the words of their table. */
interface JobFacts {
  state: JobState;
  reason: JobReason;
  message: string;
  submitted: number;
  settlement: 'reprinted' | 'refunded' | 'dropped' | null;
  copies: number;
  copies_printed: number;
  updated_at: number;
}

/** A job that needs nothing more: printed, or its copies were refunded, given to another job, or given up where nothing was paid. */
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
  return order.status === 'paid' && jobs.some(isBegun) ? 'printing' : undefined;
}

/** At a printer, or may have been: pages that were made ahead of the shop's schedule are no printing. */
const isBegun = ({ state, submitted, copies_printed }: JobFacts): boolean =>
  submitted === 1 || copies_printed > 0 || ['submitting', 'printing', 'printed', 'unknown'].includes(state);

/**
 * When the shop's schedule lets the first job of a paid order go, in milliseconds since 1970, as its agent said; undefined when some
 * job waits for something else, or nothing in sight ends the waiting.
 */
export function printingFrom(
  order: Pick<OrderTable, 'status'>,
  jobs: readonly JobFacts[],
): number | undefined {
  const open = jobs.filter((job) => !isJobSettled(job));
  if (order.status !== 'paid' || !open.every(isScheduled)) return undefined;
  const moments = open.flatMap(({ message }) => releaseIn(message) ?? []);
  return moments.length > 0 ? Math.min(...moments) : undefined;
}

const isScheduled = ({ state, reason }: JobFacts): boolean => state === 'ready' && reason === 'scheduled';

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
    jobs.find((job) => job.state === 'held') ??
    jobs.find((job) => job.state === 'printing' && job.reason === 'printing-long');
  if (!stuck) return undefined;
  return { reason: stuck.reason, message: stuck.message, who_must_act: 'shop', since: stuck.updated_at };
}

type Stage = Pick<OrderTable, 'status'>;

/** Why its customer can't say that it has arrived; undefined when they can. */
export function refuseReceipt({ status }: Stage): string | undefined {
  if (status === 'shipped') return undefined;
  return status === 'completed' ? 'The order is completed already.' : 'The order is not on its way.';
}

/** Why the shop can't send it off; undefined when it can. */
export function refuseShipping(
  order: Pick<OrderTable, 'status' | 'delivery_method'>,
  { trackingNo }: { trackingNo: string },
): string | undefined {
  if (order.delivery_method === 'pickup') return 'The order is collected, not sent.';
  if (order.status !== 'printed')
    return `The order is ${order.status.replaceAll('_', ' ')}; only a printed one can be sent.`;
  if (order.delivery_method === 'shipping' && trackingNo === '')
    return 'tracking_no: is missing; a parcel has the number of its carrier.';
  return undefined;
}

/**
 * What copies that did not come out are worth: exact to the cent, whether they are paid back together or one by one.
 * `refundedCopies` were paid back before.
 */
export function unprintedMinor(
  item: { amount_minor: number; discount_minor: number; refunded_minor: number; quantity: number },
  unprintedCopies: number,
  refundedCopies = 0,
): number {
  const paidMinor = item.amount_minor - item.discount_minor;
  const worth = (copies: number) =>
    paidMinor - Math.floor((paidMinor * Math.max(0, item.quantity - copies)) / item.quantity);
  const share = worth(refundedCopies + unprintedCopies) - worth(refundedCopies);
  return Math.max(0, Math.min(share, paidMinor - item.refunded_minor));
}

export const refundStatusOf = (refundedMinor: number, totalMinor: number): RefundStatus =>
  refundedMinor === 0 ? 'none' : refundedMinor >= totalMinor ? 'full' : 'partial';
