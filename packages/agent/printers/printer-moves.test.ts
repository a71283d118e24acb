/** A whole agent and a real IPP printer that gets another address, or whose address gets another printer. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { startVirtualPrinter, type VirtualPrinter } from '@platen/virtual-printer/virtual-printer';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openIppPrinter } from '../adapters/printer-ipp.ts';
import type { PrinterAnnouncement } from '../ports/printer-discovery.ts';
import { type Bench, startBench, ticketFor, until } from '../testing/agent-bench.ts';

const uuid = '11111111-2222-4333-8444-555555555555';

let bench: Bench;
const printers: VirtualPrinter[] = [];
beforeEach(async () => {
  bench = await startBench();
});
afterEach(async () => {
  await bench.close();
  for (const printer of printers.splice(0)) await printer.close();
});

const stand = async (folder: string, more: { port?: number; uuid?: string } = {}) => {
  const dir = join(bench.dir, folder);
  const printer = await startVirtualPrinter({ port: 0, dir, name: folder, pageMs: 1500, ...more });
  printers.push(printer);
  return printer;
};
const announced: PrinterAnnouncement[] = [];
const discovery = { start() {}, list: () => announced, ask() {}, stop() {} };

const start = async (uri: string) => {
  const agent = await bench.start({
    printerUris: [uri],
    ports: { openPrinter: openIppPrinter, openDiscovery: () => discovery },
  });
  await until(() => agent.isLinked && agent.printers.list()[0]?.reachable === true);
  return agent;
};
async function sendPhoto() {
  const content = await makeJpeg({ widthPx: 300, heightPx: 450, seed: 1 });
  bench.cloud.addFile(content);
  const ticket = ticketFor(content);
  bench.cloud.sendJob(ticket);
  return () => bench.cloud.lastReport(ticket.job_id)?.state;
}

it('is followed with its job, which is printed once', async () => {
  const printer = await stand('Photo One', { uuid: `urn:uuid:${uuid}` });
  const agent = await start(printer.uri);
  const state = await sendPhoto();
  await until(() => state() === 'printing');
  // The same printer, with its memory, at another port.
  const dir = join(bench.dir, 'Photo One');
  await printer.close();
  const moved = await startVirtualPrinter({ port: 0, dir, name: 'Photo One', uuid: `urn:uuid:${uuid}` });
  printers.push(moved);
  await until(() => agent.printers.list()[0]?.reachable === false);
  agent.printers.announce([{ printerUuid: `urn:uuid:${uuid.toUpperCase()}`, uris: [moved.uri] }]);
  await until(
    () => agent.printers.list()[0]?.uri === moved.uri && agent.printers.list()[0]?.reachable === true,
  );
  // It was restarted in the middle of the sheet: it gave the job up, and says so to who asks it by name.
  await until(() => ['failed', 'unknown', 'printed'].includes(state() ?? ''));
  expect(bench.lines.map(({ event }) => event)).toContain('printer.moved');
  const next = await sendPhoto();
  await until(() => next() === 'printed');
});

it('has its address taken by another printer: not a byte of a job goes there', async () => {
  const printer = await stand('Photo One');
  const agent = await start(printer.uri);
  await printer.close();
  const outsider = await stand('Office', { port: printer.port });
  // Its last answer no longer vouches for it.
  await until(() => Date.now() - (agent.printers.list()[0]?.asOfMs ?? 0) > 3000);
  const state = await sendPhoto();
  await until(() => state() === 'held' && agent.printers.list()[0]?.identityTrouble !== undefined);
  expect(readdirSync(join(bench.dir, 'Office')).filter((name) => /^\.?\d|^\.aborted/.test(name))).toEqual([]);
  const [listing] = agent.printerAdmin.list();
  const accepted = agent.printerAdmin.acceptPrinter({
    entryId: listing!.entryId,
    version: listing!.listed.version,
    by: 'Ann',
    shownUuid: listing!.view.identityTrouble!.shownUuid,
  });
  expect(accepted.kind).toBe('done');
  await until(() => state() === 'printed');
  expect(outsider.uri).toBe(printer.uri);
});

it('measures its speed, and tells the cloud of it', async () => {
  const printer = await stand('Photo One');
  const agent = await start(printer.uri);
  const state = await sendPhoto();
  await until(() => state() === 'printed');
  const { speeds, trust } = agent.printerAdmin.list()[0]!;
  expect(speeds).toMatchObject([{ mediaKind: '102 x 152 mm glossy photo paper', jobs: 1 }]);
  expect(speeds[0]?.pagesPerMinute).toBeGreaterThan(5);
  expect(speeds[0]?.pagesPerMinute).toBeLessThan(41);
  expect(trust).toBeUndefined();
  await until(() => [...bench.cloud.printers.values()][0]?.pages_per_minute?.measured.length === 1);
  const [report] = bench.cloud.printers.values();
  expect(report).toMatchObject({ kind: 'direct', enabled: true, color: true, reasons: [], notices: [] });
  expect(report?.trays?.find(({ source }) => source === 'tray-5')).toMatchObject({
    x_dimension: 10_160,
    y_dimension: 15_240,
    media_type: 'photographic-glossy',
    borderless: true,
    empty: false,
  });
  expect(report?.supplies).toHaveLength(4);
  await agent.stop();
});
