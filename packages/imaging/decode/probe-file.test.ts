import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImagingRefusalReason } from '../imaging-refusal.ts';
import * as hostile from '../testing/hostile-samples.ts';
import * as samples from '../testing/picture-samples.ts';
import { type FileProbe, probeFile } from './probe-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'probe-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function probe(bytes: Uint8Array | string): Promise<FileProbe> {
  const path = join(folder, 'file.jpg');
  await writeFile(path, bytes);
  return probeFile(path);
}

const size = { widthPx: 300, heightPx: 200, seed: 1 };

describe('probeFile on good files', () => {
  it.each([
    ['image/jpeg', samples.makeJpeg],
    ['image/png', samples.makePng],
    ['image/tiff', samples.makeTiff],
    ['image/webp', samples.makeWebp],
  ] as const)('%s, whatever its name', async (mediaType, make) => {
    expect(await probe(await make(size))).toEqual({
      kind: 'image',
      mediaType,
      widthPx: 300,
      heightPx: 200,
      pages: 1,
      colourSpace: 'srgb',
      hasProfile: false,
      profileName: null,
      bitDepth: 8,
      hasAlpha: false,
      dpi: expect.toSatisfy((dpi) => dpi === null || dpi > 1),
      takenAt: null,
    });
  });

  it('gives the size after the EXIF orientation', async () => {
    const { makeJpeg } = samples;
    expect(await probe(await makeJpeg({ ...size, exifOrientation: 6 }))).toMatchObject({
      widthPx: 200,
      heightPx: 300,
    });
    expect(await probe(await makeJpeg({ ...size, exifOrientation: 3 }))).toMatchObject({
      widthPx: 300,
      heightPx: 200,
    });
  });

  it('tells CMYK without a profile, 16 bit, 1 bit and profiles', async () => {
    const cmyk = await sharp(await samples.makeJpeg(size))
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer();
    expect(await probe(cmyk)).toMatchObject({ colourSpace: 'cmyk', hasProfile: false });
    const deep = hostile.makeBlankPng({ widthPx: 20, heightPx: 20, bitDepth: 16, channels: 4 });
    expect(await probe(deep)).toMatchObject({ colourSpace: 'rgb16', bitDepth: 16 });
    const flat = hostile.makeBlankPng({ widthPx: 20, heightPx: 20, bitDepth: 1, channels: 1 });
    expect(await probe(flat)).toMatchObject({ colourSpace: 'b-w', bitDepth: 1 });
    const wide = await sharp(await samples.makeJpeg(size))
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect(await probe(wide)).toMatchObject({ hasProfile: true });
  });

  it('counts the pages of a PDF and measures the first, also behind other bytes', async () => {
    const pdf = samples.makePdf({ pages: 3, widthMm: 148, heightMm: 210 });
    const expected = {
      kind: 'document',
      mediaType: 'application/pdf',
      pages: 3,
      firstPageWidthMm: 148,
      firstPageHeightMm: 210,
      pageRuns: [{ firstPage: 1, lastPage: 3, widthMm: 148, heightMm: 210 }],
    };
    expect(await probe(pdf)).toEqual(expected);
    expect(await probe(Buffer.concat([Buffer.from('\n\n'), pdf]))).toEqual(expected);
    expect(
      await probe(samples.makePdf({ pages: 3, widthMm: 148, heightMm: 210, padBytes: 3_000_000 })),
    ).toEqual(expected);
  });

  it('finds the pages of a PDF whose cross-reference table is wrong', async () => {
    const pdf = samples
      .makePdf({ pages: 2, widthMm: 100, heightMm: 150, padBytes: 500_000 })
      .toString('latin1');
    const broken = Buffer.from(pdf.replace(/startxref\n\d+/, 'startxref\n17'), 'latin1');
    expect(await probe(broken)).toMatchObject({ pages: 2, firstPageHeightMm: 150 });
  });

  it('passes over bytes after the end of a JPEG and thumbnails inside a TIFF', async () => {
    const jpeg = await samples.makeJpeg(size);
    expect(await probe(Buffer.concat([jpeg, Buffer.alloc(100_000, 7)]))).toMatchObject({ widthPx: 300 });
    const pages = [
      { widthPx: 90, heightPx: 60 },
      { widthPx: 9, heightPx: 6, thumbnail: true },
    ];
    expect(await probe(hostile.makeMultiPageTiff(pages))).toMatchObject({ widthPx: 90, colourSpace: 'b-w' });
  });

  it('is not stopped by chunks that inflate to a gigabyte', async () => {
    for (const chunk of ['zTXt', 'iCCP'] as const) {
      const bomb = hostile.makePngChunkBomb({ chunk, inflatedBytes: 1_000_000_000 });
      expect(await probe(bomb)).toMatchObject({ widthPx: 64, heightPx: 64 });
    }
  });
});

async function expectRefusal(bytes: Uint8Array | string, reason: ImagingRefusalReason): Promise<void> {
  await expect(probe(bytes)).rejects.toMatchObject({ name: 'ImagingRefusal', reason });
}

describe('probeFile on what is no picture', () => {
  it('refuses nothing and next to nothing', async () => {
    await expectRefusal('', 'empty');
    await expectRefusal('x', 'unknown_type');
    await expectRefusal(Buffer.from([0xff, 0xd8, 0xff]), 'truncated');
  });

  it('refuses programs and texts under the name of a picture', async () => {
    await expectRefusal('just words\n'.repeat(200), 'unknown_type');
    await expectRefusal('%!PS-Adobe-3.0\n/x 1 def showpage\n', 'unknown_type');
    await expectRefusal(
      'push graphic-context\nimage over 0,0 0,0 "/etc/hostname"\npop graphic-context',
      'unknown_type',
    );
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
    await expectRefusal(svg, 'unknown_type');
    await expectRefusal(`<?xml version="1.0"?>${svg}`, 'unknown_type');
  });

  it('keeps sharp from running an SVG in this process', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
    await expect(sharp(Buffer.from(svg)).metadata()).rejects.toThrow();
  });

  it('says which known formats are not accepted', async () => {
    await expectRefusal(hostile.makeGif({ widthPx: 65_535, heightPx: 65_535, frames: 1 }), 'too_many_pixels');
    const ftyp = (brand: string) => Buffer.from(`\0\0\0\x24ftyp${brand}\0\0\0\0mif1`, 'latin1');
    await expect(probe(ftyp('avis'))).rejects.toThrow(
      "Moving AVIF pictures can't be decoded here yet; send JPEG.",
    );
    await expectRefusal(ftyp('avif'), 'truncated');
    await expectRefusal(ftyp('hevc'), 'not_accepted');
    await expectRefusal(ftyp('heic'), 'truncated');
    // AV1 in a file that says no more than that it is HEIF.
    const avif = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#456' } })
      .avif({ effort: 0 })
      .toBuffer();
    avif.write('mif1', 8, 'latin1');
    await expect(probe(avif)).rejects.toThrow("of a kind that can't be decoded here; send JPEG.");
    const many = Array.from({ length: 201 }, () => ({ widthPx: 1, heightPx: 1 }));
    await expect(probe(hostile.makeMultiPageTiff(many))).rejects.toThrow(
      'This TIFF has 201 pages; 200 at most.',
    );
    await expectRefusal(hostile.makeAnimatedWebpHeader(), 'cannot_decode');
  });
});

describe('probeFile on pictures that ask for too much', () => {
  it('refuses too many pixels by the header', async () => {
    await expectRefusal(samples.makeGigapixelPng(), 'too_many_pixels');
    const flat = { widthPx: 65_500, heightPx: 65_500, bitDepth: 1, channels: 1 } as const;
    await expectRefusal(hostile.makeBlankPng(flat), 'too_many_pixels');
    const deep = { widthPx: 16_383, heightPx: 16_383, bitDepth: 16, channels: 4 } as const;
    await expectRefusal(hostile.makeBlankPng(deep), 'too_many_pixels');
    await expectRefusal(hostile.makeTallWebp(), 'too_many_pixels');
    const jpeg = await samples.makeJpeg(size);
    await expectRefusal(hostile.withJpegSize(jpeg, { widthPx: 65_535, heightPx: 65_535 }), 'too_many_pixels');
    await expectRefusal(hostile.withJpegSize(jpeg, { widthPx: 60_000, heightPx: 60_000 }), 'too_many_pixels');
  });

  it('refuses headers that lie', async () => {
    const jpeg = await samples.makeJpeg(size);
    await expectRefusal(hostile.withJpegSize(jpeg, { widthPx: 12_000, heightPx: 12_000 }), 'cannot_decode');
    const lie = { widthPx: 10_000, heightPx: 10_000, bitDepth: 8, channels: 3, rows: 10 } as const;
    await expectRefusal(hostile.makeBlankPng(lie), 'cannot_decode');
  });

  it('refuses progressive JPEGs of thousands of scans or of too many coefficients', async () => {
    const create = { width: 2000, height: 2000, channels: 3, background: '#777' } as const;
    const progressive = await sharp({ create })
      .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer();
    expect(await probe(progressive)).toMatchObject({ widthPx: 2000 });
    await expectRefusal(hostile.withRepeatedScans(progressive, 3000), 'cannot_decode');
    const large = hostile.withJpegSize(progressive, { widthPx: 12_000, heightPx: 12_000 });
    await expectRefusal(large, 'too_many_pixels');
  });

  it('refuses interlaced PNGs that have to be held in memory as a whole', async () => {
    const large = { widthPx: 12_000, heightPx: 12_000, bitDepth: 8, channels: 4, interlaced: true } as const;
    await expectRefusal(hostile.makeBlankPng(large), 'too_many_pixels');
  });
});

describe('probeFile on broken files', () => {
  const makers = [
    ['JPEG', samples.makeJpeg],
    ['PNG', samples.makePng],
    ['TIFF', samples.makeTiff],
    ['WebP', samples.makeWebp],
  ] as const;

  it.each(makers)('refuses a %s that is cut off anywhere', async (_name, make) => {
    const whole = await make({ widthPx: 600, heightPx: 400, seed: 2 });
    for (const bytes of [1024, whole.length * 0.5, whole.length * 0.9, whole.length * 0.99]) {
      await expectRefusal(whole.subarray(0, bytes), 'truncated');
    }
  });

  // WebP is left out: it has no checksum, and its decoder makes a picture of any bytes.
  it.each(makers.slice(0, 3))('refuses a %s with other bytes in its middle', async (_name, make) => {
    const broken = Buffer.from(await make({ widthPx: 600, heightPx: 400, seed: 3 }));
    const middle = Math.floor(broken.length / 2);
    for (let i = 0; i < 600; i++) broken[middle + i] = (i * 37 + 11) & 255;
    await expectRefusal(broken, 'cannot_decode');
  });

  it('refuses PDFs that are cut off, empty or encrypted', async () => {
    const pdf = samples.makePdf({ pages: 2, widthMm: 100, heightMm: 150 });
    await expectRefusal(pdf.subarray(0, 300), 'cannot_decode');
    await expectRefusal(pdf.subarray(0, Math.floor(pdf.length / 2)), 'cannot_decode');
    await expectRefusal('%PDF-1.7\n', 'cannot_decode');
    await expectRefusal(samples.makePdf({ pages: 0, widthMm: 100, heightMm: 150 }), 'no_pages');
    await expectRefusal(
      samples.makePdf({ pages: 1, widthMm: 100, heightMm: 150, encrypted: true }),
      'encrypted',
    );
  });

  it('passes errors of the file system on as they are', async () => {
    await expect(probeFile(join(folder, 'missing'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
