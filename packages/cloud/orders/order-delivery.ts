/** Finds what a delivery is planned from. Owns those reads; plain pickup needs none of them. */

import { regionTree } from '@platen/addresses/regions/region-tree';
import { AppError } from '@platen/contracts/app-error';
import { findAddress, findDefaultAddress } from '../addresses/address-store.ts';
import type { AddressTable } from '../addresses/address-tables.ts';
import type { Context } from '../context.ts';
import { extentsOf } from '../delivery/coverage-view.ts';
import { readDeliveryBook } from '../delivery/delivery-store.ts';
import { findPickupPoint } from '../delivery/pickup-store.ts';
import { pathIdsOf } from '../delivery/region-lookup.ts';
import {
  atTheShop,
  type Delivery,
  orderWeightG,
  pickupAt,
  planParcel,
  refuseDeliveryFields,
} from './delivery-rules.ts';
import type { DeliveryMethod } from './order-tables.ts';
import type { PricedItem } from './pricing-rules.ts';

export interface WantedDelivery {
  delivery_method: DeliveryMethod;
  pickup_point_id?: string | undefined;
  address_id?: string | undefined;
  shipping_carrier_id?: string | undefined;
}

/** Throws malformed for fields that don't go together. */
export function checkDeliveryFields(wanted: WantedDelivery): void {
  const refusal = refuseDeliveryFields(wanted);
  if (refusal) throw new AppError('malformed', refusal);
}

/**
 * Plans how these items are delivered. `goodsMinor` is their price after discounts. Throws not_found for an address that
 * isn't the account's, malformed when it has none, unprocessable for a place that isn't served.
 */
export async function planDelivery(
  context: Context,
  wanted: WantedDelivery,
  goods: { items: readonly PricedItem[]; goodsMinor: number },
): Promise<Delivery> {
  if (wanted.delivery_method === 'pickup') return await planPickup(context, wanted.pickup_point_id);
  const { database, now } = context;
  const { delivery_method: method } = wanted;
  const address = await addressOf(context, wanted.address_id);
  const book = await readDeliveryBook(database);
  const region = address.region_id === null ? undefined : regionTree.find(address.region_id);
  const extent = extentsOf(book.rules, method === 'express' ? 'express' : 'standard');
  const plan = planParcel(book, {
    method,
    address,
    path: region ? pathIdsOf(region.region_id) : [],
    extent: region ? extent(region) : 'none',
    weightG: orderWeightG(goods.items, book.settings.packaging_g),
    goodsMinor: goods.goodsMinor,
    carrierId: wanted.shipping_carrier_id,
    now: now(),
  });
  if ('delivery' in plan) return plan.delivery;
  throw new AppError('unprocessable', `${plan.field}: ${plan.refusal}`);
}

/**
 * Throws not_found for what a delivery names and isn't there: an address that isn't the account's, a pickup point. For wishes that
 * are kept for later; whether they can be honoured is planned when they are.
 */
export async function checkDeliveryNames(
  context: Context,
  { address_id: addressId, pickup_point_id: pickupPointId }: Partial<WantedDelivery>,
): Promise<void> {
  if (addressId !== undefined) await addressOf(context, addressId);
  if (pickupPointId !== undefined) await planPickup(context, pickupPointId);
}

/** The address that is meant: the default one when none is named. */
async function addressOf({ database, caller }: Context, id: string | undefined): Promise<AddressTable> {
  const { accountId } = caller;
  const address =
    id === undefined
      ? await findDefaultAddress(database.query, accountId)
      : await findAddress(database.query, { id, accountId });
  if (address) return address;
  if (id !== undefined) throw new AppError('not_found', 'address_id: no such address in this account.');
  throw new AppError('malformed', 'address_id: is missing, and this account has no default address', {
    hint: 'Save one with create_address.',
  });
}

async function planPickup({ database }: Context, pickupPointId: string | undefined): Promise<Delivery> {
  if (pickupPointId === undefined) return atTheShop;
  const point = await findPickupPoint(database.query, pickupPointId);
  if (!point) throw new AppError('not_found', 'pickup_point_id: no such pickup point.');
  if (point.enabled !== 1)
    throw new AppError('unprocessable', `pickup_point_id: ${point.name} is closed at present.`);
  return pickupAt(point);
}
