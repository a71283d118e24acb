/**
 * The quality check: how well sharpness is ranked whatever the noise, what the measures of 24 megapixels and a further size
 * cost, and what good photos are blamed for; with `--sets DIR` also what is told of faults put into the photos of a folder.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { measureNoise } from '@platen/imaging/pixels/noise-level';
import { cutLuma, type PixelView, viewUpright } from '@platen/imaging/pixels/pixel-view';
import { createImagingPool, type ImagingPool } from '@platen/imaging/pool/imaging-pool';
import type { PhotoMeasures } from '@platen/imaging/quality/measures-version';
import type { QualityPaper } from '@platen/imaging/quality/quality-paper-rules';
import { judgeQuality } from '@platen/imaging/quality/quality-rules';
import { measureBlur } from '@platen/imaging/quality/sharpness';
import sharp from 'sharp';
import { benchPhotoFaults } from './bench-photo-faults.ts';
import { photoPaths, sceneFile } from './bench-photos.ts';
import { median, type Row } from './bench-table.ts';
import { rankCorrelation } from './pictures/rank-correlation.ts';

/** Sigmas in pixels, and of 255. */
const blurs = [0, 0.7, 1, 1.5, 2, 3, 4];
const noises = [0, 5, 10];
const rankedPx = 768;
const scenes = 6;
const rounds = 9;

const photo = (widthMm: number, heightMm: number): QualityPaper => ({
  widthMm,
  heightMm,
  fit: 'fill',
  isBorderless: true,
});
const papers: QualityPaper[] = [
  photo(88.9, 127),
  photo(101.6, 152.4),
  photo(127, 177.8),
  photo(152.4, 203.2),
  photo(203.2, 254),
  photo(101.6, 101.6),
  photo(100, 200),
  photo(210, 297),
  photo(300, 450),
  { widthMm: 210, heightMm: 297, fit: 'fit', isBorderless: false },
];
/** What comes of the paper that was chosen, not of the photo. */
const ofThePaper = new Set([
  'low_resolution',
  'cropped',
  'white_borders',
  'turned',
  'face_cut',
  'face_near_edge',
]);

/** Gaussian noise, the same for the same seed. */
function noiseTable(): Float32Array {
  let state = 20_261_121;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 1) / 4294967297;
  };
  return Float32Array.from(
    { length: 65_521 },
    () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random()),
  );
}

/** Grey, so that the noise of the luma is what was asked for. */
async function greyOf(file: string | Buffer): Promise<PixelView> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .flatten({ background: '#fff' })
    .resize({ width: rankedPx, height: rankedPx, fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return viewUpright({ bytes: data, channels: 1, widthPx: info.width, heightPx: info.height });
}

async function blurred({ bytes, widthPx, heightPx }: PixelView, sigma: number): Promise<Uint8Array> {
  if (sigma === 0) return bytes;
  const raw = { raw: { width: widthPx, height: heightPx, channels: 1 as const } };
  // The least amplitude: a kernel that is cut off early is another blur.
  return await sharp(bytes, raw)
    .blur({ sigma, minAmplitude: 0.005, precision: 'float' })
    .extractChannel(0)
    .raw()
    .toBuffer();
}

/** The classic, for comparison. */
function laplacianVariance({ bytes, widthPx, heightPx }: PixelView): number {
  let [sum, squares, count] = [0, 0, 0];
  for (let y = 1; y < heightPx - 1; y++) {
    for (let at = y * widthPx + 1; at < (y + 1) * widthPx - 1; at++) {
      const value =
        4 * bytes[at]! - bytes[at - 1]! - bytes[at + 1]! - bytes[at - widthPx]! - bytes[at + widthPx]!;
      sum += value;
      squares += value * value;
      count += 1;
    }
  }
  return squares / count - (sum / count) ** 2;
}

function ownBlur(view: PixelView): number {
  const all = { left: 0, top: 0, widthPx: view.widthPx, heightPx: view.heightPx, shrink: 1 };
  const { sigma, roughness } = measureNoise(cutLuma(view, all));
  return measureBlur(view, roughness >= 1.5 ? sigma : Math.min(sigma, 1.5)) ?? 20;
}

async function rankSharpness(files: readonly (string | Buffer)[]): Promise<Row> {
  const table = noiseTable();
  const [truth, own, classic]: [number[], number[], number[]] = [[], [], []];
  let offset = 0;
  for (const file of files) {
    const grey = await greyOf(file);
    for (const sigma of blurs) {
      const soft = await blurred(grey, sigma);
      for (const noise of noises) {
        offset += 7919;
        const bytes = soft.map((value, i) =>
          Math.max(0, Math.min(255, Math.round(value + noise * table[(offset + i) % table.length]!))),
        );
        const view = { ...grey, bytes };
        truth.push(sigma);
        own.push(ownBlur(view));
        classic.push(-laplacianVariance(view));
      }
    }
  }
  const [platen, reference] = [rankCorrelation(truth, own), rankCorrelation(truth, classic)];
  return {
    measure: `blur ranked, SROCC (${files.length} scenes, ${blurs.length} blurs, noise ${noises.join(', ')})`,
    platen: platen.toFixed(3),
    reference: `variance of Laplacian: ${reference.toFixed(3)}`,
    ratio: '',
    goal: '>= 0.97',
    met: platen >= 0.97,
  };
}

/** A JPEG of 24 megapixels: the photos side by side, or a scene. */
async function makeLarge(paths: readonly string[], targetPath: string): Promise<void> {
  const [width, height] = [6000, 4000];
  const tile = { width: width / 2, height: height / 2 };
  if (paths.length === 0) {
    await sharp(await sceneFile(1, { widthPx: width, heightPx: height }), { limitInputPixels: false })
      .jpeg({ quality: 92 })
      .toFile(targetPath);
    return;
  }
  const chosen = [0, 1, 2, 3].map((i) => paths[i % paths.length]!);
  const input = await Promise.all(
    chosen.map((path) =>
      sharp(path)
        .autoOrient()
        .flatten()
        .resize({ ...tile, fit: 'cover' })
        .png()
        .toBuffer(),
    ),
  );
  await sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite(
      input.map((bytes, i) => ({ input: bytes, left: (i % 2) * tile.width, top: (i >> 1) * tile.height })),
    )
    .jpeg({ quality: 92 })
    .toFile(targetPath);
}

async function timeMeasures(pool: ImagingPool, path: string): Promise<Row> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    await pool.measurePhoto(path);
    if (round > 1) times.push(performance.now() - began);
  }
  const [middleMs, minMs] = [median(times), Math.min(...times)];
  return {
    measure: 'all measures of a 24 MP JPEG, one child, warm',
    platen: `${middleMs.toFixed(0)} ms (least ${minMs.toFixed(0)})`,
    reference: '',
    ratio: '',
    goal: '< 250 ms',
    met: middleMs < 250,
  };
}

function timeSizes(measures: PhotoMeasures): Row {
  const times: number[] = [];
  for (let round = 0; round < 200; round++) {
    const began = performance.now();
    for (const paper of papers) judgeQuality(measures, paper);
    if (round >= 20) times.push((performance.now() - began) / papers.length);
  }
  const middleMs = median(times);
  return {
    measure: 'a further size of a photo that was measured',
    platen: `${middleMs.toFixed(4)} ms`,
    reference: '',
    ratio: '',
    goal: '< 1 ms',
    met: middleMs < 1,
  };
}

/** Prints what it blames photos for, so that a person can look. */
async function countAlarms(pool: ImagingPool, paths: readonly string[]): Promise<Row> {
  let alarms = 0;
  for (const path of paths) {
    const measures = await pool.measurePhoto(path);
    const found = papers.flatMap((paper) =>
      judgeQuality(measures, paper).findings.filter(
        ({ name, severity }) => severity !== 'info' && !ofThePaper.has(name),
      ),
    );
    alarms += found.length;
    const words = [...new Set(found.map(({ name, value }) => `${name} ${value}`))];
    if (words.length > 0) console.log(`  ${basename(path)}: ${words.join(', ')}`);
  }
  return {
    measure: `warnings on ${paths.length} good photos, ${papers.length} sizes each`,
    platen: String(alarms),
    reference: '',
    ratio: '',
    goal: '0',
    met: alarms === 0,
  };
}

export async function benchQuality(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-quality-'));
  const pool = createImagingPool({ size: 1, idleMs: 60_000 });
  try {
    const given = photoPaths();
    const files: string[] = [...given];
    for (let seed = 1; given.length === 0 && seed <= scenes; seed++) {
      const path = join(folder, `scene-${seed}.png`);
      await writeFile(path, await sceneFile(seed, { widthPx: rankedPx, heightPx: 512 }));
      files.push(path);
    }
    const large = join(folder, 'large.jpg');
    await makeLarge(given, large);
    return [
      await rankSharpness(files),
      await timeMeasures(pool, large),
      timeSizes(await pool.measurePhoto(large)),
      await countAlarms(pool, files),
      ...(await benchPhotoFaults(pool)),
    ];
  } finally {
    await pool.close();
    await rm(folder, { recursive: true });
  }
}
