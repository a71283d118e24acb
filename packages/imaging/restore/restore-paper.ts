/**
 * Owns telling pages from photos: text, tables, drawings and maps stand on paper of one even tone. No photo has so much of
 * one tone, nor has a print with grain. What lies on such paper is what was written there. Pure arithmetic.
 */

import type { RgbPixels } from '../kernels/kernel-planes.ts';
import { lumaOf, lumaPlaneOf, measureTone } from '../pixels/even-tone.ts';
import type { Ground } from './restore-candidates.ts';
import { isCertain, type Judged } from './restore-judged.ts';

/** Of pages from 0.51 of the pixels have one tone; of photos, damaged or not, up to 0.44: snow. */
const paperShare = 0.5;
/** Luma this far apart is one tone. */
const toneLevels = 3;
/** Shadows beside strokes, and what compression leaves there. */
const nearLevels = 10;
/** A photo that lies on the white bed of a scanner has its damage elsewhere. */
const writtenShare = 0.5;

/** The luma of the tone that most of the picture has; undefined for a photo. */
export function findPaper(pixels: RgbPixels): number | undefined {
  const { share, luma } = measureTone(lumaPlaneOf(pixels), toneLevels);
  return share >= paperShare ? luma : undefined;
}

/** Whether what is certain lies on the paper for the most part. */
export function isWritten(judged: readonly Judged[], { medians }: Ground, paper: number): boolean {
  const [red, green, blue] = medians.map(({ samples }) => samples) as [Uint8Array, Uint8Array, Uint8Array];
  let [all, written] = [0, 0];
  for (const it of judged) {
    if (!isCertain(it)) continue;
    for (const at of it.candidate.pixels) {
      all += 1;
      if (Math.abs(lumaOf(red[at]!, green[at]!, blue[at]!) - paper) <= nearLevels) written += 1;
    }
  }
  return written >= writtenShare * all;
}
