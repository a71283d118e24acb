/**
 * Real divisions in every writing, and made-up streets, towns, estates and rooms behind them, for templates of messages in Chinese
 * characters. Pure but for the tree of divisions.
 */
import { type Region, regionTree } from '@platen/addresses/regions/region-tree';
import type { Chance } from '../address-writing/writing-chance.ts';
import { postHeads } from '../address-writing/writing-china.ts';
import { familyOf, given, stem } from './han-people.ts';

const words = (list: string): string[] => list.trim().split(/\s+/);

export interface HanPlace {
  province: string;
  city: string;
  district: string;
  /** All of them as one run. */
  region: string;
  postcode: string;
}

const districts = regionTree
  .all()
  .filter(({ level, region_id }) => level === 'district' && /^[1-6]/.test(region_id));
const cities = regionTree
  .all()
  .filter(
    ({ level, region_id }) =>
      level === 'city' && /^[1-6]/.test(region_id) && regionTree.childrenOf(region_id).length === 0,
  );
const municipality = /^(?:11|12|31|50)/;
const peoples =
  /(?:蒙古|回|藏|维吾尔|苗|彝|壮|布依|朝鲜|满|侗|瑶|白|土家|哈尼|哈萨克|傣|黎|傈僳|佤|畲|拉祜|水|东乡|纳西|景颇|柯尔克孜|土|达斡尔|仫佬|羌|布朗|撒拉|毛南|仡佬|锡伯|阿昌|普米|塔吉克|怒|鄂温克|保安|裕固|鄂伦春|各)族?/g;

/** Without its kind: 浙江, 内蒙古, 黔东南, 西湖. */
export function shortName(name: string): string {
  if (name === '内蒙古自治区') return '内蒙古';
  const auto = /自治[区州县旗]$/.test(name);
  const bare = name.replace(/(?:自治[区州县旗]|地区|[省市区县旗盟])$/u, '');
  const short = auto && bare.length > 3 ? bare.replace(peoples, '') : bare;
  return short.length >= 2 ? short : name;
}

/** A division's official name, its short one, or the short one with another kind. */
const wayOf = (chance: Chance, name: string): string => {
  const short = shortName(name);
  if (chance.often(0.62)) return name;
  if (/自治县$/.test(name) && chance.often(0.6)) return `${short}县`;
  if (/自治州$/.test(name) && chance.often(0.6)) return `${short}州`;
  return short;
};

function mainlandPlace(chance: Chance): HanPlace {
  const region: Region = chance.often(0.03) ? chance.pick(cities) : chance.pick(districts);
  const path = regionTree.pathOf(region.region_id).slice(1);
  const isCity = region.level === 'city';
  const official = {
    province: path[0]!.name_zh,
    city: municipality.test(region.region_id) ? path[0]!.name_zh : path[1]!.name_zh,
    district: isCity ? '' : region.name_zh,
  };
  const isDirect = /直辖/.test(official.city);
  const isMunicipality = official.city === official.province;
  const province = wayOf(chance, official.province);
  const city = isDirect ? '' : wayOf(chance, official.city);
  const district = official.district === '' ? '' : wayOf(chance, official.district);
  const twice = chance.often(0.5)
    ? [official.province, official.city, official.district]
    : [province, city, district];
  const forms = isMunicipality
    ? [
        [province, district],
        [province, district],
        [province, province, district],
        [province, '市辖区', district],
        [district],
      ]
    : [
        [province, city, district],
        [province, city, district],
        [province, city, district],
        [province, city, district],
        [city, district],
        [city, district],
        [province, district],
        ...(chance.often(0.3) ? [twice.concat(twice)] : []),
        ...(official.district.length > 2 ? [[official.district]] : []),
      ];
  const join = chance.pick(['', '', '', '', '', '', '', '', ' ', ' ', '-', '/', ',', '，']);
  const country = chance.often(0.02) ? '中国' : '';
  return {
    province,
    city: city || province,
    district,
    region: country + chance.pick(forms).filter(Boolean).join(join),
    postcode: `${postHeads[region.region_id.slice(0, 2)]}${chance.digits(4)}`,
  };
}

const knownRoads = words(
  '人民 解放 建设 中山 迎宾 和平 新华 长江 黄河 学府 创业 工业 幸福 朝阳 青年 花园 体育 振兴 站前 环城 友谊 民主 胜利 光明 延安 北京 上海 南京 广州 天府 世纪 府前 黄山 泰山 珠江 淮海 中华 长安 五一 八一 复兴 前进 文化 健康 滨河 滨江 沿江 东风 红旗 团结 育才 教育 科技 金融 市府 公园 火炬 文昌 江东 江南 湖滨 湖东 海滨 港口 机场 车站 北环 南环 二环 三环 绕城 经一 纬二 兴业 兴隆 永安 太平 大同 凤凰 龙腾 玉泉 银河 金桥 红星 民生 民族 民权 自由 共和 光华 宁波 大连 青岛 深圳 西安 重庆 武汉 天津 山东 河南 云南 四川 湖南 广东 桂林 昆明 成都',
);
const roadKinds = words(
  '路 路 路 路 路 街 街 大道 大道 东路 西路 南路 北路 中路 一路 二路 大街 东街 西街 巷 里 道 支路 三街 北一路 南大街 西二巷 胡同 弄 东大街 路中段 大道西段 路南段 街北段 路一段 大道东段',
);
const estateKinds = words(
  '小区 花园 家园 苑 花苑 华庭 公馆 新村 新城 国际 名邸 雅居 豪庭 一期 嘉园 府 半岛 广场 丽都 佳苑 社区 公寓 东区 里 湾 城 庄园 宿舍 家属院 安置小区 名都 首府 壹号院 时代 天街 中心城 御景 上城 学府 印象 水岸 春天 阳光城 世家 天下 二期 三期 茂 悦府 国际公馆 碧园 院 大院 家属楼 楼 坊',
);
const brands = words(
  '万科 碧桂园 保利 绿地 恒大 融创 龙湖 中海 华润 金地 绿城 世茂 万达 吾悦 新城 雅居乐 富力 招商 金科 建业 中骏 宝龙 大悦城 天虹 银泰 茂业 银座 王府井',
);
const towerKinds = words(
  '大厦 中心 广场 科技园 产业园 写字楼 商务楼 创意园 国际大厦 SOHO 孵化园 工业园 软件园 物流园 国际广场 财富中心 金融中心 商务中心 大楼 商城 批发市场 建材市场 五金城 商贸城 会展中心 火车站 汽车站 步行街',
);
const townKinds = words(
  '街道 街道 街道 镇 镇 镇 乡 街道办 街道办事处 苏木 社区 开发区 工业园区 新区 农场 林场 高新区 经济开发区',
);
const placeHints = words(
  '楼上 旁 旁边 对面 隔壁 东侧 西侧 北门 南门 东门 后门 路口 路口东 交叉口 北50米 楼下 附近 斜对面 往里走 向东100米 院内 内 门面 门口 背后 东南角 西北角 (总部) (分院)',
);
const orgs = words(
  '小学 中学 第一中学 实验小学 幼儿园 大学 师范大学 职业技术学院 人民医院 中医院 妇幼保健院 卫生院 派出所 法院 财政局 税务局 图书馆 超市 药店 便利店 五金店 营业厅 营业部 建材商行 建材城 家居广场 红星美凯龙 杂货店 水果店 快递点 邮局 车行 手机店 洗车行 奶茶店 理发店 宾馆 酒店 饭店 网吧 菜市场 农贸市场 加油站 客栈 银行 邮政支局 供电所 村委会 居委会 教堂 清真寺 公园 体育馆 电影院 驾校 砖厂 纺织厂 钢厂 机械厂 印刷厂 粮站 水泥厂',
);
const campus = words(
  '丰巢快递柜 保安亭 北门保安亭 快递柜 前台 物业处 宿舍楼 学生公寓 高中部教师宿舍 初中部门卫室 图书馆 博学楼 行政楼 实验楼 东校区 新校区 北校区 快递中心 菜鸟驿站 教学楼 传达室 收发室 住院部 门诊楼 内科 急诊科 药房 护士站',
);

const number = (chance: Chance): string => String(1 + chance.below(chance.often(0.3) ? 2600 : 300));
const numeral = (chance: Chance): string => chance.pick([...'一二三四五六七八九十']);
const divisionStem = (chance: Chance): string => shortName(chance.pick(districts).name_zh).slice(0, 3);

/** Two or three characters that a road, an estate or a tower is named after. */
const named = (chance: Chance): string => {
  const roll = chance.below(100);
  if (roll < 40) return stem(chance);
  if (roll < 60) return chance.pick(knownRoads);
  if (roll < 75) return divisionStem(chance);
  if (roll < 85) return given(chance, 2);
  if (roll < 90) return given(chance, 3);
  return chance.pick(brands) + (chance.often(0.6) ? stem(chance) : '');
};

function roadOf(chance: Chance): string {
  const at = number(chance);
  return (
    named(chance) +
    chance.pick(roadKinds) +
    chance.pick([
      `${at}号`,
      `${at}号`,
      `${at}号`,
      `${at}号`,
      ` ${at}号`,
      `${at}弄${1 + chance.below(40)}号`,
      ` ${at}弄 ${1 + chance.below(40)}号`,
      `${at}-${1 + chance.below(9)}号`,
      `甲${at}号`,
      `${at}号院`,
      `${at}号附${1 + chance.below(20)}号`,
      `与${named(chance)}路交叉口`,
      `${at}号之${numeral(chance)}`,
      `${at}`,
      '',
      '',
      '',
      '中段',
    ])
  );
}

function roomOf(chance: Chance): string {
  const block = 1 + chance.below(38);
  const unit = 1 + chance.below(5);
  const level = 1 + chance.below(30);
  const room = `${level}0${1 + chance.below(8)}`;
  const letter = chance.pick([...'ABCDEFG']);
  return chance.pick([
    `${block}栋${unit}单元${room}室`,
    `${block}栋${unit}单元${room}`,
    `${block}号楼${unit}单元${room}室`,
    `${block}号楼${unit}单元${room}`,
    `${block}号楼${room}`,
    `${block}幢${room}室`,
    `${block}幢${unit}单元${room}`,
    `${block}-${unit}-${room}`,
    `${block}-${unit}-${room}`,
    `${block}-${room}`,
    `${block}-${room}`,
    `${block}#${unit}-${room}`,
    `${block}#楼${room}室`,
    `${letter}栋${room}`,
    `${letter}座${level}楼${room}室`,
    `${letter}座${room}`,
    `${letter}${room}`,
    `${block}栋${level}楼`,
    `${numeral(chance)}号楼${numeral(chance)}单元${room}`,
    `${block}座${room}房`,
    `${unit}座${room}`,
    `${block}栋${letter}单元${room}`,
    `${unit}期${block}栋${room}`,
    `东区${block}栋${room}`,
    `${level}层${room}室`,
    `${block}号${room}室`,
    `${block}号${room}`,
    `${unit}门${room}`,
    `${room}`,
    `${room}室`,
    `${level}楼`,
    `${level}F`,
    `${block}号楼${unit}单元${level}楼东户`,
    `${unit}单元${level}楼西户`,
    `${numeral(chance)}楼${unit}号`,
    `${block}栋 ${room}`,
    `${block}号楼 ${unit}单元 ${room}`,
  ]);
}

const zones = words(
  '经济技术开发区 高新技术产业开发区 高新技术开发区 高新区 经开区 工业园区 新区 城区 示范区 保税区 开发区 产业集聚区 大学城 度假区 新城 老城',
);

/** What stands behind the district. */
function mainlandStreet(chance: Chance): string {
  const parts: string[] = [];
  if (chance.often(0.4))
    parts.push((chance.often(0.8) ? stem(chance) : divisionStem(chance)) + chance.pick(townKinds));
  if (chance.often(0.05)) parts.unshift(chance.pick(zones));
  const roll = chance.below(100);
  if (roll < 52) {
    if (chance.often(0.8)) parts.push(roadOf(chance));
    if (chance.often(0.2)) parts.push(stem(chance) + chance.pick(orgs) + chance.pick(placeHints));
    parts.push(
      (chance.often(0.2) ? chance.pick(brands) : '') + named(chance) + chance.pick(estateKinds),
      roomOf(chance),
    );
  } else if (roll < 67) {
    parts.push(roadOf(chance), named(chance) + chance.pick(towerKinds), roomOf(chance));
  } else if (roll < 79) {
    parts.push(
      (chance.often(0.5)
        ? familyOf(chance) + chance.pick(words('家村 家庄 庄村 家屯 家湾村 楼村 家沟村 店村 寨 家坪村'))
        : stem(chance) + chance.pick(words('村 庄 屯 嘎查 自然村 寨'))) +
        chance.pick([
          '',
          `${1 + chance.below(20)}组`,
          `${numeral(chance)}组`,
          `${1 + chance.below(12)}队`,
          '村委会旁',
          `${numeral(chance)}社`,
          '东头第三家',
          '小学对面',
        ]),
    );
    if (chance.often(0.6)) parts.push(`${1 + chance.below(300)}号`);
  } else if (roll < 90) {
    if (chance.often(0.7)) parts.push(roadOf(chance));
    parts.push(
      (chance.often(0.4) ? divisionStem(chance) + chance.pick(['', '市', '县']) : stem(chance)) +
        chance.pick(orgs),
      chance.pick([
        '',
        '',
        chance.pick(placeHints),
        chance.pick(campus),
        `${chance.pick(campus)}${1 + chance.below(12)}${chance.pick(['号', '楼', '栋'])}${chance.digits(3)}`,
        roomOf(chance),
      ]),
    );
  } else if (roll < 92) {
    parts.push(
      chance.pick([
        `${chance.digits(5)}部队`,
        `${chance.digits(3)}信箱`,
        `${chance.digits(3)}信箱${chance.digits(2)}分箱`,
        `${chance.digits(3)}信箱 ${chance.digits(3)}分箱`,
        `第${chance.digits(2)}信箱`,
        `${divisionStem(chance)}市第${chance.digits(2)}信箱`,
        `${chance.digits(3)}号信箱`,
        `${stem(chance)}岛`,
        `${stem(chance)}景区`,
      ]),
      chance.pick([
        '',
        `${numeral(chance)}营${numeral(chance)}连`,
        `${chance.digits(2)}分队`,
        `${numeral(chance)}营通信连`,
        roadOf(chance),
      ]),
    );
    if (chance.often(0.5)) parts.unshift(roadOf(chance));
  } else if (roll < 94) {
    parts.push(
      roadOf(chance),
      stem(chance) + chance.pick(words('小学 中学 幼儿园 实验小学 大学 学院')),
      chance.pick([
        `${numeral(chance)}年级${numeral(chance)}班`,
        `${numeral(chance)}(${1 + chance.below(9)})班`,
        `高${numeral(chance)}${1 + chance.below(12)}班`,
        `${chance.pick(words('小 中 大'))}${numeral(chance)}班`,
        `${stem(chance)}系`,
        '办公室',
        '门卫',
      ]),
    );
  } else if (roll < 97) {
    parts.push(roadOf(chance), chance.pick([roomOf(chance), chance.pick(placeHints)]));
  } else parts.push(roadOf(chance));
  const join = chance.often(0.22) ? ' ' : chance.often(0.04) ? '，' : '';
  let street = '';
  for (const part of parts.filter(Boolean)) {
    const isDigits = /\d$/.test(street) && /^\d/.test(part);
    street +=
      (street === '' ? '' : isDigits ? ' ' : chance.often(0.85) ? join : join === '' ? '' : ' ') + part;
  }
  if (chance.often(0.03)) street += `(${stem(chance)}${chance.pick(orgs)}${chance.pick(placeHints)})`;
  return street;
}

const taiwan = words(
  '台北市/大安区 台北市/信义区 台北市/士林区 台北市/中山区 台北市/松山区 台北市/文山区 台北市/万华区 新北市/板桥区 新北市/中和区 新北市/永和区 新北市/三重区 新北市/新店区 新北市/淡水区 新北市/汐止区 桃园市/桃园区 桃园市/中坜区 桃园市/平镇区 台中市/北屯区 台中市/西屯区 台中市/南屯区 台中市/丰原区 台南市/东区 台南市/永康区 台南市/安平区 高雄市/苓雅区 高雄市/左营区 高雄市/三民区 高雄市/凤山区 基隆市/仁爱区 新竹市/东区 新竹县/竹北市 苗栗县/头份市 彰化县/彰化市 彰化县/员林市 南投县/埔里镇 云林县/斗六市 嘉义市/西区 嘉义县/民雄乡 屏东县/屏东市 宜兰县/罗东镇 宜兰县/宜兰市 花莲县/花莲市 台东县/台东市 澎湖县/马公市 金门县/金城镇 台北市/北投区 新北市/林口区 高雄市/楠梓区',
);
const taiwanRoads = words(
  '中正 中山 民生 复兴 忠孝 仁爱 信义 和平 光复 建国 民权 民族 文化 自由 公园 大同 南京东 北门 永康 四维 三多 博爱 成功 重庆南 罗斯福 景平 文心 台湾大道 中华 友爱 公正 新生 长安 八德 福星 学府 大学 东门 站前 介寿 育英',
);
const quarters = words(
  '旺角 铜锣湾 观塘 尖沙咀 湾仔 中环 上环 北角 鰂鱼涌 太古 柴湾 筲箕湾 西湾河 油麻地 佐敦 红磡 土瓜湾 九龙城 黄大仙 钻石山 牛头角 蓝田 将军澳 西贡 沙田 大围 马鞍山 大埔 粉岭 上水 元朗 天水围 屯门 荃湾 葵涌 青衣 东涌 香港仔 鸭脷洲 跑马地 坚尼地城 深水埗 长沙湾 荔枝角 美孚 何文田 九龙塘 九龙湾 石硤尾 火炭',
);
const areas = words('香港 九龙 新界 港岛 香港岛');
const hongKongRoads = words(
  '弥敦道 轩尼诗道 德辅道中 皇后大道东 英皇道 告士打道 开源道 伟业街 荔枝角道 青山公路 窝打老道 亚皆老街 太子道西 广东道 海港道 骆克道 谢斐道 堅道 般咸道 马头围道 龙翔道 福荣街 通菜街 花园街 庙街 屯顺街 安慈路 沙田正街 葵昌路 宝琳路 观塘道 鸿图道 康宁道',
);
const macauRoads = words(
  '新马路 高士德大马路 荷兰园大马路 友谊大马路 宋玉生广场 殷皇子大马路 罗理基博士大马路 筷子基北街 黑沙环中街 慕拉士大马路 俾利喇街 河边新街 官也街 布鲁塞尔街 埃武拉街 南湾大马路 提督马路 雅廉访大马路 关闸马路 板樟堂街',
);
const macauQuarters = words(
  '澳门半岛 氹仔 路环 花地玛堂区 圣安多尼堂区 大堂区 望德堂区 风顺堂区 嘉模堂区 黑沙环 筷子基',
);
const singaporeRoads = words(
  '义顺环路 后港21街 碧山12街 榜鹅通道 盛港东道 蔡厝港3道 芽笼24巷 汤申路上段 东海岸路 武吉知马路 丝丝街 裕廊西52街 宏茂桥3道 大巴窑1巷 淡滨尼21街 兀兰14道 乌节路 牛车水 勿洛北1道 金文泰2道',
);
const estatesAbroad = words(
  '花园 大厦 中心 阁 苑 村 豪庭 广场 工业大厦 商业大厦 楼 邨 山庄 轩 台 新村 城 名邸 御苑 居',
);

const floorOf = (chance: Chance): string => {
  const floor = 1 + chance.below(40);
  return chance.pick([
    `${floor}楼${chance.pick([...'ABCDEFGH'])}室`,
    `${floor}樓${chance.pick([...'ABCDEF'])}`,
    `${floor}/F ${chance.pick([...'ABCDEF'])}室`,
    `${floor}字楼${floor}0${1 + chance.below(9)}室`,
    `${chance.pick([...'ABCDEF'])}座${floor}楼${1 + chance.below(12)}室`,
    `${floor}楼`,
    `${floor}楼${floor}0${1 + chance.below(9)}`,
    `第${1 + chance.below(9)}座${floor}楼${chance.pick([...'ABCDEF'])}室`,
    `地下${1 + chance.below(20)}号铺`,
    `${floor}${chance.pick([...'ABCD'])}`,
  ]);
};

export interface FilledPlace extends HanPlace {
  street: string;
  unit: string;
  country: string;
}

/** Portuguese in Chinese characters: 巴波沙, 基马拉斯. */
const soundsOf = (chance: Chance): string =>
  Array.from({ length: 2 + chance.below(4) }, () =>
    chance.pick([
      ...'巴波沙基马拉斯慕雅廉访罗理高士德俾利喇贾伯乐提督美副将若翰亚布埃武都马场东望洋新桥卢廉若',
    ]),
  ).join('');

/** A place of Hong Kong, Macao, Taiwan or Singapore in Chinese. */
function placeAbroad(chance: Chance, country: string): FilledPlace {
  const at = number(chance);
  if (country === 'TW') {
    const [city, district] = chance.pick(taiwan).split('/') as [string, string];
    const road =
      chance.pick(taiwanRoads) +
      chance.pick(words('路 路 街 北路 南路 东路 西路 路一段 路二段 东路三段 北路四段 大道一段'));
    const lane = chance.pick([
      '',
      '',
      `${1 + chance.below(400)}巷`,
      `${1 + chance.below(400)}巷${1 + chance.below(40)}弄`,
    ]);
    const floor = chance.pick([
      '',
      '',
      `${1 + chance.below(20)}楼`,
      `${1 + chance.below(20)}楼之${1 + chance.below(6)}`,
      `${1 + chance.below(20)}F`,
      `-${1 + chance.below(9)}号`,
    ]);
    const unit = chance.pick([
      `${1 + chance.below(20)}楼`,
      `${1 + chance.below(20)}楼之${1 + chance.below(6)}`,
      `${1 + chance.below(20)}F-${1 + chance.below(6)}`,
      `${chance.digits(3)}室`,
      `${'ABC'[chance.below(3)]}栋${1 + chance.below(20)}楼`,
    ]);
    const village = chance.often(0.12)
      ? stem(chance) + chance.pick(['里', '村']) + (chance.often(0.3) ? `${1 + chance.below(20)}邻` : '')
      : '';
    return {
      province: '',
      city,
      district,
      region: chance.pick([
        city + district,
        city + district,
        `${city} ${district}`,
        `台湾${city}${district}`,
        district.length > 2 ? district : city + district,
      ]),
      street: `${village}${road}${lane}${1 + chance.below(500)}号${floor.startsWith('-') ? '' : floor}`,
      unit,
      postcode: chance.pick([
        `${1 + chance.below(9)}${chance.digits(2)}`,
        `${1 + chance.below(9)}${chance.digits(4)}`,
        `${1 + chance.below(9)}${chance.digits(5)}`,
      ]),
      country: chance.pick(['台湾', '台灣', 'Taiwan', '中华民国']),
    };
  }
  const house = `${named(chance)}${chance.pick(estatesAbroad)}`;
  if (country === 'HK') {
    const quarter = chance.pick(quarters);
    const area = chance.pick(areas);
    const road = chance.often(0.6)
      ? chance.pick(hongKongRoads)
      : named(chance) + chance.pick(words('道 街 路 里 坊 径'));
    return {
      province: area,
      city: area,
      district: quarter,
      region: chance.pick([
        area + quarter,
        area + quarter,
        `${area} ${quarter}`,
        `香港${area}${quarter}`,
        quarter,
      ]),
      street: chance.pick([
        `${road}${at}号${house}`,
        `${road}${at}号`,
        `${road}${at}-${1 + chance.below(300)}号${house}`,
        `${house}${chance.pick(['A座', '第3座', '2期', ''])}`,
        `${road}${at}号${house}${floorOf(chance)}`,
        `${house}${floorOf(chance)}`,
      ]),
      unit: floorOf(chance),
      postcode: '',
      country: chance.pick(['香港', 'Hong Kong', '中国香港', 'HK']),
    };
  }
  if (country === 'MO') {
    const quarter = chance.pick(macauQuarters);
    return {
      province: '澳门',
      city: '澳门',
      district: quarter,
      region: chance.pick(['澳门', '澳门', `澳门${quarter}`, `澳门${quarter}`, quarter, '中国澳门']),
      street: `${chance.often(0.4) ? chance.pick(macauRoads) : chance.often(0.5) ? soundsOf(chance) + chance.pick(words('大马路 马路 街 斜巷 巷 围 前地 圆形地 海边马路')) : named(chance) + chance.pick(words('街 马路 大马路 巷 围'))}${at}号${chance.often(0.7) ? house : ''}${chance.often(0.3) ? floorOf(chance) : ''}`,
      unit: floorOf(chance),
      postcode: '',
      country: chance.pick(['澳门', 'Macau', '中国澳门', '澳门特别行政区']),
    };
  }
  const road = chance.pick(singaporeRoads);
  return {
    province: '',
    city: '新加坡',
    district: '',
    region: '新加坡',
    street: chance.pick([
      `${road}大牌${chance.digits(3)}`,
      `${road}第${chance.digits(3)}座`,
      `大牌${chance.digits(3)}${road}`,
      `${road}${at}号`,
      `${road}${at}号${house}`,
      `${road}Blk ${chance.digits(3)}`,
    ]),
    unit: chance.pick([
      `#${10 + chance.below(20)}-${chance.digits(2)}`,
      `#0${chance.below(9)}-${chance.digits(3)}`,
      `${1 + chance.below(20)}楼${chance.digits(2)}室`,
    ]),
    postcode: `${1 + chance.below(8)}${chance.digits(5)}`,
    country: chance.pick(['新加坡', '新加坡', 'Singapore']),
  };
}

export function placeIn(chance: Chance, country: string): FilledPlace {
  if (country !== 'CN') return placeAbroad(chance, country);
  return {
    ...mainlandPlace(chance),
    street: mainlandStreet(chance),
    unit: roomOf(chance),
    country: chance.pick(['中国', 'China', '中国大陆']),
  };
}

/** How often another place is told down to its house. */
const wholePlaceShare = 0.35;

/** A place that is only spoken of. */
export function otherPlaceOf(chance: Chance, country: string): string {
  const place = placeIn(chance, country);
  if (chance.often(wholePlaceShare))
    return [place.region, place.street, chance.often(0.3) ? place.unit : '']
      .filter((part) => part !== '')
      .join(chance.pick(['', '', ' ']));
  return chance.pick([
    place.city || place.region,
    place.district || place.city,
    place.region,
    stem(chance) + chance.pick(estateKinds),
    `${stem(chance)}${chance.pick(roadKinds)}`,
    place.region + place.street,
    shortName(place.city || place.region),
    stem(chance) + chance.pick(townKinds),
  ]);
}
