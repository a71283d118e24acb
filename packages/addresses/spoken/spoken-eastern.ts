/**
 * Numbers of a dictated text in Chinese characters, kana or Hangul: phones and postcodes in digits wherever they are said, houses in Japan
 * and Korea too, in China where somebody plainly speaks: who types writes them in characters on purpose. Owns how such numbers are said and
 * told from names. Pure.
 */
import { scriptOf as charactersOf } from '../parse-clean.ts';
import { type Edit, editsOf } from './text-edits.ts';

const hanDigits = new Map(
  Object.entries({
    '0': '零〇○洞',
    '1': '一壹幺么',
    '2': '二贰貳两兩',
    '3': '三叁參',
    '4': '四肆',
    '5': '五伍',
    '6': '六陆陸',
    '7': '七柒拐',
    '8': '八捌',
    '9': '九玖勾',
  }).flatMap(([digit, chars]) => [...chars].map((char) => [char, digit] as const)),
);
/** The longer ways to say one stand before the shorter. */
const kanaDigits: Readonly<Record<string, string>> = {
  にい: '2',
  にー: '2',
  ニー: '2',
  ごお: '5',
  ごー: '5',
  ゴー: '5',
  ゼロ: '0',
  ぜろ: '0',
  れい: '0',
  レイ: '0',
  まる: '0',
  マル: '0',
  いち: '1',
  イチ: '1',
  に: '2',
  ニ: '2',
  さん: '3',
  サン: '3',
  よん: '4',
  ヨン: '4',
  し: '4',
  ご: '5',
  ゴ: '5',
  ろく: '6',
  ロク: '6',
  なな: '7',
  ナナ: '7',
  しち: '7',
  はち: '8',
  ハチ: '8',
  きゅう: '9',
  きゅー: '9',
  キュウ: '9',
  キュー: '9',
};
const hangulDigits = new Map(
  [...'공영일이삼사오육륙칠팔구'].map((char, at) => [char, '001234566789'[at]!] as const),
);

interface Script {
  /** One digit as it is said or written. */
  digit: string;
  valueOf: (said: string) => string | undefined;
  /** What may stand between two of them. */
  between: string;
  phone: RegExp;
  write: (digits: string, groups: readonly string[]) => string;
}

const han: Script = {
  digit: `[\\d${[...hanDigits.keys()].join('')}]`,
  valueOf: (said) => hanDigits.get(said),
  between: '[ \\n,、.。·-]{0,2}',
  phone: /^(?:(?:86)?1[3-9]\d{9}|0(?:10|2\d|[3-9]\d{2})[2-9]\d{6,7}|09\d{8}|0[2-8]\d{7,8}|[2-9]\d{7})$/,
  write: (digits, groups) => {
    if (digits.length === 8) return `${digits.slice(0, 4)} ${digits.slice(4)}`;
    if (/^09\d{8}$/.test(digits)) return digits.replace(/^(\d{4})(\d{3})/, '$1-$2-');
    if (!digits.startsWith('0')) return digits.replace(/^86(?=1)/, '');
    const area =
      groups.length > 1 && groups[0]!.length < 5 ? groups[0]!.length : /^0(?:10|2)/.test(digits) ? 3 : 4;
    return `${digits.slice(0, area)}-${digits.slice(area)}`;
  },
};
const kana: Script = {
  digit: `(?:${Object.keys(kanaDigits).join('|')}|[\\d${[...hanDigits.keys()].join('')}])`,
  valueOf: (said) => kanaDigits[said] ?? hanDigits.get(said),
  between: '(?:[ ,、-]|の|ノ|ハイフン){0,3}',
  phone: /^0\d{9,10}$/,
  write: (digits, groups) => {
    if (/^0[5789]0\d{8}$/.test(digits)) return digits.replace(/^(\d{3})(\d{4})/, '$1-$2-');
    return groups.length === 3 ? groups.join('-') : digits;
  },
};
const hangul: Script = {
  digit: `[\\d${[...hangulDigits.keys()].join('')}]`,
  valueOf: (said) => hangulDigits.get(said),
  between: '(?:[ ,-]|에|의|국에|다시|대시){0,3}',
  phone: /^(?:01[016789]\d{7,8}|02\d{7,8}|0[3-7]\d\d{7,8})$/,
  write: (digits) => digits.replace(/^(02|0\d{2})(\d{3,4})(\d{4})$/, '$1-$2-$3'),
};

const scriptOf = (text: string): Script =>
  /\p{Script=Hangul}/u.test(text)
    ? hangul
    : /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
      ? kana
      : han;

interface Said {
  value: string;
  start: number;
  end: number;
  /** Nothing stands between it and the one before. */
  isJoined: boolean;
  isWritten: boolean;
}

function digitsIn(text: string, from: number, script: Script): Said[] {
  let last = 0;
  return [...text.matchAll(new RegExp(script.digit, 'gu'))].map(({ 0: said, index }) => {
    const isJoined = last === index;
    last = index + said.length;
    const isWritten = /^\d$/.test(said);
    const value = isWritten ? said : script.valueOf(said)!;
    return { value, start: from + index, end: from + last, isJoined, isWritten };
  });
}

/** At least this many digits are a phone. */
const leastPhone = 8;

/** Phones that were said, in digits. */
export function spokenPhoneEdits(text: string): Edit[] {
  const script = scriptOf(text);
  const run = new RegExp(`${script.digit}(?:${script.between}${script.digit}){${leastPhone - 1},15}`, 'gu');
  const edits: Edit[] =
    script === han
      ? editsOf(text, phoneEnd, ({ 0: said }) => [...said].map((char) => script.valueOf(char)).join(''))
      : [];
  for (const { 0: whole, index } of text.matchAll(run)) {
    const digits = digitsIn(whole, index, script);
    const found = phoneWithin(digits, script, text);
    if (!found) continue;
    const { from, to } = found;
    const taken = digits.slice(from, to);
    if (taken.every(({ isWritten }) => isWritten)) continue;
    const written = taken.map(({ value }) => value).join('');
    const span = { start: taken[0]!.start, end: taken.at(-1)!.end };
    const isRepeated = text.replace(/[ -]/g, '').includes(written);
    edits.push(
      isRepeated
        ? { ...span, text: '', isTalk: true }
        : { ...span, text: script.write(written, groupsOf(taken)) },
    );
  }
  return edits;
}

/** 最后是零九六二: the end of a phone by itself. */
const phoneEnd =
  /(?<=(?:最后|末尾|后面?|尾)(?:[一两俩三四]?(?:位|个数字?|数字?|码)|号|數)?(?:应该)?[是为係] ?)[零〇一二三四五六七八九幺]{1,4}(?![零〇一二三四五六七八九幺十百千号栋幢楼])/gu;

const groupsOf = (digits: readonly Said[]): string[] =>
  digits.reduce<string[]>((groups, { value, isJoined }, at) => {
    if (isJoined || at === 0) groups.push((groups.pop() ?? '') + value);
    else groups.push(value);
    return groups;
  }, []);

/** All of the digits, or a part of them that begins or ends where a group does: the room may stand before the phone. */
function phoneWithin(
  digits: readonly Said[],
  script: Script,
  text: string,
): { from: number; to: number } | undefined {
  const isStart = (at: number): boolean =>
    at === 0 || !digits[at]!.isJoined || digits[at - 1]!.end - digits[at - 1]!.start > 1;
  const isEnd = (to: number): boolean =>
    to === digits.length ? !/^[百千十]/.test(text.slice(digits[to - 1]!.end)) : !digits[to]!.isJoined;
  for (let from = 0; from <= digits.length - leastPhone; from++) {
    const isOpen =
      isStart(from) || /^[にしご]$/.test(text.slice(digits[from]!.start - 1, digits[from]!.start));
    if (!isOpen) continue;
    for (let to = digits.length; to >= from + leastPhone; to--) {
      const written = digits
        .slice(from, to)
        .map(({ value }) => value)
        .join('');
      // 칠팔구공이에요: the last one is the verb.
      const isVerb =
        script === hangul && /^[이일]/.test(text.slice(digits[to]?.start)) && to === digits.length - 1;
      if (!script.phone.test(written) || !(isEnd(to) || isVerb)) continue;
      if (written.length > 8 || isEight(digits.slice(from, to), text)) return { from, to };
    }
  }
  return undefined;
}

/** Eight digits are a phone behind a word for one, or said four by four. */
function isEight(digits: readonly Said[], text: string): boolean {
  const before = text.slice(Math.max(0, digits[0]!.start - 8), digits[0]!.start);
  const fours = groupsOf(digits);
  return (
    (fours.length === 2 && fours[0]!.length === 4) ||
    /[電电][話话]|手[機机]|手提|聯[絡络]|联[络系]|打|tel|whatsapp/iu.test(before)
  );
}

const postcodeLabels =
  /(?:邮政编码|邮编|郵遞區號|邮递区号|郵便(?:番号)?|〒|우편 ?번호)(?:就?是|为|為|は|が|는|은|가)?[ :,、]{0,2}/gu;

/** The postcode behind its label. */
export function spokenPostcodeEdits(text: string): Edit[] {
  const script = scriptOf(text);
  const run = new RegExp(`^${script.digit}(?:${script.between}${script.digit}){2,6}`, 'u');
  return [...text.matchAll(postcodeLabels)].flatMap(({ 0: label, index }) => {
    const start = index + label.length;
    const match = run.exec(text.slice(start));
    if (!match) return [];
    const lengths = script === hangul ? [5] : script === kana ? [7] : [6, 5, 3];
    const digits = digitsIn(match[0], start, script);
    const length = lengths.find((each) => each <= digits.length);
    const taken = digits.slice(0, length);
    if (length === undefined || taken.every(({ isWritten }) => isWritten)) return [];
    const written = taken.map(({ value }) => value).join('');
    const shown = script === kana ? `${written.slice(0, 3)}-${written.slice(3)}` : written;
    return [{ start, end: taken.at(-1)!.end, text: shown }];
  });
}

/** The value of 三百二十 or 三〇二; NaN where it is none. */
function hanValue(said: string): number {
  if (/^\d+$/.test(said)) return Number(said);
  if (!/[十百千]/.test(said)) return Number([...said].map((char) => hanDigits.get(char) ?? 'x').join(''));
  const match = /^(?:(.?)千)?(?:(.?)百)?(?:(.?)十)?(.?)$/u.exec(said.replace(/[零〇]/gu, ''));
  if (!match) return Number.NaN;
  const [, thousands, hundreds, tens, units] = match;
  const times = (digit: string | undefined, by: number): number =>
    digit === undefined ? 0 : digit === '' ? by : Number(hanDigits.get(digit)) * by;
  return (
    times(thousands, 1000) +
    times(hundreds, 100) +
    times(tens, 10) +
    (units ? Number(hanDigits.get(units)) : 0)
  );
}

const kanaNumbers: ReadonlyArray<readonly [RegExp, string]> = [
  [/じゅう|ジュウ/gu, '十'],
  [/[ひびぴ]ゃく|[ヒビピ]ャク/gu, '百'],
  [/せん|ぜん|セン/gu, '千'],
  [/きゅう|キュウ/gu, '九'],
  [/はち|はっ|ハチ/gu, '八'],
  [/なな|しち|ナナ/gu, '七'],
  [/ろく|ろっ|ロク/gu, '六'],
  [/いち|いっ|イチ/gu, '一'],
  [/さん|サン/gu, '三'],
  [/よん|ヨン/gu, '四'],
  [/ご|ゴ/gu, '五'],
  [/に|ニ/gu, '二'],
];
const kanaNumber = '(?:じゅう|ひゃく|びゃく|ぴゃく|せん|きゅう|はち|なな|しち|ろく|いち|さん|よん|ご|に)+';
const japaneseNumber = `(?:[〇零一二三四五六七八九十百千]+|${kanaNumber}|\\d+)`;
/** A block and its house, behind a quarter. */
const japaneseHouse = new RegExp(
  `(?<=[\\p{Script=Han}ァ-ヶー])([ ,、]{0,2})(?<![〇零一二三四五六七八九十百千])(${japaneseNumber}(?:(?:の|ノ)${japaneseNumber}){1,2})(?=$|[\\s,、。.]|です|で|に|号|まで|宛|番)|(?<=町|丁目)([ ,、]?)(${japaneseNumber})(?=[\\s,、。]|です|$)`,
  'gu',
);

/** 四丁目三十二番九号, 二〇五号室; 三番町 is a name, and 北浜一丁目 by itself is written so. */
const japaneseUnit =
  /(?<![〇零一二三四五六七八九十百千第])[〇零一二三四五六七八九十百千]{1,5}(?=丁目[、,]? ?[〇零一二三四五六七八九十百千]{1,5}番|番地?(?![町丁街館])|号(?![町丁街館棟線])|階)/gu;

const kanjiOf = (said: string): string =>
  kanaNumbers.reduce((text, [pattern, to]) => text.replace(pattern, to), said);

const koreanNumber =
  '(?:[이삼사오육칠팔구]?천)?(?:[이삼사오육칠팔구]?백)?(?:[이삼사오육칠팔구]?십)?[일이삼사오육칠팔구]?';
const koreanEnd = '(?=$|[\\s,.]|이고|이요|이에|입니다|번지|번길|번|호|요)';
const koreanHouse = new RegExp(
  `(?<=[가-힣](?:로|길|동|리|가),? )(?=[일이삼사오육칠팔구십백천])(${koreanNumber})${koreanEnd}`,
  'gu',
);
const koreanUnit = new RegExp(
  `(?<=[ \\d])(?=[일이삼사오육칠팔구십백천])(${koreanNumber})(?=층|호|동 (?:\\d+|${koreanNumber})호)|(?<= )([공일이삼사오육칠팔구]{3,4})(?=호)`,
  'gu',
);

function koreanValue(said: string): number {
  const digits = (char: string): string => hangulDigits.get(char) ?? char;
  const han = [...said]
    .map((char) => ({ 천: '千', 백: '百', 십: '十' })[char] ?? '零一二三四五六七八九'[Number(digits(char))]!)
    .join('');
  return hanValue(han);
}

/** Somebody speaks and doesn't write: only then the numbers of a house are what a typist would have put in digits. */
const speaks =
  /语音|語音|口述|电话记录|來電|来电|[讀念][畀俾給]你|[講说說读讀念]慢|慢慢[講说說读讀念]|转文字|记(?:一)?下|听(?:我说|好|着|得清|得见)|[呃嗯]|就是那个|然后|[啊呃]不[对對]|(?:^|[ ,。])(?:那个|哎|额) /u;
/** 幺三九二, 一三八, 六一七五, 二零三九: a phone as nobody writes it. */
const saidPhone =
  /(?<![零〇一二三四五六七八九\d])幺[零〇一二三四五六七八九幺\d]{2}|(?:[零〇一二三四五六七八九幺]{3,4},){2}[零〇一二三四五六七八九幺]{3,4}(?![零〇一二三四五六七八九十百千])/u;
/** 翠绿的翠: somebody says which character is meant. */
const saysWhichCharacter =
  /(?<=^|[ ,。])\p{Script=Han}{0,3}(\p{Script=Han})\p{Script=Han}{0,3}[的嗰个個嘅]\1/u;
/** Who wrote one number of the house in digits wrote the others as they are. */
const isInDigits = /\d(?:号|號|樓|棟|栋|幢|座|单元|室|楼|层)/u;
const chineseNumber = '[零〇一二三四五六七八九十百千两幺]{1,7}';
/** 二十七号四零三; B座，对，一八零六: what is left of numbers when phones are read is a room. */
const roomDigits = '[零〇一二三四五六七八九幺]{3,4}';
const chineseUnit =
  '(?:号楼|号院|号|號|樓|層|巷|棟|栋|幢|座|单元|室|房|楼|层|弄|排|门(?=[ ,一二三四五六七八九十])|户|铺(?!路))';
/** What is said next, where nobody pauses. */
const labelBehind = '名字|姓名|号码|电话|手机|联系';
/** 二十六幢一单元四零二, 十七-三: behind a name or a unit, and no part of the name of a road. */
const chineseHouse = new RegExp(
  `(?<![零〇一二三四五六七八九十百千两幺第])(${chineseNumber})(?=${chineseUnit}(?!街(?!坊)|[路道桥线站村]))|(?<=(?:号楼|号院|栋|幢|座|单元|层|楼|门|之[一二三四五六七八九])[ ,]?)(${chineseNumber})(?=$|[ ,。;\\n啊哦呢吧嗯-])|(?<=号楼|栋|幢|座|单元|门)(${roomDigits})(?=收|${labelBehind}|就[这是行]|完|没了|谢)|(?<=号|,)(${roomDigits})(?=$|[,。;\\n啊哦呢吧嗯])|(?<=[\\d零〇一二三四五六七八九十百千两幺]-)(${chineseNumber})(?=$|[ ,。;\\n-]|收[件货]|${labelBehind})|(?<=[ ,]|号|栋|幢|院)(${chineseNumber})(?=-[零〇一二三四五六七八九十百千两幺\\d])|(?<=[路街道巷] ?)(${chineseNumber})(?= )|(?<=不是|唔係)(${chineseNumber})(?=[,。])|(?<=[樓號]之)(${chineseNumber})(?=$|[ ,。;\\n])`,
  'gu',
);

/** Numbers of a house that somebody dictated in Chinese. */
function chineseHouses(text: string, given: string): Edit[] {
  const { simplified, traditional } = charactersOf(text);
  // In traditional characters such a house stays in words unless somebody says that they speak.
  if (traditional > simplified && !speaks.test(given)) return [];
  const isSaid = [speaks, saidPhone, saysWhichCharacter].some((sign) => sign.test(given));
  if (!isSaid || isInDigits.test(text)) return [];
  return editsOf(text, chineseHouse, (match) => {
    const value = hanValue(match.slice(1).find((part) => part !== undefined)!);
    return Number.isNaN(value) ? undefined : String(value);
  });
}

/** Houses as they stand on a parcel: of Japan and Korea always, of China where somebody speaks, as the text that was given tells. */
export function spokenHouseEdits(text: string, given: string): Edit[] {
  const script = scriptOf(text);
  if (script === han) return chineseHouses(text, given);
  if (script === kana) {
    const blocks = editsOf(text, japaneseHouse, (match) => {
      const parts = (match[2] ?? match[4]!).split(/[のノ]/u).map((part) => hanValue(kanjiOf(part)));
      return parts.some(Number.isNaN) ? undefined : parts.join('-');
    });
    const units = editsOf(text, japaneseUnit, ({ 0: said }) => {
      const value = hanValue(said);
      return Number.isNaN(value) ? undefined : String(value);
    });
    return [
      ...blocks,
      ...units.filter((unit) => blocks.every(({ start, end }) => unit.end <= start || unit.start >= end)),
    ];
  }
  if (script !== hangul) return [];
  const write = (match: RegExpExecArray): string | undefined => {
    const value = koreanValue(match[1] ?? match[2]!);
    return Number.isNaN(value) || value === 0 ? undefined : String(value);
  };
  const houses = editsOf(text, koreanHouse, write);
  const units = editsOf(text, koreanUnit, write);
  return [...houses, ...units.filter((unit) => houses.every(({ start }) => start !== unit.start))];
}
