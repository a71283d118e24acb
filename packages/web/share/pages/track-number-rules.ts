/** What a typed, pasted or scanned order number means, as it is typed. Pure; the number itself is the contracts'. */
import {
  crockford,
  orderNoCheck,
  orderNoLetters,
  plainCrockford,
  readOrderNo,
  writeOrderNo,
} from '@platen/contracts/order-number-rules';

export interface TypedNumber {
  /** As it is shown in the field: in fours, with the letters that were meant. */
  shown: string;
  /** Set once it is a whole number whose check character agrees. */
  orderNo?: string;
  /** What keeps it from being one: a letter that no number has, a check character that doesn't agree, too many characters. */
  problem?: { kind: 'letter'; letter: string } | { kind: 'check' } | { kind: 'long' };
  /** Letters that are read as digits were in it. */
  isCorrected: boolean;
}

/** Letters and digits of a whole number. */
const wholeLetters = orderNoLetters + 1;

/** A scanner reads what is on the slip: the number, or the address of this page. */
const scannedPart = (typed: string): string => {
  const inAddress = /\/track\/([^/?#\s]+)/i.exec(typed)?.[1];
  if (inAddress === undefined) return typed;
  try {
    return decodeURIComponent(inAddress);
  } catch {
    return inAddress;
  }
};

export function readTyped(typed: string): TypedNumber {
  const text = scannedPart(typed).trim();
  const plain = plainCrockford(text.normalize('NFKC')).replace(/[‐-―]/g, '');
  const isCorrected = /[oil]/i.test(text);
  const letter = [...plain].find((each) => !crockford.includes(each));
  if (letter !== undefined)
    return { shown: text.toUpperCase(), problem: { kind: 'letter', letter }, isCorrected };
  const shown = writeOrderNo(plain);
  if (plain.length < wholeLetters) return { shown, isCorrected };
  if (plain.length > wholeLetters) return { shown, problem: { kind: 'long' }, isCorrected };
  const orderNo = readOrderNo(plain);
  if (orderNo === undefined) return { shown, problem: { kind: 'check' }, isCorrected };
  return { shown, orderNo, isCorrected };
}

/** An example whose check character is right. */
export const exampleOrderNo = writeOrderNo(`P4X7K2M9QT1D${orderNoCheck('P4X7K2M9QT1D')}`);
