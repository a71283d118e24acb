/**
 * From what a person pasted to text that can be matched: one form of every character, nothing invisible, bounded.
 * Owns folding of traditional characters; every character of an answer comes from the text made here.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Longer texts are no addresses: what is beyond is not read. UTF-16 units. */
export const maxChars = 2000;

/** Format characters, private and unassigned ones, halves of pairs; fillers and variation selectors that show nothing. */
const invisible =
  /\p{Cf}|\p{Co}|\p{Cn}|\p{Cs}|\u034f|[\u115f\u1160\u3164\uffa0]|[\u17b4\u17b5]|[\u180b-\u180e]|[\ufe00-\ufe0f]/gu;
const pictures = /\p{Extended_Pictographic}|\u20e3|[\u{1f1e6}-\u{1f1ff}]|[\u{1f3fb}-\u{1f3ff}]/gu;
const controls = /[\p{Cc}\u2028\u2029]/gu;
const markup = /<\/?[a-z][^<>\n]{0,200}>|<!--.{0,200}?-->|&nbsp;/gi;
/** 1 3 8 0 0 1 3 8 0 0 0, as some forms give it. */
const spacedMobile = /(?<!\d|\d )1 [3-9](?: \d){9}(?!\d| \d)/g;
const blanks = /[^\S\n]+/g;

/** NFKC, no invisible characters, pictures as blanks, single blanks; line breaks stay. */
export function cleanText(raw: string): string {
  const shown = raw
    .slice(0, maxChars)
    .normalize('NFKC')
    .replace(pictures, ' ')
    .replace(invisible, '')
    .replace(/\r\n?|\u0085|\u2028|\u2029/g, '\n')
    .replace(markup, '\n')
    .replace(controls, (char) => (char === '\n' || char === '\t' ? char : ' '))
    .replaceAll('\t', ' | ')
    .replace(/ {3,}(?! )/g, ' | ')
    .replace(blanks, ' ')
    .slice(0, maxChars)
    .trim();
  return joinSpaced(shown.replace(spacedMobile, (digits) => digits.replaceAll(' ', '')));
}

/** `陕 西 省 西 安 市`: characters set apart, by a form or a scanner, are put together again. */
function joinSpaced(text: string): string {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const apart = text.match(/(?<=\p{Script=Han}) (?=\p{Script=Han}(?: |$))/gu)?.length ?? 0;
  if (han < 6 || apart * 10 < han * 6) return text;
  return text.replace(/(?<=\p{Script=Han}) (?=[\p{Script=Han}\d])|(?<=\d) (?=\p{Script=Han})/gu, '');
}

let table: Map<number, number> | undefined;
let onlySimplified: Set<number> | undefined;

function simplifiedTable(): Map<number, number> {
  if (table) return table;
  table = new Map();
  const text = readFileSync(join(import.meta.dirname, 'simplified-characters.txt'), 'utf8');
  for (const line of text.trimEnd().split('\n')) {
    for (let at = 1; at < line.length; at++) table.set(line.charCodeAt(at), line.charCodeAt(0));
  }
  return table;
}

/** Simplified characters and ASCII in lower case, unit for unit: an index into the result is one into the text. */
export function foldText(text: string): string {
  const from = simplifiedTable();
  let folded = '';
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 65 && code <= 90) folded += String.fromCharCode(code + 32);
    else folded += code < 0x3400 ? text[at] : String.fromCharCode(from.get(code) ?? code);
  }
  return folded;
}

/** Simplified characters that are in use elsewhere as well, so that they tell nothing: 里, 台, 后, and those that Japan shares. */
const shared =
  '里台后面云于余系表范谷丑干松同向只折曲朱术制复志征发几千游冬斗秋吁岳御仆布占家向才采尸升巨胡当別点国学会区号会来体万与宝属寿尽昼双参担党麦断旧虫蚕写礼乱争庄床装静灯将从献献青温点潜湾当励径声灵余誉医点触辞随断医数竜缄';

function simplifiedOnly(): Set<number> {
  if (onlySimplified) return onlySimplified;
  onlySimplified = new Set(simplifiedTable().values());
  for (const char of shared) onlySimplified.delete(char.charCodeAt(0));
  for (const code of simplifiedTable().keys()) onlySimplified.delete(code);
  return onlySimplified;
}

/** How many characters only the simplified script has, and how many only the traditional one. */
export function scriptOf(text: string): { simplified: number; traditional: number } {
  let simplified = 0;
  let traditional = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x3400) continue;
    if (simplifiedTable().has(code)) traditional++;
    else if (simplifiedOnly().has(code)) simplified++;
  }
  return { simplified, traditional };
}
