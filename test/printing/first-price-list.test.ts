/** What a new installation sells: sizes and papers are named as the standard names them, and the demo's printer has them all. */
import { mediaTypeText } from '@platen/agent/sheets/sheet-text';
import { offeredSizes, papersOfSize } from '@platen/cloud/prices/price-rules';
import { readCatalogue } from '@platen/cloud/prices/price-store';
import { sizeOfMediaName } from '@platen/contracts/media-size-name';
import { knownMediaTypes } from '@platen/contracts/media-type-rules';
import { defaultTrays } from '@platen/virtual-printer/printer-media';
import { expect, it } from 'vitest';
import { openEmptySqlite } from '../fixtures/databases.ts';

async function firstCatalogue() {
  const { database, drop } = await openEmptySqlite();
  return await readCatalogue(database.query).finally(drop);
}

it('sizes measure what their names say, short edge first, and each is on some paper', async () => {
  const catalogue = await firstCatalogue();
  expect(offeredSizes(catalogue)).toEqual(catalogue.sizes);
  for (const { code, media_size, x_dimension, y_dimension } of catalogue.sizes) {
    expect({ x_dimension, y_dimension }, code).toEqual(sizeOfMediaName(media_size));
    expect(x_dimension, code).toBeLessThanOrEqual(y_dimension);
  }
});

it('papers have a type of the standard, with words for it on the sheets of the shop', async () => {
  const { papers } = await firstCatalogue();
  expect(papers.length).toBeGreaterThan(0);
  for (const { code, media_type } of papers) {
    expect(knownMediaTypes, code).toContain(media_type);
    // In English some are their own words.
    expect(mediaTypeText(media_type, 'zh-CN'), code).not.toBe(media_type);
  }
});

it('every size lies on each of its papers in a tray of the virtual printer', async () => {
  const catalogue = await firstCatalogue();
  const missing = catalogue.sizes.flatMap((size) =>
    papersOfSize(catalogue, size.code)
      .filter((paperCode) => {
        const paper = catalogue.papers.find(({ code }) => code === paperCode);
        return !defaultTrays.some(
          (tray) =>
            tray.sizeName === size.media_size &&
            tray.widthHmm === size.x_dimension &&
            tray.heightHmm === size.y_dimension &&
            tray.type === paper?.media_type &&
            (size.borderless === 0 || tray.marginHmm === 0),
        );
      })
      .map((paper) => `${size.code} on ${paper}`),
  );
  expect(missing).toEqual([]);
});
