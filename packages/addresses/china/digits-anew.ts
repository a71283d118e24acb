/**
 * Some digits of a Chinese message that are said anew without the rest: the end of a phone (`最后一位是5不是2`, `尾号改成9216`), a house or a
 * room by its name (`房号应该是1902`). Owns which digits of the earlier part they stand for. Pure.
 */
import type { Edit } from '../edited-text.ts';
import type { Piece } from '../parse-sheet.ts';
import { phonesIn } from '../part-forms.ts';

/** Without one of these nothing was wrong. */
const wasWrong = /错|抱歉|不好意思|不对|不是|唔[系係啱对]|改|应[该当]?[是为]|写反|有误/u;
const numerals = '一二三四五六七八九';
const countOf = (said: string): number =>
  '两俩'.includes(said) ? 2 : /\d/u.test(said) ? Number(said) : numerals.indexOf(said) + 1;

/** Where in the number the digits stand, and what they are. */
const ofPhone =
  /(?:(?<tail>(?:最后|末尾|末|后|尾)(?:面)?(?<count>[一二两俩三四1-4])(?:位|个(?:数字?|字)|数字?|码)|(?:最后|末尾)(?=[是为]\d)|末位|末尾|尾号|尾[数數]|尾(?=[系係]))|(?:(?<back>倒数)?第(?<place>[一二三四五六七八九]|十一?)(?:位|个数字?)))(?:数字?|号码?)?(?<gap>[^\d\n。;]{0,12}?)(?:(?:不是|不该是)(?<first>\d{1,6})[, ]?)?(?:应该?[是为]|[是为系係]|改[成为]|写成) ?(?<anew>\d{1,6})(?!\d)(?:[, ]?(?:而?不是|别写)(?<wrong>\d{1,6}))?/dgu;

/** 房号写反了,1608: the part before it once more, right. */
const reversed =
  /[,。 ]?(?:哎|唉|啊|哦)?[, ]?(?:房号|门牌号?|房间号?|室号|楼号)(?:也|又|还)?(?:写|打|填|说|搞|弄)?(?:反|错|颠倒)(?:了|啦)[, :。]{0,2}(?:应该?)?是? ?(?<anew>\d{2,5})(?!\d|号楼|栋|幢)/du;

/** The edits for a room or a house that was written the wrong way round, of the digits that are said anew; undefined when there is none. */
export function reversedIn(text: string): Edit[] | undefined {
  const found = reversed.exec(text);
  if (!found) return undefined;
  const anew = found.groups!.anew!;
  const sorted = (digits: string): string => [...digits].sort().join('');
  const old = [...text.slice(0, found.index).matchAll(/(?<!\d)\d{2,5}(?!\d)/gu)].findLast(
    ([digits]) => digits !== anew && sorted(digits) === sorted(anew),
  );
  if (!old) return undefined;
  const [start, end] = found.indices!.groups!.anew!;
  return [
    { start: old.index, end: old.index + old[0].length, by: { start, end } },
    { start: found.index, end: found.index + found[0].length },
  ];
}

/** The edits for digits of a phone that are said anew; undefined when no phone fits. */
export function phoneDigitsIn(text: string): Edit[] | undefined {
  for (const found of text.matchAll(ofPhone)) {
    const { tail, count, back, place, first, anew, wrong } = found.groups!;
    const end = found.index + found[0].length;
    if (!wasWrong.test(text.slice(Math.max(0, found.index - 24), end + 6))) continue;
    const phone = phonesIn(text).findLast((each) => each.end <= found.index);
    if (!phone) continue;
    const length = anew!.length;
    if (count !== undefined && countOf(count) !== length) continue;
    const nth = place === undefined ? 0 : place === '十一' ? 11 : place === '十' ? 10 : countOf(place);
    const digits = digitsOf(text, phone);
    const from = tail === undefined ? (back ? digits.length - nth : nth - 1) : digits.length - length;
    const span = digits.slice(from, from + length);
    if (from < 0 || span.length < length) continue;
    const was = span.map(({ digit }) => digit).join('');
    const denied = first ?? wrong;
    if (was === anew || (denied !== undefined && denied.length === length && denied !== was)) continue;
    const [at] = found.indices!.groups!.anew!;
    return [
      ...span.map(({ at: digitAt }, index) => ({
        start: digitAt,
        end: digitAt + 1,
        by: { start: at + index, end: at + index + 1 },
      })),
      { start: found.index, end },
    ];
  }
  return undefined;
}

const digitsOf = (text: string, { start, end }: Piece): Array<{ digit: string; at: number }> =>
  [...text.slice(start, end).matchAll(/\d/gu)].map(({ 0: digit, index }) => ({ digit, at: start + index }));

const noun = '(?:号楼|号|栋|幢|座|单元|室|层|楼)';
const called =
  '(?<house>门牌号?|街号)|(?<unit>房号|房间号?|室号|门号)|(?<block>楼号|栋号|幢号|[几哪]号楼)|(?<entrance>单元号?)|(?<floor>楼层)';
const named = new RegExp(
  `(?<=^|[\\s,。;!和跟])(?:还有|另外|以及|并且|就是)?(?:${called})(?:也|那里|上面)?(?:写?错了?,?)?(?:不是(?<first>[\\dA-Za-z-]+)${noun}?[, ]?)?(?:应该?[是为]|[是为]|改[成为])(?<anew>[\\dA-Za-z]+(?:-[\\dA-Za-z]+)*)(?<noun>${noun}?)(?:[, ]?(?:而?不是)(?<wrong>[\\dA-Za-z-]+)${noun}?)?`,
  'dgu',
);
const partsOf: Record<string, RegExp> = {
  house: /(?<![\dA-Za-z])\d+(?:-\d+)?(?=号(?!楼|院))/gu,
  block: /(?<![\dA-Za-z])[\dA-Za-z]+(?=号楼|栋|幢|座)/gu,
  entrance: /(?<![\dA-Za-z])\d+(?=单元)/gu,
  floor: /(?<![\dA-Za-z])\d+(?=层|楼(?!道))/gu,
  unit: /(?<![\dA-Za-z])\d{2,5}(?!\d|号|栋|幢|单元|米|[路街巷弄])/gu,
};

/** The edits for a house, a block or a room that is said anew by its name; undefined when the text has none before. */
export function namedPartIn(text: string): Edit[] | undefined {
  for (const found of text.matchAll(named)) {
    const groups = found.groups!;
    const end = found.index + found[0].length;
    if (!wasWrong.test(text.slice(Math.max(0, found.index - 60), end + 4))) continue;
    const kind = Object.keys(partsOf).find((each) => groups[each] !== undefined)!;
    const phones = phonesIn(text);
    const denied = groups.first ?? groups.wrong;
    const before = [...text.slice(0, found.index).matchAll(partsOf[kind]!)]
      .map(({ 0: part, index }) => ({ part, start: index, end: index + part.length }))
      .filter((each) => !phones.some(({ start, end: to }) => each.start < to && each.end > start));
    const old = before.findLast(({ part }) => denied === undefined || part === denied);
    const anew = groups.anew!;
    if (!old || old.part === anew) continue;
    const [at] = found.indices!.groups!.anew!;
    return [
      { start: old.start, end: old.end, by: { start: at, end: at + anew.length } },
      { start: found.index, end },
    ];
  }
  return undefined;
}

const changedTo = String.raw`(?: ?\| ?| (?=改|换))(?:改[为成]|换[为成]|变[为成])? ?`;
/** 302 → 改为 205(,不是302): the arrow is a bar by now. */
const numberChanged = new RegExp(
  `(?<![\\dA-Za-z-])(?<old>\\d{1,4})(?<kind>号楼|号|室|栋|幢|座|单元|楼)?${changedTo}(?<anew>\\d{1,4})(?:\\k<kind>)?(?![\\d-]|[号室栋幢座楼])(?:,不是\\k<old>)?`,
  'dgu',
);
const saysChange = /改|换|更正|变更/u;
/** 上西街道(错,是东坝街道): a name with its kind, and in brackets what it is. */
const nameChanged =
  /(?<old>(?<=[省市区县镇乡道号 ,]|^)\p{Script=Han}{2,6}(?<kind>街道|[镇乡路街巷村]|小区|花园|大厦))\((?:写?错了?|不对)[, ]?(?:应该?)?是(?<anew>\p{Script=Han}{2,6}\k<kind>)\)/dgu;

/** The edits for a number or a name with what it is changed to right behind it; undefined when the text has none. */
export function changedPartIn(text: string): Edit[] | undefined {
  for (const { indices } of text.matchAll(nameChanged)) {
    const [start, end] = indices!.groups!.old!;
    const [from, to] = indices!.groups!.anew!;
    return [
      { start, end, by: { start: from, end: to } },
      { start: end, end: to + 1 },
    ];
  }
  if (!saysChange.test(text)) return undefined;
  for (const found of text.matchAll(numberChanged)) {
    const { old } = found.groups!;
    const end = found.index + found[0].length;
    const [at, after] = found.indices!.groups!.anew!;
    const by = { start: at, end: after };
    const lead = text.slice(Math.max(0, found.index - 8), found.index);
    const isNamed = /(?:门牌号?|房号|楼号|室号)(?:由|从|:)? ?$/u.test(lead);
    if (!isNamed) {
      // Two cells of a row are no change.
      if (!saysChange.test(found[0])) continue;
      const oldEnd = found.index + old!.length;
      return [
        { start: found.index, end: oldEnd, by },
        { start: oldEnd + (found.groups!.kind?.length ?? 0), end },
      ];
    }
    const again = new RegExp(`(?<![\\d-])${old}(?= ?[号室栋幢])`, 'u').exec(text.slice(end));
    if (!again) continue;
    const start = end + again.index;
    return [
      { start: found.index, end },
      { start, end: start + old!.length, by },
    ];
  }
  return undefined;
}
