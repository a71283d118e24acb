/**
 * The texts in Latin letters that both taggers learn from: filled templates, the sets that were written blind and are for learning, as they
 * stand and as templates, the lists of the parser's tests, and records of both generators. Owns how often each comes.
 */
import { textToRead } from '@platen/addresses/parse-address';
import { type BlindRecord, readLearntRecords, readRecords } from '../../test/fixtures/address-records.ts';
import { writeSecondAbroad } from '../address-writing/second-abroad.ts';
import { writeAbroad } from '../address-writing/writing-abroad.ts';
import type { Chance } from '../address-writing/writing-chance.ts';
import { composeText, labelText } from './compose-latin.ts';
import { type LabelledText, type MessageTemplate, readTemplates } from './fill-template.ts';
import { exampleOfRecord, type RecordTruth, templateOfRecord } from './record-examples.ts';
import type { ChainExample } from './train-chain.ts';

const isLatin = (text: string): boolean =>
  !/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]{2}/u.test(text);
/** They write their own letters among themselves: their Latin addresses come from the generators. */
const eastern = ['JP', 'KR', 'TW', 'CN'];
const western = ['US', 'CA', 'GB', 'AU', 'DE', 'FR', 'SG', 'HK'];

interface GivenRecord {
  text: string;
  truth: RecordTruth;
}

const truthOf = ({ truth, others }: BlindRecord): RecordTruth => ({
  ...(Object.fromEntries(
    Object.entries(truth).map(([part, value]) => [part, value ?? '']),
  ) as unknown as RecordTruth),
  others,
});

const withSmall = ({ text, truth }: GivenRecord): GivenRecord[] => [
  { text, truth },
  { text: text.toLowerCase(), truth },
];

/** What was dictated or taken back is written otherwise before a tagger sees it: to learn from that as well was no better. */
function isReadAsItIs(text: string): boolean {
  const { spoken, edited } = textToRead(text);
  return spoken === undefined && edited === undefined;
}

const blind: GivenRecord[] = readLearntRecords()
  .filter(({ text, truth }) => truth.country !== 'CN' && isLatin(text) && isReadAsItIs(text))
  .map((record) => ({ text: record.text, truth: truthOf(record) }));

interface ExpectedParts {
  name?: string;
  detail?: string;
  city?: string;
  district?: string;
  province?: string;
  postcode?: string;
}

const recordOf = (text: string, country: string, expected: ExpectedParts, company = ''): GivenRecord => {
  const { name = '', detail = '', city = '', district = '', province = '', postcode = '' } = expected;
  return { text, truth: { country, name, street: detail, city, district, province, postcode, company } };
};

/** Records that are the same every time. */
const givenRecords: readonly GivenRecord[] = [
  ...blind,
  ...(['own-abroad', 'collected'] as const)
    .flatMap(readRecords)
    .filter(({ text, country }) => isLatin(text) && country !== 'CN')
    .map(({ text, country, expected }) => recordOf(text, country, expected)),
].flatMap(withSmall);

/** New ones of both generators. */
const writtenRecords = (chance: Chance): GivenRecord[] =>
  [...eastern, ...eastern, ...western]
    .flatMap((country) =>
      Array.from({ length: 6 }, () => {
        const { text, expected, company } = chance.often(0.5)
          ? writeSecondAbroad(chance, country)
          : writeAbroad(chance, country, chance.below(400));
        return recordOf(chance.often(0.2) ? text.toLowerCase() : text, country, expected, company);
      }),
    )
    .filter(({ text }) => isLatin(text));

const templates = readTemplates('latin-').filter(({ text }) => text.includes('{'));
export const heldOutTemplates: readonly MessageTemplate[] = templates.filter(({ isHeldOut }) => isHeldOut);
const learntTemplates: readonly MessageTemplate[] = [
  ...templates.filter(({ isHeldOut }) => !isHeldOut),
  ...blind
    .filter(({ truth }) => !eastern.includes(truth.country))
    .map(({ text, truth }) => templateOfRecord(text, truth))
    .filter((template) => template !== undefined),
];

const english = ['US', 'CA', 'GB', 'AU', 'NZ', 'SG', 'HK'];
/** How often a text of another tongue has talk in English around it. */
const englishShare = 0.15;

/** A text of the template with the talk of others of its country, or of the English, around it. */
export function textOf(
  chance: Chance,
  template: MessageTemplate,
  from: readonly MessageTemplate[],
): LabelledText {
  const isForeign = !english.includes(template.country) && chance.often(englishShare);
  const others = from.filter(({ country }) =>
    isForeign ? english.includes(country) : country === template.country,
  );
  return composeText(chance, template, others.length > 0 ? others : [template]);
}

/** In another order, by chance. */
const shuffle = <T>(chance: Chance, all: readonly T[]): T[] =>
  all
    .map((each) => ({ each, key: chance.below(2 ** 30) }))
    .sort((a, b) => a.key - b.key)
    .map(({ each }) => each);

/** Makes an example, or none where a text has none to give. */
export type Lesson = () => ChainExample | undefined;

/**
 * The lessons of one step, in an order by chance: every template filled once, a share of the records that are always the same, new ones of
 * the generators.
 */
export function lessonsOf(
  chance: Chance,
  givenShare: number,
  ofText: (text: LabelledText, country: string) => ChainExample | undefined,
  ofRecord: (record: GivenRecord) => ChainExample | undefined,
): Lesson[] {
  const records = givenRecords.filter(() => chance.often(givenShare)).concat(writtenRecords(chance));
  const texts = learntTemplates.map(
    (template) => () => ofText(textOf(chance, template, learntTemplates), template.country),
  );
  return shuffle<Lesson>(chance, texts.concat(records.map((record) => () => ofRecord(record))));
}

/** How often the country is not said. */
const unknownShare = 0.12;

/** So many lessons of what words are. */
export function* latinLessons(chance: Chance, count: number): Generator<ChainExample> {
  const told = (country: string): string => (chance.often(unknownShare) ? '' : country);
  for (let made = 0; made < count; )
    for (const lesson of lessonsOf(
      chance,
      0.25,
      (text, country) => labelText(text, told(country)),
      ({ text, truth }) => exampleOfRecord(text, truth, told(truth.country)),
    )) {
      if (made === count) return;
      const example = lesson();
      if (!example) continue;
      made++;
      yield example;
    }
}

/** What words are in records in Latin letters, where their parts are found as they stand. */
export function latinExamples(records: readonly BlindRecord[]): { example: ChainExample; tags: string[] }[] {
  return records.flatMap((record) => {
    const { text, truth, tags } = record;
    if (truth.country === 'CN' || !isLatin(text)) return [];
    const example = exampleOfRecord(text, truthOf(record), truth.country ?? '');
    return example ? [{ example, tags }] : [];
  });
}
