/**
 * The only writer of the status of pre-orders and submissions. Each move is checked by its table, conditional on the status it
 * starts from, and has its history row in the same transaction.
 *
 * INVARIANTS
 * 1. Whoever changes a pre-order or one of its submissions holds the pre-order's row: quotas are exact.
 * 2. A deadline that has passed is written down before anything else is decided.
 */
import { AppError } from '@platen/contracts/app-error';
import { refuseMove } from '@platen/contracts/state-machine';
import {
  type PreOrderStatus,
  preOrderMachine,
  type SubmissionStatus,
  submissionMachine,
} from '@platen/contracts/states';
import type { Database, Tx } from '../db/database.ts';
import { newId } from '../ids.ts';
import { statusAt } from './pre-order-rules.ts';
import {
  findPreOrder,
  insertPreOrderEvents,
  listPastDeadline,
  lockPreOrder,
  updatePreOrder,
} from './pre-order-store.ts';
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
  await recordPreOrderEvent(tx, { ...move, event: to, from: preOrder.status });
  return moved;
}

/** A line of history: a move, or a change of settings beside the moves. */
export async function recordPreOrderEvent(
  tx: Tx,
  line: {
    preOrder: Pick<PreOrderTable, 'id'>;
    event: string;
    actor: Actor;
    detail: string;
    now: number;
    from?: PreOrderStatus;
    to?: PreOrderStatus;
  },
): Promise<void> {
  await insertPreOrderEvents(tx, [
    {
      id: newId(),
      pre_order_id: line.preOrder.id,
      submission_id: null,
      event: line.event,
      from_status: line.from ?? null,
      to_status: line.to ?? null,
      actor: line.actor,
      detail: line.detail,
      created_at: line.now,
    },
  ]);
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
  await recordSubmissionEvent(tx, { ...move, from: submission.status });
  return { ...submission, ...changes };
}

/** The history row of a submission that came in (`from` null) or moved. */
export async function recordSubmissionEvent(
  tx: Tx,
  line: {
    submission: Pick<SubmissionTable, 'id' | 'pre_order_id'>;
    from: SubmissionStatus | null;
    to: SubmissionStatus;
    actor: Actor;
    reason: string;
    now: number;
  },
): Promise<void> {
  await insertPreOrderEvents(tx, [
    {
      id: newId(),
      pre_order_id: line.submission.pre_order_id,
      submission_id: line.submission.id,
      event: line.from === null ? 'submitted' : line.to,
      from_status: line.from,
      to_status: line.to,
      actor: line.actor,
      detail: line.reason,
      created_at: line.now,
    },
  ]);
}

/** Ends every submission of a locked pre-order that is in this status. */
export async function endSubmissions(
  tx: Tx,
  ending: { preOrderId: string; status: SubmissionStatus } & Pick<SubmissionMove, 'to' | 'reason' | 'now'>,
): Promise<void> {
  const { preOrderId, status, ...move } = ending;
  for (const submission of await listSubmissionsIn(tx, { preOrderId, status })) {
    await moveSubmission(tx, { submission, actor: 'owner', ...move });
  }
}
