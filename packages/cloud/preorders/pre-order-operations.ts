/** Pre-orders of the caller's own account: set up, look at, change, open and close, order. */
import { AppError } from '@platen/contracts/app-error';
import { id, listOf, paging } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { picturesOfUploads } from '../documents/document-pictures.ts';
import { quoteShape, quoteView } from '../fulfilment/order-quote.ts';
import { createdOrderView, orderShape } from '../fulfilment/order-view.ts';
import { newId } from '../ids.ts';
import { offerNow } from '../offers/offer-now.ts';
import { defineOperation } from '../operation/operation.ts';
import { checkDeliveryNames } from '../orders/order-delivery.ts';
import { findOrder } from '../orders/order-store.ts';
import { newShareCode } from '../share-code.ts';
import {
  closePastDeadline,
  endSubmissions,
  lockCurrentPreOrder,
  movePreOrder,
  recordPreOrderEvent,
} from './pre-order-moves.ts';
import { orderApproved, quoteApproved } from './pre-order-ordering.ts';
import { refuseChange, refuseStatus } from './pre-order-rules.ts';
import {
  creationFields,
  deliveryFields,
  type Settings,
  updateFields,
  withSettings,
} from './pre-order-settings.ts';
import { hashSharePassword } from './pre-order-share-password.ts';
import { findPreOrder, insertPreOrder, pagePreOrders, updatePreOrder } from './pre-order-store.ts';
import { countTaken, pageSubmissions } from './pre-order-submission-store.ts';
import type { PreOrderTable } from './pre-order-tables.ts';
import {
  preOrderShape,
  preOrderStatus,
  preOrderToReviewShape,
  preOrderWithHistoryShape,
  shownPhotosOf,
  submissionStatus,
  viewPreOrder,
  viewPreOrders,
  viewSubmissions,
} from './pre-order-view.ts';

const preOrderId = id('From create_pre_order or list_pre_orders');

/** The hash to store: undefined when the password stays as it is. Made before the transaction: it takes a while. */
async function passwordHashOf(password: string | null | undefined): Promise<string | null | undefined> {
  return typeof password === 'string' ? await hashSharePassword(password) : password;
}

/** Throws not_found for an address of somebody else, or a pickup point that isn't there. */
async function checkDelivery(context: Context, delivery: Settings['delivery']): Promise<void> {
  try {
    await checkDeliveryNames(context, delivery ?? {});
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, `delivery.${error.message}`);
  }
}

function newPreOrder(context: Context): PreOrderTable {
  const now = context.now();
  return {
    id: newId(),
    account_id: context.caller.accountId,
    share_code: newShareCode(),
    status: 'draft',
    revision: 1,
    title: '',
    description: '',
    order_type: 'photo',
    spec_mode: 'fixed',
    spec: null,
    max_quantity: 10,
    allow: 'anyone',
    phones: '[]',
    deadline_at: null,
    quota_per_person: null,
    quota_total: null,
    password_hash: null,
    delivery: '{}',
    order_id: null,
    created_at: now,
    updated_at: now,
  };
}

export const preOrderOperations = [
  defineOperation({
    name: 'list_pre_orders',
    title: 'List pre-orders',
    summary:
      "Lists this account's pre-orders, newest first, with share codes and counts of what was submitted; get_pre_order shows it.",
    rest: { method: 'GET', path: '/api/user/pre-orders' },
    tool: { group: 'pre-orders', longAnswer: { see: 'get_pre_order' } },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({
      status: preOrderStatus.optional().describe('Only those in this state'),
      ...paging,
    }),
    output: listOf(preOrderShape),
    async run(context, { status, ...wanted }) {
      const accountId = context.caller.accountId;
      await closePastDeadline(context.database, { accountId, now: context.now() });
      const db = context.database.query;
      const { rows, total } = await pagePreOrders(db, { accountId, status }, wanted);
      return { items: await viewPreOrders(context, db, rows), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'create_pre_order',
    title: 'Create a pre-order',
    summary:
      'Starts collecting photos from many people for one order: returns share_code and share_url to hand out. Others submit; the owner looks (get_pre_order), approves (review_submission) and orders (create_order with pre_order_id). A draft takes nothing until its status is open.',
    rest: { method: 'POST', path: '/api/user/pre-orders' },
    tool: { group: 'pre-orders', longAnswer: { see: 'get_pre_order' } },
    access: 'customer',
    effect: 'create',
    input: z.strictObject({
      ...creationFields,
      status: z.enum(['draft', 'open']).default('draft').describe('open: takes submissions at once'),
    }),
    example: { size: '4x6', paper_type: 'glossy', status: 'open' },
    output: preOrderWithHistoryShape,
    async run(context, { status, password, ...settings }) {
      const now = context.now();
      const offer = await offerNow(context);
      await checkDelivery(context, settings.delivery);
      const row = withSettings(newPreOrder(context), settings, { ...offer, now });
      row.password_hash = (await passwordHashOf(password)) ?? null;
      return await context.atomically(async (tx) => {
        await insertPreOrder(tx, row);
        const made = { preOrder: row, actor: 'owner', detail: '', now } as const;
        recordPreOrderEvent(tx, { ...made, event: 'created', to: 'draft' });
        const preOrder = status === 'open' ? await movePreOrder(tx, { ...made, to: 'open' }) : row;
        return await viewPreOrder(context, tx, preOrder);
      });
    },
  }),
  defineOperation({
    name: 'get_pre_order',
    title: 'Look at a pre-order',
    summary:
      "Returns one of this account's pre-orders: settings, share_url, counts, history, and a page of what was submitted: each with submission_id for review_submission, who sent it, its photos with thumbnail_url. When all are reviewed, create_order with pre_order_id orders those approved.",
    rest: { method: 'GET', path: '/api/user/pre-orders/{pre_order_id}' },
    tool: { group: 'pre-orders', longAnswer: { see: 'get_submission_status', inParts: true } },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({
      pre_order_id: preOrderId,
      submission_status: submissionStatus.optional().describe('Only submissions in this state'),
      page: paging.page.describe('Page of submissions, from 1'),
      page_size: paging.page_size.describe('Submissions a page, 100 at most'),
    }),
    output: preOrderToReviewShape,
    pictures: (context, output) => picturesOfUploads(context, output.submitted.items.flatMap(shownPhotosOf)),
    async run(context, { pre_order_id, submission_status: status, ...wanted }) {
      const accountId = context.caller.accountId;
      await closePastDeadline(context.database, { accountId, now: context.now() });
      const preOrder = await findPreOrder(context.database.query, pre_order_id);
      if (preOrder?.account_id !== accountId) throw new AppError('not_found', 'No such pre-order.');
      const db = context.database.query;
      const { rows, total } = await pageSubmissions(db, { preOrderId: pre_order_id, status }, wanted);
      return {
        ...(await viewPreOrder(context, db, preOrder)),
        submitted: { items: await viewSubmissions(context, db, rows), ...wanted, total },
      };
    },
  }),
  defineOperation({
    name: 'update_pre_order',
    title: 'Change a pre-order',
    summary:
      'Changes settings of a pre-order; what is left out stays, null takes a deadline, quota or password away. How photos are printed changes only while none is pending or approved.',
    rest: { method: 'PUT', path: '/api/user/pre-orders/{pre_order_id}' },
    tool: {
      group: 'pre-orders',
      fieldsAs: 'create_pre_order',
      longAnswer: { see: 'get_pre_order' },
      hints: { destructive: false },
    },
    access: 'customer',
    effect: 'update',
    input: z.strictObject({ pre_order_id: preOrderId, ...updateFields }),
    example: { title: '毕业合影' },
    output: preOrderWithHistoryShape,
    async run(context, { pre_order_id, password, ...settings }) {
      const now = context.now();
      const offer = await offerNow(context);
      await checkDelivery(context, settings.delivery);
      const hash = await passwordHashOf(password);
      return await context.database.transaction(async (tx) => {
        const before = await lockCurrentPreOrder(tx, {
          id: pre_order_id,
          accountId: context.caller.accountId,
          now,
        });
        const after = { ...withSettings(before, settings, { ...offer, now }), updated_at: now };
        if (hash !== undefined) after.password_hash = hash;
        const { all: taken } = await countTaken(tx, { preOrderId: before.id, accountId: undefined });
        const refusal = refuseChange(before, after, { taken });
        if (refusal) throw new AppError('conflict', refusal);
        await updatePreOrder(tx, after);
        const detail = Object.keys({ ...settings, ...(password === undefined ? {} : { password }) }).join(
          ', ',
        );
        recordPreOrderEvent(tx, { preOrder: after, event: 'changed', actor: 'owner', detail, now });
        return await viewPreOrder(context, tx, after);
      });
    },
  }),
  defineOperation({
    name: 'update_pre_order_status',
    title: 'Open, close or cancel a pre-order',
    summary:
      'Opens, closes or calls off a pre-order: open takes submissions, closed stops them (open again at will), cancelled ends it for good, draft while nobody has submitted. A passed deadline closes it by itself; create_order with pre_order_id makes it ordered.',
    rest: { method: 'PUT', path: '/api/user/pre-orders/{pre_order_id}/status' },
    tool: { group: 'pre-orders', longAnswer: { see: 'get_pre_order' } },
    access: 'customer',
    effect: 'update',
    input: z.strictObject({
      pre_order_id: preOrderId,
      status: z
        .enum(['draft', 'open', 'closed', 'cancelled'])
        .describe('It becomes ordered by create_order with pre_order_id'),
    }),
    example: { status: 'closed' },
    output: preOrderWithHistoryShape,
    async run(context, { pre_order_id, status: to }) {
      const now = context.now();
      const accountId = context.caller.accountId;
      return await context.database.transaction(async (tx) => {
        const preOrder = await lockCurrentPreOrder(tx, { id: pre_order_id, accountId, now });
        const order = preOrder.order_id
          ? await findOrder(tx, { id: preOrder.order_id, accountId })
          : undefined;
        const { all: active } = await countTaken(tx, { preOrderId: preOrder.id, accountId: undefined });
        const refusal = refuseStatus(preOrder, to, {
          now,
          active,
          isOrderCancelled: order?.status === 'cancelled',
        });
        if (refusal) throw new AppError('conflict', refusal);
        const moved = await movePreOrder(tx, { preOrder, to, actor: 'owner', detail: '', now });
        for (const status of to === 'cancelled' ? (['pending', 'approved'] as const) : []) {
          await endSubmissions(tx, { preOrder, status, to: 'cancelled', reason: '', now });
        }
        return await viewPreOrder(context, tx, moved);
      });
    },
  }),
  defineOperation({
    name: 'quote_pre_order',
    title: 'Price a pre-order',
    summary:
      'Prices the order that order_pre_order would make of what is approved until now, with the same fields and refusals, without making it. What waits for review is not in it.',
    rest: { method: 'POST', path: '/api/user/pre-orders/{pre_order_id}/quote' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({
      pre_order_id: preOrderId,
      ...deliveryFields,
      coupon_id: id('A coupon of this account').optional(),
    }),
    output: quoteShape,
    run: async (context, input) => quoteView(await quoteApproved(context, input), context.currency),
  }),
  defineOperation({
    name: 'order_pre_order',
    title: 'Order a pre-order',
    summary:
      'Makes one order of all approved submissions of an open or closed pre-order, priced like any order, and ends the pre-order as ordered. Returns the order with status pending_payment. What is said of delivery replaces what the pre-order has; when nothing is said, that is taken. Refused while submissions wait for review, unless reject_pending is true.',
    rest: { method: 'POST', path: '/api/user/pre-orders/{pre_order_id}/order' },
    access: 'customer',
    effect: 'create',
    input: z.strictObject({
      pre_order_id: preOrderId,
      ...deliveryFields,
      coupon_id: id('A coupon of this account').optional(),
      reject_pending: z.boolean().default(false).describe('true: what was not reviewed is rejected'),
    }),
    output: orderShape,
    run: async (context, input) => (await orderApproved(context, input, createdOrderView)) as never,
  }),
];
