/** Agents under an admin's hand: named, marked, revoked; what becomes of their jobs. On both databases. */
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { until } from '../../../test/fixtures/processes.ts';
import { newId } from '../ids.ts';
import { assignJob, unassignQueuedJobs } from '../jobs/job-store.ts';
import { enrolRawAgent, type RawLink } from '../testing/raw-agent.ts';

const jpeg = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 5 });

describe.each(databases)('agents on $name', ({ open }) => {
  let cloud: TestCloud;
  let admin: TestAccount;
  let customer: TestAccount;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    admin = await cloud.account({ role: 'admin' });
    customer = await cloud.account();
  });
  afterEach(() => cloud.close());

  async function paidOrder(): Promise<{ orderId: string; jobId: string }> {
    const { document_id } = (await customer.upload('/api/documents/upload', jpeg)).body;
    const items = [{ document_id, size: '4x6', paper_type: 'glossy', quantity: 1 }];
    const { order_id } = (await customer.call('POST', '/api/orders', { items })).body;
    expect((await customer.call('POST', '/api/payment/balance', { order_id })).status).toBe(200);
    const { print_jobs } = (await customer.call('GET', `/api/orders/${order_id}`)).body;
    return { orderId: order_id, jobId: print_jobs[0].job_id };
  }
  const jobState = async (jobId: string) => (await admin.call('GET', `/api/shop/jobs/${jobId}`)).body;
  const has = (link: RawLink, jobId: string) => until('the job', () => link.jobs().includes(jobId));

  it('are listed, renamed and marked for image work; every change is in the audit log', async () => {
    const { agentId } = await enrolRawAgent(cloud, admin);
    const [agent] = (await admin.call('GET', `/api/admin/agents?shop_id=${cloud.shopId}`)).body.items;
    expect(agent).toMatchObject({ agent_id: agentId, name: 'counter', online: false, image_work: false });
    const path = `/api/admin/agents/${agentId}`;
    expect((await admin.call('PUT', path, {})).status).toBe(400);
    expect((await admin.call('PUT', path, { image_work: true })).body).toMatchObject({
      name: 'counter',
      image_work: true,
    });
    expect((await admin.call('PUT', path, { name: 'back room' })).body.name).toBe('back room');
    expect((await admin.call('PUT', `/api/admin/agents/${newId()}`, { name: 'x' })).status).toBe(404);
    const log = (await admin.call('GET', `/api/admin/audit-log?target=agent:${agentId}`)).body;
    expect(log.items.map((entry: { detail: unknown }) => entry.detail)).toEqual([
      { name: 'back room' },
      { image_work: true },
    ]);
    expect(log.items[0]).toMatchObject({ account_id: admin.accountId, action: 'update_agent' });
  });

  it('that are revoked are cut off at once, also before their hello, and stay out', async () => {
    const agent = await enrolRawAgent(cloud, admin);
    const [greeted, silent] = [await agent.connect(), await agent.connect({ hello: false })];
    await until('the welcome', () => greeted.frames.length > 0);
    const revoked = await admin.call('DELETE', `/api/admin/agents/${agent.agentId}`);
    expect(revoked.body).toMatchObject({ online: false, revoked_at: expect.any(String) });
    await until('the cuts', () => !greeted.isOpen() && !silent.isOpen());
    await expect(agent.connect()).rejects.toThrow('401');
    const again = await admin.call('DELETE', `/api/admin/agents/${agent.agentId}`);
    expect(again.body).toEqual(revoked.body);
    expect((await admin.call('GET', '/api/admin/agents')).body.total).toBe(0);
    expect((await admin.call('GET', '/api/admin/agents?revoked=true')).body.total).toBe(1);
    const log = (await admin.call('GET', '/api/admin/audit-log?action=revoke_agent')).body;
    expect(log.items).toMatchObject([{ detail: { passed_on: 0, unknown: 0 } }]);
  });

  it('that are revoked leave what they have to a person, and what they have not to another agent', async () => {
    const [lost, other] = [await enrolRawAgent(cloud, admin), await enrolRawAgent(cloud, admin, 'other')];
    const link = await lost.connect();
    const sent = await paidOrder();
    await has(link, sent.jobId);
    const queue = async () => (await customer.call('GET', '/api/print-queue/status')).body;
    expect(await queue()).toMatchObject({ waiting: 1, current: true });
    link.close();
    const stale = await until('the queue to be an old one', async () => {
      const said = await queue();
      return !said.current && said;
    });
    expect(stale).toMatchObject({ waiting: 1, as_of: stale.agents[0].last_seen_at });
    const waiting = await paidOrder();
    expect((await jobState(waiting.jobId)).state).toBe('queued');
    await admin.call('DELETE', `/api/admin/agents/${lost.agentId}`);

    const stuck = (await admin.call('GET', '/api/shop/jobs?stuck=true')).body;
    expect(stuck.items).toMatchObject([
      {
        job_id: sent.jobId,
        state: 'unknown',
        reason: 'may-have-printed',
        decisions: ['printed', 'reprint', 'refund'],
        what_to_do: expect.stringContaining('Look for the sheets'),
      },
    ]);
    const next = await other.connect();
    await has(next, waiting.jobId);
    expect(next.jobs()).toEqual([waiting.jobId]);
    const decided = await admin.call('POST', `/api/shop/jobs/${sent.jobId}/decide`, { decision: 'printed' });
    expect(decided).toMatchObject({ status: 200, body: { state: 'printed', decisions: [] } });
    const order = (await customer.call('GET', `/api/orders/${sent.orderId}`)).body;
    expect(order.status).toBe('ready_for_pickup');
    next.close();
  });

  it('get a job once, also when two have both found it waiting', async () => {
    const { jobId } = await paidOrder();
    const [one, two] = [await enrolRawAgent(cloud, admin), await enrolRawAgent(cloud, admin, 'two')];
    const { transaction } = cloud.deps.database;
    const assign = (agentId: string) => transaction((tx) => assignJob(tx, jobId, agentId));
    expect(await assign(one.agentId)).toBe(true);
    expect(await assign(two.agentId)).toBe(false);
    expect(await transaction((tx) => unassignQueuedJobs(tx, one.agentId))).toBe(1);
    expect(await assign(two.agentId)).toBe(true);
  });

  it('of one shop that connect at the same moment share its waiting jobs: none goes to two', async () => {
    const orders: string[] = [];
    for (let i = 0; i < 4; i += 1) orders.push((await paidOrder()).jobId);
    const agents = [];
    for (let i = 0; i < 4; i += 1) agents.push(await enrolRawAgent(cloud, admin, `agent ${i}`));
    const links = await Promise.all(agents.map((agent) => agent.connect()));
    await until('all jobs', () => links.flatMap((link) => link.jobs()).length >= orders.length);
    const welcomed = () => links.every((link) => link.frames.some((frame) => frame.kind === 'welcome'));
    await until('all welcomes', welcomed);
    expect(links.flatMap((link) => link.jobs()).sort()).toEqual([...orders].sort());
    for (const link of links) link.close();
  });
});
