/** How sizes, papers and prices look on the wire. Owns those shapes, and that they are made once for each catalogue. */
import { type Currency, toMajor } from '@platen/contracts/money';
import { idPhotoSizeNames, idPhotoSizeOf } from '@platen/contracts/print-layout';
import { z } from 'zod';
import type { PaperTypeTable, SizeTable } from '../db/database-schema.ts';
import {
  type Catalogue,
  ladderKey,
  offeredSizes,
  papersBothSides,
  papersOfSize,
  pricedSidesOf,
  sidesKeywords,
} from './price-rules.ts';

export const sizeShape = z.object({
  code: z.string().describe('What create_order takes as size'),
  name: z.string(),
  name_zh: z.string(),
  width_mm: z.number().describe('Short edge'),
  height_mm: z.number().describe('Long edge'),
  made_for: z.enum(['photo', 'document']),
  borderless: z.boolean().describe('Printed to the edge'),
  paper_types: z.array(z.string()).describe('Codes of the papers this size exists on'),
  two_sided_on: z.array(z.string()).describe('Those of them that can be printed on both sides'),
});

export const paperShape = z.object({
  code: z.string().describe('What create_order takes as paper_type'),
  name: z.string(),
  name_zh: z.string(),
  finish: z.string(),
  weight_gsm: z.int().describe('Grams a square metre'),
  sizes: z.array(z.string()).describe('Codes of the sizes it exists in'),
});

export const priceShape = z.object({
  size: z.string(),
  paper_type: z.string(),
  color_mode: z
    .enum(['color', 'monochrome'])
    .describe('Where a size and paper have no monochrome price, monochrome costs what colour does'),
  sides: z.enum(sidesKeywords).describe('As create_order takes it; both edges of binding cost the same'),
  price: z.number().describe('Of one printed page, in major units of the currency'),
  currency: z.string(),
  breaks: z
    .array(z.object({ min_pages: z.int(), price: z.number() }))
    .describe('Price of a page from this many pages of one item on (pages times quantity)'),
});

export const optionsShape = z.object({
  sizes: z.array(sizeShape),
  paper_types: z.array(paperShape),
  fits: z.array(z.string()).describe('fill crops to cover the sheet, fit leaves white borders'),
  color_modes: z.array(z.string()),
  sides: z.array(z.string()).describe('The two-sided ones where the size has the paper in two_sided_on'),
  page_ranges: z.string().describe('How pages of a document are chosen'),
  borders: z.array(z.string()).describe('What is around a fitted picture'),
  id_photo_sizes: z
    .array(z.object({ code: z.string(), width_mm: z.number(), height_mm: z.number() }))
    .describe('For layout.photo_size of ID photos'),
  delivery_methods: z.array(z.string()),
});

const sizeView = (catalogue: Catalogue, size: SizeTable) => ({
  code: size.code,
  name: size.name,
  name_zh: size.name_zh,
  width_mm: size.x_dimension / 100,
  height_mm: size.y_dimension / 100,
  made_for: size.made_for,
  borderless: size.borderless === 1,
  paper_types: papersOfSize(catalogue, size.code),
  two_sided_on: papersBothSides(catalogue, size.code),
});

const paperView = (catalogue: Catalogue, paper: PaperTypeTable) => ({
  code: paper.code,
  name: paper.name,
  name_zh: paper.name_zh,
  finish: paper.finish,
  weight_gsm: paper.weight_gsm,
  sizes: offeredSizes(catalogue)
    .map((size) => size.code)
    .filter((code) => papersOfSize(catalogue, code).includes(paper.code)),
});

const colorOrder = ['color', 'monochrome'] as const;

function pricesOf(catalogue: Catalogue, currency: Currency) {
  const pairs = offeredSizes(catalogue).flatMap((size) =>
    papersOfSize(catalogue, size.code).map((paper) => ({ size: size.code, paper })),
  );
  const kinds = colorOrder.flatMap((color) => sidesKeywords.map((sides) => ({ color, sides })));
  return pairs.flatMap(({ size, paper }) =>
    kinds.flatMap(({ color, sides }) => {
      const ladder = catalogue.ladders.get(ladderKey(size, paper, color, pricedSidesOf(sides)));
      if (!ladder?.[0]) return [];
      const breaks = ladder.map((row) => ({
        min_pages: row.min_pages,
        price: toMajor(row.unit_minor, currency),
      }));
      const price = breaks[0]!.price;
      return [{ size, paper_type: paper, color_mode: color, sides, price, currency, breaks }];
    }),
  );
}

function viewsOf(catalogue: Catalogue, currency: Currency) {
  const sizes = offeredSizes(catalogue).map((size) => sizeView(catalogue, size));
  const papers = catalogue.papers
    .filter((paper) => paper.enabled === 1)
    .map((paper) => paperView(catalogue, paper))
    .filter((paper) => paper.sizes.length > 0);
  return {
    currency,
    prices: { currency, items: pricesOf(catalogue, currency) },
    sizes: { items: sizes },
    papers: { items: papers },
    options: {
      sizes,
      paper_types: papers,
      fits: ['fill', 'fit'],
      color_modes: ['color', 'monochrome'],
      sides: [...sidesKeywords],
      page_ranges: 'Pages and ranges such as 1-3,5; all pages unless told',
      borders: ['white', 'blurred'],
      id_photo_sizes: idPhotoSizeNames.map((code) => {
        const { width_hmm, height_hmm } = idPhotoSizeOf(code);
        return { code, width_mm: width_hmm / 100, height_mm: height_hmm / 100 };
      }),
      delivery_methods: ['pickup', 'shipping', 'express'],
    },
  };
}

type CatalogueViews = ReturnType<typeof viewsOf>;

const made = new WeakMap<Catalogue, CatalogueViews>();

/** The answers that this catalogue gives; the same objects for as long as it is the same. */
export function catalogueViews(catalogue: Catalogue, currency: Currency): CatalogueViews {
  const known = made.get(catalogue);
  if (known?.currency === currency) return known;
  const views = viewsOf(catalogue, currency);
  made.set(catalogue, views);
  return views;
}
