/**
 * The shop floor of this agent, put together: state, acts, log and pictures, woken by what happens. Owns who wakes which topic; nothing
 * here asks again and again whether something has changed.
 */

import type { ReprintAsking } from '../link/reprint-asking.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import type { RecentLog } from '../machine/recent-log.ts';
import type { PrinterAdmin } from '../printer-admin/printer-admin.ts';
import type { PrintingLayer } from '../printing-layer.ts';
import type { SpoolLayer } from '../spool-layer.ts';
import { createFloorActs } from './floor-acts.ts';
import { createFloorHost, type FloorHost } from './floor-host.ts';
import { createFloorLog } from './floor-log.ts';
import { createFloorLogStore } from './floor-log-store.ts';
import { createFloorState } from './floor-state.ts';
import { createFloorThumbnails } from './floor-thumbnails.ts';
import type { PaperActs } from './paper-acts.ts';

export interface ShopFloorDeps {
  spoolLayer: Pick<SpoolLayer, 'spool' | 'folder' | 'identity' | 'line' | 'now' | 'config'>;
  printing: PrintingLayer;
  printerAdmin: PrinterAdmin;
  reprints: ReprintAsking;
  papers: PaperActs;
  recent: RecentLog;
  securityHeaders: Readonly<Record<string, string>>;
  actor: string;
}

export interface ShopFloor extends FloorHost {
  /** The cloud was reached, or is no longer. */
  linkChanged(): void;
  /** The cloud has told other print rules. */
  rulesChanged(): void;
}

export function openShopFloor(deps: ShopFloorDeps): ShopFloor {
  const { spoolLayer, printing, printerAdmin, reprints, papers, recent } = deps;
  const { spool, folder, identity, line, now, config } = spoolLayer;
  const { signals, jobs, pipeline, sheetAdmin } = printing;
  const agentLog: AgentLog = recent.log;
  let lastUpAtMs: number | undefined;

  const hasRoom = () => pipeline.room.now.state === 'ok';
  const thumbnails =
    sheetAdmin &&
    createFloorThumbnails({
      jobs,
      tools: sheetAdmin.tools,
      sourcesDir: folder.sourcesDir,
      thumbnailsDir: folder.thumbnailsDir,
      hasRoom,
      log: agentLog,
    });
  const log = createFloorLog({
    store: createFloorLogStore(spool),
    recent,
    orderNoOf: (jobId) => jobs.find(jobId)?.ticket.order_no,
    now,
  });
  const state = createFloorState({
    printing,
    printerAdmin,
    thumbnails,
    log,
    agentId: () => identity.agentId,
    agentName: config.name,
    link: () => ({ isUp: line.isUp, lastUpAtMs }),
    now,
  });
  const host = createFloorHost({
    printing,
    state,
    acts: createFloorActs({ printing, printerAdmin, reprints, papers, agentId: () => identity.agentId }),
    papers,
    log,
    thumbnails,
    securityHeaders: deps.securityHeaders,
    onWatched: printing.watching.watch,
    actor: deps.actor,
    agentLog,
    now,
  });

  const jobsChanged = () => host.wake(['queue', 'printers', 'waits', 'agents', 'log']);
  signals.jobMoved.listen(jobsChanged);
  signals.reportWritten.listen(jobsChanged);
  signals.queueChanged.listen(() => host.wake());
  signals.printerSeen.listen(() => host.wake(['printers', 'queue', 'waits', 'papers']));
  signals.printerListChanged.listen(() => host.wake());
  signals.printerSetAside.listen(() => host.wake(['printers', 'queue', 'waits', 'log']));
  signals.releaseChanged.listen(() => host.wake(['schedule', 'queue', 'waits']));
  signals.roomChanged.listen(() => {
    if (!hasRoom()) thumbnails?.giveUpRoom();
    host.wake(['agents', 'waits', 'queue']);
  });
  signals.sheetsChanged.listen(() => host.wake(['papers']));
  recent.onLine(() => host.wake(['log']));

  return {
    ...host,
    linkChanged() {
      if (line.isUp) lastUpAtMs = now();
      host.wake(['agents']);
    },
    rulesChanged: () => host.wake(['schedule']),
  };
}
