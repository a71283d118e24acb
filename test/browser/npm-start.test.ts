/**
 * What people do with a running `npm start`, in browsers and to the end: a customer from registration to paper, guests whose photos become an order, a
 * restored photo that is shared and claimed, a price that changes under a customer's eyes, a printer without paper, an agent that freezes,
 * and Ctrl-C under open pages. What came of it is looked at where it counts: in the printer's folder and in the tables.
 */
import { createHash } from 'node:crypto';
import { makeJpeg, makePdf } from '@platen/imaging/testing/picture-samples';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listPlainFaults } from '../fixtures/axe.ts';
import { type RunningPlaten, startRunningPlaten } from '../fixtures/browser/running-platen.ts';
import type { BrowserPage } from '../fixtures/browser.ts';
import { until } from '../fixtures/processes.ts';
import { orderAndPay, orderIs, photoItem, sheetsIn } from '../fixtures/shop.ts';
import { whenReal } from '../real/real-printers.ts';

const phoneSize = { width: 390, height: 844 };

whenReal(['chromium'])('npm start in Chromium', () => {
  let platen: RunningPlaten;
  let mei: BrowserPage;
  let wide: Buffer;
  const open: BrowserPage[] = [];
  // biome-ignore lint/suspicious/noExplicitAny: answers of any operation; each test says what it expects of them.
  type Any = any;

  beforeAll(async () => {
    [platen, wide] = await Promise.all([
      startRunningPlaten(),
      makeJpeg({ widthPx: 1600, heightPx: 900, seed: 3 }),
    ]);
  }, 120_000);
  afterAll(() => platen?.close());

  /** Each is closed, and asked what it complained of, by `closeAll`. */
  const kept = async (opening: Promise<BrowserPage>) => {
    const opened = await opening;
    open.push(opened);
    return opened;
  };
  const closeAll = async () => {
    for (const { complaints, close } of open.splice(0)) {
      expect(complaints).toEqual([]);
      await close();
    }
  };
  /** What the API says to the page's own session. */
  const ask = (page: Page, path: string) =>
    page.evaluate(`fetch('${path}').then((answer) => answer.json())`) as Promise<Any>;
  const picture = (name: string, buffer = wide) => ({ name, mimeType: 'image/jpeg', buffer });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
  const filesOf = (page: Page) => page.locator('input[type=file][multiple]:not([webkitdirectory])');
  const now = (page: Page) => page.getByRole('region', { name: 'Now' });
  const tileOf = ({ page }: BrowserPage) => page.locator('article').filter({ hasText: 'Virtual Printer' });
  const sheets = (orderNo: string) => sheetsIn(platen.printedDir, orderNo);
  const placed = async (page: Page): Promise<string> => {
    await page.waitForURL(/\/orders\/[\da-f-]{36}/);
    return /[\da-f-]{36}/.exec(page.url())![0];
  };
  const give = async (page: Page, amount: number): Promise<string> => {
    const { account_id } = await ask(page, '/api/auth/me');
    const given = await platen.admin.call('POST', '/api/admin/balance', { account_id, amount, note: 'test' });
    expect(given.status, JSON.stringify(given.body)).toBeLessThan(300);
    return account_id;
  };
  /** What came into and went out of an account, cents. */
  const ledgerOf = (accountId: string) =>
    platen
      .rows<{ amount_minor: number }>('select amount_minor from ledger where account_id = ?', accountId)
      .map(({ amount_minor }) => amount_minor);
  /** From the upload to the checkout, with nothing else in the basket. */
  const toCheckout = async (page: Page, name: string) => {
    await page.evaluate(
      `for (const name of Object.keys(localStorage)) if (name.startsWith('platen-basket')) localStorage.removeItem(name)`,
    );
    await page.goto(`${platen.url}/upload`);
    await filesOf(page).setInputFiles(picture(name));
    await page.getByRole('link', { name: `Print ${name}` }).click();
    await button(page, 'Put into the basket').click();
    await page.getByRole('link', { name: 'To the checkout' }).click();
    await heading(page, 'Checkout');
  };
  /** In a browser of their own; a number logs in once, later with the session that it has. */
  const openAs = async (phone: string, path: string) => {
    const opened = await kept(platen.open(path));
    const { page } = opened;
    const known = sessions.get(phone);
    if (known) {
      await page.context().addCookies(known);
      await page.reload();
    } else {
      await platen.logIn(page, phone);
      await page.getByLabel('Code of 6 digits').waitFor({ state: 'detached' });
      sessions.set(phone, await page.context().cookies());
    }
    return opened;
  };
  const sessions = new Map<string, Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>>();
  const openFloors = async () =>
    [await openAs(platen.phones.shop, '/shop/'), await kept(platen.openAgentFloor())] as const;

  /** The price that an admin changes, and again when it is taken back. */
  const followPrice = async (page: Page) => {
    const admin = await openAs(platen.phones.admin, '/admin');
    await heading(admin.page, 'Overview');
    await page.goto(`${platen.url}/upload`);
    await filesOf(page).setInputFiles(picture('quay.jpg'));
    await page.getByRole('link', { name: 'Print quay.jpg' }).click();
    await page.waitForURL(/\/photos\//);
    await page.goto(`${page.url().split('?')[0]}?size=4x6&paper=glossy`);
    await button(page, 'Put into the basket').waitFor();
    await page.evaluate('globalThis.isStillTheSame = true');
    const change = async (price: string) => {
      await admin.page.goto(`${platen.url}/admin/catalogue?size=4x6&paper=glossy`);
      await admin.page.getByRole('textbox', { name: /Colour, one side/ }).fill(price);
      await button(admin.page, 'Look and save').click();
      await button(admin.page, 'Save these prices').click();
      await admin.page.getByText('1 price is changed.').waitFor();
    };
    const shown = (price: string) => page.getByText(`¥${price} a page`).first();
    await change('7.77');
    await shown('7.77').waitFor();
    await button(admin.page, 'Undo').click();
    await shown('7.77').waitFor({ state: 'detached' });
    expect(await page.evaluate('globalThis.isStillTheSame')).toBe(true);

    // Also where it changes between the first reading and the first word of the stream.
    const opened = Promise.withResolvers<void>();
    await page.route('**/api/events/live**', async (route) => {
      await opened.promise;
      await route.continue();
    });
    await page.reload();
    await button(page, 'Put into the basket').waitFor();
    await change('6.66');
    expect(await shown('6.66').count()).toBe(0);
    opened.resolve();
    await shown('6.66').waitFor();
    await page.unroute('**/api/events/live**');
    await button(admin.page, 'Undo').click();
    await shown('6.66').waitFor({ state: 'detached' });
  };

  it('prints what somebody who registers uploads, cuts and pays', async () => {
    mei = await platen.open('/upload');
    const { page } = mei;
    await platen.logIn(page, '13800138001');
    await heading(page, 'Upload');
    const pdf = makePdf({ pages: 3, widthMm: 210, heightMm: 297 });
    await filesOf(page).setInputFiles([
      picture('harbour.jpg', photoItem.bytes),
      picture('broken.jpg', Buffer.from('this is no picture')),
      { name: 'letter.pdf', mimeType: 'application/pdf', buffer: pdf },
    ]);
    const queue = page.getByRole('region', { name: 'This upload' });
    await queue.getByText('2 of 3 files uploaded').waitFor();
    // The broken one is named, with the service's own reason; the pages of the PDF are counted.
    const broken = queue.getByRole('listitem').filter({ hasText: 'broken.jpg' });
    await broken.getByRole('alert').waitFor();
    expect(await broken.getByRole('alert').textContent()).toMatch(/picture|photo|format|decode/i);
    await queue.getByRole('listitem').filter({ hasText: 'letter.pdf' }).getByText('3 pages').waitFor();

    await queue.getByRole('link', { name: 'Print harbour.jpg' }).click();
    const frame = button(page, 'Frame of what is printed');
    await frame.focus();
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('-');
    await page.keyboard.press('ArrowRight');
    await page.getByText('Printed sheet').click();
    await page.getByRole('img', { name: 'The sheet as it will be printed' }).waitFor();
    await page.getByLabel('Copies').fill('2');
    await button(page, 'Put into the basket').click();

    await heading(page, 'Basket');
    await page.getByText('harbour.jpg', { exact: true }).waitFor();
    // Changing it goes on where it was left: the frame, the copies; and the line stays one line.
    const keptLines = () =>
      page.evaluate(
        `JSON.parse(Object.entries(localStorage).find(([name]) => name.startsWith('platen-basket'))[1]).items`,
      ) as Promise<Array<{ key: string; item: { crop: object; quantity: number } }>>;
    const before = await keptLines();
    await page.getByRole('link', { name: 'Change how harbour.jpg is printed' }).click();
    await page.getByRole('textbox', { name: 'Copies' }).fill('3');
    await button(page, 'Keep the change').click();
    await page.getByText('Changed in the basket.').waitFor();
    await heading(page, 'Basket');
    const [line] = before;
    expect(await keptLines()).toEqual([{ ...line, item: { ...line!.item, quantity: 3 } }]);
    await button(page, 'Undo').click();
    await expect.poll(keptLines).toEqual(before);
    await page.getByRole('link', { name: 'To the checkout' }).click();
    await heading(page, 'Checkout');
    // Nothing is in the balance yet: it says what is missing, and lets nobody press.
    await page.getByRole('radio', { name: /^Balance/ }).check();
    await page.getByText('is missing in your balance').waitFor();
    expect(await button(page, /^Order and pay/).isDisabled()).toBe(true);
    const accountId = await give(page, 50);
    await page.reload();
    await button(page, /^Order and pay/).click();

    const orderId = await placed(page);
    const order = await ask(page, `/api/orders/${orderId}`);
    await heading(page, `Order ${order.order_no}`);
    await now(page).getByText('Ready to collect').waitFor({ timeout: 60_000 });
    await page.getByText('All of it is printed').waitFor();
    expect(sheets(order.order_no)).toBe(2);

    // Money: the order, the ledger and what the API says are one story.
    const totalMinor = Math.round(order.total * 100);
    expect(totalMinor).toBeGreaterThan(0);
    expect(ledgerOf(accountId)).toEqual([5000, -totalMinor]);
    expect((await ask(page, '/api/user/balance')).balance).toBeCloseTo(50 - order.total, 5);
    expect(order.items[0].crop.width).toBeLessThan(0.95);
    await page.getByRole('link', { name: 'Receipt' }).click();
    await page.getByRole('article', { name: 'Receipt' }).getByText('harbour.jpg').waitFor();
    // The basket was emptied by the order.
    await page.goto(`${platen.url}/basket`);
    await page.getByText('The basket is empty').waitFor();
    expect(mei.complaints).toEqual([]);
  }, 120_000);

  it('makes one order of what guests sent, each cut as its sender wants it', async () => {
    const { page } = mei;
    const spec = { order_type: 'photo', spec_mode: 'fixed', size: '4x6', paper_type: 'glossy' };
    const made = (await page.evaluate(`fetch('/api/user/pre-orders', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-platen-csrf': '1' },
      body: JSON.stringify(${JSON.stringify({ title: 'Class 3b', status: 'open', ...spec })}),
    }).then((answer) => answer.json())`)) as Any;
    const shared = new URL(made.share_url).pathname;
    const { page: guest } = await kept(platen.open(shared, { viewport: phoneSize }));
    await platen.enter(guest, '13911110041');
    await guest.locator('input[type=file]').setInputFiles([picture('one.jpg'), picture('two.jpg')]);
    const first = guest.getByRole('listitem').filter({ hasText: 'one.jpg' });
    await first.getByRole('button', { name: 'Move the frame' }).click();
    await first.getByRole('button', { name: /^Frame of what is printed/ }).focus();
    for (let step = 0; step < 20; step += 1) await guest.keyboard.press('ArrowRight');
    await first.getByRole('button', { name: 'The frame is right so' }).click();
    await button(guest, 'Send in 2 photos').click();
    await guest.getByText('Thank you, all 2 have arrived').waitFor();

    await page.goto(`${platen.url}/pre-orders/${made.pre_order_id}?tab=photos`);
    await page.getByRole('gridcell').first().focus();
    await page.keyboard.press(' ');
    await page.getByText('The sender has cut it').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('gridcell').first().focus();
    await page.keyboard.press('a');
    await page.getByText('Everything is looked at').waitFor();
    // The guest is told without asking.
    await guest.getByText('Accepted').first().waitFor();
    await page.getByRole('tab', { name: 'Order', exact: true }).click();
    await button(page, /^Order for/).click();
    const orderId = await placed(page);
    const order = await ask(page, `/api/orders/${orderId}`);
    expect(order.items).toMatchObject([{ filename: 'one.jpg' }, { filename: 'two.jpg', crop: null }]);
    // As far right as the photo goes.
    expect(order.items[0].crop.left + order.items[0].crop.width).toBeCloseTo(1, 3);
    const { account_id } = await ask(page, '/api/auth/me');
    const before = ledgerOf(account_id);
    await page.getByRole('radio', { name: /^Balance/ }).check();
    await button(page, /^Pay/).click();
    await now(page).getByText('Ready to collect').waitFor({ timeout: 60_000 });
    expect(sheets(order.order_no)).toBe(2);
    expect(ledgerOf(account_id)).toEqual([...before, -Math.round(order.total * 100)]);
    expect(mei.complaints).toEqual([]);
    await closeAll();
  }, 120_000);

  it('restores a photo and shares it; who has the link takes a copy, keeps it, and has it printed', async () => {
    const { page } = mei;
    const faded = await sharp(await makeJpeg({ widthPx: 600, heightPx: 400, seed: 8 }))
      .linear([0.5, 0.48, 0.35], [70, 62, 45])
      .jpeg({ quality: 95 })
      .toBuffer();
    await page.goto(`${platen.url}/restorations/new`);
    await page.locator('input[type=file]').setInputFiles(picture('grandma.jpg', faded));
    await button(page, 'Restore it').click();
    await page.getByRole('slider', { name: 'Before and after' }).waitFor({ timeout: 60_000 });
    await button(page, 'Share it').click();
    await page.getByLabel('With a passcode of six digits').check();
    await page.getByLabel('How many may take a copy').fill('2');
    await button(page, 'Make a link').click();
    const passcode = (await page.locator('[data-passcode]').textContent())!;
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
    await page.getByText('0 of 2 copies taken').waitFor();

    const { page: guest } = await kept(platen.open(new URL(link).pathname, { viewport: phoneSize }));
    await guest.getByText('The photos are behind a passcode').waitFor();
    expect(await guest.getByRole('img').count()).toBe(0);
    await platen.enter(guest, '13922220001');
    await guest.getByLabel('Passcode of six digits').fill(passcode);
    await button(guest, 'Take my copy').click();
    await guest.getByText('These photos are yours now').waitFor();
    // Who shared it hears of it, and withdraws the link: what was taken stays taken.
    await page.getByText('1 of 2 copies taken').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click();
    await page.getByRole('dialog', { name: 'End the link?' }).getByRole('button', { name: 'End it' }).click();
    await page.getByText('Ended', { exact: true }).waitFor();

    await guest.getByRole('link', { name: 'Have it printed' }).click();
    await guest.waitForURL(/\/photos\/[\da-f-]{36}/);
    const photoId = /[\da-f-]{36}/.exec(guest.url())![0];
    await button(guest, 'Put into the basket').click();
    await guest.getByRole('link', { name: 'To the checkout' }).click();
    await heading(guest, 'Checkout');
    const guestId = await give(guest, 20);
    await guest.reload();
    await guest.getByRole('radio', { name: /^Balance/ }).check();
    await button(guest, /^Order and pay/).click();
    const order = await ask(guest, `/api/orders/${await placed(guest)}`);
    await now(guest).getByText('Ready to collect').waitFor({ timeout: 60_000 });
    expect(sheets(order.order_no)).toBe(1);
    expect(ledgerOf(guestId)).toEqual([2000, -Math.round(order.total * 100)]);
    // Two rows of the same bytes: the result of the one is the photo of the other, and no upload of either is it.
    const { items } = await ask(page, '/api/restorations');
    const result = platen.rows<{ account_id: string; sha256: string }>(
      'select account_id, sha256 from documents where id in (?, ?)',
      items[0].restored_photo_id ?? items[0].result_photo_id,
      photoId,
    );
    const { account_id: meiId } = await ask(page, '/api/auth/me');
    expect(result.map((row) => row.account_id).sort()).toEqual([guestId, meiId].sort());
    expect(new Set(result.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(result[0]!.sha256).not.toBe(createHash('sha256').update(faded).digest('hex'));
    expect(mei.complaints).toEqual([]);
    await closeAll();
  }, 150_000);

  it('follows an order by the stream alone, reviews it, and complains with a photo until it is printed anew', async () => {
    const { page } = mei;
    await toCheckout(page, 'bridge.jpg');
    await page.getByRole('radio', { name: /^Balance/ }).check();
    await button(page, /^Order and pay/).click();
    const orderId = await placed(page);
    await now(page).getByText('Ready to collect').waitFor({ timeout: 60_000 });
    const { order_no } = await ask(page, `/api/orders/${orderId}`);
    expect(sheets(order_no)).toBe(1);
    // While nothing happens to it nothing is asked, the page hears of what happens; the others log in meanwhile.
    const asked: string[] = [];
    const note = (request: { url(): string }) => asked.push(new URL(request.url()).pathname);
    page.on('request', note);
    await Promise.all([page.waitForTimeout(8000), openAs(platen.phones.admin, '/admin'), openFloors()]);
    page.off('request', note);
    const ofOrders = (path: string) => path.startsWith('/api/orders') || path.startsWith('/api/payment');
    expect(asked.filter(ofOrders)).toEqual([]);

    await page.getByRole('group', { name: 'The prints' }).getByLabel('4 stars').check({ force: true });
    await page.getByLabel('In your words, for the shop').fill('Lovely <b>colours</b>');
    await button(page, 'Send the review').click();
    await page.getByRole('region', { name: 'Your review' }).getByText('Lovely <b>colours</b>').waitFor();

    await button(page, 'Complain').click();
    await page.getByLabel('What is wrong').fill('A stripe');
    await page.locator('input[type=file]').last().setInputFiles(picture('stripe.jpg'));
    await button(page, 'Take stripe.jpg away').waitFor();
    await button(page, 'Send it to the shop').click();
    const help = page.getByRole('region', { name: 'Something wrong?' });
    await help.getByText('The shop looks at it').waitFor();
    const { items } = await ask(page, `/api/user/after-sales?order_id=${orderId}`);
    expect(items).toMatchObject([{ type: 'reprint', reason: 'A stripe', photos: [{}] }]);
    const decide = `/api/shop/after-sales/${items[0].after_sales_id}/decide`;
    const decision = { decision: 'approve', note: 'Sorry!' };
    expect((await platen.admin.call('POST', decide, decision)).status).toBe(200);
    await help.getByText('Sorry!').waitFor();
    await until('the sheet that was printed anew', () => sheets(order_no) === 2, 60_000);
    await help.getByText(/^Closed/).waitFor();

    await button(page, 'Order again').click();
    await heading(page, 'Basket');
    await page.getByText('bridge.jpg', { exact: true }).waitFor();
    expect(mei.complaints).toEqual([]);
    await closeAll();
  }, 120_000);

  it('says on both hosts within two seconds that paper is out; it comes back, and the job ends', async () => {
    const floors = await openFloors();
    const calls: string[] = [];
    for (const floor of floors) {
      await tileOf(floor).getByText('Ready').waitFor();
      await floor.page.getByText('Nothing waits for a person.').waitFor();
      floor.page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/') && !pathname.endsWith('/thumbnail')) calls.push(pathname);
      });
    }
    const out = /a tray is out of paper/;
    const tookMs: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const lateMs = startLateness();
      const seen = Promise.all(floors.map(({ page }) => seenAt(page, out.source)));
      // Where the printer can't be told, that is what went wrong.
      seen.catch(() => {});
      const emptiedAt = Date.now();
      await platen.tellPrinter({ paper: 'empty', tray: 'all' });
      // What this machine itself was late is nobody's.
      tookMs.push(Math.max(...(await seen)) - emptiedAt - lateMs());
      await platen.tellPrinter({ paper: 'loaded', tray: 'all' });
      for (const floor of floors) await tileOf(floor).getByText(out).waitFor({ state: 'detached' });
    }
    expect(tookMs.sort((a, b) => a - b)[1]).toBeLessThan(2000);

    await platen.tellPrinter({ pageMs: 1200 });
    const order = await orderAndPay(platen.customer, [{ ...photoItem, quantity: 4 }]);
    for (const floor of floors) await tileOf(floor).getByText('Printing').waitFor();
    await platen.tellPrinter({ paper: 'empty', tray: 'all' });
    for (const floor of floors) {
      await floor.page.getByRole('heading', { name: 'A printer needs a hand' }).waitFor();
      await tileOf(floor).getByText('Stopped', { exact: true }).waitFor();
      await expect.poll(() => floor.page.title()).toMatch(/^\(\d\) /);
    }
    expect(sheets(order.order_no)).toBeLessThan(4);
    await platen.tellPrinter({ paper: 'loaded', tray: 'all', pageMs: 0 });
    for (const { page } of floors) {
      await page.getByText('Nothing waits for a person.').waitFor();
      await page.getByText('Nothing waits to be printed.').waitFor();
      await expect.poll(() => page.title()).toBe('Floor · Platen');
    }
    await orderIs(platen.customer, order.order_id, 'ready_for_pickup');
    expect(sheets(order.order_no)).toBe(4);
    // Nothing on either page asks again and again: what is shown comes over the stream.
    expect(calls).toEqual([]);
    await closeAll();
  }, 120_000);

  it('turns grey what an agent that froze last said; meanwhile a price changes, and an order is paid on a payment page, called off and paid back', async () => {
    const floors = await openFloors();
    for (const floor of floors) await tileOf(floor).getByText('Ready').waitFor();
    const greyOf = (floor: BrowserPage) => tileOf(floor).getAttribute('data-old');
    expect(await Promise.all(floors.map(greyOf))).toEqual([null, null]);
    const { page } = mei;
    const agent = platen.idOf('agent');
    process.kill(agent, 'SIGSTOP');
    try {
      // A customer's page needs no agent for it, and three quarters of a minute pass until its silence counts.
      await followPrice(page);
      for (const floor of floors) {
        await tileOf(floor).getByText('Last known').waitFor({ timeout: 60_000 });
        expect(await greyOf(floor)).toBe('true');
        // What was known stays readable.
        expect(await tileOf(floor).getByRole('heading').first().isVisible()).toBe(true);
      }
      const [cloud, own] = floors;
      await own.page.getByText('Nothing was heard for a while').waitFor();
      await cloud.page
        .getByText(/ is away/)
        .first()
        .waitFor();
      // What was not sent to it can be called off without asking it.
      await toCheckout(page, 'tower.jpg');
      await page.getByRole('radio', { name: /^Test payment/ }).check();
      await button(page, /^Order, and pay/).click();
      await page.locator('button[name=decision][value=approve]').waitFor();
      expect(await listPlainFaults(page)).toEqual([]);
      await page.locator('button[name=decision][value=approve]').click();
      await page.locator('a.button').waitFor();
      expect(await listPlainFaults(page)).toEqual([]);
      await page.locator('a.button').click();
      const orderId = await placed(page);
      await now(page).getByText('Paid', { exact: true }).waitFor();
      const paid = await ask(page, `/api/orders/${orderId}`);
      expect(paid).toMatchObject({ status: 'paid', items: [{ filename: 'tower.jpg' }] });
      await button(page, 'Cancel the order').click();
      await page.getByRole('dialog').getByText('goes back to where it came from').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click();
      await now(page).getByText('Cancelled', { exact: true }).waitFor();
      const cancelled = await ask(page, `/api/orders/${orderId}`);
      expect(cancelled).toMatchObject({ status: 'cancelled', refund_status: 'full', refunded: paid.total });
      // The provider gave it back, and the page says so by itself.
      await page.getByText('paid back').waitFor({ timeout: 60_000 });
      const { refunds } = await ask(page, `/api/payment/status/${orderId}`);
      expect(refunds).toMatchObject([{ status: 'succeeded' }]);
      process.kill(agent, 'SIGCONT');
      for (const floor of floors) {
        await tileOf(floor).getByText('Ready').waitFor({ timeout: 60_000 });
        await expect.poll(() => greyOf(floor), { timeout: 60_000 }).toBe(null);
      }
      // It hears now that the order was called off: nothing of it comes out.
      await orderIs(
        platen.customer,
        (await orderAndPay(platen.customer, [photoItem])).order_id,
        'ready_for_pickup',
      );
      expect(sheets(paid.order_no)).toBe(0);
    } finally {
      process.kill(agent, 'SIGCONT');
    }
    expect(mei.complaints).toEqual([]);
    await closeAll();
  }, 180_000);

  it('is stopped and started again under open pages of every kind, which say so and go on by themselves', async () => {
    const customer = mei.page;
    const { items } = await ask(customer, '/api/orders?status=ready_for_pickup&page_size=1');
    const mine = items[0];
    await customer.goto(`${platen.url}/orders/${mine.order_id}`);
    await now(customer).getByText('Ready to collect').waitFor();
    const tracking = await kept(platen.open(`/track/${mine.order_no}`, { viewport: phoneSize }));
    const admin = await openAs(platen.phones.admin, '/admin');
    await heading(admin.page, 'Overview');
    const floors = await openFloors();
    for (const floor of floors) await tileOf(floor).getByText('Ready').waitFor();
    await heading(tracking.page, mine.order_no);
    const isOver = tracking.page.locator('[data-name=completed]:not([data-state=ahead])');
    expect(await isOver.count()).toBe(0);
    for (const { page } of [mei, admin, tracking, ...floors])
      await page.evaluate('globalThis.isStillTheSame = true');

    await platen.stop();
    const away = 'The service does not answer.';
    for (const { page } of [mei, admin, ...floors]) await page.getByText(away).waitFor({ timeout: 60_000 });
    await tracking.page.getByText('can’t be looked up just now').waitFor({ timeout: 60_000 });
    // What was known stays.
    await now(customer).getByText('Ready to collect').waitFor();
    for (const floor of floors) expect(await tileOf(floor).isVisible()).toBe(true);

    await platen.start();
    for (const { page } of [mei, admin, ...floors])
      await page.getByText(away).waitFor({ state: 'detached', timeout: 60_000 });
    // What was said with a PIN is forgotten by an agent that ends.
    await platen.enterPin(floors[1].page);
    for (const floor of floors) await tileOf(floor).getByText('Ready').waitFor({ timeout: 60_000 });
    await tracking.page
      .getByText('can’t be looked up just now')
      .waitFor({ state: 'detached', timeout: 60_000 });
    // They follow again: what happens now reaches each.
    const handOver = `/api/shop/orders/${mine.order_id}/hand-over`;
    const handed = await platen.admin.call('POST', handOver, {});
    expect(handed.status, JSON.stringify(handed.body)).toBe(200);
    await now(customer).getByText('Completed', { exact: true }).first().waitFor();
    await isOver.waitFor({ timeout: 60_000 });
    await platen.tellPrinter({ paper: 'empty', tray: 'all' });
    for (const floor of floors)
      await tileOf(floor)
        .getByText(/a tray is out of paper/)
        .waitFor();
    await platen.tellPrinter({ paper: 'loaded', tray: 'all' });
    for (const { page } of [mei, admin, tracking, ...floors])
      expect(await page.evaluate('globalThis.isStillTheSame')).toBe(true);
    expect(mei.complaints).toEqual([]);
    await closeAll();
  }, 240_000);
});

/** When a printer's tile first says this; by the clock of this machine, in the page itself. */
const seenAt = (page: Page, pattern: string): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const look = () => {
      if (![...document.querySelectorAll('article')].some((tile) => /${pattern}/.test(tile.textContent))) return;
      watch.disconnect();
      resolve(Date.now());
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    look();
  })`) as Promise<number>;

/** How long this process has waited for its turn since: what a machine that is busy with other things adds to any time. */
function startLateness(): () => number {
  const stepMs = 20;
  let lateMs = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const at = performance.now();
    lateMs += Math.max(0, at - last - 2 * stepMs);
    last = at;
  }, stepMs);
  return () => {
    clearInterval(timer);
    return lateMs;
  };
}
