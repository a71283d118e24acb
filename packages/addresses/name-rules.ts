/**
 * Whether a piece of Chinese text is somebody's name. Owns surnames, titles, and the words that show that it is none. Pure.
 */
const compounds = new Set(
  '欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 慕容 令狐 司徒 夏侯 宇文 长孙 端木 西门 南宫 独孤 轩辕 东郭 百里 呼延 拓跋 闻人 赫连 澹台 公冶 宗政 濮阳 淳于 单于 太叔 申屠 仲孙 钟离 鲜于 闾丘 司空 亓官 司寇 子车 颛孙 巫马 公西 漆雕 乐正 公良 夹谷 宰父 谷梁 段干 南门 东门 左丘 梁丘 第五 范姜 张简'.split(
    ' ',
  ),
);

const surnames = new Set(
  '密冼母逄火初衣官鹿佘隗撒洛苌操哈宿帖雒呙亢笪禤貊邝锺淦恽才迟矫战修栗赫锁芦苑靖凡颉邴厍银卿逯蔄苍虎刀扈沐门王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔向常汤康易乔赖文施洪季辛兰殷倪樊葛奚柴萧祝章俞关穆左岳齐梅庄阮耿焦詹符宁霍游欧翟纪裴舒卜毕聂丘包骆涂司饶邢柯靳管滕查项鲁翁古艾牛褚解米鲍单娄裘姬宫费卓丛佟窦甘温蒲景冷盛尤房苗路储屈祁阎车连应甄凌桂戚仇荆劳喻褥原臧时柏和蓝刁虞楚谷官楼池平扬干冉保占党敖栾苑麦晏计谈仲寇沙郁麻禹鞠竺桑闵隋全木伍雁商晋晁宣展封班晃丰伏隗宓狄巩厍步阚满水明牟农乌靖皮卞幸利云花柳弓索粟闻东於邰揭庞苟戈籍瞿阙匡鄢滑权慕樵暴尧仝岑邬凤糜郗昝诸邸尚桓雍巴巢慎邝年汝海阳候战练简亓幺朴买鄂邦德承经郎芮羿汲邴松井富牧山秋伊暨钮薄印宿怀郏茅危支咎贝昌代郦过缪揣岩者戎璩安乐傅元湛成席强童颜宗贲杭吉嵇荣荀羊惠曲家巫蓬仰斜厉祖束韶郜蓟从咸蔺屠蒙阴胥苍莘贡逄申扶堵宰濮寿边扈燕冀浦充茹习宦鱼容庾居衡弘禄殴殳沃蔚越夔隆师勾融訾那毋乜蒯逯盖仉督法钦帅缑亢况郈琴归墨哈谯笪言',
);

const titles =
  '先生|女士|小姐|太太|同学|老师|师傅|医生|大夫|经理|总监|主任|老板|阿姨|叔叔|大哥|大姐|姑娘|美女|帅哥|教授|警官|律师|姐|哥|总|工|生|小姐姐|小哥|妈妈|爸爸|奶奶|爷爷';
const titleEnd = new RegExp(`(?:${titles})$`);
const loneTitle = new RegExp(`^(?:${titles}|亲)?(?:收|亲收|亲启|签收|启|代收|收件|收货|女|男)?$`);
const receives = /(?:\(?(?:本人收|亲收|签收|代收|收件|收货|收|亲启)\)?|\(启\))$/;
const polite = /先生|女士|小姐|太太/;

/** Words of addresses; a name may hold one of them in its middle, hardly at its end. */
const placeEnd =
  /(?:路|街|道|巷|弄|胡同|号|栋|幢|楼|室|层|座|单元|户|村|镇|乡|县|区|市|省|州|盟|旗|组|队|屯|湾|庄|寨|坊|苑|园|院|府|邸|阁|轩|庭|居|寓|城|厦|场|馆|店|厂|公司|集团|中心|学校|大学|学院|中学|小学|幼儿园|医院|银行|宾馆|酒店|饭店|超市|便利店|商行|商场|市场|广场|大厦|公寓|小区|社区|街道|花园|宿舍|车站|站|机场|码头|港|桥|门|口|旁|侧|边|对面|附近|楼下|楼上|隔壁|交叉口|路口|里|内|处|部|局|所|政府|法院|派出所|委员会|期|段|排|库|仓|塔|坡|岭|山|河|湖|沟|岛|墩|塘|井|堂|庙|寺|行|铺|吧|网吧|茶庄|驿站|柜|丰巢|前台|门卫|传达室|保安室|物业)$/;
const notes =
  /请|麻烦|谢谢|多谢|感谢|不要|勿|别|周末|工作日|节假日|白天|晚上|上午|下午|我在|我住|订单|辛苦|改到|寄到|发到|换成|改成|送货|送到|送上|放在|放到|放门|放前|放快|放丰|放驿|放物|代收点|丰巢|菜鸟|驿站|快递|电话|打电|联系|备注|尽快|发货|小心|轻放|包装|易碎|货到|付款|到付|签收前|开票|发票|务必|提前|通知|自提|本人|门口|前台|保安|物业|传达室|门卫|楼下|旁边|对面|附近|隔壁|地址|收货|收件|默认|中国/;
const roles =
  /^(?:客服|售后|前台|财务|行政|采购|人事|仓库|收发|后勤|销售|市场|技术|物流|办公|总务|秘书|退货|换货|维修|业务|工程)(?:部|处|室|科|组|中心|人员|专员|小[妹哥姐]|员|收|主管)?$/;

/** How much a folded piece looks like a name: above 0 it may be one; about 6 is a clear one. Undefined: certainly none. */
export function scoreName(piece: string): number | undefined {
  const name = bareName(piece);
  if (name === '' || name.length > 24 || /\d{2}|\d$/.test(name)) return undefined;
  if (/^[\p{Script=Latin} .'’-]+$/u.test(name)) return scoreLatin(name);
  if (roles.test(name)) return 1.6;
  if (/[·•・.]/.test(name))
    return /^[\p{Script=Han}]{1,8}(?:[·•・.][\p{Script=Han}]{1,8}){1,4}$/u.test(name) ? 5 : undefined;
  if (notes.test(name)) return undefined;
  const stars = /^[\p{Script=Han}][*某x]{1,3}[\p{Script=Han}]?$/u.test(name);
  if (stars) return surnames.has(name[0]!) ? 5 : 3;
  if (!/^[\p{Script=Han}]+$/u.test(name)) return scoreMixed(name);
  return scoreHan(name, piece);
}

function scoreHan(name: string, piece: string): number | undefined {
  const { length } = name;
  const compound = compounds.has(name.slice(0, 2)) && length > 2;
  const family = compound || surnames.has(name[0]!);
  const titled = titleEnd.exec(piece.replace(receives, ''))?.[0];
  if (titled && titled.length > 1) return family || length <= 4 ? 6 : 1;
  if (length === 1) return surnames.has(name) && titled ? 4 : undefined;
  const isSound = length > 2 && (soundsForeign(name) || (length > 3 && peoples.test(name)));
  if (length > (isSound ? 10 : 7)) return undefined;
  let score = 1 + (family ? weighFamily(name, compound) : (outsiders[length] ?? 0));
  if (isSound) score = Math.max(score, length > 3 ? 3.6 : 2.4);
  // Two characters of a family and two of a given name are the most that the Han have.
  else if (length > 4) score -= 1.5 * (length - 4);
  score -= weighPlace(name, family);
  if (/^(.)\1$/.test(name)) score += 1;
  if (peoples.test(name)) score += 2.2;
  if (receives.test(piece)) score += 2;
  return score;
}

/** Mongolian, Tibetan, Uyghur and Kazakh names, by what they end or begin with. */
const peoples =
  /(?:其其格|日娜|泽仁|仁青|降初|尼玛|旺堆|其木格|高娃|图雅|托娅|巴特尔|巴雅尔|卓玛|央金|央宗|次仁|扎西|多吉|旺姆|拉姆|平措|格桑|古丽|古丽娜尔|买买提|买提|热合曼|依力|尔江|木江|别克|阿依|吐尔|努尔|阿卜杜|迪丽)/;

/** Characters that names of other tongues are written with. */
const sounds = new Set(
  '阿艾爱安昂奥巴白拜班邦保鲍贝本比别宾波伯博布才策查次达旦当道德登迪底丁顿多尔恩尕嘎噶甘冈高格根贡古哈海汗合赫呼胡吉加江杰金久卡开凯康科克孔库拉来兰朗勒雷黎里力丽莉利立连林留卢鲁罗洛玛买麦曼茂梅门米敏木穆姆纳乃娜南尼宁诺努欧帕彭皮平朴普其奇齐恰钦青琼曲群热仁日荣若萨赛桑瑟沙莎山珊舍石史斯松苏素索塔泰坦桃特提吐图托娃瓦万旺威维温翁沃乌吾西希夏先香肖谢辛雄雅亚央扬耶叶伊依因尹英永尤玉约扎泽珍芝孜卓朱姬什措嘉姆牧马妮琪孟彝铁木提买都不夫',
);
/** Whether all characters are of those that write names of other tongues. */
export const soundsForeign = (name: string): boolean =>
  [...name].every((char) => sounds.has(char)) && !commonWords.test(name);
/** The same characters in a word of Chinese. */
const commonWords = /先生|平安|高山|青山|金山|海南|江西|山西|山东|安康|马山|万里|石门|平山|南山|西山/;

/** Two to four characters without a surname may be a nickname. */
const outsiders: Record<number, number> = { 2: 0.6, 3: 0.6, 4: 0.4 };

function weighFamily(name: string, compound: boolean): number {
  const { length } = name;
  // A child may bear the names of both parents.
  if (length === 4 && !compound) return common.has(name[0]!) && surnames.has(name[1]!) ? 1.8 : 0.6;
  if (length > 4) return 0;
  return compound || common.has(name[0]!) ? 3 : 2.4;
}

/** What the end of the name tells against it: 金马路 is no person, 周小城 may be one. */
function weighPlace(name: string, family: boolean): number {
  const { length } = name;
  if (length === 2) return hardEnd.test(name) ? 1.4 : placeEnd.test(name) ? 1 : 0;
  const given = family && (length === 3 || (length === 4 && compounds.has(name.slice(0, 2))));
  if (given && /^.[小晓大阿老子]/.test(name)) return placeEnd.test(name) ? 1.5 : 0;
  if (given && (softEnd.test(name) || length === 4)) return 1.2;
  if (given && streetEnd.test(name)) return 2.7;
  if (hardEnd.test(name)) return 5;
  return placeEnd.test(name) ? (given ? 2.5 : 3.5) : 0;
}

/** The hundred or so families that most people belong to. */
const common = new Set(
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔向常汤',
);
/** Ends of addresses that given names have as well: 国栋, 红旗, 金桥. */
const softEnd = /[栋旗元边心桥村城乡道组队场坪坝屯寨镇岭山河湖岛塘井堂江海林园苑阁轩庭居亭]$/;
const streetEnd = /[路街巷弄]$/;
/** Ends of addresses that names hardly have. */
const hardEnd =
  /(?:路|街|道|巷|弄|号|栋|幢|楼|室|层|座|元|户|村|镇|乡|县|区|市|省|旗|组|队|厦|馆|店|厂|司|心|校|院|场|站|桥|门|口|旁|侧|边|面|近|下|处|部|所|局|里|库|地|坪|坝|屯|寨)$/;

/** Latin letters: one to four words that are not words of an address. */
function scoreLatin(name: string): number | undefined {
  const words = name.trim().split(/\s+/);
  if (words.length > 5 || name.replace(/[^\p{L}]/gu, '').length < 2) return undefined;
  if (
    /\b(?:road|rd|street|st|avenue|ave|building|bldg|room|rm|floor|block|district|city|province|china|tower|plaza|no|unit|zone|park|rua|avenida|travessa|estrada|largo|beco|edif|edf)\b/.test(
      name,
    )
  ) {
    return undefined;
  }
  return words.length > 1 ? 3.6 : name.length > 2 ? 2 : 1;
}

/** Han and Latin together: Tom哥, 小A, 阿May. */
function scoreMixed(name: string): number | undefined {
  if (!/^[\p{Script=Han}\p{Script=Latin}]+$/u.test(name) || name.length > 8 || placeEnd.test(name))
    return undefined;
  return titleEnd.test(name) || /^[小阿老]/.test(name) || surnames.has(name[0]!) ? 1.8 : 0.5;
}

/** The folded piece without (收), titles of whole names, and what else is no part of a name. */
export function bareName(piece: string, isLabelled = false): string {
  let name = piece.replace(/^[\s.·*:,-]+|[\s.·:,-]+$/g, '');
  if (name.length > 2 && !soundsForeign(name)) name = name.replace(/[吧哈哦呀啊呢啦]$/u, '');
  if (name.length > 4) name = name.replace(/(?:就行|就好|即可|就可以)了?$/u, '');
  const kept = name.replace(receives, '');
  // 姓名：武秋收 is her name, where a form says so.
  const isOwn = isLabelled && name.length === 3 && name.endsWith('收') && surnames.has(name[0]!);
  if (!isOwn && (kept.length >= 2 || /^[\p{Script=Latin}]/u.test(kept))) name = kept;
  // 汪德旺启 on an envelope: only behind two characters of a family's name may it be her own.
  const isOpener = name.length !== 4 || !compounds.has(name.slice(0, 2));
  if (isOpener) name = name.replace(/(?<=^\p{Script=Han}{2,7}) 启$|(?<=^\p{Script=Han}{3,7})启$/u, '');
  const job = /^\p{Script=Han}{3}(?=(?:老师|师傅|医生|经理|同学|教授|主任)$)/u.exec(name)?.[0];
  // 王老师 is called so; 牟春生老师 has a name.
  if (job && surnames.has(job[0]!) && !isLabelled) return job;
  const title = polite.exec(name.slice(-2))?.[0];
  if (title && name.length > 2) {
    const rest = name.slice(0, -2);
    // 周女士 is what she wants to be called; 李小方先生 has a name.
    if (rest.length >= 2 && !compounds.has(rest) && surnames.has(rest[0]!) && rest.length <= 4) name = rest;
  }
  return name;
}

/** 王, 诸葛. */
export const isFamilyName = (text: string): boolean =>
  text.length === 1 ? surnames.has(text) : compounds.has(text);

/** A common family, a title, or a pet name: 王芳, 黄小姐, 丹丹. */
export const isLikelyPerson = (piece: string): boolean =>
  !brands.test(piece) &&
  (common.has(piece[0]!) ||
    compounds.has(piece.slice(0, 2)) ||
    titleEnd.test(piece) ||
    /^(.)\1$/.test(piece) ||
    /^[小阿老]/.test(piece));

/** 先生收, (收): belongs to a name that stands elsewhere. */
export const isLoneTitle = (piece: string): boolean => loneTitle.test(piece);

/** What may stand right before a name that is glued to the end of an address. */
const beforeName =
  /(?:[\d一二三四五六七八九十a-z]|(?<=口|\d米|路)[东西南北]|[号室楼栋幢座层户房亭柜角区园苑城厦店院校寓里弄村组队旁侧边面口门站场市壁馆馆厂部局所司府邸阁轩庭居期段面近下上心行学舍街路巷道庄])$/;
/** Firms that stand behind a street as if they were people. */
const brands =
  /^(?:万达|万科|万象|华联|华润|华侨|苏宁|金鹰|金茂|金地|金源|金城|金辉|万和|和信|时代|时尚|龙湖|宝龙|吾悦|安居|安置|康佳|康桥|金桥|金融|商会|商务|水务|水利|和谐|和平|文化|文博|平安|国贸|国美|国际|永辉|永旺|家园|大润)/;
/** Surnames that end addresses as well: in 5号楼王芳 the name is 王芳. */
const doubtfulFamily = /^[楼门水池路院里房边党万上庄村城园苑]/;

const placeWords = /[层号室楼栋幢座门口户房库区院厂店旁边侧]$/;

/** How many characters at the end of a folded piece are a name glued to it; 0 when none are. */
export function gluedNameLength(piece: string, isReceived = false): number {
  const tail = piece.replace(receives, '');
  const ending = piece.length - tail.length;
  const sound = /(?<=[\d室房户层号楼])\p{Script=Han}{4,7}$/u.exec(tail)?.[0];
  if (sound && soundsForeign(sound)) return sound.length + ending;
  const foreign = /(?<=[\d室房户层号楼])(?![室房户层号楼东西])\p{Script=Han}{2,6}·\p{Script=Han}{2,8}$/u.exec(
    tail,
  )?.[0];
  if (foreign) return foreign.length + ending;
  for (const length of [4, 3, 2]) {
    const name = tail.slice(-length);
    const before = tail.slice(0, -length);
    if (name.length < length || before.length < 4 || !/^[\p{Script=Han}]+$/u.test(name)) continue;
    const family = compounds.has(name.slice(0, 2))
      ? length >= 3
      : surnames.has(name[0]!) &&
        (length < 4 ||
          titleEnd.test(name) ||
          (common.has(name[0]!) && common.has(name[1]!) && /[\d室房层户]$/.test(before)));
    // 502顾城 has a name, …路金城 has none.
    const isPlace =
      placeEnd.test(name) &&
      !(length === 2 && /[\d室]$/.test(before) && !placeWords.test(name)) &&
      !(
        length === 3 &&
        (isReceived || ending > 0 || /[\d室房户层楼座]$/.test(before)) &&
        (softEnd.test(name) || streetEnd.test(name))
      );
    if (!family || isPlace || notes.test(name) || !beforeName.test(before)) continue;
    if (brands.test(name) || /^[路门街口][东南西北]|[东南西北]角$/.test(name)) continue;
    if (name.startsWith('米') && /\d$/.test(before)) continue;
    if (length === 3 && doubtfulFamily.test(name) && surnames.has(name[1]!)) continue;
    return length + ending;
  }
  return 0;
}

/** Whether words of two characters or more begin with a family name, of one or of two. */
export const beginsWithFamily = (words: string): boolean =>
  isFamilyName(words[0]!) || isFamilyName(words.slice(0, 2));

/** How many characters at the beginning, before a region's name, are a name; 0 when they can't be one. */
export function isPrefixName(prefix: string): boolean {
  return (scoreName(prefix) ?? 0) >= 2.5;
}
