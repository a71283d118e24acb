/**
 * Owns reading an untouched PDF as its own cross-references tell (ISO 32000-1 sections 7.5.4 to 7.5.8): tables, streams, both at once,
 * updates, objects in object streams. It is a second opinion, cheap whatever the size of the file, on documents that are in order:
 * anything else is PdfIrregular. Must never decide alone what is printed.
 */
import { inflateSync } from 'node:zlib';
import { createPdfFile, getStartXref, maxObjects, type PdfFile, readLength, readTable } from './pdf-file.ts';
import { bytesOfMemory, type PdfBytes, PdfIrregular, PdfScanner, readObjectAt } from './pdf-reader.ts';
import { dictOf, type PdfDict, type PdfObject, type PdfValue, wordOf } from './pdf-value.ts';

/** More updates than anybody makes. */
const maxSections = 200;
/** What is unpacked of a file to find its pages. */
const maxUnpackedBytes = 64 * 1024 * 1024;
const tailBytes = 1024;

interface Sections {
  offsets: Map<number, number>;
  free: Set<number>;
  /** Objects that lie in another one: its number. */
  packed: Map<number, number>;
}

interface Reading {
  bytes: PdfBytes;
  scanner: PdfScanner;
  unpackedBytes: number;
}

const wholes = (value: PdfValue | undefined): number[] => {
  if (!Array.isArray(value) || value.some((one) => !Number.isSafeInteger(one) || (one as number) < 0))
    throw new PdfIrregular('a list of whole numbers is missing');
  return value as number[];
};

/** The data of a stream without a filter, or with Flate and a predictor of PNG (section 7.4.4). */
function unpack(reading: Reading, { value, stream }: PdfObject): Buffer {
  const dict = dictOf(value);
  if (!dict || !stream) throw new PdfIrregular('a stream is missing');
  const stored = Buffer.from(reading.bytes.read(stream.start, stream.length));
  const told = dict.get('Filter');
  const filter = Array.isArray(told) ? told[0] : told;
  if (Array.isArray(told) && told.length > 1) throw new PdfIrregular('several filters');
  if (filter === undefined) return stored;
  if (wordOf(filter) !== 'FlateDecode') throw new PdfIrregular('a filter that is not read here');
  const maxOutputLength = maxUnpackedBytes - reading.unpackedBytes;
  if (maxOutputLength <= 0) throw new PdfIrregular('too much to unpack');
  let data: Buffer;
  try {
    data = inflateSync(stored, { maxOutputLength });
  } catch (error) {
    throw new PdfIrregular('a stream that is damaged', { cause: error });
  }
  reading.unpackedBytes += data.length;
  const parameters = dict.get('DecodeParms');
  const one = dictOf(Array.isArray(parameters) ? parameters[0] : parameters);
  return one ? unpredict(data, one) : data;
}

function unpredict(data: Buffer, parameters: PdfDict): Buffer {
  const predictor = parameters.get('Predictor') ?? 1;
  if (predictor === 1) return data;
  const columns = parameters.get('Columns') ?? 1;
  const isPlain = (parameters.get('Colors') ?? 1) === 1 && (parameters.get('BitsPerComponent') ?? 8) === 8;
  if (
    typeof predictor !== 'number' ||
    predictor < 10 ||
    !isPlain ||
    typeof columns !== 'number' ||
    columns < 1
  )
    throw new PdfIrregular('a predictor that is not read here');
  const rows = Math.floor(data.length / (columns + 1));
  const result = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const from = row * (columns + 1);
    const to = row * columns;
    const kind = data[from];
    if (kind !== 0 && kind !== 2) throw new PdfIrregular('a predictor that is not read here');
    for (let i = 0; i < columns; i += 1) {
      const above = kind === 2 && row > 0 ? result[to - columns + i]! : 0;
      result[to + i] = data[from + 1 + i]! + above;
    }
  }
  return result;
}

function readStreamRows(
  reading: Reading,
  { object, sections }: { object: PdfObject; sections: Sections },
): PdfDict {
  const dict = dictOf(object.value);
  if (!dict || wordOf(dict.get('Type')) !== 'XRef') throw new PdfIrregular('no cross-reference stream');
  const data = unpack(reading, object);
  const [kindBytes = 0, placeBytes = 0, moreBytes = 0] = wholes(dict.get('W'));
  const rowBytes = kindBytes + placeBytes + moreBytes;
  if (kindBytes > 1 || placeBytes > 6 || moreBytes > 4 || placeBytes === 0)
    throw new PdfIrregular('odd widths');
  const index = dict.has('Index') ? wholes(dict.get('Index')) : [0, wholes([dict.get('Size') ?? -1])[0]!];
  let at = 0;
  for (let part = 0; part + 1 < index.length; part += 2) {
    const first = index[part]!;
    for (let number = first; number < first + index[part + 1]!; number += 1) {
      if (at + rowBytes > data.length) throw new PdfIrregular('a cross-reference stream is too short');
      const kind = kindBytes === 0 ? 1 : data[at]!;
      const place = data.readUIntBE(at + kindBytes, placeBytes);
      at += rowBytes;
      if (sections.offsets.has(number) || sections.packed.has(number) || sections.free.has(number)) continue;
      if (kind === 1) sections.offsets.set(number, place);
      else if (kind === 2) sections.packed.set(number, place);
      else sections.free.add(number);
      if (sections.offsets.size + sections.packed.size + sections.free.size > maxObjects)
        throw new PdfIrregular('too many objects');
    }
  }
  return dict;
}

/** The section at this place, newest first: its trailer. */
function readSection(
  reading: Reading,
  { position, sections }: { position: number; sections: Sections },
): PdfDict {
  const { scanner } = reading;
  scanner.at = position;
  scanner.skipSpace();
  if (scanner.peek() === 120) {
    scanner.expectWord('xref');
    const { offsets, free, packed } = sections;
    const freed = new Set<number>();
    const isKnown = (number: number) => free.has(number) || packed.has(number);
    const trailer = readTable(scanner, { offsets, free: freed, isKnown });
    // What is free in the table of a hybrid file is what its stream has to say (section 7.5.8.4).
    const more = trailer.get('XRefStm');
    if (typeof more === 'number') readStreamAt(reading, { position: more, sections });
    for (const number of freed) free.add(number);
    return trailer;
  }
  return readStreamAt(reading, { position, sections });
}

function readStreamAt(
  reading: Reading,
  { position, sections }: { position: number; sections: Sections },
): PdfDict {
  const { scanner } = reading;
  scanner.at = position;
  scanner.skipSpace();
  const start = scanner.at;
  const number = scanner.getWhole();
  const lengthOf = (): number => {
    throw new PdfIrregular('a cross-reference stream has no length of its own');
  };
  const object = readObjectAt(scanner, { number, position: start, lengthOf });
  return readStreamRows(reading, { object, sections });
}

/** Unpacks an object stream (section 7.5.7): finds the objects in it by number, when they are asked for. */
function openPacked(reading: Reading, container: PdfObject): (number: number) => PdfObject | undefined {
  const dict = dictOf(container.value);
  if (wordOf(dict?.get('Type')) !== 'ObjStm') throw new PdfIrregular('no object stream');
  const [count = 0, first = 0] = wholes([dict?.get('N') ?? -1, dict?.get('First') ?? -1]);
  const scanner = new PdfScanner(bytesOfMemory(unpack(reading, container)));
  if (count > maxObjects) throw new PdfIrregular('too many objects');
  const places = new Map<number, number>();
  for (let i = 0; i < count; i += 1) {
    const number = scanner.getWhole();
    places.set(number, first + scanner.getWhole());
  }
  return (number) => {
    const place = places.get(number);
    if (place === undefined) return undefined;
    scanner.at = place;
    return { value: scanner.readValue() };
  };
}

/** Opens the file. Throws PdfIrregular for one that needs repair, is encrypted, or uses what isn't read here. */
export function openSourceFile(bytes: PdfBytes): PdfFile {
  const reading: Reading = { bytes, scanner: new PdfScanner(bytes), unpackedBytes: 0 };
  const sections: Sections = { offsets: new Map(), free: new Set(), packed: new Map() };
  const seen = new Set<number>();
  let trailer: PdfDict | undefined;
  let position: PdfValue | undefined = getStartXref(bytes, { size: tailBytes });
  while (typeof position === 'number') {
    if (seen.has(position) || seen.size === maxSections) throw new PdfIrregular('updates without an end');
    seen.add(position);
    const newest = readSection(reading, { position, sections });
    trailer ??= newest;
    position = newest.get('Prev');
  }
  if (!trailer || trailer.has('Encrypt')) throw new PdfIrregular('the file is encrypted');
  const containers = new Map<number, (number: number) => PdfObject | undefined>();
  return createPdfFile(bytes, {
    trailer,
    offsets: sections.offsets,
    read(number, file) {
      const offset = sections.offsets.get(number);
      if (offset !== undefined)
        return readObjectAt(reading.scanner, {
          number,
          position: offset,
          lengthOf: (ref) => readLength(file, ref),
        });
      const containerNumber = sections.packed.get(number);
      if (containerNumber === undefined) return undefined;
      let packed = containers.get(containerNumber);
      if (!packed) {
        const container = file.find(containerNumber);
        packed = container ? openPacked(reading, container) : () => undefined;
        containers.set(containerNumber, packed);
      }
      return packed(number);
    },
  });
}
