/**
 * Codes of an area that are said apart from the number: `6628 0045 (02)`, `5984 4117, area is 03`, `Vorwahl 0561, Nummer 55 01 17`. Owns the
 * words for them in each language; the code is written before its number. Latin letters. Pure.
 */
import { type Edit, editsOf } from './text-edits.ts';

const names =
  "(?:(?:std|dialling|dialing|area|phone) ?code|area|prefix|vorwahl|indicatif|prefisso|prefijo|kengetal|netnummer)(?:['’]s| is| ist| est| è| es)?(?: the)?";
const local = '[2-9]\\d{1,3}(?:[ -]?\\d{2,4}){1,3}';
const area = '\\(?(0?\\d{2,4}|0\\d)\\)?';
/** Behind the number: in brackets with its nought, or by its name. */
const behind = new RegExp(
  `(?<![\\p{L}\\d+/#-]|\\d[ )])(${local}),? ?(?:\\((0[1-9]\\d{0,3})\\)(?: (?:in front|before|first|ahead))?|[(,;–-]{0,2} ?(?:and |the |mit |con |avec |met ){0,2}${names}:? ${area}\\)?)(?!\\d| ?-?\\d{3})`,
  'giu',
);
const ahead = new RegExp(
  `(?<!\\p{L})${names}:? ${area}[ ,;]{1,3}(?:(?:and|then|und|dann|et|puis|e|poi|y|luego|en|dan|the|die|le|il|el|het) )*(?:(?:number|phone|no|nummer|telefon|rufnummer|numéro|numero|número|telefoon(?:nummer)?)[.:]?(?: is| ist| est| è| es)? )?(${local})(?!\\d)`,
  'giu',
);
/** With its code a number has as many digits as some country's, and no more. */
const isWhole = (code: string, number: string): boolean => {
  const length = `${code}${number}`.replace(/\D/g, '').length;
  return length > 8 && length < 12;
};
const written = (code: string, number: string): string | undefined =>
  isWhole(code, number) ? (code.length === 2 ? `(${code}) ${number}` : `${code} ${number}`) : undefined;

/** The text's codes that stand apart, each before its number. */
export function areaCodeEdits(text: string): Edit[] {
  const edits = [
    ...editsOf(text, behind, ([, number, bracketed, named]) => written(bracketed ?? named!, number!)),
    ...editsOf(text, ahead, ([, code, number]) => written(code!, number!)),
  ];
  return edits.slice(0, 1);
}
