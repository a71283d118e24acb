/** Owns what a restoration can be asked for and what it tells. Types alone: loading it costs nothing. */
import type { NoiseFacts } from './restore-noise.ts';
import type { ToneFacts } from './restore-tone.ts';

/** The steps that can be switched, in the order in which they run. */
export type RestoreStep =
  | 'deskew'
  | 'border'
  | 'descreen'
  | 'defects'
  | 'denoise'
  | 'deblock'
  | 'fade'
  | 'cast'
  | 'contrast'
  | 'enlarge';

export type RestoreSteps = Record<RestoreStep, boolean>;

/**
 * `strength`: 1 to 100, how much of each correction is applied. `mode`: `auto` runs a step only when the photo is
 * damaged that way; `force` runs every step that is on.
 */
export type RestoreOptions = {
  strength: number;
  mode: 'auto' | 'force';
  colour: 'keep' | 'monochrome';
  steps: RestoreSteps;
  enlargeFactor: 2 | 3 | 4;
};

/** A rectangle as shares, 0 to 1, of the upright photo. */
export type ProtectedArea = { left: number; top: number; width: number; height: number };

export type RestorePhotoOptions = RestoreOptions & {
  sourcePath: string;
  targetPath: string;
  /** A mask a person corrected: PNG in the upright source's pixels, white = defect; replaces what was found. */
  maskPath?: string;
  /** Where to write the mask that was used: PNG of one channel in the upright source's pixels. */
  maskTargetPath?: string;
  /** Where to write the preview pair: JPEGs of at most 1600 px, of the same framing. */
  beforePath?: string;
  afterPath?: string;
  /** What must keep its features (faces). Found by itself when left out. */
  protect?: readonly ProtectedArea[];
};

export type RestoreStage = 'read' | 'assess' | RestoreStep | 'models' | 'write';
/** `share`: 0 to 1 of the whole. */
export type RestoreProgress = { stage: RestoreStage; share: number };
export type OnRestoreProgress = (progress: RestoreProgress) => void;

/** What is wrong with a photo. */
export type DamageFacts = {
  isDamaged: boolean;
  /** Share of the pixels that look like dust, scratches, hairs or folds. */
  defectShare: number;
  noise: { sigma: number; whiteness: NoiseFacts['whiteness'] };
  isNoisy: boolean;
  isFaded: boolean;
  tones: ToneFacts;
};

/** What was found and done; `applied` names steps in the order in which they ran. */
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
