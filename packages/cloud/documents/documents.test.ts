/** Uploads from arrival to removal: lists, facts, thumbnails, signed addresses, deleting, and what becomes of the bytes. */
import { pdfConflicts } from '@platen/imaging/testing/pdf-conflict-samples';
import { makeJpeg, makePdf, makePng } from '@platen/imaging/testing/picture-samples';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { sweepFiles } from '../retention/file-sweep.ts';
import { copyDocument, findDocument } from './document-store.ts';

const jpeg = await makeJpeg({ widthPx: 900, heightPx: 600, seed: 1 });
const otherJpeg = await makeJpeg({ widthPx: 900, heightPx: 600, seed: 2 });
const pdf = makePdf({ pages: 3, widthMm: 148, heightMm: 210 });
const dayMs = 24 * 3_600_000;

describe.each(databases)('uploads on $name', ({ open }) => {
  let cloud: TestCloud;
  let account: TestAccount;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    account = await cloud.account();
  });
  afterEach(() => cloud.close());

  const photoOf = async (bytes: Uint8Array = jpeg, name = 'test.jpg') =>
    (await account.upload('/api/photos/upload', bytes, name)).body;

  const orderOf = async (photo_id: string) => {
    const items = [{ photo_id, size: '4x6', paper_type: 'glossy', quantity: 1 }];
    return (await account.call('POST', '/api/orders', { items })).body;
  };

  it('tells what it found on arrival, and shares the bytes of duplicates', async () => {
    const exif = { IFD2: { DateTimeOriginal: '2019:05:04 10:11:12', OffsetTimeOriginal: '+08:00' } };
    const taken = await sharp(jpeg)
      .withExif(exif)
      .withMetadata({ orientation: 6, density: 300 })
      .jpeg()
      .toBuffer();
    const photo = await photoOf(await sharp(taken).keepMetadata().withExifMerge(exif).jpeg().toBuffer());
    expect(photo).toMatchObject({
      width_px: 600,
      height_px: 900,
      colour_space: 'srgb',
      dpi: 300,
      bit_depth: 8,
      taken_at: '2019-05-04T10:11:12+08:00',
      restored_from: null,
    });
    const wide = await photoOf(await sharp(jpeg).withIccProfile('p3').jpeg().toBuffer());
    expect(wide.icc_profile).toMatch(/p3/i);
    const document = (await account.upload('/api/documents/upload', pdf, 'a.pdf')).body;
    expect(document).toMatchObject({
      kind: 'document',
      pages: 3,
      page_sizes: [{ first_page: 1, last_page: 3, width_mm: 148, height_mm: 210 }],
      width_px: null,
      taken_at: null,
    });
    const [first, second] = [await photoOf(otherJpeg), await photoOf(otherJpeg)];
    expect(first.photo_id).not.toBe(second.photo_id);
    expect(first.sha256).toBe(second.sha256);
  });

  it('refuses a PDF whose pages depend on who counts them, and prices any other by the pages that are printed', async () => {
    for (const { name, make, pages } of pdfConflicts.filter((_, index) => index % 4 === 0)) {
      const { status, body } = await account.upload('/api/documents/upload', make(), 'a.pdf');
      if (pages === undefined) {
        expect([name, status]).toEqual([name, 422]);
        expect(body.error).toContain('how many pages');
      } else expect([name, status, body.pages]).toEqual([name, 201, pages]);
    }
  });

  it('lists documents, photos or both, page by page, and nobody else’s', async () => {
    await photoOf();
    await photoOf(otherJpeg);
    await account.upload('/api/documents/upload', pdf, 'a.pdf');
    const list = async (query: string, by = account) => (await by.call('GET', `/api/documents${query}`)).body;
    expect(await list('')).toMatchObject({ total: 1, items: [{ kind: 'document', filename: 'a.pdf' }] });
    expect((await list('?kind=photo&page_size=1&page=2')).items).toHaveLength(1);
    expect(await list('?kind=all')).toMatchObject({ total: 3 });
    expect((await account.call('GET', '/api/photos')).body).toMatchObject({ total: 2 });
    expect(await list('?kind=all', await cloud.account())).toMatchObject({ total: 0 });
    expect((await account.call('GET', '/api/documents?kind=film')).status).toBe(400);
  });

  it('serves thumbnails and originals at signed addresses, and nothing at forged or expired ones', async () => {
    const photo = await photoOf(await makePng({ widthPx: 1000, heightPx: 500, seed: 3 }), "Größe 'a' %.png");
    const { body: document } = await account.upload('/api/documents/upload', pdf, 'a.pdf');
    const small = await fetch(photo.thumbnail_url);
    expect(small.headers.get('content-type')).toBe('image/jpeg');
    expect(small.headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/);
    expect(small.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await sharp(Buffer.from(await small.arrayBuffer())).metadata()).toMatchObject({
      width: 400,
      height: 200,
    });
    const again = await fetch(photo.thumbnail_url, {
      headers: { 'if-none-match': small.headers.get('etag')! },
    });
    expect(again.status).toBe(304);
    const page = await fetch(document.thumbnail_url);
    expect(await sharp(Buffer.from(await page.arrayBuffer())).metadata()).toMatchObject({ height: 400 });
    const original = await fetch(photo.download_url);
    expect(original.headers.get('content-type')).toBe('image/png');
    expect(original.headers.get('content-disposition')).toBe(
      "attachment; filename=\"Gr__e 'a' _.png\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%27a%27%20%25.png",
    );
    expect((await original.arrayBuffer()).byteLength).toBe(photo.bytes);

    const token = photo.download_url.split('/').pop()!;
    for (const forged of [
      `${token.slice(0, -2)}AA`,
      `B${token.slice(1)}`,
      `${token}A`,
      'x',
      token.slice(1),
    ]) {
      expect((await fetch(`${cloud.url}/api/files/${forged}`)).status).toBe(404);
    }
    cloud.clock.offsetMs = 2 * dayMs;
    expect((await fetch(photo.download_url)).status).toBe(404);
    cloud.clock.offsetMs = 0;
    await account.call('DELETE', `/api/photos/${photo.photo_id}`);
    expect((await fetch(photo.thumbnail_url)).status).toBe(404);
  });

  it('deletes once, for the owner alone, and not while an unfinished order needs it', async () => {
    const { photo_id } = await photoOf();
    const outsider = await cloud.account();
    expect((await outsider.call('DELETE', `/api/photos/${photo_id}`)).status).toBe(404);
    expect((await outsider.call('GET', `/api/photos/${photo_id}/quality-check?size=4x6`)).status).toBe(404);
    const order = await orderOf(photo_id);
    for (const path of ['photos', 'documents']) {
      const refused = await account.call('DELETE', `/api/${path}/${photo_id}`);
      expect(refused.status).toBe(409);
      expect(refused.body.error).toContain(order.order_no);
    }
    await account.call('PUT', `/api/orders/${order.order_id}/cancel`);
    expect((await account.call('DELETE', `/api/photos/${photo_id}`)).status).toBe(200);
    expect((await account.call('DELETE', `/api/photos/${photo_id}`)).status).toBe(404);
    expect((await account.call('GET', `/api/photos/${photo_id}`)).status).toBe(404);
    expect((await account.call('GET', '/api/photos')).body.total).toBe(0);
    expect((await orderOf(photo_id)).error).toMatch(/no such upload/);
    expect((await account.call('GET', `/api/orders/${order.order_id}`)).body.items[0].document_id).toBe(
      photo_id,
    );
  });

  describe('the bytes of deleted uploads', () => {
    const { files, database } = { files: () => cloud.deps.files, database: () => cloud.deps.database };
    const isThere = (sha256: string) =>
      files()
        .size(sha256)
        .then(
          () => true,
          () => false,
        );
    const after = async (offsetMs: number) => {
      cloud.clock.offsetMs = offsetMs;
      return await sweepFiles(cloud.deps);
    };

    it('stay while another upload has them, and go with the thumbnail when none has', async () => {
      const [first, second] = [await photoOf(), await photoOf()];
      await (await fetch(first.thumbnail_url)).arrayBuffer();
      await account.call('DELETE', `/api/photos/${first.photo_id}`);
      expect(await after(2 * 3_600_000)).toBe(0);
      await account.call('DELETE', `/api/photos/${second.photo_id}`);
      expect(await sweepFiles(cloud.deps)).toBe(0);
      expect(await after(4 * 3_600_000)).toBe(1);
      expect(await isThere(first.sha256)).toBe(false);
      expect(await after(6 * 3_600_000)).toBe(1);
      const left = await database().query.selectFrom('stored_files').select('state').execute();
      expect(left.map(({ state }) => state)).toEqual(['removed', 'removed']);
      await after(3 * dayMs);
      expect(await database().query.selectFrom('stored_files').select('state').execute()).toEqual([]);
    });

    it('stay for a paid order that was finished lately, and for one that is not', async () => {
      const photo = await photoOf();
      const order = await orderOf(photo.photo_id);
      // Finished and then deleted, as an operator and the customer would.
      const { query } = database();
      const finish = (status: 'completed' | 'paid', updated_at: number) =>
        query.updateTable('orders').set({ status, updated_at }).where('id', '=', order.order_id).execute();
      await finish('completed', Date.now());
      expect((await account.call('DELETE', `/api/photos/${photo.photo_id}`)).status).toBe(200);
      expect(await after(30 * dayMs)).toBe(0);
      await finish('paid', 0);
      expect(await after(60 * dayMs)).toBe(0);
      await finish('completed', Date.now());
      expect(await after(200 * dayMs)).toBe(1);
      expect(await isThere(photo.sha256)).toBe(false);
    });

    it('come back with an upload that arrives while they are being removed', async () => {
      const photo = await photoOf();
      await account.call('DELETE', `/api/photos/${photo.photo_id}`);
      cloud.clock.offsetMs = 4 * 3_600_000;
      const { remove } = files();
      let uploaded: Promise<{ photo_id: string }> | undefined;
      files().remove = async (sha256) => {
        uploaded = photoOf();
        await new Promise((resolve) => setTimeout(resolve, 300));
        await remove(sha256);
      };
      expect(await sweepFiles(cloud.deps)).toBe(1);
      expect((await uploaded)?.photo_id).toBeDefined();
      expect(await isThere(photo.sha256)).toBe(true);
      expect(await after(8 * 3_600_000)).toBe(0);
    });

    it('stay for the copy of another account', async () => {
      const photo = await photoOf();
      const other = await cloud.account();
      await database().transaction(async (tx) => {
        const row = await findDocument(tx, { id: photo.photo_id, accountId: account.accountId });
        await copyDocument(tx, row!, { accountId: other.accountId, now: Date.now() });
      });
      await account.call('DELETE', `/api/photos/${photo.photo_id}`);
      expect(await after(5 * dayMs)).toBe(0);
      const [copy] = (await other.call('GET', '/api/photos')).body.items;
      expect(copy.sha256).toBe(photo.sha256);
      expect((await (await fetch(copy.download_url)).arrayBuffer()).byteLength).toBe(photo.bytes);
    });
  });
});
