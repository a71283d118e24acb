import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  adobeRgb,
  makeGreyProfile,
  makePrinterProfile,
  makeProfile,
  makeRgbProfile,
  type PrinterModel,
} from '../testing/icc-samples.ts';
import { makePdf, makePng } from '../testing/picture-samples.ts';
import { inspectOutputProfile, paperWhiteOf } from './icc-profile.ts';
import { createSoftProof } from './soft-proof.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'icc-profile-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Paper without colour: all that it shows is grey. */
const greyPaper: PrinterModel = {
  paperWhite: [0.8, 0.85, 0.6],
  toLab: ([r, g, b]) => [(100 * (r! + g! + b!)) / 3, 0, 0],
  fromLab: ([l]) => [l / 100, l / 100, l / 100],
};
const printer = makePrinterProfile(greyPaper, { colourSpace: 'RGB', inks: 3 });
const save = (profile: Buffer): string => {
  const path = join(folder, `${Math.random()}.icc`);
  writeFileSync(path, profile);
  return path;
};
const changed = (profile: Buffer, change: (copy: Buffer) => void): Buffer => {
  const copy = Buffer.from(profile);
  change(copy);
  return copy;
};

describe('an output profile', () => {
  it('is known by what it says of itself', async () => {
    expect(await inspectOutputProfile(save(printer))).toEqual({
      name: 'Sample paper',
      deviceClass: 'prtr',
      colourSpace: 'RGB',
      version: '2.4',
      hasIntents: ['perceptual', 'relative'],
    });
    const display = makeRgbProfile('Soft paper', { primaries: adobeRgb, gamma: 2.2 });
    expect(await inspectOutputProfile(save(display))).toMatchObject({
      name: 'Soft paper',
      deviceClass: 'mntr',
    });
    expect(await inspectOutputProfile(save(makeGreyProfile(2.2)))).toMatchObject({ colourSpace: 'GRAY' });
    expect(paperWhiteOf(printer).map((value) => Math.round(value * 100))).toEqual([80, 85, 60]);
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'no ICC profile'],
    ['some text', Buffer.from('profile '.repeat(50)), 'no ICC profile'],
    ['half of one', printer.subarray(0, printer.length / 2), 'cut off'],
    ['more than one', Buffer.concat([printer, Buffer.alloc(4)]), 'cut off'],
    ['a scanner', changed(printer, (copy) => copy.write('scnr', 12, 'latin1')), 'class must be prtr'],
    ['CMYK', changed(printer, (copy) => copy.write('CMYK', 16, 'latin1')), 'CMYK'],
    ['Lab', changed(printer, (copy) => copy.write('Lab ', 16, 'latin1')), 'must be RGB or grey'],
    ['a million tags', changed(printer, (copy) => copy.writeUInt32BE(1_000_000, 128)), 'tags'],
    ['a tag beyond the end', changed(printer, (copy) => copy.writeUInt32BE(0xfffffff0, 136)), 'cut off'],
    [
      'no table to print by',
      makeProfile({ deviceClass: 'prtr', colourSpace: 'RGB', connection: 'Lab' }, { desc: Buffer.alloc(20) }),
      'no B2A',
    ],
    ['tables of rubbish', changed(printer, (copy) => copy.fill(0xab, 300, 60_000)), 'damaged'],
    ['9 MiB', Buffer.alloc(9 * 1024 * 1024), 'more than 8 MiB'],
  ])('is refused when it is %s', async (_name, profile, sentence) => {
    const refusal = inspectOutputProfile(save(profile));
    await expect(refusal).rejects.toMatchObject({
      reason: 'not_accepted',
      message: expect.stringContaining(sentence),
    });
  });
});

describe('a soft proof', () => {
  const proof = async (more: { showsPaper?: boolean; edgePx?: number } = {}) => {
    const sourcePath = join(folder, 'photo.png');
    writeFileSync(sourcePath, await makePng({ widthPx: 300, heightPx: 200, seed: 2 }));
    const profile = { path: save(printer), intent: 'perceptual' } as const;
    const scratchPath = join(folder, 'scratch');
    return await createSoftProof({
      sourcePath,
      scratchPath,
      profile,
      edgePx: 150,
      showsPaper: false,
      ...more,
    });
  };

  it('shows what the paper can, in sRGB, and leaves nothing behind', async () => {
    const { png, widthPx, heightPx } = await proof();
    expect([widthPx, heightPx]).toEqual([150, 100]);
    const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
    expect(info.channels).toBe(3);
    let saturation = 0;
    for (let at = 0; at < data.length; at += 3)
      saturation = Math.max(
        saturation,
        Math.abs(data[at]! - data[at + 1]!),
        Math.abs(data[at + 1]! - data[at + 2]!),
      );
    expect(saturation).toBeLessThanOrEqual(3);
    expect(readdirSync(folder).filter((name) => name.startsWith('scratch'))).toEqual([]);
  });

  it('shows the white of the paper where that is wanted', async () => {
    const brightest = async (showsPaper: boolean) => {
      const { data } = await sharp((await proof({ showsPaper })).png)
        .raw()
        .toBuffer({ resolveWithObject: true });
      return [0, 1, 2].map((c) =>
        data.reduce((max, value, at) => (at % 3 === c ? Math.max(max, value) : max), 0),
      );
    };
    const [screen, paper] = [await brightest(false), await brightest(true)];
    // Yellowish paper: less of all, least of blue.
    expect(paper[2]!).toBeLessThan(screen[2]! - 25);
    expect(paper[0]!).toBeGreaterThan(paper[2]!);
  });

  it('is of photos alone', async () => {
    const sourcePath = join(folder, 'letter.pdf');
    writeFileSync(sourcePath, makePdf({ pages: 1, widthMm: 100, heightMm: 150 }));
    const profile = { path: save(printer), intent: 'perceptual' } as const;
    const options = {
      sourcePath,
      scratchPath: join(folder, 'scratch'),
      profile,
      edgePx: 150,
      showsPaper: false,
    };
    await expect(createSoftProof(options)).rejects.toMatchObject({ reason: 'not_accepted' });
  });
});
