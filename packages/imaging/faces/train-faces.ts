/**
 * `npm run build:faces`: learns the face detector's model from heads and clutter drawn by code, always the same one, and
 * writes `face-model.json`. No photo and no person's face goes into it. Boosted trees (Friedman, Hastie and Tibshirani 2000)
 * in rounds, each with what the last one took for faces; rejection floors as in soft cascades (Bourdev and Brandt 2005).
 */
import { writeFileSync } from 'node:fs';
import { drawClutter } from './clutter-samples.ts';
import { CELL_PX, CHANNELS, cellsOf, type GreyPicture } from './face-channels.ts';
import { type Canvas, createRandom, drawHead, faceCentre, makeHead, type Random } from './face-samples.ts';
import { type FaceModel, featureOffsets, scanCells, WINDOW_CELLS } from './face-windows.ts';
import { shrinkGrey } from './grey-levels.ts';
import { runningScores, trainTrees } from './train-trees.ts';

const POSITIVES = Number(process.argv[2] ?? 5000);
const ROUNDS = [64, 160, 320, 512];
const NEGATIVES = Number(process.argv[3] ?? 5000);
const WINDOW_PX = WINDOW_CELLS * CELL_PX;
/** The window is so many half widths of a face wide. */
const WINDOW_UNITS = 2.7;
const MARGIN_PX = 15;
const KEPT = 0.997;

/** Camera and age: contrast, gamma, blur, noise, halves of the size. */
function develop(canvas: Canvas, random: Random, pixels: number): GreyPicture {
  const gamma = 0.35 + 0.5 * random();
  const [black, white] = [random() * 60, 120 + random() * 135];
  const noise = random() < 0.5 ? 0 : random() * 14;
  const samples = Float32Array.from(
    canvas.light,
    (value) => black + (white - black) * Math.min(1.1, value) ** gamma,
  );
  const full = { samples, widthPx: canvas.widthPx, heightPx: canvas.heightPx };
  // Once smaller and larger again: blur.
  const small = shrinkGrey(full, pixels, pixels);
  const blurred = random() < 0.4 ? blur(small) : small;
  for (let i = 0; i < blurred.samples.length; i++) {
    const grain = noise * (random() + random() + random() - 1.5);
    blurred.samples[i] = Math.max(0, Math.min(255, Math.round(blurred.samples[i]! + grain)));
  }
  return blurred;
}

function blur({ samples, widthPx, heightPx }: GreyPicture): GreyPicture {
  const out = samples.map((_, i) => {
    const [x, y] = [i % widthPx, Math.floor(i / widthPx)];
    let sum = 0;
    for (let row = -1; row <= 1; row++) {
      for (let column = -1; column <= 1; column++) {
        const [atX, atY] = [
          Math.max(0, Math.min(widthPx - 1, x + column)),
          Math.max(0, Math.min(heightPx - 1, y + row)),
        ];
        sum += samples[atY * widthPx + atX]!;
      }
    }
    return sum / 9;
  });
  return { samples: out, widthPx, heightPx };
}

const OVER = 2;
const PATCH_PX = WINDOW_PX + 2 * MARGIN_PX;

function newCanvas(sidePx: number): Canvas {
  return { light: new Float32Array(sidePx * sidePx), widthPx: sidePx, heightPx: sidePx };
}

/** Clutter, or one even or graded light: studios have such backgrounds. */
function drawBackground(canvas: Canvas, random: Random): void {
  if (random() < 0.6) {
    drawClutter(canvas, random);
    return;
  }
  const [light, slope] = [random(), (random() - 0.5) * 0.8];
  for (let i = 0; i < canvas.light.length; i++) {
    canvas.light[i] = Math.max(0, light + slope * (i / canvas.light.length - 0.5));
  }
}

type Offset = { x: number; y: number; scale: number };

function drawFacePatch(random: Random, offset: Offset): GreyPicture {
  const canvas = newCanvas(PATCH_PX * OVER);
  drawBackground(canvas, random);
  const spread = () => random() + random() - 1;
  const pose = { yaw: spread() * 0.65, pitch: spread() * 0.4 - 0.05, roll: spread() * 0.5 };
  const unitPx = ((WINDOW_PX * OVER) / WINDOW_UNITS) * offset.scale;
  const centre = faceCentre(pose);
  const middle = (PATCH_PX * OVER) / 2;
  const windowUnits = WINDOW_UNITS / offset.scale;
  const place = {
    eyesX: middle + (offset.x * windowUnits - centre.x) * unitPx,
    eyesY: middle + (offset.y * windowUnits - centre.y) * unitPx,
    unitPx,
  };
  drawHead(canvas, makeHead(random), { place, pose });
  return develop(canvas, random, PATCH_PX);
}

/** The features of the window in the middle of a patch. */
function featuresOf(patch: GreyPicture): Uint8Array {
  const cells = cellsOf(patch);
  const margin = MARGIN_PX / CELL_PX;
  return cutFeatures(cells.bytes, cells.columns, (margin * cells.columns + margin) * CHANNELS);
}

function cutFeatures(bytes: Uint8Array, columns: number, start: number): Uint8Array {
  return Uint8Array.from(featureOffsets(columns), (offset) => bytes[start + offset]!);
}

function makePositives(count: number, seed: number): Uint8Array[] {
  return Array.from({ length: count }, (_, i) => {
    const random = createRandom(seed + i);
    const jitter = () => (random() - 0.5) * 0.09;
    return featuresOf(drawFacePatch(random, { x: jitter(), y: jitter(), scale: 0.9 + 0.2 * random() }));
  });
}

/** Faces beside the middle, or much too large or small: only the right window shall answer. */
function makeMisplaced(random: Random): Uint8Array {
  const angle = random() * Math.PI * 2;
  const isShifted = random() < 0.6;
  const by = isShifted ? 0.3 + 0.3 * random() : 0.15 * random();
  const scale = isShifted ? 0.7 + 0.8 * random() : random() < 0.5 ? 0.35 + 0.25 * random() : 1.7 + random();
  return featuresOf(drawFacePatch(random, { x: Math.cos(angle) * by, y: Math.sin(angle) * by, scale }));
}

const SCENE_PX = 330;

/** Windows of clutter that the model lets through, at most so many of each scene. */
function mineScene(random: Random, model: FaceModel | undefined, most: number): Uint8Array[] {
  const canvas = newCanvas(SCENE_PX * 2);
  drawClutter(canvas, random);
  const cells = cellsOf(develop(canvas, random, SCENE_PX));
  const found: Uint8Array[] = [];
  const take = (column: number, row: number) =>
    found.push(cutFeatures(cells.bytes, cells.columns, (row * cells.columns + column) * CHANNELS));
  if (!model) {
    for (let i = 0; i < most; i++) {
      take(
        Math.floor(random() * (cells.columns - WINDOW_CELLS)),
        Math.floor(random() * (cells.rows - WINDOW_CELLS)),
      );
    }
    return found;
  }
  scanCells(model, cells, ({ column, row }) => {
    if (random() < 0.5 && found.length < most) take(column, row);
  });
  return found;
}

function mine(model: FaceModel | undefined, count: number, seed: number): Uint8Array[] {
  const found: Uint8Array[] = [];
  let scenes = 0;
  for (; found.length < count && scenes < 500; scenes++) {
    const random = createRandom(seed + scenes);
    const patch = random() < 0.35 ? makeMisplaced(random) : undefined;
    if (patch && (!model || isThrough(model, patch))) found.push(patch);
    found.push(...mineScene(random, model, 24));
  }
  console.log(`  ${found.length} windows of ${scenes} scenes`);
  return found;
}

const isThrough = (model: FaceModel, bytes: Uint8Array) =>
  runningScores(model, bytes).every((sum, tree) => sum >= model.floors[tree]!);

/** Floors that leave almost all of the faces in: of those that no training saw. */
function setFloors(model: FaceModel, faces: readonly Uint8Array[]): void {
  const runs = faces.map((face) => runningScores(model, face)).filter((run) => run.at(-1)! > 0);
  const dropped = Math.floor(runs.length * (1 - KEPT));
  for (let tree = 0; tree < model.floors.length; tree++) {
    const sorted = runs.map((run) => run[tree]!).toSorted((a, b) => a - b);
    model.floors[tree] = sorted[dropped]! - 300;
  }
  console.log(`  ${runs.length} of ${faces.length} faces above 0`);
}

console.log('drawing faces');
const positives = makePositives(POSITIVES, 1_000_000);
const unseen = makePositives(1500, 3_000_000);
let model: FaceModel | undefined;
let negatives: Uint8Array[] = [];
for (const [round, trees] of ROUNDS.entries()) {
  console.log(`round ${round}`);
  negatives = [...negatives, ...mine(model, NEGATIVES, 10_000_000 * (round + 1))];
  model = trainTrees(positives, negatives, trees);
  setFloors(model, unseen);
  const { questions, answers, floors } = model;
  const written = { questions: [...questions], answers: [...answers], floors: [...floors] };
  writeFileSync(new URL('face-model.json', import.meta.url), `${JSON.stringify(written)}\n`);
}
