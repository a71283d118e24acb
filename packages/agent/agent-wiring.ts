/**
 * The agent's inside: stages, printers, link and clock tied together. Owns the order of starting and stopping; touches no
 * process signals, no environment and no adapter.
 */
import { createRequire } from 'node:module';
import type { AgentFolder } from './agent-folder.ts';
import type { AgentLog } from './agent-log.ts';
import { AgentStartError } from './agent-start-error.ts';
import type { OnBoundary } from './boundary.ts';
import { createCloudClock } from './cloud-clock.ts';
import { createCloudHttp } from './cloud-http.ts';
import type { AgentConfig } from './config.ts';
import { enrol } from './enrolment.ts';
import { loadIdentity } from './identity.ts';
import type { Spool } from './jobs/spool-db.ts';
import { createLink, type Link } from './link.ts';
import { createPipeline, type Pipeline } from './pipeline.ts';
import type { PhotoPreparer } from './ports/photo-preparer.ts';
import type { PhotoRestorer } from './ports/photo-restorer.ts';
import type { PrinterPort } from './ports/printer.ts';
import type { SheetTools } from './ports/sheet-tools.ts';
import { createPrinterNews } from './printers/printer-news.ts';
import { createPrinterRegistry, type PrinterRegistry } from './printers/printer-registry.ts';
import { createPrinterStore } from './printers/printer-store.ts';
import { createRestorationWork } from './restorations/restoration-work.ts';
import type { CalibrationDeps } from './sheets/calibration-admin.ts';
import type { ProfileDeps } from './sheets/profile-admin.ts';
import { removeOrphans } from './source-sweep.ts';

/** What reaches outside. */
export interface AgentPorts {
  openPrinter: (uri: string) => PrinterPort;
  preparer: PhotoPreparer;
  /** Without it this agent does no image work beside printing. */
  restorer?: PhotoRestorer;
  /** Without it nothing is calibrated here. */
  sheetTools?: SheetTools;
}

export interface RunningAgent {
  /** Undefined until it is enrolled. */
  readonly agentId: string | undefined;
  readonly isLinked: boolean;
  /** The jobs, submissions and reports in the spool. */
  readonly pipeline: Pipeline;
  readonly printers: PrinterRegistry;
  /** What the functions of sheets/calibration-admin.ts and profile-admin.ts work on. */
  readonly sheetAdmin: (CalibrationDeps & ProfileDeps) | undefined;
  /** Ends in order: nothing new is begun, a transfer under way may end. At most some 3 seconds. */
  stop(): Promise<void>;
  /** Ends at once, as a power cut would: nothing more is sent or written. For tests. */
  halt(): void;
}

const { version } = createRequire(import.meta.url)('./package.json') as { version: string };

export interface AgentParts {
  config: AgentConfig;
  folder: AgentFolder;
  spool: Spool;
  ports: AgentPorts;
  onBoundary: OnBoundary;
  log: AgentLog;
  now: () => number;
}

/** Ties the parts together and starts them. Throws AgentStartError when the identity can't be read or a code is missing. */
export function wireAgent(parts: AgentParts): RunningAgent {
  const { config, folder, spool, onBoundary, log, now } = parts;
  const { openPrinter, preparer, restorer, sheetTools } = parts.ports;
  const { cloudUrl } = config;
  const identity = loadIdentity(folder.identityPath, cloudUrl);
  if (!identity.agentId && !config.enrolCode) {
    throw new AgentStartError('This agent is not enrolled: set PLATEN_ENROL_CODE to a one-time code.');
  }
  const clock = createCloudClock({ now, log });
  const http = createCloudHttp({ cloudUrl, identity, clock });
  const stopping = new AbortController();
  let isHalted = false;

  const registry: PrinterRegistry = createPrinterRegistry({
    ...{ uris: config.printerUris, openPrinter, store: createPrinterStore(spool), now, log },
    interestIn(printerId) {
      if (isHalted) return 'none';
      if (pipeline.submissions.busyPrinterIds().has(printerId)) return 'printing';
      return pipeline.jobs.counts().held > 0 ? 'awaited' : 'none';
    },
    onChange(view) {
      pipeline.printersChanged();
      news.changed(view);
    },
  });
  const pipeline: Pipeline = createPipeline({
    ...{ folder, spool, registry, http, preparer, log, now },
    onBoundary: (name) => !isHalted && onBoundary(name),
    link: () => link,
    isEnrolled: () => identity.agentId !== undefined,
  });
  const restorations =
    restorer &&
    createRestorationWork({
      ...{ http, restorer, dir: folder.restorationsDir, log },
      send: (frame) => link.send(frame),
    });
  const link: Link = createLink({
    ...{ cloudUrl, http, clock, log, version },
    features: restorations ? ['page-ranges', 'restore'] : ['page-ranges'],
    lastSeq: () => pipeline.reports.lastSeq(),
    onWelcome(lastSeq) {
      news.all();
      pipeline.welcome(lastSeq);
    },
    onMessage(message) {
      if (message.type !== 'restore') pipeline.receive(message);
      else restorations?.receive(message);
    },
    onAcknowledged: (seq) => pipeline.acknowledged(seq),
    heartbeat() {
      news.refresh();
      const { spooled, held } = pipeline.jobs.counts();
      return { kind: 'heartbeat', spooled_jobs: spooled, held_jobs: held };
    },
    onDown: () => {},
  });
  const news = createPrinterNews({ registry, send: (frame) => link.send(frame), now });

  removeOrphans(folder, pipeline.jobs);
  registry.start();
  pipeline.start();
  const linking = enrol({ config, identity, http, clock, log, signal: stopping.signal }).then(
    (isEnrolled) => {
      if (!isEnrolled) return;
      pipeline.enrolled();
      link.start();
    },
  );
  log('info', 'agent.started', { version, printers: config.printerUris.length, ...pipeline.jobs.counts() });

  return {
    get agentId() {
      return identity.agentId;
    },
    get isLinked() {
      return link.isUp;
    },
    pipeline,
    printers: registry,
    sheetAdmin: sheetTools && {
      ...{ store: pipeline.sheets, registry, tools: sheetTools, now, log },
      busyPrinterIds: () => pipeline.submissions.busyPrinterIds(),
      ...{ preparedDir: folder.preparedDir, profilesDir: folder.profilesDir },
    },
    async stop() {
      stopping.abort();
      await Promise.all([pipeline.stop(), restorations?.stop()]);
      link.stop();
      registry.stop();
      http.close();
      await Promise.all([linking, preparer.close()]);
      spool.close();
      folder.release();
      log('info', 'agent.stopped');
    },
    halt() {
      isHalted = true;
      stopping.abort();
      registry.stop();
      void pipeline.stop().catch(() => {});
      void restorations?.stop();
      link.stop();
      http.close();
      spool.close();
      folder.release();
      void preparer.close();
    },
  };
}
