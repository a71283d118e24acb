/** The audit log: who changed what, when. Rows are added in the transaction of the change and never altered. */
import type { Caller } from '../context.ts';
import type { Query, Tx } from '../db/database.ts';
import type { AuditTable } from '../db/schema-service.ts';
import { newId } from '../ids.ts';
import { type PageWanted, readPage } from '../paging.ts';

export interface AuditEntry {
  caller: Caller;
  /** The operation's name. */
  action: string;
  /** What was changed: `carrier:<id>`, `order:<id>` … */
  target: string;
  /** What is new, as it was asked for; must hold no secrets. */
  detail: unknown;
  now: number;
}

/** Every operation for operators and admins that changes something calls it inside its transaction. */
export async function recordAudit(
  tx: Tx,
  { caller, action, target, detail, now }: AuditEntry,
): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      id: newId(),
      account_id: caller.accountId,
      action,
      target,
      detail: JSON.stringify(detail),
      created_at: now,
    })
    .execute();
}

export async function listAudit(
  db: Query,
  { target }: { target: string | undefined },
  wanted: PageWanted,
): Promise<{ rows: AuditTable[]; total: number }> {
  let rows = db.selectFrom('audit_log').selectAll();
  if (target !== undefined) rows = rows.where('target', '=', target);
  return await readPage(rows, wanted);
}
