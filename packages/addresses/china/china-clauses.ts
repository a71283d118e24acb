/**
 * Clauses of a Chinese message in which somebody speaks: crossed out as a whole, or up to where an address or a person begins, or from
 * where the house ends. Numbers, labels and divisions must have been taken before. Owns where a clause is cut.
 */
import { beginsWithFamily, isFamilyName, isPrefixName, scoreName, soundsForeign } from '../name-rules.ts';
import { mark, type Piece, piecesOf, type Sheet, takeSpan } from '../parse-sheet.ts';
import { leastTalk, type Weighed, weighWords } from './china-talk.ts';

export interface TalkTaken {
  /** What the carrier is asked for. */
  wishes: Piece[];
  /** Where somebody's name begins because the words before it say so. */
  nameStarts: number[];
}

/** Crosses out what is said and no part of an address. */
export function takeTalk(sheet: Sheet, nameStarts: readonly number[]): TalkTaken {
  const taken: TalkTaken = { wishes: [], nameStarts: [] };
  for (const piece of piecesOf(sheet)) {
    if (nameStarts.some((at) => at >= piece.start - 2 && at < piece.end && piece.end - at <= 9)) continue;
    const words = sheet.folded.slice(piece.start, piece.end);
    const weighed = weighWords(words);
    const said = weighed.talk[words.length]!;
    if (said === 0 || isForeign(words) || isCalled(words) || (said < 2 && isSomebody(words))) continue;
    const head = headLength(words, weighed);
    if (head > 0)
      takeHead(
        sheet,
        { piece, head, isPlace: addressFrom(weighed, head) >= 2.4 && !isFamilyAnd(words.slice(head)) },
        taken,
      );
    else if (
      !takeTail(sheet, { piece, weighed }, taken) &&
      talkBetween(weighed, 0, words.length) >= (words.length < 3 ? 2 : leastTalk)
    )
      takeWhole(sheet, piece, taken);
  }
  return taken;
}

/** 李想, 王可 are people, whatever the characters say. */
const isSomebody = (words: string): boolean =>
  words.length <= 4 && isPrefixName(words) && beginsWithFamily(words);

/** 阿不都热西提收, 木合塔尔·买买提. */
const isForeign = (words: string): boolean =>
  words.length > 2 && words.length <= 16 && soundsForeign(words.replace(/收$|·/gu, ''));

/** 果果妈妈 is what somebody is called, 我妈妈 and 寄给妈妈 are not. */
const isCalled = (words: string): boolean =>
  /^(?:客服|售后|前台|财务|行政|采购|人事|仓库|收发|物流)(?:部|处|室|科|组|中心)$/u.test(words) ||
  /^(?!.*[我你您找问])\p{Script=Han}{1,4}(?:客服|前台|仓库|财务|人事|行政)$/u.test(words) ||
  (isFamilyName(words[0]!) &&
    /^.(?:老板|师傅|老师|客服|店长|同学|先生|女士|小姐|阿姨)(?:代?收)?(?:就行|就好|即可)?$/u.test(words)) ||
  (/^[^我你他她给寄送发是叫让帮的]{1,3}(?:妈妈|妈|爸爸|爸|奶奶|爷爷)$/u.test(words) &&
    !/^(?:老|你)/u.test(words));

const deliver =
  /放|送|派|打电话|联系|勿|别|不要|折|轻|签收|自提|在家|没人|敲门|短信|通知|顺丰|中通|圆通|申通|韵达|京东|包装|驿站|快递柜|丰巢|门卫|前台|物业/u;
/** What is said of the order, not to the carrier. */
const ofOrder = /单|地址|电话|照片|相册|几天|多久|什么时候|吗$/u;

function takeWhole(sheet: Sheet, piece: Piece, { wishes }: TalkTaken): void {
  const words = sheet.folded.slice(piece.start, piece.end);
  if (deliver.test(words) && !ofOrder.test(words)) {
    takeSpan(sheet, piece, mark.wish);
    wishes.push(piece);
  } else takeSpan(sheet, piece, mark.dropped);
}

/** Words that lead to an address or to a person. */
const leads =
  /(?:老公|老婆|爸爸?|妈妈?|爷爷|奶奶|朋友|同事|姐姐|妹妹|哥哥|弟弟|寄到|发到|送到|邮到|寄给|发给|送给|寄往|寄去|寄|发|邮|送|改成|改为|改到|换成|换到|改|换|是|在|到|至|为|给|往|住|址|叫|写|填|找|本人|交给|收货人|收件人|联系人|姓名|名字|这里|这边|如下|以下)$/u;
const leadsToName = /(?:是|叫|写|填|本人|收货人|收件人|联系人|姓名|名字|找|给)$/u;

const between = (sums: Float32Array, from: number, to: number): number => sums[to]! - sums[from]!;
const talkBetween = ({ talk, address }: Weighed, from: number, to: number): number =>
  between(talk, from, to) - between(address, from, to);
const addressFrom = ({ address }: Weighed, from: number): number =>
  between(address, from, address.length - 1);

/** A family and one or two characters, whatever those are: 找梁桥楼. */
const isFamilyAnd = (words: string): boolean =>
  /^\p{Script=Han}{2,3}$/u.test(words) && isFamilyName(words[0]!);

/** How many characters at the beginning lead to an address or a person that follows; 0 when nothing follows. */
function headLength(words: string, weighed: Weighed): number {
  for (let length = Math.min(words.length - 2, 30); length >= 1; length--) {
    if (talkBetween(weighed, 0, length) < 1) continue;
    const head = words.slice(0, length);
    const rest = words.slice(length);
    if (!leads.test(head)) continue;
    if (talkBetween(weighed, length, words.length) >= leastTalk && !isForeign(rest)) continue;
    const isNamed = leadsToName.test(head) && isFamilyAnd(rest);
    const isPerson = isNamed || (rest.length <= 12 && (scoreName(rest) ?? 0) >= 1.2);
    // 给 and 找 alone lead to somebody who is clearly one.
    if (
      talkBetween(weighed, 0, length) < leastTalk &&
      !(leadsToName.test(head) && (isNamed || (scoreName(rest) ?? 0) >= 2))
    )
      continue;
    if (isPerson || (rest.length > 3 && addressFrom(weighed, length) >= 2.4)) return length;
  }
  return 0;
}

function takeHead(
  sheet: Sheet,
  { piece, head, isPlace }: { piece: Piece; head: number; isPlace: boolean },
  { nameStarts }: TalkTaken,
): void {
  const words = sheet.folded.slice(piece.start, piece.end);
  takeSpan(sheet, { start: piece.start, end: piece.start + head }, mark.dropped);
  if (leadsToName.test(words.slice(0, head)) && !isPlace) nameStarts.push(piece.start + head);
}

/** Behind a number or the end of a house. */
const houseEnd = /[\d号室楼层栋幢座户元院苑]$/u;

/** …1203室麻烦尽快发: what is said right behind the house. True when something was. */
function takeTail(
  sheet: Sheet,
  { piece: { start, end }, weighed }: { piece: Piece; weighed: Weighed },
  taken: TalkTaken,
): boolean {
  const words = sheet.folded.slice(start, end);
  for (let length = 3; length < words.length; length++) {
    if (!houseEnd.test(words[length - 1]!) || between(weighed.address, 0, length) < 2.4) continue;
    const tail = words.slice(length);
    if (/^[\da-z-]|^[号室楼层栋座元户院苑#]/u.test(tail) || addressFrom(weighed, length) > 0) continue;
    if (!lightTail.test(tail) && talkBetween(weighed, length, words.length) < 1.9) continue;
    if (isSomebody(tail) && !lightTail.test(tail)) continue;
    takeWhole(sheet, { start: start + length, end }, taken);
    return true;
  }
  return false;
}

/** Said behind a house, and short. */
const lightTail = /^(?:吧|哈|哦|啊|呢|哟|就行|就好|即可|那里|这里|那边|这边|的|了)$/u;

const sentenceEnd = /[,，。!！?？;；\n~～:：]/u;
const firm = /公司|集团|厂|店|行|部|室|所|院|校|馆|中心|局|处|队|连|营|站|社|会$/u;

/**
 * Crosses out what stands apart from the address and has nothing of one in it: before the division behind a stop, behind the phone,
 * behind the house and a stop; and the name where it is said once more.
 */
export function takeAsides(sheet: Sheet, { start, name }: { start: number | undefined; name: string }): void {
  if (start === undefined) return;
  const { folded, marks, text } = sheet;
  const pieces = piecesOf(sheet);
  let hasHouse = false;
  for (const piece of pieces) {
    const words = folded.slice(piece.start, piece.end);
    const { address, talk } = weighWords(words);
    const weight = address.at(-1)!;
    const isBefore = piece.end <= start;
    const isApart = sentenceEnd.test(separatorBefore(text, piece.start));
    const isBehindPhone = !isBefore && lastMark(marks, piece.start) === mark.number && hasHouse;
    const isEmpty = weight === 0 && !/\d/.test(words) && !firm.test(words);
    const endsApart = sentenceEnd.test(/^[^\p{L}\p{N}]*/u.exec(text.slice(piece.end))![0]);
    const isSaidAgain = name !== '' && words === name;
    const isAside =
      isSaidAgain ||
      words === '的' ||
      (isEmpty &&
        (piece.end - piece.start > 1 || isBefore) &&
        ((isBefore && endsApart) ||
          (isBehindPhone && (isApart || talk.at(-1)! > 0)) ||
          (hasHouse && isApart && !isBefore && (piece.end - piece.start > 3 || talk.at(-1)! > 0))));
    if (isAside) takeSpan(sheet, piece, mark.dropped);
    else if (!isBefore && weight >= 2.4) hasHouse = true;
  }
}

const isWordPart = /[\p{L}\p{N}]/u;

/** What stands between a piece and the word before it. */
function separatorBefore(text: string, at: number): string {
  let from = at;
  while (from > 0 && !isWordPart.test(text[from - 1]!)) from--;
  return text.slice(from, at);
}

/** What was crossed out last before a place, with nothing but separators between. */
function lastMark(marks: Uint8Array, at: number): number {
  let from = at - 1;
  while (from >= 0 && marks[from] === mark.free && at - from < 4) from--;
  return from < 0 ? mark.free : marks[from]!;
}
