/**
 * Messages in Japanese and Korean with a label for every character, for learning: templates filled with made-up people and real
 * places, more talk around them, other separators, titles, glue. Owns how such slots are filled; what a template is, is fill-template.ts's.
 */
import { readFileSync } from 'node:fs';
import { phoneHole } from '@platen/addresses/abroad/abroad-segments';
import { koreanProvince } from '@platen/addresses/regions/eastern-municipalities';
import { easternFeatures, easternKinds } from '@platen/addresses/tagging/kana-hangul-features';
import { chainLabels } from '@platen/addresses/tagging/linear-chain';
import { type BlindRecord, readLearntRecords } from '../../test/fixtures/address-records.ts';
import type { Chance } from '../address-writing/writing-chance.ts';
import * as spots from './east-spots.ts';
import * as lists from './east-words.ts';

import { type MessagePart, type MessageTemplate, partsOf, readTemplates } from './fill-template.ts';
import { recordParts, templatesOfRecords } from './record-templates.ts';
import type { ChainExample } from './train-chain.ts';

export const easternLabels = chainLabels(easternKinds);

type Kind = (typeof easternKinds)[number];

const kindOfSlot: Record<string, Kind> = {
  name: 'name',
  last: 'name',
  first: 'name',
  region: 'place',
  street: 'place',
  unit: 'place',
  city: 'place',
  state: 'place',
  district: 'place',
  kyoto: 'place',
  jpward: 'place',
  base: 'place',
  troop: 'place',
  jpclass: 'place',
  krcampus: 'place',
  krward: 'place',
  krbox: 'place',
  krclass: 'place',
  krspot: 'place',
  postcode: 'postcode',
  company: 'firm',
  dept: 'firm',
  school: 'firm',
  hospital: 'firm',
  army: 'firm',
  krinst: 'firm',
  other: 'other',
  otherplace: 'elsewhere',
};

/** Templates in the country's own letters; those in Latin letters are another reader's. */
export function easternTemplates(country: string): MessageTemplate[] {
  const own =
    country === 'JP' ? /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u : /\p{Script=Hangul}/u;
  const written = readTemplates(`east-${country}`).concat(templatesOfRecords(readLearntRecords(), [country]));
  return written.filter(({ text }) => {
    const said = text.replace(/\{\w+\}/g, '');
    const isLatin = !own.test(said) && /[A-Za-z]{3}/.test(said);
    return !isLatin && !/\{first\}[ ,]*\{last\}/.test(text);
  });
}

interface Place {
  state: string;
  city: string;
  district: string;
  region: string;
  street: string;
  unit: string;
  postcode: string;
}

const rowsOf = (file: string, separator: string): string[][] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(separator));
const japaneseTowns = rowsOf('./japan-towns.txt', '|') as Array<[string, string, string, string, string]>;
const koreanRows = rowsOf('../../packages/addresses/regions/korea-municipalities.txt', ' ');
/** Short names of each of Korea's provinces. */
const koreanShort = Map.groupBy(
  '서울시 서울 부산시 부산 대구시 대구 인천시 인천 광주 대전시 대전 울산시 울산 세종시 세종 경기 강원도 강원 충북 충남 전라북도 전북 전남 경북 경남 제주도 제주'.split(
    ' ',
  ),
  (short) => koreanProvince(short)!,
);

function japanesePlace(chance: Chance): Place {
  const [postcode, state, city, ward, town] = chance.pick(japaneseTowns);
  const n = (below: number): number => 1 + chance.below(below);
  const dash = chance.often(0.06) ? chance.pick(['の', '−', 'ー', '–']) : '-';
  const at = chance.pick([
    `${n(9)}${dash}${n(40)}${dash}${n(30)}`,
    `${n(9)}${dash}${n(40)}${dash}${n(30)}`,
    `${n(9)}${dash}${n(60)}`,
    `${n(1200)}${dash}${n(12)}`,
    `${n(2900)}`,
    `${n(6)}丁目${n(30)}番${n(20)}号`,
    `${n(6)}丁目${n(30)}${dash}${n(20)}`,
    `${n(6)}丁目${n(30)}番地${n(20)}`,
    `${n(1500)}番地${chance.often(0.4) ? `の${n(20)}` : ''}`,
    `${chance.pick([...'一二三四五六'])}丁目${n(30)}番${n(20)}号`,
    `${n(9)}条${chance.pick(['東', '西'])}${n(20)}丁目${n(20)}${dash}${n(30)}`,
  ]);
  const stem = chance.pick([
    town,
    city.replace(/[市区町村]$/u, ''),
    chance.pick(lists.japaneseFamilies),
    chance.pick(lists.japaneseStems),
  ]);
  const house = chance.often(0.5)
    ? chance.pick(lists.japaneseHouses)
    : chance.pick(lists.japaneseHouseKinds).replace('_', stem);
  const unit = chance.pick([
    `${house}${n(15)}0${n(9)}`,
    `${house} ${n(15)}0${n(9)}`,
    `${house}${n(12)}0${n(9)}号室`,
    `${house} ${n(12)}0${n(9)}号`,
    `${house}${n(14)}階`,
    `${house}${n(14)}F`,
    `${house} ${n(5)}号館${n(4)}0${n(9)}`,
    `${house}${chance.pick(['A', 'B', 'C', 'E'])}棟${n(9)}0${n(9)}`,
    `${house}${chance.pick(['A', 'B', 'C'])}-${n(9)}0${n(9)}`,
    house,
    `${n(12)}0${n(9)}号室`,
    `${n(14)}階`,
    `${n(12)}0${n(9)}`,
    `${n(30)}号棟${n(9)}0${n(9)}号`,
    `${house}${chance.pick(['一', '二', '三', '五'])}号室`,
    `${house}内`,
  ]);
  const prefix = chance.often(0.1) ? chance.pick(['大字', '字', '']) : '';
  const street = `${prefix}${town}${chance.often(0.04) ? ' ' : ''}${at}`;
  const full = city + ward;
  const region = chance.often(0.12)
    ? full
    : chance.often(0.04)
      ? state.replace(/[都府県]$/u, '') + full
      : chance.often(0.06)
        ? `${state} ${city}${chance.often(0.5) ? ' ' : ''}${ward}`
        : state + full;
  return {
    state,
    city: full,
    district: ward,
    region,
    street,
    unit,
    postcode: shownJapanesePostcode(chance, postcode),
  };
}

const shownJapanesePostcode = (chance: Chance, postcode: string): string =>
  chance.often(0.12) ? postcode.replace('-', '') : chance.often(0.05) ? postcode.replace('-', '−') : postcode;

function koreanPlace(chance: Chance): Place {
  const row = chance.pick(koreanRows);
  const state = row[0]!;
  const [city = '', wards] = (row.length > 1 ? chance.pick(row.slice(1)) : '').split(':') as [
    string,
    string?,
  ];
  const ward = wards === undefined ? '' : chance.pick(wards.split(','));
  const n = (below: number): number => 1 + chance.below(below);
  const syllable = (): string => chance.pick(lists.koreanGivenParts);
  const isCounty = city.endsWith('군');
  const road = chance.often(0.3)
    ? `${syllable()}${syllable()}${chance.often(0.3) ? syllable() : ''}${chance.pick(['로', '로', '길', '대로'])}`
    : chance.pick(lists.koreanRoads);
  const side = chance.often(0.3)
    ? chance.pick([`${n(90)}길`, `${n(200)}번길`, ` ${n(90)}번길`, ` ${n(60)}길`, ` ${n(60)}가길`])
    : '';
  const number = `${n(chance.often(0.2) ? 3900 : 700)}${chance.often(0.2) ? `-${n(40)}` : ''}`;
  const village = chance.often(isCounty ? 0.8 : 0.1) ? `${chance.pick(lists.koreanVillages)} ` : '';
  const town = chance.often(0.3) ? `${syllable()}${syllable()}동` : chance.pick(lists.koreanTowns);
  const lot = `${isCounty ? `${chance.pick(lists.koreanVillages)} ${syllable()}${syllable()}리` : town} ${n(900)}${chance.often(0.4) ? `-${n(40)}` : ''}${chance.often(0.3) ? '번지' : ''}`;
  const street = chance.often(0.04)
    ? `${chance.pick(lists.koreanVillages)} 사서함 ${n(400)}-${n(40)}호`
    : chance.often(0.15)
      ? lot
      : `${village}${road}${side}${chance.often(0.04) ? '' : ' '}${number}`;
  const stem = chance.pick([
    `${syllable()}${syllable()}`,
    city.replace(/[시군구]$/u, ''),
    chance.pick(lists.koreanStems),
  ]);
  const house = chance.often(0.5)
    ? chance.pick(lists.koreanHouses)
    : chance.pick(lists.koreanHouseKinds).replace('_', stem);
  const inHouse = chance.pick([
    `${100 + n(20)}동 ${n(25)}0${n(6)}호`,
    `${100 + n(20)}동${n(25)}0${n(6)}호`,
    `${n(25)}0${n(6)}호`,
    `${n(12)}층`,
    `${n(12)}층 ${n(12)}0${n(9)}호`,
    `${100 + n(20)}-${n(25)}0${n(6)}`,
    `지하 ${n(2)}층`,
    `B${n(2)}`,
    `${n(12)}F`,
    `${chance.pick(['A', 'B', 'N', 'H'])}동 ${n(12)}층`,
    `${chance.pick(['가', '나', '다'])}동 ${n(5)}0${n(4)}호`,
  ]);
  const unit = chance.pick([
    inHouse,
    inHouse,
    inHouse,
    `${house} ${inHouse}`,
    `${house} ${inHouse}`,
    `${house}${inHouse}`,
    house,
    `(${town})`,
    `${inHouse} (${town})`,
    `(${town}, ${house}) ${inHouse}`,
    `${inHouse} (${town}, ${house})`,
  ]);
  const head =
    chance.often(0.08) && city !== ''
      ? ''
      : chance.often(0.45)
        ? chance.pick(koreanShort.get(state)!)
        : state;
  const whole = [city, ward].filter(Boolean).join(' ') || state;
  const region = [head, [city, ward].filter(Boolean).join(' ')].filter(Boolean).join(' ');
  const postcode = chance.often(0.03)
    ? `${chance.digits(3)}-${chance.digits(3)}`
    : `${n(6)}${chance.digits(4)}`;
  return { state: head || state, city: whole, district: ward, region, street, unit, postcode };
}

interface Person {
  last: string;
  first: string;
  name: string;
}

function japanesePerson(chance: Chance): Person {
  if (chance.often(0.03)) return alone(chance.pick(lists.japaneseForeign));
  if (chance.often(0.03)) return alone(chance.pick(lists.japaneseChinese));
  if (chance.often(0.03)) return alone(latinName(chance));
  if (chance.often(0.07)) {
    const [last, first] = [chance.pick(lists.japaneseKana.families), chance.pick(lists.japaneseKana.givens)];
    return { last, first, name: `${last}${chance.pick(['', ' ', ' '])}${first}` };
  }
  const { first: heads, second: tails } = lists.japaneseGivenParts;
  // 富山 市子, 福島 京: many families are called as places are.
  const [, state, city] = chance.pick(japaneseTowns);
  const place = chance.pick([state, city]).replace(/[都府県市区町村]$/u, '');
  const last = chance.often(0.06) && place.length < 4 ? place : chance.pick(lists.japaneseFamilies);
  const first = chance.often(0.12)
    ? chance.pick(lists.japaneseKanaGivens)
    : chance.often(0.4)
      ? chance.pick(heads) + chance.pick(tails)
      : chance.pick(lists.japaneseGivens);
  return { last, first, name: `${last}${chance.pick(['', '', ' '])}${first}` };
}

function koreanPerson(chance: Chance): Person {
  if (chance.often(0.02)) return alone(latinName(chance));
  if (chance.often(0.04)) return alone(chance.pick(spots.koreanForeign));
  if (chance.often(0.06)) return alone(placeName(chance));
  const last = chance.pick(lists.koreanFamilies);
  if (chance.often(0.025)) return alone(`${last}${chance.pick(['교수', ' 교수'])}`);
  const part = (): string => chance.pick(lists.koreanGivenParts);
  const first = chance.often(0.35)
    ? chance.pick(lists.koreanGivens)
    : chance.often(0.1)
      ? part()
      : part() + part();
  return { last, first, name: `${last}${chance.often(last.length > 1 ? 0.35 : 0.05) ? ' ' : ''}${first}` };
}

/** 전주희, 도봉순, 여진구, 구로: people whose names begin or end as divisions do. */
function placeName(chance: Chance): string {
  const row = chance.pick(koreanRows);
  const city = chance.pick(row).split(':')[0]!;
  const stem = city.replace(/(?:특별자치|특별|광역)?[시도군구]$/u, '').slice(0, 2);
  const syllable = chance.pick(lists.koreanGivenParts);
  return chance.pick([
    stem + syllable,
    stem + syllable,
    stem.length > 1 ? stem : stem + syllable,
    `${chance.pick(lists.koreanFamilies).slice(0, 1)}${syllable}${chance.pick([...'구시군도로길동리호'])}`,
  ]);
}

const alone = (name: string): Person => ({ last: name, first: '', name });
const latinName = (chance: Chance): string =>
  `${chance.pick(['Anna', 'John', 'Liam', 'Minji', 'Yuki', 'Sarah', 'Kenji', 'Emma', 'Junho', 'David'])} ${chance.pick(['Smith', 'Kim', 'Tanaka', 'Nguyen', 'Park', 'Miller', 'Sato', 'Lee', "O'Connor", 'Garcia'])}`;

const personOf = (chance: Chance, country: string): Person =>
  country === 'JP' ? japanesePerson(chance) : koreanPerson(chance);
const placeOf = (chance: Chance, country: string): Place =>
  country === 'JP' ? japanesePlace(chance) : koreanPlace(chance);

function elsewhere(chance: Chance, country: string): string {
  const { region, city, street, unit } = placeOf(chance, country);
  const between = country === 'JP' ? '' : ' ';
  return chance.pick([
    city,
    region,
    region + between + street,
    city + between + street,
    `${region}${between}${street} ${unit}`,
    street,
    city.replace(/[市区町村]$|[시군구]$/u, ''),
    chance.pick(
      country === 'JP'
        ? ['大阪', '旧居', '前の事務所', '実家', '横浜の家', '本社', '仙台支店', '鎌倉', '旧住所']
        : ['부산', '예전 집', '본사', '대구', '강남 사무실', '구미', '본가', '옛날 주소', '일산'],
    ),
  ]);
}

const foreignStem = (chance: Chance, country: string): string =>
  chance.pick(
    chance.often(0.6)
      ? country === 'JP'
        ? lists.japaneseStems
        : lists.koreanStems
      : ['ABC', 'RIN', 'K&J', 'Sunny', 'TOKA', 'M2', 'Loop', 'NEXT', 'Blue Note', 'Kids', 'LX', 'One'],
  );

/** From the lists, or made of a place, a person or two characters and a kind. */
function firmOf(chance: Chance, country: string): string {
  if (chance.often(0.4)) return chance.pick(country === 'JP' ? lists.japaneseFirms : lists.koreanFirms);
  const { last, first } = personOf(chance, country);
  if (country === 'KR') {
    const { city } = koreanPlace(chance);
    const stem = chance.pick([
      city.replace(/.* /, '').replace(/(?:특별자치|특별|광역)?[시도군구]$/u, ''),
      first || last,
      lists.koreanGivenParts[chance.below(90)]! + chance.pick(lists.koreanGivenParts),
    ]);
    return chance
      .pick(lists.koreanFirmKinds)
      .replace('_', chance.often(0.25) ? foreignStem(chance, country) : stem)
      .replace('~', ' ');
  }
  const [, state, city, , town] = chance.pick(japaneseTowns);
  const stem = chance.pick([state, city, town]).replace(/[都府県市区町村]$/u, '');
  return chance
    .pick(lists.japaneseFirmKinds)
    .replace('_', chance.often(0.25) ? foreignStem(chance, country) : chance.pick([stem, stem, last]))
    .replace('~', ' ');
}

/** Titles behind a name where the template has none. */
const titles: Record<string, readonly string[]> = {
  JP: [
    '様',
    ' 様',
    '様',
    'さん',
    '殿',
    'さま',
    '宛',
    '様宛',
    '行',
    '先生',
    ' 教授',
    ' 准教授',
    'くん',
    '様宛て',
    'さん宛',
    ' 御中',
  ],
  KR: [
    '님',
    ' 님',
    '님',
    '씨',
    ' 씨',
    ' 귀하',
    '귀하',
    '님께',
    ' 앞',
    '님 앞',
    ...lists.koreanTitles.map((title) => ` ${title}`),
  ],
};
const hasTitle =
  /^ ?(?:様|さま|殿|さん|くん|宛|行|先生|教授|研|님|씨|귀하|앞|께|선생|사모|대리|과장|부장|팀장|책임|이병|이에요|예요|입니다|인데|이고|ですけど|です|と|といい)/u;

/** One message: every character with the kind it is of, `undefined` for talk; begun anew where `isFirst`. */
interface Written {
  text: string;
  kinds: Array<Kind | undefined>;
  begins: boolean[];
}

/** Fills a template; `templates` lend it talk. */
export function composeEastern(
  chance: Chance,
  template: MessageTemplate,
  templates: readonly MessageTemplate[],
  madeForms = 0.3,
): ChainExample & { text: string } {
  const { country } = template;
  const shape = chance.often(madeForms) ? madeForm(chance, country) : template.text;
  const parts = withTalk(chance, partsOf(shape), templates, country);
  return exampleOf(mutated(chance, fillParts(chance, parts, country)), country);
}

function exampleOf(parts: readonly MessagePart[], country: string): ChainExample & { text: string } {
  const { text, kinds, begins } = written(parts);
  const gold = Uint8Array.from(kinds, (kind, at) =>
    kind === undefined ? 0 : easternLabels.indexOf(`${begins[at] ? 'B' : 'I'}-${kind}`),
  );
  return { text, gold, features: easternFeatures(text, country) };
}

/** How often a lesson is a record as it stands. */
const shareOfRecords = 0.15;

/** A phone is a hole before a tagger sees the text. */
const withHoles = (parts: readonly MessagePart[]): MessagePart[] =>
  parts.map((part) => (/^phone2?$/.test(part.slot ?? '') ? { ...part, text: phoneHole } : part));

/** What characters are in records of a country in its own letters, where their parts are found. */
export const easternExamples = (
  records: readonly BlindRecord[],
  country: string,
): { example: ChainExample; tags: readonly string[] }[] =>
  recordParts(records, [country]).map(({ parts, tags }) => ({
    example: exampleOf(withHoles(parts), country),
    tags,
  }));

/** So many lessons for a network, of each country in turn. */
export function* easternLessons(chance: Chance, count: number): Generator<ChainExample> {
  const stocks = ['JP', 'KR'].map((country) => ({
    templates: easternTemplates(country),
    records: easternExamples(readLearntRecords(), country),
  }));
  for (let made = 0; made < count; made++) {
    const { templates, records } = stocks[made % stocks.length]!;
    yield chance.often(shareOfRecords)
      ? chance.pick(records).example
      : composeEastern(chance, chance.pick(templates), templates);
  }
}

/** A form or a bare row: its fields in any order, with or without labels. */
function madeForm(chance: Chance, country: string): string {
  const labels = country === 'JP' ? lists.japaneseLabels : lists.koreanLabels;
  const between = country === 'JP' ? '' : ' ';
  const name = chance.pick(['{name}', '{name}', `{last}${chance.pick(['', ' '])}{first}`]);
  const street = chance
    .pick([
      '{region}_{street}',
      '{region}_{street} {unit}',
      '{state}_{city}_{street}',
      '{region} {street}, {unit}',
    ])
    .replaceAll('_', between);
  const post = chance
    .pick(
      ['', '', '{postcode} ', '〒{postcode} ', '({postcode}) ', '[{postcode}] '].slice(
        0,
        country === 'JP' ? 4 : 6,
      ),
    )
    .replace('〒', country === 'JP' ? '〒' : '우)');
  const others = country === 'JP' ? lists.japaneseOthers : lists.koreanOthers;
  const place = chance.pick(labels.place);
  const isApart = chance.often(0.2);
  const [one, two] = chance.pick([
    ['1', '2'],
    ['①', '②'],
    ['', ''],
    ['(1)', '(2)'],
  ]);
  const fields: Array<readonly [string, string]> = [
    chance.often(0.1)
      ? [
          country === 'JP' ? '姓' : '성',
          `{last}${chance.pick([' ', '\n', ','])}${country === 'JP' ? '名' : '이름'}${chance.pick([' ', ':', ' '])}{first}`,
        ]
      : [chance.pick(labels.name), name],
    isApart
      ? [
          `${place}${one}`,
          `${post}{region}${chance.pick(['\n', ' ', ', '])}${place}${two}${chance.pick([':', ' '])}{street}${chance.pick(['', `\n${country === 'JP' ? '建物名' : '상세주소'} {unit}`])}`,
        ]
      : [place, post + street],
  ];
  if (chance.often(0.12))
    fields.push([
      chance.pick(others.people),
      chance.pick(['{other}', '{other} {otherplace}', '{other} {phone2}']),
    ]);
  if (chance.often(0.07)) fields.push([chance.pick(others.places), '{otherplace}']);
  if (chance.often(0.85)) fields.push([chance.pick(labels.phone), '{phone}']);
  if (post === '' && chance.often(0.5)) fields.push([chance.pick(labels.postcode), '{postcode}']);
  if (chance.often(0.12)) fields.push([chance.pick(labels.firm), '{company}']);
  // Some say only where.
  if (chance.often(0.06)) fields.shift();
  for (let at = fields.length - 1; at > 0; at--) {
    const other = chance.below(at + 1);
    [fields[at], fields[other]] = [fields[other]!, fields[at]!];
  }
  const isLabelled = chance.often(0.6);
  const colon = chance.pick([':', ': ', ':', ' ', ' : ', ' ', '=', '→', '']);
  const mark = chance.pick(['', '', '', '・', '■', '- ', '【】']);
  const row = fields.map(([label, value]) =>
    (isLabelled && !chance.often(0.1)) || /\{other/.test(value)
      ? mark === '【】'
        ? `【${label}】${value}`
        : `${mark}${label}${colon}${value}`
      : value,
  );
  const separator = chance.pick([
    '\n',
    '\n',
    ' ',
    ' ',
    ', ',
    ' / ',
    '/',
    country === 'JP' ? '、' : ' | ',
    '',
  ]);
  return row.join(isLabelled && separator === '' ? ' ' : separator);
}

/** Sentences of other people before and behind. */
function withTalk(
  chance: Chance,
  parts: MessagePart[],
  templates: readonly MessageTemplate[],
  country: string,
): MessagePart[] {
  const say = (): MessagePart => ({
    slot: undefined,
    text: chance.often(0.35)
      ? chance.pick(country === 'JP' ? lists.japaneseRest : lists.koreanRest)
      : chance.often(0.65)
        ? madeTalk(chance, country)
        : borrowedTalk(chance, templates),
  });
  const gap = (): MessagePart => ({ slot: undefined, text: chance.pick(['\n', ' ', '\n', '\n\n', ' ', '']) });
  const glue = (): MessagePart => ({
    slot: undefined,
    text: chance.pick(['\n', ' ', '、', ', ', ' ', ' / ']),
  });
  const ahead = chance.often(0.4) ? [say(), gap()] : [];
  const behind = chance.often(0.4) ? [glue(), say()] : [];
  if (!chance.often(0.08)) return [...ahead, ...parts, ...behind];
  const aside = partsOf(chance.pick((country === 'JP' ? lists.japaneseOthers : lists.koreanOthers).asides));
  return chance.often(0.4)
    ? [...ahead, ...aside, gap(), ...parts, ...behind]
    : [...ahead, ...parts, glue(), ...aside, ...behind];
}

/** A sentence of words that no template has together. */
function madeTalk(chance: Chance, country: string): string {
  const { ahead, things, joints, verbs, ends } = country === 'JP' ? lists.japaneseTalk : lists.koreanTalk;
  const between = country === 'JP' ? '' : ' ';
  const clause = (): string =>
    [
      ...(chance.often(0.4) ? [chance.pick(ahead) + (chance.often(0.2) ? '、' : '')] : []),
      ...(chance.often(0.9) ? [chance.pick(things) + chance.pick(joints)] : []),
      ...(chance.often(0.3) ? [chance.pick(things) + chance.pick(joints)] : []),
      chance.pick(verbs),
    ].join(between);
  const number = (): string => {
    const digits = `${1 + chance.below(9)}${chance.digits(chance.below(6))}`;
    return chance.pick(
      country === 'JP'
        ? [
            `注文番号${digits}`,
            `注文番号:${digits}`,
            `会員番号 ${digits}`,
            `No.${digits}`,
            `伝票番号${digits}`,
            `受注No ${digits}`,
            `${digits}円`,
            `${digits}枚`,
            `A${digits.slice(0, 1)} ${digits}部`,
            `#${digits}`,
            `${digits.slice(0, 1)}月${digits.slice(-1)}日`,
          ]
        : [
            `주문번호 ${digits}`,
            `주문번호${digits}`,
            `회원번호 ${digits}`,
            `No.${digits}`,
            `${digits}원`,
            `${digits}장`,
            `A${digits.slice(0, 1)} ${digits}부`,
            `#${digits}`,
            `${digits.slice(0, 1)}월 ${digits.slice(-1)}일`,
          ],
    );
  };
  if (chance.often(0.25))
    return chance.pick([
      number(),
      `${number()}${between}${chance.pick(joints)}${between}${chance.pick(verbs)}`,
      `${chance.pick(things)} ${number()}`,
      `${number()} ${clause()}`,
    ]);
  const short = (): string => chance.pick(things) + (chance.often(0.5) ? between + chance.pick(things) : '');
  return chance.often(0.1)
    ? short()
    : clause() + (chance.often(0.8) ? chance.pick(ends) : '') + (chance.often(0.2) ? between + clause() : '');
}

/** A sentence without a slot in another template. */
function borrowedTalk(chance: Chance, templates: readonly MessageTemplate[]): string {
  for (let turn = 0; turn < 8; turn++) {
    const sentences = chance
      .pick(templates)
      .text.split(/(?<=[。!！?？\n~])/u)
      .map((sentence) => sentence.trim())
      .filter((sentence) => sentence.length > 4 && !/[{}:：|]/.test(sentence));
    if (sentences.length > 0) return chance.pick(sentences);
  }
  return '';
}

const stemOfCity = (city: string): string =>
  city.replace(/^.*[郡 ]/u, '').replace(/[市区町村]$|(?:특별자치|특별|광역)?[시도군구]$/u, '');

function japaneseSpots(chance: Chance, { state, city }: Place): Record<string, string> {
  const [, , other, , town] = chance.pick(japaneseTowns);
  const stem = chance.pick([town, town, stemOfCity(other), chance.pick(lists.japaneseStems)]);
  const own = { state, city: city.replace(/区$/u, ''), stem };
  const { families, givens } = lists.japaneseKana;
  return {
    kyoto: spots.kyotoOf(chance),
    school: spots.japaneseSchoolOf(chance, own),
    hospital: spots.japaneseHospitalOf(chance, own),
    jpward: spots.japaneseWardOf(chance),
    army: spots.armyOf(chance),
    base: spots.baseOf(chance, stem),
    troop: spots.japaneseTroopOf(chance),
    jpclass: spots.japaneseClassOf(chance),
    kana: `${chance.pick(families)}${chance.pick([' ', ' ', ''])}${chance.pick(givens)}`,
  };
}

function koreanSpots(chance: Chance, { city }: Place): Record<string, string> {
  const part = (): string => chance.pick(lists.koreanGivenParts);
  const stem = chance.often(0.5) ? part() + part() : chance.pick(lists.koreanStems);
  return {
    krinst: spots.koreanInstitutionOf(chance, { city, stem }),
    krcampus: spots.koreanCampusOf(chance),
    krward: spots.koreanWardOf(chance),
    krbox: spots.koreanBoxOf(chance, `${chance.pick(lists.koreanVillages)} ${part()}${part()}리`),
    troop: spots.koreanTroopOf(chance),
    krclass: spots.koreanClassOf(chance),
    krspot: spots.koreanSpotOf(chance, stem),
  };
}

function fillParts(chance: Chance, parts: readonly MessagePart[], country: string): MessagePart[] {
  const person = personOf(chance, country);
  const place = placeOf(chance, country);
  const other = personOf(chance, country);
  const has = (slot: string): boolean => parts.some((part) => part.slot === slot);
  const calls =
    country === 'KR' && chance.often(0.03)
      ? chance.pick(lists.koreanGivens)
      : country === 'JP' && chance.often(0.12) && !has('first')
        ? person.last
        : person.name;
  const between = country === 'JP' ? chance.pick(['', ' ', ' ']) : chance.pick([' ', ' ', ', ', ' ']);
  const host = country === 'JP' && chance.often(0.04) ? ` ${other.last}様方` : '';
  const values: Record<string, string> = {
    ...person,
    ...place,
    name: calls,
    street: place.street + (has('unit') || chance.often(0.45) ? '' : between + place.unit) + host,
    city: has('district') && place.district ? place.city.replace(place.district, '').trim() : place.city,
    company: firmOf(chance, country),
    dept: chance.pick(country === 'JP' ? lists.japaneseDepts : lists.koreanDepts),
    country:
      country === 'JP'
        ? chance.pick(['日本', '日本国', 'JAPAN', 'Japan'])
        : chance.pick(['대한민국', '한국', 'KOREA']),
    phone: phoneHole,
    phone2: phoneHole,
    landline: phoneHole,
    other: chance.often(0.3) ? other.last : other.name,
    otherplace: elsewhere(chance, country),
    ...(country === 'JP' ? japaneseSpots(chance, place) : koreanSpots(chance, place)),
  };
  const isGlued = country === 'KR' && chance.often(0.07);
  if (isGlued) values.region = values.region!.replaceAll(' ', '');
  const filled: MessagePart[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.slot === undefined) {
      // 山田様方: in whose house it is belongs to the address.
      const isHost = parts[index - 1]?.slot === 'other' && hostTitle.test(part.text);
      filled.push(isHost ? { ...part, text: part.text.replace(hostTitle, '') } : part);
      continue;
    }
    if (part.slot === 'other' && hostTitle.test(parts[index + 1]?.text ?? '')) {
      filled.push({ slot: 'street', text: values.other + hostTitle.exec(parts[index + 1]!.text)![0] });
      continue;
    }
    const value = values[part.slot] ?? '';
    if (part.slot === 'name' && chance.often(0.05))
      filled.push({ slot: undefined, text: chance.pick(ranks[country]!) });
    filled.push({ slot: part.slot, text: value });
    const next = parts[index + 1]?.text ?? '';
    const isPerson = part.slot === 'name' || (part.slot === 'first' && parts[index - 1]?.slot !== undefined);
    if (
      isPerson &&
      value !== '' &&
      !hasTitle.test(next) &&
      parts[index + 1]?.slot !== 'first' &&
      chance.often(calls === person.name ? 0.16 : 0.6)
    )
      filled.push({ slot: undefined, text: chance.pick(titles[country]!) });
  }
  return isGlued
    ? filled.filter(
        ({ slot, text }, at) =>
          slot !== undefined ||
          text !== ' ' ||
          filled[at - 1]?.slot !== 'region' ||
          filled[at + 1]?.slot !== 'street',
      )
    : filled;
}

const hostTitle = /^[ \u3000]*(?:様[ \u3000]*)?(?:方(?=[\s、,]|$)|様方|気付)/u;
/** What stands before a name as a title does behind it. */
const ranks: Record<string, readonly string[]> = {
  JP: ['担当 ', 'ご担当 ', '担当:', '代表 ', '店長 ', '学生 ', '院生 '],
  KR: ['이병 ', '일병 ', '상병 ', '병장 ', '하사 ', '중사 ', '대위 ', '담당 ', '담당자 ', '대표 ', '학생 '],
};

/** Other separators, dropped lines, missing punctuation. */
function mutated(chance: Chance, parts: readonly MessagePart[]): MessagePart[] {
  const lineTo = chance.often(0.25) ? chance.pick([' ', ' ', '、', ', ', ' / ', '/', ' | ', '']) : '\n';
  const blankTo = chance.often(0.05) ? '\n' : ' ';
  const isBare = chance.often(0.06);
  const drops = chance.often(0.12);
  const mutate = (text: string, isBetween: boolean): string => {
    let shown = text;
    if (lineTo !== '\n') shown = shown.replace(/\n+/g, lineTo);
    if (isBetween && blankTo !== ' ' && shown === ' ') shown = blankTo;
    if (isBare) shown = shown.replace(/[。、,.!:：]+/gu, ' ');
    return shown;
  };
  return parts
    .map((part, at) =>
      part.slot === undefined
        ? {
            ...part,
            text: mutate(part.text, parts[at - 1]?.slot !== undefined && parts[at + 1]?.slot !== undefined),
          }
        : part,
    )
    .filter(({ slot }) => !(drops && slot !== undefined && /^(?:phone2?|landline)$/.test(slot)));
}

/** As cleanText() would have it, unit for unit with its kind; parts of one kind with a blank between them are one. */
function written(parts: readonly MessagePart[]): Written {
  let text = '';
  const kinds: Written['kinds'] = [];
  const begins: boolean[] = [];
  const put = (char: string, kind: Kind | undefined, isFirst: boolean): void => {
    if (char === ' ' && (text === '' || /[ \n]$/.test(text))) return;
    if (char === '\n' && text.endsWith(' ')) {
      text = text.slice(0, -1);
      kinds.pop();
      begins.pop();
    }
    text += char;
    kinds.push(kind);
    begins.push(isFirst);
  };
  for (const { slot, text: given } of parts) {
    const kind = slot === undefined ? undefined : kindOfSlot[slot];
    const shown = given
      .normalize('NFKC')
      .replace(
        /[\u2190-\u21ff\u2600-\u27bf]|\p{Extended_Pictographic}|[\u{1f3fb}-\u{1f3ff}]|[\u200d\ufe0f]/gu,
        (sign) => (/[\d#*]/.test(sign) ? sign : ' '),
      )
      .replaceAll('\t', ' | ')
      .replace(/(?<=\d)[−ー](?=\d)/g, '-');
    if (shown === '') continue;
    const isMerged = kind !== undefined && continues(text, kinds, kind);
    if (isMerged && text.endsWith(' ')) kinds[kinds.length - 1] = kind;
    let isFirst = !isMerged;
    for (const char of shown.split('')) {
      put(char, kind, kind !== undefined && isFirst);
      isFirst = false;
    }
  }
  while (text.endsWith(' ')) {
    text = text.slice(0, -1);
    kinds.pop();
    begins.pop();
  }
  return { text, kinds, begins };
}

function continues(text: string, kinds: Written['kinds'], kind: Kind): boolean {
  if (kind === 'other' || kind === 'elsewhere' || kind === 'postcode') return false;
  return kinds.at(-1) === kind || (text.endsWith(' ') && kinds.at(-2) === kind);
}
