/**
 * Owns which pieces belong to one line: those that touch or follow each other and run the same way. Knows nothing of
 * tones or chances.
 */
import { type CrackPiece, type Point, type Stroke, strokeOf } from './restore-strokes.ts';

/** A piece and how it runs. */
export type Part<Piece> = Stroke & { piece: Piece };
interface Size {
  widthPx: number;
  heightPx: number;
}

/** Pieces are one when they are so near; along their line they may be further apart. */
const touchPx = 2;
const minGapPx = 6;
const maxGapPx = 40;
const gapShare = 0.6;
/** A piece runs somewhere when it is so long, and so many times as long as wide. */
const minLengthPx = 8;
const minSlender = 3;
/** Two pieces run the same way when the cosine between them is at least this. */
const sameWay = 0.86;

/** Whether it runs somewhere: is long, and longer than wide. */
export const runs = ({ lengthPx, slender }: Stroke): boolean =>
  lengthPx >= minLengthPx && slender >= minSlender;

/** Calls back with every place of the whole picture that the piece covers. */
export function eachPlace(
  { candidate, scale, widthPx }: CrackPiece,
  size: Size,
  visit: (at: number) => void,
): void {
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
  Math.abs(one.axis[0] * other.axis[0] + one.axis[1] * other.axis[1]) >= sameWay;

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
      for (let v = Math.max(0, y - touchPx); v <= Math.min(heightPx - 1, y + touchPx); v++) {
        for (let u = Math.max(0, x - touchPx); u <= Math.min(widthPx - 1, x + touchPx); u++) {
          const owner = owners[v * widthPx + u]!;
          if (owner > 0 && owner !== index + 1) tryJoin(index, owner - 1);
        }
      }
      if (owners[at] === 0) owners[at] = index + 1;
    });
  });
  return owners;
}

/** Pieces, which of them (from 1) is at each place, and the sets that they are joined to. */
export interface Board<Piece> {
  parts: readonly Part<Piece>[];
  owners: Int32Array;
  sets: Sets;
  size: Size;
}

/** The piece that runs the same way and lies across the line of piece `index` at a place; -1 where none does. */
function metAt(
  { parts, owners, sets, size }: Board<CrackPiece>,
  index: number,
  place: Point,
  off: number,
): number {
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
function joinAlong(board: Board<CrackPiece>): void {
  board.parts.forEach((part, index) => {
    if (!runs(part)) return;
    const gapPx = Math.min(maxGapPx, Math.max(minGapPx, gapShare * part.lengthPx));
    part.ends.forEach(([x, y], side) => {
      const [stepX, stepY] = [
        side === 0 ? -part.axis[0] : part.axis[0],
        side === 0 ? -part.axis[1] : part.axis[1],
      ];
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

/** Joins pieces, which come in the order of their claim to a place. */
export function joinPieces<Piece extends CrackPiece>(pieces: readonly Piece[], size: Size): Board<Piece> {
  const parts = pieces.map((piece) => ({ ...strokeOf(piece), piece }));
  const sets = createSets(parts.length);
  const board = { parts, owners: joinTouching(parts, size, sets), sets, size };
  joinAlong(board);
  return board;
}
