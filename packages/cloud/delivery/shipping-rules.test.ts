/** Carriers' fees to the unit, weights of parcels, opening hours. */
import { describe, expect, it } from 'vitest';
import type { CarrierRateTable, CarrierTable } from './delivery-tables.ts';
import { isOpenAt } from './pickup-rules.ts';
import { parcelWeightG, quoteShipping } from './shipping-rules.ts';

const carrier: CarrierTable = {
  id: 'a',
  code: 'a',
  name_zh: '甲',
  name_en: 'Carrier A',
  enabled: 1,
  first_weight_g: 1000,
  step_weight_g: 500,
  max_weight_g: 20_000,
  free_from_minor: 9900,
  position: 1,
  created_at: 0,
  updated_at: 0,
};

const rate = (region_id: string, first: number, step: number, carrier_id = 'a'): CarrierRateTable => ({
  id: region_id,
  carrier_id,
  region_id,
  first_fee_minor: first,
  step_fee_minor: step,
  created_at: 0,
  updated_at: 0,
});

const rates = [rate('CN', 1000, 300), rate('650000', 2000, 900), rate('650100', 1, 1, 'b')];
const path = ['CN', '440000', '440300'];
const quote = (more: object = {}, change: Partial<CarrierTable> = {}) =>
  quoteShipping({ ...carrier, ...change }, rates, { path, weightG: 200, subtotalMinor: 0, ...more });

describe('quoteShipping', () => {
  it('takes the first fee up to the first weight, then the step fee for every begun step', () => {
    const fees = [0, 1, 1000, 1001, 1500, 1501, 2000, 20_000].map((weightG) => quote({ weightG }));
    expect(fees).toEqual(
      [1000, 1000, 1000, 1300, 1300, 1600, 1600, 12_400].map((feeMinor) => ({ feeMinor, isFree: false })),
    );
  });

  it("takes the nearest region's rate of this carrier, whatever the order of the rates", () => {
    expect(quote({ path: ['CN', '650000', '650100'], weightG: 1001 })).toEqual({
      feeMinor: 2900,
      isFree: false,
    });
    const turned = rates.toReversed();
    const parcel = { path: ['CN', '650000', '650100'], weightG: 1, subtotalMinor: 0 };
    expect(quoteShipping(carrier, turned, parcel)).toEqual({ feeMinor: 2000, isFree: false });
  });

  it('is free from the threshold on, and never without one', () => {
    expect(quote({ subtotalMinor: 9899 })).toEqual({ feeMinor: 1000, isFree: false });
    expect(quote({ subtotalMinor: 9900 })).toEqual({ feeMinor: 0, isFree: true });
    expect(quote({ subtotalMinor: 0 }, { free_from_minor: 0 })).toEqual({ feeMinor: 0, isFree: true });
    expect(quote({ subtotalMinor: 1e9 }, { free_from_minor: null })).toEqual({
      feeMinor: 1000,
      isFree: false,
    });
  });

  it('refuses with a sentence: switched off, no rate, too heavy, also when it would be free', () => {
    expect(quote({}, { enabled: 0 })).toEqual({ refusal: 'Carrier A is not offered at present.' });
    expect(quote({ path: ['US', 'US-CA'] })).toEqual({ refusal: 'Carrier A does not deliver there.' });
    expect(quote({ weightG: 20_001, subtotalMinor: 9900 })).toEqual({
      refusal: 'Carrier A takes at most 20 kg.',
    });
    expect(quote({ weightG: 20_001 }, { max_weight_g: null })).toEqual({ feeMinor: 12_700, isFree: false });
  });
});

describe('parcelWeightG', () => {
  it('adds area times weight of the papers and the packaging, rounded up once', () => {
    const a4 = { widthMm: 210, heightMm: 297, weightGsm: 80 };
    expect(parcelWeightG([], 30)).toBe(30);
    expect(parcelWeightG([{ ...a4, sheets: 1 }], 30)).toBe(35);
    expect(parcelWeightG([{ ...a4, sheets: 500 }], 30)).toBe(2525);
    const squareMetre = { widthMm: 1000, heightMm: 1000, weightGsm: 100, sheets: 3 };
    expect(parcelWeightG([squareMetre], 0)).toBe(300);
  });
});

describe('isOpenAt', () => {
  const hours = {
    saturday: [
      { open: '09:00', close: '12:00' },
      { open: '13:00', close: '24:00' },
    ],
  };
  const open = (now: string, timeZone = 'Asia/Shanghai') =>
    isOpenAt(hours, { now: Date.parse(now), timeZone });

  it('goes by the clock and the weekday of the place', () => {
    expect(open('2026-11-21T00:59:59Z')).toBe(false);
    expect(open('2026-11-21T01:00:00Z')).toBe(true);
    expect(open('2026-11-21T04:00:00Z')).toBe(false);
    expect(open('2026-11-21T15:59:59Z')).toBe(true);
    expect(open('2026-11-21T16:00:00Z')).toBe(false);
    expect(open('2026-11-21T01:00:00Z', 'America/New_York')).toBe(false);
  });
});
