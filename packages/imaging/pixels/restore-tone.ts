/**
 * Owns how faded, tinted and flat pictures get their tones back: what each channel's ends and middle become, in which steps, and how
 * much of it when nobody can be sure. Pure: numbers in, curves out. Must never stretch what isn't faded: a misty morning is no damage.
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
}

/**
 * What becomes of one channel, 0 to 1: `black` becomes `blackTo`, `white` becomes `whiteTo`, what lies between bends by `gamma`, and
 * what lies beyond is neither clipped nor turned around.
 */
export interface ToneCurve {
  black: number;
  white: number;
  blackTo: number;
  whiteTo: number;
  gamma: number;
}

/** What was found of a picture: how likely its tones are not what they were, 0 to 1, and the curves that bring them back. */
export interface ToneFinding {
  chance: number;
  curves: readonly [ToneCurve, ToneCurve, ToneCurve];
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

/** `isForced`: whatever the chance, as one who is sure. `odds`: what else speaks for or against a fade, as a logarithm. */
export interface ToneMode {
  isForced: boolean;
  odds: number;
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

/** From which chance a fade is certain, and from which it is possible: then half of it is taken back. */
const certainChance = 0.85;
const possibleChance = 0.75;
const possibleShare = 0.5;
/** A step that moves no value by more than this is none; on a scale of 255. */
const minMove = 1.5;
const minGammaMove = 0.04;

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

const lumaOf = (values: readonly number[]): number =>
  values.reduce((sum, value, channel) => sum + value * weights[channel]!, 0);

/** Finds black, white and middle; `endShare` of the pixels are beyond black, and beyond white. */
export function measureTones({ red, green, blue }: ToneCounts, endShare: number): ToneFacts {
  const at = (share: number) =>
    [red, green, blue].map((counts) => percentileOf(counts, share)) as [number, number, number];
  const [black, white] = [at(endShare), at(1 - endShare)];
  return {
    black,
    white,
    blackLuma: lumaOf(black),
    whiteLuma: lumaOf(white),
    medianLuma: lumaOf(at(0.5)),
  };
}

/** How much of what was found is done: all of it, half of it, nothing. */
export function toneShareOf({ chance }: ToneFinding, { isForced, odds }: ToneMode): number {
  if (isForced) return 1;
  const all = (chance / (1 - chance)) * Math.exp(odds);
  const likely = all / (1 + all);
  return likely >= certainChance ? 1 : likely >= possibleChance ? possibleShare : 0;
}

/** What becomes of a value, 0 to 1. */
function bend({ black, white, blackTo, whiteTo, gamma }: ToneCurve, value: number): number {
  if (value <= black) return black > 0 ? (value * blackTo) / black : blackTo;
  if (value >= white) return white < 1 ? 1 - ((1 - value) * (1 - whiteTo)) / (1 - white) : whiteTo;
  return blackTo + (whiteTo - blackTo) * ((value - black) / (white - black)) ** gamma;
}

/** Which value became this one. */
const unbend = ({ black, white, blackTo, whiteTo, gamma }: ToneCurve, value: number): number =>
  bend({ black: blackTo, white: whiteTo, blackTo: black, whiteTo: white, gamma: 1 / gamma }, value);

/** What all channels have in common. */
function commonOf(curves: ToneFinding['curves']): ToneCurve {
  const of = (key: keyof ToneCurve) => lumaOf(curves.map((curve) => curve[key]));
  return {
    black: of('black'),
    white: of('white'),
    blackTo: of('blackTo'),
    whiteTo: of('whiteTo'),
    gamma: of('gamma'),
  };
}

const values = Float64Array.from({ length: 256 }, (_, value) => value / 255);

const movesBy = (map: (value: number) => number): number =>
  255 * Math.max(...values.map((value) => Math.abs(map(value) - value)));

/**
 * Decides the corrections: none where a fade is unlikely, unless they are forced. The cast is what sets the channels apart, the fade
 * what their ends have in common, the contrast what their middles have: each can be had without the others.
 */
export function planTones(finding: ToneFinding, wish: ToneWish, mode: ToneMode): TonePlan {
  const share = wish.amount * toneShareOf(finding, mode);
  const common = commonOf(finding.curves);
  const isTinted = (curve: ToneCurve) => movesBy((value) => unbend(common, bend(curve, value))) >= minMove;
  const mayFade =
    share > 0 && wish.fade && movesBy((value) => bend({ ...common, gamma: 1 }, value)) >= minMove;
  const cast = share > 0 && wish.cast && !finding.isToned && finding.curves.some(isTinted);
  const contrast = share > 0 && wish.contrast && Math.abs(common.gamma - 1) >= minGammaMove;
  const ends = mayFade ? common : { ...common, blackTo: common.black, whiteTo: common.white };
  const after = { ...ends, gamma: contrast ? common.gamma : 1 };
  const curves = finding.curves.map((curve) =>
    Uint8Array.from(values, (value) => {
      const even = cast ? unbend(common, bend(curve, value)) : value;
      const wanted = mayFade || contrast ? bend(after, even) : even;
      return Math.max(0, Math.min(255, Math.round(255 * (value + share * (wanted - value)))));
    }),
  ) as [Uint8Array, Uint8Array, Uint8Array];
  return { curves, fade: mayFade, cast, contrast };
}
