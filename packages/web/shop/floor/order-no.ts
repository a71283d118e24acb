/**
 * An order number as people type it and scanners send it: any case, O for 0, I and L for 1, hyphens and spaces ignored; the check character
 * must fit (Crockford's base 32, modulo 37). Pure; the cloud reads them by the same rule.
 */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const checkDigits = `${digits}*~$=U`;
const length = 13;

export type ReadOrderNo = { kind: 'good'; orderNo: string } | { kind: 'short' | 'long' | 'letter' | 'check' };

/** What a person can be told of a number that is none: which of the four it is. */
export function readOrderNo(typed: string): ReadOrderNo {
  const plain = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (/[^0-9A-Z]/.test(plain)) return { kind: 'letter' };
  if ([...plain].some((letter) => !digits.includes(letter))) return { kind: 'letter' };
  if (plain.length < length) return { kind: 'short' };
  if (plain.length > length) return { kind: 'long' };
  const body = plain.slice(0, length - 1);
  let rest = 0;
  for (const letter of body) rest = (rest * 32 + digits.indexOf(letter)) % 37;
  if (checkDigits[rest] !== plain[length - 1]) return { kind: 'check' };
  return {
    kind: 'good',
    orderNo: `${body.slice(0, 4)}-${body.slice(4, 8)}-${body.slice(8)}-${plain[length - 1]}`,
  };
}
