/**
 * Owns PDFs with a font that is a program (Adobe Type 1 Font Format, 1990), harmless or not, and with names that programs are made of. Made by
 * code, for tests. Must never be used to print.
 */
import { deflateSync } from 'node:zlib';
import { assemble, stream } from './pdf-samples.ts';

const text = (body: string): Buffer[] => [Buffer.from(body, 'latin1')];

/** Encryption of programs and of glyphs, which differ in their key (chapter 7). */
function encrypted(data: Buffer, key: number): Buffer {
  let state = key;
  const bytes = Buffer.concat([Buffer.from('AAAA'), data]);
  return bytes.map((byte) => {
    const code = byte ^ (state >> 8);
    state = ((code + state) * 52_845 + 22_719) & 0xffff;
    return code;
  }) as Buffer;
}

/** Numbers and operators of a glyph (chapter 6). */
const glyph = (...codes: number[]): Buffer => encrypted(Buffer.from(codes), 4330);
const zero = 139;
const wide = [249, 80];
const side = [248, 136];
/** A square of 500 units. */
const square = glyph(zero, ...wide, 13, 239, zero, 21, ...side, zero, 5, zero, ...side, 5, 9, 14);
const nothing = glyph(zero, ...wide, 13, 14);

/** What is written into the program: in the clear part, in the encrypted one, behind its end, and in place of its glyphs' ends. */
export interface FontProgram {
  clear?: string;
  hidden?: string;
  tail?: string;
  glyphEnd?: string;
}

/** The program of a font with the glyph /A. */
function makeProgram({ clear = '', hidden = '', tail = '', glyphEnd = 'ND' }: FontProgram) {
  const head = Buffer.from(
    `%!PS-AdobeFont-1.0: Made 001.000\n12 dict begin\n/FontInfo 2 dict dup begin\n/version (1) readonly def\nend readonly def\n/FontName /Made def\n/PaintType 0 def\n/FontType 1 def\n/FontMatrix [0.001 0 0 0.001 0 0] readonly def\n/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\ndup 65 /A put\nreadonly def\n/FontBBox {0 0 1000 1000} readonly def\n${clear}\ncurrentdict end\ncurrentfile eexec\n`,
  );
  const before = `dup /Private 9 dict dup begin\n/RD {string currentfile exch readstring pop} executeonly def\n/ND {noaccess def} executeonly def\n/NP {noaccess put} executeonly def\n/BlueValues [] def\n/MinFeature {16 16} def\n/password 5839 def\n/lenIV 4 def\n${hidden}\n2 index /CharStrings 2 dict dup begin\n`;
  const body = encrypted(
    Buffer.concat([
      Buffer.from(`${before}/.notdef ${nothing.length} RD `),
      nothing,
      Buffer.from(` ND\n/A ${square.length} RD `),
      square,
      Buffer.from(
        ` ${glyphEnd}\nend\nend\nreadonly put\nnoaccess put\ndup /FontName get exch definefont pop\nmark currentfile closefile\n`,
      ),
    ]),
    55_665,
  );
  const end = Buffer.from(`${`${'0'.repeat(64)}\n`.repeat(8)}cleartomark\n${tail}`);
  return { head, body, end };
}

interface Packed {
  filter: string;
  data: Buffer;
}

interface FontPdfOptions {
  isHex?: boolean;
  differences?: string;
  pack?: (data: Buffer) => Packed;
}

const plain = (data: Buffer): Packed => ({ filter: '', data });

/** The same four bytes in five signs (ISO 32000-1 section 7.4.3). */
function base85(data: Buffer): string {
  const groups = Array.from({ length: Math.ceil(data.length / 4) }, (_, i) => {
    const bytes = Buffer.concat([data.subarray(i * 4, i * 4 + 4), Buffer.alloc(4)]);
    let value = bytes.readUInt32BE(0);
    let text = '';
    for (let digit = 0; digit < 5; digit += 1) {
      text = String.fromCharCode(33 + (value % 85)) + text;
      value = Math.floor(value / 85);
    }
    return text.slice(0, Math.min(4, data.length - i * 4) + 1);
  });
  return `${groups.join('')}~>`;
}

/** The ways in which programs of fonts are stored; the last one has lost its check sum. */
export const packings: readonly ((data: Buffer) => Packed)[] = [
  plain,
  (data) => ({ filter: '/Filter /FlateDecode', data: deflateSync(data) }),
  (data) => ({ filter: '/Filter [/ASCIIHexDecode]', data: Buffer.from(`${data.toString('hex')}>`) }),
  (data) => ({
    filter: '/Filter [/ASCII85Decode /FlateDecode]',
    data: Buffer.from(base85(deflateSync(data)), 'latin1'),
  }),
  (data) => ({ filter: '/Filter /FlateDecode', data: deflateSync(data).subarray(0, -4) }),
];

/** A page of 200 x 200 points with an A of that font. `isHex`: what is encrypted stands in digits. */
export function makeFontPdf(
  program: FontProgram,
  { isHex = false, differences = '', pack = plain }: FontPdfOptions = {},
): Buffer {
  const { head, body, end } = makeProgram(program);
  const stored = isHex ? Buffer.from(body.toString('hex')) : body;
  const lengths = `/Length1 ${head.length} /Length2 ${stored.length} /Length3 ${end.length}`;
  const packed = pack(Buffer.concat([head, stored, end]));
  const encoding = differences ? `/Encoding << /Type /Encoding /Differences [${differences}] >>` : '';
  return assemble(
    [
      text('<< /Type /Catalog /Pages 2 0 R >>'),
      text('<< /Type /Pages /Count 1 /Kids [3 0 R] >>'),
      text(
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources << /Font << /F 5 0 R >> >> /Contents 4 0 R >>',
      ),
      stream('', 'BT /F 200 Tf 20 50 Td (A) Tj ET'),
      text(
        `<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Made /FirstChar 65 /LastChar 65 /Widths [700] /FontDescriptor 6 0 R ${encoding} >>`,
      ),
      text(
        '<< /Type /FontDescriptor /FontName /ABCDEF+Made /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 700 /Descent 0 /CapHeight 700 /StemV 80 /FontFile 7 0 R >>',
      ),
      stream(`${lengths} ${packed.filter}`, packed.data),
    ],
    '',
  );
}

/** Programs that do more than make a font: each prints sheets, or could make it so. */
export const hostileFonts: readonly { name: string; program: FontProgram }[] = [
  { name: 'in the clear', program: { clear: 'showpage' } },
  { name: 'where it is encrypted', program: { hidden: 'showpage' } },
  { name: 'behind its end', program: { tail: 'showpage' } },
  { name: 'by its name', program: { clear: 'systemdict /showpage get exec' } },
  { name: 'in a string', program: { clear: '(showpage) cvx exec' } },
  { name: 'in a string of digits', program: { clear: '<73686f7770616765> cvx exec' } },
  { name: 'at once', program: { clear: '//showpage exec' } },
  { name: 'in a glyph', program: { glyphEnd: 'cvx exec' } },
  { name: 'encrypted once more', program: { hidden: 'currentfile eexec' } },
  { name: 'as copies', program: { clear: 'userdict /#copies 99 put' } },
  { name: 'as a page of a spooler', program: { clear: '%%Page: 2 2' } },
];
