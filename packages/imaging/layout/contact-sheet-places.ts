/**
 * Owns what stands where on a contact sheet of several photos, in its pixels: cells, the picture in each, captions. By the same
 * cells as the pages of one file get on a sheet (sheet-cells.ts). Pure numbers; must never touch pixels or files.
 */
import { type ContactGrid, sheetDpiOf } from './contact-grid-rules.ts';
import { type DotSize, fittingText, isDrawable, textToDraw, textWidthPx } from './glyph-text.ts';
import { layoutPhoto, type PixelArea } from './photo-layout.ts';
import { dotOf, gridCells } from './sheet-cells.ts';
import { placesOf } from './sheet-geometry.ts';

const mmPerInch = 25.4;

/** `cells`: those of a whole sheet, row by row. */
export interface ContactSheetPlaces {
  widthPx: number;
  heightPx: number;
  dpi: number;
  cells: PixelArea[];
}

/** The pixels of the upright picture. */
interface PictureSize {
  widthPx: number;
  heightPx: number;
}

const layoutIn = (size: PictureSize, cell: PictureSize) =>
  layoutPhoto({
    sourceWidthPx: size.widthPx,
    sourceHeightPx: size.heightPx,
    widthPx: cell.widthPx,
    heightPx: cell.heightPx,
    fit: 'fit',
    dpi: 300,
    keepsUpright: true,
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
  const dpi = sheetDpiOf(longestHmm);
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

/** A name of which less than this can be shown says nothing. */
const minLetters = 8;
const letterDots = 8;

export type CaptionKind = 'number' | 'filename' | 'none';
/** Why a number stands where a name was asked for: it has characters that aren't drawn, no room, or there is nothing of it. */
export type CaptionGap = 'characters' | 'room' | 'empty';
export interface Captions {
  texts: string[];
  gaps: (CaptionGap | undefined)[];
  dot: DotSize;
}

const stemOf = (filename: string): string => textToDraw(filename.replace(/\.[A-Za-z0-9]{2,5}$/, ''));

interface Cell {
  dot: DotSize;
  widthPx: number;
}

function gapOf(stem: string, { dot, widthPx }: Cell): CaptionGap | undefined {
  if (stem === '') return 'empty';
  if (!isDrawable(stem)) return 'characters';
  const hasRoom = widthPx >= minLetters * letterDots * dot.widthPx;
  return hasRoom || textWidthPx(stem, dot) <= widthPx ? undefined : 'room';
}

/**
 * What is written under each picture, the first being number 1. A name that can't be drawn as people write it, or has no room, gives way
 * to the number: what stands there is always true. Cameras number at the end, people name at the beginning: what is left out of a long name
 * is in the middle.
 */
export function captionsOf(
  filenames: readonly string[],
  { kind, cellWidthPx, dpi }: { kind: CaptionKind; cellWidthPx: number; dpi: number },
): Captions {
  const dot = dotOf({ dpiX: dpi, dpiY: dpi });
  const cell = { dot, widthPx: cellWidthPx };
  if (kind !== 'filename') {
    const texts = filenames.map((_, index) => (kind === 'none' ? '' : String(index + 1)));
    return { texts, gaps: filenames.map(() => undefined), dot };
  }
  const stems = filenames.map(stemOf);
  const gaps = stems.map((stem) => gapOf(stem, cell));
  const texts = stems.map((stem, index) =>
    gaps[index] === undefined
      ? fittingText(stem, dot, { widthPx: cellWidthPx, keeps: 'both ends' })
      : String(index + 1),
  );
  return { texts, gaps, dot };
}

/** Pixels of the sheet to millimetres of the paper, to a tenth. */
export const paperMm = (lengthPx: number, dpi: number): number =>
  Math.round((lengthPx / dpi) * mmPerInch * 10) / 10;
