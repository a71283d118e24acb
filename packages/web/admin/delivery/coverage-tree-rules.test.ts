import { describe, expect, it } from 'vitest';
import { type CoverageRule, standingAt } from './coverage-tree-rules.ts';

const rule = (
  region_id: string,
  allow: boolean,
  service: 'standard' | 'express' = 'standard',
): CoverageRule => ({
  rule_id: `${service} ${region_id}`,
  region: { region_id, level: 'city', name_zh: region_id, name_en: region_id },
  service,
  allow,
  eta_min_days: 1,
  eta_max_days: 2,
  cut_off: null,
  fee: 0,
  updated_at: '2026-01-01T00:00:00Z',
});

describe('what holds at a place', () => {
  const rules = [rule('CN', true), rule('CN-33', false), rule('CN-3301', true, 'express')];
  it.each([
    [['CN'], 'standard', 'standard CN', true],
    [['CN', 'CN-44'], 'standard', 'standard CN', false],
    [['CN', 'CN-33'], 'standard', 'standard CN-33', true],
    [['CN', 'CN-33', 'CN-3301', 'CN-330106'], 'standard', 'standard CN-33', false],
    [['CN', 'CN-33', 'CN-3301', 'CN-330106'], 'express', 'express CN-3301', false],
    [['CN', 'CN-33'], 'express', undefined, false],
    [['US'], 'standard', undefined, false],
  ] as const)('%j %s: %s', (path, service, rule_id, isOwn) => {
    const found = standingAt(rules, path, service);
    expect([found.rule?.rule_id, found.isOwn]).toEqual([rule_id, isOwn]);
  });
});
