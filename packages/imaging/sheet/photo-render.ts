/**
 * Owns the pixels of a photo's sheet: resampled, cut, surrounded, sharpened for paper, in sRGB, grey or the printer's own
 * colours. Must never decide where anything stands: photo-plan.ts does.
 *
 * What sharp 0.35 does to colours: a file's profile is followed on opening, to sRGB, or to Display P3 where it has 16 bits;
 * pixels without one count as sRGB (8 bits) or are left alone (16 bits), but 16-bit ones are taken for Display P3 at the end.
 * The intent is always perceptual.
 */
import { rmSync } from 'node:fs';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import type { PixelArea } from '../layout/photo-layout.ts';
import type { PhotoPlan } from '../layout/photo-plan.ts';
import type { SharpeningKernel } from './output-sharpening.ts';

export type OpenPhoto = (options?: SharpOptions) => Sharp;

/**
 * `cut`: the part of the upright photo that the plan is for, all of it where it is missing. `sharpening`: left out for what isn't
 * to be looked at closely. `keepsFormat`: what takes the pixels writes floating point as it comes, which sharpened ones are; all
 * else makes bytes of them by itself. `scratchPath`: a name beside which a file may be put meanwhile. `profilePath`: the printer's colours,
 * ready to be used.
 */
export interface PhotoRendering {
  open: OpenPhoto;
  plan: PhotoPlan;
  cut?: PixelArea | undefined;
  sharpening: SharpeningKernel | undefined;
  keepsFormat: boolean;
  colour: 'color' | 'monochrome';
  profilePath: string | undefined;
  scratchPath: string;
}

const white = '#ffffff';

/** Upright, the part that is wanted, on white where it is transparent. */
function opened({ open, cut }: PhotoRendering, { hasAlpha }: Metadata): Sharp {
  const pipeline = open().autoOrient();
  if (cut) pipeline.extract({ left: cut.leftPx, top: cut.topPx, width: cut.widthPx, height: cut.heightPx });
  return hasAlpha ? pipeline.flatten({ background: white }) : pipeline;
}

const hasEdge = (edges: PhotoPlan['white']): boolean => Object.values(edges).some((edge) => edge > 0);

/** Resamples to the scaled size, crops and mirrors what is missing: the plan is for the upright photo, turned or not. */
function applyPlan(pipeline: Sharp, plan: PhotoPlan): Sharp {
  const { crop, scaled, mirror, isTurned } = plan;
  // libvips turns after resampling, when there are few pixels: the size is that of the upright, unturned photo.
  pipeline.resize({
    width: isTurned ? scaled.heightPx : scaled.widthPx,
    height: isTurned ? scaled.widthPx : scaled.heightPx,
    fit: 'fill',
    kernel: 'lanczos3',
  });
  if (isTurned) pipeline.rotate(90);
  pipeline.extract({ left: crop.leftPx, top: crop.topPx, width: crop.widthPx, height: crop.heightPx });
  return hasEdge(mirror) ? pipeline.extend({ ...mirror, extendWith: 'mirror' }) : pipeline;
}

/** sRGB in bytes, also of 16-bit pictures, which sharp has taken to Display P3. Where they are sRGB already, no byte changes. */
const inSrgbBytes = (pipeline: Sharp): Sharp =>
  pipeline.toColourspace('srgb').withIccProfile('srgb', { attach: false });

/** Half a step up, because floating point is cut off where it becomes bytes. */
const rounding = 0.5;

function sharpen(pipeline: Sharp, { sidePx, weights, scale }: SharpeningKernel): void {
  pipeline.convolve({ width: sidePx, height: sidePx, kernel: weights, scale, offset: rounding });
}

/** Nothing is left to convert: sharp has made it sRGB on opening, or it was. */
const isInSrgbBytes = ({ space, depth, channels }: Metadata): boolean =>
  space === 'srgb' && depth === 'uchar' && channels >= 3;

/** The last step: the colours that the printer gets. */
function finish(
  pipeline: Sharp,
  { colour, profilePath, keepsFormat }: PhotoRendering,
  facts: Metadata,
): Sharp {
  if (profilePath) return pipeline.toColourspace('srgb').withIccProfile(profilePath, { attach: false });
  if (colour === 'monochrome') return pipeline.toColourspace('b-w');
  return isInSrgbBytes(facts) && !keepsFormat ? pipeline : inSrgbBytes(pipeline);
}

/** How the photo must be written down before it can be finished; undefined where one pipeline does it all. */
type Between = 'own-gamut' | 'display-p3' | 'srgb' | undefined;

function betweenOf({ plan, colour, profilePath }: PhotoRendering, facts: Metadata): Between {
  const { space, hasProfile, depth } = facts;
  const is16Bit = space === 'rgb16';
  // 8-bit RGB with a profile: sharp would take it to sRGB first, and cut off what this printer may be able to show.
  if (profilePath && colour === 'color' && hasProfile && space === 'srgb' && depth === 'uchar')
    return 'own-gamut';
  if (is16Bit && !hasProfile) return 'srgb';
  // White paper comes after sharpening, which would otherwise draw a line around the photo.
  if (!hasEdge(plan.white)) return undefined;
  return is16Bit ? 'display-p3' : 'srgb';
}

async function writeBetween(
  upright: Sharp,
  { plan, sharpening }: PhotoRendering,
  { kind, path, facts }: { kind: NonNullable<Between>; path: string; facts: Metadata },
): Promise<void> {
  const pipeline = applyPlan(kind === 'own-gamut' ? upright.keepIccProfile() : upright, plan);
  if (sharpening) sharpen(pipeline, sharpening);
  // With its own profile and 16 bits nothing of the photo's gamut is lost on the way to the printer's.
  if (kind === 'own-gamut') pipeline.toColourspace('rgb16');
  else if (kind === 'display-p3' || facts.space !== 'rgb16') inSrgbBytes(pipeline);
  else pipeline.toColourspace('srgb');
  await pipeline.tiff({ compression: 'none' }).toFile(path);
}

/** Runs `work` with the pipeline of the finished sheet. Throws what sharp and the file system throw. */
export async function withRenderedPhoto<T>(
  rendering: PhotoRendering,
  work: (pipeline: Sharp) => Promise<T>,
): Promise<T> {
  const { open, plan, scratchPath } = rendering;
  const facts = await open().metadata();
  const upright = opened(rendering, facts);
  const kind = betweenOf(rendering, facts);
  if (!kind) {
    const pipeline = applyPlan(upright, plan);
    if (rendering.sharpening) sharpen(pipeline, rendering.sharpening);
    return await work(finish(pipeline, rendering, facts));
  }
  const path = `${scratchPath}.between.tif`;
  try {
    await writeBetween(upright, rendering, { kind, path, facts });
    const second = sharp(path, { sequentialRead: true, limitInputPixels: false });
    if (hasEdge(plan.white)) second.extend({ ...plan.white, background: white });
    return await work(finish(second, rendering, await second.metadata()));
  } finally {
    rmSync(path, { force: true });
  }
}
