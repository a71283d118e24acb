/**
 * Owns what is read from a picture's EXIF block (CIPA DC-008, section 4): when it was taken, which way is up, and whether its
 * colours are said to be others than those of sRGB. The bytes
 * are untrusted: every offset is checked, every loop is bounded, and what makes no sense is as if it weren't there.
 */

const dateTimeOriginal = 0x9003;
const dateTimeDigitized = 0x9004;
const offsetTimeOriginal = 0x9011;
const offsetTimeDigitized = 0x9012;
const exifDirectory = 0x8769;
const orientationTag = 0x0112;
const colourSpace = 0xa001;
const interoperabilityDirectory = 0xa005;
const interoperabilityIndex = 0x0001;
const uncalibrated = 0xffff;
const typeAscii = 2;
const typeShort = 3;
const typeLong = 4;

/** Directories of real cameras have some 60 entries; more than this are not looked at. */
const maxEntries = 512;
/** Dates are 20 bytes and offsets 7; longer texts are neither. */
const maxTextBytes = 64;

interface Block {
  bytes: Buffer;
  littleEndian: boolean;
}
interface Entry {
  type: number;
  count: number;
  at: number;
}

const read16 = ({ bytes, littleEndian }: Block, at: number): number | undefined =>
  at + 2 > bytes.length ? undefined : littleEndian ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);

const read32 = ({ bytes, littleEndian }: Block, at: number): number | undefined =>
  at + 4 > bytes.length ? undefined : littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);

/** The TIFF block inside what a decoder hands over: JPEG puts `Exif\0\0` in front of it, PNG and WebP may not. */
function openBlock(exif: Uint8Array): Block | undefined {
  const all = Buffer.from(exif.buffer, exif.byteOffset, exif.byteLength);
  const bytes = all.toString('latin1', 0, 6) === 'Exif\0\0' ? all.subarray(6) : all;
  const magic = bytes.toString('latin1', 0, 4);
  if (magic !== 'II*\0' && magic !== 'MM\0*') return undefined;
  return { bytes, littleEndian: magic === 'II*\0' };
}

function readDirectory(block: Block, position: number): Map<number, Entry> {
  const entries = new Map<number, Entry>();
  const count = Math.min(read16(block, position) ?? 0, maxEntries);
  for (let i = 0; i < count; i++) {
    const at = position + 2 + i * 12;
    const tag = read16(block, at);
    const type = read16(block, at + 2);
    const length = read32(block, at + 4);
    if (tag === undefined || type === undefined || length === undefined) break;
    if (!entries.has(tag)) entries.set(tag, { type, count: length, at: at + 8 });
  }
  return entries;
}

function readText(block: Block, entry: Entry | undefined): string | undefined {
  if (!entry || entry.type !== typeAscii || entry.count > maxTextBytes) return undefined;
  const at = entry.count <= 4 ? entry.at : read32(block, entry.at);
  if (at === undefined || at + entry.count > block.bytes.length) return undefined;
  return block.bytes
    .toString('latin1', at, at + entry.count)
    .split('\0')[0]!
    .trim();
}

/** `2019:05:04 10:11:12` to `2019-05-04T10:11:12`; undefined for a moment that doesn't exist, such as 0000:00:00. */
function readMoment(text: string | undefined): string | undefined {
  const parts = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)$/.exec(text ?? '');
  if (!parts) return undefined;
  const moment = `${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6]}`;
  const read = new Date(`${moment}Z`);
  const isReal = !Number.isNaN(read.getTime()) && read.toISOString().startsWith(moment);
  return isReal && Number(parts[1]) >= 1800 ? moment : undefined;
}

/** `+08:00` as it stands; undefined for anything else. */
const readOffset = (text: string | undefined): string | undefined =>
  text !== undefined && /^[+-](0\d|1[0-4]):[0-5]\d$/.test(text) ? text : undefined;

/**
 * When the picture was taken: the camera's local time, with its offset from UTC where the camera wrote one, as
 * `2019-05-04T10:11:12` or `2019-05-04T10:11:12+08:00`. Null when the block doesn't say. Never throws.
 */
export function takenAtOfExif(exif: Uint8Array | undefined): string | null {
  const opened = openExifDirectory(exif);
  if (!opened) return null;
  const { block, entries } = opened;
  const dates = [
    [dateTimeOriginal, offsetTimeOriginal],
    [dateTimeDigitized, offsetTimeDigitized],
  ] as const;
  for (const [dateTag, offsetTag] of dates) {
    const moment = readMoment(readText(block, entries.get(dateTag)));
    if (moment) return moment + (readOffset(readText(block, entries.get(offsetTag))) ?? '');
  }
  return null;
}

/** 1 to 8 as in Exif tag 0x0112; 1 where the block names none; undefined where it can't be read. Never throws. */
export function orientationOfExif(exif: Uint8Array): number | undefined {
  const block = openBlock(exif);
  const position = block && read32(block, 4);
  if (!block || position === undefined || position + 2 > block.bytes.length) return undefined;
  const entry = readDirectory(block, position).get(orientationTag);
  if (!entry) return 1;
  const orientation = entry.type === typeShort && entry.count === 1 ? read16(block, entry.at) : undefined;
  return orientation && orientation <= 8 ? orientation : undefined;
}

function openExifDirectory(
  exif: Uint8Array | undefined,
): { block: Block; entries: Map<number, Entry> } | undefined {
  const block = exif && openBlock(exif);
  if (!block) return undefined;
  const pointer = readDirectory(block, read32(block, 4) ?? 0).get(exifDirectory);
  const position = pointer?.type === typeLong ? read32(block, pointer.at) : undefined;
  return position === undefined ? undefined : { block, entries: readDirectory(block, position) };
}

/**
 * Whether the block says that the colours are not sRGB: ColorSpace is "uncalibrated", or the file follows the rules of
 * Adobe RGB (DCF 2.0, interoperability index R03). Never throws.
 */
export function isOtherColourByExif(exif: Uint8Array | undefined): boolean {
  const opened = openExifDirectory(exif);
  if (!opened) return false;
  const { block, entries } = opened;
  const space = entries.get(colourSpace);
  if (space?.type === typeShort && read16(block, space.at) === uncalibrated) return true;
  const pointer = entries.get(interoperabilityDirectory);
  const position = pointer?.type === typeLong ? read32(block, pointer.at) : undefined;
  if (position === undefined) return false;
  return readText(block, readDirectory(block, position).get(interoperabilityIndex)) === 'R03';
}
