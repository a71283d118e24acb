/** An order number as people type it and scanners send it: which it is, or what is wrong with it. Pure; how one is read is the contract's. */
import {
  crockford,
  orderNoLetters,
  plainCrockford,
  readOrderNo as readWhole,
} from '@platen/contracts/order-number-rules';

export type ReadOrderNo = { kind: 'good'; orderNo: string } | { kind: 'short' | 'long' | 'letter' | 'check' };

/** What a person can be told of a number that is none: which of the four it is. */
export function readOrderNo(typed: string): ReadOrderNo {
  const plain = plainCrockford(typed);
  if ([...plain].some((letter) => !crockford.includes(letter))) return { kind: 'letter' };
  if (plain.length <= orderNoLetters) return { kind: 'short' };
  if (plain.length > orderNoLetters + 1) return { kind: 'long' };
  const orderNo = readWhole(typed);
  return orderNo === undefined ? { kind: 'check' } : { kind: 'good', orderNo };
}
