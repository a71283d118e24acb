/**
 * Measures the restoration: photos damaged after two written models, restored, and compared with what they were; good
 * photos and scenes of thin structures, which must come back as they went in; cost. `--photos DIR` takes photos (from
 * `DIR/good`, and real old ones from `DIR/old`, when there are such folders); without it scenes are drawn. `--sets DIR` takes
 * one of the sets of docs/photo-sets.md instead: what is done to all of its photos, by kind, and to model A of 30 of its good ones.
 * `--write DIR` writes before and after beside the truth, to look at; `--pairs DIR` writes the old photos of a set without a mark, which
 * of both sides is the restored one being told in DIR/key.json alone, for somebody who judges blind.
 */
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RestoreOptions } from '@platen/imaging/restore/restore-options';
import { restorePhoto } from '@platen/imaging/restore/restore-photo';
import { usualRestore } from '@platen/imaging/testing/restore-samples';
import { drawScene } from '@platen/imaging/testing/scene-samples';
import { drawStructure, structureScenes } from '@platen/imaging/testing/structure-samples';
import sharp from 'sharp';
import { listPictures, optionOf, photoPaths } from './bench-photos.ts';
import { median, type Row } from './bench-table.ts';
import { damageAlbum } from './pictures/damage-album.ts';
import { type BenchPixels, type DamagedPhoto, damagePrint } from './pictures/damage-print.ts';
import { aligned, type PictureScore, psnrOf, scoreOf } from './pictures/picture-scores.ts';

type Photo = BenchPixels & { name: string };
interface Model {
  name: string;
  damage(photo: BenchPixels, seed: number): Promise<DamagedPhoto>;
  descreen: boolean;
}

/** Photos are damaged at the size of the Kodak set; good ones are also restored whole. */
const damagedPx = 768;
const seeds = 2;

const models: Model[] = [
  { name: 'A (print)', damage: damagePrint, descreen: false },
  { name: 'B (album)', damage: damageAlbum, descreen: true },
];

/** What was measured when the recipe was chosen, on 12 Kodak photos: raw PSNR and SSIM, then aligned. */
const published = '22.33 / .788, 26.33 / .797';

async function readPhoto(source: string | Buffer, px?: number): Promise<BenchPixels> {
  const pipeline = sharp(source).autoOrient().flatten({ background: '#fff' }).toColourspace('srgb');
  if (px) pipeline.resize(px, px, { fit: 'inside', withoutEnlargement: true });
  const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
  return { rgb: data, widthPx: info.width, heightPx: info.height };
}

const toSharp = ({ rgb, widthPx, heightPx }: BenchPixels) =>
  sharp(rgb, { raw: { width: widthPx, height: heightPx, channels: 3 } });

function drawPhotos(): Photo[] {
  const size = { widthPx: 720, heightPx: 480 };
  return Array.from({ length: 6 }, (_, seed) => {
    const { pixels } = drawScene({ ...size, seed });
    return { name: `scene ${seed}`, rgb: pixels, ...size };
  });
}

function drawStructures(): Photo[] {
  const size = { widthPx: 600, heightPx: 400 };
  return structureScenes.map((name) => ({
    name,
    rgb: drawStructure(name, { ...size, seed: 77 }).pixels,
    ...size,
  }));
}

const options = (descreen: boolean): RestoreOptions => ({
  ...usualRestore,
  strength: 100,
  steps: { ...usualRestore.steps, descreen },
});

let folder = '';

async function restored(file: Buffer, descreen = false) {
  const [sourcePath, targetPath] = [join(folder, 'source'), join(folder, 'target.jpg')];
  await writeFile(sourcePath, file);
  const start = process.cpuUsage();
  const { report } = await restorePhoto({ ...options(descreen), sourcePath, targetPath });
  const { user, system } = process.cpuUsage(start);
  const ms = (user + system) / 1000;
  return { report, ms, jpeg: await readFile(targetPath) };
}

/** The best recipe of ImageMagick that was found; undefined when it isn't installed. */
async function byImageMagick(file: Buffer): Promise<BenchPixels | undefined> {
  const [source, target] = [join(folder, 'magick.jpg'), join(folder, 'magick.png')];
  await writeFile(source, file);
  const recipe = [
    '-median',
    '3',
    '-channel',
    'RGB',
    '-separate',
    '-contrast-stretch',
    '0.5%x0.5%',
    '-combine',
  ];
  for (const command of ['magick', 'convert']) {
    try {
      await promisify(execFile)(command, [source, ...recipe, target]);
      return await readPhoto(target);
    } catch {}
  }
  return undefined;
}

interface Score {
  raw: PictureScore;
  fitted: PictureScore;
}
const scoreBoth = (truth: BenchPixels, result: BenchPixels): Score => ({
  raw: scoreOf(truth, result),
  fitted: scoreOf(truth, aligned(truth, result)),
});
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function show(scores: readonly Score[]): string {
  const part = (kind: keyof Score) => {
    const psnr = mean(scores.map((score) => score[kind].psnr)).toFixed(2);
    return `${psnr} / ${mean(scores.map((score) => score[kind].ssim))
      .toFixed(3)
      .slice(1)}`;
  };
  return `${part('raw')}, ${part('fitted')}`;
}

async function writeSheet(name: string, pictures: readonly BenchPixels[]): Promise<void> {
  const sheets = optionOf('--write');
  if (!sheets) return;
  await mkdir(sheets, { recursive: true });
  const width = pictures.reduce((sum, picture) => sum + picture.widthPx + 4, 0);
  const height = Math.max(...pictures.map((picture) => picture.heightPx));
  let left = 0;
  const parts = await Promise.all(
    pictures.map(async (picture) => {
      const at = left;
      left += picture.widthPx + 4;
      return { input: await toSharp(picture).png().toBuffer(), left: at, top: 0 };
    }),
  );
  const sheet = sharp({ create: { width, height, channels: 3, background: '#000' } });
  await sheet.composite(parts).toFile(join(sheets, `${name.replaceAll(/[^\w.-]+/g, '-')}.png`));
}

type Scores = Record<'nothing' | 'magick' | 'platen', Score[]>;

/** Decibels more than ImageMagick's recipe reaches, after the best affine fit of both. */
function overMagick({ name }: Model, { magick, platen }: Scores): Row[] {
  if (magick.length === 0) return [];
  const fitted = (scores: readonly Score[]) => mean(scores.map((score) => score.fitted.psnr));
  const more = fitted(platen) - fitted(magick);
  const isHeld = name === models[0]!.name && optionOf('--photos') !== undefined;
  return [
    {
      measure: `dB more than ImageMagick's best, aligned, damage ${name}`,
      platen: more.toFixed(2),
      reference: '',
      ratio: '',
      goal: isHeld ? 'at least 4.5' : '',
      met: isHeld ? more >= 4.5 : undefined,
    },
  ];
}

async function measureModel(model: Model, photos: readonly Photo[]): Promise<Row[]> {
  const scores: Scores = { nothing: [], magick: [], platen: [] };
  const speeds: number[] = [];
  for (const [index, photo] of photos.entries()) {
    for (let seed = 0; seed < seeds; seed++) {
      const { file } = await model.damage(photo, 1000 * seed + index);
      const damaged = await readPhoto(file);
      const { jpeg, ms } = await restored(file, model.descreen);
      const result = await readPhoto(jpeg);
      speeds.push(ms / 1000 / ((photo.widthPx * photo.heightPx) / 1e6));
      scores.nothing.push(scoreBoth(photo, damaged));
      scores.platen.push(scoreBoth(photo, result));
      const magick = await byImageMagick(file);
      if (magick) scores.magick.push(scoreBoth(photo, magick));
      if (seed === 0) await writeSheet(`${model.name} ${photo.name}`, [damaged, result, photo]);
    }
  }
  const isFirst = model === models[0];
  const at = (kind: keyof Score, what: keyof PictureScore) =>
    mean(scores.platen.map((score) => score[kind][what]));
  const met = at('raw', 'psnr') >= 25 && at('fitted', 'psnr') >= 30;
  const others =
    scores.magick.length > 0 ? `ImageMagick ${show(scores.magick)}` : 'ImageMagick is not installed';
  const isOfPhotos = (optionOf('--photos') ?? optionOf('--sets')) !== undefined;
  return [
    {
      measure: `restored, damage ${model.name}: dB / SSIM raw, aligned`,
      platen: show(scores.platen),
      reference: `nothing ${show(scores.nothing)}; ${others}${isFirst ? `; recipe of old ${published}` : ''}`,
      ratio: '',
      goal: isFirst && isOfPhotos ? '25, 30' : '',
      met: isFirst && isOfPhotos ? met : undefined,
    },
    ...overMagick(model, scores),
    {
      measure: `processor time, damage ${model.name}, s/MP`,
      platen: median(speeds).toFixed(2),
      reference: '',
      ratio: '',
      goal: 'at most 2',
      met: isFirst ? median(speeds) <= 2 : undefined,
    },
  ];
}

/** Larger photos aren't enlarged. */
const enlargedPixels = 1_000_000;

/** Photos at a quarter, half and twice their size: a good photo is good in all. */
async function resizedPhotos(paths: readonly string[]): Promise<Photo[]> {
  const photos: Photo[] = [];
  for (const path of paths) {
    const photo = await readPhoto(path);
    for (const scale of [0.25, 0.5, 2]) {
      if (scale > 1 && photo.widthPx * photo.heightPx > enlargedPixels) continue;
      const png = await toSharp(photo)
        .resize(Math.round(scale * photo.widthPx), Math.round(scale * photo.heightPx), { fit: 'fill' })
        .png()
        .toBuffer();
      photos.push({ name: `${path.split('/').at(-1)} x ${scale}`, ...(await readPhoto(png)) });
    }
  }
  return photos;
}

/** How much good pictures are changed. */
async function measureHarm(name: string, photos: readonly (Photo | string)[]): Promise<Row[]> {
  const [shares, kept]: [number[], number[]] = [[], []];
  const worst = { name: '', kept: Number.POSITIVE_INFINITY };
  for (const photo of photos) {
    const file = typeof photo === 'string' ? await readFile(photo) : await toSharp(photo).png().toBuffer();
    const before = typeof photo === 'string' ? await readPhoto(file) : photo;
    const { report, jpeg } = await restored(file);
    const dB = psnrOf(before.rgb, (await readPhoto(jpeg)).rgb);
    shares.push(report.maskedShare);
    kept.push(dB);
    if (dB < worst.kept)
      Object.assign(worst, {
        name: typeof photo === 'string' ? photo.split('/').at(-1) : photo.name,
        kept: dB,
      });
  }
  const max = Math.max(...shares);
  return [
    {
      measure: `${name}: most pixels masked`,
      platen: `${(100 * max).toFixed(3)} %`,
      reference: '5.4 % (recipe of old)',
      ratio: '',
      goal: 'at most 0.2 %',
      met: max <= 0.002,
    },
    {
      measure: `${name}: dB kept, least`,
      platen: `${worst.kept.toFixed(1)} (${worst.name})`,
      reference: '27.8 (recipe of old)',
      ratio: '',
      goal: 'at least 40',
      met: worst.kept >= 40,
    },
  ];
}

/** A scan of 24 megapixels, damaged after the first model, in a process of its own. */
async function measureLarge(): Promise<Row[]> {
  const size = { widthPx: 6000, heightPx: 4000 };
  const { file } = await damagePrint({ rgb: drawScene({ ...size, seed: 5 }).pixels, ...size }, 5);
  const sourcePath = join(folder, 'large.jpg');
  await writeFile(sourcePath, file);
  const program = join(import.meta.dirname, 'restoration-process.ts');
  const said = execFileSync(process.execPath, [program, sourcePath, join(folder, 'large-after.jpg')]);
  const { seconds, peakMb } = JSON.parse(said.toString()) as { seconds: number; peakMb: number };
  const nothing = { reference: '', ratio: '' };
  return [
    {
      measure: 'processor time of a damaged scan of 24 MP, s/MP',
      ...nothing,
      platen: (seconds / 24).toFixed(2),
      goal: 'at most 2',
      met: seconds <= 2 * 24,
    },
    {
      measure: 'most memory of its process',
      ...nothing,
      platen: `${Math.round(peakMb)} MB`,
      goal: '< 400 MB',
      met: peakMb < 400,
    },
  ];
}

/** Old photos have no truth: they are written to be looked at. */
async function showOld(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const file = await readFile(path);
    const { jpeg, report } = await restored(file);
    console.log(
      `${path.split('/').at(-1)}: ${report.applied.join(', ') || 'nothing'}; ${(100 * report.maskedShare).toFixed(2)} % filled`,
    );
    await writeSheet(`old ${path.split('/').at(-1)}`, [await readPhoto(file), await readPhoto(jpeg)]);
  }
}

/** What happened to a photo of a set: what share of it was painted over, what was done, how many decibels of it were kept. */
interface Outcome {
  name: string;
  painted: number;
  applied: readonly string[];
  kept: number;
}

const pairSize = { width: 760, height: 900 };
const gapPx = 20;

/** Writes photo and result side by side; gives the side of the result, which follows from the photo's name. */
async function writePair(name: string, before: BenchPixels, after: BenchPixels): Promise<'left' | 'right'> {
  const side = createHash('sha256').update(name).digest()[0]! % 2 === 0 ? 'left' : 'right';
  const both = side === 'left' ? [after, before] : [before, after];
  const parts = await Promise.all(
    both.map(async (pixels, i) => ({
      input: await toSharp(pixels)
        .resize({ ...pairSize, fit: 'inside' })
        .png()
        .toBuffer(),
      left: i * (pairSize.width + gapPx),
      top: 0,
    })),
  );
  const width = 2 * pairSize.width + gapPx;
  await sharp({ create: { width, height: pairSize.height, channels: 3, background: '#404040' } })
    .composite(parts)
    .jpeg({ quality: 92 })
    .toFile(join(optionOf('--pairs')!, `${name.replace(/\.\w+$/, '').replaceAll(/[^\w.-]+/g, '-')}.jpg`));
  return side;
}

/** Photos of sets are restored whole but for those over so many pixels, which would take hours. */
const setPx = 4000;

async function restoreKind(path: string, isPaired: boolean): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const sides: Record<string, 'left' | 'right'> = {};
  for (const source of listPictures(path)) {
    const before = await readPhoto(source, setPx);
    const file = await toSharp(before).png({ compressionLevel: 1 }).toBuffer();
    const isJpeg = /\.jpe?g$/.test(source) && Math.max(before.widthPx, before.heightPx) < setPx;
    const { report, jpeg } = await restored(isJpeg ? await readFile(source) : file);
    const kept = report.applied.length === 0 ? 99 : psnrOf(before.rgb, (await readPhoto(jpeg)).rgb);
    const name = source.split('/').at(-1)!;
    outcomes.push({ name, painted: report.maskedShare, applied: report.applied, kept });
    if (report.applied.length > 0)
      await writeSheet(`${path.split('/').at(-1)} ${name}`, [before, await readPhoto(jpeg)]);
    if (isPaired) sides[name] = await writePair(name, before, await readPhoto(jpeg));
  }
  if (isPaired) await writeFile(join(optionOf('--pairs')!, 'key.json'), JSON.stringify(sides, null, 2));
  return outcomes;
}

/** Figures of one of the sets of docs/photo-sets.md. */
async function* measureSet(path: string): AsyncGenerator<Row> {
  const bare = { reference: '', ratio: '' };
  const pairs = optionOf('--pairs');
  if (pairs) await mkdir(pairs, { recursive: true });
  for (const kind of ['good', 'hard', 'old-clean', 'old-damaged']) {
    const outcomes = await restoreKind(join(path, kind), pairs !== undefined && kind === 'old-damaged');
    const count = (is: (outcome: Outcome) => boolean) => outcomes.filter(is);
    const show = (some: readonly Outcome[]) => `${some.length} of ${outcomes.length}`;
    const changed = count(({ kept }) => kept < 40);
    const painted = count((it) => it.painted > 0.002);
    if (optionOf('--write')) {
      for (const it of outcomes.filter(({ applied }) => applied.length > 0)) {
        console.log(
          `${kind} ${it.name}: ${it.applied} ${(100 * it.painted).toFixed(2)} % ${it.kept.toFixed(1)} dB`,
        );
      }
    }
    if (kind === 'old-damaged') {
      const known = count(({ applied }) => applied.length > 0);
      const isMet = known.length >= 0.95 * outcomes.length;
      yield {
        measure: `${kind}: recognised`,
        platen: show(known),
        goal: 'at least 95 %',
        met: isMet,
        ...bare,
      };
      yield {
        measure: `${kind}: with parts painted`,
        platen: show(painted),
        goal: '',
        met: undefined,
        ...bare,
      };
      continue;
    }
    const isHeld = kind === 'good';
    const most = 0.005 * outcomes.length;
    const goal = isHeld ? 'at most 0.5 %' : '';
    const metBy = (some: readonly Outcome[]) => (isHeld ? some.length <= most : undefined);
    yield { measure: `${kind}: below 40 dB kept`, platen: show(changed), goal, met: metBy(changed), ...bare };
    yield {
      measure: `${kind}: over 0.2 % painted`,
      platen: show(painted),
      goal,
      met: metBy(painted),
      ...bare,
    };
  }
}

/** So many of a set's good photos are damaged after the models. */
const damagedOfSet = 30;

/** The restoration's half of the bench of images. */
export async function* benchRestoration(): AsyncGenerator<Row> {
  folder = await mkdtemp(join(tmpdir(), 'bench-restoration-'));
  try {
    const set = optionOf('--sets');
    if (set) {
      yield* measureSet(set);
      const good = listPictures(join(set, 'good'));
      const step = Math.max(1, Math.floor(good.length / damagedOfSet));
      const taken = good.filter((_, i) => i % step === 0).slice(0, damagedOfSet);
      const photos: Photo[] = [];
      for (const path of taken)
        photos.push({ name: path.split('/').at(-1)!, ...(await readPhoto(path, damagedPx)) });
      for (const model of models) yield* await measureModel(model, photos);
      return;
    }
    const paths = photoPaths();
    const photos: Photo[] = [];
    for (const path of paths)
      photos.push({ name: path.split('/').at(-1)!, ...(await readPhoto(path, damagedPx)) });
    if (photos.length === 0) photos.push(...drawPhotos());
    for (const model of models) yield* await measureModel(model, photos);
    yield* await measureHarm('good photos', paths.length > 0 ? paths : photos);
    if (paths.length > 0) yield* await measureHarm('good photos at other sizes', await resizedPhotos(paths));
    yield* await measureHarm('thin structures', drawStructures());
    yield* await measureLarge();
    const old = join(optionOf('--photos') ?? '', 'old');
    if (paths.length > 0 && existsSync(old)) await showOld(listPictures(old));
  } finally {
    await rm(folder, { recursive: true });
  }
}
