/**
 * Names of places and countries of up to four words, as evidence for the tagger. Owns which names are known; towns and states come from the
 * tables of the readers. Pure.
 */
import { stateNames } from '../abroad/abroad-states.ts';
import { countryNames } from '../country-names.ts';
import { bareName, isPlain } from '../plain-words.ts';
import { largeTowns } from '../town-names.ts';

/** Bits: 2 a large town, 4 of the country asked for, 8 a state or county, 16 of the country asked for, 32 a country. */
interface Phrase {
  towns: Set<string>;
  states: Set<string>;
  isCountry: boolean;
}

const regions: Record<string, string> = {
  GB: 'england;scotland;wales;northern ireland;merseyside;west midlands;west yorkshire;south yorkshire;north yorkshire;east yorkshire;yorkshire;tyne and wear;avon;bedfordshire;berkshire;buckinghamshire;cambridgeshire;cheshire;cornwall;cumbria;derbyshire;devon;dorset;county durham;east sussex;west sussex;sussex;essex;gloucestershire;hampshire;herefordshire;hertfordshire;isle of wight;kent;lancashire;leicestershire;lincolnshire;middlesex;norfolk;northamptonshire;northumberland;nottinghamshire;oxfordshire;rutland;shropshire;somerset;staffordshire;suffolk;surrey;warwickshire;wiltshire;worcestershire;fife;angus;perthshire;aberdeenshire;argyll;ayrshire;lanarkshire;stirlingshire;clwyd;gwent;gwynedd;powys;dyfed;county antrim;county down;co antrim;co down;highland;flintshire;pembrokeshire;carmarthenshire;anglesey;greater manchester;greater london',
  IT: 'ag;al;an;ao;ap;aq;ar;at;av;ba;bg;bi;bl;bn;bo;br;bs;bt;bz;ca;cb;ce;ch;cl;cn;co;cr;cs;ct;cz;en;fc;fe;fg;fi;fm;fr;ge;go;gr;im;is;kr;lc;le;li;lo;lt;lu;mb;mc;me;mi;mn;mo;ms;mt;na;no;nu;or;pa;pc;pd;pe;pg;pi;pn;po;pr;pt;pu;pv;pz;ra;rc;re;rg;ri;rm;rn;ro;sa;si;so;sp;sr;ss;su;sv;ta;te;tn;to;tp;tr;ts;tv;ud;va;vb;vc;ve;vi;vr;vt;vv',
  ES: 'alava;albacete;alicante;almeria;asturias;avila;badajoz;barcelona;burgos;caceres;cadiz;cantabria;castellon;ciudad real;cordoba;cuenca;girona;granada;guadalajara;gipuzkoa;huelva;huesca;jaen;la rioja;las palmas;leon;lleida;lugo;madrid;malaga;murcia;navarra;ourense;palencia;pontevedra;salamanca;segovia;sevilla;soria;tarragona;teruel;toledo;valencia;valladolid;bizkaia;zamora;zaragoza;islas baleares;illes balears;baleares;tenerife;a coruna;la coruna;vizcaya;guipuzcoa;lerida;gerona;alacant;castello',
  NL: 'noord holland;zuid holland;gelderland;limburg;friesland;drenthe;overijssel;flevoland;zeeland;noord brabant',
};

const phrases = new Map<string, Phrase>();

function phraseOf(name: string): Phrase {
  const key = bareName(name);
  const phrase = phrases.get(key) ?? { towns: new Set(), states: new Set(), isCountry: false };
  phrases.set(key, phrase);
  return phrase;
}

for (const [name, countries] of largeTowns())
  for (const country of countries) phraseOf(name).towns.add(country);
for (const country of ['US', 'CA', 'AU'])
  for (const name of stateNames(country)) phraseOf(name).states.add(country);
for (const [country, names] of Object.entries(regions))
  for (const name of names.split(';')) phraseOf(name).states.add(country);
for (const name of countryNames()) phraseOf(name).isCountry = true;

const firstWords = new Set([...phrases.keys()].map((name) => name.split(' ', 1)[0]!));

/** Whether a phrase that is known begins with the word: most words begin none. */
export function beginsPhrase(word: string): boolean {
  if (isPlain(word)) return firstWords.has(word);
  const [first = ''] = bareName(word).split(' ', 1);
  return first === '' || firstWords.has(first);
}

const told = new Map(
  [...phrases].map(([name, { towns, states }]) => [
    name,
    [...towns].concat(Array.from(states, (country) => `state of ${country}`)),
  ]),
);

/** What is known of these words as a whole, by bits; 0 for nothing. Words in lower case with single blanks. */
export function countriesOfPhrase(words: string, country: string): number {
  const phrase = phrases.get(bareName(words));
  if (!phrase) return 0;
  return (
    (phrase.towns.size > 0 ? 2 : 0) |
    (phrase.towns.has(country) ? 4 : 0) |
    (phrase.states.size > 0 ? 8 : 0) |
    (phrase.states.has(country) ? 16 : 0) |
    (phrase.isCountry ? 32 : 0)
  );
}

/** Countries that have a large town of this name, and states by their country. */
export const townCountries = (words: string): readonly string[] => told.get(bareName(words)) ?? [];
