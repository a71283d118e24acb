/**
 * Phones and postcodes of Taiwan, Hong Kong, Macao and Singapore in Chinese texts. Owns where a postcode of theirs stands; crosses
 * both out. Pure.
 */
import { takePhones } from '../abroad/abroad-phones.ts';
import { phoneHole } from '../abroad/abroad-segments.ts';
import { isFree, mark, type Piece, type Sheet, takeSpan } from '../parse-sheet.ts';
import { dropOtherNumbers } from './china-numbers.ts';
import type { NumbersFound } from './parse-china.ts';

/** The numbers of a country that writes in Chinese but dials otherwise. */
export const takeIslandNumbers =
  (country: string) =>
  (sheet: Sheet): NumbersFound => {
    dropOtherNumbers(sheet);
    const spans = phoneSpans(unnumbered(sheet), country);
    for (const span of spans.all) takeSpan(sheet, span, mark.number);
    const post =
      country === 'TW'
        ? takeTaiwanPostcode(sheet)
        : country === 'SG'
          ? takeSingaporePostcode(sheet)
          : takeSharedPostcode(sheet);
    return {
      phone: spans.phone,
      others: spans.others,
      phoneSpans: spans.all,
      postcode: post?.postcode ?? '',
      postcodeAt: post?.at,
    };
  };

/** Stands for a digit of a number that was found to be none of a phone; cleaned text has no private characters of its own. */
const digitMask = '\ue007';

const unnumbered = ({ text, marks }: Sheet): string =>
  marks.includes(mark.dropped)
    ? text.replace(/\d/g, (digit, at: number) => (marks[at] === mark.dropped ? digitMask : digit))
    : text;

/** Where the phones stand: the text with holes is walked beside the text itself. */
function phoneSpans(text: string, country: string): { phone: string; others: string[]; all: Piece[] } {
  const taken = takePhones(text, country);
  const parts = taken.text.split(phoneHole);
  const all: Piece[] = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    // A phone has six digits at the least.
    const from = at === 0 && index === 0 ? 0 : text.indexOf(part, index === 0 ? at : at + 6);
    if (index > 0)
      all.push({ start: at, end: part === '' && index === parts.length - 1 ? text.length : from });
    at = (from < 0 ? at : from) + part.length;
  }
  return { phone: taken.phone, others: taken.others, all: all.filter(({ start, end }) => end > start) };
}

const labelled =
  /(?:邮递区号|邮政编码|邮编|邮区|递|zip(?: code)?)[:\s|│\]】]{0,3}(\d{3}(?:-?\d{2,3})?)(?![\d-])/;
const beforeCounty =
  /(?<![\d-])(\d{3}(?:-?\d{2,3})?)(?=[\s,)]{0,2}(?:台湾|台|新北|桃园|高雄|基隆|新竹|嘉义|苗栗|彰化|南投|云林|屏东|宜兰|花莲|澎湖|金门|连江))/;
const byItself = /(?<=^|[\s,(])(\d{5,6}|\d{3}-\d{2,3})(?=[\s,)]|$)(?!\s?[号巷弄楼之])/;

/** First two digits of the postcodes of Taiwan's counties and cities. */
const countyHeads = new Map(
  '台北 10 11; 基隆 20; 新北 20 22 23 24 25; 连江 20 21; 宜兰 26 27 29; 新竹 30 31; 桃园 32 33; 苗栗 35 36; 台中 40 41 42 43; 彰化 50 51 52 53; 南投 54 55; 嘉义 60 61 62; 云林 63 64 65; 台南 70 71 72 73 74; 高雄 80 81 82 83 84 85; 澎湖 88; 金门 89; 屏东 90 91 92 93 94; 台东 95 96; 花莲 97 98'
    .split('; ')
    .map((row) => {
      const [county = '', ...heads] = row.split(' ');
      return [county, new Set(heads)] as const;
    }),
);
const counties = new RegExp([...countyHeads.keys()].join('|'), 'g');
const threeDigits =
  /(?<=^|[\n,;:|/(] ?|[号楼室户f] ?|之\d{1,2} |[^路街段巷道弄栋座村里幢\d] )(\d{3})(?![\d-]| ?[号巷弄楼之室房邻段人床座栋张份元]|(?!货到付款|到付|宅配)\p{L})/gu;

/** Three digits by themselves that are of a county that is named: `640` behind a house in 雲林縣. */
function ofCounty(sheet: Sheet): { postcode: string; at: number } | undefined {
  const heads = [...sheet.folded.matchAll(counties)].map(([county]) => countyHeads.get(county)!);
  if (heads.length === 0) return undefined;
  const [found, ...more] = [...sheet.folded.matchAll(threeDigits)].filter(
    ({ 0: whole, 1: digits, index }) =>
      heads.some((each) => each.has(digits!.slice(0, 2))) &&
      isFree(sheet, { start: index, end: index + whole.length }),
  );
  // Two such numbers: one of them is a room.
  if (!found || more.length > 0) return undefined;
  const end = found.index + found[0].length;
  takeSpan(sheet, { start: end - 3, end }, mark.number);
  return { postcode: found[1]!, at: end - 3 };
}

/** Hong Kong and Macao have no postcodes; the mainland's forms have one for each, behind its label. */
function takeSharedPostcode(sheet: Sheet): { postcode: string; at: number } | undefined {
  const match = /(?:邮政编码|邮递区号|邮编|postcode)[:\s]*(99907[78]|0{3,6})(?!\d)/.exec(sheet.folded);
  const span = match && { start: match.index, end: match.index + match[0].length };
  if (!span || !isFree(sheet, span)) return undefined;
  takeSpan(sheet, span, mark.number);
  // 000000 is what a form is given where there is none.
  return match[1]!.startsWith('0') ? undefined : { postcode: match[1]!, at: span.end - 6 };
}

/** Six digits by themselves, in brackets, behind a label or the city. */
function takeSingaporePostcode(sheet: Sheet): { postcode: string; at: number } | undefined {
  const match = /(?:邮编|邮区|邮政编码|s)?[:\s]*[(]?(?<![\d#-])(\d{6})(?![\d-])[)]?/.exec(sheet.folded);
  const span = match && { start: match.index, end: match.index + match[0].length };
  if (!span || !isFree(sheet, span)) return undefined;
  takeSpan(sheet, span, mark.number);
  return { postcode: match[1]!, at: span.start };
}

/** 台北市112: behind the county, where no village or street can follow it. */
const behindCounty =
  /(?<=(?:[台新]北|桃园|台[中南东]|高雄|基隆|新竹|嘉义|苗栗|彰化|南投|云林|屏东|宜兰|花莲|澎湖|金门|连江)[市县] ?)(\d{3})(?=\s*(?:$|[\n,;。|/)]| (?!\d{1,4} ?[号巷弄楼])))/;
/** Three digits behind a whole house, at the end of a line or between two bars. */
const lastOfAll = /(?<=[号楼室\d] |[|,\n] ?)(?<!路 |街 |段 )([1-9]\d{2})(?=\s*(?:$|[\n|]))/;

/** 3, 5 or 6 digits before the county, or the longer ones alone. */
function takeTaiwanPostcode(sheet: Sheet): { postcode: string; at: number } | undefined {
  for (const pattern of [labelled, beforeCounty, byItself, behindCounty, lastOfAll]) {
    const match = pattern.exec(sheet.folded);
    const span = match && { start: match.index, end: match.index + match[0].length };
    if (!span || !isFree(sheet, span)) continue;
    takeSpan(sheet, span, mark.number);
    return { postcode: match[1]!, at: span.start };
  }
  return ofCounty(sheet);
}
