/**
 * Dictated messages: numbers, letters and marks that were said are written as on a parcel before anybody reads the text. Owns which texts are
 * taken for dictated, by a cheap look, and the order of the steps; every other text stays as it is. Pure.
 */
import { areaCodeEdits } from './area-codes.ts';
import { joinedDigitEdits } from './digits-apart.ts';
import { easternAnewEdits } from './eastern-anew.ts';
import { mixedPhoneEdits } from './mixed-phones.ts';
import { plainNumberWords, spokenLanguages } from './number-words.ts';
import { anewEdits } from './spoken-anew.ts';
import { asideEdits, letterAnewEdits } from './spoken-asides.ts';
import { spokenHouseEdits, spokenPhoneEdits, spokenPostcodeEdits } from './spoken-eastern.ts';
import {
  easternTalkEdits,
  hanJoinEdits,
  hanMarkEdits,
  hanNameEdits,
  hanTalkEdits,
} from './spoken-han-talk.ts';
import { spokenLanguageOf, spokenNumberEdits } from './spoken-latin.ts';
import {
  fillerEdits,
  floorEdits,
  labelEdits,
  leadEdits,
  noughtEdits,
  spokenMarkEdits,
} from './spoken-marks.ts';
import { nameEchoEdits, nameOrderEdits, nameTalkEdits } from './spoken-names.ts';
import { applyEdits, type Edit, unedited, type WrittenText } from './text-edits.ts';

const said = `(?:${spokenLanguages.map((language) => plainNumberWords[language]).join('|')}|[a-z])`;
/** Three numbers or letters in a row. */
const spokenLatin = new RegExp(`(?<![\\p{L}\\d])${said}(?:[ ,-]{1,2}${said}){2}(?![\\p{L}])`, 'iu');
/** Seven digits in a row that are not all written, or marks that were said. */
const spokenHan =
  /[零〇○一二三四五六七八九幺两兩壹贰貳叁參肆伍陆陸柒捌玖](?:[ ,、。-]{0,2}[\d零〇○一二三四五六七八九幺两兩壹贰貳叁參肆伍陆陸柒捌玖洞拐勾]){6}|\d[零一二三四五六七八九幺](?:[\d零〇一二三四五六七八九幺]){6}|逗[号號]|句[号號]|英文字母|单 ?名|口述|语音(?:转文字|转写|输入|识别)/u;
const spokenKana =
  /[〇零一二三四五六七八九ゼロぜろ](?:[ 、,の-]{0,3}(?:[〇零一二三四五六七八九\d]|ゼロ|[ぁ-んァ-ン]{2,3})){5}|改行|読点/u;
const spokenHangul =
  /[공영일이삼사오육칠팔구](?:[ ,-]|에|의|다시){0,3}(?:[공영일이삼사오육칠팔구](?:[ ,-]|에|의|다시){0,3}){5}|공일[공일육칠팔구](?:[ ,-]|에|의){0,3}\d/u;

const latinSteps = [
  letterAnewEdits,
  floorEdits,
  fillerEdits,
  leadEdits,
  labelEdits,
  nameTalkEdits,
  nameOrderEdits,
  nameEchoEdits,
];
const easternSteps = [spokenPostcodeEdits, spokenPhoneEdits, spokenHouseEdits];
const hanSteps = [hanTalkEdits, hanNameEdits, hanJoinEdits];
const otherSteps = [easternTalkEdits];

/** Phones that are half in words, in any message without Chinese characters. */
const latinFormSteps = [mixedPhoneEdits, areaCodeEdits];

/** Nobody takes back more numbers of one address. */
const maxAnew = 5;

/** Longer texts are no dictation of one address. UTF-16 units. */
const maxChars = 1000;

/** The text as it would be written; undefined for the many that nobody dictated. */
export function writeSpoken(clean: string): WrittenText | undefined {
  if (clean.length > maxChars) return undefined;
  const joined = applyEdits(unedited(clean), joinedDigitEdits(clean));
  const dictated = writeDictated(joined);
  // What is dictated in Latin letters has its names in order.
  const steps = dictated ? latinFormSteps : [...latinFormSteps, saidNameEdits];
  const written = (/\p{Script=Han}/u.test(clean) ? [] : steps).reduce(
    (text, edits) => applyEdits(text, edits(text.text)),
    dictated ?? joined,
  );
  return written.text === clean ? undefined : written;
}

/** `My name's Ruth, surname Teale` is said in any message; a form has its names in fields. */
const saidNameEdits = (text: string): Edit[] => (/[\n;|]/.test(text) ? [] : nameOrderEdits(text));

function writeDictated(clean: WrittenText): WrittenText | undefined {
  const { text } = clean;
  const hasHan = /\p{Script=Han}/u.test(text);
  if (/\p{Script=Hangul}/u.test(text))
    return spokenHangul.test(text) ? writeEastern(clean, otherSteps) : undefined;
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text))
    return spokenKana.test(text) ? writeEastern(clean, otherSteps) : undefined;
  if (hasHan) return spokenHan.test(text) ? writeEastern(clean, hanSteps) : undefined;
  return spokenLatin.test(text) ? writeLatin(clean) : undefined;
}

function writeEastern(
  clean: WrittenText,
  more: ReadonlyArray<(text: string, given: string) => Edit[]>,
): WrittenText | undefined {
  const written = [hanMarkEdits, easternAnewEdits, ...easternSteps, ...more].reduce(
    (text, edits) => applyEdits(text, edits(text.text, clean.text)),
    clean,
  );
  return written.text === clean.text ? undefined : written;
}

function writeLatin(clean: WrittenText): WrittenText | undefined {
  const language = spokenLanguageOf(clean.text);
  let marked = applyEdits(clean, spokenMarkEdits(clean.text, language));
  const isMarked = marked !== clean;
  marked = applyEdits(marked, asideEdits(marked.text, language));
  marked = applyEdits(marked, noughtEdits(marked.text, language));
  for (let count = 0; count < maxAnew; count++) {
    const edits = anewEdits(marked.text, language);
    if (edits.length === 0) break;
    marked = applyEdits(marked, edits);
  }
  const numbers = applyEdits(marked, spokenNumberEdits(marked.text, language));
  // What nobody dictated stays as it is in everything.
  if (numbers === marked && !isMarked) return undefined;
  return latinSteps.reduce((text, edits) => applyEdits(text, edits(text.text, language)), numbers);
}
