import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  attributeNumber,
  attributeText,
  attributeTexts,
  boolean,
  groupsOf,
  groupTags,
  type IppAttributes,
  integer,
  keyword,
  name,
} from '@platen/ipp/ipp-message';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  closePrinterBench,
  create,
  getJob,
  getPrinter,
  idOf,
  openPrinterBench,
  type PrinterBench,
  photoMedia,
  print,
  sheetFolders,
  startPrinter,
  stopPrinter,
  untilState,
} from './testing/printer-bench.ts';

let bench: PrinterBench;

beforeEach(async () => {
  bench = await openPrinterBench();
});

afterEach(() => closePrinterBench(bench));

describe('troubles', () => {
  it('empty trays stop the jobs that need them until paper is loaded', async () => {
    bench.printer.control.paper('tray-5', 'empty');
    const id = idOf(await print(bench, { copies: integer(2), ...photoMedia }));
    await untilState(bench, id, 6);
    expect(attributeTexts(await getPrinter(bench), 'printer-state-reasons')).toContain('media-empty-error');
    bench.printer.control.paper('all', 'loaded');
    await untilState(bench, id, 9);
    expect(attributeTexts(await getPrinter(bench), 'printer-state-reasons')).toEqual(['none']);
    expect(readdirSync(join(bench.dir, '000001-holiday'))).toHaveLength(4);
  });

  it('a cancelled job keeps the sheets that came out', async () => {
    bench.printer.control.slow(20);
    const id = idOf(await print(bench, { copies: integer(999) }));
    await expect
      .poll(async () => attributeNumber(await getJob(bench, id), 'job-impressions-completed'))
      .toBeGreaterThan(1);
    const attributes = { 'job-id': integer(id) };
    expect((await bench.client.request({ operation: 'Cancel-Job', attributes })).status).toBe(0);
    const group = await untilState(bench, id, 7);
    const printed = attributeNumber(group, 'job-impressions-completed') ?? 0;
    const sheets = readdirSync(join(bench.dir, '.aborted-000001-holiday')).filter((file) =>
      file.startsWith('copy-'),
    );
    expect(sheets).toHaveLength(printed);
    expect(sheetFolders(bench)).toEqual([]);
    expect((await bench.client.request({ operation: 'Cancel-Job', attributes })).statusName).toBe(
      'client-error-not-possible',
    );
  });

  it('the next job fails when told so', async () => {
    bench.printer.control.failNext();
    await untilState(bench, idOf(await print(bench)), 8);
    await untilState(bench, idOf(await print(bench)), 9);
  });

  it('is gone and comes back on the same port', async () => {
    const { uri: before } = bench.printer;
    await bench.printer.control.vanish();
    await expect(bench.client.request({ operation: 'Get-Jobs' })).rejects.toMatchObject({
      kind: 'unreachable',
    });
    await bench.printer.control.comeBack();
    expect(bench.printer.uri).toBe(before);
    expect((await bench.client.request({ operation: 'Get-Jobs' })).status).toBe(0);
  });

  it('obeys /control and shows itself at /', async () => {
    const at = `http://127.0.0.1:${bench.printer.port}`;
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
    await untilState(bench, idOf(await print(bench)), 9);
    bench.printer.control.stop();
    await print(bench, {}, { 'requesting-user-name': name('bob') });
    await print(bench);
    const list = async (attributes: IppAttributes): Promise<(number | undefined)[]> => {
      const reply = await bench.client.request({ operation: 'Get-Jobs', attributes });
      return groupsOf(reply.message, groupTags.job).map((group) => attributeNumber(group, 'job-id'));
    };
    expect(await list({})).toEqual([2, 3]);
    expect(await list({ 'which-jobs': keyword('completed') })).toEqual([1]);
    expect(await list({ 'my-jobs': boolean(true) })).toEqual([3]);
    expect(await list({ limit: integer(1) })).toEqual([2]);
    expect(await list({ 'first-index': integer(2) })).toEqual([3]);
    expect(await list({ 'which-jobs': keyword('all') })).toEqual([2, 3, 1]);
  });

  it('survives a restart: ids, history, waiting jobs; what was printing is aborted', async () => {
    await untilState(bench, idOf(await print(bench)), 9);
    const uuid = attributeText(await getPrinter(bench), 'printer-uuid');
    bench.printer.control.slow(30);
    const half = idOf(await print(bench, { copies: integer(999) }));
    const waiting = idOf(await print(bench, {}, { 'job-name': name('patient') }));
    await expect
      .poll(async () => attributeNumber(await getJob(bench, half), 'job-impressions-completed'))
      .toBeGreaterThan(0);
    await stopPrinter(bench);
    // A crash can leave half a line behind.
    writeFileSync(join(bench.dir, '.journal.jsonl'), '{"job":{"id":', { flag: 'a' });
    await startPrinter(bench);
    expect(attributeText(await getPrinter(bench), 'printer-uuid')).toBe(uuid);
    expect(attributeNumber(await getJob(bench, 1), 'job-state')).toBe(9);
    const aborted = await getJob(bench, half);
    expect(attributeNumber(aborted, 'job-state')).toBe(8);
    const sheets = readdirSync(join(bench.dir, '.aborted-000002-holiday')).filter((file) =>
      file.startsWith('copy-'),
    );
    expect(attributeNumber(aborted, 'job-impressions-completed')).toBe(sheets.length);
    await untilState(bench, waiting, 9);
    expect(idOf(await print(bench))).toBe(4);
  });

  it('knows after a crash that a job whose folder is there was completed', async () => {
    const id = idOf(await print(bench));
    await untilState(bench, id, 9);
    await stopPrinter(bench);
    const journal = join(bench.dir, '.journal.jsonl');
    const lines = readFileSync(journal, 'utf8').trim().split('\n');
    writeFileSync(journal, `${lines.slice(0, -1).join('\n')}\n`);
    await startPrinter(bench);
    expect(attributeNumber(await getJob(bench, id), 'job-state')).toBe(9);
  });

  it('never gives out the number of a folder again, even without its journal', async () => {
    await untilState(bench, idOf(await print(bench)), 9);
    await stopPrinter(bench);
    rmSync(join(bench.dir, '.journal.jsonl'));
    await startPrinter(bench);
    expect(idOf(await print(bench))).toBe(2);
  });

  it('keeps no history when it is told to keep none', async () => {
    await stopPrinter(bench);
    await startPrinter(bench, { historyJobs: 0 });
    const id = idOf(await print(bench));
    await expect.poll(() => sheetFolders(bench)).toHaveLength(1);
    const attributes = { 'job-id': integer(id) };
    await expect
      .poll(
        async () => (await bench.client.request({ operation: 'Get-Job-Attributes', attributes })).statusName,
      )
      .toBe('client-error-not-found');
    expect(idOf(await print(bench))).toBe(id + 1);
  });

  it('aborts a job whose document never comes', async () => {
    await stopPrinter(bench);
    await startPrinter(bench, { multipleOperationTimeOutSeconds: 0 });
    await untilState(bench, idOf(await create(bench)), 8);
  });

  it('holds and releases', async () => {
    const id = idOf(await print(bench, { 'job-hold-until': keyword('indefinite') }));
    expect(attributeNumber(await getJob(bench, id), 'job-state')).toBe(4);
    await bench.client.request({ operation: 'Release-Job', attributes: { 'job-id': integer(id) } });
    await untilState(bench, id, 9);
  });
});
