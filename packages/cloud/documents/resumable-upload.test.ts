/** Uploads over connections that break: what came stays, nothing is taken twice, and nobody changes what was examined. */
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { sweepResumableUploads } from './resumable-upload-sweep.ts';

const photo = await makeJpeg({ widthPx: 1800, heightPx: 1200, seed: 11 });

describe.each(databases)('a resumable upload on $name', ({ open }) => {
  let cloud: TestCloud;
  let account: TestAccount;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    account = await cloud.account();
  });
  afterEach(() => cloud.close());

  const begin = async (bytes = photo.length, more: object = {}) =>
    await account.call('POST', '/api/uploads', { kind: 'photo', filename: 'beach.jpg', bytes, ...more });
  const beginId = async (bytes?: number): Promise<string> => (await begin(bytes)).body.upload_id;
  const offsetOf = async (id: string): Promise<number> =>
    (await account.call('GET', `/api/uploads/${id}`)).body.offset;
  const finish = (id: string) => account.call('POST', `/api/uploads/${id}/finish`);

  async function send(id: string, offset: number | string, bytes: Uint8Array, key = account.apiKey) {
    const response = await fetch(`${cloud.url}/api/uploads/${id}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/partial-upload',
        'upload-offset': String(offset),
      },
      body: Buffer.from(bytes),
    });
    return {
      status: response.status,
      body: await response.json(),
      offset: response.headers.get('upload-offset'),
    };
  }

  /** A request that announces all that is left and stands still, or breaks, after some of it. */
  async function sendSome(id: string, { from, to }: { from: number; to: number }) {
    const request = httpRequest(`${cloud.url}/api/uploads/${id}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${account.apiKey}`,
        'content-type': 'application/partial-upload',
        'upload-offset': from,
        'content-length': photo.length - from,
      },
    });
    const gone = new Promise((resolve) => request.once('close', resolve));
    request.on('error', () => {});
    request.write(photo.subarray(from, to));
    await expect.poll(() => offsetOf(id), { timeout: 10_000 }).toBe(to);
    return { gone, destroy: () => request.destroy() };
  }

  it('goes on at the very byte at which its connection broke', async () => {
    const id = await beginId();
    for (const [from, to] of [
      [0, 1],
      [1, 70_000],
      [70_000, 70_001],
    ] as const) {
      const sending = await sendSome(id, { from, to });
      sending.destroy();
      await sending.gone;
    }
    expect((await finish(id)).status).toBe(409);
    const { status, body, offset } = await send(id, 70_001, photo.subarray(70_001));
    expect({ status, offset }).toEqual({ status: 200, offset: String(photo.length) });
    expect(body).toMatchObject({ upload_id: id, offset: photo.length, bytes: photo.length });
    const made = await finish(id);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(made.body).toMatchObject({
      kind: 'photo',
      filename: 'beach.jpg',
      width_px: 1800,
      height_px: 1200,
    });
    // The same bytes in one go are the same file.
    const whole = await account.upload('/api/photos/upload', photo);
    const rows = await cloud.deps.database.query.selectFrom('documents').select(['id', 'sha256']).execute();
    expect(rows.map(({ id: documentId }) => documentId).sort()).toEqual(
      [made.body.document_id, whole.body.photo_id].sort(),
    );
    expect(new Set(rows.map(({ sha256 }) => sha256)).size).toBe(1);
    expect((await account.call('GET', `/api/uploads/${id}`)).status).toBe(404);
  });

  it('takes bytes only behind those that are there, and says where that is', async () => {
    const id = await beginId();
    await send(id, 0, photo.subarray(0, 1000));
    for (const offset of [0, 999, 1001, 50_000])
      expect(await send(id, offset, photo.subarray(0, 10))).toMatchObject({ status: 409, offset: '1000' });
    for (const offset of ['', '-1', '1e3', '1000.5', 'x'])
      expect((await send(id, offset, photo.subarray(0, 10))).status, offset).toBe(400);
    expect(await offsetOf(id)).toBe(1000);
  });

  it('takes no more than was announced', async () => {
    const id = await beginId(1000);
    expect((await send(id, 0, photo.subarray(0, 5000))).status).toBe(413);
    expect(await offsetOf(id)).toBeLessThanOrEqual(1000);
    expect((await begin(cloud.deps.maxUploadBytes + 1)).status).toBe(413);
    for (const bytes of [0, -1, 1.5]) expect((await begin(bytes)).status).toBe(400);
  });

  it('is ended by a newer request where its connection is dead', async () => {
    const id = await beginId();
    const dead = await sendSome(id, { from: 0, to: 30_000 });
    expect(await send(id, 30_000, photo.subarray(30_000))).toMatchObject({ status: 200 });
    await dead.gone;
    expect((await finish(id)).status).toBe(201);
  });

  it('is written by one of those that begin at the same byte at once', async () => {
    const id = await beginId(3_000_000);
    const { files } = cloud.deps;
    const partialOf = files.partial;
    // All of them have seen how much there is before the first byte is written.
    files.partial = (upload) => {
      const partial = partialOf(upload);
      const size = async () => {
        const bytes = await partial.size();
        await setTimeout(50);
        return bytes;
      };
      return { ...partial, size };
    };
    const fills = [1, 2, 3, 4, 5, 6];
    const answers = await Promise.allSettled(fills.map((fill) => send(id, 0, Buffer.alloc(3_000_000, fill))));
    for (const answer of answers)
      if (answer.status === 'fulfilled') expect([200, 409]).toContain(answer.value.status);
    const came = await readFile(`${cloud.filesDir}/partial/${id}`);
    expect(new Set(came).size).toBe(1);
    expect(await offsetOf(id)).toBe(came.length);
  });

  it('is gone on with by the mark of its file, by no other file and no other account', async () => {
    const id = await beginId();
    const marked = (await begin(photo.length, { mark: 'beach' })).body.upload_id;
    await send(marked, 0, photo.subarray(0, 4000));
    cloud.clock.offsetMs += 20 * 3_600_000;
    const again = await begin(photo.length, { mark: 'beach', filename: 'renamed.jpg' });
    expect(again).toMatchObject({ status: 201, body: { upload_id: marked, offset: 4000, mark: 'beach' } });
    // Whoever comes back gets another day.
    cloud.clock.offsetMs += 20 * 3_600_000;
    expect(await offsetOf(marked)).toBe(4000);
    for (const [bytes, more] of [
      [photo.length, { mark: 'Beach' }],
      [photo.length - 1, { mark: 'beach' }],
      [photo.length, { mark: 'beach', kind: 'document' }],
    ] as const) {
      expect((await begin(bytes, more)).body.offset).toBe(0);
    }
    const announced = { kind: 'photo', bytes: photo.length, mark: 'beach' };
    const other = await cloud.account();
    expect((await other.call('POST', '/api/uploads', announced)).body.offset).toBe(0);
    const { items } = (await account.call('GET', '/api/uploads')).body;
    expect(items.map((each: { upload_id: string }) => each.upload_id)).not.toContain(id);
    expect(items.at(-1)).toMatchObject({ upload_id: marked, offset: 4000, filename: 'beach.jpg' });
    expect(items).toHaveLength(4);
    expect((await other.call('GET', '/api/uploads')).body.items).toHaveLength(1);
  });

  it('has its limits told before it begins', async () => {
    await account.upload('/api/photos/upload', photo);
    expect((await account.call('GET', '/api/uploads/limits')).body).toEqual({
      max_file_bytes: cloud.deps.maxUploadBytes,
      formats: expect.stringContaining('PDF'),
      stored_bytes: photo.length,
      quota_bytes: cloud.deps.accountQuotaBytes,
    });
  });

  it("is nobody else's", async () => {
    const id = await beginId();
    const other = await cloud.account();
    expect((await send(id, 0, photo, other.apiKey)).status).toBe(404);
    for (const [method, path] of [
      ['GET', `/api/uploads/${id}`],
      ['DELETE', `/api/uploads/${id}`],
      ['POST', `/api/uploads/${id}/finish`],
    ] as const)
      expect((await other.call(method, path)).status).toBe(404);
    const anonymous = await fetch(`${cloud.url}/api/uploads/${id}`, { method: 'PATCH', body: 'x' });
    expect(anonymous.status).toBe(401);
    expect((await send('00000000-0000-7000-8000-000000000000', 0, photo)).status).toBe(404);
    expect((await send('..%2f..%2fsecret', 0, photo)).status).toBe(404);
    expect(await offsetOf(id)).toBe(0);
  });

  it('becomes one document, however often and at once it is finished', async () => {
    const id = await beginId();
    await send(id, 0, photo);
    const answers = await Promise.all(Array.from({ length: 5 }, () => finish(id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status } of answers) expect([201, 404, 409]).toContain(status);
    expect((await account.call('GET', '/api/documents?kind=all')).body.total).toBe(1);
  });

  it('is over when what came can not be printed', async () => {
    const text = Buffer.from('these are words, no picture');
    const id = await beginId(text.length);
    await send(id, 0, text);
    expect((await finish(id)).status).toBe(422);
    expect((await finish(id)).status).toBe(404);
    expect(await readdir(`${cloud.filesDir}/partial`)).toEqual([]);
  });

  it('counts towards the quota, ends when it is given up or forgotten, and leaves no bytes', async () => {
    const kept = await beginId();
    const deleted = await beginId();
    await send(kept, 0, photo.subarray(0, 5000));
    await send(deleted, 0, photo.subarray(0, 5000));
    expect((await account.call('DELETE', `/api/uploads/${deleted}`)).status).toBe(200);
    expect(await readdir(`${cloud.filesDir}/partial`)).toEqual([kept]);
    cloud.deps.accountQuotaBytes = photo.length + 10;
    expect((await begin()).status).toBe(413);
    expect((await begin(10)).status).toBe(201);
    cloud.clock.offsetMs = 24 * 3_600_000 + 1;
    expect((await account.call('GET', `/api/uploads/${kept}`)).status).toBe(404);
    expect((await send(kept, 5000, photo.subarray(5000))).status).toBe(404);
    expect(await sweepResumableUploads(cloud.deps)).toBe(2);
    expect(await readdir(`${cloud.filesDir}/partial`)).toEqual([]);
  });

  it('may be under way a hundred times and no more', async () => {
    const answers = [];
    for (let index = 0; index < 101; index += 1) answers.push((await begin(1)).status);
    expect(answers.filter((status) => status === 201)).toHaveLength(100);
    expect(answers.at(-1)).toBe(409);
  });

  it('needs a page of this site where a session sends it', async () => {
    const id = await beginId();
    const socket = connect(Number(new URL(cloud.url).port), '127.0.0.1');
    const cookie = `platen_session=${'a'.repeat(43)}`;
    socket.write(
      `PATCH /api/uploads/${id} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nOrigin: http://elsewhere\r\nUpload-Offset: 0\r\nContent-Type: application/partial-upload\r\nContent-Length: 1\r\n\r\nx`,
    );
    const [answer] = await once(socket, 'data');
    socket.destroy();
    expect(String(answer)).toMatch(/^HTTP\/1\.1 403/);
  });
});
