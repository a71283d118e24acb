/**
 * Made-up people, firms and phones for templates of messages in Chinese characters. Names are of every kind on purpose: of common and
 * rare families, of given names that are ordinary words, streets' words or talk, so that only the context tells. Pure.
 */
import type { Chance } from '../address-writing/writing-chance.ts';

const words = (list: string): string[] => list.trim().split(/\s+/);

const common =
  '王王王王李李李李张张张张刘刘刘陈陈陈杨杨黄黄赵赵吴吴周周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤';
const rare =
  '密冼母逄火初衣官鹿佘隗撒洛苌操哈宿帖雒亢笪禤邝锺淦恽才迟矫战修栗赫锁芦苑靖凡颉邴厍银卿逯虎刀扈沐门温易乔赖文施洪季辛兰殷倪樊葛奚柴萧祝章俞关穆左岳齐梅庄阮耿倪焦詹符宁霍游欧翟纪裴舒卜毕聂丛包骆涂司饶邢柯靳管滕查项鲁翁古艾牛褚解米鲍单娄裘姬宫费卓佟窦甘蒲景冷盛尤房苗路储屈祁阎车连应甄凌桂戚仇荆劳喻原臧时柏和蓝刁虞楚谷楼池平扬干冉保占党敖栾麦晏计谈仲寇沙郁麻禹鞠竺桑闵隋全木伍雁商晋晁宣展封班晃丰伏宓狄巩厍步阚满水明牟农靖皮卞幸利云花柳弓索粟闻东於揭庞苟戈籍瞿阙匡鄢滑权慕樵暴尧仝岑凤糜诸邸尚桓雍巴巢慎年汝海候简幺买鄂德承经郎汲松井富牧山秋伊钮薄印怀茅危支贝昌代过缪岩者戎安傅元湛成席强童颜宗杭吉羊惠曲家巫仰祖束韶从咸阴贡申堵宰寿边燕浦充茹习鱼容庾居衡弘沃蔚越夔师巩融问言归墨来勾郇由税底能但乜佴双母降色介镡者言席';
const compounds = words(
  '欧阳 司马 上官 诸葛 皇甫 令狐 慕容 夏侯 尉迟 东方 端木 司徒 公孙 轩辕 长孙 宇文 呼延 南宫 独孤 申屠 澹台 闻人 钟离 百里 东郭 西门 淳于 单于 太叔 公冶 濮阳 鲜于 乐正 闾丘 赫连 谷梁 拓跋 完颜 纳兰 万俟 仲孙 宗政 第五 公羊 梁丘 左丘 叶赫 那拉 范姜 张简',
);
const givenChars =
  '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超霞平刚英兰华志建文博子涵雨桐浩然欣怡梓萱宇轩嘉思远国玉海燕丹婷佳琪梦洁天俊雪梅春花立新永小晓东德元启收山林森泽瑞祥康宁安乐云月星辰阳晨曦若诗韵琳瑶珊莉红波鹏飞龙凤光辉亮庆生福贵财旺根荣昌盛兴成功业正义忠孝礼智信仁勤俭素珍淑贞慧颖秋冬夏雅楠柏松竹菊莲蓉茜薇蕾露冰清江河湖秀桂香爱美桃翠凯帅坤宝栋梁柱锋钢铁斌彬彪豪杰胜利民富强学友士奇卫革命援朝跃进抗美建设和解放一二三四五大老阿妹弟仔娃妞毅恒悦彤雯倩萍琴霖淼鑫焱磊垚卿诺依伊沐希睿哲皓昊宸奕汐朵果豆糖多少可心意如初见笑';
const placeChars = '心元道边桥启收里门楼村城园苑路街湾港岭坡塘桥庄屯坊巷院庭阁口旁号单层室区县镇';
const ordinary = words(
  '向远 凌霄 檀香 殷勤 言午 席慕 开心 柏树林 高山 石头 方圆 马路 江山 安康 平安 时光 时间 程序 成功 文章 白云 黄河 长城 金山 林海 雷雨 雪花 花开 叶子 果实 苗条 田野 谷雨 夏至 秋分 冬至 立春 小满 白露 霜降 清明 端阳 元旦 国庆 双喜 吉祥 如意 富贵 安逸 宁静 明白 明天 昨天 今天 马上 快乐 高兴 温暖 温柔 冷静 严格 严肃 认真 常见 常用 单纯 全面 关键 关心 关门 开门 包容 包子 饶有 支持 支付 应该 应当 能行 行者 方便 方向 方法 任务 任性 任意 时尚 时髦 胡来 胡闹 向阳 向前 向上 向导 何必 何苦 何妨 余地 余生 于是 和气 和平 和谐 甘心 甘愿 计划 计算 经理 经过 步行 步骤 商量 商店 农民 工厂 管家 房东 房子 车站 车间 路口 路过 门口 楼上 池塘 水池 水边 沙发 沙滩 麻烦 麻木 谈话 谈心 闻名 别致 解释 解决 费心 费用 党员 钱包 钱多多 钱途 金币 银行 白纸 黄昏 蓝天 红旗 青春 丁香 毛笔 毛衣 皮包 皮鞋 牛奶 羊毛 鱼塘 龙虾 凤梨 燕子 梅花 兰花 桂花 竹子 松树 柳树 杨树 桑叶 麦子 米粒 谷子 豆子 桃子 梨花 山药 石榴 柏油 贺卡 贺喜 祝福 祝愿 庆祝 喜庆 乐园 童心 童话 童年 老实 小心 大方 阳光 月光 星光 星星 晨光 晚霞 雨露 风光 云海 云朵 江水 海洋 海浪 湖水 泉水 溪水 山水 水平 成都 长沙 南京 海南 江南 常州 常熟 温州 徐州 苏州 郑州 兰州 柳州 连云 安阳 平顶 万里 万一 万象 千里 百合 双双 对对 来强 来福 来宝 解放 建设 建军 国强 卫国 卫东 文革 爱国 爱民 爱军',
);
const peoples = words(
  '阿依夏木 古丽巴哈尔 木合塔尔·买买提 迪丽努尔·艾合买提 次仁旺堆 德吉央宗 仁青卓玛 娜仁花 苏和巴特尔 乌兰图雅 阿不都热西提 吾买尔江 金哲秀 吉克阿依 沙马日哈 罗布次仁 萨日娜 阿卜杜拉·热合曼 乌云其木格 巴特尔 格桑梅朵 扎西多吉 阿依古丽·吐尔逊 玛依拉 努尔兰 哈斯额尔敦 马卡里 马伊莎 艾力·买买提 依明 麦麦提 热孜万古丽 白玛拉姆 丹增 才让 卓玛 措姆 朝鲁 宝音 娜布其 斯琴高娃 布和 阿拉坦 尼玛 旺姆 阿木尔 吉木子 阿牛木呷 蓝朝阳 韦拔群 侬智 波依罕 玉罕 岩温 刀玉香 木扎提 别克 赛力克·木拉提 库尔班·尼亚孜 迪里拜尔 塔依尔',
);
/** Of Yi, Tibetans and Mongols whose names run on, of monks, and of people who write their names in other letters. */
const strangers = [
  '吉好也求阿木',
  '阿侯子布',
  '俄木伍来',
  '贡唐·加措',
  '巴图那生',
  '阮氏秋',
  'Дмитрий Соколов',
  'Иван Петров',
  'Светлана Ким',
  'ဦးမောင်',
  'มาลี สุขใจ',
  'Marta Kowalska',
  '山本健一',
  'さくら',
  '김민수',
  'سمیرا',
];
const yiHeads = words('吉好 阿侯 俄木 沙马 曲比 马海 吉木 阿苦 罗洪 勒尔 木呷 尼惹 海来 的日');
const yiTails = words('也求阿木 子布 伍来 阿妞 木果 史日 拉者 尔布 古子 阿支 日古 约布 伍呷 莫 木乃');

const nicks = words(
  '小丸子 果果妈妈 阿强 阿芬 大刘 老赵 小陈 糖豆 柠檬 麦兜 婷婷 乐乐妈 Cindy Jason Amy陈 Vivian 小鹿 圆子 可可 甜甜 晴天 Mr.Wang 豆包 七七 阿ken 大熊 朵朵妈 小七 丹丹 豆豆 多多 壮壮 涵涵 阿花 阿牛 二丫 狗剩 大宝 小宝 三妹 幺妹 太阳花 蒲公英 风中的云 夏天的风 流浪猫 小鱼儿 半夏 初一 十五 桃桃 奶茶 可乐 Lucy Tony Kevin Anna Linda 李Sir Chloe May姐 Sam哥 Lily Tom Kevin Wang',
);
const callings = words(
  '先生 先生 女士 女士 小姐 老师 老师 经理 师傅 阿姨 姐 哥 总 主任 医生 同学 老板 工 店长 太太 大姐 大哥 大爷 大娘 大妈 大叔 叔叔 爷爷 奶奶 嫂 嫂子 叔 伯 婶 姨 妈妈 爸爸 掌柜 老板娘 队长 班长 校长 院长 科长 处长 局长 书记 会计 出纳 秘书 助理 律师 法官 警官 护士 大夫 教授 博士 师兄 师姐 学姐 学长 教练 导演 导 编辑 记者 木匠 裁缝 厨师 师太 道长 主管 总监 部长 董 董事长 厂长 站长 社长 园长 政委 连长 营长 指导员 管家 阿婆 阿公 生 太 姑娘 小哥 大侠 村长 主席 老弟 兄 公',
);

const englishGiven = words(
  'Amy John David Lucy Kevin Helen Jason Grace Tony Cindy Eric Emma Peter Vivian Alex',
);
const englishFamilies = words(
  'Chan Smith Lee Wang Zhang Lin Brown Chen Wong Liu Johnson Park Li Müller Zhou',
);
const soundList = [
  ...'阿艾买提合尔古丽木江都热依布拉玛措扎西多吉卓央宗仁次旺姆尼达瓦巴特其格图雅娜沙马日哈迪力努阿卜杜克孜别吐逊库班赛里穆萨',
];
const soundsOf = (chance: Chance): string =>
  Array.from({ length: 2 + chance.below(4) }, () => chance.pick(soundList)).join('');

export const given = (chance: Chance, count: number): string =>
  Array.from({ length: count }, () => chance.pick(givenList)).join('');
const givenList = [...givenChars];
const commonList = [...common];
const rareList = [...rare];
const placeList = [...placeChars];

export const familyOf = (chance: Chance): string =>
  chance.often(0.62) ? chance.pick(commonList) : chance.pick(rareList);

/** A name. `loose` are words of anything, two characters each, that may be names too. */
export function nameOf(chance: Chance, loose: readonly string[]): string {
  const roll = chance.below(110);
  if (roll >= 109) return chance.pick(strangers);
  if (roll >= 108) return chance.pick(yiHeads) + chance.pick(yiTails);
  if (roll >= 107) return `释${given(chance, 2)}`;
  if (roll >= 106)
    return chance.often(0.5) ? chance.pick(ordinary) : chance.pick(compounds) + given(chance, 2);
  if (roll >= 103) return `${familyOf(chance)} ${given(chance, 1 + chance.below(2))}`;
  // Families that no list has.
  if (roll >= 100) return chance.pick([...chance.pick(loose)]) + given(chance, 1 + chance.below(2));
  if (roll < 1) return `${chance.pick(englishGiven)} ${chance.pick(englishFamilies)}`;
  if (roll < 2) return soundsOf(chance) + chance.pick(['·', '·', '•', '.']) + soundsOf(chance);
  if (roll < 4) return chance.pick(peoples);
  if (roll < 8) return chance.pick(compounds) + given(chance, chance.often(0.6) ? 1 : 2);
  if (roll < 11) return chance.pick(nicks);
  if (roll < 17) return chance.pick(ordinary);
  if (roll < 24) return familyOf(chance) + chance.pick(chance.often(0.5) ? ordinary : loose);
  if (roll < 29) return familyOf(chance) + given(chance, 1) + chance.pick(placeList);
  if (roll < 31) return familyOf(chance) + chance.pick(placeList);
  if (roll < 33) return familyOf(chance) + familyOf(chance) + given(chance, 2);
  if (roll < 35) return chance.pick(loose);
  if (roll < 36) return calledOf(chance);
  if (roll < 37)
    return familyOf(chance) + chance.pick(['*', '**', '某', '某某', `*${given(chance, 1)}`, 'xx']);
  if (roll < 39) {
    const double = chance.pick(givenList);
    return familyOf(chance) + double + double;
  }
  if (roll < 56) return familyOf(chance) + given(chance, 1);
  return familyOf(chance) + given(chance, 2);
}

/** 王阿姨, 老李, 小陈, 阿强. */
export function calledOf(chance: Chance): string {
  const roll = chance.below(100);
  if (roll < 12) return chance.pick([...'老小阿大']) + familyOf(chance);
  if (roll < 20) return chance.pick([...'阿小老']) + given(chance, 1);
  if (roll < 24) return chance.pick(compounds) + chance.pick(callings);
  if (roll < 27) {
    const one = chance.pick(givenList);
    return one + one + chance.pick(words('妈 妈妈 爸 爸爸 奶奶 爷爷 姐姐 外婆 姥姥'));
  }
  return familyOf(chance) + chance.pick(callings);
}

const firmStems =
  '金玉银星光华明阳东西南北中新福安宁和平兴隆盛昌泰康乐文景云龙凤天河湖江海滨水清泉山石高科创智汇锦丰永吉祥瑞庆春飞腾达源鑫顺通联众诚信德艺美';
const stems = [...firmStems];
export const stem = (chance: Chance): string => chance.pick(stems) + chance.pick(stems);
const firmKinds = words(
  '科技有限公司 有限公司 商贸有限公司 实业有限公司 文化传媒有限公司 建筑工程有限公司 餐饮管理有限公司 集团 股份有限公司 广告公司 工作室 律师事务所 会计师事务所 设计院 印刷厂 木雕厂 服装厂 五金厂 幼儿园 小学 中学 第一中学 实验学校 职业技术学院 大学 人民医院 中医院 口腔诊所 药店 超市 便利店 饭店 火锅店 茶庄 宾馆 酒店 客栈 民宿 书店 花店 照相馆 美容院 理发店 健身房 驾校 物业 居委会 村委会 派出所 法院 税务局 图书馆 博物馆 合作社 农场 养老院 社区服务中心 培训中心 研究所 协会 基金会 报社 编辑部 银行 支行 加油站 汽修厂 刺绣有限责任公司 电子厂 琴行 画室 影楼 旗舰店 专卖店 营业部 4S店 设计有限公司',
);

/** A firm, a school, an office; `place` may stand before it. */
export const companyOf = (chance: Chance, place: string): string =>
  (chance.often(0.4) ? place : '') +
  (chance.often(0.12) ? chance.pick(words('老王 老张 阿婆 李记 小李 张三 幸福 红太阳')) : stem(chance)) +
  chance.pick(firmKinds);

export const deptOf = (chance: Chance): string =>
  chance.pick(
    words(
      '财务部 行政部 人事部 采购部 市场部 销售部 技术部 设计部 教务处 总务处 学生处 办公室 前台 收发室 内科 外科 儿科 急诊科 护理部 三年级二班 高三1班 语文组 数学组 图书室 物流部 仓库 生产部 质检部 宣传科 工会 团委 党办 后勤处 综合科 护士站 药剂科 档案室 编辑部 客服部 电商部 运营部 实验室 101教研室 美术系 中文系',
    ),
  );

const mobileHeads = words(
  '130 131 132 133 134 135 136 137 138 139 145 147 150 151 152 153 155 156 157 158 159 166 170 171 173 175 176 177 178 180 181 182 183 185 186 187 188 189 191 193 195 198 199',
);
const areaCodes = words(
  '010 020 021 022 023 024 025 027 028 029 0571 0755 0512 0532 0592 0591 0731 0371 0451 0411 0574 0769 0757 0551 0791 0771 0871 0851 0931 0898 0991 0472 0580 0316 0951 0971',
);

export function phoneOf(chance: Chance, country: string): string {
  const [four, other] = [chance.digits(4), chance.digits(4)];
  if (country === 'HK')
    return chance.pick([
      `${chance.pick([...'569'])}${chance.digits(3)} ${four}`,
      `${chance.pick([...'569'])}${chance.digits(3)}${four}`,
      `+852 ${chance.pick([...'69'])}${chance.digits(3)} ${four}`,
    ]);
  if (country === 'MO')
    return chance.pick([
      `6${chance.digits(3)} ${four}`,
      `6${chance.digits(3)}${four}`,
      `+853 6${chance.digits(3)} ${four}`,
    ]);
  if (country === 'SG')
    return chance.pick([
      `${chance.pick([...'89'])}${chance.digits(3)} ${four}`,
      `${chance.pick([...'89'])}${chance.digits(3)}${four}`,
      `+65 9${chance.digits(3)} ${four}`,
    ]);
  if (country === 'TW')
    return chance.pick([
      `09${chance.digits(2)}-${chance.digits(3)}-${chance.digits(3)}`,
      `09${chance.digits(8)}`,
      `09${chance.digits(2)} ${chance.digits(3)} ${chance.digits(3)}`,
      `+886 9${chance.digits(2)} ${chance.digits(3)} ${chance.digits(3)}`,
    ]);
  const head = chance.pick(mobileHeads);
  const plain = head + four + other;
  const roll = chance.below(100);
  if (roll < 80) return plain;
  if (roll < 85) return `${head} ${four} ${other}`;
  if (roll < 89) return `${head}-${four}-${other}`;
  if (roll < 93) return `+86 ${plain}`;
  if (roll < 96) return `${plain}${chance.pick(['-', '转'])}${chance.digits(4)}`;
  return landlineOf(chance, country);
}

export function landlineOf(chance: Chance, country: string): string {
  const [four, three] = [chance.digits(4), chance.digits(3)];
  if (country === 'HK') return `2${three} ${four}`;
  if (country === 'MO') return `28${chance.digits(2)} ${four}`;
  if (country === 'SG') return `6${three} ${four}`;
  if (country === 'TW')
    return chance.pick([
      `02-2${three}-${four}`,
      `(0${chance.pick([...'34567'])})2${chance.digits(2)}-${four}`,
      `04-2${three}${four}`,
    ]);
  const area = chance.pick(areaCodes);
  const number = `${2 + chance.below(7)}${chance.digits(area.length === 3 ? 7 : 6 + chance.below(2))}`;
  return chance.pick([
    `${area}-${number}`,
    `${area}-${number}`,
    `${area}${number}`,
    `(${area})${number}`,
    `${area} ${number}`,
  ]);
}
