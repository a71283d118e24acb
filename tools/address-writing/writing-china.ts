/**
 * Chinese addresses of the mainland as people paste them: divisions of the tree, streets, estates, people and phones put together
 * first, then written in one of many habits. Owns what is right for each; must never ask the parser. Pure.
 */
import { type Region, regionTree } from '@platen/addresses/regions/region-tree';
import type { Chance } from './writing-chance.ts';
import type { WrittenRecord } from './written-record.ts';

const families =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔向常汤文庞康牛樊葛邢安齐易乔伍詹温庄路水花门楼池上明海阳';
const compounds = ['欧阳', '司马', '上官', '诸葛', '皇甫', '令狐', '慕容', '东方', '夏侯', '尉迟'];
const givens =
  '伟 芳 娜 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 霞 平 刚 桂英 秀兰 建华 志强 晓明 文博 子涵 雨桐 浩然 欣怡 梓萱 宇轩 嘉怡 思远 国庆 玉兰 海燕 丹丹 婷婷 佳琪 梦洁 天宇 俊杰 雪梅 春花 立新 永强 小军 晓东 向前 德明 可心 一心 子元 立元 厚道 守道 无边 晓边 金桥 小桥 启 天启 承启 春江 远山 红旗 卫东 家栋 国栋 小楼 学院 玉成 青山 大海 中华 文路 小路 爱民 朝阳 长安 新民 西林 北辰 南 东 海 阳 村 城 金城 园园 圆圆 小区 晨曦 家乡'
    .split(' ')
    .filter((given) => given !== '小区' && given !== '学院' && given !== '村');
const peoples = [
  '阿依古丽',
  '买买提',
  '古丽娜尔',
  '扎西次仁',
  '卓玛央宗',
  '格桑梅朵',
  '乌云其木格',
  '巴特尔',
  '木合塔尔·买买提',
  '迪丽热巴·迪力木拉提',
  '阿卜杜拉·热合曼',
  '沙马阿果',
];
const calledBy = ['先生', '女士', '小姐', '老师', '经理', '师傅', '阿姨', '姐', '哥', '总'];
const nicknames = [
  '丹丹',
  '小鱼儿',
  '柚子',
  '豆豆妈',
  '阿珍',
  '小王',
  '老李',
  '大壮',
  '糖糖',
  'Lily',
  'Tom',
  'Kevin Wang',
  '阿May',
];

function writeName(chance: Chance): string {
  const roll = chance.below(100);
  if (roll < 4) return chance.pick(peoples);
  if (roll < 8) return chance.pick(compounds) + chance.pick(givens);
  if (roll < 16) return chance.pick([...families]) + chance.pick(calledBy);
  if (roll < 20) return chance.pick(nicknames);
  if (roll < 22)
    return chance.pick([...families]) + chance.pick([...families]) + chance.pick(['子涵', '梓萱', '一诺']);
  return chance.pick([...families]) + chance.pick(givens);
}

interface Phone {
  text: string;
  value: string;
}

const mobileHeads = [
  '130',
  '131',
  '135',
  '136',
  '138',
  '139',
  '150',
  '155',
  '158',
  '159',
  '166',
  '170',
  '176',
  '180',
  '186',
  '188',
  '189',
  '191',
  '199',
];
const landCodes: Record<string, string> = {
  11: '010',
  31: '021',
  12: '022',
  50: '023',
  44: '020',
  32: '025',
  42: '027',
  51: '028',
  61: '029',
};

function writePhone(chance: Chance, provinceCode: string): Phone {
  const digits = chance.pick(mobileHeads) + chance.digits(8);
  const [a, b, c] = [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)];
  const roll = chance.below(100);
  if (roll < 62) return { text: digits, value: digits };
  if (roll < 68) return { text: `${a} ${b} ${c}`, value: digits };
  if (roll < 74) return { text: `${a}-${b}-${c}`, value: digits };
  if (roll < 78) return { text: `+86 ${digits}`, value: digits };
  if (roll < 80) return { text: `86-${digits}`, value: digits };
  if (roll < 82) return { text: `+86-${a}-${b}-${c}`, value: digits };
  if (roll < 88) {
    const extension = chance.digits(4);
    return chance.pick([
      { text: `${digits}-${extension}`, value: `${digits}-${extension}` },
      { text: `${digits}转${extension}`, value: `${digits}-${extension}` },
      { text: `${digits} 转 ${extension}`, value: `${digits}-${extension}` },
    ]);
  }
  if (roll < 91) {
    const number = `950${chance.pick(['13', '18', '23', '27'])}${chance.digits(6)}`;
    const extension = chance.digits(4);
    return chance.pick([
      { text: `${number}-${extension}`, value: `${number}-${extension}` },
      { text: `${number}转${extension}`, value: `${number}-${extension}` },
    ]);
  }
  if (roll < 93) {
    const [x, y] = [chance.digits(3), chance.digits(4)];
    return { text: chance.pick([`400-${x}-${y}`, `400${x}${y}`]), value: `400-${x}-${y}` };
  }
  const code =
    landCodes[provinceCode] ?? `0${chance.pick(['3', '4', '5', '7', '8', '9'])}${chance.digits(2)}`;
  const number = `${2 + chance.below(7)}${chance.digits(code.length === 3 ? 7 : 6)}`;
  const end = chance.digits(3);
  return chance.pick([
    { text: `${code}-${number}`, value: `${code}-${number}` },
    { text: `(${code})${number}`, value: `${code}-${number}` },
    { text: `${code}${number}`, value: `${code}-${number}` },
    { text: `${code}-${number}转${end}`, value: `${code}-${number}-${end}` },
  ]);
}

const streets =
  '人民路 解放路 建设大街 中山北路 文三路 科苑路 迎宾大道 和平西街 新华南路 滨江大道 长江中路 黄河路 学府路 创业路 工业二路 幸福街 朝阳路 北京路 上海路 南京东路 长安街 青年路 花园街 体育东路 星海街 东风大道 振兴路 海棠路 永兴街 站前路 府前街 环城东路 天府三街 莲花路 友谊大道 龙腾路 锦绣大道 民主路 胜利街 光明大道'.split(
    ' ',
  );
const estates =
  '幸福小区 阳光花园 锦绣家园 万科城市花园 恒大名都 碧桂园 金色家园 翡翠湾 龙湖春森彼岸 丽景苑 绿地世纪城 东方明珠 水岸绿洲 书香门第 紫荆苑 梧桐里 公园一号 名仕公馆 南苑新村 御景天下 保利花园 中海国际社区 华润橡树湾 融创壹号院 世茂滨江新城'.split(
    ' ',
  );
const buildings =
  '国贸大厦 科技园A座 财富中心 江南大厦 创业大厦B栋 时代广场 环球金融中心 软件园二期 富力中心 万达广场写字楼 银河SOHO 商务中心6号楼 希望天祥广场 嘉里中心 信息港C区 招商银行大厦'.split(
    ' ',
  );
const towns =
  '城关镇 新城街道 中山街道 太平镇 大石街道 南桥镇 龙泉镇 石桥镇 柳河乡 白云街道 和平街道 永安镇 东湖街道 兴隆镇 沙河镇 北关街道 五里牌街道 双河镇 红旗街道 黄泥乡'.split(
    ' ',
  );
const villages = '前进村 大坦村 三里庄 李家屯 塔山村 东头村 新民村 石门村 河西村 上王家沟村'.split(' ');
const firms =
  '天翔科技有限公司 恒通物流有限责任公司 美丽人生美容院 老王五金店 第一人民医院 实验小学 华联超市 顺丰速运营业部 鑫源建材商行 蓝天幼儿园 农业银行 联通营业厅 红星美凯龙 韵达快递点 某某集团股份有限公司'.split(
    ' ',
  );
const zones = '高新区 经济技术开发区 经开区 高新技术产业开发区 工业园区 保税区 新区 开发区'.split(' ');

const room = (chance: Chance): string => {
  const block = 1 + chance.below(40);
  const unit = 1 + chance.below(6);
  const level = 1 + chance.below(32);
  const number = `${level}0${1 + chance.below(8)}`;
  return chance.pick([
    `${block}栋${unit}单元${number}室`,
    `${block}号楼${unit}单元${number}`,
    `${block}幢${number}室`,
    `${block}-${unit}-${number}`,
    `${block}栋${number}`,
    `${'ABCDEF'[unit - 1]}座${number}`,
    `${block}号楼${level}层`,
    `${unit}单元${level}楼东户`,
    `${block}号${number}房`,
    `${block}#${number}`,
  ]);
};

function writeDetail(chance: Chance): string {
  const street =
    chance.pick(streets) +
    chance.pick([
      '',
      `${1 + chance.below(900)}号`,
      `${1 + chance.below(900)}号`,
      `${1 + chance.below(300)}弄${1 + chance.below(60)}号`,
    ]);
  const town = chance.often(0.35) ? chance.pick(towns) : '';
  const roll = chance.below(100);
  if (roll < 40) return town + street + chance.pick(estates) + room(chance);
  if (roll < 55)
    return (
      town +
      street +
      chance.pick(buildings) +
      chance.pick([
        '',
        `${1 + chance.below(40)}楼`,
        `${1 + chance.below(30)}0${1 + chance.below(9)}`,
        `${1 + chance.below(30)}0${1 + chance.below(9)}室`,
      ])
    );
  if (roll < 65) return town + chance.pick(estates) + room(chance);
  if (roll < 75)
    return (
      chance.pick(towns) +
      chance.pick(villages) +
      chance.pick(['', `${1 + chance.below(12)}组`, `${1 + chance.below(200)}号`, '村委会旁', '小学对面'])
    );
  if (roll < 85) return town + street + chance.pick(firms);
  if (roll < 90)
    return `${town}${street}与${chance.pick(streets)}交叉口${chance.pick(['', '东南角', '北50米', '路北'])}`;
  if (roll < 95)
    return (
      town +
      street +
      chance.pick(estates) +
      chance.pick(['东门', '门卫室', '菜鸟驿站', '丰巢快递柜', '北门保安亭'])
    );
  return town + street;
}

interface Place {
  province: string;
  city: string;
  district: string;
  /** The divisions as they are written. */
  written: string;
  /** Between two written levels, so that a habit may set them apart. */
  levels: string[];
  code: string;
  zone: string;
}

const districts = regionTree
  .all()
  .filter(({ level, region_id }) => level === 'district' && /^[1-6]/.test(region_id));
const units = regionTree
  .all()
  .filter(
    ({ level, region_id }) =>
      level === 'city' && /^[1-6]/.test(region_id) && regionTree.childrenOf(region_id).length === 0,
  );
const municipality = /^(?:11|12|31|50)/;
const short = (name: string): string =>
  name === '内蒙古自治区' ? '内蒙古' : name.replace(/(?:壮族|回族|维吾尔)?自治区$|省$|市$/u, '');

/** How often a bare name stands in the tree: 鼓楼区 alone is nobody's. */
const namesakes = new Map<string, number>();
for (const { name_zh } of districts) namesakes.set(name_zh, (namesakes.get(name_zh) ?? 0) + 1);

function writePlace(chance: Chance): Place {
  const isUnit = chance.often(0.04);
  const region: Region = isUnit ? chance.pick(units) : chance.pick(districts);
  const path = regionTree.pathOf(region.region_id).slice(1);
  const province = path[0]!.name_zh;
  const city = municipality.test(region.region_id) ? province : path[1]!.name_zh;
  const district = isUnit ? '' : region.name_zh;
  const code = region.region_id.slice(0, 2);
  const place = { province, city, district, code, zone: '' };
  const own = isUnit ? [] : [district];
  if (municipality.test(region.region_id)) {
    const levels = chance.pick([
      [province, district],
      [province, province, district],
      [short(province), district],
      [province, '市辖区', district],
      [short(province), province, district],
      ['', district],
    ]);
    const shown =
      levels[0] === '' && namesakes.get(district) !== 1 ? [province, district] : levels.filter(Boolean);
    return { ...place, levels: shown, written: shown.join('') };
  }
  if (!isUnit && chance.often(0.05) && /市$/.test(city)) {
    const zone = chance.pick(zones.filter((each) => each !== '新区'));
    const levels = [province, city];
    return { ...place, district: '', zone, levels, written: levels.join('') };
  }
  const isOnly = isUnit || namesakes.get(district) === 1;
  const forms: string[][] = [
    [province, city, ...own],
    [province, city, ...own],
    [province, city, ...own],
    [province, city, ...own],
    [short(province), city, ...own],
    [short(province), short(city), ...own],
    [city, ...own],
    [short(city), ...own],
    [province, city, ...own, province, city, ...own],
  ];
  if (isOnly && !isUnit) forms.push([province, ...own], own);
  const levels = chance.pick(forms);
  return { ...place, levels, written: levels.join('') };
}

interface Parts {
  chance: Chance;
  name: string;
  phone: Phone;
  place: Place;
  detail: string;
  /** Divisions and detail. */
  address: string;
  record: WrittenRecord;
}

interface Habit {
  id: string;
  write(parts: Parts): string;
}

const nameLabels =
  '收货人 收件人 姓名 联系人 收件人姓名 收货人姓名 收 收方 收货单位联系人 客户姓名 名字 接收人 收貨人 收件者'.split(
    ' ',
  );
const phoneLabels =
  '电话 手机 手机号 联系电话 手机号码 电 收货人电话 联系方式 电话号码 收件人手机 移动电话 Tel 手机/电话'.split(
    ' ',
  );
const addressLabels =
  '地址 收货地址 详细地址 收件地址 址 邮寄地址 送货地址 家庭住址 公司地址 收货人地址 寄送地址 快递地址 地址信息'.split(
    ' ',
  );
const colons = ['：', ':', ': ', '： '];

const greetings =
  '你好， 您好， 亲， 在吗？ 老板 老板你好， 客服你好， 哈喽， 嗨， 你好呀～ 麻烦了， 不好意思， 好的， 嗯嗯 OK， 好滴， 收到， 谢谢亲， 您好我想改一下地址，'.split(
    ' ',
  );
const leads =
  '我的地址是 地址是 我的收货地址是 寄到 请寄到 麻烦寄到 帮我寄到 发到 送到 请发到 地址： 收货地址改成 地址改为 换成这个地址： 改到 我住在 我在 收货信息如下： 寄这里： 这是我的地址： 发货地址： 新地址： 按这个地址发： 就寄'.split(
    ' ',
  );
const tails =
  '，谢谢 ，谢谢！ 谢谢 ，麻烦了 ，辛苦了 ，尽快发货哦 ，多谢 。谢谢老板 ，拜托了 ，收到请回复 ，急用，谢谢 ，麻烦尽快 ！ ～ ，谢谢啦 ，感谢 ，ok吗 ，发货了告诉我一声 ，就这个 ，没错的'.split(
    ' ',
  );
const wishes =
  '请放门口 放丰巢 放菜鸟驿站 周末送货 工作日送 送货前打电话 请提前电话联系 不要放快递柜 勿放驿站 请送货上门 白天没人晚上送 易碎品轻拿轻放 放门卫处 放前台即可 务必本人签收 请用顺丰发 到了打电话'.split(
    ' ',
  );
const whoAmI = ['我是', '我叫', '收件人是', '收货人是', '名字是', '联系人', '收货人', '找', '给'];
const callMe = [
  '电话',
  '手机',
  '电话是',
  '手机号是',
  '我的电话是',
  '联系电话',
  '我手机',
  '打',
  '电话：',
  '号码',
];

const label = (chance: Chance, words: readonly string[]): string => chance.pick(words) + chance.pick(colons);
const gap = (chance: Chance): string =>
  chance.pick([' ', ' ', '，', ',', '、', '  ', '；', '/', '|', ' - ', '\n', '，\n', '\t']);

const orders: ReadonlyArray<readonly ['n' | 'p' | 'a', 'n' | 'p' | 'a', 'n' | 'p' | 'a']> = [
  ['n', 'p', 'a'],
  ['a', 'n', 'p'],
  ['a', 'p', 'n'],
  ['p', 'n', 'a'],
  ['n', 'a', 'p'],
  ['p', 'a', 'n'],
];

const partOf = ({ name, phone, address }: Parts, kind: 'n' | 'p' | 'a'): string =>
  kind === 'n' ? name : kind === 'p' ? phone.text : address;

const inOrder = (parts: Parts, separator: string): string =>
  parts.chance
    .pick(orders)
    .map((kind) => partOf(parts, kind))
    .join(separator);

const spacedPlace = ({ place, detail }: Parts, separator: string): string =>
  [...place.levels, place.zone + detail].join(separator);

const withWish = (parts: Parts): string => {
  const wish = parts.chance.pick(wishes);
  parts.record.wish = wish;
  return wish;
};

const second = (parts: Parts): Phone => {
  let other = writePhone(parts.chance, '');
  // The first mobile is the one; a second must be no surer than that.
  while (!/^1\d{10}$/.test(other.value)) other = writePhone(parts.chance, '');
  parts.record.other_phones = [other.value];
  return other;
};

/** Only a mobile may come first when two are given: a landline beside it is the other one. */
const isMobile = (parts: Parts): boolean => /^1\d{10}$/.test(parts.phone.value);

const habits: readonly Habit[] = [
  ...[
    ' ',
    ',',
    '，',
    '、',
    '；',
    '\n',
    ' | ',
    '|',
    '\t',
    '  ',
    ' / ',
    ' - ',
    '。',
    ';',
    '\n\n',
    ' , ',
    '——',
  ].map((separator) => ({
    id: `parts apart by ${JSON.stringify(separator)}`,
    write: (parts: Parts) => inOrder(parts, separator),
  })),
  ...[' ', ',', '，', '-', '/', '>', '|', '·', '\n'].map((separator) => ({
    id: `levels apart by ${JSON.stringify(separator)}`,
    write: (parts: Parts) =>
      parts.chance.often(0.5)
        ? `${parts.name}${separator === '-' ? ' ' : separator}${parts.phone.text} ${spacedPlace(parts, separator)}`
        : `${spacedPlace(parts, separator)} ${parts.name} ${parts.phone.text}`,
  })),
  {
    id: 'name and phone glued in front',
    write: ({ name, phone, address }) =>
      `${name}${phone.text}${/\d$/.test(phone.text) && /^\d/.test(address) ? ' ' : ''}${address}`,
  },
  {
    id: 'phone and name glued in front',
    write: ({ name, phone, address }) => `${phone.text}${name}${address}`,
  },
  {
    id: 'name glued behind the address',
    write: ({ name, phone, address }) => `${address}${name} ${phone.text}`,
  },
  {
    id: 'name and phone glued behind',
    write: ({ name, phone, address }) => `${address}${name}${phone.text}`,
  },
  {
    id: 'phone glued behind, name apart',
    write: ({ name, phone, address }) => `${name} ${address}${/\d$/.test(address) ? ' ' : ''}${phone.text}`,
  },
  {
    id: 'name with its verb',
    write: ({ name, phone, address, chance }) =>
      `${address} ${name}${chance.pick(['收', '（收）', '(收)', ' 收', '亲启', '签收'])} ${phone.text}`,
  },
  {
    id: 'name glued with its verb',
    write: ({ name, phone, address, chance }) =>
      `${address}${name}${chance.pick(['收', '（收）', '(收)'])}${phone.text}`,
  },
  ...[' ', '\n', '，', '', '；', ',', '\n\n', '。'].map((separator) => ({
    id: `three labels apart by ${JSON.stringify(separator)}`,
    write: ({ chance, name, phone, address }: Parts) => {
      const all = [
        label(chance, nameLabels) + name,
        label(chance, phoneLabels) + phone.text,
        label(chance, addressLabels) + address,
      ];
      return chance
        .pick([all, [all[2]!, all[0]!, all[1]!], [all[1]!, all[0]!, all[2]!], [all[0]!, all[2]!, all[1]!]])
        .join(separator);
    },
  })),
  {
    id: 'labels in brackets',
    write: ({ chance, name, phone, address }) =>
      `【${chance.pick(nameLabels.slice(0, 5))}】${name}【${chance.pick(phoneLabels.slice(0, 5))}】${phone.text}【${chance.pick(addressLabels.slice(0, 4))}】${address}`,
  },
  {
    id: 'labels with blanks, no colons',
    write: ({ chance, name, phone, address }) =>
      `${chance.pick(['收货人', '收件人', '姓名'])} ${name} ${chance.pick(['电话', '手机'])} ${phone.text} ${chance.pick(['地址', '收货地址'])} ${address}`,
  },
  {
    id: 'one label on the address',
    write: ({ chance, name, phone, address }) =>
      `${name} ${phone.text}\n${label(chance, addressLabels)}${address}`,
  },
  {
    id: 'one label on the phone',
    write: ({ chance, name, phone, address }) =>
      `${address} ${name} ${label(chance, phoneLabels)}${phone.text}`,
  },
  {
    id: 'region and detail have labels',
    write: ({ chance, name, phone, place, detail }) =>
      `${label(chance, nameLabels)}${name}\n${label(chance, phoneLabels)}${phone.text}\n${chance.pick(['所在地区', '地区', '省市区', '所在区域'])}：${place.levels.join(chance.pick([' ', '', '/']))}\n详细地址：${place.zone}${detail}`,
  },
  {
    id: 'each level has a label',
    write: ({ chance, name, phone, place, detail }) =>
      place.levels.length === 3
        ? `姓名:${name} 电话:${phone.text} 省:${place.levels[0]} 市:${place.levels[1]} 区:${place.levels[2]} ${chance.pick(['详细地址', '街道', '地址'])}:${detail}`
        : `姓名:${name} 电话:${phone.text} 地址:${place.written}${place.zone}${detail}`,
  },
  {
    id: 'a form copied without colons',
    write: ({ name, phone, place, detail }) =>
      `收货人信息\n姓名\n${name}\n手机\n${phone.text}\n地址\n${place.written}${place.zone}${detail}`,
  },
  {
    id: 'a table row',
    write: ({ name, phone, address, chance }) =>
      `${1 + chance.below(200)}\t${name}\t${phone.text}\t${address}`,
  },
  {
    id: 'JSON',
    write: ({ name, phone, place, detail }) =>
      `{"name":"${name}","mobile":"${phone.text}","address":"${place.written}${place.zone}${detail}"}`,
  },
  {
    id: 'a numbered line',
    write: ({ chance, name, phone, address }) =>
      `${1 + chance.below(30)}${chance.pick(['. ', '、', '.', ') '])}${name} ${phone.text} ${address}`,
  },
  { id: 'emoji', write: ({ name, phone, address }) => `👤${name} 📞${phone.text} 📍${address}` },
  {
    id: 'in brackets',
    write: ({ name, phone, address, chance }) =>
      chance.pick([
        `（${name}）${phone.text} ${address}`,
        `${address}（${name} ${phone.text}）`,
        `${name}（${phone.text}）${address}`,
        `【${address}】${name} ${phone.text}`,
      ]),
  },
  { id: 'full width', write: (parts) => wide(inOrder(parts, '　')) },
  {
    id: 'greeting in front',
    write: (parts) =>
      `${parts.chance.pick(greetings)}${parts.chance.pick(['', ' ', '\n'])}${inOrder(parts, gap(parts.chance))}`,
  },
  { id: 'thanks behind', write: (parts) => `${inOrder(parts, ' ')}${parts.chance.pick(tails)}` },
  {
    id: 'lead in front',
    write: ({ chance, name, phone, address }) =>
      `${chance.pick(leads)}${address}${gap(chance)}${name}${gap(chance)}${phone.text}`,
  },
  {
    id: 'greeting, lead and thanks',
    write: ({ chance, name, phone, address }) =>
      `${chance.pick(greetings)}${chance.pick(leads)}${address}，${name}，${phone.text}${chance.pick(tails)}`,
  },
  {
    id: 'chat tells who and where',
    write: ({ chance, name, phone, address }) =>
      `${chance.pick(greetings)}${chance.pick(whoAmI)}${name}，${chance.pick(callMe)}${phone.text}，${chance.pick(leads)}${address}${chance.pick(tails)}`,
  },
  {
    id: 'chat: where, then who',
    write: ({ chance, name, phone, address }) =>
      `${chance.pick(leads)}${address}，${chance.pick(whoAmI)}${name}，${chance.pick(callMe)}${phone.text}`,
  },
  {
    id: 'chat: who I am, glued',
    write: ({ chance, name, phone, address }) =>
      `${chance.pick(['我是', '我叫'])}${name}${chance.pick(['，', ' ', ','])}${phone.text}${chance.pick(['，', ' '])}${address}`,
  },
  {
    id: 'chat: changed to',
    write: ({ chance, name, phone, address }) =>
      `${chance.pick(['地址改一下，', '帮我把地址换成', '收货地址改为：', '刚才地址写错了，改成', '订单地址改到'])}${address} ${name} ${phone.text}${chance.pick(tails)}`,
  },
  {
    id: 'chat on lines',
    write: ({ chance, name, phone, address }) =>
      `${chance.pick(greetings)}\n${chance.pick(leads)}\n${name}\n${phone.text}\n${address}\n${chance.pick(['谢谢', '麻烦了', '辛苦', '谢谢老板'])}`,
  },
  {
    id: 'wish behind',
    write: (parts) =>
      `${parts.name} ${parts.phone.text} ${parts.address}${gap(parts.chance)}${withWish(parts)}`,
  },
  {
    id: 'wish behind the phone',
    write: (parts) =>
      `${parts.address} ${parts.name} ${parts.phone.text}${parts.chance.pick(['，', ' ', '\n', '。'])}${withWish(parts)}${parts.chance.pick(['', '', '，谢谢', '！'])}`,
  },
  {
    id: 'wish in brackets',
    write: (parts) => `${parts.name}，${parts.phone.text}，${parts.address}（${withWish(parts)}）`,
  },
  {
    id: 'wish in front',
    write: (parts) => `${withWish(parts)}，${parts.address}，${parts.name}，${parts.phone.text}`,
  },
  {
    id: 'wish with a label',
    write: (parts) => `${parts.name} ${parts.phone.text} ${parts.address} 备注：${withWish(parts)}`,
  },
  {
    id: 'two phones by a slash',
    write: (parts) =>
      isMobile(parts)
        ? `${parts.name} ${parts.phone.text}${parts.chance.pick(['/', ' / ', '、', '，', ' ', '或'])}${second(parts).text} ${parts.address}`
        : inOrder(parts, ' '),
  },
  {
    id: 'a second phone with a label',
    write: (parts) =>
      isMobile(parts)
        ? `${parts.address} ${parts.name} ${parts.phone.text} ${parts.chance.pick(['备用电话', '备用', '备用手机', '另一个电话', '第二联系电话'])}${parts.chance.pick(['：', ':', ' ', ''])}${second(parts).text}`
        : inOrder(parts, '，'),
  },
  {
    id: 'order number in front',
    write: ({ chance, name, phone, address }) =>
      `订单号：${chance.digits(18)} ${name} ${phone.text} ${address}`,
  },
  {
    id: 'order number behind',
    write: ({ chance, name, phone, address }) =>
      `${name} ${phone.text} ${address} 订单编号${chance.digits(16)}`,
  },
  {
    id: 'privacy name',
    write: (parts) => {
      const digits = parts.chance.digits(4);
      // Shops put the extension of the number behind the name as well, or instead.
      return `${parts.name}[${digits}] ${parts.phone.text} ${parts.address}`;
    },
  },
  {
    id: 'company in front',
    write: (parts) => {
      const firm = firmName(parts);
      return `${firm}\n${parts.address}\n${parts.name} ${parts.phone.text}`;
    },
  },
  {
    id: 'company with a label',
    write: (parts) =>
      `${parts.chance.pick(['单位', '公司', '收货单位', '收件单位', '公司名称'])}：${firmName(parts)}\n收货人：${parts.name}\n电话：${parts.phone.text}\n地址：${parts.address}`,
  },
  {
    id: 'company before the name',
    write: (parts) => `${parts.address} ${firmName(parts)} ${parts.name} ${parts.phone.text}`,
  },
  {
    id: 'no phone',
    write: (parts) => {
      parts.record.expected.phone = '';
      return `${parts.chance.pick(['收件人：', ''])}${parts.name} ${parts.address}`;
    },
  },
  {
    id: 'no name',
    write: (parts) => {
      parts.record.expected.name = '';
      return parts.chance.pick([
        `${parts.address} ${parts.phone.text}`,
        `${parts.phone.text} ${parts.address}`,
        `地址：${parts.address} 电话：${parts.phone.text}`,
      ]);
    },
  },
  {
    id: 'only an address',
    write: (parts) => {
      parts.record.expected.name = '';
      parts.record.expected.phone = '';
      return parts.address;
    },
  },
  {
    id: 'postcode',
    write: (parts) => {
      const code = postcodeOf(parts);
      parts.record.expected.postcode = code;
      return parts.chance.pick([
        `${parts.name} ${parts.phone.text} ${parts.address} ${code}`,
        `${parts.address} ${code} ${parts.name} ${parts.phone.text}`,
        `${code} ${parts.address} ${parts.name}收 ${parts.phone.text}`,
        `收货人：${parts.name}\n电话：${parts.phone.text}\n地址：${parts.address}\n邮编：${code}`,
      ]);
    },
  },
  {
    id: 'sender too',
    write: (parts) =>
      `寄件人：钱多多 13000000001 北京市海淀区中关村大街1号\n收件人：${parts.name} ${parts.phone.text} ${parts.address}`,
  },
  {
    id: 'China in front',
    write: (parts) =>
      `中国${parts.chance.pick(['', ' ', '，'])}${parts.address} ${parts.name} ${parts.phone.text}`,
  },
  { id: 'WeChat remark', write: (parts) => `${parts.name}（微信同号）${parts.phone.text} ${parts.address}` },
  {
    id: 'shop form',
    write: ({ name, phone, place, detail }) =>
      `收货人: ${name}\n手机号码: ${phone.text}\n所在地区: ${place.written}\n详细地址: ${place.zone}${detail}`,
  },
  {
    id: 'app share',
    write: ({ name, phone, address }) =>
      `收件人：${name}\n联系电话：${phone.text}\n收件地址：${address}\n(复制整段信息，自动识别)`,
  },
  {
    id: 'chat name after thanks',
    write: ({ chance, name, phone, address }) =>
      `${address}${chance.pick(['，', ' '])}${phone.text}${chance.pick(['，', ' '])}${name}，${chance.pick(['谢谢', '麻烦', '谢谢哈', '多谢'])}`,
  },
];

const wide = (text: string): string =>
  text.replace(/[0-9A-Za-z]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));

const firmHeads = ['华兴', '天翔', '恒通', '金鼎', '蓝海', '鑫源', '博远', '瑞丰'];
const firmTails = [
  '科技有限公司',
  '贸易有限公司',
  '物流有限责任公司',
  '集团有限公司',
  '实业股份有限公司',
  '建材商行',
  '律师事务所',
];
function firmName(parts: Parts): string {
  const firm = parts.chance.pick(firmHeads) + parts.chance.pick(firmTails);
  parts.record.company = firm;
  const { expected } = parts.record;
  parts.record.accept = { detail: [`${firm}${expected.detail}`, `${expected.detail}${firm}`] };
  return firm;
}

/** How postcodes begin, by the code of the province. */
export const postHeads: Record<string, string> = {
  11: '10',
  12: '30',
  13: '05',
  14: '03',
  15: '01',
  21: '11',
  22: '13',
  23: '15',
  31: '20',
  32: '21',
  33: '31',
  34: '23',
  35: '35',
  36: '33',
  37: '25',
  41: '45',
  42: '43',
  43: '41',
  44: '51',
  45: '53',
  46: '57',
  50: '40',
  51: '61',
  52: '55',
  53: '65',
  54: '85',
  61: '71',
  62: '73',
  63: '81',
  64: '75',
  65: '83',
};
const postcodeOf = ({ place, chance }: Parts): string => `${postHeads[place.code]}${chance.digits(4)}`;

/** How many ways of writing there are. */
export const chineseHabits = habits.map(({ id }) => id);

/** One address, put together and written. */
export function writeChinese(chance: Chance, at: number): WrittenRecord {
  const place = writePlace(chance);
  const name = writeName(chance);
  const phone = writePhone(chance, place.code);
  const detail = writeDetail(chance);
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
      detail: place.zone + detail,
    },
  };
  const habit = habits[at % habits.length]!;
  record.habit = habit.id;
  record.text = habit.write({
    chance,
    name,
    phone,
    place,
    detail,
    address: place.written + place.zone + detail,
    record,
  });
  if (record.wish) record.accept = { detail: [`${record.expected.detail}${record.wish}`] };
  return record;
}
