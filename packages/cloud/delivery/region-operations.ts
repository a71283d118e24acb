/** Regions as operations: the list, one region, the whole tree. The same for everybody, answered from memory. */

import { regionLevels } from '@platen/addresses/regions/region-seed';
import { type Region, type RegionLevel, regionTree } from '@platen/addresses/regions/region-tree';
import { line, listOf, paging, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import { defineOperation } from '../operation/operation.ts';
import { getRegion } from './region-lookup.ts';
import {
  levelShape,
  regionIdInput,
  regionOf,
  regionRefOf,
  regionRefShape,
  regionShape,
} from './region-shapes.ts';

const childrenCount = z
  .int()
  .optional()
  .describe('Regions directly below that are left out here: ask again with this region as parent_id');
const districtNode = regionRefShape.extend({ pinyin: z.string() });
const cityNode = districtNode.extend({
  children: z.array(districtNode).optional(),
  children_count: childrenCount,
});
const provinceNode = districtNode.extend({
  children: z.array(cityNode).optional(),
  children_count: childrenCount,
});
const countryNode = districtNode.extend({
  children: z.array(provinceNode).optional(),
  children_count: childrenCount,
});

const treeShape = z.object({
  items: z.array(countryNode).describe('Below parent_id: what is directly in it'),
  deeper: z.string().optional().describe('Set when levels were left out: how to get at them'),
});

const treeInput = z.strictObject({
  parent_id: regionIdInput.optional().describe('Only what is below this region_id; left out: everything'),
  level: levelShape.optional().describe('Down to this level'),
  max_regions: wholeNumber(1, 100_000)
    .optional()
    .describe('As many whole levels as have at most so many regions, one level at least'),
});

/** How deep a level lies. */
const depthOf = (level: RegionLevel): number => regionLevels.indexOf(level);

/** A region and what is below it, down to a level; districts carry no list, for they have nothing below. */
function nodeOf(region: Region, lowest: RegionLevel): object {
  const node = { ...regionRefOf(region), pinyin: region.pinyin };
  if (region.level === 'district') return node;
  const below = regionTree.childrenOf(region.region_id);
  if (depthOf(region.level) < depthOf(lowest)) {
    return { ...node, children: below.map((child) => nodeOf(child, lowest)) };
  }
  return below.length > 0 ? { ...node, children_count: below.length } : node;
}

/** The lowest level of which all that is below `top` still makes no more than `max_regions`; that of `top` at least. */
function lowestLevel(
  top: readonly Region[],
  { level = 'district', max_regions = Infinity }: z.output<typeof treeInput>,
) {
  let row = top;
  let count = row.length;
  let lowest = top[0]?.level ?? 'district';
  while (depthOf(lowest) < depthOf(level)) {
    row = row.flatMap((region) => regionTree.childrenOf(region.region_id));
    count += row.length;
    if (row.length === 0 || count > max_regions) break;
    lowest = row[0]!.level;
  }
  return lowest;
}

function treeBelow(wanted: z.output<typeof treeInput>): z.input<typeof treeShape> {
  const parentId = wanted.parent_id === undefined ? null : getRegion(wanted.parent_id).region_id;
  const top = regionTree.childrenOf(parentId);
  const lowest = lowestLevel(top, wanted);
  const items = top.map((region) => nodeOf(region, lowest)) as z.input<typeof treeShape>['items'];
  if (!JSON.stringify(items).includes('"children_count"')) return { items };
  const deeper = `Down to ${lowest}. For what is below a region with children_count, ask with its region_id as parent_id.`;
  return { items, deeper };
}

let tree: z.input<typeof treeShape> | undefined;

/** The same object every time: its JSON and its ETag are made once. */
function wholeTree(): z.input<typeof treeShape> {
  tree ??= treeBelow({});
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
  const parentId = parent_id === undefined ? undefined : getRegion(parent_id).region_id;
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
      'Finds regions by name (search: Chinese, English, pinyin, initials, a code, or a name with what it is in: "Chaoyang, Beijing"), best match first; or lists them by level, or what is directly below parent_id. An abolished name finds what it is now.',
    rest: { method: 'GET', path: '/api/regions' },
    tool: { group: 'regions' },
    access: 'customer',
    effect: 'read',
    etag: true,
    input: z.strictObject({
      level: levelShape.optional().describe('Only this level'),
      parent_id: regionIdInput.optional().describe('Only what is directly below this region_id'),
      search: line(0, 60).optional().describe('Part of a name, or a code'),
      ...paging,
    }),
    example: { level: 'city', parent_id: '440000' },
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
      'Returns one region with those above it and how many are below. An abolished code answers with its successor.',
    rest: { method: 'GET', path: '/api/regions/{region_id}' },
    tool: { group: 'regions' },
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
      const region = getRegion(region_id);
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
      'Returns the tree of regions below parent_id (all countries without it): countries, provinces or states, cities, districts, with Chinese and English names and pinyin; as many whole levels as max_regions allows. A node with children_count has more below: ask with it as parent_id. To find a place by name use list_regions.',
    rest: { method: 'GET', path: '/api/regions/tree' },
    tool: { group: 'regions', defaults: { max_regions: 150 }, longAnswer: { see: 'list_regions' } },
    access: 'customer',
    effect: 'read',
    etag: true,
    input: treeInput,
    example: { parent_id: '440000' },
    output: treeShape,
    async run(_context, wanted) {
      return Object.keys(wanted).length === 0 ? wholeTree() : treeBelow(wanted);
    },
  }),
];
