/** The numbers of a day, as an admin's first page shows them. */
import { AppError } from '@platen/contracts/app-error';
import { toMajor } from '@platen/contracts/money';
import { time, toTime } from '@platen/contracts/shapes';
import { z } from 'zod';
import { defineOperation } from '../operation/operation.ts';
import { readOverview } from './overview-store.ts';

const dayMs = 24 * 3600 * 1000;
const maxDays = 7;

const counted = (what: string) => z.int().describe(what);
const amount = z.number().describe('In major units');

export const overviewOperations = [
  defineOperation({
    name: 'get_overview',
    title: 'Numbers of a day',
    summary:
      'Counts what began since a moment, over all shops: orders that were not cancelled, payments that succeeded, refunds, copies printed, new accounts.',
    rest: { method: 'GET', path: '/api/admin/overview' },
    access: 'admin',
    effect: 'read',
    input: z.strictObject({
      since: z.iso
        .datetime({ offset: true, error: 'must be a time such as 2026-01-31T00:00:00+08:00 (RFC 3339)' })
        .optional()
        .describe(`Midnight where the reader is, say; ${maxDays} days ago at most. Default: 24 hours ago`),
    }),
    output: z.object({
      since: time,
      currency: z.string(),
      orders: z.object({ count: counted('Placed, and not cancelled'), total: amount }),
      payments: z.object({ count: counted('Begun, and succeeded; top-ups too'), amount }),
      refunds: z.object({ count: counted('Begun, and not refused'), amount }),
      copies_printed: counted('Of print jobs that were made since'),
      new_accounts: counted('Registered'),
      as_of: time,
    }),
    async run({ database, now, currency }, { since }) {
      const nowMs = now();
      const sinceMs = since === undefined ? nowMs - dayMs : Date.parse(since);
      if (sinceMs < nowMs - maxDays * dayMs)
        throw new AppError('unprocessable', `since: must be in the last ${maxDays} days.`);
      const numbers = await readOverview(database.query, sinceMs);
      return {
        since: toTime(sinceMs),
        currency,
        orders: { count: numbers.orders.count, total: toMajor(numbers.orders.sumMinor, currency) },
        payments: { count: numbers.payments.count, amount: toMajor(numbers.payments.sumMinor, currency) },
        refunds: { count: numbers.refunds.count, amount: toMajor(numbers.refunds.sumMinor, currency) },
        copies_printed: numbers.copiesPrinted,
        new_accounts: numbers.accounts,
        as_of: toTime(nowMs),
      };
    },
  }),
];
