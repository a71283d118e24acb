/**
 * One look at one printer: how much is asked, and what follows from the answer. Owns the rule that an answer counts only from the
 * printer that the entry stands for. Never throws.
 *
 * INVARIANTS
 * 1. `asOfMs` is the time of the last answer; nothing here makes an old answer look new.
 * 2. One missed answer is no verdict; two in a row are.
 * 3. Another printer at a known address is no answer of the known one.
 */
import { type PrinterDescription, PrinterFault, type PrinterPort } from '../ports/printer.ts';
import type { ListedPrinter } from './printer-list-store.ts';
import type { PrinterView } from './printer-rules.ts';

/** What the registry keeps of a printer. */
export interface PrinterEntry {
  listed: ListedPrinter;
  view: PrinterView;
  port: PrinterPort;
  misses: number;
  quietLooks: number;
  /** All of these by the clock of performance.now(), which nobody sets. When the last look at it was over; when everything, the status, anything was last read. */
  lookedAtMs: number;
  describedAtMs: number;
  statusAtMs: number;
  heardAtMs: number;
  upTimeSeconds: number | undefined;
  /** When it is to be asked next; undefined while it is being asked. */
  dueAtMs: number | undefined;
  looking: Promise<void> | undefined;
  /** Since when another printer answers at its address. */
  otherSinceMs: number | undefined;
  /** Somebody doubts it: look again, at everything. */
  isSuspected: boolean;
}

/** Capabilities hardly change: they are read again this often, and after a restart of the printer. */
const describeAgainMs = 300_000;
/** Not every printer moves its change times when paper is loaded: media and supplies are read this often all the same. */
const statusAgainMs = 60_000;
/** Of a printer that doesn't tell when it changed; while somebody watches it, its state and its reasons are asked for in between. */
const unmarkedAgainMs = 5000;

export interface Answer {
  description: PrinterDescription;
  /** Surely as before: nothing needs to be compared. */
  isSame: boolean;
}

/** Asks as little as is needed. Rejects with a PrinterFault. */
export async function readPrinter(
  entry: PrinterEntry,
  { wantsAll, isWatched }: { wantsAll: boolean; isWatched: boolean },
): Promise<Answer> {
  const nowMs = performance.now();
  const known = entry.view.description;
  const isFresh = nowMs - entry.describedAtMs < describeAgainMs;
  if (known && isFresh && entry.misses === 0) {
    const againMs = known.changeMark === undefined ? (isWatched ? unmarkedAgainMs : 0) : statusAgainMs;
    if (!wantsAll && nowMs - entry.statusAtMs < againMs) {
      const pulse = await entry.port.pulse();
      if (isAsBefore(pulse, known) && !hasRestarted(entry, pulse.upTimeSeconds)) {
        entry.upTimeSeconds = pulse.upTimeSeconds;
        return { description: known, isSame: true };
      }
    }
    const status = await entry.port.status();
    if (!hasRestarted(entry, status.upTimeSeconds) && status.printerUuid === known.printerUuid) {
      entry.statusAtMs = nowMs;
      entry.upTimeSeconds = status.upTimeSeconds;
      return { description: { ...known, ...status }, isSame: false };
    }
  }
  const description = await entry.port.describe();
  entry.describedAtMs = nowMs;
  entry.statusAtMs = nowMs;
  entry.upTimeSeconds = description.upTimeSeconds;
  return { description, isSame: false };
}

type Pulse = Awaited<ReturnType<PrinterPort['pulse']>>;

const isAsBefore = (pulse: Pulse, known: Pulse): boolean =>
  pulse.printerUuid === known.printerUuid &&
  pulse.state === known.state &&
  pulse.acceptingJobs === known.acceptingJobs &&
  pulse.queuedJobs === known.queuedJobs &&
  pulse.changeMark === known.changeMark &&
  pulse.stateReasons.join(' ') === known.stateReasons.join(' ');

const hasRestarted = ({ upTimeSeconds }: PrinterEntry, now: number | undefined): boolean =>
  (now ?? 0) < (upTimeSeconds ?? 0);

/** The view after an answer of the printer itself. */
export function answeredView(
  entry: PrinterEntry,
  answer: { description: PrinterDescription; printerId: string; nowMs: number },
): PrinterView {
  const { accessTrouble: _access, identityTrouble: _identity, ...rest } = entry.view;
  const { description, printerId, nowMs } = answer;
  return {
    ...rest,
    printerId,
    description,
    kind: description.kind,
    name: entry.listed.name || description.name,
    reachable: true,
    asOfMs: nowMs,
  };
}

/** The view after one more missed answer. */
export function missedView({ view, misses }: PrinterEntry, error: unknown): PrinterView {
  if (misses < 2) return view;
  const accessTrouble = error instanceof PrinterFault ? error.access : undefined;
  const { accessTrouble: _access, identityTrouble: _identity, ...rest } = view;
  return { ...rest, reachable: false, ...(accessTrouble && { accessTrouble }) };
}

/** The view while another printer answers at this address. Certain at once: it has said who it is. */
export function otherPrinterView({ view }: PrinterEntry, outsider: PrinterDescription): PrinterView {
  const { accessTrouble: _access, ...rest } = view;
  const { printerUuid = '', name } = outsider;
  return { ...rest, reachable: false, identityTrouble: { shownUuid: printerUuid, shownName: name } };
}

/** up-time and as-of run by themselves: they are no change. */
const comparable = ({ asOfMs: _asOf, description, ...view }: PrinterView): string =>
  JSON.stringify([view, description && { ...description, upTimeSeconds: 0, changeMark: '' }]);

export const isDifferent = (before: PrinterView, after: PrinterView): boolean =>
  before !== after && comparable(before) !== comparable(after);
