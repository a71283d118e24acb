/**
 * Owns the restoration of an old photo: upright, denoised, then its tones; each step only where the photo needs it. A
 * good photo comes out as it went in. Same source and options, same bytes. Must never keep the source's metadata.
 */
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { denoisePlane, type Plane } from './dct-denoise.ts';
import { ImagingRefusal } from './imaging-refusal.ts';
import { type ModelFinding, runModels } from './models/run-models.ts';
import { measureNoise, type NoiseLevel } from './noise-level.ts';
import { checkFile, decodePicture } from './picture-decoder.ts';
import type { RestorePhotoOptions, RestoreProgress, RestoreStep } from './restore-options.ts';
import { measureTones, planTones, type ToneFacts } from './restore-tone.ts';
import { writeWhole } from './write-whole.ts';

/** What was found and done; `applied` names steps in the order in which they ran. */
export type RestoreReport = {
  applied: RestoreStep[];
  /** `defectShare`: of the pixels, 0 to 1. `noise`: standard deviation on a scale of 255. */
  damage: { isDamaged: boolean; defectShare: number; noise: number; fade: boolean };
  /** How much of the photo was repaired, 0 to 1. */
  maskedShare: number;
  /** Standard deviation of the noise on a scale of 255, and 2 for white noise. */
  noise: NoiseLevel;
  tones: ToneFacts;
  /** The models that ran, and those that were passed over with the reason; left out where there are none. */
  models?: ModelFinding[];
  /** Root of the mean squared change of a sample, on a scale of 255. */
  change: number;
};

/** The JPEG that was written, in sRGB without metadata. */
export type RestoredPhoto = {
  mediaType: 'image/jpeg';
  bytes: number;
  widthPx: number;
  heightPx: number;
  report: RestoreReport;
};

/** Tells how far the work is. */
type OnProgress = (progress: RestoreProgress) => void;

/** The most pixels that are restored: three planes of them stand in memory in single precision. */
const MAX_RESTORED_PIXELS = 40_000_000;

/** Under this nobody sees it; photos of good cameras have up to 4. */
const VISIBLE_NOISE = 4;
/** Texture and compression are smoother than noise, which has 2: photos have at most 1.5 where their noise is this strong. */
const NOISE_ROUGHNESS = 1.6;
/**
 * A channel's noise against that of the mean of three: 1 where grain is the same in all, the root of 3 where each has its
 * own; in between, scans of prints have both.
 */
const CHANNEL_NOISE = 3 ** 0.25;
/** Pictures up to so many pixels are worth the better, slower denoising. */
const FINE_PIXELS = 6_000_000;
/** Pixels denoised at a time, and rows that strips share: as many as a block sees of its neighbours. */
const STRIP_PIXELS = 1_000_000;
const OVERLAP_ROWS = 8;
const TONE_SIZE_PX = 1000;
const SPECK_PX = 5;

const PREVIEW_PX = 1600;
const JPEG_OPTIONS = { quality: 97, chromaSubsampling: '4:4:4', optimiseCoding: true } as const;

type Pixels = { rgb: Buffer; widthPx: number; heightPx: number };
type Open = (options?: SharpOptions) => Sharp;

/** Upright sRGB on white, 8 bits, three channels. */
async function readPixels(open: Open): Promise<Pixels> {
  const { space, hasProfile, autoOrient } = await open().metadata();
  if (autoOrient.width * autoOrient.height > MAX_RESTORED_PIXELS) {
    const message = 'The photo has too many pixels to be restored; 40 megapixels at most.';
    throw new ImagingRefusal('too_many_pixels', message);
  }
  const pipeline = open().autoOrient().flatten({ background: '#ffffff' }).toColourspace('srgb');
  if (space === 'rgb16' && hasProfile) pipeline.withIccProfile('srgb', { attach: false });
  const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
  if (info.channels === 3) return { rgb: data, widthPx: info.width, heightPx: info.height };
  const rgb = Buffer.allocUnsafe(info.width * info.height * 3);
  for (let i = 0, from = 0; i < rgb.length; i += 3, from += info.channels) rgb.fill(data[from]!, i, i + 3);
  return { rgb, widthPx: info.width, heightPx: info.height };
}

const asSharp = ({ rgb, widthPx, heightPx }: Pixels): Sharp =>
  sharp(rgb, { raw: { width: widthPx, height: heightPx, channels: 3 }, limitInputPixels: false });

/** Tones of the whole, not of specks and scratches: made small, and every value the median of its neighbours. */
async function readTones(pixels: Pixels): Promise<ToneFacts> {
  const pipeline = asSharp(pixels).resize({
    width: TONE_SIZE_PX,
    height: TONE_SIZE_PX,
    fit: 'inside',
    withoutEnlargement: true,
  });
  const shortPx =
    (TONE_SIZE_PX * Math.min(pixels.widthPx, pixels.heightPx)) / Math.max(pixels.widthPx, pixels.heightPx);
  if (Math.min(shortPx, pixels.widthPx, pixels.heightPx) >= 2 * SPECK_PX) pipeline.median(SPECK_PX);
  const data = await pipeline.raw().toBuffer();
  const counts = { red: new Uint32Array(256), green: new Uint32Array(256), blue: new Uint32Array(256) };
  for (let i = 0; i < data.length; i += 3) {
    counts.red[data[i]!]! += 1;
    counts.green[data[i + 1]!]! += 1;
    counts.blue[data[i + 2]!]! += 1;
  }
  return measureTones(counts);
}

const [ROOT3, ROOT2, ROOT6] = [Math.sqrt(3), Math.SQRT2, Math.sqrt(6)];

/** One of the three opponent planes: an orthonormal transform, in which noise keeps its deviation. */
function opponentPlane({ rgb, widthPx, heightPx }: Pixels, index: number): Plane {
  const samples = new Float32Array(widthPx * heightPx);
  for (let i = 0, from = 0; i < samples.length; i++, from += 3) {
    const [red, green, blue] = [rgb[from]!, rgb[from + 1]!, rgb[from + 2]!];
    if (index === 0) samples[i] = (red + green + blue) / ROOT3;
    else if (index === 1) samples[i] = (red - blue) / ROOT2;
    else samples[i] = (red - 2 * green + blue) / ROOT6;
  }
  return { samples, widthPx, heightPx };
}

/** The mean of the channels, 0 to 255. */
function greyPlane({ rgb, widthPx, heightPx }: Pixels): Plane {
  const samples = new Float32Array(widthPx * heightPx);
  for (let i = 0, from = 0; i < samples.length; i++, from += 3) {
    samples[i] = (rgb[from]! + rgb[from + 1]! + rgb[from + 2]!) / 3;
  }
  return { samples, widthPx, heightPx };
}

const breath = () => new Promise<void>((resolve) => setImmediate(resolve));

type Dose = { sigma: number; amount: number; onProgress: OnProgress };

/** Rows `top` to `bottom` of the same picture, without copying. */
const rowsOf = ({ rgb, widthPx }: Pixels, top: number, bottom: number): Pixels => ({
  rgb: rgb.subarray(top * widthPx * 3, bottom * widthPx * 3),
  widthPx,
  heightPx: bottom - top,
});

/** Denoises from `before` into `pixels`, strip by strip: planes of the whole would take a gigabyte. */
async function denoise(before: Pixels, pixels: Pixels, { sigma, amount, onProgress }: Dose): Promise<void> {
  const { widthPx, heightPx } = pixels;
  const stepPx = widthPx * heightPx <= FINE_PIXELS ? 2 : 4;
  // A multiple of the step, so that blocks start where they would in the whole.
  const stripRows = Math.max(64, Math.floor(STRIP_PIXELS / widthPx / 8) * 8);
  for (let top = 0; top < heightPx; top += stripRows) {
    const bottom = Math.min(heightPx, top + stripRows);
    const from = Math.max(0, top - OVERLAP_ROWS);
    const strip = rowsOf(before, from, Math.min(heightPx, bottom + OVERLAP_ROWS));
    const planes: Plane[] = [];
    for (let index = 0; index < 3; index++) {
      planes.push(denoisePlane(opponentPlane(strip, index), { sigma, stepPx }));
      await breath();
    }
    mixPlanes(planes, rowsOf(pixels, top, bottom), { skip: (top - from) * widthPx, amount });
    onProgress({ stage: 'denoise', share: 0.1 + 0.75 * (bottom / heightPx) });
  }
}

/** The denoised planes back to red, green and blue, `amount` of them. The first `skip` samples belong to the strip above. */
function mixPlanes(
  planes: Plane[],
  { rgb }: Pixels,
  { skip, amount }: { skip: number; amount: number },
): void {
  const [sum, redBlue, green] = planes.map((plane) => plane.samples) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const mix = (at: number, clean: number) => {
    const value = Math.round(rgb[at]! + amount * (clean - rgb[at]!));
    rgb[at] = value < 0 ? 0 : value > 255 ? 255 : value;
  };
  for (let at = 0, i = skip; at < rgb.length; at += 3, i++) {
    const [a, b, c] = [sum[i]! / ROOT3, redBlue[i]! / ROOT2, green[i]! / ROOT6];
    mix(at, a + b + c);
    mix(at + 1, a - 2 * c);
    mix(at + 2, a - b + c);
  }
}

function applyCurves(
  { rgb }: Pixels,
  [red, green, blue]: readonly [Uint8Array, Uint8Array, Uint8Array],
): void {
  for (let i = 0; i < rgb.length; i += 3) {
    rgb[i] = red[rgb[i]!]!;
    rgb[i + 1] = green[rgb[i + 1]!]!;
    rgb[i + 2] = blue[rgb[i + 2]!]!;
  }
}

function changeBetween(before: Buffer, after: Buffer): number {
  let squares = 0;
  for (let i = 0; i < before.length; i++) squares += (before[i]! - after[i]!) ** 2;
  return Math.round(Math.sqrt(squares / before.length) * 100) / 100;
}

/** Works on `pixels` in place. */
async function restorePixels(
  pixels: Pixels,
  options: RestorePhotoOptions,
  onProgress: OnProgress,
): Promise<RestoreReport> {
  const { steps, mode } = options;
  const isForced = mode === 'force';
  const amount = options.strength / 100;
  const before = { ...pixels, rgb: Buffer.from(pixels.rgb) };
  const tones = await readTones(pixels);
  const noise = measureNoise(greyPlane(pixels));
  const applied: RestoreReport['applied'] = [];
  onProgress({ stage: 'assess', share: 0.1 });
  const isNoisy = noise.sigma >= VISIBLE_NOISE && noise.roughness >= NOISE_ROUGHNESS;
  if (steps.denoise && noise.sigma > 0 && (isNoisy || isForced)) {
    await denoise(before, pixels, { sigma: noise.sigma * CHANNEL_NOISE, amount, onProgress });
    applied.push('denoise');
  }
  const isDenoised = applied.includes('denoise');
  const models = isDenoised ? await denoiseByModels(pixels, { ...options, amount }) : [];
  onProgress({ stage: 'fade', share: 0.85 });
  const plan = planTones(tones, { ...steps, amount }, isForced);
  applyCurves(pixels, plan.curves);
  for (const step of ['fade', 'cast', 'contrast'] as const) if (plan[step]) applied.push(step);
  if (options.colour === 'monochrome') removeColour(pixels);
  return {
    applied,
    damage: {
      isDamaged: applied.length > 0,
      defectShare: 0,
      noise: rounded(noise).sigma,
      fade: applied.includes('fade'),
    },
    maskedShare: 0,
    noise: rounded(noise),
    tones,
    change: changeBetween(before.rgb, pixels.rgb),
    ...(models.length > 0 && { models }),
  };
}

/** To the luma of Rec. 709. */
function removeColour({ rgb }: Pixels): void {
  for (let i = 0; i < rgb.length; i += 3) {
    const luma = Math.round(0.2126 * rgb[i]! + 0.7152 * rgb[i + 1]! + 0.0722 * rgb[i + 2]!);
    rgb.fill(luma, i, i + 3);
  }
}

/** Lets the operator's models go on where the noise was taken away: in place. */
async function denoiseByModels(
  pixels: Pixels,
  { modelsDir, amount }: { modelsDir?: string | undefined; amount: number },
): Promise<ModelFinding[]> {
  if (modelsDir === undefined) return [];
  const made = await runModels(pixels, { folder: modelsDir, stage: 'denoise', amount });
  pixels.rgb = made.pixels.rgb;
  return made.findings;
}

const rounded = ({ sigma, roughness }: NoiseLevel): NoiseLevel => ({
  sigma: Math.round(sigma * 100) / 100,
  roughness: Math.round(roughness * 100) / 100,
});

/**
 * Restores the photo at `sourcePath` into `targetPath`. Throws ImagingRefusal for what can't be decoded or has too many
 * pixels (a PDF is `not_accepted`), RangeError for a strength out of bounds, and the errors of the file system.
 */
export async function restorePhoto(
  options: RestorePhotoOptions,
  onProgress: OnProgress = () => {},
): Promise<RestoredPhoto> {
  if (!(options.strength >= 1 && options.strength <= 100))
    throw new RangeError('strength goes from 1 to 100');
  const mediaType = checkFile(options.sourcePath);
  if (mediaType === 'application/pdf') {
    throw new ImagingRefusal('not_accepted', "A PDF is no photo and can't be restored.");
  }
  onProgress({ stage: 'read', share: 0 });
  const pixels = await decodePicture(options.sourcePath, mediaType, readPixels);
  await writePreview(pixels, options.beforePath);
  const report = await restorePixels(pixels, options, onProgress);
  onProgress({ stage: 'write', share: 0.95 });
  await writePreview(pixels, options.afterPath);
  report.maskedShare = await writeMask(pixels, options);
  const jpeg = await asSharp(pixels).jpeg(JPEG_OPTIONS).toBuffer();
  await writeWhole(options.targetPath, jpeg);
  const { widthPx, heightPx } = pixels;
  return { mediaType: 'image/jpeg', bytes: jpeg.length, widthPx, heightPx, report };
}

async function writePreview(pixels: Pixels, path: string | undefined): Promise<void> {
  if (path === undefined) return;
  const box = { width: PREVIEW_PX, height: PREVIEW_PX, fit: 'inside', withoutEnlargement: true } as const;
  await writeWhole(path, await asSharp(pixels).resize(box).jpeg({ quality: 88 }).toBuffer());
}

/** The mask that was given, or an empty one; the share of it that is white. */
async function writeMask(
  { widthPx, heightPx }: Pixels,
  { maskPath, maskTargetPath }: RestorePhotoOptions,
): Promise<number> {
  const samples =
    maskPath === undefined
      ? Buffer.alloc(widthPx * heightPx)
      : await decodePicture(maskPath, 'image/png', (open) =>
          open().toColourspace('b-w').extractChannel(0).raw().toBuffer(),
        );
  if (maskTargetPath !== undefined) {
    const mask = sharp(samples, { raw: { width: widthPx, height: heightPx, channels: 1 } });
    await writeWhole(maskTargetPath, await mask.toColourspace('b-w').png().toBuffer());
  }
  return samples.reduce((sum, sample) => sum + (sample >= 128 ? 1 : 0), 0) / samples.length;
}
