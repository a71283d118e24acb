/** After-sales as the shop sees them: list, look at, decide, close. Every change is written to the audit log. */
import { AppError } from '@platen/contracts/app-error';
import { id, lines, listOf, paging } from '@platen/contracts/shapes';
import { z } from 'zod';
import { findAfterSales, pageAfterSales } from '../aftersales/after-sales-store.ts';
import {
  afterSalesShape,
  afterSalesStatus,
  afterSalesWithHistoryShape,
  viewAfterSales,
  viewRequest,
} from '../aftersales/after-sales-view.ts';
import { amountAboveZero, readAmount } from '../operation/amount-input.ts';
import { defineOperation } from '../operation/operation.ts';
import { shopOfStaff } from '../shops/shop-rules.ts';
import { closeAfterSales, decideAfterSales } from './after-sales-decision.ts';

const requestId = id('From the list of after-sales requests');

export const afterSalesShopOperations = [
  defineOperation({
    name: 'list_shop_after_sales',
    title: 'After-sales requests of the shop',
    summary:
      "Lists after-sales requests about the shop's orders, newest first, all or those with one status or of one order.",
    rest: { method: 'GET', path: '/api/shop/after-sales' },
    access: 'operator',
    effect: 'read',
    input: z.strictObject({
      status: afterSalesStatus.optional().describe('Only those in this state'),
      order_id: id('Of one order').optional(),
      ...paging,
    }),
    output: listOf(afterSalesShape),
    async run(context, { status, order_id, ...wanted }) {
      const db = context.database.query;
      const ours = { shopId: shopOfStaff(context.caller), status, orderId: order_id };
      const { rows, total } = await pageAfterSales(db, ours, wanted);
      return { items: await viewAfterSales(context, db, rows), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'get_shop_after_sales',
    title: 'Look at an after-sales request',
    summary: "Returns one request about the shop's orders with its history.",
    rest: { method: 'GET', path: '/api/shop/after-sales/{after_sales_id}' },
    access: 'operator',
    effect: 'read',
    input: z.strictObject({ after_sales_id: requestId }),
    output: afterSalesWithHistoryShape,
    async run(context, { after_sales_id }) {
      const request = await findAfterSales(context.database.query, after_sales_id);
      const shopId = shopOfStaff(context.caller);
      if (!request || (shopId !== undefined && request.shop_id !== shopId)) {
        throw new AppError('not_found', 'No such request.');
      }
      return await viewRequest(context, context.database.query, request);
    },
  }),
  defineOperation({
    name: 'decide_after_sales',
    title: 'Decide about an after-sales request',
    summary:
      'Approves or rejects a request, once. An approved refund pays the price of its copies back, or the smaller amount that is given, to where the money came from; an approved reprint sends its copies to the printers again, and the request closes when they are printed. remedy does something else than was asked for. Returns the request.',
    rest: { method: 'POST', path: '/api/shop/after-sales/{after_sales_id}/decide' },
    access: 'operator',
    effect: 'pay',
    audit: 'after_sales',
    input: z.strictObject({
      after_sales_id: requestId,
      decision: z.enum(['approve', 'reject']).describe('approve: the remedy follows at once'),
      remedy: z
        .enum(['refund', 'reprint', 'none'])
        .optional()
        .describe(
          'Default: what was asked for, none for type other; none: settled by hand, then close_after_sales',
        ),
      amount: amountAboveZero.optional().describe('With a refund: less than all, in major units'),
      note: lines(500).default('').describe('Told to the customer; a rejection must have one'),
    }),
    example: { note: 'A new print is on its way' },
    output: afterSalesWithHistoryShape,
    async run(context, { after_sales_id, decision, remedy, amount, note }) {
      const approve = decision === 'approve';
      if (!approve && note === '') throw new AppError('malformed', 'note: must say why it is rejected.');
      if (!approve && (remedy !== undefined || amount !== undefined)) {
        throw new AppError('malformed', 'remedy: must be left out with decision reject, and so must amount.');
      }
      const amountMinor = amount === undefined ? undefined : readAmount('amount', amount, context.currency);
      const now = context.now();
      const shopId = shopOfStaff(context.caller);
      return await context.change(async (tx) => {
        const wanted = { id: after_sales_id, shopId, approve, remedy, amountMinor, note, now };
        const request = await decideAfterSales(context.database, tx, wanted);
        const output = await viewRequest(context, tx, request);
        return { output, target: after_sales_id, detail: { decision, remedy, amount, note } };
      });
    },
  }),
  defineOperation({
    name: 'close_after_sales',
    title: 'Close an after-sales request',
    summary:
      'Ends a request that was decided: one that the shop has settled by hand, or one to be put away. A reprint closes by itself. Returns the request.',
    rest: { method: 'POST', path: '/api/shop/after-sales/{after_sales_id}/close' },
    access: 'operator',
    effect: 'update',
    audit: 'after_sales',
    input: z.strictObject({
      after_sales_id: requestId,
      note: lines(500).default('').describe('Told to the customer'),
    }),
    output: afterSalesWithHistoryShape,
    async run(context, { after_sales_id, note }) {
      const now = context.now();
      const shopId = shopOfStaff(context.caller);
      return await context.change(async (tx) => {
        const request = await closeAfterSales(tx, { id: after_sales_id, shopId, note, now });
        return { output: await viewRequest(context, tx, request), target: after_sales_id, detail: { note } };
      });
    },
  }),
];
