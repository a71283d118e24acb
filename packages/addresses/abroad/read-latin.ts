/**
 * Reads an address in Latin letters outside the mainland. Two witnesses: the tagger (abroad-tags.ts) says what each word is, and the rules
 * try every person whom the text may mean with the town, postcode and street that are left by the country's own written order. Where
 * the tagger is sure its reading stands; else the readings of both are weighed against each other. Owns that weighing.
 */
import { findCountry } from '../countries.ts';
import { isLatinDepartment, schoolLetters } from '../departments.ts';
import { type ReadParts, roundConfidence } from '../parsed-record.ts';
import { toldCountries } from '../tagging/country-features.ts';
import { isLargeTown } from '../town-names.ts';
import { type ChatTaken, mayWish, takeChat } from './abroad-chat.ts';
import { withLevels } from './abroad-levels.ts';
import { type Casing, casingOf, isFirm, listPeople, weighPerson } from './abroad-people.ts';
import { takePhones } from './abroad-phones.ts';
import { type AbroadPlace, type AbroadReader, replaceAt } from './abroad-place.ts';
import { dropCountry, joinSegments, type Segment, segmentsOf, trimSegment } from './abroad-segments.ts';
import { hasStates, readState } from './abroad-states.ts';
import {
  keptForReader,
  mayBePlace,
  readTagged,
  type TaggedText,
  tagText,
  takeTaggedPhones,
  weighByTags,
} from './abroad-tags.ts';
import { type FormAddress, readForm } from './form-address.ts';
import { findForm } from './form-fields.ts';
import { withoutEcho } from './street-echo.ts';

interface Reading {
  name: string;
  company: string;
  place: AbroadPlace;
  /** The tagger's logarithm of how likely the reading is: 0 where it is sure of it. */
  tags: number;
  /** What the rules say of who it is for. */
  rules: (casing: Casing) => number;
}

/** Where the tagger is as sure as this nobody else is heard. */
const sureTags = Math.log(0.85);
/** Another reading this much lighter is worth showing. */
const nearlyAsGood = 2;
const maxReadings = 3;

/** The readings of such an address, the best first. `text` is cleaned (parse-clean.ts). */
export function readLatin(text: string, country: string, reader: AbroadReader): ReadParts[] {
  const form = findForm(text);
  const filled = form && readForm(form, country, reader);
  if (filled) return [partsOfForm(filled, country)];
  const tagged = tagText(text, country);
  const phones = tagged ? takeTaggedPhones(tagged, country) : takePhones(text, country);
  let taken: ChatTaken | undefined;
  const chat = (): ChatTaken => {
    taken ??= takeChat(phones.text);
    return taken;
  };
  const writtenStates = new Map<string, string>();
  const stateIn = ({ province }: AbroadPlace): string => {
    const written = writtenStates.get(province) ?? writtenState(text, province, country);
    writtenStates.set(province, written);
    return written;
  };
  const weigh = (
    found: Omit<Reading, 'tags' | 'rules'>,
    rules: Reading['rules'],
    place = found.place,
  ): Reading => {
    const { name } = found;
    const state = place.province && (stateIn(place) || place.province);
    const tags = tagged
      ? weighByTags(tagged, {
          name,
          detail: joinSegments(place.rest),
          places: [place.city, place.district, state],
          postcode: place.postcode,
          phones: phones.written,
        })
      : 0;
    return { ...found, tags, rules };
  };
  const readings: Reading[] = [];
  if (tagged) {
    const { name, others, company, place, kept } = readTagged(tagged, country);
    const { isCity = false, isEastern = false, regionId } = findCountry(country) ?? {};
    // Levels of cities and of the east, and of countries that nothing was learnt of, are the reader's to part.
    const isReaders = isCity || isEastern || !toldCountries.includes(country);
    const saidOf =
      (person: string) =>
      (casing: Casing): number =>
        person === '' ? nobody : (weighPerson(person, casing) ?? 0) + 1;
    const readersPlace = (from = kept): AbroadPlace => reader.read(dropCountry(segmentsOf(from), country));
    const own = { name, company, place: isReaders ? readersPlace() : place };
    // Quarters that only the reader knows say nothing against what the tagger found.
    const known =
      regionId === undefined
        ? own
        : { ...own, place: readersPlace(keptForReader(tagged, { name, isTownLine: reader.isTownLine })) };
    readings.push(weigh(known, saidOf(name), own.place));
    // Where nobody else is named, the one who seemed to be somebody else may be meant.
    if (name === '')
      for (const other of others) readings.push(weigh({ ...known, name: other }, saidOf(other), own.place));
    if (readings[0]!.tags < sureTags && !isReaders) {
      const said = saidOf(name);
      readings.push(weigh({ ...own, place: readersPlace() }, (casing) => said(casing) - secondHand));
    }
  }
  if (!readings[0] || readings[0].tags < sureTags) {
    const casing = casingOf(chat().text);
    const segments = dropCountry(segmentsOf(stateFirst(chat().text, country)), country);
    const { isTownLine, postcodeLast } = reader;
    for (const person of listPeople({ segments, casing, isTownLine, postcodeLast, country })) {
      const place = reader.read(dropCountry(person.rest, country));
      const isSure = person.isSure === true ? 1 : 0;
      readings.push(
        weigh({ name: person.name, company: companyIn(place.rest), place }, () => person.weight + isSure),
      );
    }
  }
  return bestOf(readings, country, () => casingOf(chat().text)).map((best) => {
    const reading = { ...best, name: best.name.replace(hostBehind, '') };
    const { name, company } = reading;
    const found = withStreet(withLostPieces(reading, phones.text, country), phones.text, name);
    const place = withLevels(
      { ...found, rest: withoutEcho(found.rest) },
      {
        text,
        country,
        taken: [name, company],
        mayBePlace: (start, end) => tagged !== undefined && mayBePlace(tagged, start, end),
      },
    );
    return {
      name,
      phone: phones.phone,
      other_phones: phones.others,
      company,
      wish: mayWish(phones.text) ? chat().wish : '',
      country,
      province: place.province,
      city: place.city,
      district: place.district,
      detail: joinSegments(place.rest),
      postcode: place.postcode,
      region_id: null,
      confidence: confidenceOf(reading),
      unused: { used: [...phones.written, ...usedBeside(tagged, stateIn(place))] },
    };
  });
}

/** What parts the pieces of a text. */
const pieceOf = /[^,;|\n\ue001()]+/gu;
const dashes = /\s[–—·/-]{1,2}\s|:\s/u;

/** In whose care it is, as a piece of its own; a round of the post in the country. */
const hostPiece =
  /^(?:c\/[o-]|care of|p\/a|a\/s de|chez|bei|presso|en casa de|in casa di|per adresse)(?: \S+){1,6}$/iu;
const ruralRound = /^R\.?D\.? ?\d{1,2}$/u;

/** `Lee Wen Jie c/o Mdm Lee`: the host is no part of the name. */
const hostBehind = /(?<=\p{L}),? \(?(?:c\/[o-]|care of|p\/a|a\/c) .*$/iu;

/** Number and kind of what a machine keeps for somebody in Germany. */
const postNumber = /^(?:postnummer|post-nr\.?|postnr\.?)\s?:?\s?\d{6,10}$/iu;
/** Whoever wrote the message has an office too. */
const signsOff =
  /(?<!\p{L})(?:(?:kind|best|warm) regards|regards|cheers|sincerely|mit freundlichen grüßen|(?:viele|liebe|beste) grüße|mfg|cordialement|bien à vous|cordiali saluti|distinti saluti|un (?:cordial )?saludo|saludos|met vriendelijke groet|groetjes|ngā mihi|nga mihi)(?!\p{L})/iu;
const toDesk =
  /^(?:c\/[o-]|attn?\.?|att\.?|fao|z\. ?h(?:d|dn)?\.?|t\.?a\.?v\.?|a\/a|à l'attention d[eu]) ?:? ?(?=\p{L})/iu;

/** The place with hosts, and the departments of its firm, that no part of it has where the text has them. */
function withLostPieces({ name, company, place }: Reading, text: string, country: string): AbroadPlace {
  let rest = place.rest;
  const hasFirm = company !== '' || schoolLetters.test(text);
  const signed = signsOff.exec(text)?.index ?? text.length;
  const isLost = (piece: string, start: number): boolean =>
    (hasFirm &&
      start < signed &&
      isLatinDepartment(piece.replace(toDesk, ''), true) &&
      mayBeDesk(text, piece, start)) ||
    (hostPiece.test(piece) && (name === '' || !piece.includes(name))) ||
    (country === 'NZ' && ruralRound.test(piece)) ||
    (country === 'DE' && postNumber.test(piece));
  for (const { 0: found, index } of text.matchAll(pieceOf)) {
    let at = index;
    for (const half of found.split(dashes)) {
      const whole = trimSegment(half);
      const behindName = name !== '' && whole.startsWith(`${name} `) ? whole.slice(name.length + 1) : '';
      const piece = hostPiece.test(behindName) ? behindName : whole;
      const start = text.indexOf(piece, at);
      at = start + half.length;
      if (piece === '' || piece === name || !isLost(piece, start)) continue;
      const small = piece.toLowerCase();
      const inside = rest.findIndex(
        (segment) => small.includes(segment.text.toLowerCase()) || segment.text.toLowerCase().includes(small),
      );
      if (inside >= 0) {
        if (piece.includes(rest[inside]!.text)) rest = replaceAt(rest, inside, piece);
        continue;
      }
      const behind = rest.findIndex((segment) => placeOf(text, segment) > start);
      const to = behind < 0 ? rest.length : behind;
      const shown = /^c\//iu.test(piece) ? piece : piece.replace(toDesk, '');
      rest = rest.toSpliced(to, 0, { text: shown, line: 0, label: undefined, byPhone: false });
    }
  }
  return { ...place, rest };
}

/** A house with its street, in either order, as a piece of its own. */
const housePiece =
  /^(?:\d{1,5}[a-z]?,? (?:[\p{L}\d'’.-]+ ){1,5}[\p{L}'’.-]+|\p{L}[\p{L}\p{M}'’.-]+(?: [\p{L}\p{M}'’.-]+){0,4},? \d{1,4}[a-z]?(?: \p{L}{1,6})?)$/iu;

/** A full stop that shortens no word. */
const sentenceStop = /(?<=\p{L}{4}|\d)\. /u;

/** Where nothing was taken for the street, the piece that has a number of a house is it. */
function withStreet(place: AbroadPlace, text: string, name: string): AbroadPlace {
  if (place.rest.length > 0 || place.city === '') return place;
  const pieces = [...text.matchAll(pieceOf)].flatMap(([found]) => found.split(sentenceStop));
  for (const found of pieces) {
    const piece = trimSegment(found.replace(/^.*(?:(?<!\p{L})(?:è|is|ist|est|es)|:) (?=\p{L}[^:]*\d)/u, ''));
    const isOther =
      (place.postcode !== '' && piece.includes(place.postcode)) ||
      (name !== '' && piece.includes(name)) ||
      piece.includes(place.city);
    if (!isOther && housePiece.test(piece))
      return { ...place, rest: [{ text: piece, line: 0, label: undefined, byPhone: false }] };
  }
  return place;
}

/** Its words may stand in two lines of the text. */
const placeOf = (text: string, segment: Segment): number => {
  const at = text.indexOf(segment.text);
  return at < 0 ? text.indexOf(segment.text.split(' ').slice(0, 2).join(' ')) : at;
};

/** `Goods in: 0114 …` says whose phone it is; a word in small letters is a desk beside a comma or a bracket. */
function mayBeDesk(text: string, piece: string, start: number): boolean {
  const behind = text.slice(start + piece.length, start + piece.length + 12);
  if (/^(?: ?(?:direct|no\.?|tel\.?))? ?:? ?\(?\ue001/iu.test(behind)) return false;
  return (
    !/^\p{Ll}/u.test(piece) ||
    toDesk.test(piece) ||
    (/[,(–—-] ?$/u.test(text.slice(0, start)) && /^ ?[,)\n]/u.test(behind))
  );
}

/** How sure a form is whose every part was named. */
const sureForm = 0.97;

function partsOfForm({ name, company, place, phones, used }: FormAddress, country: string): ReadParts {
  const { city, district, province, postcode } = place;
  const isWhole = name !== '' && (city !== '' || postcode !== '');
  return {
    name,
    phone: phones.phone,
    other_phones: phones.others,
    company,
    wish: '',
    country,
    province,
    city,
    district,
    detail: joinSegments(place.rest),
    postcode,
    region_id: null,
    confidence: isWhole ? sureForm : sureForm / 2,
    unused: { used: [...phones.written, ...used] },
  };
}

/** The heaviest readings, the best first; a single one needs no weighing. */
function bestOf(readings: readonly Reading[], country: string, casingHere: () => Casing): readonly Reading[] {
  if (readings.length === 1) return readings;
  const casing = casingHere();
  const weighed = readings.map((reading) => {
    const { tags, rules, place } = reading;
    return { reading, weight: tags + rules(casing) + weighPlace(place, country, casing) };
  });
  weighed.sort((a, b) => b.weight - a.weight);
  const least = weighed[0]!.weight - nearlyAsGood;
  return weighed
    .filter(({ weight }, at) => at === 0 || weight > least)
    .slice(0, maxReadings)
    .map(({ reading }) => reading);
}

/** What the rules' own place weighs less than the tagger's. */
const secondHand = 0.5;
/** What nobody is worth beside somebody. */
const nobody = 2.1;

/** `4730 QLD`: the state before the postcode, as the reader knows it. */
const stateFirst = (text: string, country: string): string =>
  country === 'AU'
    ? text.replace(/(?<=\p{L} )(\d{4}),? (NSW|VIC|QLD|TAS|ACT|SA|WA|NT)(?![\p{L}])/giu, '$2 $1')
    : text;

/** The firm in the street's lines. */
function companyIn(rest: readonly Segment[]): string {
  const first = rest.findIndex(({ text }) => isFirm(text));
  const end = rest.findIndex(({ text }, at) => at > first && !isFirm(text));
  return first < 0 ? '' : joinSegments(rest.slice(first, end < 0 ? undefined : end));
}

/** Words that say what a field has in another form: `California` for CA, the country. */
function usedBeside(tagged: TaggedText | undefined, state: string): string[] {
  const named = tagged?.parts.filter(({ kind }) => kind === 'state' || kind === 'postcode') ?? [];
  return [state, ...named.map((part) => part.text)];
}

/** `California` where the record says CA. */
function writtenState(text: string, province: string, country: string): string {
  if (province === '' || !hasStates(country)) return '';
  const words = [...text.matchAll(/[\p{L}\p{M}.']+/gu)].map(([word]) => word);
  for (const count of [4, 3, 2, 1]) {
    for (let at = 0; at + count <= words.length; at++) {
      const shown = words.slice(at, at + count).join(' ');
      if (readState(shown, country) === province) return shown;
    }
  }
  return '';
}

/** What speaks for the place that a person leaves: a clean town, a street with its number, nobody else left in it. */
function weighPlace(
  { city, district, postcode, province, rest }: AbroadPlace,
  country: string,
  casing: Casing,
): number {
  let weight = 0;
  if (city === '') weight -= 1;
  else {
    if (/\d/.test(city)) weight -= 1.5;
    if (isLargeTown(city, country)) weight += 1;
    else if ((weighPerson(city, casing) ?? 0) >= 3) weight -= 1.2;
    else if (city.split(' ').length > 3) weight -= 0.8;
    if (isFirm(city)) weight -= 1;
  }
  if (postcode) weight += 0.5;
  if (province) weight += 0.3;
  if (district && (weighPerson(district, casing) ?? 0) >= 3) weight -= 1;
  const detail = joinSegments(rest);
  if (detail === '') return weight - 2;
  if (
    !/\d/.test(detail) &&
    !/\b(?:house|cottage|lodge|rectory|vicarage|farm|manor|hall|castle|green|mews|box)\b/i.test(detail)
  )
    weight -= 0.8;
  return weight;
}

/** As likely as the tagger finds it; what has no town or no street is doubted besides. */
function confidenceOf({ tags, place: { city, postcode, province, rest } }: Reading): number {
  let sure = Math.min(0.99, Math.exp(tags));
  if (city === '') sure *= 0.5;
  else if (postcode === '' && province === '') sure *= 0.8;
  if (rest.length === 0) sure *= 0.6;
  return roundConfidence(sure);
}
