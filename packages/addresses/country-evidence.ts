/**
 * Where an address is when nobody says: every sign in the text speaks for one country or for several, and the signs are added up.
 * Owns the signs and their weights; must never read an address. Pure.
 */
import { findCountry, knownCountries } from './countries.ts';
import { countriesOfCallingCode, countryOfSegment } from './country-names.ts';
import { foldText, scriptOf } from './parse-clean.ts';
import { nameAt } from './regions/eastern-municipalities.ts';
import { regionNames } from './regions/region-names.ts';
import { countryFeatures, toldCountries } from './tagging/country-features.ts';
import { readChain, tagChain } from './tagging/linear-chain.ts';
import { countriesOfTown } from './town-names.ts';

/** ISO code to the weight of what speaks for it; a clear sign weighs 5 and more. */
export type CountryWeights = ReadonlyMap<string, number>;

interface Sign {
  pattern: RegExp;
  /** `US 3, CA 2`. */
  weights: ReadonlyArray<readonly [string, number]>;
}

const sign = (pattern: RegExp, weights: string): Sign => ({
  pattern,
  weights: weights.split(', ').map((each) => {
    const [country, weight] = each.split(' ') as [string, string];
    return [country, Number(weight)];
  }),
});

/** In any writing: numbers. */
const numberSigns: readonly Sign[] = [
  sign(/(?<![\d+])(?:\+?86[-\s]*)?1[3-9]\d([-\s]?)\d{4}\1\d{4}(?!\d)/, 'CN 5'),
  sign(/〒|(?<![\d-])\d{3}-\d{4}(?![\d-])/, 'JP 1.5'),
  sign(/〒/, 'JP 6'),
  sign(/(?<![\d-])0[5789]0[- ]\d{4}[- ]\d{4}(?!\d)/, 'JP 5'),
  sign(/(?<![\d-])0[789]0\d{8}(?!\d)/, 'JP 4'),
  sign(/(?<![\d-])01[016789][-. ]?\d{3,4}[-. ]?\d{4}(?!\d)/, 'KR 4'),
  sign(/(?<!\d)09\d{2}[- ]?\d{3}[- ]?\d{3}(?!\d)/, 'TW 4'),
  sign(/(?<![\d-])07\d{3} ?\d{3} ?\d{3}(?!\d)/, 'GB 4'),
  sign(/(?<![\d-])0[12]\d{1,3} ?\d{3,4} ?\d{3,4}(?!\d)/, 'GB 1, DE 1'),
  sign(/(?<![\d-])04\d{2} ?\d{3} ?\d{3}(?!\d)/, 'AU 4'),
  // The code of the country without its plus.
  sign(/(?<![\d+#-])614\d{8}(?!\d)/, 'AU 4'),
  sign(/(?<![\d+#-])447\d{9}(?!\d)/, 'GB 4'),
  sign(/\(0[2378]\) ?\d{4} ?\d{4}(?!\d)/, 'AU 4'),
  sign(/(?<![\d-])0[1-9](?:[ .]\d{2}){4}(?!\d)/, 'FR 5, IT -2'),
  sign(/(?<![\d-])0[67]\d{8}(?!\d)/, 'FR 2'),
  sign(/(?<![\d-])01[567]\d[ /-]?\d{7,8}(?!\d)/, 'DE 3'),
  sign(/(?<![\d-])0(?:30|40|69|89|221|211|711)[ /-]\d{5,8}(?!\d)/, 'DE 2'),
  sign(/(?<![\d#-])[89]\d{3} ?\d{4}(?!\d)/, 'SG 1.5, HK 1.2'),
  sign(/(?<![\d#-])[2356]\d{3}[ -]?\d{4}(?!\d)/, 'HK 1.2, MO 0.8'),
];

const taiwanCounties =
  '[臺台]北|新北|桃[園园]|[臺台][中南東东]|高雄|基隆|新竹|嘉[義义]|苗栗|彰化|南投|[雲云]林|屏[東东]|宜[蘭兰]|花[蓮莲]|澎湖|金[門门]|[連连]江';
const hongKongPlaces =
  '油尖旺|深水埗|黃大仙|黄大仙|觀塘|观塘|九龍城|灣仔|銅鑼灣|北角|鰂魚涌|筲箕灣|柴灣|上環|中環|西環|荃灣|葵涌|葵青|青衣|屯門|元朗|天水圍|粉嶺|上水|大埔|沙田|馬鞍山|西貢|將軍澳|東涌|旺角|尖沙咀|紅磡|何文田|長沙灣|美孚|彌敦道|軒尼詩道';
/** Quarters and streets of Macao, most of them called after people from Portugal. */
const macaoPlaces =
  '[祐佑][漢汉](?:新村|公園|街)|石排[灣湾]|水坑尾|板樟堂|三[盞盏][燈灯]|雅廉[訪访]|荷[蘭兰][園园]|[東东]望洋|西望洋|沙梨[頭头]|[關关][閘闸]|柯[維维][納纳]|柯利[維维][喇啦]|柯高|肥利喇[亞亚]|文第士|士多[紐纽]拜斯|[羅罗]利老|俾利喇|[賈贾]伯[樂乐]|高地[烏乌]|飛喇士|美副[將将]|[羅罗]理基|罅些喇|爹美刁|嘉野度|巴波沙|司打口|媽[閣阁]|亞利鴉架|[馬马]揸度|慕拉士|白朗古|畢仕達|[蘇苏][亞亚]利斯|殷皇子|宋玉生|何[鴻鸿]燊博士|布拉干[薩萨]|埃武拉|哥英布拉|基[馬马]拉斯|米尼[奧奥]|官也|告利雅|施督[憲宪]|[偉伟][龍龙][馬马]路|望德[聖圣]母|沙[維维]斯|飛能便度|打[纜缆]|蝴蝶谷|十月初五|草堆|大三巴|[盧卢]廉若|[連连][勝胜][馬马]路|提督[馬马]路|[亞亚][馬马]喇|[議议]事亭';
const chinaProvinces =
  '北京|天津|上海|重[庆慶]|河北|山西|[辽遼][宁寧]|吉林|黑[龙龍]江|江[苏蘇]|浙江|安徽|福建|江西|山[东東]|河南|湖北|湖南|[广廣][东東西]|海南|四川|[贵貴]州|[云雲]南|[陕陝]西|甘[肃肅]|青海|[内內]蒙|西藏|[宁寧]夏|新疆';
/** Ends of divisions, streets and houses that only the mainland writes so. */
const mainlandWords =
  /省|自治[区區州县縣]|街道|小区|小區|单元|單元|\d+[栋棟幢]|号楼|號樓|开发区|開發區|高新区|经开区|[镇鎮乡鄉].{0,6}[村组]|胡同/;
const prefectures =
  '東京都|北海道|(?:京都|大阪)府|(?:青森|岩手|宮城|秋田|山形|福島|茨城|栃木|群馬|埼玉|千葉|神奈川|新潟|富山|石川|福井|山梨|長野|岐阜|静岡|愛知|三重|滋賀|兵庫|奈良|和歌山|鳥取|島根|岡山|広島|山口|徳島|香川|愛媛|高知|福岡|佐賀|長崎|熊本|大分|宮崎|鹿児島|沖縄)県';
const hanSigns: readonly Sign[] = [
  sign(/[\p{Script=Hiragana}\p{Script=Katakana}]{2}/u, 'JP 6'),
  sign(/[\p{Script=Hiragana}\p{Script=Katakana}ヶケ]/u, 'JP 1.5'),
  sign(new RegExp(prefectures, 'u'), 'JP 6'),
  sign(/丁目|番地|番\d*号|\d号室|株式会社|有限会社|合同会社|御中/, 'JP 4'),
  sign(/様|殿(?=\s|$)/, 'JP 2'),
  sign(/[駅県沢浜辺斎渋桜鉄営戻畑込峠辻働匂塚広]/u, 'JP 1.5'),
  sign(new RegExp(chinaProvinces, 'u'), 'CN 2'),
  sign(new RegExp(`(?:${chinaProvinces})(?:省|市|自治[区區]|壮族|回族|[维維]吾尔)`, 'u'), 'CN 2'),
  sign(mainlandWords, 'CN 2.5'),
  sign(new RegExp(`(?:${taiwanCounties})(?:市|縣|县)`, 'u'), 'TW 5'),
  sign(/[臺台][灣湾]|中[華华]民[國国]/, 'TW 3'),
  sign(/臺[北中南東]/, 'TW 2'),
  // A landline there has nine digits or ten; on the mainland it has more.
  sign(/(?<![\d-])0[2-8]\d{7,8}(?![\d-])|(?<![\d-])0(?:[2-8]-\d{7,8}|[3-8]\d-\d{6,7})(?![\d-])/, 'TW 2.5'),
  sign(/[\u4e00-\u9fff][一二三四五六七八九十\d]段\d+號|\d巷\d+[弄號号]|之\d/, 'TW 1.5'),
  sign(/\p{Script=Han}{2}[區鎮鄉]\p{Script=Han}{1,6}[路街道段]/u, 'TW 1'),
  sign(/\p{Script=Han}{2}市\p{Script=Han}{1,4}区\p{Script=Han}{1,8}[路街道巷段]/u, 'CN 1.5'),
  // 銀座5-2-1: a block with its house.
  sign(/\p{Script=Han}\d{1,2}-\d{1,3}-\d{1,3}(?![\d-])/u, 'JP 1.5'),
  sign(/九[龍龙]|新界|香港|港[島岛]/, 'HK 3'),
  // In the characters of the mainland too, where a phone has eight digits.
  sign(
    /(?:九[龍龙](?![坡湖县縣])|新界|香港(?!路))[\s\S]{0,80}(?<![\d-])[235679]\d{3}[ -]?\d{4}(?![\d-])/,
    'HK 3',
  ),
  sign(new RegExp(hongKongPlaces, 'u'), 'HK 3'),
  sign(/[邨苑閣]|[A-Z]室|\d樓[A-Z]|唔該|地址係/, 'HK 1.2'),
  sign(/澳[門门]|氹仔|路[環环]島|(?<!\p{Script=Han})路[環环](?![球宇保形線线路])/u, 'MO 5'),
  sign(
    /大堂[區区]|花地[瑪玛]堂|[風风][順顺]堂|望德堂|[聖圣]安多尼堂|嘉模堂|黑沙[環环]|新[馬马]路|筷子基|高士德|新口岸|路[氹凼]城/,
    'MO 4',
  ),
  sign(new RegExp(macaoPlaces, 'u'), 'MO 4'),
  sign(/\p{Script=Han}大[馬马]路/u, 'MO 2'),
  // In Hong Kong no street's name ends so.
  sign(/\p{Script=Han}{2}[馬马]路 ?\d{1,4}[A-Z]? ?[號号]/u, 'MO 2'),
  sign(/路[氹凼]/u, 'MO 4'),
  sign(/新加坡/, 'SG 5'),
  sign(/[邮郵][区區][ :]{0,2}\d{6}(?!\d)/, 'SG 4'),
  sign(/(?<![a-z])(?:blk|block) ?\d{1,4}[a-z]?(?![a-z\d])/i, 'SG 4'),
  sign(/(?<![a-z\d])S ?\(?\d{6}\)?(?!\d)/, 'SG 5'),
  sign(/#\d{2}-\d{2,4}/, 'SG 3'),
  sign(/[a-z]{3} ?\d{0,3},? ?#\d{2}-\d{2,4}/i, 'SG 3'),
];

const states =
  'AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|DC|PR|AP|AE|AA';
const stateNames =
  'alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new hampshire|new jersey|new mexico|new york|north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania|rhode island|south carolina|south dakota|tennessee|texas|utah|vermont|virginia|west virginia|wisconsin|wyoming|d\\.? ?c\\.?';
const japanesePrefecturesLatin =
  'hokkaido|aomori|iwate|miyagi|akita|yamagata|fukushima|ibaraki|tochigi|gunma|saitama|chiba|tokyo|kanagawa|niigata|toyama|ishikawa|fukui|yamanashi|nagano|gifu|shizuoka|aichi|shiga|kyoto|osaka|hyogo|nara|wakayama|tottori|shimane|okayama|hiroshima|yamaguchi|tokushima|kagawa|ehime|kochi|fukuoka|nagasaki|kumamoto|oita|miyazaki|kagoshima|okinawa';
const pinyinPlaces =
  'beijing|shanghai|tianjin|chongqing|guangdong|guangzhou|shenzhen|zhejiang|hangzhou|jiangsu|nanjing|suzhou|sichuan|chengdu|hubei|wuhan|hunan|changsha|fujian|xiamen|fuzhou|shandong|qingdao|jinan|henan|zhengzhou|hebei|shanxi|shaanxi|xi.?an|liaoning|dalian|shenyang|jilin|heilongjiang|harbin|anhui|hefei|jiangxi|nanchang|guangxi|nanning|hainan|haikou|yunnan|kunming|guizhou|guiyang|gansu|lanzhou|qinghai|ningxia|xinjiang|urumqi|tibet|lhasa|inner mongolia|hohhot|ningbo|wenzhou|dongguan|foshan|zhuhai|wuxi|changzhou|yiwu|jinhua|nantong|yantai|weifang|sanya';

const latinSigns: readonly Sign[] = [
  sign(/\(\d{3}\) ?\d{3}-\d{4}(?!\d)|(?<![\d-])\d{3}[-.]\d{3}[-.]\d{4}(?!\d)/, 'US 3, CA 2.4'),
  sign(new RegExp(`(?<![A-Za-z])(?:${states})\\.?,? *\\d{5}(?:-\\d{4})?(?!\\d| \\d{6}(?!\\d))`), 'US 7'),
  sign(
    new RegExp(`(?<![a-z])(?:${states}|${stateNames})\\.?,? *\\d{5}(?:-\\d{4})?(?!\\d| \\d{6}(?!\\d))`, 'i'),
    'US 5',
  ),
  sign(new RegExp(`(?:[a-z]|[a-z], ?)\\s(?:${states})(?=\\s*(?:[,;|\\n/.]|$|\\+?[(\\d]))`, 'm'), 'US 2'),
  sign(new RegExp(`(?<![a-z])(?:${stateNames})(?![a-z])`, 'i'), 'US 1.5'),
  sign(/\d{5}-\d{4}(?!\d)/, 'US 3'),
  sign(/\b(?:apo|fpo|dpo),? +a[ape]\b/i, 'US 5'),
  sign(/\b(?:blvd|hwy|pkwy|ave|ste|county road|state route)\b/i, 'US 0.8, CA 0.4'),
  sign(/\bp\.?o\.? box\b/i, 'US 0.4, AU 0.4, CA 0.2'),
  sign(/(?<![a-z\d])[abceghj-nprstvxy]\d[a-z][ -]?\d[a-z]\d(?![a-z\d])/i, 'CA 6'),
  sign(
    /\b(?:ontario|british columbia|alberta|nova scotia|manitoba|saskatchewan|new brunswick|newfoundland|prince edward island|yukon|nunavut|qu[ée]bec)\b/i,
    'CA 4',
  ),
  sign(/(?<=[a-z],? \(?)(?:ON|BC|AB|QC|NS|MB|SK|NB|NL|PEI?|YT)(?=\b)/, 'CA 2'),
  sign(/(?<![a-z\d])(?:[a-z]{1,2}\d[a-z\d]?) ?\d[abd-hjlnp-uw-z]{2}(?![a-z\d])/i, 'GB 6'),
  sign(
    /\b(?:merseyside|kent|surrey|essex|norfolk|suffolk|devon|cornwall|dorset|somerset|(?:hert|bedford|buckingham|oxford|york|lanca|derby|wilt|gloucester|lincoln|leicester|notting|hamp|chea?)?shire|[ew]est sussex|middlesex|tyne and wear|greater manchester)\b/i,
    'GB 2',
  ),
  sign(/\bBFPO ?\d{1,4}\b/i, 'GB 6'),
  sign(/\b(?:mews|close|crescent|terrace|flat \d)\b/i, 'GB 0.8, AU 0.4'),
  sign(
    /(?<![A-Za-z])(?:NSW|VIC|QLD|TAS|ACT|Vic|Qld|Tas|SA|WA|NT)[.,]{0,2} *(?:(?:post ?code|p\/?c)[ :]{1,2})?\d{4}(?!\d)/i,
    'AU 7',
  ),
  sign(/(?<![A-Za-z.])(?:N\.S\.W|A\.C\.T|S\.A|W\.A|N\.T)\.,? *\d{4}(?!\d)/i, 'AU 7'),
  sign(/(?<=[a-z], ?)(?:Qld|Tas|N\.S\.W|(?:South|Sth|West|Western) Aust)(?=\.|,|$|\s)/, 'AU 3'),
  // Long vowels of Māori.
  sign(/[āēīōū]/i, 'NZ 2'),
  sign(
    /\b(?:new south wales|victoria|queensland|western australia|south australia|tasmania|northern territory|australian capital territory)\b,? *\d{4}(?!\d)/i,
    'AU 7',
  ),
  sign(
    /\b(?:new south wales|queensland|western australia|south australia|tasmania|australian capital territory)\b/i,
    'AU 4',
  ),
  sign(/(?<=[a-z],? )(?:NSW|VIC|QLD|TAS)\b/, 'AU 4'),
  sign(/\bstate\W{1,4}(?:NSW|VIC|QLD|TAS|ACT)\b/i, 'AU 5'),
  sign(/\p{L}(?:stra(?:ss|ß)e|str\.|gasse|allee|platz|weg|damm|ufer|ring)(?![\p{L}])/iu, 'DE 3'),
  sign(
    /(?<!\p{L})(?:stra(?:ss|ß)e|allee|platz|weg|gasse)(?!\p{L})|(?<!\p{L})(?:am|an der|im|zum|zur|auf dem|unter den|bei der) \p{Lu}/u,
    'DE 2',
  ),
  sign(/ß|(?<!\p{L})D-\d{5}(?!\d)/u, 'DE 3'),
  sign(/[äöü]/i, 'DE 1'),
  sign(
    /(?<!\p{L})(?:via|viale|piazza|piazzale|corso|vicolo|lungarno|contrada|casella postale|c\.a\.|scala|sig\.(?:ra)?|signora?|famiglia|nome|indirizzo|destinatario|buongiorno|grazie|spedire|nuovo indirizzo)(?![\p{L}])/iu,
    'IT 3',
  ),
  sign(/(?<!\d)\d{5} \p{L}[\p{L}' ]+ ?(?:\([A-Z]{2}\)|(?<= )[A-Z]{2})(?=\s*(?:[\n,;?.]|$| \+?\d))/u, 'IT 4'),
  sign(/(?<![\d-])3[2-9]\d[ .]?\d{3}[ .]?\d{3,4}(?!\d)/, 'IT 2'),
  sign(/(?<!\p{L})I-\d{5}(?!\d)/u, 'IT 4'),
  // Where German and French are spoken there.
  sign(/(?<!\d)(?:39\d{3} \p{L}[\p{L}'’./ -]{1,40}\(BZ\)|11\d{3} \p{L}[\p{L}'’./ -]{1,40}\(AO\))/u, 'IT 6'),
  sign(/(?<!\p{L})E-\d{5}(?!\d)/u, 'ES 4'),
  sign(
    /(?<!\p{L})(?:strada|p\.?zza|v\.le|c\.so|citofono|oppure|avv\.|galleria|associati|lungomare|int\.|s\.r\.l\.|srl|s\.p\.a\.|dott\.|studio legale)(?![\p{L}])/iu,
    'IT 2',
  ),
  sign(/(?<!\p{L})(?:dra?\. nuria|servicio de|s\.l\.|c\. \p{Lu}|kale|de la|del)(?![\p{L}])/iu, 'ES 1'),
  sign(
    /(?<!\p{L})(?:calle|c\/|avda\.?|avenida|paseo|plaza|ctra\.?|carrer|rúa|camino de|cuesta|urb\.|pol\. ind\.|apartado|dña\.?|nombre|dirección|hola|gracias|ciudad|móvil|hnos\.)(?![\p{L}])/iu,
    'ES 3, MO 0.4',
  ),
  sign(/[ñ¿¡]|(?<!\d)\d{5} \p{L}[\p{L} ]+\((?:\p{L} ?){4,}\)/u, 'ES 2'),
  sign(/(?<![\d-])[67]\d{2}[ .]?\d{3}[ .]?\d{3}(?!\d)/, 'ES 2'),
  sign(/(?<![\d-])\d{4} ?[A-Z]{2}(?![A-Za-z\d])(?= |,|\n|$|[A-Z][a-z])/, 'NL 5'),
  sign(/(?<![\d-])\d{4} ?[a-z]{2} [a-z]{3}/, 'NL 1.5'),
  sign(
    /\p{L}(?:straat|laan|plein|gracht|kade|dijk|singel|steeg|dreef|weg) \d|(?<!\p{L})(?:t\.a\.v\.|mevr\.?|dhr\.?|fam\.|p\/a|naam|adres|plaats|ontvanger|bezorgadres|telefoon|hoi|bedankt|nieuw adres|b\.v\.)(?![\p{L}])/iu,
    'NL 3',
  ),
  sign(/(?<![\d-])06[ -]?\d{4}[ -]?\d{4}(?!\d)|(?<![\d-])06\d{8}(?!\d)/, 'NL 2'),
  sign(/\bnz\b|\bkia ora\b|\baotearoa\b|\bwh[aā]nau\b|\bng[aā] mihi\b/i, 'NZ 5'),
  sign(/(?<![\d-])02[0-9] ?\d{3} ?\d{3,4}(?!\d)/, 'NZ 3'),
  sign(
    /\b(?:auckland|wellington|christchurch|dunedin|tauranga|hamilton|napier|nelson|rotorua|invercargill|queenstown|palmerston north|new plymouth|whang[aā]rei|porirua|lower hutt)\b[ ,]*\d{4}(?!\d)/i,
    'NZ 6',
  ),
  sign(/\p{L}{3,} \d{4}(?=\s*(?:\n|$|[,.;-]))/u, 'NZ 1, AU 0.3'),
  sign(/\b(?:herrn?|frau|firma|z\. ?hd\.|gmbh|hinterhaus|postfach|bitte|hallo|danke)(?![\p{L}])/iu, 'DE 2'),
  sign(
    /(?<!\p{L})(?:rue|all[ée]e|chemin|impasse|quai|cours|faubourg|boulevard|bd|av\.|place d|passage|route d|square d)(?=[\s'eu])/iu,
    'FR 3, CA 0.5',
  ),
  sign(/(?<!\p{L})avenue (?:\p{Lu}\p{Ll}+ \p{Lu}|d[eu]|foch)/iu, 'FR 1.5'),
  sign(
    /\b(?:cedex|mme|monsieur|madame|bonjour|merci)\b|(?<!\p{L})(?:b[âa]t(?:iment)?\b|appt?\b|r[ée]sidence|étage)|(?<!\p{L})F-\d{5}(?!\d)/iu,
    'FR 2',
  ),
  sign(/[éèêçàœ]/i, 'FR 1, CA 0.3'),
  sign(/(?<![\d#-])\d{5}(?= +\p{L}{2})(?!\d)/u, 'DE 1.5, FR 1.5'),
  sign(/(?<![\d#-])\d{5}(?!\d)/, 'US 0.6, DE 0.5, FR 0.5, KR 0.2'),
  sign(/\bsingapore\b|\bs'?pore\b|新加坡/i, 'SG 6'),
  sign(/\bs ?\(\d{6}\)|(?<![a-z])S\d{6}(?!\d)/i, 'SG 6'),
  sign(/#\d{2}-\d{2,4}/, 'SG 3'),
  sign(/\bblk\b|\blorong\b|\bjalan\b/i, 'SG 1.5'),
  sign(
    /\bhong ?kong\b|\bh\.?k\.?(?=\s*(?:[,;.\n]|$))|\bkowloon\b|\bkln\b|\bnew territories\b|\bn\.t\.|\bhksar\b/i,
    'HK 7',
  ),
  sign(
    /\b(?:tsim sha tsui|mong ?kok|wan ?chai|causeway bay|sha ?tin|kwun tong|tuen mun|yuen long|tsuen wan|sheung wan|quarry bay|north point|hung hom|sham shui po|tai po|ap lei chau|kennedy town|pok ?fu ?lam|sai ying pun|chai wan|shau kei wan|sai wan ho|wong chuk hang|yau ma tei|ho man tin|to kwa wan|kowloon ?(?:bay|tong|city)|san po kong|wong tai sin|ngau tau kok|lam tin|yau tong|tseung kwan o|sai kung|ma on shan|fo tan|tai wai|fanling|sheung shui|tin shui wai|tsing yi|kwai (?:chung|fong|hing)|tung chung|lai chi kok|cheung sha wan|mei foo|shek kip mei|tai kok tsui|hang hau|repulse bay|tai tam|mid-?levels)\b/i,
    'HK 3',
  ),
  sign(/\b\d{1,2}\/f\b/i, 'HK 1'),
  sign(/\bmaca[uo]\b|\btaipa\b|\bcoloane\b/i, 'MO 7'),
  // A street in Portuguese beside a phone of eight digits; houses there are called Edifício.
  sign(
    /\b(?:rua|avenida|av\.|travessa|estrada|calçada|largo|beco|pátio|praceta)\b[\s\S]{0,300}(?<![\d#-])(?:6\d{3}|28\d{2})[ .-]?\d{4}(?!\d)/i,
    'MO 4',
  ),
  sign(/\bedf\b|\bedif(?:\b|ício)|\bandar\b/i, 'MO 1.5'),
  sign(
    /\btaiwan\b|\br\.?o\.?c\.?\b|\btaipei\b|\bkaohsiung\b|\btaichung\b|\btainan\b|\btaoyuan\b|\bhsinchu\b/i,
    'TW 6',
  ),
  sign(/\bsec\. ?\d/i, 'TW 2'),
  sign(/\b(?:ln|aly)\. ?\d|(?<![\d/])\d{1,2}f\.(?:-\d)?,? no\. ?\d/i, 'TW 3'),
  sign(
    /\b(?:keelung|chiayi|changhua|yilan|hualien|taitung|pingtung|miaoli|nantou|yunlin|penghu|kinmen) (?:city|county)\b/i,
    'TW 6',
  ),
  sign(/-(?:ku|shi|ken|cho|machi|chome)\b/i, 'JP 3'),
  sign(new RegExp(`\\b(?:${japanesePrefecturesLatin})\\b`, 'i'), 'JP 2.5'),
  sign(new RegExp(`\\b(?:${japanesePrefecturesLatin})(?:-to|-fu|-ken)?,? *〒?\\d{3}-\\d{4}`, 'i'), 'JP 4'),
  sign(/-(?:ro|gil|daero|gu|dong|si|do)\b/i, 'KR 4'),
  sign(/\b(?:seoul|busan|incheon|daegu|gyeonggi|daejeon|gwangju|ulsan|jeju)\b/i, 'KR 4'),
  sign(new RegExp(`\\b(?:${pinyinPlaces})\\b`, 'i'), 'CN 3'),
  sign(/\b\p{Lu}\p{Ll}+ (?:district|dist\.?|new area)\b/iu, 'CN 1, TW 1'),
  sign(/\b(?:sheng|shi|qu|lu|jie)\b(?=[,\s])/i, 'CN 1'),
];

/** Adds up every sign of the text (cleaned). Empty when nothing says anything. */
export function weighCountries(text: string): CountryWeights {
  const weights = new Map<string, number>();
  const add = (country: string, weight: number): void => {
    weights.set(country, (weights.get(country) ?? 0) + weight);
  };
  const addSigns = (signs: readonly Sign[]): void => {
    for (const { pattern, weights: own } of signs)
      if (pattern.test(text)) for (const [country, weight] of own) add(country, weight);
  };
  const hasHan = /\p{Script=Han}/u.test(text);
  const hasHangul = /\p{Script=Hangul}/u.test(text);
  const letters = text.match(/[A-Za-z]/g)?.length ?? 0;
  const others =
    text.match(/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  // A Latin name beside a Chinese address is no Latin address, and the other way round.
  const isLatin = letters > others * 2;
  addSigns(numberSigns);
  addDialled(text, add);
  addNamed(text, isLatin, add);
  if (hasHangul) add('KR', 8);
  if (hasHan) {
    addSigns(hanSigns);
    addScript(text, add);
    if (hasJapaneseCity(text)) add('JP', 4);
  }
  if (isLatin) {
    addSigns(latinSigns);
    for (const country of largeTownsIn(text)) add(country, 2);
    addPhoneForms(text, add);
    if (leadOf(weights) < clearLead) addLearnt(text, add);
  } else if (hasHan) add('CN', 1);
  return weights;
}

/** What was learnt could say nothing else of a country that leads by so much. */
const clearLead = 9;

/** How much more than the next one the likeliest country weighs. */
function leadOf(weights: CountryWeights): number {
  let [first, second] = [0, 0];
  for (const weight of weights.values())
    if (weight > first) [first, second] = [weight, first];
    else if (weight > second) second = weight;
  return first - second;
}

const learnt = readChain(new URL('./tagging/country-weights.bin', import.meta.url));
/** What the learnt signs weigh at the most. */
const greatestLearnt = 5;

/** What words and forms of numbers say that were learnt: nothing for the likeliest country, less for every other. */
function addLearnt(text: string, add: (country: string, weight: number) => void): void {
  const { marginals } = tagChain(learnt, countryFeatures(text));
  for (const [at, country] of toldCountries.entries())
    add(country, Math.max(-greatestLearnt, Math.log(marginals[at]!)));
}

/** Digits with what parts them in phones. */
const numberRun = /(?<![\w+#/-])\(?\d[\d ()./-]{5,18}\d(?![\w-])/g;
/** Who can dial a number as it is written is a little likelier, everybody else is much less likely. */
const dialledThere = 0.8;
const dialledElsewhere = -2;
const northAmerican = /^(?:\+?1[ .-]?)?\(?[2-9]\d{2}\)?[ ./-]{0,2}[2-9]\d{2}[ .-]?\d{4}$/;

/** The form of a country's phones, as the whole of a run. */
const phoneForms: ReadonlyArray<readonly [country: string, form: RegExp]> = knownCountries.flatMap(
  ([country, { phone }]) =>
    phone
      ? [
          [
            country,
            country === 'US' || country === 'CA'
              ? northAmerican
              : new RegExp(`^(?:${phone.source})$`, phone.flags),
          ] as const,
        ]
      : [],
);

/** 07 575 2208 is a phone of New Zealand, and none of the United States. */
function addPhoneForms(text: string, add: (country: string, weight: number) => void): void {
  for (const [run] of text.matchAll(numberRun)) {
    const digits = run.replace(/\D/g, '').length;
    if (digits < 8 || digits > 12) continue;
    const fits = phoneForms.map(([, form]) => form.test(run));
    if (!fits.includes(true)) continue;
    for (const [at, [country]] of phoneForms.entries())
      add(country, fits[at] ? dialledThere : dialledElsewhere);
    return;
  }
}

/** +44, 0086. */
function addDialled(text: string, add: (country: string, weight: number) => void): void {
  const hasHan = /\p{Script=Han}/u.test(text);
  for (const match of text.matchAll(
    /(?<![\d+])(?:\+(?=\d(?:[ ./()-]{0,2}\d){6,})|00(?=\d(?:[ ./()-]{0,2}\d){7,}))(\d{1,3})/g,
  )) {
    // Where a plus stands between the parts of a Chinese address, +139… is a mobile of the mainland.
    if (hasHan && /^\+1[3-9]\d{9}(?!\d)/.test(text.slice(match.index))) continue;
    for (const country of countriesOfCallingCode(match[1]!)) add(country, 5);
  }
}

/** Names in Chinese characters, as texts begin with them. */
const hanNames = knownCountries.flatMap(([code, { names }]) =>
  names
    .split('|')
    .filter((name) => /\p{Script=Han}/u.test(name))
    .map((name) => [code, name] as const),
);

/** Calle Alemania is no country. */
const streetFirst =
  /^(?:via|viale|piazza|piazzale|corso|calle|c\/|avda|avenida|plaza|paseo|carrer|rue|avenue|av|place|boulevard|bd)\.? /iu;

/** A country's name by itself between two separators, or the last words of the text. */
function addNamed(text: string, isLatin: boolean, add: (country: string, weight: number) => void): void {
  for (const segment of text.split(/[\n,，;；|()]+/)) {
    const bare = segment
      .replace(/[\d+]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/\.$/, '');
    const words = bare.split(' ');
    for (let count = Math.min(4, words.length); count > 0; count--) {
      const code = countryOfSegment(words.slice(-count).join(' '));
      if (!code) continue;
      const isWhole = words.length === count;
      if (isWhole || !streetFirst.test(bare)) add(code, findCountry(code)?.isCity ? 2 : isWhole ? 7 : 4);
      break;
    }
  }
  // 美国加利福尼亚州…: what stands in front names the country as well.
  if (!isLatin) {
    for (const [code, name] of hanNames) if (text.startsWith(name)) add(code, code === 'CN' ? 2 : 4);
  }
}

/** Cities of Japan that are called as others of China are, and wards that any city may have. */
const alsoElsewhere = /^(?:白山|松原|南陽|江津|中央|.)[市区]$/u;

/** A city, town or ward of Japan that begins a word. */
function hasJapaneseCity(text: string): boolean {
  for (const { index } of text.matchAll(/(?<!\p{Script=Han})\p{Script=Han}/gu)) {
    const name = nameAt(text, index, 'city', 'JP');
    const isBuilding = /^(?:花園|廣場|大廈|中心|广场|花园)/u.test(text.slice(index + (name?.length ?? 0)));
    if (name !== undefined && !alsoElsewhere.test(name) && !isBuilding) return true;
  }
  return false;
}

/** Simplified or traditional characters; Japan has some of both. */
function addScript(text: string, add: (country: string, weight: number) => void): void {
  const { simplified, traditional } = scriptOf(text);
  // 台湾省 in simplified characters is how the mainland writes it.
  if (simplified >= traditional && /^.{0,14}台湾省/.test(text)) add('CN', 16);
  if (simplified > traditional) {
    add('CN', Math.min(4, 0.8 * simplified));
    add('JP', -Math.min(4, 0.8 * simplified));
  }
  if (traditional > 0 && traditional >= simplified && namesMainlandCity(text)) add('CN', 6);
  if (traditional > simplified) {
    const weight = Math.min(2.5, 0.6 * traditional);
    for (const country of ['HK', 'TW', 'MO', 'JP']) add(country, weight);
  }
}

/** 廣州市, 江門市: a city of the mainland by its whole name, in whatever script. */
function namesMainlandCity(text: string): boolean {
  const { meanings } = regionNames();
  const folded = foldText(text);
  for (const { index } of folded.matchAll(/市/g))
    for (const length of [3, 4, 5]) {
      const name = folded.slice(index + 1 - length, index + 1);
      const [meaning] = name.length === length ? (meanings.get(name) ?? []) : [];
      if (meaning?.kind === 'full' && /^[1-6]/.test(meaning.place.region.region_id)) return true;
    }
  return false;
}

function largeTownsIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const segment of text.split(/[\n,;|/]+|\d+/)) {
    const words = segment.trim().split(/\s+/).slice(-4);
    for (let count = Math.min(4, words.length); count > 0; count--) {
      const countries = countriesOfTown(words.slice(-count).join(' '));
      for (const country of countries) found.add(country);
      if (countries.length > 0) break;
    }
  }
  return found;
}

/** Where nothing speaks for a place: Chinese writing is the mainland's, Latin letters are of whom least speaks against. */
const fallback = (text: string, least: string | undefined): string =>
  /\p{Script=Han}/u.test(text) || !/\p{Script=Latin}{3}/u.test(text) ? 'CN' : (least ?? 'US');

/** The countries that the text may be of, the likeliest first; never empty. */
export function rankCountries(
  text: string,
  weights: CountryWeights = weighCountries(text),
): ReadonlyArray<readonly [string, number]> {
  const all = [...weights].sort((a, b) => b[1] - a[1]);
  const ranked = all.filter(([, weight]) => weight > 0);
  return ranked.length > 0 ? ranked : [[fallback(text, all[0]?.[0]), 0]];
}
