/**
 * Countries as people write them, to ISO 3166-1 alpha-2, and the best guess where none is given. Owns both lists. Pure.
 */
import { getCountryData } from 'lib-address/lite';
import { getCountries } from 'libphonenumber-js/min';

const written: Record<string, string> = {
  CN: "china|prc|p.r. china|p.r.china|pr china|people's republic of china|mainland china|中国|中国大陆|中华人民共和国|大陆|chn",
  US: 'usa|u.s.a.|u.s.|united states|united states of america|america|美国|美國',
  CA: 'canada|can|加拿大',
  GB: 'uk|u.k.|united kingdom|great britain|britain|england|scotland|wales|northern ireland|gbr|英国|英國',
  AU: 'australia|aus|澳大利亚|澳大利亞|澳洲',
  JP: 'japan|jpn|日本|日本国',
  KR: 'korea|south korea|republic of korea|rep. of korea|r.o.k.|kor|한국|대한민국|韩国|韓國|韓国',
  SG: 'singapore|sgp|新加坡|republic of singapore',
  HK: 'hong kong|hongkong|h.k.|hksar|hong kong sar|hkg|香港|hong kong sar china|中国香港',
  MO: 'macau|macao|macau sar|macao sar|mac|澳门|澳門|中国澳门',
  TW: 'taiwan|twn|taiwan r.o.c.|taiwan (r.o.c.)|taiwan roc|r.o.c.|台湾|台灣|臺灣|中华民国|中華民國|中国台湾',
  DE: 'germany|deutschland|deu|ger|德国|德國|allemagne',
  FR: 'france|fra|法国|法國|frankreich',
  MY: 'malaysia|马来西亚|馬來西亞',
  IT: 'italy|italia|意大利',
  ES: 'spain|españa|西班牙',
  NL: 'netherlands|the netherlands|nederland|holland|荷兰',
  CH: 'switzerland|schweiz|suisse|svizzera|瑞士',
  AT: 'austria|österreich|奥地利',
  BE: 'belgium|belgique|belgië|比利时',
  IE: 'ireland|爱尔兰',
  NZ: 'new zealand|新西兰',
  TH: 'thailand|泰国',
  VN: 'vietnam|viet nam|越南',
  PH: 'philippines|菲律宾',
  ID: 'indonesia|印度尼西亚|印尼',
  IN: 'india|印度',
  RU: 'russia|russian federation|россия|俄罗斯',
  BR: 'brazil|brasil|巴西',
  MX: 'mexico|méxico|墨西哥',
  SE: 'sweden|sverige|瑞典',
  NO: 'norway|norge|挪威',
  DK: 'denmark|danmark|丹麦',
  FI: 'finland|suomi|芬兰',
  PL: 'poland|polska|波兰',
  PT: 'portugal|葡萄牙',
  TR: 'turkey|türkiye|土耳其',
  AE: 'uae|united arab emirates|阿联酋',
  IL: 'israel|以色列',
  ZA: 'south africa|南非',
};

const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.()]+/g, ' ')
    .trim();

let byName: Map<string, string> | undefined;

function countriesByName(): Map<string, string> {
  byName ??= new Map(
    Object.entries(written).flatMap(([code, names]) =>
      names.split('|').map((name) => [plain(name), code] as const),
    ),
  );
  return byName;
}

/** ISO 3166-1 alpha-2 of a code or a name such as `China`, `USA`, 日本; undefined when there is no such country. */
export function readCountry(text: string): string | undefined {
  const name = plain(text);
  const code = name.toUpperCase();
  if (code === 'UK') return 'GB';
  if (/^[A-Z]{2}$/.test(code) && (getCountryData(code) || (getCountries() as string[]).includes(code)))
    return code;
  return countriesByName().get(name);
}

/** A country that is written out as a whole segment; codes of two letters alone are states as often. */
export const countryOfSegment = (segment: string): string | undefined => {
  const name = plain(segment);
  return name.length > 2 || name === 'uk' || name === 'us' || /\p{Script=Han}/u.test(name)
    ? (countriesByName().get(name) ?? (name === 'us' ? 'US' : undefined))
    : undefined;
};

const canadian = /\b[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d\b/i;
const british = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2}\b/i;

/** Which country an address is in when nobody says; China where nothing tells. */
export function guessCountry(text: string): string {
  const named = text
    .split(/[\n,，;|]+/)
    .map((segment) => countryOfSegment(segment.replace(/\d+/g, '').trim()))
    .findLast((code) => code !== undefined);
  if (/[\p{Script=Hangul}]/u.test(text)) return 'KR';
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]|〒|丁目|番地|[都道府県][^\s]{1,5}[市区郡]|様/u.test(text))
    return 'JP';
  if (/\p{Script=Han}/u.test(text)) return guessChinese(text);
  if (named) return named;
  if (/\bhong ?kong\b|\bkowloon\b|\bnew territories\b/i.test(text)) return 'HK';
  if (/\bsingapore\b/i.test(text)) return 'SG';
  if (/\bmaca[uo]\b/i.test(text)) return 'MO';
  if (/\btaiwan\b/i.test(text)) return 'TW';
  if (/\bchina\b/i.test(text)) return 'CN';
  const dialled = /\+(1|44|61|81|82|65|852|853|886|49|33|60|86)(?=[\s(-]|\d)/.exec(text)?.[1];
  const byCode: Record<string, string> = {
    44: 'GB',
    61: 'AU',
    81: 'JP',
    82: 'KR',
    65: 'SG',
    852: 'HK',
    853: 'MO',
    886: 'TW',
    49: 'DE',
    33: 'FR',
    60: 'MY',
    86: 'CN',
  };
  if (dialled && byCode[dialled]) return byCode[dialled];
  if (canadian.test(text)) return 'CA';
  if (british.test(text)) return 'GB';
  if (/\b(?:NSW|VIC|QLD|TAS|ACT)\b,? \d{4}\b/.test(text)) return 'AU';
  if (/\b(?:stra(?:ss|ß)e|str\.|platz|weg|allee)\b|stra(?:ss|ß)e|straße/i.test(text)) return 'DE';
  if (
    /\b(?:rue|avenue|boulevard|place|chemin|cedex)\b.*\b\d{5}\b/is.test(text) &&
    /\brue\b|\bcedex\b|[éèêç]/i.test(text)
  )
    return 'FR';
  if (/\b[A-Z]{2}\.?,? \d{5}(?:-\d{4})?\b/.test(text) || dialled === '1') return 'US';
  return 'CN';
}

/** Chinese characters: the mainland unless the text names another place or dials there. */
function guessChinese(text: string): string {
  if (/\+?852[-\s]?[2-9]\d{3}|九龍|(?:^|[\s,，])新界/.test(text)) return 'HK';
  if (/\+?853[-\s]?[26]\d{3}|澳門/.test(text)) return 'MO';
  if (/\+?886[-\s]?\d|[臺台][北中南]市|新北市|高雄市|(?:^|\D)09\d{2}-?\d{3}-?\d{3}(?!\d)/.test(text))
    return 'TW';
  if (/香港/.test(text) && !/[省市]/.test(text.slice(0, text.indexOf('香港')))) return 'HK';
  return 'CN';
}
