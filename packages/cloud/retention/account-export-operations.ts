/** Taking one's data away. */
import { time } from '@platen/contracts/shapes';
import { z } from 'zod';
import { takeAttempt } from '../limits/limit-moves.ts';
import { defineOperation, StreamedAnswer } from '../operation/operation.ts';
import { exportAccount } from './account-export.ts';

const rows = (what: string) => z.array(z.looseObject({ id: z.string() })).describe(what);

export const accountExportOperations = [
  defineOperation({
    name: 'export_account_data',
    title: 'Take all data away',
    summary:
      "Returns everything that this account has as one JSON file: profile, addresses, uploads with links to the files (good for a day at least), orders, payments, pre-orders, restorations and the rest. Amounts are in minor units (…_minor). Nothing of other people's. A few times an hour.",
    rest: { method: 'GET', path: '/api/user/export' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({
      as_of: time.describe('When it was begun'),
      account: z.looseObject({ account_id: z.uuid(), phone: z.string() }),
      addresses: rows('Saved addresses'),
      uploads: rows('Photos and documents, with file_url'),
      orders: rows('With their items'),
      payments: rows('With their refunds; those without order_id are top-ups'),
      balance_transactions: rows('The ledger of the balance'),
      coupons: rows('Used ones too'),
      pre_orders: rows('With how much was received'),
      submissions: rows('What was sent in to others'),
      restorations: rows('Of old photos'),
      restore_shares: rows('Restored photos shared'),
      claimed_shares: rows('Restored photos taken from others'),
      after_sales: rows('Complaints'),
      reviews: rows('With replies'),
      api_keys: rows('Names and hints, never the keys'),
      sessions: rows('Browsers'),
      history: rows('What happened to these things, and when'),
    }),
    async run(context) {
      await takeAttempt(context, { name: 'account_export', subject: context.caller.accountId });
      const day = new Date(context.now()).toISOString().slice(0, 10);
      return new StreamedAnswer(exportAccount(context), `platen-data-${day}.json`) as never;
    },
  }),
];
