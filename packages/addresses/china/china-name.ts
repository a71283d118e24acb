/**
 * Finds the person in what numbers, labels and divisions have left of a Chinese address. Owns how the place of a piece (next
 * to the phone, first, last, after a label) weighs against what it says.
 */

import {
  bareName,
  gluedNameLength,
  isFamilyName,
  isLikelyPerson,
  isLoneTitle,
  isPrefixName,
  scoreName,
} from '../name-rules.ts';
import { mark, type Piece, piecesOf, type Sheet, takeSpan } from '../parse-sheet.ts';
import type { RegionChain } from '../regions/region-chain.ts';
import type { Labels } from './china-labels.ts';
import { inBothScripts, withBeside } from './two-scripts.ts';
import { isSpare } from './whole-names.ts';

export interface NameFound {
  text: string;
  /** What to cross out; undefined when there is no name. */
  span: Piece | undefined;
  score: number;
  /** 先生收 and the like, standing by themselves. */
  titles: Piece[];
}

interface Clues {
  numbers: { phone: string; phoneSpans: ReadonlyArray<Piece>; postcodeAt: number | undefined };
  labels: Labels;
  chain: RegionChain | undefined;
  country: string;
}

/** Below this a piece is a part of the detail. */
const min = 2;

/** The most likely name, or none. */
export function readName(sheet: Sheet, clues: Clues): NameFound {
  const pieces = mergeSpaced(sheet, mergeLatin(sheet, piecesOf(sheet)));
  const titles = pieces.filter((piece) => isLoneTitle(sheet.folded.slice(piece.start, piece.end)));
  const rest = pieces.filter((piece) => !titles.includes(piece));
  let best: { piece: Piece; score: number } | undefined;
  for (const piece of rest) {
    const score = weigh(sheet, { piece, rest, titles, clues });
    if (score >= min && (!best || score > best.score)) best = { piece, score };
  }
  for (const piece of titles) takeSpan(sheet, piece, mark.dropped);
  const found = best ?? gluedName(sheet, rest, clues);
  if (!found) return { text: '', span: undefined, score: 0, titles };
  const both = withPartner(sheet, found.piece);
  const span = clues.country === 'CN' ? both : withBeside(sheet.text, inBothScripts(sheet.text, both));
  return {
    text: writtenAs(sheet, span, isLabelled(clues, found.piece)),
    span,
    score: found.score,
    titles,
  };
}

const partner = /^ ?[&＆、] ?(\p{Script=Han}{2,4})(?=$|[\s,;。(\d+])/u;

/** 周志明、何詠琳: two who receive together. */
function withPartner({ folded, marks }: Sheet, piece: Piece): Piece {
  const found = partner.exec(folded.slice(piece.end, piece.end + 12));
  if (!found || !isPrefixName(found[1]!) || piece.end - piece.start > 4) return piece;
  const end = piece.end + found[0].length;
  return marks.subarray(piece.end, end).every((as) => as === mark.free) ? { ...piece, end } : piece;
}

/** The characters of the text for what is left of the piece as a name. */
function writtenAs({ text, folded }: Sheet, { start, end }: Piece, labelled: boolean): string {
  const spaced = folded.slice(start, end);
  if (isSpaced(spaced)) return text.slice(start, end).replace(' ', '');
  const bare = bareName(spaced, labelled);
  const at = folded.indexOf(bare, start);
  return text
    .slice(at, at + bare.length)
    .replace(/\s+/g, ' ')
    .trim();
}

/** `Amy Chan` is one piece though a blank is in it. */
function mergeLatin({ text }: Sheet, pieces: readonly Piece[]): Piece[] {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    const latin = (of: Piece): boolean =>
      /^[\p{Script=Latin}.'’-]+( [\p{Script=Latin}.'’-]+)*$/u.test(text.slice(of.start, of.end));
    const gap = last && text.slice(last.end, piece.start);
    if (last && gap !== undefined && /^\.? $/.test(gap) && latin(last) && latin(piece))
      merged[merged.length - 1] = { start: last.start, end: piece.end };
    else merged.push(piece);
  }
  return merged;
}

/** 诸葛 亮, 王 芳: a family name and a given name with a blank between them are one piece. */
function mergeSpaced({ folded }: Sheet, pieces: readonly Piece[]): Piece[] {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    // 302 房 刘能: the first one is the unit of the number.
    const isUnit =
      last && /[房楼层室号栋座户门]/u.test(folded[last.start]!) && /\d ?$/.test(folded.slice(0, last.start));
    if (last && !isUnit && isSpaced(folded.slice(last.start, piece.end)))
      merged[merged.length - 1] = { start: last.start, end: piece.end };
    else merged.push(piece);
  }
  return merged;
}

const isSpaced = (words: string): boolean => {
  const [, family, given] = /^(\p{Script=Han}{1,2}) (\p{Script=Han}{1,2})$/u.exec(words) ?? [];
  return family !== undefined && isFamilyName(family) && !isLoneTitle(given!);
};

interface Weighing {
  piece: Piece;
  rest: readonly Piece[];
  titles: readonly Piece[];
  clues: Clues;
}

/** A street of Macao behind a label that names nobody. */
const latinStreet = /^(?:rua|avenida|travessa|estrada|largo|beco|calçada)(?!\p{L})/u;

const isLabelled = ({ labels }: Clues, { start }: Piece): boolean =>
  labels.nameStarts.some((from) => start >= from && start <= from + 3);

function weigh(sheet: Sheet, { piece, rest, titles, clues }: Weighing): number {
  const words = sheet.folded.slice(piece.start, piece.end);
  const said = scoreName(isSpaced(words) ? words.replace(' ', '') : words);
  if (isLabelled(clues, piece)) {
    if (latinStreet.test(words)) return 0;
    return words.length <= 24 ? (said ?? 0) + 9 : 0;
  }
  if (said === undefined || said <= -2.5 || isSpare(sheet.folded, piece.start)) return 0;
  // What follows a division without a break is a street or a village.
  if (sheet.marks[piece.start - 1] === mark.region && !isBehindAll(sheet, { piece, rest, clues })) return 0;
  let score = said - weighPlaceInText(sheet, { piece, rest, titles, clues });
  const byPhone = clues.numbers.phoneSpans.some((phone) => isNextTo(sheet, piece, phone));
  if (byPhone) score += 1.2;
  score += ownWords(sheet, { piece, rest, byPhone });
  if (piece === rest[0] || piece === rest.at(-1)) score += 0.8;
  else if (!byPhone) score -= 0.6;
  if (titles.some((title) => title.start >= piece.end && title.start - piece.end <= 2)) score += 2;
  if (isAside(sheet, piece) && !byPhone) score -= 2;
  // Nothing but a person or a postcode stands right before the province.
  if (
    clues.chain &&
    piece.end <= clues.chain.start &&
    isNextTo(sheet, piece, { start: clues.chain.start, end: clues.chain.start })
  )
    score += 0.8;
  if (said < 2.6 && leavesNoHouse(sheet, piece, rest)) score -= 2;
  return score;
}

/** `人民北路60号…广东梅州梅江区钟新元138…`: the house stood before its division. */
const isBehindAll = (
  { folded }: Sheet,
  { piece, rest, clues }: { piece: Piece; rest: readonly Piece[]; clues: Clues },
): boolean =>
  piece === rest.at(-1) &&
  piece.end - piece.start <= 4 &&
  isLikelyPerson(folded.slice(piece.start, piece.end)) &&
  clues.numbers.phoneSpans.some(({ start }) => start >= piece.end && start - piece.end < 3) &&
  rest.some((other) => other.end <= piece.start && house.test(folded.slice(other.start, other.end)));

const house = /\d(?:号|室|栋|幢|楼|弄|座|单元|层|组|队)|\d-\d|[村镇路街]/;

/** 侯建里 beside the phone, or before a division, is somebody where the house is said elsewhere, whatever its last character is. */
function ownWords(
  { folded, marks }: Sheet,
  { piece, rest, byPhone }: { piece: Piece; rest: readonly Piece[]; byPhone: boolean },
): number {
  const words = folded.slice(piece.start, piece.end);
  const isBefore = piece === rest[0] && marks[piece.end] === mark.region;
  if (words.length > 3 || !(byPhone || isBefore || piece === rest[0])) return 0;
  if (!isFamilyName(words[0]!) || (scoreName(words) ?? 0) >= 2) return 0;
  return rest.some((other) => other !== piece && house.test(folded.slice(other.start, other.end))) ? 2.7 : 0;
}

/** 黄山路 is no person where nothing else is the street. */
function leavesNoHouse({ folded }: Sheet, piece: Piece, rest: readonly Piece[]): boolean {
  const others = rest.filter((other) => other !== piece).map(({ start, end }) => folded.slice(start, end));
  return (
    /[路街道巷村镇]$/.test(folded.slice(piece.start, piece.end)) &&
    !others.some((words) => /[\d路街道巷村号楼]/.test(words))
  );
}

/** Whom nobody calls by phone must look like a person: 时代 behind a street is none, 丹丹 is, and so is who follows the postcode. */
function weighPlaceInText(sheet: Sheet, { piece, rest, clues }: Weighing): number {
  const { chain, numbers } = clues;
  const words = sheet.folded.slice(piece.start, piece.end);
  const behind = chain !== undefined && piece.start > chain.start;
  let against = 0;
  if (behind && rest.length === 1) against += 1.2;
  if (numbers.phone !== '' || !behind || !/^\p{Script=Han}+$/u.test(words)) return against;
  const afterPostcode = numbers.postcodeAt !== undefined && numbers.postcodeAt < piece.start;
  if (afterPostcode || isLikelyPerson(words)) return against;
  return against + 1.5;
}

/** In brackets right after something: (总部), (分院). */
const isAside = ({ text, marks }: Sheet, { start }: Piece): boolean =>
  text[start - 1] === '(' && start > 1 && marks[start - 2] === mark.free && !/\s/.test(text[start - 2]!);

/** Only separators and labels stand between the two. */
function isNextTo({ text, marks }: Sheet, a: Piece, b: Piece): boolean {
  const from = Math.min(a.end, b.end);
  const to = Math.max(a.start, b.start);
  if (to - from > 14 || to < from) return false;
  for (let at = from; at < to; at++) {
    if (marks[at] === mark.free && !/[\s,;:|/\\、。()[\]{}"'.<>+*_-]/.test(text[at]!)) return false;
    if (marks[at] === mark.region || marks[at] === mark.name) return false;
  }
  return true;
}

/** `…新校区赵思远 139…`: glued to the end of the address, next to the phone. */
function gluedName(
  sheet: Sheet,
  rest: readonly Piece[],
  { numbers }: Clues,
): { piece: Piece; score: number } | undefined {
  if (numbers.phone === '') return receivedBy(sheet, rest);
  const before = rest.filter((piece) =>
    numbers.phoneSpans.some((phone) => phone.start >= piece.end && isNextTo(sheet, piece, phone)),
  );
  for (const piece of [...before, ...rest.slice(-1)]) {
    const isReceived = /^[\s(（【]{0,2}收/.test(sheet.folded.slice(piece.end, piece.end + 3));
    const length = gluedNameLength(sheet.folded.slice(piece.start, piece.end), isReceived);
    if (length > 0) return { piece: { start: piece.end - length, end: piece.end }, score: min };
  }
  return undefined;
}

/** `…12号小红收`: without a phone only the last word says that a name is before it. */
function receivedBy({ folded }: Sheet, rest: readonly Piece[]): { piece: Piece; score: number } | undefined {
  const last = rest.at(-1);
  const match =
    last &&
    /(?<=[\d号室楼栋幢座层户元])(?![号室楼栋幢座层户元])[\p{Script=Han}]{2,3}收$/u.exec(
      folded.slice(last.start, last.end),
    );
  return match && last
    ? { piece: { start: last.end - match[0].length, end: last.end }, score: min }
    : undefined;
}
