/**
 * Numbers of a dictated text in Latin letters, written as they are written on a parcel: phones, postcodes, houses and units. What a number
 * is for is said by its length, by the form that each language's countries have, and by the words around it; what nothing
 * speaks for stays in words. Owns those rules. Pure.
 */
import { numberTable, plainNumberWords, type SpokenLanguage, spokenLanguages } from './number-words.ts';
import { type Element, elementsOf, type Word, wordsOf } from './spoken-elements.ts';
import type { Edit } from './text-edits.ts';

type Role = 'phone' | 'postcode' | 'house' | 'unit' | 'none';

const plainWords = new Map(
  spokenLanguages.map((language) => [
    language,
    new RegExp(`(?<![\\p{L}])(?:${plainNumberWords[language]})(?![\\p{L}])`, 'giu'),
  ]),
);

/** The language whose number words the text has most of. */
export function spokenLanguageOf(text: string): SpokenLanguage {
  let best: SpokenLanguage = 'en';
  let most = 0;
  for (const language of spokenLanguages) {
    const count = text.match(plainWords.get(language)!)?.length ?? 0;
    if (count > most) [best, most] = [language, count];
  }
  return best;
}

interface Tongue {
  phone: RegExp;
  /** Forms without their blanks; the first one is the commonest. */
  postcode: RegExp;
  /** Of letters and digits. */
  mixedPostcode?: readonly RegExp[];
  /** Words before a number that say what it is. */
  phoneLabel: RegExp;
  postcodeLabel: RegExp;
  houseLabel: RegExp;
  unitLabel: RegExp;
  /** A word that is a kind of street or ends as one. */
  street: RegExp;
  /** The house stands before its street. */
  isHouseFirst: boolean;
  /** A letter that belongs to the house. */
  suffix: RegExp;
}

const anyHouseLabel = /^(?:number|no|num|nummer|hausnummer|huisnummer|numero|nr|n|civico)$/;

const tongues: Record<SpokenLanguage, Tongue> = {
  en: {
    phone: /^(?:1?[2-9]\d{2}[2-9]\d{6}|0[1-9]\d{8,9}|0[234679]\d{7}|[3689]\d{7})$/,
    postcode: /^\d{4,6}$/,
    mixedPostcode: [/^[A-Z]{1,2}\d[A-Z\d]?\d[ABD-HJLNP-UW-Z]{2}$/, /^[ABCEGHJ-NPRSTVXY]\d[A-Z]\d[A-Z]\d$/],
    phoneLabel:
      /^(?:phone|telephone|tel|cell|cellphone|mobile|mob|call|ring|reach|text|txt|landline|numbers?|number's|handphone|hp|contact|fax)$/,
    postcodeLabel: /^(?:zip|postcode|postal|postcode's|zipcode)$/,
    houseLabel: anyHouseLabel,
    unitLabel:
      /^(?:apartment|apt|suite|ste|flat|unit|floor|level|block|blk|building|room|lot|box|tower|villa|shop|bay)$/,
    street:
      /^(?:streets?|st|roads?|rd|avenue|ave|lane|ln|drive|dr|boulevard|blvd|way|court|ct|close|place|pl|square|sq|crescent|cres|terrace|gardens?|row|hill|highway|parkway|circle|trail|park|grove|mews|walk|view|rise|parade|gate|green|bridge|quay|loop|plaza|pike|route|esplanade|broadway|link|vale|wharf|yard|turnpike|alley|heights|path|jalan|lorong)$/,
    isHouseFirst: true,
    suffix: /^[a-f]$/,
  },
  de: {
    phone: /^0[1-9]\d{5,11}$/,
    postcode: /^\d{5}$/,
    phoneLabel:
      /^(?:telefon|telefonnummer|tel|handy|handynummer|mobil|mobilnummer|mobiltelefon|rufnummer|festnetz|fon|nummer|anrufen|erreichbar|durchwahl)$/,
    postcodeLabel: /^(?:plz|postleitzahl)$/,
    houseLabel: anyHouseLabel,
    unitLabel: /^(?:wohnung|whg|haus|aufgang|postfach|zimmer|etage|apartment|block|tur|stiege)$/,
    street:
      /(?:stra(?:ss)?e|str|weg|platz|gasse|allee|ring|damm|ufer|markt|chaussee|berg|hof|steig|stieg|wall|graben|park|garten|kamp|promenade)$|^(?:am|im|zum|zur|auf|unter)$/,
    isHouseFirst: false,
    suffix: /^[a-h]$/,
  },
  fr: {
    phone: /^(?:0[1-9]\d{8}|[2-9]\d{2}[2-9]\d{6})$/,
    postcode: /^(?:0[1-9]|[1-8]\d|9[0-8])\d{3}$/,
    mixedPostcode: [/^[ABCEGHJ-NPRSTVXY]\d[A-Z]\d[A-Z]\d$/],
    phoneLabel:
      /^(?:telephone|tel|portable|mobile|fixe|numero|appelez|appeler|joindre|fax|cellulaire|c'est|le)$/,
    postcodeLabel: /^(?:postal|cp)$/,
    houseLabel: /^(?:numero|no|n|au|civique)$/,
    unitLabel: /^(?:appartement|appt|apt|batiment|bat|etage|escalier|lot|porte|boite|bp|interphone|numero)$/,
    street:
      /^(?:rue|avenue|av|boulevard|bd|place|cours|allees?|chemin|impasse|quai|route|square|passage|faubourg|villa|ruelle|esplanade|montee|sentier|promenade|residence|venelle|rond)$/,
    isHouseFirst: true,
    suffix: /^(?:bis|ter|quater)$/,
  },
  it: {
    phone: /^(?:3\d{8,9}|0[1-9]\d{5,9})$/,
    postcode: /^\d{5}$/,
    phoneLabel: /^(?:telefono|tel|cellulare|cell|numero|chiamate|chiamare|chiami|fisso|mobile|recapito)$/,
    postcodeLabel: /^(?:cap|postale)$/,
    houseLabel: anyHouseLabel,
    unitLabel: /^(?:interno|int|scala|palazzina|edificio|appartamento|lotto)$/,
    street:
      /^(?:via|viale|v|piazza|piazzale|piazzetta|corso|vicolo|largo|strada|lungomare|lungarno|contrada|salita|calle|borgo|galleria|rione|campo|fondamenta|traversa|localita)$/,
    isHouseFirst: false,
    suffix: /^bis$/,
  },
  es: {
    phone: /^[6-9]\d{8}$/,
    postcode: /^(?:0[1-9]|[1-4]\d|5[0-2])\d{3}$/,
    phoneLabel: /^(?:telefono|tel|movil|celular|fijo|numero|llamar|llame|whatsapp|contacto)$/,
    postcodeLabel: /^(?:codigo|postal|cp)$/,
    houseLabel: /^(?:numero|num|n|nro|el)$/,
    unitLabel: /^(?:piso|puerta|portal|escalera|bloque|planta|local|apartado|bajo)$/,
    street:
      /^(?:calle|c|avenida|avda|av|plaza|plazuela|paseo|carretera|camino|ronda|travesia|gran|rambla|carrer|cuesta|glorieta|callejon|urbanizacion|poligono|via|rua|barrio|costanilla)$/,
    isHouseFirst: false,
    suffix: /^(?:bis|duplicado)$/,
  },
  nl: {
    phone: /^0[1-9]\d{8}$/,
    postcode: /^\d{99}$/,
    mixedPostcode: [/^[1-9]\d{3}[A-Z]{2}$/],
    phoneLabel: /^(?:telefoon|telefoonnummer|tel|mobiel|mobiele|gsm|nummer|bel|bellen|bereikbaar|vast)$/,
    postcodeLabel: /^(?:postcode)$/,
    houseLabel: anyHouseLabel,
    unitLabel: /^(?:appartement|app|postbus|kamer|etage|bus|unit|flat|blok)$/,
    street:
      /(?:straat|laan|weg|plein|gracht|kade|dijk|singel|steeg|dreef|pad|hof|park|markt|wal|plantsoen|ring|haven|stad|baan|burg|meer|kamp|veld|hove)$|^(?:de|het|op|aan)$/,
    isHouseFirst: false,
    suffix: /^(?:[a-h]|bis|hs|huis|rood|zwart)$/,
  },
};

/** The numbers of the text by what they are for. */
export function spokenNumberEdits(text: string, language: SpokenLanguage): Edit[] {
  const words = wordsOf(text);
  const elements = elementsOf(words, language);
  const message: Message = { text, words, tongue: tongues[language], language, isBlock: isBlockTown(text) };
  const found = runsOf(elements, words).flatMap((run) => readRun(message, run));
  const isTurned = found.some(
    ({ role, edit }) => (role === 'phone' || role === 'postcode') && edit.text !== '',
  );
  // Who writes postcode and phone in digits wrote the house in words because it stands so.
  const isWritten = /\d(?:[ .-]?\d){4}/.test(text) || found.some(({ edit }) => edit.text === '');
  const numbers = found
    .filter(({ role }) => isTurned || !isWritten || (role !== 'house' && role !== 'unit'))
    .map(({ edit }) => edit);
  return isTurned && language === 'de' ? [...numbers, ...floorOrdinals(text)] : numbers;
}

const germanOrdinals = ['erst', 'zweit', 'dritt', 'viert', 'fünft', 'sechst', 'siebt', 'acht', 'neunt'];
const germanFloor = new RegExp(
  String.raw`(?<!\p{L})(${germanOrdinals.join('|')})e[rnms]? (?=(?:stock|stockwerk|etage|og|obergeschoss)(?!\p{L}))`,
  'giu',
);
/** Zweiter Stock of somebody who dictates is 2. Stock on a label. */
const floorOrdinals = (text: string): Edit[] =>
  [...text.matchAll(germanFloor)].map(({ 0: said, 1: ordinal = '', index }) => ({
    start: index,
    end: index + said.length,
    text: `${germanOrdinals.indexOf(ordinal.toLowerCase()) + 1}. `,
  }));

/** Singapore says blocks and units, and has numbers behind its streets. */
const isBlockTown = (text: string): boolean =>
  /\bsingapore\b|\bs'?pore\b|\bhash\b.{3,40}\bdash\b/i.test(text) ||
  (/\b(?:block|blk)\b/i.test(text) && /\bhash\b|\bunit\b|\bpostal\b/i.test(text));

interface Message {
  text: string;
  words: readonly Word[];
  tongue: Tongue;
  language: SpokenLanguage;
  isBlock: boolean;
}

interface Found {
  role: Role;
  edit: Edit;
}

const pauses = /^(?:um|uh|er|ehm|eh|euh|ah|ahm|then|dann|puis|poi|luego|dan|and|e|et|y|en|und)$/;

/** `Twee een zes een, dan de letters V en de W`. */
const toLetters = /^(?:then|the|letters?|and|dan|de|en|und|die|buchstaben?|puis|les|lettres?|et|poi|e)$/;

/** Elements with nothing between them but blanks, commas and what one says to think. */
function runsOf(elements: readonly Element[], words: readonly Word[]): Element[][] {
  const runs: Element[][] = [];
  for (const element of elements) {
    const last = runs.at(-1)?.at(-1);
    const between = last === undefined ? [] : words.slice(last.to, element.from);
    const isPause =
      between.length < 2
        ? between.every(({ key }) => pauses.test(key))
        : between.length < 4 && element.kind === 'letter' && between.every(({ key }) => toLetters.test(key));
    const isNext =
      last !== undefined &&
      isPause &&
      words.slice(last.to, element.from + 1).every(({ gap }) => gap !== 'hard');
    if (isNext) runs.at(-1)!.push(element);
    else runs.push([element]);
  }
  return runs;
}

function readRun(message: Message, run: readonly Element[]): Found[] {
  const found: Found[] = [];
  let from = 0;
  const flush = (to: number): void => {
    const numbers = run.slice(from, to);
    for (const part of partsOf(numbers)) found.push(...readNumbers(message, part));
  };
  for (let at = 0; at < run.length; ) {
    const window = mixedAt(message, run, at) ?? unitAt(message, run, at) ?? flatAt(message, run, at);
    if (!window) {
      at++;
      continue;
    }
    flush(at);
    found.push(window.found);
    at += window.count;
    from = at;
  }
  flush(run.length);
  return found;
}

/** Numbers and the marks between them, without letters. */
function partsOf(elements: readonly Element[]): Element[][] {
  const parts: Element[][] = [[]];
  for (const element of elements) {
    const isMark = element.kind === 'mark' && element.text !== '-' && element.text !== '+';
    if (element.kind === 'letter' || isMark) parts.push([]);
    else parts.at(-1)!.push(element);
  }
  return parts.filter((part) => part.some(({ kind }) => kind === 'number'));
}

/** T W one, two D E: a postcode of letters and digits. */
function mixedAt(
  { text, words, tongue }: Message,
  run: readonly Element[],
  at: number,
): { found: Found; count: number } | undefined {
  if (!tongue.mixedPostcode) return undefined;
  let joined = '';
  for (let count = 1; count <= 8 && at + count <= run.length; count++) {
    const element = run[at + count - 1]!;
    if (element.kind === 'mark') break;
    joined += element.text;
    if (joined.length > 7) break;
    // A nought at the head is the letter that sounds like it.
    const code = joined.replace(/^0(?=[A-Z])/, 'O');
    if (!tongue.mixedPostcode.some((form) => form.test(code))) continue;
    const more = run[at + count];
    const isLonger =
      more !== undefined &&
      more.kind !== 'mark' &&
      tongue.mixedPostcode.some((form) => form.test(code + more.text));
    if (isLonger) continue;
    const elements = run.slice(at, at + count);
    // What was typed letter by letter stands as it is.
    const isTyped = ({ from, to, isWritten }: Element): boolean =>
      isWritten || (to === from + 1 && words[from]!.raw.length === 1);
    if (elements.every(isTyped)) return undefined;
    const shown = /^\d/.test(code)
      ? `${code.slice(0, 4)} ${code.slice(4)}`
      : `${code.slice(0, -3)} ${code.slice(-3)}`;
    const start = words[elements[0]!.from]!.start;
    const end = words[elements.at(-1)!.to - 1]!.end;
    const isRepeated = text.toUpperCase().replaceAll(' ', '').includes(code);
    const edit: Edit = isRepeated ? { start, end, text: '', isTalk: true } : { start, end, text: shown };
    return { found: { role: 'postcode', edit }, count };
  }
  return undefined;
}

/** Hash oh four dash one one nine: a floor and a unit. */
function unitAt(
  { words, isBlock }: Message,
  run: readonly Element[],
  at: number,
): { found: Found; count: number } | undefined {
  if (!isBlock) return undefined;
  const hasHash = run[at]!.text === '#';
  let next = hasHash ? at + 1 : at;
  const digits = (): string => {
    let found = '';
    for (const first = next; run[next]?.kind === 'number'; next++) {
      if (next > first && words[run[next]!.from]!.gap !== 'soft') break;
      found += run[next]!.text;
    }
    return found;
  };
  const floor = digits();
  if (floor === '' || floor.length > 2 || run[next]?.text !== '-') return undefined;
  next++;
  const unit = digits();
  if (unit.length < 2 || unit.length > 4) return undefined;
  let first = run[at]!.from;
  while (/^(?:unit|number|no)$/.test(words[first - 1]?.key ?? '') && words[first]!.gap !== 'hard') first--;
  const edit = {
    start: words[first]!.start,
    end: words[run[next - 1]!.to - 1]!.end,
    text: `#${floor.padStart(2, '0')}-${unit}`,
  };
  return { found: { role: 'unit', edit }, count: next - at };
}

/** One slash two, thirty-three Byres Road: a flat before its house. */
function flatAt(
  { words, language }: Message,
  run: readonly Element[],
  at: number,
): { found: Found; count: number } | undefined {
  const [floor, slash, flat, house] = run.slice(at, at + 4);
  if (language !== 'en' || slash?.text !== '/' || flat?.kind !== 'number' || house?.kind !== 'number')
    return undefined;
  if (
    floor!.kind !== 'number' ||
    floor!.text.length + flat.text.length > 4 ||
    words[house.from]!.gap !== 'comma'
  )
    return undefined;
  const edit = {
    start: words[floor!.from]!.start,
    end: words[flat.to - 1]!.end,
    text: `${floor!.text}/${flat.text}`,
  };
  return { found: { role: 'unit', edit }, count: 3 };
}

/** The likeliest way to share the numbers out among phones, postcodes, houses and units. */
function readNumbers(message: Message, run: readonly Element[]): Found[] {
  if (run.length > maxRun) return [];
  if (run.every(({ isWritten, kind }) => isWritten || kind === 'mark')) return [];
  const best: Array<{ score: number; from: number; role: Role }> = [{ score: 0, from: 0, role: 'none' }];
  for (let to = 1; to <= run.length; to++) {
    for (let from = Math.max(0, to - maxElements); from < to; from++) {
      const before = best[from]!;
      for (const { role, score } of rolesOf(message, run, { from, to, last: before.role })) {
        const whole = before.score + score;
        if (whole > (best[to]?.score ?? Number.NEGATIVE_INFINITY)) best[to] = { score: whole, from, role };
      }
    }
  }
  const found: Found[] = [];
  for (let to = run.length; to > 0; ) {
    const { from, role } = best[to]!;
    const edit = editOf(message, run, { from, to, role });
    const next = found[0]?.edit.start;
    // Trece cincuenta mil uno: what was said in one breath stands apart.
    const isGlued = role === 'house' && edit !== undefined && next !== undefined && next - edit.end < 2;
    if (edit) found.unshift({ role, edit: isGlued ? { ...edit, text: `${edit.text},` } : edit });
    to = from;
  }
  return found;
}

/** Nobody's number is said in more words. */
const maxElements = 16;
/** House, postcode and phone in one breath are not more. */
const maxRun = 40;

interface Segment {
  from: number;
  to: number;
}

const digitsOf = (run: readonly Element[], { from, to }: Segment): string =>
  run
    .slice(from, to)
    .map(({ kind, text }) => (kind === 'number' ? text : ''))
    .join('');

function rolesOf(
  message: Message,
  run: readonly Element[],
  { from, to, last }: Segment & { last: Role },
): Array<{ role: Role; score: number }> {
  const { words, tongue, isBlock } = message;
  const none = { role: 'none' as const, score: -0.5 * (to - from) };
  const digits = digitsOf(run, { from, to });
  if (digits === '' || run[to - 1]!.kind === 'mark') return [none];
  const first = run[from]!.from;
  const next = run[to - 1]!.to;
  const gapBefore = from > 0 ? words[first]!.gap : undefined;
  const gapAfter = words[next]?.gap ?? 'hard';
  // Six-oh-nine is one number.
  const isCut = words[first]!.isBound && from > 0;
  const isCutBehind = words[next]?.isBound === true && to < run.length;
  const edge =
    (gapBefore === 'soft' ? -1 : 0) +
    (to < run.length && gapAfter === 'soft' ? -1 : 0) -
    3 * (Number(isCut) + Number(isCutBehind));
  const label = from === 0 ? labelBefore(message, first) : undefined;
  const roles: Array<{ role: Role; score: number }> = [none];
  const isInternational = run[from]!.text === '+';
  if (isInternational ? /^\d{9,14}$/.test(digits) : tongue.phone.test(digits))
    roles.push({ role: 'phone', score: 5 + edge + digits.length / 20 + (label === 'phone' ? 2 : 0) });
  else if (label === 'phone' && digits.length > 5 && digits.length < 14)
    roles.push({ role: 'phone', score: 2 + edge });
  const hasMark = run.slice(from, to).some(({ kind }) => kind === 'mark');
  if (hasMark) return roles;
  const isOne = words.slice(first + 1, next).every(({ gap }) => gap === 'soft');
  if (tongue.postcode.test(digits)) {
    const isCommon = digits.length === 5 || (isBlock && digits.length === 6);
    // Behind a phone digits go on, where no town follows; nobody says two postcodes in one breath.
    const goesOn = (last === 'phone' && gapAfter !== 'soft') || last === 'postcode';
    roles.push({
      role: 'postcode',
      score:
        (isCommon ? 3 : 2) +
        edge +
        (label === 'postcode' ? 4 : label === 'phone' ? -2 : 0) -
        (goesOn ? 4 : 0),
    });
  }
  if (isOne && /^[1-9]\d{0,4}$/.test(digits)) {
    const house = houseScore(message, {
      first,
      next,
      isLast: to === run.length,
      isWhole: from === 0 && to === run.length,
    });
    if (house > 0 && (last === 'none' || last === 'unit')) roles.push({ role: 'house', score: house + edge });
  }
  if (isOne && /^\d{1,6}$/.test(digits)) {
    const unit = unitScore(message, {
      first,
      next,
      from,
      gapAfter: to < run.length ? gapAfter : undefined,
      digits,
    });
    if (unit > 0) roles.push({ role: 'unit', score: unit + edge });
  }
  return roles;
}

/** What the nearest word of a kind before the numbers says of them, in the same sentence. */
function labelBefore({ words, tongue }: Message, first: number): Role | undefined {
  for (let at = first - 1; at >= Math.max(0, first - 7); at--) {
    const { key } = words[at]!;
    if (at < first - 1 && words[at + 1]!.gap === 'hard' && at < first - 2) return undefined;
    if (tongue.unitLabel.test(key)) return 'unit';
    if (tongue.postcodeLabel.test(key)) return 'postcode';
    if (tongue.phoneLabel.test(key)) return 'phone';
  }
  return undefined;
}

/** What speaks for the number of a house here; 0 and less when nothing does. */
function houseScore(
  { text, words, tongue, language }: Message,
  { first, next, isLast, isWhole }: { first: number; next: number; isLast: boolean; isWhole: boolean },
): number {
  const keyAt = (at: number): string => words[at]?.key ?? '';
  // The last letter of a name that was spelt is no n. for number.
  const hasLabel = tongue.houseLabel.test(keyAt(first - 1)) && words[first - 1]?.isBound === false;
  if (tongue.houseLabel.test(keyAt(next)) && language !== 'es') return -1;
  let score = hasLabel ? 2 : 0;
  if (tongue.isHouseFirst) {
    const hasSuffix = tongue.suffix.test(keyAt(next)) && words[next]!.gap === 'soft';
    let at = hasSuffix ? next + 1 : next;
    const gap = words[at]?.gap ?? 'hard';
    if (gap === 'hard' && hasLabel && isWhole) return score;
    if (gap === 'hard' || (gap === 'comma' && language === 'en' && !hasLabel)) return -1;
    // Three Rivers Road: a number and what there are of it are a name.
    if (
      language === 'en' &&
      /[^s']s$/.test(keyAt(at)) &&
      words[at]!.gap === 'soft' &&
      isSmallName(words, first, next)
    )
      return -1;
    // Au numéro douze de la rue de Brest.
    if (language === 'fr' && /^(?:du|des?)$/.test(keyAt(at))) at += /^(?:la|l')$/.test(keyAt(at + 1)) ? 2 : 1;
    for (let step = 0; step < (language === 'fr' ? 1 : 6); step++, at++) {
      const word = words[at];
      if (word === undefined || (step > 0 && word.gap !== 'soft')) break;
      const mayBegin = language === 'fr' || /^(?:jalan|lorong)$/.test(word.key);
      if (tongue.street.test(word.key) && (step > 0 || mayBegin)) return score + 4;
    }
    const isTurned =
      hasLabel && words.slice(Math.max(0, first - 8), first - 1).some(({ key }) => tongue.street.test(key));
    return isTurned && language === 'fr' ? score + 3 : hasLabel ? score : -1;
  }
  const isAsked = hasLabel && isAskedFor(text, words[first - 1]!, words[first]!);
  if (isAsked && isWhole && (words[next]?.gap ?? 'hard') !== 'soft') return score;
  // `Dorpsstraat, zevenenveertig,` stands apart on both sides.
  const isApart =
    words[first]!.gap === 'comma' &&
    !hasLabel &&
    (words[next]?.gap ?? 'hard') !== 'soft' &&
    tongue.street.test(keyAt(first - 1)) &&
    words[first - 1]!.key.length > 4;
  if (isApart) return 1.5;
  if (words[first]!.gap === 'hard' || (words[first]!.gap === 'comma' && !hasLabel)) return -1;
  let near = 0;
  for (let at = first - 1; at >= Math.max(0, first - 7); at--) {
    if (tongue.street.test(keyAt(at))) {
      near = at === first - 1 ? 3 : 2.5;
      break;
    }
    if (words[at]!.gap !== 'soft' && !(hasLabel && at > first - 3)) break;
  }
  score += near;
  if (score === 0 && /^\p{Lu}/u.test(words[first - 1]?.raw ?? '')) score = 0.5;
  const after = words[next];
  const isEnd = after === undefined || after.gap !== 'soft' || !isLast;
  const mayEnd =
    isEnd ||
    tongue.suffix.test(after.key) ||
    /^(?:in|a|en|te|zu|barra|schragstrich|slash|piso|interno|scala|stock|plz|postcode|postleitzahl|telefono?|telefoon|cap|codigo|[a-h]|primero|segundo|tercero|cuarto|quinto|bajo)$/.test(
      after.key,
    );
  return score === 0 ? 0 : score + (mayEnd ? 1 : -1.5);
}

/** `Nummer? Vierundsechzig.` */
const isAskedFor = (text: string, label: Word, number: Word): boolean =>
  /^ ?[?:] ?$/.test(text.slice(label.end, number.start));

/** A small number that stands before the thing it counts, as names of streets have it: in capitals, or behind a number of its own. */
const isSmallName = (words: readonly Word[], first: number, next: number): boolean =>
  next === first + 1 && /^(?:two|three|four|five|six|seven|nine|twelve)$/.test(words[first]!.key);

const endsIn = /^(?:acaba|termina|ends?|ending|endet|finit|finissant|finisce|eindigt)$/;
const numberedRoads = /^(?:road|route|highway|hwy|interstate)$/;
/** Boxes have numbers of up to six digits. */
const longUnits = /^(?:postfach|postbus|box|bp|apartado)$/;

function unitScore(
  { words, tongue, isBlock, language }: Message,
  {
    first,
    next,
    from,
    gapAfter,
    digits,
  }: { first: number; next: number; from: number; gapAfter: string | undefined; digits: string },
): number {
  const before = words[first - 1];
  if (digits.length > 4) return from === 0 && longUnits.test(before?.key ?? '') ? 5 : 0;
  if (from === 0 && before && words[first]!.gap === 'soft') {
    const isLabelled =
      tongue.unitLabel.test(before.key) ||
      (tongue.houseLabel.test(before.key) && tongue.unitLabel.test(words[first - 2]?.key ?? ''));
    if (isLabelled) return 4;
    // Acaba en ochenta y seis: the end of a phone that was said before.
    if (
      endsIn.test(before.key) ||
      (/^(?:in|en|auf|par|op|con|with)$/.test(before.key) && endsIn.test(words[first - 2]?.key ?? ''))
    )
      return 4;
    if (isBlock && language === 'en' && tongue.street.test(before.key)) return 3;
    if (language === 'en' && numberedRoads.test(before.key)) return 2;
  }
  // Two-oh-five, fourteen twenty-eight Ninth Avenue: the unit before its house.
  const opens = from === 0 && (words[first]!.gap === 'hard' || words[first]!.gap === 'comma');
  return opens && tongue.isHouseFirst && gapAfter === 'comma' && next > first ? 1 : 0;
}

/** What somebody says who begins a number anew. */
const breakOff =
  /^ ?(?:\.{2,} ?(?:(?:no|nein|non|nee|sorry|perd[oó]n|pardon|scusi|wait|moment|momento|attendez|wacht)(?!\p{L})[ ,]*){0,3}|, ?(?:(?:no|nein|non|nee|sorry|perd[oó]n|pardon|scusi|wait|moment|momento|attendez|wacht)(?!\p{L})[ ,]*){1,3})/iu;

function editOf(
  message: Message,
  run: readonly Element[],
  { from, to, role }: Segment & { role: Role },
): Edit | undefined {
  const { text, words, tongue, language } = message;
  const elements = run.slice(from, to);
  const start = words[elements[0]!.from]!.start;
  const end = words[elements.at(-1)!.to - 1]!.end;
  const digits = digitsOf(run, { from, to });
  if (role === 'none') {
    // Somebody began a number and thought better of it.
    const off = breakOff.exec(text.slice(end));
    return off && words[elements[0]!.from]!.gap !== 'hard'
      ? { start, end: end + off[0].length, text: '', isTalk: true }
      : undefined;
  }
  if (elements.every(({ isWritten }) => isWritten)) return undefined;
  if (role === 'phone') {
    const isRepeated = text.replace(/[ .()-]/g, '').includes(digits);
    if (isRepeated) return { start, end, text: '', isTalk: true };
    return { start, end, text: elements[0]!.text === '+' ? `+${digits}` : groupPhone(digits, language) };
  }
  if (role === 'postcode')
    return text.includes(digits) ? { start, end, text: '', isTalk: true } : { start, end, text: digits };
  const first = elements[0]!.from;
  const label = words[first - 1];
  if (role === 'unit') {
    // Apartment number twelve.
    const isNumbered = label !== undefined && anyHouseLabel.test(label.key) && from === 0;
    const begin = isNumbered && tongue.unitLabel.test(words[first - 2]?.key ?? '') ? label.start : start;
    return withSuffix(words, elements.at(-1)!.to, /^[a-h]$/, { start: begin, end, text: digits });
  }
  const hasLabel =
    label?.isBound === false &&
    tongue.houseLabel.test(label.key) &&
    (words[first]!.gap !== 'hard' || isAskedFor(text, label, words[first]!));
  // Der Postweg, Hausnummer sieben: behind a street its house stands without a comma.
  const isAt =
    hasLabel && /^(?:al|au|at|op|en|house|c'est)$/.test(words[first - 2]?.key ?? '') && label.gap === 'soft';
  const begin = isAt ? words[first - 2]! : label;
  const street = words[first - (isAt ? 3 : 2)];
  const stepsBack = begin?.gap === 'hard' ? 1 : language === 'fr' ? 7 : 4;
  const isStreetBefore = words
    .slice(Math.max(0, first - 1 - stepsBack), Math.max(0, first - 1))
    .some(({ key }) => tongue.street.test(key));
  // `Rue des Lilas, au numéro douze` has it behind, `au numéro douze, rue des Lilas` before.
  const isTurned = language === 'fr' && begin?.gap === 'comma' && isEndOf(message, elements.at(-1)!.to);
  const isBehind = hasLabel && (!tongue.isHouseFirst || isTurned) && isStreetBefore;
  const house = withSuffix(words, elements.at(-1)!.to, tongue.suffix, {
    start: isBehind && street ? street.end : hasLabel ? begin!.start : start,
    end,
    text: isBehind ? ` ${digits}` : digits,
  });
  const ofStreet =
    language === 'fr' ? /^ (?:de la|de l'|du|des?) (?=\p{L})/u.exec(text.slice(house.end)) : null;
  if (ofStreet) return { ...house, end: house.end + ofStreet[0].length, text: `${house.text} ` };
  // `Number twenty-two, Park House Gardens`: no comma stands behind the house.
  const isParted = language === 'en' && hasLabel && /^ ?, ?/.exec(text.slice(house.end));
  return isParted ? { ...house, end: house.end + isParted[0].length, text: `${house.text} ` } : house;
}

/** No street follows, with its article or without one. */
const isEndOf = ({ words, tongue }: Message, next: number): boolean =>
  [0, 1, 2].every((step) => !tongue.street.test(words[next + step]?.key ?? '')) &&
  !/^(?:du|des?)$/.test(words[next]?.key ?? '');

/** Sieben a, dodici barra b, sechs Schrägstrich zwo: what belongs to the house behind its number. */
function withSuffix(words: readonly Word[], next: number, suffix: RegExp, edit: Edit): Edit {
  const [word, behind] = [words[next], words[next + 1]];
  if (word?.gap !== 'soft') return edit;
  if (word.key === 'and' && behind?.key === 'a' && words[next + 2]?.key === 'half')
    return { ...edit, end: words[next + 2]!.end, text: `${edit.text} 1/2` };
  if (/^(?:barra|schragstrich|slash|barre)$/.test(word.key) && behind?.gap === 'soft') {
    const third = words[next + 2];
    const isPair = third?.gap === 'soft' && slashParts.has(`${behind.key} ${third.key}`);
    const said = isPair ? `${behind.key} ${third.key}` : behind.key;
    const part = slashParts.get(said) ?? (/^[a-z]$|^\d+$/.test(behind.key) ? behind.raw : undefined);
    const end = isPair ? third.end : behind.end;
    return part === undefined ? edit : { ...edit, end, text: `${edit.text}/${part}` };
  }
  const isLetter = /^[a-z]$/.test(word.key) && suffix.test(word.key) && behind?.isBound !== true;
  // Vierzehn b wie Berta.
  const example = words[next + 2];
  const isShown =
    /^(?:for|wie|van|von|come|comme|como|de|di)$/.test(behind?.key ?? '') &&
    example?.key.startsWith(word.key) === true &&
    example.key.length > 2;
  return isLetter
    ? { ...edit, end: isShown ? example.end : word.end, text: `${edit.text}${word.raw}` }
    : edit;
}

const slashParts = new Map(
  spokenLanguages.flatMap((language) =>
    [...numberTable(language).values]
      .filter(([, value]) => value < 100)
      .map(([key, value]) => [key, String(value)]),
  ),
);

/** As people of these countries group their phones. */
export function groupPhone(digits: string, language: SpokenLanguage): string {
  const parts = (...lengths: number[]): string => {
    const starts = lengths.map((_, index) =>
      lengths.slice(0, index).reduce((sum, length) => sum + length, 0),
    );
    return starts.map((start, index) => digits.slice(start, starts[index + 1])).join(' ');
  };
  if (language === 'en') {
    if (/^1?[2-9]\d{9}$/.test(digits)) return digits.replace(/^1?(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
    if (digits.length === 8) return parts(4, 4);
    if (/^0[45]/.test(digits) && digits.length === 10) return parts(4, 3, 3);
    if (/^07/.test(digits)) return parts(5, 6);
    if (/^02/.test(digits) && digits.length < 11) return parts(3, 3, 4);
    if (/^01\d1|^02/.test(digits)) return parts(/^02/.test(digits) ? 3 : 4, digits.length === 11 ? 4 : 3, 4);
    if (/^01/.test(digits)) return parts(5, 6);
    if (/^0[3-9]/.test(digits)) return parts(2, digits.length === 10 ? 4 : 3, 4);
    return digits;
  }
  if (language === 'fr') return digits.startsWith('0') ? parts(2, 2, 2, 2, 2) : parts(3, 3, 4);
  if (language === 'es') return parts(3, 3, 3);
  if (language === 'it') return digits.startsWith('3') ? parts(3, 3, 4) : digits;
  if (language === 'nl') return digits.startsWith('06') ? parts(2, 8) : digits;
  return /^01[567]/.test(digits) ? parts(4, 7) : digits;
}
