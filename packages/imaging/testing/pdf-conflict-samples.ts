/**
 * Owns PDFs that programs read differently, or that carry more than their pages (ISO 32000-1): made by code, for tests. `pages` is
 * what such a file costs; undefined where it is refused. Must never be used to print.
 */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { assemble, makePdf, stream } from './pdf-samples.ts';

export interface PdfConflict {
  name: string;
  make: () => Buffer;
  /** What is paid for, and so what any program prints of what is made of it; undefined: refused. */
  pages: number | undefined;
}

const text = (body: string): Buffer[] => [Buffer.from(body, 'latin1')];
const draw = (page: number): Buffer[] =>
  stream('', `0.9 0.2 0.1 rg ${20 * page} 20 60 60 re f 0 0 1 RG 4 w 10 10 180 180 re S`);
const catalog = (more = ''): Buffer[] => text(`<< /Type /Catalog /Pages 2 0 R ${more}>>`);
const box = '/MediaBox [0 0 200 200]';

interface Tree {
  /** Leaves that there are; objects 3 to 2 + leaves, their content behind them. */
  leaves?: number;
  pages?: string;
  leaf?: (index: number) => string;
  catalog?: string;
  more?: Buffer[][];
  trailer?: string;
}

/** A flat tree; `pages` is what stands in its root, the number of further objects begins at 3 + 2 * leaves. */
function tree({
  leaves = 2,
  pages,
  leaf = () => '',
  catalog: inCatalog = '',
  more = [],
  trailer = '',
}: Tree): Buffer {
  const kids = Array.from({ length: leaves }, (_, i) => `${3 + i} 0 R`).join(' ');
  const root = pages ?? `/Count ${leaves} /Kids [${kids}]`;
  const leafOf = (i: number) =>
    text(`<< /Type /Page /Parent 2 0 R ${box} /Contents ${3 + leaves + i} 0 R ${leaf(i)} >>`);
  const own: Buffer[][] = Array.from({ length: leaves }, (_, i) => leafOf(i));
  const contents: Buffer[][] = Array.from({ length: leaves }, (_, i) => draw(i + 1));
  return assemble(
    [catalog(inCatalog), text(`<< /Type /Pages ${root} >>`)].concat(own, contents, more),
    trailer,
  );
}

/** Appends objects with a table of their own, as an incremental update does (section 7.5.6). */
function update(
  base: Buffer,
  {
    objects,
    trailer = '',
    prev,
  }: { objects: [number, string][]; trailer?: string; prev?: number | undefined },
): Buffer {
  const parts = [base];
  let position = base.length;
  const rows = objects.map(([number, body]) => {
    const bytes = Buffer.from(`${number} 0 obj\n${body}\nendobj\n`, 'latin1');
    const row = `${number} 1\n${String(position).padStart(10, '0')} 00000 n \n`;
    parts.push(bytes);
    position += bytes.length;
    return row;
  });
  const before = prev ?? startOf(base);
  const end = `trailer\n<< /Size 90 /Root 1 0 R /Prev ${before} ${trailer}>>\nstartxref\n${position}\n%%EOF\n`;
  parts.push(Buffer.from(`xref\n${rows.join('')}${end}`, 'latin1'));
  return Buffer.concat(parts);
}

const startOf = (pdf: Buffer): number =>
  Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString('latin1'))?.[1]);

/** One more page tree with these pages, for updates; its objects begin at 60. */
const otherTree = (count: number): [number, string][] =>
  [
    [
      2,
      `<< /Type /Pages /Count ${count} /Kids [${Array.from({ length: count }, (_, i) => `${60 + i} 0 R`).join(' ')}] >>`,
    ] as [number, string],
  ].concat(
    Array.from({ length: count }, (_, i): [number, string] => [
      60 + i,
      `<< /Type /Page /Parent 2 0 R ${box} >>`,
    ]),
  );

const replaced = (pdf: Buffer, from: string | RegExp, to: string): Buffer =>
  Buffer.from(pdf.toString('latin1').replace(from, to), 'latin1');

/** Objects in an object stream behind a cross-reference stream (sections 7.5.7 and 7.5.8). */
export function makePackedPdf(pages: number, { declared = pages } = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, i) => `${3 + i} 0 R`).join(' ');
  const packed = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${declared} /Kids [${kids}] >>`,
  ].concat(
    Array.from({ length: pages }, () => `<< /Type /Page /Parent 2 0 R ${box} /Contents ${3 + pages} 0 R >>`),
  );
  let offset = 0;
  const index = packed.map((body, i) => {
    const entry = `${i + 1} ${offset}`;
    offset += body.length + 1;
    return entry;
  });
  const first = `${index.join(' ')} `;
  const head = Buffer.from('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n', 'latin1');
  const objectOf = (number: number, body: Buffer[]) =>
    Buffer.concat([Buffer.from(`${number} 0 obj\n`), ...body, Buffer.from('\nendobj\n')]);
  const content = objectOf(3 + pages, draw(1));
  const data = deflateSync(Buffer.from(`${first}${packed.join(' ')} `, 'latin1'));
  const containerNumber = 4 + pages;
  const dict = `/Type /ObjStm /N ${packed.length} /First ${first.length} /Filter /FlateDecode`;
  const container = objectOf(containerNumber, stream(dict, data));
  const start = head.length + content.length + container.length;
  const row = (kind: number, place: number, more: number) => {
    const bytes = Buffer.alloc(6);
    bytes[0] = kind;
    bytes.writeUInt32BE(place, 1);
    bytes[5] = more;
    return bytes;
  };
  const rows = [row(0, 0, 255)].concat(
    packed.map((_, i) => row(2, containerNumber, i)),
    [row(1, head.length, 0), row(1, head.length + content.length, 0), row(1, start, 0)],
  );
  const table = stream(`/Type /XRef /Size ${rows.length} /W [1 4 1] /Root 1 0 R`, Buffer.concat(rows));
  const tail = Buffer.from(`startxref\n${start}\n%%EOF\n`);
  return Buffer.concat([head, content, container, objectOf(5 + pages, table), tail]);
}

/** RC4, which the oldest encryption of PDF is made of (section 7.6.2). */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, i) => i);
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + state[i]! + key[i % key.length]!) & 255;
    [state[i], state[j]] = [state[j]!, state[i]!];
  }
  let [i, j] = [0, 0];
  return data.map((byte) => {
    i = (i + 1) & 255;
    j = (j + state[i]!) & 255;
    [state[i], state[j]] = [state[j]!, state[i]!];
    return byte ^ state[(state[i]! + state[j]!) & 255]!;
  }) as Buffer;
}

const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest();
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** Opens without a password; printing, copying and changing are forbidden to all but its owner. */
export function makeEncryptedPdf(): Buffer {
  const owner = rc4(md5(padding).subarray(0, 5), padding);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(-64);
  const id = Buffer.from('0102030405060708090a0b0c0d0e0f10', 'hex');
  const key = md5(padding, owner, permissions, id).subarray(0, 5);
  const user = rc4(key, padding);
  const content = (number: number) => {
    const salt = Buffer.from([number, 0, 0, 0, 0]);
    const [, data] = draw(number - 4);
    return stream('', rc4(md5(key, salt).subarray(0, 10), data!));
  };
  const page = (contents: number) => text(`<< /Type /Page /Parent 2 0 R ${box} /Contents ${contents} 0 R >>`);
  const objects = [
    catalog(),
    text('<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>'),
    page(5),
    page(6),
    content(5),
    content(6),
  ];
  const encrypt = `/Filter /Standard /V 1 /R 2 /P -64 /O <${owner.toString('hex')}> /U <${user.toString('hex')}>`;
  return assemble(
    objects,
    `/Encrypt << ${encrypt} >> /ID [<${id.toString('hex')}> <${id.toString('hex')}>] `,
  );
}

/** What a document may bring along beside its pages, all in one. */
export function makeLoadedPdf(): Buffer {
  const script = '/S /JavaScript /JS (app.alert\\(1\\);)';
  const launch = '/S /Launch /F (/bin/sh)';
  const names = '/JavaScript << /Names [(a) 7 0 R] >> /EmbeddedFiles << /Names [(b) 8 0 R] >>';
  return tree({
    leaves: 1,
    catalog: `/OpenAction << ${script} >> /AA << /WP << ${launch} >> >> /Names << ${names} >> /Outlines 11 0 R /Metadata 10 0 R /Collection << /View /D >> /AcroForm << /Fields [12 0 R] /XFA 10 0 R >> /Lang (en) `,
    leaf: () =>
      `/AA << /O << ${script} >> >> /Annots [12 0 R 13 0 R] /Metadata 10 0 R /Thumb 10 0 R /StructParents 0 /PieceInfo << /Me << /Private (secret) >> >> /Resources << /Font << /A 14 0 R >> /XObject << /AA 15 0 R >> >>`,
    more: [
      text('<< >>'),
      text('<< >>'),
      text(`<< ${script} >>`),
      text('<< /Type /Filespec /F (evil.exe) /EF << /F 9 0 R >> >>'),
      stream('/Type /EmbeddedFile', '%!PS\n(secret) show showpage'),
      stream('/Type /Metadata /Subtype /XML', '<x:xmpmeta>secret</x:xmpmeta>'),
      text('<< /Type /Outlines /Count 0 >>'),
      text(
        `<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /T (go) /Rect [0 0 9 9] /A << ${launch} >> >>`,
      ),
      text(
        `<< /Type /Annot /Subtype /Link /Rect [0 0 99 99] /Border [0 0 0] /A << /S /URI /URI (http://secret.example) >> >>`,
      ),
      text('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
      stream('/Type /XObject /Subtype /PS', '%!PS\n(secret) show showpage'),
    ].slice(2),
    trailer: '/Info << /Title (secret) >> ',
  });
}

const pjl = '\x1b%-12345X@PJL SET COPIES=99\r\n@PJL ENTER LANGUAGE=POSTSCRIPT\r\n';

/** Pages of which the second is a layer that is off when printed, the third one that is off on the screen alone. */
export function makeLayeredPdf(): Buffer {
  const layer = (usage: string) => text(`<< /Type /OCG /Name (x) /Usage << ${usage} >> >>`);
  const marked = (name: string) =>
    stream('', `/OC /${name} BDC 0 0.5 0 rg 30 30 100 100 re f EMC 0 0 1 rg 150 150 20 20 re f`);
  const group = (number: number) => `/Resources << /Properties << /L ${number} 0 R /M << /MCID 1 >> >> >>`;
  return assemble(
    [
      catalog('/OCProperties << /OCGs [9 0 R 10 0 R 11 0 R] /D << /BaseState /ON /OFF [9 0 R 11 0 R] >> >> '),
      text('<< /Type /Pages /Count 3 /Kids [3 0 R 4 0 R 5 0 R] >>'),
      text(`<< /Type /Page /Parent 2 0 R ${box} /Contents 6 0 R ${group(9)} >>`),
      text(`<< /Type /Page /Parent 2 0 R ${box} /Contents 7 0 R ${group(10)} >>`),
      text(`<< /Type /Page /Parent 2 0 R ${box} /Contents 8 0 R ${group(12)} >>`),
      marked('L'),
      marked('L'),
      marked('L'),
      layer('/Print << /PrintState /ON >> /View << /ViewState /OFF >>'),
      layer('/Print << /PrintState /OFF >> /View << /ViewState /ON >>'),
      text('<< /Type /OCG /Name (z) >>'),
      text('<< /Type /OCMD /P /AllOff /OCGs [10 0 R 11 0 R] >>'),
    ],
    '',
  );
}

/** Annotations that print, that don't, without an appearance, turned with the page, and a field that is filled in. */
export function makeAnnotatedPdf({ content = '1 0 0 1 20 20 cm q 0.9 g 0 0 150 150 re f' } = {}): Buffer {
  const form = (colour: string) =>
    stream('/Type /XObject /Subtype /Form /BBox [0 0 10 10]', `${colour} rg 0 0 10 10 re f`);
  const field = '/Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (x) /F 4';
  return assemble(
    [
      catalog('/AcroForm << /Fields [10 0 R] /DA (/Helv 9 Tf 0 g) >> '),
      text('<< /Type /Pages /Count 1 /Kids [3 0 R] >>'),
      text(
        `<< /Type /Page /Parent 2 0 R ${box} /Rotate 90 /Contents 4 0 R /Annots [5 0 R 6 0 R 7 0 R 8 0 R 9 0 R 10 0 R] >>`,
      ),
      stream('', content),
      text('<< /Type /Annot /Subtype /Stamp /F 4 /Rect [10 10 60 40] /AP << /N 11 0 R >> >>'),
      text('<< /Type /Annot /Subtype /Stamp /F 0 /Rect [70 10 120 40] /AP << /N 12 0 R >> >>'),
      text('<< /Type /Annot /Subtype /Stamp /F 20 /Rect [100 100 150 120] /AP << /N 11 0 R >> >>'),
      text('<< /Type /Annot /Subtype /Square /F 4 /Rect [10 100 60 150] /C [0 0 1] /BS << /W 4 >> >>'),
      text('<< /Type /Annot /Subtype /Stamp /F 6 /Rect [150 150 190 190] /AP << /N 12 0 R >> >>'),
      text(`<< ${field} /Rect [130 10 190 60] /AP << /N 13 0 R >> >>`),
      form('1 0 0'),
      form('0 1 0'),
      form('0 0 1'),
    ],
    '',
  );
}

const lied = (count: string, kids = '3 0 R 4 0 R') => tree({ pages: `/Count ${count} /Kids [${kids}]` });

/** Files whose pages depend on who reads them, and files that say more than their pages. */
export const pdfConflicts: readonly PdfConflict[] = [
  {
    name: '20 kids and a count of 1',
    make: () =>
      tree({
        leaves: 20,
        pages: `/Count 1 /Kids [${Array.from({ length: 20 }, (_, i) => `${3 + i} 0 R`).join(' ')}]`,
      }),
    pages: undefined,
  },
  { name: 'a count of 20 and 2 kids', make: () => lied('20'), pages: undefined },
  { name: 'a negative count', make: () => lied('-2'), pages: 2 },
  { name: 'a count of 2^31 - 1', make: () => lied('2147483647'), pages: 2 },
  { name: 'a count of 0', make: () => lied('0'), pages: 2 },
  { name: 'a kid that is not there', make: () => lied('2', '3 0 R 77 0 R'), pages: undefined },
  { name: 'kids that are no pages', make: () => lied('2', '3 0 R 2'), pages: undefined },
  { name: 'one page twice', make: () => lied('2', '3 0 R 3 0 R'), pages: 2 },
  { name: 'a branch within itself', make: () => lied('2', '3 0 R 2 0 R 4 0 R'), pages: undefined },
  {
    name: 'a branch with a count of its own',
    make: () =>
      tree({
        pages: '/Count 2 /Kids [7 0 R]',
        more: [text('<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [3 0 R 4 0 R] >>')],
      }),
    pages: 2,
  },
  {
    name: 'no word of what is a page',
    make: () => replaced(tree({}), /\/Type \/Pages?/g, ''),
    pages: 2,
  },
  {
    name: 'a page that calls itself a branch, and a branch that calls itself a page',
    make: () =>
      tree({
        pages: '/Count 2 /Kids [7 0 R 8 0 R]',
        more: [
          text('<< /Type /Page /Parent 2 0 R /Count 1 /Kids [3 0 R] >>'),
          text(`<< /Type /Pages /Parent 2 0 R ${box} /Contents 5 0 R >>`),
        ],
      }),
    pages: 2,
  },
  {
    name: 'attributes from the branches above',
    make: () =>
      replaced(
        tree({
          pages: `/Count 2 /Kids [3 0 R 4 0 R] /Rotate 90 /MediaBox [0 0 300 100] /CropBox [10 10 290 90]`,
        }),
        /\/Parent 2 0 R \/MediaBox \[0 0 200 200\]/g,
        '/Parent 2 0 R',
      ),
    pages: 2,
  },
  { name: 'PJL in front', make: () => Buffer.concat([Buffer.from(pjl, 'latin1'), tree({})]), pages: 2 },
  { name: 'garbage in front', make: () => Buffer.concat([Buffer.alloc(500, 'x\n'), tree({})]), pages: 2 },
  {
    name: 'PostScript behind',
    make: () => Buffer.concat([tree({}), Buffer.from(`${pjl}%!PS\nshowpage showpage\n`, 'latin1')]),
    pages: 2,
  },
  {
    name: 'another document behind',
    make: () => Buffer.concat([tree({}), makePdf({ pages: 5, widthMm: 100, heightMm: 100 })]),
    pages: 5,
  },
  { name: 'an update with other pages', make: () => update(tree({}), { objects: otherTree(5) }), pages: 5 },
  {
    name: 'an update that is said to be older',
    make: () => {
      const base = tree({});
      return Buffer.concat([
        update(base, { objects: otherTree(5) }),
        Buffer.from(`startxref\n${startOf(base)}\n%%EOF\n`),
      ]);
    },
    pages: 2,
  },
  {
    name: 'an update whose history goes in a circle',
    make: () => {
      const base = tree({});
      const first = update(base, { objects: otherTree(5) });
      return update(base, { objects: otherTree(5), prev: startOf(first) });
    },
    pages: 5,
  },
  {
    name: 'objects twice, and the table names the first',
    make: () => {
      const whole = tree({}).toString('latin1');
      const at = whole.indexOf('xref\n0');
      const again = otherTree(5)
        .map(([number, body]) => `${number} 0 obj\n${body}\nendobj\n`)
        .join('');
      const moved = whole.slice(at).replace(/startxref\n\d+/, `startxref\n${at + again.length}`);
      return Buffer.from(whole.slice(0, at) + again + moved, 'latin1');
    },
    pages: 2,
  },
  {
    name: 'objects twice, and no table',
    make: () => {
      const whole = tree({}).toString('latin1');
      const at = whole.indexOf('xref\n0');
      const again = otherTree(5)
        .map(([number, body]) => `${number} 0 obj\n${body}\nendobj\n`)
        .join('');
      return Buffer.from(`${whole.slice(0, at)}${again}trailer\n<< /Root 1 0 R >>\n`, 'latin1');
    },
    pages: 5,
  },
  {
    name: 'a table that is off by seven bytes',
    make: () => replaced(tree({}), /startxref\n(\d+)/, 'startxref\n7'),
    pages: 2,
  },
  { name: 'no end', make: () => replaced(tree({}), /startxref[\s\S]*$/, ''), pages: 2 },
  {
    name: 'two trailers',
    make: () => replaced(tree({}), 'startxref', 'trailer\n<< /Root 3 0 R /Size 3 >>\nstartxref'),
    pages: 2,
  },
  { name: 'objects in object streams', make: () => makePackedPdf(3), pages: 3 },
  {
    name: 'object streams with a count of 1',
    make: () => makePackedPdf(20, { declared: 1 }),
    pages: undefined,
  },
  {
    name: 'a table over an object stream with other pages',
    make: () => {
      const packed = makePackedPdf(2);
      const objects: [number, string][] = otherTree(4);
      return update(packed, { objects, trailer: `/XRefStm ${startOf(packed)} ` });
    },
    pages: 4,
  },
  {
    name: 'linearized, with one page told and twenty there',
    make: () => {
      const whole = tree({ leaves: 20 }).toString('latin1');
      const header = `%PDF-1.7\n90 0 obj\n<< /Linearized 1 /L 0000000000 /H [100 10] /O 3 /E 500 /N 1 /T 500 >>\nendobj\n`;
      const body = whole
        .slice(whole.indexOf('\n') + 1)
        .replace(/trailer[\s\S]*$/, 'trailer\n<< /Root 1 0 R /Size 99 >>\n');
      const all = header + body.replace(/xref\n0[\s\S]*trailer/, 'trailer');
      return Buffer.from(all.replace('0000000000', String(all.length).padStart(10, '0')), 'latin1');
    },
    pages: 20,
  },
  { name: 'encrypted, with no password, and not to be printed', make: makeEncryptedPdf, pages: 2 },
  { name: 'scripts, actions, files and forms', make: makeLoadedPdf, pages: 1 },
  { name: 'layers for paper and layers for the screen', make: makeLayeredPdf, pages: 3 },
  { name: 'annotations and fields', make: () => makeAnnotatedPdf(), pages: 1 },
  {
    name: 'annotations above content that restores too much',
    make: () => makeAnnotatedPdf({ content: 'Q Q 0.9 g 0 0 150 150 re f' }),
    pages: 1,
  },
  {
    name: 'PJL in a picture',
    make: () =>
      tree({
        leaves: 1,
        leaf: () => '/Resources << /XObject << /I 5 0 R >> >>',
        more: [
          stream(
            '/Type /XObject /Subtype /Image /Width 9 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter [/ASCIIHexDecode]',
            `414141414141414141>${pjl}`,
          ),
        ],
      }),
    pages: 1,
  },
  { name: 'units of two points', make: () => tree({ leaf: () => '/UserUnit 2' }), pages: 2 },
  {
    name: 'boxes from the right to the left',
    make: () => replaced(tree({}), /\[0 0 200 200\]/g, '[200 200 0 0]'),
    pages: 2,
  },
  {
    name: 'a crop box larger than the page',
    make: () => tree({ leaf: () => '/CropBox [-100 -100 900 150]' }),
    pages: 2,
  },
  {
    name: 'a turn by -90 degrees, and one by 45',
    make: () => tree({ leaf: (i) => `/Rotate ${i === 0 ? -90 : 45}` }),
    pages: 2,
  },
  {
    name: 'content that is not there',
    make: () => replaced(tree({}), '/Contents 5 0 R', '/Contents [5 0 R 88 0 R]'),
    pages: 2,
  },
];
