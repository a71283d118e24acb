/**
 * What happens while jobs are printed, said to whoever listens: the stages, which wake each other so, and the layer above, of which
 * nobody here knows anything. Owns the list.
 */
import type { JobState } from '@platen/contracts/states';
import { createSignal } from '../machine/signal.ts';
import type { PrinterView } from '../printers/printer-rules.ts';

export type PrintingSignals = ReturnType<typeof createPrintingSignals>;

/** What happens here, for whoever listens. */
export const createPrintingSignals = () => ({
  /** A job is in this state now; behind the commit. */
  jobMoved: createSignal<[JobState]>(),
  /** A report waits for the cloud. */
  reportWritten: createSignal(),
  /** Something of a printer is other than it was, apart from the time of its last answer. */
  printerSeen: createSignal<[PrinterView]>(),
  /** Printers came, went, or have other names or addresses. */
  printerListChanged: createSignal(),
  /** A printer was set aside or put back. */
  printerSetAside: createSignal<[printerId: string]>(),
  /** A calibration or a profile is another; behind the commit. */
  sheetsChanged: createSignal(),
  /** The order of the queue, the printers chosen for jobs, holds or pauses are others; behind the commit. */
  queueChanged: createSignal(),
  /** Time has passed, or a person has decided: what waits may go now. */
  releaseChanged: createSignal(),
  /** Nothing forbids printing any more. */
  gateOpened: createSignal(),
  /** The disk has room again, or none any more. */
  roomChanged: createSignal(),
});
