/**
 * What stands around each of several phones of a text, as evidence of which of them is called. Owns features and their numbers; what they
 * weigh is learnt (tools/address-tagger/learn-phones.ts). Pure.
 */
import { phoneKind, saidOfPhone } from '../abroad/phone-choice.ts';
import type { Piece } from '../parse-sheet.ts';
import { ownerOfPhone, phonesSaidOf } from '../phones/others-phones.ts';
import { hashPair, hashWord } from './linear-chain.ts';

/** Rows of the table of weights: 2^12. */
export const phoneRows = 4096;

const word =
  /[\p{Script=Latin}\p{M}'’]+|[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** In characters. */
const reachAhead = 60;
const reachBehind = 40;
const wordsAhead = 8;
const wordsBehind = 6;

/** Words in Latin letters, characters of other writing. */
export const wordsSaid = (text: string): string[] => text.toLowerCase().match(word) ?? [];

/** A sentence or a line ends; a full stop behind a short word ends none. */
const sentenceEnd = /[。！!?？;；\n]|(?<=[\p{L}\d]{3})\. /gu;
function sentenceFrom(ahead: string): string {
  let from = 0;
  for (const { 0: found, index } of ahead.matchAll(sentenceEnd)) from = index + found.length;
  return ahead.slice(from);
}
const sentenceTo = (behind: string): string => behind.slice(0, behind.search(sentenceEnd) >>> 0);

/** As `phoneKind`; numbers of the mainland have no country's code. */
function kindOf(phone: string): number {
  if (/^(?:\+86)?1\d{10}$/.test(phone)) return 1;
  return phone.startsWith('+') ? phoneKind(phone) : 2;
}

/** A phone as it is dialled, and where the text has it. */
export interface PlacedPhone extends Piece {
  phone: string;
}

/** Rows of the table for each phone, in the order of the text. */
export function phoneFeatures(
  text: string,
  phones: readonly PlacedPhone[],
  { name, country }: { name: string; country: string },
): number[][] {
  const isLocal = ({ phone }: PlacedPhone): boolean => country === 'CN' || !phone.startsWith('+86');
  const about = phonesSaidOf(text);
  const person = name.split(/\s+/).filter((part) => part.length > 1);
  const isNamedAhead = phones.some(({ start }) => text.slice(0, start).includes(name));
  return phones.map((each, at) => {
    const { start, end, phone } = each;
    const ahead = text.slice(Math.max(phones[at - 1]?.end ?? 0, start - reachAhead), start);
    const behind = text.slice(end, Math.min(phones[at + 1]?.start ?? text.length, end + reachBehind));
    const rows: number[] = [];
    const add = (kind: number, value: number): void => {
      rows.push(hashPair(kind, value) & (phoneRows - 1));
    };
    const own = sentenceFrom(ahead);
    const before = wordsSaid(own).slice(-wordsAhead);
    const after = wordsSaid(sentenceTo(behind)).slice(0, wordsBehind);
    for (const [place, said] of before.entries()) {
      const near = before.length - place;
      add(1, hashWord(said));
      if (near < 3) add(2, hashWord(said));
      if (place > 0) add(3, hashWord(said, hashWord(before[place - 1]!)));
    }
    for (const [place, said] of after.entries()) {
      add(4, hashWord(said));
      if (place < 2) add(5, hashWord(said));
      if (place > 0) add(6, hashWord(said, hashWord(after[place - 1]!)));
    }
    // What the sentences before it say is weaker.
    for (const said of wordsSaid(ahead.slice(0, ahead.length - own.length)).slice(-wordsAhead))
      add(7, hashWord(said));
    const kind = kindOf(phone);
    const others = phones.filter((other) => other !== each).map((other) => kindOf(other.phone));
    add(8, hashPair(kind, others.includes(1) ? 1 : 0));
    add(9, at === 0 ? 0 : at === phones.length - 1 ? 1 : 2);
    const opened = ahead.lastIndexOf('(');
    const isBracketed = opened >= 0 && !ahead.slice(opened).includes(')') && behind.includes(')');
    add(10, isBracketed ? 1 : 0);
    add(11, phone.includes('-') ? 1 : 0);
    const isNear = person.some((part) => ahead.includes(part));
    add(12, hashPair(isNear ? 1 : 0, isNamedAhead ? 1 : 0));
    const said = saidOfPhone(ahead, behind);
    for (let bit = 0; bit < 8; bit++) if (said & (1 << bit)) add(15, bit);
    const owner = ownerOfPhone(ahead, behind);
    for (let bit = 0; bit < 10; bit++) {
      if ((owner & (1 << bit)) === 0) continue;
      add(16, bit);
      for (let sign = 0; sign < 4; sign++) if (about & (1 << sign)) add(17, hashPair(bit, sign));
    }
    for (let sign = 0; sign < 4; sign++)
      if (about & (1 << sign)) add(18, hashPair(sign, at === 0 ? 0 : at === phones.length - 1 ? 1 : 2));
    add(13, isLocal(each) ? 1 : 0);
    add(14, /\n[^\n]*$/.test(ahead) ? 1 : 0);
    return rows;
  });
}

const digits = (text: string): string => text.replace(/\D/gu, '');
/** So many last digits tell a phone. */
const tellingDigits = 7;

/** Where the text has these phones, which are as they are dialled; each where it stands first. */
export function placePhones(
  phones: readonly string[],
  { text, pieces }: { text: string; pieces: readonly Piece[] },
): PlacedPhone[] {
  return phones
    .flatMap((phone): PlacedPhone[] => {
      const main = digits(phone.replace(/^(\d{3,4})-/u, '$1').split('-')[0]!).slice(-tellingDigits);
      const piece = pieces.find(({ start, end }) => digits(text.slice(start, end)).includes(main));
      return piece ? [{ ...piece, phone }] : [];
    })
    .sort((a, b) => a.start - b.start);
}
