/** What admins set up: agents by enrolment codes. */
import { AppError } from '@platen/contracts/app-error';
import { id, time, toTime } from '@platen/contracts/shapes';
import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { enrolmentLifeMs, hashEnrolmentCode, newEnrolmentCode } from '../shops/enrolment-rules.ts';
import { findShop, insertEnrolment, listShops } from '../shops/shop-store.ts';

export const adminOperations = [
  defineOperation({
    name: 'list_shops',
    title: 'Shops',
    summary: 'Lists the print shops.',
    rest: { method: 'GET', path: '/api/admin/shops' },
    tool: false,
    access: 'admin',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({ items: z.array(z.object({ shop_id: z.uuid(), name: z.string() })) }),
    async run({ database }) {
      const shops = await listShops(database.query);
      return { items: shops.map((shop) => ({ shop_id: shop.id, name: shop.name })) };
    },
  }),
  defineOperation({
    name: 'create_enrolment_code',
    title: 'Enrolment code for an agent',
    summary:
      'Creates a one-time code with which an agent enrols for a shop (shop_id from list_shops) within 24 hours.',
    rest: { method: 'POST', path: '/api/admin/enrolment-codes' },
    tool: false,
    access: 'admin',
    effect: 'create',
    input: z.strictObject({ shop_id: id('From list_shops') }),
    output: z.object({ code: z.string(), expires_at: time }),
    async run(context, { shop_id }) {
      if (!(await findShop(context.database.query, shop_id)))
        throw new AppError('not_found', 'No such shop.');
      const code = newEnrolmentCode();
      const now = context.now();
      return await context.atomically(async (tx) => {
        const codeHash = hashEnrolmentCode(code);
        const expires_at = now + enrolmentLifeMs;
        await insertEnrolment(tx, {
          code_hash: codeHash,
          shop_id,
          created_at: now,
          expires_at,
          agent_id: null,
        });
        return { code, expires_at: toTime(expires_at) };
      });
    },
  }),
];
