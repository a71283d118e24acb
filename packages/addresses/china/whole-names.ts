/**
 * How far somebody's name goes in a Chinese text: the halves of names of other tongues, two people who receive together, and who is named for
 * the case alone that nobody answers. Owns what may stand beside a name and is of it. Pure.
 */
import { scoreName, soundsForeign } from '../name-rules.ts';
import type { Piece } from '../parse-sheet.ts';

/** Halves of Tibetan names, of which a person mostly has two. */
const tibetan =
  '(?:扎西|次仁|次旦|次珍|次旺|旦增|丹增|洛桑|罗桑|格桑|卓玛|央金|央宗|德吉|白玛|尼玛|达瓦|索朗|四郎|仁青|仁增|多吉|平措|贡布|贡嘎|贡保|罗布|诺布|曲珍|曲扎|曲措|拉姆|拉珍|拉巴|边巴|米玛|巴桑|普布|强巴|土登|嘎玛|嘉措|旺堆|旺杰|旺姆|旺扎|桑杰|桑珠|桑姆|加央|降央|益西|阿旺|才让|才旦|才仁|仁钦|顿珠|晋美|赤列|泽仁|泽旺|洛绒|班觉|群培|群宗|热杰|坚参|坚赞|云丹|江措|江村|卓嘎|措姆|玉珍|美朵|梅朵|欧珠|伦珠|朗杰|南杰|塔杰|西绕|喜绕|更登|根敦|更嘎|东周|龙珠|娜姆|吉美|加措|尼珍|巴珠|贡确|贡秋|完么|多杰|扎巴|旦巴|丹巴)';
const halfAhead = new RegExp(`(?<!\\p{Script=Han})${tibetan}$`, 'u');
const half = new RegExp(`^${tibetan}$`, 'u');
const twoHalves = new RegExp(`^${tibetan}{2}$`, 'u');
const title =
  '(?:先生|女士|小姐|老师|师傅|医生|大夫|经理|主任|校长|教授|护士长|护士|阿姨|叔叔|同学|厂长|店长|书记|所长|局长|科长)';
const titleStart = new RegExp(`^${title}`, 'u');
const titleEnd = new RegExp(`(?<=..)(?:${title}|亲?收)+$`, 'u');

/** Whether a whole run of characters is a name of another tongue than Chinese. */
export const isOfOtherTongue = (name: string): boolean =>
  twoHalves.test(name) || (name.length > 3 && name.length < 9 && soundsForeign(name));

/** 旦增 in 旦增罗布, before the half that looks like a family and a name; 阿拉腾其 in 阿拉腾其日格: how much before a name is of it by its sound. */
function halvesBefore(folded: string, { start, end }: Piece): number {
  const name = folded.slice(start, end);
  const ahead = folded.slice(Math.max(0, start - 7), start);
  if (half.test(name)) return halfAhead.exec(ahead)?.[0].length ?? 0;
  const run = /(?<!\p{Script=Han})\p{Script=Han}{2,6}$/u.exec(ahead)?.[0] ?? '';
  const isOne = isOfOtherTongue(run + name) || (soundsForeign(name) && isForeignHead(run + name));
  return run !== '' && run.length + name.length < 9 && isOne ? run.length : 0;
}

/** A name with its halves before it, and behind it: 敖登格日勒 goes on by its sound. */
function withHalves<Name extends Piece>(folded: string, span: Name): Name {
  const start = span.start - halvesBefore(folded, span);
  const run = /^\p{Script=Han}{3,10}/u.exec(folded.slice(start, start + 11))?.[0] ?? '';
  const whole = run.replace(titleEnd, '');
  const more = whole.slice(span.end - start);
  const isWhole =
    whole.length < 9 &&
    more !== '' &&
    (twoHalves.test(whole) || (more.length < 4 && soundsForeign(more) && isForeignHead(whole)));
  return { ...span, start, end: isWhole ? start + whole.length : span.end };
}

/** More than a family and two characters, most of which write names of other tongues. */
const isForeignHead = (whole: string): boolean =>
  whole.length > 3 && [...whole].filter((char) => soundsForeign(char)).length >= whole.length - 1;

const person = `(?:\\p{Script=Han}{2,8}?${title}?)`;
const joint = '(?: ?[/&＆、+] ?|和|与|跟)';
const partnerAhead = new RegExp(`(?<=^|[\\s,;:。(\\d]|俩:?|们:?)(${person})${joint}$`, 'u');
const partnerBehind = new RegExp(`^(${title}?)${joint}(${person})(?=$|[\\s,;。()\\d]|收)`, 'u');
const placeEnd = /[路街道巷弄号楼栋幢座室层院园苑城厦店厂司部处科村镇乡县区市省]$/u;

const isPerson = (words: string): boolean => {
  const name = words.replace(titleEnd, '');
  return !placeEnd.test(name) && (half.test(name) || (scoreName(name) ?? 0) >= 2.6);
};

/** 苏莹莹/杜鹏, 司徒浩然&林芷晴: two who receive together. */
function withPartner<Name extends Piece>(folded: string, span: Name): Name {
  const ahead = partnerAhead.exec(folded.slice(Math.max(0, span.start - 16), span.start));
  const tail = titleStart.exec(folded.slice(span.end, span.end + 2))?.[0].length ?? 0;
  if (ahead && isPerson(ahead[1]!)) {
    const hasTitle = titleEnd.test(ahead[1]!);
    return {
      ...span,
      start: span.start - ahead[0].length,
      end: span.end + (hasTitle ? tail : 0),
    };
  }
  const behind = partnerBehind.exec(folded.slice(span.end, span.end + 16));
  return behind && isPerson(behind[2]!) ? { ...span, end: span.end + behind[0].length } : span;
}

/** 白 of 白先生收就行: a family alone is called by its title. */
function withTitle<Name extends Piece>(folded: string, span: Name): Name {
  const called = titleStart.exec(folded.slice(span.end, span.end + 2))?.[0];
  return called && span.end - span.start === 1 ? { ...span, end: span.end + called.length } : span;
}

const familyAndTitle = new RegExp(`^(\\p{Script=Han})(?:${title}|总|工|姐|哥|叔|姨)$`, 'u');

/** 老吕 吕宏伟, 小廖(廖文静), 贺主任(贺志刚): what somebody is called, and then who it is. */
function withFullName<Name extends Piece>(folded: string, span: Name): Name {
  const called = folded.slice(span.start, span.end);
  const family = (/^[老小阿](\p{Script=Han})$/u.exec(called) ?? familyAndTitle.exec(called))?.[1];
  if (family === undefined) return span;
  const behind = new RegExp(`^[ (]{1,2}(?=${family}\\p{Script=Han}{1,2}(?:$|[\\s),;]))`, 'u').exec(
    folded.slice(span.end, span.end + 8),
  )?.[0];
  if (behind === undefined) return span;
  const start = span.end + behind.length;
  const { length } = /^\p{Script=Han}+/u.exec(folded.slice(start, start + 4))![0];
  return { ...span, start, end: start + length };
}

/** The whole of what a name is a part of. */
export const wholeName = <Name extends Piece>(folded: string, span: Name): Name =>
  withPartner(folded, withTitle(folded, withHalves(folded, withFullName(folded, span))));

const spareLead =
  /(?:有(?:急?事|问题?)(?=再)|打不通|不通|没人接|不接|没接|冇人[接听]|唔接|联系不上|联系不到|找不到人?|(?<!在)不在(?:家)?|收不到)(?:电话|手机)?(?:的话|时|了)?[,: ]{0,2}(?:就|再|请|可以?|麻烦)*(?:打给?|找|联系|问|拨)(?:电话|手机)?[^\d\n。;,]{0,8}$|(?:打唔到|打唔通)[,: ]{0,2}$|(?:备用|备选|(?:紧急|第二)(?=联系|电话|手机|号))(?:联系)?(?:电话|手机|号码?|人)?[:( ]{0,2}[^\d\n。;,:()]{0,6}$|(?:don't|can't|no) [^.\n]{0,24}(?:call|ring|try)[^.\n\d]{0,24}$/u;

/** Whether a phone or a person that begins here is for the case alone that the first one doesn't answer. */
export const isSpare = (folded: string, start: number): boolean =>
  spareLead.test(folded.slice(Math.max(0, start - 60), start));
