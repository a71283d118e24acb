/** How made contact sheets look on the wire. Owns that shape; decides nothing. */
import { type CaptionGap, paperMm } from '@platen/imaging/layout/contact-sheet-places';
import { z } from 'zod';
import type { DocumentTable } from '../documents/document-tables.ts';
import { type LinkDeps, photoShape, photoView } from '../documents/document-view.ts';
import type { PlacedPhoto, SheetsPlan } from './contact-sheet-plan.ts';

const photoOnSheet = z.object({
  photo_id: z.uuid(),
  number: z.int().describe('In photo_ids, from 1'),
  column: z.int().describe('From 1, from the left'),
  row: z.int().describe('From 1, from the top'),
  caption: z.string().nullable().describe('What is written below it'),
  caption_note: z
    .string()
    .nullable()
    .describe('Why its number stands there instead of its file name; null: what was asked for stands there'),
  left_px: z.int().describe('Where the photo is on the sheet, in its pixels, from the top left'),
  top_px: z.int(),
  width_px: z.int(),
  height_px: z.int(),
  width_mm: z.number().describe('On paper'),
  height_mm: z.number(),
  ppi: z
    .int()
    .describe(
      'Pixels of the photo per inch of paper; with less than 150 it looks soft, and the check of the sheet does not tell',
    ),
});

export const contactSheetsShape = z.object({
  photo_ids: z.array(z.uuid()).describe('Of the sheets, in their order: photos for create_order'),
  size: z.string().describe('The print size to order them in'),
  orientation: z.enum(['portrait', 'landscape']),
  columns: z.int(),
  rows: z.int(),
  cells_per_sheet: z.int(),
  dpi: z.int(),
  sheets: z.array(
    z.object({
      photo: photoShape,
      photos: z.array(photoOnSheet).describe('What lies where, in reading order'),
    }),
  ),
});

type Plan = Pick<SheetsPlan, 'size' | 'grid' | 'places' | 'sheets'>;

const captionNotes: Record<CaptionGap, string> = {
  characters:
    'The file name has characters that are not drawn here (of a script that runs from right to left or joins its letters, or emoji).',
  room: 'The file name has no room below so small a picture.',
  empty: 'The file name is nothing but its ending.',
};

const photoOnSheetView = (
  { photo, index, caption, captionGap, place }: PlacedPhoto,
  { grid, places }: Plan,
) => {
  const at = index % places.cells.length;
  return {
    photo_id: photo.id,
    number: index + 1,
    column: (at % grid.columns) + 1,
    row: Math.floor(at / grid.columns) + 1,
    caption: caption || null,
    caption_note: captionGap ? captionNotes[captionGap] : null,
    left_px: place.leftPx,
    top_px: place.topPx,
    width_px: place.widthPx,
    height_px: place.heightPx,
    width_mm: paperMm(place.widthPx, places.dpi),
    height_mm: paperMm(place.heightPx, places.dpi),
    ppi: Math.round(((photo.width_px ?? place.widthPx) / place.widthPx) * places.dpi),
  };
};

/** `rows`: the new photos, one for each sheet of the plan. */
export function contactSheetsView(deps: LinkDeps, plan: Plan, rows: readonly DocumentTable[]) {
  const { size, grid, places, sheets } = plan;
  return {
    photo_ids: rows.map((row) => row.id),
    size: size.code,
    orientation: grid.widthHmm > grid.heightHmm ? ('landscape' as const) : ('portrait' as const),
    columns: grid.columns,
    rows: grid.rows,
    cells_per_sheet: places.cells.length,
    dpi: places.dpi,
    sheets: rows.map((row, index) => ({
      photo: photoView(deps, row),
      photos: sheets[index]!.map((placed) => photoOnSheetView(placed, plan)),
    })),
  };
}
