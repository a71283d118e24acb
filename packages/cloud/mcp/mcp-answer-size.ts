/**
 * How long an answer over MCP may be. An assistant reads all of it and pays for it, so none has more than `maxAnswerTokens`:
 * a longer one is cut between entries, never within one's words, and says what is missing and how to get it. Owns the estimate of tokens and the
 * cut; must never know a feature, nor change what a tool did.
 */
import { AppError } from '@platen/contracts/app-error';

/** Of the text and of what goes beside it. */
export const maxAnswerTokens = 8000;
/** What the notes may take. */
const noteTokens = 200;
/** An entry of a list has at most this share of the answer. */
const entryShare = 4;
/** A list of less than this share is not cut into parts. */
const shortListShare = 8;

/**
 * About how many tokens a text is, rather too many than too few (compared with o200k in the tests): words of up to seven letters are
 * one, as are up to three digits, a run of signs, and a character of Chinese; what mixes letters, capitals and digits,
 * as ids and addresses do, is more.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(/[A-Za-z]+|\d+|\p{L}|\s+|[^\p{L}\s\d]+/gu)) {
    const first = piece.charCodeAt(0);
    if (first > 127) tokens += piece.length > 1 ? piece.length : 1;
    else if (first >= 48 && first <= 57) tokens += Math.ceil(piece.length / 3);
    else if (/^[A-Za-z]/.test(piece)) tokens += tokensOfLetters(piece);
    else if (first > 32) tokens += Math.ceil(piece.length / 4);
    else if (piece.length > 1) tokens += 1;
  }
  return tokens;
}

/** "photos" is a word, "xQzKf" and "bdfca" are pieces of tokens. */
function tokensOfLetters(letters: string): number {
  const isMixed = /[a-z][A-Z]|[A-Z]{2,}[a-z]/.test(letters);
  const isHex = letters.length < 7 && /^[a-f]+$/.test(letters);
  return Math.ceil(letters.length / (isMixed || isHex ? 2 : 7));
}

/** Tokens of the JSON of a value. Those of lists and objects are remembered for as long as `sizes` is. */
function sizeOf(value: unknown, sizes: Sizes): number {
  if (typeof value !== 'object' || value === null) return estimateTokens(JSON.stringify(value) ?? '');
  const known = sizes.get(value);
  if (known !== undefined) return known;
  let size = 2;
  if (Array.isArray(value)) for (const each of value) size += sizeOf(each, sizes);
  else
    for (const [name, each] of Object.entries(value)) size += estimateTokens(name) + 1 + sizeOf(each, sizes);
  sizes.set(value, size);
  return size;
}

type Sizes = WeakMap<object, number>;

export interface FitWish {
  /** Tokens that the answer may have. */
  maxTokens: number;
  /** Which part is asked for, from 1; undefined where the tool has no parts. */
  part: number | undefined;
  /** The tool that has what was left out. */
  see: string | undefined;
}

export interface FittedAnswer {
  output: unknown;
  /** What was left out and how to get it; undefined when nothing was. */
  note: string | undefined;
}

type Entry = Record<string, unknown>;

interface Page extends Entry {
  items: unknown[];
  page: number;
  page_size: number;
}

const isObject = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPage = (value: unknown): value is Page =>
  isObject(value) &&
  Array.isArray(value.items) &&
  typeof value.page === 'number' &&
  typeof value.page_size === 'number';

/** The answer within its tokens. Throws unprocessable for a part that there isn't. */
export function fitAnswer(output: unknown, wish: FitWish): FittedAnswer {
  const { maxTokens, part = 1 } = wish;
  const sizes: Sizes = new WeakMap();
  // No text has as many tokens as this has characters.
  const isShort = (JSON.stringify(output) ?? '').length < maxTokens;
  if (isShort || !isObject(output) || sizeOf(output, sizes) <= maxTokens) {
    if (part > 1) throw noSuchPart(part, 1);
    return { output, note: undefined };
  }
  const fitting: Fitting = { sizes, cut: new Set(), notes: [], room: maxTokens - noteTokens };
  const fitted = isPage(output)
    ? fitPage(output, { ...fitting, name: '' })
    : fitParts(output, { ...wish, ...fitting });
  const { cut, notes } = fitting;
  if (cut.size > 0) {
    const see = wish.see === undefined ? '' : ` ${wish.see} has them all.`;
    notes.push(`Of long lists inside an entry (${[...cut].join(', ')}) only the first are shown.${see}`);
  }
  return { output: fitted, note: notes.join(' ') };
}

const noSuchPart = (part: number, parts: number): AppError =>
  new AppError(
    'unprocessable',
    `part: there is no part ${part}; this answer has ${parts === 1 ? 'one part' : `${parts} parts`}.`,
  );

interface Fitting {
  sizes: Sizes;
  /** Tokens. */
  room: number;
  /** Names of lists inside entries that were cut. */
  cut: Set<string>;
  notes: string[];
}

/** A page of fewer entries, so that its numbers go on: of 20 entries on page 2, the 5 of page 5 by fives. */
function fitPage(page: Page, { sizes, room, cut, notes, name }: Fitting & { name: string }): Page {
  const { items, ...rest } = page;
  const around = trimmed(rest, { max: Math.floor(room / 2), sizes, cut }) as Entry;
  const left = room - sizeOf(around, sizes);
  const entries = items.map((entry) => trimmed(entry, { max: Math.floor(left / entryShare), sizes, cut }));
  const sumOf = (count: number) =>
    entries.slice(0, count).reduce((sum: number, entry) => sum + sizeOf(entry, sizes), 0);
  const { page_size: size } = page;
  let count = size;
  while (count > 1 && (size % count !== 0 || sumOf(count) > left)) count -= 1;
  const fitted = { ...page, ...around, items: entries.slice(0, count) };
  if (count === size) return fitted;
  const first = ((page.page - 1) * size) / count + 1;
  notes.push(
    `${name === '' ? '' : `${name}: `}page ${page.page} of ${size} is too long to read, so this is page ${first} with page_size ${count}; go on with page ${first + 1} and page_size ${count}.`,
  );
  return { ...fitted, page: first, page_size: count };
}

/** Lists of one thing, cut into as many parts as it takes; pages inside it are made shorter. */
function fitParts(output: Entry, { sizes, room, cut, notes, part, see }: Fitting & FitWish): Entry {
  const pages = Object.entries(output).filter(([, value]) => isPage(value)) as [string, Page][];
  // A short list is part of what the thing is, and stands in every part of it.
  const isLong = (value: unknown) => Array.isArray(value) && sizeOf(value, sizes) > room / shortListShare;
  const lists = Object.entries(output).filter(([, value]) => isLong(value)) as [string, unknown[]][];
  const apart = new Set([...pages, ...lists].map(([name]) => name));
  const rest = Object.fromEntries(Object.entries(output).filter(([name]) => !apart.has(name)));
  const fitted: Entry = {
    ...output,
    ...(trimmed(rest, { max: Math.floor(room / 2), sizes, cut }) as Entry),
  };
  let left = room - sizeOf(trimmed(rest, { max: Math.floor(room / 2), sizes, cut }), sizes);
  for (const [name, page] of pages) {
    // Lists beside it can come in parts; the page is what was asked for.
    const own = fitPage(page, { sizes, cut, notes, name, room: Math.floor((left * 2) / 3) });
    fitted[name] = own;
    left -= sizeOf(own, sizes);
  }
  left -= lists.length * 4;
  const max = Math.floor(left / (entryShare * Math.max(1, lists.length)));
  const entries = lists.map(([name, list]) => ({
    name,
    list: list.map((entry) => trimmed(entry, { max, sizes, cut })),
  }));
  const sums = entries.map(({ list }) => list.map((entry) => sizeOf(entry, sizes)));
  const total = sums.flat().reduce((sum, size) => sum + size, 0);
  let parts = Math.max(1, Math.floor(total / left));
  const largest = Math.max(1, ...sums.map((list) => list.length));
  while (parts < largest && !fitsIn(sums, { parts, left })) parts += 1;
  if (part !== undefined && part > parts) throw noSuchPart(part, parts);
  const at = (part ?? 1) - 1;
  const shown: string[] = [];
  for (const { name, list } of entries) {
    const [from, to] = boundsOf(list.length, { parts, at });
    fitted[name] = list.slice(from, to);
    if (to - from < list.length) {
      shown.push(`${name} ${to > from ? `${from + 1} to ${to}` : 'none'} of ${list.length}`);
    }
  }
  if (shown.length > 0) notes.push(wordsOfParts({ shown, part, parts, see }));
  return fitted;
}

function wordsOfParts({
  shown,
  part,
  parts,
  see,
}: { shown: string[]; parts: number } & Pick<FitWish, 'part' | 'see'>): string {
  const which = shown.join(', ');
  if (part === undefined) return `Shown: ${which}.${see === undefined ? '' : ` ${see} has the rest.`}`;
  const next = part < parts ? ` Call again with part ${part + 1} for what comes next.` : '';
  return `Part ${part} of ${parts}: ${which}.${next}`;
}

function boundsOf(length: number, { parts, at }: { parts: number; at: number }): [number, number] {
  const each = Math.ceil(length / parts);
  return [Math.min(length, at * each), Math.min(length, (at + 1) * each)];
}

function fitsIn(sums: readonly number[][], { parts, left }: { parts: number; left: number }): boolean {
  for (let at = 0; at < parts; at += 1) {
    let sum = 0;
    for (const sizes of sums) {
      const [from, to] = boundsOf(sizes.length, { parts, at });
      for (let index = from; index < to; index += 1) sum += sizes[index]!;
    }
    if (sum > left) return false;
  }
  return true;
}

interface Trimming {
  /** Tokens. */
  max: number;
  sizes: Sizes;
  cut: Set<string>;
}

/** A value whose lists, however deep, are cut so that it fits; texts stay, and of each list something. */
function trimmed(value: unknown, { max, sizes, cut }: Trimming, name = ''): unknown {
  const size = sizeOf(value, sizes);
  if (size <= max || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const kept: unknown[] = [];
    let left = max;
    for (const each of value) {
      const entry = trimmed(each, { max: Math.max(1, Math.floor(max / 2)), sizes, cut }, name);
      left -= sizeOf(entry, sizes);
      if (kept.length > 0 && left < 0) break;
      kept.push(entry);
    }
    if (kept.length < value.length) cut.add(name);
    return kept;
  }
  const inner = Object.entries(value);
  const isFixed = (each: unknown) => typeof each !== 'object' || each === null;
  const flexible = inner.reduce((sum, [, each]) => sum + (isFixed(each) ? 0 : sizeOf(each, sizes)), 0);
  const share = Math.max(0, (max - (size - flexible)) / Math.max(1, flexible));
  return Object.fromEntries(
    inner.map(([field, each]) => {
      if (isFixed(each)) return [field, each];
      const own = { max: Math.floor(sizeOf(each, sizes) * share), sizes, cut };
      return [field, trimmed(each, own, name === '' ? field : `${name}.${field}`)];
    }),
  );
}
