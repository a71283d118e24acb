/**
 * Owns how much a task of each kind may take: processor time by the size of the picture, and memory. Numbers alone: the owner of
 * a pool loads this file. A hostile file runs into them; a good one on a slow machine must not.
 */

import type { PictureSize } from '../picture-size.ts';
import type { ImagingTask } from './imaging-messages.ts';

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

const minuteMs = 60_000;

const limits: Record<ImagingTask['kind'], ImagingLimits> = {
  probe: { processorMs: 1700, processorMsPerMegapixel: 250, growthMb: 190, isUntrusted: true },
  thumbnail: { processorMs: 1700, processorMsPerMegapixel: 250, growthMb: 190, isUntrusted: true },
  // Beside the photo it makes at most a sheet's pixels of it: 36 million.
  contactPicture: { processorMs: 8000, processorMsPerMegapixel: 250, growthMb: 190, isUntrusted: true },
  contactSheet: { processorMs: minuteMs, processorMsPerMegapixel: 0, growthMb: 190, isUntrusted: false },
  measurePhoto: { processorMs: 1700, processorMsPerMegapixel: 600, growthMb: 500, isUntrusted: true },
  readMask: { processorMs: 1700, processorMsPerMegapixel: 250, growthMb: 190, isUntrusted: true },
  inspectProfile: { processorMs: 1700, processorMsPerMegapixel: 0, growthMb: 190, isUntrusted: true },
  softProof: { processorMs: 20_000, processorMsPerMegapixel: 1000, growthMb: 700, isUntrusted: false },
  calibrationPage: { processorMs: minuteMs, processorMsPerMegapixel: 0, growthMb: 900, isUntrusted: false },
  preparePhoto: { processorMs: minuteMs, processorMsPerMegapixel: 1000, growthMb: 900, isUntrusted: false },
  // Its caller knows the pages, and so the time.
  preparePages: {
    processorMs: Number.POSITIVE_INFINITY,
    processorMsPerMegapixel: 0,
    growthMb: 900,
    isUntrusted: false,
  },
  restorePhoto: {
    processorMs: 2 * minuteMs,
    processorMsPerMegapixel: 60_000,
    growthMb: 1500,
    isUntrusted: false,
  },
};

/** What a task of this kind may take. */
export const limitsOf = (kind: ImagingTask['kind']): ImagingLimits => limits[kind];

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
