/**
 * HEIC pictures as libheif's own encoder writes them, through everything that reads pictures: what was uploaded is what is
 * printed, upright, in its colours.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { probeFile } from '@platen/imaging/decode/probe-file';
import { ImagingRefusal } from '@platen/imaging/imaging-refusal';
import { measurePhoto } from '@platen/imaging/quality/photo-measures';
import { restorePhoto } from '@platen/imaging/restore/restore-photo';
import { displayP3, makeRgbProfile } from '@platen/imaging/testing/icc-samples';
import { usualRestore } from '@platen/imaging/testing/restore-samples';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deltaE2000, labOfSrgb } from '../fixtures/colour-difference.ts';
import { printPixels } from '../fixtures/pixel-sheet.ts';
import { getRealTool, whenReal } from './real-printers.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-heic-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Colour = readonly [number, number, number];

/** Left to right, top to bottom: a corner of each kind, so that a turn can't be mistaken. */
const corners: Colour[] = [
  [200, 60, 50],
  [60, 170, 80],
  [50, 80, 190],
  [220, 210, 190],
];
const size = { widthPx: 300, heightPx: 200 };

interface Source {
  widthPx: number;
  heightPx: number;
  alpha?: number;
  orientation?: number;
  profile?: Buffer;
}

/** Four fields of colour, stored as `orientation` has it when it is 6: a quarter turn counterclockwise. */
async function makeSource({ widthPx, heightPx, alpha, orientation, profile }: Source): Promise<Buffer> {
  const pixels = Buffer.alloc(widthPx * heightPx * 4, 255);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const corner = corners[2 * Math.floor((2 * y) / heightPx) + Math.floor((2 * x) / widthPx)]!;
      pixels.set([...corner, alpha ?? 255], 4 * (y * widthPx + x));
    }
  }
  let picture = sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 4 } });
  if (alpha === undefined) picture = picture.removeAlpha();
  if (orientation === 6) picture = sharp(await picture.rotate(270).png().toBuffer());
  const path = join(folder, 'profile.icc');
  if (profile) writeFileSync(path, profile);
  if (orientation) picture = picture.withExif({}).withMetadata({ orientation });
  if (profile) picture = picture.withIccProfile(path, { attach: true });
  if (alpha !== undefined) return await picture.png().toBuffer();
  return await picture.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
}

async function makeHeic(source: Source, flags: string[] = []): Promise<string> {
  const input = join(folder, source.alpha === undefined ? 'in.jpg' : 'in.png');
  const output = join(folder, 'out.heic');
  writeFileSync(input, await makeSource(source));
  const run = spawnSync(getRealTool('heif-enc'), [...flags, '-q', '95', input, '-o', output], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  if (run.status !== 0) throw new Error(`heif-enc: ${run.stderr}`);
  return output;
}

/** As phones write what was taken upright: the file says the turn, and the EXIF says it again. */
async function makeTurned(): Promise<string> {
  const path = await makeHeic({ ...size, orientation: 6 });
  writeFileSync(path, withTurn(readFileSync(path), 3));
  return path;
}

/** Where the content of a box begins whose type first stands at this place, and where the box ends. */
function boxAt(file: Buffer, type: string): { size: number; start: number; end: number } {
  const size = file.indexOf(type, 0, 'latin1') - 4;
  return { size, start: size + 8, end: size + file.readUInt32BE(size) };
}

/**
 * The file with one more property of its first item (ISO/IEC 23008-12, section 9.3): `irot`, quarter turns counterclockwise. For
 * files as this encoder writes them: short boxes, one byte to an association, offsets of 4 bytes.
 */
function withTurn(file: Buffer, quarters: number): Buffer {
  const turn = Buffer.from([0, 0, 0, 9, ...Buffer.from('irot'), quarters]);
  const [meta, iprp, ipco, ipma] = ['meta', 'iprp', 'ipco', 'ipma'].map((type) => boxAt(file, type));
  let properties = 0;
  for (let at = ipco!.start; at < ipco!.end; at += file.readUInt32BE(at)) properties += 1;
  const head = Buffer.from(file);
  for (const { size } of [meta!, iprp!]) head.writeUInt32BE(head.readUInt32BE(size) + 10, size);
  head.writeUInt32BE(head.readUInt32BE(ipco!.size) + 9, ipco!.size);
  head.writeUInt32BE(head.readUInt32BE(ipma!.size) + 1, ipma!.size);
  // Version and flags, entries; of the first: item, associations.
  const count = ipma!.start + 4 + 4 + 2;
  head[count]! += 1;
  const { start } = boxAt(file, 'iloc');
  expect([head[start], head.readUInt16BE(start + 4)], 'offsets, lengths and bases of 4 bytes').toEqual([
    0, 0x4440,
  ]);
  const items = head.readUInt16BE(start + 6);
  for (let item = 0; item < items; item++) {
    const offset = start + 8 + item * 18 + 10;
    head.writeUInt32BE(head.readUInt32BE(offset) + 10, offset);
  }
  const association = Buffer.from([0x80 | (properties + 1)]);
  const last = count + 1 + file[count]!;
  const parts = [
    head.subarray(0, ipco!.end),
    turn,
    head.subarray(ipco!.end, last),
    association,
    head.subarray(last),
  ];
  return Buffer.concat(parts);
}

/** The middles of the four corners on a sheet of the picture's own pixels. */
async function printedCorners(sourcePath: string): Promise<number[][]> {
  const targetPath = join(folder, 'sheet.pwg');
  const samples = await printPixels({ sourcePath, targetPath }, size);
  return [
    [75, 50],
    [225, 50],
    [75, 150],
    [225, 150],
  ].map(([x, y]) => [...samples.subarray(3 * (y! * 300 + x!), 3 * (y! * 300 + x!) + 3)]);
}

function expectNear(found: number[][], wanted: readonly Colour[], max: number): void {
  const differences = found.map((rgb, index) => deltaE2000(labOfSrgb(rgb), labOfSrgb(wanted[index]!)));
  expect(Math.max(...differences), JSON.stringify(found)).toBeLessThan(max);
}

whenReal(['heif-enc'])('HEIC by libheif', () => {
  it('prints in the colours it was made in', async () => {
    const path = await makeHeic(size);
    expect(await probeFile(path)).toMatchObject({ mediaType: 'image/heic', ...size, pages: 1 });
    expectNear(await printedCorners(path), corners, 2);
  });

  it('stands upright, once, whatever the EXIF says beside the turn of the file', async () => {
    const path = await makeTurned();
    expect(await probeFile(path)).toMatchObject(size);
    expectNear(await printedCorners(path), corners, 2);
  });

  it('keeps a wide gamut by its profile', async () => {
    const path = await makeHeic({
      ...size,
      profile: makeRgbProfile('Display P3', { primaries: displayP3, gamma: 2.2 }),
    });
    expect(await probeFile(path)).toMatchObject({ hasProfile: true });
    // Read as sRGB the red, stored as 184, 73, 60, would be off by more than 4.
    expectNear(await printedCorners(path), corners, 2);
  });

  it('lays what is transparent on white', async () => {
    const path = await makeHeic({ ...size, alpha: 128 });
    const onWhite = corners.map((colour) => colour.map((v) => (v + 255) / 2) as unknown as Colour);
    expectNear(await printedCorners(path), onWhite, 2.5);
  });

  it('takes odd sizes and a thumbnail beside the picture', async () => {
    const path = await makeHeic({ widthPx: 301, heightPx: 199 }, ['-t', '64']);
    expect(await probeFile(path)).toMatchObject({ widthPx: 301, heightPx: 199 });
    expectNear(await printedCorners(path), corners, 2);
  });

  it('is measured and restored like any other photo', async () => {
    const path = await makeTurned();
    const measures = await measurePhoto(path);
    expect(measures).toMatchObject({ ...size, jpegQuality: null, pages: 1, transparentShare: 0 });
    const targetPath = join(folder, 'restored.jpg');
    const restored = await restorePhoto({ ...usualRestore, sourcePath: path, targetPath }, () => {});
    expect(restored).toMatchObject(size);
  });

  it('is refused when it was cut off, wherever', async () => {
    const whole = readFileSync(await makeHeic(size));
    const path = join(folder, 'cut.heic');
    for (const share of [0.01, 0.2, 0.5, 0.9, 0.99]) {
      writeFileSync(path, whole.subarray(0, Math.floor(whole.length * share)));
      const refusal = await probeFile(path).catch((error: unknown) => error);
      expect(refusal, `${share}`).toBeInstanceOf(ImagingRefusal);
    }
  });

  it('has an answer for a picture whose bytes were changed', async () => {
    const whole = readFileSync(await makeHeic(size));
    const path = join(folder, 'changed.heic');
    for (let at = 0; at < 40; at++) {
      const changed = Buffer.from(whole);
      changed.fill(0xa5, Math.floor((whole.length * at) / 40), Math.floor((whole.length * at) / 40) + 9);
      writeFileSync(path, changed);
      const answer = await probeFile(path).catch((error: unknown) => error);
      if (answer instanceof Error) expect(answer).toBeInstanceOf(ImagingRefusal);
      else expect(answer).toMatchObject({ mediaType: 'image/heic' });
    }
  });
});
