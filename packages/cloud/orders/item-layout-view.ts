/** How an item's layout looks on the wire, in an order and in a quote. Owns that shape; decides nothing. */
import { idPhotoSizeNames } from '@platen/contracts/print-layout';
import { z } from 'zod';
import type { ItemLayout } from './item-layout-rules.ts';

/** The fields of a priced item that are about its layout. */
export const itemLayoutShape = {
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

export const itemLayoutView = (asked: ItemLayout | undefined) => ({
  crop: asked?.crop ?? null,
  border: asked?.border ?? null,
  layout: asked?.layout ?? null,
  slip: asked?.slip ?? false,
});
