import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agePrint, damageScene, scratchPrint } from '../testing/damage-samples.ts';
import { drawPhoto } from '../testing/photo-samples.ts';
import { makeJpeg, makePdf } from '../testing/picture-samples.ts';
import { usualRestore } from '../testing/restore-samples.ts';
import { drawScene } from '../testing/scene-samples.ts';
import { drawStructure, structureScenes } from '../testing/structure-samples.ts';
import type { RestoreOptions, RestorePhotoOptions, RestoreProgress } from './restore-options.ts';
import { restorePhoto } from './restore-photo.ts';
import { leftValueOf } from './restore-regions.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-photo-'));
});
afterAll(() => rm(folder, { recursive: true }));

const size = { widthPx: 600, heightPx: 400 };
const rawOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
const raw = { raw: { width: 600, height: 400, channels: 3 as const } };
/** Scenes from black to white, as photos are. */
const scenes = await Promise.all(
  Array.from({ length: 9 }, (_, seed) =>
    sharp(drawScene({ ...size, seed }).pixels, raw)
      .normalise()
      .raw()
      .toBuffer(),
  ),
);
const sceneOf = (seed: number) => sharp(scenes[seed]!, raw);

function psnr(a: Buffer, b: Buffer): number {
  expect(a.length).toBe(b.length);
  const squares = a.reduce((sum, value, i) => sum + (value - b[i]!) ** 2, 0);
  return 10 * Math.log10(255 ** 2 / (squares / a.length));
}

/** Gaussian noise of a fixed seed. */
function withNoise(pixels: Buffer, sigma: number): Buffer {
  let state = 12345;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 1) / 4294967297;
  };
  return Buffer.from(
    pixels.map((value) => {
      const noise = sigma * Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
      return Math.max(0, Math.min(255, Math.round(value + noise)));
    }),
  );
}

const all: RestoreOptions = { ...usualRestore, strength: 100 };

async function restore(bytes: Buffer, options: Partial<RestorePhotoOptions> = {}) {
  const [sourcePath, targetPath] = [join(folder, 'in'), join(folder, 'out.jpg')];
  await writeFile(sourcePath, bytes);
  const restored = await restorePhoto({ ...all, ...options, sourcePath, targetPath });
  return { ...restored, jpeg: await readFile(targetPath) };
}

describe('restorePhoto', () => {
  it.each([1, 3, 5])('leaves the good photo %d as it is: 40 dB and more', async (seed) => {
    const good = await sceneOf(seed).jpeg({ quality: 92 }).toBuffer();
    const { report, jpeg } = await restore(good);
    expect(report.applied).toEqual([]);
    expect(psnr(await rawOf(jpeg), await rawOf(good))).toBeGreaterThan(40);
  });

  it.each([
    [2, 192],
    [4, 128],
    [5, 96],
    [8, 64],
  ])('leaves the good photo %d as it is when it is only %d pixels wide', async (seed, width) => {
    const good = await sceneOf(seed).resize({ width }).png().toBuffer();
    const { report, jpeg } = await restore(good);
    expect(report.applied).toEqual([]);
    expect(psnr(await rawOf(jpeg), await rawOf(good))).toBeGreaterThan(40);
  });

  it('brings faded and yellowed tones back', async () => {
    const good = await sceneOf(7).raw().toBuffer();
    const damaged = await sceneOf(7).linear([0.55, 0.5, 0.38], [66, 58, 42]).png().toBuffer();
    const { report, jpeg } = await restore(damaged);
    expect(report.applied).toEqual(expect.arrayContaining(['fade', 'cast']));
    const gained = psnr(await rawOf(jpeg), good) - psnr(await rawOf(damaged), good);
    expect(gained).toBeGreaterThan(4);
    const half = await restore(damaged, { strength: 50 });
    expect(half.report.change).toBeLessThan(report.change);
    const off = await restore(damaged, {
      steps: { ...all.steps, fade: false, cast: false, contrast: false },
    });
    expect(off.report.applied).toEqual([]);
  });

  it('removes grain and keeps edges', async () => {
    const good = await sceneOf(8).raw().toBuffer();
    const noisy = await sharp(withNoise(good, 18), raw).png().toBuffer();
    const { report, jpeg } = await restore(noisy);
    expect(report.applied).toContain('denoise');
    expect(psnr(await rawOf(jpeg), good) - psnr(await rawOf(noisy), good)).toBeGreaterThan(4);
  });

  it('takes the roughness of a surface for no grain: it has nothing in the colours', async () => {
    const good = await sceneOf(8).raw().toBuffer();
    const grains = withNoise(Buffer.alloc(size.widthPx * size.heightPx, 128), 16);
    const rough = Buffer.from(
      good.map((value, at) => Math.max(0, Math.min(255, value + grains[Math.floor(at / 3)]! - 128))),
    );
    expect((await restore(await sharp(rough, raw).png().toBuffer())).report.applied).toEqual([]);
  });

  it.each([
    [15, 30, 41],
    [40, 43, 60],
  ])('evens the blocks of a JPEG of quality %d, by less the finer they are', async (quality, least, most) => {
    const grained = withNoise(scenes[4]!, 3);
    const photo = await sharp(grained, raw).jpeg({ quality }).toBuffer();
    const { jpeg, report } = await restore(photo);
    expect(report.applied).toEqual(['deblock']);
    const kept = psnr(await rawOf(photo), await rawOf(jpeg));
    expect(kept).toBeGreaterThan(least);
    expect(kept).toBeLessThan(most);
  });

  it('gives the same bytes for the same photo, upright and without metadata', async () => {
    const exif = { IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } };
    const turned = await sharp(await makeJpeg({ widthPx: 240, heightPx: 160, seed: 3, exifOrientation: 6 }))
      .keepMetadata()
      .withExifMerge(exif)
      .toBuffer();
    const [first, second] = [
      await restore(turned, { mode: 'force' }),
      await restore(turned, { mode: 'force' }),
    ];
    expect(first.jpeg.equals(second.jpeg)).toBe(true);
    expect(first).toMatchObject({ widthPx: 160, heightPx: 240 });
    const { exif: left, orientation } = await sharp(first.jpeg).metadata();
    expect([left, orientation]).toEqual([undefined, undefined]);
  });

  it('takes grey, 16-bit, transparent and tiny pictures, and refuses documents', async () => {
    const small = () => sceneOf(1).resize(240);
    const grey = await small().greyscale().png().toBuffer();
    expect((await restore(grey, { mode: 'force' })).widthPx).toBe(240);
    const deep = await small().toColourspace('rgb16').png().toBuffer();
    expect((await restore(deep, { mode: 'force' })).widthPx).toBe(240);
    const clear = await small().ensureAlpha(0.5).png().toBuffer();
    expect((await restore(clear, { mode: 'force' })).widthPx).toBe(240);
    const dot = await sharp({ create: { width: 1, height: 3, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    expect(await restore(dot, { mode: 'force' })).toMatchObject({ widthPx: 1, heightPx: 3 });
    const pdf = makePdf({ pages: 1, widthMm: 100, heightMm: 100 });
    await expect(restore(pdf)).rejects.toMatchObject({ reason: 'not_accepted' });
  });
});

describe('restorePhoto, step by step', () => {
  const steps = (on: Partial<RestoreOptions['steps']>): RestoreOptions['steps'] => ({
    deskew: false,
    border: false,
    descreen: false,
    defects: false,
    denoise: false,
    deblock: false,
    fade: false,
    cast: false,
    contrast: false,
    enlarge: false,
    ...on,
  });
  const png = (pixels: Buffer) => sharp(pixels, raw).png().toBuffer();

  it.each(structureScenes)('gives %s back as it is', async (name) => {
    const { pixels } = drawStructure(name, { ...size, seed: 31 });
    const { jpeg, report } = await restore(await png(pixels));
    expect(report.maskedShare).toBe(0);
    expect(psnr(await rawOf(jpeg), pixels)).toBeGreaterThan(40);
  });

  it('fills dust and scratches, and tells what it did', async () => {
    const good = await sceneOf(3).raw().toBuffer();
    const damaged = damageScene({ pixels: good, ...size }, 5);
    const paths = {
      maskTargetPath: join(folder, 'mask.png'),
      beforePath: join(folder, 'b.jpg'),
      afterPath: join(folder, 'a.jpg'),
    };
    const stages: RestoreProgress[] = [];
    const [sourcePath, targetPath] = [join(folder, 'in'), join(folder, 'out.jpg')];
    await writeFile(sourcePath, await png(damaged.pixels));
    const { report } = await restorePhoto({ ...all, sourcePath, targetPath, ...paths }, (it) =>
      stages.push(it),
    );
    expect(report).toMatchObject({
      applied: expect.arrayContaining(['defects', 'fade']),
      damage: { isDamaged: true, fade: true },
    });
    const gained = psnr(await rawOf(await readFile(targetPath)), good) - psnr(damaged.pixels, good);
    expect(gained).toBeGreaterThan(4);
    const mask = await sharp(paths.maskTargetPath).metadata();
    expect(mask).toMatchObject({ format: 'png', channels: 1, width: 600, height: 400 });
    const shown = await Promise.all(
      [paths.beforePath, paths.afterPath].map((path) => sharp(path).metadata()),
    );
    expect(shown.map(({ width, height }) => [width, height])).toEqual([
      [600, 400],
      [600, 400],
    ]);
    const shares = stages.map(({ share }) => share);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect([stages[0]!.stage, stages.at(-1)!.stage]).toEqual(['read', 'write']);
    const off = await restore(await png(damaged.pixels), { steps: steps({}) });
    expect(off.report.applied).toEqual([]);
  });

  it("fills what a person's mask marks, and nothing else", async () => {
    const good = await sceneOf(1).raw().toBuffer();
    const samples = new Uint8Array(600 * 400);
    for (let y = 100; y < 110; y++) samples.fill(255, y * 600 + 200, y * 600 + 210);
    const mask = sharp(samples, { raw: { width: 600, height: 400, channels: 1 } });
    const paths = { maskPath: join(folder, 'given.png'), maskTargetPath: join(folder, 'used.png') };
    await mask.clone().toColourspace('b-w').png().toFile(paths.maskPath);
    const marked = Buffer.from(good);
    for (let i = 0; i < samples.length; i++) if (samples[i]) marked.fill(255, 3 * i, 3 * i + 3);
    const { report, jpeg } = await restore(await png(marked), paths);
    expect(report).toMatchObject({ applied: ['defects'], maskedShare: 0.00042 });
    expect(psnr(await rawOf(jpeg), good)).toBeGreaterThan(40);
    const used = await sharp(paths.maskTargetPath).toColourspace('b-w').raw().toBuffer();
    expect(used.equals(Buffer.from(samples))).toBe(true);
    await mask.resize(300, 200).png().toFile(join(folder, 'small.png'));
    const refused = restore(await png(marked), { maskPath: join(folder, 'small.png') });
    await expect(refused).rejects.toMatchObject({ reason: 'not_accepted' });
  });

  it('takes doubtful regions out again one by one, to the byte as if they had not been marked', async () => {
    const damaged = await png(damageScene({ pixels: scenes[3]!, ...size }, 5).pixels);
    const paths = { maskTargetPath: join(folder, 'labels.png'), targetPath: join(folder, 'out.jpg') };
    const whole = await restore(damaged, { ...paths, mode: 'force' });
    const { regions } = whole.report;
    const doubtful = regions.filter(({ isSure, isOffered }) => !isSure && !isOffered);
    const offered = regions.filter(({ isOffered }) => isOffered).map(({ id }) => id);
    expect(doubtful.length).toBeGreaterThan(2);
    const greyOf = (path: string) => sharp(path).toColourspace('b-w').raw().toBuffer();
    const labels = await greyOf(paths.maskTargetPath);
    const values = new Set(labels);
    for (const { id } of doubtful) expect(values).toContain(id);
    for (const value of values) {
      if (value === 0 || value === 255) continue;
      const own = value > 127 ? doubtful.map(({ id }) => id) : offered.map(leftValueOf);
      expect(own).toContain(value);
    }
    const [first, second] = doubtful;
    const given = join(folder, 'given-labels.png');
    await writeFile(given, await readFile(paths.maskTargetPath));
    const refusing = async (ids: number[]) => {
      const used = join(folder, 'used-labels.png');
      const options = {
        mode: 'force',
        maskPath: given,
        regions,
        refused: [...ids, ...offered],
        maskTargetPath: used,
      } as const;
      const { jpeg, report } = await restore(damaged, options);
      return { jpeg, report, mask: await greyOf(used) };
    };
    const without = async (isLeft: (value: number) => boolean) => {
      const own = Buffer.from(labels.map((value) => (isLeft(value) ? 255 : 0)));
      const maskPath = join(folder, 'own.png');
      await writeFile(
        maskPath,
        await sharp(own, { raw: { width: 600, height: 400, channels: 1 } })
          .png()
          .toBuffer(),
      );
      return (await restore(damaged, { mode: 'force', maskPath })).jpeg;
    };
    const none = await refusing([]);
    expect(none.jpeg.equals(whole.jpeg)).toBe(true);
    expect(none.mask.equals(labels)).toBe(true);
    const one = await refusing([first!.id]);
    const refused = one.report.regions.filter(({ isRefused }) => isRefused).map(({ id }) => id);
    expect(refused).toEqual([first!.id, ...offered]);
    expect(one.mask.equals(Buffer.from(labels.map((value) => (value === first!.id ? 0 : value))))).toBe(true);
    expect(one.jpeg.equals(await without((value) => value > 127 && value !== first!.id))).toBe(true);
    const both = await refusing([first!.id, second!.id]);
    expect(both.jpeg.equals(one.jpeg)).toBe(false);
    const sureOnly = await refusing(doubtful.map(({ id }) => id));
    expect(sureOnly.jpeg.equals(await without((value) => value === 255))).toBe(true);
  });

  it.each([21, 22])('offers nothing of page %d of writing on old paper', async (seed) => {
    const page = agePrint(drawStructure('text', { ...size, seed }), 1);
    const { report } = await restore(await sharp(page.pixels, raw).png().toBuffer());
    expect([report.applied, report.regions]).toEqual([[], []]);
  });

  it('leaves what is only offered, and repairs it once it is accepted, there alone', async () => {
    const own = { widthPx: 720, heightPx: 480 };
    const shape = (channels: 1 | 3) => ({ raw: { width: 720, height: 480, channels } });
    const { pixels } = scratchPrint(await drawPhoto(own, 3), 3);
    const print = await sharp(pixels, shape(3)).png().toBuffer();
    const options = { steps: steps({ defects: true }) };
    const maskTargetPath = join(folder, 'offers.png');
    const first = await restore(print, { ...options, maskTargetPath });
    const { regions } = first.report;
    expect(first.report).toMatchObject({
      applied: [],
      maskedShare: 0,
      change: 0,
    });
    expect(regions.length).toBeGreaterThan(2);
    for (const region of regions)
      expect(region).toMatchObject({ isOffered: true, isRefused: true, isSure: false });
    const greyOf = (path: string) => sharp(path).toColourspace('b-w').raw().toBuffer();
    const labels = await greyOf(maskTargetPath);
    expect(new Set(labels)).toEqual(new Set([0, ...regions.map(({ id }) => leftValueOf(id))]));
    const maskPath = join(folder, 'given-offers.png');
    await writeFile(maskPath, await readFile(maskTargetPath));
    const accepting = async (accepted: number[]) => {
      const used = join(folder, 'used-offers.png');
      const refused = regions.map(({ id }) => id).filter((id) => !accepted.includes(id));
      const { jpeg, report } = await restore(print, {
        ...options,
        maskPath,
        regions,
        refused,
        maskTargetPath: used,
      });
      return { jpeg, report, mask: await greyOf(used) };
    };
    const [one, other] = regions.map(({ id }) => id) as [number, number];
    const made = await accepting([one]);
    expect(made.report).toMatchObject({ applied: ['defects'] });
    expect(made.report.regions.filter(({ isRefused }) => !isRefused).map(({ id }) => id)).toEqual([one]);
    expect(
      made.mask.equals(Buffer.from(labels.map((value) => (value === leftValueOf(one) ? one : value)))),
    ).toBe(true);
    const [before, after] = [await rawOf(first.jpeg), await rawOf(made.jpeg)];
    let [changedIn, changedOut] = [0, 0];
    for (let at = 0; at < labels.length; at++) {
      const difference = Math.max(
        ...[0, 1, 2].map((c) => Math.abs(before[3 * at + c]! - after[3 * at + c]!)),
      );
      if (labels[at] === leftValueOf(one)) changedIn = Math.max(changedIn, difference);
      else if (labels[at] !== 0) changedOut = Math.max(changedOut, difference);
    }
    expect(changedIn).toBeGreaterThan(30);
    expect(changedOut).toBeLessThan(8);
    const both = await accepting([one, other]);
    expect(both.jpeg.equals(made.jpeg)).toBe(false);
    const back = await accepting([]);
    expect([back.jpeg.equals(first.jpeg), back.mask.equals(labels)]).toEqual([true, true]);
    // A mask that a person sends back is a person's: what is darker than the middle is not to be repaired.
    const painted = await restore(print, { ...options, maskPath });
    expect(painted.report).toMatchObject({ applied: [], regions: [] });
  });

  it('has tones judged alike, whatever is accepted of a print', async () => {
    const { pixels } = scratchPrint(await drawPhoto({ widthPx: 720, heightPx: 480 }, 3), 3);
    const print = await sharp(pixels, { raw: { width: 720, height: 480, channels: 3 } })
      .png()
      .toBuffer();
    const maskTargetPath = join(folder, 'toned.png');
    const first = await restore(print, { maskTargetPath });
    const { regions } = first.report;
    expect(first.report.applied).toEqual(expect.arrayContaining(['fade', 'cast']));
    expect(first.report.applied).not.toContain('defects');
    const refused = regions.map(({ id }) => id);
    const maskPath = join(folder, 'given-toned.png');
    await writeFile(maskPath, await readFile(maskTargetPath));
    const again = await restore(print, { maskPath, regions, refused });
    expect(again.jpeg.equals(first.jpeg)).toBe(true);
  });

  it('straightens and crops a scanned print', async () => {
    const print = await sceneOf(5).resize(600, 400).png().toBuffer();
    const scan = await sharp({ create: { width: 760, height: 540, channels: 3, background: '#f4f4f2' } })
      .composite([{ input: await sharp(print).rotate(2, { background: '#f4f4f2' }).toBuffer() }])
      .png()
      .toBuffer();
    const { report, widthPx, heightPx } = await restore(scan, {
      steps: steps({ deskew: true, border: true }),
    });
    expect(report.applied).toEqual(['deskew', 'border']);
    expect(Math.abs(widthPx - 600)).toBeLessThan(24);
    expect(Math.abs(heightPx - 400)).toBeLessThan(24);
  });

  it.each([0, 2])('cuts a print out of a large scan, turned by %d degrees', async (degrees) => {
    const background = '#fcfcfc';
    const input = await sceneOf(2).rotate(degrees, { background }).png().toBuffer();
    const bed = sharp({ create: { width: 1400, height: 1000, channels: 3, background } });
    const scan = await bed
      .composite([{ input, left: 0, top: 0 }])
      .png()
      .toBuffer();
    const framing = steps({ deskew: true, border: true });
    const { report, widthPx, heightPx } = await restore(scan, { steps: framing });
    expect(report.applied).toEqual(degrees === 0 ? ['border'] : ['deskew', 'border']);
    expect(Math.abs(widthPx - 590)).toBeLessThan(24);
    expect(Math.abs(heightPx - 390)).toBeLessThan(24);
  });

  it('leaves a straight photo without a border as it is framed', async () => {
    const { report, widthPx } = await restore(await png(scenes[2]!), {
      steps: steps({ deskew: true, border: true }),
    });
    expect([report.applied, widthPx]).toEqual([[], 600]);
  });

  it('smooths a printing screen away, and blurs nothing without one', async () => {
    const good = scenes[6]!;
    const screened = Buffer.from(good);
    for (let i = 0; i < screened.length; i++) {
      const [x, y] = [Math.floor(i / 3) % 600, Math.floor(i / 1800)];
      const dot = Math.cos((Math.PI * (x + y)) / 3) * Math.cos((Math.PI * (x - y)) / 3);
      screened[i] = Math.max(0, Math.min(255, Math.round(screened[i]! * (1 + 0.3 * dot))));
    }
    const on = steps({ descreen: true });
    const { report, jpeg } = await restore(await png(screened), { steps: on });
    expect(report.applied).toEqual(['descreen']);
    expect(psnr(await rawOf(jpeg), good)).toBeGreaterThan(psnr(screened, good) + 1.5);
    expect((await restore(await png(good), { steps: on })).report.applied).toEqual([]);
  });

  it('enlarges, makes grey, and refuses what would be too large', async () => {
    const small = await sceneOf(1).resize(240).png().toBuffer();
    const made = await restore(small, { steps: steps({ enlarge: true }), enlargeFactor: 3 });
    expect(made).toMatchObject({ widthPx: 720, heightPx: 480, report: { applied: ['enlarge'] } });
    const grey = await restore(await png(scenes[1]!), { steps: steps({}), colour: 'monochrome' });
    const { channels } = await sharp(grey.jpeg).stats();
    expect(channels[0]!.mean).toBeCloseTo(channels[2]!.mean, 0);
    const plain = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#888' } })
        .png()
        .toBuffer();
    const twice = { steps: steps({ enlarge: true }), enlargeFactor: 2 } as const;
    expect(await restore(await plain(1400, 800), twice)).toMatchObject({ widthPx: 2800, heightPx: 1600 });
    const refused = restore(await plain(6000, 5500), twice);
    await expect(refused).rejects.toMatchObject({ reason: 'too_many_pixels' });
  });
});
