/**
 * Owns the fields of PDF forms: PDFium leaves them out of the page, and what a customer filled in would be missing on
 * paper. Must never run a document's scripts.
 */
import { ImagingRefusal } from '../imaging-refusal.ts';
import { guarded, type PdfDocument } from './pdf-document.ts';

/** An open form. `handle` is 0 when the document's form can't be opened: the page is then printed without fields. */
export interface PdfForm {
  handle: number;
  close(): void;
}

/** FPDF_FORMFILLINFO (fpdf_formfill.h) has less; every callback is left null. */
const formInfoBytes = 256;
const formInfoVersion = 2;

/** Opens the form of a document, to be closed before the document. */
export function openPdfForm({ pdfium, handle: document }: PdfDocument): PdfForm {
  const info = pdfium.wasmExports.malloc(formInfoBytes);
  pdfium.HEAPU8.fill(0, info, info + formInfoBytes);
  pdfium.HEAPU8[info] = formInfoVersion;
  const handle = pdfium._FPDFDOC_InitFormFillEnvironment(document, info);
  // Fields are highlighted for those who fill them in; paper shows none of that.
  if (handle !== 0) pdfium._FPDF_SetFormFieldHighlightAlpha(handle, 0);
  const close = () => {
    if (handle !== 0) pdfium._FPDFDOC_ExitFormFillEnvironment(handle);
    pdfium.wasmExports.free(info);
  };
  return { handle, close };
}

/** FPDF_ANNOT_WIDGET (fpdf_annot.h), FPDF_FORMFIELD_PUSHBUTTON (fpdf_formfill.h), and flags of annotations. */
const widget = 20;
const pushButton = 1;
const hidden = 2;
const print = 4;
const noView = 32;

/**
 * PDFium draws fields for paper as for the screen: buttons that are not meant for paper ("Print", "Send") are hidden first, and what is
 * meant for paper alone is shown.
 */
export function setFieldsForPaper(
  { pdfium }: PdfDocument,
  { form, page }: { form: PdfForm; page: number },
): void {
  for (let index = 0; index < pdfium._FPDFPage_GetAnnotCount(page); index += 1) {
    const annotation = pdfium._FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const flags = pdfium._FPDFAnnot_GetFlags(annotation);
    const isField = pdfium._FPDFAnnot_GetSubtype(annotation) === widget;
    const isButton = isField && pdfium._FPDFAnnot_GetFormFieldType(form.handle, annotation) === pushButton;
    const isForPaper = (flags & print) !== 0;
    if (isButton && !isForPaper) pdfium._FPDFAnnot_SetFlags(annotation, flags | hidden);
    else if (isField && isForPaper && (flags & noView) !== 0)
      pdfium._FPDFAnnot_SetFlags(annotation, flags & ~noView);
    pdfium._FPDFPage_CloseAnnot(annotation);
  }
}

/** FPDFBitmap_BGR, 3 bytes a pixel. */
const formatBgr = 2;
/** FPDF_ANNOT | FPDF_PRINTING. */
const printFlags = 0x01 | 0x800;

/**
 * Has PDFium make the appearances that annotations and fields of these pages (from 1) lack, in the open document: it does so when they
 * are drawn, however small.
 */
export function createAppearances(document: PdfDocument, pages: readonly number[]): void {
  const { pdfium, handle } = document;
  const form = openPdfForm(document);
  const bitmap = pdfium._FPDFBitmap_CreateEx(1, 1, formatBgr, 0, 0);
  try {
    for (const page of pages) {
      const pointer = guarded(() => pdfium._FPDF_LoadPage(handle, page - 1));
      if (pointer === 0 || bitmap === 0)
        throw new ImagingRefusal('cannot_decode', `Page ${page} of the PDF is damaged and can't be read.`);
      guarded(() => {
        if (form.handle !== 0) pdfium._FORM_OnAfterLoadPage(pointer, form.handle);
        pdfium._FPDF_RenderPageBitmap(bitmap, pointer, 0, 0, 1, 1, 0, printFlags);
        if (form.handle !== 0) {
          pdfium._FPDF_FFLDraw(form.handle, bitmap, pointer, 0, 0, 1, 1, 0, printFlags);
          pdfium._FORM_OnBeforeClosePage(pointer, form.handle);
        }
        pdfium._FPDF_ClosePage(pointer);
      });
    }
  } finally {
    try {
      if (bitmap !== 0) pdfium._FPDFBitmap_Destroy(bitmap);
      form.close();
    } catch {
      // PDFium aborted on the page before; its instance is dropped with everything in it.
    }
  }
}
