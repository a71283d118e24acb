import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, startBench, until } from './testing/agent-bench.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

describe('one job', () => {
  it('goes from the cloud to paper and back as reports, once', async () => {
    const agent = await bench.start();
    const ticket = bench.newTicket({ copies: 3 });
    await until(() => agent.isLinked);
    bench.cloud.sendJob(ticket);
    await until(() => bench.cloud.lastReport(ticket.job_id)?.state === 'printed');
    expect(bench.printer.paper).toHaveLength(3);
    expect(agent.printing.jobs.history(ticket.job_id)).toEqual([
      'accepted',
      'preparing',
      'ready',
      'submitting',
      'printing',
      'printed',
    ]);
    expect(bench.cloud.lastReport(ticket.job_id)).toMatchObject({
      copies_printed: 3,
      submitted: true,
      reason: 'none',
      printer_id: bench.printer.description.printerUuid,
    });
    await agent.stop();
  });

  it('is sent with what the ticket asks for', async () => {
    const agent = await bench.start();
    const ticket = bench.newTicket({ color_mode: 'monochrome' });
    await until(() => agent.isLinked);
    bench.cloud.sendJob(ticket);
    await until(() => bench.printer.paper.length === 1);
    const [job] = [...bench.printer.jobs.values()];
    expect(job?.request).toMatchObject({
      jobName: `P4X7-K2M9-QT1D-3-1-1-${ticket.job_id.replaceAll('-', '').slice(-12)}-1`,
      format: 'image/jpeg',
      copies: 1,
      choices: { color_mode: 'monochrome', sides: 'one-sided' },
      scaling: 'fill',
      medium: { xDimension: 10_160, yDimension: 15_240, mediaType: 'photographic-glossy', borderless: true },
    });
  });

  it('arrives twice and is printed once', async () => {
    const agent = await bench.start();
    const ticket = bench.newTicket();
    await until(() => agent.isLinked);
    bench.cloud.sendJob(ticket, '00000000-0000-4000-8000-000000000001');
    bench.cloud.sendJob(ticket, '00000000-0000-4000-8000-000000000001');
    bench.cloud.sendJob(ticket, '00000000-0000-4000-8000-000000000002');
    await until(() => bench.cloud.lastReport(ticket.job_id)?.state === 'printed');
    bench.cloud.sendJob(ticket, '00000000-0000-4000-8000-000000000003');
    await until(() => bench.cloud.acknowledgements.length === 4);
    const after = bench.newTicket();
    bench.cloud.sendJob(after);
    await until(() => bench.cloud.lastReport(after.job_id)?.state === 'printed');
    expect(bench.printer.paper).toHaveLength(2);
  });

  it('takes one set a copy where the printer makes no copies', async () => {
    bench.printer.description = { ...bench.printer.description, copiesMax: 1 };
    const agent = await bench.start();
    const ticket = bench.newTicket({ copies: 3 });
    await until(() => agent.isLinked);
    bench.cloud.sendJob(ticket);
    await until(() => bench.cloud.lastReport(ticket.job_id)?.state === 'printed');
    expect(bench.printer.createCalls).toBe(3);
    expect(new Set(bench.printer.paper).size).toBe(3);
    expect(bench.cloud.lastReport(ticket.job_id)?.copies_printed).toBe(3);
  });

  it('leaves no file behind when the cloud knows its end', async () => {
    const agent = await bench.start();
    const ticket = bench.newTicket();
    await until(() => agent.isLinked);
    bench.cloud.acknowledgesReports = false;
    bench.cloud.sendJob(ticket);
    await until(() => bench.cloud.frames.at(-1)?.body.state === 'printed');
    expect(existsSync(join(bench.dir, 'sources', ticket.document.sha256))).toBe(true);
    bench.cloud.acknowledgesReports = true;
    bench.cloud.cut();
    await until(() => readdirSync(join(bench.dir, 'sources')).length === 0);
    expect(readdirSync(join(bench.dir, 'prepared'))).toEqual([]);
  });
});

describe('without the cloud', () => {
  it('prints what is spooled and reports it later', async () => {
    bench.printer.isReachable = false;
    const agent = await bench.start();
    const tickets = [bench.newTicket(), bench.newTicket()];
    await until(() => agent.isLinked);
    for (const ticket of tickets) bench.cloud.sendJob(ticket);
    const [first, second] = tickets.map((ticket) => ticket.job_id) as [string, string];
    const isReady = (jobId: string) =>
      ['ready', 'held'].includes(agent.printing.jobs.find(jobId)?.state ?? '');
    await until(() => isReady(first) && isReady(second));
    bench.cloud.isAway = true;
    bench.cloud.cut();
    bench.printer.isReachable = true;
    await until(() => bench.printer.paper.length === 2);
    expect(bench.cloud.states(first)).not.toContain('printed');
    bench.cloud.isAway = false;
    await agent.stop();
    await bench.start();
    await until(() => tickets.every(({ job_id }) => bench.cloud.lastReport(job_id)?.state === 'printed'));
    expect(bench.printer.paper).toHaveLength(2);
  });

  it('sends again what was not acknowledged, in order, and the cloud applies it once', async () => {
    const agent = await bench.start();
    await until(() => agent.isLinked);
    bench.cloud.acknowledgesReports = false;
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => bench.cloud.frames.at(-1)?.body.state === 'printed');
    const sent = bench.cloud.frames.length;
    bench.cloud.acknowledgesReports = true;
    bench.cloud.cut();
    await until(() => bench.cloud.lastReport(ticket.job_id)?.state === 'printed');
    const resent = bench.cloud.frames.slice(sent).map(({ seq }) => seq);
    expect(resent).toEqual([...resent].sort((a, b) => a - b));
    expect(bench.cloud.states(ticket.job_id).filter((state) => state === 'printed')).toHaveLength(1);
    await until(() => agent.printing.reports.listAfter(0, 10).length === 0);
  });

  it('numbers its reports behind those that the cloud has seen, when the spool is an older one', async () => {
    bench.cloud.lastSeq = 5000;
    const agent = await bench.start();
    await until(() => agent.isLinked);
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => bench.cloud.lastReport(ticket.job_id)?.state === 'printed');
    expect(bench.cloud.frames.every(({ seq }) => seq > 5000)).toBe(true);
  });
});

describe('from the cloud', () => {
  it('cancel: before anything was submitted', async () => {
    bench.printer.description = { ...bench.printer.description, state: 'stopped', stateReasons: ['paused'] };
    const agent = await bench.start();
    const ticket = bench.newTicket();
    await until(() => agent.isLinked);
    bench.cloud.sendJob(ticket);
    await until(() => bench.cloud.lastReport(ticket.job_id)?.reason === 'printer-stopped');
    bench.cloud.send({
      kind: 'message',
      id: '00000000-0000-4000-8000-000000000001',
      type: 'cancel',
      body: { job_id: ticket.job_id },
    });
    await until(() => bench.cloud.lastReport(ticket.job_id)?.state === 'cancelled');
    expect(bench.cloud.lastReport(ticket.job_id)).toMatchObject({
      submitted: false,
      reason: 'canceled-by-customer',
    });
    bench.printer.description = { ...bench.printer.description, state: 'idle', stateReasons: [] };
    const next = bench.newTicket();
    bench.cloud.sendJob(next);
    await until(() => bench.cloud.lastReport(next.job_id)?.state === 'printed');
    expect(bench.printer.paper).toHaveLength(1);
  });

  it('cancel: too late, and the report says so', async () => {
    bench.printer.printsAtOnce = false;
    const agent = await bench.start();
    const ticket = bench.newTicket();
    await until(() => agent.isLinked);
    bench.cloud.sendJob(ticket);
    await until(() => bench.cloud.lastReport(ticket.job_id)?.state === 'printing');
    const before = bench.cloud.reports.length;
    bench.cloud.send({
      kind: 'message',
      id: '00000000-0000-4000-8000-000000000001',
      type: 'cancel',
      body: { job_id: ticket.job_id },
    });
    await until(() => bench.cloud.reports.length > before);
    expect(bench.cloud.lastReport(ticket.job_id)).toMatchObject({ state: 'printing', submitted: true });
  });

  it.each([
    ['printed', 'printed', 1],
    ['not_printed', 'failed', 0],
  ] as const)('decide %s: an unknown job becomes %s', async (decision, state, copies) => {
    bench.printer.sendFaults.push({ kind: 'unreachable', sent: 'part', isDone: true });
    const agent = await bench.start();
    const ticket = bench.newTicket();
    await until(() => agent.isLinked);
    bench.cloud.sendJob(ticket);
    await until(() => bench.cloud.lastReport(ticket.job_id)?.state === 'unknown');
    bench.cloud.send({
      kind: 'message',
      id: '00000000-0000-4000-8000-000000000001',
      type: 'decide',
      body: { job_id: ticket.job_id, decision },
    });
    await until(() => bench.cloud.lastReport(ticket.job_id)?.state === state);
    expect(bench.cloud.lastReport(ticket.job_id)).toMatchObject({
      reason: 'decided-by-person',
      copies_printed: copies,
    });
  });

  it('a frame of another shape harms nothing', async () => {
    const agent = await bench.start();
    await until(() => agent.isLinked);
    bench.cloud.sendText('no json');
    bench.cloud.sendText('{"kind":"message","type":"job","id":"x","body":{}}');
    bench.cloud.sendText('{"kind":"ack","seq":99999}');
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => bench.cloud.lastReport(ticket.job_id)?.state === 'printed');
    expect(bench.lines.filter(({ event }) => event === 'link.bad-frame')).toHaveLength(2);
    expect(bench.cloud.hellos).toHaveLength(1);
  });
});

describe('halted as by a power cut', () => {
  it('asks its closed spool nothing more, whatever still comes over the link', async () => {
    const agent = await bench.start();
    await until(() => agent.isLinked && bench.cloud.heartbeats > 0);
    const beats = bench.cloud.heartbeats;
    bench.cloud.sendJob(bench.newTicket());
    bench.cloud.sendText('{"kind":"ack","seq":1}');
    agent.halt();
    bench.cloud.sendJob(bench.newTicket());
    // An agent that comes later beats; the halted one, whose next beat was due meanwhile, throws nothing.
    await bench.start();
    await until(() => bench.cloud.heartbeats > beats + 1);
    expect(bench.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('the start', () => {
  it('is refused in a folder that another agent has', async () => {
    await bench.start();
    await expect(bench.start()).rejects.toThrow(/Another agent already runs/);
  });

  it('is refused with a damaged spool, in a sentence', async () => {
    const agent = await bench.start();
    await agent.stop();
    writeFileSync(join(bench.dir, 'spool.sqlite'), Buffer.alloc(20_000, 7), { mode: 0o600 });
    await expect(bench.start()).rejects.toThrow(/is damaged/);
  });

  it('keeps the key to itself', async () => {
    await bench.start();
    expect(statSync(join(bench.dir, 'identity.json')).mode & 0o777).toBe(0o600);
  });
});
