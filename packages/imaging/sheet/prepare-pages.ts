/**
 * Owns what a printer gets of a PDF: one of our own making where it takes PDF (rewrite-pdf.ts); else the raster document of the pages
 * wanted, each on its sheet at the printer's resolution, turned for the backs of sheets. Must never hold a page: it is drawn and
 * written in bands.
 */
import sharp from 'sharp';
import { checkFile } from '../decode/picture-decoder.ts';
import { ImagingRefusal } from '../imaging-refusal.ts';
import { layoutPhoto } from '../layout/photo-layout.ts';
import { placesOf, type Sheet } from '../layout/sheet-geometry.ts';
import { openPdfPages, type PageBand, type PagePlacement, type PdfPages } from '../pdf/pdf-pages.ts';
import { PdfIrregular } from '../pdf/pdf-reader.ts';
import { renderPdf } from '../pdf/render-pdf.ts';
import { type RewritePdfOptions, rewritePdf } from '../pdf/rewrite-pdf.ts';
import { createRasterDocument, type RasterDocument } from '../raster/raster-document.ts';
import { createPixelLines, mirrorRows, type PixelBand, reverseRows } from '../raster/raster-pixels.ts';
import { withProfileFile } from './icc-profile.ts';
import { checkSheet, rasterPageOf } from './raster-sheet.ts';
import type { RasterOutput, SheetOptions } from './sheet-output.ts';

/** `pages` count from 1 and come out in this order; all of them where it is missing. */
export type RasterPagesOptions = SheetOptions & { output: RasterOutput; pages?: number[] | undefined };

/** A PDF has its pages in their own size; the printer puts them on its sheets. */
export type PdfPagesOptions = RewritePdfOptions & { output: { format: 'application/pdf' } };

export type PreparePagesOptions = RasterPagesOptions | PdfPagesOptions;

/** `renderedBecause`: why the pages of a PDF are pictures of them, where they are. */
export interface PreparedPages {
  mediaType: PreparePagesOptions['output']['format'];
  bytes: number;
  pages: number;
  renderedBecause?: string;
}

/** Pages have no pixels of their own: hundredths of a millimetre stand in for them. */
const unitsPerMm = 100;

/** Where a page goes: into the printable part of the sheet, turned when it lies across. */
export function placePage(
  sheet: Sheet,
  page: { widthMm: number; heightMm: number; fit: 'fill' | 'fit' },
): PagePlacement {
  const { widthPx, heightPx, area, dpiX, dpiY } = placesOf(sheet);
  const layout = layoutPhoto({
    sourceWidthPx: page.widthMm * unitsPerMm,
    sourceHeightPx: page.heightMm * unitsPerMm,
    widthPx: area.widthPx,
    heightPx: area.heightPx,
    fit: page.fit,
    dpi: dpiX,
    dpiY,
  });
  return {
    widthPx,
    heightPx,
    area: {
      leftPx: area.leftPx + layout.placement.leftPx - layout.crop.leftPx,
      topPx: area.topPx + layout.placement.topPx - layout.crop.topPx,
      widthPx: layout.scaledWidthPx,
      heightPx: layout.scaledHeightPx,
    },
    isTurned: layout.rotateDegrees === 90,
  };
}

/** Rows without the padding that PDFium wants; a copy, for they are turned in place. */
function packed({ pixels, rows, strideBytes }: PageBand, widthPx: number): PixelBand {
  const rowBytes = widthPx * 3;
  if (strideBytes === rowBytes) return { pixels: pixels.slice(), rows, channels: 3 };
  const copy = new Uint8Array(rows * rowBytes);
  for (let row = 0; row < rows; row += 1)
    copy.set(pixels.subarray(row * strideBytes, row * strideBytes + rowBytes), row * rowBytes);
  return { pixels: copy, rows, channels: 3 };
}

/** The printer's own colours of a band. */
async function inProfile(band: PixelBand, widthPx: number, profilePath: string): Promise<PixelBand> {
  const raw = { width: widthPx, height: band.rows, channels: band.channels };
  const { data, info } = await sharp(band.pixels, { raw, limitInputPixels: false })
    .withIccProfile(profilePath, { attach: false })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, rows: band.rows, channels: info.channels === 1 ? 1 : 3 };
}

interface Writing {
  document: RasterDocument;
  options: RasterPagesOptions;
  source: PdfPages;
  profilePath: string | undefined;
}

/** One side of a sheet: page `sourcePage` of the PDF as page `page` of `pages`. */
async function writePage(
  { document, options, source, profilePath }: Writing,
  { sourcePage, page, pages }: { sourcePage: number; page: number; pages: number },
): Promise<void> {
  const { sheet, output, fit, profile, colour } = options;
  const rasterPage = rasterPageOf({ sheet, output, page, pages, profile });
  const { transform, widthPx } = rasterPage;
  const placement = placePage(sheet, { ...source.getSizeMm(sourcePage), fit });
  const toLines = createPixelLines(output.type, widthPx);
  const toGrey = colour === 'monochrome' && !profilePath ? createPixelLines('sgray_8', widthPx) : undefined;
  document.startPage(rasterPage);
  for (const drawn of source.draw(sourcePage, placement, transform.feed === 1 ? 'top' : 'bottom')) {
    let band = packed(drawn, widthPx);
    if (profilePath) band = await inProfile(band, widthPx, profilePath);
    if (toGrey) band = { pixels: toGrey(band).pixels, rows: band.rows, channels: 1 };
    if (transform.feed === -1) reverseRows(band);
    if (transform.crossFeed === -1) mirrorRows(band);
    document.writeLines(toLines(band));
  }
}

async function writePages(
  options: RasterPagesOptions,
  profilePath: string | undefined,
): Promise<PreparedPages> {
  const { sourcePath, targetPath, output } = options;
  const source = await openPdfPages(sourcePath);
  let document: RasterDocument | undefined;
  try {
    const wanted = options.pages ?? Array.from({ length: source.pageCount }, (_, index) => index + 1);
    for (const page of wanted) source.getSizeMm(page);
    document = createRasterDocument(targetPath, { format: output.format, pages: wanted.length });
    const writing = { document, options, source, profilePath };
    for (const [index, sourcePage] of wanted.entries())
      await writePage(writing, { sourcePage, page: index + 1, pages: wanted.length });
    return { mediaType: output.format, bytes: document.finish(), pages: wanted.length };
  } catch (error) {
    document?.discard();
    throw error;
  } finally {
    source.close();
  }
}

/** What can't be proven to hold the pages and nothing else is printed as pictures of them. */
async function preparePdf(options: PdfPagesOptions): Promise<PreparedPages> {
  const mediaType = 'application/pdf';
  try {
    return { mediaType, ...(await rewritePdf(options)) };
  } catch (error) {
    // What can't be saved whole can still have pages that can be drawn.
    const isDamaged = error instanceof ImagingRefusal && error.reason === 'cannot_decode';
    if (!(error instanceof PdfIrregular || isDamaged)) throw error;
    return { mediaType, ...(await renderPdf(options)), renderedBecause: error.message };
  }
}

async function prepareRaster(options: RasterPagesOptions): Promise<PreparedPages> {
  checkSheet(options.sheet);
  const { targetPath, profile } = options;
  const write = (path: string | undefined) => writePages(options, path);
  return profile ? await withProfileFile({ profile, targetPath }, write) : await write(undefined);
}

/**
 * Makes the file. Throws ImagingRefusal for files that can't be printed, RangeError for a page that doesn't exist or an impossible
 * sheet, and the errors of the file system.
 */
export async function preparePages(options: PreparePagesOptions): Promise<PreparedPages> {
  if (checkFile(options.sourcePath) !== 'application/pdf') throw new ImagingRefusal('not_accepted');
  return 'sheet' in options ? await prepareRaster(options) : await preparePdf(options);
}
