/** The agent's own pages in a real browser, with no cloud process behind: the PIN, what only a browser sends and enforces, and acts by clicks. */

import { createPoolPreparer } from '@platen/agent/adapters/photo-preparer-pool';
import type { RunningAgent } from '@platen/agent/agent';
import { changePin } from '@platen/agent/console/console-pin';
import { type Bench, startBench, until } from '@platen/agent/testing/agent-bench';
import { adobeRgb, makeRgbProfile } from '@platen/imaging/testing/icc-samples';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { openWebFiles } from '@platen/web-host/web-files';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BrowserPage, openBrowser, undo } from '../fixtures/browser.ts';
import { ensureWeb } from '../fixtures/web-build.ts';
import { whenReal } from '../real/real-printers.ts';

whenReal(['chromium'])('the console of an agent in Chromium', () => {
  let bench: Bench;
  let agent: RunningAgent;
  let browser: BrowserPage;
  let tools: ReturnType<typeof createPoolPreparer>;
  beforeAll(async () => {
    await ensureWeb();
    bench = await startBench();
    changePin(bench.dir, '246810');
    tools = createPoolPreparer();
    agent = await bench.start({ consolePort: 0, ports: { sheetTools: tools }, web: openWebFiles() });
    await agent.opened;
    await until(() => agent.isLinked && agent.printers.list()[0]?.reachable === true);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await agent.stop();
    await bench.close();
    await tools.close();
  });
  beforeEach(() => {
    browser.complaints.length = 0;
  });

  async function enter(pin: string): Promise<void> {
    const field = browser.page.getByLabel('PIN');
    await field.fill(pin);
    await field.press('Enter');
  }
  /** Without refusals, which the page shows, and pictures that can't be made of a file that is none. */
  const faults = () => browser.complaints.filter((line) => !line.startsWith('Failed to load resource'));
  const heading = (name: string) => browser.page.getByRole('heading', { level: 1, name }).waitFor();

  it('opens with the PIN alone; every page draws, in the language that is chosen; leaving closes it', async () => {
    const { page } = browser;
    await page.goto(agent.consoleUrl!);
    expect(new URL(page.url()).pathname).toBe('/shop/');
    await enter('000000');
    await page.getByText('That is not the PIN.').waitFor();
    await enter('246810');
    await heading('Floor');
    for (const name of ['Queue', 'Printers', 'Schedule', 'Papers', 'Log']) {
      await page.getByRole('navigation').getByRole('link', { name }).first().click();
      await heading(name);
    }
    await page.goto(`${agent.consoleUrl}/shop/queue?wall=1`);
    await page.waitForURL('**/shop/wall');
    await page.goto(`${agent.consoleUrl}/shop/?lang=zh`);
    await heading('总览');
    await page.goto(`${agent.consoleUrl}/shop/?lang=en`);
    await heading('Floor');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('PIN').waitFor();
    await enter('246810');
    await heading('Floor');
    expect(faults()).toEqual([]);
  });

  it('holds a job and lets it go by clicks, and asks before it is called off', async () => {
    bench.printer.description = { ...bench.printer.description, state: 'stopped', stateReasons: ['paused'] };
    await until(() => agent.printers.list()[0]?.description?.state === 'stopped');
    const { page } = browser;
    await page.goto(`${agent.consoleUrl}/shop/queue`);
    const tickets = ['7H3K-2M4Q', '7H3K-9XTW'].map((order_no) => bench.newTicket({ order_no }));
    for (const ticket of tickets) bench.cloud.sendJob(ticket);
    const job = (at: number) => agent.printing.jobs.find(tickets[at]!.job_id);
    await until(() => job(0)?.reason === 'printer-stopped' && job(1)?.reason === 'printer-stopped');
    // Not loaded again by anybody: the jobs appear.
    const menu = (at: number) =>
      page.getByRole('button', { name: new RegExp(`${tickets[at]!.order_no}$`) }).first();
    await menu(0).click();
    await page.getByRole('menuitem', { name: 'Hold' }).click();
    await until(() => job(0)?.reason === 'held-by-person');
    await menu(1).click();
    await page.getByRole('menuitem', { name: 'Call off' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(job(1)?.state).toBe('held');
    await dialog.getByRole('button', { name: 'Call off' }).click();
    await until(() => job(1)?.state === 'cancelled');
    bench.printer.description = { ...bench.printer.description, state: 'idle', stateReasons: [] };
    await menu(0).click();
    await page.getByRole('menuitem', { name: 'Release' }).click();
    await until(() => bench.cloud.lastReport(tickets[0]!.job_id)?.state === 'printed');
    await page.getByText('Nothing waits to be printed').waitFor();
    expect(bench.printer.paper).toHaveLength(1);
    expect(faults()).toEqual([]);
  });

  it('takes a profile, shows what a photo will be, and goes back', async () => {
    const { page } = browser;
    await page.goto(`${agent.consoleUrl}/shop/papers`);
    await page
      .getByRole('button', { name: /^Open:? / })
      .first()
      .click();
    const panel = page.getByRole('dialog');
    const photo = {
      name: 'a.jpg',
      mimeType: 'image/jpeg',
      buffer: await makeJpeg({ widthPx: 600, heightPx: 400, seed: 3 }),
    };
    const give = async (buffer: Buffer) => {
      const file = { name: 'p.icc', mimeType: 'application/octet-stream', buffer };
      await panel.locator('input[type=file][accept=".icc,.icm"]').setInputFiles(file);
      await panel.getByRole('button', { name: 'Use this profile' }).click();
    };
    await give(photo.buffer);
    await panel.getByText(/no ICC profile/).waitFor();
    // What only its bytes show, the agent says.
    const torn = makeRgbProfile('Torn', { primaries: adobeRgb, gamma: 2.2 });
    torn.writeUInt32BE(4000, 128);
    await give(torn);
    await panel.getByText(/tags of this ICC profile are damaged/).waitFor();
    await give(makeRgbProfile('Glossy at the counter', { primaries: adobeRgb, gamma: 2.2 }));
    await panel.getByText(/^Glossy at the counter/).waitFor();
    await panel.locator('input[type=file][accept="image/*"]').setInputFiles(photo);
    await panel.getByRole('button', { name: 'Show it' }).click();
    const proof = panel.locator('figure img');
    await proof.waitFor();
    await expect
      .poll(() => proof.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(600);
    await panel.getByRole('button', { name: 'Back to sRGB' }).click();
    await panel.getByText('sRGB', { exact: true }).waitFor();
    // Nothing was asked, for it is taken back.
    await undo(page, 'Back to sRGB');
    await panel.getByText(/^Glossy at the counter/).waitFor();
    expect(faults()).toEqual([]);
  });
});
