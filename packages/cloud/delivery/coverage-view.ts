/** What coverage rules mean for people: the terms of a service at a place, and how much of a place it reaches. */

import { type Region, regionTree } from '@platen/addresses/regions/region-tree';
import { type Currency, toMajor } from '@platen/contracts/money';
import { z } from 'zod';
import { type Coverage, coverageAt, type Extent } from './coverage-rules.ts';
import type { CoverageRuleTable, DeliveryService } from './delivery-tables.ts';
import { pathIdsOf } from './region-lookup.ts';
import { regionRefOf, regionRefShape } from './region-shapes.ts';

const termsShape = z.object({
  eta_min_days: z
    .int()
    .describe('Days from payment before the cut-off to the earliest delivery; 0: the same day'),
  eta_max_days: z.int(),
  cut_off: z.string().nullable().describe('HH:MM in the time zone of get_shipping_config; null: none'),
  fee: z.number().describe("Express: the delivery fee. Standard: what is added to the carrier's fee"),
});

export const serviceShape = termsShape.nullable().describe('null: the service does not go there');

const reachShape = z.object({
  extent: z.enum(['all', 'part', 'none']).describe('part: some places below are served and some are not'),
  terms: serviceShape.describe('Of the place itself; a place below can have others'),
});

const reachedShape = regionRefShape.extend({ standard: reachShape, express: reachShape });

export const coverageShape = z.object({
  currency: z.string(),
  items: z
    .array(
      reachedShape.extend({
        cities: z
          .array(reachedShape)
          .describe('Cities that are served otherwise than this region as a whole'),
      }),
    )
    .describe('Provinces, states, or countries without any, where at least one service goes'),
});

/** The rules of one moment and the currency of their fees. */
export interface CoverageBook {
  rules: readonly CoverageRuleTable[];
  currency: Currency;
}

export const coverageOf = (rules: readonly CoverageRuleTable[], regionId: string, service: DeliveryService) =>
  coverageAt(rules, { path: pathIdsOf(regionId), service });

/** The terms on the wire; null where the service does not go. */
export function termsOf({ covered, rule }: Coverage, currency: Currency): z.input<typeof serviceShape> {
  if (!covered || !rule) return null;
  const { eta_min_days, eta_max_days, cut_off } = rule;
  return { eta_min_days, eta_max_days, cut_off, fee: toMajor(rule.fee_minor, currency) };
}

/** How much of each region a service reaches. Looks only below regions that have a rule further down. */
export function extentsOf(
  rules: readonly CoverageRuleTable[],
  service: DeliveryService,
): (region: Region) => Extent {
  const own = rules.filter((rule) => rule.service === service);
  const above = new Set(own.flatMap((rule) => pathIdsOf(rule.region_id).slice(0, -1)));
  const measure = ({ region_id }: Region): Extent => {
    if (!above.has(region_id)) return coverageOf(own, region_id, service).covered ? 'all' : 'none';
    const extents = new Set(regionTree.childrenOf(region_id).map(measure));
    return extents.size === 1 ? [...extents][0]! : 'part';
  };
  return measure;
}

function reachesOf({ rules, currency }: CoverageBook) {
  const reachBy = (service: DeliveryService) => {
    const extent = extentsOf(rules, service);
    return (region: Region) => ({
      extent: extent(region),
      terms: termsOf(coverageOf(rules, region.region_id, service), currency),
    });
  };
  const [standard, express] = [reachBy('standard'), reachBy('express')];
  return (region: Region) => ({
    ...regionRefOf(region),
    standard: standard(region),
    express: express(region),
  });
}

type Reached = ReturnType<ReturnType<typeof reachesOf>>;

const isServed = ({ standard, express }: Reached): boolean =>
  standard.extent !== 'none' || express.extent !== 'none';

/** Whether the place says something that the region above it does not. */
const differs = (place: Reached, above: Reached): boolean =>
  (['standard', 'express'] as const).some(
    (service) =>
      place[service].extent === 'part' ||
      JSON.stringify(place[service].terms) !== JSON.stringify(above[service].terms),
  );

/** Everything that is served, by province and, where they differ, by city. */
export function coverageAnswer(book: CoverageBook): z.input<typeof coverageShape> {
  const reach = reachesOf(book);
  const places = regionTree.childrenOf(null).flatMap((country) => {
    const provinces = regionTree.childrenOf(country.region_id);
    return provinces.length > 0 ? provinces : [country];
  });
  const items = places
    .map(reach)
    .filter(isServed)
    .map((place) => {
      const cities = regionTree.childrenOf(place.region_id).map(reach);
      return { ...place, cities: cities.filter((city) => differs(city, place)) };
    });
  return { currency: book.currency, items };
}
