/** What shipping costs and what an order weighs. Pure. */
import type { CarrierRateTable, CarrierTable } from './delivery-tables.ts';

export interface Parcel {
  /** Region ids of the address, the country first. */
  path: readonly string[];
  weightG: number;
  /** After discounts: what counts towards free shipping. */
  subtotalMinor: number;
}

/**
 * A carrier's fee: the first weight, then every begun step, by the rate of the nearest region; nothing from the carrier's
 * threshold on (`isFree`). `rates` may hold those of other carriers too. A refusal is a sentence.
 */
export function quoteShipping(
  carrier: CarrierTable,
  rates: readonly CarrierRateTable[],
  { path, weightG, subtotalMinor }: Parcel,
): { feeMinor: number; isFree: boolean } | { refusal: string } {
  if (carrier.enabled !== 1) return { refusal: `${carrier.name_en} is not offered at present.` };
  const rate = rateAt(rates, { carrierId: carrier.id, path });
  if (!rate) return { refusal: `${carrier.name_en} does not deliver there.` };
  if (carrier.max_weight_g !== null && weightG > carrier.max_weight_g) {
    return { refusal: `${carrier.name_en} takes at most ${carrier.max_weight_g / 1000} kg.` };
  }
  if (carrier.free_from_minor !== null && subtotalMinor >= carrier.free_from_minor)
    return { feeMinor: 0, isFree: true };
  const steps = Math.ceil(Math.max(0, weightG - carrier.first_weight_g) / carrier.step_weight_g);
  return { feeMinor: rate.first_fee_minor + steps * rate.step_fee_minor, isFree: false };
}

/** The carrier's rate of the region that is nearest to the end of the path. */
export function rateAt(
  rates: readonly CarrierRateTable[],
  { carrierId, path }: { carrierId: string; path: readonly string[] },
): CarrierRateTable | undefined {
  const own = rates.filter((rate) => rate.carrier_id === carrierId && path.includes(rate.region_id));
  return own.toSorted((a, b) => path.indexOf(b.region_id) - path.indexOf(a.region_id))[0];
}

/** Sheets of one kind of paper. */
export interface Sheets {
  widthMm: number;
  heightMm: number;
  weightGsm: number;
  sheets: number;
}

/** Area times weight of the paper, and the packaging; whole grams, rounded up. */
export function parcelWeightG(papers: readonly Sheets[], packagingG: number): number {
  const paperG = papers.reduce(
    (sum, { widthMm, heightMm, weightGsm, sheets }) =>
      sum + ((widthMm * heightMm) / 1_000_000) * weightGsm * sheets,
    0,
  );
  // What adding decimals may be off by must not begin another gram.
  return Math.ceil(paperG - 1e-6) + packagingG;
}

/** What holds for every parcel; an admin changes it. */
export interface ShippingSettings {
  /** IANA name: cut-offs and delivery days are in it. */
  time_zone: string;
  packaging_g: number;
}

export const defaultShippingSettings: ShippingSettings = { time_zone: 'Asia/Shanghai', packaging_g: 30 };
