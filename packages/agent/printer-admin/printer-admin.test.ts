/** Adding, changing and removing printers by hand. */
import { randomUUID } from 'node:crypto';
import type { AgentFrame } from '@platen/contracts/agent-protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRequestStore } from '../spool/request-store.ts';
import { until } from '../testing/agent-bench.ts';
import { type PrinterBench, startPrinterBench, uuidOf } from '../testing/printer-bench.ts';
import { createPrinterRequests } from './printer-requests.ts';

const [here, there] = ['ipp://192.168.1.20/ipp/print', 'ipp://192.168.1.30/ipp/print'];

let bench: PrinterBench;
beforeEach(() => {
  bench = startPrinterBench();
  bench.registry.start();
});
afterEach(() => bench.close());

const by = 'Ann';
const added = async (uri: string) => {
  const outcome = await bench.admin.add({ uri, by });
  expect(outcome.kind).toBe('done');
  const entryId = outcome.entryId as number;
  await until(() => bench.view(entryId)?.reachable === true);
  return { entryId, version: bench.list.find(entryId)!.version };
};

describe('adding', () => {
  it('says what was found, and lists it', async () => {
    bench.stand(here, 1);
    const outcome = await bench.admin.add({ uri: ' IPP://192.168.1.20:631/ipp/print ', name: 'Counter', by });
    expect(outcome).toMatchObject({ kind: 'done', entryId: expect.any(Number) });
    expect(outcome.findings.map(({ said }) => said.en)).toEqual([
      'Printer 1 answers (Fake).',
      'It speaks IPP 1.1, 2.0.',
      'It takes application/pdf, image/jpeg.',
    ]);
    await until(() => bench.admin.list()[0]?.view.reachable === true);
    expect(bench.admin.list()[0]).toMatchObject({
      listed: { uri: here, name: 'Counter', origin: 'person', changedBy: expect.any(String) },
      view: { name: 'Counter', printerId: uuidOf(1) },
      notices: [],
      speeds: [],
    });
  });

  it.each([
    ['http://', /must be the URI of a printer/],
    ['ftp://192.168.1.20/x', /must be the URI of a printer/],
    [`ipp://${'x'.repeat(2000)}/`, /must be the URI of a printer/],
    [there, /Nothing answers at .*: see that the printer is on/],
  ])('refuses %.40s', async (uri, sentence) => {
    const outcome = await bench.admin.add({ uri, by });
    expect(outcome).toMatchObject({ kind: 'refused', said: { en: expect.stringMatching(sentence) } });
    expect(bench.list.list()).toEqual([]);
  });

  it('a silent one only when that is wanted', async () => {
    expect((await bench.admin.add({ uri: there, by, evenIfSilent: true })).kind).toBe('done');
    expect(bench.list.list()).toHaveLength(1);
  });

  it('refuses what takes none of our formats, or speaks IPP 1.0, wanted or not', async () => {
    bench.stand(here, 1, { formats: ['application/vnd.hp-pcl'] });
    bench.stand(there, 2, { ippVersions: ['1.0'] });
    const wanted = { by, evenIfSilent: true };
    expect((await bench.admin.add({ uri: here, ...wanted })).said.en).toMatch(/takes none of the formats/);
    expect((await bench.admin.add({ uri: there, ...wanted })).said['zh-CN']).toMatch(/需要 1.1/);
  });

  it('knows a printer by address and by uuid, and warns of a CUPS queue', async () => {
    bench.stand(here, 1, { kind: 'cups-queue' });
    bench.stand(there, 1);
    await added(here);
    expect(bench.admin.list()[0]?.notices[0]?.en).toMatch(/CUPS prints by itself again/);
    expect((await bench.admin.add({ uri: here, by })).said.en).toBe(
      'This printer is set up already: Printer 1.',
    );
    expect((await bench.admin.add({ uri: there, by })).kind).toBe('refused');
  });

  it('a printer that is silent at its old address takes its name along to the new one', async () => {
    const printer = bench.stand(here, 1);
    const { entryId, version } = await added(here);
    bench.admin.rename({ entryId, version, by, name: 'Counter' });
    bench.at.delete(here);
    await until(() => {
      bench.registry.suspect(here);
      return bench.view(entryId)?.reachable === false;
    });
    bench.at.set(there, printer);
    expect((await bench.admin.add({ uri: there, by })).kind).toBe('done');
    await until(() => bench.registry.list().length === 1 && bench.registry.list()[0]?.reachable === true);
    expect(bench.registry.list()[0]).toMatchObject({ uri: there, name: 'Counter', printerId: uuidOf(1) });
  });
});

describe('changing', () => {
  it('carries who, when and a version; a stale one is refused', async () => {
    bench.stand(here, 1);
    const { entryId, version } = await added(here);
    const change = { entryId, version, by };
    expect(bench.admin.rename({ ...change, name: '  Counter\n' }).kind).toBe('done');
    expect(bench.view(entryId)?.name).toBe('Counter');
    expect(bench.admin.rename({ ...change, name: 'Office' })).toMatchObject({ kind: 'stale' });
    const off = { ...change, version: version + 1, isEnabled: false };
    expect(bench.admin.enable(off).kind).toBe('done');
    expect(bench.view(entryId)?.isEnabled).toBe(false);
    expect(bench.admin.events(entryId).map((event) => [event.event, event.by])).toEqual([
      ['disabled', by],
      ['renamed', by],
      ['added', by],
    ]);
    expect(() => bench.admin.remove({ ...change, by: ' ' })).toThrow('must say who');
  });

  it('removes no printer that has a job, and any other', async () => {
    bench.stand(here, 1);
    const { entryId, version } = await added(here);
    bench.spool
      .prepare(
        `insert into job (rank, id, ticket, sha256, needs, state, copies, spooled_at, updated_at) values (1, 'j', '{}', '', '{}', 'printing', 1, 1, 1)`,
      )
      .run();
    bench.spool
      .prepare(
        `insert into submission (job_id, set_no, copies, attempt, job_name, state, printer_id, printer_uri, created_at, updated_at)
       values ('j', 1, 1, 1, 'n', 'sent', ?, ?, 1, 1)`,
      )
      .run(uuidOf(1), here);
    expect(bench.admin.remove({ entryId, version, by })).toMatchObject({ kind: 'refused' });
    bench.spool.prepare(`update submission set state = 'completed'`).run();
    expect(bench.admin.remove({ entryId, version, by }).kind).toBe('done');
    expect(bench.admin.list()).toEqual([]);
    expect(bench.admin.remove({ entryId, version, by }).kind).toBe('absent');
  });

  it('accepts the certificate that was looked at', async () => {
    bench.stand(here, 1);
    const { entryId } = await added(here);
    const access = bench.trust.accessTo(here);
    access.trustCertificate('aa');
    access.refuseCertificate('bb');
    const { trust } = bench.admin.list()[0]!;
    const accept = { entryId, trustVersion: trust!.version, by };
    expect(bench.admin.acceptFingerprint({ ...accept, fingerprint: 'cc' }).kind).toBe('stale');
    expect(bench.admin.acceptFingerprint({ ...accept, fingerprint: 'bb' }).kind).toBe('done');
    expect(bench.admin.list()[0]?.trust).toMatchObject({ fingerprint: 'bb', offered: undefined });
  });
});

describe('the paper of a printer that does not tell', () => {
  const paper = { xHmm: 10_160, yHmm: 15_240, mediaType: 'photographic-glossy' };
  const untold = { kind: 'cups-queue' as const, mediaSources: ['auto', 'main'] };

  it('is what a person said, until it is taken back or another printer stands there', async () => {
    const printer = bench.stand(here, 1, untold);
    const { entryId, version } = await added(here);
    const listing = () => bench.admin.list()[0]!;
    const tray = () => bench.admin.report(listing().view).trays;
    expect(listing().notices.map(({ en }) => en)).toContainEqual(
      expect.stringMatching(/say what lies in its trays/),
    );
    const said = { entryId, version, by, source: 'main', paper };
    expect(bench.admin.sayPaper({ ...said, version: version + 1 })).toMatchObject({ kind: 'stale' });
    expect(bench.admin.sayPaper({ ...said, source: 'rear' })).toMatchObject({ kind: 'refused' });
    expect(() => bench.admin.sayPaper({ ...said, by: ' ' })).toThrow(TypeError);
    expect(bench.admin.sayPaper(said)).toMatchObject({ kind: 'done' });
    expect(tray()).toMatchObject([{ source: 'main', x_dimension: 10_160, asks: true, said: { by: 'Ann' } }]);
    expect(listing().notices.map(({ en }) => en)).not.toContainEqual(expect.stringMatching(/say what lies/));
    expect(bench.admin.sayPaper({ ...said, paper: undefined })).toMatchObject({ kind: 'done' });
    expect(tray()).toMatchObject([{ x_dimension: null, asks: true, said: null }]);
    bench.admin.sayPaper(said);
    printer.description = { ...printer.description, printerUuid: uuidOf(2), name: 'Other' };
    bench.registry.suspect(here);
    await until(() => bench.view(entryId)?.identityTrouble !== undefined);
    expect(bench.admin.acceptPrinter({ entryId, version, by, shownUuid: uuidOf(2) })).toMatchObject({
      kind: 'done',
    });
    expect(bench.view(entryId)?.paper?.stated).toEqual([]);
  });

  it('that the cloud was told is taken over once, and answered', async () => {
    bench.stand(here, 1, untold);
    const { entryId, version } = await added(here);
    const frames: AgentFrame[] = [];
    const { admin, spool, log } = bench;
    const send = (frame: AgentFrame) => frames.push(frame) > 0;
    const kept = createRequestStore(spool, Date.now);
    const requests = createPrinterRequests({ admin, spool, log, send, requests: kept });
    const size = { x_dimension: 10_160, y_dimension: 15_240 };
    const wanted = {
      ...({ act: 'say_paper', entry_id: entryId, version, source: 'main' } as const),
      paper: { ...size, media_type: 'photographic-glossy' },
    };
    const message = {
      ...({ kind: 'message', id: randomUUID(), type: 'printer' } as const),
      body: { by: 'account 7', wanted },
    };
    requests.receive(message);
    await until(() => frames.length === 1);
    bench.admin.sayPaper({ entryId, version, by, source: 'main', paper: undefined });
    requests.receive(message);
    await until(() => frames.length === 2);
    expect(frames).toMatchObject([{ answer: { outcome: 'done' } }, { answer: { outcome: 'done' } }]);
    expect(bench.view(entryId)?.paper?.stated).toEqual([]);
    expect(bench.admin.events(entryId).filter(({ event }) => event === 'paper-said')).toMatchObject([
      { by: 'account 7', detail: 'main: 10160 x 15240 photographic-glossy' },
    ]);
  });
});

it('offers what the network says, and marks what is known', async () => {
  bench.stand(here, 1);
  const { entryId } = await added(here);
  bench.finder.start();
  bench.announce(
    ...[1, 2].map((digit) => ({
      service: `${digit}._ipp._tcp.local`,
      instance: `Printer ${digit}`,
      isTls: false,
      isUniversal: false,
      host: `p${digit}.local`,
      port: 631,
      addresses: [`192.168.1.${digit}0`],
      txt: new Map([['uuid', uuidOf(digit).slice('urn:uuid:'.length)]]),
    })),
  );
  await until(() => bench.admin.discover().found.length === 2);
  expect(bench.admin.discover().found.map((one) => [one.name, one.entryId])).toEqual([
    ['Printer 1', entryId],
    ['Printer 2', undefined],
  ]);
  expect(bench.list.list()).toHaveLength(1);
});

describe('a printer that was set aside', () => {
  it('is put back once, by what the person saw, with who did it', async () => {
    bench.stand(here, 1);
    const seen = await added(here);
    const putBack = (version = seen.version) =>
      bench.admin.putBack({ entryId: seen.entryId, version, by, origin: 'cloud' });
    expect(putBack()).toMatchObject({
      kind: 'refused',
      said: { en: expect.stringMatching(/not set aside/) },
    });
    const failure = { printerId: uuidOf(1), name: 'Printer 1', because: 'jammed' };
    for (let times = 1; times <= 3; times += 1) bench.trials.failed(failure);
    expect(bench.trials.list()).toHaveLength(1);
    expect(putBack(seen.version + 1).kind).toBe('stale');
    expect(bench.trials.list()).toHaveLength(1);
    expect(putBack().kind).toBe('done');
    expect(bench.trials.list()).toEqual([]);
    expect(putBack().kind).toBe('refused');
    const told = bench.lines.filter(({ event }) => event === 'printer.put-back');
    expect(told).toMatchObject([{ fields: { printerId: uuidOf(1), byWhom: by } }]);
  });
});
