/** Layouts from the order to the paper: crops, ID photos, contact sheets, TIFFs of several pages, and agents that know none of it. */
import { makePortrait } from '@platen/imaging/testing/face-photos';
import { makeMultiPageTiff } from '@platen/imaging/testing/hostile-samples';
import { makeJpeg, makePdf } from '@platen/imaging/testing/picture-samples';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { TestAccount } from '../fixtures/cloud.ts';
import { jobIn, openPrintingShops, orderPrinted } from '../fixtures/printing-shop.ts';

const printingShop = openPrintingShops('layout');

const photoItem = { size: '4x6', paper_type: 'glossy', quantity: 1 };
const uploaded = async (
  account: TestAccount,
  kind: 'photos' | 'documents',
  bytes: Buffer,
): Promise<string> => {
  const { body } = await account.upload(`/api/${kind}/upload`, bytes);
  return body.photo_id ?? body.document_id;
};

it('prints crops, ID photos and the pages of a TIFF as they were ordered, and shows what was asked for', async () => {
  const printing = printingShop();
  const { account } = printing.shop;
  await printing.shop.startAgent();
  const photo_id = await uploaded(
    account,
    'photos',
    await makeJpeg({ widthPx: 900, heightPx: 700, seed: 2 }),
  );
  const tiff = makeMultiPageTiff([
    { widthPx: 900, heightPx: 600 },
    { widthPx: 600, heightPx: 900 },
    { widthPx: 800, heightPx: 800 },
  ]);
  const document_id = await uploaded(account, 'documents', tiff);
  const layout = { kind: 'contact_sheet', columns: 2, rows: 1 };
  const { pixels } = await makePortrait();
  const raw = { width: pixels.widthPx, height: pixels.heightPx, channels: 3 } as const;
  const portrait = await uploaded(account, 'photos', await sharp(pixels.rgb, { raw }).jpeg().toBuffer());
  const items = [
    { ...photoItem, photo_id, crop: { left: 0.1, top: 0.1, width: 0.5, height: 0.5 }, slip: true },
    { ...photoItem, photo_id: portrait, layout: { kind: 'id_photo', photo_size: 'cn-1inch' }, quantity: 2 },
    { ...photoItem, document_id, page_ranges: '2-3' },
    { ...photoItem, document_id, layout },
  ];
  const quote = await account.call('POST', '/api/orders/quote', { items });
  expect(quote.body.items.map(({ pages }: { pages: number }) => pages)).toEqual([1, 1, 2, 2]);
  const { order, folders } = await orderPrinted(printing, items);
  expect(order.items[0]).toMatchObject({
    crop: { left: 0.1, width: 0.5, if_other_shape: 'extend' },
    border: null,
    layout: null,
    slip: true,
  });
  // Cut by the head, and said so.
  expect(order.items[1].crop.height).toBeLessThan(1);
  expect(order.items[3]).toMatchObject({
    fit: 'fit',
    layout: { ...layout, captions: true },
    slip: false,
  });
  expect(folders.map((folder) => jobIn(folder).impressionsCompleted)).toEqual([1, 2, 2, 2]);
});

it('refuses what can not be, naming the field', async () => {
  const { account } = printingShop().shop;
  const photo_id = await uploaded(
    account,
    'photos',
    await makeJpeg({ widthPx: 900, heightPx: 600, seed: 2 }),
  );
  const document_id = await uploaded(
    account,
    'documents',
    makePdf({ pages: 2, widthMm: 100, heightMm: 150 }),
  );
  const crop = { left: 0, top: 0, width: 0.5, height: 1 };
  const cases: [object, number, string][] = [
    [{ photo_id, crop: { ...crop, left: 0.6 } }, 400, 'items[0].crop: must lie within the picture'],
    [{ photo_id, crop: { ...crop, if_other_shape: 'refuse' } }, 422, 'items[0].crop: has the shape'],
    [{ document_id, slip: true }, 422, 'items[0].slip: is for pictures'],
    [{ photo_id, fit: 'fill', border: 'blurred' }, 422, 'items[0].border: fill leaves none'],
    [
      { photo_id, layout: { kind: 'contact_sheet', columns: 2, rows: 2 } },
      422,
      'items[0].layout: a contact sheet needs',
    ],
    [{ photo_id, layout: { kind: 'id_photo', photo_size: '9x9' } }, 400, 'items[0].layout.photo_size'],
  ];
  for (const [changes, status, sentence] of cases) {
    const answer = await account.call('POST', '/api/orders', { items: [{ ...photoItem, ...changes }] });
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringContaining(sentence)]);
  }
});
