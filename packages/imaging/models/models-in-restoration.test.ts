/** Models in a whole restoration, in a child of a pool: applied with their report, passed over without harm, idle on good photos. */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImagingPool, type ImagingPool } from '../pool/imaging-pool.ts';
import { toWire } from '../restore/restore-wire.ts';
import * as samples from '../testing/model-samples.ts';
import { usualRestore } from '../testing/restore-samples.ts';
import { drawScene } from '../testing/scene-samples.ts';

let root: string;
let noisy: string;
let good: string;
const pools: ImagingPool[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'models-in-restoration-'));
  const { pixels, widthPx: width, heightPx: height } = drawScene({ widthPx: 360, heightPx: 240, seed: 4 });
  const raw = { width, height, channels: 3 } as const;
  let state = 9;
  const noise = Buffer.from(
    pixels.map((value) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.max(0, Math.min(255, value + (state >>> 24) / 3 - 42));
    }),
  );
  [noisy, good] = [join(root, 'noisy.png'), join(root, 'good.png')];
  await writeFile(noisy, await sharp(noise, { raw }).png().toBuffer());
  await writeFile(good, await sharp(pixels, { raw }).blur(0.6).png().toBuffer());
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await rm(root, { recursive: true });
});

/** Restores with these files in the folder of models. */
async function restore(
  sourcePath: string,
  files: Record<string, Buffer | string> = {},
  colour: 'keep' | 'coloured' = 'keep',
) {
  const modelsDir = await mkdtemp(join(root, 'models-'));
  await mkdir(modelsDir, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(modelsDir, name), content);
  const pool = createImagingPool({ modelsDir });
  pools.push(pool);
  const targetPath = join(modelsDir, 'out.jpg');
  const steps = {
    ...usualRestore.steps,
    defects: false,
    deblock: false,
    fade: false,
    cast: false,
    contrast: false,
  };
  const made = await pool.restorePhoto({
    ...usualRestore,
    sourcePath,
    targetPath,
    strength: 100,
    steps,
    colour,
  });
  return { report: made.report, jpeg: await readFile(targetPath) };
}

describe('a restoration with models', () => {
  it('applies them where noise was taken away, and says so', async () => {
    const without = await restore(noisy);
    expect(without.report.applied).toContain('denoise');
    expect(without.report.models).toBeUndefined();
    const json = JSON.stringify({ name: 'Softener', stage: 'denoise', licence: 'MIT' });
    const blurred = await restore(noisy, { 'soft.onnx': samples.blurModel(), 'soft.json': json });
    expect(blurred.report.models).toEqual([{ name: 'Softener', licence: 'MIT', isApplied: true }]);
    expect(blurred.jpeg.equals(without.jpeg)).toBe(false);
    const same = await restore(noisy, { 'same.onnx': samples.identityModel() });
    expect(same.jpeg.equals(without.jpeg)).toBe(true);
  });

  it('is what it would be without a model that fails', async () => {
    const without = await restore(noisy);
    const files = { 'a.onnx': samples.nanModel(), 'b.onnx': Buffer.from('nothing') };
    const { report, jpeg } = await restore(noisy, files);
    expect(report.models?.map(({ name, isApplied }) => [name, isApplied])).toEqual([
      ['a', false],
      ['b', false],
    ]);
    expect(jpeg.equals(without.jpeg)).toBe(true);
  });

  it('gives colours to who asks for them, and to nobody else', async () => {
    const json = JSON.stringify({ name: 'Painter', stage: 'colour' });
    const painter = { 'paint.onnx': samples.tintModel([1, 0.8, 0.4]), 'paint.json': json };
    const unasked = await restore(noisy, painter);
    expect(unasked.report.models).toBeUndefined();
    const asked = await restore(good, painter, 'coloured');
    expect(asked.report.models).toEqual([{ name: 'Painter', isApplied: true, hasColoured: true }]);
    expect(toWire(asked, 'engine')).toMatchObject({ models: ['Painter'], coloured_by: 'Painter' });
    const { channels } = await sharp(asked.jpeg).stats();
    expect(channels[0]!.mean).toBeGreaterThan(channels[2]!.mean + 10);
    const failing = await restore(good, { ...painter, 'paint.onnx': Buffer.from('nothing') }, 'coloured');
    const wire = toWire(failing, 'engine');
    expect(wire).toMatchObject({ models: [], passed_over: [{ name: 'Painter' }] });
    expect(wire).not.toHaveProperty('coloured_by');
    expect(failing.jpeg.equals((await restore(good)).jpeg)).toBe(true);
  });

  it('runs none on a photo that has no noise to take away', async () => {
    const { report } = await restore(good, { 'soft.onnx': samples.blurModel() });
    expect(report.models).toBeUndefined();
  });
});
