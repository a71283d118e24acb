/** A pre-order from its making to its paid order over MCP alone: every id that a tool needs, the answer of another tool gives. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/fixtures/databases.ts';
import { type ToolClient, toolClient } from '../../../test/fixtures/mcp/tool-client.ts';
import { until } from '../../../test/fixtures/processes.ts';
import { fixedSpec, openPreOrderBench, type PreOrderBench } from '../testing/pre-order-bench.ts';

describe.each(databases)('over MCP on $name', ({ open }) => {
  let bench: PreOrderBench;
  let owner: ToolClient;
  beforeEach(async () => {
    bench = await openPreOrderBench(await open());
    owner = toolClient(bench.cloud.url, bench.owner.apiKey);
  });
  afterEach(() => bench.cloud.close());

  async function submitted(more: object = {}) {
    const made = await owner.get('create_pre_order', { ...fixedSpec, status: 'open', ...more });
    const code = new URL(made.share_url).pathname.split('/').at(-1)!;
    const photos = await bench.photosOf(bench.guest, 4);
    for (const [at, photo] of photos.entries()) {
      const sent = await bench.submit(bench.guest, code, [photo], { submitter_name: `guest ${at}` });
      expect(sent.status).toBe(201);
    }
    return { made, photos };
  }

  it('the owner sees what was submitted, decides, orders and pays', async () => {
    const { made, photos } = await submitted();
    const { items } = await owner.get('list_pre_orders');
    const { pre_order_id } = items[0];
    expect(pre_order_id).toBe(made.pre_order_id);

    const first = await owner.get('get_pre_order', {
      pre_order_id,
      submission_status: 'pending',
      page_size: 3,
    });
    expect(first.submitted).toMatchObject({ page: 1, page_size: 3, total: 4 });
    const rest = await owner.get('get_pre_order', {
      pre_order_id,
      submission_status: 'pending',
      page: 2,
      page_size: 3,
    });
    const waiting = [...first.submitted.items, ...rest.submitted.items];
    expect(waiting.map((each) => each.submitter_name)).toEqual(['guest 3', 'guest 2', 'guest 1', 'guest 0']);
    // On a busy machine it is ready a little later, and says so.
    const looked = await until('the small picture', async () => {
      const answer = await fetch(waiting[0].photos[0].thumbnail_url);
      return answer.status !== 429 && answer;
    });
    expect([looked.status, looked.headers.get('content-type')]).toEqual([200, 'image/jpeg']);

    const [bad, ...good] = waiting.map((each) => each.submission_id);
    for (const submission_id of good) {
      const { status } = await owner.get('review_submission', {
        pre_order_id,
        submission_id,
        approved: true,
      });
      expect(status).toBe('approved');
    }
    const early = await owner.call('create_order', { pre_order_id });
    expect(early.body).toMatch(/wait for review: 1/);
    const reject_reason = 'Too dark.';
    await owner.get('review_submission', {
      pre_order_id,
      submission_id: bad,
      approved: false,
      reject_reason,
    });
    const again = await owner.get('get_pre_order', { pre_order_id, submission_status: 'rejected' });
    expect(again.submitted.items).toMatchObject([
      { submission_id: bad, reject_reason, photos: [{ thumbnail_url: null }] },
    ]);

    const order = await owner.get('create_order', { pre_order_id, idempotency_key: 'k1' });
    expect(await owner.get('create_order', { pre_order_id, idempotency_key: 'k1' })).toEqual(order);
    expect(order.status).toBe('pending_payment');
    expect(order.items.map((item: { document_id: string }) => item.document_id)).toEqual(photos.slice(0, 3));
    const { order_id } = order;
    expect((await owner.get('pay_with_balance', { order_id })).status).toBe('succeeded');
    const done = await owner.get('get_pre_order', { pre_order_id });
    expect(done).toMatchObject({ status: 'ordered', order_id, submissions: { approved: { photos: 3 } } });
    const jobs = await bench.cloud.deps.database.query
      .selectFrom('print_jobs')
      .select('copies')
      .where('order_id', '=', order_id)
      .execute();
    expect(jobs).toEqual([{ copies: 1 }, { copies: 1 }, { copies: 1 }]);
  });

  it('delivery and note are those of the pre-order unless the order says otherwise', async () => {
    const { made } = await submitted({ delivery: { delivery_method: 'pickup', note: 'Ring twice' } });
    const { pre_order_id } = made;
    const order = await owner.get('create_order', { pre_order_id, reject_pending: true }).catch(String);
    expect(order).toMatch(/No submission of this pre-order is approved/);
    const { submitted: page } = await owner.get('get_pre_order', { pre_order_id });
    const { submission_id } = page.items[0];
    await owner.get('review_submission', { pre_order_id, submission_id, approved: true });
    const made2 = await owner.get('create_order', { pre_order_id, reject_pending: true });
    expect(made2).toMatchObject({ delivery_method: 'pickup', note: 'Ring twice' });
    const { submissions } = await owner.get('get_pre_order', { pre_order_id });
    expect(submissions).toMatchObject({ approved: { submissions: 1 }, rejected: { submissions: 3 } });
  });

  it('an order is of items or of a pre-order, and the pre-order is the caller’s own', async () => {
    const { made } = await submitted();
    const { pre_order_id } = made;
    const item = { photo_id: pre_order_id, size: '4x6', paper_type: 'glossy', quantity: 1 };
    expect((await owner.call('create_order', {})).body).toMatch(/^items: is missing; .*pre_order_id/);
    expect((await owner.call('create_order', { items: [item], pre_order_id })).body).toMatch(
      /^pre_order_id: must be left out/,
    );
    expect((await owner.call('create_order', { items: [item], reject_pending: true })).body).toMatch(
      /^reject_pending: must be left out/,
    );
    const guest = toolClient(bench.cloud.url, bench.guest.apiKey);
    for (const tool of ['create_order', 'get_pre_order']) {
      const answer = await guest.call(tool, { pre_order_id });
      expect([answer.isError, answer.body]).toEqual([true, 'No such pre-order.']);
    }
  });
});
