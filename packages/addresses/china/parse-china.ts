/**
 * Reads an address that is written in Chinese, of the mainland, Hong Kong, Macao or Taiwan: numbers, labels and divisions are
 * crossed out, the name is the best of what is left, the rest is the detail in its order. Owns that order of steps.
 */

import { isEasternDepartment } from '../departments.ts';
import { isPrefixName } from '../name-rules.ts';
import { foldText } from '../parse-clean.ts';
import {
  createSheet,
  freeText,
  isFree,
  mark,
  type Piece,
  piecesOf,
  type Sheet,
  takeSpan,
} from '../parse-sheet.ts';
import { contradicted, type ReadParts, roundConfidence } from '../parsed-record.ts';
import { isTownOf, listTowns, type NamedTown } from '../regions/mainland-towns.ts';
import { listChains, type RegionChain } from '../regions/region-chain.ts';
import { prominence, provinceOfPostcode, weighNumbers } from '../regions/region-evidence.ts';
import { findLandmark, listLandmarks } from '../regions/region-landmarks.ts';
import { ancestorAt, isWithin, type Place, regionNames, stemOf } from '../regions/region-names.ts';
import { regionTree } from '../regions/region-tree.ts';
import type { HanText } from '../tagging/han-features.ts';
import { type HanSpan, type HanTagging, tagHan } from '../tagging/han-tagger.ts';
import { turnedRound } from './backwards.ts';
import { leadBefore, namesWritten, takeAsideWords, takeChat, takeLeads, whereabouts } from './china-chat.ts';
import { takeAsides, takeTalk } from './china-clauses.ts';
import { type Labels, takeLabels } from './china-labels.ts';
import { type NameFound, readName } from './china-name.ts';
import {
  chooseParts,
  isInHouse,
  isShop,
  job,
  restOfCalled,
  role,
  takeTagged,
  withoutRole,
} from './china-tagged.ts';
import { isTalk } from './china-talk.ts';
import { quarterFirst } from './island-quarters.ts';
import { inLabelOrder } from './label-order.ts';
import { laterPlaceIn } from './later-place.ts';
import { isSpare } from './whole-names.ts';

export interface NumbersFound {
  phone: string;
  others: readonly string[];
  postcode: string;
  /** Which phone stands where, as far as its reader tells. */
  phoneSpans: ReadonlyArray<Piece & { phone?: string }>;
  postcodeAt: number | undefined;
}

export interface ChinaInput {
  /** Cleaned (parse-clean.ts). */
  text: string;
  country: string;
  takeNumbers: (sheet: Sheet) => NumbersFound;
  /** The only city there is; no divisions are looked for. */
  city?: string;
  /** Region id of the province that the country is (Hong Kong, Macao, Taiwan). */
  rootId?: string;
}

interface Reading {
  chain: RegionChain | undefined;
  score: number;
}

/** A region's reading less than this below the best one is worth showing. */
const nearlyAsGood = 2.2;
/** What a name behind its label weighs at the least (china-name.ts). */
const labelledScore = 9;
/** Below this a reading is made of a name inside another word. */
const vague = 1.5;
const maxReadings = 4;
/** Names by themselves that are weighed; nobody writes more. */
const maxAlone = 12;

/** The text with everything that is found by rules: numbers, labels, wishes, divisions. */
interface Ruled {
  input: ChinaInput;
  sheet: Sheet;
  numbers: NumbersFound;
  wishes: readonly Piece[];
  labels: Labels;
  /** Where names begin by a label of a form, not by what somebody says. */
  namesLabelled: readonly number[];
  root: Place | undefined;
  chains: readonly RegionChain[];
  /** Best first. */
  readings: readonly Reading[];
  /** By the best reading. */
  first: RuledParts;
  /** For the tagger: only numbers are crossed out, and what rules think. */
  text: HanText;
}

/** A sheet on which one reading's divisions are crossed out, and everything else by rules. */
interface RuledParts {
  /** Divisions only, besides what was crossed out before. */
  placed: Sheet;
  sheet: Sheet;
  name: NameFound;
  wishes: readonly Piece[];
}

/** Everything that needs no tagger: it learns from this and reads with it. */
export function ruleChinese(input: ChinaInput): Ruled {
  const sheet = createSheet(input.text);
  const numbers = input.takeNumbers(sheet);
  takeAsideWords(sheet);
  const bare = { ...sheet, marks: sheet.marks.slice() };
  const wishes = takeChat(sheet);
  const labels = takeLabels(sheet);
  const namesLabelled = [...labels.nameStarts];
  namesLabelled.push(...namesWritten(sheet));
  labels.nameStarts.push(...takeLeads(sheet));
  const root = input.rootId === undefined ? undefined : regionNames().places.get(input.rootId);
  if (input.city !== undefined) takeCity(sheet, input.city);
  const chains = input.city === undefined ? listChains(sheet, root) : [];
  const towns = input.country === 'CN' ? listTowns(sheet.folded) : [];
  const ranked = nearLandmark(sheet, rankPlaces(sheet, chains, { numbers, towns }));
  const isVague = (ranked[0]?.score ?? 0) < vague;
  const landmark = isVague && input.country === 'CN' ? landmarkReading(sheet, towns) : [];
  const readings = landmark.length > 0 ? landmark : ranked;
  const found = { input, sheet, numbers, wishes, labels, namesLabelled, root, chains, readings };
  const first = takeByRules(found, readings[0]?.chain);
  return { ...found, first, text: { sheet: bare, marks: first.sheet.marks, country: input.country, towns } };
}

const translated =
  /(?<![A-Za-z])(?:[A-Z][a-z]+(?:-[A-Z]?[a-z]+)?)(?: (?:City|County|District|Dist\.?|Township))?,? ?$/;

const latinCity =
  /^(?:taipei|new taipei|taoyuan|taichung|tainan|kaohsiung|keelung|hsinchu|chiayi|miaoli|changhua|nantou|yunlin|pingtung|yilan|hualien|taitung|penghu|kinmen|kowloon|macau|macao|taipa|singapore)/i;

/** `Kaohsiung 高雄市 Gushan 鼓山區`: a division in Latin letters right before the same in Chinese, and the country before it. */
function takeTranslations(sheet: Sheet): void {
  const { text, marks } = sheet;
  for (let at = 1; at < text.length; at++) {
    if (marks[at] !== mark.region || marks[at - 1] === mark.region) continue;
    let from = at;
    while (from > 0 && marks[from - 1] === mark.free && /[A-Za-z ,.-]/.test(text[from - 1]!)) from--;
    const said = translated.exec(text.slice(from, at))?.[0];
    if (said === undefined || said.trim() !== text.slice(from, at).trim()) continue;
    const country =
      /(?:[臺台][灣湾]|香港|澳[門门]|新加坡) $/u.exec(text.slice(0, at - said.length))?.[0] ?? '';
    const start = at - said.length - country.length;
    // Amy before a city is somebody.
    const isBetween = country !== '' || marks.subarray(0, start).includes(mark.region);
    if (/\p{Script=Han}/u.test(text[start - 1] ?? '') && marks[start - 1] !== mark.region) continue;
    if (isBetween || latinCity.test(said)) takeSpan(sheet, { start, end: at }, mark.region);
  }
}

/** Crosses out what one reading leaves: its divisions, talk, the person. */
function takeByRules(
  { input, sheet: given, numbers, labels, chains, wishes }: Omit<Ruled, 'first' | 'text'>,
  chain: RegionChain | undefined,
): RuledParts {
  const sheet = { ...given, marks: given.marks.slice() };
  if (chain) takeRegions(sheet, chain, chains);
  if (input.country !== 'CN') takeTranslations(sheet);
  const placed = { ...sheet, marks: sheet.marks.slice() };
  dropLeads(sheet);
  const talk = takeTalk(sheet, labels.nameStarts);
  const name = readName(sheet, {
    numbers,
    labels: { nameStarts: [...labels.nameStarts, ...talk.nameStarts] },
    chain,
    country: input.country,
  });
  if (name.span) takeSpan(sheet, name.span, mark.name);
  for (const piece of name.titles) takeSpan(sheet, piece, mark.dropped);
  if (chain && name.span) dropAbove(sheet, chain, chains);
  takeAsides(sheet, { start: chain?.start, name: name.text });
  return { placed, sheet, name, wishes: [...wishes, ...talk.wishes].sort((a, b) => a.start - b.start) };
}

/** All readings of the text, the best one first. */
export function readChinese(input: ChinaInput): [ReadParts, ...ReadParts[]] {
  const ruled = ruleChinese(input);
  const { sheet, numbers, chains, root } = ruled;
  const tagging = tagHan(ruled.text);
  const readings = byTags(ruled.readings, tagging);
  const best = readings[0] ?? { chain: undefined, score: 0 };
  const against = best.chain && findContradiction(sheet, best.chain, { chains, root });
  const others = readings.slice(1).filter(({ score }) => score > best.score - nearlyAsGood);
  if (against && !others.some(({ chain }) => chain?.place === against.place))
    others.unshift({ chain: against, score: against.score });
  const read = (reading: Reading, rival: Reading | undefined) =>
    recordOf({ ...ruled, tagging }, { reading, rival });
  const records: [ReadParts, ...ReadParts[]] = [
    read(best, readings[1]),
    ...others.slice(0, maxReadings - 1).map((other) => read(other, readings[0])),
  ];
  const namesakes = others.filter((other) => isNamesake(best, other));
  if (input.country === 'CN' && namesakes.length > 0) {
    // 鼓楼区 by itself: the district is sure, where it is is not; each that it may be is a candidate.
    const { province: _, city: __, ...rest } = records[0];
    const open = {
      ...rest,
      province: '',
      city: '',
      region_id: null,
      confidence: Math.min(rest.confidence, 0.6),
    };
    return [open, ...records.slice(0, maxReadings - 1)];
  }
  const byPostcode = provinceOfPostcode(numbers.postcode);
  if (against) records[0] = contradicted(records[0], input.text.slice(against.start, against.end));
  else if (input.country === 'CN' && byPostcode && best.chain && !isIn(byPostcode, best.chain.place))
    records[0] = contradicted(records[0], numbers.postcode);
  return records;
}

/** What a division weighs more where the tagger takes it for one, and less where it is of something else or isn't meant. */
const tagWeights: Record<HanSpan['kind'], number> = {
  region: 1,
  street: -1,
  firm: -1,
  name: -1,
  other: -1,
  away: -3,
};

/** The readings again, the best first, when the tagger has been heard on each of their divisions. */
function byTags(readings: readonly Reading[], { spans }: HanTagging): Reading[] {
  const weigh = (chain: RegionChain | undefined): number => {
    const own = chain?.spans ?? [];
    const sum = own
      .flatMap(({ start, end }) => spans.filter((span) => span.start < end && span.end > start))
      .reduce((all, { kind, probability }) => all + tagWeights[kind] * probability, 0);
    return own.length === 0 ? 0 : sum / own.length;
  };
  return readings
    .map((reading) => ({ reading, worth: reading.score + weigh(reading.chain) }))
    .sort((a, b) => b.worth - a.worth)
    .map(({ reading }) => reading);
}

/** Crosses out the city's name where it stands for the city. */
function takeCity(sheet: Sheet, city: string): void {
  for (const match of sheet.folded.matchAll(new RegExp(`${city}(?:共和国|市)?`, 'g'))) {
    const span = { start: match.index, end: match.index + match[0].length };
    if (isFree(sheet, span) && (startsPiece(sheet, span.start) || endsPiece(sheet, span.end)))
      takeSpan(sheet, span, mark.region);
  }
}

const isIn = (provinceCode: string, { region }: Place): boolean => region.region_id.startsWith(provinceCode);

/**
 * A place by its official name that can't be true beside the one that was read: 北京市 in 浙江省北京市西湖区. It stands alone,
 * among the levels, or right behind them where the next level should stand; 北京市第一建筑公司 in the detail is a firm.
 */
function findContradiction(
  { text, folded, marks }: Sheet,
  best: RegionChain,
  { chains, root }: { chains: readonly RegionChain[]; root: Place | undefined },
): RegionChain | undefined {
  const sheet = { text, folded, marks: marks.slice() };
  takeRegions(sheet, best, chains);
  const { place } = best;
  const isDeepest = place.depth === 3 || regionTree.childrenOf(place.region.region_id).length === 0;
  const all = root ? [...chains, ...listChains(sheet)] : chains;
  const sameSpan = (one: RegionChain, other: RegionChain): boolean =>
    one.start === other.start && one.end === other.end;
  const agreeing = all.filter((other) => isWithin(place, other.place) || isWithin(other.place, place));
  return all
    .filter((other) => {
      if (!other.full || !folded.slice(other.start, other.end).endsWith(other.place.region.name_zh))
        return false;
      if (other.spans.some((span) => !isFree(sheet, span)) || !startsPiece(sheet, other.start)) return false;
      if (agreeing.some((fine) => sameSpan(fine, other))) return false;
      return endsPiece(sheet, other.end) || (!isDeepest && followsRegion(sheet, other.start));
    })
    .sort((a, b) => b.end - b.start - (a.end - a.start))[0];
}

function followsRegion({ folded, marks }: Sheet, start: number): boolean {
  let at = start - 1;
  while (at >= 0 && marks[at] === mark.free && dividers.test(folded[at]!)) at--;
  return marks[at] === mark.region;
}

/** Whether 文昌街道 stands at this place, right behind a city or a district. */
const isTownAt = ({ folded }: Sheet, at: number): boolean =>
  /^ ?\p{Script=Han}{2,4}?(?:街道|镇|乡)/u.test(folded.slice(at, at + 7));

/** Whether one of its own towns follows. */
const isBeforeOwnTown = ({ folded }: Sheet, { end, place }: RegionChain): boolean =>
  place.depth === 3 && isTownOf(place.region.region_id, folded.slice(end, end + 8));

/** What a town of the text weighs for the county that it lies in. */
const townWeight = 2;

/** What the text says besides divisions. */
interface Evidence {
  numbers: NumbersFound;
  towns: readonly NamedTown[];
}

/** The only county of these towns that lies in a place; undefined when there are several, or none. */
function countyOfTowns(towns: readonly NamedTown[], above?: Place): Place | undefined {
  const counties = new Set(
    towns
      .flatMap(({ counties: codes }) => codes.map((code) => regionNames().places.get(code)))
      .filter((place) => place && (!above || (place !== above && isWithin(place, above)))),
  );
  return counties.size === 1 ? [...counties][0] : undefined;
}

/** The best reading of each place that the text may mean, best place first. */
function rankPlaces(sheet: Sheet, chains: readonly RegionChain[], { numbers, towns }: Evidence): Reading[] {
  const alone = chains.filter((chain) => isAlone(sheet, chain)).slice(0, maxAlone);
  const byPlace = new Map<Place, Reading>();
  const counties = new Set(towns.flatMap((town) => town.counties));
  const offer = (chain: RegionChain, more: number): void => {
    const { place } = chain;
    const score =
      chain.score +
      startWeight(sheet, chain.start) +
      weighNumbers(place, numbers) +
      prominence(place) +
      (counties.has(place.region.region_id) ? townWeight : 0) +
      more;
    const known = byPlace.get(place);
    if (!known || known.score < score) byPlace.set(place, { chain, score });
  };
  // 鄂温克旗巴彦托海镇…,内蒙古呼伦贝尔: what begins a piece may go on with a street.
  // 桐城文昌街道…,安徽安庆: so does a city without its kind before a town, or by itself: 开阳(贵阳)双流镇.
  const heads = chains
    .filter(
      (chain) =>
        (chain.full ||
          (chain.names === 1 &&
            chain.place.depth === 3 &&
            (isTownAt(sheet, chain.end) || isAlone(sheet, chain) || isBeforeOwnTown(sheet, chain)))) &&
        (startsPiece(sheet, chain.start) || isBeforeOwnTown(sheet, chain)),
    )
    .slice(0, maxAlone);
  const named = towns.length > 0 ? towns : listLandmarks(sheet.folded);
  const within = new Map<Place, Place | undefined>();
  for (const chain of chains) {
    const { place } = chain;
    offer(chain, weighElsewhere(sheet, chain, alone));
    // 大理 喜洲镇: the town says which county of the prefecture.
    if (!within.has(place)) within.set(place, countyOfTowns(named, place));
    const county = within.get(place);
    if (county) offer({ ...chain, place: county }, 0);
  }
  for (const chain of chains) {
    if (!startsPiece(sheet, chain.start)) continue;
    const isClear = chain.full || chain.names > 1 || isAlone(sheet, chain);
    for (const other of heads)
      if (
        (isClear || (!other.full && (isTownAt(sheet, other.end) || isBeforeOwnTown(sheet, other)))) &&
        completes(chain, other)
      )
        offer(joinChains(chain, other), 0);
  }
  const ranked = [...byPlace.values()].sort((a, b) => b.score - a.score || a.chain!.start - b.chain!.start);
  const best = ranked[0];
  // A division above the best one is no other reading, only half of it.
  return ranked.filter(({ chain }, at) => at === 0 || !isWithin(best!.chain!.place, chain!.place));
}

/** Of several places with one name, the one in which a town or quarter lies that the text names, or whose city it speaks of. */
function nearLandmark({ folded }: Sheet, readings: Reading[]): Reading[] {
  const [best, ...others] = readings;
  if (!best || !others.some((other) => isNamesake(best, other))) return readings;
  const landmark = regionNames().places.get(findLandmark(folded)?.regionId ?? '');
  const isNear = ({ chain }: Reading): boolean => {
    const { place } = chain!;
    if (landmark && (isWithin(landmark, place) || isWithin(place, landmark))) return true;
    // 我在拉萨上班: its city or province in the middle of talk.
    return [ancestorAt(place, 1), ancestorAt(place, 2)].some(
      (above) => above && folded.includes(stemOf(foldText(above.region.name_zh))),
    );
  };
  if (!readings.some(isNear)) return readings;
  return isNear(best)
    ? [{ ...best, score: best.score + sayingMore }, ...others]
    : readings
        .map((reading) => (isNear(reading) ? { ...reading, score: reading.score + sayingMore } : reading))
        .sort((a, b) => b.score - a.score);
}

/** What a hint weighs that only one of several places of a name has. */
const sayingMore = 1.5;
/** Places differ by so much at the most when only their size speaks. */
const bySizeAlone = 0.45;

/** A district of the same name that stands at the same characters, when nothing else in the text tells the two apart. */
const isNamesake = (best: Reading, other: Reading): boolean =>
  best.chain !== undefined &&
  other.chain !== undefined &&
  best.chain.names === 1 &&
  best.chain.place.depth === 3 &&
  other.chain.place !== best.chain.place &&
  other.chain.place.depth === 3 &&
  other.chain.names === 1 &&
  other.chain.start === best.chain.start &&
  other.chain.end === best.chain.end &&
  !other.chain.guessed &&
  Math.abs(best.score - other.score) <= bySizeAlone;

/** A text that names no division may name a town or a zone that everybody knows. */
function landmarkReading(sheet: Sheet, towns: readonly NamedTown[]): Reading[] {
  const found = findLandmark(sheet.folded);
  const place = (found && regionNames().places.get(found.regionId)) ?? countyOfTowns(towns);
  const start = found?.start ?? towns[0]?.start;
  if (!place || start === undefined) return [];
  return [
    {
      chain: { start, end: start, place, score: 2, names: 1, full: false, guessed: false, spans: [] },
      score: 2,
    },
  ];
}

/** Nothing else stands in its piece. */
const isAlone = (sheet: Sheet, { start, end }: RegionChain): boolean =>
  startsPiece(sheet, start) &&
  (endsPiece(sheet, end) || (sheet.folded[end] === '的' && endsPiece(sheet, end + 1)));

/** 河北 somewhere else in the text, not right beside it, speaks for 长安区 in Hebei. */
function weighElsewhere(sheet: Sheet, chain: RegionChain, alone: readonly RegionChain[]): number {
  // It says all levels itself.
  if (chain.names > 2) return 0;
  const speaks = alone.some(
    (other) =>
      other.place !== chain.place &&
      isWithin(chain.place, other.place) &&
      /[^\s,.;|/]/.test(
        sheet.folded.slice(Math.min(other.end, chain.end), Math.max(other.start, chain.start)),
      ),
  );
  return speaks ? 1.5 : 0;
}

/** 南京市 … 秦淮区: a full name by itself, further on, that is inside what was read. */
const completes = (chain: RegionChain, other: RegionChain): boolean =>
  other.place !== chain.place &&
  isWithin(other.place, chain.place) &&
  (other.end <= chain.start || other.start >= chain.end);

const joinChains = (chain: RegionChain, other: RegionChain): RegionChain => ({
  ...chain,
  place: other.place,
  score: chain.score + other.score - 0.5,
  names: chain.names + other.names,
  spans: [...chain.spans, ...other.spans],
});

const dividers = /[\s,.;:|/\\、。·~!?+()[\]{}"'【】「」<>_>=-]/;

/** Divisions begin a piece, or follow a name that is glued to them. */
function startWeight({ folded, marks }: Sheet, start: number): number {
  let from = start;
  while (from > 0 && start - from < 9 && marks[from - 1] === mark.free && !dividers.test(folded[from - 1]!))
    from--;
  const prefix = folded.slice(from, start);
  if (prefix === '') return 0;
  if (isPrefixName(prefix)) return -0.4;
  return leadBefore.test(prefix) || isTalk(prefix) ? -0.3 : -3.2;
}

/** 澳門東望洋斜巷18號: the city itself, glued to a street. */
const cityBeforeStreet =
  /^(?:中[國国])?(?:澳[門门]|香港(?!仔))(?=\p{Script=Han}{2,8}(?:[街路道巷里圍围]|[馬马]路)\d)/u;

interface Parts extends Ruled {
  tagging: HanTagging;
}

function recordOf(
  parts: Parts,
  { reading, rival }: { reading: Reading; rival: Reading | undefined },
): ReadParts {
  const { input, numbers, root, tagging } = parts;
  const chain = reading.chain;
  const rules = chain === parts.readings[0]?.chain ? parts.first : takeByRules(parts, chain);
  const place = chain?.place ?? root;
  // 合利五金: whom rules took for a person may be a shop.
  const unnamed = {
    ...rules.sheet,
    marks: rules.sheet.marks.map((as) => (as === mark.name ? mark.free : as)),
  };
  const company = findCompany(unnamed, tagging);
  // 永盛貿易有限公司 採購部收: a department that stands with its firm is nobody.
  const isDepartment =
    company !== undefined && input.country !== 'CN' && isEasternDepartment(foldText(rules.name.text), 'TW');
  const tagged = takeTagged(rules.placed, tagging, {
    country: input.country,
    said: namesOf(chain?.place),
    company,
    nameStarts: parts.namesLabelled,
  });
  const ruled = withCompany(rules.sheet, company);
  if (isDepartment && rules.name.span) {
    const { start, end } = rules.name.span;
    ruled.marks.fill(mark.free, start, end);
    const at = ruled.folded[end - 1] === '收' ? end - 1 : end;
    if (ruled.folded[at] === '收') ruled.marks[at] = mark.dropped;
  }
  const parted = chooseParts(
    {
      name: isDepartment ? '' : rules.name.text,
      detail: freeText(ruled),
      sheet: ruled,
      hasTalk: hasTalk(rules.sheet, parts.text.sheet),
      isHouse: isInHouse(tagging, rules.name.span),
    },
    tagged,
  );
  // Who stands behind a label is the receiver, even where the tagger sees nobody.
  const isLabelled = parted.name === '' && rules.name.score >= labelledScore;
  const chosen =
    isLabelled && !parted.detail.includes(rules.name.text) ? { ...parted, name: rules.name.text } : parted;
  const { sheet } = chosen;
  const handed = chosen.name === '' && input.country !== 'CN' ? handedTo.exec(sheet.text)?.[1] : undefined;
  const wishes = rules.wishes.filter((wish) => isWhollyWish(sheet, wish));
  const house = chosen.detail.replace(cityBeforeStreet, '');
  const isQuartered = input.country === 'HK' || input.country === 'MO';
  // A shop that nobody's name goes with receives itself.
  const called = company && sheet.text.slice(company.start, company.end);
  const alone = !company && isShop(chosen.name) ? chosen.name : undefined;
  const own =
    chain && input.country === 'CN'
      ? inLabelOrder(sheet, behindHouse(sheet, turnedRound(sheet, chosen.detail), company)) + (alone ?? '')
      : (isQuartered ? quarterFirst(house) : house) + (alone ?? '');
  const later =
    chain && input.country === 'CN'
      ? laterPlaceIn(
          own,
          { place, start: chain.start, end: chain.end },
          { text: input.text, houseFrom: (start) => freeText(withoutPlaceBefore(sheet, start)) },
        )
      : undefined;
  const meant = later?.place ?? place;
  const sure = confidenceOf({
    reading,
    rival,
    sureOfParts: chosen.sure,
    isCity: input.city !== undefined,
  });
  return {
    name: alone || called === chosen.name ? '' : withoutRole(handed ?? chosen.name),
    ...phonesFor(numbers, {
      text: input.text,
      people: tagging.spans.filter(({ kind }) => kind === 'name' || kind === 'other'),
      name: chosen.name,
    }),
    company: alone ?? called ?? '',
    wish: wishes.map(({ start, end }) => sheet.text.slice(start, end)).join('，'),
    country: input.country,
    ...levelsOf(sheet, { place: meant, chain, country: input.country }),
    ...(input.city === undefined ? undefined : { city: input.city }),
    detail: later?.detail ?? saidOnce(own),
    postcode: numbers.postcode,
    region_id: meant?.region.region_id ?? null,
    confidence: later ? Math.min(laterSure, sure) : sure,
    unused: droppedSpans(later ? withoutPlaceBefore(sheet, later.start) : sheet),
  };
}

/** Which of two places is meant was told by their order alone. */
const laterSure = 0.7;

/** The place before this one is left over. */
function withoutPlaceBefore(sheet: Sheet, start: number): Sheet {
  const marks = sheet.marks.slice();
  for (let at = 0; at < start; at++)
    if (marks[at] === mark.region || (marks[at] === mark.free && /[\p{L}\p{N}]/u.test(sheet.text[at]!)))
      marks[at] = mark.dropped;
  return { ...sheet, marks };
}

/** 交畀前台Vivian, 搵Kelly: who is called by a name in Latin letters alone. */
const handedTo =
  /(?:交(?:[畀俾給给])?(?:前台|接待處?|同事|櫃枱|柜台)?|[畀俾搵]|找|前台) ?(\p{Lu}\p{Ll}{1,12}(?: \p{Lu}\p{Ll}{1,12}){0,2})(?![\p{Script=Latin}\d])/u;

/** A firm's whole name stands in the detail, with the place that it begins with. */
function withCompany(sheet: Sheet, company: Piece | undefined): Sheet {
  if (!company) return sheet;
  const marks = sheet.marks.slice();
  marks.fill(mark.free, company.start, company.end);
  return { ...sheet, marks };
}

const ownDepartment = /^\p{Script=Han}{1,5}[部处科课组室]$/u;

/** A firm that a form names before the house stands behind it with its department: both are on the door. */
function behindHouse(sheet: Sheet, detail: string, company: Piece | undefined): string {
  if (!company || !/\d/u.test(detail)) return detail;
  const called = sheet.text.slice(company.start, company.end);
  const next = piecesOf(sheet).find(({ start }) => start >= company.end);
  const department = next && sheet.text.slice(next.start, next.end).replace(/^\(|\)$/gu, '');
  if (!department || !ownDepartment.test(department) || !detail.startsWith(called)) return detail;
  const ahead = detail.indexOf(department, called.length) + department.length;
  const end = ahead + Number(detail[ahead] === ')');
  return end <= called.length + department.length + 3 ? detail.slice(end) + detail.slice(0, end) : detail;
}

/** A phone goes with the person who is named before it: the first one that is not somebody else's. */
function phonesFor(
  { phone, others, phoneSpans }: NumbersFound,
  { text, people, name }: { text: string; people: readonly Piece[]; name: string },
): Pick<ReadParts, 'phone' | 'other_phones'> {
  const isElsewhose = (number: string): boolean => {
    const at = phoneSpans.find((span) => span.phone === number)?.start;
    const before = at === undefined ? undefined : people.findLast(({ end }) => end <= at);
    const who = before && text.slice(before.start, before.end);
    return who !== undefined && !who.includes(name) && !name.includes(who);
  };
  const all = [phone, ...others];
  const isForLater = (number: string): boolean => {
    const at = phoneSpans.find((span) => span.phone === number)?.start;
    return at !== undefined && isSpare(text, at);
  };
  const ownPhones = all.filter((each) => !isForLater(each));
  const first = (name !== '' && ownPhones.find((each) => !isElsewhose(each))) || (ownPhones[0] ?? phone);
  return { phone: first, other_phones: all.filter((each) => each !== first && each !== '') };
}

/** A wish of which a part is a house or a person after all is left over, but for that part. */
function isWhollyWish({ marks }: Sheet, { start, end }: Piece): boolean {
  const own = marks.subarray(start, end);
  const isWhole = own.every((as) => as === mark.wish || as === mark.dropped);
  if (!isWhole) for (const [at, as] of own.entries()) if (as === mark.wish) own[at] = mark.dropped;
  return isWhole;
}

/** Whether rules have crossed out more than numbers that are none of it. */
const hasTalk = (sheet: Sheet, numbersOnly: Sheet): boolean =>
  sheet.marks.some((as, at) => as === mark.dropped && numbersOnly.marks[at] !== mark.dropped);

/** 板材工业园振兴路66号曹县庄寨镇板材工业园振兴路66号: a house that is said twice is one. */
const saidOnce = (detail: string): string =>
  detail.length > longestHouse
    ? detail
    : detail.replace(/^(.{6,}\d.{0,3}?)[\s,，、;；]*\p{Script=Han}{0,9}?\1$/u, '$1');
const longestHouse = 120;

/** Names of a place and of those that it lies in, also without their kinds, longest first. */
function namesOf(place: Place | undefined): string[] {
  const names: string[] = [];
  for (let at = place; at; at = at.parent)
    names.push(foldText(at.region.name_zh), foldText(stemOf(at.region.name_zh)));
  return names.sort((a, b) => b.length - a.length);
}

/** What was crossed out and is in no field; marks of a list and of a form are none of it. */
function droppedSpans({ text, marks }: Sheet): Piece[] {
  const spans: Piece[] = [];
  for (let at = 0; at < text.length; at++) {
    if (marks[at] !== mark.dropped) continue;
    const start = at;
    while (marks[at + 1] === mark.dropped) at++;
    if (!listMark.test(text.slice(start, at + 1))) spans.push({ start, end: at + 1 });
  }
  return spans;
}

const listMark =
  /^(?:no\.?\s?)?\d{0,4}[\s.、)|]*$|^[[(（]?(?:先生|女士|小姐)?(?:收|亲收|亲启|签收|启|代收|收件|收货)?[\])）]?$|^中国$|^\[\d{3,6}\]$/i;

/** The firm that stands by itself: 北京小米科技有限责任公司 between two commas, or behind a label. */
function findCompany(sheet: Sheet, { spans }: HanTagging): Piece | undefined {
  const firms = joinBracketed(sheet, piecesOf(sheet))
    .map(({ start, end }) => {
      const unit = /^[号號室栋幢楼座层](?=..)/u.exec(sheet.text.slice(start, end))?.[0].length ?? 0;
      return { start: start + unit, end };
    })
    .filter(({ start, end }) => {
      const words = sheet.text.slice(start, end);
      return (
        (firm.test(words) ||
          (firmLabel.test(sheet.folded.slice(Math.max(0, start - 16), start)) && office.test(words))) &&
        !/\d|^[我你您他她咱寄送发]/u.test(words) &&
        !whereabouts.test(words) &&
        words.length > 2 &&
        words.length < 40
      );
    });
  /** 先寄样品到我办事处, 好又多超市 that it doesn't go to: the tagger takes something else for the firm. */
  const isTagged = ({ start, end }: Piece): boolean =>
    spans.some((span) => span.kind === 'firm' && span.start < end && span.end > start);
  const known = firms.filter(isTagged);
  if (
    known.length === 0 &&
    spans.some(({ kind, probability }) => kind === 'firm' && probability > sureOfFirm)
  )
    return undefined;
  const candidates = known.length > 0 ? known : firms;
  // Many a building is called 中心; who has a firm as well is in it.
  const found =
    candidates.find(({ start, end }) => !sheet.folded.slice(start, end).endsWith('中心')) ?? candidates[0];
  // 广州市海图印务有限公司: its city is of its name, where the tagger says so.
  const tagged = spans.find(
    ({ kind, start, end }) => found && kind === 'firm' && start < found.end && end > found.start,
  );
  if (!found) return undefined;
  const first = Math.min(found.start, tagged?.start ?? found.start);
  const own = first + Number(sheet.text[first] === ')');
  const start = own - (bracketBefore.exec(sheet.text.slice(0, own))?.[0].length ?? 0);
  return { start: start - placeBefore(sheet, start), end: found.end };
}

/** How likely the tagger's firm is one where rules see another. */
const sureOfFirm = 0.8;

/** What a firm is called before the place in brackets; what of it is a place is taken off. */
const bracketBefore = /\p{Script=Han}{2,12}\(\p{Script=Han}{0,6}\)?$/u;

/** 鴻威電子(香港)有限公司: three pieces that are one firm. */
function joinBracketed({ text }: Sheet, pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const [first, second] = joined.slice(-2);
    const isOne =
      first &&
      second &&
      text.slice(first.end, second.start) === '(' &&
      text.slice(second.end, piece.start) === ')' &&
      second.end - second.start < 5;
    if (isOne) joined.splice(-2, 2, { start: first.start, end: piece.end });
    else joined.push(piece);
  }
  return joined;
}

/** 深圳市 in 深圳市云帆科技有限公司, by itself before the firm, where divisions are said elsewhere: how many characters. */
function placeBefore({ text, folded, marks }: Sheet, end: number): number {
  let start = end;
  while (start > 0 && marks[start - 1] === mark.region) start--;
  const isAlone = start === 0 || dividers.test(text[start - 1]!);
  const isElsewhere = marks.some((as, at) => as === mark.region && (at < start || at > end));
  const isOne = /^(?:[^省市县区]{2,4}[省市县区]){0,2}[^省市县区]{2,4}[省市县区]?$/.test(
    folded.slice(start, end),
  );
  return start < end && isAlone && isElsewhere && isOne ? end - start : 0;
}

const firm =
  /(?:学会|總會|总会|商会|公会|之友会|公司|集团|集團|商行|事务所|事務所|律所|工作室|医院|醫院|学校|學校|大学|大學|学院|學院|中学|中學|小学|小學|幼儿园|幼兒園|银行|銀行|研究院|研究所|合作社|厂|廠|营业部|营业厅|工厂|超市|酒店|宾馆|美容院|诊所|药店|书店|编辑部|云仓|批发部|经营部|门市部|支行|分行|项目部|委员会|中心|协会|基金会|派出所|法院|五金|书屋|書屋|书店|書店|茶餐[厅廳]|冰室|手信|士多)$/;

/** 单位:雷山县教育局: what a form names so is one, whatever it is called. The county before it is crossed out as a division. */
const firmLabel = /(?:单位|公司|机构)(?:名称)?[:：] ?\p{Script=Han}{0,7}$/u;
const office = /(?:局|所|院|队|站|社|委|办|政府|店|行|馆|门诊部|管理处)$/u;

/** Both lie in the one division of Macao's islands: the label needs to say which. */
const island = /^(?:氹仔|路环|路氹城?)$/;

/** What goes on from a place's name to the name of a school or a hospital. */
const institutionAhead =
  /^(?:大学|学院|医学院)(?![路街道城镇村站])|^(?:市|省|县|区)?(?:第?[一二三四五六七八九十]{1,2})?(?:人民|中心|中医|妇幼保健|儿童|肿瘤|职工|民族|职业|技术|师范|理工|工业|科技|交通|财经|政法|外国语|农业|林业|医科|中医药|体育|音乐|电力|水利|邮电|石油|海洋|工程|建筑|铁路|城市|经济|艺术|传媒|信息|高等|专科){1,5}(?:大学|学院|医院|学校|保健院)/;

/** 香港 in `760 號香港紗廠工業大廈`: the city is said in the middle of a house. */
const isOfBuilding = (sheet: Sheet, { start, end }: Piece): boolean =>
  /^(?:香港|澳门)$/.test(sheet.folded.slice(start, end)) &&
  /[\d号] ?$/.test(sheet.folded.slice(0, start)) &&
  sheet.marks[start - 1 - Number(sheet.text[start - 1] === ' ')] === mark.free &&
  !endsPiece(sheet, end);

/** 禾芯电子(厦门)有限公司: where a firm is registered. */
const bracketOfFirm = /^\)\p{Script=Han}{0,10}(?:公司|集团|厂|中心|事务所|研究院)/u;

const isOfFirm = ({ folded }: Sheet, { start, end }: Piece): boolean =>
  /\p{Script=Han}\($/u.test(folded.slice(Math.max(0, start - 2), start)) &&
  bracketOfFirm.test(folded.slice(end, end + 16));

/** The city once more, as a firm is called. */
const isOfCalled = (sheet: Sheet, { start, end }: Piece): boolean =>
  startsPiece(sheet, start) && restOfCalled.test(sheet.folded.slice(end, end + 20));

/** Crosses out the divisions of this reading, and others that say the same once more. */
function takeRegions(sheet: Sheet, chain: RegionChain, chains: readonly RegionChain[]): void {
  for (const span of chain.spans) {
    const name = sheet.folded.slice(span.start, span.end);
    // 武汉 in 武汉大学 says where it is, and is of the name.
    const behind = sheet.folded.slice(span.end, span.end + 16);
    // 黄大仙下邨 is an estate, 九龙湾 a quarter.
    const isEstate =
      /^[78]/.test(chain.place.region.region_id) &&
      (/^[上下新]?邨/u.test(behind) || (name === '九龙' && /^[湾塘坑仔]/u.test(behind)));
    if (
      !island.test(name) &&
      !isEstate &&
      !isOfFirm(sheet, span) &&
      !(isOfCalled(sheet, span) && chain.spans.some((other) => !isOfCalled(sheet, other))) &&
      !isOfBuilding(sheet, span) &&
      !institutionAhead.test(behind)
    )
      takeSpan(sheet, span, mark.region);
  }
  const again = chains
    .filter((other) => other.full && isWithin(chain.place, other.place))
    .sort((a, b) => b.end - b.start - (a.end - a.start));
  for (const other of again) {
    // 家住西藏自治区 那曲市 聂荣县: three levels are no part of another word.
    const isApart = startsPiece(sheet, other.start) || other.names > 2;
    if (
      !isApart ||
      other.spans.some((span) => sheet.marks[span.start] !== mark.free || isOfFirm(sheet, span))
    )
      continue;
    if (!endsPiece(sheet, other.end) && other.names < 2) continue;
    if (isOfCalled(sheet, other)) continue;
    for (const span of other.spans) if (!isOfFirm(sheet, span)) takeSpan(sheet, span, mark.region);
  }
  takeSaidAgain(sheet, chain.place);
  takeRenamed(sheet);
}

/** 鱼峰区 in `柳州市鱼峰区 广西柳州市鱼峰区屏山大道`, 通渭 in `定西通渭平襄镇`: what was read stands once more right behind divisions. */
function takeSaidAgain(sheet: Sheet, place: Place): void {
  for (let at: Place | undefined = place; at; at = at.parent) {
    const official = foldText(at.region.name_zh);
    const spans = [official, stemOf(official)].flatMap((name) => occurrencesOf(sheet, name));
    for (const span of spans) {
      const isWhole = span.end - span.start === official.length || isTownAt(sheet, span.end);
      if (isWhole && isFree(sheet, span) && followsRegion(sheet, span.start) && !isOfCalled(sheet, span))
        takeSpan(sheet, span, mark.region);
    }
    takeRestOfName(sheet, official);
  }
}

/** 彝族自治县 in `峨边 彝族自治县`, 县 in `江川县大街镇`: what goes on from a name that was crossed out without its kind. */
function takeRestOfName(sheet: Sheet, official: string): void {
  const stem = stemOf(official);
  const rest = official.slice(stem.length);
  for (const { end } of occurrencesOf(sheet, stem)) {
    if (sheet.marks[end - 1] !== mark.region || sheet.marks[end] !== mark.free) continue;
    const gap = /^ ?\(? ?/u.exec(sheet.folded.slice(end, end + 3))![0].length;
    const isRest = rest.length > 2 && sheet.folded.startsWith(rest, end + gap);
    if (isRest) takeSpan(sheet, { start: end + gap, end: end + gap + rest.length }, mark.region);
    else if (/[县市区旗]/u.test(sheet.folded[end]!) && isTownAt(sheet, end + 1) && !isKnownTown(sheet, end))
      takeSpan(sheet, { start: end, end: end + 1 }, mark.region);
  }
}

/** 县城镇 is no town behind 县; 市桥街道 is one of 番禺. */
const isKnownTown = ({ folded }: Sheet, at: number): boolean =>
  listTowns(folded.slice(at, at + 8)).some(({ start }) => start === 0);

/** (现乌鲁木齐市米东区), (原水富县), (注:祁阳市): a bracket that says what a division is or was called. */
const renamed =
  /\((?:注:?|又?叫|即|就是|现在?|今|原来?|以前|从前|老|旧|后来?|已|刚)?(?:的|是|叫|改|归|为|属于?|划入?|并入?|撤销并入|撤县设市|了|现在?|区|县|市){0,4}\)/u;

/** Divisions in brackets that say how they are called today are crossed out with the words around them. */
function takeRenamed(sheet: Sheet): void {
  for (const { index, 0: run } of sheet.folded.matchAll(/\([^()\n]{2,16}\)/gu)) {
    const end = index + run.length;
    const own = sheet.marks.subarray(index, end);
    if (!own.includes(mark.region)) continue;
    let left = '';
    for (const [at, as] of own.entries()) if (as === mark.free && run[at] !== ' ') left += run[at];
    if (left !== '()' && renamed.test(left))
      for (const [at, as] of own.entries()) if (as === mark.free) own[at] = mark.dropped;
  }
}

function occurrencesOf({ folded }: Sheet, name: string): Piece[] {
  const spans: Piece[] = [];
  for (let start = folded.indexOf(name); start >= 0; start = folded.indexOf(name, start + 1))
    spans.push({ start, end: start + name.length });
  return spans;
}

/** 河北 by itself, when somebody else is the name: said already. */
function dropAbove(sheet: Sheet, chain: RegionChain, chains: readonly RegionChain[]): void {
  for (const other of chains) {
    if (!isWithin(chain.place, other.place) || !isAlone(sheet, other) || !isFree(sheet, other)) continue;
    if (isOfFirm(sheet, other)) continue;
    takeSpan(sheet, other, mark.region);
  }
}

const startsPiece = ({ folded, marks }: Sheet, start: number): boolean =>
  start === 0 || marks[start - 1] !== mark.free || dividers.test(folded[start - 1]!);

const endsPiece = ({ folded, marks }: Sheet, end: number): boolean =>
  end >= folded.length || marks[end] !== mark.free || dividers.test(folded[end]!);

const aside =
  /^(?:收货人?信息|收件人?信息|寄件信息|联系信息|地址信息|寄给|发给|送给|给|信息|如下|以下|中国|中国大陆|中华人民共和国|china|prc|大陆|中国台湾|中国香港|中国澳门)$/;

/** 地址是, 寄到, 中国: belongs to nothing. */
function dropLeads(sheet: Sheet): void {
  for (const piece of piecesOf(sheet)) {
    const text = sheet.folded.slice(piece.start, piece.end);
    const leads = sheet.marks[piece.end] === mark.region && leadBefore.test(text);
    if (leads || aside.test(text) || role.test(text) || job.test(text)) takeSpan(sheet, piece, mark.dropped);
  }
}

interface Levels {
  place: Place | undefined;
  chain: RegionChain | undefined;
  country: string;
}

type LevelNames = Pick<ReadParts, 'province' | 'city' | 'district'>;

function levelsOf(sheet: Sheet, { place, chain, country }: Levels): LevelNames {
  if (!place) return { province: '', city: '', district: '' };
  const written = (depth: Place['depth']): string => {
    const at = ancestorAt(place, depth);
    if (!at) return '';
    // Official names of the mainland; elsewhere in the characters that people there write.
    return country === 'CN' ? at.region.name_zh : writtenName(sheet, chain, at.region.name_zh);
  };
  const province = written(1);
  const isMunicipality = /^(?:11|12|31|50)/.test(place.region.region_id);
  return {
    province: country === 'TW' ? '' : province,
    city: isMunicipality ? province : written(2),
    district: written(3),
  };
}

/** The name in the characters of the text where the text has all of it (板橋區), else the tree's. */
function writtenName({ text, folded }: Sheet, chain: RegionChain | undefined, name: string): string {
  const span = chain?.spans.find(({ start, end }) => folded.slice(start, end) === name);
  return span ? text.slice(span.start, span.end) : name;
}

interface Doubts {
  reading: Reading;
  rival: Reading | undefined;
  /** How likely the person and the house are right. */
  sureOfParts: number;
  /** There is no division to be found: the city is the country. */
  isCity: boolean;
}

function confidenceOf({ reading, rival, sureOfParts, isCity }: Doubts): number {
  const { chain, score } = reading;
  if (!chain) return roundConfidence((isCity ? 0.9 : 0.2) * sureOfParts);
  const depth = chain.place.depth === 3 || chain.place.region.region_id.slice(2, 4) >= '90' ? 1 : 0.85;
  const lead = rival ? score - rival.score : 9;
  const alone = lead >= nearlyAsGood ? 1 : lead >= 1 ? 0.9 : lead >= 0 ? 0.6 : 0.4;
  const known = Math.min(1, 0.75 + score / 60);
  const spelt = chain.guessed ? 0.9 : 1;
  return roundConfidence(depth * alone * known * spelt * sureOfParts);
}
