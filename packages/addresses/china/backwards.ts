/**
 * Houses that are written from the room up to the road, as 302室，4号楼，滨江花园，渡江路19号. Owns how such a detail is told and turned round:
 * a label of the mainland goes from the greatest part to the smallest. Pure.
 */
import { piecesOf, type Sheet } from '../parse-sheet.ts';

/** A room, a stair, a floor, a building: each greater than the one before. */
const units: readonly RegExp[] = [
  /^[a-z]?\d{1,5}[室房户]?$/i,
  /^[\d一二三四五六七八九十]{1,3}(?:单元|門|门)$/u,
  /^[\d一二三四五六七八九十]{1,3}[层層楼樓f]$/iu,
  /^(?:[\d一二三四五六七八九十]{1,3}|[a-z])(?:号楼|號樓|[栋棟幢座])$/iu,
];
const road =
  /(?:[路街巷弄道]|大道|胡同)(?:[东西南北中]?段)?(?:[\d一二三四五六七八九十百]+(?:-\d+)?[号號]?)?$/u;
const town = /(?:[镇鎮乡鄉]|街道)$/u;
const rank = { estate: 4, road: 5, town: 6, none: -1 } as const;

function rankOf(part: string): number {
  const unit = units.findIndex((pattern) => pattern.test(part));
  if (unit >= 0) return unit;
  if (town.test(part)) return rank.town;
  if (road.test(part)) return rank.road;
  return /^\p{Script=Han}[\p{Script=Han}a-z·]+$/iu.test(part) ? rank.estate : rank.none;
}

const run = /[a-z]?\d{1,5}[室房]|[\d一二三四五六七八九十]{1,3}(?:单元|[栋棟幢座层層]|号楼|號樓)/giu;

/** 302室2单元5号楼 as its units; anything else as it is. */
function unitsOf(part: string): string[] {
  const found = part.match(run) ?? [];
  return found.length > 1 && found.join('') === part ? found : [part];
}

/** The detail with its greatest part first; as it is where its pieces are not wholly backwards. */
export function turnedRound(sheet: Sheet, detail: string): string {
  if (!/^[a-z]?\d/i.test(detail)) return detail;
  const parts = piecesOf(sheet).flatMap(({ start, end }) => unitsOf(sheet.text.slice(start, end)));
  const ranks = parts.map(rankOf);
  const rises = ranks.every((each, at) => each !== rank.none && (at === 0 || each > ranks[at - 1]!));
  return rises && parts.length > 2 && ranks[0]! < rank.estate && ranks.at(-1)! >= rank.road
    ? parts.reverse().join('')
    : detail;
}
