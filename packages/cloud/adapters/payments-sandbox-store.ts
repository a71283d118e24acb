/** The SQL of the sandbox's own books: intents, refunds, webhooks to be posted. Nobody else reads or writes these tables. */
import type { Query, Tx } from '../db/database.ts';
import type { SandboxEventTable, SandboxIntentTable, SandboxRefundTable } from './payments-sandbox-tables.ts';

/** Keeps the first intent for a reference; the same reference again changes nothing. */
export async function insertIntent(db: Query, row: SandboxIntentTable): Promise<void> {
  await db
    .insertInto('sandbox_intents')
    .values(row)
    .onConflict((conflict) => conflict.columns(['sandbox', 'reference']).doNothing())
    .execute();
}

export async function getIntentByReference(
  db: Query,
  { sandbox, reference }: { sandbox: string; reference: string },
): Promise<SandboxIntentTable> {
  return await db
    .selectFrom('sandbox_intents')
    .selectAll()
    .where('sandbox', '=', sandbox)
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
}

export async function findIntent(
  db: Query | Tx,
  { sandbox, id }: { sandbox: string; id: string },
): Promise<SandboxIntentTable | undefined> {
  return await db
    .selectFrom('sandbox_intents')
    .selectAll()
    .where('sandbox', '=', sandbox)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Ends a pending intent. False when it has ended already: of many decisions at once one counts. */
export async function endIntent(
  tx: Tx,
  { sandbox, id, status }: Pick<SandboxIntentTable, 'sandbox' | 'id' | 'status'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sandbox_intents')
    .set({ status })
    .where('sandbox', '=', sandbox)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Takes the intent's row until the transaction ends: its refunds are counted one after the other. */
export async function lockIntent(
  tx: Tx,
  { sandbox, id }: { sandbox: string; id: string },
): Promise<SandboxIntentTable | undefined> {
  return await tx
    .updateTable('sandbox_intents')
    .set((e) => ({ status: e.ref('status') }))
    .where('sandbox', '=', sandbox)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function listSandboxRefunds(tx: Tx, intentId: string): Promise<SandboxRefundTable[]> {
  return await tx.selectFrom('sandbox_refunds').selectAll().where('intent_id', '=', intentId).execute();
}

export async function insertSandboxRefund(tx: Tx, row: SandboxRefundTable): Promise<void> {
  await tx.insertInto('sandbox_refunds').values(row).execute();
}

export async function finishSandboxRefund(db: Query, id: string): Promise<void> {
  await db.updateTable('sandbox_refunds').set({ status: 'succeeded' }).where('id', '=', id).execute();
}

export async function insertSandboxEvent(tx: Tx, row: SandboxEventTable): Promise<void> {
  await tx.insertInto('sandbox_events').values(row).execute();
}

/** Webhooks that are due, the longest waiting first. */
export async function listDueEvents(
  db: Query,
  { sandbox, now, limit }: { sandbox: string; now: number; limit: number },
): Promise<SandboxEventTable[]> {
  return await db
    .selectFrom('sandbox_events')
    .selectAll()
    .where('sandbox', '=', sandbox)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** When the next webhook is due; undefined when none is left. */
export async function findNextDueAt(db: Query, sandbox: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('sandbox_events')
    .select('due_at')
    .where('sandbox', '=', sandbox)
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row?.due_at ?? undefined;
}

/** Takes a webhook's next try. False when another process has it. */
export async function claimEvent(
  db: Query,
  { event, dueAt }: { event: SandboxEventTable; dueAt: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sandbox_events')
    .set({ tries: event.tries + 1, due_at: dueAt })
    .where('id', '=', event.id)
    .where('tries', '=', event.tries)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function updateDelivered(db: Query, { id, now }: { id: string; now: number }): Promise<void> {
  await db
    .updateTable('sandbox_events')
    .set({ due_at: null, delivered_at: now })
    .where('id', '=', id)
    .execute();
}

/** Removes webhooks that were delivered, or given up, of before a time: the oldest first, at most so many. Gives how many. */
export async function deleteOldEvents(
  db: Query,
  { sandbox, before, limit }: { sandbox: string; before: number; limit: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sandbox_events')
    .where('id', 'in', (e) =>
      e
        .selectFrom('sandbox_events')
        .select('id')
        .where('sandbox', '=', sandbox)
        .where('due_at', 'is', null)
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
