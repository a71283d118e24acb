/**
 * Owns unpacking what is stored in a stream, where something has to be looked at before it is passed on (ISO 32000-1 section 7.4): Flate, as
 * forgiving as readers are about its end, and the two forms of text. Must never be how pages are made: streams are copied as they are stored.
 */
import { constants, inflateRawSync } from 'node:zlib';
import type { PdfFile } from './pdf-file.ts';
import { PdfIrregular } from './pdf-reader.ts';
import { isName, type PdfDict, type PdfValue } from './pdf-value.ts';

/** Content is mostly text, and fonts have a few megabytes; more is no page that somebody annotated. */
const maxDataBytes = 64 * 1024 * 1024;
const zlibHeaderBytes = 2;

/** Without its check sum, which readers pass over, and which old files lack. */
function inflate(data: Buffer): Buffer {
  const isZlib = data.length > zlibHeaderBytes && (data[0]! & 15) === 8 && data.readUInt16BE(0) % 31 === 0;
  if (!isZlib || (data[1]! & 32) !== 0) throw new PdfIrregular('data that are damaged');
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxDataBytes };
    return inflateRawSync(data.subarray(zlibHeaderBytes), options);
  } catch (error) {
    throw new PdfIrregular('data that are damaged', { cause: error });
  }
}

/** Up to the sign that ends it, without white space. */
function digitsOf(data: Buffer, end: string): string {
  const text = data.toString('latin1');
  const at = text.indexOf(end);
  return (at < 0 ? text : text.slice(0, at)).replace(/[\s\0]+/g, '');
}

function fromHex(data: Buffer): Buffer {
  const digits = digitsOf(data, '>');
  if (/[^0-9a-fA-F]/.test(digits)) throw new PdfIrregular('data that are damaged');
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex');
}

function fromBase85(data: Buffer): Buffer {
  const digits = digitsOf(data, '~>').replace(/^<~/, '').replaceAll('z', '!!!!!');
  if (/[^!-u]/.test(digits)) throw new PdfIrregular('data that are damaged');
  const bytes = Buffer.alloc(Math.ceil(digits.length / 5) * 4);
  for (let at = 0; at < digits.length; at += 5) {
    const group = digits.slice(at, at + 5).padEnd(5, 'u');
    const value = Array.from(group).reduce((sum, digit) => sum * 85 + digit.charCodeAt(0) - 33, 0);
    if (value > 0xffffffff) throw new PdfIrregular('data that are damaged');
    bytes.writeUInt32BE(value, (at / 5) * 4);
  }
  const missing = (5 - (digits.length % 5)) % 5;
  return bytes.subarray(0, bytes.length - missing);
}

const decoders = new Map<string, (data: Buffer) => Buffer>([
  ['FlateDecode', inflate],
  ['Fl', inflate],
  ['ASCIIHexDecode', fromHex],
  ['AHx', fromHex],
  ['ASCII85Decode', fromBase85],
  ['A85', fromBase85],
]);

/** Without parameters that change anything: many files say that rows are not predicted. */
const isPlain = (parameters: PdfValue): boolean =>
  parameters === null || (parameters instanceof Map && (parameters.get('Predictor') ?? 1) === 1);

/** What a stream says when it is unpacked. Throws PdfIrregular for filters and parameters that aren't read here, and for damage. */
export function decodeStored(stored: Buffer, { file, dict }: { file: PdfFile; dict: PdfDict }): Buffer {
  const listOf = (key: string): PdfValue[] => {
    const told = file.resolve(dict.get(key));
    return told === null ? [] : [told].flat(1).map((one) => file.resolve(one));
  };
  const isRead = listOf('DecodeParms').every(isPlain);
  let data = stored;
  for (const filter of listOf('Filter')) {
    const decode = isName(filter) && isRead ? decoders.get(filter.name) : undefined;
    if (!decode) throw new PdfIrregular('data in a form that is not read here');
    data = decode(data);
  }
  return data;
}
