/**
 * Owns how a stored document turns into page files: JPEG as it is, PDF and raster rendered to PNG. The heavy
 * libraries are loaded when the first such document comes. Must never touch a job's state.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRasterPages } from './raster-reader.ts';

/** The document can't be printed: job-state-reason document-format-error (RFC 8011 section 5.3.8). */
export class DocumentFormatError extends Error {}

/** The formats this printer prints, with the ending of the stored document. */
export const documentEndings: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/pwg-raster': 'pwg',
  'image/urf': 'urf',
};

/** The resolution at which PDF pages are rendered: enough to read them, small enough to keep. */
const pdfDpi = 150;

/** The format of a document by its first bytes; undefined when this printer can't print it. */
export function findFormat(path: string): string | undefined {
  const head = Buffer.alloc(1024);
  const fd = openSync(path, 'r');
  try {
    readSync(fd, head, 0, head.length, 0);
  } finally {
    closeSync(fd);
  }
  const magic = head.toString('latin1');
  if (magic.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (magic.startsWith('RaS2')) return 'image/pwg-raster';
  if (magic.startsWith('UNIRAST\0')) return 'image/urf';
  // PDF allows other bytes in front of its header, within the first kilobyte.
  return magic.includes('%PDF-') ? 'application/pdf' : undefined;
}

async function* pdfPages(path: string, folder: string): AsyncGenerator<string> {
  const { renderPdfPages } = await import('@platen/imaging/pdf/pdf-render');
  for await (const { page, png } of renderPdfPages(path, { dpi: pdfDpi })) {
    const file = join(folder, `page-${page}.png`);
    await writeFile(file, png);
    yield file;
  }
}

async function* rasterPages(path: string, folder: string): AsyncGenerator<string> {
  const { default: sharp } = await import('sharp');
  let page = 0;
  for (const { pixels, widthPx, heightPx, channels, dpi } of readRasterPages(path)) {
    page += 1;
    const file = join(folder, `page-${page}.png`);
    const raw = { width: widthPx, height: heightPx, channels };
    await sharp(pixels, { raw }).withMetadata({ density: dpi }).png({ compressionLevel: 3 }).toFile(file);
    yield file;
  }
}

async function* jpegPages(path: string): AsyncGenerator<string> {
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(path).metadata();
  if (!width || !height) throw new DocumentFormatError('the JPEG has no size');
  yield path;
}

/** The pages as a printer without colour brings them out. */
async function* grayPages(pages: AsyncIterable<string>, folder: string): AsyncGenerator<string> {
  const { default: sharp } = await import('sharp');
  let page = 0;
  for await (const file of pages) {
    page += 1;
    const gray = join(folder, `gray-${page}${file.endsWith('.png') ? '.png' : '.jpg'}`);
    await sharp(file).grayscale().keepMetadata().toFile(gray);
    yield gray;
  }
}

function pagesOf({ path, format, folder, isGray }: DocumentToPrint): AsyncIterable<string> {
  if (isGray) return grayPages(pagesOf({ path, format, folder, isGray: false }), folder);
  if (format === 'image/jpeg') return jpegPages(path);
  return format === 'application/pdf' ? pdfPages(path, folder) : rasterPages(path, folder);
}

/** A stored document and what becomes of it; rendered pages are written to `folder`. */
export interface DocumentToPrint {
  path: string;
  format: string;
  folder: string;
  isGray: boolean;
}

/**
 * The files of a document's pages, one at a time, in order. Throws
 * DocumentFormatError when the document is broken or empty.
 */
export async function* documentPages(options: DocumentToPrint): AsyncGenerator<string> {
  let count = 0;
  try {
    for await (const file of pagesOf(options)) {
      count += 1;
      yield file;
    }
  } catch (error) {
    throw new DocumentFormatError(`the document can't be printed: ${(error as Error).message}`, {
      cause: error,
    });
  }
  if (count === 0) throw new DocumentFormatError('the document has no pages');
}
