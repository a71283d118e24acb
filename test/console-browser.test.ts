/** The console in a real browser: what only a browser sends (Origin, cookies, forms) and enforces (its Content-Security-Policy). */
import { changePin } from '@platen/agent/console/console-pin';
import { type Bench, startBench, until } from '@platen/agent/testing/agent-bench';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BrowserPage, openBrowser } from './fixtures/browser.ts';
import { whenReal } from './real-printers.ts';

whenReal(['chromium'])('the console in Chromium', () => {
  let bench: Bench;
  let agent: Awaited<ReturnType<Bench['start']>>;
  let browser: BrowserPage;
  beforeEach(async () => {
    bench = await startBench();
    changePin(bench.dir, '246810');
    agent = await bench.start({ consolePort: 0 });
    await agent.opened;
    await until(() => agent.isLinked && agent.printers.list()[0]?.reachable === true);
    browser = await openBrowser();
  });
  afterEach(async () => {
    await browser.close();
    await agent.stop();
    await bench.close();
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
    expect(names).toEqual(['Today', 'Printers', 'Schedule', 'Log']);
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
    expect(agent.pipeline.jobs.find(ticket.job_id)?.reason).toBe('held-by-person');
    bench.printer.description = { ...bench.printer.description, state: 'idle', stateReasons: [] };
    await card.getByRole('button', { name: 'Release' }).click();
    await until(() => bench.cloud.lastReport(ticket.job_id)?.state === 'printed');
    await page.getByText('Ended today (1)').waitFor();
    expect(complaints).toEqual([]);
  });
});
