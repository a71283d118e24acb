/**
 * Owns the bytes of a single value on the way in (RFC 8010 section 3.9). What it can't name it keeps as bytes under
 * the same tag, so nothing a printer says is lost.
 */
import { type IppValue, valueTags } from './ipp-message.ts';

/** A message that is cut off or malformed; `offset` is the byte where that shows. */
export class IppDecodeError extends Error {
  readonly offset: number;
  constructor(problem: string, offset: number) {
    super(`${problem} (byte ${offset})`);
    this.name = 'IppDecodeError';
    this.offset = offset;
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function findUtf8(bytes: Buffer): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function expectLength(bytes: Buffer, length: number, offset: number): void {
  if (bytes.length !== length)
    throw new IppDecodeError(`a value of ${bytes.length} bytes where its syntax has ${length}`, offset);
}

function decodeDateTime(tag: number, bytes: Buffer, offset: number): IppValue {
  expectLength(bytes, 11, offset);
  return {
    kind: 'dateTime',
    tag,
    year: bytes.readUInt16BE(0),
    month: bytes.readUInt8(2),
    day: bytes.readUInt8(3),
    hour: bytes.readUInt8(4),
    minute: bytes.readUInt8(5),
    second: bytes.readUInt8(6),
    decisecond: bytes.readUInt8(7),
    utcDirection: bytes.toString('latin1', 8, 9),
    utcHour: bytes.readUInt8(9),
    utcMinute: bytes.readUInt8(10),
  };
}

function decodeResolution(tag: number, bytes: Buffer, offset: number): IppValue {
  expectLength(bytes, 9, offset);
  return {
    kind: 'resolution',
    tag,
    cross: bytes.readInt32BE(0),
    feed: bytes.readInt32BE(4),
    unit: bytes.readInt8(8),
  };
}

function decodeRange(tag: number, bytes: Buffer, offset: number): IppValue {
  expectLength(bytes, 8, offset);
  return { kind: 'range', tag, lower: bytes.readInt32BE(0), upper: bytes.readInt32BE(4) };
}

function decodeBoolean(tag: number, bytes: Buffer, offset: number): IppValue {
  expectLength(bytes, 1, offset);
  const value = bytes.readUInt8(0);
  // Neither 0 nor 1 is neither true nor false, and no reason to hear nothing of a printer at all.
  if (value > 1) return { kind: 'bytes', tag, bytes: Buffer.from(bytes) };
  return { kind: 'boolean', tag, value: value === 1 };
}

function decodeLocalized(tag: number, bytes: Buffer, offset: number): IppValue {
  const part = (at: number): Buffer => {
    const length = at + 2 <= bytes.length ? bytes.readUInt16BE(at) : bytes.length;
    if (at + 2 + length > bytes.length)
      throw new IppDecodeError('a value with language is cut off', offset + at);
    return bytes.subarray(at + 2, at + 2 + length);
  };
  const language = part(0);
  const content = part(2 + language.length);
  expectLength(bytes, 4 + language.length + content.length, offset);
  const text = findUtf8(content);
  const languageText = findUtf8(language);
  if (text === undefined || languageText === undefined)
    return { kind: 'bytes', tag, bytes: Buffer.from(bytes) };
  return { kind: 'localizedText', tag, text, language: languageText };
}

/** The kind in which a value of this tag is kept, when its bytes are well-formed. */
export function kindOfTag(tag: number): IppValue['kind'] {
  switch (tag) {
    case valueTags.integer:
      return 'integer';
    case valueTags.enum:
      return 'enum';
    case valueTags.boolean:
      return 'boolean';
    case valueTags.dateTime:
      return 'dateTime';
    case valueTags.resolution:
      return 'resolution';
    case valueTags.range:
      return 'range';
    case valueTags.beginCollection:
      return 'collection';
    case valueTags.textWithLanguage:
    case valueTags.nameWithLanguage:
      return 'localizedText';
  }
  if (tag < 0x20) return 'outOfBand';
  return tag >= 0x40 && tag < 0x60 ? 'text' : 'bytes';
}

/** Decodes one value that is no collection; `offset` is its place in the message, for the error. */
export function decodeValue(tag: number, bytes: Buffer, offset: number): IppValue {
  switch (tag) {
    case valueTags.integer:
    case valueTags.enum:
      expectLength(bytes, 4, offset);
      return { kind: tag === valueTags.enum ? 'enum' : 'integer', tag, value: bytes.readInt32BE(0) };
    case valueTags.boolean:
      return decodeBoolean(tag, bytes, offset);
    case valueTags.dateTime:
      return decodeDateTime(tag, bytes, offset);
    case valueTags.resolution:
      return decodeResolution(tag, bytes, offset);
    case valueTags.range:
      return decodeRange(tag, bytes, offset);
    case valueTags.textWithLanguage:
    case valueTags.nameWithLanguage:
      return decodeLocalized(tag, bytes, offset);
  }
  if (tag < 0x20 && bytes.length === 0) return { kind: 'outOfBand', tag };
  const text = tag >= 0x40 && tag < 0x60 ? findUtf8(bytes) : undefined;
  // A copy: the message buffer of a server must not live as long as one value of it.
  return text === undefined ? { kind: 'bytes', tag, bytes: Buffer.from(bytes) } : { kind: 'text', tag, text };
}
