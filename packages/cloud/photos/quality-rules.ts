/**
 * How a photo will look on paper of a size: named defects, each with its number and threshold, and a verdict. Pure: the
 * measures of the pixels are handed in, a size costs arithmetic alone.
 * One score says nothing (the classic ones fail outside the photos they were tuned on); a named defect can be acted upon.
 */
import { messageOf, type QualityCode, type QualityMessage } from './quality-message-rules.ts';

export interface QualityPhoto {
  widthPx: number;
  heightPx: number;
  colourSpace: string;
  hasProfile: boolean;
  hasAlpha: boolean;
  /** Of its pixels; see the imaging package. */
  measures: {
    blurPx: number | null;
    noiseSigma: number;
    noiseRoughness: number;
    lumaLow: number;
    lumaMedian: number;
    lumaHigh: number;
    blackShare: number;
    whiteShare: number;
    jpegQuality: number | null;
  };
}

export interface QualityPaper {
  /** Short and long edge. */
  widthMm: number;
  heightMm: number;
  fit: 'fill' | 'fit';
}

export type Severity = 'info' | 'warning' | 'severe' | 'fatal';
export type Verdict = 'good' | 'acceptable' | 'poor' | 'unprintable';

export interface Finding extends QualityMessage {
  code: QualityCode;
  severity: Severity;
  value: number;
  threshold: number;
  unit: string;
}

export interface Crop {
  leftPx: number;
  topPx: number;
  widthPx: number;
  heightPx: number;
}

export interface Quality {
  verdict: Verdict;
  findings: Finding[];
  ppi: number;
  goodPpi: number;
  crop: Crop;
  lostShare: number;
  isTurned: boolean;
}

const mmPerInch = 25.4;
/** Nobody looks at a print from nearer. */
const nearestMm = 300;
/** Pixels of one minute of arc: what an eye can tell apart (1 / tan 1'). */
const pixelsPerDistance = 3438;
const mostUsefulPpi = 300;
/** Under a quarter of what is good, single pixels are seen. */
const poorShare = 0.5;
const unprintableShare = 0.25;

/** Pixels per inch that look sharp on a sheet of this size, at the distance at which one looks at it. */
function goodPpiOf({ widthMm, heightMm }: { widthMm: number; heightMm: number }): number {
  const distanceMm = Math.max(nearestMm, Math.hypot(widthMm, heightMm));
  return Math.min(mostUsefulPpi, pixelsPerDistance / (distanceMm / mmPerInch));
}

interface Placed {
  ppi: number;
  crop: Crop;
  lostShare: number;
  isTurned: boolean;
}

/** Where the photo comes to stand: turned to the sheet's direction, cropped alike on both sides, or whole with borders. */
function placeOf(photo: { widthPx: number; heightPx: number }, paper: QualityPaper): Placed {
  const isTurned = (photo.widthPx - photo.heightPx) * (paper.widthMm - paper.heightMm) < 0;
  const [sheetWidth, sheetHeight] = isTurned
    ? [paper.heightMm, paper.widthMm]
    : [paper.widthMm, paper.heightMm];
  const ratios = [photo.widthPx / sheetWidth, photo.heightPx / sheetHeight] as const;
  const pixelsPerMm = paper.fit === 'fill' ? Math.min(...ratios) : Math.max(...ratios);
  const widthPx = Math.min(photo.widthPx, Math.round(sheetWidth * pixelsPerMm));
  const heightPx = Math.min(photo.heightPx, Math.round(sheetHeight * pixelsPerMm));
  const crop = {
    leftPx: Math.floor((photo.widthPx - widthPx) / 2),
    topPx: Math.floor((photo.heightPx - heightPx) / 2),
    widthPx,
    heightPx,
  };
  const lostShare = 1 - (widthPx * heightPx) / (photo.widthPx * photo.heightPx);
  return { ppi: pixelsPerMm * mmPerInch, crop, lostShare, isTurned };
}

type Level = [threshold: number, severity: Severity];
interface Measured {
  code: QualityCode;
  value: number;
  unit: string;
}

/** The gravest level that the value reaches; levels go from grave to light. */
function over({ code, value, unit }: Measured, levels: readonly Level[]): Finding[] {
  const level = levels.find(([threshold]) => value >= threshold);
  return level ? [findingOf({ code, value, unit }, level)] : [];
}

/** The same for values that are bad when they are small. */
function under({ code, value, unit }: Measured, levels: readonly Level[]): Finding[] {
  const level = levels.find(([threshold]) => value < threshold);
  return level ? [findingOf({ code, value, unit }, level)] : [];
}

function findingOf({ code, value, unit }: Measured, [threshold, severity]: Level): Finding {
  const numbers = { value: rounded(value), threshold: rounded(threshold) };
  return { code, severity, ...numbers, unit, ...messageOf(code, numbers) };
}

const rounded = (value: number) => Math.round(value * 100) / 100;

function resolutionFindings(ppi: number, goodPpi: number): Finding[] {
  return under({ code: 'low_resolution', value: Math.floor(ppi), unit: 'ppi' }, [
    [goodPpi * unprintableShare, 'fatal'],
    [goodPpi * poorShare, 'severe'],
    // A photo a hair under the figure looks no different.
    [goodPpi * 0.9, 'warning'],
  ]);
}

/** Only blur of the photo's own counts: at a low resolution the pixels are the limit, and that has its own finding. */
const pixelBlur = 0.95;

/** Width of a blurred edge in minutes of arc at the distance of looking (2.355 sigma is the width at half height). */
function blurFindings({ measures }: QualityPhoto, ppi: number, goodPpi: number): Finding[] {
  if (measures.blurPx === null || measures.blurPx <= pixelBlur) return [];
  const arcMinutes = (2.355 * measures.blurPx * goodPpi) / ppi;
  return over({ code: 'blurred', value: arcMinutes, unit: 'arcmin' }, [
    [9, 'severe'],
    [4.5, 'warning'],
  ]);
}

/** An eye averages the noise of all pixels it can't tell apart. */
function noiseFindings({ measures }: QualityPhoto, ppi: number, goodPpi: number): Finding[] {
  if (measures.noiseRoughness < 1.5) return [];
  const seen = measures.noiseSigma * Math.min(1, goodPpi / ppi);
  return over({ code: 'noisy', value: seen, unit: 'levels of 255' }, [
    [14, 'severe'],
    [7, 'warning'],
  ]);
}

function exposureFindings({ measures }: QualityPhoto): Finding[] {
  const { lumaLow, lumaMedian, lumaHigh, blackShare, whiteShare } = measures;
  const levels = 'levels of 255';
  const share = (value: number) => rounded(value * 100);
  return [
    ...under(
      { code: 'too_dark', value: lumaMedian, unit: levels },
      lumaHigh < 200
        ? [
            [14, 'severe'],
            [35, 'warning'],
          ]
        : [[8, 'warning']],
    ),
    ...over(
      { code: 'too_bright', value: lumaMedian, unit: levels },
      lumaLow > 60
        ? [
            [247, 'severe'],
            [232, 'warning'],
          ]
        : [[250, 'warning']],
    ),
    ...over({ code: 'clipped_highlights', value: share(whiteShare), unit: '%' }, [
      [60, 'warning'],
      [8, 'info'],
    ]),
    ...over({ code: 'clipped_shadows', value: share(blackShare), unit: '%' }, [
      [35, 'warning'],
      [15, 'info'],
    ]),
    ...under({ code: 'low_contrast', value: lumaHigh - lumaLow, unit: levels }, [
      [25, 'severe'],
      [90, 'warning'],
    ]),
  ];
}

function fileFindings(photo: QualityPhoto): Finding[] {
  const findings: Finding[] = [];
  const { jpegQuality } = photo.measures;
  if (jpegQuality !== null) {
    findings.push(
      ...under({ code: 'compressed', value: jpegQuality, unit: 'of 100' }, [
        [20, 'severe'],
        [50, 'warning'],
      ]),
    );
  }
  if (photo.colourSpace === 'cmyk' && !photo.hasProfile) {
    findings.push(findingOf({ code: 'cmyk_without_profile', value: 1, unit: '' }, [1, 'warning']));
  }
  if (photo.hasAlpha) findings.push(findingOf({ code: 'transparent', value: 1, unit: '' }, [1, 'info']));
  return findings;
}

function layoutFindings(photo: QualityPhoto, placed: Placed, paper: QualityPaper): Finding[] {
  const findings = over({ code: 'cropped', value: rounded(placed.lostShare * 100), unit: '%' }, [
    // A matter of taste, up to a point: a square on 2:3 loses a third.
    [40, 'severe'],
    [12, 'warning'],
    [2, 'info'],
  ]);
  if (placed.isTurned) findings.push(findingOf({ code: 'turned', value: 90, unit: 'degrees' }, [90, 'info']));
  if (paper.fit === 'fit') {
    const sheet = paper.widthMm / paper.heightMm;
    const own = Math.min(photo.widthPx, photo.heightPx) / Math.max(photo.widthPx, photo.heightPx);
    const white = 1 - Math.min(sheet / own, own / sheet);
    findings.push(
      ...over({ code: 'white_borders', value: rounded(white * 100), unit: '%' }, [
        [30, 'warning'],
        [2, 'info'],
      ]),
    );
  }
  return findings;
}

const order: readonly Severity[] = ['fatal', 'severe', 'warning', 'info'];
const verdicts: Record<Severity, Verdict> = {
  fatal: 'unprintable',
  severe: 'poor',
  warning: 'acceptable',
  info: 'good',
};

/** Judges the photo on this paper; the gravest finding makes the verdict. */
export function judgeQuality(photo: QualityPhoto, paper: QualityPaper): Quality {
  const placed = placeOf(photo, paper);
  const goodPpi = goodPpiOf(paper);
  const findings = [
    ...resolutionFindings(placed.ppi, goodPpi),
    ...blurFindings(photo, placed.ppi, goodPpi),
    ...layoutFindings(photo, placed, paper),
    ...exposureFindings(photo),
    ...noiseFindings(photo, placed.ppi, goodPpi),
    ...fileFindings(photo),
  ].toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  return { verdict: findings[0] ? verdicts[findings[0].severity] : 'good', findings, goodPpi, ...placed };
}
