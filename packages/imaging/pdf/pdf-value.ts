/**
 * Owns the values of PDF files (ISO 32000-1 section 7.3) as this package holds and writes them. Must never read a file, nor know
 * what a value means.
 */

/** `/Name`, decoded: a character is a byte. */
export interface PdfName {
  name: string;
}

/** A string, decoded: a character is a byte. */
export interface PdfText {
  text: string;
}

/** A reference to the object of this number. */
export interface PdfRef {
  ref: number;
}

export type PdfDict = Map<string, PdfValue>;
export type PdfArray = PdfValue[];
export type PdfValue = null | boolean | number | PdfName | PdfText | PdfRef | PdfArray | PdfDict;

/** An object; `stream` is where its bytes stand in the file, as they are stored; `end` is the byte behind `endobj`. */
export interface PdfObject {
  value: PdfValue;
  end?: number;
  stream?: { start: number; length: number };
}

/** A dictionary, or undefined for anything else. */
export const dictOf = (value: PdfValue | undefined): PdfDict | undefined =>
  value instanceof Map ? value : undefined;

export const isRef = (value: PdfValue | undefined): value is PdfRef =>
  value !== null && typeof value === 'object' && 'ref' in value;

export const isName = (value: PdfValue | undefined): value is PdfName =>
  value !== null && typeof value === 'object' && 'name' in value;

const isText = (value: PdfValue | undefined): value is PdfText =>
  value !== null && typeof value === 'object' && 'text' in value;

/** What a name or a string says; '' for anything else. */
export function wordOf(value: PdfValue | undefined): string {
  if (isName(value)) return value.name;
  return isText(value) ? value.text : '';
}

export const nameOf = (name: string): PdfName => ({ name });
export const refTo = (ref: number): PdfRef => ({ ref });
export const dictWith = (entries: Record<string, PdfValue>): PdfDict => new Map(Object.entries(entries));

/** Without an exponent, which PDF doesn't know (section 7.3.3). */
export function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} is no number of a PDF`);
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) >= 1
    ? BigInt(Math.round(value)).toString()
    : value.toFixed(20).replace(/\.?0+$/, '');
}

const isRegular = (char: string): boolean => /[!-~]/.test(char) && !'#/()<>[]{}%'.includes(char);

const writeName = (name: string): string =>
  `/${Array.from(name, (char) => (isRegular(char) ? char : `#${Buffer.from(char, 'latin1').toString('hex')}`)).join('')}`;

/** Strings are written in hexadecimal: nothing in one can be taken for the structure of the file. */
const writeText = (text: string): string => `<${Buffer.from(text, 'latin1').toString('hex')}>`;

/** The value as it stands in a file. */
export function writeValue(value: PdfValue): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return writeNumber(value);
  if (Array.isArray(value)) return `[${value.map(writeValue).join(' ')}]`;
  if (value instanceof Map)
    return `<<${Array.from(value, ([key, held]) => `${writeName(key)} ${writeValue(held)}`).join(' ')}>>`;
  if (isName(value)) return writeName(value.name);
  return isText(value) ? writeText(value.text) : `${(value as PdfRef).ref} 0 R`;
}
