/**
 * Where a house is besides its street, for templates of messages in Chinese characters: institutions with their wards, dormitories and
 * classes, positions beside something, parts of a village, addresses that begin with the room. Made up; pure.
 */
import type { Chance } from '../address-writing/writing-chance.ts';
import { familyOf, given, stem } from './han-people.ts';

const words = (list: string): string[] => list.trim().split(/\s+/);
const numeral = (chance: Chance): string => chance.pick([...'一二三四五六七八九十']);
const one = (chance: Chance, below: number): number => 1 + chance.below(below);
const room = (chance: Chance): string =>
  chance.often(0.2) ? chance.digits(3) : `${one(chance, 24)}0${one(chance, 9)}`;

const subjects = words(
  '师范 理工 工业 农业 医科 财经 交通 民族 科技 政法 外国语 海洋 石油 林业 体育 美术 音乐 建筑 邮电 电力 水利 中医药 职业技术 工程职业技术 卫生职业 国际',
);
const wards = words('协和 同济 瑞金 华西 湘雅 仁济 附属第一 附属第二 附属儿童 附属肿瘤 附属口腔');
const builders = words(
  '中建一局 中建三局 中建八局 中铁一局 中铁四局 中铁十二局 中铁隧道局 中交二航局 中交路建 中国电建 水电七局 葛洲坝集团 中铁建工 省建工 城建 路桥 二十冶 中核华兴',
);
const shops = words(
  '照相馆 影楼 装裱店 图文店 画框店 超市 小卖部 药店 客栈 民宿 宾馆 大酒店 快捷酒店 7天酒店 如家酒店 豆腐店 羊杂馆 面馆 早餐店 裁缝店 货栈 服务社 五金店 茶庄 网吧 戏服厂 电器 云上小院 农家乐 木材加工厂 养殖场 冷冻厂 茶餐厅 手信 士多 餅店 洗衣店 髮廊',
);

/** A school, a hospital, a temple, a site, a shop: what stands for itself and is no street. `place` may stand before it. */
export function institutionOf(chance: Chance, place: string, country: string): string {
  const lead = chance.often(0.55) ? place : stem(chance);
  const island = country !== 'CN';
  const roll = chance.below(100);
  if (island && roll < 45)
    return (
      chance.pick([
        stem(chance),
        given(chance, 2),
        '圣若翰',
        '伊利沙伯',
        '玛嘉烈',
        '圣保禄',
        '仁济',
        '国立台湾',
        '国立',
        '慈济',
      ]) +
      chance.pick(
        words(
          '大学 科技大学 师范大学 中学 小学 女修院学校 国民小学 高级中学 医院 护理院 安老院 养护中心 安养中心 纪念医院 总医院 教会 修院 社区中心 防卫指挥部 中文大学 书院',
        ),
      )
    );
  if (roll < 20)
    return (
      lead +
      (chance.often(0.5) ? chance.pick(subjects) : '') +
      chance.pick(words('大学 大学 学院 职业技术学院'))
    );
  if (roll < 38)
    return chance.pick([
      `${lead}${chance.pick(words('市 县 省 区 州'))}${chance.pick(words('人民医院 中医院 中心医院 妇幼保健院 立医院 第一人民医院 第三医院 肿瘤医院'))}`,
      `${lead}${chance.pick(words('人民医院 中医院 总医院 医院 藏医院 蒙医院 苗医院 民族医院 职工医院'))}`,
      `${lead}${chance.pick(words('大学 医科大学 大学医学院'))}附属${chance.pick(wards)}医院`,
      `${lead}${chance.pick(subjects)}大学第${numeral(chance)}附属医院`,
      `${chance.pick(wards)}医院`,
      `${chance.pick(words('省立 市立 县立'))}医院${chance.pick(['', '南区', '东院', '西院区'])}`,
      '藏医院',
    ]);
  if (roll < 44) return lead + chance.pick(words('寺 寺 庙 观 教堂 清真寺 庵 禅寺 喇嘛寺 道观'));
  if (roll < 54)
    return (
      chance.pick(builders) +
      (chance.often(0.4) ? place : chance.often(0.4) ? stem(chance) : '') +
      chance.pick(words('项目部 项目经理部 工地 分公司 公司 集团有限公司 标段项目部 指挥部 建设工地'))
    );
  if (roll < 62)
    return (
      lead +
      chance.pick(
        words(
          '派出所 边境派出所 卫生院 法院 检察院 养老院 敬老院 福利院 看守所 监狱 税务所 林场 供电所 粮站 变电站 气象站 森林公安局 机场 火车站 日报社 文化馆 群众艺术馆 博物馆 电视台',
        ),
      )
    );
  if (roll < 66)
    return chance.pick([
      `${chance.digits(5)}部队`,
      '边防某团',
      '武警中队',
      '消防救援站',
      `${lead}武装部`,
      `${lead}军分区`,
    ]);
  if (roll < 78)
    return (
      lead +
      chance.pick(
        words(
          '中学 小学 第一中学 第二小学 实验小学 附属中学 附中 外国语学校 幼儿园 职高 技工学校 特殊教育学校 党校 希望小学',
        ),
      )
    );
  if (roll < 94)
    return (
      chance.pick([stem(chance), given(chance, 2), familyOf(chance) + chance.pick([...'记家氏'])]) +
      chance.pick(shops)
    );
  return `剧组《${stem(chance)}》`;
}

/** Behind a school or an institute: its part, its house, its room. */
export const campusOf = (chance: Chance): string => {
  const part = chance.pick([
    '',
    '',
    `${chance.pick(words('南 北 东 西 新 老 本部 主'))}校区`,
    `${stem(chance)}校区`,
    `${chance.pick(words('信息 工 文理 医'))}学部`,
    chance.pick(words('西山 北区 南区 东区 梅园 紫荆')) + chance.pick(['生活区', '宿舍区', '']),
    `${stem(chance)}书院`,
  ]);
  return (
    part +
    chance.pick([
      `${one(chance, 30)}舍${room(chance)}`,
      `${numeral(chance)}舍${room(chance)}`,
      `${one(chance, 30)}号楼${room(chance)}`,
      `${one(chance, 30)}栋${chance.pick([...'ABCD'])}${room(chance)}`,
      `${one(chance, 20)}号公寓 ${room(chance)}`,
      `${one(chance, 20)}公寓${room(chance)}`,
      `学生公寓${one(chance, 20)}栋${room(chance)}`,
      `研究生楼${chance.pick([...'ABC'])}栋${room(chance)}`,
      `教师宿舍${numeral(chance)}栋${room(chance)}`,
      `${stem(chance)}${numeral(chance)} ${room(chance)}`,
      `${stem(chance)}楼${room(chance)}`,
      `${stem(chance)}楼 ${room(chance)}研究室`,
      `${stem(chance)}${chance.pick([...'苑园斋轩'])}${one(chance, 12)}号楼${room(chance)}`,
      `女${one(chance, 14)}舍 ${room(chance)}`,
      `男生宿舍${room(chance)}`,
      `${chance.pick([...'ABCNS'])}${one(chance, 30)}座 ${room(chance)}房`,
      `宿舍${chance.pick([...'ABC'])}栋${room(chance)}室`,
      `实验楼${room(chance)}办公室`,
    ])
  );
};

/** A class of a school. */
export const classOf = (chance: Chance): string =>
  chance.pick([
    `高${numeral(chance)}(${one(chance, 12)})班`,
    `初${numeral(chance)}${one(chance, 12)}班`,
    `${numeral(chance)}年级${numeral(chance)}班`,
    `20${one(chance, 20) + 10}级${one(chance, 9)}班`,
  ]);

/** A house, a floor, a ward and a bed of a hospital or a home for the old. */
export function wardOf(chance: Chance): string {
  const house = chance.pick([
    '',
    `${one(chance, 12)}号楼`,
    `${chance.pick(words('外科 内科 住院 门诊 急诊 综合'))}大楼`,
    '住院部',
    `住院部${chance.pick(words('东楼 西楼 A座 B座 二部'))}`,
    `${chance.pick([...'ABCDR'])}座`,
    `${chance.pick(words('东址 西址 康宁中心 本馆 医疗大楼'))}`,
  ]);
  const floor = chance.pick(['', `${one(chance, 22)}楼`, `${one(chance, 22)}层`, `${numeral(chance)}楼`]);
  const unit = chance.pick([
    '',
    '',
    `${chance.pick(words('内 外 神经内 神经外 骨 心内 妇 儿 康复 肿瘤 呼吸'))}${chance.pick(['', numeral(chance)])}科`,
  ]);
  const ward = chance.pick([
    `${room(chance)}病房`,
    `${room(chance)}房`,
    `${room(chance)}室`,
    `${chance.pick([...'ABCDE'])}${one(chance, 9)}病房`,
    `${one(chance, 9)}${chance.pick([...'ABCDE'])}病房`,
    `${numeral(chance)}楼病房`,
    `${one(chance, 30)}病区`,
    '',
  ]);
  const bed = chance.pick([
    '',
    `${one(chance, 60)}床`,
    `${one(chance, 60)}床`,
    `${one(chance, 60)}号床`,
    `加${one(chance, 9)}床`,
  ]);
  const parts = [house, floor, unit, ward, bed].filter(Boolean);
  const shown = parts.length === 0 || parts.join('') === house ? [...parts, `${room(chance)}病房`] : parts;
  return shown.join(chance.often(0.35) ? ' ' : '');
}

const sides = words('东 西 南 北 路东 路西 路南 路北 村东 村西 村南 村北');
const marks = words(
  '村口 村公所 村委会 大队部 小学 粮站 卫生所 加油站 信用社 邮政所 超市 小卖部 菜市场 码头 桥头 祠堂 大槐树 老井 水塔 土地庙 清真大寺 教堂 派出所 车站 十字路口 红绿灯 供销社 药店 理发店 饭店 幼儿园 修车铺 早餐店 士多 街市 米铺 庙 便利店 手信铺 餅铺',
);

/** Where it is beside something that everybody there knows. */
export function spotOf(chance: Chance): string {
  const beside = chance.pick(marks);
  return chance.pick([
    `${beside}${chance.pick(words('旁 旁边 对面 隔壁 楼上 上方 后面 前面 东侧 西边 斜对面 门口 往里50米 往东第三家 附近'))}`,
    `${beside}${chance.pick(words('旁 旁边 对面 隔壁 楼上 上方 后面 门口'))}${chance.pick(words('第二家 红门 蓝色铁门 二楼 三楼 平房 院子 门脸 白房子'))}`,
    `${chance.pick(words('街 村 路 巷 胡同 屯'))}${chance.pick(words('南头 北头 东头 西头 口'))}${chance.pick(['', chance.pick(sides), `${chance.pick(sides)}第${numeral(chance)}家`])}`,
    `${chance.pick(words('南头 北头 东头 西头 路东 路西 村西 村东 街里 院里 坡上 沟口 桥南'))}${chance.pick(['', '', '大队部', '第一家', '红大门'])}`,
    chance.pick(
      words(
        '传达室 门卫室 收发室 大队部 村公所 前台 值班室 物业前台 门岗 保安亭 快递柜 大门口 服务台 机修车间 后勤仓库 生产队 护士站',
      ),
    ),
    `${one(chance, 9)}号${chance.pick(words('门岗 门 门卫 车间 板房 厂房 仓库 寮房 院 棚 窗口 档口 柜台'))}`,
    `${chance.pick(words('商网 门市 商铺 底商 摊位 铺面 车库 门面'))}${chance.pick(['', ' '])}${one(chance, 60)}${chance.pick(['', ' '])}号`,
    `员工宿舍${chance.pick(['', ' '])}${chance.pick([...'ABC'])}${chance.pick(['', ' '])}栋${chance.pick(['', ' '])}${room(chance)}`,
    `${chance.pick(words('家属 喇嘛 教师 职工 护士 工人 民工'))}宿舍${chance.pick(['', '', `${one(chance, 9)}栋${room(chance)}`])}`,
    `${chance.pick(words('东院 西院 前院 后院 二院'))}${one(chance, 20)}号${chance.pick(words('房 寮房 院'))}`,
    `${numeral(chance)}${chance.pick(words('队 组 社 小队 大队 分场 连 屯'))}${chance.pick(['', chance.pick(words('东头 村口 河边')), `${one(chance, 90)}号`])}`,
    `${stem(chance)}路与${stem(chance)}路${chance.pick(words('交汇处 交叉口 路口'))}${chance.pick(words('东北角 西南角 向北50米 东侧'))}`,
    `${stem(chance)}${chance.pick(words('小区 大厦 中学 医院 广场'))}${chance.pick(words('北侧 南门 对面 后门 楼下 西门'))}${chance.pick(['', '商铺', '二楼'])}`,
  ]);
}

/** 虎门镇, 长河街道, 嘎鲁图镇布寨嘎查. */
export const townOf = (chance: Chance): string =>
  (chance.often(0.3) ? given(chance, 2) : stem(chance)) +
  chance.pick(words('镇 镇 乡 街道 街道 民族乡 苏木 开发区')) +
  chance.pick([
    '',
    '',
    `${stem(chance)}村`,
    `${familyOf(chance)}家庄`,
    `${stem(chance)}嘎查`,
    `${stem(chance)}村${numeral(chance)}组`,
    `${stem(chance)}工业区`,
  ]);

/** 302室，4号楼，滨江花园，渡江路19号: the smallest part first. */
export function backwardsOf(chance: Chance): string {
  const parts = [
    chance.pick([`${room(chance)}室`, `${room(chance)}`, `${room(chance)}室${one(chance, 4)}单元`]),
    chance.pick([`${one(chance, 30)}号楼`, `${one(chance, 30)}栋`, `${one(chance, 30)}幢`]),
    stem(chance) + chance.pick(words('花园 小区 苑 大厦 家园 新村 广场')),
    stem(chance) +
      chance.pick(words('路 街 大道 东路')) +
      chance.pick([`${one(chance, 400)}号`, `${one(chance, 400)}号`, '']),
  ];
  if (chance.often(0.2)) parts.push(stem(chance) + chance.pick(['镇', '街道']));
  if (chance.often(0.2)) parts.splice(2, 1);
  return parts.join(chance.pick(['，', ',', ' ', ' ', '、', '']));
}

/** Hong Kong's villages and their houses. */
export const villageOf = (chance: Chance): string =>
  stem(chance) +
  chance.pick(words('村 新村 围 老围村 坑村 径 埔村')) +
  chance.pick(['', '村屋', ' 村屋 ']) +
  `${one(chance, 200)}号${chance.pick(['', chance.pick([...'ABC'])])}` +
  chance.pick(['', '地下', '1楼', '2楼', ' 2 楼 连天台', '3楼及天台', '二楼']);

/** A public estate and its house. */
export const estateOf = (chance: Chance): string =>
  stem(chance) +
  chance.pick(words('邨 邨 苑 下邨 上邨 台 阁 新邨')) +
  chance.pick(['', ' ']) +
  stem(chance) +
  chance.pick(words('楼 阁 座 轩'));

/** A box of the post or of the army in Taiwan and Macao. */
export const boxOf = (chance: Chance): string =>
  chance.pick([
    `邮政第${chance.digits(2)}号信箱`,
    `${stem(chance)}邮政第 ${one(chance, 90)} 号信箱`,
    `邮政${one(chance, 9)}${chance.digits(4)}附${one(chance, 9)}号信箱`,
    `邮政第${one(chance, 9)}${chance.digits(4)}号信箱`,
    `军邮${chance.digits(4)}号信箱`,
    `邮政信箱 ${one(chance, 9000)} 号`,
    `${stem(chance)}郵局第${one(chance, 99)}號信箱`,
  ]);

export const troopOf = (chance: Chance): string =>
  `${chance.pick(words('第一 第二 第三 战车 通信 步兵'))}${chance.pick(words('连 营 排 中队'))}`;
