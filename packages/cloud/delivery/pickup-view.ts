/** Which pickup points a place has. Owns the way up: where a region and what is below it has none, the next region above. */

import { type Region, regionTree } from '@platen/addresses/regions/region-tree';
import type { PickupPointTable } from './delivery-tables.ts';

/** The points that are open for orders in the smallest region around `region` that has any, and that region. */
export function pickupPointsAround(
  points: readonly PickupPointTable[],
  region: Region,
): { found: Region | undefined; points: PickupPointTable[] } {
  const open = points
    .filter((point) => point.enabled === 1)
    .map((point) => ({ point, path: regionTree.pathOf(point.region_id) }));
  for (const around of regionTree.pathOf(region.region_id).reverse()) {
    const inside = open.filter(({ path }) => path.includes(around));
    if (inside.length > 0) return { found: around, points: inside.map(({ point }) => point) };
  }
  return { found: undefined, points: [] };
}
