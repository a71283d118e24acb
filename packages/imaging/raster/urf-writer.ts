/**
 * Owns URF (Apple raster), as libcups writes and reads it: `UNIRAST`, the number of pages, 32 bytes a page. Must never hold
 * a page.
 */
import type { RasterPage, RasterPages } from './raster-page.ts';
import { rasterFormats } from './raster-types.ts';

const pageHeaderBytes = 32;
const sgray = 0;
const srgb = 1;

/** Their place in this list is their number (MT of urf-supported). */
const mediaTypes = [
  'auto',
  'stationery',
  'transparency',
  'envelope',
  'cardstock',
  'labels',
  'stationery-letterhead',
  'disc',
  'photographic-matte',
  'photographic-satin',
  'photographic-semi-gloss',
  'photographic-glossy',
  'photographic-high-gloss',
  'other',
];

/** DM of the page header: 1 one-sided, 2 short edge, 3 long edge. */
const duplexModes = { 'one-sided': 1, 'two-sided-short-edge': 2, 'two-sided-long-edge': 3 } as const;

function headerOf(page: RasterPage): Buffer {
  if (page.dpiX !== page.dpiY) throw new RangeError('URF has one resolution for both axes');
  if (page.type !== 'srgb_8' && page.type !== 'sgray_8') throw new RangeError(`URF has no ${page.type}`);
  const header = Buffer.alloc(pageHeaderBytes);
  const { bitsPerPixel, channels } = rasterFormats[page.type];
  header[0] = bitsPerPixel;
  header[1] = channels === 3 ? srgb : sgray;
  header[2] = duplexModes[page.sides];
  header[3] = page.quality;
  header[4] = Math.max(0, mediaTypes.indexOf(page.mediaType));
  header.writeUInt32BE(page.widthPx, 12);
  header.writeUInt32BE(page.heightPx, 16);
  header.writeUInt32BE(page.dpiX, 20);
  return header;
}

/** The bytes around the lines of a URF document. */
export const urfPages: RasterPages = {
  start(pages) {
    const start = Buffer.from('UNIRAST\0\0\0\0\0', 'latin1');
    start.writeUInt32BE(pages, 8);
    return start;
  },
  header: headerOf,
};
