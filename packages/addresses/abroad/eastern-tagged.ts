/**
 * A Japanese or Korean message by what a network says of each character (east-network.bin, made by
 * tools/address-network/learn_labels.py): who it is for, which parts are the address, which the
 * firm; people and places that are not meant stay out. Owns the network, and
 * how spans become parts of a record.
 */
import { isEasternDepartment } from '../departments.ts';
import { easternFeatures } from '../tagging/kana-hangul-features.ts';
import { readNetwork, tagNetwork } from '../tagging/label-network.ts';
import { kindProbability, listSpans, type TaggedSpan, type Tagging } from '../tagging/linear-chain.ts';
import { type AbroadPlace, takePostcode } from './abroad-place.ts';
import { phoneHole, type Segment, trimSegment } from './abroad-segments.ts';
import { prefectureOf, readDivisions } from './eastern-divisions.ts';
import { isJapaneseFamily } from './eastern-families.ts';
import { calledBeside, isNoPerson, isReceiver, isSomebodyElse, meantSpans } from './eastern-people.ts';

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

/** 대림1차 112-805 is block and flat; a postcode of before 2015 looks alike. */
const postcodes: Record<string, RegExp> = {
  JP: /(?<![\d-])(\d{3}-?\d{4})(?![\d-])/,
  KR: /(?<![\d-])(\d{5}|(?<!(?:\d차|단지|아파트|빌라|맨션|하이츠|타운|캐슬|자이|파크|마을|푸르지오|힐스테이트|래미안) ?)\d{3}-\d{3})(?![\d-])/u,
};

/** Longer messages hold more than one address, and are read by their first part. */
const maxTagged = 600;

const network = readNetwork(new URL('../tagging/east-network.bin', import.meta.url), maxTagged);

/** Reads a cleaned text whose phones are holes: the best reading, and another where somebody else may be meant. */
export function readTagged(whole: string, country: string): TaggedReading[] {
  const text = whole.slice(0, maxTagged);
  if (text === '') return [nothing];
  const tagging = tagNetwork(network, easternFeatures(text, country));
  // Four digits are no postcode, whatever they look like.
  const spans = meantSpans(
    text,
    listSpans(tagging)
      .filter(({ kind, from, to }) => kind !== 'postcode' || postcodes[country]!.test(text.slice(from, to)))
      .map((span) => wholeKana(text, span)),
    country,
  );
  const written = spans.find(({ kind }) => kind === 'postcode');
  const parts = withDepartments(text, withoutAsides(text, addressOf(text, spans), country), {
    spans,
    country,
  });
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

const kanaBehind = /^[ァ-ヶー]*(?:[ ・=][ァ-ヶー]{2,})*/u;
const kanaAhead = /(?:[ァ-ヶー]{2,}[ ・=])*[ァ-ヶー]*$/u;
const longestForeignName = 24;

/** デイビス ポール for ール: a foreigner's name in katakana is cut nowhere. */
function wholeKana(text: string, span: TaggedSpan): TaggedSpan {
  const { kind, from, to } = span;
  if (kind !== 'name' || !/^[ァ-ヶー ・=]+$/u.test(text.slice(from, to))) return span;
  const ahead = kanaAhead.exec(text.slice(Math.max(0, from - longestForeignName), from))?.[0].length ?? 0;
  const behind = kanaBehind.exec(text.slice(to, to + longestForeignName))?.[0].length ?? 0;
  return { ...span, from: from - ahead, to: to + behind };
}

/** The parts that are the address; where none has a house, what was thought to be another place is it. */
function addressOf(text: string, spans: readonly TaggedSpan[]): TaggedSpan[] {
  const kinds = ['place', 'firm'];
  // A firm that is named twice stands where its address is.
  const isAgain = ({ kind, from, to }: TaggedSpan): boolean =>
    kind === 'firm' && text.indexOf(text.slice(from, to), to) >= 0 && to - from > 3;
  const parts = spans.filter((span) => kinds.includes(span.kind) && !isAgain(span));
  const hasHouse = parts.some(({ kind, from, to }) => kind === 'place' && /\d/.test(text.slice(from, to)));
  const all = hasHouse
    ? withBetween(text, parts, spans)
    : spans.filter(({ kind }) => kinds.includes(kind) || kind === 'elsewhere');
  return all.map((part) => ({ ...part, to: part.kind === 'firm' ? part.to : houseEnd(text, part, spans) }));
}

/** A part with divisions and a house, in its country's way. */
const ownHouse: Record<string, RegExp> = {
  JP: /[市区町村郡][^\d]{0,14}\d|[都道府県].{1,6}[市区町村郡]/u,
  KR: /[가-힣](?:시|군|구) |[가-힣\d](?:로|길) ?\d/u,
};
/** Units, and the divisions of a form that has a line for each. */
const unitOfHouse = /\d ?(?:階|号|室|F|棟|동|호|층)|^[\d-]+$|(?:[都道府県市区町村郡]|[시군구도읍면동])$/u;

/** (유리컵, 취급주의): what is in the parcel. */
const handling = /\([^()\n]{0,20}(?:취급 ?주의|깨지|割れ物|われもの|取扱注意|天地無用)[^()\n]{0,10}\)/u;

/** `衣装48着、園に直送OKです 仙台市…`: what is ordered stands before the address with words between them, and is no part of it. */
function withoutAsides(text: string, parts: readonly TaggedSpan[], country: string): TaggedSpan[] {
  const wordsOf = ({ from, to }: TaggedSpan): string => text.slice(from, to).trim();
  const remark = handling.exec(text);
  const start = remark?.index ?? text.length;
  const end = start + (remark?.[0].length ?? 0);
  const said = parts
    .filter(({ from, to }) => from < start || to > end)
    .map((part) => (part.from < start ? { ...part, to: Math.min(part.to, start) } : part));
  const main = said.findIndex((part) => ownHouse[country]!.test(wordsOf(part)));
  // Where a firm is named before, its departments and what else is within it stand there too.
  if (said.slice(0, Math.max(0, main)).some(({ kind }) => kind === 'firm')) return said;
  return said.filter((part, at) => {
    const next = said[at + 1];
    if (at >= main || part.kind !== 'place' || !next || isEasternDepartment(wordsOf(part), country))
      return true;
    return unitOfHouse.test(wordsOf(part)) || !/\p{L}/u.test(text.slice(part.to, next.from));
  });
}

/** A building between a street and a room: `삼산로 144, 롯데골드빌, 1511호`. */
function withBetween(text: string, parts: readonly TaggedSpan[], spans: readonly TaggedSpan[]): TaggedSpan[] {
  return parts.flatMap((part, at) => {
    const next = parts[at + 1];
    if (part.kind !== 'place' || next?.kind !== 'place') return [part];
    const between = /^[ ,.]{1,4}([\p{L}\d]{2,12}(?: [\p{L}\d]{1,8})?)[ ,.]{1,4}$/u.exec(
      text.slice(part.to, next.from),
    );
    const isRoom = /^\d{1,5} ?(?:동|호|층|号|階|F|$)/u.test(text.slice(next.from, next.to));
    const isTaken = spans.some(({ from, to }) => from < next.from && to > part.to);
    if (!between || !isRoom || isTaken) return [part];
    const from = text.indexOf(between[1]!, part.to);
    return [part, { ...part, from, to: from + between[1]!.length }];
  });
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
    [...parts, ...spans.filter(({ kind }) => kind !== 'elsewhere' && kind !== 'name')].some(
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
      : partBehind.exec(behind);
  const end = to + (missing?.[0].length ?? 0);
  return spans.some(
    ({ kind, from: start, probability }) =>
      start >= to && start < end && !(kind === 'name' && probability < doubtfulPerson),
  )
    ? to
    : end;
}
/** Which side of a floor, and which building of a works: `2층 왼쪽집`, `2공장 하역장`. */
const partBehind =
  /^ ?(?:왼쪽|오른쪽|뒤쪽|앞쪽|옆|첫|끝) ?(?:번째 )?집|^(?: [가-힣]{2,5})? (?:끝방|교실|(?:강사|연구|실험|사무|상담|회의)실)(?=[,.\s]|이에요|예요|$)|^(?: \d{0,2}[가-힣]{0,4}(?:공장|하역장|창고|별관|본관|신관|정문|후문))+/u;
/** Who is named with less than this behind a house may be a part of it. */
const doubtfulPerson = 0.7;

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
  const named = spans.filter(({ kind }) => kind === 'name' || kind === 'other');
  // A label says for whom it is, whatever else is said.
  const labelled = whole(
    text,
    named.filter((span) => isReceiver(text, span)),
    country,
  );
  const people = whole(
    text,
    spans.filter(({ kind }) => kind === 'name'),
    country,
  ).sort((a, b) => b.probability - a.probability);
  const others = people.filter(({ name }) => !isSomebodyElse(text, name));
  if (labelled.length === 1 && !people.some(({ name }) => name.includes(labelled[0]!.name)))
    return [labelled[0]!, ...people.slice(0, 1)];
  if (labelled.length === 1 && people.length > 1) {
    const isMeant = ({ name }: Named): boolean => name.includes(labelled[0]!.name);
    return [people.find(isMeant)!, people.find((each) => !isMeant(each))!];
  }
  if (others.length > 0) return others.slice(0, 2);
  if (people.length > 0) return people.slice(0, 2);
  const called = calledBeside(text, country);
  if (called !== '') return [{ name: called, probability: doubtfulPerson }];
  const doubtful = doubtfulName(text, tagging, spans);
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
function doubtfulName(text: string, tagging: Tagging, spans: readonly TaggedSpan[]): Named {
  const chances = Array.from(tagging.path, (_, token) => kindProbability(tagging, 'name', token));
  const greatest = Math.max(...chances);
  const at = chances.indexOf(greatest);
  let from = at;
  let to = at + 1;
  while (from > 0 && chances[from - 1]! > greatest / 2) from--;
  while (to < chances.length && chances[to]! > greatest / 2) to++;
  const name = nameAt(text, from, to);
  // A shop or a department that looked like somebody has been told already.
  const isFirm = spans.some(({ kind, ...span }) => kind === 'firm' && span.from < to && span.to > from);
  return greatest < least || name.length < 2 || isFirm || isNoPerson(name)
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
  let last: { name: string; from: number; to: number } | undefined;
  for (const { from, to, probability } of spans) {
    const called = nameAt(text, from, to);
    if (called === '') continue;
    // 森 教授 is called so; 山田太郎教授 has a name.
    const isFamily = called.length === 1 || isJapaneseFamily(called) || /^\p{Script=Han}{2}$/u.test(called);
    const name = called + ((isFamily && teaching.exec(text.slice(to))?.[0]) || '');
    if (country === 'KR' && name.length === 1) continue;
    // 윤태호 · 한지은: two who receive together.
    const isPartner =
      last !== undefined &&
      Math.min(last.name.length, name.length) > 2 &&
      /^ ?(?:[·・,、&＆+/]|와|과|と) ?$/u.test(text.slice(last.to, from));
    if (isPartner) {
      const first = people.get(last!.name)!;
      people.delete(last!.name);
      people.set(
        text.slice(last!.from, last!.to) + text.slice(last!.to, from) + name,
        Math.min(first, probability),
      );
      last = undefined;
      continue;
    }
    // 宮崎です(下の名前は莉子).
    const isGivenName =
      last !== undefined && country === 'JP' && /^.{0,6}(?:下の)?名前?は$/u.test(text.slice(last.to, from));
    if (isGivenName && !last!.name.includes(name) && !nameOfLetters.test(name)) {
      people.delete(last!.name);
      people.set(last!.name + name, probability);
      last = undefined;
      continue;
    }
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
    last = { name, from, to };
  }
  return [...people].map(([name, probability]) => ({ name, probability }));
}

/** 下の名前はひらがな: how it is written. */
const nameOfLetters = /^(?:ひらがな|平仮名|カタカナ|片仮名|かな|漢字|ローマ字)/u;
/** A character or two before a blank or a phone, that is no title and no particle: 市川海老 goes on with 蔵. */
const restOfName =
  /^(?:(?![様殿宛行方内氏付御君先])\p{Script=Han}){1,2}(?=[ \n\ue001,、]|$)|^(?![님씨께앞이가은는의을를도와과랑고요야댁네])[가-힣](?=[ \n\ue001,)]|$)/u;
const teaching = /^ ?(?:(?:准|助|名誉)?教授|교수)/u;
const titleBehind = /(?: ?(?:様宛て?|様|さま|殿|さん|宛て?|行|님께|님|씨|귀하))+(?: ?앞)?$| 앞$/u;
/** Behind a whole Korean name. */
const rankBehind = /(?<=^[가-힣]{2,4}) ?(?:교수|대리|과장|차장|부장|팀장|실장)님?$/u;
const rankAhead = /^(?:이병|일병|상병|병장|하사|중사|상사|소위|중위|대위|담당자?|ご?担当者?) /u;

const titledFamily =
  /^(?:남궁|황보|제갈|선우|독고|사공|서문|[가-힣])(?:선생|사장|원장|교수|기사|여사|목사|소장)님$/u;

/** Without a title; one character alone is no name without it. */
function bareName(words: string): string {
  const shown = trimSegment(words);
  // 박선생님 has a family alone.
  if (titledFamily.test(shown)) return shown;
  const bare = shown.replace(rankAhead, '').replace(titleBehind, '').replace(rankBehind, '');
  return bare.length > 1 || /^\p{Script=Han}$/u.test(bare) ? bare : shown;
}

/** A name from abroad has its parts behind a blank, letters may be set apart one by one, two of one family share its name. */
const moreOfName = (own: string, behind: string): string | undefined =>
  /(?:^|\s)[\p{Script=Katakana}ー]{2,}$/u.test(own)
    ? /^[ ・][\p{Script=Katakana}ー]{2,12}(?![\p{Script=Katakana}\p{Script=Han}ー])/u.exec(behind)?.[0]
    : /^[가-힣] [가-힣]$/u.test(own)
      ? /^ [가-힣](?=[ ,/|\n]|$)/u.exec(behind)?.[0]
      : /^\p{Script=Han}{1,3} \p{Script=Han}{1,3}$/u.test(own)
        ? /^[・&＆]\p{Script=Han}{1,3}(?=[ ,、/|\n様]|$)/u.exec(behind)?.[0]
        : undefined;

/** With what goes on from it, without a title. */
const nameAt = (text: string, from: number, last: number): string => {
  const end = last + Number(text[last] === '님' && titledFamily.test(text.slice(from, last + 1).trim()));
  const to = end + (moreOfName(text.slice(from, end), text.slice(end))?.length ?? 0);
  return bareName(
    text.slice(from, to) +
      (restOfName.exec(text.slice(to))?.[0] ??
        // リー・シンイー(李欣怡) is written in the letters of both.
        (/・/u.test(text.slice(from, to))
          ? (/^\(\p{Script=Han}{2,4}\)/u.exec(text.slice(to))?.[0] ?? '')
          : '')),
  );
};

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
