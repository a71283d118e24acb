/** The caller's own profile. */
import { line, time, toTime } from '@platen/contracts/shapes';
import { z } from 'zod';
import { getAccount, updateNickname } from '../accounts/account-store.ts';
import type { AccountTable } from '../db/database-schema.ts';
import { defineOperation } from '../operation.ts';

const profileShape = z.object({
  account_id: z.uuid(),
  phone: z.string(),
  nickname: z.string(),
  role: z.enum(['customer', 'operator', 'admin']),
  created_at: time,
});

const shapeOf = (row: AccountTable) => ({
  account_id: row.id,
  phone: row.phone,
  nickname: row.nickname,
  role: row.role,
  created_at: toTime(row.created_at),
});

export const profileOperations = [
  defineOperation({
    name: 'get_profile',
    title: 'Profile',
    summary: 'Returns the account that the key belongs to: nickname, phone, role.',
    rest: { method: 'GET', path: '/api/auth/me' },
    tool: true,
    access: 'customer',
    effect: 'read',
    input: z.strictObject({}),
    output: profileShape,
    async run({ database, caller }) {
      return shapeOf(await getAccount(database.query, caller!.accountId));
    },
  }),
  defineOperation({
    name: 'update_profile',
    title: 'Change the profile',
    summary: 'Changes the nickname of this account and returns the profile.',
    rest: { method: 'PUT', path: '/api/auth/me' },
    tool: true,
    access: 'customer',
    effect: 'update',
    input: z.strictObject({ nickname: line(1, 50) }),
    output: profileShape,
    async run({ database, caller }, { nickname }) {
      await updateNickname(database.query, caller!.accountId, nickname);
      return shapeOf(await getAccount(database.query, caller!.accountId));
    },
  }),
];
