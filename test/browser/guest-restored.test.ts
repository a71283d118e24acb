/** Restored photos that somebody shared: seen before and after, claimed by another account with the passcode, kept when the link is gone. */
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestAccount } from '../fixtures/cloud.ts';
import { checkLooks, type GuestBrowser, openGuestBrowser } from '../fixtures/guest-visit.ts';
import { whenReal } from '../real/real-printers.ts';

const hostile = '<img src=x onerror=alert(1)>';

whenReal(['chromium'])('a guest with the link to restored photos', () => {
  let guests: GuestBrowser;
  let owner: TestAccount;
  let restorationId: string;
  beforeAll(async () => {
    guests = await openGuestBrowser();
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
  afterAll(() => guests.close());

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
    await checkLooks(page);
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
    await checkLooks(page);
    await page.getByLabel('Passcode of six digits').fill(made.passcode);
    await page.getByRole('button', { name: 'Take my copy' }).click();
    await page.getByText('These photos are yours now').waitFor();
    await page.getByText(`For you ${hostile}`).waitFor();
    await checkLooks(page);

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
    await checkLooks(other.page);
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
    await checkLooks(visit.page);
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});
