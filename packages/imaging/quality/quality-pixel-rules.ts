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

/** Edges that face along the way of a shake are so many times wider than those that face across it. */
const minStretch = 1.25;
/** The widths go up and down once around, by so much in their logarithms, and little else than that is in them. */
const minSwing = 0.18;
const minFit = 0.4;
/**
 * Place by place they do so too, surely, and in most places alike. A photo whose focus lies on a bud has edges of one direction
 * that are sharp and of another that are not because they are elsewhere: then the places say nothing, or each says another thing.
 */
const within = { swing: 0.13, sureness: 2.5, agreement: 0.7 } as const;
/** Sure enough for holding an order back; and edges that face across are sharp, as in nothing that is merely soft. */
const sure = { stretch: 2, swing: 0.35, fit: 0.75, acrossArcmin: 5 } as const;

interface Shake {
  /** Width of the edges that face along its way, in pixels of the photo. */
  widthPx: number;
  acrossPx: number;
  /** How much the logarithms of the widths swing, and which share of their variance that is. */
  swing: number;
  fit: number;
}

/** How the logarithms of the widths swing once around, of those directions that are known. */
function swingOf(widths: readonly (number | null)[]): Pick<Shake, 'swing' | 'fit'> {
  const known = widths.flatMap((width, i) => (width === null ? [] : [{ log: Math.log(width), i }]));
  const mean = known.reduce((sum, { log }) => sum + log, 0) / known.length;
  const turn = (2 * Math.PI) / widths.length;
  const cos = known.reduce((sum, { log, i }) => sum + (log - mean) * Math.cos(i * turn), 0);
  const sin = known.reduce((sum, { log, i }) => sum + (log - mean) * Math.sin(i * turn), 0);
  const all = known.reduce((sum, { log }) => sum + (log - mean) ** 2, 0);
  const swing = (2 * Math.hypot(cos, sin)) / known.length;
  return { swing, fit: all > 0 ? ((swing ** 2 / 2) * known.length) / all : 0 };
}

/** The widest direction that a neighbour bears out, against those across it; undefined where too few directions are known. */
function shakeOf(widths: readonly (number | null)[]): Shake | undefined {
  const at = (i: number) => widths[(i + widths.length) % widths.length] ?? 0;
  const quarter = widths.length / 2;
  if (widths.filter((width) => width !== null).length < quarter + 1) return undefined;
  let widest = { widthPx: 0, i: 0 };
  for (let i = 0; i < widths.length; i++) {
    const widthPx = Math.min(at(i), Math.max(at(i - 1), at(i + 1)));
    if (widthPx > widest.widthPx) widest = { widthPx, i };
  }
  const across = [-1, 0, 1].map((turn) => at(widest.i + quarter + turn)).filter((width) => width > 0);
  if (across.length === 0) return undefined;
  return { widthPx: widest.widthPx, acrossPx: Math.min(...across), ...swingOf(widths) };
}

/**
 * A hand that shook: edges that face along its way are wide all over the frame, those across aren't. A photo that is out of
 * focus is soft in all directions, and stripes face in one alone. Widths in minutes of arc at the distance of looking.
 */
export function shakeFindings({ edgeWidths, edgeSwing }: PhotoMeasures, { ppi, goodPpi }: Seen): Finding[] {
  const shake = shakeOf(edgeWidths);
  if (!shake || !edgeSwing) return [];
  if (edgeSwing.swing < within.swing || edgeSwing.sureness < within.sureness) return [];
  if (edgeSwing.agreement < within.agreement) return [];
  const { widthPx, acrossPx, swing, fit } = shake;
  const stretch = widthPx / acrossPx;
  if (stretch < minStretch || swing < minSwing || fit < minFit) return [];
  const arcminPerPx = Math.min(widestPixel, goodPpi / ppi);
  const isSure =
    stretch >= sure.stretch &&
    swing >= sure.swing &&
    fit >= sure.fit &&
    acrossPx * arcminPerPx <= sure.acrossArcmin &&
    edgeWidths.every((width) => width !== null);
  return over({ name: 'shaken', value: widthPx * arcminPerPx, unit: 'arcmin' }, [
    [isSure ? 11 : Number.POSITIVE_INFINITY, 'severe'],
    [3.5, 'warning'],
  ]);
}

/** Less is what cameras and lenses do. */
const minTimes = 1.7;

/** A photo that was enlarged: the resolution that it had before counts, where that is not what is missing already. */
export function enlargedFindings({ enlargedTimes }: PhotoMeasures, { ppi, goodPpi }: Seen): Finding[] {
  if (enlargedTimes < minTimes) return [];
  const found = under({ name: 'enlarged', value: Math.floor(ppi / enlargedTimes), unit: 'ppi' }, [
    // Never graver: a photo that is soft by intent has as little detail.
    [goodPpi / 2, 'warning'],
  ]);
  const [missing] = resolutionFindings({ ppi, goodPpi });
  return found.filter((finding) => !missing || isGraver(finding, missing));
}

/** Blots of colour in what is even; the eye sees them at any distance at which a print is looked at, for they are coarse. */
export function blotFindings({ colourNoise }: PhotoMeasures): Finding[] {
  return over({ name: 'blotchy', value: colourNoise ?? 0, unit: levels255 }, [
    [9, 'severe'],
    [2.7, 'warning'],
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

/** A part of the photo whose colours ran into the end: nearly none where white is meant, as of paper behind a product. */
const minClippedColour = 0.04;
/** What ran into the end goes on to white somewhere: a blue that was made strong doesn't. */
const minClippedWhite = 0.04;
/** What is not white is bright too. */
const minRestLuma = 120;

/**
 * Too much light: large parts white or with channels at their end, which changes colours, and the rest bright as well. Snow
 * and high key keep their tones; a product on white, and a window behind people, leave the rest as it should be.
 */
export function overexposureFindings(measures: PhotoMeasures): Finding[] {
  const { clippedColourShare, restLuma } = measures;
  // White that was transparent has its own finding.
  const white = measures.clippedWhiteShare - measures.transparentShare;
  if (white < minClippedWhite || clippedColourShare < minClippedColour) return [];
  if (restLuma < minRestLuma) return [];
  const clipped = white + clippedColourShare;
  return over({ name: 'overexposed', value: percent(clipped), unit: '%' }, [
    [65, 'severe'],
    [26, 'warning'],
  ]);
}

/** Yellow to red: candles, sunsets, lamps. People like it. */
const isWarm = (hue: number): boolean => hue >= 20 && hue <= 110;

/** A tint in all that was grey. Pictures in one colour are meant so. */
export function castFindings({ castChroma, castHue, isMonochrome }: PhotoMeasures): Finding[] {
  if (isMonochrome) return [];
  const measured = { name: 'colour_cast', value: castChroma, unit: 'CIELAB chroma' } as const;
  return over(measured, [[isWarm(castHue) ? 18 : 14, 'warning']]);
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
