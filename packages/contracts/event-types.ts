/**
 * What is noted in the event log: one row a type, with who may see it, how long it is kept and the shape of its data. Owns these words.
 * Histories on pages, live pages and those who follow the log (GET /api/events) read them; docs/events.md is made of them.
 */
import { z } from 'zod';

/** Who may see an event beside admins: the account that it belongs to (and the guest's), the staff of its shop, everybody. */
export type EventAudience = 'account' | 'shop' | 'everyone';

export interface EventKind {
  seenBy: readonly EventAudience[];
  /** It stands in the history of its subject and stays as long as that; else it goes after PLATEN_EVENT_DAYS. */
  isHistory: boolean;
  data: z.ZodObject;
  /** What happened, in a sentence. */
  says: string;
}

const text = z.string();
const maybe = z.string().nullable();
const amount = { amount: z.number().describe('Major units'), currency: z.string() };

const orderData = z.object({
  from: maybe.describe("The order's status before; null where it stayed as it was"),
  to: maybe.describe('Its status from now on; null where it stayed as it was'),
  detail: text.describe('More about it, for people'),
});
const paymentData = z.object({
  order_id: maybe.describe('Null for a top-up of the balance'),
  from: maybe,
  to: maybe,
  detail: text,
});
const refundData = z.object({
  payment_id: text,
  order_id: maybe,
  ...amount,
  destination: text.describe('Where the money goes: a payment method, balance'),
  reason: text,
  failure: text.describe('Why a provider refused; empty otherwise'),
});
const jobData = z.object({
  order_id: text,
  from: maybe,
  to: text,
  reason: text,
  message: text.describe('What somebody must do, where somebody must'),
  copies: z.int(),
  copies_printed: z.int(),
  printer_id: maybe,
  actor: text.describe('Whose word it is: cloud, customer, agent <id>, account <id>'),
});
const preOrderData = z.object({ from: maybe, to: maybe, actor: text, detail: text });
const submissionData = z.object({
  pre_order_id: text,
  from: maybe,
  to: text,
  actor: text,
  reason: text.describe('Why it was rejected; empty otherwise'),
});
const restorationData = z.object({
  photo_id: text,
  from: maybe,
  to: text,
  actor: text,
  message: text,
  result_photo_id: maybe,
});
const afterSalesData = z.object({
  order_id: text,
  from: maybe,
  to: text,
  actor: text,
  detail: text,
});
const shareData = z.object({ photos: z.int().describe('How many photos are shared') });
const reviewData = z.object({ order_id: text });
const agentData = z.object({ name: text, because: text.describe('stopped, lost, revoked; empty otherwise') });

const both = ['account', 'shop'] as const;
const account = ['account'] as const;
const shop = ['shop'] as const;

/** Kinds whose events have the same data, audience and keeping: each name with its sentence. */
const kinds = <const Names extends Record<string, string>, D extends z.ZodObject>(
  names: Names,
  shared: { seenBy: readonly EventAudience[]; isHistory: boolean; data: D },
) =>
  Object.fromEntries(Object.entries(names).map(([name, says]) => [name, { ...shared, says }])) as {
    [N in keyof Names]: { seenBy: readonly EventAudience[]; isHistory: boolean; data: D; says: string };
  };

const history = { isHistory: true };
const passing = { isHistory: false };

/** Every type of event. The part before the dot names the kind of thing that `subject_id` is the id of. */
export const eventTypes = {
  ...kinds(
    {
      'order.created': 'An order was placed; it waits to be paid.',
      'order.paid': 'It is paid: its print jobs exist.',
      'order.printing': 'The first of its sheets goes to a printer.',
      'order.printed': 'All of its copies are printed.',
      'order.ready_for_pickup': 'It waits at its pickup point.',
      'order.shipped': 'It was given to a carrier.',
      'order.completed': 'The customer has it.',
      'order.cancelled': 'It was cancelled.',
      'order.expired': 'It was cancelled, for nobody paid it in time.',
      'order.cancel_requested':
        'The customer asked to cancel it; the shop is asked whether sheets have gone.',
      'order.cancel_refused': 'It can not be cancelled any more.',
      'order.decided': 'A person decided about one of its print jobs.',
      'order.printed_after_decision': 'Copies came out after it was decided that they would not.',
      'order.refunded': 'Money of it goes back.',
      'order.refund_credited': 'A provider refused a refund, so that it went to the balance.',
      'order.payment_returned': 'Money that came for it and could not count goes back.',
      'order.after_sales_requested': 'The customer complained.',
      'order.after_sales_withdrawn': 'The customer took the complaint back.',
      'order.after_sales_rejected': 'The shop rejected the complaint.',
      'order.after_sales_approved': 'The shop accepted the complaint.',
    },
    { ...history, seenBy: both, data: orderData },
  ),
  ...kinds(
    {
      'payment.created': 'A payment was begun.',
      'payment.succeeded': 'The money is here.',
      'payment.failed': 'It was declined, or could not count.',
      'payment.expired': 'It was not paid in time.',
      'payment.money_returned': 'What was paid goes back in whole.',
    },
    { ...history, seenBy: account, data: paymentData },
  ),
  ...kinds(
    {
      'refund.pending': 'The provider is asked to pay it back.',
      'refund.succeeded': 'It is paid back.',
      'refund.failed': 'The provider refused it for good.',
    },
    { ...history, seenBy: account, data: refundData },
  ),
  ...kinds(
    {
      'job.queued': 'A print job exists.',
      'job.sent': 'It is on its way to the agent.',
      'job.accepted': 'The agent has it.',
      'job.preparing': 'Its file is fetched and made ready.',
      'job.ready': 'It waits for its turn at a printer.',
      'job.submitting': 'It goes to the printer.',
      'job.printing': 'The printer has it.',
      'job.printed': 'All copies came out.',
      'job.held': 'It waits for somebody.',
      'job.unknown': 'Nobody can know whether it was printed: a person decides.',
      'job.failed': 'It ended without all of its copies.',
      'job.cancelled': 'It was called off.',
    },
    { ...history, seenBy: both, data: jobData },
  ),
  ...kinds(
    {
      'pre_order.created': 'A pre-order was made.',
      'pre_order.changed': 'Its settings were changed.',
      'pre_order.draft': 'It is a draft again.',
      'pre_order.open': 'It collects photos.',
      'pre_order.closed': 'It collects no more.',
      'pre_order.ordered': 'An order was made of it.',
      'pre_order.cancelled': 'It was called off.',
    },
    { ...history, seenBy: account, data: preOrderData },
  ),
  ...kinds(
    {
      'submission.submitted': 'Somebody sent photos in.',
      'submission.approved': 'They were accepted.',
      'submission.rejected': 'They were rejected.',
      'submission.cancelled': 'They were taken back, or their pre-order was called off.',
    },
    { ...history, seenBy: account, data: submissionData },
  ),
  ...kinds(
    {
      'restoration.queued': 'A photo waits to be restored.',
      'restoration.processing': 'It is being restored.',
      'restoration.completed': 'The restored photo is there.',
      'restoration.failed': 'It could not be restored.',
      'restoration.cancelled': 'It was called off.',
    },
    { ...history, seenBy: account, data: restorationData },
  ),
  ...kinds(
    {
      'restore_share.created': 'Restored photos are shared by a link.',
      'restore_share.claimed': 'Somebody took their copies.',
      'restore_share.revoked': 'The link was ended.',
    },
    { ...passing, seenBy: account, data: shareData },
  ),
  ...kinds(
    {
      'after_sales.requested': 'A customer complained about an order.',
      'after_sales.approved': 'The shop accepted it.',
      'after_sales.rejected': 'The shop rejected it.',
      'after_sales.refunded': 'Money goes back.',
      'after_sales.reprinting': 'Copies are printed anew.',
      'after_sales.closed': 'It is over.',
    },
    { ...history, seenBy: both, data: afterSalesData },
  ),
  ...kinds(
    { 'review.created': 'A customer reviewed an order.', 'review.replied': 'The shop replied.' },
    { ...passing, seenBy: both, data: reviewData },
  ),
  'account.closed': {
    ...history,
    seenBy: account,
    data: z.object({
      paid_back: z.number().describe('Of the balance, to where top-ups came from; major units'),
      given_up: z.number().describe('Of the balance; major units'),
      currency: text,
    }),
    says: 'Its owner closed an account; the subject is the account.',
  },
  'balance.changed': {
    ...passing,
    seenBy: account,
    data: z.object({
      ...amount,
      balance: z.number().describe('After it, in major units'),
      cause: text.describe('payment, refund, topup and so on, as in the ledger'),
    }),
    says: 'The balance of an account changed; the subject is the account.',
  },
  'printer.changed': {
    ...passing,
    seenBy: shop,
    data: z.object({
      agent_id: text,
      name: text,
      state: text,
      reasons: z.array(text),
      reachable: z.boolean(),
    }),
    says: 'A printer changed its state, its reasons, or whether it is reached.',
  },
  ...kinds(
    { 'agent.online': 'An agent of the shop is linked.', 'agent.offline': 'Its link ended.' },
    { ...passing, seenBy: shop, data: agentData },
  ),
  'schedule.changed': {
    ...passing,
    seenBy: shop,
    data: z.object({ version: z.int() }),
    says: 'The print schedule of a shop has another version; the subject is the shop.',
  },
  'catalogue.changed': {
    ...passing,
    seenBy: ['everyone'],
    data: z.object({}),
    says: 'What is sold, or at what price, has changed.',
  },
} satisfies Record<string, EventKind>;

export type EventType = keyof typeof eventTypes;

/** The data of one type, as it is written. */
export type EventData<T extends EventType> = z.input<(typeof eventTypes)[T]['data']>;

export const eventTypeNames = Object.keys(eventTypes) as EventType[];

/** An event as everybody reads it. */
export const eventShape = z.object({
  sequence: z.int().describe('Its place in the log: 1, 2, 3 … without gaps'),
  type: text.describe('e.g. order.paid'),
  subject_id: text.describe('The id of what the part of the type before the dot names'),
  account_id: maybe.describe('Whose it is'),
  shop_id: maybe,
  at: z.iso.datetime(),
  data: z.record(z.string(), z.unknown()).describe('By its type: docs/events.md'),
});

export type EventView = z.infer<typeof eventShape>;
