/**
 * Faces and suggested crops: heads drawn by code that must be found, pictures without any that must not, what it costs, and
 * with `--photos DIR` what is found in a folder and its subfolders; `--write DIR` draws it on PNGs to look at.
 */
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { centredCrop, type ShareRect, suggestCrop } from '@platen/imaging/crop-rules';
import { drawClutter } from '@platen/imaging/faces/clutter-samples';
import { createRandom } from '@platen/imaging/faces/face-samples';
import { type Face, type FacePixels, findFaces } from '@platen/imaging/faces/find-faces';
import { drawHeads } from '@platen/imaging/faces/head-pictures';
import { mapSalience } from '@platen/imaging/salience-map';
import { shrinkPicture } from '@platen/imaging/small-picture';
import sharp from 'sharp';
import { optionOf } from './bench-photos.ts';
import { median, type Row } from './bench-table.ts';

const pictures = /\.(jpe?g|png|webp|tiff?)$/i;
const heads = 60;
const clutters = 60;
const rounds = 9;
/** Aspects of the sheets whose crops are drawn. */
const aspects = [1, 3 / 2, 2];

function pathsIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return readdirSync(path).map((inner) => join(path, inner));
    return [path];
  });
}

async function pixelsOf(path: string): Promise<FacePixels> {
  const { data, info } = await sharp(path)
    .autoOrient()
    .flatten({ background: '#fff' })
    .resize({ width: 1280, height: 1280, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isGrey = info.channels < 3;
  const rgb = isGrey ? Buffer.from([...data].flatMap((value) => [value, value, value])) : data;
  return { rgb, widthPx: info.width, heightPx: info.height };
}

const overlapOf = (a: ShareRect, b: ShareRect) => {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  const both = Math.max(0, width) * Math.max(0, height);
  return both / (a.width * a.height + b.width * b.height - both);
};

function countFound(): { found: number; shown: number; wrong: number } {
  const counts = { found: 0, shown: 0, wrong: 0 };
  for (let seed = 0; seed < heads; seed++) {
    const { pixels, faces } = drawHeads(7_000_000 + seed);
    const found = findFaces(pixels);
    counts.shown += faces.length;
    counts.found += faces.filter((face) => found.some((one) => overlapOf(one, face) > 0.35)).length;
    counts.wrong += found.filter((one) => !faces.some((face) => overlapOf(one, face) > 0.35)).length;
  }
  return counts;
}

function clutterOf(seed: number): FacePixels {
  const size = { widthPx: 640, heightPx: 427 };
  const canvas = { light: new Float32Array(640 * 427), ...size };
  drawClutter(canvas, createRandom(seed));
  const grey = Array.from(canvas.light, (value) => Math.min(255, 255 * Math.sqrt(Math.max(0, value))));
  return { rgb: Uint8Array.from(grey.flatMap((value) => [value, value, value])), ...size };
}

const box = (rect: ShareRect, { widthPx, heightPx }: FacePixels, style: string) =>
  `<rect x="${rect.left * widthPx}" y="${rect.top * heightPx}" width="${rect.width * widthPx}" height="${rect.height * heightPx}" fill="none" stroke-width="4" ${style}/>`;

/** Faces red with their scores, suggested crops green, centred ones dashed. */
async function drawFound(path: string, pixels: FacePixels, found: { faces: Face[]; crops: ShareRect[] }) {
  const { widthPx, heightPx, rgb } = pixels;
  const labels = found.faces.map(
    ({ left, top, score }) =>
      `<text x="${left * widthPx}" y="${top * heightPx + 30}" font-size="30" fill="lime">${score}</text>`,
  );
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}">`,
    ...aspects.map((aspect) =>
      box(centredCrop(pixels, aspect), pixels, 'stroke="white" stroke-dasharray="8"'),
    ),
    ...found.crops.map((crop) => box(crop, pixels, 'stroke="lime"')),
    ...found.faces.map((face) => box(face, pixels, 'stroke="red"')),
    ...labels,
    '</svg>',
  ].join('');
  await sharp(rgb, { raw: { width: widthPx, height: heightPx, channels: 3 } })
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toFile(path);
}

async function lookThrough(folder: string, writeTo: string | undefined): Promise<void> {
  if (writeTo) mkdirSync(writeTo, { recursive: true });
  for (const path of pathsIn(folder).filter((each) => pictures.test(each))) {
    const pixels = await pixelsOf(path);
    const faces = findFaces(pixels);
    const view = { bytes: pixels.rgb, channels: 3 as const, ...pixels, origin: 0, stepX: 3 };
    const salience = mapSalience(shrinkPicture({ ...view, stepY: 3 * pixels.widthPx }, 256));
    const crops = aspects.map((aspect) => suggestCrop({ ...pixels, faces, salience }, aspect));
    const places = faces.map(({ left, top, width, height, score }) =>
      [left, top, width, height]
        .map((share) => share.toFixed(2))
        .join(' ')
        .concat(` (${score})`),
    );
    const ways = crops.map(({ by }, i) => `${aspects[i]!.toFixed(2)}: ${by}`).join(', ');
    console.log(`  ${basename(path)}: ${faces.length} faces ${places.join('; ')} | crop ${ways}`);
    if (writeTo) await drawFound(join(writeTo, `${basename(path)}.png`), pixels, { faces, crops });
  }
}

function timeOf(run: () => void): number {
  const times = Array.from({ length: rounds }, () => {
    const from = performance.now();
    run();
    return performance.now() - from;
  });
  return median(times.slice(2));
}

const row = (measure: string, [platen, goal]: readonly [string, string], met: boolean): Row => ({
  ...{ measure, platen, reference: '', ratio: '', goal, met },
});

/** Goals: 9 of 10 drawn heads, one wrong face in 20 pictures of clutter, 150 ms for 640 pixels. */
export async function benchFaces(): Promise<Row[]> {
  const folder = optionOf('--photos');
  if (folder) await lookThrough(folder, optionOf('--write'));
  const { found, shown, wrong } = countFound();
  let alarms = 0;
  for (let seed = 0; seed < clutters; seed++) alarms += findFaces(clutterOf(8_000_000 + seed)).length;
  const picture = clutterOf(1);
  const ms = timeOf(() => findFaces(picture));
  const salienceMs = timeOf(() =>
    mapSalience(
      shrinkPicture(
        { bytes: picture.rgb, channels: 3, ...picture, origin: 0, stepX: 3, stepY: 3 * 640 },
        256,
      ),
    ),
  );
  return [
    row(
      'faces found of heads drawn by code',
      [`${found} of ${shown}, ${wrong} wrong`, '0.9'],
      found >= 0.9 * shown,
    ),
    row('faces found in clutter', [`${alarms} in ${clutters}`, '3'], alarms <= 3),
    row('faces of 640 x 427 pixels', [`${ms.toFixed(0)} ms`, '150 ms'], ms <= 150),
    row('salience', [`${salienceMs.toFixed(0)} ms`, '30 ms'], salienceMs <= 30),
  ];
}
