/** The console of a whole agent: every page in both languages, and the acts that a person at the shop needs. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningAgent } from '../agent.ts';
import { type Bench, startBench, until } from '../testing/agent-bench.ts';
import { changePin } from './console-pin.ts';

let bench: Bench;
let agent: RunningAgent;
let cookie: string;
beforeEach(async () => {
  bench = await startBench();
  changePin(bench.dir, '246810');
  agent = await bench.start({ consolePort: 0 });
  await agent.opened;
  await until(() => agent.isLinked && agent.printers.list()[0]?.reachable === true);
  const login = await post('/login', { pin: '246810' });
  cookie = login.headers.get('set-cookie')!.split(';')[0]!;
});
afterEach(async () => {
  await agent.stop();
  await bench.close();
});

const post = (path: string, form: Record<string, string>) =>
  fetch(`${agent.consoleUrl}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
    headers: { origin: agent.consoleUrl!, ...(cookie && { cookie }) },
  });
const page = async (path: string, language = 'en') => {
  const headers = { cookie: `${cookie}; platen_language=${language}` };
  const answer = await fetch(`${agent.consoleUrl}${path}`, { headers, redirect: 'manual' });
  return { status: answer.status, text: await answer.text() };
};
/** The act, and the page that shows what came of it. */
async function act(path: string, name: string, form: Record<string, string>) {
  expect((await post(`${path}/${name}`, form)).status).toBe(303);
  return (await page(path)).text;
}

describe('the pages', () => {
  it.each(['en', 'zh-CN'])('are there in %s, whatever is going on', async (language) => {
    for (const path of ['/today', '/printers', '/schedule', '/log']) {
      const { status, text } = await page(path, language);
      expect([path, status]).toEqual([path, 200]);
      expect(text).toContain(`<html lang="${language}">`);
      expect(text).not.toMatch(/undefined|\[object|NaN/);
    }
  });
});

describe('what can not be taken back asks first', () => {
  /** Each form for the act must stand in an opened part of its own, behind the question. */
  const asking = (text: string, action: string) => ({
    forms: text.split(`action="${action}"`).length - 1,
    asked: [
      ...text.matchAll(/<details class="asks">.*?<p>(.*?)<\/p><form method="post" action="(.*?)"/gs),
    ].filter(([, , to]) => to === action),
  });

  it.each([
    ['en', 'can not be undone', 'until somebody adds it again'],
    ['zh-CN', '无法撤销', '重新添加之前'],
  ])('in %s: calling a job off, removing a printer', async (language, callOff, remove) => {
    bench.printer.description = { ...bench.printer.description, state: 'stopped', stateReasons: ['paused'] };
    await until(() => agent.printers.list()[0]?.description?.state === 'stopped');
    const tickets = [bench.newTicket(), bench.newTicket()];
    for (const ticket of tickets) bench.cloud.sendJob(ticket);
    for (const { job_id } of tickets)
      await until(() => agent.printing.jobs.find(job_id)?.reason === 'printer-stopped');
    await act('/today', 'hold', { job: tickets[0]!.job_id });
    const jobs = asking((await page('/today', language)).text, '/today/cancel');
    expect(jobs.forms).toBe(2);
    expect(jobs.asked.map(([, question]) => question)).toEqual(
      Array(2).fill(expect.stringContaining(callOff)),
    );
    const printers = asking((await page('/printers', language)).text, '/printers/remove');
    expect(printers.forms).toBe(1);
    expect(printers.asked.map(([, question]) => question)).toEqual([expect.stringContaining(remove)]);
  });

  it.each([
    ['en', 1, 'can not be undone'],
    ['en', 2, 'can not be undone'],
    ['zh-CN', 1, '无法撤销'],
  ])('in %s: paying back a job of %i copies', async (language, copies, question) => {
    bench.printer.sendFaults.push({ kind: 'unreachable', sent: 'part', isDone: true });
    const ticket = bench.newTicket({ copies });
    bench.cloud.sendJob(ticket);
    await until(() => agent.printing.jobs.find(ticket.job_id)?.state === 'unknown');
    const { text } = await page('/today', language);
    const buttons = [...text.matchAll(/<details class="asks">.*?<\/details>/gs)]
      .map(([part]) => part)
      .filter((part) => part.includes('action="/today/refund"'));
    expect(buttons).toEqual([expect.stringContaining(question)]);
    expect(text.split('/today/refund')).toHaveLength(2);
  });
});

describe('today', () => {
  it('offers to try a held job again, whatever it is held for', async () => {
    const ticket = bench.newTicket({
      document: { ...bench.newTicket().document, content_type: 'text/plain' },
    });
    bench.cloud.sendJob(ticket);
    const job = () => agent.printing.jobs.find(ticket.job_id);
    await until(() => job()?.state === 'held');
    expect(job()).toMatchObject({ reason: 'document-unprintable' });
    expect((await page('/today')).text).toMatch(/action="\/today\/retry".*Try again/s);
    expect(await act('/today', 'retry', { job: ticket.job_id })).toContain('Done.');
    await until(
      () => agent.printing.jobs.history(ticket.job_id).filter((state) => state === 'held').length === 2,
    );
    expect(await act('/today', 'retry', { job: 'none' })).toContain('There is no such job here.');
  });

  it('holds a job, lets it go, and shows it printed', async () => {
    bench.printer.description = { ...bench.printer.description, state: 'stopped', stateReasons: ['paused'] };
    await until(() => agent.printers.list()[0]?.description?.state === 'stopped');
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => agent.printing.jobs.find(ticket.job_id)?.reason === 'printer-stopped');
    const waiting = await page('/today');
    expect(waiting.text).toContain(ticket.order_no);
    expect(waiting.text).toContain('printer stopped');
    expect(await act('/today', 'hold', { job: ticket.job_id })).toContain('class="done"');
    bench.printer.description = { ...bench.printer.description, state: 'idle', stateReasons: [] };
    await until(() => agent.printers.list()[0]?.description?.state === 'idle');
    expect((await page('/today')).text).toContain('held by a person');
    expect(bench.printer.paper).toHaveLength(0);
    expect(await act('/today', 'release', { job: ticket.job_id })).toContain('class="done"');
    await until(() => bench.cloud.lastReport(ticket.job_id)?.state === 'printed');
    expect((await page('/today')).text).toContain('Ended today (1)');
  });

  it('refuses with a sentence what can not be', async () => {
    for (const name of ['printed', 'reprint', 'refund', 'hold', 'release', 'cancel'])
      expect(await act('/today', name, { job: 'none', copies: 'many' }), name).toContain('class="refusal"');
  });
});

describe('printers', () => {
  it('are switched off and on by what the person saw, and a stale word is refused', async () => {
    const [listing] = agent.printerAdmin.list();
    const entry = { entry: String(listing!.entryId), version: String(listing!.listed.version) };
    expect(await act('/printers', 'enable', { ...entry, enabled: 'no' })).toContain('switched off');
    expect(agent.printers.list()[0]?.isEnabled).toBe(false);
    expect(await act('/printers', 'enable', { ...entry, enabled: 'yes' })).toContain('class="refusal"');
    expect(agent.printers.list()[0]?.isEnabled).toBe(false);
  });

  it('that do not tell their paper are told it here, and print on nothing before', async () => {
    const [medium] = bench.printer.description.mediaReady!;
    const open = { ...medium!, mediaType: 'auto', source: 'tray-1' };
    bench.printer.description = { ...bench.printer.description, mediaReady: [open], mediaTypes: ['auto'] };
    bench.printer.description.trays = [
      { source: 'tray-1', name: undefined, medium: open, levelPercent: undefined, isEmpty: undefined },
    ];
    agent.printers.suspect(bench.printer.uri);
    await until(() => agent.printers.list()[0]?.description?.mediaReady?.[0]?.mediaType === 'auto');
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => agent.printing.jobs.find(ticket.job_id)?.state === 'held');
    const { text } = await page('/printers');
    expect(text).toMatch(/action="\/printers\/paper".*value="10160x15240".*value="photographic-glossy"/s);
    const listing = () => agent.printerAdmin.list()[0]!;
    const entry = { entry: String(listing().entryId), version: String(listing().listed.version) };
    const say = (size: string, type: string) =>
      act('/printers', 'paper', { ...entry, source: 'tray-1', size, type });
    for (const [size, type] of [
      ['21000x29700', 'photographic-glossy'],
      ['10160x15240', 'auto'],
      ['nonsense', 'stationery'],
    ] as const)
      expect(await say(size, type), size).toContain('class="refusal"');
    expect(await say('10160x15240', 'photographic-glossy')).toContain('said by');
    await until(() => agent.printing.jobs.find(ticket.job_id)?.state === 'printed');
    expect(bench.printer.paper).toHaveLength(1);
    expect([...bench.printer.jobs.values()][0]?.request.medium).toMatchObject({ source: 'tray-1' });
    expect(await act('/printers', 'no-paper', { ...entry, source: 'tray-1' })).not.toContain('said by');
    expect(agent.printerAdmin.events(listing().entryId).map(({ event }) => event)).toEqual(
      expect.arrayContaining(['paper-said', 'paper-forgotten']),
    );
  });

  it('that answer nowhere are not added', async () => {
    for (const uri of ['nonsense', 'http://127.0.0.1:9/', 'javascript:alert(1)'])
      expect(await act('/printers', 'add', { uri }), uri).toContain('class="refusal"');
    expect(agent.printerAdmin.list()).toHaveLength(1);
  });
});

describe('the schedule', () => {
  it('is saved by what the person saw; two people do not overwrite each other', async () => {
    const form = {
      mode: 'windows',
      lines: 'mon-fri 18:00-20:00',
      time_zone: 'Asia/Shanghai',
      missed_runs: 'ask',
    };
    expect(await act('/schedule', 'save', { ...form, version: '0' })).toContain('Saved as version 1.');
    expect(agent.schedule.read().document).toMatchObject({
      version: 1,
      origin: 'console',
      plan: { mode: 'windows' },
    });
    expect(await act('/schedule', 'save', { ...form, version: '0' })).toContain('class="refusal"');
    expect(await act('/schedule', 'save', { ...form, version: '1', lines: 'whenever' })).toContain(
      'class="refusal"',
    );
    expect(await act('/schedule', 'decide', { backlog: 'none', decision: 'print_now' })).toContain(
      'class="refusal"',
    );
  });
});
