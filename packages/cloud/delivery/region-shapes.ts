/** How regions look on the wire. */

import { regionLevels } from '@platen/addresses/regions/region-seed';
import { type Region, regionTree } from '@platen/addresses/regions/region-tree';
import { line } from '@platen/contracts/shapes';
import { z } from 'zod';

export const regionIdInput = line(1, 40).describe(
  'From list_regions: a GB/T 2260 code such as 110105, or a country such as CN',
);

export const levelShape = z.enum(regionLevels, {
  error: 'must be one of "country", "province", "city", "district"',
});

export const regionRefShape = z.object({
  region_id: z.string(),
  level: levelShape,
  name_zh: z.string(),
  name_en: z.string(),
});

export const regionShape = regionRefShape.extend({
  parent_id: z.string().nullable().describe('null for countries'),
  pinyin: z.string().describe('Of the Chinese name, without tones'),
  full_name_zh: z.string().describe('With what it is in: 广东省深圳市南山区'),
  full_name_en: z.string().describe('Nanshan District, Shenzhen, Guangdong, China'),
});

/** A region with the names of those above it: many districts share a name. A municipality is named once. */
export function regionOf(region: Region): z.input<typeof regionShape> {
  const path = regionTree.pathOf(region.region_id);
  const named = path.filter((at, index) => at.name_zh !== path[index - 1]?.name_zh);
  const inChinese = named.length > 1 ? named.slice(1) : named;
  return {
    ...region,
    full_name_zh: inChinese.map((at) => at.name_zh).join(''),
    full_name_en: named
      .map((at) => at.name_en)
      .reverse()
      .join(', '),
  };
}

/** Just enough to name a region. */
export const regionRefOf = ({ region_id, level, name_zh, name_en }: Region) => ({
  region_id,
  level,
  name_zh,
  name_en,
});
