/** Pickup points for admins, and for operators those of their own shop; every change is audited. */
import { AppError } from '@platen/contracts/app-error';
import { id, line, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Deps } from '../context.ts';
import { newId } from '../ids.ts';
import { defineOperation } from '../operation/operation.ts';
import { findChosenShop } from '../shops/shop-choice.ts';
import { shopOfStaff } from '../shops/shop-rules.ts';
import { listShops } from '../shops/shop-store.ts';
import type { PickupPointTable } from './delivery-tables.ts';
import { type OpeningHours, weekdays } from './pickup-rules.ts';
import {
  deletePickupPoint,
  insertPickupPoint,
  isPickupPointNamed,
  listPickupPointsOfShop,
  updatePickupPoint,
} from './pickup-store.ts';
import { getRegion } from './region-lookup.ts';
import { regionIdInput } from './region-shapes.ts';
import { pickupPointOf, pickupPointShape, timeOfDay, timeZoneInput } from './shipping-shapes.ts';

const adminPointShape = pickupPointShape.extend({ enabled: z.boolean(), position: z.int() });

async function answerOf(context: Deps, rows: readonly PickupPointTable[]) {
  const shops = await listShops(context.database.query);
  const shopNames = new Map(shops.map((shop) => [shop.id, shop.name]));
  return rows.map((row) => ({
    ...pickupPointOf(row, { shopNames, now: context.now() }),
    enabled: row.enabled === 1,
    position: row.position,
  }));
}

const spanInput = z
  .strictObject({
    weekday: z
      .enum(weekdays, { error: 'must be a weekday such as "monday"' })
      .describe('May stand more than once'),
    open: timeOfDay.describe('HH:MM'),
    close: z
      .union([timeOfDay, z.literal('24:00')], { error: 'must be a time of day up to "24:00"' })
      .describe('HH:MM, 24:00 for midnight'),
  })
  .refine(({ open, close }) => open < close, { error: 'must close after it opens' });

const latitude = z.number({ error: 'must be from -90 to 90' }).min(-90).max(90).nullable();
const longitude = z.number({ error: 'must be from -180 to 180' }).min(-180).max(180).nullable();

const fields = {
  region_id: regionIdInput,
  name: line(1, 80).describe('For people'),
  address: line(0, 200).describe('Street and number, as people write it'),
  phone: line(0, 40).describe('For customers; empty: none'),
  latitude: latitude.describe('WGS 84; with longitude, or null'),
  longitude: longitude.describe('WGS 84; with latitude, or null'),
  hours: z.array(spanInput).max(28).describe('Local times; a weekday that is missing is closed'),
  time_zone: timeZoneInput.describe('IANA name; the hours are times there'),
  enabled: z.boolean({ error: 'must be true or false' }).describe('False: not offered for new orders'),
  position: wholeNumber(0, 10_000).describe('Listed in this order'),
};

type PointInput = z.output<z.ZodObject<typeof fields>>;

const microdegrees = (degrees: number | null): number | null =>
  degrees === null ? null : Math.round(degrees * 1e6);

function hoursJson(spans: PointInput['hours']): string {
  const hours: OpeningHours = {};
  for (const weekday of weekdays) {
    const own = spans.filter((span) => span.weekday === weekday);
    if (own.length === 0) continue;
    hours[weekday] = own
      .map(({ open, close }) => ({ open, close }))
      .sort((a, b) => (a.open < b.open ? -1 : 1));
  }
  return JSON.stringify(hours);
}

/** The columns that the given fields mean. */
function columnsOf(input: Partial<PointInput>): Partial<PickupPointTable> {
  const { region_id, hours, enabled, latitude, longitude, ...same } = input;
  return {
    ...same,
    ...(region_id === undefined ? {} : { region_id: getRegion(region_id).region_id }),
    ...(hours === undefined ? {} : { hours: hoursJson(hours) }),
    ...(enabled === undefined ? {} : { enabled: enabled ? 1 : 0 }),
    ...(latitude === undefined ? {} : { latitude_e6: microdegrees(latitude) }),
    ...(longitude === undefined ? {} : { longitude_e6: microdegrees(longitude) }),
  };
}

function checkPlace({ latitude_e6, longitude_e6 }: PickupPointTable): void {
  if ((latitude_e6 === null) === (longitude_e6 === null)) return;
  throw new AppError('malformed', 'latitude: must be given together with longitude, or both be null');
}

const noSuchPoint = () => new AppError('not_found', 'No such pickup point.');

export const pickupAdminOperations = [
  defineOperation({
    name: 'list_own_pickup_points',
    title: "The shop's pickup points",
    summary:
      "Lists the pickup points of the operator's shop (of all shops for admins), also those switched off.",
    rest: { method: 'GET', path: '/api/shop/pickup-points' },
    access: 'operator',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({ items: z.array(adminPointShape) }),
    async run(context) {
      const rows = await listPickupPointsOfShop(context.database.query, shopOfStaff(context.caller));
      return { items: await answerOf(context, rows) };
    },
  }),
  defineOperation({
    name: 'list_all_pickup_points',
    title: 'All pickup points',
    summary:
      'Lists the pickup points of all shops, or of one (shop_id from list_shops), also those switched off.',
    rest: { method: 'GET', path: '/api/admin/pickup-points' },
    access: 'admin',
    effect: 'read',
    input: z.strictObject({ shop_id: id('From list_shops').optional() }),
    output: z.object({ items: z.array(adminPointShape) }),
    async run(context, { shop_id }) {
      const shopId = await findChosenShop(context, shop_id);
      return {
        items: await answerOf(context, await listPickupPointsOfShop(context.database.query, shopId)),
      };
    },
  }),
  defineOperation({
    name: 'create_pickup_point',
    title: 'Add a pickup point',
    summary:
      'Adds a pickup point of a shop (shop_id from list_shops) in a region (region_id from list_regions).',
    rest: { method: 'POST', path: '/api/admin/pickup-points' },
    access: 'admin',
    effect: 'create',
    audit: 'pickup_point',
    input: z.strictObject({
      ...fields,
      shop_id: id('From list_shops'),
      phone: fields.phone.default(''),
      latitude: fields.latitude.default(null),
      longitude: fields.longitude.default(null),
      time_zone: fields.time_zone.default('Asia/Shanghai'),
      enabled: fields.enabled.default(true),
      position: fields.position.default(100),
    }),
    output: adminPointShape,
    async run(context, { shop_id, ...input }) {
      await findChosenShop(context, shop_id);
      const now = context.now();
      const columns = columnsOf(input) as Omit<
        PickupPointTable,
        'id' | 'shop_id' | 'created_at' | 'updated_at'
      >;
      const row: PickupPointTable = { id: newId(), shop_id, ...columns, created_at: now, updated_at: now };
      checkPlace(row);
      const [answer] = await answerOf(context, [row]);
      return await context.change(async (tx) => {
        await insertPickupPoint(tx, row);
        return { output: answer!, target: row.id, detail: row };
      });
    },
  }),
  defineOperation({
    name: 'update_pickup_point',
    title: 'Change a pickup point',
    summary: 'Changes a pickup point or switches it off. Fields that are left out stay as they are.',
    rest: { method: 'PUT', path: '/api/admin/pickup-points/{pickup_point_id}' },
    access: 'admin',
    effect: 'update',
    audit: 'pickup_point',
    input: z.strictObject({
      ...z.object(fields).partial().shape,
      pickup_point_id: id('From list_all_pickup_points'),
    }),
    example: { name: 'Booth at the station' },
    output: adminPointShape,
    async run(context, { pickup_point_id, ...input }) {
      const change = { ...columnsOf(input), updated_at: context.now() };
      const row = await context.change(async (tx) => {
        const saved = await updatePickupPoint(tx, { id: pickup_point_id, change });
        if (!saved) throw noSuchPoint();
        checkPlace(saved);
        return { output: saved, target: saved.id, detail: saved };
      });
      return (await answerOf(context, [row]))[0]!;
    },
  }),
  defineOperation({
    name: 'delete_pickup_point',
    title: 'Remove a pickup point',
    summary: 'Removes a pickup point. One that orders name can only be switched off.',
    rest: { method: 'DELETE', path: '/api/admin/pickup-points/{pickup_point_id}' },
    access: 'admin',
    effect: 'delete',
    audit: 'pickup_point',
    input: z.strictObject({ pickup_point_id: id('From list_all_pickup_points') }),
    output: adminPointShape,
    async run(context, { pickup_point_id }) {
      const row = await context.change(async (tx) => {
        if (await isPickupPointNamed(tx, pickup_point_id)) {
          throw new AppError('conflict', 'Orders name this pickup point.', {
            hint: 'Switch it off with enabled false.',
          });
        }
        const deleted = await deletePickupPoint(tx, pickup_point_id);
        if (!deleted) throw noSuchPoint();
        return { output: deleted, target: deleted.id, detail: deleted };
      });
      return (await answerOf(context, [row]))[0]!;
    },
  }),
];
