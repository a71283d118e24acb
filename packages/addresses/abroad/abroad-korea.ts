/** South Korea in Latin letters, from small to large. Owns provinces and kinds of levels. */
import { type AbroadPlace, type AbroadReader, behindLevels, takePostcode } from './abroad-place.ts';
import { type Segment, trimSegment } from './abroad-segments.ts';

const postcode = /\(?(?<![\d-])(\d{5}|\d{3}-\d{3})(?![\d-])\)?/;

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

/** `GYEONGGI-DO ICHEON-SI`: a province that stands before its city. */
function provinceAhead(segments: Segment[]): string {
  const at = segments.findLastIndex(({ text }) => latinProvince.test(text) && /do$/i.test(text));
  return at < 0 ? '' : segments.splice(at, 1)[0]!.text;
}

const latinProvince =
  /^(?:seoul|busan|pusan|daegu|incheon|gwangju|daejeon|ulsan|sejong|gyeonggi|gangwon|(?:chung|jeol|jeon|gyeong)(?:cheong|la|sang)?(?:buk|nam)|jeju)(?:-?(?:do|si)|[ -]special city|[ -]metropolitan city| city| province)?$/i;
const country = /^(?:republic of korea|south korea|korea|r\.?o\.?k\.?)$/i;
const ownCity = /^(?:seoul|busan|pusan|daegu|incheon|gwangju|daejeon|ulsan|sejong)/i;

export const romanReader: AbroadReader = {
  isTownLine: ({ text }) =>
    latinProvince.test(trimSegment(text.replace(postcode, ''))) || /-(?:si|gu|gun)$/i.test(text),
  postcodeLast: postcode,
  read: readRoman,
};

function readRoman(all: Segment[]): AbroadPlace {
  const taken = takePostcode(all, postcode);
  const isLevel = ({ text }: Segment): boolean =>
    latinProvince.test(text) || /^[a-z' -]+-(?:si|gun|gu|do)$/i.test(text);
  const levels = taken.rest.filter(({ text }) => !country.test(text)).flatMap(splitLevels);
  const { head: segments, tail } = behindLevels(levels, isLevel);
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
  place.province = take(latinProvince) || provinceAhead(segments);
  const city = take(/^[a-z' -]+-(?:si|gun)$|^[a-z]+ (?:city|county)$/i);
  place.district = take(/^[a-z' -]+(?:-| )gu$|^[a-z]+ district$/i);
  const named = !city && place.province && !ownCity.test(place.province) ? take(/^[a-z' -]+$/i) : '';
  place.city = city || named || (ownCity.test(place.province) ? place.province : '');
  return { ...place, rest: [...segments, ...tail] };
}
