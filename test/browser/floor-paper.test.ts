/**
 * Paper runs out, under a job and while nothing is printed, at a virtual printer and at CUPS' own: both floors say so by themselves, on the
 * cloud and at the agent, and when paper is back the job ends. Nothing on either page asks again and again: what is shown comes over the
 * stream.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderAndPay, orderIs, pdfItem, photoItem } from '../fixtures/shop.ts';
import { type FloorPage, openShopFloors, type ShopFloors } from '../fixtures/shop-floors.ts';
import { type Ippeveprinter, startIppeveprinter, whenReal } from '../real/real-printers.ts';

const letters = { size: 'na_letter_8.5x11in', type: 'stationery', level: 250 };
const photos = { size: 'na_index-4x6_4x6in', type: 'photographic-glossy', level: 25 };

whenReal(['chromium', 'ippeveprinter', 'avahi-daemon'])('paper on both floors in Chromium', () => {
  let floors: ShopFloors;
  let eve: Ippeveprinter;
  beforeAll(async () => {
    eve = await startIppeveprinter({ name: 'Eve' });
    await eve.load([letters, photos]);
    floors = await openShopFloors([{ pageMs: 1200 }], { others: [eve.uri] });
  }, 120_000);
  afterAll(async () => {
    await floors.close();
    await eve.stop();
  });

  const tileOf = ({ page }: FloorPage, name: string) => page.getByRole('article', { name });

  it('runs out, is shown on both hosts by push, comes back, and the job ends', async () => {
    const [printer] = floors.printers;
    // All of it goes to the one that takes its time.
    await eve.load([letters]);
    const visits = [await floors.open('cloud'), await floors.open('agent')];
    const calls: string[] = [];
    for (const { page } of visits) {
      await page.getByRole('article', { name: 'Printer 1' }).getByText('Ready').waitFor();
      await page.getByText('Nothing waits for a person.').waitFor();
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/') && !pathname.endsWith('/thumbnail')) calls.push(pathname);
      });
    }
    const order = await orderAndPay(floors.customer, [{ ...photoItem, quantity: 6 }]);
    for (const { page } of visits)
      await page.getByRole('article', { name: 'Printer 1' }).getByText('Printing').waitFor();
    printer!.control.paper('all', 'empty');
    for (const { page } of visits) {
      await page.getByRole('heading', { name: 'A printer needs a hand' }).waitFor();
      await page.getByRole('article', { name: 'Printer 1' }).getByText('Stopped').waitFor();
      await expect.poll(() => page.title()).toMatch(/^\(\d\) /);
    }
    printer!.control.paper('all', 'loaded');
    for (const { page } of visits) {
      await page.getByText('Nothing waits for a person.').waitFor({ timeout: 30_000 });
      await page.getByText('Nothing waits to be printed.').waitFor({ timeout: 30_000 });
      await expect.poll(() => page.title()).toBe('Floor · Platen');
    }
    await orderIs(floors.customer, order.order_id, 'ready_for_pickup');
    await eve.load([letters, photos]);
    expect(calls).toEqual([]);
    for (const visit of visits) {
      expect(visit.complaints).toEqual([]);
      await visit.close();
    }
  }, 90_000);

  it.each(['Printer 1', 'Eve'])(
    'runs out and comes back at %s while nothing is printed, as often as it likes',
    async (name) => {
      const [printer] = floors.printers;
      const load = async (isLoaded: boolean) => {
        if (name === 'Eve') await eve.load([letters, { ...photos, level: isLoaded ? 25 : 0 }]);
        else printer!.control.paper('all', isLoaded ? 'loaded' : 'empty');
      };
      const visits = [await floors.open('cloud'), await floors.open('agent')];
      for (const visit of visits) await tileOf(visit, name).getByText('Ready').waitFor();
      // A printer where nothing happens is asked ever more rarely, unless somebody looks.
      for (let time = 0; time < 3; time += 1) {
        await load(false);
        for (const visit of visits)
          await tileOf(visit, name)
            .getByText(/a tray is out of paper/)
            .waitFor();
        await load(true);
        for (const visit of visits)
          await tileOf(visit, name)
            .getByText(/a tray is out of paper/)
            .waitFor({ state: 'detached' });
      }
      for (const visit of visits) {
        expect(visit.complaints).toEqual([]);
        await visit.close();
      }
    },
    90_000,
  );

  it('comes back at a printer of CUPS, and the job that waited for it is printed there', async () => {
    const { printerAdmin } = floors.agent;
    const { entryId, listed } = printerAdmin.list().find(({ view }) => view.name === 'Printer 1')!;
    printerAdmin.enable({ entryId, version: listed.version, isEnabled: false, by: 'Li' });
    await eve.load([{ ...letters, level: 0 }, photos]);
    const visits = [await floors.open('cloud'), await floors.open('agent')];
    for (const visit of visits)
      await tileOf(visit, 'Eve')
        .getByText(/a tray is out of paper/)
        .waitFor();
    const order = await orderAndPay(floors.customer, [pdfItem]);
    // It has taken the job and waits, as printers do.
    for (const { page } of visits)
      await page.getByRole('heading', { name: 'A printer needs a hand' }).waitFor();
    await eve.load([letters, photos]);
    await orderIs(floors.customer, order.order_id, 'ready_for_pickup');
    for (const visit of visits) {
      await visit.page.getByText('Nothing waits for a person.').waitFor();
      await visit.close();
    }
  }, 90_000);
});
