/** A whole agent with a real IPP printer beside it, pictures through the real imaging pool. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeJpeg, makePdf } from '@platen/imaging/testing/picture-samples';
import { startVirtualPrinter, type VirtualPrinter } from '@platen/virtual-printer/virtual-printer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPoolPreparer } from '../adapters/photo-preparer-pool.ts';
import { openIppPrinter } from '../adapters/printer-ipp.ts';
import type { RunningAgent } from '../agent.ts';
import { type BoundaryName, boundaryNames } from '../machine/boundary.ts';
import {
  type Bench,
  type BenchStart,
  copyingPreparer,
  startBench,
  ticketFor,
  until,
} from '../testing/agent-bench.ts';

let bench: Bench;
let printer: VirtualPrinter;
beforeEach(async () => {
  bench = await startBench();
  printer = await startVirtualPrinter({ port: 0, dir: join(bench.dir, 'printer'), name: 'Photo One' });
});
afterEach(async () => {
  await bench.close();
  await printer.close();
});

const start = (more: BenchStart = {}) =>
  bench.start({
    printerUris: [printer.uri],
    ...more,
    ports: { openPrinter: openIppPrinter, preparer: copyingPreparer, ...more.ports },
  });
const stateOf = (jobId: string) => bench.cloud.lastReport(jobId)?.state;
/** One folder a completed job; what is in progress or aborted begins with a dot. */
const sheets = () =>
  readdirSync(join(bench.dir, 'printer'))
    .filter((name) => /^\d{6}-/.test(name))
    .flatMap((name) =>
      readdirSync(join(bench.dir, 'printer', name)).filter((file) => file.startsWith('copy-')),
    );

async function photoTicket(more = {}) {
  const content = await makeJpeg({ widthPx: 300, heightPx: 450, seed: 1 });
  bench.cloud.addFile(content);
  return ticketFor(content, more);
}

describe('on an IPP printer', () => {
  it('a photo, prepared, in three copies', async () => {
    const agent = await start({ ports: { preparer: createPoolPreparer() } });
    const ticket = await photoTicket({ copies: 3 });
    await until(() => agent.isLinked);
    bench.cloud.sendJob(ticket);
    await until(() => stateOf(ticket.job_id) === 'printed');
    expect(sheets()).toHaveLength(3);
    expect(bench.cloud.lastReport(ticket.job_id)).toMatchObject({ copies_printed: 3, submitted: true });
    await agent.stop();
  });

  it('a PDF of two pages on plain A4', async () => {
    const content = makePdf({ pages: 2, widthMm: 210, heightMm: 297 });
    const agent = await start();
    bench.cloud.addFile(content);
    const ticket = ticketFor(content, {
      media: {
        size_name: 'iso_a4_210x297mm',
        x_dimension: 21_000,
        y_dimension: 29_700,
        media_type: 'stationery',
        borderless: false,
      },
    });
    ticket.document = { ...ticket.document, content_type: 'application/pdf', pages: 2 };
    await until(() => agent.isLinked);
    bench.cloud.sendJob(ticket);
    await until(() => stateOf(ticket.job_id) === 'printed');
    expect(sheets()).toHaveLength(2);
  });

  it('a picture that is none: held, with the reason', async () => {
    const agent = await start({ ports: { preparer: createPoolPreparer() } });
    const ticket = bench.newTicket();
    await until(() => agent.isLinked);
    bench.cloud.sendJob(ticket);
    await until(() => stateOf(ticket.job_id) === 'held');
    expect(bench.cloud.lastReport(ticket.job_id)?.reason).toBe('document-unprintable');
    await agent.stop();
  });

  it('paper out and a failing job: what the operator reads', async () => {
    printer.control.paper('tray-5', 'empty');
    const agent = await start();
    const ticket = await photoTicket();
    await until(() => agent.isLinked);
    bench.cloud.sendJob(ticket);
    await until(() => stateOf(ticket.job_id) === 'held');
    expect(bench.cloud.lastReport(ticket.job_id)).toMatchObject({
      reason: 'media-needed',
      message: 'Load 102 x 152 mm glossy photo paper in tray 5 of Photo One.',
      // It waits here, and not inside the printer.
      submitted: false,
    });
    printer.control.failNext();
    printer.control.paper('tray-5', 'loaded');
    // Its 0 is right, and nobody has seen it count yet.
    await until(() => stateOf(ticket.job_id) === 'unknown');
    expect(bench.cloud.lastReport(ticket.job_id)?.message).toMatch(
      /gave up on this job.*Did it come out whole/,
    );
    expect(sheets()).toEqual([]);
  });

  it('gone with our job and back: followed to its end, once', async () => {
    printer.control.slow(1500);
    const agent = await start();
    const ticket = await photoTicket();
    await until(() => agent.isLinked);
    bench.cloud.sendJob(ticket);
    await until(() => stateOf(ticket.job_id) === 'printing');
    await printer.control.vanish();
    await until(() => bench.cloud.lastReport(ticket.job_id)?.reason === 'printer-unreachable');
    await printer.control.comeBack();
    await until(() => stateOf(ticket.job_id) === 'printed');
    expect(sheets()).toHaveLength(1);
  });
});

describe('the power goes', () => {
  it.each(boundaryNames)('at %s: one sheet, or a person is asked', async (boundary: BoundaryName) => {
    let agent: RunningAgent | undefined;
    let isDead = false;
    agent = await start({
      onBoundary(name) {
        if (name !== boundary || isDead) return;
        isDead = true;
        agent?.halt();
        throw new Error('the power is gone');
      },
    });
    const ticket = await photoTicket();
    await until(() => agent?.isLinked === true);
    bench.cloud.sendJob(ticket);
    await until(() => isDead);
    await start();
    // Between the first byte and the journalled answer to it nobody can know; reports leave beside the work, so there as well.
    await until(() => ['printed', 'unknown'].includes(stateOf(ticket.job_id) ?? ''));
    const isAsked = stateOf(ticket.job_id) === 'unknown';
    if (isAsked) expect(boundary).toMatch(/^report:|^submit:(sending-journalled|handed-over|sent)$/);
    else await until(() => sheets().length === 1);
    const next = await photoTicket();
    bench.cloud.sendJob(next);
    await until(() => stateOf(next.job_id) === 'printed');
    if (isAsked) expect(sheets().length).toBeLessThanOrEqual(2);
    else expect(sheets()).toHaveLength(2);
  });
});
