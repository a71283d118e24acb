/** Rates of carriers by region, and the settings of shipping, for admins; every change is audited. */
import { AppError } from '@platen/contracts/app-error';
import { id, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import { newId } from '../ids.ts';
import { amountInput, readAmount } from '../operation/amount-input.ts';
import { defineOperation } from '../operation/operation.ts';
import { readDeliveryBook, readShippingSettings, upsertShippingSettings } from './delivery-store.ts';
import type { CarrierRateTable } from './delivery-tables.ts';
import { getRegion } from './region-lookup.ts';
import { regionIdInput } from './region-shapes.ts';
import { rateOf, rateShape, timeZoneInput } from './shipping-shapes.ts';
import { deleteCarrierRate, findCarrier, upsertCarrierRate } from './shipping-store.ts';

const settingsShape = z.object({ time_zone: z.string(), packaging_weight_g: z.int() });

const ratePath = '/api/admin/carriers/{carrier_id}/rates/{region_id}';

const rateKey = { carrier_id: id('From list_carriers'), region_id: regionIdInput };

export const shippingAdminOperations = [
  defineOperation({
    name: 'set_carrier_rate',
    title: "Set a carrier's rate",
    summary:
      'Sets what a carrier takes in a region and everything below it; a nearer rate of the carrier goes first.',
    rest: { method: 'PUT', path: ratePath },
    access: 'admin',
    effect: 'update',
    audit: 'carrier',
    input: z.strictObject({
      ...rateKey,
      first_fee: amountInput.describe("For the carrier's first weight"),
      step_fee: amountInput.describe('For every begun step beyond'),
    }),
    output: rateShape,
    async run(context, { carrier_id, region_id, first_fee, step_fee }) {
      const now = context.now();
      const row: CarrierRateTable = {
        id: newId(),
        carrier_id,
        region_id: getRegion(region_id).region_id,
        first_fee_minor: readAmount('first_fee', first_fee, context.currency),
        step_fee_minor: readAmount('step_fee', step_fee, context.currency),
        created_at: now,
        updated_at: now,
      };
      return await context.change(async (tx) => {
        if (!(await findCarrier(tx, carrier_id))) throw new AppError('not_found', 'No such carrier.');
        const saved = await upsertCarrierRate(tx, row);
        return { output: rateOf(saved, context.currency), target: carrier_id, detail: saved };
      });
    },
  }),
  defineOperation({
    name: 'delete_carrier_rate',
    title: "Remove a carrier's rate",
    summary:
      'Removes the rate of one region: the next rate above it counts there, or the carrier delivers there no more.',
    rest: { method: 'DELETE', path: ratePath },
    access: 'admin',
    effect: 'delete',
    audit: 'carrier',
    input: z.strictObject(rateKey),
    output: rateShape,
    async run(context, { carrier_id, region_id }) {
      const regionId = getRegion(region_id).region_id;
      return await context.change(async (tx) => {
        const row = await deleteCarrierRate(tx, { carrierId: carrier_id, regionId });
        if (!row) throw new AppError('not_found', 'The carrier has no rate of its own for this region.');
        return { output: rateOf(row, context.currency), target: carrier_id, detail: row };
      });
    },
  }),
  defineOperation({
    name: 'get_shipping_settings',
    title: 'Settings of shipping',
    summary: 'Returns the time zone of cut-offs and delivery days, and the weight of the packaging.',
    rest: { method: 'GET', path: '/api/admin/shipping-settings' },
    access: 'admin',
    effect: 'read',
    input: z.strictObject({}),
    output: settingsShape,
    async run({ database }) {
      const { settings } = await readDeliveryBook(database);
      return { time_zone: settings.time_zone, packaging_weight_g: settings.packaging_g };
    },
  }),
  defineOperation({
    name: 'update_shipping_settings',
    title: 'Change the settings of shipping',
    summary:
      'Changes the time zone or the weight of the packaging. Fields that are left out stay as they are.',
    rest: { method: 'PUT', path: '/api/admin/shipping-settings' },
    access: 'admin',
    effect: 'update',
    audit: 'settings',
    input: z.strictObject({
      time_zone: timeZoneInput.optional().describe('IANA name; cut-offs are times there'),
      packaging_weight_g: wholeNumber(0, 10_000).optional().describe('Added to the weight of the sheets'),
    }),
    example: { packaging_weight_g: 75 },
    output: settingsShape,
    async run(context, { time_zone, packaging_weight_g }) {
      return await context.change(async (tx) => {
        const before = await readShippingSettings(tx);
        const settings = {
          time_zone: time_zone ?? before.time_zone,
          packaging_g: packaging_weight_g ?? before.packaging_g,
        };
        await upsertShippingSettings(tx, settings);
        const output = { time_zone: settings.time_zone, packaging_weight_g: settings.packaging_g };
        return { output, target: 'shipping', detail: settings };
      });
    },
  }),
];
