/**
 * Owns the PDF that goes to a printer: made anew from what PDFium understood of the customer's, with exactly the pages wanted and
 * nothing else, and proven before it gets its name. Must never pass on a byte of the original that no page shows. Throws PdfIrregular
 * for what can't be made so: such a document is rendered.
 */
import { closeSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { ImagingRefusal } from '../imaging-refusal.ts';
import { lacksAppearances } from './pdf-annotations.ts';
import { openPdf, type PdfDocument } from './pdf-document.ts';
import { openTableFile, type PdfFile } from './pdf-file.ts';
import { createAppearances } from './pdf-form.ts';
import { PdfPagesDisagree, walkPages } from './pdf-page-tree.ts';
import { copyPages } from './pdf-pages-copy.ts';
import { provePdf } from './pdf-proof.ts';
import { bytesOfFile, type PdfBytes, PdfIrregular } from './pdf-reader.ts';
import { maxBytesOf, withSavedPdf } from './pdf-save.ts';
import type { PdfDict } from './pdf-value.ts';
import { createPdfWriter } from './pdf-writer.ts';

/** `pages` count from 1 and come out in this order; all of them where it is missing. */
export interface RewritePdfOptions {
  sourcePath: string;
  targetPath: string;
  pages?: number[] | undefined;
}

interface Saved {
  file: PdfFile;
  bytes: PdfBytes;
  pages: PdfDict[];
}

/** Walks the tree of what PDFium saved. Throws ImagingRefusal where the pages are others than PDFium counts. */
function readSaved(document: PdfDocument, fd: number): Saved {
  const bytes = bytesOfFile(fd);
  const file = openTableFile(bytes);
  try {
    return { file, bytes, pages: walkPages(file, document.pageCount) };
  } catch (error) {
    throw error instanceof PdfPagesDisagree ? new ImagingRefusal('contradicts_itself') : error;
  }
}

/** PDFium makes the appearances that some of the pages lack, and the document is saved once more with them. */
async function withAppearances<T>(
  document: PdfDocument,
  { options, use }: { options: RewritePdfOptions; use: (saved: Saved) => T },
): Promise<T> {
  const path = `${options.targetPath}.saved`;
  const maxBytes = maxBytesOf(statSync(options.sourcePath).size);
  const save = <R>(then: (fd: number) => R) => withSavedPdf(document, { path, maxBytes, use: then });
  let lacking: number[] = [];
  const result = await save((fd) => {
    const saved = readSaved(document, fd);
    lacking = wantedOf(saved.pages, options)
      .filter(({ dict }) => lacksAppearances(saved.file, dict))
      .map(({ page }) => page);
    return lacking.length === 0 ? [use(saved)] : [];
  });
  if (result.length > 0) return result[0] as T;
  createAppearances(document, lacking);
  return await save((fd) => use(readSaved(document, fd)));
}

/** Throws RangeError for a page that doesn't exist. */
function wantedOf(all: readonly PdfDict[], { pages }: RewritePdfOptions): { page: number; dict: PdfDict }[] {
  const wanted = pages ?? all.map((_, index) => index + 1);
  return wanted.map((page) => {
    const dict = all[page - 1];
    if (!dict) throw new RangeError(`there is no page ${page}: the document has ${all.length}`);
    return { page, dict };
  });
}

/** Pages as PDFium shows them must be as large as before, each of them. */
async function provePages(
  path: string,
  { document, pages }: { document: PdfDocument; pages: number[] },
): Promise<void> {
  const fd = openSync(path, 'r');
  try {
    provePdf(bytesOfFile(fd), { pages: pages.length });
  } finally {
    closeSync(fd);
  }
  const made = await openPdf(path);
  try {
    if (made.pageCount !== pages.length) throw new PdfIrregular('what was made has other pages');
    for (const [index, page] of pages.entries()) {
      const [before, after] = [document.getPageSizeMm(page - 1), made.getPageSizeMm(index)];
      const difference =
        Math.abs(before.widthMm - after.widthMm) + Math.abs(before.heightMm - after.heightMm);
      if (difference > 0.05) throw new PdfIrregular(`page ${page} would be of another size`);
    }
  } finally {
    made.close();
  }
}

/** Makes the file. Gives its size and its number of pages. */
export async function rewritePdf(options: RewritePdfOptions): Promise<{ bytes: number; pages: number }> {
  const { sourcePath, targetPath } = options;
  const provenPath = `${targetPath}.made`;
  const document = await openPdf(sourcePath);
  const writer = createPdfWriter(provenPath, { maxBytes: maxBytesOf(statSync(sourcePath).size) });
  try {
    const made = await withAppearances(document, {
      options,
      use({ file, bytes, pages }) {
        const wanted = wantedOf(pages, options);
        const dicts = wanted.map(({ dict }) => dict);
        const size = writer.finish(copyPages({ file, bytes, pages: dicts }, writer));
        return { bytes: size, pages: wanted.map(({ page }) => page) };
      },
    });
    await provePages(provenPath, { document, pages: made.pages });
    renameSync(provenPath, targetPath);
    return { bytes: made.bytes, pages: made.pages.length };
  } catch (error) {
    writer.discard();
    rmSync(provenPath, { force: true });
    throw error;
  } finally {
    document.close();
  }
}
