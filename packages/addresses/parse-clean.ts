/**
 * From what a person pasted to text that can be matched: one form of every character, nothing invisible, bounded.
 * Owns folding of traditional characters; every character of an answer comes from the text made here.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowAsLines } from './parse-table.ts';
import { unglue } from './parse-unglue.ts';
import { withoutScanSlips } from './scanned/scanned-text.ts';

/** Longer texts are no addresses: what is beyond is not read. UTF-16 units. */
export const maxChars = 2000;

/** Format characters, private and unassigned ones, halves of pairs; fillers and variation selectors that show nothing. */
const invisible =
  /\p{Cf}|\p{Co}|\p{Cn}|\p{Cs}|\u034f|[\u115f\u1160\u3164\uffa0]|[\u17b4\u17b5]|[\u180b-\u180e]|[\ufe00-\ufe0f]/gu;
const pictures =
  /[\u2190-\u21ff\u2600-\u27bf]|\p{Extended_Pictographic}|\u20e3|[\u{1f1e6}-\u{1f1ff}]|[\u{1f3fb}-\u{1f3ff}]/gu;
/** `□家 ☑公司 □学校`: the boxes of a form, of which one is ticked. */
const boxes = /(?:[□☐☑☒▢◻✓✔✅√■][^\S\n]?\p{Script=Han}{1,4}[^\S\n]{0,2}){2,}(?=\n|$)/gu;
const emptyBoxes = /[□☐▢◻]/g;
const controls = /[\p{Cc}\u2028\u2029]/gu;
const markup = /<\/?[a-z][^<>\n]{0,200}>|<!--.{0,200}?-->|&nbsp;/gi;
/** 1 3 8 0 0 1 3 8 0 0 0, as some forms give it. */
const spacedMobile = /(?<!\d|\d )1 [3-9](?: \d){9}(?!\d| \d)/g;
/** The same of a landline, 0 5 7 1 - 8 8 0 0 1 2 3 4. */
const spacedLandline = /(?<!\d|\d )0 \d \d(?: \d)?(?: ?[-\u2010-\u2015] ?| )\d(?: \d){6,7}(?!\d| \d(?!\d))/g;
/** 0351 - 7284 016: of one landline by its length. */
const brokenLandline = /(?<!\d)(0\d{2,3}) ?- ?(\d{3,4}) (\d{3,4})(?![\d-]| \d)/g;
/** ①, ⑵: they part the fields of a list; their digits would run into what follows. Several in a row are a number: ①③⑤④②. */
const listNumbers =
  /(?<![\u2460-\u249b\u24ea\u2776-\u2793])[\u2460-\u249b\u2776-\u2793](?![的那这号號栋棟楼樓座幢室\u2460-\u249b\u24ea\u2776-\u2793])/g;
/** ⑴③⑦②⑨: a phone in whatever circles there are. */
const circledRun = /[\u2460-\u2468\u2474-\u247c\u24ea\u2776-\u277e]{5,}/g;
const circledDigits = (run: string): string =>
  Array.from(run, (sign) => {
    const code = sign.charCodeAt(0);
    const first = code >= 0x2776 ? 0x2775 : code >= 0x24ea ? 0x24ea : code >= 0x2474 ? 0x2473 : 0x245f;
    return String(code - first);
  }).join('');
/** 1️⃣8️⃣9️⃣-8306: digits on keys, which are one number. */
const keyedDigit = /(\d)\uFE0F?\u20E3(?=[\d-])/g;
/** Lines of a table that was drawn, or a broken bar. */
const bars = /[\u2502\u2503\u2506\u2507\u250a\u250b\u2551\u00a6]/g;
/** `電話│ 0979`: what a label stands before a bar for. */
const barredLabels =
  /(?<=^|[\n|] ?)((?:收[件貨货]人?|寄達人?|[聯联][絡络繫系]人?|取件人?)?(?:姓名|電話|电话|手機|手机|地址|住址)|收件人|收[貨货]人|[縣县]市|[鄉乡][鎮镇]市[區区]|郵遞區號|邮政编码|邮编|郵區|遞) ?\| ?(?=[^\n|])/g;
/** A chat that was forwarded has a name and a time on lines of their own, or a name before each line. */
const stamps =
  /(?<=^|\n)[^\n:]{1,16} (?:\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日? )?\d{1,2}:\d{2}(?::\d{2})?(?=\n|$)|(?<=^|\n)-{2,}[^\n]{0,20}-{2,}(?=\n|$)/g;
const blanks = /[^\S\n]+/g;

/** NFKC, no invisible characters, pictures as blanks, single blanks; line breaks stay. */
export function cleanText(raw: string): string {
  const shown = rowAsLines(raw.slice(0, maxChars))
    .replace(circledRun, circledDigits)
    .replace(keyedDigit, '$1')
    .replace(listNumbers, '\n')
    .normalize('NFKC')
    .replace(bars, '|')
    .replace(boxes, (run) => (run.search(emptyBoxes) < 0 ? run : ''))
    .replace(emptyBoxes, ' ')
    .replaceAll('\u2236', ':')
    .replace(pictures, ' ')
    .replace(invisible, '')
    .replace(/\r\n?|\u0085|\u2028|\u2029/g, '\n')
    .replace(markup, '\n')
    .replace(controls, (char) => (char === '\n' || char === '\t' ? char : ' '))
    // 640−8331, 3ー5ー1, 010ㅡ6318: a minus, a stroke or a long vowel stands for the hyphen.
    .replace(
      /(?<=\d)[\u2010-\u2015\u2212\u2500\u30fc\u1173](?=\d)|(?<=(?<!\d)0\d{2,3})一(?=\d{7,8}(?!\d))/g,
      '-',
    )
    // 070_2290_5183: a line below stands for the hyphens of a phone.
    .replace(/(?<![\d_])(0\d{1,3})_(\d{3,4})_(\d{4})(?![\d_])/g, '$1-$2-$3')
    // Spore-760846 is a town and its postcode, flat8 a flat and its number.
    .replace(/(?<![a-z])(s(?:ingapore|'?pore)) ?- ?(?=\d{6}(?!\d))/gi, '$1 ')
    .replace(/(?<![\p{L}\d])(flat|flt|room|block|blk)(?=\d{1,4}[a-z]?(?![\p{L}\d]))/giu, '$1 ')
    // Anna Neri // via Roma 2: two strokes part what one does.
    .replace(/ \/{2,3} (?=\S)/g, ' | ')
    .replaceAll('\t', ' | ')
    .replace(/ {3,}(?! )/g, ' | ')
    .replace(blanks, ' ')
    .replace(barredLabels, '$1:')
    .slice(0, maxChars)
    .trim();
  return unglue(joinLabels(joinSpaced(joinDigits(withoutScanSlips(withoutStamps(shown))))));
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
    // 缑(gōu)小平, 林晓雨(Ms.): how a character is read, and a title.
    .replace(
      /(?<=\p{Script=Han}) ?\((?:[a-zü]{0,4}[āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ][a-z]{0,3}|M(?:rs?|s|iss)\.?)\)/gu,
      '',
    )
    // Te1. 0971…: a scanner's l.
    .replace(/(?<![A-Za-z\d])Te[1I|](?=[.: ]{0,3}[\d(+])/g, 'Tel')
    // 佟(先生), as who delivers meals is told.
    .replace(/(?<=(?:^|[\s,:;])\p{Script=Han})\((先生|女士|小姐)\)/gu, '$1')
    .replace(/(?<=\p{Script=Han}) ?(\d{1,3}) (?=[点张本份寸套])/gu, '$1')
    .replace(/(?<!\d)(\d{1,2}) (?=点[前后半以之到钟])/g, '$1');

/** 大街 2 1 9 号, 三段 6 6 号: nobody writes two numbers before one unit. */
const spacedHouse = /(?<![\d-] ?)\d(?: \d){1,3}(?= ?(?:号|號|栋|幢|室))/g;

/** A text whose phone is set apart digit by digit has its houses so: 5 0 号 2 - 7 - 1. */
function joinDigits(given: string): string {
  const text = given
    .replace(spacedHouse, (digits) => digits.replaceAll(' ', ''))
    .replace(brokenLandline, (found, area: string, one: string, two: string) =>
      one.length + two.length > 6 && /\p{Script=Han}/u.test(given) ? `${area}-${one}${two}` : found,
    );
  const joined = text
    .replace(spacedMobile, (digits) => digits.replaceAll(' ', ''))
    .replace(spacedLandline, (digits) => digits.replace(/ ?[\u2010-\u2015] ?/g, '-').replaceAll(' ', ''));
  return joined === text
    ? text
    : joined.replace(/(?<!\d)\d(?: ?- ?\d(?!\d)| \d(?!\d))+/g, (digits) => digits.replaceAll(' ', ''));
}

/** Characters of one word or two set apart, between two stops. */
const spacedWord = /(?<=(?:^|[,，:：\n]) ?)\p{Script=Han}(?: \p{Script=Han}){1,4}(?= ?(?:[,，:：\n]|$|\d))/gu;

/** 收件人:贲 建 华: a name behind its label. */
const spacedName =
  /(?<=(?:收件.|收货.|姓名|联系人): ?)\p{Script=Han}(?: \p{Script=Han}){2,3}(?=$|[\s,;])(?! \p{Script=Han}(?: |$))/gu;

/** Six or more characters set apart, in a text that is otherwise written together. */
const spacedRun = /(?<![^\s,:])\p{Script=Han}(?: \p{Script=Han}){5,}(?=$|[\s,:])/gu;

/** 1 0 3 in a text that is set apart. */
const singleDigits = /(?<!\d)\d(?: \d)+(?!\d)/g;

/** `陕 西 省 西 安 市`: characters set apart, by a form or a scanner, are put together again. */
function joinSpaced(text: string): string {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const apart = text.match(/(?<=\p{Script=Han}) (?=\p{Script=Han}(?: |$))/gu)?.length ?? 0;
  if (han < 6 || apart * 10 < han * 6) {
    const joined = text
      .replace(spacedRun, (run) => run.replaceAll(' ', ''))
      .replace(spacedName, (name) => name.replaceAll(' ', ''));
    const words = joined.match(spacedWord) ?? [];
    return words.length > 1 ? joined.replace(spacedWord, (word) => word.replaceAll(' ', '')) : joined;
  }
  return text
    .replace(singleDigits, (digits) => digits.replaceAll(' ', ''))
    .replace(/(?<=\p{Script=Han}) (?=[\p{Script=Han}\d])|(?<=\d) (?=\p{Script=Han})/gu, '');
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

/** Simplified characters, unit for unit; letters stay as they are. */
export function simplifyText(text: string): string {
  const to = simplifiedTable();
  return text.replace(/[\u3400-\u9fff]/g, (char) => {
    const code = to.get(char.charCodeAt(0));
    return code === undefined ? char : String.fromCharCode(code);
  });
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
