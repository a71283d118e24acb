/**
 * Owns the judgement of cracks: pieces that are doubtful by themselves, but lie in one line with others, are as certain as
 * the line as a whole. Only light ones: torn paper is white, while dark lines are more often the picture's own.
 */
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import { type Board, eachPlace, joinPieces, runs } from './restore-line-joining.ts';
import { type CrackPiece, unlikenessOf } from './restore-strokes.ts';

/** Pieces in one line. `score` over 0 is more likely a crack than not. */
export interface Crack<Piece> {
  pieces: Piece[];
  /** The box it spans, in pixels of the whole picture. */
  box: { left: number; top: number; right: number; bottom: number };
  area: number;
  /** 0 where the picture goes on behind it, near 1 for the light along an edge. */
  unlike: number;
  score: number;
}

interface Side {
  index: number;
  lengthPx: number;
  unlike: number | undefined;
}
type Group<Piece> = Omit<Crack<Piece>, 'score' | 'unlike'> & { sides: Side[]; logits: number };

/** The log-odds of a chance. */
export const logitOf = (chance: number): number => Math.log(chance / (1 - chance));

function groupsOf<Piece extends CrackPiece>({ parts, owners, sets, size }: Board<Piece>, picture: RgbPixels) {
  const groups = new Map<number, Group<Piece>>();
  parts.forEach((part, index) => {
    const root = sets.rootOf(index);
    const box = { left: size.widthPx, top: size.heightPx, right: 0, bottom: 0 };
    const group = groups.get(root) ?? { pieces: [], sides: [], box, area: 0, logits: 0 };
    groups.set(root, group);
    group.pieces.push(part.piece);
    const { lengthPx } = part;
    group.sides.push({
      index,
      lengthPx,
      unlike: lengthPx < minAskedPx ? undefined : unlikenessOf(part.piece, part, picture),
    });
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

/** A piece is a defect by itself from this chance, else only when its sides are so alike. */
const likely = 0.35;
const maxUnlike = 0.3;
const betweenPx = 3;
/** Shorter pieces have no sides to ask. */
const minAskedPx = 6;
/** Cracks are at least so long, and so many times as long as wide. */
const minExtentPx = 24;
const minCrackSlender = 9;
/** A logistic fit to 760 lines of 44 damaged photos. */
const fitSidePx = 768;
const fit = { start: -7.4, logit: 1.18, slender: 1.5, unlike: -3.2, small: 2.5 };

function scoreOf(group: Group<CrackPiece>, unlike: number, picture: RgbPixels): number {
  const { left, top, right, bottom } = group.box;
  const extentPx = Math.hypot(right - left + 1, bottom - top + 1);
  const slender = (extentPx * extentPx) / group.area;
  if (extentPx < minExtentPx || slender < minCrackSlender) return Number.NEGATIVE_INFINITY;
  // In a small picture the same crack is fewer pixels long, hardly thinner, and torn into more pieces.
  const small = fit.small * Math.log2(fitSidePx / Math.max(picture.widthPx, picture.heightPx));
  const certain = fit.start + fit.logit * (group.logits / group.area) + fit.slender * Math.log2(slender);
  return certain + small + fit.unlike * unlike;
}

/**
 * Without the pieces that only touch the crack: the rim of a roof, a fold of cloth. What lies between two others of the
 * crack stays whatever it looks like.
 */
function trimmed<Piece extends CrackPiece>({ pieces, sides }: Group<Piece>, board: Board<Piece>): Piece[] {
  const isKept = pieces.map(({ chance }, i) => {
    const { index, unlike = 0 } = sides[i]!;
    return chance >= likely || (runs(board.parts[index]!) && unlike <= maxUnlike);
  });
  const kept = new Set(pieces.flatMap((_, i) => (isKept[i] ? [sides[i]!.index + 1] : [])));
  return pieces.filter((_, i) => isKept[i] || isBetween(sides[i]!.index, kept, board));
}

/** Whether both ends of a piece lie at kept ones. */
function isBetween(
  index: number,
  kept: ReadonlySet<number>,
  { parts, owners, size }: Board<CrackPiece>,
): boolean {
  return parts[index]!.ends.every(([x, y]) => {
    for (let v = Math.floor(y) - betweenPx; v <= y + betweenPx; v++) {
      for (let u = Math.floor(x) - betweenPx; u <= x + betweenPx; u++) {
        if (u < 0 || v < 0 || u >= size.widthPx || v >= size.heightPx) continue;
        if (kept.has(owners[v * size.widthPx + u]!)) return true;
      }
    }
    return false;
  });
}

/** Joins the light pieces and judges what they make; the most certain first. */
export function detectCracks<Piece extends CrackPiece>(
  pieces: readonly Piece[],
  picture: RgbPixels,
): Crack<Piece>[] {
  const light = pieces.filter(({ candidate }) => candidate.isLight);
  const board = joinPieces(
    light.sort((a, b) => b.chance - a.chance),
    picture,
  );
  return groupsOf(board, picture)
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
