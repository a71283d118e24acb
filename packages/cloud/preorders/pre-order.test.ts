/** A pre-order from its draft to the paid order, and who may submit how much; over REST, on both databases. */
import { makePdf } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestAccount, TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { fixedSpec, hourMs, openPreOrderBench, type PreOrderBench } from '../testing/pre-order-bench.ts';
import { isUploadSubmitted } from './pre-order-submission-store.ts';

describe.each(databases)('pre-orders on $name', ({ open }) => {
  let cloud: TestCloud;
  let owner: TestAccount;
  let guest: TestAccount;
  let bench: PreOrderBench;
  beforeEach(async () => {
    bench = await openPreOrderBench(await open());
    ({ cloud, owner, guest } = bench);
  });
  afterEach(() => cloud.close());

  it('print of each photo the part that its sender has cut, also where the owner has fixed the rest', async () => {
    const made = await owner.call('POST', '/api/user/pre-orders', { ...fixedSpec, status: 'open' });
    const [cut, whole] = (await bench.photosOf(guest, 2)) as [string, string];
    const crop = { left: 0.1, top: 0.2, width: 0.6, height: 0.6 };
    const more = { specs: [{ photo_id: cut, crop }] };
    const wrong = { specs: [{ photo_id: cut, crop: { ...crop, left: 0.5 } }] };
    const beyond = await bench.submit(guest, made.body.share_code, [cut, whole], wrong);
    expect(beyond).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^specs\[0\]\.crop/) },
    });
    const sized = { specs: [{ photo_id: cut, size: '6x4', crop }] };
    expect((await bench.submit(guest, made.body.share_code, [cut, whole], sized)).body.error).toMatch(
      /fixed/,
    );
    const sent = await bench.submit(guest, made.body.share_code, [cut, whole], more);
    expect(sent).toMatchObject({
      status: 201,
      body: {
        photos: [
          { photo_id: cut, size: '4x6', crop },
          { photo_id: whole, crop: null },
        ],
      },
    });
    const at = `/api/user/pre-orders/${made.body.pre_order_id}`;
    const listed = (await owner.call('GET', `${at}/submissions`)).body.items[0];
    expect(listed.photos.map((photo: { crop: unknown }) => photo.crop)).toEqual([
      { ...crop, if_other_shape: 'extend' },
      null,
    ]);
    await owner.call('POST', `${at}/submissions/${listed.submission_id}/review`, { approved: true });
    const order = await owner.call('POST', '/api/orders', { pre_order_id: made.body.pre_order_id });
    expect(order).toMatchObject({
      status: 201,
      body: { items: [{ document_id: cut, crop }, { crop: null }] },
    });
  });

  it('cut nothing but pictures', async () => {
    const spec = { ...fixedSpec, order_type: 'document', status: 'open' };
    const made = await owner.call('POST', '/api/user/pre-orders', spec);
    const pdf = makePdf({ pages: 1, widthMm: 102, heightMm: 152 });
    const { document_id } = (await guest.upload('/api/documents/upload', pdf, 'a.pdf')).body;
    const crop = { left: 0, top: 0, width: 0.5, height: 0.5 };
    const more = { specs: [{ photo_id: document_id, crop }] };
    const refused = await bench.submit(guest, made.body.share_code, [document_id], more);
    expect(refused).toMatchObject({ status: 422, body: { error: 'specs[0].crop: is for pictures alone.' } });
  });

  it('go from a draft to a paid order of what others sent', async () => {
    const made = await owner.call('POST', '/api/user/pre-orders', { ...fixedSpec, quantity: 2, size: '6x4' });
    expect(made).toMatchObject({
      status: 201,
      body: { status: 'draft', share_state: 'not_yet_open', fixed_spec: { size: '4x6', quantity: 2 } },
    });
    const { share_code } = made.body;
    expect(share_code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    expect(made.body.share_url).toBe(`${cloud.url}/share/${share_code}`);
    const photos = await bench.photosOf(guest, 3);
    expect((await bench.submit(guest, share_code, photos)).body.error).toMatch(/not open yet/);

    expect((await bench.setStatus(made.body, 'open')).body).toMatchObject({
      status: 'open',
      share_state: 'open',
    });
    const typed = share_code.toLowerCase().replaceAll('-', '').replaceAll('0', 'o').replaceAll('1', 'l');
    const seen = await bench.share(typed);
    expect(seen).toMatchObject({
      title: 'Class 3b',
      state: 'open',
      needs_password: false,
      owner_nickname: 'Test',
    });
    expect(JSON.stringify(seen)).not.toMatch(
      new RegExp(`${owner.accountId}|${owner.phone.slice(1)}|phones"`),
    );

    const first = await bench.submit(guest, share_code, photos.slice(0, 2), {
      submitter_name: 'Mei',
      note: 'two',
    });
    expect(first).toMatchObject({ status: 201, body: { status: 'pending', submitter_name: 'Mei' } });
    expect(first.body.photos).toMatchObject([
      { photo_id: photos[0], size: '4x6', quantity: 2 },
      { quantity: 2 },
    ]);
    const second = await bench.submit(guest, share_code, photos.slice(2));
    const again = await bench.submit(guest, share_code, [photos[0]!]);
    expect(again).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/^photo_ids\[0\]: was submitted/) },
    });

    const ordered = () => owner.call('POST', `${bench.pathOf(made.body)}/order`, {});
    const quoted = (by = owner) => by.call('POST', `${bench.pathOf(made.body)}/quote`, {});
    expect((await ordered()).body.error).toMatch(/wait for review: 2/);
    expect((await quoted()).body.error).toMatch(/No submission of this pre-order is approved/);
    const approved = await bench.review(made.body, first.body.submission_id, { approved: true });
    expect(approved.body).toMatchObject({ status: 'approved', photos: [{ width_px: 300 }, {}] });
    expect((await bench.review(made.body, first.body.submission_id, { approved: false })).status).toBe(409);
    const reason = { approved: false, reject_reason: 'Too dark' };
    expect((await bench.review(made.body, second.body.submission_id, reason)).status).toBe(200);
    const mine = await guest.call('GET', `/api/share/${share_code}/my-submissions`);
    expect(mine.body).toMatchObject({
      total: 2,
      items: [{ status: 'rejected', reject_reason: 'Too dark' }, { status: 'approved' }],
    });

    // Priced before, it costs what was said; nobody else is told.
    const quote = await quoted();
    expect(quote).toMatchObject({ status: 200, body: { items: [{ quantity: 2 }, { quantity: 2 }] } });
    expect((await quoted(guest)).status).toBe(404);
    const order = await ordered();
    expect(order.body.total).toBe(quote.body.total);
    expect(order).toMatchObject({
      status: 201,
      body: { status: 'pending_payment', total: 4.8, items: [{ document_id: photos[0], quantity: 2 }, {}] },
    });
    const { order_id } = order.body;
    const after = await owner.call('GET', bench.pathOf(made.body));
    expect(after.body).toMatchObject({
      status: 'ordered',
      order_id,
      submissions: { approved: { photos: 2 } },
    });
    expect(after.body.history.map((line: { event: string }) => line.event)).toEqual([
      'created',
      'open',
      'closed',
      'ordered',
    ]);
    expect((await owner.call('POST', '/api/payment/balance', { order_id })).status).toBe(200);
    const paid = await owner.call('GET', `/api/orders/${order_id}`);
    expect(paid.body).toMatchObject({ status: 'paid', print_jobs: [{ copies: 2 }, { copies: 2 }] });
    expect([(await ordered()).status, (await quoted()).status]).toEqual([409, 409]);
    expect((await bench.share(share_code)).state).toBe('closed');
  });

  it("give the owner a submitter's photo within the pre-order alone", async () => {
    const preOrder = await bench.opened();
    const [photo] = await bench.photosOf(guest, 1);
    const { body } = await bench.submit(guest, preOrder.share_code, [photo!]);
    await bench.review(preOrder, body.submission_id, { approved: true });
    expect((await owner.call('GET', `/api/photos/${photo}`)).status).toBe(404);
    const item = { photo_id: photo, size: '4x6', paper_type: 'glossy', quantity: 1 };
    expect((await owner.call('POST', '/api/orders', { items: [item] })).status).toBe(404);
    const [{ file_url }] = body.photos;
    const fileOf = async (account?: TestAccount) => {
      const headers = account ? { authorization: `Bearer ${account.apiKey}` } : undefined;
      const file = await fetch(file_url, headers ? { headers } : {});
      return { status: file.status, bytes: Buffer.from(await file.arrayBuffer()), headers: file.headers };
    };
    for (const account of [owner, guest]) {
      const file = await fileOf(account);
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect(file.bytes.subarray(0, 2).toString('hex')).toBe('ffd8');
    }
    expect((await fileOf(await cloud.account())).status).toBe(404);
    expect((await fileOf()).status).toBe(401);
    const db = cloud.deps.database.query;
    expect(await isUploadSubmitted(db, photo!)).toBe(true);
    await owner.call('PUT', `${bench.pathOf(preOrder)}/submissions/${body.submission_id}/cancel`);
    expect(await isUploadSubmitted(db, photo!)).toBe(false);
    expect([(await fileOf(owner)).status, (await fileOf(guest)).status]).toEqual([404, 200]);
  });

  it('keep quotas exact when 50 submit at the same moment', async () => {
    const preOrder = await bench.opened({ quota_total: 17, password: 'snow-white' });
    const photos = await bench.photosOf(guest, 50);
    const replies = await Promise.all(
      photos.map((photo) => bench.submit(guest, preOrder.share_code, [photo], { password: 'snow-white' })),
    );
    const count = (status: number) => replies.filter((reply) => reply.status === status).length;
    expect([count(201), count(409)]).toEqual([17, 33]);
    expect(await bench.share(preOrder.share_code)).toMatchObject({ state: 'full', remaining: 0 });
    expect(replies.find((reply) => reply.status === 409)!.body.error).toBe(
      'This pre-order is full: it has all the photos it takes.',
    );
    const list = await owner.call('GET', `${bench.pathOf(preOrder)}/submissions?page_size=5&status=pending`);
    expect(list.body).toMatchObject({ total: 17, page_size: 5 });
    // A place that is freed can be had again.
    const [submission] = list.body.items;
    await bench.review(preOrder, submission.submission_id, { approved: false, reject_reason: 'no' });
    expect((await bench.share(preOrder.share_code)).remaining).toBe(1);
  });

  it('keep the quota of each person exact, and say what is left', async () => {
    const preOrder = await bench.opened({ quota_per_person: 3 });
    const photos = await bench.photosOf(guest, 12);
    const pairs = Array.from({ length: 6 }, (_, i) => photos.slice(2 * i, 2 * i + 2));
    const replies = await Promise.all(pairs.map((pair) => bench.submit(guest, preOrder.share_code, pair)));
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
    expect(replies.find((reply) => reply.status === 409)!.body.error).toBe(
      'Each person may submit 3 photos here; you have submitted 2, so 1 more, not 2.',
    );
    expect((await bench.submit(owner, preOrder.share_code, await bench.photosOf(owner, 3))).status).toBe(201);
  });

  it('close by the deadline, whoever looks first', async () => {
    const deadline = new Date(Date.now() + hourMs).toISOString();
    const preOrder = await bench.opened({ deadline });
    const [photo] = await bench.photosOf(guest, 1);
    cloud.clock.offsetMs = hourMs;
    const late = await bench.submit(guest, preOrder.share_code, [photo!]);
    expect(late).toMatchObject({
      status: 409,
      body: { error: `The deadline of this pre-order has passed (${deadline}).` },
    });
    expect((await bench.share(preOrder.share_code)).state).toBe('expired');
    const open = await owner.call('GET', '/api/user/pre-orders?status=open');
    expect(open.body.total).toBe(0);
    const list = await owner.call('GET', '/api/user/pre-orders?status=closed');
    expect(list.body.items).toMatchObject([{ status: 'closed', share_state: 'expired' }]);
    expect((await bench.setStatus(preOrder, 'open')).body.error).toMatch(
      /set a later one with update_pre_order/,
    );
    const past = { deadline: new Date(Date.now()).toISOString() };
    expect((await owner.call('PUT', bench.pathOf(preOrder), past)).status).toBe(422);
    expect((await owner.call('PUT', bench.pathOf(preOrder), { deadline: null })).status).toBe(200);
    expect((await bench.setStatus(preOrder, 'open')).status).toBe(200);
    expect((await bench.submit(guest, preOrder.share_code, [photo!])).status).toBe(201);
  });

  it('limit wrong passwords alone, per share', async () => {
    const preOrder = await bench.opened({ password: 'correct horse' });
    const [photo] = await bench.photosOf(guest, 1);
    const attempt = (password?: string) => bench.submit(guest, preOrder.share_code, [photo!], { password });
    expect(await attempt()).toMatchObject({
      status: 403,
      body: { error: expect.stringMatching(/is missing/) },
    });
    const wrong = await Promise.all(Array.from({ length: 12 }, (_, i) => attempt(`wrong ${i}`)));
    expect(wrong.filter((reply) => reply.status === 403)).toHaveLength(5);
    const limited = wrong.filter((reply) => reply.status === 429);
    expect(limited).toHaveLength(7);
    expect(limited[0]!.body.retry_after_seconds).toBeGreaterThan(0);
    expect(Number(limited[0]!.headers.get('retry-after'))).toBe(limited[0]!.body.retry_after_seconds);
    // Not even the right one gets through now; at another share it does, and later here too.
    expect((await attempt('correct horse')).status).toBe(429);
    const other = await bench.opened({ password: 'correct horse' });
    expect(
      (await bench.submit(guest, other.share_code, [photo!], { password: 'correct horse' })).status,
    ).toBe(201);
    cloud.clock.offsetMs = hourMs;
    expect((await attempt('correct horse')).status).toBe(201);
    const rows = await cloud.deps.database.query.selectFrom('pre_orders').select('password_hash').execute();
    expect(JSON.stringify(rows)).not.toContain('correct');
    expect(JSON.stringify(await owner.call('GET', bench.pathOf(preOrder)))).not.toMatch(/scrypt|correct/);
    await owner.call('PUT', bench.pathOf(preOrder), { password: null });
    expect((await bench.share(preOrder.share_code)).needs_password).toBe(false);
  });

  it('take photos from listed phones only, where the owner says so', async () => {
    const national = '139 0000 0001';
    const none = await owner.call('POST', '/api/user/pre-orders', { ...fixedSpec, allow: 'phones' });
    expect(none.status).toBe(422);
    const preOrder = await bench.opened({ allow: 'phones', allowed_phones: [guest.phone, national] });
    expect(preOrder.allowed_phones).toEqual([guest.phone, '+8613900000001']);
    const other = await cloud.account();
    const refused = await bench.submit(other, preOrder.share_code, await bench.photosOf(other, 1));
    expect(refused).toMatchObject({ status: 403, body: { error: expect.stringMatching(/has listed/) } });
    expect((await bench.submit(guest, preOrder.share_code, await bench.photosOf(guest, 1))).status).toBe(201);
  });

  it('let each submitter choose the print where the owner did not', async () => {
    const choice = { size: undefined, paper_type: undefined, spec_mode: 'per_submission', max_quantity: 3 };
    const preOrder = await bench.opened(choice);
    const photos = await bench.photosOf(guest, 2);
    const send = (more: object) => bench.submit(guest, preOrder.share_code, photos, more);
    const spec = { size: '5x7', paper_type: 'glossy' };
    expect((await send({})).body.error).toMatch(/^size: is missing/);
    expect((await send({ ...spec, size: '9x99' })).body.error).toMatch(/^size: "9x99" is not offered/);
    expect((await send({ ...spec, quantity: 4 })).body.error).toMatch(/^quantity: at most 3/);
    const outsider = { ...spec, specs: [{ photo_id: crypto.randomUUID() }] };
    expect(await send(outsider)).toMatchObject({ status: 422 });
    const single = { photo_id: photos[1], size: '4x6', quantity: 3 };
    expect((await send({ ...spec, specs: [single, single] })).status).toBe(400);
    const sent = await send({ ...spec, specs: [single] });
    expect(sent.body.photos).toMatchObject([
      { size: '5x7', quantity: 1 },
      { size: '4x6', quantity: 3 },
    ]);
    await owner.call('POST', `${bench.pathOf(preOrder)}/submissions/review`, { approved: true });
    const order = await owner.call('POST', `${bench.pathOf(preOrder)}/order`, { note: 'all' });
    expect(order.body).toMatchObject({ total: 2.5 + 3.6, note: 'all' });
    const strict = await bench.opened();
    const refused = await bench.submit(guest, strict.share_code, photos, { size: '5x7' });
    expect(refused).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching(/^size: the owner/) },
    });
  });

  it('take in a submission once for an Idempotency-Key', async () => {
    const preOrder = await bench.opened({ password: 'once' });
    const photos = await bench.photosOf(guest, 1);
    const key = { 'idempotency-key': 'submit-1' };
    const body = { photo_ids: photos, password: 'once' };
    const path = `/api/share/${preOrder.share_code}/submit`;
    const replies = await Promise.all(Array.from({ length: 8 }, () => guest.call('POST', path, body, key)));
    expect(new Set(replies.map((reply) => reply.body.submission_id)).size).toBe(1);
  });
});
