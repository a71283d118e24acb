/**
 * Owns whether a picture is written on: a letter, a card, a page, on whatever paper. On even ground there is much that is darker than what
 * is around it and hardly anything lighter, as photos never have it. Pure.
 */

import type { RgbPixels } from '../kernels/kernel-planes.ts';
import { medianPlane } from '../kernels/median-plane.ts';
import { lumaPlaneOf } from '../pixels/even-tone.ts';

/** The ground is the median of so many cells each way; a cell has so many pixels a side. */
const cellPx = 8;
const medianCells = 4;
/** Levels from which on something isn't the ground, and under which it is. */
const inkLevels = 30;
const flatLevels = 12;
/** Of letters ink has 3 to 14 %, what is lighter two fifths of that at most, and the ground more than half. */
const minInkShare = 0.03;
const minInkToLight = 2.4;
const minFlatShare = 0.55;

/** Whether what is dark and small in the picture is most likely ink. */
export function isWrittenPage(pixels: RgbPixels): boolean {
  const { widthPx, heightPx } = pixels;
  const luma = lumaPlaneOf(pixels);
  const [columns, rows] = [Math.floor(widthPx / cellPx), Math.floor(heightPx / cellPx)];
  if (Math.min(columns, rows) <= 2 * medianCells) return false;
  const cells = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      for (let y = row * cellPx; y < (row + 1) * cellPx; y++) {
        for (let x = column * cellPx; x < (column + 1) * cellPx; x++) sum += luma[y * widthPx + x]!;
      }
      cells[row * columns + column] = Math.round(sum / cellPx ** 2);
    }
  }
  const ground = medianPlane({ samples: cells, widthPx: columns, heightPx: rows }, medianCells).samples;
  let [ink, light, flat] = [0, 0, 0];
  for (let y = 0; y < rows * cellPx; y++) {
    for (let x = 0; x < columns * cellPx; x++) {
      const step =
        luma[y * widthPx + x]! - ground[Math.floor(y / cellPx) * columns + Math.floor(x / cellPx)]!;
      if (step < -inkLevels) ink++;
      else if (step > inkLevels) light++;
      if (Math.abs(step) < flatLevels) flat++;
    }
  }
  const all = columns * rows * cellPx ** 2;
  return ink >= minInkShare * all && ink >= minInkToLight * light && flat >= minFlatShare * all;
}
