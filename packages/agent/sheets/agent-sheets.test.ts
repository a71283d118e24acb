/** A whole agent and printers that take only raster, or less than others: what comes out of them is looked at. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import { pdfConflicts } from '@platen/imaging/testing/pdf-conflict-samples';
import { makeJpeg, makePdf } from '@platen/imaging/testing/picture-samples';
import { startVirtualPrinter, type VirtualPrinter } from '@platen/virtual-printer/virtual-printer';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPoolPreparer } from '../adapters/photo-preparer-pool.ts';
import { openIppPrinter } from '../adapters/printer-ipp.ts';
import { type Bench, copyingPreparer, startBench, ticketFor, until } from '../testing/agent-bench.ts';
import { createFakePrinter } from '../testing/fake-printer.ts';

let bench: Bench;
const printers: VirtualPrinter[] = [];
beforeEach(async () => {
  bench = await startBench();
});
afterEach(async () => {
  await bench.close();
  for (const printer of printers.splice(0)) await printer.close();
});

const stateOf = (jobId: string) => bench.cloud.lastReport(jobId)?.state;

/** An agent with one virtual printer of these formats. */
async function startWith(formats: string[], openPrinter: typeof openIppPrinter = openIppPrinter) {
  const dir = join(bench.dir, 'printer');
  const printer = await startVirtualPrinter({ port: 0, dir, name: 'Raster', formats });
  printers.push(printer);
  const tools = createPoolPreparer();
  const ports = { openPrinter, preparer: tools, sheetTools: tools };
  return await bench.start({ printerUris: [printer.uri], ports });
}

async function printTicket(
  agent: Awaited<ReturnType<typeof startWith>>,
  ticket: PrintTicket,
): Promise<string> {
  await until(() => agent.isLinked);
  bench.cloud.sendJob(ticket);
  await until(() => ['printed', 'held', 'failed', 'unknown'].includes(stateOf(ticket.job_id) ?? ''));
  expect(bench.cloud.lastReport(ticket.job_id)).toMatchObject({
    state: 'printed',
    copies_printed: ticket.copies,
  });
  const dir = join(bench.dir, 'printer');
  return join(dir, readdirSync(dir).find((name) => /^\d{6}-/.test(name))!);
}

const a4 = {
  size_name: 'iso_a4_210x297mm',
  x_dimension: 21_000,
  y_dimension: 29_700,
  media_type: 'stationery',
  borderless: false,
};

function letterTicket(more: Partial<PrintTicket>): PrintTicket {
  const content = makePdf({ pages: 5, widthMm: 210, heightMm: 297 });
  bench.cloud.addFile(content);
  const ticket = ticketFor(content, { media: a4, fit: 'fit', ...more });
  return { ...ticket, document: { ...ticket.document, content_type: 'application/pdf', pages: 5 } };
}

describe('a printer that takes only raster', () => {
  it.each([['image/pwg-raster'], ['image/urf']])(
    'gets a photo as %s, in exactly its pixels',
    async (format) => {
      const agent = await startWith([format]);
      const content = await makeJpeg({ widthPx: 450, heightPx: 300, seed: 1 });
      bench.cloud.addFile(content);
      const folder = await printTicket(agent, ticketFor(content, { copies: 2 }));
      const sheets = readdirSync(folder).filter((name) => name.startsWith('copy-'));
      expect(sheets).toHaveLength(2);
      // 102 x 152 mm at 300 dpi, upright for the feed.
      expect(await sharp(join(folder, sheets[0]!)).metadata()).toMatchObject({
        width: 1200,
        height: 1800,
        density: 300,
      });
      await agent.stop();
    },
  );

  it('gets the pages wanted of a PDF, in its resolution, inside its margins', async () => {
    const agent = await startWith(['image/pwg-raster']);
    const ticket = letterTicket({
      page_ranges: [
        { first: 2, last: 3 },
        { first: 5, last: 5 },
      ],
      sides: 'two-sided-long-edge',
      color_mode: 'monochrome',
    });
    const folder = await printTicket(agent, ticket);
    const sheets = readdirSync(folder).filter((name) => name.startsWith('copy-'));
    expect(sheets).toHaveLength(3);
    const { data, info } = await sharp(join(folder, sheets[0]!))
      .extractChannel(0)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([2480, 3508]);
    // 4.23 mm on all sides: white, and the page's frame within.
    const margin = Math.floor((423 * 300) / 2540);
    const dark = (from: number, to: number) =>
      data.subarray(from * info.width, to * info.width).some((value) => value < 128);
    expect(dark(0, margin)).toBe(false);
    expect(dark(margin, 4 * margin)).toBe(true);
    const job = JSON.parse(readFileSync(join(folder, 'job.json'), 'utf8'));
    expect(job).toMatchObject({
      documentFormat: 'image/pwg-raster',
      attributes: { sides: 'two-sided-long-edge' },
    });
    expect(job.attributes).not.toHaveProperty('page-ranges');
    await agent.stop();
  });
});

describe('a printer that takes PDF', () => {
  it("gets one of our own with the pages that were paid for, and none of the customer's bytes around them", async () => {
    const sent: string[] = [];
    const openPrinter: typeof openIppPrinter = (...how) => {
      const port = openIppPrinter(...how);
      return {
        ...port,
        async sendDocument(jobId, document, ...more) {
          sent.push(readFileSync(document.path, 'latin1'));
          return await port.sendDocument(jobId, document, ...more);
        },
      };
    };
    const agent = await startWith(['application/pdf'], openPrinter);
    const leaving = '\x1b%-12345X@PJL SET COPIES=99\r\n';
    const pages = makePdf({ pages: 5, widthMm: 210, heightMm: 297 });
    const content = Buffer.concat([
      Buffer.from(leaving, 'latin1'),
      pages,
      Buffer.from(`${leaving}%!PS showpage`),
    ]);
    bench.cloud.addFile(content);
    const ticket = ticketFor(content, {
      media: a4,
      fit: 'fit',
      copies: 2,
      page_ranges: [
        { first: 2, last: 3 },
        { first: 5, last: 5 },
      ],
    });
    const folder = await printTicket(agent, {
      ...ticket,
      document: { ...ticket.document, content_type: 'application/pdf', pages: 5 },
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('copy-'))).toHaveLength(6);
    const job = JSON.parse(readFileSync(join(folder, 'job.json'), 'utf8'));
    expect(job).toMatchObject({ documentFormat: 'application/pdf', attributes: { copies: 2 } });
    expect(job.attributes).not.toHaveProperty('page-ranges');
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatch(/^%PDF-1\.7\n[\s\S]*\/Count 3[\s\S]*\n%%EOF\n$/);
    expect(sent[0]).not.toMatch(/PJL|showpage/);
    await agent.stop();
  });

  it('gets nothing of a file that contradicts itself, and the job says why', async () => {
    const agent = await startWith(['application/pdf']);
    const { make } = pdfConflicts.find(({ name }) => name === '20 kids and a count of 1')!;
    const content = make();
    bench.cloud.addFile(content);
    const ticket = ticketFor(content, { media: a4, fit: 'fit' });
    await until(() => agent.isLinked);
    bench.cloud.sendJob({
      ...ticket,
      document: { ...ticket.document, content_type: 'application/pdf', pages: 1 },
    });
    await until(() => stateOf(ticket.job_id) === 'held');
    expect(bench.cloud.lastReport(ticket.job_id)).toMatchObject({
      reason: 'document-unprintable',
      message: expect.stringContaining('how many pages'),
    });
    await agent.stop();
  });
});

describe('copies', () => {
  it('of several pages are made one set at a time where the printer does not keep them together', async () => {
    bench.printer.description = { ...bench.printer.description, formats: ['application/pdf'] };
    bench.printer.description.mediaReady = [
      { ...bench.printer.description.mediaReady![0]!, mediaType: 'stationery' },
    ];
    const agent = await bench.start();
    const media = { ...ticketFor(Buffer.from('')).media, media_type: 'stationery' };
    const ticket = letterTicket({ copies: 3, media });
    await until(() => agent.isLinked);
    bench.cloud.sendJob(ticket);
    await until(() => stateOf(ticket.job_id) === 'printed');
    expect([...bench.printer.jobs.values()].map(({ request }) => request.copies)).toEqual([1, 1, 1]);
  });
});

describe('when another printer takes the job', () => {
  it('is prepared anew for it, once, and both files go in the end', async () => {
    const jpeg = bench.printer;
    const other = createFakePrinter('ipp://127.0.0.1:8/ipp/print', {
      name: 'Raster',
      printerUuid: 'urn:uuid:00000000-0000-4000-8000-000000000002',
      formats: ['image/urf'],
      urf: ['SRGB24', 'W8', 'RS300'],
    });
    other.isReachable = false;
    jpeg.description = { ...jpeg.description, state: 'stopped', stateReasons: ['paused'] };
    const made: string[] = [];
    const agent = await bench.start({
      printerUris: [jpeg.uri, other.uri],
      ports: {
        openPrinter: (uri) => (uri === jpeg.uri ? jpeg : other).openPort(),
        preparer: {
          ...copyingPreparer,
          async preparePhoto(order, options) {
            made.push(order.output.format);
            return await copyingPreparer.preparePhoto(order, options);
          },
        },
      },
    });
    const ticket = bench.newTicket();
    await until(() => agent.isLinked);
    bench.cloud.sendJob(ticket);
    await until(() => stateOf(ticket.job_id) === 'held');
    other.isReachable = true;
    await until(() => stateOf(ticket.job_id) === 'printed');
    expect(made).toEqual(['image/jpeg', 'image/urf']);
    expect(other.paper).toHaveLength(1);
    expect(jpeg.paper).toEqual([]);
    expect([...other.jobs.values()][0]!.request.format).toBe('image/urf');
    expect(agent.printing.jobs.history(ticket.job_id)).toEqual([
      'accepted',
      'preparing',
      'ready',
      'held',
      'ready',
      'preparing',
      'ready',
      'submitting',
      'printing',
      'printed',
    ]);
    await until(() => readdirSync(join(bench.dir, 'prepared')).length === 0);
  });

  it('shares the work of many jobs between printers that want different files', async () => {
    const jpeg = bench.printer;
    const other = createFakePrinter('ipp://127.0.0.1:8/ipp/print', {
      name: 'Raster',
      printerUuid: 'urn:uuid:00000000-0000-4000-8000-000000000002',
      formats: ['image/urf'],
      urf: ['SRGB24', 'W8', 'RS300'],
    });
    const agent = await bench.start({
      printerUris: [jpeg.uri, other.uri],
      ports: { openPrinter: (uri) => (uri === jpeg.uri ? jpeg : other).openPort() },
    });
    await until(() => agent.isLinked && agent.printers.list().every(({ reachable }) => reachable));
    const tickets = Array.from({ length: 40 }, () => bench.newTicket());
    // One printer takes its time over a sheet: what waits for it goes to the other, in the other's format.
    jpeg.printsAtOnce = false;
    for (const ticket of tickets) bench.cloud.sendJob(ticket);
    await until(() => jpeg.jobs.size > 0 && other.paper.length > 0);
    jpeg.printsAtOnce = true;
    for (const job of jpeg.jobs.values()) if (job.state === 'processing') jpeg.finish(job);
    await until(() => tickets.every(({ job_id }) => stateOf(job_id) === 'printed'));
    expect(jpeg.paper.length + other.paper.length).toBe(40);
    for (const job of jpeg.jobs.values()) expect(job.request.format).toBe('image/jpeg');
    for (const job of other.jobs.values()) expect(job.request.format).toBe('image/urf');
  });

  it('a document for both sides waits for a printer that turns sheets, and is never printed on one', async () => {
    bench.printer.description = { ...bench.printer.description, sides: ['one-sided'] };
    const agent = await bench.start();
    const ticket = letterTicket({ sides: 'two-sided-long-edge', media: ticketFor(Buffer.from('')).media });
    await until(() => agent.isLinked);
    bench.cloud.sendJob(ticket);
    await until(() => stateOf(ticket.job_id) === 'held');
    expect(bench.cloud.lastReport(ticket.job_id)).toMatchObject({
      reason: 'no-printer',
      message: 'No printer here can print two-sided-long-edge.',
    });
    expect(bench.printer.createCalls).toBe(0);
  });
});
