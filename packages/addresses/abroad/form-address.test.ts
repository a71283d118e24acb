import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';

describe('a filled form', () => {
  it('is read by the names of its fields, whatever stands behind them', () => {
    for (const text of [
      'Forename: Bram | Surname: Oakes | House no./name: 29A | Road: Linden Way | Post town: Thirsk | Postcode: yo71qp',
      'Forename >> Bram\nSurname >> Oakes\nHouse >> 29A\nStreet >> Linden Way\nTown >> Thirsk\nP/code >> YO7 1QP',
      'Forename....Bram\nSurname.....Oakes\nHouse no....29A\nRoad........Linden Way\nTown........Thirsk\nPostcode....YO7 1QP',
      'Forename,Surname,House number,Street,Town,Postcode\nBram,Oakes,29A,Linden Way,Thirsk,YO7 1QP',
    ])
      expect(readAddress(text, 'GB')[0]).toMatchObject({
        name: 'Bram Oakes',
        detail: '29A Linden Way',
        city: 'Thirsk',
        postcode: 'YO7 1QP',
        leftover: [],
      });
  });

  it('has the number where the country writes it', () => {
    const [best] = readAddress(
      'Anrede: Frau\nVorname: Annika\nNachname: Voss\nNr.: 7b\nStraße: Birkenweg\nPLZ/Ort: 04109 Leipzig\nBemerkung: klingeln',
    );
    expect(best).toMatchObject({
      country: 'DE',
      name: 'Annika Voss',
      detail: 'Birkenweg 7b',
      postcode: '04109',
      city: 'Leipzig',
    });
  });

  it('knows fields that were left empty and names that are known to nobody', () => {
    const [best] = readAddress(
      'Civilité [x] Mme [ ] M.\nNom* VALLET\nPrénom* Odile\nN° et rue* 5, impasse du Lavoir\nLieu-dit / BP\nCode postal* 87000\nVille* Limoges\nMachin : truc',
    );
    expect(best).toMatchObject({
      country: 'FR',
      name: 'Odile VALLET',
      detail: '5, impasse du Lavoir',
      city: 'Limoges',
    });
  });

  it('leaves a line that holds the whole address to its words', () => {
    const [best] = readAddress('Name: Ada Prior\nAddress: 22 Hill Street, Glasgow\nPostcode: G11 5PS');
    expect(best).toMatchObject({ name: 'Ada Prior', detail: '22 Hill Street', city: 'Glasgow' });
  });
});

describe('a form whose fields have nothing between them', () => {
  it.each([
    [
      'FR',
      'Nom:Alain ROYTél:0639981044Adresse:8 rue Basse,54000 Nancy',
      'Alain ROY',
      '+33639981044',
      '8 rue Basse',
    ],
    [
      'DE',
      'Name:Uwe RautTel:015155501234Adresse:Am Markt 3,06108 Halle',
      'Uwe Raut',
      '+4915155501234',
      'Am Markt 3',
    ],
    [
      'IT',
      'Nome:Luca FerriCell:3475550144Indirizzo:Via Po 4,10124Torino',
      'Luca Ferri',
      '+393475550144',
      'Via Po 4',
    ],
    [
      'ES',
      'Nombre:Ana QuispeTelf:602555044Dirección:Calle Sol 9,28012Madrid',
      'Ana Quispe',
      '+34602555044',
      'Calle Sol 9',
    ],
    [
      'GB',
      'Name:Ann WardMobile:07700900123Address:4 Mill Lane,Ludlow SY8 1AA',
      'Ann Ward',
      '+447700900123',
      '4 Mill Lane',
    ],
    [
      'SG',
      'Name:Muthu RajanHP:90550144Add:Blk 9 Bedok Rd #02-15 S460009',
      'Muthu Rajan',
      '+6590550144',
      'Blk 9 Bedok Rd #02-15',
    ],
  ])('is parted before the name of each field in %s', (country, text, name, phone, detail) => {
    expect(readAddress(text, country)[0]).toMatchObject({ name, phone, detail });
  });

  it('keeps names of fields that are one word, and names of people', () => {
    const [read] = readAddress(
      'FullName: Jo McAdd\nHomeAddress: 4 Mill Lane\nCity: Ludlow\nPostcode: SY8 1AA',
      'GB',
    );
    expect(read).toMatchObject({ name: 'Jo McAdd', detail: '4 Mill Lane', city: 'Ludlow' });
  });
});

describe('names of fields that mean one thing or another', () => {
  it('a value keeps its last word where the next field is known', () => {
    expect(
      readAddress(
        '{"name":"Dana Moss","line1":"12 Elm St","line2":"Unit 4","city":"Guelph","prov":"ON","zip":"N1H 3S8","ph":"5195550104"}',
      )[0],
    ).toMatchObject({
      name: 'Dana Moss',
      detail: '12 Elm St, Unit 4',
      city: 'Guelph',
      phone: '+15195550104',
    });
    expect(
      readAddress(
        '{"to":"Kay Vane","st":"8 Oak St","city":"Waco","state":"TX","zip":"76701","ph":"2545550167"}',
      )[0],
    ).toMatchObject({ detail: '8 Oak St', city: 'Waco' });
  });

  it('a receiver by one name has the surname of the field beside it, and a code may be the postcode', () => {
    const form = 'Receiver: Dana\nSurname: Moss\nSt: 12 Elm St\nCity: Guelph\nProv.: ON\nPh: 519-555-0104';
    expect(readAddress(`${form}\nCode: N1H 3S8`)[0]).toMatchObject({
      name: 'Dana Moss',
      postcode: 'N1H 3S8',
    });
    // Of a door.
    expect(readAddress(`${form}\nPostal: N1H 3S8\nCode: 4021#`)[0].postcode).toBe('N1H 3S8');
  });
});

describe('what is glued', () => {
  it.each([
    ['Kay Vane 12 Reef St Parramatta nsw2150 61411206983', 'AU', '+61411206983', '2150'],
    ['Kay Vane, 12 Mill Row, Whitby YO21 3AB, 447700900123', 'GB', '+447700900123', 'YO21 3AB'],
    ['Uwe Hahn, Am Ring 2, 34117 Kassel, 491715550141', 'DE', '+491715550141', '34117'],
    ['Pia Conti, via Larga 8, 20122 Milano, 393471234567', 'IT', '+393471234567', '20122'],
    ['Els Bos, Kerkstraat 31, 1811 AB Alkmaar, 31612340012', 'NL', '+31612340012', '1811 AB'],
  ])('a state and its postcode, and a phone with its country: %s', (text, country, phone, postcode) => {
    expect(readAddress(text)[0]).toMatchObject({ country, phone, postcode });
  });
});

it.each([
  ['Room 14 (was 9), Lilac Lodge, 22 Gordon St, Guelph ON N1H 3S8. Vera Ostrow 519 555 0143', 'Room 14'],
  ['Vera Ostrow, Ahornweg 18 (nicht 8), 34117 Kassel, 0171 5550141', 'Ahornweg 18'],
])('a number in brackets that is not meant goes: %s', (text, house) => {
  const { detail, leftover } = readAddress(text)[0];
  expect(detail).toContain(house);
  expect(detail).not.toContain('(');
  expect(leftover.map((each) => each.text).join(' ')).toMatch(/was 9|nicht 8/);
});
