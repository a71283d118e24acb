/**
 * What the cloud hears of printers: all of them after each welcome, then differences, and from time to time that an unchanged
 * one was seen again, so that nobody takes an old state for the present one.
 */
import type { AgentFrame } from '@platen/contracts/agent-protocol';
import type { PrinterRegistry } from './printer-registry.ts';
import { type PrinterView, reportOfPrinter } from './printer-rules.ts';

export interface PrinterNewsDeps {
  registry: Pick<PrinterRegistry, 'list'>;
  /** False when the link is down. */
  send: (frame: AgentFrame) => boolean;
  now: () => number;
}

/** An unchanged printer is mentioned again after this long, with the next heartbeat. */
const mentionAgainMs = 30_000;

export function createPrinterNews({ registry, send, now }: PrinterNewsDeps) {
  const mentioned = new Map<string, { atMs: number; printerId: string }>();

  const tell = (views: PrinterView[], complete: boolean) => {
    if (!send({ kind: 'printers', complete, printers: views.map(reportOfPrinter) })) return;
    for (const { uri, printerId } of views) mentioned.set(uri, { atMs: now(), printerId });
  };

  return {
    all: () => tell(registry.list(), true),
    changed(view: PrinterView) {
      const last = mentioned.get(view.uri);
      // Before the first welcome nothing was said; the whole list comes with it.
      if (!last) return;
      // A printer that has just told its uuid was known by its URI: only the whole list says that both are one.
      if (last.printerId !== view.printerId) tell(registry.list(), true);
      else tell([view], false);
    },
    refresh() {
      const views = registry
        .list()
        .filter(({ uri }) => now() - (mentioned.get(uri)?.atMs ?? 0) >= mentionAgainMs);
      if (views.length > 0) tell(views, false);
    },
  };
}
