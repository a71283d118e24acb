/**
 * Reads the committed seed: region-seed.txt (one region a line, tabs for its level), region-successors.txt,
 * region-variants.txt. Owns their format; tools/address-data/region-seed-build.ts writes them. Nothing is read before it is needed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type RegionLevel = 'country' | 'province' | 'city' | 'district';

export const regionLevels = ['country', 'province', 'city', 'district'] as const satisfies RegionLevel[];

export interface Region {
  /** GB/T 2260 code in China, ISO 3166-1 alpha-2 for countries, ISO 3166-2 for states and provinces elsewhere. */
  readonly region_id: string;
  readonly level: RegionLevel;
  /** Null for countries. */
  readonly parent_id: string | null;
  readonly name_zh: string;
  readonly name_en: string;
  /** Of the Chinese name: syllables without tones, a blank between two. */
  readonly pinyin: string;
}

/** A division of the past and the ids of what it is now. */
export interface PastDivision {
  /** Empty where it is not known. */
  code: string;
  name_zh: string;
  successorIds: readonly string[];
}

const linesOf = (file: string): string[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .trimEnd()
    .split('\n');

/** Every region; parents stand before their children. */
export function readRegions(): Region[] {
  const path: string[] = [];
  return linesOf('region-seed.txt').map((line) => {
    const depth = line.lastIndexOf('\t') + 1;
    const [region_id, name_zh, pinyin, name_en] = line.slice(depth).split('|') as [
      string,
      string,
      string,
      string,
    ];
    path[depth] = region_id;
    const parent_id = path[depth - 1] ?? null;
    return { region_id, level: regionLevels[depth]!, parent_id, name_zh, name_en, pinyin };
  });
}

export function readPastDivisions(): PastDivision[] {
  return linesOf('region-successors.txt').map((line) => {
    const [code, name_zh, ids] = line.split('|') as [string, string, string];
    return { code, name_zh, successorIds: ids.split(',') };
  });
}

/** Traditional characters to the simplified ones of the names. */
export function readVariants(): ReadonlyMap<string, string> {
  return new Map(
    linesOf('region-variants.txt').flatMap(([simple, ...forms]) => forms.map((form) => [form, simple!])),
  );
}
