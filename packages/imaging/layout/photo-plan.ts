/**
 * Owns how a photo is cut and surrounded so that, on the printer's own pixels, it comes to stand on the sheet as ordered. Pure
 * numbers; must never touch pixels or files.
 */
import { layoutPhoto, type PhotoFit, type PixelArea } from './photo-layout.ts';
import { placesOf, type Sheet, type SheetPlaces } from './sheet-geometry.ts';

/** Pixels on the four sides. */
export interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The steps apply in this order to the upright photo. */
export interface PhotoPlan {
  /** A quarter turn clockwise comes first. */
  isTurned: boolean;
  /** The turned photo, resampled. */
  scaled: { widthPx: number; heightPx: number };
  /** What stays of it. */
  crop: PixelArea;
  /** Picture beyond the sheet's edges: the photo's own where it has more, mirrored at its edge where it ends. */
  mirror: Edges;
  white: Edges;
}

export interface PhotoOnSheet {
  plan: PhotoPlan;
  effectivePpi: number;
}

/** How far the crop grows on one side by pixels that the photo has, and how much is left for the mirror. */
function grow(wanted: number, available: number): { own: number; mirrored: number } {
  const own = Math.min(wanted, available);
  return { own, mirrored: wanted - own };
}

/** A photo of these upright pixels. `keepsUpright`: it is never turned. */
export interface PhotoToPlace {
  widthPx: number;
  heightPx: number;
  fit: PhotoFit;
  keepsUpright?: boolean;
}

/** Where a photo goes on the sheet. */
export const layoutOnSheet = (sheet: Sheet, photo: PhotoToPlace): PhotoOnSheet =>
  layoutOnPlaces(placesOf(sheet), photo);

/** Where a photo goes on a part of a sheet that was told beforehand. */
export function layoutOnPlaces(places: SheetPlaces, photo: PhotoToPlace): PhotoOnSheet {
  const { area, widthPx, heightPx, bleeds, dpiX, dpiY } = places;
  const layout = layoutPhoto({
    sourceWidthPx: photo.widthPx,
    sourceHeightPx: photo.heightPx,
    fit: photo.fit,
    widthPx: area.widthPx,
    heightPx: area.heightPx,
    dpi: dpiX,
    dpiY,
    keepsUpright: photo.keepsUpright ?? false,
  });
  const { crop, placement, scaledWidthPx, scaledHeightPx } = layout;
  const outside: Edges = {
    left: area.leftPx,
    top: area.topPx,
    right: widthPx - area.leftPx - area.widthPx,
    bottom: heightPx - area.topPx - area.heightPx,
  };
  const inside: Edges = {
    left: placement.leftPx,
    top: placement.topPx,
    right: area.widthPx - placement.leftPx - placement.widthPx,
    bottom: area.heightPx - placement.topPx - placement.heightPx,
  };
  const more: Edges = {
    left: crop.leftPx,
    top: crop.topPx,
    right: scaledWidthPx - crop.leftPx - crop.widthPx,
    bottom: scaledHeightPx - crop.topPx - crop.heightPx,
  };
  const own: Edges = { left: 0, top: 0, right: 0, bottom: 0 };
  const mirror: Edges = { left: 0, top: 0, right: 0, bottom: 0 };
  const white: Edges = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const side of ['left', 'top', 'right', 'bottom'] as const) {
    // Where the photo ends before the sheet does, what lies beyond is white as well.
    if (!bleeds || inside[side] > 0) {
      white[side] = inside[side] + outside[side];
      continue;
    }
    const grown = grow(outside[side], more[side]);
    own[side] = grown.own;
    mirror[side] = grown.mirrored;
  }
  return {
    plan: {
      isTurned: layout.rotateDegrees === 90,
      scaled: { widthPx: scaledWidthPx, heightPx: scaledHeightPx },
      crop: {
        leftPx: crop.leftPx - own.left,
        topPx: crop.topPx - own.top,
        widthPx: crop.widthPx + own.left + own.right,
        heightPx: crop.heightPx + own.top + own.bottom,
      },
      mirror,
      white,
    },
    effectivePpi: layout.effectivePpi,
  };
}

/** The pixels that a plan comes to. */
export const sizeOfPlan = ({ crop, mirror, white }: PhotoPlan): { widthPx: number; heightPx: number } => ({
  widthPx: crop.widthPx + mirror.left + mirror.right + white.left + white.right,
  heightPx: crop.heightPx + mirror.top + mirror.bottom + white.top + white.bottom,
});

/** Left of the turned photo was its bottom, top its left. */
const edgesBack = ({ left, top, right, bottom }: Edges): Edges => ({
  left: top,
  top: right,
  right: bottom,
  bottom: left,
});

/** The same cut and surroundings for the photo before its quarter turn: who reads the result turns it. */
export function turnedBack({ scaled, crop, mirror, white }: PhotoPlan): PhotoPlan {
  return {
    isTurned: false,
    scaled: { widthPx: scaled.heightPx, heightPx: scaled.widthPx },
    crop: {
      leftPx: crop.topPx,
      topPx: scaled.widthPx - crop.leftPx - crop.widthPx,
      widthPx: crop.heightPx,
      heightPx: crop.widthPx,
    },
    mirror: edgesBack(mirror),
    white: edgesBack(white),
  };
}
