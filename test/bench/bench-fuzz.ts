/**
 * Files changed at random, by the thousand, through a pool: every answer must be a refusal or a picture, in time, and the pool must
 * live. `PLATEN_FUZZ_FILES` of each format (2000 by default), from `PLATEN_FUZZ_SEED` (1) on.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImagingRefusal } from '@platen/imaging/imaging-refusal';
import { createImagingPool, type ImagingPool } from '@platen/imaging/pool/imaging-pool';
import { createFuzzRandom, mutate } from '@platen/imaging/testing/fuzz-files';
import { makeJpeg, makePdf, makePng, makeTiff, makeWebp } from '@platen/imaging/testing/picture-samples';
import { percentile, type Row } from './bench-table.ts';

const size = { widthPx: 240, heightPx: 160, seed: 7 };
const makers: Record<string, () => Promise<Buffer> | Buffer> = {
  JPEG: () => makeJpeg(size),
  PNG: () => makePng(size),
  TIFF: () => makeTiff(size),
  WebP: () => makeWebp(size),
  PDF: () => makePdf({ pages: 2, widthMm: 90, heightMm: 60 }),
};

interface Tally {
  pictures: number;
  refusals: Map<string, number>;
  faults: string[];
  times: number[];
  peakMb: number;
}

async function ask(pool: ImagingPool, path: string, tally: Tally): Promise<void> {
  const startedAt = performance.now();
  const works = [pool.probe(path), pool.thumbnail({ sourcePath: path, edgePx: 200 })];
  for (const [index, outcome] of (await Promise.allSettled(works)).entries()) {
    if (outcome.status === 'fulfilled') tally.pictures += 1;
    else if (outcome.reason instanceof ImagingRefusal) {
      const { reason } = outcome.reason;
      tally.refusals.set(reason, (tally.refusals.get(reason) ?? 0) + 1);
      const isHang = reason === 'took_too_long' || /computing|memory/.test(outcome.reason.message);
      if (isHang) tally.faults.push(`${index === 0 ? 'examine' : 'thumbnail'}: ${outcome.reason.message}`);
    } else tally.faults.push(String(outcome.reason));
  }
  tally.times.push(performance.now() - startedAt);
}

export async function* benchFuzz(): AsyncGenerator<Row> {
  const count = Number(process.env.PLATEN_FUZZ_FILES) || 2000;
  const seed = Number(process.env.PLATEN_FUZZ_SEED) || 1;
  const folder = await mkdtemp(join(tmpdir(), 'platen-fuzz-'));
  for (const [format, make] of Object.entries(makers)) {
    const tally: Tally = { pictures: 0, refusals: new Map(), faults: [], times: [], peakMb: 0 };
    const pool = createImagingPool({
      size: 2,
      deadlineMs: 20_000,
      onUsage: ({ peakMb }) => {
        tally.peakMb = Math.max(tally.peakMb, peakMb ?? 0);
      },
    });
    const good = await make();
    const random = createFuzzRandom(seed);
    for (let i = 0; i < count; i++) {
      const path = join(folder, `${format}-${i % 4}`);
      await writeFile(path, mutate(good, random));
      await ask(pool, path, tally);
    }
    await pool.close();
    const told = [...tally.refusals].map(([reason, times]) => `${reason} ${times}`).join(', ');
    for (const fault of tally.faults.slice(0, 20)) console.log(`${format}: ${fault}`);
    yield {
      measure: `${count} ${format}s changed at random: examined and shown small`,
      platen: `${tally.pictures} pictures; ${told}; p99 ${percentile(tally.times, 0.99).toFixed(0)} ms, ${Math.round(tally.peakMb)} MB`,
      reference: '',
      ratio: '',
      goal: 'no crash, no hang',
      met: tally.faults.length === 0,
    };
  }
  await rm(folder, { recursive: true, force: true });
}
