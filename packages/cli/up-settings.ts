/** What `platen up` tells its parts, and what it leaves to them: the settings of cloud, agent and virtual printer, with some defaults of its own. */
import { agentSettings } from '@platen/agent/machine/agent-settings';
import { cloudSettings } from '@platen/cloud/cloud-settings';
import type { Setting } from '@platen/contracts/settings';
import { virtualPrinterSettings } from '@platen/virtual-printer/virtual-printer-settings';

/** It chooses these, whatever is in the environment. */
export const setByUp: ReadonlySet<string> = new Set(
  [
    cloudSettings.demoEnrolCode,
    agentSettings.cloudUrl,
    agentSettings.enrolCode,
    virtualPrinterSettings.port,
  ].map(({ variable }) => variable),
);

/** What holds here when nothing is said, where it is something else than for the part alone. */
export const ownDefaults: ReadonlyMap<string, Pick<Setting, 'otherwise'>> = new Map([
  [agentSettings.printers.variable, { otherwise: 'a virtual printer' }],
  [agentSettings.discovery.variable, { otherwise: 'on, off with the virtual printer' }],
  [agentSettings.dir.variable, { otherwise: 'agent in the data folder' }],
  [agentSettings.consolePort.variable, { otherwise: '8081, or any when that is in use' }],
  [virtualPrinterSettings.dir.variable, { otherwise: 'printed in the data folder' }],
]);
