/** Doubtful regions of a restoration as a customer meets them: seen, accepted, refused one by one; on both databases. */
import { damageScene, scratchPrint } from '@platen/imaging/testing/damage-samples';
import { drawPhoto } from '@platen/imaging/testing/photo-samples';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callOverMcp } from '../../../test/fixtures/both-transports.ts';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { toolClient } from '../../../test/fixtures/mcp/tool-client.ts';
import { newId } from '../ids.ts';
import { operations } from '../operations.ts';
import { restorationIs, restoreHere, uploadPhoto } from '../testing/restoration-bench.ts';

const size = { widthPx: 480, heightPx: 320 };
const raw = { raw: { width: 480, height: 320, channels: 3 as const } };
const scene = await drawPhoto(size, 3);
const damaged = await sharp(damageScene(scene, 5).pixels, raw).png().toBuffer();

/** Only what is filled, so that the rest of the picture is the source's own. */
const onlyDefects = {
  mode: 'force',
  steps: { denoise: false, deblock: false, fade: false, cast: false, contrast: false },
};

interface Region {
  region_id: number;
  is_sure: boolean;
  is_offered: boolean;
  choice: string;
  box: { left: number; top: number; width: number; height: number };
  before_url: string | null;
  after_url: string | null;
}

const bytesOf = async (url: string) => {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};
const rgbOf = async (url: string) =>
  await sharp(await bytesOf(url))
    .removeAlpha()
    .raw()
    .toBuffer();
const greyOf = async (url: string) =>
  await sharp(await bytesOf(url))
    .toColourspace('b-w')
    .raw()
    .toBuffer();

/** The largest difference of a channel over the pixels that `isMeant` names. */
function differenceOf(one: Buffer, other: Buffer, isMeant: (at: number) => boolean): number {
  expect(one.length).toBe(other.length);
  let most = 0;
  for (let i = 0; i < one.length; i++) {
    if (isMeant(Math.floor(i / 3))) most = Math.max(most, Math.abs(one[i]! - other[i]!));
  }
  return most;
}

describe.each(databases)('doubtful regions on $name', ({ open }) => {
  let cloud: TestCloud;
  let account: TestAccount;
  let photoId: string;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    account = await cloud.account();
    restoreHere(cloud);
    photoId = await uploadPhoto(account, damaged);
  });
  afterEach(() => cloud.close());

  const completed = (id: string) => restorationIs(account, id, 'completed');
  const restored = async (body: object = onlyDefects) => {
    const started = await account.call('POST', `/api/photos/${photoId}/restore`, body);
    expect(started.status).toBe(201);
    return await completed(started.body.restoration_id);
  };
  const choose = (id: string, body: object, headers: Record<string, string> = {}, by = account) =>
    by.call('POST', `/api/restorations/${id}/choices`, body, headers);
  const doubtfulOf = ({ regions }: { regions: Region[] }) =>
    regions.filter(({ is_sure, is_offered }) => !is_sure && !is_offered);
  const offeredOf = ({ regions }: { regions: Region[] }) => regions.filter(({ is_offered }) => is_offered);

  it('are refused one by one: their pixels are the source’s, the others stay, and earlier versions too', async () => {
    const first = await restored();
    const doubtful = doubtfulOf(first);
    expect(doubtful.length).toBeGreaterThan(2);
    const { length: offers } = offeredOf(first);
    expect(first.undecided).toBe(doubtful.length + offers);
    expect(first.report.summary.en).toMatch(/Not sure of .*: look at each/);
    const [own, mask, source] = [
      await rgbOf(first.result_download_url),
      await greyOf(first.mask_url),
      await sharp(damaged).removeAlpha().raw().toBuffer(),
    ];
    const balance = (await account.call('GET', '/api/balance')).body;
    const [one, other] = doubtful.map(({ region_id }) => region_id);
    const started = await choose(first.restoration_id, { refuse: [one], accept: [other] });
    expect(started).toMatchObject({ status: 201, body: { version: 2, based_on: first.restoration_id } });
    const second = await completed(started.body.restoration_id);
    const after = await rgbOf(second.result_download_url);
    // JPEG at the highest quality: some levels, and 8 px around what changed.
    expect(differenceOf(after, source, (at) => mask[at] === one)).toBeLessThan(16);
    expect(differenceOf(own, source, (at) => mask[at] === one)).toBeGreaterThan(30);
    const near = new Set<number>();
    for (let at = 0; at < mask.length; at++) {
      if (mask[at] !== one) continue;
      for (let v = -16; v <= 16; v++) for (let u = -16; u <= 16; u++) near.add(at + v * size.widthPx + u);
    }
    // What lies further away is as it was, but for a hole that was filled from what was given back.
    const changed = after.reduce(
      (sum, value, i) => sum + Number(value !== own[i] && !near.has(Math.floor(i / 3))),
      0,
    );
    expect(changed / after.length).toBeLessThan(0.03);
    expect(await greyOf(second.mask_url)).toEqual(
      Buffer.from(mask.map((value) => (value === one ? 0 : value))),
    );
    expect(second.regions.map(({ region_id, choice }: Region) => [region_id, choice])).toEqual(
      first.regions.map(({ region_id, is_sure }: Region) => [
        region_id,
        region_id === one ? 'refused' : is_sure || region_id === other ? 'accepted' : 'undecided',
      ]),
    );
    // What was there stays, and the second choice goes on from the first.
    expect((await account.call('GET', `/api/restorations/${first.restoration_id}`)).body).toMatchObject({
      result_photo_id: first.result_photo_id,
      undecided: doubtful.length + offers,
    });
    const all = doubtful.map(({ region_id }) => region_id);
    const third = await completed(
      (await choose(second.restoration_id, { refuse: all.slice(1) })).body.restoration_id,
    );
    expect(third).toMatchObject({ version: 3, based_on: second.restoration_id, undecided: offers });
    const sureMask = await sharp(Buffer.from(mask.map((value) => (value === 255 ? 255 : 0))), {
      raw: { width: 480, height: 320, channels: 1 },
    })
      .png()
      .toBuffer();
    const sureOnly = await restored({ ...onlyDefects, mask: sureMask.toString('base64') });
    const shaOf = async (id: string) => (await account.call('GET', `/api/photos/${id}`)).body.sha256;
    expect(await shaOf(third.result_photo_id)).toBe(await shaOf(sureOnly.result_photo_id));
    // What was refused can be accepted again, and asked for twice it is the same version.
    const again = (await choose(third.restoration_id, { accept: [one] })).body;
    expect(again).toMatchObject({ version: 4 });
    expect((await choose(first.restoration_id, { refuse: all.slice(1) })).body.restoration_id).toBe(
      again.restoration_id,
    );
    await completed(again.restoration_id);
    expect((await account.call('GET', '/api/balance')).body).toEqual(balance);
    const share = { restoration_ids: [first.restoration_id, third.restoration_id] };
    expect((await account.call('POST', '/api/restore-shares', share)).status).toBe(201);
  }, 120_000);

  it('show themselves before and after, in one size, to whoever has the address', async () => {
    const done = await restored();
    const [first] = doubtfulOf(done) as [Region];
    const [before, after] = [await bytesOf(first.before_url!), await bytesOf(first.after_url!)];
    const [own, other] = [await sharp(before).metadata(), await sharp(after).metadata()];
    expect([own.format, own.width, own.height]).toEqual(['jpeg', other.width, other.height]);
    expect(Math.max(own.width, own.height)).toBeLessThanOrEqual(640);
    expect(own.width).toBeGreaterThanOrEqual(Math.floor(first.box.width * 480));
    const [was, is] = [await sharp(before).raw().toBuffer(), await sharp(after).raw().toBuffer()];
    expect(differenceOf(was, is, () => true)).toBeGreaterThan(30);
    expect(await bytesOf(first.before_url!)).toEqual(before);
    const sure = done.regions.filter(({ is_sure }: Region) => is_sure) as Region[];
    for (const { before_url, after_url, choice } of sure)
      expect([before_url, after_url, choice]).toEqual([null, null, 'accepted']);
    // Of a preview the small pair is cut.
    const preview = await restored({ ...onlyDefects, preview_only: true });
    const [shown] = doubtfulOf(preview) as [Region];
    expect((await sharp(await bytesOf(shown.after_url!)).metadata()).width).toBe(own.width);
    await account.call('DELETE', `/api/photos/${done.result_photo_id}`);
    expect((await fetch(first.after_url!)).status).toBe(404);
    const without = (await account.call('GET', `/api/restorations/${done.restoration_id}`)).body;
    expect(doubtfulOf(without)[0]).toMatchObject({ after_url: null, before_url: expect.any(String) });
    expect((await account.call('GET', '/api/restorations')).body.items[0].regions).toBeNull();
  }, 120_000);

  it('show the same place on both sides of a scan that was turned and cropped', async () => {
    const background = '#fcfcfc';
    const input = await sharp(damaged).resize(720).rotate(2, { background }).png().toBuffer();
    const bed = sharp({ create: { width: 1120, height: 800, channels: 3, background } });
    const scan = await bed
      .composite([{ input, left: 100, top: 80 }])
      .png()
      .toBuffer();
    photoId = await uploadPhoto(account, scan);
    const steps = { ...onlyDefects.steps, deskew: true, border: true };
    const done = await restored({ ...onlyDefects, steps });
    expect(done.applied).toEqual(['deskew', 'border', 'defects']);
    const crops = await Promise.all(
      doubtfulOf(done).map(async ({ before_url, after_url }) => {
        const [was, is] = [await rgbOf(before_url!), await rgbOf(after_url!)];
        const sum = was.reduce((all, value, i) => all + Math.abs(value - is[i]!), 0);
        return { most: differenceOf(was, is, () => true), mean: sum / was.length };
      }),
    );
    expect(crops.length).toBeGreaterThan(2);
    for (const { most, mean } of crops) {
      // The repair is in sight, and everything around it is where it was.
      expect(most).toBeGreaterThan(20);
      expect(mean).toBeLessThan(10);
    }
    const shown = await sharp(await bytesOf(done.after_preview_url)).metadata();
    expect(Math.abs(shown.width - 720)).toBeLessThan(30);
  }, 120_000);

  it('are chosen by their owner alone, with a sentence for what is wrong, and once for one key', async () => {
    const done = await restored();
    const id = done.restoration_id;
    const [one, other] = doubtfulOf(done).map(({ region_id }) => region_id) as [number, number];
    const outsider = await cloud.account();
    expect((await choose(id, { refuse: [one] }, {}, outsider)).status).toBe(404);
    expect((await choose(newId(), { refuse: [one] })).status).toBe(404);
    const missing = await choose(id, { refuse: [200] });
    expect([missing.status, missing.body.error]).toEqual([
      422,
      expect.stringMatching(/^refuse\[0\]: there is no region 200; the doubtful ones are 254, /),
    ]);
    const twice = await choose(id, { refuse: [one], accept: [one] });
    expect([twice.status, twice.body.error]).toEqual([422, expect.stringContaining('in accept too')]);
    expect((await choose(id, { refuse: [1.5] })).status).toBe(400);
    expect((await choose(id, { refuse: 'all' })).status).toBe(400);
    const accepted = await choose(id, { accept: [one] });
    expect(accepted.body).toMatchObject({ restoration_id: id, undecided: done.undecided - 1, version: 1 });
    const key = { 'Idempotency-Key': newId() };
    const [first, repeat] = [
      await choose(id, { refuse: [other] }, key),
      await choose(id, { refuse: [other] }, key),
    ];
    expect(repeat.body.restoration_id).toBe(first.body.restoration_id);
    expect((await choose(id, { refuse: [one] }, key)).status).toBe(409);
    expect((await account.call('GET', `/api/restorations?photo_id=${photoId}`)).body.total).toBe(2);
    // A mask with values sent back is a mask: what was doubtful is a person's own then.
    await completed(first.body.restoration_id);
    const sent = await account.upload(`/api/restorations/${id}/mask`, await bytesOf(done.mask_url));
    expect(sent.status).toBe(201);
    const painted = await completed(sent.body.restoration_id);
    expect(painted).toMatchObject({ regions: [], undecided: 0 });
    const [given, before] = [await greyOf(painted.mask_url), await greyOf(done.mask_url)];
    expect(given).toEqual(Buffer.from(before.map((value) => (value > 127 ? 255 : 0))));
    expect((await choose(painted.restoration_id, { refuse: [one] })).body.error).toMatch(
      /no doubtful regions/,
    );
    expect(painted.report.done[0].en).toBe('what the mask marks filled in');
  }, 120_000);

  it('are chosen over MCP by the tool that starts restorations', async () => {
    const over = (name: string, input: Record<string, unknown>) =>
      callOverMcp(cloud.url, {
        apiKey: account.apiKey,
        operation: operations.find((each) => each.name === name)!,
        input,
      });
    const done = await restored();
    const id = done.restoration_id;
    const seen = await over('get_restoration', { restoration_id: id });
    expect(seen.body.regions).toEqual(done.regions);
    const [one, other, another] = doubtfulOf(done).map(({ region_id }) => region_id);
    const client = toolClient(cloud.url, account.apiKey);
    const shown = await client.call('get_restoration', { restoration_id: id, images: true });
    const sides = [one, other, another].flatMap((each) => [`region ${each} before`, `region ${each} after`]);
    expect(shown.notes).toEqual(['before', 'after', ...sides]);
    expect(shown.images).toHaveLength(8);
    const ask = { photo_id: photoId, based_on: id, refuse: [one], accept: [other] };
    const chosen = await over('restoration_preview', ask);
    expect(chosen.body).toMatchObject({ version: 2, based_on: id, options: done.options });
    for (const [wrong, sentence] of [
      [{ ...ask, based_on: undefined }, /^based_on: name the restoration/],
      [{ ...ask, strength: 40 }, /^refuse: keeps the settings/],
      [{ ...ask, mask: 'aGk=' }, /^mask: says itself/],
      [{ ...ask, refuse: [1] }, /^refuse\[0\]: /],
    ] as const) {
      const { isError, body } = await over('restoration_preview', wrong);
      expect([isError, body]).toEqual([true, expect.stringMatching(sentence)]);
    }
    expect((await completed(chosen.body.restoration_id)).regions).toContainEqual(
      expect.objectContaining({ region_id: one, choice: 'refused' }),
    );
  }, 120_000);

  it('are offered where only one witness sees them: left until accepted, and left again at a word', async () => {
    const own = { widthPx: 720, heightPx: 480 };
    const print = scratchPrint(await drawPhoto(own, 3), 3);
    const source = await sharp(print.pixels, { raw: { width: 720, height: 480, channels: 3 } })
      .png()
      .toBuffer();
    photoId = await uploadPhoto(account, source);
    const asked = { steps: onlyDefects.steps };
    const first = await restored(asked);
    const offers = offeredOf(first);
    expect(offers.length).toBeGreaterThan(2);
    expect(first).toMatchObject({
      outcome: 'may_be_damaged',
      result_photo_id: photoId,
      undecided: offers.length,
      applied: [],
      report: { repaired_percent: 0, done: [] },
    });
    expect(first.report.summary.en).toMatch(
      /^Nothing was changed. This looks like an old print, and \d places may/,
    );
    for (const offer of offers) {
      expect(offer).toMatchObject({ is_sure: false, choice: 'undecided', after_url: null });
      expect((await sharp(await bytesOf(offer.before_url!)).metadata()).format).toBe('jpeg');
    }
    const shown = await toolClient(cloud.url, account.apiKey).call('get_restoration', {
      restoration_id: first.restoration_id,
      images: true,
    });
    const [one, other, another] = offers.map(({ region_id }) => region_id) as [number, number, number];
    expect(shown.notes.slice(2)).toEqual([one, other, another].map((id) => `region ${id} before`));
    const balance = (await account.call('GET', '/api/balance')).body;
    // A word alone: it is left already.
    const noted = (await choose(first.restoration_id, { refuse: [another] })).body;
    expect(noted).toMatchObject({ restoration_id: first.restoration_id, undecided: offers.length - 1 });
    expect(noted.regions.find(({ region_id }: Region) => region_id === another).choice).toBe('refused');
    const second = await completed(
      (await choose(first.restoration_id, { accept: [one] })).body.restoration_id,
    );
    expect(second).toMatchObject({
      version: 2,
      outcome: 'restored',
      applied: ['defects'],
      undecided: offers.length - 2,
    });
    const stateOf = ({ regions }: { regions: Region[] }, id: number) =>
      regions.find(({ region_id }) => region_id === id);
    expect(stateOf(second, one)).toMatchObject({ choice: 'accepted', after_url: expect.any(String) });
    expect(stateOf(second, another)).toMatchObject({ choice: 'refused', after_url: null });
    const labels = await greyOf(first.mask_url);
    const [was, is] = [
      await sharp(source).removeAlpha().raw().toBuffer(),
      await rgbOf(second.result_download_url),
    ];
    expect(differenceOf(is, was, (at) => labels[at] === one - 128)).toBeGreaterThan(30);
    expect(differenceOf(is, was, (at) => labels[at]! > 0 && labels[at] !== one - 128)).toBeLessThan(16);
    expect(await greyOf(second.mask_url)).toEqual(
      Buffer.from(labels.map((value) => (value === one - 128 ? one : value))),
    );
    const third = await completed(
      (await choose(second.restoration_id, { accept: [other] })).body.restoration_id,
    );
    expect(third.version).toBe(3);
    expect(
      differenceOf(await rgbOf(third.result_download_url), was, (at) => labels[at] === other - 128),
    ).toBeGreaterThan(30);
    // What was accepted and is refused: nothing is left to be done.
    const back = await completed(
      (await choose(third.restoration_id, { refuse: [one, other] })).body.restoration_id,
    );
    expect(back).toMatchObject({ version: 4, result_photo_id: photoId, applied: [] });
    expect(await greyOf(back.mask_url)).toEqual(labels);
    const rest = offers.map(({ region_id }) => region_id).slice(3);
    const decided = (await choose(back.restoration_id, { refuse: rest })).body;
    expect(decided).toMatchObject({
      restoration_id: back.restoration_id,
      outcome: 'nothing_needed',
      undecided: 0,
    });
    const rows = await cloud.deps.database.query
      .selectFrom('restorations')
      .select(['version', 'refused', 'decided', 'print_damaged'])
      .where('photo_id', '=', photoId)
      .orderBy('version')
      .execute();
    const idsOf = (text: string) => JSON.parse(text) as number[];
    expect(rows.map(({ refused }) => idsOf(refused).length)).toEqual([
      0,
      offers.length - 1,
      offers.length - 2,
      offers.length,
    ]);
    expect(rows.map(({ decided: said }) => idsOf(said).length)).toEqual([1, 2, 3, offers.length]);
    expect(rows.every(({ print_damaged }) => print_damaged === 0)).toBe(true);
    expect((await account.call('GET', '/api/balance')).body).toEqual(balance);
  }, 120_000);

  it('are not offered in a good photo', async () => {
    photoId = await uploadPhoto(account, await sharp(scene.pixels, raw).png().toBuffer());
    expect(await restored({})).toMatchObject({ outcome: 'nothing_needed', regions: [], undecided: 0 });
  }, 60_000);
});
