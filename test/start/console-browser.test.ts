/** The console in a real browser: what only a browser sends (Origin, cookies, forms) and enforces (its Content-Security-Policy). */

import { createPoolPreparer } from '@platen/agent/adapters/photo-preparer-pool';
import { changePin } from '@platen/agent/console/console-pin';
import { type Bench, startBench, until } from '@platen/agent/testing/agent-bench';
import { adobeRgb, makeRgbProfile } from '@platen/imaging/testing/icc-samples';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BrowserPage, openBrowser } from '../fixtures/browser.ts';
import { whenReal } from '../real/real-printers.ts';

whenReal(['chromium'])('the console in Chromium', () => {
  let bench: Bench;
  let agent: Awaited<ReturnType<Bench['start']>>;
  let browser: BrowserPage;
  let tools: ReturnType<typeof createPoolPreparer>;
  beforeEach(async () => {
    bench = await startBench();
    changePin(bench.dir, '246810');
    tools = createPoolPreparer();
    agent = await bench.start({ consolePort: 0, ports: { sheetTools: tools } });
    await agent.opened;
    await until(() => agent.isLinked && agent.printers.list()[0]?.reachable === true);
    browser = await openBrowser();
  });
  afterEach(async () => {
    await browser.close();
    await agent.stop();
    await bench.close();
    await tools.close();
  });

  async function enter(pin: string): Promise<void> {
    await browser.page.getByLabel('PIN').fill(pin);
    await browser.page.getByRole('button', { name: 'Open' }).click();
  }

  it('opens with the PIN alone, and every page draws', async () => {
    const { page, complaints } = browser;
    await page.goto(agent.consoleUrl!);
    await enter('000000');
    await expect.poll(() => page.locator('.refusal').textContent()).toMatch(/PIN/);
    complaints.length = 0; // the refusal's own status is one
    await enter('246810');
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    const names = await page.locator('nav a').allTextContents();
    expect(names).toEqual(['Today', 'Printers', 'Schedule', 'Calibration', 'Colours', 'Log']);
    for (const name of names) {
      await page.locator('nav').getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
    await page.getByRole('button', { name: '中文' }).click();
    await page.getByRole('heading', { level: 1, name: '今日' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('holds a job and lets it go by clicks; the page follows by itself', async () => {
    bench.printer.description = { ...bench.printer.description, state: 'stopped', stateReasons: ['paused'] };
    await until(() => agent.printers.list()[0]?.description?.state === 'stopped');
    const { page, complaints } = browser;
    await page.goto(agent.consoleUrl!);
    await enter('246810');
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    // Not loaded again by anybody: the job appears.
    const card = page.locator('.card', { hasText: ticket.order_no });
    await card.getByText('printer stopped').waitFor();
    await card.getByRole('button', { name: 'Hold', exact: true }).click();
    await page.locator('.done').waitFor();
    expect(agent.printing.jobs.find(ticket.job_id)?.reason).toBe('held-by-person');
    bench.printer.description = { ...bench.printer.description, state: 'idle', stateReasons: [] };
    await card.getByRole('button', { name: 'Release' }).click();
    await until(() => bench.cloud.lastReport(ticket.job_id)?.state === 'printed');
    await page.getByText('Ended today (1)').waitFor();
    expect(complaints).toEqual([]);
  });

  it('takes a profile, shows what a photo will be, and goes back', async () => {
    const { page, complaints } = browser;
    await page.goto(agent.consoleUrl!);
    await enter('246810');
    await page.locator('nav').getByRole('link', { name: 'Colours' }).click();
    const photo = {
      name: 'a.jpg',
      mimeType: 'image/jpeg',
      buffer: await makeJpeg({ widthPx: 600, heightPx: 400, seed: 3 }),
    };
    const give = async (buffer: Buffer) => {
      await page.locator('summary', { hasText: 'Use this profile' }).click();
      await page
        .locator('input[accept=".icc,.icm"]')
        .setInputFiles({ name: 'p.icc', mimeType: 'application/octet-stream', buffer });
      await page.getByRole('button', { name: 'Use this profile' }).click();
    };
    await give(photo.buffer);
    await page.locator('.refusal', { hasText: 'no ICC profile' }).waitFor();
    await give(makeRgbProfile('Glossy at the counter', { primaries: adobeRgb, gamma: 2.2 }));
    await page.locator('.done', { hasText: 'Saved: Glossy at the counter' }).waitFor();
    await page.locator('summary', { hasText: 'What a photo will look like' }).click();
    await page.locator('input[accept="image/*"]').setInputFiles(photo);
    await page.getByRole('button', { name: 'Show it' }).click();
    const proof = page.locator('img.proof');
    await proof.waitFor();
    await expect
      .poll(() => proof.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(600);
    await page.locator('summary', { hasText: 'Back to sRGB' }).click();
    await page.getByRole('button', { name: 'Back to sRGB' }).click();
    await page.getByText('No profile: sRGB.').waitFor();
    expect(complaints).toEqual([]);
  });
});
