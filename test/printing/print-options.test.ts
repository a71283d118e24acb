/** What was chosen on the order is what the printer is asked for and what comes out: sides, pages, paper. */
import { readdirSync } from 'node:fs';
import { makeJpeg, makePdf } from '@platen/imaging/testing/picture-samples';
import { expect, it } from 'vitest';
import { jobIn, openPrintingShops, orderPrinted } from '../fixtures/printing-shop.ts';

const printingShop = openPrintingShops('options');

interface Size {
  code: string;
  paper_types: string[];
}

const sheetsOf = (folder: string) => readdirSync(folder).filter((file) => file.startsWith('copy-'));

it('prints the pages that were chosen, on both sides, in black', async () => {
  const printing = printingShop();
  const { shop } = printing;
  await shop.startAgent();
  const pdf = makePdf({ pages: 5, widthMm: 210, heightMm: 297 });
  const { document_id } = (await shop.account.upload('/api/documents/upload', pdf)).body;
  const item = { document_id, size: 'A4', quantity: 2 };
  const { folders } = await orderPrinted(printing, [
    {
      ...item,
      paper_type: 'recycled',
      color_mode: 'monochrome',
      sides: 'two-sided-short-edge',
      page_ranges: '5,1-2',
    },
    { ...item, paper_type: 'plain' },
  ]);
  const [chosen, whole] = folders;
  const { attributes, ...job } = jobIn(chosen!);
  expect(attributes).toMatchObject({
    copies: 2,
    sides: 'two-sided-short-edge',
    'print-color-mode': 'monochrome',
    'media-col': { 'media-type': 'stationery-recycled' },
  });
  expect(job).toMatchObject({ impressionsCompleted: 6, sheetsCompleted: 4 });
  expect(sheetsOf(chosen!)).toHaveLength(6);
  expect(jobIn(whole!)).toMatchObject({ impressionsCompleted: 10, sheetsCompleted: 10 });
  // The document that was sent has these pages and no other, so the printer isn't asked to leave any out.
  for (const folder of folders) expect(jobIn(folder).attributes).not.toHaveProperty('page-ranges');
});

it('can print every size and every paper that a new shop offers', async () => {
  const printing = printingShop();
  const { account } = printing.shop;
  await printing.shop.startAgent();
  const photo = await makeJpeg({ widthPx: 1200, heightPx: 800, seed: 3 });
  const { photo_id } = (await account.upload('/api/photos/upload', photo)).body;
  const { items: sizes } = (await account.call('GET', '/api/print-options/sizes')).body;
  // What a printer can make is asked of its sizes and of its papers, each by itself.
  const untried = new Set<string>(sizes.flatMap(({ paper_types }: Size) => paper_types));
  const items = sizes.flatMap(({ code, paper_types }: Size) => {
    const fresh = paper_types.filter((type) => untried.delete(type));
    const chosen = fresh.length > 0 ? fresh : paper_types.slice(0, 1);
    return chosen.map((paper_type) => ({ photo_id, size: code, paper_type, quantity: 1 }));
  });
  expect(items.length).toBeGreaterThan(12);
  const { folders } = await orderPrinted(printing, items);
  for (const folder of folders) expect(sheetsOf(folder)).toHaveLength(1);
});
