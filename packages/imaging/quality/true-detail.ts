/**
 * Owns up to which frequency a picture has detail: one that was enlarged has the pixels of a large photo and the detail of a
 * small one. Pure arithmetic; must never judge.
 */
import type { Plane } from '../pixels/dct-denoise.ts';
import { cutLuma, type PixelView } from '../pixels/pixel-view.ts';

/** The side of the tiles that are looked at. */
export const linePx = 128;
const halfLine = linePx / 2;
/** The frequencies, in cycles of a line, that promise what the higher ones hold. */
const lowBand = { from: 3, to: 6 } as const;
/** Detail ends where all is so many decibels below what was promised, a lens and a camera's smoothing included. */
const detailEnds = -8.5;
/** Lenses and smoothing let detail fade; interpolation cuts it off: by so many decibels, from below the end to beyond it. */
const minCliff = 11.5;
const beyondCliff = { from: 1.6, to: 2.6, bins: 5 } as const;
/** Of a cut-off picture, detail is weaker from where it falls so low on; interpolation lets some through beyond that. */
const fallOff = { level: -6, share: 0.9, first: 7 } as const;
/** Periods in which repeated pixels are looked for, the longest first: what repeats by four does so by two. */
const periods = [8, 6, 5, 4, 3, 2] as const;
const minRepeated = 3;
/** In so large a share of the tiles, and in so many: stripes can have a period too. */
const repeatedTiles = 0.6;
const minTiles = 2;

const bits = Math.log2(linePx);
const reversedBits = Uint8Array.from({ length: linePx }, (_, i) => {
  let reversed = 0;
  for (let bit = 0; bit < bits; bit++) reversed |= ((i >> bit) & 1) << (bits - 1 - bit);
  return reversed;
});
const cosines = Float64Array.from({ length: halfLine }, (_, i) => Math.cos((2 * Math.PI * i) / linePx));
const sines = Float64Array.from({ length: halfLine }, (_, i) => Math.sin((2 * Math.PI * i) / linePx));
const window = Float64Array.from(
  { length: linePx },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / linePx),
);

/** The Fourier transform in place (Cooley and Tukey, radix 2). */
function transform(real: Float64Array, imaginary: Float64Array): void {
  for (let i = 0; i < linePx; i++) {
    const j = reversedBits[i]!;
    if (j <= i) continue;
    const [r, m] = [real[i]!, imaginary[i]!];
    real[i] = real[j]!;
    imaginary[i] = imaginary[j]!;
    real[j] = r;
    imaginary[j] = m;
  }
  for (let half = 1; half < linePx; half *= 2) {
    const stride = halfLine / half;
    for (let start = 0; start < linePx; start += 2 * half) {
      for (let k = 0; k < half; k++) {
        const [cos, sin] = [cosines[k * stride]!, sines[k * stride]!];
        const [a, b] = [start + k, start + k + half];
        const r = real[b]! * cos + imaginary[b]! * sin;
        const m = imaginary[b]! * cos - real[b]! * sin;
        real[b] = real[a]! - r;
        imaginary[b] = imaginary[a]! - m;
        real[a] = real[a]! + r;
        imaginary[a] = imaginary[a]! + m;
      }
    }
  }
}

/** Adds the power of two lines, `step` apart sample by sample, to each frequency; their means are left out. */
function addLines(
  power: Float64Array,
  { samples }: Plane,
  lines: { one: number; other: number; step: number },
): void {
  const real = new Float64Array(linePx);
  const imaginary = new Float64Array(linePx);
  let [sum, otherSum] = [0, 0];
  for (let i = 0; i < linePx; i++) {
    sum += samples[lines.one + i * lines.step]!;
    otherSum += samples[lines.other + i * lines.step]!;
  }
  for (let i = 0; i < linePx; i++) {
    real[i] = (samples[lines.one + i * lines.step]! - sum / linePx) * window[i]!;
    imaginary[i] = (samples[lines.other + i * lines.step]! - otherSum / linePx) * window[i]!;
  }
  transform(real, imaginary);
  // Two real lines in one complex one: the power of both together is that of the two mirrored frequencies.
  for (let f = 1; f < halfLine; f++) {
    const mirrored = linePx - f;
    power[f] =
      power[f]! + (real[f]! ** 2 + imaginary[f]! ** 2 + real[mirrored]! ** 2 + imaginary[mirrored]! ** 2) / 2;
  }
}

/** Adds the power of rows and columns to each frequency, in cycles of a line. */
function addSpectrum(power: Float64Array, tile: Plane): void {
  for (let line = 1; line < linePx - 2; line += 4) {
    addLines(power, tile, { one: line * linePx, other: (line + 2) * linePx, step: 1 });
    addLines(power, tile, { one: line, other: line + 2, step: linePx });
  }
}

/** Decibels by which each frequency differs from what the low ones promise: the power of natural scenes falls as 1 / f². */
function levelsOf(power: Float64Array): Float64Array {
  const flat = power.map((value, f) => value * f * f);
  const low = flat.subarray(lowBand.from, lowBand.to + 1);
  const promised = low.reduce((sum, value) => sum + value, 0) / low.length;
  return flat.map((value, f) => {
    const near = f > 0 && f < halfLine - 1 ? (flat[f - 1]! + value + flat[f + 1]!) / 3 : value;
    return 10 * Math.log10(Math.max(1e-9, near / promised));
  });
}

function meanOf(levels: Float64Array, from: number, to: number): number {
  const [first, last] = [Math.max(1, Math.round(from)), Math.min(halfLine - 2, Math.round(to))];
  let sum = 0;
  for (let f = first; f <= last; f++) sum += levels[f]!;
  return sum / (last - first + 1);
}

/** How many times larger it was made by smooth interpolation: its detail ends at a cliff; 1 where there is none. */
function smoothTimes(levels: Float64Array): number {
  let last = halfLine - 2;
  while (last > 1 && levels[last]! < detailEnds) last -= 1;
  const end = last + 1;
  const max = Math.min(halfLine - 3, Math.round(end * beyondCliff.to));
  let beyond = 0;
  for (let f = Math.round(end * beyondCliff.from); f + beyondCliff.bins - 1 <= max; f++) {
    beyond = Math.min(beyond, meanOf(levels, f, f + beyondCliff.bins - 1));
  }
  if (beyond === 0 || meanOf(levels, end / 2, end) - beyond < minCliff) return 1;
  let falls: number = fallOff.first;
  while (falls < end && levels[falls]! >= fallOff.level) falls += 1;
  return Math.max(1, (fallOff.share * halfLine) / falls);
}

/** Sums of the steps between neighbours, by their place in a period, for each period. */
type Phases = Map<number, { steps: Float64Array; places: Float64Array }>;

const newPhases = (): Phases =>
  new Map(
    periods.map((period) => [period, { steps: new Float64Array(period), places: new Float64Array(period) }]),
  );

/** Adds the steps of rows, or of columns, to their places in each period. */
function addSteps(phases: Phases, { samples }: Plane, first: number, isAcross: boolean): void {
  const [step, other] = isAcross ? [1, linePx] : [linePx, 1];
  for (let i = 0; i < linePx - 1; i++) {
    let sum = 0;
    for (let line = 1; line < linePx; line += 4) {
      const at = line * other + i * step;
      sum += Math.abs(samples[at + step]! - samples[at]!);
    }
    for (const [period, { steps, places }] of phases) {
      const place = (first + i) % period;
      steps[place] = steps[place]! + sum;
      places[place] = places[place]! + 1;
    }
  }
}

/** How many times larger it was made by repeating pixels: nearly all steps are at one place of a period; 1 where they aren't. */
function repeatTimes(phases: Phases): number {
  for (const [period, { steps, places }] of phases) {
    const [max, next] = Array.from(steps, (sum, place) => sum / places[place]!).toSorted((a, b) => b - a);
    if (max! > minRepeated * Math.max(next!, 0.05)) return period;
  }
  return 1;
}

/**
 * How many times the picture was enlarged, as far as its most detailed tiles tell (`tiles`: where those of `linePx` begin);
 * 1 where nothing tells.
 */
export function measureEnlargement(view: PixelView, tiles: readonly { left: number; top: number }[]): number {
  if (Math.min(view.widthPx, view.heightPx) < linePx) return 1;
  const power = new Float64Array(halfLine);
  const repeats = new Map<number, number>();
  for (const { left, top } of tiles) {
    const tile = cutLuma(view, { left, top, widthPx: linePx, heightPx: linePx, shrink: 1 });
    addSpectrum(power, tile);
    const [across, down] = [newPhases(), newPhases()];
    addSteps(across, tile, left, true);
    addSteps(down, tile, top, false);
    const times = repeatTimes(across);
    if (times === repeatTimes(down)) repeats.set(times, (repeats.get(times) ?? 0) + 1);
  }
  const repeated = periods.find(
    (period) => (repeats.get(period) ?? 0) >= Math.max(minTiles, repeatedTiles * tiles.length),
  );
  return repeated ?? smoothTimes(levelsOf(power));
}
