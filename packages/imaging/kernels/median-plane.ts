/** Owns the median filter of a plane. */
import { layOut } from './kernel-memory.ts';
import { checkWhole, filterPlane, type Plane8 } from './kernel-planes.ts';

/**
 * The median of the square of 2 `radiusPx` + 1 pixels around each pixel, radius 1 to 16; at the edges the window is
 * filled with copies of the edge. Takes the same time for every radius. Throws RangeError.
 */
export function medianPlane(plane: Plane8, radiusPx: number): Plane8 {
  checkWhole('radiusPx', radiusPx, [1, 16]);
  return filterPlane(plane, {
    padPx: radiusPx,
    workBytes: layOut({}).kernels.medianWork(),
    run({ layout, source, sourceStride, target, targetStride, rows, work }) {
      const { median } = layout.kernels;
      median(source, sourceStride, target, targetStride, plane.widthPx, rows, radiusPx, work);
    },
  });
}
