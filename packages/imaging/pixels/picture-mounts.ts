/**
 * Owns where the picture lies in what was scanned with it: a slide's frame, card, the rebate of a film, a paper border, several of them
 * one in another. Each is a strip of one colour around, which ends in a straight line, but for the rims of plates. Pure arithmetic; a
 * picture that begins where its scan does has none.
 */
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import { shrinkPixels, shrinkSmoothly } from './shrink-pixels.ts';

type Rgb = readonly [red: number, green: number, blue: number];

/** A part of a picture, in whole pixels. */
interface PictureArea {
  leftPx: number;
  topPx: number;
  widthPx: number;
  heightPx: number;
}

/** A strip's colour, and what lies within it. */
export interface Mount {
  colour: Rgb;
  inside: PictureArea;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** It is looked for in a picture of so many pixels a side. */
const lookPx = 320;
const maxMounts = 5;
/** From so many lines across a side it is told where the strip ends; the corners may be round. */
const probes = 72;
const minRun = 28;
const cornerShare = 0.1;
/** A value is another colour than the strip's by so much, for so many pixels. */
const farLevels = 26;
const farPx = 2;
/**
 * So many of the lines end where the strip does, and so many before, at print and dirt; others go on where the picture has its colour.
 * Of a side that three others speak for less is asked.
 */
const sureSide = { minEnding: 0.62, maxBefore: 0.3 };
const fourthSide = { minEnding: 0.35, maxBefore: 0.6 };
const slackShare = 0.012;
/** A strip has its colour nearly everywhere; what only ends everywhere at the same depth is a texture. On a wide one something is printed. */
const minEven = 0.88;
const wideShare = 0.06;
const minEvenWide = 0.7;
/** How much a side leans at most; all lean as one turned scan does, what is seen from an angle doesn't. */
const leans = [0, -0.01, 0.01, -0.02, 0.02];
const turns = [1, -1, -1, 1] as const;
const sameTurn = 0.011;
const surerShare = 1.1;
const maxDepth = 0.42;
const minDepthPx = 3;
/** Its last pixels are mixed, and the first of what comes after: edges throw shadows and shine. */
const edgePx = 1;
const fringePx = 3;
const rimShare = 0.035;
/** Sides of one mount are alike. */
const sameLevels = 48;
const minSides = 3;
const minSidePx = 40;
const minAreaShare = 0.06;

const farFrom = (a: Rgb, b: Rgb): number => Math.max(...a.map((value, c) => Math.abs(value - b[c]!)));

/** One side of a box as lines that go in from it: the pixel at `along` of the side, `depth` inside. */
interface SideView {
  length: number;
  depth: number;
  at(along: number, depth: number): number;
}

/** The box without so many pixels at its left, top, right and bottom. */
const boxWithin = (box: Box, [left, top, right, bottom]: readonly number[]): Box => ({
  left: box.left + left!,
  top: box.top + top!,
  right: box.right - right!,
  bottom: box.bottom - bottom!,
});

/** From the left, the top, the right and the bottom. */
function viewsOf({ widthPx }: RgbPixels, { left, top, right, bottom }: Box): SideView[] {
  const [wide, high] = [right - left, bottom - top];
  return [
    { length: high, depth: wide, at: (along, depth) => (top + along) * widthPx + left + depth },
    { length: wide, depth: high, at: (along, depth) => (top + depth) * widthPx + left + along },
    { length: high, depth: wide, at: (along, depth) => (top + along) * widthPx + right - 1 - depth },
    { length: wide, depth: high, at: (along, depth) => (bottom - 1 - depth) * widthPx + left + along },
  ];
}

const medianOf = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!;

function colourOf({ rgb }: RgbPixels, { length, at }: SideView): Rgb {
  const channel = (c: number) =>
    medianOf(Array.from({ length: 2 * length }, (_, i) => rgb[3 * at(i >> 1, i & 1) + c]!));
  return [channel(0), channel(1), channel(2)];
}

const probeAt = ({ length }: Pick<SideView, 'length'>, i: number): number =>
  Math.floor(length * (cornerShare + ((i + 0.5) / probes) * (1 - 2 * cornerShare)));

/** How deep each probe goes before another colour comes; infinite where none does. */
function depthsOf({ rgb }: RgbPixels, { length, depth, at }: SideView, colour: Rgb): number[] {
  const max = Math.floor(maxDepth * depth);
  return Array.from({ length: probes }, (_, i) => {
    const along = probeAt({ length }, i);
    let far = 0;
    for (let deep = 0; deep < max + farPx; deep++) {
      const from = 3 * at(along, deep);
      far = farFrom(colour, [rgb[from]!, rgb[from + 1]!, rgb[from + 2]!]) > farLevels ? far + 1 : 0;
      if (far === farPx) return deep - farPx + 1;
    }
    return Number.POSITIVE_INFINITY;
  });
}

/** How much of what lies before the end has the strip's colour. */
function evenShareOf(picture: RgbPixels, view: SideView, strip: { colour: Rgb; end: number }): number {
  const { rgb } = picture;
  let [near, all] = [0, 0];
  for (let i = 0; i < probes; i++) {
    const along = probeAt(view, i);
    for (let deep = 0; deep < strip.end - edgePx; deep++, all++) {
      const from = 3 * view.at(along, deep);
      if (farFrom(strip.colour, [rgb[from]!, rgb[from + 1]!, rgb[from + 2]!]) <= farLevels) near++;
    }
  }
  return near / Math.max(1, all);
}

/** Where most probes end between the first that does and the last, if enough do: a window may be narrower than its mount. */
function endOf(
  depths: readonly number[],
  { length, depth }: SideView,
  { minEnding, maxBefore }: typeof sureSide,
): Pick<Side, 'end' | 'lean'> {
  const slack = Math.max(1.5, slackShare * depth);
  let [best, support] = [{ end: 0, lean: 0 }, 0];
  for (const lean of leans) {
    const straight = depths.map((deep, i) => deep - lean * length * ((i + 0.5) / probes - 0.5));
    for (const candidate of straight) {
      if (!Number.isFinite(candidate) || candidate < minDepthPx) continue;
      const isEnding = (deep: number) => Math.abs(deep - candidate) <= slack;
      const run = straight.slice(straight.findIndex(isEnding), straight.findLastIndex(isEnding) + 1);
      const ending = run.filter(isEnding).length;
      const before = run.filter((deep) => deep < candidate - slack).length;
      const isEnough = run.length >= minRun && ending >= minEnding * run.length;
      const isBetter = lean === best.lean ? ending > support : ending > surerShare * support;
      if (!isEnough || !isBetter || before > maxBefore * run.length) continue;
      best = { end: Math.ceil(candidate + Math.abs(lean) * length * 0.5), lean };
      support = ending;
    }
  }
  return best;
}

interface Side {
  colour: Rgb;
  /** How deep the strip is, in pixels; 0 where there is none. */
  end: number;
  /** How much deeper it gets along the side, as a share of it. */
  lean: number;
}

function sidesOf(picture: RgbPixels, box: Box, asked?: Rgb): Side[] {
  return viewsOf(picture, box).map((view) => {
    const colour = asked ?? colourOf(picture, view);
    const limits = asked ? fourthSide : sureSide;
    const { end, lean } = endOf(depthsOf(picture, view, colour), view, limits);
    const least = end > wideShare * view.depth ? minEvenWide : minEven;
    const isEven = end > 0 && (asked || evenShareOf(picture, view, { colour, end }) >= least);
    return { colour, end: isEven ? end : 0, lean };
  });
}

/** The outermost strip of what the box shows. */
function findStrip(picture: RgbPixels, box: Box): { colour: Rgb; inside: Box } | undefined {
  const sides = sidesOf(picture, box);
  for (const { colour } of sides.filter(({ end }) => end > 0)) {
    const ends = sides.map((side) => (farFrom(side.colour, colour) <= sameLevels ? side.end : 0));
    const turned = sides.flatMap(({ lean }, i) => (ends[i]! > 0 ? [lean * turns[i]!] : []));
    if (turned.length < minSides || Math.max(...turned) - Math.min(...turned) > sameTurn) continue;
    const likely = sidesOf(picture, box, colour);
    for (const [i, end] of ends.entries()) if (end === 0) ends[i] = likely[i]!.end;
    const inside = boxWithin(
      box,
      ends.map((end) => (end > 0 ? end + fringePx : 0)),
    );
    if (Math.min(inside.right - inside.left, inside.bottom - inside.top) >= minSidePx)
      return { colour, inside };
  }
  return undefined;
}

/** Plates and films have rims that lean, bend and change their colour: within so much of a side each line crosses from dark to light, or back. */
const rimWithin = 0.06;
const rimCut = 0.065;
const rimStepPx = 3;
const rimStep = 20;
const minCrossing = 0.8;
const minRims = 3;
const [rimDark, rimLight] = [70, 225] as const;

const lumaAt = ({ rgb }: RgbPixels, at: number): number =>
  (rgb[3 * at]! + 2 * rgb[3 * at + 1]! + rgb[3 * at + 2]!) / 4;

/** The strongest step on the way in along a probe: more than 0 where it gets lighter. */
function stepOn(picture: RgbPixels, { at, depth }: SideView, along: number): number {
  let strongest = 0;
  for (let deep = 0; deep < rimWithin * depth; deep++) {
    const step = lumaAt(picture, at(along, deep + rimStepPx)) - lumaAt(picture, at(along, deep));
    if (Math.abs(step) > Math.abs(strongest)) strongest = step;
  }
  return strongest;
}

function hasRim(picture: RgbPixels, view: SideView): boolean {
  const [red, green, blue] = colourOf(picture, view);
  const edge = (red + 2 * green + blue) / 4;
  if (edge > rimDark && edge < rimLight) return false;
  const sign = edge <= rimDark ? 1 : -1;
  let crossing = 0;
  for (let i = 0; i < probes; i++) if (sign * stepOn(picture, view, probeAt(view, i)) >= rimStep) crossing++;
  return crossing >= minCrossing * probes;
}

/** They have many; to who asks what ages with the picture they are as good as black. */
const rimColour: Rgb = [0, 0, 0];

/** What is within the rims of a plate or a film, when most sides have one. */
function findRims(picture: RgbPixels, box: Box): { colour: Rgb; inside: Box } | undefined {
  const views = viewsOf(picture, box);
  const cuts = views.map((view) => (hasRim(picture, view) ? Math.ceil(rimCut * view.depth) : 0));
  if (cuts.filter((cut) => cut > 0).length < minRims) return undefined;
  return { colour: rimColour, inside: boxWithin(box, cuts) };
}

/** The box without its rim: shadows and shining edges hide where a strip begins. */
function insetOf(box: Box): Box {
  const px = Math.round(rimShare * Math.min(box.right - box.left, box.bottom - box.top));
  return boxWithin(box, [px, px, px, px]);
}

const areaOf = ({ left, top, right, bottom }: Box): number => (right - left) * (bottom - top);

/** The picture as it is looked at: so many pixels on its longer side, or as it is when it has less. */
function lookAt(pixels: RgbPixels): RgbPixels {
  const factor = Math.max(pixels.widthPx, pixels.heightPx) / lookPx;
  if (factor <= 1) return pixels;
  const whole = Math.max(1, Math.floor(factor / 2));
  return shrinkSmoothly(whole > 1 ? shrinkPixels(pixels, whole) : pixels, factor / whole);
}

/** All strips around the picture, the outermost first, in the pixels of what is given. */
export function detectMounts(pixels: RgbPixels): Mount[] {
  const small = lookAt(pixels);
  const [across, down] = [pixels.widthPx / small.widthPx, pixels.heightPx / small.heightPx];
  let box: Box = { left: 0, top: 0, right: small.widthPx, bottom: small.heightPx };
  const whole = areaOf(box);
  const mounts: Mount[] = [];
  while (mounts.length < maxMounts) {
    const strip =
      findStrip(small, box) ??
      findStrip(small, insetOf(box)) ??
      (mounts.length === 0 ? findRims(small, box) : undefined);
    if (!strip || areaOf(strip.inside) < minAreaShare * whole) break;
    box = strip.inside;
    mounts.push({
      colour: strip.colour,
      inside: {
        leftPx: Math.round(box.left * across),
        topPx: Math.round(box.top * down),
        widthPx: Math.round((box.right - box.left) * across),
        heightPx: Math.round((box.bottom - box.top) * down),
      },
    });
  }
  return mounts;
}

/** What is as dark or as light as this at the picture's edge, and ends within so much of its sides, may be a film's rebate or a scanner's bed. */
const [rebateBlack, rebateWhite] = [38, 240] as const;
const rebateShare = 0.12;

type Extreme = 'black' | 'white' | undefined;

function extremeAt({ rgb }: RgbPixels, at: number): Extreme {
  const [red, green, blue] = [rgb[3 * at]!, rgb[3 * at + 1]!, rgb[3 * at + 2]!];
  if (Math.max(red, green, blue) <= rebateBlack) return 'black';
  return Math.min(red, green, blue) >= rebateWhite ? 'white' : undefined;
}

/** Replaces black or white at the edges by what comes after it, in place: nothing of it tells what black and white the picture has. */
export function coverRebates(picture: RgbPixels): void {
  const { rgb, widthPx, heightPx } = picture;
  const whole = { left: 0, top: 0, right: widthPx, bottom: heightPx };
  for (const { length, depth, at } of viewsOf(picture, whole)) {
    const max = Math.floor(rebateShare * depth);
    for (let along = 0; along < length; along++) {
      const kind = extremeAt(picture, at(along, 0));
      let deep = 0;
      while (kind && deep <= max && extremeAt(picture, at(along, deep)) === kind) deep++;
      if (deep === 0 || deep > max) continue;
      const end = Math.min(depth - 1, deep + fringePx);
      const from = 3 * at(along, end);
      for (let covered = 0; covered < end; covered++) rgb.copyWithin(3 * at(along, covered), from, from + 3);
    }
  }
}

/** A mount from white to black fades and is evened as paper; one that is grey or coloured keeps what it has. */
const [paperLevel, blackLevel] = [200, 45] as const;
const isPaper = ({ colour }: Mount): boolean =>
  Math.min(...colour) >= paperLevel || Math.max(...colour) <= blackLevel;

/** The innermost mount that is no paper. */
const findCard = (pixels: RgbPixels): Mount | undefined =>
  detectMounts(pixels).findLast((mount) => !isPaper(mount));

/** What is within a grey or coloured mount; undefined where there is no such mount. */
export const findMountedArea = (pixels: RgbPixels): PictureArea | undefined => findCard(pixels)?.inside;

/** Its corners may be round by so much of its sides, and it ends so near to where it was found. */
const roundShare = 0.08;
const mountLevels = 36;

/** The pixels of each row that are the picture's, from one up to another that isn't. */
export type PictureRows = (y: number) => readonly [from: number, to: number];

/** Where the picture in a grey or coloured mount is; undefined where there is no such mount. */
export function findMountedRows(pixels: RgbPixels): PictureRows | undefined {
  const mount = findCard(pixels);
  if (!mount) return undefined;
  const { rgb, widthPx, heightPx } = pixels;
  const { inside, colour } = mount;
  const slackPx = Math.ceil(((fringePx + edgePx) * Math.max(widthPx, heightPx)) / lookPx);
  const roundPx = Math.round(roundShare * Math.min(inside.widthPx, inside.heightPx));
  const [left, right] = [inside.leftPx - slackPx, inside.leftPx + inside.widthPx + slackPx];
  const [top, bottom] = [inside.topPx - slackPx, inside.topPx + inside.heightPx + slackPx];
  const isMount = (at: number) =>
    farFrom(colour, [rgb[3 * at]!, rgb[3 * at + 1]!, rgb[3 * at + 2]!]) <= mountLevels;
  return (y) => {
    if (y < top || y >= bottom) return [0, 0];
    const row = y * widthPx;
    const isAtEdge = Math.min(y - top, bottom - 1 - y) < 2 * slackPx;
    const reach = isAtEdge ? right - left : slackPx + roundPx;
    let [from, to] = [Math.max(0, left), Math.min(widthPx, right)];
    for (const last = Math.min(to, from + reach); from < last && isMount(row + from); ) from++;
    for (const first = Math.max(from, to - reach); to > first && isMount(row + to - 1); ) to--;
    return [from, to];
  };
}
