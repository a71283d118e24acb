/** Many trays in few lines: nothing is left out, and what needs somebody stands first. */
import type { FloorTray } from '@platen/contracts/floor/shop-floor';
import { expect, it } from 'vitest';
import { groupTrays, traysWithoutMedia } from './tray-groups.ts';

const tray = (source: string, type: string | null, more: Partial<FloorTray> = {}): FloorTray => ({
  source,
  name: null,
  media:
    type === null ? null : { x_dimension: 10160, y_dimension: 15240, media_type: type, borderless: false },
  level_percent: null,
  empty: false,
  asks: false,
  said: null,
  ...more,
});

it('puts each tray into one group, those without paper first', () => {
  const trays = [
    tray('tray-1', 'stationery'),
    tray('tray-2', 'photographic'),
    tray('tray-3', 'photographic'),
    tray('tray-4', 'photographic', { empty: true }),
    tray('tray-5', null),
  ];
  const groups = groupTrays(trays);
  expect(groups.map((group) => group.trays.map(({ source }) => source))).toEqual([
    ['tray-4'],
    ['tray-2', 'tray-3'],
    ['tray-1'],
  ]);
  expect(traysWithoutMedia(trays).map(({ source }) => source)).toEqual(['tray-5']);
});
