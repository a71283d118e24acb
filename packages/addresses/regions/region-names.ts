/**
 * Every way in which the divisions of China are written: whole, without their kind, with another kind (浦东区, 石柱县,
 * 黔东南州), and by the name they had before they were abolished. Owns these names and the weight of each.
 */

import { foldText } from '../parse-clean.ts';
import { readPastDivisions } from './region-seed.ts';
import { type Region, regionTree } from './region-tree.ts';

/** A division as the parser sees it. The city level of a municipality is left out: its parent says it all. */
export interface Place {
  region: Region;
  /** 1 province, 2 city, 3 district. */
  depth: 1 | 2 | 3;
  parent: Place | undefined;
}

/**
 * `full` the official name, `alias` another kind at its end, `past` an abolished one, `short` none, `once` an abolished one without its
 * kind, `brief` some of its characters, `misspelt` one character is another one.
 */
export type NameKind = 'full' | 'alias' | 'past' | 'short' | 'once' | 'brief' | 'misspelt';

export interface PlaceName {
  place: Place;
  kind: NameKind;
  weight: number;
}

interface NameIndex {
  places: ReadonlyMap<string, Place>;
  /** All names, folded, by their first two characters, longest first. */
  byHead: ReadonlyMap<string, readonly string[]>;
  meanings: ReadonlyMap<string, readonly PlaceName[]>;
  /** Official names by what is left of them when one character, but for the kind, is `*`. */
  misspelt: ReadonlyMap<string, readonly PlaceName[]>;
}

const weights: Record<NameKind, readonly [number, number, number]> = {
  full: [6, 6, 6],
  alias: [5, 4.5, 4],
  past: [5, 5, 5],
  short: [4.5, 4, 2.5],
  once: [0, 0, 3],
  brief: [0, 0, 3.5],
  misspelt: [3.5, 3.5, 3.5],
};

const peoples =
  /(?:蒙古|回|藏|维吾尔|苗|彝|壮|布依|朝鲜|满|侗|瑶|白|土家|哈尼|哈萨克|傣|黎|傈僳|佤|畲|拉祜|水|东乡|纳西|景颇|柯尔克孜|土|达斡尔|仫佬|羌|布朗|撒拉|毛南|仡佬|锡伯|阿昌|普米|塔吉克|怒|俄罗斯|鄂温克|德昂|保安|裕固|独龙|鄂伦春|各)族$|(?:蒙古|哈萨克|柯尔克孜|锡伯|塔吉克|达斡尔|维吾尔)$/;
const kinds = /(?:特别行政区|自治[区州县旗]|地区|新区|林区|特区|矿区|[省市区县旗盟州乡镇])$/;

/** The name without its kind and the peoples it is autonomous for: 恭城瑶族自治县 to 恭城. At least two characters. */
export function stemOf(name: string): string {
  const kind = kinds.exec(name)?.[0] ?? '';
  let stem = name.slice(0, name.length - kind.length);
  // 清新区 is no new area.
  if (stem.length < 2 && kind.length === 2 && kind.endsWith('区')) stem = name.slice(0, -1);
  if (/自治/.test(kind)) {
    for (let at = 0; at < 5; at++) {
      const shorter = stem.replace(peoples, '');
      if (shorter.length < 2) break;
      stem = shorter;
    }
    // 东乡族自治县 and its like are named after their people alone.
    if (stem.length > 2) stem = stem.replace(/族$/, '');
    if (stem === '东乡族') stem = '东乡';
  }
  return stem;
}

/** Kinds that people put at the end though it is another one. */
const otherKinds: readonly (readonly string[])[] = [
  ['省'],
  ['市', '地区', '州', '盟', '县'],
  ['区', '县', '市', '旗', '新区'],
];

/** Names that follow no rule. */
const nicknames: Record<string, string> = {
  内蒙: '150000',
  杨凌: '610403',
  杨凌区: '610403',
  杨凌示范区: '610403',
  巴州: '652800',
  博州: '652700',
  克州: '653000',
  锡盟: '152500',
  阿盟: '152900',
  伊盟: '150600',
  呼盟: '150700',
  哲盟: '150500',
  巴盟: '150800',
  乌盟: '150900',
  昭盟: '150400',
  呼市: '150100',
  前郭县: '220721',
  喀左县: '211324',
  阜蒙县: '210921',
  杜蒙县: '230624',
  莫旗: '150722',
  版纳: '532800',
  乌市: '650100',
  哈市: '230100',
  鄂温克旗: '150724',
  鄂伦春旗: '150723',
  湘西自治州: '433100',
  连南县: '441826',
  台北县: '711100',
  桃园县: '711400',
  台中县: '710400',
  台南县: '710300',
  高雄县: '710200',
  龙港镇: '330383',
  港岛: '810100',
  氹仔: '820200',
  路环: '820200',
  路氹城: '820200',
  路氹: '820200',
};

let index: NameIndex | undefined;

/** Built once, in some milliseconds, when the first address is parsed. */
export function regionNames(): NameIndex {
  index ??= buildIndex();
  return index;
}

function readPlaces(): Map<string, Place> {
  const places = new Map<string, Place>();
  const add = (region: Region, depth: Place['depth'], parent: Place | undefined): void => {
    const place: Place = { region, depth, parent };
    places.set(region.region_id, place);
    for (const child of regionTree.childrenOf(region.region_id)) {
      if (child.name_zh === region.name_zh && depth === 1) {
        for (const district of regionTree.childrenOf(child.region_id)) add(district, 3, place);
      } else if (depth < 3 && child.name_zh !== '其它区') add(child, (depth + 1) as Place['depth'], place);
    }
  };
  for (const province of regionTree.childrenOf('CN')) add(province, 1, undefined);
  return places;
}

function buildIndex(): NameIndex {
  const places = readPlaces();
  const meanings = new Map<string, PlaceName[]>();
  const put = (name: string, place: Place | undefined, kind: NameKind): void => {
    const key = foldText(name);
    if (!place || key.length < 2) return;
    const known = meanings.get(key) ?? [];
    if (known.some((other) => other.place === place)) return;
    known.push({ place, kind, weight: weights[kind][place.depth - 1]! });
    meanings.set(key, known);
  };
  for (const place of places.values()) put(place.region.name_zh, place, 'full');
  for (const place of places.values()) if (/^8[12]/.test(place.region.region_id)) putHongKong(put, place);
  for (const { name_zh, successorIds } of readPastDivisions()) {
    for (const id of successorIds)
      put(name_zh, places.get(id) ?? places.get(`${id.slice(0, 2)}0000`), 'past');
  }
  for (const [name, id] of Object.entries(nicknames))
    put(name, places.get(id), name === '龙港镇' ? 'past' : 'alias');
  for (const place of places.values()) {
    const stem = stemOf(place.region.name_zh);
    if (stem.length < 2) continue;
    for (const kind of otherKinds[place.depth - 1]!) put(stem + kind, place, 'alias');
    put(stem, place, 'short');
  }
  putBriefNames(places, put);
  for (const { name_zh, successorIds } of readPastDivisions())
    for (const id of successorIds)
      if (places.get(id)?.depth === 3) put(stemOf(name_zh), places.get(id), 'once');
  return { places, byHead: groupByHead(meanings), meanings, misspelt: misspeltNames(places) };
}

/** Zones and quarters have names like these everywhere: 高新区 is no misspelt 高陵区. */
const zones = /(?:新区|开发区|工业区|[东南西北中新老]城|[东南西北]区)$/;

/** 深川市, 温领市, 鱼锋区: names of three to six characters; quarters are called 区 too, so short ones need to sound alike (soundsAlike). */
function misspeltNames(places: ReadonlyMap<string, Place>): Map<string, PlaceName[]> {
  const found = new Map<string, PlaceName[]>();
  for (const place of places.values()) {
    const name = foldText(place.region.name_zh);
    if (name.length < 3 || name.length > 6 || !misspeltEnd.test(name) || zones.test(name)) continue;
    const meaning: PlaceName = { place, kind: 'misspelt', weight: weights.misspelt[place.depth - 1]! };
    for (let at = 0; at + 1 < name.length; at++) {
      const key = `${name.slice(0, at)}*${name.slice(at + 1)}`;
      found.set(key, [...(found.get(key) ?? []), meaning]);
    }
  }
  return found;
}

let syllables: ReadonlyMap<string, string> | undefined;

/** Whether two characters are read the same, as far as names of divisions tell: 锋 and 峰. */
export function soundsAlike(one: string, other: string): boolean {
  syllables ??= new Map(
    regionTree
      .all()
      .filter(({ region_id }) => /^[1-6]/.test(region_id))
      .flatMap(({ name_zh, pinyin }) => {
        const read = pinyin.split(' ');
        return Array.from(foldText(name_zh), (char, at) => [char, read[at] ?? ''] as const);
      }),
  );
  const sound = syllables.get(one);
  return sound !== undefined && sound !== '' && sound === syllables.get(other);
}

/** What a misspelt name ends with. */
export const misspeltEnd = /[省市县区旗州盟]$/;

/** First characters that stand before 区 and 县 as words of their own. */
const commonHeads = /^[新城郊东西南北中老开工园高经上下大小县市]/;

/**
 * 达茂旗, 旅顺区, 沙区: the first character, perhaps more in their order, and the kind; understood only right behind the city that
 * has one such division.
 */
function putBriefNames(
  places: ReadonlyMap<string, Place>,
  put: (name: string, place: Place, kind: NameKind) => void,
): void {
  const owners = new Map<string, Place | undefined>();
  for (const place of places.values()) {
    if (place.depth !== 3 || /^[78]/.test(place.region.region_id)) continue;
    for (const name of briefNamesOf(place.region.name_zh)) {
      const key = `${place.parent?.region.region_id} ${name}`;
      owners.set(key, owners.has(key) ? undefined : place);
    }
  }
  for (const [key, place] of owners) if (place) put(key.split(' ')[1]!, place, 'brief');
}

function briefNamesOf(name: string): Set<string> {
  const stem = stemOf(name);
  const kind = name.at(-1)!;
  const brief = new Set<string>();
  if (stem.length < 3 || !/[区县旗]/.test(kind)) return brief;
  if (!commonHeads.test(stem)) brief.add(stem[0]! + kind);
  brief.add(stem.slice(0, 2) + kind);
  if (kind === '旗') for (let at = 2; at < stem.length; at++) brief.add(stem[0]! + stem[at]! + kind);
  // 科左中旗 for 科尔沁左翼中旗, 梅里斯区 for 梅里斯达斡尔族区.
  const wing = /([左右])翼([前中后])$/.exec(stem);
  if (wing) brief.add(stem[0]! + wing[1]! + wing[2]! + kind);
  if (stem.endsWith('族')) brief.add(stem.replace(peoples, '') + kind);
  brief.delete(name);
  return brief;
}

function putHongKong(put: (name: string, place: Place, kind: NameKind) => void, place: Place): void {
  const name = place.region.name_zh;
  if (place.depth === 1) {
    for (const kind of ['特区', '行政区', '特別行政區']) put(stemOf(name) + kind, place, 'alias');
  }
  if (name === '九龙') put('九龙半岛', place, 'alias');
}

function groupByHead(meanings: ReadonlyMap<string, unknown>): Map<string, string[]> {
  const byHead = new Map<string, string[]>();
  for (const name of meanings.keys()) {
    const head = name.slice(0, 2);
    byHead.set(head, [...(byHead.get(head) ?? []), name]);
  }
  for (const names of byHead.values()) names.sort((a, b) => b.length - a.length);
  return byHead;
}

/** True when `above` contains `below` or is it. */
export function isWithin(below: Place, above: Place): boolean {
  for (let at: Place | undefined = below; at; at = at.parent) if (at === above) return true;
  return false;
}

/** The place at a depth on the way up from `place`; undefined when it is above or skipped (districts of Beijing have no city). */
export function ancestorAt(place: Place, depth: Place['depth']): Place | undefined {
  for (let at: Place | undefined = place; at; at = at.parent) if (at.depth === depth) return at;
  return undefined;
}
