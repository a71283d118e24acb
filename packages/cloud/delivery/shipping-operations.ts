/** How orders reach people: what is offered, by which carriers at which price, and where they can be picked up. */
import { type Currency, toMajor } from '@platen/contracts/money';
import { listOf, paging } from '@platen/contracts/shapes';
import { z } from 'zod';
import { defineOperation } from '../operation/operation.ts';
import { listShops } from '../shops/shop-store.ts';
import { coverageOf } from './coverage-view.ts';
import { type DeliveryBook, readDeliveryBook } from './delivery-store.ts';
import type { DeliveryService } from './delivery-tables.ts';
import { pickupPointsAround, pointsByDistance } from './pickup-view.ts';
import { getRegion, pathIdsOf } from './region-lookup.ts';
import { regionIdInput, regionRefOf, regionRefShape } from './region-shapes.ts';
import { rateAt } from './shipping-rules.ts';
import { carrierOf, carrierShape, pickupPointOf, pickupPointShape } from './shipping-shapes.ts';

const degreesWithin = (most: number) => {
  const error = `must be a number from -${most} to ${most}`;
  return z.number({ error }).min(-most, { error }).max(most, { error });
};

const methodShape = z.object({
  delivery_method: z
    .enum(['pickup', 'shipping', 'express'])
    .describe('What create_order takes as delivery_method'),
  offered: z.boolean(),
  needs: z.string().describe('What create_order needs with it, and which tool supplies it'),
  costs: z.string(),
});

const configShape = z.object({
  currency: z.string(),
  delivery_methods: z.array(methodShape),
  default_carrier_id: z.uuid().nullable().describe('The carrier that is offered first'),
  free_shipping_from: z.number().nullable().describe('Subtotal from which the default carrier costs nothing'),
  time_zone: z.string().describe('Cut-offs and delivery days are in it'),
  standard_cut_off: z.string().nullable().describe('HH:MM; regions can differ: get_region_coverage'),
  express_cut_off: z.string().nullable(),
  packaging_weight_g: z.int(),
  weight_rule: z.string(),
});

/** The cut-off that holds for the widest area. */
function widestCutOff({ rules }: DeliveryBook, service: DeliveryService): string | null {
  const own = rules.filter((rule) => rule.service === service && rule.allow === 1);
  const widest = own.toSorted((a, b) => pathIdsOf(a.region_id).length - pathIdsOf(b.region_id).length)[0];
  return widest?.cut_off ?? null;
}

const offeredCarriers = ({ carriers }: DeliveryBook) => carriers.filter((carrier) => carrier.enabled === 1);

const hasService = ({ rules }: DeliveryBook, service: DeliveryService): boolean =>
  rules.some((rule) => rule.service === service && rule.allow === 1);

function methodsOf(book: DeliveryBook): Array<z.input<typeof methodShape>> {
  return [
    {
      delivery_method: 'pickup',
      offered: book.pickupPoints.some((point) => point.enabled === 1),
      needs: 'pickup_point_id from list_pickup_points; collected at the shop itself when it is left out',
      costs: 'nothing',
    },
    {
      delivery_method: 'shipping',
      offered: offeredCarriers(book).length > 0 && hasService(book, 'standard'),
      needs:
        'address_id from list_addresses (the default one when it is left out), and shipping_carrier_id from get_shipping_carriers (the first that takes it)',
      costs: "the carrier's fee by weight and region, nothing from its threshold on",
    },
    {
      delivery_method: 'express',
      offered: hasService(book, 'express'),
      needs:
        'address_id from list_addresses (the default one when it is left out), in a place that check_express_delivery says is reached',
      costs: 'the fee that check_express_delivery names',
    },
  ];
}

function configOf(book: DeliveryBook, currency: Currency): z.input<typeof configShape> {
  const [first] = offeredCarriers(book);
  const freeFrom = first?.free_from_minor ?? null;
  return {
    currency,
    delivery_methods: methodsOf(book),
    default_carrier_id: first?.id ?? null,
    free_shipping_from: freeFrom === null ? null : toMajor(freeFrom, currency),
    time_zone: book.settings.time_zone,
    standard_cut_off: widestCutOff(book, 'standard'),
    express_cut_off: widestCutOff(book, 'express'),
    packaging_weight_g: book.settings.packaging_g,
    weight_rule:
      'width times height of each sheet times the weight of its paper (weight_gsm of get_print_options), for all sheets, and the packaging; whole grams, rounded up',
  };
}

const carriersShape = z.object({
  currency: z.string(),
  why_not: z.string().nullable().describe('Why no carrier delivers to the region; null when one does'),
  items: z.array(carrierShape),
});

function carriersOf(book: DeliveryBook, currency: Currency): z.input<typeof carriersShape> {
  const items = offeredCarriers(book).map((carrier) =>
    carrierOf(
      carrier,
      book.rates.filter((rate) => rate.carrier_id === carrier.id),
      currency,
    ),
  );
  return { currency, why_not: items.length > 0 ? null : 'No carrier is offered at present.', items };
}

/** Those that deliver to a place, each with the one rate that counts there. */
function carriersAt(
  book: DeliveryBook,
  { regionId, currency }: { regionId: string; currency: Currency },
): z.input<typeof carriersShape> {
  const region = getRegion(regionId);
  if (!coverageOf(book.rules, region.region_id, 'standard').covered) {
    return { currency, why_not: `Nothing is shipped to ${region.name_en}.`, items: [] };
  }
  const path = pathIdsOf(region.region_id);
  const items = offeredCarriers(book).flatMap((carrier) => {
    const rate = rateAt(book.rates, { carrierId: carrier.id, path });
    return rate ? [carrierOf(carrier, [rate], currency)] : [];
  });
  return { currency, why_not: items.length > 0 ? null : `No carrier delivers to ${region.name_en}.`, items };
}

interface Answers {
  config: z.input<typeof configShape>;
  carriers: z.input<typeof carriersShape>;
}

const answers = new WeakMap<DeliveryBook, Answers>();

/** The same objects for as long as nothing changes: their JSON and their ETags are made once. */
function answersOf(book: DeliveryBook, currency: Currency): Answers {
  const known = answers.get(book);
  if (known) return known;
  const made = { config: configOf(book, currency), carriers: carriersOf(book, currency) };
  answers.set(book, made);
  return made;
}

export const shippingOperations = [
  defineOperation({
    name: 'get_shipping_config',
    title: 'Ways of delivery',
    summary:
      'Returns the delivery methods with what each needs and costs, the default carrier, the free-shipping threshold, and cut-offs.',
    rest: { method: 'GET', path: '/api/shipping/config' },
    tool: { group: 'regions' },
    access: 'customer',
    effect: 'read',
    etag: true,
    input: z.strictObject({}),
    output: configShape,
    async run({ database, currency }) {
      return answersOf(await readDeliveryBook(database), currency).config;
    },
  }),
  defineOperation({
    name: 'get_shipping_carriers',
    title: 'Carriers and their fees',
    summary:
      'Returns the carriers that ship orders with their fees by region; with region_id only those that deliver there, and the one rate that counts. carrier_id goes into shipping_carrier_id.',
    rest: { method: 'GET', path: '/api/shipping/carriers' },
    tool: { group: 'regions', longAnswer: 'in parts' },
    access: 'customer',
    effect: 'read',
    etag: true,
    input: z.strictObject({ region_id: regionIdInput.optional() }),
    output: carriersShape,
    async run({ database, currency }, { region_id }) {
      const book = await readDeliveryBook(database);
      if (region_id === undefined) return answersOf(book, currency).carriers;
      return carriersAt(book, { regionId: region_id, currency });
    },
  }),
  defineOperation({
    name: 'list_near_pickup_points',
    title: 'Pickup points near a place',
    summary:
      'Lists where orders can be collected, the nearest to a pair of coordinates first, with the distance as the crow flies. Those whose place nobody has entered come last.',
    rest: { method: 'GET', path: '/api/shipping/pickup-points' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({
      latitude: degreesWithin(90).describe('WGS 84'),
      longitude: degreesWithin(180).describe('WGS 84'),
      ...paging,
    }),
    example: { latitude: 31.23, longitude: 121.47 },
    output: listOf(
      pickupPointShape.extend({
        distance_km: z.number().nullable().describe('null: where it is was not entered'),
      }),
    ),
    async run({ database, now }, { latitude, longitude, page, page_size }) {
      const { pickupPoints } = await readDeliveryBook(database);
      const near = pointsByDistance(pickupPoints, { latitude, longitude });
      const shops = await listShops(database.query);
      const shopNames = new Map(shops.map((shop) => [shop.id, shop.name]));
      const items = near.slice((page - 1) * page_size, page * page_size).map(({ point, km }) => ({
        ...pickupPointOf(point, { shopNames, now: now() }),
        distance_km: km === undefined ? null : Math.round(km * 1000) / 1000,
      }));
      return { items, page, page_size, total: near.length };
    },
  }),
  defineOperation({
    name: 'list_pickup_points',
    title: 'Pickup points',
    summary:
      'Lists where orders can be collected in a region, with pickup_point_id, address, hours, and whether each is open now. Where there is none, those of the nearest region above that has any (found_in).',
    rest: { method: 'GET', path: '/api/regions/{region_id}/pickup-points' },
    tool: { group: 'regions' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({ region_id: regionIdInput, ...paging }),
    output: listOf(pickupPointShape).extend({
      found_in: regionRefShape.nullable().describe('null: there is no pickup point anywhere near'),
    }),
    async run({ database, now }, { region_id, page, page_size }) {
      const region = getRegion(region_id);
      const { pickupPoints } = await readDeliveryBook(database);
      const { found, points } = pickupPointsAround(pickupPoints, region);
      const shops = await listShops(database.query);
      const shopNames = new Map(shops.map((shop) => [shop.id, shop.name]));
      const items = points
        .slice((page - 1) * page_size, page * page_size)
        .map((point) => pickupPointOf(point, { shopNames, now: now() }));
      return { items, page, page_size, total: points.length, found_in: found ? regionRefOf(found) : null };
    },
  }),
];
