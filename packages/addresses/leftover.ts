/**
 * What a reading has left over: every word of the text that is in no field, with its place in the text as it was given. Owns how
 * words are told to be used, and the way back from cleaned text. Pure.
 */
import { beginsCountry, countryOfSegment } from './country-names.ts';
import { type EditedText, placesBefore, takenOut } from './edited-text.ts';
import type { LeftoverPart, ReadParts } from './parsed-record.ts';
import { isScanSlip } from './scanned/confusable-signs.ts';
import type { WrittenText } from './spoken/text-edits.ts';

interface Span {
  start: number;
  end: number;
}

const wordPattern = /[\p{L}\p{M}]+|\p{N}+/gu;
/** Names of fields and marks of postcodes are no words of the address. */
const formWords =
  /(?:receiver|recipient|consignee|contact|customer|full|user|first|last)?[ _]?name|(?:ship(?:ping)?|deliver(?:y)?|send)(?: address)? to|attn|attention|fao|c\/o|(?:shipping|delivery|street|home|detail(?:ed)?|full)?[ _]?address(?:[ _]?line)?|adresse|anschrift|phone(?:[ _]?number)?|telephone|mobile|cell(?:phone)?|tel|mob|fax|handy|city|town|suburb|state|province|county|country|district|zip(?: ?code)?|post ?code|postal ?code|plz|z\. ?h(?:d|dn)|cedex(?: \d{1,2})?|kln|nt|hk|hp|mr|mrs|ms|miss|mister|herrn?|frau|mme|monsieur|madame|氏名|お?名前|お届け先|宛名|受取人|宛先|(?:配送先|お届け先|送付先)?ご?住所|電話(?:番号)?|携帯(?:電話)?|連絡先|郵便番号|様|さま|殿|さん|받는 ?(?:사람|분|이)|수령인|성명|이름|배송 ?주소|배송지|주소|연락처|전화(?:번호)?|휴대폰|우편번호|님|씨|귀하/giu;

/** A text on its way to the readers. */
export interface TextStages {
  given: string;
  /** What cleanText() made of it. */
  clean: string;
  /** What was dictated, written; undefined where nothing was. */
  spoken: WrittenText | undefined;
  /** What was taken back, taken out of that; undefined where nothing was. */
  edited: EditedText | undefined;
}

/**
 * The leftover of one reading, in the order of the text; the sender's part of it is left over as a whole, and so is what was taken back, and
 * what was only said.
 */
export function leftoverOf(
  { given, clean, spoken, edited }: TextStages,
  { parts, sender }: { parts: ReadParts; sender: Span | undefined },
): LeftoverPart[] {
  const written = spoken?.text ?? clean;
  const read = edited?.text ?? written;
  const unread = 'used' in parts.unused ? unusedWords(read, parts, parts.unused.used) : parts.unused;
  const unused = edited
    ? [...unread.flatMap((span) => placesBefore(edited, span)), ...takenOut(edited, written)]
    : unread;
  const spans = sender ? [...unused, sender] : unused;
  const shown = mergeSpans(
    clean,
    spoken
      ? [...spans.map(spoken.spanBefore), ...spoken.talk.map((span) => withoutMarks(clean, span))]
      : spans,
  );
  if (shown.length === 0) return [];
  const places = placesInGiven(given, clean);
  return shown.map(({ start, end }) => ({
    text: clean.slice(start, end),
    start: places[start] ?? given.length,
    end: end > start ? (places[end - 1] ?? given.length - 1) + 1 : start,
  }));
}

/** From the first letter or digit of the span to its last. */
function withoutMarks(text: string, { start, end }: Span): Span {
  const head = /^[^\p{L}\p{N}]*/u.exec(text.slice(start, end))![0].length;
  const tail = /[^\p{L}\p{N}]*$/u.exec(text.slice(start + head, end))![0].length;
  return { start: start + head, end: end - tail };
}

/** Words are used once for each time that a field has them. */
function unusedWords(clean: string, parts: ReadParts, used: readonly string[]): Span[] {
  const words = [...clean.matchAll(wordPattern)].map(
    (match): Word => ({
      key: match[0].toLowerCase(),
      start: match.index,
      end: match.index + match[0].length,
      isUsed: false,
    }),
  );
  const { detail, name, company, wish, city, district, province, postcode } = parts;
  for (const text of [detail, name, city, district, province, company, wish, postcode, ...used]) {
    let from = 0;
    for (const [word] of text.toLowerCase().matchAll(wordPattern)) {
      const mayBePart = /\p{Script=Han}|\p{Script=Hangul}/u.test(word);
      const isFree = (each: (typeof words)[number]): boolean =>
        !each.isUsed && (each.key === word || (mayBePart && each.key.includes(word)));
      let at = words.findIndex((each, index) => index >= from && isFree(each));
      if (at < 0) at = words.findIndex(isFree);
      if (at < 0) continue;
      const around = piecesAround(words[at]!, word);
      words.splice(at, 1, ...around);
      from = at + around.findIndex(({ isUsed }) => isUsed) + 1;
    }
  }
  for (const match of clean.matchAll(formWords)) useWithin(words, match.index, match.index + match[0].length);
  // Longer texts name their country once, near an end.
  const near = words.length > 120 ? [] : [4, 3, 2, 1];
  for (const count of near) {
    for (let at = 0; at + count <= words.length; at++) {
      const first = words[at]!;
      if (first.isUsed || !beginsCountry(first.key)) continue;
      const last = words[at + count - 1]!;
      if (countryOfSegment(clean.slice(first.start, last.end)) === parts.country)
        useWithin(words, first.start, last.end);
    }
  }
  // D-80331, S(018981), 〒: a letter by itself is nobody's word.
  return words.filter(({ isUsed, key }) => !isUsed && (key.length > 1 || /\p{Script=Han}/u.test(key)));
}

interface Word extends Span {
  key: string;
  isUsed: boolean;
}

/** A word of which a part was used, as pieces: what is around the part may be somebody's. */
function piecesAround({ key, start, end }: Word, used: string): Word[] {
  const at = key.indexOf(used);
  const [from, to] = [start + at, start + at + used.length];
  return [
    { key: key.slice(0, at), start, end: from, isUsed: false },
    { key: used, start: from, end: to, isUsed: true },
    { key: key.slice(at + used.length), start: to, end, isUsed: false },
  ].filter((piece) => piece.end > piece.start);
}

function useWithin(
  words: ReadonlyArray<{ start: number; end: number; isUsed: boolean }>,
  start: number,
  end: number,
): void {
  for (const word of words as Array<{ start: number; end: number; isUsed: boolean }>)
    if (word.start >= start && word.end <= end) word.isUsed = true;
}

/** Neighbours with nothing but separators between them are one part; without letters and digits nothing is left. */
function mergeSpans(clean: string, spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (!/[\p{L}\p{N}]/u.test(clean.slice(start, end))) continue;
    const last = merged.at(-1);
    if (last && /^[^\p{L}\p{N}\n]{0,4}$/u.test(clean.slice(last.end, start)))
      last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** A character with what is put on it; halves of katakana and of hangul belong together. */
const clusters = /[\s\S](?:[\p{M}\uff9e\uff9f\u1160-\u11ff]|(?<=[\ud800-\udbff])[\udc00-\udfff])*/gu;

/** What stands between digits for a hyphen, and letters that a scanner took for digits. */
const strokes = /^[\u2010-\u2015\u2212\u2500\u30fc\u1173一]$/u;
const isRewritten = (unit: string, sign: string): boolean =>
  (sign === '-' && strokes.test(unit)) || isScanSlip(unit, sign);

/** For each unit of the cleaned text the unit of the given one that it comes from. */
function placesInGiven(given: string, clean: string): number[] {
  const places: number[] = [];
  let at = 0;
  for (const match of given.matchAll(clusters)) {
    for (const unit of match[0].normalize('NFKC')) {
      while (at < clean.length && /[\s|:,]/.test(clean[at]!) && clean[at] !== unit[0])
        places[at++] = match.index;
      if (at >= clean.length) return places;
      if (!clean.startsWith(unit, at) && !isRewritten(unit, clean[at]!)) continue;
      for (let half = 0; half < unit.length; half++)
        places[at++] = match.index + Math.min(half, match[0].length - 1);
    }
  }
  return places;
}
