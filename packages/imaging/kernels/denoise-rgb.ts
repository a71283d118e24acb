/** Owns denoising of a picture: opponent colours, each shrunk by a sliding DCT. */
import { checkPixels, checkWhole, type OnShare, type RgbPixels } from './kernel-planes.ts';
import type { NoiseCurve } from './noise-curve.ts';
import { opponent } from './opponent-colours.ts';
import { type NoiseSpectrum, shrinkRgb } from './sliding-shrinkage.ts';

export interface DenoiseRgbOptions {
  /**
   * Standard deviation of the noise in the sum, red-blue and green-magenta planes. They are orthonormal: noise that is
   * independent in the channels has its own deviation in each, noise that is the same in all (grain) has the root of 3
   * times it in the first and none in the others. 0 leaves a plane as it is.
   */
  sigmas: readonly [number, number, number];
  /** Blocks start every so many pixels, 1 to 8; 1 is best and slowest. */
  stepPx: number;
  /** How much of the change is made, 0 to 1; 1 when left out. */
  amount?: number;
  /**
   * The noise's deviation per frequency of an 8 x 8 block, vertical by vertical, against `sigmas`: 64 times 1, as when
   * left out, is white. Grain that went through JPEG has less in the high ones, and colours that it halved have none
   * there. One for all planes, or one for each.
   */
  noiseShape?: NoiseSpectrum | readonly [NoiseSpectrum, NoiseSpectrum, NoiseSpectrum];
  /** The noise's deviation per sample value against `sigmas`, 256 of them, all over 0; 1 everywhere when left out. */
  noiseCurve?: NoiseCurve;
  onShare?: OnShare;
}

const white: NoiseSpectrum = new Array<number>(64).fill(1);

/** A shape for each plane. Throws RangeError for one that isn't 64 numbers from 0. */
function shapesOf(shape: DenoiseRgbOptions['noiseShape'] = white): readonly NoiseSpectrum[] {
  const shapes = typeof shape[0] === 'number' ? [shape, shape, shape] : shape;
  const isShape = (it: unknown): it is NoiseSpectrum =>
    Array.isArray(it) && it.length === 64 && it.every((deviation) => deviation >= 0 && deviation < 1000);
  if (!(shapes.length === 3 && shapes.every(isShape))) {
    throw new RangeError('noiseShape has 64 numbers from 0, once or for each of three planes');
  }
  return shapes;
}

function check(pixels: RgbPixels, { sigmas, stepPx, amount = 1 }: DenoiseRgbOptions): void {
  checkPixels(pixels);
  checkWhole('stepPx', stepPx, [1, 8]);
  if (!sigmas.every((sigma) => sigma >= 0 && sigma <= 255)) throw new RangeError('sigmas go from 0 to 255');
  if (!(amount >= 0 && amount <= 1)) throw new RangeError('amount goes from 0 to 1');
}

/** Denoises in place. A picture with a side under 8 pixels stays as it is. Throws RangeError for options out of bounds. */
export function denoiseRgb(pixels: RgbPixels, options: DenoiseRgbOptions): void {
  check(pixels, options);
  const { sigmas, stepPx, amount = 1, noiseCurve, onShare } = options;
  const shapes = shapesOf(options.noiseShape);
  const noises = sigmas.map((sigma, plane) =>
    sigma > 0 ? shapes[plane]!.map((it) => it * sigma) : undefined,
  );
  shrinkRgb(pixels, { colours: opponent, noises, stepPx, amount, noiseCurve, onShare });
}
