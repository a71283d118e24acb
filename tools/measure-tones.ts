/**
 * Says what the tones of a restoration do to photos: `node tools/measure-tones.ts FOLDER [EVERY]`, of all in
 * `FOLDER/good`, `old-clean` and `hard`, or of every so many: as they are, graded to somebody's taste, and faded. For each kind:
 * decibels to the truth before and after, the share of the photos that end further from it than they began, and of what is good,
 * the share under 40 dB; then the same with an old print's other damage. Two minutes for 100 photos.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RgbPixels } from '@platen/imaging/kernels/kernel-planes';
import { planTones, type ToneFinding } from '@platen/imaging/pixels/restore-tone';
import { shrinkPixels } from '@platen/imaging/pixels/shrink-pixels';
import { judgeTones, readTones } from '@platen/imaging/pixels/tone-network';
import { readPicture } from '@platen/imaging/restore/restore-assess';
import { readSource } from '@platen/imaging/restore/restore-files';
import { fadeDyes } from '@platen/imaging/testing/damage-samples';
import { createSampleRandom, type SampleRandom } from '@platen/imaging/testing/random-samples';

const lookPixels = 300_000;
const keptDb = 40;
/** By so much nobody sees that it is further from the truth. */
const sameDb = 0.1;
/** What an old print's other damage adds. */
const damagedOdds = 2;
const wish = { fade: true, cast: true, contrast: true, amount: 1 };

type Draw = (photo: RgbPixels, random: SampleRandom) => RgbPixels;
type Levels = (value: number, channel: number) => number;

/** The picture with each value replaced. */
const withLevels = ({ rgb, ...size }: RgbPixels, levels: Levels): RgbPixels => {
  const curves = [0, 1, 2].map((c) =>
    Uint8Array.from({ length: 256 }, (_, value) =>
      Math.max(0, Math.min(255, Math.round(255 * levels(value / 255, c)))),
    ),
  );
  return { rgb: rgb.map((value, i) => curves[i % 3]![value]!), ...size };
};

const three = (draw: () => number): [number, number, number] => [draw(), draw(), draw()];

const between = (blacks: readonly number[], whites: readonly number[]): Levels => {
  return (value, c) => (blacks[c]! + value * (whites[c]! - blacks[c]!)) / 255;
};

/** All channels become luma, times the tone. */
const toned = ({ rgb, ...size }: RgbPixels, tone: readonly number[]): RgbPixels => {
  const made = new Uint8Array(rgb.length);
  for (let i = 0; i < rgb.length; i++) {
    const at = i - (i % 3);
    made[i] = (0.2126 * rgb[at]! + 0.7152 * rgb[at + 1]! + 0.0722 * rgb[at + 2]!) * tone[i % 3]!;
  }
  return { rgb: made, ...size };
};

/** What somebody wanted, or what the light was: nothing is to be done. */
const looks: Record<string, Draw> = {
  matte: (photo, random) => {
    const lift = random.between(10, 40);
    return withLevels(
      photo,
      between(
        [lift, lift, lift],
        three(() => 255 - random.between(0, 12)),
      ),
    );
  },
  warm: (photo, random) =>
    withLevels(photo, between([0, 0, 0], [255, random.between(232, 250), random.between(185, 230)])),
  cool: (photo, random) =>
    withLevels(photo, between([0, 0, 0], [random.between(190, 235), random.between(235, 252), 255])),
  'tinted shadows': (photo, random) =>
    withLevels(
      photo,
      between(
        three(() => random.between(0, 32)),
        three(() => 255 - random.between(0, 25)),
      ),
    ),
  'high key': (photo, random) => {
    const gamma = random.between(0.5, 0.75);
    return withLevels(photo, (value) => 0.1 + 0.9 * value ** gamma);
  },
  'low key': (photo, random) => {
    const gamma = random.between(1.4, 2.2);
    return withLevels(photo, (value) => 0.8 * value ** gamma);
  },
  fog: (photo, random) => {
    const [air, through] = [random.between(165, 235), random.between(0.3, 0.65)];
    return withLevels(photo, (value) => (value * through * 255 + air * (1 - through)) / 255);
  },
  night: (photo, random) => {
    const warmth = [1, random.between(0.65, 0.9), random.between(0.3, 0.7)];
    return withLevels(photo, (value, c) => value ** 2.1 * warmth[c]!);
  },
  monochrome: (photo, random) => {
    const lift = random.between(0, 32);
    return withLevels(toned(photo, [1, 1, 1]), between([lift, lift, lift], [250, 250, 250]));
  },
  sepia: (photo, random) => toned(photo, [1, random.between(0.8, 0.94), random.between(0.55, 0.82)]),
};

const dyes = (photo: RgbPixels, keep: [number, number, number], random: SampleRandom): RgbPixels => {
  const { rgb, ...size } = photo;
  const stain = [random.between(0, 0.03), random.between(0, 0.06), random.between(0, 0.2)] as const;
  return { rgb: fadeDyes({ pixels: Buffer.from(rgb), ...size }, { keep, stain }).pixels, ...size };
};

/** What time did: the truth is the photo. */
const fades: Record<string, Draw> = {
  'yellowed print': (photo, random) =>
    withLevels(
      photo,
      between(
        three(() => random.between(32, 56)),
        [random.between(205, 215), random.between(182, 202), random.between(152, 188)],
      ),
    ),
  'bleached print': (photo, random) => {
    const [black, white] = [random.between(35, 65), random.between(180, 215)];
    return withLevels(photo, between([black, black, black], [white, white, white]));
  },
  'cyan faded': (photo, random) =>
    dyes(photo, [random.between(0.4, 0.75), random.between(0.85, 1), random.between(0.85, 1)], random),
  'magenta faded': (photo, random) =>
    dyes(photo, [random.between(0.85, 1), random.between(0.4, 0.75), random.between(0.85, 1)], random),
  'yellow faded': (photo, random) =>
    dyes(photo, [random.between(0.85, 1), random.between(0.85, 1), random.between(0.4, 0.75)], random),
  'all dyes faded': (photo, random) =>
    dyes(
      photo,
      three(() => random.between(0.45, 0.75)),
      random,
    ),
};

function decibels(a: RgbPixels, b: RgbPixels): number {
  let squares = 0;
  for (let i = 0; i < a.rgb.length; i++) squares += (a.rgb[i]! - b.rgb[i]!) ** 2;
  return 10 * Math.log10(255 ** 2 / Math.max(0.05, squares / a.rgb.length));
}

/** As the pipeline does it with nothing else to repair, or with an old print's other damage. */
function restored(pixels: RgbPixels, finding: ToneFinding, isOldPrint: boolean): RgbPixels {
  const { curves } = planTones(finding, wish, { isForced: false, odds: isOldPrint ? damagedOdds : 0 });
  return { ...pixels, rgb: pixels.rgb.map((value, i) => curves[(i % 3) as 0 | 1 | 2][value]!) };
}

interface Outcome {
  before: number;
  after: number;
  old: number;
}

async function readPhotos(folder: string, every: number): Promise<RgbPixels[]> {
  const photos: RgbPixels[] = [];
  const names = readdirSync(folder).sort();
  for (const name of names.filter((_, i) => i % every === 0)) {
    const pixels = await readSource(join(folder, name));
    photos.push(shrinkPixels(pixels, Math.ceil(Math.sqrt((pixels.widthPx * pixels.heightPx) / lookPixels))));
  }
  return photos;
}

function measure(photos: readonly RgbPixels[], draw: Draw, isFade: boolean): Outcome[] {
  return photos.map((photo, i) => {
    const shown = draw(photo, createSampleRandom(7 + i));
    const truth = isFade ? photo : shown;
    const finding = judgeTones(readTones(readPicture(shown, false)));
    return {
      before: decibels(shown, truth),
      after: decibels(restored(shown, finding, false), truth),
      old: decibels(restored(shown, finding, true), truth),
    };
  });
}

const meanOf = (list: readonly number[]): number => list.reduce((sum, it) => sum + it, 0) / list.length;
const percent = (list: readonly Outcome[], is: (it: Outcome) => boolean): string =>
  `${((100 * list.filter(is).length) / list.length).toFixed(1)} %`;

function tell(name: string, list: readonly Outcome[], isFade: boolean): void {
  if (!isFade) {
    const under = percent(list, ({ after }) => after < keptDb);
    console.info(
      `${name}: ${under} under ${keptDb} dB, ${percent(list, ({ old }) => old < keptDb)} of an old print`,
    );
    return;
  }
  const [before, after, old] = (['before', 'after', 'old'] as const).map((key) =>
    meanOf(list.map((it) => it[key])).toFixed(2),
  );
  const worse = percent(list, (it) => it.after < it.before - sameDb);
  const oldWorse = percent(list, (it) => it.old < it.before - sameDb);
  console.info(
    `${name}: ${before} dB, after ${after} (${worse} worse), of an old print ${old} (${oldWorse} worse)`,
  );
}

const [folder, every = '1'] = process.argv.slice(2);
if (!folder) throw new Error('measure-tones: FOLDER is needed');
for (const kind of ['good', 'old-clean', 'hard']) {
  const photos = await readPhotos(join(folder, kind), Number(every));
  tell(
    `${kind}, ${photos.length} as they are`,
    measure(photos, (photo) => photo, false),
    false,
  );
  for (const [name, draw] of Object.entries(looks))
    tell(`${kind}, ${name}`, measure(photos, draw, false), false);
  for (const [name, draw] of Object.entries(fades))
    tell(`${kind}, ${name}`, measure(photos, draw, true), true);
}
