/**
 * Owns where the pictures of a sheet of several stand: ID photos in exact millimetres with marks to cut along, contact sheets,
 * and the strip with the order's words. Pure numbers; must never put ink into a picture.
 */
import { captionLineHmm } from './contact-grid-rules.ts';
import { type DotSize, fittingText, type InkArea, textHeightPx, textInk, textWidthPx } from './glyph-text.ts';
import type { PixelArea } from './photo-layout.ts';
import type { SheetPlaces } from './sheet-geometry.ts';

/** Lengths in hundredths of millimetres, of the upright picture. */
export interface IdPhotoSheet {
  kind: 'id_photo';
  widthHmm: number;
  heightHmm: number;
}
export interface ContactSheet {
  kind: 'contact_sheet';
  columns: number;
  rows: number;
  captions: boolean;
}
/** Several pictures on one sheet: as many copies of one as have room, or one after the other in rows. */
export type Arrangement = IdPhotoSheet | ContactSheet;

/** Pictures stand in `cells`; `isTurned`: each lies a quarter turn clockwise, like the whole sheet. */
export interface ArrangedSheet {
  cells: PixelArea[];
  isTurned: boolean;
  ink: InkArea[];
}

/** Between two pictures, for scissors; and from the paper's edge, which no printer hits exactly. */
const scissorsGapHmm = 300;
const paperEdgeHmm = 200;
/** A mark begins so far from the picture's corner, and is so long: two of them have room in a gap. */
const markAirHmm = 40;
const markHmm = 100;
const markWidthHmm = 10;
const slipHmm = 500;
/** Letters of 16 dots: 3.2 mm from the top of the highest to the foot of the lowest. */
const dotHmm = 20;
/** Air between a picture and what is written below it. */
const captionAirDots = 2;
const hmmPerInch = 2540;

type Dpi = Pick<SheetPlaces, 'dpiX' | 'dpiY'>;

const pixels = (lengthHmm: number, dpi: number): number => Math.round((lengthHmm * dpi) / hmmPerInch);
/** The dot of letters on a sheet. */
export const dotOf = ({ dpiX, dpiY }: Dpi): DotSize => ({
  widthPx: Math.max(1, pixels(dotHmm, dpiX)),
  heightPx: Math.max(1, pixels(dotHmm, dpiY)),
});

/** How many pictures of a length have room in a row or column. */
const roomFor = (
  sizePx: number,
  { cellPx, gapPx, edgePx }: { cellPx: number; gapPx: number; edgePx: number },
) => Math.max(0, Math.floor((sizePx - 2 * edgePx + gapPx) / (cellPx + gapPx)));

interface Grid {
  columns: number;
  rows: number;
  widthPx: number;
  heightPx: number;
}

/** Edges count where the paper's edge is near: inside of margins there is air enough. */
function gridOf(
  { area, bleeds, dpiX, dpiY }: SheetPlaces,
  size: { widthHmm: number; heightHmm: number },
): Grid {
  const edgeHmm = bleeds ? paperEdgeHmm : markAirHmm + markHmm;
  const widthPx = pixels(size.widthHmm, dpiX);
  const heightPx = pixels(size.heightHmm, dpiY);
  const across = { cellPx: widthPx, gapPx: pixels(scissorsGapHmm, dpiX), edgePx: pixels(edgeHmm, dpiX) };
  const along = { cellPx: heightPx, gapPx: pixels(scissorsGapHmm, dpiY), edgePx: pixels(edgeHmm, dpiY) };
  return {
    columns: roomFor(area.widthPx, across),
    rows: roomFor(area.heightPx, along),
    widthPx,
    heightPx,
  };
}

/** The cells of a grid in the middle of the area. */
function cellsOf(area: PixelArea, grid: Grid, gap: { xPx: number; yPx: number }): PixelArea[] {
  const { columns, rows, widthPx, heightPx } = grid;
  const left = area.leftPx + Math.floor((area.widthPx - columns * (widthPx + gap.xPx) + gap.xPx) / 2);
  const top = area.topPx + Math.floor((area.heightPx - rows * (heightPx + gap.yPx) + gap.yPx) / 2);
  return Array.from({ length: columns * rows }, (_, index) => ({
    leftPx: left + (index % columns) * (widthPx + gap.xPx),
    topPx: top + Math.floor(index / columns) * (heightPx + gap.yPx),
    widthPx,
    heightPx,
  }));
}

/** Two short lines off each corner, along the edges and outside of the picture. */
function cutMarksOf({ leftPx, topPx, widthPx, heightPx }: PixelArea, { dpiX, dpiY }: Dpi): InkArea[] {
  const thick = {
    x: Math.max(1, pixels(markWidthHmm, dpiX)),
    y: Math.max(1, pixels(markWidthHmm, dpiY)),
  };
  const air = { x: pixels(markAirHmm, dpiX), y: pixels(markAirHmm, dpiY) };
  const long = { x: pixels(markHmm, dpiX), y: pixels(markHmm, dpiY) };
  const [right, bottom] = [leftPx + widthPx, topPx + heightPx];
  const upright = [leftPx, right].flatMap((x) =>
    [topPx - air.y - long.y, bottom + air.y].map((y) => ({
      leftPx: x - Math.floor(thick.x / 2),
      topPx: y,
      widthPx: thick.x,
      heightPx: long.y,
    })),
  );
  const level = [topPx, bottom].flatMap((y) =>
    [leftPx - air.x - long.x, right + air.x].map((x) => ({
      leftPx: x,
      topPx: y - Math.floor(thick.y / 2),
      widthPx: long.x,
      heightPx: thick.y,
    })),
  );
  return [...upright, ...level];
}

/** As many pictures as have room, upright or all lying, whichever are more; undefined when there is none. */
function idPhotoSheet(places: SheetPlaces, { widthHmm, heightHmm }: IdPhotoSheet): ArrangedSheet | undefined {
  const upright = gridOf(places, { widthHmm, heightHmm });
  const turned = gridOf(places, { widthHmm: heightHmm, heightHmm: widthHmm });
  const isTurned = turned.columns * turned.rows > upright.columns * upright.rows;
  const grid = isTurned ? turned : upright;
  if (grid.columns * grid.rows === 0) return undefined;
  const gap = { xPx: pixels(scissorsGapHmm, places.dpiX), yPx: pixels(scissorsGapHmm, places.dpiY) };
  const cells = cellsOf(places.area, grid, gap);
  return { cells, isTurned, ink: cells.flatMap((cell) => cutMarksOf(cell, places)) };
}

/** Lengths in hundredths of millimetres: between pictures, from the area's edge, and a line below each picture. */
export interface GridSpacing {
  gapHmm: number;
  edgeHmm: number;
  captionHmm: number;
}
/** `largest`: no cell needs to be larger than this; what it leaves is put around the grid, so that gaps stay as they were asked for. */
export type CellGrid = GridSpacing & {
  columns: number;
  rows: number;
  largest?: (cell: { widthPx: number; heightPx: number }) => { widthPx: number; heightPx: number };
};

/** Equal cells over the area, row by row; undefined when there is no room for them. Captions have room below each. */
export function gridCells({ area, dpiX, dpiY }: SheetPlaces, grid: CellGrid): PixelArea[] | undefined {
  const { columns, rows, gapHmm, edgeHmm, captionHmm, largest = (cell) => cell } = grid;
  const gap = { xPx: pixels(gapHmm, dpiX), yPx: pixels(gapHmm, dpiY) };
  const captionPx = pixels(captionHmm, dpiY);
  const pitch = {
    widthPx: Math.floor((area.widthPx - 2 * pixels(edgeHmm, dpiX) + gap.xPx) / columns) - gap.xPx,
    heightPx: Math.floor((area.heightPx - 2 * pixels(edgeHmm, dpiY) + gap.yPx) / rows) - gap.yPx,
  };
  if (pitch.widthPx < 1 || pitch.heightPx - captionPx < 1) return undefined;
  const { widthPx, heightPx } = largest({ widthPx: pitch.widthPx, heightPx: pitch.heightPx - captionPx });
  const pitches = cellsOf(area, { columns, rows, widthPx, heightPx: heightPx + captionPx }, gap);
  return pitches.map((cell) => ({ ...cell, heightPx }));
}

/** A grid over the area; with captions, a line for them under each picture. */
function contactSheet(
  places: SheetPlaces,
  { columns, rows, captions }: ContactSheet,
  { first, count }: PictureNumbers,
): ArrangedSheet | undefined {
  const spacing = {
    gapHmm: scissorsGapHmm,
    edgeHmm: places.bleeds ? scissorsGapHmm : 0,
    captionHmm: captions ? captionLineHmm : 0,
  };
  const cells = gridCells(places, { columns, rows, ...spacing })?.slice(0, count);
  if (!cells) return undefined;
  const dot = dotOf(places);
  const ink = captions ? cells.flatMap((cell, index) => captionInk(cell, String(first + index), dot)) : [];
  return { cells, isTurned: false, ink };
}

/** A line of text below a cell, in the middle; as much of it as has room. */
export function captionInk(
  { leftPx, topPx, widthPx, heightPx }: PixelArea,
  text: string,
  dot: DotSize,
): InkArea[] {
  const shown = fittingText(text, dot, { widthPx, keeps: 'both ends' });
  const left = leftPx + Math.floor((widthPx - textWidthPx(shown, dot)) / 2);
  return textInk(shown, { leftPx: left, topPx: topPx + heightPx + dot.heightPx * captionAirDots, dot });
}

/** Which pictures stand on a sheet: the number of the first one, from 1, and how many follow one another. */
export interface PictureNumbers {
  first: number;
  count: number;
}

/** Where pictures stand; undefined when this sheet has no room for one. */
export function arrangeSheet(
  places: SheetPlaces,
  arrangement: Arrangement,
  numbers: PictureNumbers,
): ArrangedSheet | undefined {
  return arrangement.kind === 'id_photo'
    ? idPhotoSheet(places, arrangement)
    : contactSheet(places, arrangement, numbers);
}

/** How many pictures a sheet takes one after the other. */
export const picturesPerSheet = (arrangement: Arrangement | undefined): number =>
  arrangement?.kind === 'contact_sheet' ? arrangement.columns * arrangement.rows : 1;

/** The sheet without the strip at its foot, and the ink of the words in it. Nothing of the picture reaches into the strip. */
export function withSlip(places: SheetPlaces, text: string): { places: SheetPlaces; ink: InkArea[] } {
  const { area, dpiY } = places;
  const stripPx = Math.min(area.heightPx - 1, pixels(slipHmm, dpiY));
  const heightPx = area.heightPx - stripPx;
  const stripTop = area.topPx + heightPx;
  const dot = dotOf(places);
  // On borderless paper the outermost millimetres are cut off by some printers.
  const edge = places.bleeds ? pixels(paperEdgeHmm, places.dpiX) : 0;
  const shown = fittingText(text, dot, { widthPx: area.widthPx - 2 * edge, keeps: 'start' });
  const ink = textInk(shown, {
    leftPx: area.leftPx + edge,
    topPx: stripTop + Math.floor((stripPx - textHeightPx(dot)) / 2) - (places.bleeds ? dot.heightPx * 2 : 0),
    dot,
  });
  return { places: { ...places, heightPx: stripTop, area: { ...area, heightPx } }, ink };
}
