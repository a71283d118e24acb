/** Everything outside that an agent reaches. */
import type { AgentLog } from '../machine/agent-log.ts';
import type { PhotoPreparer } from './photo-preparer.ts';
import type { PhotoRestorer } from './photo-restorer.ts';
import type { PrinterPort } from './printer.ts';
import type { PrinterAccess } from './printer-access.ts';
import type { PrinterDiscovery } from './printer-discovery.ts';
import type { SheetTools } from './sheet-tools.ts';

export interface AgentPorts {
  openPrinter: (uri: string, access: PrinterAccess) => PrinterPort;
  /** Without it nothing is looked for in the network. */
  openDiscovery?: (log: AgentLog) => PrinterDiscovery;
  preparer: PhotoPreparer;
  restorer: PhotoRestorer;
  /** Without it nothing is calibrated here. */
  sheetTools?: SheetTools;
}
