/** What piled up while a shop had no agent goes to the one that comes, all of it, in transactions that stay small. */
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { expect, it } from 'vitest';
import { startTestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { until } from '../../../test/fixtures/processes.ts';
import { newId } from '../ids.ts';
import { listJobsOfOrders } from '../jobs/job-store.ts';
import { enrolRawAgent } from '../testing/raw-agent.ts';

const piledUp = 450;

it.each(databases)(
  'a first agent gets all jobs that wait, each once, on $name',
  async ({ open }) => {
    let assignedNow = 0;
    let maxAssigned = 0;
    const cloud = await startTestCloud(
      await open({
        onStatement(text) {
          if (/^update "print_jobs" set "agent_id"/.test(text)) assignedNow += 1;
          if (/^commit/.test(text)) {
            maxAssigned = Math.max(maxAssigned, assignedNow);
            assignedNow = 0;
          }
        },
      }),
    );
    const { query } = cloud.deps.database;
    const customer = await cloud.account();
    const picture = await makeJpeg({ widthPx: 90, heightPx: 60, seed: 5 });
    const { photo_id } = (await customer.upload('/api/photos/upload', picture)).body;
    const items = [{ photo_id, size: '4x6', paper_type: 'glossy', quantity: 1 }];
    const { order_id } = (await customer.call('POST', '/api/orders', { items })).body;
    expect((await customer.call('POST', '/api/payment/balance', { order_id })).status).toBe(200);
    const [job] = await listJobsOfOrders(query, [order_id]);
    expect(job!.agent_id).toBeNull();
    const more = Array.from({ length: piledUp - 1 }, () => {
      const id = newId();
      return { ...job!, id, ticket: JSON.stringify({ ...JSON.parse(job!.ticket), job_id: id }) };
    });
    for (let from = 0; from < more.length; from += 50)
      await query
        .insertInto('print_jobs')
        .values(more.slice(from, from + 50))
        .execute();

    const agent = await enrolRawAgent(cloud, await cloud.account({ role: 'admin' }));
    const link = await agent.connect();
    let acknowledged = 0;
    const acknowledge = () => {
      const fresh = link.frames.slice(acknowledged);
      acknowledged += fresh.length;
      for (const frame of fresh) if (frame.kind === 'message') link.send({ kind: 'ack', id: frame.id });
      return link.jobs().length >= piledUp;
    };
    await until('all jobs', acknowledge, 90_000);
    expect(new Set(link.jobs())).toEqual(new Set([job!.id, ...more.map(({ id }) => id)]));
    expect(link.jobs()).toHaveLength(piledUp);
    expect(maxAssigned).toBeGreaterThan(0);
    expect(maxAssigned).toBeLessThanOrEqual(200);
    link.close();
    await cloud.close();
  },
  120_000,
);
