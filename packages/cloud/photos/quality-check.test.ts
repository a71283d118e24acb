/** The quality check over HTTP: measured once, every size arithmetic, ETag; findings that must and must not be there. */
import { wantedCrop } from '@platen/contracts/print-layout';
import { makePortrait } from '@platen/imaging/testing/face-photos';
import { drawScene } from '@platen/imaging/testing/scene-samples';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';

const scene = (widthPx: number, heightPx: number) =>
  sharp(drawScene({ widthPx, heightPx, seed: 5 }).pixels, {
    raw: { width: widthPx, height: heightPx, channels: 3 },
  });

describe('check_photo_quality', () => {
  let cloud: TestCloud;
  let account: TestAccount;
  beforeAll(async () => {
    cloud = await startTestCloud();
    account = await cloud.account();
  });
  afterAll(() => cloud.close());

  const check = async (bytes: Buffer, query: string) => {
    const { photo_id } = (await account.upload('/api/photos/upload', bytes)).body;
    const reply = await account.call('GET', `/api/photos/${photo_id}/quality-check?${query}`);
    return {
      ...reply,
      photo_id,
      codes: reply.body.findings?.map((finding: { name: string }) => finding.name),
    };
  };

  it('suggests a crop that keeps the face at the edge, in the words that an order takes', async () => {
    const { pixels, face } = await makePortrait();
    const raw = { width: pixels.widthPx, height: pixels.heightPx, channels: 3 as const };
    const block = { width: 120, height: 120, channels: 3 } as const;
    const left = Math.floor((face.left - 0.06) * pixels.widthPx);
    const photo = sharp(pixels.rgb, { raw })
      .extract({ left, top: 0, width: pixels.widthPx - left, height: pixels.heightPx })
      .extend({ right: 900, extendWith: 'copy' })
      // What draws the eye more than the face does.
      .composite([{ input: { create: { ...block, background: '#f00' } }, left: 1000, top: 150 }]);
    const { body } = await check(await photo.jpeg({ quality: 95 }).toBuffer(), 'size=4x6');
    const { by, shares, left_px, width_px } = body.suggested_crop;
    expect(by).toBe('faces');
    expect(left_px).toBeLessThan(0.05 * pixels.widthPx);
    expect(width_px).toBe(body.crop.width_px);
    expect(body.findings.map(({ name }: { name: string }) => name)).toContain('face_cut');
    expect(wantedCrop.parse(shares)).toMatchObject(shares);
  });

  it('finds nothing wrong with a sharp photo of the right shape, and says how it is placed', async () => {
    const { body, codes } = await check(await scene(1800, 1200).jpeg({ quality: 92 }).toBuffer(), 'size=4x6');
    expect(body).toMatchObject({ verdict: 'good', size: '4x6', fit: 'fill', turned: true, lost_percent: 0 });
    expect(body.crop).toEqual({ left_px: 0, top_px: 0, width_px: 1800, height_px: 1200 });
    expect(body.ppi).toBeCloseTo(300, 0);
    expect(codes).toEqual(['turned']);
  });

  it('names low resolution, blur, cropping, darkness and compression, each in two languages', async () => {
    expect((await check(await scene(900, 700).jpeg().toBuffer(), 'size=8x10')).body.verdict).toBe('poor');
    const tiny = await check(await scene(200, 160).jpeg().toBuffer(), 'size=8x10');
    expect(tiny.body.verdict).toBe('unprintable');
    expect(tiny.body.findings[0]).toMatchObject({ name: 'low_resolution', severity: 'fatal', unit: 'ppi' });
    expect(tiny.body.findings[0].sentence.zh).toMatch(/像素/);
    expect((await check(await scene(1800, 1200).blur(6).jpeg().toBuffer(), 'size=4x6')).codes).toContain(
      'blurred',
    );
    const long = await check(await scene(2400, 900).jpeg().toBuffer(), 'size=4x6');
    expect(long.codes).toContain('cropped');
    expect(long.body.crop).toMatchObject({ top_px: 0, height_px: 900, width_px: 1350 });
    const whole = await check(await scene(2400, 900).jpeg().toBuffer(), 'size=4x6&fit=fit');
    expect(whole.codes).toContain('white_borders');
    expect(whole.codes).not.toContain('cropped');
    expect(
      (await check(await scene(1800, 1200).linear(0.12, 0).jpeg().toBuffer(), 'size=4x6')).codes,
    ).toContain('too_dark');
    expect(
      (await check(await scene(1800, 1200).jpeg({ quality: 12 }).toBuffer(), 'size=4x6')).codes,
    ).toContain('compressed');
  });

  it('measures a photo once, however many sizes and how often', async () => {
    let measured = 0;
    const { imaging } = cloud.deps;
    const { measurePhoto } = imaging;
    imaging.measurePhoto = (...args) => {
      measured += 1;
      return measurePhoto(...args);
    };
    const bytes = await scene(1500, 1000).jpeg().toBuffer();
    const { photo_id } = (await account.upload('/api/photos/upload', bytes)).body;
    const path = `/api/photos/${photo_id}/quality-check?size=`;
    const first = await Promise.all(
      ['4x6', '6x4', '8x10', 'A4'].map((size) => account.call('GET', path + size)),
    );
    expect(first.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const again = await check(bytes, 'size=5x7');
    expect(again.status).toBe(200);
    expect(measured).toBe(1);
    const etag = first[0]!.headers.get('etag')!;
    const known = await account.call('GET', `${path}4x6`, undefined, { 'if-none-match': etag });
    expect(known.status).toBe(304);
  });

  it('refuses a size that is not offered, with those that are', async () => {
    const { status, body } = await check(await scene(300, 200).jpeg().toBuffer(), 'size=9x99');
    expect(status).toBe(422);
    expect(body.error).toMatch(/4x6.*8x10/);
  });
});
