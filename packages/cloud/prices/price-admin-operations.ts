/** What admins change about prices: one ladder at a time, for a size, a paper, a colour mode and sides. */
import { AppError } from '@platen/contracts/app-error';
import { toMajor } from '@platen/contracts/money';
import { line, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import { amountInput, readAmount } from '../operation/amount-input.ts';
import { defineOperation } from '../operation/operation.ts';
import { changeCatalogue } from './catalogue-change.ts';
import {
  type Catalogue,
  findPaper,
  findSize,
  pricedSidesOf,
  refuseLadder,
  type SidesKeyword,
  sidesKeywords,
} from './price-rules.ts';
import { type LadderName, readCatalogue, replaceLadder } from './price-store.ts';

const ladderInput = {
  size: line(1, 40).describe('From list_all_sizes'),
  paper_type: line(1, 40).describe('From list_all_paper_types'),
  color_mode: z.enum(['color', 'monochrome']).default('color').describe('The ladder for this colour'),
  sides: z
    .enum(sidesKeywords)
    .default('one-sided')
    .describe('The ladder for these sides; both edges of binding share one'),
};

const rung = z.strictObject({
  min_pages: wholeNumber(1, 1_000_000).describe('From this many pages of an item on'),
  price: amountInput.describe('Of one printed page, in major units'),
});

const ladderShape = z.object({
  size: z.string(),
  paper_type: z.string(),
  color_mode: z.enum(['color', 'monochrome']),
  sides: z.enum(sidesKeywords),
  breaks: z.array(z.object({ min_pages: z.int(), price: z.number() })),
});

interface NamedLadder {
  size: string;
  paper_type: string;
  color_mode: 'color' | 'monochrome';
  sides: SidesKeyword;
}

/** The ladder with codes as they are stored. Throws unprocessable for what doesn't exist. */
function ladderOf(catalogue: Catalogue, input: NamedLadder): LadderName {
  const size = findSize(catalogue, input.size);
  if (!size) throw new AppError('unprocessable', `size: there is no "${input.size}".`);
  const paper = findPaper(catalogue, input.paper_type);
  if (!paper) throw new AppError('unprocessable', `paper_type: there is no "${input.paper_type}".`);
  const sides = pricedSidesOf(input.sides);
  return { size_code: size.code, paper_code: paper.code, color_mode: input.color_mode, sides };
}

const targetOf = (ladder: LadderName): string =>
  `${ladder.size_code}/${ladder.paper_code}/${ladder.color_mode}/${ladder.sides}`;

const named = (ladder: LadderName, sides: SidesKeyword) => ({
  size: ladder.size_code,
  paper_type: ladder.paper_code,
  color_mode: ladder.color_mode,
  sides,
});

export const priceAdminOperations = [
  defineOperation({
    name: 'list_all_prices',
    title: 'All prices',
    summary:
      'Returns every ladder of prices that was set, those of disabled sizes and papers and those that nothing can be ordered by too.',
    rest: { method: 'GET', path: '/api/admin/prices' },
    access: 'admin',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({
      currency: z.string(),
      items: z.array(ladderShape.extend({ sides: z.enum(['one-sided', 'two-sided-long-edge']) })),
    }),
    async run({ database, currency }) {
      // Not from memory: whoever edits prices sees what is stored.
      const { ladders } = await readCatalogue(database.query);
      const items = [...ladders.values()].map((rows) => {
        const { sides, ...ladder } = rows[0]!;
        const breaks = rows.map(({ min_pages, unit_minor }) => ({
          min_pages,
          price: toMajor(unit_minor, currency),
        }));
        const shownSides = sides === 'one-sided' ? ('one-sided' as const) : ('two-sided-long-edge' as const);
        return { ...named({ ...ladder, sides }, shownSides), sides: shownSides, breaks };
      });
      return { currency, items };
    },
  }),
  defineOperation({
    name: 'set_price',
    title: 'Set prices',
    summary:
      'Sets the price of a printed page for a size and paper type, in colour or monochrome, one-sided or two-sided, with its lower prices for many pages; what was there before is replaced. A size exists on a paper once it has a one-sided colour price; a two-sided price makes both sides available. Orders that exist keep their prices.',
    rest: { method: 'PUT', path: '/api/admin/prices' },
    access: 'admin',
    effect: 'update',
    audit: 'price',
    input: z.strictObject({
      ...ladderInput,
      breaks: z
        .array(rung)
        .min(1, { error: 'must be a list of 1 to 20 prices' })
        .max(20, { error: 'must be a list of 1 to 20 prices' })
        .describe('The price from 1 page on, and lower ones for more'),
    }),
    output: ladderShape,
    async run(context, input) {
      const refusal = refuseLadder(input.breaks.map(({ min_pages }) => ({ minPages: min_pages })));
      if (refusal) throw new AppError('malformed', `breaks: ${refusal}`);
      const prices = input.breaks.map((each, index) => ({
        min_pages: each.min_pages,
        unit_minor: readAmount(`breaks[${index}].price`, each.price, context.currency),
      }));
      return await changeCatalogue(context, async (tx) => {
        const ladder = ladderOf(await readCatalogue(tx), input);
        const rows = prices
          .map((price) => ({ ...ladder, ...price }))
          .toSorted((a, b) => a.min_pages - b.min_pages);
        await replaceLadder(tx, ladder, rows);
        const breaks = rows.map(({ min_pages, unit_minor }) => ({
          min_pages,
          price: toMajor(unit_minor, context.currency),
        }));
        return {
          target: targetOf(ladder),
          detail: { breaks },
          output: { ...named(ladder, input.sides), breaks },
        };
      });
    },
  }),
  defineOperation({
    name: 'delete_price',
    title: 'Remove prices',
    summary:
      'Removes a ladder of prices. Without its one-sided colour price a size is no longer offered on that paper; without its two-sided prices it is no longer offered on both sides.',
    rest: { method: 'DELETE', path: '/api/admin/prices' },
    access: 'admin',
    effect: 'delete',
    audit: 'price',
    input: z.strictObject(ladderInput),
    output: ladderShape,
    async run(context, input) {
      return await changeCatalogue(context, async (tx) => {
        const ladder = ladderOf(await readCatalogue(tx), input);
        await replaceLadder(tx, ladder, []);
        return {
          target: targetOf(ladder),
          detail: {},
          output: { ...named(ladder, input.sides), breaks: [] },
        };
      });
    },
  }),
];
