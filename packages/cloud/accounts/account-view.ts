/** How an account is shown to its owner. */
import { time, toTime } from '@platen/contracts/shapes';
import { z } from 'zod';
import { maskPhone } from './account-phone.ts';
import type { AccountTable } from './account-tables.ts';

export const profileShape = z.object({
  account_id: z.uuid(),
  phone: z.string().describe('Only enough of it to recognise it, e.g. +86138****0001'),
  nickname: z.string(),
  language: z.enum(['zh-CN', 'en']).nullable().describe('null: not chosen'),
  role: z.enum(['customer', 'operator', 'admin']),
  shop_id: z.uuid().nullable().describe('The shop of an operator'),
  created_at: time,
});

export const profileOf = (row: AccountTable) => ({
  account_id: row.id,
  phone: maskPhone(row.phone),
  nickname: row.nickname,
  language: row.language,
  role: row.role,
  shop_id: row.shop_id,
  created_at: toTime(row.created_at),
});
