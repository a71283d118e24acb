/** Words as tables of names have them, and whether they are so as they stand and need no folding. Pure. */

const plainWords = /^[a-z\d]+(?: [a-z\d]+)*$/;

/** Small letters of ASCII and digits with single blanks between the words: folding changes nothing in them. */
export const isPlain = (words: string): boolean => plainWords.test(words);

/** As names stand in tables: small letters without marks, stops and apostrophes, one blank for each dash. */
export const bareName = (name: string): string =>
  isPlain(name)
    ? name
    : (/^[\x20-\x7e]*$/.test(name) ? name : name.normalize('NFD').replace(/\p{M}/gu, ''))
        .toLowerCase()
        .replace(/[.'’]/g, '')
        .replace(/[\s-]+/g, ' ')
        .trim();
