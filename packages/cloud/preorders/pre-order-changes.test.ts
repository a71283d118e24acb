/** Changing, reviewing, withdrawing, and what others may not; over REST, on both databases. */
import { makePdf } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestAccount, TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { insertAddress } from '../addresses/address-store.ts';
import { expireUnpaidOrders } from '../fulfilment/order-sweep.ts';
import { fixedSpec, openPreOrderBench, type PreOrderBench } from '../testing/pre-order-bench.ts';

describe.each(databases)('changes of pre-orders on $name', ({ open }) => {
  let cloud: TestCloud;
  let owner: TestAccount;
  let guest: TestAccount;
  let bench: PreOrderBench;
  beforeEach(async () => {
    bench = await openPreOrderBench(await open());
    ({ cloud, owner, guest } = bench);
  });
  afterEach(() => cloud.close());

  it('take no address of somebody else, nor a pickup point that is not there', async () => {
    const address = {
      name: 'Li',
      phone: '13800000001',
      country: 'CN',
      province: '浙江省',
      city: '杭州市',
      district: '西湖区',
      detail: '文三路 1 号',
    };
    const foreign = (await guest.call('POST', '/api/addresses', address)).body.address_id;
    const own = (await owner.call('POST', '/api/addresses', address)).body.address_id;
    const preOrder = await bench.opened();
    const wishes = [
      { delivery_method: 'shipping', address_id: foreign },
      { delivery_method: 'pickup', pickup_point_id: foreign },
    ];
    for (const delivery of wishes) {
      const refusal = {
        status: 404,
        body: { error: expect.stringMatching(/^delivery\.(address_id|pickup_point_id): no such/) },
      };
      expect(await owner.call('PUT', bench.pathOf(preOrder), { delivery })).toMatchObject(refusal);
      expect(await owner.call('POST', '/api/user/pre-orders', { ...fixedSpec, delivery })).toMatchObject(
        refusal,
      );
    }
    const delivery = { delivery_method: 'shipping', address_id: own };
    expect((await owner.call('PUT', bench.pathOf(preOrder), { delivery })).status).toBe(200);
  });

  it('tell pictures from documents', async () => {
    const pdf = makePdf({ pages: 2, widthMm: 210, heightMm: 297 });
    const { document_id } = (await guest.upload('/api/documents/upload', pdf, 'a.pdf')).body;
    const pictures = await bench.opened();
    const refused = await bench.submit(guest, pictures.share_code, [document_id]);
    expect(refused).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching(/takes pictures alone/) },
    });
    const papers = await bench.opened({ order_type: 'document', size: 'A4', paper_type: 'plain' });
    expect((await bench.submit(guest, papers.share_code, [document_id])).body.photos).toMatchObject([
      { pages: 2 },
    ]);
  });

  it('whose order nobody paid can be ordered again, without what a submitter has deleted since', async () => {
    const preOrder = await bench.opened();
    const [gone] = await bench.photosOf(guest, 1);
    const leaving = (await bench.submit(guest, preOrder.share_code, [gone!])).body;
    await bench.submit(guest, preOrder.share_code, await bench.photosOf(guest, 1));
    await owner.call('POST', `${bench.pathOf(preOrder)}/submissions/review`, { approved: true });
    const order = () => owner.call('POST', `${bench.pathOf(preOrder)}/order`, {});
    const { order_id } = (await order()).body;
    expect((await guest.call('DELETE', `/api/photos/${gone}`)).status).toBe(409);
    cloud.clock.offsetMs = cloud.deps.unpaidOrderMs + 1000;
    expect(await expireUnpaidOrders(cloud.deps)).toBe(1);
    expect((await owner.call('GET', `/api/orders/${order_id}`)).body.status).toBe('cancelled');
    expect((await guest.call('DELETE', `/api/photos/${gone}`)).status).toBe(200);
    expect((await bench.setStatus(preOrder, 'closed')).status).toBe(200);
    expect(await order()).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining(`A photo of submission ${leaving.submission_id} was deleted`) },
    });
    await owner.call('PUT', `${bench.pathOf(preOrder)}/submissions/${leaving.submission_id}/cancel`);
    expect((await order()).body).toMatchObject({ status: 'pending_payment', items: [{ position: 1 }] });
  });

  it('change only what may be changed', async () => {
    const preOrder = await bench.opened({ quota_total: 5 });
    const change = (more: object) => owner.call('PUT', bench.pathOf(preOrder), more);
    expect((await change({ size: '5x7', title: 'New' })).body).toMatchObject({
      title: 'New',
      fixed_spec: { size: '5x7', paper_type: 'glossy' },
      quota_total: 5,
    });
    expect((await change({ spec_mode: 'per_submission' })).body.fixed_spec).toBeNull();
    expect((await change({ spec_mode: 'fixed' })).body.error).toMatch(/^size: is missing/);
    expect((await change({ spec_mode: 'fixed', size: '4x6', paper_type: 'plain' })).status).toBe(422);
    expect((await change({ spec_mode: 'fixed', size: '4x6', paper_type: 'glossy' })).status).toBe(200);
    await bench.submit(guest, preOrder.share_code, await bench.photosOf(guest, 2));
    expect(await change({ size: '5x7' })).toMatchObject({ status: 409 });
    expect((await change({ quota_total: 1 })).body.error).toMatch(/^quota_total: 2 photos are in already/);
    expect((await change({ quota_total: 2, description: 'Last call' })).body.share_state).toBe('full');
    expect((await bench.setStatus(preOrder, 'draft')).status).toBe(409);
    expect((await bench.setStatus(preOrder, 'ordered')).status).toBe(400);
    expect((await bench.setStatus(preOrder, 'cancelled')).body).toMatchObject({
      status: 'cancelled',
      submissions: { pending: { photos: 0 }, cancelled: { photos: 2 } },
    });
    expect((await change({ title: 'Late' })).status).toBe(409);
    expect((await bench.share(preOrder.share_code)).message).toBe('This pre-order was called off.');
  });

  it('can be ordered anew when their order was cancelled, and only then', async () => {
    const preOrder = await bench.opened();
    const { body } = await bench.submit(guest, preOrder.share_code, await bench.photosOf(guest, 1));
    await bench.review(preOrder, body.submission_id, { approved: true });
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => owner.call('POST', `${bench.pathOf(preOrder)}/order`, {})),
    );
    const made = replies.filter((reply) => reply.status === 201);
    expect(made).toHaveLength(1);
    expect((await owner.call('GET', '/api/orders')).body.total).toBe(1);
    expect((await bench.setStatus(preOrder, 'closed')).body.error).toMatch(
      /only when that order is cancelled/,
    );
    await owner.call('PUT', `/api/orders/${made[0]!.body.order_id}/cancel`);
    expect((await bench.setStatus(preOrder, 'closed')).body).toMatchObject({
      status: 'closed',
      order_id: null,
    });
    expect((await owner.call('POST', `${bench.pathOf(preOrder)}/order`, {})).status).toBe(201);
  });

  it('review many at once, each by itself', async () => {
    const preOrder = await bench.opened();
    const sent = [];
    for (const photo of await bench.photosOf(guest, 3))
      sent.push((await bench.submit(guest, preOrder.share_code, [photo])).body);
    await bench.review(preOrder, sent[0].submission_id, { approved: true });
    const strange = crypto.randomUUID();
    const many = (more: object) => owner.call('POST', `${bench.pathOf(preOrder)}/submissions/review`, more);
    expect((await many({ approved: true, reject_reason: 'x' })).status).toBe(400);
    const ids = [sent[0].submission_id, sent[1].submission_id, strange];
    expect(
      (await many({ submission_ids: ids, approved: false, reject_reason: 'Blurred' })).body.items,
    ).toMatchObject([
      { ok: false, error: 'The submission is approved; from there it can become cancelled, not rejected.' },
      { ok: true, status: 'rejected' },
      { ok: false, error: 'No such submission.' },
    ]);
    expect((await many({ approved: true })).body.items).toMatchObject([
      { submission_id: sent[2].submission_id },
    ]);
    const rejecting = await bench.opened();
    for (const photo of await bench.photosOf(guest, 2))
      await bench.submit(guest, rejecting.share_code, [photo]);
    const [newest] = (await owner.call('GET', `${bench.pathOf(rejecting)}/submissions`)).body.items;
    await bench.review(rejecting, newest.submission_id, { approved: true });
    const order = await owner.call('POST', `${bench.pathOf(rejecting)}/order`, { reject_pending: true });
    expect(order.body.items).toHaveLength(1);
    const mine = await guest.call('GET', `/api/share/${rejecting.share_code}/my-submissions`);
    expect(mine.body.items).toMatchObject([{ status: 'approved' }, { status: 'rejected' }]);
  });

  it('let a submitter withdraw what is pending, and the owner what is approved', async () => {
    const preOrder = await bench.opened();
    const [photo] = await bench.photosOf(guest, 1);
    const { body } = await bench.submit(guest, preOrder.share_code, [photo!]);
    const cancel = (account: TestAccount, id = body.submission_id) =>
      account.call('PUT', `${bench.pathOf(preOrder)}/submissions/${id}/cancel`);
    expect((await cancel(guest)).body.status).toBe('cancelled');
    expect((await cancel(guest)).status).toBe(409);
    const second = await bench.submit(guest, preOrder.share_code, [photo!]);
    await bench.review(preOrder, second.body.submission_id, { approved: true });
    expect((await cancel(guest, second.body.submission_id)).body.error).toMatch(/ask the owner/);
    expect((await cancel(owner, second.body.submission_id)).body.status).toBe('cancelled');
  });

  it("show and change nothing of somebody else's", async () => {
    const preOrder = await bench.opened();
    const [photo] = await bench.photosOf(guest, 1);
    const { body } = await bench.submit(guest, preOrder.share_code, [photo!]);
    const other = await cloud.account();
    const submission = `${bench.pathOf(preOrder)}/submissions/${body.submission_id}`;
    const calls: Array<[string, string, object?]> = [
      ['GET', bench.pathOf(preOrder)],
      ['PUT', bench.pathOf(preOrder), { title: 'Mine' }],
      ['PUT', `${bench.pathOf(preOrder)}/status`, { status: 'cancelled' }],
      ['GET', `${bench.pathOf(preOrder)}/submissions`],
      ['POST', `${submission}/review`, { approved: true }],
      ['POST', `${bench.pathOf(preOrder)}/submissions/review`, { approved: true }],
      ['POST', `${bench.pathOf(preOrder)}/order`, {}],
    ];
    for (const [method, path, sent] of calls) {
      for (const account of [other, guest]) {
        expect([path, (await account.call(method, path, sent)).status]).toEqual([path, 404]);
      }
    }
    expect((await other.call('PUT', `${submission}/cancel`)).status).toBe(404);
    const status = `/api/share/${preOrder.share_code}/submissions/${body.submission_id}`;
    expect((await other.call('GET', status)).status).toBe(404);
    expect((await guest.call('GET', status)).body.status).toBe('pending');
    expect((await other.call('GET', `/api/share/${preOrder.share_code}/my-submissions`)).body.total).toBe(0);
    const elsewhere = await bench.opened();
    const path = `/api/share/${elsewhere.share_code}/submissions/${body.submission_id}`;
    expect((await guest.call('GET', path)).status).toBe(404);
    expect((await bench.submit(other, preOrder.share_code, [photo!])).body.error).toMatch(
      /^photo_ids\[0\]: no such upload/,
    );
    expect((await fetch(`${cloud.url}/api/share/0000-0000-0000-0000`)).status).toBe(404);
    expect((await fetch(`${cloud.url}/api/share/%00'--`)).status).toBe(400);
  });

  it('know how the order will be delivered, unless it is said when it is made', async () => {
    const address_id = crypto.randomUUID();
    const address = {
      id: address_id,
      account_id: owner.accountId,
      name: '李雷',
      phone: '+8613800000001',
      country: 'CN',
      province: '广东省',
      city: '深圳市',
      district: '南山区',
      detail: '科技园南路 12 号',
      postcode: '',
      region_id: '440305',
      is_default: 1,
      created_at: 0,
      updated_at: 0,
    };
    await cloud.deps.database.transaction((tx) => insertAddress(tx, address));
    const delivery = { delivery_method: 'shipping', address_id, note: 'Ring twice' };
    const create = (more: object) =>
      owner.call('POST', '/api/user/pre-orders', { ...fixedSpec, delivery: more });
    expect((await create({ delivery_method: 'shipping' })).body.delivery).toMatchObject({ address_id: null });
    expect((await create({ address_id })).status).toBe(400);
    const orders = [];
    for (const said of [{}, { delivery_method: 'pickup' }, { note: 'No bell' }]) {
      const preOrder = await bench.opened({ delivery });
      expect(preOrder.delivery).toMatchObject({ ...delivery, pickup_point_id: null });
      await bench.submit(guest, preOrder.share_code, await bench.photosOf(guest, 1));
      await owner.call('POST', `${bench.pathOf(preOrder)}/submissions/review`, { approved: true });
      const order = await owner.call('POST', `${bench.pathOf(preOrder)}/order`, said);
      expect(order.body.error).toBeUndefined();
      orders.push(order.body);
    }
    const [asSet, pickedUp, noted] = orders;
    expect(asSet).toMatchObject({ delivery_method: 'shipping', note: 'Ring twice' });
    expect(asSet.shipping).toBeGreaterThan(0);
    expect(pickedUp).toMatchObject({ delivery_method: 'pickup', shipping: 0, note: 'Ring twice' });
    expect(noted).toMatchObject({ delivery_method: 'shipping', shipping: asSet.shipping, note: 'No bell' });
    const strange = await bench.opened({ delivery });
    expect((await owner.call('DELETE', `/api/addresses/${address_id}`)).status).toBe(200);
    await bench.submit(guest, strange.share_code, await bench.photosOf(guest, 1));
    await owner.call('POST', `${bench.pathOf(strange)}/submissions/review`, { approved: true });
    const lost = await owner.call('POST', `${bench.pathOf(strange)}/order`, {});
    expect(lost).toMatchObject({
      status: 404,
      body: { error: expect.stringMatching(/^address_id: no such/) },
    });
    expect((await owner.call('GET', bench.pathOf(strange))).body.status).toBe('open');
  });

  it('print documents on both sides where the paper can', async () => {
    const both = { order_type: 'document', size: 'A4', paper_type: 'plain', sides: 'two-sided-long-edge' };
    const preOrder = await bench.opened(both);
    expect(preOrder.fixed_spec).toMatchObject({ sides: 'two-sided-long-edge', size: 'A4' });
    const photo = { ...fixedSpec, sides: 'two-sided-long-edge' };
    const refused = await owner.call('POST', '/api/user/pre-orders', photo);
    expect(refused).toMatchObject({ status: 422, body: { error: expect.stringMatching(/^sides: /) } });
  });
});
