/**
 * Corrections in a message: `… wait no, that's 1172`, `手机错了，应该是…`. Finds what is said anew behind the words that take something back, and
 * the earlier part of the same kind, whose place it takes. A correction without such a part is none. Pure.
 */
import type { Edit } from './edited-text.ts';
import type { Piece } from './parse-sheet.ts';
import { lastSign, likeness, literal, numbersIn, phonesIn, postcodesIn, shapeOf } from './part-forms.ts';
import {
  anyCorrection,
  easternEnds,
  easternFillers,
  easternPartNames,
  fillers,
  latinNot,
  type PartKind,
  partNames,
  placeInUse,
} from './superseded-words.ts';
import { countriesOfTown } from './town-names.ts';

interface Anew extends Piece {
  kind: PartKind | undefined;
  /** What the text says is wrong. */
  wrong?: string;
}

const corrections = anyCorrection();
const correctionHere = new RegExp(corrections.source, 'iuy');
const inUse = placeInUse();
/** No more words of correction than this are looked at: a message that has more of them is no correction. */
const maxCorrections = 6;

/** The edits for the first correction in the text whose part has an earlier one; undefined when there is none. */
export function correctionIn(text: string): Edit[] | undefined {
  let count = 0;
  for (const { 0: cue, index } of text.matchAll(corrections)) {
    if (++count > maxCorrections) return undefined;
    const at = index + cue.length;
    const edits = !isEasternAt(text, index, at)
      ? latinCorrection(text, index, at)
      : (denialAt(text, index, cue) ??
        // 不是柯桥区的: what follows is denied, not said anew.
        (denial.test(cue) && eastern.test(text[at] ?? '') ? undefined : easternCorrection(text, index, at)));
    if (edits) return edits;
  }
  return (
    typedWrongly(text) ??
    wroteOther(text) ??
    formerNumber(text) ??
    streetAgain(text) ??
    latinDenial(text) ??
    nameDenial(text) ??
    easternDenial(text)
  );
}

/** `(I typed L5R 4B7, oops)`, `(vorher schrieb ich 41)`: what stood there before is only told of. */
const toldOf =
  /\((?:[\p{L}'’ ]{0,16} )?(?:i|we|ich|j'avais|j'ai|ho|avevo|puse|había|habia|ik)(?: \p{L}{2,9})? ?(?:typed|wrote|put|said|had|gave|schrieb|geschrieben|getippt|hatte|mis|écrit|tapé|scritto|messo|puesto|escrito|schreef|typte|had)(?: \p{L}{2,12}){0,3} [^()\n]{1,40}\)/giu;

function typedWrongly(text: string): Edit[] | undefined {
  for (const { 0: found, index } of text.matchAll(toldOf)) {
    const end = index + found.length;
    const codes = [...postcodesIn(text), ...numbersIn(text), ...phonesIn(text)];
    const [wrong] = codes.filter(({ start, end: to }) => start > index && to < end);
    if (!wrong) continue;
    const shape = shapeOf(text.slice(wrong.start, wrong.end));
    const isSaid = codes.some(
      (each) =>
        (each.end <= index || each.start >= end) && shapeOf(text.slice(each.start, each.end)) === shape,
    );
    if (isSaid) return [{ start: index, end }];
  }
  return undefined;
}

const wroteIt =
  "i (?:put|wrote|typed|gave|said)|puse|he puesto|escribí|j'ai (?:mis|écrit|tapé|noté)|j'avais (?:mis|écrit)|ho (?:messo|scritto)|avevo (?:messo|scritto)|ik (?:schreef|had|typte)|ich (?:schrieb|hatte)|escrevi|pus";
const isIt =
  "it's|it is|it should be|es|c'est|è|het is|'t is|es ist|é|(?:the )?(?:correct|right)(?: one| number)? is|richtig ist|correcto es|le bon(?: numéro)? (?:est|c'est)|quello giusto è";
/** `puse 5oA y es 5oB`, `I typed my old one, 07700 900811. Correct is 07700 900118`: what was written, and what is meant. */
const wroteAndMeant = new RegExp(
  `(?<!\\p{L})(?:${wroteIt})(?: \\p{L}{2,9}){0,3}[,:]? (?<wrong>\\+?\\d[\\da-z/ -]{0,18}?)(?: geschrieben)?[,;.]? (?:(?:y|and|but|et|mais|e|ma|en|maar|und|aber|mas) )?(?:${isIt}):? (?<meant>\\+?\\d[\\da-z/-]*(?: \\d{2,5}){0,5})(?![\\p{L}\\d])`,
  'diu',
);

function wroteOther(text: string): Edit[] | undefined {
  const found = wroteAndMeant.exec(text);
  const groups = found?.indices?.groups;
  if (!found || !groups) return undefined;
  const [wrong, meant] = [groups.wrong!, groups.meant!].map(([start, end]) => ({ start, end }));
  const [one, other] = [wrong!, meant!].map(({ start, end }) => text.slice(start, end));
  if (likeness(one!, other!) === 0) return undefined;
  const end = found.index + found[0].length;
  const old = codesIn(text).find(
    (each) => (each.end <= found.index || each.start >= end) && text.slice(each.start, each.end) === one,
  );
  const clause = { start: found.index, end };
  return old ? [{ ...old, by: meant! }, clause] : [{ ...clause, by: meant! }];
}

const codesIn = (text: string): Piece[] => [...postcodesIn(text), ...numbersIn(text), ...phonesIn(text)];

/** A number with the street behind it. */
const numberedStreet =
  /(?<![\p{L}\d])(\d{1,4}[a-z]?),? ((?:[\p{L}\p{M}'’.-]+ ){1,4}[\p{L}\p{M}'’-]+|\p{L}{4,})(?=[,.;\n)]|$)/giu;

/** `11 rue des Lices, euh non pardon …, 14 rue des Lices`: the street again, with another number, behind words that take it back. */
function streetAgain(text: string): Edit[] | undefined {
  const streets = [...text.matchAll(numberedStreet)].slice(0, maxCorrections);
  for (const [at, first] of streets.entries()) {
    const again = streets
      .slice(at + 1)
      .find(({ 2: street }) => street!.toLowerCase() === first[2]!.toLowerCase());
    if (!again || again[1] === first[1]) continue;
    const end = first.index + first[0].length;
    const between = text.slice(end, again.index);
    if (/\d{4}|\n/u.test(between) || !hasCorrection(between)) continue;
    return [{ start: first.index, end: again.index, by: { start: again.index, end: again.index } }];
  }
  return undefined;
}

const hasCorrection = (text: string): boolean => [...text.matchAll(corrections)].length > 0;

/** `unit 3 was my last place, it is unit 8 now`: a number that was right once, and the one that is. */
const wasOnce =
  /(?<![\p{L}\d])(?:(?:the |le |la |il |el |de |die |das )?(?<label>\p{L}{2,12}\.?) )?(?<old>\d{1,4}[a-z]?),? (?:was|were|is|war|ist|c'était|était|era|è|es)(?: (?:my|our|the|meine?|die|das|der|mon|ma|l'|la|le|il|mio|mia|el|mi|mijn|de|het))?(?: \p{L}{2,10})? (?:last|old|before|previous|former|avant|ancien(?:ne)?|vorher|früher|alte?|prima|vecchi[oa]|antes|anterior|antigu[oa]|eerst|vroeger|oude?)(?: \p{L}{2,12}){0,2} ?[,;.–—-] ?(?:(?:and|but|now|it|it's|is|we|we're|i'm|am|are|in|at|jetzt|nun|ist|es|c'est|maintenant|le|la|ora|adesso|è|ahora|el|nu|het|\p{L}{2,5}) ){0,5}(?<anew>\d{1,4}[a-z]?)(?: (?:now|jetzt|maintenant|ora|ahora|nu))?/giu;

function formerNumber(text: string): Edit[] | undefined {
  for (const found of text.matchAll(wasOnce)) {
    const { old, anew } = found.groups as { old: string; anew: string };
    const end = found.index + found[0].length;
    const at = found.index + found[0].lastIndexOf(anew);
    const before = numbersIn(text).findLast(
      (each) => each.end <= found.index && text.slice(each.start, each.end) === old,
    );
    if (!before) continue;
    return [
      { ...before, by: { start: at, end: at + anew.length } },
      { start: found.index, end },
    ];
  }
  return undefined;
}

const eastern = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}]/u;
const isEasternAt = (text: string, start: number, end: number): boolean =>
  eastern.test(text.slice(start, end)) || eastern.test(text.slice(end, end + 8));

// ---- Latin letters

const word = /[\p{L}\p{M}'’]+\.?|[n][°º]/uy;
const between = /[\s,:;.…*"“”„«»(!=–—-]+/uy;
const determiner = `(?:the |el |la |le |il |l'|het |de |das |der |die |lo |un )?`;

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

const kindNamed = (name: string): PartKind | undefined =>
  partNames.find(([, pattern]) => pattern.test(name.replace(/(?:\.|['’]s)$/u, '')))?.[0];

const isFiller = (found: string): boolean =>
  fillers.has(found.replaceAll('’', "'").replace(/\.$/u, '').toLowerCase());

/** Past the small words behind a correction, and what kind of part they name. */
function pastFillers(text: string, from: number): { at: number; kind: PartKind | undefined } {
  let at = from;
  let kind: PartKind | undefined;
  for (let count = 0; count < 14; count++) {
    at += matchAt(between, text, at)?.length ?? 0;
    const found = matchAt(word, text, at);
    if (found === undefined) break;
    const named = kindNamed(found);
    // `rue Pasteur` is a street; `rue: …` names the part.
    const isName =
      named !== undefined &&
      (named !== 'street' || /^\p{Ll}*(?: ?:| (?:is|ist|est|es|è))/u.test(text.slice(at)));
    if (!isName && !isFiller(found)) break;
    if (isName) kind = named;
    at += found.length;
  }
  return { at, kind };
}

/** Where the sentence of a correction begins, when nothing but small words stands before it. */
function clauseStart(text: string, cue: number): { start: number; kind: PartKind | undefined } {
  const before = text.slice(Math.max(0, cue - 60), cue);
  const cut = lastSign(before, '.;!?\n(),|—–', before.length);
  const lead = before.slice(cut + 1);
  const words = lead.match(/[\p{L}\p{M}'’\d]+/gu) ?? [];
  if (words.length > 6 || !words.every((each) => isFiller(each) || kindNamed(each) !== undefined))
    return { start: cue, kind: undefined };
  return {
    start: cue - lead.trimStart().length,
    kind: words.map(kindNamed).find((kind) => kind !== undefined),
  };
}

const tailWord =
  /^[ ,]*(?:instead|(?:(?:please|pls|plz|kindly) )?(?:amend|change|update|correct)(?: accordingly)?(?= ?(?:$|[.,!\n)]| (?:thanks|thx|tks|ta|please)))|please|pls|plz|kindly|thanks|thx|tks|thank you|merci|danke|bedankt|grazie|gracias|sorry|desculpe|lautet es|muss es heißen|wäre richtig|ist richtig|sein|heißen|lauten|zijn)(?![\p{L}\d])/iu;
/** `61 ipv 16`, `14 statt 41`. */
const latinInstead =
  '(?:ipv|i\\.p\\.v\\.|in plaats van|instead of|rather than|anstatt|statt|au lieu d[eu]|invece di|en (?:vez|lugar) de)';
const denied = new RegExp(
  `^[,;]? (?:and |et |e |y |en |und |but )?(?:${latinNot}|${latinInstead}) ${determiner}(#?[\\p{L}\\d][\\p{L}\\d#/-]{0,12})`,
  'iu',
);

/** What both numbers have behind them: `33 zwart`, `moet 35 zwart zijn`. */
const houseSuffix = /^ (?:zwart|rood|bis|ter|quater|hs|huis|wit)(?![\p{L}\d])/iu;

/**
 * The end of the correction's sentence behind what is said anew, and what it says is wrong. It is not closed where more is said:
 * `20 not 12 cards`, `sorry, 2 photos`.
 */
function clauseEnd(
  text: string,
  from: number,
): { end: number; wrong: string | undefined; isClosed: boolean } {
  let end = from + (houseSuffix.exec(text.slice(from))?.[0].length ?? 0);
  let wrong: string | undefined;
  for (;;) {
    const denial = wrong === undefined ? denied.exec(text.slice(end, end + 60)) : null;
    const isDenial = denial && /\d/u.test(denial[1]!);
    if (isDenial) wrong = denial[1]!;
    const found = isDenial ? denial : tailWord.exec(text.slice(end));
    if (!found) break;
    end += found[0].length;
  }
  const stop = /^ ?(?:[,;:?\n(–—-]|$)|^[ .!)*]*[.!)*][ .!)*]*/u.exec(text.slice(end))?.[0];
  return {
    end: end + (stop?.replace(/[,;:?\n(–—-]$/u, '').length ?? 0),
    wrong,
    isClosed: stop !== undefined,
  };
}

function latinCorrection(text: string, cue: number, from: number): Edit[] | undefined {
  const lead = clauseStart(text, cue);
  const past = pastFillers(text, from);
  const kind = past.kind ?? lead.kind;
  const anew = anewAt(text, past.at, kind);
  const tail = phoneTail(text, lead.start, from);
  if (tail) return tail;
  if (!anew) return phoneFurtherOn(text, lead.start, from) ?? placeAnew(text, lead.start, from);
  const { end, wrong, isClosed } = clauseEnd(text, anew.end);
  const next = anotherPart(text, anew.end);
  if (next !== undefined) {
    // The words of correction stay for the second part.
    const clause = { start: from, end: next, by: { start: next - 1, end: next } };
    const old = oldFor(text, { ...anew, ...(wrong === undefined ? {} : { wrong }) }, clause);
    return old && [...old, clause];
  }
  if (!isClosed) return undefined;
  const isBracketed = text[lead.start - 1] === '(' && text.slice(anew.end, end).includes(')');
  const clause = { start: lead.start - Number(isBracketed), end };
  const old = oldFor(text, { ...anew, ...(wrong === undefined ? {} : { wrong }) }, clause);
  return old ? [...old, clause] : placeAnew(text, lead.start, from);
}

const andAnother =
  /^[ .!,;]{0,3}(?:und|and|et|e|y|en|ed)(?: also| auch| aussi| anche| ook)? (?:\p{Ll}{1,3} |l')?([\p{L}-]+)/u;

/** Where a second part begins that is said anew in the same breath: `… es el 51 y el teléfono …`. */
function anotherPart(text: string, from: number): number | undefined {
  const found = andAnother.exec(text.slice(from, from + 40));
  if (!found || kindNamed(found[1]!) === undefined) return undefined;
  return from + found[0].length - found[1]!.length;
}

const lastDigits =
  /(?<!\p{L})(?:ending|ends|endet|endend|finit|finissant|finisce|acaba|termina|terminado|eindigt)(?: \p{L}{1,4})? \d{2,4}(?=[:, ])/iu;

const ofPhones =
  /(?<!\p{L})(?:number|phone|mobile|nummer|handy(?:nr|nummer)?|telefon|numéro|portable|téléphone|numero|cellulare|número|móvil|teléfono|telefoon)(?!\p{L})/iu;

/** `Scrap that number, phone drowned, use 022 …`: the correction speaks of a phone, and one follows. */
function phoneFurtherOn(text: string, start: number, from: number): Edit[] | undefined {
  const anew = phonesIn(text).find((each) => each.start >= from);
  if (!anew || anew.start - from > 50) return undefined;
  const said = text.slice(start, anew.start).replace(lastDigits, '');
  if (!ofPhones.test(said) || /[\d\n]/u.test(said)) return undefined;
  const clause = { start, end: anew.end };
  const before = phonesIn(text).filter(({ end }) => end <= start);
  const old = nearest(before, text, text.slice(anew.start, anew.end), clause);
  return old && [{ ...old, by: anew }, clause];
}

/** The last digits of the phone that was said right before: `… 555, no hang on, 900 556`, `no, it ends in 86`. */
const endsAnew =
  /^[ ,.…:;–—-]{0,4}(?:(?:it|that|er|sie|il|elle|ça|finale|das|die|het|el|la|number|nummer|numero|número) )?(?:ends?|ending|acaba|termina|finisce|finit|se termine|endet|eindigt)(?: (?:in|en|with|con|auf|mit|par|op|per|is))? ?:? ?(\d{1,4})(?![\d]| \d)/iu;
const digitsAnew = /^[ ,.…:;–—-]{0,4}(\d(?: ?\d){3,6})(?= ?(?:$|[.,;!)\n]))/u;
/** So few words stand between a phone and what takes its end back. */
const nearPhone = 24;

/** What is told of is the number that was before. */
const ofOld =
  /(?<!\p{L})(?:old|ignore|disregard|forget|alte|vieux|ancien|vecchi[oa]|viej[oa]|oude)(?!\p{L})/iu;

function phoneTail(text: string, start: number, from: number): Edit[] | undefined {
  if (ofOld.test(text.slice(start, from + 12))) return undefined;
  const phone = phonesIn(text).findLast(({ end }) => end <= start && start - end <= nearPhone);
  if (!phone) return undefined;
  const behind = text.slice(from, from + 60);
  const named = endsAnew.exec(behind);
  const found = named ?? digitsAnew.exec(behind);
  if (!found) return undefined;
  const digits = found[1]!.replace(/ /gu, '');
  let at = phone.end;
  for (let left = digits.length; left > 0 && at > phone.start; ) if (/\d/u.test(text[--at]!)) left--;
  const old = text.slice(at, phone.end).replace(/\D/gu, '');
  const isLike = [...old].filter((digit, index) => digit !== digits[index]).length <= 2;
  if (at <= phone.start + 2 || (!named && !isLike) || old === digits) return undefined;
  const end = from + found[0].length;
  return [
    { start: at, end: phone.end, by: { start: end - found[1]!.length, end } },
    { start, end },
  ];
}

/** A whole place is said anew, with its postcode: the place before the correction goes, what it is called stays. */
function placeAnew(text: string, start: number, from: number): Edit[] | undefined {
  const codes = postcodesIn(text);
  const old = codes.findLast(({ end }) => end <= start);
  const anew = codes.find((each) => each.start >= from);
  if (!old || !anew || anew.start - from > 90) return undefined;
  const [before, after] = [old, anew].map(({ start: at, end }) => shapeOf(text.slice(at, end)));
  if (before !== after || (/^9$/u.test(before!) && old.end - old.start !== anew.end - anew.start))
    return undefined;
  const house = numbersIn(text).find((each) => each.start >= from && each.end <= anew.start);
  const oldHouse = numbersIn(text).findLast((each) => each.end <= old.start && old.start - each.end < 60);
  if (!house || !oldHouse) return undefined;
  const said = text.slice(from, anew.start);
  const use = [...said.slice(0, house.start - from).matchAll(inUse)].at(-1);
  const colon = use ? use.index + use[0].length - 1 : said.lastIndexOf(':');
  const stop = said.slice(0, house.start - from).lastIndexOf('. ');
  const to =
    colon >= 0 && colon < house.start - from
      ? from + colon + 1
      : stop >= 0
        ? from + stop + 1
        : pastFillers(text, from).at;
  const segment = lastSign(text, ',\n;:', oldHouse.start - 1) + 1;
  const behind = text.slice(old.end, start).search(/[,;\n.]/u);
  const oldEnd = behind < 0 ? start : old.end + behind;
  return [
    { start: segment, end: oldEnd },
    { start, end: to },
  ];
}

const streetPhrase = /(?:[\p{L}\p{M}'’.-]+ ?){1,5}/uy;

/** What is said anew: a phone, a postcode, a number, a number with its street, a street, a town. */
function anewAt(text: string, at: number, kind: PartKind | undefined): Anew | undefined {
  const starts = (pieces: readonly Piece[]): Piece | undefined => pieces.find(({ start }) => start === at);
  const phone = starts(phonesIn(text));
  if (phone) return { ...phone, kind: 'phone' };
  const postcode = starts(postcodesIn(text));
  if (postcode && (kind === 'postcode' || /[A-Z]/u.test(text.slice(postcode.start, postcode.end))))
    return { ...postcode, kind: 'postcode' };
  const number = starts(numbersIn(text));
  if (number) {
    const words = matchAt(/ (?:de |del |of )?(?:[\p{L}\p{M}'’.-]+ ?){1,5}/uy, text, number.end)
      ?.replace(/(?<=\p{L}{4})\. .*$/u, '')
      .trimEnd();
    const isStreet = words !== undefined && /\p{Lu}/u.test(words) && !/[.] /u.test(words.slice(0, -1));
    return isStreet
      ? { start: number.start, end: number.end + trimEnd(words).length, kind: 'street' }
      : { ...number, kind: kind === 'phone' ? undefined : kind };
  }
  const phrase = matchAt(streetPhrase, text, at);
  if (phrase === undefined || !/\p{Lu}/u.test(phrase)) return undefined;
  const behind = numbersIn(text).find(({ start }) => start === at + phrase.length && phrase.endsWith(' '));
  const end = behind?.end ?? at + trimEnd(phrase.trimEnd()).length;
  return { start: at, end, kind: behind ? 'street' : (kind ?? 'town') };
}

const trimEnd = (words: string): string =>
  words.replace(/(?<!\b(?:St|Rd|Ave|Ln|Dr|Str|str|Blvd|Ct|Pl))[.'’-]+$/u, '');

/** What takes whose place; undefined when the text has no earlier part of the kind. */
function oldFor(text: string, anew: Anew, clause: Piece): Edit[] | undefined {
  const isOutside = ({ start, end }: Piece): boolean => end <= clause.start || start >= clause.end;
  const said = text.slice(anew.start, anew.end);
  if (anew.kind === 'phone') {
    const old = nearest(phonesIn(text).filter(isOutside), text, said, clause);
    return old && [{ ...old, by: anew }];
  }
  if (anew.kind === 'postcode') {
    const alike = postcodesIn(text).filter(
      (each) => isOutside(each) && shapeOf(text.slice(each.start, each.end)) === shapeOf(said),
    );
    const old = nearest(alike, text, said, clause);
    return old && [{ ...old, by: anew }];
  }
  if (anew.kind === 'street' || anew.kind === 'town') {
    const old = streetFor(text, anew, isOutside) ?? townFor(text, anew, clause);
    if (old || !/\d/u.test(said)) return old;
    return undefined;
  }
  const numbers = numbersIn(text).filter(isOutside);
  const exact =
    anew.wrong &&
    numbers.find(({ start, end }) => text.slice(start, end).toLowerCase() === anew.wrong!.toLowerCase());
  if (exact) return [{ ...exact, by: anew }];
  const old = numberFor(text, numbers, said, anew.kind);
  return old && [{ ...old, by: anew }];
}

/** The likest one; of equally alike ones the last before the correction, or else the first behind it. */
function nearest(pieces: readonly Piece[], text: string, said: string, clause: Piece): Piece | undefined {
  const before = pieces.filter(({ end }) => end <= clause.start).reverse();
  const ordered = [...before, ...pieces.filter(({ start }) => start >= clause.end)];
  let best: Piece | undefined;
  let most = -1;
  for (const piece of ordered) {
    const like = likeness(text.slice(piece.start, piece.end), said);
    if (like > most && text.slice(piece.start, piece.end) !== said) [best, most] = [piece, like];
  }
  return best;
}

const unitBefore =
  /(?:#|(?<![\p{L}])(?:unit|apt|apartment|flat|suite|ste|room|rm|floor|level|lvl|fl|app|appartement|wohnung|whg|etage|stock|zimmer|piso|planta|puerta|pta|int|interno|scala|kamer|bus|zi)\.?) ?$/iu;

/** The number that another one is meant for: the likest, of the kind that was named, at the place where the house's stands. */
function numberFor(
  text: string,
  numbers: readonly Piece[],
  said: string,
  kind: PartKind | undefined,
): Piece | undefined {
  let best: Piece | undefined;
  let most = 0;
  for (const piece of numbers) {
    const found = text.slice(piece.start, piece.end);
    if (found === said) continue;
    const before = text.slice(Math.max(0, piece.start - 24), piece.start);
    const after = text.slice(piece.end, piece.end + 24);
    const isUnit =
      found.startsWith('#') ||
      unitBefore.test(before) ||
      (/^\d{1,2}[oa]?[A-Z]?$/u.test(found) && /^(?: ?[a-z]$|o|a)/u.test(after));
    const isPostcode =
      /^\d{4,6}$/u.test(found) &&
      (/[A-Z]{2,3} $/u.test(before) || (/^ \p{Lu}/u.test(after) && !beforeStreet.test(after)));
    if (isPostcode && kind !== 'postcode') continue;
    const isHouse =
      !isUnit &&
      (/(?:^|[,;:\n] ?)$/u.test(before) || /\p{L}{2}\.? ?$/u.test(before)) &&
      (/^ \p{L}/u.test(after) || /^(?:$|[,;.\n])/u.test(after));
    const like = likeness(found, said);
    const fits =
      (kind === 'unit' && isUnit) || (kind === 'house' && isHouse) || (kind === undefined && like >= 2);
    if (!fits) continue;
    const weight = like * 2 + Number(isHouse && kind !== 'unit') + 1;
    if (weight > most) [best, most] = [piece, weight];
  }
  return best;
}

/** `1409 Larkspur Ave`: what stands before it is a house, however many digits it has. */
const beforeStreet =
  /^(?: (?:[NSEW]{1,2}\.?|[\p{L}'’-]+)){1,3} (?:st|street|rd|road|ave?|avenue|ln|lane|dr|drive|ct|court|pl|place|blvd|boulevard|way|cir|circle|ter|terrace|pkwy|hwy|trail)(?![\p{L}])/iu;

const streetWord =
  /^(?:st|street|rd|road|ave|av|avenue|ln|lane|dr|drive|ct|court|pl|place|blvd|boulevard|way|tce|terrace|cl|close|cres|crescent|hwy|sq|square|rue|quai|cours|place|chemin|impasse|allée|via|viale|corso|piazza|vicolo|calle|c|avda|avenida|paseo|plaza|straße|strasse|weg|platz|laan|plein|gracht|de|des|du|del|della|la|le|les|the|of)$/iu;

/** Words of a street as they can be compared. */
const streetWords = (phrase: string): string[] => phrase.match(/[\p{L}\p{M}'’]+/gu) ?? [];

/** The earlier street that shares a name with the one said anew: its number, or the whole of it where the names differ. */
function streetFor(text: string, anew: Anew, isOutside: (piece: Piece) => boolean): Edit[] | undefined {
  const said = text.slice(anew.start, anew.end);
  const names = streetWords(said).filter((each) => !streetWord.test(each) && !isFiller(each));
  if (names.length === 0) return undefined;
  const number = numbersIn(said)[0];
  for (const name of names) {
    const pattern = new RegExp(`(?<![\\p{L}])${name.replace(/['’]/gu, "['’]")}(?![\\p{L}])`, 'giu');
    for (const { index, 0: found } of text.matchAll(pattern)) {
      const at = { start: index, end: index + found.length };
      if (!isOutside(at)) continue;
      if (number) {
        const old = numberBeside(text, at, isOutside);
        if (!old) continue;
        const by = { start: anew.start + number.start, end: anew.start + number.end };
        if (text.slice(old.start, old.end) !== text.slice(by.start, by.end)) return [{ ...old, by }];
        continue;
      }
      if (!said.toLowerCase().startsWith(name.toLowerCase())) continue;
      // Oak Street, Oak Avenue: as many words from the shared one on.
      const behind = matchAt(/(?: [\p{L}\p{M}'’]+\.?)+/uy, text, at.end) ?? '';
      const tail = said.slice(said.indexOf(name) + name.length);
      const next = behind.match(/^ [\p{L}\p{M}'’]+\.?/u)?.[0];
      if (next && tail && streetWord.test(next.trim().replace('.', '')) && next.trim() !== tail.trim())
        return [{ start: at.start, end: at.end + next.length, by: anew }];
    }
  }
  return undefined;
}

/** The number of the house beside a name of a street: right before its words or right behind them. */
function numberBeside(text: string, name: Piece, isOutside: (piece: Piece) => boolean): Piece | undefined {
  const numbers = numbersIn(text).filter(isOutside);
  const behind = numbers.find(
    ({ start }) => start > name.end && /^(?:[ .]?\p{L}*\.?){0,2},? $/u.test(text.slice(name.end, start)),
  );
  const before = numbers.findLast(
    ({ end }) =>
      end < name.start && /^,? (?:[\p{L}'’.]+ ){0,3}(?:[\p{L}]['’])?$/u.test(text.slice(end, name.start)),
  );
  return before ?? behind;
}

/** `Edinburgh, sorry, Glasgow`: a town right before the words that take it back. */
function townFor(text: string, anew: Anew, clause: Piece): Edit[] | undefined {
  const said = text.slice(anew.start, anew.end);
  if (countriesOfTown(said.toLowerCase()).length === 0) return undefined;
  const before = /(?<=^|[,\n(] ?| )(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?)[\s,.…–—(-]*$/u.exec(
    text.slice(0, clause.start),
  );
  if (!before || countriesOfTown(before[1]!.toLowerCase()).length === 0) return undefined;
  const start = before.index;
  return [{ start, end: start + before[1]!.length, by: anew }];
}

const latinDenied = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:and|und|et|e|y|en) )?${latinNot} ${determiner}(#?\\d[\\p{L}\\d#/-]{0,8})(?![\\p{L}\\d])`,
  'giu',
);

/** `unit 9 not 6`, `Not #07-15, #07-51`: what is denied stands elsewhere, what is said beside it takes its place. */
function latinDenial(text: string): Edit[] | undefined {
  for (const { 0: found, 1: wrong, index } of [...text.matchAll(latinDenied)].slice(0, maxCorrections)) {
    const end = index + found.length;
    const numbers = numbersIn(text);
    const isSame = ({ start, end: to }: Piece): boolean =>
      text.slice(start, to).toLowerCase() === wrong!.toLowerCase();
    const old = numbers.find((each) => isSame(each) && (each.end <= index || each.start >= end));
    if (!old) {
      const alone = deniedPhrase(text, { start: index, end }, wrong!);
      if (alone) return [alone];
      continue;
    }
    const isAnew = (each: Piece): boolean =>
      !isSame(each) && likeness(text.slice(each.start, each.end), wrong!) > 0;
    const before = numbers.findLast(
      (each) => each.end <= index && /^[ ,]{1,2}$/u.test(text.slice(each.end, index)) && isAnew(each),
    );
    const after = numbers.find(
      (each) => each.start >= end && pastFillers(text, end).at === each.start && isAnew(each),
    );
    const anew = before && before.start > old.end ? before : after;
    if (!anew) continue;
    const lead = clauseStart(text, Math.min(anew.start, index));
    const closing = clauseEnd(text, Math.max(end, anew.end));
    const clause = { start: lead.start, end: closing.end };
    if (!closing.isClosed || (clause.start < old.end && old.start < clause.end)) continue;
    return [{ ...old, by: anew }, clause];
  }
  return undefined;
}

const deniedName = new RegExp(
  `(\\p{Lu}[\\p{L}'’-]+ \\p{Lu}[\\p{L}'’-]+),? (?:and |und |et |en |e |y )?${latinNot} (\\p{Lu}[\\p{L}'’-]+ \\p{Lu}[\\p{L}'’-]+)(?![\\p{L}])`,
  'gu',
);

/** `it's for Kerry Dunn, not Kelly Dunn`: names that have a part in common; the wrong one stands elsewhere. */
function nameDenial(text: string): Edit[] | undefined {
  for (const { 0: found, 1: meant, 2: wrong, index } of text.matchAll(deniedName)) {
    const [one, other] = [meant!.split(' '), wrong!.split(' ')];
    if (one[0] !== other[0] && one[1] !== other[1]) continue;
    const end = index + found.length;
    const before = text.lastIndexOf(wrong!, index - 1);
    const at = before >= 0 ? before : text.indexOf(wrong!, end);
    if (at < 0) continue;
    const lead = clauseStart(text, index);
    const anew = { start: index, end: index + meant!.length };
    return [
      { start: at, end: at + wrong!.length, by: anew },
      { start: lead.start, end: end + (text[end] === ':' ? 1 : 0) },
    ];
  }
  return undefined;
}

/** `61 Kent Rd, NOT 16 Kent Rd`: the one that is denied goes when its street stands elsewhere with a number like it. */
function deniedPhrase(text: string, { start, end }: Piece, wrong: string): Piece | undefined {
  const words = matchAt(/(?: [\p{L}\p{M}'’.-]+)*/uy, text, end) ?? '';
  const rest = `${text.slice(0, start)}\n${text.slice(end + words.length)}`;
  const isNear = numbersIn(rest).some((each) => likeness(rest.slice(each.start, each.end), wrong) >= 2);
  return isNear && rest.toLowerCase().includes(words.trim().toLowerCase())
    ? { start, end: end + words.length }
    : undefined;
}

// ---- Chinese, Japanese, Korean

const numberNoun =
  '(?:号楼|號樓|号室|號室|号线|号|號|楼|樓|层|層|室|栋|棟|幢|座|单元|單元|弄|巷|階|호|층|동|번지|番地)';
const numberUnits = new RegExp(
  `^(?:第?[\\dA-Za-z零〇一二三四五六七八九十百千-]+${numberNoun})+(?:之[\\d一二三四五六七八九十]{1,2}|[A-Za-z\\d甲乙丙丁]{1,4})?$`,
  'u',
);
/** 校区, 小区 and the like are no divisions. */
const divisionFirst =
  /^\p{Script=Han}{1,7}?(?:自治县|街道|省|市|(?<![校小社园景厂院库片新學校])区|區|县|縣|旗|镇|鎮|乡|鄉)(?![路街巷道])/u;
const hangulDivision = /^[가-힣]{1,5}(?:특별시|광역시|시|군|구|도)$/u;
const streetSign = /[路街道巷弄里村號号]|\d+(?:-\d+)+/u;
const easternStop = /[,。;!?\n()、"”」\s]|$/u;

/** What is said behind a correction in these scripts, and what it says is wrong. */
function easternAnew(
  text: string,
  from: number,
): { anew: Piece; wrong: Piece | undefined; end: number } | undefined {
  const at = from + (easternFillers.exec(text.slice(from, from + 60))?.[0].length ?? 0);
  const rest = text.slice(at, at + 80);
  const pair = denialPair(rest);
  if (pair)
    return {
      anew: { start: at + pair.anew.start, end: at + pair.anew.end },
      wrong: { start: at + pair.wrong.start, end: at + pair.wrong.end },
      end: at + pair.end,
    };
  const phone = phonesIn(text).find(({ start }) => start === at);
  if (phone) return { anew: phone, wrong: undefined, end: phone.end };
  const raw = rest.slice(0, rest.search(easternStop));
  const said = raw.replace(easternEnds, '');
  return said === ''
    ? undefined
    : { anew: { start: at, end: at + said.length }, wrong: undefined, end: at + raw.length };
}

const pairs: readonly RegExp[] = [
  /^(?<anew>[^\s,。;!?\n()、]{1,24}?)[,、 ]?(?:而)?(?:不是|唔係|唔系|而非) ?(?<wrong>[^\s,。;!?\n()、]{1,24})/du,
  /^(?:不是|唔係|唔系) ?(?<wrong>[^,。;!?\n()、]{1,24}?)[,、 ]{0,2}(?:而)?(?:是|係|系|应该是|應該是|应为) ?(?<anew>[^\s,。;!?\n()、]{1,24})/du,
  /^(?<wrong>[^,。;!?\n()、]{1,24}?)(?:ではなく(?:て)?|じゃなくて|でなく)[、, ]?(?<anew>[^\s,。;!?\n()、]{1,24})/du,
  /^(?<wrong>[^,。;!?\n()、]{1,24}?)(?:이|가)? ?(?:아니고|아니라|말고)[, ]{0,2}(?<anew>[^\s,。;!?\n()、]{1,24})/du,
];

/** Words of what is said anew, with the blank before each but the first. */
const wordsAhead = / ?[^\s,。;!?\n()、]+/gu;

function denialPair(rest: string): { anew: Piece; wrong: Piece; end: number } | undefined {
  for (const pattern of pairs) {
    const found = pattern.exec(rest);
    const indices = found?.indices?.groups;
    if (!found || !indices) continue;
    const [start, end] = indices.anew!;
    const [from, to] = indices.wrong!;
    // 수영로 312 아니고 수영로 321: as many words as what is wrong has.
    const blanks = start > from ? rest.slice(from, to).trim().split(' ').length - 1 : 0;
    const words =
      blanks > 0
        ? (rest
            .slice(start)
            .match(wordsAhead)
            ?.slice(0, blanks + 1)
            .join('') ?? '')
        : '';
    const close = Math.max(end, start + words.length);
    const anew = { start, end: start + rest.slice(start, close).replace(easternEnds, '').length };
    const wrong = { start: from, end: from + rest.slice(from, to).replace(easternEnds, '').length };
    if (anew.end > anew.start && wrong.end > wrong.start)
      return { anew, wrong, end: Math.max(found[0].length, close) };
  }
  return undefined;
}

const kindsBefore = (text: string, cue: number): PartKind | undefined =>
  easternPartNames.find(([, pattern]) => pattern.test(text.slice(Math.max(0, cue - 8), cue + 14)))?.[0];

/** Words before a correction that belong to it: 啊手机号, ↑樓層, 番地. */
const easternLead =
  /(?:(?<=[,。;\s])[省市区區县縣])?[\s(↑.…—]*(?:sorry[ ,]*|すみません|すいません|ごめんなさい|不好意思|抱歉|唔好意思|[啊哦噢诶呃,、]|我|刚才|剛才|上面|前面|的|手机号?码?|手機號?碼?|电话号?码?|電話(?:番号|號碼)?|号码|號碼|门牌号?|門牌|[楼栋幢]号|单元号|楼层|樓層|房号|房號|房间号?|邮编|收件人|名字|地址|番地|部屋番号|住所|街名|は|が|를|이|전화번호|번호|주소|동호수|を)*$/u;

const wrote = /^[打写寫填说說搞弄发發报報][错錯]/u;
/** `重庆路... 哦不对是 长海路168号`: what was begun right before the correction and broken off. */
const brokenOff = /([^\s,。;:!?()、.]+)(?:\.{2,}|…)[哦啊呃\s]*$/u;
const endsInUnit = new RegExp(`[\\d一二三四五六七八九十百]${numberNoun}$`, 'u');
const unitEnd = /^.*(?:省|市|[区區]|[县縣]|镇|街道|大学|学院|医院|\d号|\d號)/u;

function brokenOffAt(text: string, cue: number, from: number): Edit[] | undefined {
  const found = brokenOff.exec(text.slice(0, cue));
  if (!found) return undefined;
  const behind = from + (easternFillers.exec(text.slice(from, from + 30))?.[0].length ?? 0);
  const run = found[1]!;
  // `... sorry 打錯 係`: what it is corrected to stands behind the second one.
  const next = from + /^\s*/u.exec(text.slice(from))![0].length;
  if (matchAt(correctionHere, text, next) !== undefined) return undefined;
  const isWhole = text.startsWith(run.slice(0, 2), behind);
  // A number said anew is the last one's: 東達中心1203室... 係1302室.
  if (endsInUnit.test(run) && /^[\dA-Za-z一二三四五六七八九十百]/u.test(text.slice(behind))) return undefined;
  // A whole phone is not broken off: only its end may be said anew.
  if (phonesIn(text).some(({ start, end }) => start <= found.index && end === found.index + run.length))
    return undefined;
  const kept = isWhole ? 0 : (unitEnd.exec(run)?.[0].length ?? 0);
  return kept < run.length ? [{ start: found.index + kept, end: behind }] : undefined;
}

function easternCorrection(text: string, cue: number, from: number): Edit[] | undefined {
  // 不对,写错区了: what is meant stands behind the second one.
  const again = from + /^[\s,.、。!]*/u.exec(text.slice(from))![0].length;
  if (again > from && wrote.test(text.slice(again, again + 2))) return undefined;
  const broken = brokenOffAt(text, cue, from);
  if (broken) return broken;
  const found = easternAnew(text, from);
  if (!found) return undefined;
  const start = cue - (easternLead.exec(text.slice(0, cue))?.[0].trimStart().length ?? 0);
  const end = found.end + (/^(?:[^\S\n]*[.。!~)」])*/u.exec(text.slice(found.end))?.[0].length ?? 0);
  const old = easternOld(text, found, { start, end }, kindsBefore(text, cue));
  return old && [...old, { start, end }];
}

function easternOld(
  text: string,
  { anew, wrong }: { anew: Piece; wrong: Piece | undefined },
  clause: Piece,
  kind: PartKind | undefined,
): Edit[] | undefined {
  const isOutside = ({ start, end }: Piece): boolean => end <= clause.start || start >= clause.end;
  const said = text.slice(anew.start, anew.end);
  if (wrong) {
    const old = placesOf(text, text.slice(wrong.start, wrong.end)).filter(isOutside);
    const last = old.findLast(({ end }) => end <= clause.start) ?? old[0];
    if (!last) return undefined;
    // 1403 아니고 1304호, 9樓 for 16樓E室: the noun or the room is there already.
    let tail = said.length - 1;
    while (tail > 0 && !text.startsWith(said.slice(-tail), last.end)) tail--;
    return [{ start: last.start, end: last.end + Math.max(0, tail), by: anew }];
  }
  const phone = phonesIn(text).filter(isOutside);
  if (phonesIn(text).some(({ start }) => start === anew.start)) {
    const old = nearest(phone, text, said, clause);
    return old && [{ ...old, by: anew }];
  }
  if (/^\d{1,6}[A-Za-z]?(?:-\d{1,5}[A-Za-z]?){0,3}$/u.test(said))
    return bareFor(text, anew, { isOutside, kind, clause });
  if (numberUnits.test(said)) {
    const pattern = said
      .split(/[\dA-Za-z零〇一二三四五六七八九十百千-]+/u)
      .map(literal)
      .join('[\\dA-Za-z零〇一二三四五六七八九十百千-]+');
    const alike = [...text.matchAll(new RegExp(`(?<![\\dA-Za-z-])${pattern}(?![楼樓室线])`, 'gu'))]
      .map(({ 0: each, index }) => ({ start: index, end: index + each.length }))
      .filter(isOutside);
    const old = nearest(alike, text, said, clause) ?? firstUnit(text, said, clause);
    return old && [{ ...old, by: anew }];
  }
  if (hangulDivision.test(said)) {
    const noun = said.at(-1)!;
    const alike = [...text.matchAll(new RegExp(`(?<![가-힣])[가-힣]{1,5}${noun}(?![가-힣])`, 'gu'))]
      .map(({ 0: each, index }) => ({ start: index, end: index + each.length }))
      .filter(({ start, end }) => end <= clause.start && text.slice(start, end) !== said);
    const old = alike.at(-1);
    return old && [{ ...old, by: anew }];
  }
  if (kind === 'name' && /^\p{Script=Han}{2,4}$/u.test(said)) return namesakeFor(text, anew, isOutside);
  return divisionFor(text, anew, clause) ?? alignedFor(text, anew, clause);
}

/** 9樓 where 19樓J座 is said: the last one before the correction that has the noun of its first unit. */
function firstUnit(text: string, said: string, { start }: Piece): Piece | undefined {
  const noun = new RegExp(numberNoun, 'u').exec(said)![0];
  const alike = [...text.slice(0, start).matchAll(new RegExp(`\\d+${noun}(?!\\d)`, 'gu'))].at(-1);
  return alike && { start: alike.index, end: alike.index + alike[0].length };
}

/** 名字应为刘阳: the earlier name of the same length and family, written apart from what is beside it. */
function namesakeFor(text: string, anew: Piece, isOutside: (piece: Piece) => boolean): Edit[] | undefined {
  const said = text.slice(anew.start, anew.end);
  const runs = text.matchAll(
    new RegExp(`(?<!\\p{Script=Han})\\p{Script=Han}{${said.length}}(?!\\p{Script=Han})`, 'gu'),
  );
  for (const { 0: run, index } of runs) {
    const at = { start: index, end: index + run.length };
    if (isOutside(at) && run !== said && run[0] === said[0]) return [{ ...at, by: anew }];
  }
  return undefined;
}

/** Where exactly this stands, not within a longer number or a longer name. */
function placesOf(text: string, part: string): Piece[] {
  const found = [
    ...text.matchAll(new RegExp(`(?<![\\d-])${literal(part)}${/\d$/u.test(part) ? '(?!\\d)' : ''}`, 'gu')),
  ];
  return found.map(({ index }) => ({ start: index, end: index + part.length }));
}

/** A number without its noun: the likest one, or the one of the kind that was named. */
function bareFor(
  text: string,
  anew: Piece,
  {
    isOutside,
    kind,
    clause,
  }: { isOutside: (piece: Piece) => boolean; kind: PartKind | undefined; clause: Piece },
): Edit[] | undefined {
  const said = text.slice(anew.start, anew.end);
  const dashes = said.split('-').length;
  const phones = phonesIn(text);
  const isPhone = ({ start, end }: Piece): boolean =>
    phones.some((each) => start < each.end && end > each.start);
  const pattern =
    dashes > 1
      ? new RegExp(`(?<![\\d-])\\d+(?:-\\d+){${dashes - 1}}(?![\\d-])`, 'gu')
      : /(?<![\dA-Za-z])\d{1,6}[A-Za-z]?(?![\dA-Za-z])/gu;
  const alike = [...text.matchAll(pattern)]
    .map(({ 0: each, index }) => ({ start: index, end: index + each.length }))
    .filter((each) => isOutside(each) && !isPhone(each) && text.slice(each.start - 1, each.start) !== '〒');
  const like = (each: Piece): number => likeness(text.slice(each.start, each.end), said);
  const likely = alike.filter(
    (each) => like(each) >= (dashes > 1 ? 1 : 2) && (dashes === 1 || like(each) > 0),
  );
  const house =
    kind === 'house'
      ? alike.find(({ end }) => /^[号號](?![楼樓室])/u.test(text.slice(end, end + 2)))
      : undefined;
  const unit = kind === 'unit' ? alike.findLast(({ end }) => end <= clause.start) : undefined;
  const old = nearest(likely, text, said, clause) ?? house ?? unit;
  return old && [{ ...old, by: anew }];
}

/** What is said anew begins with a division: the earlier one of its level, and what stands behind that where more is said. */
function divisionFor(text: string, anew: Piece, clause: Piece): Edit[] | undefined {
  const said = text.slice(anew.start, anew.end);
  const division = divisionFirst.exec(said)?.[0];
  if (!division) return undefined;
  const noun = /街道|自治县|.$/u.exec(division.slice(-3))![0];
  const before = text.slice(0, clause.start);
  const at = before.lastIndexOf(noun);
  if (at < 1) return undefined;
  const start = divisionStart(before, at + noun.length, division.length);
  if (start === undefined || before.slice(start, at + noun.length) === division) return undefined;
  if (division.length === said.length) return [{ start, end: at + noun.length, by: anew }];
  const run = before.slice(start).search(/[\s,。;!?()、]/u);
  const end = run < 0 ? before.length : start + run;
  return [{ start, end, by: anew }];
}

/** Where the division that ends here begins: behind another one or a separator, or as long as the one that takes its place. */
function divisionStart(before: string, end: number, length: number): number | undefined {
  for (let start = end - 2; start >= Math.max(0, end - 8); start--) {
    if (!/\p{Script=Han}/u.test(before[start]!)) return undefined;
    const left = before[start - 1];
    if (left === undefined || /[\s,。;:()、省市区區县縣州盟镇鎮]/u.test(left)) return start;
  }
  const start = end - length;
  return start >= 0 && /^\p{Script=Han}+$/u.test(before.slice(start, end)) ? start : undefined;
}

/** What a correction means stands no further before it. */
const maxBack = 160;

/** A street said anew takes the place of the earlier run that has most characters in common with it. */
function alignedFor(text: string, anew: Piece, clause: Piece): Edit[] | undefined {
  const said = text.slice(anew.start, anew.end);
  if (said.length < 3 || said.length > 30 || !streetSign.test(said)) return undefined;
  let best: Piece | undefined;
  let most = 0;
  for (let end = clause.start; end > Math.max(2, clause.start - maxBack); end--) {
    if (!endsAlike(text, end, said.at(-1)!)) continue;
    for (
      let start = end - Math.max(2, said.length - 4);
      start >= Math.max(0, end - said.length - 4);
      start--
    ) {
      if (/[\s,。;!?()、]/u.test(text[start]!)) break;
      const isStart =
        text[start] === said[0] || /[\s,。;:()、省市区區县縣镇鎮]/u.test(text[start - 1] ?? ' ');
      if (!isStart) continue;
      const common = commonLength(text.slice(start, end), said);
      const share = (2 * common) / (end - start + said.length);
      if (share > most && text.slice(start, end) !== said) [best, most] = [{ start, end }, share];
    }
  }
  return best && most >= 0.6 ? [{ ...best, by: anew }] : undefined;
}

/** The same last character, or the end of a chain of numbers where a number is the last. */
const endsAlike = (text: string, end: number, last: string): boolean =>
  /\d/u.test(last) ? /\d/u.test(text[end - 1]!) && !/[\d-]/u.test(text[end] ?? '') : text[end - 1] === last;

/** The length of the longest common subsequence. */
function commonLength(one: string, other: string): number {
  let last = new Uint8Array(other.length + 1);
  for (const sign of one) {
    const next = new Uint8Array(other.length + 1);
    for (let at = 0; at < other.length; at++)
      next[at + 1] = sign === other[at] ? last[at]! + 1 : Math.max(last[at + 1]!, next[at]!);
    last = next;
  }
  return last[other.length]!;
}

const easternDenials = /아니고|아니라|말고|ではなく|じゃなくて|不是|唔係|唔系/gu;
const denial = new RegExp(`^(?:${easternDenials.source})$`, 'u');

/** 不是A是B, A 아니고 B without any other word of correction: A stands elsewhere too. */
function easternDenial(text: string): Edit[] | undefined {
  for (const { 0: cue, index } of text.matchAll(easternDenials)) {
    const edits = denialAt(text, index, cue);
    if (edits) return edits;
  }
  return undefined;
}

function denialAt(text: string, index: number, cue: string): Edit[] | undefined {
  if (!denial.test(cue)) return undefined;
  const before = /[^\s,。;!?\n()、]*[이가 ]?$/u.exec(text.slice(0, index))![0];
  const from = /^[不唔]/u.test(cue) ? index : index - before.length;
  const pair = denialPair(text.slice(from, from + 80));
  if (!pair) return undefined;
  const clause = { start: from, end: from + pair.end };
  const found = {
    anew: { start: from + pair.anew.start, end: from + pair.anew.end },
    wrong: { start: from + pair.wrong.start, end: from + pair.wrong.end },
  };
  const old = easternOld(text, found, clause, undefined);
  if (old) return [...old, clause];
  const meant = text.slice(found.anew.start, found.anew.end);
  const again = placesOf(text, meant).some(({ start, end }) => end <= from || start >= clause.end);
  // It is said once more, in the address itself.
  if (again && /\d/u.test(meant)) return [clause];
  // Nothing else has it: what is denied goes, what is meant stays.
  if (
    found.anew.start > found.wrong.end &&
    /[\d\p{Script=Han}]/u.test(text[found.anew.start]!) &&
    isAlike(text, found)
  )
    return [{ start: from, end: found.anew.start }];
  return undefined;
}

const isAlike = (text: string, { anew, wrong }: { anew: Piece; wrong: Piece }): boolean => {
  const [a, b] = [text.slice(anew.start, anew.end), text.slice(wrong.start, wrong.end)];
  return /\d/u.test(a)
    ? likeness(a, b) >= 2
    : Math.abs(a.length - b.length) < 2 && (a.at(-1) === b.at(-1) || a[0] === b[0]);
};
