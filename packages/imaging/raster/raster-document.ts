/**
 * Owns writing a raster document to a file, band by band: the order of its parts, and that a page has all its lines. Must
 * never hold more than a band, and never leave half a document under its final name.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { pwgRasterPages } from './pwg-raster-writer.ts';
import { createRasterLines, type RasterLines } from './raster-lines.ts';
import type { RasterMediaType, RasterPage, RasterPages } from './raster-page.ts';
import { bytesPerLine, rasterFormats } from './raster-types.ts';
import { urfPages } from './urf-writer.ts';

const formats: Record<RasterMediaType, RasterPages> = {
  'image/pwg-raster': pwgRasterPages,
  'image/urf': urfPages,
};

export interface RasterDocument {
  /** The lines of this page follow. */
  startPage(page: RasterPage): void;
  /** Lines in the page's own type, `strideBytes` apart; the memory may be used again at once. */
  writeLines(lines: { pixels: Uint8Array; rows: number; strideBytes: number }): void;
  /** The document is whole: it gets its name. Gives its size in bytes. */
  finish(): number;
  /** Nothing stays. */
  discard(): void;
}

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
