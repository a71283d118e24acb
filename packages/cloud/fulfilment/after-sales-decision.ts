/**
 * What the shop decides about a request. Owns that a request is decided once and that money or print jobs follow in the same
 * transaction. Money moves by payments/refund-moves.ts alone, jobs by jobs/job-moves.ts.
 */
import { AppError } from '@platen/contracts/app-error';
import { type Currency, moneyText } from '@platen/contracts/money';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import { moveAfterSales, orderOfRequest } from '../aftersales/after-sales-moves.ts';
import { type ConcernedItem, refundableMinor, spreadRefund } from '../aftersales/after-sales-rules.ts';
import {
  findAfterSales,
  listAfterSalesItems,
  updateAfterSalesItem,
} from '../aftersales/after-sales-store.ts';
import type { AfterSalesTable } from '../aftersales/after-sales-tables.ts';
import type { Database, Tx } from '../db/database.ts';
import { listDocumentsOfOrder } from '../documents/document-store.ts';
import { newId } from '../ids.ts';
import { createJobs, type NewJob } from '../jobs/job-moves.ts';
import { reprintTicket } from '../jobs/job-rules.ts';
import { listJobsOfOrders } from '../jobs/job-store.ts';
import type { PrintJobTable } from '../jobs/job-tables.ts';
import { recordOrderEvent } from '../orders/order-moves.ts';
import { getOrder, listItems, lockOrder } from '../orders/order-store.ts';
import type { OrderTable } from '../orders/order-tables.ts';
import { refundOrder } from '../payments/refund-moves.ts';
import { readAgentChoice } from '../printers/agent-choice.ts';

export interface AfterSalesDecision {
  id: string;
  /** Undefined: of any shop. */
  shopId: string | undefined;
  approve: boolean;
  /** What is done when it is approved; `none` leaves it to the shop, which closes it by hand. */
  remedy: 'refund' | 'reprint' | 'none' | undefined;
  /** Less than all that these copies cost. */
  amountMinor: number | undefined;
  note: string;
  now: number;
}

/** A request that the shop may touch, its order locked. Throws not_found. */
async function takeRequest(
  tx: Tx,
  { id, shopId, now }: Pick<AfterSalesDecision, 'id' | 'shopId' | 'now'>,
): Promise<AfterSalesTable> {
  const found = await findAfterSales(tx, id);
  if (!found || (shopId !== undefined && found.shop_id !== shopId)) {
    throw new AppError('not_found', 'No such request.');
  }
  await lockOrder(tx, { id: found.order_id, now });
  return (await findAfterSales(tx, id))!;
}

/** Carries the decision out. Throws not_found, conflict (decided already, nothing to pay back), unprocessable (amount). */
export async function decideAfterSales(
  database: Database,
  tx: Tx,
  decision: AfterSalesDecision,
): Promise<AfterSalesTable> {
  const { approve, note, now } = decision;
  const request = await takeRequest(tx, decision);
  const changes = { decision_note: note, decided_at: now };
  const decided = { request, actor: 'shop', detail: note, now };
  const outcome = approve ? 'approved' : 'rejected';
  const order = orderOfRequest(request);
  if (!approve) {
    recordOrderEvent(tx, { order, event: 'after_sales_rejected', detail: note, now });
    const rejected = { ...changes, resolution: 'rejected' } as const;
    return await moveAfterSales(tx, { ...decided, to: outcome, changes: rejected });
  }
  const approved = await moveAfterSales(tx, { ...decided, to: outcome, changes });
  const remedy = decision.remedy ?? (request.type === 'other' ? 'none' : request.type);
  recordOrderEvent(tx, { order, event: 'after_sales_approved', detail: remedy, now });
  if (remedy === 'refund') return await payBack(tx, { request: approved, decision });
  if (remedy === 'reprint') return await printAnew(database, tx, { request: approved, now });
  return approved;
}

async function readConcerned(tx: Tx, request: AfterSalesTable): Promise<ConcernedItem[]> {
  const items = new Map((await listItems(tx, [request.order_id])).map((item) => [item.id, item]));
  const lines = await listAfterSalesItems(tx, [request.id]);
  return lines.map(({ item_id, copies }) => ({ item: items.get(item_id)!, copies }));
}

async function payBack(
  tx: Tx,
  { request, decision }: { request: AfterSalesTable; decision: AfterSalesDecision },
): Promise<AfterSalesTable> {
  const { amountMinor, now } = decision;
  const order = await getOrder(tx, request.order_id);
  const concerned = await readConcerned(tx, request);
  const shares = sharesOf(order, refundableMinor(concerned), amountMinor);
  for (const [index, { item }] of concerned.entries()) {
    const share = shares[index]!;
    if (share === 0) continue;
    await refundOrder(tx, {
      order,
      itemId: item.id,
      amountMinor: share,
      cause: `aftersales:${request.id}:${item.position}`,
      reason: `after-sales, item ${item.position}`,
      now,
    });
    await updateAfterSalesItem(tx, { afterSalesId: request.id, itemId: item.id, refunded_minor: share });
  }
  const total = shares.reduce((sum, share) => sum + share, 0);
  const detail = moneyText(total, order.currency as Currency);
  const changes = { resolution: 'refunded' } as const;
  return await moveAfterSales(tx, { request, to: 'refunded', actor: 'shop', detail, now, changes });
}

/** Minor units for each item. Throws when nothing is left of what was paid, or less than the amount. */
function sharesOf(order: OrderTable, refundable: number[], amountMinor: number | undefined): number[] {
  const max = refundable.reduce((sum, share) => sum + share, 0);
  if (max === 0) throw new AppError('conflict', 'Nothing is left of what was paid for these copies.');
  const shares = spreadRefund(refundable, amountMinor);
  if (shares) return shares;
  const text = moneyText(max, order.currency as Currency);
  throw new AppError('unprocessable', `amount: at most ${text} can be paid back for these copies.`);
}

/** New jobs from the tickets that the copies were printed from, so that price changes and new papers alter nothing. */
async function printAnew(
  database: Database,
  tx: Tx,
  { request, now }: { request: AfterSalesTable; now: number },
): Promise<AfterSalesTable> {
  const { order_id: orderId, shop_id: shopId } = request;
  const jobs = await listJobsOfOrders(tx, [orderId]);
  const uploads = new Set((await listDocumentsOfOrder(tx, orderId)).map((upload) => upload.id));
  const chooseAgent = await readAgentChoice(tx, shopId);
  const added: NewJob[] = (await readConcerned(tx, request)).map(({ item, copies }) => {
    const source = jobs.findLast((job) => job.item_id === item.id);
    if (!source || !uploads.has(item.document_id)) {
      throw new AppError('conflict', `Item ${item.position} can't be printed again: its file is gone.`, {
        hint: 'Refund it instead (remedy refund).',
      });
    }
    const ticket = ticketAnew(source, copies);
    return {
      ticket,
      orderId,
      itemId: item.id,
      accountId: source.account_id,
      shopId,
      agentId: chooseAgent(ticket),
      reprintOf: source.id,
      now,
    };
  });
  await createJobs(database, tx, added);
  for (const { itemId, ticket } of added) {
    await updateAfterSalesItem(tx, { afterSalesId: request.id, itemId, job_id: ticket.job_id });
  }
  const detail = `print jobs: ${added.length}`;
  return await moveAfterSales(tx, { request, to: 'reprinting', actor: 'shop', detail, now });
}

const ticketAnew = (source: PrintJobTable, copies: number): PrintTicket =>
  reprintTicket(JSON.parse(source.ticket) as PrintTicket, { jobId: newId(), copies });

/** The shop is done with it: settled by hand, or to be put away. Throws conflict while it is undecided or being reprinted. */
export async function closeAfterSales(
  tx: Tx,
  wanted: { id: string; shopId: string | undefined; note: string; now: number },
): Promise<AfterSalesTable> {
  const { note, now } = wanted;
  const request = await takeRequest(tx, wanted);
  if (request.status === 'requested') throw new AppError('conflict', 'The request is not decided yet.');
  if (request.status === 'reprinting') {
    throw new AppError(
      'conflict',
      'The new copies are being printed; it closes by itself when they are done.',
    );
  }
  const changes = { resolution: request.resolution ?? 'settled' } as const;
  return await moveAfterSales(tx, { request, to: 'closed', actor: 'shop', detail: note, now, changes });
}
