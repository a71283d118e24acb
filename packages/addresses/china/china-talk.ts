/**
 * What a clause of Chinese weighs as talk, and what as a part of an address: words that only somebody who speaks uses against numbers
 * of houses and ends of streets. Owns those words; knows nothing of where a clause stands. Pure.
 */

/** Somebody speaks, asks, thanks, or says what is to be done. Longer words stand before those that they begin with. */
const talk: ReadonlyArray<readonly [number, string]> = [
  [
    3,
    '放(?:在|到|至)?(?:管理[室处]|警卫室|门卫室?|保安室?|守卫室|传达室|物业|大堂|柜台|信箱)|祝(?:你|您|好|老板|生意|顺利|大家|福|愉快|商祺|安)|新年好|节日快乐|快乐|生意兴隆|拜年|比心|爱你|爱了|期待|好评|作废|照旧|千万|记得|就行|就好|就可以|应该是|打不通|写少|多包|少了|补一下|一共|总共|样片|那里|全名|不变|没变|耳背|我姓|新婚|转发|聊天记录|价格单|收据|开票|不方便|路远|耳朵|姐妹|亲爱|早上好|晚上好|中午好|下午好|感恩|老师傅|同城|闪送|跑腿|对的|没错|勿扰|推荐来|气泡膜|蟹蟹|谢谢|多谢|感谢|麻烦|辛苦|拜托|劳驾|打扰|不好意思|抱歉|你好|您好|哈喽|客服|老板|店家|掌柜|小姐姐|唔该|请问|的话|万分|十分感谢|非常感谢|(?:寄|送|发|邮|拿|改|换)(?:到|去|回|来|成)?(?:我|我们)?(?:公司|单位|家里|家|学校|店里|办公室|宿舍)(?=$|[,，。!！ 了吧哈])|3q|什么时候|什么|怎么|多少钱|多少|多久|几天|几时|为啥|哪天|能不能|可不可以|是不是|有没有|行不行|好不好|下单|付款|打印|冲印|冲洗|洗照片|定制|改地址|换地址|填错|写错|发错|寄错|搬家|搬了|搬到|没收到|收到|发货|到货|运费|包邮|加急|尽快|赶紧|赶快|快点|马上|急用|放门口|放前台|放快递柜|放驿站|别放|不要放|敲门|门铃|打电话|发短信|在家|没人在|邻居家|代收|签收|轻放|易碎|折叠|别折|不要折|包装|回复|确认|核对|备注|订单号?|单号|下一?单|这单|谢啦|ok吗|先谢',
  ],
  [
    2,
    '前台找|找|我们|咱们|我家|我|你们|你|您|他们|她|它|自己|本人|吗|呢|吧|啊|呀|哦|哈|啦|哟|嘛|喔|噢|嗯|哎|想要|需要|可以|应该|希望|打算|帮忙|帮我|帮|请|寄给|寄到|寄往|发到|发给|送到|送给|邮到|寄来|发来|寄去|寄出|重新|重寄|补寄|改成|改为|改到|换成|换到|更新|上次|这次|下次|刚才|刚刚|刚下|已经|还没|没有|不要|不用|不能|不是|别的|这边|这里|这个|那边|那个|以下|如下|下面|上面|之前|原来|旧的|新的|今天|明天|后天|昨天|周末|周[一二三四五六日](?=$|[前后上下到送能可有没不之至至~-])|工作日|早上|晚上|下午|上午|中午|快递|包裹|物流|顺丰|圆通|中通|申通|韵达|邮政|京东快递|联系|通知|短信|微信|小心|注意|结实|轻拿|派送|派件|送货|送上|取件|自提|没人|有人|运单|地址|电话|手机|号码|姓名|名字|收件人|收货人|联系人|收货|收件|信息|照片|相片|相册|画册|相框|海报|台历|影集|证件照|礼物|发票|优惠|便宜|写|填|叫|朋友|妈妈|爸爸|我爸|我妈|爷爷|奶奶|老婆|老公|同事|闺蜜|姐姐|妹妹|哥哥|弟弟|老人家|\\d+ ?(?:张|本|份|寸|个|套|天|点|块钱|幅|件)|[一二两三四五六七八九十几](?:张|本|份|套|幅|件)',
  ],
  [
    1.2,
    '了|想|要|能|把|被|让|给|寄|发|送|邮|买|订|急|快|别|勿|不|没|都|也|再|先|就|还|这|那|哪|是|帮|改|换|错|放|存|东西|哈|吧',
  ],
  [0.6, '的|在|有|为|说|去|来|到|一下|和|用'],
];
/** Parts of an address. */
const address: ReadonlyArray<readonly [number, string]> = [
  [
    3,
    String.raw`(?:\d+|[a-z]|[一二三四五六七八九十百]+|[甲乙丙丁东西南北])(?:号楼|号院|号|室|栋|幢|座|楼|层|单元|弄|巷|组|队|户|房|院|期|区|#|f(?![a-z]))|\d+-\d+|#\d`,
  ],
  [
    2.4,
    '(?:路|街|大道|胡同|镇|乡|村|屯|庄|街道|社区|小区|花园|家园|花苑|苑|公寓|大厦|广场|大学|学院|医院|超市|公司|集团|酒店|宾馆|饭店|学校|小学|中学|幼儿园|工业园|科技园|产业园|创意园|写字楼|商务楼|传达室|宿舍|新村|新城|家属院|药店|便利店|快递点|快递站|快递柜|营业部|代收点|驿站|五金店|保健院|卫生院|门诊部|内科|外科|理发店|邮政局|派出所|银行|商场|市场|仓库|车间|厂|栋|幢|楼|室|单元|院|府|(?<!家)里|坊|巷|弄)(?:旁边?|对面|隔壁|楼[上下]|门口|[东南西北][侧边面门区]?|附近|内|里)?$',
  ],
  [
    1.6,
    '(?<=[\\p{Script=Han}a-z])\\d{2,5}(?!\\d)|(?:路(?!远|上|过|费)|街|大道|巷|镇|乡|村|街道|小区|花园|大厦|广场|公寓|大学|学院|医院|公司|园区|工业园|科技园|交叉口|路口|国际|宿舍|校区|住院部|门诊)',
  ],
];

/** One pass over the words for each table; a heavier row comes first where two begin at the same place. */
const compile = (table: ReadonlyArray<readonly [number, string]>): RegExp =>
  new RegExp(table.map(([, source]) => `(${source})`).join('|'), 'gu');
const talkPattern = compile(talk);
const addressPattern = compile(address);

/** What the words weigh up to each of their characters: index 0 is before the first. */
function sumsOf(
  words: string,
  table: ReadonlyArray<readonly [number, string]>,
  pattern: RegExp,
): Float32Array {
  const sums = new Float32Array(words.length + 1);
  for (const match of words.matchAll(pattern)) {
    const row = table.findIndex((_, at) => match[at + 1] !== undefined);
    sums[match.index + match[0].length] = table[row]![0];
  }
  for (let at = 1; at <= words.length; at++) sums[at]! += sums[at - 1]!;
  return sums;
}

/** Words of places that have a speaking word in them. */
const placeWords =
  /明天[^\s]{0,4}院|(?:顺丰|圆通|中通|申通|韵达|邮政|京东|极兔|德邦|菜鸟|丰巢)(?:快递|速运|快运|速递)?(?:点|站|驿站|营业部|代收点|柜|门店)|快递代收点|代收点|写字楼|商都|成都|首都|都市|都会|都江|丰都|于都|宁都|武都|花都|郫都|名都|丽都|新都|东方之都|发展|开发|出口加工|要塞|让胡路|邮电|邮政局|邮局|改革|信息港|信息产业|信息工程|信息学院|信息科技|电信|电话局|快递中心|快递站|快递点|物流园|物流中心|物流港|包装厂|打印店|照相馆|冲印店|别墅|还建|就业|在水一方|中信|诚信|想象|理想|天天|订货|不夜城|来宾|来安|来凤|都匀|再生|先锋|把式|人才市场|出版|大不同|这里小区|先进|能源|机能|节能|智能|功能|急救|急诊|换热|改貌|放马|送变电|发电|发祥|发达|给水|没庄|想家|回迁|快速路|和平|共和|和谐|和顺|和田|中和|永和|安和|泰和|和县|有限|有色|有余|要路|在平|为民|为公|去龙|到保|用品|来广营/gu;
const masked = (words: string): string => words.replace(placeWords, (found) => '\u0001'.repeat(found.length));

export interface Weighed {
  /** Talk up to a character, and parts of an address up to it. */
  talk: Float32Array;
  address: Float32Array;
}

/** Weighs folded words once; parts of them are told from the sums. */
export const weighWords = (words: string): Weighed => ({
  talk: sumsOf(masked(words), talk, talkPattern),
  address: sumsOf(words, address, addressPattern),
});

const lastOf = (sums: Float32Array): number => sums[sums.length - 1]!;

/** How much more folded words say than they name: from `leastTalk` on somebody speaks. */
export function weighTalk(words: string): number {
  const said = lastOf(sumsOf(masked(words), talk, talkPattern));
  return said === 0 ? 0 : said - lastOf(sumsOf(words, address, addressPattern));
}

export const leastTalk = 1.79;

export const isTalk = (words: string): boolean => weighTalk(words) >= (words.length < 3 ? 2 : leastTalk);
