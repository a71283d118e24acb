/** How sizes, papers and prices look on the wire. Owns those shapes, and that they are made once for each catalogue. */
import { type Currency, toMajor } from '@platen/contracts/money';
import { idPhotoRuleOf, idPhotoSizeNames } from '@platen/contracts/print-layout';
import { z } from 'zod';
import {
  type Catalogue,
  findPaper,
  findSize,
  ladderKey,
  offeredSizes,
  papersBothSides,
  papersOfSize,
  pricedSidesOf,
  type SidesKeyword,
  sidesKeywords,
} from '../prices/price-rules.ts';
import type { PaperTypeTable, SizeTable } from '../prices/price-tables.ts';
import type { Abilities } from '../printers/printer-abilities-cache.ts';
import { listUnavailable, refuseOffer, type ShopOffer, type UnavailableOption } from './offer-rules.ts';

const unavailable_because = z
  .string()
  .nullable()
  .describe('Why no printer can make it, so that it can not be ordered now; null: it can');

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
  unavailable_because,
});

export const paperShape = z.object({
  code: z.string().describe('What create_order takes as paper_type'),
  name: z.string(),
  name_zh: z.string(),
  finish: z.string(),
  weight_gsm: z.int().describe('Grams a square metre'),
  sizes: z.array(z.string()).describe('Codes of the sizes it exists in'),
  unavailable_because,
});

export const priceShape = z.object({
  size: z.string(),
  paper_type: z.string(),
  color_mode: z
    .enum(['color', 'monochrome'])
    .describe('Where a size and paper have no monochrome price, monochrome costs what colour does'),
  sides: z.enum(sidesKeywords).describe('As create_order takes it; both edges of binding cost the same'),
  price: z.number().describe('Of one printed page, in major units of the currency'),
  breaks: z
    .array(z.object({ min_pages: z.int(), price: z.number() }))
    .describe(
      'What a page costs from this many pages of one item on (pages times quantity); empty: always the same',
    ),
  unavailable_because: unavailable_because
    .unwrap()
    .optional()
    .describe('Why no printer can make it now; missing: it can be ordered'),
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
    .array(
      z.object({
        code: z.string(),
        width_mm: z.number(),
        height_mm: z.number(),
        head_mm: z
          .object({ min: z.number(), max: z.number() })
          .describe('From chin to crown; without crop the photo is cut so'),
        head_source: z.string(),
      }),
    )
    .describe('For layout.photo_size of ID photos'),
  delivery_methods: z.array(z.string()),
  unavailable: z
    .array(
      z.object({
        option: z.enum(['size', 'paper_type', 'color_mode', 'sides']),
        value: z.string(),
        because: z.string(),
      }),
    )
    .describe('Choices that no printer can make now; orders of them are refused'),
});

/** What is sold at present, and why the rest isn't. */
interface Offer {
  catalogue: Catalogue;
  shops: readonly ShopOffer[];
  unavailable: UnavailableOption[];
}

const becauseOf = (
  { unavailable }: Offer,
  option: UnavailableOption['option'],
  value: string,
): string | null => unavailable.find((one) => one.option === option && one.value === value)?.because ?? null;

const sizeView = (offer: Offer, size: SizeTable) => ({
  code: size.code,
  name: size.name,
  name_zh: size.name_zh,
  width_mm: size.x_dimension / 100,
  height_mm: size.y_dimension / 100,
  made_for: size.made_for,
  borderless: size.borderless === 1,
  paper_types: papersOfSize(offer.catalogue, size.code),
  two_sided_on: papersBothSides(offer.catalogue, size.code),
  unavailable_because: becauseOf(offer, 'size', size.code),
});

const paperView = (offer: Offer, paper: PaperTypeTable) => ({
  code: paper.code,
  name: paper.name,
  name_zh: paper.name_zh,
  finish: paper.finish,
  weight_gsm: paper.weight_gsm,
  sizes: offeredSizes(offer.catalogue)
    .map((size) => size.code)
    .filter((code) => papersOfSize(offer.catalogue, code).includes(paper.code)),
  unavailable_because: becauseOf(offer, 'paper_type', paper.code),
});

const colorOrder = ['color', 'monochrome'] as const;

function priceRefusal({ catalogue, shops }: Offer, { color, sides, ...row }: Priced): string | null {
  const size = findSize(catalogue, row.size);
  const paper = findPaper(catalogue, row.paper);
  if (!size || !paper) return null;
  return refuseOffer(catalogue, shops, { size, paper, color, sides })?.sentence ?? null;
}

interface Priced {
  size: string;
  paper: string;
  color: (typeof colorOrder)[number];
  sides: SidesKeyword;
}

function pricesOf(offer: Offer, currency: Currency) {
  const { catalogue } = offer;
  const pairs = offeredSizes(catalogue).flatMap((size) =>
    papersOfSize(catalogue, size.code).map((paper) => ({ size: size.code, paper })),
  );
  const kinds = colorOrder.flatMap((color) => sidesKeywords.map((sides) => ({ color, sides })));
  return pairs.flatMap(({ size, paper }) =>
    kinds.flatMap(({ color, sides }) => {
      const ladder = catalogue.ladders.get(ladderKey(size, paper, color, pricedSidesOf(sides)));
      if (!ladder?.[0]) return [];
      const [first, ...later] = ladder;
      const breaks = later.map((row) => ({
        min_pages: row.min_pages,
        price: toMajor(row.unit_minor, currency),
      }));
      const price = toMajor(first!.unit_minor, currency);
      const because = priceRefusal(offer, { size, paper, color, sides });
      return [
        {
          size,
          paper_type: paper,
          color_mode: color,
          sides,
          price,
          breaks,
          // Left out where there is nothing to say: the list is long, and assistants read all of it.
          ...(because !== null && { unavailable_because: because }),
        },
      ];
    }),
  );
}

function viewsOf(catalogue: Catalogue, abilities: Abilities, currency: Currency) {
  const shops = [...abilities.shops.values()];
  const offer: Offer = { catalogue, shops, unavailable: listUnavailable(catalogue, shops) };
  const sizes = offeredSizes(catalogue).map((size) => sizeView(offer, size));
  const papers = catalogue.papers
    .filter((paper) => paper.enabled === 1)
    .map((paper) => paperView(offer, paper))
    .filter((paper) => paper.sizes.length > 0);
  const prices = pricesOf(offer, currency);
  return {
    currency,
    abilities,
    prices: { currency, items: prices },
    catalogue: { currency, sizes, paper_types: papers, prices },
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
        const { width_hmm, height_hmm, head } = idPhotoRuleOf(code);
        return {
          code,
          width_mm: width_hmm / 100,
          height_mm: height_hmm / 100,
          head_mm: { min: head.head_min_hmm / 100, max: head.head_max_hmm / 100 },
          head_source: head.source,
        };
      }),
      delivery_methods: ['pickup', 'shipping', 'express'],
      unavailable: offer.unavailable,
    },
  };
}

type CatalogueViews = ReturnType<typeof viewsOf>;

const made = new WeakMap<Catalogue, CatalogueViews>();

/** The answers that this catalogue and these printers give; the same objects for as long as both are the same. */
export function catalogueViews(
  catalogue: Catalogue,
  abilities: Abilities,
  currency: Currency,
): CatalogueViews {
  const known = made.get(catalogue);
  if (known?.currency === currency && known.abilities === abilities) return known;
  const views = viewsOf(catalogue, abilities, currency);
  made.set(catalogue, views);
  return views;
}
