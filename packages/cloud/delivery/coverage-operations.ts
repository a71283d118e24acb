/** Where the service delivers: everywhere at a glance, the districts of a city, express to one place. */

import { type Region, regionTree } from '@platen/addresses/regions/region-tree';
import { AppError } from '@platen/contracts/app-error';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { defineOperation } from '../operation/operation.ts';
import { type Coverage, deliveryDates } from './coverage-rules.ts';
import {
  coverageAnswer,
  coverageOf,
  coverageShape,
  extentsOf,
  serviceShape,
  termsOf,
} from './coverage-view.ts';
import { type DeliveryBook, readDeliveryBook } from './delivery-store.ts';
import { getRegion } from './region-lookup.ts';
import { regionIdInput, regionRefOf, regionRefShape } from './region-shapes.ts';

const answers = new WeakMap<DeliveryBook, z.input<typeof coverageShape>>();

async function coverageNow({ database, currency }: Context): Promise<z.input<typeof coverageShape>> {
  const book = await readDeliveryBook(database);
  const known = answers.get(book);
  if (known) return known;
  const made = coverageAnswer({ rules: book.rules, currency });
  answers.set(book, made);
  return made;
}

/** The city that is meant: of a district its city, of a municipality its only one. */
function cityOf(regionId: string): Region {
  const region = getRegion(regionId);
  if (region.level === 'district') return regionTree.get(region.parent_id!);
  const below = regionTree.childrenOf(region.region_id);
  if (region.level === 'province' && below.length === 1) return below[0]!;
  if (region.level === 'city') return region;
  throw new AppError('unprocessable', `city_id: ${region.name_en} is a ${region.level}.`, {
    hint: 'Take a city from list_regions with level "city" and this id as parent_id.',
  });
}

const dayShape = z.string().nullable().describe('YYYY-MM-DD in time_zone, if paid now');

const expressShape = z.object({
  ...regionRefShape.shape,
  path: z.array(regionRefShape),
  available: z.boolean(),
  why_not: z.string().nullable(),
  fee: z.number().nullable(),
  currency: z.string(),
  cut_off: z.string().nullable().describe('HH:MM in time_zone: what is paid later counts from the next day'),
  time_zone: z.string(),
  before_cut_off: z.boolean().nullable().describe('Whether today still counts'),
  earliest_date: dayShape,
  latest_date: dayShape,
});

/** Why express does not go to a place, in a sentence. */
function whyNot(book: DeliveryBook, region: Region, { covered, rule }: Coverage): string | null {
  const extent = extentsOf(book.rules, 'express')(region);
  if (covered && extent === 'all') return null;
  if (extent === 'part') {
    return `Express reaches only a part of ${region.name_en}: ask for the city or district of the address.`;
  }
  return rule
    ? `Express is not offered in ${regionTree.find(rule.region_id)?.name_en ?? rule.region_id}.`
    : `Express does not reach ${region.name_en}.`;
}

function expressAnswer(context: Context, book: DeliveryBook, region: Region): z.input<typeof expressShape> {
  const coverage = coverageOf(book.rules, region.region_id, 'express');
  const why_not = whyNot(book, region, coverage);
  const { time_zone } = book.settings;
  const available = why_not === null;
  const terms = available ? termsOf(coverage, context.currency) : null;
  const dates = terms && deliveryDates(terms, { now: context.now(), timeZone: time_zone });
  return {
    ...regionRefOf(region),
    path: regionTree.pathOf(region.region_id).map(regionRefOf),
    available,
    why_not,
    fee: terms?.fee ?? null,
    currency: context.currency,
    cut_off: terms?.cut_off ?? null,
    time_zone,
    before_cut_off: dates?.sameDay ?? null,
    earliest_date: dates?.earliest ?? null,
    latest_date: dates?.latest ?? null,
  };
}

export const coverageOperations = [
  defineOperation({
    name: 'get_region_coverage',
    title: 'Where the service delivers',
    summary:
      'Returns every province (and city that differs) that standard or express delivery reaches, with days, cut-off and fees. Districts: get_city_coverage; express to one place: check_express_delivery.',
    rest: { method: 'GET', path: '/api/regions/coverage' },
    tool: { group: 'regions', longAnswer: 'in parts' },
    access: 'customer',
    effect: 'read',
    etag: true,
    input: z.strictObject({}),
    output: coverageShape,
    run: coverageNow,
  }),
  defineOperation({
    name: 'get_city_coverage',
    title: 'Delivery in a city',
    summary:
      'Returns for each district of a city whether standard and express delivery reach it, with days, cut-off and fees.',
    rest: { method: 'GET', path: '/api/regions/{city_id}/city-coverage' },
    tool: { group: 'regions', longAnswer: 'in parts' },
    access: 'customer',
    effect: 'read',
    etag: true,
    input: z.strictObject({ city_id: regionIdInput }),
    output: z.object({
      city: regionRefShape,
      currency: z.string(),
      items: z.array(regionRefShape.extend({ standard: serviceShape, express: serviceShape })),
    }),
    async run({ database, currency }, { city_id }) {
      const city = cityOf(city_id);
      const { rules } = await readDeliveryBook(database);
      const districts = regionTree.childrenOf(city.region_id);
      const items = (districts.length > 0 ? districts : [city]).map((region) => ({
        ...regionRefOf(region),
        standard: termsOf(coverageOf(rules, region.region_id, 'standard'), currency),
        express: termsOf(coverageOf(rules, region.region_id, 'express'), currency),
      }));
      return { city: regionRefOf(city), currency, items };
    },
  }),
  defineOperation({
    name: 'check_express_delivery',
    title: 'Check express delivery',
    summary:
      'Says whether express delivery reaches a district (or a city without districts), or why not; with fee, cut-off and the days of delivery if the order is paid now.',
    rest: { method: 'GET', path: '/api/regions/{region_id}/express-delivery' },
    tool: { group: 'regions' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({ region_id: regionIdInput }),
    output: expressShape,
    async run(context, { region_id }) {
      const region = getRegion(region_id);
      return expressAnswer(context, await readDeliveryBook(context.database), region);
    },
  }),
];
