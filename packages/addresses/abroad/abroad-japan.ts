/** Japan in Latin letters, from small to large. Owns prefectures and kinds of municipalities. */
import { type AbroadPlace, type AbroadReader, behindLevels, takePostcode } from './abroad-place.ts';
import type { Segment } from './abroad-segments.ts';

const postcode = /〒?\s?(?<![\d-])(\d{3}-\d{4}|(?<=〒\s?)\d{7}|(?<=^\s?)\d{7}(?=\s?$))(?![\d-])/;

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
  const isLevel = ({ text }: Segment): boolean => isPrefecture(text) || isMunicipality(text);
  const { head, tail } = behindLevels(
    taken.rest.flatMap((segment) => splitTail([segment])),
    isLevel,
  );
  const segments = head;
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
  return { ...place, rest: [...segments, ...tail] };
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
