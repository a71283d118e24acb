/** A cloud put back from a backup, an agent whose spool was lost: who is believed, and that it is said. */
import type { AgentFrame, JobReport } from '@platen/contracts/agent-protocol';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { until } from '../../../test/fixtures/processes.ts';
import { enrolRawAgent, type RawAgent, type RawLink } from '../testing/raw-agent.ts';

describe.each(databases)('older copies on $name', ({ open }) => {
  let cloud: TestCloud;
  let events: string[];
  let admin: TestAccount;
  let customer: TestAccount;
  let agent: RawAgent;
  beforeEach(async () => {
    events = [];
    const log = (_level: string, event: string) => void events.push(event);
    cloud = await startTestCloud(await open(), { log });
    admin = await cloud.account({ role: 'admin' });
    customer = await cloud.account();
    agent = await enrolRawAgent(cloud, admin);
  });
  afterEach(() => cloud.close());

  const connect = (says: Partial<Extract<AgentFrame, { kind: 'hello' }>> = {}) => agent.connect({ says });

  async function order(): Promise<string> {
    const picture = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 5 });
    const { photo_id } = (await customer.upload('/api/photos/upload', picture)).body;
    const items = [{ photo_id, size: '4x6', paper_type: 'glossy', quantity: 2 }];
    const { order_id } = (await customer.call('POST', '/api/orders', { items })).body;
    expect((await customer.call('POST', '/api/payment/balance', { order_id })).status).toBe(200);
    return order_id;
  }
  const jobOf = async (orderId: string) =>
    (await customer.call('GET', `/api/orders/${orderId}`)).body.print_jobs[0];
  const jobIs = (orderId: string, state: string) =>
    until(`job ${state}`, async () => (await jobOf(orderId)).state === state && jobOf(orderId));
  const report = (link: RawLink, seq: number, more: Partial<JobReport> & { job_id: string }) =>
    link.send({
      kind: 'message',
      seq,
      type: 'job',
      body: {
        state: 'accepted',
        reason: 'none',
        message: '',
        copies_printed: 0,
        copies_sure: false,
        submitted: false,
        printer_id: null,
        at: new Date().toISOString(),
        ...more,
      },
    });

  it('the agent’s journal wins over a cloud that has forgotten, which says so until somebody has seen it', async () => {
    const orderId = await order();
    const { job_id } = await jobOf(orderId);
    const link = await connect({ last_seq: 90, acked_seq: 80 });
    await until('welcome', () => link.frames.some(({ kind }) => kind === 'welcome'));
    report(link, 91, {
      job_id,
      state: 'printed',
      copies_printed: 2,
      submitted: true,
      copies_sure: true,
      resync: true,
    });
    const lost = '0190a0a0-0000-7000-8000-000000000001';
    report(link, 92, { job_id: lost, state: 'printed', copies_printed: 1, submitted: true, resync: true });
    await jobIs(orderId, 'printed');
    const found = await until('the finding', async () => {
      const { body } = await admin.call('GET', '/api/admin/agent-resyncs');
      return body.items[0]?.jobs_missing === 1 && body;
    });
    expect(found).toMatchObject({
      total: 1,
      items: [{ jobs_applied: 1, missing_job_ids: [lost], seen_at: null }],
    });
    cloud.clock.offsetMs += 2000;
    const health = async () => (await admin.call('GET', '/api/health')).body.reasons.join(' ');
    expect(await health()).toMatch(/put back from a backup/);
    const { body } = await admin.call('GET', '/api/admin/audit-log?action=cloud_older_than_agent');
    expect(body.items).toMatchObject([{ account_id: `agent:${agent.agentId}` }]);
    const path = `/api/admin/agent-resyncs/${found.items[0].resync_id}/acknowledge`;
    expect((await admin.call('POST', path)).status).toBe(200);
    expect((await admin.call('POST', path)).status).toBe(404);
    cloud.clock.offsetMs += 4000;
    expect(await health()).not.toMatch(/backup/);
    link.close();
  });

  it('an agent with a new spool is told of what it had in its hands, and says what its printers know of it', async () => {
    const [submitted, waiting] = [await order(), await order()];
    const first = await connect();
    await until('both jobs', () => first.jobs().length === 2);
    for (const frame of first.frames) if (frame.kind === 'message') first.send({ kind: 'ack', id: frame.id });
    const ids = [(await jobOf(submitted)).job_id, (await jobOf(waiting)).job_id];
    report(first, 1, { job_id: ids[0], state: 'printing', submitted: true });
    await jobIs(submitted, 'printing');
    first.close();
    await until('the end of the link', () => events.includes('agent.offline'));

    const lostOf = ({ frames }: RawLink) =>
      frames.flatMap((frame) => (frame.kind === 'message' && frame.type === 'lost' ? [frame] : []));
    // Asked again, for nobody knows whether the first one was written down.
    (await connect({ last_seq: 0, spool_replaced: true })).close();
    const second = await connect({ last_seq: 0, spool_replaced: true });
    await until('both questions', () => lostOf(second).length === 2);
    const told = lostOf(second).map(({ body }) => [body.ticket.job_id, body.state, body.copies_printed]);
    expect(told.sort()).toEqual(
      [
        [ids[0], 'printing', 0],
        [ids[1], 'sent', 0],
      ].sort(),
    );
    expect(second.jobs()).toEqual([]);
    expect((await jobOf(submitted)).state).toBe('printing');

    report(second, 2, { job_id: ids[0], state: 'printed', copies_printed: 2, submitted: true });
    report(second, 3, { job_id: ids[1], state: 'unknown', reason: 'may-have-printed', submitted: true });
    await jobIs(submitted, 'printed');
    await jobIs(waiting, 'unknown');
    second.close();
  });

  it('an agent with an older spool is told what it had in its hands, as one with a new spool; the rest goes to it', async () => {
    // The second job was only accepted when the link broke: the agent may have printed it since.
    const [submitted, waiting] = [await order(), await order()];
    const first = await connect();
    await until('both jobs', () => first.jobs().length === 2);
    for (const frame of first.frames) if (frame.kind === 'message') first.send({ kind: 'ack', id: frame.id });
    report(first, 1, { job_id: (await jobOf(waiting)).job_id });
    report(first, 2, { job_id: (await jobOf(submitted)).job_id, state: 'submitting', submitted: true });
    await jobIs(submitted, 'submitting');
    await jobIs(waiting, 'accepted');
    // On its way when the link breaks: nobody knows whether it arrived.
    const onItsWay = await order();
    await jobIs(onItsWay, 'sent');
    first.close();
    await until('the end of the link', () => events.includes('agent.offline'));
    const later = await order();

    const second = await connect({ last_seq: 1, spool_replaced: true });
    const lostIds = () =>
      second.frames.flatMap((frame) =>
        frame.kind === 'message' && frame.type === 'lost' ? [frame.body.ticket.job_id] : [],
      );
    await until('three questions', () => lostIds().length === 3);
    const handed = await Promise.all(
      [submitted, waiting, onItsWay].map(async (orderId) => (await jobOf(orderId)).job_id),
    );
    expect(lostIds().sort()).toEqual(handed.sort());
    const job = await jobOf(later);
    await until('the job that was never sent', () => second.jobs().includes(job.job_id));
    expect(second.jobs()).toEqual([job.job_id]);
    const { job_id: submittedId } = await jobOf(submitted);
    second.send({ kind: 'reconcile', job_ids: [(await jobOf(waiting)).job_id, submittedId, agent.agentId] });
    const told = await until('the answer', () => second.frames.find(({ kind }) => kind === 'reconciled'));
    expect(told).toMatchObject({
      jobs: [{ state: 'open', was: 'accepted' }, { state: 'open', was: 'submitting' }, { state: 'missing' }],
    });
    report(second, 3, { job_id: submittedId, state: 'unknown', reason: 'may-have-printed', submitted: true });
    await jobIs(submitted, 'unknown');
    // What an old copy still wants to say doesn't take the question back.
    report(second, 4, { job_id: submittedId, state: 'ready' });
    await until('applied', () => second.frames.some((frame) => frame.kind === 'ack' && frame.seq === 4));
    expect((await jobOf(submitted)).state).toBe('unknown');
    second.close();
  });

  it('an agent that is not behind loses nothing by connecting again', async () => {
    const orderId = await order();
    const link = await connect();
    await until('the job', () => link.jobs().length === 1);
    report(link, 1, { job_id: (await jobOf(orderId)).job_id, state: 'printing', submitted: true });
    await jobIs(orderId, 'printing');
    link.close();
    const again = await connect({ last_seq: 1, acked_seq: 1 });
    await until('welcome', () => again.frames.some(({ kind }) => kind === 'welcome'));
    expect((await jobOf(orderId)).state).toBe('printing');
    again.close();
  });

  it.each([
    ['ahead', 2 * 86_400_000],
    ['behind', -2 * 86_400_000],
  ])('an agent whose clock is two days %s: its states are as old as they are', async (_name, aheadMs) => {
    const orderId = await order();
    const { job_id } = await jobOf(orderId);
    const theirs = (agoMs: number) => new Date(Date.now() + aheadMs - agoMs).toISOString();
    const link = await connect({ now: theirs(0) });
    await until('the job', () => link.jobs().length === 1);
    report(link, 1, { job_id, at: theirs(3_600_000) });
    await jobIs(orderId, 'accepted');
    const { body } = await admin.call('GET', `/api/shop/jobs/${job_id}`);
    const ageMs = Date.now() - Date.parse(body.as_of);
    expect(Math.abs(ageMs - 3_600_000)).toBeLessThan(60_000);
    link.close();
  });

  it('rules reach agents in their welcome, and at once when they change', async () => {
    const link = await connect();
    const welcome = await until('welcome', () => link.frames.find(({ kind }) => kind === 'welcome'));
    expect(welcome).toMatchObject({ rules: { version: 0, aborted_copies: 'ask' } });
    const change = { shop_id: cloud.shopId, version: 0, aborted_copies: 'reprint' };
    expect((await admin.call('PUT', '/api/shop/print-rules', change)).status).toBe(200);
    const told = await until('rules', () => link.frames.find(({ kind }) => kind === 'rules'));
    expect(told).toMatchObject({ rules: { version: 1, aborted_copies: 'reprint' } });
    link.send({
      kind: 'heartbeat',
      spooled_jobs: 0,
      held_jobs: 0,
      disk: { state: 'low', free_bytes: 5, used_bytes: 6, budget_bytes: 7 },
    });
    await until('the health check to say so', async () => {
      cloud.clock.offsetMs += 2000;
      const { body } = await admin.call('GET', '/api/health');
      return body.reasons.some((reason: string) => /disk has no room/.test(reason));
    });
    link.close();
  });
});
