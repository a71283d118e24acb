/** What the readers of the countries share: their answer, labelled fields, and streets without a comma before the town. Pure. */
import { isLargeTown } from '../town-names.ts';
import type { Segment } from './abroad-segments.ts';
import { trimSegment } from './abroad-segments.ts';

export interface AbroadPlace {
  province: string;
  city: string;
  district: string;
  postcode: string;
  /** The street and what belongs to it. */
  rest: Segment[];
}

export interface AbroadReader {
  /** Whether a segment is part of the town's line: it has the postcode or is a state. */
  isTownLine(segment: Segment): boolean;
  /** Where the postcode ends the address: what follows it in a segment is something else. */
  postcodeLast?: RegExp;
  read(segments: Segment[]): AbroadPlace;
}

export interface PostcodeTaken {
  postcode: string;
  /** Index of the segment that had it, in `rest`; of what would follow when nothing was left of it. */
  at: number;
  rest: Segment[];
}

/** Takes the last match of `pattern` out of the segments: the first group is the postcode. */
export function takePostcode(segments: readonly Segment[], pattern: RegExp): PostcodeTaken {
  const labelled = segments.find(({ label }) => label === 'postcode');
  if (labelled) {
    const rest = segments.filter((segment) => segment !== labelled);
    return { postcode: labelled.text.toUpperCase(), at: rest.length - 1, rest };
  }
  for (let at = segments.length - 1; at >= 0; at--) {
    const segment = segments[at]!;
    const match = [...segment.text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))].at(-1);
    if (!match) continue;
    const before = trimSegment(segment.text.slice(0, match.index));
    const after = trimSegment(segment.text.slice(match.index + match[0].length));
    const kept = [before, after].filter(Boolean).join(' ');
    const rest = [
      ...segments.slice(0, at),
      ...(kept ? [{ ...segment, text: kept }] : []),
      ...segments.slice(at + 1),
    ];
    return { postcode: match[1]!.toUpperCase(), at: kept ? at : at - 1, rest };
  }
  return { postcode: '', at: segments.length - 1, rest: [...segments] };
}

/** The text of a labelled field, and the segments without it. */
export function takeLabelled(
  segments: readonly Segment[],
  label: Segment['label'],
): { value: string; rest: Segment[] } {
  const found = segments.find((segment) => segment.label === label);
  return { value: found?.text ?? '', rest: segments.filter((segment) => segment !== found) };
}

/** A room or a building that is said behind the levels: `…, Shibuya-ku, Tokyo, Room 902`. */
export function behindLevels(
  segments: readonly Segment[],
  isLevel: (segment: Segment) => boolean,
): { head: Segment[]; tail: Segment[] } {
  const last = segments.findLastIndex(isLevel);
  const end = last < 1 ? segments.length : last + 1;
  return { head: segments.slice(0, end), tail: segments.slice(end) };
}

export const replaceAt = (segments: readonly Segment[], at: number, text: string): Segment[] =>
  text === ''
    ? segments.filter((_, index) => index !== at)
    : segments.map((segment, index) => (index === at ? { ...segment, text } : segment));

const streetWords = new Set(
  'st street ave avenue av rd road blvd boulevard dr drive ln lane ct court pl place way cir circle ter terrace pkwy parkway hwy highway sq square trl trail loop row walk path pike alley aly crescent cres cl close parade pde esplanade quay mews gardens gdns grove gr rise hill lanes turnpike tpke expy freeway fwy plaza plz broadway crossing xing cove cv run'.split(
    ' ',
  ),
);
/** Among them those that begin names of towns or end them as often. */
const doubtful = new Set('hill gardens grove rise plaza run cove'.split(' '));
const directions = new Set(
  'n s e w ne nw se sw north south east west northeast northwest southeast southwest'.split(' '),
);
const unitWords = new Set(
  'apt apartment ste suite unit fl floor rm room bldg building lot # no spc space trlr ph level shop'.split(
    ' ',
  ),
);
const townBegins = new Set(
  'new san los las santa santo fort ft st ste saint el la le de des salt north south east west mount mt port lake palm grand long little big great high low upper lower old royal white black red green blue rio cape sault st. ft. mt. thunder trois rivière quebec'.split(
    ' ',
  ),
);

const bare = (word: string): string => word.toLowerCase().replace(/[.,]/g, '');

/**
 * Splits `2120 E Hill Street #104 Signal Hill` behind the street: its last street word, a direction, a unit. The town is empty
 * when nothing is left for it.
 */
export function splitStreetTown(text: string, country: string): { street: string; town: string } {
  const words = text.split(' ');
  for (let count = Math.min(4, words.length - 2); count > 0; count--) {
    const tail = words.slice(-count).join(' ');
    const before = words.at(-count - 1)!;
    // `12 Boston` is a house in a street of that name, `Main St Boston` is in the town.
    if (!isLargeTown(tail, country) || (count === 1 && /^\d+$/.test(before) && words.length === 2)) continue;
    return cut(words, words.length - count);
  }
  if (/^(?:apo|fpo|dpo)$/i.test(words.at(-1)!)) return cut(words, words.length - 1);
  const end = streetEnd(words);
  if (end > 0 && end < words.length) return cut(words, end);
  if (end === words.length) return { street: text, town: '' };
  const lastNumber = words.findLastIndex((word) => /\d/.test(word));
  if (lastNumber < 0) return { street: '', town: text };
  const left = words.length - lastNumber - 1;
  if (left < 2) return { street: text, town: '' };
  const two = left > 2 && townBegins.has(bare(words.at(-2)!));
  return cut(words, words.length - (two ? 2 : 1));
}

const cut = (words: readonly string[], at: number): { street: string; town: string } => ({
  street: trimSegment(words.slice(0, at).join(' ')),
  town: trimSegment(words.slice(at).join(' ')),
});

/** Index behind the street with its direction and unit; -1 when no word is a street's. */
function streetEnd(words: readonly string[]): number {
  for (let at = words.length - 1; at > 0; at--) {
    const word = bare(words[at]!);
    if (!streetWords.has(word)) continue;
    // `Oak Ave St Paul`: a saint behind a street.
    const saint = word === 'st' && at < words.length - 1 && streetWords.has(bare(words[at - 1]!));
    const sure = !doubtful.has(word) || !words.slice(1, at).some((other) => streetWords.has(bare(other)));
    if (saint || !sure) continue;
    const end = unitEnd(words, directionEnd(words, at + 1));
    return end;
  }
  return -1;
}

function directionEnd(words: readonly string[], from: number): number {
  const word = words[from];
  if (word === undefined || !directions.has(bare(word))) return from;
  // `Main St North Bend`: a direction in full belongs to the town when the town would have one word without it.
  const isShort = bare(word).length <= 2;
  return isShort || words.length - from > 2 ? from + 1 : from;
}

/** `#104`, `Apt 5 B`, `Suite 900`, `US Highway 431` and the like. */
function unitEnd(words: readonly string[], from: number): number {
  let at = from;
  for (let turn = 0; turn < 4 && at < words.length; turn++) {
    const word = words[at]!;
    if (/^#?\d/.test(word) || /^#/.test(word) || /^[A-Z]$/.test(word)) at += 1;
    else if (unitWords.has(bare(word)) && at + 1 < words.length) at += 2;
    else if (/^\d*(?:st|nd|rd|th)$/i.test(word) && /^(?:fl|floor)$/i.test(words[at + 1] ?? '')) at += 2;
    else break;
  }
  return at;
}
