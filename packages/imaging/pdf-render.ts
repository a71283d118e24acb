/**
 * Owns turning pages of a PDF into pixels, in bands, so that memory is bounded whatever the size of the page. Must
 * never compute a size from PDFium's own scale: it floors points, and a page comes out a pixel short.
 */
import { ImagingRefusal } from './imaging-refusal.ts';
import { openPdf, type PdfDocument } from './pdf-document.ts';
import { openPdfForm, type PdfForm } from './pdf-form.ts';
import { createPngStream } from './png-stream.ts';

/** One page: `page` counts from 1, `png` is 8-bit RGB on white with the resolution in its pHYs chunk. */
export type RenderedPdfPage = { page: number; widthPx: number; heightPx: number; png: Buffer };

/** The most pixels a page may have: A0 at 300 dpi has 140 million. */
const MAX_PAGE_PIXELS = 150_000_000;
/** Pixels rendered at a time: 27 MB, A4 at 300 dpi. Every band decodes the page's pictures again. */
const BAND_PIXELS = 9_000_000;
/** FPDFBitmap_BGR: 3 bytes a pixel. */
const FORMAT_BGR = 2;
/** FPDF_ANNOT | FPDF_REVERSE_BYTE_ORDER (RGB) | FPDF_PRINTING. Never FPDF_LCD_TEXT: it prints coloured fringes. */
const RENDER_FLAGS = 0x01 | 0x10 | 0x800;
/** The same without FPDF_ANNOT: annotations are drawn with the page, fields after it. */
const FORM_FLAGS = 0x10 | 0x800;
const WHITE = 0xffffffff;

type OpenDocument = { document: PdfDocument; form: PdfForm };
type Band = { pagePointer: number; widthPx: number; heightPx: number; topPx: number; rows: number };

function renderBand({ document: { pdfium }, form }: OpenDocument, pixels: number, band: Band): void {
  const bitmap = pdfium._FPDFBitmap_CreateEx(
    band.widthPx,
    band.rows,
    FORMAT_BGR,
    pixels,
    strideOf(band.widthPx),
  );
  if (bitmap === 0) throw new Error('FPDFBitmap_CreateEx failed');
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, band.widthPx, band.rows, WHITE);
  const { pagePointer, widthPx, heightPx, topPx } = band;
  pdfium._FPDF_RenderPageBitmap(bitmap, pagePointer, 0, -topPx, widthPx, heightPx, 0, RENDER_FLAGS);
  if (form.handle !== 0) {
    pdfium._FPDF_FFLDraw(form.handle, bitmap, pagePointer, 0, -topPx, widthPx, heightPx, 0, FORM_FLAGS);
  }
  pdfium._FPDFBitmap_Destroy(bitmap);
}

/** Bytes from one row of RGB to the next, a multiple of 4 as PDFium wants it. */
function strideOf(widthPx: number): number {
  return Math.ceil((widthPx * 3) / 4) * 4;
}

function pagePixels(document: PdfDocument, page: number, dpi: number): { widthPx: number; heightPx: number } {
  const { widthMm, heightMm } = document.getPageSizeMm(page - 1);
  const widthPx = Math.max(1, Math.round((widthMm / 25.4) * dpi));
  const heightPx = Math.max(1, Math.round((heightMm / 25.4) * dpi));
  if (widthPx * heightPx > MAX_PAGE_PIXELS) {
    const size = `${Math.round(widthMm)} x ${Math.round(heightMm)} mm`;
    throw new ImagingRefusal(
      'too_many_pixels',
      `Page ${page} is too large to be rendered: ${size} at ${dpi} dpi.`,
    );
  }
  return { widthPx, heightPx };
}

async function renderPage(open: OpenDocument, page: number, dpi: number): Promise<RenderedPdfPage> {
  const { document, form } = open;
  const { pdfium } = document;
  const { widthPx, heightPx } = pagePixels(document, page, dpi);
  const stride = strideOf(widthPx);
  const bandRows = Math.min(heightPx, Math.max(1, Math.floor(BAND_PIXELS / widthPx)));
  const pixels = pdfium.wasmExports.malloc(stride * bandRows);
  const pagePointer = pdfium._FPDF_LoadPage(document.handle, page - 1);
  if (pixels === 0 || pagePointer === 0) throw new Error(`page ${page} can't be loaded`);
  if (form.handle !== 0) pdfium._FORM_OnAfterLoadPage(pagePointer, form.handle);
  const png = createPngStream({ widthPx, heightPx, dpi });
  for (let topPx = 0; topPx < heightPx; topPx += bandRows) {
    const rows = Math.min(bandRows, heightPx - topPx);
    renderBand(open, pixels, { pagePointer, widthPx, heightPx, topPx, rows });
    // The heap may have grown, and moved, while rendering: take the view afresh.
    const band = pdfium.HEAPU8.subarray(pixels, pixels + rows * stride);
    await png.writeBand({ pixels: band, rows, strideBytes: stride });
  }
  if (form.handle !== 0) pdfium._FORM_OnBeforeClosePage(pagePointer, form.handle);
  pdfium._FPDF_ClosePage(pagePointer);
  pdfium.wasmExports.free(pixels);
  return { page, widthPx, heightPx, png: await png.finish() };
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

/**
 * Renders pages of the PDF at `path`, in the order asked for, all of them by default; `pages` count from 1. The
 * size of a page is round(points / 72 * dpi). Page n + 1 is rendered when it is asked for. Throws ImagingRefusal
 * for files that can't be rendered and RangeError for a page that doesn't exist.
 */
export async function* renderPdfPages(
  path: string,
  options: { dpi: number; pages?: number[] },
): AsyncGenerator<RenderedPdfPage> {
  const document = await openPdf(path);
  let form: PdfForm | undefined;
  try {
    form = openPdfForm(document);
    const open = { document, form };
    const pages = options.pages ?? Array.from({ length: document.pageCount }, (_, index) => index + 1);
    for (const page of pages) {
      if (!Number.isInteger(page) || page < 1 || page > document.pageCount) {
        throw new RangeError(`there is no page ${page}: the document has ${document.pageCount}`);
      }
      yield await renderPage(open, page, options.dpi).catch((error: unknown) => {
        if (error instanceof ImagingRefusal) throw error;
        const message = `Page ${page} of the PDF is damaged and can't be read.`;
        throw new ImagingRefusal('cannot_decode', message, { cause: error });
      });
    }
  } finally {
    closeAll(document, form);
  }
}
