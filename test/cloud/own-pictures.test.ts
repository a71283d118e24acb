/** Pictures of one's own uploads, the sheet that an item will be, and the ways to pay: what the customer's pages stand on. */
import { makeJpeg, makePdf } from '@platen/imaging/testing/picture-samples';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../fixtures/cloud.ts';

describe('pictures of own uploads', () => {
  let cloud: TestCloud;
  let owner: TestAccount;
  let stranger: TestAccount;
  let photo: string;
  let document: string;
  beforeAll(async () => {
    cloud = await startTestCloud();
    owner = await cloud.account();
    stranger = await cloud.account();
    const jpeg = await makeJpeg({ widthPx: 1800, heightPx: 1200, seed: 2 });
    photo = (await owner.upload('/api/photos/upload', jpeg)).body.photo_id;
    const pdf = makePdf({ pages: 2, widthMm: 210, heightMm: 297 });
    document = (await owner.upload('/api/documents/upload', pdf, 'a.pdf')).body.document_id;
  });
  afterAll(() => cloud.close());

  const get = (path: string, account?: TestAccount, headers: Record<string, string> = {}) =>
    fetch(cloud.url + path, {
      headers: Object.assign({}, headers, account && { authorization: `Bearer ${account.apiKey}` }),
    });
  const sizeOf = async (answer: Response) => {
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    return [width, height];
  };

  it('are small JPEGs for their owner and nobody else', async () => {
    for (const id of [photo, document]) {
      for (const [form, edge] of [
        ['thumbnail', 400],
        ['preview', 1280],
      ] as const) {
        const path = `/api/documents/${id}/${form}`;
        const answer = await get(path, owner);
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
        expect(answer.headers.get('cache-control')).toContain('private');
        expect(answer.headers.get('content-security-policy')).toContain('sandbox');
        const etag = answer.headers.get('etag')!;
        expect(Math.max(...(await sizeOf(answer)).map(Number))).toBe(edge);
        expect((await get(path, owner, { 'if-none-match': etag })).status).toBe(304);
        expect((await get(path, stranger)).status).toBe(404);
        expect((await get(path)).status).toBe(401);
      }
    }
    for (const id of ['x', '0198a000-0000-7000-8000-000000000000', `${photo}%27`]) {
      expect((await get(`/api/documents/${id}/thumbnail`, owner)).status).toBe(404);
    }
  });

  it('show a sheet in the shape of the paper, held as the photo is', async () => {
    const sheet = (query: string, account = owner) => get(`/api/photos/${photo}/sheet?${query}`, account);
    const [wide, high] = await sizeOf(await sheet('size=4x6'));
    expect(wide! / high!).toBeCloseTo(1.5, 2);
    const [upright, tall] = await sizeOf(await sheet('size=4x6&crop=0.3,0,0.4,1'));
    expect(tall! / upright!).toBeCloseTo(1.5, 2);
    expect((await sheet('size=4x6', stranger)).status).toBe(404);
  });

  it('show on the sheet what was chosen: borders are white, a part is that part, grey is grey', async () => {
    const pixels = async (query: string) => {
      const answer = await get(`/api/photos/${photo}/sheet?${query}`, owner);
      expect(answer.status).toBe(200);
      const bytes = Buffer.from(await answer.arrayBuffer());
      return await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    };
    const corner = ({ data, info }: Awaited<ReturnType<typeof pixels>>) => [
      ...data.subarray(0, info.channels),
    ];
    expect(corner(await pixels('size=4x4&fit=fit&border=white')).every((value) => value > 250)).toBe(true);
    expect(corner(await pixels('size=4x4&fit=fit&border=blurred')).every((value) => value > 250)).toBe(false);
    const whole = await pixels('size=4x6');
    const part = await pixels('size=4x6&crop=0.5,0.5,0.5,0.5');
    expect(part.data.equals(whole.data)).toBe(false);
    // The lower right quarter of the whole, as large as the sheet.
    const quarter = await sharp(whole.data, { raw: whole.info })
      .extract({
        left: Math.floor(whole.info.width / 2),
        top: Math.floor(whole.info.height / 2),
        width: Math.floor(whole.info.width / 2),
        height: Math.floor(whole.info.height / 2),
      })
      .resize(16, 16, { fit: 'fill' })
      .raw()
      .toBuffer();
    const shown = await sharp(part.data, { raw: part.info }).resize(16, 16, { fit: 'fill' }).raw().toBuffer();
    const off =
      quarter.reduce((sum, value, index) => sum + Math.abs(value - shown[index]!), 0) / quarter.length;
    expect(off).toBeLessThan(8);
    const { data, info } = await pixels('size=4x6&color_mode=monochrome');
    const tint = (at: number) => Math.abs(data[at]! - data[at + Math.min(2, info.channels - 1)]!);
    expect(Math.max(...[0, 3000, 60_000, 300_000].map((at) => tint(at - (at % info.channels))))).toBeLessThan(
      6,
    );
  });

  it('refuse in a sentence what an order would refuse, and what is no choice at all', async () => {
    const refused = async (query: string, id = photo) => {
      const answer = await get(`/api/photos/${id}/sheet?${query}`, owner);
      return [answer.status, ((await answer.json()) as { error: string }).error] as const;
    };
    expect(await refused('size=7x9')).toEqual([422, expect.stringMatching(/^size: "7x9" is not offered/)]);
    expect(await refused('size=4x6&fit=fill&border=white')).toEqual([
      422,
      expect.stringMatching(/^border: /),
    ]);
    expect(await refused('size=4x6&photo_size=35x45&fit=fit')).toEqual([
      422,
      expect.stringMatching(/^fit: /),
    ]);
    for (const wrong of [
      '',
      'size=4x6&crop=0,0,2,1',
      'size=4x6&crop=0,0,1',
      'size=4x6&crop=0.9,0,0.5,1',
      'size=4x6&photo_size=9x9',
      'size=4x6&other=1',
      'size=4x6&fit=stretch',
    ]) {
      expect((await refused(wrong))[0], wrong).toBe(400);
    }
    expect((await refused('size=4x6', document))[0]).toBe(404);
  });

  it('of a guest are seen by who ordered prints of them, and by nobody before that', async () => {
    const spec = { order_type: 'photo', spec_mode: 'fixed', size: '4x6', paper_type: 'glossy' };
    const wanted = { title: 'Class', status: 'open', ...spec };
    const { body: made } = await owner.call('POST', '/api/user/pre-orders', wanted);
    const guest = await cloud.account();
    const jpeg = await makeJpeg({ widthPx: 600, heightPx: 400, seed: 12 });
    const id = (await guest.upload('/api/photos/upload', jpeg)).body.photo_id;
    const path = `/api/documents/${id}/thumbnail`;
    await guest.call('POST', `/api/share/${made.share_code}/submit`, {
      photo_ids: [id],
      submitter_name: 'Eve',
    });
    expect((await get(path, owner)).status).toBe(404);
    const review = `/api/user/pre-orders/${made.pre_order_id}/submissions/review`;
    expect((await owner.call('POST', review, { approved: true })).status).toBe(200);
    const order = await owner.call('POST', `/api/user/pre-orders/${made.pre_order_id}/order`, {});
    expect(order.status).toBe(201);
    const { document_id } = order.body.items[0];
    const ordered = `/api/documents/${document_id}/thumbnail`;
    expect((await get(ordered, owner)).status).toBe(200);
    expect((await get(ordered, stranger)).status).toBe(404);
  });

  it('are gone with their upload', async () => {
    const jpeg = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 9 });
    const id = (await owner.upload('/api/photos/upload', jpeg)).body.photo_id;
    expect((await get(`/api/documents/${id}/thumbnail`, owner)).status).toBe(200);
    expect((await owner.call('DELETE', `/api/documents/${id}`)).status).toBeLessThan(300);
    expect((await get(`/api/documents/${id}/thumbnail`, owner)).status).toBe(404);
    expect((await get(`/api/photos/${id}/sheet?size=4x6`, owner)).status).toBe(404);
  });

  it('lists the ways to pay, each of which a payment takes', async () => {
    const { body } = await owner.call('GET', '/api/payment/methods');
    expect(body.items).toEqual([
      { method: 'sandbox', takes_topups: true },
      { method: 'balance', takes_topups: false },
    ]);
    const items = [{ document_id: photo, size: '4x6', paper_type: 'glossy', quantity: 1 }];
    for (const { method } of body.items) {
      const order = (await owner.call('POST', '/api/orders', { items })).body;
      const wanted = { order_id: order.order_id, payment_method: method };
      expect((await owner.call('POST', '/api/payment/create', wanted)).status).toBeLessThan(300);
    }
  });
});
