/** Every page of the shop floor on both hosts, in both languages and colour schemes, on a phone and at a desk: axe objects to nothing, nothing is beyond the edge. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listFaults } from '../fixtures/axe.ts';
import { orderAndPay, photoItem } from '../fixtures/shop.ts';
import { openShopFloors, type ShopFloors } from '../fixtures/shop-floors.ts';
import { whenReal } from '../real/real-printers.ts';

const shared = [
  '/',
  '/queue',
  '/schedule',
  '/schedule?edit=true&rule=new',
  '/printers',
  '/papers',
  '/log',
  '/wall',
];
const pagesOf = {
  cloud: [...shared, '/pickup', '/shipping', '/after-sales', '/reviews'],
  agent: shared,
};
whenReal(['chromium'])('pages of the shop floor in Chromium', () => {
  let floors: ShopFloors;
  beforeAll(async () => {
    floors = await openShopFloors([{}, { isColor: false }]);
    for (const { control } of floors.printers) control.paper('all', 'empty');
    floors.printers[0]!.control.supply('black', 5);
    await orderAndPay(floors.customer, [photoItem]);
  });
  afterAll(() => floors.close());

  it.each(['cloud', 'agent'] as const)(
    'of the %s',
    async (host) => {
      const { page, complaints, close } = await floors.open(host);
      const origin = host === 'cloud' ? floors.cloudUrl : floors.agentUrl;
      for (const path of pagesOf[host]) {
        await page.goto(`${origin}/shop${path}`);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        const schemes = path === '/wall' ? (['dark'] as const) : undefined;
        expect([host, path, await listFaults(page, { schemes })]).toEqual([host, path, []]);
      }
      // Dark unless somebody chose otherwise.
      await page.evaluate(`localStorage.setItem('platen-scheme', 'light')`);
      await page.goto(`${origin}/shop/wall`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await listFaults(page, { schemes: ['light'] })).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
    120_000,
  );

  it('the agent is asked for nothing but its floor', async () => {
    const { page, close } = await floors.open('agent');
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!/^\/(assets\/shop|shop|api\/shop-floor|favicon|icon-|apple-touch|shop-manifest)/.test(pathname))
        asked.push(pathname);
    });
    for (const path of pagesOf.agent) {
      await page.goto(`${floors.agentUrl}/shop${path}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    }
    expect(asked).toEqual([]);
    await close();
  }, 60_000);
});
