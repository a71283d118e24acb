/** Through a queue of cupsd, which makes up what is loaded, a photo is printed once somebody has said what lies where, and not before. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPoolPreparer } from '@platen/agent/adapters/photo-preparer-pool';
import { openIppPrinter } from '@platen/agent/adapters/printer-ipp';
import { type Bench, startBench, ticketFor, until } from '@platen/agent/testing/agent-bench';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CupsServer, startCups } from './real-cups.ts';
import { type Ippeveprinter, startIppeveprinter, whenReal } from './real-printers.ts';

whenReal(['ippeveprinter', 'cupsd', 'avahi-daemon', 'lp'])('a photo through a queue of CUPS', () => {
  let dir: string;
  let printer: Ippeveprinter;
  let cups: CupsServer;
  let bench: Bench;
  const printed = () => {
    const path = join(dir, 'printed');
    return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  };
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'platen-paper-'));
    const script = join(dir, 'print.sh');
    writeFileSync(script, `#!/bin/sh\necho "$IPP_JOB_NAME $IPP_MEDIA_COL" >>${join(dir, 'printed')}\n`);
    chmodSync(script, 0o755);
    printer = await startIppeveprinter({ name: 'Photo One', script });
    cups = await startCups({ keepsHistory: true });
    cups.addQueue('photo', printer.uri);
    bench = await startBench();
  }, 60_000);
  afterAll(async () => {
    await bench.close();
    await cups.stop();
    await printer.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it('waits until a person says what lies in the tray, and the word outlives the agent', async () => {
    const ports = () => ({ openPrinter: openIppPrinter, preparer: createPoolPreparer() });
    const printerUris = [`ipp://${cups.address}/printers/photo`];
    let agent = await bench.start({ printerUris, ports: ports() });
    await until(() => agent.isLinked);
    const send = async (seed: number) => {
      const content = await makeJpeg({ widthPx: 1200, heightPx: 1800, seed });
      bench.cloud.addFile(content);
      const ticket = ticketFor(content);
      bench.cloud.sendJob(ticket);
      return { ticket, last: () => bench.cloud.lastReport(ticket.job_id) };
    };
    const first = await send(1);
    await until(() => first.last()?.state === 'held');
    expect(first.last()).toMatchObject({
      reason: 'media-needed',
      message: expect.stringMatching(
        /doesn't tell what is loaded: load 102 x 152 mm glossy photo paper, then say/,
      ),
    });
    const listed = () => agent.printerAdmin.list()[0]!;
    const { entryId, listed: entry } = listed();
    const report = () => agent.printerAdmin.report(listed().view);
    expect(report()).toMatchObject({ kind: 'cups-queue', media_ready: [] });
    expect(report().trays).toMatchObject([
      { source: 'main', asks: true, x_dimension: null },
      { source: 'photo', asks: true, x_dimension: null },
    ]);
    const paper = { xHmm: 10_160, yHmm: 15_240, mediaType: 'photographic-glossy' };
    const said = { entryId, version: entry.version, by: 'Li', source: 'photo', paper };
    expect(agent.printerAdmin.sayPaper(said)).toMatchObject({ kind: 'done' });
    await until(() => first.last()?.state === 'printed');
    expect(report()).toMatchObject({ media_ready: ['na_index-4x6_4x6in'] });
    expect(report().trays).toContainEqual(
      expect.objectContaining({
        source: 'photo',
        x_dimension: 10_160,
        said: { by: 'Li', at: expect.any(String) },
      }),
    );
    await agent.stop();
    agent = await bench.start({ printerUris, ports: ports() });
    await until(() => agent.isLinked);
    const second = await send(2);
    await until(() => second.last()?.state === 'printed');
    await until(() => printed().length === 2);
    for (const [at, { ticket }] of [first, second].entries()) {
      expect(printed()[at]).toContain(ticket.job_id.slice(-12));
      expect(printed()[at]).toMatch(
        /x-dimension=10160 y-dimension=15240.*media-source=photo.*media-type=photographic-glossy/,
      );
    }
    await agent.stop();
  }, 90_000);
});
