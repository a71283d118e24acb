/**
 * Owns what a JPEG says of itself before it is decoded (ITU-T T.81 annex B). Must never decode pixels.
 */
import type { FileBytes } from '../file-bytes.ts';
import { ImagingRefusal } from '../imaging-refusal.ts';

/** A decoder keeps all coefficients of a progressive picture in memory, 2 bytes each. */
const maxCoefficientBytes = 190_000_000;
/** Encoders write about 10 scans. Every scan walks all the coefficients again. */
const maxScans = 100;
const maxCoefficientBytesWalked = 6_000_000_000;
const scanReadBytes = 256 * 1024;

/** Before the first scan. Cameras write some 20 segments and at most some megabytes, with depth maps and profiles. */
const maxSegments = 2000;
const maxSegmentBytes = 32 * 1024 * 1024;
const maxFillBytes = 64 * 1024;

const soi = 0xd8;
const eoi = 0xd9;
const sos = 0xda;
/** Frame headers of sequential and progressive Huffman pictures: SOF0, SOF1, SOF2. */
const sofProgressive = 0xc2;

interface Frame {
  progressive: boolean;
  coefficientBytes: number;
  scanStart: number;
}

function coefficientBytesOf(frame: Buffer): number {
  const heightPx = frame.readUInt16BE(5);
  const widthPx = frame.readUInt16BE(7);
  const components = frame[9] ?? 0;
  const samplings: { area: number }[] = [];
  let maxArea = 1;
  for (let i = 0; i < components && 11 + i * 3 < frame.length; i++) {
    const sampling = frame[11 + i * 3]!;
    const area = (sampling >> 4) * (sampling & 15);
    samplings.push({ area });
    maxArea = Math.max(maxArea, area);
  }
  const share = samplings.reduce((sum, { area }) => sum + area / maxArea, 0);
  return widthPx * heightPx * share * 2;
}

const tooMuchMetadata = () =>
  new ImagingRefusal('cannot_decode', 'This JPEG has too much beside its picture to be decoded.');

/** SOF3 to SOF15, without the markers between them that are none (DHT, JPG, DAC): lossless, hierarchical, arithmetic. */
const isOtherFrame = (marker: number): boolean =>
  marker > sofProgressive && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Walks the segments up to the first scan. Undefined when there is no frame or the file ends: the decoder says so. */
function findFrame(file: FileBytes): Frame | undefined {
  let frame: Omit<Frame, 'scanStart'> | undefined;
  let position = 2;
  let [segments, fillBytes] = [0, 0];
  while (position + 4 <= file.size) {
    const head = file.read(position, 64);
    const marker = head[1]!;
    if (head.length < 10 || head[0] !== 0xff) return undefined;
    if (position > maxSegmentBytes || segments > maxSegments || fillBytes > maxFillBytes)
      throw tooMuchMetadata();
    if (marker === 0xff) {
      position += 1;
      fillBytes += 1;
      continue;
    }
    segments += 1;
    if (marker === sos) return frame && { ...frame, scanStart: position };
    if (marker >= 0xc0 && marker <= sofProgressive) {
      frame = { progressive: marker === sofProgressive, coefficientBytes: coefficientBytesOf(head) };
    }
    // An arithmetic decoder makes a picture of any bytes, and nobody writes such files for people.
    if (isOtherFrame(marker)) {
      const message =
        'This kind of JPEG (lossless, hierarchical or arithmetic) is not decoded here; save it as a baseline JPEG.';
      throw new ImagingRefusal('cannot_decode', message);
    }
    const hasLength = marker !== 0x01 && (marker < 0xd0 || marker > soi);
    position += hasLength ? 2 + head.readUInt16BE(2) : 2;
  }
  return undefined;
}

/** Counts scans up to the end of the picture; what follows it (previews, films) is not looked at. */
function countScans(file: FileBytes, start: number): number {
  let scans = 0;
  for (let position = start; position < file.size; position += scanReadBytes) {
    const bytes = file.read(position, scanReadBytes + 1);
    for (let at = bytes.indexOf(0xff); at >= 0 && at < scanReadBytes; at = bytes.indexOf(0xff, at + 1)) {
      if (bytes[at + 1] === eoi) return scans;
      if (bytes[at + 1] === sos && ++scans > maxScans) return scans;
    }
  }
  return scans;
}

const dqt = 0xdb;
/** The sum of the luma table of quality 50 (ITU-T T.81 table K.1). */
const lumaSumAt50 = 3688;

/** The quality (1 to 100, as libjpeg counts) at which the luma was quantised; undefined when there is no table. */
export function findJpegQuality(file: FileBytes): number | undefined {
  let position = 2;
  for (let segment = 0; segment < maxSegments && position + 4 <= file.size; segment++) {
    const head = file.read(position, 4 + 1 + 128);
    if (head.length < 5 || head[0] !== 0xff || head[1] === sos) return undefined;
    const isLumaTable = head[1] === dqt && (head[4]! & 15) === 0;
    if (isLumaTable) return qualityOfTable(head.subarray(5), head[4]! >> 4 === 0 ? 1 : 2);
    position += 2 + head.readUInt16BE(2);
  }
  return undefined;
}

function qualityOfTable(table: Buffer, sampleBytes: 1 | 2): number | undefined {
  if (table.length < 64 * sampleBytes) return undefined;
  let sum = 0;
  for (let i = 0; i < 64; i++) sum += table.readUIntBE(i * sampleBytes, sampleBytes);
  const percent = (sum / lumaSumAt50) * 100;
  const quality = percent <= 100 ? (200 - percent) / 2 : 5000 / percent;
  return Math.max(1, Math.min(100, Math.round(quality)));
}

/**
 * Refuses (`too_many_pixels`, `cannot_decode`) a JPEG that would take too much memory or time: a progressive one of too many
 * coefficients or scans, any with too much in front of its picture; and kinds that no camera writes.
 */
export function checkJpegStructure(file: FileBytes): void {
  const frame = findFrame(file);
  if (!frame?.progressive) return;
  if (frame.coefficientBytes > maxCoefficientBytes) {
    const message = 'This progressive JPEG has too many pixels to be decoded; save it as a baseline JPEG.';
    throw new ImagingRefusal('too_many_pixels', message);
  }
  const scans = countScans(file, frame.scanStart);
  if (scans > maxScans || scans * frame.coefficientBytes > maxCoefficientBytesWalked) {
    throw new ImagingRefusal('cannot_decode', 'This progressive JPEG has too many scans to be decoded.');
  }
}
