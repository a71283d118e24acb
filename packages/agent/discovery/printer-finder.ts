/**
 * The printers that the network offers, and the known ones among them. Owns that found printers are offered and nothing more: a
 * person adds them. A printer of the list that is silent is looked for more often, and followed by the registry.
 */
import type { PrinterDiscovery } from '../ports/printer-discovery.ts';
import type { PrinterRegistry } from '../printers/printer-registry.ts';
import { type FoundPrinter, mergeAnnouncements } from './found-printer-rules.ts';

export interface PrinterFinderDeps {
  /** Undefined: discovery is off. */
  discovery: PrinterDiscovery | undefined;
  registry: PrinterRegistry;
}

export type PrinterFinder = ReturnType<typeof createPrinterFinder>;

const searchMs = 10_000;

export function createPrinterFinder({ discovery, registry }: PrinterFinderDeps) {
  let timer: NodeJS.Timeout | undefined;
  let found: FoundPrinter[] = [];
  let gathering: NodeJS.Timeout | undefined;

  const read = (): void => {
    gathering = undefined;
    found = mergeAnnouncements(discovery?.list() ?? []);
    announce();
  };
  const announce = (): void =>
    registry.announce(
      found.flatMap(({ printerUuid, uris }) => (printerUuid === undefined ? [] : [{ printerUuid, uris }])),
    );
  const search = (): void => {
    if (!registry.list().some(({ reachable }) => reachable === false)) return;
    discovery?.ask();
    announce();
  };

  return {
    isOn: discovery !== undefined,
    /** Everything that was seen, printers of the list too. */
    list: (): FoundPrinter[] => found,
    /** Asks the network now; what answers is in the list a moment later. */
    ask: (): void => discovery?.ask(),
    start(): void {
      if (!discovery) return;
      // Records of one printer come in several packets: they are read together.
      discovery.start(() => {
        gathering ??= setTimeout(read, 50);
      });
      timer = setInterval(search, searchMs);
    },
    stop(): void {
      clearInterval(timer);
      clearTimeout(gathering);
      discovery?.stop();
    },
  };
}
