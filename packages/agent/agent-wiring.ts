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
import { askForProof } from './cloud-proof.ts';
import type { AgentConfig } from './config.ts';
import { openAgentConsole } from './console/agent-console.ts';
import { keepRecent } from './console/recent-log.ts';
import { createCredentialSeal } from './credential-seal.ts';
import { createPrinterFinder, type PrinterFinder } from './discovery/printer-finder.ts';
import { enrol } from './enrolment.ts';
import { loadIdentity } from './identity.ts';
import { createJobStore } from './jobs/job-store.ts';
import { createLink, type Link } from './link.ts';
import { createPipeline, type Pipeline } from './pipeline.ts';
import type { PhotoPreparer } from './ports/photo-preparer.ts';
import type { PhotoRestorer } from './ports/photo-restorer.ts';
import type { PrinterPort } from './ports/printer.ts';
import type { PrinterAccess } from './ports/printer-access.ts';
import type { PrinterDiscovery } from './ports/printer-discovery.ts';
import type { SheetTools } from './ports/sheet-tools.ts';
import { overtakenWords } from './printers/paper-rules.ts';
import { createPrinterAdmin, type PrinterAdmin } from './printers/printer-admin.ts';
import { adoptConfiguredPrinters } from './printers/printer-configuration.ts';
import { createPrinterListStore, type PrinterListStore } from './printers/printer-list-store.ts';
import { createPrinterNews } from './printers/printer-news.ts';
import { createPrinterRegistry, type PrinterRegistry } from './printers/printer-registry.ts';
import { createPrinterRequests } from './printers/printer-requests.ts';
import type { PrinterView } from './printers/printer-rules.ts';
import { createPrinterSpeeds } from './printers/printer-speed-store.ts';
import { createPrinterStore } from './printers/printer-store.ts';
import { createPrinterTrust, type PrinterTrust } from './printers/printer-trust.ts';
import { createStatedPaperStore, type StatedPaperStore } from './printers/stated-paper-store.ts';
import { createRestorationWork } from './restorations/restoration-work.ts';
import type { OpenTicker } from './schedule/cron-ticker.ts';
import { createPrintSchedule, type PrintSchedule } from './schedule/print-schedule.ts';
import { createScheduleAdmin, type ScheduleAdmin } from './schedule/schedule-admin.ts';
import { type MachineClock, realMachine } from './schedule/schedule-clock.ts';
import type { CalibrationDeps } from './sheets/calibration-admin.ts';
import type { ProfileDeps } from './sheets/profile-admin.ts';
import { removeOrphans } from './source-sweep.ts';
import type { Spool } from './spool/spool-db.ts';

/** What reaches outside. */
export interface AgentPorts {
  openPrinter: (uri: string, access: PrinterAccess) => PrinterPort;
  /** Without it nothing is looked for in the network. */
  openDiscovery?: (log: AgentLog) => PrinterDiscovery;
  preparer: PhotoPreparer;
  restorer: PhotoRestorer;
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
  /** Certificates and credentials of printers. */
  readonly trust: PrinterTrust;
  /** What a person can do with the list of printers. */
  readonly printerAdmin: PrinterAdmin;
  /** Where the operator's console is; undefined while there is none. */
  readonly consoleUrl: string | undefined;
  /** Resolves once the console listens, or has found that it can't. */
  readonly opened: Promise<void>;
  /** What a person can do with the print schedule here. */
  readonly schedule: ScheduleAdmin;
  /** What the functions of sheets/calibration-admin.ts and profile-admin.ts work on. */
  readonly sheetAdmin: (CalibrationDeps & ProfileDeps) | undefined;
  /** Ends in order: nothing new is begun, a transfer under way may end. At once without one, at most some 8 seconds. */
  stop(): Promise<void>;
  /** Ends at once, as a power cut would: nothing more is sent or written. For tests. */
  halt(): void;
}

const gib = 1024 ** 3;

const { version } = createRequire(import.meta.url)('./package.json') as { version: string };

export interface AgentParts {
  config: AgentConfig;
  folder: AgentFolder;
  spool: Spool;
  ports: AgentPorts;
  onBoundary: OnBoundary;
  log: AgentLog;
  now: () => number;
  machine?: MachineClock;
  openTicker?: OpenTicker;
}

/** Ties the parts together and starts them. Throws AgentStartError when the identity can't be read or a code is missing. */
export function wireAgent(parts: AgentParts): RunningAgent {
  const { config, folder, spool, onBoundary, now } = parts;
  const recent = keepRecent(parts.log, now);
  const { log } = recent;
  const { openPrinter, preparer, restorer, sheetTools } = parts.ports;
  const { cloudUrl } = config;
  const identity = loadIdentity(folder.identityPath);
  if (!identity.agentId && !config.enrolCode) {
    throw new AgentStartError('This agent is not enrolled: set PLATEN_ENROL_CODE to a one-time code.');
  }
  const clock = createCloudClock({ now, log });
  const http = createCloudHttp({ cloudUrl, identity, clock });
  const stopping = new AbortController();
  const jobs = createJobStore(spool);
  let isHalted = false;
  let isWired = false;

  const trust = createPrinterTrust({
    spool,
    seal: createCredentialSeal(identity.privateKey),
    now,
    log,
    ...(config.printerCredentials && { configured: config.printerCredentials }),
  });
  const openTrusted = (uri: string) => openPrinter(uri, trust.accessTo(uri));
  const speeds = createPrinterSpeeds(spool);
  const printerList = createPrinterListStore(spool, now);
  const paper = createStatedPaperStore(spool);
  adoptConfiguredPrinters(config.printerUris, { list: printerList, log });
  const registry: PrinterRegistry = createPrinterRegistry({
    list: printerList,
    store: createPrinterStore(spool),
    moveTrust: trust.move,
    now,
    log,
    openPrinter: openTrusted,
    interests: () =>
      isHalted
        ? { busyPrinterIds: new Set(), isAwaited: false }
        : {
            busyPrinterIds: pipeline.submissions.busyPrinterIds(),
            isAwaited: pipeline.jobs.counts().held > 0,
          },
    onListChange: () => isWired && listChanged(),
    paperOf: (entryId) => ({ stated: paper.list(entryId), substitutes: pipeline.rules.now.substitutes }),
    isDiscovering: () => finder.isOn,
    onChange(view) {
      forgetOvertakenPaper(view, { paper, list: printerList, log });
      schedule.printerSeen(view);
      pipeline.printersChanged();
      for (const marked of pipeline.trials.mark([view])) news.changed(marked);
    },
  });
  const finder: PrinterFinder = createPrinterFinder({
    discovery: config.discovery === true ? parts.ports.openDiscovery?.(log) : undefined,
    registry,
  });
  const pipeline: Pipeline = createPipeline({
    folder,
    spool,
    jobs,
    registry,
    speeds,
    http,
    preparer,
    log,
    now,
    uptimeMs: (parts.machine ?? realMachine).uptimeMs,
    releaseGate: {
      judge: (groups) => schedule.gate.judge(groups),
      readyFor: (...at) => schedule.gate.readyFor(...at),
    },
    onSpooled: (ticket) => schedule.spooled(ticket),
    onBoundary: (name) => !isHalted && onBoundary(name),
    link: () => link,
    mayAsk: () => http.isProven,
    disk: {
      budgetBytes: config.diskBudgetBytes ?? 20 * gib,
      leastFreeBytes: config.leastFreeBytes ?? gib / 2,
    },
    onPrinterTrial(printerId) {
      const view = views().find((one) => one.printerId === printerId);
      if (view) news.changed(view);
    },
  });
  const schedule: PrintSchedule = createPrintSchedule({
    spool,
    jobs,
    log,
    now,
    cloudClock: clock,
    moves: () => pipeline.moves,
    printers: () => registry.list(),
    isLinked: () => link.isUp,
    send: (frame) => link.send(frame),
    acknowledge: (id) => void link.send({ kind: 'ack', id }),
    wake: () => pipeline.releaseChanged(),
    ...(parts.machine && { machine: parts.machine }),
    ...(parts.openTicker && { openTicker: parts.openTicker }),
  });
  const restorations = createRestorationWork({
    http,
    restorer,
    dir: folder.restorationsDir,
    log,
    send: (frame) => link.send(frame),
  });
  const link: Link = createLink({
    cloudUrl,
    http,
    clock,
    log,
    version,
    prove: (signal) => askForProof({ http, identity, cloudUrl }, signal),
    onProven: () => pipeline.cloudProven(),
    hello: pipeline.hello,
    onWelcome(welcome) {
      news.all();
      schedule.linked(welcome.now);
      pipeline.welcome(welcome);
    },
    onRules: pipeline.takeRules,
    onReconciled: pipeline.reconciled,
    onMessage(message) {
      if (message.type === 'restore' || message.type === 'restore-cancel') restorations.receive(message);
      else if (message.type === 'schedule' || message.type === 'backlog') schedule.receive(message);
      else if (message.type === 'printer') printerRequests.receive(message);
      else pipeline.receive(message);
    },
    onAcknowledged: (seq) => pipeline.acknowledged(seq),
    heartbeat() {
      news.refresh();
      schedule.news.refresh();
      const { spooled, held } = pipeline.jobs.counts();
      return { kind: 'heartbeat', spooled_jobs: spooled, held_jobs: held, disk: pipeline.room.now };
    },
    onDown: () => schedule.unlinked(),
  });
  const views = () => pipeline.trials.mark(registry.list());
  const listChanged = () => {
    pipeline.printersChanged();
    news.all();
  };
  const news = createPrinterNews({
    list: views,
    now,
    send: (frame) => link.send(frame),
    reportOf: (view) => printerAdmin.report(view),
  });

  const printerAdmin = createPrinterAdmin({
    list: printerList,
    registry,
    views,
    finder,
    trust,
    speeds,
    openPrinter: openTrusted,
    trials: pipeline.trials,
    paper,
    now,
  });
  const printerRequests = createPrinterRequests({
    admin: printerAdmin,
    spool,
    log,
    now,
    send: (frame) => link.send(frame),
  });
  isWired = true;
  const sheetAdmin = sheetTools && {
    store: pipeline.sheets,
    registry,
    tools: sheetTools,
    now,
    log,
    busyPrinterIds: () => pipeline.submissions.busyPrinterIds(),
    preparedDir: folder.preparedDir,
    profilesDir: folder.profilesDir,
  };
  const scheduleAdmin = createScheduleAdmin(schedule);
  const console = openAgentConsole(config.consolePort, {
    dir: folder.dir,
    registry,
    pipeline,
    recent,
    now,
    schedule: scheduleAdmin,
    identity,
    printerAdmin,
    trust,
    sheetAdmin,
    isLinked: () => link.isUp,
  });

  removeOrphans(folder, pipeline.jobs);
  schedule.start();
  registry.start();
  finder.start();
  pipeline.start();
  const opened = console?.start() ?? Promise.resolve();
  const linking = enrol({ config, identity, http, clock, log, signal: stopping.signal }).then(
    (isEnrolled) => {
      if (isEnrolled) link.start();
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
    trust,
    printerAdmin,
    get consoleUrl() {
      return console?.url;
    },
    opened,
    schedule: scheduleAdmin,
    sheetAdmin,
    async stop() {
      stopping.abort();
      schedule.stop();
      await opened;
      await Promise.all([pipeline.stop(), restorations.stop(), console?.stop()]);
      await link.stop();
      finder.stop();
      news.stop();
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
      schedule.stop();
      finder.stop();
      news.stop();
      registry.stop();
      void pipeline.stop().catch(() => {});
      void restorations.stop();
      void console?.stop();
      link.halt();
      http.close();
      spool.close();
      folder.release();
      void preparer.close();
    },
  };
}

/** What a person has said lies in a tray is forgotten once the printer tells that something else does. */
function forgetOvertakenPaper(
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
      // The next look finds it still there.
      log('warn', 'printer.paper-not-forgotten', { name, source, error });
    }
  }
}
