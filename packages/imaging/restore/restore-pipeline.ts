/**
 * Owns the order in which pixels are restored, and which steps a photo needs. Works in place, in strips where memory would
 * grow; same pixels and options, same result.
 *
 * INVARIANTS: defects are filled before anything is measured of noise and tones; tones come last, when specks and grain
 * no longer own the ends of the histogram; in mode `auto` a photo that needs nothing isn't changed.
 */

import { detectFaces } from '../faces/find-faces.ts';
import { deblockRgb, tablesOfQuality } from '../kernels/deblock-rgb.ts';
import { denoiseRgb } from '../kernels/denoise-rgb.ts';
import { inpaintRgb } from '../kernels/inpaint-rgb.ts';
import type { Plane8, RgbPixels } from '../kernels/kernel-planes.ts';
import { type ModelFinding, runModels } from '../models/run-models.ts';
import { lumaOf } from '../pixels/even-tone.ts';
import { isFaded, planTones } from '../pixels/restore-tone.ts';
import { grainOf, isNoisy, measureNoiseOf, readTones } from './restore-assess.ts';
import { detectDefects, type FoundDefects, markedShareOf } from './restore-defects.ts';
import { descreen, findScreen } from './restore-descreen.ts';
import { emptyMask } from './restore-judged.ts';
import type { NoiseFacts } from './restore-noise.ts';
import type { RestoreOptions, RestorePhotoOptions, RestoreStage, RestoreStep } from './restore-options.ts';
import type { RestoreReport } from './restore-report.ts';

export interface PipelineInput {
  options: RestoreOptions & Pick<RestorePhotoOptions, 'modelsDir'>;
  /** A person's mask, of the picture's size. */
  mask?: Plane8;
  /** What must keep its features; faces are looked for when left out. */
  protect?: RestorePhotoOptions['protect'];
  /** Of the JPEG whose blocks still stand where they were; undefined for others. */
  jpegQuality?: number;
  /** Called as often as there is news; `share` goes from 0 to 1 over all stages. Lets the process hear its messages. */
  onStage(stage: RestoreStage, share: number): Promise<void>;
}

/** All of the report but the change, and the mask that was used. */
export type PipelineResult = Omit<RestoreReport, 'change'> & { mask: Plane8 };

const inpaintRadiusPx = 3;
/** More costs twice as much and gains under 0.02 dB. */
const inpaintPasses = 5;
/** Blocks start at every third pixel: the second is no better to see, the first costs nine times the eighth. */
const fineStepPx = 3;
const coarseStepPx = 4;
const finePixels = 6_000_000;
/** Chroma has at least so much of the grain's deviation: compression hid it from being measured. */
const chromaShare = 0.12;
/** Grain that went through JPEG has clumps that its high frequencies don't tell of. */
const softWhiteness = 0.5;
const softGain = 1.2;
const blockyQuality = 60;

const stepFor = ({ widthPx, heightPx }: RgbPixels): number =>
  widthPx * heightPx <= finePixels ? fineStepPx : coarseStepPx;

function denoise(pixels: RgbPixels, { sigmas, whiteness }: NoiseFacts, amount: number): void {
  const gain = whiteness < softWhiteness ? softGain : 1;
  const [sum, redBlue, greenMagenta] = sigmas;
  const chroma = (sigma: number) => Math.min(255, gain * Math.max(sigma, chromaShare * sum));
  denoiseRgb(pixels, {
    sigmas: [Math.min(255, gain * sum), chroma(redBlue), chroma(greenMagenta)],
    stepPx: stepFor(pixels),
    amount,
  });
}

function applyCurves(
  { rgb }: RgbPixels,
  [red, green, blue]: readonly [Uint8Array, Uint8Array, Uint8Array],
): void {
  for (let i = 0; i < rgb.length; i += 3) {
    rgb[i] = red[rgb[i]!]!;
    rgb[i + 1] = green[rgb[i + 1]!]!;
    rgb[i + 2] = blue[rgb[i + 2]!]!;
  }
}

function makeMonochrome({ rgb }: RgbPixels): void {
  for (let i = 0; i < rgb.length; i += 3) {
    rgb.fill(lumaOf(rgb[i]!, rgb[i + 1]!, rgb[i + 2]!), i, i + 3);
  }
}

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** The steps that change tones; what they make of the picture is decided together. */
function restoreTones(pixels: RgbPixels, options: RestoreOptions, wasFaded: boolean): RestoreStep[] {
  const { steps, mode, strength } = options;
  const wish = { ...steps, amount: strength / 100 };
  const plan = planTones(readTones(pixels, false), wish, { isFaded: wasFaded, isForced: mode === 'force' });
  const applied = (['fade', 'cast', 'contrast'] as const).filter((step) => plan[step]);
  if (applied.length > 0) applyCurves(pixels, plan.curves);
  if (options.colour === 'monochrome') makeMonochrome(pixels);
  return applied;
}

/** Restores in place. */
export async function restorePixels(pixels: RgbPixels, input: PipelineInput): Promise<PipelineResult> {
  const { options, onStage } = input;
  const { steps, mode } = options;
  const isForced = mode === 'force';
  const amount = options.strength / 100;
  const applied: RestoreStep[] = [];
  await onStage('assess', 0.05);
  const tones = readTones(pixels, true);
  const faded = isFaded(tones);
  if (steps.descreen && (isForced || findScreen(pixels) !== undefined)) {
    await onStage('descreen', 0.1);
    descreen(pixels, amount);
    applied.push('descreen');
  }
  const noise = measureNoiseOf(pixels);
  await onStage('defects', 0.15);
  const { widthPx, heightPx } = pixels;
  const { mask, share: maskedShare } = findMask(pixels, input, grainOf(noise));
  if (steps.defects && maskedShare > 0) {
    await onStage('defects', 0.35);
    inpaintRgb(pixels, mask, { radiusPx: inpaintRadiusPx, passes: inpaintPasses });
    applied.push('defects');
  }
  const filled = maskedShare > 0 ? measureNoiseOf(pixels, mask.samples) : noise;
  const noisy = isNoisy(filled, faded);
  await onStage('denoise', 0.45);
  if (steps.denoise && filled.sigmas[0] > 0 && (noisy || isForced)) {
    denoise(pixels, filled, amount);
    applied.push('denoise');
  }
  const models = applied.includes('denoise') ? await denoiseByModels(pixels, input) : [];
  const quality = input.jpegQuality ?? 100;
  const isBlocky = quality <= blockyQuality && !applied.includes('denoise');
  if (steps.deblock && quality < 95 && Math.min(widthPx, heightPx) >= 16 && (isBlocky || isForced)) {
    await onStage('deblock', 0.65);
    deblockRgb(pixels, { ...tablesOfQuality(quality), isSubsampled: true, stepPx: stepFor(pixels), amount });
    applied.push('deblock');
  }
  await onStage('fade', 0.75);
  applied.push(...restoreTones(pixels, options, faded));
  const sigma = rounded(filled.sigmas[0] / Math.sqrt(3), 2);
  const defectShare = rounded(maskedShare, 5);
  const isDamaged = defectShare > 0 || noisy || faded;
  const damage = { isDamaged, defectShare, noise: sigma, fade: faded };
  const noiseLevel = { sigma, roughness: rounded(2 * filled.whiteness, 2) };
  const filledShare = applied.includes('defects') ? defectShare : 0;
  const found = { applied, damage, mask, maskedShare: filledShare, noise: noiseLevel, tones };
  return models.length > 0 ? { ...found, models } : found;
}

/** Lets the operator's models go on where noise was taken away. */
async function denoiseByModels(
  pixels: RgbPixels,
  { options: { modelsDir, strength }, onStage }: PipelineInput,
): Promise<ModelFinding[]> {
  if (modelsDir === undefined) return [];
  await onStage('models', 0.6);
  const made = await runModels(pixels, { folder: modelsDir, stage: 'denoise', amount: strength / 100 });
  pixels.rgb.set(made.pixels.rgb);
  return made.findings;
}

/** A person's mask where there is one. */
function findMask(pixels: RgbPixels, { options, protect, mask }: PipelineInput, noise: number): FoundDefects {
  if (mask) return { mask, share: markedShareOf(mask) };
  if (!options.steps.defects) return { mask: emptyMask(pixels), share: 0 };
  const amount = options.strength / 100;
  const areas = () => protect ?? detectFaces(pixels);
  return detectDefects(pixels, { noise, amount, isForced: options.mode === 'force', protect: areas });
}
