/** A whole agent at a printer that asks who it is, and that one day shows another certificate. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { otherCertificate, testCertificate } from '@platen/ipp/testing/test-certificates';
import {
  startVirtualPrinter,
  type VirtualPrinter,
  type VirtualPrinterOptions,
} from '@platen/virtual-printer/virtual-printer';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openIppPrinter } from '../adapters/printer-ipp.ts';
import type { RunningAgent } from '../agent.ts';
import { readAgentConfig } from '../machine/config.ts';
import { type Bench, copyingPreparer, startBench, ticketFor, until } from '../testing/agent-bench.ts';

const login = { scheme: 'digest', username: 'ann', password: 'hush hush' } as const;

let bench: Bench;
let printer: VirtualPrinter;

async function startPrinter(folder: string, options: Partial<VirtualPrinterOptions>): Promise<void> {
  const dir = join(bench.dir, folder);
  mkdirSync(dir);
  printer = await startVirtualPrinter({ port: 0, dir, name: 'Photo One', ...options });
}

const start = (uri: string): Promise<RunningAgent> =>
  bench.start({
    printerUris: [uri],
    ports: { openPrinter: openIppPrinter, preparer: copyingPreparer },
  });

async function sendPhoto(agent: RunningAgent): Promise<string> {
  const content = await makeJpeg({ widthPx: 300, heightPx: 450, seed: 1 });
  bench.cloud.addFile(content);
  const ticket = ticketFor(content);
  await until(() => agent.isLinked);
  bench.cloud.sendJob(ticket);
  return ticket.job_id;
}

const stateOf = (jobId: string) => bench.cloud.lastReport(jobId)?.state;

beforeEach(async () => {
  bench = await startBench();
});
afterEach(async () => {
  await bench.close();
  await printer.close();
});

it('holds its jobs with both fingerprints until a person accepts the new certificate', async () => {
  const uuid = 'urn:uuid:0b8b1f5e-6f3c-4e0e-9a39-5b7f0d3c1a10';
  await startPrinter('first', { tls: testCertificate, uuid });
  const { uri, port } = printer;
  const agent = await start(uri);
  const before = await sendPhoto(agent);
  await until(() => stateOf(before) === 'printed');
  await printer.close();
  await startPrinter('second', { tls: otherCertificate, port, uuid });
  await until(() => agent.printers.findByUri(uri)?.reachable === false);
  const jobId = await sendPhoto(agent);
  const readable = (fingerprint: string): string => fingerprint.toUpperCase().match(/../g)!.join(':');
  await until(() => bench.cloud.lastReport(jobId)?.reason === 'printer-stopped');
  const { message } = bench.cloud.lastReport(jobId)!;
  expect(message).toContain(readable(testCertificate.fingerprint));
  expect(message).toContain(readable(otherCertificate.fingerprint));
  const { offered, version } = agent.trust.find(uri)!;
  expect(agent.trust.accept(uri, offered!, { by: 'operator', version })).toBe('done');
  agent.printers.suspect(uri);
  await until(() => stateOf(jobId) === 'printed');
  expect(readdirSync(join(bench.dir, 'second')).filter((name) => /^\d{6}-/.test(name))).toHaveLength(1);
});

it('asks for a password, prints once it has one, and keeps it to itself', async () => {
  await startPrinter('only', { login });
  const { uri } = printer;
  const agent = await start(uri);
  const jobId = await sendPhoto(agent);
  await until(() => bench.cloud.lastReport(jobId)?.reason === 'printer-stopped');
  expect(bench.cloud.lastReport(jobId)?.message).toContain('asks for a user name and a password');
  agent.trust.setCredentials(uri, login, 'operator');
  agent.printers.suspect(uri);
  await until(() => stateOf(jobId) === 'printed');
  const said = JSON.stringify([bench.lines, bench.cloud.lastReport(jobId), agent.printers.list()]);
  const stored = readFileSync(join(bench.dir, 'spool.sqlite-wal'), 'latin1');
  expect(said + stored).not.toContain('hush');
});

it('takes a password out of the configured URI before anything else sees it', () => {
  const env = {
    PLATEN_CLOUD_URL: 'http://127.0.0.1:1',
    PLATEN_PRINTERS: 'ipps://ann:hush%20hush@10.0.0.7/ipp/print',
  };
  const config = readAgentConfig(env);
  expect(config.printerUris).toEqual(['ipps://10.0.0.7/ipp/print']);
  expect(config.printerCredentials?.get('ipps://10.0.0.7/ipp/print')).toEqual({
    username: 'ann',
    password: 'hush hush',
  });
  const wrong = { ...env, PLATEN_PRINTERS: 'usb://ann:hush@printer' };
  expect(() => readAgentConfig(wrong)).toThrow(/^PLATEN_PRINTERS: usb:\/\/printer must be/);
});
