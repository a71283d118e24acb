/**
 * Numbers that somebody who dictates in Chinese, Japanese or Korean says anew: `三百零五號，啊不對，三百一十五號`, `백육이, 아니다 백육삼`. The
 * one that was taken back goes, with the words that take it back. Those in Latin letters are spoken-anew.ts's. Pure.
 */
import { type Edit, editsOf } from './text-edits.ts';

interface Tongue {
  script: RegExp;
  number: string;
  /** What may stand behind the number, and behind the one that takes its place. */
  units: string;
  cues: string;
}

const gap = '[ ,、，。.…~]{0,4}';

const tongues: readonly Tongue[] = [
  {
    script: /\p{Script=Hangul}/u,
    number: '[\\d공영일이삼사오육칠팔구십백천]{1,7}',
    units: '번지|번|층|호|동',
    cues: '(?:아+ ?,? ?)?(?:아니다|아니요|아니야|아니지|아니네|아닙니다|아니|틀렸다|잘못 ?말했[가-힣]{1,3}|정정)(?:[,. ]{1,2}(?:죄송해요|죄송합니다|미안해요))?',
  },
  {
    script: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    number: '[\\d〇零一二三四五六七八九十百千]{1,7}',
    units: '丁目|番地|番|号室|号|階',
    cues: '(?:(?:あ[ぁっー]?|いや|おっと)[、, ]{0,2})?(?:違う|違います|違った|違いました|ちがう|ちがいます|じゃない|じゃなくて|ではなく(?:て)?|間違えました|間違い|訂正(?:します)?|いや)(?:[、,。 ]{1,2}(?:すみません|訂正します|正しくは))?',
  },
  {
    script: /\p{Script=Han}/u,
    number: '[\\d零〇一二三四五六七八九十百千两兩]{1,7}',
    units: '号楼|號樓|号|號|樓|楼|座|棟|栋|幢|室|房|層|层|巷|弄|段|单元',
    cues: '(?:(?:[哎唉诶欸啊呀喔哦噢呃咦][呀喲哟]?)[, ]{0,2})?(?:不对|不對|不是|唔系|唔係|唔啱|唔對|(?:我)?(?:讲|講|说|說)(?:错|錯)(?:了|咗)?|更正|等阵|等陣)(?:[,。 ]{1,2}(?:不好意思|唔好意思|(?:讲|講|说|說)(?:错|錯)(?:了|咗)?))?',
  },
];

const patterns = tongues.map(({ script, number, units, cues }) => ({
  script,
  pattern: new RegExp(
    `(?<!${number.replace(/\{.*/u, '')}|-)${number}(${units})?${gap}(?:${cues})[ ,、，。.…~]{1,4}(?:是|系|係|应该是|應該是)?[ ,]?(?=${number}(${units})?)`,
    'gu',
  ),
}));

/** The edits that leave the number that was said last. */
export function easternAnewEdits(text: string): Edit[] {
  const own = patterns.find(({ script }) => script.test(text));
  if (!own) return [];
  return editsOf(text, own.pattern, (match) =>
    // 四樓，不是，六號: another part is no correction of this one.
    match[1] !== undefined && match[1] !== match[2] ? undefined : '',
  ).map((edit) => ({ ...edit, isTalk: true }));
}
