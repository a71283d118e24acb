/** The shop behind a referral code. */

import { regionTree } from '@platen/addresses/regions/region-tree';
import { AppError } from '@platen/contracts/app-error';
import { line } from '@platen/contracts/shapes';
import { z } from 'zod';
import { defineOperation } from '../operation/operation.ts';
import { readReferralCode } from '../shops/referral-rules.ts';
import { findShopByReferral } from '../shops/shop-store.ts';
import { listPickupPointsOfShop } from './pickup-store.ts';
import { regionRefOf, regionRefShape } from './region-shapes.ts';
import { pickupPointOf, pickupPointShape } from './shipping-shapes.ts';

export const referralOperations = [
  defineOperation({
    name: 'get_agent_by_referral',
    title: 'Find an agent by referral code',
    summary:
      'Returns the print shop (agent) behind a referral code that a customer was given: name, phone, address, pickup points.',
    rest: { method: 'GET', path: '/api/agents/referral/{referral_code}' },
    tool: { group: 'regions', longAnswer: 'in parts' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({ referral_code: line(1, 40).describe('As the agent gave it') }),
    output: z.object({
      referral_code: z.string(),
      shop_id: z.uuid(),
      name: z.string(),
      phone: z.string().nullable(),
      region: regionRefShape.nullable(),
      address: z.string().nullable(),
      pickup_points: z.array(pickupPointShape),
    }),
    async run({ database, now }, { referral_code }) {
      const shop = await findShopByReferral(database.query, readReferralCode(referral_code));
      if (!shop) throw new AppError('not_found', 'No agent has this referral code.');
      const points = await listPickupPointsOfShop(database.query, shop.id);
      const region = shop.region_id === null ? undefined : regionTree.find(shop.region_id);
      const shopNames = new Map([[shop.id, shop.name]]);
      return {
        referral_code: shop.referral_code!,
        shop_id: shop.id,
        name: shop.name,
        phone: shop.phone,
        region: region ? regionRefOf(region) : null,
        address: shop.address,
        pickup_points: points
          .filter((point) => point.enabled === 1)
          .map((point) => pickupPointOf(point, { shopNames, now: now() })),
      };
    },
  }),
];
