/**
 * Owns what is found along a picture's sides: a border of one colour that is part of the picture, and the even grey that a
 * decoder leaves where a file ended too early, kept by those who saved it anew. Must never look for it inside.
 */

import type { PixelView } from '../pixels/pixel-view.ts';
import type { OwnBorder } from './measures-version.ts';

/** A border takes up this share of its side at most: what is wider is a picture's background. */
const widestShare = 0.2;
/** Values of a border differ by this at most: JPEG rings beside edges. */
const even = 10;
/** Pixels of a line that are looked at. */
const lineSamples = 400;
/** What a decoder leaves for missing blocks: all coefficients 0 is the middle of the scale. */
const grey = { from: 124, to: 132, even: 3 };
/** This share of the picture, or more, is looked through for it. */
const maxMissing = 0.95;

type Side = keyof OwnBorder;
const sides: readonly Side[] = ['left', 'top', 'right', 'bottom'];

/** Line `depth` from a side, as a walk over bytes. */
function lineAt(
  view: PixelView,
  side: Side,
  depth: number,
): { start: number; step: number; samples: number } {
  const { widthPx, heightPx, origin, stepX, stepY } = view;
  const isRow = side === 'top' || side === 'bottom';
  const length = isRow ? widthPx : heightPx;
  const samples = Math.min(lineSamples, length);
  const place = side === 'top' || side === 'left' ? depth : (isRow ? heightPx : widthPx) - 1 - depth;
  const every = Math.floor(length / samples);
  return {
    start: origin + place * (isRow ? stepY : stepX),
    step: every * (isRow ? stepX : stepY),
    samples,
  };
}

type Colour = [low: number, high: number][];

/** Lowest and highest value of each channel along a line. */
function rangeOf(view: PixelView, side: Side, depth: number): Colour {
  const { start, step, samples } = lineAt(view, side, depth);
  return Array.from({ length: view.channels }, (_, channel) => {
    let [low, high] = [255, 0];
    for (let i = 0, at = start + channel; i < samples; i++, at += step) {
      const value = view.bytes[at]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return [low, high];
  });
}

const joined = (one: Colour, other: Colour): Colour =>
  one.map(([low, high], i) => [Math.min(low, other[i]![0]), Math.max(high, other[i]![1])]);
const isEven = (colour: Colour): boolean => colour.every(([low, high]) => high - low <= even);

/** A frame ends at once: this share of the next line but one differs so much. A sky fades. */
const ends = { share: 0.5, by: 24 };

interface Border {
  depth: number;
  colour: number[];
}
const none: Border = { depth: 0, colour: [] };

function endsAt(view: PixelView, side: Side, { depth, colour }: Border): boolean {
  const { start, step, samples } = lineAt(view, side, depth + 1);
  let other = 0;
  for (let i = 0, at = start; i < samples; i++, at += step) {
    if (colour.some((value, channel) => Math.abs(view.bytes[at + channel]! - value) > ends.by)) other += 1;
  }
  return other >= samples * ends.share;
}

function borderOf(view: PixelView, side: Side): Border {
  const length = side === 'top' || side === 'bottom' ? view.heightPx : view.widthPx;
  const max = Math.floor(length * widestShare);
  let range = rangeOf(view, side, 0);
  let depth = 0;
  let colour: number[] = [];
  while (depth <= max && isEven(range)) {
    colour = range.map(([low, high]) => (low + high) / 2);
    depth += 1;
    range = joined(range, rangeOf(view, side, depth));
  }
  if (depth === 0 || depth > max) return none;
  return endsAt(view, side, { depth, colour }) ? { depth, colour } : none;
}

const isSameColour = (one: Border, other: Border): boolean =>
  one.depth > 0 &&
  other.depth > 0 &&
  one.colour.every((value, channel) => Math.abs(value - (other.colour[channel] ?? -256)) <= even);

/**
 * The border that is part of the picture; 0 on a side that has none, or more even colour than a border would have, or
 * another colour than the side across.
 */
export function measureOwnBorder(view: PixelView): OwnBorder {
  if (view.widthPx < 16 || view.heightPx < 16) return { left: 0, top: 0, right: 0, bottom: 0 };
  const [left, top, right, bottom] = sides.map((side) => borderOf(view, side)) as [
    Border,
    Border,
    Border,
    Border,
  ];
  const [hasSides, hasEnds] = [isSameColour(left, right), isSameColour(top, bottom)];
  return {
    left: hasSides ? left.depth : 0,
    top: hasEnds ? top.depth : 0,
    right: hasSides ? right.depth : 0,
    bottom: hasEnds ? bottom.depth : 0,
  };
}

const isMissing = (colour: Colour): boolean =>
  colour.every(([low, high]) => low >= grey.from && high <= grey.to && high - low <= grey.even);

/** The share of the picture, from one side on, that is the even grey of missing data; 0 for none. */
export function measureMissingShare(view: PixelView): number {
  const shares = sides.map((side) => {
    const length = side === 'top' || side === 'bottom' ? view.heightPx : view.widthPx;
    let depth = 0;
    while (depth < length * maxMissing && isMissing(rangeOf(view, side, depth))) depth += 1;
    return depth / length;
  });
  // A transfer that broke off has a picture at its other end; grey all around is somebody's background.
  const missing = sides.map((_, i) => (shares[(i + 2) % sides.length] === 0 ? shares[i]! : 0));
  return Math.max(...missing);
}
