/** Owns what a restoration found and did. Types alone: loading it costs nothing. */
import type { ModelFinding } from '../models/run-models.ts';
import type { NoiseLevel } from '../pixels/noise-level.ts';
import type { ToneFacts } from '../pixels/restore-tone.ts';
import type { RestoreStep } from './restore-options.ts';
import type { DamageRegion, Framing } from './restore-regions.ts';

/** What is wrong with a photo. */
export interface DamageFacts {
  isDamaged: boolean;
  /** Share of the pixels that are dust, scratches, hairs or folds, 0 to 1: what was found, or a person marked. */
  defectShare: number;
  /** Standard deviation of a channel's noise, on a scale of 255. */
  noise: number;
  /** Whether black is grey and white is dark. */
  fade: boolean;
}

/**
 * What was found and done. `applied` names steps in the order of `RestoreStep`; pixels are framed (deskew, border) when
 * they are restored, so that the mask has the pixels of the source.
 */
export interface RestoreReport {
  applied: RestoreStep[];
  damage: DamageFacts;
  /** Share of the pixels that were filled in. */
  maskedShare: number;
  /** Share of the pixels that are damaged and were left: too wide a hole in a face, where nothing is invented. Absent: none. */
  leftShare?: number;
  /** Both witnesses saw so much damage that it is an old print for certain, by which its tones are judged. Absent: they didn't. */
  isPrintDamaged?: true;
  /** It looks like an old print whose colours may have turned, but nothing was sure enough to change them. Absent: it doesn't. */
  mayBeFaded?: true;
  /** Share of an old print that stains or uneven yellowing cover and that was evened. Absent: it is no such print, or has none. */
  stainShare?: number;
  /** As in `damage`, with 2 for white noise and near 0 for texture or what JPEG left. */
  noise: NoiseLevel;
  /** The operator's models that ran, and those that were passed over with the reason; left out where there are none. */
  models?: ModelFinding[];
  /** Before the restoration. */
  tones: ToneFacts;
  /** Root of the mean squared change of a sample, on a scale of 255; of the photo as it was framed. */
  change: number;
  /** What was taken for damage, doubtful ones first, then what is offered; none where a person painted the mask. */
  regions: readonly DamageRegion[];
  frame: Framing;
}
