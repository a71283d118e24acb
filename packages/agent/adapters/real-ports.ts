/** What an agent in a shop reaches outside with: IPP printers, and image work in child processes. */
import type { AgentPorts } from '../ports/agent-ports.ts';
import { createMdnsDiscovery } from './discovery-mdns.ts';
import { createPoolPreparer } from './photo-preparer-pool.ts';
import { openIppPrinter } from './printer-ipp.ts';

/** The real ports; nothing is opened before it is needed. `modelsDir`: the folder of the models that restorations may run. */
export function openRealPorts({ modelsDir }: { modelsDir?: string | undefined } = {}): AgentPorts {
  const pool = createPoolPreparer({ modelsDir });
  return {
    openPrinter: openIppPrinter,
    openDiscovery: createMdnsDiscovery,
    preparer: pool,
    restorer: pool,
    sheetTools: pool,
  };
}
