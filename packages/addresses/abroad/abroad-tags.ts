/**
 * What the tagger says of a text in Latin letters: who it is for, what is street, town and postcode, what is only said. Owns how tagged words
 * become the parts of a record, and what a reading by other rules is worth to the tagger. Pure.
 */
import { isLatinDepartment } from '../departments.ts';
import { readNetwork, tagNetwork } from '../tagging/label-network.ts';
import { kindProbability, listSpans, type TaggedSpan, type Tagging } from '../tagging/linear-chain.ts';
import { maxWords, readWords, type Word } from '../tagging/word-features.ts';
import { casingOf, givenFirst, weighPerson, withoutTitle } from './abroad-people.ts';
import { type PhoneTaken, takePhones } from './abroad-phones.ts';
import type { AbroadPlace } from './abroad-place.ts';
import { type Segment, trimSegment } from './abroad-segments.ts';
import { hasStates, readState, stateOfPostcode } from './abroad-states.ts';

const network = readNetwork(new URL('../tagging/word-network.bin', import.meta.url), maxWords);

/** A run of words of one kind. */
export interface TaggedPart {
  kind: string;
  text: string;
  start: number;
  end: number;
  probability: number;
}

export interface TaggedText {
  text: string;
  words: readonly Word[];
  tagging: Tagging;
  parts: TaggedPart[];
}

/** Nothing in a link or an address of e-mail is a word. */
const links =
  /(?:https?:\/\/|www\.)[^\s<>"']{1,300}|(?<![\w.+-])[\w.+-]{1,60}@[a-z\d-]{1,40}(?:\.[a-z\d-]{1,30}){1,4}/gi;

/** Undefined where there is no word to tag. */
export function tagText(text: string, country: string): TaggedText | undefined {
  const { words, features } = readWords(
    text.replace(links, (link) => ' '.repeat(link.length)),
    country,
  );
  if (words.length === 0) return undefined;
  const tagging = tagNetwork(network, features);
  const spans = listSpans(tagging).map((span) => partOf(text, words, span));
  const parts = wholePieces(text, wholeFirms(text, wholeStreets(text, spans))).filter(
    ({ kind, text: said }) => kind !== 'street' || !orderNumber.test(said),
  );
  const tagged = { text, words, tagging, parts };
  return { ...tagged, parts: withoutEarlierPlace(wholeNames(tagged, splitPerson(text, parts))) };
}

const isHouse = ({ kind, text }: TaggedPart): boolean =>
  kind === 'street' && /\d/u.test(text) && /\p{L}{3}/u.test(text);
const isTown = ({ kind }: TaggedPart): boolean => kind === 'city' || kind === 'postcode';

/**
 * Two houses, each with its own town behind it, of which nothing said before which one is meant: whoever tells of two tells of the one that
 * counts last. The earlier one is elsewhere.
 */
function withoutEarlierPlace(parts: TaggedPart[]): TaggedPart[] {
  const first = parts.findIndex(isHouse);
  if (first < 0) return parts;
  const house = parts.findIndex(
    (part, at) => at > first && isHouse(part) && parts.slice(first, at).some(isTown),
  );
  if (house < 0) return parts;
  const [before, behind] = [parts.slice(first, house).filter(isTown), parts.slice(house).filter(isTown)];
  const hasCode = (towns: readonly TaggedPart[]): boolean => towns.some(({ kind }) => kind === 'postcode');
  if (behind.length === 0 || (hasCode(before) && !hasCode(behind))) return parts;
  // A hotel before the later street is of the later place.
  const from = parts.lastIndexOf(before.at(-1)!) + 1;
  return parts.map((part, at) =>
    at < from && placeKinds.has(part.kind) ? { ...part, kind: 'elsewhere' } : part,
  );
}

/** Of an order, of whoever ordered: no house has such a number. */
const orderNumber =
  /^(?:bestell(?:ung|nummer|nr)|auftrag|kd|kunden(?:nummer|nr)|order|ordre|commande|pedido|ordine|ref|réf|invoice|job|po)\.?(?: ?(?:nr|no|n[°º]|number|#)\.?)? ?:? ?#?[A-Z-]{0,5}\d[\dA-Z-]*$/iu;

/** `30 avenue de la ` before Forêt. */
const numberAhead = /(?<=^|[\s,;:])\d{1,4} ?[a-z]?(?: (?:bis|ter))? (?:\p{L}[\p{L}\p{M}'’-]* ){1,4}$/iu;

/** A street without a number that the network is not sure of begins at the number ahead of it, if nothing else stands there. */
function wholeStreets(text: string, parts: TaggedPart[]): TaggedPart[] {
  return parts.map((part, at) => {
    if (part.kind !== 'street' || part.probability > weakStreet || /\d/.test(part.text)) return part;
    const from = parts[at - 1]?.end ?? 0;
    const ahead = numberAhead.exec(text.slice(from, part.start))?.[0].length ?? 0;
    const start = part.start - ahead;
    return ahead === 0 ? part : { ...part, text: trimSegment(text.slice(start, part.end)), start };
  });
}
const weakStreet = 0.5;

/** What kind of a firm it is, before its name, or its form in law behind it. */
const firmKind =
  /(?<!\p{L})(?:hospital|hotel|hôtel|camping|clínica|clinica|clinique|klinik|colegio|instituto|universidad|residencia|pension|pensión|gasthof|gasthaus|hostel|b&b|museum|museo|musée|restaurant|ristorante|restaurante|ospedale|scuola|istituto|albergo|agriturismo|école|collège|lycée|ehpad|kita|praxis|zorgcentrum|verpleeghuis|basisschool|ziekenhuis) $/iu;
const firmForm =
  /^ ?\([^()\n]{2,24}\) ?(?:ltd|limited|inc|llc|pty ltd|pty|co|plc|gmbh|ag|kg|sarl|s\.?r\.?l|s\.?l|b\.?v)\.?(?!\p{L})/iu;

/** Firms with the kind before their name, and with what stands in brackets within it: `Kauri Joinery (2009) Ltd`. */
function wholeFirms(text: string, parts: TaggedPart[]): TaggedPart[] {
  let isChanged = false;
  const whole = parts.map((part, at) => {
    if (part.kind !== 'firm' && part.kind !== 'street') return part;
    const before = at === 0 ? 0 : parts[at - 1]!.end;
    const kind = firmKind.exec(text.slice(Math.max(before, part.start - 16), part.start))?.[0] ?? '';
    const form = part.kind === 'firm' ? (firmForm.exec(text.slice(part.end, part.end + 40))?.[0] ?? '') : '';
    if (kind + form === '' || (kind !== '' && /^\P{Lu}/u.test(part.text))) return part;
    isChanged = true;
    const start = part.start - kind.length;
    const end = part.end + form.length;
    return { ...part, text: trimSegment(text.slice(start, end)), start, end };
  });
  if (!isChanged) return parts;
  return whole.filter(
    (part) => !whole.some((other) => other !== part && other.start <= part.start && other.end >= part.end),
  );
}

/** `Odette Prigent, 17 rue du Puits`, `cioè Giuseppina Carbonara, via Sparano 71` that were taken for a street. */
const personFirst =
  /^((?:cioè|ovvero|i\.e\.|d\.h\.|c'est-à-dire|es decir|o sea|oftewel) )?(\p{L}[\p{L}\p{M}'’.-]*(?: \p{L}[\p{L}\p{M}'’.-]*){1,3}), (?=[^,]{0,40}\d)/u;
const clearPerson = 1.7;

/** A street that begins with somebody, in a text that names nobody else or takes back who was named. */
function splitPerson(text: string, parts: TaggedPart[]): TaggedPart[] {
  const at = parts.findIndex(({ kind }) => kind === 'street');
  const street = parts[at];
  const found = street && personFirst.exec(street.text);
  if (!found || !text.startsWith(found[0], street.start)) return parts;
  const isAnew = found[1] !== undefined;
  const said = found[2]!.trim();
  if (parts.some(({ kind }) => kind === 'name') && !isAnew) return parts;
  if ((weighPerson(said, casingOf(text)) ?? 0) < clearPerson) return parts;
  const start = street.start + (found[1]?.length ?? 0);
  const name: TaggedPart = { ...street, kind: 'name', text: said, start, end: start + found[2]!.length };
  const from = street.start + found[0].length;
  const left = { ...street, text: trimSegment(text.slice(from, street.end)), start: from };
  const others = parts.map((part) => (part.kind === 'name' && isAnew ? { ...part, kind: 'other' } : part));
  return [...others.slice(0, at), name, left, ...others.slice(at + 1)];
}

/** A word that may be somebody's is as likely as this, where it alone stands before a name in its piece. */
const likelyName = 0.05;
const aloneBefore = /(?:^|[\n,;|>]\s?|:\s)(\p{L}[\p{L}\p{M}'’-]+) $/u;

const leadsToName =
  /^(?:to|for|from|an|für|pour|per|para|voor|aan|attn?|fao|names?|nom|nome|nombre|naam|dear|hi|hello|hallo|hola|ciao|bonjour|recipient|receiver|empfänger(?:in)?|destinataire|destinatari[oa]|ontvanger|contact|sender|deliver|ship|send)$/iu;

/** Names with the first word that was left out of them: `CONCEPCIÓN BARRIOS TEJADA`. */
function wholeNames({ text, words, tagging }: TaggedText, parts: TaggedPart[]): TaggedPart[] {
  return parts.map((part, at) => {
    if (part.kind !== 'name') return part;
    const before = text.slice(parts[at - 1]?.end ?? 0, part.start);
    const found = aloneBefore.exec(before)?.[1];
    if (found === undefined || leadsToName.test(found)) return part;
    const start = part.start - found.length - 1;
    const word = words.findIndex((each) => each.start === start);
    const isAlike = /^\p{Lu}/u.test(found) === /^\p{Lu}/u.test(part.text);
    const mayBeName = word >= 0 && isAlike && kindProbability(tagging, 'name', word) >= likelyName;
    return mayBeName ? { ...part, text: trimSegment(text.slice(start, part.end)), start } : part;
  });
}

/** What parts the pieces of a form. */
const pieceBreak = /\n|[,;|]\s?|\s[/–—-]\s/g;
/** A form has so many pieces at least, none of more words: nobody speaks in it. */
const fewestPieces = 3;
const mostWords = 7;
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’.-]*/gu) ?? [];
/** What leads to a street or a firm and is none of it. */
const lead =
  /[:=>]|\d|\b(?:deliver|send|ship|post|mail|to|at|for|from|address|attn|att|fao|c\/o|please|liefern|lieferung|an|bitte|bei|chez|presso|para|via|adres|adresse|anschrift|indirizzo|direcci[oó]n|tel|phone|name)\b/iu;

/** In a form a street or a firm is the whole of its piece: `Chy an Mor`, `Oudegracht 234 aan de werf`. */
function wholePieces(text: string, parts: TaggedPart[]): TaggedPart[] {
  const breaks = [...text.matchAll(pieceBreak)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
  const edges = [{ start: 0, end: 0 }, ...breaks, { start: text.length, end: text.length }];
  const pieces = edges.slice(1).map(({ start: end }, at) => ({ start: edges[at]!.end, end }));
  const isForm =
    pieces.length >= fewestPieces &&
    pieces.every(({ start, end }) => wordsIn(text.slice(start, end)).length <= mostWords);
  if (!isForm) return parts;
  return parts.map((part) => {
    const piece = pieces.find(({ start, end }) => start <= part.start && end >= part.end);
    const isAlone =
      piece && parts.every((other) => other === part || other.end <= piece.start || other.start >= piece.end);
    if (!isAlone || (part.kind !== 'street' && part.kind !== 'firm')) return part;
    const before = text.slice(piece.start, part.start);
    const behind = text.slice(part.end, piece.end);
    const start = /^\s*[\p{Lu}"]/u.test(before) && !lead.test(before) ? piece.start : part.start;
    const end = wordsIn(behind).length > 0 && !lead.test(behind) ? piece.end : part.end;
    return start === part.start && end === part.end
      ? part
      : { ...part, text: trimSegment(text.slice(start, end)), start, end };
  });
}

/** A mark before a number belongs to it: #12, +44, (020. */
const marksBefore = /[#+(]{1,2}$/;

function partOf(
  text: string,
  words: readonly Word[],
  { kind, from, to, probability }: TaggedSpan,
): TaggedPart {
  const first = words[from]!.start;
  const marks = marksBefore.exec(text.slice(Math.max(0, first - 2), first))?.[0].length ?? 0;
  const isStreet = kind === 'street';
  const start = isStreet || kind === 'phone' ? first - marks : first;
  const last = words[to - 1]!;
  const end = last.end + Number(isStreet && shortWord.test(last.plain) && text[last.end] === '.');
  const shown = text.slice(start, end);
  return {
    kind,
    text: trimSegment(isStreet ? shown.replace(lineEnds, ', ') : shown),
    start,
    end,
    probability,
  };
}

/** `Maple Hill St.`: the stop is the word's. */
const shortWord = /^\p{L}{1,3}$/u;
/** Lines of a street are parted by a comma. */
const lineEnds = /[ ,]*[\n;][\s,;]*/g;

/** Stands for a digit of a house or a postcode while phones are looked for; cleaned text has no private characters of its own. */
const digitMask = '\ue007';

/** Phones of the text; a number that is a house or a postcode to the tagger begins and continues none. */
export function takeTaggedPhones({ text, parts }: TaggedText, country: string): PhoneTaken {
  const masked: string[] = [];
  let left = '';
  let from = 0;
  for (const { kind, start, end } of parts) {
    if (kind !== 'street' && kind !== 'postcode') continue;
    left +=
      text.slice(from, start) +
      text.slice(start, end).replace(/\d/g, (digit) => {
        masked.push(digit);
        return digitMask;
      });
    from = end;
  }
  const taken = takePhones(left + text.slice(from), country);
  if (taken.phone === '') return takePhones(text, country);
  return { ...taken, text: taken.text.replaceAll(digitMask, () => masked.shift()!) };
}

const lastNameLabels =
  /(?:last|surname|family|nachname|zuname|cognome|apellidos?|achternaam|nom)(?: name)?\W*$/i;

/** `items.reduce`, the name of a host or of an account. */
const isCode = /\p{Ll}{3}\.\p{Ll}{3}|_/u;

/** Whom the tagger takes for the receiver: a given name and a family in two fields are one. */
function nameIn({ parts, text }: TaggedText): string {
  const persons = parts.filter((part) => part.kind === 'name' && !isCode.test(part.text));
  const guests = persons.filter((part) => hostMark(text, part) === '');
  const named = guests.length > 0 ? guests : persons;
  const others = parts.filter(({ kind }) => kind === 'other');
  const isPlaced = parts.some(({ kind }) => kind === 'city' || kind === 'postcode');
  // Who signs below a place and is the only one there is who it is for.
  const names = named.length === 0 && others.length === 1 && isPlaced ? others : named;
  const best = [...names].sort((a, b) => b.probability - a.probability)[0];
  if (!best) return '';
  if (names.length === 2 && names.every((part) => !part.text.includes(' '))) {
    const [first, second] = names as [TaggedPart, TaggedPart];
    const isLastFirst = lastNameLabels.test(text.slice(Math.max(0, first.start - 20), first.start));
    return isLastFirst ? `${second.text} ${first.text}` : `${first.text} ${second.text}`;
  }
  // `Warehouse, Nadia Petrenko`: the desk where somebody works stands on the label by itself.
  const desk = /^([^,]{3,40}), (\p{L}[\p{L}.' -]+)$/u.exec(best.text);
  if (desk && isLatinDepartment(desk[1]!)) return withoutTitle(desk[2]!);
  return withoutTitle(givenFirst(best.text));
}

/** In whose care it is stays on the label, with what the host is called: `chez M. et Mme`, `presso Famiglia`. */
const hostLead =
  /(?<![\p{L}\d])(?:c\/[o-]|care of|p\/a|a\/s de|a\/c|presso|chez|bei|en casa de|in casa di) ?:? ?(?:(?:m\. et mme|mr and mrs|mr & mrs|famil(?:ie|y|ia)|famiglia|famille|fam|herrn?|frau|mme|m|sra?|sig(?:\.ra)?|mrs?|ms|dhr|mevr|mw|dr)\.? ){0,2}$/iu;
const hostMark = (text: string, { start }: TaggedPart): string =>
  hostLead.exec(text.slice(Math.max(0, start - longestLead), start))?.[0] ?? '';
/** `Apt: 201`, `Lot 12`: what kind of number it is stays with it. */
const unitLead =
  /(?<![\p{L}\d])(apt|apartment|room|rm|unit|flat|suite|ste|lot|floor|level|zimmer|whg|wohnung|piso|interno|int|scala|kamer|appt|bât)\.?(?: no\.?)? ?:? ?$/iu;
function unitMark(text: string, { start }: TaggedPart, parts: readonly TaggedPart[]): string {
  const found = unitLead.exec(text.slice(Math.max(0, start - longestLead), start));
  if (!found || !/^[a-z]?\d/iu.test(text.slice(start))) return '';
  const from = start - found[0].length;
  return parts.some((part) => part.start <= from && part.end > from) ? '' : `${found[1]} `;
}
const longestLead = 32;
const hostMarks = new Set(
  'c/o c o care of p/a a/s a/c presso chez bei en in casa de di familie familia family famiglia famille fam m mme et mr mrs and'.split(
    ' ',
  ),
);

export interface TaggedReading {
  name: string;
  /** Who is named and is not the receiver to the tagger. */
  others: string[];
  company: string;
  place: AbroadPlace;
  /** Everything that is a place to the tagger, in the order of the text. */
  kept: string;
}

const placeKinds = new Set(['street', 'district', 'city', 'state', 'postcode', 'firm', 'country']);

export function readTagged(tagged: TaggedText, country: string): TaggedReading {
  const { parts, text } = tagged;
  const of = (kind: string): TaggedPart[] => parts.filter((part) => part.kind === kind);
  const hasGuest = parts.some((part) => part.kind === 'name' && hostMark(text, part) === '');
  const rest = parts.flatMap((part, line): Segment[] => {
    const mayHost = part.kind === 'other' || part.kind === 'firm' || (part.kind === 'name' && hasGuest);
    const host = mayHost ? hostMark(text, part) : '';
    if (part.kind !== 'street' && part.kind !== 'firm' && host === '') return [];
    const unit = part.kind === 'street' ? unitMark(text, part, parts) : '';
    return [{ text: unit + host + part.text, line, label: undefined, byPhone: false }];
  });
  const likeliest = (kind: string): string =>
    of(kind).reduce<TaggedPart | undefined>(
      (best, part) => (best && best.probability >= part.probability ? best : part),
      undefined,
    )?.text ?? '';
  const district = likeliest('district').replace(/^OT (?=\p{Lu})/u, '');
  const { city, state } = splitState(withoutCedex(likeliest('city')), likeliest('state'), country);
  const postcode = writtenPostcode(likeliest('postcode'), country);
  const province = hasStates(country)
    ? (readState(state, country) ?? stateOfPostcode(postcode, country) ?? '')
    : state;
  return {
    name: nameIn(tagged),
    others: of('other').map((part) => withoutTitle(part.text)),
    company: of('firm')[0]?.text ?? '',
    place: { province, city: city || district, district: city ? district : '', postcode, rest },
    kept: keptText(text, parts),
  };
}

/** The places among the parts as one text: where something was said between two of them, a line ends. */
function keptText(text: string, parts: readonly TaggedPart[]): string {
  let kept = '';
  let end = -1;
  for (const part of parts) {
    if (!placeKinds.has(part.kind)) continue;
    const between = end < 0 ? '' : text.slice(end, part.start);
    kept += (/[\p{L}\p{N}]/u.test(between) ? '\n' : between) + text.slice(part.start, part.end);
    end = part.end;
  }
  return kept;
}

const placePiece = /[^,;\n.:!?()]+/gu;
const levelBehind = /^ (?:county|city|township|district|dist\.?)(?!\p{L})/iu;
/** A name of a quarter or an estate. */
const quarterName = /^(?:\p{Lu}[\p{L}'’-]+ ?){1,4}$/u;

/**
 * The same for a reader that knows the quarters of its country: a piece that is one to it is kept, whatever the tagger says of it, and so is
 * a name between a street and the town behind it.
 */
export function keptForReader(
  { text, parts }: TaggedText,
  { name, isTownLine }: { name: string; isTownLine: (segment: Segment) => boolean },
): string {
  const own = parts.map((part) => {
    const level =
      part.kind === 'city' || part.kind === 'district'
        ? levelBehind.exec(text.slice(part.end))?.[0]
        : undefined;
    return level === undefined ? part : { ...part, end: part.end + level.length };
  });
  const quarters = [...text.matchAll(placePiece)].flatMap(({ 0: found, index }): TaggedPart[] => {
    const words = trimSegment(found);
    const start = index + found.indexOf(words);
    const end = start + words.length;
    // Kwai Fong is a person to the tagger, but not the one it is for.
    const isTaken = ({ kind, ...part }: TaggedPart): boolean =>
      part.start < end &&
      part.end > start &&
      (words === name || (kind !== 'name' && kind !== 'other') || part.text.length > words.length);
    if (words === '' || own.some(isTaken)) return [];
    const isBetween =
      quarterName.test(words) &&
      own.some((part) => part.kind === 'street' && /^, ?$/u.test(text.slice(part.end, start))) &&
      own.some(
        ({ kind, start: next }) =>
          (kind === 'city' || kind === 'district') && /^, ?$/u.test(text.slice(end, next)),
      );
    return isBetween || isTownLine({ text: words, line: 0, label: undefined, byPhone: false })
      ? [{ kind: 'district', text: words, start, end, probability: 1 }]
      : [];
  });
  return keptText(
    text,
    [...own, ...quarters].toSorted((a, b) => a.start - b.start),
  );
}

/** `Eugene Oregon` that was taken for a town. */
function splitState(town: string, state: string, country: string): { city: string; state: string } {
  const words = town.split(' ');
  if (state !== '' || !hasStates(country)) return { city: town, state };
  for (let count = Math.min(3, words.length - 1); count > 0; count--) {
    const tail = words.slice(-count).join(' ');
    if (readState(tail, country)) return { city: trimSegment(words.slice(0, -count).join(' ')), state: tail };
  }
  return { city: town, state };
}

/** The number of the sorting office is no part of the town's name. */
const withoutCedex = (town: string): string => trimSegment(town.replace(/ cedex(?: \d{1,2})?$/i, ''));

/** As the country writes it. */
function writtenPostcode(text: string, country: string): string {
  const shown = text.toUpperCase();
  switch (country) {
    case 'NL':
      return shown.replace(/^(\d{4}) ?([A-Z]{2})$/, '$1 $2');
    case 'CA':
      return shown.replace(/^(\w{3})[ -]?(\w{3})$/, '$1 $2');
    case 'GB':
      return shown.replace(/^(.+?) ?(\d[A-Z]{2})$/, '$1 $2');
    case 'SG':
      return shown.replace(/\D/g, '');
    default:
      return /\d[\d -]*\d/.exec(shown)?.[0] ?? shown;
  }
}

/** A place is as likely there as this, and nobody's name, street or phone likelier. */
const likelyPlace = 0.04;

/** Whether the words of the text from `start` to `end` may be a place to the tagger. */
export function mayBePlace({ words, tagging }: TaggedText, start: number, end: number): boolean {
  const inside = words.flatMap((word, at) => (word.start < end && word.end > start ? [at] : []));
  return (
    inside.length > 0 &&
    inside.every((at) => {
      const place = likelihood(tagging, 'place', at);
      const others = ['name', 'street', 'phone', 'firm'].map((kind) => kindProbability(tagging, kind, at));
      return place >= likelyPlace && others.every((other) => other < 0.5);
    })
  );
}

/** The parts of a reading, to be held against the tagger's. */
export interface WeighedParts {
  name: string;
  detail: string;
  places: readonly string[];
  postcode: string;
  phones: readonly string[];
}

const least = 1e-4;

/**
 * How likely the tagger finds a reading, as the sum of logarithms over all words: 0 where it is sure of the very same one. Words that
 * the reading doesn't use are talk to it.
 */
export function weighByTags({ words, tagging }: TaggedText, parts: WeighedParts): number {
  const kinds = words.map(() => 'talk');
  const use = (kind: string, text: string): void => {
    let from = 0;
    for (const [word] of text
      .toLowerCase()
      .replace(/[’`´]/g, "'")
      .matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      const isFree = ({ plain }: Word, at: number): boolean =>
        kinds[at] === 'talk' &&
        (plain === word || (plain.length > word.length && wordsWithin(plain).includes(word)));
      let at = words.findIndex((each, index) => index >= from && isFree(each, index));
      if (at < 0) at = words.findIndex(isFree);
      if (at < 0) continue;
      const isWhole = words[at]!.plain === word || wordsWithin(words[at]!.plain).at(-1) === word;
      if (isWhole) kinds[at] = kind;
      from = at + Number(isWhole);
    }
  };
  for (const phone of parts.phones) use('phone', phone);
  use('postcode', parts.postcode);
  use('name', parts.name);
  use('street', parts.detail);
  for (const place of parts.places) use('place', place);
  let sum = 0;
  for (const [at, kind] of kinds.entries())
    if (kind !== 'street' || !hostMarks.has(words[at]!.plain))
      sum += Math.log(Math.max(least, likelihood(tagging, kind, at)));
  return sum;
}

const wordsWithin = (plain: string): string[] => plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

function likelihood(tagging: Tagging, kind: string, at: number): number {
  const of = (each: string): number => kindProbability(tagging, each, at);
  switch (kind) {
    case 'talk':
      return tagging.marginals[at * tagging.labels.length]! + of('other') + of('country') + of('firm');
    case 'street':
      return of('street') + of('firm') + of('other');
    case 'place':
      return of('city') + of('district') + of('state') + of('country');
    default:
      return of(kind);
  }
}
