/**
 * Paper runs out at CUPS' own printer, under a job and while nothing is printed: both floors say so by themselves, on the cloud and at the agent,
 * and when paper is back the job ends.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderAndPay, orderIs, pdfItem } from '../fixtures/shop.ts';
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
    floors = await openShopFloors([{}], { others: [eve.uri] });
  }, 120_000);
  afterAll(async () => {
    await floors.close();
    await eve.stop();
  });

  const tileOf = ({ page }: FloorPage, name: string) => page.getByRole('article', { name });

  it('runs out and comes back while nothing is printed, as often as it likes', async () => {
    const visits = [await floors.open('cloud'), await floors.open('agent')];
    for (const visit of visits) await tileOf(visit, 'Eve').getByText('Ready').waitFor();
    // A printer where nothing happens is asked ever more rarely, unless somebody looks.
    for (let time = 0; time < 3; time += 1) {
      const out = /a tray is out of paper/;
      await eve.load([letters, { ...photos, level: 0 }]);
      for (const visit of visits) await tileOf(visit, 'Eve').getByText(out).waitFor();
      await eve.load([letters, photos]);
      for (const visit of visits) await tileOf(visit, 'Eve').getByText(out).waitFor({ state: 'detached' });
    }
    for (const visit of visits) {
      expect(visit.complaints).toEqual([]);
      await visit.close();
    }
  }, 90_000);

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
