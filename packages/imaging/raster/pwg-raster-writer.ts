/**
 * Owns PWG raster (PWG 5102.4-2012): the file's sync word and the header of each page, 1796 bytes, big-endian. Must never
 * hold a page: lines come and go in bands.
 */
import type { RasterPage, RasterPages } from './raster-page.ts';
import { bytesPerLine, rasterFormats } from './raster-types.ts';

const syncWord = Buffer.from('RaS2', 'latin1');
const headerBytes = 1796;
const pointsPerHmm = 72 / 2540;
/** AlternatePrimary: every primary colour may be left out where nothing is printed with it (section 4.3.3.8). */
const alternatePrimary = 0xffffff;

/** Offsets of the fields (section 4.3, Table 2). */
const fieldAt = {
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
  const header = Buffer.alloc(headerBytes);
  const format = rasterFormats[page.type];
  const put = (at: number, value: number) => header.writeUInt32BE(value >>> 0, at);
  putText(header, 0, 'PwgRaster');
  putText(header, fieldAt.mediaType, page.mediaType);
  if (page.content) putText(header, fieldAt.printContentOptimize, page.content);
  put(fieldAt.duplex, page.sides === 'one-sided' ? 0 : 1);
  put(fieldAt.resolution, page.dpiX);
  put(fieldAt.resolution + 4, page.dpiY);
  put(fieldAt.pageSizePoints, Math.round(page.widthHmm * pointsPerHmm));
  put(fieldAt.pageSizePoints + 4, Math.round(page.heightHmm * pointsPerHmm));
  put(fieldAt.tumble, page.sides === 'two-sided-short-edge' ? 1 : 0);
  put(fieldAt.width, page.widthPx);
  put(fieldAt.height, page.heightPx);
  put(fieldAt.bitsPerColour, format.bitsPerColour);
  put(fieldAt.bitsPerPixel, format.bitsPerPixel);
  put(fieldAt.bytesPerLine, bytesPerLine(page.type, page.widthPx));
  put(fieldAt.colourSpace, format.colourSpace);
  put(fieldAt.colours, format.channels);
  put(fieldAt.totalPageCount, page.pages);
  put(fieldAt.crossFeedTransform, page.transform.crossFeed);
  put(fieldAt.feedTransform, page.transform.feed);
  put(fieldAt.imageBoxRight, page.widthPx);
  put(fieldAt.imageBoxBottom, page.heightPx);
  put(fieldAt.alternatePrimary, alternatePrimary);
  put(fieldAt.printQuality, page.quality);
  if (page.renderingIntent) putText(header, fieldAt.renderingIntent, page.renderingIntent);
  putText(header, fieldAt.pageSizeName, page.sizeName);
  return header;
}

/** The bytes around the lines of a PWG raster document. */
export const pwgRasterPages: RasterPages = {
  start: () => syncWord,
  header: headerOf,
};
