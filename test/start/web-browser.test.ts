/**
 * The web in a real browser, from the build to a typed call by a session's cookie: logging in by phone and code, what stays over a reload,
 * logging out; no page does what its policy forbids, and nothing of another colour scheme is ever painted.
 */
import { openWebFiles } from '@platen/web-host/web-files';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BrowserPage, type Chromium, startChromium } from '../fixtures/browser.ts';
import { startTestCloud, type TestCloud } from '../fixtures/cloud.ts';
import { ensureWeb } from '../fixtures/web-build.ts';
import { whenReal } from '../real/real-printers.ts';

whenReal(['chromium'])('the web in Chromium', () => {
  let cloud: TestCloud;
  let chromium: Chromium;
  let browser: BrowserPage;
  beforeAll(async () => {
    await ensureWeb();
    cloud = await startTestCloud(undefined, {}, { web: openWebFiles() });
    chromium = await startChromium();
  });
  afterAll(async () => {
    await chromium.close();
    await cloud.close();
  });
  beforeEach(async () => {
    browser = await chromium.openPage();
    await watchPolicy(browser.page);
    browser.page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (response.status() >= 400 && !pathname.startsWith('/api/'))
        browser.complaints.push(`no ${pathname}`);
    });
  });
  afterEach(({ task }) => browser.close(task));

  /** What pages complained of and what their policy refused; of answers only those that are no refusal of the API. */
  const faults = () =>
    browser.complaints.filter((complaint) => !complaint.startsWith('Failed to load resource'));

  async function logIn(page: Page, phone: string): Promise<void> {
    cloud.clock.offsetMs += 61_000;
    const before = cloud.messages.length;
    await page.getByLabel('Mobile number').fill(phone);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await expect.poll(() => cloud.messages.length, { timeout: 10_000 }).toBeGreaterThan(before);
    await page.getByLabel('Code of 6 digits').fill(/\d{6}/.exec(cloud.messages.at(-1)!.text)![0]);
  }

  it('registers by phone and code, keeps the session over a reload, changes the account and logs out', async () => {
    const { page } = browser;
    await page.goto(`${cloud.url}/account`);
    await page.getByRole('heading', { name: 'Log in or register' }).waitFor();
    await logIn(page, '13800000001');
    // At the address that was asked for, without a detour.
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/account');
    expect(await page.title()).toBe('Account · Platen');
    await page.getByText('This browser').waitFor();
    await page.getByLabel('Nickname').fill('<img src=x onerror=alert(1)> 茶');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Nickname').inputValue()).toBe('<img src=x onerror=alert(1)> 茶');
    await page.goto(`${cloud.url}/`);
    await page.getByRole('heading', { name: 'Hello, <img src=x onerror=alert(1)> 茶' }).waitFor();
    expect(await page.locator('img').count()).toBe(0);
    // The cookie is no script's business, and no token lies where scripts find it.
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toMatch(/token|session/);

    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('link', { name: 'Log in' }).waitFor();
    await page.goto(`${cloud.url}/account`);
    await page.getByRole('heading', { name: 'Log in or register' }).waitFor();
    expect(faults()).toEqual([]);
  });

  it('says in words what is wrong with a code, in the language of the reader', async () => {
    const { page } = browser;
    await page.goto(`${cloud.url}/login?lang=zh`);
    await page.getByLabel('手机号').fill('13800000002');
    cloud.clock.offsetMs += 61_000;
    const before = cloud.messages.length;
    await page.getByRole('button', { name: '发送验证码' }).click();
    await expect.poll(() => cloud.messages.length, { timeout: 10_000 }).toBeGreaterThan(before);
    const right = /\d{6}/.exec(cloud.messages.at(-1)!.text)![0];
    await page.getByLabel('6 位验证码').fill(right === '000000' ? '000001' : '000000');
    await page.getByText('验证码不正确或已失效。').waitFor();
    expect(await page.getByLabel('6 位验证码').inputValue()).toBe('');
    expect(await page.getByRole('button', { name: /秒后可以重新发送/ }).isDisabled()).toBe(true);
    await page.getByLabel('6 位验证码').fill(right);
    await page.getByRole('heading', { level: 1, name: '您好' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('zh-CN');
    expect(faults()).toEqual([]);
  });

  it('leads nobody to another site by a login', async () => {
    const { page } = browser;
    await page.goto(`${cloud.url}/login?next=//example.org/steal`);
    await logIn(page, '13800000003');
    await expect.poll(() => page.url()).toBe(`${cloud.url}/`);
    expect(faults()).toEqual([]);
  });

  it('shows shop floor and administration to those whose they are', async () => {
    const { page } = browser;
    for (const path of ['/shop', '/admin']) {
      await page.goto(cloud.url + path);
      await page.getByRole('heading', { name: 'Log in or register' }).waitFor();
    }
    await logIn(page, '13800000004');
    await page.getByRole('heading', { name: 'This account may not open these pages' }).waitFor();
    const { id } = await cloud.deps.database.query
      .selectFrom('accounts')
      .select('id')
      .where('phone', '=', '+8613800000004')
      .executeTakeFirstOrThrow();
    // As an admin does it: what a session may do is remembered for a while by whoever isn't told.
    const admin = await cloud.account({ role: 'admin' });
    expect((await admin.call('PUT', `/api/admin/accounts/${id}/role`, { role: 'admin' })).status).toBe(200);
    await page.goto(`${cloud.url}/admin`);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.goto(`${cloud.url}/shop`);
    await page.getByRole('link', { name: 'Queue', exact: true }).waitFor();
    expect(faults()).toEqual([]);
  });

  it('ends at the login when the session was ended elsewhere', async () => {
    const { page } = browser;
    await page.goto(`${cloud.url}/account`);
    await logIn(page, '13800000005');
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    // As from another of the account's browsers: this page is told nothing.
    await page.evaluate(
      `fetch('/api/auth/sessions', { method: 'DELETE', headers: { 'X-Platen-CSRF': '1' } })`,
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Log in or register' }).waitFor();
  });

  it('tells of an address behind which there is nothing, and of a number that no order has', async () => {
    const { page } = browser;
    await page.goto(`${cloud.url}/no/such/page`);
    await page.getByText('There is no such page').waitFor();
    await page.goto(`${cloud.url}/track/P4X7-K2M9-QT1D-3`);
    await page.getByText('one character is wrong or two are swapped').waitFor();
    expect(faults()).toEqual([]);
  });

  it('paints no other colour scheme first, whatever was chosen, and keeps the choice', async () => {
    const { page } = browser;
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.addInitScript(`
      globalThis.seenSchemes = [];
      const look = () => {
        if (document.body) seenSchemes.push(getComputedStyle(document.body).backgroundColor);
        if (seenSchemes.length < 120) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);`);
    const paints = async () => {
      await page.goto(`${cloud.url}/login`);
      await page.getByRole('heading', { name: 'Log in or register' }).waitFor();
      const seen = (await page.evaluate('seenSchemes')) as string[];
      return [...new Set(seen.filter((colour) => colour !== 'rgba(0, 0, 0, 0)'))];
    };
    const [dark, ...others] = await paints();
    expect(others).toEqual([]);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByText('Light', { exact: true }).click();
    const [light, ...rest] = await paints();
    expect(rest).toEqual([]);
    expect(light).not.toBe(dark);
    expect(faults()).toEqual([]);
  });
});

/** What a policy refuses is an event, not always a line of the console. */
async function watchPolicy(page: Page): Promise<void> {
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) => {
    console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile);
  });`);
}
