/** Carriers for admins; every change is audited. */
import { AppError } from '@platen/contracts/app-error';
import type { Currency } from '@platen/contracts/money';
import { id, line, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import { isUniqueViolation } from '../db/unique-violation.ts';
import { newId } from '../ids.ts';
import { amountInput, readAmount } from '../operation/amount-input.ts';
import { defineOperation } from '../operation/operation.ts';
import { readDeliveryBook } from './delivery-store.ts';
import type { CarrierRateTable, CarrierTable } from './delivery-tables.ts';
import { carrierOf, carrierShape } from './shipping-shapes.ts';
import {
  deleteCarrier,
  findCarrier,
  insertCarrier,
  isCarrierNamed,
  listCarrierRates,
  updateCarrier,
} from './shipping-store.ts';

const adminCarrierShape = carrierShape.extend({ enabled: z.boolean(), position: z.int() });

const adminCarrierOf = (row: CarrierTable, rates: readonly CarrierRateTable[], currency: Currency) => ({
  ...carrierOf(row, rates, currency),
  enabled: row.enabled === 1,
  position: row.position,
});

const weight = () => wholeNumber(1, 1_000_000);
const flag = () => z.boolean({ error: 'must be true or false' });

const fields = {
  code: z
    .string({ error: 'must be 1 to 20 letters, digits or hyphens' })
    .regex(/^[a-z0-9-]{1,20}$/, { error: 'must be 1 to 20 lower-case letters, digits or hyphens' })
    .describe('Unique short name'),
  name_zh: line(1, 60).describe('For people, in Chinese'),
  name_en: line(1, 60).describe('For people, in English'),
  enabled: flag().describe('False: not offered for new orders'),
  first_weight_g: weight().describe('Grams that the first fee of a rate covers'),
  step_weight_g: weight().describe('Grams of a step beyond'),
  max_weight_g: weight().nullable().describe('The heaviest parcel; null: no limit'),
  free_from: amountInput.nullable().describe('Subtotal from which it costs nothing; null: never'),
  position: wholeNumber(0, 10_000).describe('Offered in this order; the first is the default'),
};

const freeFromMinor = (value: number | null, currency: Currency): number | null =>
  value === null ? null : readAmount('free_from', value, currency);

const noSuchCarrier = () => new AppError('not_found', 'No such carrier.');

/** Runs what gives a carrier its code; two of one code are refused. */
async function coding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', 'code: another carrier has it.');
    throw error;
  }
}

export const carrierAdminOperations = [
  defineOperation({
    name: 'list_carriers',
    title: 'All carriers',
    summary: 'Lists the carriers with their rates by region, those that are switched off too.',
    rest: { method: 'GET', path: '/api/admin/carriers' },
    access: 'admin',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({ items: z.array(adminCarrierShape) }),
    async run({ database, currency }) {
      const { carriers, rates } = await readDeliveryBook(database);
      const byCarrier = Map.groupBy(rates, (rate) => rate.carrier_id);
      return { items: carriers.map((row) => adminCarrierOf(row, byCarrier.get(row.id) ?? [], currency)) };
    },
  }),
  defineOperation({
    name: 'create_carrier',
    title: 'Add a carrier',
    summary: 'Adds a carrier. It delivers nowhere until it has a rate: set_carrier_rate.',
    rest: { method: 'POST', path: '/api/admin/carriers' },
    access: 'admin',
    effect: 'create',
    audit: 'carrier',
    input: z.strictObject({
      ...fields,
      enabled: fields.enabled.default(true),
      first_weight_g: fields.first_weight_g.default(1000),
      step_weight_g: fields.step_weight_g.default(1000),
      max_weight_g: fields.max_weight_g.default(null),
      free_from: fields.free_from.default(null),
      position: fields.position.default(100),
    }),
    output: adminCarrierShape,
    async run(context, { enabled, free_from, ...rest }) {
      const now = context.now();
      const row: CarrierTable = {
        id: newId(),
        ...rest,
        enabled: enabled ? 1 : 0,
        free_from_minor: freeFromMinor(free_from, context.currency),
        created_at: now,
        updated_at: now,
      };
      return await coding(() =>
        context.change(async (tx) => {
          await insertCarrier(tx, row);
          return { output: adminCarrierOf(row, [], context.currency), target: row.id, detail: row };
        }),
      );
    },
  }),
  defineOperation({
    name: 'update_carrier',
    title: 'Change a carrier',
    summary: 'Changes a carrier or switches it off. Fields that are left out stay as they are.',
    rest: { method: 'PUT', path: '/api/admin/carriers/{carrier_id}' },
    access: 'admin',
    effect: 'update',
    audit: 'carrier',
    input: z.strictObject({ ...z.object(fields).partial().shape, carrier_id: id('From list_carriers') }),
    example: { free_from: 30 },
    output: adminCarrierShape,
    async run(context, { carrier_id, enabled, free_from, ...rest }) {
      const change = {
        ...rest,
        ...(enabled === undefined ? {} : { enabled: enabled ? 1 : 0 }),
        ...(free_from === undefined ? {} : { free_from_minor: freeFromMinor(free_from, context.currency) }),
        updated_at: context.now(),
      };
      return await coding(() =>
        context.change(async (tx) => {
          const row = await updateCarrier(tx, { id: carrier_id, change });
          if (!row) throw noSuchCarrier();
          const output = adminCarrierOf(row, await listCarrierRates(tx, carrier_id), context.currency);
          return { output, target: carrier_id, detail: change };
        }),
      );
    },
  }),
  defineOperation({
    name: 'delete_carrier',
    title: 'Remove a carrier',
    summary: 'Removes a carrier and its rates. One that orders name can only be switched off.',
    rest: { method: 'DELETE', path: '/api/admin/carriers/{carrier_id}' },
    access: 'admin',
    effect: 'delete',
    audit: 'carrier',
    input: z.strictObject({ carrier_id: id('From list_carriers') }),
    output: adminCarrierShape,
    async run(context, { carrier_id }) {
      return await context.change(async (tx) => {
        const row = await findCarrier(tx, carrier_id);
        if (!row) throw noSuchCarrier();
        if (await isCarrierNamed(tx, carrier_id)) {
          throw new AppError('conflict', 'Orders name this carrier.', {
            hint: 'Switch it off with enabled false.',
          });
        }
        const rates = await listCarrierRates(tx, carrier_id);
        await deleteCarrier(tx, carrier_id);
        return { output: adminCarrierOf(row, rates, context.currency), target: carrier_id, detail: row };
      });
    },
  }),
];
