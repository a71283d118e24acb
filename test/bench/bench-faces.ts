/**
 * Faces and suggested crops: faces in marked photos that must be found, clutter where none must be, what it costs, and
 * with `--photos DIR` what is found in a folder and its subfolders; `--write DIR` draws it on PNGs to look at.
 */
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { detectFaces, type Face, type FacePixels } from '@platen/imaging/faces/find-faces';
import { centredCrop, type ShareRect, suggestCrop } from '@platen/imaging/layout/crop-rules';
import { shrinkPicture } from '@platen/imaging/pixels/small-picture';
import { mapSalience } from '@platen/imaging/quality/salience-map';
import { drawClutter } from '@platen/imaging/testing/clutter-samples';
import {
  compareFaces,
  facePhotos,
  openFacePhoto,
  pixelsOf,
  turnMarks,
} from '@platen/imaging/testing/face-photos';
import sharp, { type Sharp } from 'sharp';
import { optionOf } from './bench-photos.ts';
import { median, type Row } from './bench-table.ts';

const pictures = /\.(jpe?g|png|webp|tiff?)$/i;
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

const openPhoto = (path: string): Sharp =>
  sharp(path).autoOrient().resize({ width: 1280, height: 1280, fit: 'inside', withoutEnlargement: true });

/** Faces of the marked photos, `widthPx` wide and turned by so many degrees. */
async function countFound(widthPx: number, degrees: number) {
  const count = { marked: 0, hits: 0, wrong: 0 };
  for (const photo of facePhotos) {
    const { data, info } = await openFacePhoto(photo, widthPx).png().toBuffer({ resolveWithObject: true });
    const pixels = await pixelsOf(sharp(data).rotate(degrees, { background: '#888' }));
    const sizes = [{ widthPx: info.width, heightPx: info.height }, pixels] as const;
    const { marked, hits, wrong } = compareFaces(detectFaces(pixels), turnMarks(photo, degrees, sizes));
    count.marked += marked;
    count.hits += hits;
    count.wrong += wrong;
  }
  return count;
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
  // Photos are never read as SVG; what is drawn on them here is.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  for (const path of pathsIn(folder).filter((each) => pictures.test(each))) {
    const pixels = await pixelsOf(openPhoto(path));
    const faces = detectFaces(pixels);
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
  measure,
  platen,
  reference: '',
  ratio: '',
  goal,
  met,
});

/** Goals: nine of ten marked faces however the photo is sized and turned, no face in clutter, 50 ms for a photo. */
export async function* benchFaces(): AsyncGenerator<Row> {
  const folder = optionOf('--photos');
  if (folder) await lookThrough(folder, optionOf('--write'));
  for (const [widthPx, degrees] of [
    [1920, 0],
    [960, 0],
    [480, 0],
    [240, 0],
    [960, -15],
    [960, 15],
  ] as const) {
    const { marked, hits, wrong } = await countFound(widthPx, degrees);
    const turn = degrees === 0 ? '' : `, turned by ${degrees} degrees`;
    yield row(
      `faces found, ${widthPx} pixels wide${turn}`,
      [`${hits} of ${marked}, ${wrong} wrong`, '0.9'],
      hits >= 0.9 * marked && wrong <= 2,
    );
  }
  let alarms = 0;
  for (let seed = 0; seed < clutters; seed++) alarms += detectFaces(drawClutter(seed)).length;
  const photo = await pixelsOf(sharp(facePhotos[0]!.path).resize(1920, 1280, { fit: 'fill' }));
  const ms = timeOf(() => detectFaces(photo));
  const view = { bytes: photo.rgb, channels: 3 as const, ...photo, origin: 0, stepX: 3, stepY: 3 * 1920 };
  const salienceMs = timeOf(() => mapSalience(shrinkPicture(view, 256)));
  yield row('faces found in clutter', [`${alarms} in ${clutters}`, '3'], alarms <= 3);
  yield row('faces of 1920 x 1280 pixels', [`${ms.toFixed(0)} ms`, '50 ms'], ms <= 50);
  yield row('salience', [`${salienceMs.toFixed(0)} ms`, '30 ms'], salienceMs <= 30);
}
