/**
 * Writes region-seed.txt, region-successors.txt and region-variants.txt from the development dependencies. Run by hand after they change:
 * `node tools/address-data/region-seed-build.ts`; a test compares what is committed with what it would write.
 * The service itself reads those files and never runs this.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as OpenCC from 'opencc-js';
import { countriesAbroad, type SeedCountry } from './seed-abroad.ts';
import { type Division, readDivisions } from './seed-divisions.ts';
import { englishOf } from './seed-english.ts';
import { pinyinOf } from './seed-pinyin.ts';
import { successorLines } from './seed-successors.ts';

/** Where the files are committed. */
export const regionSeedDir: string = join(import.meta.dirname, '../../packages/addresses/regions');

/** One line of the seed: as many tabs as its level, id, Chinese, pinyin, English. */
const lineOf = (depth: number, fields: readonly string[]): string => '\t'.repeat(depth) + fields.join('|');

function chinaLines(divisions: readonly Division[]): string[] {
  const children = Map.groupBy(divisions, (division) => division.parent);
  const below = (parent: string, depth: number): string[] =>
    (children.get(parent) ?? []).flatMap(({ code, zh, level }) => [
      lineOf(depth, [code, zh, pinyinOf(zh), englishOf(zh, { code, level })]),
      ...below(code, depth + 1),
    ]);
  return [lineOf(0, ['CN', '中国', 'zhong guo', 'China']), ...below('CN', 1)];
}

function abroadLines({ id, zh, en, states = '' }: SeedCountry): string[] {
  const rows = states.trim().split('\n').filter(Boolean);
  return [
    lineOf(0, [id, zh, pinyinOf(zh), en]),
    ...rows.map((row) => {
      const [code, state, ...name] = row.split(' ');
      return lineOf(1, [`${id}-${code}`, state!, pinyinOf(state!), name.join(' ')]);
    }),
  ];
}

/** `东東` for every character of the names that has a traditional form, so that a name is found in either script. */
function variantLines(text: string): string[] {
  const simplify = OpenCC.Converter({ from: 't', to: 'cn' });
  const used = new Set(text);
  const forms = new Map<string, string>();
  for (let code = 0x4e00; code <= 0x9fff; code++) {
    const form = String.fromCodePoint(code);
    const simple = simplify(form);
    if (simple !== form && used.has(simple) && !used.has(form)) {
      forms.set(simple, (forms.get(simple) ?? '') + form);
    }
  }
  return [...forms].map(([simple, traditional]) => simple + traditional);
}

/** The text of each file. */
export function buildRegionSeed(): Record<string, string> {
  const divisions = readDivisions();
  const regions = [...chinaLines(divisions), ...countriesAbroad.flatMap(abroadLines)];
  const successors = successorLines(divisions);
  const variants = variantLines([...regions, ...successors].join(''));
  const files = {
    'region-seed.txt': regions,
    'region-successors.txt': successors,
    'region-variants.txt': variants,
  };
  return Object.fromEntries(Object.entries(files).map(([name, lines]) => [name, `${lines.join('\n')}\n`]));
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(buildRegionSeed())) {
    writeFileSync(join(regionSeedDir, name), text);
  }
}
