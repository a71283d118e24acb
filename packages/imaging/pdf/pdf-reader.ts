/**
 * Owns reading the objects of a PDF file strictly, one by one as they are asked for: what stands in the file's own cross-reference,
 * at exactly the place that is named there. Must never guess: a file that needs repair is refused with PdfIrregular, and what
 * is done then is its caller's affair.
 */
import { fstatSync, readSync } from 'node:fs';
import type { PdfArray, PdfDict, PdfObject, PdfValue } from './pdf-value.ts';

/** The file isn't as the standard wants it, or uses what this reader doesn't know. */
export class PdfIrregular extends Error {
  override readonly name = 'PdfIrregular';
}

/** As deep as values may be in each other; PDFium itself reads no deeper. */
const maxDepth = 64;
const windowBytes = 16 * 1024;
/** A single value (a list of kids, an Indexed palette) larger than this is nobody's page. */
const maxValueBytes = 64 * 1024 * 1024;

const whitespace = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) whitespace[code] = 1;
const delimiter = new Uint8Array(256);
for (const char of '()<>[]{}/%') delimiter[char.charCodeAt(0)] = 1;

/** Where values are read from, byte by byte: a window that moves over a file, or a piece of memory. */
export interface PdfBytes {
  size: number;
  /** What there is from `position`, at most `length` bytes; valid until the next call. */
  read(position: number, length: number): Uint8Array;
}

/** Bytes of an open file. */
export function bytesOfFile(fd: number): PdfBytes {
  const { size } = fstatSync(fd);
  return {
    size,
    read(position, length) {
      const wanted = Math.max(0, Math.min(length, size - position));
      const buffer = Buffer.allocUnsafe(wanted);
      let done = 0;
      while (done < wanted) {
        const got = readSync(fd, buffer, done, wanted - done, position + done);
        if (got === 0) throw new PdfIrregular('the file has become shorter');
        done += got;
      }
      return buffer;
    },
  };
}

export const bytesOfMemory = (memory: Uint8Array): PdfBytes => ({
  size: memory.length,
  read: (position, length) => memory.subarray(position, position + length),
});

/** Reads values from a place on. `at` is the next byte. */
export class PdfScanner {
  at = 0;
  readonly #bytes: PdfBytes;
  #window: Uint8Array = new Uint8Array(0);
  #from = 0;

  constructor(bytes: PdfBytes) {
    this.#bytes = bytes;
  }

  /** The byte at `at + ahead`, or -1 behind the end. */
  peek(ahead = 0): number {
    const position = this.at + ahead;
    const inside = position - this.#from;
    if (inside >= 0 && inside < this.#window.length) return this.#window[inside]!;
    if (position < 0 || position >= this.#bytes.size) return -1;
    this.#from = position;
    this.#window = this.#bytes.read(position, windowBytes);
    return this.#window[0] ?? -1;
  }

  skipSpace(): void {
    for (;;) {
      const code = this.peek();
      if (code === 37) this.#skipComment();
      else if (code >= 0 && whitespace[code] === 1) this.at += 1;
      else return;
    }
  }

  #skipComment(): void {
    for (let code = this.peek(); code !== 10 && code !== 13 && code !== -1; code = this.peek()) this.at += 1;
  }

  /** Regular characters up to the next space or delimiter, at most 300. */
  readWord(): string {
    let word = '';
    for (let code = this.peek(); code !== -1 && !whitespace[code] && !delimiter[code]; code = this.peek()) {
      word += String.fromCharCode(code);
      this.at += 1;
      if (word.length > 300) throw new PdfIrregular('a word without an end');
    }
    return word;
  }

  /** Throws unless exactly these characters follow, after space. */
  expectWord(word: string): void {
    this.skipSpace();
    const found = this.readWord();
    if (found !== word) throw new PdfIrregular(`${word} is missing at ${this.at}`);
  }

  /** A whole number that is not negative, or undefined, having read nothing. */
  tryWhole(): number | undefined {
    const start = this.at;
    this.skipSpace();
    const word = this.readWord();
    if (/^\d{1,10}$/.test(word)) return Number(word);
    this.at = start;
    return undefined;
  }

  getWhole(): number {
    const whole = this.tryWhole();
    if (whole === undefined) throw new PdfIrregular(`a number is missing at ${this.at}`);
    return whole;
  }

  readValue(depth = 0): PdfValue {
    if (depth > maxDepth) throw new PdfIrregular('values too deep in each other');
    this.skipSpace();
    const code = this.peek();
    if (code === 47) return this.#readName();
    if (code === 40) return this.#readText();
    if (code === 91) return this.#readArray(depth);
    if (code === 60) return this.peek(1) === 60 ? this.#readDict(depth) : this.#readHex();
    return this.#readPlain();
  }

  #readPlain(): PdfValue {
    const word = this.readWord();
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === 'null') return null;
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) throw new PdfIrregular(`no value at ${this.at}`);
    const number = Number(word);
    if (!Number.isFinite(number)) throw new PdfIrregular(`a number without an end at ${this.at}`);
    return /^\d{1,10}$/.test(word) ? this.#asRef(number) : number;
  }

  /** `12 0 R`, or the number alone. */
  #asRef(number: number): PdfValue {
    const start = this.at;
    const generation = this.tryWhole();
    if (generation !== undefined && generation < 65536) {
      this.skipSpace();
      if (this.peek() === 82 && isEnd(this.peek(1))) {
        this.at += 1;
        return { ref: number };
      }
    }
    this.at = start;
    return number;
  }

  #readName(): PdfValue {
    this.at += 1;
    const name = this.readWord().replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return { name };
  }

  #readHex(): PdfValue {
    this.at += 1;
    const start = this.at;
    let digits = '';
    for (let code = this.peek(); code !== 62; code = this.peek()) {
      if (code === -1 || this.at - start > maxValueBytes) throw new PdfIrregular('a string without an end');
      if (whitespace[code] !== 1) digits += String.fromCharCode(code);
      this.at += 1;
    }
    this.at += 1;
    if (/[^0-9a-fA-F]/.test(digits)) throw new PdfIrregular('a string of other than digits');
    return { text: Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex').toString('latin1') };
  }

  #readText(): PdfValue {
    this.at += 1;
    const codes: number[] = [];
    for (let open = 1; ; ) {
      const code = this.peek();
      if (code === -1 || codes.length > maxValueBytes) throw new PdfIrregular('a string without an end');
      this.at += 1;
      if (code === 92) {
        this.#readEscape(codes);
        continue;
      }
      if (code === 40) open += 1;
      if (code === 41) open -= 1;
      if (open === 0) return { text: textOf(codes) };
      if (code === 13) {
        // An end of line of any kind is one line feed (section 7.3.4.2).
        if (this.peek() === 10) this.at += 1;
        codes.push(10);
      } else codes.push(code);
    }
  }

  #readEscape(codes: number[]): void {
    const code = this.peek();
    this.at += 1;
    const known = escapes.get(code);
    if (known !== undefined) codes.push(known);
    else if (code === 13) {
      if (this.peek() === 10) this.at += 1;
    } else if (code >= 48 && code <= 55) {
      let value = code - 48;
      for (let digits = 1; digits < 3 && this.peek() >= 48 && this.peek() <= 55; digits += 1) {
        value = value * 8 + this.peek() - 48;
        this.at += 1;
      }
      codes.push(value & 255);
    } else if (code !== 10 && code !== -1) codes.push(code);
  }

  #readArray(depth: number): PdfArray {
    this.at += 1;
    const values: PdfArray = [];
    for (this.skipSpace(); this.peek() !== 93; this.skipSpace()) values.push(this.readValue(depth + 1));
    this.at += 1;
    return values;
  }

  #readDict(depth: number): PdfDict {
    this.at += 2;
    const dict: PdfDict = new Map();
    for (this.skipSpace(); this.peek() !== 62; this.skipSpace()) {
      if (this.peek() !== 47) throw new PdfIrregular(`a key is missing at ${this.at}`);
      const key = (this.#readName() as { name: string }).name;
      if (dict.has(key)) throw new PdfIrregular(`the key ${key} comes twice`);
      dict.set(key, this.readValue(depth + 1));
    }
    if (this.peek(1) !== 62) throw new PdfIrregular(`a dictionary doesn't end at ${this.at}`);
    this.at += 2;
    return dict;
  }
}

const isEnd = (code: number): boolean => code === -1 || whitespace[code] === 1 || delimiter[code] === 1;
const escapes = new Map([
  [110, 10],
  [114, 13],
  [116, 9],
  [98, 8],
  [102, 12],
]);

function textOf(codes: number[]): string {
  return Buffer.from(codes).toString('latin1');
}

/** Reads `number 0 obj … endobj` at this place. `lengthOf` finds the length of a stream that is told by another object. */
export function readObjectAt(
  scanner: PdfScanner,
  { number, position, lengthOf }: { number: number; position: number; lengthOf: (ref: number) => number },
): PdfObject {
  scanner.at = position;
  // The object begins right there, not behind some space.
  if (scanner.readWord() !== String(number)) throw new PdfIrregular(`object ${number} is not at ${position}`);
  scanner.getWhole();
  scanner.expectWord('obj');
  const value = scanner.readValue();
  scanner.skipSpace();
  const word = scanner.readWord();
  if (word === 'endobj') return { value, end: scanner.at };
  if (word !== 'stream' || !(value instanceof Map)) throw new PdfIrregular(`object ${number} doesn't end`);
  if (scanner.peek() === 13) scanner.at += 1;
  if (scanner.peek() !== 10) throw new PdfIrregular(`the stream of object ${number} doesn't begin`);
  const start = scanner.at + 1;
  const told = value.get('Length');
  const length =
    typeof told === 'number' ? told : told instanceof Object && 'ref' in told ? lengthOf(told.ref) : -1;
  if (!Number.isSafeInteger(length) || length < 0) throw new PdfIrregular(`object ${number} has no length`);
  scanner.at = start + length;
  scanner.expectWord('endstream');
  scanner.expectWord('endobj');
  return { value, end: scanner.at, stream: { start, length } };
}
