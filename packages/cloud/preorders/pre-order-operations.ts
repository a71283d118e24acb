/** Pre-orders of the caller's own account: set up, look at, change, open and close, order. */
import { AppError } from '@platen/contracts/app-error';
import { id, listOf, paging } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { PreOrderTable } from '../db/schema-preorders.ts';
import { newId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findOrder } from '../orders/order-store.ts';
import { newOrderView, orderShape } from '../orders/order-view.ts';
import { offerNow } from '../prices/offer-now.ts';
import {
  closePastDeadline,
  endSubmissions,
  movePreOrder,
  recordPreOrderEvent,
  takePreOrder,
} from './pre-order-moves.ts';
import { orderApproved } from './pre-order-ordering.ts';
import { refuseChange, refuseStatus } from './pre-order-rules.ts';
import { creationFields, deliveryFields, updateFields, withSettings } from './pre-order-settings.ts';
import { newShareCode } from './pre-order-share-code.ts';
import { hashSharePassword } from './pre-order-share-password.ts';
import { findPreOrder, insertPreOrder, listPreOrders, updatePreOrder } from './pre-order-store.ts';
import { countTaken } from './pre-order-submission-store.ts';
import {
  preOrderShape,
  preOrderStatus,
  preOrderWithHistoryShape,
  viewPreOrder,
  viewPreOrders,
} from './pre-order-view.ts';

const preOrderId = id('From create_pre_order or list_pre_orders');

/** The hash to store: undefined when the password stays as it is. Made before the transaction: it takes a while. */
async function passwordHashOf(password: string | null | undefined): Promise<string | null | undefined> {
  return typeof password === 'string' ? await hashSharePassword(password) : password;
}

function newPreOrder(context: Context): PreOrderTable {
  const now = context.now();
  return {
    id: newId(),
    account_id: context.caller!.accountId,
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
      "Lists this account's pre-orders, newest first, all or those with one status, with share codes and how much was submitted.",
    rest: { method: 'GET', path: '/api/user/pre-orders' },
    tool: true,
    access: 'customer',
    effect: 'read',
    input: z.strictObject({
      status: preOrderStatus.optional().describe('Only those in this state'),
      ...paging,
    }),
    output: listOf(preOrderShape),
    async run(context, { status, ...wanted }) {
      const accountId = context.caller!.accountId;
      await closePastDeadline(context.database, { accountId, now: context.now() });
      const db = context.database.query;
      const { rows, total } = await listPreOrders(db, { accountId, status }, wanted);
      return { items: await viewPreOrders(context, db, rows), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'create_pre_order',
    title: 'Create a pre-order',
    summary:
      'Creates a pre-order: others submit photos through its share code, the owner reviews them (review_submission) and makes one order of those approved. Codes of size and paper_type come from get_print_options. Returns it with share_code and share_url to hand out. It starts as a draft; set status open here or with update_pre_order_status to take submissions.',
    rest: { method: 'POST', path: '/api/user/pre-orders' },
    tool: true,
    access: 'customer',
    effect: 'create',
    input: z.strictObject({
      ...creationFields,
      status: z.enum(['draft', 'open']).default('draft').describe('open: takes submissions at once'),
    }),
    output: preOrderWithHistoryShape,
    async run(context, { status, password, ...settings }) {
      const now = context.now();
      const offer = await offerNow(context);
      const row = withSettings(newPreOrder(context), settings, { ...offer, now });
      row.password_hash = (await passwordHashOf(password)) ?? null;
      return await context.atomically(async (tx) => {
        await insertPreOrder(tx, row);
        const made = { preOrder: row, actor: 'owner', detail: '', now } as const;
        await recordPreOrderEvent(tx, { ...made, event: 'created', to: 'draft' });
        const preOrder = status === 'open' ? await movePreOrder(tx, { ...made, to: 'open' }) : row;
        return await viewPreOrder(context, tx, preOrder);
      });
    },
  }),
  defineOperation({
    name: 'get_pre_order',
    title: 'Look at a pre-order',
    summary:
      "Returns one of this account's pre-orders (pre_order_id from create_pre_order or list_pre_orders): settings, share code, how many photos wait for review or are approved, its history.",
    rest: { method: 'GET', path: '/api/user/pre-orders/{pre_order_id}' },
    tool: true,
    access: 'customer',
    effect: 'read',
    input: z.strictObject({ pre_order_id: preOrderId }),
    output: preOrderWithHistoryShape,
    async run(context, { pre_order_id }) {
      const accountId = context.caller!.accountId;
      await closePastDeadline(context.database, { accountId, now: context.now() });
      const preOrder = await findPreOrder(context.database.query, pre_order_id);
      if (preOrder?.account_id !== accountId) throw new AppError('not_found', 'No such pre-order.');
      return await viewPreOrder(context, context.database.query, preOrder);
    },
  }),
  defineOperation({
    name: 'update_pre_order',
    title: 'Change a pre-order',
    summary:
      'Changes settings of a pre-order (pre_order_id from list_pre_orders); what is left out stays, null takes a deadline, quota or password away. Allowed in draft, open and closed. How photos are printed (order_type, spec_mode, size, paper_type, quantity, fit, color_mode, sides) can be changed only while no photo is pending or approved; quota_total not below what is in. Returns the pre-order.',
    rest: { method: 'PUT', path: '/api/user/pre-orders/{pre_order_id}' },
    tool: true,
    access: 'customer',
    effect: 'update',
    input: z.strictObject({ pre_order_id: preOrderId, ...updateFields }),
    output: preOrderWithHistoryShape,
    async run(context, { pre_order_id, password, ...settings }) {
      const now = context.now();
      const offer = await offerNow(context);
      const hash = await passwordHashOf(password);
      return await context.database.transaction(async (tx) => {
        const before = await takePreOrder(tx, {
          id: pre_order_id,
          accountId: context.caller!.accountId,
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
        await recordPreOrderEvent(tx, { preOrder: after, event: 'changed', actor: 'owner', detail, now });
        return await viewPreOrder(context, tx, after);
      });
    },
  }),
  defineOperation({
    name: 'update_pre_order_status',
    title: 'Open, close or cancel a pre-order',
    summary:
      'Sets the status of a pre-order (pre_order_id from list_pre_orders): open takes submissions, closed stops taking them (and can be opened again), cancelled ends it and all its submissions for good, draft takes it back while nobody has submitted. A passed deadline closes it by itself. An ordered one can be set to closed once its order was cancelled, as it is by itself when nobody pays it in time. Returns the pre-order.',
    rest: { method: 'PUT', path: '/api/user/pre-orders/{pre_order_id}/status' },
    tool: true,
    access: 'customer',
    effect: 'update',
    input: z.strictObject({
      pre_order_id: preOrderId,
      status: z.enum(['draft', 'open', 'closed', 'cancelled']).describe('The state it is to have'),
    }),
    output: preOrderWithHistoryShape,
    async run(context, { pre_order_id, status: to }) {
      const now = context.now();
      const accountId = context.caller!.accountId;
      return await context.database.transaction(async (tx) => {
        const preOrder = await takePreOrder(tx, { id: pre_order_id, accountId, now });
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
          await endSubmissions(tx, { preOrderId: preOrder.id, status, to: 'cancelled', reason: '', now });
        }
        return await viewPreOrder(context, tx, moved);
      });
    },
  }),
  defineOperation({
    name: 'order_pre_order',
    title: 'Order a pre-order',
    summary:
      'Makes one order of all approved submissions of an open or closed pre-order, priced like any order, and ends the pre-order as ordered. Returns the order with status pending_payment. What is said of delivery replaces what the pre-order has; when nothing is said, that is taken. Refused while submissions wait for review, unless reject_pending is true.',
    rest: { method: 'POST', path: '/api/user/pre-orders/{pre_order_id}/order' },
    tool: false,
    access: 'customer',
    effect: 'create',
    input: z.strictObject({
      pre_order_id: preOrderId,
      ...deliveryFields,
      coupon_id: id('A coupon of this account').optional(),
      reject_pending: z.boolean().default(false).describe('true: what was not reviewed is rejected'),
    }),
    output: orderShape,
    run: async (context, input) => (await orderApproved(context, input, newOrderView)) as never,
  }),
];
