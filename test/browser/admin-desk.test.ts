/**
 * An admin at a desk, in a real browser: a price changed in the grid is what a customer's quote says; a shop and its enrolment code; an account
 * that is disabled is out at once. Every page stands up to axe in both languages and colour schemes, and fits a phone.
 */
import { readFile } from 'node:fs/promises';
import { newId } from '@platen/cloud/ids';
import { openBrowser as openPlainBrowser } from '@platen/cloud/testing/browser-client';
import type { Download } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdminWorld, logInAs, openAdminWorld } from '../fixtures/admin-pages.ts';
import { walkPages } from '../fixtures/browser/page-walk.ts';
import { type BrowserPage, openBrowser } from '../fixtures/browser.ts';
import { whenReal } from '../real/real-printers.ts';

whenReal(['chromium'])('an admin at a desk', () => {
  let world: AdminWorld;
  let browser: BrowserPage;
  beforeAll(async () => {
    world = await openAdminWorld();
    browser = await openBrowser();
    await logInAs(browser.page, { cloud: world.cloud, phone: world.phone, path: '/admin' });
    await browser.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  const open = (path: string) => browser.page.goto(`${world.cloud.url}/admin${path}`);

  it('changes a price, sees first what it does, and a quote says so; undone, it is as before', async () => {
    const { page } = browser;
    const quote = async () => {
      const items = [{ photo_id: world.photoId, size: '4x6', paper_type: 'glossy', quantity: 1 }];
      return (await world.customer.call('POST', '/api/orders/quote', { items })).body.items[0].unit_price;
    };
    const before = await quote();
    await open('/catalogue?size=4x6&paper=glossy');
    const field = page.getByRole('textbox', { name: /Colour, one side/ });
    await field.fill('abc');
    await page.getByText('“abc” is no price').waitFor();
    expect(await page.getByRole('button', { name: 'Look and save' }).isDisabled()).toBe(true);
    await field.fill('7.77; 100: 5');
    await page.getByRole('button', { name: 'Look and save' }).click();
    const dialog = page.getByRole('dialog', { name: 'What will change' });
    await dialog.getByText('7.77; 100: 5.00').waitFor();
    expect(await quote()).toBe(before);
    await dialog.getByRole('button', { name: 'Save these prices' }).click();
    await page.getByText('1 price is changed.').waitFor();
    expect(await quote()).toBe(7.77);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('It is as it was before.').waitFor();
    expect(await quote()).toBe(before);
  });

  it('creates a shop and an enrolment code, as a command and a QR code with the time that is left', async () => {
    const { page } = browser;
    await open('/shops');
    await page.getByRole('button', { name: 'New shop' }).click();
    const form = page.getByRole('dialog', { name: 'New shop' });
    await form.getByLabel('Name').fill('Harbour <b>shop</b>');
    await form.getByRole('button', { name: 'New shop' }).click();
    await page.getByRole('link', { name: 'Harbour <b>shop</b>' }).click();
    await page.getByRole('button', { name: 'Enrolment code' }).click();
    const dialog = page.getByRole('dialog', { name: /Enrol an agent/ });
    const code = (await dialog.getByTestId('enrolment-code').textContent())!.trim();
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    await dialog.getByText(`npx platen agent enroll ${code} --cloud ${world.cloud.url}`).waitFor();
    await dialog.getByRole('img', { name: 'The command as a QR code' }).waitFor();
    await dialog.getByText(/Good for one agent, for another (1 day|2[34] hr)/).waitFor();
  });

  it('disables an account, and its session ends', async () => {
    const { page } = browser;
    const phone = '13800002222';
    const person = openPlainBrowser(world.cloud.url);
    world.cloud.clock.offsetMs += 61_000;
    await person.call('POST', '/api/auth/code', { phone });
    const code = /\d{6}/.exec(world.cloud.messages.at(-1)!.text)![0];
    const registered = await person.call('POST', '/api/auth/register', { phone, code, nickname: 'Li' });
    expect(registered.status, JSON.stringify(registered.body)).toBeLessThan(300);
    expect((await person.call('GET', '/api/auth/me')).status).toBe(200);
    await open('/accounts');
    await page.getByLabel('Phone, nickname or id').fill(phone);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: `+86${phone}` }).click();
    await page.getByRole('button', { name: 'Disable' }).click();
    const dialog = page.getByRole('dialog', { name: 'Disable Li?' });
    await dialog.getByLabel('Reason').fill('asked for it');
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Disabled: its sessions and keys have ended.').waitFor();
    expect((await person.call('GET', '/api/auth/me')).status).toBe(401);
  });

  it('writes all rows of a table to a file in which nothing is a formula', async () => {
    const { page } = browser;
    await open('/orders?columns=order_no.note');
    await page.getByRole('table', { name: 'Orders' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download') as Promise<Download>,
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^platen-orders-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(text.startsWith('\uFEFF"Order number",')).toBe(true);
    expect(text).toContain(`"'=HYPERLINK(""http://127.0.0.1"",""pay"")"`);
    expect(text).not.toMatch(/(^|,)"?[=+\-@]/m);
  });

  it('writes a table of more than 10,000 rows to a file, says how far it is, and stops when it is told to', async () => {
    const { page } = browser;
    const count = 12_345;
    await world.cloud.deps.database.transaction(async (tx) => {
      for (let from = 0; from < count; from += 1000) {
        const rows = Array.from({ length: Math.min(1000, count - from) }, (_, index) => ({
          id: newId(),
          phone: `+86170${String(from + index).padStart(8, '0')}`,
          nickname: `@SUM(${from + index})`,
          role: 'customer' as const,
          shop_id: null,
          created_at: Date.now(),
          language: null,
          disabled_at: null,
          closed_at: null,
          clear_at: null,
        }));
        await tx.insertInto('accounts').values(rows).execute();
      }
    });
    await open('/accounts?role=customer');
    await page.getByRole('table', { name: 'Accounts' }).waitFor();
    const button = page.getByRole('button', { name: 'CSV' });
    await button.click();
    await page.getByRole('button', { name: /^[\d,]+ of 1\d,\d{3} · stop$/ }).click();
    await button.waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 90_000 }) as Promise<Download>,
      button.click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    const lines = text.trimEnd().split('\r\n').slice(1);
    expect(lines.length).toBeGreaterThanOrEqual(count);
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.filter((line) => line.includes(`"'@SUM(`))).toHaveLength(count);
    expect(text).not.toMatch(/(^|,)"?[=+\-@]/m);
    // What was looked for stands in the address, and comes back with it.
    expect(new URL(page.url()).searchParams.get('role')).toBe('customer');
  }, 120_000);

  it('what is wrong stands at its field, in the words of the service', async () => {
    const { page } = browser;
    await open('/catalogue?tab=sizes');
    await page.getByRole('button', { name: 'New size' }).click();
    const form = page.getByRole('dialog', { name: 'New size' });
    await form.getByLabel('Code').fill('4X6');
    await form.getByLabel('Name in English').fill('Again');
    await form.getByLabel('PWG size name').fill('na_index-4x6_4x6in');
    await form.getByLabel('Short edge, mm').fill('100');
    await form.getByLabel('Long edge, mm').fill('150');
    await form.getByRole('button', { name: 'New size' }).click();
    await form.getByText(/the size 4x6 exists already/).waitFor();
    expect(await form.getByLabel('Code').getAttribute('aria-invalid')).toBe('true');
  });

  it('every page passes axe in both languages and colour schemes, and is no wider than a phone', async () => {
    const { page, complaints } = browser;
    await open('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const walk = await walkPages(page, '/admin');
    for (const path of world.pages) await walk.see(path);
    expect(walk.end()).toEqual([]);
    expect(complaints.filter((each) => !each.startsWith('Failed to load resource'))).toEqual([]);
  }, 240_000);
});
