/**
 * Owns a PDF file as a set of numbered objects that are read when they are asked for. Opens the simplest kind there is: one
 * revision with one table of cross-references (ISO 32000-1 section 7.5.4), as PDFium saves it and as this package writes it.
 */
import { type PdfBytes, PdfIrregular, PdfScanner, readObjectAt } from './pdf-reader.ts';
import { dictOf, isRef, type PdfDict, type PdfObject, type PdfRef, type PdfValue } from './pdf-value.ts';

export interface PdfFile {
  trailer: PdfDict;
  /** The numbers of all objects in the cross-reference. */
  numbers(): Iterable<number>;
  /** Where an object begins; undefined for one that is not there, or that lies in another one. */
  findOffset(number: number): number | undefined;
  /** The byte behind the word `endobj` of an object that stands in the cross-reference. */
  findEnd(number: number): number;
  /** The object, or undefined when there is none of this number. Throws PdfIrregular for one that can't be read. */
  find(number: number): PdfObject | undefined;
  /** What a reference leads to; anything else as it is. Null where it leads nowhere. */
  resolve(value: PdfValue | undefined): PdfValue;
  /** Bytes of a stream, as they are stored. */
  readStored(stream: NonNullable<PdfObject['stream']>): Buffer;
}

const tailBytes = 64;
/** A reference may lead to a reference. */
const maxHops = 16;
/** More than anybody writes; each takes memory while the file is open. */
export const maxObjects = 2_000_000;

export function createPdfFile(bytes: PdfBytes, { trailer, offsets, read }: PdfFileParts): PdfFile {
  const objects = new Map<number, PdfObject>();
  const getEnd = (number: number): number => {
    const found = file.find(number);
    if (found?.end === undefined) throw new PdfIrregular(`object ${number} has no place of its own`);
    return found.end;
  };
  const file: PdfFile = {
    trailer,
    numbers: () => offsets.keys(),
    findOffset: (number) => offsets.get(number),
    findEnd: getEnd,
    find(number) {
      const known = objects.get(number);
      if (known) return known;
      const found = read(number, file);
      if (found) objects.set(number, found);
      return found;
    },
    resolve(value) {
      let found = value ?? null;
      for (let hops = 0; isRef(found); hops += 1) {
        if (hops === maxHops) throw new PdfIrregular('references that lead to each other');
        found = file.find(found.ref)?.value ?? null;
      }
      return found;
    },
    readStored: ({ start, length }) => Buffer.from(bytes.read(start, length)),
  };
  return file;
}

export interface PdfFileParts {
  trailer: PdfDict;
  offsets: ReadonlyMap<number, number>;
  read(number: number, file: PdfFile): PdfObject | undefined;
}

/** The length of a stream that stands in another object. */
export function readLength(file: PdfFile, ref: number): number {
  const { value, stream } = file.find(ref) ?? { value: null };
  if (typeof value !== 'number' || stream) throw new PdfIrregular(`object ${ref} is no length`);
  return value;
}

/** Where the newest cross-reference begins, as the last lines of the file tell. */
export function getStartXref(bytes: PdfBytes, { size = tailBytes }: { size?: number } = {}): number {
  const tail = Buffer.from(bytes.read(Math.max(0, bytes.size - size), size)).toString('latin1');
  const told = /startxref[\r\n ]+(\d{1,12})[\r\n ]+%%EOF[\r\n ]*$/.exec(tail);
  if (!told) throw new PdfIrregular('the file does not end as a PDF does');
  return Number(told[1]);
}

/**
 * Reads a table and its trailer at the scanner's place, behind the word `xref`. Adds what isn't known yet; `isKnown`: whether newer
 * sections say something else of a number.
 */
export function readTable(
  scanner: PdfScanner,
  {
    offsets,
    free,
    isKnown,
  }: { offsets: Map<number, number>; free: Set<number>; isKnown?: (number: number) => boolean },
): PdfDict {
  for (let first = scanner.tryWhole(); first !== undefined; first = scanner.tryWhole()) {
    const count = scanner.getWhole();
    for (let number = first; number < first + count; number += 1) {
      const offset = scanner.getWhole();
      scanner.getWhole();
      scanner.skipSpace();
      const kind = scanner.readWord();
      if (kind !== 'n' && kind !== 'f') throw new PdfIrregular('a cross-reference is neither used nor free');
      if (offsets.has(number) || free.has(number) || isKnown?.(number)) continue;
      if (kind === 'n') offsets.set(number, offset);
      else free.add(number);
      if (offsets.size + free.size > maxObjects) throw new PdfIrregular('too many objects');
    }
  }
  scanner.expectWord('trailer');
  const trailer = dictOf(scanner.readValue());
  if (!trailer) throw new PdfIrregular('the trailer is no dictionary');
  return trailer;
}

/** Opens a file of one revision with one table. Throws PdfIrregular for any other. */
export function openTableFile(bytes: PdfBytes): PdfFile {
  const scanner = new PdfScanner(bytes);
  scanner.at = getStartXref(bytes);
  scanner.expectWord('xref');
  const offsets = new Map<number, number>();
  const trailer = readTable(scanner, { offsets, free: new Set() });
  if (trailer.has('Prev') || trailer.has('XRefStm') || trailer.has('Encrypt'))
    throw new PdfIrregular('the file has more than one revision, or is encrypted');
  return createPdfFile(bytes, {
    trailer,
    offsets,
    read(number, file) {
      const position = offsets.get(number);
      if (position === undefined) return undefined;
      return readObjectAt(scanner, { number, position, lengthOf: (ref) => readLength(file, ref) });
    },
  });
}

/** The dictionary of the catalog. */
export function getCatalog(file: PdfFile): PdfDict {
  const catalog = dictOf(file.resolve(file.trailer.get('Root')));
  if (!catalog) throw new PdfIrregular('the file has no catalog');
  return catalog;
}

/** The object that a reference leads to at last, with its number. */
export function findReferred(
  file: PdfFile,
  value: PdfRef,
): { number: number; object: PdfObject } | undefined {
  let number = value.ref;
  for (let hops = 0; hops < maxHops; hops += 1) {
    const object = file.find(number);
    if (!object) return undefined;
    if (!isRef(object.value)) return { number, object };
    number = object.value.ref;
  }
  throw new PdfIrregular('references that lead to each other');
}
