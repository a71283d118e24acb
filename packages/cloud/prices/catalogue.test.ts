/** Prices and options as accounts see them and admins change them; on both databases, in one process and in two. */
import { makePdf } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases, type EmptyDatabase } from '../../../test/fixtures/databases.ts';
import type { AuditedChange } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { openDatabase } from '../db/database.ts';
import { currentCatalogue } from './catalogue-cache.ts';
import { changeCatalogue } from './catalogue-change.ts';
import { updateSize, writeCatalogueVersion } from './price-store.ts';

describe.each(databases)('the catalogue on $name', ({ open, name }) => {
  let opened: EmptyDatabase;
  let cloud: TestCloud;
  let account: TestAccount;
  let admin: TestAccount;
  beforeEach(async () => {
    opened = await open();
    cloud = await startTestCloud(opened);
    account = await cloud.account();
    admin = await cloud.account({ role: 'admin' });
  });
  afterEach(() => cloud.close());

  const priceOf = async (size: string, more: object = {}) => {
    const { body } = await account.call('GET', '/api/prices');
    const wanted = { size, color_mode: 'color', sides: 'one-sided', ...more };
    return body.items.find((item: Record<string, unknown>) =>
      Object.entries(wanted).every(([field, value]) => item[field] === value),
    );
  };

  it('shows what can be ordered: sizes, papers and prices that fit together', async () => {
    const { body: options } = await account.call('GET', '/api/print-options');
    const sizes = (await account.call('GET', '/api/print-options/sizes')).body.items;
    const papers = (await account.call('GET', '/api/print-options/paper-types')).body.items;
    expect(options).toMatchObject({ sizes, paper_types: papers });
    expect(sizes).toContainEqual(
      expect.objectContaining({
        code: '4x6',
        name_zh: '6寸照片',
        width_mm: 101.6,
        height_mm: 152.4,
        made_for: 'photo',
        borderless: true,
        paper_types: ['glossy', 'luster', 'matte'],
        two_sided_on: [],
      }),
    );
    for (const size of sizes) {
      expect(size.width_mm).toBeLessThanOrEqual(size.height_mm);
      for (const paper of size.paper_types)
        expect(papers.find((each: { code: string }) => each.code === paper).sizes).toContain(size.code);
    }
    const { body: prices } = await account.call('GET', '/api/prices');
    for (const { breaks, ...row } of prices.items) {
      for (const { min_pages } of breaks) expect(min_pages).toBeGreaterThan(1);
      const falling = [row.price, ...breaks.map((step: { price: number }) => step.price)];
      expect(falling).toEqual(falling.toSorted((a: number, b: number) => b - a));
    }
    const plain = { paper_type: 'plain' };
    const inColor = await priceOf('A4', plain);
    const black = await priceOf('A4', { ...plain, color_mode: 'monochrome' });
    const both = await priceOf('A4', {
      ...plain,
      color_mode: 'monochrome',
      sides: 'two-sided-short-edge',
    });
    expect([inColor.price, black.price, both.price]).toEqual([0.5, 0.2, 0.15]);
  });

  it('names sides as orders take them, and prices both edges alike', async () => {
    const { body: options } = await account.call('GET', '/api/print-options');
    const { body: prices } = await account.call('GET', '/api/prices');
    const named = new Set(prices.items.map((row: { sides: string }) => row.sides));
    expect([...named].toSorted()).toEqual(options.sides.toSorted());
    const ladder = { size: 'A4', paper_type: 'plain', sides: 'two-sided-short-edge' };
    const set = await admin.call('PUT', '/api/admin/prices', {
      ...ladder,
      breaks: [{ min_pages: 1, price: 0.77 }],
    });
    expect(set).toMatchObject({ status: 200, body: { sides: 'two-sided-short-edge' } });
    for (const sides of ['two-sided-long-edge', 'two-sided-short-edge'])
      expect(await priceOf('A4', { paper_type: 'plain', sides })).toMatchObject({ price: 0.77 });
    expect(await admin.call('PUT', '/api/admin/prices', { ...ladder, sides: 'two-sided' })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('sides') },
    });
  });

  it('answers 304 while nothing changed, and the new price right after a change', async () => {
    for (const path of [
      '/api/prices',
      '/api/print-options',
      '/api/print-options/sizes',
      '/api/print-options/paper-types',
    ]) {
      const etag = (await account.call('GET', path)).headers.get('etag')!;
      expect(etag).toBeTruthy();
      expect((await account.call('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304);
    }
    const before = (await account.call('GET', '/api/prices')).headers.get('etag')!;
    const set = await admin.call('PUT', '/api/admin/prices', {
      size: '4x6',
      paper_type: 'glossy',
      breaks: [
        { min_pages: 100, price: 0.5 },
        { min_pages: 1, price: 2 },
      ],
    });
    expect(set).toMatchObject({ status: 200, body: { size: '4x6', breaks: [{ price: 2 }, { price: 0.5 }] } });
    const after = await account.call('GET', '/api/prices', undefined, { 'if-none-match': before });
    expect(after.status).toBe(200);
    expect(await priceOf('4x6', { paper_type: 'glossy' })).toMatchObject({ price: 2 });
  });

  it('reads nothing twice while nothing changed, and looks at the version when a signal may have got lost', async () => {
    const first = await currentCatalogue(cloud.deps);
    expect(await currentCatalogue(cloud.deps)).toBe(first);
    // As a process that died between its commit and its signal would leave it.
    await cloud.deps.database.transaction(async (tx) => {
      await updateSize(tx, '4x6', { enabled: 0 });
      await writeCatalogueVersion(tx, 'other');
    });
    expect(await currentCatalogue(cloud.deps)).toBe(first);
    cloud.clock.offsetMs += 31_000;
    const second = await currentCatalogue(cloud.deps);
    expect(second.sizes.find((size) => size.code === '4x6')).toMatchObject({ enabled: 0 });
    cloud.clock.offsetMs += 31_000;
    expect(await currentCatalogue(cloud.deps)).toBe(second);
  });

  it.runIf(name === 'PostgreSQL')('is read anew by every process when one changes it', async () => {
    const other = await openDatabase(opened.url);
    const deps = { database: other, now: cloud.deps.now };
    const before = await currentCatalogue(deps);
    expect(before.sizes.find((size) => size.code === 'A3')?.enabled).toBe(1);
    await admin.call('PUT', '/api/admin/sizes/A3', { enabled: false });
    let seen = before;
    for (let tries = 0; tries < 500 && seen === before; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      seen = await currentCatalogue(deps);
    }
    expect(seen.sizes.find((size) => size.code === 'A3')?.enabled).toBe(0);
    await other.close();
  });

  it('keeps nothing of a change that failed', async () => {
    const before = await currentCatalogue(cloud.deps);
    const { database } = cloud.deps;
    const context = {
      database,
      now: Date.now,
      change: <T>(work: (tx: Tx) => Promise<AuditedChange<T>>) =>
        database.transaction(async (tx) => (await work(tx)).output),
    };
    const change = changeCatalogue(context, async (tx) => {
      await updateSize(tx, '4x6', { name: 'half done' });
      throw new Error('no');
    });
    await expect(change).rejects.toThrow('no');
    cloud.clock.offsetMs += 31_000;
    expect(await currentCatalogue(cloud.deps)).toBe(before);
  });

  describe('set up by an admin', () => {
    const badge = {
      code: 'badge',
      name: 'Badge',
      media_size: 'custom_badge_54x86mm',
      width_mm: 54,
      height_mm: 86,
      made_for: 'document',
    };

    it('takes a new size on a new paper once it has a price', async () => {
      const paper = {
        code: 'film',
        name: 'Film',
        media_type: 'transparency',
        finish: 'clear',
        weight_gsm: 100,
      };
      expect((await admin.call('POST', '/api/admin/sizes', badge)).status).toBe(201);
      expect((await admin.call('POST', '/api/admin/sizes', badge)).status).toBe(409);
      expect((await admin.call('POST', '/api/admin/paper-types', paper)).status).toBe(201);
      const sizes = async () => (await account.call('GET', '/api/print-options/sizes')).body.items;
      expect((await sizes()).map((size: { code: string }) => size.code)).not.toContain('badge');
      const price = { size: 'badge', paper_type: 'film', breaks: [{ min_pages: 1, price: 3 }] };
      expect((await admin.call('PUT', '/api/admin/prices', price)).status).toBe(200);
      expect(await sizes()).toContainEqual(expect.objectContaining({ code: 'badge', paper_types: ['film'] }));
      expect((await admin.call('DELETE', '/api/admin/sizes/badge')).body).toEqual({ deleted: true });
      expect((await admin.call('DELETE', '/api/admin/sizes/badge')).status).toBe(404);
      const audit = await cloud.deps.database.query.selectFrom('audit_log').selectAll().execute();
      expect(audit.map((row) => row.action)).toEqual([
        'create_size',
        'create_paper_type',
        'set_price',
        'delete_size',
      ]);
      expect(new Set(audit.map((row) => row.account_id))).toEqual(new Set([admin.accountId]));
    });

    it.each([
      [
        'PUT',
        '/api/admin/prices',
        { size: '4x6', paper_type: 'glossy', breaks: [{ min_pages: 2, price: 1 }] },
        400,
      ],
      [
        'PUT',
        '/api/admin/prices',
        { size: '4x6', paper_type: 'glossy', breaks: [{ min_pages: 1, price: 0.001 }] },
        400,
      ],
      ['PUT', '/api/admin/prices', { size: '4x6', paper_type: 'glossy', breaks: [] }, 400],
      [
        'PUT',
        '/api/admin/prices',
        { size: 'none', paper_type: 'glossy', breaks: [{ min_pages: 1, price: 1 }] },
        422,
      ],
      ['POST', '/api/admin/sizes', { ...badge, width_mm: 90 }, 400],
      ['POST', '/api/admin/sizes', { ...badge, code: 'a/b' }, 400],
      ['PUT', '/api/admin/sizes/none', { enabled: false }, 404],
      ['PUT', '/api/admin/sizes/4x6', { width_mm: 200 }, 400],
      ['DELETE', '/api/admin/paper-types/none', undefined, 404],
    ])('%s %s %o is %i', async (method, path, body, status) => {
      const before = (await account.call('GET', '/api/prices')).body;
      expect((await admin.call(method, path, body)).status).toBe(status);
      expect((await account.call('GET', '/api/prices')).body).toEqual(before);
      expect((await account.call(method, path, body)).status).toBe(403);
    });

    it('lets what unfinished orders use be disabled, not deleted; and they can still be paid', async () => {
      const pdf = makePdf({ pages: 1, widthMm: 210, heightMm: 297 });
      const { document_id } = (await account.upload('/api/documents/upload', pdf)).body;
      const items = [{ document_id, size: 'A4', paper_type: 'plain', quantity: 1 }];
      const { order_id } = (await account.call('POST', '/api/orders', { items })).body;
      for (const path of ['/api/admin/sizes/A4', '/api/admin/paper-types/plain']) {
        expect((await admin.call('DELETE', path)).status).toBe(409);
        expect((await admin.call('PUT', path, { enabled: false })).body).toMatchObject({ enabled: false });
        const refused = await account.call('POST', '/api/orders', { items });
        expect(refused.status).toBe(422);
      }
      expect((await account.call('POST', '/api/payment/balance', { order_id })).status).toBe(200);
      expect((await account.call('PUT', `/api/orders/${order_id}/cancel`)).body.status).toBe('cancelled');
      expect((await admin.call('DELETE', '/api/admin/sizes/A4')).status).toBe(200);
      expect((await account.call('GET', `/api/orders/${order_id}`)).body.items[0].size).toBe('A4');
    });
  });

  it('takes no code twice, in whatever case, and no price that is a slip of the finger', async () => {
    const size = { name: 'Small', media_size: 'om_small_50x50mm', width_mm: 50, height_mm: 50 };
    const paper = { name: 'Gloss', media_type: 'photographic', finish: 'glossy', weight_gsm: 200 };
    const create = (path: string, body: object) => admin.call('POST', `/api/admin/${path}`, body);
    expect(await create('sizes', { ...size, code: 'a4', made_for: 'photo' })).toMatchObject({
      status: 409,
      body: { error: 'code: the size A4 exists already.' },
    });
    expect(await create('paper-types', { ...paper, code: 'Glossy' })).toMatchObject({
      status: 409,
      body: { error: 'code: the paper type glossy exists already.' },
    });
    const both = await Promise.all(
      ['s1', 'S1'].map((code) => create('sizes', { ...size, code, made_for: 'photo' })),
    );
    expect(both.map((reply) => reply.status).toSorted()).toEqual([201, 409]);
    const prices = { size: '4x6', paper_type: 'glossy', breaks: [{ min_pages: 1, price: 1e13 }] };
    expect(await admin.call('PUT', '/api/admin/prices', prices)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^breaks\[0\]\.price: must be an amount of at most/) },
    });
  });
});
