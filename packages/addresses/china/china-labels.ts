/**
 * The labels of forms and chats: 收货人:, 手机号码:, 所在地区:, "mobile": … in any order, glued or on lines. Owns the words and
 * when a word is a label; crosses them out and tells where names begin.
 */
import { mark, type Sheet, takeSpan } from '../parse-sheet.ts';

const nameWords =
  'to|attn|attention|收[件货]人昵称|收信人|新收[件货]人|代收人|全名|收件人名|(?:收件|收货|收方|收|接收|签收|联系|联络|顾客|客户|买家|用户|会员|取件|领取|提货|购买|订货|本人|朋友|家长|学生|寄达)(?:人|者|方)?的?(?:姓名|名字|名称|称呼)|您?的?(?:姓名|名字|称呼)|收货单位联系人|收件单位联系人|联络人姓名|联络人|收货人姓名|收件人姓名|联系人姓名|收货人名字|收货人名称|收货姓名|收件姓名|客户姓名|客户名称|买家姓名|收货人|收件人|收件者|收货者|收件方|收货方|收方|寄给谁|签收人|收貨人|联系人|接收人|提货人|领取人|姓名|名字|称呼|客户(?!部|经理|服务|中心|组|科)|客人|(?<!我[司方们])经办人?(?=[\\s:：])|(?<!我[司方们])负责人(?=[\\s:：])|顾客|买家|receiver ?_?name|receiver|recipient|consignee|full ?_?name|contact ?_?name|user ?_?name|contact|name';
const phoneWords =
  '新号码?(?=[\\s\\d:：])|市话|市内电话|连络电话|连络手机|(?:收件|收货|收方|接收|签收|联系|联络|顾客|客户|买家|用户|取件|本人|家长|常用|备用|备选|紧急|固定|移动|行动|办公|办公室|公司|家庭|住宅|屋企|日间|夜间|第二|其他|另外?一?个?)(?:人|者|方)?的?(?:联系)?(?:手机|电话|座机|号码)(?:号码|号)?|手提电话|手提|联络电话|联络手机|联络方式|收货人手机号码|收货人手机号|收货人手机|收货人电话|收件人手机号码|收件人手机号|收件人手机|收件人电话|联系人电话|联系人手机|收货电话|联系电话号码|联系电话|联系手机|联系方式|联系号码|手机号码|手机号|手机|移动电话|电话号码|电话|座机号码|座机|固定电话|固话|联络(?=[\\s:：】\\]]{1,3}\\d)|telephone|phone ?_?number|phone|mobile ?_?phone|mobile|cellphone|tel|mob';
const addressWords =
  '(?:退货|退回|换货|返修|现|新|旧|老家|收件|收货|收方|接收|签收|联系|顾客|客户|买家|用户|取件|本人|家庭|公司|单位|学校|办公|居住|常住|邮寄|邮件|快递|寄送|寄件|派送|配送|送货|发货|投递|通信|通讯|详细|具体|完整|正确)(?:人|者|方)?的?(?:详细|具体)?(?:地址|住址|住所)|联络地址|省市区县|省市区|省/市/区|省份城市|收货地区|收件地区|所在地区|所在区域|所在城市|所在省市|所属地区|行政区划|详细收货地址|收货详细地址|收货人详细地址|收货人地址|收件人地址|收货地址|收件地址|配送地址|寄件地址|寄送地址|邮寄地址|快递地址|送货地址|联系地址|街道地址|家庭地址|公司地址|单位地址|通讯地址|详细地址|具体地址|详细住址|家庭住址|地址详情|地址信息|地址|住址|店址|街道门牌|门牌地址|门牌号码|门牌号|detailed ?_?address|detail ?_?address|street ?_?address|address ?_?detail|full ?_?address|address|addr|add|detail';
/** Words that are labels only with a colon: without one they are parts of addresses and names. */
const weakWords =
  '国家|(?:(?:收件|收货)(?:人|方)?的?|所在)?(?:省份|省|城市|市|区县|区/县|县区|区|县|地区|区域|街道|乡镇|镇|村)|详细|详址|楼栋|小区|门牌|邮政编码|邮编|备注|买家留言|留言|收货单位|收件单位|收[货件]部门|部门(?:名称)?|科室|收件公司|收货公司|单位名称|公司名称|公司名|单位名|店名|公司|单位|工作单位|县市|乡镇市区|路名|街名|路段|巷弄|门号|屋苑|屋邨|大厦|大厦名称|country|province|prov|state|city|district|dist|county|area|region|town|street|post ?_?code|postal ?_?code|zip ?_?code|zip|remark|note';

/** One character, and only right at the beginning of a piece. */
const tiny =
  /(?<=^|[\s,;,，；。、|/])(?:((?:收件|收货)(?=\s?[:：]\s{0,2}\p{Script=Han}{2,3}(?:护士|老师|医生|师傅|经理|主任|先生|女士|小姐)?(?:[\s,;。\d]|$))|收|名)|电|址|手机|tel)\s?[:：]\s{0,2}|(?<=\p{Script=Han})[电址]\s?[:：]\s{0,2}|(?<=[\d\p{Script=Han}])(收件|收货|(?<=[\d号室楼层座])收)\s?[:：]\s{0,2}/gu;

const colon = String.raw`["'”’]?\s{0,3}[:=]\s{0,3}`;
const edge = String.raw`(?<![\p{Script=Han}a-z_])`;
const strong = new RegExp(`(${nameWords})|(${phoneWords})|(${addressWords})`, 'gu');
const withColon = new RegExp(
  String.raw`(?:(${nameWords})|(${phoneWords}|${addressWords})|${edge}(?:${weakWords}))(?:是|为)?\d?(?:\s?[(\[][^()\[\]]{0,8}[)\]])?${colon}`,
  'gu',
);

/** 【收件人】王红【电话】… */
const inBrackets = new RegExp(
  `[【[「((](?:(${nameWords})|${phoneWords}|${addressWords}|${weakWords})[】\\]」))]\\s?:?`,
  'gu',
);
/** Lines of a form that was copied without colons. */
const lineStart =
  /(?<=\d )(?:所在地区?|地区|区域|街道门牌|门牌) (?=\p{Script=Han})|(?<=[ 区县市])(?:所在地区?|街道门牌|收[货件](?:单位|公司|部门)) (?=\p{Script=Han})|(?<=^|\n)(?:[省市区县](?=[ \t])|所在地|地区|区域|省份|城市|区县|街道|门牌号?|邮政编码|邮编|备注) /gu;

/** 收杜鹃电138…址四川…: one character each, without a colon. */
const compact =
  /(?<=^|[\s;,。])(收)(?=\p{Script=Han}{2,4}电\d{7})|(?<=收\p{Script=Han}{2,4})电(?=\d{7})|(?<=\d{7})址|(?<![a-z])(attn|attention)\.?\s?(?=\p{Script=Han}{2})/gu;

/** 公司叫…事務所, 我哋公司係…: said before what it is called. */
export const firmCalled =
  /(?<=^|[\s,;。])(?:我们?|我地|我哋)?的?(?:公司|单位|机构|店铺?|工厂)(?:名称?|名字)?(?:叫做?|系|是)(?=\p{Script=Han}{2,16}(?:公司|事务所|集团|学校|中学|小学|医院|商行|贸易行|工作室|药房|餐厅))/gu;

/** Where the value of a name's label begins. */
export interface Labels {
  nameStarts: number[];
}

const isHan = (char: string | undefined): boolean =>
  char !== undefined && char >= '\u3400' && char <= '\u9fff';
const isWordChar = (char: string | undefined): boolean => char !== undefined && /[a-z\d_]/.test(char);

/** Crosses out every label. Numbers must have been taken before. */
export function takeLabels(sheet: Sheet): Labels {
  const nameStarts: number[] = [];
  for (const match of sheet.folded.matchAll(inBrackets)) {
    const span = { start: match.index, end: match.index + match[0].length };
    if (!isFreeWord(sheet, span)) continue;
    takeSpan(sheet, span, mark.label);
    if (match[1]) nameStarts.push(span.end);
  }
  for (const match of sheet.folded.matchAll(withColon)) {
    const span = { start: match.index, end: match.index + match[0].length };
    if (!isLabelStart(sheet, span.start) || !isFreeWord(sheet, span)) continue;
    takeSpan(sheet, span, mark.label);
    if (match[1]) nameStarts.push(span.end);
  }
  for (const match of sheet.folded.matchAll(tiny)) {
    const span = { start: match.index, end: match.index + match[0].length };
    if (!isFreeWord(sheet, span)) continue;
    takeSpan(sheet, span, mark.label);
    if (match[1] ?? match[2]) nameStarts.push(span.end);
  }
  for (const match of sheet.folded.matchAll(compact)) {
    const span = { start: match.index, end: match.index + match[0].length };
    if (!isFreeWord(sheet, span)) continue;
    takeSpan(sheet, span, mark.label);
    if (match[1] ?? match[2]) nameStarts.push(span.end);
  }
  for (const { 0: words, index } of sheet.folded.matchAll(firmCalled)) {
    const span = { start: index, end: index + words.length };
    if (isFreeWord(sheet, span)) takeSpan(sheet, span, mark.label);
  }
  for (const match of sheet.folded.matchAll(lineStart)) {
    const span = { start: match.index, end: match.index + match[0].length };
    if (isFreeWord(sheet, span)) takeSpan(sheet, span, mark.label);
  }
  for (const match of sheet.folded.matchAll(strong)) {
    const span = { start: match.index, end: match.index + match[0].length };
    if (!isFreeWord(sheet, span) || !isBareLabel(sheet, span, match)) continue;
    takeSpan(sheet, span, mark.label);
    if (match[1]) nameStarts.push(span.end);
  }
  return { nameStarts };
}

function isFreeWord({ marks }: Sheet, { start, end }: { start: number; end: number }): boolean {
  for (let at = start; at < end; at++) if (marks[at] !== mark.free) return false;
  return true;
}

/** `username:` is no `name:`. */
const isLabelStart = ({ folded }: Sheet, start: number): boolean =>
  !(isWordChar(folded[start]) && isWordChar(folded[start - 1]));

/** A label without a colon stands at the beginning of a piece, and what follows is set apart or the label is a long one. */
function isBareLabel(
  sheet: Sheet,
  { start, end }: { start: number; end: number },
  match: RegExpMatchArray,
): boolean {
  const { folded, marks } = sheet;
  if (!isHan(folded[start])) return false;
  const begins =
    start === 0 || marks[start - 1] !== mark.free || !/[\p{Script=Han}a-z\d]/u.test(folded[start - 1]!);
  const digitsNext = marks[end] === mark.number || (folded[end] === ' ' && marks[end + 1] === mark.number);
  // …1503收件人是边小路: right behind the house.
  if (
    match[1] &&
    match[0].length > 1 &&
    /[\d室号楼层栋座元户,，。]/u.test(folded[start - 1] ?? '') &&
    isHan(folded[end])
  )
    return true;
  if (match[2]) return digitsNext || (begins && (end === folded.length || !isHan(folded[end])));
  if (!begins) return false;
  const long = match[0].length >= 3 || match[0] === '地址' || match[0] === '姓名';
  return (
    /[\s,|/-]/.test(folded[end] ?? '') ||
    (long && isHan(folded[end]) && !/^(?:不|错|有误)/.test(folded.slice(end)))
  );
}
