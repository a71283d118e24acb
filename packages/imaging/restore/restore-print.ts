/**
 * Owns where a print lies in its scan, when there is much of the scanner's even bed around it: what the print's black and white are,
 * and how much of it is damaged, is asked of the print alone. Pure arithmetic.
 */

import type { Plane8, RgbPixels } from '../kernels/kernel-planes.ts';
import type { PixelArea } from '../layout/photo-layout.ts';
import { lumaPlaneOf, measureTone } from '../pixels/even-tone.ts';
import { shrinkPixels } from '../pixels/shrink-pixels.ts';
import { measureBorder } from './restore-frame.ts';

/** It is looked for in a picture of so many pixels. */
const lookPixels = 500_000;
/** The bed is even by so many levels along a whole side, and two sides at least have it: one is a sky or a floor. */
const bedLevels = 6;
const bedShare = 0.97;
const minSides = 2;
/** Dust and shadows lie on it. */
const nearBed = 12;
/** A row belongs to the print when it has so much that is no bed. */
const printShare = 0.02;
/** A print is a rectangle, perhaps a turned one; what stands on a white table is not. */
const minFilled = 0.8;
/** A row at its edge has no more of the bed than this. */
const maxBed = 0.01;
const minKept = 0.5;
/** Less around it doesn't matter. */
const minAround = 0.03;
const minSidePx = 60;
/** The pixels at its edge are mixed of print, shadow and bed. */
const edgePx = 2;

const isBed = (luma: number, bed: number): boolean => Math.abs(luma - bed) <= nearBed;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The bed's luma, from the sides of the scan. */
function findBed({ samples, widthPx, heightPx }: Plane8): number | undefined {
  const row = (y: number) => samples.subarray(y * widthPx, (y + 1) * widthPx);
  const column = (x: number) => Uint8Array.from({ length: heightPx }, (_, y) => samples[y * widthPx + x]!);
  const tones = [row(0), row(heightPx - 1), column(0), column(widthPx - 1)].flatMap((side) => {
    const { share, luma } = measureTone(side, bedLevels);
    return share >= bedShare ? [luma] : [];
  });
  return tones.find(
    (tone) => tones.filter((other) => Math.abs(other - tone) <= bedLevels).length >= minSides,
  );
}

/** How many pixels of each row and column are no bed. */
function countPrint({ samples, widthPx, heightPx }: Plane8, bed: number) {
  const [rows, columns] = [new Uint32Array(heightPx), new Uint32Array(widthPx)];
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at++) {
      if (isBed(samples[at]!, bed)) continue;
      rows[y] = rows[y]! + 1;
      columns[x] = columns[x]! + 1;
    }
  }
  return { rows, columns };
}

/** All that isn't bed, but for dust on it. */
function boxAround(plane: Plane8, bed: number): Box & { filled: number } {
  const { rows, columns } = countPrint(plane, bed);
  const isInRow = (count: number) => count >= printShare * plane.widthPx;
  const isInColumn = (count: number) => count >= printShare * plane.heightPx;
  return {
    left: columns.findIndex(isInColumn),
    top: rows.findIndex(isInRow),
    right: columns.findLastIndex(isInColumn) + 1,
    bottom: rows.findLastIndex(isInRow) + 1,
    filled: rows.reduce((sum, count) => sum + count, 0),
  };
}

/** How much of a line is bed. */
function bedShareOf(
  { samples }: Plane8,
  bed: number,
  line: { start: number; step: number; count: number },
): number {
  let count = 0;
  for (let i = 0, at = line.start; i < line.count; i++, at += line.step)
    if (isBed(samples[at]!, bed)) count++;
  return count / line.count;
}

/** The box without the wedges of bed that a turned print leaves at its sides: what has most of it goes first. */
function inscribed(plane: Plane8, bed: number, around: Box): Box {
  const box = { ...around };
  const { widthPx } = plane;
  while (areaOf(box) > 0) {
    const { left, top, right, bottom } = box;
    const column = (x: number) => ({ start: top * widthPx + x, step: widthPx, count: bottom - top });
    const row = (y: number) => ({ start: y * widthPx + left, step: 1, count: right - left });
    const lines = [column(left), row(top), column(right - 1), row(bottom - 1)];
    const shares = lines.map((line) => bedShareOf(plane, bed, line));
    const worst = shares.indexOf(Math.max(...shares));
    if (shares[worst]! <= maxBed) break;
    if (worst === 0) box.left++;
    else if (worst === 1) box.top++;
    else if (worst === 2) box.right--;
    else box.bottom--;
  }
  return box;
}

/** 0 when there is nothing. */
const areaOf = ({ left, top, right, bottom }: Box): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top);

function findInside(plane: Plane8): Box | undefined {
  const { widthPx, heightPx } = plane;
  const bed = findBed(plane);
  if (bed === undefined) return undefined;
  const { filled, ...box } = boxAround(plane, bed);
  if (areaOf(box) > (1 - minAround) * widthPx * heightPx || filled < minFilled * areaOf(box))
    return undefined;
  const inside = inscribed(plane, bed, box);
  const shortest = Math.min(inside.right - inside.left, inside.bottom - inside.top);
  if (shortest < minSidePx || areaOf(inside) < minKept * areaOf(box)) return undefined;
  const { left, top, right, bottom } = inside;
  return { left: left + edgePx, top: top + edgePx, right: right - edgePx, bottom: bottom - edgePx };
}

/** The largest part of the scan, in its pixels, that is nothing but print; undefined when there is no bed around one. */
export function findPrint(pixels: RgbPixels): PixelArea | undefined {
  const factor = Math.ceil(Math.sqrt((pixels.widthPx * pixels.heightPx) / lookPixels));
  const small = factor > 1 ? shrinkPixels(pixels, factor) : pixels;
  const { widthPx, heightPx } = small;
  const inside = findInside({ samples: lumaPlaneOf(small), widthPx, heightPx });
  if (!inside) return undefined;
  return {
    leftPx: inside.left * factor,
    topPx: inside.top * factor,
    widthPx: (inside.right - inside.left) * factor,
    heightPx: (inside.bottom - inside.top) * factor,
  };
}

/** Where the picture is: the print on the bed of a scanner, or what is inside a border. */
export function detectPicture(pixels: RgbPixels): PixelArea {
  const print = findPrint(pixels);
  if (print) return print;
  const { widthPx, heightPx } = pixels;
  const { left, top, right, bottom } = measureBorder(pixels);
  const [leftPx, topPx] = [Math.round(left * widthPx), Math.round(top * heightPx)];
  return {
    leftPx,
    topPx,
    widthPx: widthPx - Math.round(right * widthPx) - leftPx,
    heightPx: heightPx - Math.round(bottom * heightPx) - topPx,
  };
}

/** A copy of a part of the picture. */
export function cutPixels({ rgb, widthPx }: RgbPixels, area: PixelArea): RgbPixels {
  const rowBytes = 3 * area.widthPx;
  const cut = new Uint8Array(rowBytes * area.heightPx);
  for (let y = 0; y < area.heightPx; y++) {
    const from = 3 * ((area.topPx + y) * widthPx + area.leftPx);
    cut.set(rgb.subarray(from, from + rowBytes), y * rowBytes);
  }
  return { rgb: cut, widthPx: area.widthPx, heightPx: area.heightPx };
}
