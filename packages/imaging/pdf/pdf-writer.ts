/**
 * Owns writing a PDF file object by object: `%PDF-` is its first byte, one table of cross-references its end, and nothing stands
 * before, between or behind. Must never leave half a file under its final name.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { PdfIrregular } from './pdf-reader.ts';
import { dictWith, type PdfDict, type PdfValue, refTo, writeValue } from './pdf-value.ts';

/** Bytes of a stream as they are stored, in pieces, and how many they are together. */
export interface PdfStreamBytes {
  length: number;
  pieces(): Iterable<Uint8Array>;
}

export interface PdfWriter {
  /** The number of an object that is written later, or now. */
  allocate(): number;
  /** Writes an object; once for each number. */
  write(number: number, value: PdfValue): void;
  writeStream(number: number, dict: PdfDict, stream: PdfStreamBytes): void;
  /** Every object is written: the file gets its name. Gives its size in bytes. */
  finish(catalog: number): number;
  /** Nothing stays. */
  discard(): void;
}

const bufferBytes = 256 * 1024;
/** The comment of four bytes above 127 says that the file is not text (ISO 32000-1 section 7.5.2). */
const header = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');

/** The end of a file: where its objects begin, from the first, and where this table does (section 7.5.4 and 7.5.5). */
export function writeTable({
  offsets,
  catalog,
  start,
}: {
  offsets: readonly number[];
  catalog: number;
  start: number;
}): string {
  const size = offsets.length + 1;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = writeValue(dictWith({ Size: size, Root: refTo(catalog) }));
  return `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`;
}

/**
 * Begins a file at `path` that may become so large: what is made of a file can be far larger than it, where many pages share what they
 * show. Throws the errors of the file system; writing throws PdfIrregular where there is more.
 */
export function createPdfWriter(
  path: string,
  { maxBytes = Number.POSITIVE_INFINITY }: { maxBytes?: number } = {},
): PdfWriter {
  const temporaryPath = `${path}.tmp`;
  const fd = openSync(temporaryPath, 'w');
  const buffer = Buffer.allocUnsafe(bufferBytes);
  const offsets: (number | undefined)[] = [];
  let buffered = 0;
  let written = 0;
  let isOpen = true;

  const flush = () => {
    for (let at = 0; at < buffered; ) at += writeSync(fd, buffer, at, buffered - at);
    buffered = 0;
  };
  const put = (bytes: Uint8Array) => {
    written += bytes.length;
    if (written > maxBytes) throw new PdfIrregular('what is made grows without end');
    if (bytes.length > bufferBytes - buffered) flush();
    if (bytes.length > bufferBytes) {
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      return;
    }
    buffer.set(bytes, buffered);
    buffered += bytes.length;
  };
  const putText = (text: string) => put(Buffer.from(text, 'latin1'));
  const begin = (number: number) => {
    if (offsets[number - 1] !== undefined) throw new RangeError(`object ${number} is written twice`);
    offsets[number - 1] = written;
    putText(`${number} 0 obj\n`);
  };
  const close = () => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };

  put(header);
  return {
    allocate: () => offsets.push(undefined),
    write(number, value) {
      begin(number);
      putText(`${writeValue(value)}\nendobj\n`);
    },
    writeStream(number, dict, { length, pieces }) {
      begin(number);
      putText(`${writeValue(new Map(dict).set('Length', length))}\nstream\n`);
      const start = written;
      for (const piece of pieces()) put(piece);
      if (written - start !== length)
        throw new RangeError(`the stream of object ${number} has another length`);
      putText('\nendstream\nendobj\n');
    },
    finish(catalog) {
      const known = offsets.map((offset, index) => {
        if (offset === undefined) throw new RangeError(`object ${index + 1} was not written`);
        return offset;
      });
      putText(writeTable({ offsets: known, catalog, start: written }));
      flush();
      fsyncSync(fd);
      close();
      renameSync(temporaryPath, path);
      return written;
    },
    discard() {
      close();
      rmSync(temporaryPath, { force: true });
    },
  };
}
