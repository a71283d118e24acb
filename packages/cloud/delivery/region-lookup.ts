/** The region that a caller names, or the refusal. Owns what happens to codes of divisions that were abolished. */

import { type Region, regionTree } from '@platen/addresses/regions/region-tree';
import { AppError } from '@platen/contracts/app-error';

/**
 * The region with this id. A division that was abolished and has one successor is answered by that; throws not_found for one
 * that was divided, naming what it is now, and for ids that never were.
 */
export function getRegion(regionId: string): Region {
  const id = regionId.trim().toUpperCase();
  const current = regionTree.find(id);
  if (current) return current;
  const successors = /^\d{6}$/.test(id) ? regionTree.successorsOf(id) : [];
  const [only] = successors;
  if (only && successors.length === 1) return only;
  if (!only) throw new AppError('not_found', 'No such region.', { hint: 'Take its id from list_regions.' });
  const now = successors.map((region) => `${region.name_zh} (${region.region_id})`).join(', ');
  throw new AppError('not_found', 'No such region.', { hint: `${id} was divided; it is now ${now}.` });
}

/** Ids from the country down to the region. */
export const pathIdsOf = (regionId: string): string[] =>
  regionTree.pathOf(regionId).map((region) => region.region_id);
