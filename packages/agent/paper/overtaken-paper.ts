/** What a person has said lies in a tray is forgotten once the printer tells that something else does. Owns when that is looked at. */
import type { AgentLog } from '../machine/agent-log.ts';
import type { PrinterListStore } from '../printers/printer-list-store.ts';
import type { PrinterView } from '../printers/printer-rules.ts';
import { overtakenWords } from './paper-rules.ts';
import type { StatedPaperStore } from './stated-paper-store.ts';

/** Never throws: what can't be written now is found by the next look. */
export function forgetOvertakenPaper(
  { entryId, reachable, description, name }: PrinterView,
  { paper, list, log }: { paper: StatedPaperStore; list: PrinterListStore; log: AgentLog },
): void {
  if (entryId === undefined || !reachable || !description) return;
  for (const { source, mediaType } of overtakenWords(description, paper.list(entryId))) {
    try {
      paper.remove(entryId, source);
      list.note(entryId, 'paper-forgotten', { detail: source ?? 'no tray', by: '' });
      log('info', 'printer.paper-forgotten', { name, source, mediaType });
    } catch (error) {
      log('warn', 'printer.paper-not-forgotten', { name, source, error });
    }
  }
}
