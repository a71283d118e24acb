/** Contact sheets of photos over HTTP: whose photos, what is refused, that each request makes them once; on both databases. */
import { request } from 'node:http';
import {
  makeGigapixelPng,
  makeJpeg,
  makePng,
  makeTruncatedJpeg,
} from '@platen/imaging/testing/picture-samples';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { copyDocument, findDocument } from '../documents/document-store.ts';

const path = '/api/photos/contact-sheets';
const pictures = await Promise.all([
  makeJpeg({ widthPx: 600, heightPx: 400, seed: 1 }),
  makePng({ widthPx: 300, heightPx: 450, seed: 2 }),
  makeJpeg({ widthPx: 400, heightPx: 600, seed: 3, exifOrientation: 6 }),
]);

describe.each(databases)('contact sheets on $name', ({ open }) => {
  let cloud: TestCloud;
  let account: TestAccount;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    account = await cloud.account();
  });
  afterEach(() => cloud.close());

  const upload = async (bytes: Uint8Array, name: string, owner = account) =>
    (await owner.upload('/api/photos/upload', bytes, name)).body.photo_id as string;
  const uploadAll = () => Promise.all(pictures.map((bytes, i) => upload(bytes, `IMG_000${i + 1}.JPG`)));
  const photosOf = async (owner = account) => (await owner.call('GET', '/api/photos')).body.items;

  it('make a photo of each sheet, with what lies where, and where it comes from', async () => {
    const ids = await uploadAll();
    const photo_ids = [ids[2]!, ids[0]!, ids[1]!, ids[0]!];
    const wanted = { photo_ids, size: '4X6', columns: 2, rows: 1, captions: 'filename' };
    const { status, body } = await account.call('POST', path, wanted);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({ size: '4x6', columns: 2, rows: 1, cells_per_sheet: 2, dpi: 300 });
    expect(body.photo_ids).toHaveLength(2);
    const placed = body.sheets.map((sheet: { photos: object[] }) => sheet.photos);
    expect(placed[0]).toMatchObject([
      { photo_id: ids[2], number: 1, column: 1, row: 1, caption: 'IMG_0003' },
      { photo_id: ids[0], number: 2, column: 2, row: 1, caption: 'IMG_0001' },
    ]);
    expect(placed[1]).toMatchObject([
      { number: 3, column: 1 },
      { photo_id: ids[0], number: 4 },
    ]);
    // Turned upright by its EXIF.
    expect(placed[0][0].width_px / placed[0][0].height_px).toBeCloseTo(1.5, 1);
    expect(placed[0][1].ppi).toBe(Math.round((600 / placed[0][1].width_px) * 300));
    const [photo_id] = body.photo_ids;
    const sides = body.orientation === 'landscape' ? [1800, 1200] : [1200, 1800];
    const photo = (await account.call('GET', `/api/photos/${photo_id}`)).body;
    expect(photo).toMatchObject({ content_type: 'image/jpeg', dpi: 300, restored_from: null });
    expect([photo.width_px, photo.height_px]).toEqual(sides);
    expect(photo.contact_sheet_of).toEqual(photo_ids.slice(0, 2));
    expect((await account.call('GET', `/api/photos/${ids[0]}`)).body.contact_sheet_of).toBeNull();
    const { database, now } = cloud.deps;
    const other = await cloud.account();
    await database.transaction(async (tx) => {
      const row = (await findDocument(tx, { id: photo_id, accountId: account.accountId }))!;
      await copyDocument(tx, row, { accountId: other.accountId, now: now() });
    });
    // Whoever is given a sheet is told nothing of another account's photos.
    expect((await photosOf(other))[0]).toMatchObject({ sha256: photo.sha256, contact_sheet_of: null });
    const file = Buffer.from(await (await fetch(photo.download_url)).arrayBuffer());
    expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: sides[0] });
    expect((await fetch(photo.thumbnail_url)).status).toBe(200);
  });

  it('stay when the photos on them are deleted, and can be checked and ordered', async () => {
    const photo_ids = await uploadAll();
    const made = await account.call('POST', path, { photo_ids, size: '4x6', background: 'black' });
    for (const id of photo_ids) {
      expect((await account.call('DELETE', `/api/photos/${id}`)).status).toBe(200);
    }
    const [photo_id] = made.body.photo_ids;
    const check = await account.call('GET', `/api/photos/${photo_id}/quality-check?size=4x6`);
    expect(check.status).toBe(200);
    expect(check.body.ppi).toBeCloseTo(300, 0);
    expect(check.body.lost_percent).toBe(0);
    const items = [{ photo_id, size: '4x6', paper_type: 'glossy', quantity: 1 }];
    expect((await account.call('POST', '/api/orders', { items })).status).toBe(201);
  });

  it('are of one account alone', async () => {
    const other = await cloud.account();
    const [own] = await uploadAll();
    const foreign = await upload(pictures[0]!, 'a.jpg', other);
    const document = (await account.upload('/api/documents/upload', pictures[0]!)).body.document_id;
    for (const id of [foreign, document, '0192f000-0000-7000-8000-000000000000']) {
      const { status, body } = await account.call('POST', path, { photo_ids: [own, id], size: '4x6' });
      expect([status, body.error]).toEqual([404, 'photo_ids[1]: no such photo.']);
    }
    expect(await photosOf()).toHaveLength(3);
  });

  it('are made once for an Idempotency-Key, also when it comes twice at a time', async () => {
    const photo_ids = await uploadAll();
    const ask = () => account.call('POST', path, { photo_ids, size: '4x6' }, { 'idempotency-key': 'k1' });
    const both = await Promise.all([ask(), ask()]);
    for (const { status } of both) expect([201, 429]).toContain(status);
    const again = await ask();
    expect(again.status).toBe(201);
    const first = both.find(({ status }) => status === 201)!;
    expect(again.body).toEqual(first.body);
    expect(await photosOf()).toHaveLength(4);
    const other = { photo_ids: photo_ids.slice(1), size: '4x6' };
    expect((await account.call('POST', path, other, { 'idempotency-key': 'k1' })).status).toBe(409);
  });

  it('name the photo whose file is broken or gone, and make none at all', async () => {
    const photo_ids = await uploadAll();
    const { database, files } = cloud.deps;
    const keep = async (bytes: Buffer) => {
      const staging = await files.stage(1_000_000);
      await staging.write(bytes);
      const staged = await staging.finish();
      await files.keep(staged);
      await staged.discard();
      return staged.sha256;
    };
    const put = (sha256: string) =>
      database.query.updateTable('documents').set({ sha256 }).where('id', '=', photo_ids[1]!).execute();
    const wanted = { photo_ids, size: '4x6', columns: 1, rows: 1 };
    const hostile: [Buffer, RegExp][] = [
      [await makeTruncatedJpeg({ widthPx: 600, heightPx: 400, seed: 8 }), /not transferred completely/],
      [makeGigapixelPng(), /more pixels than can be processed/],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /not a picture/],
    ];
    for (const [bytes, sentence] of hostile) {
      await put(await keep(bytes));
      const one = await account.call('POST', path, wanted);
      expect(one.status).toBe(422);
      expect(one.body.error).toMatch(/^photo_ids\[1\]: "IMG_0002.JPG": /);
      expect(one.body.error).toMatch(sentence);
    }
    await put('0'.repeat(64));
    const two = await account.call('POST', path, wanted);
    expect([two.status, two.body.error]).toEqual([
      422,
      'photo_ids[1]: "IMG_0002.JPG": its file is no longer there.',
    ]);
    expect(await photosOf()).toHaveLength(3);
  });

  it('are limited by an admin, and refusals before the work count nothing', async () => {
    const admin = await cloud.account({ role: 'admin' });
    const limit = { max: 1, window_seconds: 3600 };
    expect((await admin.call('PUT', '/api/admin/rate-limits/contact_sheets', limit)).status).toBe(200);
    const photo_ids = await uploadAll();
    expect((await account.call('POST', path, { photo_ids, size: '9x99' })).status).toBe(422);
    expect((await account.call('POST', path, { photo_ids, size: '4x6' })).status).toBe(201);
    const more = await account.call('POST', path, { photo_ids, size: '4x6' });
    expect(more.status).toBe(429);
    expect(more.body.retry_after_seconds).toBeGreaterThan(60);
  });
});

describe('contact sheets', () => {
  let cloud: TestCloud;
  let account: TestAccount;
  beforeEach(async () => {
    cloud = await startTestCloud();
    account = await cloud.account();
  });
  afterEach(() => cloud.close());

  it('are refused for what can not be, naming the field', async () => {
    const { photo_id } = (await account.upload('/api/photos/upload', pictures[0]!)).body;
    const photo_ids = [photo_id, photo_id];
    const many = Array.from({ length: 200 }, () => photo_id);
    const cases: [object, number, string][] = [
      [{ photo_ids: [photo_id] }, 400, 'photo_ids: must be a list of 2 to 200 photo ids'],
      [{ photo_ids: [...many, photo_id] }, 400, 'photo_ids: must be a list of 2 to 200 photo ids'],
      [{ photo_ids: [photo_id, 'x'] }, 400, 'photo_ids[1]: must be a UUID'],
      [{ photo_ids, columns: 11 }, 400, 'columns: must be a whole number from 1 to 10'],
      [{ photo_ids, gap_mm: 21 }, 400, 'gap_mm: must be a number from 0 to 20'],
      [{ photo_ids, captions: 'name' }, 400, 'captions: must be one of'],
      [{ photo_ids, size: '9x99' }, 422, 'size: "9x99" is not offered; sizes are 3.5x5'],
      [{ photo_ids, columns: 10, rows: 15 }, 422, 'columns: 4x6 has no room for so many photos'],
      [{ photo_ids: many, columns: 1, rows: 1 }, 422, 'photo_ids: 200 photos come to 200 sheets of 1'],
    ];
    for (const [changes, status, sentence] of cases) {
      const answer = await account.call('POST', path, { size: '4x6', ...changes });
      expect([answer.status, answer.body.error]).toEqual([status, expect.stringContaining(sentence)]);
    }
    expect((await fetch(cloud.url + path, { method: 'POST' })).status).toBe(401);
  });

  it('are given up when whoever asked is gone: the work ends, nothing is kept, the next one has its turn', async () => {
    const { photo_id } = (await account.upload('/api/photos/upload', pictures[0]!)).body;
    const { imaging } = cloud.deps;
    const real = imaging.contactPicture;
    let begun = () => {};
    let ended = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const hasEnded = new Promise<void>((resolve) => {
      ended = resolve;
    });
    imaging.contactPicture = (options, taskOptions) => {
      taskOptions?.signal?.addEventListener('abort', ended);
      begun();
      // Waits for its turn until it is given up.
      return hasEnded.then(() => real(options, taskOptions));
    };
    const body = JSON.stringify({ photo_ids: [photo_id, photo_id], size: '4x6' });
    const asked = request(cloud.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json' },
    });
    asked.on('error', () => {});
    asked.end(body);
    await hasBegun;
    asked.destroy();
    await hasEnded;
    imaging.contactPicture = real;
    let reply = await account.call('POST', path, body);
    for (let tries = 0; reply.status === 429 && tries < 200; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      reply = await account.call('POST', path, body);
    }
    expect(reply.status).toBe(201);
    expect((await account.call('GET', '/api/photos')).body.total).toBe(2);
  });
});
