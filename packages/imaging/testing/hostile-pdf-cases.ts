/**
 * Owns hostile PDFs (ISO 32000-1): trees and forms that contain themselves, streams that inflate, pages without end or of no
 * size, references to other files. For tests and benches; must never read a file.
 */
import { deflateSync } from 'node:zlib';
import type { HostileCase } from './hostile-case.ts';
import { pdfConflicts } from './pdf-conflict-samples.ts';
import { assemble, stream } from './pdf-samples.ts';

const text = (body: string) => [Buffer.from(body, 'latin1')];

interface Page {
  box?: string;
  content?: Buffer[];
  resources?: string;
  more?: Buffer[][];
}

/** One page; its further objects are numbered from 5. */
function onePage({ box = '[0 0 300 300]', content, resources = '', more = [] }: Page): Buffer {
  return assemble(
    [
      text('<< /Type /Catalog /Pages 2 0 R >>'),
      text('<< /Type /Pages /Count 1 /Kids [3 0 R] >>'),
      text(`<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Resources << ${resources} >> /Contents 4 0 R >>`),
      content ?? stream('', '1 0 0 rg 9 9 99 99 re f'),
      ...more,
    ],
    '',
  );
}

const deflated = (dictionary: string, data: Buffer, times = 1) => {
  let bytes = data;
  // Only the last round has to make it small.
  for (let left = times; left > 0; left--) bytes = deflateSync(bytes, { level: left === 1 ? 9 : 1 });
  const filters = '/FlateDecode '.repeat(times);
  return stream(`${dictionary} /Filter [${filters}]`, bytes);
};

const image = (widthPx: number, heightPx: number, more = '') =>
  `/Type /XObject /Subtype /Image /Width ${widthPx} /Height ${heightPx} /ColorSpace /DeviceRGB /BitsPerComponent 8 ${more}`;

const trees: readonly HostileCase[] = [
  { name: 'PDF of its header', make: () => Buffer.from('%PDF-1.7\n'), answers: ['cannot_decode'] },
  {
    name: 'PDF whose page tree contains itself',
    make: () =>
      assemble(
        [text('<< /Type /Catalog /Pages 2 0 R >>'), text('<< /Type /Pages /Count 9 /Kids [2 0 R 2 0 R] >>')],
        '',
      ),
    answers: ['cannot_decode', 'no_pages', 'contradicts_itself'],
  },
  {
    name: 'PDF of 2^31 - 1 pages that are not there',
    make: () =>
      assemble(
        [text('<< /Type /Catalog /Pages 2 0 R >>'), text('<< /Type /Pages /Count 2147483647 /Kids [] >>')],
        '',
      ),
    answers: ['cannot_decode', 'no_pages', 'contradicts_itself'],
  },
  {
    name: 'PDF with a page tree of 5,000 levels',
    make: () => {
      const levels = Array.from({ length: 5000 }, (_, i) =>
        text(`<< /Type /Pages /Count 1 /Kids [${i + 3} 0 R] >>`),
      );
      return assemble(
        [
          text('<< /Type /Catalog /Pages 2 0 R >>'),
          ...levels,
          text('<< /Type /Page /MediaBox [0 0 99 99] >>'),
        ],
        '',
      );
    },
    answers: ['cannot_decode', 'no_pages', 'contradicts_itself', 'document'],
  },
  {
    name: 'PDF of 100,000 times the same page',
    make: () =>
      assemble(
        [
          text('<< /Type /Catalog /Pages 2 0 R >>'),
          text(`<< /Type /Pages /Count 100000 /Kids [${'3 0 R '.repeat(100_000)}] >>`),
          text('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] >>'),
        ],
        '',
      ),
    answers: ['document', 'cannot_decode', 'no_pages', 'contradicts_itself'],
  },
  {
    name: 'PDF with arrays in arrays, 100,000 deep',
    make: () => onePage({ more: [text('['.repeat(100_000) + ']'.repeat(100_000))], resources: '/X 5 0 R' }),
    answers: ['document', 'cannot_decode'],
  },
  {
    name: 'PDF whose object is a reference to itself',
    make: () => onePage({ box: '5 0 R', more: [text('5 0 R')] }),
    answers: ['document', 'cannot_decode'],
  },
  {
    name: 'PDF whose cross-reference goes in a circle',
    make: () => {
      const whole = onePage({}).toString('latin1');
      const at = whole.lastIndexOf('xref\n0');
      return Buffer.from(whole.replace('/Root', `/Prev ${at} /Root`), 'latin1');
    },
    answers: ['document', 'cannot_decode'],
  },
  {
    name: 'PDF with 1 GB of object stream',
    make: () =>
      onePage({ more: [deflated('/Type /ObjStm /N 1000000 /First 99', Buffer.alloc(200_000_000, 0x20))] }),
    answers: ['document', 'cannot_decode'],
  },
];

const pages: readonly HostileCase[] = [
  {
    name: 'PDF page of 10^9 points a side',
    make: () => onePage({ box: '[0 0 1000000000 1000000000]' }),
    answers: ['not_accepted'],
  },
  ...['[0 0 1e9 1e9]', '[0 0 99999999999 99999999999]'].map(
    (box): HostileCase => ({
      name: `PDF page of ${box} points`,
      make: () => onePage({ box }),
      answers: ['not_accepted', 'document', 'cannot_decode'],
    }),
  ),
  {
    name: 'PDF page of no size',
    make: () => onePage({ box: '[0 0 0 0]' }),
    answers: ['cannot_decode', 'document'],
  },
  {
    name: 'PDF page of NaN',
    make: () => onePage({ box: '[nan nan nan nan]' }),
    answers: ['cannot_decode', 'document'],
  },
  {
    name: 'PDF with a form that draws itself',
    make: () =>
      onePage({
        resources: '/XObject << /F 5 0 R >>',
        content: stream('', '/F Do /F Do'),
        more: [
          stream(
            '/Type /XObject /Subtype /Form /BBox [0 0 300 300] /Resources << /XObject << /F 5 0 R >> >>',
            '/F Do /F Do',
          ),
        ],
      }),
    answers: ['document'],
  },
  {
    name: 'PDF with forms that draw each other 2^25 times',
    make: () =>
      onePage({
        resources: '/XObject << /F 5 0 R >>',
        content: stream('', '/F Do'),
        more: Array.from({ length: 25 }, (_, i) =>
          stream(
            `/Type /XObject /Subtype /Form /BBox [0 0 300 300] /Resources << /XObject << /F ${Math.min(29, i + 6)} 0 R >> >>`,
            i === 24 ? '9 9 99 99 re f' : '/F Do /F Do',
          ),
        ),
      }),
    answers: ['document'],
  },
  {
    name: 'PDF with 200 MB of drawing',
    make: () => onePage({ content: deflated('', Buffer.alloc(200_000_000, '0 0 300 300 re f\n')) }),
    answers: ['document', 'cannot_decode'],
  },
  {
    name: 'PDF with a stream deflated twice, of 500 MB',
    make: () => onePage({ content: deflated('', Buffer.alloc(500_000_000, 'q\n'), 2) }),
    answers: ['document', 'cannot_decode'],
  },
  {
    name: 'PDF with an image of 60000 x 60000',
    make: () =>
      onePage({
        resources: '/XObject << /I 5 0 R >>',
        content: stream('', '300 0 0 300 0 0 cm /I Do'),
        more: [deflated(image(60_000, 60_000), Buffer.alloc(50_000_000))],
      }),
    answers: ['document'],
  },
  {
    name: 'PDF with JBIG2 of nonsense',
    make: () =>
      onePage({
        resources: '/XObject << /I 5 0 R >>',
        content: stream('', '300 0 0 300 0 0 cm /I Do'),
        more: [
          stream(
            '/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode',
            Buffer.from('000000003000010000001300ffffffff00ffffff0000000000000000000000', 'hex'),
          ),
        ],
      }),
    answers: ['document'],
  },
  {
    name: 'PDF with a pattern of tiny tiles',
    make: () =>
      onePage({
        resources: '/Pattern << /P 5 0 R >>',
        content: stream('', '/Pattern cs /P scn 0 0 300 300 re f'),
        more: [
          stream(
            '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.0001 /YStep 0.0001 /Resources << >>',
            '1 0 0 rg 0 0 1 1 re f',
          ),
        ],
      }),
    answers: ['document'],
  },
  {
    name: 'PDF with a shading of a PostScript function',
    make: () =>
      onePage({
        resources:
          '/Shading << /S << /ShadingType 1 /ColorSpace /DeviceGray /Domain [0 1 0 1] /Function 5 0 R >> >>',
        content: stream('', '300 0 0 300 0 0 cm /S sh'),
        more: [
          stream(
            '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1]',
            `{ ${'dup mul sqrt '.repeat(20_000)} exch pop }`,
          ),
        ],
      }),
    answers: ['document'],
  },
];

/** Documents that name the file `sibling` in every way that a reader might follow. */
export const makePdfWithSibling = (sibling: string): Buffer => {
  const file = `<< /Type /Filespec /F (${sibling}) /UF (${sibling}) >>`;
  return onePage({
    resources: '/XObject << /I 5 0 R /R 6 0 R >>',
    content: stream('', 'q 300 0 0 300 0 0 cm /I Do Q /R Do'),
    more: [
      stream(`${image(8, 8)} /F ${file} /FFilter /DCTDecode`, ''),
      stream(`/Type /XObject /Subtype /Form /BBox [0 0 300 300] /Ref << /F ${file} /Page 0 >>`, ''),
      text(`<< /S /Launch /F ${file} >>`),
    ],
  });
};

/** A document, or refused where its pages depend on who counts them. */
const conflicts: readonly HostileCase[] = pdfConflicts.map(({ name, make, pages: priced }) => ({
  name: `PDF with ${name}`,
  make,
  answers: [priced === undefined ? 'contradicts_itself' : 'document'],
}));

export const pdfCases: readonly HostileCase[] = [
  ...trees,
  ...pages,
  ...conflicts,
  { name: 'PDF that names other files', make: () => makePdfWithSibling('secret.png'), answers: ['document'] },
];
