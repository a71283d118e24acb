/** Reviewing and withdrawing submissions. Owns who may decide what about one. */
import { AppError } from '@platen/contracts/app-error';
import type { Tx } from '../db/database.ts';
import { lockCurrentPreOrder, moveSubmission } from './pre-order-moves.ts';
import { findSubmission } from './pre-order-submission-store.ts';
import type { PreOrderTable, SubmissionTable } from './pre-order-tables.ts';

export interface Review {
  approved: boolean;
  reason: string;
  now: number;
}

/** The owner's pre-order, locked, while its submissions can still be decided. Throws not_found or conflict. */
export async function lockForReview(
  tx: Tx,
  wanted: { id: string; accountId: string; now: number },
): Promise<PreOrderTable> {
  const preOrder = await lockCurrentPreOrder(tx, wanted);
  checkNotEnded(preOrder);
  return preOrder;
}

function checkNotEnded({ status }: PreOrderTable): void {
  if (status !== 'ordered' && status !== 'cancelled') return;
  throw new AppError('conflict', `The pre-order is ${status}; its submissions stay as they are.`);
}

/** Approves or rejects a submission of a locked pre-order. Throws not_found, or conflict when it was decided already. */
export async function reviewSubmission(
  tx: Tx,
  preOrder: PreOrderTable,
  { submissionId, approved, reason, now }: Review & { submissionId: string },
): Promise<SubmissionTable> {
  const submission = await getSubmissionOf(tx, preOrder, submissionId);
  const to = approved ? 'approved' : 'rejected';
  return await moveSubmission(tx, {
    submission,
    ownerId: preOrder.account_id,
    to,
    actor: 'owner',
    reason,
    now,
  });
}

/** Withdraws one: its submitter a pending one, the owner an approved one as well. */
export async function cancelSubmission(
  tx: Tx,
  wanted: { preOrderId: string; submissionId: string; accountId: string; now: number },
): Promise<SubmissionTable> {
  const { preOrderId: id, submissionId, accountId, now } = wanted;
  const found = await findSubmission(tx, submissionId);
  if (found?.pre_order_id !== id) throw new AppError('not_found', 'No such submission.');
  const preOrder = await lockCurrentPreOrder(tx, { id, now });
  const submission = await getSubmissionOf(tx, preOrder, submissionId);
  const isOwner = preOrder.account_id === accountId;
  if (!isOwner && submission.account_id !== accountId) throw new AppError('not_found', 'No such submission.');
  checkNotEnded(preOrder);
  if (!isOwner && submission.status === 'approved') {
    throw new AppError(
      'conflict',
      'The submission was approved already; ask the owner of the pre-order to cancel it.',
    );
  }
  const actor = isOwner ? 'owner' : 'submitter';
  return await moveSubmission(tx, {
    submission,
    ownerId: preOrder.account_id,
    to: 'cancelled',
    actor,
    reason: '',
    now,
  });
}

async function getSubmissionOf(tx: Tx, preOrder: PreOrderTable, id: string): Promise<SubmissionTable> {
  const submission = await findSubmission(tx, id);
  if (submission?.pre_order_id === preOrder.id) return submission;
  throw new AppError('not_found', 'No such submission.');
}
