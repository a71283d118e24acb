/** Owns what a process of the bench says of its own memory. */
import { memoryOf } from '@platen/imaging/pool/process-usage';

/**
 * The most resident memory that this process had, in MiB. Not getrusage's where /proc is: that begins with what the process
 * had that started this one (execve(2) carries the peak over).
 */
export const ownPeakMb = (): number => memoryOf(process.pid)?.peakMb ?? process.resourceUsage().maxRSS / 1024;
