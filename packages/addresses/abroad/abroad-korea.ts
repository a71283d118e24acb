/** South Korea, in hangul from large to small and in Latin letters from small to large. Owns provinces and their short names. */
import { type AbroadPlace, type AbroadReader, takePostcode } from './abroad-place.ts';
import { type Segment, trimSegment } from './abroad-segments.ts';

const postcode = /\(?(?<![\d-])(\d{5}|\d{3}-\d{3})(?![\d-])\)?/;

/** Official names, each with the other ways to write it. Those that end in 시 are their own city. */
const provinces: Record<string, string> = {
  서울특별시: '서울시|서울',
  부산광역시: '부산시|부산',
  대구광역시: '대구시|대구',
  인천광역시: '인천시|인천',
  광주광역시: '광주',
  대전광역시: '대전시|대전',
  울산광역시: '울산시|울산',
  세종특별자치시: '세종시|세종',
  경기도: '경기',
  강원특별자치도: '강원도|강원',
  충청북도: '충북',
  충청남도: '충남',
  전북특별자치도: '전라북도|전북',
  전라남도: '전남',
  경상북도: '경북',
  경상남도: '경남',
  제주특별자치도: '제주도|제주',
};
const byName = new Map(
  Object.entries(provinces).flatMap(([name, others]) =>
    [name, ...others.split('|')].map((other) => [other, name] as const),
  ),
);
/** 서울 is 서울특별시. */
export const isProvinceOf = (words: string, province: string, country: string): boolean =>
  country === 'KR' && byName.get(words) === province;

const provinceAtStart = new RegExp(
  `^(?:대한민국\\s*)?(${[...byName.keys()].sort((a, b) => b.length - a.length).join('|')})(?=\\s|$)`,
);
/** Districts that only Seoul has. */
const seoul =
  /^(?:종로|용산|성동|광진|동대문|중랑|성북|강북|도봉|노원|은평|서대문|마포|양천|구로|금천|영등포|동작|관악|서초|강남|송파|강동)구$/;

export const hangulReader: AbroadReader = {
  isTownLine: ({ text }) => provinceAtStart.test(text) || /[시군구로길동]\s.*\d|^\d{5}$/.test(text),
  read: readHangul,
};

function readHangul(all: Segment[]): AbroadPlace {
  const taken = takePostcode(all, postcode);
  const at = taken.rest.findIndex(
    ({ text }) => provinceAtStart.test(text) || /^[가-힣]{1,5}[시군구](?=\s)/.test(text),
  );
  const place: AbroadPlace = {
    province: '',
    city: '',
    district: '',
    postcode: taken.postcode,
    rest: taken.rest,
  };
  if (at < 0) return place;
  let text = taken.rest[at]!.text;
  const step = (pattern: RegExp): string => {
    const match = pattern.exec(text);
    if (match) text = text.slice(match[0].length).trimStart();
    return match?.[1] ?? '';
  };
  place.province = byName.get(step(provinceAtStart)) ?? '';
  const own = place.province.endsWith('시');
  const city = own ? '' : step(/^([가-힣]{1,6}[시군])(?=\s|$)/);
  place.district = step(own ? /^([가-힣]{1,5}[구군])(?=\s|$)/ : /^([가-힣]{1,5}구)(?=\s|$)/);
  if (!place.province && !city && seoul.test(place.district)) place.province = '서울특별시';
  place.city = place.province.endsWith('시') ? place.province : city;
  const left = trimSegment(text);
  place.rest = taken.rest.flatMap((segment, index) =>
    index !== at ? [segment] : left ? [{ ...segment, text: left }] : [],
  );
  return place;
}

/** `152 Teheran-ro Gangnam-gu Seoul`: levels at the end of a segment are segments of their own. */
function splitLevels(segment: Segment): Segment[] {
  const words = segment.text.split(' ');
  let from = words.length;
  while (
    from > 0 &&
    (/-(?:gu|si|gun|do)$/i.test(words[from - 1]!) ||
      (from === words.length && latinProvince.test(words[from - 1]!)))
  )
    from--;
  const levels = words.slice(from).map((text) => ({ ...segment, text }));
  return from === 0 ? levels : [{ ...segment, text: words.slice(0, from).join(' ') }, ...levels];
}

const latinProvince =
  /^(?:seoul|busan|pusan|daegu|incheon|gwangju|daejeon|ulsan|sejong|gyeonggi|gangwon|(?:chung|jeol|jeon|gyeong)(?:cheong|la|sang)?(?:buk|nam)|jeju)(?:-?(?:do|si)|[ -]special city|[ -]metropolitan city| city| province)?$/i;
const ownCity = /^(?:seoul|busan|pusan|daegu|incheon|gwangju|daejeon|ulsan|sejong)/i;

export const romanReader: AbroadReader = {
  isTownLine: ({ text }) =>
    latinProvince.test(trimSegment(text.replace(postcode, ''))) || /-(?:si|gu|gun)$/i.test(text),
  postcodeLast: postcode,
  read: readRoman,
};

function readRoman(all: Segment[]): AbroadPlace {
  const taken = takePostcode(all, postcode);
  const segments: Segment[] = taken.rest.flatMap(splitLevels);
  const place: AbroadPlace = {
    province: '',
    city: '',
    district: '',
    postcode: taken.postcode,
    rest: segments,
  };
  const take = (pattern: RegExp): string => {
    const last = segments.at(-1);
    if (!last || !pattern.test(last.text)) return '';
    segments.pop();
    return last.text;
  };
  place.province = take(latinProvince);
  const city = take(/^[a-z' -]+-(?:si|gun)$|^[a-z]+ (?:city|county)$/i);
  place.district = take(/^[a-z' -]+(?:-| )gu$|^[a-z]+ district$/i);
  const named = !city && place.province && !ownCity.test(place.province) ? take(/^[a-z' -]+$/i) : '';
  place.city = city || named || (ownCity.test(place.province) ? place.province : '');
  return place;
}
