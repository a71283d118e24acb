/**
 * Owns the picture that shows on a screen what a printer will make of a photo: into the output profile and back to sRGB.
 * Must never be printed.
 */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { checkFile, decodePicture } from '../decode/picture-decoder.ts';
import { ImagingRefusal } from '../imaging-refusal.ts';
import { paperWhiteOf, withProfileFile } from './icc-profile.ts';
import type { OutputProfile } from './sheet-output.ts';

/**
 * `edgePx`: the longer side is at most this long. `showsPaper`: white is the paper's own white, as the absolute intent has it
 * (ICC.1:2022 section 6.2.3); otherwise white is the screen's. `scratchPath`: a name beside which files may be put meanwhile.
 */
export interface SoftProofOptions {
  sourcePath: string;
  scratchPath: string;
  edgePx: number;
  profile: OutputProfile;
  showsPaper: boolean;
}

/** An sRGB PNG. */
export interface SoftProof {
  png: Uint8Array;
  widthPx: number;
  heightPx: number;
}

/** XYZ relative to D50 to linear sRGB, with Bradford's adaptation in it (IEC 61966-2-1; ICC.1:2022 annex E). */
const linearSrgbOfD50 = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const;

const toLinear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const toCurve = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

/** Scales each channel so that white becomes the paper's. */
function onPaper(pixels: Uint8Array, white: readonly number[]): void {
  const tables = linearSrgbOfD50.map((row) => {
    const share = row[0] * white[0]! + row[1] * white[1]! + row[2] * white[2]!;
    return Uint8Array.from({ length: 256 }, (_, value) =>
      Math.round(255 * toCurve(Math.min(1, Math.max(0, toLinear(value / 255) * share)))),
    );
  });
  for (let at = 0; at < pixels.length; at += 3)
    for (let i = 0; i < 3; i += 1) pixels[at + i] = tables[i]![pixels[at + i]!]!;
}

/** Makes the picture. Throws ImagingRefusal, and the errors of the file system. */
export async function createSoftProof(options: SoftProofOptions): Promise<SoftProof> {
  const { sourcePath, edgePx, profile, scratchPath } = options;
  const mediaType = checkFile(sourcePath);
  if (mediaType === 'application/pdf') throw new ImagingRefusal('not_accepted', 'Only photos have a proof.');
  const printed = await withProfileFile({ profile, targetPath: scratchPath }, (profilePath) =>
    decodePicture(sourcePath, mediaType, async (open) =>
      open()
        .autoOrient()
        .resize({ width: edgePx, height: edgePx, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .withIccProfile(profilePath)
        .png({ compressionLevel: 1 })
        .toBuffer(),
    ),
  );
  // Opened with the profile in it, it is taken back to sRGB relative to its paper.
  const { data, info } = await sharp(printed)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (options.showsPaper) onPaper(data, paperWhiteOf(await readFile(profile.path)));
  const raw = { width: info.width, height: info.height, channels: 3 } as const;
  return { png: await sharp(data, { raw }).png().toBuffer(), widthPx: info.width, heightPx: info.height };
}
