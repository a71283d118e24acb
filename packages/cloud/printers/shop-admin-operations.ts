/** Shops, as admins set them up, and the codes with which agents enrol. */

import { AppError } from '@platen/contracts/app-error';
import { id, line, listOf, paging, time, toTime } from '@platen/contracts/shapes';
import { z } from 'zod';
import { isForeignKeyViolation } from '../db/unique-violation.ts';
import { newId } from '../ids.ts';
import { defineOperation } from '../operation/operation.ts';
import { createEnrolmentCode } from '../shops/enrolment-moves.ts';
import { newReferralCode } from '../shops/referral-rules.ts';
import {
  deleteShop,
  findShop,
  findShopUse,
  insertShop,
  lockShop,
  pageShops,
  renameShop,
} from '../shops/shop-store.ts';
import type { ShopTable } from '../shops/shop-tables.ts';
import { changeAbilities } from './printer-abilities-cache.ts';

const shopShape = z.object({ shop_id: z.uuid(), name: z.string(), created_at: time });

const shapeOf = (row: ShopTable) => ({
  shop_id: row.id,
  name: row.name,
  created_at: toTime(row.created_at),
});

const shop_id = id('From list_shops');
const name = line(1, 100).describe('How customers and staff know the shop');

const noShop = () => new AppError('not_found', 'No such shop.');

export const shopAdminOperations = [
  defineOperation({
    name: 'list_shops',
    title: 'Shops',
    summary: 'Lists the print shops, newest first.',
    rest: { method: 'GET', path: '/api/admin/shops' },
    access: 'admin',
    effect: 'read',
    input: z.strictObject(paging),
    output: listOf(shopShape),
    async run({ database }, wanted) {
      const { rows, total } = await pageShops(database.query, wanted);
      return { items: rows.map(shapeOf), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'get_shop',
    title: 'Look at a shop',
    summary: 'Returns one shop (shop_id from list_shops).',
    rest: { method: 'GET', path: '/api/admin/shops/{shop_id}' },
    access: 'admin',
    effect: 'read',
    input: z.strictObject({ shop_id }),
    output: shopShape,
    async run({ database }, { shop_id }) {
      const shop = await findShop(database.query, shop_id);
      if (!shop) throw noShop();
      return shapeOf(shop);
    },
  }),
  defineOperation({
    name: 'create_shop',
    title: 'Add a shop',
    summary:
      'Adds a print shop. Agents join it with a code from create_enrolment_code, operators by set_account_role.',
    rest: { method: 'POST', path: '/api/admin/shops' },
    access: 'admin',
    effect: 'create',
    audit: 'shop',
    input: z.strictObject({ name }),
    output: shopShape,
    async run(context, { name }) {
      return await context.change(async (tx) => {
        const contact = { phone: null, region_id: null, address: null };
        const row: ShopTable = {
          id: newId(),
          name,
          referral_code: newReferralCode(),
          ...contact,
          created_at: context.now(),
        };
        await insertShop(tx, row);
        await changeAbilities(context.database, tx, row.id);
        return { output: shapeOf(row), target: row.id, detail: { name } };
      });
    },
  }),
  defineOperation({
    name: 'update_shop',
    title: 'Rename a shop',
    summary: 'Changes the name of a shop (shop_id from list_shops). Returns the shop.',
    rest: { method: 'PUT', path: '/api/admin/shops/{shop_id}' },
    access: 'admin',
    effect: 'update',
    audit: 'shop',
    input: z.strictObject({ shop_id, name }),
    output: shopShape,
    async run({ change }, { shop_id, name }) {
      return await change(async (tx) => {
        const shop = await findShop(tx, shop_id);
        if (!shop) throw noShop();
        await renameShop(tx, shop_id, name);
        const detail = { name, was: shop.name };
        return { output: shapeOf({ ...shop, name }), target: shop_id, detail };
      });
    },
  }),
  defineOperation({
    name: 'delete_shop',
    title: 'Remove a shop',
    summary:
      'Removes a shop (shop_id from list_shops) that nothing belongs to: 409 says what does (orders, agents, operators). Returns the shop as it was.',
    rest: { method: 'DELETE', path: '/api/admin/shops/{shop_id}' },
    access: 'admin',
    effect: 'delete',
    audit: 'shop',
    input: z.strictObject({ shop_id }),
    output: shopShape,
    async run({ database, change }, { shop_id }) {
      const removed = change(async (tx) => {
        const shop = await lockShop(tx, shop_id);
        if (!shop) throw noShop();
        const use = await findShopUse(tx, shop_id);
        if (use) throw new AppError('conflict', `The shop ${use}, so it can't be removed.`);
        await deleteShop(tx, shop_id);
        await changeAbilities(database, tx, shop_id);
        return { output: shapeOf(shop), target: shop_id, detail: { name: shop.name } };
      });
      return await removed.catch((error: unknown) => {
        if (!isForeignKeyViolation(error)) throw error;
        throw new AppError('conflict', "Something still belongs to the shop, so it can't be removed.");
      });
    },
  }),
  defineOperation({
    name: 'create_enrolment_code',
    title: 'Enrolment code for an agent',
    summary:
      'Creates a one-time code with which an agent enrols for a shop (shop_id from list_shops) within 24 hours. It is shown in this answer alone.',
    rest: { method: 'POST', path: '/api/admin/enrolment-codes' },
    access: 'admin',
    effect: 'create',
    audit: 'shop',
    input: z.strictObject({ shop_id }),
    output: z.object({ code: z.string(), expires_at: time }),
    async run(context, { shop_id }) {
      return await context.change(async (tx) => {
        if (!(await findShop(tx, shop_id))) throw noShop();
        const { code, expiresAt } = await createEnrolmentCode(tx, { shopId: shop_id, now: context.now() });
        const expires_at = toTime(expiresAt);
        return { output: { code, expires_at }, target: shop_id, detail: { expires_at } };
      });
    },
  }),
];
