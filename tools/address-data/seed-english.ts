/**
 * English names of Chinese divisions: pinyin with the usual English word for the kind of division, or the name that is
 * known. Used only when the seed is generated.
 */
import { englishNames, englishStems, peoples } from './seed-english-names.ts';
import { pinyinOf, wordOf } from './seed-pinyin.ts';

/** The longest first: 自治县 before 县. */
const kinds: ReadonlyArray<readonly [ending: string, english: string]> = [
  ['自治州', 'Autonomous Prefecture'],
  ['自治县', 'Autonomous County'],
  ['自治旗', 'Autonomous Banner'],
  ['地区', 'Prefecture'],
  ['盟', 'League'],
  ['左翼前旗', 'Left Wing Front Banner'],
  ['左翼中旗', 'Left Wing Middle Banner'],
  ['左翼后旗', 'Left Wing Rear Banner'],
  ['右翼前旗', 'Right Wing Front Banner'],
  ['右翼中旗', 'Right Wing Middle Banner'],
  ['右翼后旗', 'Right Wing Rear Banner'],
  ['左旗', 'Left Banner'],
  ['右旗', 'Right Banner'],
  ['前旗', 'Front Banner'],
  ['中旗', 'Middle Banner'],
  ['后旗', 'Rear Banner'],
  ['旗', 'Banner'],
  ['新区', 'New District'],
  ['矿区', 'Mining District'],
  ['区', 'District'],
  ['县', 'County'],
  ['镇', 'Township'],
  ['乡', 'Township'],
];

const peopleNames = Object.keys(peoples).toSorted((a, b) => b.length - a.length);

/** Takes the peoples off the end: `彭水苗族土家族` to `彭水` and `Miao and Tujia`. */
function splitPeoples(name: string): { place: string; people: string } {
  const found: string[] = [];
  let place = name;
  for (;;) {
    const last = peopleNames.find((people) => place.endsWith(people) && place.length > people.length + 1);
    if (!last) break;
    found.unshift(peoples[last]!);
    place = place.slice(0, -last.length);
  }
  const people = found.length > 1 ? `${found.slice(0, -1).join(', ')} and ${found.at(-1)}` : (found[0] ?? '');
  return { place, people };
}

function stemOf(stem: string, syllables: readonly string[]): string {
  return englishStems[stem] ?? wordOf(syllables.slice(0, [...stem].length));
}

/** `Dongcheng District`, `Kunshan City`, `Suzhou`: a city of the second level carries no word behind its name. */
export function englishOf(zh: string, { code, level }: { code: string; level: string }): string {
  const known = englishNames[code] ?? englishNames[zh];
  if (known) return known;
  const syllables = pinyinOf(zh).split(' ');
  if (level === 'province') return stemOf(zh.slice(0, -1), syllables);
  if (zh.endsWith('市')) {
    const stem = stemOf(zh.slice(0, -1), syllables);
    return level === 'city' ? stem : `${stem} City`;
  }
  const kind = kinds.find(([ending]) => zh.endsWith(ending) && zh.length > ending.length);
  if (!kind) throw new Error(`${code} ${zh} is no kind of division that is known`);
  const [ending, word] = kind;
  const name = zh.slice(0, -ending.length);
  const hasPeople = ending.startsWith('自治') || name.endsWith('族');
  const { place, people } = hasPeople ? splitPeoples(name) : { place: name, people: '' };
  return [stemOf(place, syllables), people, word].filter(Boolean).join(' ');
}
