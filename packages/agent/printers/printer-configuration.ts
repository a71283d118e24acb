/** PLATEN_PRINTERS taken over into the shop's list at each start. Owns what the configuration may change there: what it added itself. */
import type { AgentLog } from '../machine/agent-log.ts';
import type { PrinterListStore } from './printer-list-store.ts';

/**
 * Adds what is new in the configuration and removes what has gone from it. What a person removed by hand stays removed until the
 * configuration drops it; a printer that has moved is known by the URI that the configuration had for it.
 */
export function adoptConfiguredPrinters(
  uris: readonly string[],
  { list, log }: { list: PrinterListStore; log: AgentLog },
): void {
  list.forgetRemovals(uris);
  for (const uri of uris) {
    const printers = list.list();
    const known =
      printers.find(({ configuredUri }) => configuredUri === uri) ?? printers.find((one) => one.uri === uri);
    if (known) {
      if (known.configuredUri !== uri) list.setConfigured(known.id, uri);
      // The agent itself had switched it off, when the configuration dropped it.
      else if (!known.isEnabled && known.changedBy === '') list.setEnabled(known.id, true, '');
    } else if (list.isRemovedByPerson(uri)) log('info', 'printer.stays-removed', { uri });
    else list.add({ uri, origin: 'configuration', configuredUri: uri, by: '' });
  }
  for (const { id, uri, name, configuredUri, origin, isEnabled } of list.list()) {
    if (configuredUri === undefined || uris.includes(configuredUri)) continue;
    if (origin !== 'configuration') list.setConfigured(id, undefined);
    else if (!list.hasOpenWork(uri)) list.remove(id, '');
    else {
      // Something of ours is still there and must be followed to its end.
      log('warn', 'printer.kept-for-its-job', { uri, name });
      if (isEnabled) list.setEnabled(id, false, '');
    }
  }
}
