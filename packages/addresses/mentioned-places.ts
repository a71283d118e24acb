/**
 * Remarks about a place that is not meant: `Springfield Illinois, not Massachusetts!`, `嵊州不是嵊泗`, `(写上海花桥也能到)`. Finds remarks that say
 * nothing that the address doesn't say as well. A remark has no number of a house; what it speaks of stands elsewhere in the text. Pure.
 */
import { readState } from './abroad/abroad-states.ts';
import type { Edit } from './edited-text.ts';
import type { Piece } from './parse-sheet.ts';
import { likeness } from './part-forms.ts';
import { latinNot } from './superseded-words.ts';
import { countriesOfTown } from './town-names.ts';

const maxRemark = 70;

const noun =
  '(?:号楼|號樓|号室|號室|号|號|楼|樓|层|層|室|栋|棟|幢|座|单元|單元|弄|巷|階|번지|번길|호|층|동|番地)';
/** `(不是 530 號喔)`, `503号室ではありません`, `530호 아님`: a number of which nothing is said but that it is none. */
const deniedNumbers: readonly RegExp[] = [
  new RegExp(
    `[(,，。 ]{0,2}(?:而|並|并)?(?:不是|唔係|唔系|別寫成|别写成|唔好寫) ?第?(\\d[\\d-]*) ?(?:${noun} ?)?[^\\d,。;!?\\n()是係系应應]{0,4}(?=[,。;!?\\n)]|$)(?![,，] ?(?:而)?(?:是|係|系|应该|應該))(?:[^()\\d\\n。]{0,14}\\))?`,
    'gu',
  ),
  new RegExp(
    `[(,、。 ]{0,2}(?<!\\d)(\\d[\\d-]*)(?:${noun})?(?:では|じゃ)(?:ないです|ありません|ない)(?:ので|よ|ね)*(?=[,。、!?\\n)]|$)\\)?`,
    'gu',
  ),
  new RegExp(
    `[(,. ]{0,2}(?<!\\d)(\\d[\\d-]*) ?(?:${noun})?[이가]? ?(?:아님|아닙니다|아니에요|아니예요|아녜요)(?=[,. !?\\n)]|$)\\)?`,
    'gu',
  ),
];

/** The edit for a number that is denied and stands nowhere else, beside one that it is easily taken for. */
export function deniedNumberIn(text: string): Edit[] | undefined {
  for (const pattern of deniedNumbers)
    for (const { 0: found, 1: wrong, index } of text.matchAll(pattern)) {
      const end = index + found.length;
      const others = [...text.matchAll(/(?<!\d)\d{1,5}(?!\d)/g)]
        .filter((each) => each.index < index || each.index >= end)
        .map(([other]) => other);
      if (!others.includes(wrong!) && others.some((other) => likeness(other, wrong!) >= 2))
        return [{ start: index, end }];
    }
  return undefined;
}

const latinDenial = new RegExp(
  String.raw`(?<![\p{L}\d])(?:and |en |und |et |e |y )?${latinNot}(?![\p{L}])`,
  'giu',
);
const easternDenial =
  /不是|唔係|唔系|じゃなく(?:て)?|ではなく(?:て)?|아니(?:에요|예요|고|라|입니다|야)|말고|别搞混|別搞混/gu;
/** In brackets: how else a place is called, whose it was. */
const bracketed =
  /\((?:[^()\n]{0,12}(?:写|寫|填)[^()\n]{1,12}(?:也能到|也行|也可以|也可|都能到)|[^()\n]{0,6}(?:以前|原来|原)?[归歸属屬][^()\n]{2,16}|[^()\n]{1,14}不是[^()\n]{1,14}(?:搞混|搞错|弄错)?|(?:原(?:名|称|来(?:的|叫|是)?)|以前(?:的|叫|是)|曾用名|旧称)\p{Script=Han}{2,10})\)/gu;

/** `Room 14 (was 9)`, `RD 2 (not 5)`: another number behind the one that counts. */
const bracketedNumber =
  /(?<=\d[a-z]? ?)\((?:was|formerly|not|war|vorher|früher|nicht|avant|pas|prima|non|antes|no|niet|eerst)(?: \p{L}{2,8}\.?)? \d{1,5}[a-z]?\)/giu;

/** The edits for remarks about other places; undefined when there is none. */
export function remarksIn(text: string): Edit[] | undefined {
  const remarks: Edit[] = [];
  for (const { 0: found, index } of text.matchAll(bracketed))
    if (!/\d/u.test(found)) remarks.push({ start: index, end: index + found.length });
  for (const { 0: found, index } of text.matchAll(bracketedNumber))
    remarks.push({ start: index, end: index + found.length });
  for (const { index, 0: denial } of text.matchAll(latinDenial)) {
    const remark = latinRemark(text, { start: index, end: index + denial.length });
    if (remark) remarks.push(remark);
  }
  for (const { index } of text.matchAll(easternDenial)) {
    const remark = easternRemark(text, index);
    if (remark) remarks.push(remark);
  }
  return remarks.length > 0 ? remarks : undefined;
}

/** The sentence around a denial, when a place that it names stands elsewhere too; or the denied town alone. */
function latinRemark(text: string, denial: Piece): Piece | undefined {
  const denied =
    /^ (?:in |at |the (?:one in )?|en |à |a |die in |das in |uit )?(\p{Lu}[\p{L}'’.-]+(?: (?:\p{Lu}[\p{L}'’.-]*|am|an|der|in))*)/u.exec(
      text.slice(denial.end),
    );
  if (!denied) return undefined;
  const clause = sentenceAround(text, denial.start, /[\n!?;]|[.:](?=\s|$)/u);
  const said = text.slice(clause.start, clause.end);
  const before = text.slice(clause.start, denial.start);
  const names = before.match(/\p{Lu}[\p{L}'’-]{2,}/gu) ?? [];
  const rest = text.slice(0, clause.start) + text.slice(clause.end);
  if (
    said.length <= maxRemark &&
    !/\d/u.test(said) &&
    /\d/u.test(rest) &&
    names.some((name) => isWordIn(rest, name))
  )
    return clause;
  const town = denied[1]!.replace(/\.$/u, '');
  if (!isKnownPlace(town)) return undefined;
  const end = denial.end + denied[0].length;
  const tail = /^(?: \p{Ll}{2,4})?(?=[,.;!)\n]|$)/u.exec(text.slice(end));
  return tail ? { start: denial.start, end: end + tail[0].length } : undefined;
}

/** A large town, or a state by its whole name. */
const isKnownPlace = (name: string): boolean =>
  countriesOfTown(name).length > 0 ||
  (name.length > 3 && ['US', 'CA', 'AU'].some((country) => readState(name, country) !== undefined));

const isWordIn = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\p{L}])${name}(?![\\p{L}])`, 'u').test(text);

/** The same in scripts without blanks: two characters of it stand elsewhere. */
function easternRemark(text: string, at: number): Piece | undefined {
  const clause = sentenceAround(text, at, /[\n!。;:()?]/u);
  const said = text.slice(clause.start, clause.end);
  const rest = `${text.slice(0, clause.start)}\n${text.slice(clause.end)}`;
  if (said.length > 36 || /\d/u.test(said) || !/\d/u.test(rest)) return undefined;
  for (let start = 0; start + 2 <= said.length; start++) {
    const two = said.slice(start, start + 2);
    if (!/^(?:\p{Script=Han}{2}|[가-힣]{2})$/u.test(two) || /不是|是[^\s]|唔係|아니|예요|에요/u.test(two))
      continue;
    if (isPlaceBehind(rest, two)) return clause;
  }
  return undefined;
}

/** The two characters are the beginning of a division, not anybody's. */
const isPlaceBehind = (text: string, two: string): boolean =>
  new RegExp(
    `${two}(?:특별시|광역시|[省市区區县縣州都道府県镇鎮시군구도]|\\p{Script=Han}{1,3}[道路街])`,
    'u',
  ).test(text);

/** The sentence around a place: from behind the separator before it to the one behind it, which goes with it. */
function sentenceAround(text: string, at: number, separator: RegExp): Piece {
  const from = Math.max(0, at - maxRemark);
  let start = from;
  for (const { index } of text.slice(from, at).matchAll(new RegExp(separator, 'gu')))
    start = from + index + 1;
  while (/\s/u.test(text[start] ?? '')) start++;
  const stop = text.slice(at).search(separator);
  const end = stop < 0 ? text.length : at + stop;
  return { start, end: /[!?.:。;]/u.test(text[end] ?? '') ? end + 1 : end };
}
