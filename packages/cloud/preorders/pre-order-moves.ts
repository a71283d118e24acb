/**
 * The only writer of the status of pre-orders and submissions. Each move is checked by its table, conditional on the status it
 * starts from, and has its event in the same transaction.
 *
 * INVARIANTS
 * 1. Whoever changes a pre-order or one of its submissions holds the pre-order's row: quotas are exact.
 * 2. A deadline that has passed is written down before anything else is decided.
 */
import { AppError } from '@platen/contracts/app-error';
import type { EventType } from '@platen/contracts/event-types';
import { refuseMove } from '@platen/contracts/state-machine';
import {
  type PreOrderStatus,
  preOrderMachine,
  type SubmissionStatus,
  submissionMachine,
} from '@platen/contracts/states';
import type { Database, Tx } from '../db/database.ts';
import { recordEvent } from '../events/event-log.ts';
import { statusAt } from './pre-order-rules.ts';
import { findPreOrder, listPastDeadline, lockPreOrder, updatePreOrder } from './pre-order-store.ts';
import { listSubmissionsIn, updateSubmissionStatus } from './pre-order-submission-store.ts';
import type { PreOrderTable, SubmissionTable } from './pre-order-tables.ts';

export type Actor = 'owner' | 'submitter' | 'deadline';

export interface PreOrderMove {
  preOrder: PreOrderTable;
  to: PreOrderStatus;
  actor: Actor;
  detail: string;
  now: number;
  /** The order that was made of it; only with `ordered`. */
  orderId?: string;
}

/** Moves a locked pre-order and answers it as it is then. Throws conflict when the table forbids it. */
export async function movePreOrder(tx: Tx, move: PreOrderMove): Promise<PreOrderTable> {
  const { preOrder, to, now } = move;
  const refusal = refuseMove(preOrderMachine, preOrder.status, to);
  if (refusal) throw new AppError('conflict', refusal);
  const moved = { ...preOrder, status: to, order_id: move.orderId ?? null, updated_at: now };
  await updatePreOrder(tx, moved);
  recordPreOrderEvent(tx, { ...move, event: to, from: preOrder.status });
  return moved;
}

/** What there is to say of a pre-order in the event log. */
export type PreOrderEvent = Extract<EventType, `pre_order.${string}`>;

/** A line of history: a move, or a change of settings beside the moves. */
export function recordPreOrderEvent(
  tx: Tx,
  line: {
    preOrder: Pick<PreOrderTable, 'id' | 'account_id'>;
    event: PreOrderEvent extends `pre_order.${infer Name}` ? Name : never;
    actor: Actor;
    detail: string;
    now: number;
    from?: PreOrderStatus;
    to?: PreOrderStatus;
  },
): void {
  const { preOrder, event, actor, detail, now, from = null, to = null } = line;
  recordEvent(tx, {
    type: `pre_order.${event}`,
    subjectId: preOrder.id,
    accountId: preOrder.account_id,
    shopId: null,
    data: { from, to, actor, detail },
    now,
  });
}

/** Locks one, of this owner where one is named. A passed deadline closes it on the way. Throws not_found. */
export async function lockCurrentPreOrder(
  tx: Tx,
  { id, accountId, now }: { id: string; accountId?: string; now: number },
): Promise<PreOrderTable> {
  const found = await findPreOrder(tx, id);
  if (!found || (accountId !== undefined && found.account_id !== accountId)) {
    throw new AppError('not_found', 'No such pre-order.');
  }
  const preOrder = await lockPreOrder(tx, id);
  const to = statusAt(preOrder, now);
  if (to === preOrder.status) return preOrder;
  return await movePreOrder(tx, { preOrder, to, actor: 'deadline', detail: 'the deadline passed', now });
}

/** Writes down what deadlines have closed by now, so that lists and filters say so. */
export async function closePastDeadline(
  database: Database,
  { accountId, now }: { accountId: string; now: number },
): Promise<void> {
  for (const id of await listPastDeadline(database.query, { accountId, now })) {
    await database.transaction((tx) => lockCurrentPreOrder(tx, { id, now }));
  }
}

export interface SubmissionMove {
  submission: SubmissionTable;
  /** The owner of the pre-order. */
  ownerId: string;
  to: SubmissionStatus;
  actor: Actor;
  /** Why it was rejected; empty otherwise. */
  reason: string;
  now: number;
}

/** Moves a submission of a locked pre-order and answers it as it is then. Throws conflict when it can't. */
export async function moveSubmission(tx: Tx, move: SubmissionMove): Promise<SubmissionTable> {
  const { submission, to, now } = move;
  const refusal = refuseMove(submissionMachine, submission.status, to);
  if (refusal) throw new AppError('conflict', refusal);
  const changes = {
    status: to,
    reject_reason: to === 'rejected' ? move.reason : '',
    updated_at: now,
    reviewed_at: to === 'cancelled' ? submission.reviewed_at : now,
  };
  const moved = await updateSubmissionStatus(tx, { id: submission.id, from: submission.status, ...changes });
  if (!moved) throw new AppError('conflict', 'The submission has changed meanwhile. Look at it again.');
  recordSubmissionEvent(tx, { ...move, from: submission.status });
  return { ...submission, ...changes };
}

/** A submission came in (`from` null) or moved: both its sender and the owner of the pre-order hear of it. */
export function recordSubmissionEvent(
  tx: Tx,
  line: {
    submission: Pick<SubmissionTable, 'id' | 'pre_order_id' | 'account_id'>;
    /** The owner of the pre-order. */
    ownerId: string;
    from: SubmissionStatus | null;
    to: SubmissionStatus;
    actor: Actor;
    reason: string;
    now: number;
  },
): void {
  const { submission, ownerId, from, to, actor, reason, now } = line;
  const { id: subjectId, pre_order_id, account_id: guestId } = submission;
  recordEvent(tx, {
    type: to === 'pending' ? 'submission.submitted' : `submission.${to}`,
    subjectId,
    accountId: ownerId,
    guestId,
    shopId: null,
    data: { pre_order_id, from, to, actor, reason },
    now,
  });
}

/** Ends every submission of a locked pre-order that is in this status. */
export async function endSubmissions(
  tx: Tx,
  ending: { preOrder: PreOrderTable; status: SubmissionStatus } & Pick<
    SubmissionMove,
    'to' | 'reason' | 'now'
  >,
): Promise<void> {
  const { preOrder, status, ...move } = ending;
  const { id: preOrderId, account_id: ownerId } = preOrder;
  for (const submission of await listSubmissionsIn(tx, { preOrderId, status })) {
    await moveSubmission(tx, { submission, ownerId, actor: 'owner', ...move });
  }
}
