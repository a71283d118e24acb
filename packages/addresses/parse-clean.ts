/**
 * From what a person pasted to text that can be matched: one form of every character, nothing invisible, bounded.
 * Owns folding of traditional characters; every character of an answer comes from the text made here.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unglue } from './parse-unglue.ts';

/** Longer texts are no addresses: what is beyond is not read. UTF-16 units. */
export const maxChars = 2000;

/** Format characters, private and unassigned ones, halves of pairs; fillers and variation selectors that show nothing. */
const invisible =
  /\p{Cf}|\p{Co}|\p{Cn}|\p{Cs}|\u034f|[\u115f\u1160\u3164\uffa0]|[\u17b4\u17b5]|[\u180b-\u180e]|[\ufe00-\ufe0f]/gu;
const pictures =
  /[\u2190-\u21ff\u2600-\u27bf]|\p{Extended_Pictographic}|\u20e3|[\u{1f1e6}-\u{1f1ff}]|[\u{1f3fb}-\u{1f3ff}]/gu;
const controls = /[\p{Cc}\u2028\u2029]/gu;
const markup = /<\/?[a-z][^<>\n]{0,200}>|<!--.{0,200}?-->|&nbsp;/gi;
/** 1 3 8 0 0 1 3 8 0 0 0, as some forms give it. */
const spacedMobile = /(?<!\d|\d )1 [3-9](?: \d){9}(?!\d| \d)/g;
/** ①, ⑵: they part the fields of a list; their digits would run into what follows. */
const listNumbers = /[\u2460-\u2473\u2474-\u249b\u2776-\u2793](?![号栋楼座幢室])/g;
/** A chat that was forwarded has a name and a time on lines of their own, or a name before each line. */
const stamps =
  /(?<=^|\n)[^\n:]{1,16} (?:\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日? )?\d{1,2}:\d{2}(?::\d{2})?(?=\n|$)|(?<=^|\n)-{2,}[^\n]{0,20}-{2,}(?=\n|$)/g;
const blanks = /[^\S\n]+/g;

/** NFKC, no invisible characters, pictures as blanks, single blanks; line breaks stay. */
export function cleanText(raw: string): string {
  const shown = raw
    .slice(0, maxChars)
    .replace(listNumbers, '\n')
    .normalize('NFKC')
    .replace(pictures, ' ')
    .replace(invisible, '')
    .replace(/\r\n?|\u0085|\u2028|\u2029/g, '\n')
    .replace(markup, '\n')
    .replace(controls, (char) => (char === '\n' || char === '\t' ? char : ' '))
    // 640−8331, 3ー5ー1: a minus or a long vowel stands for the hyphen.
    .replace(/(?<=\d)[\u2010\u2011\u2212\u30fc](?=\d)/g, '-')
    .replaceAll('\t', ' | ')
    .replace(/ {3,}(?! )/g, ' | ')
    .replace(blanks, ' ')
    .slice(0, maxChars)
    .trim();
  return unglue(
    joinLabels(
      joinSpaced(withoutStamps(shown).replace(spacedMobile, (digits) => digits.replaceAll(' ', ''))),
    ),
  );
}

/** Who says what in a transcript is no part of it, where two lines or more begin so. */
function withoutStamps(text: string): string {
  const left = text.replace(stamps, '');
  return left === text
    ? text
    : left.replace(/(?<=^|\n)(?!收|寄|电|手|地|姓|名|联|址)[\p{L}\d]{1,6}:(?=[^\d\s])/gu, '').trim();
}

/** `收 货 人 ：`, `安徽 省`: a label or the kind of a division that was set apart. */
const joinLabels = (text: string): string =>
  text
    .replace(/(?<=^|\n)\p{Script=Han}(?: \p{Script=Han}){1,3} ?(?=:)/gu, (found) => found.replaceAll(' ', ''))
    .replace(/(?<=\p{Script=Han}) (?=(?:省|市|区|县|镇|街道|路)(?: |$))/gu, '')
    .replace(/(?<=\p{Script=Han}) ?(\d{1,3}) (?=[点张本份寸套])/gu, '$1')
    .replace(/(?<!\d)(\d{1,2}) (?=点[前后半以之到钟])/g, '$1');

/** Six or more characters set apart, in a text that is otherwise written together. */
const spacedRun = /(?<![^\s,:])\p{Script=Han}(?: \p{Script=Han}){5,}(?=$|[\s,:])/gu;

/** `陕 西 省 西 安 市`: characters set apart, by a form or a scanner, are put together again. */
function joinSpaced(text: string): string {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const apart = text.match(/(?<=\p{Script=Han}) (?=\p{Script=Han}(?: |$))/gu)?.length ?? 0;
  if (han < 6 || apart * 10 < han * 6) return text.replace(spacedRun, (run) => run.replaceAll(' ', ''));
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
