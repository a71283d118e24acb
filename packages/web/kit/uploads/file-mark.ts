/**
 * By what a file is known again when it is chosen another time: its name, size and time, and some of its bytes. Owns which of them. Two files with
 * one mark are the same to the last byte, as far as anybody can tell without reading all of them.
 */
import { ApiError } from '../api.ts';

const samples = 16;
const sampleBytes = 16 * 1024;

/** Where the samples of a file begin: at its head, its tail, and evenly between. */
export function sampleStarts(size: number): number[] {
  const last = Math.max(0, size - sampleBytes);
  const starts = Array.from({ length: samples }, (_, index) => Math.round((last * index) / (samples - 1)));
  return [...new Set(starts)];
}

/** Undefined where there is no TLS, and so no hash: such a file is sent anew. Throws ApiError `file_gone`. */
export async function markOf(file: File): Promise<string | undefined> {
  if (!globalThis.crypto.subtle) return undefined;
  const parts = sampleStarts(file.size).map((start) => file.slice(start, start + sampleBytes));
  const about = `${file.name}\n${file.size}\n${file.lastModified}\n`;
  const bytes = await new Blob([about, ...parts]).arrayBuffer().catch(() => {
    throw fileGone();
  });
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCharCode(...hash));
}

/** Whoever has changed, moved or unplugged a file that is on its way. */
const fileGone = (): ApiError =>
  new ApiError("The file can't be read any more: it was changed, moved or deleted.", {
    status: 0,
    code: 'file_gone',
  });

/** Throws ApiError `file_gone`. */
export async function checkReadable(file: File): Promise<void> {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw fileGone();
    });
}

/** What the service would say of it, said before a byte is sent. */
export const fileTooLarge = (maxBytes: number): ApiError =>
  new ApiError(`The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB.`, {
    status: 413,
    code: 'too_large',
  });
