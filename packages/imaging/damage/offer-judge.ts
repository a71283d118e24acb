/**
 * Owns how likely a place that the network alone sees is damage of a real print. The network learnt mostly from drawn damage; trees that
 * `tools/learn-offers.ts` grows from places of real prints, which somebody looked at, weigh what it says with what the place looks like
 * beside its surroundings: dust is lighter or darker than all around it, buttons come in rows, letters have letters beside them. Must never do any
 * I/O but read `offer-trees.bin`, and never touch a pixel.
 */
import type { Plane8, RgbPixels } from '../kernels/kernel-planes.ts';
import { type BoostedTrees, chanceOf, readTrees } from '../pixels/boosted-trees.ts';
import { lumaPlaneOf } from '../pixels/even-tone.ts';
import type { DamageOffer } from './damage-offers.ts';

/** How far around a place one looks: at its rim, and farther. */
const ringPx = 6;
const farPx = 40;
/** Places within this share of the longer side whose size is alike are one of several. */
const nearShare = 0.12;
const alikeRatio = 1.6;
const maxRatio = 8;

interface Shape {
  left: number;
  top: number;
  right: number;
  bottom: number;
  lengthPx: number;
  slender: number;
}

function shapeOf(places: Uint32Array, widthPx: number): Shape {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0];
  let [sumX, sumY, xx, xy, yy] = [0, 0, 0, 0, 0];
  for (const at of places) {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
    sumX += x;
    sumY += y;
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const n = places.length;
  const [varX, varY, both] = [
    xx / n - (sumX / n) ** 2,
    yy / n - (sumY / n) ** 2,
    xy / n - (sumX * sumY) / n ** 2,
  ];
  const spread = Math.sqrt(((varX - varY) / 2) ** 2 + both ** 2);
  // A line of even density has a deviation of its length by the root of twelve.
  const lengthPx = Math.sqrt(12 * Math.max(0, (varX + varY) / 2 + spread)) + 1;
  return { left, top, right, bottom, lengthPx, slender: lengthPx ** 2 / n };
}

interface Surroundings {
  own: number;
  ownSpread: number;
  ring: number;
  ringSpread: number;
  /** The share of what is farther around that is as far from the middle tone of the ring as the place is, or beyond. */
  beyond: number;
  ringChance: number;
  colour: number;
}

const deviation = (sum: number, squares: number, count: number): number =>
  Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));

/** The planes that are read, and which pixels belong to places. */
interface Views {
  pixels: RgbPixels;
  luma: Uint8Array;
  chances: Plane8;
  isIn: Uint8Array;
}

/** Of each pixel how far its colour is from grey, red less blue. */
const tintAt = ({ rgb }: RgbPixels, at: number): number => rgb[3 * at]! - rgb[3 * at + 2]!;

function surroundingsOf(
  { pixels, luma, chances, isIn }: Views,
  places: Uint32Array,
  shape: Shape,
): Surroundings {
  const { widthPx, heightPx } = pixels;
  let [sum, squares, tint] = [0, 0, 0];
  for (const at of places) {
    sum += luma[at]!;
    squares += luma[at]! ** 2;
    tint += tintAt(pixels, at);
  }
  const own = sum / places.length;
  const [around, far] = [ringPx, farPx].map((px) => ({
    left: Math.max(0, shape.left - px),
    top: Math.max(0, shape.top - px),
    right: Math.min(widthPx - 1, shape.right + px),
    bottom: Math.min(heightPx - 1, shape.bottom + px),
  })) as [
    Record<'left' | 'top' | 'right' | 'bottom', number>,
    Record<'left' | 'top' | 'right' | 'bottom', number>,
  ];
  let [count, ringSum, ringSquares, ringTint, ringChance] = [0, 0, 0, 0, 0];
  // Long places have a large box: every other pixel of it says the same.
  const step = (far.right - far.left) * (far.bottom - far.top) > 20_000 ? 2 : 1;
  for (let y = around.top; y <= around.bottom; y += step) {
    for (let x = around.left; x <= around.right; x += step) {
      const at = y * widthPx + x;
      if (isIn[at]) continue;
      count++;
      ringSum += luma[at]!;
      ringSquares += luma[at]! ** 2;
      ringTint += tintAt(pixels, at);
      ringChance += chances.samples[at]!;
    }
  }
  const ring = count > 0 ? ringSum / count : own;
  const isLight = own > ring;
  let [beyond, farCount] = [0, 0];
  for (let y = far.top; y <= far.bottom; y += step) {
    for (let x = far.left; x <= far.right; x += step) {
      const at = y * widthPx + x;
      if (isIn[at]) continue;
      farCount++;
      if (isLight ? luma[at]! >= own : luma[at]! <= own) beyond++;
    }
  }
  return {
    own,
    ownSpread: deviation(sum, squares, places.length),
    ring,
    ringSpread: count > 0 ? deviation(ringSum, ringSquares, count) : 0,
    beyond: farCount > 0 ? beyond / farCount : 0,
    ringChance: count > 0 ? ringChance / count / 255 : 0,
    colour: count > 0 ? Math.abs(tint / places.length - ringTint / count) : 0,
  };
}

/** Of each place how many others near it are about as large and as light. */
function countAlike(shapes: readonly Shape[], offers: readonly DamageOffer[], longerPx: number): number[] {
  const reach = nearShare * longerPx;
  const middles = shapes.map(
    ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2] as const,
  );
  return offers.map((offer, i) => {
    const [x, y] = middles[i]!;
    return offers.filter((other, k) => {
      const ratio = other.places.length / offer.places.length;
      if (k === i || ratio >= alikeRatio || ratio <= 1 / alikeRatio || other.isLight !== offer.isLight)
        return false;
      return Math.hypot(middles[k]![0] - x, middles[k]![1] - y) <= reach;
    }).length;
  });
}

/** What is seen of a place. */
export interface OfferLook {
  /**
   * What the trees ask about, all from 0 to some ten. Nothing of it tells one collection from another, as how light a place is or how much
   * of the photo is seen: trees that knew it knew their own prints by it, and no others.
   */
  features: number[];
  /** Dark, and something near it is as dark: strokes have such dots, and lace, and leaves. */
  isOneOfDark: boolean;
}

/** What is seen of each of the places. */
export function measureOffers(
  pixels: RgbPixels,
  chances: Plane8,
  offers: readonly DamageOffer[],
): OfferLook[] {
  const { widthPx, heightPx } = pixels;
  const isIn = new Uint8Array(widthPx * heightPx);
  for (const { places } of offers) {
    for (const at of places) isIn[at] = 1;
  }
  const views = { pixels, luma: lumaPlaneOf(pixels), chances, isIn };
  const shapes = offers.map(({ places }) => shapeOf(places, widthPx));
  const alike = countAlike(shapes, offers, Math.max(widthPx, heightPx));
  return offers.map(({ places, chance, isLight }, i) => {
    const shape = shapes[i]!;
    const near = surroundingsOf(views, places, shape);
    let [highest, sure] = [0, 0];
    for (const at of places) {
      highest = Math.max(highest, chances.samples[at]!);
      if (chances.samples[at]! > 229) sure++;
    }
    const step = Math.abs(near.own - near.ring);
    const border = Math.min(shape.left, shape.top, widthPx - 1 - shape.right, heightPx - 1 - shape.bottom);
    const features = [
      chance,
      highest / 255,
      sure / places.length,
      Math.log2(places.length),
      shape.slender / 10,
      Math.log2(shape.lengthPx),
      step / 25,
      Math.min(maxRatio, step / (near.ringSpread + 1)),
      near.ringSpread / 25,
      Math.min(maxRatio, near.ownSpread / (step + 1)),
      near.beyond * 10,
      near.ringChance * 10,
      Math.min(10, near.colour / 5),
      Number(isLight),
      Math.min(10, alike[i]!),
      Math.min(10, (100 * border) / Math.max(widthPx, heightPx)),
    ];
    return { features, isOneOfDark: !isLight && near.beyond > 0 };
  });
}

let trees: BoostedTrees | undefined;

/** Each place with the chance that it is damage, 0 to 1. */
export function judgeOffers(
  pixels: RgbPixels,
  chances: Plane8,
  offers: readonly DamageOffer[],
): (OfferLook & { chance: number })[] {
  trees ??= readTrees(new URL('offer-trees.bin', import.meta.url));
  const own = trees;
  return measureOffers(pixels, chances, offers).map((look) => ({
    ...look,
    chance: chanceOf(own, look.features),
  }));
}
