/** Edits of a schedule from cloud and consoles, who wins, what agents are sent, and the answer that is made of their reports. */
import {
  contentOf,
  firstSchedule,
  type ScheduleContent,
  type ScheduleDocument,
} from '@platen/contracts/schedule/schedule-document';
import type { ScheduleReport } from '@platen/contracts/schedule/schedule-report';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { until } from '../../../test/fixtures/processes.ts';
import { newId } from '../ids.ts';
import { enrolRawAgent, type RawLink } from '../testing/raw-agent.ts';

const photo = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 1 });
const content: ScheduleContent = {
  ...contentOf(firstSchedule),
  time_zone: 'Asia/Shanghai',
  plan: { mode: 'runs', runs: ['0 18 * * mon-fri'] },
};

const fromConsole = (version: number, change: Partial<ScheduleContent> = {}): ScheduleDocument => ({
  ...content,
  ...change,
  version,
  edit_id: newId(),
  edited_by: 'Ann at the counter',
  edited_at: '2026-11-21T08:00:00.000Z',
  origin: 'console',
});

const reportOf = (document: ScheduleDocument, more: Partial<ScheduleReport> = {}): ScheduleReport => ({
  version: document.version,
  edit_id: document.edit_id,
  rules: [],
  windows: [],
  waiting: 0,
  next_release: null,
  backlog: null,
  clock_offset_seconds: 0,
  as_of: new Date().toISOString(),
  ...more,
});

describe.each(databases)('schedules of shops on $name', ({ open }) => {
  let cloud: TestCloud;
  let admin: TestAccount;
  let operator: TestAccount;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    admin = await cloud.account({ role: 'admin' });
    operator = await cloud.account({ role: 'operator' });
  });
  afterEach(() => cloud.close());

  const read = async () => (await operator.call('GET', '/api/shop/schedule')).body;
  const save = (version: number, change: Partial<ScheduleContent> = {}) =>
    operator.call('PUT', '/api/shop/schedule', { ...content, ...change, version });
  const say = (link: RawLink, document: ScheduleDocument, more: Partial<ScheduleReport> = {}) =>
    link.send({ kind: 'schedule', complete: true, report: reportOf(document, more), document });
  const sentTo = (link: RawLink) =>
    link.frames.flatMap((frame) => ('type' in frame && frame.type === 'schedule' ? [frame] : []));
  const arrived = (link: RawLink, version: number) =>
    until(`schedule ${version}`, async () => sentTo(link).find((frame) => frame.body.version === version));
  const reported = (version: number) =>
    until(`report ${version}`, async () =>
      (await read()).agents.some(
        (agent: { report: ScheduleReport | null }) => agent.report?.version === version,
      ),
    );

  it('an edit is checked, versioned, audited, kept, and sent to every agent', async () => {
    const [one, other] = [
      await enrolRawAgent(cloud, admin, 'one'),
      await enrolRawAgent(cloud, admin, 'other'),
    ];
    const [link, otherLink] = [await one.connect(), await other.connect()];
    await until('both', async () =>
      (await operator.call('GET', '/api/printer/status')).body.agents.every(
        (one: { online: boolean }) => one.online,
      ),
    );
    expect((await read()).schedule).toMatchObject({ version: 0, plan: { mode: 'immediate' } });
    expect((await save(0)).body.schedule).toMatchObject({ version: 1, origin: 'cloud', edited_by: 'Test' });
    const frame = await arrived(link, 1);
    expect(frame?.body).toMatchObject({ plan: content.plan, time_zone: 'Asia/Shanghai' });
    expect((await arrived(otherLink, 1))?.body).toEqual(frame?.body);
    expect((await save(0)).status).toBe(409);
    expect((await save(1, { plan: { mode: 'runs', runs: ['61 * * * *'] } })).body.error).toMatch(
      /plan\.runs\[0\]/,
    );
    expect((await save(1, { time_zone: 'Mars/Olympus' })).status).toBe(422);
    expect((await save(1, { quiet_hours: [{ from: '25:00', to: '07:00' }] })).status).toBe(400);
    const edits = await operator.call('GET', '/api/shop/schedule/edits');
    expect(edits.body).toMatchObject({ total: 1, items: [{ state: 'holds', agent_id: null }] });
    const audit = await admin.call('GET', '/api/admin/audit-log?action=update_shop_schedule');
    expect(audit.body.total ?? audit.body.items.length).toBe(1);
    expect((await (await cloud.account()).call('GET', '/api/shop/schedule')).status).toBe(403);
    link.close();
    otherLink.close();
  });

  it('an edit of a console is taken, goes to the other agents, and beats an older cloud', async () => {
    const [a, b] = [await enrolRawAgent(cloud, admin, 'a'), await enrolRawAgent(cloud, admin, 'b')];
    const [linkA, linkB] = [await a.connect(), await b.connect()];
    const edit = fromConsole(7);
    say(linkA, edit);
    expect((await arrived(linkB, 7))?.body).toEqual(edit);
    expect((await read()).schedule).toEqual(edit);
    expect(sentTo(linkA)).toEqual([]);
    expect((await save(7)).body.schedule.version).toBe(8);
    await arrived(linkA, 8);
    linkA.close();
    linkB.close();
  });

  it('of two edits with one version the one of the cloud holds, and the other is kept and shown', async () => {
    const agent = await enrolRawAgent(cloud, admin);
    const link = await agent.connect();
    await save(0);
    const lost = fromConsole(1, { plan: { mode: 'immediate' } });
    say(link, lost);
    await reported(1);
    const sent = await arrived(link, 1);
    expect(sent?.body.origin).toBe('cloud');
    const { agents } = await read();
    expect(agents[0]).toMatchObject({ in_step: false, state: 'live' });
    const edits = await operator.call('GET', '/api/shop/schedule/edits');
    expect(edits.body.items).toMatchObject([
      { state: 'lost', agent_id: agent.agentId, schedule: { edit_id: lost.edit_id } },
      { state: 'holds', agent_id: null },
    ]);
    say(link, sent!.body);
    await until('in step', async () => (await read()).agents[0].in_step);
    link.close();
  });

  it('edits that race from everywhere end in one, the same here and there', async () => {
    const agents = await Promise.all(['a', 'b', 'c'].map((name) => enrolRawAgent(cloud, admin, name)));
    const links = await Promise.all(agents.map((agent) => agent.connect()));
    const edits = links.map(() => fromConsole(1));
    await Promise.all([save(0), ...links.map(async (link, index) => say(link, edits[index]!))]);
    await until('three reports', async () =>
      (await read()).agents.every((one: { report: unknown }) => one.report),
    );
    const { schedule } = await read();
    for (const [index, link] of links.entries()) {
      if (edits[index]!.edit_id === schedule.edit_id) continue;
      await until('the winner', async () =>
        sentTo(link).some((frame) => frame.body.edit_id === schedule.edit_id),
      );
    }
    const history = await operator.call('GET', '/api/shop/schedule/edits');
    const holding = history.body.items.filter((one: { state: string }) => one.state === 'holds');
    expect(holding.map((one: { schedule: ScheduleDocument }) => one.schedule.edit_id)).toEqual([
      schedule.edit_id,
    ]);
    for (const link of links) link.close();
  });

  it('is answered to customers from what agents say, with its age', async () => {
    const agent = await enrolRawAgent(cloud, admin);
    const link = await agent.connect();
    const customer = await cloud.account();
    const ask = async () => (await customer.call('GET', '/api/orders/auto-print-schedule')).body;
    expect(await ask()).toMatchObject({ mode: 'immediate', next_run: null, last_run: null });
    const now = cloud.deps.now();
    const next_run = new Date(now + 3_600_000).toISOString();
    const last = { at: new Date(now - 3_600_000).toISOString(), outcome: 'fired' as const };
    const rule = {
      rule_id: 'shop',
      name: 'shop',
      mode: 'runs' as const,
      open: false,
      next_run,
      last_run: last,
    };
    const edit = fromConsole(1);
    say(link, edit, { rules: [rule], waiting: 4 });
    await reported(1);
    const answer = await ask();
    expect(answer).toMatchObject({ mode: 'runs', next_run, last_run: last.at, windows: [] });
    expect(answer.shops[0].agents[0]).toMatchObject({
      state: 'live',
      schedule: { mode: 'runs', open: false, waiting: 4, awaiting_approval: 0, version: 1 },
    });
    // A difference without rules changes counts alone.
    link.send({ kind: 'schedule', complete: false, report: reportOf(edit, { waiting: 5 }) });
    await until('five', async () => (await ask()).shops[0].agents[0].schedule.waiting === 5);
    expect((await ask()).next_run).toBe(next_run);
    link.close();
    cloud.clock.offsetMs += 30 * 3_600_000;
    const later = await ask();
    expect(later.shops[0].agents[0]).toMatchObject({ state: 'last_known' });
    expect(later.shops[0].agents[0].schedule.age_seconds).toBeGreaterThanOrEqual(30 * 3600);
    // The agent prints on by its schedule: what it said has passed, so the next one is counted.
    expect(Date.parse(later.next_run)).toBeGreaterThan(cloud.deps.now());
  });

  it('a backlog is decided once, by the staff of its shop', async () => {
    const agent = await enrolRawAgent(cloud, admin);
    const link = await agent.connect();
    const backlog_id = newId();
    const backlog = { backlog_id, jobs: 3, causes: ['power' as const], since: new Date().toISOString() };
    say(link, fromConsole(1), { backlog });
    await reported(1);
    const path = `/api/shop/schedule/backlogs/${backlog_id}/decide`;
    expect(
      (
        await operator.call('POST', `/api/shop/schedule/backlogs/${newId()}/decide`, {
          decision: 'print_now',
        })
      ).status,
    ).toBe(404);
    expect((await operator.call('POST', path, { decision: 'print' })).status).toBe(400);
    const decided = await operator.call('POST', path, { decision: 'print_now' });
    expect(decided.body).toEqual({ backlog_id, decision: 'print_now', jobs: 3, agent_online: true });
    expect((await operator.call('POST', path, { decision: 'by_schedule' })).status).toBe(409);
    await until('the decision', async () =>
      link.frames.some(
        (frame) => 'type' in frame && frame.type === 'backlog' && frame.body.backlog_id === backlog_id,
      ),
    );
    link.close();
  });

  it('tickets carry promise and product', async () => {
    await save(0, { promise_minutes: 90 });
    const account = await cloud.account();
    const order = async () => {
      const { photo_id } = (await account.upload('/api/photos/upload', photo)).body;
      const items = [{ photo_id, size: '4x6', paper_type: 'glossy', quantity: 1 }];
      const { order_id } = (await account.call('POST', '/api/orders', { items })).body;
      await account.call('POST', '/api/payment/balance', { order_id });
    };
    const ticketOn = async (link: RawLink) => {
      const frame = await until('a job', async () =>
        link.frames.find((one) => 'type' in one && one.type === 'job'),
      );
      return (frame as { body: Record<string, unknown> }).body;
    };
    const link = await (await enrolRawAgent(cloud, admin)).connect();
    await until('welcome', async () => link.frames.length > 0);
    await order();
    const told = await ticketOn(link);
    expect(told.product).toEqual({ size_code: '4x6', order_type: 'photo' });
    expect(Date.parse(told.due_at as string) - Date.parse(told.paid_at as string)).toBe(90 * 60_000);
    link.close();
  });
});
