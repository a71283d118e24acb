/**
 * Which start of this machine's operating system this is. What a program has handed to the kernel is delivered when the
 * program dies, but not when the machine does: the fence must tell one from the other.
 */
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** Linux has an id for it; elsewhere the time of the start, in steps of 10 s (a changed clock reads as another start). */
export function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return `started ${Math.round((Date.now() / 1000 - uptime()) / 10)}`;
  }
}
