/**
 * The person and the house of a Chinese text by what the tagger says of its parts: the second witness beside the rules. Owns how spans
 * become a name and a detail; divisions and numbers stay what the rules found.
 */
import { isEasternDepartment } from '../departments.ts';
import { bareName, isFamilyName } from '../name-rules.ts';
import { freeText, mark, type Piece, piecesOf, type Sheet } from '../parse-sheet.ts';
import type { HanSpan, HanTagging } from '../tagging/han-tagger.ts';
import { firmCalled } from './china-labels.ts';
import { isQuarter } from './island-quarters.ts';
import { inBothScripts, withBeside } from './two-scripts.ts';
import { isOfOtherTongue, isSpare, wholeName } from './whole-names.ts';

/** A person and a house with the sheet on which everything else is crossed out. */
interface ReadBy {
  name: string;
  detail: string;
  sheet: Sheet;
}

export interface RulesRead extends ReadBy {
  /** Somebody spoke, as far as rules know. */
  hasTalk: boolean;
  /** Their person is a part of a house or a firm to the tagger. */
  isHouse: boolean;
}

export interface TaggedRead extends ReadBy {
  /** How likely the name and the least likely part of the house are right. */
  sure: number;
}

/** What was found before. */
interface Read {
  country: string;
  /** Names of the divisions, longest first. */
  said: readonly string[];
  /** The firm: a label needs it, so it stands in the detail wherever it was said. */
  company: Piece | undefined;
  /** Where a label says that a name begins. */
  nameStarts: readonly number[];
}

/**
 * Crosses out everything on the sheet that is neither. The sheet has its numbers, labels, wishes and divisions crossed out; what rules
 * took for talk, and the tagger for a person or a house, is free again.
 */
export function takeTagged(placed: Sheet, { spans, measureNone }: HanTagging, read: Read): TaggedRead {
  const sheet = { ...placed, marks: placed.marks.slice() };
  const nameSpan = bestName(sheet, spans, read);
  const houses = housesOf(sheet, spans, read);
  const kept = new Uint8Array(sheet.text.length);
  for (const { start, end } of houses) kept.fill(1, start - sinceDivision(sheet, start, kept), end);
  if (read.company) {
    const { start, end } = read.company;
    kept.fill(1, start, end);
    sheet.marks.fill(mark.free, start, end);
  }
  keepFirms(sheet, kept, nameSpan);
  keepCityOfFirm(sheet, kept, read.said);
  keepDepartments(sheet, kept, nameSpan, read.company !== undefined);
  keepHosts(sheet, kept);
  if (sheet.folded.includes('信箱')) keepCalled(sheet, kept, boxes);
  if (read.country === 'SG') keepCalled(sheet, kept, blocks);
  if (read.country !== 'CN') {
    keepStreet(sheet, kept);
    keepGlued(sheet, kept);
    keepLatin(sheet, kept);
  }
  keepBetween(sheet, kept);
  keepUnits(sheet, kept);
  keepRooms(sheet, kept);
  dropRoles(sheet, kept);
  keepSpokenNumbers(sheet, kept);
  for (let at = 0; at < sheet.marks.length; at++) {
    const isFixed = sheet.marks[at] === mark.number || sheet.marks[at] === mark.region;
    if (isFixed) continue;
    if (kept[at] === 1) sheet.marks[at] = mark.free;
    else if (sheet.marks[at] === mark.free && /[\p{L}\p{N}]/u.test(sheet.text[at]!))
      sheet.marks[at] = mark.dropped;
  }
  if (nameSpan) sheet.marks.fill(mark.name, nameSpan.start, nameSpan.end);
  const streets = houses.filter(({ kind }) => kind === 'street').map(({ probability }) => probability);
  return {
    name: nameSpan ? writtenName(sheet, nameSpan) : '',
    detail: freeText(sheet),
    sheet,
    sure: (nameSpan?.probability ?? measureNone('name')) * Math.min(1, ...streets),
  };
}

/** Where nobody speaks rules are right more often than a tagger that is less sure than this. */
const leastSure = 0.4;
/** What the tagger is surely right about. */
const sureOfTags = 0.8;

/** One of the two, and how likely it is right: as often as it was on messages that neither had seen. */
export function chooseParts(rules: RulesRead, tagged: TaggedRead): ReadBy & { sure: number } {
  if (isSame(rules, tagged)) return { ...tagged, sure: tagged.sure > 0.9 ? 1 : 0.9 + tagged.sure / 15 };
  const findsNobody = rules.name === '' && tagged.name !== '';
  const isBetter = findsNobody || (rules.isHouse && tagged.name !== '');
  if (!rules.hasTalk && !isBetter && tagged.sure < leastSure) return { ...rules, sure: 0.85 };
  return { ...tagged, sure: Math.max(0.4, 0.94 * tagged.sure) };
}

/** Whether a piece is within what is surely something else than a person. */
export const isInHouse = ({ spans }: HanTagging, piece: Piece | undefined): boolean =>
  piece !== undefined &&
  spans.some(
    ({ kind, probability, start, end }) =>
      (kind === 'street' || kind === 'firm') &&
      probability >= sureOfTags &&
      start <= piece.start &&
      end >= piece.end,
  );

const isSame = (one: ReadBy, other: ReadBy): boolean =>
  one.name === other.name && plain(one.detail) === plain(other.detail);

const plain = (text: string): string => text.replace(/[\p{P}\p{S}\s]/gu, '');

/** Up to so many characters that stand between a division and a house, or in a house, are of it. */
const longestGap = 4;
const longestTown = 8;

/** 杭州市具体文三路: words that lead from one to the other. */
const said = /[的是在那就这寄到发送给请改住]|具体|详细|地址|位置|门牌|老家|家里/;

/** 博物馆旁边的便利店. */
const positionBetween = /^(?:旁边?|对面|隔壁|楼上|楼下|后面|前面)的?$/u;

/** 伊宁县吉里于孜镇: how many characters before a house belong to it, since no stop parts them from a division or from the house before. */
function sinceDivision({ folded, marks }: Sheet, start: number, kept: Uint8Array): number {
  let from = start;
  while (from > 0 && start - from <= longestTown && marks[from - 1] === mark.free && kept[from - 1] === 0)
    from--;
  const between = folded.slice(from, start).trim();
  if (positionBetween.test(between) && kept[from - 1] === 1) return start - from;
  if (!/^\p{Script=Han}+$/u.test(between) || said.test(between)) return 0;
  const isTown = /(?:街道|[镇乡])$/.test(between) && marks[from - 1] === mark.region;
  const isShort = between.length <= longestGap && (marks[from - 1] === mark.region || kept[from - 1] === 1);
  return isTown || isShort ? start - from : 0;
}

const street =
  /(?:\p{Script=Han}{1,10}(?:[道路街径徑巷里]|[马馬]路)(?:[东西南北中]|[一二三四五六七八九十]段)? ?)(\d{1,4}(?:-\d{1,4})?[a-z]? ?号)/gu;

/** 駱克道 300 號: the only street with its number is the house's, with what goes on from it, where the tagger has no other. */
function keepStreet({ text, folded, marks }: Sheet, kept: Uint8Array): void {
  const found = [...folded.matchAll(street)];
  const [{ index, 0: run } = { index: 0, 0: '' }] = found;
  const end = index + run.length;
  if (found.length !== 1 || kept.subarray(end - 2, end).every((as) => as === 1)) return;
  let start = end - run.length;
  for (let at = start; at < end; at++)
    if (marks[at] === mark.region || marks[at] === mark.name || marks[at] === mark.label) start = at + 1;
  if (marks.subarray(start, end).includes(mark.number) || !/[道路街径巷里]/.test(folded.slice(start, end)))
    return;
  const next = kept.indexOf(1, end);
  const between = next < 0 ? undefined : text.slice(end, next);
  const goesOn = between !== undefined && between.length <= longestTown && !/[\n,，。;|\d]/.test(between);
  const to = goesOn ? next : end;
  kept.fill(1, start, to);
  marks.fill(mark.free, start, to);
}

/** The longest name of a quarter with a street. */
const longestGlued = 10;

/** 葵涌大連排道152號, 新蒲崗爵祿街33號: a street before the number of the house, and a quarter before the street, without a stop between. */
function keepGlued({ folded, marks }: Sheet, kept: Uint8Array): void {
  const house = kept.findIndex((as, at) => as === 1 && marks[at] === mark.free);
  if (house < 1) return;
  let from = house;
  while (from > 0 && house - from <= longestGlued && isOwnHan(folded[from - 1]!, marks[from - 1])) from--;
  const glued = folded.slice(from, house);
  const isStreet = /^\d/.test(folded.slice(house)) && /.[道路街径徑巷里]$/u.test(glued);
  if (glued.length <= longestGlued && (isStreet || isQuarter(glued))) kept.fill(1, from, house);
}
const isOwnHan = (char: string, as: number | undefined): boolean =>
  as === mark.free && /\p{Script=Han}/u.test(char);

const latinStreet =
  /\d ?号|(?<![a-z])(?:rua|avenida|estrada|travessa|calçada|largo|road|street|avenue|edif|edifício|building|mansion|house|court|tower|no)(?![a-z])/u;
/** So long is the name of a street in two scripts. */
const longestStreet = 60;

/** `澳門 Rua do Campo 水坑尾 120 號 Edifício Kin Fai 建輝大廈 10樓`: from the division to the house all is the house's. */
function keepLatin({ text, folded, marks }: Sheet, kept: Uint8Array): void {
  const house = kept.findIndex((as, at) => as === 1 && marks[at] !== mark.region);
  const division = house < 1 ? -1 : marks.lastIndexOf(mark.region, house - 1);
  const between = folded.slice(division + 1, house);
  if (division < 0 || between.length > longestStreet || /[\n,，。;:|()]/.test(between.trim())) return;
  if (!latinStreet.test(between) || !/\p{Script=Latin}{3}/u.test(between)) return;
  const own = marks.subarray(division + 1, house);
  if (own.includes(mark.number) || own.includes(mark.name) || own.includes(mark.label)) return;
  const start =
    division + 1 + (text.slice(division + 1).length - text.slice(division + 1).trimStart().length);
  kept.fill(1, start, house);
  marks.fill(mark.free, start, house);
}

const number = /^[\s,]*(?:\d{1,4}(?:-\d{1,4})? ?号 ?[a-z]?)[\s,]*$/u;

/** 【街道】十月初五馬路【門牌】29 號: the number of a form between two parts of a house. */
function keepBetween({ text, folded, marks }: Sheet, kept: Uint8Array): void {
  for (const { index, 0: run } of folded.matchAll(
    /(?<![\d-])\d{1,4}(?:-\d{1,4})? ?号(?: ?[a-z](?![a-z]))?/gu,
  )) {
    const end = index + run.length;
    if (kept[index] === 1 || marks[index] === mark.number) continue;
    let from = index;
    while (from > 0 && (marks[from - 1] === mark.label || /[\s,【】[\]:]/u.test(text[from - 1]!))) from--;
    let to = end;
    while (to < text.length && (marks[to] === mark.label || /[\s,【】[\]:]/u.test(text[to]!))) to++;
    if (from === 0 || kept[from - 1] === 0 || index - from > 8) continue;
    if (!/[路街道巷里段]$/u.test(folded.slice(0, from)) || !number.test(run)) continue;
    kept.fill(1, index, end);
    marks.fill(mark.free, index, end);
  }
}

const unit =
  /^(?:地下|地铺|地库|阁楼|天台|(?:\d{1,4}|[a-z])(?:号楼|号室|号|室|栋|幢|座|单元|层|楼)|\p{Script=Han}{1,4}(?:组|队|村))$/u;

/** `6号，5号楼，8号室`, `115號地下`: a unit by itself right behind a house. */
function keepUnits(sheet: Sheet, kept: Uint8Array): void {
  for (const { start, end } of piecesOf(sheet)) {
    let from = start;
    while (from < end && kept[from] === 1) from++;
    if (from === end || !unit.test(sheet.folded.slice(from, end))) continue;
    const before = /[\s,，、]{1,2}$/u.exec(sheet.text.slice(0, start))?.[0].length ?? 0;
    const isBehind = from > start || (before > 0 && kept[start - before - 1] === 1);
    if (isBehind) kept.fill(1, from, end);
  }
}

/** 部门: of a form. */
const departmentLabel = /(?:部门|科室)(?:名称)?[:：] ?$/u;
/** 行政 路遥: where somebody works, by itself between the firm and the name. */
const office = /^(?:行政|财务|人事|采购|后勤|售后|前台|编辑|物流|品控|质检)$/u;

/** A word that is a department, of the firm that the text names or between a house and the person: `採購部`, `資訊工程學系`. */
function keepDepartments(sheet: Sheet, kept: Uint8Array, name: Piece | undefined, hasFirm: boolean): void {
  for (const { 0: run, index } of sheet.folded.matchAll(/[\p{L}\p{N}]+/gu)) {
    const word = run.replace(/亲?[收启]$/u, '');
    const end = index + word.length;
    const isName = name && name.start < end && name.end > index;
    const marks = sheet.marks.subarray(index, end);
    if (isName || marks.includes(mark.number) || marks.includes(mark.region)) continue;
    const isAhead = name !== undefined && name.start - end === 1;
    const isBetween = kept[index - 2] === 1 && isAhead;
    const isLabelled = departmentLabel.test(sheet.folded.slice(Math.max(0, index - 6), index));
    const isOffice = hasFirm && isAhead && office.test(word);
    if (!isLabelled && !isOffice && (!(hasFirm || isBetween) || !isEasternDepartment(word, 'TW'))) continue;
    kept.fill(1, index, end);
    sheet.marks.fill(mark.free, index, end);
  }
}

/** What a firm, a school or a shop is called ends so. */
const firmTail =
  '(?:公司|集团|商贸?行|批发部|经营部|门市部|营业部|工厂|制品厂|机械厂|纺织厂|加工厂|合作社|事务所|超市|酒店|宾馆|支行|分行|大学|学院|医院|卫生院|中学|小学|学校|幼儿园|云仓|研究院)';
const restOfFirm = new RegExp(`^\\p{Script=Han}{0,14}?${firmTail}`, 'u');
/** 聊城市鲁西康复器械有限公司采购部, (操作部), 销售二部: behind the firm, before whoever works there. */
const ofFirm =
  /^(?:[,、 ]?\((?:\p{Script=Han}{1,5}?(?:部|处|科|课|组|室|中心|车间)|仓库)\)|[,、 ]?(?:\p{Script=Han}{1,5}?[一二三四五六七八九\d]?(?:部|处|科|课|组|室|中心|车间)|仓库|库房)(?![长员门技学落位内外\d]))/u;
/** 中国石油大学(华东)工科楼B区, 河南大学明伦校区: a campus or a building of it. */
const ofSchool =
  /^(?:\([\p{Script=Han}a-z\d]{1,8}\))?(?:\p{Script=Han}{1,6}?(?:校区|院区|生活区|宿舍区?|公寓|楼|馆|斋|舍)[a-z\d]{0,3}[区座]?)?/u;
const school = /(?:大学|学院|学校|中学|医院)$/u;
const firmEnd = new RegExp(`${firmTail}\\)?$`, 'u');
/** 218 宿舍. */
const roomCalled = /^ ?(?:宿舍|寝室|办公室|病房|包间|工作室|实验室)(?![楼区\p{Script=Han}])/u;

/** The name of a firm in a house is cut nowhere; what is a part of the firm stands with it. */
function keepFirms({ folded, marks }: Sheet, kept: Uint8Array, name: Piece | undefined): void {
  const keep = (from: number, length: number): number => {
    const to = from + length;
    const isTaken = name !== undefined && name.start < to && name.end > from;
    const own = marks.subarray(from, to);
    if (length === 0 || isTaken || own.includes(mark.number) || own.includes(mark.region)) return from;
    kept.fill(1, from, to);
    marks.fill(mark.free, from, to);
    return to;
  };
  for (let at = 1; at < folded.length; at++) {
    if (kept[at] === 1 || kept[at - 1] === 0 || marks[at] === mark.number) continue;
    const behind = folded.slice(at, at + 24);
    const before = folded.slice(Math.max(0, at - 8), at);
    let end = at;
    if (!firmEnd.test(before)) end = keep(at, restOfFirm.exec(behind)?.[0].length ?? 0);
    if (/\d$/.test(before)) end = keep(at, roomCalled.exec(behind)?.[0].length ?? 0);
    const upToNow = folded.slice(Math.max(0, end - 8), end);
    if (school.test(upToNow)) end = keep(end, ofSchool.exec(folded.slice(end, end + 24))?.[0].length ?? 0);
    if (firmEnd.test(folded.slice(Math.max(0, end - 8), end)))
      keep(end, ofFirm.exec(folded.slice(end, end + 16))?.[0].length ?? 0);
  }
}

/** 眉山市果园合作社: what goes on from a city to what a firm is called. */
export const restOfCalled =
  /^(?!\p{Script=Han}{0,9}[省市区县镇乡村路街道巷])\p{Script=Han}{2,14}?(?:公司|集团|合作社|书店|书城|酒店|宾馆|饭店|工厂|制品厂|商行|中心|大学|学院|医院|学校|中学|小学|幼儿园|事务所|研究院|研究所)/u;

/** Behind a house a city once more is what the firm is called by. */
function keepCityOfFirm({ folded, marks }: Sheet, kept: Uint8Array, said: readonly string[]): void {
  for (let at = 1; at < folded.length; at++) {
    if (kept[at] === 0 || kept[at - 1] === 1 || marks[at - 1] !== mark.free) continue;
    const before = folded.slice(0, at);
    const city = said.find((name) => name.length > 1 && before.endsWith(name));
    if (city && restOfCalled.test(folded.slice(at, at + 20))) kept.fill(1, at - city.length, at);
  }
}

const host =
  /(?<![\p{Script=Han}\d])(?!请|麻烦|代|帮|可|由|再|烦)\p{Script=Han}{2,4}转(?:交)?(?=$|[\s,，。;；()（）])|(?<=[\p{Script=Han}\d][\s,，])(?!我|咱|他|她|你|您|到|在|老|大|全|回|人|婆|娘)\p{Script=Han}{2,3}家(?=[\s,，])/gu;

/** 黄金枝转交, 禚桂英家: who hands it on, or in whose house it is, stands on the label. */
function keepHosts({ folded, marks }: Sheet, kept: Uint8Array): void {
  for (const { 0: words, index } of folded.matchAll(host)) {
    if (!words.endsWith('交') && !(isFamilyName(words[0]!) && marks[index] !== mark.name)) continue;
    kept.fill(1, index, index + words.length);
    marks.fill(mark.free, index, index + words.length);
  }
}

const boxes =
  /(?:邮政|邮局|军邮)(?:总局)?(?:专用)?(?:第? ?\d{1,6} ?(?:附 ?\d{1,3} ?)?号?信箱|信箱 ?第? ?\d{1,6} ?号?)/gu;

/** `Blk 79 Toa Payoh Central`: how houses of Singapore are called, also in Chinese. */
const blocks =
  /(?<![a-z])(?:blk|block) ?\d{1,4}[a-z]?(?: (?!tel|hp|mobile|phone|attn|s\d)[a-z][a-z']*){1,4}(?: \d{1,3}(?![\d-]))?/gu;

/** 郵政第45號信箱 and the like are houses, whatever stands around them. */
function keepCalled({ folded, marks }: Sheet, kept: Uint8Array, pattern: RegExp): void {
  for (const { 0: called, index } of folded.matchAll(pattern)) {
    for (let at = index; at < index + called.length; at++) {
      if (marks[at] === mark.number || marks[at] === mark.region) continue;
      kept[at] = 1;
      marks[at] = mark.free;
    }
  }
}

const rooms =
  /^(?:[ ,;]{0,2}(?:后座|前座|左座|右座|地铺|地下|地库|阁楼|天台|平台)(?!\p{Script=Han})|[ ,;]{0,2}\d{1,2}\/f(?![a-z])(?:[ ,]{1,2}[a-z](?![a-z]))?|(?:[ ,;]{0,2}| \n,)(?:[东西南北] ?)?(?:[a-z]|[a-z]?\d{1,5}|[一二三四五六七八九十]{1,3}|[甲乙丙丁戊]) ?(?:号楼|号室|号床|单元|病房|病区|营内班|店面|铺面|商铺|铺位|档口?|摊位|[栋幢座梯楼层室房床铺]|(?<=[东西南北] ?\d{1,4} ?)号(?![楼码线]))(?![路街道线店桥]))+(?: ?[a-z](?![a-z]))?/u;
/** A position beside something, or where somebody takes parcels in. */
const spots =
  /^ ?\(?(?![放请送到在找给交打别不要])(?:\p{Script=Han}{1,4}(?:旁边?|对面|隔壁|斜对面)|旁边?的?(?:丰巢|菜鸟|快递)?(?:快递)?(?:柜|驿站)|(?:\p{Script=Han}{0,3}的)?(?:那家|那户|那一[家户])|(?:倒数)?第[一二三四五\d]{1,2}[家户间]|(?:前|后|东|西|南|北)门进|传达室|门卫室?|收发室|保安室|值班室|大队部|村公所|总务处|教务处|政教处|学生处|后勤处|财务[室处]|收发处|办公室)\)?(?=$|[\s,，。;；转()（）\d])/u;
/** 底店6, building 5 room 204. */
const namedRooms =
  /^(?:[ ,]{0,2}(?:底店|底商|门面|店面|商铺|铺面|铺位|档口|摊位|车库|库房|仓库|厂房) ?[a-z]?\d{1,4}(?:-\d{1,3})?号?|(?:[ ,]{1,2}(?:building|bldg|unit|room|rm|floor|flat|block|apt)\.? ?#?[a-z]?\d{1,5}[a-z]?(?![a-z\d])|[ ,]{1,2}(?:tower|building|block) [a-z](?![a-z]))+)/u;
/** 二楼左手, 东户: which door of a floor. */
const whichDoor = /^ ?楼?(?:[左右](?:手边?|边|侧|户|门)?|[东西中][户门])(?=$|[\s,;。()])/u;
/** 橙蜂驿站(菜鸟): who runs it. */
const carrierNamed =
  /^ ?\((?:菜鸟|丰巢|兔喜|妈妈|邮政|中通|圆通|韵达|申通|顺丰|京东|极兔)(?:驿站|快递|柜)?\)/u;
/** 首开国风润城 23-2-1101. */
const roomInDashes = /^ \d{1,3}(?:-\d{1,4}){1,3}(?![\d-])/u;
/** (卫生院对面卖化肥的): a remark that began in the house ends with its bracket. */
const restOfBracket = /^\p{Script=Han}{1,8}\)/u;
/** 村口小卖部对面第二家. */
const villageSpot =
  /^,? ?(?:[村路巷街镇桥][口头])\p{Script=Han}{0,8}(?:旁边?|对面|隔壁|后面)(?:的)?(?:第[一二三四五\d][家户间])?(?=$|[\s,;。()])/u;
/** `14 樓 B`. */
const flatLetter = /^ ?[a-z]{1,2}(?= ?(?:$|[,，。;\n]))/;
/** 5楼16 床, A栋206仓, 2号生活区: the kind of what the number before counts. */
const restOfUnit =
  /^ ?(?:号?床|仓|铺|档口?|卡位|车位|工位|号门)(?![\p{Script=Han}])|^\p{Script=Han}{0,2}(?:活区|公区|舍区|仓库)(?=$|[\s,;。()])/u;
/** 10层 东. */
const whichSide = /^ ?[东西南北中](?:户|侧|边|门|头)?(?=$|[\s,;。()])/u;
/** 二楼退货处, 三楼宴会厅, 二楼党建办: what is on a floor or in a building. */
const placeWithin =
  /^ ?\d{0,2}号?窗口(?: ?\d{1,2}号?)?(?=$|[\s,;。()])|^ ?(?![放请送到在找给交打别不要转由])\p{Script=Han}{1,6}(?:处|厅|办|站|库房?|堂|部|科|组|口|仓|车间|窗口)(?=$|[\s,，。;；()（）/、\]】])/u;
const bareRoom = /^ ?(?:[—–-]{1,2}|[、,;]) ?\d{2,5}(?![\d\p{L}])/u;
const isWithin =
  /(?:[\d一二三四五六七八九十][层楼栋座幢]|[法医]院|公司|办事处|中心|酒店|学校|[中小]学|大学|合作社|银行|庭)$/u;
const building = /(?:[栋幢座楼]|单元|公寓楼?|大厦|[a-z])$/u;

/** `彩虹花園 K 座 5 梯 802 房`, `9号楼21层 46床`, `11幢——1402`: units and beds go on from a house, whatever parts them. */
function keepRooms({ folded, marks }: Sheet, kept: Uint8Array): void {
  for (let at = 1; at < folded.length; at++) {
    if (kept[at] === 1 || kept[at - 1] === 0 || marks[at] === mark.number) continue;
    const behind = folded.slice(at, at + 32);
    const isBuilding = building.test(folded.slice(Math.max(0, at - 4), at));
    const more =
      rooms.exec(behind)?.[0] ??
      namedRooms.exec(behind)?.[0] ??
      villageSpot.exec(behind)?.[0] ??
      (/\p{Script=Han}$/u.test(folded[at - 1]!) ? roomInDashes.exec(behind)?.[0] : undefined) ??
      (/\([^()\n]{2,10}$/u.test(folded.slice(Math.max(0, at - 12), at))
        ? restOfBracket.exec(behind)?.[0]
        : undefined) ??
      whichDoor.exec(behind)?.[0] ??
      (/\d$/.test(folded[at - 1]!) || /\d号.?$/u.test(folded.slice(Math.max(0, at - 4), at))
        ? restOfUnit.exec(behind)?.[0]
        : undefined) ??
      (/[层楼]$/u.test(folded[at - 1]!) ? whichSide.exec(behind)?.[0] : undefined) ??
      (isWithin.test(folded.slice(Math.max(0, at - 6), at)) ? placeWithin.exec(behind)?.[0] : undefined) ??
      (/[站柜店]$/u.test(folded.slice(0, at)) ? carrierNamed.exec(behind)?.[0] : undefined) ??
      (isBuilding ? bareRoom.exec(behind)?.[0] : undefined) ??
      spots.exec(behind)?.[0] ??
      (folded[at - 1] === '楼' ? /^[上下]/.exec(behind)?.[0] : undefined) ??
      (/[楼座]/.test(folded[at - 1]!) ? flatLetter.exec(behind)?.[0] : undefined);
    if (more === undefined) continue;
    let end = at;
    while (end < at + more.length && marks[end] !== mark.number && marks[end] !== mark.region) end++;
    kept.fill(1, at, end);
    marks.fill(mark.free, at, end);
  }
}

/** What somebody is, or where they want it sent, by itself. */
export const role =
  /^(?:客人|住客|病人|家属|社工|护工|大副|库管|仓管|书记员|院友|工长|列兵|上等兵|一等兵|下士|士官|战士|班主任|转|转交|收件|收|寄|酒店|或者?|及|和|公司电?|屋企|(?:寄|送|发|邮)(?:到|往|去|回)?(?:我们?)?(?:店里|公司|单位|学校|酒店|宾馆|医院|家里|老家|宿舍|工地|办公室|厂里))$/u;

/** What somebody does for a firm, on a line of its own. */
export const job =
  /^(?:高级|资深|助理|首席|行政|业务|市场|项目)?(?:工程师|审计员?|会计师|经理|专员|主任|助理|秘书|总监|主管|科长|部长|顾问|设计师|业务员|医师|护理师|组长|课长|店长|厂长)$/u;

const whenThere =
  /^(?:白天|晚上|平日|平时|周末|假日)?(?:都|会)?(?:在|去)(?:学校|公司|家|上班|上课|店里)?(?:收|上班|上课)?$/u;

/** A shop that is named without anybody. */
export const isShop = (name: string): boolean =>
  /^.{2,}(?:五金|[书書]屋|[书書]店|茶餐[厅廳]|冰室|[饼餅]家|[饼餅]店|花店|[药藥]房|[药藥]店|手信|[杂雜][货貨]|士多|餐[厅廳]|琴行|影[楼樓]|[车車]行|旅行社|文具|印刷|建材|[发髮]廊|美容)$/u.test(
    name,
  );

/** What somebody is stands by itself before a name or a label: no part of a house. */
function dropRoles(sheet: Sheet, kept: Uint8Array): void {
  for (const { 0: words, index } of sheet.folded.matchAll(firmCalled))
    kept.fill(0, index, index + words.length);
  for (const { start, end } of piecesOf(sheet))
    if ([role, job, whenThere].some((pattern) => pattern.test(sheet.folded.slice(start, end))))
      kept.fill(0, start, end);
}

const spokenUnit = /(?:单元|[栋幢座楼号层室])[零〇一二三四五六七八九十百两]{0,4}$/u;
const spokenNumber = /^[零〇一二三四五六七八九十百两]{1,5}(?:号|室)?/u;

/** 二单元三零二: a number that is spelt out goes with the unit before it. */
function keepSpokenNumbers({ folded, marks }: Sheet, kept: Uint8Array): void {
  for (let at = 1; at < folded.length; at++) {
    if (kept[at] === 1 || kept[at - 1] === 0 || marks[at] === mark.number) continue;
    if (!spokenUnit.test(folded.slice(Math.max(0, at - 8), at))) continue;
    const number = spokenNumber.exec(folded.slice(at, at + 8))?.[0] ?? '';
    kept.fill(1, at, at + number.length);
  }
}

/** When somebody is there, and what leads to them. */
const noPerson = /^(?:白天|晚上|早上|下午|上午|中午|平日|平时|假日|周末|下班|上班|ask for|look for)/u;

/** What stands in no name. */
const house = /\d(?:号|楼|室|座|栋|巷|弄)/;

const besideReceiver = /(?:备注|留言|附言):?[^\n]{0,30}$|(?:^|\n)(?:—|–|-){1,3} ?\p{Script=Han}{0,6} ?$/u;

/** Somebody who is named twice is meant once: the likeliest. Who signs and is the only one there is who it is for. */
function bestName(
  { text, marks, folded }: Sheet,
  spans: readonly HanSpan[],
  { nameStarts, country }: Pick<Read, 'nameStarts' | 'country'>,
): HanSpan | undefined {
  const people = (wanted: HanSpan['kind']): HanSpan[] =>
    spans.filter(
      ({ kind, start, end }) =>
        kind === wanted &&
        marks[start] !== mark.number &&
        !house.test(folded.slice(start, end)) &&
        !job.test(folded.slice(start, end)) &&
        !isSpare(folded, start) &&
        !noPerson.test(folded.slice(start, end)) &&
        !(country !== 'CN' && isEasternDepartment(folded.slice(start, end), country)) &&
        // 姓程，程咬银: his family is said, then who he is.
        !(end - start === 1 && folded[start - 1] === '姓'),
    );
  const all = people('name');
  // 打不通打155…熊芳: whose phone it is that is for the case alone.
  const first = all.filter((span) => !isBehindSpare({ folded, marks }, span));
  const named = first.length > 0 ? first : all;
  const others = people('other');
  const likeliest = (some: readonly HanSpan[]): HanSpan | undefined =>
    some.reduce<HanSpan | undefined>(
      (best, span) => (best === undefined || span.probability > best.probability ? span : best),
      undefined,
    );
  // 备注：…多放醋, ——办公室 王静: neither a note nor a signature says for whom, where somebody else is named.
  const isBeside = ({ start }: HanSpan): boolean =>
    besideReceiver.test(folded.slice(Math.max(0, start - 40), start));
  const receiving = named.some((span) => !isBeside(span)) ? named.filter((span) => !isBeside(span)) : named;
  const best = likeliest(receiving.length === 0 && others.length === 1 ? others : receiving);
  if (!best) return undefined;
  // 收件：武婷婷 … (白班才在): whom a label names, unless it says more than who it is.
  const labelled = likeliest(
    named.filter(
      ({ start, end }) =>
        nameStarts.some((at) => start >= at && start <= at + 1) &&
        !/^姓|[部处科室组]$/u.test(folded.slice(start, end)) &&
        !folded.slice(start, end).includes(folded.slice(best.start, best.end)),
    ),
  );
  if (country === 'CN') return wholeName(folded, wholeWord(folded, labelled ?? best));
  const whole = fullName(folded, wholeWord(folded, withPartner(folded, best, named)));
  return { ...whole, ...withBeside(text, inBothScripts(text, withTitle(folded, whole))) };
}

/** Right behind a phone that is for the case alone that nobody answers. */
function isBehindSpare({ folded, marks }: Pick<Sheet, 'folded' | 'marks'>, { start }: Piece): boolean {
  let at = start;
  while (at > 0 && /[\s(]/u.test(folded[at - 1]!)) at--;
  const end = at;
  while (at > 0 && marks[at - 1] === mark.number) at--;
  return at < end && isSpare(folded, at);
}

const called =
  /^(?:\p{Script=Han}{1,2}(?:伯|叔|太太?|生|姐|哥|婶|姨|婆|先生|小姐|姑娘|老师|师傅)|(?<=阿 ?)[\p{L}]{1,10}|阿\p{L}{1,10})(?: ?\( ?|(?<=太太?|先生|小姐) )(\p{Script=Han}{3,4})(?=[\s,。;)]|$)/u;

/** 蕭伯(蕭國棟), 陳太太 陳林玉枝: who is called so and then by the whole name has that name. */
function fullName(folded: string, span: HanSpan): HanSpan {
  const found = called.exec(folded.slice(span.start, span.start + 24));
  const own = found?.[1];
  if (!found || !own || !isFamilyName(own[0]!)) return span;
  const end = span.start + found[0].length;
  return span.end <= end + 1 ? { ...span, start: end - own.length, end } : span;
}

const titleBehind = /^ ?(?:小姐|先生|太太|女士|老师|师傅|师奶|姑娘|医生|太|生(?![产活]))(?!\p{Script=Han})/u;

/** 陳太&陳生: two who receive together, both of whom the chain sees. */
function withPartner(folded: string, best: HanSpan, named: readonly HanSpan[]): HanSpan {
  const partner = named.find(({ start, end }) =>
    /^ ?[&＆、] ?$/u.test(folded.slice(Math.min(end, best.end), Math.max(start, best.start))),
  );
  if (!partner) return best;
  return { ...best, start: Math.min(best.start, partner.start), end: Math.max(best.end, partner.end) };
}

/** 吳小姐: a family alone is called by its title. */
const withTitle = (folded: string, span: HanSpan): HanSpan =>
  isFamilyName(folded.slice(span.start, span.end))
    ? { ...span, end: span.end + (titleBehind.exec(folded.slice(span.end, span.end + 4))?.[0].length ?? 0) }
    : span;

/** Mei-Ling Hung: what a hyphen or a blank joins before a name in Latin letters is of it. */
const wholeWord = (folded: string, span: HanSpan): HanSpan =>
  /[a-z]/.test(folded[span.start]!)
    ? { ...span, start: span.start - (latinAhead.exec(folded.slice(0, span.start))?.[0].length ?? 0) }
    : span;
const latinAhead =
  /(?<![a-z])(?:(?!(?:mr|mrs|ms|miss|dr|tel|attn|to|hi|hello|name|is)\b)[a-z]+[-'’ ]){1,2}$/u;

/** A piece that is less likely a part of a street than the first is astray where another one is likelier than the second. */
const [weakStreet, sureStreet] = [0.5, 0.6] as const;

/** What may be a part of a house stands far from the house that is sure: 放3号门门卫, 住院号. */
function isStray(
  text: string,
  { start, end, probability }: HanSpan,
  { all, spans }: { all: readonly HanSpan[]; spans: readonly HanSpan[] },
): boolean {
  if (probability >= weakStreet || !all.some((other) => other.probability >= sureStreet)) return false;
  return !spans.some(
    (other) =>
      (other.kind === 'street' || other.kind === 'region' || other.kind === 'firm') &&
      other.start !== start &&
      /^[\s,，、/]{0,3}$/u.test(text.slice(Math.min(end, other.end), Math.max(start, other.start))),
  );
}

/**
 * Streets, with firms and names of places that nothing but a blank parts from them. Quarters of Hong Kong and Macao that are no divisions
 * belong to them wherever they stand.
 */
function housesOf(
  { text, folded, marks }: Sheet,
  spans: readonly HanSpan[],
  { country, said }: Read,
): HanSpan[] {
  const isBeside = (one: Piece, other: Piece): boolean =>
    /^ *$/.test(text.slice(Math.min(one.end, other.end), Math.max(one.start, other.start)));
  /** Nothing but names of divisions that were read already. */
  const isSaidAgain = ({ start, end }: HanSpan): boolean => {
    let left = '';
    for (let at = start; at < end; at++) if (marks[at] === mark.free) left += folded[at];
    for (const name of said) left = left.replaceAll(name, '');
    return /^[\s,/·>、-]*$/.test(left);
  };
  const streets = spans
    .filter(({ kind }) => kind === 'street')
    .filter((span, _, all) => !isStray(text, span, { all, spans }));
  const isQuarter = ({ kind }: HanSpan): boolean =>
    kind === 'region' && (country === 'HK' || country === 'MO');
  const isGlued = (span: HanSpan): boolean =>
    (span.kind === 'firm' || (span.kind === 'region' && !isSaidAgain(span))) &&
    (streets.some((street) => isBeside(span, street)) ||
      (streets.some(({ end }) => end <= span.start && span.start - end < longestGap) &&
        streets.some(({ start }) => start >= span.end && start - span.end < longestGap)));
  /** Another place would be parted from the divisions before it, or from the house behind it. */
  const isBetween = (span: HanSpan): boolean =>
    span.kind === 'away' &&
    (marks[span.start - 1] === mark.region ||
      streets.some((street) => street.end <= span.start && isBeside(street, span))) &&
    streets.some((street) => street.start >= span.end && isBeside(span, street));
  return spans.filter(
    (span) => streets.includes(span) || isQuarter(span) || isGlued(span) || isBetween(span),
  );
}

const latinTitle = /^(?:mr|mrs|ms|miss|dr)\.? (?=[a-z])/iu;
const titleOfLatin = /(?<=^[a-z][a-z .'’-]+?) ?(?:先生|小姐|女士|太太|阿姨)$/iu;
const roleAhead =
  /^(?:班主任|辅导员|校长|厂长|店长|经理|工长|所长|院长|门卫|家属|病人|前台|客人|住客|会计|采购|业务员|列兵|士官|战士)(?=\p{Script=Han}{2,4}$)/u;
const jobBehind =
  /^(\p{Script=Han}{2,8}?)(?<![副准助]) ?(?:副|准|助理)?(?:老师|师傅|医生|大夫|教授|法师|警官|护士|姊妹|弟兄|老人|校长|经理|主任|爷爷|奶奶|叔叔|阿姨|大爷|大妈|大叔|姑娘|医师|护理师|工程师)$/u;

/** 边疆 for 边疆老师, who has a name, and Tom for Mr. Tom; 王老师 and 欧阳老师 are called so. */
export function withoutRole(name: string): string {
  const called = name
    .replace(latinTitle, '')
    .replace(/^(?:tên|name|nome) (?=\p{Script=Han})/iu, '')
    .replace(/^(?:搵|(?:俾|畀|[叫找])(?=[a-z]))(?=.)/iu, '')
    .replace(titleOfLatin, '')
    // 小米客服 is nobody's office but the firm's.
    .replace(
      /^(\p{Script=Han}{2,4}) ?(?:前台|门卫|仓库|库房|财务|行政|采购|后勤|客服)$/u,
      (all: string, own: string) => (isFamilyName(own[0]!) ? own : all),
    )
    .replace(roleAhead, (found) =>
      isFamilyName(name[found.length]!) || isFamilyName(name.slice(found.length, found.length + 2))
        ? ''
        : found,
    );
  const own = jobBehind.exec(called)?.[1];
  const isWhole =
    own !== undefined &&
    (isOfOtherTongue(own) ||
      (own.length < 5 && (isFamilyName(own[0]!) || own.startsWith('释')) && !isFamilyName(own)));
  return isWhole ? own : called;
}

/** The characters of the text without blanks between Han, and without titles of whole names. */
function writtenName({ text, folded }: Sheet, { start, end }: HanSpan): string {
  const bare = bareName(folded.slice(start, end), true);
  const at = folded.indexOf(bare, start);
  return text
    .slice(at, at + bare.length)
    .replace(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
