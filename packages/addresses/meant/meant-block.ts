/**
 * Messages with several places, each a street with its house: which of them is meant by what is said before and behind each. Owns what
 * counts as a place of its own, and how far goes what belongs to it: its person and phone go with it. Pure.
 */
import type { Edit } from '../edited-text.ts';
import type { Piece } from '../parse-sheet.ts';
import { phonesIn } from '../part-forms.ts';
import { leadsOf, tails } from './meant-words.ts';

/** A street, an estate or a quarter with a number behind it, in each writing. */
const houses: readonly RegExp[] = [
  /\p{Script=Han}{1,2}[路街道徑径巷弄里邨坊段](?:[\p{Script=Han} ]{0,6})\d{1,4}(?: ?[-之] ?\d{1,4})?[A-Z]? ?[號号巷弄](?![線线])|\p{Script=Han}{2}(?:邨|新村|花[園园]|[廣广][場场])[\p{Script=Han} \d座]{0,10}(?:[樓楼閣阁]|\d)/gu,
  /\p{Script=Han}{1,2}[市区町村郡][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{0,12}\d{1,4}(?:条\p{Script=Han}?\d{1,3})?(?:丁目\d{1,3})?(?:-\d{1,4}){0,3}/gu,
  /[가-힣]{1,7}\d{0,3}(?:번?[로길]|번길) ?\d{1,5}(?:-\d{1,4})?(?!\d|번길|로)|[가-힣]{1,6}[동리] \d{1,4}-\d{1,3}(?!\d)/gu,
];
/** The same in Latin letters of the east: `Rua de …`, `88 Nathan Road`, `Sec. 2, Xinyi Rd.`, `27 Teheran-ro`. */
const latinHouses =
  /(?<!\p{L})(?:Rua|Avenida|Av\.|Travessa|Estrada|Largo|Calçada|Beco|Pátio|Praça) (?:\p{L}[\p{L}'’.]{0,20} ?){1,6}(?:,? (?:n\.?[ºo]\.? ?)?\d{1,4})?|(?<![\p{L}\d])\d{1,4}[A-Z]?(?:-\d{1,4})?,? (?:\p{Lu}[\p{L}'’.]{0,20},? ){1,4}?(?:Road|Rd|Street|St|Avenue|Ave|Lane|Drive|Path|Terrace|Peninsula|Gardens?|Queensway)(?!\p{L})|\d{1,3} Queensway|(?<!\p{L})Sec\. \d, (?:\p{Lu}\p{L}{1,20} ){1,3}(?:Rd|St|Ave|Blvd)\.|(?<!\p{L})No\. ?\d{1,4}, (?:\p{Lu}\p{L}{1,20} ){1,3}(?:Rd|St|Ave|Blvd)\.|\p{Lu}\p{L}{2,20}-(?:daero|ro|gil)(?: \d{1,4}(?:beon)?-gil)?/gu;
const easternLatin =
  /Hong ?Kong|(?<!\p{L})HK(?!\p{L})|Kowloon|Macau|Macao|Taipa|Coloane|Taiwan|Taipei|Taichung|Kaohsiung|Seoul|\p{L}-(?:gu|ro|si|dong)(?!\p{L})|\d\/F(?!\p{L})|(?<!\p{L})Edif?\./u;

/** A place with what is said of it: its score is above zero where the parcel goes there, below where it doesn't. */
interface Block extends Piece {
  score: number;
  /** Something is said of it behind it: what follows is another place. */
  isClosed: boolean;
  /** Words of talk that lead to it: they say nothing more. */
  said: Piece | undefined;
}

/** A message with more places than this is a list. */
const maxPlaces = 4;
const sentenceEnd = /[。;!?\n]/u;
const wasWrong = /[错錯]|不[对對]|更正|等等/u;
const talk = /[送寄派運运](?:俾|畀|[給给])$|[到係系]$|[遷迁]至$/u;
const clauseEnds = ',。;:!?\n()[]【】/|';

/** The edits that leave the place that is meant; undefined where the text has one place, or doesn't say which. */
export function meantBlockIn(text: string): Edit[] | undefined {
  const all = housesIn(text);
  if (all.length < 2) return undefined;
  const leads = leadsOf(text);
  const found = placesIn(text, all, leads);
  if (found.length < 2 || found.length > maxPlaces) return undefined;
  const blocks = mergeUnsaid(blocksOf(text, found, leads));
  const best = Math.max(...blocks.map(({ score }) => score));
  const meant = blocks.filter(({ score }) => score === best);
  const others = blocks.filter(({ score }) => score < best);
  if (meant.length !== 1 || others.length === 0) return undefined;
  if (best <= 0 && others.some(({ score }) => score >= 0)) return undefined;
  // Something was wrong: that is told elsewhere, and the person before it stays (china/places-anew.ts).
  if (others.some(({ score, start, end }) => score === 0 && wasWrong.test(text.slice(start, end))))
    return undefined;
  const pieces = others.map(({ start, end }): Piece => ({ start, end }));
  return [...keepingPhones(text, pieces), ...meant.flatMap(({ said }) => (said ? [said] : []))];
}

const housesIn = (text: string): Piece[] =>
  (easternLatin.test(text) ? [...houses, latinHouses] : houses)
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(({ 0: found, index }) => ({ start: index, end: index + found.length }));

/** Houses with nothing said between them are one place; what is a part of a phone is none. */
function placesIn(text: string, all: readonly Piece[], leads: Leads): Piece[] {
  const phones = phonesIn(text);
  const apart = all
    .filter((piece) => !phones.some(({ start, end }) => piece.start < end && piece.end > start))
    .sort((a, b) => a.start - b.start);
  const places: Piece[] = [];
  for (const piece of apart) {
    const last = places.at(-1);
    const between = last && text.slice(last.end, piece.start);
    const isSame =
      between !== undefined &&
      !sentenceEnd.test(between) &&
      !phones.some(({ start }) => start >= last!.end && start < piece.start) &&
      leadIn(between, leads) === undefined &&
      tailOf(between) === undefined;
    if (last && (piece.start < last.end || isSame)) last.end = Math.max(last.end, piece.end);
    else places.push({ ...piece });
  }
  return places;
}

interface Said {
  at: number;
  end: number;
  score: number;
}

type Leads = ReturnType<typeof leadsOf>;

/** The last words that lead to a place, or away from one. */
function leadIn(words: string, leads: Leads): Said | undefined {
  let last: Said | undefined;
  for (const [pattern, score] of leads) {
    const found = [...words.matchAll(pattern)].at(-1);
    // 唔好再送去: what leads to is a part of what leads away.
    if (found && (!last || found.index >= last.end))
      last = { at: found.index, end: found.index + found[0].length, score };
  }
  return last;
}

function tailOf(words: string): Said | undefined {
  for (const [pattern, score] of tails) {
    const found = pattern.exec(words);
    if (found) return { at: found.index, end: found.index + found[0].length, score };
  }
  return undefined;
}

function blocksOf(text: string, places: readonly Piece[], leads: Leads): Block[] {
  const blocks: Block[] = [];
  let from = 0;
  for (const [at, house] of places.entries()) {
    const next = places[at + 1];
    const ahead = text.slice(from, house.start);
    const lead = leadIn(ahead, leads);
    const behind = text.slice(house.end, next?.start ?? text.length);
    const tail = tailOf(behind);
    const start = lead ? from + lead.at : clauseStart(text, house.start, from);
    const end = next
      ? cutBetween(text, { start: house.end, end: next.start }, tail, leads)
      : closing(text, house.end, tail);
    const said =
      lead && lead.score > 0 && talk.test(ahead.slice(lead.at, lead.end)) && ahead[lead.end] !== ':'
        ? { start, end: from + lead.end }
        : undefined;
    blocks.push({
      said,
      isClosed: tail !== undefined,
      start,
      end,
      score: (lead?.score ?? 0) + (tail?.score ?? 0),
    });
    from = next ? end : from;
  }
  return blocks;
}

/** The stroke of a date or of `2/F` ends none. */
const endsClause = (text: string, at: number): boolean =>
  clauseEnds.includes(text[at]!) && !(text[at] === '/' && /\d/u.test(text[at - 1] ?? ''));

function clauseStart(text: string, at: number, from: number): number {
  let start = at;
  while (start > from && !endsClause(text, start - 1)) start--;
  return start;
}

/** Between two places: behind what is said of the first one, before what is said of the second. */
function cutBetween(text: string, { start, end }: Piece, tail: Said | undefined, leads: Leads): number {
  const after = start + (tail?.end ?? 0);
  const lead = leadIn(text.slice(after, end), leads);
  return lead ? after + lead.at : clauseStart(text, end, after);
}

/** Behind the last place its sentence is of it. */
function closing(text: string, from: number, tail: Said | undefined): number {
  const after = from + (tail?.end ?? 0);
  const stop = text.slice(after).search(sentenceEnd);
  return stop < 0 ? text.length : after + stop;
}

/** A place of which nothing is said goes on from the one before it. */
function mergeUnsaid(blocks: readonly Block[]): Block[] {
  const merged: Block[] = [];
  for (const block of blocks) {
    const last = merged.at(-1);
    if (last && block.score === 0 && !last.isClosed) last.end = Math.max(last.end, block.end);
    else merged.push({ ...block });
  }
  return merged;
}

/** Phones of the other places stay where no phone is left without them. */
function keepingPhones(text: string, pieces: readonly Piece[]): Edit[] {
  const phones = phonesIn(text);
  const isWithin = (phone: Piece): boolean =>
    pieces.some(({ start, end }) => phone.start >= start && phone.end <= end);
  if (phones.length === 0 || !phones.every(isWithin)) return [...pieces];
  return pieces.flatMap((piece) => {
    const edits: Edit[] = [];
    let at = piece.start;
    for (const { start, end } of phones.filter((phone) => phone.start >= at && phone.end <= piece.end)) {
      edits.push({ start: at, end: start });
      at = end;
    }
    return [...edits, { start: at, end: piece.end }];
  });
}
