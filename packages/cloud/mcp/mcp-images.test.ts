/** Pictures beside answers over MCP: when they are asked for, small, and of nothing that the caller may not see. */
import { makeJpeg, makePdf } from '@platen/imaging/testing/picture-samples';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmptySqlite } from '../../../test/fixtures/databases.ts';
import { type ToolAnswer, type ToolClient, toolClient } from '../../../test/fixtures/mcp/tool-client.ts';
import { fixedSpec, openPreOrderBench, type PreOrderBench } from '../testing/pre-order-bench.ts';

/** Pictures are made by a child process, on a machine that may have other things to do. */
const patienceMs = 180_000;

let bench: PreOrderBench;
let owner: ToolClient;
let guest: ToolClient;
beforeAll(async () => {
  bench = await openPreOrderBench(await openEmptySqlite());
  owner = toolClient(bench.cloud.url, bench.owner.apiKey);
  guest = toolClient(bench.cloud.url, bench.guest.apiKey);
}, patienceMs);
afterAll(() => bench.cloud.close());

async function expectPictures(answer: ToolAnswer, count: number): Promise<void> {
  expect(answer.isError).toBe(false);
  expect(answer.images).toHaveLength(count);
  for (const { mimeType, bytes } of answer.images) {
    expect(mimeType).toBe('image/jpeg');
    expect(bytes.length).toBeLessThanOrEqual(100 * 1024);
    const { format, width, height } = await sharp(bytes).metadata();
    expect([format, Math.max(width, height) <= 512]).toEqual(['jpeg', true]);
  }
}

describe('images', { timeout: patienceMs }, () => {
  it('come beside the text of a photo, a document and a list, and only when asked for', async () => {
    const jpeg = await makeJpeg({ widthPx: 2400, heightPx: 1600, seed: 5 });
    const content = Buffer.from(jpeg).toString('base64');
    const { photo_id } = await owner.get('upload_photo', { content, filename: 'sea.jpg' });
    const pdf = makePdf({ pages: 1, widthMm: 210, heightMm: 297 });
    const { document_id } = await owner.get('upload_document', {
      content: Buffer.from(pdf).toString('base64'),
    });
    const plain = await owner.call('get_photo', { photo_id });
    const shown = await owner.call('get_photo', { photo_id, images: true });
    await expectPictures(plain, 0);
    await expectPictures(shown, 1);
    expect(shown.body).toEqual(plain.body);
    expect(shown.notes).toEqual(['sea.jpg']);
    await expectPictures(await owner.call('get_document_info', { document_id, images: true }), 1);
    await expectPictures(await owner.call('list_documents', { kind: 'all', images: true }), 2);
    expect((await owner.call('get_photo', { photo_id, images: 'yes' })).body).toBe(
      'images: must be true or false.',
    );
    const part = await owner.call('get_order_status', { order_id: photo_id, part: 0 });
    expect([part.body, part.notes]).toEqual(['part: must be a whole number from 1 on.', []]);
    expect((await owner.call('get_balance', { images: true })).body).toMatch(/unknown field: images/);
  });

  it('show what was submitted to whoever may look, eight at most', async () => {
    const { pre_order_id, share_code } = await bench.opened(fixedSpec);
    const photos = await bench.photosOf(bench.guest, 10);
    const { body } = await bench.submit(bench.guest, share_code, photos);
    const { submission_id } = body;
    const looked = await owner.call('get_pre_order', { pre_order_id, images: true });
    await expectPictures(looked, 8);
    expect(looked.notes.at(-1)).toMatch(/^2 more pictures/);
    await owner.get('review_submission', { pre_order_id, submission_id, approved: false });
    await expectPictures(await owner.call('get_pre_order', { pre_order_id, images: true }), 0);
    await expectPictures(
      await guest.call('get_submission_status', { share_code, submission_id, images: true }),
      8,
    );
  });

  it('never take back what was done: an answer without its pictures says so', async () => {
    const [photo_id] = await bench.photosOf(bench.owner, 1);
    const { database } = bench.cloud.deps;
    const selectFrom = database.query.selectFrom.bind(database.query);
    database.query.selectFrom = ((table: never) => {
      if (String(table) === 'thumbnails') throw new Error('the database is away');
      return selectFrom(table);
    }) as never;
    const answer = await owner.call('get_photo', { photo_id, images: true });
    database.query.selectFrom = selectFrom;
    expect([answer.isError, answer.body.photo_id]).toEqual([false, photo_id]);
    expect(answer.notes).toEqual(["The pictures can't be shown now."]);
  });

  it('show a restoration before and after', async () => {
    const [photo_id] = await bench.photosOf(bench.owner, 1);
    const { restoration_id } = await owner.get('restoration_preview', { photo_id });
    let answer: ToolAnswer;
    let looks = 0;
    do {
      answer = await owner.call('get_restoration', { restoration_id, wait_seconds: 20, images: true });
    } while (answer.body.status !== 'completed' && ++looks < 20);
    await expectPictures(answer, 2);
    expect(answer.notes).toEqual(['before', 'after']);
    const { code } = await owner
      .get('create_restore_share', { restoration_ids: [restoration_id] })
      .catch(() => ({ code: '' }));
    if (code !== '') await expectPictures(await guest.call('claim_restore_share', { code, images: true }), 1);
  });
});
