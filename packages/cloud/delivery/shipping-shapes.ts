/** How carriers and pickup points look on the wire, and how amounts and times of day are read from it. */

import { regionTree } from '@platen/addresses/regions/region-tree';
import { type Currency, toMajor } from '@platen/contracts/money';
import { z } from 'zod';
import type { CarrierRateTable, CarrierTable, PickupPointTable } from './delivery-tables.ts';
import { isOpenAt, type OpeningHours, weekdays } from './pickup-rules.ts';
import { regionRefOf, regionRefShape } from './region-shapes.ts';

const refOf = (regionId: string) => {
  const region = regionTree.find(regionId);
  return region ? regionRefOf(region) : null;
};

export const rateShape = z.object({
  region: regionRefShape.nullable(),
  first_fee: z.number().describe('For the first weight'),
  step_fee: z.number().describe('For every begun step beyond'),
});

export const carrierShape = z.object({
  carrier_id: z.uuid(),
  code: z.string(),
  name_zh: z.string(),
  name_en: z.string(),
  first_weight_g: z.int().describe('Grams that the first fee covers'),
  step_weight_g: z.int(),
  max_weight_g: z.int().nullable().describe('The heaviest parcel; null: no limit'),
  free_from: z.number().nullable().describe('Subtotal from which it costs nothing; null: never'),
  rates: z.array(rateShape).describe('The rate of the nearest region above the address counts'),
});

export const rateOf = (rate: CarrierRateTable, currency: Currency) => ({
  region: refOf(rate.region_id),
  first_fee: toMajor(rate.first_fee_minor, currency),
  step_fee: toMajor(rate.step_fee_minor, currency),
});

export const carrierOf = (row: CarrierTable, rates: readonly CarrierRateTable[], currency: Currency) => ({
  carrier_id: row.id,
  code: row.code,
  name_zh: row.name_zh,
  name_en: row.name_en,
  first_weight_g: row.first_weight_g,
  step_weight_g: row.step_weight_g,
  max_weight_g: row.max_weight_g,
  free_from: row.free_from_minor === null ? null : toMajor(row.free_from_minor, currency),
  rates: rates.map((rate) => rateOf(rate, currency)),
});

const hoursShape = z.array(
  z.object({ weekday: z.enum(weekdays), open: z.string().describe('HH:MM'), close: z.string() }),
);

const degrees = (e6: number | null): number | null => (e6 === null ? null : e6 / 1e6);

export const pickupPointShape = z.object({
  pickup_point_id: z.uuid(),
  name: z.string(),
  shop: z.object({ shop_id: z.uuid(), name: z.string() }),
  region: regionRefShape.nullable(),
  address: z.string().describe('Empty until the shop has entered it'),
  phone: z.string(),
  latitude: z.number().nullable().describe('WGS 84'),
  longitude: z.number().nullable(),
  time_zone: z.string(),
  hours: hoursShape.describe('Local times; a weekday that is missing is closed'),
  open_now: z.boolean(),
});

/** `shopNames` by shop id. */
export function pickupPointOf(
  row: PickupPointTable,
  { shopNames, now }: { shopNames: ReadonlyMap<string, string>; now: number },
): z.input<typeof pickupPointShape> {
  const hours = JSON.parse(row.hours) as OpeningHours;
  return {
    pickup_point_id: row.id,
    name: row.name,
    shop: { shop_id: row.shop_id, name: shopNames.get(row.shop_id) ?? '' },
    region: refOf(row.region_id),
    address: row.address,
    phone: row.phone,
    latitude: degrees(row.latitude_e6),
    longitude: degrees(row.longitude_e6),
    time_zone: row.time_zone,
    hours: weekdays.flatMap((weekday) => (hours[weekday] ?? []).map((span) => ({ weekday, ...span }))),
    open_now: isOpenAt(hours, { now, timeZone: row.time_zone }),
  };
}

export const timeOfDay = z
  .string({ error: 'must be a time of day such as "16:00"' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day such as "16:00"' });

export const timeZoneInput = z
  .string({ error: 'must be a time zone such as "Asia/Shanghai"' })
  .max(60, { error: 'must be a time zone such as "Asia/Shanghai"' })
  .refine(isTimeZone, { error: 'must be a time zone such as "Asia/Shanghai"' });

function isTimeZone(name: string): boolean {
  try {
    return name !== '' && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
