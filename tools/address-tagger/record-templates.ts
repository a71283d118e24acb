/**
 * Records with what is right for each (test/fixtures/addresses) to templates: the parts of the truth become slots, what is
 * left is the talk of somebody who wrote a message. Records whose parts can't be found in the text give none. Pure.
 */
import { textToRead } from '@platen/addresses/parse-address';
import type { AddressRecord, BlindRecord } from '../../test/fixtures/address-records.ts';
import { joinParts, type LabelledText, type MessagePart, type MessageTemplate } from './fill-template.ts';
import { partsOfRecord } from './record-parts.ts';

/** Records that are written the same way, but for what is in the slots. */
const mostAlike = 3;

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
/** What is left of a number that is none of the receiver's: a template with it would teach just this one. */
const strayNumber = /\d{7,}/;

const isEastern = ({ text, truth }: BlindRecord, countries: readonly string[]): boolean =>
  easternLetters.test(text) && countries.includes(truth.country!);

/** A street in more pieces goes on with the house. */
function templateOf(parts: readonly MessagePart[]): string {
  let isBegun = false;
  return parts
    .map(({ slot, text }) => {
      if (slot === undefined) return text;
      const isMore = slot === 'street' && isBegun;
      isBegun ||= slot === 'street';
      return isMore ? '{unit}' : `{${slot}}`;
    })
    .join('');
}

/** Templates of the records of these countries that are in their own letters. */
export function templatesOfRecords(
  records: readonly BlindRecord[],
  countries: readonly string[],
): MessageTemplate[] {
  const templates: MessageTemplate[] = [];
  const times = new Map<string, number>();
  for (const [index, record] of records.entries()) {
    if (!isEastern(record, countries)) continue;
    const parts = partsOfRecord(textToRead(record.text).own, record);
    if (!parts) continue;
    const text = templateOf(parts);
    const known = (times.get(text) ?? 0) + 1;
    times.set(text, known);
    if (known > mostAlike || strayNumber.test(text.replace(/订单\S*/g, ''))) continue;
    templates.push({ country: record.truth.country!, text, isHeldOut: index % 10 === 7 });
  }
  return templates;
}

/** The records themselves in parts. */
export const recordParts = (
  records: readonly BlindRecord[],
  countries: readonly string[],
): Array<{ parts: MessagePart[]; country: string; tags: readonly string[] }> =>
  records.flatMap((record) => {
    const parts = isEastern(record, countries)
      ? partsOfRecord(textToRead(record.text).own, record)
      : undefined;
    return parts ? [{ parts, country: record.truth.country!, tags: record.tags }] : [];
  });

/** The same as one text, each part with where it is. */
export const labelledRecords = (
  records: readonly BlindRecord[],
  countries: readonly string[],
): Array<LabelledText & { country: string; tags: readonly string[] }> =>
  recordParts(records, countries).map(({ parts, ...rest }) => ({ ...joinParts(parts), ...rest }));
