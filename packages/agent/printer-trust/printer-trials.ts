/**
 * Printers that fail again and again are set aside, with a notice; a person, or readings of a calibration page, put them back.
 * Owns that and what printers' counts are worth. Must never touch a job.
 */

import type { ActOrigin, PersonActStore } from '../jobs/person-act-store.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import type { PrinterView } from '../printers/printer-rules.ts';
import {
  judgeCounts,
  judgeGrowingCounts,
  noCounting,
  type PrintedCounts,
  type PrinterCounting,
  type SetShape,
} from '../submissions/copy-rules.ts';
import type { PrinterTrialStore, SetAside } from './printer-trial-store.ts';

export interface PrinterTrialsDeps {
  store: PrinterTrialStore;
  acts: PersonActStore;
  log: AgentLog;
  now: () => number;
  /** A printer was set aside or put back. */
  onChange: (printerId: string) => void;
}

/** A printer that did a job. */
export interface TriedPrinter {
  printerId: string;
  /** Undefined: it doesn't say. */
  printerUuid: string | undefined;
}

export type PrinterTrials = ReturnType<typeof createPrinterTrials>;

export function createPrinterTrials({ store, acts, log, now, onChange }: PrinterTrialsDeps) {
  let aside = new Map(store.listSetAside().map((one) => [one.printerId, one]));
  const reread = () => {
    aside = new Map(store.listSetAside().map((one) => [one.printerId, one]));
  };

  const remember = (
    printerUuid: string | undefined,
    judge: (before: PrinterCounting) => PrinterCounting,
  ): void => {
    if (printerUuid === undefined) return;
    const before = store.counting(printerUuid);
    const after = judge(before);
    if (after.impressions !== before.impressions || after.sheets !== before.sheets)
      store.setCounting(printerUuid, after, now());
  };

  const putBack = (printerId: string, { byWhom, origin }: { byWhom: string; origin: ActOrigin }): boolean => {
    if (!store.putBack(printerId, { byWhom, atMs: now() })) return false;
    reread();
    const act = { act: 'put-back', subject: printerId, detail: '', origin, byWhom, outcome: 'done' } as const;
    acts.add({ ...act, atMs: now() });
    log('info', 'printer.put-back', { printerId, byWhom });
    onChange(printerId);
    return true;
  };

  return {
    /** What a printer's counts are worth; nothing of one that doesn't say who it is, for another may stand at its address. */
    counting: (printerUuid: string | undefined): PrinterCounting =>
      printerUuid === undefined ? noCounting : store.counting(printerUuid),

    /** A set was completed: what its counts say, and that the printer works. */
    completed({ printerId, printerUuid }: TriedPrinter, counts: PrintedCounts, shape: SetShape): void {
      remember(printerUuid, (before) => judgeCounts(counts, shape, before));
      store.succeeded(printerId, now());
    },

    /** A set is being printed: what its counts say so far. */
    underWay(printerUuid: string | undefined, counts: PrintedCounts, shape: SetShape): void {
      remember(printerUuid, (before) => judgeGrowingCounts(counts, shape, before));
    },

    /** It gave a job up. To be called behind the commit that says so of the job. */
    failed(printer: { printerId: string; name: string; because: string }): void {
      const notice = store.failed({ ...printer, atMs: now() });
      if (!notice) return;
      reread();
      log('error', 'printer.set-aside', {
        printerId: notice.printerId,
        name: notice.name,
        because: notice.because,
      });
      onChange(notice.printerId);
    },

    /** A test page came out: whoever printed it vouches for the printer. */
    testPrinted: (printerId: string, byWhom: string) => putBack(printerId, { byWhom, origin: 'console' }),
    putBack,
    find: (printerId: string): SetAside | undefined => aside.get(printerId),
    list: (): SetAside[] => [...aside.values()],

    /** The views with what is known of set-aside printers: judgePrinters gives those no jobs. */
    mark: (views: PrinterView[]): PrinterView[] =>
      aside.size === 0
        ? views
        : views.map((view) => {
            const setAside = aside.get(view.printerId);
            return setAside ? { ...view, setAside } : view;
          }),
  };
}
