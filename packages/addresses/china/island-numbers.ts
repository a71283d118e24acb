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
    const spans = phoneSpans(sheet.text, country);
    for (const span of spans.all) takeSpan(sheet, span, mark.number);
    const post =
      country === 'TW'
        ? takeTaiwanPostcode(sheet)
        : country === 'SG'
          ? takeSingaporePostcode(sheet)
          : undefined;
    return {
      phone: spans.phone,
      others: spans.others,
      phoneSpans: spans.all,
      postcode: post?.postcode ?? '',
      postcodeAt: post?.at,
    };
  };

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

const labelled = /(?:邮递区号|邮政编码|邮编|zip(?: code)?)[:\s]{0,3}(\d{3}(?:-?\d{2,3})?)(?![\d-])/;
const beforeCounty =
  /(?<![\d-])(\d{3}(?:-?\d{2,3})?)(?=[\s,)]{0,2}(?:台湾|台|新北|桃园|高雄|基隆|新竹|嘉义|苗栗|彰化|南投|云林|屏东|宜兰|花莲|澎湖|金门|连江))/;
const byItself = /(?<=^|[\s,(])(\d{5,6}|\d{3}-\d{2,3})(?=[\s,)]|$)(?!\s?[号巷弄楼之])/;

/** Six digits by themselves, in brackets, behind a label or the city. */
function takeSingaporePostcode(sheet: Sheet): { postcode: string; at: number } | undefined {
  const match = /(?:邮编|邮区|邮政编码|s)?[:\s]*[(]?(?<![\d#-])(\d{6})(?![\d-])[)]?/.exec(sheet.folded);
  const span = match && { start: match.index, end: match.index + match[0].length };
  if (!span || !isFree(sheet, span)) return undefined;
  takeSpan(sheet, span, mark.number);
  return { postcode: match[1]!, at: span.start };
}

/** Three digits behind a whole house, at the end of a line or between two bars. */
const lastOfAll = /(?<=[号楼室\d] |[|,\n] ?)(?<!路 |街 |段 )([1-9]\d{2})(?=\s*(?:$|[\n|]))/;

/** 3, 5 or 6 digits before the county, or the longer ones alone. */
function takeTaiwanPostcode(sheet: Sheet): { postcode: string; at: number } | undefined {
  for (const pattern of [labelled, beforeCounty, byItself, lastOfAll]) {
    const match = pattern.exec(sheet.folded);
    const span = match && { start: match.index, end: match.index + match[0].length };
    if (!span || !isFree(sheet, span)) continue;
    takeSpan(sheet, span, mark.number);
    return { postcode: match[1]!, at: span.start };
  }
  return undefined;
}
