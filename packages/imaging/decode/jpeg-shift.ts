/**
 * Owns the one trace that wrong bytes leave when the decoder falls into step again: the brightness of a block is stored as a difference
 * to the one before, so all that follows is shifted by one amount. It begins within a row of blocks and shows below as a step that begins and
 * ends at the same column, a row apart, which next to nothing in a photo does. Pure numbers.
 */

export interface UnitMeans {
  /** The mean of each unit, row by row. */
  means: Int16Array;
  unitsAcross: number;
}

/** A step of less than this (of 255) isn't looked for. */
const minStep = 9;
/** Of the step: what it may be off above, below and beside. */
const maxAside = 0.36;
/** Steps so many times the usual differences between two rows count. */
const minClarity = 1.6;
/** The unit where it begins stands out of the one on its left by so much of the step; it may be so many units away. */
const minBeside = 0.5;
const nearUnits = 4;
const maxUsed = 96;
const minAcross = 12;

const clipped = (value: number) => Math.max(-maxUsed, Math.min(maxUsed, value));

function isBesides(means: Int16Array, unit: number, step: number): boolean {
  for (let i = unit - nearUnits; i <= unit + nearUnits; i++)
    if ((means[i]! - means[i - 1]!) / step >= minBeside) return true;
  return false;
}

/** Where the rest of the picture begins to be shifted; undefined where nothing looks so. */
export function findShift({ means, unitsAcross }: UnitMeans): { unit: number; step: number } | undefined {
  const units = means.length;
  if (unitsAcross < minAcross || units < unitsAcross * 4) return undefined;
  // Differences to the unit above, and their sums.
  const sums = new Float64Array(units + 1);
  const sizes = new Float64Array(units + 1);
  for (let i = unitsAcross; i < units; i++) {
    const step = clipped(means[i]! - means[i - unitsAcross]!);
    sums[i + 1] = sums[i]! + step;
    sizes[i + 1] = sizes[i]! + Math.abs(step);
  }
  const meanOf = (from: number, length: number) => (sums[from + length]! - sums[from]!) / length;
  const near = Math.max(3, Math.floor(unitsAcross / 8));
  let best: { unit: number; step: number } | undefined;
  for (let i = 2 * unitsAcross; i + 2 * unitsAcross <= units; i++) {
    const column = i % unitsAcross;
    if (column < near || column > unitsAcross - near) continue;
    const step = meanOf(i, unitsAcross);
    const size = Math.abs(step);
    if (size < minStep || size <= Math.abs(best?.step ?? 0)) continue;
    const max = size * maxAside;
    const aside = [
      meanOf(i - unitsAcross, unitsAcross),
      meanOf(i + unitsAcross, unitsAcross),
      meanOf(i - near, near),
      meanOf(i + unitsAcross, near),
      meanOf(i, near) - step,
      meanOf(i + unitsAcross - near, near) - step,
    ];
    if (aside.some((value) => Math.abs(value) > max)) continue;
    if (!isBesides(means, i, step)) continue;
    let off = 0;
    for (let k = i; k < i + unitsAcross; k++)
      off += Math.abs(clipped(means[k]! - means[k - unitsAcross]!) - step);
    const usual =
      (sizes[i]! - sizes[i - unitsAcross]! + sizes[i + 2 * unitsAcross]! - sizes[i + unitsAcross]!) /
      (2 * unitsAcross);
    if (size < minClarity * Math.max(usual, off / unitsAcross)) continue;
    best = { unit: i, step };
  }
  return best;
}
