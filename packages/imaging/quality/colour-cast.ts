/**
 * Owns whether the light of a photo had another colour than its camera took it for. Pure arithmetic; must never judge, and
 * must find nothing where nothing tells: a picture of leaves is green, a sunset is orange.
 *
 * Light multiplies: in logarithms of the ratios red / green and blue / green it moves all that is in the photo by the same
 * step. What tells of it: what was grey, from dark to bright, lies together where no grey belongs, on the way that light takes
 * (lamps from orange to blue, tubes from green to magenta), and hardly anything is grey; or the whole photo, down to what is
 * least tinted, lies beyond grey, and not so far that it must be paint or a leaf; or what was white has the colour of the
 * light, as glints have on leaves and wood too: what each channel reaches at its brightest lies along the way, bright things lie
 * there together, and nothing bright is grey. Dark things may be grey then: in orange light a blue cloth is.
 */

/** Interleaved 8-bit sRGB, `count` pixels. */
interface CastSamples {
  rgb: Uint8Array;
  a: Float32Array;
  b: Float32Array;
  count: number;
}

/** The ways of light: steps of red / green and blue / green, of length 1. */
interface Way {
  red: number;
  blue: number;
  /** The whole photo lies so far along it, and its middle no farther than this. */
  wholeFrom: number;
  middleTo: number;
}

const ways: readonly Way[] = [
  { red: 0.45, blue: -0.89, wholeFrom: 0.6, middleTo: 2.1 },
  { red: -0.5, blue: 0.86, wholeFrom: 0.55, middleTo: 1.6 },
  { red: -0.7, blue: -0.7, wholeFrom: 0.6, middleTo: 1.6 },
  { red: 0.7, blue: 0.7, wholeFrom: 0.4, middleTo: 1.6 },
];

/** What is darker or clipped has no colour to speak of. */
const darkestLevel = 50;
const brightestLevel = 250;
/** So much light is added to all, so that ratios of dark values mean something. */
const veil = 0.003;
/** Grey is what lies within so many powers of two. */
const greyRadius = 0.3;
/** What was grey lies so far along a way, and so near to it. */
const ridgeReach = { from: 0.65, to: 1.8, aside: 0.35 } as const;
/** It is so large a share of the photo, and so much of it is in each of some steps of brightness. */
const minRidge = 0.13;
const minStep = 0.015;
const stepCount = 4;
const stepSize = (brightestLevel - darkestLevel) / stepCount;
/** Of the photo so much is grey still. Blue things stay blue in orange light: so much may lie before the ridge, or beyond grey. */
const maxGrey = 0.009;
const maxBefore = 0.75;
const beforeTo = 0.35;
/** Each channel reaches its brightest in this share of the photo; what was white lies so far along the way by that. */
const whiteShare = 0.005;
const whiteFrom = 0.6;
/** So large a share of the photo lies on the ridge in the brighter steps, and so much in each of them. */
const minBrightRidge = 0.1;
const minBrightStep = 0.02;
const firstBrightStep = 2;
/** So much is grey there, and so much anywhere. */
const maxBrightGrey = 0.002;
const maxDarkGrey = 0.06;
/** So much lies before the ridge. */
const maxBeforeWhite = 0.55;
/** The least tinted share of the photo that still counts. */
const minTinted = 0.005;
/** Too little is seen to tell. */
const minSeen = 0.15;
const minCount = 500;
const binsPerPower = 20;
const maxPowers = 10;

/** Logarithms (base 2) of the linear light (IEC 61966-2-1) of each value. */
const powers = Float64Array.from({ length: 256 }, (_, value) => {
  const v = value / 255;
  return Math.log2((v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4) + veil);
});

interface Ridge {
  way: Way;
  steps: Float64Array;
  before: number;
  /** How many lie how far along. */
  along: Uint32Array;
  sumA: number;
  sumB: number;
}

const newRidge = (way: Way): Ridge => ({
  way,
  steps: new Float64Array(stepCount),
  before: 0,
  along: new Uint32Array(2 * maxPowers * binsPerPower),
  sumA: 0,
  sumB: 0,
});

const isSeen = (rgb: Uint8Array, at: number): boolean => {
  const brightest = Math.max(rgb[at]!, rgb[at + 1]!, rgb[at + 2]!);
  return brightest >= darkestLevel && brightest <= brightestLevel;
};

/** The step of brightness of what is seen. */
const stepAt = (rgb: Uint8Array, at: number): number =>
  Math.min(
    stepCount - 1,
    Math.floor((Math.max(rgb[at]!, rgb[at + 1]!, rgb[at + 2]!) - darkestLevel) / stepSize),
  );

/** Adds all pixels to the ridge of one way. */
function addPixels(ridge: Ridge, { rgb, a, b, count }: CastSamples): void {
  const { red: wayRed, blue: wayBlue } = ridge.way;
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    if (!isSeen(rgb, at)) continue;
    const green = powers[rgb[at + 1]!]!;
    const [red, blue] = [powers[rgb[at]!]! - green, powers[rgb[at + 2]!]! - green];
    const along = red * wayRed + blue * wayBlue;
    const aside = blue * wayRed - red * wayBlue;
    const bin = Math.floor((along + maxPowers) * binsPerPower);
    ridge.along[bin] = ridge.along[bin]! + 1;
    if (along < beforeTo) ridge.before += 1;
    if (along < ridgeReach.from || along > ridgeReach.to || Math.abs(aside) > ridgeReach.aside) continue;
    const step = stepAt(rgb, at);
    ridge.steps[step] = ridge.steps[step]! + 1;
    ridge.sumA += a[i]!;
    ridge.sumB += b[i]!;
  }
}

/** How many are seen, and how many of those are grey, and bright and grey. */
interface Greys {
  seen: number;
  grey: number;
  brightGrey: number;
}

function countGreys({ rgb, count }: CastSamples): Greys {
  let [seen, grey, brightGrey] = [0, 0, 0];
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    if (!isSeen(rgb, at)) continue;
    seen += 1;
    const green = powers[rgb[at + 1]!]!;
    const [red, blue] = [powers[rgb[at]!]! - green, powers[rgb[at + 2]!]! - green];
    if (red * red + blue * blue >= greyRadius * greyRadius) continue;
    grey += 1;
    if (stepAt(rgb, at) >= firstBrightStep) brightGrey += 1;
  }
  return { seen, grey, brightGrey };
}

/** What the channels reach at their brightest, in powers of two: red, green, blue. */
function whiteOf({ rgb, count }: CastSamples): [number, number, number] {
  const counts = new Uint32Array(3 * 256);
  for (let at = 0; at < 3 * count; at += 3) {
    const [red, green, blue] = [rgb[at]!, 256 + rgb[at + 1]!, 512 + rgb[at + 2]!];
    counts[red] = counts[red]! + 1;
    counts[green] = counts[green]! + 1;
    counts[blue] = counts[blue]! + 1;
  }
  const reached = (channel: number) => {
    let value = 255;
    for (let sum = counts[256 * channel + 255]!; value > 0 && sum < whiteShare * count; ) {
      value -= 1;
      sum += counts[256 * channel + value]!;
    }
    return powers[value]!;
  };
  return [reached(0), reached(1), reached(2)];
}

/** How far along the way the given share of all that is seen lies at most. */
function shareAlong({ along }: Ridge, wanted: number): number {
  let bin = 0;
  for (let sum = along[0]!; sum < wanted; sum += along[bin]!) bin += 1;
  return bin / binsPerPower - maxPowers;
}

/** Whether what was grey lies together along the way. */
function isRidge({ steps, before }: Ridge, { seen, grey }: Greys): boolean {
  const whole = steps.reduce((sum, step) => sum + step, 0);
  if (whole < minRidge * seen || grey > maxGrey * seen) return false;
  return steps.every((step) => step >= minStep * seen) && before <= maxBefore * seen;
}

/** Whether all of the photo lies beyond grey. */
const isBeyond = (ridge: Ridge, { seen, grey }: Greys): boolean =>
  grey <= maxGrey * seen &&
  shareAlong(ridge, minTinted * seen) >= ridge.way.wholeFrom &&
  shareAlong(ridge, 0.5 * seen) <= ridge.way.middleTo;

/** Whether what was white may have the colour of the light: the brightest of all channels says so, and nothing bright is grey. */
function mayWhiteBeTinted(
  way: Way,
  { seen, grey, brightGrey }: Greys,
  [red, green, blue]: readonly [number, number, number],
): boolean {
  if (grey > maxDarkGrey * seen || brightGrey > maxBrightGrey * seen) return false;
  return (red - green) * way.red + (blue - green) * way.blue >= whiteFrom;
}

/** Whether what is bright lies together along the way. */
function isBrightRidge({ steps, before }: Ridge, seen: number): boolean {
  const bright = steps.subarray(firstBrightStep);
  return (
    bright.reduce((sum, step) => sum + step, 0) >= minBrightRidge * seen &&
    bright.every((step) => step >= minBrightStep * seen) &&
    before <= maxBeforeWhite * seen
  );
}

/** How much is grey, and the tint of what was: how strong (CIELAB chroma), its hue in degrees; 0 where nothing tells of any. */
export function measureCast(samples: CastSamples): {
  greyShare: number;
  castChroma: number;
  castHue: number;
} {
  const greys = countGreys(samples);
  const { seen, grey } = greys;
  const greyShare = Math.round((1000 * grey) / Math.max(1, samples.count)) / 1000;
  if (seen >= minCount && seen >= minSeen * samples.count && grey <= maxDarkGrey * seen) {
    const white = whiteOf(samples);
    for (const way of ways) {
      const isWhite = mayWhiteBeTinted(way, greys, white);
      if (grey > maxGrey * seen && !isWhite) continue;
      const ridge = newRidge(way);
      addPixels(ridge, samples);
      const inside = ridge.steps.reduce((sum, step) => sum + step, 0);
      if (inside === 0) continue;
      const isBright = isWhite && isBrightRidge(ridge, seen);
      if (!isRidge(ridge, greys) && !isBeyond(ridge, greys) && !isBright) continue;
      const [a, b] = [ridge.sumA / inside, ridge.sumB / inside];
      const hue = ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
      return { greyShare, castChroma: Math.round(Math.hypot(a, b) * 10) / 10, castHue: Math.round(hue) };
    }
  }
  return { greyShare, castChroma: 0, castHue: 0 };
}
