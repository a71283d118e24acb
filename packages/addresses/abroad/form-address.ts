/**
 * The fields of a form together: who it is for, the street in the order of the country, its place. Owns how fields are joined; what is a
 * field is form-fields.ts's. Pure.
 */
import { findCountry } from '../countries.ts';
import { classesOf, wordClass } from '../tagging/word-classes.ts';
import { givenFirst, withoutTitle } from './abroad-people.ts';
import { type PhoneTaken, takePhones } from './abroad-phones.ts';
import type { AbroadPlace, AbroadReader } from './abroad-place.ts';
import { isSuburb } from './abroad-postcode-town.ts';
import { dropCountry, type Segment, segmentsOf } from './abroad-segments.ts';
import { hasStates, readState, stateOfPostcode } from './abroad-states.ts';
import type { Form, FormField } from './form-fields.ts';
import { type FieldKind, plainLabel } from './form-labels.ts';

export interface FormAddress {
  name: string;
  company: string;
  place: AbroadPlace;
  phones: PhoneTaken;
  /** Names of its fields, and values that the address has in another form or not at all: they are not left over. */
  used: string[];
}

/** Where the number stands behind the street. */
const numberBehind = new Set([
  'DE',
  'AT',
  'CH',
  'IT',
  'ES',
  'NL',
  'BE',
  'MO',
  'PT',
  'PL',
  'SE',
  'DK',
  'NO',
  'FI',
]);

/** The address of a form; undefined where too little of it is named to do without the text's own words. */
export function readForm(
  { fields, around }: Form,
  country: string,
  reader: AbroadReader,
): FormAddress | undefined {
  const known = fields.map((field) => knownField(field, country)).filter(({ value }) => value !== '');
  const one = (kind: FieldKind): string => known.find((field) => field.kind === kind)?.value ?? '';
  const rest = streetOf(known, country);
  const { isCity: isOfCity = false } = findCountry(country) ?? {};
  const hasPlace =
    one('city') !== '' || one('town') !== '' || one('postcode') !== '' || one('district') !== '';
  const last = [one('infix'), one('last')].filter(Boolean).join(' ');
  const name = nameOf(one('first'), last, one('name'));
  // The line that is called the address may hold the town as well: whoever reads it looks at its words.
  const isOneLine =
    one('city') === '' &&
    one('district') === '' &&
    one('town') === '' &&
    one('road') === '' &&
    one('numberRoad') === '';
  if (isOneLine && !isOfCity) return undefined;
  const mayBeElsewhere = /\p{L}{2}/u.test(around) || known.some(({ kind }) => kind === 'unknown');
  if (rest.length === 0 || !hasPlace || (name === '' && one('company') === '' && mayBeElsewhere))
    return undefined;
  const place = withVillage(placeOf(one, rest, { country, reader }), country);
  const company = one('company');
  const firm = company === '' ? [] : [segment(company)];
  const spoken = [
    ...known.filter(({ kind }) => kind === 'mobile'),
    ...known.filter(({ kind }) => kind === 'phone'),
  ];
  const said = spoken.map(({ value }) => value).join('\n');
  return {
    name: withoutTitle(name),
    company,
    place: { ...place, rest: [...firm, ...place.rest] },
    phones: takePhones(said === '' ? around : said, country),
    used: fields.flatMap(({ kind, label, value }) => [
      label,
      ...(valuesBeside.includes(kind) ? [value] : []),
    ]),
  };
}

/** Where the line that is called the address ends in a village or a suburb: `Bryn Awel, Lôn y Felin, Llanrug`. */
function withVillage(place: AbroadPlace, country: string): AbroadPlace {
  if (place.district !== '' || (country !== 'GB' && country !== 'NZ')) return place;
  const last = place.rest.at(-1);
  const pieces = last?.text.split(/, ?/) ?? [];
  const village = pieces.at(-1) ?? '';
  const street = pieces.slice(0, -1);
  const isVillage =
    (street.length > 1 || /\d/.test(street[0] ?? '')) && isSuburb(village) && village !== place.city;
  if (!isVillage) return place;
  return { ...place, district: village, rest: [...place.rest.slice(0, -1), segment(street.join(', '))] };
}

const valuesBeside: readonly FieldKind[] = ['title', 'country', 'postcode', 'state', 'town'];

const segment = (text: string): Segment => ({ text, line: 0, label: undefined, byPhone: false });

/** Names that mean one thing or another by what stands behind them. */
function knownField(field: FormField, country: string): FormField {
  const { kind, label, value } = field;
  if (kind !== 'state' && /^\(?(?:-|n\/?a|none|nil|keine?|nessuno|aucun|geen|ninguno)\)?$/i.test(value))
    return { ...field, value: '' };
  // 000000 is what a form is given where there is no postcode.
  if (kind === 'postcode' && /^[0 -]+$/.test(value)) return { ...field, value: '' };
  const plain = plainLabel(label);
  // `Code: 12#` opens a door, `Code: N1H 3S8` is the postcode's.
  if (kind === 'postcode' && plain === 'code' && postcodeOf(value, country) === '')
    return { ...field, kind: 'other' };
  switch (kind) {
    case 'name':
      return /^[+(]?\d[\d ()/.+-]{5,}$/.test(value) ? { ...field, kind: 'phone' } : field;
    case 'phone':
      return /\d/.test(value) ? field : { ...field, kind: 'name' };
    case 'number':
      return /\d/.test(value)
        ? { ...field, value: value.replace(suffixLabel, ' ') }
        : { ...field, kind: 'house' };
    case 'city':
      return postcodeInTown.test(value)
        ? { ...field, kind: 'town', value: value.replace(/(?<=\p{L})(?=\d{4})/u, ' ') }
        : field;
    case 'road':
      if (plain === 'st' && hasStates(country) && readState(value, country))
        return { ...field, kind: 'state' };
      return /^(?:rue|via|calle|rua)$/.test(plain) && !beginsStreet(value)
        ? { ...field, value: `${label.trim()} ${value}` }
        : field;
    case 'unit':
      // 8 of a floor is floor 8; 12-08 is how Singapore writes both.
      return /^\d{1,4}[a-z]?$/i.test(value) && !startsWith(value, plain)
        ? {
            ...field,
            value: `${label.replace(/[\s:*]*(?:n[or]?\.?|number|nummer|°)?[\s:*]*$/i, '')} ${value}`,
          }
        : field;
    case 'more':
      return /^(?:postnummer|packstation)$/.test(plain) && /^\d+$/.test(value)
        ? { ...field, value: `${label.trim()} ${value}` }
        : field;
    default:
      return field;
  }
}

/** `65 Toev. a`: the next name of the form without a mark behind it. */
const suffixLabel = / (?:toev(?:oeging)?|huisletter|suffix)\b\.?:? */iu;
/** `Dunedin9013`, `Leeds LS1 4GH`: the field of the town has its postcode as well. */
const postcodeInTown =
  /^\p{L}[\p{L} .'’-]{2,30},? ?(?:\d{4,5}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$|^\d{4,5}(?: ?[A-Z]{2})?,? \p{L}[\p{L} .'’-]{2,30}$/u;

/** Kinds that the networks learnt without; the classes of words are what they know. */
const catalanKinds = /^(?:cam[ií]|passatge|travessera)(?!\p{L})/iu;

/** Via: Corso Umberto is no Via Corso. */
const beginsStreet = (value: string): boolean =>
  catalanKinds.test(value) ||
  (classesOf(value.split(' ', 1)[0]!.toLowerCase().replace(/\.$/, '')) & wordClass.streetKind) !== 0;

const startsWith = (value: string, word: string): boolean => plainLabel(value).startsWith(`${word} `);

/** `VANG,PA NHIA`. */
const isMachines = /^\p{Lu}[\p{Lu} '’-]*,\p{Lu}[\p{Lu} .'’-]*$/u;

function nameOf(first: string, last: string, full: string): string {
  if (first !== '' && last !== '') return `${first} ${last}`;
  // `Receiver: Dana`, `Surname: Moss`.
  if (last !== '' && full !== '' && !/[ ,]/.test(full) && full !== last) return `${full} ${last}`;
  return (isMachines.test(full) ? givenFirst(full) : full) || first || last;
}

const streetKinds: readonly FieldKind[] = [
  'address',
  'road',
  'numberRoad',
  'house',
  'unit',
  'more',
  'number',
  'host',
];

/** What a street is made of, joined as the country writes it: all else stays in the order of the form. */
function streetOf(known: readonly FormField[], country: string): Segment[] {
  const one = (kind: FieldKind): string => known.find((field) => field.kind === kind)?.value ?? '';
  const road = [one('roadKind'), one('road')].filter(Boolean).join(' ');
  const number = [one('number'), one('suffix')].filter(Boolean).join(' ');
  const parts = known.filter(({ kind }) => streetKinds.includes(kind) && kind !== 'number');
  const base = parts.find(({ kind }) => kind === 'road' || kind === 'numberRoad' || kind === 'address');
  if (!base) return road === '' && number === '' ? [] : [segment([road, number].filter(Boolean).join(' '))];
  const shown = base.kind === 'road' ? road : base.value;
  const own = number === '' ? shown : numberBehind.has(country) ? `${shown} ${number}` : `${number} ${shown}`;
  const texts = parts.map((part) => ({ kind: part.kind, text: part === base ? own : partText(part) }));
  // The number of a flat or a block that a form asks for first stands behind the street, the name of a house before it.
  const behind =
    unitsBefore.has(country) || numberBehind.has(country) ? [] : texts.filter(({ kind }) => kind === 'unit');
  return texts
    .filter((text) => !behind.includes(text))
    .concat(behind.length > 0 ? behind : [])
    .map(({ text }) => segment(text));
}

/** Where a unit stands before its street, whichever the form asks for first. */
const unitsBefore = new Set(['SG', 'AU', 'NZ', 'GB']);

const partText = ({ kind, label, value }: FormField): string =>
  kind === 'host' ? `${label} ${value}` : value;

function placeOf(
  one: (kind: FieldKind) => string,
  rest: Segment[],
  { country, reader }: { country: string; reader: AbroadReader },
): AbroadPlace {
  const { isCity = false, isEastern = false } = findCountry(country) ?? {};
  const hasPostcodes = country !== 'HK' && country !== 'MO';
  const town = one('town');
  // Levels of cities and of the east are the reader's to part; so is a line that holds town and postcode.
  if (isCity || isEastern || town !== '') {
    const levels = one('city')
      .split(/[ ,]+(?=\S+-(?:ku|shi|gun|gu|si)(?:[ ,]|$))/i)
      .reverse();
    const lines = [
      ...rest.map(({ text }) => text),
      one('district'),
      ...levels,
      town,
      one('state'),
      hasPostcodes ? one('postcode') : '',
    ];
    const read = reader.read(
      dropCountry(segmentsOf(lines.filter(Boolean).join(isEastern ? ', ' : '\n')), country),
    );
    if (!hasPostcodes) return { ...read, postcode: mainlands.exec(one('postcode'))?.[0] ?? '' };
    if (isCity || isEastern) return read;
    // A town that is called as its province names itself alone.
    const province = one('state') || (read.province === read.city ? '' : read.province);
    const district = one('district') === read.city ? '' : one('district');
    return { ...read, rest, province, district: district || read.district };
  }
  const postcode = postcodeOf(one('postcode'), country);
  const written = one('state');
  const province = hasStates(country)
    ? (readState(written, country) ?? stateOfPostcode(postcode, country) ?? '')
    : written;
  const city = one('city');
  const district = one('district');
  return { province, city: city || district, district: city ? district : '', postcode, rest };
}

/** What forms of the mainland have for Hong Kong and Macao, which have no postcodes. */
const mainlands = /(?<!\d)99907[78](?!\d)/;

const forms: Record<string, RegExp> = {
  GB: /[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}|bfpo ?\d+/i,
  CA: /[a-z]\d[a-z][ -]?\d[a-z]\d/i,
  NL: /\d{4} ?[a-z]{2}/i,
  US: /\d{5}(?:-\d{4})?/,
};

/** As the country writes it; what is none there stays out. */
function postcodeOf(value: string, country: string): string {
  const found = ((forms[country] ?? /\d[\d -]*\d/).exec(value)?.[0] ?? '').toUpperCase();
  if (country === 'GB') return found.replace(/ ?(\d[A-Z]{2})$/, ' $1').replace(/^BFPO ?/, 'BFPO ');
  if (country === 'CA') return found.replace(/[ -]?(\w{3})$/, ' $1');
  return country === 'NL' ? found.replace(/ ?([A-Z]{2})$/, ' $1') : found;
}
