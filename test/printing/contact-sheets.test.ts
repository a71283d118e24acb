/** Contact sheets from photos to paper: made by the cloud, ordered like any photo, printed by an agent on a virtual printer. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openPrintingShops, orderPrinted } from '../fixtures/printing-shop.ts';

const printingShop = openPrintingShops('sheets');

const colours = ['#c82828', '#28a028', '#2828c8', '#c8a014', '#14a0a0', '#a014a0'];

it('prints every photo of a sheet in its place, after the photos themselves were deleted', async () => {
  const printing = printingShop();
  const { account } = printing.shop;
  await printing.shop.startAgent();
  const photo_ids: string[] = [];
  for (const background of colours) {
    const create = { width: 300, height: 200, channels: 3 as const, background };
    const { body } = await account.upload('/api/photos/upload', await sharp({ create }).png().toBuffer());
    photo_ids.push(body.photo_id);
  }
  const made = await account.call('POST', '/api/photos/contact-sheets', { photo_ids, size: '4x6' });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  for (const id of photo_ids) await account.call('DELETE', `/api/photos/${id}`);
  const items = [{ photo_id: made.body.photo_ids[0], size: '4x6', paper_type: 'glossy', quantity: 1 }];
  const [folder] = (await orderPrinted(printing, items)).folders;
  const copy = readdirSync(folder!).find((name) => name.startsWith('copy-'))!;
  const printed = readFileSync(join(folder!, copy));
  const [sheet] = made.body.sheets;
  const picture = sharp(printed);
  const { width, height } = await picture.metadata();
  // The paper is fed upright, whichever way the sheet is held.
  const isTurned = sheet.photo.width_px > sheet.photo.height_px;
  const upright = await (isTurned && width! < height! ? picture.rotate(270) : picture)
    .resize({ width: sheet.photo.width_px, height: sheet.photo.height_px, fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
  for (const [index, photo] of sheet.photos.entries()) {
    const x = Math.round(photo.left_px + photo.width_px / 2);
    const y = Math.round(photo.top_px + photo.height_px / 2);
    const from = (y * sheet.photo.width_px + x) * 3;
    const found = [...upright.subarray(from, from + 3)];
    const wanted = [1, 3, 5].map((at) => Number.parseInt(colours[index]!.slice(at, at + 2), 16));
    for (const [channel, value] of found.entries())
      expect(Math.abs(value - wanted[channel]!), `${found} and not ${wanted}`).toBeLessThan(10);
  }
});
