/** What is said anew by somebody who dictates: numbers, the end of a phone, names in two pieces. Ordinary words that look like it change nothing. */
import { readAddress } from '@platen/addresses/parse-address';
import { describe, expect, test } from 'vitest';
import { writeSpoken } from './spoken-message.ts';

const read = (text: string): string => {
  const [{ name, phone, city, detail, postcode }] = readAddress(text);
  return [name, phone, city, detail, postcode].join(' / ');
};

const written = (text: string): string => writeSpoken(text)?.text ?? text;

describe('a number that is said anew takes the place of the one before it', () => {
  test.each([
    [
      'Notiz: Gesine Albers, Kastanienallee vierzehn, nein warte, vierundzwanzig, in drei sieben null acht fünf Göttingen. Telefon null fünf fünf eins, vier vier acht, neun eins.',
      'Gesine Albers / +4955144891 / Göttingen / Kastanienallee 24 / 37085',
    ],
    [
      'schrijf op: Joost Hagen, Molenweg achttien, nee, achtentwintig, achttien is de garage. postcode zeven drie een een, dan de letters K en de M, Apeldoorn. Nul zes, vijf vijf, een twee, drie vier, acht negen.',
      'Joost Hagen / +31655123489 / Apeldoorn / Molenweg 28 / 7311 KM',
    ],
    [
      'apunte: Nieves Corral, calle Olmo número sesenta y dos, perdón, setenta y dos, León, dos cuatro cero cero tres, móvil seis uno ocho, treinta, once, cuarenta',
      'Nieves Corral / +34618301140 / León / calle Olmo 72 / 24003',
    ],
    [
      'allora: Piera Lodi, corso Mazzini ventidue, anzi no, trentadue, ventidue è la scuola, quattro otto uno due uno Ravenna, cellulare tre tre tre, uno due uno, quattro cinque sei sette',
      'Piera Lodi / +393331214567 / Ravenna / corso Mazzini 32 / 48121',
    ],
    [
      'This is for Hal Dorsey, number seventeen, no sorry that was the old place, twenty-seven Cedar Lane, Duluth, Minnesota, five five eight oh three. Two one eight, five five five, oh one seven nine, no wait, oh one nine seven.',
      'Hal Dorsey / +12185550197 / Duluth / 27 Cedar Lane / 55803',
    ],
  ])('%s', (text, right) => {
    expect(read(text)).toBe(right);
  });

  test.each([
    [
      'block one one nine, no sorry, block one nine one Hougang Street five, hash oh two dash one oh eight, postal five three oh one nine one, nine one double two, three four five six',
      'block 191 Hougang',
    ],
    [
      'flat twelve C, sorry, fourteen C, Elm Court, call oh seven seven double oh, nine hundred, one two one',
      'flat 14C',
    ],
    [
      'call oh two oh, seven nine four six, double oh one two... hang on, double oh one five. Ann Lee, six High Street',
      '020 7946 0015',
    ],
    ['five-twenty... five-twenty-five Oak Street, Reno, zip eight nine five oh one', '525 Oak Street'],
    [
      'Number sixty, hang on, sixteen, one six, Quay Road, ring oh two one, four four oh, two two one',
      '16 Quay Road',
    ],
    ['Sechzehn, Am Anger sechzehn, neun neun null acht vier Erfurt', 'Am Anger 16,'],
  ])('%s', (text, part) => {
    expect(written(text)).toContain(part);
  });

  test.each([
    'flat two no twelve Elm Street, ring oh two one, four four oh, two two one',
    'unit six, level three, twelve Elm Street, ring oh two one, four four oh, two two one',
  ])('%s keeps both numbers', (text) => {
    expect(written(text)).toMatch(/(?:2|6)\D+(?:3\D+)?12/);
  });

  test('what nobody dictated stays', () => {
    expect(writeSpoken('two cats, no wait, three cats live at 4 Elm Street, Reno')).toBeUndefined();
  });
});

describe('a name in two pieces is one', () => {
  test.each([
    [
      'Surname Quiller. First name Edwin. Nine Mill Lane, ring oh two one, four four oh, two two one',
      'Edwin Quiller. 9',
    ],
    [
      'name Tamsin, family name Roe, nine Mill Lane, ring oh two one, four four oh, two two one',
      'name: Tamsin Roe, 9',
    ],
    [
      'For Mrs. Holt. First name? Ada. Nine Mill Lane, ring oh two one, four four oh, two two one',
      'Mrs. Ada Holt. 9',
    ],
    ['Ulla Essen, Vorname Ulla, Am Markt drei, neun neun vier zwo drei Weimar', 'Ulla Essen, Am Markt 3'],
    [
      'Yara, Y A R A, Penn hyphen Odell, O D E L L, nine Mill Lane, ring oh two one, four four oh, two two one',
      'Yara Penn-Odell, 9',
    ],
    ["it's Ivo. Ivo Lind, nine Mill Lane, ring oh two one, four four oh, two two one", "it's Ivo Lind, 9"],
    [
      "send it to mo um o'hara with an apostrophe at nine mill lane, ring oh two one, four four oh, two two one",
      "to mo o'hara at 9",
    ],
    ['Ann Hollis, double L I S, nine Mill Lane, ring oh two one, four four oh, two two one', 'Ann Hollis, 9'],
  ])('%s', (text, part) => {
    expect(written(text)).toContain(part);
  });
});

describe('numbers and letters in other forms', () => {
  test.each([
    [
      'unit nine slash twenty-two Hill Street, mobile oh four two two, nine one one, oh three eight',
      'unit 9/22 Hill',
    ],
    ['apartment C as in cat, four four Hill Street, zip eight nine five oh one', 'apartment C,'],
    ['postcode em one, four bee tee, phone oh one six one, four nine six, double oh one two', 'M1 4BT'],
    ['nine oh one oh, oh three, four six four, double two one seven', '9010, 03 464 2217'],
    ["c'est le quatre un huit, cinq cinq cinq, zéro un deux deux", '418 555 0122'],
    ['appartement douze-zéro-trois, rue Nungesser, trente et un deux cents Toulouse', 'appartement 1203'],
    ['Lindenweg vier b wie Berta, neun neun vier zwo drei Weimar', 'Lindenweg 4b, 99423'],
    [
      'De straat? Lange Gracht. Nummer? Achtendertig. postcode een twee drie vier, A van Anna, B van Bert',
      'Lange Gracht 38. ',
    ],
    [
      'rue des Acacias, au numéro douze, zéro six, trente-neuf, quatre-vingt-dix-huit, zéro deux, onze',
      'Acacias 12,',
    ],
    [
      'au numéro douze, rue des Acacias, zéro six, trente-neuf, quatre-vingt-dix-huit, zéro deux, onze',
      '12, rue des',
    ],
    ['Fünf zwo drei eins mit der Null davor, dann sechs vier, zwo eins. Am Markt drei', '05231642'],
    ['Kerkstraat, achttien, postcode een twee drie vier, A van Anna, B van Bert', 'Kerkstraat, 18,'],
    [
      'sixty Quay Road, number sixty not sixteen, Leith, ring oh two one, four four oh, two two one',
      '60 Quay Road, Leith',
    ],
  ])('%s', (text, part) => {
    expect(written(text)).toContain(part);
  });
});
