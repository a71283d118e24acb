/** Copies at the shop's cost: beside what was paid, they change no count and no money of it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/fixtures/databases.ts';
import { until } from '../../../test/fixtures/processes.ts';
import { newId } from '../ids.ts';
import { findPrinterRequest } from '../printers/printer-request-store.ts';
import { postQueueAct, readHold } from '../printers/queue-posting.ts';
import { openPrintedOrderBench, type PrintedOrderBench } from '../testing/printed-order-bench.ts';
import { enrolRawAgent, type RawLink } from '../testing/raw-agent.ts';
import { reprintCopies } from './job-reprint.ts';

describe.each(databases)('copies once more on $name', ({ open }) => {
  let bench: PrintedOrderBench;
  beforeEach(async () => {
    bench = await openPrintedOrderBench(await open());
  });
  afterEach(() => bench.cloud.close());

  const again = (jobId: string, more: Partial<Parameters<typeof reprintCopies>[2]> = {}) => {
    const { database, now } = bench.cloud.deps;
    const wish = {
      jobId,
      newJobId: newId(),
      fromCopy: 2,
      shopId: undefined,
      by: 'Wang',
      now: now(),
      ...more,
    };
    return database.transaction(async (tx) => (await reprintCopies(database, tx, wish)).job);
  };
  const orderOf = async (orderId: string) =>
    (await bench.customer.call('GET', `/api/orders/${orderId}`)).body;
  const trackingOf = async (orderNo: string) =>
    (await bench.customer.call('GET', `/api/orders/track/${orderNo}`)).body;

  it('are a job of their own, once however often they are asked for', async () => {
    const { order_id, order_no } = await bench.printed([3]);
    const [job] = await bench.jobsOf(order_id);
    const newJobId = newId();
    const before = { ...(await orderOf(order_id)), jobs: undefined };
    const balance = await bench.balance();
    const made = await again(job!.id, { newJobId });
    expect(made).toMatchObject({ id: newJobId, copies: 2, unpaid: 1, reprint_of: job!.id, state: 'queued' });
    expect(await again(job!.id, { newJobId })).toMatchObject({ id: newJobId });
    expect(await bench.jobsOf(order_id)).toHaveLength(2);
    // An order that is ready stays so.
    expect(await orderOf(order_id)).toMatchObject({ status: before.status, refund_status: 'none' });
    await bench.report(made, { state: 'printed', copies_printed: 2, reason: 'none' });
    expect(await bench.balance()).toBe(balance);
    expect(await trackingOf(order_no)).toMatchObject({ copies: 3, copies_printed: 3 });
  });

  it('that fail or are called off pay nothing back, and are decided like any', async () => {
    const { order_id } = await bench.printed([3]);
    const [job] = await bench.jobsOf(order_id);
    const balance = await bench.balance();
    const failed = await again(job!.id);
    await bench.report(failed, { copies_printed: 1 });
    const decide = (jobId: string, decision: string) =>
      bench.operator.call('POST', `/api/shop/jobs/${jobId}/decide`, { decision });
    expect((await decide(failed.id, 'reprint')).body).toMatchObject({ settlement: 'reprinted' });
    const rest = (await bench.jobsOf(order_id)).find(({ reprint_of }) => reprint_of === failed.id)!;
    expect(rest).toMatchObject({ copies: 1, unpaid: 1 });
    await bench.report(rest, {});
    expect((await decide(rest.id, 'refund')).body).toMatchObject({
      settlement: 'dropped',
      at_shops_cost: true,
    });
    const cancelled = await again(job!.id);
    await bench.report(cancelled, { state: 'cancelled', reason: 'decided-by-person', submitted: false });
    expect((await bench.jobsOf(order_id)).at(-1)).toMatchObject({ settlement: 'dropped' });
    expect(await bench.balance()).toBe(balance);
    expect(await orderOf(order_id)).toMatchObject({ refund_status: 'none', refunded: 0 });
  });

  it('say nothing of copies that were paid for and did not come out', async () => {
    const { order_id, order_no } = await bench.paid([3, 1]);
    const [first, second] = await bench.jobsOf(order_id);
    await bench.report(first!, { state: 'printed', copies_printed: 3, reason: 'none' });
    const own = await again(first!.id, { fromCopy: 1 });
    await bench.report(second!, {});
    await expect(again(second!.id, { fromCopy: 1 })).rejects.toThrow(/1 of its copies were paid for/);
    await bench.report(own, { state: 'printed', copies_printed: 3, reason: 'none' });
    expect(await trackingOf(order_no)).toMatchObject({ copies: 4, copies_printed: 3 });
    expect((await orderOf(order_id)).status).toBe('printing');
    const balance = await bench.balance();
    await bench.operator.call('POST', `/api/shop/jobs/${second!.id}/decide`, { decision: 'refund' });
    expect(await bench.balance()).toBeCloseTo(balance + 1.2, 9);
    expect((await orderOf(order_id)).status).toBe('ready_for_pickup');
  });

  it('are refused of what is not over, not there, not this shop’s, or was cancelled', async () => {
    const { order_id } = await bench.paid([3]);
    const [job] = await bench.jobsOf(order_id);
    await expect(again(job!.id)).rejects.toThrow('The print job is queued');
    await expect(again(newId())).rejects.toThrow('No such print job.');
    await bench.finishJobs(order_id);
    await expect(again(job!.id, { shopId: newId() })).rejects.toThrow('No such print job.');
    await expect(again(job!.id, { fromCopy: 4 })).rejects.toThrow('copies 1 to 3');
    await expect(again(job!.id, { fromCopy: 2, toCopy: 4 })).rejects.toThrow('copies 1 to 3');
    await expect(again(job!.id, { newJobId: job!.id })).rejects.toThrow('another print job');
    const cancelled = await bench.paid([1]);
    await bench.customer.call('PUT', `/api/orders/${cancelled.order_id}/cancel`);
    const [gone] = await bench.jobsOf(cancelled.order_id);
    await expect(again(gone!.id, { fromCopy: 1 })).rejects.toThrow('The order was cancelled.');
    expect((await bench.jobsOf(order_id)).length).toBe(1);
  });

  describe('with an agent', () => {
    let agentId: string;
    let link: RawLink;
    beforeEach(async () => {
      const agent = await enrolRawAgent(bench.cloud, await bench.cloud.account({ role: 'admin' }));
      agentId = agent.agentId;
      link = await agent.connect();
    });
    /** A job that the agent was sent: nothing else moves it from here on. */
    async function sent(quantity: number) {
      const { order_id } = await bench.paid([quantity]);
      await until('the job', async () => (await bench.jobsOf(order_id))[0]?.state === 'sent');
      return (await bench.jobsOf(order_id))[0];
    }
    const answers = () => link.frames.filter((frame) => frame.kind === 'reprint-answer');

    it('are made for its own shop alone, once, and the audit log names who asked', async () => {
      const job = await sent(3);
      const { order_id } = job!;
      await bench.report(job!, { state: 'printed', copies_printed: 3, reason: 'none' });
      const body = { job_id: newId(), of_job_id: job!.id, from_copy: 2, to_copy: 3, by: 'Wang' };
      link.send({ kind: 'reprint', body });
      link.send({ kind: 'reprint', body });
      link.send({ kind: 'reprint', body: { ...body, job_id: newId(), from_copy: 9, to_copy: 9 } });
      await until('the answers', () => answers().length === 3);
      const said = answers().map(({ job_id, refusal }) => [job_id === body.job_id, refusal]);
      expect(said.toSorted()).toEqual([
        [false, 'The print job has copies 1 to 3.'],
        [true, null],
        [true, null],
      ]);
      expect(await bench.jobsOf(order_id)).toHaveLength(2);
      const { database } = bench.cloud.deps;
      const log = await database.query.selectFrom('audit_log').selectAll().execute();
      const entries = log.filter(({ action }) => action === 'reprint_copies');
      expect(entries).toHaveLength(1);
      expect(JSON.parse(entries[0]!.detail)).toMatchObject({ by: 'Wang', from_copy: 2, to_copy: 3 });
    });

    it('its queue is asked, and its answer and reports are kept', async () => {
      const { database, now } = bench.cloud.deps;
      const job = await sent(1);
      const { order_id } = job!;
      const wanted = { act: 'hold_job', job_id: job!.id } as const;
      const { accountId } = bench.operator;
      const requestId = await database.transaction((tx) =>
        postQueueAct(database, tx, { agentId, accountId, by: 'Wang', wanted, now: now() }),
      );
      const asked = () =>
        link.frames.flatMap((frame) => ('type' in frame && frame.type === 'queue' ? [frame] : []));
      await until('the message', () => asked().length > 0);
      expect(asked()[0]).toMatchObject({ id: requestId, body: { by: 'Wang', wanted } });
      const said = { en: 'Done.', zh: '已完成。' };
      const answer = { outcome: 'done', said, findings: [], entry_id: null } as const;
      link.send({ kind: 'printer-answer', id: requestId, answer: { ...answer, findings: [] } });
      const held = { by: 'Wang', since: new Date(now()).toISOString() };
      const more = { state: 'held', reason: 'held-by-person', submitted: false, copies_sure: false } as const;
      await bench.report({ id: job!.id, agent_id: agentId }, { ...more, held, rank: 7, for_entry: 3 });
      await until(
        'the answer',
        async () => (await findPrinterRequest(database.query, requestId))?.answer != null,
      );
      const [kept] = await bench.jobsOf(order_id);
      expect(kept).toMatchObject({ rank: 7, for_entry: 3 });
      expect(readHold(kept!.held)).toEqual(held);
      // What a person holds is released, never tried again by the way.
      const decided = await bench.operator.call('POST', `/api/shop/jobs/${job!.id}/decide`, {
        decision: 'retry',
      });
      expect(decided.status).toBe(409);
      await bench.report(
        { id: job!.id, agent_id: agentId },
        { state: 'ready', reason: 'none', submitted: false, rank: 7, for_entry: null },
      );
      expect((await bench.jobsOf(order_id))[0]).toMatchObject({ held: null, for_entry: null });
      const outbox = await database.query.selectFrom('outbox').select('type').execute();
      expect(outbox.filter(({ type }) => type === 'queue')).toEqual([]);
    });
  });
});
