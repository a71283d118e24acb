/**
 * What people write around a Chinese address in a chat: greetings, "my address is", "changed to", "I am", thanks, wishes for the
 * delivery. Owns those phrases and when they are no part of the address; crosses them out. Numbers must have been taken before.
 */
import { isPrefixName, scoreName } from '../name-rules.ts';
import { isFree, mark, type Piece, piecesOf, type Sheet, takeSpan } from '../parse-sheet.ts';
import { weighTalk } from './china-talk.ts';

const polite =
  '老师|师傅|同学|早|早安|晚安|你好|您好|大家好|亲爱的|亲|在吗|在不在|在么|老板娘|老板|店家|店主|卖家|掌柜的?|客服|商家|哈喽|哈啰|哈罗|嗨|喂|hi|hello|嗯+|好的|好滴|好哒|好嘞|好|okay|ok|收到|行|可以|不好意思|抱歉|打扰一下|打扰|早上好|上午好|中午好|下午好|晚上好|麻烦你|麻烦您|麻烦|辛苦你|辛苦您|辛苦|拜托|谢谢你|谢谢您|(?:万分|非常|十分|太)(?:感谢|谢谢)|谢谢|谢过|多谢|感谢|非常感谢|十分感谢|谢啦|谢了|唔该|3q|thanks|thx|先谢|那|就这个|就这样|没错的?|对的|是的|嘿|请问|那个|在的|在呢|收到啦|没问题|嗯呐';
const particles =
  '呀|啊|哦|呢|哈+|啦|了|吗|么|哟|喔|的|嘛|吧|滴|一下|大家|各位|师傅|小哥|美女|帅哥|小姐姐|老师|亲';
const politeAhead = new RegExp(`^(?:(?:${polite})(?:${particles})?){1,3}(?=..)`, 'u');
/** 嗯嗯我叫…: a greeting glued to who it is. */
const greetingAhead = new RegExp(
  `^(?:(?:${polite})(?:呀|啊|哦|呢|哈|啦)?){1,3}(?=我[是叫住在]|找|给|收货人|收件人|联系人|名字|姓名)`,
  'u',
);
/** A whole piece of nothing but courtesies. */
const courtesy = new RegExp(`^(?:${polite}|先生|女士)(?:${polite}|${particles}){0,6}$`, 'u');
/** Words that are a person's as often: nobody is greeted with them alone. */
const loneWord = /^(?:老师|师傅|同学|亲|老板|老板娘|客服|店主|商家|那|好|行|那个)$/;
/** Other things that are said and no part of an address. */
const said =
  /^(?:请|麻烦|帮我|帮忙|能|可以|我|想|要|再|给我|你|您)*(?:改|换|更新|修改|更改)(?:一下|下|个|了)?(?:收货|订单|我的|快递)?(?:地址|信息)(?:可以吗|好吗|行吗|吧|哈|呗|了|吗)?$|^(?:我的|这是|这是我的|以下是)?(?:收货|收件|邮寄|地址|联系|个人|详细|寄件)?(?:信息|资料)(?:如下|发你|给你|是|在下面)?$|^(?:请|麻烦|帮我|帮忙|你们?|您|要|我|那就|那|就|可以)*(?:(?:尽快|快点|早点|抓紧|赶紧|马上|加急|急用|急|今天|明天|后天|有货)(?:帮我|给我|帮忙)?(?:发货|发出|寄出|发|寄|安排|处理|要|用)?|发货|寄出|安排|处理|登记|记录|核对|确认|改|修改|更改|换|更新|改地址|换地址|看看|查收|回复|下单|包邮)(?:一下|下|即可|就行|就好|吧|哦|哈|啊|呢|了|啦|谢谢|呗|哟)*$|^收到(?:后|了)?(?:请|麻烦)?(?:回复|回一下|告知|说一声).{0,4}$|^(?:发货|寄出|寄|发|到)(?:了|后|的时候)?.{0,2}(?:告诉我|说|告知|通知|跟我说)(?:一声|一下|我)?$|^(?:ok|可以|好|行|对|没问题|能发|发货)(?:吗|么|不|吧)$|^.{0,4}复制.{0,12}(?:自动|识别|粘贴|信息|地址).{0,8}$|^自动识别(?:地址)?$|^(?:以上|如上|上面)(?:是|就是)?.{0,6}$|^(?:刚才|之前|上次|原来)?(?:的)?(?:订单)?(?:收货)?地址(?:写|填|发|搞)?(?:错|不对|有误|变)(?:了|啦)?$|^(?:我)?想?要?(?:改|换|更改|修改)(?:一下|下)?(?:收货)?地址$|^(?:收货)?地址(?:要|需要|想)?(?:改|换|变|更改|修改|更新)(?:一下|下|了)?$|^(?:照片|订单|东西|货|快递|包裹|相册|礼物|资料)(?:就)?(?:寄|发|送)(?:到|往|至|给)?(?:这里|这边|这个地址|这儿|下面|以下地址)?(?:就行|就好|即可|吧|哈|哦|可以了?)?$|^(?:请|麻烦|帮我|帮忙|能|可以|我|想|要|你|您)*(?:改|换|更新|修改|更改)(?:一下|下|个|了)?(?:收件人|收货人|电话|手机号?|联系方式)(?:吧|哈|呗|了|吗)?$|^(?:地址|其他|其它|电话|名字)(?:不变|不改|一样|照旧|还是原来的)$|^(?:收货|收件|邮寄|地址|联系|我的|个人)?信息(?:如下|发你|给你)?$|^(?:如下|以下|下面|见下)$|^(?:白天|晚上|夜里|早上|上午|下午|中午|上班|下班|工作日|周末|平时|节假日)(?:时间|期间|的?时候|打|家里|家|公司|单位|办公室|前|后|用|联系|接听?|可)*$|^(?:.{0,8}谁收|.{0,6}收)?(?:都|就)(?:行|可以|好|能收)$|^(?:列兵|上等兵|[上中下]士|[一二三四]级军士长|[少中上]尉|[少中上大]校)$|^(?:请|麻烦|帮我|就|都|直接|先|给我)*(?:寄|送|发|邮)(?:到|去|往)?(?:我)?(?:的)?(?:酒店|宾馆|旅馆|民宿|单位|公司|学校|厂里|工厂|家里|医院|宿舍|店里|老家)(?:里|吧|就行|就好|即可)?$|^(?:虚拟号码?|隐私号码?)?有效期?(?:至|到|为)?[\d\-.年月日: 天小时内]*$/u;

/** 孩子在学校, 人在出差住酒店: where somebody is just now. */
export const whereabouts =
  /^(?:孩子|小孩|儿子|女儿|老人|老人家|爸妈|父母|爸爸|妈妈|本人|人|我们?|老公|老婆)(?:现在|目前|这几天|最近|暂时|这周|还)?(?:在|住)(?:\p{Script=Han}{0,4}(?:学校|外地|酒店|宾馆|单位|公司|医院|老家|国外|出差|住院|上学|上班|旅游|隔离|培训|读书|打工))$/u;

const asking =
  '(?:请|麻烦|帮我|帮忙|帮|给我|直接|就|还是|都|可以|能不能|能|要|把|将|按|用|以后|现在|以|那就|那|你|您|给|统一|改)';
const whose =
  '(?:我们?|您|他|她|咱|本人|自己|这|那|家里|单位|公司|最新|新|旧|收货|收件|订单|订单的|发货|快递|邮寄|寄送|寄件|送货|配送|详细|正确|以下|下面|这是|这个|的|家)';
const led =
  '(?:改成|改为|改到|换成|换为|换到|变更为|变成|更新为|更改为|修改为|改一下|换一下|变为|是|在|为|如下|写|填|给你|发你|:|：|,|，)';
const places = '(?:这里|这边|这儿|这个|下面|以下|如下|新)?(?:的)?(?:地址)?';
/** `我的地址是`, `帮我把地址换成`, `按这个地址发`. */
const toAddress = `${asking}{0,4}${whose}{0,5}地址(?:写错了|填错了|错了|不对|有误|变了|换了|改了|要改)?(?:发货|发|寄|送)?${led}{0,3}`;
/** `麻烦寄到`, `请发到以下地址`, `改到`. */
const toSend = `${asking}{0,4}(?:照片|订单|东西|货|快递|包裹|相册)?(?:寄件|寄|发|送|邮|快递|邮寄|寄送|发货|配送|投递|改|换|送货|搬|变更|更新|调整)(?:到|往|至|去|给|在|为|成)?(?:我)?${places}${led}{0,2}`;
/** `我住在`, `我现在在`. */
const toLive = `(?:我们?|本人|家|人|他|她)?(?:现在|家|人|公司|单位|已经)?(?:住在|住|搬到了?|家在|人在|位于|在)`;
/** What stands before an address and leads to it. */
export const leadBefore = new RegExp(
  `^(?:${asking}|${toAddress}|${toSend}|${toLive}|到|至|于|去|是|为|叫|收货信息(?:如下)?|地址信息|${polite}){1,3}$`,
  'u',
);
const leadAlone = new RegExp(
  `^(?!(?:收货|收件|详细|邮寄|送货|寄送|家庭|公司|联系|快递|配送|通讯|具体|单位|寄件|居住)?地址$)(?:${toAddress}|${toSend}|(?:${asking}){2,4})(?:${particles}){0,2}$`,
  'u',
);

/** `我叫王芳`, `收货人是王芳`: the name is the rest of the piece. */
const who =
  /^(?:(?:我|他|她|本人|这边|这里)(?:的名字)?(?:是|叫|姓名是?)|(?:收货人|收件人|联系人|收件方|收方|名字|姓名|收货|收件|接收人)(?:就)?(?:是|为|叫|写|填)|本人|落款)(?=\S)/u;
const giveTo =
  /^(?:请)?(?:收[件货](?!单位|部门|地址|信息|人)|俾|(?:收件人|收货人)?(?:改成|换成|改为|换为)|找|给|寄给|发给|送给|交给|联系|转交)(?=\S)/u;
const toPhone =
  /(?:(?:我|他|她|本人|家里|公司|办公室|单位|我妈|我爸)的?)?(?:(?:新|旧)(?=号|电|手)|备用|另一个|另外一个|另外|另|第二个?|第二联系|其他|其它|紧急|备选)?(?:(?:联系)?(?:电话|手机)号?码?|(?<=[,，。;；\s])号码?|号码|联系方式|微信|电话|手机|座机|(?<=收\p{Script=Han}{2,4})电)?(?:就)?(?:(?<=[话机码式系电])(?:是|为)|打|:|：)?\s?$/u;
const callAt =
  /(?<![a-z])(?:tel|mobile|mob|phone|cell)[.:\s]*$|请?(?:打|拨打?|联系我?|打电话|请打|call)\s?$/u;
const betweenPhones = /^[\s,，;；]*(?:或者?|和|及|与|备用|另)?[\s,，/、;；:：]*$/u;

const wishVerb =
  /放|送|请|勿|不要|别|不用|打|联系|签收|发|用|拿|务必|自提|要|轻|小心|提前|代收|通知|按门铃|敲门|存/;
const wishWord =
  /放(?:在|到|置)?(?:门口|家门口|前台|门卫|丰巢|菜鸟|驿站|快递柜|柜|楼下|保安|物业|传达室|大堂|店里|小卖部|消防栓|鞋柜|鞋架|.{1,6}(?:处|里|旁|边)即?可?)|送货|送上[门楼]|送到(?:家|门口|楼)|送(?:晚上|白天|周末)|上门|(?:电话|微信)联系|打电话|打我?电话|(?:提前|先)(?:联系|电话|打|通知|说)|(?:本人|当面|请|务必|亲自|验货后?|检查后?)签收|自提|易碎|轻拿|轻放|小心|(?:用|发|走)(?:顺丰|中通|圆通|申通|韵达|邮政|ems|京东|德邦|极兔)|(?:周末|工作日|节假日|白天|晚上|上午|下午|中午|周[一二三四五六日])(?:.{0,10}(?:送|派|配|收|在家|有人|没人))|(?:不要|勿|别|不用|请勿)(?:放|送|打|折|压|摔|用|发|敲|按)|\d点(?:前|后|以后|之前|之后)|没人.{0,4}(?:放|送)|包装(?:好|结实|严实)|(?:敲|按)门铃?|货到付款|开发?票/u;
/** What a note says is a wish, whatever it is. */
const noteLabel = /(?:备注|买家留言|留言|附言|说明|要求|remark|note)[:：]?\s*$/u;

const latinTalk =
  /(?<![a-z\d])(?:(?:hi|hello|hey|dear|sir|madam|ask|look|find|pls|plz|please|kindly|can|could|would|u|you|ship|send|mail|post|deliver|it|this|these|the|my|our|new|chinese|china|office|uni|home|hotel|address|is|here|to|for|at|thx|tks|thanks|thank|ty|so|very|much|many|no|signature|needed|required|ok|okay|asap|best|regards|urgent|and|a|in|name|recipient|receiver)(?![a-z\d])[ ,.!:'’/-]{0,3})+/gu;
const surelyTalk =
  /\b(?:hi|hello|hey|pls|plz|please|ship|send|thx|tks|thanks|thank|signature|regards|asap|name is|receiver is|recipient is)\b/u;

/** `hi pls ship to 苏州市…, thx!` in a message with Chinese characters. */
function takeLatinTalk(sheet: Sheet): void {
  if (!/\p{Script=Han}{2}/u.test(sheet.folded)) return;
  for (const match of sheet.folded.matchAll(latinTalk)) if (surelyTalk.test(match[0])) takeSaid(sheet, match);
}

/** 庄稼的庄, 茉莉的莉, 立早章: how a character of a name is written. */
const spelling =
  /(\p{Script=Han})\p{Script=Han}{1,3}的\1|\p{Script=Han}{1,3}(\p{Script=Han})的\2|(?:立早章|弓长张|木子李|耳东陈|双木林|口天吴|古月胡|言午许|草头黄|双口吕|走肖赵|美女姜|干勾于|人可何|三横王|草字头黄|文武斌)/gu;

/** 小许，样品直接寄…: who is spoken to. */
const spokenTo = /(?<=^|\n)(?:小|老|阿)\p{Script=Han}(?=[,，][^\n,，]{0,8}(?:寄|发|送|帮|麻烦|把))/gu;
/** 生意兴隆 is no county. */
const blessings = /(?:祝)?(?:老板|您|你)?(?:生意兴隆|恭喜发财|财源广进|万事如意|身体健康|新年快乐)/gu;

/** 收件人写李楠就可以: behind the name. */
const sufficient =
  /(?<=(?:写|填|叫|名字|姓名|收件人|收货人)[^,。;\n\d]{1,8})就(?:可以|行|好|成|ok)(?:了|啦|哈|呀|的)?(?=[\s,。;!~\d]|$)/gu;
/** `#接龙 脐橙10斤装`, 2箱: what a group orders, and how much of it. */
const groupOrder =
  /(?<=^|\n)#?接龙[^\n]{0,40}(?=\n)|(?<=\p{Script=Han}[ ,])\d{1,3} ?(?:箱|份|盒|斤|袋|提|瓶|杯|包|罐|筐)装?(?=[ ,]\p{Script=Han})/gu;

function takeSaid(sheet: Sheet, { 0: words, index }: RegExpExecArray): void {
  const span = { start: index, end: index + words.trimEnd().length };
  if (isFree(sheet, span)) takeSpan(sheet, span, mark.dropped);
}

/** 朴成浩 (박성호) 전화: the same once more in Korean letters; 호 behind a number is a room. */
const hangul = /(?<![\d\p{Script=Hangul}])\(?\p{Script=Hangul}+(?:[ .,]{1,2}\p{Script=Hangul}+)*\)?/gu;
/** Crosses out what is part of nothing to any reader: English courtesies, other scripts, and how a name is written. */
export function takeAsideWords(sheet: Sheet): void {
  if (/\p{Script=Hangul}/u.test(sheet.folded))
    for (const match of sheet.folded.matchAll(hangul)) takeSaid(sheet, match);
  for (const pattern of [blessings, spokenTo, spelling, sufficient, groupOrder])
    for (const match of sheet.folded.matchAll(pattern)) takeSaid(sheet, match);
  takeLatinTalk(sheet);
}

/** Crosses out wishes and pieces that are nothing but chat. Labels come next. */
export function takeChat(sheet: Sheet): Piece[] {
  const wishes: Piece[] = [];
  for (const piece of piecesOf(sheet)) takeWish(sheet, piece, wishes);
  for (const piece of piecesOf(sheet)) {
    const hello = greetingAhead.exec(sheet.folded.slice(piece.start, piece.end))?.[0];
    if (hello) takeSpan(sheet, { start: piece.start, end: piece.start + hello.length }, mark.dropped);
  }
  for (const piece of piecesOf(sheet)) {
    const words = sheet.folded.slice(piece.start, piece.end);
    const rest = words.replace(politeAhead, '');
    if (
      (courtesy.test(words) && !loneWord.test(words)) ||
      said.test(rest) ||
      leadAlone.test(rest) ||
      whereabouts.test(rest)
    )
      takeSpan(sheet, piece, mark.dropped);
    else if (loneWord.test(words) && piece.start === 0 && /[,，!！~～]/.test(sheet.text[piece.end] ?? ''))
      takeSpan(sheet, piece, mark.dropped);
  }
  return wishes;
}

/** 收件写他妈何琼: whom the message says to name, whoever else it speaks of. */
const written =
  /(?:收[件货]人?|收的?人|名字|姓名)(?:就|还是|请|要|你)?[写填](?:(?:我|他|她|你|孩子|娃)的?)?(?:妈妈?|爸爸?|爷爷|奶奶|姥姥|姥爷|外公|外婆|老公|老婆|姐姐?|哥哥?|妹妹?|弟弟?)(?=\p{Script=Han}{2,4}(?=$|[\s,。;\d]))/gu;

/** Where such names begin; what leads to them is crossed out. */
export function namesWritten(sheet: Sheet): number[] {
  return [...sheet.folded.matchAll(written)].flatMap(({ 0: words, index }) => {
    const end = index + words.length;
    const name = /^\p{Script=Han}{2,4}/u.exec(sheet.folded.slice(end, end + 4))![0];
    if (!isPrefixName(name)) return [];
    takeSpan(sheet, { start: index, end }, mark.label);
    return [end];
  });
}

/** Crosses out what leads to phones and names, and thanks that are glued to something. Answers where names begin. */
export function takeLeads(sheet: Sheet): number[] {
  const nameStarts: number[] = [];
  widenLabels(sheet);
  leadToPhones(sheet);
  for (const piece of piecesOf(sheet)) takeEnds(sheet, piece, nameStarts);
  return nameStarts;
}

/** 31樓G放管理處: right behind the house. */
const gluedWish =
  /(?<=[号室楼座栋幢a-z]\d{0,3})(?:请|麻烦)?(?:(?:放|交|送)(?:在|到|给|低)?(?:管理[处室]|门口|家门口|前台|大堂|保安|看更|丰巢|快递柜|驿站|信箱|楼下|门卫)|货到付款|唔好|不要|请勿).{0,8}$/u;

function takeWish(sheet: Sheet, piece: Piece, wishes: Piece[]): void {
  const words = sheet.folded.slice(piece.start, piece.end);
  const isNoted = noteLabel.test(sheet.folded.slice(Math.max(0, piece.start - 8), piece.start));
  const isWish =
    !/(?:地址|(?<!打|打个|打我)电话|姓名|手机|号码|收货人|收件人)$/.test(words) &&
    words.length <= 40 &&
    wishWord.test(words) &&
    wishVerb.test(words) &&
    !/\d{2,}(?:号|室|栋|幢)|(?:路|街|巷|镇|村)\d|[路街]\p{Script=Han}{0,8}\d{1,3}[座楼]/u.test(words);
  const glued = isWish ? undefined : gluedWish.exec(words)?.[0];
  if (glued !== undefined) {
    const tail = { start: piece.end - glued.length, end: piece.end };
    takeSpan(sheet, tail, mark.wish);
    wishes.push(tail);
    return;
  }
  if (!isWish && !(isNoted && words.length <= 60 && !/^(?:无|没有|none)$/.test(words))) return;
  takeSpan(sheet, piece, mark.wish);
  wishes.push(piece);
}

const beforeLabel =
  /(?:(?:我|他|她|本人|老公|老婆|家里)的?|备用|另一个|另外一个|另外|另|第二个?|其他|其它|紧急|备选|(?:联系|收货|收件)人?)+$/u;
const afterLabel = /^(?:就)?(?:是|为|叫[做作]?|填|写)(?= ?\S)/u;

/** 备用 before a label, 是 behind one. */
function widenLabels(sheet: Sheet): void {
  const { folded, marks } = sheet;
  for (let at = 0; at < folded.length; at++) {
    if (marks[at] !== mark.label) continue;
    const end = endOfLabel(sheet, at);
    const isPhone = /电话|手机|号码|联系方式|tel|phone/.test(folded.slice(at, end));
    const before = isPhone ? beforeLabel.exec(folded.slice(Math.max(0, at - 8), at))?.[0] : undefined;
    if (before && isFree(sheet, { start: at - before.length, end: at }))
      takeSpan(sheet, { start: at - before.length, end: at }, mark.label);
    const after = afterLabel.exec(folded.slice(end, end + 4))?.[0];
    if (after && isFree(sheet, { start: end, end: end + after.length }))
      takeSpan(sheet, { start: end, end: end + after.length }, mark.label);
    at = end;
  }
}

const endOfLabel = ({ marks }: Sheet, from: number): number => {
  let end = from;
  while (marks[end] === mark.label) end++;
  return end;
};

/** `电话是138…`, `备用186…`, `或` between two numbers. */
function leadToPhones(sheet: Sheet): void {
  const { folded, marks } = sheet;
  for (let at = 1; at < folded.length; at++) {
    if (marks[at] !== mark.number || marks[at - 1] === mark.number) continue;
    let from = at;
    while (from > 0 && marks[from - 1] === mark.free && at - from < 14) from--;
    const before = folded.slice(from, at);
    if (before === '') continue;
    const lead =
      (marks[from - 1] === mark.number && betweenPhones.test(before) ? before : undefined) ??
      callAt.exec(before)?.[0] ??
      toPhone.exec(before)?.[0];
    if (lead && /\p{Script=Han}|call|tel|mob|phone/u.test(lead)) takeLead(sheet, at - lead.length, at);
  }
}

/** A label glued to a house (`文三路90号电话138…`) is one too; 号 alone is the house's. */
function takeLead(sheet: Sheet, start: number, end: number): void {
  const words = sheet.folded.slice(start, end).trim();
  if (
    /^(?:号|打|另|码|公司|单位|办公室|学校)$/.test(words) &&
    /[\d\p{Script=Han}]/u.test(sheet.folded[start - 1] ?? '') &&
    sheet.marks[start - 1] === mark.free
  )
    return;
  takeSpan(sheet, { start, end }, mark.label);
}

/** 谢谢 glued to the end, 我叫 and 给 before a name. */
function takeEnds(sheet: Sheet, piece: Piece, nameStarts: number[]): void {
  const { start } = piece;
  let { end } = piece;
  const words = sheet.folded.slice(start, end);
  const thanks =
    /(?<=..)(?:[~!！]*(?:万分|非常|十分|太|真是|真的?)?(?:谢谢|多谢|感谢|麻烦|辛苦|拜托)(?:你|您|老板|亲|哈|啦|了|哦|啊|呀|师傅)*[~!！]*)+$/u.exec(
      words,
    )?.[0];
  if (thanks) {
    takeSpan(sheet, { start: end - thanks.length, end }, mark.dropped);
    end -= thanks.length;
  }
  const rest = sheet.folded.slice(start, end);
  const sure = who.exec(rest)?.[0];
  const maybe = sure === undefined ? giveTo.exec(rest)?.[0] : undefined;
  const lead = sure ?? maybe;
  if (lead === undefined) return;
  const name = rest.slice(lead.length);
  const isName =
    sure === undefined
      ? name.length <= 12 && isPrefixName(name)
      : name.length <= 24 && scoreName(name) !== undefined && weighTalk(name) < 2;
  // 我在浙江…: what follows is the address.
  if (!isName || !isFree(sheet, { start, end })) return;
  takeSpan(sheet, { start, end: start + lead.length }, mark.label);
  nameStarts.push(start + lead.length);
}
