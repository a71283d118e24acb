/** Owns what a mask of defects is: a plane of a picture's size, over 127 where something is marked. Pure. */
import type { Plane8, RgbPixels } from '../kernels/kernel-planes.ts';
import type { RestorePhotoOptions } from './restore-options.ts';

interface Extent {
  widthPx: number;
  heightPx: number;
}

/** Rectangles of a picture, as shares of its sides. */
export type Areas = NonNullable<RestorePhotoOptions['protect']>;

/** Whether more than half of the places, indices into a copy of the picture `scale` times smaller, lie in the areas. */
export function isInAreas(
  places: ArrayLike<number>,
  { widthPx, scale, extent }: { widthPx: number; scale: number; extent: Extent },
  areas: Areas,
): boolean {
  if (areas.length === 0) return false;
  let inside = 0;
  for (let i = 0; i < places.length; i++) {
    const x = ((places[i]! % widthPx) * scale) / extent.widthPx;
    const y = (Math.floor(places[i]! / widthPx) * scale) / extent.heightPx;
    const isIn = areas.some(
      ({ left, top, width, height }) => x >= left && y >= top && x <= left + width && y <= top + height,
    );
    if (isIn) inside++;
  }
  return inside > places.length / 2;
}

/** A mask of a picture's size, with nothing marked. */
export const emptyMask = ({ widthPx, heightPx }: RgbPixels | Plane8): Plane8 => ({
  samples: new Uint8Array(widthPx * heightPx),
  widthPx,
  heightPx,
});

/** How much of a mask is marked. */
export function markedShareOf({ samples }: Plane8): number {
  let count = 0;
  for (let i = 0; i < samples.length; i++) if (samples[i]! > 127) count++;
  return count / samples.length;
}
