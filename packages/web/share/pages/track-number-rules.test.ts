/** What people and scanners write where an order number is asked for. */
import { orderNoCheck, readOrderNo, writeOrderNo } from '@platen/contracts/order-number-rules';
import { describe, expect, it } from 'vitest';
import { exampleOrderNo, readTyped } from './track-number-rules.ts';

/** Letters whose check character is a letter or digit, as in every number that is given out. */
const letters = ['A10101010101', '7KQM2XWP9DTA', '00000000000Z', 'ZZZZZZZZZZZY'].find((each) =>
  /[0-9A-Z]/.test(orderNoCheck(each)),
)!;
const orderNo = writeOrderNo(letters + orderNoCheck(letters));

describe('an order number', () => {
  it('is understood however it is written', () => {
    const plain = orderNo.replaceAll('-', '');
    const written = [
      orderNo,
      plain,
      orderNo.toLowerCase(),
      ` ${orderNo.replaceAll('-', ' ')}\n`,
      orderNo.replaceAll('-', '–'),
      orderNo.replaceAll('1', 'l').replaceAll('0', 'o'),
      [...plain].map((each) => String.fromCodePoint(each.codePointAt(0)! + 0xfee0)).join(''),
      `https://prints.example/track/${orderNo}?lang=zh`,
      `HTTPS://PRINTS.EXAMPLE/TRACK/${plain}`,
    ];
    for (const typed of written) expect([typed, readTyped(typed).orderNo]).toEqual([typed, orderNo]);
    expect(readTyped(plain).shown).toBe(orderNo);
    expect(readTyped(plain).isCorrected).toBe(false);
    expect(readTyped('o').isCorrected).toBe(true);
  });

  it('with any one character changed is found out before anybody is asked', () => {
    for (let at = 0; at < 13; at += 1) {
      const plain = [...orderNo.replaceAll('-', '')];
      plain[at] = plain[at] === '7' ? '8' : '7';
      const read = readTyped(plain.join(''));
      expect([read.orderNo, read.problem]).toEqual([undefined, { kind: 'check' }]);
    }
  });

  it('says which letter no number has, and nothing while it is still being typed', () => {
    expect(readTyped('7KQU').problem).toEqual({ kind: 'letter', letter: 'U' });
    expect(readTyped('<img onerror>').problem).toEqual({ kind: 'letter', letter: '<' });
    expect(readTyped('/track/%E0%A4%A').problem).toEqual({ kind: 'letter', letter: '%' });
    for (let length = 0; length < 13; length += 1)
      expect(readTyped(orderNo.replaceAll('-', '').slice(0, length)).problem).toBeUndefined();
    expect(readTyped(`${orderNo}77`).problem).toEqual({ kind: 'long' });
  });

  it('has an example that is right', () => {
    expect(readOrderNo(exampleOrderNo)).toBe(exampleOrderNo);
  });
});
