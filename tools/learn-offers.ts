/**
 * Learns which places that the network alone sees are damage, and writes `packages/imaging/damage/offer-trees.bin`: `node
 * tools/learn-offers.ts FOLDER`, of the set to learn from as `tools/gather-photo-sets.ts` lays it out. Takes the places of
 * `damage-network/real-damage.json`. Says how well trees know the places of repositories that they have not seen. Four minutes.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listOffers } from '@platen/imaging/damage/damage-offers';
import { detectDamage } from '@platen/imaging/damage/damage-search';
import { measureOffers } from '@platen/imaging/damage/offer-judge';
import { chanceOf, treesOf } from '@platen/imaging/pixels/boosted-trees';
import sharp from 'sharp';
import { examplesOf, growTrees, packTrees } from './boosted-trees.ts';

type Place = readonly [x: number, y: number];
interface Verdicts {
  damage: string;
  none: string;
  drawn?: string[];
}
interface Example {
  photo: string;
  features: number[];
  isDamage: boolean;
}

/** As restoration looks at photos. */
const workPixels = 2_000_000;
const treeCount = 40;
const ridge = 8;
/** A place is no more exact than this, in pixels. */
const nearPx = 4;

const placesOf = (text: string): Place[] =>
  text
    .split(',')
    .filter(Boolean)
    .map((place) => place.trim().split(/\s+/).map(Number) as unknown as Place);

/** The network didn't learn from the photos whose names add up to a multiple of five or one more (`damage-network/real.py`). */
function isHeldOut(name: string): boolean {
  let sum = 0;
  for (const letter of name) sum += letter.charCodeAt(0);
  return sum % 5 < 2;
}

function readVerdicts(): Map<string, Verdicts> {
  const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'));
  const sets = read('photo-sets-restoration.json').learn as Record<
    string,
    { photos: Record<string, Record<string, number>> }
  >;
  const verdicts = new Map<string, Verdicts>();
  for (const [repository, photos] of Object.entries(
    read('damage-network/real-damage.json') as Record<string, Record<string, Verdicts>>,
  )) {
    const numbers = Object.assign({}, ...Object.values(sets[repository]!.photos)) as Record<string, number>;
    for (const [path, verdict] of Object.entries(photos)) {
      const number = String(numbers[path]).padStart(3, '0');
      verdicts.set(`${repository.replace('/', '+')}-${number}`, verdict);
    }
  }
  return verdicts;
}

async function placesOfPhoto(path: string, photo: string, verdicts: Verdicts): Promise<Example[]> {
  const image = sharp(path).autoOrient().flatten({ background: '#fff' }).toColourspace('srgb');
  const { width = 1, height = 1 } = await sharp(path).metadata();
  const factor = Math.max(1, Math.ceil(Math.sqrt((width * height) / workPixels)));
  const longPx = Math.round(Math.max(width, height) / factor);
  const { data, info } = await image
    .resize(longPx, longPx, { fit: 'inside', kernel: 'linear' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = { rgb: new Uint8Array(data), widthPx: info.width, heightPx: info.height };
  const chances = await detectDamage(pixels, () => Promise.resolve());
  const marks = {
    samples: new Uint8Array(info.width * info.height),
    widthPx: info.width,
    heightPx: info.height,
  };
  const offers = listOffers(pixels, { chances, marks }, 0);
  const looks = measureOffers(pixels, chances, offers);
  const { damage, none, drawn = [] } = verdicts;
  const along = drawn.flatMap((text) => {
    const [kind, ...numbers] = text.split(/\s+/);
    if (kind !== 'line') return [];
    return pointsAlong(numbers.map(Number), info.width, info.height);
  });
  const [bad, good] = [[...placesOf(damage), ...along], placesOf(none)].map((list) =>
    list.map(([x, y]) => [Math.floor(x * info.width), Math.floor(y * info.height)] as const),
  ) as [Place[], Place[]];
  return offers.flatMap(({ places }, i) => {
    const own = new Set<number>();
    for (const at of places) own.add(at);
    const has = (list: readonly Place[]) =>
      list.some(([x, y]) => {
        for (let v = y - nearPx; v <= y + nearPx; v++) {
          for (let u = x - nearPx; u <= x + nearPx; u++) if (own.has(v * info.width + u)) return true;
        }
        return false;
      });
    const [isBad, isGood] = [has(bad), has(good)];
    return isBad === isGood ? [] : [{ photo, features: looks[i]!.features, isDamage: isBad }];
  });
}

/** Points a few pixels apart along a drawn line, as shares. */
function pointsAlong(numbers: readonly number[], widthPx: number, heightPx: number): Place[] {
  const points: Place[] = [];
  for (let k = 0; k + 3 < numbers.length; k += 2) {
    const [x, y, u, v] = numbers.slice(k, k + 4) as [number, number, number, number];
    const steps = Math.max(1, Math.round(Math.hypot((u - x) * widthPx, (v - y) * heightPx) / nearPx));
    for (let s = 0; s <= steps; s++) points.push([x + ((u - x) * s) / steps, y + ((v - y) * s) / steps]);
  }
  return points;
}

function grow(examples: readonly Example[]): Buffer {
  const rows = examples.map(({ features, isDamage }) => ({ features, isDefect: isDamage, weight: 1 }));
  return packTrees(growTrees(examplesOf(rows), treeCount, ridge));
}

const repositoryOf = ({ photo }: Example): string => photo.replace(/-\d+$/, '');

/** Of so likely places, how many are damage, in photos that the network didn't learn from, by trees that know no photo of their repository. */
function tell(examples: readonly Example[]): void {
  const judged: { chance: number; network: number; isDamage: boolean }[] = [];
  for (const repository of new Set(examples.map(repositoryOf))) {
    const isOwn = (it: Example) => repositoryOf(it) === repository;
    const trees = treesOf(grow(examples.filter((it) => !isOwn(it))));
    for (const { features, photo, isDamage } of examples.filter(isOwn)) {
      if (isHeldOut(photo))
        judged.push({ chance: chanceOf(trees, features), network: features[0]!, isDamage });
    }
  }
  const all = judged.filter(({ isDamage }) => isDamage).length;
  console.log(
    `${examples.length} places, ${judged.length} of them in photos that were held out, ${all} of these damage`,
  );
  for (const kind of ['chance', 'network'] as const) {
    for (const least of [0.9, 0.8, 0.7, 0.5, 0.3, 0.1]) {
      const some = judged.filter((it) => it[kind] >= least);
      const right = some.filter(({ isDamage }) => isDamage).length;
      console.log(
        `${kind} >= ${least}: ${some.length} places, ${right} damage (${((100 * right) / all).toFixed(0)} % of it)`,
      );
    }
  }
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('learn-offers: name the set to learn from');
const examples: Example[] = [];
const verdicts = readVerdicts();
for (const kind of ['old-damaged', 'old-clean']) {
  const inside = join(folder, kind);
  for (const name of existsSync(inside) ? readdirSync(inside).sort() : []) {
    const photo = name.replace(/\.\w+$/, '');
    const verdict = verdicts.get(photo);
    if (!verdict) continue;
    examples.push(...(await placesOfPhoto(join(inside, name), photo, verdict)));
  }
}
tell(examples);
writeFileSync(new URL('../packages/imaging/damage/offer-trees.bin', import.meta.url), grow(examples));
