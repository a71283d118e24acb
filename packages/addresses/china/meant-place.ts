/**
 * Two or more places with a house each in a Chinese message, of which one is meant: sender's and receiver's, old and new, for the bill and for the parcel, 不是…而是…,
 * 上面是我，下面是舅舅. Owns how a message is parted into the blocks of its places and what is said for or against each: by the words that lead to it, by what
 * follows it, by a bracket around it, and by clauses that speak of it from elsewhere. Silent where nothing tells them apart. Pure.
 */
import type { Edit } from '../edited-text.ts';
import { beginsWithFamily } from '../name-rules.ts';
import { createSheet, type Piece } from '../parse-sheet.ts';
import { phonesIn } from '../part-forms.ts';
import { listChains, type RegionChain } from '../regions/region-chain.ts';
import { isWithin } from '../regions/region-names.ts';

/** One place with what belongs to it. */
interface Block extends Piece {
  /** The divisions with which the place begins. */
  chain: RegionChain;
  /** Behind the house, and behind the person and the phone next to it. */
  bodyEnd: number;
}

/** A block is meant when so much more is said for it than for any other. */
const clearLead = 2;
const maxBlocks = 4;
/** Nobody writes a house further behind its divisions. */
const maxHouse = 60;

const house =
  /(?:[路街道巷弄村镇乡区园城厦场苑楼坊屯湾寨里院]|大道)[^\n。;]{0,24}?\d[\dA-Za-z号栋幢座室层楼单元-]*|\d+ ?(?:号|栋|幢|座|弄|-\d)[\dA-Za-z号栋幢座室层楼单元-]*|(?:[村寨屯庄湾坪]|师|第)[一二三四五六七八九十\d]{1,4}(?:[组社队团]|连(?!锁))/u;
/** 内江市第二人民医院: of a firm's name, not where a place begins. */
const ofFirm =
  /^[^路街镇乡村\s,\d]{0,12}?(?:医院|法院|检察院|学院|大学|学校|中学|小学|幼儿园|公司|银行|厂|所|局|中心|合作社)/u;
/** What stands right before a division that is none of another word. */
const leadsIn = /[^\p{Script=Han}]|[到去在往给寄送发是为成回至住写选就]/u;
const mayHaveTwo = /[省市区县旗州镇].{2,}[\d组社队团].*[省市区县旗州镇].{2,}\d/su;

/** The edits that leave the place that is meant; undefined when the text has one, or doesn't say which. */
export function meantPlaceIn(text: string): Edit[] | undefined {
  if (!mayHaveTwo.test(text)) return undefined;
  const blocks = blocksOf(text);
  if (blocks.length < 2 || blocks.length > maxBlocks) return undefined;
  const scores = weighBlocks(text, blocks);
  const best = scores.indexOf(Math.max(...scores));
  if (scores.some((score, at) => at !== best && scores[best]! - score < clearLead)) return undefined;
  const chosen = blocks[best]!;
  const hasPhone = phonesIn(text.slice(chosen.start, chosen.end)).length > 0;
  return blocks
    .filter((block) => block !== chosen)
    .flatMap((block) => takeOut(text, block, { chosen, hasPhone }));
}

/** Where divisions begin behind which a house stands. */
function placesOf(text: string, phones: readonly Piece[]): RegionChain[] {
  let silent = text;
  for (const { start, end } of phones)
    silent = silent.slice(0, start) + '.'.repeat(end - start) + silent.slice(end);
  const chains = listChains(createSheet(silent))
    .filter(
      ({ full, names, guessed, start, end, place }) =>
        !guessed &&
        (names > 1 ||
          (full &&
            end - start > 2 &&
            !/^[78]/.test(place.region.region_id) &&
            leadsIn.test(text[start - 1] ?? ' ') &&
            !ofFirm.test(silent.slice(end, end + 24)))),
    )
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: RegionChain[] = [];
  for (const chain of chains) if (chain.start >= (apart.at(-1)?.end ?? 0)) apart.push(chain);
  const isHouse = (chain: RegionChain, at: number): boolean => {
    const stop = Math.min(apart[at + 1]?.start ?? silent.length, chain.end + maxHouse);
    return house.test(silent.slice(chain.end, stop).split('\n', 2).join(' '));
  };
  // 亭湖区人民法院 beside 亭湖区建军东路88号: the court's name.
  const isNamed = (chain: RegionChain): boolean =>
    ofFirm.test(silent.slice(chain.end, chain.end + 24)) &&
    apart.some((other) => other !== chain && isWithin(other.place, chain.place));
  return apart.filter((chain, at) => isHouse(chain, at) && !isNamed(chain));
}

const stops = /[\n。;!?)]+[\s。;!?)]*/gu;
const softStops = /[,~]|-{2,}|—+|\.{2,}/gu;

function blocksOf(text: string): Block[] {
  const phones = phonesIn(text);
  const chains = placesOf(text, phones);
  const blocks: Block[] = [];
  for (const [at, chain] of chains.entries()) {
    const next = chains[at + 1]?.start ?? text.length;
    const start = blocks.at(-1)?.end ?? 0;
    const own = phones.some((each) => each.start >= start && each.end <= chain.start);
    const bodyEnd = endOfBody(text, { chain, next, phones, hasPhone: own });
    const end = next === text.length ? next : startOfNext(text, bodyEnd, next);
    blocks.push({ chain, start, bodyEnd, end });
  }
  return blocks;
}

/** Behind the phone that goes with the place, or where its line ends. */
function endOfBody(
  text: string,
  {
    chain,
    next,
    phones,
    hasPhone,
  }: { chain: RegionChain; next: number; phones: readonly Piece[]; hasPhone: boolean },
): number {
  const near = phones.find(({ start, end }) => start >= chain.end && end <= next);
  const isNear =
    near && near.start - chain.end < 80 && !(hasPhone && text.slice(chain.end, near.start).includes('\n'));
  if (isNear) return near.end;
  const line = text.slice(chain.end, next).search(/[\n。;!?]/u);
  const found = house.exec(text.slice(chain.end, next));
  const least = found ? chain.end + found.index + found[0].length : chain.end;
  return line < 0 ? Math.max(least, Math.min(next, least)) : Math.max(least, chain.end + line);
}

/** `现居(收货用这个):`, `2)`: what a place is called, and its number in a list, whatever the bracket. */
const calledInBracket = /[\n。;!?,] ?(?=[^\n。;!?,()]{1,8}\([^()\n]{1,14}\)[: ]*$|[\d一二三四][)] ?$)/u;

/** What leads to the next place begins behind the last stop before it. */
function startOfNext(text: string, from: number, next: number): number {
  const between = text.slice(from, next);
  const called = calledInBracket.exec(between);
  if (called) return from + called.index + called[0].length;
  const ends = (pattern: RegExp): number => {
    const last = [...between.matchAll(pattern)].at(-1);
    return last ? last.index + last[0].length : -1;
  };
  const hard = ends(stops);
  if (hard >= 0) return from + hard;
  const soft = ends(softStops);
  return soft >= 0 ? from + soft : from;
}

/** What is said of a place right before it. */
const goesThere =
  /(?:寄|送|发|邮|派|投递?|快递|货|打|改|换|搬)(?:货|件)?(?:往|到|去|给|回|至|入|达|为|成)[^\n。;!?,\d]{0,14}$|(?<!去|去年|上次|之前|以前|原来|我)[寄送发][^\n。;!?,\d的]{0,10}$|收(?:货|件)?(?:地|方|人|处|点)?[^\n。;!?,\d]{0,10}$|(?:终点|目的地|搬入|到货|送达|交货|卸货)[^\n。;!?,\d]{0,6}$|[【[]?(?:进|到|至|收|送)[】\]]?[:| ]*$|现(?:在|改|定|住)[^\n。;!?\d]{0,12}$|用?新(?:的|店|家|址|房|单位|公司|地方)[^\n。;!?\d]{0,8}$|(?:直接|那就|而是|应该是|改[寄送发到为成])[^\n。;!?\d]{0,12}$|(?:是|就)给[^\n。;!?\d]{1,20}$/u;
const comesFrom =
  /(?:寄件|发件|寄出|寄送单位|寄方|发货|取货|取件|提货|搬出|始发|起点|起运|出发)[^\n。;!?,\d]{0,8}$|(?:^|[\s【[(:;,])(?:取|出|起|从|寄的|寄件人?)[】\]]?[:|, ]*$|寄的[, ]*$/u;
const notThere =
  /(?:原(?:定|来|先|本|址|地址)?|旧|以前|之前|去年|前年|上次|上回|上个月|老(?:店|址|地址)|本来)[^\n。;!?,]{0,22}$|(?:别(?=[再寄发送往去给用到])|不要|不用|勿|不是|不往|不寄|不发|不再)[^\n。;!?,]{0,18}$|(?:发票|开票|税票|税务|抬头|账单|对账)[^\n。;!?\d]{0,12}$|(?:身份证|户口|户籍|籍贯|系统里|登记|默认|(?:信封|[面快]?递?单子?|系统|档案|合同)上(?:还|都)?(?:是|[写印填]着?的?))[^\n。;!?\d]{0,14}$/u;
const ofMine = /我(?:这边|这里|这儿|自己)?(?:是|在|住)[^\n。;!?,\d]{0,6}$|(?:^|[\n。;!?,])我[:, ]*$/u;

/** What is said of a place right behind it. */
const tailAgainst =
  /^(?:[ ,)】。;!?\n])*(?:是寄的|不送|不寄|别[寄发送]|作废|停用|取消|不是了|已[寄发送]|(?:我|你|他|她)?(?:已经)?不在(?:这|那))|不对|停用|停业|退租|关(?:了|门|张)|早?就?改(?:了|啦|过)|没人|(?:收|放)不(?:了|下)|不能放|不往那|不要(?:了|寄|发|送)|不用管|已(?:经)?(?:寄|发|送)(?:出|走)?|(?:寄|发|送|吃)(?:过|走|出)了|退款|取消|拿走|自提|这是我(?:单位|公司|娘家|以前)|不是(?:了|这|公司|家)|别[寄发送]|住那|不碰货|错了/u;
const tailFor = /^[ ,)】。;!?]*(?:是收的|收$|收(?=[\n。;,])|这(?:张|个)?单|按这个|寄这|送这|发这|就这)/mu;

/** Goods go back to one place, and new ones come to whoever writes. */
const goesBack = /退[^\n。;]{0,12}$/u;
const comesToMe = /(?:给我|我(?:这边|这里|家|的地址))[^\n。;\d]{0,6}$/u;

const clauseStops = /[\n。;!?,()…]+/u;
const isMeant =
  /寄|[发送](?!票|货单)|给(?!我的)|派|邮|[按照]|等的是|下单的是|[选要用收打出管]|^(?:[^:]{1,5}:)?[^,]{0,4}那(?:个|边|家|份)$/u;
const isLeft =
  /别|不(?!同|过|锈)|没|勿|退款|退货|拿走|自提|取消|作废|下(?:个?月|周|次|回)|以后|再说|再寄|过了|已[寄发送]|走了|从|上门取/u;
const former = /楼上|上面|前面|前者|上一|头一/u;
const latter = /下面|后面|后者|最后|下一/u;
const nth = /第([一二三四1-4])(?![\d十号大栋幢期单人中小])/u;
/** 下面是我舅舅: what a place is called from then on. */
const calledSo =
  /^(?:↑|↓)?(上面|下面|前面|后面|前者|后者|第[一二](?:个|行)?)(?:那个)?是(我?)(\p{Script=Han}{0,4})$/u;

function weighBlocks(text: string, blocks: readonly Block[]): number[] {
  const scores = blocks.map((block, at) => weighBlock(text, block, at === blocks.length - 1));
  const bracketed = blocks.map(({ chain }) => isBracketed(text, chain));
  if (!bracketed.every(Boolean)) for (const [at, is] of bracketed.entries()) if (is) scores[at]! -= 2;
  const leads = blocks.map(({ start, chain }) => text.slice(start, chain.start));
  for (const [at, lead] of leads.entries())
    if (goesBack.test(lead) && leads.some((other, index) => index !== at && comesToMe.test(other)))
      scores[at]! -= 2;
  const spoken = clausesAbout(text, blocks);
  const called = blocks.map((block) => calledOf(text, block));
  for (const clause of spoken) {
    const said = calledSo.exec(clause);
    if (!said) continue;
    const at = former.test(said[1]!) || said[1]!.includes('一') ? 0 : blocks.length - 1;
    called[at] += `|${said[3]!}`;
    if (said[2] !== '' && said[3] === '') called[at] += '|我:';
  }
  for (const clause of spoken) {
    if (calledSo.test(clause)) continue;
    const at = spokenOf(clause, called);
    if (at === undefined) continue;
    if (isLeft.test(clause)) scores[at]! -= 2;
    else if (isMeant.test(clause)) scores[at]! += 2;
  }
  return scores;
}

function weighBlock(text: string, { start, chain, bodyEnd, end }: Block, isLast: boolean): number {
  const before = text.slice(start, chain.start);
  const line = before
    .slice(before.trimEnd().lastIndexOf('\n') + 1)
    .slice(-40)
    .trimEnd();
  const lead = line.replace(/[:|(【[「“"'>~—-]+$/u, '').trimEnd();
  let score = 0;
  if (notThere.test(lead) || comesFrom.test(line)) score -= 2;
  else if (goesThere.test(lead)) score += 2;
  else if (ofMine.test(lead)) score -= 1;
  if (/^[-—_=]{2,}\s*$/mu.test(before)) score -= 2;
  const tail = text.slice(bodyEnd, isLast ? Math.min(end, bodyEnd + 24) : end);
  const near = isLast ? tail.split('\n', 1)[0]! : tail;
  if (tailAgainst.test(near)) score -= 2;
  else if (tailFor.test(near)) score += 2;
  if (/^[^\n]{0,12}\?/u.test(text.slice(bodyEnd, end))) score -= 1;
  return score;
}

const isLedTo = (lead: string): boolean => goesThere.test(lead.replace(/[: ]+$/u, ''));

/** The bracket opens before the place and closes behind its house. */
function isBracketed(text: string, { start, end }: RegionChain): boolean {
  const before = text.slice(Math.max(0, start - 30), start);
  const open = before.lastIndexOf('(');
  if (open < 0 || /[)\n]/u.test(before.slice(open)) || isLedTo(before.slice(open + 1))) return false;
  const close = text.slice(end).search(/[)\n]/u);
  return close > 4 && text[end + close] === ')';
}

/** 发什么快递: nothing is said of a place. */
const asks = /什么|请问|哪[个家边]/u;

/** Clauses that stand in no block: before the first place and behind the last one, and between two. */
function clausesAbout(text: string, blocks: readonly Block[]): string[] {
  const { chain } = blocks[0]!;
  const opening = text.slice(0, chain.start);
  const parts = [opening.slice(0, Math.max(0, opening.search(/[^\n。;!?]*$/u)))];
  for (const block of blocks) parts.push(text.slice(placeEnd(text, block), block.end));
  return parts
    .flatMap((part) => part.split(clauseStops))
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '' && !asks.test(clause));
}

/** Behind the first sentence of a block: what is said before its phone is of any place (`…3栋502。还是寄苏州吧！139…`). */
function placeEnd(text: string, { chain, bodyEnd }: Block): number {
  const stop = text.slice(chain.end, bodyEnd).search(/[。!?]/u);
  return stop < 0 ? bodyEnd : chain.end + stop;
}

/** What stands before a place and what it lies in: the words by which it may be spoken of. */
function calledOf(text: string, block: Block): string {
  const { start, chain } = block;
  const before = text.slice(start, chain.start);
  const line = before.slice(before.trimEnd().lastIndexOf('\n') + 1);
  const mine = /(?:^|[\s给])我(?:自己|这边|家)?(?:的|这|地址|$|[: ])/u.test(line) ? '|我:' : '';
  return `${line}|${text.slice(chain.start, chain.end)}|${text.slice(chain.end, placeEnd(text, block))}${mine}`;
}

const idle =
  /[的了是这那我你他她们在到给就还也都个不别]|电话|手机|号码|地址|收[件货]|今天|明天|昨天|现在|这次|[省市区县镇路街号]$/u;

/** Which block a clause speaks of, by its letter or number, its turn, or words that one block alone has. */
function spokenOf(clause: string, called: readonly string[]): number | undefined {
  const counts = called.map(() => 0);
  const letter = /(?<![A-Za-z\d])([A-D1-4])(?=$|[家的那这号 (])/u.exec(clause)?.[1];
  if (letter !== undefined) {
    const named = called.findIndex((words) => new RegExp(`^\\s*${letter}(?![A-Za-z\\d])`, 'u').test(words));
    const at = named >= 0 ? named : /\d/u.test(letter) ? Number(letter) - 1 : -1;
    if (at >= 0 && at < called.length) counts[at]! += 2;
  }
  const turn = nth.exec(clause)?.[1];
  if (turn !== undefined) {
    const at = '一二三四'.includes(turn) ? '一二三四'.indexOf(turn) : Number(turn) - 1;
    if (at < called.length) counts[at]! += 2;
  } else {
    if (former.test(clause)) counts[0]! += 2;
    if (latter.test(clause)) counts[called.length - 1]! += 2;
  }
  for (let at = 0; at + 2 <= clause.length; at++) {
    const two = clause.slice(at, at + 2);
    if (!/^\p{Script=Han}{2}$/u.test(two) || idle.test(two)) continue;
    const having = called.flatMap((words, index) => (words.includes(two) ? [index] : []));
    if (having.length === 1) counts[having[0]!]! += 1;
  }
  const mine = called.flatMap((words, index) => (words.endsWith('|我:') ? [index] : []));
  if (
    mine.length === 1 &&
    /我(?!们|会|想|要|是|就|已|也|不|在|家|[妈爸爷奶哥弟姐妹舅姨姑叔伯])/u.test(clause)
  )
    counts[mine[0]!]! += 1;
  const most = Math.max(...counts);
  const all = counts.flatMap((count, at) => (count === most ? [at] : []));
  return most > 0 && all.length === 1 ? all[0] : undefined;
}

const labelled = /收[件货]人?|姓名|名字/u;

/** The edits that take a block out. The city goes to the chosen place where that needs it; people and phones stay where that has none. */
function takeOut(
  text: string,
  block: Block,
  { chosen, hasPhone }: { chosen: Block; hasPhone: boolean },
): Edit[] {
  const { chain, start, bodyEnd, end } = block;
  const isAbove =
    chain.spans.length > 1 &&
    chosen.chain.names === 1 &&
    chain.place.parent !== undefined &&
    isWithin(chosen.chain.place, chain.place.parent);
  const by = { start: chain.start, end: chain.spans.at(-1)!.start };
  const city: Edit[] = isAbove ? [{ start: chosen.chain.start, end: chosen.chain.start, by }] : [];
  const header = text.slice(start, chain.start);
  const upTo = end === text.length ? bodyEnd : end;
  if (hasPhone) {
    const lead = start + header.search(/[^\n。;!?]*$/u);
    const isKept = start === 0 && (labelled.test(text.slice(0, lead)) || phonesIn(header).length === 0);
    return [{ start: isKept ? lead : start, end: upTo }, ...city];
  }
  const lead = start + header.search(/[^\n。;!?,:]*[:|( ]*$/u);
  const from = Math.max(lead, ...phonesIn(header).map((each) => start + each.end));
  const [phone] = phonesIn(text.slice(chain.end, bodyEnd));
  if (!phone) return [{ start: from, end: upTo }, ...city];
  const to = chain.end + phone.start;
  const named = /(?<=[\s,;])\p{Script=Han}{2,4}[ ,:]{0,2}$/u.exec(text.slice(chain.end, to))?.[0] ?? '';
  const isSomebody = named !== '' && beginsWithFamily(named);
  return [{ start: from, end: isSomebody ? to - named.length : to }, ...city];
}
