/**
 * What the cloud tells an agent to print: everything that a sheet needs, so that the agent never has to ask back.
 * Owns the shape; must never hold names, phones or addresses of customers.
 */
import { z } from 'zod';
import { ticketChoices } from './print-choices.ts';

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
  ...ticketChoices,
  copies: z.int().min(1).max(999),
  due_at: z.iso.datetime().optional().describe('When it is promised; missing: the shop promises nothing'),
  product: z
    .strictObject({ size_code: z.string().max(40), order_type: z.enum(['photo', 'document']) })
    .describe("As the price list names it: what a schedule's rules look at"),
  paid_at: z.iso.datetime(),
});
export type PrintTicket = z.infer<typeof printTicket>;
