/**
 * A whole place of a Chinese message that is said anew (`西湖区文三路1号，不对，那是单位，寄家里：滨江区江南大道9号`), and one of several places that
 * the message says to use (`A：… B：… 这次发B`). Owns where the earlier place begins, and what of it is true of the new one. Pure.
 */
import type { Edit } from '../edited-text.ts';
import { beginsWithFamily } from '../name-rules.ts';
import type { Piece } from '../parse-sheet.ts';
import { phonesIn } from '../part-forms.ts';
import { anyCorrection } from '../superseded-words.ts';

/** Whose the place before was, or that another one is meant after all. */
const remark =
  '(?:那|这|上面|刚才)(?:个|边|里)?(?:是|写的是)(?:我|他|她)?的?(?:以前的?|原来的?|老|旧|单位|公司|老家|娘家|婆家|店里?|厂里?|学校|别人)|算了|还是(?:寄|发|送)|现在(?:改?叫|归|划[到归])|新的?(?:收货)?地址(?:是|为)?(?=:?\\p{Script=Han}{2,8}[省市区县])';
const cues = new RegExp(`${remark}|${anyCorrection().source}`, 'giu');
/** A message with more of them is no correction. */
const maxCues = 6;
/** The new place begins no further behind the words that take the old one back. */
const maxAhead = 70;
const maxPlace = 100;

const separators = /[\s,。;!?:()、—~]|\.{2,}/gu;
/** Words that lead to a place within its piece. */
const lead =
  /^(?:那|现在|目前|我们?|他|她|你们?|就|还是|应该|改|麻烦|请|帮我|直接|重新|照片|东西(?!湖)|[寄发送邮填写搬换]|[到往去给回为在是]|成(?!都)|家里|老家|公司|单位|新家|学校|店里|新?的?地址|吧)+/u;
const province =
  '北京|天津|上海|重庆|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海|内蒙古|广西|西藏|宁夏|新疆';
/** A division with its kind, or a province: where a place begins. */
const head = new RegExp(
  `^(?:(?:${province})(?=\\p{Script=Han}{1,9}?[市州区县旗])|\\p{Script=Han}{1,7}?(?:自治[区州县旗]|街道|省|市|[州盟旗镇乡]|(?<![校小社园景厂库片学])区|县)(?![路街巷道场是那叫了]))`,
  'u',
);
const road = /^\p{Script=Han}{1,6}?(?:大道|路|街|巷|弄|村)(?=\p{Script=Han}|\d| )/u;
const houseSign = /(?:路|街|大道|巷|弄|村|镇|小区|花园|新村|街道|苑)[^\n]{0,40}\d|\d+(?:号|栋|幢|座|弄|-\d)/u;
const unitSign = /\d(?:栋|幢|座|单元|室|层|楼|-\d)|单元/u;

interface Start {
  at: number;
  /** 1 province, 2 city, 3 district, 4 town, 5 road. */
  level: number;
}

const levelOf = (division: string): number =>
  /(?:街道|[镇乡])$/u.test(division)
    ? 4
    : /(?:[区县旗])$/u.test(division) && !/自治区$/u.test(division)
      ? 3
      : /(?:[市州盟])$/u.test(division)
        ? 2
        : 1;

/** Where pieces begin between two places of the text. */
function* piecesBetween(text: string, from: number, to: number): Generator<Piece> {
  let start = from;
  for (const { 0: separator, index } of text.slice(from, to).matchAll(separators)) {
    if (from + index > start) yield { start, end: from + index };
    start = from + index + separator.length;
  }
  if (start < to) yield { start, end: to };
}

/** The first place that begins in this part of the text, with what a parcel needs close behind. */
function placeIn(text: string, from: number, to: number, isNew: boolean): Start | undefined {
  for (const { start, end } of piecesBetween(text, from, to)) {
    const words = text.slice(start, end);
    const led = lead.exec(words)?.[0].length ?? 0;
    for (const at of led > 0 ? [led, 0] : [0]) {
      const own = text.slice(start + at, start + at + 16);
      const division = head.exec(own)?.[0];
      if (division !== undefined) {
        if (isNew && !houseSign.test(placeFrom(text, start + at))) break;
        return { at: start + at, level: levelOf(division) };
      }
      if (road.test(own) && /\d/u.test(text.slice(start + at, start + at + 20)))
        return { at: start + at, level: 5 };
    }
  }
  return undefined;
}

/** What may belong to a place that begins here: up to a phone, or the end of its sentence. */
function placeFrom(text: string, at: number): string {
  const near = text.slice(at, at + maxPlace);
  const stop = near.search(/\d{7}|[。\n!?]/u);
  return stop < 0 ? near : near.slice(0, stop);
}

/** How far the divisions go that lie above the level. */
function aboveLevel(text: string, from: number, level: number): number {
  let at = from;
  // A city that is said anew brings its province with it.
  if (level <= 2) return at;
  for (;;) {
    const division = head.exec(text.slice(at, at + 16))?.[0];
    if (division === undefined || levelOf(division) >= Math.min(level, 5)) return at;
    at += division.length;
    while (text[at] === ' ' || text[at] === ',') at++;
  }
}

/** Whom it is for, or a part that a form names: no part of the place. */
const isOfPerson = (words: string): boolean =>
  (/^\p{Script=Han}{2,4}$/u.test(words) &&
    beginsWithFamily(words) &&
    !/[路街道巷弄区县镇乡村楼院园苑城店厦]$/u.test(words)) ||
  /收[件货]人|姓名|名字|联系|电话|手机|^我?叫|^\d{11}$/u.test(words);

/** The pieces of the earlier place; people and phones that stand among them stay. */
function placeEdits(text: string, from: number, to: number): Edit[] {
  const phones = phonesIn(text).filter(({ start }) => start >= from && start < to);
  const edits: Edit[] = [];
  for (const piece of piecesBetween(text, from, to)) {
    const phone = phones.find(({ start, end }) => start < piece.end && end > piece.start);
    const end = phone ? Math.max(piece.start, phone.start) : piece.end;
    if (end > piece.start && !isOfPerson(text.slice(piece.start, end)))
      edits.push({ start: piece.start, end });
  }
  return edits;
}

/** The edits that put a place that is said anew in the place of the earlier one; undefined when none is. */
export function placeAnewIn(text: string): Edit[] | undefined {
  let count = 0;
  for (const { 0: cue, index } of text.matchAll(cues)) {
    if (++count > maxCues) return undefined;
    const from = index + cue.length;
    // 不是柯桥区的: what follows is denied.
    if (cue.endsWith('是') && /[^\s,.。]/u.test(text[from] ?? '')) continue;
    const anew = placeIn(text, from, Math.min(text.length, from + maxAhead), true);
    const old = anew && placeIn(text, 0, index, false);
    if (!anew || !old || /\d{7}/u.test(text.slice(from, anew.at))) continue;
    const before = text.slice(old.at, index);
    const after = placeFrom(text, anew.at);
    // A part of the place alone is said anew: what lies within it stays.
    if (unitSign.test(before) && !unitSign.test(after)) continue;
    if (anew.level === 5) {
      const edit = sameRoad(text, { anew: anew.at, cue: index });
      if (edit) return [edit];
      continue;
    }
    const start = aboveLevel(text, old.at, anew.level);
    if (start >= index) continue;
    return [...placeEdits(text, start, index), { start: index, end: anew.at }];
  }
  return undefined;
}

/** 人民南路,不是人民北路哦,九十二号: between a street and its house. */
const streetDenied =
  /(?<=\p{Script=Han}{2}(?:大道|[路街道巷]))[ ,](?:可|而)?不是\p{Script=Han}{2,6}(?:大道|[路街道巷])(?:哦|啊|哈|呀|噢|喔|的)?[ ,]{1,2}(?=[\d零〇一二三四五六七八九十百]{1,6}号)/u;
/** 收件人石三?不写石三,写身份证上的石昌文. */
const nameDenied =
  /(?<=(?:收件人|收货人|名字|姓名)(?:是|写|:)? ?)(?<old>\p{Script=Han}{2,4})[?,。 ][^。\n\d]{0,8}不(?:要|用|能)?(?:写|填|用)(?<again>\p{Script=Han}{2,4})[,。 ]{1,2}(?:要|就|请)?(?:写|填|用)(?:[^,。\n\d]{1,6}的)?(?=\p{Script=Han}{2,4}(?:$|[\s,。;]))/u;

/** The edits for a street or a name that the message says not to write, beside the one to write; undefined when it has none. */
export function deniedWordIn(text: string): Edit[] | undefined {
  const street = streetDenied.exec(text);
  if (street) return [joined(street)];
  const name = nameDenied.exec(text);
  if (!name) return undefined;
  const { old, again } = name.groups!;
  return old!.endsWith(again!) ? [joined(name)] : undefined;
}

/** Taken out, with what stands around it put together. */
const joined = ({ 0: { length }, index: start }: RegExpExecArray): Edit => ({
  start,
  end: start + length,
  by: { start, end: start },
});

/** 渤海路一千二，不对，渤海路1326号: begun again from its road. */
function sameRoad(text: string, { anew, cue }: { anew: number; cue: number }): Edit | undefined {
  const name = road.exec(text.slice(anew, anew + 12))![0];
  const at = text.lastIndexOf(name, cue - name.length);
  const isNear = at >= 0 && cue - at <= 24 && !/\d{7}/u.test(text.slice(at, cue));
  return isNear ? { start: at, end: anew } : undefined;
}

/** What places of a message are called, where it has several. */
const label =
  /(?<=^|[\n;。!:, ])(?:[([【]?(?:(?<letter>[A-Da-d]|[一二三1-3①②③]) ?(?:号)?地址|地址 ?(?<number>[A-Da-d]|[一二三1-3])|(?<turn>第[一二三])(?:个|份|件|单)(?:包裹|快递|地址|件|单)?|(?<whose>家里?|公司|单位|学校|老家|店里?|厂里?|宿舍)(?:的|那边)?(?:地址)?(?=[:)\]】]))[)\]】]?)/gu;
const isMeant =
  /(?:这次|本次|这回|就|现在|今天)[^,。;\n]{0,4}(?:发|寄|送|用|按)(?:到|去|往)?(?:这|本)(?:个|里|边|儿)?|(?:发|寄|送|用)(?:到|去|往)?这(?:个|里|边|儿)/u;
const isLeft =
  /(?:先|暂时|这次|本次)?(?:别|不要|不用|勿|不)(?:再)?(?:发|寄|送|管|用)|已(?:发|寄|送)|(?:已经|都)(?:发|寄|送)(?:过|出)?(?:了|啦)|作废|停用|搬走/u;
const placeSign = /[省市区县镇乡村路街].{0,40}\d/su;

/** The edits that leave the one of several labelled places that is meant; undefined when the text doesn't say which. */
export function chosenPlaceIn(text: string): Edit[] | undefined {
  const labels = [...text.matchAll(label)];
  if (labels.length < 2 || labels.length > 4) return undefined;
  const blocks = labels.map(({ 0: found, index, groups }, at) => {
    const end = labels[at + 1]?.index ?? text.length;
    return {
      called: groups!.letter ?? groups!.number ?? groups!.turn ?? groups!.whose!.slice(0, 2),
      start: index,
      from: index + found.length,
      words: text.slice(index + found.length, end),
      end,
      // What is said behind the last place may be of another one.
      isLeft: isLeft.test(text.slice(index + found.length, at === labels.length - 1 ? index + 40 : end)),
    };
  });
  const places = blocks.filter(({ words }) => placeSign.test(words));
  const opening = text.slice(0, blocks[0]!.start);
  const closing = blocks.at(-1)!.words;
  const named = places.filter(({ called }) =>
    [opening, closing].some((words) =>
      new RegExp(`(?:发|寄|送|用|按|要)(?:到|去|往)?(?:地址)? ?${called}`, 'iu').test(words),
    ),
  );
  const meant = places.filter(({ words }) => isMeant.test(words));
  const kept = places.filter((block) => !block.isLeft);
  const chosen = [named, meant, kept].find((some) => some.length === 1)?.[0];
  if (!chosen) return undefined;
  const areOthersPlaces = blocks.every(
    (block) => block === chosen || block.isLeft || placeSign.test(block.words),
  );
  if (!areOthersPlaces) return undefined;
  return blocks.map((block) => ({ start: block.start, end: block === chosen ? block.from : block.end }));
}
