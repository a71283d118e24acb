/**
 * Owns PDF documents made by code, for tests. Must never be used to print.
 */

import { createCipheriv } from 'node:crypto';

/** What to make: `pages` pages of `widthMm` x `heightMm`, with a picture of noise of `padBytes` in a corner of the first page. */
export interface PdfSampleOptions {
  pages: number;
  widthMm: number;
  heightMm: number;
  padBytes?: number;
  /** Says that the document is encrypted, with a password that nobody knows (ISO 32000-1 section 7.6.3). */
  encrypted?: boolean;
}

const pointsPerMm = 72 / 25.4;

export function stream(dictionary: string, data: string | Buffer): Buffer[] {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
  const head = `<< ${dictionary} /Length ${bytes.length} >>\nstream\n`;
  return [Buffer.from(head, 'latin1'), bytes, Buffer.from('\nendstream', 'latin1')];
}

/** Puts numbered objects (the first is 1, the catalog) into a file with a correct cross-reference table. */
export function assemble(objects: Buffer[][], trailerEntries: string): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let position = parts[0]!.length;
  const offsets = objects.map((body, index) => {
    const offset = position;
    for (const part of [Buffer.from(`${index + 1} 0 obj\n`), ...body, Buffer.from('\nendobj\n')]) {
      parts.push(part);
      position += part.length;
    }
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R ${trailerEntries}>>\nstartxref\n${position}\n%%EOF\n`;
  parts.push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}${trailer}`));
  return Buffer.concat(parts);
}

/** The same bytes for the same length: the key stream of AES. */
const noiseOf = (bytes: number): Buffer =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(bytes));

function pageContent(page: number, widthPt: number, heightPt: number): string {
  const frame = `0.8 0.1 0.1 RG 2 w 5 5 ${widthPt - 10} ${heightPt - 10} re S`;
  const block = `0.1 0.3 0.7 rg ${widthPt / 4} ${heightPt / 4} ${widthPt / 2} ${heightPt / 8} re f`;
  return `${frame}\n${block}\n0 g BT /F1 ${widthPt / 12} Tf ${widthPt / 10} ${heightPt * 0.8} Td (Page ${page}) Tj ET`;
}

/**
 * A valid PDF: each page has a red frame, a blue block and the words "Page n". `padBytes` adds a picture of
 * noise, which no packing makes smaller, of about that size in a corner of the first page.
 */
export function makePdf(options: PdfSampleOptions): Buffer {
  const { pages, widthMm, heightMm, padBytes = 0, encrypted = false } = options;
  const widthPt = widthMm * pointsPerMm;
  const heightPt = heightMm * pointsPerMm;
  const text = (body: string) => [Buffer.from(body, 'latin1')];
  const side = Math.max(1, Math.round(Math.sqrt(padBytes)));
  const image = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8`;
  const firstPage = 5;
  const kids = Array.from({ length: pages }, (_, i) => `${firstPage + 2 * i} 0 R`).join(' ');
  const objects: Buffer[][] = [
    text('<< /Type /Catalog /Pages 2 0 R >>'),
    text(`<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`),
    text('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
    stream(image, noiseOf(side * side)),
  ];
  for (let i = 0; i < pages; i++) {
    const box = `/MediaBox [0 0 ${widthPt} ${heightPt}]`;
    const isPadded = i === 0 && padBytes > 0;
    const pictures = isPadded ? ' /XObject << /Im1 4 0 R >>' : '';
    const resources = `/Resources << /Font << /F1 3 0 R >>${pictures} >> /Contents ${firstPage + 2 * i + 1} 0 R`;
    objects.push(text(`<< /Type /Page /Parent 2 0 R ${box} ${resources} >>`));
    const picture = isPadded ? '\nq 10 0 0 10 12 12 cm /Im1 Do Q' : '';
    objects.push(stream('', pageContent(i + 1, widthPt, heightPt) + picture));
  }
  const hex = (byte: string) => `<${byte.repeat(32)}>`;
  const encryption = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O ${hex('3c')} /U ${hex('a5')} >> /ID [<01> <01>] `;
  return assemble(objects, encrypted ? encryption : '');
}

/** A PDF of one page of 200 x 200 points with a form field in its middle, filled in with red. */
export function makeFormPdf(): Buffer {
  const text = (body: string) => [Buffer.from(body, 'latin1')];
  const field = '/Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (x) /F 4 /Rect [50 50 150 150]';
  const form = '/Type /XObject /Subtype /Form /BBox [0 0 100 100]';
  const objects = [
    text('<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>'),
    text('<< /Type /Pages /Count 1 /Kids [3 0 R] >>'),
    text('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Annots [4 0 R] >>'),
    text(`<< ${field} /AP << /N 5 0 R >> >>`),
    stream(form, '1 0 0 rg 0 0 100 100 re f'),
  ];
  return assemble(objects, '');
}
