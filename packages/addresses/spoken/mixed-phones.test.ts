/** Phones in digits and words by turns, or in groups that nobody's rules have; what only looks like one stays as it is. */
import { readAddress } from '@platen/addresses/parse-address';
import { describe, expect, test } from 'vitest';
import { writeSpoken } from './spoken-message.ts';

const phoneOf = (text: string): string => readAddress(text)[0].phone;

describe('a phone that is half in words', () => {
  test.each([
    ['Nell Hardy, 12 Canal St, Troy, NY 12180. text me 518five550143 pls', '+15185550143'],
    ['Ana Reyes, 9 Elm Ct, Boise ID 83702, 208 five 5 five, 0 one 88', '+12085550188'],
    ['Tom Vance, 4 Reef St, Noosa QLD 4567. oh4hundred 551 932', '+61400551932'],
    ['Kit Moran, 4 Reef St, Noosa QLD 4567, mob 0413 twelve 09 87', '+61413120987'],
    ['Ida Bell, 3 Church Lane, Louth LN11 9PX, tel 01507 355 0 double 7', '+441507355077'],
    ['Hemi Rua, 14 Tui Rd, Levin 5510, ph 06 368 2 triple 4', '+6463682444'],
    ['Jo Pike, 77 Oak Ave, Erie PA 16501. eight one four... 555... 0122', '+18145550122'],
    ['Lena Vogt, Gartenweg 3, 34117 Kassel, Handy 0171 doppel 4 drei 5 sechs 7 acht', '+491714435678'],
    ['Luc Morin, 8 rue Basse, 14000 Caen, portable 06 douze 34 cinquante-six 78', '+33612345678'],
    ['Pia Conti, via Larga 8, 20122 Milano, cell 347 uno 2 tre 45 sei 7', '+393471234567'],
    ['Eva Soto, calle Sol 8, 41001 Sevilla, móvil 612 tres 4 cinco 67 ocho', '+34612345678'],
    ['Wim Bos, Kerkstraat 8, 1811 AB Alkmaar, mobiel 06 twaalf 34 zes 5 zes 7', '+31612346567'],
  ])('is written in digits: %s', (text, phone) => {
    expect(phoneOf(text)).toBe(phone);
  });

  test.each([
    ['Ann Ross, 210 Pine St, Waco TX 76701. 2 5 4, 555 0167', '+12545550167'],
    ['Ann Ross, 210 Pine St, Waco TX 76701, 254*555*0167', '+12545550167'],
    ['Bea Firth, 6 Mill Row, Whitby YO21 3AB, 07700 9 0 0 1 2 3', '+447700900123'],
    ['Bea Firth, 6 Mill Row, Whitby YO21 3AB, O7700 900 123', '+447700900123'],
  ])('so is one in odd groups: %s', (text, phone) => {
    expect(phoneOf(text)).toBe(phone);
  });

  test.each([
    'Ann Ross, 2 Five Oaks Rd, unit 3, Waco TX 76701, 254-555-0167',
    'Order 4 5 6, 3 boxes of Eight O Clock coffee, Ann Ross, 10 Pine St, Waco TX 76701',
    'Number One 12 Ltd, 7 Seven Dials, London WC2H 9DG, 020 7946 0123',
  ])('other numbers stay: %s', (text) => {
    expect(writeSpoken(text)).toBeUndefined();
  });
});

test('two numbers in one breath are a phone rather than two postcodes', () => {
  expect(
    phoneOf(
      'its for Mere Tau, 18 Rata Street, Levin 5510, oh two seven double five, six one two, double eight',
    ),
  ).toBe('+64275561288');
});

test('the two letters of a British postcode are said in one breath', () => {
  const [got] = readAddress(
    'Gwen Rees, forty-two Castle Street, Cardiff. CF one oh, one B S. Phone oh two nine, two oh one eight, oh one two three.',
  );
  expect(got).toMatchObject({ postcode: 'CF10 1BS', detail: '42 Castle Street', phone: '+442920180123' });
});

test('a nought may be said behind the whole number', () => {
  expect(
    phoneOf(
      'Gwen Rees, forty-two Castle Street, Cardiff CF10 1BS. Phone two nine two oh, one eight oh, one two three, with an oh before.',
    ),
  ).toBe('+442920180123');
});
