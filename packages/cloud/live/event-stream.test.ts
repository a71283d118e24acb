/** GET /api/events/live: what happens, to whom it may be told, from where a client was. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/fixtures/databases.ts';
import { type LivePage, openLivePage } from '../../../test/fixtures/live-stream.ts';
import { openPrintedOrderBench, type PrintedOrderBench } from '../testing/printed-order-bench.ts';

describe.each(databases)('GET /api/events/live on $name', ({ open }) => {
  let bench: PrintedOrderBench;
  const pages: LivePage[] = [];
  beforeEach(async () => {
    bench = await openPrintedOrderBench(await open());
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.close();
    await bench.cloud.close();
  });

  async function listen(apiKey: string, query = '', more: Record<string, string> = {}): Promise<LivePage> {
    const headers = { authorization: `Bearer ${apiKey}`, ...more };
    const page = await openLivePage(`${bench.cloud.url}/api/events/live${query}`, { headers });
    pages.push(page);
    return page;
  }
  const typesIn = ({ told }: LivePage) =>
    told.flatMap(({ event, data }) => (event === 'event' ? [data.type] : []));
  const placesIn = ({ told }: LivePage) => told.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]));

  it('tells what happens from now on, and what came since', async () => {
    const { customer } = bench;
    const live = await listen(customer.apiKey);
    await live.until('where the log stands', ({ told }) => told[0]?.event === 'snapshot');
    const from = live.told[0]!.data.sequence;
    await bench.printed([2]);
    await live.until('the last event', () => typesIn(live).includes('order.ready_for_pickup'));
    const { body } = await customer.call('GET', `/api/events?after=${from}&limit=500`);
    expect(live.told.slice(1).map(({ data }) => data)).toEqual(body.events);
    const all = placesIn(live);
    expect(all).toEqual([...new Set(all)].toSorted((a, b) => a - b));

    const [middle] = all.slice(2);
    const back = await listen(customer.apiKey, `?after=${middle}`);
    await back.until('the rest', () => placesIn(back).length === all.length - 3);
    expect(placesIn(back)).toEqual(all.slice(3));
    const browser = await listen(customer.apiKey, '', { 'last-event-id': String(middle) });
    await browser.until('the rest', () => placesIn(browser).length === all.length - 3);
    const some = await listen(customer.apiKey, '?after=0&types=order.paid');
    await some.until('it', () => typesIn(some).length === 1);
    expect(typesIn(some)).toEqual(['order.paid']);
  });

  it("tells nobody what is another one's, and ends with the session", async () => {
    const other = await bench.cloud.account();
    const [stranger, staff] = [await listen(other.apiKey), await listen(bench.operator.apiKey)];
    await stranger.until('where the log stands', ({ told }) => told.length > 0);
    await staff.until('where the log stands', ({ told }) => told.length > 0);
    await bench.printed([1]);
    await staff.until('a job', () => typesIn(staff).includes('job.printed'));
    expect(typesIn(stranger)).toEqual([]);
    for (const query of ['?after=99999', '?after=x', '?types=dance', '?topics=queue', '?beat=1'])
      expect((await listen(other.apiKey, query)).status, query).toBeGreaterThanOrEqual(400);
    expect((await listen('nobody')).status).toBe(401);
    const admin = await bench.cloud.account({ role: 'admin' });
    await admin.call('POST', `/api/admin/accounts/${other.accountId}/disable`);
    await stranger.until('the end', ({ told }) => told.at(-1)?.data.reason === 'revoked');
    await stranger.until('the stream to end', (page) => page.isOver());
  });
});
