/**
 * Learns what a defect looks like and writes `packages/imaging/damage/defect-trees.bin`: `node tools/learn-defects.ts --photos
 * DIR`, with good photos in `DIR/good` and old ones without defects in `DIR/old-clean`. Takes some minutes. Photos are
 * damaged after models A and B; good photos, faded ones, and scenes of thin structures say what is no defect.
 */
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shrinkPixels } from '@platen/imaging/pixels/shrink-pixels';
import { grainOf, measureNoiseOf } from '@platen/imaging/restore/restore-assess';
import {
  detectCandidates,
  featureNames,
  featuresAt,
  groundOf,
} from '@platen/imaging/restore/restore-candidates';
import { createSampleRandom } from '@platen/imaging/testing/random-samples';
import { drawStructure, structureScenes } from '@platen/imaging/testing/structure-samples';
import sharp from 'sharp';
import { damageAlbum } from '../test/bench/pictures/damage-album.ts';
import {
  type BenchPixels,
  createCanvas,
  damagePrint,
  fadePrint,
  writeScan,
} from '../test/bench/pictures/damage-print.ts';
import { type Examples, growTrees, packTrees } from './boosted-trees.ts';

/** A picture, where its defects are, and how much it counts. */
interface Lesson {
  pixels: BenchPixels;
  mask?: Uint8Array;
  weight: number;
}
type Rows = Record<'light' | 'dark', { features: readonly number[]; isDefect: boolean; weight: number }[]>;

const photoPx = 768;
const largePx = 1536;
const treeCount = 90;
/** A candidate is a defect when so much of it is; between the two it teaches nothing. */
const [defectShare, cleanShare] = [0.4, 0.15];
const maxWeighedPixels = 60;

async function read(source: string | Buffer, px: number): Promise<BenchPixels> {
  const pipeline = sharp(source).autoOrient().flatten({ background: '#fff' }).toColourspace('srgb');
  pipeline.resize(px, px, { fit: 'inside', withoutEnlargement: true });
  const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
  return { rgb: data, widthPx: info.width, heightPx: info.height };
}

async function damaged(made: Promise<{ file: Buffer; mask: Uint8Array }>, weight: number): Promise<Lesson> {
  const { file, mask } = await made;
  return { pixels: await read(file, photoPx), mask, weight };
}

/** Faded and grainy, without a defect. */
async function faded(photo: BenchPixels, seed: number, weight: number): Promise<Lesson> {
  const canvas = createCanvas(photo);
  fadePrint(canvas, createSampleRandom(seed));
  const { file } = await writeScan(canvas, [60, 75, 90][seed % 3]!);
  return { pixels: await read(file, photoPx), weight };
}

async function* lessonsOf(folder: string): AsyncGenerator<Lesson> {
  const list = async (name: string) =>
    existsSync(join(folder, name))
      ? (await readdir(join(folder, name))).sort().map((it) => join(folder, name, it))
      : [];
  let seed = 500;
  for (const path of await list('good')) {
    const photo = await read(path, photoPx);
    yield { pixels: photo, weight: 4 };
    const large = await read(path, largePx);
    if (large.widthPx > 1000) yield { pixels: large, weight: 1.5 };
    for (const share of [1, 1, 1, 0.4, 0])
      yield await damaged(damagePrint(photo, seed++, { fadeShare: share }), share === 1 ? 1 : 0.5);
    yield await damaged(damageAlbum(photo, 2 * seed++), 0.6);
    yield await faded(photo, seed++, 2);
  }
  for (const name of structureScenes) {
    for (let draw = 1; draw <= 4; draw++) {
      const size = { widthPx: 600, heightPx: 400 };
      const pixels = { rgb: drawStructure(name, { ...size, seed: draw }).pixels, ...size };
      yield { pixels, weight: 2 };
      // Faded stars and snow can't be told from dust.
      if (draw > 2 || ['stars', 'snow', 'rain'].includes(name)) continue;
      yield await faded(pixels, seed++, 1);
      yield await damaged(damagePrint(pixels, seed++), 0.4);
    }
  }
  for (const path of await list('old-clean')) yield { pixels: await read(path, largePx), weight: 2 };
}

function halved(mask: Uint8Array, { widthPx, heightPx }: BenchPixels): Uint8Array {
  const [wide, high] = [widthPx >> 1, heightPx >> 1];
  return Uint8Array.from({ length: wide * high }, (_, i) => {
    const at = 2 * Math.floor(i / wide) * widthPx + 2 * (i % wide);
    return mask[at]! + mask[at + 1]! + mask[at + widthPx]! + mask[at + widthPx + 1]! >= 510 ? 255 : 0;
  });
}

function addRows({ pixels, mask, weight }: Lesson, rows: Rows): void {
  const noise = grainOf(measureNoiseOf(pixels));
  for (const level of [0, 1] as const) {
    const at = level === 0 ? pixels : shrinkPixels(pixels, 2);
    const truth = mask && level === 1 ? halved(mask, pixels) : mask;
    const ground = groundOf(at);
    for (const isLight of [true, false]) {
      for (const candidate of detectCandidates(at, ground, { isLight, noise: noise / (level + 1) })) {
        const places = candidate.pixels;
        let hits = 0;
        if (truth) for (const place of places) if (truth[place]) hits++;
        const share = hits / places.length;
        if (share > cleanShare && share <= defectShare) continue;
        const counted = weight * Math.min(maxWeighedPixels, places.length);
        rows[isLight ? 'light' : 'dark'].push({
          features: featuresAt(candidate, level),
          isDefect: share > defectShare,
          weight: counted,
        });
      }
    }
  }
}

function examplesOf(rows: Rows['light']): Examples {
  const width = featureNames.length;
  const features = new Float32Array(rows.length * width);
  for (const [i, row] of rows.entries()) features.set(row.features, i * width);
  return {
    features,
    width,
    isDefect: Uint8Array.from(rows, (row) => Number(row.isDefect)),
    weights: Float32Array.from(rows, (row) => row.weight),
  };
}

const folder = process.argv[process.argv.indexOf('--photos') + 1];
if (!process.argv.includes('--photos') || !folder) throw new Error('learn-defects: --photos DIR is needed');
const rows: Rows = { light: [], dark: [] };
for await (const lesson of lessonsOf(folder)) addRows(lesson, rows);
const grown: Buffer[] = [];
for (const polarity of ['light', 'dark'] as const) {
  const examples = examplesOf(rows[polarity]);
  console.log(`${polarity}: ${examples.isDefect.length} candidates`);
  grown.push(packTrees(growTrees(examples, treeCount)));
}
await writeFile(
  new URL('../packages/imaging/damage/defect-trees.bin', import.meta.url),
  Buffer.concat(grown),
);
