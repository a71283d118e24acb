/**
 * Owns PDFs as good programs make them (ISO 32000-1): vectors, pictures, inks, transparency, patterns, an embedded font. Made by code,
 * for tests of what survives on the way to a printer. Must never be used to print.
 */
import { deflateSync } from 'node:zlib';
import { assemble, stream } from './pdf-samples.ts';

const text = (body: string): Buffer[] => [Buffer.from(body, 'latin1')];

/** A page of 300 x 300 points; its further objects are numbered from 5. */
function page({
  content,
  resources,
  more = [],
  inPage = '',
  inCatalog = '',
}: {
  content: string;
  resources: string;
  more?: Buffer[][];
  inPage?: string;
  inCatalog?: string;
}): Buffer {
  const head = [
    text(`<< /Type /Catalog /Pages 2 0 R ${inCatalog}>>`),
    text('<< /Type /Pages /Count 1 /Kids [3 0 R] >>'),
    text(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources << ${resources} >> /Contents 4 0 R ${inPage}>>`,
    ),
    stream('/Filter /FlateDecode', deflateSync(Buffer.from(content, 'latin1'))),
  ];
  return assemble(head.concat(more), '');
}

const picture = (dictionary: string, data: Buffer): Buffer[] =>
  stream(
    `/Type /XObject /Subtype /Image /Width 16 /Height 16 /BitsPerComponent 8 /Filter /FlateDecode ${dictionary}`,
    deflateSync(data),
  );
const ramp = (channels: number): Buffer =>
  Buffer.from(Array.from({ length: 256 * channels }, (_, i) => ((i * 37) % 251) + (i % 5)));
const tint = '<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 0.9 0.7 0.1] /N 1 >>';
const spot = `[/Separation /Signal /DeviceCMYK ${tint}]`;

/** A Type 3 font with the glyphs /A (a square) and /AA (a triangle): names that are keys elsewhere. */
const glyphs: Buffer[][] = [
  text(
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 65 /LastChar 66 /Widths [1000 1000] /Encoding << /Type /Encoding /Differences [65 /A /AA] >> /CharProcs << /A 6 0 R /AA 7 0 R >> /Resources << >> >>',
  ),
  stream('', '1000 0 0 0 800 800 d1 0 0 800 800 re f'),
  stream('', '1000 0 0 0 800 800 d1 0 0 m 800 0 l 400 800 l f'),
];

/** By name. */
export const goodPdfs: readonly { name: string; make: () => Buffer }[] = [
  {
    name: 'text of a standard font and of one that is embedded',
    make: () =>
      page({
        content:
          '0.2 0.3 0.8 rg BT /A 40 Tf 20 200 Td (AB BA) Tj ET 0 g BT /F 24 Tf 20 100 Td (Printed matter) Tj ET',
        resources: '/Font << /A 5 0 R /F 8 0 R >>',
        more: glyphs.concat([
          text('<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>'),
        ]),
      }),
  },
  {
    name: 'vectors: curves, dashes, joins, clips',
    make: () =>
      page({
        content:
          '4 w 1 j 1 J [12 6] 3 d 0.8 0.1 0.1 RG 20 20 m 100 280 200 -60 280 280 c S [] 0 d q 150 150 m 250 150 l 200 250 l h W n 0 0.6 0.3 rg 100 100 200 120 re f Q 0.5 w 10 10 280 280 re S',
        resources: '',
      }),
  },
  {
    name: 'pictures in grey, RGB, CMYK and by palette, one behind a soft mask',
    make: () =>
      page({
        content:
          'q 120 0 0 120 20 160 cm /G Do Q q 120 0 0 120 160 160 cm /R Do Q q 120 0 0 120 20 20 cm /C Do Q q 120 0 0 120 160 20 cm /P Do Q',
        resources: '/XObject << /G 5 0 R /R 6 0 R /C 7 0 R /P 8 0 R >>',
        more: [
          picture('/ColorSpace /DeviceGray', ramp(1)),
          picture('/ColorSpace /DeviceRGB /SMask 9 0 R', ramp(3)),
          picture('/ColorSpace /DeviceCMYK', ramp(4)),
          picture(
            '/ColorSpace [/Indexed /DeviceRGB 3 <ff000000ff000000ffffff00>]',
            ramp(1).map((value) => value % 4) as Buffer,
          ),
          picture('/ColorSpace /DeviceGray', ramp(1)),
        ],
      }),
  },
  {
    name: 'pictures whose filters have parameters: one, a list of them, one in a list',
    make: () => {
      const rows = Array.from({ length: 16 }, (_, y) =>
        Buffer.from([2].concat(Array(48).fill(y % 2 === 0 ? 9 : 5))),
      );
      const data = deflateSync(Buffer.concat(rows));
      const predicted = '<< /Predictor 15 /Colors 3 /Columns 16 >>';
      const image =
        '/Type /XObject /Subtype /Image /Width 16 /Height 16 /BitsPerComponent 8 /ColorSpace /DeviceRGB';
      const fax =
        '/Type /XObject /Subtype /Image /Width 16 /Height 2 /BitsPerComponent 1 /ColorSpace /DeviceGray';
      const hex = Buffer.from(`${data.toString('hex')}>`);
      return page({
        content:
          'q 120 0 0 120 20 160 cm /A Do Q q 120 0 0 120 160 160 cm /B Do Q q 120 0 0 120 20 20 cm /C Do Q q 120 0 0 120 160 20 cm /D Do Q',
        resources: '/XObject << /A 5 0 R /B 6 0 R /C 7 0 R /D 8 0 R >>',
        more: [
          stream(`${image} /Filter /FlateDecode /DecodeParms ${predicted}`, data),
          stream(`${image} /Filter [/ASCIIHexDecode /FlateDecode] /DecodeParms [null ${predicted}]`, hex),
          stream(`${image} /Filter [/FlateDecode] /DecodeParms [${predicted}]`, data),
          // Two rows of eight white and eight black dots (ITU-T T.6: 001 10011 000101; 1 1 for the same again).
          stream(
            `${fax} /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 16 >>`,
            Buffer.from([0x33, 0x17, 0x00, 0x10, 0x01]),
          ),
        ],
      });
    },
  },
  {
    name: 'inks: CMYK, a spot colour, overprint',
    make: () =>
      page({
        content:
          '0.9 0.1 0 0 k 20 20 160 160 re f /O gs /S cs 1 scn 120 120 160 160 re f /S cs 0.4 scn 20 200 60 60 re f',
        resources: `/ColorSpace << /S ${spot} >> /ExtGState << /O << /Type /ExtGState /OP true /op true /OPM 1 >> >>`,
      }),
  },
  {
    name: 'transparency: groups, blend modes, a soft mask of luminosity',
    make: () =>
      page({
        content: '1 0.8 0 rg 0 0 300 300 re f /M gs 0 0 1 rg 30 30 160 160 re f /B gs /X Do',
        resources:
          '/ExtGState << /M << /BM /Multiply /ca 0.6 >> /B << /BM /Normal /ca 1 /SMask << /S /Luminosity /G 6 0 R >> >> >> /XObject << /X 5 0 R >>',
        more: [
          stream(
            '/Type /XObject /Subtype /Form /BBox [0 0 300 300] /Group << /S /Transparency /I true /CS /DeviceRGB >>',
            '0 0.5 0 rg 100 100 180 180 re f',
          ),
          stream(
            '/Type /XObject /Subtype /Form /BBox [0 0 300 300] /Group << /S /Transparency /CS /DeviceGray >>',
            '0.7 g 0 0 300 200 re f',
          ),
        ],
        inPage: '/Group << /S /Transparency /CS /DeviceRGB >> ',
      }),
  },
  {
    name: 'patterns and shadings',
    make: () =>
      page({
        content:
          '/Pattern cs /T scn 10 10 130 280 re f /H scn 160 10 130 130 re f q 160 160 130 130 re W n /R sh Q',
        resources: `/Pattern << /T 5 0 R /H 6 0 R >> /Shading << /R << /ShadingType 3 /ColorSpace /DeviceRGB /Coords [225 225 0 225 225 60] /Extend [true true] /Function 7 0 R >> >>`,
        more: [
          stream(
            '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 20 20] /XStep 20 /YStep 20 /Resources << >> /Matrix [1 0 0 1 3 3]',
            '0.8 0.2 0.4 rg 2 2 10 10 re f',
          ),
          text(
            '<< /Type /Pattern /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [160 0 290 0] /Function 7 0 R >> >>',
          ),
          text(
            '<< /FunctionType 3 /Domain [0 1] /Bounds [0.5] /Encode [0 1 0 1] /Functions [<< /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 1 0] /N 1 >> << /FunctionType 2 /Domain [0 1] /C0 [0 1 0] /C1 [0 0 1] /N 2 >>] >>',
          ),
        ],
      }),
  },
  {
    name: 'colours that are calibrated, and a tint computed by a program',
    make: () =>
      page({
        content: '/L cs 60 40 -30 scn 20 20 120 260 re f /N cs 0.8 0.3 scn 160 20 120 260 re f',
        resources:
          '/ColorSpace << /L [/Lab << /WhitePoint [0.9505 1 1.089] /Range [-100 100 -100 100] >>] /N [/DeviceN [/One /Two] /DeviceRGB 5 0 R] >>',
        more: [stream('/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]', '{ 2 copy mul }')],
      }),
  },
];
