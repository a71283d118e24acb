/**
 * Owns which pixels of a photo are defects. It is looked at in several sizes, each half of the one before: what is a
 * hairline in one scan is a wide band in a larger one of the same print. In each the candidates are judged one by one,
 * then the photo as a whole. A good photo must come out with an empty mask.
 *
 * INVARIANTS: nothing is touched unless the photo as a whole looks damaged in one of the sizes, the largest of which is
 * enough; never more than a small share of a photo is a defect; inside protected areas only what is certain, or goes on
 * beyond them, counts.
 */
import type { Plane8, RgbPixels } from '../kernels/kernel-planes.ts';
import { dilate } from '../kernels/window-filters.ts';
import type { PixelArea } from '../layout/photo-layout.ts';
import { shrinkPixels, shrinkSmoothly } from '../pixels/shrink-pixels.ts';
import { measureGrain } from './restore-assess.ts';
import { type Candidate, detectCandidates, type Ground, groundOf } from './restore-candidates.ts';
import { type Crack, detectCracks, logitOf } from './restore-cracks.ts';
import { measureSpareScale } from './restore-detail.ts';
import {
  type Areas,
  clutterOf,
  doubtfulChance,
  emptyMask,
  isDamaged,
  isPainted,
  isPatch,
  isProtected,
  type Judged,
  judge,
  paint,
  repeatedAmong,
  shareOf,
} from './restore-judged.ts';
import { runs } from './restore-line-joining.ts';
import { findPaper, isWritten } from './restore-paper.ts';
import { cutPixels, findPrint } from './restore-print.ts';
import { repeatedOf } from './restore-repetition.ts';
import { strokeOf } from './restore-strokes.ts';

export interface DefectOptions {
  /** Deviation of the grain of a channel. */
  noise: number;
  /** 0 to 1: less finds only what is more certain. */
  amount: number;
  isForced: boolean;
  /** Asked only when the photo is damaged: finding faces takes a while. */
  protect(): Areas;
}

export interface FoundDefects {
  mask: Plane8;
  share: number;
}

/** Defects are looked for in a picture of at most so many pixels: smaller ones aren't seen in print. */
const workPixels = 2_000_000;
/** In smaller pictures nothing can be told. */
const minPx = 100;
/** Pictures that could be smaller by so much are: in them lines are as wide as what was learnt. */
const minSpare = 1.2;
/** Pictures are halved at most so often; smaller ones are asked for candidates, or whether they are damaged, no more. */
const maxHalvings = 3;
const minHalvedPx = 96;
const minAskedPx = 120;
const sure = 0.35;
/** Halved, texture looks more like dust. */
const sureHalved = 0.78;
/** A photo has at most so much of defects; when more is found, only what is more certain is taken. */
const maxShare = 0.04;
const protectedSure = 0.85;
/** Single patches of such a shape as things have are taken only when they are as certain as this. */
const patchSure = 0.93;
/** From which score a crack is taken; those that go on beyond the picture's border, with like sides, from less. */
const crackScore = 1;
const borderScore = -0.6;
const borderPx = 2;
const alike = 0.15;
const protectedScore = 1.5;
const maxCracked = 0.06;
/** With more clutter no line is looked for; with more than a little others may be found in smaller sizes. */
const maxClutter = 4;
const littleClutter = 1;
/** Cracks so wide leave a shine beside them. */
const widePx = 4.5;
const shinePx = 1;
/** What was found at half the size fills gaps that are this far from what was found at the whole. */
const nearPx = 2;

/** How certain a candidate must be, by its level; more when too much is found. */
function limitsFor(judged: readonly Judged[], pixels: RgbPixels, amount: number): [number, number] {
  const raise = (1 - amount) * 0.4;
  for (const add of [0, 0.15, 0.3, 0.45]) {
    const limits: [number, number] = [sure + raise + add, sureHalved + (raise + add) / 2];
    const both = [0, 1].map((level) => {
      const atLevel = judged.filter((it) => it.level === level);
      return shareOf(atLevel, pixels, limits[level]!);
    });
    if (Math.max(...both) <= maxShare) return limits;
  }
  return [2, 2];
}

/** Whether the crack goes on beyond the picture, as most do, and the picture behind it. */
const reachesBorder = ({ box, unlike }: Crack<Judged>, { widthPx, heightPx }: RgbPixels): boolean =>
  unlike <= alike &&
  Math.min(box.left, box.top, widthPx - 1 - box.right, heightPx - 1 - box.bottom) <= borderPx;

/** The cracks that are certain enough: no more than a share of the photo, none that has its like beside it. */
function cracksOf(all: readonly Judged[], pixels: RgbPixels, raise: number): Crack<Judged>[] {
  const cracks = detectCracks(all, pixels);
  const repeated = repeatedOf(cracks.map(({ box }) => box));
  let area = 0;
  return cracks.filter((crack, index) => {
    const min = raise + (reachesBorder(crack, pixels) ? borderScore : crackScore);
    if (crack.score < min || repeated[index]) return false;
    area += crack.area;
    return area <= maxCracked * pixels.widthPx * pixels.heightPx;
  });
}

function isWide(piece: Judged): boolean {
  const stroke = strokeOf(piece);
  return runs(stroke) && stroke.lengthPx >= widePx * stroke.slender;
}

interface Painting {
  pixels: RgbPixels;
  areas: Areas;
  mask: Plane8;
}

/** Gives how many pieces were painted. Wide ones shine beyond their edges; what was found at half the size fills gaps. */
function paintCracks(cracks: readonly Crack<Judged>[], { pixels, areas, mask }: Painting): number {
  const [coarse, wide] = [emptyMask(mask), emptyMask(mask)];
  let count = 0;
  for (const { pieces, score } of cracks) {
    const inside = pieces.filter((it) => isProtected(it, pixels, areas)).length;
    if (inside > pieces.length / 2 && score < protectedScore) continue;
    count += pieces.length;
    for (const it of pieces) paint(it, isWide(it) ? wide : it.level === 0 ? mask : coarse);
  }
  const [grown, near] = [dilate(wide, shinePx).samples, dilate(mask, nearPx).samples];
  for (let i = 0; i < grown.length; i++) {
    if (grown[i] || (coarse.samples[i] && !near[i])) mask.samples[i] = 255;
  }
  return count;
}

/** The photo at one size, with what stands out there. */
interface View {
  pixels: RgbPixels;
  ground: Ground;
  candidates: Candidate[];
}

function viewOf(pixels: RgbPixels, noise: number): View {
  const ground = groundOf(pixels);
  const candidates = [true, false].flatMap((isLight) => detectCandidates(pixels, ground, { isLight, noise }));
  return { pixels, ground, candidates };
}

/** The view at half the size. Its grain is measured again: that of an enlarged picture is seen only when it is shrunk. */
function halfOf({ pixels }: View): View | undefined {
  if (Math.min(pixels.widthPx, pixels.heightPx) < minHalvedPx) return undefined;
  const halved = shrinkPixels(pixels, 2);
  return viewOf(halved, measureGrain(halved));
}

type Search = Omit<DefectOptions, 'noise'> & { half: View | undefined; paper: number | undefined };

/** Not grown yet. Without `hasLines` it is full of texture in this size, and nobody can tell which pieces are one line. */
interface FoundInView {
  mask: Plane8;
  hasLines: boolean;
}

/** Finds defects in one view, with the help of its half. */
function findInView({ pixels, ground, candidates }: View, search: Search): FoundInView | undefined {
  const { half, amount, isForced, protect, paper } = search;
  const all = judge(candidates, pixels, 0);
  if (!isForced && !isDamaged(all, pixels)) return undefined;
  if (paper !== undefined && isWritten(all, ground, paper)) return undefined;
  if (half) all.push(...judge(half.candidates, half.pixels, 1));
  const judged = all.filter(({ chance }) => chance > doubtfulChance);
  const limits = limitsFor(judged, pixels, amount);
  const mask = emptyMask(pixels);
  const areas = protect();
  const taken = judged.filter((it) => {
    const limit = isPatch(it) ? Math.max(limits[it.level]!, patchSure) : limits[it.level]!;
    if (it.chance < limit) return false;
    return it.chance >= Math.max(limit, protectedSure) || !isProtected(it, pixels, areas);
  });
  const repeated = repeatedAmong(judged);
  let count = 0;
  for (const it of taken) {
    if (repeated.has(it) || (it.level === 1 && isPainted(it, mask))) continue;
    paint(it, mask);
    count++;
  }
  const clutter = clutterOf(all, pixels);
  const raise = logitOf(Math.min(limits[0], 0.99)) - logitOf(sure) + clutter;
  const cracks = limits[0] < 1 && clutter <= maxClutter ? cracksOf(all, pixels, raise) : [];
  count += paintCracks(cracks, { pixels, areas, mask });
  return count > 0 ? { mask, hasLines: clutter <= littleClutter } : undefined;
}

/** How many times smaller a copy is, across and down; what was left over at its right and below isn't in it. */
type Scale = readonly [across: number, down: number];

/** Marks in the mask what is marked in that of a smaller copy of the picture. */
function addEnlarged(mask: Plane8, small: Plane8, [across, down]: Scale): void {
  const { samples, widthPx, heightPx } = mask;
  const columns = Int32Array.from({ length: widthPx }, (_, x) =>
    Math.min(small.widthPx - 1, Math.floor((x + 0.5) / across)),
  );
  for (let y = 0, at = 0; y < heightPx; y++) {
    const row = Math.min(small.heightPx - 1, Math.floor((y + 0.5) / down)) * small.widthPx;
    for (let x = 0; x < widthPx; x++, at++) if (small.samples[row + columns[x]!]) samples[at] = 255;
  }
}

/** Finds defects in a picture of the working size. */
function findAtWork(work: RgbPixels, options: DefectOptions): Plane8 {
  const mask = emptyMask(work);
  let areas: Areas | undefined;
  const protect = () => {
    areas ??= options.protect();
    return areas;
  };
  const paper = options.isForced ? undefined : findPaper(work);
  let view: View | undefined = viewOf(work, options.noise);
  for (let halvings = 0; view && halvings <= maxHalvings; halvings++) {
    const { pixels } = view;
    if (halvings > 0 && Math.min(pixels.widthPx, pixels.heightPx) < minAskedPx) break;
    const half = halfOf(view);
    const isForced = options.isForced && halvings === 0;
    const found = findInView(view, { ...options, isForced, protect, half, paper });
    // Grown, because what lies beside a defect has some of it.
    if (found) addEnlarged(mask, dilate(found.mask, 1), [2 ** halvings, 2 ** halvings]);
    if (found?.hasLines) break;
    view = half;
  }
  return mask;
}

interface Work {
  work: RgbPixels;
  noise: number;
  scale: Scale;
}

/** The picture in which to look, and the grain of a channel there. */
function workOf(pixels: RgbPixels, noise: number): Work {
  const factor = Math.ceil(Math.sqrt((pixels.widthPx * pixels.heightPx) / workPixels));
  const work = factor === 1 ? pixels : shrinkPixels(pixels, factor);
  const shortPx = Math.min(work.widthPx, work.heightPx);
  const spare = Math.min(measureSpareScale(work), shortPx / minAskedPx);
  if (spare < minSpare) return { work, noise: noise / factor, scale: [factor, factor] };
  const small = shrinkSmoothly(work, spare);
  const [across, down] = [work.widthPx / small.widthPx, work.heightPx / small.heightPx];
  return { work: small, noise: measureGrain(small), scale: [factor * across, factor * down] };
}

/** Finds defects in a picture of any size, all of which is the photo. */
function findOnPhoto(pixels: RgbPixels, options: DefectOptions): Plane8 {
  const mask = emptyMask(pixels);
  if (Math.min(pixels.widthPx, pixels.heightPx) < minPx) return mask;
  const { work, noise, scale } = workOf(pixels, options.noise);
  addEnlarged(mask, findAtWork(work, { ...options, noise }), scale);
  return mask;
}

/** Areas of the scan as those of the print in it. */
const areasOn = (areas: Areas, { widthPx, heightPx }: RgbPixels, print: PixelArea): Areas =>
  areas.map(({ left, top, width, height }) => ({
    left: (left * widthPx - print.leftPx) / print.widthPx,
    top: (top * heightPx - print.topPx) / print.heightPx,
    width: (width * widthPx) / print.widthPx,
    height: (height * heightPx) / print.heightPx,
  }));

/** Finds defects in a scan: on the print, when it lies on the bed of the scanner. */
function findOnScan(pixels: RgbPixels, options: DefectOptions): Plane8 {
  const print = findPrint(pixels);
  if (!print) return findOnPhoto(pixels, options);
  const protect = () => areasOn(options.protect(), pixels, print);
  const found = findOnPhoto(cutPixels(pixels, print), { ...options, protect });
  const mask = emptyMask(pixels);
  for (let y = 0; y < found.heightPx; y++) {
    const row = found.samples.subarray(y * found.widthPx, (y + 1) * found.widthPx);
    mask.samples.set(row, (print.topPx + y) * mask.widthPx + print.leftPx);
  }
  return mask;
}

/** How much of a mask is marked. */
export function markedShareOf({ samples }: Plane8): number {
  let count = 0;
  for (let i = 0; i < samples.length; i++) if (samples[i]! > 127) count++;
  return count / samples.length;
}

/** The mask at the scan's size, and its share of it. */
export function detectDefects(pixels: RgbPixels, options: DefectOptions): FoundDefects {
  const mask = findOnScan(pixels, options);
  return { mask, share: markedShareOf(mask) };
}
