/**
 * What a person can do with the shop's printers, from the console or the cloud: see, find, add, rename, switch off and on, remove,
 * accept another printer or certificate at a known address, say what lies in it. Owns that each change says who made it and is made to what that person
 * saw. Nothing here prints.
 */

import type { PrinterReport } from '@platen/contracts/agent-protocol';
import { readIppTarget, withoutCredentials } from '@platen/ipp/ipp-target';
import type { FoundPrinter } from '../discovery/found-printer-rules.ts';
import type { PrinterFinder } from '../discovery/printer-finder.ts';
import type { ActOrigin } from '../jobs/person-act-store.ts';
import { refusePaperWord, type StatedPaper } from '../paper/paper-rules.ts';
import type { StatedPaperStore } from '../paper/stated-paper-store.ts';
import type { PrinterPort } from '../ports/printer.ts';
import type { PrinterSpeeds } from '../printer-trust/printer-speed-store.ts';
import type { PrinterTrials } from '../printer-trust/printer-trials.ts';
import type { PrinterTrust } from '../printer-trust/printer-trust.ts';
import { isSameUuid } from '../printers/printer-identity.ts';
import type { ListedPrinter, PrinterEvent, PrinterListStore } from '../printers/printer-list-store.ts';
import type { PrinterRegistry } from '../printers/printer-registry.ts';
import { type PrinterView, reportOfPrinter } from '../printers/printer-rules.ts';
import { printerSentences, type Said } from '../printers/printer-text.ts';
import { examinePrinter, type PrinterFinding } from './printer-check.ts';
import { listingOf, type PrinterListing } from './printer-listing.ts';
import { reportOfListing } from './printer-report-rules.ts';

/** stale: somebody changed it since; absent: it is gone; refused: it can't be done now. `said` is the sentence for the person. */
export interface PrinterOutcome {
  kind: 'done' | 'stale' | 'absent' | 'refused';
  said: Said;
}

export interface AddOutcome extends Omit<PrinterOutcome, 'kind'> {
  kind: 'done' | 'refused';
  entryId?: number;
  findings: PrinterFinding[];
}

export interface NewPrinterRequest {
  uri: string;
  /** Empty: as it calls itself. */
  name?: string;
  by: string;
  /** Adds it although it doesn't answer now. What answers wrongly is never added. */
  evenIfSilent?: boolean;
}

/** A change of what the person saw in `version`. */
export interface PrinterChange {
  entryId: number;
  version: number;
  by: string;
}

export interface PrinterAdminDeps {
  list: PrinterListStore;
  registry: PrinterRegistry;
  /** With the marks that others put on it. */
  views: () => PrinterView[];
  finder: PrinterFinder;
  trust: PrinterTrust;
  speeds: PrinterSpeeds;
  trials: Pick<PrinterTrials, 'putBack'>;
  paper: StatedPaperStore;
  now: () => number;
  openPrinter: (uri: string) => PrinterPort;
}

/** Lengths in hundredths of a millimetre. */
export type SaidPaper = Pick<StatedPaper, 'xHmm' | 'yHmm' | 'mediaType'>;

export type PrinterAdmin = ReturnType<typeof createPrinterAdmin>;

const longestName = 100;

export function createPrinterAdmin(deps: PrinterAdminDeps) {
  const { list, registry, finder, trust, speeds } = deps;

  /** Refuses who didn't say who, and what is no longer as it was seen. */
  const change = (
    { entryId, version, by }: PrinterChange,
    act: (listed: ListedPrinter) => PrinterOutcome,
  ): PrinterOutcome => {
    if (by.trim() === '') throw new TypeError('by: must say who');
    const listed = list.find(entryId);
    if (!listed) return { kind: 'absent', said: printerSentences.absent() };
    if (listed.version !== version) return { kind: 'stale', said: printerSentences.stale() };
    const outcome = act(listed);
    if (outcome.kind === 'done') registry.reload();
    return outcome;
  };
  const done = (): PrinterOutcome => ({ kind: 'done', said: printerSentences.done() });
  const viewOf = (entryId: number) => registry.list().find((view) => view.entryId === entryId);

  return {
    list: (): PrinterListing[] =>
      deps.views().flatMap((view) => {
        const listed = view.entryId === undefined ? undefined : list.find(view.entryId);
        return listed ? [listingOf({ view, listed, trust, speeds })] : [];
      }),

    /** One printer as the cloud is told of it. */
    report(view: PrinterView): PrinterReport {
      const listed = view.entryId === undefined ? undefined : list.find(view.entryId);
      return listed ? reportOfListing(listingOf({ view, listed, trust, speeds })) : reportOfPrinter(view);
    },

    /** What the network offers, and which of it is in the list already. `isOn` is false when nothing is looked for. */
    discover(): { isOn: boolean; found: (FoundPrinter & { entryId: number | undefined })[] } {
      finder.ask();
      const known = list.list();
      return {
        isOn: finder.isOn,
        found: finder.list().map((one) => ({ ...one, entryId: entryOf(one, known)?.id })),
      };
    },

    /** Asks what is at an address without adding it. */
    async check(uri: string): Promise<PrinterFinding[]> {
      const read = readUri(uri);
      if (!read) return [{ verdict: 'failure', said: printerSentences.badUri() }];
      return (await ask(read.uri, deps)).findings;
    },

    /** Adds a printer that answers, is one that we can use, and isn't in the list. */
    async add({ uri, name = '', by, evenIfSilent = false }: NewPrinterRequest): Promise<AddOutcome> {
      if (by.trim() === '') throw new TypeError('by: must say who');
      const read = readUri(uri);
      if (!read) return refused(printerSentences.badUri());
      if (read.credentials) trust.setCredentials(read.uri, read.credentials, by);
      const checked = await ask(read.uri, deps);
      const { findings, description, isThere } = checked;
      if (!checked.isUsable && !(evenIfSilent && !isThere))
        return refused(
          findings.find(({ verdict }) => verdict === 'failure')?.said ?? printerSentences.silent(read.uri),
          findings,
        );
      const uuid = description?.printerUuid;
      const known = list
        .list()
        .find(
          (one) => sameUri(one.uri, read.uri) || (uuid !== undefined && isSameUuid(one.printerUuid, uuid)),
        );
      // A silent one of the same uuid has moved: the new entry takes its place as soon as it has answered.
      const hasMoved = known && !sameUri(known.uri, read.uri) && viewOf(known.id)?.reachable === false;
      if (known && !hasMoved)
        return refused(printerSentences.known(viewOf(known.id)?.name ?? known.uri), findings);
      const isOffered = finder.list().some(({ uris }) => uris.some((one) => sameUri(one, read.uri)));
      const origin = isOffered ? 'discovery' : 'person';
      const entryId = list.add({
        uri: read.uri,
        origin,
        by,
        name: shownName(name) || (hasMoved ? known.name : ''),
        ...(!hasMoved && { printerUuid: uuid }),
      });
      registry.reload();
      return { kind: 'done', said: printerSentences.done(), entryId, findings };
    },

    /** An empty name: as it calls itself. */
    rename: (wanted: PrinterChange & { name: string }): PrinterOutcome =>
      change(wanted, ({ id }) => {
        list.rename(id, shownName(wanted.name), wanted.by);
        return done();
      }),

    /** Switched off it gets no new jobs; what is at it is followed to its end. */
    enable: (wanted: PrinterChange & { isEnabled: boolean }): PrinterOutcome =>
      change(wanted, ({ id }) => {
        list.setEnabled(id, wanted.isEnabled, wanted.by);
        return done();
      }),

    /** Not while a job of ours is at it. */
    remove: (wanted: PrinterChange): PrinterOutcome =>
      change(wanted, ({ id, uri }) => {
        if (list.hasOpenWork(uri))
          return { kind: 'refused', said: printerSentences.busy(viewOf(id)?.name ?? uri) };
        list.remove(id, wanted.by);
        return done();
      }),

    /** The other printer that answers at this address is the one that is meant from now on. */
    acceptPrinter: (wanted: PrinterChange & { shownUuid: string }): PrinterOutcome =>
      change(wanted, ({ id, uri }) => {
        const view = viewOf(id);
        if (!view?.identityTrouble || !isSameUuid(view.identityTrouble.shownUuid, wanted.shownUuid))
          return { kind: 'refused', said: printerSentences.noOtherPrinter(view?.name ?? uri) };
        list.setIdentity(id, view.identityTrouble.shownUuid, wanted.by);
        deps.paper.clear(id);
        queueMicrotask(() => registry.suspect(uri));
        return done();
      }),

    /** A printer that was set aside gets jobs again. */
    putBack: ({ origin, ...wanted }: PrinterChange & { origin: ActOrigin }): PrinterOutcome =>
      change(wanted, ({ id, uri }) => {
        const view = viewOf(id);
        const isBack =
          view !== undefined && deps.trials.putBack(view.printerId, { byWhom: wanted.by, origin });
        if (!isBack) return { kind: 'refused', said: printerSentences.notSetAside(view?.name ?? uri) };
        return done();
      }),

    /** What lies in a tray of a printer that doesn't tell; undefined: nothing, or nobody knows any more. */
    sayPaper: (
      wanted: PrinterChange & { source: string | undefined; paper: SaidPaper | undefined },
    ): PrinterOutcome =>
      change(wanted, ({ id, uri }) => {
        const { source, paper, by } = wanted;
        const place = source ?? 'no tray';
        if (!paper) {
          deps.paper.remove(id, source);
          list.note(id, 'paper-forgotten', { detail: place, by });
          return done();
        }
        const view = viewOf(id);
        const printer = { name: view?.name ?? uri, description: view?.description };
        const refusal = refusePaperWord(printer, { source, ...paper });
        if (refusal) return { kind: 'refused', said: refusal };
        deps.paper.set(id, { source, ...paper, by, atMs: deps.now() });
        const detail = `${place}: ${paper.xHmm} x ${paper.yHmm} ${paper.mediaType}`;
        list.note(id, 'paper-said', { detail, by });
        return done();
      }),

    /** The certificate that the printer shows now is its own. `trustVersion` is the version of PrinterListing.trust. */
    acceptFingerprint(wanted: {
      entryId: number;
      fingerprint: string;
      trustVersion: number;
      by: string;
    }): PrinterOutcome {
      const listed = list.find(wanted.entryId);
      if (!listed) return { kind: 'absent', said: printerSentences.absent() };
      const { by, trustVersion: version } = wanted;
      const kind = trust.accept(listed.uri, wanted.fingerprint, { by, version });
      if (kind === 'absent') return { kind, said: printerSentences.absent() };
      if (kind === 'stale') return { kind, said: printerSentences.stale() };
      list.note(listed.id, 'certificate-accepted', { detail: wanted.fingerprint, by });
      registry.suspect(listed.uri);
      return done();
    },

    /** Who did what to a printer, newest first. */
    events: (entryId: number): PrinterEvent[] => list.events(entryId),
  };
}

const refused = (said: Said, findings: PrinterFinding[] = []): AddOutcome => ({
  kind: 'refused',
  said,
  findings,
});

const shownName = (name: string): string =>
  name
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longestName);

function readUri(given: string) {
  try {
    const { printerUri, credentials } = readIppTarget(given.trim());
    return given.length > 1023 ? undefined : { uri: printerUri, credentials };
  } catch {
    return undefined;
  }
}

/** `ipp://h/p` and `IPP://h:631/p` are one address. */
function sameUri(one: string, other: string): boolean {
  const plain = (uri: string) => readUri(withoutCredentials(uri))?.uri.toLowerCase() ?? uri;
  return plain(one) === plain(other);
}

/** By uuid; by address where one of both tells none. */
const entryOf = (found: FoundPrinter, listed: readonly ListedPrinter[]): ListedPrinter | undefined =>
  listed.find((one) =>
    one.printerUuid !== undefined && found.printerUuid !== undefined
      ? isSameUuid(one.printerUuid, found.printerUuid)
      : found.uris.some((uri) => sameUri(uri, one.uri)),
  );

async function ask(uri: string, { openPrinter }: PrinterAdminDeps) {
  const port = openPrinter(uri);
  try {
    return await examinePrinter(port);
  } finally {
    port.close();
  }
}
