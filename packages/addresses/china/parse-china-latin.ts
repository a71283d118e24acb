/**
 * Addresses of the mainland in Latin letters: 15 Keyuan Road, Nanshan District, Shenzhen, Guangdong. Owns how English names and
 * pinyin find divisions; the answer names them officially, in Chinese.
 */
import { takeChat } from '../abroad/abroad-chat.ts';
import { casingOf, isFirm, listPeople } from '../abroad/abroad-people.ts';
import { joinSegments, phoneHole, type Segment, segmentsOf, trimSegment } from '../abroad/abroad-segments.ts';
import { takeTalk } from '../abroad/abroad-talk.ts';
import { createSheet, mark } from '../parse-sheet.ts';
import { contradicted, type ReadParts, roundConfidence } from '../parsed-record.ts';
import { ancestorAt, isWithin, type Place, regionNames, stemOf } from '../regions/region-names.ts';
import { takeChinaNumbers } from './china-numbers.ts';

const squash = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replaceAll('v', 'u');
const kinds =
  /[\s-]+(?:(?:special )?administrative region|autonomous (?:region|prefecture|county|banner)|municipality|province|prefecture|city|county|district|new area|banner|town|sheng|shi|qu|xian|zhou|qi|prov\.?|dist\.?)$/i;

let places: Map<string, Place[]> | undefined;

/** Places by squashed English name and pinyin, with and without their kind. */
function placesByLatin(): Map<string, Place[]> {
  if (places) return places;
  places = new Map();
  for (const place of regionNames().places.values()) {
    const { name_en, name_zh, pinyin } = place.region;
    const syllables = pinyin.split(' ').slice(0, stemOf(name_zh).length).join('');
    for (const key of new Set([name_en, name_en.replace(kinds, ''), pinyin, syllables].map(squash))) {
      if (key.length < 3 && key !== 'xian') continue;
      places.set(key, [...(places.get(key) ?? []), place]);
    }
  }
  return places;
}

interface Found {
  segment: Segment;
  /** What stands before the place in the segment. */
  before: string;
  places: Place[];
  /** It was written with its kind. */
  sure: boolean;
}

/** The one reading of such an address. */
export function readChineseLatin(text: string): ReadParts {
  const sheet = createSheet(text);
  const numbers = takeChinaNumbers(sheet);
  const holed = [...sheet.text]
    .map((char, at) =>
      sheet.marks[at] === mark.free ? char : sheet.marks[at - 1] === mark.number ? '' : phoneHole,
    )
    .join('');
  const chat = takeChat(holed);
  const talk = takeTalk(segmentsOf(chat.text));
  const segments = talk.segments.filter(
    ({ text: words }) =>
      !/^(?:p\.?r\.? ?)?(?:china|c\.?n\.?)$|^prc$|^people's republic of china$/i.test(words),
  );
  const { name, rest } = listPeople({
    segments,
    casing: casingOf(holed),
    isTownLine: ({ text: words }) => (findIn(words)?.places.length ?? 0) > 0 && !/\d/.test(words),
    postcodeLast: undefined,
    country: 'CN',
  }).reduce((best, other) => (other.weight > best.weight ? other : best));
  const split = rest.flatMap(splitTail);
  const place = bestOfPlaces(split);
  const left = split
    .filter((found) => !(place && found.places.some((other) => isWithin(place, other))))
    .map(({ segment }) => segment);
  const province = place ? ancestorAt(place, 1)!.region.name_zh : '';
  const isMunicipality = place !== undefined && /^(?:11|12|31|50)/.test(place.region.region_id);
  const against = place && split.find((found) => excludes(found, place));
  const record: ReadParts = {
    name,
    phone: numbers.phone,
    other_phones: numbers.others,
    company: left.find((segment) => isFirm(segment.text))?.text ?? '',
    wish: [chat.wish, ...talk.wishes].filter(Boolean).join('; '),
    unused: {
      used: [
        ...numbers.phoneSpans.map(({ start, end }) => text.slice(start, end)),
        ...split.filter((found) => !left.includes(found.segment)).map(({ segment }) => segment.text),
      ],
    },
    country: 'CN',
    province,
    city: isMunicipality ? province : ((place && ancestorAt(place, 2)?.region.name_zh) ?? ''),
    district: (place && ancestorAt(place, 3)?.region.name_zh) ?? '',
    detail: joinSegments(left),
    postcode: numbers.postcode,
    region_id: place?.region.region_id ?? null,
    confidence: roundConfidence(place ? 0.35 + 0.15 * place.depth : 0.2),
  };
  return against ? contradicted(record, against.segment.text) : record;
}

/** Beijing beside Xihu District, Zhejiang. What may be a district only, without its kind, may be anything. */
const excludes = ({ places: candidates, sure }: Found, place: Place): boolean =>
  candidates.length > 0 &&
  (sure || candidates.some(({ depth }) => depth < 3)) &&
  !candidates.some((other) => isWithin(place, other) || isWithin(other, place));

/** Every place that these words as a whole may mean. `sure` when they were written with their kind. */
export function placesInLatin(words: string): { places: readonly Place[]; sure: boolean } {
  const text = words.trim().replace(/\s+/g, ' ');
  const found = findIn(text);
  const isWhole = found !== undefined && found.count === text.split(' ').length;
  return isWhole ? { places: found.places, sure: found.sure } : { places: [], sure: false };
}

/** The longest run of words at the end that is a place. */
function findIn(words: string): { count: number; places: Place[]; sure: boolean } | undefined {
  const parts = words.split(' ');
  for (let count = Math.min(6, parts.length); count > 0; count--) {
    const tail = parts.slice(-count).join(' ');
    const exact = placesByLatin().get(squash(tail));
    const stem = tail.replace(kinds, '');
    const found = exact ?? (stem !== tail ? placesByLatin().get(squash(stem)) : undefined);
    if (found && !/\d/.test(tail)) return { count, places: found, sure: stem !== tail };
  }
  return undefined;
}

/** `88 Keyuan Road Nanshan District Shenzhen` to a street and two places. */
function splitTail(segment: Segment): Found[] {
  const parts: Found[] = [];
  let words = trimSegment(segment.text.replace(/[\s,]*(?:p\.?r\.? ?china|china)$/i, ''));
  for (let turn = 0; turn < 4 && words !== ''; turn++) {
    const found = findIn(words);
    if (!found) break;
    const all = words.split(' ');
    const own = all.slice(-found.count).join(' ');
    // A street's last word that happens to be a place somewhere is none: `Jiefang Road`, `Building A`.
    if (
      all.length > found.count &&
      turn === 0 &&
      !found.sure &&
      found.places.every(({ depth }) => depth === 3)
    )
      break;
    parts.unshift({ segment: { ...segment, text: own }, before: '', places: found.places, sure: found.sure });
    words = all.slice(0, -found.count).join(' ');
  }
  if (parts.length === 0) return splitHead(segment);
  return words === ''
    ? parts
    : [{ segment: { ...segment, text: words }, before: '', places: [], sure: false }, ...parts];
}

/** `shanghai pudong xinqu zhangyang lu 500 hao`, from large to small as in Chinese: only behind a province or a city. */
function splitHead(segment: Segment): Found[] {
  // Sichuan University is a name.
  if (isFirm(segment.text)) return [{ segment, before: '', places: [], sure: false }];
  const parts: Found[] = [];
  let words = segment.text.split(' ');
  while (words.length > 1 && parts.length < 4) {
    const count = Math.min(4, words.length - 1);
    const found = [4, 3, 2, 1]
      .filter((each) => each <= count)
      .map((each) => ({ each, ...placesInLatin(words.slice(0, each).join(' ')) }))
      .find(({ places }) => places.length > 0 && (parts.length > 0 || places.some(({ depth }) => depth < 3)));
    if (!found) break;
    const text = words.slice(0, found.each).join(' ');
    parts.push({ segment: { ...segment, text }, before: '', places: [...found.places], sure: found.sure });
    words = words.slice(found.each);
  }
  return [...parts, { segment: { ...segment, text: words.join(' ') }, before: '', places: [], sure: false }];
}

/** The place that most of what was found agrees with, the deepest one of those. */
export function bestOfPlaces(found: ReadonlyArray<Pick<Found, 'places' | 'sure'>>): Place | undefined {
  let best: { place: Place; score: number } | undefined;
  for (const { places: candidates, sure } of found) {
    for (const place of candidates) {
      const agreeing = found.filter(({ places: others }) => others.some((other) => isWithin(place, other)));
      const alone = agreeing.length === 1 && place.depth === 3 && !sure ? -2 : 0;
      const score = agreeing.length * 2 + (sure ? 0.5 : 0) + place.depth * 0.1 + alone;
      if (score > 0 && (!best || score > best.score)) best = { place, score };
    }
  }
  return best?.place;
}
