/** The audit log, as admins read it: who changed what, when. */
import { id, line, listOf, paging, readSpan, time, timeSpan, toTime } from '@platen/contracts/shapes';
import { z } from 'zod';
import { pageAudit } from '../operation/audit-store.ts';
import { defineOperation } from '../operation/operation.ts';

const entryShape = z.object({
  audit_id: z.uuid(),
  at: time,
  account_id: z
    .string()
    .describe('Who did it; agent:<agent_id> for what an agent found, or was told at its console'),
  api_key_id: z.string().nullable().describe('The key that was used; null: a session'),
  session_id: z.string().nullable(),
  action: z.string().describe('The operation, e.g. decide_print_job'),
  target: z.string().describe('What was changed, e.g. print_job:<id>'),
  detail: z.unknown().describe('What is new'),
});

export const auditOperations = [
  defineOperation({
    name: 'list_audit_log',
    title: 'Audit log',
    summary:
      'Lists what operators and admins have changed, newest first: all of it, or of one target, account, action or time.',
    rest: { method: 'GET', path: '/api/admin/audit-log' },
    access: 'admin',
    effect: 'read',
    input: z.strictObject({
      target: line(1, 200).optional().describe('E.g. account:<account_id>, or account: for all accounts'),
      account_id: id('Who did it; from list_accounts').optional(),
      action: line(1, 100).optional().describe('Name of the operation'),
      ...timeSpan,
      ...paging,
    }),
    output: listOf(entryShape),
    async run({ database }, { target, account_id, action, from, to, ...wanted }) {
      const filter = {
        target,
        accountId: account_id,
        action,
        ...readSpan({ from, to }),
      };
      const { rows, total } = await pageAudit(database.query, filter, wanted);
      const items = rows.map((row) => ({
        audit_id: row.id,
        at: toTime(row.created_at),
        account_id: row.account_id,
        api_key_id: row.key_id,
        session_id: row.session_id,
        action: row.action,
        target: row.target,
        detail: JSON.parse(row.detail) as unknown,
      }));
      return { items, ...wanted, total };
    },
  }),
];
