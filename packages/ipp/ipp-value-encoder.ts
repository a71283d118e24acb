/**
 * Owns the bytes of attributes on the way out (RFC 8010 sections 3.1 and 3.9). Refuses what the wire can't carry
 * instead of wrapping or cutting it.
 */
import { type IppAttribute, type IppDateTime, type IppValue, valueTags } from './ipp-message.ts';
import { kindOfTag } from './ipp-value-decoder.ts';

/** A value that can't be put on the wire: too long, out of range, or an attribute without a value. */
export class IppEncodeError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'IppEncodeError';
  }
}

const maxFieldBytes = 0x7fff;

function int32(value: number): Buffer {
  if (!Number.isInteger(value) || value < -0x80000000 || value > 0x7fffffff)
    throw new IppEncodeError(`${value} is no 32-bit whole number`);
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

/** Half a character has no bytes of its own. */
function utf8(text: string): Buffer {
  if (!text.isWellFormed()) throw new IppEncodeError('a text holds half a character');
  return Buffer.from(text, 'utf8');
}

/** Names of attributes are ASCII by RFC 8011; Latin-1 keeps whatever came. */
function nameBytes(name: string): Buffer {
  const bytes = Buffer.from(name, 'latin1');
  if (bytes.toString('latin1') !== name) throw new IppEncodeError(`${name} is no attribute name`);
  return bytes;
}

function encodeDateTime(value: IppDateTime): Buffer {
  const { month, day, hour, minute, second, decisecond, utcDirection, utcHour, utcMinute } = value;
  const octets = [
    month,
    day,
    hour,
    minute,
    second,
    decisecond,
    utcDirection.charCodeAt(0),
    utcHour,
    utcMinute,
  ];
  const isPossible = octets.every((octet) => Number.isInteger(octet) && octet >= 0 && octet <= 255);
  const isYear = Number.isInteger(value.year) && value.year >= 0 && value.year <= 0xffff;
  if (!isPossible || utcDirection.length !== 1 || !isYear)
    throw new IppEncodeError('a dateTime has a field out of range');
  return Buffer.concat([uint16(value.year), Buffer.from(octets)]);
}

function encodeContent(value: Exclude<IppValue, { kind: 'collection' }>): Buffer {
  switch (value.kind) {
    case 'integer':
    case 'enum':
      return int32(value.value);
    case 'boolean':
      return Buffer.of(value.value ? 1 : 0);
    case 'range':
      return Buffer.concat([int32(value.lower), int32(value.upper)]);
    case 'resolution':
      if (!Number.isInteger(value.unit) || value.unit < -128 || value.unit > 127)
        throw new IppEncodeError(`${value.unit} is no unit of a resolution`);
      return Buffer.concat([int32(value.cross), int32(value.feed), Buffer.of(value.unit & 0xff)]);
    case 'dateTime':
      return encodeDateTime(value);
    case 'text':
      return utf8(value.text);
    case 'localizedText': {
      const language = utf8(value.language);
      const content = utf8(value.text);
      if (language.length + content.length + 4 > maxFieldBytes)
        throw new IppEncodeError('a text is too long for the wire');
      return Buffer.concat([uint16(language.length), language, uint16(content.length), content]);
    }
    case 'outOfBand':
      return Buffer.alloc(0);
    case 'bytes':
      return value.bytes;
  }
}

function pushField(parts: Buffer[], tag: number, field: { name: string; value: Buffer }): void {
  const name = nameBytes(field.name);
  if (!Number.isInteger(tag) || tag < 0x10 || tag > 0xff)
    throw new IppEncodeError(`${tag} is no value tag (${field.name})`);
  if (name.length > maxFieldBytes || field.value.length > maxFieldBytes)
    throw new IppEncodeError(`a value is longer than ${maxFieldBytes} bytes (${field.name})`);
  parts.push(Buffer.of(tag), uint16(name.length), name, uint16(field.value.length), field.value);
}

function pushValue(parts: Buffer[], name: string, value: IppValue): void {
  // Bytes may stand under any tag; everything else would come back as something else.
  if (value.kind !== 'bytes' && value.kind !== kindOfTag(value.tag))
    throw new IppEncodeError(`tag ${value.tag} is none of a value of kind ${value.kind} (${name})`);
  if (value.kind !== 'collection') {
    pushField(parts, value.tag, { name, value: encodeContent(value) });
    return;
  }
  const empty = Buffer.alloc(0);
  pushField(parts, valueTags.beginCollection, { name, value: empty });
  for (const member of value.members) {
    if (member.values.length === 0) throw new IppEncodeError(`collection member ${member.name} has no value`);
    pushField(parts, valueTags.memberName, { name: '', value: nameBytes(member.name) });
    for (const memberValue of member.values) pushValue(parts, '', memberValue);
  }
  pushField(parts, valueTags.endCollection, { name: '', value: empty });
}

/** Appends the bytes of an attribute with all its values to `parts`. Throws IppEncodeError. */
export function encodeAttribute(parts: Buffer[], attribute: IppAttribute): void {
  if (attribute.values.length === 0) throw new IppEncodeError(`attribute ${attribute.name} has no value`);
  if (attribute.name === '') throw new IppEncodeError('an attribute has no name');
  attribute.values.forEach((value, index) => {
    pushValue(parts, index === 0 ? attribute.name : '', value);
  });
}
