/**
 * Ladders of prices as they are typed into a grid: `1.20; 50: 1.00; 200: 0.80` is 1.20 a page, 1.00 from 50 pages on. Owns that writing, what
 * is wrong with one, and what a change does to what is sold. Pure.
 */
import { type Currency, isCurrency, toMinor } from '@platen/contracts/money';

export interface Rung {
  min_pages: number;
  price: number;
}

export type LadderProblem = 'unreadable' | 'no-first' | 'twice' | 'decimals' | 'too-many';

export type LadderReading = { rungs: Rung[] } | { problem: LadderProblem; part: string };

export const priceColumns = [
  { color_mode: 'color', sides: 'one-sided' },
  { color_mode: 'color', sides: 'two-sided-long-edge' },
  { color_mode: 'monochrome', sides: 'one-sided' },
  { color_mode: 'monochrome', sides: 'two-sided-long-edge' },
] as const;

export interface PriceCell {
  size: string;
  paper_type: string;
  color_mode: 'color' | 'monochrome';
  sides: 'one-sided' | 'two-sided-long-edge';
}

export const cellKey = ({ size, paper_type, color_mode, sides }: PriceCell): string =>
  [size, paper_type, color_mode, sides].join('|');

const maxRungs = 20;
const maxPages = 1_000_000;

const decimalsOf = (currency: string): number => (currency === 'JPY' ? 0 : 2);

/** A ladder as it stands in its cell; empty for none. */
export function ladderText(rungs: readonly Rung[], currency: string): string {
  const priceText = (price: number) => price.toFixed(decimalsOf(currency));
  return rungs
    .toSorted((a, b) => a.min_pages - b.min_pages)
    .map(({ min_pages, price }) => (min_pages === 1 ? priceText(price) : `${min_pages}: ${priceText(price)}`))
    .join('; ');
}

/** What was typed, with any of the usual signs between the parts. Nothing at all is a ladder without rungs: not sold. */
export function readLadder(typed: string, currency: string): LadderReading {
  const parts = typed
    .normalize('NFKC')
    .split(/[;,、\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const rungs: Rung[] = [];
  for (const part of parts) {
    const found = /^(?:(\d{1,7})\s*[:+]\s*)?(\d{1,7}(?:\.(\d+))?)$/.exec(part);
    if (!found) return { problem: 'unreadable', part };
    const [, from = '1', price = ''] = found;
    const min_pages = Number(from);
    if (min_pages < 1 || min_pages > maxPages) return { problem: 'unreadable', part };
    const isKnown = isCurrency(currency) && toMinor(Number(price), currency as Currency) === undefined;
    if (isKnown) return { problem: 'decimals', part };
    if (rungs.some((rung) => rung.min_pages === min_pages)) return { problem: 'twice', part };
    rungs.push({ min_pages, price: Number(price) });
  }
  if (rungs.length > maxRungs) return { problem: 'too-many', part: String(rungs.length) };
  if (rungs.length > 0 && !rungs.some(({ min_pages }) => min_pages === 1))
    return { problem: 'no-first', part: parts[0] ?? '' };
  return { rungs: rungs.toSorted((a, b) => a.min_pages - b.min_pages) };
}

export const isSameLadder = (one: readonly Rung[], other: readonly Rung[]): boolean =>
  one.length === other.length &&
  one.every(({ min_pages, price }, index) => {
    const against = other[index]!;
    return against.min_pages === min_pages && against.price === price;
  });

/** More pages cost more a page: allowed, and hardly meant. */
export const isRising = (rungs: readonly Rung[]): boolean =>
  rungs.some(({ price }, index) => index > 0 && price > rungs[index - 1]!.price);

export interface PriceChange {
  cell: PriceCell;
  before: readonly Rung[];
  after: readonly Rung[];
}

export type Consequence =
  | 'offered'
  | 'not-offered'
  | 'two-sided'
  | 'not-two-sided'
  | 'as-color'
  | 'never-offered'
  | 'rising';

/** What a change does to what can be ordered, beside its price. `hasColor`: whether the pair has a one-sided colour price afterwards. */
export function consequencesOf(
  { cell, before, after }: PriceChange,
  { hasColor }: { hasColor: boolean },
): Consequence[] {
  const isNew = before.length === 0 && after.length > 0;
  const isGone = before.length > 0 && after.length === 0;
  const isMain = cell.color_mode === 'color' && cell.sides === 'one-sided';
  const found: Consequence[] = [];
  if (isMain && isNew) found.push('offered');
  if (isMain && isGone) found.push('not-offered');
  if (!isMain && after.length > 0 && !hasColor) found.push('never-offered');
  if (cell.color_mode === 'color' && !isMain && isNew) found.push('two-sided');
  if (cell.color_mode === 'color' && !isMain && isGone) found.push('not-two-sided');
  if (cell.color_mode === 'monochrome' && isGone) found.push('as-color');
  if (isRising(after)) found.push('rising');
  return found;
}

/** By how much the first price changes, 0.25 for a quarter more; undefined where there was none or none is left. */
export function changeShare({ before, after }: PriceChange): number | undefined {
  const [from, to] = [before[0]?.price, after[0]?.price];
  return from === undefined || to === undefined || from === 0 ? undefined : to / from - 1;
}
