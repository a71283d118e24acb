/** What is to be made for a request for contact sheets: checked, and where everything stands. Owns the refusals; makes nothing. */
import { AppError } from '@platen/contracts/app-error';
import { type ContactGrid, chooseGrid } from '@platen/imaging/layout/contact-grid-rules';
import {
  type CaptionGap,
  type CaptionKind,
  type Captions,
  type ContactSheetPlaces,
  captionsOf,
  pictureInCell,
  placeContactSheet,
} from '@platen/imaging/layout/contact-sheet-places';
import type { PixelArea } from '@platen/imaging/layout/photo-layout';
import type { SheetBackground } from '@platen/imaging/sheet/sheet-file';
import type { Context } from '../context.ts';
import { listDocumentsByIds } from '../documents/document-store.ts';
import type { DocumentTable } from '../documents/document-tables.ts';
import { currentCatalogue } from '../prices/catalogue-cache.ts';
import { findSize, offeredSizes } from '../prices/price-rules.ts';
import type { SizeTable } from '../prices/price-tables.ts';

export interface WantedSheets {
  photo_ids: string[];
  size: string;
  columns?: number | undefined;
  rows?: number | undefined;
  captions: CaptionKind;
  background: SheetBackground;
  gap_mm: number;
  orientation?: 'portrait' | 'landscape' | undefined;
}

/** A photo on its sheet; `cell` and `place` in pixels of the sheet. */
export interface PlacedPhoto {
  photo: DocumentTable;
  /** In the request, from 0. */
  index: number;
  caption: string;
  /** Why it is a number where the name was asked for. */
  captionGap: CaptionGap | undefined;
  cell: PixelArea;
  place: PixelArea;
}

export interface SheetsPlan {
  size: SizeTable;
  grid: ContactGrid;
  places: ContactSheetPlaces;
  captionDot: Captions['dot'];
  background: SheetBackground;
  /** What stands on each sheet. */
  sheets: PlacedPhoto[][];
}

/** What one request may make: each sheet is a file of some megabytes. */
const maxSheets = 20;

/** Throws not_found for a photo that isn't the caller's, unprocessable for what no sheet can be made of. */
export async function planContactSheets(context: Context, wanted: WantedSheets): Promise<SheetsPlan> {
  const photos = await getPhotos(context, wanted.photo_ids);
  const size = await getSize(context, wanted.size);
  const pictures = photos.map(sizeOf);
  const grid = chooseGrid({
    aspects: pictures.map(({ widthPx, heightPx }) => widthPx / heightPx),
    paper: { widthHmm: size.x_dimension, heightHmm: size.y_dimension },
    gapHmm: Math.round(wanted.gap_mm * 100),
    hasCaptions: wanted.captions !== 'none',
    columns: wanted.columns,
    rows: wanted.rows,
    orientation: wanted.orientation,
  });
  const places = grid && placeContactSheet(grid, pictures);
  if (!grid || !places) throw noRoom(wanted, size);
  if (grid.sheets > maxSheets) throw tooManySheets(wanted, grid);
  const { texts, gaps, dot } = captionsOf(
    photos.map(({ filename }) => filename),
    { kind: wanted.captions, cellWidthPx: places.cells[0]!.widthPx, dpi: places.dpi },
  );
  const perSheet = places.cells.length;
  const placed = photos.map((photo, index): PlacedPhoto => {
    const cell = places.cells[index % perSheet]!;
    const place = pictureInCell(pictures[index]!, cell);
    return { photo, index, caption: texts[index]!, captionGap: gaps[index], cell, place };
  });
  const sheets = Array.from({ length: grid.sheets }, (_, sheet) =>
    placed.slice(sheet * perSheet, (sheet + 1) * perSheet),
  );
  return { size, grid, places, captionDot: dot, background: wanted.background, sheets };
}

const sizeOf = ({ width_px, height_px }: DocumentTable) => ({
  widthPx: Math.max(1, width_px ?? 1),
  heightPx: Math.max(1, height_px ?? 1),
});

/** In the order of the ids, each as often as it is named. */
async function getPhotos({ database, caller }: Context, ids: readonly string[]): Promise<DocumentTable[]> {
  const wanted = { ids: [...new Set(ids)], accountId: caller.accountId };
  const found = await listDocumentsByIds(database.query, wanted);
  const photos = new Map(found.filter(({ kind }) => kind === 'photo').map((photo) => [photo.id, photo]));
  return ids.map((id, index) => {
    const photo = photos.get(id);
    if (!photo) throw new AppError('not_found', `photo_ids[${index}]: no such photo.`);
    return photo;
  });
}

async function getSize(context: Context, code: string): Promise<SizeTable> {
  const catalogue = await currentCatalogue(context);
  const offered = offeredSizes(catalogue);
  const size = findSize({ ...catalogue, sizes: offered }, code);
  if (size) return size;
  const known = offered.map((each) => each.code).join(', ');
  throw new AppError('unprocessable', `size: "${code}" is not offered; sizes are ${known}.`);
}

function noRoom({ columns, rows }: WantedSheets, { code }: SizeTable): AppError {
  const field = columns !== undefined ? 'columns' : rows !== undefined ? 'rows' : 'gap_mm';
  const sentence = `${field}: ${code} has no room for so many photos of at least 5 mm; ask for fewer on a sheet, a smaller gap_mm or a larger size.`;
  return new AppError('unprocessable', sentence);
}

function tooManySheets({ photo_ids }: WantedSheets, { sheets, columns, rows }: ContactGrid): AppError {
  const sentence = `photo_ids: ${photo_ids.length} photos come to ${sheets} sheets of ${columns * rows}, and ${maxSheets} can be made at a time; ask for more on a sheet, or for fewer photos.`;
  return new AppError('unprocessable', sentence);
}
