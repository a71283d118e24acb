/**
 * Owns writing a PNG of 8-bit RGB from bands of rows, so that the pixels of a large page never stand in memory at
 * once (PNG, third edition, sections 5 and 9). Must never read pictures.
 */
import { once } from 'node:events';
import { createDeflate } from 'node:zlib';
import { pngChunk, pngSignature } from './png-chunk.ts';

/** Takes bands from top to bottom; `finish` gives the file once `heightPx` rows have come. */
export interface PngStream {
  /** Rows of RGB bytes, `strideBytes` apart; the band may be reused after the promise resolves. */
  writeBand(band: { pixels: Uint8Array; rows: number; strideBytes: number }): Promise<void>;
  finish(): Promise<Buffer>;
}

const filterUp = 2;
/** Pages are mostly flat: a fast level is nearly as small as a slow one. */
const deflateLevel = 3;

function header(options: { widthPx: number; heightPx: number; dpi: number }): Buffer[] {
  const ihdr = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  ihdr.writeUInt32BE(options.widthPx, 0);
  ihdr.writeUInt32BE(options.heightPx, 4);
  const phys = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1]);
  const dotsPerMetre = Math.round(options.dpi / 0.0254);
  phys.writeUInt32BE(dotsPerMetre, 0);
  phys.writeUInt32BE(dotsPerMetre, 4);
  return [pngSignature, pngChunk('IHDR', ihdr), pngChunk('pHYs', phys)];
}

/** Starts a PNG of `widthPx` x `heightPx` pixels whose pHYs chunk says `dpi`. */
export function createPngStream(options: { widthPx: number; heightPx: number; dpi: number }): PngStream {
  const parts = header(options);
  const deflate = createDeflate({ level: deflateLevel, chunkSize: 256 * 1024 });
  deflate.on('data', (data: Buffer) => parts.push(pngChunk('IDAT', data)));
  const rowBytes = options.widthPx * 3;
  let above: Uint8Array = new Uint8Array(rowBytes);
  return {
    async writeBand({ pixels, rows, strideBytes }) {
      const filtered = Buffer.allocUnsafe(rows * (rowBytes + 1));
      for (let row = 0; row < rows; row++) {
        const current = pixels.subarray(row * strideBytes, row * strideBytes + rowBytes);
        const out = row * (rowBytes + 1);
        filtered[out] = filterUp;
        for (let x = 0; x < rowBytes; x++) filtered[out + 1 + x] = current[x]! - above[x]!;
        above = current;
      }
      above = above.slice(); // the caller's memory is reused for the next band
      if (!deflate.write(filtered)) await once(deflate, 'drain');
    },
    async finish() {
      deflate.end();
      await once(deflate, 'end');
      return Buffer.concat([...parts, pngChunk('IEND', new Uint8Array())]);
    },
  };
}
