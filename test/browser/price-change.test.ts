/**
 * What an admin changes while a customer looks: the price on the customer's open page becomes another by itself and back. The page is
 * not loaded anew.
 */

import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdminWorld, logInAs, openAdminWorld } from '../fixtures/admin-pages.ts';
import { type BrowserPage, openBrowser } from '../fixtures/browser.ts';
import { whenReal } from '../real/real-printers.ts';

whenReal(['chromium'])('a price that an admin changes', () => {
  let world: AdminWorld;
  let admin: BrowserPage;
  let customer: BrowserPage;
  beforeAll(async () => {
    world = await openAdminWorld();
    [admin, customer] = await Promise.all([openBrowser(), openBrowser()]);
    await logInAs(admin.page, { cloud: world.cloud, phone: world.phone, path: '/admin' });
    await admin.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await logInAs(customer.page, { cloud: world.cloud, phone: '13800003333', path: '/upload' });
    const buffer = await makeJpeg({ widthPx: 1800, heightPx: 1200, seed: 6 });
    const file = { name: 'harbour.jpg', mimeType: 'image/jpeg', buffer };
    await customer.page.locator('input[type=file]').first().setInputFiles(file);
    await customer.page
      .getByRole('link', { name: /harbour/ })
      .first()
      .click();
    await customer.page.waitForURL(/\/photos\//);
    await customer.page.goto(`${customer.page.url().split('?')[0]}?size=4x6&paper=glossy`);
    await customer.page.getByRole('button', { name: 'Put into the basket' }).waitFor();
  }, 120_000);
  afterAll(async () => {
    await admin?.close();
    await customer?.close();
    await world?.close();
  });

  it('is on the page that the customer has open, and again when it is taken back', async () => {
    const price = (text: string) => customer.page.getByText(text).first().waitFor();
    await customer.page.evaluate('globalThis.isStillTheSame = true');
    await admin.page.goto(`${world.cloud.url}/admin/catalogue?size=4x6&paper=glossy`);
    await admin.page.getByRole('textbox', { name: /Colour, one side/ }).fill('7.77');
    await admin.page.getByRole('button', { name: 'Look and save' }).click();
    await admin.page.getByRole('button', { name: 'Save these prices' }).click();
    await admin.page.getByText('1 price is changed.').waitFor();
    await price('¥7.77 a page');
    await admin.page.getByRole('button', { name: 'Undo' }).click();
    await customer.page.getByText('¥7.77 a page').first().waitFor({ state: 'detached' });
    expect(await customer.page.evaluate('globalThis.isStillTheSame')).toBe(true);
  }, 60_000);

  it('is on the page also where it changes between the first reading and the first word of the stream', async () => {
    const opened = Promise.withResolvers<void>();
    await customer.page.route('**/api/events/live**', async (route) => {
      await opened.promise;
      await route.continue();
    });
    await customer.page.reload();
    await customer.page.getByRole('button', { name: 'Put into the basket' }).waitFor();
    await admin.page.goto(`${world.cloud.url}/admin/catalogue?size=4x6&paper=glossy`);
    await admin.page.getByRole('textbox', { name: /Colour, one side/ }).fill('6.66');
    await admin.page.getByRole('button', { name: 'Look and save' }).click();
    await admin.page.getByRole('button', { name: 'Save these prices' }).click();
    await admin.page.getByText('1 price is changed.').waitFor();
    expect(await customer.page.getByText('¥6.66 a page').count()).toBe(0);
    opened.resolve();
    await customer.page.getByText('¥6.66 a page').first().waitFor();
  }, 60_000);
});
