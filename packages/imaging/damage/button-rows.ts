/**
 * Owns telling dust from small round things that people made: buttons, rivets and lamps are as large and as light as their like, and stand
 * in a row with even gaps. Specks that fell on a print do not, unless there are so many that some do by chance. Pure.
 */

import { momentsOf } from './piece-moments.ts';

/** Marked pixels of one thing, as places in a picture. */
type Piece = ArrayLike<number>;

interface Disc {
  index: number;
  x: number;
  y: number;
  areaPx: number;
  diameterPx: number;
  luma: number;
}

/** Smaller ones are round whatever they are. */
const minAreaPx = 40;
/** One axis over the other, and how much of the ellipse with these axes is filled. */
const maxOval = 1.6;
const minFilled = 0.85;
const alikeRatio = 1.5;
const alikeLevels = 45;
/** The gaps in a row: one over the other, in diameters, and how far the one in the middle may stand aside as a share of both. */
const gapRatio = 1.7;
const [minGap, maxGap] = [1.5, 20] as const;
const maxAside = 0.1;
/** Fewer are no row. */
export const fewestInRow = 3;
/** Among more that are alike some stand in a row by chance. */
const maxAlike = 12;

/** The piece as a disc; undefined when it is too small, too long or too ragged. */
function findDisc(piece: Piece, index: number, luma: Uint8Array, widthPx: number): Disc | undefined {
  const n = piece.length;
  if (n < minAreaPx) return undefined;
  const { x, y, varX, varY, both } = momentsOf(piece, widthPx);
  const spread = Math.hypot((varX - varY) / 2, both);
  const [most, least] = [(varX + varY) / 2 + spread, (varX + varY) / 2 - spread];
  if (least <= 0 || most > maxOval ** 2 * least) return undefined;
  // An even ellipse has half its axes as twice the deviations.
  if (n < minFilled * 4 * Math.PI * Math.sqrt(most * least)) return undefined;
  let light = 0;
  for (let i = 0; i < n; i++) light += luma[piece[i]!]!;
  return { index, x, y, areaPx: n, diameterPx: Math.sqrt((4 * n) / Math.PI), luma: light / n };
}

const isAlike = (a: Disc, b: Disc): boolean =>
  Math.max(a.areaPx, b.areaPx) <= alikeRatio * Math.min(a.areaPx, b.areaPx) &&
  Math.abs(a.luma - b.luma) <= alikeLevels;

/** Whether they stand in a row, the second between the others. */
function isRow(first: Disc, middle: Disc, last: Disc): boolean {
  const gaps = [
    Math.hypot(middle.x - first.x, middle.y - first.y),
    Math.hypot(last.x - middle.x, last.y - middle.y),
  ];
  const [short, long] = [Math.min(...gaps), Math.max(...gaps)];
  if (long > gapRatio * short) return false;
  if (short < minGap * middle.diameterPx || long > maxGap * middle.diameterPx) return false;
  const [dx, dy] = [last.x - first.x, last.y - first.y];
  const chord = Math.hypot(dx, dy);
  const aside = Math.abs((middle.x - first.x) * dy - (middle.y - first.y) * dx) / Math.max(1, chord);
  return chord >= long && aside <= maxAside * chord;
}

/** The places of those pieces in the list that are small round things in a row. */
export function listButtons(pieces: readonly Piece[], luma: Uint8Array, widthPx: number): Set<number> {
  const discs = pieces.flatMap((piece, index) => findDisc(piece, index, luma, widthPx) ?? []);
  const found = new Set<number>();
  for (const middle of discs) {
    const alike = discs.filter((it) => it !== middle && isAlike(middle, it));
    if (alike.length >= maxAlike) continue;
    alike.forEach((first, i) => {
      for (const last of alike.slice(i + 1)) {
        if (!isAlike(first, last) || !isRow(first, middle, last)) continue;
        for (const { index } of [first, middle, last]) found.add(index);
      }
    });
  }
  return found;
}
