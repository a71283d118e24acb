/**
 * The doubtful places of a restoration in a real browser: seen before and after, refused and accepted by keys, made into one new version; in
 * both languages, on a phone as at a desk, within the rules of accessibility.
 */
import { openBrowser as openClient } from '@platen/cloud/testing/browser-client';
import { restorePhoto } from '@platen/imaging/restore/restore-photo';
import { damageScene, scratchPrint } from '@platen/imaging/testing/damage-samples';
import { drawPhoto } from '@platen/imaging/testing/photo-samples';
import { openWebFiles } from '@platen/web-host/web-files';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listFaults } from '../fixtures/axe.ts';
import { type BrowserPage, openBrowser } from '../fixtures/browser.ts';
import { clientOf, startTestCloud, type TestAccount, type TestCloud } from '../fixtures/cloud.ts';
import { until } from '../fixtures/processes.ts';
import { ensureWeb } from '../fixtures/web-build.ts';
import { whenReal } from '../real/real-printers.ts';

const size = { widthPx: 720, heightPx: 480 };
const raw = { raw: { width: size.widthPx, height: size.heightPx, channels: 3 as const } };

whenReal(['chromium'])('doubtful places in Chromium', () => {
  let cloud: TestCloud;
  let browser: BrowserPage;
  let page: Page;
  let account: Pick<TestAccount, 'call' | 'upload'>;
  let restorationId: string;

  beforeAll(async () => {
    await ensureWeb();
    cloud = await startTestCloud(undefined, {}, { web: openWebFiles() });
    cloud.deps.imaging.restorePhoto = (options, { onProgress } = {}) =>
      restorePhoto(options, ({ share, stage }) => onProgress?.(share, stage));
    browser = await openBrowser();
    page = browser.page;
    const client = openClient(cloud.url);
    const phone = '+8613800000009';
    await client.call('POST', '/api/auth/code', { phone });
    const code = /\d{6}/.exec(cloud.messages.at(-1)!.text)![0];
    await client.call('POST', '/api/auth/register', { phone, code, nickname: 'Mei' });
    const [name, value] = client.cookie!.split('=') as [string, string];
    await page.context().addCookies([{ name, value, url: cloud.url }]);
    const { api_key } = (await client.call('POST', '/api/user/api-keys', { name: 'desk' })).body;
    account = clientOf(cloud.url, api_key);
    const scene = await drawPhoto(size, 3);
    const damaged = await sharp(damageScene(scene, 5).pixels, raw).png().toBuffer();
    const { photo_id } = (await account.upload('/api/photos/upload', damaged)).body;
    const started = await account.call('POST', `/api/photos/${photo_id}/restore`, { mode: 'force' });
    restorationId = (await completed(started.body.restoration_id)).restoration_id;
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await cloud?.close();
  });

  const completed = (id: string) =>
    until(
      'the restoration',
      async () => {
        const { body } = await account.call('GET', `/api/restorations/${id}?wait_seconds=5`);
        return body.status === 'completed' && body;
      },
      90_000,
    );
  const offers = () => page.getByRole('region', { name: 'What else may be damage' }).getByRole('listitem');
  const cards = () => page.getByRole('region', { name: 'Is this damage?' }).getByRole('listitem');

  /** Pictures of the pages, for whoever wants to see them: PLATEN_TEST_SHOTS names a folder. */
  const lookAt = async (name: string) => {
    const folder = process.env.PLATEN_TEST_SHOTS;
    if (folder) await page.screenshot({ path: `${folder}/regions-${name}.png`, fullPage: true });
  };
  const loaded = () =>
    until('the crops', () =>
      page.evaluate(
        '[...document.querySelectorAll("li figure img")].every((it) => it.complete && it.naturalWidth > 0)',
      ),
    );

  it('are refused and accepted by keys, and one new version has it all', async () => {
    await page.goto(`${cloud.url}/restorations/${restorationId}`);
    await cards().first().waitFor();
    const count = await cards().count();
    expect(count).toBeGreaterThan(2);
    for (const card of await cards().or(offers()).all()) await card.scrollIntoViewIfNeeded();
    await loaded();
    await lookAt('desk');
    const make = page.getByRole('button', { name: /^(Make the new version|Keep it like this)$/ });
    expect(await make.isDisabled()).toBe(true);
    const choice = (at: number, name: string) => cards().nth(at).getByRole('button', { name });
    await choice(0, 'Leave it').focus();
    await page.keyboard.press('Space');
    expect(await choice(0, 'Leave it').getAttribute('aria-pressed')).toBe('true');
    await choice(1, 'Repair it').focus();
    await page.keyboard.press('Enter');
    await page.getByText(`${count + (await offers().count()) - 2} place`).waitFor();
    await lookAt('chosen');
    await make.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(
      (url) => /restorations\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.includes(restorationId),
    );
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    const made = await completed(id);
    expect(made).toMatchObject({ version: 2, based_on: restorationId });
    const chosen = made.regions.filter(({ is_sure }: { is_sure: boolean }) => !is_sure);
    expect(chosen.slice(0, 3).map((it: { choice: string }) => it.choice)).toEqual([
      'refused',
      'accepted',
      'undecided',
    ]);
    await cards().first().waitFor();
    expect(await choice(0, 'Leave it').getAttribute('aria-pressed')).toBe('true');
    // What only says that the rest is right makes no other version.
    await page.getByRole('button', { name: 'Repair all of them' }).click();
    await choice(0, 'Leave it').click();
    if ((await offers().count()) > 0) await page.getByRole('button', { name: 'Leave all of these' }).click();
    await page.getByRole('button', { name: 'Keep it like this' }).click();
    await until('the choice', async () => {
      const { body } = await account.call('GET', `/api/restorations/${id}`);
      return body.undecided === 0;
    });
    expect(new URL(page.url()).pathname).toContain(id);
    await page.getByText('Every place is chosen').waitFor();
  }, 180_000);

  it('that are only offered are left, and repaired together by one request', async () => {
    const print = scratchPrint(await drawPhoto(size, 3), 3);
    const { photo_id } = (
      await account.upload('/api/photos/upload', await sharp(print.pixels, raw).png().toBuffer())
    ).body;
    const started = await account.call('POST', `/api/photos/${photo_id}/restore`, {});
    const { restoration_id: id } = await completed(started.body.restoration_id);
    await page.goto(`${cloud.url}/restorations/${id}`);
    await offers().first().waitFor();
    expect(await cards().count()).toBe(0);
    const count = await offers().count();
    expect(count).toBeGreaterThan(2);
    for (let i = 0; i < count; i += 1) await offers().nth(i).scrollIntoViewIfNeeded();
    await loaded();
    expect(await offers().locator('img').count()).toBe(count);
    await lookAt('offered');
    await page.getByRole('button', { name: 'Repair all of these' }).click();
    await offers().first().getByRole('button', { name: 'Leave it' }).click();
    await page.getByRole('button', { name: 'Make the new version' }).click();
    await page.waitForURL(
      (url) => /restorations\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.includes(id),
    );
    const made = await completed(new URL(page.url()).pathname.split('/').at(-1)!);
    expect(made).toMatchObject({ version: 2, based_on: id, undecided: 0 });
    const said = made.regions.map(({ choice: own }: { choice: string }) => own);
    expect(said).toEqual(['refused', ...Array(count - 1).fill('accepted')]);
    await offers().first().waitFor();
    expect(await offers().locator('img').count()).toBe(2 * count - 1);
    // It leaves the page in the last of the languages.
    expect(await listFaults(page)).toEqual([]);
  }, 180_000);

  it('keep to the rules of accessibility in both languages, on a phone too', async () => {
    await page.goto(`${cloud.url}/restorations/${restorationId}?lang=en`);
    await cards().first().waitFor();
    for (const card of await cards().or(offers()).all()) await card.scrollIntoViewIfNeeded();
    await loaded();
    expect(await listFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${cloud.url}/restorations/${restorationId}?lang=zh`);
    await page.getByRole('heading', { name: '这些是损伤吗？' }).waitFor();
    await loaded();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await lookAt('phone');
    const complaints = browser.complaints.filter((it) => !it.startsWith('Failed to load resource'));
    expect(complaints).toEqual([]);
  }, 180_000);
});
