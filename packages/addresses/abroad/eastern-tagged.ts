/**
 * A Japanese or Korean message by what a chain says of each character (tagging/): who it is for, which parts are the address, which the
 * firm; people and places that are not meant stay out. Owns the weights, and how spans become parts of a record.
 */
import { isEasternDepartment } from '../departments.ts';
import { easternFeatures } from '../tagging/kana-hangul-features.ts';
import {
  type ChainWeights,
  kindProbability,
  listSpans,
  readChain,
  type TaggedSpan,
  type Tagging,
  tagChain,
} from '../tagging/linear-chain.ts';
import { type AbroadPlace, takePostcode } from './abroad-place.ts';
import { phoneHole, type Segment, trimSegment } from './abroad-segments.ts';
import { prefectureOf, readDivisions } from './eastern-divisions.ts';
import { isJapaneseFamily } from './eastern-families.ts';

const weightsOf: Record<string, ChainWeights> = {
  JP: readChain(new URL('../tagging/japan-weights.bin', import.meta.url)),
  KR: readChain(new URL('../tagging/korea-weights.bin', import.meta.url)),
};

export interface TaggedReading {
  name: string;
  place: AbroadPlace;
  company: string;
  /** The province as it stands in the text, where that is another word. */
  written: string;
  /** What is in no part, in pieces. */
  talk: string[];
  /** How likely it is that the name is just this, and the parts of the address just these. */
  nameProbability: number;
  placeProbability: number;
}

const postcodes: Record<string, RegExp> = {
  JP: /(?<![\d-])(\d{3}-?\d{4})(?![\d-])/,
  KR: /(?<![\d-])(\d{5}|\d{3}-\d{3})(?![\d-])/,
};

/** Longer messages hold more than one address, and are read by their first part. */
const maxTagged = 600;

/** Reads a cleaned text whose phones are holes: the best reading, and another where somebody else may be meant. */
export function readTagged(whole: string, country: string): TaggedReading[] {
  const text = whole.slice(0, maxTagged);
  if (text === '') return [nothing];
  const tagging = tagChain(weightsOf[country]!, easternFeatures(text, country));
  // Four digits are no postcode, whatever they look like.
  const spans = listSpans(tagging).filter(
    ({ kind, from, to }) => kind !== 'postcode' || postcodes[country]!.test(text.slice(from, to)),
  );
  const written = spans.find(({ kind }) => kind === 'postcode');
  const parts = withDepartments(text, addressOf(text, spans), { spans, country });
  const taken = takePostcode(
    [
      ...joined(text, parts).map(segmentOf),
      ...(written ? [segmentOf(text.slice(written.from, written.to))] : []),
    ],
    postcodes[country]!,
  );
  const postcode = country === 'JP' ? taken.postcode.replace(/^(\d{3})(\d{4})$/, '$1-$2') : taken.postcode;
  const divisions = readDivisions(taken.rest, country);
  const province = divisions.province || (country === 'JP' ? prefectureOf(postcode) : '');
  const firm = parts.filter(({ kind }) => kind === 'firm').sort((a, b) => b.probability - a.probability)[0];
  const reading = {
    place: { ...divisions, province, postcode },
    company: firm ? firmName(text.slice(firm.from, firm.to)) : '',
    written: divisions.written,
    talk: talkBetween(text, spans),
    placeProbability: parts.reduce((all, { probability }) => Math.min(all, probability), 1),
  };
  return namesOf(text, { tagging, spans, country }).map(({ name, probability }) => ({
    ...reading,
    name,
    nameProbability: probability,
  }));
}

const nothing: TaggedReading = {
  name: '',
  place: { province: '', city: '', district: '', postcode: '', rest: [] },
  company: '',
  written: '',
  talk: [],
  nameProbability: 1,
  placeProbability: 1,
};

/** The parts that are the address; where none has a house, what was thought to be another place is it. */
function addressOf(text: string, spans: readonly TaggedSpan[]): TaggedSpan[] {
  const kinds = ['place', 'firm'];
  const parts = spans.filter(({ kind }) => kinds.includes(kind));
  const hasHouse = parts.some(({ kind, from, to }) => kind === 'place' && /\d/.test(text.slice(from, to)));
  const all = hasHouse ? parts : spans.filter(({ kind }) => kinds.includes(kind) || kind === 'elsewhere');
  return all.map((part) => ({ ...part, to: part.kind === 'firm' ? part.to : houseEnd(text, part, spans) }));
}

/** A word beside the firm that is its department is a part of the address: `株式会社…　営業部`, `(주)… 구매팀`. */
function withDepartments(
  text: string,
  parts: readonly TaggedSpan[],
  { spans, country }: { spans: readonly TaggedSpan[]; country: string },
): TaggedSpan[] {
  const firm = parts.find(({ kind }) => kind === 'firm');
  if (!firm) return [...parts];
  const isTaken = (from: number, to: number): boolean =>
    [...parts, ...spans.filter(({ kind }) => kind !== 'elsewhere')].some(
      (span) => span.from < to && span.to > from,
    );
  const found = [...text.matchAll(/[\p{L}\p{N}]+/gu)]
    .map(({ 0: word, index }) => ({ word, from: index, to: index + word.length }))
    .filter(
      ({ word, from, to }) =>
        Math.min(Math.abs(from - firm.to), Math.abs(firm.from - to)) < farthest &&
        isEasternDepartment(word, country) &&
        !isTaken(from, to),
    );
  return [...parts, ...found.map(({ from, to }) => ({ ...firm, kind: 'place', from, to }))].sort(
    (a, b) => a.from - b.from,
  );
}
/** So far from its firm a department may stand. */
const farthest = 14;

/** A number is whole, and a street goes on with the number behind it. */
function houseEnd(text: string, { from, to }: TaggedSpan, spans: readonly TaggedSpan[]): number {
  const own = text.slice(from, to);
  const behind = text.slice(to);
  const missing = /\d$/.test(own)
    ? /^[\d-]*\d/.exec(behind)
    : /[로길] ?$/u.test(own)
      ? /^ ?\d[\d-]*/.exec(behind)
      : undefined;
  const end = to + (missing?.[0].length ?? 0);
  return spans.some((span) => span.from >= to && span.from < end) ? to : end;
}

const segmentOf = (text: string): Segment => ({
  text: trimSegment(text),
  line: 0,
  label: undefined,
  byPhone: false,
});

/** Parts of the address with nothing but a blank between them are one. */
function joined(text: string, parts: readonly TaggedSpan[]): string[] {
  const pieces: string[] = [];
  let end = -1;
  for (const { from, to } of parts) {
    const piece = text.slice(from, to);
    if (end >= 0 && /^ ?$/.test(text.slice(end, from)))
      pieces.push(`${pieces.pop()}${text.slice(end, from)}${piece}`);
    else pieces.push(piece);
    end = to;
  }
  return pieces.filter((piece) => /[\p{L}\d]/u.test(piece));
}

interface Named {
  name: string;
  probability: number;
}

/** The likeliest person, and the next one where there is another. */
function namesOf(
  text: string,
  { tagging, spans, country }: { tagging: Tagging; spans: readonly TaggedSpan[]; country: string },
): Named[] {
  const people = whole(
    text,
    spans.filter(({ kind }) => kind === 'name'),
    country,
  ).sort((a, b) => b.probability - a.probability);
  if (people.length > 0) return people.slice(0, 2);
  const doubtful = doubtfulName(text, tagging);
  const [stranger, ...more] = whole(
    text,
    spans.filter(({ kind, probability }) => kind === 'other' && probability < clearStranger),
    country,
  );
  // The only person of a message may be whom it is for.
  if (doubtful.name === '' && stranger && more.length === 0) return [{ ...stranger, probability: 0.5 }];
  return [doubtful];
}

/** Most messages are for somebody: what may well be a name is one where there is no better one. */
function doubtfulName(text: string, tagging: Tagging): Named {
  const chances = Array.from(tagging.path, (_, token) => kindProbability(tagging, 'name', token));
  const greatest = Math.max(...chances);
  const at = chances.indexOf(greatest);
  let from = at;
  let to = at + 1;
  while (from > 0 && chances[from - 1]! > greatest / 2) from--;
  while (to < chances.length && chances[to]! > greatest / 2) to++;
  const name = nameAt(text, from, to);
  return greatest < least || name.length < 2
    ? { name: '', probability: 1 - greatest }
    : { name, probability: greatest };
}

const least = 0.2;
/** Who is surely somebody else is never the receiver. */
const clearStranger = 0.9;

/** People by their names: said twice is once, and a form that has family and given name apart has one person in two parts. */
function whole(text: string, spans: readonly TaggedSpan[], country: string): Named[] {
  const half = country === 'JP' ? 4 : 2;
  const people = new Map<string, number>();
  let last: { name: string; to: number } | undefined;
  for (const { from, to, probability } of spans) {
    const called = nameAt(text, from, to);
    if (called === '') continue;
    // 森 教授 is called so; 山田太郎教授 has a name.
    const isFamily = called.length === 1 || isJapaneseFamily(called) || /^\p{Script=Han}{2}$/u.test(called);
    const name = called + ((isFamily && teaching.exec(text.slice(to))?.[0]) || '');
    if (country === 'KR' && name.length === 1) continue;
    const isSecondHalf =
      last !== undefined &&
      last.name !== name &&
      Math.max(last.name.length, name.length) <= half &&
      from - last.to < 8 &&
      !text.slice(last.to, from).includes(phoneHole);
    if (isSecondHalf) {
      const first = people.get(last!.name)!;
      people.delete(last!.name);
      people.set(`${last!.name} ${name}`, Math.min(first, probability));
      last = undefined;
      continue;
    }
    people.set(name, Math.max(people.get(name) ?? 0, probability));
    last = { name, to };
  }
  return [...people].map(([name, probability]) => ({ name, probability }));
}

/** A character or two before a blank or a phone, that is no title and no particle: 市川海老 goes on with 蔵. */
const restOfName =
  /^(?:(?![様殿宛行方内氏付御君先])\p{Script=Han}){1,2}(?=[ \n\ue001,、]|$)|^(?![님씨께앞이가은는의을를도와과랑고요야댁네])[가-힣](?=[ \n\ue001,]|$)/u;
const teaching = /^ ?(?:(?:准|助|名誉)?教授|교수)/u;
const titleBehind = /(?: ?(?:様宛て?|様|さま|殿|さん|宛て?|行|님께|님|씨|귀하))+(?: ?앞)?$| 앞$/u;
/** Behind a whole Korean name. */
const rankBehind = /(?<=^[가-힣]{2,4}) ?(?:교수|대리|과장|차장|부장|팀장|실장)님?$/u;
const rankAhead = /^(?:이병|일병|상병|병장|하사|중사|상사|소위|중위|대위|담당자?|ご?担当者?) /u;

/** Without a title; one character alone is no name without it. */
function bareName(words: string): string {
  const shown = trimSegment(words);
  const bare = shown.replace(rankAhead, '').replace(titleBehind, '').replace(rankBehind, '');
  return bare.length > 1 || /^\p{Script=Han}$/u.test(bare) ? bare : shown;
}

/** With what goes on from it, without a title. */
const nameAt = (text: string, from: number, to: number): string =>
  bareName(text.slice(from, to) + (restOfName.exec(text.slice(to))?.[0] ?? ''));

/** Without its department. */
const firmName = (words: string): string =>
  words
    .split(' ')
    .filter((word, at) => at === 0 || !/(?:部|課|室|係|受付|フロント|팀|부|실|과)$/u.test(word))
    .join(' ');

function talkBetween(text: string, spans: readonly TaggedSpan[]): string[] {
  const talk: string[] = [];
  let end = 0;
  for (const { from, to } of [...spans, { from: text.length, to: text.length }]) {
    talk.push(text.slice(end, from));
    end = to;
  }
  return talk.flatMap((piece) => piece.split(/[\n\ue001]+/)).filter((piece) => /\p{L}{2}/u.test(piece));
}
