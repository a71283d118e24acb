/** What the cloud keeps of printers, who sees how much of it, and what staff asks of an agent's printers. On both databases. */
import type { CloudFrame, PrinterReport } from '@platen/contracts/agent-protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { until } from '../../../test/fixtures/processes.ts';
import { newId } from '../ids.ts';
import { enrolRawAgent, type RawLink } from '../testing/raw-agent.ts';

const report = (more: Partial<PrinterReport> = {}): PrinterReport => ({
  printer_id: 'urn:uuid:1',
  name: 'Photo One',
  uri: 'ipp://192.168.1.20/ipp/print',
  make_and_model: 'Maker',
  state: 'idle',
  state_reasons: [],
  reachable: true,
  accepting_jobs: true,
  queued_jobs: 0,
  formats: ['image/jpeg'],
  media_ready: [],
  media_supported: [],
  as_of: '2026-11-21T08:00:00Z',
  entry_id: 3,
  entry_version: 2,
  enabled: true,
  kind: 'direct',
  trays: [
    {
      source: 'tray-1',
      name: null,
      x_dimension: 10_160,
      y_dimension: 15_240,
      borderless: true,
      media_type: 'photographic-glossy',
      level_percent: 40,
      empty: false,
      asks: false,
      said: null,
    },
  ],
  supplies: [{ name: 'black ink', type: 'ink-cartridge', color: '#000000', level_percent: 7, state: 'low' }],
  ...more,
});

describe.each(databases)('printers on $name', ({ open }) => {
  let cloud: TestCloud;
  let operator: TestAccount;
  let customer: TestAccount;
  let agentId: string;
  let link: RawLink;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    operator = await cloud.account({ role: 'operator' });
    customer = await cloud.account();
    const agent = await enrolRawAgent(cloud, await cloud.account({ role: 'admin' }));
    agentId = agent.agentId;
    link = await agent.connect();
    await until('the welcome', () => link.frames.some((frame) => frame.kind === 'welcome'));
  });
  afterEach(() => cloud.close());

  const printersFor = async (account: TestAccount) =>
    (await account.call('GET', '/api/printer/status')).body.printers;
  const seen = (account: TestAccount, holds: (printers: PrinterReport[]) => boolean) =>
    until('the printers', async () => holds(await printersFor(account)));

  it('show everything to the shop, and to customers what they always saw', async () => {
    link.send({ kind: 'printers', complete: true, printers: [report()], changes: [] });
    await seen(operator, (printers) => printers.length === 1);
    const [shown] = await printersFor(operator);
    expect(shown).toMatchObject({
      state: 'idle',
      as_of: '2026-11-21T08:00:00.000Z',
      age_seconds: expect.any(Number),
    });
    expect(shown.details).toMatchObject({
      agent_id: agentId,
      entry_id: 3,
      uri: 'ipp://192.168.1.20/ipp/print',
      set_aside: null,
      trays: report().trays,
      supplies: report().supplies,
    });
    const [public_] = await printersFor(customer);
    expect(public_).not.toHaveProperty('details');
    expect(JSON.stringify(public_)).not.toContain('192.168');
    const other = await cloud.account({ role: 'operator' });
    await cloud.deps.database.query
      .insertInto('shops')
      .values({
        id: newId(),
        name: 'Elsewhere',
        created_at: 1,
        referral_code: null,
        phone: null,
        region_id: null,
        address: null,
      })
      .execute();
    const elsewhere = await cloud.deps.database.query
      .selectFrom('shops')
      .select('id')
      .where('name', '=', 'Elsewhere')
      .executeTakeFirstOrThrow();
    await cloud.deps.database.query
      .updateTable('accounts')
      .set({ shop_id: elsewhere.id })
      .where('id', '=', other.accountId)
      .execute();
    expect((await printersFor(other))[0]).not.toHaveProperty('details');
  });

  it('are kept by differences, in order, and an unknown one is no printer', async () => {
    link.send({ kind: 'printers', complete: true, printers: [report()], changes: [] });
    const change = { printer_id: 'urn:uuid:1', as_of: '2026-11-21T08:00:09Z' };
    link.send({
      kind: 'printers',
      complete: false,
      printers: [],
      changes: [
        { ...change, state: 'stopped', state_reasons: ['media-empty-error'] },
        { ...change, printer_id: 'urn:uuid:9', state: 'idle' },
      ],
    });
    link.send({
      kind: 'printers',
      complete: false,
      printers: [],
      changes: [{ printer_id: 'urn:uuid:1', as_of: '2026-11-21T08:00:39Z' }],
    });
    await seen(operator, ([one]) => one?.as_of === '2026-11-21T08:00:39.000Z');
    const printers = await printersFor(operator);
    expect(printers).toHaveLength(1);
    expect(printers[0]).toMatchObject({ state: 'stopped', state_reasons: ['media-empty-error'] });
    expect(printers[0].details.supplies).toEqual(report().supplies);
  });

  it('are last known, not current, once the agent is away', async () => {
    link.send({ kind: 'printers', complete: true, printers: [report()], changes: [] });
    await seen(operator, (printers) => printers.length === 1);
    cloud.clock.offsetMs = 3_600_000;
    expect((await printersFor(operator))[0]).toMatchObject({
      state: 'unknown',
      last_known_state: 'idle',
      current: false,
    });
  });

  type Asked = Extract<CloudFrame, { kind: 'message'; type: 'printer' }>;
  const asked = (): Asked[] =>
    link.frames.filter((frame): frame is Asked => frame.kind === 'message' && frame.type === 'printer');
  const path = () => `/api/shop/agents/${agentId}/printers`;

  it('are told what lies in their trays, by codes or keywords, and who said so', async () => {
    const say = async (body: object) =>
      await operator.call('PUT', `${path()}/3/paper`, { version: 2, ...body });
    const wants = async (body: object) => {
      expect((await say(body)).status).toBe(200);
      await until('the message', () => asked().length > 0);
      return asked().at(-1)!.body;
    };
    expect(await wants({ source: 'main', size: '4x6', paper: 'glossy' })).toEqual({
      by: `account ${operator.accountId}`,
      wanted: {
        act: 'say_paper',
        entry_id: 3,
        version: 2,
        source: 'main',
        paper: { x_dimension: 10_160, y_dimension: 15_240, media_type: 'photographic-glossy' },
      },
    });
    for (const [status, body] of [
      [400, {}],
      [400, { size: 'A4' }],
      [400, { nothing: true, size: 'A4', paper: 'plain' }],
      [400, { nothing: false }],
      [422, { size: 'A99', paper: 'plain' }],
    ] as const)
      expect([body, (await say(body)).status]).toEqual([body, status]);
    expect((await customer.call('PUT', `${path()}/3/paper`, { version: 2, nothing: true })).status).toBe(403);
    const count = asked().length;
    await say({ size: 'iso_a3_297x420mm', paper: 'stationery-letterhead' });
    await say({ nothing: true });
    await until('both messages', () => asked().length === count + 2);
    expect(
      asked()
        .slice(-2)
        .map(({ body }) => body.wanted),
    ).toMatchObject([
      { source: null, paper: { x_dimension: 29_700, media_type: 'stationery-letterhead' } },
      { source: null, paper: null },
    ]);
  });

  it('are added by asking the agent, whose answer stays', async () => {
    const wanted = { uri: 'ipp://ann:secret@192.168.1.20/ipp/print', name: 'Counter' };
    const made = await operator.call('POST', path(), wanted, { 'Idempotency-Key': 'one' });
    expect(made).toMatchObject({ status: 201, body: { state: 'pending', answer: null } });
    const again = await operator.call('POST', path(), wanted, { 'Idempotency-Key': 'one' });
    expect(again.body.request_id).toBe(made.body.request_id);
    await until('the message', () => asked().length === 1);
    expect(asked()[0]).toMatchObject({
      id: made.body.request_id,
      body: { wanted: { act: 'add', ...wanted, even_if_silent: false } },
    });
    const said = { en: 'Done.', zh: '已完成。' };
    const answer = {
      outcome: 'done' as const,
      said,
      findings: [{ verdict: 'ok' as const, ...said }],
      entry_id: 7,
    };
    link.send({ kind: 'printer-answer', id: made.body.request_id, answer });
    const request = `/api/shop/printer-requests/${made.body.request_id}`;
    await until('the answer', async () => (await operator.call('GET', request)).body.state === 'answered');
    link.send({
      kind: 'printer-answer',
      id: made.body.request_id,
      answer: { ...answer, outcome: 'refused' },
    });
    link.send({ kind: 'printers', complete: true, printers: [report()], changes: [] });
    await seen(operator, (printers) => printers.length === 1);
    expect((await operator.call('GET', request)).body.answer).toEqual(answer);
    expect(await cloud.deps.database.query.selectFrom('outbox').selectAll().execute()).toEqual([]);
    const audit = await cloud.deps.database.query.selectFrom('audit_log').selectAll().execute();
    const entry = audit.find(({ action }) => action === 'add_shop_printer');
    expect(entry?.detail).toContain('192.168.1.20');
    expect(entry?.detail).not.toContain('secret');
  });

  it.each([
    [
      'PUT',
      '/3',
      { version: 2, name: 'Counter' },
      { act: 'rename', entry_id: 3, version: 2, name: 'Counter' },
    ],
    ['PUT', '/3', { version: 2, enabled: false }, { act: 'enable', entry_id: 3, version: 2, enabled: false }],
    ['DELETE', '/3?version=2', undefined, { act: 'remove', entry_id: 3, version: 2 }],
    [
      'POST',
      '/3/accept',
      { version: 2, uuid: 'u' },
      { act: 'accept_printer', entry_id: 3, version: 2, uuid: 'u' },
    ],
    [
      ...(['POST', '/3/accept', { version: 2, fingerprint: 'ff' }] as const),
      { act: 'accept_certificate', entry_id: 3, version: 2, fingerprint: 'ff' },
    ],
    ['POST', '/3/put-back', { version: 2 }, { act: 'put_back', entry_id: 3, version: 2 }],
    ['POST', '/discover', {}, { act: 'discover' }],
  ] as const)('%s …%s goes to the agent', async (method, end, body, wanted) => {
    const made = await operator.call(method, `${path()}${end}`, body);
    expect(made.status).toBeLessThan(300);
    await until('the message', () => asked().length === 1);
    expect(asked()[0]?.body.wanted).toEqual(wanted);
  });

  it('are nobody else’s', async () => {
    expect((await customer.call('POST', path(), { uri: 'ipp://192.168.1.20/' })).status).toBe(403);
    expect((await operator.call('POST', `/api/shop/agents/${newId()}/printers/discover`, {})).status).toBe(
      404,
    );
    expect((await operator.call('GET', `/api/shop/printer-requests/${newId()}`)).status).toBe(404);
    expect((await operator.call('PUT', `${path()}/3`, { version: 1 })).status).toBe(400);
  });
});
