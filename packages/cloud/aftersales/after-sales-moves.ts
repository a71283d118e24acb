/**
 * The only writer of a request's status: checked by the table, conditional on the status it starts from, with its event in the
 * same transaction. Whoever moves one holds its order's row (order first, everywhere).
 */
import { AppError } from '@platen/contracts/app-error';
import { refuseMove } from '@platen/contracts/state-machine';
import { type AfterSalesStatus, afterSalesMachine } from '@platen/contracts/states';
import type { Tx } from '../db/database.ts';
import { recordEvent } from '../events/event-log.ts';
import { listJobsOfOrders } from '../jobs/job-store.ts';
import type { OrderSubject } from '../orders/order-moves.ts';
import { reprintResult } from './after-sales-rules.ts';
import { findReprinting, listAfterSalesItems, updateAfterSales } from './after-sales-store.ts';
import type { AfterSalesTable } from './after-sales-tables.ts';

export interface AfterSalesMove {
  request: AfterSalesTable;
  to: AfterSalesStatus;
  /** customer, shop or printer. */
  actor: string;
  detail: string;
  now: number;
  changes?: Partial<Pick<AfterSalesTable, 'resolution' | 'decision_note' | 'decided_at'>>;
}

/** Moves a request and answers it as it is then. Throws conflict when it can't. */
export async function moveAfterSales(tx: Tx, move: AfterSalesMove): Promise<AfterSalesTable> {
  const { request, to, now } = move;
  const refusal = refuseMove(afterSalesMachine, request.status, to);
  if (refusal) throw new AppError('conflict', refusal);
  const changes = {
    ...move.changes,
    status: to,
    updated_at: now,
    closed_at: to === 'closed' ? now : request.closed_at,
  };
  if (!(await updateAfterSales(tx, { id: request.id, from: request.status, ...changes }))) {
    throw new AppError('conflict', 'The request has changed meanwhile. Look at it again.');
  }
  recordAfterSalesEvent(tx, { ...move, from: request.status });
  return { ...request, ...changes };
}

/** A line of a request's history: that it was made (`from` null), or moved. */
export function recordAfterSalesEvent(
  tx: Tx,
  line: Pick<AfterSalesMove, 'request' | 'to' | 'actor' | 'detail' | 'now'> & {
    from: AfterSalesStatus | null;
  },
): void {
  const { request, from, to, actor, detail, now } = line;
  recordEvent(tx, {
    type: `after_sales.${to}`,
    subjectId: request.id,
    accountId: request.account_id,
    shopId: request.shop_id,
    data: { order_id: request.order_id, from, to, actor, detail },
    now,
  });
}

/** Its order, as the order's history knows it. */
export const orderOfRequest = ({ order_id: id, account_id, shop_id }: AfterSalesTable): OrderSubject => ({
  id,
  account_id,
  shop_id,
});

/** Closes this order's reprint once its new copies are printed or were paid back. The order's row is held. */
export async function closeFinishedReprint(
  tx: Tx,
  { orderId, now }: { orderId: string; now: number },
): Promise<void> {
  const request = await findReprinting(tx, orderId);
  if (!request) return;
  const items = await listAfterSalesItems(tx, [request.id]);
  const jobIds = items.flatMap((item) => item.job_id ?? []);
  const resolution = reprintResult(await listJobsOfOrders(tx, [orderId]), jobIds);
  if (!resolution) return;
  const detail = resolution === 'reprinted' ? 'the new copies are printed' : 'the new copies were paid back';
  await moveAfterSales(tx, { request, to: 'closed', actor: 'printer', detail, now, changes: { resolution } });
}
