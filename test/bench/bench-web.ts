/**
 * The built pages as a cheap phone gets them: Chromium with its processor slowed down four times, 1.6 Mbit/s and 150 ms to each answer, nothing
 * in its cache. When the first and the largest thing is painted, and what JavaScript came down the line for it. Of the shop floor besides:
 * how long a person waits for the next paint among 2,000 jobs, and how soon what happens at a printer is on the screen of both hosts.
 */
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { webEntries } from '@platen/web/build/web-entries';
import { openWebFiles } from '@platen/web-host/web-files';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startTestCloud, type TestCloud } from '../fixtures/cloud.ts';
import { type LargeFloor, openLargeFloor, orderNoOf } from '../fixtures/large-floor.ts';
import { type FloorPage, openShopFloors } from '../fixtures/shop-floors.ts';
import { ensureWeb } from '../fixtures/web-build.ts';
import { findRealTool } from '../real/real-printers.ts';
import { interleave, median, percentile, type Row } from './bench-table.ts';

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
    return [
      ...Object.entries(painted).flatMap(([name, loads]) => rowsOf(name, loads)),
      ...(await measureInteractions(browser)),
      ...(await measurePrinterEvents()),
    ];
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

const floorJobs = 2000;
const mostInteractionMs = 100;

/** Runs in the page: keeps how long each interaction took from the input to the next paint (Event Timing), by its id. */
const keepInteractions = `(() => {
  const kept = new Map();
  globalThis.takeInteractions = () => { const all = [...kept.values()]; kept.clear(); return all; };
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) kept.set(interactionId, Math.max(kept.get(interactionId) ?? 0, duration));
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
})()`;

/** What people do on a floor with many jobs, and how long each step may keep them waiting. */
async function measureInteractions(browser: Browser): Promise<Row[]> {
  const floor = await openLargeFloor(floorJobs);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(keepInteractions);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(`${floor.url}/shop/`);
    await page.getByRole('article', { name: 'Printer 1' }).waitFor();
    // The parts of other pages are there once they were opened: their loading is no interaction.
    await page.goto(`${floor.url}/shop/queue`);
    await page.getByRole('article').first().waitFor();
    const steps = interactionsOf(page, floor);
    const rows: Row[] = [];
    const all: number[] = [];
    for (const [name, work] of Object.entries(steps)) {
      await page.evaluate('takeInteractions()');
      for (let round = 0; round < rounds; round += 1) await work(round);
      // What was painted last is told a little later.
      await page.waitForTimeout(500);
      const taken = await page.evaluate<number[]>('takeInteractions()');
      // What took less than 16 ms is not told.
      const waits = taken.length > 0 ? taken : [16];
      all.push(...waits);
      rows.push(waitRow(`shop floor with ${floorJobs} jobs, ${name}`, waits));
    }
    return [
      ...rows,
      waitRow(`shop floor with ${floorJobs} jobs, interaction to next paint over all of it`, all),
    ];
  } finally {
    await context.close();
    await floor.close();
  }
}

function waitRow(measure: string, waits: readonly number[]): Row {
  const slow = waits.length < 50 ? Math.max(...waits) : percentile(waits, 0.98);
  return {
    measure,
    platen: `${slow.toFixed(0)} ms, median of ${waits.length}: ${median(waits).toFixed(0)} ms`,
    reference: '',
    ratio: '',
    goal: `< ${mostInteractionMs} ms`,
    met: slow < mostInteractionMs,
  };
}

function interactionsOf(page: Page, floor: LargeFloor): Record<string, (round: number) => Promise<void>> {
  const search = page.getByRole('searchbox');
  const link = (name: string) =>
    page.getByRole('navigation').getByRole('link', { name, exact: true }).first();
  const firstJob = page.getByRole('article').first();
  const clear = async () => {
    await search.fill('');
    await firstJob.waitFor();
  };
  return {
    async 'the queue opened and left'() {
      await link('Floor').click();
      await page.getByRole('article', { name: 'Printer 1' }).waitFor();
      await link('Queue').click();
      await page.getByText(orderNoOf(0)).first().waitFor();
    },
    async 'a search typed'(round) {
      await search.click();
      await page.keyboard.type(orderNoOf(100 * round + 7), { delay: 60 });
      await page
        .getByText(orderNoOf(100 * round + 7))
        .first()
        .waitFor();
      await clear();
    },
    async 'a printer chosen by keys'() {
      await page.getByRole('combobox', { name: 'Printer' }).focus();
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
        await page.keyboard.press(key);
        await page.waitForTimeout(200);
      }
    },
    async 'a job held'(round) {
      const orderNo = orderNoOf(round);
      await page.getByRole('button', { name: `What can be done with order ${orderNo}` }).click();
      await page.getByRole('menuitem', { name: 'Hold' }).click();
      await page.getByRole('article').filter({ hasText: orderNo }).getByText('Held').first().waitFor();
    },
    async 'scrolled by keys'() {
      await page.getByRole('heading', { level: 1 }).click();
      for (const key of ['PageDown', 'PageDown', 'PageDown', 'End', 'PageUp', 'Home']) {
        await page.keyboard.press(key);
        await page.waitForTimeout(150);
      }
    },
    async 'typing while 200 jobs change ten times a second'(round) {
      const changing = setInterval(() => floor.changeJobs(200), 100);
      try {
        await search.click();
        await page.keyboard.type(orderNoOf(100 * round + 9), { delay: 120 });
        await page
          .getByText(orderNoOf(100 * round + 9))
          .first()
          .waitFor();
      } finally {
        clearInterval(changing);
      }
      await clear();
    },
  };
}

const eventRounds = 15;
const mostEventMs = 300;
const mostPaperMs = 2000;
const outOfPaper = 'a tray is out of paper';

/** Runs in the page: when a text is painted for the first time after this was asked, in milliseconds since 1970. */
const paintedAt = (text: string) => `new Promise((resolve) => {
  const look = () => {
    if (!document.body.innerText.includes(${JSON.stringify(text)})) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  look();
})`;

/** Paper runs out at a printer where nothing is printed, with a page open on each host: when the printer says so, and when people see it. */
async function measurePrinterEvents(): Promise<Row[]> {
  const floors = await openShopFloors();
  const visits: Record<string, FloorPage> = {
    'the cloud': await floors.open('cloud'),
    'the agent': await floors.open('agent'),
  };
  const seen = Object.keys(visits).map((host) => ({
    host,
    fromAnswer: [] as number[],
    fromPaper: [] as number[],
  }));
  try {
    const [printer] = floors.printers;
    let answeredAt = 0;
    floors.agent.printing.signals.printerSeen.listen(({ description, asOfMs }) => {
      if (description?.stateReasons.some((reason) => reason.startsWith('media-empty'))) answeredAt = asOfMs!;
    });
    for (const { page } of Object.values(visits))
      await page.getByRole('article', { name: 'Printer 1' }).getByText('Ready').waitFor();
    for (let round = 0; round < eventRounds; round += 1) {
      // Not in step with the looks of the agent.
      await visits['the agent']!.page.waitForTimeout(500 + 137 * round);
      const painted = Object.values(visits).map(({ page }) => page.evaluate<number>(paintedAt(outOfPaper)));
      const emptiedAt = Date.now();
      printer!.control.paper('all', 'empty');
      const times = await Promise.all(painted);
      for (const [at, time] of times.entries()) {
        seen[at]!.fromAnswer.push(time - answeredAt);
        seen[at]!.fromPaper.push(time - emptiedAt);
      }
      printer!.control.paper('all', 'loaded');
      for (const { page } of Object.values(visits))
        await page.getByText(outOfPaper).first().waitFor({ state: 'detached' });
    }
    return seen.flatMap(({ host, fromAnswer, fromPaper }) => [
      eventRow(`${host}: from the answer of a printer until it is on the screen`, fromAnswer, {
        taken: median(fromAnswer),
        most: mostEventMs,
      }),
      eventRow(`${host}: from paper that runs out at an idle printer until it is on the screen`, fromPaper, {
        taken: Math.max(...fromPaper),
        most: mostPaperMs,
      }),
    ]);
  } finally {
    for (const visit of Object.values(visits)) await visit.close();
    await floors.close();
  }
}

function eventRow(
  measure: string,
  times: readonly number[],
  { taken, most }: { taken: number; most: number },
): Row {
  return {
    measure,
    platen: `median ${median(times).toFixed(0)} ms, worst of ${times.length}: ${Math.max(...times).toFixed(0)} ms`,
    reference: '',
    ratio: '',
    goal: `${most === mostEventMs ? 'median' : 'all'} < ${most} ms`,
    met: taken < most,
  };
}
