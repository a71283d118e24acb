/** Tracking by number: typed with slips, scanned, followed while it moves, told apart from what isn't known just now. */
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkLooks, type GuestBrowser, openGuestBrowser } from '../fixtures/guest-visit.ts';
import { whenReal } from '../real/real-printers.ts';

whenReal(['chromium'])('tracking in Chromium', () => {
  let guests: GuestBrowser;
  let orderNo: string;
  let orderId: string;
  beforeAll(async () => {
    guests = await openGuestBrowser();
    const owner = await guests.cloud.account();
    const { body: photo } = await owner.upload(
      '/api/photos/upload',
      await makeJpeg({ widthPx: 900, heightPx: 600, seed: 2 }),
    );
    const items = [{ photo_id: photo.photo_id, size: '4x6', paper_type: 'glossy', quantity: 3 }];
    const { body: order } = await owner.call('POST', '/api/orders', { items, delivery_method: 'pickup' });
    await owner.call('POST', '/api/payment/balance', { order_id: order.order_id });
    ({ order_no: orderNo, order_id: orderId } = order);
  });
  afterAll(() => guests.close());

  it('notices a slip before anybody is asked, and reads what a scanner types', async () => {
    const visit = await guests.visit('/track');
    const { page } = visit;
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/orders/track')) asked.push(request.url());
    });
    const field = page.getByLabel('Order number');
    await field.waitFor();
    await checkLooks(page);
    const last = orderNo.at(-1)!;
    await field.fill(orderNo.slice(0, -1) + (last === '7' ? '8' : '7'));
    await page.getByText('That can’t be right').waitFor();
    await checkLooks(page);
    await field.press('Enter');
    expect([new URL(page.url()).pathname, asked]).toEqual(['/track', []]);
    await field.fill('7U');
    await page.getByText('No order number has “U” in it.').waitFor();
    // A scanner types what is on the slip, and presses Enter.
    await field.fill('');
    await field.pressSequentially(
      orderNo.toLowerCase().replaceAll('-', '').replaceAll('0', 'o').replaceAll('1', 'l'),
    );
    await field.press('Enter');
    await page.waitForURL(`**/track/${orderNo}`);
    await page.getByRole('heading', { level: 1, name: orderNo }).waitFor();
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  it('follows an order by itself, says how old its news are, and what it can’t know just now', async () => {
    const visit = await guests.visit(`/track/${orderNo}`);
    const { page } = visit;
    const { database } = guests.cloud.deps;
    await page.getByText('0 of 3 copies printed').waitFor();
    await page.getByText('None yet').waitFor();
    await checkLooks(page);
    const heard = { copies_printed: 2, reported_at: Date.now() };
    await database.query.updateTable('print_jobs').set(heard).where('order_id', '=', orderId).execute();
    await page.getByText('2 of 3 copies printed').waitFor({ timeout: 30_000 });
    expect(await page.getByText('None yet').count()).toBe(0);
    expect(await page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('2');
    // The service is gone for a while: what was known stays, and says that it is old.
    await page.route('**/api/orders/track/**', (route) => route.abort('connectionrefused'));
    await page.getByText('can’t be looked up just now').waitFor({ timeout: 45_000 });
    expect(await page.getByText('2 of 3 copies printed').count()).toBeGreaterThan(0);
    await page.unroute('**/api/orders/track/**');
    await page.getByText('can’t be looked up just now').waitFor({ state: 'detached', timeout: 60_000 });
    expect(visit.complaints).toEqual([]);
    await visit.close();
  }, 120_000);

  it('says of a number that is right but nobody’s that there is none', async () => {
    const visit = await guests.visit('/track/P4X7-K2M9-QT1D-R');
    await visit.page.getByRole('heading', { name: 'No order has this number' }).waitFor();
    await checkLooks(visit.page);
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});
