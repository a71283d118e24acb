/** Owns the filters of a window around each pixel: box means and deviations, discs, a Gaussian; and percentiles. */
import { checkPlane, checkWhole, filterPlane, type Plane8, runPadded } from './kernel-planes.ts';

/** Rounded means of the square of 2 `radiusPx` + 1 pixels, radius 1 to 64; edges are copied outwards. Throws RangeError. */
export function boxMean(plane: Plane8, radiusPx: number): Plane8 {
  checkWhole('radiusPx', radiusPx, [1, 64]);
  return filterPlane(plane, {
    padPx: radiusPx,
    workBytes: 8 * (plane.widthPx + 2 * radiusPx + 4),
    run({ layout, source, sourceStride, target, targetStride, rows, work }) {
      const shape = [source, sourceStride, target, targetStride, plane.widthPx, rows] as const;
      layout.kernels.boxStatistics(...shape, radiusPx, 0, work);
    },
  });
}

/**
 * Standard deviations of the square of 2 `radiusPx` + 1 pixels, radius 1 to 64, in levels; edges are copied outwards.
 * Throws RangeError.
 */
export function localDeviation(plane: Plane8, radiusPx: number): Float32Array {
  checkWhole('radiusPx', radiusPx, [1, 64]);
  const { widthPx } = plane;
  const deviations = new Float32Array(plane.samples.length);
  runPadded(
    plane,
    {
      padPx: radiusPx,
      sampleBytes: 4,
      workBytes: 8 * (widthPx + 2 * radiusPx + 4),
      run({ layout, source, sourceStride, target, targetStride, rows, work }) {
        const shape = [source, sourceStride, target, targetStride * 4, widthPx, rows] as const;
        layout.kernels.boxStatistics(...shape, radiusPx, 1, work);
      },
    },
    ({ layout, target, targetStride, rows }, top) => {
      for (let y = 0; y < rows; y++) {
        const from = target / 4 + y * targetStride;
        deviations.set(layout.floats.subarray(from, from + widthPx), (top + y) * widthPx);
      }
    },
  );
  return deviations;
}

/** The highest or lowest sample of the disc of pixels at most `radiusPx` + 1/2 away. */
function discFilter(plane: Plane8, radiusPx: number, extreme: 'highest' | 'lowest'): Plane8 {
  checkWhole('radiusPx', radiusPx, [1, 64]);
  const halves = Array.from({ length: 2 * radiusPx + 1 }, (_, i) =>
    Math.floor(Math.sqrt(radiusPx * (radiusPx + 1) - (i - radiusPx) ** 2)),
  );
  return filterPlane(plane, {
    padPx: radiusPx,
    workBytes: halves.length * 4,
    run({ layout, source, sourceStride, target, targetStride, rows, work }) {
      layout.integers.set(halves, work / 4);
      const shape = [source, sourceStride, target, targetStride, plane.widthPx, rows] as const;
      layout.kernels.discExtreme(...shape, radiusPx, extreme === 'lowest' ? 1 : 0, work);
    },
  });
}

/** Grows what is light by a disc of radius 1 to 64: a pixel counts when it is at most the radius and a half away. */
export const dilate = (plane: Plane8, radiusPx: number): Plane8 => discFilter(plane, radiusPx, 'highest');

/** Shrinks what is light by the same disc; the outside of the plane goes on as its edge. */
export const erode = (plane: Plane8, radiusPx: number): Plane8 => discFilter(plane, radiusPx, 'lowest');

/** Rounded means with normal weights, `sigmaPx` from 0.3 to 20, cut off at three of it. Throws RangeError. */
export function gaussianPlane(plane: Plane8, sigmaPx: number): Plane8 {
  if (!(sigmaPx >= 0.3 && sigmaPx <= 20)) throw new RangeError(`sigmaPx goes from 0.3 to 20, not ${sigmaPx}`);
  const radiusPx = Math.ceil(3 * sigmaPx);
  const weights = Array.from({ length: 2 * radiusPx + 1 }, (_, i) =>
    Math.exp(-0.5 * ((i - radiusPx) / sigmaPx) ** 2),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return filterPlane(plane, {
    padPx: radiusPx,
    workBytes: 4 * (weights.length + 4 + plane.widthPx + 2 * radiusPx),
    run({ layout, source, sourceStride, target, targetStride, rows, work }) {
      layout.floats.set(
        weights.map((weight) => weight / sum),
        work / 4,
      );
      const shape = [source, sourceStride, target, targetStride, plane.widthPx, rows] as const;
      layout.kernels.blur(...shape, radiusPx, work, work + 4 * (weights.length + 3));
    },
  });
}

/** The samples under which these shares (0 to 1) of all lie, in the same order; exact. Throws RangeError. */
export function percentilesOf(plane: Plane8, shares: readonly number[]): number[] {
  checkPlane(plane);
  if (!shares.every((share) => share >= 0 && share <= 1)) throw new RangeError('shares go from 0 to 1');
  const counts = new Uint32Array(256);
  for (let i = 0; i < plane.samples.length; i++) counts[plane.samples[i]!]! += 1;
  const last = plane.samples.length - 1;
  return shares.map((share) => {
    const rank = Math.min(last, Math.floor(share * plane.samples.length));
    let value = 0;
    for (let below = counts[0]!; below <= rank; below += counts[value]!) value++;
    return value;
  });
}
