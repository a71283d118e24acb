/**
 * Owns whether the program of a Type 1 font does no more than make a font (Adobe Type 1 Font Format, 1990). It is PostScript, and drivers of
 * PostScript printers hand it on to be run as such: one that says `showpage` prints sheets that nobody paid. Must never run it.
 */

const encryptionKey = 55_665;
const [multiplier, addend] = [52_845, 22_719];
/** Bytes at the beginning of what is encrypted that say nothing. */
const randomBytes = 4;
/** What fills up the last words of what is encrypted. */
const maxPadBytes = 3;

/** What fonts are made of: operators, and the names that they define and use themselves (chapters 2, 8 and 10). None prints, reads or writes. */
const words = new Set(
  (
    'dict begin end def dup pop exch index copy roll put get array string mark count known length maxlength type ' +
    'readonly executeonly noaccess true false not and or eq ne lt le gt ge if ifelse for exec cvx cvi bind ' +
    'add sub mul div abs neg sqrt round ceiling floor matrix currentmatrix defaultmatrix setmatrix concat astore ' +
    'transform itransform dtransform ' +
    'currentdict currentfile eexec readstring closefile cleartomark definefont findfont FontDirectory StandardEncoding ' +
    'ISOLatin1Encoding systemdict userdict errordict internaldict save restore gsave grestore newpath currentpoint moveto ' +
    'lineto curveto currentpacking setpacking null RD ND NP -| |- | ' +
    // Those of the procedure that flattens shallow curves, as it stands in many fonts (section 8.3).
    'exdef yflag flipXY PickCoords shrink xshrink yshrink erode erosion dmin mtx PaintType eShift epX epY cx cy ex ey dX dY hires ' +
    'x0 y0 x1 y1 x2 y2 x3 y3 x4 y4 x5 y5 c1x0 c1y0 c1x1 c1y1 c1x2 c1y2 c2x0 c2y0 c2x1 c2y1 c2x2 c2y2 ' +
    'c3x0 c3y0 c3x1 c3y1 c3x2 c3y2 c4x0 c4y0 c4x1 c4y1 c4x2 c4y2'
  ).split(' '),
);
/** What is taken out of dictionaries by name, and may be run. */
const taken = new Set(
  'FontName UniqueID FontType internaldict startlock strtlck invalidaccess FlxProc $FlxDict erosion'.split(
    ' ',
  ),
);
/** What becomes a part of procedures that are put together. */
const composed = new Set('begin end def exec'.split(' '));
/** Operators that no font is to name, whatever for. */
const forbidden =
  /^(showpage|copypage|erasepage|initgraphics|nulldevice|setpagedevice|setpageparams|#copies|NumCopies|statusdict|serverdict|startjob|exitserver|quit|stop|run|file|filter|token|superexec|load|cvn|cvs|deletefile|renamefile|filenameforall|image|colorimage|fill|eofill|stroke|show|execform|execuserobject)$/;
/** Comments that tell spoolers of pages. */
const pageComment = /^%%(Page|Trailer|EOF|Begin|Include|End(?!Comments))/;

interface Word {
  kind: 'number' | 'name' | 'literal' | 'string' | 'delimiter';
  text: string;
}

class NotAFont extends Error {}

const isSpace = (code: number): boolean =>
  code === 32 || code === 10 || code === 13 || code === 9 || code === 12 || code === 0;
const delimiters = new Set(Array.from('()<>[]{}/%', (char) => char.charCodeAt(0)));
const isRegular = (code: number): boolean => !isSpace(code) && !delimiters.has(code);

/** Reads a program word by word (PostScript Language Reference, section 3.2). `at` is the next byte. */
class Words {
  at = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Undefined at the end. */
  next(): Word | undefined {
    this.#skipSpace();
    const start = this.at;
    if (start >= this.#bytes.length) return undefined;
    const code = this.#bytes[start]!;
    this.at += 1;
    if (code === 40) return { kind: 'string', text: this.#readString(start) };
    if (code === 47) return { kind: 'literal', text: this.#readRegular(this.at) };
    if (delimiters.has(code)) {
      const isDouble = (code === 60 || code === 62) && this.#bytes[this.at] === code;
      if (isDouble) this.at += 1;
      return { kind: 'delimiter', text: this.#bytes.toString('latin1', start, this.at) };
    }
    const text = this.#readRegular(start);
    const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) || /^\d{1,2}#\w+$/.test(text);
    return { kind: isNumber ? 'number' : 'name', text };
  }

  #skipSpace(): void {
    for (; this.at < this.#bytes.length; this.at += 1) {
      const code = this.#bytes[this.at]!;
      if (code === 37) this.#skipComment();
      else if (!isSpace(code)) return;
    }
  }

  #skipComment(): void {
    const start = this.at;
    while (this.at < this.#bytes.length && ![10, 12, 13].includes(this.#bytes[this.at]!)) this.at += 1;
    if (pageComment.test(this.#bytes.toString('latin1', start, start + 20)))
      throw new NotAFont('a comment about pages');
  }

  #readRegular(start: number): string {
    while (this.at < this.#bytes.length && isRegular(this.#bytes[this.at]!)) this.at += 1;
    return this.#bytes.toString('latin1', start, this.at);
  }

  #readString(start: number): string {
    for (let open = 1; open > 0; this.at += 1) {
      const code = this.#bytes[this.at];
      if (code === undefined) throw new NotAFont('a string without an end');
      if (code === 92) this.at += 1;
      else if (code === 40) open += 1;
      else if (code === 41) open -= 1;
    }
    return this.#bytes.toString('latin1', start, this.at);
  }
}

const isName = (word: Word | undefined, pattern: RegExp): boolean =>
  word?.kind === 'name' && pattern.test(word.text);

/**
 * Looks at words in their order: each must be known, and stand where it does in fonts, so that no name can be made at run time. `before` has
 * the last three.
 */
function checkWord(word: Word, before: readonly (Word | undefined)[]): void {
  const [first, second, last] = before;
  const refuse = (): never => {
    throw new NotAFont(`«${word.text.slice(0, 40)}»`);
  };
  // Strings that are made, and the file itself, go nowhere but into glyphs.
  if (last?.kind === 'string' && !isName(word, /^(readonly|noaccess|executeonly|def|ND|\|-)$/)) refuse();
  if (isName(last, /^string$/) && !isName(word, /^currentfile$/)) refuse();
  if (isName(last, /^currentfile$/) && !isName(word, /^(eexec|exch|closefile)$/)) refuse();
  if (isName(second, /^currentfile$/) && isName(last, /^exch$/) && !isName(word, /^readstring$/)) refuse();
  if (word.kind === 'delimiter' && /^[<>()]$/.test(word.text)) refuse();
  if (word.kind === 'literal' && forbidden.test(word.text)) refuse();
  // A name at once: `//name`.
  if (word.kind === 'literal' && last?.kind === 'literal' && last.text === '') refuse();
  if (word.kind !== 'name') return;
  if (!words.has(word.text)) refuse();
  if (word.text === 'cvx' && last?.text !== ']' && !(last?.kind === 'literal' && composed.has(last.text)))
    refuse();
  if (word.text === 'exec' && last?.text !== '}' && !isName(last, /^get$/)) refuse();
  if (word.text === 'eexec' && !isName(last, /^currentfile$/)) refuse();
  if (word.text === 'get') {
    const isNamed = last?.kind === 'literal' && taken.has(last.text);
    const isKnown = last?.text === '{' && isName(second, /^known$/) && isName(first, /^copy$/);
    if (!isNamed && !isKnown && last?.kind !== 'number') refuse();
  }
}

/** Words up to and with this one; glyphs are passed over. Gives where it ends. */
function walkUntil(program: Buffer, end: 'eexec' | 'closefile'): number {
  const reader = new Words(program);
  let before: (Word | undefined)[] = [undefined, undefined, undefined];
  let isGlyph = false;
  for (let word = reader.next(); word; word = reader.next()) {
    checkWord(word, before);
    if (isGlyph && !isName(word, /^(ND|NP|\|-|\||put|def|noaccess|readonly|executeonly)$/))
      throw new NotAFont('a glyph that is no glyph');
    if (isName(word, /^(eexec|closefile)$/)) {
      if (word.text !== end) throw new NotAFont(word.text);
      return reader.at;
    }
    const last = before[2];
    isGlyph = last?.kind === 'number' && isName(word, /^(RD|-\|)$/);
    if (isGlyph) {
      const length = Number(last?.text);
      if (!Number.isSafeInteger(length) || length < 0 || reader.at + 1 + length > program.length)
        throw new NotAFont('a glyph without an end');
      reader.at += 1 + length;
    }
    before = [before[1], before[2], word];
  }
  throw new NotAFont(`no ${end}`);
}

function decrypt(bytes: Buffer): Buffer {
  const plain = Buffer.allocUnsafe(bytes.length);
  let key = encryptionKey;
  for (let i = 0; i < bytes.length; i += 1) {
    const code = bytes[i]!;
    plain[i] = code ^ (key >> 8);
    key = ((code + key) * multiplier + addend) & 0xffff;
  }
  return plain.subarray(randomBytes);
}

const isHexDigit = (code: number): boolean => /[0-9a-fA-F]/.test(String.fromCharCode(code));

/** Behind `eexec` one space or end of line stands, and what is encrypted begins with neither (section 7.2): programs skip more or less of them. */
function startOfEncrypted(font: Buffer, from: number): number {
  const start = from + (font[from] === 13 && font[from + 1] === 10 ? 2 : 1);
  if (!isSpace(font[from] ?? 0) || [9, 10, 13, 32].includes(font[start] ?? 32))
    throw new NotAFont('nothing encrypted behind eexec');
  return start;
}

/** What is encrypted, in bytes or in digits; `endOf` says where so many bytes of it end. */
function encryptedPart(rest: Buffer): { bytes: Buffer; endOf: (length: number) => number } {
  const isHex = rest.length >= randomBytes && rest.subarray(0, randomBytes).every(isHexDigit);
  if (!isHex) return { bytes: rest, endOf: (length) => length };
  const places: number[] = [];
  for (let i = 0; i < rest.length; i += 1) {
    if (isHexDigit(rest[i]!)) places.push(i);
    else if (!isSpace(rest[i]!)) break;
  }
  const digits = Buffer.from(places.map((place) => rest[place]!)).toString('latin1');
  const bytes = Buffer.from(digits.slice(0, places.length & ~1), 'hex');
  return { bytes, endOf: (length) => places[length * 2 - 1]! + 1 };
}

/** Behind what is encrypted: 512 zeros, and what takes the mark from the stack. */
function checkTail(tail: string): void {
  for (let pad = 0; pad <= maxPadBytes; pad += 1)
    if (/^[0\s]*(cleartomark\s*(\{\s*restore\s*\}\s*if)?)?[\s\0]*$/.test(tail.slice(pad))) return;
  throw new NotAFont('something behind its end');
}

/** Fonts that are no programs: TrueType, OpenType, CFF. */
function isData(font: Buffer): boolean {
  return /^(00010000|74727565|4f54544f|74746366|0100..0[1-4])$/.test(font.toString('hex', 0, 4));
}

/** What programs of fonts begin with, in text or in the segments of PFB files. */
export const looksLikeProgram = (font: Buffer): boolean => font[0] === 37 || font[0] === 128;

/** Why the font isn't passed on; undefined when it is one, and nothing else. */
export function refuseFontFile(font: Buffer): string | undefined {
  if (isData(font)) return undefined;
  try {
    const rest = font.subarray(startOfEncrypted(font, walkUntil(font, 'eexec')));
    const { bytes, endOf } = encryptedPart(rest);
    const end = walkUntil(decrypt(bytes), 'closefile');
    checkTail(rest.subarray(endOf(randomBytes + end)).toString('latin1'));
    return undefined;
  } catch (error) {
    if (!(error instanceof NotAFont)) throw error;
    return `a font whose program has ${error.message}`;
  }
}
