/** What no printer of the shop can make isn't sold, and the answer says what can be. On both databases. */
import type { AgentFrame, PrinterReport } from '@platen/contracts/agent-protocol';
import { makePdf } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { until } from '../../../test/fixtures/processes.ts';
import { enrolRawAgent, type RawAgent, type RawLink } from '../testing/raw-agent.ts';

const fixed = (length: number) => ({ lower: length, upper: length });
const size = (x: number, y: number, borderless = false) => ({
  x: fixed(x),
  y: fixed(y),
  borderless,
  margins: null,
  media_types: [],
});
const a4 = size(21_000, 29_700);

/** An office printer: A4 on plain paper, in black, on both sides by the long edge. */
const report = (more: Partial<PrinterReport> = {}): PrinterReport => ({
  printer_id: 'urn:uuid:1',
  name: 'Office',
  uri: 'ipp://192.168.1.20/ipp/print',
  make_and_model: 'Maker',
  state: 'idle',
  state_reasons: [],
  reachable: false,
  accepting_jobs: true,
  queued_jobs: 0,
  formats: ['application/pdf'],
  media_ready: [],
  media_supported: [],
  as_of: '2026-11-21T08:00:00Z',
  enabled: true,
  kind: 'direct',
  sizes: [a4],
  media_types: ['stationery'],
  color: false,
  sides: ['one-sided', 'two-sided-long-edge'],
  ...more,
});

describe.each(databases)('the offer on $name', ({ open }) => {
  let cloud: TestCloud;
  let customer: TestAccount;
  let operator: TestAccount;
  let admin: TestAccount;
  let agent: RawAgent;
  let link: RawLink;
  let document_id: string;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    customer = await cloud.account({ openingMinor: 100_000 });
    operator = await cloud.account({ role: 'operator' });
    admin = await cloud.account({ role: 'admin' });
    agent = await enrolRawAgent(cloud, admin);
    link = await agent.connect();
    const pdf = makePdf({ pages: 2, widthMm: 210, heightMm: 297 });
    ({ document_id } = (await customer.upload('/api/documents/upload', pdf)).body);
  });
  afterEach(() => cloud.close());

  const options = async () => (await customer.call('GET', '/api/print-options')).body;
  const tell = async (frame: Partial<Extract<AgentFrame, { kind: 'printers' }>>) => {
    const before = await version();
    link.send({ kind: 'printers', complete: true, printers: [], changes: [], ...frame });
    await until('other abilities', async () => (await version()) !== before);
  };
  const version = async () => {
    const row = await cloud.deps.database.query
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'printer_abilities_version')
      .executeTakeFirstOrThrow();
    return row.value;
  };
  const item = { size: 'A4', paper_type: 'plain', quantity: 1, color_mode: 'monochrome' };
  const order = async (more: object = {}, path = '/api/orders') =>
    await customer.call('POST', path, {
      items: [{ document_id, ...item, ...more }],
      delivery_method: 'pickup',
    });

  it('is everything until an agent has told of a printer', async () => {
    expect((await options()).unavailable).toEqual([]);
    expect((await order({ color_mode: 'color', sides: 'two-sided-short-edge' })).status).toBe(201);
    link.send({
      kind: 'printers',
      complete: true,
      printers: [report({ sizes: undefined, color: undefined })],
      changes: [],
    });
    await until('a printer that never answered', async () => {
      const { body } = await customer.call('GET', '/api/printer/status');
      return body.printers.length === 1;
    });
    expect((await options()).unavailable).toEqual([]);
  });

  it('is what the printers can make, whether they answer or not, with the reason for the rest', async () => {
    await tell({ printers: [report()], changes: [] });
    const { sizes, paper_types, unavailable } = await options();
    const because = (of: { code: string; unavailable_because: string | null }[], code: string) =>
      of.find((one) => one.code === code)?.unavailable_because;
    expect(because(sizes, 'A4')).toBeNull();
    expect(because(sizes, '4x6')).toMatch(
      /no printer of the shop takes 4x6; sizes that can be made are A4\.$/,
    );
    expect(because(sizes, 'A4-photo')).toMatch(/to its edge/);
    expect(because(paper_types, 'plain')).toBeNull();
    expect(because(paper_types, 'recycled')).toMatch(/takes recycled; A4 can be made on plain\.$/);
    expect(unavailable).toContainEqual(expect.objectContaining({ option: 'color_mode', value: 'color' }));
    const shown = unavailable.filter(({ option }: { option: string }) => option === 'sides');
    expect(shown).toMatchObject([{ value: 'two-sided-short-edge' }]);
    const { items } = (await customer.call('GET', '/api/prices')).body;
    const price = (wanted: object) =>
      items.find((row: object) =>
        Object.entries(wanted).every(([key, value]) => (row as Record<string, unknown>)[key] === value),
      )?.unavailable_because;
    const plain = { size: 'A4', paper_type: 'plain', sides: 'two-sided-long-edge' };
    expect(items).toContainEqual(expect.objectContaining({ ...plain, color_mode: 'monochrome' }));
    expect(price({ ...plain, color_mode: 'monochrome' })).toBeUndefined();
    expect(price({ ...plain, color_mode: 'color' })).toMatch(/in colour; it can be ordered in monochrome\.$/);
  });

  it.each([
    ['size', { size: 'A3' }],
    ['paper_type', { paper_type: 'recycled' }],
    ['color_mode', { color_mode: 'color' }],
    ['sides', { sides: 'two-sided-short-edge' }],
  ])('refuses an order and its quote by %s, naming what is possible', async (field, more) => {
    await tell({ printers: [report()], changes: [] });
    for (const path of ['/api/orders', '/api/orders/quote']) {
      const refused = await order(more, path);
      expect(refused.status).toBe(422);
      expect(refused.body.error).toMatch(
        new RegExp(`^items\\[0\\]\\.${field}: no printer of the shop .*; .*\\.$`),
      );
    }
    expect((await order({ sides: 'two-sided-long-edge' })).status).toBe(201);
  });

  it('follows its printers: another one, one that is switched off, an agent that is shut out', async () => {
    await tell({ printers: [report()], changes: [] });
    expect((await order({ color_mode: 'color' })).status).toBe(422);
    const photo = {
      ...report(),
      printer_id: 'urn:uuid:2',
      sizes: [a4, size(10_160, 15_240, true)],
      color: true,
    };
    await tell({ complete: false, printers: [photo], changes: [] });
    expect((await order({ color_mode: 'color' })).status).toBe(201);
    const off = { printer_id: 'urn:uuid:2', as_of: '2026-11-21T08:00:09Z', enabled: false };
    await tell({ complete: false, changes: [off] });
    expect((await order({ color_mode: 'color' })).status).toBe(422);
    await admin.call('DELETE', `/api/admin/agents/${agent.agentId}`);
    expect((await order({ color_mode: 'color' })).status).toBe(201);
  });

  it('is the same answer, without a word of the database, while printers only say that they are there', async () => {
    await tell({ printers: [report()], changes: [] });
    const before = await customer.call('GET', '/api/print-options');
    const was = await version();
    const seen = { printer_id: 'urn:uuid:1', as_of: '2026-11-21T08:00:39Z', state: 'processing' } as const;
    link.send({ kind: 'printers', complete: false, printers: [], changes: [seen] });
    link.send({ kind: 'printers', complete: true, printers: [report({ name: 'Desk' })], changes: [] });
    await until('the name', async () => {
      const { body } = await customer.call('GET', '/api/printer/status');
      return body.printers[0]?.name === 'Desk';
    });
    expect(await version()).toBe(was);
    const after = await customer.call('GET', '/api/print-options');
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
  });

  it('is made where it can be made: each job goes to the agent whose printers can, else to the one heard from last', async () => {
    const other = await enrolRawAgent(cloud, admin, 'photos');
    const links = { [agent.agentId]: link, [other.agentId]: await other.connect() };
    await tell({ printers: [report()], changes: [] });
    const glossy = { sizes: [size(10_160, 15_240, true)], media_types: ['photographic-glossy'], color: true };
    const before = await version();
    const photos = { ...report(), printer_id: 'urn:uuid:2', ...glossy };
    links[other.agentId]!.send({ kind: 'printers', complete: true, printers: [photos], changes: [] });
    await until('its abilities', async () => (await version()) !== before);
    const photo = { document_id, size: '4x6', paper_type: 'glossy', quantity: 1 };
    const items = [{ document_id, ...item }, photo];
    for (const last of [agent.agentId, other.agentId]) {
      const { query } = cloud.deps.database;
      await query
        .updateTable('agents')
        .set({ last_seen_at: Date.now() + 1000 })
        .where('id', '=', last)
        .execute();
      const made = await customer.call('POST', '/api/orders', { items, delivery_method: 'pickup' });
      expect(made.status).toBe(201);
      const { order_id } = made.body;
      expect((await customer.call('POST', '/api/payment/balance', { order_id })).status).toBe(200);
      const jobs = await query
        .selectFrom('print_jobs')
        .select(['agent_id', 'ticket'])
        .where('order_id', '=', order_id)
        .execute();
      const agentOf = (name: string) => jobs.find(({ ticket }) => ticket.includes(name))?.agent_id;
      expect([agentOf('iso_a4'), agentOf('4x6in')]).toEqual([agent.agentId, other.agentId]);
    }
    // Neither has what is both: the shop sells what one of its printers can make whole.
    expect((await order({ color_mode: 'color' })).status).toBe(422);
  });

  it('has what may stand in for another paper by the rule of the shop, which names papers that there are', async () => {
    await tell({ printers: [report({ media_types: ['stationery-recycled'] })] });
    expect((await order()).body.error).toMatch(/takes plain; A4 can be made on recycled\.$/);
    const rule = async (substitutes: object[], seen = 0) =>
      await operator.call('PUT', '/api/shop/print-rules', { version: seen, substitutes });
    const refusals = [
      [{ ordered: 'plain', loaded: 'stationary-recycled' }],
      [{ ordered: 'auto', loaded: 'plain' }],
      [{ ordered: 'plain', loaded: 'stationery' }],
      [
        { ordered: 'plain', loaded: 'recycled' },
        { ordered: 'plain', loaded: 'recycled' },
      ],
    ];
    for (const substitutes of refusals) {
      const refused = await rule(substitutes);
      expect([refused.status, refused.body.error]).toEqual([422, expect.stringMatching(/^substitutes\[/)]);
    }
    expect((await operator.call('GET', '/api/shop/print-rules')).body.substitutes).toEqual([]);
    const set = await rule([{ ordered: 'plain', loaded: 'recycled' }]);
    const meant = [{ ordered: 'stationery', loaded: 'stationery-recycled' }];
    expect(set.body).toMatchObject({ version: 1, substitutes: meant });
    expect((await order()).status).toBe(201);
    // What is left out stays.
    const kept = await operator.call('PUT', '/api/shop/print-rules', {
      version: 1,
      reroute_after_minutes: 5,
    });
    expect(kept.body.substitutes).toEqual(meant);
    await rule([], 2);
    expect((await order()).status).toBe(422);
  });
});
