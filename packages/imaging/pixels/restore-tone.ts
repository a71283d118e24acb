/**
 * Owns how faded, tinted and flat pictures get their tones back: black and white points found, a curve for each channel.
 * Pure: numbers in, curves out. Must never stretch what isn't faded: a misty morning is no damage.
 */

/** Counts of the values 0 to 255 of red, green and blue, of a picture made small and cleaned of specks. */
export interface ToneCounts {
  red: Uint32Array;
  green: Uint32Array;
  blue: Uint32Array;
}

/** What the tones of a picture are like; values from 0 to 255. */
export interface ToneFacts {
  black: [red: number, green: number, blue: number];
  white: [red: number, green: number, blue: number];
  blackLuma: number;
  whiteLuma: number;
  medianLuma: number;
  /** Whether all colours are shades of one, as in sepia: such a tint is the photo's own. */
  isToned: boolean;
}

/** Which corrections are wanted, and how much of them: 0 to 1. */
export interface ToneWish {
  fade: boolean;
  cast: boolean;
  contrast: boolean;
  amount: number;
}

/** Whether the picture was found to be faded, before or after it was cleaned; with `isForced` every wanted step runs. */
export interface ToneMode {
  isFaded: boolean;
  isForced: boolean;
}

/** A curve for each channel, 256 entries, and what was decided. */
export interface TonePlan {
  curves: [Uint8Array, Uint8Array, Uint8Array];
  fade: boolean;
  cast: boolean;
  contrast: boolean;
}

/** Rec. 709 weights; on encoded values they are near enough for finding end points. */
const weights = [0.2126, 0.7152, 0.0722] as const;

/** Prints fade from both ends: black turns grey and white turns dark or yellow. Good photos have one of them at most. */
const fadedBlack = 24;
const fadedRange = 185;
/** Of a faded print at least two channels' black is lifted; that of a red jacket's folds, or of wood, is in one alone. */
const fadedChannel = 23;
/** Where there is a brighter white than this, dark parts that aren't black are haze or taste. */
const fadedWhite = 230;
/** The darkest parts of a faded print are nearly neutral; where they are more colourful there is no black in the scene. */
const colourfulBlack = 50;
/** Snow and paper: nearly everything is bright, and nothing needs to be black. */
const brightScene = 0.85;
/** A tint in the shadows of so much is in the paper, not in the scene. */
const tintedBlack = 10;
/** What the end points become: not 0 and 255, so that nothing more is clipped. */
const targetBlack = 2;
const targetWhite = 253;
/** More than this lifts grain and compression along with the picture. */
const maxGain = 2.4;
const darkMedian = 70;
const brightMedian = 210;

/** The value under which `share` of the counts lie. */
export function percentileOf(counts: Uint32Array, share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (let value = 0; value < counts.length; value++) {
    seen += counts[value]!;
    if (seen > total * share) return value;
  }
  return counts.length - 1;
}

/** Finds black, white and middle; `endShare` of the pixels are beyond black, and beyond white. */
export function measureTones(
  { red, green, blue }: ToneCounts,
  { isToned, endShare }: { isToned: boolean; endShare: number },
): ToneFacts {
  const channels = [red, green, blue] as const;
  const at = (share: number) =>
    channels.map((counts) => percentileOf(counts, share)) as [number, number, number];
  const lumaOf = (values: readonly number[]) =>
    values.reduce((sum, value, channel) => sum + value * weights[channel]!, 0);
  const [black, white] = [at(endShare), at(1 - endShare)];
  return {
    black,
    white,
    blackLuma: lumaOf(black),
    whiteLuma: lumaOf(white),
    medianLuma: lumaOf(at(0.5)),
    isToned,
  };
}

const spreadOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

export function isFaded({ black, blackLuma, whiteLuma, medianLuma }: ToneFacts): boolean {
  const range = whiteLuma - blackLuma;
  const middleBlack = black.toSorted((a, b) => a - b)[1]!;
  if (middleBlack < fadedChannel) return false;
  if (blackLuma < fadedBlack || whiteLuma > fadedWhite || range > fadedRange) return false;
  return spreadOf(black) <= colourfulBlack && medianLuma - blackLuma <= brightScene * range;
}

const isTinted = ({ black, white }: ToneFacts): boolean =>
  spreadOf(black) >= tintedBlack || spreadOf(white) >= 2 * tintedBlack;

/** The stretch of one channel, as slope and offset. */
function stretchOf(black: number, white: number): { gain: number; offset: number } {
  const gain = Math.min(maxGain, (targetWhite - targetBlack) / Math.max(1, white - black));
  const middle = (black + white) / 2;
  // Where the gain is held back, the middle stays in the middle.
  const offset = (targetBlack + targetWhite) / 2 - gain * middle;
  return { gain, offset };
}

/** The exponent that brings the median half of the way to where it is comfortable; 1 when it is there. */
function gammaFor(median: number): number {
  const target = median < darkMedian ? darkMedian : median > brightMedian ? brightMedian : median;
  if (target === median || median <= 2 || median >= 253) return 1;
  return (1 + Math.log(target / 255) / Math.log(median / 255)) / 2;
}

/** Decides the corrections: none for a picture that isn't faded, unless they are forced. */
export function planTones(facts: ToneFacts, wish: ToneWish, mode: ToneMode): TonePlan {
  const { isForced } = mode;
  const faded = mode.isFaded || isForced;
  const fade = wish.fade && faded;
  const cast = wish.cast && faded && ((isTinted(facts) && !facts.isToned) || isForced);
  const ends = [0, 1, 2].map((channel) => {
    if (!fade && !cast) return { gain: 1, offset: 0 };
    if (fade && cast) return stretchOf(facts.black[channel]!, facts.white[channel]!);
    if (fade) return stretchOf(facts.blackLuma, facts.whiteLuma);
    // The tint alone: each channel's ends are brought to those of the luma.
    const gain =
      (facts.whiteLuma - facts.blackLuma) / Math.max(1, facts.white[channel]! - facts.black[channel]!);
    const held = Math.min(maxGain, gain);
    return { gain: held, offset: facts.blackLuma - held * facts.black[channel]! };
  });
  const luma = ends.reduce(
    (sum, { gain, offset }, channel) => sum + weights[channel]! * (gain * facts.medianLuma + offset),
    0,
  );
  const gamma = wish.contrast && faded ? gammaFor(luma) : 1;
  const curves = ends.map(({ gain, offset }) =>
    Uint8Array.from({ length: 256 }, (_, value) => {
      const stretched = Math.max(0, Math.min(255, gain * value + offset));
      const wanted = gamma === 1 ? stretched : 255 * (stretched / 255) ** gamma;
      return Math.max(0, Math.min(255, Math.round(value + wish.amount * (wanted - value))));
    }),
  ) as [Uint8Array, Uint8Array, Uint8Array];
  return { curves, fade, cast, contrast: gamma !== 1 };
}
