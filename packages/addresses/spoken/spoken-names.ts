/**
 * What somebody who dictates says about a name beside the name: its letters one by one, with how many of one it is written, whose family it
 * is; `first name Heather` behind the family. Owns how that is told from the name, which stays once. Latin letters. Pure.
 */
import { isGivenName } from '../abroad/given-names.ts';
import { inAnyCase } from '../plain-words.ts';
import { foldWord, numberTable, type SpokenLanguage } from './number-words.ts';
import { elementReader, type Word, wordsOf } from './spoken-elements.ts';
import { type Edit, editsOf } from './text-edits.ts';

/** A piece that ends before a comma, a full stop or the end. */
const pieceEnd = String.raw`(?=\s*(?:[,.;!?\n]|$))`;
const name = String.raw`\p{Lu}[\p{L}\p{M}'’-]+`;

const likeWords = '(?:as in|just like|like|wie|comme|come|como|zoals)';
const familyLabels =
  'surname|last name|family name|nachname|familienname|nom de famille|cognome|apellido|achternaam';
const likeness = new RegExp(
  String.raw`,? ?(?<!\p{L})(?:(?:oui|sí|ja|yes),? )?(?:(?:${familyLabels}) )?(?:(${name}|\p{L}) )?${likeWords} [\p{L}' -]{2,24}?${pieceEnd}`,
  'giu',
);
/** Mit zwei n, con be, with an e, all one word, that's the surname. */
const spellings = new RegExp(
  String.raw`(?:,? ?(?<!\p{L})(${name}))?,? (?:(?:mit|with|avec|con|met|sans|without|ohne|zonder|senza|sin) (?:an? |einem |une? |una |een )?(?:(?:zwei|two|deux|due|dos|twee|doppel|doppeltem?|double|doppia|doble|dubbele?)[ -]?\p{L}|\p{L}(?: \p{L}){0,2}|be|ce|de|ge|ka|uve|ve|ese|zeta|jota|hache|c?h?k|accent|tiret|trait d'union|bindestrich|umlaut|streepje|hyphen|guion|acento|accento)(?: (?:at the end|am ende|à la fin|al final|alla fine))?|(?:that's |it's |das ist |c'est |è |es |dat is )?(?:(?:all )?one word|two words|in einem wort|zusammengeschrieben|en un (?:seul )?mot|tutto attaccato|todo junto|aan elkaar|(?:der|mein|ihr|sein) nachname|(?:her|his|the|my) (?:sur|last |family )?name|son nom(?: de famille)?|il cognome|el apellido|de achternaam|de apellido))${pieceEnd}`,
  'giu',
);
/** `O'Dell with an apostrophe at six Main Street`: no address has such words. */
const markedSpelling =
  /,? (?:with an?|mit(?: einem)?|avec(?: un)?|con(?: un)?|met(?: een)?) (?:apostrophe?|hyphen|apostroph|bindestrich|trait d'union|apostrofo|trattino|guion|apostrof|streepje)(?: (?:in (?:it|between)|dazwischen|dedans|ertussen))?(?![\p{L}'’])/giu;
/** Marsden hyphen Okoye. */
const joinedName =
  /(?<=\p{Lu}[\p{L}\p{M}'’]{1,30}) (?:hyphen|dash|[Bb]indestrich|tiret|trait d'union|trattino|guion|gui[oó]n|streepje) (?=\p{Lu}\p{Ll})/gu;
/** Fortunato Piazza, Piazza è il cognome. */
const family = new RegExp(
  `,? (?:(?:${familyLabels}) (${name})|(${name}) (?:è il cognome|is the (?:sur|last |family )name|ist der (?:nach|familien)name|est le nom(?: de famille)?|es el apellido|is de achternaam))${pieceEnd}`,
  'giu',
);

/** Said again about a name that the text has: its letters, its spelling, whose it is. */
export function nameTalkEdits(text: string, language: SpokenLanguage): Edit[] {
  const edits = letterEdits(text, language);
  const talk = (start: number, end: number): void => {
    if (edits.every((edit) => edit.end <= start || edit.start >= end))
      edits.push({ start, end, text: '', isTalk: true });
  };
  for (const { 0: found, index } of text.matchAll(markedSpelling)) talk(index, index + found.length);
  edits.push(...editsOf(text, joinedName, () => '-'));
  for (const match of [...text.matchAll(likeness), ...text.matchAll(spellings)]) {
    const again = match[1];
    // A word that is not said again is the name itself, and stays.
    const isUnit = again?.length === 1 && ofUnit.test(text.slice(0, match.index));
    const isAgain =
      again === undefined || (again.length === 1 && !isUnit) || hasWord(text.slice(0, match.index), again);
    const start = isAgain ? match.index : match.index + match[0].indexOf(again) + again.length;
    talk(start, match.index + match[0].length);
  }
  for (const match of text.matchAll(family)) {
    if (hasWord(text.slice(0, match.index), match[1] ?? match[2]!))
      talk(match.index, match.index + match[0].length);
  }
  return edits;
}

/** `Apartment A as in apple`, `14 F as in Freddie`: the letter is the door's. */
const ofUnit =
  /(?:\d|(?<!\p{L})(?:apartment|apt|flat|suite|unit|block|tower|floor|wohnung|haus|aufgang|appartement|b[aâ]timent|escalier|interno|scala|portal|puerta|escalera|letra))\.?$/iu;

const hasWord = (text: string, word: string): boolean =>
  wordsOf(text).some(({ key }) => key === foldWord(word));

const intro =
  /^(?:that's|i'll|also|alors|allora|entonces|dus|soit|ossia|spelt|spelled|spelling|spell|is|it|its|it's|buchstabiert|buchstabiere|geschrieben|epelle|s'ecrit|ca|scrive|si|escribe|se|gespeld|spel|dat|das|so)$/;

/** B-A-N-double-F: a word in its letters, behind the word itself or instead of it. */
function letterEdits(text: string, language: SpokenLanguage): Edit[] {
  const words = wordsOf(text);
  const table = numberTable(language);
  const read = elementReader(words, table, language === 'en');
  /** A letter, and the one that sounds like a nought. */
  const letterAt = (at: number): { text: string; to: number } | undefined => {
    const word = words[at];
    if (word === undefined || isWord(word)) return undefined;
    const count = table.times[word.key];
    if (count !== undefined && words[at + 1]?.key === 'o') return { text: 'O'.repeat(count), to: at + 2 };
    if (word.key === 'o') return { text: 'O', to: at + 1 };
    const element = read(at);
    return element?.kind === 'letter' ? element : undefined;
  };
  const edits: Edit[] = [];
  for (let at = 0; at < words.length; at++) {
    let to = at;
    let spelt = '';
    for (let letter = letterAt(to); letter; letter = letterAt(to)) {
      spelt += letter.text;
      to = letter.to;
      const next = words[to];
      if (next === undefined || next.gap === 'hard') break;
      if (spaces.test(next.key) && letterAt(to + 1)) to++;
    }
    if (to === at) continue;
    const edit =
      spelt.length > 2 ? speltEdit(text, words, { at, to, spelt }) : doubledEdit(words, { at, to, spelt });
    if (edit) edits.push(edit);
    at = to - 1;
  }
  return edits;
}

/** Between two words that are spelt in one breath. */
const spaces = /^(?:space|espace|spazio|espacio|spatie|leerzeichen)$/;

/** A word of several letters that names one: golf, victor. Names are spelt in letters. */
const isWord = ({ raw, key }: Word): boolean =>
  raw.length > 1 && !/^(?:double|triple|doppel|dubbele?|doppi[ao]|doble)$/.test(key);

function speltEdit(
  text: string,
  words: readonly Word[],
  { at, to, spelt }: { at: number; to: number; spelt: string },
): Edit | undefined {
  let first = at;
  while (first > 0 && at - first < 3 && words[first]!.gap !== 'hard' && intro.test(words[first - 1]!.key))
    first--;
  const before = words[first - 1];
  const end = words[to - 1]!.end;
  const key = foldWord(spelt);
  const near = words
    .slice(Math.max(0, first - 8), first)
    .map((word) => word.key.replaceAll("'", ''))
    .filter((word) => word.length > 1)
    .slice(-4);
  const isSaid = (word: string, index: number): boolean =>
    word === key || word + (near[index + 1] ?? '') === key || (key.length > 3 && word.endsWith(key));
  // One name, the end of one, or two that were spelt together.
  if (near.some(isSaid)) {
    const label = labelBefore(words, first);
    return label !== first && near.at(-1) !== key
      ? { start: words[label - 1]?.end ?? 0, end, text: '', isTalk: true }
      : joined(before!.end, end, gapToFamily(words, first, to));
  }
  const isLike =
    before !== undefined && before.key[0] === key[0] && Math.abs(before.key.length - key.length) < 3;
  const written = spelt[0] + spelt.slice(1).toLowerCase();
  if (isLike) return { start: before.start, end, text: written };
  return /(?:name|nom|cognome|apellido|naam)$/.test(before?.key ?? '') && text.length > 0
    ? { start: words[first]!.start, end, text: written }
    : undefined;
}

/** What was said goes; where a family follows, a blank stays. */
const joined = (start: number, end: number, gap: number): Edit =>
  gap > 0 ? { start, end: end + gap, text: ' ' } : { start, end, text: '', isTalk: true };

/** The first word of a label that stands right before this one: `last name P A R K`. */
function labelBefore(words: readonly Word[], at: number): number {
  const [one, two] = [words[at - 1]?.key ?? '', words[at - 2]?.key ?? ''];
  if (words[at]!.gap === 'hard') return at;
  if (/^(?:surname|nachname|familienname|cognome|apellido|achternaam|vorname|prenom|voornaam)$/.test(one))
    return at - 1;
  return one === 'name' && /^(?:last|first|family|given)$/.test(two) ? at - 2 : at;
}

/** `Yara, Y A R A, Odell, O D E L L`: how much of what parts a name that was spelt from its family, which is spelt too. */
function gapToFamily(words: readonly Word[], first: number, to: number): number {
  const [before, next] = [words[first - 1]!, words[to]];
  if (next?.gap !== 'comma' || words[first]!.gap !== 'comma' || before.gap === 'soft') return 0;
  const isSpelt = words
    .slice(to + 1, to + 6)
    .some((_, at) => words.slice(to + 1 + at, to + 4 + at).filter(({ raw }) => raw.length === 1).length > 2);
  return /^\p{Lu}\p{Ll}/u.test(next.raw) &&
    (isSpelt || (isGivenName(before.key) && words[to + 1]?.gap !== 'soft'))
    ? next.start - words[to - 1]!.end
    : 0;
}

/** Tattersall, double T, double L. */
function doubledEdit(
  words: readonly Word[],
  { at, to, spelt }: { at: number; to: number; spelt: string },
): Edit | undefined {
  const before = words[at - 1];
  const isDoubled = to > at && words[at]!.raw.length > 1 && /^(.)\1$|^(.)\2(.)\3$/.test(spelt);
  if (!before || !isDoubled || words[at]!.gap === 'hard') return undefined;
  return (spelt.toLowerCase().match(/../g) ?? []).every((pair) => before.key.includes(pair))
    ? { start: before.end, end: words[to - 1]!.end, text: '', isTalk: true }
    : undefined;
}

const givenLabels = 'first name|given name|vorname|prénom|voornaam|nombre(?: de pila)?|nome(?: proprio)?';
const particles =
  '(?:(?:[Vv]an|[Vv]on|[Dd]e|[Dd]er|[Dd]en|[Dd]i|[Dd]el|[Dd]u|[Ll]a|[Ll]e|[Tt]en|[Tt]er) ){0,2}';
const familyWords = `${particles}${name}`;
const givenWords = `${name}(?: ${name})?`;
const isIt = `(?:${inAnyCase("'s| is| ist| est| è| es| c'est| fa")})?[?:,]?`;
/** Last name Park; Vorname: Maja. */
const labelled = (labels: string, words: string): RegExp =>
  new RegExp(
    String.raw`(?<!\p{L})(?:(?:${inAnyCase('my|her|his|the|and|mein|ihr|mon|son|il|mi|mijn|che di|e di|di|y de|de')}) )?(?:${inAnyCase(labels)})${isIt} (${words})(?![\p{L}'’])`,
    'gu',
  );
const labelledFamily = labelled(familyLabels, familyWords);
const labelledGiven = labelled(givenLabels, givenWords);
/** Park, first name Jane; Mrs Park. First name? Jane. */
const givenBehind = new RegExp(
  `(?<!\\p{L})(${familyWords})[,.] (?:${inAnyCase(givenLabels)})${isIt} (${givenWords})(?![\\p{L}'’])`,
  'gu',
);
/** Jane, family name Park. */
const familyBehind = new RegExp(
  `(?<=(?:^|[.,:\\n] ?|(?:${inAnyCase("name|name's|for|is|it's|für|pour|per|para|voor")}) ))(${name}), (?:(?:${inAnyCase('my|her|his|the|and')}) )?(?:${inAnyCase(familyLabels)})${isIt} (${familyWords})(?![\\p{L}'’])`,
  'gu',
);
const echo = new RegExp(
  String.raw`(?<=^|[\n.:;,?] |(?<!\p{L})(?:${inAnyCase("for|to|für|an|pour|per|para|voor|is|it's|name's|naam|heet|heiße|chiamo|llamo|llamamos")}) )(${name})[,.] (?:(?:that's|well|also|yes|sí|oui|ja|genau) )?(?=(?:${name} ){1,2}\1(?!\p{L})|\1 ${name}(?<! (?:Road|Street|Avenue|Lane|Drive|Close|Court|House|Place|Way|Park|Straße|Street)))`,
  'gu',
);

/** A name that was said in two pieces becomes one. */
export function nameOrderEdits(text: string): Edit[] {
  const [family] = text.matchAll(labelledFamily);
  const [given] = text.matchAll(labelledGiven);
  if (family && given) return bothLabelled(text, family, given);
  const edits: Edit[] = [];
  for (const match of text.matchAll(givenBehind)) {
    const [whole, own, first] = match as unknown as [string, string, string];
    const end = match.index + whole.length;
    // `Ursula Brand, Vorname Ursula`: it is there.
    const isThere = text.slice(0, match.index).endsWith(`${first} `);
    edits.push(
      isThere
        ? { start: match.index + own.length, end, text: '', isTalk: true }
        : saidOnce(text, { start: match.index, end }, `${first} ${withSmallParticle(own)}`),
    );
  }
  for (const match of text.matchAll(familyBehind)) {
    const [whole, first, own] = match as unknown as [string, string, string];
    const end = match.index + whole.length;
    if (first !== own && edits.every((edit) => edit.end <= match.index || edit.start >= end))
      edits.push({ start: match.index, end, text: `${first} ${withSmallParticle(own)}` });
  }
  return edits;
}

const withSmallParticle = (family: string): string =>
  family.replace(/^(?:Van|Von|De|Der|Den|Ten|Ter)(?= )/, (particle) => particle.toLowerCase());

/** The name in the place of its two pieces, unless it is said once more behind them. */
function saidOnce(text: string, { start, end }: { start: number; end: number }, written: string): Edit {
  const isSaid = text.slice(end).toLowerCase().includes(written.toLowerCase());
  const gap = /^[,. ]+/.exec(text.slice(end))?.[0].length ?? 0;
  return isSaid ? { start, end: end + gap, text: '', isTalk: true } : { start, end, text: written };
}

/** Whose label comes first has the whole name; the other one goes. */
function bothLabelled(text: string, family: RegExpExecArray, given: RegExpExecArray): Edit[] {
  const written = `${given[1]} ${withSmallParticle(family[1]!)}`;
  const [first, second] = family.index < given.index ? [family, given] : [given, family];
  const end = first.index + first[0].length;
  if (end > second.index) return [];
  const behind = second.index + second[0].length;
  const before = /[,. ]*$/.exec(text.slice(end, second.index))![0].length;
  const rest: Edit = { start: second.index - before, end: behind, text: '', isTalk: true };
  const lower = written.toLowerCase();
  const isSaid = (text.slice(0, first.index) + text.slice(behind)).toLowerCase().includes(lower);
  if (!isSaid) return [{ start: first.index, end, text: written }, rest];
  const comma = /[,. ]*$/.exec(text.slice(0, first.index))![0].length;
  return [{ start: first.index - comma, end, text: '', isTalk: true }, rest];
}

/** What is said twice stays once. */
export const nameEchoEdits = (text: string): Edit[] =>
  editsOf(text, echo, () => '').map((edit) => ({ ...edit, isTalk: true }));
