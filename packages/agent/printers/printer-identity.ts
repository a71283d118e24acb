/**
 * Which printer an answer belongs to, and where a printer has gone. Owns that a printer is followed to another address only when it
 * is silent where it was and says its own uuid where it is said to be; and that two printers that changed places are told apart.
 *
 * INVARIANTS
 * 1. A uuid that a printer has answered with is replaced by a person alone.
 * 2. A printer is never followed from an encrypted address to one that isn't, nor from the shop's network out of it.
 */
import { nextPauseMs } from '@platen/contracts/retry-pauses';
import type { AgentLog } from '../machine/agent-log.ts';
import type { PrinterDescription, PrinterPort } from '../ports/printer.ts';
import { isPrivateUri } from './local-address-rules.ts';
import type { PrinterListStore } from './printer-list-store.ts';
import type { PrinterEntry } from './printer-look.ts';
import type { PrinterStore } from './printer-store.ts';

/** Where a printer says that it is. */
export interface AnnouncedAddress {
  printerUuid: string;
  uris: readonly string[];
}

export interface PrinterIdentityDeps {
  list: PrinterListStore;
  store: PrinterStore;
  openPrinter: (uri: string) => PrinterPort;
  moveTrust?: (fromUri: string, toUri: string) => void;
  entries: () => PrinterEntry[];
  reload: () => void;
  suspect: (entry: PrinterEntry) => void;
  now: () => number;
  log: AgentLog;
}

/** Printers write their uuid in either case. */
export const isSameUuid = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && one.toLowerCase() === other?.toLowerCase();

export function createPrinterIdentity(deps: PrinterIdentityDeps) {
  const { list, entries, log } = deps;
  const tried = new Map<string, number>();
  const trying = new Set<number>();

  const isSilent = ({ view }: PrinterEntry) => view.reachable === false;

  return {
    /** The id of the printer that answered at this entry; undefined: another printer than the entry stands for. */
    judge(entry: PrinterEntry, { printerUuid, name }: PrinterDescription): string | undefined {
      const { listed } = entry;
      if (!printerUuid) return listed.printerUuid ?? listed.uri;
      if (listed.printerUuid === printerUuid) return printerUuid;
      const twin = entries().find((other) => other !== entry && other.listed.printerUuid === printerUuid);
      if (listed.printerUuid === undefined) {
        if (twin && !isSilent(twin)) {
          if (entry.view.printerId !== listed.uri || !entry.view.description)
            log('warn', 'printer.listed-twice', { uri: listed.uri, sameAs: twin.listed.uri });
          return listed.uri;
        }
        if (twin) takeOver(entry, twin, deps);
        list.setIdentity(listed.id, printerUuid);
        entry.listed = list.find(listed.id) ?? listed;
        return printerUuid;
      }
      if (!entry.view.identityTrouble)
        log('warn', 'printer.identity-changed', {
          uri: listed.uri,
          known: listed.printerUuid,
          shown: printerUuid,
          name,
        });
      if (twin) changePlaces(entry, twin, deps);
      return undefined;
    },

    /** Follows those that are silent where they were. */
    async announced(addresses: readonly AnnouncedAddress[]): Promise<void> {
      for (const { printerUuid, uris } of addresses) {
        const entry = entries().find((one) => isSameUuid(one.listed.printerUuid, printerUuid));
        if (!entry || !isSilent(entry) || trying.has(entry.listed.id)) continue;
        const to = uris.find((uri) => mayFollow(entry, uri, deps, tried));
        if (to === undefined) continue;
        trying.add(entry.listed.id);
        tried.set(to, deps.now());
        await follow(entry, { printerUuid, to }, deps).finally(() => trying.delete(entry.listed.id));
      }
    },
  };
}

function mayFollow(
  { listed }: PrinterEntry,
  uri: string,
  { entries, now }: PrinterIdentityDeps,
  tried: Map<string, number>,
): boolean {
  const scheme = (text: string) => text.split(':')[0]?.toLowerCase();
  return (
    uri !== listed.uri &&
    scheme(uri) === scheme(listed.uri) &&
    (isPrivateUri(uri) || !isPrivateUri(listed.uri)) &&
    !entries().some((other) => other.listed.uri === uri) &&
    now() - (tried.get(uri) ?? Number.NEGATIVE_INFINITY) >= nextPauseMs('printerMoved', 0)
  );
}

/** Asks at the new address who is there, and moves when it is the printer. Never rejects. */
async function follow(
  entry: PrinterEntry,
  { printerUuid, to }: { printerUuid: string; to: string },
  deps: PrinterIdentityDeps,
): Promise<void> {
  const { list, store, log } = deps;
  const { id, uri: from } = entry.listed;
  let port: PrinterPort | undefined;
  try {
    // First of all, so that another printer's certificate is never trusted there in its place.
    deps.moveTrust?.(from, to);
    port = deps.openPrinter(to);
    const pulse = await port.pulse();
    if (
      !isSameUuid(pulse.printerUuid, printerUuid) ||
      list.find(id)?.uri !== from ||
      entry.view.reachable !== false
    )
      return;
    list.move([{ id, printerUuid: entry.listed.printerUuid ?? printerUuid, from, to }]);
    store.move(from, to);
    log('info', 'printer.moved', { name: entry.view.name, from, to });
    deps.reload();
  } catch (error) {
    log('warn', 'printer.not-followed', { name: entry.view.name, from, to, error });
  } finally {
    port?.close();
  }
}

/** A printer that was set up anew at its new address: the old entry, silent, gives way and leaves its journal. */
function takeOver(entry: PrinterEntry, twin: PrinterEntry, { list, log, reload }: PrinterIdentityDeps): void {
  const { uri: to } = entry.listed;
  const { id, uri: from, printerUuid = '' } = twin.listed;
  list.takeJournal({ printerUuid, to });
  list.remove(id, '');
  log('info', 'printer.moved', { name: twin.view.name, from, to });
  queueMicrotask(reload);
}

/** The printer of another entry answers here: that entry takes this address, unless it is well where it is. */
function changePlaces(entry: PrinterEntry, other: PrinterEntry, deps: PrinterIdentityDeps): void {
  const { list, store, log } = deps;
  const isElsewhere = other.view.reachable === false;
  if (!isElsewhere) {
    // Perhaps it has only not been asked since: the next look here knows.
    if (other.view.reachable !== undefined) deps.suspect(other);
    return;
  }
  const [here, there] = [entry.listed, other.listed];
  if (!here.printerUuid || !there.printerUuid) return;
  list.move([
    { id: there.id, printerUuid: there.printerUuid, from: there.uri, to: here.uri },
    { id: here.id, printerUuid: here.printerUuid, from: here.uri, to: there.uri },
  ]);
  store.swap(here.uri, there.uri);
  log('info', 'printer.changed-places', { one: entry.view.name, other: other.view.name });
  queueMicrotask(deps.reload);
}
