/**
 * Owns where a photo comes to stand on paper: pixels of the media, quarter turn, scale, crop, border. Pure numbers;
 * must never touch pixels or files.
 */

/**
 * `fill`: the photo covers the media, what is over is cut off on both sides alike. `fit`: the whole photo is
 * visible, with white on two sides.
 */
export type PhotoFit = 'fill' | 'fit';

const mmPerInch = 25.4;

/** The pixels of media of `widthMm` x `heightMm` at `dpi`: round(mm / 25.4 * dpi) each. */
export function pixelsForMedia(media: { widthMm: number; heightMm: number; dpi: number }): {
  widthPx: number;
  heightPx: number;
} {
  const toPixels = (lengthMm: number) => Math.max(1, Math.round((lengthMm / mmPerInch) * media.dpi));
  return { widthPx: toPixels(media.widthMm), heightPx: toPixels(media.heightMm) };
}

/** A rectangle in pixels from the top left. */
export interface PixelArea {
  leftPx: number;
  topPx: number;
  widthPx: number;
  heightPx: number;
}

/** What `layoutPhoto` decides; the steps apply in this order to the upright photo. */
export interface PhotoLayout {
  /** Clockwise quarter turn, so that landscape photos fill media that is fed portrait. */
  rotateDegrees: 0 | 90;
  /** The size to which the turned photo is resampled. */
  scaledWidthPx: number;
  scaledHeightPx: number;
  /** The part of the scaled photo that is visible. */
  crop: PixelArea;
  /** Where on the media the visible part stands; everything else is white. */
  placement: PixelArea;
  /** The visible part in pixels of the upright, unturned, unscaled photo; not rounded. */
  sourceCrop: PixelArea;
  /** Source pixels per inch of paper, on the poorer axis. */
  effectivePpi: number;
}

/**
 * The upright photo, the media in pixels at `dpi`, and how they go together. `dpiY`: along the feed, where it differs. `keepsUpright`:
 * never turned, whatever the shapes.
 */
export interface PhotoLayoutOptions {
  sourceWidthPx: number;
  sourceHeightPx: number;
  widthPx: number;
  heightPx: number;
  fit: PhotoFit;
  dpi: number;
  dpiY?: number;
  keepsUpright?: boolean;
}

function isTurned(options: PhotoLayoutOptions): boolean {
  const { sourceWidthPx, sourceHeightPx, widthPx, heightPx, dpi, dpiY = dpi } = options;
  if (options.keepsUpright) return false;
  // A square has no orientation: neither a square photo nor square media asks for a turn.
  return (sourceWidthPx - sourceHeightPx) * (widthPx / dpi - heightPx / dpiY) < 0;
}

/** Pixel counts of the scaled photo on one axis: how long it is, how much of it is seen, and where it starts. */
function layoutAxis(sourcePx: number, mediaPx: number, scale: number) {
  const visibleAll = Math.max(1, Math.round(sourcePx * scale));
  // Rounding must never leave a line of white paper beside a photo that fills the media.
  const scaledPx = Math.abs(visibleAll - mediaPx) <= 1 ? mediaPx : visibleAll;
  const visiblePx = Math.min(scaledPx, mediaPx);
  return {
    scaledPx,
    visiblePx,
    cropPx: Math.floor((scaledPx - visiblePx) / 2),
    placedPx: Math.floor((mediaPx - visiblePx) / 2),
    sourceScale: scaledPx / sourcePx,
  };
}

/** The visible part, back through the scale and the quarter turn. */
function sourceCropOf(
  options: PhotoLayoutOptions,
  turned: boolean,
  crop: PixelArea,
  scale: [number, number],
) {
  const [scaleX, scaleY] = scale;
  const area = {
    leftPx: crop.leftPx / scaleX,
    topPx: crop.topPx / scaleY,
    widthPx: crop.widthPx / scaleX,
    heightPx: crop.heightPx / scaleY,
  };
  if (!turned) return area;
  return {
    leftPx: area.topPx,
    topPx: options.sourceHeightPx - area.leftPx - area.widthPx,
    widthPx: area.heightPx,
    heightPx: area.widthPx,
  };
}

/** Decides the layout of a photo on media. */
export function layoutPhoto(options: PhotoLayoutOptions): PhotoLayout {
  const turned = isTurned(options);
  const turnedWidthPx = turned ? options.sourceHeightPx : options.sourceWidthPx;
  const turnedHeightPx = turned ? options.sourceWidthPx : options.sourceHeightPx;
  // Pixels of the media along the feed may have another size than those across it.
  const feedShare = (options.dpiY ?? options.dpi) / options.dpi;
  const scales = [options.widthPx / turnedWidthPx, options.heightPx / feedShare / turnedHeightPx] as const;
  const scale = options.fit === 'fill' ? Math.max(...scales) : Math.min(...scales);
  const x = layoutAxis(turnedWidthPx, options.widthPx, scale);
  const y = layoutAxis(turnedHeightPx, options.heightPx, scale * feedShare);
  const size = { widthPx: x.visiblePx, heightPx: y.visiblePx };
  const crop = { leftPx: x.cropPx, topPx: y.cropPx, ...size };
  return {
    rotateDegrees: turned ? 90 : 0,
    scaledWidthPx: x.scaledPx,
    scaledHeightPx: y.scaledPx,
    crop,
    placement: { leftPx: x.placedPx, topPx: y.placedPx, ...size },
    sourceCrop: sourceCropOf(options, turned, crop, [x.sourceScale, y.sourceScale]),
    effectivePpi: options.dpi / scale,
  };
}
