/**
 * A text in Chinese characters as tokens, and what the chain is told of each: the characters around it, where it stands in its piece,
 * families, divisions, where the phone is, and what rules have crossed out (labels, divisions, wishes). The same for learning and for
 * reading. Pure but for the index of divisions.
 */
import { isFamilyName, scoreName } from '../name-rules.ts';
import { mark, type Sheet } from '../parse-sheet.ts';
import type { NamedTown } from '../regions/mainland-towns.ts';
import { regionNames } from '../regions/region-names.ts';
import { hashPair, hashWord, type TokenFeatures } from './linear-chain.ts';

/** Characters one by one; a number, a Latin word and what was crossed out as one token each; no blanks. */
export interface HanTokens {
  count: number;
  /** Where each begins and ends in the text. */
  starts: number[];
  ends: number[];
  /** The character, or what stands for a kind of token. */
  codes: number[];
  kinds: number[];
  /** A blank stands before it. */
  gaps: boolean[];
}

/** Longer texts are tagged up to here. */
export const maxTokens = 600;

/** Codes below those of any character. */
const code = { edge: 0, phone: 1, dropped: 2, digits: 3, latin: 16 } as const;

const kind = {
  edge: 0,
  phone: 1,
  dropped: 2,
  digits: 3,
  latin: 4,
  line: 5,
  stop: 6,
  place: 7,
  numeral: 8,
  said: 9,
  family: 10,
  title: 11,
  other: 12,
} as const;

const listed = new Map<number, number>();
const list = (chars: string, as: number): void => {
  for (const char of chars) listed.set(char.charCodeAt(0), as);
};
list(
  '我你您他她它们的了吗呢吧啊呀哦嘛啦哈这那就是在给请帮把不别要没有还都也又再和跟让叫写寄发送到来去说好谢',
  kind.said,
);
list('姐哥总工嫂叔伯姨婶爷奶妈爸生士师长娘', kind.title);
list('一二三四五六七八九十百两', kind.numeral);
list(
  '路街道巷弄号栋幢楼室层座单元户村镇乡区县市省州盟旗组队屯湾庄寨坊苑园院府邸阁轩庭居寓里城厦场馆店厂校司港桥门口旁侧边站社期段排库房间铺塔',
  kind.place,
);

const isDigit = (char: number): boolean => char >= 48 && char <= 57;
/** Letters that words are written with: Latin, Cyrillic, Burmese, kana, hangul; with what is put on them. */
const isLetter = (char: number): boolean =>
  (char >= 97 && char <= 122) ||
  (char >= 0xc0 && char < 0x2000 && char !== 0xd7 && char !== 0xf7) ||
  (char >= 0x3041 && char <= 0x30ff && char !== 0x30fb) ||
  (char >= 0xac00 && char <= 0xd7a3);
const isHan = (char: number): boolean => char >= 0x3400 && char <= 0x9fff;

/** Tokens of a sheet on which numbers have been crossed out. */
export function hanTokens({ folded, marks }: Sheet): HanTokens {
  const tokens: HanTokens = { count: 0, starts: [], ends: [], codes: [], kinds: [], gaps: [] };
  let isGap = false;
  for (let at = 0; at < folded.length && tokens.count < maxTokens; ) {
    const char = folded.charCodeAt(at);
    const marked = marks[at]!;
    let end = at + 1;
    let own: number = char;
    let as: number;
    if (marked === mark.number || marked === mark.dropped) {
      while (end < folded.length && marks[end] === marked) end++;
      own = marked === mark.number ? code.phone : code.dropped;
      as = marked === mark.number ? kind.phone : kind.dropped;
    } else if (char === 32) {
      isGap = true;
      at++;
      continue;
    } else if (isDigit(char)) {
      while (end < folded.length && marks[end] === mark.free && isDigit(folded.charCodeAt(end))) end++;
      own = code.digits + Math.min(end - at, 8);
      as = kind.digits;
    } else if (isLetter(char)) {
      while (end < folded.length && marks[end] === mark.free && isLetter(folded.charCodeAt(end))) end++;
      own = end - at === 1 ? char : code.latin + (hashWord(folded.slice(at, end)) & 0x1fff);
      as = kind.latin;
    } else if (char === 10) as = kind.line;
    else if (isHan(char)) as = listed.get(char) ?? (isFamilyName(folded[at]!) ? kind.family : kind.other);
    else as = kind.stop;
    tokens.starts.push(at);
    tokens.ends.push(end);
    tokens.codes.push(own);
    tokens.kinds.push(as);
    tokens.gaps.push(isGap);
    tokens.count++;
    isGap = false;
    at = end;
  }
  return tokens;
}

/** Which tokens are names of divisions: 0 none, else depth and whether the name has its kind; the first one apart from the rest. */
function divisionsAt({ folded }: Sheet, { count, starts }: HanTokens): Uint8Array {
  const { byHead, meanings } = regionNames();
  const found = new Uint8Array(count);
  for (let token = 0; token + 1 < count; ) {
    const at = starts[token]!;
    const name = byHead.get(folded.slice(at, at + 2))?.find((each) => folded.startsWith(each, at));
    if (name === undefined) {
      token++;
      continue;
    }
    const [meaning] = meanings.get(name)!;
    const isWhole = meaning!.kind === 'full' || meaning!.kind === 'alias' || meaning!.kind === 'past';
    const value = meaning!.place.depth * 4 + (isWhole ? 2 : 0);
    const from = token;
    while (token < count && starts[token]! < at + name.length) {
      found[token] = value + Number(token > from);
      token++;
    }
  }
  return found;
}

/** Which tokens are names of known towns: 0 none, 1 the first one, 2 the rest. Of several that end together the longest counts. */
function townsAt(towns: readonly NamedTown[], { count, starts }: HanTokens): Uint8Array {
  const found = new Uint8Array(count);
  let last = -1;
  for (const { start, end } of towns) {
    if (end === last) continue;
    last = end;
    for (let at = 0; at < count && starts[at]! < end; at++)
      if (starts[at]! >= start) found[at] = starts[at] === start ? 1 : 2;
  }
  return found;
}

const endsPiece = (as: number): boolean => as <= kind.dropped || as === kind.line || as === kind.stop;
/** What names of institutions, firms and shops end with: two characters, or one that hardly ends anything else. */
const firmTails = new Set(
  '大学 学院 中学 小学 学校 附中 党校 职高 医院 病院 公司 集团 银行 酒店 宾馆 饭店 超市 客栈 民宿 货栈 药店 书店 影楼 画室 幼儿 儿园 派出 出所 卫生 生院 法院 车间 中心 项目 目部 工地 部队 中队 养老 护理 理院 老院 报社 协会 会所 书院 教会 教堂 清真 真寺 机场 监狱 林场 农场 影院 公寓 图文 相馆 印厂 电器 科技 事务 务所 律所 工厂 研究 究所 究院 支行 站点 物业 旅馆 餐厅 茶庄 门店 旗舰 装饰 传媒 文化 商行 商贸 诊所'.split(
    ' ',
  ),
);
const firmEnds = new Set([...'寺庙观庵店厂馆社行局所站'].map((char) => char.charCodeAt(0)));
const houseWords = new Set([...'号室栋幢楼座单层弄组房'].map((char) => char.charCodeAt(0)));

/** What the chain reads from. */
export interface HanText {
  /** Only numbers are crossed out on it. */
  sheet: Sheet;
  /** The same with labels, wishes, talk and divisions crossed out: what rules think. */
  marks: Uint8Array;
  /** Where the text is read for. */
  country: string;
  /** Known ones of the mainland that it names with their kind. */
  towns: readonly NamedTown[];
}

interface Surroundings {
  /** First token of the piece that a token is in, and the one behind its last. */
  pieceStarts: Int32Array;
  pieceEnds: Int32Array;
  /** Length, digits, words of places and of talk in its piece, each in few steps. */
  pieceKinds: Int32Array;
  /** How much its piece looks like a name to the rules. */
  nameScores: Int32Array;
  /** Tokens since the last phone, and until the next one; at most `far`. */
  sincePhone: Int32Array;
  untilPhone: Int32Array;
  sinceRegion: Int32Array;
  untilRegion: Int32Array;
  sinceHouse: Int32Array;
  /** Tokens since an institution's name has ended in this piece, and until the next end of one in it. */
  sinceFirm: Int32Array;
  untilFirm: Int32Array;
}

const far = 12;

/** A piece ends at a stop and where rules took what stands beside it. */
const isCut = ({ kinds, gaps }: HanTokens, taken: Uint8Array, at: number): boolean =>
  at === 0 || gaps[at]! || endsPiece(kinds[at]!) || endsPiece(kinds[at - 1]!) || taken[at] !== taken[at - 1];

const scoreSteps = [0, 1.5, 2.5, 4];
/** Longer pieces are no names. */
const longestName = 9;

function nameScore({ folded }: Sheet, start: number, end: number): number {
  if (end - start > longestName || end - start < 2) return 0;
  const score = scoreName(folded.slice(start, end));
  return score === undefined ? 1 : 2 + scoreSteps.filter((step) => score >= step).length;
}

function surroundingsOf(
  { sheet }: HanText,
  tokens: HanTokens,
  { divisions, taken }: { divisions: Uint8Array; taken: Uint8Array },
): Surroundings {
  const { count, codes, kinds, starts, ends } = tokens;
  const row = (): Int32Array => new Int32Array(count);
  const around: Surroundings = {
    pieceStarts: row(),
    pieceEnds: row(),
    pieceKinds: row(),
    nameScores: row(),
    sincePhone: row(),
    untilPhone: row(),
    sinceRegion: row(),
    untilRegion: row(),
    sinceHouse: row(),
    sinceFirm: row().fill(far),
    untilFirm: row().fill(far),
  };
  const regions = taken.includes(mark.region) ? taken.map((as) => Number(as === mark.region)) : divisions;
  const last = { phone: -far, region: -far, house: -far };
  for (let at = 0, start = 0; at < count; at++) {
    if (isCut(tokens, taken, at)) start = at;
    around.pieceStarts[at] = start;
    if (kinds[at] === kind.phone) last.phone = at;
    around.sincePhone[at] = Math.min(far, at - last.phone);
    around.sinceRegion[at] = Math.min(far, at - last.region);
    around.sinceHouse[at] = Math.min(far, at - last.house);
    if (regions[at]! > 0) last.region = at;
    if (houseWords.has(codes[at]!) && (kinds[at - 1] === kind.digits || kinds[at - 1] === kind.numeral))
      last.house = at;
  }
  let nextPhone = count + far;
  let nextRegion = count + far;
  for (let at = count - 1, end = count; at >= 0; at--) {
    if (at === count - 1 || around.pieceStarts[at + 1] === at + 1) end = at + 1;
    around.pieceEnds[at] = end;
    if (kinds[at] === kind.phone) nextPhone = at;
    if (regions[at]! > 0) nextRegion = at;
    around.untilPhone[at] = Math.min(far, nextPhone - at);
    around.untilRegion[at] = Math.min(far, nextRegion - at);
  }
  for (let start = 0; start < count; start = around.pieceEnds[start]!) {
    const end = around.pieceEnds[start]!;
    measureFirms(sheet, tokens, { start, end, around });
    let [digits, places, said] = [0, 0, 0];
    for (let at = start; at < end; at++) {
      digits += Number(kinds[at] === kind.digits);
      places += Number(kinds[at] === kind.place);
      said += Number(kinds[at] === kind.said);
    }
    const steps = [Math.min(6, end - start), Math.min(1, digits), Math.min(2, places), Math.min(2, said)];
    const value = steps.reduce((sum, step) => sum * 7 + step, 0);
    around.pieceKinds.fill(value, start, end);
    around.nameScores.fill(nameScore(sheet, starts[start]!, ends[end - 1]!), start, end);
  }
  return around;
}

const endsFirm = ({ folded }: Sheet, { codes, starts }: HanTokens, at: number, start: number): boolean =>
  at > start + 1 &&
  (firmEnds.has(codes[at]!) || firmTails.has(folded.slice(starts[at - 1], starts[at]! + 1)));

/** How far each token of a piece is from the ends of names of institutions in it. */
function measureFirms(
  sheet: Sheet,
  tokens: HanTokens,
  { start, end, around }: { start: number; end: number; around: Surroundings },
): void {
  let last = -far;
  for (let at = start; at < end; at++) {
    around.sinceFirm[at] = Math.min(far, at - last);
    if (endsFirm(sheet, tokens, at, start)) last = at;
  }
  let next = end + far;
  for (let at = end - 1; at >= start; at--) {
    if (endsFirm(sheet, tokens, at, start)) next = at;
    around.untilFirm[at] = Math.min(far, next - at);
  }
}

/** Everything that the chain is told. */
export function hanFeatures(text: HanText, tokens: HanTokens): TokenFeatures {
  const { sheet, marks, country, towns } = text;
  const { count, codes, kinds, gaps } = tokens;
  const divisions = divisionsAt(sheet, tokens);
  const known = townsAt(towns, tokens);
  const taken = Uint8Array.from(tokens.starts, (start) => marks[start]!);
  // What rules take for a person or for talk is an opinion; it parts no pieces.
  const sure = taken.map((as) => (as === mark.name || as === mark.dropped ? mark.free : as));
  const around = surroundingsOf(text, tokens, { divisions, taken: sure });
  const where = hashWord(country);
  const isHome = country === 'CN';
  const starts: number[] = [0];
  const ids: number[] = [];
  const codeAt = (at: number): number => (at >= 0 && at < count ? codes[at]! : code.edge);
  const kindAt = (at: number): number => (at >= 0 && at < count ? kinds[at]! : kind.edge);
  const takenAt = (at: number): number => (at >= 0 && at < count ? taken[at]! : 8);
  const divisionAt = (at: number): number => (at >= 0 && at < count ? divisions[at]! : 0);
  /** What a piece meets: a stop or number by its code, a blank, or what rules took. */
  const sideOf = (isThere: boolean, isGap: boolean, at: number): number => {
    if (!isThere) return code.edge;
    if (endsPiece(kindAt(at))) return codeAt(at);
    if (sure[at] !== mark.free) return 48 + sure[at]!;
    return isGap ? 32 : 33;
  };
  for (let at = 0; at < count; at++) {
    const [c, b1, b2, b3] = [codeAt(at), codeAt(at - 1), codeAt(at - 2), codeAt(at - 3)];
    const [n1, n2, n3] = [codeAt(at + 1), codeAt(at + 2), codeAt(at + 3)];
    const before = hashPair(b1, b2);
    const after = hashPair(n1, n2);
    const two = hashPair(c, n1);
    const behind = hashPair(b1, c);
    // Characters, one to four of them.
    ids.push(hashPair(1, c), hashPair(2, b1), hashPair(3, b2), hashPair(4, b3));
    ids.push(hashPair(5, n1), hashPair(6, n2), hashPair(7, n3), hashPair(8, codeAt(at - 4)));
    ids.push(hashPair(9, before), hashPair(10, behind), hashPair(11, two), hashPair(12, after));
    ids.push(hashPair(13, hashPair(b2, b3)), hashPair(14, hashPair(n2, n3)), hashPair(15, hashPair(b1, n1)));
    ids.push(hashPair(16, hashPair(before, b3)), hashPair(17, hashPair(before, c)));
    ids.push(hashPair(18, hashPair(behind, n1)), hashPair(19, hashPair(two, n2)));
    ids.push(hashPair(20, hashPair(after, n3)));
    ids.push(hashPair(21, hashPair(hashPair(before, b3), codeAt(at - 4))));
    ids.push(hashPair(22, hashPair(hashPair(after, n3), codeAt(at + 4))));
    // Kinds of tokens.
    const [k, k1, k2] = [kindAt(at), kindAt(at - 1), kindAt(at - 2)];
    const [m1, m2, m3] = [kindAt(at + 1), kindAt(at + 2), kindAt(at + 3)];
    const shape = ((k2 * 16 + k1) * 16 + k) * 16 + m1;
    const ahead = ((k * 16 + m1) * 16 + m2) * 16 + m3;
    ids.push(hashPair(30, shape), hashPair(31, ahead), hashPair(32, shape * 16 + m2));
    ids.push(hashPair(33, kindAt(at - 3) * 4096 + k2 * 256 + k1 * 16 + k));
    // The piece between two stops.
    const from = around.pieceStarts[at]!;
    const to = around.pieceEnds[at]!;
    const inPiece = Math.min(5, at - from) * 8 + Math.min(5, to - at);
    const left = sideOf(from > 0, gaps[from]!, from - 1);
    const right = sideOf(to < count, gaps[to]!, to);
    const lead = kindAt(from);
    const piece = around.pieceKinds[at]!;
    ids.push(
      hashPair(40, inPiece),
      hashPair(41, hashPair(inPiece, k)),
      hashPair(42, hashPair(piece, inPiece)),
    );
    ids.push(hashPair(43, hashPair(inPiece, left)), hashPair(44, hashPair(inPiece, right)));
    ids.push(hashPair(45, hashPair(hashPair(piece, lead), hashPair(left, right))));
    ids.push(hashPair(46, hashPair(piece, c)), hashPair(47, hashPair(inPiece * 16 + lead, piece)));
    // What stands behind the stop before the piece, and beyond the one after it.
    ids.push(hashPair(48, hashPair(inPiece, hashPair(codeAt(from - 2), codeAt(from - 3)))));
    ids.push(hashPair(49, hashPair(inPiece, hashPair(codeAt(to + 1), codeAt(to + 2)))));
    // What rules took, and what they think of the piece as a name.
    const rules = (takenAt(at - 1) * 16 + takenAt(at)) * 16 + takenAt(at + 1);
    const name = around.nameScores[at]!;
    ids.push(hashPair(50, rules), hashPair(51, hashPair(rules, k)), hashPair(52, hashPair(takenAt(at), c)));
    ids.push(hashPair(53, hashPair(rules, takenAt(at - 2) * 16 + takenAt(at + 2))));
    ids.push(hashPair(54, hashPair(name, inPiece)), hashPair(55, hashPair(name, hashPair(left, right))));
    ids.push(hashPair(56, hashPair(hashPair(name, inPiece), hashPair(left, right))));
    // Divisions.
    const d = divisionAt(at) * 256 + divisionAt(at - 1) * 16 + divisionAt(at + 1);
    const since = around.sinceRegion[at]!;
    const until = around.untilRegion[at]!;
    ids.push(hashPair(60, d), hashPair(61, hashPair(d, n1)), hashPair(62, hashPair(since, k)));
    ids.push(hashPair(63, hashPair(until, k)), hashPair(64, hashPair(since, inPiece)));
    ids.push(hashPair(65, hashPair(hashPair(d, divisionAt(at + 2)), hashPair(n2, m1))));
    ids.push(hashPair(66, hashPair(until, inPiece)));
    // Phones and houses.
    const phone = around.sincePhone[at]! * 16 + around.untilPhone[at]!;
    const seen =
      Number(since < far) * 8 +
      Number(until < far) * 4 +
      Number(around.sinceHouse[at]! < far) * 2 +
      Number(around.sincePhone[at]! < far);
    ids.push(hashPair(70, phone), hashPair(71, hashPair(phone, k)), hashPair(72, hashPair(phone, inPiece)));
    ids.push(hashPair(73, hashPair(around.sinceHouse[at]!, k * 16 + m1)), hashPair(74, hashPair(seen, k)));
    ids.push(hashPair(75, hashPair(around.sinceHouse[at]!, inPiece)), hashPair(76, hashPair(seen, inPiece)));
    ids.push(hashPair(77, hashPair(hashPair(around.sinceHouse[at]!, around.untilPhone[at]!), k)));
    const firm = around.sinceFirm[at]! * 16 + around.untilFirm[at]!;
    ids.push(
      hashPair(83, firm),
      hashPair(84, hashPair(firm, k * 16 + m1)),
      hashPair(85, hashPair(firm, inPiece)),
    );
    ids.push(hashPair(86, hashPair(hashPair(firm, left), hashPair(right, c))));
    const town = known[at]! * 16 + (known[at - 1] ?? 0) * 4 + (known[at + 1] ?? 0);
    if (town > 0) ids.push(hashPair(87, town), hashPair(88, hashPair(town, hashPair(k1, m1))));
    ids.push(hashPair(78, Math.min(4, at) * 8 + Math.min(4, count - at)));
    if (!isHome)
      ids.push(hashPair(80, where), hashPair(81, hashPair(where, k)), hashPair(82, hashPair(where, c)));
    starts.push(ids.length);
  }
  return { starts, ids };
}
