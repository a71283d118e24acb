/** The printer port's promises, held by the IPP adapter against a printer of its own. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeJpeg } from '@platen/imaging/picture-samples';
import { startVirtualPrinter, type VirtualPrinter } from '@platen/virtual-printer/virtual-printer';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PrinterFault, type PrinterPort, type PrintRequest } from '../ports/printer.ts';
import { scratchDir, until } from '../testing/agent-bench.ts';
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
  ...{ copies: 2, pages: 1, colorMode: 'color', sides: 'one-sided', scaling: 'fill' },
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
    ...{ x: { lower: 10_160, upper: 10_160 }, y: { lower: 15_240, upper: 15_240 } },
    ...{ mediaType: 'photographic-glossy', margins: { top: 0, bottom: 0, left: 0, right: 0 } },
  });
  const status = await printer.status();
  expect(description).toMatchObject({ ...status, upTimeSeconds: expect.any(Number) });
});

it('prints a document, and finds its job by id and by name', async () => {
  const path = join(dir, 'photo.jpg');
  const content = await makeJpeg({ widthPx: 200, heightPx: 300, seed: 1 });
  writeFileSync(path, content);
  const created = await printer.createJob(request, await printer.describe());
  let handedOver = 0;
  const document = { path, bytes: content.length, format: 'image/jpeg' };
  await printer.sendDocument(created.jobId, document, () => {
    handedOver += 1;
  });
  expect(handedOver).toBe(1);
  let job = await printer.getJob(created.jobId);
  expect(job).toMatchObject({ jobId: created.jobId, jobUuid: created.jobUuid, jobName: request.jobName });
  const poll = setInterval(async () => {
    job = await printer.getJob(created.jobId);
  }, 10);
  await until(() => job.state === 'completed');
  clearInterval(poll);
  expect(job.impressionsCompleted).toBe(2);
  const wanted = { jobName: request.jobName, jobUuid: undefined };
  expect((await printer.findJobs(wanted)).map(({ jobId }) => jobId)).toEqual([created.jobId]);
  expect(await printer.findJobs({ ...wanted, jobName: 'P-1-1-abc' })).toEqual([]);
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
    ...{ kind: 'unreachable', statusName: undefined },
  });
});
