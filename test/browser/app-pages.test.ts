/**
 * The customer's pages as a screen reader, a phone and the dark see them: no violation that axe knows, and nothing wider than a phone, in
 * both languages and colour schemes; what is loading, empty and gone has its words too.
 */
import { makeJpeg, makePdf } from '@platen/imaging/testing/picture-samples';
import { openWebFiles } from '@platen/web-host/web-files';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listFaults } from '../fixtures/axe.ts';
import { type BrowserPage, openBrowser } from '../fixtures/browser.ts';
import { logInByPhone } from '../fixtures/browser-login.ts';
import { clientOf, startTestCloud, type TestCloud } from '../fixtures/cloud.ts';
import { ensureWeb } from '../fixtures/web-build.ts';
import { whenReal } from '../real/real-printers.ts';

whenReal(['chromium'])("the customer's pages", () => {
  let cloud: TestCloud;
  let browser: BrowserPage;
  const paths: Record<string, string> = {};
  let basket: Record<string, string>;

  beforeAll(async () => {
    await ensureWeb();
    cloud = await startTestCloud(undefined, {}, { web: openWebFiles() });
    browser = await openBrowser();
    const { page } = browser;
    await page.goto(`${cloud.url}/login`);
    await logInByPhone(page, cloud, '13800138009');
    await page.getByRole('heading', { level: 1, name: 'Hello' }).waitFor();
    const call = (method: string, path: string, body?: object) =>
      page.evaluate(
        `fetch('${path}', { method: '${method}', headers: { 'X-Platen-CSRF': '1', 'content-type': 'application/json' }${body ? `, body: ${JSON.stringify(JSON.stringify(body))}` : ''} }).then((answer) => answer.json())`,
      ) as Promise<Record<string, string>>;
    const account = await call('GET', '/api/auth/me');
    const { api_key } = await call('POST', '/api/user/api-keys', { name: 'test' });
    const own = clientOf(cloud.url, api_key!);
    const jpeg = await makeJpeg({ widthPx: 900, heightPx: 600, seed: 5 });
    const photo = (await own.upload('/api/photos/upload', jpeg, 'a <b>photo</b>.jpg')).body.photo_id;
    const pdf = makePdf({ pages: 2, widthMm: 210, heightMm: 297 });
    const document = (await own.upload('/api/documents/upload', pdf, 'letter.pdf')).body.document_id;
    const item = { document_id: photo, size: '4x6', paper_type: 'glossy', quantity: 2 };
    const order = (await own.call('POST', '/api/orders', { items: [item], note: 'in one envelope' })).body
      .order_id;
    const line = { key: 'a', filename: 'a <b>photo</b>.jpg', isPhoto: true, item };
    const broken = { key: 'b', filename: 'b.jpg', isPhoto: true, item: { ...item, size: '7x9' } };
    const kept = (items: object[]) => JSON.stringify({ version: 1, items, couponId: '', note: '' });
    basket = {
      name: `platen-basket-${account.account_id}`,
      whole: kept([line]),
      broken: kept([line, broken]),
    };
    Object.assign(paths, {
      start: '/',
      upload: '/upload',
      photo: `/photos/${photo}`,
      sheet: `/photos/${photo}?view=sheet&fit=fit`,
      'real size of ID photos': `/photos/${photo}?as=id&view=real`,
      document: `/documents/${document}`,
      basket: '/basket',
      checkout: '/checkout',
      orders: '/orders',
      'no orders': '/orders?state=shipped',
      order: `/orders/${order}`,
      receipt: `/orders/${order}/receipt`,
      'no such photo': '/photos/0198a000-0000-7000-8000-000000000000',
      'no such order': '/orders/0198a000-0000-7000-8000-000000000000',
    });
  });
  afterAll(async () => {
    await browser.close();
    await cloud.close();
  });

  async function keepBasket(kind: 'whole' | 'broken'): Promise<void> {
    const text = JSON.stringify(basket[kind]);
    await browser.page.evaluate(`localStorage.setItem('${basket.name}', ${text})`);
  }

  it('has no violation, and nothing wider than a phone, in both languages and colour schemes', async () => {
    const { page, complaints } = browser;
    await page.setViewportSize({ width: 390, height: 844 });
    const wrong: string[] = [];
    for (const [name, path] of Object.entries(paths)) {
      await keepBasket(name === 'basket' ? 'broken' : 'whole');
      await page.goto(cloud.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      wrong.push(...(await listFaults(page, { widths: [390] })).map((fault) => `${name} ${fault}`));
    }
    expect(wrong).toEqual([]);
    expect(complaints.filter((complaint) => !complaint.startsWith('Failed to load resource'))).toEqual([]);
  }, 120_000);

  it('shows a picture that was not made yet when it was first asked for, and no other twice', async () => {
    const { page } = browser;
    const answers = [429, 503];
    await page.route('**/api/documents/*/thumbnail', async (route) => {
      const status = answers.shift();
      if (status === undefined) await route.continue();
      else await route.fulfill({ status, headers: { 'retry-after': '1' } });
    });
    await page.goto(`${cloud.url}${paths.order}`);
    const picture = page.locator('img[src$="/thumbnail"]');
    await expect
      .poll(() => picture.evaluate((it) => (it as { naturalWidth?: number }).naturalWidth), {
        timeout: 20_000,
      })
      .toBeGreaterThan(0);
    expect(answers).toEqual([]);
    await page.unroute('**/api/documents/*/thumbnail');

    let asked = 0;
    await page.route('**/api/documents/*/thumbnail', async (route) => {
      asked += 1;
      await route.fulfill({ status: 404, body: '{}' });
    });
    await page.goto(`${cloud.url}${paths.order}`);
    // The element asks, and what became of it is looked up once.
    await expect.poll(() => asked).toBe(2);
    await page.waitForTimeout(2500);
    expect([asked, await picture.count()]).toEqual([2, 0]);
    await page.unroute('**/api/documents/*/thumbnail');
  });

  it('says that the connection is gone and goes on when it is back', async () => {
    const { page } = browser;
    await page.goto(`${cloud.url}/orders`);
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('No connection.').first().waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => page.getByText('No connection.').count(), { timeout: 20_000 }).toBe(0);
  });
});
