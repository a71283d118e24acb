/** Restorations as a customer meets them: options, pictures, masks, progress, cancelling, fairness; on both databases. */
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callOverMcp } from '../../../test/fixtures/both-transports.ts';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { until } from '../../../test/fixtures/processes.ts';
import { newId } from '../ids.ts';
import { operations } from '../operations.ts';
import { sweepFiles } from '../retention/file-sweep.ts';
import {
  fadedPhoto,
  goodPhoto,
  holdRestorations,
  makeMask,
  restorationIs,
  restoreHere,
  uploadPhoto,
} from '../testing/restoration-bench.ts';

const get = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
};
const whiteShare = async (png: Buffer) => {
  const samples = await sharp(png).raw().toBuffer();
  return samples.filter((sample) => sample === 255).length / samples.length;
};

describe.each(databases)('a restoration on $name', ({ open }) => {
  let cloud: TestCloud;
  let account: TestAccount;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    account = await cloud.account();
    restoreHere(cloud);
  });
  afterEach(() => cloud.close());

  const restore = (photoId: string, body: object = {}, headers: Record<string, string> = {}) =>
    account.call('POST', `/api/photos/${photoId}/restore`, body, headers);
  const restored = async (photoId: string, body: object = {}) =>
    await restorationIs(account, (await restore(photoId, body)).body.restoration_id, 'completed');
  const cancel = (id: string, by = account) => by.call('PUT', `/api/restorations/${id}/cancel`);
  const photosOf = async () => (await account.call('GET', '/api/photos')).body.items;

  it('says what was found and done, shows both sides and the mask, and its result can be ordered', async () => {
    const photoId = await uploadPhoto(account);
    const done = await restored(photoId, { colour: 'monochrome' });
    expect(done).toMatchObject({ outcome: 'restored', version: 1, based_on: null, preview_only: false });
    expect(done.report.summary.en).toMatch(/^Restored: .*made black and white\.$/);
    expect(done.report.summary.zh).toMatch(/^修复完成：.*转为黑白。$/);
    expect(done.report.found).toMatchObject([{ code: 'fade', zh: expect.any(String) }]);
    expect(done.report.done.at(-1)).toMatchObject({ step: 'monochrome' });
    const [before, after, mask] = await Promise.all(
      [done.before_preview_url, done.after_preview_url, done.mask_url].map(get),
    );
    const shown = { format: 'jpeg', width: 240, height: 160 };
    expect(await sharp(before!.bytes).metadata()).toMatchObject(shown);
    expect(await sharp(after!.bytes).metadata()).toMatchObject(shown);
    expect(await sharp(mask!.bytes).metadata()).toMatchObject({ ...shown, format: 'png', channels: 1 });
    const photo = (await account.call('GET', `/api/photos/${done.result_photo_id}`)).body;
    const { restoration_id, engine, options } = done;
    expect(photo).toMatchObject({
      restored_from: photoId,
      restoration: { restoration_id, engine, options },
    });
    const items = [{ photo_id: photo.photo_id, size: '4x6', paper_type: 'glossy', quantity: 1 }];
    expect((await account.call('POST', '/api/orders', { items })).status).toBe(201);
  });

  it('leaves a good photo alone and says so, with no new photo; a preview makes none either', async () => {
    // That both have the same pictures is for the engine to say.
    restoreHere(cloud, { isAnew: true });
    const goodId = await uploadPhoto(account, goodPhoto);
    const good = await restored(goodId);
    expect(good).toMatchObject({ outcome: 'nothing_needed', result_photo_id: goodId, applied: [] });
    expect(good).toMatchObject({ after_preview_url: good.before_preview_url, report: { done: [] } });
    expect(good.report.summary.en).toMatch(/needs no restoration/);
    const share = (restoration_id: string) =>
      account.call('POST', '/api/restore-shares', { restoration_ids: [restoration_id] });
    expect((await share(good.restoration_id)).status).toBe(201);
    const photoId = await uploadPhoto(account);
    const preview = await restored(photoId, { preview_only: true });
    expect(preview).toMatchObject({ outcome: 'preview', result_photo_id: null, preview_only: true });
    expect((await get(preview.after_preview_url)).status).toBe(200);
    expect(await photosOf()).toHaveLength(2);
    const shared = await share(preview.restoration_id);
    expect([shared.status, shared.body.error]).toEqual([409, expect.stringMatching(/no new photo/)]);
    const full = await restored(photoId);
    expect(full.restoration_id).not.toBe(preview.restoration_id);
    expect((await get(full.after_preview_url)).bytes).toEqual((await get(preview.after_preview_url)).bytes);
  });

  it('refuses what makes no sense together, naming the field', async () => {
    const photoId = await uploadPhoto(account);
    const off = { defects: false, denoise: false, deblock: false, fade: false, cast: false, contrast: false };
    const mask = (await makeMask()).toString('base64');
    const cases: [object, number, RegExp][] = [
      [{ enlarge_factor: 2, steps: { enlarge: false } }, 422, /^enlarge_factor: /],
      [{ steps: off }, 422, /^steps: every step is off/],
      [{ mask, steps: { defects: false } }, 422, /^mask: /],
      [{ based_on: newId() }, 422, /^based_on: /],
      [{ mask, based_on: newId() }, 404, /No such restoration/],
      [{ enlarge_factor: 5 }, 400, /^enlarge_factor: must be 2, 3 or 4/],
      [{ steps: { scratches: true } }, 400, /^steps: has unknown fields/],
      [{ strength: 101 }, 400, /^strength: /],
      [{ mask: '%%%' }, 400, /base64/],
    ];
    for (const [body, status, sentence] of cases) {
      const reply = await restore(photoId, body);
      expect([body, reply.status, reply.body.error]).toEqual([body, status, expect.stringMatching(sentence)]);
    }
    const large = { width_px: 6000, height_px: 4000 };
    await cloud.deps.database.query.updateTable('documents').set(large).where('id', '=', photoId).execute();
    const reply = await restore(photoId, { enlarge_factor: 4 });
    expect([reply.status, reply.body.error]).toEqual([
      422,
      expect.stringMatching(/24000 x 16000 pixels.*2 is the largest/),
    ]);
    expect((await account.call('GET', '/api/restorations')).body.total).toBe(0);
  });

  it('writes options in one way: what is the same is the same restoration, a repeat with a key too', async () => {
    const photoId = await uploadPhoto(account);
    holdRestorations(cloud);
    const first = await restore(photoId, {}, { 'idempotency-key': 'once' });
    expect(first.body.options.steps).toMatchObject({ defects: true, fade: true, deskew: false });
    const again = await restore(photoId, {}, { 'idempotency-key': 'once' });
    const spelt = await restore(photoId, { steps: { cast: true, deskew: false }, colour: 'keep' });
    expect([again, spelt].map(({ body }) => body.restoration_id)).toEqual(
      Array(2).fill(first.body.restoration_id),
    );
    const larger = await restore(photoId, { enlarge_factor: 3 });
    expect(larger.body.options).toMatchObject({ steps: { enlarge: true }, enlarge_factor: 3 });
    expect((await restore(photoId, { strength: 9 }, { 'idempotency-key': 'once' })).status).toBe(409);
  });

  it('takes a corrected mask as a new version, and nothing that is no mask of this photo', async () => {
    const photoId = await uploadPhoto(account);
    const first = await restored(photoId);
    const path = `/api/restorations/${first.restoration_id}/mask`;
    const mask = await makeMask();
    const sent = await account.upload(path, mask, 'mask.png');
    expect([sent.status, sent.body]).toMatchObject([
      201,
      { version: 2, based_on: first.restoration_id, options: first.options },
    ]);
    const second = await restorationIs(account, sent.body.restoration_id, 'completed');
    expect(second.report.repaired_percent).toBeCloseTo(3.33, 1);
    expect(await whiteShare((await get(second.mask_url)).bytes)).toBeCloseTo(8 / 240, 5);
    expect((await account.upload(path, mask)).body.restoration_id).toBe(second.restoration_id);
    const content = (await makeMask({ left: 90 })).toString('base64');
    const inJson = await account.call('POST', path, { content });
    const inline = { mask: content, based_on: first.restoration_id };
    expect((await restore(photoId, inline)).body.restoration_id).toBe(inJson.body.restoration_id);
    const third = `/api/restorations/${second.restoration_id}/mask`;
    expect((await account.upload(third, await makeMask({ left: 9 }))).body.version).toBe(3);
    const refused: [Buffer, RegExp][] = [
      [await makeMask({ widthPx: 160, heightPx: 240 }), /160 x 240 pixels, the upright photo 240 x 160/],
      [await makeMask({ colour: [255, 0, 0] }), /black and white/],
      [await sharp(mask).negate({ alpha: false }).png().toBuffer(), /marks 97 %/],
      [fadedPhoto, /must be a PNG/],
      [Buffer.from('<svg/>'), /must be a PNG/],
      [mask.subarray(0, mask.length / 2), /file: /],
      [Buffer.alloc(0), /empty/],
    ];
    for (const [bytes, sentence] of refused) {
      const reply = await account.upload(path, bytes, 'mask.png');
      expect([reply.status, reply.body.error]).toEqual([422, expect.stringMatching(sentence)]);
    }
    const outsider = await cloud.account();
    expect((await outsider.upload(path, mask)).status).toBe(404);
    const { body } = await account.call('GET', `/api/restorations?photo_id=${photoId}`);
    expect(body.total).toBe(4);
  });

  it('is not corrected while it is worked on', async () => {
    const held = holdRestorations(cloud);
    const { restoration_id } = (await restore(await uploadPhoto(account))).body;
    await until('it began', () => held.length > 0);
    const reply = await account.upload(`/api/restorations/${restoration_id}/mask`, await makeMask());
    expect([reply.status, reply.body.error]).toEqual([409, expect.stringMatching(/processing/)]);
    expect((await cancel(restoration_id)).status).toBe(200);
    const after = await account.upload(`/api/restorations/${restoration_id}/mask`, await makeMask());
    expect(after.status).toBe(201);
  });

  it('tells whoever waits how far it is, newest first of all, and when it ends', async () => {
    const held = holdRestorations(cloud);
    const { restoration_id, revision } = (await restore(await uploadPhoto(account))).body;
    const wait = async (more: string) =>
      (await account.call('GET', `/api/restorations/${restoration_id}?wait_seconds=20${more}`)).body;
    const begun = await wait(`&after_revision=${revision}`);
    expect(begun).toMatchObject({ status: 'processing', stage: 'read', carried_out_by: 'cloud' });
    await until('it began', () => held.length > 0);
    held[0]!.tell(0.5, 'defects');
    const told = await wait(`&after_revision=${begun.revision}`);
    expect(told).toMatchObject({ stage: 'defects', progress_percent: 48 });
    expect(told.stage_words.zh).toMatch(/划痕/);
    expect(told.revision).toBeGreaterThan(begun.revision);
    const ended = wait('');
    await held[0]!.finish();
    expect(await ended).toMatchObject({ status: 'completed', stage: null, progress_percent: 100 });
    const outsider = await cloud.account();
    const asked = await outsider.call('GET', `/api/restorations/${restoration_id}?wait_seconds=20`);
    expect(asked.status).toBe(404);
    const many = await account.call('GET', `/api/restorations/${restoration_id}?wait_seconds=26`);
    expect(many.status).toBe(400);
  });

  it('is cancelled while it waits and while it is worked on, by its owner alone; then the photo can go', async () => {
    const held = holdRestorations(cloud);
    const photoId = await uploadPhoto(account);
    const first = (await restore(photoId)).body.restoration_id;
    await until('it began', () => held.length > 0);
    const second = (await restore(photoId, { strength: 50 })).body.restoration_id;
    const outsider = await cloud.account();
    expect((await cancel(first, outsider)).status).toBe(404);
    expect((await cancel(second)).body).toMatchObject({ status: 'cancelled', result_photo_id: null });
    expect((await cancel(first)).body.status).toBe('cancelled');
    await until('the work was ended', () => held[0]!.signal.aborted);
    expect((await cancel(first)).status).toBe(200);
    const ask = { restoration_ids: [first] };
    expect((await account.call('POST', '/api/restore-shares', ask)).body.error).toMatch(/is cancelled/);
    const fresh = (await restore(photoId)).body;
    expect(fresh.restoration_id).not.toBe(first);
    await until('it began', () => held.length > 1);
    expect(held).toHaveLength(2);
    await held[1]!.finish();
    await restorationIs(account, fresh.restoration_id, 'completed');
    const late = await cancel(fresh.restoration_id);
    expect([late.status, late.body.error]).toEqual([409, expect.stringMatching(/completed/)]);
    expect((await account.call('DELETE', `/api/photos/${photoId}`)).status).toBe(200);
  });

  it('ends once, whether it is cancelled or completed first', async () => {
    const held = holdRestorations(cloud);
    for (let round = 0; round < 6; round++) {
      const { restoration_id } = (await restore(await uploadPhoto(account))).body;
      await until('it began', () => held.length > round);
      const finished = held[round]!.finish();
      await new Promise((resolve) => setTimeout(resolve, round * 8));
      const { status } = await cancel(restoration_id);
      await finished.catch(() => {});
      const end = await until('it ended', async () => {
        const { body } = await account.call('GET', `/api/restorations/${restoration_id}`);
        return ['cancelled', 'completed'].includes(body.status) && body;
      });
      expect([200, 409]).toContain(status);
      expect(end.status).toBe(status === 200 ? 'cancelled' : 'completed');
      expect(end.result_photo_id === null).toBe(status === 200);
      const ends = await cloud.deps.database.query
        .selectFrom('events')
        .select('type')
        .where('subject_id', '=', restoration_id)
        .where('type', 'in', ['restoration.cancelled', 'restoration.completed'])
        .execute();
      expect(ends).toHaveLength(1);
    }
    const made = (await photosOf()).filter((photo: { restored_from: string | null }) => photo.restored_from);
    const { items } = (await account.call('GET', '/api/restorations?page_size=100')).body;
    expect(made).toHaveLength(items.filter((it: { status: string }) => it.status === 'completed').length);
  });

  it('waits its turn: an account with a hundred delays another by what is begun, and has a limit', async () => {
    const held = holdRestorations(cloud);
    const photoId = await uploadPhoto(account);
    const first = (await restore(photoId)).body.restoration_id;
    await until('it began', () => held.length > 0);
    const { query } = cloud.deps.database;
    const row = await query.selectFrom('restorations').selectAll().executeTakeFirstOrThrow();
    const waiting = { state: 'queued', executor: null, lease_until: null } as const;
    const hundred = Array.from({ length: 100 }, () => ({ ...row, ...waiting, id: newId() }));
    await query.insertInto('restorations').values(hundred).execute();
    const full = await restore(photoId, { strength: 7 });
    expect([full.status, full.headers.get('retry-after')]).toEqual([429, '30']);
    const other = await cloud.account();
    const asked = await other.call('POST', `/api/photos/${await uploadPhoto(other)}/restore`);
    expect(asked.body).toMatchObject({ status: 'queued', waiting_before: 0 });
    expect((await account.call('GET', `/api/restorations/${hundred[99]!.id}`)).body.waiting_before).toBe(100);
    await held[0]!.finish();
    await restorationIs(account, first, 'completed');
    await restorationIs(other, asked.body.restoration_id, 'processing');
    const second = await other.call('POST', `/api/photos/${asked.body.photo_id}/restore`, { strength: 8 });
    expect(second.body.waiting_before).toBe(2);
  });

  it('is the same over MCP as over REST, refusals too', async () => {
    const photoId = await uploadPhoto(account);
    const { apiKey } = account;
    const over = (name: string) => {
      const operation = operations.find((each) => each.name === name)!;
      return (input: Record<string, unknown>) => callOverMcp(cloud.url, { apiKey, operation, input });
    };
    const [start, look] = [over('restoration_preview'), over('get_restoration')];
    const first = await start({ photo_id: photoId });
    const restoration_id = first.body.restoration_id;
    expect((await restore(photoId)).body.restoration_id).toBe(restoration_id);
    const done = (await look({ restoration_id, wait_seconds: 25 })).body;
    expect(done).toMatchObject({ status: 'completed', outcome: 'restored' });
    const seen = (await account.call('GET', `/api/restorations/${restoration_id}`)).body;
    expect({ ...done, age_seconds: 0 }).toEqual({ ...seen, age_seconds: 0 });
    const mask = (await makeMask()).toString('base64');
    const corrected = (await start({ photo_id: photoId, mask, based_on: restoration_id })).body;
    expect(corrected).toMatchObject({ version: 2, based_on: restoration_id });
    for (const input of [{ enlarge_factor: 3, steps: { enlarge: false } }, { mask: 'aGk=' }]) {
      const refused = await start({ photo_id: photoId, ...input });
      expect(refused).toEqual({ isError: true, body: (await restore(photoId, input)).body.error });
    }
    expect((await start({ photo_id: newId() })).body).toBe('No such photo.');
  });

  it('takes its pictures with it when a photo is deleted, the source’s and the result’s', async () => {
    const photoId = await uploadPhoto(account);
    const done = await restored(photoId);
    const path = `/api/restorations/${done.restoration_id}`;
    await account.call('DELETE', `/api/photos/${done.result_photo_id}`);
    const without = (await account.call('GET', path)).body;
    expect(without).toMatchObject({ after_preview_url: null, result_download_url: null });
    expect((await get(done.after_preview_url)).status).toBe(404);
    expect((await get(done.before_preview_url)).status).toBe(200);
    await account.call('DELETE', `/api/photos/${photoId}`);
    const bare = (await account.call('GET', path)).body;
    expect(bare).toMatchObject({ status: 'completed', before_preview_url: null, mask_url: null });
    for (const url of [done.before_preview_url, done.mask_url]) expect((await get(url)).status).toBe(404);
    expect((await restore(photoId)).status).toBe(404);
    expect((await account.upload(`${path}/mask`, await makeMask())).status).toBe(404);
    cloud.clock.offsetMs = 26 * 3_600_000;
    await sweepFiles(cloud.deps);
    cloud.clock.offsetMs = 52 * 3_600_000;
    await sweepFiles(cloud.deps);
    const left = await cloud.deps.database.query
      .selectFrom('stored_files')
      .select('sha256')
      .where('state', '=', 'stored')
      .execute();
    expect(left).toEqual([]);
  });
});
