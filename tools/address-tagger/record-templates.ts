/**
 * Records with what is right for each (test/fixtures/addresses) to templates: the parts of the truth become slots, what is
 * left is the talk of somebody who wrote a message. Records whose parts can't be found in the text give none. Pure.
 */
import { foldText } from '@platen/addresses/parse-clean';
import type { AddressRecord, BlindRecord } from '../../test/fixtures/address-records.ts';
import type { MessageTemplate } from './fill-template.ts';
import { shortName } from './han-places.ts';

/** Records that are written the same way, but for what is in the slots. */
const mostAlike = 3;

const slotOf = (slot: string): string => `{${slot}}`;

/** A record that a generator wrote, or a list, in the form of those that were written blind. */
export const asBlind = (record: AddressRecord, index: number): BlindRecord => ({
  id: String(index),
  text: record.text,
  country: record.country,
  tags: [],
  truth: {
    country: record.country,
    name: record.expected.name ?? null,
    phone: record.expected.phone ?? null,
    province: record.expected.province ?? null,
    city: record.expected.city ?? null,
    district: record.expected.district ?? null,
    street: record.expected.detail ?? null,
    postcode: record.expected.postcode ?? null,
    company: null,
  },
});

/** Countries that write in Chinese characters, and in no others. */
export const hanCountries: readonly string[] = ['CN', 'HK', 'TW', 'MO', 'SG'];

const easternLetters = /[\p{Script=Han}\p{Script=Hangul}]/u;

/** Behind which code the number that is dialled at home begins with a 0, and behind which it doesn't. */
const codes = /^\+(?:(?<withZero>81|82|886)|852|853|65|86)/;

/** As somebody at home writes it; without what is dialled inside a firm, but for China, where that is a part of the number. */
function nationalDigits(phone: string): string {
  const code = codes.exec(phone);
  const rest = code ? phone.slice(code[0].length).replace(/-.*/, '') : phone;
  return (code?.groups?.withZero ? '0' : '') + rest.replace(/\D/g, '');
}

/** Templates of the records of these countries that are in their own letters. */
export function templatesOfRecords(
  records: readonly BlindRecord[],
  countries: readonly string[],
): MessageTemplate[] {
  const templates: MessageTemplate[] = [];
  const times = new Map<string, number>();
  for (const [index, { text, truth }] of records.entries()) {
    if (!easternLetters.test(text) || !countries.includes(truth.country!)) continue;
    let left = text.normalize('NFKC').replaceAll(/[{}]/g, '');
    const put = (value: string | null, slot: string): boolean => {
      if (value === null || value === '') return true;
      const at = foldText(left).indexOf(foldText(value.normalize('NFKC')));
      if (at < 0) return false;
      left = left.slice(0, at) + slotOf(slot) + left.slice(at + value.normalize('NFKC').length);
      return true;
    };
    const isFound =
      put(truth.street, 'street') &&
      put(truth.name, 'name') &&
      putPhone(truth.phone) &&
      put(truth.postcode, 'postcode');
    if (!isFound) continue;
    if (truth.company !== null && !truth.street?.includes(truth.company)) put(truth.company, 'company');
    function putPhone(phone: string | null): boolean {
      if (put(phone, 'phone')) return true;
      const digits = nationalDigits(phone!);
      const loose = new RegExp(`(?<!\\d)\\(?${[...digits].join('[-\\s()转.]{0,2}')}(?!\\d)`);
      if (!loose.test(left)) return false;
      left = left.replace(loose, slotOf('phone'));
      return true;
    }
    for (const level of [truth.province, truth.city, truth.district]) {
      if (level === null || level === '') continue;
      const ways = [level, shortName(level)].flatMap((way) => [way, foldText(way)]);
      for (const way of ways.sort((a, b) => b.length - a.length))
        left = left.replaceAll(new RegExp(`${way}(?:市|省|县|区)?(?![^{]*\\})`, 'g'), slotOf('region'));
    }
    left = left
      .replace(/(?:\{region\}(?:市辖区)?[\s,，/、\-·>]{0,3})+(?=\{region\})/g, '')
      .replace(/(?<!\{region\}.*)\{region\}/g, slotOf('region'));
    const known = (times.get(left) ?? 0) + 1;
    times.set(left, known);
    if (known > mostAlike || /\d{7,}/.test(left.replace(/订单\S*/g, ''))) continue;
    templates.push({ country: truth.country!, text: left, isHeldOut: index % 10 === 7 });
  }
  return templates;
}
