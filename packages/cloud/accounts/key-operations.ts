/** API keys of the caller's own account: create, list, revoke. */
import { AppError } from '@platen/contracts/app-error';
import { id, line, listOf, paging, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import { newId } from '../ids.ts';
import { defineOperation } from '../operation/operation.ts';
import { lockAccount } from './account-store.ts';
import type { ApiKeyTable } from './account-tables.ts';
import { hashApiKey, hintOfApiKey, maxLiveKeys, newApiKey } from './key-rules.ts';
import { countLiveKeys, insertKey, pageKeys, revokeKey } from './key-store.ts';
import { keyShape, keyView } from './key-view.ts';

const dayMs = 24 * 3600 * 1000;

export const keyOperations = [
  defineOperation({
    name: 'list_api_keys',
    title: 'List API keys',
    summary:
      "Lists this account's API keys, newest first, expired and revoked ones too, with when each was last used; never the keys themselves.",
    rest: { method: 'GET', path: '/api/user/api-keys' },
    tool: { group: 'keys' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject(paging),
    output: listOf(keyShape),
    async run(context, wanted) {
      const { rows, total } = await pageKeys(context.database.query, context.caller.accountId, wanted);
      return { items: rows.map((row) => keyView(row, context.now())), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'create_api_key',
    title: 'Create an API key',
    summary:
      'Creates a key that works at once for all that this account may do. api_key is shown only in this answer: store it. At most 50 that work.',
    rest: { method: 'POST', path: '/api/user/api-keys' },
    tool: { group: 'keys' },
    access: 'customer',
    effect: 'create',
    input: z.strictObject({
      name: line(1, 100).describe('What the key is for, e.g. "laptop"'),
      expires_in_days: wholeNumber(1, 3650).optional().describe('Default: the key does not expire'),
    }),
    output: keyShape.extend({
      api_key: z.string().describe('The key: send it as "Authorization: Bearer …"'),
    }),
    async run(context, input) {
      const apiKey = newApiKey();
      const now = context.now();
      const row: ApiKeyTable = {
        id: newId(),
        account_id: context.caller.accountId,
        name: input.name,
        key_hash: hashApiKey(apiKey),
        key_hint: hintOfApiKey(apiKey),
        created_at: now,
        expires_at: input.expires_in_days ? now + input.expires_in_days * dayMs : null,
        revoked_at: null,
        last_used_at: null,
      };
      return await context.atomically(async (tx) => {
        // Locked, so that calls at the same time can't pass the limit together.
        await lockAccount(tx, row.account_id);
        if ((await countLiveKeys(tx, { accountId: row.account_id, now })) >= maxLiveKeys) {
          throw new AppError('conflict', `An account has at most ${maxLiveKeys} keys that work.`, {
            hint: 'Revoke one with revoke_api_key.',
          });
        }
        await insertKey(tx, row);
        return { ...keyView(row, now), api_key: apiKey };
      });
    },
  }),
  defineOperation({
    name: 'revoke_api_key',
    title: 'Revoke an API key',
    summary: 'Disables a key of this account, at once and for good.',
    rest: { method: 'DELETE', path: '/api/user/api-keys/{api_key_id}' },
    tool: { group: 'keys' },
    access: 'customer',
    effect: 'delete',
    input: z.strictObject({ api_key_id: id('From list_api_keys or create_api_key') }),
    output: keyShape,
    async run(context, { api_key_id }) {
      const now = context.now();
      return await context.database.transaction(async (tx) => {
        const row = await revokeKey(tx, { id: api_key_id, accountId: context.caller.accountId, now });
        if (!row) throw new AppError('not_found', 'No such API key.');
        await context.database.signal(tx, 'platen_key_revoked', row.key_hash);
        return keyView({ ...row, revoked_at: row.revoked_at ?? now }, now);
      });
    },
  }),
];
