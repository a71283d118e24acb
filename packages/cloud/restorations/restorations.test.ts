/** Restorations carried out by the cloud, and shares of their results; on both databases. */
import { drawScene } from '@platen/imaging/testing/scene-samples';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { deriveKey } from '../cloud-secret.ts';
import { newId } from '../ids.ts';
import { newShareCode } from '../share-code.ts';
import { restoreHere } from '../testing/restoration-bench.ts';
import { hashPasscode } from './restore-share-rules.ts';

const { pixels, ...size } = drawScene({ widthPx: 480, heightPx: 320, seed: 9 });
const raw = { raw: { width: size.widthPx, height: size.heightPx, channels: 3 as const } };
const upToWhite = await sharp(pixels, raw).normalise().raw().toBuffer();
/** Faded and yellow. */
const faded = await sharp(upToWhite, raw)
  .linear([0.5, 0.48, 0.35], [70, 62, 45])
  .jpeg({ quality: 95 })
  .toBuffer();

const upToWhiteJpeg = await sharp(upToWhite, raw).jpeg({ quality: 95 }).toBuffer();

const shown = { format: 'jpeg', width: size.widthPx, height: size.heightPx };

const pause = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs));

describe.each(databases)('restorations on $name', ({ open }) => {
  let cloud: TestCloud;
  let account: TestAccount;
  let inPool: TestCloud['deps']['imaging']['restorePhoto'];
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    account = await cloud.account();
    inPool = cloud.deps.imaging.restorePhoto;
    restoreHere(cloud);
  });
  afterEach(() => cloud.close());

  const photoOf = async (bytes: Uint8Array = faded) =>
    (await account.upload('/api/photos/upload', bytes, 'grandma.png')).body.photo_id as string;

  async function until(restorationId: string, status: string) {
    for (;;) {
      const { body } = await account.call('GET', `/api/restorations/${restorationId}`);
      if (body.status === status) return body;
      expect(['queued', 'processing']).toContain(body.status);
      await pause(30);
    }
  }

  async function restored(body: object = {}) {
    const started = await account.call('POST', `/api/photos/${await photoOf()}/restore`, body);
    expect(started.status).toBe(201);
    return await until(started.body.restoration_id, 'completed');
  }

  it('make a new photo of the account, with previews, and leave the old one as it was', async () => {
    cloud.deps.imaging.restorePhoto = inPool;
    const photo_id = await photoOf();
    const started = await account.call('POST', `/api/photos/${photo_id}/restore`);
    expect(started.body).toMatchObject({ status: 'queued', photo_id, result_photo_id: null, applied: null });
    const done = await until(started.body.restoration_id, 'completed');
    expect(done).toMatchObject({ progress_percent: 100, carried_out_by: 'cloud', message: '' });
    expect(done.applied).toContain('fade');
    for (const url of [done.before_preview_url, done.after_preview_url]) {
      expect(await sharp(Buffer.from(await (await fetch(url)).arrayBuffer())).metadata()).toMatchObject(
        shown,
      );
    }
    const result = await account.call('GET', `/api/photos/${done.result_photo_id}`);
    expect(result.body).toMatchObject({
      restored_from: photo_id,
      filename: 'grandma (restored).jpg',
      width_px: 480,
    });
    expect(result.body.sha256).not.toBe((await account.call('GET', `/api/photos/${photo_id}`)).body.sha256);
    expect((await account.call('GET', '/api/restorations')).body).toMatchObject({ total: 1 });
  });

  it('answer the restoration there is for the same options, and the same bytes for the same photo', async () => {
    cloud.deps.imaging.restorePhoto = inPool;
    const photo_id = await photoOf();
    const first = (await account.call('POST', `/api/photos/${photo_id}/restore`)).body;
    const same = (await account.call('POST', `/api/photos/${photo_id}/restore`, { strength: 100 })).body;
    expect(same.restoration_id).toBe(first.restoration_id);
    const other = (await account.call('POST', `/api/photos/${photo_id}/restore`, { strength: 50 })).body;
    expect(other.restoration_id).not.toBe(first.restoration_id);
    const done = await until(first.restoration_id, 'completed');
    const again = await restored();
    const shaOf = async (id: string) => (await account.call('GET', `/api/photos/${id}`)).body.sha256;
    expect(await shaOf(again.result_photo_id)).toBe(await shaOf(done.result_photo_id));
    await account.call('DELETE', `/api/photos/${done.result_photo_id}`);
    const fresh = (await account.call('POST', `/api/photos/${photo_id}/restore`)).body;
    expect(fresh.restoration_id).not.toBe(first.restoration_id);
  });

  it('belong to their owner, keep their photo from being deleted, and refuse what is too large', async () => {
    const photo_id = await photoOf();
    const outsider = await cloud.account();
    expect((await outsider.call('POST', `/api/photos/${photo_id}/restore`)).status).toBe(404);
    cloud.deps.imaging.restorePhoto = () =>
      new Promise((_resolve, reject) => setTimeout(reject, 500, new Error('x')));
    const { body } = await account.call('POST', `/api/photos/${photo_id}/restore`);
    expect((await outsider.call('GET', `/api/restorations/${body.restoration_id}`)).status).toBe(404);
    const refused = await account.call('DELETE', `/api/photos/${photo_id}`);
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining(body.restoration_id)]);
    await cloud.deps.database.query
      .updateTable('documents')
      .set({ width_px: 10_000, height_px: 5_000 })
      .where('id', '=', photo_id)
      .execute();
    expect((await account.call('POST', `/api/photos/${photo_id}/restore`, { strength: 9 })).status).toBe(422);
    expect((await account.call('POST', `/api/photos/${photo_id}/restore`, { strength: 0 })).status).toBe(400);
  });

  it('are taken up again when whoever worked on them is gone, and fail when that goes on', async () => {
    const { database } = cloud.deps;
    const { restorePhoto } = cloud.deps.imaging;
    let begun = 0;
    cloud.deps.imaging.restorePhoto = async () => {
      begun += 1;
      throw new Error('the disk is full');
    };
    const { body } = await account.call('POST', `/api/photos/${await photoOf()}/restore`);
    expect((await until(body.restoration_id, 'failed')).message).toMatch(/several times/);
    expect(begun).toBe(3);
    cloud.deps.imaging.restorePhoto = restorePhoto;
    // As a process leaves it that was killed.
    const lost = {
      state: 'processing',
      executor: 'cloud gone',
      attempts: 1,
      lease_until: Date.now() - 1,
    } as const;
    await database.query
      .updateTable('restorations')
      .set(lost)
      .where('id', '=', body.restoration_id)
      .execute();
    expect(await until(body.restoration_id, 'completed')).toMatchObject({ carried_out_by: 'cloud' });
    const events = await database.query.selectFrom('events').selectAll().orderBy('seq').execute();
    expect(events.at(-1)).toMatchObject({ type: 'restoration.completed' });
    expect(JSON.parse(events.at(-1)!.data)).toMatchObject({ from: 'processing', to: 'completed' });
  });

  it('can be shared: each account claims its own copy once', async () => {
    const done = await restored();
    const ask = { restoration_ids: [done.restoration_id], message: 'For you', max_claims: 2 };
    const { status, body: share } = await account.call('POST', '/api/restore-shares', ask);
    expect(status).toBe(201);
    expect(share).toMatchObject({ status: 'active', passcode: null, claims: 0, has_passcode: false });
    const info = await fetch(
      `${cloud.url}/api/restore-shares/${share.code.toLowerCase().replaceAll('-', '')}`,
    );
    const seen = await info.json();
    expect(seen).toMatchObject({ status: 'active', photos: 1, claims_left: 2, message: 'For you' });
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${account.accountId}|Test|\\+86`));
    const friend = await cloud.account();
    const claim = (by: TestAccount) => by.call('POST', '/api/restore-shares/claim', { code: share.code });
    const first = await claim(friend);
    expect(first.status).toBe(201);
    const [copy] = first.body.photos;
    expect(copy.photo_id).not.toBe(done.result_photo_id);
    expect(copy.restored_from).toBeNull();
    expect((await claim(friend)).body.photos[0].photo_id).toBe(copy.photo_id);
    expect((await friend.call('GET', `/api/photos/${copy.photo_id}`)).status).toBe(200);
    expect((await claim(account)).status).toBe(409);
    await claim(await cloud.account());
    expect((await claim(await cloud.account())).body.error).toMatch(/as often as it may/);
    const list = await account.call('GET', '/api/restore-shares?limit=1');
    expect(list.body).toMatchObject({ total: 1, page_size: 1, items: [{ claims: 2, status: 'full' }] });
  });

  it('are never claimed more often than allowed, however many come at once', async () => {
    const done = await restored();
    const ask = { restoration_ids: [done.restoration_id], max_claims: 7 };
    const share = (await account.call('POST', '/api/restore-shares', ask)).body;
    const friends = await Promise.all(Array.from({ length: 25 }, () => cloud.account()));
    // Everybody twice: 50 at once.
    const replies = await Promise.all(
      [...friends, ...friends].map((friend) =>
        friend.call('POST', '/api/restore-shares/claim', { code: share.code }),
      ),
    );
    expect([...new Set(replies.map(({ status }) => status))].toSorted()).toEqual([201, 409]);
    const claimed = friends.map((_, index) =>
      [replies[index]!, replies[index + 25]!].filter((it) => it.status === 201),
    );
    expect(claimed.filter((mine) => mine.length > 0)).toHaveLength(7);
    for (const mine of claimed) {
      expect(new Set(mine.map((reply) => reply.body.photos[0].photo_id)).size).toBeLessThanOrEqual(1);
    }
    const copies = await cloud.deps.database.query
      .selectFrom('documents')
      .select('id')
      .where('account_id', '!=', account.accountId)
      .execute();
    expect(copies).toHaveLength(7);
  });

  it('are counted for a network when they begin, and not when they are asked for again', async () => {
    const admin = await cloud.account({ role: 'admin' });
    const limit = { max: 1, window_seconds: 3600 };
    expect((await admin.call('PUT', '/api/admin/rate-limits/restoration_network', limit)).status).toBe(200);
    const [one, other] = [await photoOf(), await photoOf(upToWhiteJpeg)];
    const start = async (photo_id: string) =>
      (await account.call('POST', `/api/photos/${photo_id}/restore`)).status;
    expect([await start(one), await start(one), await start(other), await start(one)]).toEqual([
      201, 201, 429, 201,
    ]);
  });

  it('can be shared with a passcode, of which only wrong guesses count', async () => {
    const done = await restored();
    const ask = { restoration_ids: [done.restoration_id], with_passcode: true, max_claims: 20 };
    const { code, passcode, share_id } = (await account.call('POST', '/api/restore-shares', ask)).body;
    expect(passcode).toMatch(/^\d{6}$/);
    const stored = await cloud.deps.database.query
      .selectFrom('restore_shares')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toContain(passcode);
    expect((await account.call('GET', `/api/restore-shares/${code}`)).body).toMatchObject({
      needs_passcode: true,
      preview_urls: [],
    });
    const claim = async (by: TestAccount, guess?: string) =>
      (await by.call('POST', '/api/restore-shares/claim', { code, ...(guess && { passcode: guess }) }))
        .status;
    for (let friend = 0; friend < 4; friend++) expect(await claim(await cloud.account(), passcode)).toBe(201);
    // A family behind one address, all at the same moment: right ones use nothing up for each other.
    const family = await Promise.all(Array.from({ length: 10 }, () => cloud.account()));
    const together = await Promise.all(family.map((each) => claim(each, passcode)));
    expect(together).toEqual(Array(10).fill(201));
    const wrong = passcode === '000000' ? '000001' : '000000';
    const guesser = await cloud.account();
    expect(await claim(guesser)).toBe(403);
    for (let guess = 0; guess < 5; guess++) expect(await claim(guesser, wrong)).toBe(403);
    expect(await claim(guesser, wrong)).toBe(429);
    expect(await claim(guesser, passcode)).toBe(429);
    cloud.clock.offsetMs = 3_600_000;
    expect(await claim(guesser, passcode)).toBe(201);
    expect((await guesser.call('DELETE', `/api/restore-shares/${share_id}`)).status).toBe(404);
  });

  it('count guesses of a passcode by /64, and from everywhere together', async () => {
    const away = await startTestCloud(await open(), {}, { trustProxy: ['loopback'] });
    try {
      const { share, owner } = await insertShare(away);
      const guesser = await away.account();
      const claim = async (address: string, passcode: string) => {
        const from = { 'x-forwarded-for': address };
        const body = { code: share.code, passcode };
        return (await guesser.call('POST', '/api/restore-shares/claim', body, from)).status;
      };
      for (let host = 1; host <= 5; host++) expect(await claim(`2001:db8:1:2::${host}`, '111111')).toBe(403);
      expect(await claim('2001:db8:1:2:ffff::9', '111111')).toBe(429);
      // Somebody with a /48 has 65536 such networks.
      for (let net = 0; net < 19; net++) {
        for (let guess = 0; guess < 5; guess++) {
          expect(await claim(`2001:db8:9:${net.toString(16)}::1`, '111111')).toBe(403);
        }
      }
      expect(await claim('2001:db8:77::1', '111111')).toBe(429);
      expect(await claim('192.0.2.1', '111111')).toBe(429);
      expect(owner.accountId).not.toBe(guesser.accountId);
    } finally {
      await away.close();
    }
  });

  /** A share with the passcode 000000 and nothing in it: guesses never get as far as its photos. */
  async function insertShare(at: TestCloud) {
    const owner = await at.account();
    const now = Date.now();
    const shareId = newId();
    const key = deriveKey(at.deps.secret, 'restore-share');
    const share = {
      id: shareId,
      account_id: owner.accountId,
      code: newShareCode(),
      message: '',
      passcode_hash: hashPasscode(key, { shareId, passcode: '000000' }),
      expires_at: now + 3_600_000,
      max_claims: 1,
      claims: 0,
      revoked_at: null,
      created_at: now,
    };
    await at.deps.database.query.insertInto('restore_shares').values(share).execute();
    return { share, owner };
  }

  it('take no message that a database could not keep, and keep its lines', async () => {
    const restoration_ids = [(await restored()).restoration_id];
    const share = (message: string) =>
      account.call('POST', '/api/restore-shares', { restoration_ids, message });
    expect(await share('a\0b')).toMatchObject({
      status: 400,
      body: { error: 'message: must not contain control characters' },
    });
    expect((await share('one\ntwo\u{1f600}')).body.message).toBe('one\ntwo\u{1f600}');
    expect((await share('x'.repeat(501))).status).toBe(400);
  });

  it('are shared no longer when revoked, expired, or deleted by their owner; and only when completed and own', async () => {
    const done = await restored();
    const ask = { restoration_ids: [done.restoration_id], expire_days: 1 };
    const shares = [1, 2, 3].map(() => account.call('POST', '/api/restore-shares', ask));
    const [revoked, expired, emptied] = (await Promise.all(shares)).map(({ body }) => body);
    const friend = await cloud.account();
    const claim = (code: string) => friend.call('POST', '/api/restore-shares/claim', { code });
    const pictureOf = async (code: string): Promise<string> =>
      (await friend.call('GET', `/api/restore-shares/${code}`)).body.preview_urls[0];
    const [picture, otherPicture] = [await pictureOf(revoked.code), await pictureOf(expired.code)];
    const shown = await fetch(picture);
    expect(shown.headers.get('content-type')).toBe('image/jpeg');
    expect(shown.headers.get('cache-control')).toBe('private, no-cache');
    expect((await account.call('DELETE', `/api/restore-shares/${revoked.share_id}`)).body.status).toBe(
      'revoked',
    );
    expect((await claim(revoked.code)).body.error).toMatch(/withdrawn/);
    // The address was handed out before: it ends with the share, and nothing keeps the picture.
    const gone = await fetch(picture);
    expect(gone.status).toBe(404);
    expect((await fetch(otherPicture)).status).toBe(200);
    await account.call('DELETE', `/api/photos/${done.result_photo_id}`);
    expect((await claim(emptied.code)).body.error).toMatch(/deleted/);
    cloud.clock.offsetMs = 25 * 3_600_000;
    expect((await claim(expired.code)).body.error).toMatch(/expired/);
    expect((await fetch(otherPicture)).status).toBe(404);
    expect((await claim('R7QM-2XWP-9DTA-0K4H')).status).toBe(404);
    expect((await friend.call('POST', '/api/restore-shares', ask)).status).toBe(404);
    expect((await account.call('POST', '/api/restore-shares', ask)).status).toBe(409);
  });
});
