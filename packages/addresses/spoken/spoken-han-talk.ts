/**
 * What somebody who dictates in Chinese says beside the address: commas and full stops, which character of a name is meant, `号` with what was
 * said before it again. Owns how that goes, so that an address of several pieces is one. Pure.
 */
import { type Edit, editsOf } from './text-edits.ts';

const marks =
  /[ ,、]?(?:(逗[号號]|顿号|頓號|カンマ|コンマ|読点|쉼표)|(句[号號]|句点|마침표)|(换行|換行|回车|改行|另起一行|줄 ?바꿈)|(空格))[ ,、。.]?/gu;
const letterSaid = /(?:英文(?:字母)?|字母|大写的?|大寫的?)(?=[A-Za-z](?![A-Za-z]))/gu;
const numeral = '\\d零〇一二三四五六七八九十幺两A-Za-z';
const stroke = new RegExp(`(?<=[${numeral}号栋座]) ?(?:(斜杠)|(井号)|杠|横杠|槓) ?(?=[${numeral}])`, 'gu');

/** 零五双七, 三个八: a digit that is said once for several. */
const digit = '[\\d零〇一二三四五六七八九幺]';
const repeated = new RegExp(
  `(?<=${digit}[ ,、]{0,2})(?:双(${digit})|([两三四])个(${digit})(?![零一二三四五六七八九十]?[栋幢单层楼室]))`,
  'gu',
);

export const hanMarkEdits = (text: string): Edit[] => [
  ...editsOf(text, repeated, (match) =>
    match[1] ? match[1].repeat(2) : match[3]!.repeat('两三四'.indexOf(match[2]!) + 2),
  ),
  ...editsOf(text, marks, (match) => (match[1] ? ', ' : match[2] ? '. ' : match[3] ? '\n' : ' ')),
  ...editsOf(text, letterSaid, () => ''),
  ...editsOf(text, stroke, (match) => (match[1] ? '/' : match[2] ? '#' : '-')),
];

const separator = '[ ,、。.;\\n]';
const of = '(?:的|嗰[個个]|那[個个]|[個个]|嘅|之)';
/** 延是延长的延, 余是年年有余的余. */
const isOf = new RegExp(
  `${separator}?(\\p{Script=Han})(?:是|係)(?=\\p{Script=Han}{0,4}\\1)\\p{Script=Han}{1,5}?${of}\\1字?`,
  'gu',
);
/** 石头的石, 一心一意嗰個一心, 女字旁的婷, 立早章: between two separators. */
const shownBy = new RegExp(
  `(?<=^|${separator})(?:就是|是|係)?(?:\\p{Script=Han}{0,3}?(\\p{Script=Han}{1,2})\\p{Script=Han}{0,3}?${of}\\1字?|\\p{Script=Han}{1,3}(?:旁|头|頭|点水|點水|字边)${of}?\\p{Script=Han}字?|(?:立早章|弓长张|弓長張|木子李|耳东陈|耳東陳|双木林|雙木林|口天吴|口天吳|古月胡|草头黄|草頭黃|走肖赵|言午许|言午許|木易杨|木易楊|人可何|干勾于|三横王|三橫王|双口吕|雙口呂|美女姜|刀口邵|文武斌))(?=${separator}|$)${separator}?`,
  'gu',
);
/** 三段十八号嗯对十八号. */
const saidAgain =
  /([\d零〇一二三四五六七八九十百千两]+[号號栋楼樓室])[ ,]?(?:嗯|对|對|是|嗯对|嗯對|對對)[ ,]?\1/gu;

const numeralRun = '[\\d零〇一二三四五六七八九十百千]{1,7}';
const houseUnit = '(?:号楼|号|栋|幢|楼|单元|室|铺)';
/** 不对我看下, 不对不对, 呃: what was said just before was wrong. */
const doubt =
  '(?:(?:[呃额]|[哦啊哎唉诶欸]?(?:不对|说错了?|错了|等下|等等)|[哦啊]不|不{2,4})[ ,.。]{0,6}){1,3}(?:让?我再?看(?:一下|下|看|错了?)?[ ,.。]{0,6})?(?:应?该?是[ ,]?)?';
/** 六号呃十六号, 三十八,不对不对三十六号: the number before the word of doubt was wrong. */
const doubted = new RegExp(
  `(?<![\\d零〇一二三四五六七八九十百千])${numeralRun}(${houseUnit}?)[ ,.。]{0,6}${doubt}(?=${numeralRun}\\1)(?=${numeralRun}${houseUnit})`,
  'gu',
);
/** 九栋,九还是六来着,是六栋: not sure, and then it is said. */
const wondered = new RegExp(
  `(?<![\\d零〇一二三四五六七八九十百千])${numeralRun}(${houseUnit})[ ,。]{0,2}${numeralRun}${houseUnit}?还是${numeralRun}${houseUnit}?(?:来着|呢|啊|嘞)?[ ,.。?]{0,3}(?:应该)?(?:是|对)[ ,]?(?=${numeralRun}\\1)`,
  'gu',
);
/** 六栋,六栋二单元. */
const blockAgain = new RegExp(
  `(?<![\\d零〇一二三四五六七八九十百千])(${numeralRun}(?:号楼|栋|幢))[ ,]{1,2}(?=\\1)`,
  'gu',
);
/** 幸福路,门牌是三十六号. */
const houseCalled = new RegExp(
  `(?<=[路街道巷弄段][ ,]{0,2}(?:[呃嗯额][ ,]{0,2})?)门牌号?(?:码)?(?:就)?(?:是|:)[ ,]?(?=${numeralRun}[号, ])`,
  'gu',
);
/** 36号,三十六哦: the number once more, without its unit. */
const saidTwice = /(?<=\d[号栋幢室] ?,? ?)[零〇一二三四五六七八九十百千\d]+(?:哦|啊|嗯|对)(?:[ ,]{1,2}|$)/gu;
/** 干河街道那个仙桃大道, 华阳路然后是水关新村, 三号院,对,五号楼: what is said to think, between two parts of an address. */
const betweenParts =
  /(?<=[省市区县镇乡道路街号园院小栋幢座场][ ,]{0,2})(?:(?:就是)?那个|然后(?:就)?(?:是|呢)?|[呃嗯额]|(?<=,)[对嗯](?:的|对)?,)[ ,]{0,2}(?=\p{Script=Han}{2}|\d)/gu;
/** 天马路,天马路六十六号: a street once more, with its number. */
const streetAgain =
  /(?<=^|[ ,。区县市镇乡道])(\p{Script=Han}{2,6}[路街道巷弄])[ ,。]{1,3}(?=\1[\d零〇一二三四五六七八九十百千])/gu;
/** 姓苗草字头…的苗单名一个青字青草的青: family and name, each with how it is written. */
const spelt =
  /姓 ?(\p{Script=Han})字?(?:[^,。\n\d]{0,14}?的\1)?[ ,]*单 ?名 ?(?:是|叫)?(?:一? ?个)? ?(\p{Script=Han}) ?字?(?:[ ,]?[^ ,。\n\d]{1,6}的\2)?/gu;
/** 收货人 关 莹莹: a family apart from the name. */
const apart =
  /(?<=(?:收件人|收货人|名字|姓名|联系人|我叫)(?:是|叫)?[ :]{1,2}\p{Script=Han}) (?=(\p{Script=Han}{1,2})[ ,。](?!.{0,4}(?:路|号)))/gu;

/** What is only said: it goes, and is left over. */
const talkEdits = (text: string, patterns: readonly RegExp[]): Edit[] =>
  patterns.flatMap((pattern) => editsOf(text, pattern, () => '')).map((edit) => ({ ...edit, isTalk: true }));

export const hanTalkEdits = (text: string): Edit[] => [
  ...talkEdits(text, [doubted, wondered, blockAgain, saidTwice, betweenParts, houseCalled]),
  ...editsOf(text, spelt, (match) => `名字是${match[1]}${match[2]} `),
  ...editsOf(text, apart, () => ''),
];

/** 丁文海文化的文大海的海: how both characters of a given name are written, with nothing between. */
const bothShown =
  /(?<=(\p{Script=Han})(\p{Script=Han}))\p{Script=Han}{1,3}的\1字?[ ,]?\p{Script=Han}{1,4}的\2字?/gu;
/** 姓丁丁文海: the family by itself, glued to the whole name. */
const gluedFamily =
  /(?<=[人,。 ]|^)姓(\p{Script=Han})(?=\1(\p{Script=Han})\p{Script=Han}?(?:\p{Script=Han}{1,3}的\2|电话|手机|号码|[ ,。\d]))/gu;

export function hanNameEdits(text: string): Edit[] {
  const again = editsOf(text, saidAgain, (match) => match[1]!);
  const shown = editsOf(text, bothShown, () => ' ').map((edit) => ({ ...edit, isTalk: true }));
  return [...again, ...shown, ...talkEdits(text, [gluedFamily]), ...talkEdits(text, [isOf, shownBy])];
}

/** 姓石, 叫石澳生: the family by itself before the whole name. */
const familyFirst = new RegExp(
  `(?:我|佢)?姓(\\p{Script=Han}{1,2})字?${separator}{1,3}(?:名?叫|全名|名字)?(?=\\1\\p{Script=Han}{1,2}(?!\\p{Script=Han}))`,
  'gu',
);
/** 學府路, 二十六號, 七樓: pieces of one address. */
const pieces =
  /(?<=[路街道巷弄段號号樓楼座栋幢里村邨苑園园廈厦心場场城]) ?, ?(?=(?:第?[\d零〇一二三四五六七八九十百千兩两]+(?:[號号樓楼座巷弄室段栋幢]|字樓)|之[\d一二三四五六七八九十]|[A-Za-z]\d{0,2}室|\d{1,3}-\d))|(?<=[區区市鄉鎮镇縣县]) ?, ?(?=\p{Script=Han}{2,7}[路街道])/gu;

export const hanJoinEdits = (text: string): Edit[] => [
  ...talkEdits(text, [familyFirst, streetAgain]),
  ...editsOf(text, pieces, () => ''),
];

const kanaOrHan = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]`;
/** 林です、林しおり. */
const familyInJapanese = new RegExp(
  `(?<=^|[ ,、。])(\\p{Script=Han}{1,4})(?:です|といいます|と申します|ですが)${separator}{1,3}(?=\\1${kanaOrHan}{1,5})`,
  'gu',
);
/** 구본일이요, 34141입니다. */
const koreanVerb = /(?<=[가-힣]{2}|\d)(?:이고요|이구요|이에요|이예요|입니다|이요|예요|이고)(?=[ ,.]|$)/gu;

/** What is said to think. */
const thinking =
  /(?<=^|[。、\n ])(?:えっと|えーと|ええと|えー|あの(?:ー|う)?|もしもし|어+|음+|저기|네)[、, ]+/gu;

/** The verb behind what is named, and a family before the whole name. */
export const easternTalkEdits = (text: string): Edit[] =>
  [thinking, familyInJapanese, koreanVerb]
    .flatMap((pattern) => editsOf(text, pattern, () => ''))
    .map((edit) => ({ ...edit, isTalk: true }));
