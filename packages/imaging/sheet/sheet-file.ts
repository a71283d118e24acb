/**
 * Owns a sheet whose pixels stand in a file instead of memory while pictures come to it one after the other: an uncompressed TIFF
 * of 8-bit RGB. Must never hold more of it than a piece, nor load a decoder: whoever hands out the work starts it here.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { frameRgbTiff } from '../decode/rgb-tiff.ts';

export type SheetBackground = 'white' | 'black';
/** Where the file is and how large the sheet. */
export interface SheetFile {
  path: string;
  widthPx: number;
  heightPx: number;
}
/** Rows of 3 bytes a pixel. */
export interface SheetFilePiece {
  pixels: Uint8Array;
  widthPx: number;
  heightPx: number;
}

const chunkBytes = 1024 * 1024;
const channels = 3;

/** The byte of which paper of this colour is made. */
const byteOf = (background: SheetBackground): number => (background === 'white' ? 255 : 0);

async function writeEmpty({ path, ...size }: SheetFile, background: SheetBackground): Promise<void> {
  const { head, pixelBytes, tail } = frameRgbTiff(size);
  const chunk = Buffer.alloc(Math.min(chunkBytes, pixelBytes), byteOf(background));
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(head);
    for (let left = pixelBytes; left > 0; left -= chunk.length)
      await file.writeFile(chunk.subarray(0, Math.min(left, chunk.length)));
    await file.writeFile(tail);
  } finally {
    await file.close();
  }
}

/** Runs `work` with an empty sheet in a new file, and removes it. Throws the errors of the file system. */
export async function withSheetFile<T>(
  sheet: SheetFile,
  { background, work }: { background: SheetBackground; work: () => Promise<T> },
): Promise<T> {
  try {
    await writeEmpty(sheet, background);
    return await work();
  } finally {
    await rm(sheet.path, { force: true });
  }
}

/** Puts pieces with their top left corners here. Throws RangeError for one that doesn't lie on the sheet. */
export function paintSheetFile(
  { path, widthPx, heightPx }: SheetFile,
  pieces: readonly { piece: SheetFilePiece; leftPx: number; topPx: number }[],
): void {
  const { head } = frameRgbTiff({ widthPx, heightPx });
  const fd = openSync(path, 'r+');
  try {
    for (const { piece, leftPx, topPx } of pieces) {
      const isOnSheet =
        leftPx >= 0 &&
        topPx >= 0 &&
        leftPx + piece.widthPx <= widthPx &&
        topPx + piece.heightPx <= heightPx &&
        piece.pixels.length === piece.widthPx * piece.heightPx * channels;
      if (!isOnSheet) throw new RangeError(`${piece.widthPx} x ${piece.heightPx} at ${leftPx}, ${topPx}`);
      const rowBytes = piece.widthPx * channels;
      for (let y = 0; y < piece.heightPx; y += 1) {
        const at = head.length + ((topPx + y) * widthPx + leftPx) * channels;
        writeRow(fd, piece.pixels.subarray(y * rowBytes, (y + 1) * rowBytes), at);
      }
    }
  } finally {
    closeSync(fd);
  }
}

function writeRow(fd: number, row: Uint8Array, position: number): void {
  for (let at = 0; at < row.length; ) at += writeSync(fd, row, at, row.length - at, position + at);
}
