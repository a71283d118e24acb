/** Order numbers as they are typed and scanned, beside those that the cloud makes. */
import { newOrderNo } from '@platen/cloud/ids';
import { readOrderNo as readAtCloud } from '@platen/contracts/order-number-rules';
import { expect, it } from 'vitest';
import { readOrderNo } from './order-no.ts';

it('reads every number that the cloud makes, however it is typed', () => {
  for (let tries = 0; tries < 300; tries += 1) {
    const orderNo = newOrderNo();
    for (const typed of [
      orderNo,
      orderNo.toLowerCase(),
      orderNo.replaceAll('-', ''),
      ` ${orderNo.replaceAll('-', ' ')} `,
      orderNo.replaceAll('0', 'O').replaceAll('1', 'l'),
    ])
      expect(readOrderNo(typed)).toEqual({ kind: 'good', orderNo });
  }
});

it('says what is wrong with one: too short, too long, a letter that no number has, a slip of a finger', () => {
  const plain = newOrderNo().replaceAll('-', '');
  expect(readOrderNo(plain.slice(0, 12)).kind).toBe('short');
  expect(readOrderNo('').kind).toBe('short');
  expect(readOrderNo(`${plain}0`).kind).toBe('long');
  expect(readOrderNo(`U${plain.slice(1)}`).kind).toBe('letter');
  expect(readOrderNo(`${plain.slice(0, 5)}#${plain.slice(6)}`).kind).toBe('letter');
  const other = plain[3] === '7' ? '8' : '7';
  expect(readOrderNo(plain.slice(0, 3) + other + plain.slice(4)).kind).toBe('check');
});

it('takes and refuses what the cloud takes and refuses', () => {
  const plain = newOrderNo().replaceAll('-', '');
  for (const letter of '0123456789ABCDEFGHJKMNPQRSTVWXYZUOIL*$') {
    const typed = plain.slice(0, 6) + letter + plain.slice(7);
    const here = readOrderNo(typed);
    expect([typed, here.kind === 'good' ? here.orderNo : undefined]).toEqual([typed, readAtCloud(typed)]);
  }
});
