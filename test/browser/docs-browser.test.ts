/**
 * The documentation in a real browser: nothing is wider than a phone, no name breaks inside of a word, search finds and leads there without
 * the network, tabs and copying do what they say, a key is filled in, without scripts everything is shown, and axe has nothing against it.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { listViolations } from '../fixtures/axe.ts';
import { type BrowserPage, type Chromium, startChromium } from '../fixtures/browser.ts';
import { startTestCloud, type TestCloud } from '../fixtures/cloud.ts';
import { whenReal } from '../real/real-printers.ts';

const paths = ['/docs', '/docs/staff', '/docs/mcp'];

whenReal(['chromium'])('the documentation in Chromium', () => {
  let cloud: TestCloud;
  let chromium: Chromium;
  let browser: BrowserPage;
  beforeAll(async () => {
    cloud = await startTestCloud();
    chromium = await startChromium();
  });
  afterAll(async () => {
    await chromium.close();
    await cloud.close();
  });
  beforeEach(async () => {
    browser = await chromium.openPage();
    await browser.page.emulateMedia({ reducedMotion: 'reduce' });
  });
  afterEach(async () => {
    await browser.close();
    expect(browser.complaints).toEqual([]);
  });

  it('is no wider than the screen, with everything unfolded, in each language of its examples; at 1280 px no name breaks', async () => {
    const { page } = browser;
    for (const path of paths) {
      // Laying out tens of thousands of elements is the work: at 320 px, where the rules are those of every phone, and at a desk.
      await page.setViewportSize({ width: 320, height: 844 });
      await page.goto(cloud.url + path);
      await page.evaluate(`(() => {
        for (const details of document.querySelectorAll('main details')) details.open = true;
        for (const hidden of document.querySelectorAll('main [hidden]')) hidden.hidden = false;
      })()`);
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        // Code scrolls in its own box, whatever its language: that holds where there is least room, or nowhere.
        const languages = JSON.stringify(width === 320 ? ['javascript', 'python', 'curl'] : ['curl']);
        const wide = await page.evaluate(`(() => {
          const found = [];
          for (const [at, language] of ${languages}.entries()) {
            document.documentElement.dataset.code = language;
            if (document.documentElement.scrollWidth > innerWidth) found.push('page ' + document.documentElement.scrollWidth);
            // Another language changes nothing but the boxes of code.
            for (const element of document.querySelectorAll((at > 0 ? '.code' : 'main') + ' :not(pre, pre *, .unseen, .unseen *)')) {
              const { right, left, width } = element.getBoundingClientRect();
              if (width > 0 && (right > innerWidth + 0.5 || left < -0.5)) found.push(element.outerHTML.slice(0, 120));
            }
          }
          return found.slice(0, 5);
        })()`);
        expect([width, path, wide]).toEqual([width, path, []]);
      }
      const broken = await page.evaluate(`(() => {
        const found = [];
        for (const code of document.querySelectorAll('main :not(pre) > code')) {
          for (const node of code.childNodes) {
            if (node.nodeType !== Node.TEXT_NODE || /[^\\w]/.test(node.data)) continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (lines.size > 1) found.push(code.textContent);
          }
        }
        return found;
      })()`);
      expect([path, broken]).toEqual([path, []]);
    }
  });

  it('is searched by name, path, field and in Chinese, by keys alone, without the network once it is loaded', async () => {
    const { page } = browser;
    const failed: string[] = [];
    page.on('requestfailed', (request) => failed.push(request.url()));
    const entries = page.waitForResponse(/search\.json$/);
    await page.goto(`${cloud.url}/docs`);
    await (await entries).finished();
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    const field = page.getByRole('combobox', { name: 'Search' });
    const chosen = page.locator('.found [aria-selected=true]');
    const search = async (text: string) => {
      await field.fill(text);
      await chosen.first().waitFor();
    };
    await page.keyboard.press('/');
    await search('create_order');
    await expect.poll(() => chosen.getAttribute('data-address')).toBe('/docs#create_order');
    await search('/api/orders/track');
    await expect.poll(() => chosen.getAttribute('data-address')).toBe('/docs#track_order');
    await search('shipping_carrier_id');
    expect(await page.locator('.found mark').first().textContent()).toBe('shipping_carrier_id');
    await search('优惠券');
    await expect.poll(() => chosen.getAttribute('data-address')).toBe('/docs#coupons');
    expect(await field.getAttribute('aria-activedescendant')).toBe('found-0');
    await page.keyboard.press('ArrowDown');
    expect(await field.getAttribute('aria-activedescendant')).toBe('found-1');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).hash).toBe('#coupons');
    expect(await page.locator('dialog').isVisible()).toBe(false);
    await page.keyboard.press('Control+k');
    await field.fill('<img src=x onerror=alert(1)> nowhere');
    await page.getByText('Nothing has all of these words.').waitFor();
    expect(await page.locator('dialog img').count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await page.locator('dialog').isVisible()).toBe(false);
    // The page asked for nothing; the browser itself looks for the icon again.
    expect(failed.filter((url) => !url.endsWith('/docs/mark.svg'))).toEqual([]);
    const seen = browser.complaints.splice(0);
    browser.complaints.push(...seen.filter((said) => !/INTERNET_DISCONNECTED/.test(said)));
  });

  it('shows one language at a time, everywhere and after coming back, and stays where it was', async () => {
    const { page } = browser;
    await page.goto(`${cloud.url}/docs#create_order`);
    const box = page.locator('#create_order .code');
    await box.getByRole('tab', { name: 'Python' }).click();
    const { y } = (await box.boundingBox())!;
    expect(y).toBeGreaterThan(-10);
    expect(y).toBeLessThan(900);
    expect(await page.locator('#quote_order pre.python').isVisible()).toBe(true);
    expect(await page.locator('#quote_order pre.curl').isVisible()).toBe(false);
    await page.keyboard.press('ArrowLeft');
    expect(await page.locator('#create_order pre.javascript').isVisible()).toBe(true);
    await page.goto(`${cloud.url}/docs/staff`);
    expect(await page.locator('pre.javascript').first().isVisible()).toBe(true);
    expect(await page.locator('pre.curl').first().isVisible()).toBe(false);
  });

  it('copies what is shown, with a key that was filled in and stays on the page', async () => {
    const { page } = browser;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => page.evaluate('navigator.clipboard.readText()') as Promise<string>;
    await page.goto(`${cloud.url}/docs`);
    const box = page.locator('#get_balance .code');
    await box.getByRole('button', { name: 'Copy' }).click();
    await expect
      .poll(copied)
      .toMatch(/^curl "http:\/\/127[^\n]+balance" \\\n {2}-H "Authorization: Bearer \$PLATEN_API_KEY"$/);
    await page.getByLabel('Your API key').fill('platen_live_0123456789');
    await box.getByRole('button', { name: 'Cop' }).click();
    await expect.poll(copied).toContain('Bearer platen_live_0123456789"');
    await box.getByRole('tab', { name: 'JavaScript' }).click();
    await box.getByRole('button', { name: 'Cop' }).click();
    await expect.poll(copied).toContain("const key = 'platen_live_0123456789';");
    // A text that is no key would be code.
    await page.getByLabel('Your API key').fill("'; process.exit(); '");
    await box.getByRole('button', { name: 'Cop' }).click();
    await expect.poll(copied).toContain('const key = process.env.PLATEN_API_KEY;');
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(
      'platen_live',
    );
    await page.locator('#get_balance .anchor').focus();
    await page.keyboard.press('Enter');
    await expect.poll(copied).toBe(`${cloud.url}/docs#get_balance`);
  });

  it('makes a key for who is logged in, which works at once', async () => {
    const { page } = browser;
    await page.goto(`${cloud.url}/docs/mcp`);
    await page.getByRole('button', { name: 'Make me a key' }).click();
    await page.getByRole('link', { name: 'log in' }).waitFor();
    // It says so, and the browser notes the refusal too.
    expect(browser.complaints.splice(0)).toEqual([expect.stringContaining('401')]);
    await page.evaluate(`(async () => {
      const post = (path, body) => fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Platen-CSRF': '1' }, body: JSON.stringify(body) });
      await post('/api/auth/code', { phone: '13800000009', purpose: 'register' });
    })()`);
    const code = /\d{6}/.exec(cloud.messages.at(-1)!.text)![0];
    await page.evaluate(
      `fetch('/api/auth/register', { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Platen-CSRF': '1' }, body: JSON.stringify({ phone: '13800000009', code: '${code}' }) }).then((answer) => answer.text())`,
    );
    await page.getByRole('button', { name: 'Make me a key' }).click();
    await page.getByText('Made, and filled in').waitFor();
    const key = await page.getByLabel('Your API key').inputValue();
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${cloud.url}/api/auth/me`, { headers })).status).toBe(200);
    await page.getByRole('tab', { name: 'Zed' }).click();
    expect(new URL(page.url()).hash).toBe('#zed');
    expect(await page.locator('#zed pre').textContent()).toContain(key);
    expect(await page.locator('#cursor').isVisible()).toBe(false);
    await page.goto(`${cloud.url}/docs/mcp#goose`);
    expect(await page.locator('#goose').isVisible()).toBe(true);
  });

  it('marks in the contents what is being read', async () => {
    const { page } = browser;
    await page.goto(`${cloud.url}/docs`);
    const current = page.locator('#contents [aria-current]');
    await expect.poll(() => current.textContent()).toBe('Getting started');
    await page
      .locator('#redeem_coupon')
      .evaluate((element: { scrollIntoView(): void }) => element.scrollIntoView());
    await expect.poll(() => current.getAttribute('href')).toBe('#redeem_coupon');
    expect(await current.isVisible()).toBe(true);
  });

  it('has nothing that axe minds, light and dark, at the desk and on a phone', {
    timeout: 180_000,
  }, async () => {
    const { page } = browser;
    const looks = [
      [1280, 'light'],
      [1280, 'dark'],
      [390, 'dark'],
    ] as const;
    for (const path of paths) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(cloud.url + path);
      // All of it once, but for its colours: what those depend on stands in the first chapters, and in what has a kind of element that they haven't.
      expect([path, await listViolations(page, { without: 'colours' })]).toEqual([path, []]);
      await page.evaluate(keepEachKind);
      for (const [width, colorScheme] of looks) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const violations = await listViolations(page, { changed: width === 1280 ? 'colours' : 'words' });
        expect([width, colorScheme, path, violations]).toEqual([width, colorScheme, path, []]);
      }
    }
    for (const [width, colorScheme] of looks) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox').fill('order');
      await page.locator('.found li').first().waitFor();
      expect(await listViolations(page, { within: 'dialog' })).toEqual([]);
      await page.keyboard.press('Escape');
    }
  });

  it('shows all languages and all clients without scripts, and no button that would do nothing', async () => {
    const viewport = { width: 390, height: 844 };
    const { page, close } = await chromium.openPage({ javaScriptEnabled: false, viewport });
    await page.goto(`${cloud.url}/docs#create_order`);
    for (const language of ['curl', 'javascript', 'python'])
      expect(await page.locator(`#create_order pre.${language}`).isVisible()).toBe(true);
    for (const name of ['Search', 'Copy', 'Make me a key', 'Auto'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    await page.getByRole('button', { name: 'Contents' }).click();
    expect(await page.getByRole('link', { name: 'Paging', exact: true }).isVisible()).toBe(true);
    await page.goto(`${cloud.url}/docs/mcp`);
    expect(await page.locator('.client:visible').count()).toBe(await page.locator('.client').count());
    await close();
  });
});

/** Leaves the first two chapters, and of the others what has an element whose tag, classes and parent's tag were not met yet. Runs in the page. */
const keepEachKind = `(() => {
  const met = new Set();
  const kindOf = (element) => element.parentElement.localName + ' ' + element.localName + ' ' + [...element.classList].sort().join('.');
  for (const [at, chapter] of [...document.querySelectorAll('.chapter')].entries()) {
    const parts = at < 2 ? [chapter] : [...chapter.children];
    for (const part of parts) {
      const kinds = [part, ...part.querySelectorAll('*')].map(kindOf);
      if (at > 1 && kinds.every((kind) => met.has(kind))) part.remove();
      for (const kind of kinds) met.add(kind);
    }
    if (chapter.childElementCount === 0) chapter.remove();
  }
})()`;
