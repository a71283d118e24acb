/** For tests of what comes after printing: a cloud whose jobs are printed by saying so, as an agent would. */
import type { JobReport } from '@platen/contracts/agent-protocol';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { expect } from 'vitest';
import {
  type Reply,
  startTestCloud,
  type TestAccount,
  type TestCloud,
} from '../../../test/fixtures/cloud.ts';
import type { EmptyDatabase } from '../../../test/fixtures/databases.ts';
import { applyJobReport } from '../fulfilment/job-report.ts';
import { applyAgentReport } from '../fulfilment/order-progress.ts';
import { newId } from '../ids.ts';
import { listJobsOfOrders } from '../jobs/job-store.ts';
import type { PrintJobTable } from '../jobs/job-tables.ts';
import { insertAgent } from '../shops/shop-store.ts';

export interface PrintedOrderBench {
  cloud: TestCloud;
  customer: TestAccount;
  operator: TestAccount;
  /** A paid order of the customer's: one item for each quantity, 1.20 a copy. */
  paid(quantities: number[], more?: object): Promise<Reply['body']>;
  /** The same, printed. */
  printed(quantities: number[], more?: object): Promise<Reply['body']>;
  /** Says of every job of the order that is still under way how it ended. */
  finishJobs(orderId: string, state?: 'printed' | 'failed' | 'cancelled'): Promise<void>;
  jobsOf(orderId: string): Promise<PrintJobTable[]>;
  /** The job's agent reports it: given up by the printer with nothing printed, but for what is said. */
  report(job: Pick<PrintJobTable, 'id' | 'agent_id'>, more: Partial<JobReport>): Promise<void>;
  balance(): Promise<number>;
}

export async function openPrintedOrderBench(database: EmptyDatabase): Promise<PrintedOrderBench> {
  const jpeg = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 5 });
  const cloud = await startTestCloud(database);
  const db = cloud.deps.database;
  const agentId = newId();
  await insertAgent(db.query, {
    id: agentId,
    shop_id: cloud.shopId,
    name: 'Test',
    public_key: agentId,
    last_seq: 0,
    created_at: Date.now(),
    last_seen_at: null,
    revoked_at: null,
    image_work: 0,
  });
  const customer = await cloud.account();
  const operator = await cloud.account({ role: 'operator' });
  const jobsOf = (orderId: string) => listJobsOfOrders(db.query, [orderId]);

  const finishJobs: PrintedOrderBench['finishJobs'] = async (orderId, state = 'printed') => {
    for (const job of await jobsOf(orderId)) {
      if (['printed', 'failed', 'cancelled'].includes(job.state)) continue;
      const report = {
        job_id: job.id,
        state,
        reason: 'none' as const,
        message: '',
        copies_printed: state === 'printed' ? job.copies : 0,
        copies_sure: false,
        submitted: state !== 'cancelled',
        printer_id: null,
        at: new Date(cloud.deps.now()).toISOString(),
      };
      await db.transaction((tx) => applyAgentReport(tx, { agentId, report, now: cloud.deps.now() }));
    }
  };
  const paid: PrintedOrderBench['paid'] = async (quantities, more = {}) => {
    const { photo_id } = (await customer.upload('/api/photos/upload', jpeg)).body;
    const items = quantities.map((quantity) => ({ photo_id, size: '4x6', paper_type: 'glossy', quantity }));
    const order = await customer.call('POST', '/api/orders', { items, ...more });
    expect(order.body.error).toBeUndefined();
    const { order_id } = order.body;
    expect((await customer.call('POST', '/api/payment/balance', { order_id })).status).toBe(200);
    return order.body;
  };
  return {
    cloud,
    customer,
    operator,
    paid,
    finishJobs,
    jobsOf,
    async report({ id, agent_id }, more) {
      const now = cloud.deps.now();
      const report: JobReport = {
        job_id: id,
        state: 'failed',
        reason: 'aborted-by-printer',
        message: '',
        copies_printed: 0,
        submitted: true,
        printer_id: null,
        at: new Date(now).toISOString(),
        copies_sure: true,
        ...more,
      };
      await db.transaction((tx) => applyJobReport(db, tx, { agentId: agent_id!, report, now }));
    },
    async printed(quantities, more = {}) {
      const order = await paid(quantities, more);
      await finishJobs(order.order_id);
      return order;
    },
    balance: async () => (await customer.call('GET', '/api/user/balance')).body.balance,
  };
}
