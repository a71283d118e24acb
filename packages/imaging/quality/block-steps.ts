/**
 * Owns how strongly a picture shows the borders of the 8 x 8 blocks in which JPEG works: measured on pixels, so that it is
 * found also where the picture was cropped or saved in better quality since. Pure arithmetic.
 */
import { cutLuma, type PixelView } from '../pixels/pixel-view.ts';

const block = 8;
/** Bands of rows and of columns looked at, and how thick they are. */
const maxBands = 12;
const bandPx = 8;
const maxLengthPx = 4096;
/** Steps beside the border that are higher than this are detail, in which nobody sees a block. */
const maxActivity = 6;
/** A step over a border that is higher than this is an edge of the picture. */
const highestStep = 24;
/** So many places of each phase must be smooth enough. */
const minPlaces = 200;

interface Phases {
  steps: Float64Array;
  places: Uint32Array;
}
const newPhases = (): Phases => ({ steps: new Float64Array(block), places: new Uint32Array(block) });

/** Adds, along one line, by how much each step is higher than its neighbours, to the step's place in the grid. */
function addLine({ steps, places }: Phases, line: Float32Array, offset: number): void {
  let before = 0;
  let step = line[1]! - line[0]!;
  let after = line[2]! - line[1]!;
  for (let i = 2; i < line.length - 2; i++) {
    before = step;
    step = after;
    after = line[i + 1]! - line[i]!;
    if (Math.abs(before) > maxActivity || Math.abs(after) > maxActivity) continue;
    if (Math.abs(step) > highestStep) continue;
    const phase = (offset + i) % block;
    // A slope that goes on is no step.
    steps[phase] = steps[phase]! + Math.abs(step - (before + after) / 2);
    places[phase] = places[phase]! + 1;
  }
}

/** How much the grid's phase stands out of the others; 0 where too little of the picture is smooth. */
function stepOf({ steps, places }: Phases): number {
  if (places.some((count) => count < minPlaces)) return 0;
  const means = [...steps].map((sum, phase) => sum / places[phase]!).toSorted((a, b) => a - b);
  // The second highest would be the highest by chance alone; what the grid adds lies above it.
  return Math.max(0, means[block - 1]! - means[block - 2]!);
}

function columnOf(samples: Float32Array, column: number): Float32Array {
  const line = new Float32Array(samples.length / bandPx);
  for (let i = 0; i < line.length; i++) line[i] = samples[i * bandPx + column]!;
  return line;
}

function addBands(phases: Phases, view: PixelView, isAcross: boolean): void {
  const [along, across] = isAcross ? [view.widthPx, view.heightPx] : [view.heightPx, view.widthPx];
  const lengthPx = Math.min(maxLengthPx, along);
  if (across < bandPx || lengthPx < 4 * block) return;
  const bands = Math.min(maxBands, Math.floor(across / bandPx));
  const start = Math.floor((along - lengthPx) / 2);
  for (let band = 0; band < bands; band++) {
    const at = Math.floor(((band + 0.5) * across) / bands - bandPx / 2);
    const area = isAcross
      ? { left: start, top: at, widthPx: lengthPx, heightPx: bandPx, shrink: 1 }
      : { left: at, top: start, widthPx: bandPx, heightPx: lengthPx, shrink: 1 };
    const { samples, widthPx } = cutLuma(view, area);
    for (let line = 0; line < bandPx; line++) {
      if (isAcross) addLine(phases, samples.subarray(line * widthPx, (line + 1) * widthPx), start);
      else addLine(phases, columnOf(samples, line), start);
    }
  }
}

/**
 * Height of the steps at block borders on a scale of 255, the mean of both directions: about 1 for photos of usual
 * JPEG quality, 2 at quality 50, over 4 at quality 10.
 */
export function measureBlockStep(view: PixelView): number {
  const [across, down] = [newPhases(), newPhases()];
  addBands(across, view, true);
  addBands(down, view, false);
  return (stepOf(across) + stepOf(down)) / 2;
}
