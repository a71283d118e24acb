/** The cloud goes away under open pages: its own says so and is there again; the agent's goes on, and its queue is still people's. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../fixtures/processes.ts';
import { orderAndPay, photoItem } from '../fixtures/shop.ts';
import { openShopFloors, type ShopFloors } from '../fixtures/shop-floors.ts';
import { whenReal } from '../real/real-printers.ts';

whenReal(['chromium'])('floors without their cloud in Chromium', () => {
  let floors: ShopFloors;
  beforeAll(async () => {
    floors = await openShopFloors();
  });
  afterAll(() => floors.close());

  it('the page of the cloud says that it is gone, and recovers by itself', async () => {
    const { page, complaints, close } = await floors.open('cloud');
    await page.getByRole('article', { name: 'Printer 1' }).waitFor();
    await floors.stopCloud();
    await page.getByText('The service does not answer.').waitFor({ timeout: 30_000 });
    // What was known stays.
    await page.getByRole('article', { name: 'Printer 1' }).waitFor();
    await floors.startCloud();
    await page.getByText('The service does not answer.').waitFor({ state: 'detached', timeout: 45_000 });
    await page.getByRole('article', { name: 'Printer 1' }).getByText('Ready').waitFor({ timeout: 45_000 });
    expect(complaints).toEqual([]);
    await close();
  }, 120_000);

  it('the page of the agent goes on when the cloud is killed: a held job is decided, and prints', async () => {
    const [printer] = floors.printers;
    await until('the agent is linked', () => floors.agent.isLinked, 45_000);
    printer!.control.paper('all', 'empty');
    const { page, complaints, close } = await floors.open('agent');
    await orderAndPay(floors.customer, [photoItem]);
    await page.getByRole('heading', { name: 'A job is held' }).waitFor({ timeout: 30_000 });
    await floors.stopCloud('SIGKILL');
    await page.getByText('No connection to the cloud').first().waitFor();
    printer!.control.paper('all', 'loaded');
    const again = page.getByRole('button', { name: /^Try again/ });
    if (await again.isVisible()) await again.click({ timeout: 5000 }).catch(() => {});
    await page.getByText('Nothing waits to be printed.').waitFor({ timeout: 30_000 });
    await page.goto(`${floors.agentUrl}/shop/queue?view=ended`);
    await page.getByText('Printed', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  }, 120_000);
});
