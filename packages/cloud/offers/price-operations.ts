/** Prices and print options: what can be ordered and what it costs. The same for every account, from memory. */
import { z } from 'zod';
import type { Context } from '../context.ts';
import { defineOperation } from '../operation/operation.ts';
import { currentCatalogue } from '../prices/catalogue-cache.ts';
import { currentAbilities } from '../printers/printer-abilities-cache.ts';
import { catalogueViews, optionsShape, paperShape, priceShape, sizeShape } from './price-view.ts';

const nothing = z.strictObject({});

const viewsNow = async (context: Pick<Context, 'database' | 'now' | 'currency'>) =>
  catalogueViews(await currentCatalogue(context), await currentAbilities(context), context.currency);

export const priceOperations = [
  defineOperation({
    name: 'get_print_prices',
    title: 'Print prices',
    summary:
      'What prints cost: the price of a printed page for every size and paper type, in colour and monochrome, one- and two-sided, with the lower prices for many pages.',
    rest: { method: 'GET', path: '/api/prices' },
    tool: { group: 'prices', core: true, answer: 'described', longAnswer: 'in parts' },
    access: 'customer',
    effect: 'read',
    etag: true,
    input: nothing,
    output: z.object({ currency: z.string(), items: z.array(priceShape) }),
    run: async (context) => (await viewsNow(context)).prices,
  }),
  defineOperation({
    name: 'get_catalogue',
    title: 'What is sold, for everybody',
    summary:
      'Returns sizes, papers and prices as visitors see them who have no account yet: the same as get_print_options and get_print_prices, without a key.',
    rest: { method: 'GET', path: '/api/prices/catalogue' },
    access: 'public',
    effect: 'read',
    etag: true,
    input: nothing,
    output: z.object({
      currency: z.string(),
      sizes: z.array(sizeShape),
      paper_types: z.array(paperShape),
      prices: z.array(priceShape),
    }),
    run: async (context) => (await viewsNow(context)).catalogue,
  }),
  defineOperation({
    name: 'get_print_options',
    title: 'Print options',
    summary:
      'Returns every size and kind of paper (paper_type) there is, which go together, the choices of an order item, and why one can not be ordered now. Its codes are what size and paper_type take.',
    rest: { method: 'GET', path: '/api/print-options' },
    tool: { group: 'prices', core: true, answer: 'described', longAnswer: 'in parts' },
    access: 'customer',
    effect: 'read',
    etag: true,
    input: nothing,
    output: optionsShape,
    run: async (context) => (await viewsNow(context)).options,
  }),
  defineOperation({
    name: 'list_sizes',
    title: 'Sizes',
    summary: 'Returns every size that can be ordered, in millimetres, and the papers it exists on.',
    rest: { method: 'GET', path: '/api/print-options/sizes' },
    access: 'customer',
    effect: 'read',
    etag: true,
    input: nothing,
    output: z.object({ items: z.array(sizeShape) }),
    run: async (context) => (await viewsNow(context)).sizes,
  }),
  defineOperation({
    name: 'list_paper_types',
    title: 'Paper types',
    summary: 'Returns every paper type that can be ordered and the sizes it exists in.',
    rest: { method: 'GET', path: '/api/print-options/paper-types' },
    access: 'customer',
    effect: 'read',
    etag: true,
    input: nothing,
    output: z.object({ items: z.array(paperShape) }),
    run: async (context) => (await viewsNow(context)).papers,
  }),
];
