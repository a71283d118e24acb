/**
 * Owns what stands where on a contact sheet of several photos, in its pixels: cells, the picture in each, captions. By the same
 * cells as the pages of one file get on a sheet (sheet-cells.ts). Pure numbers; must never touch pixels or files.
 */
import type { ContactGrid } from './contact-grid-rules.ts';
import { type DotSize, isDrawable, lettersWithin } from './glyph-text.ts';
import { layoutPhoto, type PixelArea } from './photo-layout.ts';
import { dotOf, gridCells } from './sheet-cells.ts';
import { placesOf } from './sheet-geometry.ts';

/** What print labs work with; larger paper gets fewer. */
const SHEET_DPI = 300;
/** 20 inches at 300 dpi. */
const MAX_SIDE_PX = 6000;
const HMM_PER_INCH = 2540;
const MM_PER_INCH = 25.4;

/** `cells`: those of a whole sheet, row by row. */
export type ContactSheetPlaces = { widthPx: number; heightPx: number; dpi: number; cells: PixelArea[] };

/** The pixels of the upright picture. */
type PictureSize = { widthPx: number; heightPx: number };

const layoutIn = (size: PictureSize, cell: PictureSize) =>
  layoutPhoto({
    ...{ sourceWidthPx: size.widthPx, sourceHeightPx: size.heightPx },
    ...{ widthPx: cell.widthPx, heightPx: cell.heightPx },
    ...{ fit: 'fit', dpi: SHEET_DPI, keepsUpright: true },
  });

/** All of a picture in the middle of its cell. */
export function pictureInCell(size: PictureSize, cell: PixelArea): PixelArea {
  const { placement } = layoutIn(size, cell);
  return { ...placement, leftPx: cell.leftPx + placement.leftPx, topPx: cell.topPx + placement.topPx };
}

/**
 * The places on each of the sheets. Cells are no larger than the largest of these pictures needs, so that gaps are even where all
 * have one shape. Undefined when there is no room.
 */
export function placeContactSheet(
  grid: ContactGrid,
  pictures: readonly PictureSize[],
): ContactSheetPlaces | undefined {
  const longestHmm = Math.max(grid.widthHmm, grid.heightHmm);
  const dpi = Math.min(SHEET_DPI, Math.floor((MAX_SIDE_PX * HMM_PER_INCH) / longestHmm));
  const marginsHmm = { top: 0, right: 0, bottom: 0, left: 0 };
  const { widthHmm, heightHmm } = grid;
  const places = placesOf({ widthHmm, heightHmm, dpiX: dpi, dpiY: dpi, marginsHmm });
  const largest = (cell: PictureSize): PictureSize => {
    const fitted = pictures.map((size) => layoutIn(size, cell).placement);
    return {
      widthPx: Math.max(...fitted.map(({ widthPx }) => widthPx)),
      heightPx: Math.max(...fitted.map(({ heightPx }) => heightPx)),
    };
  };
  const cells = gridCells(places, { ...grid, largest });
  return cells && { widthPx: places.widthPx, heightPx: places.heightPx, dpi, cells };
}

/** Letters 2.4 mm high, and 1.8 mm where names are long. */
const DOTS_HMM = [30, 25] as const;
/** A name of which less than this can be shown says nothing. */
const LEAST_LETTERS = 8;
const GAP_MARK = '..';

export type CaptionKind = 'number' | 'filename' | 'none';
export type Captions = { texts: string[]; dot: DotSize };

const stemOf = (filename: string): string => filename.replace(/\.[A-Za-z0-9]{2,5}$/, '').trim();

/** Cameras number at the end, people name at the beginning: what is left out is in the middle. */
function shortened(text: string, letters: number): string {
  if (text.length <= letters) return text;
  const head = Math.ceil((letters - GAP_MARK.length) / 2);
  return text.slice(0, head) + GAP_MARK + text.slice(text.length - (letters - GAP_MARK.length - head));
}

/**
 * What is written under each picture, the first being number 1. A name with a character that these letters don't have, or that
 * has no room, gives way to the number: what stands there is always true.
 */
export function captionsOf(
  filenames: readonly string[],
  { kind, cellWidthPx, dpi }: { kind: CaptionKind; cellWidthPx: number; dpi: number },
): Captions {
  const dots = DOTS_HMM.map((dotHmm) => dotOf({ dpiX: dpi, dpiY: dpi }, dotHmm)) as [DotSize, DotSize];
  if (kind === 'none') return { texts: filenames.map(() => ''), dot: dots[0] };
  const stems = filenames.map((name) =>
    kind === 'filename' && isDrawable(stemOf(name)) ? stemOf(name) : '',
  );
  const longest = Math.max(...stems.map((stem) => stem.length));
  const dot = longest <= lettersWithin(dots[0], cellWidthPx) ? dots[0] : dots[1];
  const letters = lettersWithin(dot, cellWidthPx);
  const texts = stems.map((stem, index) => {
    const hasRoom = stem.length <= letters || letters >= LEAST_LETTERS;
    return stem !== '' && hasRoom ? shortened(stem, letters) : String(index + 1);
  });
  return { texts, dot };
}

/** Pixels of the sheet to millimetres of the paper, to a tenth. */
export const paperMm = (lengthPx: number, dpi: number): number =>
  Math.round((lengthPx / dpi) * MM_PER_INCH * 10) / 10;
