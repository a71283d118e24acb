/**
 * Owns reading the entropy-coded data of a Huffman JPEG to its end, without making pixels of it (ITU-T T.81 annexes F and G): a decoder makes
 * a picture of nearly any bytes, and only who counts sees that they are not those that were written. Must never hold a whole file in memory.
 */
import type { FileBytes } from '../file-bytes.ts';
import { fastBits, type HuffmanTable } from './jpeg-huffman-table.ts';

/** A component in a scan: where its predictor and its table are, and what of it was read. */
export interface ScanComponent {
  /** Blocks of a minimum coded unit, side by side and below each other; 1 x 1 where it has a scan of its own. */
  across: number;
  along: number;
  /** Blocks of a row in memory. */
  blocksAcross: number;
  dcTable: HuffmanTable | undefined;
  acTable: HuffmanTable | undefined;
  /** What a step of the DC is worth; 0 when no table says so. */
  dcStep: number;
  /** Which coefficients are known not to be 0, two words a block; of progressive pictures alone. */
  nonZero: Uint32Array | undefined;
  /** The mean of each block as its DC has it; where one is asked for. */
  means: Int16Array | undefined;
}

export interface Scan {
  components: readonly ScanComponent[];
  /** Minimum coded units of a row, and all of them. */
  unitsAcross: number;
  units: number;
  restartInterval: number;
  isProgressive: boolean;
  spectralStart: number;
  spectralEnd: number;
  approximationHigh: number;
  approximationLow: number;
}

/** What a walk over a scan's data found. */
export interface ScanReading {
  /** Where the next marker stands. */
  end: number;
  /** The unit where data first proved wrong; undefined when none did. */
  firstBad: number | undefined;
  /** Units that were read from wrong data, or are missing. */
  badUnits: number;
  /** Bytes that nobody asked for, before the marker behind the last unit. */
  bytesOver: number;
  /** Whether the file ends in the scan. */
  isCut: boolean;
}

const chunkBytes = 1 << 18;
/** More than the data of one unit can be: 10 blocks of 64 coefficients of 26 bits, every byte stuffed. */
const unitBytes = 16 * 1024;

/** The largest sizes of differences and coefficients of pictures of 8 bits (T.81 tables F.1 and F.2). */
const maxDcBits = 11;
const maxAcBits = 10;
/** The mean of a block is no further from grey than this, in eighths of a step of brightness; a rounding is allowed for. */
const maxDc = 1024;
const dcSlack = 64;

/** The bits of a scan, unstuffed. `beyond`: zeros that stand for what isn't there, behind a marker or the end of the file. */
interface Bits {
  bytes: Uint8Array;
  /** In the file: of the first byte here. */
  from: number;
  /** In `bytes`: the next byte to be taken. */
  at: number;
  word: number;
  count: number;
  beyond: number;
  isBad: boolean;
}

function fill(bits: Bits): void {
  const { bytes } = bits;
  while (bits.count <= 24) {
    let byte = bytes[bits.at];
    if (byte === 0xff && bytes[bits.at + 1] !== 0) byte = undefined;
    if (byte === undefined) {
      bits.beyond += 8;
      byte = 0;
    } else bits.at += byte === 0xff ? 2 : 1;
    bits.word |= byte << (24 - bits.count);
    bits.count += 8;
  }
}

function take(bits: Bits, count: number): number {
  if (count === 0) return 0;
  if (bits.count < count) fill(bits);
  const value = bits.word >>> (32 - count);
  bits.word = count === 32 ? 0 : bits.word << count;
  bits.count -= count;
  return value;
}

/** A value of the table, or -1 for bits that are no code of it. */
function decode(bits: Bits, table: HuffmanTable): number {
  if (bits.count < 16) fill(bits);
  const entry = table.fast[bits.word >>> (32 - fastBits)]!;
  if (entry !== 0) {
    const length = entry >> 8;
    bits.word <<= length;
    bits.count -= length;
    return entry & 255;
  }
  const code16 = bits.word >>> 16;
  for (let length = fastBits + 1; length <= 16; length++) {
    const code = code16 >> (16 - length);
    if (code <= table.last[length]!) {
      bits.word <<= length;
      bits.count -= length;
      return table.values[code + table.offset[length]!]!;
    }
  }
  bits.isBad = true;
  return -1;
}

/** The sign-extended value of so many bits (T.81 F.2.2.1, EXTEND). */
function takeSigned(bits: Bits, count: number): number {
  const value = take(bits, count);
  return count > 0 && value < 1 << (count - 1) ? value - (1 << count) + 1 : value;
}

/** What goes on from block to block within a scan, until the next restart. */
interface Running {
  predictors: Int32Array;
  endOfBandRun: number;
}

function readDc(bits: Bits, component: ScanComponent, { running, index }: BlockAt): void {
  const size = decode(bits, component.dcTable!);
  if (size < 0) return;
  if (size > maxDcBits) {
    bits.isBad = true;
    return;
  }
  running.predictors[index] = running.predictors[index]! + takeSigned(bits, size);
}

function isPossible(dc: number, step: number): boolean {
  return step === 0 || Math.abs(dc * step) <= maxDc + dcSlack + step;
}

/** The coefficients of a sequential block behind its DC. Nearly all of the time goes here, so the bits stand in variables. */
function skipAc(bits: Bits, table: HuffmanTable): void {
  const { bytes } = bits;
  const { fast, last, offset, values } = table;
  let { word, count, at, beyond } = bits;
  let k = 1;
  while (k < 64) {
    while (count <= 24) {
      let byte = bytes[at]!;
      if (at >= bytes.length || (byte === 0xff && bytes[at + 1] !== 0)) {
        beyond += 8;
        byte = 0;
      } else at += byte === 0xff ? 2 : 1;
      word |= byte << (24 - count);
      count += 8;
    }
    let entry = fast[word >>> (32 - fastBits)]!;
    if (entry === 0) {
      let length = fastBits + 1;
      while (length <= 16 && word >>> (32 - length) > last[length]!) length += 1;
      if (length > 16) break;
      entry = (length << 8) | values[(word >>> (32 - length)) + offset[length]!]!;
    }
    const size = entry & 15;
    const zeros = (entry >> 4) & 15;
    const length = entry >> 8;
    // Up to 16 bits of code and 10 of value: 25 are there.
    if (length + size > count) {
      word <<= length;
      count -= length;
      const more = bytes[at]!;
      if (at >= bytes.length || (more === 0xff && bytes[at + 1] !== 0)) beyond += 8;
      else {
        at += more === 0xff ? 2 : 1;
        word |= more << (24 - count);
      }
      count += 8;
      word <<= size;
      count -= size;
    } else {
      word <<= length + size;
      count -= length + size;
    }
    if (size === 0) {
      if (zeros === 0) {
        k = 64;
        break;
      }
      if (zeros < 15) break;
      k += 16;
      continue;
    }
    k += zeros + 1;
    if (size > maxAcBits) break;
  }
  if (k !== 64) bits.isBad = true;
  bits.word = word;
  bits.count = count;
  bits.at = at;
  bits.beyond = beyond;
}

/** The first coefficients of a band (T.81 G.1.2.2). */
function readAcFirst(bits: Bits, component: ScanComponent, { scan, running, block }: BlockAt): void {
  if (running.endOfBandRun > 0) {
    running.endOfBandRun -= 1;
    return;
  }
  const nonZero = component.nonZero!;
  for (let k = scan.spectralStart; k <= scan.spectralEnd; k++) {
    const value = decode(bits, component.acTable!);
    if (value < 0) return;
    const [zeros, size] = [value >> 4, value & 15];
    if (size === 0) {
      if (zeros < 15) {
        running.endOfBandRun = (1 << zeros) - 1 + take(bits, zeros);
        return;
      }
      k += 15;
      if (k > scan.spectralEnd) bits.isBad = true;
      continue;
    }
    k += zeros;
    if (k > scan.spectralEnd || size > maxAcBits) {
      bits.isBad = true;
      return;
    }
    take(bits, size);
    nonZero[block * 2 + (k >> 5)]! |= 1 << (k & 31);
  }
}

/** More of the bits of a band (T.81 G.1.2.3): each coefficient that is known not to be 0 has one. */
function readAcMore(bits: Bits, component: ScanComponent, { scan, running, block }: BlockAt): void {
  const nonZero = component.nonZero!;
  let k = scan.spectralStart;
  if (running.endOfBandRun === 0) {
    for (; k <= scan.spectralEnd; k++) {
      const value = decode(bits, component.acTable!);
      if (value < 0) return;
      let zeros = value >> 4;
      const size = value & 15;
      if (size === 0 && zeros < 15) {
        running.endOfBandRun = (1 << zeros) + take(bits, zeros);
        break;
      }
      if (size > 1) {
        bits.isBad = true;
        return;
      }
      if (size === 1) take(bits, 1);
      for (; k <= scan.spectralEnd; k++) {
        if ((nonZero[block * 2 + (k >> 5)]! & (1 << (k & 31))) !== 0) take(bits, 1);
        else if (zeros-- === 0) break;
      }
      if (k > scan.spectralEnd) {
        // Its place would be behind the band.
        if (size === 1 || zeros > 0) bits.isBad = true;
        return;
      }
      if (size === 1) nonZero[block * 2 + (k >> 5)]! |= 1 << (k & 31);
    }
  }
  if (running.endOfBandRun > 0) {
    const isEmpty = nonZero[block * 2] === 0 && nonZero[block * 2 + 1] === 0;
    for (; k <= scan.spectralEnd && !isEmpty; k++)
      if ((nonZero[block * 2 + (k >> 5)]! & (1 << (k & 31))) !== 0) take(bits, 1);
    running.endOfBandRun -= 1;
  }
}

interface BlockAt {
  scan: Scan;
  running: Running;
  /** Of the component in the scan, and of the block in the component. */
  index: number;
  block: number;
}

function readBlock(bits: Bits, component: ScanComponent, at: BlockAt): void {
  const { scan, running, index, block } = at;
  if (scan.spectralStart > 0) {
    if (scan.approximationHigh === 0) readAcFirst(bits, component, at);
    else readAcMore(bits, component, at);
    return;
  }
  if (scan.approximationHigh > 0) {
    take(bits, 1);
    return;
  }
  readDc(bits, component, at);
  const dc = running.predictors[index]! << scan.approximationLow;
  if (!isPossible(dc, component.dcStep)) bits.isBad = true;
  if (component.means) component.means[block] = (dc * component.dcStep) >> 3;
  if (!scan.isProgressive) skipAc(bits, component.acTable!);
}

/** `at` is used again for every block. */
function readUnit(bits: Bits, unit: number, at: BlockAt): void {
  const { components, unitsAcross } = at.scan;
  const row = Math.floor(unit / unitsAcross);
  const column = unit - row * unitsAcross;
  for (at.index = 0; at.index < components.length; at.index++) {
    const component = components[at.index]!;
    for (let y = 0; y < component.along; y++) {
      const first = (row * component.along + y) * component.blocksAcross + column * component.across;
      for (let x = 0; x < component.across; x++) {
        at.block = first + x;
        readBlock(bits, component, at);
        if (bits.isBad) return;
      }
    }
  }
}

/** Makes sure that the next unit's bytes are here, as far as the file has them. */
function refill(bits: Bits, file: FileBytes): void {
  if (bits.bytes.length - bits.at >= unitBytes) return;
  const from = bits.from + bits.at;
  if (bits.from + bits.bytes.length >= file.size) return;
  bits.bytes = file.read(from, chunkBytes);
  bits.from = from;
  bits.at = 0;
}

/** The next marker from a place in the file on, and where it and the fill bytes before it begin; the end of the file where there is none. */
export function nextMarker(file: FileBytes, from: number): FoundMarker {
  let fillFrom: number | undefined;
  for (let position = from; position < file.size; position += chunkBytes) {
    const bytes = file.read(position, chunkBytes + 1);
    for (let at = bytes.indexOf(0xff); at >= 0 && at < chunkBytes; at = bytes.indexOf(0xff, at + 1)) {
      const next = bytes[at + 1];
      if (next === 0xff) fillFrom ??= position + at;
      else if (next === 0) fillFrom = undefined;
      else if (next !== undefined) {
        const markerAt = position + at;
        const isFilled = fillFrom !== undefined && bytes[at - 1] === 0xff;
        return { at: markerAt, dataEnd: isFilled ? fillFrom! : markerAt, marker: next };
      }
      if (bytes[at + 1] !== 0xff) fillFrom = undefined;
    }
  }
  return { at: file.size, dataEnd: file.size, marker: undefined };
}

export interface FoundMarker {
  at: number;
  /** Where the data before it ends: bytes of 0xff may fill up (T.81 B.1.1.2). */
  dataEnd: number;
  marker: number | undefined;
}

const rst0 = 0xd0;
const isRestart = (marker: number | undefined): boolean =>
  marker !== undefined && marker >= rst0 && marker < rst0 + 8;

/** Reads the data of a scan that begins at `start`. */
export function readScan(file: FileBytes, start: number, scan: Scan): ScanReading {
  const bits: Bits = {
    bytes: new Uint8Array(0),
    from: start,
    at: 0,
    word: 0,
    count: 0,
    beyond: 0,
    isBad: false,
  };
  const running = { predictors: new Int32Array(scan.components.length), endOfBandRun: 0 };
  const interval = scan.restartInterval > 0 ? scan.restartInterval : scan.units;
  const reading: ScanReading = { end: start, firstBad: undefined, badUnits: 0, bytesOver: 0, isCut: false };
  const spoil = (unit: number, units: number) => {
    reading.firstBad ??= unit;
    reading.badUnits += units;
  };
  const block = { scan, running, index: 0, block: 0 };
  // A run of empty blocks has nothing to be read.
  const isRunSkipped = scan.spectralStart > 0 && scan.approximationHigh === 0;
  let unit = 0;
  for (let restarts = 0; ; restarts++) {
    const last = Math.min(scan.units, unit + interval);
    for (; unit < last; unit++) {
      if (isRunSkipped && running.endOfBandRun > 0) {
        const skipped = Math.min(running.endOfBandRun, last - unit);
        running.endOfBandRun -= skipped;
        unit += skipped - 1;
        continue;
      }
      refill(bits, file);
      readUnit(bits, unit, block);
      if (bits.isBad || bits.count < bits.beyond) break;
    }
    // A run over the end of the interval promises blocks that aren't there.
    const isShort = unit < last || running.endOfBandRun > 0;
    const bitsLeft = bits.count - bits.beyond;
    const from = bits.from + bits.at;
    const { at, dataEnd, marker } = nextMarker(file, from);
    const over = Math.max(0, dataEnd - from) + Math.max(0, bitsLeft >> 3);
    if (isShort) spoil(Math.min(unit, last - 1), Math.max(1, last - unit));
    reading.end = at;
    reading.isCut = marker === undefined;
    unit = last;
    if (!isShort && over > 0 && unit < scan.units) spoil(unit - interval, interval);
    if (unit >= scan.units && !isRestart(marker)) {
      reading.bytesOver = isShort ? 0 : over;
      return reading;
    }
    if (!isRestart(marker)) {
      spoil(unit, scan.units - unit);
      return reading;
    }
    if (unit >= scan.units) {
      // Some cameras write one more behind the last interval.
      reading.bytesOver = isShort ? 0 : over;
      reading.end = findMarkerBehindRestarts(file, at);
      return reading;
    }
    // Intervals whose markers are lost are lost themselves.
    const skipped = (marker! - rst0 - restarts) & 7;
    if (skipped > 0) {
      const lost = Math.min(scan.units - unit, skipped * interval);
      spoil(unit, lost);
      unit += lost;
      restarts += skipped;
      if (unit >= scan.units) {
        reading.end = findMarkerBehindRestarts(file, at);
        return reading;
      }
    }
    Object.assign(bits, {
      bytes: new Uint8Array(0),
      from: at + 2,
      at: 0,
      word: 0,
      count: 0,
      beyond: 0,
      isBad: false,
    });
    running.predictors.fill(0);
    running.endOfBandRun = 0;
  }
}

function findMarkerBehindRestarts(file: FileBytes, from: number): number {
  let found = nextMarker(file, from);
  while (isRestart(found.marker)) found = nextMarker(file, found.at + 2);
  return found.at;
}
