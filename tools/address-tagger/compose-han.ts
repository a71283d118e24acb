/**
 * Messages in Chinese characters with what each of their parts is: templates filled with made-up people and real divisions, then changed
 * as people change what they write (no stops, other stops, talk of other messages before and behind, wrong characters). Owns which label a
 * slot has.
 */
import { chinaInput } from '@platen/addresses/china/china-input';
import { ruleChinese } from '@platen/addresses/china/parse-china';
import { cleanText } from '@platen/addresses/parse-clean';
import { hanFeatures, hanTokens } from '@platen/addresses/tagging/han-features';
import { chainLabels } from '@platen/addresses/tagging/linear-chain';
import { type BlindRecord, readLearntRecords, readRecords } from '../../test/fixtures/address-records.ts';
import { secondSeeds, writeSecondAddresses } from '../address-writing/second-addresses.ts';
import type { Chance } from '../address-writing/writing-chance.ts';
import { writeAddresses } from '../address-writing/written-addresses.ts';
import {
  joinParts,
  type LabelledText,
  type MessagePart,
  type MessageTemplate,
  partsOf,
  readTemplates,
} from './fill-template.ts';
import { calledOf, companyOf, deptOf, familyOf, given, landlineOf, nameOf, phoneOf } from './han-people.ts';
import { otherPlaceOf, placeIn, shortName } from './han-places.ts';
import {
  backwardsOf,
  boxOf,
  campusOf,
  classOf,
  estateOf,
  institutionOf,
  spotOf,
  townOf,
  troopOf,
  villageOf,
  wardOf,
} from './han-spots.ts';
import { asBlind, hanCountries, labelledRecords, templatesOfRecords } from './record-templates.ts';
import type { ChainExample } from './train-chain.ts';

const hanKinds = ['name', 'region', 'street', 'firm', 'other', 'away'] as const;

/** What a slot is. Numbers have no label: they are found before. */
const kindOfSlot: Record<string, (typeof hanKinds)[number] | undefined> = {
  name: 'name',
  called: 'name',
  first: 'name',
  last: 'name',
  region: 'region',
  province: 'region',
  city: 'region',
  district: 'region',
  country: 'region',
  street: 'street',
  unit: 'street',
  town: 'street',
  spot: 'street',
  campus: 'street',
  klass: 'street',
  ward: 'street',
  troop: 'street',
  village: 'street',
  estate: 'street',
  pobox: 'street',
  back: 'street',
  backregion: 'region',
  company: 'firm',
  inst: 'firm',
  dept: 'firm',
  other: 'other',
  otherplace: 'away',
};

export const hanLabels = chainLabels(hanKinds);
/** Not the one that the parser's figures are taken with. */
const generatorSeed = 31_007;

interface Stock {
  /** Messages that somebody wrote. */
  templates: readonly MessageTemplate[];
  /** Forms and lists, as generators write them. */
  forms: readonly MessageTemplate[];
  /** Clauses of talk without a slot. */
  clauses: readonly string[];
  /** Two characters that stand together somewhere in talk. */
  loose: readonly string[];
  /** Names and houses of the mainland that others wrote. */
  names: readonly string[];
  houses: readonly string[];
}

const isSpoken = ({ text }: MessageTemplate): boolean => {
  const talk = text.replace(/\{[a-z0-9]+\}/g, '');
  return /\p{Script=Han}/u.test(talk) || !/\p{L}{3}/u.test(talk.replace(/tel|mob|name|add|attn|to/gi, ''));
};

const shareOfForms = 0.3;

/** Everything that is there to learn from. */
export function readStock(): Stock {
  const written = ['cn-', 'east-CN', 'east-HK', 'east-TW', 'east-MO', 'east-SG'].flatMap(readTemplates);
  const lists = [...readRecords('collected'), ...readRecords('own-china')];
  const generated = [
    ...writeAddresses(generatorSeed, { chinese: 3000, each: 0 }),
    ...writeSecondAddresses(secondSeeds.learn, { chinese: 1000, each: 60 }),
    ...lists,
  ];
  const mainland = [...generated, ...Array.from({ length: 6 }, () => lists).flat()].filter(
    ({ text, country }) => country === 'CN' && /\p{Script=Han}/u.test(text),
  );
  const given = (values: ReadonlyArray<string | null | undefined>): string[] =>
    values.filter((value) => value !== undefined && value !== null && value !== '') as string[];
  const templates = [...written, ...templatesOfRecords(readLearntRecords(), hanCountries)].filter(isSpoken);
  const forms = templatesOfRecords(generated.map(asBlind), hanCountries).filter(isSpoken);
  const clauses = templates.flatMap(({ text }) =>
    text
      .split(/[,，。！!？?；;~～\n]+/)
      .map((clause) => clause.trim())
      .filter(
        (clause) => clause.length > 1 && !/[{}:："]|\d{5}/.test(clause) && /\p{Script=Han}{2}/u.test(clause),
      ),
  );
  const loose = new Set<string>();
  for (const { text } of templates)
    for (const [pair] of text.replace(/\{[a-z0-9]+\}/g, ' ').matchAll(/(?=(\p{Script=Han}{2}))/gu))
      loose.add(pair);
  for (const { text } of templates)
    for (const match of text.replace(/\{[a-z0-9]+\}/g, ' ').matchAll(/\p{Script=Han}{2}/gu))
      loose.add(match[0]);
  loose.delete('');
  const names = given(mainland.map(({ expected }) => expected.name));
  const houses = given([
    ...mainland.map(({ expected }) => expected.detail),
    ...readLearntRecords().map(({ truth }) => (truth.country === 'CN' ? truth.street : undefined)),
  ]).filter((house) => /\p{Script=Han}/u.test(house));
  return { templates, forms, clauses, loose: [...loose], names, houses };
}

/** One template with everything in its slots, and changed. */
export function composeHan(
  chance: Chance,
  { templates, forms, clauses, loose, names, houses }: Stock,
): LabelledText & { country: string } {
  const isForm = chance.often(shareOfForms);
  const { text, country } = chance.pick(isForm ? forms : templates);
  const place = placeIn(chance, country);
  const family = familyOf(chance);
  const isLatin = text.includes('{first} {last}');
  const fill: Record<string, () => string> = {
    name: () => (chance.often(0.2) ? chance.pick(names) : nameOf(chance, loose)),
    called: () => calledOf(chance),
    first: () =>
      isLatin
        ? chance.pick(['Ka Man', 'Wai Yin', 'Mei Ling', 'João', 'Teresa', 'Chi Hou', 'David', 'Amy'])
        : given(chance, 2),
    last: () => (isLatin ? chance.pick(['Chan', 'Wong', 'Lei', 'Ho', 'Lam', 'Tan', 'Ng']) : family),
    phone: () => phoneOf(chance, country),
    phone2: () => phoneOf(chance, country),
    landline: () => landlineOf(chance, country),
    region: () => place.region,
    province: () => place.province,
    city: () => place.city,
    district: () => place.district,
    street: () => {
      const street = country === 'CN' && chance.often(0.4) ? chance.pick(houses) : place.street;
      return country === 'CN' && chance.often(spokenShare) ? street.replace(/\d+/g, spokenNumber) : street;
    },
    unit: () => place.unit,
    postcode: () => place.postcode,
    country: () => place.country,
    company: () => companyOf(chance, chance.pick([place.city, place.district, place.province])),
    dept: () => deptOf(chance),
    inst: () =>
      institutionOf(
        chance,
        chance.pick([place.city, place.province, place.district].map(shortName)),
        country,
      ),
    town: () => townOf(chance),
    spot: () => spotOf(chance),
    campus: () => campusOf(chance),
    klass: () => classOf(chance),
    ward: () => wardOf(chance),
    troop: () => troopOf(chance),
    village: () => villageOf(chance),
    estate: () => estateOf(chance),
    pobox: () => boxOf(chance),
    back: () => backwardsOf(chance),
    backregion: () =>
      [place.district, place.city, place.province]
        .filter((level, at, all) => level !== '' && all.indexOf(level) === at)
        .join(chance.pick(['，', ',', ' ', '、'])),
    ext: () => chance.digits(1 + chance.below(4)),
    other: () => (chance.often(0.5) ? nameOf(chance, loose) : calledOf(chance)),
    otherplace: () => otherPlaceOf(chance, country),
  };
  let parts: MessagePart[] = partsOf(text).map(({ slot, text: talk }) =>
    slot === undefined ? { slot, text: talk } : { slot, text: fill[slot]?.() ?? '' },
  );
  if (!isForm) parts = addTalk(chance, parts, clauses);
  parts = restop(chance, parts);
  return { ...joinParts(parts), country };
}

/** How often the numbers of a house are spelt out. */
const spokenShare = 0.06;
const spokenDigits = [...'零一二三四五六七八九'];

/** 三十二 and 一零零三: up to 99 as a number, above digit by digit. */
function spokenNumber(digits: string): string {
  const value = Number(digits);
  if (digits.length > 2 || value < 10)
    return [...digits].map((digit) => spokenDigits[Number(digit)]).join('');
  const [tens, ones] = [Math.floor(value / 10), value % 10];
  return `${tens > 1 ? spokenDigits[tens] : ''}十${ones > 0 ? spokenDigits[ones] : ''}`;
}

const someClauses = (chance: Chance, clauses: readonly string[]): string => {
  const count = 1 + chance.below(2);
  const stop = chance.pick(['，', '，', ',', ' ', '。', '', '～', '\n']);
  return Array.from({ length: count }, () => chance.pick(clauses)).join(stop);
};

/** Talk of other messages before, behind, or between. */
function addTalk(chance: Chance, parts: MessagePart[], clauses: readonly string[]): MessagePart[] {
  const stop = (): string => chance.pick(['，', '，', '，', ',', ' ', '。', '！', '\n', '', '']);
  let all = parts;
  if (chance.often(0.3)) all = [{ slot: undefined, text: someClauses(chance, clauses) + stop() }, ...all];
  if (chance.often(0.3)) all = [...all, { slot: undefined, text: stop() + someClauses(chance, clauses) }];
  return all;
}

/** Other stops, or none; wrong characters in the talk. */
function restop(chance: Chance, parts: MessagePart[]): MessagePart[] {
  const roll = chance.below(100);
  const isLabelled = parts.some(({ slot, text }) => slot === undefined && /[:：]/.test(text));
  const swap = (stops: RegExp, to: string): MessagePart[] =>
    parts.map(({ slot, text }) => ({ slot, text: slot === undefined ? text.replace(stops, to) : text }));
  let changed = parts;
  if (roll < 9 && !isLabelled) changed = swap(/[,，。！!？?；;~～、\s]+/g, '');
  else if (roll < 18) changed = swap(/[,，。！!？?；;~～\n]+/g, ' ');
  else if (roll < 23) changed = swap(/，/g, ',');
  else if (roll < 27) changed = swap(/\n/g, chance.pick([' ', '，', '；', '/', '、']));
  else if (roll < 30) changed = swap(/ +/g, '\n');
  else if (roll < 33) changed = swap(/[:：]/g, chance.pick([' ', '', '——', '=']));
  else if (roll < 36)
    changed = swap(/[，,\n ]+/g, chance.pick(['—', '——', '｜', ' | ', '/', '📍', '；', ' - ']));
  if (!chance.often(0.08)) return changed;
  return changed.map(({ slot, text }) =>
    slot !== undefined || text.length < 4
      ? { slot, text }
      : {
          slot,
          text: text.replace(/\p{Script=Han}/gu, (char) =>
            chance.often(0.06) ? chance.pick([...'的了在再以已做作他她那哪吗嘛']) : char,
          ),
        },
  );
}

/** The text as the parser sees it, with a label for every token; undefined where a part was changed by cleaning. */
export function exampleOf({
  text,
  spans,
  country,
}: LabelledText & { country: string }): ChainExample | undefined {
  const cleaned = cleanText(text);
  const ruled = ruleChinese(chinaInput(cleaned, country));
  const tokens = hanTokens(ruled.text.sheet);
  if (tokens.count === 0) return undefined;
  const gold = new Uint8Array(tokens.count);
  let from = 0;
  for (const { slot, start, end } of spans) {
    const kind = kindOfSlot[slot];
    const own = cleanText(text.slice(start, end));
    const at = cleaned.indexOf(own, from);
    if (at < 0) return undefined;
    from = at + own.length;
    if (kind === undefined) continue;
    const begin = hanLabels.indexOf(`B-${kind}`);
    let isFirst = true;
    for (let token = 0; token < tokens.count; token++) {
      if (tokens.starts[token]! < at || tokens.ends[token]! > from) continue;
      gold[token] = isFirst ? begin : begin + 1;
      isFirst = false;
    }
  }
  return { features: hanFeatures(ruled.text, tokens), gold };
}

/** How often a lesson is a record as it stands. */
const shareOfRecords = 0.18;

/** So many lessons for a network, of everything there is. */
export function* hanLessons(chance: Chance, count: number): Generator<ChainExample> {
  const stock = readStock();
  const records = labelledRecords(readLearntRecords(), hanCountries);
  for (let made = 0; made < count; ) {
    const example = exampleOf(
      chance.often(shareOfRecords) ? chance.pick(records) : composeHan(chance, stock),
    );
    if (example === undefined) continue;
    made++;
    yield example;
  }
}

/** What characters are in records, where their parts are found. */
export const hanExamples = (
  records: readonly BlindRecord[],
): { example: ChainExample; tags: readonly string[] }[] =>
  labelledRecords(records, hanCountries).flatMap((record) => {
    const example = exampleOf(record);
    return example ? [{ example, tags: record.tags }] : [];
  });
