import { describe, expect, it } from 'vitest';
import { forwardBlock, inverseBlock, wavyPixels } from '../testing/kernel-samples.ts';
import { type DenoiseRgbOptions, denoiseRgb } from './denoise-rgb.ts';
import { type RgbPixels, stripRows } from './kernel-planes.ts';

interface Plane {
  samples: number[];
  widthPx: number;
  heightPx: number;
}
type Shrink = (block: number[], guide: number[]) => number;

function slide(
  { samples, widthPx, heightPx }: Plane,
  guide: Plane,
  { stepPx, shrink }: { stepPx: number; shrink: Shrink },
): Plane {
  const starts = (length: number) => {
    const found: number[] = [];
    for (let at = 0; at < length - 8; at += stepPx) found.push(at);
    return [...found, length - 8];
  };
  const sums = samples.map(() => 0);
  const weights = samples.map(() => 0);
  for (const top of starts(heightPx)) {
    for (const left of starts(widthPx)) {
      const places = Array.from({ length: 64 }, (_, i) => (top + (i >> 3)) * widthPx + left + (i & 7));
      const block = forwardBlock(places.map((place) => samples[place]!));
      const weight = shrink(block, forwardBlock(places.map((place) => guide.samples[place]!)));
      inverseBlock(block).forEach((value, i) => {
        sums[places[i]!]! += weight * value;
        weights[places[i]!]! += weight;
      });
    }
  }
  return { samples: sums.map((sum, i) => sum / weights[i]!), widthPx, heightPx };
}

function denoisePlane(plane: Plane, index: number, { sigmas, stepPx, noiseShape }: DenoiseRgbOptions): Plane {
  const sigma = sigmas[index]!;
  const shape = (typeof noiseShape?.[0] === 'number' ? noiseShape : noiseShape?.[index]) as
    | number[]
    | undefined;
  if (sigma === 0) return plane;
  const noise = Array.from({ length: 64 }, (_, i) => sigma * (shape?.[i] ?? 1));
  const hard: Shrink = (block) => {
    let kept = 1;
    for (let i = 1; i < 64; i++) {
      if (Math.abs(block[i]!) > 2.7 * noise[i]!) kept++;
      else block[i] = 0;
    }
    return 1 / kept;
  };
  const wiener: Shrink = (block, guide) => {
    let squares = 1;
    for (let i = 1; i < 64; i++) {
      const energy = guide[i]! ** 2;
      const share = energy / (energy + noise[i]! ** 2 || 1);
      block[i]! *= share;
      squares += share ** 2;
    }
    return 1 / squares;
  };
  const first = slide(plane, plane, { stepPx, shrink: hard });
  return slide(plane, first, { stepPx, shrink: wiener });
}

function denoiseByHand({ rgb, widthPx, heightPx }: RgbPixels, options: DenoiseRgbOptions): number[] {
  const [r3, r2, r6] = [Math.sqrt(3), Math.SQRT2, Math.sqrt(6)];
  const mix = [
    (r: number, g: number, b: number) => (r + g + b) / r3,
    (r: number, _: number, b: number) => (r - b) / r2,
    (r: number, g: number, b: number) => (r - 2 * g + b) / r6,
  ];
  const planes = mix.map((of, index) => {
    const samples = Array.from({ length: widthPx * heightPx }, (_, i) =>
      of(rgb[3 * i]!, rgb[3 * i + 1]!, rgb[3 * i + 2]!),
    );
    return denoisePlane({ samples, widthPx, heightPx }, index, options).samples;
  });
  return Array.from(rgb, (old, i) => {
    const [a, b, c] = planes.map((plane) => plane[Math.floor(i / 3)]!) as [number, number, number];
    const value = a / r3 + [b / r2 + c / r6, (-2 * c) / r6, -b / r2 + c / r6][i % 3]!;
    return Math.max(0, Math.min(255, old + (options.amount ?? 1) * (value - old)));
  });
}

const copyOf = (pixels: RgbPixels): RgbPixels => ({ ...pixels, rgb: pixels.rgb.slice() });
const psnr = (a: RgbPixels, b: RgbPixels): number => {
  const squares = a.rgb.reduce((sum, value, i) => sum + (value - b.rgb[i]!) ** 2, 0);
  return 10 * Math.log10((255 * 255 * a.rgb.length) / squares);
};

describe('denoiseRgb', () => {
  const falling = Array.from({ length: 64 }, (_, i) => 1 / (1 + 0.1 * ((i >> 3) + 2 * (i & 7))));
  const white = new Array<number>(64).fill(1);
  const rising = falling.toReversed();
  it.each<[number, number, DenoiseRgbOptions]>([
    [8, 8, { sigmas: [9, 9, 9], stepPx: 1 }],
    [9, 31, { sigmas: [12, 7, 3], stepPx: 1 }],
    [41, 18, { sigmas: [12, 0, 5], stepPx: 2, amount: 0.6 }],
    [38, 23, { sigmas: [12, 12, 12], stepPx: 3, noiseShape: falling }],
    [30, 29, { sigmas: [15, 12, 12], stepPx: 8 }],
    [27, 33, { sigmas: [9, 12, 12], stepPx: 2, noiseShape: [white, falling, rising] }],
  ])('is what the transform says on %i x %i pixels (%o)', (width, height, options) => {
    const pixels = wavyPixels(width, height, 10);
    const expected = denoiseByHand(pixels, options);
    denoiseRgb(pixels, options);
    const apart = expected.map((value, i) => Math.abs(value - pixels.rgb[i]!));
    // A coefficient at the very limit may fall on either side of it in single precision.
    expect(apart.filter((it) => it > 0.5 + 1e-4).length).toBeLessThanOrEqual(apart.length / 200);
    expect(Math.max(...apart)).toBeLessThan(1.5);
  });

  it('takes most of the noise', () => {
    const clean = wavyPixels(200, 150);
    const noisy = wavyPixels(200, 150, 10);
    const before = psnr(noisy, clean);
    denoiseRgb(noisy, { sigmas: [10, 10, 10], stepPx: 2 });
    expect(psnr(noisy, clean)).toBeGreaterThan(before + 7);
  });

  it('has no seam between strips', () => {
    const pixels = wavyPixels(12_000, 170, 10);
    expect(stripRows(12_000 * 27, 170)).toBeLessThan(170 - 28);
    const part = { rgb: new Uint8Array(3 * 64 * 170), widthPx: 64, heightPx: 170 };
    for (let y = 0; y < 170; y++) {
      part.rgb.set(pixels.rgb.subarray((y * 12_000 + 600) * 3, (y * 12_000 + 664) * 3), y * 192);
    }
    const options = { sigmas: [10, 6, 6], stepPx: 4 } as const;
    const shares: number[] = [];
    denoiseRgb(pixels, { ...options, onShare: (share) => shares.push(share) });
    denoiseRgb(part, options);
    expect(shares.length).toBeGreaterThan(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    for (let y = 0; y < 170; y++) {
      const row = pixels.rgb.subarray((y * 12_000 + 620) * 3, (y * 12_000 + 644) * 3);
      expect(row).toEqual(part.rgb.subarray(y * 192 + 60, y * 192 + 132));
    }
  });

  it('follows a curve of noise: the same everywhere changes nothing, less of it keeps more', () => {
    const noisy = wavyPixels(120, 90, 10);
    const [plain, flat, half] = [copyOf(noisy), copyOf(noisy), copyOf(noisy)];
    const options = { sigmas: [10, 10, 10], stepPx: 2 } as const;
    denoiseRgb(plain, options);
    denoiseRgb(flat, { ...options, noiseCurve: new Float32Array(256).fill(1) });
    denoiseRgb(half, { ...options, noiseCurve: new Float32Array(256).fill(0.1) });
    expect(psnr(flat, plain)).toBeGreaterThan(60);
    expect(psnr(half, noisy)).toBeGreaterThan(psnr(plain, noisy) + 6);
  });

  it.each([
    [1, 1],
    [1, 50],
    [50, 7],
    [7, 7],
  ])('leaves %i x %i pixels as they are', (width, height) => {
    const pixels = wavyPixels(width, height, 10);
    const before = pixels.rgb.slice();
    denoiseRgb(pixels, { sigmas: [10, 10, 10], stepPx: 1 });
    expect(pixels.rgb).toEqual(before);
  });

  it('leaves pixels as they are with an amount or deviations of 0, and survives black', () => {
    const pixels = wavyPixels(40, 40, 10);
    const before = pixels.rgb.slice();
    denoiseRgb(pixels, { sigmas: [10, 10, 10], stepPx: 2, amount: 0 });
    denoiseRgb(pixels, { sigmas: [0, 0, 0], stepPx: 2 });
    expect(pixels.rgb).toEqual(before);
    const black = { rgb: new Uint8Array(3 * 900), widthPx: 30, heightPx: 30 };
    denoiseRgb(black, { sigmas: [10, 10, 10], stepPx: 1 });
    expect(black.rgb.every((value) => value === 0)).toBe(true);
  });

  it('refuses options out of bounds', () => {
    const pixels = wavyPixels(16, 16);
    const good: DenoiseRgbOptions = { sigmas: [1, 1, 1], stepPx: 2 };
    const bad: Partial<DenoiseRgbOptions>[] = [
      { stepPx: 0 },
      { stepPx: 9 },
      { stepPx: 1.5 },
      { sigmas: [-1, 1, 1] },
      { sigmas: [1, Number.NaN, 1] },
      { amount: 1.1 },
      { noiseShape: [1] },
      { noiseShape: [...white.slice(1), -1] },
      { noiseShape: [white, [1], white] },
      { noiseCurve: new Array(256).fill(0) },
      { noiseCurve: [1] },
    ];
    for (const options of bad) expect(() => denoiseRgb(pixels, { ...good, ...options })).toThrow(RangeError);
    expect(() => denoiseRgb({ ...pixels, widthPx: 17 }, good)).toThrow(RangeError);
  });
});
