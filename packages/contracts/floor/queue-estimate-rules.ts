/**
 * When jobs of a shop are expected to be on paper. Pure; the same on both hosts. Nothing is expected where nobody has measured how fast a
 * printer is, or where it waits for somebody.
 */
import type { FloorMedia, FloorPrinter } from './shop-floor.ts';
import { liesInTray } from './shop-floor-rules.ts';

export interface WaitingJob {
  id: string;
  agentId: string | null;
  /** Where it is, or was sent by a person; undefined: any that fits. */
  printer: string | undefined;
  isAtPrinter: boolean;
  /** Held, unknown: nobody can tell when it goes on. */
  isHeld: boolean;
  media: FloorMedia;
  /** That are not yet on paper. */
  pages: number;
  /** When it came to the printer, by which it is reckoned from there. */
  sinceMs: number;
  /** Not before the schedule lets it go. */
  startsAtMs: number | undefined;
}

type Printing = Pick<FloorPrinter, 'id' | 'agent_id' | 'condition' | 'speeds' | 'trays'>;

export interface QueueEstimates {
  /** By job; undefined: nobody can tell. */
  jobs: Map<string, { printer: string | undefined; doneAtMs: number | undefined }>;
  /** By printer: how many wait for it, and when all are done. */
  printers: Map<string, { waiting: number; doneAtMs: number | undefined }>;
}

const minuteMs = 60_000;
const isAtWork = ({ condition }: Printing): boolean => condition === 'ready' || condition === 'printing';

/** Of this paper where that was measured, else the slowest of the others. */
export function pagesPerMinuteOf(
  { speeds }: Pick<FloorPrinter, 'speeds'>,
  media: FloorMedia,
): number | undefined {
  const size = `${Math.round(media.x_dimension / 100)} x ${Math.round(media.y_dimension / 100)} mm`;
  const measured = speeds.filter((speed) => speed.measured && speed.pages_per_minute > 0);
  const same = measured.find((speed) => speed.media.startsWith(size));
  if (same) return same.pages_per_minute;
  return measured.length === 0 ? undefined : Math.min(...measured.map((speed) => speed.pages_per_minute));
}

/** `jobs` in the order in which they print. */
export function estimateQueue(
  jobs: readonly WaitingJob[],
  printers: readonly Printing[],
  nowMs: number,
): QueueEstimates {
  const estimates: QueueEstimates = { jobs: new Map(), printers: new Map() };
  /** undefined: nobody can tell when it is free. */
  const freeAt = new Map<string, number | undefined>(
    printers.map((printer) => [printer.id, isAtWork(printer) ? nowMs : undefined]),
  );
  for (const { id } of printers) estimates.printers.set(id, { waiting: 0, doneAtMs: undefined });
  for (const job of [...jobs.filter((one) => one.isAtPrinter), ...jobs.filter((one) => !one.isAtPrinter)]) {
    const printer = printerFor(job, { printers, freeAt });
    const doneAtMs = printer && !job.isHeld ? doneAt(job, { printer, freeAt, nowMs }) : undefined;
    estimates.jobs.set(job.id, { printer: printer?.id, doneAtMs: rounded(doneAtMs, nowMs) });
    const known = printer && estimates.printers.get(printer.id);
    if (!known || job.isHeld) continue;
    known.waiting += job.isAtPrinter ? 0 : 1;
    known.doneAtMs = rounded(doneAtMs, nowMs);
    freeAt.set(printer.id, doneAtMs);
  }
  return estimates;
}

interface Floor {
  printers: readonly Printing[];
  freeAt: ReadonlyMap<string, number | undefined>;
}

/** Where it is; else the one with its paper that is free first. */
function printerFor(job: WaitingJob, { printers, freeAt }: Floor): Printing | undefined {
  const named = job.printer === undefined ? undefined : printers.find(({ id }) => id === job.printer);
  if (named) return named;
  const able = printers.filter(
    (printer) =>
      printer.agent_id === job.agentId &&
      isAtWork(printer) &&
      printer.trays.some((tray) => liesInTray(tray, job.media)),
  );
  const free = ({ id }: Printing) => freeAt.get(id) ?? Number.POSITIVE_INFINITY;
  return able.toSorted((one, other) => free(one) - free(other))[0];
}

function doneAt(
  job: WaitingJob,
  { printer, freeAt, nowMs }: { printer: Printing; freeAt: Floor['freeAt']; nowMs: number },
): number | undefined {
  const pace = pagesPerMinuteOf(printer, job.media);
  const free = freeAt.get(printer.id);
  if (pace === undefined || free === undefined) return undefined;
  const takesMs = (job.pages / pace) * minuteMs;
  if (!job.isAtPrinter) return Math.max(free, job.startsAtMs ?? free) + takesMs;
  // Behind what lies before it at the same printer; one that takes longer than it should is about to be done.
  return Math.max(nowMs, (free > nowMs ? free : job.sinceMs) + takesMs);
}

/** To a moment that stays the same while everything goes as expected: the further off, the coarser. */
function rounded(atMs: number | undefined, nowMs: number): number | undefined {
  if (atMs === undefined) return undefined;
  const aheadMs = atMs - nowMs;
  const stepMs = aheadMs < 2 * minuteMs ? 10_000 : aheadMs < 30 * minuteMs ? minuteMs : 5 * minuteMs;
  return Math.ceil(atMs / stepMs) * stepMs;
}
