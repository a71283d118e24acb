/** The audit log: who changed what, when. Rows are added in the transaction of the change and never altered. */
import type { TimeSpan } from '@platen/contracts/shapes';
import { sql } from 'kysely';
import type { Caller } from '../context.ts';
import type { Query, Tx } from '../db/database.ts';
import { newId } from '../ids.ts';
import type { AuditTable } from './audit-tables.ts';
import { type PageWanted, readPage } from './paging.ts';

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

/** `execute` calls it for what operators and admins change, inside the transaction of the change. */
export async function insertAudit(tx: Tx, { caller, ...entry }: AuditEntry): Promise<void> {
  const { accountId, keyId = null, sessionId = null } = caller;
  await insertEntry(tx, { ...entry, accountId, keyId, sessionId });
}

/** What an agent did or found, without an account: its changes are read in the same log. */
export async function insertAgentAct(
  tx: Tx,
  {
    agentId,
    target = `agent:${agentId}`,
    ...entry
  }: Pick<AuditEntry, 'action' | 'detail' | 'now'> & { agentId: string; target?: string },
): Promise<void> {
  const who = { accountId: `agent:${agentId}`, keyId: null, sessionId: null };
  await insertEntry(tx, { ...entry, ...who, target });
}

interface Entry extends Omit<AuditEntry, 'caller'> {
  accountId: string;
  keyId: string | null;
  sessionId: string | null;
}

async function insertEntry(tx: Tx, entry: Entry): Promise<void> {
  const { accountId, action, target, detail, now, keyId, sessionId } = entry;
  await tx
    .insertInto('audit_log')
    .values({
      id: newId(),
      account_id: accountId,
      action,
      target,
      detail: JSON.stringify(detail),
      created_at: now,
      key_id: keyId,
      session_id: sessionId,
    })
    .execute();
}

export interface AuditFilter extends TimeSpan {
  /** With a colon at its end: every target of that kind. */
  target: string | undefined;
  accountId: string | undefined;
  action: string | undefined;
}

export async function pageAudit(
  db: Query,
  filter: AuditFilter,
  wanted: PageWanted,
): Promise<{ rows: AuditTable[]; total: number }> {
  let rows = db.selectFrom('audit_log').selectAll();
  const { target, accountId, action, fromMs, toMs } = filter;
  if (target?.endsWith(':')) {
    const like = `${target.replace(/[\\%_]/g, '\\$&')}%`;
    rows = rows.where((e) => sql<boolean>`${e.ref('target')} like ${like} escape '\\'`);
  } else if (target !== undefined) rows = rows.where('target', '=', target);
  if (accountId !== undefined) rows = rows.where('account_id', '=', accountId);
  if (action !== undefined) rows = rows.where('action', '=', action);
  if (fromMs !== undefined) rows = rows.where('created_at', '>=', fromMs);
  if (toMs !== undefined) rows = rows.where('created_at', '<', toMs);
  return await readPage(db, rows, wanted, 'created_at');
}
