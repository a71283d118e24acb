/**
 * Owns the letters of captions and slips: GNU Unifont, drawn on 16 dots, out of the npm package `@fontsource/unifont` (OFL 1.1). One file of it
 * is read, and refused when its bytes are not those that this was written for: the same text is the same ink on every machine.
 * WOFF 1.0 (W3C 2012), OpenType tables cmap, hmtx, loca, glyf. Must never be given a font from outside.
 */
import { inflateSync } from 'node:zlib';
import { readPinned } from '../faces/face-network.ts';

export const glyphRows = 16;

export interface CaptionGlyph {
  /** How far the next one stands: 8 or 16 dots. */
  widthDots: number;
  /** From the top: a bit for each dot, the leftmost is the highest of `widthDots`. */
  rows: readonly number[];
}

const file = {
  name: '@fontsource/unifont/files/unifont-latin-400-normal.woff',
  sha256: '7d7a1f7bf7c7164bbb91fa58d188a991eac8deb90fdaed4826dfb2c49ff40402',
} as const;
const unitsPerDot = 64;
/** Rows above the baseline. */
const ascentDots = 14;
const woffHeaderBytes = 44;
const woffEntryBytes = 20;
const unicodeBmp = 4;
const unicodeFull = 12;

/** The tables that are asked for. */
function readTables(woff: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  for (let i = 0; i < woff.readUInt16BE(12); i++) {
    const at = woffHeaderBytes + i * woffEntryBytes;
    const [from, stored, length] = [
      woff.readUInt32BE(at + 4),
      woff.readUInt32BE(at + 8),
      woff.readUInt32BE(at + 12),
    ];
    const name = woff.toString('latin1', at, at + 4);
    if (!['cmap', 'glyf', 'hhea', 'hmtx', 'loca'].includes(name)) continue;
    const bytes = woff.subarray(from, from + stored);
    tables.set(name, stored < length ? inflateSync(bytes) : bytes);
  }
  return tables;
}

type FindGlyph = (codePoint: number) => number;

function segmentedMap(table: Buffer): FindGlyph {
  const segments = table.readUInt16BE(6) / 2;
  const [ends, starts] = [14, 16 + segments * 2];
  const [deltas, offsets] = [starts + segments * 2, starts + segments * 4];
  return (codePoint) => {
    for (let i = 0; i < segments; i++) {
      if (codePoint > table.readUInt16BE(ends + i * 2)) continue;
      const start = table.readUInt16BE(starts + i * 2);
      if (codePoint < start) return 0;
      const delta = table.readUInt16BE(deltas + i * 2);
      const offset = table.readUInt16BE(offsets + i * 2);
      if (offset === 0) return (codePoint + delta) & 0xffff;
      const glyph = table.readUInt16BE(offsets + i * 2 + offset + (codePoint - start) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}

function groupedMap(table: Buffer): FindGlyph {
  const groups = table.readUInt32BE(12);
  return (codePoint) => {
    for (let i = 0; i < groups; i++) {
      const at = 16 + i * 12;
      if (codePoint > table.readUInt32BE(at + 4)) continue;
      const start = table.readUInt32BE(at);
      return codePoint < start ? 0 : table.readUInt32BE(at + 8) + codePoint - start;
    }
    return 0;
  };
}

function readMap(cmap: Buffer): FindGlyph {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) =>
    cmap.subarray(cmap.readUInt32BE(8 + i * 8)),
  );
  const full = subtables.find((table) => table.readUInt16BE(0) === unicodeFull);
  if (full) return groupedMap(full);
  const bmp = subtables.find((table) => table.readUInt16BE(0) === unicodeBmp);
  if (!bmp) throw new Error(`${file.name} has no table of characters that is read here`);
  return segmentedMap(bmp);
}

interface Point {
  x: number;
  y: number;
}

/** One coordinate of each point; `short` and `same` are its bits in the flags. */
function readAxis(
  glyph: Buffer,
  start: number,
  { flags, short, same }: { flags: readonly number[]; short: number; same: number },
): { values: number[]; end: number } {
  let [at, value] = [start, 0];
  const values = flags.map((flag) => {
    if ((flag & short) !== 0) value += (flag & same) !== 0 ? glyph[at++]! : -glyph[at++]!;
    else if ((flag & same) === 0) {
      value += glyph.readInt16BE(at);
      at += 2;
    }
    return value;
  });
  return { values, end: at };
}

const repeated = 8;

/** The contours of a simple glyph; undefined for one that is made of others: none that is drawn here is. */
function contoursOf(glyph: Buffer): Point[][] | undefined {
  if (glyph.length === 0) return [];
  const contours = glyph.readInt16BE(0);
  if (contours < 0) return undefined;
  const ends = Array.from({ length: contours }, (_, i) => glyph.readUInt16BE(10 + i * 2));
  const points = (ends.at(-1) ?? -1) + 1;
  let at = 10 + contours * 2;
  at += 2 + glyph.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < points) {
    const flag = glyph[at++]!;
    const times = (flag & repeated) !== 0 ? glyph[at++]! + 1 : 1;
    for (let i = 0; i < times; i++) flags.push(flag);
  }
  const x = readAxis(glyph, at, { flags, short: 2, same: 16 });
  const y = readAxis(glyph, x.end, { flags, short: 4, same: 32 });
  return ends.map((end, i) => {
    const first = i === 0 ? 0 : ends[i - 1]! + 1;
    return x.values.slice(first, end + 1).map((value, k) => ({ x: value, y: y.values[first + k]! }));
  });
}

/** The dots whose middles lie within the contours, by the non-zero rule. */
function dotsOf(contours: readonly Point[][], widthDots: number): number[] {
  return Array.from({ length: glyphRows }, (_, row) => {
    const y = (ascentDots - row - 0.5) * unitsPerDot;
    const turns = new Array<number>(widthDots).fill(0);
    for (const points of contours) {
      for (const [i, from] of points.entries()) {
        const to = points[(i + 1) % points.length]!;
        if (from.y > y === to.y > y) continue;
        const x = from.x + ((y - from.y) * (to.x - from.x)) / (to.y - from.y);
        for (let dot = 0; dot < widthDots; dot++)
          if ((dot + 0.5) * unitsPerDot > x) turns[dot]! += to.y > from.y ? 1 : -1;
      }
    }
    return turns.reduce((bits, turn) => bits * 2 + (turn === 0 ? 0 : 1), 0);
  });
}

interface CaptionFont {
  find: FindGlyph;
  glyphs: Map<number, CaptionGlyph | undefined>;
  glyf: Buffer;
  loca: Buffer;
  hmtx: Buffer;
  metrics: number;
}

let font: CaptionFont | undefined;

/** Read with the first text: it takes a tenth of a second and 12 MB. */
function openFont(): CaptionFont {
  const tables = readTables(readPinned(file));
  const table = (name: string): Buffer => {
    const bytes = tables.get(name);
    if (!bytes) throw new Error(`${file.name} has no table ${name}`);
    return bytes;
  };
  return {
    find: readMap(table('cmap')),
    glyphs: new Map(),
    glyf: table('glyf'),
    loca: table('loca'),
    hmtx: table('hmtx'),
    metrics: table('hhea').readUInt16BE(34),
  };
}

function readGlyph(
  { find, glyf, loca, hmtx, metrics }: CaptionFont,
  codePoint: number,
): CaptionGlyph | undefined {
  const index = find(codePoint);
  if (index === 0) return undefined;
  const advance = hmtx.readUInt16BE(Math.min(index, metrics - 1) * 4);
  const widthDots = Math.round(advance / unitsPerDot);
  const contours = contoursOf(glyf.subarray(loca.readUInt32BE(index * 4), loca.readUInt32BE(index * 4 + 4)));
  return contours && widthDots > 0 ? { widthDots, rows: dotsOf(contours, widthDots) } : undefined;
}

/** The drawing of a character; undefined where the font has none. */
export function findCaptionGlyph(codePoint: number): CaptionGlyph | undefined {
  font ??= openFont();
  if (!font.glyphs.has(codePoint)) font.glyphs.set(codePoint, readGlyph(font, codePoint));
  return font.glyphs.get(codePoint);
}
