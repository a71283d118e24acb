/** A list of printers on a scratch spool, with fake printers at made-up addresses, for tests. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createPrinterFinder } from '../discovery/printer-finder.ts';
import { createPersonActStore } from '../jobs/person-act-store.ts';
import { createStatedPaperStore } from '../paper/stated-paper-store.ts';
import { type PrinterDescription, PrinterFault } from '../ports/printer.ts';
import type { PrinterAnnouncement } from '../ports/printer-discovery.ts';
import { createPrinterAdmin } from '../printer-admin/printer-admin.ts';
import { createPrinterSpeeds } from '../printer-trust/printer-speed-store.ts';
import { createPrinterTrialStore } from '../printer-trust/printer-trial-store.ts';
import { createPrinterTrials } from '../printer-trust/printer-trials.ts';
import { createPrinterTrust } from '../printer-trust/printer-trust.ts';
import { createPrinterListStore } from '../printers/printer-list-store.ts';
import { createPrinterRegistry, type PrinterInterests } from '../printers/printer-registry.ts';
import type { PrinterView } from '../printers/printer-rules.ts';
import { createPrinterStore } from '../printers/printer-store.ts';
import { openSpool } from '../spool/spool-db.ts';
import { scratchDir } from './agent-bench.ts';
import { createFakePrinter, type FakePrinter } from './fake-printer.ts';

export const uuidOf = (digit: number): string => `urn:uuid:00000000-0000-4000-8000-00000000000${digit}`;

/** Which fake printer stands at which URI; nobody elsewhere. */
export function startPrinterBench() {
  const dir = scratchDir();
  const spool = openSpool(join(dir, 'spool.sqlite'));
  const at = new Map<string, FakePrinter>();
  const lines: { event: string; fields: Record<string, unknown> | undefined }[] = [];
  const log = (_level: string, event: string, fields?: Record<string, unknown>) =>
    void lines.push({ event, fields });
  const interests: PrinterInterests = { busyPrinterIds: new Set(), isAwaited: false, isWatched: false };
  const announcements: PrinterAnnouncement[] = [];
  let told = () => {};
  const list = createPrinterListStore(spool, Date.now);
  const trust = createPrinterTrust({
    spool,
    log,
    now: Date.now,
    seal: { seal: (text) => text, open: (text) => text },
  });
  const paper = createStatedPaperStore(spool);
  const changes: PrinterView[] = [];
  const silent = new PrinterFault('unreachable', 'nobody there', { sent: 'nothing' });
  /** A connection to whoever stands at the address at each moment. */
  const openPrinter = (uri: string) => {
    const nobody = async () => Promise.reject(silent);
    const port = () => at.get(uri)?.openPort();
    return {
      uri,
      describe: async () => port()?.describe() ?? nobody(),
      status: async () => port()?.status() ?? nobody(),
      pulse: async () => port()?.pulse() ?? nobody(),
      createJob: nobody,
      sendDocument: nobody,
      getJob: nobody,
      findJobs: nobody,
      listJobs: nobody,
      cancelJob: nobody,
      close() {},
    };
  };
  const registry = createPrinterRegistry({
    list,
    store: createPrinterStore(spool),
    openPrinter,
    log,
    now: Date.now,
    paperOf: (entryId) => ({ stated: paper.list(entryId), substitutes: [] }),
    moveTrust: trust.move,
    interests: () => interests,
    onChange: (view) => void changes.push(view),
  });
  const discovery = {
    start: (onChange: () => void) => {
      told = onChange;
    },
    list: () => announcements,
    ask() {},
    stop() {},
  };
  const trials = createPrinterTrials({
    store: createPrinterTrialStore(spool),
    acts: createPersonActStore(spool),
    log,
    now: Date.now,
    onChange() {},
  });
  const finder = createPrinterFinder({ discovery, registry });
  const admin = createPrinterAdmin({
    list,
    registry,
    finder,
    trust,
    openPrinter,
    views: registry.list,
    speeds: createPrinterSpeeds(spool),
    trials,
    paper,
    now: Date.now,
  });
  return {
    dir,
    spool,
    at,
    lines,
    log,
    list,
    trust,
    registry,
    finder,
    trials,
    admin,
    changes,
    interests,
    /** Puts a printer at an address. */
    stand(uri: string, digit: number, more: Partial<PrinterDescription> = {}): FakePrinter {
      const printer = createFakePrinter(uri, {
        printerUuid: uuidOf(digit),
        name: `Printer ${digit}`,
        ...more,
      });
      at.set(uri, printer);
      return printer;
    },
    /** The network says where printers are. */
    announce(...said: PrinterAnnouncement[]) {
      announcements.splice(0, announcements.length, ...said);
      told();
    },
    view: (entryId: number) => registry.list().find((view) => view.entryId === entryId),
    events: () => lines.map(({ event }) => event),
    close() {
      finder.stop();
      registry.stop();
      spool.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export type PrinterBench = ReturnType<typeof startPrinterBench>;
