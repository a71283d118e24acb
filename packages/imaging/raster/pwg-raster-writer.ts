/**
 * Owns PWG raster (PWG 5102.4-2012): the file's sync word and the header of each page, 1796 bytes, big-endian. Must never
 * hold a page: lines come and go in bands.
 */
import type { RasterPage, RasterPages } from './raster-page.ts';
import { bytesPerLine, rasterFormats } from './raster-types.ts';

const SYNC_WORD = Buffer.from('RaS2', 'latin1');
const HEADER_BYTES = 1796;
const POINTS_PER_HMM = 72 / 2540;
/** AlternatePrimary: every primary colour may be left out where nothing is printed with it (section 4.3.3.8). */
const ALTERNATE_PRIMARY = 0xffffff;

/** Offsets of the fields (section 4.3, Table 2). */
const AT = {
  mediaType: 128,
  printContentOptimize: 192,
  duplex: 272,
  resolution: 276,
  leadingEdge: 308,
  mediaPosition: 324,
  copies: 340,
  orientation: 344,
  pageSizePoints: 352,
  tumble: 368,
  width: 372,
  height: 376,
  bitsPerColour: 384,
  bitsPerPixel: 388,
  bytesPerLine: 392,
  colourOrder: 396,
  colourSpace: 400,
  colours: 420,
  pageSizeFloat: 428,
  totalPageCount: 452,
  crossFeedTransform: 456,
  feedTransform: 460,
  imageBoxLeft: 464,
  imageBoxTop: 468,
  imageBoxRight: 472,
  imageBoxBottom: 476,
  alternatePrimary: 480,
  printQuality: 484,
  renderingIntent: 1668,
  pageSizeName: 1732,
} as const;

/** CString fields have 64 bytes, the last of them 0 (section 4.1). */
function putText(header: Buffer, at: number, text: string): void {
  header.write(text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 63), at, 'latin1');
}

function headerOf(page: RasterPage): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const format = rasterFormats[page.type];
  const put = (at: number, value: number) => header.writeUInt32BE(value >>> 0, at);
  putText(header, 0, 'PwgRaster');
  putText(header, AT.mediaType, page.mediaType);
  if (page.content) putText(header, AT.printContentOptimize, page.content);
  put(AT.duplex, page.sides === 'one-sided' ? 0 : 1);
  put(AT.resolution, page.dpiX);
  put(AT.resolution + 4, page.dpiY);
  put(AT.pageSizePoints, Math.round(page.widthHmm * POINTS_PER_HMM));
  put(AT.pageSizePoints + 4, Math.round(page.heightHmm * POINTS_PER_HMM));
  put(AT.tumble, page.sides === 'two-sided-short-edge' ? 1 : 0);
  put(AT.width, page.widthPx);
  put(AT.height, page.heightPx);
  put(AT.bitsPerColour, format.bitsPerColour);
  put(AT.bitsPerPixel, format.bitsPerPixel);
  put(AT.bytesPerLine, bytesPerLine(page.type, page.widthPx));
  put(AT.colourSpace, format.colourSpace);
  put(AT.colours, format.channels);
  put(AT.totalPageCount, page.pages);
  put(AT.crossFeedTransform, page.transform.crossFeed);
  put(AT.feedTransform, page.transform.feed);
  put(AT.imageBoxRight, page.widthPx);
  put(AT.imageBoxBottom, page.heightPx);
  put(AT.alternatePrimary, ALTERNATE_PRIMARY);
  put(AT.printQuality, page.quality);
  if (page.renderingIntent) putText(header, AT.renderingIntent, page.renderingIntent);
  putText(header, AT.pageSizeName, page.sizeName);
  return header;
}

/** The bytes around the lines of a PWG raster document. */
export const pwgRasterPages: RasterPages = {
  start: () => SYNC_WORD,
  header: headerOf,
};
