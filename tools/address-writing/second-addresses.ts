/** The second set: composed by another hand than written-addresses.ts, and parted in two by seed, one to learn from and one to choose by. Pure. */
import { writeSecondAbroad, writeSecondEastern } from './second-abroad.ts';
import { writeSecondChinese } from './second-china.ts';
import { abroadCountries } from './writing-abroad.ts';
import { startChance } from './writing-chance.ts';
import type { WrittenRecord } from './written-record.ts';

/** Causes are looked for in `learn`; figures are told of `choose`, whose records nobody reads. */
export const secondSeeds = { learn: 4_101, choose: 9_202 } as const;

/** How often a country is written in its own letters. */
const eastern: Record<string, number> = { JP: 0.7, KR: 0.7, TW: 0.6, HK: 0.4 };

/** `chinese` records of the mainland in Chinese, and `each` of every other country. */
export function writeSecondAddresses(
  seed: number,
  { chinese, each }: { chinese: number; each: number },
): WrittenRecord[] {
  const chance = startChance(seed);
  return [
    ...Array.from({ length: chinese }, () => writeSecondChinese(chance)),
    ...abroadCountries.flatMap((country) =>
      Array.from({ length: each }, () =>
        chance.often(eastern[country] ?? 0)
          ? writeSecondEastern(chance, country)
          : writeSecondAbroad(chance, country),
      ),
    ),
  ];
}
