/** Which photos a bench looks at: `--photos DIR` (its subfolder `good` where it has one), else scenes drawn by code. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { drawScene } from '@platen/imaging/testing/scene-samples';
import sharp from 'sharp';

/** What follows an option on the command line. */
export function optionOf(name: '--photos' | '--sets' | '--write' | '--pairs'): string | undefined {
  const at = process.argv.findIndex((word) => word === name || word.startsWith(`${name}=`));
  if (at < 0) return undefined;
  const word = process.argv[at]!;
  return word === name ? process.argv[at + 1] : word.slice(name.length + 1);
}

/** The folder of `--photos`; undefined when none was given. */
function photosFolder(): string | undefined {
  const folder = optionOf('--photos');
  if (folder === undefined) return undefined;
  const good = join(folder, 'good');
  return statSync(good, { throwIfNoEntry: false })?.isDirectory() ? good : folder;
}

const pictures = /\.(jpe?g|png|webp|tiff?)$/i;

/** Paths of the pictures in a folder, by name. */
export const listPictures = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => pictures.test(name))
    .toSorted()
    .map((name) => join(folder, name));

/** Paths of the photos given on the command line, by name; empty without them. */
export function photoPaths(): string[] {
  const folder = photosFolder();
  return folder === undefined ? [] : listPictures(folder);
}

/** A scene of code, drawn twice as large and halved: its edges are sharp to the pixel, not sharper. */
export async function sceneFile(seed: number, size: { widthPx: number; heightPx: number }): Promise<Buffer> {
  const [width, height] = [size.widthPx * 2, size.heightPx * 2];
  const { pixels } = drawScene({ widthPx: width, heightPx: height, seed });
  const raw = { raw: { width, height, channels: 3 as const } };
  const half = await sharp(pixels, raw).resize(size.widthPx, size.heightPx).normalise().png().toBuffer();
  return half;
}
