/**
 * Owns the proof that a document has as many pages as PDFium counts, when it arrives: the tree is walked, page by page. In a file
 * that is in order this costs a look at its pages; any other is first saved by PDFium, as it is before it is printed. Must never say how
 * many pages there are instead: who is of two minds about it is refused.
 */
import { closeSync, openSync } from 'node:fs';
import { ImagingRefusal } from '../imaging-refusal.ts';
import { tellPictureSize } from '../picture-size.ts';
import type { PdfDocument } from './pdf-document.ts';
import { openTableFile } from './pdf-file.ts';
import { PdfPagesDisagree, walkPages } from './pdf-page-tree.ts';
import { bytesOfFile, type PdfBytes, PdfIrregular } from './pdf-reader.ts';
import { maxBytesOf, withSavedPdf } from './pdf-save.ts';
import { openSourceFile } from './pdf-source.ts';

/** Bytes of memory for each byte of a file that PDFium saves: it holds the streams. */
const savedBytesPerByte = 3;

/** True when the file is in order, and walked as it stands has these pages. */
function isAgreed(bytes: PdfBytes, pages: number): boolean {
  try {
    walkPages(openSourceFile(bytes), pages);
    return true;
  } catch (error) {
    if (error instanceof PdfIrregular || error instanceof PdfPagesDisagree) return false;
    throw error;
  }
}

/**
 * Throws ImagingRefusal (`contradicts_itself`) for a document whose pages are another number by PDFium's count and by the walk of what
 * PDFium makes of it. `path` is that of the file; what is saved has no name.
 */
export async function checkPageCount(document: PdfDocument, path: string): Promise<void> {
  const fd = openSync(path, 'r');
  let isPlain: boolean;
  let size: number;
  try {
    const bytes = bytesOfFile(fd);
    size = bytes.size;
    isPlain = isAgreed(bytes, document.pageCount);
  } finally {
    closeSync(fd);
  }
  if (isPlain) return;
  tellPictureSize({ pixels: size, bytesPerPixel: savedBytesPerByte });
  try {
    await withSavedPdf(document, {
      path: `${path}.saved`,
      maxBytes: maxBytesOf(size),
      use: (saved) => walkPages(openTableFile(bytesOfFile(saved)), document.pageCount),
    });
  } catch (error) {
    if (error instanceof PdfPagesDisagree) throw new ImagingRefusal('contradicts_itself');
    if (error instanceof PdfIrregular)
      throw new ImagingRefusal('cannot_decode', "The PDF is damaged and can't be read.", { cause: error });
    throw error;
  }
}
