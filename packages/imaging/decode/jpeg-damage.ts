/**
 * Owns whether the data of a JPEG is what was written: walks its segments and scans to the end of the picture (ITU-T T.81 annex B) and
 * says what share of it was made of wrong data. Must never make pixels.
 */
import { type FileBytes, withFileBytes } from '../file-bytes.ts';
import { ImagingRefusal } from '../imaging-refusal.ts';
import { createHuffmanTable, type HuffmanTable } from './jpeg-huffman-table.ts';
import { nextMarker, readScan, type Scan, type ScanComponent, type ScanReading } from './jpeg-scan.ts';
import { findShift } from './jpeg-shift.ts';

export interface JpegReading {
  /** False: of a kind that isn't read here, or without a picture; then nothing is known. */
  isRead: boolean;
  /** Share (0 to 1) of the picture that is made of wrong data or is missing; 0 when all is in order. */
  damagedShare: number;
  /** Whether the file ends before the picture does. */
  isCut: boolean;
  /** Share of the picture behind a place from which on it looks shifted in colour or brightness: a sign, and no proof. */
  shiftedShare: number;
}

interface FrameComponent {
  id: number;
  horizontal: number;
  vertical: number;
  quantiser: number;
  blocksAcross: number;
  blocksAlong: number;
  /** Of a scan of its own, without what fills up the last units. */
  ownBlocksAcross: number;
  ownBlocksAlong: number;
  nonZero: Uint32Array | undefined;
  means: Int16Array;
}

interface Frame {
  isProgressive: boolean;
  unitsAcross: number;
  units: number;
  components: FrameComponent[];
}

/** What segments in front of a scan have set. */
interface Tables {
  dc: (HuffmanTable | undefined)[];
  ac: (HuffmanTable | undefined)[];
  dcSteps: number[];
  restartInterval: number;
}

const sof0 = 0xc0;
const sof2 = 0xc2;
const dht = 0xc4;
const rst0 = 0xd0;
const soi = 0xd8;
const eoi = 0xd9;
const sos = 0xda;
const dqt = 0xdb;
const dri = 0xdd;
const tem = 0x01;
const maxSegments = 4000;
/** Blocks of the largest component, of which something is kept each: those of 150 megapixels, and what fills up the last units. */
const maxBlocks = 2_500_000;

const isWithin = (value: number, [min, max]: readonly [number, number]) => value >= min && value <= max;

/** Undefined for what isn't read here: other depths than 8 bits, a height that comes later. */
function readFrame(segment: Buffer, isProgressive: boolean): Frame | undefined {
  if (segment.length < 6 || segment[0] !== 8) return undefined;
  const heightPx = segment.readUInt16BE(1);
  const widthPx = segment.readUInt16BE(3);
  const count = segment[5]!;
  if (heightPx === 0 || widthPx === 0 || !isWithin(count, [1, 4]) || segment.length < 6 + 3 * count)
    return undefined;
  const samplings = Array.from({ length: count }, (_, i) => ({
    id: segment[6 + 3 * i]!,
    horizontal: segment[7 + 3 * i]! >> 4,
    vertical: segment[7 + 3 * i]! & 15,
    quantiser: segment[8 + 3 * i]!,
  }));
  const areKnown = samplings.every(
    ({ horizontal, vertical }) => isWithin(horizontal, [1, 4]) && isWithin(vertical, [1, 4]),
  );
  if (!areKnown) return undefined;
  const across = Math.max(...samplings.map(({ horizontal }) => horizontal));
  const along = Math.max(...samplings.map(({ vertical }) => vertical));
  const unitsAcross = Math.ceil(widthPx / (8 * across));
  const unitsAlong = Math.ceil(heightPx / (8 * along));
  if (unitsAcross * unitsAlong * across * along > maxBlocks) return undefined;
  const components = samplings.map((sampling): FrameComponent => {
    const { horizontal, vertical } = sampling;
    const [blocksAcross, blocksAlong] = [unitsAcross * horizontal, unitsAlong * vertical];
    const blocks = blocksAcross * blocksAlong;
    return {
      ...sampling,
      blocksAcross,
      blocksAlong,
      ownBlocksAcross: Math.ceil(Math.ceil((widthPx * horizontal) / across) / 8),
      ownBlocksAlong: Math.ceil(Math.ceil((heightPx * vertical) / along) / 8),
      nonZero: isProgressive ? new Uint32Array(blocks * 2) : undefined,
      means: new Int16Array(blocks),
    };
  });
  return { isProgressive, unitsAcross, units: unitsAcross * unitsAlong, components };
}

function readHuffmanTables(segment: Buffer, tables: Tables): void {
  for (let at = 0; at + 17 <= segment.length; ) {
    const [isAc, index] = [segment[at]! >> 4 !== 0, segment[at]! & 15];
    const counts = segment.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const values = Uint8Array.from(segment.subarray(at + 17, at + 17 + total));
    const table = values.length === total ? createHuffmanTable(counts, values) : undefined;
    (isAc ? tables.ac : tables.dc)[index] = table;
    at += 17 + total;
  }
}

function readQuantisers(segment: Buffer, tables: Tables): void {
  for (let at = 0; at < segment.length; ) {
    const bytes = segment[at]! >> 4 === 0 ? 1 : 2;
    if (at + 1 + bytes > segment.length) return;
    tables.dcSteps[segment[at]! & 15] = segment.readUIntBE(at + 1, bytes);
    at += 1 + 64 * bytes;
  }
}

/** Which coefficients of which components a scan has; undefined when its header makes no sense here. */
function scanOf(header: Buffer, frame: Frame, tables: Tables): Scan | undefined {
  const count = header[0] ?? 0;
  if (!isWithin(count, [1, 4]) || header.length < 4 + 2 * count) return undefined;
  const isAlone = count === 1;
  const chosen: FrameComponent[] = [];
  const components: ScanComponent[] = [];
  for (let i = 0; i < count; i++) {
    const component = frame.components.find(({ id }) => id === header[1 + 2 * i]);
    if (!component) return undefined;
    const selector = header[2 + 2 * i]!;
    chosen.push(component);
    components.push({
      across: isAlone ? 1 : component.horizontal,
      along: isAlone ? 1 : component.vertical,
      blocksAcross: component.blocksAcross,
      dcTable: tables.dc[selector >> 4],
      acTable: tables.ac[selector & 15],
      dcStep: tables.dcSteps[component.quantiser] ?? 0,
      nonZero: component.nonZero,
      means: component.means,
    });
  }
  const { isProgressive } = frame;
  const at = 1 + 2 * count;
  const bands = isProgressive
    ? { spectralStart: header[at]!, spectralEnd: header[at + 1]! }
    : { spectralStart: 0, spectralEnd: 63 };
  const [approximationHigh, approximationLow] = isProgressive
    ? [header[at + 2]! >> 4, header[at + 2]! & 15]
    : [0, 0];
  const needsDc = bands.spectralStart === 0 && approximationHigh === 0;
  const needsAc = !isProgressive || bands.spectralStart > 0;
  const hasTables = components.every(
    ({ dcTable, acTable }) => (dcTable || !needsDc) && (acTable || !needsAc),
  );
  if (!hasTables || bands.spectralEnd > 63 || bands.spectralStart > bands.spectralEnd) return undefined;
  const [first] = chosen as [FrameComponent];
  const unitsAcross = isAlone ? first.ownBlocksAcross : frame.unitsAcross;
  const units = isAlone ? first.ownBlocksAcross * first.ownBlocksAlong : frame.units;
  const { restartInterval } = tables;
  return {
    components,
    unitsAcross,
    units,
    restartInterval,
    isProgressive,
    ...bands,
    approximationHigh,
    approximationLow,
  };
}

/** The first block of each unit. */
function unitMeansOf(
  { means, blocksAcross, horizontal, vertical }: FrameComponent,
  { units, unitsAcross }: Frame,
) {
  if (!means || (horizontal === 1 && vertical === 1)) return means;
  const first = new Int16Array(units);
  for (let unit = 0; unit < units; unit++) {
    const row = Math.floor(unit / unitsAcross);
    first[unit] = means[row * vertical * blocksAcross + (unit - row * unitsAcross) * horizontal]!;
  }
  return first;
}

/** Share of the picture behind the place from which on it looks shifted. */
function shiftedShareOf(frame: Frame): number {
  const { unitsAcross, units } = frame;
  const shares = frame.components.map((component) => {
    const means = unitMeansOf(component, frame);
    const shift = means && findShift({ means, unitsAcross });
    return shift ? 1 - shift.unit / units : 0;
  });
  return Math.max(0, ...shares);
}

function damagedShareOf({ firstBad, badUnits, bytesOver }: ScanReading, units: number): number {
  if (firstBad !== undefined) return Math.max(badUnits, 1) / units;
  // Somewhere units were taken for others: nobody can tell where.
  return bytesOver > 0 ? 1 : 0;
}

const hasNoLength = (marker: number) => marker === tem || (marker >= rst0 && marker <= soi);

/** Reads a JPEG whose structure was checked to the end of its picture. */
export function readJpegData(file: FileBytes): JpegReading {
  const tables: Tables = { dc: [], ac: [], dcSteps: [], restartInterval: 0 };
  const result: JpegReading = { isRead: false, damagedShare: 0, isCut: false, shiftedShare: 0 };
  const spoil = (share: number) => {
    result.damagedShare = Math.max(result.damagedShare, share);
  };
  let frame: Frame | undefined;
  let hasRestarts = false;
  const seen = new Set<number>();
  const finish = (): JpegReading => {
    if (frame && result.isRead && !hasRestarts && result.damagedShare === 0)
      result.shiftedShare = shiftedShareOf(frame);
    return result;
  };
  let position = 2;
  for (let segments = 0; segments < maxSegments; segments++) {
    const { at, marker } = nextMarker(file, position);
    if (marker === undefined) {
      // A sequential picture is whole when each component has had its scan, with or without an end.
      const isWhole = frame && !frame.isProgressive && seen.size === frame.components.length;
      result.isCut ||= result.isRead && !isWhole;
      return finish();
    }
    if (marker === eoi) return finish();
    position = at + 2;
    if (hasNoLength(marker)) continue;
    const lengthBytes = file.read(position, 2);
    const length = lengthBytes.length === 2 ? lengthBytes.readUInt16BE() : 2;
    const segment = file.read(position + 2, length - 2);
    position += length;
    if (marker === dht) readHuffmanTables(segment, tables);
    else if (marker === dqt) readQuantisers(segment, tables);
    else if (marker === dri && segment.length >= 2) tables.restartInterval = segment.readUInt16BE(0);
    else if (marker >= sof0 && marker <= sof2) {
      if (result.isRead) {
        spoil(1);
        return finish();
      }
      frame = readFrame(segment, marker === sof2);
      if (!frame) return result;
    } else if (marker === sos) {
      const scan = frame && scanOf(segment, frame, tables);
      if (!scan) {
        if (result.isRead) spoil(1);
        return finish();
      }
      const reading = readScan(file, position, scan);
      result.isRead = true;
      hasRestarts ||= scan.restartInterval > 0;
      for (const id of segment.subarray(1, 1 + 2 * segment[0]!).filter((_, i) => i % 2 === 0)) seen.add(id);
      const share = damagedShareOf(reading, scan.units);
      spoil(share);
      result.isCut ||= reading.isCut && share > 0;
      position = reading.end;
    }
  }
  return finish();
}

/** So much of a picture may be wrong before it is refused: less is a stripe at its end, and said by the quality check. */
const maxDamagedShare = 0.05;

const percentOf = (share: number) => Math.max(1, Math.round(share * 100));

/** Why a picture isn't taken whose data was read so; undefined when it is. */
function refusalOf({ damagedShare, isCut }: JpegReading): ImagingRefusal | undefined {
  if (isCut) return new ImagingRefusal('truncated');
  if (damagedShare <= maxDamagedShare) return undefined;
  const sentence =
    damagedShare < 1
      ? `The picture is damaged: ${percentOf(damagedShare)} % of it is not what was written. Copy the original file again.`
      : 'The picture is damaged: its data is not what was written. Copy the original file again.';
  return new ImagingRefusal('cannot_decode', sentence);
}

/** Reads the JPEG at `path` to its end. Throws ImagingRefusal (`truncated`, `cannot_decode`) for one that is no longer worth printing. */
export function checkJpegData(path: string): JpegReading {
  const reading = withFileBytes(path, readJpegData);
  const refusal = refusalOf(reading);
  if (refusal) throw refusal;
  return reading;
}
