/** After-sales of the caller's own orders: ask, list, look at, withdraw. */
import { AppError } from '@platen/contracts/app-error';
import { id, line, lines, listOf, paging, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import { defineOperation } from '../operation/operation.ts';
import { requestAfterSales, withdrawAfterSales } from './after-sales-request.ts';
import { afterSalesDays } from './after-sales-rules.ts';
import { findAfterSales, pageAfterSales } from './after-sales-store.ts';
import {
  afterSalesShape,
  afterSalesStatus,
  afterSalesType,
  afterSalesWithHistoryShape,
  viewAfterSales,
  viewRequest,
} from './after-sales-view.ts';

const requestInput = z.strictObject({
  after_sales_id: id('From create_after_sales or list_after_sales'),
});
const itemsError = 'must be a list of 1 to 1000 items, each position once';
const photosError = 'must be a list of at most 10 ids, each once';
const isDistinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

export const afterSalesOperations = [
  defineOperation({
    name: 'list_after_sales',
    title: 'List after-sales requests',
    summary:
      "Lists this account's after-sales requests, newest first: what was asked for, what the shop decided, what was refunded.",
    rest: { method: 'GET', path: '/api/user/after-sales' },
    tool: { group: 'after-sales' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({
      status: afterSalesStatus.optional().describe('Only those in this state'),
      order_id: id('From list_orders: only its own').optional(),
      ...paging,
    }),
    output: listOf(afterSalesShape),
    async run(context, { status, order_id: orderId, ...wanted }) {
      const db = context.database.query;
      const mine = { accountId: context.caller.accountId, status, orderId };
      const { rows, total } = await pageAfterSales(db, mine, wanted);
      return { items: await viewAfterSales(context, db, rows), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'create_after_sales',
    title: 'Ask for after-sales',
    summary: `Complains about an order that was printed, shipped or collected within the last ${afterSalesDays} days: asks the shop for a reprint, a refund or something else, for all copies or those in items. One open request an order. The shop decides; see list_after_sales.`,
    rest: { method: 'POST', path: '/api/after-sales' },
    tool: { group: 'after-sales' },
    access: 'customer',
    effect: 'create',
    input: z.strictObject({
      order_id: id('From list_orders'),
      type: afterSalesType,
      reason: line(1, 200).describe('What is wrong, in a line'),
      description: lines(2000).default('').describe('More about it'),
      items: z
        .array(
          z.strictObject({
            position: wholeNumber(1, 10_000).describe('Of the order item, as the order shows it'),
            copies: wholeNumber(1, 999).optional().describe('How many of its copies; default: all'),
          }),
          { error: itemsError },
        )
        .min(1, { error: itemsError })
        .max(1000, { error: itemsError })
        .refine((items) => isDistinct(items.map((item) => item.position)), { error: itemsError })
        .optional()
        .describe('Default: everything that was printed'),
      photo_ids: z
        .array(id('From upload_photo'), { error: photosError })
        .max(10, { error: photosError })
        .refine(isDistinct, { error: photosError })
        .default([])
        .describe('Evidence'),
    }),
    output: afterSalesWithHistoryShape,
    async run(context, input) {
      const caller = { accountId: context.caller.accountId, now: context.now() };
      return await context.atomically(async (tx) =>
        viewRequest(context, tx, await requestAfterSales(tx, input, caller)),
      );
    },
  }),
  defineOperation({
    name: 'get_after_sales',
    title: 'Look at an after-sales request',
    summary:
      "Returns one of this account's after-sales requests (after_sales_id from list_after_sales) with its history.",
    rest: { method: 'GET', path: '/api/user/after-sales/{after_sales_id}' },
    access: 'customer',
    effect: 'read',
    input: requestInput,
    output: afterSalesWithHistoryShape,
    async run(context, { after_sales_id }) {
      const request = await findAfterSales(context.database.query, after_sales_id);
      if (request?.account_id !== context.caller.accountId) {
        throw new AppError('not_found', 'No such request.');
      }
      return await viewRequest(context, context.database.query, request);
    },
  }),
  defineOperation({
    name: 'withdraw_after_sales',
    title: 'Withdraw an after-sales request',
    summary: 'Takes a request back that the shop has not decided yet. Returns it, closed.',
    rest: { method: 'PUT', path: '/api/user/after-sales/{after_sales_id}/withdraw' },
    access: 'customer',
    effect: 'update',
    input: requestInput,
    output: afterSalesWithHistoryShape,
    async run(context, { after_sales_id: requestId }) {
      const { accountId } = context.caller;
      return await context.database.transaction(async (tx) => {
        const request = await withdrawAfterSales(tx, { id: requestId, accountId, now: context.now() });
        return await viewRequest(context, tx, request);
      });
    },
  }),
];
