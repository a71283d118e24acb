/**
 * The levels around a town that its own words, or the words right behind it, say: a quarter (`Düsseldorf-Oberbilk`, `Dresden
 * (Friedrichstadt)`, `barrio Ayora`) and a region (`Niebüll Schleswig-Holstein`, `Gordes, Vaucluse`). Owns what counts as either; which
 * words are the town is decided before. Pure.
 */
import { countryOfSegment } from '../country-names.ts';
import { literal } from '../part-forms.ts';
import { bareName, inAnyCase } from '../plain-words.ts';
import { isPlace } from '../tagging/known-names.ts';
import { classesOf, wordClass } from '../tagging/word-classes.ts';
import { isLargeTown } from '../town-names.ts';
import type { AbroadPlace } from './abroad-place.ts';
import { type Segment, trimSegment } from './abroad-segments.ts';
import { byRiver, isRegion, splitTown } from './country-regions.ts';

/** A part of the town with what it is called before it. */
const quarterLabels = inAnyCase(
  String.raw`(?:im |in )?(?:ortsteil|stadtteil|stadtbezirk)|quartiere?|rione|zona|fraz(?:ione|\.)|barrio(?: de(?: la| los| las|l)?)?|bº|barriada(?: de(?: la| los| las|l)?)?|pedanía(?: de)?|(?:stads)?wijk|stadsdeel|neighbou?rhood|suburb(?: of)?`,
);
const labelledQuarter = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${quarterLabels}|OT)(?: ?: ?| )((?:(?:d[aei]l?|la|las|los|le|les|el|de|des|du|san|santa|st\.?|sint|sankt|bad) ){0,2}\p{Lu}[\p{L}\p{M}'’.-]+(?:(?<!\.) (?:(?:del?|di|da|della|du|des|la|el|am|an|im) )?\p{Lu}[\p{L}\p{M}'’-]+){0,2})`,
  'gu',
);
/** Said of places of work and of barracks, not of a part of a town. */
const noQuarter =
  /^(?:industri|artigian|commercial|franca|universit|hospital|ospedal|colonel|général|maréchal|capitaine|lieutenant)/iu;

/** Behind a town: brackets, or a piece of its own. */
const inBrackets = /^ ?\(([^()\d\n]{3,30})\)/u;
const asPiece =
  /^[ .]?(?:[,;|·]|\n|[ ]?[–—/-][ ]|,? (?=in |im |i\. ))[ ,;|\n]{0,3}([^,;|\n()\d:@!?]{3,40}?)(?=$|[,;|\n(!?]|\. |\.$| [–—/-] | \d|[ ,]*\ue001)/u;
const afterBlank = /^ ([^,;|\n()\d:@!?]{3,40}?)(?=$|[,;|\n(!?]|\. |\.$| [–—/-] | \d)/u;
/** A postcode between the town and what follows it. */
const postcodeBehind = /^[ ,.\n]{0,3}(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|\d{4,5})(?![\d\p{L}])/iu;

/** Words that begin or end no name of a quarter. */
const capitalised =
  /^(?:(?:la|las|los|le|les|el|de|den|der|san|santa|st\.?|sint|sankt|bad) )?\p{Lu}[\p{L}\p{M}'’.-]{2,}(?: (?:(?:del?|di|da|della|du|des|la|el|am|an|im) )?\p{Lu}[\p{L}\p{M}'’-]+){0,2}$/u;

export interface LevelsAsked {
  text: string;
  country: string;
  /** What else the reading has: none of it is a part of the town. */
  taken: readonly string[];
  /** Whether the words there may be a place at all. */
  mayBePlace: (start: number, end: number) => boolean;
}

/** The place with the quarter and the region that stand in its town or behind it, where it has none. */
export function withLevels(place: AbroadPlace, asked: LevelsAsked): AbroadPlace {
  if (!countries.has(asked.country)) return place;
  const whole = withWholeTown(place, asked);
  if (whole.city === '') return place;
  return withKnownQuarter(
    withQuarter(withBehind(withRest(withinTown(whole, asked), asked), asked), asked),
    asked,
  );
}

/** Where a postcode stands before its town. */
const postcodeFirst = new Set(['DE', 'FR', 'IT', 'ES', 'NL']);
const townBehind =
  /^[ ,]{1,2}((?:\p{Lu}[\p{L}\p{M}'’-]+)(?: (?:(?:a[mn]|an der|in|im|de|del|de la|la|le|les|di|sur|en|aan den|op) )?\p{Lu}[\p{L}\p{M}'’-]+){0,3})(?= ?(?:[,;|\n(./]|$| [–—/-] ))/u;

/** The town that nothing was taken for, or of which the first word was left out: `37500 Ciudad Rodrigo`. */
function withWholeTown(place: AbroadPlace, { text, country, taken }: LevelsAsked): AbroadPlace {
  if (place.postcode === '' || !postcodeFirst.has(country)) return place;
  const at = text.lastIndexOf(place.postcode);
  const found = at < 0 ? undefined : townBehind.exec(text.slice(at + place.postcode.length, at + 60))?.[1];
  if (found === undefined || found === place.city) return place;
  const isLonger = place.city !== '' && found.endsWith(` ${place.city}`) && !isRegion(place.city, country);
  const isAlone = place.city === '' && found.split(' ').length < 4 && !taken.includes(found);
  return isLonger || isAlone ? { ...place, city: found } : place;
}

const countries = new Set(['DE', 'FR', 'IT', 'ES', 'NL', 'GB', 'NZ', 'US', 'CA', 'AU']);

function withinTown(place: AbroadPlace, { country }: LevelsAsked): AbroadPlace {
  // `Hastings, Hawke's Bay`: the region was taken for the town, the town for a part of it.
  if (
    place.district !== '' &&
    place.province === '' &&
    isRegion(place.city, country) &&
    !isLargeTown(place.city, country)
  )
    return { ...place, province: place.city, city: place.district, district: '' };
  const { town, quarter, region } = splitTown(place.city, country);
  return {
    ...place,
    city: town,
    district: place.district || quarter,
    province: place.province || region,
  };
}

/** A region that stands as a line of the street. */
function withRest(place: AbroadPlace, { country }: LevelsAsked): AbroadPlace {
  if (place.province !== '') return place;
  const found = place.rest.findLast(({ text }, at) => at > 0 && text.length > 4 && isRegion(text, country));
  if (!found || place.rest.length < 2) return place;
  return { ...place, province: found.text, rest: place.rest.filter((segment) => segment !== found) };
}

/** What stands right behind the town. */
function withBehind(place: AbroadPlace, asked: LevelsAsked): AbroadPlace {
  const { text, country } = asked;
  let { district, province, rest } = place;
  let at = endOfTown(text, place.city);
  if (at < 0) return place;
  at += postcodeBehind.exec(text.slice(at, at + 16))?.[0].length ?? 0;
  for (let count = 0; count < 2; count++) {
    const window = text.slice(at, at + 64);
    const bracket = inBrackets.exec(window);
    const found = bracket ?? asPiece.exec(window) ?? afterBlank.exec(window);
    if (!found) break;
    const written = trimSegment(found[1]!);
    const start = at + found[0].lastIndexOf(found[1]!);
    at += found[0].length;
    if (countryOfSegment(written) !== undefined && !isRegion(written, country)) continue;
    if (isRegion(written, country) && written !== place.city) {
      if (province === '') {
        province = written;
        rest = rest.filter((segment) => segment.text !== written);
      }
      continue;
    }
    const isQuarter =
      district === '' &&
      capitalised.test(written) &&
      !byRiver.test(written) &&
      !isTaken(written, asked.taken, rest, bracket !== null) &&
      (bracket !== null || (asPiece.test(window) && asked.mayBePlace(start, start + written.length)));
    if (!isQuarter) break;
    district = written;
    rest = withoutText(rest, bracket ? `(${written})` : written);
  }
  return { ...place, district, province, rest };
}

/** Behind the last place where it stands as words of its own; -1 where it doesn't. */
function endOfTown(text: string, town: string): number {
  for (let at = text.lastIndexOf(town); at >= 0; at = text.lastIndexOf(town, at - 1)) {
    const end = at + town.length;
    if (!/[\p{L}\d]/u.test(text[at - 1] ?? '') && !/[\p{L}\d]/u.test(text[end] ?? '')) return end;
    if (at === 0) break;
  }
  return -1;
}

const isTaken = (
  written: string,
  taken: readonly string[],
  rest: readonly Segment[],
  isBracket: boolean,
): boolean =>
  taken.some((each) => each !== '' && (each.includes(written) || written.includes(each))) ||
  (!isBracket && rest.some(({ text }) => text.includes(written)));

/** `barrio Ayora`, wherever it stands in the text. */
function withQuarter(place: AbroadPlace, { text, taken }: LevelsAsked): AbroadPlace {
  for (const { 0: found, 1: name = '' } of text.matchAll(labelledQuarter)) {
    if (noQuarter.test(name) || taken.some((each) => each.includes(name))) continue;
    const rest = withoutText(place.rest, found);
    const isStreet = rest.length === 0 || !rest.some(({ text: left }) => /\d/.test(left));
    const hasNumber = place.rest.some((segment) =>
      new RegExp(`${literal(found)},? ?\\d`, 'u').test(segment.text),
    );
    if (isStreet || hasNumber) continue;
    return { ...place, district: trimSegment(name), rest };
  }
  return place;
}

/** What parts the last piece of a street from the rest of it. */
const lastPiece = /^(.*\d.*?) ?(?:[,;|]| [–—/-]) ?([^,;|\d]{3,40})$/su;
/** A longer line is no street with its quarter. */
const mostOfStreet = 160;
/** Names of streets and houses end so; a name of several words that ends in another of these is a place where one has it: Rogers Park. */
const noPlace = wordClass.streetKind | wordClass.unit | wordClass.firm;

/** `63 Tui Crescent, Frankton` in Hamilton: the street ends before a place that is known, where that stands before its town. */
function withKnownQuarter(place: AbroadPlace, { text, country, taken }: LevelsAsked): AbroadPlace {
  const last = place.rest.at(-1);
  if (place.district !== '' || !last || last.text.length > mostOfStreet) return place;
  const isAlone =
    !/\d/u.test(last.text) && place.rest.slice(0, -1).some((segment) => /\d/u.test(segment.text));
  const found = isAlone ? undefined : lastPiece.exec(last.text);
  const name = isAlone ? last.text : found?.[2];
  if (name === undefined || name === place.city || taken.some((each) => each.includes(name))) return place;
  const isKnown =
    isPlace(country, bareName(name)) && (classesOf(name.split(' ').at(-1)!.toLowerCase()) & noPlace) === 0;
  const isBefore = new RegExp(
    `${literal(name)}[\\s,;|–—/(-]{1,4}(?:\\d[\\d ]*[\\s,]{1,2})?${literal(place.city)}`,
    'u',
  ).test(text);
  if (!isKnown || !isBefore) return place;
  const rest = place.rest.slice(0, -1);
  return {
    ...place,
    district: name,
    rest: isAlone ? rest : [...rest, { ...last, text: trimSegment(found![1]!) }],
  };
}

function withoutText(rest: readonly Segment[], gone: string): Segment[] {
  return rest.flatMap((segment) => {
    if (!segment.text.includes(gone)) return [segment];
    const text = trimSegment(segment.text.replace(gone, ''));
    return text === '' ? [] : [{ ...segment, text }];
  });
}
