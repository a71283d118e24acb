/**
 * Where an address lies in the region tree: the levels by their official names and the deepest region's id. Owns what is
 * refused: a province that the country doesn't have, and levels of which one is not inside the other.
 */

import { abroadRegion } from '@platen/addresses/abroad/abroad-region';
import { hasStates, readState } from '@platen/addresses/abroad/abroad-states';
import { hasDistricts, refuseContradiction } from '@platen/addresses/address-agreement';
import { findCountry } from '@platen/addresses/countries';
import { readAddress } from '@platen/addresses/parse-address';
import { foldText } from '@platen/addresses/parse-clean';
import type { PostalLevels } from '@platen/addresses/postal-parts';
import { regionNames } from '@platen/addresses/regions/region-names';
import { AppError } from '@platen/contracts/app-error';

export interface Located extends PostalLevels {
  region_id: string | null;
}

/** Throws unprocessable when the province, or in China every level, is unknown to the tree, or when levels contradict each other. */
export function locate(levels: PostalLevels): Located {
  const { country } = levels;
  if (country === 'CN' || findCountry(country)?.regionId) return locateInChina(levels);
  if (!hasStates(country)) return { ...levels, region_id: abroadRegion(levels) };
  const province = levels.province && readState(levels.province, levels.country);
  if (province === undefined) {
    throw new AppError('unprocessable', `province: "${levels.province}" is no state of ${levels.country}.`, {
      hint: 'Use its code, such as CA, or its name.',
    });
  }
  return { ...levels, province, region_id: abroadRegion({ ...levels, province }) };
}

function locateInChina(levels: PostalLevels): Located {
  const { country, province, city, district } = levels;
  const contradiction = refuseContradiction(levels);
  if (contradiction) {
    throw new AppError('unprocessable', contradiction, {
      hint: 'One of the two is wrong. Take the names from list_regions, or have parse_address read the whole address.',
    });
  }
  const isLatin = !/\p{Script=Han}/u.test(province + city + district);
  const parts = isLatin ? [district, city, province] : [province, city, district];
  const [read] = readAddress(parts.filter(Boolean).join(isLatin ? ', ' : ' '), country);
  if (country !== 'CN') return { ...levels, region_id: read.region_id ?? abroadRegion(levels) };
  checkKnown(levels, read);
  return {
    country,
    province: read.province,
    city: read.city || city,
    // What is no official district (a development zone) stays as it was written.
    // A county right below its province is its own city.
    district: read.district || ([city, read.city].includes(district) ? '' : district),
    region_id: read.region_id,
  };
}

/** Every level that was written must have been found, but for districts that are none. */
function checkKnown(levels: PostalLevels, read: Omit<Located, 'country'>): void {
  const { province, city, district } = levels;
  const wrong =
    read.region_id === null || (province !== '' && !isSame(province, read.province))
      ? 'province'
      : city !== '' && read.city === ''
        ? 'city'
        : district !== '' && read.district === '' && isOfficial(district) && mayHaveDistricts(read)
          ? 'district'
          : undefined;
  if (!wrong) return;
  const inside = wrong === 'province' ? 'China' : read.city || read.province;
  throw new AppError('unprocessable', `${wrong}: "${levels[wrong]}" is no place in ${inside}.`, {
    hint: 'Take the names from list_regions, or have parse_address read the whole address.',
  });
}

/** Whether a province as it was written is the one that was found; in Latin letters the reading says it all. */
const isSame = (written: string, found: string): boolean =>
  !/\p{Script=Han}/u.test(written) || foldText(written).slice(0, 2) === foldText(found).slice(0, 2);

const mayHaveDistricts = ({ region_id }: { region_id: string | null }): boolean => {
  const place = regionNames().places.get(region_id ?? '');
  return place === undefined || hasDistricts(place);
};

const isOfficial = (district: string): boolean =>
  regionNames()
    .meanings.get(foldText(district))
    ?.some(({ kind }) => kind === 'full') ?? false;
