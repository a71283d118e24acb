/**
 * The transition tables of everything that has a status. Owns which state may follow which.
 * A hold of an order is no status: it stands beside paid and printing, with a reason and who must act.
 */
import { defineStateMachine } from './state-machine.ts';

export type OrderStatus =
  | 'pending_payment'
  | 'paid'
  | 'printing'
  | 'printed'
  | 'ready_for_pickup'
  | 'shipped'
  | 'completed'
  | 'cancelled';

/** `printing -> cancelled` holds only while no sheet was submitted: order-rules.ts decides that. */
export const orderMachine = defineStateMachine<OrderStatus>('order', 'pending_payment', {
  pending_payment: ['paid', 'cancelled'],
  paid: ['printing', 'printed', 'cancelled'],
  printing: ['printed', 'cancelled'],
  printed: ['ready_for_pickup', 'shipped'],
  ready_for_pickup: ['completed'],
  shipped: ['completed'],
  completed: [],
  cancelled: [],
});

export type RefundStatus = 'none' | 'partial' | 'full';

export type PaymentStatus = 'pending' | 'succeeded' | 'failed' | 'expired';

export const paymentMachine = defineStateMachine<PaymentStatus>('payment', 'pending', {
  pending: ['succeeded', 'failed', 'expired'],
  succeeded: [],
  failed: [],
  expired: [],
});

export type RefundState = 'pending' | 'succeeded' | 'failed';

/** One refund: pending until the provider has paid it; what the provider refuses for good goes to the balance instead. */
export const refundMachine = defineStateMachine<RefundState>('refund', 'pending', {
  pending: ['succeeded', 'failed'],
  succeeded: [],
  failed: [],
});

export type JobState =
  | 'queued'
  | 'sent'
  | 'accepted'
  | 'preparing'
  | 'ready'
  | 'submitting'
  | 'printing'
  | 'printed'
  | 'held'
  | 'unknown'
  | 'failed'
  | 'cancelled';

/**
 * One print job: one item's copies. Cloud and agent share this table: the agent takes single steps, the cloud may see
 * several at once (reports are differences) and so asks for reachability.
 * `ready -> preparing`: another printer than the one it was prepared for takes it. `ready <- submitting` is the printer that is busy or the intent that never reached it; `unknown` waits for a person, and goes
 * on to `ready` when that person wants the rest printed. What was not yet submitted becomes `unknown` only in a spool that turns
 * out to be an older copy.
 */
export const jobMachine = defineStateMachine<JobState>('print job', 'queued', {
  queued: ['sent', 'cancelled'],
  sent: ['accepted', 'unknown', 'cancelled'],
  accepted: ['preparing', 'held', 'unknown', 'failed', 'cancelled'],
  preparing: ['ready', 'held', 'unknown', 'failed', 'cancelled'],
  ready: ['submitting', 'preparing', 'held', 'unknown', 'failed', 'cancelled'],
  submitting: ['printing', 'printed', 'ready', 'held', 'unknown', 'failed', 'cancelled'],
  printing: ['printed', 'ready', 'held', 'unknown', 'failed', 'cancelled'],
  held: [
    'accepted',
    'preparing',
    'ready',
    'submitting',
    'printing',
    'printed',
    'unknown',
    'failed',
    'cancelled',
  ],
  unknown: ['ready', 'held', 'printed', 'failed', 'cancelled'],
  printed: [],
  failed: [],
  cancelled: [],
});

export type PreOrderStatus = 'draft' | 'open' | 'closed' | 'ordered' | 'cancelled';

/**
 * `open -> draft` holds only while nobody has submitted anything, `ordered -> closed` only once its order was cancelled:
 * pre-order-rules.ts decides both.
 */
export const preOrderMachine = defineStateMachine<PreOrderStatus>('pre-order', 'draft', {
  draft: ['open', 'cancelled'],
  open: ['draft', 'closed', 'cancelled'],
  closed: ['open', 'ordered', 'cancelled'],
  ordered: ['closed'],
  cancelled: [],
});

export type SubmissionStatus = 'pending' | 'approved' | 'rejected' | 'cancelled';

/** What somebody sent in for a pre-order. `approved -> cancelled` is the owner's change of mind before the order. */
export const submissionMachine = defineStateMachine<SubmissionStatus>('submission', 'pending', {
  pending: ['approved', 'rejected', 'cancelled'],
  approved: ['cancelled'],
  rejected: [],
  cancelled: [],
});

export type AfterSalesStatus = 'requested' | 'approved' | 'rejected' | 'refunded' | 'reprinting' | 'closed';

/** `requested -> closed` is the customer's withdrawal; `reprinting` closes when the new copies are printed. */
export const afterSalesMachine = defineStateMachine<AfterSalesStatus>('request', 'requested', {
  requested: ['approved', 'rejected', 'closed'],
  approved: ['refunded', 'reprinting', 'closed'],
  rejected: ['closed'],
  refunded: ['closed'],
  reprinting: ['closed'],
  closed: [],
});

export type RestorationState = 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';

/** `processing -> queued`: whoever worked on it fell silent, and its lease ran out. */
export const restorationMachine = defineStateMachine<RestorationState>('restoration', 'queued', {
  queued: ['processing', 'failed', 'cancelled'],
  processing: ['completed', 'failed', 'queued', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
});
