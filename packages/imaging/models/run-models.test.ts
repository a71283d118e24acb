import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as samples from '../testing/model-samples.ts';
import { drawScene } from '../testing/scene-samples.ts';
import { readModels } from './model-files.ts';
import { type RunModelsOptions, runModels } from './run-models.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'run-models-'));
});
afterAll(() => rm(root, { recursive: true }));

let made = 0;
/** A new folder with these files. */
async function folderOf(files: Record<string, Buffer | object | string>): Promise<string> {
  made += 1;
  const folder = join(root, String(made));
  await mkdir(folder);
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.isBuffer(content) || typeof content === 'string' ? content : JSON.stringify(content);
    await writeFile(join(folder, name), bytes);
  }
  return folder;
}

function scene(widthPx: number, heightPx: number) {
  const { pixels } = drawScene({ widthPx, heightPx, seed: 4 });
  return { rgb: pixels, widthPx, heightPx };
}

async function run(
  files: Parameters<typeof folderOf>[0],
  more: Partial<RunModelsOptions> & { widthPx?: number; heightPx?: number } = {},
) {
  const { widthPx = 300, heightPx = 200, ...options } = more;
  const given = scene(widthPx, heightPx);
  const before = Buffer.from(given.rgb);
  const result = await runModels(given, { folder: await folderOf(files), stage: 'denoise', ...options });
  expect(given.rgb.equals(before)).toBe(true);
  return { ...result, before };
}

/** The mean of 3 x 3 as the model has it: nothing beyond the picture's padding by its own edge. */
function blurred({ rgb, widthPx, heightPx }: ReturnType<typeof scene>): Float64Array {
  const out = new Float64Array(rgb.length);
  for (let y = 1; y < heightPx - 1; y++)
    for (let x = 1; x < widthPx - 1; x++)
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let dy = -1; dy <= 1; dy++)
          for (let dx = -1; dx <= 1; dx++) sum += rgb[((y + dy) * widthPx + x + dx) * 3 + c]!;
        out[(y * widthPx + x) * 3 + c] = sum / 9;
      }
  return out;
}

describe('models that can be used', () => {
  it.each([
    ['smaller than a tile', 40, 30],
    ['of many tiles', 613, 541],
    ['one pixel wide', 1, 700],
    ['exactly a tile', 256, 256],
  ])('give a picture back as it was: %s', async (_name, widthPx, heightPx) => {
    const result = await run({ 'same.onnx': samples.identityModel() }, { widthPx, heightPx });
    expect(result.findings).toEqual([{ name: 'same', isApplied: true }]);
    expect(result.pixels).toMatchObject({ widthPx, heightPx });
    expect(result.pixels.rgb.equals(result.before)).toBe(true);
  });

  it('takes the size that a model demands', async () => {
    const result = await run({ 'fixed.onnx': samples.identityModel([1, 3, 48, 64]) });
    expect(result.findings).toEqual([{ name: 'fixed', isApplied: true }]);
    expect(result.pixels.rgb.equals(result.before)).toBe(true);
  });

  it('leaves no seams: a filter in tiles is the filter on the whole', async () => {
    const given = scene(300, 200);
    const whole = blurred(given);
    const files = { 'blur.onnx': samples.blurModel(), 'blur.json': { tile: 64, overlap: 8 } };
    const { pixels } = await run(files);
    let max = 0;
    for (let y = 1; y < 199; y++)
      for (let i = (y * 300 + 1) * 3; i < (y * 300 + 299) * 3; i++)
        max = Math.max(max, Math.abs(pixels.rgb[i]! - whole[i]!));
    // A tile's own border sees nothing beyond it, and counts for a sixteenth there.
    expect(max).toBeLessThan(12);
    const half = await run(files, { amount: 0.5 });
    expect(half.pixels.rgb[30_000]).toBe(
      Math.round(given.rgb[30_000]! + 0.5 * (pixels.rgb[30_000]! - given.rgb[30_000]!)),
    );
  });

  it('enlarges, and only when that is asked for', async () => {
    const files = {
      'twice.onnx': samples.upscaleModel(),
      'twice.json': { name: 'Twice', stage: 'enlarge', scale: 2, licence: 'MIT' },
    };
    const { pixels, findings, before } = await run(files, { stage: 'enlarge' });
    expect(findings).toEqual([{ name: 'Twice', licence: 'MIT', isApplied: true }]);
    expect(pixels).toMatchObject({ widthPx: 600, heightPx: 400 });
    for (const [x, y] of [
      [0, 0],
      [599, 399],
      [301, 255],
      [256, 17],
    ] as const)
      expect(pixels.rgb[(y * 600 + x) * 3]).toBe(before[((y >> 1) * 300 + (x >> 1)) * 3]);
    expect((await run(files)).findings).toEqual([]);
    // Without its JSON the first tile shows what it is for.
    const { 'twice.onnx': alone } = files;
    expect((await run({ 'twice.onnx': alone })).findings).toEqual([]);
    expect((await run({ 'twice.onnx': alone }, { stage: 'enlarge' })).pixels.widthPx).toBe(600);
  });

  it('run one after the other by name, tell how far they are, and give the same bytes again', async () => {
    const files = { 'b.onnx': samples.blurModel(), 'a.onnx': samples.identityModel(), 'notes.txt': 'words' };
    const shares: number[] = [];
    const first = await run(files, { onProgress: (share) => shares.push(share) });
    expect(first.findings.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
    expect(shares.at(-1)).toBe(1);
    expect((await run(files)).pixels.rgb.equals(first.pixels.rgb)).toBe(true);
  });
});

describe('a model that gives colours', () => {
  const json = { stage: 'colour', name: 'Painter', licence: 'MIT' };
  const brightnessOf = (rgb: Uint8Array, at: number) =>
    0.2126 * rgb[at]! + 0.7152 * rgb[at + 1]! + 0.0722 * rgb[at + 2]!;

  it.each([
    ['of any size', 613, 541, samples.tintModel([1, 0.8, 0.5])],
    ['that demands a size', 300, 120, samples.tintModel([1, 0.8, 0.5], [1, 3, 64, 64])],
    ['for a photo smaller than its tile', 33, 1, samples.tintModel([1, 0.8, 0.5])],
  ])('sees the whole photo, and leaves its brightness: %s', async (_name, widthPx, heightPx, model) => {
    const files = { 'paint.onnx': model, 'paint.json': json };
    const { pixels, findings, before } = await run(files, { stage: 'colour', widthPx, heightPx });
    expect(findings).toEqual([{ name: 'Painter', licence: 'MIT', isApplied: true, hasColoured: true }]);
    let [warm, count, mostOff, mostOffGrey] = [0, 0, 0, 0];
    const none = await run(files, { stage: 'colour', widthPx, heightPx, amount: 0 });
    for (let at = 0; at < before.length; at += 3) {
      const brightness = brightnessOf(before, at);
      mostOffGrey = Math.max(mostOffGrey, Math.abs(none.pixels.rgb[at]! - Math.round(brightness)));
      const [red, green, blue] = [pixels.rgb[at]!, pixels.rgb[at + 1]!, pixels.rgb[at + 2]!];
      if (Math.min(red, green, blue) === 0 || Math.max(red, green, blue) === 255) continue;
      mostOff = Math.max(mostOff, Math.abs(brightnessOf(pixels.rgb, at) - brightness));
      count++;
      if (red > blue) warm++;
    }
    expect(mostOff).toBeLessThan(1);
    expect(mostOffGrey).toBe(0);
    expect(warm / count).toBeGreaterThan(0.95);
  });

  it('is the first that can be used, and never one that does not say that it is for it', async () => {
    const files = {
      'a.onnx': samples.tintModel([0, 1, 0]),
      'b.onnx': samples.nanModel(),
      'b.json': json,
      'c.onnx': samples.tintModel([1, 0.8, 0.5]),
      'c.json': { ...json, name: 'Second' },
      'd.onnx': samples.tintModel([0, 0, 1]),
      'd.json': { ...json, name: 'Third' },
    };
    const { findings } = await run(files, { stage: 'colour' });
    expect(findings).toEqual([
      { name: 'Painter', licence: 'MIT', isApplied: false, because: expect.stringMatching(/no numbers/) },
      { name: 'Second', licence: 'MIT', isApplied: true, hasColoured: true },
    ]);
    const other = await run({ 'a.onnx': files['c.onnx'], 'a.json': json }, { stage: 'denoise' });
    expect(other.findings).toEqual([]);
    const larger = await run({ 'x.onnx': samples.upscaleModel(), 'x.json': json }, { stage: 'colour' });
    expect(larger.findings).toMatchObject([{ isApplied: false, because: expect.stringMatching(/enlarges/) }]);
  });
});

describe('models that can not be used', () => {
  it.each([
    ['bytes of nothing', Buffer.from('not a model'), /damaged/],
    ['an empty file', Buffer.alloc(0), /damaged/],
    ['half a model', samples.upscaleModel().subarray(0, 150), /damaged/],
    ['one channel', samples.wrongModels.oneChannel(), /shape 1 x 1 x/],
    ['three sides', samples.wrongModels.threeSides(), /shape 3 x/],
    ['a tile of 4096', samples.wrongModels.hugeTile(), /4096 pixels a side/],
    ['whole numbers', samples.wrongModels.wholeNumbers(), /no tensor of 32-bit floats/],
    ['a smaller picture', samples.wrongModels.smaller(), /not one to four times the size/],
    ['values that are no numbers', samples.nanModel(), /no numbers/],
  ])('%s: the picture stays as it was, and the next model runs', async (_name, model, because) => {
    const files = { 'bad.onnx': model, 'good.onnx': samples.identityModel() };
    const { pixels, findings, before } = await run(files, { stage: 'denoise' });
    expect(findings[0]).toMatchObject({
      name: 'bad',
      isApplied: false,
      because: expect.stringMatching(because),
    });
    expect(findings[1]).toEqual({ name: 'good', isApplied: true });
    expect(pixels.rgb.equals(before)).toBe(true);
  });

  it.each([
    ['no JSON', '{', /no JSON/],
    ['a list', [], /must be an object/],
    ['another stage', { stage: 'paint' }, /stage must be/],
    ['a scale of 9', { scale: 9 }, /scale must be/],
    ['more overlap than tile', { tile: 64, overlap: 32 }, /less than half/],
    ['a scale that is not so', { stage: 'denoise', scale: 2 }, /JSON says 2/],
  ])('with a JSON of %s', async (_name, json, because) => {
    const { findings } = await run({ 'x.onnx': samples.identityModel(), 'x.json': json });
    expect(findings).toEqual([{ name: 'x', isApplied: false, because: expect.stringMatching(because) }]);
  });

  it('are passed over when they would take too long', async () => {
    const { findings, pixels, before } = await run(
      { 'slow.onnx': samples.blurModel() },
      { deadlineMs: 0, widthPx: 900 },
    );
    expect(findings).toEqual([
      { name: 'slow', isApplied: false, because: expect.stringMatching(/too long/) },
    ]);
    expect(pixels.rgb.equals(before)).toBe(true);
  });

  it('stop with the signal', async () => {
    const controller = new AbortController();
    const onProgress = () => controller.abort(new Error('enough'));
    const running = run(
      { 'x.onnx': samples.identityModel() },
      { widthPx: 900, signal: controller.signal, onProgress },
    );
    await expect(running).rejects.toThrow('enough');
  });
});

describe('a folder of models', () => {
  it('has none where there is no folder', async () => {
    expect(readModels(join(root, 'missing'))).toEqual({ models: [], unusable: [] });
    const result = await runModels(scene(9, 9), { folder: join(root, 'missing'), stage: 'denoise' });
    expect(result.findings).toEqual([]);
  });

  it('says what each is for', async () => {
    const folder = await folderOf({
      'b.onnx': samples.identityModel(),
      'b.json': { name: 'Bee', scale: 2, licence: 'Apache-2.0' },
      'a.onnx': samples.identityModel(),
    });
    expect(readModels(folder).models).toMatchObject([
      { name: 'a', stage: undefined },
      { name: 'Bee', stage: 'enlarge', scale: 2, licence: 'Apache-2.0' },
    ]);
  });
});
