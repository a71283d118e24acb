/**
 * Owns open PDF documents: PDFium reads what it needs from the file itself, so a document of any size costs little
 * memory. Must never keep a file open after `close`.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { ImagingRefusal } from '../imaging-refusal.ts';
import { tellPictureSize } from '../picture-size.ts';
import { addGetBlock, createPdfium, type GetBlock, type Pdfium } from './pdfium-module.ts';

/** An open PDF. `handle` and `pdfium` are for rendering; sizes are those of the page as it is shown, rotated. */
export interface PdfDocument {
  pdfium: Pdfium;
  handle: number;
  pageCount: number;
  /** The size of a page in millimetres; `index` counts from 0. Throws ImagingRefusal for a broken page. */
  getPageSizeMm(index: number): { widthMm: number; heightMm: number };
  close(): void;
}

const mmPerPoint = 25.4 / 72;
/** 14,400 points, the limit of readers (ISO 32000-1 annex C.2), and as much again for those who don't keep to it. */
const maxPageMm = 2 * 14_400 * mmPerPoint;
/** PDFium reads 512 bytes at a time while it looks for a broken cross-reference table. */
const readAheadBytes = 64 * 1024;
/** FPDF_GetLastError (fpdfview.h). */
const errPassword = 4;
const errSecurity = 5;

function createFileReader(fd: number, getHeap: () => Uint8Array): GetBlock {
  const block = new Uint8Array(readAheadBytes);
  let blockStart = 0;
  let blockBytes = 0;
  return (_param, signedPosition, buffer, signedSize) => {
    const position = signedPosition >>> 0;
    const size = signedSize >>> 0;
    try {
      if (size > block.length) return readSync(fd, getHeap(), buffer >>> 0, size, position) === size ? 1 : 0;
      if (position < blockStart || position + size > blockStart + blockBytes) {
        blockStart = position;
        blockBytes = readSync(fd, block, 0, block.length, position);
      }
      const from = position - blockStart;
      if (from + size > blockBytes) return 0;
      getHeap().set(block.subarray(from, from + size), buffer >>> 0);
      return 1;
    } catch {
      // An exception must not run through PDFium's frames; 0 makes it fail in its own way.
      return 0;
    }
  };
}

/** Calls PDFium; a trap or an abort inside it becomes a refusal. */
export function guarded<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof ImagingRefusal) throw error;
    throw new ImagingRefusal('cannot_decode', "The PDF is damaged and can't be read.", { cause: error });
  }
}

function loadDocument(pdfium: Pdfium, fd: number): number {
  const fileBytes = fstatSync(fd).size;
  // What has to be looked through, where a cross-reference table is broken.
  tellPictureSize({ pixels: fileBytes });
  const fileAccess = pdfium.wasmExports.malloc(12);
  const getBlock = addGetBlock(
    pdfium,
    createFileReader(fd, () => pdfium.HEAPU8),
  );
  const view = new DataView(pdfium.HEAPU8.buffer, fileAccess, 12);
  view.setUint32(0, fileBytes, true);
  view.setUint32(4, getBlock, true);
  view.setUint32(8, 0, true);
  const handle = guarded(() => pdfium._FPDF_LoadCustomDocument(fileAccess, 0));
  if (handle !== 0) return handle;
  const code = pdfium._FPDF_GetLastError();
  if (code === errPassword || code === errSecurity) throw new ImagingRefusal('encrypted');
  throw new ImagingRefusal('cannot_decode', "The PDF is damaged and can't be read.", {
    cause: new Error(`FPDF_LoadCustomDocument failed with code ${code}`),
  });
}

function readPageSize(pdfium: Pdfium, handle: number, index: number): { widthMm: number; heightMm: number } {
  const size = pdfium.wasmExports.malloc(8);
  try {
    const ok = guarded(() => pdfium._FPDF_GetPageSizeByIndexF(handle, index, size));
    const view = new DataView(pdfium.HEAPU8.buffer, size, 8);
    const widthMm = view.getFloat32(0, true) * mmPerPoint;
    const heightMm = view.getFloat32(4, true) * mmPerPoint;
    if (!ok || !(widthMm > 0) || !(heightMm > 0)) {
      throw new ImagingRefusal('cannot_decode', `Page ${index + 1} of the PDF is damaged and can't be read.`);
    }
    if (widthMm > maxPageMm || heightMm > maxPageMm) {
      const size = `${Math.round(widthMm / 1000)} x ${Math.round(heightMm / 1000)} m`;
      throw new ImagingRefusal(
        'not_accepted',
        `Page ${index + 1} of the PDF is too large to be printed: ${size}.`,
      );
    }
    return { widthMm, heightMm };
  } finally {
    pdfium.wasmExports.free(size);
  }
}

/**
 * Opens a PDF. Throws ImagingRefusal: `encrypted` (it needs a password), `no_pages`, `cannot_decode` (broken), and
 * the errors of the file system.
 */
export async function openPdf(path: string): Promise<PdfDocument> {
  const pdfium = await createPdfium();
  const fd = openSync(path, 'r');
  let handle = 0;
  const close = () => {
    try {
      if (handle !== 0) pdfium._FPDF_CloseDocument(handle);
    } catch {
      // The instance aborted before; it is dropped with everything in it.
    }
    closeSync(fd);
  };
  try {
    handle = loadDocument(pdfium, fd);
    const pageCount = guarded(() => pdfium._FPDF_GetPageCount(handle));
    if (pageCount < 1) throw new ImagingRefusal('no_pages');
    const getPageSizeMm = (index: number) => readPageSize(pdfium, handle, index);
    return { pdfium, handle, pageCount, getPageSizeMm, close };
  } catch (error) {
    close();
    throw error;
  }
}
