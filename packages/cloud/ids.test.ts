import { readOrderNo } from '@platen/contracts/order-number-rules';
import { describe, expect, it } from 'vitest';
import { newId, newOrderNo } from './ids.ts';

describe('ids', () => {
  it('are UUIDv7 that sort in the order they were made', () => {
    const made = Array.from({ length: 20_000 }, newId);
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
    expect(made[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(
      Math.abs(Number.parseInt(made[0]!.replaceAll('-', '').slice(0, 12), 16) - Date.now()),
    ).toBeLessThan(60_000);
  });
});

describe('order numbers', () => {
  it('are read as people type them', () => {
    for (let i = 0; i < 200; i++) {
      const orderNo = newOrderNo();
      expect(readOrderNo(orderNo)).toBe(orderNo);
      expect(readOrderNo(` ${orderNo.toLowerCase().replaceAll('-', ' ')}`)).toBe(orderNo);
      expect(readOrderNo(orderNo.replaceAll('0', 'O').replaceAll('1', 'l'))).toBe(orderNo);
    }
  });

  it('with one character changed or two swapped are refused', () => {
    const orderNo = newOrderNo();
    const plain = orderNo.replaceAll('-', '');
    for (let i = 0; i < plain.length; i++) {
      for (const other of '0123456789ABCDEFGHJKMNPQRSTVWXYZ') {
        if (other !== plain[i])
          expect(readOrderNo(plain.slice(0, i) + other + plain.slice(i + 1))).toBeUndefined();
      }
    }
    for (let i = 0; i < 11; i++) {
      if (plain[i] === plain[i + 1]) continue;
      const swapped = plain.slice(0, i) + plain[i + 1] + plain[i] + plain.slice(i + 2);
      expect(readOrderNo(swapped)).toBeUndefined();
    }
    expect(readOrderNo('')).toBeUndefined();
    expect(readOrderNo('../../etc/passwd')).toBeUndefined();
  });
});
