/** Owns what a restoration found and did. Types alone: loading it costs nothing. */
import type { RestoreStep } from './restore-options.ts';
import type { ToneFacts } from './restore-tone.ts';

/** What is wrong with a photo. */
export type DamageFacts = {
  isDamaged: boolean;
  /** Share of the pixels that look like dust, scratches, hairs or folds. */
  defectShare: number;
  noise: { sigma: number; whiteness: number };
  isNoisy: boolean;
  isFaded: boolean;
  tones: ToneFacts;
};

/** What was found and done; `applied` names steps in the order of `RestoreStep`; pixels are
 * framed (deskew, border) when they are restored, so that the mask has the pixels of the source. */
export type RestoreReport = {
  applied: RestoreStep[];
  damage: DamageFacts;
  /** Standard deviation of the noise of a channel on a scale of 255, as in `damage`. */
  noise: { sigma: number; whiteness: number };
  /** Share of the pixels that were filled in. */
  maskedShare: number;
  /** Root of the mean squared change of a sample, on a scale of 255; of the photo as it was framed. */
  change: number;
};
