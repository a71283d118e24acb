/** The doctor beside a real agent, a virtual printer and a cloud, and at each thing that can be wrong with them. */
import { once } from 'node:events';
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { startVirtualPrinter, type VirtualPrinter } from '@platen/virtual-printer/virtual-printer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openIppPrinter } from '../adapters/printer-ipp.ts';
import { type Bench, startBench, ticketFor, until } from '../testing/agent-bench.ts';
import { examineAgent } from './doctor.ts';

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

const start = async () => {
  const agent = await bench.start({ printerUris: [printer.uri], ports: { openPrinter: openIppPrinter } });
  await until(() => agent.isLinked && agent.printers.list()[0]?.reachable === true);
  return agent;
};

const examine = (more: { env?: Record<string, string>; now?: () => number; version?: string } = {}) =>
  examineAgent({
    env: {
      PLATEN_CLOUD_URL: bench.cloud.url,
      PLATEN_AGENT_DIR: bench.dir,
      PLATEN_DISCOVERY: 'off',
      PLATEN_CONSOLE_PORT: 'off',
      PLATEN_MIN_FREE_MB: '64',
      ...more.env,
    },
    openPrinter: openIppPrinter,
    version: more.version ?? '0.1.0',
    ...(more.now && { now: more.now }),
  });

/** What isn't well, as `check verdict: sentence`. */
const complaints = async (...how: Parameters<typeof examine>) => {
  const { findings, isWell } = await examine(...how);
  const told = findings.filter(({ verdict }) => verdict !== 'ok');
  expect(isWell).toBe(told.every(({ verdict }) => verdict === 'warning'));
  for (const { said } of findings) expect(said.en && said['zh-CN']).toBeTruthy();
  return told.map(({ check, verdict, said }) => `${check} ${verdict}: ${said.en}`);
};

describe('a shop that is well', () => {
  it('is told so, and the running agent notices nothing', async () => {
    const agent = await start();
    const before = readFileSync(join(bench.dir, 'identity.json'), 'utf8');
    const { findings, isWell } = await examine();
    expect(findings.filter(({ verdict, check }) => verdict !== 'ok' && check !== 'disk')).toEqual([]);
    expect(isWell).toBe(true);
    expect(new Set(findings.map(({ check }) => check))).toEqual(
      new Set([
        'node',
        'folder',
        'disk',
        'agent',
        'console',
        'cloud',
        'clock',
        'enrolment',
        'spool',
        'printer',
        'discovery',
      ]),
    );
    expect(readFileSync(join(bench.dir, 'identity.json'), 'utf8')).toBe(before);
    const photo = await makeJpeg({ widthPx: 300, heightPx: 450, seed: 1 });
    bench.cloud.addFile(photo);
    const ticket = ticketFor(photo);
    bench.cloud.sendJob(ticket);
    await until(() => bench.cloud.lastReport(ticket.job_id)?.state === 'printed');
    await agent.stop();
    expect(await complaints()).toContainEqual(
      expect.stringMatching(/^agent failure: The agent does not run/),
    );
  });
});

describe('models for restorations', () => {
  it('are named, with what is wrong with them', async () => {
    await start();
    const folder = join(bench.dir, 'models');
    expect((await examine()).findings.some(({ check }) => check === 'models')).toBe(false);
    mkdirSync(folder);
    writeFileSync(join(folder, 'grain.onnx'), 'bytes');
    writeFileSync(
      join(folder, 'grain.json'),
      JSON.stringify({ name: 'Grain remover', stage: 'denoise', licence: 'MIT' }),
    );
    writeFileSync(join(folder, 'other.onnx'), 'bytes');
    writeFileSync(join(folder, 'other.json'), '{ "stage": "paint" }');
    const { findings, isWell } = await examine();
    const told = findings.filter(({ check }) => check === 'models').map(({ said }) => said.en);
    expect(told[0]).toMatch(
      /^Models for restorations: Grain remover \(denoise, MIT\); onnxruntime-node \d+\.\d+\.\d+\.$/,
    );
    expect(told[1]).toMatch(/^The model other is passed over: other\.json can't be used: stage must be/);
    expect(isWell).toBe(true);
  });
});

describe('what is wrong is said', () => {
  it('with the cloud: silent, unwell, of another version, not Platen', async () => {
    await start();
    bench.cloud.health.version = '9.9.9';
    expect(await complaints()).toContainEqual(
      expect.stringMatching(/^cloud warning: .* has version 9\.9\.9/),
    );
    bench.cloud.health = { status: 'failing', reasons: ['The database is away.'], version: '0.1.0' };
    expect(await complaints()).toContainEqual(
      expect.stringMatching(/^cloud failure: .*The database is away/),
    );
    bench.cloud.health = {} as typeof bench.cloud.health;
    expect(await complaints()).toContainEqual(expect.stringMatching(/^cloud failure: .*is no Platen cloud/));
    const env = { PLATEN_CLOUD_URL: 'http://127.0.0.1:9' };
    expect(await complaints({ env })).toContainEqual(
      expect.stringMatching(/^cloud failure: .*can't be reached/),
    );
  });

  it('with the clock, and still tells a good enrolment', async () => {
    await start();
    const behind = () => Date.now() - 900_000;
    const told = await complaints({ now: behind });
    expect(told).toContainEqual(expect.stringMatching(/^clock warning: .* (899|900|901) s behind/));
    expect(told.join('\n')).not.toContain('enrolment');
  });

  it('with the enrolment: never, revoked, damaged', async () => {
    await start();
    bench.cloud.publicKey = undefined;
    expect(await complaints()).toContainEqual(expect.stringMatching(/^enrolment failure: .*revoked/));
    const other = { PLATEN_AGENT_DIR: join(bench.dir, 'printer') };
    expect(await complaints({ env: other })).toContainEqual(
      expect.stringMatching(/^enrolment failure: .*enroll CODE/),
    );
    writeFileSync(join(bench.dir, 'identity.json'), '{');
    expect(await complaints()).toContainEqual(
      expect.stringMatching(/^enrolment failure: .*identity.*can't be read/),
    );
  });

  it('with folder, spool and port', async () => {
    const agent = await start();
    await agent.stop();
    const nowhere = { PLATEN_AGENT_DIR: join(bench.dir, 'nowhere') };
    expect(await complaints({ env: nowhere })).toContainEqual(
      expect.stringMatching(/^folder failure: There is no/),
    );
    const much = { PLATEN_MIN_FREE_MB: '90000000' };
    expect(await complaints({ env: much })).toContainEqual(expect.stringMatching(/^disk failure: Only/));
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    const taken = { PLATEN_CONSOLE_PORT: String((server.address() as AddressInfo).port) };
    expect(await complaints({ env: taken })).toContainEqual(
      expect.stringMatching(/^console warning: Another program/),
    );
    await new Promise((closed) => server.close(closed));
    truncateSync(join(bench.dir, 'spool.sqlite'), 5000);
    expect(await complaints()).toContainEqual(expect.stringMatching(/^spool failure: The spool is damaged/));
    expect(await complaints({ env: { PLATEN_DISCOVERY: 'perhaps' } })).toEqual([
      'configuration failure: PLATEN_DISCOVERY: must be on or off, not "perhaps".',
    ]);
  });

  it('with a console port that another program took, also while the agent runs', async () => {
    const agent = await bench.start({ consolePort: 0 });
    await until(() => agent.consoleUrl !== undefined);
    const own = { PLATEN_CONSOLE_PORT: new URL(agent.consoleUrl!).port };
    expect((await complaints({ env: own })).filter((line) => line.startsWith('console'))).toEqual([]);
    for (const said of ['<title>Platen</title>', 'A'.repeat(86)]) {
      const other = createHttpServer((_request, response) => response.end(said)).listen(0, '127.0.0.1');
      await once(other, 'listening');
      const taken = { PLATEN_CONSOLE_PORT: String((other.address() as AddressInfo).port) };
      expect(await complaints({ env: taken })).toContainEqual(
        expect.stringMatching(/^console warning: Another program uses port/),
      );
      other.closeAllConnections();
      other.close();
    }
  });

  it('with a printer: paused, silent, stopped, another one, switched off', async () => {
    const agent = await start();
    agent.printing.queueAdmin.act({ act: 'pause', entry_id: null }, { by: 'Ann', origin: 'console' });
    expect(await complaints()).toContainEqual(
      'printer warning: Photo One is paused by Ann and gets nothing new until somebody resumes it.',
    );
    agent.printing.queueAdmin.act({ act: 'resume', entry_id: null }, { by: 'Ann', origin: 'console' });
    printer.control.stop();
    expect(await complaints()).toContainEqual(
      'printer failure: Photo One has stopped: it is paused: resume it at the printer.',
    );
    printer.control.resume();
    await printer.control.vanish();
    expect(await complaints()).toContainEqual(
      expect.stringMatching(/^printer failure: Nothing answers at ipp:/),
    );
    const outsider = await startVirtualPrinter({
      port: printer.port,
      dir: join(bench.dir, 'other'),
      name: 'Office',
    });
    expect(await complaints()).toContainEqual(
      expect.stringMatching(/^printer failure: Another printer \(Office\)/),
    );
    await outsider.close();
    const [listing] = agent.printerAdmin.list();
    const { id: entryId, version } = listing!.listed;
    expect(agent.printerAdmin.enable({ entryId, version, isEnabled: false, by: 'Ann' }).kind).toBe('done');
    expect(await complaints()).toContainEqual(
      expect.stringMatching(/^printer warning: Photo One is switched off/),
    );
    const left = agent.printerAdmin.list()[0]!.listed.version;
    expect(agent.printerAdmin.remove({ entryId, version: left, by: 'Ann' }).kind).toBe('done');
    expect(await complaints()).toContainEqual(
      expect.stringMatching(/^printer failure: No printer is set up/),
    );
  });

  it('with what jobs wait for', async () => {
    await start();
    const media = {
      size_name: 'x',
      x_dimension: 5000,
      y_dimension: 5000,
      media_type: 'stationery',
      borderless: false,
    };
    const ticket = bench.newTicket({ media });
    bench.cloud.sendJob(ticket);
    await until(() => bench.cloud.lastReport(ticket.job_id)?.state === 'held');
    expect(await complaints()).toContainEqual(
      'jobs failure: Jobs that wait: 1. No printer here can print 50 x 50 mm plain paper.',
    );
  });
});
