/** Referral codes and what customers are told of a shop: admins change them, operators read their own. Audited. */

import { regionTree } from '@platen/addresses/regions/region-tree';
import { AppError } from '@platen/contracts/app-error';
import { id, line } from '@platen/contracts/shapes';
import { z } from 'zod';
import { isUniqueViolation } from '../db/unique-violation.ts';
import { defineOperation } from '../operation/operation.ts';
import { newReferralCode, readReferralCode } from '../shops/referral-rules.ts';
import { shopOfStaff } from '../shops/shop-rules.ts';
import { listShops, updateShopContact } from '../shops/shop-store.ts';
import type { ShopTable } from '../shops/shop-tables.ts';
import { getRegion } from './region-lookup.ts';
import { regionIdInput, regionRefOf, regionRefShape } from './region-shapes.ts';

const contactShape = z.object({
  shop_id: z.uuid(),
  name: z.string(),
  referral_code: z.string().nullable(),
  phone: z.string().nullable(),
  region: regionRefShape.nullable(),
  address: z.string().nullable(),
});

function shapeOf(shop: ShopTable): z.input<typeof contactShape> {
  const region = shop.region_id === null ? undefined : regionTree.find(shop.region_id);
  return {
    shop_id: shop.id,
    name: shop.name,
    referral_code: shop.referral_code,
    phone: shop.phone,
    region: region ? regionRefOf(region) : null,
    address: shop.address,
  };
}

const codeInput = z
  .string({ error: 'must be 4 to 20 letters and digits' })
  .transform(readReferralCode)
  .pipe(z.string().regex(/^[A-Z0-9]{4,20}$/, { error: 'must be 4 to 20 letters and digits' }));

export const referralAdminOperations = [
  defineOperation({
    name: 'list_referral_codes',
    title: 'Referral codes of shops',
    summary:
      "Lists shops with their referral codes and contact: the operator's own shop, all of them for admins.",
    rest: { method: 'GET', path: '/api/shop/referral-codes' },
    access: 'operator',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({ items: z.array(contactShape) }),
    async run({ database, caller }) {
      const shopId = shopOfStaff(caller);
      const shops = await listShops(database.query);
      return { items: shops.filter((shop) => shopId === undefined || shop.id === shopId).map(shapeOf) };
    },
  }),
  defineOperation({
    name: 'update_shop_contact',
    title: "Change a shop's referral code and contact",
    summary:
      'Changes what customers are told of a shop (shop_id from list_shops): referral code, phone, region, address. new_referral_code true draws a fresh code; the old one stops working at once. Fields that are left out stay as they are.',
    rest: { method: 'PUT', path: '/api/admin/shops/{shop_id}/contact' },
    access: 'admin',
    effect: 'update',
    audit: 'shop',
    input: z.strictObject({
      shop_id: id('From list_shops'),
      referral_code: codeInput.nullable().optional().describe('null: none'),
      new_referral_code: z
        .boolean({ error: 'must be true or false' })
        .optional()
        .describe('true: draws a fresh code, the old one stops working'),
      phone: line(0, 40).nullable().optional().describe('For customers; null: none'),
      region_id: regionIdInput
        .nullable()
        .optional()
        .describe('Where it is, from list_regions; null: not said'),
      address: line(0, 200).nullable().optional().describe('Street and number; null: not said'),
    }),
    example: { phone: '+86 755 1234 5678' },
    output: contactShape,
    async run(context, { shop_id, new_referral_code, ...wanted }) {
      const { region_id } = wanted;
      const change = {
        ...wanted,
        ...(region_id ? { region_id: getRegion(region_id).region_id } : {}),
        ...(new_referral_code ? { referral_code: newReferralCode() } : {}),
      };
      if (Object.keys(change).length === 0) throw new AppError('malformed', 'Nothing is to be changed.');
      try {
        return await context.change(async (tx) => {
          const shop = await updateShopContact(tx, { id: shop_id, change });
          if (!shop) throw new AppError('not_found', 'No such shop.');
          return { output: shapeOf(shop), target: shop_id, detail: change };
        });
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        throw new AppError('conflict', 'referral_code: another shop has it.');
      }
    },
  }),
];
