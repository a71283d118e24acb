/**
 * Addresses of the mainland that go from the room to the city as in English, in Latin letters and Chinese characters by turns: `Rm 1806,
 * Tower B, 西岸中心, 云锦路700号, Xuhui District, Shanghai`. Owns when a text is one and what each of its pieces is; divisions are the
 * regions' to tell.
 */
import { beginsWithFamily } from '../name-rules.ts';
import { createSheet, mark } from '../parse-sheet.ts';
import { type ReadParts, roundConfidence } from '../parsed-record.ts';
import { listChains } from '../regions/region-chain.ts';
import { ancestorAt, type Place } from '../regions/region-names.ts';
import { takeChinaNumbers } from './china-numbers.ts';
import { bestOfPlaces, placesInLatin } from './parse-china-latin.ts';

const unit =
  /(?<![A-Za-z])(?:(?:room|rm|flat|unit|apt|apartment|suite|bldg|building|block|tower|floor|dorm)\.? ?#?(?:\d|[A-Z]?\d|[A-Z](?![a-z]))|no\. ?\d+[a-z]? [A-Z]|\d{1,4}[a-z]? [A-Z][a-z]+ (?:road|rd|street|st|avenue|ave|lane)(?![a-z]))/i;
/** A piece ends with these; a full stop behind a short word doesn't end one. */
const ends =
  /[,;\n|]|(?<!\b(?:no|rm|bldg|mr|ms|mrs|dr|st|rd|ave|r|p|apt))\.(?=\s|$)|!|\s\/\s| (?=(?:room|rm|flat|unit|apt|suite)\.? ?\d)| (?=地址|电话|手机|收件人|联系人|姓名|(?:attn|tel|mobile|mob|phone|name)[:. ])/i;
const greeting =
  /^(?:(?:hi|hello|hey|dear)(?: there)?(?![a-z])[ ,!]*|(?:pls|please|plz)(?![a-z]) ?|(?:ship|send|deliver|mail|post)(?: it| them| this)? to(?![a-z])[: ]*|(?:请|麻烦)?(?:寄|发|送)(?:到|往|至|给)?[: ]*|(?:my )?(?:chinese |china )?(?:address|addr|add)(?: is)?(?![a-z])[: ]*|(?:收货|收件)?地址[: ]*|thx|thanks|thank you|谢谢)+/i;
const personLabel =
  /^(?:attn|attention|to|name|recipient|receiver|consignee|contact(?: person)?|收件人|联系人|姓名|收货人|收件)(?![a-z])[:. ]*/i;
const phoneLabel =
  /(?:(?:mobile|mob|cell|phone|tel|telephone|电话|手机|联系电话)[\s:.]*|\(?\+?86\)?)+$|^(?:mobile|mob|cell|phone|tel|电话|手机)[\s:.]*$/i;
const title = /^(?:mr|mrs|ms|miss|dr|prof)\.? /i;
const ofPlace =
  /(?:road|rd|street|avenue|ave|lane|garden|gardens|district|building|tower|plaza|university|college|school|campus|hospital|hotel|park|center|centre|mansion|village|town|county|company|ltd|co)\b/i;
const latinPerson = /^[A-Z][a-z'’-]+(?: [A-Z][a-z'’-]+){1,2}/;

const hanFirst = /^\p{Script=Han}{2,4} ?\(?[A-Z][a-z]+(?: [A-Z][a-z]+)?\)?$/u;

interface Segment {
  words: string;
  places: readonly Place[];
  isPerson: boolean;
}

/** Chinese divisions as a whole: 石嘴山市大武口区. */
function placeInHan(words: string): Place | undefined {
  const sheet = createSheet(words);
  const whole = listChains(sheet).filter(
    ({ start, end, guessed }) => start === 0 && end === words.length && !guessed,
  );
  return whole.sort((a, b) => b.score - a.score)[0]?.place;
}

/** The divisions that a piece consists of, in either script or in both. */
function placesOf(words: string): readonly Place[] {
  if (/\d/.test(words)) return [];
  const latin = words.replace(/[\p{Script=Han}()]+/gu, ' ').trim();
  const han = words.replace(/[^\p{Script=Han}]+/gu, '');
  const inLatin = latin === '' ? [] : placesInLatin(latin).places;
  const inHan = han === '' ? undefined : placeInHan(han);
  if (latin !== '' && inLatin.length === 0) return [];
  if (han !== '' && !inHan) return [];
  return inHan ? [inHan] : inLatin;
}

/** Whether a piece that no label names is somebody: Grace Shen 沈佳怡, 陈宇. */
function isSomebody(words: string): boolean {
  if (/\d/.test(words) || ofPlace.test(words)) return false;
  if (hanFirst.test(words)) return beginsWithFamily(words);
  const latin = latinPerson.exec(words.replace(title, ''))?.[0];
  const han = words.match(/\p{Script=Han}+/gu) ?? [];
  const isHanName = han.length === 1 && /^.{2,4}$/u.test(han[0]!) && beginsWithFamily(han[0]!);
  if (latin === undefined)
    return isHanName && words.trim() === han[0] && !/[路街区市省园厦城楼号]$/u.test(words);
  return han.length === 0 ? latin === words.replace(title, '') : isHanName;
}

/** 储丽娜 (Lina) is called by her own name; Grace Shen 沈佳怡 by both. */
const personOf = (words: string): string =>
  words
    .replace(title, '')
    .replace(hanFirst, (found) => found.replace(/[^\p{Script=Han}]/gu, ''))
    .trim();

function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = [];
  for (const raw of text.split(ends)) {
    const said = raw.replace(/\s+/g, ' ').trim().replace(greeting, '').replace(phoneLabel, '').trim();
    const bare = said.replace(personLabel, '').trim();
    const isLabelled = bare !== said && !/\d/.test(bare) && !unit.test(bare);
    const words = bare.replace(/^[\s:.()+-]+(?=$|[^(])|[\s:+-]+$/g, '');
    if (!/[\p{L}\d]/u.test(words) || /^(?:p\.?r\.? ?)?china$|^中国$|^p\.?r$/i.test(words)) continue;
    const places = isLabelled ? [] : placesOf(words);
    segments.push({
      words,
      places,
      isPerson: isLabelled || (places.length === 0 && isSomebody(words)),
    });
  }
  return segments;
}

/** Whether a text may be one: a unit or a street as in English, beside Chinese characters. */
export const mayBeMixed = (text: string): boolean =>
  text.length < 500 && unit.test(text) && /\p{Script=Han}/u.test(text);

/** The one reading of such a text; undefined when its divisions don't stand behind its house. */
export function readMixed(text: string): ReadParts | undefined {
  const sheet = createSheet(text);
  const numbers = takeChinaNumbers(sheet);
  const left = Array.from({ length: text.length }, (_, at) =>
    sheet.marks[at] === mark.free ? text[at]! : '\n',
  );
  const segments = segmentsOf(left.join(''));
  const firstUnit = segments.findIndex(({ words }) => unit.test(words));
  const lastPlace = segments.findLastIndex(({ places }) => places.length > 0);
  const firstPlace = segments.findIndex(({ places }) => places.length > 0);
  if (firstUnit < 0 || firstPlace < firstUnit) return undefined;
  const place = bestOfPlaces(
    segments.map(({ places }) => ({ places: [...places], sure: places.length === 1 })),
  );
  const houses = segments.filter(
    ({ places, isPerson, words }, at) =>
      places.length === 0 && !isPerson && (at < lastPlace || isFirm.test(words)),
  );
  if (!place || houses.length === 0) return undefined;
  const person = segments.find(({ isPerson }) => isPerson);
  const [province, city, district] = ([1, 2, 3] as const).map(
    (depth) => ancestorAt(place, depth)?.region.name_zh ?? '',
  ) as [string, string, string];
  const isMunicipality = /^(?:11|12|31|50)/.test(place.region.region_id);
  const isSaid = (segment: Segment): boolean => segment.places.length > 0 || segment === person;
  return {
    name: person ? personOf(person.words) : '',
    phone: numbers.phone,
    other_phones: numbers.others,
    company: houses.find(({ words }) => isFirm.test(words))?.words ?? '',
    wish: '',
    unused: {
      used: [
        ...numbers.phoneSpans.map(({ start, end }) => text.slice(start, end)),
        ...segments.filter(isSaid).map(({ words }) => words),
      ],
    },
    country: 'CN',
    province,
    city: isMunicipality ? province : city,
    district,
    detail: houses.map(({ words }) => words).join(', '),
    postcode: numbers.postcode,
    region_id: place.region.region_id,
    confidence: roundConfidence(person && numbers.phone !== '' ? 0.8 : 0.6),
  };
}

const isFirm =
  /(?:公司|集团|大学|学院|学校|医院|工厂|酒店)$|(?:university|college|school|hospital|ltd|co|inc|company)\.?$/i;
