/**
 * Owns the order in which pixels are restored, and which steps a photo needs. Works in place, in strips where memory would
 * grow; same pixels and options, same result.
 *
 * INVARIANTS: defects are filled before anything is measured of noise and tones; tones come last, when specks and grain
 * no longer own the ends of the histogram; in mode `auto` a photo that needs nothing isn't changed.
 */

import { detectFaces } from '../faces/find-faces.ts';
import { deblockRgb, tablesOfQuality } from '../kernels/deblock-rgb.ts';
import { denoiseRgb } from '../kernels/denoise-rgb.ts';
import type { Plane8, RgbPixels } from '../kernels/kernel-planes.ts';
import { type ModelFinding, runModels } from '../models/run-models.ts';
import { evenPrint, isGreyPaper, measurePrint, measureStains, planPrint } from '../pixels/even-print.ts';
import { lumaOf } from '../pixels/even-tone.ts';
import { judgeFilm } from '../pixels/film-tone.ts';
import {
  fadeOddsOf,
  isLikelyOld,
  isWorthAsking,
  looksOld,
  mayBePrint,
  type OldPrintFinding,
  oldPrintShareOf,
} from '../pixels/old-print.ts';
import { findMountedRows, type PictureRows } from '../pixels/picture-mounts.ts';
import { planTones, type ToneFinding, type ToneMode, toneShareOf } from '../pixels/restore-tone.ts';
import { judgeTones, readTones, type ToneReading } from '../pixels/tone-network.ts';
import {
  grainOf,
  isNoisy,
  isOfPicture,
  measureNoiseOf,
  measurePictureTones,
  readPicture,
} from './restore-assess.ts';
import { type DefectOptions, detectDefects } from './restore-defects.ts';
import { descreen, findScreen } from './restore-descreen.ts';
import { fillHoles } from './restore-holes.ts';
import { type Areas, emptyMask, markedShareOf } from './restore-masks.ts';
import type { NoiseFacts } from './restore-noise.ts';
import { judgeOldPhoto } from './restore-old-print.ts';
import type { RestoreOptions, RestorePhotoOptions, RestoreStage, RestoreStep } from './restore-options.ts';
import { findPaper } from './restore-paper.ts';
import { assignRegions, type DamageRegion } from './restore-regions.ts';
import type { RestoreReport } from './restore-report.ts';

export interface PipelineInput {
  options: RestoreOptions & Pick<RestorePhotoOptions, 'modelsDir' | 'regions' | 'refused' | 'isPrintDamaged'>;
  /** A person's mask, or an earlier one without what was refused; of the picture's size. */
  mask?: Plane8;
  /** What must keep its features; faces are looked for when left out. */
  protect?: RestorePhotoOptions['protect'];
  /** Of the JPEG whose blocks still stand where they were; undefined for others. */
  jpegQuality?: number;
  /** Called as often as there is news; `share` goes from 0 to 1 over all stages. Lets the process hear its messages. */
  onStage(stage: RestoreStage, share: number): Promise<void>;
}

/** All of the report but the change, the mask of what was filled, and that of what was left in faces, if anything was. */
export type PipelineResult = Omit<RestoreReport, 'change' | 'frame'> & {
  mask: Plane8;
  left: Plane8 | undefined;
};

const inpaintRadiusPx = 3;
/** More costs twice as much and gains under 0.02 dB. */
const inpaintPasses = 5;
/** Blocks start at every third pixel: the second is no better to see, the first costs nine times the eighth. */
const fineStepPx = 3;
const coarseStepPx = 4;
const finePixels = 6_000_000;
/** Chroma has at least so much of the grain's deviation: compression hid it from being measured. */
const chromaShare = 0.12;
/** Grain that went through JPEG has clumps that its high frequencies don't tell of. */
const softWhiteness = 0.5;
const softGain = 1.2;
const blockyQuality = 45;
/** At lower quality the blocks spoil a photo. Above, what evens them takes fine texture with it, and half of it is enough. */
const spoiltQuality = 28;
const evenedShare = 0.5;
/** What is mounted and has one dye left is faded film, or what somebody lit red. */
const filmChance = 0.9;

/** The steps that change tones. */
const toneSteps = ['fade', 'cast', 'contrast'] as const;

const stepFor = ({ widthPx, heightPx }: RgbPixels): number =>
  widthPx * heightPx <= finePixels ? fineStepPx : coarseStepPx;

function denoise(pixels: RgbPixels, { sigmas, whiteness }: NoiseFacts, amount: number): void {
  const gain = whiteness < softWhiteness ? softGain : 1;
  const [sum, redBlue, greenMagenta] = sigmas;
  const chroma = (sigma: number) => Math.min(255, gain * Math.max(sigma, chromaShare * sum));
  denoiseRgb(pixels, {
    sigmas: [Math.min(255, gain * sum), chroma(redBlue), chroma(greenMagenta)],
    stepPx: stepFor(pixels),
    amount,
  });
}

function applyCurves(
  { rgb, widthPx, heightPx }: RgbPixels,
  [red, green, blue]: readonly [Uint8Array, Uint8Array, Uint8Array],
  rowAt: PictureRows,
): void {
  for (let y = 0; y < heightPx; y++) {
    const [from, to] = rowAt(y);
    for (let i = 3 * (y * widthPx + from); i < 3 * (y * widthPx + to); i += 3) {
      rgb[i] = red[rgb[i]!]!;
      rgb[i + 1] = green[rgb[i + 1]!]!;
      rgb[i + 2] = blue[rgb[i + 2]!]!;
    }
  }
}

function makeMonochrome({ rgb }: RgbPixels): void {
  for (let i = 0; i < rgb.length; i += 3) {
    rgb.fill(lumaOf(rgb[i]!, rgb[i + 1]!, rgb[i + 2]!), i, i + 3);
  }
}

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** The steps that change tones; what they make of the picture is decided together. */
function restoreTones(
  pixels: RgbPixels,
  options: RestoreOptions,
  { finding, mode }: { finding: ToneFinding; mode: ToneMode },
): RestoreStep[] {
  const { steps, strength } = options;
  const plan = planTones(finding, { ...steps, amount: strength / 100 }, mode);
  const applied = toneSteps.filter((step) => plan[step]);
  if (applied.length > 0) {
    const rowAt = findMountedRows(pixels) ?? (() => [0, pixels.widthPx]);
    applyCurves(pixels, plan.curves, rowAt);
  }
  if (options.colour === 'monochrome') makeMonochrome(pixels);
  return applied;
}

/**
 * Evens an old print of one tint: its ends, its yellow, its stains. What was done, and how much of it was stained; undefined where it
 * is no such print, or needs nothing.
 */
function evenOldPrint(
  pixels: RgbPixels,
  { steps, strength, mode, colour }: RestoreOptions,
  old: OldPrintFinding,
): { applied: RestoreStep[]; stainShare: number } | undefined {
  const isForced = mode === 'force';
  if (oldPrintShareOf(old, { isForced, isGrey: false }) === 0) return undefined;
  const picture = readPicture(pixels, false);
  // A page is no photo: what is written on it tells nothing of black and white.
  if (!isForced && findPaper(picture) !== undefined) return undefined;
  const facts = measurePrint(picture);
  const isGrey = isGreyPaper(facts);
  const share = (strength / 100) * oldPrintShareOf(old, { isForced, isGrey });
  if (share === 0) return undefined;
  const field = measureStains(pixels, facts);
  const plan = planPrint(facts, field, { fade: steps.fade, cast: steps.cast, share });
  // Grey paper that has its black and white was never yellow: what is of another colour on it is its own.
  if (!plan || (isGrey && !plan.fade && !isForced)) return undefined;
  evenPrint(pixels, facts, field, plan);
  if (colour === 'monochrome') makeMonochrome(pixels);
  const applied = (['fade', 'cast'] as const).filter((step) => plan[step]);
  return { applied, stainShare: plan.cast ? field.share : 0 };
}

/** What is known of the tones: by what mounted film of one dye shows, else by the networks. */
function findTones({ features }: ToneReading, judged: ToneFinding, old: OldPrintFinding): ToneFinding {
  if (old.isMounted && features.isDyeTinted) return judgeFilm(features, filmChance);
  // Stains and a coloured bed don't make a colour print of one that has one tint: the tint is its own.
  return { ...judged, isToned: judged.isToned || (old.isMonochrome && isLikelyOld(old)) };
}

/** Whether it is an old print in which damage may well be, or may be one: a page is neither. */
function printToSearch(picture: RgbPixels, old: OldPrintFinding): { isOldPrint: boolean; mayBeOld: boolean } {
  const mayBeOld = (mayBePrint(old) || looksOld(old)) && findPaper(picture) === undefined;
  return { isOldPrint: mayBeOld && isWorthAsking(old, isGreyPaper(measurePrint(picture))), mayBeOld };
}

/** Whether the photo faded, whatever is asked for. */
const isFaded = (finding: ToneFinding, odds: number): boolean =>
  toneShareOf(finding, { isForced: false, odds }) > 0;

/**
 * What is nearly of one tint may be a colour print that lost most of its colours. It is one where traces of them are left, and the networks,
 * which know how colours fade, know this fade: then those are brought back, where evening it as a print of one tint would take them.
 */
function withoutOneTint(old: OldPrintFinding, finding: ToneFinding, odds: number): OldPrintFinding {
  const isColourPrint = old.hasFaintColours && !finding.isToned && isFaded(finding, odds);
  return isColourPrint ? { ...old, isMonochrome: false } : old;
}

/** Whether to ask about its colours: it looks like an old print that has some, and what was asked for of tones found nothing sure to do. */
const mayBeFaded = (
  old: OldPrintFinding,
  { steps, mode }: RestoreOptions,
  applied: readonly RestoreStep[],
): boolean =>
  looksOld(old) &&
  !old.isMonochrome &&
  mode === 'auto' &&
  toneSteps.some((step) => steps[step]) &&
  !toneSteps.some((step) => applied.includes(step));

/** Restores in place. */
export async function restorePixels(pixels: RgbPixels, input: PipelineInput): Promise<PipelineResult> {
  const { options, onStage } = input;
  const { steps, mode } = options;
  const isForced = mode === 'force';
  const amount = options.strength / 100;
  const applied: RestoreStep[] = [];
  await onStage('assess', 0.05);
  const picture = readPicture(pixels, true);
  const tones = measurePictureTones(picture);
  const reading = readTones(picture);
  const asItCame = judgeTones(reading);
  if (steps.descreen && (isForced || findScreen(pixels) !== undefined)) {
    await onStage('descreen', 0.1);
    descreen(pixels, amount);
    applied.push('descreen');
  }
  const noise = measureNoiseOf(pixels);
  const seen = judgeOldPhoto({ pixels, picture, reading, noise });
  await onStage('defects', 0.15);
  const { widthPx, heightPx } = pixels;
  const protect = protectOf(pixels, input);
  const {
    mask,
    share: maskedShare,
    regions,
    isDamaged,
  } = await findMask(
    pixels,
    { ...input, protect },
    {
      grain: grainOf(noise),
      ...printToSearch(picture, seen),
      isModern: !mayBePrint(seen) && !seen.isMonochrome,
    },
  );
  const odds = fadeOddsOf(seen, isDamaged);
  const old = withoutOneTint(seen, asItCame, odds);
  let left: Plane8 | undefined;
  if (steps.defects && maskedShare > 0) {
    await onStage('defects', 0.35);
    const isMeant = input.mask !== undefined;
    const filling = { radiusPx: inpaintRadiusPx, passes: inpaintPasses, protect, isMeant };
    ({ left } = fillHoles(pixels, mask, filling));
  }
  const leftShare = left ? markedShareOf(left) : 0;
  if (steps.defects && maskedShare > leftShare) applied.push('defects');
  const filled = maskedShare > 0 ? measureNoiseOf(pixels, mask.samples) : noise;
  const isOfToday = !isDamaged && !mayBePrint(old);
  const noisy = isNoisy(filled, isFaded(asItCame, odds)) && !(isOfToday && isOfPicture(pixels, filled));
  await onStage('denoise', 0.45);
  if (steps.denoise && filled.sigmas[0] > 0 && (noisy || isForced)) {
    denoise(pixels, filled, amount);
    applied.push('denoise');
  }
  const models = applied.includes('denoise') ? await runOperatorsModels(pixels, input, 'denoise') : [];
  const quality = input.jpegQuality ?? 100;
  const isBlocky = quality <= blockyQuality && !applied.includes('denoise');
  if (steps.deblock && quality < 95 && Math.min(widthPx, heightPx) >= 16 && (isBlocky || isForced)) {
    await onStage('deblock', 0.65);
    const isWhole = isForced || quality <= spoiltQuality;
    deblockRgb(pixels, {
      ...tablesOfQuality(quality),
      isSubsampled: true,
      stepPx: stepFor(pixels),
      amount: isWhole ? amount : evenedShare * amount,
    });
    applied.push('deblock');
  }
  await onStage('fade', 0.75);
  const evened = evenOldPrint(pixels, options, old);
  const isAsItCame = applied.length === 0;
  const now = isAsItCame ? reading : readTones(readPicture(pixels, false));
  const finding = findTones(now, isAsItCame ? asItCame : judgeTones(now), old);
  const faded = evened?.applied.includes('fade') ?? isFaded(finding, odds);
  if (evened) applied.push(...evened.applied);
  else applied.push(...restoreTones(pixels, options, { finding, mode: { isForced, odds } }));
  if (options.colour === 'coloured') models.push(...(await runOperatorsModels(pixels, input, 'colour')));
  const sigma = rounded(filled.sigmas[0] / Math.sqrt(3), 2);
  const defectShare = rounded(maskedShare, 5);
  const damage = {
    isDamaged: defectShare > 0 || noisy || faded || evened !== undefined,
    defectShare,
    noise: sigma,
    fade: faded,
  };
  const noiseLevel = { sigma, roughness: rounded(2 * filled.whiteness, 2) };
  const filledShare = applied.includes('defects') ? rounded(maskedShare - leftShare, 5) : 0;
  if (left) unmark(mask, left);
  const stainShare = rounded(evened?.stainShare ?? 0, 5);
  const shares = {
    maskedShare: filledShare,
    ...(isDamaged && { isPrintDamaged: true as const }),
    ...(mayBeFaded(old, options, applied) && { mayBeFaded: true as const }),
    ...(left && { leftShare: rounded(leftShare, 5) }),
    ...(stainShare > 0 && { stainShare }),
  };
  const found = { applied, damage, mask, left, ...shares, noise: noiseLevel, tones, regions };
  return models.length > 0 ? { ...found, models } : found;
}

/** Lets the operator's models go on where noise was taken away, or give the colours that were asked for. */
async function runOperatorsModels(
  pixels: RgbPixels,
  { options: { modelsDir, strength }, onStage }: PipelineInput,
  stage: 'denoise' | 'colour',
): Promise<ModelFinding[]> {
  if (modelsDir === undefined) return [];
  await onStage('models', stage === 'denoise' ? 0.6 : 0.8);
  const made = await runModels(pixels, { folder: modelsDir, stage, amount: strength / 100 });
  pixels.rgb.set(made.pixels.rgb);
  return made.findings;
}

/** The areas that were given, else faces, which are looked for once at most: as the photo is before anything is filled. */
function protectOf(pixels: RgbPixels, { protect }: PipelineInput): () => Areas {
  let areas = protect;
  return () => {
    areas ??= detectFaces(pixels);
    return areas;
  };
}

function unmark({ samples }: Plane8, { samples: left }: Plane8): void {
  for (let i = 0; i < samples.length; i++) if (left[i]! > 127) samples[i] = 0;
}

type MaskInput = Omit<PipelineInput, 'protect'> & { protect(): Areas };
interface FoundMask {
  mask: Plane8;
  share: number;
  regions: readonly DamageRegion[];
  /** It is an old print for certain. */
  isDamaged: boolean;
}

/** The mask that is given where there is one. What a person painted is damage; an earlier mask is what it was. */
async function findMask(
  pixels: RgbPixels,
  { options, protect, mask, onStage }: MaskInput,
  { grain, ...facts }: { grain: number } & Pick<DefectOptions, 'isOldPrint' | 'mayBeOld' | 'isModern'>,
): Promise<FoundMask> {
  const { steps, regions, refused = [], mode, strength, isPrintDamaged = false } = options;
  if (mask) {
    const told = regions?.map((it) => ({ ...it, isRefused: refused.includes(it.id) })) ?? [];
    return { mask, share: markedShareOf(mask), regions: told, isDamaged: !regions || isPrintDamaged };
  }
  if (!steps.defects) return { mask: emptyMask(pixels), share: 0, regions: [], isDamaged: false };
  const found = await detectDefects(pixels, {
    amount: strength / 100,
    isForced: mode === 'force',
    ...facts,
    noise: grain,
    protect,
    onShare: (share) => onStage('defects', 0.15 + 0.2 * share),
  });
  const { mask: marked, share, isDamaged } = found;
  return { mask: marked, share, regions: assignRegions(found), isDamaged };
}
