/**
 * Owns the fields of PDF forms: PDFium leaves them out of the page, and what a customer filled in would be missing on
 * paper. Must never run a document's scripts.
 */
import type { PdfDocument } from './pdf-document.ts';

/** An open form. `handle` is 0 when the document's form can't be opened: the page is then printed without fields. */
export type PdfForm = { handle: number; close(): void };

/** FPDF_FORMFILLINFO (fpdf_formfill.h) has less; every callback is left null. */
const FORM_INFO_BYTES = 256;
const FORM_INFO_VERSION = 2;

/** Opens the form of a document, to be closed before the document. */
export function openPdfForm({ pdfium, handle: document }: PdfDocument): PdfForm {
  const info = pdfium.wasmExports.malloc(FORM_INFO_BYTES);
  pdfium.HEAPU8.fill(0, info, info + FORM_INFO_BYTES);
  pdfium.HEAPU8[info] = FORM_INFO_VERSION;
  const handle = pdfium._FPDFDOC_InitFormFillEnvironment(document, info);
  // Fields are highlighted for those who fill them in; paper shows none of that.
  if (handle !== 0) pdfium._FPDF_SetFormFieldHighlightAlpha(handle, 0);
  const close = () => {
    if (handle !== 0) pdfium._FPDFDOC_ExitFormFillEnvironment(handle);
    pdfium.wasmExports.free(info);
  };
  return { handle, close };
}
