/** How regions look on the wire. */
import { line } from '@platen/contracts/shapes';
import { z } from 'zod';
import { regionLevels } from './region-seed.ts';
import type { Region } from './region-tree.ts';

export const regionIdInput = line(1, 40).describe(
  'region_id from list_regions or get_region_tree: a GB/T 2260 code such as 110105, or a country such as CN',
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
});

/** Just enough to name a region. */
export const regionRefOf = ({ region_id, level, name_zh, name_en }: Region) => ({
  region_id,
  level,
  name_zh,
  name_en,
});
