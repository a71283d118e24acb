/**
 * Paper runs out under a job: both floors say so by themselves, on the cloud and at the agent, and when paper is back the job ends. Nothing on
 * either page asks again and again: what is shown comes over the stream.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderAndPay, orderIs, photoItem } from '../fixtures/shop.ts';
import { openShopFloors, type ShopFloors } from '../fixtures/shop-floors.ts';
import { whenReal } from '../real/real-printers.ts';

whenReal(['chromium'])('paper on both floors in Chromium', () => {
  let floors: ShopFloors;
  beforeAll(async () => {
    floors = await openShopFloors([{ pageMs: 1200 }]);
  });
  afterAll(() => floors.close());

  it('runs out, is shown on both hosts by push, comes back, and the job ends', async () => {
    const [printer] = floors.printers;
    const visits = [await floors.open('cloud'), await floors.open('agent')];
    const calls: string[] = [];
    for (const { page } of visits) {
      await page.getByRole('article', { name: 'Printer 1' }).getByText('Ready').waitFor();
      await page.getByText('Nothing waits for a person.').waitFor();
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/') && !pathname.endsWith('/thumbnail')) calls.push(pathname);
      });
    }
    const order = await orderAndPay(floors.customer, [{ ...photoItem, quantity: 6 }]);
    for (const { page } of visits)
      await page.getByRole('article', { name: 'Printer 1' }).getByText('Printing').waitFor();
    printer!.control.paper('all', 'empty');
    for (const { page } of visits) {
      await page.getByRole('heading', { name: 'A printer needs a hand' }).waitFor();
      await page.getByRole('article', { name: 'Printer 1' }).getByText('Stopped').waitFor();
      await expect.poll(() => page.title()).toMatch(/^\(\d\) /);
    }
    printer!.control.paper('all', 'loaded');
    for (const { page } of visits) {
      await page.getByText('Nothing waits for a person.').waitFor({ timeout: 30_000 });
      await page.getByText('Nothing waits to be printed.').waitFor({ timeout: 30_000 });
      await expect.poll(() => page.title()).toBe('Floor · Platen');
    }
    await orderIs(floors.customer, order.order_id, 'ready_for_pickup');
    expect(calls).toEqual([]);
    for (const visit of visits) {
      expect(visit.complaints).toEqual([]);
      await visit.close();
    }
  }, 90_000);
});
