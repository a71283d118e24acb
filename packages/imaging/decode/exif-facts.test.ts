import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeJpeg } from '../testing/picture-samples.ts';
import { takenAtOfExif } from './exif-facts.ts';
import { nameOfIccProfile } from './icc-name.ts';

const jpeg = await makeJpeg({ widthPx: 32, heightPx: 32, seed: 1 });

async function exifOf(entries: Record<string, string>): Promise<Buffer> {
  const bytes = await sharp(jpeg).withExif({ IFD2: entries }).jpeg().toBuffer();
  return (await sharp(bytes).metadata()).exif!;
}

describe('takenAtOfExif', () => {
  it('reads the moment, with the offset when the camera knew it', async () => {
    expect(takenAtOfExif(await exifOf({ DateTimeOriginal: '2019:05:04 10:11:12' }))).toBe(
      '2019-05-04T10:11:12',
    );
    const full = { DateTimeOriginal: '2019:05:04 10:11:12', OffsetTimeOriginal: '-03:30' };
    expect(takenAtOfExif(await exifOf(full))).toBe('2019-05-04T10:11:12-03:30');
    expect(takenAtOfExif(await exifOf({ DateTimeDigitized: '1999:12:31 23:59:59' }))).toBe(
      '1999-12-31T23:59:59',
    );
  });

  it('is silent about moments that do not exist', async () => {
    for (const date of ['0000:00:00 00:00:00', '2019:02:30 10:11:12', '2019:13:01 10:11:12', 'yesterday']) {
      expect(takenAtOfExif(await exifOf({ DateTimeOriginal: date }))).toBeNull();
    }
    const odd = await exifOf({ DateTimeOriginal: '2019:05:04 10:11:12', OffsetTimeOriginal: '+99:00' });
    expect(takenAtOfExif(odd)).toBe('2019-05-04T10:11:12');
    expect(takenAtOfExif(undefined)).toBeNull();
  });

  it('never throws, whatever the bytes, and never takes long', async () => {
    const good = await exifOf({ DateTimeOriginal: '2019:05:04 10:11:12', OffsetTimeOriginal: '+08:00' });
    const shape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:\d\d)?$/;
    const check = (bytes: Uint8Array) => {
      const found = takenAtOfExif(bytes);
      expect(found === null || shape.test(found)).toBe(true);
    };
    for (let length = 0; length <= good.length; length++) check(good.subarray(0, length));
    const damage = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(damage, (changes) => {
        const bytes = Buffer.from(good);
        for (const [at, value] of changes) bytes[at] = value;
        check(bytes);
      }),
      { numRuns: 2000 },
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), check));
  });

  it('passes over what is not wanted, however much of it there claims to be', async () => {
    const good = await exifOf({ DateTimeOriginal: '2019:05:04 10:11:12' });
    const block = good.subarray(good.indexOf('II*\0', 0, 'latin1'));
    const directoryAt = block.readUInt32LE(4);
    const ownCount = block.readUInt16LE(directoryAt);
    const own = block.subarray(directoryAt + 2, directoryAt + 2 + 12 * ownCount);
    // In front of the true entries, in a directory behind all else: 400 whose values are the whole block.
    const directory = Buffer.alloc(2 + 12 * 400);
    directory.writeUInt16LE(400 + ownCount);
    const bytes = Buffer.concat([block, directory, own, Buffer.alloc(55_000)]);
    for (let i = 0; i < 400; i++) {
      const at = block.length + 2 + 12 * i;
      bytes.writeUInt16LE(0x5000 + i, at);
      bytes.writeUInt16LE(1, at + 2);
      bytes.writeUInt32LE(bytes.length, at + 4);
    }
    bytes.writeUInt32LE(block.length, 4);
    expect(takenAtOfExif(bytes)).toBe('2019-05-04T10:11:12');
  });
});

describe('nameOfIccProfile', () => {
  it('reads the name, and never throws', async () => {
    const profiled = await sharp(jpeg).withIccProfile('p3').jpeg().toBuffer();
    const { icc } = await sharp(profiled).metadata();
    expect(nameOfIccProfile(icc)).toMatch(/p3/i);
    const claiming = Buffer.from(icc!);
    claiming.writeUInt32BE(0xffffffff, 128);
    expect(nameOfIccProfile(claiming)).toMatch(/p3/i);
    for (let length = 0; length < icc!.length; length += 3) nameOfIccProfile(icc!.subarray(0, length));
    const damage = fc.array(fc.tuple(fc.nat(icc!.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(damage, (changes) => {
        const bytes = Buffer.from(icc!);
        for (const [at, value] of changes) bytes[at] = value;
        const name = nameOfIccProfile(bytes);
        expect(name === null || name.length <= 100).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
