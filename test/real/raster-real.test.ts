/** From an order to a sheet at an ippeveprinter that takes rasters alone, as many office and photo printers do. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readRasterPages } from '@platen/virtual-printer/raster-reader';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, orderAndPay, orderIs, pdfItem, photoItem, type Shop } from '../fixtures/shop.ts';
import { type Ippeveprinter, startIppeveprinter, whenReal } from './real-printers.ts';

for (const format of ['image/pwg-raster', 'image/urf']) {
  whenReal(['ippeveprinter', 'avahi-daemon', 'dbus-daemon'])(
    `an ippeveprinter that takes ${format} alone`,
    () => {
      let printer: Ippeveprinter;
      let shop: Shop;
      beforeAll(async () => {
        printer = await startIppeveprinter({ name: 'Raster', formats: [format] });
        shop = await openShop(() => printer.uri);
        await shop.startAgent();
      });
      afterAll(async () => {
        await shop.killAgents();
        await shop.close();
        await printer.stop();
      });

      const documents = () =>
        readdirSync(printer.spoolDir)
          .filter((name) => /\.(pwg|urf)$/.test(name))
          .map((name) => join(printer.spoolDir, name));

      it('a photo and a document in exactly the pixels of their sheets', async () => {
        const order = await orderAndPay(shop.account, [photoItem, pdfItem]);
        await orderIs(shop.account, order.order_id, 'ready_for_pickup');
        const sheets = documents().map((path) =>
          [...readRasterPages(path)].map(
            ({ widthPx, heightPx, dpi }) => `${widthPx / dpi} x ${heightPx / dpi}`,
          ),
        );
        // Two copies of the photo, each a document of its own, for no printer repeats a raster; the PDF has two pages.
        expect(sheets.sort()).toEqual([['4 x 6'], ['4 x 6'], ['8.5 x 11', '8.5 x 11']]);
      });
    },
  );
}
