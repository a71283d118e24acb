/**
 * Learns what an old print looks like and writes `packages/imaging/pixels/old-print-trees.bin`: `node tools/learn-old-prints.ts
 * FOLDER [--choose FOLDER]`, of sets as `tools/gather-photo-sets.ts` lays them out: old-clean and old-damaged are old prints, good
 * and hard are none. Says of the second set which share of old prints is known where so many good photos are taken for one. Ten
 * minutes.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BoostedTrees, chanceOf, treesOf } from '@platen/imaging/pixels/boosted-trees';
import { readOldPrintFeatures } from '@platen/imaging/restore/restore-old-print';
import { drawStructure, structureScenes } from '@platen/imaging/testing/structure-samples';
import sharp from 'sharp';
import { examplesOf, growTrees, packTrees } from './boosted-trees.ts';

const kinds = { good: false, hard: false, 'old-clean': true, 'old-damaged': true } as const;
type Kind = keyof typeof kinds;
/** Scans are larger, and tell no more. */
const longSidePx = 1600;
const treeCount = 100;
const ridge = 2;
const hardWeight = 0.5;
const drawsOfEach = 6;
const drawnSize = { widthPx: 600, heightPx: 400 };

interface Example {
  kind: Kind;
  name: string;
  features: number[];
}

async function readExamples(folder: string): Promise<Example[]> {
  const examples: Example[] = [];
  for (const kind of Object.keys(kinds) as Kind[]) {
    const inside = join(folder, kind);
    for (const name of existsSync(inside) ? readdirSync(inside).sort() : []) {
      const { data, info } = await sharp(join(inside, name))
        .autoOrient()
        .flatten({ background: '#fff' })
        .toColourspace('srgb')
        .resize(longSidePx, longSidePx, { fit: 'inside', withoutEnlargement: true })
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const pixels = { rgb: new Uint8Array(data), widthPx: info.width, heightPx: info.height };
      examples.push({ kind, name, features: readOldPrintFeatures(pixels) });
    }
  }
  return examples;
}

/** Scenes of thin structures, as the tests draw them by other seeds: no prints. */
function drawExamples(): Example[] {
  return structureScenes.flatMap((scene) =>
    Array.from({ length: drawsOfEach }, (_, seed) => {
      const pixels = { rgb: drawStructure(scene, { ...drawnSize, seed: seed + 1 }).pixels, ...drawnSize };
      return { kind: 'good' as const, name: `${scene} ${seed}`, features: readOldPrintFeatures(pixels) };
    }),
  );
}

function grow(examples: readonly Example[]): Buffer {
  const rows = examples.map(({ kind, features }) => ({
    features,
    isDefect: kinds[kind],
    weight: kind === 'hard' ? hardWeight : 1,
  }));
  return packTrees(growTrees(examplesOf(rows), treeCount, ridge));
}

function tell(trees: BoostedTrees, examples: readonly Example[]): void {
  const chances = (kind: Kind) =>
    examples
      .filter((it) => it.kind === kind)
      .map(({ name, features }) => ({ name, chance: chanceOf(trees, features) }))
      .sort((a, b) => b.chance - a.chance);
  for (const kind of ['good', 'hard'] as const) {
    const likeliest = chances(kind).slice(0, 8);
    console.log(kind, likeliest.map(({ name, chance }) => `${name} ${chance.toFixed(2)}`).join(', '));
  }
  const good = chances('good');
  for (const kind of ['old-clean', 'old-damaged'] as const) {
    const old = chances(kind);
    const known = [0, 1, 2, 4].map((wrong) => {
      const count = old.filter(({ chance }) => chance > (good[wrong]?.chance ?? 0)).length;
      return `${((100 * count) / old.length).toFixed(0)} % with ${wrong}`;
    });
    console.log(`${kind}: ${known.join(', ')} of ${good.length} good ones wrong`);
    console.log(
      `  over 0.5: ${old.filter(({ chance }) => chance > 0.5).length}, 0.8: ${old.filter(({ chance }) => chance > 0.8).length}`,
    );
  }
}

const { values, positionals } = parseArgs({
  options: { choose: { type: 'string' } },
  allowPositionals: true,
});
const [folder] = positionals;
if (!folder) throw new Error('learn-old-prints: name the set to learn from');
const bytes = grow([...(await readExamples(folder)), ...drawExamples()]);
writeFileSync(new URL('../packages/imaging/pixels/old-print-trees.bin', import.meta.url), bytes);
if (values.choose) tell(treesOf(bytes), await readExamples(values.choose));
