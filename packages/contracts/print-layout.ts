/**
 * How a picture stands on its paper beyond fill and fit: the part of it that is wanted, what is around it, several on one sheet.
 * Owns the words of tickets and orders for it, and the sizes of ID photos. No I/O.
 */
import { z } from 'zod';

const share = (what: string) => z.number().min(0).max(1).describe(what);

/** A rectangle of the upright picture; both ends must lie within it. */
const cropShares = {
  left: share('From the left edge, as a share of the upright width'),
  top: share('From the top, as a share of the height'),
  width: share('As a share of the width'),
  height: share('As a share of the height'),
};

/** The least part of a side that can be cropped to. */
const leastShare = 0.01;
/** What adding two shares may be off. */
const roundingShare = 1e-6;

const isWithin = ({
  left,
  top,
  width,
  height,
}: {
  left: number;
  top: number;
  width: number;
  height: number;
}) =>
  width >= leastShare &&
  height >= leastShare &&
  left + width <= 1 + roundingShare &&
  top + height <= 1 + roundingShare;

const withinPicture = { error: 'must lie within the picture, and be at least 0.01 wide and high' };

/** As an order item has it. */
export const wantedCrop = z
  .strictObject({
    ...cropShares,
    if_other_shape: z
      .enum(['extend', 'refuse'])
      .default('extend')
      .describe('Of another shape than the paper: extend shows more around it, refuse refuses the order'),
  })
  .refine(isWithin, withinPicture);
export type WantedCrop = z.infer<typeof wantedCrop>;

/**
 * Width and height in hundredths of a millimetre. China: one inch 25 x 35 and two inches 35 x 49 as studios print them, small one
 * inch 22 x 32, small two inches 35 x 45, passport 33 x 48, identity card 26 x 32. ICAO Doc 9303: 35 x 45. USA: 2 x 2 inches.
 * Canada: 50 x 70.
 */
const idPhotoSizes = {
  '35x45': { width_hmm: 3500, height_hmm: 4500 },
  '2x2in': { width_hmm: 5080, height_hmm: 5080 },
  'cn-1inch': { width_hmm: 2500, height_hmm: 3500 },
  'cn-small-1inch': { width_hmm: 2200, height_hmm: 3200 },
  'cn-2inch': { width_hmm: 3500, height_hmm: 4900 },
  'cn-small-2inch': { width_hmm: 3500, height_hmm: 4500 },
  'cn-passport': { width_hmm: 3300, height_hmm: 4800 },
  'cn-id-card': { width_hmm: 2600, height_hmm: 3200 },
  '50x70': { width_hmm: 5000, height_hmm: 7000 },
} as const;
export type IdPhotoSize = keyof typeof idPhotoSizes;

/** The names of the ID photo sizes. */
export const idPhotoSizeNames = Object.keys(idPhotoSizes) as [IdPhotoSize, ...IdPhotoSize[]];

/** How large such a photo is, upright. */
export const idPhotoSizeOf = (name: IdPhotoSize): { width_hmm: number; height_hmm: number } =>
  idPhotoSizes[name];

const contactSheet = z.strictObject({
  kind: z.literal('contact_sheet'),
  columns: z.int().min(1).max(10).describe('Pictures side by side'),
  rows: z.int().min(1).max(15).describe('Pictures below each other'),
  captions: z.boolean().default(true).describe('The number of its page under each picture'),
});

/** As an order item has it. */
export const wantedArrangement = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('id_photo'),
    photo_size: z
      .enum(idPhotoSizeNames)
      .describe(
        'Millimetres, or a customary name: cn-1inch is 25 x 35 mm, cn-2inch 35 x 49, cn-passport 33 x 48',
      ),
  }),
  contactSheet,
]);
export type WantedArrangement = z.infer<typeof wantedArrangement>;

/** As a ticket has it. */
export const printLayout = z.strictObject({
  crop: z.strictObject(cropShares).refine(isWithin, withinPicture).optional(),
  border: z.literal('blurred').optional().describe('What fit leaves free; white where it is missing'),
  arrangement: z
    .discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('id_photo'),
        width_hmm: z.int().min(500).max(20_000),
        height_hmm: z.int().min(500).max(20_000),
      }),
      contactSheet,
    ])
    .optional(),
  slip: z
    .literal(true)
    .optional()
    .describe('A line with order, item, copies and date at the foot of each sheet'),
});
export type PrintLayout = z.infer<typeof printLayout>;

/** Printed pages that so many pages of a file come to. */
export const pagesWithLayout = (
  pages: number,
  arrangement: WantedArrangement | PrintLayout['arrangement'] | undefined,
): number =>
  arrangement?.kind === 'contact_sheet' ? Math.ceil(pages / (arrangement.columns * arrangement.rows)) : pages;
