/** What a print job is made of. Pure: turns a paid item into the ticket that an agent prints from. */
import type { JobReason } from '@platen/contracts/agent-protocol';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import { toTime } from '@platen/contracts/shapes';
import type { JobState } from '@platen/contracts/states';
import type { DocumentTable } from '../documents/document-tables.ts';
import { readChoices, ticketChoicesOf } from '../orders/item-choice-rules.ts';
import type { OrderSubject } from '../orders/order-moves.ts';
import { isJobSettled } from '../orders/order-rules.ts';
import type { OrderItemTable, OrderTable } from '../orders/order-tables.ts';
import { mediaOf } from '../prices/price-rules.ts';
import type { PaperTypeTable, SizeTable } from '../prices/price-tables.ts';
import type { PrintJobTable } from './job-tables.ts';

/** What a person may decide about a job that the machine can't finish. */
export type Decision = 'printed' | 'reprint' | 'refund' | 'retry' | 'wait' | 'stop';

type StuckJob = Pick<PrintJobTable, 'state' | 'reason' | 'settlement' | 'submitted'>;

/** Only its release lets it go on, whoever wants it tried again. */
const isHeldByPerson = ({ state, reason }: Pick<PrintJobTable, 'state' | 'reason'>): boolean =>
  state === 'held' && reason === 'held-by-person';

/** It is at the printer for longer than it should, and a person is asked; its state stays what it is. */
const isPrintingLong = ({ state, reason }: Pick<PrintJobTable, 'state' | 'reason'>): boolean =>
  state === 'printing' && reason === 'printing-long';

/**
 * The decisions that the job waits for; none when it waits for nobody. A held job can be tried again, unless a person holds it, and
 * always be ended: paid back while no sheet of it was submitted, else stopped by its agent, which says what came out.
 */
export function decisionsFor(job: StuckJob): readonly Decision[] {
  if (isJobSettled(job)) return [];
  switch (job.state) {
    case 'unknown':
      return ['printed', 'reprint', 'refund'];
    case 'failed':
      return ['reprint', 'refund'];
    case 'held': {
      const ending = job.submitted === 0 ? 'refund' : 'stop';
      return isHeldByPerson(job) ? [ending] : ['retry', ending];
    }
    case 'printing':
      return isPrintingLong(job) ? ['wait', 'printed', 'stop'] : [];
    default:
      return [];
  }
}

/** What the shop does about the job, in a sentence; empty when there is nothing to do. */
export function adviceFor(job: StuckJob): string {
  if (isJobSettled(job)) return '';
  switch (job.state) {
    case 'unknown':
      return 'Look for the sheets at the printer: decide printed when they are all there, else reprint or refund, with copies_printed when some are.';
    case 'failed':
      return 'The printer gave the job up: decide reprint when it works again, or refund.';
    case 'held':
      return heldAdvice(job);
    case 'printing':
      return isPrintingLong(job)
        ? 'Look at the printer: decide wait while it prints on, printed when all of it lies in the tray, or stop, and then what becomes of the rest.'
        : '';
    default:
      return '';
  }
}

/** Holds that no printer, paper or link lifts: a person's word does. */
const waitForAWord: ReadonlySet<string> = new Set<JobReason>([
  'document-unprintable',
  'preparation-failed',
  'quality-too-low',
  'held-by-person',
]);

function heldAdvice({ reason, submitted }: StuckJob): string {
  const orRefund = submitted === 0 ? ', or refund' : ', or stop';
  if (reason === 'held-by-person')
    return `Somebody at the shop holds it: release it on the shop floor${orRefund.replace(' or ', ' or decide ')}.`;
  if (reason === 'quality-too-low') return `Read the message: decide retry to print it as it is${orRefund}.`;
  if (waitForAWord.has(reason)) return `Read the message: decide retry to try it again${orRefund}.`;
  const orElse = `Or decide ${submitted === 0 ? 'refund' : 'stop, and then what becomes of the rest,'} when that will not be.`;
  return `Do what the message says: the job goes on by itself then; decide retry when it does not. ${orElse}`;
}

export interface TicketParts {
  jobId: string;
  order: Pick<OrderTable, 'order_no'>;
  item: OrderItemTable;
  document: DocumentTable;
  size: SizeTable;
  paper: PaperTypeTable;
  copies: number;
  paidAt: number;
}

/** The order of a job, as the order's history knows it. */
export const orderOfJob = ({ order_id: id, account_id, shop_id }: PrintJobTable): OrderSubject => ({
  id,
  account_id,
  shop_id,
});

/** The ticket of one item's copies. */
export function ticketOf({
  jobId,
  order,
  item,
  document,
  size,
  paper,
  copies,
  paidAt,
}: TicketParts): PrintTicket {
  return {
    job_id: jobId,
    order_no: order.order_no,
    item_position: item.position,
    document: {
      sha256: document.sha256,
      bytes: document.bytes,
      content_type: document.content_type,
      pages: document.pages,
    },
    media: mediaOf(size, paper),
    ...ticketChoicesOf(readChoices(item), document),
    copies,
    product: {
      size_code: item.size_code.slice(0, 40),
      order_type: document.content_type.startsWith('image/') ? 'photo' : 'document',
    },
    paid_at: toTime(paidAt),
  };
}

/** The ticket with what the shop promises; one that has a promise already (a reprint's) keeps it. */
export const withPromise = (ticket: PrintTicket, promiseMinutes: number | null): PrintTicket =>
  promiseMinutes === null || ticket.due_at !== undefined
    ? ticket
    : { ...ticket, due_at: toTime(Date.parse(ticket.paid_at) + promiseMinutes * 60_000) };

/** The ticket of a reprint: the same sheet, a new job, fewer copies. */
export const reprintTicket = (
  ticket: PrintTicket,
  { jobId, copies }: { jobId: string; copies: number },
): PrintTicket => ({
  ...ticket,
  job_id: jobId,
  copies,
});

const callable: ReadonlySet<JobState> = new Set(['queued', 'sent', 'accepted', 'preparing', 'ready', 'held']);

/** True while no sheet of it can have left; what is further is decided, or stopped at its printer. */
export const mayBeCalledOff = ({ state, submitted }: Pick<PrintJobTable, 'state' | 'submitted'>): boolean =>
  submitted === 0 && callable.has(state);
