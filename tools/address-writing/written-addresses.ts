/** A set of written addresses by its seed: the same one on every machine, of every country and habit. Pure. */
import { abroadCountries, abroadHabits, writeAbroad } from './writing-abroad.ts';
import { startChance } from './writing-chance.ts';
import { chineseHabits, writeChinese } from './writing-china.ts';
import type { WrittenRecord } from './written-record.ts';

/** Ways of writing, over all. */
export const habitCount = chineseHabits.length + abroadHabits.length;

/** `chinese` records of the mainland in Chinese, and `each` of every other country. */
export function writeAddresses(
  seed: number,
  { chinese, each }: { chinese: number; each: number },
): WrittenRecord[] {
  const chance = startChance(seed);
  return [
    ...Array.from({ length: chinese }, (_, at) => writeChinese(chance, at)),
    ...abroadCountries.flatMap((country) =>
      Array.from({ length: each }, (_, at) => writeAbroad(chance, country, at)),
    ),
  ];
}
