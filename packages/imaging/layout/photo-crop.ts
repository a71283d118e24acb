/**
 * Owns the part of a photo that somebody chose to be printed: from shares to pixels, and grown to the shape of the paper. Pure
 * numbers; must never touch pixels.
 */
import type { PixelArea } from './photo-layout.ts';

/** A rectangle in shares (0 to 1) of the upright photo. */
export interface CropShares {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Size {
  widthPx: number;
  heightPx: number;
}

/** The pixels of the upright photo that the shares mean: at least one, none beyond it. */
export function pixelsOfCrop({ left, top, width, height }: CropShares, photo: Size): PixelArea {
  const axis = (start: number, length: number, sizePx: number) => {
    const startPx = Math.min(sizePx - 1, Math.max(0, Math.round(start * sizePx)));
    const endPx = Math.min(sizePx, Math.max(startPx + 1, Math.round((start + length) * sizePx)));
    return { startPx, lengthPx: endPx - startPx };
  };
  const x = axis(left, width, photo.widthPx);
  const y = axis(top, height, photo.heightPx);
  return { leftPx: x.startPx, topPx: y.startPx, widthPx: x.lengthPx, heightPx: y.lengthPx };
}

/** Longer by what the photo has beside it, on both sides alike where it can be. */
function grownAxis(start: number, length: number, { wanted, max }: { wanted: number; max: number }) {
  const grown = Math.min(max, Math.max(length, wanted));
  const at = Math.round(start - (grown - length) / 2);
  return { start: Math.min(max - grown, Math.max(0, at)), length: grown };
}

/**
 * The chosen part, grown to `aspect` (width by height) with what the photo shows around it, so that nothing that was chosen is
 * cut off while the photo reaches. An aspect within half a pixel is left as it is.
 */
export function cropToAspect(chosen: PixelArea, photo: Size, aspect: number): PixelArea {
  const { leftPx, topPx, widthPx, heightPx } = chosen;
  const x = grownAxis(leftPx, widthPx, { wanted: Math.round(heightPx * aspect), max: photo.widthPx });
  const y = grownAxis(topPx, heightPx, { wanted: Math.round(widthPx / aspect), max: photo.heightPx });
  return { leftPx: x.start, topPx: y.start, widthPx: x.length, heightPx: y.length };
}

/** Of what is longer than its place by more than this, only the middle is worth resampling: the rest is cut off anyway. */
const maxLonger = 2;

function middleAxis(start: number, length: number, max: number) {
  const over = Math.max(0, Math.floor((length - max) / 2));
  return { start: start + over, length: length - 2 * over };
}

/** The middle of an area that is to fill a place of this aspect: enlarged as a whole, a strip would take gigabytes. */
export function middleForAspect({ leftPx, topPx, widthPx, heightPx }: PixelArea, aspect: number): PixelArea {
  const x = middleAxis(leftPx, widthPx, Math.ceil(maxLonger * heightPx * aspect));
  const y = middleAxis(topPx, heightPx, Math.ceil((maxLonger * widthPx) / aspect));
  return { leftPx: x.start, topPx: y.start, widthPx: x.length, heightPx: y.length };
}
