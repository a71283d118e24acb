/** A picture that could not be made in time is one that can be asked for again: of the machine nothing is concluded about the file. */
import { ImagingRefusal, type ImagingRefusalReason } from '@platen/imaging/imaging-refusal';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';

let cloud: TestCloud;
let account: TestAccount;
let jpeg: Buffer;
let seed = 1;
beforeAll(async () => {
  cloud = await startTestCloud();
  account = await cloud.account();
});
afterAll(() => cloud.close());

/** Fails once with this reason, then works. */
function failOnce(task: 'probe' | 'thumbnail', reason: ImagingRefusalReason): void {
  const { imaging } = cloud.deps;
  const works = imaging[task];
  const fails = () => {
    imaging[task] = works as never;
    return Promise.reject(new ImagingRefusal(reason));
  };
  imaging[task] = fails as never;
}
const upload = async () => {
  jpeg = await makeJpeg({ widthPx: 300, heightPx: 200, seed: seed++ });
  return await account.upload('/api/photos/upload', jpeg);
};

describe.each(['took_too_long', 'process_ended'] as const)('%s', (reason) => {
  it('at a small picture: again in a moment, and then it is there', async () => {
    const { thumbnail_url } = (await upload()).body;
    failOnce('thumbnail', reason);
    const refused = await fetch(thumbnail_url);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await refused.json()).toEqual({
      error: expect.stringContaining('Try again in a moment.'),
      retry_after_seconds: 5,
    });
    const looked = await fetch(thumbnail_url);
    expect([looked.status, looked.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  it('at an upload: not refused for good; sent in several requests, its bytes are still there', async () => {
    failOnce('probe', reason);
    expect((await upload()).status).toBe(429);
    const announced = { kind: 'photo', filename: 'a.jpg', bytes: jpeg.length };
    const { upload_id } = (await account.call('POST', '/api/uploads', announced)).body;
    const sent = await fetch(`${cloud.url}/api/uploads/${upload_id}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${account.apiKey}`,
        'content-type': 'application/partial-upload',
        'upload-offset': '0',
      },
      body: new Uint8Array(jpeg),
    });
    expect(sent.status).toBeLessThan(300);
    failOnce('probe', reason);
    const finish = () => account.call('POST', `/api/uploads/${upload_id}/finish`);
    expect((await finish()).status).toBe(429);
    const finished = await finish();
    expect([finished.status, finished.body.width_px]).toEqual([201, 300]);
  });
});

it('a file that is to blame itself is refused for good, and not looked at again', async () => {
  const { thumbnail_url } = (await upload()).body;
  failOnce('thumbnail', 'cannot_decode');
  for (let time = 0; time < 2; time += 1) expect((await fetch(thumbnail_url)).status).toBe(422);
});
