import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { createIppClient, type IppClient, type IppReply } from '@platen/ipp/ipp-client';
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
  GROUP,
  groupsOf,
  type IppAttributes,
  type IppGroup,
  integer,
  keyword,
  mimeMediaType,
  name,
  naturalLanguage,
  uri,
} from '@platen/ipp/ipp-message';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startVirtualPrinter, type VirtualPrinter, type VirtualPrinterOptions } from './virtual-printer.ts';

let dir = '';
let printer: VirtualPrinter;
let client: IppClient;
let jpeg: Buffer;

async function start(options: Partial<VirtualPrinterOptions> = {}): Promise<void> {
  printer = await startVirtualPrinter({ port: 0, dir, name: 'Test <Printer>', ...options });
  client = createIppClient({ uri: printer.uri, deadlineMs: 20_000, userName: 'ann' });
}

async function stop(): Promise<void> {
  client.close();
  await printer.close();
}

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'platen-vp-'));
  const create = { width: 60, height: 40, channels: 3 as const, background: '#369' };
  jpeg = await sharp({ create }).jpeg().toBuffer();
  await start();
});

afterEach(async () => {
  await stop();
  rmSync(dir, { recursive: true, force: true });
});

const documentOf = (bytes: Buffer) => ({ stream: () => Readable.from([bytes]), bytes: bytes.length });

const print = (jobAttributes: IppAttributes = {}, attributes: IppAttributes = {}): Promise<IppReply> =>
  client.request({
    operation: 'Print-Job',
    attributes: {
      'job-name': name('holiday'),
      'document-format': mimeMediaType('image/jpeg'),
      ...attributes,
    },
    jobAttributes,
    document: documentOf(jpeg),
  });

const jobOf = (reply: IppReply): IppGroup | undefined => groupsOf(reply.message, GROUP.job)[0];

const idOf = (reply: IppReply): number => attributeNumber(jobOf(reply), 'job-id') ?? 0;

async function job(id: number): Promise<IppGroup> {
  const reply = await client.request({
    operation: 'Get-Job-Attributes',
    attributes: { 'job-id': integer(id) },
  });
  expect(reply.statusName).toBe('successful-ok');
  return jobOf(reply) as IppGroup;
}

async function printerGroup(): Promise<IppGroup> {
  const reply = await client.request({ operation: 'Get-Printer-Attributes' });
  return groupsOf(reply.message, GROUP.printer)[0] as IppGroup;
}

const untilState = (id: number, state: number): Promise<IppGroup> =>
  vi.waitFor(
    async () => {
      const group = await job(id);
      expect(attributeNumber(group, 'job-state')).toBe(state);
      return group;
    },
    { timeout: 20_000, interval: 10 },
  );

const create = (jobAttributes: IppAttributes = {}): Promise<IppReply> =>
  client.request({ operation: 'Create-Job', attributes: { 'job-name': name('made') }, jobAttributes });

const send = (id: number, bytes: Buffer, attributes: IppAttributes = {}): Promise<IppReply> =>
  client.request({
    operation: 'Send-Document',
    attributes: { 'job-id': integer(id), 'last-document': boolean(true), ...attributes },
    document: documentOf(bytes),
  });

const sheetFolders = (): string[] => readdirSync(dir).filter((folder) => !folder.startsWith('.'));

const photoMedia = {
  'media-col': collection({
    'media-size': collection({ 'x-dimension': integer(10160), 'y-dimension': integer(15240) }),
    'media-type': keyword('photographic-glossy'),
    'media-top-margin': integer(0),
  }),
};

describe('printing', () => {
  it('leaves a folder with the document, its sheets and its attributes', async () => {
    const reply = await print({ copies: integer(3), 'print-quality': enumValue(5), ...photoMedia });
    expect(reply.statusName).toBe('successful-ok');
    const group = await untilState(idOf(reply), 9);
    expect(attributeNumber(group, 'job-impressions-completed')).toBe(3);
    expect(attributeNumber(group, 'job-media-sheets-completed')).toBe(3);
    expect(attributeText(group, 'job-uuid')).toMatch(/^urn:uuid:/);
    expect(sheetFolders()).toEqual(['000001-holiday']);
    const folder = join(dir, '000001-holiday');
    expect(readdirSync(folder).sort()).toEqual([
      'copy-001-page-001.jpg',
      'copy-002-page-001.jpg',
      'copy-003-page-001.jpg',
      'document.jpg',
      'job.json',
    ]);
    expect(readFileSync(join(folder, 'copy-003-page-001.jpg'))).toEqual(jpeg);
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
    const reply = await print({}, { 'job-name': name('../../etc/passwd\u0000 相片') });
    await untilState(idOf(reply), 9);
    expect(sheetFolders()).toEqual(['000001-etc-passwd-相片']);
  });

  it('queues jobs and prints them in order', async () => {
    printer.control.stop();
    const ids = [idOf(await print()), idOf(await create()), idOf(await print())];
    expect(ids).toEqual([1, 2, 3]);
    const state = await printerGroup();
    expect(attributeNumber(state, 'printer-state')).toBe(5);
    expect(attributeTexts(state, 'printer-state-reasons')).toContain('paused');
    expect(attributeNumber(state, 'queued-job-count')).toBe(3);
    printer.control.resume();
    await untilState(3, 9);
    expect((await send(2, jpeg)).status).toBe(0);
    await untilState(2, 9);
    expect(sheetFolders()).toHaveLength(3);
  });

  it('takes a document by its content, packed or not', async () => {
    const id = idOf(await create());
    const reply = await send(id, gzipSync(jpeg), { compression: keyword('gzip') });
    expect(reply.statusName).toBe('successful-ok');
    const group = await untilState(id, 9);
    expect(attributeText(group, 'document-format')).toBe('image/jpeg');
  });

  it('prints the pages of a PDF, copy after copy, two sides on a sheet', async () => {
    const id = idOf(await create({ copies: integer(2), sides: keyword('two-sided-long-edge') }));
    expect((await send(id, twoPagePdf())).status).toBe(0);
    const group = await untilState(id, 9);
    expect(attributeNumber(group, 'job-impressions-completed')).toBe(4);
    expect(attributeNumber(group, 'job-media-sheets-completed')).toBe(2);
    const folder = join(dir, '000001-made');
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
    const id = idOf(await create());
    await send(id, Buffer.from('%PDF-1.4 and then nothing'));
    expect(attributeTexts(await untilState(id, 8), 'job-state-reasons')).toContain('document-format-error');
  });

  it('prints PWG raster and aborts one that is cut off', async () => {
    const raster = pwgPage();
    const whole = idOf(await create());
    expect((await send(whole, raster)).status).toBe(0);
    await untilState(whole, 9);
    const sheet = join(dir, '000001-made', 'copy-001-page-001.png');
    const { data, info } = await sharp(sheet).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([4, 3, 3]);
    expect([...data.subarray(0, 12)]).toEqual([1, 2, 3, 1, 2, 3, 9, 8, 7, 6, 5, 4]);
    const cut = idOf(await create());
    await send(cut, raster.subarray(0, -1));
    const group = await untilState(cut, 8);
    expect(attributeTexts(group, 'job-state-reasons')).toContain('document-format-error');
    expect(attributeNumber(group, 'job-impressions-completed')).toBe(0);
    expect(sheetFolders()).toHaveLength(1);
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
          'media-size-name': keyword('iso_a4_210x297mm'),
          'media-top-margin': integer(0),
        }),
      },
    ],
    [
      'a paper that is not in that size',
      {
        'media-col': collection({
          'media-size-name': keyword('iso_a4_210x297mm'),
          'media-type': keyword('photographic-glossy'),
        }),
      },
    ],
  ])('%s, whatever the fidelity', async (_what, attributes) => {
    for (const operation of ['Validate-Job', 'Create-Job']) {
      const reply = await client.request({ operation, jobAttributes: attributes });
      expect(reply.statusName).toBe('client-error-attributes-or-values-not-supported');
      const [unsupported] = groupsOf(reply.message, GROUP.unsupported);
      expect(unsupported?.attributes).toEqual(attributesOf(attributes));
    }
    expect((await print(attributes)).status).toBe(0x040b);
    expect(sheetFolders()).toEqual([]);
  });

  it('other values are left out, or refused when fidelity is asked for', async () => {
    const jobAttributes = { finishings: enumValue(4), 'fold-it': boolean(true) };
    const loose = await client.request({ operation: 'Validate-Job', jobAttributes });
    expect(loose.statusName).toBe('successful-ok-ignored-or-substituted-attributes');
    expect(groupsOf(loose.message, GROUP.unsupported)[0]?.attributes.map((each) => each.name)).toEqual([
      'finishings',
      'fold-it',
    ]);
    const attributes = { 'ipp-attribute-fidelity': boolean(true) };
    const strict = await client.request({ operation: 'Validate-Job', attributes, jobAttributes });
    expect(strict.statusName).toBe('client-error-attributes-or-values-not-supported');
  });

  it('formats it does not print, by name and by content', async () => {
    const attributes = { 'document-format': mimeMediaType('text/plain') };
    expect((await print({}, attributes)).statusName).toBe('client-error-document-format-not-supported');
    const pdf = { 'document-format': mimeMediaType('application/pdf') };
    expect((await print({}, pdf)).statusName).toBe('client-error-document-format-error');
    expect(attributeTexts(await job(1), 'job-state-reasons')).toContain('document-format-error');
  });

  it('a second document, and operations it does not have', async () => {
    printer.control.stop();
    const id = idOf(await create());
    expect((await send(id, jpeg)).status).toBe(0);
    expect((await send(id, jpeg)).statusName).toBe('server-error-multiple-document-jobs-not-supported');
    const attributes = { 'document-uri': uri('http://127.0.0.1/x') };
    const reply = await client.request({ operation: 'Send-URI', attributes });
    expect(reply.statusName).toBe('server-error-operation-not-supported');
  });

  it('a document that was cut off: aborted, nothing printed', async () => {
    const id = idOf(await create());
    const operation = attributesOf({
      'attributes-charset': charset('utf-8'),
      'attributes-natural-language': naturalLanguage('en'),
      'printer-uri': uri(printer.uri),
      'job-id': integer(id),
      'last-document': boolean(true),
    });
    const groups = [{ tag: GROUP.operation, attributes: operation }];
    const head = encodeMessage({ version: [2, 0], code: 0x0006, requestId: 1, groups });
    const socket = net.connect(printer.port, '127.0.0.1');
    socket.write(
      `POST /ipp/print HTTP/1.1\r\nHost: x\r\nContent-Type: application/ipp\r\nContent-Length: ${head.length + jpeg.length}\r\n\r\n`,
    );
    socket.write(Buffer.concat([head, jpeg.subarray(0, -10)]), () => socket.destroy());
    const group = await untilState(id, 8);
    expect(attributeNumber(group, 'job-impressions-completed')).toBe(0);
    expect(readdirSync(dir).filter((entry) => entry.includes('made'))).toEqual([]);
  });
});

describe('troubles', () => {
  it('empty trays stop the jobs that need them until paper is loaded', async () => {
    printer.control.paper('tray-5', 'empty');
    const id = idOf(await print({ copies: integer(2), ...photoMedia }));
    await untilState(id, 6);
    expect(attributeTexts(await printerGroup(), 'printer-state-reasons')).toContain('media-empty-error');
    printer.control.paper('all', 'loaded');
    await untilState(id, 9);
    expect(attributeTexts(await printerGroup(), 'printer-state-reasons')).toEqual(['none']);
    expect(readdirSync(join(dir, '000001-holiday'))).toHaveLength(4);
  });

  it('a cancelled job keeps the sheets that came out', async () => {
    printer.control.slow(20);
    const id = idOf(await print({ copies: integer(999) }));
    await vi.waitFor(async () =>
      expect(attributeNumber(await job(id), 'job-impressions-completed')).toBeGreaterThan(1),
    );
    const attributes = { 'job-id': integer(id) };
    expect((await client.request({ operation: 'Cancel-Job', attributes })).status).toBe(0);
    const group = await untilState(id, 7);
    const printed = attributeNumber(group, 'job-impressions-completed') ?? 0;
    const sheets = readdirSync(join(dir, '.aborted-000001-holiday')).filter((file) =>
      file.startsWith('copy-'),
    );
    expect(sheets).toHaveLength(printed);
    expect(sheetFolders()).toEqual([]);
    expect((await client.request({ operation: 'Cancel-Job', attributes })).statusName).toBe(
      'client-error-not-possible',
    );
  });

  it('the next job fails when told so', async () => {
    printer.control.failNext();
    await untilState(idOf(await print()), 8);
    await untilState(idOf(await print()), 9);
  });

  it('is gone and comes back on the same port', async () => {
    const { uri: before } = printer;
    await printer.control.vanish();
    await expect(client.request({ operation: 'Get-Jobs' })).rejects.toMatchObject({ kind: 'unreachable' });
    await printer.control.comeBack();
    expect(printer.uri).toBe(before);
    expect((await client.request({ operation: 'Get-Jobs' })).status).toBe(0);
  });

  it('obeys /control and shows itself at /', async () => {
    const at = `http://127.0.0.1:${printer.port}`;
    const post = (body: unknown, type = 'application/json') =>
      fetch(`${at}/control`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: JSON.stringify(body),
      });
    expect((await post({ paper: 'empty', tray: 'all', stopped: true })).status).toBe(204);
    const page = await (await fetch(at)).text();
    expect(page).toContain('Test &lt;Printer&gt;');
    expect(page).toContain('<td>empty</td>');
    expect(page).toContain('paused');
    expect((await post({ paper: 'empty', tray: 'tray-99' })).status).toBe(400);
    expect((await post({ explode: true })).status).toBe(400);
    expect((await post({ stopped: false }, 'text/plain')).status).toBe(400);
  });
});

describe('memory', () => {
  it('lists jobs by state, user and number', async () => {
    await untilState(idOf(await print()), 9);
    printer.control.stop();
    await print({}, { 'requesting-user-name': name('bob') });
    await print();
    const list = async (attributes: IppAttributes): Promise<(number | undefined)[]> => {
      const reply = await client.request({ operation: 'Get-Jobs', attributes });
      return groupsOf(reply.message, GROUP.job).map((group) => attributeNumber(group, 'job-id'));
    };
    expect(await list({})).toEqual([2, 3]);
    expect(await list({ 'which-jobs': keyword('completed') })).toEqual([1]);
    expect(await list({ 'my-jobs': boolean(true) })).toEqual([3]);
    expect(await list({ limit: integer(1) })).toEqual([2]);
    expect(await list({ 'first-index': integer(2) })).toEqual([3]);
    expect(await list({ 'which-jobs': keyword('all') })).toEqual([2, 3, 1]);
  });

  it('survives a restart: ids, history, waiting jobs; what was printing is aborted', async () => {
    await untilState(idOf(await print()), 9);
    const uuid = attributeText(await printerGroup(), 'printer-uuid');
    printer.control.slow(30);
    const half = idOf(await print({ copies: integer(999) }));
    const waiting = idOf(await print({}, { 'job-name': name('patient') }));
    await vi.waitFor(async () =>
      expect(attributeNumber(await job(half), 'job-impressions-completed')).toBeGreaterThan(0),
    );
    await stop();
    // A crash can leave half a line behind.
    writeFileSync(join(dir, '.journal.jsonl'), '{"job":{"id":', { flag: 'a' });
    await start();
    expect(attributeText(await printerGroup(), 'printer-uuid')).toBe(uuid);
    expect(attributeNumber(await job(1), 'job-state')).toBe(9);
    const aborted = await job(half);
    expect(attributeNumber(aborted, 'job-state')).toBe(8);
    const sheets = readdirSync(join(dir, '.aborted-000002-holiday')).filter((file) =>
      file.startsWith('copy-'),
    );
    expect(attributeNumber(aborted, 'job-impressions-completed')).toBe(sheets.length);
    await untilState(waiting, 9);
    expect(idOf(await print())).toBe(4);
  });

  it('knows after a crash that a job whose folder is there was completed', async () => {
    const id = idOf(await print());
    await untilState(id, 9);
    await stop();
    const journal = join(dir, '.journal.jsonl');
    const lines = readFileSync(journal, 'utf8').trim().split('\n');
    writeFileSync(journal, `${lines.slice(0, -1).join('\n')}\n`);
    await start();
    expect(attributeNumber(await job(id), 'job-state')).toBe(9);
  });

  it('never gives out the number of a folder again, even without its journal', async () => {
    await untilState(idOf(await print()), 9);
    await stop();
    rmSync(join(dir, '.journal.jsonl'));
    await start();
    expect(idOf(await print())).toBe(2);
  });

  it('keeps no history when it is told to keep none', async () => {
    await stop();
    await start({ historyJobs: 0 });
    const id = idOf(await print());
    await vi.waitFor(() => expect(sheetFolders()).toHaveLength(1));
    await vi.waitFor(async () => {
      const attributes = { 'job-id': integer(id) };
      const reply = await client.request({ operation: 'Get-Job-Attributes', attributes });
      expect(reply.statusName).toBe('client-error-not-found');
    });
    expect(idOf(await print())).toBe(id + 1);
  });

  it('aborts a job whose document never comes', async () => {
    await stop();
    await start({ multipleOperationTimeOutSeconds: 0 });
    await untilState(idOf(await create()), 8);
  });

  it('holds and releases', async () => {
    const id = idOf(await print({ 'job-hold-until': keyword('indefinite') }));
    expect(attributeNumber(await job(id), 'job-state')).toBe(4);
    await client.request({ operation: 'Release-Job', attributes: { 'job-id': integer(id) } });
    await untilState(id, 9);
  });
});
