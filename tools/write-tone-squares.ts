/**
 * Writes what the tone network learns from: `node tools/write-tone-squares.ts FOLDER OUT`, of the photos in
 * `FOLDER/good`, `old-clean` and `hard` those parts that show a picture, as squares of 160 x 160 pixels of 3 bytes, one after the
 * other in `OUT/KIND.rgb`, with their names in `OUT/KIND.txt`; and scenes drawn by code as `drawn`. Some minutes.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RgbPixels } from '@platen/imaging/kernels/kernel-planes';
import { squashPixels } from '@platen/imaging/pixels/squash-pixels';
import { readPicture } from '@platen/imaging/restore/restore-assess';
import { readSource } from '@platen/imaging/restore/restore-files';
import { drawScene } from '@platen/imaging/testing/scene-samples';
import { drawStructure, structureScenes } from '@platen/imaging/testing/structure-samples';

const sidePx = 160;
const drawnSize = { widthPx: 480, heightPx: 320 };

const squareOf = (pixels: RgbPixels): Uint8Array => squashPixels(readPicture(pixels, false), sidePx).rgb;

/** Scenes of the tests, by other seeds than theirs, from black to white as photos are. */
function listDrawn(): [name: string, pixels: RgbPixels][] {
  const scenes = Array.from({ length: 60 }, (_, i) => {
    const { pixels } = drawScene({ ...drawnSize, seed: 1000 + i });
    const sorted = Uint8Array.from(pixels).sort();
    const [low, high] = [
      sorted[Math.floor(0.01 * sorted.length)]!,
      sorted[Math.floor(0.99 * sorted.length)]!,
    ];
    const rgb = Uint8Array.from(pixels, (value) =>
      Math.max(0, Math.min(255, Math.round(((value - low) * 255) / Math.max(1, high - low)))),
    );
    return [`scene-${i}`, { rgb, ...drawnSize }] as [string, RgbPixels];
  });
  const structures = structureScenes.flatMap((name) =>
    [500, 501].map((seed) => {
      const { pixels } = drawStructure(name, { ...drawnSize, seed });
      return [`${name}-${seed}`, { rgb: pixels, ...drawnSize }] as [string, RgbPixels];
    }),
  );
  return [...scenes, ...structures];
}

const [folder, out] = process.argv.slice(2);
if (!folder || !out) throw new Error('write-tone-squares: FOLDER and OUT are needed');
mkdirSync(out, { recursive: true });
for (const kind of ['good', 'old-clean', 'hard', 'old-damaged']) {
  const names: string[] = [];
  const squares: Uint8Array[] = [];
  for (const name of readdirSync(join(folder, kind)).sort()) {
    try {
      squares.push(squareOf(await readSource(join(folder, kind, name))));
      names.push(name);
    } catch (error) {
      console.warn(`${kind}/${name}: ${(error as Error).message}`);
    }
  }
  writeFileSync(join(out, `${kind}.rgb`), Buffer.concat(squares));
  writeFileSync(join(out, `${kind}.txt`), names.join('\n'));
}
const drawn = listDrawn();
writeFileSync(join(out, 'drawn.rgb'), Buffer.concat(drawn.map(([, pixels]) => squareOf(pixels))));
writeFileSync(join(out, 'drawn.txt'), drawn.map(([name]) => name).join('\n'));
