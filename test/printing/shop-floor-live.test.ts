/** The shop floor of a running shop, as an open page of its staff is told of it: by signals, for nothing polls here. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type FloorItem,
  type FloorTopic,
  floorAgent,
  floorHost,
  floorItems,
  floorLogPage,
  floorWeek,
} from '@platen/contracts/floor/shop-floor';
import { floorAnswer } from '@platen/contracts/floor/shop-floor-acts';
import { startVirtualPrinter, type VirtualPrinter } from '@platen/virtual-printer/virtual-printer';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { databases } from '../fixtures/databases.ts';
import { type LivePage, openLivePage } from '../fixtures/live-stream.ts';
import { until } from '../fixtures/processes.ts';
import { openShop, orderAndPay, orderIs, photoItem, type Shop } from '../fixtures/shop.ts';

describe.each(databases)('the shop floor on $name', ({ open }) => {
  let dir: string;
  let printer: VirtualPrinter;
  let shop: Shop;
  const pages: LivePage[] = [];

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'platen-floor-'));
    printer = await startVirtualPrinter({ port: 0, dir, name: 'One' });
    // What the cloud would look at now and then is looked at never: whatever comes has come by a signal.
    vi.useFakeTimers({ toFake: ['setInterval'] });
    shop = await openShop(() => printer.uri, { opened: await open() });
    // The first page begins to follow the event log.
    await (await listen((await operator()).apiKey)).until('the first page', ({ told }) => told.length > 0);
    vi.useRealTimers();
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.close();
    await shop.close();
    await printer.close();
    await rm(dir, { recursive: true, force: true });
  });

  async function listen(apiKey: string, query = ''): Promise<LivePage> {
    const headers = { authorization: `Bearer ${apiKey}` };
    const page = await openLivePage(`${shop.cloud.url}/api/shop-floor/live${query}`, { headers });
    pages.push(page);
    return page;
  }
  const operator = () => shop.cloud.account({ role: 'operator' });
  const itemsOf = <T extends FloorTopic>(page: LivePage, topic: T) =>
    page.items(topic).map((item) => floorItems[topic].strict().parse(item) as FloorItem<T>);

  it('shows paper that runs out and comes back, and a job from its payment to its paper', async () => {
    const staff = await operator();
    await shop.startAgent();
    const page = await listen(staff.apiKey);
    await page.until('a printer that is ready', () => itemsOf(page, 'printers')[0]?.condition === 'ready');
    expect(itemsOf(page, 'agents')).toMatchObject([{ linked: true, open_jobs: 0 }]);
    expect(itemsOf(page, 'waits').filter(({ urgency }) => urgency === 'question')).toEqual([]);

    printer.control.paper('all', 'empty');
    await page.until('empty trays', () => itemsOf(page, 'printers')[0]?.trays.every(({ empty }) => empty));
    const order = await orderAndPay(shop.account, [photoItem]);
    await page.until('the job held for paper', () => itemsOf(page, 'queue')[0]?.reason === 'media-needed');
    const [held] = itemsOf(page, 'queue');
    expect(held).toMatchObject({
      order_no: order.order_no,
      reason: 'media-needed',
      filename: 'test.jpg',
      copies: 2,
      copies_printed: 0,
      done_at: null,
    });
    const wait = await page.until('that somebody is needed', () =>
      itemsOf(page, 'waits').find(({ kind }) => kind === 'job-held'),
    );
    expect(wait).toMatchObject({
      urgency: 'chore',
      reason: 'media-needed',
      job: { order_no: order.order_no },
    });
    expect(wait.answers.map(({ act }) => 'decision' in act && act.decision)).toContain('retry');

    const thumbnail = await fetch(shop.cloud.url + held!.thumbnail, {
      headers: { authorization: `Bearer ${staff.apiKey}` },
    });
    expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(thumbnail.headers.get('content-security-policy')).toMatch(/sandbox/);

    printer.control.paper('all', 'loaded');
    await page.until('the job printed', () => itemsOf(page, 'queue')[0]?.state === 'printed');
    await page.until('nobody needed', () => !page.items('waits').some(({ kind }) => kind === 'job-held'));
    const [printed] = itemsOf(page, 'queue');
    expect(printed).toMatchObject({ copies_printed: 2, sort: '', acts: ['reprint'] });
    expect(printed!.over_at).not.toBeNull();

    const states = page.told.flatMap(({ data }) =>
      data.topic === 'queue' ? [...(data.set ?? data.items)].map(({ state }) => state) : [],
    );
    expect(inOrder(states, ['held', 'printed']), states.join(' ')).toBe(true);
    expect(page.faults).toEqual([]);
    const log = await page.until(
      'the log',
      () => itemsOf(page, 'log').some(({ code }) => code === 'job.printed') && itemsOf(page, 'log'),
    );
    expect(log.find(({ code }) => code === 'job.printed')).toMatchObject({ order_no: order.order_no });
  });

  it('tells nobody of another shop, no customer, and nobody who may not listen any more', async () => {
    const staff = await operator();
    const [elsewhere, customer] = [await operator(), shop.account];
    const { query } = shop.cloud.deps.database;
    await query
      .insertInto('shops')
      .values({ id: 'fffffff0-0000-4000-8000-000000000001', name: 'Elsewhere', created_at: 1 })
      .execute();
    await query
      .updateTable('accounts')
      .set({ shop_id: 'fffffff0-0000-4000-8000-000000000001' })
      .where('id', '=', elsewhere.accountId)
      .execute();
    await shop.startAgent();
    const [here, there] = [await listen(staff.apiKey), await listen(elsewhere.apiKey)];
    expect((await listen(customer.apiKey)).status).toBe(403);
    expect((await listen('platen_live_nothing')).status).toBe(401);
    expect((await listen(elsewhere.apiKey, `?shop_id=${shop.cloud.shopId}`)).status).toBe(404);
    expect((await listen(staff.apiKey, '?topics=money')).status).toBe(400);
    const order = await orderAndPay(customer, [photoItem]);
    await orderIs(customer, order.order_id, 'ready_for_pickup');
    await here.until('the job', () => here.items('queue').length === 1);
    const foreign = there.told.filter(({ data }) => (data.items ?? data.set ?? []).length > 0);
    expect(foreign.map(({ data }) => data.topic)).toEqual(['schedule']);
    const job = itemsOf(here, 'queue')[0]!;
    expect(
      (await elsewhere.call('POST', '/api/shop-floor/acts', { act: 'call_off', job_id: job.id })).status,
    ).toBe(404);
    const picture = await fetch(shop.cloud.url + job.thumbnail, {
      headers: { authorization: `Bearer ${elsewhere.apiKey}` },
    });
    expect(picture.status).toBe(404);

    const second = await staff.call('POST', '/api/user/api-keys', { name: 'wall' });
    const wall = await listen(second.body.api_key);
    await wall.until('the wall', () => wall.items('queue').length === 1);
    await staff.call('DELETE', `/api/user/api-keys/${second.body.api_key_id}`);
    await wall.until('the end', () => wall.told.at(-1)?.data.reason === 'revoked');
    await until('the stream to end', () => wall.isOver());
    expect(here.isOver(), 'the other key goes on').toBe(false);
    const admin = await shop.cloud.account({ role: 'admin' });
    await admin.call('PUT', `/api/admin/accounts/${staff.accountId}/role`, { role: 'customer' });
    await here.until('the end', () => here.told.at(-1)?.data.reason === 'revoked');
  });

  it('takes the acts of staff: a job called off, a schedule, a request to a printer', async () => {
    const staff = await operator();
    const act = (body: object) => staff.call('POST', '/api/shop-floor/acts', body);
    const page = await listen(staff.apiKey);
    const host = floorHost.strict().parse((await staff.call('GET', '/api/shop-floor')).body);
    expect(host).toMatchObject({ host: 'cloud', shop: { id: shop.cloud.shopId } });
    const order = await orderAndPay(shop.account, [photoItem]);
    const job = await page.until('the job', () => itemsOf(page, 'queue')[0]);
    expect(job).toMatchObject({ state: 'queued', acts: ['call_off'] });
    const off = await act({ act: 'call_off', job_id: job.id });
    expect([off.status, floorAnswer.parse(off.body).outcome]).toEqual([200, 'done']);
    await page.until('the job called off', () => itemsOf(page, 'queue')[0]?.state === 'cancelled');
    const { body } = await shop.account.call('GET', `/api/orders/${order.order_id}`);
    expect(body).toMatchObject({ refund_status: 'full', status: 'cancelled' });
    expect((await act({ act: 'call_off', job_id: job.id })).status).toBe(409);

    const { document } = itemsOf(page, 'schedule')[0]!;
    const { version, edit_id: _, edited_by: _by, edited_at: _at, origin: _origin, ...content } = document;
    const nights = { ...content, quiet_hours: [{ from: '22:00', to: '07:00' }] };
    const week = floorWeek.parse((await staff.call('POST', '/api/shop-floor/schedule/preview', nights)).body);
    expect(week.spans.filter(({ day }) => day === 0)).toEqual([
      { rule_id: 'shop', kind: 'quiet', day: 0, from_minute: 0, to_minute: 420 },
      { rule_id: 'shop', kind: 'quiet', day: 0, from_minute: 1320, to_minute: 1440 },
    ]);
    expect((await act({ act: 'set_schedule', version, content: nights })).status).toBe(200);
    const saved = await page.until(
      'the schedule',
      () => itemsOf(page, 'schedule')[0]?.document.version === version + 1 && itemsOf(page, 'schedule')[0]!,
    );
    expect(saved.week.spans).toEqual(week.spans);
    expect((await act({ act: 'set_schedule', version, content: nights })).status).toBe(409);

    const rules = { act: 'set_rules', version: 0, aborted_copies: 'refund' };
    const paper = { ordered: 'glossy', loaded: 'photographic-matte' };
    expect((await act({ ...rules, substitutes: [paper] })).status).toBe(200);
    expect((await staff.call('GET', '/api/shop/print-rules')).body).toMatchObject({
      version: 1,
      aborted_copies: 'refund',
      substitutes: [{ ordered: 'photographic-glossy', loaded: 'photographic-matte' }],
    });
    expect((await act(rules)).status).toBe(409);
    expect((await act({ ...rules, version: 1, substitutes: [{ ...paper, loaded: 'no-such' }] })).status).toBe(
      422,
    );

    await shop.startAgent();
    const tile = await page.until('the printer', () =>
      itemsOf(page, 'printers').find(({ condition }) => condition === 'ready'),
    );
    const renamed = await act({
      act: 'rename_printer',
      printer: tile.id,
      version: tile.version,
      name: 'Left',
    });
    expect(renamed.body).toMatchObject({ outcome: 'told-the-agent', request_id: expect.any(String) });
    await page.until('the new name', () => itemsOf(page, 'printers')[0]?.name === 'Left');
    const request = await page.until('the answer', () =>
      itemsOf(page, 'requests').find(({ outcome }) => outcome !== 'waiting'),
    );
    expect(request).toMatchObject({ id: renamed.body.request_id, act: 'rename_printer', outcome: 'done' });
    for (const [wrong, sentence] of [
      [{ act: 'dance' }, /^act: /],
      [{ act: 'call_off' }, /^job_id: is missing/],
      [{ act: 'set_credentials', printer: tile.id, credentials: null }, /console of the agent/],
      [{ act: 'rename_printer', printer: 'nobody', version: 1, name: 'x' }, /No such printer/],
    ] as const) {
      const refused = await act(wrong);
      expect(refused.status, JSON.stringify(wrong)).toBeGreaterThanOrEqual(400);
      expect(refused.body.error).toMatch(sentence);
    }
    const log = floorLogPage.parse(
      (await staff.call('GET', `/api/shop-floor/log?search=${order.order_no}`)).body,
    );
    expect(log.items.map(({ code }) => code)).toEqual(['job.cancelled', 'job.queued']);
    expect(floorAgent.parse(page.items('agents')[0]).linked).toBe(true);
  });

  it('pauses, holds, puts in order, releases, resumes and reprints, each seen on the floor', async () => {
    const staff = await operator();
    await shop.startAgent();
    const page = await listen(staff.apiKey);
    const act = async (body: object) => {
      const answered = await staff.call('POST', '/api/shop-floor/acts', body);
      expect(answered.status, JSON.stringify(answered.body)).toBe(200);
      return floorAnswer.parse(answered.body);
    };
    const jobOf = (order: { order_no: string }) =>
      itemsOf(page, 'queue').find(
        ({ order_no, reprint_of }) => order_no === order.order_no && reprint_of === null,
      );
    await page.until('a printer that is ready', () => itemsOf(page, 'printers')[0]?.condition === 'ready');
    await act({ act: 'pause', printer: null });
    await page.until(
      'the pause',
      () => itemsOf(page, 'agents')[0]?.paused && itemsOf(page, 'printers')[0]?.paused,
    );
    const [first, second] = [
      await orderAndPay(shop.account, [photoItem]),
      await orderAndPay(shop.account, [photoItem]),
    ];
    const isSpooled = (order: { order_no: string }) => jobOf(order)?.acts.includes('hold');
    await page.until('both jobs at the agent', () => isSpooled(first) && isSpooled(second));
    const ahead = { act: 'reorder', job_id: jobOf(second)!.id, before: jobOf(first)!.id };
    const { undo: behind } = await act(ahead);
    expect(behind).toEqual({ act: 'reorder', job_id: jobOf(second)!.id, before: null });
    await page.until('the other order', () => jobOf(second)!.sort < jobOf(first)!.sort);
    await act(behind!);
    await page.until('the first order', () => jobOf(first)!.sort < jobOf(second)!.sort);
    await act(ahead);
    await page.until('the other order again', () => jobOf(second)!.sort < jobOf(first)!.sort);
    const [{ id: printer }] = itemsOf(page, 'printers') as [FloorItem<'printers'>];
    const toPrinter = await act({ act: 'move', job_id: jobOf(first)!.id, printer });
    expect(toPrinter.undo).toEqual({ act: 'move', job_id: jobOf(first)!.id, printer: null });
    await page.until('an answer', () =>
      itemsOf(page, 'requests').some(({ act: name, outcome }) => name === 'move' && outcome === 'done'),
    );
    // The agent answers, and says where the job shall go now, in two messages.
    await until('the word where the job shall go', async () => {
      const { for_entry: entry } = await shop.cloud.deps.database.query
        .selectFrom('print_jobs')
        .select('for_entry')
        .where('id', '=', jobOf(first)!.id)
        .executeTakeFirstOrThrow();
      return entry !== null;
    });
    const { undo: back } = await act(toPrinter.undo!);
    expect(back).toEqual({ act: 'move', job_id: jobOf(first)!.id, printer });
    const { undo: release } = await act({ act: 'hold', job_id: jobOf(first)!.id });
    expect(release).toEqual({ act: 'release', job_id: jobOf(first)!.id });
    const wait = await page.until('the hold', () =>
      itemsOf(page, 'waits').find(({ reason }) => reason === 'held-by-person'),
    );
    expect(wait.answers[0]?.act.act).toBe('release');
    expect(wait.last_act?.by).toBe('Test');
    const resumed = await act({ act: 'resume', printer: null });
    expect(resumed.undo).toEqual({ act: 'pause', printer: null });
    await page.until('the second printed', () => jobOf(second)?.state === 'printed');
    expect(jobOf(first)?.state).toBe('held');
    await act(wait.answers[0]!.act);
    await page.until('the first printed', () => jobOf(first)?.state === 'printed');
    await act({ act: 'reprint', job_id: jobOf(first)!.id, from_copy: 2 });
    await page.until('the reprint', () =>
      itemsOf(page, 'queue').some(
        ({ reprint_of, state }) => reprint_of === jobOf(first)!.id && state === 'printed',
      ),
    );
    const done = await page.until('all answers', () => {
      const requests = itemsOf(page, 'requests');
      return requests.every(({ outcome }) => outcome !== 'waiting') && requests;
    });
    expect(done.map(({ act: name, outcome }) => `${name} ${outcome}`).toSorted()).toEqual(
      ['hold', 'move', 'move', 'pause', 'release', 'reorder', 'reorder', 'reorder', 'resume'].map(
        (name) => `${name} done`,
      ),
    );
    expect(page.faults).toEqual([]);
  });
});

const inOrder = (all: readonly string[], wanted: readonly string[]): boolean => {
  let at = 0;
  for (const one of all) if (one === wanted[at]) at += 1;
  return at === wanted.length;
};
