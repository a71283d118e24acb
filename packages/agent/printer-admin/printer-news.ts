/**
 * What the cloud hears of printers: all of them after each welcome, then differences, and from time to time that an unchanged
 * one was seen again, so that nobody takes an old state for the present one.
 */
import type { AgentFrame, PrinterChange, PrinterReport } from '@platen/contracts/agent-protocol';
import type { PrinterView } from '../printers/printer-rules.ts';
import { changeOfReport } from './printer-report-rules.ts';

export interface PrinterNewsDeps {
  list: () => PrinterView[];
  reportOf: (view: PrinterView) => PrinterReport;
  /** False when the link is down. */
  send: (frame: AgentFrame) => boolean;
  now: () => number;
}

interface Mentioned {
  atMs: number;
  report: PrinterReport;
}

/** An unchanged printer is mentioned again after this long, with the next heartbeat. */
const mentionAgainMs = 30_000;
const gatherMs = 500;
/** A frame of reports stays well below what either side takes. */
const maxFrameBytes = 512 * 1024;

export function createPrinterNews({ list, reportOf, send, now }: PrinterNewsDeps) {
  /** By URI. */
  const mentioned = new Map<string, Mentioned>();

  const note = (view: PrinterView, report: PrinterReport) => mentioned.set(view.uri, { atMs: now(), report });

  const tell = (views: PrinterView[], isComplete: boolean): void => {
    const reports = views.map((view) => ({ view, report: reportOf(view) }));
    for (const [at, batch] of batchesOf(reports).entries()) {
      const printers = batch.map(({ report }) => report);
      // The first frame says that these are all, and the others add to it.
      if (!send({ kind: 'printers', complete: isComplete && at === 0, printers, changes: [] })) return;
      for (const { view, report } of batch) note(view, report);
    }
  };
  let gathering: NodeJS.Timeout | undefined;
  const all = (): void => {
    clearTimeout(gathering);
    gathering = undefined;
    mentioned.clear();
    tell(list(), true);
  };
  /** Many printers that say who they are at the same time, as after a start, are one list. */
  const allSoon = (): void => {
    gathering ??= setTimeout(all, gatherMs);
  };
  const tellChanges = (changes: { view: PrinterView; report: PrinterReport; change: PrinterChange }[]) => {
    if (changes.length === 0) return;
    const told = changes.map(({ change }) => change);
    if (!send({ kind: 'printers', complete: false, printers: [], changes: told })) return;
    for (const { view, report } of changes) note(view, report);
  };

  return {
    all,
    stop: () => clearTimeout(gathering),
    changed(view: PrinterView): void {
      const last = mentioned.get(view.uri);
      // Before the first welcome nothing was said; the whole list comes with it.
      if (!last) return;
      const report = reportOf(view);
      // A printer that has just told its uuid was known by its URI: only the whole list says that both are one.
      const isSame = last.report.printer_id === report.printer_id;
      const change = isSame ? changeOfReport(last.report, report) : undefined;
      if (!isSame) allSoon();
      else if (change) tellChanges([{ view, report, change }]);
      else tell([view], false);
    },
    refresh(): void {
      const views = list().filter(({ uri }) => now() - (mentioned.get(uri)?.atMs ?? 0) >= mentionAgainMs);
      if (views.length === 0) return;
      // What else changed was told when it did.
      const seenAgain = views.flatMap((view) => {
        const last = mentioned.get(view.uri)?.report;
        const as_of = view.asOfMs === undefined ? null : new Date(view.asOfMs).toISOString();
        if (!last || last.as_of === as_of) return [];
        const change = { printer_id: last.printer_id, as_of };
        return [{ view, report: { ...last, as_of }, change }];
      });
      tellChanges(seenAgain);
    },
  };
}

function batchesOf<T extends { report: PrinterReport }>(reports: readonly T[]): T[][] {
  const batches: T[][] = [[]];
  let bytes = 0;
  for (const one of reports) {
    const size = Buffer.byteLength(JSON.stringify(one.report));
    if (bytes + size > maxFrameBytes && batches.at(-1)?.length !== 0) {
      batches.push([]);
      bytes = 0;
    }
    bytes += size;
    batches.at(-1)?.push(one);
  }
  return batches;
}
