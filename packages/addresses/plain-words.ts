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

/**
 * The source of a pattern that takes small and large letters alike, for a part of one that tells them apart. A modifier in the pattern would say the same: V8 reads that
 * wrongly when it has compiled so many patterns that it no longer optimises them (Node.js 24; `--no-regexp-optimization` shows it).
 */
export const inAnyCase = (source: string): string =>
  source.replace(/\\p\{[^}]*\}|\\.|\p{L}/giu, (sign) => {
    const [small, large] = [sign.toLowerCase(), sign.toUpperCase()];
    return sign.startsWith('\\') || small === large || large.length > 1 ? sign : `[${small}${large}]`;
  });
