/**
 * Towns, townships and subdistricts of the mainland (the fourth level of its divisions) and the county that each lies in: evidence for the
 * county where a text names it without its kind or not at all. 39,000 of them are in a table of a quarter of a megabyte that answers by
 * hashes; one of a hundred thousand names that it doesn't have is taken for one that it has. Written by
 * tools/address-data/mainland-towns-build.ts. Owns its form. Pure but for the file that is read when the first text is.
 */
import { readFileSync } from 'node:fs';
import { hashWord } from '../tagging/linear-chain.ts';

/** A town that a text names: where, and the counties that have one of this name, by their GB/T 2260 codes. */
export interface NamedTown {
  start: number;
  end: number;
  counties: readonly string[];
}

/** What people put behind a town's name; many have become subdistricts, so that one stands for another. */
const kindOfTown = /(?:街道|[镇乡]|苏木)$/u;

/** Without its kind: 姑孰镇 and 姑孰街道 are one. */
export const townStem = (name: string): string => name.replace(kindOfTown, '');

/** As the table has it. */
const hashOf = (stem: string): number => hashWord(stem) >>> 0;

/** The table of these towns: folded names without their kinds, and the codes of their counties. */
export function encodeTowns(towns: ReadonlyArray<{ stem: string; county: string }>): Uint8Array {
  const counties = [...new Set(towns.map(({ county }) => county))].sort();
  const places = new Map(counties.map((county, at) => [county, at]));
  const rows = new Set(towns.map(({ stem, county }) => hashOf(stem) * 4096 + places.get(county)!));
  const sorted = [...rows].sort((a, b) => a - b);
  const bytes = new Uint8Array(4 + counties.length * 4 + sorted.length * 6);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, counties.length, true);
  for (const [at, county] of counties.entries()) view.setUint32(4 + at * 4, Number(county), true);
  const start = 4 + counties.length * 4;
  for (const [at, row] of sorted.entries()) {
    view.setUint32(start + at * 4, Math.floor(row / 4096), true);
    view.setUint16(start + sorted.length * 4 + at * 2, row % 4096, true);
  }
  return bytes;
}

export interface TownTable {
  counties: readonly string[];
  /** In their order. */
  hashes: Uint32Array;
  /** Of the same rows, places in `counties`. */
  places: Uint16Array;
}

/** What `encodeTowns` made. */
export function decodeTowns(file: Uint8Array): TownTable {
  const bytes = file.slice().buffer;
  const count = new DataView(bytes).getUint32(0, true);
  const start = 4 + count * 4;
  const rows = (bytes.byteLength - start) / 6;
  return {
    counties: Array.from(new Uint32Array(bytes, 4, count), String),
    hashes: new Uint32Array(bytes, start, rows),
    places: new Uint16Array(bytes, start + rows * 4, rows),
  };
}

let known: TownTable | undefined;
const knownTowns = (): TownTable => {
  known ??= decodeTowns(new Uint8Array(readFileSync(new URL('./mainland-towns.bin', import.meta.url))));
  return known;
};

/** Codes of the counties that have a town whose folded name without its kind is this. */
export function countiesOfTown(stem: string, { counties, hashes, places } = knownTowns()): readonly string[] {
  const hash = hashOf(stem);
  let [low, high] = [0, hashes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hashes[middle]! < hash) low = middle + 1;
    else high = middle;
  }
  const found: string[] = [];
  for (let at = low; hashes[at] === hash; at++) found.push(counties[places[at]!]!);
  return found;
}

const longestStem = 8;
const townEnd = /街道|[镇乡]|苏木/gu;
/** Nobody names more: what a text goes on with is no evidence. */
const mostTowns = 24;

/**
 * The first towns that the folded text names with their kind: of those that end at one place all that are known, longest first. A single
 * character before the kind is none: 老镇 and 下乡 are everywhere.
 */
export function listTowns(folded: string): NamedTown[] {
  const towns: NamedTown[] = [];
  for (const { index, 0: kind } of folded.matchAll(townEnd)) {
    if (towns.length >= mostTowns) break;
    const end = index + kind.length;
    const stems =
      /\p{Script=Han}{2,8}$/u.exec(folded.slice(Math.max(0, index - longestStem), index))?.[0] ?? '';
    for (let start = index - stems.length; start <= index - 2; start++) {
      const counties = countiesOfTown(folded.slice(start, index));
      if (counties.length > 0) towns.push({ start, end, counties });
    }
  }
  return towns;
}

/** Whether the text goes on with a town of this county, with or without its kind: 三垛 behind 高邮. */
export function isTownOf(county: string, folded: string): boolean {
  const ahead = /^ ?(\p{Script=Han}{2,6})/u.exec(folded)?.[1] ?? '';
  for (let length = ahead.length; length >= 2; length--)
    if (countiesOfTown(ahead.slice(0, length)).includes(county)) return true;
  return false;
}
