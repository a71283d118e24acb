/**
 * Owns reading small pieces of a file at given places, for the checks that come before any decoder. Must never hold
 * a whole file in memory.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** An open file. `read` gives what there is from `position`: fewer than `length` bytes at the end of the file. */
export type FileBytes = { size: number; read(position: number, length: number): Buffer };

/** Opens `path`, calls `use`, closes. Throws what `use` throws, and the errors of the file system. */
export function withFileBytes<T>(path: string, use: (file: FileBytes) => T): T {
  const fd = openSync(path, 'r');
  try {
    const read = (position: number, length: number) => {
      const buffer = Buffer.allocUnsafe(length);
      return buffer.subarray(0, readSync(fd, buffer, 0, length, position));
    };
    return use({ size: fstatSync(fd).size, read });
  } finally {
    closeSync(fd);
  }
}
