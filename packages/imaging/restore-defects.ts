/**
 * Owns which pixels of a photo are defects: candidates at two sizes, judged one by one, then the photo as a whole. A good
 * photo must come out with an empty mask.
 *
 * INVARIANTS: nothing is touched unless the photo as a whole looks damaged; never more than a small share
 * of a photo is a defect; inside protected areas only what is certain, or goes on beyond them, counts.
 */
import { defectChance } from './defect-trees.ts';
import type { Plane8, RgbPixels } from './kernels/kernel-planes.ts';
import { dilate } from './kernels/window-filters.ts';
import { findCandidates, type Ground, groundOf } from './restore-candidates.ts';
import { type Crack, findCracks, logitOf } from './restore-cracks.ts';
import { runs } from './restore-line-joining.ts';
import type { RestorePhotoOptions } from './restore-options.ts';
import { boxOf, repeatedOf } from './restore-repetition.ts';
import { type CrackPiece, strokeOf } from './restore-strokes.ts';
import { shrinkPixels } from './shrink-pixels.ts';

export type DefectOptions = {
  /** Deviation of the grain of a channel. */
  noise: number;
  /** 0 to 1: less finds only what is more certain. */
  amount: number;
  isForced: boolean;
  /** Asked only when the photo is damaged: finding faces takes a while. */
  protect(): Areas;
};

type Areas = NonNullable<RestorePhotoOptions['protect']>;

export type FoundDefects = { mask: Plane8; share: number };

/** Defects are looked for in a picture of at most so many pixels: smaller ones aren't seen in print. */
const WORK_PIXELS = 2_000_000;
const SURE = 0.35;
/** Halved, texture looks more like dust. */
const SURE_HALVED = 0.78;
/**
 * Damage is told from texture by how sure the judgement is: of damaged photos the sure candidates are from 0.8 to 50 times
 * the doubtful ones, of good photos, even of grass and rain, at most 0.2 times.
 */
const CERTAIN = 0.7;
const DOUBTFUL = 0.25;
const LEAST_CERTAINTY = 0.6;
const LEAST_CERTAIN_SHARE = 0.001;
/** A photo has at most so much of defects; when more is found, only what is more certain is taken. */
const MOST_SHARE = 0.04;
const PROTECTED_SURE = 0.85;
const PAINTED_SHARE = 0.5;
/** What is less likely isn't even a piece of a crack. */
const LEAST_CHANCE = 0.03;
/** From which score a crack is taken; those that go on beyond the picture's border, with like sides, from less. */
const CRACK_SCORE = 1;
const BORDER_SCORE = -0.6;
const BORDER_PX = 2;
const ALIKE = 0.15;
const PROTECTED_SCORE = 1.5;
const MOST_CRACKED = 0.06;
/** Of cracked photos unlikely pieces cover at most 4.4 times as much as certain ones, of grass 5 to 8 times. */
const MOST_UNLIKELY = 4.7;
/** Cracks so wide leave a shine beside them. */
const WIDE_PX = 4.5;
const SHINE_PX = 1;
/** What was found at half the size fills gaps that are this far from what was found at the whole. */
const NEAR_PX = 2;

type Judged = CrackPiece & { level: 0 | 1 };

function judge(pixels: RgbPixels, ground: Ground, level: 0 | 1, noise: number): Judged[] {
  const judged: Judged[] = [];
  for (const isLight of [true, false]) {
    for (const candidate of findCandidates(pixels, ground, { isLight, noise, level })) {
      const chance = defectChance(candidate.features, isLight);
      if (chance > LEAST_CHANCE)
        judged.push({ candidate, chance, level, scale: 2 ** level, widthPx: pixels.widthPx });
    }
  }
  return judged;
}

const shareOf = (judged: readonly Judged[], pixels: RgbPixels, least: number): number => {
  let sum = 0;
  for (const { candidate, chance, level } of judged) {
    if (chance >= least) sum += candidate.pixels.length * (level === 1 ? 4 : 1);
  }
  return sum / (pixels.widthPx * pixels.heightPx);
};

/** Whether the candidate lies in a protected area and doesn't reach far beyond it. */
function isProtected({ candidate, widthPx, level }: Judged, pixels: RgbPixels, protect: Areas): boolean {
  if (protect.length === 0) return false;
  const scale = level === 1 ? 2 : 1;
  let inside = 0;
  for (const at of candidate.pixels) {
    const x = ((at % widthPx) * scale) / pixels.widthPx;
    const y = (Math.floor(at / widthPx) * scale) / pixels.heightPx;
    const isIn = protect.some(
      ({ left, top, width, height }) => x >= left && y >= top && x <= left + width && y <= top + height,
    );
    if (isIn) inside++;
  }
  return inside > candidate.pixels.length / 2;
}

function paint(judged: Judged, mask: Plane8): void {
  const { candidate, level, widthPx } = judged;
  for (const at of candidate.pixels) {
    if (level === 0) {
      mask.samples[at] = 255;
      continue;
    }
    const to = 2 * Math.floor(at / widthPx) * mask.widthPx + 2 * (at % widthPx);
    for (const place of [to, to + 1, to + mask.widthPx, to + mask.widthPx + 1]) mask.samples[place] = 255;
  }
}

/** Whether the mask has most of what was found at half the size: at full size it was found more exactly. */
function isPainted({ candidate, widthPx }: Judged, mask: Plane8): boolean {
  let painted = 0;
  for (const at of candidate.pixels) {
    const to = 2 * Math.floor(at / widthPx) * mask.widthPx + 2 * (at % widthPx);
    const right = Math.min(to + 1, mask.samples.length - 1);
    if (mask.samples[to] || mask.samples[right]) painted++;
  }
  return painted > PAINTED_SHARE * candidate.pixels.length;
}

/** How certain a candidate must be, by its level; more when too much is found. */
function limitsFor(judged: readonly Judged[], pixels: RgbPixels, amount: number): [number, number] {
  const raise = (1 - amount) * 0.4;
  for (const add of [0, 0.15, 0.3, 0.45]) {
    const limits: [number, number] = [SURE + raise + add, SURE_HALVED + (raise + add) / 2];
    const both = [0, 1].map((level) =>
      shareOf(
        judged.filter((it) => it.level === level),
        pixels,
        limits[level]!,
      ),
    );
    if (Math.max(...both) <= MOST_SHARE) return limits;
  }
  return [2, 2];
}

function isDamaged(judged: readonly Judged[], work: RgbPixels): boolean {
  const atFull = judged.filter(({ level }) => level === 0);
  const certain = shareOf(atFull, work, CERTAIN);
  const doubtful = shareOf(atFull, work, DOUBTFUL) - shareOf(atFull, work, CERTAIN);
  return certain >= LEAST_CERTAIN_SHARE && certain >= LEAST_CERTAINTY * doubtful;
}

/** Whether lines of unlikely pieces mean something: in grass, rain and fur such pieces lie everywhere. */
function canJoin(all: readonly Judged[], work: RgbPixels): boolean {
  const atFull = all.filter(({ level }) => level === 0);
  const unlikely = shareOf(atFull, work, LEAST_CHANCE) - shareOf(atFull, work, DOUBTFUL);
  return unlikely <= MOST_UNLIKELY * shareOf(atFull, work, CERTAIN);
}

/** Those that are one of several alike, at their own size. */
function repeatedAmong(judged: readonly Judged[]): Set<Judged> {
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

/** Whether the crack goes on beyond the picture, as most do, and the picture behind it. */
const reachesBorder = ({ box, unlike }: Crack<Judged>, { widthPx, heightPx }: RgbPixels): boolean =>
  unlike <= ALIKE &&
  Math.min(box.left, box.top, widthPx - 1 - box.right, heightPx - 1 - box.bottom) <= BORDER_PX;

/** The cracks that are certain enough: no more than a share of the photo, none that has its like beside it. */
function cracksOf(all: readonly Judged[], work: RgbPixels, limit: number): Crack<Judged>[] {
  const raise = logitOf(limit) - logitOf(SURE);
  const cracks = findCracks(all, work);
  const repeated = repeatedOf(cracks.map(({ box }) => box));
  let area = 0;
  return cracks.filter((crack, index) => {
    const least = raise + (reachesBorder(crack, work) ? BORDER_SCORE : CRACK_SCORE);
    if (crack.score < least || repeated[index]) return false;
    area += crack.area;
    return area <= MOST_CRACKED * work.widthPx * work.heightPx;
  });
}

function isWide(piece: Judged): boolean {
  const stroke = strokeOf(piece);
  return runs(stroke) && stroke.lengthPx >= WIDE_PX * stroke.slender;
}

type Painting = { work: RgbPixels; areas: Areas; mask: Plane8 };

/** Gives how many pieces were painted. Wide ones shine beyond their edges; what was found at half the size fills gaps. */
function paintCracks(cracks: readonly Crack<Judged>[], { work, areas, mask }: Painting): number {
  const [coarse, wide] = [0, 1].map(() => ({ ...mask, samples: new Uint8Array(mask.samples.length) }));
  let count = 0;
  for (const { pieces, score } of cracks) {
    const inside = pieces.filter((it) => isProtected(it, work, areas)).length;
    if (inside > pieces.length / 2 && score < PROTECTED_SCORE) continue;
    count += pieces.length;
    for (const it of pieces) paint(it, isWide(it) ? wide! : it.level === 0 ? mask : coarse!);
  }
  const [grown, near] = [dilate(wide!, SHINE_PX).samples, dilate(mask, NEAR_PX).samples];
  for (let i = 0; i < grown.length; i++) {
    if (grown[i] || (coarse!.samples[i] && !near[i])) mask.samples[i] = 255;
  }
  return count;
}

/** Finds defects in a picture of the working size; the mask isn't grown yet. */
function findAtWork(work: RgbPixels, options: DefectOptions): Plane8 | undefined {
  const { noise, amount, isForced, protect } = options;
  const ground = groundOf(work);
  const all = judge(work, ground, 0, noise);
  if (Math.min(work.widthPx, work.heightPx) >= 96) {
    const halved = shrinkPixels(work, 2);
    all.push(...judge(halved, groundOf(halved), 1, noise / 2));
  }
  const judged = all.filter(({ chance }) => chance > DOUBTFUL);
  if (!isForced && !isDamaged(judged, work)) return undefined;
  const limits = limitsFor(judged, work, amount);
  const mask = { ...work, samples: new Uint8Array(work.widthPx * work.heightPx) };
  const areas = protect();
  const taken = judged.filter((it) => {
    const limit = limits[it.level]!;
    if (it.chance < limit) return false;
    return it.chance >= Math.max(limit, PROTECTED_SURE) || !isProtected(it, work, areas);
  });
  const repeated = repeatedAmong(judged);
  let count = 0;
  for (const it of taken) {
    if (repeated.has(it) || (it.level === 1 && isPainted(it, mask))) continue;
    paint(it, mask);
    count++;
  }
  const cracks = limits[0] < 1 && canJoin(all, work) ? cracksOf(all, work, limits[0]) : [];
  count += paintCracks(cracks, { work, areas, mask });
  return count > 0 ? { samples: mask.samples, widthPx: work.widthPx, heightPx: work.heightPx } : undefined;
}

/** The mask at the photo's size; grown, because what lies beside a defect has some of it. */
export function findDefects(pixels: RgbPixels, options: DefectOptions): FoundDefects {
  const { widthPx, heightPx } = pixels;
  const empty = { samples: new Uint8Array(widthPx * heightPx), widthPx, heightPx };
  if (Math.min(widthPx, heightPx) < 48) return { mask: empty, share: 0 };
  const factor = Math.ceil(Math.sqrt((widthPx * heightPx) / WORK_PIXELS));
  const work = factor === 1 ? pixels : shrinkPixels(pixels, factor);
  const found = findAtWork(work, { ...options, noise: options.noise / factor });
  if (!found) return { mask: empty, share: 0 };
  const grown = dilate(found, 1).samples;
  for (let y = 0, at = 0; y < heightPx; y++) {
    const row = Math.min(work.heightPx - 1, Math.floor(y / factor)) * work.widthPx;
    for (let x = 0; x < widthPx; x++, at++) {
      empty.samples[at] = grown[row + Math.min(work.widthPx - 1, Math.floor(x / factor))]!;
    }
  }
  let masked = 0;
  for (const sample of found.samples) if (sample > 0) masked++;
  return { mask: empty, share: masked / found.samples.length };
}
