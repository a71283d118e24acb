/**
 * Owns drawing pages of a PDF into bands of pixels, placed, scaled and turned, so that memory is bounded whatever the size of
 * the page. Must never compute a size from PDFium's own scale: it floors points, and a page comes out a pixel short.
 */
import { ImagingRefusal } from '../imaging-refusal.ts';
import type { PixelArea } from '../layout/photo-layout.ts';
import { openPdf, type PdfDocument } from './pdf-document.ts';
import { openPdfForm, type PdfForm, setFieldsForPaper } from './pdf-form.ts';

/** Where a page stands on a canvas of `widthPx` x `heightPx`. `area` may reach beyond it; `isTurned`: a quarter, clockwise. */
export interface PagePlacement {
  widthPx: number;
  heightPx: number;
  area: PixelArea;
  isTurned: boolean;
}

/** Rows from `topPx` on: RGB on white, `strideBytes` apart. Valid until the next band is drawn. */
export interface PageBand {
  topPx: number;
  rows: number;
  pixels: Uint8Array;
  strideBytes: number;
}

export interface PdfPages {
  pageCount: number;
  /** The page as it is shown, in millimetres; pages count from 1. Throws RangeError and ImagingRefusal. */
  getSizeMm(page: number): { widthMm: number; heightMm: number };
  /** Draws the page band by band, from the top or from the bottom. Throws ImagingRefusal. */
  draw(page: number, placement: PagePlacement, from?: 'top' | 'bottom'): Generator<PageBand>;
  close(): void;
}

/** Pixels rendered at a time: 27 MB, A4 at 300 dpi. Every band decodes the page's pictures again. */
const bandPixels = 9_000_000;
/** FPDFBitmap_BGR: 3 bytes a pixel. */
const formatBgr = 2;
/** FPDF_ANNOT | FPDF_REVERSE_BYTE_ORDER (RGB) | FPDF_PRINTING. Never FPDF_LCD_TEXT: it prints coloured fringes. */
const renderFlags = 0x01 | 0x10 | 0x800;
/** The same without FPDF_ANNOT: annotations are drawn with the page, fields after it. */
const formFlags = 0x10 | 0x800;
const white = 0xffffffff;

interface OpenDocument {
  document: PdfDocument;
  form: PdfForm;
}
type Band = PagePlacement & { pagePointer: number; topPx: number; rows: number };

/** Bytes from one row of RGB to the next, a multiple of 4 as PDFium wants it. */
const strideOf = (widthPx: number): number => Math.ceil((widthPx * 3) / 4) * 4;

function drawBand({ document: { pdfium }, form }: OpenDocument, pixels: number, band: Band): void {
  const { widthPx, rows, pagePointer, area, topPx, isTurned } = band;
  const bitmap = pdfium._FPDFBitmap_CreateEx(widthPx, rows, formatBgr, pixels, strideOf(widthPx));
  if (bitmap === 0) throw new Error('FPDFBitmap_CreateEx failed');
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, widthPx, rows, white);
  const place = [area.leftPx, area.topPx - topPx, area.widthPx, area.heightPx, isTurned ? 1 : 0] as const;
  pdfium._FPDF_RenderPageBitmap(bitmap, pagePointer, ...place, renderFlags);
  if (form.handle !== 0) pdfium._FPDF_FFLDraw(form.handle, bitmap, pagePointer, ...place, formFlags);
  pdfium._FPDFBitmap_Destroy(bitmap);
}

function* drawPage(
  open: OpenDocument,
  page: number,
  { placement, from }: { placement: PagePlacement; from: 'top' | 'bottom' },
): Generator<PageBand> {
  const { document, form } = open;
  const { pdfium } = document;
  const { widthPx, heightPx } = placement;
  const strideBytes = strideOf(widthPx);
  const bandRows = Math.min(heightPx, Math.max(1, Math.floor(bandPixels / widthPx)));
  const pixels = pdfium.wasmExports.malloc(strideBytes * bandRows);
  const pagePointer = pdfium._FPDF_LoadPage(document.handle, page - 1);
  if (pixels === 0 || pagePointer === 0) throw new Error(`page ${page} can't be loaded`);
  if (form.handle !== 0) {
    pdfium._FORM_OnAfterLoadPage(pagePointer, form.handle);
    setFieldsForPaper(document, { form, page: pagePointer });
  }
  for (let done = 0; done < heightPx; done += bandRows) {
    const rows = Math.min(bandRows, heightPx - done);
    const topPx = from === 'top' ? done : heightPx - done - rows;
    drawBand(open, pixels, { ...placement, pagePointer, topPx, rows });
    // The heap may have grown, and moved, while rendering: take the view afresh.
    yield { topPx, rows, pixels: pdfium.HEAPU8.subarray(pixels, pixels + rows * strideBytes), strideBytes };
  }
  if (form.handle !== 0) pdfium._FORM_OnBeforeClosePage(pagePointer, form.handle);
  pdfium._FPDF_ClosePage(pagePointer);
  pdfium.wasmExports.free(pixels);
}

function closeAll(document: PdfDocument, form: PdfForm | undefined): void {
  try {
    form?.close();
  } catch {
    // PDFium aborted on the document before; its instance is dropped with everything in it.
  } finally {
    document.close();
  }
}

/** A trap or an abort inside PDFium becomes a refusal. */
export function damagedPage(page: number, error: unknown): ImagingRefusal {
  if (error instanceof ImagingRefusal) return error;
  return new ImagingRefusal('cannot_decode', `Page ${page} of the PDF is damaged and can't be read.`, {
    cause: error,
  });
}

/** Opens the PDF at `path`. Throws ImagingRefusal for files that can't be read, and the errors of the file system. */
export async function openPdfPages(path: string): Promise<PdfPages> {
  const document = await openPdf(path);
  let form: PdfForm;
  try {
    form = openPdfForm(document);
  } catch (error) {
    document.close();
    throw error;
  }
  const open = { document, form };
  const check = (page: number) => {
    if (!Number.isInteger(page) || page < 1 || page > document.pageCount) {
      throw new RangeError(`there is no page ${page}: the document has ${document.pageCount}`);
    }
  };
  return {
    pageCount: document.pageCount,
    getSizeMm(page) {
      check(page);
      return document.getPageSizeMm(page - 1);
    },
    *draw(page, placement, from = 'top') {
      check(page);
      try {
        yield* drawPage(open, page, { placement, from });
      } catch (error) {
        throw damagedPage(page, error);
      }
    },
    close: () => closeAll(document, form),
  };
}
