/** Whether words are plain as they stand, so that tables of names can be asked without folding them first. Pure. */

const plainWords = /^[a-z\d]+(?: [a-z\d]+)*$/;

/** Small letters of ASCII and digits with single blanks between the words: folding changes nothing in them. */
export const isPlain = (words: string): boolean => plainWords.test(words);
