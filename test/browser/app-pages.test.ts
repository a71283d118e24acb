/**
 * What people do with the pages of their account in a real browser: an address read from text, a pre-order from its form to a paid order by
 * keys, a restoration whose mask is corrected and which is shared, all data taken away, the account closed; and no page of the app breaks
 * the rules of accessibility in either language and appearance.
 */
import { readFileSync } from 'node:fs';
import { openBrowser as openClient } from '@platen/cloud/testing/browser-client';
import { fadedPhoto, holdRestorations } from '@platen/cloud/testing/restoration-bench';
import { makeJpeg, makePdf } from '@platen/imaging/testing/picture-samples';
import { openWebFiles } from '@platen/web-host/web-files';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listFaults } from '../fixtures/axe.ts';
import { walkPages } from '../fixtures/browser/page-walk.ts';
import { type BrowserPage, openBrowser } from '../fixtures/browser.ts';
import { clientOf, startTestCloud, type TestAccount, type TestCloud } from '../fixtures/cloud.ts';
import { until } from '../fixtures/processes.ts';
import { ensureWeb } from '../fixtures/web-build.ts';
import { whenReal } from '../real/real-printers.ts';

whenReal(['chromium'])('the pages of an account in Chromium', () => {
  let cloud: TestCloud;
  let browser: BrowserPage;
  let page: Page;
  let guest: TestAccount;
  /** The account of the browser, by its key. */
  let mine: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Any }>;
  let accountId = '';
  const phone = '+8613800000007';
  // biome-ignore lint/suspicious/noExplicitAny: answers of any operation; each test says what it expects of them.
  type Any = any;

  beforeAll(async () => {
    await ensureWeb();
    cloud = await startTestCloud(undefined, {}, { web: openWebFiles() });
    guest = await cloud.account();
    browser = await openBrowser();
    page = browser.page;
    const client = openClient(cloud.url);
    await client.call('POST', '/api/auth/code', { phone });
    const code = /\d{6}/.exec(cloud.messages.at(-1)!.text)![0];
    const registered = await client.call('POST', '/api/auth/register', { phone, code, nickname: 'Mei' });
    accountId = registered.body.account.account_id;
    const [name, value] = client.cookie!.split('=') as [string, string];
    await page.context().addCookies([{ name, value, url: cloud.url }]);
    mine = (method, path, body) => client.call(method, path, body);
    const admin = await cloud.account({ role: 'admin' });
    await admin.call('POST', '/api/admin/balance', { account_id: accountId, amount: 500, note: 'gift' });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await cloud?.close();
  });

  const open = (path: string) => page.goto(cloud.url + path);
  const button = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' });

  const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

  /** Pictures of the pages, for whoever wants to see them: PLATEN_TEST_SHOTS names a folder. */
  const folder = process.env.PLATEN_TEST_SHOTS;
  const lookAt = async (name: string) => {
    await page.screenshot({
      path: `${folder}/${name.replaceAll(/[^a-z0-9-]+/gi, '_')}.png`,
      fullPage: true,
    });
  };

  it('an address is read from text, corrected, deleted and brought back', async () => {
    await open('/addresses');
    await button('Add an address').click();
    await page
      .getByLabel('Paste an address')
      .fill('收件人张三 13800138000 广东省深圳市南山区科苑路6号 518057');
    await button('Read it').click();
    await page.getByText('What was understood').waitFor();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Phone', exact: true }).inputValue())
      .toBe('13800138000');
    // A refusal stands at its field, and what was written stays.
    await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('12345');
    await button('Save').click();
    await page.getByText(/must be a phone number in CN/).waitFor();
    await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('13900139000');
    await button('Save').click();
    const card = page.getByRole('article', { name: '张三' });
    await card.getByText('Default', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No address yet').waitFor();
    await button('Undo').click();
    await card.getByText('13900139000').first().waitFor();
    expect((await mine('GET', '/api/addresses')).body.items).toMatchObject([
      {
        name: '张三',
        phone: '13900139000',
        province: '广东省',
        city: '深圳市',
        district: '南山区',
        is_default: true,
      },
    ]);
  }, 60_000);

  it('a pre-order from its form to a paid order, decided by keys', async () => {
    // What is missing is said, and leads to where it is.
    await open('/pre-orders/new?step=4');
    await button('Save and open').click();
    await page.getByText('Still missing').waitFor();
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    await open('/pre-orders');
    await page.getByRole('link', { name: 'New pre-order' }).first().click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Class 3b');
    await button('Next').click();
    await page.getByRole('combobox', { name: 'Size' }).selectOption('4x6');
    await page.getByRole('combobox', { name: 'Paper' }).selectOption('glossy');
    await button('Next').click();
    await page.getByLabel('Most photos in all').fill('20');
    await button('Next').click();
    await button('Save and open').click();
    await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
    const { share_code, share_url, pre_order_id } = (await mine('GET', '/api/user/pre-orders')).body.items[0];
    expect(await page.getByRole('textbox', { name: 'Link' }).inputValue()).toBe(share_url);

    const jpeg = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 5 });
    await page.getByRole('tab', { name: 'Photos' }).click();
    await page.getByText('Nothing here').waitFor();
    for (const name of ['Ann', 'Bo', 'Cy', 'Di']) {
      const { photo_id } = (await guest.upload('/api/photos/upload', jpeg)).body;
      const sent = { photo_ids: [photo_id], submitter_name: name };
      expect((await guest.call('POST', `/api/share/${share_code}/submit`, sent)).status).toBe(201);
    }
    // They come by themselves; the newest stands first: Di, Cy, Bo, Ann.
    const cell = (name: string) => page.getByRole('gridcell', { name: new RegExp(`\\b${name}\\b`) });
    await cell('Ann').waitFor({ timeout: 20_000 });
    await cell('Di').waitFor();
    await cell('Di').focus();
    await page.keyboard.press(' ');
    await page.getByText('Photo 1 of 1').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Photo 1 of 1').waitFor({ state: 'detached' });
    await cell('Di').focus();
    await page.keyboard.press('a');
    await cell('Di').waitFor({ state: 'detached' });
    // One stands on the next: it is rejected, with a reason.
    await expect
      .poll(() => page.evaluate('document.activeElement.textContent'), { timeout: 10_000 })
      .toMatch(/^Cy/);
    await page.keyboard.press('r');
    await page.getByLabel(/^Why/).fill('Too dark');
    await page.keyboard.press('Enter');
    await cell('Cy').waitFor({ state: 'detached' });
    // Two at once.
    await cell('Bo').focus();
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText('2 chosen').waitFor();
    await page.keyboard.press('a');
    await page.getByText('Everything is looked at').waitFor();
    const { submissions } = (await mine('GET', `/api/user/pre-orders/${pre_order_id}`)).body;
    expect(submissions).toMatchObject({
      pending: { submissions: 0 },
      approved: { submissions: 3 },
      rejected: { submissions: 1 },
    });

    await page.getByRole('tab', { name: 'Order', exact: true }).click();
    const place = button(/^Order for/);
    const amount = /[\d.]+$/.exec((await place.textContent())!)![0];
    await place.click();
    await page.waitForURL(/\/orders\/[0-9a-f-]{36}/);
    const order_id = page.url().split('/').at(-1)!.split('?')[0];
    const paid = await mine('POST', '/api/payment/balance', { order_id });
    expect(paid.status).toBe(200);
    const order = (await mine('GET', `/api/orders/${order_id}`)).body;
    expect(order).toMatchObject({ status: 'paid', total: Number(amount), items: [{}, {}, {}] });
  }, 90_000);

  it('a restoration is followed, its mask corrected to the pixel, and shared', async () => {
    const begun = holdRestorations(cloud);
    await open('/restorations/new');
    await page.locator('input[type=file]').setInputFiles({
      name: 'grandma.jpg',
      mimeType: 'image/jpeg',
      buffer: fadedPhoto,
    });
    await button('Restore it').click();
    await heading('Being restored');
    await until('the work', async () => begun.length === 1);
    begun[0]!.tell(0.4, 'defects');
    const told = await until('the progress', async () => {
      const [restoration] = (await mine('GET', '/api/restorations')).body.items;
      return restoration.progress_percent > 0 && (restoration.progress_percent as number);
    });
    await page.getByText(`${told}%`).waitFor();
    await begun[0]!.finish();
    const slider = page.getByRole('slider', { name: 'Before and after' });
    await slider.waitFor();
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await slider.inputValue()).toBe('49');
    const first = page.url();

    await button('Correct what is repaired').click();
    const canvas = page.getByRole('application');
    await canvas.waitFor();
    // By keys at the middle; the mask of the bench is white from x 20 to 28, and nothing else.
    await canvas.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Space');
    await page.keyboard.press('Control+z');
    // Erased by the mouse where the first mask was, at a tenth of the width.
    await page.getByText('Erase', { exact: true }).click();
    const shown = (await canvas.locator('img').boundingBox())!;
    await page.mouse.move(shown.x + shown.width * 0.1, shown.y + shown.height * 0.2);
    await page.mouse.down();
    await page.mouse.move(shown.x + shown.width * 0.1, shown.y + shown.height * 0.8, { steps: 5 });
    await page.mouse.up();
    await button('Restore with this').click();
    await until('the second work', async () => begun.length === 2);
    const { data, info } = await sharp(begun[1]!.options.maskPath!)
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([240, 160]);
    const at = (x: number, y: number) => data[(y * info.width + x) * info.channels]!;
    expect([at(120, 80), at(24, 80), at(24, 10), at(200, 40)]).toEqual([255, 0, 255, 0]);
    await page.waitForURL((url) => url.href !== first && /restorations\/[0-9a-f-]{36}$/.test(url.pathname));
    await begun[1]!.finish();
    await page.getByText('Version 1 ·').waitFor();
    await page.getByText('(this one)').waitFor();

    await button('Share it').click();
    await page.getByLabel('With a passcode of six digits').check();
    await page.getByLabel('How many may take a copy').fill('2');
    await button('Make a link').click();
    const passcode = (await page.locator('[data-passcode]').textContent())!;
    const { code, share_url } = (await mine('GET', '/api/restore-shares')).body.items[0];
    expect(await page.getByRole('textbox', { name: 'Link' }).inputValue()).toBe(share_url);
    expect((await guest.call('POST', '/api/restore-shares/claim', { code, passcode })).status).toBe(201);
    await page.getByText('1 of 2 copies taken').waitFor({ timeout: 20_000 });
    await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click();
    await page.getByRole('dialog', { name: 'End the link?' }).getByRole('button', { name: 'End it' }).click();
    await page.getByText('Ended', { exact: true }).waitFor();
  }, 90_000);

  it('keys are shown once, top-ups arrive by themselves, and data is taken away', async () => {
    await open('/keys');
    await button('Create a key').first().click();
    await page.getByRole('textbox', { name: 'What it is for' }).fill('laptop');
    await button('Create').click();
    const key = (await page.locator('[data-new-key]').textContent())!;
    expect(key).toMatch(/^platen_live_/);
    await button('I have it').click();
    await page.getByRole('article', { name: 'laptop' }).waitFor();
    // What showed it fades out.
    await page.locator('[data-new-key]').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(key);
    await open('/assistants');
    await page.getByLabel('Your key', { exact: true }).first().fill(key);
    await page.getByText(`Bearer ${key}`).waitFor();

    await open('/balance');
    await button(/^Top up .*50/).click();
    const pay = page.getByRole('link', { name: /^Go on to pay/ });
    const [other] = await Promise.all([page.waitForEvent('popup'), pay.click()]);
    await other.getByRole('button').first().click();
    await page.getByText(/50\.00 has arrived/).waitFor();
    await other.close();

    await open('/account');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button('Take my data away').click(),
    ]);
    const data = JSON.parse(readFileSync((await download.path())!, 'utf8')) as Any;
    expect(data.account.account_id).toBe(accountId);
    expect(data.addresses).toHaveLength(1);
    // The order that is paid stands against closing.
    await button('Close the account …').click();
    await page
      .getByText(/^Order .* is not finished/)
      .first()
      .waitFor();
  }, 90_000);

  it('shows a picture that was not made yet when it was first asked for, and no other twice', async () => {
    const { api_key } = (await mine('POST', '/api/user/api-keys', { name: 'pictures' })).body;
    const jpeg = await makeJpeg({ widthPx: 600, heightPx: 400, seed: 8 });
    const { photo_id } = (await clientOf(cloud.url, api_key).upload('/api/photos/upload', jpeg)).body;
    const items = [{ photo_id, size: '4x6', paper_type: 'glossy', quantity: 1 }];
    const { order_id } = (await mine('POST', '/api/orders', { items })).body;
    const answers = [429, 503];
    await page.route('**/api/documents/*/thumbnail', async (route) => {
      const status = answers.shift();
      if (status === undefined) await route.continue();
      else await route.fulfill({ status, headers: { 'retry-after': '1' } });
    });
    await open(`/orders/${order_id}`);
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
    await open(`/orders/${order_id}`);
    // The element asks, and what became of it is looked up once.
    await expect.poll(() => asked).toBe(2);
    await page.waitForTimeout(2500);
    expect([asked, await picture.count()]).toEqual([2, 0]);
    await page.unroute('**/api/documents/*/thumbnail');
  });

  it('says that the connection is gone and goes on when it is back', async () => {
    await open('/orders');
    await heading('Orders');
    await page.context().setOffline(true);
    await page.getByText('No connection.').first().waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => page.getByText('No connection.').count(), { timeout: 20_000 }).toBe(0);
  });

  it('has no page that breaks the rules of accessibility', async () => {
    const { pre_order_id } = (await mine('GET', '/api/user/pre-orders')).body.items[0];
    const { restoration_id, photo_id: faded } = (await mine('GET', '/api/restorations')).body.items[0];
    const spec = { order_type: 'photo', spec_mode: 'fixed', size: '4x6', paper_type: 'glossy' };
    const wedding = { title: 'Wedding', status: 'open', ...spec };
    const open = (await mine('POST', '/api/user/pre-orders', wedding)).body;
    const jpeg = await makeJpeg({ widthPx: 900, heightPx: 600, seed: 6 });
    const { photo_id: sent } = (await guest.upload('/api/photos/upload', jpeg)).body;
    const submitted = { photo_ids: [sent], submitter_name: 'Eve' };
    await guest.call('POST', `/api/share/${open.share_code}/submit`, submitted);
    const { api_key } = (await mine('POST', '/api/user/api-keys', { name: 'desk' })).body;
    const own = clientOf(cloud.url, api_key);
    const photo = (await own.upload('/api/photos/upload', jpeg, 'a <b>photo</b>.jpg')).body.photo_id;
    const pdf = makePdf({ pages: 2, widthMm: 210, heightMm: 297 });
    const document = (await own.upload('/api/documents/upload', pdf, 'letter.pdf')).body.document_id;
    const item = { document_id: photo, size: '4x6', paper_type: 'glossy', quantity: 2 };
    const wanted = { items: [item], note: 'in one envelope' };
    const order = (await mine('POST', '/api/orders', wanted)).body.order_id;
    const line = { key: 'a', filename: 'a <b>photo</b>.jpg', isPhoto: true, item };
    const broken = { key: 'b', filename: 'b.jpg', isPhoto: true, item: { ...item, size: '7x9' } };
    const load = async (path: string, lines: object[]) => {
      const basket = JSON.stringify({ version: 1, items: lines, couponId: '', note: '' });
      const kept = JSON.stringify([`platen-basket-${accountId}`, basket]);
      await page.evaluate(`localStorage.setItem(...${kept})`);
      await page.goto(cloud.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
    };
    const nothing = '0198a000-0000-7000-8000-000000000000';
    const paths = [
      '/basket',
      '/checkout',
      // Leads on to the orders.
      '/paid',
      '/',
      '/login',
      '/upload',
      `/photos/${photo}`,
      `/photos/${photo}?view=sheet&fit=fit`,
      `/photos/${photo}?as=id&view=real`,
      `/photos/${nothing}`,
      `/documents/${document}`,
      '/orders',
      '/orders?state=shipped',
      `/orders/${order}`,
      `/orders/${nothing}`,
      `/orders/${order}/receipt`,
      '/addresses',
      '/addresses?edit=new',
      '/balance',
      '/balance?tab=topups',
      '/balance?tab=coupons',
      '/balance?tab=referral',
      '/keys',
      '/assistants',
      '/assistants?client=more',
      '/account',
      '/pre-orders',
      '/pre-orders/new',
      '/pre-orders/new?step=2',
      '/pre-orders/new?step=3',
      '/pre-orders/new?step=4',
      `/pre-orders/${open.pre_order_id}`,
      `/pre-orders/${open.pre_order_id}?tab=share`,
      `/pre-orders/${open.pre_order_id}/edit`,
      `/pre-orders/${pre_order_id}?show=approved`,
      `/pre-orders/${pre_order_id}?tab=settings`,
      `/pre-orders/${pre_order_id}?tab=history`,
      '/restorations',
      '/restorations/new',
      `/restorations/new?photo=${faded}`,
      `/restorations/${restoration_id}`,
      `/restorations/${restoration_id}?show=mask`,
      `/restorations/${restoration_id}?show=share`,
    ];
    await load('/basket', [line, broken]);
    const walk = await walkPages(page, '');
    await walk.see('/basket');
    await load('/basket', [line]);
    for (const path of paths)
      await walk.see(path, { more: folder ? (look) => lookAt(`${path}-${look}`) : undefined });
    // As somebody who is not logged in, and where there is nothing.
    await page.context().clearCookies();
    for (const path of ['/', '/login', '/no/such/page']) {
      await page.goto(cloud.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect([path, await listFaults(page)]).toEqual([path, []]);
    }
    expect(walk.end()).toEqual([]);
  }, 240_000);

  it('nothing was thrown, and no policy broken', () => {
    const faults = browser.complaints.filter((complaint) => !complaint.startsWith('Failed to load resource'));
    expect(faults).toEqual([]);
  });
});
