/** What people do with the queue, on a whole agent with two printers beside it: the observer counts sheets. */
import { randomUUID } from 'node:crypto';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import type { QueueAct } from '@platen/contracts/queue-requests';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningAgent } from '../agent.ts';
import { type BoundaryName, boundaryNames, untoldBoundaryNames } from '../machine/boundary.ts';
import { type Bench, type BenchStart, startBench, until } from '../testing/agent-bench.ts';
import { createFakePrinter, type FakePrinter } from '../testing/fake-printer.ts';

const uris = ['ipp://127.0.0.1:9/one', 'ipp://127.0.0.1:9/two'] as const;
const uuids = [
  'urn:uuid:00000000-0000-4000-8000-0000000000a1',
  'urn:uuid:00000000-0000-4000-8000-0000000000a2',
];

let bench: Bench;
let one: FakePrinter;
let two: FakePrinter;
beforeEach(async () => {
  bench = await startBench();
  one = createFakePrinter(uris[0], { printerUuid: uuids[0], name: 'One' });
  two = createFakePrinter(uris[1], { printerUuid: uuids[1], name: 'Two' });
});
afterEach(() => bench.close());

const start = (more: BenchStart = {}) =>
  bench.start({
    printerUris: [...uris],
    ...more,
    ports: { openPrinter: (uri) => (uri === uris[0] ? one : two).openPort() },
  });
/** Linked, with both printers seen. */
async function started(more: BenchStart = {}): Promise<RunningAgent> {
  const agent = await start(more);
  await until(() => agent.isLinked && agent.printing.printers().every(({ reachable }) => reachable));
  return agent;
}
const entryOf = (agent: RunningAgent, uri: string): number =>
  agent.printing.printers().find((view) => view.uri === uri)?.entryId as number;
const report = ({ job_id }: PrintTicket) => bench.cloud.lastReport(job_id);
const jobOf = (agent: RunningAgent, { job_id }: PrintTicket) => agent.printing.jobs.find(job_id);
/** Asks, and waits for the answer. */
async function ask(wanted: QueueAct, more: Parameters<Bench['cloud']['sendAct']>[1] = {}) {
  const id = bench.cloud.sendAct(wanted, more);
  await until(() => bench.cloud.answers.has(id));
  return bench.cloud.answers.get(id);
}
const hold = (ticket: PrintTicket) => ask({ act: 'hold_job', job_id: ticket.job_id });
const paper = () => [...one.paper, ...two.paper];
/** Whose sheets came out, in that order, by number of the order. */
const orderOf = (printed: string[], tickets: PrintTicket[]) =>
  printed.map((name) =>
    tickets.findIndex(({ job_id }) => name.includes(job_id.replaceAll('-', '').slice(-12))),
  );
/** Long enough for whatever would print to have printed. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 300));
const pauseAll = { act: 'pause', entry_id: null } as const;
/** The pause that holds now, as the cloud was told of it. */
const pausedSince = () => [...bench.cloud.printers.values()].map(({ paused }) => paused?.since)[0] as string;

/** With nothing going to paper, so that jobs pile up. */
async function startedPaused(): Promise<RunningAgent> {
  const agent = await started();
  await ask(pauseAll);
  return agent;
}
const resumeAll = (agent: RunningAgent) =>
  agent.printing.queueAdmin.act({ act: 'resume', entry_id: null }, { by: 'Li', origin: 'console' });

describe('a hold', () => {
  it('outlasts a restart, a lost link, and words of the cloud that were meant for something else', async () => {
    let agent = await startedPaused();
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => report(ticket)?.state === 'ready');
    agent.printing.jobAdmin.hold({ jobId: ticket.job_id, byWhom: 'Wang' });
    resumeAll(agent);
    await until(() => report(ticket)?.reason === 'held-by-person');
    expect(report(ticket)?.held).toMatchObject({ by: 'Wang' });
    bench.cloud.send({
      ...({ kind: 'message', id: randomUUID(), type: 'decide' } as const),
      body: { job_id: ticket.job_id, decision: 'retry' },
    });
    bench.cloud.cut();
    await until(() => bench.cloud.hellos.length > 1);
    agent.halt();
    agent = await started();
    await settle();
    expect(jobOf(agent, ticket)).toMatchObject({ state: 'held', reason: 'held-by-person' });
    expect(agent.printing.jobAdmin.retry({ jobId: ticket.job_id, byWhom: 'Li' })).toBe('held-by-person');
    expect(paper()).toEqual([]);
    const since = report(ticket)?.held?.since as string;
    expect(await ask({ act: 'release_job', job_id: ticket.job_id, since })).toMatchObject({
      outcome: 'done',
    });
    await until(() => report(ticket)?.state === 'printed');
    expect(paper()).toHaveLength(1);
  });

  it('is lifted by a word on that very hold alone, and by none that comes late', async () => {
    const agent = await startedPaused();
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => report(ticket)?.state === 'ready');
    await hold(ticket);
    await until(() => report(ticket)?.held !== undefined);
    const first = report(ticket)?.held?.since as string;
    const { jobAdmin } = agent.printing;
    jobAdmin.release({ jobId: ticket.job_id, byWhom: 'Wang' });
    await until(() => Date.now() > Date.parse(first) + 1);
    jobAdmin.hold({ jobId: ticket.job_id, byWhom: 'Wang' });
    resumeAll(agent);
    const release = { act: 'release_job', job_id: ticket.job_id, since: first } as const;
    expect(await ask(release)).toMatchObject({
      outcome: 'refused',
      said: { en: 'Wang has held it since then: look at it again.' },
    });
    await until(() => report(ticket)?.held?.by === 'Wang');
    const since = report(ticket)?.held?.since as string;
    const late = await ask({ ...release, since }, { askedAtMs: Date.now() - 3_600_000 });
    expect(late?.said.en).toMatch(/asked 60 minutes ago/);
    await settle();
    expect(paper()).toEqual([]);
    expect(await ask({ ...release, since })).toMatchObject({ outcome: 'done' });
    await until(() => report(ticket)?.state === 'printed');
    expect(paper()).toHaveLength(1);
  });

  it('is answered again and not done again when the same message comes twice', async () => {
    const agent = await startedPaused();
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => report(ticket)?.state === 'ready');
    const id = bench.cloud.sendAct({ act: 'hold_job', job_id: ticket.job_id });
    await until(() => bench.cloud.answers.has(id));
    agent.printing.jobAdmin.release({ jobId: ticket.job_id, byWhom: 'Wang' });
    bench.cloud.sendAct({ act: 'hold_job', job_id: ticket.job_id }, { id });
    await until(() => bench.cloud.answered.filter((one) => one === id).length === 2);
    expect(jobOf(agent, ticket)?.state).toBe('ready');
    expect(bench.cloud.answers.get(id)).toMatchObject({ outcome: 'done' });
  });

  it('of a job that came in the same breath is heard behind it', async () => {
    const agent = await started();
    const ticket = bench.newTicket();
    const id = randomUUID();
    bench.cloud.sendJob(ticket);
    bench.cloud.sendAct({ act: 'hold_job', job_id: ticket.job_id }, { id });
    await until(() => bench.cloud.answers.has(id));
    expect(bench.cloud.answers.get(id)).toMatchObject({ outcome: 'done' });
    await settle();
    expect(jobOf(agent, ticket)?.reason).toBe('held-by-person');
    expect(paper()).toEqual([]);
  });

  it('of a job that was only announced at a printer holds, and the printer is freed', async () => {
    const agent = await started();
    one.createFaults.push({ kind: 'unreachable', sent: 'all', isDone: true });
    two.isReachable = false;
    agent.printers.suspect(two.uri);
    await until(() => agent.printing.printers().some(({ reachable }) => reachable === false));
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => one.createCalls === 1 && jobOf(agent, ticket)?.state === 'submitting');
    const { outcome } = (await hold(ticket)) ?? {};
    // The printer may have answered in between, and then the job is ready again; held it is in any case.
    expect(outcome).toBe('done');
    await until(() => agent.printing.submissions.findOpen(ticket.job_id) === undefined);
    await settle();
    expect(jobOf(agent, ticket)?.reason).toBe('held-by-person');
    expect(paper()).toEqual([]);
    agent.printing.jobAdmin.release({ jobId: ticket.job_id, byWhom: 'Wang' });
    await until(() => report(ticket)?.state === 'printed');
    expect(paper()).toHaveLength(1);
  });

  it('comes too late once a byte of it may have left', async () => {
    const agent = await started();
    one.printsAtOnce = false;
    two.printsAtOnce = false;
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => jobOf(agent, ticket)?.state === 'printing');
    for (const wanted of [
      { act: 'hold_job', job_id: ticket.job_id },
      { act: 'move_job', job_id: ticket.job_id, entry_id: entryOf(agent, uris[1]) },
      { act: 'reorder_job', job_id: ticket.job_id, before_job_id: null },
    ] as const)
      expect(await ask(wanted)).toMatchObject({
        outcome: 'refused',
        said: { en: 'Too late: the job is at the printer, or has been.' },
      });
    expect(jobOf(agent, ticket)?.state).toBe('printing');
  });
});

describe('a pause', () => {
  it('of all printers lets nothing new go, through a restart, and is told with who and when', async () => {
    let agent = await started();
    expect(await ask(pauseAll)).toMatchObject({ outcome: 'done' });
    await until(() => [...bench.cloud.printers.values()].every(({ paused }) => paused?.all));
    expect([...bench.cloud.printers.values()][0]?.paused).toMatchObject({ by: 'account 7', all: true });
    const tickets = [bench.newTicket(), bench.newTicket()];
    for (const ticket of tickets) bench.cloud.sendJob(ticket);
    await until(() => tickets.every((ticket) => report(ticket)?.state === 'ready'));
    agent.halt();
    agent = await started();
    await settle();
    expect([paper(), one.createCalls + two.createCalls]).toEqual([[], 0]);
    expect(await ask(pauseAll)).toMatchObject({ outcome: 'refused' });
    const since = pausedSince();
    const resume = { act: 'resume', entry_id: null, since } as const;
    expect((await ask(resume, { askedAtMs: Date.now() - 3_600_000 }))?.outcome).toBe('refused');
    expect((await ask({ ...resume, since: '2026-01-01T00:00:00.000Z' }))?.outcome).toBe('refused');
    expect(paper()).toEqual([]);
    expect(await ask(resume)).toMatchObject({ outcome: 'done' });
    await until(() => tickets.every((ticket) => report(ticket)?.state === 'printed'));
    expect(paper()).toHaveLength(2);
    await until(() => [...bench.cloud.printers.values()].every(({ paused }) => paused === undefined));
  });

  it('of one printer leaves the others, and outlasts the resuming of all', async () => {
    const agent = await started();
    const entry_id = entryOf(agent, uris[0]);
    await ask({ act: 'pause', entry_id });
    await ask(pauseAll);
    await until(() => [...bench.cloud.printers.values()].every(({ paused }) => paused !== undefined));
    resumeAll(agent);
    const tickets = [bench.newTicket(), bench.newTicket(), bench.newTicket()];
    for (const ticket of tickets) bench.cloud.sendJob(ticket);
    await until(() => tickets.every((ticket) => report(ticket)?.state === 'printed'));
    expect([one.paper.length, two.paper.length]).toEqual([0, 3]);
  });

  it('lets what prints go on, and its next set wait', async () => {
    for (const printer of [one, two]) {
      printer.description = { ...printer.description, copiesMax: 1 };
      printer.printsAtOnce = false;
    }
    const agent = await started();
    const ticket = bench.newTicket({ copies: 2 });
    bench.cloud.sendJob(ticket);
    await until(() => jobOf(agent, ticket)?.state === 'printing');
    await ask(pauseAll);
    const busy = one.jobs.size > 0 ? one : two;
    for (const job of busy.jobs.values()) busy.finish(job);
    await until(() => jobOf(agent, ticket)?.copiesPrinted === 1);
    await settle();
    expect([paper().length, jobOf(agent, ticket)?.state]).toEqual([1, 'ready']);
    one.printsAtOnce = true;
    two.printsAtOnce = true;
    resumeAll(agent);
    await until(() => report(ticket)?.state === 'printed');
    expect(paper()).toHaveLength(2);
  });

  it('between Create-Job and the document: nothing of the document leaves', async () => {
    const agents: RunningAgent[] = [];
    let isPaused = false;
    const agent = await started({
      onBoundary(name) {
        if (name !== 'submit:created' || isPaused) return;
        isPaused = true;
        agents[0]?.printing.queueAdmin.act(pauseAll, { by: 'Li', origin: 'console' });
      },
    });
    agents.push(agent);
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => isPaused && jobOf(agent, ticket)?.state === 'ready');
    await settle();
    expect([paper(), one.sendCalls + two.sendCalls]).toEqual([[], 0]);
    resumeAll(agent);
    await until(() => report(ticket)?.state === 'printed');
    expect(paper()).toHaveLength(1);
  });
});

describe('a job that is moved', () => {
  it('goes to that printer alone, and waits there for what it needs', async () => {
    const agent = await startedPaused();
    const tickets = [bench.newTicket(), bench.newTicket(), bench.newTicket()];
    for (const ticket of tickets) bench.cloud.sendJob(ticket);
    await until(() => tickets.every((ticket) => report(ticket)?.state === 'ready'));
    const entry_id = entryOf(agent, uris[1]);
    for (const { job_id } of tickets)
      expect(await ask({ act: 'move_job', job_id, entry_id })).toMatchObject({ outcome: 'done' });
    await until(() => tickets.every((ticket) => report(ticket)?.for_entry === entry_id));
    two.isReachable = false;
    agent.printers.suspect(two.uri);
    await until(() => agent.printing.printers().some(({ reachable }) => reachable === false));
    resumeAll(agent);
    await until(() => tickets.every((ticket) => report(ticket)?.reason === 'printer-unreachable'));
    expect(one.createCalls).toBe(0);
    agent.halt();
    two.isReachable = true;
    await started();
    await until(() => tickets.every((ticket) => report(ticket)?.state === 'printed'));
    expect([one.paper.length, two.paper.length]).toEqual([0, 3]);
  });

  it('away from a printer at which it is stuck without a byte there', async () => {
    const agent = await started();
    await ask({ act: 'pause', entry_id: entryOf(agent, uris[1]) });
    // The printer goes with the answer to Create-Job.
    one.createFaults.push({ kind: 'unreachable', sent: 'all', isLast: true });
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => jobOf(agent, ticket)?.reason === 'printer-unreachable');
    expect(jobOf(agent, ticket)?.state).toBe('held');
    agent.printing.queueAdmin.act(
      { act: 'resume', entry_id: entryOf(agent, uris[1]) },
      { by: 'Li', origin: 'console' },
    );
    expect(
      await ask({ act: 'move_job', job_id: ticket.job_id, entry_id: entryOf(agent, uris[1]) }),
    ).toMatchObject({ outcome: 'done' });
    await until(() => report(ticket)?.state === 'printed');
    expect([one.paper.length, two.paper.length]).toEqual([0, 1]);
  });

  it('is refused where the printer can never make it, and where there is none', async () => {
    two.description = { ...two.description, isColor: false, colorModes: ['monochrome'] };
    const agent = await startedPaused();
    const ticket = bench.newTicket({ color_mode: 'color' });
    bench.cloud.sendJob(ticket);
    await until(() => report(ticket)?.state === 'ready');
    const move = { act: 'move_job', job_id: ticket.job_id } as const;
    const refusal = await ask({ ...move, entry_id: entryOf(agent, uris[1]) });
    expect(refusal).toMatchObject({ outcome: 'refused' });
    expect(refusal?.said.en).toMatch(/^Two can't print this job\. .*colour/);
    expect((await ask({ ...move, entry_id: 999 }))?.outcome).toBe('refused');
    expect((await ask({ ...move, job_id: randomUUID(), entry_id: null }))?.outcome).toBe('refused');
    expect(jobOf(agent, ticket)?.needs.printer_entry).toBeUndefined();
  });
});

describe('the order of the queue', () => {
  it('is what comes out, and outlasts a restart', async () => {
    let agent = await started();
    await ask({ act: 'pause', entry_id: entryOf(agent, uris[1]) });
    await ask(pauseAll);
    const tickets = Array.from({ length: 5 }, () => bench.newTicket());
    for (const ticket of tickets) bench.cloud.sendJob(ticket);
    await until(() => tickets.every((ticket) => report(ticket)?.state === 'ready'));
    const id = (at: number) => tickets[at]?.job_id as string;
    const put = (at: number, before: number | null) =>
      ask({ act: 'reorder_job', job_id: id(at), before_job_id: before === null ? null : id(before) });
    await put(4, 0);
    await put(0, null);
    await put(3, 2);
    agent.halt();
    agent = await started();
    const told = () =>
      tickets
        .map((ticket, at) => ({ rank: report(ticket)?.rank ?? 0, at }))
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ at }) => at);
    await until(() => String(told()) === '4,1,3,2,0');
    resumeAll(agent);
    await until(() => tickets.every((ticket) => report(ticket)?.state === 'printed'));
    expect(orderOf(one.paper, tickets)).toEqual([4, 1, 3, 2, 0]);
    expect(two.paper).toEqual([]);
  });
});

describe('what waits for its time', () => {
  it('goes at once by a word, in quiet hours too; not what is held, and not when the word comes late', async () => {
    const agent = await started();
    const { content, document } = agent.schedule.read();
    const hour = (from: number) => `${String((new Date().getUTCHours() + from) % 24).padStart(2, '0')}:00`;
    const quiet = { time_zone: 'UTC', quiet_hours: [{ from: hour(23), to: hour(10) }] };
    agent.schedule.save({ ...content, ...quiet }, { by: 'Li', version: document.version });
    const tickets = [bench.newTicket(), bench.newTicket()];
    for (const ticket of tickets) bench.cloud.sendJob(ticket);
    await until(() => tickets.every((ticket) => report(ticket)?.reason === 'scheduled'));
    await hold(tickets[1] as PrintTicket);
    const late = await ask({ act: 'run_now', rule_id: null }, { askedAtMs: Date.now() - 3_600_000 });
    expect(late?.outcome).toBe('refused');
    expect((await ask({ act: 'run_now', rule_id: 'another' }))?.outcome).toBe('refused');
    await settle();
    expect(paper()).toEqual([]);
    expect(await ask({ act: 'run_now', rule_id: null })).toMatchObject({ outcome: 'done' });
    await until(() => report(tickets[0] as PrintTicket)?.state === 'printed');
    expect(await ask({ act: 'run_now', rule_id: null })).toMatchObject({
      outcome: 'refused',
      said: { en: 'Nothing waits for its time.' },
    });
    await settle();
    expect(paper()).toHaveLength(1);
    expect(jobOf(agent, tickets[1] as PrintTicket)?.reason).toBe('held-by-person');
  });
});

describe('the power goes', () => {
  /** What people ask while a job is on its way. */
  const wishes = (ticket: PrintTicket, other: PrintTicket, agent: RunningAgent): QueueAct[] => [
    { act: 'hold_job', job_id: ticket.job_id },
    { act: 'pause', entry_id: entryOf(agent, uris[0]) },
    { act: 'move_job', job_id: ticket.job_id, entry_id: entryOf(agent, uris[1]) },
    { act: 'reorder_job', job_id: other.job_id, before_job_id: ticket.job_id },
  ];

  it.each(boundaryNames)('at %s, with acts in the air: each sheet at most once', async (boundary) => {
    let agent: RunningAgent | undefined;
    let isDead = false;
    agent = await started({
      onBoundary(name: BoundaryName) {
        if (name !== boundary || isDead || !agent) return;
        isDead = true;
        agent.halt();
        throw new Error('the power is gone');
      },
    });
    const tickets = [bench.newTicket(), bench.newTicket()] as const;
    for (const ticket of tickets) bench.cloud.sendJob(ticket);
    const ids = wishes(tickets[0], tickets[1], agent).map((wanted) => bench.cloud.sendAct(wanted));
    await until(() => isDead || tickets.every((ticket) => report(ticket)?.state === 'printed'));
    const next = await started();
    await until(() => ids.every((id) => bench.cloud.answers.has(id)));
    // Whatever was held or paused before the end still is; then people let it go.
    const asks = { by: 'Li', origin: 'console' } as const;
    const { queueAdmin, jobs } = next.printing;
    queueAdmin.act({ act: 'resume', entry_id: entryOf(next, uris[0]) }, asks);
    for (const { job_id } of tickets) queueAdmin.act({ act: 'release_job', job_id }, asks);
    const isSettled = ({ job_id }: PrintTicket) => {
      const { state } = jobs.get(job_id);
      return state === 'printed' || state === 'unknown';
    };
    await until(() => tickets.every(isSettled));
    for (const ticket of tickets) {
      const sheets = orderOf(paper(), [ticket]).filter((at) => at === 0).length;
      const { state } = jobs.get(ticket.job_id);
      expect(sheets).toBeLessThanOrEqual(1);
      if (state === 'printed') expect(sheets).toBe(1);
      else expect(untoldBoundaryNames).toContain(boundary);
    }
  });
});

describe('copies once more', () => {
  const wish = (jobId: string) => ({ jobId, fromCopy: 2, toCopy: 3, by: 'Wang' });

  it('are asked of the cloud while it hears it, and never later', async () => {
    const agent = await started();
    const ticket = bench.newTicket({ copies: 3 });
    bench.cloud.sendJob(ticket);
    await until(() => report(ticket)?.state === 'printed');
    const outcome = await agent.reprints.ask(wish(ticket.job_id));
    expect(outcome).toMatchObject({ kind: 'done' });
    expect(bench.cloud.reprints).toMatchObject([
      { of_job_id: ticket.job_id, from_copy: 2, to_copy: 3, by: 'Wang' },
    ]);
    bench.cloud.reprintRefusal = 'The order was cancelled.';
    expect(await agent.reprints.ask(wish(ticket.job_id))).toMatchObject({
      kind: 'refused',
      said: { en: 'The order was cancelled.' },
    });
    bench.cloud.reprintRefusal = undefined;
    const untold = agent.reprints.ask(wish(ticket.job_id));
    await until(() => bench.cloud.reprints.length === 3);
    bench.cloud.isAway = true;
    bench.cloud.cut();
    expect(await untold).toMatchObject({ kind: 'refused', code: 'untold' });
    expect(await agent.reprints.ask(wish(ticket.job_id))).toMatchObject({
      kind: 'refused',
      code: 'not-linked',
    });
    bench.cloud.isAway = false;
    await until(() => agent.isLinked);
    await settle();
    expect(bench.cloud.reprints).toHaveLength(3);
    expect(agent.printing.jobs.get(ticket.job_id)).toMatchObject({ state: 'printed', copiesPrinted: 3 });
    const said = agent.printing.acts.list({ subject: ticket.job_id, limit: 10 });
    expect(said.map(({ act, outcome: result }) => [act, result])).toEqual([
      ['reprint', 'not-linked'],
      ['reprint', 'untold'],
      ['reprint', 'refused-by-cloud'],
      ['reprint', 'told-the-cloud'],
    ]);
  });
});
