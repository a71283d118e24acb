/**
 * Owns the restoration of an old photo, from file to file: read, restored, framed, written; each step only where the photo
 * needs it. A good photo comes out as it went in. Same source and options, same bytes.
 */
import type { Sharp } from 'sharp';
import { enlargeTwice } from '../enlarge/enlarge-network.ts';
import { ImagingRefusal } from '../imaging-refusal.ts';
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import { type ModelFinding, runModels } from '../models/run-models.ts';
import { shrinkPixels } from '../pixels/shrink-pixels.ts';
import {
  asSharp,
  previewOf,
  readMask,
  readSource,
  writeMask,
  writePhoto,
  writePreview,
} from './restore-files.ts';
import { type Border, measureSkew } from './restore-frame.ts';
import { refuseSize } from './restore-limits.ts';
import type {
  RestoreOptions,
  RestorePhotoOptions,
  RestoreProgress,
  RestoreStage,
  RestoreStep,
} from './restore-options.ts';
import { restorePixels } from './restore-pipeline.ts';
import { detectPicture } from './restore-print.ts';
import type { RestoreReport } from './restore-report.ts';

/** The JPEG that was written, in sRGB without metadata. */
export interface RestoredPhoto {
  mediaType: 'image/jpeg';
  bytes: number;
  widthPx: number;
  heightPx: number;
  report: RestoreReport;
}

export type OnRestoreProgress = (progress: RestoreProgress) => void;

const framePixels = 700_000;
/** Under 300 MB while it is made. */
const maxTwiceEnlargedPixels = 60_000_000;
/** Rows by which the change is measured. */
const changeRows = 400;

const noBorder: Border = { left: 0, top: 0, right: 0, bottom: 0 };
interface Frame {
  degrees: number;
  border: Border;
  background: [number, number, number];
}

const breath = () => new Promise<void>((resolve) => setImmediate(resolve));

const cornerOf = ({ rgb, widthPx, heightPx }: RgbPixels): [number, number, number] => {
  const corners = [0, widthPx - 1, (heightPx - 1) * widthPx, heightPx * widthPx - 1];
  const middle = (c: number) => corners.map((at) => rgb[3 * at + c]!).sort((a, b) => a - b)[1]!;
  return [middle(0), middle(1), middle(2)];
};

/** Turned by the frame's angle; what comes in at the corners has the colour of the old ones. */
function turned(pixels: RgbPixels, { degrees, background }: Frame): Sharp {
  const [r, g, b] = background;
  return degrees === 0 ? asSharp(pixels) : asSharp(pixels).rotate(degrees, { background: { r, g, b } });
}

async function cropped(pixels: RgbPixels, frame: Frame): Promise<Sharp> {
  const { left, top, right, bottom } = frame.border;
  if (left + top + right + bottom === 0) return turned(pixels, frame);
  const { data, info } = await turned(pixels, frame).raw().toBuffer({ resolveWithObject: true });
  const whole = { rgb: data, widthPx: info.width, heightPx: info.height };
  const x = Math.round(left * info.width);
  const y = Math.round(top * info.height);
  const width = Math.max(1, info.width - x - Math.round(right * info.width));
  const height = Math.max(1, info.height - y - Math.round(bottom * info.height));
  return asSharp(whole).extract({ left: x, top: y, width, height });
}

/** What isn't picture, as shares of the sides. */
function borderOf(pixels: RgbPixels): Border {
  const { widthPx, heightPx } = pixels;
  const picture = detectPicture(pixels);
  return {
    left: picture.leftPx / widthPx,
    top: picture.topPx / heightPx,
    right: 1 - (picture.leftPx + picture.widthPx) / widthPx,
    bottom: 1 - (picture.topPx + picture.heightPx) / heightPx,
  };
}

/** How the scan has to be turned and cropped, found in a small version of it. */
async function findFrame(pixels: RgbPixels, { steps }: RestoreOptions): Promise<Frame> {
  const background = cornerOf(pixels);
  const frame: Frame = { degrees: 0, border: noBorder, background };
  if (!steps.deskew && !steps.border) return frame;
  const factor = Math.ceil(Math.sqrt((pixels.widthPx * pixels.heightPx) / framePixels));
  const small = factor > 1 ? shrinkPixels(pixels, factor) : pixels;
  if (steps.deskew) frame.degrees = measureSkew(small).degrees;
  if (!steps.border) return frame;
  const { data, info } = await turned(small, frame).raw().toBuffer({ resolveWithObject: true });
  frame.border = borderOf({ rgb: data, widthPx: info.width, heightPx: info.height });
  return frame;
}

/** Some rows of the picture, to be compared with what becomes of them. */
const rowsToCompare = ({ rgb, widthPx, heightPx }: RgbPixels): Uint8Array => {
  const count = Math.min(heightPx, changeRows);
  const rows = new Uint8Array(count * widthPx * 3);
  for (let i = 0; i < count; i++) {
    const y = Math.floor((i * heightPx) / count);
    rows.set(rgb.subarray(y * widthPx * 3, (y + 1) * widthPx * 3), i * widthPx * 3);
  }
  return rows;
};

function changeBetween(before: Uint8Array, after: Uint8Array): number {
  let squares = 0;
  for (let i = 0; i < before.length; i++) squares += (before[i]! - after[i]!) ** 2;
  return Math.round(Math.sqrt(squares / before.length) * 100) / 100;
}

function checkOptions(options: RestorePhotoOptions): void {
  if (!(options.strength >= 1 && options.strength <= 100))
    throw new RangeError('strength goes from 1 to 100');
  if (![2, 3, 4].includes(options.enlargeFactor)) throw new RangeError('enlargeFactor is 2, 3 or 4');
}

function checkEnlarged(pixels: RgbPixels, { steps, enlargeFactor }: RestoreOptions): void {
  const refusal = refuseSize(pixels, steps.enlarge ? enlargeFactor : 1);
  if (refusal) throw new ImagingRefusal('too_many_pixels', refusal);
}

interface Written {
  bytes: number;
  widthPx: number;
  heightPx: number;
  models: ModelFinding[];
}

/** Enlarged until it is at least so wide, or would take too much memory. */
async function enlargeByNetwork(
  framed: RgbPixels,
  width: number,
  onShare: (share: number) => Promise<void>,
): Promise<RgbPixels> {
  const isTwice = framed.widthPx * 2 >= width;
  const first = await enlargeTwice(framed, { onShare: (share) => onShare(isTwice ? share : 0.2 * share) });
  if (isTwice || first.widthPx * first.heightPx * 4 > maxTwiceEnlargedPixels) return first;
  return await enlargeTwice(first, { onShare: (share) => onShare(0.2 + 0.8 * share) });
}

/** Enlarged by the operator's models as far as they go, or by our own network; by sharp for the rest. */
async function writeEnlarged(
  framed: RgbPixels,
  options: RestorePhotoOptions,
  onShare: (share: number) => Promise<void>,
): Promise<Written> {
  const { modelsDir, enlargeFactor, targetPath } = options;
  const width = framed.widthPx * enlargeFactor;
  const { pixels, findings } = modelsDir
    ? await runModels(framed, { folder: modelsDir, stage: 'enlarge' })
    : { pixels: framed, findings: [] };
  const height = framed.heightPx * enlargeFactor;
  const larger = pixels.widthPx > framed.widthPx ? pixels : await enlargeByNetwork(framed, width, onShare);
  const enlarged =
    larger.widthPx === width
      ? asSharp(larger)
      : asSharp(larger).resize({ width, height, fit: 'fill', kernel: 'lanczos3' });
  const written = await writePhoto(targetPath, enlarged, width * height);
  return { ...written, models: findings };
}

/** Writes the result, framed and enlarged, and the preview pair. */
async function writeResults(
  pixels: RgbPixels,
  { frame, before }: { frame: Frame; before: RgbPixels | undefined },
  options: RestorePhotoOptions,
  onStage: (stage: RestoreStage, share: number) => Promise<void>,
): Promise<Written> {
  const { beforePath, afterPath } = options;
  if (beforePath && before) await writePreview(beforePath, await cropped(before, frame));
  if (afterPath) await writePreview(afterPath, await cropped(await previewOf(pixels), frame));
  const whole = await cropped(pixels, frame);
  if (!options.steps.enlarge) {
    const written = await writePhoto(options.targetPath, whole, pixels.widthPx * pixels.heightPx);
    return { ...written, models: [] };
  }
  const { data, info } = await whole.raw().toBuffer({ resolveWithObject: true });
  const framed = { rgb: data, widthPx: info.width, heightPx: info.height };
  return await writeEnlarged(framed, options, (share) => onStage('enlarge', 0.85 + 0.1 * share));
}

/**
 * Restores the photo at `sourcePath` into `targetPath`. Throws ImagingRefusal for what can't be decoded, has too many
 * pixels (a PDF is `not_accepted`) or a mask of another size, RangeError for options out of bounds, and the errors of the
 * file system.
 */
export async function restorePhoto(
  options: RestorePhotoOptions,
  onProgress: OnRestoreProgress = () => {},
): Promise<RestoredPhoto> {
  checkOptions(options);
  onProgress({ stage: 'read', share: 0 });
  const { jpegQuality, ...pixels } = await readSource(options.sourcePath);
  checkEnlarged(pixels, options);
  const { maskPath, regions, refused = [] } = options;
  const mask = maskPath ? await readMask(maskPath, pixels, regions && { regions, refused }) : undefined;
  const before = options.beforePath ? await previewOf(pixels) : undefined;
  const rows = rowsToCompare(pixels);
  const frame = await findFrame(pixels, options);
  const onStage = async (stage: RestoreStage, share: number) => {
    onProgress({ stage, share });
    await breath();
  };
  const restored = await restorePixels(pixels, {
    options,
    mask,
    protect: options.protect,
    jpegQuality,
    onStage,
  });
  onProgress({ stage: 'write', share: 0.85 });
  if (options.maskTargetPath) await writeMask(options.maskTargetPath, restored.mask);
  const change = changeBetween(rows, rowsToCompare(pixels));
  const { models: enlarging, ...written } = await writeResults(pixels, { frame, before }, options, onStage);
  const { mask: _filled, left: _left, ...found } = restored;
  const { left, top, right, bottom } = frame.border;
  const framing: RestoreStep[] = [];
  if (frame.degrees !== 0) framing.push('deskew');
  if (left + top + right + bottom > 0) framing.push('border');
  const applied = [...framing, ...restored.applied, ...(options.steps.enlarge ? (['enlarge'] as const) : [])];
  const models = [...(found.models ?? []), ...enlarging];
  const framed = { degrees: frame.degrees, left, top, right, bottom };
  const report: RestoreReport = {
    ...found,
    applied,
    change,
    frame: framed,
    ...(models.length > 0 && { models }),
  };
  return { mediaType: 'image/jpeg', ...written, report };
}
