/**
 * A second hand that writes Chinese addresses of the mainland: each text is composed of slots (what is said before, who, how to
 * reach them, where, in which order, what is said behind), with streets, estates and people put together of single characters. Owns
 * what is right for each; must never ask the parser. Pure.
 */
import { type Region, regionTree } from '@platen/addresses/regions/region-tree';
import type { Chance } from './writing-chance.ts';
import { postHeads } from './writing-china.ts';
import type { WrittenRecord } from './written-record.ts';

const words = (list: string): string[] => list.trim().split(/\s+/);

const families =
  '王王王李李李张张张刘刘陈陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤路水游关柯池房申苗占葛阮祁解管季舒涂樊华凌盛邢霍裴柳牛纪梅庄翟甘耿倪';
const compounds = words('欧阳 司马 上官 诸葛 皇甫 令狐 慕容 夏侯 尉迟 东方 端木 司徒');
const givenChars =
  '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超霞平刚英兰华志建文博子涵雨桐浩然欣怡梓萱宇轩嘉思远国玉海燕丹婷佳琪梦洁天俊雪梅春花立新永小晓东德心元道边桥启收山川林森泽瑞祥康宁安乐云月星辰阳晨曦若诗韵琳瑶珊莉红波鹏飞龙凤光辉亮庆生福贵财旺根荣昌盛兴成功业正义忠孝礼智信仁勤俭素珍淑贞慧颖秋冬夏雅楠柏松竹菊莲蓉茜薇蕾露冰清江河湖里门楼村城园苑路';
const peoples = words(
  '阿依夏木 古丽巴哈尔 木合塔尔·买买提 迪丽努尔·艾合买提 次仁旺堆 德吉央宗 仁青卓玛 娜仁花 苏和巴特尔 乌兰图雅 阿不都热西提 吾买尔江 金哲秀 吉克阿依 沙马日哈 罗布次仁 萨日娜',
);
const callings = words('先生 女士 小姐 老师 经理 师傅 阿姨 姐 哥 总 主任 医生 同学 老板 工 店长 太太');
const nicks = words(
  '小丸子 果果妈妈 阿强 阿芬 大刘 老赵 小陈 糖豆 柠檬 麦兜 婷婷 乐乐妈 Cindy Jason Amy陈 Vivian 小鹿 圆子 可可 甜甜 晴天 Mr.Wang 豆包 七七 阿ken 大熊 朵朵妈 小七',
);

const given = (chance: Chance, count: number): string =>
  Array.from({ length: count }, () => chance.pick([...givenChars])).join('');

function nameOf(chance: Chance): string {
  const roll = chance.below(100);
  if (roll < 4) return chance.pick(peoples);
  if (roll < 8) return chance.pick(compounds) + given(chance, chance.often(0.6) ? 1 : 2);
  if (roll < 16) return chance.pick([...families]) + chance.pick(callings);
  if (roll < 21) return chance.pick(nicks);
  if (roll < 40) return chance.pick([...families]) + given(chance, 1);
  return chance.pick([...families]) + given(chance, 2);
}

interface Phone {
  text: string;
  value: string;
}

const heads = words(
  '130 131 132 133 134 135 136 137 138 139 145 147 150 151 152 153 155 156 157 158 159 166 170 171 173 175 176 177 178 180 181 182 183 185 186 187 188 189 191 193 195 198 199',
);
const cityCodes: Record<string, string> = { 11: '010', 31: '021', 12: '022', 50: '023' };

function mobile(chance: Chance): Phone {
  const value = chance.pick(heads) + chance.digits(8);
  const [a, b, c] = [value.slice(0, 3), value.slice(3, 7), value.slice(7)];
  const text = chance.pick([
    ...Array.from({ length: 9 }, () => value),
    `${a} ${b} ${c}`,
    `${a}-${b}-${c}`,
    `+86 ${value}`,
    `+86${value}`,
    `(+86)${value}`,
    `${a}.${b}.${c}`,
    `86 ${value}`,
    `+86-${value}`,
    `0086 ${value}`,
  ]);
  return { text, value };
}

function landline(chance: Chance, code: string): Phone {
  const area =
    cityCodes[code] ??
    chance.pick(
      words('0571 0755 0512 0532 0591 0731 0371 0451 0411 0574 0769 0757 0551 0791 0771 0871 0851 0931'),
    );
  const number = `${2 + chance.below(7)}${chance.digits(7)}`;
  const value = `${area}-${number}`;
  const end = chance.digits(3);
  return chance.pick([
    { text: value, value },
    { text: value, value },
    { text: `${area} ${number}`, value },
    { text: `（${area}）${number}`, value },
    { text: `${value}转${end}`, value: `${value}-${end}` },
    { text: `${value}-${end}`, value: `${value}-${end}` },
    { text: `${area}${number}`, value },
  ]);
}

function phoneOf(chance: Chance, code: string): Phone {
  const roll = chance.below(100);
  if (roll < 84) return mobile(chance);
  if (roll < 92) return landline(chance, code);
  if (roll < 94) {
    const [x, y] = [chance.digits(3), chance.digits(4)];
    return { text: `400-${x}-${y}`, value: `400-${x}-${y}` };
  }
  const [own, end] = [mobile(chance).value, chance.digits(4)];
  const service = `950${chance.pick(['13', '14', '18', '23', '27', '39'])}${chance.digits(6)}`;
  return chance.pick([
    { text: `${own}-${end}`, value: `${own}-${end}` },
    { text: `${own}转${end}`, value: `${own}-${end}` },
    { text: `${service}转${end}`, value: `${service}-${end}` },
    { text: `${service}-${end}`, value: `${service}-${end}` },
    { text: `${own} 分机 ${end}`, value: `${own}-${end}` },
  ]);
}

const stems =
  '金玉银星光华明阳东西南北中新福安宁和平兴隆盛昌泰康乐文景云龙凤凰鹤鹏松柏梅兰竹菊荷桂枫柳榕樟天河湖江海滨水清泉溪山岭石岩城湾港学府科创智汇高锦绣丰永吉祥瑞祥庆春秋翠碧紫丹朱青黄白红';
const stem = (chance: Chance): string => chance.pick([...stems]) + chance.pick([...stems]);
const known = words(
  '人民 解放 建设 中山 迎宾 和平 新华 长江 黄河 学府 创业 工业 幸福 朝阳 青年 花园 体育 振兴 站前 环城 友谊 民主 胜利 光明 延安 北京 上海 南京 广州 天府 世纪 府前 黄山 泰山 珠江 淮海 中华 长安 五一 八一 复兴 前进',
);
const number = (chance: Chance): string => String(1 + chance.below(chance.often(0.3) ? 2600 : 300));
const numeral = (chance: Chance): string => chance.pick(words('一 二 三 四 五 六 七 八 九 十'));

function streetOf(chance: Chance): string {
  const name = chance.often(0.5) ? chance.pick(known) : stem(chance);
  const kind = chance.pick(
    words(
      '路 路 路 路 街 街 大道 东路 西路 南路 北路 中路 一路 二路 大街 东街 巷 里 道 支路 三街 北一路 南大街 西二巷',
    ),
  );
  const at = number(chance);
  return (
    name +
    kind +
    chance.pick([
      `${at}号`,
      `${at}号`,
      `${at}号`,
      `${at}弄${1 + chance.below(40)}号`,
      `${at}-${1 + chance.below(9)}号`,
      `甲${at}号`,
      `${at}号院`,
      `${at}号附${1 + chance.below(20)}号`,
      `与${chance.pick(known)}路交叉口`,
      `${at}号之${numeral(chance)}`,
      '',
    ])
  );
}

const estateOf = (chance: Chance): string =>
  (chance.often(0.25)
    ? chance.pick(words('万科 碧桂园 保利 绿地 恒大 融创 龙湖 中海 华润 金地 绿城 世茂'))
    : '') +
  stem(chance) +
  chance.pick(
    words(
      '小区 花园 家园 苑 花苑 华庭 公馆 新村 新城 国际 名邸 雅居 豪庭 一期 嘉园 府 半岛 广场 丽都 佳苑 社区 公寓 东区 里 湾 城 庄园 宿舍 家属院 安置小区',
    ),
  );
const towerOf = (chance: Chance): string =>
  stem(chance) +
  chance.pick(words('大厦 中心 广场 科技园 产业园 写字楼 商务楼 创意园 国际大厦 SOHO 孵化园 工业园'));
const townOf = (chance: Chance): string => stem(chance) + chance.pick(words('街道 街道 镇 镇 乡 街道办事处'));
const villageOf = (chance: Chance): string =>
  chance.pick([...'王李张刘陈杨赵周马朱']) +
  chance.pick(words('家村 家庄 庄村 家屯 家湾村 楼村 家沟村 店村'));

function roomOf(chance: Chance): string {
  const block = 1 + chance.below(38);
  const unit = 1 + chance.below(5);
  const level = 1 + chance.below(30);
  const room = `${level}0${1 + chance.below(8)}`;
  return chance.pick([
    `${block}栋${unit}单元${room}室`,
    `${block}栋${unit}单元${room}`,
    `${block}号楼${unit}单元${room}室`,
    `${block}号楼${room}`,
    `${block}幢${room}室`,
    `${block}幢${unit}单元${room}`,
    `${block}-${unit}-${room}`,
    `${block}-${room}`,
    `${block}#${unit}-${room}`,
    `${block}#楼${room}室`,
    `${'ABCDEFG'[unit]}栋${room}`,
    `${'ABCDEFG'[unit]}座${level}楼${room}室`,
    `${block}栋${level}楼`,
    `${numeral(chance)}号楼${numeral(chance)}单元${room}`,
    `${block}座${room}房`,
    `${block}栋${'ABCDEFG'[unit]}单元${room}`,
    `${block}期${unit}栋${room}`,
    `东区${block}栋${room}`,
    `${level}层${room}室`,
    `${block}号${room}室`,
  ]);
}

function detailOf(chance: Chance): string {
  const town = chance.often(0.35) ? townOf(chance) : '';
  const roll = chance.below(100);
  if (roll < 38)
    return town + (chance.often(0.75) ? streetOf(chance) : '') + estateOf(chance) + roomOf(chance);
  if (roll < 58)
    return `${town}${streetOf(chance)}${towerOf(chance)}${chance.pick([`${1 + chance.below(40)}楼`, `${chance.below(30) + 1}层`, `A座${chance.below(30) + 1}02`, `B${chance.below(30) + 1}08室`, `${chance.below(30) + 1}F`, `${chance.below(8) + 1}号楼${chance.below(20) + 1}03`])}`;
  if (roll < 70)
    return `${town}${villageOf(chance)}${chance.pick(['', `${1 + chance.below(20)}组`, `${numeral(chance)}组`, `${1 + chance.below(12)}队`])}${1 + chance.below(300)}号`;
  if (roll < 78)
    return `${town}${streetOf(chance)}${stem(chance)}${chance.pick(words('大学 学院 师范大学 职业技术学院'))}${chance.pick(['', '东校区', '新校区', '南区'])}${chance.pick([`${1 + chance.below(20)}号宿舍楼${chance.digits(3)}`, `${1 + chance.below(20)}栋${chance.digits(3)}`, '快递中心', '图书馆', '菜鸟驿站'])}`;
  if (roll < 85)
    return `${town}${streetOf(chance)}${stem(chance)}${chance.pick(words('人民医院 中医院 妇幼保健院'))}${chance.pick(['住院部', '门诊楼', '内科', '急诊科', '药房'])}${chance.pick(['', `${1 + chance.below(12)}楼`])}`;
  if (roll < 93)
    return `${town}${streetOf(chance)}${stem(chance)}${chance.pick(words('超市 药店 便利店 五金店 理发店 宾馆 酒店 饭店 幼儿园 小学'))}${chance.pick(['', '旁边', '对面', '隔壁', '楼上', '门口'])}`;
  return town + streetOf(chance);
}

interface Place {
  province: string;
  city: string;
  district: string;
  code: string;
  levels: string[];
}

const districts = regionTree
  .all()
  .filter(({ level, region_id }) => level === 'district' && /^[1-6]/.test(region_id));
const municipality = /^(?:11|12|31|50)/;
const bare = (name: string): string =>
  name === '内蒙古自治区' ? '内蒙古' : name.replace(/(?:壮族|回族|维吾尔)?自治区$|省$|市$/u, '');
const stemOfDistrict = (name: string): string => name.replace(/(?:区|县|市)$/u, '');
const count = new Map<string, number>();
for (const { name_zh } of districts) {
  for (const key of new Set([name_zh, stemOfDistrict(name_zh)])) count.set(key, (count.get(key) ?? 0) + 1);
}

function placeOf(chance: Chance): Place {
  const region: Region = chance.pick(districts);
  const path = regionTree.pathOf(region.region_id).slice(1);
  const province = path[0]!.name_zh;
  const isMunicipality = municipality.test(region.region_id);
  const city = isMunicipality ? province : path[1]!.name_zh;
  const district = region.name_zh;
  const base = { province, city, district, code: region.region_id.slice(0, 2) };
  const short = stemOfDistrict(district);
  const isShort = short.length >= 2 && !/自治|[省市旗盟州]/.test(short) && /[区县市]$/.test(district);
  // Where the ministry puts districts straight under the province the level between has no name that people write.
  const isDirect = /直辖/.test(city);
  const above = isMunicipality ? [province] : isDirect ? [province] : [province, city];
  const forms: string[][] = isMunicipality
    ? [above, above, [bare(province)], [province, province], [bare(province), province]].map((head) => [
        ...head,
        district,
      ])
    : [
        [...above, district],
        [...above, district],
        [...above, district],
        [bare(province), ...above.slice(1), district],
        [bare(province), ...above.slice(1).map(bare), district],
        ...(isDirect
          ? []
          : [
              [city, district],
              [bare(city), district],
              [city, district],
            ]),
        [...above, district, ...above, district],
        ...(isDirect || count.get(district) !== 1 ? [] : [[province, district], [district]]),
      ];
  if (isShort && !isDirect && (count.get(short) ?? 0) <= 1)
    forms.push([bare(province), ...(isMunicipality ? [] : [bare(city)]), short]);
  return { ...base, city: isDirect ? city : city, levels: chance.pick(forms) };
}

interface Parts {
  chance: Chance;
  name: string;
  phone: Phone;
  place: Place;
  detail: string;
  record: WrittenRecord;
  tags: string[];
}

/** Said before everything else: none of it belongs to the address. */
function before({ chance, tags }: Parts): string {
  const hello = chance.pick(
    words(
      '你好 您好 亲 老板 客服 在吗 哈喽 嗨 店家你好 老板好 亲爱的 早 晚上好 您好呀 掌柜的 小姐姐你好 hello 在么亲 客服小姐姐 你好啊',
    ),
  );
  const stop = chance.pick(['，', ',', ' ', '！', '~', '。', '\n', '，']);
  const want = chance.pick([
    `我想打印${2 + chance.below(60)}张${chance.pick(['6寸', '5寸', 'A4', '7寸'])}照片`,
    `上次订的相册有点问题`,
    `我刚下单了${1 + chance.below(5)}本画册`,
    `麻烦改下地址`,
    `帮忙改一下收货地址`,
    `地址填错了`,
    `我搬家了`,
    `这单换个地址`,
    `东西还没发的话改个地址`,
    `帮我重新下一单`,
    `换个收件人`,
    `订单${chance.digits(5)}改地址`,
    `订单号${chance.digits(5 + chance.below(12))}`,
    `订单号 ${chance.digits(5 + chance.below(12))}`,
    `单号：${chance.digits(12)}`,
    `我的订单编号是${chance.digits(10)}`,
    `照片洗好了寄给我`,
    `这次寄到公司`,
    `给我妈妈寄一份`,
    `买了个相框送朋友`,
  ]);
  const lead = chance.pick([
    '收货地址',
    '地址：',
    '地址是',
    '寄到',
    '寄到这里：',
    '麻烦寄到',
    '请寄：',
    '发到',
    '请发到',
    '送到',
    '改成',
    '改成这个：',
    '新地址：',
    '新地址是',
    '地址改为',
    '我的地址：',
    '我的地址是',
    '发我这里：',
    '收货信息：',
    '按下面的地址发：',
    '就发这个地址\n',
    '快递寄',
    '寄往',
    '帮我寄到',
    '邮寄地址如下：\n',
    '我现在住',
    '我在',
  ]);
  const kind = chance.pick(
    words('none none none hello want lead hello+lead want+lead hello+want+lead hello+want order'),
  );
  tags.push(`before: ${kind}`);
  if (kind === 'none') return '';
  if (kind === 'hello') return hello + stop;
  if (kind === 'want') return want + chance.pick(['，', '\n', '。', ' ', '，']);
  if (kind === 'lead') return lead;
  if (kind === 'hello+lead') return hello + stop + lead;
  if (kind === 'want+lead') return `${want}${chance.pick(['，', '。', '\n', '，'])}${lead}`;
  if (kind === 'hello+want+lead') return `${hello}${stop}${want}${chance.pick(['，', '。', '，'])}${lead}`;
  if (kind === 'hello+want') return `${hello}${stop}${want}${chance.pick(['，', '\n', '。'])}`;
  return `${chance.pick(['订单号', '订单号：', '订单编号:', '订单', '单号', '运单号', '订单号 '])}${chance.digits(5 + chance.below(14))}${chance.pick([' ', '，', '\n'])}`;
}

/** Said behind everything else. A wish is noted. */
function behind({ chance, tags, record }: Parts): string {
  const kind = chance.pick(words('none none none none thanks thanks wish wish+thanks order talk'));
  tags.push(`behind: ${kind}`);
  const thanks = chance.pick(
    words(
      '谢谢 谢谢！ 谢谢啦 多谢 麻烦了 辛苦了 感谢 谢谢老板 谢谢亲 拜托啦 谢谢哦 麻烦你了 辛苦啦 万分感谢 谢谢您 谢啦～ 3Q',
    ),
  );
  const wish = chance.pick([
    '放门口就行',
    '放快递柜',
    '请放在菜鸟驿站',
    '不要放驿站',
    '送货上门',
    '到了打电话',
    '派送前请电话联系',
    '周末在家',
    '工作日请送公司前台',
    '放门卫室',
    '晚上七点后送',
    '易碎品小心轻放',
    '发顺丰',
    '不要折',
    '家里没人放邻居家',
    '请勿折叠',
    '放物业',
    '下午三点以后派送',
    '要送上楼',
    '别打电话发短信',
  ]);
  const talk = chance.pick([
    '什么时候能到？',
    '大概几天到',
    '包装结实点',
    '尽快发货哈',
    '收到回复一下',
    '急用',
    '别寄错了',
    '能今天发吗',
    '地址没错吧',
    '运费多少',
    '谢谢，尽快',
  ]);
  const stop = chance.pick(['，', ' ', '。', '\n', '；', '，']);
  if (kind === 'none') return '';
  if (kind === 'thanks') return stop + thanks;
  if (kind === 'wish' || kind === 'wish+thanks') {
    record.wish = wish;
    return (
      stop +
      chance.pick(['', '', '备注：', '麻烦', '请']).replace(/^请$/, wish.startsWith('请') ? '' : '请') +
      wish +
      (kind === 'wish' ? '' : `，${thanks}`)
    );
  }
  if (kind === 'order')
    return `${stop}${chance.pick(['订单号', '订单号：', '订单编号', '单号'])}${chance.digits(5 + chance.below(13))}`;
  return stop + talk;
}

const nameLabels = words(
  '收件人 收货人 姓名 联系人 收件人姓名 收货人姓名 收 名字 收件 收货 客户 客户姓名 称呼 接收人 签收人 顾客姓名 收件人名字 联系人姓名 收方姓名',
);
const phoneLabels = words(
  '电话 手机 手机号 联系电话 手机号码 电话号码 联系方式 电 收件人电话 收货电话 联系手机 Tel TEL 手机号（微信） 收件电话 号码 联系人电话 移动电话',
);
const addressLabels = words(
  '地址 收货地址 收件地址 详细地址 邮寄地址 寄件地址 住址 址 送货地址 家庭地址 公司地址 单位地址 快递地址 收件人地址 配送地址 现住址 寄送地址 通讯地址',
);
const colon = (chance: Chance): string => chance.pick(['：', '：', ':', ': ', '： ', ' ：']);
const gapOf = (chance: Chance): string =>
  chance.pick([
    ' ',
    ' ',
    ' ',
    '，',
    '，',
    ',',
    '、',
    '；',
    '\n',
    '\n',
    ' / ',
    '|',
    ' - ',
    '  ',
    '。',
    '——',
    '\t',
    ', ',
    '+',
  ]);

const addressOf = ({ chance, place, detail }: Parts): string => {
  const join = chance.pick(['', '', '', '', '', '', ' ', ' ', '-', '，', '/', '·']);
  return place.levels.join(join) + (join === '' ? chance.pick(['', '', '', '', ' ']) : join) + detail;
};

/** Digits that would run into one another are set apart. */
const glue = (...all: string[]): string =>
  all.reduce(
    (one, other) => one + (/[\dA-Za-z]$/.test(one) && /^[\d+A-Za-z(（]/.test(other) ? ' ' : '') + other,
    '',
  );

const received = (chance: Chance): string =>
  chance.pick(['', '', '', '', '收', '（收）', '(收)', ' 收', '亲收']);

function withOther(parts: Parts): string {
  const { chance, phone, record } = parts;
  if (!/^1\d{10}$/.test(phone.value) || !chance.often(0.12)) return phone.text;
  const other = chance.often(0.7) ? mobile(chance) : landline(chance, parts.place.code);
  record.other_phones = [other.value];
  parts.tags.push('two phones');
  return (
    phone.text +
    chance.pick([
      '/',
      ' / ',
      '、',
      '或',
      '，备用',
      ' 备用电话',
      '，另一个号码是',
      ' 备用：',
      '，座机',
      '；',
      ' ',
    ]) +
    other.text
  );
}

function body(parts: Parts): string {
  const { chance, name, place, detail, tags } = parts;
  const phone = withOther(parts);
  const address = addressOf(parts);
  const gap = gapOf(chance);
  const own = received(chance);
  const kind = chance.pick(
    words(
      'apart apart apart apart apart glued glued labels labels labels some-labels tells tells form split no-phone no-name only firm post brackets json',
    ),
  );
  tags.push(`body: ${kind}`);
  switch (kind) {
    case 'apart':
      return chance
        .pick([
          [name, phone, address],
          [name, phone, address],
          [address, name + own, phone],
          [address, phone, name + own],
          [phone, name, address],
          [name, address, phone],
        ])
        .join(gap);
    case 'glued':
      return chance.pick([
        glue(name, phone, address),
        glue(address, name + own, phone),
        glue(address, name + own, phone),
        glue(`${address} ${name}${own}`, phone),
        glue(name, phone) + gap + address,
        `${address}${gap}${glue(name, own, phone)}`,
        `${address}${gap}${glue(phone, name)}`,
        glue(phone, name, address),
        glue(name, address) + gap + phone,
      ]);
    case 'labels': {
      const rows = [
        chance.pick(nameLabels) + colon(chance) + name,
        chance.pick(phoneLabels) + colon(chance) + phone,
        chance.pick(addressLabels) + colon(chance) + address,
      ];
      return chance
        .pick([
          rows,
          rows,
          [rows[2]!, rows[0]!, rows[1]!],
          [rows[0]!, rows[2]!, rows[1]!],
          [rows[1]!, rows[2]!, rows[0]!],
        ])
        .join(chance.pick(['\n', '\n', ' ', '，', '；', '', ',', '。']));
    }
    case 'some-labels':
      return chance.pick([
        `${address}${gap}${chance.pick(nameLabels.slice(0, 6))}${colon(chance)}${name}${gap}${phone}`,
        `${name}${gap}${phone}${gap}${chance.pick(addressLabels)}${colon(chance)}${address}`,
        `${name}${gap}${chance.pick(phoneLabels)}${colon(chance)}${phone}${gap}${address}`,
        `${chance.pick(['收件人', '收货人', '联系人'])}${name}${chance.pick(['，', ' '])}电话${phone}${chance.pick(['，', ' '])}地址${address}`,
        `${address}，${chance.pick(['联系人', '收件人', '收货人'])}${name}，${chance.pick(['电话', '手机', '联系电话', 'tel'])}${phone}`,
        `${address} ${name}${chance.pick(['电话', '手机号', ' 联系电话', ' tel:'])}${phone}`,
      ]);
    case 'tells':
      return chance.pick([
        `我叫${name}，电话${phone}，${chance.pick(['住在', '地址是', '家住', '地址', '在'])}${address}`,
        `我是${name}，${chance.pick(['手机', '手机号', '我的电话', '电话是'])}${phone}，${chance.pick(['地址：', '寄到', '收货地址是', '住'])}${address}`,
        `${address}，${chance.pick(['我叫', '我是', '收件人写', '收件人是', '写', '名字写', '收货人写', '收件人'])}${name}，${chance.pick(['电话', '手机号是', '打', '联系我', '号码是', '我电话'])}${phone}`,
        `${chance.pick(['收件人是', '收件人写', '收货人', '名字叫', '叫'])}${name}，${chance.pick(['电话', '号码', '手机是', '电话号码是'])}${phone}，${chance.pick(['地址', '寄到', '送到', '地址在'])}${address}`,
        `${address}${chance.pick(['，给', '，找', '，交给', ' 给'])}${name}，${phone}`,
        `${chance.pick(['寄给', '给', '发给', '送给'])}${name}${chance.pick(['，', ' '])}${phone}${chance.pick(['，', ' '])}${address}`,
        `${chance.pick(['本人', '我本人'])}${name}，${phone}，${address}`,
      ]);
    case 'form':
      return chance.pick([
        `收货人\n${name}\n联系电话\n${phone}\n收货地址\n${address}`,
        `姓名 ${name}\n电话 ${phone}\n地址 ${address}`,
        `收件人: ${name}\n手机号码: ${phone}\n所在地区: ${place.levels.join(' ')}\n详细地址: ${detail}`,
        `收货人：${name} ${phone}\n收货地址：${address}`,
        `【姓名】${name}\n【电话】${phone}\n【地址】${address}`,
        `1、姓名：${name}\n2、电话：${phone}\n3、地址：${address}`,
        `姓名：${name}；手机：${phone}；省市区：${place.levels.join('')}；街道：${detail}`,
        `${name}(${phone})\n${address}`,
      ]);
    case 'split':
      return chance.pick([
        `${name}\n${phone}\n${place.levels.join(chance.pick(['', ' ']))}\n${detail}`,
        `${place.levels.join(' ')}\n${detail}\n${name}\n${phone}`,
        `${name} ${phone}\n${place.levels.join('')} ${detail}`,
        `${place.levels.join(' ')} ${detail} ${name} ${phone}`,
      ]);
    case 'no-phone':
      parts.record.expected.phone = '';
      delete parts.record.other_phones;
      return chance.pick([
        `${address} ${name}收`,
        `${name} ${address}`,
        `收件人：${name}，地址：${address}`,
        `${address}，${name}收`,
        `${address}\n${name}`,
      ]);
    case 'no-name':
      parts.record.expected.name = '';
      return chance.pick([
        `${address} ${phone}`,
        `${phone}，${address}`,
        `${address}，电话${phone}`,
        `${address}\n${phone}`,
        `地址：${address}，手机：${phone}`,
      ]);
    case 'only':
      parts.record.expected.name = '';
      parts.record.expected.phone = '';
      delete parts.record.other_phones;
      return address;
    case 'firm': {
      const firm =
        stem(chance) +
        chance.pick(
          words(
            '科技有限公司 贸易有限公司 传媒有限公司 律师事务所 设计工作室 广告公司 集团 电子商务有限公司 建筑工程有限公司 第一小学 实验中学 中心医院',
          ),
        );
      const { expected } = parts.record;
      parts.record.company = firm;
      parts.record.accept = { detail: [firm + expected.detail, expected.detail + firm] };
      return chance.pick([
        `${address}${firm} ${name} ${phone}`,
        `${address} ${firm}，${name}，${phone}`,
        `${name} ${phone} ${address}${firm}`,
        `${firm}\n${name}\n${phone}\n${address}`,
        `公司：${firm}\n收件人：${name}\n电话：${phone}\n地址：${address}`,
        `${firm}，${address}，${name}，${phone}`,
        `${name}，${firm}，${address}，${phone}`,
        `收货单位：${firm} 收货人：${name} 联系电话：${phone} 地址：${address}`,
      ]);
    }
    case 'post': {
      const code = `${postHeads[place.code]}${chance.digits(4)}`;
      parts.record.expected.postcode = code;
      return chance.pick([
        `${name} ${phone} ${address} ${code}`,
        `${name}，${phone}，${address}，邮编${code}`,
        `${address}（${code}）${name} ${phone}`,
        `${name} ${phone} ${code} ${address}`,
        `收件人：${name}\n地址：${address}\n邮编：${code}\n电话：${phone}`,
      ]);
    }
    case 'brackets':
      return chance.pick([
        `${name}（${phone}）${address}`,
        `${address}（${name}，${phone}）`,
        `${address}【${name} ${phone}】`,
        `${address}（收件人：${name} ${phone}）`,
        `「${name}」${phone} ${address}`,
      ]);
    default:
      return chance.pick([
        `{"receiver":"${name}","tel":"${phone}","addr":"${address}"}`,
        `name=${name}&phone=${phone}&address=${address}`,
        `收件人,电话,地址\n${name},${phone},${address}`,
        `📦收件人：${name} ☎️${phone} 🏠${address}`,
        `${1 + chance.below(30)}. ${name} ${phone} ${address}`,
      ]);
  }
}

/** One text and what is right for it. */
export function writeSecondChinese(chance: Chance): WrittenRecord {
  const place = placeOf(chance);
  const detail = detailOf(chance);
  const name = nameOf(chance);
  const phone = phoneOf(chance, place.code);
  const record: WrittenRecord = {
    text: '',
    country: 'CN',
    habit: '',
    expected: {
      name,
      phone: phone.value,
      province: place.province,
      city: place.city,
      district: place.district,
      detail,
    },
  };
  const tags: string[] = [];
  const parts: Parts = { chance, name, phone, place, detail, record, tags };
  const middle = body(parts);
  const isForm = /^(?:body: (?:json|form))$/.test(tags.find((tag) => tag.startsWith('body')) ?? '');
  const ahead = isForm ? '' : before(parts);
  const after = isForm ? '' : behind(parts);
  record.text = `${ahead}${/[\dA-Za-z]$/.test(ahead) && /^[\dA-Za-z+(]/.test(middle) ? ' ' : ''}${middle}${after}`;
  record.habit = tags.join(', ');
  return record;
}
