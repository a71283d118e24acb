/**
 * What an order costs: items by the price table, the coupon's discount, the shipping fee, the total, to the cent.
 * Pure: catalogue, documents and coupon are handed in.
 */
import { AppError } from '@platen/contracts/app-error';
import { countPages, pageRangesText, readPageRanges } from '@platen/contracts/page-ranges';
import {
  type ItemChoices,
  type PlainChoices,
  plainChoicesOf,
  type WantedChoices,
} from '@platen/contracts/print-choices';
import type { CouponDiscount } from '../coupons/coupon-rules.ts';
import type { DocumentTable } from '../documents/document-tables.ts';
import {
  type Catalogue,
  findPaper,
  findSize,
  offeredSizes,
  papersBothSides,
  papersOfSize,
  pricedSidesOf,
  unitPriceMinor,
} from '../prices/price-rules.ts';
import type { PaperTypeTable, SizeTable } from '../prices/price-tables.ts';
import { fitWithLayout, type ItemLayout, layoutOf, printedPages, refuseLayout } from './item-layout-rules.ts';

export interface WantedItem extends WantedChoices {
  document_id?: string | undefined;
  photo_id?: string | undefined;
  size: string;
  paper_type: string;
  quantity: number;
}

export interface PricedItem {
  document: DocumentTable;
  size: SizeTable;
  paper: PaperTypeTable;
  quantity: number;
  /** Printed pages of one copy. */
  pages: number;
  choices: ItemChoices;
  unitMinor: number;
  amountMinor: number;
}

/** Most pages that one order may come to: a slip of the finger must not empty a shop's trays. */
const maxPages = 20_000;

interface ItemPlace {
  documents: ReadonlyMap<string, DocumentTable>;
  /** From 0, as the client counts. */
  position: number;
}

/** Prices one item. Throws not_found for a document that isn't the caller's, unprocessable for what isn't offered. */
export function priceItem(catalogue: Catalogue, item: WantedItem, place: ItemPlace): PricedItem {
  const document = documentOf(item, place);
  const { size, paper } = sheetOf(catalogue, item, place);
  const chosen = pagesOf(document, item, place);
  const layout = checkedLayout(item, { document, size, place });
  const pages = printedPages(chosen.pages, layout);
  const plain = plainChoicesOf(item);
  const sides = sidesOf(catalogue, plain, { size, paper, pages, place });
  const printed = pages * item.quantity;
  if (printed > maxPages) fail(place, 'quantity', `${printed} pages are more than one order may have.`);
  const unitMinor = unitPriceMinor(catalogue, {
    sizeCode: size.code,
    paperCode: paper.code,
    color: plain.color_mode,
    sides: pricedSidesOf(sides),
    pages: printed,
  })!;
  return {
    document,
    size,
    paper,
    pages,
    choices: {
      page_ranges: chosen.pageRanges,
      fit: fitWithLayout(layout, { fit: item.fit, madeFor: size.made_for }),
      ...layout,
      ...plain,
      sides,
    },
    unitMinor,
    quantity: item.quantity,
    amountMinor: unitMinor * printed,
  };
}

function fail({ position }: ItemPlace, field: string, sentence: string): never {
  throw new AppError('unprocessable', `items[${position}].${field}: ${sentence}`);
}

function documentOf(item: WantedItem, { documents, position }: ItemPlace): DocumentTable {
  const document = documents.get(item.photo_id ?? item.document_id ?? '');
  if (document) return document;
  const field = item.photo_id === undefined ? 'document_id' : 'photo_id';
  throw new AppError('not_found', `items[${position}].${field}: no such upload in this account.`);
}

function sheetOf(catalogue: Catalogue, item: WantedItem, place: ItemPlace) {
  const size = findSize(catalogue, item.size);
  const papers = size?.enabled === 1 ? papersOfSize(catalogue, size.code) : [];
  if (!size || papers.length === 0) {
    const known = offeredSizes(catalogue).map((each) => each.code);
    return fail(place, 'size', `"${item.size}" is not offered; sizes are ${known.join(', ')}.`);
  }
  const paper = findPaper(catalogue, item.paper_type);
  if (!paper || !papers.includes(paper.code)) {
    const sentence = `"${item.paper_type}" is not offered in ${size.code}; it comes on ${papers.join(', ')}.`;
    return fail(place, 'paper_type', sentence);
  }
  return { size, paper };
}

function checkedLayout(
  item: WantedItem,
  { document, size, place }: { document: DocumentTable; size: SizeTable; place: ItemPlace },
): ItemLayout {
  const layout = layoutOf(item);
  const refusal = refuseLayout(layout, { document, size, fit: item.fit });
  if (refusal) return fail(place, refusal.field, refusal.sentence);
  return layout;
}

function pagesOf(document: DocumentTable, { page_ranges: text }: WantedItem, place: ItemPlace) {
  if (text === undefined) return { pages: document.pages, pageRanges: null };
  const ranges = readPageRanges(text, document.pages);
  if (typeof ranges === 'string') return fail(place, 'page_ranges', `${ranges}.`);
  const pages = countPages(ranges);
  // All pages is what is printed without ranges: no printer has to understand them.
  return { pages, pageRanges: pages === document.pages ? null : pageRangesText(ranges) };
}

interface Sheet {
  size: SizeTable;
  paper: PaperTypeTable;
  pages: number;
  place: ItemPlace;
}

/** A single page has no back: it is printed and priced one-sided, whatever was asked for. */
function sidesOf(
  catalogue: Catalogue,
  { sides }: PlainChoices,
  { size, paper, pages, place }: Sheet,
): PlainChoices['sides'] {
  if (sides === 'one-sided') return sides;
  const papers = papersBothSides(catalogue, size.code);
  if (!papers.includes(paper.code)) {
    const where = papers.length > 0 ? `only on ${papers.join(', ')}` : 'on no paper';
    return fail(place, 'sides', `${size.code} can be printed on both sides ${where}.`);
  }
  return pages === 1 ? 'one-sided' : sides;
}

/** Throws unprocessable when the items together are too much. */
export function checkOrderPages(items: readonly PricedItem[]): void {
  const pages = items.reduce((sum, item) => sum + item.pages * item.quantity, 0);
  if (pages > maxPages)
    throw new AppError('unprocessable', `items: ${pages} pages are more than one order may have.`);
}

const subtotalOf = (items: readonly Pick<PricedItem, 'amountMinor'>[]): number =>
  items.reduce((sum, item) => sum + item.amountMinor, 0);

export interface OrderTotal {
  subtotalMinor: number;
  /** All that is taken off, the part of the shipping fee included. */
  discountMinor: number;
  /** By item, in their order. */
  itemDiscounts: number[];
  shippingMinor: number;
  shippingDiscountMinor: number;
  totalMinor: number;
}

/** Adds an order up: subtotal - discount + shipping = total. */
export function totalOf(
  items: readonly Pick<PricedItem, 'amountMinor'>[],
  { discount, shippingMinor }: { discount: CouponDiscount | undefined; shippingMinor: number },
): OrderTotal {
  const subtotalMinor = subtotalOf(items);
  const itemDiscounts = discount?.items ?? items.map(() => 0);
  const shippingDiscountMinor = discount?.shippingMinor ?? 0;
  const discountMinor = itemDiscounts.reduce((sum, part) => sum + part, 0) + shippingDiscountMinor;
  const totalMinor = subtotalMinor - discountMinor + shippingMinor;
  return { subtotalMinor, discountMinor, itemDiscounts, shippingMinor, shippingDiscountMinor, totalMinor };
}

/** What the number of an item's sheets follows from. */
export interface SheetsOfItem extends Pick<PricedItem, 'pages'> {
  choices: Pick<ItemChoices, 'sides'>;
}

/** Sheets of paper in one copy of an item. */
export const sheetsOf = ({ pages, choices }: SheetsOfItem): number =>
  choices.sides === 'one-sided' ? pages : Math.ceil(pages / 2);
