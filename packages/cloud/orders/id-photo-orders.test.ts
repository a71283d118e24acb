/** ID photos through the whole way: uploaded, judged as such, ordered without a crop, cut by the head; and those that can't be. */
import { makePortrait } from '@platen/imaging/testing/face-photos';
import { drawScene } from '@platen/imaging/testing/scene-samples';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';

describe('ID photos', () => {
  let cloud: TestCloud;
  let account: TestAccount;
  let portraitId: string;
  let sceneId: string;
  let coupleId: string;
  let face: { left: number; top: number; width: number; height: number };
  beforeAll(async () => {
    cloud = await startTestCloud();
    account = await cloud.account();
    const portrait = await makePortrait();
    face = portrait.face;
    const { rgb, widthPx, heightPx } = portrait.pixels;
    const raw = { width: widthPx, height: heightPx, channels: 3 as const };
    const upload = async (bytes: Buffer) => (await account.upload('/api/photos/upload', bytes)).body.photo_id;
    const one = await sharp(rgb, { raw }).jpeg({ quality: 95 }).toBuffer();
    portraitId = await upload(one);
    const half = await sharp(one).extract({ left: 120, top: 0, width: 400, height: heightPx }).toBuffer();
    const create = { width: 800, height: heightPx, channels: 3, background: '#888' } as const;
    const couple = sharp({ create }).composite([
      { input: half, left: 0, top: 0 },
      { input: half, left: 400, top: 0 },
    ]);
    coupleId = await upload(await couple.jpeg({ quality: 95 }).toBuffer());
    const { pixels } = drawScene({ widthPx: 900, heightPx: 600, seed: 3 });
    sceneId = await upload(
      await sharp(pixels, { raw: { width: 900, height: 600, channels: 3 } })
        .jpeg()
        .toBuffer(),
    );
  });
  afterAll(() => cloud.close());

  const order = (photo_id: string, more: object = {}) =>
    account.call('POST', '/api/orders', {
      items: [
        {
          photo_id,
          size: '4x6',
          paper_type: 'glossy',
          quantity: 1,
          layout: { kind: 'id_photo', photo_size: 'cn-1inch' },
          ...more,
        },
      ],
    });
  const check = async (photo_id: string, query: string) =>
    (await account.call('GET', `/api/photos/${photo_id}/quality-check?size=4x6&${query}`)).body;

  it('are cut around the whole head, and the order says which part', async () => {
    const { status, body } = await order(portraitId);
    expect(status).toBe(201);
    const { crop } = body.items[0];
    expect(crop.top).toBeLessThan(face.top - 0.2 * face.height);
    expect(crop.top + crop.height).toBeGreaterThan(face.top + face.height * 0.95);
    expect(crop.left + crop.width / 2).toBeCloseTo(face.left + face.width / 2, 1);
    expect((crop.width * 640) / (crop.height * 427)).toBeCloseTo(25 / 35, 1);
    const judged = await check(portraitId, 'photo_size=cn-1inch');
    expect(judged).toMatchObject({ photo_size: 'cn-1inch', fit: 'fill', suggested_fit: 'fill' });
    expect(judged.suggested_crop.shares.top).toBeCloseTo(crop.top, 2);
    expect(judged.findings.map(({ name }: { name: string }) => name)).toContain('id_head_height');
  });

  it('without one face are refused with the reason, and taken with a crop', async () => {
    for (const [photoId, words, name] of [
      [sceneId, /no face was found/, 'id_no_face'],
      [coupleId, /several faces/, 'id_several_faces'],
    ] as const) {
      const { status, body } = await order(photoId);
      expect(status).toBe(422);
      expect(body.error).toMatch(/^items\[0\]\.layout: can't be cut to cn-1inch by the head: /);
      expect(body.error).toMatch(words);
      expect((await check(photoId, 'photo_size=35x45')).findings[0]).toMatchObject({
        name,
        severity: 'fatal',
      });
      const crop = { left: 0.1, top: 0.1, width: 0.5, height: 0.8 };
      expect((await order(photoId, { crop })).status).toBe(201);
    }
  });

  it('fill their size, and are named as the print options name them', async () => {
    const fitted = await account.call(
      'GET',
      `/api/photos/${portraitId}/quality-check?size=4x6&photo_size=35x45&fit=fit`,
    );
    expect(fitted.status).toBe(422);
    const unknown = await account.call(
      'GET',
      `/api/photos/${portraitId}/quality-check?size=4x6&photo_size=9x9`,
    );
    expect(unknown.status).toBe(400);
  });
});
