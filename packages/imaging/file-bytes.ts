/**
 * Owns reading small pieces of a file at given places, for the checks that come before any decoder. Must never hold
 * a whole file in memory.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** An open file. `read` gives what there is from `position`: fewer than `length` bytes at the end of the file. */
export interface FileBytes {
  size: number;
  read(position: number, length: number): Buffer;
}

/** Small pieces that stand near each other are read together: a file of a million of them must not cost a million calls. */
const windowBytes = 16 * 1024;

/** Opens `path`, calls `use`, closes. Throws what `use` throws, and the errors of the file system. */
export function withFileBytes<T>(path: string, use: (file: FileBytes) => T): T {
  const fd = openSync(path, 'r');
  try {
    const { size } = fstatSync(fd);
    const readNow = (position: number, length: number) => {
      const buffer = Buffer.allocUnsafeSlow(length);
      return buffer.subarray(0, readSync(fd, buffer, 0, length, position));
    };
    let window = { from: 0, bytes: Buffer.alloc(0) };
    const read = (position: number, length: number) => {
      // Also keeps a lying length from taking memory.
      const wanted = Math.max(0, Math.min(length, size - position));
      if (wanted > windowBytes / 4) return readNow(position, wanted);
      const isInside = position >= window.from && position + wanted <= window.from + window.bytes.length;
      if (!isInside) window = { from: position, bytes: readNow(position, windowBytes) };
      return window.bytes.subarray(position - window.from, position - window.from + wanted);
    };
    return use({ size, read });
  } finally {
    closeSync(fd);
  }
}
