/**
 * What hostile files cost: each one examined, shown small, measured, restored and made ready for print, by a fresh child, in ms of
 * processor time (which is what a machine without other work takes) and in the child's peak of resident memory. Prints its own
 * table; the rows are the worst of it.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImagingRefusal } from '@platen/imaging/imaging-refusal';
import {
  createImagingPool,
  type ImagingPool,
  type ImagingTaskOptions,
} from '@platen/imaging/pool/imaging-pool';
import { hostileCases } from '@platen/imaging/testing/hostile-cases';
import { usualRestore } from '@platen/imaging/testing/restore-samples';
import type { Row } from './bench-table.ts';

const maxMs = 2000;
const maxMb = 300;

type Work = (pool: ImagingPool, path: string, options: ImagingTaskOptions) => Promise<unknown>;

/** 10 x 15 cm at 300 dpi. */
const printing = {
  fit: 'fill' as const,
  colour: 'color' as const,
  output: { format: 'image/jpeg' as const },
  sheet: {
    widthHmm: 10_160,
    heightHmm: 15_240,
    dpiX: 300,
    dpiY: 300,
    marginsHmm: { top: 0, right: 0, bottom: 0, left: 0 },
  },
};

const works: Record<string, Work> = {
  examine: (pool, path, options) => pool.probe(path, options),
  thumbnail: (pool, sourcePath, options) => pool.thumbnail({ sourcePath, edgePx: 1280 }, options),
  measure: (pool, path, options) => pool.measurePhoto(path, options),
  restore: (pool, sourcePath, options) =>
    pool.restorePhoto({ ...usualRestore, sourcePath, targetPath: `${sourcePath}.out` }, options),
  print: (pool, sourcePath, options) =>
    pool.preparePhoto({ ...printing, sourcePath, targetPath: `${sourcePath}.out` }, options),
};

interface Taken {
  answer: string;
  ms: number;
  mb: number;
}

/** One file through one kind of work; `mb` is NaN where there is no /proc. */
async function take(work: Work, path: string): Promise<Taken> {
  const taken: Taken = { answer: 'done', ms: 0, mb: Number.NaN };
  const pool = createImagingPool({
    onUsage({ elapsedMs, processorMs, peakMb }) {
      taken.ms = processorMs ?? elapsedMs;
      taken.mb = peakMb ?? Number.NaN;
    },
  });
  try {
    // The child is there: what it takes to start is not the file's.
    await pool.probe(`${path}.good`).catch(() => undefined);
    await work(pool, path, { deadlineMs: 20_000 });
  } catch (error) {
    taken.answer = error instanceof ImagingRefusal ? error.reason : String(error);
  }
  await pool.close();
  return taken;
}

/** Whether the work goes on to decode what examining has let through. */
const isWorthGoingOn = (answer: string): boolean => answer === 'done';

export async function benchHostile(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-hostile-'));
  const names = Object.keys(works);
  const worst = new Map(names.map((name) => [name, { ms: 0, msOf: '', mb: 0, mbOf: '' }]));
  const wrong: string[] = [];
  console.log(`\n| file | MB | ${names.map((name) => `${name}: ms / MB`).join(' | ')} | answer |`);
  console.log(`|---|---|${names.map(() => '---|').join('')}---|`);
  try {
    for (const { name, make, answers } of hostileCases) {
      const path = join(folder, 'file');
      const bytes = await make();
      await writeFile(path, bytes);
      const cells: string[] = [];
      let answer = '';
      for (const kind of names) {
        if (kind !== 'examine' && !isWorthGoingOn(answer)) {
          cells.push('');
          continue;
        }
        const taken = await take(works[kind]!, path);
        if (kind === 'examine') answer = taken.answer;
        cells.push(
          `${Math.round(taken.ms)} / ${Math.round(taken.mb)}${taken.answer === 'done' ? '' : ` ${taken.answer}`}`,
        );
        const max = worst.get(kind)!;
        if (taken.ms > max.ms) Object.assign(max, { ms: taken.ms, msOf: name });
        if (taken.mb > max.mb) Object.assign(max, { mb: taken.mb, mbOf: name });
      }
      const isExpected = (answers as readonly string[]).some(
        (each) => each === answer || (answer === 'done' && (each === 'image' || each === 'document')),
      );
      if (!isExpected) wrong.push(`${name}: ${answer}`);
      console.log(`| ${name} | ${(bytes.length / 1e6).toFixed(1)} | ${cells.join(' | ')} | ${answer} |`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  for (const line of wrong) console.log(`not expected: ${line}`);
  return names.map((name): Row => {
    const { ms, msOf, mb, mbOf } = worst.get(name)!;
    // Work that was ordered on a file that is let through may take what a good file of its size takes.
    const isBound = name === 'examine' || name === 'thumbnail';
    return {
      measure: `${name}: the worst of ${hostileCases.length} hostile files`,
      platen: `${Math.round(ms)} ms (${msOf}), ${Math.round(mb)} MB (${mbOf})`,
      reference: '',
      ratio: '',
      goal: isBound ? `<= ${maxMs} ms, < ${maxMb} MB` : '',
      met: isBound ? ms <= maxMs && !(mb >= maxMb) && wrong.length === 0 : undefined,
    };
  });
}
