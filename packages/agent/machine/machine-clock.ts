/** The machine's own time, which nobody sets: how long it has been up, and which of its starts this is. */
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** What tests replace. */
export interface MachineClock {
  uptimeMs: () => number;
  /** Which start of the operating system this is: the fence must tell a program that died from a machine that did. */
  bootId: () => string;
}

export const realMachine: MachineClock = { uptimeMs: () => uptime() * 1000, bootId: readBootId };

/** Linux has an id for it; elsewhere the time of the start, in steps of 10 s (a changed clock reads as another start). */
function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return `started ${Math.round((Date.now() / 1000 - uptime()) / 10)}`;
  }
}
