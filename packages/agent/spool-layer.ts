/**
 * The lowest of the agent's three layers: what it has on its own machine. The folder, the spool in it, who the agent is, its log and
 * its clocks, and the line on which it can speak to the cloud. Owns that what was taken is given back in reverse order, when the start
 * fails too. Knows nothing of printers.
 */
import { createRequire } from 'node:module';
import { createCloudClock } from './cloud-access/cloud-clock.ts';
import { createCloudHttp } from './cloud-access/cloud-http.ts';
import { createCloudLine } from './cloud-access/cloud-line.ts';
import { ensureIdentity } from './cloud-access/identity.ts';
import { openAgentFolder } from './machine/agent-folder.ts';
import type { AgentLog } from './machine/agent-log.ts';
import { AgentStartError } from './machine/agent-start-error.ts';
import type { OnBoundary } from './machine/boundary.ts';
import type { AgentConfig } from './machine/config.ts';
import type { MachineClock } from './machine/machine-clock.ts';
import { keepRecent } from './machine/recent-log.ts';
import { createFactStore } from './spool/fact-store.ts';
import { createReportStore } from './spool/report-store.ts';
import { openSpool } from './spool/spool-db.ts';

export interface SpoolLayerDeps {
  config: AgentConfig;
  log: AgentLog;
  /** Milliseconds since 1970 by the shop's clock. */
  now: () => number;
  machine: MachineClock;
  onBoundary: OnBoundary;
}

const { version } = createRequire(import.meta.url)('./package.json') as { version: string };

export type SpoolLayer = ReturnType<typeof openSpoolLayer>;

/** Throws AgentStartError with a sentence: the folder, the spool or the identity can't be used, or a code is missing. */
export function openSpoolLayer({ config, now, machine, ...deps }: SpoolLayerDeps) {
  using taken = new DisposableStack();
  const recent = keepRecent(deps.log, now);
  const { log } = recent;

  const folder = taken.adopt(openAgentFolder(config.dir), (it) => it.release());
  const spool = taken.adopt(openSpool(folder.spoolPath), (it) => it.close());
  const identity = ensureIdentity(folder.identityPath);
  if (!identity.agentId && !config.enrolCode) {
    throw new AgentStartError('This agent is not enrolled: set PLATEN_ENROL_CODE to a one-time code.');
  }

  const clock = createCloudClock({ now, log });
  const http = taken.adopt(createCloudHttp({ cloudUrl: config.cloudUrl, identity, clock }), (it) =>
    it.close(),
  );
  const everything = taken.move();

  return {
    version,
    config,
    folder,
    spool,
    facts: createFactStore(spool),
    reports: createReportStore(spool),
    identity,
    http,
    clock,
    line: createCloudLine(),
    recent,
    log,
    now,
    machine,
    /** Without a spool nothing passes any more: the power is cut. */
    onBoundary: ((name) => spool.isOpen && deps.onBoundary(name)) satisfies OnBoundary,
    /** Gives back all of it. At once. */
    close: () => everything.dispose(),
  };
}
