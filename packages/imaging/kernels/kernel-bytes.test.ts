/** The kernels give the same bytes on every machine: hashes of what they make of noise from a seed. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createRandom, noisePlane } from '../testing/kernel-samples.ts';
import { deblockRgb, tablesOfQuality } from './deblock-rgb.ts';
import { denoiseRgb } from './denoise-rgb.ts';
import { inpaintRgb } from './inpaint-rgb.ts';
import type { RgbPixels } from './kernel-planes.ts';
import { lineResponses } from './line-responses.ts';
import { medianPlane } from './median-plane.ts';
import { type RowLayer, type RowNetwork, rowTableBytes, runRowNetwork } from './network-rows.ts';
import { findHoleCopy } from './patch-fill.ts';
import { boxMean, dilate, erode, gaussianPlane, localDeviation } from './window-filters.ts';

const [widthPx, heightPx] = [117, 83];
const noise = noisePlane(widthPx, heightPx, 3);
/** Noise that a Gaussian has made into something like a picture. */
const plane = gaussianPlane(noise, 2);

function pixels(): RgbPixels {
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  for (let i = 0; i < rgb.length; i++) {
    const place = Math.floor(i / 3);
    const value =
      6 * (plane.samples[place]! - 128) + 128 + ((noise.samples[(place * 3 + i) % 9000]! - 128) >> 3);
    rgb[i] = Math.max(0, Math.min(255, value));
  }
  return { rgb, widthPx, heightPx };
}

const mask = {
  ...noise,
  samples: noise.samples.map((value, i) => (value > 250 || (i % 117) - 50 < 9 ? 255 : 0)),
};
mask.samples.forEach((_, i) => {
  if (i % 117 < 41) mask.samples[i] = 0;
});

const lines = { lengthPx: 21, thicknessesPx: [2], polarity: 'dark', supportLevel: 5 } as const;
const changed = (change: (it: RgbPixels) => void): Uint8Array => {
  const done = pixels();
  change(done);
  return done.rgb;
};

/** Down by a half and up again, and the answers of four classes. */
function rowAnswers(): Uint8Array {
  const random = createRandom(6);
  const shapes: [name: string, from: string, kernel: 1 | 3, stride: 1 | 2, inputs: number, plus?: string][] =
    [
      ['fine', 'picture', 3, 1, 12],
      ['next', 'fine', 3, 1, 16],
      ['coarse', 'next', 3, 2, 16],
      ['enlarged', 'coarse', 1, 1, 16],
      ['sum', 'next', 3, 1, 16, 'enlarged'],
      ['last', 'sum', 1, 1, 16],
    ];
  const numbers = (size: number) => Float32Array.from({ length: 16 }, () => size * (random() - 0.2));
  const layers = shapes.map(([name, from, kernel, stride, inputs, plus]): RowLayer => {
    const weights = Int8Array.from({ length: 16 * inputs * kernel ** 2 }, () => 256 * random() - 128);
    const unit = (name === 'last' ? 0.005 : 0.02) / Math.sqrt(inputs * kernel ** 2);
    const own = { multipliers: numbers(unit), biases: numbers(name === 'last' ? 4 : 90) };
    const layer = { name, from, kernel, stride, inputs, outputs: 16, weights, ...own };
    return plus === undefined ? layer : { ...layer, plus };
  });
  const tables = Uint8Array.from({ length: 4 * rowTableBytes }, (_, i) => (i % rowTableBytes) / 2);
  const network: RowNetwork = { layers, tables };
  const running = runRowNetwork(network, pixels());
  for (;;) {
    const { done, value } = running.next();
    if (done) return Buffer.concat(value.map(({ samples }) => samples));
  }
}

/** Where a hole in the middle is copied from. */
function holeSources(): Int32Array {
  const kinds = new Uint8Array(widthPx * heightPx);
  for (let y = 30; y < 55; y++) kinds.fill(1, y * widthPx + 40, y * widthPx + 70);
  return findHoleCopy({ ...pixels(), kinds }, 1)!.sources;
}

const results: Record<string, [hash: string, make: () => Uint8Array | Float32Array | Int32Array]> = {
  gaussianPlane: ['eae0790d6c16e074', () => plane.samples],
  medianPlane: ['5273c1a61a72f171', () => medianPlane(noise, 4).samples],
  boxMean: ['8170d5ffec122e24', () => boxMean(noise, 5).samples],
  localDeviation: ['9d357faf0e7145a6', () => localDeviation(noise, 5)],
  dilate: ['c41cb6ae82a3f610', () => dilate(noise, 3).samples],
  erode: ['17a00f10cf4f9ca7', () => erode(noise, 3).samples],
  lineStrength: ['2e0481eab161a677', () => lineResponses(plane, lines)[0]!.strength],
  lineSupport: ['f705f0f6ecf9845f', () => lineResponses(plane, lines)[0]!.support],
  denoiseRgb: [
    '1e7fa20d558b6b89',
    () => changed((it) => denoiseRgb(it, { sigmas: [9, 6, 6], stepPx: 2, amount: 0.9 })),
  ],
  deblockRgb: [
    'f12c577a4bcf29e9',
    () => changed((it) => deblockRgb(it, { ...tablesOfQuality(40), isSubsampled: true, stepPx: 2 })),
  ],
  rowAnswers: ['d0f88b1759c5e77f', rowAnswers],
  fastMarching: ['5d3202ac11d96a03', () => changed((it) => inpaintRgb(it, mask, { radiusPx: 3, passes: 0 }))],
  holeSources: ['294e8c895697c7e9', holeSources],
  inpaintRgb: ['4a2de1f9b25d8413', () => changed((it) => inpaintRgb(it, mask, { radiusPx: 3 }))],
};

it.each(Object.entries(results))('%s', (_, [expected, make]) => {
  const { buffer, byteOffset, byteLength } = make();
  const hash = createHash('sha256')
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest('hex');
  expect(hash.slice(0, 16)).toBe(expected);
});
