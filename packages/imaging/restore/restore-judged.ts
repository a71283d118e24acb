/**
 * Owns how likely the candidates of one size of a photo are defects, and what all of them together say: whether the photo
 * is damaged, or only full of detail. Paints them into masks; chooses nothing.
 */

import { defectChance } from '../damage/defect-trees.ts';
import { boxOf, repeatedOf } from '../damage/mark-repetition.ts';
import type { Plane8 } from '../kernels/kernel-planes.ts';
import { type Candidate, featureNames, featuresAt } from './restore-candidates.ts';
import { eachPlace } from './restore-line-joining.ts';
import { type Areas, isInAreas } from './restore-masks.ts';
import type { CrackPiece } from './restore-strokes.ts';

/** Seen at the size itself (level 0), or at half of it (level 1). */
export type Judged = CrackPiece & { level: 0 | 1 };
interface Extent {
  widthPx: number;
  heightPx: number;
}

/** A candidate is certain or doubtful from these chances; what is less likely than the least isn't even a piece of a crack. */
const certainChance = 0.7;
export const doubtfulChance = 0.25;
const minChance = 0.03;
/**
 * Damage is told from texture by how sure the judgement is: of damaged photos the sure candidates are from 0.8 to 50 times
 * the doubtful ones, of good photos, even of grass and rain, at most 0.2 times.
 */
const minCertainty = 0.6;
const minCertainShare = 0.001;
/** Of cracked photos unlikely pieces cover at most 4.4 times as much as certain ones, of grass 5 to 8 times. */
const maxUnlikely = 4.7;
const clutterWeight = 3;
const paintedShare = 0.5;
const slender = featureNames.indexOf('slender');
/** Specks are smaller; lines are longer for what they cover. */
const minPatchPixels = 30;
const maxPatchSlender = 5;

/** Those of the candidates that could be defects or pieces of them. */
export function judge(candidates: readonly Candidate[], { widthPx }: Extent, level: 0 | 1): Judged[] {
  const judged: Judged[] = [];
  for (const candidate of candidates) {
    const chance = defectChance(featuresAt(candidate, level), candidate.isLight);
    if (chance > minChance) judged.push({ candidate, chance, level, scale: 2 ** level, widthPx });
  }
  return judged;
}

/** How much of the picture those cover that are so likely. */
export function shareOf(judged: readonly Judged[], { widthPx, heightPx }: Extent, min: number): number {
  let sum = 0;
  for (const { candidate, chance, scale } of judged) {
    if (chance >= min) sum += candidate.pixels.length * scale ** 2;
  }
  return sum / (widthPx * heightPx);
}

/** Whether it is a defect by itself, seen at the size itself. */
export const isCertain = ({ chance, level }: Judged): boolean => level === 0 && chance >= certainChance;

const atFull = (judged: readonly Judged[]): Judged[] => judged.filter(({ level }) => level === 0);

/** Whether the photo as a whole is damaged. */
export function isDamaged(judged: readonly Judged[], extent: Extent): boolean {
  const full = atFull(judged);
  const certain = shareOf(full, extent, certainChance);
  const doubtful = shareOf(full, extent, doubtfulChance) - certain;
  return certain >= minCertainShare && certain >= minCertainty * doubtful;
}

/**
 * By how much more certain a line must be because pieces that are unlikely lie everywhere, as in grass, rain and fur:
 * log-odds, 0 for most photos.
 */
export function clutterOf(judged: readonly Judged[], extent: Extent): number {
  const full = atFull(judged);
  const share = (min: number) => shareOf(full, extent, min);
  const unlikely = (share(minChance) - share(doubtfulChance)) / (share(certainChance) + 1e-9);
  return clutterWeight * Math.max(0, Math.log2(unlikely / maxUnlikely));
}

/** Whether the candidate lies in a protected area and doesn't reach far beyond it. */
export const isProtected = ({ candidate, widthPx, scale }: Judged, extent: Extent, protect: Areas): boolean =>
  isInAreas(candidate.pixels, { widthPx, scale, extent }, protect);

/** Those that are one of several alike, at their own size. */
export function repeatedAmong(judged: readonly Judged[]): Set<Judged> {
  const found = new Set<Judged>();
  for (const level of [0, 1]) {
    const same = judged.filter((it) => it.level === level);
    const repeated = repeatedOf(same.map(({ candidate, widthPx }) => boxOf(candidate.pixels, widthPx)));
    same.forEach((it, index) => {
      if (repeated[index]) found.add(it);
    });
  }
  return found;
}

/** Whether it is neither a line nor a speck: of such a shape are things as well, a cigarette as much as a torn place. */
export const isPatchOf = (areaPx: number, slenderness: number): boolean =>
  areaPx >= minPatchPixels && slenderness < maxPatchSlender;

export const isPatch = ({ candidate: { pixels, features } }: Judged): boolean =>
  isPatchOf(pixels.length, 8 * features[slender]!);

/** Paints it with a value over 0, where nothing higher is. */
export const paint = (judged: Judged, marks: Plane8, value: number): void =>
  eachPlace(judged, marks, (at) => {
    if (marks.samples[at]! < value) marks.samples[at] = value;
  });

/** Whether the mask has most of what was found at half the size: at full size it was found more exactly. */
export function isPainted({ candidate, widthPx }: Judged, mask: Plane8): boolean {
  let painted = 0;
  for (const at of candidate.pixels) {
    const to = 2 * Math.floor(at / widthPx) * mask.widthPx + 2 * (at % widthPx);
    const right = Math.min(to + 1, mask.samples.length - 1);
    if (mask.samples[to] || mask.samples[right]) painted++;
  }
  return painted > paintedShare * candidate.pixels.length;
}
