/**
 * Numbers in a Chinese address: mobiles, landlines, 400 and privacy numbers, numbers abroad, postcodes; and those that are
 * none of it (identity cards, order numbers). Owns how each is told from house numbers. Crosses them out on the sheet.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { mark, type Sheet, takeSpan } from '../parse-sheet.ts';
import { isPostcodeArea } from '../regions/region-evidence.ts';

export interface ChinaNumbers {
  /** National digits: `13800138000`, `010-12345678-12`, `400-123-4567`; E.164 for numbers abroad; empty when there is none. */
  phone: string;
  /** Further phones, in the order of the text. */
  others: string[];
  postcode: string;
  /** Where each phone stands. */
  phoneSpans: Array<{ phone: string; start: number; end: number }>;
  postcodeAt: number | undefined;
}

const extension = String.raw`(?: ?(?:-|–|—|转 ?分机|转|轉|分机|分機|ext\.?|x|#|\*) ?:? ?(\d{1,6})(?!\d)| ?[(\[](?:转|分机|ext\.?)?(\d{3,5})[)\]])?`;
/** A number may be glued to it, but to no other digits. */
const mainland = String.raw`(?:(?:\(?\+|(?<!\d)00)86\)?|\(86\)|(?<![\d-])86(?=[-\s]?\d{11}(?!\d)|[- ]\d))[-\s)]*`;

const identityCard =
  /(?<!\d)[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dx](?!\d)/g;
const otherNumbers =
  /(?<![a-z])(?:b\.?r\.?|uen|商业登记证?|统编|统一编号)\s?(?:no\.?|号码?)?[:\s]{0,2}\d{7,9}[a-z]?(?!\d)|(?:金额|合计|总计|共计|小计)\s?[:=]?\s?(?:nt)?[$¥]?\s?\d[\d,]*(?:\.\d+)?元?|(?:末|尾|后)[三四五六]码\s?[:是为]?\s?\d{3,6}(?!\d)|(?:订单|手机)?尾号\s?[:：]?\s?\d{3,6}(?!\d)|(?:我的?|这个?|原|旧)?(?:订单|运单|快递单|物流单|单号|工单|票号)(?:编?号码?|编号|号)?\s?(?:是|为|[::#])?\s{0,2}#?[a-z]{0,4}\d[a-z\d-]{3,29}(?![\d-])|(?:订单|运单|快递单|物流单|交易|订|运|快递|物流|支付宝|身份|流水|商品|单据|参考)?(?:编号|单号码?|证号码?|流水号)[:\s]*(?:[a-z]{0,4}\d[a-z\d-]{5,29})|身份证[:\s]*|(?:(?:sf|顺丰|圆通|中通|申通|韵达|京东)(?:速运|快递|速递)?\s?:?\s?)?(?<![a-z\d])(?:sf|yt|zto|sto|jdv?[a-z]?|ems|yd)\d{10,15}(?!\d)|(?<![a-z\d])[\w.+-]{1,40}@[a-z\d-]{1,30}(?:\.[a-z\d-]{1,20}){1,3}/g;

/** 138****8000, (微信同号), the number of the line in a list, who pays the courier: said of a phone, of the parcel or nothing at all. */
const noise =
  /(?<!\d)1\d{2}\*{3,5}\d{3,4}(?!\d)|\(?(?:微信同号|同微信|微信同手机号?|电话同微信)\)?|(?<=^|\n)(?:no\.?\s?)?\d{1,3}(?:[、)]|\.(?!\d))\s*(?=[^\d\s])|(?<=^|\n)\d{1,4}(?= \| )|(?<=^|\n)\[\p{Script=Han}{2,8}\]|(?<=^|[\s,;|/])(?:(?:到付|寄付|月结|现付)(?:\s?[:¥]?\s?\d+(?:\.\d+)?元?)?|\d{1,3}(?:\.\d+)?\s?kg)(?=$|[\s,;|/])|(?<=[\p{Script=Han}*a-z])\[\d{4}\]|短号\s?[:=]?\s?\d{3,8}|(?<!\d)\d{3,6} ?\((?:集团)?短号\)|(?:发票抬头|抬头|税号|开户行|性别|年龄|生日|职业|微信号?(?!\s?[:=]\s?1[3-9]\d{9})|qq号?|邮箱|会员号?|昵称|旺旺|淘宝号?|数量|尺寸|规格|金额)\s?[:=]\s?[^\s,;|\n]{1,20}/gu;

interface PhoneShape {
  pattern: RegExp;
  write(match: RegExpExecArray): string;
}

const withExtension = (number: string, match: RegExpExecArray, from: number): string => {
  const digits = match[from] ?? match[from + 1];
  return digits ? `${number}-${digits}` : number;
};
const digitsOf = (text: string): string => text.replace(/\D/g, '');

const spokenDigits = new Map(
  [...'零〇一二三四五六七八九幺两壹贰叁肆伍陆柒捌玖'].map((char, at) => [
    char,
    '0012345678912123456789'[at]!,
  ]),
);
const spokenDigit = `[${[...spokenDigits.keys()].join('')}]`;
const mobileOf = (digits: string): string => (/^1[3-9]\d{9}$/.test(digits) ? digits : '');

const areaCode = String.raw`(0(?:10|2\d|[3-9]\d{2}))`;

/** In the order of trust; each takes what the ones before it left. */
const shapes: readonly PhoneShape[] = [
  {
    // A number of a shop's privacy service in one piece.
    pattern: new RegExp(String.raw`(?<![\d-])(95\d{9,13})(?!\d)${extension}`, 'g'),
    write: (match) => withExtension(match[1]!, match, 2),
  },
  {
    pattern: new RegExp(
      String.raw`(?:${mainland}|(?<!\d\.?))(1[3-9]\d([-\s.·]?)\d{4}\2\d{4}|1 [3-9](?: \d){9}(?! ?\d)|1[3-9]\d{2}[-\s.]\d{3}[-\s.]\d{4}(?![-\s.]?\d)|1[3-9]\d[-\s.]\d{3}[-\s.]\d{5})(?!\d)${extension}`,
      'g',
    ),
    write: (match) => withExtension(digitsOf(match[1]!), match, 3),
  },
  {
    // 一三九一九三〇四五八二: as somebody dictates it.
    pattern: new RegExp(String.raw`${spokenDigit}(?:[\s,、]{0,2}${spokenDigit}){10}(?!${spokenDigit})`, 'g'),
    write: (match) => mobileOf([...match[0]].map((char) => spokenDigits.get(char) ?? '').join('')),
  },
  {
    // A mobile glued to the number of a room before it or to a postcode after it.
    pattern: /(?<=(?<!\d)\d{1,5})(1[3-9]\d{9})(?!\d)|(?<!\d)(1[3-9]\d{9})(?=\d{6}(?!\d))/g,
    write: (match) => match[1] ?? match[2]!,
  },
  {
    // A landline glued to the number of a room: only with its hyphen.
    pattern: new RegExp(
      String.raw`(?<=\D\d{1,4})(0(?:10|2\d|[3-9]\d{2})-[2-9]\d{6,7})(?!\d)${extension}`,
      'g',
    ),
    write: (match) => withExtension(match[1]!, match, 2),
  },
  {
    pattern: new RegExp(String.raw`(?<![\d-])([48]00)[-\s]?(\d{3})[-\s]?(\d{4})(?!\d)${extension}`, 'g'),
    write: (match) => withExtension(`${match[1]}-${match[2]}-${match[3]}`, match, 4),
  },
  {
    pattern: new RegExp(
      String.raw`(?:(?:${mainland}\(?|(?<!\d|[\da-z]-)\(?)${areaCode}\)?|(?:\(?\+|00)86\)?[-\s]*(10|2\d|[3-9]\d{2}))[-\s)]*([2-9]\d{2,3}[-\s]?\d{4}|\d{7,8})(?!\d)${extension}`,
      'g',
    ),
    write: (match) => withExtension(`${match[1] ?? `0${match[2]}`}-${digitsOf(match[3]!)}`, match, 4),
  },
  {
    // 65217834(上海座机,前面加021), 宅电2235108 区号0902: the code is said apart.
    pattern: new RegExp(
      String.raw`(?<![\d-])([2-9]\d{2,3}[- ]?\d{4})(?![\d-])[^\d\n]{0,12}?(?:区号|前面?加|加拨?|拨)[^\d\n]{0,3}${areaCode}(?!\d)`,
      'g',
    ),
    write: (match) => `${match[2]}-${digitsOf(match[1]!)}`,
  },
  {
    pattern: new RegExp(
      String.raw`区号[:是为 ]{0,2}${areaCode}[^\d\n]{1,8}([2-9]\d{2,3}[- ]?\d{4})(?![\d-])`,
      'g',
    ),
    write: (match) => `${match[1]}-${digitsOf(match[2]!)}`,
  },
  {
    pattern: new RegExp(String.raw`(?<![\d-])(95\d{3}(?:\s?\d{3,8}|-\d{7,8})?)(?!\d)${extension}`, 'g'),
    write: (match) => withExtension(digitsOf(match[1]!), match, 2),
  },
  {
    // 1389413 7725, 186 99954107: parted anywhere, in pieces of three digits or more.
    pattern:
      /(?<![\d.-]|[\da-z一二三四五六七八九十号](?:号|栋|幢|座|楼|室|单元|层) ?)(?=1[3-9])\d{3,8}(?:[ -]\d{3,8}){1,2}(?![\d-]| ?[号栋幢座楼室层单元])/g,
    write: (match) => mobileOf(digitsOf(match[0])),
  },
  {
    // 手机:188 3 170 5426: behind its label wherever it is parted.
    pattern: /(?<=(?:手机号?|电话|联系方式|tel)[: ]{1,3})1[3-9](?:[ -]?\d){9}(?! ?\d)/g,
    write: (match) => mobileOf(digitsOf(match[0])),
  },
  {
    pattern: /(?<![\d+])(?:\+|00)(?!86)[1-9]\d{0,2}[-\s]?\(?\d(?:[-\s.()]{0,2}\d){5,13}(?!\d)/g,
    write: (match) => readAbroad(match[0]),
  },
];

/** E.164, or empty when it can't be a phone. */
function readAbroad(text: string): string {
  const digits = digitsOf(text).replace(/^00/, '');
  return parsePhoneNumberFromString(`+${digits}`)?.number ?? '';
}

/** Crosses out numbers of orders, identity cards and what else forms have that is no part of an address. */
export function dropOtherNumbers(sheet: Sheet): void {
  for (const pattern of [identityCard, otherNumbers, noise]) {
    for (const match of sheet.folded.matchAll(pattern)) dropSpan(sheet, match);
  }
}

/** Finds and crosses out every number that is no part of a street address. */
export function takeChinaNumbers(sheet: Sheet): ChinaNumbers {
  dropOtherNumbers(sheet);
  const found: Array<{ phone: string; start: number; end: number }> = [];
  for (const { pattern, write } of shapes) {
    for (const match of sheet.folded.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].trimEnd().length;
      const phone = overlaps(sheet, start, end) ? '' : write(match as RegExpExecArray);
      if (!phone || !isPhoneHere(sheet, phone, start)) continue;
      takeSpan(sheet, { start, end }, mark.number);
      found.push({ phone, start, end });
    }
  }
  for (const { phone } of found) dropTag(sheet, phone.split('-')[1] ?? '');
  const mobiles = found.filter(({ phone }) => /^1\d{10}/.test(phone));
  const ordered = found.toSorted((a, b) => a.start - b.start);
  const phone = (mobiles.toSorted((a, b) => a.start - b.start)[0] ?? ordered[0])?.phone ?? '';
  const others = [...new Set(ordered.map((each) => each.phone))].filter((each) => each !== phone);
  return { phone, others, phoneSpans: found, ...takePostcode(sheet) };
}

/** Shops put the extension of a privacy number behind the name too: 张**[1234]. */
function dropTag(sheet: Sheet, extensionDigits: string): void {
  if (!/^\d{3,6}$/.test(extensionDigits)) return;
  for (const match of sheet.folded.matchAll(new RegExp(`[[(【]${extensionDigits}[\\])】]`, 'g')))
    dropSpan(sheet, match);
}

/** 95 numbers are short: alone they are a phone only where the text says so, or with an extension. */
function isPhoneHere({ folded }: Sheet, phone: string, start: number): boolean {
  if (!/^95\d/.test(phone) || phone.includes('-') || phone.length > 9) return true;
  return /(?:电话|手机|号码|联系方式|tel|phone)[:\s]*$/.test(folded.slice(Math.max(0, start - 8), start));
}

function overlaps({ marks }: Sheet, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (marks[at] !== mark.free) return true;
  return false;
}

function dropSpan(sheet: Sheet, match: RegExpMatchArray): void {
  const start = match.index ?? 0;
  takeSpan(sheet, { start, end: start + match[0].length }, mark.dropped);
}

const labelled = /(?:邮政编码|邮政编号|邮编|post ?code|zip(?: ?code)?)["']?\s*[:=]?\s*["']?(\d{6})(?!\d)/g;
const alone =
  /(?<![\da-z.#号第-])(\d{6})(?![\da-z]|[-.]\d|\s?(?:号|室|栋|幢|楼|弄|座|户|单元|单位|组|队|米|元|层|支|信箱|部队))/g;

function takePostcode(sheet: Sheet): { postcode: string; postcodeAt: number | undefined } {
  for (const [pattern, sure] of [
    [labelled, true],
    [alone, false],
  ] as const) {
    for (const match of sheet.folded.matchAll(pattern)) {
      const digits = match[1]!;
      const start = match.index + match[0].length - 6;
      if (overlaps(sheet, start, start + 6)) continue;
      const known = isPostcodeArea(digits);
      // 000000 is what forms send when nobody knows the postcode.
      if (!known && !/^(\d)\1{5}$/.test(digits) && !sure) continue;
      takeSpan(sheet, { start: match.index, end: start + 6 }, mark.number);
      return known && !/^0+$/.test(digits)
        ? { postcode: digits, postcodeAt: start }
        : { postcode: '', postcodeAt: undefined };
    }
  }
  return { postcode: '', postcodeAt: undefined };
}
