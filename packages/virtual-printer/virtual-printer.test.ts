import { readdirSync, readFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { encodeMessage } from '@platen/ipp/ipp-codec';
import {
  attributeNumber,
  attributesOf,
  attributeText,
  attributeTexts,
  boolean,
  charset,
  collection,
  enumValue,
  groupsOf,
  groupTags,
  type IppAttributes,
  integer,
  keyword,
  mimeMediaType,
  name,
  naturalLanguage,
  uri,
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
  untilState,
} from './testing/printer-bench.ts';

let bench: PrinterBench;

beforeEach(async () => {
  bench = await openPrinterBench();
});

afterEach(() => closePrinterBench(bench));

describe('printing', () => {
  it('leaves a folder with the document, its sheets and its attributes', async () => {
    const reply = await print(bench, { copies: integer(3), 'print-quality': enumValue(5), ...photoMedia });
    expect(reply.statusName).toBe('successful-ok');
    const group = await untilState(bench, idOf(reply), 9);
    expect(attributeNumber(group, 'job-impressions-completed')).toBe(3);
    expect(attributeNumber(group, 'job-media-sheets-completed')).toBe(3);
    expect(attributeText(group, 'job-uuid')).toMatch(/^urn:uuid:/);
    expect(sheetFolders(bench)).toEqual(['000001-holiday']);
    const folder = join(bench.dir, '000001-holiday');
    expect(readdirSync(folder).sort()).toEqual([
      'copy-001-page-001.jpg',
      'copy-002-page-001.jpg',
      'copy-003-page-001.jpg',
      'document.jpg',
      'job.json',
    ]);
    expect(readFileSync(join(folder, 'copy-003-page-001.jpg'))).toEqual(bench.jpeg);
    expect(JSON.parse(readFileSync(join(folder, 'job.json'), 'utf8'))).toMatchObject({
      name: 'holiday',
      impressionsCompleted: 3,
      attributes: {
        copies: 3,
        'print-quality': 'high',
        'media-col': { 'media-size': { 'x-dimension': 10160 }, 'media-type': 'photographic-glossy' },
      },
    });
  });

  it('names no folder outside its own', async () => {
    const reply = await print(bench, {}, { 'job-name': name('../../etc/passwd\u0000 相片') });
    await untilState(bench, idOf(reply), 9);
    expect(sheetFolders(bench)).toEqual(['000001-etc-passwd-相片']);
  });

  it('queues jobs and prints them in order', async () => {
    bench.printer.control.stop();
    const ids = [idOf(await print(bench)), idOf(await create(bench)), idOf(await print(bench))];
    expect(ids).toEqual([1, 2, 3]);
    const state = await getPrinter(bench);
    expect(attributeNumber(state, 'printer-state')).toBe(5);
    expect(attributeTexts(state, 'printer-state-reasons')).toContain('paused');
    expect(attributeNumber(state, 'queued-job-count')).toBe(3);
    bench.printer.control.resume();
    await untilState(bench, 3, 9);
    expect((await send(bench, 2, { bytes: bench.jpeg })).status).toBe(0);
    await untilState(bench, 2, 9);
    expect(sheetFolders(bench)).toHaveLength(3);
  });

  it('takes a document by its content, packed or not', async () => {
    const id = idOf(await create(bench));
    const reply = await send(bench, id, {
      bytes: gzipSync(bench.jpeg),
      attributes: { compression: keyword('gzip') },
    });
    expect(reply.statusName).toBe('successful-ok');
    const group = await untilState(bench, id, 9);
    expect(attributeText(group, 'document-format')).toBe('image/jpeg');
  });

  it('prints the pages of a PDF, copy after copy, two sides on a sheet', async () => {
    const id = idOf(await create(bench, { copies: integer(2), sides: keyword('two-sided-long-edge') }));
    expect((await send(bench, id, { bytes: twoPagePdf() })).status).toBe(0);
    const group = await untilState(bench, id, 9);
    expect(attributeNumber(group, 'job-impressions-completed')).toBe(4);
    expect(attributeNumber(group, 'job-media-sheets-completed')).toBe(2);
    const folder = join(bench.dir, '000001-made');
    expect(readdirSync(folder).sort()).toEqual([
      'copy-001-page-001.png',
      'copy-001-page-002.png',
      'copy-002-page-001.png',
      'copy-002-page-002.png',
      'document.pdf',
      'job.json',
    ]);
    expect(await sharp(join(folder, 'copy-002-page-002.png')).metadata()).toMatchObject({
      width: 300,
      height: 150,
    });
  });

  it('aborts a PDF that is broken', async () => {
    const id = idOf(await create(bench));
    await send(bench, id, { bytes: Buffer.from('%PDF-1.4 and then nothing') });
    expect(attributeTexts(await untilState(bench, id, 8), 'job-state-reasons')).toContain(
      'document-format-error',
    );
  });

  it('prints PWG raster and aborts one that is cut off', async () => {
    const raster = pwgPage();
    const whole = idOf(await create(bench));
    expect((await send(bench, whole, { bytes: raster })).status).toBe(0);
    await untilState(bench, whole, 9);
    const sheet = join(bench.dir, '000001-made', 'copy-001-page-001.png');
    const { data, info } = await sharp(sheet).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([4, 3, 3]);
    expect([...data.subarray(0, 12)]).toEqual([1, 2, 3, 1, 2, 3, 9, 8, 7, 6, 5, 4]);
    const cut = idOf(await create(bench));
    await send(bench, cut, { bytes: raster.subarray(0, -1) });
    const group = await untilState(bench, cut, 8);
    expect(attributeTexts(group, 'job-state-reasons')).toContain('document-format-error');
    expect(attributeNumber(group, 'job-impressions-completed')).toBe(0);
    expect(sheetFolders(bench)).toHaveLength(1);
  });
});

/** A PDF of two empty pages, 144 x 72 points. */
function twoPagePdf(): Buffer {
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 144 72]>>';
  const objects = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>', page, page];
  let pdf = '%PDF-1.4\n';
  const rows = objects.map((content, index) => {
    const row = `${String(pdf.length).padStart(10, '0')} 00000 n \n`;
    pdf += `${index + 1} 0 obj${content}endobj\n`;
    return row;
  });
  return Buffer.from(
    `${pdf}xref\n0 5\n0000000000 65535 f \n${rows.join('')}trailer<</Size 5/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF\n`,
  );
}

/** A PWG raster page of 4 x 3 sRGB pixels: the first line is two runs, the other two repeat one literal line. */
function pwgPage(): Buffer {
  const header = Buffer.alloc(1796);
  const fields: Record<number, number> = {
    276: 300,
    280: 300,
    372: 4,
    376: 3,
    384: 8,
    388: 24,
    392: 12,
    400: 19,
    420: 3,
  };
  for (const [offset, value] of Object.entries(fields)) header.writeUInt32BE(value, Number(offset));
  const first = [0, 1, 1, 2, 3, 255, 9, 8, 7, 6, 5, 4];
  // 257 - 254 = 3 literal pixels, then one run of 1.
  const others = [1, 254, 1, 1, 1, 2, 2, 2, 3, 3, 3, 0, 4, 4, 4];
  // 255 stands for 2 literal pixels.
  return Buffer.concat([Buffer.from('RaS2'), header, Buffer.from([...first, ...others])]);
}

describe('refusals', () => {
  it.each<[string, IppAttributes]>([
    ['a size it does not have', { media: keyword('iso_a0_841x1189mm') }],
    ['too many copies', { copies: integer(1000) }],
    [
      'borderless on plain paper',
      {
        'media-col': collection({
          'media-size-name': keyword('iso_a3_297x420mm'),
          'media-top-margin': integer(0),
        }),
      },
    ],
    [
      'a paper that is not in that size',
      {
        'media-col': collection({
          'media-size-name': keyword('iso_a3_297x420mm'),
          'media-type': keyword('photographic-glossy'),
        }),
      },
    ],
  ])('%s, whatever the fidelity', async (_what, attributes) => {
    for (const operation of ['Validate-Job', 'Create-Job']) {
      const reply = await bench.client.request({ operation, jobAttributes: attributes });
      expect(reply.statusName).toBe('client-error-attributes-or-values-not-supported');
      const [unsupported] = groupsOf(reply.message, groupTags.unsupported);
      expect(unsupported?.attributes).toEqual(attributesOf(attributes));
    }
    expect((await print(bench, attributes)).status).toBe(0x040b);
    expect(sheetFolders(bench)).toEqual([]);
  });

  it('other values are left out, or refused when fidelity is asked for', async () => {
    const jobAttributes = { finishings: enumValue(4), 'fold-it': boolean(true) };
    const loose = await bench.client.request({ operation: 'Validate-Job', jobAttributes });
    expect(loose.statusName).toBe('successful-ok-ignored-or-substituted-attributes');
    expect(groupsOf(loose.message, groupTags.unsupported)[0]?.attributes.map((each) => each.name)).toEqual([
      'finishings',
      'fold-it',
    ]);
    const attributes = { 'ipp-attribute-fidelity': boolean(true) };
    const strict = await bench.client.request({ operation: 'Validate-Job', attributes, jobAttributes });
    expect(strict.statusName).toBe('client-error-attributes-or-values-not-supported');
  });

  it('formats it does not print, by name and by content', async () => {
    const attributes = { 'document-format': mimeMediaType('text/plain') };
    expect((await print(bench, {}, attributes)).statusName).toBe(
      'client-error-document-format-not-supported',
    );
    const pdf = { 'document-format': mimeMediaType('application/pdf') };
    expect((await print(bench, {}, pdf)).statusName).toBe('client-error-document-format-error');
    expect(attributeTexts(await getJob(bench, 1), 'job-state-reasons')).toContain('document-format-error');
  });

  it('a second document, and operations it does not have', async () => {
    bench.printer.control.stop();
    const id = idOf(await create(bench));
    expect((await send(bench, id, { bytes: bench.jpeg })).status).toBe(0);
    expect((await send(bench, id, { bytes: bench.jpeg })).statusName).toBe(
      'server-error-multiple-document-jobs-not-supported',
    );
    const attributes = { 'document-uri': uri('http://127.0.0.1/x') };
    const reply = await bench.client.request({ operation: 'Send-URI', attributes });
    expect(reply.statusName).toBe('server-error-operation-not-supported');
  });

  it('a document that was cut off: aborted, nothing printed', async () => {
    const id = idOf(await create(bench));
    const operation = attributesOf({
      'attributes-charset': charset('utf-8'),
      'attributes-natural-language': naturalLanguage('en'),
      'printer-uri': uri(bench.printer.uri),
      'job-id': integer(id),
      'last-document': boolean(true),
    });
    const groups = [{ tag: groupTags.operation, attributes: operation }];
    const head = encodeMessage({ version: [2, 0], code: 0x0006, requestId: 1, groups });
    const socket = net.connect(bench.printer.port, '127.0.0.1');
    socket.write(
      `POST /ipp/print HTTP/1.1\r\nHost: x\r\nContent-Type: application/ipp\r\nContent-Length: ${head.length + bench.jpeg.length}\r\n\r\n`,
    );
    socket.write(Buffer.concat([head, bench.jpeg.subarray(0, -10)]), () => socket.destroy());
    const group = await untilState(bench, id, 8);
    expect(attributeNumber(group, 'job-impressions-completed')).toBe(0);
    expect(readdirSync(bench.dir).filter((entry) => entry.includes('made'))).toEqual([]);
  });
});
