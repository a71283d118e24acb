/**
 * Writes `photo-sets-denied.json`: the fingerprints of pictures that no set may hold, because they are kept for
 * examination. `node tools/deny-photos.ts FOLDER...`, each a checkout of a repository that docs/photo-sets.md names. Only the fingerprints
 * stay; nothing is learned from these pictures.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { type PhotoPrint, readPhotoPrint } from './photo-likeness.ts';

const isPicture = /\.(?:jpe?g|png|webp|tiff?|gif)$/i;

/** A picture beside its restored self is many: each half and third counts too. */
async function readPrints(file: Buffer): Promise<PhotoPrint[]> {
  const { width = 0, height = 0 } = await sharp(file).metadata();
  const prints = [await readPhotoPrint(file)];
  const parts = width > 1.6 * height ? [2, 3, 4] : height > 1.6 * width ? [2] : [];
  for (const count of parts) {
    for (let i = 0; i < count; i++) {
      const across = width > height;
      const size = Math.floor((across ? width : height) / count);
      const box = across
        ? { left: i * size, top: 0, width: size, height }
        : { left: 0, top: i * size, width, height: size };
      prints.push(await readPhotoPrint(await sharp(file).extract(box).png().toBuffer()));
    }
  }
  return prints;
}

const prints = new Set<PhotoPrint>();
for (const folder of process.argv.slice(2)) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!isPicture.test(name)) continue;
    try {
      for (const print of await readPrints(readFileSync(join(folder, name)))) prints.add(print);
    } catch (error) {
      console.log(`left out: ${join(folder, name)}, ${(error as Error).message}`);
    }
  }
}
writeFileSync(
  join(import.meta.dirname, 'photo-sets-denied.json'),
  `${JSON.stringify([...prints].sort(), null, 2)}\n`,
);
console.log(`${prints.size} fingerprints`);
