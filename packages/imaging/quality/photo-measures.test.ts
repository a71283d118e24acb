/** What is measured of files: each defect put into a scene made by code, weaker and stronger, and nothing where there is none. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { displayP3, makeRgbProfile } from '../testing/icc-samples.ts';
import { drawScene } from '../testing/scene-samples.ts';
import { makeTiffOf } from '../testing/tiff-samples.ts';
import type { PhotoMeasures } from './measures-version.ts';
import { measurePhoto } from './photo-measures.ts';
import { judgeQuality } from './quality-rules.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photo-measures-'));
});
afterAll(() => rm(folder, { recursive: true }));

const size = { width: 1230, height: 821 };
const raw = { raw: { ...size, channels: 3 as const } };
const drawn = drawScene({ widthPx: size.width, heightPx: size.height, seed: 5 }).pixels;
/** From black to white, as photos are, without the hard pixel steps of drawings. */
const scene = await sharp(drawn, raw).normalise().blur(0.6).raw().toBuffer();
const picture = (pixels: Buffer = scene): Sharp => sharp(pixels, raw);

async function measure(bytes: Buffer): Promise<PhotoMeasures> {
  const path = join(folder, 'photo');
  await writeFile(path, bytes);
  return await measurePhoto(path);
}
/** To compress it would take as long as to measure it. */
const unpacked = { compressionLevel: 0 } as const;
const measurePng = async (pipeline: Sharp) => await measure(await pipeline.png(unpacked).toBuffer());

const card = { widthMm: 101.6, heightMm: 152.4, fit: 'fill', isBorderless: true } as const;
const namesOf = (measures: PhotoMeasures) => judgeQuality(measures, card).findings.map(({ name }) => name);

/** Gaussian noise of deviation 1, the same in every run. */
const noises = (() => {
  let state = 4711;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 1) / 4294967297;
  };
  const one = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  return Float32Array.from({ length: 65_521 }, one);
})();

const withNoise = (pixels: Buffer, sigma: number): Buffer =>
  Buffer.from(
    pixels.map((value, i) => {
      const noisy = value + sigma * noises[(i + Math.floor(i / 65_521) * 7919) % noises.length]!;
      return Math.max(0, Math.min(255, Math.round(noisy)));
    }),
  );

/** Whether each of the files has a finding of that name. */
async function foundFrom(name: string, files: Promise<Buffer>[]): Promise<boolean[]> {
  const found: boolean[] = [];
  for (const file of files) found.push((namesOf(await measure(await file)) as string[]).includes(name));
  return found;
}

const isRising = (values: readonly number[]) => values.every((value, i) => i === 0 || value > values[i - 1]!);

describe('measures of pixels', () => {
  it('say nothing against a good photo, as PNG and as JPEG of usual quality', async () => {
    for (const file of [picture().png(), picture().jpeg({ quality: 85 }), picture().webp({ quality: 88 })]) {
      const measures = await measure(await file.toBuffer());
      expect(namesOf(measures).filter((name) => name !== 'turned')).toEqual([]);
      expect(measures).toMatchObject({ widthPx: 1230, heightPx: 821, pages: 1, missingShare: 0 });
    }
  });

  it('rank blur whatever the noise', async () => {
    for (const [noise, sigmas] of [
      [0, [0.4, 0.8, 1.5, 3, 5]],
      [10, [0.6, 2, 4.5]],
    ] as const) {
      const found: number[] = [];
      for (const sigma of sigmas) {
        const blurred = await picture().blur(sigma).raw().toBuffer();
        found.push((await measurePng(picture(withNoise(blurred, noise)))).blurPx ?? Number.NaN);
      }
      expect([noise, isRising(found)]).toEqual([noise, true]);
      expect(found[0]).toBeLessThan(0.95);
      expect(found.at(-1)).toBeGreaterThan(2.5);
    }
  });

  it('find blur past what shows, and not before', async () => {
    const files = [0.5, 1, 4, 7].map((sigma) => picture().blur(sigma).png(unpacked).toBuffer());
    expect(await foundFrom('blurred', files)).toEqual([false, false, true, true]);
  });

  it('tell how strong noise is', async () => {
    const measured: PhotoMeasures[] = [];
    for (const sigma of [0, 4, 18, 30]) measured.push(await measurePng(picture(withNoise(scene, sigma))));
    expect(isRising(measured.map(({ noiseSigma }) => noiseSigma))).toBe(true);
    expect(measured.map((each) => namesOf(each).includes('noisy'))).toEqual([false, false, true, true]);
    expect(measured[2]!.noiseSigma).toBeGreaterThan(6);
    expect(measured[2]!.noiseRoughness).toBeGreaterThan(1.6);
  });

  it('see blocks in what was saved anew in good quality and cropped, and none in what never had any', async () => {
    const photo = await sharp(scene, raw).blur(1).modulate({ brightness: 0.9 }).raw().toBuffer();
    const textured = picture(withNoise(photo, 5));
    const steps: number[] = [];
    // What a photo says of its own compression.
    for (const quality of [25, 30, 95]) {
      const { jpegQuality } = await measure(await picture().jpeg({ quality }).toBuffer());
      expect(jpegQuality).toBe(quality);
    }
    for (const quality of [90, 30, 6]) {
      const saved = await textured.clone().jpeg({ quality }).toBuffer();
      const again = sharp(saved).extract({ left: 3, top: 5, width: 1200, height: 800 });
      steps.push((await measure(await again.jpeg({ quality: 96 }).toBuffer())).blockStep);
    }
    expect(isRising(steps)).toBe(true);
    expect(steps[0]).toBeLessThan(0.5);
    expect((await measurePng(textured)).blockStep).toBeLessThan(0.3);
  });

  it('find darkness and paleness when they were put in', async () => {
    const scaled = (gain: number) => picture().linear(gain, 0).png(unpacked).toBuffer();
    expect(await foundFrom('too_dark', [1, 0.7, 0.3, 0.12].map(scaled))).toEqual([false, false, true, true]);
    const flat = (gain: number) =>
      picture()
        .linear(gain, 128 * (1 - gain))
        .png(unpacked)
        .toBuffer();
    expect(await foundFrom('low_contrast', [1, 0.6, 0.2].map(flat))).toEqual([false, false, true]);
  });

  it('take a grey picture and a sepia one for what they are', async () => {
    expect(await measurePng(picture().greyscale())).toMatchObject({ isMonochrome: true, castChroma: 0 });
    const sepia = await measurePng(picture().greyscale().tint({ r: 150, g: 110, b: 70 }));
    expect(sepia.isMonochrome).toBe(true);
    expect(namesOf(sepia)).not.toContain('colour_cast');
  });

  it('find a border of its own, and the grey of what never arrived', async () => {
    const framed = await measurePng(
      picture()
        .extract({ left: 0, top: 0, width: 1160, height: 761 })
        .extend({ top: 30, bottom: 30, left: 35, right: 35, background: '#fff' }),
    );
    expect(framed.ownBorder).toEqual({ left: 35, top: 30, right: 35, bottom: 30 });
    const grey = { create: { width: 1230, height: 300, channels: 3 as const, background: '#808080' } };
    const broken = await picture()
      .composite([{ input: await sharp(grey).png().toBuffer(), left: 0, top: 521 }])
      .png()
      .toBuffer();
    const saved = await measure(await sharp(broken).jpeg({ quality: 92 }).toBuffer());
    expect(saved.missingShare).toBeCloseTo(300 / 821, 1);
    expect(namesOf(saved)[0]).toBe('truncated');
    const all = { create: { width: 300, height: 300, channels: 3 as const, background: '#808080' } };
    expect(await measurePng(sharp(all))).toMatchObject({ missingShare: 0, blurPx: null });
    const white = { create: { ...all.create, background: '#fff' } };
    expect(await measurePng(sharp(white))).toMatchObject({
      blurPx: null,
      whiteShare: 1,
      lumaMedian: 255,
      jpegQuality: null,
    });
  });
});

describe('measures of the file', () => {
  it('are the same whichever way the camera held it', async () => {
    const upright = await measurePng(picture());
    const stored: [number, Sharp][] = [
      [2, picture().flop()],
      [3, picture().rotate(180)],
      [4, picture().flip()],
      [6, picture().rotate(270)],
      [8, picture().rotate(90)],
    ];
    for (const [orientation, pipeline] of stored) {
      const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
      const file = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } });
      const turned = await measure(await file.withMetadata({ orientation }).png(unpacked).toBuffer());
      expect(turned).toEqual({
        ...upright,
        orientation,
        hasProfile: turned.hasProfile,
        profileName: turned.profileName,
      });
    }
  });

  it('count transparency only where there is some', async () => {
    const opaque = await measurePng(picture().ensureAlpha());
    expect(opaque.transparentShare).toBe(0);
    const hole = { create: { width: 615, height: 821, channels: 4 as const, background: '#0000' } };
    const half = picture()
      .ensureAlpha()
      .composite([{ input: await sharp(hole).png().toBuffer(), left: 0, top: 0, blend: 'dest-in' }]);
    const measures = await measurePng(half);
    expect(measures.transparentShare).toBeGreaterThan(0.4);
    expect(namesOf(measures)).toContain('transparent');
  });

  it('know CMYK, wide colours, sixteen bits and grey', async () => {
    const cmyk = await measure(
      await picture().toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer(),
    );
    expect(cmyk).toMatchObject({ colourSpace: 'cmyk', hasProfile: true });
    const green = Uint8Array.from({ length: 300 * 200 * 3 }, (_, i) => (i % 3 === 1 ? 250 : 20));
    const profile = makeRgbProfile('Wide', { primaries: displayP3, gamma: 2.2 });
    const tiff = { widthPx: 300, heightPx: 200, samples: green, channels: 3 } as const;
    expect(await measure(makeTiffOf({ ...tiff, profile }))).toMatchObject({
      wideGamutShare: 1,
      profileName: 'Wide',
    });
    expect(await measure(makeTiffOf(tiff))).toMatchObject({ wideGamutShare: 0, hasProfile: false });
    const deep = await measure(await picture().toColourspace('rgb16').png().toBuffer());
    expect(deep).toMatchObject({ bitDepth: 16, colourSpace: 'rgb16' });
    const few = await measure(await picture().png({ palette: true, colours: 8 }).toBuffer());
    expect(namesOf(few)).toContain('few_tones');
  });

  it('leave no pixels behind', async () => {
    const large = { create: { width: 4000, height: 3000, channels: 3 as const, background: '#aca' } };
    const path = join(folder, 'large');
    await writeFile(path, await sharp(large).jpeg().toBuffer());
    await measurePng(picture());
    const before = process.memoryUsage().external;
    await measurePhoto(path);
    expect(process.memoryUsage().external - before).toBeLessThan(18_000_000);
  });

  it('refuse what is no photo and what is broken', async () => {
    await expect(measure(Buffer.from('%PDF-1.7\n'))).rejects.toMatchObject({ reason: 'not_accepted' });
    const jpeg = await picture().jpeg().toBuffer();
    await expect(measure(jpeg.subarray(0, jpeg.length / 2))).rejects.toMatchObject({ reason: 'truncated' });
    await expect(measure(Buffer.alloc(0))).rejects.toMatchObject({ reason: 'empty' });
  });
});
