/**
 * Makes the pictures of README: `npm run screenshots` starts a shop of its own with photos drawn by code, looks at the eight main pages in
 * Chromium and writes them to docs/screenshots. Owns which pages, and that a picture stays as it is when nothing on it has changed but a
 * number or a time.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { until } from '../fixtures/processes.ts';
import { findRealTool } from '../real/real-printers.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';

const targetDir = join(import.meta.dirname, '../../docs/screenshots');
const maxBytes = 120_000;
/** Of the pixels: less than this has changed between two runs when nothing but ids and times have. */
const sameShare = 0.03;

interface Shot {
  name: string;
  /** Who looks; nobody unless told. */
  who?: keyof DemoShop['cookies'];
  path(shop: DemoShop): string;
  /** At a desk unless told. */
  isPhone?: true;
  /** What must be there before it is looked at. */
  ready(page: Page, shop: DemoShop): Promise<unknown>;
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();

const shots: readonly Shot[] = [
  {
    name: 'home',
    who: 'customer',
    path: () => '/',
    ready: (page) => heading(page, 'Your newest orders'),
  },
  {
    name: 'photo',
    who: 'customer',
    path: ({ photos }) => `/photos/${photos.balloons}?size=5x7&paper=glossy&copies=2`,
    async ready(page) {
      await page.getByRole('status').filter({ hasText: '¥' }).waitFor();
      const frame = page.getByRole('button', { name: 'Frame of what is printed' });
      await frame.focus();
      for (let step = 0; step < 7; step += 1) await page.keyboard.press('-');
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    },
  },
  {
    name: 'checkout',
    who: 'customer',
    path: () => '/checkout',
    ready: (page) => page.getByRole('button', { name: /^Order and pay/ }).waitFor(),
  },
  {
    name: 'order',
    who: 'customer',
    path: ({ orderId }) => `/orders/${orderId}`,
    ready: (page) => heading(page, /^Order [\dA-Z]/),
  },
  {
    name: 'pre-order',
    path: ({ preOrderPath }) => preOrderPath,
    isPhone: true,
    ready: (page) => heading(page, 'Our summer at the lake'),
  },
  {
    name: 'old-photo',
    who: 'customer',
    path: ({ restorationId }) => `/restorations/${restorationId}`,
    ready: (page) => page.getByRole('slider').first().waitFor(),
  },
  {
    name: 'shop-floor',
    who: 'operator',
    path: () => '/shop/',
    ready: (page) => page.getByText('Photo printer at the window').first().waitFor(),
  },
  {
    name: 'admin',
    who: 'admin',
    path: () => '/admin/',
    ready: (page) => heading(page, 'Overview'),
  },
];

async function takeShot(browser: Browser, shop: DemoShop, shot: Shot): Promise<Buffer> {
  const viewport = shot.isPhone ? { width: 390, height: 780 } : { width: 1200, height: 800 };
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: shot.isPhone ? 1.5 : 1,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  try {
    if (shot.who) {
      const [name = '', value = ''] = shop.cookies[shot.who].split('=');
      await context.addCookies([{ name, value, url: shop.url }]);
    }
    await context.addInitScript(
      ([key, basket]) => localStorage.setItem(key!, basket!),
      [`platen-basket-${shop.customerId}`, basketOf(shop)],
    );
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(shop.url + shot.path(shop));
    await shot.ready(page, shop).catch(async (error: unknown) => {
      const path = join(tmpdir(), `platen-${shot.name}.png`);
      await page.screenshot({ path, fullPage: true });
      throw new Error(`It isn't as it should be; what it is instead: ${path}`, { cause: error });
    });
    await page.waitForLoadState('load');
    await until('all pictures', () =>
      page.evaluate<boolean>('[...document.images].every(({ complete }) => complete)'),
    );
    await page.waitForTimeout(1500);
    return await page.screenshot({ animations: 'disabled', caret: 'hide' });
  } finally {
    await context.close();
  }
}

/** As the app keeps it (basket-rules.ts). */
function basketOf({ photos }: DemoShop): string {
  const item = (key: string, filename: string, document_id: string, more: object) => ({
    key,
    filename,
    isPhoto: true,
    item: Object.assign({ document_id, paper_type: 'glossy' }, more),
  });
  const items = [
    item('one', 'Evening on the lake.jpg', photos.lake, { size: '4x6', quantity: 4 }),
    item('two', 'Balloons over the hills.jpg', photos.balloons, { size: '5x7', quantity: 2 }),
    item('three', 'Lighthouse at noon.jpg', photos.lighthouse, { size: '4x6', quantity: 1 }),
  ];
  return JSON.stringify({ version: 1, items, couponId: '', note: '' });
}

/** True when the picture that is there shows the same. */
async function showsSame(path: string, taken: Buffer): Promise<boolean> {
  if (!existsSync(path)) return false;
  const pixels = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [was, is] = await Promise.all([pixels(readFileSync(path)), pixels(taken)]);
  if (was.info.width !== is.info.width || was.info.height !== is.info.height) return false;
  let others = 0;
  for (let at = 0; at < is.data.length; at += 3) {
    const far = [0, 1, 2].some((part) => Math.abs(is.data[at + part]! - was.data[at + part]!) > 40);
    if (far) others += 1;
  }
  return others / (is.data.length / 3) < sameShare;
}

/** Says what became of it. */
async function renewPicture(browser: Browser, shop: DemoShop, shot: Shot): Promise<string> {
  const path = join(targetDir, `${shot.name}.webp`);
  const bytes = await sharp(await takeShot(browser, shop, shot))
    .webp({ quality: 84, effort: 6 })
    .toBuffer();
  if (bytes.length > maxBytes) throw new Error(`It takes ${bytes.length} bytes, more than ${maxBytes}.`);
  if (await showsSame(path, bytes)) return 'as it was';
  writeFileSync(path, bytes);
  return `${(bytes.length / 1000).toFixed(1)} KB`;
}

const executablePath = findRealTool('chromium');
if (!executablePath) throw new Error('Chromium is needed: apt-get install chromium');
const only = process.argv.slice(2);
mkdirSync(targetDir, { recursive: true });
const shop = await openDemoShop();
const flags = ['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'];
const browser = await chromium.launch({ executablePath, chromiumSandbox: false, args: flags });
try {
  for (const shot of shots.filter(({ name }) => only.length === 0 || only.includes(name))) {
    try {
      console.log(`${shot.name}: ${await renewPicture(browser, shop, shot)}`);
    } catch (error) {
      console.error(
        `${shot.name}: ${error instanceof Error ? `${error.message}\n${error.cause ?? ''}` : error}`,
      );
      process.exitCode = 1;
    }
  }
} finally {
  await browser.close();
  await shop.close();
}
