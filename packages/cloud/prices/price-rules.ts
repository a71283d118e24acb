/** What can be ordered, what goes together and what a page costs. Pure: the rows are handed in. */
import { type PlainChoices, plainChoices } from '@platen/contracts/print-choices';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import type { PaperTypeTable, PriceTable, SizeTable } from './price-tables.ts';

export type ColorMode = PriceTable['color_mode'];
/** What a price tells apart; which edge is bound costs the same. */
export type PricedSides = PriceTable['sides'];

/** How an order says it (IPP `sides`, RFC 8011 section 5.2.8), and so everything that speaks to clients. */
export const sidesKeywords = plainChoices.sides.options;
export type SidesKeyword = PlainChoices['sides'];

export const pricedSidesOf = (sides: SidesKeyword): PricedSides =>
  sides === 'one-sided' ? 'one-sided' : 'two-sided';

/** What is put into a printer for a size on a paper, in the words of a ticket. */
export const mediaOf = (size: SizeTable, paper: PaperTypeTable): PrintTicket['media'] => ({
  size_name: size.media_size,
  x_dimension: size.x_dimension,
  y_dimension: size.y_dimension,
  media_type: paper.media_type,
  borderless: size.borderless === 1,
});

export interface CatalogueRows {
  sizes: SizeTable[];
  papers: PaperTypeTable[];
  /** By min_pages, ascending. */
  prices: PriceTable[];
}

/** Everything that can be ordered and what it costs, ready to be asked. Disabled sizes and papers are in it. */
export interface Catalogue extends CatalogueRows {
  /** Changes whenever anything in it does. */
  version: string;
  ladders: ReadonlyMap<string, readonly PriceTable[]>;
}

/** Under what `ladders` has the prices of these. */
export const ladderKey = (size: string, paper: string, color: ColorMode, sides: PricedSides): string =>
  `${size}|${paper}|${color}|${sides}`;

/** Sorts the prices into ladders. */
export function catalogueOf(rows: CatalogueRows, version: string): Catalogue {
  const ladders = Map.groupBy(rows.prices, (price) =>
    ladderKey(price.size_code, price.paper_code, price.color_mode, price.sides),
  );
  return { ...rows, version, ladders };
}

/** The size a customer means: any case, and `6x4` for `4x6`. Disabled ones too. Undefined when there is none. */
export function findSize({ sizes }: Catalogue, code: string): SizeTable | undefined {
  const wanted = code.trim().toLowerCase();
  const turned = wanted.split('x').reverse().join('x');
  return (
    sizes.find((size) => size.code.toLowerCase() === wanted) ??
    sizes.find((size) => size.code.toLowerCase() === turned)
  );
}

/** The paper a customer means. Disabled ones too. */
export function findPaper({ papers }: Catalogue, code: string): PaperTypeTable | undefined {
  const wanted = code.trim().toLowerCase();
  return papers.find((paper) => paper.code.toLowerCase() === wanted);
}

/** Sizes that can be ordered: enabled, and on some paper. */
export const offeredSizes = (catalogue: Catalogue): SizeTable[] =>
  catalogue.sizes.filter((size) => size.enabled === 1 && papersOfSize(catalogue, size.code).length > 0);

/** Codes of the enabled papers that a size exists on. */
export function papersOfSize(catalogue: Catalogue, sizeCode: string): string[] {
  return catalogue.papers
    .filter((paper) => paper.enabled === 1)
    .map((paper) => paper.code)
    .filter((code) => catalogue.ladders.has(ladderKey(sizeCode, code, 'color', 'one-sided')));
}

/** Codes of the papers on which this size can be printed on both sides. */
export const papersBothSides = (catalogue: Catalogue, sizeCode: string): string[] =>
  papersOfSize(catalogue, sizeCode).filter((paperCode) =>
    catalogue.ladders.has(ladderKey(sizeCode, paperCode, 'color', 'two-sided')),
  );

/** Price of one printed page in minor units when an item has this many; undefined when it isn't offered. */
export function unitPriceMinor(
  { ladders }: Catalogue,
  wanted: { sizeCode: string; paperCode: string; color: ColorMode; sides: PricedSides; pages: number },
): number | undefined {
  const { sizeCode, paperCode, sides } = wanted;
  // What has no price of its own in black costs what it costs in colour: a photo, say.
  const ladder =
    ladders.get(ladderKey(sizeCode, paperCode, wanted.color, sides)) ??
    ladders.get(ladderKey(sizeCode, paperCode, 'color', sides));
  return ladder?.findLast((price) => price.min_pages <= wanted.pages)?.unit_minor;
}

/** Why these rungs are no price ladder, in a sentence; undefined when they are. */
export function refuseLadder(rungs: readonly { minPages: number }[]): string | undefined {
  if (!rungs.some((rung) => rung.minPages === 1)) return 'must have a price from 1 page on';
  if (new Set(rungs.map((rung) => rung.minPages)).size < rungs.length)
    return 'must name each number of pages once';
  return undefined;
}
