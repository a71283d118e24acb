/** Owns which sizes can be restored and enlarged: for whoever asks for it, and for whoever does it. Pure. */

/** The most pixels that are restored. */
const maxPixels = 40_000_000;
/** The result must still be a photo that can be opened. */
const maxEnlargedPixels = 120_000_000;

/** Why a photo of this size can't be restored and enlarged so many times (1: not at all), naming the field; undefined when it can. */
export function refuseSize(
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  factor: 1 | 2 | 3 | 4,
): string | undefined {
  const pixels = widthPx * heightPx;
  if (pixels > maxPixels) return 'The photo has too many pixels to be restored; 40 megapixels at most.';
  if (factor === 1 || pixels * factor ** 2 <= maxEnlargedPixels) return undefined;
  const [width, height] = [widthPx * factor, heightPx * factor];
  const fitting = Math.floor(Math.sqrt(maxEnlargedPixels / pixels));
  const instead =
    fitting >= 2
      ? `${fitting} is the largest factor for it`
      : 'it is large enough to be printed without enlargement';
  return `enlarge_factor: ${factor} would give ${width} x ${height} pixels, and 120 megapixels is the most; ${instead}.`;
}
