import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';

const read = (text: string) => readAddress(text)[0];

describe('phones', () => {
  it.each([
    ['Fam. de Bruin\nLindelaan 8\n1621 AB Hoorn\n(0229) 21 44 03', '+31229214403'],
    ['Claire Morel\n4 rue du Four\n67000 Strasbourg\n0 6 1 2 4 8 3 3 0 5', '+33612483305'],
    ['Anna Piras\nVia Roma 22\n09124 Cagliari\n(070) 651192', '+39070651192'],
    ['Ship to: Dana Poole | 88 Kilo Loop | Waco, TX | 76701 | 254/555-0144', '+12545550144'],
    // The number inside a firm, in short words.
    ['Kiri Moana, 9 Lupton Road, Whangārei 0112, DDI 09 430 4400 extn 318', '+6494304400-318'],
    ['Gert Brink, Dorpsweg 50, 7609 PX Almelo, tel. 0546-693000 tst 9', '+31546693000-9'],
    // A tax number has as many digits.
    [
      'P.IVA 03417720111\nBar Sole\nPaola Neri\nViale Rossi 7\n36100 Vicenza VI\nTel. 0444 753111',
      '+390444753111',
    ],
    // The code of a door and the number of a house are none.
    ['Paul Petit, 12 bis rue Haute, 35000 Rennes, code 4812, 02 99 12 34 56', '+33299123456'],
  ])('%s', (text, phone) => expect(read(text).phone).toBe(phone));

  it('of whoever orders are not called', () => {
    expect(
      read(
        'Soy la hija de Don Luis Gorriz. Mi padre vive en Calle Luna 4, 22700 Jaca, Huesca. Fijo: 974 36 12 99. Mi móvil 655 900 111 es para la factura.',
      ).phone,
    ).toBe('+34974361299');
    expect(
      read(
        "For Mum: Mrs Joy Holland, 14 Tui St, Hastings 4122. Nurses' station 06 555 0140. I'm on 0064 21 555 0130 but I live in Sydney.",
      ).phone,
    ).toBe('+6465550140');
    expect(
      read(
        'Commande pour ma grand-mère, Jeanne Prat, 9 rue du Lac, 74000 Annecy. Son numéro : 04 50 11 22 33. Le mien en cas de souci : 06 11 22 33 44.',
      ).phone,
    ).toBe('+33450112233');
  });
});

describe('quarters and regions', () => {
  it.each([
    [
      'Ute Kern, Kölner Str. 9, 40227 Düsseldorf-Bilk, 0176 44310001',
      { city: 'Düsseldorf', district: 'Bilk' },
    ],
    [
      'Jo Lang, Talweg 3, 70794 Filderstadt-Plattenhardt, 0711 123456',
      { city: 'Filderstadt', district: 'Plattenhardt' },
    ],
    [
      'Eva Noll, Bahnhofstr. 2, 82467 Garmisch-Partenkirchen, 08821 55501',
      { city: 'Garmisch-Partenkirchen', district: '' },
    ],
    [
      'Leo Kraus\nWaldweg 40\n88484 Gutenzell-Hürbel\n07352 940200',
      { city: 'Gutenzell-Hürbel', district: '' },
    ],
    [
      'Ina Frei, Am Markt 1, 25826 St. Peter-Ording, 0170 1234567',
      { city: 'St. Peter-Ording', district: '' },
    ],
    [
      'Hans Meyer, Talstr. 1, 66606 St. Wendel-Winterbach, 0170 1234567',
      { city: 'St. Wendel', district: 'Winterbach' },
    ],
    [
      'Nina Vos\nBijlmerdreef 12\n1102 AB AMSTERDAM-ZUIDOOST\n0633119400',
      { city: 'AMSTERDAM', district: 'ZUIDOOST' },
    ],
    [
      'Max Ott, Hauptstr. 4, 01067 Dresden (Friedrichstadt), 0351 4826000',
      { city: 'Dresden', district: 'Friedrichstadt' },
    ],
    [
      'Luc Roy\n5 route du Rhin\n67200 STRASBOURG (Koenigshoffen)\n0612345678',
      { district: 'Koenigshoffen', detail: '5 route du Rhin' },
    ],
    [
      'Ada Rossi, via Emilia 12, 40127 Bologna, zona San Vitale, 339 2285511',
      { city: 'Bologna', district: 'San Vitale' },
    ],
    [
      'Ana Gil, Calle Sol 3, 46022 Valencia, barrio Ayora, 642 08 51 00',
      { city: 'Valencia', district: 'Ayora' },
    ],
    [
      'Jan Petersen Dorfstraße 9 25899 Niebüll Schleswig-Holstein 01520 4718800',
      { province: 'Schleswig-Holstein', city: 'Niebüll' },
    ],
    [
      'Rémi Blanc, 3 chemin Neuf, 84220 Gordes, Vaucluse, 06 31 57 88 00',
      { province: 'Vaucluse', city: 'Gordes' },
    ],
    [
      'Pia Ek, Shore Street 4, Ullapool, Ross-shire, IV26 2UR, 01854 555201',
      { province: 'Ross-shire', city: 'Ullapool' },
    ],
    ['Mia Lund\n12 Station Road\nBELFAST\nBT6 8DL\nNorthern Ireland', { province: 'Northern Ireland' }],
    [
      'D. Luis Mora / Plaza Mayor 8 / 37500 Ciudad Rodrigo / Salamanca / 923 48 01 00',
      { city: 'Ciudad Rodrigo' },
    ],
    // Neither is what tells two towns of one name apart, nor whoever signs.
    ['Paul Kohn, Ring 2, 15230 Frankfurt (Oder), 0335 123456', { district: '' }],
    ['Uwe Hahn, Ring 2, 34117 Kassel\nMax Bauer', { district: '' }],
    ['Elena Ruiz, Quartier Saint-Jean, 84000 Avignon, 0490123456', { detail: 'Quartier Saint-Jean' }],
  ])('%s', (text, parts) => expect(read(text)).toMatchObject(parts));
});

describe('forms', () => {
  it.each([
    [
      'Prénom Anne\nNom Tardif\nEntreprise Bois Clair enr.\nAdresse 1 55 rue des Pins\nAdresse 2 local 3\nVille Québec\nProvince QC\nCP G1N 2E5\nTéléphone (418) 555-0177',
      {
        name: 'Anne Tardif',
        company: 'Bois Clair enr.',
        detail: 'Bois Clair enr., 55 rue des Pins, local 3',
      },
    ],
    [
      'First name Ruth Surname Okoye Line 1 Flat 9 Line 2 The Maltings, 3 Quay Approach Town/City Leeds Postcode LS1 4GH Contact no. 07700900370',
      { name: 'Ruth Okoye', detail: 'Flat 9, The Maltings, 3 Quay Approach', postcode: 'LS1 4GH' },
    ],
    [
      'Voornaam: Samira\nTussenvoegsel: el\nAchternaam: Amrani\nStraat: Kade\nHuisnummer: 8\nPostcode: 3014 AW\nPlaats: Rotterdam',
      { name: 'Samira el Amrani' },
    ],
    [
      'Contactpersoon* Piet Mol\nPostcode* 2771 DM Huisnr* 6 Toev. a\nStraat* Zuidkade\nWoonplaats* Boskoop\nTel.nr* 0172213300',
      { name: 'Piet Mol', detail: 'Zuidkade 6 a', city: 'Boskoop' },
    ],
    [
      'Receiver: Tran Mai\nContact: 0491570700\nUnit: 5\nStreet: 6 Hughes Parade\nSuburb: Cabramatta\nState/Postcode: NSW 2166',
      { detail: 'Unit 5, 6 Hughes Parade' },
    ],
    [
      'Name: Ivo Dale\nAddr: 40 Musselburgh Rise\nSuburb: Andersons Bay\nTown: Dunedin9013\nPh: 034550100',
      { city: 'Dunedin', postcode: '9013' },
    ],
    // No form: three lines that begin with ordinary words.
    ['Nome della nonna: Ada\nVia Roma 3\n20121 Milano', { city: 'Milano' }],
  ])('%s', (text, parts) => expect(read(text)).toMatchObject(parts));

  it('two strokes part what one does', () => {
    expect(
      read('Bar Etna // Agata Neri // via Umberto I 144 // 95019 Zafferana Etnea // CT // 095-7083300'),
    ).toMatchObject({
      name: 'Agata Neri',
      city: 'Zafferana Etnea',
    });
  });

  it('a machine has the family first, and a form a street by its own kind', () => {
    expect(
      read('SHIP_TO=XIONG,MAI LEE|ADDR1=64 EDGERTON ST|CITY=SAINT PAUL|ST=MN|ZIP=55130|TEL=6517740100').name,
    ).toBe('MAI LEE XIONG');
    expect(
      read(
        'NOMBRE Y APELLIDOS: Lluís Ferrer Mas\nTELÉFONO: 617 03 48 00\nCALLE: Camí Vell de Cabrera\nNÚMERO: 41\nC.P.: 08348\nLOCALIDAD: Cabrils\nPROVINCIA: Barcelona',
      ).detail,
    ).toBe('Camí Vell de Cabrera 41');
  });
});

describe('two addresses, and what is taken back', () => {
  it.each([
    [
      'Remite: Quesos Lara, C/ Real 4, 13300 Valdepeñas, 926 31 20 00. Destino: Ana Oroz, Calle Mayor 6, 31011 Pamplona, 618 27 40 00.',
      { name: 'Ana Oroz', phone: '+34618274000', city: 'Pamplona' },
    ],
    [
      'A gift, so sender is me, Jo Marsh, 4 Moor Lane, Skipton BD23 1PS. It should go to my niece: Amy Marsh, 8 Fulwood Road, Sheffield S10 3GD.',
      { name: 'Amy Marsh', city: 'Sheffield', detail: '8 Fulwood Road' },
    ],
    [
      "We've shifted house. WAS 6 Tui Grove, New Plymouth 4310. NOW 5 Hill Rd, New Plymouth 4312. Name hasn't changed: Rewi Kahu.",
      { name: 'Rewi Kahu', detail: '5 Hill Rd', postcode: '4312' },
    ],
    [
      'Non spedite più a Perugia (via dei Priori 20, 06123)! Ora sto in via Cairoli 13, 65122 Pescara. Ludovica Ranalli, 329 5517000',
      { detail: 'via Cairoli 13', city: 'Pescara' },
    ],
    [
      'Jens Holm, Goethestraße 15, nee warte, 51. 38118 Braunschweig, 0176 88025400',
      { detail: 'Goethestraße 51' },
    ],
    [
      'Cairns QLD 4870, 21 Abbott Lane, Unit 3, Yuki Mori. Sorry, unit 3 was my last place, it is unit 8 now. 0491 577 600',
      { detail: '21 Abbott Lane, Unit 8' },
    ],
    [
      'Noor Smit, Voorstraat 33 zwart, 2611 JK Delft. Huisnummer fout, moet 35 zwart zijn.',
      { detail: 'Voorstraat 35 zwart' },
    ],
    [
      'Jean Roux, 11 rue des Lices, euh non pardon, 14 rue des Lices, 35000 Rennes, 06 42 18 73 00',
      { detail: '14 rue des Lices' },
    ],
    ['Al Poe, 9 Oak St, Reno NV 89501, 775-555-0144, no hang on, it ends in 46', { phone: '+17755550146' }],
    // The old one's end is told of: the phone stays.
    [
      'Al Poe, 9 Oak St, Reno NV 89501, 775-555-0144, ignore the old one ending 46',
      { phone: '+17755550144' },
    ],
  ])('%s', (text, parts) => expect(read(text)).toMatchObject(parts));
});

describe('firms, desks and people', () => {
  it.each([
    [
      'Lycée Jean-Zay, intendance, 6 rue Haute, 42100 Saint-Étienne, Marc Morel, 04 77 59 20 00',
      { detail: 'Lycée Jean-Zay, intendance, 6 rue Haute' },
    ],
    [
      'Tischlerei Ahlers GmbH, Wareneingang Tor 3, Industriestraße 9, 31275 Lehrte, Jörg Bult, 05132 884600',
      { detail: 'Tischlerei Ahlers GmbH, Wareneingang Tor 3, Industriestraße 9' },
    ],
    [
      'Nico Wett; Packstation 137; Postnummer 48301500; 60594 Frankfurt am Main',
      { detail: 'Packstation 137, Postnummer 48301500' },
    ],
    ['CONCEPCIÓN BARRIOS VEGA\nPLAZA MAYOR 6, 2º B\n37002 SALAMANCA', { name: 'CONCEPCIÓN BARRIOS VEGA' }],
    [
      'Lea.Bond;204 Maple Hill St.;Salem,OR97301;503-5550166;after 4pm',
      { detail: '204 Maple Hill St.', city: 'Salem' },
    ],
    [
      "Ian Rowe, 9 Tui St, Hastings, Hawke's Bay 4122, 06 555 0140",
      { city: 'Hastings', province: "Hawke's Bay" },
    ],
    [
      'yep its 6 Banksia Cres, Byford W.A. 6122, 0407 336 100. Darren Kowal',
      { city: 'Byford', province: 'WA' },
    ],
    ['To Ann and Joe Hart, 9 Derwent Esplanade, Sandy Bay, Hobart, Tasmania 7005', { city: 'Hobart' }],
    [
      'Bonjour,je commande pour ma mère:Odile Prat,7 rue du Puits,22300 Lannion(Finistère).Merci!',
      { name: 'Odile Prat', detail: '7 rue du Puits', city: 'Lannion', province: 'Finistère' },
    ],
  ])('%s', (text, parts) => expect(read(text)).toMatchObject(parts));
});

describe('other tongues of a country', () => {
  it.each([
    [
      'Herrn Jakob Plankl, Handwerkerzone 11, 39030 Olang (BZ), Tel. 0474 49 61 00',
      { country: 'IT', phone: '+390474496100', province: 'BZ', city: 'Olang' },
    ],
    [
      'Mme Line Borre\n4, rue du Mont\n11100 Aoste (AO)\nItalie\ntél. 0165 23 61 00',
      { country: 'IT', phone: '+390165236100', city: 'Aoste' },
    ],
    ['Hr. Jens Holm\nGoethestraße 15\n38118 Braunschweig\nAllemagne', { country: 'DE' }],
    // A street has the name of a country.
    [
      'Ana Gil, calle Alemania 3, 46022 Valencia, 642 08 51 00',
      { country: 'ES', detail: 'calle Alemania 3' },
    ],
    ['Andrea Rossi, via Spagna 4, 37123 Verona, 349 1234567', { country: 'IT', name: 'Andrea Rossi' }],
    // Titles in Breton, Frisian and Basque; a family is called Andrea in capitals.
    ['Aotrou Erwan Kermarec\n7 straed an Iliz\n29000 Kemper\n06 39 98 00 67', { name: 'Erwan Kermarec' }],
    ['Frou Sjoukje Dijkstra, Skoallestrjitte 21, 8601 GX Snits, 0515 42 60 00', { name: 'Sjoukje Dijkstra' }],
    [
      'Ainhoa Etxeberria Lasa andrea, Kale Nagusia 9, 20800 Zarautz, Gipuzkoa',
      { name: 'Ainhoa Etxeberria Lasa' },
    ],
    ['Maria Andrea, Calle Sol 3, 46022 Valencia, 642 08 51 00', { name: 'Maria Andrea' }],
  ])('%s', (text, parts) => expect(read(text)).toMatchObject(parts));
});

describe('ranks and offices before a name', () => {
  it.each([
    ['Deacon Paul Ruiz, 8 Oak St, Waco TX 76701, 254-555-0167', 'Paul Ruiz'],
    ['Petty Officer 2nd Class Paul Ruiz, 8 Oak St, Waco TX 76701, 254-555-0167', 'Paul Ruiz'],
    ['BM2 Paul Ruiz, 8 Oak St, Waco TX 76701, 254-555-0167', 'Paul Ruiz'],
    ['Sub-Lieutenant Kay Vane, 8 High St, Gosport PO12 3BY, 07700 900 411', 'Kay Vane'],
    ['Capitaine Luc Roy, 12 rue Haute, 76000 Rouen, 06 39 98 00 21', 'Luc Roy'],
    ['Suor Pia Conti, via Larga 8, 20122 Milano, 347 123 4567', 'Pia Conti'],
    ['Zuster Els Bos, Kerkstraat 8, 1811 AB Alkmaar, 06 12340012', 'Els Bos'],
    ['Hauptmann Uwe Hahn, Am Ring 2, 34117 Kassel, 0171 5550141', 'Uwe Hahn'],
  ])('are no part of it: %s', (text, name) => {
    expect(readAddress(text)[0].name).toBe(name);
  });

  it('a family that is written first needs no blank behind its comma', () => {
    expect(readAddress('RUIZ,PAULA / 8 OAK ST / WACO / TX / 76701 / 2545550167')[0].name).toBe('PAULA RUIZ');
  });

  it('a family may be said behind the given name in any message', () => {
    expect(
      readAddress("My name's Ruth, surname Teale, 49 Kent Place, Levin 5510. Phone 06 368 2444.")[0].name,
    ).toBe('Ruth Teale');
  });
});
