/** Which pickup points a place has, by its region or its coordinates. Owns the way up: where a region and what is below it has none, the next region above. */

import { type Region, regionTree } from '@platen/addresses/regions/region-tree';
import type { PickupPointTable } from './delivery-tables.ts';
import { distanceKm, type Position } from './distance-rules.ts';

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

/** Those that are open for orders, the nearest first; those that nobody has measured last, in their order. */
export function pointsByDistance(
  points: readonly PickupPointTable[],
  from: Position,
): Array<{ point: PickupPointTable; km: number | undefined }> {
  return points
    .filter((point) => point.enabled === 1)
    .map((point) => ({ point, km: kmTo(point, from) }))
    .toSorted((one, other) => (one.km ?? Infinity) - (other.km ?? Infinity) || 0);
}

const degreesPerUnit = 1e-6;

function kmTo({ latitude_e6, longitude_e6 }: PickupPointTable, from: Position): number | undefined {
  if (latitude_e6 === null || longitude_e6 === null) return undefined;
  const to = { latitude: latitude_e6 * degreesPerUnit, longitude: longitude_e6 * degreesPerUnit };
  return distanceKm(from, to);
}
