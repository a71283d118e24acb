/**
 * Owns which pixels of a photo are defects. It is looked at in several sizes, each half of the one before: what is a
 * hairline in one scan is a wide band in a larger one of the same print. In each the candidates are judged one by one,
 * then the photo as a whole, and what they found needs the word of a network. A good photo must come out with an empty mask.
 *
 * INVARIANTS: nothing is touched unless the photo as a whole looks damaged in one of the sizes, the largest of which is
 * enough; never more than a small share of a photo is a defect; inside protected areas only what is certain, or goes on
 * beyond them, counts. By force less is asked of a photo, and what only so was found is doubtful. What the network alone
 * sees counts in old and in damaged prints alone, where it looks like damage of real ones; less likely places are offered.
 */

import { fewestInRow, listButtons } from '../damage/button-rows.ts';
import { type DamageOffer, listOffers } from '../damage/damage-offers.ts';
import { detectDamage, listPieces, minLookPx } from '../damage/damage-search.ts';
import { repeatedOf } from '../damage/mark-repetition.ts';
import { judgeOffers } from '../damage/offer-judge.ts';
import { measureSpareScale } from '../damage/spare-scale.ts';
import { isWrittenPage } from '../damage/written-page.ts';
import type { Plane8, RgbPixels } from '../kernels/kernel-planes.ts';
import { dilate } from '../kernels/window-filters.ts';
import type { PixelArea } from '../layout/photo-layout.ts';
import { lumaPlaneOf } from '../pixels/even-tone.ts';
import { findMountedArea } from '../pixels/picture-mounts.ts';
import { shrinkPixels, shrinkSmoothly } from '../pixels/shrink-pixels.ts';
import { measureGrain } from './restore-assess.ts';
import { type Candidate, detectCandidates, type Ground, groundOf } from './restore-candidates.ts';
import { type Crack, detectCracks, logitOf } from './restore-cracks.ts';
import {
  clutterOf,
  doubtfulChance,
  isDamaged,
  isPainted,
  isPatch,
  isPatchOf,
  isProtected,
  type Judged,
  judge,
  paint,
  repeatedAmong,
  shareOf,
} from './restore-judged.ts';
import { runs } from './restore-line-joining.ts';
import { type Areas, emptyMask, isInAreas, markedShareOf } from './restore-masks.ts';
import { findPaper, isWritten } from './restore-paper.ts';
import { cutPixels, findPrint } from './restore-print.ts';
import {
  type DamageKind,
  firstMark,
  kindCodeOf,
  type MarkedPlanes,
  maxForcedChance,
} from './restore-regions.ts';
import { type Stroke, strokeOf } from './restore-strokes.ts';

export interface DefectOptions {
  /** Deviation of the grain of a channel. */
  noise: number;
  /** 0 to 1: less finds only what is more certain. */
  amount: number;
  isForced: boolean;
  /** It is an old print as a whole: what the network alone sees in it is judged too. */
  isOldPrint: boolean;
  /** It may be one: what the network sees in it is offered, and nothing of it repaired. */
  mayBeOld: boolean;
  /** Nothing in it speaks for a print: what is large and single there is of the picture. */
  isModern: boolean;
  /** Asked only when the photo is damaged: finding faces takes a while. */
  protect(): Areas;
  /** How much is done, over 0 to 1; waited for. */
  onShare(share: number): Promise<void>;
}

/** What is marked or offered, with the chance of each pixel to be damage and the code of its kind; and how much is marked. */
export type FoundDefects = MarkedPlanes & {
  share: number;
  /** Trees and network agree on so much that it is an old print for certain. */
  isDamaged: boolean;
};

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
/** What is asked of candidates. */
interface Gates {
  sure: number;
  /** Halved, texture looks more like dust. */
  sureHalved: number;
  /** A photo has at most so much of defects; when more is found, only what is more certain is taken. */
  maxShare: number;
  protectedSure: number;
  /** Single patches of such a shape as things have are taken only when they are as certain as this. */
  patchSure: number;
  /** From which score a crack is taken; those that go on beyond the picture's border, with like sides, from less. */
  crackScore: number;
  borderScore: number;
  protectedScore: number;
  /** Nobody asks whether the photo as a whole is damaged, written on or full of texture, or has the like of a piece. */
  isForced: boolean;
}
const usualGates: Gates = {
  sure: 0.35,
  sureHalved: 0.78,
  maxShare: 0.04,
  protectedSure: 0.85,
  patchSure: 0.93,
  crackScore: 1,
  borderScore: -0.6,
  protectedScore: 1.5,
  isForced: false,
};
const forcedGates: Gates = {
  sure: 0.2,
  sureHalved: 0.5,
  maxShare: 0.08,
  protectedSure: 0.6,
  patchSure: 0.7,
  crackScore: 0,
  borderScore: -1.5,
  protectedScore: 0.5,
  isForced: true,
};
/** In smaller sizes nothing is found by force: there everything is a speck. */
const maxForcedHalvings = 1;
const borderPx = 2;
const alike = 0.15;
const maxCracked = 0.06;
/** With more clutter no line is looked for; with more than a little others may be found in smaller sizes. */
const maxClutter = 4;
const littleClutter = 1;
/** Cracks so wide leave a shine beside them. */
const widePx = 4.5;
const shinePx = 1;
/** What was found at half the size fills gaps that are this far from what was found at the whole. */
const nearPx = 2;

/** A line of so much of the longer side is a scratch, what is shorter is dust; a patch of so much of the photo is more than a speck. */
const minLineShare = 0.015;
const minPatchShare = 0.0004;
/** A crack from side to side in a narrow band is where the print was folded. */
const foldShare = 0.8;
const maxFoldBend = 0.08;

/**
 * A mark is a byte: over 0, higher the more certain it is, the code of its kind in the lowest three bits; the higher of two
 * marks stays. The lowest levels are offers.
 */
const markLevels = 31;
const offerLevels = 4;
function markOf(kind: DamageKind, chance: number, isForced: boolean): number {
  const bounded = isForced ? Math.min(chance, maxForcedChance) : Math.max(chance, usualMinChance);
  return (Math.max(offerLevels + 1, Math.floor(bounded * markLevels)) << 3) | kindCodeOf(kind);
}
/** What is offered is never more likely than what was found by force. */
function offerMarkOf(kind: DamageKind, chance: number): number {
  const level = 1 + Math.floor((Math.min(chance, maxForcedChance) / maxForcedChance) * (offerLevels - 1));
  return (level << 3) | kindCodeOf(kind);
}
const kindMask = 7;
const isOffer = (mark: number): boolean => mark >> 3 <= offerLevels;
const maxForcedSample = Math.round(255 * maxForcedChance);
const forcedMark = Math.floor(maxForcedChance * markLevels) << 3;
/** What was found without force is more likely damage than what was found by it. */
const usualMinChance = maxForcedChance + 1.5 / markLevels;

interface Shape {
  stroke: Stroke;
  areaPx: number;
  isPatch: boolean;
  isLight: boolean;
}

function kindOfShape(
  { stroke, areaPx, isPatch: isWhole, isLight }: Shape,
  { widthPx, heightPx }: RgbPixels,
): DamageKind {
  if (runs(stroke)) {
    return stroke.lengthPx >= minLineShare * Math.max(widthPx, heightPx) ? 'scratch' : 'dust';
  }
  if (!isWhole || areaPx < minPatchShare * widthPx * heightPx) return 'dust';
  return isLight ? 'loss' : 'stain';
}

function kindOf(it: Judged, pixels: RgbPixels): DamageKind {
  const areaPx = it.candidate.pixels.length * it.scale ** 2;
  const { isLight } = it.candidate;
  return kindOfShape({ stroke: strokeOf(it), areaPx, isPatch: isPatch(it), isLight }, pixels);
}

function kindOfOffer({ places, isLight }: DamageOffer, pixels: RgbPixels): DamageKind {
  const stroke = strokeOf({ candidate: { pixels: places }, scale: 1, widthPx: pixels.widthPx });
  const areaPx = places.length;
  return kindOfShape({ stroke, areaPx, isPatch: isPatchOf(areaPx, stroke.slender), isLight }, pixels);
}

function kindOfCrack({ box }: Crack<Judged>, { widthPx, heightPx }: RgbPixels): DamageKind {
  const [wide, high] = [(box.right - box.left) / widthPx, (box.bottom - box.top) / heightPx];
  return Math.max(wide, high) >= foldShare && Math.min(wide, high) <= maxFoldBend ? 'fold' : 'crack';
}

const chanceOfCrack = ({ score }: Crack<Judged>): number => 1 / (1 + Math.exp(-score));

/** How certain a candidate must be, by its level; more when too much is found. */
function limitsFor(
  judged: readonly Judged[],
  pixels: RgbPixels,
  { amount, gates }: { amount: number; gates: Gates },
): [number, number] {
  const raise = (1 - amount) * 0.4;
  for (const add of [0, 0.15, 0.3, 0.45]) {
    const limits: [number, number] = [gates.sure + raise + add, gates.sureHalved + (raise + add) / 2];
    const both = [0, 1].map((level) => {
      const atLevel = judged.filter((it) => it.level === level);
      return shareOf(atLevel, pixels, limits[level]!);
    });
    if (Math.max(...both) <= gates.maxShare) return limits;
  }
  return [2, 2];
}

/** Whether the crack goes on beyond the picture, as most do, and the picture behind it. */
const reachesBorder = ({ box, unlike }: Crack<Judged>, { widthPx, heightPx }: RgbPixels): boolean =>
  unlike <= alike &&
  Math.min(box.left, box.top, widthPx - 1 - box.right, heightPx - 1 - box.bottom) <= borderPx;

/** The cracks that are certain enough: no more than a share of the photo, none that has its like beside it. */
function cracksOf(
  cracks: readonly Crack<Judged>[],
  pixels: RgbPixels,
  { raise, gates }: { raise: number; gates: Gates },
): Crack<Judged>[] {
  const repeated = repeatedOf(cracks.map(({ box }) => box));
  let area = 0;
  return cracks.filter((crack, index) => {
    const min = raise + (reachesBorder(crack, pixels) ? gates.borderScore : gates.crackScore);
    if (crack.score < min || (repeated[index] && !gates.isForced)) return false;
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
  marks: Plane8;
  gates: Gates;
}

/** Gives how many pieces were painted. Wide ones shine beyond their edges; what was found at half the size fills gaps. */
function paintCracks(cracks: readonly Crack<Judged>[], { pixels, areas, marks, gates }: Painting): number {
  const [coarse, wide] = [emptyMask(marks), emptyMask(marks)];
  let count = 0;
  for (const crack of cracks) {
    const { pieces, score } = crack;
    const inside = pieces.filter((it) => isProtected(it, pixels, areas)).length;
    if (inside > pieces.length / 2 && score < gates.protectedScore) continue;
    count += pieces.length;
    const mark = markOf(kindOfCrack(crack, pixels), chanceOfCrack(crack), gates.isForced);
    for (const it of pieces) paint(it, isWide(it) ? wide : it.level === 0 ? marks : coarse, mark);
  }
  const [grown, near] = [dilate(wide, shinePx).samples, dilate(marks, nearPx).samples];
  for (let i = 0; i < grown.length; i++) {
    const mark = Math.max(grown[i]!, near[i] ? 0 : coarse.samples[i]!);
    if (mark > marks.samples[i]!) marks.samples[i] = mark;
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

interface Search {
  amount: number;
  gates: Gates;
  protect(): Areas;
  paper: number | undefined;
}

/** A view with what is known of its candidates. */
interface JudgedView {
  view: View;
  /** At the size itself. */
  full: readonly Judged[];
  /** Those at half the size too; worked out when they are asked for, as what follows. */
  all(): readonly Judged[];
  cracks(): Crack<Judged>[];
}

function judgeView(view: View, half: View | undefined): JudgedView {
  const { candidates, pixels } = view;
  const full = judge(candidates, pixels, 0);
  let known: Judged[] | undefined;
  let cracks: Crack<Judged>[] | undefined;
  const all = () => {
    known ??= half ? [...full, ...judge(half.candidates, half.pixels, 1)] : full;
    return known;
  };
  return {
    view,
    full,
    all,
    cracks() {
      cracks ??= detectCracks(all(), pixels);
      return cracks;
    },
  };
}

/** Not grown yet. Without `hasLines` it is full of texture in this size, and nobody can tell which pieces are one line. */
interface FoundInView {
  marks: Plane8;
  hasLines: boolean;
}

/** Finds defects in one view, with the help of its half. */
function findInView(looked: JudgedView, { amount, gates, protect, paper }: Search): FoundInView | undefined {
  const { pixels, ground } = looked.view;
  if (!gates.isForced && !isDamaged(looked.full, pixels)) return undefined;
  if (paper !== undefined && isWritten(looked.full, ground, paper)) return undefined;
  const all = looked.all();
  const judged = all.filter(({ chance }) => chance > Math.min(doubtfulChance, gates.sure));
  const limits = limitsFor(judged, pixels, { amount, gates });
  const marks = emptyMask(pixels);
  const areas = protect();
  const taken = judged.filter((it) => {
    const limit = isPatch(it) ? Math.max(limits[it.level]!, gates.patchSure) : limits[it.level]!;
    if (it.chance < limit) return false;
    return it.chance >= Math.max(limit, gates.protectedSure) || !isProtected(it, pixels, areas);
  });
  const repeated = gates.isForced ? new Set<Judged>() : repeatedAmong(judged);
  let count = 0;
  for (const it of taken) {
    if (repeated.has(it) || (it.level === 1 && isPainted(it, marks))) continue;
    paint(it, marks, markOf(kindOf(it, pixels), it.chance, gates.isForced));
    count++;
  }
  const clutter = gates.isForced ? 0 : clutterOf(all, pixels);
  const raise = logitOf(Math.min(limits[0], 0.99)) - logitOf(gates.sure) + clutter;
  const looksForLines = limits[0] < 1 && clutter <= maxClutter;
  const cracks = looksForLines ? cracksOf(looked.cracks(), pixels, { raise, gates }) : [];
  count += paintCracks(cracks, { pixels, areas, marks, gates });
  return count > 0 ? { marks, hasLines: clutter <= littleClutter } : undefined;
}

/** How many times smaller a copy is, across and down; what was left over at its right and below isn't in it. */
type Scale = readonly [across: number, down: number];

/** Takes over the marks of a smaller copy of the picture, where they are higher. */
function addEnlarged(marks: Plane8, small: Plane8, [across, down]: Scale): void {
  const { samples, widthPx, heightPx } = marks;
  const columns = Int32Array.from({ length: widthPx }, (_, x) =>
    Math.min(small.widthPx - 1, Math.floor((x + 0.5) / across)),
  );
  for (let y = 0, at = 0; y < heightPx; y++) {
    const row = Math.min(small.heightPx - 1, Math.floor((y + 0.5) / down)) * small.widthPx;
    for (let x = 0; x < widthPx; x++, at++) {
      const mark = small.samples[row + columns[x]!]!;
      if (mark > samples[at]!) samples[at] = mark;
    }
  }
}

/** Finds defects in a picture of the working size. */
function findAtWork(work: RgbPixels, options: DefectOptions): Plane8 {
  const marks = emptyMask(work);
  const search = { amount: options.amount, protect: options.protect };
  const paper = findPaper(work);
  let isFound = false;
  let view: View | undefined = viewOf(work, options.noise);
  for (let halvings = 0; view && halvings <= maxHalvings; halvings++) {
    const { pixels } = view;
    if (halvings > 0 && Math.min(pixels.widthPx, pixels.heightPx) < minAskedPx) break;
    const half = halfOf(view);
    const looked = judgeView(view, half);
    const found: FoundInView | undefined = isFound
      ? undefined
      : findInView(looked, { ...search, paper, gates: usualGates });
    const isForced = options.isForced && halvings <= maxForcedHalvings;
    const forced = isForced
      ? findInView(looked, { ...search, paper: undefined, gates: forcedGates })
      : undefined;
    // Grown, because what lies beside a defect has some of it.
    for (const each of [found, forced]) {
      if (each) addEnlarged(marks, dilate(each.marks, 1), [2 ** halvings, 2 ** halvings]);
    }
    isFound ||= found?.hasLines ?? false;
    if (isFound && (!options.isForced || halvings >= maxForcedHalvings)) break;
    view = half;
  }
  return marks;
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

/** The network agrees that a piece is damage when this share of it is at least so likely damage. */
interface Agreement {
  chance: number;
  share: number;
}
const plainly: Agreement = { chance: 0.7, share: 0.25 };
const somewhat: Agreement = { chance: 0.35, share: 0.25 };
/**
 * A photo is damaged where they agree plainly on so much of it, and of what the trees found: dust and scratches as models of
 * damage draw them have from 1.7 % of the photo, the worst of 102 good ones had 0.26 %.
 */
const minAgreed = 0.006;
const minAgreedOfFound = 0.2;
/** A modern photo is damaged only in several places: the white line of a road is one, however large. */
const minAgreedPieces = 5;
/** Where nothing else speaks for damage, nor for an old print, a piece of more than this is offered: it may be a pillar or an ornament. */
const mostOfUnknown = 0.0005;

/** Pieces of what is marked, but for what only force found. */
function piecesOf({ samples, ...extent }: Plane8): Uint32Array[] {
  const isUsual = (mark: number) => chancesOfMarks[mark]! > maxForcedSample;
  return listPieces({ samples: samples.map((mark) => (isUsual(mark) ? 255 : 0)), ...extent });
}

type IsAgreed = (piece: Uint32Array, agreement: Agreement) => boolean;

function agreementWith({ samples }: Plane8): IsAgreed {
  return (piece, { chance, share }) => {
    let agreed = 0;
    for (const at of piece) if (samples[at]! >= 255 * chance) agreed++;
    return agreed >= share * piece.length;
  };
}

const areaOf = (pieces: readonly Uint32Array[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0);

const isInside = (places: Uint32Array, marks: Plane8, areas: Areas): boolean =>
  isInAreas(places, { widthPx: marks.widthPx, scale: 1, extent: marks }, areas);

/** Of a print that isn't known to be damaged: letters and engravings on old paper have from 5 % on, damaged prints rarely so much. */
const maxOffered = 0.05;
/** So many places are grain or texture: nobody looks at them, nor could. */
const maxPlaces = 2000;
/** Inside protected areas the network must be so sure of an offer. */
const protectedOffer: Agreement = { chance: 0.9, share: 0.5 };
/**
 * From which chance on a place that the network alone sees is repaired, and from which it is offered. Of places of collections that
 * neither trees nor network had seen 89 of 100 from the first on were damage, and half of those between both. A dark one beside others as
 * dark is only offered: of handwriting it is the dot of a letter.
 */
const filledChance = 0.85;
const offeredChance = 0.3;
/** What the network is so sure of is offered whatever the judge says: he has seen few scratches. */
const sureOfNetwork = 0.8;

/** Marks what the network alone sees: never over what is marked. In a photo that is no old print nothing of it is repaired. */
function markOffers(
  work: RgbPixels,
  marks: Plane8,
  { chances, isDamaged, options }: { chances: Plane8; isDamaged: boolean; options: DefectOptions },
): void {
  const raise = (1 - options.amount) * 0.4;
  const offers = listOffers(work, { chances, marks }, raise);
  const most = isDamaged || options.isForced ? 1 : maxOffered;
  if (offers.length === 0 || offers.length > maxPlaces) return;
  if (areaOf(offers.map(({ places }) => places)) > most * marks.samples.length) return;
  const areas = options.protect();
  const isAgreed = agreementWith(chances);
  const judged = judgeOffers(work, chances, offers);
  const isPrint = isDamaged || options.isOldPrint;
  // What is dark on a page of writing is ink.
  const isPage = !isDamaged && !options.isForced && isWrittenPage(work);
  const found = emptyMask(marks);
  for (const [i, offer] of offers.entries()) {
    const { chance, isOneOfDark } = judged[i]!;
    if (isPage && !offer.isLight) continue;
    if (chance < offeredChance + raise && offer.chance < sureOfNetwork + raise) continue;
    if (isInside(offer.places, marks, areas) && !isAgreed(offer.places, protectedOffer)) continue;
    const kind = kindOfOffer(offer, work);
    const isFilled = isPrint && chance >= filledChance + raise && !isOneOfDark;
    const mark = isFilled ? markOf(kind, chance, false) : offerMarkOf(kind, chance);
    for (const at of offer.places) found.samples[at] = mark;
  }
  // Grown, because what lies beside damage has some of it.
  addEnlarged(marks, dilate(found, 1), [1, 1]);
}

/** Offers what would be repaired and is likely buttons: who sees them gone misses them, and who wants them gone says so. */
function offerButtons(work: RgbPixels, marks: Plane8): void {
  const pieces = piecesOf(marks);
  if (pieces.length < fewestInRow) return;
  for (const index of listButtons(pieces, lumaPlaneOf(work), work.widthPx)) {
    for (const at of pieces[index]!) marks.samples[at] = (offerLevels << 3) | (marks.samples[at]! & kindMask);
  }
}

/**
 * Asks the network, which judges by what photos look like, about what the trees found, which judge by shapes: each is wrong
 * about other things. Where they agree on enough of a photo it is damaged, and what the network doesn't speak against stays; else
 * only what both are sure of. What was found by force alone stays as it is. What the network alone sees of a damaged photo, of
 * an old print, or by force, is marked or offered. Gives whether the photo is damaged.
 */
async function hearWitness(work: RgbPixels, marks: Plane8, options: DefectOptions): Promise<boolean> {
  if (Math.min(work.widthPx, work.heightPx) < minLookPx) return false;
  const chances = await detectDamage(work, options.onShare);
  const isAgreed = agreementWith(chances);
  const found = piecesOf(marks);
  const agreed = found.filter((piece) => isAgreed(piece, plainly));
  const area = areaOf(agreed);
  const isSeveral = !options.isModern || agreed.length >= minAgreedPieces;
  const isDamaged =
    isSeveral && area >= minAgreed * marks.samples.length && area >= minAgreedOfFound * areaOf(found);
  const isLikely = isDamaged || options.isOldPrint || options.isForced;
  const areas = found.length > 0 ? options.protect() : [];
  const mostKept = isLikely ? Infinity : mostOfUnknown * marks.samples.length;
  for (const piece of found) {
    const isDoubtful = !isDamaged || isInside(piece, marks, areas);
    const isSeen = isAgreed(piece, isDoubtful ? plainly : somewhat);
    if (isSeen && piece.length <= mostKept) continue;
    // What only the trees see stays by force, as doubtful.
    const mark = isSeen ? offerLevels << 3 : options.isForced ? forcedMark : 0;
    for (const at of piece) marks.samples[at] = mark === 0 ? 0 : mark | (marks.samples[at]! & kindMask);
  }
  if (isLikely || options.mayBeOld) {
    markOffers(work, marks, { chances, isDamaged, options });
  }
  if (!options.isForced) offerButtons(work, marks);
  return isDamaged;
}

interface FoundOnPhoto {
  marks: Plane8;
  isDamaged: boolean;
}

/** Finds defects in a picture of any size, all of which is the photo. */
async function findOnPhoto(pixels: RgbPixels, options: DefectOptions): Promise<FoundOnPhoto> {
  const marks = emptyMask(pixels);
  if (Math.min(pixels.widthPx, pixels.heightPx) < minPx) return { marks, isDamaged: false };
  const { work, noise, scale } = workOf(pixels, options.noise);
  const found = findAtWork(work, { ...options, noise });
  const isAsked =
    options.isOldPrint || options.mayBeOld || options.isForced || found.samples.some((mark) => mark > 0);
  const isDamaged = isAsked && (await hearWitness(work, found, options));
  addEnlarged(marks, found, scale);
  return { marks, isDamaged };
}

/** Areas of the scan as those of the print in it. */
const areasOn = (areas: Areas, { widthPx, heightPx }: RgbPixels, print: PixelArea): Areas =>
  areas.map(({ left, top, width, height }) => ({
    left: (left * widthPx - print.leftPx) / print.widthPx,
    top: (top * heightPx - print.topPx) / print.heightPx,
    width: (width * widthPx) / print.widthPx,
    height: (height * heightPx) / print.heightPx,
  }));

/** Finds defects in a scan: on the print, when it lies on the bed of the scanner, or in the window of its mount. */
async function findOnScan(pixels: RgbPixels, options: DefectOptions): Promise<FoundOnPhoto> {
  const print = findMountedArea(pixels) ?? findPrint(pixels);
  if (!print) return findOnPhoto(pixels, options);
  const protect = () => areasOn(options.protect(), pixels, print);
  const { marks: found, isDamaged } = await findOnPhoto(cutPixels(pixels, print), { ...options, protect });
  const marks = emptyMask(pixels);
  for (let y = 0; y < found.heightPx; y++) {
    const row = found.samples.subarray(y * found.widthPx, (y + 1) * found.widthPx);
    marks.samples.set(row, (print.topPx + y) * marks.widthPx + print.leftPx);
  }
  return { marks, isDamaged };
}

function chanceOfMark(mark: number): number {
  const level = mark >> 3;
  if (level === 0) return 0;
  return isOffer(mark) ? (maxForcedChance * (level - 0.5)) / offerLevels : level / markLevels;
}

/** The chance of each mark, from 0 to 255. */
const chancesOfMarks = Uint8Array.from({ length: 256 }, (_, mark) => Math.round(255 * chanceOfMark(mark)));

/** What is marked and offered at the scan's size, and the share of it that is marked. */
export async function detectDefects(pixels: RgbPixels, options: DefectOptions): Promise<FoundDefects> {
  const { marks, isDamaged } = await findOnScan(pixels, options);
  const { widthPx, heightPx } = marks;
  const mask = emptyMask(marks);
  for (let i = 0; i < marks.samples.length; i++) {
    const mark = marks.samples[i]!;
    if (mark === 0) continue;
    mask.samples[i] = (isOffer(mark) ? 0 : firstMark) + (mark & kindMask);
    marks.samples[i] = chancesOfMarks[mark]!;
  }
  const chances = { samples: marks.samples, widthPx, heightPx };
  return { mask, chances, share: markedShareOf(mask), isDamaged };
}
