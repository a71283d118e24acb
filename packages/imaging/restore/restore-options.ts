/** What a restoration is asked and what it tells while it works. Types alone: loading it costs nothing. */
import type { DamageRegion } from './restore-regions.ts';

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

/** Defaults: defects, denoise, deblock, fade, cast and contrast on; deskew, border, descreen and enlarge off. */
export type RestoreSteps = Record<RestoreStep, boolean>;

/** `coloured`: by an operator's model, where there is one for it; its colours are guesses, so nobody gets them without asking. */
export type RestoreColour = 'keep' | 'monochrome' | 'coloured';

/**
 * `strength`: 1 to 100, how much of each correction is applied. `mode`: `auto` runs a step only when the photo is
 * damaged that way; `force` runs every step that is on.
 */
export interface RestoreOptions {
  strength: number;
  mode: 'auto' | 'force';
  colour: RestoreColour;
  steps: RestoreSteps;
  enlargeFactor: 2 | 3 | 4;
}

export type RestorePhotoOptions = RestoreOptions & {
  sourcePath: string;
  targetPath: string;
  /** A mask a person corrected: PNG in the upright source's pixels, white = defect; replaces what was found. */
  maskPath?: string;
  /** What the values of an earlier restoration's mask stand for, when that is the mask; without them each mark is a person's. */
  regions?: readonly DamageRegion[] | undefined;
  /** Ids of doubtful regions that stay as they are; offered ones that aren't among them are repaired. */
  refused?: readonly number[] | undefined;
  /** With regions: what that restoration said of the print as a whole. */
  isPrintDamaged?: boolean | undefined;
  /** A folder of `.onnx` models that an operator filled; none run where it is left out or empty. */
  modelsDir?: string | undefined;
  /**
   * Where to write: the mask that was used (PNG, 1 channel, upright source's pixels: 255 what is sure, from 254 down to 128
   * the ids of doubtful regions, 128 less where an offered one is left) and the preview pair (JPEGs, at most 1600 px, same framing).
   */
  maskTargetPath?: string;
  beforePath?: string;
  afterPath?: string;
  /**
   * Rectangles that must keep their features, as shares 0..1 of the upright photo (faces). Found by itself when left
   * out.
   */
  protect?: readonly { left: number; top: number; width: number; height: number }[];
};

export type RestoreStage = 'read' | 'assess' | RestoreStep | 'models' | 'write';
/** `share`: 0 to 1 of the whole. */
export interface RestoreProgress {
  stage: RestoreStage;
  share: number;
}
