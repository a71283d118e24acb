/**
 * The person and the house of a Chinese text by what the tagger says of its parts: the second witness beside the rules. Owns how spans
 * become a name and a detail; divisions and numbers stay what the rules found.
 */
import { bareName } from '../name-rules.ts';
import { joinPieces, mark, type Piece, piecesOf, type Sheet } from '../parse-sheet.ts';
import type { HanSpan, HanTagging } from '../tagging/han-tagger.ts';

/** A person and a house with the sheet on which everything else is crossed out. */
interface ReadBy {
  name: string;
  detail: string;
  sheet: Sheet;
}

export interface RulesRead extends ReadBy {
  /** Somebody spoke, as far as rules know. */
  hasTalk: boolean;
}

export interface TaggedRead extends ReadBy {
  /** How likely the name and the least likely part of the house are right. */
  sure: number;
}

/** What was found before. */
interface Read {
  country: string;
  /** Names of the divisions, longest first. */
  said: readonly string[];
  /** The firm: a label needs it, so it stands in the detail wherever it was said. */
  company: Piece | undefined;
}

/**
 * Crosses out everything on the sheet that is neither. The sheet has its numbers, labels, wishes and divisions crossed out; what rules
 * took for talk, and the tagger for a person or a house, is free again.
 */
export function takeTagged(placed: Sheet, { spans, measureNone }: HanTagging, read: Read): TaggedRead {
  const sheet = { ...placed, marks: placed.marks.slice() };
  const nameSpan = bestName(sheet, spans);
  const houses = housesOf(sheet, spans, read);
  const kept = new Uint8Array(sheet.text.length);
  for (const { start, end } of houses) kept.fill(1, start - sinceDivision(sheet, start, kept), end);
  if (read.company) {
    const { start, end } = read.company;
    kept.fill(1, start, end);
    sheet.marks.fill(mark.free, start, end);
  }
  keepUnits(sheet, kept);
  keepSpokenNumbers(sheet, kept);
  for (let at = 0; at < sheet.marks.length; at++) {
    const isFixed = sheet.marks[at] === mark.number || sheet.marks[at] === mark.region;
    if (isFixed) continue;
    if (kept[at] === 1) sheet.marks[at] = mark.free;
    else if (sheet.marks[at] === mark.free && /[\p{L}\p{N}]/u.test(sheet.text[at]!))
      sheet.marks[at] = mark.dropped;
  }
  if (nameSpan) sheet.marks.fill(mark.name, nameSpan.start, nameSpan.end);
  const streets = houses.filter(({ kind }) => kind === 'street').map(({ probability }) => probability);
  return {
    name: nameSpan ? writtenName(sheet, nameSpan) : '',
    detail: joinPieces(sheet, piecesOf(sheet)),
    sheet,
    sure: (nameSpan?.probability ?? measureNone('name')) * Math.min(1, ...streets),
  };
}

/** Where nobody speaks rules are right more often than a tagger that is less sure than this. */
const sureOfTags = 0.9;

/** One of the two, and how likely it is right: as often as it was on messages that neither had seen. */
export function chooseParts(rules: RulesRead, tagged: TaggedRead): ReadBy & { sure: number } {
  if (isSame(rules, tagged)) return { ...tagged, sure: tagged.sure > 0.9 ? 1 : 0.9 + tagged.sure / 15 };
  const findsNobody = rules.name === '' && tagged.name !== '';
  if (!rules.hasTalk && !findsNobody && tagged.sure < sureOfTags) return { ...rules, sure: 0.85 };
  return { ...tagged, sure: Math.max(0.4, 0.94 * tagged.sure) };
}

const isSame = (one: ReadBy, other: ReadBy): boolean =>
  one.name === other.name && plain(one.detail) === plain(other.detail);

const plain = (text: string): string => text.replace(/[\p{P}\p{S}\s]/gu, '');

/** Up to so many characters that stand between a division and a house, or in a house, are of it. */
const longestGap = 4;
const longestTown = 8;

/** 杭州市具体文三路: words that lead from one to the other. */
const said = /[的是在那就这寄到发送给请改住]|具体|详细|地址|位置|门牌|老家|家里/;

/** 伊宁县吉里于孜镇: how many characters before a house belong to it, since no stop parts them from a division or from the house before. */
function sinceDivision({ folded, marks }: Sheet, start: number, kept: Uint8Array): number {
  let from = start;
  while (from > 0 && start - from <= longestTown && marks[from - 1] === mark.free && kept[from - 1] === 0)
    from--;
  const between = folded.slice(from, start).trim();
  if (!/^\p{Script=Han}+$/u.test(between) || said.test(between)) return 0;
  const isTown = /(?:街道|[镇乡])$/.test(between) && marks[from - 1] === mark.region;
  const isShort = between.length <= longestGap && (marks[from - 1] === mark.region || kept[from - 1] === 1);
  return isTown || isShort ? start - from : 0;
}

const unit =
  /^(?:地下|地铺|地库|阁楼|天台|(?:\d{1,4}|[a-z])(?:号楼|号室|号|室|栋|幢|座|单元|层|楼)|\p{Script=Han}{1,4}(?:组|队|村))$/u;

/** `6号，5号楼，8号室`, `115號地下`: a unit by itself right behind a house. */
function keepUnits(sheet: Sheet, kept: Uint8Array): void {
  for (const { start, end } of piecesOf(sheet)) {
    let from = start;
    while (from < end && kept[from] === 1) from++;
    if (from === end || !unit.test(sheet.folded.slice(from, end))) continue;
    const before = /[\s,，、]{1,2}$/u.exec(sheet.text.slice(0, start))?.[0].length ?? 0;
    const isBehind = from > start || (before > 0 && kept[start - before - 1] === 1);
    if (isBehind) kept.fill(1, from, end);
  }
}

const spokenUnit = /(?:单元|[栋幢座楼号层室])[零〇一二三四五六七八九十百两]{0,4}$/u;
const spokenNumber = /^[零〇一二三四五六七八九十百两]{1,5}(?:号|室)?/u;

/** 二单元三零二: a number that is spelt out goes with the unit before it. */
function keepSpokenNumbers({ folded, marks }: Sheet, kept: Uint8Array): void {
  for (let at = 1; at < folded.length; at++) {
    if (kept[at] === 1 || kept[at - 1] === 0 || marks[at] === mark.number) continue;
    if (!spokenUnit.test(folded.slice(Math.max(0, at - 8), at))) continue;
    const number = spokenNumber.exec(folded.slice(at, at + 8))?.[0] ?? '';
    kept.fill(1, at, at + number.length);
  }
}

/** Somebody who is named twice is meant once: the likeliest. Who signs and is the only one there is who it is for. */
function bestName({ marks }: Sheet, spans: readonly HanSpan[]): HanSpan | undefined {
  const people = (wanted: HanSpan['kind']): HanSpan[] =>
    spans.filter(({ kind, start }) => kind === wanted && marks[start] !== mark.number);
  const named = people('name');
  const others = people('other');
  return (named.length === 0 && others.length === 1 ? others : named).reduce<HanSpan | undefined>(
    (best, span) => (best === undefined || span.probability > best.probability ? span : best),
    undefined,
  );
}

/**
 * Streets, with firms and names of places that nothing but a blank parts from them. Quarters of Hong Kong and Macao that are no divisions
 * belong to them wherever they stand.
 */
function housesOf(
  { text, folded, marks }: Sheet,
  spans: readonly HanSpan[],
  { country, said }: Read,
): HanSpan[] {
  const isBeside = (one: Piece, other: Piece): boolean =>
    /^ *$/.test(text.slice(Math.min(one.end, other.end), Math.max(one.start, other.start)));
  /** Nothing but names of divisions that were read already. */
  const isSaidAgain = ({ start, end }: HanSpan): boolean => {
    let left = '';
    for (let at = start; at < end; at++) if (marks[at] === mark.free) left += folded[at];
    for (const name of said) left = left.replaceAll(name, '');
    return /^[\s,/·>、-]*$/.test(left);
  };
  const streets = spans.filter(({ kind }) => kind === 'street');
  const isQuarter = ({ kind }: HanSpan): boolean =>
    kind === 'region' && (country === 'HK' || country === 'MO');
  const isGlued = (span: HanSpan): boolean =>
    (span.kind === 'firm' || (span.kind === 'region' && !isSaidAgain(span))) &&
    (streets.some((street) => isBeside(span, street)) ||
      (streets.some(({ end }) => end <= span.start && span.start - end < longestGap) &&
        streets.some(({ start }) => start >= span.end && start - span.end < longestGap)));
  /** Another place would be parted from the divisions before it, or from the house behind it. */
  const isBetween = (span: HanSpan): boolean =>
    span.kind === 'away' &&
    (marks[span.start - 1] === mark.region ||
      streets.some((street) => street.end <= span.start && isBeside(street, span))) &&
    streets.some((street) => street.start >= span.end && isBeside(span, street));
  return spans.filter(
    (span) => span.kind === 'street' || isQuarter(span) || isGlued(span) || isBetween(span),
  );
}

/** The characters of the text without blanks between Han, and without titles of whole names. */
function writtenName({ text, folded }: Sheet, { start, end }: HanSpan): string {
  const bare = bareName(folded.slice(start, end), true);
  const at = folded.indexOf(bare, start);
  return text
    .slice(at, at + bare.length)
    .replace(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
