/**
 * What somebody who dictates says about a name beside the name: its letters one by one, with how many of one it is written, whose family it
 * is; `first name Heather` behind the family. Owns how that is told from the name, which stays once. Latin letters. Pure.
 */
import { foldWord, numberTable, type SpokenLanguage } from './number-words.ts';
import { elementReader, type Word, wordsOf } from './spoken-elements.ts';
import type { Edit } from './text-edits.ts';

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
  for (const match of [...text.matchAll(likeness), ...text.matchAll(spellings)]) {
    const again = match[1];
    // A word that is not said again is the name itself, and stays.
    const isAgain = again === undefined || again.length === 1 || hasWord(text.slice(0, match.index), again);
    const start = isAgain ? match.index : match.index + match[0].indexOf(again) + again.length;
    talk(start, match.index + match[0].length);
  }
  for (const match of text.matchAll(family)) {
    if (hasWord(text.slice(0, match.index), match[1] ?? match[2]!))
      talk(match.index, match.index + match[0].length);
  }
  return edits;
}

const hasWord = (text: string, word: string): boolean =>
  wordsOf(text).some(({ key }) => key === foldWord(word));

const intro =
  /^(?:that's|spelt|spelled|spelling|spell|is|it|its|it's|buchstabiert|buchstabiere|geschrieben|epelle|s'ecrit|ca|scrive|si|escribe|se|gespeld|spel|dat|das|so)$/;

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
  const near = words.slice(Math.max(0, first - 4), first).map((word) => word.key.replaceAll("'", ''));
  // One name, or two that were spelt together.
  if (near.includes(key) || near.some((word, index) => word + (near[index + 1] ?? '') === key))
    return { start: before!.end, end, text: '', isTalk: true };
  const isLike =
    before !== undefined && before.key[0] === key[0] && Math.abs(before.key.length - key.length) < 3;
  const written = spelt[0] + spelt.slice(1).toLowerCase();
  if (isLike) return { start: before.start, end, text: written };
  return /(?:name|nom|cognome|apellido|naam)$/.test(before?.key ?? '') && text.length > 0
    ? { start: words[first]!.start, end, text: written }
    : undefined;
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

const firstName = new RegExp(
  `(?:(?:${familyLabels}) (?:is |ist |est |è |es )?)?((?:(?:van|von|de|der|den|di|del|du|la|le|ten|ter) ){0,2}${name}), (?:first name|vorname|prénom|voornaam|nome|nombre)(?: is| ist| est| è| es)? (${name}(?: ${name})?)`,
  'giu',
);
const echo = new RegExp(
  String.raw`(?<=^|[\n.:;,] |(?:for|to|für|an|pour|per|para|voor|is|it's|going to) )(${name}), (?:(?:that's|well|also|yes|sí|oui|ja|genau) )?(?=(?:${name} ){1,2}\1(?!\p{L})|\1 ${name})`,
  'gu',
);

/** A name that was said in two pieces becomes one; what is said twice stays once. */
export function nameOrderEdits(text: string): Edit[] {
  const edits: Edit[] = [];
  for (const match of text.matchAll(firstName)) {
    const [whole, family, given] = match as unknown as [string, string, string];
    const end = match.index + whole.length;
    const written = `${given} ${family.replace(/^(?:Van|Von|De|Der|Den|Ten|Ter)(?= )/, (particle) => particle.toLowerCase())}`;
    const isSaid = text.slice(end).toLowerCase().includes(written.toLowerCase());
    edits.push(
      isSaid
        ? {
            start: match.index,
            end: end + (/^[,. ]+/.exec(text.slice(end))?.[0].length ?? 0),
            text: '',
            isTalk: true,
          }
        : { start: match.index, end, text: written },
    );
  }
  for (const match of text.matchAll(echo)) {
    const end = match.index + match[0].length;
    if (edits.every((edit) => edit.end <= match.index || edit.start >= end))
      edits.push({ start: match.index, end, text: '', isTalk: true });
  }
  return edits;
}
