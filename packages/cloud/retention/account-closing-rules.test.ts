import { moneyText } from '@platen/contracts/money';
import { describe, expect, it } from 'vitest';
import { refuseMoneyLeft, splitBalance } from './account-closing-rules.ts';

const topup = (name: string, amount_minor: number, refundedMinor = 0) => ({
  payment: { name, amount_minor },
  refundedMinor,
});
const split = (balance: number, ...topups: ReturnType<typeof topup>[]) => {
  const { back, restMinor } = splitBalance(balance, topups);
  return [...back.map(({ payment, amountMinor }) => `${payment.name} ${amountMinor}`), restMinor];
};

describe('a balance that goes back', () => {
  it('goes to the newest top-ups first, never more than is left of each', () => {
    expect(split(700, topup('new', 500), topup('old', 500))).toEqual(['new 500', 'old 200', 0]);
    expect(split(700, topup('new', 500, 450), topup('old', 500))).toEqual(['new 50', 'old 500', 150]);
    expect(split(700, topup('gone', 500, 500))).toEqual([700]);
    expect(split(0, topup('new', 500))).toEqual([0]);
  });

  it('to the cent, whatever the top-ups', () => {
    for (let balance = 0; balance <= 30; balance += 1) {
      for (let given = 0; given <= 9; given += 1) {
        const { back, restMinor } = splitBalance(balance, [
          topup('a', 10, given),
          topup('b', 7),
          topup('c', 9, 9 - given),
        ]);
        const sum = back.reduce((total, { amountMinor }) => total + amountMinor, 0);
        expect(sum + restMinor).toBe(balance);
        expect(restMinor).toBe(Math.max(0, balance - (10 - given) - 7 - given));
        expect(back.every(({ amountMinor }) => amountMinor > 0)).toBe(true);
      }
    }
  });
});

it('money that is left must be spoken of', () => {
  const refuse = (backMinor: number, restMinor: number, payBack: boolean, giveUp: boolean) =>
    refuseMoneyLeft({ backMinor, restMinor }, { payBack, giveUp }, (minor) => moneyText(minor, 'CNY'));
  expect(refuse(0, 0, false, false)).toBeUndefined();
  expect(refuse(100, 50, false, false)).toMatch(/1\.50.*pay_back.*give_up/);
  expect(refuse(100, 50, true, false)).toMatch(/only .*1\.00.*other .*0\.50/);
  expect(refuse(100, 0, true, false)).toBeUndefined();
  expect(refuse(100, 50, true, true)).toBeUndefined();
  expect(refuse(0, 50, false, true)).toBeUndefined();
});
