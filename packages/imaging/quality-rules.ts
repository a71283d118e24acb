/**
 * How a photo will look on paper of a size: named defects, each with its number and threshold, and a verdict. Pure: the
 * measures of the pixels are handed in, a size costs arithmetic alone. Cloud and shop judge by this one code.
 */
import type { PhotoMeasures } from './measures-version.ts';
import { fileFindings } from './quality-file-rules.ts';
import { type Finding, sortFindings, type Verdict, verdictOf } from './quality-finding-rules.ts';
import { faceFindings, frameFindings, placementFindings, printerFindings } from './quality-layout-rules.ts';
import {
  goodPpiOf,
  type Placed,
  placeOf,
  type QualityPaper,
  type SuggestedCrop,
  suggestedCropOf,
} from './quality-paper-rules.ts';
import {
  blotFindings,
  blurFindings,
  castFindings,
  compressionFindings,
  enlargedFindings,
  exposureFindings,
  noiseFindings,
  overexposureFindings,
  resolutionFindings,
  shakeFindings,
} from './quality-pixel-rules.ts';

export interface Quality {
  verdict: Verdict;
  /** Gravest first. */
  findings: Finding[];
  goodPpi: number;
  placed: Placed;
  suggestedCrop: SuggestedCrop;
}

/** Judges the photo on this paper; the gravest finding makes the verdict. */
export function judgeQuality(measures: PhotoMeasures, paper: QualityPaper): Quality {
  const placed = placeOf(measures, paper);
  // More than the printer has dots for is never seen.
  const goodPpi = Math.min(goodPpiOf(paper), paper.printer?.dpi ?? Number.POSITIVE_INFINITY);
  const seen = { ppi: placed.ppi, goodPpi };
  const findings = sortFindings([
    ...printerFindings(measures, paper, goodPpiOf(paper)),
    ...resolutionFindings(seen),
    ...faceFindings(measures, placed),
    ...placementFindings(placed, paper),
    ...enlargedFindings(measures, seen),
    ...blurFindings(measures, seen),
    ...shakeFindings(measures, seen),
    ...exposureFindings(measures),
    ...overexposureFindings(measures),
    ...castFindings(measures),
    ...noiseFindings(measures, seen),
    ...blotFindings(measures),
    ...compressionFindings(measures, seen),
    ...frameFindings(measures, placed),
    ...fileFindings(measures),
  ]);
  const suggestedCrop = suggestedCropOf(measures, placed);
  return { verdict: verdictOf(findings), findings, goodPpi, placed, suggestedCrop };
}
