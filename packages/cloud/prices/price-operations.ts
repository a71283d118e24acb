/** Prices and print options: what can be ordered and what it costs. The same for every account. */
import { type Currency, toMajor } from '@platen/contracts/money';
import { z } from 'zod';
import type { PaperTypeTable, SizeTable } from '../db/database-schema.ts';
import { defineOperation } from '../operation.ts';
import { papersOfSize } from './price-rules.ts';
import { type Catalogue, readCatalogue } from './price-store.ts';

const sizeShape = z.object({
  code: z.string().describe('What create_order takes as size'),
  name: z.string(),
  width_mm: z.number().describe('Short edge'),
  height_mm: z.number().describe('Long edge'),
  made_for: z.enum(['photo', 'document']),
  borderless: z.boolean().describe('Printed to the edge'),
  paper_types: z.array(z.string()).describe('Codes of the papers this size exists on'),
});

const paperShape = z.object({
  code: z.string().describe('What create_order takes as paper_type'),
  name: z.string(),
  finish: z.string(),
  weight_gsm: z.int().describe('Grams a square metre'),
  sizes: z.array(z.string()).describe('Codes of the sizes it exists in'),
});

const priceShape = z.object({
  size: z.string(),
  paper_type: z.string(),
  price: z.number().describe('Of one printed page, in major units of the currency'),
  currency: z.string(),
  breaks: z
    .array(z.object({ min_sheets: z.int(), price: z.number() }))
    .describe('Price of a page from this many pages of one item on (pages times quantity)'),
});

const sizesOf = (catalogue: Catalogue) =>
  catalogue.sizes.map((size: SizeTable) => ({
    code: size.code,
    name: size.name,
    width_mm: size.x_dimension / 100,
    height_mm: size.y_dimension / 100,
    made_for: size.made_for,
    borderless: size.borderless === 1,
    paper_types: papersOfSize(catalogue, size.code),
  }));

const papersOf = (catalogue: Catalogue) =>
  catalogue.papers.map((paper: PaperTypeTable) => ({
    code: paper.code,
    name: paper.name,
    finish: paper.finish,
    weight_gsm: paper.weight_gsm,
    sizes: catalogue.sizes
      .map((size) => size.code)
      .filter((code) => papersOfSize(catalogue, code).includes(paper.code)),
  }));

const pricesOf = (catalogue: Catalogue, currency: Currency) =>
  catalogue.sizes.flatMap((size) =>
    papersOfSize(catalogue, size.code).map((paperCode) => {
      const rows = catalogue.prices.filter(
        (price) => price.size_code === size.code && price.paper_code === paperCode,
      );
      const breaks = rows.map((row) => ({
        min_sheets: row.min_sheets,
        price: toMajor(row.unit_minor, currency),
      }));
      return { size: size.code, paper_type: paperCode, price: breaks[0]!.price, currency, breaks };
    }),
  );

const nothing = z.strictObject({});

export const priceOperations = [
  defineOperation({
    name: 'get_print_prices',
    title: 'Print prices',
    summary:
      'Returns the price of one printed page for every size and paper type that go together, with the lower prices for many pages. Needs nothing; use it before create_order.',
    rest: { method: 'GET', path: '/api/prices' },
    tool: true,
    access: 'customer',
    effect: 'read',
    input: nothing,
    output: z.object({ currency: z.string(), items: z.array(priceShape) }),
    async run({ database, currency }) {
      return { currency, items: pricesOf(await readCatalogue(database.query), currency) };
    },
  }),
  defineOperation({
    name: 'get_print_options',
    title: 'Print options',
    summary:
      'Returns every size and paper type that can be ordered, which go together, and the choices an order item has. Needs nothing; its codes are what create_order takes as size and paper_type.',
    rest: { method: 'GET', path: '/api/print-options' },
    tool: true,
    access: 'customer',
    effect: 'read',
    input: nothing,
    output: z.object({
      sizes: z.array(sizeShape),
      paper_types: z.array(paperShape),
      fits: z.array(z.string()).describe('fill crops to cover the sheet, fit leaves white borders'),
      color_modes: z.array(z.string()),
      delivery_methods: z.array(z.string()),
    }),
    async run({ database }) {
      const catalogue = await readCatalogue(database.query);
      return {
        sizes: sizesOf(catalogue),
        paper_types: papersOf(catalogue),
        fits: ['fill', 'fit'],
        color_modes: ['color', 'monochrome'],
        delivery_methods: ['pickup'],
      };
    },
  }),
  defineOperation({
    name: 'list_sizes',
    title: 'Sizes',
    summary: 'Returns every size that can be ordered, in millimetres, and the papers it exists on.',
    rest: { method: 'GET', path: '/api/print-options/sizes' },
    tool: false,
    access: 'customer',
    effect: 'read',
    input: nothing,
    output: z.object({ items: z.array(sizeShape) }),
    async run({ database }) {
      return { items: sizesOf(await readCatalogue(database.query)) };
    },
  }),
  defineOperation({
    name: 'list_paper_types',
    title: 'Paper types',
    summary: 'Returns every paper type that can be ordered and the sizes it exists in.',
    rest: { method: 'GET', path: '/api/print-options/paper-types' },
    tool: false,
    access: 'customer',
    effect: 'read',
    input: nothing,
    output: z.object({ items: z.array(paperShape) }),
    async run({ database }) {
      return { items: papersOf(await readCatalogue(database.query)) };
    },
  }),
];
