/**
 * A second hand that writes addresses of twelve countries, and of the mainland in Latin letters: people, firms, streets and towns are
 * composed part by part, then said in one of many orders, with and without labels, greetings and wishes. Owns what is right for each;
 * must never ask the parser. Pure.
 */
import { seriesOf, townsOf, words } from './second-words.ts';
import type { Chance } from './writing-chance.ts';
import type { WrittenRecord } from './written-record.ts';

const { given, family, streetNames, streetKinds, firmHeads, firmTails } = words;

interface Place {
  /** Lines of the street, the first one first. */
  street: string[];
  /** Lines of the town, in the country's order. */
  town: string[];
  expected: WrittenRecord['expected'];
}

interface Phone {
  text: string;
  value: string;
}

const list = (row: string): string[] => row.split(';');
const flat = (parts: readonly string[], separator: string): string => parts.filter(Boolean).join(separator);

function personOf(chance: Chance, country: string): string {
  const [givens, families] = [given[country] ?? given.US!, family[country] ?? family.US!];
  const own = chance.pick(list(givens));
  const last = chance.pick(list(families));
  if (['CN', 'TW', 'KR', 'HK', 'SG', 'MO'].includes(country) && chance.often(0.5)) return `${last} ${own}`;
  if (['US', 'CA', 'GB', 'AU'].includes(country)) {
    const form = chance.below(20);
    if (form === 0) return `${own} ${chance.pick(list('A.;B;J.;M.;Lee;Rose'))} ${last}`;
    if (form === 1) return `${own} ${last}-${chance.pick(list(families))}`;
    if (form === 2) return `${own} ${last} ${chance.pick(['Jr.', 'III', 'Sr'])}`;
    if (form === 3) return `${own.slice(0, 1)}. ${last}`;
  }
  return `${own} ${last}`;
}

function phoneOf(chance: Chance, country: string): Phone {
  const d = (count: number): string => chance.digits(count);
  const of = (value: string, ...texts: string[]): Phone => ({ text: chance.pick(texts), value });
  const [a, b] = [d(4), d(4)];
  switch (country) {
    case 'US':
    case 'CA': {
      const area = chance.pick(
        list(country === 'US' ? '646;305;702;206;713;404;919;313;808' : '647;778;438;587;343;204;506'),
      );
      const [x, y] = [`2${d(2)}`, d(4)];
      return of(
        `+1${area}${x}${y}`,
        `(${area}) ${x}-${y}`,
        `${area}-${x}-${y}`,
        `+1 ${area}-${x}-${y}`,
        `+1 (${area}) ${x}-${y}`,
        `${area}.${x}.${y}`,
        `${area} ${x} ${y}`,
        `+1${area}${x}${y}`,
      );
    }
    case 'GB':
      return of(
        `+4477${a}${b}`,
        `077${a.slice(0, 2)} ${a.slice(2)}${b}`,
        `077${a}${b}`,
        `+44 77${a.slice(0, 2)} ${a.slice(2)}${b}`,
        `+4477${a}${b}`,
        `077${a.slice(0, 2)} ${a.slice(2)}${b[0]} ${b.slice(1)}`,
      );
    case 'AU':
      return of(
        `+614${a}${b}`,
        `04${a.slice(0, 2)} ${a.slice(2)}${b[0]} ${b.slice(1)}`,
        `04${a}${b}`,
        `+61 4${a.slice(0, 2)} ${a.slice(2)}${b[0]} ${b.slice(1)}`,
        `+614${a}${b}`,
      );
    case 'DE':
      return of(
        `+49176${a}${b}`,
        `0176 ${a}${b}`,
        `+49 176 ${a}${b}`,
        `0176/${a}${b}`,
        `0176-${a}${b}`,
        `+49176${a}${b}`,
        `0049 176 ${a}${b}`,
      );
    case 'FR': {
      const [x, y, z, w] = [a.slice(0, 2), a.slice(2), b.slice(0, 2), b.slice(2)];
      return of(
        `+337${x}${y}${z}${w}`.replace('+337', '+336'),
        `06 ${x} ${y} ${z} ${w}`,
        `06${x}${y}${z}${w}`,
        `06.${x}.${y}.${z}.${w}`,
        `+33 6 ${x} ${y} ${z} ${w}`,
        `+33 (0)6 ${x} ${y} ${z} ${w}`,
      );
    }
    case 'SG':
      return of(
        `+658${a.slice(1)}${b}`,
        `8${a.slice(1)} ${b}`,
        `8${a.slice(1)}${b}`,
        `+65 8${a.slice(1)} ${b}`,
        `+658${a.slice(1)}${b}`,
      );
    case 'HK':
      return of(
        `+8526${a.slice(1)}${b}`,
        `6${a.slice(1)} ${b}`,
        `6${a.slice(1)}${b}`,
        `+852 6${a.slice(1)} ${b}`,
        `(852) 6${a.slice(1)} ${b}`,
      );
    case 'MO':
      return of(
        `+8536${a.slice(1)}${b}`,
        `6${a.slice(1)} ${b}`,
        `+853 6${a.slice(1)} ${b}`,
        `+853 6${a.slice(1)}${b}`,
      );
    case 'TW':
      return of(
        `+8869${a}${b}`,
        `09${a.slice(0, 2)}-${a.slice(2)}${b[0]}-${b.slice(1)}`,
        `09${a}${b}`,
        `+886 9${a.slice(0, 2)} ${a.slice(2)}${b[0]} ${b.slice(1)}`,
        `+886-9${a.slice(0, 2)}-${a.slice(2)}${b[0]}-${b.slice(1)}`,
      );
    case 'JP':
      return of(`+8180${a}${b}`, `080-${a}-${b}`, `080${a}${b}`, `+81 80-${a}-${b}`, `+81-80-${a}-${b}`);
    case 'KR':
      return of(`+8210${a}${b}`, `010-${a}-${b}`, `010${a}${b}`, `+82 10-${a}-${b}`, `+82-10-${a}-${b}`);
    default:
      return of(
        `139${a}${b}`,
        `139${a}${b}`,
        `+86 139${a}${b}`,
        `+86 139 ${a} ${b}`,
        `139-${a}-${b}`,
        `+86-139${a}${b}`,
      );
  }
}

const base = { province: '', city: '', district: '', postcode: '' };

function placeOf(chance: Chance, country: string): Place {
  const house = String(1 + chance.below(chance.often(0.25) ? 12000 : 260));
  const [row] = [chance.pick(townsOf(country))];
  const [city, province = '', postcode = '', long = ''] = row.split('|') as [
    string,
    string?,
    string?,
    string?,
  ];
  const street = `${chance.pick(list(streetNames[country] ?? streetNames.US!))}${streetKinds[country] ? ` ${chance.pick(list(streetKinds[country]))}` : ''}`;
  const done = (lines: string[], town: string[], more: Partial<WrittenRecord['expected']>): Place => ({
    street: lines,
    town,
    expected: { ...base, detail: lines.join(', '), city, ...more },
  });
  const small = (unit: string, own: string): string[] =>
    unit === '' ? [own] : chance.pick([[own, unit], [`${own}, ${unit}`], [`${own} ${unit}`]]);
  switch (country) {
    case 'US': {
      const roll = chance.below(100);
      const zip = chance.often(0.1) ? `${postcode}-${chance.digits(4)}` : postcode;
      if (roll < 4) {
        const [kind, state, code] = chance.pick([
          ['APO', 'AE', '09012'],
          ['APO', 'AP', '96278'],
          ['FPO', 'AP', '96349'],
          ['DPO', 'AE', '09498'],
          ['FPO', 'AE', '09587'],
        ]) as [string, string, string];
        const line = chance.pick([
          `Unit ${chance.digits(5)} Box ${chance.digits(4)}`,
          `PSC ${chance.digits(3)} Box ${chance.digits(4)}`,
          `CMR ${chance.digits(3)} Box ${chance.digits(4)}`,
        ]);
        return {
          street: [line],
          town: [chance.pick([`${kind} ${state} ${code}`, `${kind}, ${state} ${code}`])],
          expected: { ...base, detail: line, city: kind, province: state, postcode: code },
        };
      }
      const direction = chance.pick(['', '', '', 'N ', 'S ', 'West ', 'E. ', 'NW ']);
      const own =
        roll < 9 ? `P.O. Box ${house}` : `${house}${chance.often(0.03) ? '½' : ''} ${direction}${street}`;
      const unit =
        roll < 9
          ? ''
          : chance.pick([
              '',
              '',
              '',
              'Apt 3C',
              'Apartment 12',
              '#405',
              'Unit B',
              'Suite 1100',
              'Ste. 20',
              'Floor 6',
              'Lot 14',
              'Apt. #9',
            ]);
      const state = chance.often(0.8) ? province : long;
      return done(
        small(unit, own),
        [
          chance.pick([
            `${city}, ${state} ${zip}`,
            `${city}, ${state} ${zip}`,
            `${city} ${state} ${zip}`,
            `${city}, ${state}, ${zip}`,
            `${city} ${state}, ${zip}`,
          ]),
        ],
        { province, postcode: zip },
      );
    }
    case 'CA': {
      const unit = chance.pick(['', '', '', 'Apt 7', 'Unit 210', 'Suite 1500', '#33', 'Basement']);
      const own = chance.often(0.15) ? `${1 + chance.below(30)}-${house} ${street}` : `${house} ${street}`;
      const state = chance.often(0.8) ? province : long;
      return done(
        /-/.test(own) ? [own] : small(unit, own),
        [
          chance.pick([
            `${city}, ${state} ${postcode}`,
            `${city} ${state} ${postcode}`,
            `${city}, ${state}  ${postcode.replace(' ', '')}`,
            `${city}, ${state}, ${postcode}`,
          ]),
        ],
        { province, postcode },
      );
    }
    case 'GB': {
      const unit = chance.pick([
        '',
        '',
        '',
        '',
        'Flat 2',
        'Flat 14B',
        'The Old School House',
        'Ivy Cottage',
        'Apartment 5',
        'Unit 3',
        'Holly Lodge',
        'Top Floor Flat',
        'Basement Flat',
      ]);
      const own = `${house.slice(0, 3)} ${street}`;
      const isHouse = /House|Cottage|Lodge/.test(unit);
      const lines = unit === '' ? [own] : [unit, isHouse && chance.often(0.5) ? street : own];
      const county = province && chance.often(0.5) ? [province] : [];
      const code = chance.pick([
        postcode,
        postcode,
        postcode,
        postcode.replace(' ', ''),
        postcode.toLowerCase(),
      ]);
      return done(
        chance.often(0.3) ? [lines.join(', ')] : lines,
        chance.pick([
          [city, ...county, code],
          county.length > 0 ? [city, ...county, code] : [`${city} ${code}`],
        ]),
        { province: county[0] ?? '', postcode },
      );
    }
    case 'AU': {
      const unit = chance.pick(['', '', '', 'Unit 4', 'Level 2', 'Apt 18', 'Shop 3', 'Suite 5', 'Villa 2']);
      const own = chance.often(0.15) ? `${1 + chance.below(20)}/${house} ${street}` : `${house} ${street}`;
      const lines =
        unit && !own.includes('/')
          ? chance.pick([[unit, own], [`${unit}, ${own}`], [`${unit} / ${own}`.replace(' / ', ' ')]])
          : [own];
      return done(
        lines,
        [
          chance.pick([
            `${city} ${province} ${postcode}`,
            `${city}, ${province} ${postcode}`,
            `${city}, ${province}, ${postcode}`,
            `${city} ${long} ${postcode}`,
          ]),
        ],
        { province, postcode },
      );
    }
    case 'DE': {
      const at = `${1 + chance.below(180)}${chance.pick(['', '', '', 'a', ' b', 'c', '/2', '-5'])}`;
      const unit = chance.pick([
        '',
        '',
        '',
        '',
        '2. Stock',
        'Hinterhof',
        '4. OG links',
        'Aufgang B',
        'Whg. 12',
      ]);
      const own = chance.often(0.04)
        ? `Postfach ${chance.digits(2)} ${chance.digits(2)} ${chance.digits(2)}`
        : `${chance.pick(list(streetNames.DE!))} ${at}`;
      return done(
        unit && !own.startsWith('Post') ? chance.pick([[own, unit], [`${own}, ${unit}`]]) : [own],
        [chance.pick([`${postcode} ${city}`, `${postcode} ${city}`, `D-${postcode} ${city}`])],
        { postcode },
      );
    }
    case 'FR': {
      const at = `${1 + chance.below(180)}${chance.pick(['', '', '', ' bis', ',', ' ter', 'B'])}`;
      const unit = chance.pick([
        '',
        '',
        '',
        '',
        'Appartement 8',
        'Bât C',
        'Résidence Bellevue',
        '2ème étage',
        'Escalier B',
        'Lieu-dit Le Bourg',
      ]);
      const own = `${at} ${chance.pick(list(streetNames.FR!))}`;
      return done(
        unit ? chance.pick([[own, unit], [unit, own], [`${own}, ${unit}`]]) : [own],
        [
          chance.pick([
            `${postcode} ${city}`,
            `${postcode} ${city}`,
            `F-${postcode} ${city}`,
            `${postcode} ${city.toUpperCase()}`,
            `${postcode}, ${city}`,
          ]),
        ],
        { postcode },
      );
    }
    case 'SG': {
      const unit = chance.pick([
        `#${chance.digits(2)}-${chance.digits(2)}`,
        `#${chance.digits(2)}-${chance.digits(3)}`,
        `#${chance.digits(2)}-${chance.digits(4)}`,
        '',
      ]);
      const code = `${chance.pick(list('01;12;23;31;40;46;52;56;60;73;82'))}${chance.digits(4)}`;
      const own = `${chance.pick(['Blk ', 'Block ', '', '', 'BLK '])}${house.slice(0, 3)}${chance.pick(['', '', 'A', 'C'])} ${chance.pick(list(streetNames.SG!))}`;
      return done(
        small(unit, own),
        [
          chance.pick([
            `Singapore ${code}`,
            `Singapore ${code}`,
            `S(${code})`,
            `Singapore (${code})`,
            `S${code}`,
            `SINGAPORE ${code}`,
          ]),
        ],
        { city: 'Singapore', postcode: code },
      );
    }
    case 'HK': {
      const flatText = chance.pick([
        'Flat A, 15/F',
        'Flat 12C, 12/F',
        'Room 805, 8/F',
        'Unit 3, 20th Floor',
        '3/F',
        'Flat 2306',
        'Rm 1101',
      ]);
      const building = chance.pick(
        list(
          'City Plaza;Golden Mansion;Tower 2, Ocean Court;Wah Fu Building;Block 5, Lohas Park;Fortune House;;Sunny Court;Kwai Shing East Estate',
        ),
      );
      const lines = [flatText, building, `${house.slice(0, 3)} ${chance.pick(list(streetNames.HK!))}`].filter(
        Boolean,
      );
      return done(
        lines,
        chance
          .pick([
            [city, province, 'Hong Kong'],
            [city, province],
            [city, 'Hong Kong'],
            [`${city}, ${province}`, 'HK'],
          ])
          .filter((part) => part !== 'Hong Kong Island'),
        { province },
      );
    }
    case 'MO': {
      const lines = chance.pick([
        [`${street}, No. ${house}`],
        [`No. ${house}, ${street}`],
        [`${street} ${house}, Edif. Jardim, 5 andar B`],
      ]);
      return done(lines, [chance.pick(['Macau', 'Macao', 'Macau SAR'])], { city: 'Macau' });
    }
    case 'TW': {
      const own = `No. ${house.slice(0, 3)}, ${chance.pick(['', 'Ln. 25, ', 'Sec. 2, ', 'Aly. 3, Ln. 118, ', 'Sec. 3, '])}${chance.pick(list(streetNames.TW!))}`;
      const floor = chance.pick(['', '', '5F., ', '3F.-2, ', '12F, ']);
      const post = chance.pick([postcode, '', `${postcode}${chance.digits(3)}`]);
      return done(
        [floor + own],
        chance.pick([
          [province, `${city} ${post}`.trim()],
          [province, city, post].filter(Boolean),
          [province, `${city} ${post}`.trim()],
        ]),
        { district: province, city, postcode: post },
      );
    }
    case 'JP': {
      const line = `${1 + chance.below(6)}-${1 + chance.below(30)}-${1 + chance.below(20)} ${chance.pick(list(streetNames.JP!))}`;
      const unit = chance.pick(['', '', ' #203', ', Room 502', ', Sakura Heights 301', ', Apt 1204']);
      const [ward] = [long];
      return done(
        [line + unit],
        [
          ...(ward ? [ward] : []),
          city,
          chance.pick([`${province} ${postcode}`, `${province}, ${postcode}`, `${province} 〒${postcode}`]),
        ],
        { province, city, district: ward ?? '', postcode },
      );
    }
    case 'KR': {
      const line = `${house.slice(0, 3)} ${chance.pick(list(streetNames.KR!))}`;
      const unit = chance.pick(['', '', ', Apt 101-1502', ', 3F', ', Unit 405', ', #1203']);
      return done(
        [chance.often(0.3) && unit ? `${unit.slice(2)}, ${line}` : line + unit],
        [long, ...(city === province ? [] : [city]), `${province} ${postcode}`].filter(Boolean),
        { province, city, district: long, postcode },
      );
    }
    default: {
      const [provinceZh, cityZh, districtZh] = postcode.split('/') as [string, string, string];
      const isOne = city === province;
      const own = chance.pick([
        `No. ${house.slice(0, 3)} ${street}`,
        `${house.slice(0, 3)} ${street}`,
        `Room ${chance.digits(1)}02, Building ${1 + chance.below(20)}, No. ${house.slice(0, 3)} ${street}`,
        `${house.slice(0, 3)} ${street}, Unit 3, Apt 1201`,
      ]);
      const code = chance.pick(['', '', long]);
      return done(
        [own],
        [
          chance.pick([
            `${row.split('|')[4]} District`,
            `${row.split('|')[4]} Dist.`,
            `${row.split('|')[4]}`,
          ]),
          ...(isOne ? [] : [city]),
          flat([province, code], ' '),
        ],
        { province: provinceZh, city: cityZh, district: districtZh, postcode: code },
      );
    }
  }
}

const countryNames: Record<string, string> = {
  US: 'USA;United States;US;U.S.A.',
  CA: 'Canada;CANADA',
  GB: 'UK;United Kingdom;England;GREAT BRITAIN',
  AU: 'Australia;AUSTRALIA',
  DE: 'Germany;Deutschland;GERMANY',
  FR: 'France;FRANCE',
  SG: ';Singapore',
  HK: '',
  MO: '',
  TW: 'Taiwan;Taiwan R.O.C.;TAIWAN',
  JP: 'Japan;JAPAN',
  KR: 'South Korea;Korea;Republic of Korea',
  CN: 'China;P.R.China;CHINA',
};
const titles: Record<string, string> = {
  DE: 'Herr;Frau;Dr.;Herrn;Frau Dr.',
  FR: 'M.;Mme;Monsieur;Madame;Mlle',
};
const hello: Record<string, string> = {
  DE: 'Hallo,;Guten Tag,;Moin,;Liebes Team,;Hi,',
  FR: 'Bonjour,;Bonsoir,;Salut !;Bonjour Madame,',
};
const ask: Record<string, string> = {
  DE: 'bitte schicken Sie die Fotos an;meine neue Adresse lautet:;Lieferung bitte an:;ich bin umgezogen, neue Anschrift:;bitte an diese Adresse senden:;Versandadresse:;die Bilder bitte an',
  FR: "merci d'envoyer à;voici mon adresse :;mon adresse est;livraison à :;j'ai déménagé, nouvelle adresse :;adresse :;pouvez-vous livrer à",
};
const bye: Record<string, string> = {
  DE: 'Danke;Vielen Dank!;LG;Mit freundlichen Grüßen;Danke im Voraus;Viele Grüße',
  FR: 'Merci;Merci !;Cordialement;Merci beaucoup;Bonne journée;À bientôt',
};
const englishHello =
  'Hi,;Hello,;Hey there,;Hi team,;Dear Sir/Madam,;Good morning!;Hi Platen,;Hello guys,;Hey!;To whom it may concern,';
const englishAsk =
  "please ship my order to;can you send this to;I'd like it delivered to;my address is;the new address is;shipping address:;here's my address:;please update my shipping address to;I moved, my new address is;send the photos to;could you mail the prints to;deliver to:;pls send to;this should go to;I want 20 prints sent to;order 48213 should go to;address:;it's for";
const englishBye =
  'Thanks!;Thank you so much;thx;Cheers;Best,;Kind regards;Let me know when it ships;Please confirm;Thanks a lot!;Appreciate it;When will it arrive?;Have a nice day!;no rush;ty;Many thanks';
const wishes =
  'Please leave at front door;leave with concierge;Ring bell twice;call on arrival;Gate code 4471;deliver on weekdays only;Do not bend;Handle with care;leave it on the porch;Please knock loudly;no signature required;Leave in mailroom;drop at side gate';
const telLabels = 'Tel:;Phone:;Mobile:;Ph:;Cell:;T:;tel;Phone No.:;Contact:;Mob:;phone;M:;☎;Tel.';
const nameLabels =
  'Name:;Full Name:;Recipient:;Ship to:;To:;Attn:;Customer name:;Deliver to:;Contact name:;Receiver:;Consignee:';
const addressLabels =
  'Address:;Shipping address:;Delivery Address:;Addr:;Street:;Postal address:;Mailing address:';

interface Parts {
  chance: Chance;
  country: string;
  name: string;
  place: Place;
  phone: Phone;
  record: WrittenRecord;
}

function bodyOf(parts: Parts): { text: string; kind: string } {
  const { chance, country, name, place, phone, record } = parts;
  const land = chance.often(0.5) ? chance.pick(list(countryNames[country] ?? '')) : '';
  const where = [...place.street, ...place.town, land];
  const kind = chance.pick(
    list(
      'lines;lines;lines;commas;commas;commas;glued;glued;last;last;labels;labels;some labels;firm;firm;firm;care;title;title;capitals;small;tells;no phone;no phone;no name;only;bars;phone first;two phones',
    ),
  );
  const say = (text: string): { text: string; kind: string } => ({ text, kind });
  const separator = chance.pick(['\n', '\n', ', ', ', ', ',', '; ', ' | ', ' / ', ' - ', '  ']);
  const street = flat(place.street, ', ');
  const town = flat(place.town, ', ');
  const all = flat([street, town], ', ');
  switch (kind) {
    case 'lines':
      return say(
        flat(
          chance.pick([
            [name, ...where, phone.text],
            [name, phone.text, ...where],
            [...where, name, phone.text],
            [name, ...where, `${chance.pick(list(telLabels))} ${phone.text}`],
          ]),
          '\n',
        ),
      );
    case 'commas':
      return say(
        flat(
          chance.pick([
            [name, ...where, phone.text],
            [name, phone.text, ...where],
            [name, ...place.street, ...place.town, phone.text],
          ]),
          ', ',
        ),
      );
    case 'glued':
      return say(
        chance.pick([
          `${name} ${all} ${phone.text}`,
          `${name} ${flat(where, ' ')} ${phone.text}`,
          `${name} ${phone.text} ${flat(where, ', ')}`,
          `${phone.text} ${name} ${all}`,
          `${name} ${all}`.concat(`, ${phone.text}`),
          `${name}, ${flat(place.street, ' ')} ${flat(place.town, ' ')} ${land} ${phone.text}`.replace(
            / {2,}/g,
            ' ',
          ),
        ]),
      );
    case 'last':
      return say(
        chance.pick([
          flat([...where, name, phone.text], ', '),
          `${all} ${name} ${phone.text}`,
          `${all} - ${name} - ${phone.text}`,
          `${flat(where, ', ')} (${name}, ${phone.text})`,
          flat([...where, phone.text, name], '\n'),
          `${all}, ${phone.text}, ${name}`,
          `${flat(where, ', ')} for ${name} ${phone.text}`,
        ]),
      );
    case 'labels':
      return say(
        [
          `${chance.pick(list(nameLabels))} ${name}`,
          `${chance.pick(list(addressLabels))} ${flat(where, ', ')}`,
          `${chance.pick(list(telLabels))} ${phone.text}`,
        ].join(chance.pick(['\n', '\n', ', ', ' ', '; ', ' | '])),
      );
    case 'some labels':
      return say(
        chance.pick([
          `${name}\n${flat(where, '\n')}\n${chance.pick(list(telLabels))} ${phone.text}`,
          `${flat(where, ', ')}. ${chance.pick(['Name:', 'Attn:', 'Attn', 'Contact:', 'c/o'].slice(0, 4))} ${name}. ${chance.pick(list(telLabels))} ${phone.text}`,
          `${chance.pick(list(nameLabels))} ${name}, ${flat(where, ', ')}, ${phone.text}`,
        ]),
      );
    case 'firm': {
      const firm = chance.often(0.5)
        ? `${chance.pick(list(firmHeads))} ${chance.pick(list(firmTails[country] ?? firmTails.US!))}`
        : chance.pick(list(words.schools));
      record.company = firm;
      record.accept = { detail: [`${firm}${record.expected.detail}`, `${record.expected.detail}${firm}`] };
      const attn = chance.pick(
        list(
          country === 'DE'
            ? 'z. Hd.;z.Hd. Frau;zu Händen;z. Hd. Herrn;Attn:'
            : country === 'FR'
              ? "à l'attention de;Attn:;A l'attention de"
              : 'Attn:;ATTN;Attention:;FAO;Attn.;c/o'.replace(';c/o', ''),
        ),
      );
      return say(
        chance.pick([
          flat([firm, `${attn} ${name}`, ...where, phone.text], '\n'),
          flat([name, firm, ...where, phone.text], chance.pick(['\n', ', '])),
          flat([firm, name, ...where, phone.text], chance.pick(['\n', ', '])),
          flat([`${attn} ${name}`, firm, ...where, phone.text], '\n'),
          flat([firm, ...where, `${attn} ${name}`, phone.text], ', '),
          flat([`${name} (${firm})`, ...where, phone.text], '\n').replace(/\((.*?)\)/, '- $1'),
        ]),
      );
    }
    case 'care': {
      const host = chance.pick([
        `c/o ${personOf(chance, country)}`,
        `C/O ${personOf(chance, country)}`,
        `care of ${personOf(chance, country)}`,
      ]);
      record.expected.detail = `${host}, ${record.expected.detail}`;
      return say(flat([name, host, ...where, phone.text], chance.pick(['\n', ', '])));
    }
    case 'title': {
      const title = chance.pick(list(titles[country] ?? 'Mr;Mrs;Ms.;Dr;Dr.;Mr.;Miss;Prof.;Rev.;Capt.'));
      record.accept = { name: [`${title} ${name}`] };
      return say(
        flat(
          chance.pick([
            [`${title} ${name}`, ...where, phone.text],
            [...where, `${title} ${name}`, phone.text],
          ]),
          chance.pick(['\n', ', ']),
        ),
      );
    }
    case 'capitals':
      return say(flat([name, ...where, phone.text], chance.pick(['\n', ', '])).toUpperCase());
    case 'small':
      return say(flat([name, ...where, phone.text], chance.pick(['\n', ', '])).toLowerCase());
    case 'tells':
      return say(
        chance.pick([
          `I'm ${name}, I live at ${flat(where, ', ')}. My number is ${phone.text}`,
          `My name is ${name} and my address is ${all}, phone ${phone.text}`,
          `${flat(where, ', ')}. The name is ${name}, you can reach me at ${phone.text}`,
          `It's for my mother ${name}, ${flat(where, ', ')}, her phone is ${phone.text}`,
          `name is ${name}, address ${all}, mobile ${phone.text}`,
          `${name} here, my address: ${flat(where, ', ')}, call me at ${phone.text}`,
        ]),
      );
    case 'no phone':
      record.expected.phone = '';
      return say(
        chance.pick([
          flat([name, ...where], '\n'),
          flat([name, ...where], ', '),
          `${name} ${all}`,
          flat([...where, name], ', '),
        ]),
      );
    case 'no name':
      record.expected.name = '';
      return say(
        chance.pick([
          flat([...where, phone.text], '\n'),
          flat([...where, phone.text], ', '),
          `${all} ${phone.text}`,
          `${chance.pick(list(telLabels))} ${phone.text}, ${all}`,
        ]),
      );
    case 'only':
      record.expected.name = '';
      record.expected.phone = '';
      return say(flat(where, chance.pick(['\n', ', ', ' '])));
    case 'bars':
      return say(flat([name, all, phone.text], separator === '\n' ? ' | ' : separator));
    case 'phone first':
      return say(flat([phone.text, name, ...where], chance.pick(['\n', ', '])));
    default: {
      const other = phoneOf(chance, country);
      record.other_phones = [other.value];
      return say(
        `${flat([name, ...where], chance.pick(['\n', ', ']))}\n${phone.text}${chance.pick([' / ', ' or ', ', ', '\n'])}${other.text}`,
      );
    }
  }
}

/** One text in Latin letters and what is right for it. */
export function writeSecondAbroad(chance: Chance, country: string): WrittenRecord {
  const place = placeOf(chance, country);
  const name = personOf(chance, country);
  const phone = phoneOf(chance, country);
  const record: WrittenRecord = {
    text: '',
    country,
    habit: '',
    expected: { name, phone: phone.value, ...place.expected },
  };
  const { text, kind } = bodyOf({ chance, country, name, place, phone, record });
  const around = chance.pick(list('none;none;none;ask;ask;hello+ask;bye;ask+bye;wish;order'));
  const gap = chance.pick([' ', '\n', ' ']);
  const greet = chance.pick(list(hello[country] ?? englishHello));
  const asks = chance.pick(list(chance.often(0.6) ? (ask[country] ?? englishAsk) : englishAsk));
  const end = chance.pick(list(chance.often(0.6) ? (bye[country] ?? englishBye) : englishBye));
  const stop = chance.pick(['. ', '\n', '. ', '\n\n']);
  let whole = text;
  if (/ask/.test(around) && kind !== 'tells') whole = `${asks}${gap}${whole}`;
  if (/hello/.test(around)) whole = `${greet}${chance.pick([' ', '\n'])}${whole}`;
  if (/bye/.test(around)) whole = `${whole}${stop}${end}`;
  if (around === 'order')
    whole = chance.pick([
      `Order #${chance.digits(6)}\n${whole}`,
      `${whole}\nOrder no. ${chance.digits(7)}`,
      `Order ${chance.digits(5)}: ${whole}`,
    ]);
  if (around === 'wish') {
    record.wish = chance.pick(list(wishes));
    whole = `${whole}${chance.pick(['\n', '. ', ' (', '\n'])}${record.wish}`;
    if (whole.includes('(') && !whole.includes(')')) whole += ')';
  }
  record.text = whole;
  record.habit = `${kind}, ${around}`;
  if (country === 'MO') record.accept = { ...record.accept, city: ['Macao', 'Macau SAR', ''] };
  if (country === 'HK') record.accept = { ...record.accept, province: [''] };
  return record;
}

/** An address in Japanese, Korean or traditional Chinese letters. */
export function writeSecondEastern(chance: Chance, country: string): WrittenRecord {
  const { name, detail, levels, expected, postcode } = seriesOf(chance, country);
  const phone = phoneOf(chance, country);
  const hasPost = postcode !== '' && chance.often(0.65);
  const join = country === 'KR' ? ' ' : chance.pick(['', '', ' ']);
  const address = [...levels, detail].join(join);
  const record: WrittenRecord = {
    text: '',
    country,
    habit: '',
    expected: {
      ...expected,
      name,
      detail,
      phone: phone.value,
      ...(postcode === '' ? undefined : { postcode: hasPost ? postcode : '' }),
    },
  };
  const code = !hasPost
    ? ''
    : country === 'JP'
      ? chance.pick([`〒${postcode}`, postcode, `〒 ${postcode}`])
      : country === 'KR'
        ? chance.pick([postcode, `(${postcode})`, `[${postcode}]`, `(우)${postcode}`])
        : postcode;
  const where = flat([code, address], chance.pick([' ', '\n', ' ']));
  const title = chance.pick(words.easternTitles[country]!.split(';'));
  const shown = name + title;
  if (title) record.accept = { name: [shown, name + title.trim()] };
  const [n, p, a] = [0, 1, 2].map((at) => chance.pick(words.easternLabels[country]![at]!.split(';')));
  const kind = chance.pick(
    list('lines;lines;row;row;row;labels;labels;some labels;firm;no phone;no name;only;tells;brackets'),
  );
  record.habit = kind;
  const gap = chance.pick([' ', ' ', '\n', ', ', ' / ', '\n']);
  const body = ((): string => {
    switch (kind) {
      case 'lines':
        return flat(
          chance.pick([
            [where, shown, phone.text],
            [shown, where, phone.text],
            [shown, phone.text, where],
            [where, phone.text, shown],
          ]),
          '\n',
        );
      case 'row':
        return flat(
          chance.pick([
            [name, phone.text, where],
            [where, shown, phone.text],
            [where, phone.text, name],
            [phone.text, name, where],
          ]),
          gap,
        );
      case 'labels':
        return flat(
          [`${n}${name}`, `${p}${phone.text}`, `${a}${where}`],
          chance.pick(['\n', '\n', ' ', ', ']),
        );
      case 'some labels':
        return chance.pick([
          `${where}\n${n}${name}\n${phone.text}`,
          `${name} ${phone.text}\n${a}${where}`,
          `${where} ${name} ${p}${phone.text}`,
        ]);
      case 'firm': {
        const firm = chance.pick(words.easternFirms[country]!.split(';'));
        record.company = firm;
        record.accept = { ...record.accept, detail: [firm + detail, detail + firm] };
        return chance.pick([
          flat([where, firm, shown, phone.text], '\n'),
          flat([where, firm, name, phone.text], ' '),
          flat([firm, shown, where, phone.text], '\n'),
        ]);
      }
      case 'no phone':
        record.expected.phone = '';
        return chance.pick([`${where}\n${shown}`, `${name}\n${where}`, `${where} ${shown}`]);
      case 'no name':
        record.expected.name = '';
        return chance.pick([`${where} ${phone.text}`, `${where}\n${p}${phone.text}`]);
      case 'only':
        record.expected.name = '';
        record.expected.phone = '';
        return where;
      case 'tells':
        return chance
          .pick(words.easternTells[country]!.split(';'))
          .replace('N', name)
          .replace('P', phone.text)
          .replace('A', where);
      default:
        return `${where} (${name} ${phone.text})`;
    }
  })();
  const [before, behind] = [
    chance.pick(words.easternHello[country]!.split(';')),
    chance.pick(words.easternBye[country]!.split(';')),
  ];
  const ends = chance.below(10);
  record.text =
    ends < 5
      ? body
      : ends < 7
        ? before + chance.pick(['\n', ' ']) + body
        : ends < 9
          ? `${body}${chance.pick(['\n', ' ', '\n'])}${behind}`
          : `${before}\n${body}\n${behind}`;
  return record;
}
