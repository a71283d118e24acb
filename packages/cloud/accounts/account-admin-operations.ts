/** Accounts as admins see and change them: who may do what, and who may do nothing. */
import { AppError } from '@platen/contracts/app-error';
import { type Currency, toMajor } from '@platen/contracts/money';
import { id, line, listOf, paging, time, toTime, toTimeOrNull, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import { defineOperation } from '../operation/operation.ts';
import { findChosenShop } from '../shops/shop-choice.ts';
import { changeRole, disableAccount, enableAccount } from './account-moves.ts';
import { findAccount, pageAccounts } from './account-store.ts';
import type { AccountTable } from './account-tables.ts';
import { getBalance } from './balance-store.ts';
import { countLiveKeys, pageKeys } from './key-store.ts';
import { keyShape, keyView } from './key-view.ts';
import { countSessions } from './session-store.ts';
import { getStorage, upsertQuota } from './storage-store.ts';

const roles = z
  .enum(['customer', 'operator', 'admin'])
  .describe('customer; operator: staff of a shop; admin: everything');

const accountShape = z.object({
  account_id: z.uuid(),
  phone: z.string(),
  nickname: z.string(),
  role: roles,
  shop_id: z.uuid().nullable(),
  language: z.enum(['zh-CN', 'en']).nullable(),
  created_at: time,
  disabled_at: time.nullable().describe('null: the account may be used'),
  closed_at: time.nullable().describe('When its owner closed it; its number is gone then'),
});

const shapeOf = (row: AccountTable) => ({
  account_id: row.id,
  phone: row.phone,
  nickname: row.nickname,
  role: row.role,
  shop_id: row.shop_id,
  language: row.language,
  created_at: toTime(row.created_at),
  disabled_at: toTimeOrNull(row.disabled_at),
  closed_at: toTimeOrNull(row.closed_at),
});

const account_id = id('From list_accounts');

export const accountAdminOperations = [
  defineOperation({
    name: 'list_accounts',
    title: 'Accounts',
    summary: 'Lists accounts, newest first: all, or those that match a search, a role, a shop.',
    rest: { method: 'GET', path: '/api/admin/accounts' },
    access: 'admin',
    effect: 'read',
    input: z.strictObject({
      search: line(1, 100).optional().describe('Part of a phone number or a nickname, or an account_id'),
      role: roles.optional().describe('Only accounts with this role'),
      shop_id: id('From list_shops').optional(),
      disabled: z.boolean().optional().describe('True: those that are disabled; false: the others'),
      ...paging,
    }),
    output: listOf(accountShape),
    async run(context, { search, role, shop_id, disabled, ...wanted }) {
      const filter = { search, role, shopId: await findChosenShop(context, shop_id), disabled };
      const { rows, total } = await pageAccounts(context.database.query, filter, wanted);
      return { items: rows.map(shapeOf), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'get_account',
    title: 'Look at an account',
    summary:
      'Returns one account (account_id from list_accounts) with its balance and how many keys and sessions it has.',
    rest: { method: 'GET', path: '/api/admin/accounts/{account_id}' },
    access: 'admin',
    effect: 'read',
    input: z.strictObject({ account_id }),
    output: accountShape.extend({
      balance: z.number().describe('In major units'),
      currency: z.string(),
      live_keys: z.int(),
      live_sessions: z.int(),
      stored_bytes: z.int().describe('Of its uploads, restored photos, and masks and previews beside them'),
      quota_bytes: z.int().describe('What it may keep'),
      has_own_quota: z.boolean().describe('False: the quota is what the service gives everybody'),
    }),
    async run({ database: { query }, now, accountQuotaBytes }, { account_id }) {
      const account = await findAccount(query, account_id);
      if (!account) throw new AppError('not_found', 'No such account.');
      const { amount_minor, currency } = await getBalance(query, account_id);
      const of = { accountId: account_id, now: now() };
      const { storedBytes, quotaBytes } = await getStorage(query, account_id);
      return {
        ...shapeOf(account),
        balance: toMajor(amount_minor, currency as Currency),
        currency,
        live_keys: await countLiveKeys(query, of),
        live_sessions: await countSessions(query, of),
        stored_bytes: storedBytes,
        quota_bytes: quotaBytes ?? accountQuotaBytes,
        has_own_quota: quotaBytes !== null,
      };
    },
  }),
  defineOperation({
    name: 'list_account_keys',
    title: 'API keys of an account',
    summary:
      'Lists the API keys of an account (account_id from list_accounts), newest first, expired and revoked ones too, with when each was last used. None of them can be read by anybody.',
    rest: { method: 'GET', path: '/api/admin/accounts/{account_id}/api-keys' },
    access: 'admin',
    effect: 'read',
    input: z.strictObject({ account_id, ...paging }),
    output: listOf(keyShape),
    async run({ database: { query }, now }, { account_id, ...wanted }) {
      if (!(await findAccount(query, account_id))) throw new AppError('not_found', 'No such account.');
      const { rows, total } = await pageKeys(query, account_id, wanted);
      return { items: rows.map((row) => keyView(row, now())), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'set_account_role',
    title: 'Change a role',
    summary:
      'Makes an account (account_id from list_accounts) a customer, an operator of a shop (shop_id from list_shops) or an admin. It holds from its next call on. Refused where it would leave no admin. Returns the account.',
    rest: { method: 'PUT', path: '/api/admin/accounts/{account_id}/role' },
    access: 'admin',
    effect: 'update',
    audit: 'account',
    input: z.strictObject({
      account_id,
      role: roles,
      shop_id: id('From list_shops; for operators').optional(),
    }),
    output: accountShape,
    async run(context, { account_id, role, shop_id = null }) {
      return shapeOf(await changeRole(context, { accountId: account_id, role, shopId: shop_id }));
    },
  }),
  defineOperation({
    name: 'set_account_quota',
    title: 'Change a storage quota',
    summary:
      'Sets how many MiB of files an account (account_id from list_accounts) may keep; null gives it what everybody has. What is over it stays, and nothing more is taken. Returns both numbers.',
    rest: { method: 'PUT', path: '/api/admin/accounts/{account_id}/quota' },
    access: 'admin',
    effect: 'update',
    audit: 'account',
    input: z.strictObject({
      account_id,
      quota_mib: wholeNumber(0, 100_000_000).nullable().describe('null: what everybody has'),
    }),
    output: z.object({ account_id: z.uuid(), stored_bytes: z.int(), quota_bytes: z.int() }),
    async run({ change, accountQuotaBytes }, { account_id, quota_mib }) {
      return await change(async (tx) => {
        if (!(await findAccount(tx, account_id))) throw new AppError('not_found', 'No such account.');
        const quotaBytes = quota_mib === null ? null : quota_mib * 1024 * 1024;
        await upsertQuota(tx, { accountId: account_id, quotaBytes });
        const { storedBytes } = await getStorage(tx, account_id);
        const output = {
          account_id,
          stored_bytes: storedBytes,
          quota_bytes: quotaBytes ?? accountQuotaBytes,
        };
        return { output, target: account_id, detail: { quota_mib } };
      });
    },
  }),
  defineOperation({
    name: 'disable_account',
    title: 'Disable an account',
    summary:
      'Keeps an account (account_id from list_accounts) from doing anything: its keys stop at once, its sessions end, and nobody logs in to it. Orders that are paid are printed. Returns the account.',
    rest: { method: 'POST', path: '/api/admin/accounts/{account_id}/disable' },
    access: 'admin',
    effect: 'update',
    audit: 'account',
    input: z.strictObject({ account_id, reason: line(0, 200).default('').describe('For the audit log') }),
    output: accountShape,
    async run(context, { account_id, reason }) {
      return shapeOf(await disableAccount(context, { accountId: account_id, reason }));
    },
  }),
  defineOperation({
    name: 'enable_account',
    title: 'Enable an account',
    summary:
      'Lets an account that was disabled be used again: its keys work, sessions must be opened anew. Returns the account.',
    rest: { method: 'POST', path: '/api/admin/accounts/{account_id}/enable' },
    access: 'admin',
    effect: 'update',
    audit: 'account',
    input: z.strictObject({ account_id }),
    output: accountShape,
    async run(context, { account_id }) {
      return shapeOf(await enableAccount(context, account_id));
    },
  }),
];
