/**
 * How a picture stands on its paper beyond fill and fit: the part of it that is wanted, what is around it, several on one sheet.
 * Owns the words of tickets and orders for it, and the sizes of ID photos. No I/O.
 */
import { z } from 'zod';

const share = (what: string) => z.number().min(0).max(1).describe(what);

/** A rectangle of the upright picture; both ends must lie within it. */
const cropShares = {
  left: share('From the left, share of the upright width'),
  top: share('From the top, share of the height'),
  width: share('Share of the width'),
  height: share('Share of the height'),
};

/** The least part of a side that can be cropped to. */
const minShare = 0.01;
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
  width >= minShare &&
  height >= minShare &&
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

/** How the head stands in an ID photo: hundredths of a millimetre from chin to crown, and from the crown to the upper edge. */
interface HeadRule {
  head_min_hmm: number;
  head_max_hmm: number;
  crown_min_hmm: number;
  crown_max_hmm: number;
  /** What says so; `custom` where studios do it so and no text demands it. */
  source: string;
}

/** Two thirds of the height, a tenth of it above the crown. */
const customary = (heightHmm: number): HeadRule => ({
  head_min_hmm: Math.round(heightHmm * 0.6),
  head_max_hmm: Math.round(heightHmm * 0.72),
  crown_min_hmm: Math.round(heightHmm * 0.06),
  crown_max_hmm: Math.round(heightHmm * 0.14),
  source: 'custom: the head takes two thirds of the height',
});

/**
 * Width and height in hundredths of a millimetre, upright, and how large the head is. China: one inch 25 x 35 and two inches 35 x 49 as
 * studios print them, small one inch 22 x 32 (driving licence), small two inches 35 x 45, passport 33 x 48, identity card 26 x 32.
 */
const idPhotoSizes = {
  '35x45': {
    width_hmm: 3500,
    height_hmm: 4500,
    head: {
      head_min_hmm: 3150,
      head_max_hmm: 3600,
      crown_min_hmm: 200,
      crown_max_hmm: 700,
      source: 'ICAO Doc 9303-3, ISO/IEC 19794-5: the head takes 70 to 80 % of the height',
    },
  },
  '2x2in': {
    width_hmm: 5080,
    height_hmm: 5080,
    head: {
      head_min_hmm: 2540,
      head_max_hmm: 3493,
      crown_min_hmm: 200,
      crown_max_hmm: 800,
      source:
        'US Department of State: 1 to 1 3/8 inches from chin to crown, eyes 1 1/8 to 1 3/8 inches above the lower edge',
    },
  },
  'cn-1inch': { width_hmm: 2500, height_hmm: 3500, head: customary(3500) },
  'cn-small-1inch': {
    width_hmm: 2200,
    height_hmm: 3200,
    head: {
      head_min_hmm: 1900,
      head_max_hmm: 2200,
      crown_min_hmm: 200,
      crown_max_hmm: 500,
      source: 'Chinese driving licences: the head is 19 to 22 mm long and 14 to 16 mm wide',
    },
  },
  'cn-2inch': { width_hmm: 3500, height_hmm: 4900, head: customary(4900) },
  'cn-small-2inch': { width_hmm: 3500, height_hmm: 4500, head: customary(4500) },
  'cn-passport': {
    width_hmm: 3300,
    height_hmm: 4800,
    head: {
      head_min_hmm: 2800,
      head_max_hmm: 3300,
      crown_min_hmm: 300,
      crown_max_hmm: 500,
      source:
        'Chinese passports: the head is 28 to 33 mm long and 15 to 22 mm wide, 3 to 5 mm below the upper edge',
    },
  },
  'cn-id-card': {
    width_hmm: 2600,
    height_hmm: 3200,
    head: {
      head_min_hmm: 1950,
      head_max_hmm: 2350,
      crown_min_hmm: 50,
      crown_max_hmm: 250,
      source:
        'GA 461: 358 x 441 pixels, the head 207 wide, 7 to 21 below the upper edge; the length follows from the width',
    },
  },
  '50x70': {
    width_hmm: 5000,
    height_hmm: 7000,
    head: {
      head_min_hmm: 3100,
      head_max_hmm: 3600,
      crown_min_hmm: 600,
      crown_max_hmm: 1800,
      source: 'Government of Canada: 31 to 36 mm from chin to crown',
    },
  },
} as const satisfies Record<string, { width_hmm: number; height_hmm: number; head: HeadRule }>;
export type IdPhotoSize = keyof typeof idPhotoSizes;

/** The names of the ID photo sizes. */
export const idPhotoSizeNames = Object.keys(idPhotoSizes) as [IdPhotoSize, ...IdPhotoSize[]];

/** How large such a photo is, upright. */
export const idPhotoSizeOf = (name: IdPhotoSize): { width_hmm: number; height_hmm: number } => {
  const { width_hmm, height_hmm } = idPhotoSizes[name];
  return { width_hmm, height_hmm };
};

/** The same with how large the head is in it. */
export const idPhotoRuleOf = (name: IdPhotoSize): { width_hmm: number; height_hmm: number; head: HeadRule } =>
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

/** The layout of an item as orders and quotes show it. */
export const shownLayout = {
  crop: z
    .object({
      left: z.number(),
      top: z.number(),
      width: z.number(),
      height: z.number(),
      if_other_shape: z.enum(['extend', 'refuse']),
    })
    .nullable()
    .describe('null: as fit says'),
  border: z.enum(['white', 'blurred']).nullable().describe('null: white, where fit leaves any'),
  layout: z
    .object({
      kind: z.enum(['id_photo', 'contact_sheet']),
      photo_size: z.enum(idPhotoSizeNames).optional(),
      columns: z.int().optional(),
      rows: z.int().optional(),
      captions: z.boolean().optional(),
    })
    .nullable()
    .describe('Several on one sheet; null: one'),
  slip: z.boolean(),
};

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
