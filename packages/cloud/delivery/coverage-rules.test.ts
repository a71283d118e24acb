/** Coverage: nearest rule wins, a denial beats an allowance; delivery days with their cut-off in a time zone. */
import { describe, expect, it } from 'vitest';
import { coverageAt, deliveryDates } from './coverage-rules.ts';
import type { CoverageRuleTable } from './delivery-tables.ts';

let made = 0;

const rule = (region_id: string, more: Partial<CoverageRuleTable> = {}): CoverageRuleTable => ({
  id: String(++made),
  region_id,
  service: 'standard',
  allow: 1,
  eta_min_days: 1,
  eta_max_days: 3,
  cut_off: null,
  fee_minor: 0,
  created_at: 0,
  updated_at: 0,
  ...more,
});

const path = ['CN', '440000', '440300', '440305'];

describe('coverageAt', () => {
  const at = (rules: CoverageRuleTable[], service: 'standard' | 'express' = 'standard') =>
    coverageAt(rules, { path, service });

  it('covers nothing without a rule', () => {
    expect(at([])).toEqual({ covered: false, rule: undefined });
    expect(at([rule('110000'), rule('US')])).toEqual({ covered: false, rule: undefined });
  });

  it('lets the nearest ancestor win, in any order of the rules', () => {
    const rules = [rule('440300'), rule('CN', { allow: 0 }), rule('440000', { allow: 0 })];
    expect(at(rules)).toEqual({ covered: true, rule: rules[0] });
    expect(at(rules.toReversed())).toEqual({ covered: true, rule: rules[0] });
    const denied = rule('440305', { allow: 0 });
    expect(at([...rules, denied])).toEqual({ covered: false, rule: denied });
  });

  it('lets a denial beat an allowance at the same region, in any order', () => {
    const [allow, deny] = [rule('440300'), rule('440300', { allow: 0 })];
    expect(at([allow, deny])).toEqual({ covered: false, rule: deny });
    expect(at([deny, allow])).toEqual({ covered: false, rule: deny });
  });

  it('keeps the services apart', () => {
    const rules = [rule('CN'), rule('440300', { service: 'express', allow: 0 })];
    expect(at(rules).covered).toBe(true);
    expect(at(rules, 'express').covered).toBe(false);
  });
});

describe('deliveryDates', () => {
  const dates = (now: string, cut_off: string | null, timeZone = 'Asia/Shanghai') =>
    deliveryDates({ eta_min_days: 0, eta_max_days: 1, cut_off }, { now: Date.parse(now), timeZone });

  it('counts from today before the cut-off and from tomorrow from that minute on', () => {
    expect(dates('2026-11-21T05:59:59Z', '14:00')).toEqual({
      earliest: '2026-11-21',
      latest: '2026-11-22',
      sameDay: true,
    });
    expect(dates('2026-11-21T06:00:00Z', '14:00')).toEqual({
      earliest: '2026-11-22',
      latest: '2026-11-23',
      sameDay: false,
    });
    expect(dates('2026-11-21T15:59:59Z', null).sameDay).toBe(true);
  });

  it('takes the day that the place has', () => {
    expect(dates('2026-12-31T16:00:00Z', null).earliest).toBe('2027-01-01');
    expect(dates('2026-12-31T16:00:00Z', null, 'America/New_York').earliest).toBe('2026-12-31');
    // Midnight is 00:00, not 24:00.
    expect(dates('2026-11-20T16:00:00Z', '14:00')).toMatchObject({ earliest: '2026-11-21', sameDay: true });
  });

  it('counts calendar days over a change of the clocks and a leap day', () => {
    expect(dates('2026-10-31T20:00:00Z', '12:00', 'America/New_York').latest).toBe('2026-11-02');
    expect(dates('2028-02-28T10:00:00Z', '12:00').latest).toBe('2028-03-01');
  });
});
