/** The shop floor of a whole agent over HTTP: what a page sees and can do with no cloud in sight, and who is kept out. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type FloorTopic,
  floorHost,
  floorItems,
  floorLogPage,
  floorPreview,
} from '@platen/contracts/floor/shop-floor';
import { type FloorAct, floorAnswer } from '@platen/contracts/floor/shop-floor-acts';
import { floorSession } from '@platen/contracts/floor/shop-floor-session';
import { calibrationMarks } from '@platen/imaging/sheet/calibration-mark-rules';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { createReader, readFrames } from '@platen/live/testing/live-listener';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPoolPreparer } from '../adapters/photo-preparer-pool.ts';
import type { RunningAgent } from '../agent.ts';
import { changePin } from '../console/console-pin.ts';
import { type Bench, copyingPreparer, startBench, ticketFor, until } from '../testing/agent-bench.ts';
import { agentTopics } from './floor-state.ts';

let bench: Bench;
let agent: RunningAgent;
let cookie: string;
const pool = createPoolPreparer();
beforeEach(async () => {
  bench = await startBench();
  changePin(bench.dir, '246810');
  cookie = '';
  agent = await start();
  cookie = cookieOf(await session('POST', { pin: '246810' }));
});
afterEach(async () => {
  await agent.stop();
  await bench.close();
});

async function start(): Promise<RunningAgent> {
  const preparer = { ...copyingPreparer, close: async () => {} };
  const started = await bench.start({ consolePort: 0, ports: { preparer, sheetTools: pool } });
  await started.opened;
  await until(() => started.isLinked && started.printers.list()[0]?.reachable === true);
  return started;
}
const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? '';
const call = (
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
) =>
  fetch(`${agent.consoleUrl}${path}`, {
    method,
    headers: {
      ...(cookie !== '' && { cookie }),
      ...(method !== 'GET' && { origin: agent.consoleUrl as string }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const session = (method: string, body?: unknown) =>
  call(method, '/api/shop-floor/session', body === undefined ? {} : { body });
const act = async (wanted: FloorAct) => {
  const answer = await call('POST', '/api/shop-floor/acts', { body: wanted });
  // biome-ignore lint/suspicious/noExplicitAny: an answer or a refusal; each test says what it expects.
  const body: any = await answer.json();
  return { status: answer.status, code: answer.headers.get('platen-refusal'), body };
};
/** A page that listens; `items` is what it shows. */
function listen(topics: readonly string[] = agentTopics, headers: Record<string, string> = {}) {
  const reader = createReader();
  const ending = new AbortController();
  const events: string[] = [];
  const done = (async () => {
    const answer = await fetch(`${agent.consoleUrl}/api/shop-floor/live?topics=${topics.join(',')}`, {
      headers: { cookie, ...headers },
      signal: ending.signal,
    });
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const end = text.lastIndexOf('\n\n');
      if (end < 0) continue;
      for (const told of readFrames(text.slice(0, end + 2))) {
        events.push(told.event);
        reader.hear(told);
      }
      text = text.slice(end + 2);
    }
  })().catch(() => {});
  return {
    reader,
    events,
    done,
    // biome-ignore lint/suspicious/noExplicitAny: each test says what it expects of an item.
    items: (topic: FloorTopic): any[] => [...(reader.shown.get(topic)?.items.values() ?? [])],
    close: () => ending.abort(),
  };
}

const printed = (jobId: string) => agent.printing.jobs.find(jobId)?.state === 'printed';

describe('a page that listens', () => {
  it('is shown every topic in the shapes of the contract, and what changes without asking', async () => {
    const page = listen();
    await until(() => agentTopics.every((topic) => page.reader.shown.has(topic)));
    bench.printer.printsAtOnce = false;
    const ticket = bench.newTicket({ copies: 2 });
    bench.cloud.sendJob(ticket);
    await until(() => page.items('queue')[0]?.state === 'printing');
    expect(page.items('queue')[0]).toMatchObject({
      job_id: ticket.job_id,
      order_no: ticket.order_no,
      copies: 2,
    });
    await until(() => page.items('printers')[0]?.jobs[0]?.job_id === ticket.job_id);
    bench.printer.description = {
      ...bench.printer.description,
      state: 'stopped',
      stateReasons: ['media-empty-error'],
    };
    await until(() => page.items('printers')[0]?.condition === 'stopped');
    await until(() => page.items('waits').some(({ kind }) => kind === 'job-held'));
    bench.printer.description = { ...bench.printer.description, state: 'idle', stateReasons: ['none'] };
    for (const job of bench.printer.jobs.values()) bench.printer.finish(job);
    await until(() => page.items('queue')[0]?.state === 'printed');
    await until(() => page.items('waits').length === 0);
    await until(() => page.items('log').some(({ code }) => code === 'job.printed'));
    for (const topic of agentTopics)
      for (const item of page.items(topic)) {
        const read = floorItems[topic].safeParse(item);
        expect(read.error?.issues, `${topic}: ${JSON.stringify(item)}`).toBeUndefined();
      }
    expect(page.items('log').find(({ code }) => code === 'job.printed')).toMatchObject({
      order_no: ticket.order_no,
      job_id: ticket.job_id,
    });
    expect(page.reader.faults).toEqual([]);
    page.close();
  });

  it('ends when its session does, and no other with it', async () => {
    const page = listen(['queue']);
    const first = cookie;
    cookie = cookieOf(await session('POST', { pin: '246810' }));
    const other = listen(['queue']);
    await until(() => page.reader.shown.has('queue') && other.reader.shown.has('queue'));
    const second = cookie;
    cookie = first;
    expect(floorSession.parse(await (await session('DELETE')).json())).toMatchObject({ open: false });
    await page.done;
    expect(page.events.at(-1)).toBe('end');
    cookie = second;
    expect(other.events).not.toContain('end');
    other.close();
  });

  it('goes on without internet', async () => {
    bench.cloud.isAway = true;
    bench.cloud.cut();
    const page = listen(['agents', 'queue', 'printers']);
    await until(() => page.items('agents')[0]?.linked === false);
    expect((await act({ act: 'pause', printer: null })).body).toMatchObject({
      outcome: 'done',
      undo: { act: 'resume', printer: null },
    });
    await until(() => page.items('printers')[0]?.condition === 'paused');
    expect(page.items('agents')[0].paused).toMatchObject({ by: 'the console' });
    page.close();
  });
});

describe('acts', () => {
  it('hold, order, move and release what waits; each with its answer and its way back', async () => {
    expect((await act({ act: 'pause', printer: null })).status).toBe(200);
    const tickets = [bench.newTicket(), bench.newTicket(), bench.newTicket()];
    for (const ticket of tickets) bench.cloud.sendJob(ticket);
    await until(() => agent.printing.jobs.list('ready', 10).length === 3);
    const page = listen(['queue', 'printers', 'waits']);
    await until(() => page.items('queue').length === 3);
    const order = () =>
      page
        .items('queue')
        .toSorted((a, b) => (a.sort < b.sort ? -1 : 1))
        .map(({ job_id }) => tickets.findIndex((ticket) => ticket.job_id === job_id));
    const id = (at: number) => tickets[at]?.job_id as string;
    const moved = await act({ act: 'reorder', job_id: id(2), before: id(0) });
    await until(() => String(order()) === '2,0,1');
    expect((await act(moved.body.undo)).status).toBe(200);
    await until(() => String(order()) === '0,1,2');
    const held = await act({ act: 'hold', job_id: id(1) });
    await until(() =>
      page.items('waits').some(({ kind, urgency }) => kind === 'job-held' && urgency === 'notice'),
    );
    const retried = await act({ act: 'decide', job_id: id(1), decision: 'retry' });
    expect([retried.status, retried.code]).toEqual([409, 'held-by-person']);
    expect(retried.body).toEqual({ error: 'A person holds it: release it.' });
    expect((await act(held.body.undo)).status).toBe(200);
    const [printer] = page.items('printers');
    expect((await act({ act: 'move', job_id: id(0), printer: printer.id })).status).toBe(200);
    expect((await act({ act: 'move', job_id: id(0), printer: 'nobody/none' })).code).toBe('no-such-printer');
    const off = await act({ act: 'call_off', job_id: id(2) });
    expect(floorAnswer.parse(off.body).outcome).toBe('done');
    expect((await act({ act: 'resume', printer: null })).status).toBe(200);
    await until(() => printed(id(0)) && printed(id(1)));
    expect(agent.printing.jobs.find(id(2))?.state).toBe('cancelled');
    expect(bench.printer.paper).toHaveLength(2);
    page.close();
  });

  it('copies once more: at the cloud while it is there, else a sentence; what was paid first', async () => {
    const ticket = bench.newTicket({ copies: 3 });
    bench.cloud.sendJob(ticket);
    await until(() => printed(ticket.job_id));
    const again = { act: 'reprint', job_id: ticket.job_id, from_copy: 3 } as const;
    expect((await act(again)).body).toMatchObject({ outcome: 'told-the-cloud' });
    expect(bench.cloud.reprints).toMatchObject([{ from_copy: 3, to_copy: 3, by: 'the console' }]);
    expect((await act({ ...again, from_copy: 4 })).code).toBe('too-many-copies');
    bench.cloud.isAway = true;
    bench.cloud.cut();
    await until(() => !agent.isLinked);
    const refusal = await act(again);
    expect([refusal.status, refusal.code]).toEqual([409, 'not-linked']);
    expect(refusal.body.error).toMatch(/need the cloud/);
  });

  it('change printers, paper, credentials and the schedule, in the version that was seen', async () => {
    const page = listen(['printers', 'schedule']);
    await until(() => page.items('printers').length === 1 && page.items('schedule').length === 1);
    const [{ id: printer, version }] = page.items('printers');
    expect((await act({ act: 'rename_printer', printer, version, name: 'Counter' })).status).toBe(200);
    await until(() => page.items('printers')[0]?.name === 'Counter');
    expect((await act({ act: 'rename_printer', printer, version, name: 'Late' })).code).toBe(
      'changed-meanwhile',
    );
    expect(
      (await act({ act: 'set_credentials', printer, credentials: { username: 'ann', password: 'secret' } }))
        .status,
    ).toBe(200);
    expect(JSON.stringify(page.items('printers'))).not.toContain('secret');
    const { document } = page.items('schedule')[0];
    const { plan, quiet_hours, rules, time_zone, ...rest } = document;
    const { version: seen, edit_id: _, edited_by: __, edited_at: ___, origin: ____, ...others } = rest;
    const content = { plan, rules, time_zone, ...others, quiet_hours: [{ from: '22:00', to: '06:00' }] };
    const saved = await act({ act: 'set_schedule', version: seen, content });
    expect(saved.body.error).toBeUndefined();
    await until(() => page.items('schedule')[0]?.document.version === seen + 1);
    expect((await act({ act: 'set_schedule', version: seen, content })).code).toBe('schedule-refused');
    const none = { act: 'decide_backlog', backlog_id: '00000000-0000-4000-8000-000000000000' } as const;
    expect((await act({ ...none, decision: 'print_now' })).code).toBe('schedule-refused');
    const preview = await call('POST', '/api/shop-floor/schedule/preview', { body: content });
    const shown = floorPreview.parse(await preview.json());
    expect(shown.spans.some(({ kind }) => kind === 'quiet')).toBe(true);
    expect(shown.next).toMatchObject([{ rule_id: 'shop', name: '', never: false }]);
    // What would be refused when it is saved is refused when it is looked at.
    const never = { ...content, time_zone: 'Moon/Crater' };
    const refusal = await call('POST', '/api/shop-floor/schedule/preview', { body: never });
    expect([refusal.status, refusal.headers.get('platen-refusal')]).toEqual([409, 'schedule-refused']);
    const taken = await act(saved.body.undo);
    expect(taken.status).toBe(200);
    await until(() => page.items('schedule')[0]?.document.version === seen + 2);
    expect(page.items('schedule')[0]?.document.quiet_hours).toEqual([]);
    expect((await act({ act: 'set_rules', version: 0 })).code).toBe('not-on-this-host');
    page.close();
  });

  it('answers what is no act with the field, and does nothing', async () => {
    for (const body of [{}, { act: 'format_disk' }, { act: 'hold' }, { act: 'hold', job_id: 'x' }, []]) {
      const answer = await call('POST', '/api/shop-floor/acts', { body });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({ error: expect.stringMatching(/\S/) });
    }
    const text = await call('POST', '/api/shop-floor/acts', {
      headers: { 'content-type': 'application/json' },
    });
    expect(text.status).toBe(400);
    const large = await call('POST', '/api/shop-floor/acts', {
      body: { act: 'hold', job_id: 'x'.repeat(70_000) },
    });
    expect(large.status).toBe(413);
    expect(agent.printing.acts.list({ limit: 10 })).toEqual([]);
  });
});

describe('what waits for a word', () => {
  const hold = async (ticket: ReturnType<Bench['newTicket']>, reason: string) => {
    bench.cloud.sendJob(ticket);
    await until(() => agent.printing.jobs.find(ticket.job_id)?.reason === reason);
    return ticket.job_id;
  };

  it('is tried again whatever it is held for, and each refusal has its sentence', async () => {
    const { document } = bench.newTicket();
    const jobId = await hold(
      bench.newTicket({ document: { ...document, content_type: 'text/plain' } }),
      'document-unprintable',
    );
    const page = listen(['waits']);
    await until(() => page.items('waits').some(({ kind }) => kind === 'job-held'));
    const [{ answers }] = page.items('waits');
    expect(answers).toContainEqual({
      act: { act: 'decide', job_id: jobId, decision: 'retry' },
      copies: null,
      main: true,
    });
    expect((await act(answers[0].act)).body).toMatchObject({ outcome: 'done' });
    await until(() => agent.printing.jobs.history(jobId).filter((state) => state === 'held').length === 2);
    const nobody = { job_id: '00000000-0000-4000-8000-000000000000' };
    for (const decision of ['printed', 'reprint', 'refund', 'retry', 'wait', 'stop'] as const)
      expect((await act({ act: 'decide', ...nobody, decision })).code, decision).toBe('not-here');
    for (const name of ['hold', 'release', 'call_off'] as const) {
      const refusal = await act({ act: name, ...nobody });
      expect([name, refusal.status]).toEqual([name, 409]);
      expect(refusal.body.error).toMatch(/\S/);
    }
    page.close();
  });

  it('is a count where there are copies, with each answer said beforehand', async () => {
    bench.printer.sendFaults.push({ kind: 'unreachable', sent: 'part', isDone: true });
    const jobId = await hold(bench.newTicket({ copies: 3 }), 'may-have-printed');
    const page = listen(['waits']);
    await until(() => page.items('waits').some(({ kind }) => kind === 'job-unknown'));
    const { answers } = page.items('waits').find(({ kind }) => kind === 'job-unknown');
    expect(answers.map((one: { act: { decision: string } }) => one.act.decision)).toEqual([
      'printed',
      'reprint',
      'refund',
    ]);
    const reprint = answers[1];
    expect(reprint.copies).toEqual({ min: 0, max: 2, known: 0 });
    const tooMany = await act({ ...reprint.act, copies_printed: 4 });
    expect([tooMany.status, tooMany.code]).toEqual([409, 'too-many-copies']);
    expect((await act(answers[0].act)).body.outcome).toBe('done');
    await until(() => page.items('waits').length === 0);
    expect(jobId).toBe(reprint.act.job_id);
    page.close();
  });

  it('is held by a person while its printer could go on, and prints when it is released', async () => {
    bench.printer.description = { ...bench.printer.description, state: 'stopped', stateReasons: ['paused'] };
    agent.printers.suspect(bench.printer.uri);
    await until(() => agent.printers.list()[0]?.description?.state === 'stopped');
    const jobId = await hold(bench.newTicket(), 'printer-stopped');
    expect((await act({ act: 'hold', job_id: jobId })).status).toBe(200);
    bench.printer.description = { ...bench.printer.description, state: 'idle', stateReasons: [] };
    agent.printers.suspect(bench.printer.uri);
    await until(() => agent.printers.list()[0]?.description?.state === 'idle');
    expect(agent.printing.jobs.find(jobId)?.reason).toBe('held-by-person');
    expect(bench.printer.paper).toHaveLength(0);
    expect((await act({ act: 'release', job_id: jobId })).status).toBe(200);
    await until(() => bench.cloud.lastReport(jobId)?.state === 'printed');
    expect(bench.printer.paper).toHaveLength(1);
  });
});

describe('printers', () => {
  it('are switched off by what the person saw; what answers nowhere is not added', async () => {
    const page = listen(['printers', 'agents']);
    await until(() => page.items('printers').length === 1 && page.items('agents').length === 1);
    const [{ id: printer, version }] = page.items('printers');
    expect((await act({ act: 'enable_printer', printer, version, enabled: false })).status).toBe(200);
    await until(() => page.items('printers')[0]?.condition === 'off');
    const stale = await act({ act: 'enable_printer', printer, version, enabled: true });
    expect([stale.status, stale.code]).toEqual([409, 'changed-meanwhile']);
    expect(agent.printers.list()[0]?.isEnabled).toBe(false);
    const [{ id: agent_id }] = page.items('agents');
    for (const uri of ['nonsense', 'http://127.0.0.1:9/', 'javascript:alert(1)']) {
      const wanted = { act: 'add_printer', agent_id, uri, name: '', even_if_silent: false } as const;
      expect([uri, (await act(wanted)).code]).toEqual([uri, 'printer-refused']);
    }
    expect(agent.printerAdmin.list()).toHaveLength(1);
    page.close();
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
    const page = listen(['printers', 'waits']);
    await until(() => page.items('waits').some(({ kind }) => kind === 'paper-unsaid'));
    const [{ id: printer, version, loadable }] = page.items('printers');
    expect(loadable.sizes).toContainEqual({ x_dimension: 10_160, y_dimension: 15_240 });
    expect(loadable.media_types).toContain('photographic-glossy');
    const say = (x_dimension: number, y_dimension: number, media_type: string) =>
      act({
        act: 'loaded',
        printer,
        version,
        source: 'tray-1',
        media: { x_dimension, y_dimension, media_type },
      });
    expect((await say(21_000, 29_700, 'photographic-glossy')).code).toBe('printer-refused');
    expect((await say(10_160, 15_240, 'auto')).code).toBe('printer-refused');
    expect((await say(10_160, 15_240, 'photographic-glossy')).body).toMatchObject({ outcome: 'done' });
    await until(() => page.items('printers')[0]?.trays[0]?.said?.by === 'the console');
    await until(() => printed(ticket.job_id));
    expect(bench.printer.paper).toHaveLength(1);
    expect([...bench.printer.jobs.values()][0]?.request.medium).toMatchObject({ source: 'tray-1' });
    const forgotten = { act: 'loaded', printer, version, source: 'tray-1', media: null } as const;
    expect((await act(forgotten)).status).toBe(200);
    await until(() => page.items('printers')[0]?.trays[0]?.said === null);
    const { entryId } = agent.printerAdmin.list()[0]!;
    expect(agent.printerAdmin.events(entryId).map(({ event }) => event)).toEqual(
      expect.arrayContaining(['paper-said', 'paper-forgotten']),
    );
    page.close();
  });
});

describe('papers', () => {
  it('are those that lie in printers: a page to measure, readings, a profile, a proof', async () => {
    const page = listen(['papers']);
    await until(() => page.items('papers').length > 0);
    const [{ id: paper, calibration_version: version, media, printer }] = page.items('papers');
    const printerId = printer.id.slice(printer.id.indexOf('/') + 1);
    for (let failures = 0; failures < 3; failures += 1)
      agent.printing.trials.failed({ printerId, name: 'Photo', because: 'it jams' });
    expect(agent.printing.trials.find(printerId)).toBeDefined();
    bench.printer.printsAtOnce = true;
    expect((await act({ act: 'print_calibration_page', paper, version })).body.error).toBeUndefined();
    expect(bench.printer.paper).toHaveLength(1);
    const marks = calibrationMarks({ widthHmm: media.x_dimension, heightHmm: media.y_dimension });
    // As it was drawn, half a millimetre to the right.
    const crosses = {
      left_cross_mm: marks.leftXHmm / 100 + 0.5,
      right_cross_mm: marks.rightXHmm / 100 + 0.5,
      top_cross_mm: marks.topYHmm / 100,
      bottom_cross_mm: marks.bottomYHmm / 100,
    };
    const wrong = await act({
      act: 'enter_readings',
      paper,
      version,
      ...crosses,
      right_cross_mm: 1,
      ladders: null,
    });
    expect([wrong.status, wrong.code]).toEqual([409, 'sheet-refused']);
    expect(agent.printing.trials.find(printerId)).toBeDefined();
    expect((await act({ act: 'enter_readings', paper, version, ...crosses, ladders: null })).status).toBe(
      200,
    );
    // Whoever read a page of it vouches for the printer.
    expect(agent.printing.trials.find(printerId)).toBeUndefined();
    await until(() =>
      page.items('papers').some(({ id, calibration }) => id === paper && calibration !== null),
    );
    expect((await act({ act: 'reset_calibration', paper, version })).code).toBe('changed-meanwhile');
    const reset = await act({ act: 'reset_calibration', paper, version: version + 1 });
    expect(reset.status).toBe(200);
    // And the way back, and back again.
    const offset = () => page.items('papers').find(({ id }) => id === paper)?.calibration?.offset_mm.x;
    await until(() => offset() === undefined);
    const back = await act(reset.body.undo);
    await until(() => offset() === 0.5);
    expect((await act(reset.body.undo)).code).toBe('changed-meanwhile');
    expect((await act(back.body.undo)).status).toBe(200);
    await until(() => offset() === undefined);
    expect((await act({ ...back.body.undo, version: version + 4, of_version: 99 })).code).toBe(
      'sheet-refused',
    );
    const address = `/api/shop-floor/papers/${encodeURIComponent(paper)}`;
    const put = (path: string, method: string, body: string) =>
      fetch(`${agent.consoleUrl}${path}`, {
        method,
        headers: { cookie, origin: agent.consoleUrl as string, 'content-type': 'application/octet-stream' },
        body,
      });
    const noProfile = await put(`${address}/profile?version=0&intent=relative`, 'PUT', 'this is no profile');
    expect([noProfile.status, noProfile.headers.get('platen-refusal')]).toEqual([409, 'sheet-refused']);
    const noProof = await put(`${address}/proof`, 'POST', 'this is no picture');
    expect([noProof.status, noProof.headers.get('platen-refusal')]).toEqual([409, 'sheet-refused']);
    const large = await put(`${address}/proof`, 'POST', 'x'.repeat(33 * 1024 * 1024)).catch(() => undefined);
    expect(large?.status ?? 413).toBe(413);
    const nowhere = await put('/api/shop-floor/papers/nobody/profile', 'PUT', 'x');
    expect([nowhere.status, nowhere.headers.get('platen-refusal')]).toEqual([409, 'not-here']);
    expect(readdirSync(join(bench.dir, 'profiles'))).toEqual([]);
    page.close();
  });
});

describe('who is let in', () => {
  const paths = [
    '/api/shop-floor',
    '/api/shop-floor/live?topics=queue',
    '/api/shop-floor/log',
    '/api/shop-floor/log.txt',
    '/api/shop-floor/jobs/00000000-0000-4000-8000-000000000000/thumbnail',
    '/api/shop-floor/nothing',
  ];

  it('nobody without a session, and nobody from another page or name', async () => {
    const own = cookie;
    cookie = '';
    for (const path of paths) expect([path, (await call('GET', path)).status]).toEqual([path, 401]);
    expect((await act({ act: 'pause', printer: null })).status).toBe(401);
    expect(floorSession.parse(await (await session('GET')).json())).toMatchObject({
      host: 'agent',
      open: false,
    });
    cookie = own;
    expect((await session('GET')).status).toBe(200);
    for (const origin of ['http://127.0.0.1:1', 'http://evil.example', 'null'])
      for (const [method, path] of [
        ['POST', '/api/shop-floor/acts'],
        ['DELETE', '/api/shop-floor/session'],
        ['GET', '/api/shop-floor/log'],
      ] as const)
        expect((await call(method, path, { headers: { origin } })).status).toBe(403);
    const plain = await fetch(`${agent.consoleUrl}/api/shop-floor/acts`, {
      method: 'POST',
      headers: { cookie },
    });
    expect(plain.status).toBe(403);
    expect(agent.printing.pauses.findAll()).toBeUndefined();
  });

  it('with the PIN, and after wrong ones not even with that for a while', async () => {
    cookie = '';
    const tries: unknown[] = [];
    for (let time = 0; time < 5; time += 1) {
      const answer = await session('POST', { pin: '000000' });
      tries.push([answer.status, answer.headers.get('platen-tries-left')]);
    }
    expect(tries).toEqual([
      [403, '4'],
      [403, '3'],
      [403, '2'],
      [403, '1'],
      [429, '0'],
    ]);
    const right = await session('POST', { pin: '246810' });
    expect([right.status, cookieOf(right)]).toEqual([429, '']);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('says what it is', async () => {
    const facts = floorHost.parse(await (await call('GET', '/api/shop-floor')).json());
    expect(facts).toMatchObject({ host: 'agent', topics: agentTopics });
    expect(facts.acts).toContain('print_calibration_page');
    const answer = await call('GET', '/api/shop-floor');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('the log', () => {
  it('is searched by number of the order, by level and time, a page at a time, and taken as a file', async () => {
    const tickets = Array.from({ length: 25 }, (_, at) => bench.newTicket({ order_no: `ORDER-${100 + at}` }));
    for (const ticket of tickets) bench.cloud.sendJob(ticket);
    await until(() => tickets.every(({ job_id }) => printed(job_id)));
    const page = async (query = '') =>
      floorLogPage.parse(await (await call('GET', `/api/shop-floor/log?${query}`)).json());
    const found = await page('search=order-107');
    expect(found.items.length).toBeGreaterThan(3);
    expect(new Set(found.items.map(({ order_no }) => order_no))).toEqual(new Set(['ORDER-107']));
    const first = await page();
    expect([first.items.length, first.more]).toEqual([100, true]);
    const seen = new Set(first.items.map(({ id }) => id));
    let { more } = first;
    let before = first.items.at(-1)?.id;
    for (let pages = 0; more && pages < 20; pages += 1) {
      const next = await page(`before=${before}`);
      for (const { id } of next.items) {
        expect(seen.has(id)).toBe(false);
        seen.add(id);
      }
      ({ more } = next);
      before = next.items.at(-1)?.id;
    }
    const { n } = agent.printing.jobs
      .list('printed', 1000)
      .reduce((sum, { id }) => ({ n: sum.n + agent.printing.jobs.history(id).length }), { n: 0 });
    expect(seen.size).toBeGreaterThanOrEqual(n);
    expect((await page('level=error')).items.every(({ level }) => level === 'error')).toBe(true);
    expect((await page('to=2020-01-01T00:00:00Z')).items).toEqual([]);
    expect((await call('GET', '/api/shop-floor/log?from=never')).status).toBe(400);
    const file = await call('GET', '/api/shop-floor/log.txt');
    expect(file.headers.get('content-disposition')).toContain('attachment');
    expect(await file.text()).toContain('ORDER-107');
  });
});

describe('pictures', () => {
  it('are small, kept within their folder, and given up when the disk is short', async () => {
    agent.printing.queueAdmin.act({ act: 'pause', entry_id: null }, { by: 'Li', origin: 'console' });
    const content = await makeJpeg({ widthPx: 1600, heightPx: 1200, seed: 3 });
    bench.cloud.addFile(content);
    const ticket = ticketFor(content);
    bench.cloud.sendJob(ticket);
    await until(() => agent.printing.jobs.find(ticket.job_id)?.state === 'ready');
    const page = listen(['queue']);
    await until(() => page.items('queue')[0]?.thumbnail != null);
    const path = page.items('queue')[0].thumbnail as string;
    const answers = await Promise.all([call('GET', path), call('GET', path), call('GET', path)]);
    const bodies = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
    for (const [at, answer] of answers.entries()) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect(bodies[at]?.length).toBeLessThan(64 * 1024);
      expect(bodies[at]).toEqual(bodies[0]);
    }
    const dir = join(bench.dir, 'thumbnails');
    expect(readdirSync(dir)).toEqual([`${ticket.document.sha256}.jpg`]);
    // The file itself may be gone: what was made stays.
    rmSync(join(bench.dir, 'sources', ticket.document.sha256));
    expect((await call('GET', path)).status).toBe(200);
    const none = bench.newTicket();
    bench.cloud.sendJob(none);
    await until(() => agent.printing.jobs.find(none.job_id)?.state === 'ready');
    expect((await call('GET', `/api/shop-floor/jobs/${none.job_id}/thumbnail`)).status).toBe(404);
    expect(existsSync(join(dir, `${none.document.sha256}.jpg`))).toBe(false);
    page.close();
  });
});
