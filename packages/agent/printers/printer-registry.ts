/**
 * The printers of this shop as they are now. Owns when each is asked and who is told of a change; what an answer means is in
 * printer-look.ts, which printer an answer belongs to in printer-identity.ts. Must never hold or start jobs: it says that something
 * changed, and others look.
 */
import type { AgentLog } from '../machine/agent-log.ts';
import type { PaperWord } from '../paper/paper-rules.ts';
import { PrinterFault, type PrinterPort } from '../ports/printer.ts';
import { type AnnouncedAddress, createPrinterIdentity } from './printer-identity.ts';
import type { ListedPrinter, PrinterListStore } from './printer-list-store.ts';
import {
  answeredView,
  isDifferent,
  missedView,
  otherPrinterView,
  type PrinterEntry,
  readPrinter,
} from './printer-look.ts';
import { dueByInterestMs, firstWaitMs, nextWaitMs, type PrinterInterest } from './printer-poll-rules.ts';
import type { PrinterView } from './printer-rules.ts';
import type { PrinterStore } from './printer-store.ts';

/** Who waits for printers at this moment. */
export interface PrinterInterests {
  /** Printers that have something of ours in flight. */
  busyPrinterIds: ReadonlySet<string>;
  /** Jobs wait for a printer to change. */
  isAwaited: boolean;
  /** Somebody has a shop floor open. */
  isWatched: boolean;
}

export interface PrinterRegistryDeps {
  list: PrinterListStore;
  openPrinter: (uri: string) => PrinterPort;
  /** Certificate and credentials follow a printer to another address. */
  moveTrust?: (fromUri: string, toUri: string) => void;
  store: PrinterStore;
  now: () => number;
  log: AgentLog;
  interests: () => PrinterInterests;
  /** What people have said about the paper of a printer of the list. */
  paperOf?: (entryId: number) => PaperWord;
  /** Something other than `asOfMs` changed. */
  onChange: (view: PrinterView) => void;
  /** Printers came, went, or have other names or addresses. */
  onListChange?: () => void;
  /** Printers that get another address are noticed. */
  isDiscovering?: boolean;
  random?: () => number;
}

export interface PrinterRegistry {
  /** Every printer that isn't removed, those that are switched off too. */
  list(): PrinterView[];
  findByUri(uri: string): PrinterView | undefined;
  /** True while a printer of the list, whose address another one has taken, may soon be found at a new one. */
  mayTurnUp(printerUuid: string): boolean;
  getPort(uri: string): PrinterPort;
  /** A call to this printer failed: ask it now. */
  suspect(uri: string): void;
  /** Makes sure that the printer itself is there, by an answer of the last moments or a new one. Throws a PrinterFault: nothing was sent. */
  confirm(uri: string): Promise<void>;
  /** The list was changed: takes over what is new in it. */
  reload(): void;
  /** Printers that were seen in the network: one that is silent here and answers there is followed. */
  announce(addresses: readonly AnnouncedAddress[]): void;
  start(): void;
  stop(): void;
}

/** An answer this young needs no confirmation. */
const confirmedMs = 3000;
const interestMs = 1000;
/** So long a job waits for a printer whose address another one has, before somebody is asked about it. */
const turnUpMs = 120_000;
/** One more look at once, not a storm of them: whoever suspects again waits for this one. */
const againMs = 100;

export function createPrinterRegistry(deps: PrinterRegistryDeps): PrinterRegistry {
  const { list, store, now, log, onChange, random = Math.random } = deps;
  const { onListChange = () => {}, isDiscovering = false, paperOf } = deps;
  const entries = new Map<number, PrinterEntry>();
  let isStarted = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let ticker: NodeJS.Timeout | undefined;
  let interests: PrinterInterests = { busyPrinterIds: new Set(), isAwaited: false, isWatched: false };

  const all = () => [...entries.values()];
  const findEntry = (uri: string) => all().find((entry) => entry.listed.uri === uri);
  /** The view as others see it. */
  const shown = (view: PrinterView): PrinterView =>
    paperOf && view.entryId !== undefined ? { ...view, paper: paperOf(view.entryId) } : view;
  const interestIn = ({ view }: PrinterEntry): PrinterInterest => {
    if (view.isEnabled === false && !interests.busyPrinterIds.has(view.printerId)) return 'none';
    if (interests.busyPrinterIds.has(view.printerId)) return 'printing';
    return interests.isAwaited ? 'awaited' : 'none';
  };

  /** One that is switched off tells nobody anything. */
  const isWatched = ({ view }: PrinterEntry): boolean => interests.isWatched && view.isEnabled !== false;
  const pollOf = (entry: PrinterEntry) => ({
    misses: entry.misses,
    quietLooks: entry.quietLooks,
    state: entry.view.description?.state,
    isWatched: isWatched(entry),
  });

  const show = (entry: PrinterEntry, view: PrinterView, isSame = false): void => {
    const before = entry.view;
    entry.view = view;
    if (isSame && before.reachable === view.reachable && !before.accessTrouble && !before.identityTrouble)
      return;
    if (!isDifferent(before, view)) return;
    entry.quietLooks = 0;
    if (view.reachable && !before.reachable)
      log('info', 'printer.reachable', { uri: view.uri, name: view.name });
    remember(entry);
    onChange(shown(view));
  };

  const remember = ({ view: { uri, description, asOfMs, reachable, printerId } }: PrinterEntry): void => {
    if (!description || asOfMs === undefined || !reachable) return;
    try {
      store.save(uri, { printerId, description, asOfMs });
    } catch (error) {
      log('warn', 'printer.not-remembered', { uri, error });
    }
  };

  const takeList = (): void => {
    const rows = new Map(list.list().map((row) => [row.id, row]));
    for (const [id, entry] of entries) {
      const row = rows.get(id);
      if (row) refresh(entry, row);
      else {
        entries.delete(id);
        entry.port.close();
      }
    }
    for (const [at, row] of [...rows.values()].entries()) {
      if (!entries.has(row.id))
        entries.set(row.id, newEntry(row, deps, performance.now() + (isStarted ? 0 : firstWaitMs(at))));
    }
    schedule();
  };
  const reload = (): void => {
    takeList();
    onListChange();
  };

  const refresh = (entry: PrinterEntry, listed: ListedPrinter): void => {
    const hasMoved = entry.listed.uri !== listed.uri;
    entry.listed = listed;
    const name = listed.name || entry.view.description?.name || listed.uri;
    entry.view = { ...entry.view, name, uri: listed.uri, isEnabled: listed.isEnabled };
    if (!hasMoved) return;
    entry.port.close();
    entry.port = deps.openPrinter(listed.uri);
    entry.view = { ...entry.view, reachable: undefined };
    doubt(entry);
  };

  const identity = createPrinterIdentity({ ...deps, entries: all, reload, suspect: (entry) => doubt(entry) });

  const lookOnce = async (entry: PrinterEntry): Promise<void> => {
    const wantsAll = entry.isSuspected || interestIn(entry) !== 'none';
    const { port } = entry;
    entry.isSuspected = false;
    entry.quietLooks += 1;
    try {
      const { description, isSame } = await readPrinter(entry, { wantsAll, isWatched: isWatched(entry) });
      if (isStopped || entry.port !== port) return;
      const printerId = isSame ? entry.view.printerId : identity.judge(entry, description);
      entry.misses = 0;
      entry.heardAtMs = performance.now();
      if (printerId === undefined) {
        entry.otherSinceMs ??= performance.now();
        return show(entry, otherPrinterView(entry, description));
      }
      entry.otherSinceMs = undefined;
      show(entry, answeredView(entry, { description, printerId, nowMs: now() }), isSame);
    } catch (error) {
      if (isStopped || entry.port !== port) return;
      missed(entry, error);
    }
  };

  const missed = (entry: PrinterEntry, error: unknown): void => {
    entry.misses += 1;
    const { uri } = entry.view;
    if (entry.misses === 2) {
      const hasAnswered = error instanceof PrinterFault && error.statusName !== undefined;
      log('warn', hasAnswered ? 'printer.refuses' : 'printer.unreachable', { uri, error });
    }
    show(entry, missedView(entry, error));
  };

  /** Joins the look under way. */
  const look = (entry: PrinterEntry): Promise<void> => {
    if (entry.looking) return entry.looking;
    entry.dueAtMs = undefined;
    entry.looking = lookOnce(entry)
      .catch((error) => log('error', 'printer.look-failed', { uri: entry.view.uri, error }))
      .finally(() => {
        entry.looking = undefined;
        entry.lookedAtMs = performance.now();
        if (isStopped || !entries.has(entry.listed.id)) return;
        const waitMs = entry.isSuspected ? againMs : nextWaitMs(pollOf(entry), interestIn(entry), random());
        entry.dueAtMs = entry.lookedAtMs + waitMs;
        schedule();
      });
    return entry.looking;
  };

  const doubt = (entry: PrinterEntry): void => {
    entry.isSuspected = true;
    entry.quietLooks = 0;
    if (entry.dueAtMs !== undefined) entry.dueAtMs = performance.now();
    schedule();
  };

  const schedule = (): void => {
    clearTimeout(timer);
    if (!isStarted || isStopped) return;
    const due = all().flatMap(({ dueAtMs }) => dueAtMs ?? []);
    if (due.length === 0) return;
    timer = setTimeout(round, Math.max(0, Math.min(interestMs, Math.min(...due) - performance.now())));
  };

  const round = (): void => {
    const nowMs = performance.now();
    for (const entry of all()) if (entry.dueAtMs !== undefined && entry.dueAtMs <= nowMs) void look(entry);
    schedule();
  };

  /** Somebody began to wait for a printer that is asked seldom, or to look at it: it is asked now. */
  const tick = (): void => {
    interests = deps.interests();
    for (const entry of all()) {
      const interest = interestIn(entry);
      if (interest === 'none' && !isWatched(entry)) continue;
      if (entry.dueAtMs === undefined) continue;
      entry.quietLooks = 0;
      const { lookedAtMs, dueAtMs } = entry;
      entry.dueAtMs = dueByInterestMs({ lookedAtMs, dueAtMs }, nextWaitMs(pollOf(entry), interest, 0));
    }
    schedule();
  };

  takeList();

  return {
    list: () => all().map(({ view }) => shown(view)),
    findByUri(uri) {
      const entry = findEntry(uri);
      return entry && shown(entry.view);
    },
    mayTurnUp(printerUuid) {
      const entry = all().find(({ listed }) => listed.printerUuid === printerUuid);
      if (!entry || entry.view.reachable) return entry !== undefined;
      if (performance.now() - (entry.otherSinceMs ?? performance.now()) > turnUpMs) return false;
      const shown = entry.view.identityTrouble?.shownUuid;
      return isDiscovering || all().some(({ listed }) => listed.printerUuid === shown);
    },
    getPort(uri) {
      const entry = findEntry(uri);
      if (!entry) throw new Error(`${uri} is not set up.`);
      return entry.port;
    },
    suspect(uri) {
      const entry = findEntry(uri);
      if (entry) doubt(entry);
    },
    async confirm(uri) {
      const entry = findEntry(uri);
      const isConfirmed = ({ view, misses, heardAtMs }: PrinterEntry) =>
        view.reachable === true && misses === 0 && performance.now() - heardAtMs < confirmedMs;
      if (entry && !isConfirmed(entry)) await look(entry);
      if (entry && isConfirmed(entry)) return;
      const name = entry?.view.name ?? uri;
      throw new PrinterFault('unreachable', `${name} doesn't answer`, { sent: 'nothing' });
    },
    reload,
    announce: (addresses) => void identity.announced(addresses),
    start() {
      isStarted = true;
      interests = deps.interests();
      ticker = setInterval(tick, interestMs);
      schedule();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      clearInterval(ticker);
      for (const { port } of all()) port.close();
    },
  };
}

const never = Number.NEGATIVE_INFINITY;

function newEntry(listed: ListedPrinter, deps: PrinterRegistryDeps, dueAtMs: number): PrinterEntry {
  const { uri, printerUuid, isEnabled } = listed;
  const known = deps.store.find(uri);
  const view: PrinterView = {
    entryId: listed.id,
    uri,
    isEnabled,
    printerId: known?.printerId ?? printerUuid ?? uri,
    name: listed.name || known?.description.name || uri,
    reachable: undefined,
    asOfMs: known?.asOfMs,
    description: known?.description,
    ...(known && { kind: known.description.kind }),
  };
  return {
    listed,
    view,
    port: deps.openPrinter(uri),
    misses: 0,
    quietLooks: 0,
    dueAtMs,
    describedAtMs: never,
    statusAtMs: never,
    lookedAtMs: never,
    heardAtMs: never,
    upTimeSeconds: known?.description.upTimeSeconds,
    looking: undefined,
    isSuspected: false,
    otherSinceMs: undefined,
  };
}
