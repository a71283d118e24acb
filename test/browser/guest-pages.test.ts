/**
 * What a guest opens with a link or a number, in a real browser. Photos for a pre-order: identified by number and code, chosen, broken ones named,
 * sent in, refused with a reason, withdrawn. Restored photos that somebody shared: seen before and after, claimed by another account with the
 * passcode, kept when the link is gone. Tracking: typed with slips, scanned, followed while it moves, told apart from what isn't known just now.
 */
import { readFileSync } from 'node:fs';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount } from '../fixtures/cloud.ts';
import { checkLooks, type GuestBrowser, openGuestBrowser, type Visit } from '../fixtures/guest-visit.ts';
import { whenReal } from '../real/real-printers.ts';

const hostile = '<img src=x onerror=alert(1)>';
const spec = { order_type: 'photo', spec_mode: 'fixed', size: '4x6', paper_type: 'glossy', status: 'open' };

whenReal(['chromium'])('a guest in Chromium', () => {
  let guests: GuestBrowser;
  /** Paths of the pages that were looked at. */
  const looked = new Set<string>();
  beforeAll(async () => {
    guests = await openGuestBrowser();
  }, 120_000);
  afterAll(() => guests.close());

  /** In both languages and colour schemes. */
  const checkPage = async ({ page }: Pick<Visit, 'page'>) => {
    looked.add(new URL(page.url()).pathname);
    await checkLooks(page);
  };

  describe('with the link of a pre-order', () => {
    let owner: TestAccount;
    let wide: Buffer;
    beforeAll(async () => {
      owner = await guests.cloud.account();
      wide = await makeJpeg({ widthPx: 1600, heightPx: 900, seed: 3 });
    }, 120_000);

    const preOrder = async (more: object) =>
      (await owner.call('POST', '/api/user/pre-orders', { title: `Class ${hostile}`, ...spec, ...more }))
        .body;
    const submittedTo = async ({ pre_order_id }: { pre_order_id: string }) =>
      (await owner.call('GET', `/api/user/pre-orders/${pre_order_id}/submissions`)).body.items;
    const picture = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });
    const ready = (page: { locator(selector: string): { count(): Promise<number> } }) =>
      expect.poll(() => page.locator('li[data-state=ready]').count(), { timeout: 15_000 });

    it('sends photos, sees what became of them, and takes back what is not decided', async () => {
      const made = await preOrder({
        description: `About ${hostile}`,
        deadline: '2090-01-02T10:00:00Z',
        quota_per_person: 6,
      });
      const visit = await guests.visit(made.share_url);
      const { page } = visit;
      await page.getByRole('heading', { level: 1, name: `Class ${hostile}` }).waitFor();
      await page.getByText('102 x 152 mm photo · Glossy photo paper · one copy of each').waitFor();
      await page.getByText('6 at most from each person').waitFor();
      await checkPage(visit);
      await visit.enter('13911110001');

      const files = [
        picture(`${hostile}.jpg`, wide),
        picture('beach.jpg', wide),
        picture('broken.jpg', Buffer.from('no picture')),
        picture('empty.jpg', Buffer.alloc(0)),
      ];
      await page.locator('input[type=file]').setInputFiles(files);
      await ready(page).toBe(2);
      // Which of them are broken is said beside them, and nothing is sent while they are there.
      await page
        .getByRole('listitem')
        .filter({ hasText: 'broken.jpg' })
        .getByText('This is not a picture')
        .waitFor();
      await page
        .getByRole('listitem')
        .filter({ hasText: 'empty.jpg' })
        .getByText('This file is empty.')
        .waitFor();
      await page.getByText('Will look all right').first().waitFor();
      expect(await page.getByRole('button', { name: 'Send in 2 photos' }).isDisabled()).toBe(true);
      await checkPage(visit);
      await page.getByRole('button', { name: 'Remove broken.jpg' }).click();
      await page.getByRole('button', { name: 'Remove empty.jpg' }).click();
      await page.getByLabel('Your name').fill(`Li ${hostile}`);
      await page.getByRole('button', { name: 'Send in 2 photos' }).click();
      await page.getByText('Thank you, all 2 have arrived').waitFor();
      await page.getByText('Waits for review').waitFor();

      const [submission] = await submittedTo(made);
      expect(submission).toMatchObject({
        status: 'pending',
        submitter_name: `Li ${hostile}`,
        photos: [{ filename: `${hostile}.jpg`, size: '4x6' }, { filename: 'beach.jpg' }],
      });
      // The owner decides; the guest's page hears of it by itself.
      const review = `/api/user/pre-orders/${made.pre_order_id}/submissions/${submission.submission_id}/review`;
      await owner.call('POST', review, { approved: false, reject_reason: `Too dark ${hostile}` });
      await page.getByText(`Too dark ${hostile}`).waitFor({ timeout: 30_000 });
      await checkPage(visit);

      await page.locator('input[type=file]').setInputFiles([picture('second.jpg', wide)]);
      await page.getByRole('button', { name: 'Send in 1 photo' }).click();
      await page.getByRole('button', { name: 'Withdraw' }).click();
      expect((await submittedTo(made))[0].status).toBe('pending');
      await page.getByRole('button', { name: 'Yes, withdraw' }).click();
      await page.getByText('Withdrawn').waitFor();
      expect((await submittedTo(made))[0].status).toBe('cancelled');

      // The same phone later: nothing has to be said again.
      await page.reload();
      await page.getByText('Withdrawn').waitFor();
      await page.getByRole('button', { name: 'Not you?' }).click();
      await page.getByLabel('Mobile number').waitFor();
      expect(await page.getByText('Withdrawn').count()).toBe(0);
      expect(visit.complaints).toEqual([]);
      await visit.close();
    });

    it('chooses how each is printed where the owner did not, and gives the password', async () => {
      const made = await preOrder({
        spec_mode: 'per_submission',
        size: undefined,
        paper_type: undefined,
        password: 'abcd',
        max_quantity: 5,
      });
      const visit = await guests.visit(made.share_url, { locale: 'zh-CN' });
      const { page } = visit;
      await visit.enter('13911110002');
      await page.getByLabel('尺寸').selectOption('4x6');
      await page.getByLabel('每张份数').fill('2');
      const papers = await page
        .getByLabel('纸张')
        .locator('option')
        .evaluateAll((all) => all.map((each) => (each as { value?: string }).value));
      // What doesn't go together, or is made by no printer, is no choice.
      expect(papers).toContain('glossy');
      expect(papers).not.toContain('plain');
      await page.locator('input[type=file]').setInputFiles([picture('a.jpg', wide), picture('b.jpg', wide)]);
      await ready(page).toBe(2);
      await page.getByRole('button', { name: '这张单独设置' }).last().click();
      await page.getByRole('listitem').last().getByLabel('份数').fill('9');
      await checkPage(visit);
      await page.getByRole('button', { name: '中文' }).click();
      await page.getByLabel('密码').fill('nope');
      await page.getByRole('button', { name: '提交 2 张照片' }).click();
      // Refused, and nothing that was done is lost.
      await page.getByRole('alert').waitFor();
      await page.getByLabel('密码').fill('abcd');
      await page.getByRole('button', { name: '提交 2 张照片' }).click();
      await page.getByText('谢谢，已收到 2 张').waitFor();
      expect((await submittedTo(made))[0].photos).toMatchObject([
        { filename: 'a.jpg', size: '4x6', paper_type: 'glossy', quantity: 2 },
        // Never more than the owner allows.
        { filename: 'b.jpg', size: '4x6', quantity: 5 },
      ]);
      expect(visit.complaints).toEqual([]);
      await visit.close();
    });

    it('is told kindly that it is not open, over, full or called off', async () => {
      const states: [object, RegExp][] = [
        [{ status: 'draft' }, /Not open yet/],
        [{ status: 'closed' }, /This is closed/],
        [{ status: 'cancelled' }, /This was called off/],
      ];
      for (const [change, said] of states) {
        const made = await preOrder({});
        await owner.call('PUT', `/api/user/pre-orders/${made.pre_order_id}/status`, change);
        const visit = await guests.visit(made.share_url);
        await visit.page.getByText(said).waitFor();
        expect(await visit.page.locator('input').count()).toBe(0);
        await checkPage(visit);
        expect(visit.complaints).toEqual([]);
        await visit.close();
      }
      const gone = await guests.visit('/share/7KQM-2XWP-9DTA-41RZ');
      await gone.page.getByRole('heading', { name: 'There is no such page' }).waitFor();
      await checkPage(gone);
      await gone.close();
    });

    it('goes on where the connection broke, and is told meanwhile', async () => {
      const made = await preOrder({});
      const visit = await guests.visit(made.share_url);
      const { page } = visit;
      await visit.enter('13911110003');
      let cuts = 0;
      await page.route('**/api/photos/upload', async (route) => {
        cuts += 1;
        if (cuts === 1) await route.abort('connectionreset');
        else await route.continue();
      });
      await page.locator('input[type=file]').setInputFiles([picture('train.jpg', wide)]);
      await page.getByText('The connection broke; it goes on by itself').waitFor();
      await ready(page).toBe(1);
      await page.getByRole('button', { name: 'Send in 1 photo' }).click();
      await page.getByText('Thank you, it has arrived').waitFor();
      expect((await submittedTo(made))[0].photos).toHaveLength(1);
      await visit.close();
    });
  });

  describe('with the link to restored photos', () => {
    let owner: TestAccount;
    let restorationId: string;
    beforeAll(async () => {
      owner = await guests.cloud.account();
      const jpeg = await makeJpeg({ widthPx: 600, heightPx: 400, seed: 8 });
      const { body: photo } = await owner.upload('/api/photos/upload', jpeg, `${hostile}.jpg`);
      const wanted = { mode: 'force', enlarge_factor: 2 };
      const { body } = await owner.call('POST', `/api/photos/${photo.photo_id}/restore`, wanted);
      restorationId = body.restoration_id;
      const path = `/api/restorations/${restorationId}?wait_seconds=20`;
      for (let looks = 0; looks < 9; looks += 1)
        if ((await owner.call('GET', path)).body.status === 'completed') break;
    }, 120_000);

    const share = async (more: object) =>
      (
        await owner.call('POST', '/api/restore-shares', {
          restoration_ids: [restorationId],
          message: `For you ${hostile}`,
          ...more,
        })
      ).body;

    it('moves between before and after by finger, mouse and keys', async () => {
      const visit = await guests.visit((await share({})).share_url);
      const { page } = visit;
      await page.getByText(`For you ${hostile}`).waitFor();
      const slider = page.getByRole('slider');
      await slider.focus();
      await slider.press('ArrowRight');
      expect(await slider.inputValue()).toBe('51');
      await slider.press('Home');
      expect(await slider.inputValue()).toBe('0');
      const pictures = page.getByRole('img');
      await expect.poll(() => pictures.count(), { timeout: 15_000 }).toBe(2);
      for (const each of await pictures.all())
        await expect
          .poll(() => each.evaluate((it) => (it as unknown as { naturalWidth: number }).naturalWidth), {
            timeout: 15_000,
          })
          .toBeGreaterThan(0);
      await checkPage(visit);
      expect(visit.complaints).toEqual([]);
      await visit.close();
    });

    it('takes a copy of their own with the passcode, and has it when the link is withdrawn', async () => {
      const made = await share({ with_passcode: true });
      const visit = await guests.visit(made.share_url);
      const { page } = visit;
      await page.getByText('The photos are behind a passcode').waitFor();
      expect([await page.getByText('For you <img').count(), await page.getByRole('slider').count()]).toEqual([
        0, 0,
      ]);
      await visit.enter('13922220001');
      await page.getByLabel('Passcode of six digits').fill(made.passcode === '000000' ? '000001' : '000000');
      await page.getByRole('button', { name: 'Take my copy' }).click();
      await page.getByText('passcode: is wrong.').waitFor();
      await checkPage(visit);
      await page.getByLabel('Passcode of six digits').fill(made.passcode);
      await page.getByRole('button', { name: 'Take my copy' }).click();
      await page.getByText('These photos are yours now').waitFor();
      await page.getByText(`For you ${hostile}`).waitFor();
      await checkPage(visit);

      await owner.call('DELETE', `/api/restore-shares/${made.share_id}`);
      await page.reload();
      await page.getByText('These photos are yours now').waitFor();
      const address = await page.getByRole('link', { name: 'Download' }).getAttribute('href');
      expect((await fetch(new URL(address!, guests.cloud.url))).headers.get('content-type')).toMatch(
        /^image\//,
      );
      expect(visit.complaints).toEqual([]);

      // Somebody else with the same link sees that it is gone, and nothing more.
      const other = await guests.visit(made.share_url);
      await other.page.getByText('This link was withdrawn').waitFor();
      expect(await other.page.getByText('For you <img').count()).toBe(0);
      await checkPage(other);
      await other.enter('13922220002');
      await other.page.getByText('This number has not taken these photos.').waitFor();
      await Promise.all([visit.close(), other.close()]);
    });

    it('is told that the photos were taken as often as they may be', async () => {
      const made = await share({ max_claims: 1 });
      const first = await guests.cloud.account();
      await first.call('POST', '/api/restore-shares/claim', { code: made.code });
      const visit = await guests.visit(made.share_url, { locale: 'zh-CN' });
      await visit.page.getByText('领取次数已用完').waitFor();
      await checkPage(visit);
      expect(visit.complaints).toEqual([]);
      await visit.close();
    });
  });

  describe('with the number of an order', () => {
    let orderNo: string;
    let orderId: string;
    beforeAll(async () => {
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

    it('notices a slip before anybody is asked, and reads what a scanner types', async () => {
      const visit = await guests.visit('/track');
      const { page } = visit;
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/orders/track')) asked.push(request.url());
      });
      const field = page.getByLabel('Order number');
      await field.waitFor();
      await checkPage(visit);
      const last = orderNo.at(-1)!;
      await field.fill(orderNo.slice(0, -1) + (last === '7' ? '8' : '7'));
      await page.getByText('That can’t be right').waitFor();
      await checkPage(visit);
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
      await checkPage(visit);
      // From here on the page's own clock is moved to when it looks again.
      await page.clock.install();
      await page.reload();
      await page.getByText('None yet').waitFor();
      const later = () => page.clock.fastForward(70_000);
      const heard = { copies_printed: 2, reported_at: Date.now() };
      await database.query.updateTable('print_jobs').set(heard).where('order_id', '=', orderId).execute();
      await later();
      await page.getByText('2 of 3 copies printed').waitFor({ timeout: 30_000 });
      expect(await page.getByText('None yet').count()).toBe(0);
      expect(await page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('2');
      // The service is gone for a while: what was known stays, and says that it is old.
      await page.route('**/api/orders/track/**', (route) => route.abort('connectionrefused'));
      await later();
      await page.getByText('can’t be looked up just now').waitFor({ timeout: 45_000 });
      expect(await page.getByText('2 of 3 copies printed').count()).toBeGreaterThan(0);
      await page.unroute('**/api/orders/track/**');
      await later();
      await page.getByText('can’t be looked up just now').waitFor({ state: 'detached', timeout: 60_000 });
      expect(visit.complaints).toEqual([]);
      await visit.close();
    }, 120_000);

    it('says of a number that is right but nobody’s that there is none', async () => {
      const visit = await guests.visit('/track/P4X7-K2M9-QT1D-R');
      await visit.page.getByRole('heading', { name: 'No order has this number' }).waitFor();
      await checkPage(visit);
      expect(visit.complaints).toEqual([]);
      await visit.close();
    });
  });

  it('was seen on every page that there is', () => {
    const routes = readFileSync(
      new URL('../../packages/web/share/share-routes.tsx', import.meta.url),
      'utf8',
    );
    const paths = [...routes.matchAll(/^ {4}path: \/(.+)\/,$/gm)].map(([, source]) => new RegExp(source!));
    expect(paths).toHaveLength(routes.match(/^ {4}load: /gm)!.length);
    for (const path of paths) expect([path, [...looked].some((one) => path.test(one))]).toEqual([path, true]);
  });
});
