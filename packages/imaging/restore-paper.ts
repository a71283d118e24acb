/**
 * Owns telling pages from photos: text, tables, drawings and maps stand on paper of one even tone. No photo has so much of
 * one tone, nor has a print with grain. What lies on such paper is what was written there. Pure arithmetic.
 */
import type { RgbPixels } from './kernels/kernel-planes.ts';
import type { Ground } from './restore-candidates.ts';
import { isCertain, type Judged } from './restore-judged.ts';

/** Of pages from 0.51 of the pixels have one tone; of photos, damaged or not, up to 0.44: snow. */
const PAPER_SHARE = 0.5;
/** Luma this far apart is one tone. */
const TONE_LEVELS = 3;
/** Shadows beside strokes, and what compression leaves there. */
const NEAR_LEVELS = 10;
/** A photo that lies on the white bed of a scanner has its damage elsewhere. */
const WRITTEN_SHARE = 0.5;

const lumaOf = (red: number, green: number, blue: number): number =>
  Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue);

/** The luma of the tone that most of the picture has; undefined for a photo. */
export function findPaper({ rgb }: RgbPixels): number | undefined {
  const counts = new Uint32Array(256);
  for (let i = 0; i < rgb.length; i += 3) {
    const luma = lumaOf(rgb[i]!, rgb[i + 1]!, rgb[i + 2]!);
    counts[luma] = counts[luma]! + 1;
  }
  let [most, sum] = [0, 0];
  for (let luma = 0; luma < 256; luma++) {
    const first = Math.max(0, luma - TONE_LEVELS);
    const near = counts.subarray(first, luma + TONE_LEVELS + 1);
    const count = near.reduce((total, it) => total + it, 0);
    if (count <= most) continue;
    most = count;
    sum = near.reduce((total, it, i) => total + it * (first + i), 0);
  }
  return most >= (PAPER_SHARE * rgb.length) / 3 ? Math.round(sum / most) : undefined;
}

/** Whether what is certain lies on the paper for the most part. */
export function isWritten(judged: readonly Judged[], { medians }: Ground, paper: number): boolean {
  const [red, green, blue] = medians.map(({ samples }) => samples) as [Uint8Array, Uint8Array, Uint8Array];
  let [all, written] = [0, 0];
  for (const it of judged) {
    if (!isCertain(it)) continue;
    for (const at of it.candidate.pixels) {
      all += 1;
      if (Math.abs(lumaOf(red[at]!, green[at]!, blue[at]!) - paper) <= NEAR_LEVELS) written += 1;
    }
  }
  return written >= WRITTEN_SHARE * all;
}
