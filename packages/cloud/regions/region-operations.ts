/** Regions as operations: the list, one region, the whole tree. The same for everybody, answered from memory. */
import { line, listOf, paging } from '@platen/contracts/shapes';
import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { resolveRegion } from './region-lookup.ts';
import { regionLevels } from './region-seed.ts';
import {
  levelShape,
  regionIdInput,
  regionOf,
  regionRefOf,
  regionRefShape,
  regionShape,
} from './region-shapes.ts';
import { type Region, type RegionLevel, regionTree } from './region-tree.ts';

const districtNode = regionRefShape.extend({ pinyin: z.string() });
const cityNode = districtNode.extend({ children: z.array(districtNode) });
const provinceNode = districtNode.extend({ children: z.array(cityNode) });
const countryNode = districtNode.extend({ children: z.array(provinceNode) });

const treeShape = z.object({ items: z.array(countryNode) });

/** A region and what is below it; districts carry no list, for they have nothing below. */
function nodeOf(region: Region): object {
  const node = { ...regionRefOf(region), pinyin: region.pinyin };
  if (region.level === 'district') return node;
  return { ...node, children: regionTree.childrenOf(region.region_id).map(nodeOf) };
}

let tree: z.input<typeof treeShape> | undefined;

/** The same object every time: its JSON and its ETag are made once. */
function wholeTree(): z.input<typeof treeShape> {
  tree ??= { items: regionTree.childrenOf(null).map(nodeOf) } as z.input<typeof treeShape>;
  return tree;
}

let byLevel: readonly Region[] | undefined;

function allByLevel(): readonly Region[] {
  byLevel ??= regionLevels.flatMap((level) => regionTree.all().filter((region) => region.level === level));
  return byLevel;
}

interface WantedRegions {
  level?: RegionLevel | undefined;
  parent_id?: string | undefined;
  search?: string | undefined;
}

function findRegions({ level, parent_id, search }: WantedRegions): readonly Region[] {
  const parentId = parent_id === undefined ? undefined : resolveRegion(parent_id).region_id;
  const fits = (region: Region) =>
    (level === undefined || region.level === level) &&
    (parentId === undefined || region.parent_id === parentId);
  if (search === undefined || search === '') return allByLevel().filter(fits);
  const found = regionTree.search(search, { level, parentId });
  return found.length > 0 ? found : regionTree.successorsOf(search, parentId).filter(fits);
}

export const regionOperations = [
  defineOperation({
    name: 'list_regions',
    title: 'List or find regions',
    summary:
      'Lists countries, provinces, cities and districts, the higher levels first, or finds them by name: search takes Chinese (simplified or traditional), English, pinyin with or without blanks and tones, initials, a code, and a name together with what it is in ("Chaoyang, Beijing"); the best match comes first. The name of an abolished division finds what it is now. Narrow by level, or by parent_id (a region_id of this list) for what is directly below it. Their region_id is what the other tools take as region_id or city_id.',
    rest: { method: 'GET', path: '/api/regions' },
    tool: true,
    access: 'customer',
    effect: 'read',
    etag: true,
    input: z.strictObject({
      level: levelShape.optional().describe('Only this level'),
      parent_id: regionIdInput.optional().describe('Only what is directly below this region_id'),
      search: line(0, 60).optional().describe('Part of a name, or a code'),
      ...paging,
    }),
    output: listOf(regionShape),
    async run(_context, { page, page_size, ...wanted }) {
      const found = findRegions(wanted);
      const items = found.slice((page - 1) * page_size, page * page_size);
      return { items: items.map(regionOf), page, page_size, total: found.length };
    },
  }),
  defineOperation({
    name: 'get_region',
    title: 'One region',
    summary:
      'Returns one region (region_id from list_regions) with the regions above it and how many are directly below. The code of an abolished division answers with its successor and names the code in successor_of; when it was divided, the refusal names what it is now.',
    rest: { method: 'GET', path: '/api/regions/{region_id}' },
    tool: true,
    access: 'customer',
    effect: 'read',
    etag: true,
    input: z.strictObject({ region_id: regionIdInput }),
    output: regionShape.extend({
      path: z.array(regionRefShape).describe('From the country down to this region'),
      children_count: z.int(),
      successor_of: z.string().nullable().describe('The abolished code that was asked for'),
    }),
    async run(_context, { region_id }) {
      const region = resolveRegion(region_id);
      return {
        ...regionOf(region),
        path: regionTree.pathOf(region.region_id).map(regionRefOf),
        children_count: regionTree.childrenOf(region.region_id).length,
        successor_of: regionTree.find(region_id.toUpperCase()) ? null : region_id,
      };
    },
  }),
  defineOperation({
    name: 'get_region_tree',
    title: 'The tree of regions',
    summary:
      'Returns every region as one tree: countries, their provinces or states, cities, districts, with Chinese and English names and pinyin. It is large (about half a megabyte) and changes with releases only: keep it and ask again with If-None-Match. Assistants: use list_regions with search or parent_id instead.',
    rest: { method: 'GET', path: '/api/regions/tree' },
    tool: true,
    access: 'customer',
    effect: 'read',
    etag: true,
    input: z.strictObject({}),
    output: treeShape,
    async run() {
      return wholeTree();
    },
  }),
];
