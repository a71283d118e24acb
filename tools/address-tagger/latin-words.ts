/**
 * What the slots of templates in Latin letters are filled with: people, streets, towns, numbers, firms, of each country. Real ones beside
 * made-up ones, so that what is learnt are forms and neighbours, not lists. Facts and chance only.
 */
import { words as secondWords, townsOf } from '../address-writing/second-words.ts';
import type { Chance } from '../address-writing/writing-chance.ts';
import * as places from '../address-writing/writing-places.ts';

const list = (row: string): string[] => row.split(';');

/** Beginnings and ends of made-up names, of families, towns and streets alike. */
const syllables: Record<string, readonly [string[], string[]]> = {
  english: [
    list(
      'Ash;Bram;Carl;Den;Elm;Fair;Gil;Hal;Hart;Kirk;Lang;Mar;Nor;Old;Pem;Quin;Rad;Sal;Thorn;Wal;Wex;Whit;Win;Wood;Stan;Stock;Hazel;Black;Brad;Clif;Dun;East;Far;Glen;Hunt;Ket;Lin;Mil;New;Oak;Pres;Red;Sher;Tam;Up;Ver;West;Yar;Bel;Cor;Tel;Bur;Mor;Har;Raven;Silver;Copper;Willow',
    ),
    list(
      'ton;ley;ford;worth;by;son;man;well;field;bury;ham;wick;stead;combe;dale;mere;shaw;low;more;den;don;gate;side;brook;hurst;ridge;view;port;mouth;ville;burg;land;stone;water;bridge;bank;hill;er;ing;ett;kin;smith;ow',
    ),
  ],
  german: [
    list(
      'Alt;Bern;Breit;Dorn;Eber;Eich;Falken;Frei;Gold;Grün;Hagen;Hasel;Heil;Hohen;Kalt;Kirch;Kron;Land;Lang;Linden;Mühl;Neu;Ober;Rein;Rosen;Sand;Schön;Schwarz;Stein;Stern;Sulz;Tannen;Unter;Wald;Weiß;Wein;Wolf;Zell;Winter;Rhein;Buch;Erlen',
    ),
    list(
      'bach;berg;burg;dorf;feld;hausen;heim;hofen;ingen;kirchen;rode;stadt;stein;tal;thal;wald;au;brunn;brück;furt;mann;er;ner;meier;hofer;huber;müller;ling;sen;ke;ow;itz;stedt;lage',
    ),
  ],
  french: [
    list(
      'Bel;Beau;Bois;Brun;Char;Clair;Cour;Dam;Fon;Grand;Haut;Lan;Long;Mar;Mont;Neuf;Pierre;Pont;Puy;Ro;Saint-;Sal;Vau;Ver;Vil;Cham;Fleur;Gar;Lam;Male;Mire;Per;Tour;Val',
    ),
    list(
      'mont;ville;court;lieu;champ;bois;pré;val;fort;roche;gny;rac;ac;ard;eau;et;ier;in;on;oux;elle;ette;igny;ières;beuf;fontaine;seau;sier;tier;vigne;dier;lier',
    ),
  ],
  italian: [
    list(
      'Al;Bar;Bel;Ber;Cal;Cam;Cas;Cer;Col;Fer;Fon;Gal;Gra;Lan;Lom;Mar;Mon;Mor;Pal;Per;Pie;Ric;Ros;San;Ser;Tor;Val;Ver;Vil;Zan;Castel;Monte;Borgo',
    ),
    list(
      'ani;elli;etti;ini;oni;ucci;aro;ese;ato;ana;ona;ella;ola;ino;one;asco;ate;ello;eri;esi;osi;vecchio;nuovo;franco;verde;bello',
    ),
  ],
  spanish: [
    list(
      'Al;Alc;Ben;Bur;Cal;Cam;Can;Car;Cas;Cor;Fuen;Gal;Gon;Her;Lor;Mar;Mon;Mor;Nav;Oliv;Pal;Per;Riv;Rob;Rom;Sal;San;Tor;Val;Vel;Vil;Zam;Gar;Guad',
    ),
    list(
      'ares;era;ero;ez;ada;al;ado;ana;ales;arra;eda;edo;illo;illa;ito;osa;oso;uela;uelo;ote;antes;ente;ador;obar;alosa;labrada',
    ),
  ],
  dutch: [
    list(
      'Aal;Bak;Berg;Bos;Brink;Dijk;Does;Eik;Gel;Haar;Heer;Hof;Kamp;Klaver;Kron;Lange;Linden;Meer;Molen;Noord;Oud;Poel;Rij;Rood;Schip;Steen;Veen;Ven;Vlier;Water;West;Wilgen;Wind;Zand;Zuid',
    ),
    list(
      'sma;stra;man;mans;beek;berg;burg;dam;dijk;drecht;horst;huizen;kamp;lo;meer;oord;rode;sluis;veen;veld;wijk;woude;zicht;hof;huis;kerk;aar;en',
    ),
  ],
  malay: [
    list('Bukit ;Kampong ;Tanjong ;Sungei ;Teban;Pasir ;Telok ;Sem;Tamp;Punggol;Seng;Yish;Hou;Bed;Clem;Wood'),
    list('Batok;Merah;Lima;Panjang;Timur;Baru;ines;kang;un;ok;enti;lands;gang;Ria'),
  ],
  maori: [
    list('Whaka;Papa;Rangi;Tau;Roto;Wai;Kai;Mata;Nga;Ota;Puke;Te ;Manu;Ruaw;Kere;Paeka;Tara;Oma;Hau'),
    list('tane;toetoe;ora;po;rua;kura;mata;hia;roa;nui;iti;uru;aka;kohe;anga;whai;raki;kariki;moana;naki'),
  ],
};

const tongueOf: Record<string, string> = {
  DE: 'german',
  FR: 'french',
  IT: 'italian',
  ES: 'spanish',
  NL: 'dutch',
  AT: 'german',
};

function inventWord(chance: Chance, country: string): string {
  const tongue =
    country === 'SG' && chance.often(0.5)
      ? 'malay'
      : country === 'NZ' && chance.often(0.4)
        ? 'maori'
        : country === 'CA' && chance.often(0.25)
          ? 'french'
          : (tongueOf[country] ?? 'english');
  const [heads, tails] = syllables[tongue]!;
  const word = chance.pick(heads) + chance.pick(tails);
  return word.replace(/-(\p{Ll})/u, (_, letter: string) => `-${letter.toUpperCase()}`);
}

const given: Record<string, string[]> = {
  IT: list(
    'Marco;Giulia;Luca;Francesca;Matteo;Chiara;Alessandro;Sara;Davide;Elena;Giorgio;Paola;Stefano;Anna;Roberto;Silvia;Antonio;Laura;Giuseppe;Maria;Lorenzo;Valentina;Simone;Martina;Andrea;Federica;Nicola;Ilaria;Pietro;Caterina;Gianluca;Alessia;Salvatore;Rosaria;Carmelo;Beatrice;Emanuele;Sofia;Fabio;Monica;Tommaso;Gaia;Enrico;Teresa;Domenico;Lucia;Maria Grazia;Gian Marco;Ornella;Ivana;Ludovica;Riccardo;Umberto;Ginevra;Agnese;Nadia;Mirko;Katia;Vito;Assunta',
  ),
  ES: list(
    'María;José;Antonio;Carmen;Juan;Ana;Manuel;Laura;David;Marta;Javier;Lucía;Daniel;Paula;Carlos;Elena;Miguel;Cristina;Alejandro;Rosa;Pedro;Sara;Pablo;Isabel;Sergio;Pilar;Jorge;Raquel;Álvaro;Beatriz;Rubén;Silvia;Iván;Nuria;Diego;Rocío;Óscar;Patricia;Hugo;Alba;Jordi;Montse;Iker;Ainhoa;Unai;Nerea;Xavier;Mercè;Brais;Uxía;José Luis;María Jesús;Juan Carlos;Ana Belén;Amparo;Inmaculada;Encarna;Fermín;Gonzalo;Leire;Adrià;Meritxell',
  ),
  NL: list(
    'Jan;Anna;Pieter;Sanne;Daan;Emma;Thijs;Lotte;Bram;Fleur;Joost;Marieke;Ruben;Femke;Sjoerd;Anouk;Kees;Ineke;Willem;Greetje;Hendrik;Ans;Maarten;Esther;Jeroen;Mirjam;Niels;Eline;Floris;Roos;Gijs;Noor;Teun;Saskia;Henk;Truus;Mohamed;Fatima;Youssef;Hatice;Wouter;Liesbeth;Bas;Iris;Sven;Judith;Koen;Linda;Cor;Riet;Jan-Willem;Anne-Marie;Tjeerd;Wietske;Aaltje;Loes',
  ),
  IN: list(
    'Priya;Raj;Amit;Deepak;Sunita;Anil;Kavitha;Vikram;Ravi;Meera;Arjun;Lakshmi;Sanjay;Pooja;Rohan;Ananya;Suresh;Divya;Omar;Leila;Fatima;Ahmed;Yusuf;Zainab;Chidi;Amara;Ngozi;Kwame;Tariq;Olga;Svetlana;Ivan;Katarzyna;Piotr;Agnieszka;Nguyen;Thi;Anh;Tuan;Hiroshi;Yuki;Aylin;Emre',
  ),
  NZ: list(
    'Aroha;Wiremu;Tane;Mere;Hemi;Ngaire;Rangi;Moana;Tama;Anahera;Mikaere;Hinemoa;Kahu;Manaia;Lachie;Pip;Brodie;Jacinda;Callum;Trent;Shona;Kirsty;Ewan;Sione;Losa;Tevita;Mele;Priya;Wei;Liam;Charlotte;Oliver;Isla;Jack;Ruby',
  ),
  HK: [
    ...places.cantonese.given,
    ...list(
      'Wai Man;Ka Ho;Chun Kit;Sin Yee;Hiu Tung;Natalie;Ruby;Kelvin;Joyce;Eunice;Ho Yan;Cheuk Yin;Tsz Lok;Wing Sze;Yan Yan;Lok Man;Pak Kin;Michelle;Desmond;Edmund',
    ),
  ],
};
const family: Record<string, string[]> = {
  IT: list(
    'Rossi;Russo;Ferrari;Esposito;Bianchi;Romano;Colombo;Ricci;Marino;Greco;Bruno;Gallo;Conti;De Luca;Costa;Giordano;Mancini;Rizzo;Lombardi;Moretti;Barbieri;Fontana;Santoro;Mariani;Rinaldi;Caruso;Ferrara;Galli;Martini;Leone;Longo;Gentile;Martinelli;Vitale;Serra;Coppola;De Santis;D’Angelo;Marchetti;Parisi;Villa;Conte;Ferri;Fabbri;Valentini;Piazza;Chiesa;Ponte;Strada;Fiume;Monti;Torre;Castello;Campo;Porta;Milano;Napoli;Pisa;Pace;De Angelis;Della Valle;Di Stefano;Lo Presti;La Rocca;Dal Pozzo;Corso;Borgo;Vicoli;Fiore'.replaceAll(
      '’',
      "'",
    ),
  ),
  ES: list(
    'García;Rodríguez;González;Fernández;López;Martínez;Sánchez;Pérez;Gómez;Martín;Jiménez;Ruiz;Hernández;Díaz;Moreno;Muñoz;Álvarez;Romero;Alonso;Gutiérrez;Navarro;Torres;Domínguez;Vázquez;Ramos;Gil;Ramírez;Serrano;Blanco;Molina;Morales;Suárez;Ortega;Delgado;Castro;Ortiz;Rubio;Marín;Sanz;Iglesias;Medina;Garrido;Cortés;Castillo;Santos;Lozano;Guerrero;Cano;Prieto;Méndez;Calvo;Cruz;Gallego;Vidal;León;Herrera;Plaza;Calle;Camino;Puente;Torre;de la Fuente;del Río;de la Torre;Vilà;Puig;Ferrer;Etxeberria;Agirre;Lago;Pardo;Montes;Campos;Villa;Toledo;Zamora;Segovia;Sevilla;Cuenca;Soriano',
  ),
  NL: list(
    "de Jong;Jansen;de Vries;van den Berg;van Dijk;Bakker;Janssen;Visser;Smit;Meijer;de Boer;Mulder;de Groot;Bos;Vos;Peters;Hendriks;van Leeuwen;Dekker;Brouwer;de Wit;Dijkstra;Smits;de Graaf;van der Meer;Kuipers;Veenstra;Kramer;van den Heuvel;van Vliet;Postma;Hoekstra;Blom;Kok;Schouten;van der Laan;Verhoeven;van der Straat;Prins;Huisman;Plein;Gracht;van Kade;Laan;Steeg;Hof;Park;Markt;Molenaar;van 't Hof;in 't Veld;Op den Camp;Ter Horst;Yilmaz;El Amrani;Ozturk;Bouzid;Riemer;Loman;van Delft;Utrecht;van Haarlem",
  ),
  IN: list(
    'Patel;Singh;Kumar;Nair;Raju;Menon;Krishnan;Rao;Sharma;Gupta;Reddy;Iyer;Das;Shah;Khan;Ahmed;Hussain;Okafor;Adeyemi;Mensah;Diallo;Traoré;Kowalski;Nowak;Wiśniewska;Ivanova;Petrov;Popescu;Horvat;Nguyen;Tran;Pham;Le;Haddad;Nasser;Aziz;Rahman;Begum;Yilmaz;Kaya;Oyelaran;Mbeki',
  ),
  NZ: list(
    'Ngata;Parata;Tamehana;Reihana;Solomon;Te Kanawa;Waititi;Tipene;Hohepa;Ropata;Smith;Wilson;Campbell;Fraser;McKenzie;Sinclair;Taufa;Fonoti;Patel;Zhang;Park;Hill;North;Church;House;Lane;Marsh;Fields;Hamilton;Nelson;Hastings;Gisborne;Wellington',
  ),
};

/** Families, and syllables of given names. */
const cantonese: [string[], string[]] = [
  list(
    'Chan;Wong;Cheung;Lau;Chow;Kwan;Poon;Siu;Tsui;Yeung;Ma;Sze;Kong;Lo;Chiu;Wan;Leung;Ng;Tsang;Kwok;Yip;Fung;Mak;Tang;Hui;Tse;Cheng;Yuen;Szeto;Au;Ho;Lam;Lee;Li;Yu;Chu;Choi;Hung;Ip;Kwong;Lai;Law;Mok;Pang;Shum;Sin;So;Tam;To;Tong;Tso;Wu;Yam;Yau;Yim;Au-Yeung',
  ),
  list(
    'Tai;Man;Siu;Ming;Ka;Yan;Wing;Yee;Chi;Keung;Mei;Ling;Ho;Yin;Sze;Wai;Kwok;Hoi;Lam;Tsz;Ching;Yuk;Ying;Shuk;Fong;Kit;Chun;Hei;Lok;Fai;Kin;Sau;Lai;Suet;Wah;Kam;Shing;Pui;Tung;Hin;Yat;Oi;Mui;Cheuk;Kei;On;Fan',
  ),
];
const mandarin: [string[], string[]] = [
  list(
    'Zhang;Wang;Li;Liu;Chen;Yang;Zhao;Huang;Zhou;Wu;Xu;Sun;Hu;Zhu;Guo;He;Lin;Luo;Tang;Deng;Feng;Cao;Peng;Zeng;Xiao;Tian;Dong;Pan;Yuan;Cai;Jiang;Yu;Du;Ye;Cheng;Wei;Su;Lu;Ding;Ren;Shen;Yao;Ouyang',
  ),
  list(
    'Xiao;Li;Wei;Jian;Jun;Yu;Ting;Hao;Ran;Xin;Guo;Qiang;Mei;Ling;Peng;Zi;Han;Tao;Min;Yang;Hua;Fang;Na;Jing;Lei;Bo;Chao;Dan;Hong;Hui;Jie;Kai;Lan;Ping;Qing;Rui;Shan;Ming;Yan;Yi;Ying;Zhi',
  ),
];
const taiwanese: [string[], string[]] = [
  list(
    'Chen;Lin;Huang;Chang;Lee;Wang;Wu;Liu;Tsai;Yang;Hsu;Cheng;Hsieh;Kuo;Hung;Chiu;Tseng;Liao;Lai;Chou;Yeh;Su;Chuang;Lu;Chiang;Ho;Kao;Hsiao;Lo;Pan;Chien;Chu;Chung;Peng;Yu;Tu',
  ),
  list(
    'Chih;Ming;Ya;Ting;Chun;Chieh;Shu;Fen;Yu;Hsuan;Po;Han;Pei;Shan;Kuan;Hsin;Yi;Mei;Chu;Wei;Lun;Chia;Hao;Jen;Ching;Hui;Wen;Ju;Tzu;An;Sheng;Yung;Li;Fang',
  ),
];
const korean: [string[], string[]] = [
  list(
    'Kim;Lee;Park;Choi;Jung;Kang;Cho;Yoon;Jang;Lim;Han;Shin;Kwon;Song;Hwang;Ryu;Oh;Seo;Ahn;Hong;Bae;Baek;Nam;Moon;Yang;Ko;Son;Heo',
  ),
  list(
    'Ji;Hoon;Seo;Yeon;Min;Seok;Hye;Jin;Dong;Hyun;Soo;Jae;Won;Eun;Sang;Woo;Yu;Na;Jun;Ho;Young;Hee;Kyung;Mi;Sun;Tae;Da;Bin;Su;Ah',
  ),
];
const eastern: Record<string, [string[], string[]]> = {
  HK: cantonese,
  MO: cantonese,
  SG: cantonese,
  TW: taiwanese,
  CN: mandarin,
  KR: korean,
};

/** Words that are families, towns and streets as often. */
const placeFamilies = list(
  'Park;House;Lane;Church;North;West;Hill;Field;Brooks;Rivers;Street;Hall;Banks;Bridges;Woods;Ford;Wells;Castle;Court;Place;Market;Mill;Green;Lake;Close;Way;Drive;Tower;Temple;Chapel;Moor;Glen;Dale;Grove;Square;Beach;Shore;Bell;Bush;Marsh;Heath;Forest;Garden;Gardens;Cross;Bridge;Terrace;Crescent;Rowe;Rhodes;Bishop;Abbey;Priory;Barnes;Lodge;Cottage;Manor;Village;Towne;Unit;Flatt;Box;Post;Parcel;Letters;Price;Small;Short;Long;Best;Sweet;Rich;Ready;Early;Late;Friday;Winter;Summer;May;August;Bright;Gray;White;Black;Brown;Young;Love;Joy;Grace;Hope;Lincoln;Washington;Houston;Dallas;Austin;Jackson;Madison;Hamilton;Windsor;York;London;Kent;Essex;Lancaster;Bolton;Preston;Durham;Derby;Warwick;Stafford;Perth;Sydney;Darwin;Paris;Berlin;Florence;Chelsea;Brooklyn;Georgia;Virginia;Carolina;Victoria;Charlotte;Savannah;Print;Framer;Canvas;Bookman;Hart;Fox;Wolf;Lamb;Swan;Drake;Rose;Lily;Berry;Plum;Carpenter;Baker;Cook;Farmer;Miller;Sawyer;Porter;Carter',
);

export interface Person {
  first: string;
  last: string;
  name: string;
}

const otherTongues = ['IN', 'US', 'DE', 'FR', 'IT', 'ES', 'NL', 'NZ', 'SG', 'HK', 'JP', 'KR', 'CN', 'TW'];

export function personOf(chance: Chance, country: string): Person {
  const from = chance.often(0.12) ? chance.pick(otherTongues) : country;
  const givens = given[from] ?? list(secondWords.given[from] ?? secondWords.given.US!);
  const families = [
    ...(family[from] ?? list(secondWords.family[from] ?? secondWords.family.US!)),
    ...folkFamilies(from),
  ];
  const isPlaceName = chance.often(0.12);
  const first =
    chance.often(0.05) && isPlaceName
      ? chance.pick(placeFamilies)
      : chance.often(0.14)
        ? inventWord(chance, from)
            .slice(0, 4 + chance.below(6))
            .trim()
        : chance.pick(chance.often(0.25) ? folkGivens(from) : givens);
  let last =
    isPlaceName && chance.often(0.8)
      ? chance.pick(placeFamilies)
      : chance.often(0.3)
        ? inventWord(chance, from)
        : chance.pick(families);
  if (chance.often(0.05)) last = `${last}-${chance.pick(families)}`;
  else if (from === 'ES' && chance.often(0.35)) last = `${last} ${chance.pick(families)}`;
  if (['HK', 'MO', 'SG', 'TW', 'CN', 'KR'].includes(from) && chance.often(0.5)) {
    const [surnames, parts] = eastern[from]!;
    const two = `${chance.pick(parts)}${chance.pick(from === 'CN' ? ['', '', ' '] : from === 'TW' || from === 'KR' ? ['-', '-', ' '] : [' ', ' ', '-'])}${chance.pick(parts)}`;
    const own = two.replace(/(?<=[a-z])(\p{Lu})/u, (letter) => letter.toLowerCase());
    const surname = chance.pick(surnames);
    const name = chance.often(0.7) ? `${surname} ${own}` : `${own} ${surname}`;
    return {
      first: own,
      last: surname,
      name: chance.often(0.15) ? `${chance.pick(folkGivens('US'))} ${surname}` : name,
    };
  }
  const isFamilyFirst = ['CN', 'TW', 'KR', 'HK', 'SG'].includes(from) && chance.often(0.5);
  const roll = chance.below(100);
  let name = isFamilyFirst ? `${last} ${first}` : `${first} ${last}`;
  if (roll < 4) name = `${first} ${chance.pick(list('A.;B;J.;M.;Lee;Rose;K.;Ann'))} ${last}`;
  else if (roll < 7) name = `${first[0]}. ${last}`;
  else if (roll < 9) name = `${first[0]}.${chance.pick(list('A;K;R;P;S'))}. ${last}`;
  else if (roll < 10) name = `${first[0]} ${last}`;
  else if (roll < 12) name = first;
  else if (roll < 13) name = `${first} ${last} ${chance.pick(list('Jr.;III;Sr;Jr'))}`;
  else if (roll < 14)
    name = `${chance.pick(list('Uncle;Auntie;Aunt;Sister;Brother;Father;Padre;Suor;Sor;Frère;Sœur;Schwester;Pater;Sir;Lady;Nana;Opa;Oma;Don'))} ${chance.pick([first, last])}`;
  else if (from === 'SG' && roll < 30) name = chance.pick(places.singaporeans);
  return { first, last, name };
}

/** A couple or a family, as labels have them. */
export function coupleOf(chance: Chance, country: string): string {
  const { first, last } = personOf(chance, country);
  const other = personOf(chance, country).first;
  switch (country) {
    case 'DE':
      return chance.pick([
        `Familie ${last}`,
        `Fam. ${last}`,
        `${first} und ${other} ${last}`,
        `${first} & ${other} ${last}`,
      ]);
    case 'FR':
      return chance.pick([`Famille ${last}`, `M. et Mme ${last}`, `${first} et ${other} ${last}`]);
    case 'IT':
      return chance.pick([`Famiglia ${last}`, `Fam. ${last}`, `${first} e ${other} ${last}`]);
    case 'ES':
      return chance.pick([`Familia ${last}`, `${first} y ${other} ${last}`]);
    case 'NL':
      return chance.pick([`Familie ${last}`, `Fam. ${last}`, `${first} en ${other} ${last}`]);
    default:
      return chance.pick([
        `The ${last} Family`,
        `The ${last}s`,
        `Mr & Mrs ${last}`,
        `Mr. and Mrs. ${last}`,
        `Mr & Mrs ${first[0]} ${last}`,
        `${first} & ${other} ${last}`,
        `${first} and ${other} ${last}`,
        `the ${last} family`,
      ]);
  }
}

const folkFamilies = (country: string): readonly string[] =>
  country === 'DE'
    ? places.germanFolk.family
    : country === 'FR'
      ? places.frenchFolk.family
      : given[country]
        ? []
        : places.englishFolk.family;
const folkGivens = (country: string): readonly string[] =>
  country === 'DE'
    ? places.germanFolk.given
    : country === 'FR'
      ? places.frenchFolk.given
      : (given[country] ?? places.englishFolk.given);

export interface Town {
  city: string;
  state: string;
  stateLong: string;
  district: string;
  postcode: string;
}

const townTables: Record<string, string> = {
  IT: "Bologna|BO|40125;Milano|MI|20121;Roma|RM|00184;Torino|TO|10121;Napoli|NA|80121;Firenze|FI|50122;Palermo|PA|90133;Genova|GE|16121;Bari|BA|70121;Verona|VR|37121;Padova|PD|35121;Trieste|TS|34121;Brescia|BS|25121;Parma|PR|43121;Modena|MO|41121;Reggio Emilia|RE|42121;Perugia|PG|06121;Livorno|LI|57123;Ravenna|RA|48121;Cagliari|CA|09124;Rimini|RN|47921;Ferrara|FE|44121;Latina|LT|04100;Monza|MB|20900;Bergamo|BG|24121;Trento|TN|38122;Bolzano|BZ|39100;Lecce|LE|73100;Pisa|PI|56124;Siena|SI|53100;Aosta|AO|11100;Cuneo|CN|12100;Mantova|MN|46100;L'Aquila|AQ|67100;Sesto San Giovanni|MI|20099;San Donà di Piave|VE|30027;Reggio Calabria|RC|89125;Castelfranco Veneto|TV|31033;Quartu Sant'Elena|CA|09045;Ascoli Piceno|AP|63100;La Spezia|SP|19121;Forlì|FC|47121",
  ES: "Madrid|Madrid|28013;Barcelona|Barcelona|08007;Valencia|Valencia|46002;Sevilla|Sevilla|41001;Zaragoza|Zaragoza|50001;Málaga|Málaga|29015;Murcia|Murcia|30001;Palma|Islas Baleares|07001;Bilbao|Bizkaia|48009;Alicante|Alicante|03001;Córdoba|Córdoba|14001;Vigo|Pontevedra|36201;Gijón|Asturias|33201;Granada|Granada|18009;Elche|Alicante|03202;Oviedo|Asturias|33003;Cartagena|Murcia|30201;Jerez de la Frontera|Cádiz|11401;Pamplona|Navarra|31001;San Sebastián|Gipuzkoa|20004;Santander|Cantabria|39001;Burgos|Burgos|09003;Salamanca|Salamanca|37001;León|León|24001;Cáceres|Cáceres|10003;Toledo|Toledo|45001;Segovia|Segovia|40001;Lugo|Lugo|27001;Santiago de Compostela|A Coruña|15702;Castellón de la Plana|Castellón|12003;Alcalá de Henares|Madrid|28801;Sant Cugat del Vallès|Barcelona|08172;Trujillo|Cáceres|10200;Albacete|Albacete|02001;Las Palmas de Gran Canaria|Las Palmas|35002;Vitoria-Gasteiz|Álava|01001;L'Hospitalet de Llobregat|Barcelona|08901;Ciudad Real|Ciudad Real|13001;Logroño|La Rioja|26001",
  NL: "Amsterdam|Noord-Holland|1012 AB;Rotterdam|Zuid-Holland|3011 CD;Den Haag|Zuid-Holland|2511 EA;Utrecht|Utrecht|3511 LN;Eindhoven|Noord-Brabant|5611 GH;Groningen|Groningen|9711 JK;Tilburg|Noord-Brabant|5038 CL;Almere|Flevoland|1325 BB;Breda|Noord-Brabant|4811 XE;Nijmegen|Gelderland|6511 PP;Haarlem|Noord-Holland|2011 RD;Arnhem|Gelderland|6811 KL;Enschede|Overijssel|7511 GA;'s-Hertogenbosch|Noord-Brabant|5211 JX;Leiden|Zuid-Holland|2312 HX;Delft|Zuid-Holland|2611 EV;Zwolle|Overijssel|8011 PK;Maastricht|Limburg|6211 CX;Leeuwarden|Friesland|8911 BM;Alphen aan den Rijn|Zuid-Holland|2405 BA;Bergen op Zoom|Noord-Brabant|4611 LN;Capelle aan den IJssel|Zuid-Holland|2901 AX;Wijk bij Duurstede|Utrecht|3961 AH;Hoorn|Noord-Holland|1621 HH;Zaltbommel|Gelderland|5301 GA;Texel|Noord-Holland|1791 AB;Ede|Gelderland|6711 AX;Oss|Noord-Brabant|5341 EB",
  NZ: 'Auckland||1010;Wellington||6011;Christchurch||8011;Hamilton||3204;Tauranga||3110;Dunedin||9016;Palmerston North||4410;Napier||4110;Nelson||7010;Rotorua||3010;New Plymouth||4310;Whangārei||0110;Invercargill||9810;Whanganui||4500;Gisborne||4010;Queenstown||9300;Timaru||7910;Hastings||4122;Lower Hutt||5010;Upper Hutt||5018;Porirua||5022;Blenheim||7201;Taupō||3330;Masterton||5810;Kaikōura||7300;Cambridge||3434;Wānaka||9305;Te Awamutu||3800;Hāwera||4610;Kerikeri||0230;Paraparaumu||5032;Richmond||7020;Oamaru||9400;Thames||3500;Greymouth||7805;Feilding||4702',
};
const suburbs: Record<string, string[]> = {
  NZ: list(
    'Grafton;Point Chevalier;Mount Eden;Karori;Riccarton;Te Aro;Remuera;Albany;Papakura;Kelburn;Addington;Frankton;Ōtūmoetai;Raumati Beach;St Heliers;Ponsonby;Newtown;Island Bay;Fendalton;Sumner;Mosgiel;Avonhead',
  ),
  AU: list('Surry Hills;Bondi Beach;Fitzroy North;Sandy Bay;New Farm;West End'),
  GB: list(
    'Shoreditch;Didsbury;Headington;Clifton;Camden Town;Letchworth;Saltaire;Jericho;Moseley;Sandridge;Old Town;Kirkby;Lower Bebington;West Didsbury;Stoke Bishop;Heaton;Horsforth',
  ),
  DE: list('Kleinzschocher;Weyer;Letmathe;Bornheim;Sülz;Neukölln;Ottensen;Buchholz;Pfronten-Weißbach'),
  SG: list('Bishan;Tampines;Bedok;Hougang;Punggol;Clementi;Tiong Bahru;Yishun;Woodlands;Marine Parade'),
  HK: list(
    'Mong Kok;Tsim Sha Tsui;Kwun Tong;Sham Shui Po;Hung Hom;Sha Tin;Tuen Mun;Tsuen Wan;Yuen Long;Tai Po;Wan Chai;Causeway Bay;North Point;Quarry Bay;Sheung Wan;Aberdeen;Kennedy Town;Tai Kok Tsui;Kowloon Bay;Tin Hau;Mid-Levels;Central;Sai Ying Pun;Discovery Bay;Ma On Shan;Tseung Kwan O;Fo Tan;Kowloon Tong;Jordan;Pok Fu Lam;Happy Valley;Repulse Bay;Stanley;Fanling;Sai Kung;Tung Chung',
  ),
  NL: list('Kralingen;Leidsche Rijn'),
  FR: list('Croix-Rousse;Saint-Just;La Plaine'),
  IT: list('Borgo;San Lazzaro;Pianello;Gerbole;San Giovanni;Santa Lucia;Casale;Ponte Nuovo'),
  ES: list('El Ejido;Urb. Los Pinos;Triana'),
  US: list('Upper East Side;Brooklyn Heights'),
  CA: list('Kitsilano;Leslieville;Limoilou'),
};

const codeLetters = list('A;B;C;E;G;H;J;K;L;M;N;P;R;S;T;V;X;Y');
const endLetters = list('A;B;D;E;F;G;H;J;L;N;P;Q;R;S;T;U;W;X;Y;Z');

/** A postcode of the country's form. */
function postcodeLike(chance: Chance, country: string, known: string): string {
  const d = (count: number): string => chance.digits(count);
  switch (country) {
    case 'US':
      return `${known.slice(0, 3)}${d(2)}${chance.often(0.05) ? `-${d(4)}` : ''}`;
    case 'CA':
      return `${known.slice(0, 1)}${d(1)}${chance.pick(codeLetters)} ${d(1)}${chance.pick(codeLetters)}${d(1)}`;
    case 'GB':
      return `${/^[A-Z]+/.exec(known)![0]}${1 + chance.below(25)} ${d(1)}${chance.pick(endLetters)}${chance.pick(endLetters)}`;
    case 'NL':
      return `${1 + chance.below(9)}${d(3)} ${chance.pick(endLetters)}${chance.pick(endLetters)}`;
    case 'SG':
      return `${chance.below(8)}${d(5)}`;
    default:
      return known.slice(0, 2) + d(known.length - 2);
  }
}

const realTowns = (country: string): string[] => {
  const own: Record<string, readonly places.Town[]> = {
    US: places.usTowns,
    CA: places.caTowns,
    GB: places.gbTowns,
    AU: places.auTowns,
    DE: places.deTowns,
    FR: places.frTowns,
  };
  const first = own[country]?.map(({ city, province, postcode, provinceText = '' }) =>
    [city, province, postcode, provinceText].join('|'),
  );
  return [...(first ?? []), ...(townTables[country] ? list(townTables[country]) : townsOf(country))];
};

const otherStates: Record<string, string[]> = {
  GB: list(
    'Kent;Surrey;Essex;Norfolk;Suffolk;Devon;Cornwall;Dorset;Somerset;Hertfordshire;Herts;Bucks;Oxon;Berkshire;Hants;Lancashire;Lancs;Cheshire;Derbyshire;West Yorkshire;N. Yorks;East Sussex;West Sussex;Middlesex;Fife;Perthshire;Angus;Highland;Isle of Skye;Isle of Lewis;Isle of Wight;Isle of Man;Gwynedd;Powys;Co. Down;Co Antrim;County Durham;Tyne and Wear;Merseyside;Shropshire;Wiltshire;Notts;Leics;Warwickshire;Cambs;Orkney;Shetland;Argyll and Bute;Northumberland;Cumbria;Staffs;Greater Manchester;Pembrokeshire',
  ),
  ES: list(
    'Illes Balears;Baleares;Comunidad de Madrid;Vizcaya;Guipúzcoa;Asturias;Cantabria;Tenerife;Gerona;Lérida;La Coruña;A Coruña;Cataluña;Andalucía;Alacant;Navarra',
  ),
  IT: list('Bologna;Milano;Provincia di Treviso;prov. di Siena;Toscana;Lazio'),
};

export function townOf(chance: Chance, country: string): Town {
  const [known, state = '', code = '', long = ''] = chance.pick(realTowns(country)).split('|') as [
    string,
    string?,
    string?,
    string?,
  ];
  const invented = (): string => {
    const word = inventWord(chance, country);
    if (!['US', 'CA', 'GB', 'AU', 'NZ'].includes(country)) return word;
    return chance.pick([
      word,
      word,
      word,
      `${word} ${chance.pick(list('Springs;Beach;City;Falls;Heights;Park;Hill;Lake;Bay;Grove;Creek;Valley;Junction;Green;Wells'))}`,
      `${chance.pick(list('North;South;East;West;New;Port;Mount;St;Great;Little;Upper;Lower;Fort;Lake;San;Glen'))} ${word}`,
    ]);
  };
  const city = chance.often(0.45) ? invented() : known;
  const postcode = chance.often(0.75) && code !== '' ? postcodeLike(chance, country, code) : code;
  const quarters = suburbs[country] ?? [];
  const others = otherStates[country];
  const own = others && chance.often(country === 'GB' ? 0.6 : 0.2) ? chance.pick(others) : state;
  return {
    city:
      country === 'FR' && chance.often(0.05)
        ? `${city} ${chance.pick(['Cedex', 'CEDEX 09', 'Cedex 1', 'cedex 2'])}`
        : city,
    state: own,
    stateLong: long || own,
    district: quarters.length > 0 && chance.often(0.6) ? chance.pick(quarters) : invented(),
    postcode: country === 'SG' ? postcodeLike(chance, 'SG', '') : postcode,
  };
}

const joinedStreets: Record<string, string[]> = {
  US: [
    ...places.usStreets,
    ...list(
      'E South Temple;Turnpike Rd;Beale;Avenue of the Americas;FM 1960;County Rd 210 W;US-1;Hwy 41 N;N 3rd;Rte 66;The Embarcadero;Calle Real;La Cienega Blvd;Camino del Sol;Wilshire;Loop 410;Ranch Rd 620',
    ),
  ],
  CA: [
    ...places.caStreets,
    ...list(
      '104 Ave NW;Concession 4;rue Lafontaine;avenue du Mont-Royal;RR 2;Range Road 52;boul. Saint-Laurent;chemin Royal;Hwy 7;Côte-de-Liesse',
    ),
  ],
  GB: [
    ...places.gbStreets,
    ...list(
      'The Avenue;The Close;Strand;Cheapside;Lower Road;Back Lane;Old Hall Fold;Cross Gates;The Shambles;Whitehall;Montpelier;Eastgate;Long Acre;Piccadilly;The Cedars;Brae',
    ),
  ],
  AU: [
    ...places.auStreets,
    ...list(
      'The Strand;Old Coast Rd;Cattle Track Rd;Captain Cook Dr;Great Ocean Rd;Kingsway;The Boulevarde;Argent Street;Todd St',
    ),
  ],
  NZ: list(
    'Victoria Avenue;Tui Street;Rata Rd;Rosedale Road;Marine Pde;Tennent Drive;Great North Road;State Highway 1;Rangitikei Line;Te Rapa Road;Cuba Street;The Terrace;Lambton Quay;Queen Street;Karangahape Road;Kauri Crescent;Main South Road;Moana Street;Pukeko Place;Waimea Rd;Oriental Parade;Jellicoe St;Hobson St;Beach Road',
  ),
  DE: [
    ...places.deStreets,
    ...list(secondWords.streetNames.DE!),
    ...list(
      'Am Klinikum;Anger;Heuweg;Auf der Höhe;Hinterm Deich;In den Wiesen;Zum Sportplatz;Mainzer Landstr.;Prenzlauer Allee;Große Bleichen;Kurze Gasse;An der Mühle;Am Hang;Unter den Linden;Kurfürstendamm;Straße des 17. Juni;Platz der Einheit;Weg am See;Talstr.;Obere Zeil;Landstraße;Alte Poststraße;Im Grund;Rosenthaler Weg',
    ),
  ],
  FR: [
    ...places.frStreets,
    ...list(secondWords.streetNames.FR!),
    ...list(
      "rue du Faubourg Bannier;chemin de Halage;boulevard Gabriel;avenue Gambetta;rue de l'Église;route Départementale 12;lotissement Les Chênes;hameau de la Forêt;ZA des Prés;cité Jardin;mail des Tilleuls;esplanade de l'Europe;Grande Rue;Petite Rue Haute;rue aux Ours;voie Romaine;promenade des Anglais;quartier Latin;rue d'Alésia",
    ),
  ],
  IT: list(
    'Via Roma;Via Garibaldi;Via San Vitale;Viale Venezia;Corso Italia;Piazza Duomo;Via Dante Alighieri;Via dei Mulini;Via Chiaia;Salita San Matteo;Vicolo Stretto;Largo Augusto;Lungarno Corsini;Via G. Verdi;Via XX Settembre;Via IV Novembre;Strada Statale 11;Contrada Piana;Piazzale Loreto;Via della Repubblica;Corso Vittorio Emanuele II;Via Piave;Via Padre Pio;Borgo San Jacopo;Calle Larga;Fondamenta Nuove;Ponte Vecchio;Via Chiesa;Galleria Umberto;Via Alcide De Gasperi;Località Prato;Traversa Mercato;Riviera di Chiaia;Via Monte Bianco;Viale dei Tigli;Via Ugo Foscolo;Circonvallazione Ovest',
  ),
  ES: list(
    'Calle Mayor;C/ Nueva;Avda. Diagonal;Passeig de Gràcia;Rúa Rosalía de Castro;Plaza de España;Paseo del Prado;Camino Viejo;C/ del Mar;Gran Vía;Carrer de Mallorca;Avenida de la Constitución;Ronda de Toledo;C/ San Juan;Calle del Pez;Plaza del Convento;Ctra. de Burgos km 4;Travesía del Carmen;Cuesta de San Vicente;Avda. Andalucía;C. Alcalá;Calle Doctor Fleming;Urb. La Dehesa;Pol. Ind. El Pino;Calle 12 de Octubre;Plaça Catalunya;Rambla de Catalunya;Kale Nagusia;Calle Fray Luis de León;Glorieta de Bilbao;Avinguda del Port;Lugar de Outeiro;Partida La Hoya;Costanilla de los Ángeles;Callejón del Agua;Paseo Marítimo',
  ),
  NL: list(
    "Kerkstraat;Dorpsstraat;Beijerlandselaan;Heuvelring;Prinsengracht;Tweede Jan Steenstraat;Molenweg;Stationsplein;Dr. Molewaterplein;Burg. van Walsumweg;Oude Gracht;Lange Voorhout;Laan van Meerdervoort;Eerste Oosterparkstraat;Van Goghlaan;Nieuwezijds Voorburgwal;Sint Jansstraat;Zuidersingel;Hoogte Kadijk;Rapenburg;Winkelcentrum De Vaart;De Dam;Het Spui;Op de Thermen;Achter de Kerk;Korte Nieuwstraat;Grote Markt;Wilhelminakade;Meester Sixlaan;Prof. Lorentzlaan;'t Hof van Holland;Buitenhof;Haagweg;Plein 1944",
  ),
  HK: [
    ...places.hkStreets,
    ...list(
      "King's Road;Caine Road;Lam Lok Street;Pok Fu Lam Road;Java Road;Po Lam Road;Castle Peak Road;Ma Tau Wai Road;Fuk Wing Street;Shanghai Street;Prince Edward Road West;Gloucester Road;Connaught Road Central;Wong Chuk Hang Road;Hoi Yuen Road;Third Street;Bonham Strand;Tai Hang Road",
    ),
  ],
};

const unitsOf: Record<string, string[]> = {
  US: list(
    'Apt 4B;#12;Suite 900;Unit 3;Fl 2;Apt. 210;Ste 1200;Bldg C;Room 5;14th Fl;Trlr 9;Lot 22;Apartment 7;Penthouse 2;Apt #5;unit B;2nd Floor;Rear;Basement;Bldg 4 Apt 12;apt 3;Apt. #9;Apt 12-B;Space 14;Bldg 2 Ste 110;3rd fl;Floor 12;Rm 114;# 4;The Dakota Apts;Unit 1204 North Tower;Building 6',
  ),
  CA: list(
    'Apt 7;Unit 210;Suite 1500;#33;Basement;app. 4;bureau 200;Apt. 1102;PH 3;Rez-de-chaussée;suite 12;unit 5;unit 1204;App 3;porte 2;Floor 3;Lower Level;TH 5;local 210;Box 22;bureau 3;Comp 4;Site 5 Box 2;2e étage;Room 503;sous-sol',
  ),
  GB: list(
    "Flat 3;Flat 12A;Unit 7;Apartment 21;The Old Bakery;Rose Cottage;Wellington House;Suite 4;First Floor Flat;Garden Flat;Top Floor Flat;Flat 2/1;Studio 9;North Lodge;The Coach House;Holly Barn;Basement Flat;Room 214;flat b;Flat 4, Nelson House;Mill Farm;The Vicarage;Penthouse;2nd Floor;Ground Floor;Flat 2, 3rd Floor;Maisonette;The Annexe;Unit 12, Trafford Park;2F1;Flat 1R;Rear of;The Old Forge;Lower Ground Floor;Room G12;Hillcrest;Bramble Cottage;Halls of Residence Block C;The Stables;c/o Reception;Caravan 14;Sergeants' Mess;Block B",
  ),
  AU: list(
    'Unit 7;Level 3;Suite 12;Shop 4;Apt 1502;U 5;Villa 2;Lot 14;Ground Floor;Flat 3;Unit 2B;Granny flat;RMB 22;Apartment 12;Warehouse 3;Tenancy 2;Level 2, Suite 5;Site 14;Unit 3 Banksia Lodge;Villa 4;Building B;Farm gate 3;Block 4;Room 9',
  ),
  NZ: list(
    'Unit 4;Flat 2;Level 5;Apartment 3B;Shop 2;Suite 6;U3;Ground Floor;Flat 1;Apt 12;RD 2;Unit 3A;Level 2;Flat 4B;Villa 7;room 9;Site 12;Studio 5;Shed 3;Suite 4;Whare 2',
  ),
  DE: list(
    '2. Stock;Hinterhof;4. OG links;Aufgang B;Whg. 12;Hinterhaus;3. Etage;EG rechts;Apartment 3.07;Wohnung 5;App. 21;Haus B;c/o Meier;Seitenflügel;DG;Gebäude 4;Zimmer 12;2. OG;Zi. 204;Hof 3;4. Stock links;Wohnheim Zimmer 312;Hinterhof links;Vorderhaus;1. OG rechts;Halle 7;Gebäude C2;Station 4;Penthouse;Haus 3 Eingang B;W 12;Nr. 5',
  ),
  FR: list(
    'Appt 12;Bât. B;Résidence Les Pins;3e étage;Bâtiment C, Apt 45;Appartement 8;Escalier B;Lieu-dit Le Bourg;porte 4;Apt 305;3e gauche;RDC;Résidence du Parc, bât A;interphone 12;Esc. 2;BP 40;chez Martin;Immeuble Le Rhône;2ème étage;Entrée B;Résidence Bellevue;Bâtiment A2;Zone Artisanale;1er étage droite;Appt B12;cage C;La Grange;Le Moulin Neuf;Lot 5;chambre 204;étage 4;Bat. F;cour intérieure;digicode 12A45;hall 3;Villa Les Roses',
  ),
  IT: list(
    'int. 3;interno 12;scala B;piano 2;Scala A int. 5;3° piano;Palazzina C;pal. 2;sc. B;int 7;piano terra;Villa Rosa;Condominio Aurora;presso portineria;interno B;scala C int. 8;2° piano;lotto 5;km 4;citofono 12;Edificio 3;Residence Sole;fraz. Pieve;S.P. 22;capannone 4;Zona Industriale;secondo piano;corte interna;Cascina Nuova',
  ),
  ES: list(
    '2º B;3º izq.;1º 1ª;bajo A;esc. A 3-2;piso 4, puerta 2;ático;portal 3, 2º C;5º;1r 1a;bloque 2, 4º D;local 3;pta. 12;planta 2;Edif. Sol, 1º A;3-2;bajo;1ª;entresuelo;entlo. 2ª;principal 1ª;nave 12;Polígono Industrial Sur;Pol. Ind. El Prado, nave 4;bajo;esc. dcha 3º B;2º izda;4º C;local bajo;casa 3;chalet 5;3º-2ª;1º D;parcela 14;buzón 3;portal verde;Residencia San José;km 12;puerta 8',
  ),
  NL: list(
    '2 hoog;hs;bis;3e verdieping;unit 12;app. 5;kamer 3;I;II;huis;achter;Postbus 12;kamer 12;appartement 4B;3 hoog;2-hoog;1e etage;Zorgflat De Iep kamer 44;woonboot;unit B;gebouw C;hal 3;bovenwoning;begane grond;rechts;flat 3',
  ),
  SG: list(
    '#02-05;#06-44;#12-118;#B1-03;#31-1234;unit 04-21;#07-31;#10-02;#03-71;#15-09;02-05;#04-21;#B2-15;Tower 2 #14-03;#01-07;Level 3;Unit 08-12;#16-1620;#02-522;Block 4 Level 3',
  ),
  HK: list(
    'Flat B, 9/F;Unit 7, 11/F;Room 1203, 12/F;Flat 3A;G/F;Shop 12, G/F;6C, Tower 2;Rm 801;Block 3, 15/F, Flat D;12th floor flat a;22/F Tower 1;Flat A, 12/F, Block 5;Room 31;Unit 1504, 15/F;House 7;1/F;Flat 12B;Flat D, 32/F, Block P;3/F;Rm 1205;Unit B, 22/F;Shop G12;10A;Flat C;Flat F, 18/F, Tower 6;RM 2405;Level 8;Duplex 2;Room 702;workshop 5;15/F Flat D;Suite 1201',
  ),
};
const hkBuildings = list(
  "Nan Fung Commercial Centre;The Belcher's;Harbour Green;Sino Centre;Wing Fung Building;Grand Waterfront;Mei Foo Sun Chuen;Lucky Plaza;Kings House;Garden Estate;Fung Wah Mansion;Oi Man Estate;Parkview Court;City Garden;One Island South;Manhattan Heights;Sunshine City Plaza;Cheung Kong Center;Tai Koo Shing",
);

const pickStreet = (chance: Chance, country: string): string => {
  if (chance.often(0.35)) return chance.pick(joinedStreets[country] ?? joinedStreets.US!);
  const word = chance.often(0.35)
    ? chance.pick(placeFamilies)
    : chance.often(0.2)
      ? personOf(chance, country).last
      : inventWord(chance, country);
  switch (country) {
    case 'DE':
      return chance.pick([
        `${word}${chance.pick(list('straße;str.;weg;platz;allee;gasse;ring;damm;ufer;straße;strasse'))}`,
        `${word}er ${chance.pick(list('Straße;Str.;Weg;Allee;Platz'))}`,
        `${chance.pick(list('Am;An der;Im;Zum;Zur;Auf dem;Hinter der;Alte;Neue;Große'))} ${word}`,
        `${word}-${inventWord(chance, country)}-Straße`,
      ]);
    case 'FR':
      return `${chance.pick(list('rue;rue;rue;avenue;boulevard;place;chemin;impasse;allée;route;quai;cours;square;passage;Rue;bd;av.;bis rue'))} ${chance.pick(['', '', 'de ', 'du ', 'des ', "de l'", 'de la ', 'du Général ', 'Jean ', 'Saint-'])}${word}`;
    case 'IT':
      return `${chance.pick(list('Via;Via;Via;Viale;Piazza;Corso;Vicolo;Largo;via;V.le;P.zza;C.so;Strada;Salita'))} ${chance.pick(['', '', 'della ', 'dei ', 'San ', 'G. ', 'Santa ', 'Monte ', 'del '])}${word}`;
    case 'ES':
      return `${chance.pick(list('Calle;C/;C/;Avda.;Avenida;Plaza;Paseo;Carrer;Rúa;Camino;calle;Ronda;C.;Pza.'))} ${chance.pick(['', '', 'de la ', 'del ', 'de ', 'San ', 'Santa ', 'Doctor '])}${word}`;
    case 'NL':
      return chance.pick([
        `${word}${chance.pick(list('straat;laan;weg;plein;gracht;kade;dijk;singel;hof;pad;dreef'))}`,
        `${chance.pick(list('Oude;Nieuwe;Lange;Korte;Eerste;Tweede;Van;Burg.;Prof.;Dr.;Sint'))} ${word}${chance.pick(list('straat;laan;weg;plein'))}`,
      ]);
    case 'SG':
      return chance.pick([
        chance.pick(places.sgStreets),
        chance.pick(list(secondWords.streetNames.SG!)),
        `${word} ${chance.pick(list('Road;Street;Avenue;Drive;Crescent;Walk;Close;Link;Rise;Way;Ave'))}${chance.often(0.5) ? ` ${1 + chance.below(99)}` : ''}`,
        `${chance.pick(list('Jalan;Lorong;Jln;Lor'))} ${word}`,
        `Lorong ${1 + chance.below(40)} ${word}`,
      ]);
    case 'HK':
      return chance.pick([
        chance.pick(joinedStreets.HK!),
        `${chance.pick(list('Wing;Fuk;Tai;Sai;Hoi;Man;Kwong;Lok;On;Shun;Wah;Yuen;Cheung;Lung'))} ${chance.pick(list('Lok;Wah;Fung;Hing;On;Lee;Shing;Yip;Kei;Tak'))} ${chance.pick(list('Street;Road;Lane;St;Rd;Path'))}`,
      ]);
    default: {
      const kinds = list(secondWords.streetKinds[country] ?? secondWords.streetKinds.GB!);
      return `${chance.pick(['', '', '', '', 'N ', 'S ', 'West ', 'E. ', 'Old ', 'Upper ', 'The '])}${chance.pick([word, word, word, `${word} ${chance.pick(placeFamilies)}`, `${1 + chance.below(90)}${chance.pick(['th', 'st', 'nd'])}`])} ${chance.pick(kinds)}${chance.often(0.05) ? chance.pick([' N', ' SW', ' East', ' NW', ' West']) : ''}`;
    }
  }
};

/** Pieces of a street in their order; a unit of its own behind or before it. */
export function streetOf(chance: Chance, country: string): string {
  // Some have no kind, and some no number.
  const road = chance.often(0.06)
    ? chance.pick([
        inventWord(chance, country),
        `${inventWord(chance, country)} ${inventWord(chance, country)}`,
      ])
    : pickStreet(chance, country);
  if (chance.often(0.03)) return road;
  const n = 1 + chance.below(chance.often(0.2) ? 9999 : 260);
  const house = `${n}${chance.often(0.12) ? chance.pick(list('a;b;A;B;C;-3;c;½')).replace('½', 'A') : ''}`;
  const roll = chance.below(100);
  switch (country) {
    case 'DE':
      if (roll < 3)
        return chance.pick([
          `Postfach ${chance.digits(2)} ${chance.digits(2)}`,
          `Packstation ${chance.digits(3)}`,
          `Postfach ${chance.digits(6)}`,
        ]);
      return `${road} ${house}${chance.often(0.05) ? ` ${chance.pick(list('a;b;d'))}` : ''}`;
    case 'NL':
      if (roll < 2) return `Postbus ${n}`;
      return `${road} ${house}${chance.often(0.12) ? chance.pick(['-2', ' hs', ' II', '-hs', ' bis', ' A']) : ''}`;
    case 'IT':
      return roll < 2
        ? `Casella Postale ${n}`
        : `${road}${chance.pick([' ', ' ', ', ', ' n. ', ', n. '])}${house}${chance.often(0.05) ? '/B' : ''}`;
    case 'ES':
      if (roll < 3) return chance.pick([`Apartado ${n}`, `Apartado de Correos ${n}`, `${road} s/n`]);
      return `${road}${chance.pick([' ', ' ', ', ', ', nº ', ' nº'])}${house}`;
    case 'FR':
      if (roll < 3) return `BP ${n}`;
      return `${n}${chance.pick(['', '', '', '', ' bis', ' ter', ',', 'B'])} ${road}`;
    case 'HK':
      return `${chance.often(0.5) ? `${chance.pick(hkBuildings)}, ` : ''}${chance.pick(['', '', 'No. '])}${house} ${road}`;
    case 'SG':
      return chance.pick([
        `Blk ${n} ${road}`,
        `${house} ${road}`,
        `Block ${n} ${road}`,
        `BLK ${n} ${road}`,
        `${house} ${road}`,
      ]);
    case 'GB':
      if (roll < 8)
        return `${inventWord(chance, 'GB')} ${chance.pick(list('House;Cottage;Lodge;Farm;Barn;Hall'))}, ${road}`;
      if (roll < 10) return `PO Box ${n}`;
      return `${house}${chance.often(0.03) ? ',' : ''} ${road}`;
    case 'AU':
    case 'NZ':
      if (roll < 5)
        return chance.pick([
          `PO Box ${n}`,
          `RSD ${n} ${road}`,
          `RD ${1 + chance.below(9)}`,
          `Lot ${n} ${road}`,
          `Private Bag ${n}`,
        ]);
      return `${chance.often(0.15) ? `${1 + chance.below(30)}/` : ''}${house} ${road}`;
    default:
      if (roll < 4)
        return chance.pick([
          `PO Box ${n}`,
          `P.O. Box ${n}`,
          `PSC ${n} Box ${chance.digits(4)}`,
          `CMR ${chance.digits(3)} Box ${n}`,
          `Unit ${chance.digits(5)} Box ${n}`,
          `RR ${1 + chance.below(9)} Box ${n}`,
        ]);
      return `${house} ${road}`;
  }
}

export const unitOf = (chance: Chance, country: string): string => {
  const unit = chance.pick(unitsOf[country] ?? unitsOf.US!);
  return unit.replace(/\d+/g, (digits) =>
    chance.often(0.7)
      ? String(1 + chance.below(10 ** digits.length)).padStart(
          digits.length,
          digits.startsWith('0') ? '0' : '',
        )
      : digits,
  );
};

/** What houses, barracks and halls are called that stand before a street; `{w}` is a name of its own. */
const housesOf: Record<string, string[]> = {
  US: list(
    '{w} Hall;{w} Hall Room 12;Bldg 4510 Rm 218;3rd Bn Barracks, Bldg 12;The {w} Apartments;Barracks 7;{w} Tower;{w} Village;Cottage 4;Box 12;{w} Dorm;Camp {w};Unit 5 {w} Court;HHC 2-14 IN;Slip 14, {w} Marina;{w} RV Park Space 9;Cabin 3',
  ),
  GB: list(
    '{w} House;{w} Cottage;The Old {w};{w} Farm;Ty {w};Chy {w};Chy an {w};Tan y {w};{w} Barn;The {w};{w} Lodge;{w} Court;Block C, {w} Hall;Room G.14, Staircase 5;{w} Barracks;Pen-y-{w};Bryn {w};Tigh na {w};The Old Forge;The Granary;{w} View;1 {w} Cottages;Apartment 3 {w} Mill;Sgts Mess, {w} Barracks;Berth 9, {w} Marina;An {w};Caravan 12, {w} Park',
  ),
  AU: list(
    '"{w}";"{w} Park";{w} Downs;"{w} Station";{w} Homestead;Block 4, {w} Barracks;Building 12, {w} Barracks;{w} Village;Villa 12, {w} Gardens;Site 22, {w} Caravan Park;Room 9, {w} College;Berth 7, {w} Marina;{w} Towers;Shed 2',
  ),
  NZ: list(
    '"{w} Station";"{w}";{w} Farm;{w} Downs;Barrack Block 14;{w} Military Camp;Villa 7, {w} Village;{w} Lodge;Room 12, {w} Hall;{w} Homestead;Bach 4;Block 2, {w} Camp',
  ),
  DE: list(
    '{w}-Kaserne, Geb. 17;Gen.-{w}-Kaserne, Geb. 17 Stube 204;{w}kaserne, Gebäude 3;Gut {w};Gut {w} 1;Hof {w};Haus {w};Schloss {w};Studentenwohnheim {w}, Zimmer 312;Postnummer 88120457;Wohnheim {w};Villa {w};Seniorenheim {w}, Zi. 12;Gartenhaus;Kleingarten 14;Stube 112, Block C',
  ),
  FR: list(
    'Résidence {w};Résidence Les {w};Cité U {w}, chambre 118;Caserne {w};Quartier {w};Immeuble Le {w};Le Clos {w};Villa {w};Hameau de {w};Lieu-dit {w};Les {w};Bât. C, résidence {w};Château de {w};lot. les {w};Domaine de {w};Mas {w};Ferme de {w};3e RPIMa, Caserne {w};Chambre 12, foyer {w}',
  ),
  IT: list(
    'Caserma {w};Caserma "{w}";Caserma "Col. {w}";Caserma {w}, Palazzina 4;Villa {w};Cascina {w};Condominio {w};Residence {w};Podere {w};Residenza {w}, camera 12;Casa dello Studente {w};Masseria {w};8° Reggimento, Caserma {w};Palazzo {w};Località {w};Loc. {w} 15',
  ),
  ES: list(
    'Edificio {w};Edif. {w};Residencia {w}, hab. 109;Urb. {w};Urbanización {w};Cortijo {w};Finca {w};Acuartelamiento {w};Base {w};Casa {w};Masía {w};Pol. Ind. {w};Caserío {w};Colegio Mayor {w};Conjunto {w};Barrio {w};Aldea de {w}',
  ),
  NL: list(
    '{w}kazerne;{w}kazerne, geb. 203;Gen.-maj. {w}kazerne, geb. 12;Johan {w} kazerne gebouw 4 kmr 34;Huize {w};Hoeve {w};Landgoed {w};Woonboot {w};Flat {w};Villa {w};De {w};Legerplaats {w};Studentenflat {w}, kamer 44;Vakantiepark {w} nr 21;Kasteel {w}',
  ),
  SG: list(
    '{w} Camp;HQ 9th Div, Blk 11;4 SIR HQ, Blk 203;{w} Court;{w} Tower;The {w};{w} Gardens;{w} Industrial Building;{w} Hall 3;{w} Residences;Blk 5 {w} Camp;{w} Point;{w} Lodge Dormitory;{w} Shopping Centre;{w} Ville;{w} Mansions;{w} City Tower A',
  ),
};
housesOf.CA = housesOf.US!;

/** A house, a block or a camp before its street. */
export const houseOf = (chance: Chance, country: string): string =>
  country === 'HK'
    ? chance.pick(hkBuildings)
    : chance
        .pick(housesOf[country] ?? housesOf.GB!)
        .replaceAll('{w}', () =>
          chance.often(0.3)
            ? chance.pick(placeFamilies)
            : chance.often(0.4)
              ? personOf(chance, country).last
              : inventWord(chance, country),
        );

/** What a road outside towns has instead of a number, or beside it. */
export function ruralOf(chance: Chance, country: string): string {
  const n = 1 + chance.below(9);
  if (country === 'NZ')
    return chance.pick([`RD ${n}`, `RD${n}`, `R.D. ${n}`, `RD ${n}${chance.pick(list('D;K;A'))}`]);
  if (country === 'AU')
    return chance.pick([
      `PMB ${10 * n}`,
      `Locked Bag ${17 * n}`,
      `RMB ${n}4`,
      `CMB ${n}`,
      `MS ${n}12`,
      `Private Bag ${n}`,
    ]);
  return `RR ${n} Site ${n + 2} Box ${2 * n}`;
}

/** Ranks, offices and titles before a name. */
const ranksOf: Record<string, string[]> = {
  en: list(
    'Dr;Dr.;Prof;Rev;The Rev;The Rev Canon;Fr;Sr;Sister;Private;Pte;Pvt;Cpl;LCpl;Sgt;SSgt;SSG;WO2;Capt;Lt;Maj;Major;Col;Cdr;PO;AB;Sqn Ldr;Flt Lt;CPL (NS);LCP;3SG;CPT;2LT;SPC;A1C;PFC;Spr;Gnr;Tpr;Lady;Sir;Hon;Mdm;Mrs;Ms;Miss;Mr;Mister;Master;Madam;Auntie;Rabbi;Imam',
  ),
  DE: list(
    'Herr;Frau;Herrn;Dr.;Prof. Dr.;Dr. med.;Dipl.-Ing.;Hptm.;Gefr.;OGefr.;Oberstabsgefreiter;Obergefreiter;Fw.;StUffz;Leutnant;Major a. D.;Pfarrer;Schwester;Pater;Frau Dr.;Herrn Dr.;Ing.;Mag.',
  ),
  FR: list(
    'M.;Mme;Mlle;Dr;Me;Maître;Adjt;Sgt;Cch;Caporal;Caporal-chef;Lt;Cne;Abbé;Père;Sœur;Docteur;Monsieur;Madame;Pr',
  ),
  IT: list(
    'Sig.;Sig.ra;Dott.;Dott.ssa;Avv.;Ing.;Arch.;Geom.;Rag.;Prof.;Prof.ssa;Contessa;Conte;Don;Suor;1° Mar.;Mar. Ord.;Cap.le Magg.;C.le Magg.;Serg.;Ten.;Cap.;Magg.;Gent.ma;Egr. Sig.;Marchesa;Padre;Fra',
  ),
  ES: list(
    'Sr.;Sra.;D.;Dña.;Don;Doña;Dr.;Dra.;Hna.;Hno.;Sor;Fray;Cabo;Cabo 1º;Sgto.;Tte.;Cap.;Padre;Lcdo.;Ing.;Srta.',
  ),
  NL: list(
    'Dhr.;Mevr.;Mw.;mw.;Dr.;Drs.;Ir.;Ing.;Mr.;Prof.;Kpl.;KPL1;Sgt1;Sld1;Korporaal;Lt;Kap.;Zuster;Pater;Ds.;fam.',
  ),
};
export const rankOf = (chance: Chance, country: string): string =>
  chance.pick(chance.often(0.2) ? ranksOf.en! : (ranksOf[country] ?? ranksOf.en!));

/** Degrees, orders and offices behind a name. */
const honours = list(
  'BVSc;DVM;MD;PhD;Ph.D.;OSB;OP;SJ;MBE;OBE;MA;BA (Hons);BSc;MSc;RN;JP;QC;KC;FRCS;CPA;Esq;Esq.;DDS;DPhil;LLB;MRCVS;RIBA;OAM;AM;CSC;LCSW;M.D.;RMT;P.Eng;PA-C;FCA;CEng;BDS;MBA;LL.M.',
);
export const honourOf = (chance: Chance): string => chance.pick(honours);

const phoneForms: Record<string, readonly [mobile: string, landline: string]> = {
  US: [
    '(ddd) ddd-dddd;ddd-ddd-dddd;+1 ddd-ddd-dddd;ddd.ddd.dddd;ddd ddd dddd;+1dddddddddd;dddddddddd;+1 (ddd) ddd-dddd;1-ddd-ddd-dddd;ddd-ddd-dddd x12;ddd/ddd-dddd',
    '(ddd) ddd-dddd;ddd-ddd-dddd;ddd-ddd-dddd ext. 204',
  ],
  GB: [
    '07ddd dddddd;07ddd ddd ddd;07ddddddddd;+44 7ddd dddddd;+447ddddddddd;07ddd-dddddd;0044 7ddd dddddd;+44 (0)7ddd dddddd',
    '020 dddd dddd;01ddd dddddd;0161 ddd dddd;01ddd ddd ddd;(01ddd) dddddd;+44 20 dddd dddd',
  ],
  AU: [
    '04dd ddd ddd;04dddddddd;+61 4dd ddd ddd;04dd-ddd-ddd;+614dddddddd',
    '(0d) dddd dddd;02 dddd dddd;08 dddd dddd;+61 3 dddd dddd;03dddddddd',
  ],
  NZ: [
    '02d ddd dddd;021 ddd ddd;027ddddddd;+64 21 ddd ddd;02d dddd ddd;021ddddddd;+64 27 ddd dddd',
    '09 ddd dddd;03 ddd dddd;+64 3 ddd dddd;04-ddd dddd;(06) ddd dddd',
  ],
  DE: [
    '0151 dddddddd;0176/ddddddd;0170 ddd dd dd;+49 151 dddd dddd;0049 176 dddddddd;0152-ddddddd;0160dddddddd;+49 (0)171 ddddddd;0179 dddd dddd',
    '030 ddddddd;089/dddddd;0d6d dddd dd;0221 ddddddd;0ddd dddddd;040-ddd dd dd;+49 751 dddd dd;(0361) dddddd',
  ],
  FR: [
    '06 dd dd dd dd;07dddddddd;06.dd.dd.dd.dd;+33 6 dd dd dd dd;+33 (0)6 dd dd dd dd;06-dd-dd-dd-dd;0033 6 dd dd dd dd;07 dd dd dd dd',
    '01 dd dd dd dd;04 dd dd dd dd;05.dd.dd.dd.dd;+33 1 dd dd dd dd',
  ],
  IT: [
    '333 ddd dddd;347ddddddd;+39 320 ddd dddd;328 dddddd;335.ddd.dddd;339/ddddddd;+39 3ddddddddd;3dd dd dd ddd',
    '06 ddddddd;02 dddd dddd;051 dddddd;0165 dddddd;+39 06 ddd dddd;0171 ddd ddd;055-dddddd',
  ],
  ES: [
    '6dd ddd ddd;6dd dd dd dd;+34 6dd ddd ddd;6dddddddd;7dd ddd ddd;6dd-ddd-ddd;0034 6dd ddd ddd',
    '91 ddd dd dd;93 ddd dd dd;9dd ddd ddd;+34 91 ddd dddd;9dd dd dd dd',
  ],
  NL: [
    '06 dddd dddd;06-dddddddd;06dddddddd;+31 6 dddd dddd;06 dd dd dd dd;+316dddddddd;0031 6 dddddddd',
    '020 ddd dddd;010-ddddddd;036 ddd dddd;0ddd dddddd;+31 20 ddd dddd',
  ],
  SG: [
    '9ddd dddd;8ddd dddd;9ddddddd;+65 9ddd dddd;8ddddddd;+659ddddddd;9ddd-dddd;(65) 8ddd dddd',
    '6ddd dddd;+65 6ddd dddd',
  ],
  HK: [
    '6ddd dddd;9ddd dddd;5ddddddd;+852 6ddd dddd;(852) 9ddd dddd;9ddddddd;+852-9ddddddd',
    '2ddd dddd;3ddd dddd;+852 2ddd dddd',
  ],
};
phoneForms.CA = phoneForms.US!;

export function phoneOf(chance: Chance, country: string, isLandline = false): string {
  const forms = phoneForms[country] ?? phoneForms.US!;
  const form = chance.pick(list(forms[isLandline || chance.often(0.12) ? 1 : 0]));
  // Area codes of North America begin with 2 to 9.
  let isFirst = ['US', 'CA'].includes(country);
  return form.replaceAll('d', () => {
    const digit = isFirst ? String(2 + chance.below(8)) : chance.digits(1);
    isFirst = false;
    return digit;
  });
}

const firmKinds: Record<string, string> = {
  US: 'Inc.;LLC;Corp;Dental Group;Law Firm;High School;Elementary School;Coffee Roasters;Realty;Public Library;County Hospital;Middle School;Bakery;Church of Christ;Fitness;Auto Body;Print Shop;Community College;Museum of Art',
  CA: 'Inc.;Ltd.;Ltée;Consulting;Design Studio;General Hospital;Secondary School;Brewing Co.',
  GB: 'Ltd;Limited;LLP;& Sons;Primary School;Surgery;Architects;Infirmary;Academy;Town Council;Village Hall;Arms;Books;Estates;& Co;Church of England School;plc',
  AU: 'Pty Ltd;Constructions;Medical Centre;Primary School;Cafe;Plumbing;Surf Club;Winery;Bowls Club;Legal',
  NZ: 'Limited;Ltd;Kura;School;Marae;Primary School;Contractors;Vets;Medical Centre;Cafe;Rest Home;Winery',
  DE: 'GmbH;AG;GmbH & Co. KG;e.V.;Architekten;Verlag;Steuerberatung;Apotheke;Gymnasium;Klinikum;Buchhandlung;Autohaus;OHG;Praxis;Stiftung',
  FR: 'SARL;SAS;SA;Conseil;Immobilier;& Fils;Boulangerie;EURL;Pharmacie;Avocats',
  IT: 'S.r.l.;SRL;S.p.A.;snc;& Figli;Studio Legale;Associati;s.n.c.;Arredamenti',
  ES: 'S.L.;SL;S.A.;e Hijos;Abogados;SLU;Asesores;Restaurante;Clínica',
  NL: 'B.V.;BV;V.O.F.;& Zonen;Advocaten;N.V.;Makelaars;Tandartsen',
  SG: 'Pte Ltd;Pte. Ltd.;Holdings Pte Ltd;LLP;Trading;Primary School;Clinic;Enterprise',
  HK: 'Limited;Ltd;Company Limited;Trading Co. Ltd.;(HK) Limited;International School;Dental Clinic',
};
const firmsBefore: Record<string, string> = {
  GB: "St Mary's Church;University of {w};{w} General Hospital;The {w} Inn;Royal {w} Infirmary;The {w} Arms;{w} College;School of {w};St {w}'s School;Priory of {s};{s} Hospice;{s} Care Home;Church of {s};RAF {w};HMS {w};{s} Primary School",
  US: 'University of {w};{w} High School;First Baptist Church of {w};St. {w} Hospital;Bank of {w};The {w} Group;{w} State University;VA Medical Center;{s} Catholic Church;{w} Assisted Living;{s} Hospital;Fort {w};{w} Retirement Village;USS {w};Abbey of {s}',
  CA: 'Université de {w};University of {w};CLSC {w};École {w};{w} Public School;Hôpital {s};CFB {w};{s} Elementary;Résidence {s};Manoir {w}',
  AU: '{w} University;University of {w};RAAF Base {w};{w} Hospital;{s} College;RAAF Base {w};{w} Lodge;Hospice of {s};HMAS {w}',
  NZ: '{w} University;{w} Hospital;Te Wānanga o {w};{w} School;{w} College;{s} School;{w} Lodge;{w} Rest Home;Hospice {w};{w} Marae',
  DE: 'Universität {w};Bäckerei {w};Kanzlei {w};Autohaus {w};Universitätsklinikum {w};Kleingartenverein {w} e.V.;Grundschule {w};Gasthaus {w};Stadtwerke {w};Hotel {w};Technische Universität {w};Kita {w};Kloster {s};Seniorenheim {s};Altenheim {w};Gemeinde {s};Krankenhaus {s};Pfarramt {s};Haus {w};Pflegeheim {w};Verein {w} e.V.;Landratsamt {w};Schloss {w};Bundeswehr {w}',
  FR: 'Université de {w};Boulangerie {w};Lycée {w};Mairie de {w};Hôpital {w};École {w};Hôtel {w};Cabinet {w};Restaurant Le {w};Centre {w};CHU de {w};Garage {w};Couvent {s};EHPAD {s};Résidence {s};Collège {s};Abbaye de {w};Paroisse {s};Maison de retraite {s};Foyer {w};Clinique {s};Café des {w};Association {w}',
  IT: 'Università di {w};Studio {w};Hotel {w};Panificio {w};Scuola {w};Liceo {w};Ospedale {w};Comune di {w};Farmacia {w};Fotolito {w};Bar {w};Convento di {w};Ditta {w};Agriturismo {w};Convento {s};Monastero {s};Parrocchia {s};Istituto {s};Casa di riposo {s};Residenza {w};Caserma {w};Palazzo {w};Rifugio {w};Teatro {w};Villa {w};Circolo {w}',
  ES: 'Universidad de {w};Colegio {w};Hospital {w};Ayuntamiento de {w};Panadería {w};Farmacia {w};Hotel {w};Convento de {w};Talleres {w};IES {w};Bar {w};Librería {w};Convento de {s};Monasterio de {s};Residencia {s};Parroquia de {s};Colegio {s};Gestoría {w};Clínica {w};Hostal {w};Centro de Salud {w};Asociación {w};Cuartel de {w};Academia {w}',
  NL: 'Universiteit {w};Bakkerij {w};Basisschool {w};Gemeente {w};Hotel {w};Slagerij {w};Stichting {w};{w} MC;Restaurant De {w};Garage {w};Apotheek {w};Ziekenhuis {w};Klooster {s};Buurthuis {s};Zorgcentrum {s};Verpleeghuis {w};Kinderdagverblijf {s};Parochie {s};Camping {w};Kazerne {w};Vereniging {w};Boerderij {w};Zorgflat {s};Bibliotheek {w};Museum {w}',
  SG: '{w} General Hospital;{w} Polytechnic;{w} Primary School;National University of {w};{w} Secondary School',
  HK: '{w} College;The University of {w};{w} Hospital;{w} Bank',
};

/** Whom churches, schools and houses are called after. */
const saintNames = list(
  'St Mary;St John;St. Joseph;St Andrews;San Francisco;Santa Chiara;San José;San Juan;Sint-Jozef;Sint Jan;Saint-Louis;Sainte-Anne;St. Elisabeth;Sankt Martin;Santa Maria;San Pedro;Sant Pau;Notre-Dame;Sacré-Cœur;Holy Trinity;Sacred Heart;All Saints;Christ Church;De Kade;De Linde;De Regenboog;La Paz;Villa Serena;Haus Abendrot;Les Tilleuls;Les Jardins;Il Poggio;La Pergola;El Carmen;Victor Hugo;Leonardo da Vinci;Albert Einstein;Princess Royal;Queen Elizabeth;King Edward',
);
/** Words that firms are called by. */
const firmWords = list(
  'Copper;Kettle;Coral;Coast;Maritime;Map;Print;Dive;Catering;Ocean;Mountain;Valley;Golden;Silver;Red;Blue;Green;Little;Big;Happy;Wild;Urban;Modern;Vintage;Garden;Flower;Coffee;Tea;Bread;Wine;Cheese;Bike;Cycle;Surf;Yoga;Dance;Music;Guitar;Paper;Ink;Frame;Photo;Lens;Studio;Art;Craft;Wood;Stone;Iron;Steel;Glass;Leather;Thread;Needle;Cotton;Wool;Pet;Dog;Cat;Horse;Farm;Orchard;Bee;Honey;Sugar;Salt;Pepper;Spice;Kitchen;Table;Home;House;Nest;Door;Window;Roof;Brick;Build;Property;Estate;Travel;Tours;Sky;Star;Moon;Sun;Rain;Storm;Cloud;Data;Code;Pixel;Digital;Smart;Bright;Clear;First;Prime;Royal;Crown;Lion;Tiger;Eagle;Fox;Bear;Dragon;Phoenix;Family;Kids;Junior;Senior;Care;Health;Dental;Vision;Smile;Beauty;Hair;Nail;Sport;Fit;Gym;Run;Climb;Sail;Boat;Fish;Harbour;Island;River;Lake;Bridge;Station;Corner;Central;National;Global;Pacific;Atlantic;Northern;Southern;Eastern;Western;United;Allied;Advanced;Quality;Express;Rapid;Direct;Local;Village;County;Metro;Heritage;Classic;Event;Wedding;Party;Gift;Book;News;Media;Film;Sound;Electric;Energy;Solar;Power;Water;Gas;Motor;Auto;Tyre;Truck;Freight;Cargo;Marine;Aero;Bio;Eco;Tech;Lab;Cerámicas;Gestoría;Talleres;Grupo;Casa;Sol;Mar;Monte;Verde;Nuova;Bella;Arte;Fotolito;Alpina;Café;Jardin;Lumière;Soleil;Maison;Atelier;Belle;Nord;Sud;Haus;Licht;Werk;Foto;Druck;Kunst;Stadt;Kolorit;Huis;Zon;Boek;Fiets;Brood',
);

export function firmOf(chance: Chance, country: string): string {
  const word = (): string =>
    chance.often(0.3)
      ? chance.pick(list(secondWords.firmHeads))
      : chance.often(0.3)
        ? personOf(chance, country).last
        : inventWord(chance, country);
  if (chance.often(0.35) && firmsBefore[country])
    return chance
      .pick(list(firmsBefore[country]))
      .replaceAll('{w}', word)
      .replaceAll('{s}', () => chance.pick(saintNames));
  if (chance.often(0.25)) {
    const heads = Array.from({ length: 1 + chance.below(3) }, () =>
      chance.often(0.6) ? chance.pick(firmWords) : word(),
    );
    const joined =
      heads.length > 1 && chance.often(0.25)
        ? `${heads.slice(0, -1).join(' ')} ${chance.pick(['&', '&', 'and', '+'])} ${heads.at(-1)}`
        : heads.join(' ');
    return `${chance.often(0.25) ? 'The ' : ''}${joined} ${chance.pick(list(firmKinds[country] ?? firmKinds.US!))}`;
  }
  const head = chance.often(0.25)
    ? `${word()} ${chance.pick(list('Media;Design;Digital;Trading;Foods;Print;Solutions;Events;Creative;Energy;Legal;Tech'))}`
    : word();
  return `${head} ${chance.pick(list(firmKinds[country] ?? firmKinds.US!))}`;
}

const depts: Record<string, string> = {
  DE: 'Abteilung Einkauf;Klinik für Radiologie;Institut für Physik;Buchhaltung;Personalabteilung;Marketing',
  FR: 'Service comptabilité;UFR Lettres;Service RH;Direction des achats;Département de chimie',
  IT: 'Ufficio acquisti;Dipartimento di Fisica;Reparto contabilità;Ufficio tecnico',
  ES: 'Departamento de Química;Servicio de Cardiología;Administración;Facultad de Letras',
  NL: 'afdeling Dermatologie;afd. Inkoop;Faculteit Rechten;Receptie',
};
export const deptOf = (chance: Chance, country: string): string =>
  chance.pick(
    list(
      depts[country] ??
        'School of Physics;Department of Chemistry;Accounts Dept;Marketing;HR Department;Faculty of Law;School of Engineering;Reception;Ward 7;Dispatch;Finance;Events Team;Goods Inwards;Lab 3',
    ),
  );

export const countryWords: Record<string, string[]> = {
  US: list('USA;United States;US;U.S.A.;United States of America'),
  CA: list('Canada;CANADA;Can'),
  GB: list('UK;United Kingdom;England;Scotland;Great Britain;GB;Wales'),
  AU: list('Australia;AUSTRALIA;Aus'),
  NZ: list('New Zealand;NZ;Aotearoa;NEW ZEALAND;Aotearoa NZ'),
  DE: list('Germany;Deutschland;DE;Allemagne'),
  FR: list('France;FRANCE;FR'),
  IT: list('Italia;Italy;ITALIA;IT'),
  ES: list('España;Spain;ESPAÑA;ES'),
  NL: list('Nederland;Netherlands;The Netherlands;NL;Holland'),
  SG: list('Singapore;SINGAPORE;SG;Spore'),
  HK: list('Hong Kong;HK;Hong Kong SAR;HKSAR'),
};

interface NumberWords {
  /** From zero on, as far as they follow no rule. */
  ones: string[];
  /** By their first digit. */
  tens: string[];
  join(ten: string, one: string): string;
}

const spaced = (ten: string, one: string): string => `${ten} ${one}`;

/** Numbers up to 99 in words, as they are dictated; English for every country without its own. */
export const numberWords: Record<string, NumberWords> = {
  en: {
    ones: 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
      ' ',
    ),
    tens: ['', 'ten', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'],
    join: spaced,
  },
  DE: {
    ones: 'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
      ' ',
    ),
    tens: [
      '',
      'zehn',
      'zwanzig',
      'dreißig',
      'vierzig',
      'fünfzig',
      'sechzig',
      'siebzig',
      'achtzig',
      'neunzig',
    ],
    join: (ten, one) => `${one === 'eins' ? 'ein' : one}und${ten}`,
  },
  FR: {
    ones: 'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'.split(
      ' ',
    ),
    tens: [
      '',
      'dix',
      'vingt',
      'trente',
      'quarante',
      'cinquante',
      'soixante',
      'soixante-dix',
      'quatre-vingt',
      'quatre-vingt-dix',
    ],
    join: spaced,
  },
  IT: {
    ones: 'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove'.split(
      ' ',
    ),
    tens: [
      '',
      'dieci',
      'venti',
      'trenta',
      'quaranta',
      'cinquanta',
      'sessanta',
      'settanta',
      'ottanta',
      'novanta',
    ],
    join: (ten, one) => (/^[uo]/.test(one) ? ten.slice(0, -1) : ten) + one,
  },
  ES: {
    ones: 'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve'.split(
      ' ',
    ),
    tens: [
      '',
      'diez',
      'veinte',
      'treinta',
      'cuarenta',
      'cincuenta',
      'sesenta',
      'setenta',
      'ochenta',
      'noventa',
    ],
    join: (ten, one) => `${ten} y ${one}`,
  },
  NL: {
    ones: 'nul één twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien'.split(
      ' ',
    ),
    tens: [
      '',
      'tien',
      'twintig',
      'dertig',
      'veertig',
      'vijftig',
      'zestig',
      'zeventig',
      'tachtig',
      'negentig',
    ],
    join: (ten, one) => `${one}${one.endsWith('e') ? 'ën' : 'en'}${ten}`,
  },
};
