/**
 * What somebody who dictates says between the parts: that the street is really called so, which accent a letter has, what a letter or a number is
 * like, that a letter behind the house was wrong. Owns those words; numbers that are said anew are spoken-anew.ts's. Latin letters. Pure.
 */
import { plainNumberWords, type SpokenLanguage } from './number-words.ts';
import { type Edit, editsOf } from './text-edits.ts';

/** Q-U-E-accent-M: the mark of a letter that was spelt. */
const accents =
  /(?<=(?<!\p{L})\p{L})[ -](?:e )?(?:accent|accento|acento|umlaut|tr[ée]ma|c[ée]dille|tilde)(?:[ -](?:aigu|grave|circonflexe|acuto|agudo))?(?=[ -]\p{L}(?!\p{L}))/giu;
/** A street of which somebody says that it is called so. */
const calledSo =
  /, (?:zo heet (?:die|de) straat|(?:ja )?so heißt die (?:straße|strasse)|(?:and )?that's (?:really |actually )?(?:the name|what it's called)|c'est (?:vraiment )?le nom de la rue|(?:la via )?si chiama (?:proprio |davvero )?così|(?:la calle )?se llama así)(?: (?:echt|wirklich|tatsächlich|really|de verdad|davvero))?(?=[,.])/giu;
/** Neununddreißig mein ich. */
const meaning =
  /(?<=\p{L}),? (?:meine? ich|mein i|bedoel ik|je veux dire|voglio dire|intendo|quiero decir)(?=\s*(?:[.;!\n]|$))/giu;
/** Letra C de casa, scala A come Ancona. */
const doorLike =
  /(?<=(?<!\p{L})(?:letra|puerta|escalera|portal|bloque|piso \S{1,12},?|scala|interno|aufgang|haus|escalier|bâtiment|portaal) )(\p{L}) (?:de|di|come|como|wie|comme|van) (?=(\p{L}))\p{L}{3,14}(?!\p{L})(\.(?= ))?/giu;
/** Twenty-two, as in two ducks, Station Road. */
const numberLike = (language: SpokenLanguage): RegExp | undefined => {
  const like = { en: 'as in|like', fr: 'comme' }[language as string];
  return like
    ? new RegExp(
        `(?<=(?<!\\p{L})(?:${plainNumberWords[language]})), (?:${like}) \\p{L}[\\p{L}' -]{1,28}, (?=\\p{L})`,
        'giu',
      )
    : undefined;
};

/** Asides that go before the numbers are read. */
export function asideEdits(text: string, language: SpokenLanguage): Edit[] {
  const like = numberLike(language);
  const found = [
    ...editsOf(text, accents, () => ''),
    ...editsOf(text, calledSo, () => ''),
    ...editsOf(text, meaning, () => ''),
    ...(language === 'nl' ? namedLetterEdits(text) : []),
    ...(like ? editsOf(text, like, () => ' ') : []),
    // A letter with a stop would be somebody's initial.
    ...editsOf(text, doorLike, ([, letter, first, stop]) =>
      letter!.toLowerCase() === first!.toLowerCase() ? letter!.toUpperCase() + (stop ? ',' : '') : undefined,
    ),
  ].sort((a, b) => a.start - b.start);
  return found
    .filter(({ start }, at) => at === 0 || start >= found[at - 1]!.end)
    .map((edit) => ({ ...edit, isTalk: true }));
}

/** 28/B, no scusami, barra C, la B è il garage. */
const letterAnew =
  /(?<=(?<!\d)\d{1,4}[ /-]?)([A-Ha-h]),? (?:(?:no|nein|non|nee|wait|sorry|ach|quatsch|pardon|perd[oó]n|scusa(?:mi|te|temi)?|scusi|anzi|digo|wacht|i mean)(?!\p{L}),? ){1,3}(?:(?:barra|slash|schrägstrich|barre) )?([A-Ha-h])(?![\p{L}\d'’])(?:, (?:the|la|el|le|das|de|het|il) \1 (?:is|è|es|est|ist|was|war|era|c'est) \p{L}[\p{L}' ]{1,28}(?=[,.]))?(\.(?= ))?/gu;

/** The letter behind a house that was said anew. */
export const letterAnewEdits = (text: string): Edit[] =>
  editsOf(text, letterAnew, ([, , anew, stop]) => anew! + (stop ? ',' : '')).map((edit) => ({
    ...edit,
    isTalk: true,
  }));

/** The Dutch alphabet of names, with those that are said as often. */
const dutchNames = new Set(
  `anna anton albert bernard barend cornelis cornelia dirk daniel daan eduard emma ferdinand frits gerard gerrit hendrik hendrika izaak isaak johan jan julius karel kees
  lodewijk leo leonard maria marie nico nicolaas otto okke pieter piet quinten quotient rudolf richard rosa simon sara theodoor tinus utrecht victor
  willem wim xantippe xavier ypsilon zaandam zacharias`.split(/\s+/),
);
const namedLetters = new RegExp(
  `(?<!\\p{L})(postcode(?: is)?:? (?:(?:${plainNumberWords.nl}|\\d{1,4})[ -]?){1,4}),? ?(?:met (?:de )?)?(\\p{L})(\\p{L}{1,9})(?:,| en|, en)? (\\p{L})(\\p{L}{1,9})(?!\\p{L})`,
  'giu',
);

/** `Postcode 7902, Leo, Eduard` is 7902 L E. */
const namedLetterEdits = (text: string): Edit[] =>
  editsOf(text, namedLetters, ([, number, one, oneRest, two, twoRest]) =>
    [one! + oneRest!, two! + twoRest!].every((name) => dutchNames.has(name.toLowerCase()))
      ? `${number!.trim()} ${one!.toLowerCase()} ${two!.toLowerCase()}`
      : undefined,
  );
