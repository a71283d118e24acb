/**
 * Owns reading what another process has used, from /proc (proc(5)): memory, processor time. Where there is no /proc every
 * function gives undefined, and whoever watches must do without. Must never throw.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** Linux counts processor time for programs in hundredths of a second (USER_HZ), whatever the kernel's own clock. */
const tickMs = 10;

function readOf(pid: number, name: 'status' | 'stat'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return undefined; // no /proc here, or the process has ended
  }
}

const megabytesOf = (
  status: string | undefined,
  field: 'VmRSS' | 'VmHWM' | 'RssAnon',
): number | undefined => {
  const kib = status && new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1];
  return kib ? Number(kib) / 1024 : undefined;
};

/** In MiB: resident memory now, that part of it which is no file's, and the most since the process began or `forgetPeak`. */
export function memoryOf(pid: number): { residentMb: number; ownMb: number; peakMb: number } | undefined {
  const status = readOf(pid, 'status');
  const [residentMb, peakMb] = [megabytesOf(status, 'VmRSS'), megabytesOf(status, 'VmHWM')];
  if (residentMb === undefined || peakMb === undefined) return undefined;
  return { residentMb, peakMb, ownMb: megabytesOf(status, 'RssAnon') ?? residentMb };
}

/** Lets the peak start anew from what is resident now; a kernel that refuses keeps the old one. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // The peak is then one of several tasks: too high, never too low.
  }
}

/** Processor time in ms that all threads of the process have used so far. */
export function processorMsOf(pid: number): number | undefined {
  // The name in parentheses may hold anything; what follows it starts with the third field: utime and stime are 14 and 15.
  const fields = readOf(pid, 'stat')
    ?.replace(/^.*\) /s, '')
    .split(' ');
  const ticks = Number(fields?.[11]) + Number(fields?.[12]);
  return Number.isFinite(ticks) ? ticks * tickMs : undefined;
}
