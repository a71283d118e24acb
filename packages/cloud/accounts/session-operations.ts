/** Sessions of the caller's own account: list, end one, end all. */
import { AppError } from '@platen/contracts/app-error';
import { id, listOf, paging, time, toTime } from '@platen/contracts/shapes';
import { z } from 'zod';
import { defineOperation } from '../operation/operation.ts';
import { endSessions } from './session-moves.ts';
import { pageSessions } from './session-store.ts';

const sessionShape = z.object({
  session_id: z.uuid(),
  device: z.string().describe('What the browser calls itself'),
  current: z.boolean().describe('True: the one that asks'),
  created_at: time,
  last_used_at: time.describe('Within a minute'),
  expires_at: time.describe('30 days after the last use'),
});

export const sessionOperations = [
  defineOperation({
    name: 'list_sessions',
    title: 'Sessions',
    summary: 'Lists the browsers in which this account is logged in, newest first.',
    rest: { method: 'GET', path: '/api/auth/sessions' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject(paging),
    output: listOf(sessionShape),
    async run({ database, caller, now }, wanted) {
      const of = { accountId: caller.accountId, now: now() };
      const { rows, total } = await pageSessions(database.query, of, wanted);
      const items = rows.map((row) => ({
        session_id: row.id,
        device: row.device,
        current: row.id === caller.sessionId,
        created_at: toTime(row.created_at),
        last_used_at: toTime(row.last_used_at),
        expires_at: toTime(row.expires_at),
      }));
      return { items, ...wanted, total };
    },
  }),
  defineOperation({
    name: 'revoke_session',
    title: 'End a session',
    summary: 'Ends one session of this account (session_id from list_sessions), at once and everywhere.',
    rest: { method: 'DELETE', path: '/api/auth/sessions/{session_id}' },
    access: 'customer',
    effect: 'delete',
    input: z.strictObject({ session_id: id('From list_sessions') }),
    output: z.object({ revoked: z.int() }),
    async run({ database, caller, now }, { session_id }) {
      const wanted = { accountId: caller.accountId, id: session_id, now: now() };
      const revoked = await database.transaction((tx) => endSessions(database, tx, wanted));
      if (revoked === 0) throw new AppError('not_found', 'No such session.');
      return { revoked };
    },
  }),
  defineOperation({
    name: 'revoke_all_sessions',
    title: 'End all sessions',
    summary:
      'Ends every session of this account, at once and everywhere; with keep_current all but the one that asks. API keys go on working (see revoke_api_key). Returns how many.',
    rest: { method: 'DELETE', path: '/api/auth/sessions' },
    access: 'customer',
    effect: 'delete',
    input: z.strictObject({
      keep_current: z.boolean().default(false).describe('True: the session that asks is kept'),
    }),
    output: z.object({ revoked: z.int() }),
    async run({ database, caller, now }, { keep_current }) {
      const exceptId = keep_current ? caller.sessionId : undefined;
      const wanted = { accountId: caller.accountId, exceptId, now: now() };
      return { revoked: await database.transaction((tx) => endSessions(database, tx, wanted)) };
    },
  }),
];
