/**
 * Where a photo comes to stand on paper, and how many pixels it needs there: crop, what the trim may take, where nothing that
 * matters should be. Pure; lengths on paper in millimetres, in the photo in upright pixels.
 */
import { type CropFacts, facesInCrop, type ShareRect, suggestCropOfSize } from '../layout/crop-rules.ts';
import type { IdPhotoRule } from '../layout/id-photo-crop-rules.ts';

/** What is known of one printer for the size in question. */
export interface QualityPrinter {
  name: string;
  /** False: it takes no such sheet. */
  takesSize: boolean;
  /** Of this size, where it can be printed to the edge. */
  isBorderless: boolean;
  /** The edges that it leaves white when it isn't borderless, on the sheet held upright; undefined: not told. */
  marginsMm: { top: number; right: number; bottom: number; left: number } | undefined;
  /** The best that photos are printed in; undefined: not told. */
  dpi: number | undefined;
  isColour: boolean;
}

export interface QualityPaper {
  /** Short and long edge. */
  widthMm: number;
  heightMm: number;
  fit: 'fill' | 'fit';
  /** Sold as printed to the edge. */
  isBorderless: boolean;
  printer?: QualityPrinter | undefined;
  /** ID photos on the sheet: `widthMm` and `heightMm` are those of one of them. */
  idPhoto?: IdPhotoRule | undefined;
}

export interface PixelRect {
  leftPx: number;
  topPx: number;
  widthPx: number;
  heightPx: number;
}

export interface Placed {
  /** Pixels of the photo per inch of paper. */
  ppi: number;
  /** What is printed. */
  crop: PixelRect;
  /** What of it surely stays on the paper when the sheet's edges are trimmed or overprinted. */
  kept: PixelRect;
  /** Where faces and writing should lie. */
  safe: PixelRect;
  trimMm: number;
  safeMm: number;
  /** Picture beyond the edge that the photo itself has on its poorest side: less than the trim is filled up by mirroring. */
  bleedMm: number;
  /** Share of the photo that is cut off, and of the printable area that stays white. */
  lostShare: number;
  whiteShare: number;
  isTurned: boolean;
}

const mmPerInch = 25.4;
/** Nobody looks at a print from nearer. */
const nearestMm = 300;
/** Pixels of one minute of arc: what an eye can tell apart (1 / tan 1'). */
const pixelsPerDistance = 3438;
const maxUsefulPpi = 300;
/** What a borderless print may lose at each edge: the printer enlarges it over the sheet, or a knife cuts it. */
const trimMm = 2;
/** From the sheet's edge, what labs ask to keep clear of faces and writing. */
const safeMm = 5;

/** Pixels per inch that look sharp on a sheet of this size, at the distance at which one looks at it. */
export function goodPpiOf({ widthMm, heightMm }: { widthMm: number; heightMm: number }): number {
  const distanceMm = Math.max(nearestMm, Math.hypot(widthMm, heightMm));
  return Math.min(maxUsefulPpi, pixelsPerDistance / (distanceMm / mmPerInch));
}

/** The printed part of the sheet, as the photo lies on it, and what its edges may lose. */
function areaOf(
  paper: QualityPaper,
  isTurned: boolean,
): { widthMm: number; heightMm: number; trimMm: number } {
  const { printer, widthMm, heightMm } = paper;
  const toEdge = paper.isBorderless && (printer?.isBorderless ?? true);
  const margins = toEdge ? undefined : printer?.marginsMm;
  const [across, along] = margins
    ? [widthMm - margins.left - margins.right, heightMm - margins.top - margins.bottom]
    : [widthMm, heightMm];
  const [width, height] = isTurned ? [along, across] : [across, along];
  return { widthMm: Math.max(1, width), heightMm: Math.max(1, height), trimMm: toEdge ? trimMm : 0 };
}

const inset = (rect: PixelRect, byPx: number): PixelRect => {
  const [x, y] = [Math.min(byPx, rect.widthPx / 2 - 0.5), Math.min(byPx, rect.heightPx / 2 - 0.5)];
  const [left, top] = [Math.ceil(Math.max(0, x)), Math.ceil(Math.max(0, y))];
  return {
    leftPx: rect.leftPx + left,
    topPx: rect.topPx + top,
    widthPx: Math.max(1, rect.widthPx - 2 * left),
    heightPx: Math.max(1, rect.heightPx - 2 * top),
  };
};

/** Cut alike on both sides, as the sheet is made when nobody chose otherwise. */
const centred = (
  photo: { widthPx: number; heightPx: number },
  widthPx: number,
  heightPx: number,
): PixelRect => ({
  leftPx: Math.floor((photo.widthPx - widthPx) / 2),
  topPx: Math.floor((photo.heightPx - heightPx) / 2),
  widthPx,
  heightPx,
});

/** Where the photo comes to stand: turned to the sheet's direction, cropped alike on both sides, or whole with borders. */
export function placeOf(photo: { widthPx: number; heightPx: number }, paper: QualityPaper): Placed {
  const isTurned = (photo.widthPx - photo.heightPx) * (paper.widthMm - paper.heightMm) < 0;
  const area = areaOf(paper, isTurned);
  const ratios = [photo.widthPx / area.widthMm, photo.heightPx / area.heightMm] as const;
  const pixelsPerMm = paper.fit === 'fill' ? Math.min(...ratios) : Math.max(...ratios);
  const widthPx = Math.min(photo.widthPx, Math.max(1, Math.round(area.widthMm * pixelsPerMm)));
  const heightPx = Math.min(photo.heightPx, Math.max(1, Math.round(area.heightMm * pixelsPerMm)));
  const crop = centred(photo, widthPx, heightPx);
  const covered = (widthPx * heightPx) / (area.widthMm * area.heightMm * pixelsPerMm ** 2);
  const spareMm = Math.min(photo.widthPx - widthPx, photo.heightPx - heightPx) / 2 / pixelsPerMm;
  // With white around it nothing of the photo lies at the edge.
  const trim = paper.fit === 'fill' ? area.trimMm : 0;
  return {
    ppi: pixelsPerMm * mmPerInch,
    crop,
    kept: inset(crop, trim * pixelsPerMm),
    safe: inset(crop, Math.max(trim, trim > 0 ? safeMm : 0) * pixelsPerMm),
    trimMm: trim,
    safeMm: trim > 0 ? safeMm : 0,
    bleedMm: trim > 0 ? Math.max(0, Math.round(spareMm * 10) / 10) : 0,
    lostShare: 1 - (widthPx * heightPx) / (photo.widthPx * photo.heightPx),
    whiteShare: paper.fit === 'fill' ? 0 : Math.max(0, 1 - covered),
    isTurned,
  };
}

/** A crop of the photo in the same proportions and size that shows what matters most, or all of the photo. */
export interface SuggestedCrop extends PixelRect {
  /** What made it: `centre` where nothing in the photo says otherwise. */
  by: 'centre' | 'faces' | 'salience';
}

/** A face this much smaller than the largest one is somebody in the background. */
const backgroundShare = 0.25;

/** Faces that matter: those of about the size of the largest. */
export function mainFacesOf({ faces = [] }: CropFacts): readonly ShareRect[] {
  const largest = Math.max(0, ...faces.map(({ width, height }) => width * height));
  return faces.filter(({ width, height }) => width * height >= largest * backgroundShare);
}

/** What to offer instead of the centred crop. */
export interface Suggestion {
  crop: SuggestedCrop;
  /** `fit` where no crop of the sheet's shape shows every face whole: then the whole photo, with white beside it. */
  fit: 'fill' | 'fit';
}

/** The one place that decides it. */
export function suggestionOf(facts: CropFacts, { crop }: Placed, wanted: 'fill' | 'fit'): Suggestion {
  const suggested = { ...crop, ...suggestCropOfSize(facts, crop) };
  const { widthPx, heightPx } = facts;
  const shares = {
    left: suggested.leftPx / widthPx,
    top: suggested.topPx / heightPx,
    width: suggested.widthPx / widthPx,
    height: suggested.heightPx / heightPx,
  };
  const placed = facesInCrop(mainFacesOf(facts), shares, { across: 0, along: 0 });
  if (placed.every(({ place }) => place === 'inside')) return { crop: suggested, fit: wanted };
  return { crop: { leftPx: 0, topPx: 0, widthPx, heightPx, by: 'faces' }, fit: 'fit' };
}
