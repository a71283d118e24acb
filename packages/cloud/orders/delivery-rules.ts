/** How an order reaches its customer and what that costs. Pure: address, regions, rules and rates are handed in. */

import type { AddressTable } from '../addresses/address-tables.ts';
import { coverageAt, type DeliveryDates, deliveryDates, type Extent } from '../delivery/coverage-rules.ts';
import type { DeliveryBook } from '../delivery/delivery-store.ts';
import type { CarrierTable, PickupPointTable } from '../delivery/delivery-tables.ts';
import { parcelWeightG, quoteShipping } from '../delivery/shipping-rules.ts';
import type { PaperTypeTable, SizeTable } from '../prices/price-tables.ts';
import type { DeliveryMethod } from './order-tables.ts';
import { type SheetsOfItem, sheetsOf } from './pricing-rules.ts';

/** Where an order goes, as it was when the order was made: later changes of the address don't reach it. */
export interface DeliverySnapshot {
  address?: Pick<
    AddressTable,
    'name' | 'phone' | 'country' | 'province' | 'city' | 'district' | 'detail' | 'postcode' | 'region_id'
  >;
  pickup_point?: { pickup_point_id: string; name: string; address: string; phone: string };
  carrier?: { carrier_id: string; code: string; name_zh: string; name_en: string };
  expected?: { earliest: string; latest: string };
}

/** What delivery adds to an order. */
export interface Delivery {
  pickupPointId: string | null;
  carrierId: string | null;
  weightG: number | null;
  shippingMinor: number;
  snapshot: DeliverySnapshot | null;
  /** The pickup point's shop; undefined: whichever takes the order. */
  shopId: string | undefined;
}

/** Collected at the shop. */
export const atTheShop: Delivery = {
  pickupPointId: null,
  carrierId: null,
  weightG: null,
  shippingMinor: 0,
  snapshot: null,
  shopId: undefined,
};

export const pickupAt = (point: PickupPointTable): Delivery => ({
  ...atTheShop,
  pickupPointId: point.id,
  shopId: point.shop_id,
  snapshot: {
    pickup_point: {
      pickup_point_id: point.id,
      name: point.name,
      address: point.address,
      phone: point.phone,
    },
  },
});

/** The field of a delivery that its method has no use for, as `field: …`; undefined when they fit. */
export function refuseDeliveryFields(wanted: {
  delivery_method: DeliveryMethod;
  pickup_point_id?: string | undefined;
  address_id?: string | undefined;
  shipping_carrier_id?: string | undefined;
}): string | undefined {
  const { delivery_method: method } = wanted;
  if (method !== 'pickup' && wanted.pickup_point_id !== undefined)
    return 'pickup_point_id: must not be given unless delivery_method is pickup';
  if (method !== 'shipping' && wanted.shipping_carrier_id !== undefined)
    return 'shipping_carrier_id: must not be given unless delivery_method is shipping';
  if (method === 'pickup' && wanted.address_id !== undefined)
    return 'address_id: must not be given when delivery_method is pickup';
  return undefined;
}

/** Grams of an order's paper and packaging, rounded up. */
export function orderWeightG(
  items: readonly (SheetsOfItem & {
    quantity: number;
    size: Pick<SizeTable, 'x_dimension' | 'y_dimension'>;
    paper: Pick<PaperTypeTable, 'weight_gsm'>;
  })[],
  packagingG: number,
): number {
  const papers = items.map((item) => ({
    widthMm: item.size.x_dimension / 100,
    heightMm: item.size.y_dimension / 100,
    weightGsm: item.paper.weight_gsm,
    sheets: sheetsOf(item) * item.quantity,
  }));
  return parcelWeightG(papers, packagingG);
}

export interface Parcel {
  method: 'shipping' | 'express';
  address: AddressTable;
  /** Region ids of the address, the country first; empty when its region isn't known. */
  path: readonly string[];
  /** How much of that region the service reaches: an address may name a city and no district. */
  extent: Extent;
  weightG: number;
  /** After discounts. */
  goodsMinor: number;
  carrierId: string | undefined;
  now: number;
}

export type DeliveryPlan = { delivery: Delivery } | { field: string; refusal: string };

/** What sending this parcel costs and when it arrives; or which field is refused, and why. */
export function planParcel(book: DeliveryBook, parcel: Parcel): DeliveryPlan {
  const { method, path, now } = parcel;
  if (path.length === 0) {
    const refusal = 'the region of this address is not known. Choose it with update_address.';
    return { field: 'address_id', refusal };
  }
  const service = method === 'express' ? 'express' : 'standard';
  const { covered, rule } = coverageAt(book.rules, { path, service });
  const what = method === 'express' ? 'Express delivery' : 'Shipping';
  if (parcel.extent === 'part') {
    const refusal = `${what} reaches only a part of its region. Say its district with update_address.`;
    return { field: 'address_id', refusal };
  }
  if (!covered || !rule) {
    return { field: 'address_id', refusal: `${what} does not reach this address.` };
  }
  const expected = deliveryDates(rule, { now, timeZone: book.settings.time_zone });
  if (method === 'express') {
    return { delivery: sent(parcel, { expected, carrier: undefined, feeMinor: rule.fee_minor }) };
  }
  const chosen = chooseCarrier(book, parcel);
  if ('refusal' in chosen) return chosen;
  const feeMinor = chosen.isFree ? 0 : chosen.feeMinor + rule.fee_minor;
  return { delivery: sent(parcel, { expected, carrier: chosen.carrier, feeMinor }) };
}

/** The carrier that was named, or the first that takes the parcel. */
function chooseCarrier(
  book: DeliveryBook,
  { carrierId, path, weightG, goodsMinor }: Parcel,
): { carrier: CarrierTable; feeMinor: number; isFree: boolean } | { field: string; refusal: string } {
  const field = carrierId === undefined ? 'delivery_method' : 'shipping_carrier_id';
  const carriers = book.carriers.filter((carrier) =>
    carrierId === undefined ? carrier.enabled === 1 : carrier.id === carrierId,
  );
  let refusal = carrierId === undefined ? 'no carrier is set up.' : 'no such carrier.';
  for (const carrier of carriers) {
    const quote = quoteShipping(carrier, book.rates, { path, weightG, subtotalMinor: goodsMinor });
    if ('feeMinor' in quote) return { carrier, ...quote };
    refusal = quote.refusal;
  }
  return { field, refusal };
}

function sent(
  { address, weightG }: Parcel,
  how: { expected: DeliveryDates; carrier: CarrierTable | undefined; feeMinor: number },
): Delivery {
  const { name, phone, country, province, city, district, detail, postcode, region_id } = address;
  const { carrier, expected } = how;
  return {
    pickupPointId: null,
    carrierId: carrier?.id ?? null,
    weightG,
    shippingMinor: how.feeMinor,
    shopId: undefined,
    snapshot: {
      address: { name, phone, country, province, city, district, detail, postcode, region_id },
      ...(carrier && {
        carrier: {
          carrier_id: carrier.id,
          code: carrier.code,
          name_zh: carrier.name_zh,
          name_en: carrier.name_en,
        },
      }),
      expected: { earliest: expected.earliest, latest: expected.latest },
    },
  };
}
