/**
 * Owns joining candidates into cracks, and the judgement of a crack: pieces that are doubtful by themselves, but lie in one
 * line with others, are as certain as the line as a whole. Only light ones: torn paper is white, while dark lines are
 * more often the picture's own.
 */
import type { RgbPixels } from './kernels/kernel-planes.ts';
import { type CrackPiece, type Point, type Stroke, strokeOf, unlikenessOf } from './restore-strokes.ts';

type Part<Piece> = Stroke & { piece: Piece };
type Size = { widthPx: number; heightPx: number };

/** Pieces are one when they are so near; along their line they may be further apart. */
const TOUCH_PX = 2;
const LEAST_GAP_PX = 6;
const MOST_GAP_PX = 40;
const GAP_SHARE = 0.6;
/** A piece runs somewhere when it is so long, and so many times as long as wide. */
const LEAST_LENGTH_PX = 8;
const LEAST_SLENDER = 3;
/** Two pieces run the same way when the cosine between them is at least this. */
const SAME_WAY = 0.86;

const runs = ({ lengthPx, slender }: Stroke): boolean =>
  lengthPx >= LEAST_LENGTH_PX && slender >= LEAST_SLENDER;

/** Calls back with every place of the whole picture that the piece covers. */
function eachPlace({ candidate, scale, widthPx }: CrackPiece, size: Size, visit: (at: number) => void): void {
  for (const at of candidate.pixels) {
    const [left, top] = [(at % widthPx) * scale, Math.floor(at / widthPx) * scale];
    for (let y = top; y < Math.min(size.heightPx, top + scale); y++) {
      for (let x = left; x < Math.min(size.widthPx, left + scale); x++) visit(y * size.widthPx + x);
    }
  }
}

/** Sets of whole numbers that grow together. */
function createSets(count: number) {
  const parents = Int32Array.from({ length: count }, (_, i) => i);
  const rootOf = (index: number): number => {
    let at = index;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!;
      at = parents[at]!;
    }
    return at;
  };
  const join = (a: number, b: number): void => {
    parents[rootOf(a)] = rootOf(b);
  };
  return { rootOf, join };
}

type Sets = ReturnType<typeof createSets>;

const isSameWay = (one: Stroke, other: Stroke): boolean =>
  Math.abs(one.axis[0] * other.axis[0] + one.axis[1] * other.axis[1]) >= SAME_WAY;

/**
 * Joins what touches and runs the same way; what runs nowhere belongs to the first that it touches, so that it can't tie
 * two lines together. Gives which piece, from 1, is at each place; the first of several.
 */
function joinTouching(parts: readonly Part<CrackPiece>[], size: Size, sets: Sets): Int32Array {
  const { widthPx, heightPx } = size;
  const owners = new Int32Array(widthPx * heightPx);
  const canJoin = new Uint8Array(parts.length).fill(1);
  const tryJoin = (index: number, other: number): void => {
    const [one, two] = [parts[index]!, parts[other]!];
    const [oneRuns, twoRuns] = [runs(one), runs(two)];
    if (oneRuns && twoRuns ? !isSameWay(one, two) : !canJoin[index] || !canJoin[other]) return;
    sets.join(index, other);
    if (!oneRuns) canJoin[index] = 0;
    if (!twoRuns) canJoin[other] = 0;
  };
  parts.forEach(({ piece }, index) => {
    eachPlace(piece, size, (at) => {
      const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
      for (let v = Math.max(0, y - TOUCH_PX); v <= Math.min(heightPx - 1, y + TOUCH_PX); v++) {
        for (let u = Math.max(0, x - TOUCH_PX); u <= Math.min(widthPx - 1, x + TOUCH_PX); u++) {
          const owner = owners[v * widthPx + u]!;
          if (owner > 0 && owner !== index + 1) tryJoin(index, owner - 1);
        }
      }
      if (owners[at] === 0) owners[at] = index + 1;
    });
  });
  return owners;
}

type Board = { parts: readonly Part<CrackPiece>[]; owners: Int32Array; sets: Sets; size: Size };

/** The piece that runs the same way and lies across the line of piece `index` at a place; -1 where none does. */
function metAt({ parts, owners, sets, size }: Board, index: number, place: Point, off: number): number {
  const [x, y] = place;
  const part = parts[index]!;
  const [alongX, alongY] = part.axis;
  for (let aside = -off; aside <= off; aside++) {
    const [u, v] = [Math.floor(x - aside * alongY), Math.floor(y + aside * alongX)];
    if (u < 0 || v < 0 || u >= size.widthPx || v >= size.heightPx) continue;
    const other = owners[v * size.widthPx + u]! - 1;
    if (other < 0 || sets.rootOf(other) === sets.rootOf(index)) continue;
    if (runs(parts[other]!) && isSameWay(part, parts[other]!)) return other;
  }
  return -1;
}

/** Joins each piece that runs somewhere with those that its line meets beyond its ends. */
function joinAlong(board: Board): void {
  board.parts.forEach((part, index) => {
    if (!runs(part)) return;
    const gapPx = Math.min(MOST_GAP_PX, Math.max(LEAST_GAP_PX, GAP_SHARE * part.lengthPx));
    part.ends.forEach(([x, y], side) => {
      const [stepX, stepY] = [side === 0 ? -part.axis[0] : part.axis[0], side === 0 ? -part.axis[1] : part.axis[1]];
      for (let step = 1; step <= gapPx; step++) {
        const place = [x + step * stepX, y + step * stepY] as const;
        const met = metAt(board, index, place, Math.ceil(1 + step / 8));
        if (met < 0) continue;
        board.sets.join(index, met);
        break;
      }
    });
  });
}

/** Pieces in one line or network. `score` over 0 is more likely a crack than not. */
export type Crack<Piece> = {
  pieces: Piece[];
  /** The box it spans, in pixels of the whole picture. */
  box: { left: number; top: number; right: number; bottom: number };
  area: number;
  /** 0 where the picture goes on behind it, near 1 for the light along an edge. */
  unlike: number;
  score: number;
};

type Side = { index: number; lengthPx: number; unlike: number | undefined };
type Group<Piece> = Omit<Crack<Piece>, 'score' | 'unlike'> & { sides: Side[]; logits: number };

/** The log-odds of a chance. */
export const logitOf = (chance: number): number => Math.log(chance / (1 - chance));

function groupsOf<Piece extends CrackPiece>(parts: readonly Part<Piece>[], { owners, sets, size }: Board, picture: RgbPixels) {
  const groups = new Map<number, Group<Piece>>();
  parts.forEach((part, index) => {
    const root = sets.rootOf(index);
    const box = { left: size.widthPx, top: size.heightPx, right: 0, bottom: 0 };
    const group = groups.get(root) ?? { pieces: [], sides: [], box, area: 0, logits: 0 };
    groups.set(root, group);
    group.pieces.push(part.piece);
    const { lengthPx } = part;
    group.sides.push({ index, lengthPx, unlike: lengthPx < LEAST_GAP_PX ? undefined : unlikenessOf(part.piece, part, picture) });
    const logit = logitOf(part.piece.chance);
    eachPlace(part.piece, size, (at) => {
      if (owners[at] !== index + 1) return;
      const [x, y] = [at % size.widthPx, Math.floor(at / size.widthPx)];
      group.box.left = Math.min(group.box.left, x);
      group.box.right = Math.max(group.box.right, x);
      group.box.top = Math.min(group.box.top, y);
      group.box.bottom = Math.max(group.box.bottom, y);
      group.area++;
      group.logits += logit;
    });
  });
  return [...groups.values()];
}

/** The median over the pieces, by their lengths; 1 where none can be asked. */
function unlikenessOfAll(pieces: readonly Side[]): number {
  const asked = pieces.filter(({ unlike }) => unlike !== undefined).sort((a, b) => a.unlike! - b.unlike!);
  const whole = asked.reduce((sum, { lengthPx }) => sum + lengthPx, 0);
  let sum = 0;
  for (const { unlike, lengthPx } of asked) {
    sum += lengthPx;
    if (sum >= whole / 2) return unlike!;
  }
  return 1;
}

const LIKELY = 0.35;
const MOST_UNLIKE = 0.3;
const BETWEEN_PX = 3;
/** Cracks are at least so long, and so many times as long as wide. */
const LEAST_EXTENT_PX = 24;
const LEAST_CRACK_SLENDER = 9;
/** A logistic fit to 760 lines of 44 damaged photos with this longer side. */
const FIT = { start: -7.4, logit: 1.18, slender: 1.5, unlike: -3.2, sidePx: 768 };

function scoreOf(group: Group<CrackPiece>, unlike: number, picture: RgbPixels): number {
  const { left, top, right, bottom } = group.box;
  const extentPx = Math.hypot(right - left + 1, bottom - top + 1);
  const slender = (extentPx * extentPx) / group.area;
  if (extentPx < LEAST_EXTENT_PX || slender < LEAST_CRACK_SLENDER) return Number.NEGATIVE_INFINITY;
  // In a small picture the same crack is fewer pixels long, and hardly thinner.
  const size = FIT.sidePx / Math.max(picture.widthPx, picture.heightPx);
  const certain = FIT.start + FIT.logit * (group.logits / group.area) + FIT.slender * Math.log2(slender * size);
  return certain + FIT.unlike * unlike;
}

/**
 * Without the pieces that only touch the crack: the rim of a roof, a fold of cloth. What lies between two others of the
 * crack stays whatever it looks like.
 */
function trimmed<Piece extends CrackPiece>({ pieces, sides }: Group<Piece>, board: Board): Piece[] {
  const isKept = pieces.map(({ chance }, i) => chance >= LIKELY || (sides[i]!.unlike ?? 0) <= MOST_UNLIKE);
  const kept = new Set(pieces.flatMap((_, i) => (isKept[i] ? [sides[i]!.index + 1] : [])));
  return pieces.filter((_, i) => isKept[i] || isBetween(sides[i]!.index, kept, board));
}

/** Whether both ends of a piece lie at kept ones. */
function isBetween(index: number, kept: ReadonlySet<number>, { parts, owners, size }: Board): boolean {
  return parts[index]!.ends.every(([x, y]) => {
    for (let v = Math.floor(y) - BETWEEN_PX; v <= y + BETWEEN_PX; v++) {
      for (let u = Math.floor(x) - BETWEEN_PX; u <= x + BETWEEN_PX; u++) {
        if (u < 0 || v < 0 || u >= size.widthPx || v >= size.heightPx) continue;
        if (kept.has(owners[v * size.widthPx + u]!)) return true;
      }
    }
    return false;
  });
}

/** Joins the light pieces and judges what they make; the most certain first. */
export function findCracks<Piece extends CrackPiece>(pieces: readonly Piece[], picture: RgbPixels): Crack<Piece>[] {
  const light = pieces.filter(({ candidate }) => candidate.isLight).sort((a, b) => b.chance - a.chance);
  const parts = light.map((piece) => ({ ...strokeOf(piece), piece }));
  const sets = createSets(parts.length);
  const owners = joinTouching(parts, picture, sets);
  const board = { parts, owners, sets, size: picture };
  joinAlong(board);
  return groupsOf(parts, board, picture)
    .filter(({ area }) => area > 0)
    .map((group) => {
      const { box, area } = group;
      const unlike = unlikenessOfAll(group.sides);
      const score = scoreOf(group, unlike, picture);
      return { pieces: trimmed(group, board), box, area, unlike, score };
    })
    .filter(({ score }) => Number.isFinite(score))
    .sort((a, b) => b.score - a.score);
}
