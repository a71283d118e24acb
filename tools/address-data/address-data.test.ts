/** What is committed of divisions and characters is what their makers make. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildRegionSeed, regionSeedDir } from './region-seed-build.ts';
import { buildSimplifiedCharacters, simplifiedCharactersPath } from './simplified-characters-build.ts';

it('holds the divisions of the lists', () => {
  for (const [name, text] of Object.entries(buildRegionSeed())) {
    expect(readFileSync(join(regionSeedDir, name), 'utf8') === text, name).toBe(true);
  }
});

it('holds the simplified form of every character', () => {
  expect(readFileSync(simplifiedCharactersPath, 'utf8') === buildSimplifiedCharacters()).toBe(true);
});
