/** Saved delivery addresses of the caller's own account, and free text to an address. */

import { refuseForeignPostcode } from '@platen/addresses/address-agreement';
import { labelLines } from '@platen/addresses/address-label';
import { missingFields, refusePostcode } from '@platen/addresses/address-needs';
import { readCountry } from '@platen/addresses/country-names';
import { readAddress, readRecords } from '@platen/addresses/parse-address';
import { maxChars } from '@platen/addresses/parse-clean';
import { readPhone } from '@platen/addresses/phones/address-phone';
import { AppError } from '@platen/contracts/app-error';
import { id, line, listOf, paging, time, toTime } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import { defineOperation } from '../operation/operation.ts';
import { locate } from './address-region.ts';
import {
  chooseDefault,
  countAddresses,
  deleteAddress,
  findAddress,
  findNewestAddress,
  insertAddress,
  lockAddresses,
  pageAddresses,
  updateAddress,
} from './address-store.ts';
import type { AddressTable } from './address-tables.ts';

const countryInput = line(2, 40).describe(
  'ISO 3166-1 alpha-2 code such as CN, US, JP; names such as China, 中国, USA are understood',
);

const fields = {
  name: line(1, 80).describe('Who receives it'),
  phone: line(3, 40).describe(
    'Mobile or landline of the country, or any number with its country code. Kept in national digits in China, in E.164 elsewhere',
  ),
  country: countryInput,
  province: line(0, 80).describe(
    'Province, state or prefecture; of a region of the tree any way of writing it',
  ),
  city: line(0, 80).describe("City or town; a municipality's is its province"),
  district: line(0, 80).describe('District, county or suburb'),
  detail: line(1, 300).describe('Street, house number, building, room'),
  postcode: line(0, 16).describe('Checked against the form it has in the country'),
};

const isDefaultInput = z.boolean({ error: 'must be true or false' });

const addressShape = z.object({
  address_id: z.uuid(),
  name: z.string(),
  phone: z.string(),
  country: z.string().describe('ISO 3166-1 alpha-2'),
  province: z.string(),
  city: z.string(),
  district: z.string(),
  detail: z.string(),
  postcode: z.string(),
  region_id: z
    .string()
    .nullable()
    .describe(
      'The deepest region it lies in, for list_pickup_points, check_express_delivery and get_city_coverage; null: not in the tree',
    ),
  is_default: z.boolean().describe('One address of an account is: orders go there when none is named'),
  missing: z.array(z.string()).describe('Fields that carriers of the country ask for and that are empty'),
  label: z.array(z.string()).describe('Lines to print, in the order of the country'),
  created_at: time,
  updated_at: time,
});

const shapeOf = (row: AddressTable): z.input<typeof addressShape> => ({
  address_id: row.id,
  name: row.name,
  phone: row.phone,
  country: row.country,
  province: row.province,
  city: row.city,
  district: row.district,
  detail: row.detail,
  postcode: row.postcode,
  region_id: row.region_id,
  is_default: row.is_default === 1,
  missing: missingFields(row),
  label: labelLines(row),
  created_at: toTime(row.created_at),
  updated_at: toTime(row.updated_at),
});

const addressInput = {
  address_id: id('From list_addresses or create_address'),
};

const recordShape = z.object({
  name: z.string(),
  phone: z.string().describe('China: national digits, an extension behind a hyphen; elsewhere E.164'),
  country: z.string(),
  province: z.string(),
  city: z.string(),
  district: z.string(),
  detail: z.string(),
  postcode: z.string(),
  company: z.string().describe('The firm, school or office in the text; it stands in detail too'),
  wish: z.string().describe('What the carrier is asked for (请放门口, leave at the door); no part of detail'),
  other_phones: z.array(z.string()).describe('Further phones, in the form of phone'),
  region_id: z.string().nullable(),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .describe('How sure it is that the whole record is right; below 0.6 let a person look'),
  leftover: z
    .array(
      z.object({
        text: z.string(),
        start: z.int().min(0).describe('Where it begins in text, UTF-16 units'),
        end: z.int().min(0).describe('Where it ends'),
      }),
    )
    .describe('Words of the text that are in no field: chat, order numbers, links, a sender'),
  missing: z
    .array(z.string())
    .describe(
      'Fields that a parcel needs in that country and the text does not have; name and phone among them',
    ),
  contradiction: z
    .string()
    .optional()
    .describe(
      'Only where the text names places that exclude each other, or is of another country than was asked for: what was left out',
    ),
});

/** Addresses that one account may keep. */
const maxAddresses = 100;

export const addressOperations = [
  defineOperation({
    name: 'list_addresses',
    title: 'List addresses',
    summary:
      "Lists this account's delivery addresses, newest first, with address_id; is_default marks the one for orders that name none.",
    rest: { method: 'GET', path: '/api/addresses' },
    tool: { group: 'addresses' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject(paging),
    output: listOf(addressShape),
    async run(context, wanted) {
      const { rows, total } = await pageAddresses(context.database.query, context.caller.accountId, wanted);
      return { items: rows.map(shapeOf), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'create_address',
    title: 'Save an address',
    summary:
      "Saves a delivery address; returns it with address_id and region_id. Free text goes to parse_address first. The first one becomes the default. Refused when the phone can't be dialled, when parts contradict each other (北京市 in 浙江省, a postcode of another state) or, in China, the place is unknown.",
    rest: { method: 'POST', path: '/api/addresses' },
    tool: { group: 'addresses' },
    access: 'customer',
    effect: 'create',
    input: z.strictObject({
      ...fields,
      country: fields.country.default('CN'),
      province: fields.province.default(''),
      city: fields.city.default(''),
      district: fields.district.default(''),
      postcode: fields.postcode.default(''),
      is_default: isDefaultInput.default(false).describe('Make it the default instead of the present one'),
    }),
    example: { country: 'CN', province: '广东省', city: '深圳市', district: '南山区' },
    output: addressShape,
    async run(context, { is_default, ...input }) {
      const accountId = context.caller.accountId;
      const now = context.now();
      const row = {
        id: newId(),
        account_id: accountId,
        ...checked(input),
        is_default: 0,
        created_at: now,
        updated_at: now,
      };
      return await context.atomically(async (tx) => {
        await lockAddresses(tx, accountId);
        const count = await countAddresses(tx, accountId);
        if (count >= maxAddresses) {
          throw new AppError(
            'conflict',
            `An account keeps ${maxAddresses} addresses at most; delete one first.`,
          );
        }
        await insertAddress(tx, row);
        if (is_default || count === 0) await chooseDefault(tx, row.id, accountId);
        return shapeOf({ ...row, is_default: is_default || count === 0 ? 1 : 0 });
      });
    },
  }),
  defineOperation({
    name: 'update_address',
    title: 'Change an address',
    summary: 'Changes what is given of a saved address and returns it. Orders made before keep theirs.',
    rest: { method: 'PUT', path: '/api/addresses/{address_id}' },
    tool: { group: 'addresses', fieldsAs: 'create_address', hints: { destructive: false } },
    access: 'customer',
    effect: 'update',
    input: z.strictObject({
      ...addressInput,
      ...z.object(fields).partial().shape,
      is_default: isDefaultInput.optional().describe('true: the default from now on'),
    }),
    example: { detail: '科技园南路 2 号' },
    output: addressShape,
    async run(context, { address_id, is_default, ...changes }) {
      const wanted = { id: address_id, accountId: context.caller.accountId };
      return await context.database.transaction(async (tx) => {
        await lockAddresses(tx, wanted.accountId);
        const row = await findAddress(tx, wanted);
        if (!row) throw new AppError('not_found', 'No such address.');
        if (is_default === false && row.is_default === 1) {
          throw new AppError('conflict', 'is_default: this is the default address.', {
            hint: 'Make another one the default instead.',
          });
        }
        const change = { ...checked({ ...row, ...given(changes) }), updated_at: context.now() };
        await updateAddress(tx, { ...wanted, change });
        if (is_default) await chooseDefault(tx, address_id, wanted.accountId);
        return shapeOf({ ...row, ...change, is_default: is_default ? 1 : row.is_default });
      });
    },
  }),
  defineOperation({
    name: 'delete_address',
    title: 'Delete an address',
    summary:
      'Removes a saved address; orders keep theirs. When it was the default, the newest other one becomes it (new_default_id).',
    rest: { method: 'DELETE', path: '/api/addresses/{address_id}' },
    tool: { group: 'addresses' },
    access: 'customer',
    effect: 'delete',
    input: z.strictObject(addressInput),
    output: addressShape.extend({
      new_default_id: z
        .uuid()
        .nullable()
        .describe('The address that became the default by this; null: none did'),
    }),
    run: removeAddress,
  }),
  defineOperation({
    name: 'parse_address',
    title: 'Read an address from text',
    summary:
      'Turns pasted text (chat, form; any order) into the fields of create_address, with confidence, candidates, missing, leftover, and records when it has several. Saves nothing.',
    rest: { method: 'POST', path: '/api/addresses/parse' },
    tool: { group: 'addresses' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({
      text: z
        .string({ error: `must be a text of 1 to ${maxChars} characters` })
        .min(1, { error: `must be a text of 1 to ${maxChars} characters` })
        .max(maxChars, { error: `must be a text of 1 to ${maxChars} characters` })
        .describe('The text as it was pasted, line breaks and labels included'),
      country: countryInput
        .optional()
        .describe('ISO 3166-1 alpha-2 code or name; left out, the text decides'),
    }),
    output: recordShape.extend({
      candidates: z.array(recordShape).describe('Other readings, the likelier first'),
      records: z
        .array(recordShape)
        .describe('Each address by itself when the text has several, in their order; empty when it has one'),
    }),
    async run(_context, { text, country }) {
      const asked = country === undefined ? undefined : countryOf(country);
      const [best, ...candidates] = readAddress(text, asked);
      const records = readRecords(text, asked);
      return records.length > 0
        ? { ...records[0]!, candidates: [], records }
        : { ...best, candidates, records };
    },
  }),
];

async function removeAddress(context: Context, { address_id }: { address_id: string }) {
  const wanted = { id: address_id, accountId: context.caller.accountId };
  return await context.database.transaction(async (tx) => {
    await lockAddresses(tx, wanted.accountId);
    const row = await findAddress(tx, wanted);
    if (!row) throw new AppError('not_found', 'No such address.');
    await deleteAddress(tx, wanted);
    const next = row.is_default === 1 ? await findNewestAddress(tx, wanted.accountId) : undefined;
    if (next) await chooseDefault(tx, next.id, wanted.accountId);
    return { ...shapeOf(row), new_default_id: next?.id ?? null };
  });
}

type Written = Pick<AddressTable, keyof typeof fields>;

/** The fields as they are kept. Throws malformed or unprocessable, naming the field. */
function checked(input: Written) {
  const country = countryOf(input.country);
  const { province, city, district, postcode } = input;
  const malformed = refusePostcode(postcode, country);
  if (malformed) throw new AppError('unprocessable', malformed);
  const phone = readPhone(input.phone, country);
  if (!phone) {
    throw new AppError(
      'malformed',
      `phone: must be a phone number in ${country}, or one with its country code such as +852 5500 0801`,
    );
  }
  const located = locate({ country, province, city, district });
  const refusal = refuseForeignPostcode(postcode, located);
  if (refusal) throw new AppError('unprocessable', refusal, { hint: 'One of the two is wrong.' });
  return {
    name: input.name,
    phone,
    detail: input.detail,
    postcode,
    ...located,
  };
}

function countryOf(written: string): string {
  const country = readCountry(written);
  if (country) return country;
  throw new AppError(
    'malformed',
    `country: must be an ISO 3166-1 alpha-2 code such as CN, or a country's name`,
  );
}

/** Without the fields that were left out. */
const given = <T extends object>(changes: T): { [K in keyof T]: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as never;
