/** Coupons that admins give to accounts. */
import { AppError } from '@platen/contracts/app-error';
import { toMajor, toMinor } from '@platen/contracts/money';
import { line, time, toTimeOrNull, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import { findAccountByPhone } from '../accounts/account-store.ts';
import { insertCoupon } from '../coupons/coupon-store.ts';
import { newId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { recordAudit } from './audit-store.ts';

const dayMs = 24 * 3600 * 1000;

export const adminOperations = [
  defineOperation({
    name: 'grant_coupon',
    title: 'Give a coupon',
    summary:
      'Gives an account (by phone) a coupon: an amount off, or a percentage with an optional cap. create_order takes its coupon_id.',
    rest: { method: 'POST', path: '/api/admin/coupons' },
    tool: false,
    access: 'admin',
    effect: 'create',
    input: z.strictObject({
      phone: line(3, 40),
      amount: z.number().positive().optional().describe('Off, in major units; instead of percent'),
      percent: wholeNumber(1, 100).optional().describe('Off, in percent; instead of amount'),
      cap: z.number().positive().optional().describe('Most that percent takes off, in major units'),
      min_amount: z.number().min(0).default(0).describe('Smallest subtotal it is good for'),
      expires_in_days: wholeNumber(1, 3650).optional(),
      note: line(0, 200).default(''),
    }),
    output: z.object({
      coupon_id: z.uuid(),
      phone: z.string(),
      min_amount: z.number(),
      expires_at: time.nullable(),
    }),
    async run(context, input) {
      if ((input.amount === undefined) === (input.percent === undefined)) {
        throw new AppError('malformed', 'amount: must be given, or percent, and not both');
      }
      const account = await findAccountByPhone(context.database.query, input.phone);
      if (!account) throw new AppError('not_found', 'phone: no account has this number.');
      const minor = (field: string, value: number) => {
        const amount = toMinor(value, context.currency);
        if (amount === undefined)
          throw new AppError('malformed', `${field}: must be an amount in ${context.currency}`);
        return amount;
      };
      const now = context.now();
      const expiresAt = input.expires_in_days ? now + input.expires_in_days * dayMs : null;
      const row = {
        id: newId(),
        account_id: account.id,
        kind: input.percent === undefined ? ('amount' as const) : ('percent' as const),
        value: input.percent ?? minor('amount', input.amount!),
        cap_minor: input.cap === undefined ? null : minor('cap', input.cap),
        min_amount_minor: minor('min_amount', input.min_amount),
        expires_at: expiresAt,
        order_id: null,
        note: input.note,
        created_at: now,
      };
      return await context.atomically(async (tx) => {
        await insertCoupon(tx, row);
        const { id, created_at: _, ...detail } = row;
        const change = { action: 'grant_coupon', target: `coupon:${id}`, detail, now };
        await recordAudit(tx, { caller: context.caller!, ...change });
        const min_amount = toMajor(row.min_amount_minor, context.currency);
        return {
          coupon_id: row.id,
          phone: account.phone,
          min_amount,
          expires_at: toTimeOrNull(expiresAt),
        };
      });
    },
  }),
];
