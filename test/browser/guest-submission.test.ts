/**
 * A guest's photos, from the link on a phone to the owner who sees them: identified by number and code, chosen, broken ones named, sent in,
 * refused with a reason, withdrawn.
 */
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestAccount } from '../fixtures/cloud.ts';
import { checkLooks, type GuestBrowser, openGuestBrowser } from '../fixtures/guest-visit.ts';
import { whenReal } from '../real/real-printers.ts';

const hostile = '<img src=x onerror=alert(1)>';
const spec = { order_type: 'photo', spec_mode: 'fixed', size: '4x6', paper_type: 'glossy', status: 'open' };

whenReal(['chromium'])('a guest with the link of a pre-order', () => {
  let guests: GuestBrowser;
  let owner: TestAccount;
  let wide: Buffer;
  beforeAll(async () => {
    guests = await openGuestBrowser();
    owner = await guests.cloud.account();
    wide = await makeJpeg({ widthPx: 1600, heightPx: 900, seed: 3 });
  }, 120_000);
  afterAll(() => guests.close());

  const preOrder = async (more: object) =>
    (await owner.call('POST', '/api/user/pre-orders', { title: `Class ${hostile}`, ...spec, ...more })).body;
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
    await checkLooks(page);
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
    await checkLooks(page);
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
    await checkLooks(page);

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
    await checkLooks(page);
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
      await checkLooks(visit.page);
      expect(visit.complaints).toEqual([]);
      await visit.close();
    }
    const gone = await guests.visit('/share/7KQM-2XWP-9DTA-41RZ');
    await gone.page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await checkLooks(gone.page);
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
