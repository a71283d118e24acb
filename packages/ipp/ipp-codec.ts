/**
 * Owns the bytes of an IPP message: encoding, decoding and telling where the attributes end (RFC 8010 section 3).
 * Lossless both ways; malformed input always throws and never loops. Must never interpret an attribute.
 */
import {
  groupTags,
  type IppAttribute,
  type IppGroup,
  type IppMessage,
  type IppValue,
  valueTags,
} from './ipp-message.ts';
import { decodeValue, IppDecodeError } from './ipp-value-decoder.ts';
import { encodeAttribute, IppEncodeError } from './ipp-value-encoder.ts';

export { IppDecodeError } from './ipp-value-decoder.ts';
export { IppEncodeError } from './ipp-value-encoder.ts';

const headerBytes = 8;
/** Deeper than any registered attribute (media-col-database needs 2); keeps hostile input off the stack. */
const maxCollectionDepth = 16;
/**
 * Groups and values of one message. A printer's whole media-col-database has some 20,000; a hostile message of single bytes would
 * become objects of a hundred times its size.
 */
const maxParts = 200_000;
/** Value tags start here; what is below opens or ends a group. */
const firstValueTag = 0x10;

/** The bytes of a message, end-of-attributes tag included. Throws IppEncodeError on values that can't be sent. */
export function encodeMessage(message: IppMessage): Buffer {
  const { version, code, requestId } = message;
  const isPossible =
    [...version, code, requestId].every(Number.isInteger) &&
    version.every((octet) => octet >= 0 && octet <= 0xff) &&
    code >= 0 &&
    code <= 0xffff &&
    Math.abs(requestId + 0.5) < 0x80000000;
  if (!isPossible) throw new IppEncodeError('the header of the message has a number out of range');
  const header = Buffer.alloc(headerBytes);
  header.writeUInt8(version[0], 0);
  header.writeUInt8(version[1], 1);
  header.writeUInt16BE(code, 2);
  header.writeInt32BE(requestId, 4);
  const parts = [header];
  for (const group of message.groups) {
    if (group.tag === groupTags.end || !(group.tag >= 0 && group.tag < firstValueTag))
      throw new IppEncodeError(`${group.tag} is no group tag`);
    parts.push(Buffer.of(group.tag));
    for (const attribute of group.attributes) encodeAttribute(parts, attribute);
  }
  parts.push(Buffer.of(groupTags.end));
  return Buffer.concat(parts);
}

/** One tag-name-value triple of the wire (RFC 8010 section 3.1.4). */
interface Field {
  tag: number;
  name: string;
  value: Buffer;
  valueOffset: number;
}

interface Cursor {
  bytes: Buffer;
  offset: number;
  parts: number;
}

function countPart(cursor: Cursor): void {
  cursor.parts += 1;
  if (cursor.parts > maxParts)
    throw new IppDecodeError(`more than ${maxParts} groups and values`, cursor.offset);
}

function readLength(cursor: Cursor, what: string): number {
  if (cursor.offset + 2 > cursor.bytes.length)
    throw new IppDecodeError(`the message ends inside the length of a ${what}`, cursor.offset);
  const length = cursor.bytes.readUInt16BE(cursor.offset);
  // SIGNED-SHORT in the grammar of RFC 8010 section 3.2: the upper half can't be meant.
  if (length > 0x7fff) throw new IppDecodeError(`a ${what} can't be ${length} bytes long`, cursor.offset);
  cursor.offset += 2;
  return length;
}

function readBytes(cursor: Cursor, length: number, what: string): Buffer {
  const end = cursor.offset + length;
  if (end > cursor.bytes.length)
    throw new IppDecodeError(`the message ends inside a ${what}`, cursor.bytes.length);
  const bytes = cursor.bytes.subarray(cursor.offset, end);
  cursor.offset = end;
  return bytes;
}

function readField(cursor: Cursor): Field {
  countPart(cursor);
  const tag = cursor.bytes[cursor.offset];
  if (tag === undefined)
    throw new IppDecodeError('the message ends without an end-of-attributes tag', cursor.offset);
  cursor.offset += 1;
  // Names are ASCII by RFC 8011; Latin-1 keeps whatever comes.
  const name = readBytes(cursor, readLength(cursor, 'name'), 'name').toString('latin1');
  const length = readLength(cursor, 'value');
  const valueOffset = cursor.offset;
  return { tag, name, value: readBytes(cursor, length, 'value'), valueOffset };
}

/** Adds a value to the attribute it continues (name-length 0), or opens the next attribute. */
function place(list: IppAttribute[], field: Field, value: IppValue): void {
  if (field.name !== '') {
    list.push({ name: field.name, values: [value] });
    return;
  }
  const current = list.at(-1);
  if (!current) throw new IppDecodeError('a value comes before any attribute name', field.valueOffset);
  current.values.push(value);
}

function readCollection(cursor: Cursor, depth: number): IppAttribute[] {
  if (depth > maxCollectionDepth)
    throw new IppDecodeError(`collections are nested deeper than ${maxCollectionDepth}`, cursor.offset);
  const members: IppAttribute[] = [];
  for (;;) {
    const start = cursor.offset;
    const field = readField(cursor);
    if (field.tag < firstValueTag)
      throw new IppDecodeError('a group delimiter stands inside a collection', start);
    if (field.name !== '') throw new IppDecodeError('a collection member carries a plain name', start);
    const current = members.at(-1);
    if (field.tag === valueTags.endCollection || field.tag === valueTags.memberName) {
      if (current?.values.length === 0)
        throw new IppDecodeError(`collection member ${current.name} has no value`, start);
      if (field.tag === valueTags.endCollection) return members;
      members.push({ name: field.value.toString('latin1'), values: [] });
    } else if (current) {
      current.values.push(readValue(cursor, field, depth));
    } else {
      throw new IppDecodeError('a collection value comes before any member name', start);
    }
  }
}

function readValue(cursor: Cursor, field: Field, depth: number): IppValue {
  if (field.tag !== valueTags.beginCollection) return decodeValue(field.tag, field.value, field.valueOffset);
  if (field.value.length > 0) throw new IppDecodeError('a begCollection carries a value', field.valueOffset);
  return { kind: 'collection', tag: field.tag, members: readCollection(cursor, depth + 1) };
}

function readGroups(cursor: Cursor): IppGroup[] {
  const groups: IppGroup[] = [];
  for (;;) {
    const start = cursor.offset;
    const tag = cursor.bytes[start];
    if (tag === undefined)
      throw new IppDecodeError('the message ends without an end-of-attributes tag', start);
    if (tag < firstValueTag) {
      cursor.offset += 1;
      if (tag === groupTags.end) return groups;
      countPart(cursor);
      groups.push({ tag, attributes: [] });
      continue;
    }
    const group = groups.at(-1);
    if (!group) throw new IppDecodeError('an attribute comes before any group', start);
    const field = readField(cursor);
    if (tag === valueTags.endCollection || tag === valueTags.memberName)
      throw new IppDecodeError('a collection part stands outside a collection', start);
    place(group.attributes, field, readValue(cursor, field, 0));
  }
}

/**
 * Decodes the attributes at the start of `bytes`; `bodyOffset` is where document data begins. Throws
 * IppDecodeError with the byte offset when the message is cut off or malformed.
 */
export function decodeMessage(bytes: Uint8Array): { message: IppMessage; bodyOffset: number } {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const cursor: Cursor = { bytes: whole, offset: 0, parts: 0 };
  const header = readBytes(cursor, headerBytes, 'header');
  const groups = readGroups(cursor);
  const message: IppMessage = {
    version: [header.readUInt8(0), header.readUInt8(1)],
    code: header.readUInt16BE(2),
    requestId: header.readInt32BE(4),
    groups,
  };
  return { message, bodyOffset: cursor.offset };
}

/** Reads a message that arrives in pieces, without touching the document data behind it. */
export interface MessageReader {
  /**
   * Takes the next piece. Gives undefined while attributes are still coming, then the message and `rest`, the
   * first bytes of the document. Throws IppDecodeError on malformed input; must not be fed after either.
   */
  feed(chunk: Uint8Array): { message: IppMessage; rest: Buffer } | undefined;
  /** Throws IppDecodeError when the sender is done and the attributes are not. */
  end(): void;
}

/** A reader of one message; more than `maxBytes` of attributes (4 MiB unless told) are malformed. */
export function createMessageReader(maxBytes: number = 4 * 1024 * 1024): MessageReader {
  let buffer = Buffer.alloc(0);
  let used = 0;
  // Where the next tag stands: every byte is looked at once, however small the pieces are.
  let next = headerBytes;
  let isComplete = false;

  const append = (chunk: Uint8Array): void => {
    if (used + chunk.length > buffer.length) {
      const grown = Buffer.alloc(Math.max(4096, (used + chunk.length) * 2));
      buffer.copy(grown, 0, 0, used);
      buffer = grown;
    }
    buffer.set(chunk, used);
    used += chunk.length;
  };

  /** True when the end-of-attributes tag has been passed; stops short of a field that is not whole yet. */
  const scan = (): boolean => {
    while (next < used) {
      const tag = buffer[next] as number;
      if (tag < firstValueTag) {
        next += 1;
        if (tag === groupTags.end) return true;
        continue;
      }
      if (next + 3 > used) return false;
      const valueLengthAt = next + 3 + buffer.readUInt16BE(next + 1);
      if (valueLengthAt + 2 > used) return false;
      const end = valueLengthAt + 2 + buffer.readUInt16BE(valueLengthAt);
      if (end > used) return false;
      next = end;
    }
    return false;
  };

  return {
    feed(chunk) {
      append(chunk);
      if (!scan()) {
        if (used > maxBytes) throw new IppDecodeError(`more than ${maxBytes} bytes of attributes`, maxBytes);
        return undefined;
      }
      const { message, bodyOffset } = decodeMessage(buffer.subarray(0, used));
      isComplete = true;
      return { message, rest: buffer.subarray(bodyOffset, used) };
    },
    end() {
      if (!isComplete) throw new IppDecodeError('the message ends without an end-of-attributes tag', used);
    },
  };
}
