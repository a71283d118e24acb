/**
 * What the cloud tells an agent to print: everything that a sheet needs, so that the agent never has to ask back.
 * Owns the shape; must never hold names, phones or addresses of customers.
 */
import { z } from 'zod';
import { pageRange } from './page-ranges.ts';
import { printLayout } from './print-layout.ts';

export const printMedia = z.strictObject({
  size_name: z
    .string()
    .max(255)
    .describe('PWG self-describing media size name (PWG 5101.1), e.g. na_index-4x6_4x6in'),
  x_dimension: z
    .int()
    .min(1000)
    .max(200_000)
    .describe('Short edge in hundredths of a millimetre (PWG 5100.7)'),
  y_dimension: z
    .int()
    .min(1000)
    .max(200_000)
    .describe('Long edge in hundredths of a millimetre (PWG 5100.7)'),
  media_type: z
    .string()
    .max(255)
    .describe('media-type keyword (PWG 5100.7), e.g. photographic-glossy, stationery'),
  borderless: z.boolean().describe('Margins of 0 on all four sides'),
});
export type PrintMedia = z.infer<typeof printMedia>;

export const printTicket = z.strictObject({
  job_id: z.uuid(),
  order_no: z.string().max(40),
  item_position: z.int().min(1),
  document: z.strictObject({
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    bytes: z.int().min(1),
    content_type: z.string().max(100).describe('By content: application/pdf, image/jpeg …'),
    pages: z.int().min(1),
  }),
  media: printMedia,
  fit: z.enum(['fill', 'fit']).describe('fill crops to cover the sheet; fit leaves white borders'),
  layout: printLayout.optional().describe('Of pictures'),
  color_mode: z.enum(['color', 'monochrome']).describe('print-color-mode (PWG 5100.13)'),
  sides: z
    .enum(['one-sided', 'two-sided-long-edge', 'two-sided-short-edge'])
    .describe('RFC 8011 section 5.2.8'),
  page_ranges: z
    .array(pageRange)
    .min(1)
    .max(50)
    .optional()
    .describe('Only these pages, ascending (page-ranges, RFC 8011 section 5.2.7); missing: all'),
  copies: z.int().min(1).max(999),
  due_at: z.iso.datetime().optional().describe('When it is promised; missing: the shop promises nothing'),
  product: z
    .strictObject({ size_code: z.string().max(40), order_type: z.enum(['photo', 'document']) })
    .describe("As the price list names it: what a schedule's rules look at"),
  paid_at: z.iso.datetime(),
});
export type PrintTicket = z.infer<typeof printTicket>;
