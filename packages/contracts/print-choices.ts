/**
 * What a customer chooses about how an item is printed: the one description that the input of orders and pre-orders, an item's row,
 * its views, tickets and what a printer is asked for take their fields from. Owns those shapes; prices and decides nothing.
 */
import { z } from 'zod';
import { pageRange } from './page-ranges.ts';
import {
  printLayout,
  shownLayout,
  type WantedArrangement,
  wantedArrangement,
  wantedCrop,
} from './print-layout.ts';
import { line } from './shapes.ts';

/** Kept with an item, shown, told to the agent and asked of the printer in these very words. */
export const plainChoices = {
  /** As print-color-mode of PWG 5100.13. */
  color_mode: z.enum(['color', 'monochrome']),
  /** RFC 8011 section 5.2.8. */
  sides: z.enum(['one-sided', 'two-sided-long-edge', 'two-sided-short-edge']),
};
export type PlainChoices = z.output<z.ZodObject<typeof plainChoices>>;

/** What is printed where nothing was chosen. */
export const unchosen: PlainChoices = { color_mode: 'color', sides: 'one-sided' };

const plainNames = Object.keys(unchosen) as (keyof PlainChoices)[];

/** The plain ones of what something has; `unchosen` for those that it lacks. */
export const plainChoicesOf = (chosen: Chosen<PlainChoices>): PlainChoices =>
  Object.fromEntries(plainNames.map((name) => [name, chosen[name] ?? unchosen[name]])) as PlainChoices;

/** Some of these fields, which may be undefined. */
type Chosen<Fields> = { [name in keyof Fields]?: Fields[name] | undefined };

const fit = z.enum(['fill', 'fit']);

/** As orders and quotes show them; an item's row keeps them as JSON of this. */
export const itemChoices = {
  page_ranges: z.string().nullable().describe('null: all pages of the document'),
  fit,
  ...shownLayout,
  ...plainChoices,
};
export interface ItemChoices extends Omit<z.output<z.ZodObject<typeof itemChoices>>, 'layout'> {
  layout: WantedArrangement | null;
}

/** As an order item has them. */
export const wantedChoices = {
  fit: fit.optional().describe('fill crops to cover the sheet (default of photo sizes), fit leaves borders'),
  color_mode: plainChoices.color_mode
    .default(unchosen.color_mode)
    .describe('monochrome is cheaper for documents'),
  sides: plainChoices.sides
    .default(unchosen.sides)
    .describe('Turned like a book (long edge) or a pad (short edge)'),
  page_ranges: line(1, 300).optional().describe('Pages to print and pay, e.g. "1-3,5"; default: all'),
  crop: wantedCrop.optional().describe('Only this part of a picture'),
  border: z
    .enum(['white', 'blurred'])
    .optional()
    .describe('Around a fitted picture; blurred: the picture itself, large'),
  layout: wantedArrangement
    .optional()
    .describe(
      'Several on a sheet. id_photo: copies in an exact size with cut marks, as many as fit, cut by the head unless crop says otherwise (refused without one clear face); contact_sheet: pages of a TIFF in a grid, a sheet is paid as a page',
    ),
  slip: z.boolean().optional().describe('A line with order number and date at the foot of a picture'),
} satisfies Record<keyof ItemChoices, z.ZodType>;
export type WantedChoices = Chosen<z.output<z.ZodObject<typeof wantedChoices>>>;

/** As a pre-order has them, for all its photos or for each. */
export const preOrderChoices = {
  fit: wantedChoices.fit,
  color_mode: plainChoices.color_mode.optional().describe('Default color'),
  sides: plainChoices.sides
    .optional()
    .describe('Turned like a book (long edge) or a pad (short edge); default one-sided'),
} satisfies Record<'fit' | keyof PlainChoices, z.ZodType>;
export type PreOrderChoices = Chosen<z.output<z.ZodObject<typeof preOrderChoices>>>;

/** As a ticket has them. */
export const ticketChoices = {
  fit: fit.describe('fill crops to cover the sheet; fit leaves white borders'),
  layout: printLayout.optional().describe('Of pictures'),
  ...plainChoices,
  page_ranges: z
    .array(pageRange)
    .min(1)
    .max(50)
    .optional()
    .describe('Only these pages, ascending (page-ranges, RFC 8011 section 5.2.7); missing: all'),
};
export type TicketChoices = z.output<z.ZodObject<typeof ticketChoices>>;
