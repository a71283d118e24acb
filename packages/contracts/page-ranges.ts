/**
 * Which pages of a document are printed, as people write it: `1-3,5`. Owns reading it; the cloud prices by it and the agent
 * asks the printer for it (`page-ranges`, RFC 8011 section 5.2.7). Pure.
 */
import { z } from 'zod';

/** Both ends are printed; pages count from 1. */
export const pageRange = z.strictObject({ first: z.int().min(1), last: z.int().min(1) });
export type PageRange = z.infer<typeof pageRange>;

const maxRanges = 50;

/**
 * The pages that `text` names in a document of `pages` pages: ascending, without overlaps, neighbours joined (RFC 8011 asks
 * for that order). A string says what is wrong with the text, as in `must be …`.
 */
export function readPageRanges(text: string, pages: number): PageRange[] | string {
  const parts = text.replaceAll(/\s/g, '').split(',');
  if (parts.length > maxRanges) return `must be at most ${maxRanges} ranges`;
  const ranges: PageRange[] = [];
  for (const part of parts) {
    const match = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(part);
    if (!match) return 'must be pages and ranges such as 1-3,5';
    const first = Number(match[1]);
    const last = Number(match[2] ?? match[1]);
    if (first < 1 || last < first) return `must be ascending ranges from page 1; ${part} is not`;
    if (last > pages) return `must stay within the document, which has ${pagesText(pages)}; ${part} does not`;
    ranges.push({ first, last });
  }
  return joined(ranges);
}

function joined(ranges: PageRange[]): PageRange[] {
  const result: PageRange[] = [];
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = result.at(-1);
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last);
    else result.push({ first, last });
  }
  return result;
}

/** How many pages these ranges are. */
export const countPages = (ranges: readonly PageRange[]): number =>
  ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);

/** `1-3,5`, the one way in which it is stored. */
export const pageRangesText = (ranges: readonly PageRange[]): string =>
  ranges.map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`)).join(',');

const pagesText = (pages: number): string => (pages === 1 ? '1 page' : `${pages} pages`);
