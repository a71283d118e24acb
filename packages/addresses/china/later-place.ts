/**
 * Two places of the mainland of which nothing says which one is meant: whoever tells of two tells of the one that counts last (户籍…。现居…, 上次寄…，这次…). Owns
 * when what was read as a house begins with, or holds, the divisions of another place with its own street. Pure.
 */
import { createSheet } from '../parse-sheet.ts';
import { listChains, type RegionChain } from '../regions/region-chain.ts';
import { isWithin, type Place } from '../regions/region-names.ts';

/** A house below divisions: a town or a street, and a number. */
const houseBehind = /^[\s,]*\p{Script=Han}{1,12}?(?:街道|镇|乡|大道|[路街巷村里弄苑园区])(?=.*\d)/su;
/** 南京市第一医院, 苏州市吴中区商会: what a firm is called by. */
const calledBy =
  /^[^路街镇乡村道巷弄\d]{0,12}?(?:医院|法院|学院|大学|学校|中学|小学|幼儿园|公司|银行|厂|局|中心|商会|协会|合作社|办事处)/u;

export interface LaterPlace {
  /** Undefined where it is the one that was read, and the house of another one before it was taken with its own. */
  place: Place | undefined;
  /** What stands below it. */
  detail: string;
  /** Where it begins in the text: the one before it is left over. */
  start: number;
}

interface Read {
  place: Place | undefined;
  /** Where its divisions stand in the text. */
  start: number;
  end: number;
}

/**
 * The place that is told of later, with its house; undefined where all is of the one that was read. `text` is what both were read from,
 * `houseFrom` what of it is the house from a place on.
 */
export function laterPlaceIn(
  detail: string,
  { place, start: readStart, end: readEnd }: Read,
  { text, houseFrom }: { text: string; houseFrom: (start: number) => string },
): LaterPlace | undefined {
  if (place === undefined || !/[市县区旗]/u.test(detail)) return undefined;
  const isDeepest = (chain: RegionChain): boolean =>
    chain.place.depth === 3 || /^\d{2}90/.test(chain.place.region.region_id);
  const isOther = (chain: RegionChain): boolean =>
    chain.place !== place && !isWithin(place, chain.place) && isDeepest(chain) && !chain.guessed;
  // 老城区 by itself may be any town's, unless the city has one of that name.
  const city = place.depth === 3 ? place.parent : place;
  const isWhole = ({ full, names, start, place: other }: RegionChain): boolean =>
    names > 1 || (full && start === 0 && city !== undefined && isWithin(other, city));
  const later = listChains(createSheet(detail))
    .filter((chain) => isOther(chain) && isWhole(chain))
    .filter((chain) => {
      const behind = detail.slice(chain.end);
      return houseBehind.test(behind) && !calledBy.test(behind);
    })
    .sort((a, b) => b.names - a.names || b.end - b.start - (a.end - a.start))[0];
  const [name] = later?.spans ?? [];
  if (!later || !name) return undefined;
  const start = text.lastIndexOf(detail.slice(name.start, name.end));
  // 郫都区犀浦镇…，成都: a district of the city that was read is no other place, wherever it stands.
  const isBelow = later.start === 0 && isWithin(later.place, place);
  if (start >= readEnd || isBelow)
    return { place: later.place, detail: detail.slice(later.end).trim(), start: isBelow ? 0 : start };
  const own = start >= 0 && start < readStart && later.start === 0 ? houseFrom(readStart) : '';
  return /\d/.test(own) ? { place: undefined, detail: own, start: readStart } : undefined;
}
