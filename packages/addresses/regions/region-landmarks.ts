/**
 * Towns, zones and quarters that everybody knows, and the division that they lie in: evidence for texts that name no division.
 * Owns that list; the name itself stays in the detail, because it is no division of the tree. Pure.
 */

import type { NamedTown } from './mainland-towns.ts';

/** `region id: names`. Only names that are nowhere else in the country. */
const table =
  '441900: 虎门镇 虎门 长安镇 厚街镇 厚街 塘厦镇 塘厦 凤岗镇 大朗镇 常平镇 寮步镇 寮步 石碣镇 石龙镇 企石镇 横沥镇 谢岗镇 东坑镇 大岭山镇 樟木头镇 樟木头 黄江镇 高埗镇 望牛墩镇 道滘镇 洪梅镇 麻涌镇 中堂镇 万江街道 莞城街道 松山湖; 442000: 小榄镇 古镇镇 横栏镇 沙溪镇 大涌镇 黄圃镇 东凤镇 阜沙镇 南朗镇 南朗街道 五桂山 板芙镇 神湾镇 坦洲镇 石岐街道 石岐区; 440606: 乐从镇 北滘镇 陈村镇 大良街道 容桂街道 勒流街道 均安镇 杏坛镇; 440605: 狮山镇 大沥镇 里水镇 西樵镇 丹灶镇 桂城街道; 320509: 盛泽镇 同里镇 震泽镇 平望镇 汾湖; 320583: 花桥镇 玉山镇 周庄镇 张浦镇 巴城镇 千灯镇 淀山湖镇; 320500: 苏州工业园 金鸡湖大道; 330782: 佛堂镇 义乌国际商贸城; 330502: 织里镇; 330483: 濮院镇 乌镇镇 乌镇; 330783: 横店镇; 330382: 柳市镇 虹桥镇; 330481: 许村镇; 330122: 分水镇; 131082: 燕郊镇 燕郊; 130684: 白沟镇; 350582: 陈埭镇 池店镇 安海镇 磁灶镇; 350581: 宝盖镇; 310115: 张江镇 张江高科 张江高科技园区 川沙新镇 周浦镇 陆家嘴 北蔡镇 三林镇 惠南镇 外高桥; 310117: 九亭镇 泗泾镇 新桥镇 佘山镇; 310114: 安亭镇 南翔镇 江桥镇 马陆镇; 310112: 莘庄镇 七宝镇 颛桥镇 梅陇镇 虹桥商务区; 110108: 中关村 西二旗 上地 五道口; 110114: 回龙观 天通苑 沙河高教园; 110115: 亦庄 西红门 旧宫 大兴国际机场; 110105: 望京 国贸 三里屯 酒仙桥; 510117: 犀浦镇 犀浦街道; 500105: 观音桥; 500103: 解放碑; 500000: 两江新区; 520100: 贵安新区; 610100: 西咸新区 曲江新区 浐灞生态区; 360100: 赣江新区; 510100: 天府新区; 620100: 兰州新区; 430100: 湘江新区; 530100: 滇中新区; 210200: 金普新区; 370200: 西海岸新区; 460000: 洋浦经济开发区 洋浦; 440305: 科技园南区 华侨城 蛇口 前海; 440304: 华强北; 440307: 坂田 布吉; 440306: 西乡街道 福永街道 沙井街道; 440106: 珠江新城 体育西路; 330110: 未来科技城 良渚; 440112: 广州科学城 广州开发区 知识城; 460203: 亚龙湾; 460204: 三亚湾; 460202: 海棠湾; 610111: 国际港务区; 350521: 泉州台商投资区; 370614: 长岛; 445202: 揭阳空港区; 420111: 光谷 光谷大道';

let byName: Map<string, string> | undefined;

function landmarks(): Map<string, string> {
  byName ??= new Map(
    table.split('; ').flatMap((row) => {
      const [id, names = ''] = row.split(':') as [string, string?];
      return names
        .trim()
        .split(' ')
        .filter(Boolean)
        .map((name) => [name, id] as const);
    }),
  );
  return byName;
}

/** Every landmark that the folded text names and that lies in one county, as a town of it. */
export const listLandmarks = (folded: string): NamedTown[] =>
  [...landmarks()].flatMap(([name, id]) => {
    const start = /00$/.test(id) ? -1 : folded.indexOf(name);
    return start < 0 ? [] : [{ start, end: start + name.length, counties: [id] }];
  });

/** The landmark that the folded text names, the longest one: its region's id and where it begins. */
export function findLandmark(folded: string): { regionId: string; start: number } | undefined {
  let best: { regionId: string; start: number; length: number } | undefined;
  for (const [name, regionId] of landmarks()) {
    const start = folded.indexOf(name);
    if (start >= 0 && (!best || name.length > best.length)) best = { regionId, start, length: name.length };
  }
  return best;
}
