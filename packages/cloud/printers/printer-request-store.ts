/** The SQL of what people ask of an agent's printers, papers and queue. A request is its own message in the outbox until its answer is stored. */
import type { PaperAct, PaperRequest } from '@platen/contracts/paper-requests';
import type { PrinterAct, PrinterAnswer, PrinterRequest } from '@platen/contracts/printer-requests';
import type { QueueAct, QueueRequest } from '@platen/contracts/queue-requests';
import { toTime } from '@platen/contracts/shapes';
import type { Query, Tx } from '../db/database.ts';
import { newId } from '../ids.ts';
import { insertIntoOutbox } from '../outbox/outbox-posting.ts';
import { deleteOutbox } from '../outbox/outbox-store.ts';
import { deleteProfileFile } from './paper-store.ts';
import type { PrinterRequestTable } from './printer-tables.ts';

/** Stores a request with its message. The caller signals the outbox. */
export async function insertPrinterRequest(tx: Tx, asked: Asked<PrinterAct>): Promise<PrinterRequestTable> {
  const { agentId, by, wanted, now } = asked;
  const row = await insertRequest(tx, asked);
  const body: PrinterRequest = { by, wanted };
  await insertIntoOutbox(tx, [{ id: row.id, agentId, type: 'printer', subjectId: row.id, body, now }]);
  return row;
}

/** The same of an agent's queue: it is heard behind the jobs that were sent before it. The caller signals the outbox. */
export async function insertQueueRequest(tx: Tx, asked: Asked<QueueAct>): Promise<PrinterRequestTable> {
  const { agentId, by, wanted, now } = asked;
  const row = await insertRequest(tx, asked);
  const body: QueueRequest = { by, asked_at: toTime(now), wanted };
  await insertIntoOutbox(tx, [{ id: row.id, agentId, type: 'queue', subjectId: row.id, body, now }]);
  return row;
}

/** The same of an agent's papers. The caller signals the outbox. */
export async function insertPaperRequest(tx: Tx, asked: Asked<PaperAct>): Promise<PrinterRequestTable> {
  const { agentId, by, wanted, now } = asked;
  const row = await insertRequest(tx, asked);
  const body: PaperRequest = { by, asked_at: toTime(now), wanted };
  await insertIntoOutbox(tx, [{ id: row.id, agentId, type: 'paper', subjectId: row.id, body, now }]);
  return row;
}

interface Asked<Act> {
  agentId: string;
  accountId: string;
  /** As the shop's people know who asks. */
  by: string;
  wanted: Act;
  now: number;
}

async function insertRequest(
  tx: Tx,
  { agentId, accountId, wanted, now }: Asked<unknown>,
): Promise<PrinterRequestTable> {
  const row: PrinterRequestTable = {
    id: newId(),
    agent_id: agentId,
    account_id: accountId,
    wanted: JSON.stringify(wanted),
    answer: null,
    created_at: now,
    answered_at: null,
  };
  await tx.insertInto('printer_requests').values(row).execute();
  return row;
}

/** The agent's answer; what was answered before stays. */
export async function updatePrinterAnswer(
  tx: Tx,
  said: { id: string; agentId: string; answer: PrinterAnswer; now: number },
): Promise<void> {
  const { id, agentId, answer, now } = said;
  await tx
    .updateTable('printer_requests')
    .set({ answer: JSON.stringify(answer), answered_at: now })
    .where('id', '=', id)
    .where('agent_id', '=', agentId)
    .where('answer', 'is', null)
    .execute();
  await deleteProfileFile(tx, { requestId: id, agentId, now });
  await deleteOutbox(tx, { ids: [id], agentId });
}

export async function findPrinterRequest(db: Query, id: string): Promise<PrinterRequestTable | undefined> {
  return await db.selectFrom('printer_requests').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Removes requests that were answered before a time, the oldest first, at most so many. Gives how many. */
export async function deleteAnsweredRequests(
  db: Query,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('printer_requests')
    .where('id', 'in', (e) =>
      e
        .selectFrom('printer_requests')
        .select('id')
        .where('answered_at', 'is not', null)
        .where('answered_at', '<', before)
        .orderBy('answered_at')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
