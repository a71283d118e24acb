/**
 * Print-ready files against the floor of decoding and encoding (djpeg, cjpeg) and against the command line of vips and
 * ImageMagick, on photos of a folder or scenes made by code. The same work for all: 6 x 4 inches at 300 dpi, filled, sharpened,
 * JPEG of quality 95 in 4:4:4. Owns the pictures it makes; a tool that isn't installed is named and left out.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { createImagingPool, type ImagingPool } from '@platen/imaging/pool/imaging-pool';
import { drawScene } from '@platen/imaging/testing/scene-samples';
import sharp from 'sharp';
import { optionOf } from './bench-photos.ts';
import { interleave, median, type Row } from './bench-table.ts';

const rounds = 9;
const batchRounds = 3;
const batchSize = 20;
const large = { width: 6000, height: 4000 };
const medium = { width: 4416, height: 2944 };
const print = { width: 1800, height: 1200 };

/** Has the command, or doesn't. */
function has(command: string): boolean {
  try {
    execFileSync('which', [command], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Milliseconds that the commands take, one after the other. */
async function timeCommands(commands: readonly (readonly string[])[]): Promise<number> {
  const start = performance.now();
  for (const [command, ...args] of commands) {
    await new Promise<void>((resolve, reject) => {
      const child = spawn(command!, args, { stdio: 'ignore' });
      child.once('error', reject);
      child.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}`)),
      );
    });
  }
  return performance.now() - start;
}

/** Pictures that are large enough to be cut from without being enlarged. */
async function listPhotos(dir: string): Promise<string[]> {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => ['.jpg', '.jpeg'].includes(extname(name).toLowerCase()))
    .map((name) => join(dir, name))
    .sort();
  const found: string[] = [];
  for (const file of files) {
    const { width, height } = await sharp(file).metadata();
    if (Math.min(width, height) >= large.height / 2) found.push(file);
  }
  return found;
}

/** A JPEG of four parts of photos (or of scenes), at the pixels of their sources; another `index`, another picture. */
async function makePicture(
  path: string,
  { size, photos, index }: { size: typeof large; photos: string[]; index: number },
): Promise<void> {
  const part = { width: size.width / 2, height: size.height / 2 };
  const parts = await Promise.all(
    [0, 1, 2, 3].map(async (n) => {
      const photo = photos[(index + n) % Math.max(1, photos.length)];
      if (photo)
        return await sharp(photo)
          .resize({ ...part, fit: 'cover', position: n % 2 ? 'left' : 'right' })
          .png({ compressionLevel: 0 })
          .toBuffer();
      const scene = drawScene({
        widthPx: part.width / 2,
        heightPx: part.height / 2,
        seed: index * 4 + n + 1,
      });
      const raw = { width: scene.widthPx, height: scene.heightPx, channels: 3 } as const;
      return await sharp(scene.pixels, { raw }).resize(part).png({ compressionLevel: 0 }).toBuffer();
    }),
  );
  const places = [0, 1, 2, 3].map((n) => ({
    left: (n % 2) * part.width,
    top: Math.floor(n / 2) * part.height,
  }));
  await sharp({ create: { ...size, channels: 3, background: '#808080' } })
    .composite(parts.map((input, n) => ({ input, ...places[n]! })))
    .jpeg({ quality: 92 })
    .toFile(path);
}

const optionsOf = (sourcePath: string, targetPath: string) => ({
  ...({ sourcePath, targetPath, fit: 'fill', colour: 'color', output: { format: 'image/jpeg' } } as const),
  sheet: {
    widthHmm: 15_240,
    heightHmm: 10_160,
    dpiX: 300,
    dpiY: 300,
    marginsHmm: { top: 0, right: 0, bottom: 0, left: 0 },
  },
});

/** Half the size, then cjpeg as it comes: quality 75, 4:2:0. */
const floorCommands = (source: string, dir: string) => [
  ['djpeg', '-scale', '1/2', '-outfile', join(dir, 'floor.ppm'), source],
  ['cjpeg', '-outfile', join(dir, 'floor.jpg'), join(dir, 'floor.ppm')],
];
const vipsCommands = (source: string, dir: string) => [
  [
    'vips',
    'thumbnail',
    source,
    join(dir, 'vips.v'),
    `${print.width}`,
    '--height',
    `${print.height}`,
    '--crop',
    'centre',
  ],
  ['vips', 'sharpen', join(dir, 'vips.v'), join(dir, 'vips.jpg[Q=95,subsample_mode=off]')],
];
const magickCommands = (source: string, dir: string) => [
  [
    'convert',
    '-define',
    `jpeg:size=${print.width * 2}x${print.height * 2}`,
    source,
    '-auto-orient',
    '-resize',
    `${print.width}x${print.height}^`,
    '-gravity',
    'center',
    '-extent',
    `${print.width}x${print.height}`,
    '-unsharp',
    '0x0.7',
    '-sampling-factor',
    '4:4:4',
    '-quality',
    '95',
    join(dir, 'magick.jpg'),
  ],
];

/** Memory of this process's imaging children together, MiB (Linux); pages that they share count once (Pss). */
function childrenMiB(): number {
  let kib = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      if (!status.includes(`PPid:\t${process.pid}\n`)) continue;
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('imaging-process'))
        kib += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      // It ended meanwhile.
    }
  }
  return kib / 1024;
}

async function peakMiB(work: () => Promise<unknown>): Promise<number> {
  let max = 0;
  const timer = setInterval(() => {
    max = Math.max(max, childrenMiB());
  }, 20);
  await work().finally(() => clearInterval(timer));
  return max;
}

const text = (ms: number) => `${ms.toFixed(0)} ms`;
const absent = (measure: string, tool: string, goal: string): Row => ({
  measure,
  platen: '',
  reference: `${tool} is not installed`,
  ratio: '',
  goal,
  met: undefined,
});

function compare(measure: string, times: number[][], goal: { max: number | undefined; by: string }): Row {
  const [own, other] = times as [number[], number[]];
  const ratio = median(own.map((ms, round) => ms / other[round]!));
  return {
    measure,
    platen: text(median(own)),
    reference: `${goal.by} ${text(median(other))}`,
    ratio: ratio.toFixed(2),
    goal: goal.max === undefined ? '' : `<= ${goal.max}`,
    met: goal.max === undefined ? undefined : ratio <= goal.max,
  };
}

const tools = {
  floor: { names: ['djpeg', 'cjpeg'], commands: floorCommands, by: 'djpeg 1/2 + cjpeg', max: 2 },
  vips: { names: ['vips'], commands: vipsCommands, by: 'vips', max: 0.6 },
  magick: { names: ['convert'], commands: magickCommands, by: 'ImageMagick', max: undefined },
} as const;

async function benchOne(pool: ImagingPool, source: string, dir: string): Promise<Row[]> {
  const measure = 'print-ready, 24 MP';
  const contenders: Record<string, () => Promise<number>> = {
    platen: async () => {
      const start = performance.now();
      await pool.preparePhoto(optionsOf(source, join(dir, 'platen.jpg')));
      return performance.now() - start;
    },
  };
  const present = Object.entries(tools).filter(([, { names }]) => names.every(has));
  for (const [name, { commands }] of present) contenders[name] = () => timeCommands(commands(source, dir));
  await contenders.platen!();
  const times = await interleave(contenders, rounds);
  return Object.entries(tools).map(([name, { by, max, names }]) =>
    times[name]
      ? compare(measure, [times.platen!, times[name]], { by, max })
      : absent(measure, names.join(', '), max === undefined ? '' : `<= ${max}`),
  );
}

async function benchBatch(pool: ImagingPool, sources: string[], dir: string): Promise<Row[]> {
  const measure = `${batchSize} photos of 13 MP, two workers`;
  let max = 0;
  const contenders: Record<string, () => Promise<number>> = {
    platen: async () => {
      const start = performance.now();
      const work = () =>
        Promise.all(
          sources.map((source, i) => pool.preparePhoto(optionsOf(source, join(dir, `${i}.out.jpg`)))),
        );
      max = Math.max(max, await peakMiB(work));
      return performance.now() - start;
    },
  };
  if (has('vips'))
    contenders.vips = () => timeCommands(sources.flatMap((source) => vipsCommands(source, dir)));
  const times = await interleave(contenders, batchRounds);
  const memory: Row = {
    measure: `${measure}: peak memory`,
    platen: `${max.toFixed(0)} MiB`,
    reference: '',
    ratio: '',
    goal: '< 300 MiB',
    met: max < 300,
  };
  return [
    times.vips
      ? compare(measure, [times.platen!, times.vips], { by: 'vips, one after the other', max: 0.6 })
      : absent(measure, 'vips', '<= 0.6'),
    memory,
  ];
}

/** A HEIC of the folder, if there is one: nothing here can encode one. No row without. */
async function benchHeic(pool: ImagingPool, photosDir: string | undefined, dir: string): Promise<Row[]> {
  const names = photosDir ? readdirSync(photosDir, { recursive: true, encoding: 'utf8' }) : [];
  const heic = names.find((name) => extname(name).toLowerCase() === '.heic');
  if (!heic || !photosDir) return [];
  const start = performance.now();
  const peak = await peakMiB(() =>
    pool.preparePhoto(optionsOf(join(photosDir, heic), join(dir, 'heic.jpg'))),
  );
  const { width, height, space } = await sharp(join(dir, 'heic.jpg')).metadata();
  const isRight = width === print.width && height === print.height && space === 'srgb';
  return [
    {
      measure: 'print-ready, HEIC',
      platen: `${text(performance.now() - start)}, ${peak.toFixed(0)} MiB`,
      reference: '',
      ratio: '',
      goal: `${print.width} x ${print.height} sRGB`,
      met: isRight,
    },
  ];
}

/** See the head of this file. */
export async function* benchPrintReady(): AsyncGenerator<Row> {
  const photosDir = optionOf('--photos');
  const dir = mkdtempSync(join(tmpdir(), 'platen-bench-print-'));
  const pool = createImagingPool({ size: 2 });
  try {
    const photos = photosDir ? await listPhotos(photosDir) : [];
    const source = join(dir, 'large.jpg');
    await makePicture(source, { size: large, photos, index: 0 });
    const sources = Array.from({ length: batchSize }, (_, i) => join(dir, `${i}.jpg`));
    for (const [index, path] of sources.entries()) await makePicture(path, { size: medium, photos, index });
    sharp.cache(false);
    yield* await benchOne(pool, source, dir);
    yield* await benchBatch(pool, sources, dir);
    yield* await benchHeic(pool, photosDir, dir);
  } finally {
    await pool.close();
    rmSync(dir, { recursive: true });
  }
}
