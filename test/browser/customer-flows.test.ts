/**
 * What customers do beside the main road, in Chromium, with a shop that prints: an order that is paid on the payment page and called off, photos
 * of guests that become one order, and what comes after: a review, a complaint with photos that is printed anew, the same once more.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { startVirtualPrinter, type VirtualPrinter } from '@platen/virtual-printer/virtual-printer';
import { openWebFiles } from '@platen/web-host/web-files';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BrowserPage, openBrowser } from '../fixtures/browser.ts';
import { logInByPhone } from '../fixtures/browser-login.ts';
import type { TestAccount } from '../fixtures/cloud.ts';
import { type TestProcess, until } from '../fixtures/processes.ts';
import { openShop, type Shop, sheetsIn } from '../fixtures/shop.ts';
import { ensureWeb } from '../fixtures/web-build.ts';
import { whenReal } from '../real/real-printers.ts';

const phone = '13800138011';

whenReal(['chromium'])('a customer beside the main road', () => {
  let shop: Shop;
  let agent: TestProcess;
  let printer: VirtualPrinter;
  let browser: BrowserPage;
  let page: Page;
  let admin: TestAccount;
  let wide: Buffer;
  const dir = mkdtempSync(join(tmpdir(), 'platen-customer-flows-'));

  beforeAll(async () => {
    await ensureWeb();
    printer = await startVirtualPrinter({ port: 0, dir, name: 'Test' });
    shop = await openShop(() => printer.uri, { settings: { web: openWebFiles() } });
    agent = await shop.startAgent();
    admin = await shop.cloud.account({ role: 'admin' });
    browser = await openBrowser();
    page = browser.page;
    page.setDefaultTimeout(25_000);
    wide = await makeJpeg({ widthPx: 1600, heightPx: 900, seed: 3 });
    await until('a printer that orders can go to', async () => {
      const { body } = await shop.account.call('GET', '/api/print-options');
      const sizes = body.sizes as Array<{ code: string; unavailable_because: unknown }>;
      return sizes.some(({ code, unavailable_because: because }) => code === '4x6' && because === null);
    });
    await page.goto(`${shop.cloud.url}/upload`);
    await logInByPhone(page, shop.cloud, phone);
    await page.getByRole('heading', { level: 1, name: 'Upload' }).waitFor();
    const { account_id } = (await ask('/api/auth/me')) as { account_id: string };
    await admin.call('POST', '/api/admin/balance', { account_id, amount: 50, note: 'test' });
  }, 150_000);
  afterAll(async () => {
    await browser.close();
    await shop.close();
    await printer.close();
    rmSync(dir, { recursive: true, force: true });
  });
  beforeEach(() => {
    browser.complaints.length = 0;
  });

  // biome-ignore lint/suspicious/noExplicitAny: answers of any operation; each test says what it expects of them.
  type Any = any;
  /** What the API says to the page's own session. */
  const ask = (path: string) =>
    page.evaluate(`fetch('${path}').then((answer) => answer.json())`) as Promise<Any>;
  const picture = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: wide });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const complaints = () => browser.complaints.filter((each) => !each.startsWith('Failed to load resource'));
  const now = () => page.getByRole('region', { name: 'Now' });

  /** From the upload to the checkout. */
  async function toCheckout(name: string): Promise<void> {
    await page.goto(`${shop.cloud.url}/upload`);
    await page.locator('input[type=file][multiple]:not([webkitdirectory])').setInputFiles(picture(name));
    await page.getByRole('link', { name: `Print ${name}` }).click();
    await button('Put into the basket').click();
    await page.getByRole('link', { name: 'To the checkout' }).click();
    await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor();
  }
  const placed = async (): Promise<string> => {
    await page.waitForURL(/\/orders\/[\da-f-]{36}/);
    return /[\da-f-]{36}/.exec(page.url())![0];
  };

  /** Nothing may go to a printer meanwhile: the shop's machine is off. */
  async function withAgentAway(work: () => Promise<void>): Promise<void> {
    await agent.kill();
    try {
      await work();
    } finally {
      agent = await shop.startAgent();
    }
  }

  it(
    'pays on the payment page, comes back to the order, and has the money back when it is called off',
    () => withAgentAway(payAndCancel),
    120_000,
  );

  async function payAndCancel() {
    await toCheckout('tower.jpg');
    await page.getByRole('radio', { name: /^Test payment/ }).check();
    await button(/^Order, and pay/).click();
    await page.locator('button[name=decision][value=approve]').click();
    await page.locator('a.button').click();
    const orderId = await placed();
    await now().getByText('Paid', { exact: true }).waitFor();
    const paid = await ask(`/api/orders/${orderId}`);
    expect(paid).toMatchObject({ status: 'paid', items: [{ filename: 'tower.jpg' }] });
    await button('Cancel the order').click();
    await page.getByRole('dialog').getByText('goes back to where it came from').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click();
    await now().getByText('Cancelled', { exact: true }).waitFor();
    const cancelled = await ask(`/api/orders/${orderId}`);
    expect(cancelled).toMatchObject({ status: 'cancelled', refund_status: 'full', refunded: paid.total });
    // The provider gave it back, and the page says so by itself.
    await page.getByText('paid back').waitFor({ timeout: 40_000 });
    expect((await ask(`/api/payment/status/${orderId}`)).refunds).toMatchObject([{ status: 'succeeded' }]);
    expect(complaints()).toEqual([]);
  }

  it('makes one order of what guests sent, each cut as its sender wants it', async () => {
    const spec = { order_type: 'photo', spec_mode: 'fixed', size: '4x6', paper_type: 'glossy' };
    const made = (await page.evaluate(`fetch('/api/user/pre-orders', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-platen-csrf': '1' },
      body: JSON.stringify(${JSON.stringify({ title: 'Class 3b', status: 'open', ...spec })}),
    }).then((answer) => answer.json())`)) as Any;
    const phoneOfGuest = await page
      .context()
      .browser()!
      .newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 } });
    const guest = await phoneOfGuest.newPage();
    guest.setDefaultTimeout(25_000);
    await guest.goto(made.share_url);
    shop.cloud.clock.offsetMs += 61_000;
    const before = shop.cloud.messages.length;
    await guest.locator('input[name=phone]').fill('13911110041');
    await guest.locator('input[name=phone]').press('Enter');
    await until('a code', () => shop.cloud.messages.length > before);
    await guest.locator('input[name=code]').fill(/\d{6}/.exec(shop.cloud.messages.at(-1)!.text)![0]);
    await guest.locator('input[type=file]').setInputFiles([picture('one.jpg'), picture('two.jpg')]);
    const first = guest.getByRole('listitem').filter({ hasText: 'one.jpg' });
    await first.getByRole('button', { name: 'Move the frame' }).click();
    const frame = first.getByRole('button', { name: /^Frame of what is printed/ });
    await frame.focus();
    for (let step = 0; step < 20; step += 1) await guest.keyboard.press('ArrowRight');
    await first.getByRole('button', { name: 'The frame is right so' }).click();
    await guest.getByRole('button', { name: 'Send in 2 photos' }).click();
    await guest.getByText('Thank you, all 2 have arrived').waitFor();
    await phoneOfGuest.close();

    await page.goto(`${shop.cloud.url}/pre-orders/${made.pre_order_id}?tab=photos`);
    await page.getByRole('gridcell').first().focus();
    await page.keyboard.press(' ');
    await page.getByText('The sender has cut it').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('gridcell').first().focus();
    await page.keyboard.press('a');
    await page.getByText('Everything is looked at').waitFor();
    await page.getByRole('tab', { name: 'Order', exact: true }).click();
    await button(/^Order for/).click();
    const orderId = await placed();
    const order = await ask(`/api/orders/${orderId}`);
    expect(order.items).toMatchObject([{ filename: 'one.jpg' }, { filename: 'two.jpg', crop: null }]);
    // As far right as the photo goes.
    expect(order.items[0].crop.left + order.items[0].crop.width).toBeCloseTo(1, 3);
    await page.getByRole('radio', { name: /^Balance/ }).check();
    await button(/^Pay/).click();
    await now().getByText('Ready to collect').waitFor({ timeout: 60_000 });
    expect(sheetsIn(dir, order.order_no)).toBe(2);
    expect(complaints()).toEqual([]);
  }, 150_000);

  it('follows an order by the stream alone, reviews it, and complains with a photo until it is printed anew', async () => {
    await toCheckout('bridge.jpg');
    await page.getByRole('radio', { name: /^Balance/ }).check();
    await button(/^Order and pay/).click();
    const orderId = await placed();
    await now().getByText('Ready to collect').waitFor({ timeout: 60_000 });
    const { order_no } = await ask(`/api/orders/${orderId}`);
    expect(sheetsIn(dir, order_no)).toBe(1);
    // While nothing happens nothing is asked: the page hears of what happens.
    const asked: string[] = [];
    const note = (request: { url(): string }) => asked.push(new URL(request.url()).pathname);
    page.on('request', note);
    await page.waitForTimeout(8000);
    page.off('request', note);
    expect(asked.filter((path) => path.startsWith('/api/orders') || path.startsWith('/api/payment'))).toEqual(
      [],
    );

    await page.getByRole('group', { name: 'The prints' }).getByLabel('4 stars').check({ force: true });
    await page.getByLabel('In your words, for the shop').fill('Lovely <b>colours</b>');
    await button('Send the review').click();
    await page.getByRole('region', { name: 'Your review' }).getByText('Lovely <b>colours</b>').waitFor();

    await button('Complain').click();
    await page.getByLabel('What is wrong').fill('A stripe');
    await page.locator('input[type=file]').last().setInputFiles(picture('stripe.jpg'));
    await button('Take stripe.jpg away').waitFor();
    await button('Send it to the shop').click();
    const help = page.getByRole('region', { name: 'Something wrong?' });
    await help.getByText('The shop looks at it').waitFor();
    const { items } = await ask(`/api/user/after-sales?order_id=${orderId}`);
    expect(items).toMatchObject([{ type: 'reprint', reason: 'A stripe', photos: [{}] }]);
    const decide = `/api/shop/after-sales/${items[0].after_sales_id}/decide`;
    expect((await admin.call('POST', decide, { decision: 'approve', note: 'Sorry!' })).status).toBe(200);
    await help.getByText('Sorry!').waitFor();
    await until('the sheet that was printed anew', () => sheetsIn(dir, order_no) === 2, 60_000);
    await help.getByText(/^Closed/).waitFor({ timeout: 30_000 });

    await button('Order again').click();
    await page.getByRole('heading', { level: 1, name: 'Basket' }).waitFor();
    await page.getByText('bridge.jpg', { exact: true }).waitFor();
    expect(complaints()).toEqual([]);
  }, 150_000);
});
