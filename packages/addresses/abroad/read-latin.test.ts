import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';

describe('a message in Latin letters', () => {
  it('parts the receiver from who writes, and the address from another one', () => {
    const [best] = readAddress(
      'Hi, Paula here. The calendars are for my aunt, Edith Hargrove, 9 Tanner Row, Selby YO8 4PX (not the old flat in Goole). Thanks, Paula',
    );
    expect(best).toMatchObject({
      name: 'Edith Hargrove',
      city: 'Selby',
      postcode: 'YO8 4PX',
      country: 'GB',
      detail: '9 Tanner Row',
    });
  });

  it('keeps in whose care it is, and no digit of a house or a postcode is a phone', () => {
    const [best] = readAddress(
      'Jonas Keller c/o Marta Voss, Birkenweg 12a, D-04109 Leipzig, 0341 5550123',
      'DE',
    );
    expect(best).toMatchObject({
      name: 'Jonas Keller',
      postcode: '04109',
      city: 'Leipzig',
      phone: '+493415550123',
    });
    expect(best.detail).toBe('c/o Marta Voss, Birkenweg 12a');
  });

  it('is less sure where words may be a person or a street', () => {
    const clear = readAddress('Anna Lindqvist\n12 Market Street\nBoise, ID 83702', 'US')[0];
    const doubtful = readAddress('market hill lane house 4 church field boise', 'US')[0];
    expect(clear.confidence).toBeGreaterThan(0.9);
    expect(doubtful.confidence).toBeLessThan(0.8);
  });

  it('tells by the form of a phone whose number it is where nothing else says where', () => {
    for (const [text, country, phone] of [
      ['Rewi Tipene / 9 Tui Street / Ōhope 3121 / 07 575 2208', 'NZ', '+6475752208'],
      ['Ik ben Hanneke Smit, Burgwal 14 in Kampen, tel 038 331 62 50', 'NL', '+31383316250'],
      ['Ange Poli - Via Nova 6 - 20250 Corte - 04 65 71 09 41', 'FR', '+33465710941'],
    ] as const)
      expect(readAddress(text)[0]).toMatchObject({ country, phone });
  });

  it('parts a street, a town, a state and a postcode that were put together', () => {
    expect(readAddress('Omar Haddad,6204 Michigan AveDearborn,MI48126 cell313-555-0147')[0]).toMatchObject({
      detail: '6204 Michigan Ave',
      city: 'Dearborn',
      province: 'MI',
      postcode: '48126',
      phone: '+13135550147',
    });
    expect(
      readAddress('S Kumaran 33A Upper Serangoon Rd #03-02Singapore347659 hp 98231177')[0],
    ).toMatchObject({
      name: 'S Kumaran',
      postcode: '347659',
    });
  });

  it('has no rank before a name and no degree behind it, and keeps who the host is', () => {
    const of = (text: string) => readAddress(text)[0];
    expect(of('Dr Fiona Mackellar BVSc, 9 Railway Terrace, York WA 6302').name).toBe('Fiona Mackellar');
    expect(of('Hiroko Endo\npresso Famiglia Lombardi\nBorgo Pinti 60\n50121 Firenze FI').detail).toBe(
      'presso Famiglia Lombardi, Borgo Pinti 60',
    );
  });
});

describe('what stands beside the street', () => {
  it.each([
    [
      'JP',
      'Ingrid Falk, 2-14-6 Meguro, Meguro-ku, Tokyo 153-0063, Room 902, 090-5555-0144',
      { province: 'Tokyo', city: 'Meguro-ku', detail: '2-14-6 Meguro, Room 902' },
    ],
    [
      'KR',
      'Duc Le, 88 Jungbu-daero, Paldal-gu, Suwon-si, Gyeonggi-do 16488, Room 305, 010-5555-0144',
      {
        province: 'Gyeonggi-do',
        city: 'Suwon-si',
        district: 'Paldal-gu',
        detail: '88 Jungbu-daero, Room 305',
      },
    ],
    [
      'FR',
      'Paulo Reis\nchez Mme Odile Aubry\n16 rue du Port\n10000 Troyes\n06 39 98 15 44',
      { name: 'Paulo Reis', detail: 'chez Mme Odile Aubry, 16 rue du Port' },
    ],
    ['NZ', 'Joan Fell\n318 Kea Road\nRD 3\nTe Puke 3183\n07 555 0144', { detail: '318 Kea Road, RD 3' }],
    [
      'AU',
      'Oliver Stone\nLot 12 Wallaby Track, Nannup WA 6275\n0491 575 744',
      { detail: 'Lot 12 Wallaby Track' },
    ],
  ])('%s keeps its place: %s', (country, text, answer) => {
    expect(readAddress(text, country)[0]).toMatchObject(answer);
  });

  it.each([
    [
      'FR',
      'Paulo Reis, 16 rue du Port, 10000 Troyes, 06 39 98 15 44, si absent laisser chez le voisin',
      'chez le voisin',
    ],
    [
      'JP',
      'Ingrid Falk, Room 902, 2-14-6 Meguro, Meguro-ku, Tokyo 153-0063, 090-5555-0144, thanks',
      'thanks',
    ],
  ])('%s has nothing of what is only said: %s', (country, text, said) => {
    expect(readAddress(text, country)[0].detail).not.toContain(said);
  });
});

describe('a title behind the name', () => {
  it.each([
    [
      'SG',
      'Goh Mei Fen (Ms)\nJade Trading Pte Ltd\n10 Anson Road #22-08\nSingapore 079903\nTel: 6555 0144',
      'Goh Mei Fen',
    ],
    ['KR', '대전광역시 유성구 대학로 99 충남대학교 인문대학 210호 윤태호 교수 042-555-0144', '윤태호'],
    ['KR', '대전광역시 유성구 대학로 99 충남대학교 인문대학 210호 교수진 042-555-0144', '교수진'],
  ])('%s is none of it: %s', (country, text, name) => {
    expect(readAddress(text, country)[0].name).toBe(name);
  });
});
