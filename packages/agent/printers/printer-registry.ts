/**
 * The printers of this shop as they are now. Owns when each is asked, when one counts as unreachable, and its identity.
 * Must never hold or start jobs: it says that something changed, and others look.
 *
 * INVARIANTS
 * 1. `asOfMs` is the time of the last answer; nothing here makes an old answer look new.
 * 2. One missed answer is no verdict; two in a row are.
 */
import type { AgentLog } from '../agent-log.ts';
import { pause } from '../backoff.ts';
import { type PrinterDescription, PrinterFault, type PrinterPort } from '../ports/printer.ts';
import type { PrinterView } from './printer-rules.ts';
import type { PrinterStore } from './printer-store.ts';

export interface PrinterRegistryDeps {
  uris: readonly string[];
  openPrinter: (uri: string) => PrinterPort;
  store: PrinterStore;
  now: () => number;
  log: AgentLog;
  /** printing: a job of ours is at it. awaited: jobs wait for a printer to change. Both are asked more often. */
  interestIn: (printerId: string) => 'printing' | 'awaited' | 'none';
  /** Something other than `asOfMs` changed. */
  onChange: (view: PrinterView) => void;
}

export interface PrinterRegistry {
  list(): PrinterView[];
  findByUri(uri: string): PrinterView | undefined;
  getPort(uri: string): PrinterPort;
  /** A call to this printer failed: ask it now. */
  suspect(uri: string): void;
  start(): void;
  stop(): void;
}

interface Entry {
  view: PrinterView;
  port: PrinterPort;
  misses: number;
  /** When everything, not only the status, was last read. */
  describedAtMs: number;
  hurry: AbortController;
}

const idleMs = 5000;
const awaitedMs = 2000;
const activeMs = 1000;
const missedMs = 500;
/** Capabilities hardly change: they are read again this often, and after a restart of the printer. */
const describeAgainMs = 300_000;

export function createPrinterRegistry(deps: PrinterRegistryDeps): PrinterRegistry {
  const entries = new Map(deps.uris.map((uri) => [uri, newEntry(uri, deps)]));
  const stopping = new AbortController();

  const run = async (entry: Entry) => {
    while (!stopping.signal.aborted) {
      await look(entry, { ...deps, entries, isStopping: () => stopping.signal.aborted });
      if (entry.hurry.signal.aborted) {
        entry.hurry = new AbortController();
        // One more look at once, not a storm of them: whoever suspects again waits for this one.
        await pause(missedMs / 5, stopping.signal);
        continue;
      }
      await pause(waitMsOf(entry, deps), stopping.signal, entry.hurry.signal);
      if (entry.hurry.signal.aborted) entry.hurry = new AbortController();
    }
  };

  return {
    list: () => [...entries.values()].map(({ view }) => view),
    findByUri: (uri) => entries.get(uri)?.view,
    getPort(uri) {
      const entry = entries.get(uri);
      if (!entry) throw new Error(`${uri} is not set up.`);
      return entry.port;
    },
    suspect: (uri) => entries.get(uri)?.hurry.abort(),
    start() {
      for (const entry of entries.values()) void run(entry);
    },
    stop() {
      stopping.abort();
      for (const { port } of entries.values()) port.close();
    },
  };
}

function newEntry(uri: string, { openPrinter, store }: PrinterRegistryDeps): Entry {
  const known = store.find(uri);
  const view: PrinterView = {
    printerId: known?.printerId ?? uri,
    uri,
    name: known?.description.name ?? uri,
    reachable: undefined,
    asOfMs: known?.asOfMs,
    description: known?.description,
  };
  return { view, port: openPrinter(uri), misses: 0, describedAtMs: 0, hurry: new AbortController() };
}

function waitMsOf({ view, misses }: Entry, { interestIn }: PrinterRegistryDeps): number {
  if (misses === 1) return missedMs;
  if (misses > 1) return idleMs;
  if (view.description?.state !== 'idle') return activeMs;
  return { printing: activeMs, awaited: awaitedMs, none: idleMs }[interestIn(view.printerId)];
}

type Look = PrinterRegistryDeps & { entries: Map<string, Entry>; isStopping: () => boolean };

/** One question and what follows from the answer. Never throws. */
async function look(entry: Entry, deps: Look): Promise<void> {
  const { now, log, isStopping } = deps;
  const before = entry.view;
  try {
    const description = await read(entry, now());
    if (isStopping()) return;
    entry.misses = 0;
    const printerId = identityOf(description, entry, deps);
    const { name } = description;
    const { accessTrouble: _over, ...rest } = before;
    entry.view = { ...rest, printerId, name, reachable: true, asOfMs: now(), description };
  } catch (error) {
    if (isStopping()) return;
    entry.misses += 1;
    const hasAnswered = error instanceof PrinterFault && error.statusName !== undefined;
    const accessTrouble = error instanceof PrinterFault ? error.access : undefined;
    const { accessTrouble: _before, ...rest } = before;
    if (entry.misses >= 2)
      entry.view = { ...rest, reachable: false, ...(accessTrouble && { accessTrouble }) };
    if (entry.misses === 2)
      log('warn', hasAnswered ? 'printer.refuses' : 'printer.unreachable', { uri: before.uri, error });
  }
  if (!isDifferent(before, entry.view)) return;
  if (entry.view.reachable && !before.reachable)
    log('info', 'printer.reachable', { uri: before.uri, name: entry.view.name });
  remember(entry, deps);
  deps.onChange(entry.view);
}

async function read(entry: Entry, nowMs: number): Promise<PrinterDescription> {
  const known = entry.view.description;
  const isFresh = entry.describedAtMs > 0 && nowMs - entry.describedAtMs < describeAgainMs;
  if (known && isFresh && entry.misses === 0) {
    const status = await entry.port.status();
    const hasRestarted = (status.upTimeSeconds ?? 0) < (known.upTimeSeconds ?? 0);
    if (!hasRestarted && status.printerUuid === known.printerUuid) return { ...known, ...status };
  }
  const description = await entry.port.describe();
  entry.describedAtMs = nowMs;
  return description;
}

/** The printer's uuid, unless another configured URI already leads to the same printer. */
function identityOf(description: PrinterDescription, entry: Entry, { entries, log }: Look): string {
  const { printerUuid } = description;
  const { uri } = entry.view;
  if (!printerUuid) return uri;
  const twin = [...entries.values()].find((other) => other !== entry && other.view.printerId === printerUuid);
  if (!twin) return printerUuid;
  if (entry.view.printerId !== uri || !entry.view.description)
    log('warn', 'printer.listed-twice', { uri, sameAs: twin.view.uri });
  return uri;
}

/** up-time and as-of run by themselves: they are no change. */
const comparable = ({ asOfMs: _asOf, description, ...view }: PrinterView): string =>
  JSON.stringify([view, description && { ...description, upTimeSeconds: 0 }]);

const isDifferent = (before: PrinterView, after: PrinterView): boolean =>
  before !== after && comparable(before) !== comparable(after);

function remember({ view }: Entry, { store, log }: Look): void {
  if (!view.description || view.asOfMs === undefined || !view.reachable) return;
  try {
    const { printerId, description, asOfMs } = view;
    store.save(view.uri, { printerId, description, asOfMs });
  } catch (error) {
    log('warn', 'printer.not-remembered', { uri: view.uri, error });
  }
}
