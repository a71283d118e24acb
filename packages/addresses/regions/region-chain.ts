/**
 * Reads the divisions of China that stand one after another: 江苏省苏州市昆山市, 深圳南山, 朝阳区 北京市, with repeats, levels
 * left out, in the wrong order, and abolished names on the way. Owns which of them may follow each other and what a reading
 * is worth. Bounded: `maxSteps` names are looked at for a text.
 */
import { foldText } from '../parse-clean.ts';
import { mark, type Sheet } from '../parse-sheet.ts';
import {
  isWithin,
  misspeltEnd,
  type Place,
  type PlaceName,
  regionNames,
  soundsAlike,
} from './region-names.ts';

/** One reading of a run of names. */
export interface RegionChain {
  start: number;
  end: number;
  /** The deepest division that it names. */
  place: Place;
  score: number;
  names: number;
  /** No name in it is short of its kind. */
  full: boolean;
  /** A name in it is written wrong. */
  guessed: boolean;
  /** The characters of fillers and names, without what stands between. */
  spans: ReadonlyArray<{ start: number; end: number }>;
}

const maxSteps = 2500;
const maxNames = 9;

/** What forms put between two levels. */
const fillers =
  /^(?:(?:省|自治区)?直辖县级行政区划|(?:省|自治区)?直辖县级行政单位|省直辖县级|省直辖县|省直辖|生产建设兵团(?:第?[一二三四五六七八九十\d]{1,3}师)?|市辖区|市辖县|自治区直辖|直辖|城区(?=[^路街])|雄安新区(?=[\s,]*(?:雄县|容城|安新))|县(?=[^\s]))/;
const roadAhead =
  /^(?:[东南西北中上下内外前后新老大小]?[一二三四五六七八九十]?(?:大道|大街|路|街|巷|弄|胡同|道|桥|镇|乡(?!镇)|村|屯|社区|里弄|高速|国道|县道|站)|仔|[区县镇乡村寺祠](?!政府|委)|湾(?![仔里])|门(?:[内外]|大街|路|站|桥)|市(?!中区|南区|北区|政府|委))/;
const between = /^[\s,.;|/\\>、。·:_"'()[\]{}【】-]{0,6}(?:的(?=[^\s,。;]{2,6}[市区县旗镇]))?/;
const country =
  /^(?:雄安新区(?=[\s,]{0,2}(?:雄县|容城|安新))|中华人民共和国|中国大陆|中国|中國|china|p\.?r\.?china)[\s,.;|/、·-]{0,3}/;

interface Walk {
  sheet: Sheet;
  start: number;
  steps: { left: number };
  found: RegionChain[];
}

interface At {
  pos: number;
  place: Place | undefined;
  score: number;
  names: number;
  full: boolean;
  guessed: boolean;
  spans: Array<{ start: number; end: number }>;
  last: PlaceName | undefined;
  /** Depths that were named, as bits. */
  seen: number;
}

/** Every reading that begins somewhere in the text, at most some hundreds. `root` is known already (a country of its own). */
export function listChains(sheet: Sheet, root?: Place): RegionChain[] {
  const found: RegionChain[] = [];
  const steps = { left: maxSteps };
  for (let start = 0; start < sheet.folded.length && steps.left > 0; start++) {
    if (sheet.marks[start] !== mark.free) continue;
    const skipped = country.exec(sheet.folded.slice(start, start + 12))?.[0].length ?? 0;
    const isName = skipped > 0 || regionNames().byHead.has(sheet.folded.slice(start, start + 2));
    if (!isName && misspeltAt(sheet, start).length === 0) continue;
    const spans = skipped > 0 ? [{ start, end: start + skipped }] : [];
    const at = {
      pos: start + skipped,
      place: root,
      score: 0,
      names: 0,
      full: true,
      guessed: false,
      spans,
      last: undefined,
      seen: 0,
    };
    walk({ sheet, start, steps, found }, at);
  }
  return found.filter(({ spans: [first] }) => !isWithinName(sheet.folded, first!));
}

const longestName = 6;

/** 鞍山 in 马鞍山 is no name of its own. */
function isWithinName(folded: string, { start, end }: { start: number; end: number }): boolean {
  for (let from = Math.max(0, end - longestName); from < start; from++)
    if (
      regionNames()
        .byHead.get(folded.slice(from, from + 2))
        ?.includes(folded.slice(from, end))
    )
      return true;
  return false;
}

function walk(way: Walk, at: At): void {
  if (at.names >= maxNames) return;
  const { folded, marks } = way.sheet;
  for (const next of nextPositions(way, at)) {
    if (marks[next.pos] !== mark.free) continue;
    const names = namesAt(folded, next.pos);
    if (!names.some((name) => misspeltEnd.test(name))) walkMisspelt(way, at, next);
    for (const name of names) {
      const meanings = regionNames().meanings.get(name)!;
      const fits = at.place !== undefined && meanings.some(({ place }) => isRelated(place, at.place!));
      for (const meaning of meanings) {
        if (--way.steps.left < 0) return;
        // A place of the same name elsewhere is meant only where none is here.
        if (fits && !isRelated(meaning.place, at.place!)) continue;
        follow(way, { at, from: next, end: next.pos + name.length, meaning });
      }
    }
  }
}

/** 山东省 in 山东省立医院 is of the hospital's name. */
const namesAt = (folded: string, pos: number): string[] =>
  (regionNames().byHead.get(folded.slice(pos, pos + 2)) ?? []).filter(
    (name) => folded.startsWith(name, pos) && !(folded[pos + name.length] === '立' && /[省市县]$/.test(name)),
  );

/** What begins here and is a division's official name but for one character. */
function misspeltAt({ folded, marks }: Sheet, pos: number): Array<PlaceName & { end: number }> {
  const found: Array<PlaceName & { end: number }> = [];
  for (let end = pos + 3; end <= Math.min(pos + 6, folded.length); end++) {
    if (marks[end - 1] !== mark.free) break;
    const name = folded.slice(pos, end);
    if (!misspeltEnd.test(name)) continue;
    const isQuarter = name.length === 3 && name.endsWith('区');
    for (let at = 0; at + 1 < name.length; at++)
      for (const meaning of regionNames().misspelt.get(`${name.slice(0, at)}*${name.slice(at + 1)}`) ?? [])
        if (!isQuarter || soundsAlike(name[at]!, foldText(meaning.place.region.name_zh)[at]!))
          found.push({ ...meaning, end });
  }
  return found;
}

/** A misspelt name counts below the division that it is in, or right before one that is in it. */
function walkMisspelt(way: Walk, at: At, from: Position): void {
  const { sheet } = way;
  for (const { end, ...meaning } of misspeltAt(sheet, from.pos)) {
    if (--way.steps.left < 0) return;
    const isBelow = at.place && meaning.place !== at.place && isWithin(meaning.place, at.place);
    const isAhead =
      isFollowedByOwn(sheet.folded, { end, place: meaning.place }) ||
      (meaning.place.depth === 2 && isFollowedByMisspelt(sheet, { end, place: meaning.place }));
    if (isBelow || isAhead) follow(way, { at, from, end, meaning });
  }
}

/** 柳洲市鱼锋区: one of its own divisions follows, misspelt as well. */
const isFollowedByMisspelt = (sheet: Sheet, { end, place }: { end: number; place: Place }): boolean =>
  misspeltAt(sheet, end).some((next) => next.place !== place && isWithin(next.place, place));

const isRelated = (a: Place, b: Place): boolean => isWithin(a, b) || isWithin(b, a);

interface Position {
  pos: number;
  apart: boolean;
  filler: { start: number; end: number } | undefined;
}

/** Where the next name may begin: right here, after a separator, after a filler. */
function nextPositions({ sheet }: Walk, at: At): Position[] {
  if (at.names === 0) return [{ pos: at.pos, apart: false, filler: undefined }];
  const { folded, marks } = sheet;
  let pos = at.pos + between.exec(folded.slice(at.pos, at.pos + 6))![0].length;
  while (marks[pos] === mark.label) pos++;
  pos += between.exec(folded.slice(pos, pos + 6))![0].length;
  const positions: Position[] = [{ pos, apart: pos > at.pos, filler: undefined }];
  // 成都是锦江区: so the ear writes 市.
  const isHeard = at.last?.kind === 'short' && /^[是事式]\p{Script=Han}/u.test(folded.slice(pos, pos + 2));
  const filler = isHeard ? folded[pos] : fillers.exec(folded.slice(pos, pos + 16))?.[0];
  if (filler) {
    const end = pos + filler.length;
    const after = end + between.exec(folded.slice(end, end + 6))![0].length;
    positions.push({ pos: after, apart: after > at.pos, filler: { start: pos, end } });
  }
  return positions;
}

interface Step {
  at: At;
  from: Position;
  end: number;
  meaning: PlaceName;
}

function follow(way: Walk, step: Step): void {
  const { at, from, end, meaning } = step;
  const gain = gainOf(way, step);
  if (gain === undefined) return;
  const deeper = at.place === undefined || !isWithin(at.place, meaning.place);
  const next: At = {
    pos: end,
    place: deeper ? meaning.place : at.place!,
    score: at.score + gain - (from.filler ? 0.1 : 0),
    names: at.names + 1,
    full: at.full && meaning.kind !== 'short' && meaning.kind !== 'once',
    guessed: at.guessed || meaning.kind === 'misspelt',
    spans: [...at.spans, ...(from.filler ? [from.filler] : []), { start: from.pos, end }],
    last: meaning,
    seen: at.seen | (1 << meaning.place.depth),
  };
  if (meaning.kind !== 'short' || deeper || isNew(at, meaning)) {
    const { place, score, names, full, guessed, spans } = next;
    way.found.push({ start: way.start, end, place: place!, score, names, full, guessed, spans });
  }
  walk(way, next);
}

const isNew = (at: At, { place }: PlaceName): boolean => (at.seen & (1 << place.depth)) === 0;

/** What the name adds to the reading, or undefined when it can't follow. */
function gainOf(way: Walk, { at, from, end, meaning }: Step): number | undefined {
  const { place, kind, weight } = meaning;
  const { folded, marks } = way.sheet;
  const bounded =
    end >= folded.length || marks[end] !== mark.free || /[\s,.;|/\\>、。·()（）【】[\]-]/.test(folded[end]!);
  // 通辽市 科左后旗: two characters before 旗 are no chance.
  const isApart = from.apart && !/..旗$/u.test(folded.slice(from.pos, end));
  if (
    kind === 'brief' &&
    (isApart || at.place === undefined || place === at.place || !isWithin(place, at.place))
  )
    return undefined;
  // 天津 塘沽, 上海南汇惠南镇: only below its city, and by itself or before a town.
  if (kind === 'once') {
    const isBelow = at.place !== undefined && place !== at.place && isWithin(place, at.place);
    return isBelow && (bounded || townAhead.test(folded.slice(end, end + 6))) ? weight : undefined;
  }
  if (kind === 'short' && !bounded && isOtherWord(folded, { end, place })) return undefined;
  if (at.place === undefined) {
    if (anyTowns.test(folded.slice(from.pos, end))) return weight - 3;
    if (kind !== 'short' || place.depth < 3) return weight;
    // 恭城, 昆山 alone: a district only where nothing better is said.
    return bounded && way.start === from.pos ? weight - 0.5 : weight - 1.5;
  }
  if (place !== at.place && isWithin(place, at.place)) {
    const skipped =
      place.depth - at.place.depth > 1 && at.place.parent === undefined && place.parent !== at.place;
    return weight - (skipped ? 0.5 : 0);
  }
  if (isWithin(at.place, place)) return gainOfRepeat(at, meaning, from);
  return gainOfReplacement(at, meaning);
}

/** Many a town, market and estate has an eastern part: a district only below its city. */
const anyTowns = /^(?:[东西南北城郊矿]区)$/u;

/** 朝阳 in 朝阳路; but 石家庄 in 石家庄桥西区, where one of its own divisions follows. */
function isOtherWord(folded: string, { end, place }: { end: number; place: Place }): boolean {
  const ahead = folded.slice(end, end + 6);
  // 奉贤南桥镇: the bridge is a town's.
  if (place.depth === 3 && townAhead.test(ahead)) return false;
  return roadAhead.test(ahead) && !isFollowedByOwn(folded, { end, place });
}

const townAhead = /^\p{Script=Han}{2,3}(?:街道|[镇乡])/u;

/** Whether one of the place's own divisions follows right away. */
const isFollowedByOwn = (folded: string, { end, place }: { end: number; place: Place }): boolean =>
  namesAt(folded, end).some((name) =>
    regionNames()
      .meanings.get(name)!
      .some((next) => next.place !== place && isWithin(next.place, place)),
  );

/** A name said again, or one above after one below (朝阳区 北京市). */
function gainOfRepeat(at: At, meaning: PlaceName, from: Position): number | undefined {
  if (isNew(at, meaning)) {
    if (meaning.kind === 'short' && at.seen !== 0 && !from.apart) return undefined;
    return meaning.weight * (at.seen === 0 ? 1 : 0.6);
  }
  if (meaning.kind === 'short') return 0;
  // 上海 上海市: what was short is now said in full.
  if (at.last?.kind === 'short' && at.last.place === meaning.place)
    return meaning.weight - at.last.weight + 0.5;
  return meaning.place === at.place || meaning.place.depth === 1 || at.names > 1 ? 0.5 : 0.2;
}

/** 巢湖市 无为县, 苍南县 龙港镇, 伊犁州 塔城地区: what was once above is now beside. */
function gainOfReplacement(at: At, { place, kind, weight }: PlaceName): number | undefined {
  const before = at.place!;
  if (kind === 'short') return undefined;
  if (before.region.region_id === '654000' && /^65(?:42|43)/.test(place.region.region_id)) return weight;
  const province = (of: Place): string => of.region.region_id.slice(0, 2);
  if (province(before) !== province(place) || place.depth !== 3 || !at.last) return undefined;
  // 渭南韩城市新城区: the city was named, and has no such district; it is a quarter.
  if ((at.seen & (1 << 2)) !== 0 && place.parent !== before.parent) return undefined;
  if (kind === 'past' || at.last.kind === 'past') return weight - 2;
  return before.depth === 3 && before.region.name_zh.endsWith('市') ? weight - 3 : undefined;
}
