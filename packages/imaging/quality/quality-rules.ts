/**
 * How a photo will look on paper of a size: named defects, each with its number and threshold, and a verdict. Pure: the
 * measures of the pixels are handed in, a size costs arithmetic alone. Cloud and shop judge by this one code.
 */
import type { IdPhotoRule } from '../layout/id-photo-crop-rules.ts';
import type { PhotoMeasures } from './measures-version.ts';
import { fileFindings } from './quality-file-rules.ts';
import { type Finding, sortFindings, type Verdict, verdictOf } from './quality-finding-rules.ts';
import { placedIdPhoto, placeIdPhoto } from './quality-id-photo-rules.ts';
import { faceFindings, frameFindings, placementFindings, printerFindings } from './quality-layout-rules.ts';
import {
  goodPpiOf,
  type Placed,
  placeOf,
  type QualityPaper,
  type SuggestedCrop,
  suggestionOf,
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
  /** How to print it with that crop: `fit` where filling the sheet would cut a face. */
  suggestedFit: 'fill' | 'fit';
}

/** What the pixels say at this scale, whatever stands where. */
const pixelFindings = (measures: PhotoMeasures, seen: { ppi: number; goodPpi: number }): Finding[] => [
  ...resolutionFindings(seen),
  ...enlargedFindings(measures, seen),
  ...blurFindings(measures, seen),
  ...shakeFindings(measures, seen),
  ...exposureFindings(measures),
  ...overexposureFindings(measures),
  ...castFindings(measures),
  ...noiseFindings(measures, seen),
  ...blotFindings(measures),
  ...compressionFindings(measures, seen),
  ...fileFindings(measures),
];

/** An ID photo is judged as it is cut out by its head; where there is no such part, as it would be cut alike on both sides. */
function judgeIdPhoto(
  measures: PhotoMeasures,
  { paper, rule }: { paper: QualityPaper; rule: IdPhotoRule },
): Quality {
  const { crop, findings: headFindings } = placeIdPhoto(measures, rule);
  const upright = { ...paper, fit: 'fill', isBorderless: false } as const;
  const placed = crop ? placedIdPhoto(measures, rule, crop) : placeOf(measures, upright);
  const goodPpi = Math.min(goodPpiOf(paper), paper.printer?.dpi ?? Number.POSITIVE_INFINITY);
  const findings = sortFindings([
    ...printerFindings(measures, upright, goodPpiOf(paper)),
    ...headFindings,
    ...pixelFindings(measures, { ppi: placed.ppi, goodPpi }),
  ]);
  const suggestedCrop: SuggestedCrop = { ...placed.crop, by: crop ? 'faces' : 'centre' };
  return { verdict: verdictOf(findings), findings, goodPpi, placed, suggestedCrop, suggestedFit: 'fill' };
}

/** Judges the photo on this paper; the gravest finding makes the verdict. */
export function judgeQuality(measures: PhotoMeasures, paper: QualityPaper): Quality {
  if (paper.idPhoto) return judgeIdPhoto(measures, { paper, rule: paper.idPhoto });
  const placed = placeOf(measures, paper);
  // More than the printer has dots for is never seen.
  const goodPpi = Math.min(goodPpiOf(paper), paper.printer?.dpi ?? Number.POSITIVE_INFINITY);
  const findings = sortFindings([
    ...printerFindings(measures, paper, goodPpiOf(paper)),
    ...faceFindings(measures, placed),
    ...placementFindings(placed, paper),
    ...frameFindings(measures, placed),
    ...pixelFindings(measures, { ppi: placed.ppi, goodPpi }),
  ]);
  const { crop: suggestedCrop, fit: suggestedFit } = suggestionOf(measures, placed, paper.fit);
  return { verdict: verdictOf(findings), findings, goodPpi, placed, suggestedCrop, suggestedFit };
}
