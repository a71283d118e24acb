/**
 * Owns what the answers of the face network mean: boxes, and which of those that overlap stay. Arithmetic that is the same
 * on every machine, so no `Math.exp`, whose last bit is the engine's.
 */
import type { NetworkAnswers } from '../kernels/network-layers.ts';

/** A box in squares of the network, from the picture's corner; `sureness` from 0 to 1. */
export interface FaceBox {
  left: number;
  top: number;
  width: number;
  height: number;
  sureness: number;
}

/** Width and height of the shapes that boxes are told from, in squares. */
const shapes = [
  [1.603231, 2.094468],
  [6.041143, 7.080126],
  [2.882459, 3.518061],
  [4.266906, 5.178857],
  [9.041765, 10.66308],
] as const;
/** Numbers for each shape: place across and along, width, height, sureness. */
const numbers = 5;
/** The answers end here: a width of e ** 4 shapes is wider than any picture. */
const maxExponent = 30;
const halvings = 10;

/** e ** x by the series near nought, squared ten times: within a trillionth. */
function expOf(x: number): number {
  const part = Math.max(-maxExponent, Math.min(maxExponent, x)) / 2 ** halvings;
  let power = 1 + part * (1 + (part / 2) * (1 + (part / 3) * (1 + (part / 4) * (1 + part / 5))));
  for (let i = 0; i < halvings; i++) power *= power;
  return power;
}

const sigmoid = (x: number): number => 1 / (1 + expOf(-x));

/** The boxes that are at least so sure. */
export function readBoxes({ values, columns, rows, stride }: NetworkAnswers, minSureness: number): FaceBox[] {
  const boxes: FaceBox[] = [];
  for (let square = 0; square < columns * rows; square++) {
    shapes.forEach(([wide, high], shape) => {
      const at = square * stride + shape * numbers;
      const sureness = sigmoid(values[at + 4]!);
      if (!(sureness >= minSureness)) return;
      const width = wide * expOf(values[at + 2]!);
      const height = high * expOf(values[at + 3]!);
      const left = (square % columns) + sigmoid(values[at]!) - width / 2;
      const top = Math.floor(square / columns) + sigmoid(values[at + 1]!) - height / 2;
      boxes.push({ left, top, width, height, sureness });
    });
  }
  return boxes;
}

type Rect = Omit<FaceBox, 'sureness'>;

/** The area that two boxes share. */
function areaOfBoth(a: Rect, b: Rect): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}

/** What two boxes share, of what they cover together. */
export function overlapOf(a: Rect, b: Rect): number {
  const both = areaOfBoth(a, b);
  return both / (a.width * a.height + b.width * b.height - both);
}

/** A box, and the longer side of the copy that it was found in. */
export type SizedBox = FaceBox & { sizePx: number };

/** Boxes that share so much are of one face. */
const sameFace = 0.3;
/** Boxes are of no face unless one of them is so sure. */
const minSurest = 0.4;
/** A box is no face of its own when it and a surer one lie in each other by so much, or surer ones cover so much of it. */
const minWithin = 0.5;
const maxCovered = 0.3;

/** The boxes around each of the surest ones. */
function groupBoxes(boxes: readonly SizedBox[]): SizedBox[][] {
  const groups: SizedBox[][] = [];
  for (const box of boxes.toSorted((a, b) => b.sureness - a.sureness)) {
    const group = groups.find(([surest]) => overlapOf(surest!, box) >= sameFace);
    if (group) group.push(box);
    else groups.push([box]);
  }
  return groups.filter(([surest]) => surest!.sureness >= minSurest);
}

/**
 * The mean of the boxes: the surer and the larger the copy, the more one counts. As sure as one is whom each copy tells of a
 * face by itself.
 */
function joinBoxes(group: readonly SizedBox[]): FaceBox {
  const surest = new Map<number, number>();
  const sum = { left: 0, top: 0, width: 0, height: 0, weight: 0 };
  for (const { left, top, width, height, sureness, sizePx } of group) {
    const weight = sureness * sureness * sizePx;
    sum.left += weight * left;
    sum.top += weight * top;
    sum.width += weight * width;
    sum.height += weight * height;
    sum.weight += weight;
    surest.set(sizePx, Math.max(sureness, surest.get(sizePx) ?? 0));
  }
  const doubt = surest.values().reduce((product, sureness) => product * (1 - sureness), 1);
  const { left, top, width, height, weight } = sum;
  return {
    left: left / weight,
    top: top / weight,
    width: width / weight,
    height: height / weight,
    sureness: 1 - doubt,
  };
}

const sizeOf = ({ width, height }: Rect): number => width * height;

/** One box for each face, the surest first. */
export function mergeBoxes(boxes: readonly SizedBox[]): FaceBox[] {
  const kept: FaceBox[] = [];
  for (const box of groupBoxes(boxes)
    .map(joinBoxes)
    .toSorted((a, b) => b.sureness - a.sureness)) {
    const shared = kept.map((other) => areaOfBoth(box, other));
    const isPart = kept.some((other, i) => shared[i]! >= minWithin * Math.min(sizeOf(box), sizeOf(other)));
    const covered = shared.reduce((sum, area) => sum + area, 0);
    if (!isPart && covered < maxCovered * sizeOf(box)) kept.push(box);
  }
  return kept;
}
