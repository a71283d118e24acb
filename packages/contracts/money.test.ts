import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moneyText, toMajor, toMinor } from './money.ts';

describe('money', () => {
  it('comes back from the wire as it was', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (minor) => {
        expect(toMinor(JSON.parse(JSON.stringify(toMajor(minor))))).toBe(minor);
      }),
    );
  });

  it('refuses more decimals than the currency has', () => {
    expect(toMinor(0.1 + 0.2)).toBe(30);
    expect(toMinor(1.005)).toBeUndefined();
    expect(toMinor(1.5, 'JPY')).toBeUndefined();
    expect(toMinor(Number.NaN)).toBeUndefined();
    expect(toMinor(1e300)).toBeUndefined();
  });

  it('reads well', () => {
    expect(moneyText(1250)).toBe('12.50 CNY');
    expect(moneyText(1250, 'JPY')).toBe('1250 JPY');
  });
});
