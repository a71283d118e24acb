import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';
import { isScanSlip } from './confusable-signs.ts';
import { withoutScanSlips } from './scanned-text.ts';

describe('signs that a scanner took for others', () => {
  it.each([
    [
      'RECElVER lvan Ta1bot\n3l Mill Ave\nScarb0rough WA 6O19\nPH O491 578 900',
      'RECEIVER Ivan Talbot\n31 Mill Ave\nScarborough WA 6019\nPH 0491 578 900',
    ],
    ['16O4 Oak St, Portland, 0R 97214, 5O3-555-0l87', '1604 Oak St, Portland, OR 97214, 503-555-0187'],
    // Words by what is known, else by the letters around.
    [
      'C0NSlGNEE: E1izabeth Trevi11ick, 5hop 3, l4 B0wling Green Lane, Guildf0rd',
      'CONSIGNEE: Elizabeth Trevillick, Shop 3, 14 Bowling Green Lane, Guildford',
    ],
    [
      'De5tinataire : Mme Su2anne 0livier\n2O8 bou1evard V0ltaire\n75Ol1 Pari5',
      'Destinataire : Mme Suzanne Olivier\n208 boulevard Voltaire\n75011 Paris',
    ],
    [
      'FRAU lNGRlD 5CHULTE\nL1NDENSTRASSE 4O\n5O674 K0LN',
      'FRAU INGRID SCHULTE\nLINDENSTRASSE 40\n50674 KOLN',
    ],
    [
      "cIiente: Franco Be11uzzi, viale del1'lndustria 1O5, 4OO26 Imo1a",
      "cliente: Franco Belluzzi, viale dell'Industria 105, 40026 Imola",
    ],
    // Postcodes by their form, states by the postcode beside them.
    ['C0nsignee Ann R0we, 8 Ki1n Lane, 0xford OX4 lEN', 'Consignee Ann Rowe, 8 Kiln Lane, Oxford OX4 1EN'],
    [
      'N0M: Luc Ga1lant, l7 rue du Quai, Matane QC GOJ 3LO',
      'NOM: Luc Gallant, 17 rue du Quai, Matane QC G0J 3L0',
    ],
    ['5hip to: 0tto Hart, 3l4 Elm 5t, Da11as, TX 752Ol', 'Ship to: Otto Hart, 314 Elm St, Dallas, TX 75201'],
    ['T0: Ida Moss, 2O Mi11 5t, Parkes N5W 287O', 'TO: Ida Moss, 20 Mill St, Parkes NSW 2870'],
    [
      'Aan: J0ost 5mit, Kerk5traat ll, 5611 GH Eindhoveu',
      'Aan: Joost Smit, Kerkstraat 11, 5611 GH Eindhoven',
    ],
    // In the run of a phone every letter is a digit.
    ['Te1. +49 I7l 4S6 ll 9Z', 'Tel. +49 171 456 11 92'],
    ['Móvil 6B1 2O4 S5l, Ca1le 0lmo 7', 'Móvil 681 204 551, Calle Olmo 7'],
    // Houses by where they stand; the second of a name.
    ['Lie5je de Wit, Brink5traat 2S, 74Ol AB Deventer', 'Liesje de Wit, Brinkstraat 25, 7401 AB Deventer'],
    ['Dr. A1ma R0ss, ll Bridge Street, Durham', 'Dr. Alma Ross, 11 Bridge Street, Durham'],
    ['Via Vittorio Emanue1e ll 3O, 20l21 Mi1ano', 'Via Vittorio Emanuele II 30, 20121 Milano'],
    ['Mr Ian 0rr, The 0ld F0rge, Leve1 2, 1st Ave', 'Mr Ian Orr, The Old Forge, Level 2, 1st Ave'],
    // What is no slip stays in a scanned text too.
    [
      'Te1. O2O7 946 0l23, Block-1B, Nr.1a, Flat 3B, Suite 100B, 12th f1oor, P0 B0X 4l, RG1 1AA, Ref B7-2291X',
      'Tel. 0207 946 0123, Block-1B, Nr.1a, Flat 3B, Suite 100B, 12th floor, PO BOX 41, RG1 1AA, Ref B7-2291X',
    ],
    ['Spett.1e F.1li Mo1inari, via Roma 8O', 'Spett.le F.lli Molinari, via Roma 80'],
    ['6 6 8 O - l 2 5 4', '6 6 8 0 - 1 2 5 4'],
  ])('%s', (text, meant) => expect(withoutScanSlips(text)).toBe(meant));

  it.each([
    // Postcodes, suffixes of houses, units, orders and phones of the young have them.
    'h2s 2l8',
    'Hauptstr1bis, Flat1b, 12l, EC1A 1BB',
    'Llanrug, a1b@example.org',
    'Jo Lane, Flat 1l, 2nd floor, 12B High St, London E1 6AN, 07700 900123',
    'Order KX4O17B, Ann Poe, 5th Ave 350, New York NY 10118, (212) 555-0100',
    'Tan Ah Kow, Blk 12 #05-112 S159349, or new S597626, 9123 4567',
    'Ada Ray, 44 Hwy 808, Honolulu HI 96801, 808-555-0142',
    'Mrs Kaur, 5pm after work, 1st floor, K1A 0B1 Ottawa, iPhone 5S case, B2B shop',
    'Anna Rossi, Via Roma 5, scala B, 1o piano, 5oA, 00184 Roma',
    'user l33t_0ne, https://shop.example/a1b2c3O5/0O0l',
  ])('%s stays', (text) => expect(withoutScanSlips(text)).toBe(text));

  it('is heard in texts with characters of the east for numbers alone', () =>
    expect(withoutScanSlips('〒l5O-OO0l 東京都渋谷区神宮前 R0oms 電話 O3-54l2-77O8')).toBe(
      '〒150-0001 東京都渋谷区神宮前 R0oms 電話 03-5412-7708',
    ));

  it('gives what was meant to every part', () =>
    expect(
      readAddress(
        'DEL1VER T0: Ph0ebe Ha11am\nAPT 3O5, 22 HARB0UR R0AD\nP0RTISHEAD BS2O 7DD\nTe1 O7700 9OO l42',
      )[0],
    ).toMatchObject({
      name: 'Phoebe Hallam',
      phone: '+447700900142',
      postcode: 'BS20 7DD',
      detail: 'APT 305, 22 HARBOUR ROAD',
    }));

  it('keeps the place of every word that is left over', () => {
    for (const given of [
      'REClPIENT Joe Whit, 12 Harbour Terrace, Port Lincoln SA 56O6, zzyzx',
      'Te1: O7700 9OO l42 — Mrs J0an 5mart, l7 Market P1ace, Rip0n HG4 lEB. blorp 2waagstuk',
    ]) {
      const [best] = readAddress(given);
      expect(best.leftover.length).toBeGreaterThan(0);
      for (const { text, start, end } of best.leftover) {
        const shown = [...given.slice(start, end)];
        expect(shown.length).toBe(text.length);
        expect(shown.every((sign, at) => sign === text[at] || isScanSlip(sign, text[at]!))).toBe(true);
      }
    }
  });

  it('takes no longer for a text that is made of such signs', () => {
    const start = performance.now();
    for (const piece of ['1l0O', 'lO ', 'O0-', 'a1b0c1d0e1f0 ', 'S5Z2 ', '1'])
      withoutScanSlips(piece.repeat(2000 / piece.length));
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
