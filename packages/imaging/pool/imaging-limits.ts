/**
 * Owns what bounds a task: processor time by the size of the picture, and memory; how much of each stands with the task
 * (imaging-table.ts). Numbers alone: the owner of a pool loads this file. A hostile file runs into them; a good one on a slow machine must not.
 */

import type { PictureSize } from '../picture-size.ts';

/**
 * `processorMs` and as much again for each megapixel of the picture: some ten times what an old machine needs. `growthMb`: resident
 * memory, but for mapped files, above what the child had when the task began (some 100 MB with them). `isUntrusted`: the file has just come from outside, and its
 * answer must not be made dearer by what was before: the child must be a small one.
 */
export interface ImagingLimits {
  processorMs: number;
  processorMsPerMegapixel: number;
  growthMb: number;
  isUntrusted: boolean;
}

/** An untrusted picture or PDF of less than a million pixels or bytes gets no more than this. */
const maxGrowthOfSmallMb = 140;
const smallPixels = 1_000_000;

/** The processor time that a task may take, once the size of its picture is known; `pixels` is 0 before. */
export const processorMsFor = (
  { processorMs, processorMsPerMegapixel }: ImagingLimits,
  pixels: number,
): number => processorMs + (pixels / 1e6) * processorMsPerMegapixel;

/** How much a task may add to the memory of its child; no pixels while nothing is open. */
export function growthMbFor(
  { growthMb, isUntrusted }: ImagingLimits,
  { pixels, bytesPerPixel = 0 }: PictureSize,
): number {
  const heldMb = bytesPerPixel > 0 ? (pixels * bytesPerPixel) / 1e6 + growthMb / 2 : 0;
  const rowsMb = isUntrusted && pixels < smallPixels ? Math.min(growthMb, maxGrowthOfSmallMb) : growthMb;
  return Math.max(heldMb, rowsMb);
}

/** A child with more than this that nothing asks for is ended rather than kept. */
export const maxKeptMb = 500;
/** The most that a child may have at the beginning of an untrusted file. */
export const maxKeptForUntrustedMb = 170;

/**
 * With what a process that watches itself ends itself, stuck decoder or not: nobody else sends it, so the pool knows that a limit
 * was exceeded, and doesn't take it for a kill from outside.
 */
export const ownWatchSignal = 'SIGVTALRM';
