/** Closing the caller's own account, and what that would mean. */
import { toMajor } from '@platen/contracts/money';
import { time, toTime } from '@platen/contracts/shapes';
import { z } from 'zod';
import { defineOperation } from '../operation/operation.ts';
import { closeOwnAccount, viewClosingTerms } from './account-closing.ts';

const flag = z.boolean({ error: 'must be true or false' }).default(false);
const phoneEndError = 'must be the last four digits of the phone number';

export const accountClosingOperations = [
  defineOperation({
    name: 'get_closing_terms',
    title: 'What closing the account would mean',
    summary:
      'Returns what stands against closing this account now, what of its balance can be paid back to where top-ups came from and what can not, and how many uploads would go. Changes nothing.',
    rest: { method: 'GET', path: '/api/user/closing' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({
      obstacles: z
        .array(
          z.object({
            kind: z.enum(['order', 'after_sales', 'topup', 'staff']),
            order_id: z.uuid().nullable(),
            order_no: z.string().nullable(),
            sentence: z.string(),
          }),
        )
        .describe('Empty: it can be closed'),
      pays_back: z.number().describe('Of the balance, by pay_back; in major units'),
      rest: z.number().describe('Of the balance, what came in another way than by top-ups'),
      currency: z.string(),
      uploads: z.int().describe('Photos and documents that would be deleted'),
    }),
    async run(context) {
      const { obstacles, backMinor, restMinor, currency, uploads } = await viewClosingTerms(context);
      return {
        obstacles,
        pays_back: toMajor(backMinor, currency),
        rest: toMajor(restMinor, currency),
        currency,
        uploads,
      };
    },
  }),
  defineOperation({
    name: 'close_account',
    title: 'Close the account',
    summary:
      'Closes this account for good: sessions and keys end at once, addresses, unused coupons, shares and uploads go, pre-orders are called off; orders and payments stay for the books. Refused while an order, a complaint or a top-up is under way, and while money is on the balance unless pay_back or give_up says what becomes of it. The phone number can register anew.',
    rest: { method: 'POST', path: '/api/user/close' },
    access: 'customer',
    effect: 'delete',
    input: z.strictObject({
      phone_end: z
        .string({ error: phoneEndError })
        .regex(/^\d{4}$/, { error: phoneEndError })
        .describe("The last four digits of the account's number, so that nobody closes another one"),
      pay_back: flag.describe('true: what came by top-ups goes back to where it came from'),
      give_up: flag.describe('true: what can not be paid back, or without pay_back all of it, is given up'),
    }),
    output: z.object({
      closed_at: time,
      sessions_ended: z.int(),
      keys_ended: z.int(),
      paid_back: z.number().describe('On its way to where it came from; in major units'),
      given_up: z.number(),
      currency: z.string(),
    }),
    async run(context, { phone_end: phoneEnd, pay_back: payBack, give_up: giveUp }) {
      const closed = await closeOwnAccount(context, { phoneEnd, payBack, giveUp });
      if (context.caller.sessionId !== undefined) context.session().clear();
      return {
        closed_at: toTime(closed.now),
        sessions_ended: closed.sessions,
        keys_ended: closed.keys,
        paid_back: toMajor(closed.backMinor, closed.currency),
        given_up: toMajor(closed.givenUpMinor, closed.currency),
        currency: closed.currency,
      };
    },
  }),
];
