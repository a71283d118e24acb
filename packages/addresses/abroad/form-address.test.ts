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
