/**
 * What the quality check tells of photos that it never met: faults put into every few of them, and all of them as they are.
 * `--sets DIR` names a folder of good photos (docs/photo-sets.md says which); without it there is nothing to tell.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImagingPool } from '@platen/imaging/pool/imaging-pool';
import type { PhotoMeasures } from '@platen/imaging/quality/measures-version';
import type { QualityPaper } from '@platen/imaging/quality/quality-paper-rules';
import { judgeQuality } from '@platen/imaging/quality/quality-rules';
import { type Fault, faults, openFaultPhoto } from '@platen/imaging/testing/fault-samples';
import { optionOf } from './bench-photos.ts';
import type { Row } from './bench-table.ts';

/** 4 x 6 and 6 x 8 inches to the edge, and A4 with borders. */
const papers: QualityPaper[] = [
  { widthMm: 101.6, heightMm: 152.4, fit: 'fill', isBorderless: true },
  { widthMm: 152.4, heightMm: 203.2, fit: 'fill', isBorderless: true },
  { widthMm: 210, heightMm: 297, fit: 'fit', isBorderless: false },
];
const faulty = 24;
const faultyPx = 1600;
const told = new Set<string>(faults.flatMap(({ finding }) => finding ?? []));
const pictures = /\.(jpe?g|png|webp)$/i;

const rowOf = (measure: string, platen: string, goal = ''): Row => ({
  measure,
  platen,
  reference: '',
  ratio: '',
  goal,
  met: undefined,
});

/** The faults that are told of a photo on any of the papers, and whether any of them makes it poor. */
function toldOf(measures: PhotoMeasures) {
  const found = papers
    .flatMap((paper) => judgeQuality(measures, paper).findings)
    .filter(({ name, severity }) => told.has(name) && severity !== 'info');
  return {
    names: new Set<string>(found.map(({ name }) => name)),
    isPoor: found.some(({ severity }) => severity === 'severe' || severity === 'fatal'),
  };
}

/**
 * Whether a fault shows in a photo at all, by what the photo was before: a night with more light is no photo with too much, and
 * where nothing was grey, or all is of one colour, nobody can tell what colour the light had.
 */
function isClear({ finding }: Fault, before: PhotoMeasures): boolean {
  if (finding === 'overexposed') return !before.isMonochrome && before.lumaMedian >= 70;
  if (finding === 'colour_cast') return !before.isMonochrome && before.greyShare >= 0.05;
  if (finding === 'blotchy') return before.colourNoise !== null;
  return true;
}

/** Rows for the photos of `--sets`. */
export async function benchPhotoFaults(pool: ImagingPool): Promise<Row[]> {
  const folder = optionOf('--sets');
  if (!folder) return [];
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pictures.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const counts = { told: 0, poor: 0 };
  for (const path of paths) {
    const { names, isPoor } = toldOf(await pool.measurePhoto(path));
    if (names.size === 0) continue;
    counts.told += 1;
    counts.poor += Number(isPoor);
    console.log(`  ${path}: ${[...names].join(', ')}${isPoor ? ' (poor)' : ''}`);
  }
  const rows = [
    rowOf(
      `good photos told of a fault on any of ${papers.length} papers; poor by it`,
      `${counts.told} of ${paths.length}; ${counts.poor}`,
      'at most 2 %; 0',
    ),
  ];
  const work = await mkdtemp(join(tmpdir(), 'photo-faults-'));
  try {
    const found = new Map(faults.map(({ name }) => [name, { all: 0, clear: 0, told: 0, toldClear: 0 }]));
    for (let i = 0; i < Math.min(faulty, paths.length); i++) {
      const photo = await openFaultPhoto(paths[Math.floor(((i + 0.5) * paths.length) / faulty)]!, faultyPx);
      const path = join(work, 'photo');
      const before = await pool.measurePhoto(paths[Math.floor(((i + 0.5) * paths.length) / faulty)]!);
      for (const fault of faults) {
        writeFileSync(path, await fault.make(photo, i + 1));
        const { names } = toldOf(await pool.measurePhoto(path));
        const isTold = fault.finding ? names.has(fault.finding) : names.size > 0;
        const count = found.get(fault.name)!;
        const clear = isClear(fault, before);
        count.all += 1;
        count.told += Number(isTold);
        count.clear += Number(clear);
        count.toldClear += Number(clear && isTold);
      }
    }
    for (const { name, finding } of faults) {
      const { all, clear, told: number, toldClear } = found.get(name)!;
      const text =
        clear === all ? `${number} of ${all}` : `${toldClear} of ${clear} clear, ${number} of ${all}`;
      rows.push(rowOf(`told: ${name}`, text, finding ? '18 of 20 clear' : '0'));
    }
    return rows;
  } finally {
    rmSync(work, { recursive: true });
  }
}
