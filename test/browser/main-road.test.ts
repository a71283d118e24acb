/**
 * The main road in Chromium: somebody registers, uploads photos, cuts one, orders and pays from the balance, and the sheets lie in the
 * printer's folder; what the pages show of money is what the tables have.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeJpeg, makePdf } from '@platen/imaging/testing/picture-samples';
import { startVirtualPrinter, type VirtualPrinter } from '@platen/virtual-printer/virtual-printer';
import { openWebFiles } from '@platen/web-host/web-files';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserPage, openBrowser } from '../fixtures/browser.ts';
import { logInByPhone } from '../fixtures/browser-login.ts';
import { until } from '../fixtures/processes.ts';
import { openShop, type Shop, sheetsIn } from '../fixtures/shop.ts';
import { ensureWeb } from '../fixtures/web-build.ts';
import { whenReal } from '../real/real-printers.ts';

const phone = '13800138001';

whenReal(['chromium'])('from registration to a printed order', () => {
  let shop: Shop;
  let printer: VirtualPrinter;
  let browser: BrowserPage;
  const dir = mkdtempSync(join(tmpdir(), 'platen-main-road-'));

  beforeAll(async () => {
    await ensureWeb();
    printer = await startVirtualPrinter({ port: 0, dir, name: 'Test' });
    shop = await openShop(() => printer.uri, { settings: { web: openWebFiles() } });
    await shop.startAgent();
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await shop.close();
    await printer.close();
    rmSync(dir, { recursive: true, force: true });
  });

  /** What the API says to the page's own session. */
  const ask = (page: Page, path: string) =>
    page.evaluate(`fetch('${path}').then((answer) => answer.json())`) as Promise<Record<string, unknown>>;

  async function accountId(): Promise<string> {
    const row = await shop.cloud.deps.database.query
      .selectFrom('accounts')
      .select('id')
      .where('phone', '=', `+86${phone}`)
      .executeTakeFirstOrThrow();
    return row.id;
  }

  it('prints what was uploaded, cut and paid in the browser', async () => {
    const { page, complaints } = browser;
    const { cloud } = shop;
    await until('a printer that orders can go to', async () => {
      const { body } = await shop.account.call('GET', '/api/print-options');
      return body.sizes.some(
        (size: { code: string; unavailable_because: unknown }) =>
          size.code === '4x6' && size.unavailable_because === null,
      );
    });
    await page.goto(`${cloud.url}/upload`);
    await logInByPhone(page, cloud, phone);
    await page.getByRole('heading', { level: 1, name: 'Upload' }).waitFor();

    const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });
    const chosen = [
      jpeg('harbour.jpg', await makeJpeg({ widthPx: 1800, heightPx: 1200, seed: 3 })),
      jpeg('broken.jpg', Buffer.from('this is no picture')),
      {
        name: 'letter.pdf',
        mimeType: 'application/pdf',
        buffer: makePdf({ pages: 3, widthMm: 210, heightMm: 297 }),
      },
    ];
    const files = page.locator('input[type=file][multiple]:not([webkitdirectory])');
    await files.setInputFiles(chosen);
    const queue = page.getByRole('region', { name: 'This upload' });
    await queue.getByText('2 of 3 files uploaded').waitFor();
    // The broken one is named, with the service's own reason; the pages of the PDF are counted.
    const broken = queue.getByRole('listitem').filter({ hasText: 'broken.jpg' });
    await broken.getByRole('alert').waitFor();
    expect(await broken.getByRole('alert').textContent()).toMatch(/picture|photo|format|decode/i);
    await queue.getByRole('listitem').filter({ hasText: 'letter.pdf' }).getByText('3 pages').waitFor();

    await queue.getByRole('link', { name: 'Print harbour.jpg' }).click();
    const frame = page.getByRole('button', { name: 'Frame of what is printed' });
    await frame.focus();
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('-');
    await page.keyboard.press('ArrowRight');
    await page.getByText('Printed sheet').click();
    await page.getByRole('img', { name: 'The sheet as it will be printed' }).waitFor();
    await page.getByLabel('Copies').fill('2');
    await page.getByRole('button', { name: 'Put into the basket' }).click();

    await page.getByRole('heading', { level: 1, name: 'Basket' }).waitFor();
    await page.getByText('harbour.jpg', { exact: true }).waitFor();
    // Changing it goes on where it was left: the frame, the copies; and the line stays one line.
    const kept = () =>
      page.evaluate(
        `JSON.parse(Object.entries(localStorage).find(([name]) => name.startsWith('platen-basket'))[1]).items`,
      );
    const before = (await kept()) as Array<{ key: string; item: { crop: object; quantity: number } }>;
    await page.getByRole('link', { name: 'Change how harbour.jpg is printed' }).click();
    await page.getByRole('textbox', { name: 'Copies' }).fill('3');
    await page.getByRole('button', { name: 'Keep the change' }).click();
    await page.getByText('Changed in the basket.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Basket' }).waitFor();
    const [line] = before;
    expect(await kept()).toEqual([{ ...line, item: { ...line!.item, quantity: 3 } }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(kept).toEqual(before);
    await page.getByRole('link', { name: 'To the checkout' }).click();
    await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor();
    // Nothing is in the balance yet: it says what is missing, and lets nobody press.
    await page.getByRole('radio', { name: /^Balance/ }).check();
    await page.getByText('is missing in your balance').waitFor();
    expect(await page.getByRole('button', { name: /^Order and pay/ }).isDisabled()).toBe(true);
    const admin = await cloud.account({ role: 'admin' });
    const given = { account_id: await accountId(), amount: 20, note: 'test' };
    const { status } = await admin.call('POST', '/api/admin/balance', given);
    expect(status).toBeLessThan(300);
    await page.reload();
    await page.getByRole('button', { name: /^Order and pay/ }).click({ timeout: 20_000 });

    await page.waitForURL(/\/orders\/[\da-f-]{36}$/);
    const orderId = page.url().split('/').at(-1)!;
    const order = await ask(page, `/api/orders/${orderId}`);
    await page.getByRole('heading', { level: 1, name: `Order ${order.order_no}` }).waitFor();
    await page
      .getByRole('region', { name: 'Now' })
      .getByText('Ready to collect')
      .waitFor({ timeout: 40_000 });
    await page.getByText('All of it is printed').waitFor();
    expect(sheetsIn(dir, order.order_no as string)).toBe(2);

    // Money: the order, the ledger and what the API says are one story.
    const spent = 20 - ((await ask(page, '/api/user/balance')).balance as number);
    expect(spent).toBeCloseTo(order.total as number, 5);
    const ledger = await cloud.deps.database.query
      .selectFrom('ledger')
      .select(['amount_minor'])
      .where('account_id', '=', await accountId())
      .execute();
    expect(ledger.reduce((sum, row) => sum + Number(row.amount_minor), 0)).toBe(
      2000 - Math.round(spent * 100),
    );
    const item = (order.items as Array<Record<string, { width: number }>>)[0]!;
    expect(item.crop!.width).toBeLessThan(0.95);
    await page.getByRole('link', { name: 'Receipt' }).click();
    await page.getByRole('article', { name: 'Receipt' }).getByText('harbour.jpg').waitFor();
    // The basket was emptied by the order.
    await page.goto(`${cloud.url}/basket`);
    await page.getByText('The basket is empty').waitFor();
    expect(complaints.filter((complaint) => !complaint.startsWith('Failed to load resource'))).toEqual([]);
  }, 120_000);
});
