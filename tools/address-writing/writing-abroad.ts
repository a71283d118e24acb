/**
 * Addresses of twelve countries (and of the mainland in Latin letters) as people paste them: put together of real towns, streets and
 * people, then written in one of many habits. Owns what is right for each; must never ask the parser. Pure.
 */
import type { Chance } from './writing-chance.ts';
import * as places from './writing-places.ts';
import type { WrittenRecord } from './written-record.ts';

/** What every habit of Latin writing is made of. */
interface LatinParts {
  chance: Chance;
  country: string;
  name: string;
  /** The street with its number and unit, one or more lines. */
  street: string[];
  /** The suburb, the town, the state and the postcode, in the order of the country, one or more lines. */
  town: string[];
  countryText: string;
  phone: { text: string; value: string };
  record: WrittenRecord;
}

interface LatinHabit {
  id: string;
  write(parts: LatinParts): string;
}

const folkOf = (country: string): places.Folk =>
  country === 'DE' ? places.germanFolk : country === 'FR' ? places.frenchFolk : places.englishFolk;

function writePerson(chance: Chance, country: string): string {
  if (country === 'SG') return chance.pick(places.singaporeans);
  if (country === 'HK') {
    const { given, family } = places.cantonese;
    const first = chance.pick(given);
    return /^(?:Amy|Kelvin|Peter|Jason|Vivian)$/.test(first)
      ? `${first} ${chance.pick(family)}`
      : `${chance.pick(family)} ${first}`;
  }
  if (country === 'MO') return chance.pick(places.moLatinFolk);
  if (country === 'TW') return chance.pick(places.twLatinFolk);
  if (country === 'JP') return chance.pick(places.jpLatinFolk);
  if (country === 'KR') return chance.pick(places.krLatinFolk);
  if (country === 'CN') return chance.pick(places.cnLatinFolk);
  const { given, family } = chance.often(0.9) ? folkOf(country) : places.englishFolk;
  const middle = chance.often(0.12) ? ` ${chance.pick(['A.', 'J', 'Lee', 'M.', 'Ann'])}` : '';
  return `${chance.pick(given)}${middle} ${chance.pick(family)}`;
}

const titled: Record<string, readonly string[]> = {
  DE: ['Herr', 'Frau', 'Dr.', 'Herrn'],
  FR: ['M.', 'Mme', 'Monsieur', 'Madame'],
};
const englishTitles = ['Mr', 'Mrs.', 'Ms', 'Dr.', 'Miss', 'Mr.', 'Prof.'];

function writePhone(chance: Chance, country: string): { text: string; value: string } {
  const d = (count: number): string => chance.digits(count);
  const two = (): string => d(2);
  switch (country) {
    case 'US':
    case 'CA': {
      const area = chance.pick(
        country === 'US'
          ? ['212', '415', '617', '503', '312', '801']
          : ['416', '604', '514', '403', '613', '902'],
      );
      const last = d(4);
      return {
        text: chance.pick([
          `(${area}) 555-${last}`,
          `${area}-555-${last}`,
          `+1 ${area} 555 ${last}`,
          `${area}.555.${last}`,
          `${area}555${last}`,
          `+1${area}555${last}`,
          `1-${area}-555-${last}`,
        ]),
        value: `+1${area}555${last}`,
      };
    }
    case 'GB': {
      const [a, b] = [d(3), d(3)];
      return chance.pick([
        { text: `07700 ${a}${b}`, value: `+447700${a}${b}` },
        { text: `07700${a}${b}`, value: `+447700${a}${b}` },
        { text: `+44 7700 ${a} ${b}`, value: `+447700${a}${b}` },
        { text: `020 7946 0${a}`, value: `+4420794600${a}`.replace('00', '0') },
        { text: `0161 496 0${a}`, value: `+441614960${a}` },
        { text: `+44 (0)161 496 0${a}`, value: `+441614960${a}` },
      ]);
    }
    case 'AU': {
      const [a, b] = [d(3), d(3)];
      return chance.pick([
        { text: `0491 ${a} ${b}`, value: `+61491${a}${b}` },
        { text: `0491${a}${b}`, value: `+61491${a}${b}` },
        { text: `+61 491 ${a} ${b}`, value: `+61491${a}${b}` },
        { text: `(02) 5550 1${a}`, value: `+612555 01${a}`.replace(' ', '') },
      ]);
    }
    case 'DE': {
      const a = d(7);
      return chance.pick([
        { text: `0171 ${a}`, value: `+49171${a}` },
        { text: `+49 171 ${a}`, value: `+49171${a}` },
        { text: `030 ${a}`, value: `+4930${a}` },
        { text: `0221/${a}`, value: `+49221${a}` },
        { text: `0171-${a}`, value: `+49171${a}` },
      ]);
    }
    case 'FR': {
      const [a, b, c, e] = [two(), two(), two(), two()];
      return chance.pick([
        { text: `06 ${a} ${b} ${c} ${e}`, value: `+336${a}${b}${c}${e}` },
        { text: `06${a}${b}${c}${e}`, value: `+336${a}${b}${c}${e}` },
        { text: `+33 6 ${a} ${b} ${c} ${e}`, value: `+336${a}${b}${c}${e}` },
        { text: `01.${a}.${b}.${c}.${e}`, value: `+331${a}${b}${c}${e}` },
      ]);
    }
    case 'SG': {
      const [a, b] = [`${chance.pick(['8', '9', '6'])}${d(3)}`, d(4)];
      return { text: chance.pick([`${a} ${b}`, `${a}${b}`, `+65 ${a} ${b}`]), value: `+65${a}${b}` };
    }
    case 'HK': {
      const [a, b] = [`${chance.pick(['5', '6', '9', '2'])}${d(3)}`, d(4)];
      return {
        text: chance.pick(
          [`${a} ${b}`, `${a}${b}`, `+852 ${a} ${b}`, `${a}-${b}`, `852-${a}${b}`].slice(0, 4),
        ),
        value: `+852${a}${b}`,
      };
    }
    case 'MO': {
      const [a, b] = [`6${d(3)}`, d(4)];
      return { text: chance.pick([`${a} ${b}`, `+853 ${a} ${b}`, `${a}${b}`]), value: `+853${a}${b}` };
    }
    case 'TW': {
      const [a, b] = [d(3), d(3)];
      return {
        text: chance.pick([`0912-${a}-${b}`, `0912${a}${b}`, `+886 912 ${a} ${b}`, `0912 ${a} ${b}`]),
        value: `+886912${a}${b}`,
      };
    }
    case 'JP': {
      const [a, b] = [d(4), d(4)];
      return {
        text: chance.pick([
          `090-${a}-${b}`,
          `080-${a}-${b}`.replace('080', '090'),
          `090${a}${b}`,
          `+81 90-${a}-${b}`,
          `090 ${a} ${b}`,
        ]),
        value: `+8190${a}${b}`,
      };
    }
    case 'KR': {
      const [a, b] = [d(4), d(4)];
      return {
        text: chance.pick([
          `010-${a}-${b}`,
          `010 ${a} ${b}`,
          `010${a}${b}`,
          `+82 10-${a}-${b}`,
          `010.${a}.${b}`,
        ]),
        value: `+8210${a}${b}`,
      };
    }
    default: {
      const [a, b] = [d(4), d(4)];
      return {
        text: chance.pick([`138${a}${b}`, `+86 138 ${a} ${b}`, `138-${a}-${b}`]),
        value: `138${a}${b}`,
      };
    }
  }
}

interface LatinPlace {
  street: string[];
  town: string[];
  expected: WrittenRecord['expected'];
}

const glue = (...words: string[]): string => words.filter(Boolean).join(' ');

function writeLatinPlace(chance: Chance, country: string): LatinPlace {
  const number = String(1 + chance.below(chance.often(0.3) ? 9800 : 240));
  const base = { province: '', city: '', district: '', postcode: '' };
  switch (country) {
    case 'US': {
      const town = chance.pick(places.usTowns);
      if (chance.often(0.04)) {
        const box = `PSC ${number} Box ${1 + chance.below(999)}`;
        return {
          street: [box],
          town: ['APO AP 96326'],
          expected: { ...base, detail: box, city: 'APO', province: 'AP', postcode: '96326' },
        };
      }
      const unit = chance.pick(places.usUnits);
      const street = chance.often(0.06) ? `PO Box ${number}` : glue(number, chance.pick(places.usStreets));
      const isBox = street.startsWith('PO');
      const state = chance.often(0.75) ? town.province : town.provinceText!;
      const hasPostcode = chance.often(0.9);
      const zip = hasPostcode ? `${town.postcode}${chance.often(0.08) ? '-1234' : ''}` : '';
      const ending = chance.pick([
        `${town.city}, ${glue(state, zip)}`,
        `${town.city} ${glue(state, zip)}`,
        `${town.city}, ${state}${zip && ', '}${zip}`,
        `${town.city}, ${glue(state, zip)}`,
      ]);
      const lines =
        unit && !isBox
          ? chance.pick([[`${street} ${unit}`], [street, unit], [`${street}, ${unit}`]])
          : [street];
      return {
        street: lines,
        town: [ending],
        expected: {
          ...base,
          detail: lines.join(', '),
          city: town.city,
          province: town.province,
          postcode: zip,
        },
      };
    }
    case 'CA': {
      const town = chance.pick(places.caTowns);
      const street = glue(number, chance.pick(places.caStreets));
      const unit = chance.pick(['', '', 'Unit 5', 'Apt 1203', '#8', 'Suite 200']);
      const lines = unit
        ? chance.pick([[`${unit}, ${street}`], [`${street} ${unit}`], [`${chance.below(40) + 1}-${street}`]])
        : [street];
      const state = chance.often(0.75) ? town.province : town.provinceText!;
      const code = chance.pick([
        town.postcode,
        town.postcode,
        town.postcode.replace(' ', ''),
        town.postcode.toLowerCase(),
      ]);
      const ending = chance.pick([
        `${town.city}, ${state} ${code}`,
        `${town.city} ${state} ${code}`,
        `${town.city}, ${state}, ${code}`,
        `${town.city} (${state}) ${code}`,
      ]);
      return {
        street: lines,
        town: [ending],
        expected: {
          ...base,
          detail: lines.join(', '),
          city: town.city,
          province: town.province,
          postcode: town.postcode,
        },
      };
    }
    case 'GB': {
      const town = chance.pick(places.gbTowns);
      const unit = chance.pick(places.gbUnits);
      const street = chance.often(0.9)
        ? glue(number.slice(0, 3), chance.pick(places.gbStreets))
        : chance.pick(places.gbStreets);
      const own = /^\d/.test(street) ? unit : unit || 'The Old Vicarage';
      const suburb = chance.pick(places.gbSuburbs);
      const county = town.province && chance.often(0.6) ? town.province : '';
      const code = chance.pick([
        town.postcode,
        town.postcode,
        town.postcode,
        town.postcode.replace(' ', ''),
        town.postcode.toLowerCase(),
      ]);
      const lines = own ? chance.pick([[own, street], [`${own}, ${street}`]]) : [street];
      const town2 = [...(suburb ? [suburb] : []), town.city, ...(county ? [county] : []), code];
      const ending = chance.pick([town2, town2, [...town2.slice(0, -2), `${town2.at(-2)} ${code}`]]);
      return {
        street: lines,
        town: ending,
        expected: {
          ...base,
          detail: lines.join(', '),
          district: suburb,
          city: town.city,
          province: county,
          postcode: town.postcode,
        },
      };
    }
    case 'AU': {
      const town = chance.pick(places.auTowns);
      const street = glue(number, chance.pick(places.auStreets));
      const unit = chance.pick(places.auUnits);
      const lines = unit
        ? chance.pick([[unit, street], [`${unit}, ${street}`], [`${unit.replace(/\D/g, '')}/${street}`]])
        : [street];
      const state = chance.often(0.8) ? town.province : town.provinceText!;
      const ending = chance.pick([
        `${town.city} ${state} ${town.postcode}`,
        `${town.city}, ${state} ${town.postcode}`,
        `${town.city}, ${state}, ${town.postcode}`,
      ]);
      return {
        street: lines,
        town: [ending],
        expected: {
          ...base,
          detail: lines.join(', '),
          city: town.city,
          province: town.province,
          postcode: town.postcode,
        },
      };
    }
    case 'DE': {
      const town = chance.pick(places.deTowns);
      const street = glue(
        chance.pick(places.deStreets),
        `${1 + chance.below(140)}${chance.pick(['', '', '', 'a', 'b', '-7'])}`,
      );
      const unit = chance.pick(['', '', '', '', '3. OG', 'Hinterhaus', 'c/o Meier', 'EG links']);
      const lines = unit ? chance.pick([[street, unit], [`${street}, ${unit}`]]) : [street];
      const ending = chance.pick([
        `${town.postcode} ${town.city}`,
        `${town.postcode} ${town.city}`,
        `D-${town.postcode} ${town.city}`,
      ]);
      return {
        street: lines,
        town: [ending],
        expected: { ...base, detail: lines.join(', '), city: town.city, postcode: town.postcode },
      };
    }
    case 'FR': {
      const town = chance.pick(places.frTowns);
      const street = glue(
        `${1 + chance.below(140)}${chance.pick(['', '', '', ' bis', ' ter', ','])}`,
        chance.pick(places.frStreets),
      );
      const unit = chance.pick(places.frUnits);
      const lines = unit
        ? chance.pick([
            [unit, street],
            [street, unit],
          ])
        : [street];
      const ending = chance.pick([
        `${town.postcode} ${town.city}`,
        `${town.postcode} ${town.city}`,
        `F-${town.postcode} ${town.city}`,
        `${town.postcode} ${town.city.toUpperCase()}`,
      ]);
      return {
        street: lines,
        town: [ending],
        expected: { ...base, detail: lines.join(', '), city: town.city, postcode: town.postcode },
      };
    }
    case 'SG': {
      const post = chance.digits(5);
      const street = chance.pick([
        `Blk ${number} ${chance.pick(places.sgStreets)}`,
        `${number} ${chance.pick(places.sgStreets)}`,
        `${number} ${chance.pick(places.sgStreets)}, Sunrise Tower`,
      ]);
      const unit = chance.pick([
        `#${chance.digits(2)}-${chance.digits(3)}`,
        `#${chance.digits(2)}-${chance.digits(2)}`,
        '',
      ]);
      const lines = unit
        ? chance.pick([[street, unit], [`${street} ${unit}`], [`${street}, ${unit}`]])
        : [street];
      const code = `0${post}`.slice(0, 6);
      return {
        street: lines,
        town: [
          chance.pick([
            `Singapore ${code}`,
            `Singapore ${code}`,
            `S(${code})`,
            `S${code}`,
            `Singapore (${code})`,
          ]),
        ],
        expected: { ...base, detail: lines.join(', '), city: 'Singapore', postcode: code },
      };
    }
    case 'HK': {
      const [place, area] = chance.pick(places.hkPlaces);
      const room = chance.pick(['Flat B, 12/F', 'Room 1203, 12/F', 'Flat 5C', 'Unit 8, 3/F', 'G/F']);
      const building = chance.pick(places.hkBuildings);
      const street = `${number} ${chance.pick(places.hkStreets)}`;
      const lines = [room, ...(building ? [building] : []), street];
      const ending = area === 'Hong Kong Island' && chance.often(0.6) ? [place] : [place, area];
      return {
        street: lines,
        town: [...ending, 'Hong Kong'],
        expected: { ...base, detail: lines.join(', '), city: place, province: area },
      };
    }
    case 'MO': {
      const street = `${chance.pick(places.moLatin)} ${number}`;
      const lines = chance.pick([[street], [street, `${1 + chance.below(30)}/F, Flat A`]]);
      return {
        street: lines,
        town: [chance.pick(['Macau', 'Macao'])],
        expected: { ...base, detail: lines.join(', '), city: 'Macau' },
      };
    }
    case 'TW': {
      const [city, district, street, code] = chance.pick(places.twLatin);
      const post = chance.pick([code, `${code}08`, '']);
      return {
        street: [street],
        town: [district, glue(city, post)],
        expected: { ...base, detail: street, city, district, postcode: post },
      };
    }
    case 'JP': {
      const [province, city, district, street, code] = chance.pick(places.jpLatin);
      return {
        street: [street],
        town: [...(district ? [district] : []), city, glue(province, code)],
        expected: { ...base, detail: street, province, city, district, postcode: code },
      };
    }
    case 'KR': {
      const [province, city, district, street, code] = chance.pick(places.krLatin);
      return {
        street: [street],
        town: [...(district ? [district] : []), ...(city === province ? [] : [city]), glue(province, code)],
        expected: { ...base, detail: street, province, city, district, postcode: code },
      };
    }
    default: {
      const [province, city, district, provinceZh, cityZh, districtZh, code] = chance.pick(places.cnLatin);
      const street = chance.pick(places.cnLatinStreets);
      const post = chance.pick([code, '']);
      return {
        street: [street],
        town: [district, ...(city ? [city] : []), glue(province, post)],
        expected: {
          ...base,
          detail: street,
          province: provinceZh,
          city: cityZh,
          district: districtZh,
          postcode: post,
        },
      };
    }
  }
}

const countryTexts: Record<string, readonly string[]> = {
  US: ['USA', 'United States', 'U.S.A.', 'United States of America', 'US'],
  CA: ['Canada', 'CANADA'],
  GB: ['United Kingdom', 'UK', 'England', 'Great Britain', 'U.K.'],
  AU: ['Australia', 'AUSTRALIA'],
  DE: ['Germany', 'Deutschland', 'GERMANY'],
  FR: ['France', 'FRANCE'],
  SG: ['Singapore', ''],
  HK: ['', 'China', ''],
  MO: ['', 'China', ''],
  TW: ['Taiwan', 'Taiwan (R.O.C.)', 'TAIWAN'],
  JP: ['Japan', 'JAPAN'],
  KR: ['South Korea', 'Republic of Korea', 'Korea'],
  CN: ['China', 'P.R. China', 'CHINA'],
};

const flat = (lines: readonly string[], separator: string): string => lines.filter(Boolean).join(separator);
const places2 = ({ street, town, countryText }: LatinParts): string[] => [...street, ...town, countryText];

const hello = ['Hi,', 'Hello!', 'Hi there,', 'Dear seller,', 'Hey', 'Good morning,', 'Hi team -'];
const shipTo = [
  'please ship to',
  'Please send it to',
  'Can you ship it to',
  'My address is',
  'my new address:',
  'Ship to:',
  'Deliver to',
  'Send to',
  'The address is',
];
const bye = ['Thanks!', 'Thank you.', 'Cheers', 'thanks', 'Many thanks', 'Thanks in advance!', 'Regards'];
const germanShip = [
  'Bitte senden an',
  'Lieferadresse:',
  'Meine Adresse ist',
  'Versand an:',
  'Bitte an folgende Adresse schicken:',
];
const frenchShip = ['Merci de livrer à', 'Mon adresse :', 'Adresse de livraison :', "Veuillez l'envoyer à"];
const shipOf = (parts: LatinParts): string =>
  parts.chance.pick(
    parts.country === 'DE'
      ? [...shipTo, ...germanShip]
      : parts.country === 'FR'
        ? [...shipTo, ...frenchShip]
        : shipTo,
  );
const helloOf = ({ country, chance }: LatinParts): string =>
  chance.pick(
    country === 'DE'
      ? ['Hallo,', 'Guten Tag,', ...hello]
      : country === 'FR'
        ? ['Bonjour,', 'Salut,', ...hello]
        : hello,
  );
const byeOf = ({ country, chance }: LatinParts): string =>
  chance.pick(
    country === 'DE'
      ? ['Danke!', 'Vielen Dank', ...bye]
      : country === 'FR'
        ? ['Merci !', 'Merci beaucoup', ...bye]
        : bye,
  );
const latinWishes = [
  'Leave at the door',
  'Please ring the bell',
  'Deliver after 5pm',
  'Leave with a neighbour',
  'Do not leave outside',
  'Call before delivery',
  'Leave at reception',
];
const telWords = [
  'Tel:',
  'Phone:',
  'Tel.',
  'Mobile:',
  'Ph:',
  'T:',
  'Cell:',
  'phone',
  'M:',
  'Tel',
  'Contact no:',
];
const nameWords = [
  'Name:',
  'Recipient:',
  'Ship to:',
  'Attn:',
  'To:',
  'Full name:',
  'Customer:',
  'Deliver to:',
];

const withFirm = (parts: LatinParts): string => {
  const firm = parts.chance.pick(places.latinFirms[parts.country] ?? places.latinFirms.SG!);
  const { expected } = parts.record;
  parts.record.company = firm;
  parts.record.accept = { detail: [`${firm}${expected.detail}`] };
  return firm;
};
const withTitle = (parts: LatinParts): string => {
  const title = parts.chance.pick(titled[parts.country] ?? englishTitles);
  parts.record.accept = { name: [`${title}${parts.name}`] };
  return `${title} ${parts.name}`;
};
const isUnited = (parts: LatinParts): boolean => ['US', 'CA', 'GB', 'AU', 'DE', 'FR'].includes(parts.country);

const latinHabits: readonly LatinHabit[] = [
  { id: 'lines', write: (p) => flat([p.name, ...p.street, ...p.town, p.countryText, p.phone.text], '\n') },
  { id: 'lines without a country', write: (p) => flat([p.name, ...p.street, ...p.town, p.phone.text], '\n') },
  {
    id: 'lines, phone second',
    write: (p) => flat([p.name, p.phone.text, ...p.street, ...p.town, p.countryText], '\n'),
  },
  {
    id: 'lines, no phone',
    write: (p) => {
      p.record.expected.phone = '';
      return flat([p.name, ...p.street, ...p.town, p.countryText], '\n');
    },
  },
  { id: 'lines, phone first', write: (p) => flat([p.phone.text, p.name, ...p.street, ...p.town], '\n') },
  {
    id: 'lines, name last',
    write: (p) => flat([...p.street, ...p.town, p.countryText, p.name, p.phone.text], '\n'),
  },
  { id: 'commas', write: (p) => flat([p.name, ...p.street, ...p.town, p.countryText, p.phone.text], ', ') },
  {
    id: 'commas without a country',
    write: (p) => flat([p.name, ...p.street, ...p.town, p.phone.text], ', '),
  },
  { id: 'commas, phone second', write: (p) => flat([p.name, p.phone.text, ...p.street, ...p.town], ', ') },
  {
    id: 'commas, no phone',
    write: (p) => {
      p.record.expected.phone = '';
      return flat([p.name, ...p.street, ...p.town, p.countryText], ', ');
    },
  },
  { id: 'commas, name last', write: (p) => flat([...places2(p), p.name, p.phone.text], ', ') },
  { id: 'commas, name last, phone first', write: (p) => flat([p.phone.text, ...places2(p), p.name], ', ') },
  { id: 'commas, phone then name behind', write: (p) => flat([...places2(p), p.phone.text, p.name], ', ') },
  { id: 'commas without blanks', write: (p) => flat([p.name, ...p.street, ...p.town, p.phone.text], ',') },
  {
    id: 'semicolons',
    write: (p) => flat([p.name, ...p.street, ...p.town, p.countryText, p.phone.text], '; '),
  },
  { id: 'bars', write: (p) => flat([p.name, p.phone.text, ...places2(p)], ' | ') },
  { id: 'slashes', write: (p) => flat([p.name, ...p.street, ...p.town, p.phone.text], ' / ') },
  { id: 'tabs', write: (p) => flat([p.name, flat([...p.street, ...p.town], ', '), p.phone.text], '\t') },
  {
    id: 'name glued in front',
    write: (p) => `${p.name} ${flat([...p.street, ...p.town], ', ')} ${p.phone.text}`,
  },
  {
    id: 'name and phone glued in front',
    write: (p) => `${p.name} ${p.phone.text} ${flat([...p.street, ...p.town], ', ')}`,
  },
  {
    id: 'phone glued in front',
    write: (p) => `${p.phone.text} ${p.name} ${flat([...p.street, ...p.town], ', ')}`,
  },
  {
    id: 'no commas at all',
    write: (p) => `${p.name} ${flat([...p.street, ...p.town], ' ').replaceAll(',', '')} ${p.phone.text}`,
  },
  {
    id: 'no commas, name last',
    write: (p) => `${flat([...p.street, ...p.town], ' ').replaceAll(',', '')} ${p.name} ${p.phone.text}`,
  },
  {
    id: 'name glued behind',
    write: (p) => `${flat([...p.street, ...p.town], ', ')} ${p.name} ${p.phone.text}`,
  },
  {
    id: 'name glued behind, phone between',
    write: (p) => `${flat([...p.street, ...p.town], ', ')} ${p.phone.text} ${p.name}`,
  },
  {
    id: 'name glued in front, no phone',
    write: (p) => {
      p.record.expected.phone = '';
      return `${p.name} ${flat(places2(p), ', ')}`;
    },
  },
  {
    id: 'labels on lines',
    write: (p) =>
      `${p.chance.pick(nameWords)} ${p.name}\nAddress: ${flat(places2(p), ', ')}\n${p.chance.pick(telWords)} ${p.phone.text}`,
  },
  {
    id: 'labels in a row',
    write: (p) =>
      `${p.chance.pick(nameWords)} ${p.name}, Address: ${flat([...p.street, ...p.town], ', ')}, ${p.chance.pick(telWords)} ${p.phone.text}`,
  },
  {
    id: 'one label on the phone',
    write: (p) =>
      `${flat([p.name, ...p.street, ...p.town, p.countryText], '\n')}\n${p.chance.pick(telWords)} ${p.phone.text}`,
  },
  {
    id: 'one label on the name',
    write: (p) => `${p.chance.pick(nameWords)} ${p.name}\n${flat(places2(p), '\n')}\n${p.phone.text}`,
  },
  {
    id: 'label on the name behind',
    write: (p) =>
      `${flat(places2(p), ', ')}. ${p.chance.pick(['Name:', 'Attn:', 'Recipient:', 'Contact:'])} ${p.name}, ${p.phone.text}`,
  },
  {
    id: 'title, lines',
    write: (p) => flat([withTitle(p), ...p.street, ...p.town, p.countryText, p.phone.text], '\n'),
  },
  { id: 'title, commas', write: (p) => flat([withTitle(p), ...p.street, ...p.town, p.phone.text], ', ') },
  {
    id: 'capitals',
    write: (p) => flat([p.name, ...p.street, ...p.town, p.countryText, p.phone.text], '\n').toUpperCase(),
  },
  {
    id: 'capitals, commas',
    write: (p) => flat([p.name, ...p.street, ...p.town, p.phone.text], ', ').toUpperCase(),
  },
  {
    id: 'small letters',
    write: (p) => flat([p.name, ...p.street, ...p.town, p.countryText, p.phone.text], '\n').toLowerCase(),
  },
  {
    id: 'small letters, commas',
    write: (p) => flat([p.name, ...p.street, ...p.town, p.phone.text], ', ').toLowerCase(),
  },
  {
    id: 'chat in front',
    write: (p) =>
      `${helloOf(p)} ${shipOf(p)} ${p.name}, ${flat([...p.street, ...p.town], ', ')}, ${p.phone.text}`,
  },
  {
    id: 'chat in front on a line',
    write: (p) =>
      `${helloOf(p)} ${shipOf(p)}\n${flat([p.name, ...p.street, ...p.town, p.countryText, p.phone.text], '\n')}`,
  },
  {
    id: 'chat at both ends',
    write: (p) =>
      `${helloOf(p)} ${shipOf(p)} ${flat([p.name, ...p.street, ...p.town, p.countryText], ', ')}. ${p.phone.text}. ${byeOf(p)}`,
  },
  {
    id: 'chat at both ends on lines',
    write: (p) =>
      `${helloOf(p)}\n${shipOf(p)}\n${flat([p.name, ...p.street, ...p.town, p.phone.text], '\n')}\n${byeOf(p)}`,
  },
  {
    id: 'chat: I am',
    write: (p) =>
      `${helloOf(p)} I'm ${p.name}, ${p.chance.pick(['my address is', 'I live at', 'please send it to'])} ${flat([...p.street, ...p.town], ', ')}, ${p.chance.pick(['my phone is', 'my number is', 'call me on', 'phone'])} ${p.phone.text}`,
  },
  {
    id: 'thanks behind',
    write: (p) => `${flat([p.name, ...p.street, ...p.town, p.phone.text], ', ')}. ${byeOf(p)}`,
  },
  {
    id: 'company, then attention',
    write: (p) =>
      flat(
        [
          withFirm(p),
          `${p.chance.pick(p.country === 'DE' ? ['z. Hd.', 'z.Hd.', 'z. Hd. Frau', 'Attn:'] : p.country === 'FR' ? ["à l'attention de", 'Attn:', 'À l’attention de'.replace('’', "'")] : ['Attn:', 'Attn', 'ATTN:', 'Attention:', 'FAO'])} ${p.name}`,
          ...p.street,
          ...p.town,
          p.countryText,
          p.phone.text,
        ],
        '\n',
      ),
  },
  {
    id: 'person, then company',
    write: (p) => flat([p.name, withFirm(p), ...p.street, ...p.town, p.countryText, p.phone.text], '\n'),
  },
  {
    id: 'person, then company, commas',
    write: (p) => flat([p.name, withFirm(p), ...p.street, ...p.town, p.phone.text], ', '),
  },
  {
    id: 'company, then person',
    write: (p) => flat([withFirm(p), p.name, ...p.street, ...p.town, p.countryText, p.phone.text], '\n'),
  },
  {
    id: 'company, then person, commas',
    write: (p) => flat([withFirm(p), p.name, ...p.street, ...p.town, p.phone.text], ', '),
  },
  {
    id: 'in care of',
    write: (p) => {
      const host = `c/o ${writePerson(p.chance, p.country)}`;
      p.record.expected.detail = `${host}, ${p.record.expected.detail}`;
      return flat([p.name, host, ...p.street, ...p.town, p.phone.text], p.chance.pick(['\n', ', ']));
    },
  },
  {
    id: 'only an address',
    write: (p) => {
      p.record.expected.name = '';
      p.record.expected.phone = '';
      return flat(places2(p), p.chance.pick(['\n', ', ']));
    },
  },
  {
    id: 'no name',
    write: (p) => {
      p.record.expected.name = '';
      return flat([...places2(p), p.phone.text], p.chance.pick(['\n', ', ']));
    },
  },
  {
    id: 'e-mail too',
    write: (p) =>
      flat(
        [p.name, ...p.street, ...p.town, p.phone.text, 'someone.else@example.com'],
        p.chance.pick(['\n', ', ']),
      ),
  },
  {
    id: 'order number in front',
    write: (p) =>
      `Order #${p.chance.digits(8)}\n${flat([p.name, ...p.street, ...p.town, p.countryText, p.phone.text], '\n')}`,
  },
  {
    id: 'JSON',
    write: (p) =>
      `{"name": "${p.name}", "address": "${flat([...p.street, ...p.town, p.countryText], ', ')}", "phone": "${p.phone.text}"}`,
  },
  {
    id: 'web link too',
    write: (p) =>
      `${flat([p.name, ...p.street, ...p.town, p.phone.text], '\n')}\nhttps://example.com/shop/item?id=12`,
  },
  {
    id: 'HTML',
    write: (p) => `<p>${flat([p.name, ...p.street, ...p.town, p.countryText, p.phone.text], '<br>')}</p>`,
  },
  {
    id: 'wish behind',
    write: (p) => {
      const wish = p.chance.pick(latinWishes);
      p.record.wish = wish;
      p.record.accept = { detail: [`${p.record.expected.detail}${wish}`] };
      return `${flat([p.name, ...p.street, ...p.town, p.countryText, p.phone.text], '\n')}\n${wish}`;
    },
  },
  {
    id: 'two phones',
    write: (p) => {
      const other = writePhone(p.chance, p.country);
      p.record.other_phones = [other.value];
      return flat([p.name, ...p.street, ...p.town, `${p.phone.text} / ${other.text}`], '\n');
    },
  },
  {
    id: 'family name first',
    write: (p) => {
      if (!isUnited(p) || p.name.split(' ').length !== 2)
        return flat([p.name, ...p.street, ...p.town, p.phone.text], '\n');
      const [given, family] = p.name.split(' ') as [string, string];
      p.record.accept = { name: [`${family}, ${given}`] };
      return flat([`${family}, ${given}`, ...p.street, ...p.town, p.phone.text], '\n');
    },
  },
  {
    id: 'quotes and dots',
    write: (p) => `"${p.name}" - ${flat([...p.street, ...p.town], ', ')} - ${p.phone.text}`,
  },
  { id: 'dashes', write: (p) => `${p.name} - ${flat([...p.street, ...p.town], ' - ')} - ${p.phone.text}` },
  {
    id: 'double blanks',
    write: (p) => `${p.name}   ${flat([...p.street, ...p.town], '  ')}   ${p.phone.text}`,
  },
];

function writeLatin(chance: Chance, country: string, at: number): WrittenRecord {
  const place = writeLatinPlace(chance, country);
  const name = writePerson(chance, country);
  const phone = writePhone(chance, country);
  const habit = latinHabits[at % latinHabits.length]!;
  const record: WrittenRecord = {
    text: '',
    country,
    habit: habit.id,
    expected: { name, phone: phone.value, ...place.expected },
  };
  const countryText =
    chance.often(0.7) || country === 'TW' || country === 'JP' ? chance.pick(countryTexts[country]!) : '';
  record.text = habit.write({
    chance,
    country,
    name,
    phone,
    street: place.street,
    town: place.town,
    countryText,
    record,
  });
  if (country === 'CN' && place.expected.postcode === '') record.expected.postcode = '';
  if (country === 'MO') record.accept = { ...record.accept, city: ['Macao'] };
  return record;
}

interface EasternParts {
  chance: Chance;
  country: string;
  name: string;
  phone: { text: string; value: string };
  /** The address without its postcode. */
  address: string;
  postcode: string;
  record: WrittenRecord;
}

interface EasternHabit {
  id: string;
  write(parts: EasternParts): string;
}

const words: Record<
  string,
  {
    name: readonly string[];
    phone: readonly string[];
    address: readonly string[];
    hello: readonly string[];
    bye: readonly string[];
    firm: readonly string[];
    title: readonly string[];
  }
> = {
  JP: {
    name: ['名前：', '氏名：', 'お届け先：', 'お名前:', '宛名：', '受取人：'],
    phone: ['電話：', '電話番号：', 'TEL ', 'TEL:', '携帯：'],
    address: ['住所：', 'ご住所：', '配送先住所：'],
    hello: ['こんにちは、', 'お世話になっております。', '下記住所にお願いします。', '送り先は'],
    bye: ['よろしくお願いします。', 'お願いいたします', 'ありがとうございます'],
    firm: places.jpFirms,
    title: ['様', ' 様', '殿', 'さま', ' 御中'].slice(0, 4),
  },
  KR: {
    name: ['받는사람: ', '이름: ', '성명:', '수령인: ', '받는 분: '],
    phone: ['연락처: ', '전화번호: ', '휴대폰: ', '전화: '],
    address: ['주소: ', '배송지: ', '배송주소: '],
    hello: ['안녕하세요. ', '주소 보내드립니다. ', '배송지 변경 부탁드려요. '],
    bye: ['감사합니다', '부탁드립니다.', '고맙습니다'],
    firm: places.krFirms,
    title: ['님', ' 님', '씨', ' 귀하'],
  },
  HK: {
    name: ['收件人：', '姓名：', '聯絡人：'],
    phone: ['電話：', '手機：', '聯絡電話：'],
    address: ['地址：', '送貨地址：', '收件地址：'],
    hello: ['你好，', '麻煩寄去', '唔該寄去', '地址係'],
    bye: ['，多謝', '，唔該', '，謝謝'],
    firm: ['大昌貿易有限公司', '香港科技公司'],
    title: ['先生', '小姐', '收'],
  },
  TW: {
    name: ['收件人：', '姓名：', '收貨人：'],
    phone: ['電話：', '手機：', '聯絡電話：'],
    address: ['地址：', '收件地址：', '寄送地址：'],
    hello: ['你好，', '請寄到', '麻煩寄到', '我的地址是'],
    bye: ['，謝謝', '，感謝', '，麻煩了'],
    firm: ['鴻海股份有限公司', '台大醫院'],
    title: ['先生', '小姐', '收', ' 收'],
  },
};
const wordsOf = (country: string) => words[country] ?? words.HK!;

const post = ({ country, postcode, chance }: EasternParts): string =>
  !postcode
    ? ''
    : country === 'JP'
      ? chance.pick([`〒${postcode}`, `〒${postcode}`, postcode])
      : country === 'KR'
        ? chance.pick([postcode, `(${postcode})`, postcode])
        : postcode;
const noPost = (parts: EasternParts): void => {
  if (parts.record.expected.postcode) parts.record.expected.postcode = '';
};
const full = (parts: EasternParts): string => flat([post(parts), parts.address], ' ');
const bare = (parts: EasternParts): string => {
  noPost(parts);
  return parts.address;
};
const firmOf = (parts: EasternParts): string => {
  const firm = parts.chance.pick(wordsOf(parts.country).firm);
  parts.record.company = firm;
  parts.record.accept = {
    detail: [`${firm}${parts.record.expected.detail}`, `${parts.record.expected.detail}${firm}`],
  };
  return firm;
};

const easternHabits: readonly EasternHabit[] = [
  { id: 'name, phone, address', write: (p) => `${p.name} ${p.phone.text} ${full(p)}` },
  { id: 'address, name, phone', write: (p) => `${full(p)} ${p.name} ${p.phone.text}` },
  { id: 'address, phone, name', write: (p) => `${full(p)} ${p.phone.text} ${p.name}` },
  { id: 'name, address, phone', write: (p) => `${p.name} ${full(p)} ${p.phone.text}` },
  { id: 'phone, name, address', write: (p) => `${p.phone.text} ${p.name} ${bare(p)}` },
  { id: 'lines, postcode first', write: (p) => flat([post(p), p.address, p.name, p.phone.text], '\n') },
  { id: 'lines, name first', write: (p) => flat([p.name, post(p), p.address, p.phone.text], '\n') },
  { id: 'lines, name and phone first', write: (p) => flat([p.name, p.phone.text, full(p)], '\n') },
  { id: 'commas', write: (p) => `${p.name}, ${p.phone.text}, ${full(p)}` },
  { id: 'eastern commas', write: (p) => `${p.name}，${p.phone.text}，${bare(p)}` },
  {
    id: 'labels on lines',
    write: (p) =>
      `${p.chance.pick(wordsOf(p.country).name)}${p.name}\n${p.chance.pick(wordsOf(p.country).phone)}${p.phone.text}\n${p.chance.pick(wordsOf(p.country).address)}${full(p)}`,
  },
  {
    id: 'labels in a row',
    write: (p) =>
      `${p.chance.pick(wordsOf(p.country).name)}${p.name} ${p.chance.pick(wordsOf(p.country).phone)}${p.phone.text} ${p.chance.pick(wordsOf(p.country).address)}${bare(p)}`,
  },
  {
    id: 'address label only',
    write: (p) => `${p.chance.pick(wordsOf(p.country).address)}${full(p)}\n${p.name}\n${p.phone.text}`,
  },
  {
    id: 'phone label only',
    write: (p) => `${full(p)} ${p.name} ${p.chance.pick(wordsOf(p.country).phone)}${p.phone.text}`,
  },
  {
    id: 'title',
    write: (p) => {
      const title = p.chance.pick(wordsOf(p.country).title);
      p.record.accept = { name: [p.name + title] };
      return `${full(p)} ${p.name}${title} ${p.phone.text}`;
    },
  },
  {
    id: 'title on lines',
    write: (p) => {
      const title = p.chance.pick(wordsOf(p.country).title);
      p.record.accept = { name: [p.name + title] };
      return flat([post(p), p.address, p.name + title, p.phone.text], '\n');
    },
  },
  {
    id: 'title in front',
    write: (p) => {
      const title = p.chance.pick(wordsOf(p.country).title);
      p.record.accept = { name: [p.name + title] };
      return flat([p.name + title, p.phone.text, full(p)], ' ');
    },
  },
  {
    id: 'no phone',
    write: (p) => {
      p.record.expected.phone = '';
      return `${full(p)} ${p.name}`;
    },
  },
  {
    id: 'no phone, name first',
    write: (p) => {
      p.record.expected.phone = '';
      return `${p.name} ${full(p)}`;
    },
  },
  {
    id: 'no phone, lines',
    write: (p) => {
      p.record.expected.phone = '';
      return `${full(p)}\n${p.name}`;
    },
  },
  {
    id: 'only an address',
    write: (p) => {
      p.record.expected.phone = '';
      p.record.expected.name = '';
      return full(p);
    },
  },
  {
    id: 'only an address, no postcode',
    write: (p) => {
      p.record.expected.phone = '';
      p.record.expected.name = '';
      return bare(p);
    },
  },
  {
    id: 'no name',
    write: (p) => {
      p.record.expected.name = '';
      return `${full(p)} ${p.phone.text}`;
    },
  },
  { id: 'company before the name', write: (p) => `${full(p)} ${firmOf(p)} ${p.name} ${p.phone.text}` },
  {
    id: 'company before the name, lines',
    write: (p) => flat([post(p), p.address, firmOf(p), p.name, p.phone.text], '\n'),
  },
  { id: 'company first', write: (p) => flat([firmOf(p), p.name, p.phone.text, full(p)], '\n') },
  {
    id: 'chat in front',
    write: (p) =>
      `${p.chance.pick(wordsOf(p.country).hello)}${p.chance.pick(['', '\n'])}${full(p)} ${p.name} ${p.phone.text}`,
  },
  {
    id: 'thanks behind',
    write: (p) =>
      `${p.name} ${p.phone.text} ${full(p)}${/^[A-Za-z가-힣ぁ-んあ]/.test(p.chance.pick(wordsOf(p.country).bye)) ? ' ' : ''}${p.chance.pick(wordsOf(p.country).bye)}`,
  },
  {
    id: 'chat at both ends',
    write: (p) =>
      `${p.chance.pick(wordsOf(p.country).hello)}\n${full(p)}\n${p.name}\n${p.phone.text}\n${p.chance.pick(wordsOf(p.country).bye).replace(/^，/, '')}`,
  },
  { id: 'postcode last', write: (p) => flat([p.name, p.phone.text, p.address, post(p)], ' ') },
  { id: 'bars', write: (p) => flat([p.name, p.phone.text, p.address, post(p)], ' | ') },
  {
    id: 'two phones',
    write: (p) => {
      const other = writePhone(p.chance, p.country);
      p.record.other_phones = [other.value];
      return `${p.name} ${p.phone.text} / ${other.text} ${full(p)}`;
    },
  },
];

function writeEastern(chance: Chance, country: string, at: number): WrittenRecord {
  const habit = easternHabits[at % easternHabits.length]!;
  const phone = writePhone(chance, country);
  const name =
    country === 'JP'
      ? chance.pick(places.jpFolk)
      : country === 'KR'
        ? chance.pick(places.krFolk)
        : chance.pick(places.chineseHk);
  const { address, postcode, expected } = writeEasternPlace(chance, country);
  const record: WrittenRecord = {
    text: '',
    country,
    habit: habit.id,
    expected: { name, phone: phone.value, ...expected },
  };
  record.text = habit.write({ chance, country, name, phone, address, postcode, record });
  return record;
}

function writeEasternPlace(
  chance: Chance,
  country: string,
): { address: string; postcode: string; expected: WrittenRecord['expected'] } {
  switch (country) {
    case 'JP': {
      const [province, city, district, rest, code] = chance.pick(places.jpPlaces);
      const detail = rest + chance.pick(places.jpBuildings);
      const hasPost = chance.often(0.7);
      const address = chance.pick([
        province + city + district + detail,
        `${province} ${city}${district} ${detail}`,
        province + city + district + detail,
      ]);
      return {
        address,
        postcode: hasPost ? code : '',
        expected: { province, city, district, detail, ...(hasPost ? { postcode: code } : undefined) },
      };
    }
    case 'KR': {
      const [province, city, district, rest, code, short] = chance.pick(places.krPlaces);
      const detail = rest + chance.pick(places.krUnits);
      const hasPost = chance.often(0.6);
      const head = chance.often(0.6) ? province : short;
      return {
        address: flat([head, city === province ? '' : city, district, detail], ' '),
        postcode: hasPost ? code : '',
        expected: { province, city, district, detail, ...(hasPost ? { postcode: code } : undefined) },
      };
    }
    case 'TW': {
      const [city, district, rest, code] = chance.pick(places.twPlaces);
      const detail = rest + chance.pick(['', '', '3樓', '5樓之1', '12樓']);
      const hasPost = chance.often(0.5);
      return {
        address: chance.pick(['', '', '台灣', '臺灣']) + city + district + detail,
        postcode: hasPost ? code : '',
        expected: { province: '', city, district, detail, ...(hasPost ? { postcode: code } : undefined) },
      };
    }
    case 'MO': {
      const [city, district, head, rest] = chance.pick(places.moPlaces);
      const detail = rest + chance.pick(['', '3樓A', '恆基花園12樓C']);
      return {
        address: head + detail,
        postcode: '',
        expected: { province: '澳门特别行政区', city, district, detail },
      };
    }
    default: {
      const [city, district, head, rest] = chance.pick(places.hkChinese);
      const detail = rest + chance.pick(['', '12樓B室', '3座5樓A', '1203室']);
      return {
        address: (head.startsWith('香港') ? '' : chance.pick(['', '香港'])) + head + detail,
        postcode: '',
        expected: { province: '香港特别行政区', city, district, detail },
      };
    }
  }
}

/** How many ways of writing there are. */
export const abroadHabits = [...latinHabits, ...easternHabits].map(({ id }) => id);

/** Countries that are written here. CN is the mainland in Latin letters. */
export const abroadCountries = [
  'US',
  'CA',
  'GB',
  'AU',
  'DE',
  'FR',
  'SG',
  'HK',
  'MO',
  'TW',
  'JP',
  'KR',
  'CN',
] as const;

/** How often a country is written in its own letters. */
const eastern: Record<string, number> = { JP: 0.75, KR: 0.75, TW: 0.65, HK: 0.45, MO: 0.5 };

/** One address, put together and written. */
export function writeAbroad(chance: Chance, country: string, at: number): WrittenRecord {
  return chance.often(eastern[country] ?? 0)
    ? writeEastern(chance, country, at)
    : writeLatin(chance, country, at);
}
