/** What is made of customers' PDFs for printers: the pages that were paid for, as PDFium shows them, and nothing else. */
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeFile } from '../decode/probe-file.ts';
import { type PreparedPages, preparePages } from '../sheet/prepare-pages.ts';
import {
  makeAnnotatedPdf,
  makeEncryptedPdf,
  makeLayeredPdf,
  makeLoadedPdf,
  makePackedPdf,
  pdfConflicts,
} from '../testing/pdf-conflict-samples.ts';
import { hostileFonts, makeFontPdf, packings } from '../testing/pdf-font-samples.ts';
import { goodPdfs } from '../testing/pdf-good-samples.ts';
import { assemble, makeFormPdf, makePdf, stream } from '../testing/pdf-samples.ts';
import { walkPages } from './pdf-page-tree.ts';
import { openPdfPages } from './pdf-pages.ts';
import { provePdf } from './pdf-proof.ts';
import { bytesOfFile, bytesOfMemory, PdfIrregular } from './pdf-reader.ts';
import { openSourceFile } from './pdf-source.ts';
import { createPdfWriter } from './pdf-writer.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rewrite-pdf-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

let made = 0;
interface Rewritten extends PreparedPages {
  sourcePath: string;
  targetPath: string;
  /** The file, a character for a byte. */
  text: string;
}

async function rewrite(pdf: Buffer, pages?: number[]): Promise<Rewritten> {
  made += 1;
  const sourcePath = join(folder, `source-${made}.pdf`);
  const targetPath = join(folder, `target-${made}.pdf`);
  writeFileSync(sourcePath, pdf);
  const result = await preparePages({ sourcePath, targetPath, pages, output: { format: 'application/pdf' } });
  return { ...result, sourcePath, targetPath, text: readFileSync(targetPath, 'latin1') };
}

/** Pages as PDFium prints them, at 72 dpi. */
async function show(path: string): Promise<{ sizes: string[]; pixels: Buffer[] }> {
  const pages = await openPdfPages(path);
  try {
    const numbers = Array.from({ length: pages.pageCount }, (_, i) => i + 1);
    const sizes = numbers.map((page) => pages.getSizeMm(page));
    const pixels = numbers.map((page, i) => {
      const size = {
        widthPx: Math.round(sizes[i]!.widthMm / 0.3528),
        heightPx: Math.round(sizes[i]!.heightMm / 0.3528),
      };
      const placement = { ...size, area: { leftPx: 0, topPx: 0, ...size }, isTurned: false };
      return Buffer.concat(Array.from(pages.draw(page, placement), (band) => Buffer.from(band.pixels)));
    });
    return {
      sizes: sizes.map(({ widthMm, heightMm }) => `${widthMm.toFixed(2)} x ${heightMm.toFixed(2)}`),
      pixels,
    };
  } finally {
    pages.close();
  }
}

/** The share of samples that differ by more than what rounding does. */
const differing = (a: Buffer, b: Buffer): number =>
  a.length === b.length ? a.filter((value, i) => Math.abs(value - b[i]!) > 8).length / a.length : 1;

const accepted = pdfConflicts.filter(({ pages }) => pages !== undefined);
const refused = pdfConflicts.filter(({ pages }) => pages === undefined);

describe('a PDF for a printer', () => {
  it.each(accepted)('has the pages that were priced, as they were shown: $name', async ({ make, pages }) => {
    const { sourcePath, targetPath, text, ...result } = await rewrite(make());
    expect(await probeFile(sourcePath)).toMatchObject({ pages });
    expect(result.pages).toBe(pages);
    expect(text.startsWith('%PDF-1.7\n')).toBe(true);
    expect(text.endsWith('\n%%EOF\n')).toBe(true);
    expect(text.match(/%%EOF|startxref/g)).toHaveLength(2);
    expect(text).not.toMatch(/@PJL|%-12345X|showpage|Linearized/);
    const [before, after] = [await show(sourcePath), await show(targetPath)];
    expect(after.sizes).toEqual(before.sizes);
    // What is rendered has other edges.
    const max = result.renderedBecause ? 0.02 : 0.001;
    for (const [i, pixels] of before.pixels.entries())
      expect(differing(pixels, after.pixels[i]!)).toBeLessThan(max);
    // No other program has anything to count differently.
    expect(await probeFile(targetPath)).toMatchObject({ pages });
  });

  it.each(refused)('is not made, and the file is refused when it comes: $name', async ({ make }) => {
    await expect(rewrite(make())).rejects.toMatchObject({ reason: 'contradicts_itself' });
    const path = join(folder, `source-${made}.pdf`);
    await expect(probeFile(path)).rejects.toMatchObject({
      reason: 'contradicts_itself',
      message: expect.stringContaining('how many pages'),
    });
  });

  it.each(goodPdfs)('shows what the original does: $name', async ({ make }) => {
    const { sourcePath, targetPath, renderedBecause } = await rewrite(make());
    expect(renderedBecause).toBeUndefined();
    const [before, after] = [await show(sourcePath), await show(targetPath)];
    expect(new Set(before.pixels[0]).size).toBeGreaterThan(1);
    expect(differing(before.pixels[0]!, after.pixels[0]!)).toBe(0);
  });

  it('leaves nothing behind where it is not made', () => {
    expect(readdirSync(folder).filter((name) => !/^(source|target)-\d+\.pdf$/.test(name))).toEqual([]);
  });

  it('has nothing of what a document brings along', async () => {
    const { text } = await rewrite(makeLoadedPdf());
    const keys =
      'OpenAction|AA\\b(?! \\d)|Names|JavaScript|JS|Launch|URI|EmbeddedFile|Filespec|Metadata|Info|Outlines';
    const more = 'Annots|AcroForm|XFA|Collection|PieceInfo|StructParents|Thumb|Lang|Encrypt|ID|secret|/PS';
    expect(text.match(new RegExp(`/(${keys})|${more}`, 'g'))).toBeNull();
  });

  it('has the pages wanted, in their order, as often as they are wanted', async () => {
    const pdf = makePdf({ pages: 5, widthMm: 50, heightMm: 70 });
    const all = await rewrite(pdf);
    const some = await rewrite(pdf, [5, 2, 5]);
    const [from, to] = [await show(all.targetPath), await show(some.targetPath)];
    expect(to.pixels).toEqual([from.pixels[4], from.pixels[1], from.pixels[4]]);
    // The other pages are not in the file at all.
    expect(some.bytes).toBeLessThan(all.bytes);
    await expect(rewrite(pdf, [6])).rejects.toThrow(RangeError);
  });

  it('opens what is encrypted without a password, and is not encrypted', async () => {
    const { text, pages } = await rewrite(makeEncryptedPdf());
    expect(pages).toBe(2);
    expect(text).not.toContain('/Encrypt');
  });

  it('is the same bytes each time', async () => {
    const [first, second] = [await rewrite(makePackedPdf(3)), await rewrite(makePackedPdf(3))];
    expect(second.text).toBe(first.text);
  });

  it('has what is filled in and what is stuck on, where they were', async () => {
    for (const pdf of [makeAnnotatedPdf(), makeFormPdf()]) {
      const { sourcePath, targetPath, renderedBecause } = await rewrite(pdf);
      expect(renderedBecause).toBeUndefined();
      const [before, after] = [await show(sourcePath), await show(targetPath)];
      expect(differing(before.pixels[0]!, after.pixels[0]!)).toBeLessThan(0.001);
    }
    const { pixels } = await show((await rewrite(makeAnnotatedPdf())).targetPath);
    // The colours of the stamp for paper, of the field, of a square without an appearance; none of those that are not for paper.
    const colours = new Set<string>();
    for (let i = 0; i < pixels[0]!.length; i += 3) colours.add(pixels[0]!.subarray(i, i + 3).toString('hex'));
    expect([colours.has('ff0000'), colours.has('0000ff'), colours.has('00ff00')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('prints what is filled in, but no button that is for the screen', async () => {
    const form = stream('/Type /XObject /Subtype /Form /BBox [0 0 10 10]', '1 0 0 rg 0 0 10 10 re f');
    const text = (body: string) => [Buffer.from(body, 'latin1')];
    const widget = '/Type /Annot /Subtype /Widget /Rect [10 10 90 90] /AP << /N 5 0 R >>';
    const withField = (field: string) =>
      assemble(
        [
          text('<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>'),
          text('<< /Type /Pages /Count 1 /Kids [3 0 R] >>'),
          text('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Annots [4 0 R] >>'),
          text(`<< ${widget} ${field} >>`),
          form,
        ],
        '',
      );
    const isPrinted = async (field: string) => {
      const { sourcePath, targetPath } = await rewrite(withField(field));
      const [before, after] = [await show(sourcePath), await show(targetPath)];
      expect(differing(before.pixels[0]!, after.pixels[0]!)).toBeLessThan(0.001);
      return after.pixels[0]!.some((value) => value < 128);
    };
    expect(await isPrinted('/FT /Tx /T (a) /V (b)')).toBe(true);
    expect(await isPrinted('/FT /Btn /Ff 65536 /T (a) /F 4')).toBe(true);
    expect(await isPrinted('/FT /Btn /Ff 65536 /T (a)')).toBe(false);
    // On the screen, and not on paper, where nothing says so; never where it is hidden; on paper alone.
    expect(await isPrinted('/FT /Tx /T (a) /F 32')).toBe(false);
    expect(await isPrinted('/FT /Tx /T (a) /F 38')).toBe(false);
    expect(await isPrinted('/FT /Tx /T (a) /F 36')).toBe(true);
  });

  it('keeps what only says by way of another object what it is, and what an annotation shows without saying that it is a form', async () => {
    const text = (body: string) => [Buffer.from(body, 'latin1')];
    const red = '1 0 0 rg 0 0 10 10 re f';
    const pdf = assemble(
      [
        text('<< /Type /Catalog /Pages 2 0 R >>'),
        text('<< /Type /Pages /Count 1 /Kids [3 0 R] >>'),
        text(
          '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Resources << /XObject << /F 5 0 R >> >> /Contents 4 0 R /Annots [7 0 R] >>',
        ),
        stream('', 'q 4 0 0 4 0 0 cm /F Do Q'),
        stream('/Subtype 6 0 R /BBox [0 0 10 10]', red),
        text('/Form'),
        text('<< /Type /Annot /Subtype /Stamp /F 4 /Rect [60 60 100 100] /AP << /N 8 0 R >> >>'),
        stream('/BBox [0 0 10 10]', red),
      ],
      '',
    );
    const { sourcePath, targetPath, renderedBecause } = await rewrite(pdf);
    expect(renderedBecause).toBeUndefined();
    const [before, after] = [await show(sourcePath), await show(targetPath)];
    expect(differing(before.pixels[0]!, after.pixels[0]!)).toBeLessThan(0.001);
    const isRed = (x: number, y: number) => after.pixels[0]![(y * 100 + x) * 3 + 1]! < 128;
    expect([isRed(20, 80), isRed(80, 20), isRed(50, 50)]).toEqual([true, true, false]);
  });

  it('is no larger for what many pages share', async () => {
    const names = Array.from({ length: 500 }, (_, i) => `/Name${i} 4 0 R`).join(' ');
    const text = (body: string) => [Buffer.from(body, 'latin1')];
    const pages = 200;
    const kids = Array.from({ length: pages }, (_, i) => `${5 + i} 0 R`).join(' ');
    const leaf = text('<< /Type /Page /Parent 2 0 R >>');
    const head = [
      text('<< /Type /Catalog /Pages 2 0 R >>'),
      text(`<< /Type /Pages /Count ${pages} /Kids [${kids}] /MediaBox [0 0 99 99] /Resources 3 0 R >>`),
      text(`<< /Font << ${names} >> >>`),
      text('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
    ];
    const pdf = assemble(head.concat(Array.from({ length: pages }, () => leaf)), '');
    const { bytes, renderedBecause } = await rewrite(pdf);
    expect(renderedBecause).toBeUndefined();
    expect(bytes).toBeLessThan(2 * pdf.length);
  });

  it('looks at no combination of layers for ever', async () => {
    const text = (body: string) => [Buffer.from(body, 'latin1')];
    const levels = 30;
    const expressions = Array.from({ length: levels }, (_, i) => text(`[/And ${8 + i} 0 R ${8 + i} 0 R]`));
    const pdf = assemble(
      [
        text('<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [5 0 R] /D << >> >> >>'),
        text('<< /Type /Pages /Count 1 /Kids [3 0 R] >>'),
        text(
          '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Resources << /Properties << /L 6 0 R >> >> /Contents 4 0 R >>',
        ),
        stream('', '0 0 9 9 re f'),
        text('<< /Type /OCG /Name (x) >>'),
        text('<< /Type /OCMD /VE 7 0 R >>'),
      ].concat(expressions, [text('[/Not 5 0 R]')]),
      '',
    );
    const { renderedBecause, pages } = await rewrite(pdf);
    expect([pages, renderedBecause]).toEqual([1, expect.stringContaining('without an end')]);
  });

  it('grows no larger than it may', () => {
    const path = join(folder, 'target-0.pdf');
    const writer = createPdfWriter(path, { maxBytes: 100 });
    const write = () =>
      writer.write(
        writer.allocate(),
        Array.from({ length: 100 }, () => 1),
      );
    expect(write).toThrow(PdfIrregular);
    writer.discard();
    expect(readdirSync(folder).filter((name) => name.startsWith('target-0'))).toEqual([]);
  });

  it('shows layers as they are for paper', async () => {
    const { sourcePath, targetPath, text } = await rewrite(makeLayeredPdf());
    const [before, after] = [await show(sourcePath), await show(targetPath)];
    for (const [i, pixels] of before.pixels.entries()) expect(differing(pixels, after.pixels[i]!)).toBe(0);
    const isGreen = ({ pixels }: typeof after, page: number) =>
      pixels[page]!.some((value, i) => i % 3 === 1 && value > 100 && value < 160);
    expect([0, 1, 2].map((page) => isGreen(after, page))).toEqual([true, false, true]);
    expect(text).not.toMatch(/Usage|OCMD|PrintState/);
  });

  it('passes fonts on that are programs, however they are stored', async () => {
    const ways = packings.map((pack) => ({ pack, isHex: false })).concat({ pack: packings[0]!, isHex: true });
    for (const way of ways) {
      const { sourcePath, targetPath, renderedBecause } = await rewrite(makeFontPdf({}, way));
      expect(renderedBecause).toBeUndefined();
      const hostile = await rewrite(makeFontPdf({ clear: 'showpage' }, way));
      expect(hostile.renderedBecause).toContain('a font whose program');
      const [before, after] = [await show(sourcePath), await show(targetPath)];
      expect(before.pixels[0]!.some((value) => value < 64)).toBe(true);
      expect(differing(before.pixels[0]!, after.pixels[0]!)).toBe(0);
    }
  });

  it.each(hostileFonts)('passes no font on that says more than a font: $name', async ({ program }) => {
    for (const isHex of [false, true]) {
      const { renderedBecause, text } = await rewrite(makeFontPdf(program, { isHex }));
      expect(renderedBecause).toContain('a font whose program');
      expect(text).not.toContain('AdobeFont');
    }
  });

  it('passes no program on that is said to be another kind of font', async () => {
    const whole = makeFontPdf({ clear: 'showpage' }).toString('latin1');
    const { renderedBecause } = await rewrite(
      Buffer.from(whole.replace('/FontFile ', '/FontFile3 '), 'latin1'),
    );
    expect(renderedBecause).toContain('a font whose program');
  });

  it('passes no name of a glyph on that is a program', async () => {
    const { renderedBecause } = await rewrite(makeFontPdf({}, { differences: '65 /A#0ashowpage' }));
    expect(renderedBecause).toContain('a name that is none');
  });

  it('is rendered where it could not be rewritten faithfully', async () => {
    const pdf = makeAnnotatedPdf({ content: 'Q Q 0.9 g 0 0 150 150 re f' });
    const { sourcePath, targetPath, renderedBecause, text } = await rewrite(pdf);
    expect(renderedBecause).toContain('never saved');
    expect(text.match(/\/Subtype \/Image/g)).toHaveLength(1);
    const [before, after] = [await show(sourcePath), await show(targetPath)];
    expect(after.sizes).toEqual(before.sizes);
    expect(differing(before.pixels[0]!, after.pixels[0]!)).toBeLessThan(0.02);
  });
});

describe('a file in order', () => {
  /** One more table, of which every object from 1 to `last` is free. */
  const withFree = (
    base: Buffer,
    { last, trailer }: { last: number; trailer: (start: number) => string },
  ) => {
    const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(base.toString('latin1'))?.[1]);
    const rows = '0000000000 00000 f \n'.repeat(last);
    const table = `xref\n1 ${last}\n${rows}trailer\n<< /Size 90 /Root 1 0 R ${trailer(start)} >>\n`;
    return Buffer.concat([base, Buffer.from(`${table}startxref\n${base.length}\n%%EOF\n`)]);
  };
  const countOf = (pdf: Buffer) => walkPages(openSourceFile(bytesOfMemory(pdf)), 2).length;

  it('is read as its tables and streams say together', () => {
    expect(countOf(makePackedPdf(2))).toBe(2);
    const hybrid = withFree(makePackedPdf(2), { last: 4, trailer: (start) => `/XRefStm ${start}` });
    expect(countOf(hybrid)).toBe(2);
  });

  it('has nothing that an update took away', () => {
    const plain = makePdf({ pages: 2, widthMm: 50, heightMm: 50 });
    expect(countOf(plain)).toBe(2);
    expect(() => countOf(withFree(plain, { last: 9, trailer: (start) => `/Prev ${start}` }))).toThrow(
      PdfIrregular,
    );
  });
});

describe('the proof', () => {
  const prove = (text: string, pages = 3) => provePdf(bytesOfMemory(Buffer.from(text, 'latin1')), { pages });

  it('passes what was made, and nothing that was changed in it', async () => {
    const { text, targetPath } = await rewrite(makePdf({ pages: 3, widthMm: 50, heightMm: 50 }));
    const fd = openSync(targetPath, 'r');
    provePdf(bytesOfFile(fd), { pages: 3 });
    closeSync(fd);
    expect(() => prove(text)).not.toThrow();
    expect(() => prove(text, 2)).toThrow('other pages');
    const changes: [string, string][] = [
      ['%PDF-1.7', '%PDF-1.8'],
      ['%PDF-1.7\n', '\x1b%-12345X%PDF-1.7\n'],
      ['/Count 3', '/Count 1'],
      ['/Count 3', '/Count 4'],
      ['/Type /Catalog', '/Typo /Catalog'],
      ['/Type /Page ', '/Type /Pags '],
      ['/Resources', '/Annotsxxx'],
      ['/Contents', '/Metadata'],
      ['endobj\n', 'endobj\n\n'],
      ['endobj\n', 'endobx\n'],
      ['/Root', '/Info 9 0 R/Root'],
      ['startxref\n', 'startxref\n1'],
    ];
    for (const [from, to] of changes) {
      expect(text).toContain(from);
      expect({ from, to, isPassed: isPassed(() => prove(text.replace(from, to))) }).toEqual({
        from,
        to,
        isPassed: false,
      });
    }
    expect(() => prove(`${text} `)).toThrow();
    expect(() => prove(`${text}%!PS\n`)).toThrow();
    // Any byte of the structure that is lost is missed.
    for (let at = 20; at < text.length; at += 13)
      expect({ at, isPassed: isPassed(() => prove(text.slice(0, at) + text.slice(at + 1))) }).toEqual({
        at,
        isPassed: false,
      });
  });
});

function isPassed(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
