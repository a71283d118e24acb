/**
 * Owns pages of a PDF as pictures: PNG at a resolution, the whole page on white. Bands come from pdf-pages.ts, so that memory
 * is bounded whatever the size of the page.
 */
import { ImagingRefusal } from '../imaging-refusal.ts';
import { createPngStream } from '../pixels/png-stream.ts';
import { damagedPage, openPdfPages, type PdfPages } from './pdf-pages.ts';

/** One page: `page` counts from 1, `png` is 8-bit RGB on white with the resolution in its pHYs chunk. */
export interface RenderedPdfPage {
  page: number;
  widthPx: number;
  heightPx: number;
  png: Buffer;
}

/** The most pixels a page may have: A0 at 300 dpi has 140 million. */
const maxPagePixels = 150_000_000;

function pagePixels(pages: PdfPages, page: number, dpi: number): { widthPx: number; heightPx: number } {
  const { widthMm, heightMm } = pages.getSizeMm(page);
  const widthPx = Math.max(1, Math.round((widthMm / 25.4) * dpi));
  const heightPx = Math.max(1, Math.round((heightMm / 25.4) * dpi));
  if (widthPx * heightPx > maxPagePixels) {
    const size = `${Math.round(widthMm)} x ${Math.round(heightMm)} mm`;
    throw new ImagingRefusal(
      'too_many_pixels',
      `Page ${page} is too large to be rendered: ${size} at ${dpi} dpi.`,
    );
  }
  return { widthPx, heightPx };
}

async function renderPage(pages: PdfPages, page: number, dpi: number): Promise<RenderedPdfPage> {
  const size = pagePixels(pages, page, dpi);
  const png = createPngStream({ ...size, dpi });
  const placement = { ...size, area: { leftPx: 0, topPx: 0, ...size }, isTurned: false };
  for (const band of pages.draw(page, placement)) await png.writeBand(band);
  return { page, ...size, png: await png.finish() };
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
  const pages = await openPdfPages(path);
  try {
    const wanted = options.pages ?? Array.from({ length: pages.pageCount }, (_, index) => index + 1);
    for (const page of wanted) {
      yield await renderPage(pages, page, options.dpi).catch((error: unknown) => {
        throw error instanceof RangeError ? error : damagedPage(page, error);
      });
    }
  } finally {
    pages.close();
  }
}
