/** Western messages with several phones: the one that somebody hears is called. No country is given. */
import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';
import { callFirst } from './western-calls.ts';

const phoneOf = (text: string): string => readAddress(text)[0].phone;

describe('the phone that is to be rung', () => {
  it.each([
    [
      'For Ada Quill, 14 Orchard Lane, Dayton, OH 45402. Her own line 937-555-0113 just rings, so have him call her nephew Theo 937-555-0147',
      '+19375550147',
    ],
    [
      "Send to Joan Pell, 9 Mill St, Guelph ON N1H 3S8. 519-555-0104 is the old house line and gets cut off in May, my cell's 519-555-0162.",
      '+15195550162',
    ],
    [
      'Ruth Ames, 5 Quarry Road, Truro TR1 2NA. 01872 555 014 is just for the invoice. The driver calls Piers, the gardener, at 07700 900 318.',
      '+447700900318',
    ],
    [
      'Das ist für den Kiosk meiner Tante: Gülay Aksoy, Lindenstr. 44, 50674 Köln. Ruf sie an 0221 / 55 01 17 22, ich bin nur der Neffe (Deniz, 0163 5550117)',
      '+4922155011722',
    ],
    [
      'Jonas Wirth, Bachgasse 3, 04109 Leipzig. Mein Mitbewohner hat die 0176 55501123, ruft aber zuerst bei mir an, 0157 55501144',
      '+4915755501144',
    ],
    [
      'Fleurs pour maman, Mme Yvette Caron, 8 rue du Puits, 76000 Rouen. Le sien c’est 06 39 98 00 11, ne la dérangez pas, appelez sa fille, donc moi : 07 66 20 00 12.',
      '+33766200012',
    ],
    [
      'Hay que entregar a Nerea Soto, calle Luna 8, 17004 Girona. A mí no me llaméis que estoy fuera (Pau, 600 83 00 11), llamad a mi socia, 699 02 00 12.',
      '+34699020012',
    ],
    [
      'Carla Rinaldi, via Pace 4, 17100 Savona. Il cell di Carla è 347 608 0011 ma è dal tecnico, il corriere chiami il fisso, 019 832 0012.',
      '+390198320012',
    ],
    [
      'Stuur naar oma: mw. Hilda Pinas, Dreef 12, 1103 TX Amsterdam, haar nummer is 020-695 00 11. Tante Rita (06-33920012) alleen bellen als er brand is',
      '+31206950011',
    ],
    [
      'Namens mijn vader: dhr. Klaas Vis, Dorpsweg 10, 1817 ML Alkmaar, telefoon 072 511 00 11. Zelf ben ik bereikbaar op 06-20 91 00 12.',
      '+31725110011',
    ],
    [
      "Rob Tully 0491 570 313 - don't phone me tho, phone mum 0491 570 737. 6 Wattle Ct, Dubbo NSW 2830",
      '+61491570737',
    ],
    // The client's phone is no client's number.
    [
      'tél. client 06 39 98 00 41, Luc Martin, 3 allée des Charmes, 57130 Jouy-aux-Arches. Si litige seulement : agence 03 53 01 00 42.',
      '+33639980041',
    ],
    // For a case alone, though `ring me` stands before it.
    [
      'To Isla Moss, 8 Abbey Row, Hexham NE46 3NX. Ring me (her uncle, Neil, 07700 900 411) only if she is out. Hers: 07700 900 722.',
      '+447700900722',
    ],
    [
      'Für Lena Kurz, Ahornweg 8, 34117 Kassel. Mich (Tom, 0171 5550141) nur falls sie weg ist. Ihre Nummer: 0171 5550172',
      '+491715550172',
    ],
    // A verb is turned round behind it in spoken French.
    [
      "Rémi Gagnon, 88 rue Caron, Rimouski QC G5L 3A1. Appelez pas au 418 555 0141, c'est mon ancien coloc; c'est 418 555 0172",
      '+14185550172',
    ],
    // Whom to ring is said without a number.
    [
      "It's for my nan, Peg Doyle, 3 Quay St, Galston NSW 2159. Hers 0491 570 156, mine 0491 570 157, please ring mine because she is deaf",
      '+61491570157',
    ],
    [
      'Pour mamie, Odile Roy, 12 rue Haute, 76000 Rouen. Moi c’est Paul 06 39 98 00 21, elle a le 02 61 91 00 22 mais rien ne marche, donc appelez-moi.',
      '+33639980021',
    ],
    [
      "Send it to dad, Les Hume, 4 Mill Rd, Levin 5510. He has 06 368 2444, I'm Tess 021 555 0122 and abroad so call him.",
      '+6463682444',
    ],
    // What is said of a number itself.
    [
      'Ann Low, 7 Bay St, Kiama NSW 2533, 0491 570 158. His number on file (0491 570 159) please delete',
      '+61491570158',
    ],
    [
      'Ann Low, 7 Bay St, Erie PA 16501 / (no calls, text) 814 555 0131 / if no answer, cousin Ray 814 555 0132',
      '+18145550131',
    ],
    [
      'Ann Low, 7 Bay St, Erie PA 16501, home 814 555 0133, garage 814 555 0134 (the neighbour, NO)',
      '+18145550133',
    ],
    ['Ann Low, 7 Bay St, Erie PA 16501. work: Low Motors, 814-555-0135. me: 814-555-0136', '+18145550136'],
    [
      'receiver my dad, payer me (Ann, 07700 900 433). dad: Huw Low, 7 Bay St, Hexham NE46 3NX, his tel 01434 555 014',
      '+441434555014',
    ],
    [
      'Odile Roy, 12 rue Haute, 76000 Rouen. Je réponds rarement au 02 61 91 00 23, mieux vaut le portable 06 39 98 00 24.',
      '+33639980024',
    ],
    [
      'Eva Soto, calle Sol 8, 41001 Sevilla, casi nunca contesto el 954 00 00 23, mejor el móvil 612 00 00 24',
      '+34612000024',
    ],
  ])('%s', (text, phone) => {
    expect(phoneOf(text)).toBe(phone);
  });

  it('the other one is kept', () => {
    expect(
      readAddress(
        'Olive Tarn, 6 Weir Lane, Kendal LA9 4RT. 01539 555 011 is just for the invoice, her mobile 07700 900 417',
      )[0],
    ).toMatchObject({ phone: '+447700900417', other_phones: ['+441539555011'] });
  });

  it.each([
    // A name, a bell and a street are none of the words.
    ['Se llama Inés Rey, 963 55 00 11, 642 08 00 12', '+34963550011', '+34642080012'],
    ['De bel doet het niet. 0229-210011, 06-12340012', '+31229210011', '+31612340012'],
    ['Uwe Hahn, Am Ring 2, 0561 550011, 0170 5550012', '+49561550011', '+491705550012'],
    ['per our call 775-555-0144, 775-555-0145', '+17755550144', '+17755550145'],
    // The same is said of both.
    ['Please call 775-555-0144 or call 775-555-0145', '+17755550144', '+17755550145'],
  ])('nothing is said: %s', (text, ...phones) => {
    expect(callFirst(phones, text)).toBeUndefined();
  });

  it('the words of a case leave a phone that stands alone', () => {
    expect(phoneOf('Ana Gil, Calle Sol 3, 46022 Valencia, en caso de ausencia llamar al 642 08 51 00')).toBe(
      '+34642085100',
    );
  });
});
