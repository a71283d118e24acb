/** Restorations given to agents: who is asked what, whose word counts, and how it ends; on both databases. */
import { createHash } from 'node:crypto';
import type { AgentFrame, CloudMessage } from '@platen/contracts/agent-protocol';
import type { RestoreReport } from '@platen/contracts/restore-task';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { until } from '../../../test/fixtures/processes.ts';
import { estimateTokens, maxAnswerTokens } from '../mcp/mcp-answer-size.ts';
import { enrolRawAgent, type RawAgent, type RawLink } from '../testing/raw-agent.ts';
import {
  goodPhoto,
  holdRestorations,
  makeMask,
  restorationIs,
  uploadPhoto,
} from '../testing/restoration-bench.ts';

type Message<T extends CloudMessage['type']> = Extract<CloudMessage, { type: T }>;
type Told = Partial<Extract<AgentFrame, { kind: 'restoration' }>>;

const messagesOf = <T extends 'restore' | 'restore-cancel'>(link: RawLink, type: T): Message<T>[] =>
  link.frames.filter((frame): frame is Message<T> => 'type' in frame && frame.type === type);

const report: RestoreReport = {
  applied: ['fade'],
  noise_sigma: 1,
  change: 9,
  is_damaged: false,
  is_faded: true,
  defect_share: 0,
  masked_share: 0,
  engine: 'platen-8',
  models: [],
  regions: [],
  frame: { degrees: 0, left: 0, top: 0, right: 0, bottom: 0 },
};

describe.each(databases)('restorations by agents on $name', ({ open }) => {
  let cloud: TestCloud;
  let account: TestAccount;
  let admin: TestAccount;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    account = await cloud.account();
    admin = await cloud.account({ role: 'admin' });
    holdRestorations(cloud);
  });
  afterEach(() => cloud.close());

  async function connect(name = 'counter'): Promise<{ agent: RawAgent; link: RawLink }> {
    const agent = await enrolRawAgent(cloud, admin, name);
    await admin.call('PUT', `/api/admin/agents/${agent.agentId}`, { image_work: true });
    const link = await agent.connect();
    await until('welcome', () => link.frames.some(({ kind }) => kind === 'welcome'));
    return { agent, link };
  }

  const restore = async (body: object = {}, photoId?: string) =>
    (await account.call('POST', `/api/photos/${photoId ?? (await uploadPhoto(account))}/restore`, body)).body;
  const look = async (id: string) => (await account.call('GET', `/api/restorations/${id}`)).body;
  const cancel = (id: string) => account.call('PUT', `/api/restorations/${id}/cancel`);

  async function offered(link: RawLink, id: string): Promise<Message<'restore'>> {
    const found = await until('the offer', () =>
      messagesOf(link, 'restore').find(({ body }) => body.restoration_id === id),
    );
    link.send({ kind: 'ack', id: found.id });
    return found;
  }
  const tell = (link: RawLink, id: string, told: Told = {}) =>
    link.send({
      kind: 'restoration',
      restoration_id: id,
      state: 'processing',
      progress: 0,
      message: '',
      stage: '',
      count: 1,
      ...told,
    });
  const put = (agent: RawAgent, path: string, bytes: Buffer, type = 'image/jpeg') => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const told = Buffer.from(JSON.stringify(report)).toString('base64url');
    const headers = { 'content-type': type, 'platen-report': told };
    const target = `/api/agent/restorations/${path}?sha256=${sha256}`;
    return agent.request('PUT', target, { headers, body: new Uint8Array(bytes) });
  };

  it('tell how far they are: never back, never an older word over a newer, and the age of it', async () => {
    const { link } = await connect();
    const { restoration_id: id } = await restore();
    await offered(link, id);
    tell(link, id, { progress: 30, stage: 'defects', count: 5 });
    await until('told', async () => (await look(id)).stage === 'defects');
    tell(link, id, { progress: 10, stage: 'assess', count: 4 });
    tell(link, id, { progress: 20, stage: 'denoise', count: 6 });
    await until('told', async () => (await look(id)).stage === 'denoise');
    expect(await look(id)).toMatchObject({ progress_percent: 30, status: 'processing' });
    cloud.clock.offsetMs = 20_000;
    expect((await look(id)).age_seconds).toBeGreaterThanOrEqual(19);
  });

  it('bring the pictures beside a result, then the result; or the word that there is none', async () => {
    const { agent, link } = await connect();
    const photoId = await uploadPhoto(account);
    const { restoration_id: id } = await restore({}, photoId);
    await offered(link, id);
    expect((await put(agent, `${id}/files/before`, goodPhoto)).status).toBe(409);
    tell(link, id, { count: 1 });
    await restorationIs(account, id, 'processing');
    const mask = await makeMask();
    expect((await put(agent, `${id}/files/mask`, mask, 'image/png')).status).toBe(200);
    expect((await put(agent, `${id}/files/mask`, goodPhoto, 'image/png')).status).toBe(422);
    expect((await put(agent, `${id}/files/other`, goodPhoto)).status).toBe(400);
    for (const kind of ['before', 'after']) {
      expect((await put(agent, `${id}/files/${kind}`, goodPhoto)).status).toBe(200);
    }
    expect((await put(agent, `${id}/result`, Buffer.from('no picture'))).status).toBe(422);
    expect((await put(agent, `${id}/result`, goodPhoto)).status).toBe(200);
    expect((await put(agent, `${id}/result`, goodPhoto)).status).toBe(200);
    const done = await look(id);
    expect(Buffer.from(await (await fetch(done.mask_url)).arrayBuffer())).toEqual(mask);
    const photos = (await account.call('GET', '/api/photos')).body;
    expect(photos.total).toBe(2);

    const second = (await restore({ strength: 50 }, photoId)).restoration_id;
    await offered(link, second);
    tell(link, second, { count: 1 });
    await restorationIs(account, second, 'processing');
    const headersOf = (more: Partial<RestoreReport>) => ({
      'platen-report': Buffer.from(JSON.stringify({ ...report, ...more })).toString('base64url'),
    });
    const path = `/api/agent/restorations/${second}/outcome`;
    expect((await agent.request('POST', path, { headers: headersOf({}) })).status).toBe(409);
    expect((await agent.request('POST', path, { headers: headersOf({ applied: [] }) })).status).toBe(200);
    expect(await look(second)).toMatchObject({ outcome: 'nothing_needed', result_photo_id: photoId });

    const third = (await restore({ strength: 40, preview_only: true }, photoId)).restoration_id;
    const { body } = await offered(link, third);
    expect(body).toMatchObject({ preview_only: true, options: { strength: 40, steps: { fade: true } } });
    tell(link, third);
    await restorationIs(account, third, 'processing');
    const refused = await put(agent, `${third}/result`, goodPhoto);
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { error: 'This restoration has no result: tell its outcome.' },
    ]);
  });

  it('hear that it was cancelled, and what they bring all the same is refused', async () => {
    const { agent, link } = await connect();
    const { restoration_id: id } = await restore();
    await offered(link, id);
    tell(link, id, { count: 1 });
    await restorationIs(account, id, 'processing');
    await until('acknowledged', async () => (await outbox()).length === 0);
    expect((await cancel(id)).body.status).toBe('cancelled');
    const [word] = await until('the word', () => {
      const words = messagesOf(link, 'restore-cancel');
      return words.length > 0 && words;
    });
    expect(word!.body).toEqual({ restoration_id: id });
    tell(link, id, { count: 2, progress: 90 });
    expect((await put(agent, `${id}/result`, goodPhoto)).status).toBe(409);
    expect((await put(agent, `${id}/files/before`, goodPhoto)).status).toBe(409);
    expect(await look(id)).toMatchObject({ status: 'cancelled', result_photo_id: null });
    expect(messagesOf(link, 'restore-cancel')).toHaveLength(1);
    link.send({ kind: 'ack', id: word!.id });
    await until('acknowledged', async () => (await outbox()).length === 0);
    // One that missed it (its spool was lost, say) and works on is told again.
    tell(link, id, { count: 3 });
    await until('told again', () => messagesOf(link, 'restore-cancel').length === 2);
    expect((await account.call('GET', '/api/photos')).body.total).toBe(1);
  });

  const outbox = () => cloud.deps.database.query.selectFrom('outbox').selectAll().execute();

  it('are given one at a time each, and two never the same', async () => {
    const [one, two] = [await connect('one'), await connect('two')];
    const photoId = await uploadPhoto(account);
    const asked = await Promise.all([10, 20, 30, 40].map((strength) => restore({ strength }, photoId)));
    const idsAt = (link: RawLink) => messagesOf(link, 'restore').map(({ body }) => body.restoration_id);
    await until('both have one', () => [one, two].every(({ link }) => idsAt(link).length === 1));
    const [first, second] = [idsAt(one.link)[0]!, idsAt(two.link)[0]!];
    expect(first).not.toBe(second);
    expect(asked.map(({ restoration_id }) => restoration_id)).toEqual(
      expect.arrayContaining([first, second]),
    );
    // Somebody else's begins nothing and changes nothing.
    tell(two.link, first, { progress: 80, count: 1 });
    tell(one.link, first, { progress: 10, count: 1 });
    await until('begun', async () => (await look(first)).progress_percent === 10);
    expect((await put(two.agent, `${first}/result`, goodPhoto)).status).toBe(409);
    expect((await put(one.agent, `${first}/result`, goodPhoto)).status).toBe(200);
    await until('the next', () => idsAt(one.link).length === 2);
    expect(idsAt(one.link)[1]).not.toBe(second);
    const row = (await outbox()).filter(({ subject_id }) => subject_id === idsAt(one.link)[1]);
    expect(row.length).toBeLessThanOrEqual(1);
  });

  it('that fall silent in the middle lose it, and hear so when they come back', async () => {
    const { agent, link } = await connect();
    const { restoration_id: id } = await restore();
    await offered(link, id);
    tell(link, id, { progress: 50, stage: 'denoise', count: 1 });
    await until('told', async () => (await look(id)).progress_percent === 50);
    cloud.clock.offsetMs = 61_000;
    await until('the cloud has it', async () => {
      cloud.clock.offsetMs += 1000;
      const { status, carried_out_by } = await look(id);
      return status === 'processing' && carried_out_by === 'cloud';
    });
    expect(await look(id)).toMatchObject({ progress_percent: 0 });
    tell(link, id, { progress: 60, stage: 'denoise', count: 2 });
    await until('told', () => messagesOf(link, 'restore-cancel').length === 1);
    expect((await put(agent, `${id}/result`, goodPhoto)).status).toBe(409);
    expect(await look(id)).toMatchObject({ carried_out_by: 'cloud', progress_percent: 0 });
  });

  it('are asked for a version without what was refused, by the mask and the regions they told of', async () => {
    const { agent, link } = await connect();
    const { restoration_id: id } = await restore();
    await offered(link, id);
    tell(link, id);
    await restorationIs(account, id, 'processing');
    const mask = await makeMask();
    await put(agent, `${id}/files/mask`, mask, 'image/png');
    for (const kind of ['before', 'after']) await put(agent, `${id}/files/${kind}`, goodPhoto);
    // As many as there may be, with the longest numbers: all of it goes in a header.
    const region = (own: number) => ({
      id: own,
      kind: 'scratch' as const,
      box: { left: 0.1234, top: 0.1234, width: 0.1234, height: 0.1234 },
      share: 0.123456,
      count: 12_345,
      chance: 0.56,
      is_sure: own < 128,
      is_offered: false,
      is_refused: false,
    });
    const ids = [
      ...Array.from({ length: 24 }, (_, i) => 254 - i),
      ...Array.from({ length: 12 }, (_, i) => i + 1),
    ];
    const told: RestoreReport = { ...report, applied: ['defects'], regions: ids.map(region) };
    const headers = {
      'content-type': 'image/jpeg',
      'platen-report': Buffer.from(JSON.stringify(told)).toString('base64url'),
    };
    const sha256 = createHash('sha256').update(goodPhoto).digest('hex');
    const target = `/api/agent/restorations/${id}/result?sha256=${sha256}`;
    const sent = await agent.request('PUT', target, { headers, body: new Uint8Array(goodPhoto) });
    expect(sent.status).toBe(200);
    const first = await look(id);
    expect(first.regions).toHaveLength(36);
    expect(estimateTokens(JSON.stringify(first))).toBeLessThan(maxAnswerTokens);
    expect(first).toMatchObject({ undecided: 24, outcome: 'restored' });
    expect(first.report.done).toMatchObject([{ en: '444420 scratches at the upper left repaired' }]);
    const choices = { refuse: [254, 231], accept: [253] };
    const second = (await account.call('POST', `/api/restorations/${id}/choices`, choices)).body;
    const { body } = await offered(link, second.restoration_id);
    expect(body.mask?.sha256).toBe(createHash('sha256').update(mask).digest('hex'));
    expect(body).toMatchObject({ refused: [254, 231], regions: told.regions });
    expect((await agent.request('GET', `/api/agent/files/${body.mask!.sha256}`)).status).toBe(200);
  });

  it('get the mask that a person gave, and nobody else’s files', async () => {
    const { agent, link } = await connect();
    const photoId = await uploadPhoto(account);
    const mask = (await makeMask()).toString('base64');
    const { restoration_id: id } = await restore({ mask }, photoId);
    const { body } = await offered(link, id);
    const file = async (sha256: string) => (await agent.request('GET', `/api/agent/files/${sha256}`)).status;
    expect(body.mask).toBeDefined();
    expect(await file(body.mask!.sha256)).toBe(200);
    expect(await file(body.source.sha256)).toBe(200);
    await cancel(id);
    expect(await file(body.mask!.sha256)).toBe(404);
    expect(await file(body.source.sha256)).toBe(404);
  });
});
