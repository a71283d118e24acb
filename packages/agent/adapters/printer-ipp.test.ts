/** The printer port's promises, held by the IPP adapter against a printer of its own. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { unchosen } from '@platen/contracts/print-choices';
import { makeJpeg, makePdf } from '@platen/imaging/testing/picture-samples';
import { decodeMessage, encodeMessage } from '@platen/ipp/ipp-codec';
import {
  attributesOf,
  charset,
  enumValue,
  groupTags,
  integer,
  outOfBand,
  valueTags,
} from '@platen/ipp/ipp-message';
import { startVirtualPrinter, type VirtualPrinter } from '@platen/virtual-printer/virtual-printer';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PrinterFault, type PrinterJob, type PrinterPort, type PrintRequest } from '../ports/printer.ts';
import { scratchDir } from '../testing/agent-bench.ts';
import { createIppPrinter } from './printer-ipp.ts';

let dir: string;
let virtual: VirtualPrinter;
let printer: PrinterPort;
beforeEach(async () => {
  dir = scratchDir();
  virtual = await startVirtualPrinter({ port: 0, dir: join(dir, 'printer'), name: 'Photo One' });
  printer = createIppPrinter({ uri: virtual.uri, deadlineMs: 5000 });
});
afterEach(async () => {
  printer.close();
  await virtual.close();
  rmSync(dir, { recursive: true, force: true });
});

const request: PrintRequest = {
  jobName: 'P-1-1-abc-1',
  format: 'image/jpeg',
  copies: 2,
  pages: 1,
  choices: unchosen,
  scaling: 'fill',
  medium: { xDimension: 10_160, yDimension: 15_240, mediaType: 'photographic-glossy', borderless: true },
};

const faultOf = (attempt: Promise<unknown>): Promise<PrinterFault> =>
  attempt.then(
    () => expect.unreachable('it succeeded'),
    (error) => {
      expect(error).toBeInstanceOf(PrinterFault);
      return error as PrinterFault;
    },
  );

it('says what it is, and the same of what changes', async () => {
  const description = await printer.describe();
  expect(description).toMatchObject({ name: 'Photo One', state: 'idle', acceptingJobs: true, isColor: true });
  expect(description.formats).toContain('image/jpeg');
  expect(description.copiesMax).toBeGreaterThan(1);
  expect(description.printerUuid).toMatch(/^urn:uuid:/);
  expect(description.mediaReady).toContainEqual({
    x: { lower: 10_160, upper: 10_160 },
    y: { lower: 15_240, upper: 15_240 },
    mediaType: 'photographic-glossy',
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
    source: 'tray-5',
  });
  expect(description).toMatchObject({
    resolutions: [
      { x: 300, y: 300 },
      { x: 600, y: 600 },
    ],
    pwgRaster: { types: expect.arrayContaining(['srgb_8']), sheetBack: 'normal' },
    urf: expect.arrayContaining(['SRGB24', 'DM1']),
    minMargins: { top: 0, bottom: 0, left: 0, right: 0 },
  });
  const status = await printer.status();
  expect(description).toMatchObject({ ...status, upTimeSeconds: expect.any(Number) });
});

/** The job once it is that; asked one question at a time. */
async function completed(jobId: number): Promise<PrinterJob> {
  for (;;) {
    const job = await printer.getJob(jobId);
    if (job.state === 'completed') return job;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

it('prints a document, and finds its job by id and by name', async () => {
  const path = join(dir, 'photo.jpg');
  const content = await makeJpeg({ widthPx: 200, heightPx: 300, seed: 1 });
  writeFileSync(path, content);
  const created = await printer.createJob(request, await printer.describe());
  let handedOver = 0;
  const document = { path, bytes: content.length, format: 'image/jpeg' };
  await printer.sendDocument(created.jobId, document, {
    onHandedOver() {
      handedOver += 1;
    },
    onProgress() {},
    signal: new AbortController().signal,
  });
  expect(handedOver).toBe(1);
  const begun = await printer.getJob(created.jobId);
  expect(begun).toMatchObject({ jobId: created.jobId, jobUuid: created.jobUuid, jobName: request.jobName });
  const job = await completed(created.jobId);
  expect(job.impressionsCompleted).toBe(2);
  const wanted = { jobName: request.jobName, jobUuid: undefined };
  expect((await printer.findJobs(wanted)).map(({ jobId }) => jobId)).toEqual([created.jobId]);
  expect(await printer.findJobs({ ...wanted, jobName: 'P-1-1-abc' })).toEqual([]);
});

it('asks for sides, and gets them; the pages are those of the document', async () => {
  const path = join(dir, 'letter.pdf');
  const content = makePdf({ pages: 4, widthMm: 210, heightMm: 297 });
  writeFileSync(path, content);
  const capabilities = await printer.describe();
  expect(capabilities).toMatchObject({
    sides: expect.arrayContaining(['two-sided-long-edge']),
  });
  const sides = 'two-sided-short-edge';
  const choices = { ...unchosen, sides } as const;
  const medium = { xDimension: 21_000, yDimension: 29_700, mediaType: 'stationery', borderless: false };
  const wanted: PrintRequest = { ...request, format: 'application/pdf', pages: 4, choices, medium };
  const { jobId } = await printer.createJob(wanted, capabilities);
  const document = { path, bytes: content.length, format: 'application/pdf' };
  const signal = new AbortController().signal;
  await printer.sendDocument(jobId, document, { onHandedOver() {}, onProgress() {}, signal });
  const job = await completed(jobId);
  expect(job).toMatchObject({ impressionsCompleted: 8, sheetsCompleted: 4 });
  const folder = join(
    dir,
    'printer',
    readdirSync(join(dir, 'printer')).find((name) => /^\d{6}-/.test(name))!,
  );
  const { attributes } = JSON.parse(readFileSync(join(folder, 'job.json'), 'utf8'));
  expect(attributes).toMatchObject({ sides });
  expect(attributes).not.toHaveProperty('page-ranges');
  expect(readdirSync(folder).filter((file) => file.startsWith('copy-'))).toHaveLength(8);
});

it('takes no printer at its word that says it prints on one side', async () => {
  const server = createServer(async (incoming, reply) => {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { message } = decodeMessage(Buffer.concat(chunks));
    asked.push(message.code);
    const groups = [
      { tag: groupTags.operation, attributes: attributesOf({ 'attributes-charset': charset('utf-8') }) },
      { tag: groupTags.unsupported, attributes: attributesOf({ sides: outOfBand(valueTags.unsupported) }) },
      { tag: groupTags.job, attributes: attributesOf({ 'job-id': integer(7), 'job-state': enumValue(3) }) },
    ];
    const answer = { version: message.version, requestId: message.requestId, code: 0x0001, groups };
    reply.writeHead(200, { 'content-type': 'application/ipp' }).end(encodeMessage(answer));
  });
  const asked: number[] = [];
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const careless = createIppPrinter({ uri: `ipp://127.0.0.1:${port}/ipp/print`, deadlineMs: 5000 });
  const capabilities = await printer.describe();
  const choices = { ...unchosen, sides: 'two-sided-long-edge' } as const;
  const wanted: PrintRequest = { ...request, pages: 2, choices };
  const fault = await faultOf(careless.createJob(wanted, capabilities));
  expect(fault).toMatchObject({ kind: 'refused', message: expect.stringContaining('sides') });
  expect(asked).toEqual([0x0005, 0x0008]);
  careless.close();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

it('cancels a job that has no document yet', async () => {
  const { jobId } = await printer.createJob(request, await printer.describe());
  await printer.cancelJob(jobId);
  expect((await printer.getJob(jobId)).state).toBe('canceled');
  expect((await faultOf(printer.cancelJob(jobId))).kind).toBe('refused');
});

it('tells faults apart', async () => {
  const capabilities = await printer.describe();
  expect((await faultOf(printer.getJob(999_999))).kind).toBe('not-found');
  await virtual.control.vanish();
  expect(await faultOf(printer.createJob(request, capabilities))).toMatchObject({
    kind: 'unreachable',
    statusName: undefined,
  });
});
