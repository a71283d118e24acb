/**
 * Numbers and codes that people read to each other and type: Crockford's base 32, and the check character of order numbers. Owns how they
 * are read, for the cloud and for pages alike. Pure.
 */

/** Crockford's base 32: no I, L, O, U. */
export const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What a typed text means: any case, O for 0, I and L for 1, hyphens and spaces ignored. Other characters stay as they are. */
export const plainCrockford = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');

/** A typed text of so many letters of base 32. Undefined when it is none. */
export function readCrockford(typed: string, length: number): string | undefined {
  const plain = plainCrockford(typed);
  return plain.length === length && /^[0-9A-HJKMNP-TV-Z]*$/.test(plain) ? plain : undefined;
}

/** Letters of an order number before its check character. */
export const orderNoLetters = 12;

const checkAlphabet = `${crockford}*~$=U`;

/** Crockford's check character of these letters: their number modulo 37. */
export function orderNoCheck(letters: string): string {
  let remainder = 0;
  for (const character of letters) remainder = (remainder * 32 + crockford.indexOf(character)) % 37;
  return checkAlphabet[remainder]!;
}

/** In fours, as it is printed: `P4X7-K2M9-QT1D-3`. */
export const writeOrderNo = (plain: string): string => plain.replace(/(.{4})(?=.)/g, '$1-');

/**
 * The written form of an order number typed by a person: any case, O for 0, I and L for 1, hyphens and spaces ignored.
 * Undefined when it can't be one, a mistyped check character included.
 */
export function readOrderNo(typed: string): string | undefined {
  const plain = readCrockford(typed, orderNoLetters + 1);
  if (!plain || orderNoCheck(plain.slice(0, orderNoLetters)) !== plain[orderNoLetters]) return undefined;
  return writeOrderNo(plain);
}
