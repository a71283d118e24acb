/**
 * Reads a Japanese or Korean message in its own letters: phones by their forms, everything else by what the tagger says. Owns what such a
 * reading is worth, and what of the talk is a wish. Pure.
 */
import { type ReadParts, roundConfidence } from '../parsed-record.ts';
import { takePhones } from './abroad-phones.ts';
import { joinSegments } from './abroad-segments.ts';
import { prefectureOf } from './eastern-divisions.ts';
import { foreignName } from './eastern-people.ts';
import { readTagged, type TaggedReading } from './eastern-tagged.ts';

const scripts: Record<string, RegExp> = {
  JP: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  KR: /\p{Script=Hangul}/gu,
};

/** From a city to the number of a house: whatever tongue the talk around it is in. */
const wholeHouse: Record<string, RegExp> = {
  JP: /[都道府県][\p{Script=Han}\p{Script=Katakana}ー]{1,8}[市区町村][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{1,12}\d/u,
  KR: /[시도] ?[가-힣]{1,5}[시군구](?: [가-힣]{1,4}[구읍면])? [가-힣\d]{1,12}[로길] ?\d/u,
};

/** Whether the text is in the country's own letters; a word of them may stand beside an address in Latin ones. */
export function isEasternWriting(text: string, country: string): boolean {
  const script = scripts[country];
  if (!script) return false;
  const own = text.match(script)?.length ?? 0;
  if (wholeHouse[country]!.test(text)) return true;
  return own > 0 && own * 3 >= (text.match(/[A-Za-z]/g)?.length ?? 0);
}

/** The readings of such a text (cleaned), the best first. */
export function readEastern(text: string, country: string): [ReadParts, ...ReadParts[]] {
  const phones = takePhones(text, country);
  const [best, ...others] = readTagged(phones.text, country).map((reading) => {
    const { place, company, talk, written } = reading;
    const named = foreignName(text, country);
    const name = named || reading.name;
    const detail = joinSegments(
      place.rest.filter(
        (part) => !isForeignTalk(part.text, country) && (named === '' || !part.text.endsWith(named)),
      ),
    );
    return {
      name,
      phone: phones.phone,
      other_phones: phones.others,
      company,
      wish: talk.flatMap((piece) => wishesIn(piece, country)).join('; '),
      country,
      province: place.province,
      city: place.city,
      district: place.district,
      detail,
      postcode: place.postcode,
      region_id: null,
      confidence: confidenceOf(reading, detail, phones.phone),
      unused: { used: [...phones.written, written] },
    };
  });
  return [best!, ...others];
}

/** Small words in Latin letters, and Chinese beside an address of Korea: said in another tongue, and no part of a house. */
const isForeignTalk = (words: string, country: string): boolean =>
  /^[\p{Ll}\p{M}\s().,'’]+$/u.test(words) ||
  (country === 'KR' && /\p{Script=Han}/u.test(words) && !/[가-힣\d]/u.test(words));

/** What somebody asks the carrier for. */
const wishes: Record<string, RegExp> = {
  JP: /(?:宅配|置き?配|玄関|不在|管理人|守衛|ポスト|インターホン|午前|午後|時以降|時以後|夜間|平日|週末|土日|着日?指定|時間指定|割れ物|ワレモノ|折ら|折り曲げ).{0,24}(?:ください|下さい|お願い|希望|頼みます|可|厳禁|注意|で|へ|に|OK)?/u,
  KR: /문 ?앞|경비실|관리실|부재|현관|택배함|무인함|벨 |초인종|(?:전화|연락|문자).{0,6}(?:주세요|주시|부탁|바랍)|놓아|놔 ?주|두고|맡겨|접지 ?(?:말|마)|파손/u,
};

function wishesIn(piece: string, country: string): string[] {
  return piece
    .split(/(?<=[。!?！？])|(?<=[가-힣][.~^]+)\s|[、,|/]/u)
    .map((clause) => clause.trim())
    .filter((clause) => wishes[country]!.test(clause));
}

/** Each doubt takes its share. */
function confidenceOf(
  { name, place, nameProbability, placeProbability }: TaggedReading,
  detail: string,
  phone: string,
): number {
  let sure = 0.99 * doubtOf(nameProbability) * doubtOf(placeProbability);
  const { city, province, postcode } = place;
  if (city === '') sure *= 0.5;
  else if (postcode === '' && province === '') sure *= 0.8;
  else if (province === '') sure *= 0.95;
  const own = place.province.endsWith('県') || /[都道府]$/u.test(province) ? prefectureOf(postcode) : '';
  if (own !== '' && own !== province) sure *= 0.9;
  if (detail === '') sure *= 0.6;
  else if (!/\d/.test(detail)) sure *= 0.9;
  if (name === '') sure *= phone === '' ? 0.95 : 0.85;
  return roundConfidence(sure);
}

/** A chain is surer of itself than it should be: what it is nearly sure of may be wrong. */
const doubtOf = (probability: number): number =>
  probability >= 0.99 ? 1 : probability >= 0.9 ? 0.96 : 0.5 + probability / 2;
