/** The region of the tree for a record outside China: the state where the tree has it, else the country. */
import { regionTree } from '../regions/region-tree.ts';

/** Undefined countries are null. */
export function abroadRegion({ country, province }: { country: string; province: string }): string | null {
  const state = regionTree.find(`${country}-${province}`);
  return (state ?? regionTree.find(country))?.region_id ?? null;
}
