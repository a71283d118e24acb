/**
 * The regions that addresses, coverage and pickup points name, in memory. Owns lookups in the tree and what abolished
 * divisions are now. It is the same for every installation: nothing here is in the database.
 */
import {
  fitOf,
  foldChinese,
  isHan,
  keysOf,
  type RegionKeys,
  readingsOf,
  squash,
} from './region-search-rules.ts';
import {
  type PastDivision,
  type Region,
  type RegionLevel,
  readPastDivisions,
  readRegions,
  readVariants,
} from './region-seed.ts';

export type { Region, RegionLevel } from './region-seed.ts';

interface Loaded {
  all: readonly Region[];
  byId: ReadonlyMap<string, Region>;
  children: ReadonlyMap<string | null, readonly Region[]>;
}

/** Runs `make` at the first call and keeps what it returned. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const load = once((): Loaded => {
  const all = readRegions();
  return {
    all,
    byId: new Map(all.map((region) => [region.region_id, region])),
    children: Map.groupBy(all, (region) => region.parent_id),
  };
});

const loadKeys = once((): readonly RegionKeys[] => load().all.map(keysOf));

const loadVariants = once(readVariants);

const loadPast = once(() => {
  const past = readPastDivisions();
  return {
    byCode: new Map(past.filter(({ code }) => code !== '').map((division) => [division.code, division])),
    byName: Map.groupBy(past, (division) => division.name_zh),
  };
});

const loadNames = once(() => Map.groupBy(load().all, (region) => region.name_zh));

const none: readonly Region[] = [];

const find = (regionId: string): Region | undefined => load().byId.get(regionId);

function get(regionId: string): Region {
  const region = find(regionId);
  if (!region) throw new Error(`There is no region ${regionId}.`);
  return region;
}

const childrenOf = (regionId: string | null): readonly Region[] => load().children.get(regionId) ?? none;

function pathOf(regionId: string): Region[] {
  const path: Region[] = [];
  for (let at = find(regionId); at; at = at.parent_id === null ? undefined : find(at.parent_id))
    path.push(at);
  return path.reverse();
}

const isWithin = (region: Region, withinId: string | undefined): boolean =>
  withinId === undefined || pathOf(region.region_id).some((at) => at.region_id === withinId);

export interface RegionSearch {
  level?: RegionLevel | undefined;
  /** Only what is directly under this region. */
  parentId?: string | undefined;
}

/** Best fit first, then the higher level, then by code. */
function search(text: string, { level, parentId }: RegionSearch = {}): Region[] {
  const folded = foldChinese(text, loadVariants());
  const wanted = loadKeys().filter(
    ({ region }) =>
      (level === undefined || region.level === level) &&
      (parentId === undefined || region.parent_id === parentId),
  );
  const whole = isHan(folded) ? folded.replaceAll(/\s/gu, '') : squash(folded);
  if (whole === '') return [];
  const found = rank(wanted, (keys) => fitOf(keys, whole));
  if (found.length > 0) return found;
  for (const words of readingsOf(folded)) {
    const inside = rank(wanted, (keys) => fitOfWords(keys, words));
    if (inside.length > 0) return inside;
  }
  return [];
}

const levelRank: Record<RegionLevel, number> = { country: 0, province: 1, city: 2, district: 3 };

function rank(wanted: readonly RegionKeys[], fit: (keys: RegionKeys) => number | undefined): Region[] {
  return wanted
    .flatMap((keys) => {
      const value = fit(keys);
      return value === undefined
        ? []
        : [{ region: keys.region, order: value * 4 + levelRank[keys.region.level] }];
    })
    .sort((a, b) => a.order - b.order)
    .map(({ region }) => region);
}

/** One word means the region, every other one a region above it; undefined when a word means neither. */
function fitOfWords(keys: RegionKeys, words: readonly string[]): number | undefined {
  const own = words.map((word) => fitOf(keys, word));
  const best = Math.min(...own.map((fit) => (fit !== undefined && fit <= 1 ? fit : 9)));
  if (best > 1) return undefined;
  const mine = own.indexOf(best);
  const above = pathOf(keys.region.region_id).slice(0, -1).map(keysOf);
  const isAbove = (word: string) => above.some((region) => (fitOf(region, word) ?? 9) <= 1);
  return words.every((word, at) => at === mine || isAbove(word)) ? best : undefined;
}

/**
 * What a division of the past (its code, or its Chinese name) is today, the largest part first; empty when nothing is known.
 * `withinId` keeps those inside one region. A county that became a district or city of the same name is found by its name.
 */
function successorsOf(codeOrName: string, withinId?: string): readonly Region[] {
  const past = loadPast();
  const name = foldChinese(codeOrName.trim(), loadVariants());
  const known = past.byCode.get(name);
  const named: readonly PastDivision[] = known ? [known] : (past.byName.get(name) ?? []);
  const listed = named.flatMap(({ successorIds }) => successorIds.map(get));
  const found = listed.length > 0 || loadNames().has(name) ? listed : sameStem(name);
  return [...new Set(found)].filter((region) => isWithin(region, withinId));
}

function sameStem(name: string): Region[] {
  const stem = name.replace(/(地区|[县市区])$/, '');
  if (stem === name || stem === '') return [];
  return ['区', '市'].flatMap((kind) => loadNames().get(stem + kind) ?? []);
}

export const regionTree = {
  /** Undefined when there is no such region. */
  find,
  /** Throws when there is no such region: for ids that were checked before. */
  get,
  /** Those directly under a region, by code; the countries for null. */
  childrenOf,
  /** From the country down to the region itself; empty when there is no such region. */
  pathOf,
  search,
  successorsOf,
  all: (): readonly Region[] => load().all,
};
