import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePdf } from '@platen/imaging/testing/picture-samples';
import {
  attributeNumber,
  attributeNumbers,
  attributeText,
  attributeTexts,
  collectionMembers,
  enumValue,
  findAttribute,
  groupsOf,
  groupTags,
  type IppGroup,
  integer,
  keyword,
} from '@platen/ipp/ipp-message';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  closePrinterBench,
  create,
  getJob,
  getPrinter,
  idOf,
  openPrinterBench,
  type PrinterBench,
  photoMedia,
  print,
  send,
  sheetFolders,
  startPrinter,
  stopPrinter,
  untilState,
} from './testing/printer-bench.ts';

let bench: PrinterBench;
beforeEach(async () => {
  bench = await openPrinterBench();
});
afterEach(() => closePrinterBench(bench));

const reasons = async (): Promise<string[]> =>
  attributeTexts(await getPrinter(bench), 'printer-state-reasons');

/** What is loaded, as `source size type`. */
const loaded = async (): Promise<string[]> =>
  (findAttribute(await getPrinter(bench), 'media-col-ready')?.values ?? []).map((value) => {
    const members = collectionMembers(value);
    return ['media-source', 'media-size-name', 'media-type']
      .map((key) => attributeText(members, key))
      .join(' ');
  });

describe('paper at run time', () => {
  it('waits for paper that is not there, and goes on once it is loaded in another tray', async () => {
    const { control } = bench.printer;
    control.load('tray-5', null);
    expect((await loaded()).join()).not.toContain('tray-5 ');
    const id = idOf(await print(bench, photoMedia));
    await untilState(bench, id, 6);
    expect(await reasons()).toContain('media-needed-error');
    expect(sheetFolders(bench)).toEqual([]);
    control.load('tray-1', { size: 'na_index-4x6_4x6in', type: 'photographic-glossy' });
    await untilState(bench, id, 9);
    expect(await loaded()).toContain('tray-1 na_index-4x6_4x6in photographic-glossy');
    expect(await reasons()).toEqual(['none']);
  });

  it('can be given sizes that it came without', async () => {
    const media = { media: keyword('om_card_54x86mm') };
    expect((await print(bench, media)).status).toBe(0x040b);
    bench.printer.control.load('tray-2', { size: 'om_card_54x86mm', type: 'cardstock' });
    await untilState(bench, idOf(await print(bench, media)), 9);
    expect(attributeTexts(await getPrinter(bench), 'media-supported')).toContain('om_card_54x86mm');
    expect(() => bench.printer.control.load('tray-2', { size: 'anything', type: 'stationery' })).toThrow(
      TypeError,
    );
    expect(() => bench.printer.control.load('tray-99', null)).toThrow(TypeError);
  });

  it('says no-value when there is nothing in it', async () => {
    for (const tray of (await loaded()).map((line) => line.split(' ')[0] as string))
      bench.printer.control.load(tray, null);
    expect(findAttribute(await getPrinter(bench), 'media-col-ready')?.values).toMatchObject([{ tag: 0x13 }]);
    await untilState(bench, idOf(await print(bench)), 6);
  });
});

describe('what goes wrong', () => {
  it('a jam keeps what came out, and the job goes on where it was', async () => {
    bench.printer.control.jamAfter(3);
    const id = idOf(await print(bench, { copies: integer(5), ...photoMedia }));
    const jammed = await untilState(bench, id, 6);
    expect(attributeNumber(jammed, 'job-impressions-completed')).toBe(3);
    expect(attributeNumber(jammed, 'job-media-sheets-completed')).toBe(3);
    expect(await reasons()).toContain('media-jam-error');
    bench.printer.control.jam(false);
    expect(attributeNumber(await untilState(bench, id, 9), 'job-impressions-completed')).toBe(5);
  });

  it('a jam that ends the job leaves the count and the sheets', async () => {
    bench.printer.control.jamAfter(2, 'aborts');
    const id = idOf(await print(bench, { copies: integer(5) }));
    expect(attributeNumber(await untilState(bench, id, 8), 'job-impressions-completed')).toBe(2);
    const kept = readdirSync(join(bench.dir, '.aborted-000001-holiday'));
    expect(kept.filter((file) => file.startsWith('copy-'))).toHaveLength(2);
    const next = idOf(await print(bench));
    await untilState(bench, next, 6);
    bench.printer.control.jam(false);
    await untilState(bench, next, 9);
  });

  it('an open door and an empty cartridge stop it', async () => {
    const { control } = bench.printer;
    control.door(true);
    const id = idOf(await print(bench));
    await untilState(bench, id, 6);
    expect(await reasons()).toContain('door-open-error');
    expect(attributeNumber(await getPrinter(bench), 'printer-state')).toBe(5);
    control.supply('black', 0);
    control.door(false);
    await expect.poll(reasons).toEqual(['marker-supply-empty-error']);
    control.supply('black', 8);
    await untilState(bench, id, 9);
    expect(await reasons()).toEqual(['marker-supply-low-warning']);
    const group = await getPrinter(bench);
    const black = attributeTexts(group, 'marker-names').indexOf('black ink');
    expect(attributeNumbers(group, 'marker-levels')[black]).toBe(8);
    expect(() => control.supply('gold', 1)).toThrow(TypeError);
  });

  it('obeys the same over /control, and refuses nonsense', async () => {
    const post = async (body: unknown): Promise<number> => {
      const headers = { 'content-type': 'application/json' };
      const url = `http://127.0.0.1:${bench.printer.port}/control`;
      return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
    };
    expect(
      await post({
        load: { tray: 'tray-1', size: null },
        supply: { color: 'cyan', level: 3 },
        doorOpen: true,
      }),
    ).toBe(204);
    expect(await reasons()).toEqual(expect.arrayContaining(['door-open-error', 'marker-supply-low-warning']));
    expect(await post({ doorOpen: false, jamAfter: 2, jamAborts: true })).toBe(204);
    for (const wrong of [
      { load: 'tray-1' },
      { supply: { color: 'cyan', level: 101 } },
      { jamAfter: -1 },
      { doorOpen: 1 },
    ])
      expect(await post(wrong)).toBe(400);
  });
});

describe('what it prints', () => {
  it('counts a sheet when its back or its end is out', async () => {
    const id = idOf(await create(bench, { copies: integer(2), sides: keyword('two-sided-long-edge') }));
    bench.printer.control.jamAfter(1);
    await send(bench, id, { bytes: makePdf({ pages: 3, widthMm: 210, heightMm: 297 }) });
    const half = await untilState(bench, id, 6);
    expect(attributeNumber(half, 'job-impressions-completed')).toBe(1);
    expect(attributeNumber(half, 'job-media-sheets-completed')).toBe(0);
    bench.printer.control.jam(false);
    const group = await untilState(bench, id, 9);
    expect(attributeNumber(group, 'job-impressions-completed')).toBe(6);
    expect(attributeNumber(group, 'job-media-sheets-completed')).toBe(4);
  });

  it('takes the colour out where it is told to, and leaves a photo alone where it is not', async () => {
    const gray = idOf(await print(bench, { 'print-color-mode': keyword('monochrome') }));
    await untilState(bench, gray, 9);
    const sheet = sharp(join(bench.dir, '000001-holiday', 'copy-001-page-001.jpg'));
    const { channels } = await sheet.stats();
    expect(new Set(channels.map(({ mean }) => Math.round(mean))).size).toBe(1);
    await untilState(bench, idOf(await print(bench, { 'print-color-mode': keyword('color') })), 9);
    expect(readFileSync(join(bench.dir, '000002-holiday', 'copy-001-page-001.jpg'))).toEqual(bench.jpeg);
  });

  it('may have black ink alone, and finishings', async () => {
    await stopPrinter(bench);
    await startPrinter(bench, { isColor: false, finishings: [4, 60] });
    const group: IppGroup = await getPrinter(bench);
    expect(attributeTexts(group, 'marker-names')).toEqual(['black ink']);
    expect(attributeTexts(group, 'print-color-mode-supported')).toEqual(['auto', 'monochrome']);
    expect(attributeTexts(group, 'urf-supported')).not.toContain('SRGB24');
    expect(attributeNumbers(group, 'finishings-supported')).toEqual([3, 4, 60]);
    const stapled = await print(bench, { finishings: enumValue(4), 'print-quality': enumValue(3) });
    expect(groupsOf(stapled.message, groupTags.unsupported)).toEqual([]);
    await untilState(bench, idOf(stapled), 9);
    const { channels } = await sharp(join(bench.dir, '000001-holiday', 'copy-001-page-001.jpg')).stats();
    expect(new Set(channels.map(({ mean }) => Math.round(mean))).size).toBe(1);
  });

  it('prints URF as pages', async () => {
    const id = idOf(await create(bench));
    expect((await send(bench, id, { bytes: urfPages() })).status).toBe(0);
    const group = await untilState(bench, id, 9);
    expect(attributeText(group, 'document-format')).toBe('image/urf');
    expect(attributeNumber(group, 'job-impressions-completed')).toBe(2);
    const sheet = join(bench.dir, '000001-made', 'copy-001-page-002.png');
    const { data, info } = await sharp(sheet).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([3, 2]);
    expect([...data.subarray(0, 9)]).toEqual([9, 8, 7, 9, 8, 7, 255, 255, 255]);
    expect((await getJob(bench, id)).attributes.length).toBeGreaterThan(10);
  });
});

/** Two URF pages of 3 x 2 sRGB pixels at 300 dpi: two pixels of one colour, then white to the end of the line. */
function urfPages(): Buffer {
  const header = Buffer.alloc(32);
  header[0] = 24;
  header[1] = 1;
  header.writeUInt32BE(3, 12);
  header.writeUInt32BE(2, 16);
  header.writeUInt32BE(300, 20);
  const page = (color: number[]): Buffer => Buffer.concat([header, Buffer.from([1, 1, ...color, 128])]);
  return Buffer.concat([Buffer.from('UNIRAST\0\0\0\0\u0002', 'latin1'), page([1, 2, 3]), page([9, 8, 7])]);
}
