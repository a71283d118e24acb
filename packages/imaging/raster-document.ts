/**
 * Owns writing a raster document to a file, band by band: the order of its parts, and that a page has all its lines. Must
 * never hold more than a band, and never leave half a document under its final name.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { pwgRasterPages } from './pwg-raster-writer.ts';
import { createRasterLines, type RasterLines } from './raster-lines.ts';
import {
  bytesPerLine,
  type PageTransform,
  type RasterType,
  rasterFormats,
  type Sides,
} from './raster-types.ts';
import { urfPages } from './urf-writer.ts';

/** `widthHmm` and `heightHmm` are the sheet as it is fed, in hundredths of a millimetre. */
export type RasterPage = {
  type: RasterType;
  widthPx: number;
  heightPx: number;
  /** Dots per inch across the feed and along it. */
  dpiX: number;
  dpiY: number;
  widthHmm: number;
  heightHmm: number;
  /** PWG 5101.1 self-describing name. */
  sizeName: string;
  /** media-type keyword. */
  mediaType: string;
  /** print-content-optimize, for instance `photo`. */
  content?: string | undefined;
  renderingIntent?: string | undefined;
  sides: Sides;
  /** How the lines that follow are already turned for the back of a sheet. */
  transform: PageTransform;
  /** Enum: 3 draft, 4 normal, 5 high. */
  quality: 3 | 4 | 5;
  /** Pages of the whole document. */
  pages: number;
};

/** What one format puts in front of the document and of each page. */
export type RasterPages = {
  start(pages: number): Uint8Array;
  header(page: RasterPage): Uint8Array;
};

export type RasterMediaType = 'image/pwg-raster' | 'image/urf';

const formats: Record<RasterMediaType, RasterPages> = {
  'image/pwg-raster': pwgRasterPages,
  'image/urf': urfPages,
};

export type RasterDocument = {
  /** The lines of this page follow. */
  startPage(page: RasterPage): void;
  /** Lines in the page's own type, `strideBytes` apart; the memory may be used again at once. */
  writeLines(lines: { pixels: Uint8Array; rows: number; strideBytes: number }): void;
  /** The document is whole: it gets its name. Gives its size in bytes. */
  finish(): number;
  /** Nothing stays. */
  discard(): void;
};

/** Begins a document of `pages` pages at `path`. Throws the errors of the file system. */
export function createRasterDocument(
  path: string,
  { format, pages }: { format: RasterMediaType; pages: number },
): RasterDocument {
  const temporaryPath = `${path}.tmp`;
  const fd = openSync(temporaryPath, 'w');
  let isOpen = true;
  let bytes = 0;
  let started = 0;
  let page: { lines: RasterLines; missing: number } | undefined;

  const write = (part: Uint8Array) => {
    for (let at = 0; at < part.length; ) at += writeSync(fd, part, at);
    bytes += part.length;
  };
  const endPage = () => {
    if (!page) return;
    if (page.missing !== 0) throw new RangeError(`the page lacks ${page.missing} lines`);
    write(page.lines.flush());
    page = undefined;
  };
  const close = () => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };

  write(formats[format].start(pages));
  return {
    startPage(next) {
      endPage();
      started += 1;
      write(formats[format].header(next));
      const unitBytes = Math.max(1, rasterFormats[next.type].bitsPerPixel / 8);
      const lineBytes = bytesPerLine(next.type, next.widthPx);
      page = { lines: createRasterLines({ lineBytes, unitBytes }), missing: next.heightPx };
    },
    writeLines(lines) {
      if (!page || lines.rows > page.missing) throw new RangeError('more lines than the page is high');
      page.missing -= lines.rows;
      write(page.lines.encode(lines));
    },
    finish() {
      endPage();
      if (started !== pages) throw new RangeError(`${started} pages of ${pages}`);
      fsyncSync(fd);
      close();
      renameSync(temporaryPath, path);
      return bytes;
    },
    discard() {
      close();
      rmSync(temporaryPath, { force: true });
    },
  };
}
