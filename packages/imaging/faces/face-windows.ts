/**
 * Owns judging windows of a picture by a model of trees: which of them look like a face, and how much. Whole numbers alone.
 * Must never decide how many of them are one face.
 */
import { CELL_PX, CHANNELS, cellsOf, type FaceCells, type GreyPicture } from './face-channels.ts';
import { padGrey, shrinkGrey } from './grey-levels.ts';

/** Cells across and along a window. */
export const WINDOW_CELLS = 12;
export const FEATURES = WINDOW_CELLS * WINDOW_CELLS * CHANNELS;
/** Windows may lie so far outside of the picture, in pixels of its level: a quarter of a window. */
const PAD_PX = 9;
/** Each level of sizes is so much smaller than the one before. */
const LEVEL_STEP = 1.17;

/**
 * Trees of two questions. Per tree, in `questions`: feature and limit of the first question, of the second one when the byte
 * is below the limit, of the second one otherwise. In `answers`: what each of the four ends adds. `floors`: a window whose
 * sum is below, after that tree, is no face.
 */
export type FaceModel = { questions: Int16Array; answers: Int32Array; floors: Int32Array };

export const QUESTIONS = 6;
export const ANSWERS = 4;

/** A square window in shares of the picture's width and height. */
export type FaceWindow = { left: number; top: number; width: number; height: number; score: number };

/** The channel that a channel becomes in the mirror: directions that rise fall. */
const MIRRORED = [0, 1, 6, 5, 4, 3, 2, 7] as const;

/** Where in the cells of a picture each feature of a window lies, from the window's first byte. */
export function featureOffsets(columns: number): Int32Array {
  return offsetsOf(
    columns,
    (x) => x,
    Array.from(MIRRORED, (_, channel) => channel),
  );
}

function offsetsOf(
  columns: number,
  columnOf: (x: number) => number,
  channelOf: readonly number[],
): Int32Array {
  return Int32Array.from({ length: FEATURES }, (_, feature) => {
    const cell = Math.floor(feature / CHANNELS);
    const [x, y] = [cell % WINDOW_CELLS, Math.floor(cell / WINDOW_CELLS)];
    return (y * columns + columnOf(x)) * CHANNELS + channelOf[feature % CHANNELS]!;
  });
}

type Cells = { bytes: Uint8Array; offsets: Int32Array };

/** The sum of all trees; undefined as soon as it is below a floor. */
function scoreOf(
  { questions, answers }: FaceModel,
  { bytes, offsets }: Cells,
  { start, floors }: { start: number; floors: Int32Array },
): number | undefined {
  let sum = 0;
  for (let tree = 0; tree < floors.length; tree++) {
    const at = tree * QUESTIONS;
    const first = bytes[start + offsets[questions[at]!]!]! < questions[at + 1]! ? 0 : 1;
    const next = at + 2 + 2 * first;
    const second = bytes[start + offsets[questions[next]!]!]! < questions[next + 1]! ? 0 : 1;
    sum += answers[tree * ANSWERS + 2 * first + second]!;
    if (sum < floors[tree]!) return undefined;
  }
  return sum;
}

/** Calls `take` for every window of one level that the model lets through, as it is or mirrored; the score is of both. */
export function scanCells(
  model: FaceModel,
  cells: FaceCells,
  take: (place: { column: number; row: number; score: number }) => void,
): void {
  const { bytes, columns, rows } = cells;
  const upright = { bytes, offsets: featureOffsets(columns) };
  const mirrored = { bytes, offsets: offsetsOf(columns, (x) => WINDOW_CELLS - 1 - x, MIRRORED) };
  const noFloors = new Int32Array(model.floors.length).fill(-2_147_483_648);
  for (let row = 0; row + WINDOW_CELLS <= rows; row++) {
    for (let column = 0; column + WINDOW_CELLS <= columns; column++) {
      const start = (row * columns + column) * CHANNELS;
      const one = scoreOf(model, upright, { start, floors: model.floors });
      const other = scoreOf(model, mirrored, { start, floors: one === undefined ? model.floors : noFloors });
      if (one === undefined && other === undefined) continue;
      const first = one ?? scoreOf(model, upright, { start, floors: noFloors })!;
      take({ column, row, score: Math.round((first + other!) / 2) });
    }
  }
}

/** All windows, of all sizes, that look like a face; many for each. */
export function findWindows(model: FaceModel, picture: GreyPicture): FaceWindow[] {
  const found: FaceWindow[] = [];
  const windowPx = WINDOW_CELLS * CELL_PX;
  // Each octave is made of the one before, halved: a level costs what it has itself.
  let base = picture;
  for (let scale = 1; ; scale *= LEVEL_STEP) {
    const widthPx = Math.round(picture.widthPx / scale);
    const heightPx = Math.round(picture.heightPx / scale);
    if (Math.min(widthPx, heightPx) + PAD_PX < windowPx) return found;
    const [halfWidth, halfHeight] = [base.widthPx >> 1, base.heightPx >> 1];
    if (widthPx <= halfWidth && heightPx <= halfHeight) base = shrinkGrey(base, halfWidth, halfHeight);
    const level = scale === 1 ? picture : shrinkGrey(base, widthPx, heightPx);
    scanCells(model, cellsOf(padGrey(level, PAD_PX)), ({ column, row, score }) => {
      found.push({
        left: (column * CELL_PX - PAD_PX) / widthPx,
        top: (row * CELL_PX - PAD_PX) / heightPx,
        width: windowPx / widthPx,
        height: windowPx / heightPx,
        score,
      });
    });
  }
}
