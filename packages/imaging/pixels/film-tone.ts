/**
 * Owns what becomes of film that lost a dye: slides of which cyan faded are red from their darkest parts on. Each channel gets the
 * ends that the best of them has, and half of the way to a common middle: the dye that is gone leaves no more to go by. Pure.
 */
import type { ToneCurve, ToneFinding } from './restore-tone.ts';
import type { ToneFeatures } from './tone-features.ts';

type Three = readonly [number, number, number];

/** Nobody knows more contrast, nor a wilder middle, to have been there. */
const maxGain = 3;
const maxLogGamma = 0.55;
const middleShare = 0.5;
/** Film that was scanned by what it let through comes dark when its dye is gone from the lights as well. */
const darkMiddle = 0.3;
const [redWeight, greenWeight, blueWeight] = [0.3, 0.6, 0.1] as const;

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

/** What a channel's middle is between its ends, 0 to 1. */
const middleBetween = (middle: number, black: number, white: number): number =>
  clamp((middle - black) / Math.max(0.02, white - black), 0.02, 0.98);

/** How such film gets its tones back; `chance` says how sure that is. */
export function judgeFilm({ black, white, middle }: ToneFeatures, chance: number): ToneFinding {
  const [blackTo, whiteTo] = [Math.min(...black), Math.max(...white)];
  const middles = middle.map((value, c) => middleBetween(value, black[c]!, white[c]!)) as unknown as Three;
  const own = redWeight * middles[0] + greenWeight * middles[1] + blueWeight * middles[2];
  const common = own < darkMiddle ? Math.sqrt(own * darkMiddle) : own;
  const curveOf = (c: 0 | 1 | 2): ToneCurve => {
    const range = Math.max(0.02, white[c] - black[c]);
    const part = Math.min(1, ((maxGain - 1) * range) / Math.max(0.001, whiteTo - blackTo - range));
    const wanted = Math.log(common) / Math.log(middles[c]);
    return {
      black: black[c],
      white: white[c],
      blackTo: black[c] + part * (blackTo - black[c]),
      whiteTo: white[c] + part * (whiteTo - white[c]),
      gamma: Math.exp(clamp(middleShare * Math.log(wanted), -maxLogGamma, maxLogGamma)),
    };
  };
  return { chance, curves: [curveOf(0), curveOf(1), curveOf(2)], isToned: false };
}
