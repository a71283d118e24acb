/**
 * Owns having PDFium write down a document as it understood it: one revision, repaired, without encryption, without what nothing
 * refers to. Everything else of it (actions, attachments, scripts) is still there. Must never leave the file behind: it has
 * no name once it is open.
 */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { ImagingRefusal } from '../imaging-refusal.ts';
import { guarded, type PdfDocument } from './pdf-document.ts';
import { PdfIrregular } from './pdf-reader.ts';
import { addWriteBlock } from './pdfium-module.ts';

/** FPDF_REMOVE_SECURITY (fpdf_save.h). */
const removeSecurity = 3;
/** FPDF_FILEWRITE: its version and the callback. */
const fileWriteBytes = 8;

/** Opens a file of which only its descriptor is left: whatever ends this process, nothing of it stays on the disk. */
function openNameless(path: string): { fd: number; close(): void } {
  rmSync(path, { force: true });
  const fd = openSync(path, 'wx+', 0o600);
  const remove = () => rmSync(path, { force: true });
  try {
    remove();
  } catch {
    // Where an open file can't be removed it goes when it is closed.
  }
  return {
    fd,
    close() {
      closeSync(fd);
      remove();
    },
  };
}

/**
 * The most that is made of a file of so many bytes. Packed structure grows some ten times when it is written out, and data stay as they
 * are; what was meant to fill a disk grows a thousand times.
 */
export const maxBytesOf = (sourceBytes: number): number => 8 * sourceBytes + 256 * 1024 * 1024;

/**
 * Saves the document beside `path` and calls `use` with the open file. Throws ImagingRefusal, PdfIrregular for more than `maxBytes`, and
 * the errors of the file system.
 */
export async function withSavedPdf<T>(
  document: PdfDocument,
  { path, maxBytes, use }: { path: string; maxBytes: number; use: (fd: number) => T },
): Promise<T> {
  const { pdfium, handle } = document;
  const { fd, close } = openNameless(path);
  let failure: unknown;
  let written = 0;
  const writeBlock = addWriteBlock(pdfium, (_self, data, size) => {
    try {
      // The heap may have moved since the last block.
      const block = pdfium.HEAPU8.subarray(data >>> 0, (data >>> 0) + (size >>> 0));
      written += block.length;
      if (written > maxBytes) throw new PdfIrregular('what is saved grows without end');
      for (let at = 0; at < block.length; ) at += writeSync(fd, block, at);
      return 1;
    } catch (error) {
      failure = error;
      return 0;
    }
  });
  try {
    const fileWrite = pdfium.wasmExports.malloc(fileWriteBytes);
    const view = new DataView(pdfium.HEAPU8.buffer, fileWrite, fileWriteBytes);
    view.setInt32(0, 1, true);
    view.setUint32(4, writeBlock, true);
    const isSaved = guarded(() => pdfium._FPDF_SaveAsCopy(handle, fileWrite, removeSecurity));
    if (failure) throw failure;
    if (!isSaved) throw new ImagingRefusal('cannot_decode', "The PDF is damaged and can't be read.");
    return await use(fd);
  } finally {
    close();
  }
}
