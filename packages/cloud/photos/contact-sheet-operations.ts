/** Contact sheets of the caller's own photos: one operation of REST, which answers when they are made. */
import { id, line, wholeNumber } from '@platen/contracts/shapes';
import { maxColumns, maxRows } from '@platen/imaging/layout/contact-grid-rules';
import { z } from 'zod';
import { defineOperation } from '../operation/operation.ts';
import { createContactSheets } from './contact-sheet-making.ts';
import { planContactSheets } from './contact-sheet-plan.ts';
import { contactSheetsShape } from './contact-sheet-view.ts';

const minPhotos = 2;
const maxPhotos = 200;
const countError = `must be a list of ${minPhotos} to ${maxPhotos} photo ids`;
const gapError = 'must be a number from 0 to 20';

export const contactSheetOperations = [
  defineOperation({
    name: 'create_contact_sheets',
    title: 'Make contact sheets of photos',
    summary: `Puts ${minPhotos} to ${maxPhotos} photos (photo_id from upload_photo) on sheets of a print size, several on each, in the order of photo_ids: each photo upright and whole, with its number or file name below. Every sheet becomes a new photo of the account, a JPEG in the exact shape of the paper at 300 dpi, to be looked at, checked and ordered like any other (photo_id of create_order, with the same size). Answers when they are made: the photo_id of each sheet, and what lies where on it. Without columns and rows the photos are as large as they can be on as few sheets as show them well. The photos themselves are not changed, and may be deleted afterwards.`,
    rest: { method: 'POST', path: '/api/photos/contact-sheets' },
    access: 'customer',
    effect: 'create',
    input: z.strictObject({
      photo_ids: z
        .array(id('From upload_photo'), { error: countError })
        .min(minPhotos, { error: countError })
        .max(maxPhotos, { error: countError })
        .describe('The photos as they are to be read: rows from the top, each from the left'),
      size: line(1, 40).describe('Print size, e.g. 4x6; a code from get_print_options'),
      columns: wholeNumber(1, maxColumns).optional().describe('Photos side by side; left out: chosen'),
      rows: wholeNumber(1, maxRows).optional().describe('Photos below each other; left out: chosen'),
      captions: z
        .enum(['number', 'filename', 'none'])
        .default('number')
        .describe(
          'Below each photo: its number in photo_ids, from 1; or its file name without ending (Latin, Greek, Cyrillic, Chinese, Japanese, Korean …), and the number where it has characters that are not drawn here (Arabic, Hebrew, Indic, Thai, emoji): caption_note says so',
        ),
      background: z.enum(['white', 'black']).default('white').describe('Around the photos'),
      gap_mm: z
        .number({ error: gapError })
        .min(0, { error: gapError })
        .max(20, { error: gapError })
        .default(3)
        .describe('Between two photos, in millimetres; the edge of the paper is at least 5 mm away'),
      orientation: z
        .enum(['portrait', 'landscape'])
        .optional()
        .describe('How the sheet is held; left out: whichever shows the photos larger'),
    }),
    output: contactSheetsShape,
    run: async (context, input) =>
      await createContactSheets(context, await planContactSheets(context, input)),
  }),
];
