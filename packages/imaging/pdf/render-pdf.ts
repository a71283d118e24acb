/**
 * Owns the PDF of a document that can't be rewritten faithfully: each page wanted as one picture, as PDFium prints it. Must never
 * hold the pixels of a page: bands are compressed as they are drawn.
 */
import { once } from 'node:events';
import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { createDeflate } from 'node:zlib';
import { damagedPage, openPdfPages, type PdfPages } from './pdf-pages.ts';
import { provePdf } from './pdf-proof.ts';
import { bytesOfFile } from './pdf-reader.ts';
import { dictWith, nameOf, type PdfDict, type PdfValue, refTo, writeNumber } from './pdf-value.ts';
import { createPdfWriter, type PdfWriter } from './pdf-writer.ts';
import type { RewritePdfOptions } from './rewrite-pdf.ts';

/** What photos and small type need at reading distance. */
const dpi = 300;
/** A2 at 300 dpi; a larger page gets fewer dots an inch. */
const maxPixels = 36_000_000;
const deflateLevel = 4;

/** The pixels of a page, compressed. */
async function drawCompressed(
  pages: PdfPages,
  { page, widthPx, heightPx }: { page: number; widthPx: number; heightPx: number },
): Promise<Buffer[]> {
  const deflate = createDeflate({ level: deflateLevel, chunkSize: 256 * 1024 });
  const parts: Buffer[] = [];
  deflate.on('data', (part: Buffer) => parts.push(part));
  const rowBytes = widthPx * 3;
  const placement = { widthPx, heightPx, isTurned: false };
  const area = { leftPx: 0, topPx: 0, widthPx, heightPx };
  for (const { rows, pixels, strideBytes } of pages.draw(page, { ...placement, area })) {
    const packed = Buffer.allocUnsafe(rows * rowBytes);
    for (let row = 0; row < rows; row += 1)
      packed.set(pixels.subarray(row * strideBytes, row * strideBytes + rowBytes), row * rowBytes);
    if (!deflate.write(packed)) await once(deflate, 'drain');
  }
  deflate.end();
  await once(deflate, 'end');
  return parts;
}

function writeStream(writer: PdfWriter, dict: PdfDict, parts: Buffer[]): PdfValue {
  const number = writer.allocate();
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  writer.writeStream(number, dict, { length, pieces: () => parts });
  return refTo(number);
}

async function writePage(
  writer: PdfWriter,
  { pages, page, tree, number }: { pages: PdfPages; page: number; tree: number; number: number },
): Promise<void> {
  const { widthMm, heightMm } = pages.getSizeMm(page);
  const [widthIn, heightIn] = [widthMm / 25.4, heightMm / 25.4];
  const used = Math.min(dpi, Math.sqrt(maxPixels / (widthIn * heightIn)));
  const widthPx = Math.max(1, Math.round(widthIn * used));
  const heightPx = Math.max(1, Math.round(heightIn * used));
  const picture = dictWith({
    Type: nameOf('XObject'),
    Subtype: nameOf('Image'),
    Width: widthPx,
    Height: heightPx,
    ColorSpace: nameOf('DeviceRGB'),
    BitsPerComponent: 8,
    Filter: nameOf('FlateDecode'),
  });
  const drawn = writeStream(writer, picture, await drawCompressed(pages, { page, widthPx, heightPx }));
  const [width, height] = [widthIn * 72, heightIn * 72];
  const content = Buffer.from(`${writeNumber(width)} 0 0 ${writeNumber(height)} 0 0 cm /Page Do\n`);
  const contents = writeStream(writer, new Map(), [content]);
  const resources = dictWith({ XObject: dictWith({ Page: drawn }) });
  writer.write(
    number,
    dictWith({
      Type: nameOf('Page'),
      Parent: refTo(tree),
      MediaBox: [0, 0, width, height],
      Resources: resources,
      Contents: contents,
    }),
  );
}

/** Makes the file. Gives its size and its number of pages. Throws ImagingRefusal, RangeError and the errors of the file system. */
export async function renderPdf({
  sourcePath,
  targetPath,
  pages: wanted,
}: RewritePdfOptions): Promise<{ bytes: number; pages: number }> {
  const pages = await openPdfPages(sourcePath);
  const provenPath = `${targetPath}.made`;
  const writer = createPdfWriter(provenPath);
  try {
    const numbers = wanted ?? Array.from({ length: pages.pageCount }, (_, index) => index + 1);
    const [catalog, tree] = [writer.allocate(), writer.allocate()];
    const kids = numbers.map(() => writer.allocate());
    for (const [index, page] of numbers.entries()) {
      const one = { pages, page, tree, number: kids[index] as number };
      await writePage(writer, one).catch((error: unknown) => {
        throw error instanceof RangeError ? error : damagedPage(page, error);
      });
    }
    writer.write(tree, dictWith({ Type: nameOf('Pages'), Count: kids.length, Kids: kids.map(refTo) }));
    writer.write(catalog, dictWith({ Type: nameOf('Catalog'), Pages: refTo(tree) }));
    const bytes = writer.finish(catalog);
    const fd = openSync(provenPath, 'r');
    try {
      provePdf(bytesOfFile(fd), { pages: kids.length });
    } finally {
      closeSync(fd);
    }
    renameSync(provenPath, targetPath);
    return { bytes, pages: kids.length };
  } catch (error) {
    writer.discard();
    rmSync(provenPath, { force: true });
    throw error;
  } finally {
    pages.close();
  }
}
