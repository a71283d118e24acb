/**
 * The built pages as a cheap phone gets them: Chromium with its processor slowed down four times, 1.6 Mbit/s and 150 ms to each answer, nothing
 * in its cache. When the first and the largest thing is painted, and what JavaScript came down the line for it.
 */
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { webEntries } from '@platen/web/build/web-entries';
import { openWebFiles } from '@platen/web-host/web-files';
import { type Browser, chromium } from 'playwright-core';
import { startTestCloud, type TestCloud } from '../fixtures/cloud.ts';
import { ensureWeb } from '../fixtures/web-build.ts';
import { findRealTool } from '../real/real-printers.ts';
import { interleave, median, type Row } from './bench-table.ts';

const rounds = 5;
const slowdown = 4;
const latencyMs = 150;
const bytesPerSecond = 1_600_000 / 8;
/** Without a request under way for so long a page is there; what is painted last is known by then. */
const quietMs = 1000;

type EntryName = (typeof webEntries)[number]['name'];

/** Of the first and the largest paint, where they are promised. */
const goals: Partial<Record<EntryName, { firstMs: number; largestMs: number }>> = {
  share: { firstMs: 1000, largestMs: 1800 },
  app: { firstMs: 1200, largestMs: 2500 },
};

interface Painted {
  firstMs: number;
  largestMs: number;
  scriptBytes: number;
}

/** Runs in the page: the times of its paints, from when it was asked for, and the scripts as they came, packed. */
const readPaints = `new Promise((resolve) => {
  const bytes = performance.getEntriesByType('resource')
    .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  const first = performance.getEntriesByName('first-contentful-paint')[0];
  new PerformanceObserver((list) => resolve({
    firstMs: first.startTime, largestMs: list.getEntries().at(-1).startTime, scriptBytes: bytes,
  })).observe({ type: 'largest-contentful-paint', buffered: true });
})`;

async function measure(browser: Browser, url: string): Promise<Painted> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
  });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(quietMs);
    return await page.evaluate<Painted>(readPaints);
  } finally {
    await context.close();
  }
}

/** A pre-order, a restoration that was shared, an order: what a guest is given links to. */
async function createGuestPages(
  cloud: TestCloud,
): Promise<{ share: string; restored: string; track: string }> {
  const owner = await cloud.account();
  const { body: preOrder } = await owner.call('POST', '/api/user/pre-orders', {
    title: 'Pictures of the summer trip',
    description: 'Please send your favourite photos; they are printed for the wall of our class room.',
    order_type: 'photo',
    spec_mode: 'fixed',
    size: '4x6',
    paper_type: 'glossy',
    status: 'open',
  });
  const jpeg = await makeJpeg({ widthPx: 2400, heightPx: 1800, seed: 4 });
  const { body: photo } = await owner.upload('/api/photos/upload', jpeg);
  const { body: begun } = await owner.call('POST', `/api/photos/${photo.photo_id}/restore`, {
    mode: 'force',
  });
  const path = `/api/restorations/${begun.restoration_id}?wait_seconds=20`;
  for (let looks = 0; looks < 9; looks += 1)
    if ((await owner.call('GET', path)).body.status === 'completed') break;
  const wanted = { restoration_ids: [begun.restoration_id], message: 'For you, with love' };
  const { body: share } = await owner.call('POST', '/api/restore-shares', wanted);
  const items = [{ photo_id: photo.photo_id, size: '4x6', paper_type: 'glossy', quantity: 2 }];
  const { body: order } = await owner.call('POST', '/api/orders', { items, delivery_method: 'pickup' });
  return { share: preOrder.share_url, restored: share.share_url, track: `/track/${order.order_no}` };
}

export async function benchWeb(): Promise<Row[]> {
  const executablePath = findRealTool('chromium');
  if (!executablePath) return [];
  await ensureWeb();
  const cloud = await startTestCloud(undefined, {}, { web: openWebFiles() });
  const flags = ['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'];
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false, args: flags });
  try {
    const guest = await createGuestPages(cloud);
    const at = (path: string) => () => measure(browser, new URL(path, cloud.url).href);
    const pages = {
      'share: a pre-order': at(guest.share),
      'share: restored photos': at(guest.restored),
      'share: tracking': at(guest.track),
      'app: the start': at('/'),
      'shop: the start': at('/shop/'),
      'admin: the start': at('/admin/'),
    };
    const painted = await interleave(pages, rounds);
    return Object.entries(painted).flatMap(([name, loads]) => rowsOf(name, loads));
  } finally {
    await browser.close();
    await cloud.close();
  }
}

function rowsOf(name: string, loads: readonly Painted[]): Row[] {
  const entry = name.split(':')[0] as EntryName;
  const goal = goals[entry];
  const row = (
    measure: string,
    of: keyof Painted,
    write: (value: number) => string,
    most: number | undefined,
  ): Row => {
    const values = loads.map((each) => each[of]);
    return {
      measure: `${name}, ${measure}`,
      platen: `${write(median(values))}, worst of ${rounds}: ${write(Math.max(...values))}`,
      reference: '',
      ratio: '',
      goal: most === undefined ? '' : `at most ${write(most)}`,
      met: most === undefined ? undefined : median(values) <= most,
    };
  };
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
  const { maxScriptBytes } = webEntries.find((each) => each.name === entry)!;
  return [
    row('first contentful paint', 'firstMs', seconds, goal?.firstMs),
    row('largest contentful paint', 'largestMs', seconds, goal?.largestMs),
    row('JavaScript of its first load', 'scriptBytes', kilobytes, maxScriptBytes),
  ];
}
