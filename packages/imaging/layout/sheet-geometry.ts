/**
 * Owns where on a sheet a printer's pixels really land: the pixels of the sheet at its resolution, the part of it that can be
 * printed, and the measured correction. Pure numbers; lengths are hundredths of millimetres (Hmm), as IPP has them
 * (PWG 5100.7), from the top left of the sheet as it is fed.
 */
import type { PixelArea } from './photo-layout.ts';

/** Edges that can't be printed (media-*-margin); all 0 is borderless. */
export interface SheetMargins {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/**
 * Where a printer really puts what it is told to put at x, y: at `offsetXHmm + scaleX * x`, likewise for y. A borderless
 * print that the printer enlarges over the sheet's edges has scales above 1 and offsets below 0.
 */
export interface SheetCorrection {
  offsetXHmm: number;
  offsetYHmm: number;
  scaleX: number;
  scaleY: number;
}

/** A sheet as it is fed to one printer. */
export interface Sheet {
  widthHmm: number;
  heightHmm: number;
  /** Dots per inch across the feed and along it. */
  dpiX: number;
  dpiY: number;
  marginsHmm: SheetMargins;
  correction?: SheetCorrection | undefined;
}

const noCorrection: SheetCorrection = { offsetXHmm: 0, offsetYHmm: 0, scaleX: 1, scaleY: 1 };

const hmmPerInch = 2540;
/** What floating point may be off. */
const roundingPx = 1e-6;

/** `round(length * dpi)`, at least 1. */
const pixelsOf = (lengthHmm: number, dpi: number): number =>
  Math.max(1, Math.round((lengthHmm * dpi) / hmmPerInch));

/** What the printer is sent: exactly the pixels that its resolution demands for the sheet (PWG 5102.4 section 4.3.2). */
export const sheetPixels = (sheet: Sheet): { widthPx: number; heightPx: number } => ({
  widthPx: pixelsOf(sheet.widthHmm, sheet.dpiX),
  heightPx: pixelsOf(sheet.heightHmm, sheet.dpiY),
});

/** Where things go in the pixels of the sheet. */
export interface SheetPlaces {
  widthPx: number;
  heightPx: number;
  /** The part that appears on paper inside the margins. */
  area: PixelArea;
  /** True where pixels beyond `area` land beyond the sheet: they are filled with picture, not with white. */
  bleeds: boolean;
  /** Dots per inch of paper, after the printer's own enlargement. */
  dpiX: number;
  dpiY: number;
}

interface Axis {
  sizeHmm: number;
  dpi: number;
  before: number;
  after: number;
  offset: number;
  scale: number;
}

/** First and last + 1 pixel whose paper lies between the margins. */
function axisOf({ sizeHmm, dpi, before, after, offset, scale }: Axis): { startPx: number; endPx: number } {
  const sizePx = pixelsOf(sizeHmm, dpi);
  const toPx = (paperHmm: number) => (((paperHmm - offset) / scale) * dpi) / hmmPerInch;
  // Not even half a pixel may lie in a margin; without one the nearest pixel is the exact one.
  const start = before > 0 ? Math.ceil(toPx(before) - roundingPx) : Math.round(toPx(before));
  const end = after > 0 ? Math.floor(toPx(sizeHmm - after) + roundingPx) : Math.round(toPx(sizeHmm - after));
  const startPx = Math.min(sizePx - 1, Math.max(0, start));
  // What the printer can't reach at the far edge is no part of the area.
  return { startPx, endPx: Math.min(sizePx, Math.max(startPx + 1, end)) };
}

/** The places of a sheet. */
export function placesOf(sheet: Sheet): SheetPlaces {
  const { marginsHmm: margins, correction = noCorrection } = sheet;
  const x = axisOf({
    sizeHmm: sheet.widthHmm,
    dpi: sheet.dpiX,
    before: margins.left,
    after: margins.right,
    offset: correction.offsetXHmm,
    scale: correction.scaleX,
  });
  const y = axisOf({
    sizeHmm: sheet.heightHmm,
    dpi: sheet.dpiY,
    before: margins.top,
    after: margins.bottom,
    offset: correction.offsetYHmm,
    scale: correction.scaleY,
  });
  return {
    ...sheetPixels(sheet),
    area: {
      leftPx: x.startPx,
      topPx: y.startPx,
      widthPx: x.endPx - x.startPx,
      heightPx: y.endPx - y.startPx,
    },
    bleeds: Object.values(margins).every((margin) => margin === 0),
    dpiX: sheet.dpiX / correction.scaleX,
    dpiY: sheet.dpiY / correction.scaleY,
  };
}

/** Where in the sheet's pixels a point of the paper comes from; not rounded. */
export function pixelOfPaper(
  sheet: Sheet,
  point: { xHmm: number; yHmm: number },
): { xPx: number; yPx: number } {
  const { correction = noCorrection } = sheet;
  return {
    xPx: (((point.xHmm - correction.offsetXHmm) / correction.scaleX) * sheet.dpiX) / hmmPerInch,
    yPx: (((point.yHmm - correction.offsetYHmm) / correction.scaleY) * sheet.dpiY) / hmmPerInch,
  };
}
