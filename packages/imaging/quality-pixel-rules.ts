/**
 * Findings on how a photo looks: resolution, sharpness, noise, exposure, tint, compression. Pure. What an eye can't see at the
 * distance of looking is no finding: widths are in minutes of arc, noise is averaged over what can't be told apart.
 */
import type { PhotoMeasures } from './measures-version.ts';
import { type Finding, isGraver, over, under } from './quality-finding-rules.ts';

/** How a photo is printed, as far as its pixels care. */
export interface Seen {
  ppi: number;
  goodPpi: number;
}

const levels255 = 'levels of 255';
const percent = (share: number) => Math.round(share * 1000) / 10;

export function resolutionFindings({ ppi, goodPpi }: Seen): Finding[] {
  return under({ name: 'low_resolution', value: Math.floor(ppi), unit: 'ppi' }, [
    // Single pixels are seen; below that they are all that is seen.
    [goodPpi / 6, 'fatal'],
    [goodPpi / 3, 'severe'],
    [goodPpi / 2, 'warning'],
  ]);
}

/** What lenses, cameras' own processing and soft subjects have, in pixels. */
const usualBlurPx = 1.4;
/** At a low resolution the pixels are the limit, and that has its own finding: they count as so many minutes of arc at most. */
const widestPixel = 1.5;

/** Width of a blurred edge in minutes of arc at the distance of looking (2.355 sigma is the width at half height). */
export function blurFindings({ blurPx }: PhotoMeasures, { ppi, goodPpi }: Seen): Finding[] {
  if (blurPx === null || blurPx <= usualBlurPx) return [];
  const own = Math.sqrt(blurPx ** 2 - usualBlurPx ** 2);
  const pixel = Math.min(widestPixel, goodPpi / ppi);
  return over({ name: 'blurred', value: 2.355 * own * pixel, unit: 'arcmin' }, [
    [7.5, 'severe'],
    [4.5, 'warning'],
  ]);
}

/** Below this roughness it is texture. */
const noiseRoughness = 1.5;

/** An eye averages the noise of all pixels it can't tell apart. */
export function noiseFindings(measures: PhotoMeasures, { ppi, goodPpi }: Seen): Finding[] {
  if (measures.noiseRoughness < noiseRoughness) return [];
  const seen = measures.noiseSigma * Math.min(1, goodPpi / ppi);
  return over({ name: 'noisy', value: seen, unit: levels255 }, [
    [16, 'severe'],
    [8, 'warning'],
  ]);
}

/**
 * Dark and bright are no defects by themselves: a night has lamps, a studio portrait a face, snow keeps its tones. Too dark is
 * a photo in which nothing at all is bright; washed out is one that lost its whites and has no blacks either.
 */
export function exposureFindings(measures: PhotoMeasures): Finding[] {
  const { lumaLow, lumaMedian, lumaHigh, lumaPeak, blackShare, whiteShare } = measures;
  const range = lumaHigh - lumaLow;
  if (lumaPeak - lumaLow < 6) {
    return under({ name: 'blank', value: lumaPeak - lumaLow, unit: levels255 }, [[6, 'severe']]);
  }
  const isDark = lumaPeak < 160 && lumaMedian < 60;
  // White that was transparent has its own finding.
  const white = Math.max(0, whiteShare - measures.transparentShare);
  const isWashed = lumaMedian >= 235 && lumaLow >= 60;
  return [
    ...(isDark
      ? under({ name: 'too_dark', value: lumaHigh, unit: levels255 }, [
          [60, 'severe'],
          [120, 'warning'],
        ])
      : []),
    ...(isWashed
      ? over({ name: 'washed_out', value: percent(white), unit: '%' }, [
          [60, 'severe'],
          [25, 'warning'],
        ])
      : over({ name: 'clipped_highlights', value: percent(white), unit: '%' }, [[20, 'info']])),
    ...over({ name: 'clipped_shadows', value: percent(blackShare), unit: '%' }, [[50, 'info']]),
    // A dark photo is said to be dark; that it has few tones follows.
    ...(isDark
      ? []
      : under({ name: 'low_contrast', value: range, unit: levels255 }, [
          [40, 'severe'],
          [80, 'warning'],
        ])),
  ];
}

/** Yellow to red: candles, sunsets, lamps. People like it. */
const isWarm = (hue: number): boolean => hue >= 20 && hue <= 110;

/** A tint in all that should be grey. Pictures in one colour are meant so. */
export function castFindings({ castChroma, castHue, isMonochrome }: PhotoMeasures): Finding[] {
  if (isMonochrome) return [];
  const measured = { name: 'colour_cast', value: castChroma, unit: 'CIELAB chroma' } as const;
  return isWarm(castHue)
    ? over(measured, [
        [30, 'warning'],
        [16, 'info'],
      ])
    : over(measured, [[14, 'warning']]);
}

/** The file's own word, and what is seen of it; said once. */
export function compressionFindings(measures: PhotoMeasures, { ppi, goodPpi }: Seen): Finding[] {
  const { jpegQuality, blockStep } = measures;
  // Printed so small that four pixels melt into one, nobody sees how they were stored.
  const isHidden = ppi > 2 * goodPpi;
  const compressed = under({ name: 'compressed', value: jpegQuality ?? 100, unit: 'of 100' }, [
    [20, isHidden ? 'warning' : 'severe'],
    [45, isHidden ? 'info' : 'warning'],
  ]);
  const blocking = over(
    { name: 'blocking', value: blockStep * Math.min(1, goodPpi / ppi), unit: levels255 },
    [
      [5, 'severe'],
      [2.4, 'warning'],
    ],
  );
  const [one, other] = [compressed[0], blocking[0]];
  return one && other ? [isGraver(other, one) ? other : one] : [...compressed, ...blocking];
}
