/**
 * Whether the parts of one address can be true together: the levels among each other, and the postcode with them. Owns what is
 * refused as a contradiction, with both parts named; must never choose one of them. Pure but for the tables that are read once.
 */

import { postcodeFitsState } from './abroad/abroad-states.ts';
import { placesInLatin } from './china/parse-china-latin.ts';
import { findCountry } from './countries.ts';
import { foldText } from './parse-clean.ts';
import { createSheet } from './parse-sheet.ts';
import type { PostalLevels } from './postal-parts.ts';
import { listChains } from './regions/region-chain.ts';
import { provinceOfPostcode } from './regions/region-evidence.ts';
import { isWithin, type NameKind, type Place, regionNames } from './regions/region-names.ts';
import { regionTree } from './regions/region-tree.ts';

type LevelName = 'province' | 'city' | 'district';

interface Meaning {
  place: Place;
  kind: NameKind;
}

/** What one level was written as, and every division that it may mean. */
interface WrittenLevel {
  name: LevelName;
  text: string;
  meanings: readonly Meaning[];
}

/**
 * A sentence that names two levels of China, Hong Kong, Macao or Taiwan of which one is not inside the other; undefined when
 * they agree, or when the tree doesn't know them. Names that were abolished agree with what is around them now.
 */
export function refuseContradiction(levels: PostalLevels): string | undefined {
  const written = (['province', 'city', 'district'] as const)
    .map((name) => ({ name, text: levels[name], meanings: meaningsOf(levels[name], name) }))
    .filter(({ meanings }) => meanings.length > 0);
  return refuseAbroad(written, levels.country) ?? refusePair(written);
}

function refusePair(written: readonly WrittenLevel[]): string | undefined {
  for (const [at, lower] of written.entries()) {
    // The nearest level says it best.
    for (const upper of written.slice(0, at).toReversed()) {
      if (lower.name === 'district' && upper.meanings.some(({ place }) => !hasDistricts(place))) break;
      if (upper.meanings.some((above) => lower.meanings.some((below) => agrees(above, below)))) continue;
      return `${lower.name}: "${lower.text}" is not in ${upper.text} (${upper.name}).`;
    }
  }
  return undefined;
}

/** Dongguan and Zhongshan have none: 东城区 is a part of the town there, whatever else bears the name. */
export const hasDistricts = ({ region, depth }: Place): boolean =>
  depth === 3 || regionTree.childrenOf(region.region_id).length > 0;

/** Taipei in Hong Kong: every level lies in the country or is unknown. */
function refuseAbroad(written: readonly WrittenLevel[], country: string): string | undefined {
  const root = regionNames().places.get(findCountry(country)?.regionId ?? '');
  const outside =
    root && written.find(({ meanings }) => !meanings.some(({ place }) => isWithin(place, root)));
  return outside && `${outside.name}: "${outside.text}" is not in ${root.region.name_en} (country).`;
}

/** A district's own name may be a street's or a zone's elsewhere, unless it is written officially. */
function meaningsOf(text: string, name: LevelName): readonly Meaning[] {
  const { meanings } = regionNames();
  if (!/\p{Script=Han}/u.test(text)) {
    const found = placesInLatin(text);
    const isSure = name !== 'district' || found.sure;
    return isSure ? found.places.map((place) => ({ place, kind: 'alias' })) : [];
  }
  const folded = foldText(text);
  const known = meanings.get(folded) ?? wholeRuns(text);
  return name === 'district' && !known.some(({ kind }) => kind === 'full') ? [] : known;
}

/** 浙江省杭州市 in one field. */
const wholeRuns = (text: string): Meaning[] =>
  listChains(createSheet(text))
    .filter(({ start, end }) => start === 0 && end === text.length)
    .map(({ place, full }) => ({ place, kind: full ? 'full' : 'short' }));

const agrees = (above: Meaning, below: Meaning): boolean =>
  isWithin(below.place, above.place) ||
  isWithin(above.place, below.place) ||
  isFormerPart(above.place, below.place) ||
  (isSameProvince(above.place, below.place) && [above.kind, below.kind].includes('past'));

const provinceCode = ({ region }: Place): string => region.region_id.slice(0, 2);
const isSameProvince = (a: Place, b: Place): boolean => provinceCode(a) === provinceCode(b);

/** What people still write below a division that it left, though both kept their names: Ili's prefectures, old Chaohu's counties. */
const formerParts: Record<string, RegExp> = {
  '654000': /^65(?:42|43)/,
  '340181': /^(?:340124|340281|340522|340523)$/,
};

const isFormerPart = (above: Place, below: Place): boolean =>
  formerParts[above.region.region_id]?.test(below.region.region_id) ?? false;

interface Located {
  country: string;
  province: string;
  region_id: string | null;
}

/** A sentence that names the postcode and the province or state in which it isn't; undefined when they agree or nobody can tell. */
export function refuseForeignPostcode(postcode: string, located: Located): string | undefined {
  const { country, province, region_id } = located;
  if (postcode === '' || province === '') return undefined;
  if (country === 'CN') {
    const code = provinceOfPostcode(postcode);
    if (code === undefined || region_id === null || region_id.startsWith(code)) return undefined;
    const owner = regionNames().places.get(`${code}0000`)!.region.name_zh;
    return `postcode: "${postcode}" is of ${owner}, not of ${province} (province).`;
  }
  return postcodeFitsState(postcode, province, country)
    ? undefined
    : `postcode: "${postcode}" is not in ${province} (province).`;
}
