/**
 * The middle one of the agent's three layers: what is in the spool becomes paper. Jobs and their moves, the printers, the schedule that
 * says when, and the stages. Owns the order in which they are made, started and stopped. It prints on when nobody stands above it:
 * what others may want to hear it says by signals.
 */
import { createJobAdmin } from './jobs/job-admin.ts';
import { createJobMoves } from './jobs/job-moves.ts';
import { createJobStore } from './jobs/job-store.ts';
import { createLocalShopRules } from './jobs/local-shop-rules.ts';
import { createPersonActStore } from './jobs/person-act-store.ts';
import { createPrintGate } from './jobs/print-gate.ts';
import { createQueueAdmin } from './jobs/queue-admin.ts';
import { deleteOrphans } from './jobs/source-sweep.ts';
import { forgetOvertakenPaper } from './paper/overtaken-paper.ts';
import { createStatedPaperStore } from './paper/stated-paper-store.ts';
import type { AgentPorts } from './ports/agent-ports.ts';
import { createCredentialSeal } from './printer-trust/credential-seal.ts';
import { createPrinterSpeeds } from './printer-trust/printer-speed-store.ts';
import { createPrinterTrialStore } from './printer-trust/printer-trial-store.ts';
import { createPrinterTrials } from './printer-trust/printer-trials.ts';
import { createPrinterTrust } from './printer-trust/printer-trust.ts';
import { adoptConfiguredPrinters } from './printers/printer-configuration.ts';
import { createPrinterListStore } from './printers/printer-list-store.ts';
import { createPrinterPauses } from './printers/printer-pauses.ts';
import { createPrinterRegistry } from './printers/printer-registry.ts';
import type { PrinterView } from './printers/printer-rules.ts';
import { createPrinterStore } from './printers/printer-store.ts';
import { createPrinterWatching } from './printers/printer-watching.ts';
import type { OpenTicker } from './schedule/cron-ticker.ts';
import { createPrintSchedule } from './schedule/print-schedule.ts';
import { createScheduleAdmin } from './schedule/schedule-admin.ts';
import type { CalibrationDeps } from './sheets/calibration-admin.ts';
import type { ProfileDeps } from './sheets/profile-admin.ts';
import { createSheetStore } from './sheets/sheet-store.ts';
import { createRequestStore } from './spool/request-store.ts';
import type { SpoolLayer } from './spool-layer.ts';
import { createPipeline } from './stages/pipeline.ts';
import { createPrintingSignals } from './stages/printing-signals.ts';
import { createSubmissionStore } from './submissions/submission-store.ts';

export interface PrintingLayerDeps {
  ports: Pick<AgentPorts, 'openPrinter' | 'openDiscovery' | 'preparer' | 'sheetTools'>;
  /** node-cron unless told. */
  openTicker: OpenTicker | undefined;
}

export type PrintingLayer = ReturnType<typeof openPrintingLayer>;

export function openPrintingLayer(below: SpoolLayer, { ports, openTicker }: PrintingLayerDeps) {
  const { config, folder, spool, facts, reports, identity, line, log, now, machine } = below;
  const signals = createPrintingSignals();

  // Jobs, and what was done about each.
  const jobs = createJobStore(spool);
  const submissions = createSubmissionStore(spool);
  const acts = createPersonActStore(spool);
  const sheets = createSheetStore(spool, () => signals.sheetsChanged());
  const rules = createLocalShopRules(facts, log);
  const gate = createPrintGate({ log, onOpen: signals.gateOpened });
  const moves = createJobMoves({
    spool,
    jobs,
    reports,
    now,
    onMoved: signals.jobMoved,
    onReport: signals.reportWritten,
  });

  // The printers: which they are, whether it is them, what they are worth, and what lies in them.
  const trust = createPrinterTrust({
    spool,
    seal: createCredentialSeal(identity.privateKey),
    now,
    log,
    ...(config.printerCredentials && { configured: config.printerCredentials }),
  });
  const openPrinter = (uri: string) => ports.openPrinter(uri, trust.accessTo(uri));
  const speeds = createPrinterSpeeds(spool);
  const trials = createPrinterTrials({
    store: createPrinterTrialStore(spool),
    acts,
    log,
    now,
    onChange: signals.printerSetAside,
  });
  const pauses = createPrinterPauses({ spool, onChange: signals.queueChanged });
  const printerList = createPrinterListStore(spool, now);
  const paper = createStatedPaperStore(spool);
  adoptConfiguredPrinters(config.printerUris, { list: printerList, log });
  const watching = createPrinterWatching();
  const registry = createPrinterRegistry({
    list: printerList,
    store: createPrinterStore(spool),
    moveTrust: trust.move,
    now,
    log,
    openPrinter,
    interests: () => ({
      busyPrinterIds: submissions.busyPrinterIds(),
      isAwaited: jobs.counts().held > 0,
      isWatched: watching.isWatched,
    }),
    paperOf: (entryId) => ({ stated: paper.list(entryId), substitutes: rules.now.substitutes }),
    isDiscovering: config.discovery === true && ports.openDiscovery !== undefined,
    onChange: signals.printerSeen,
    onListChange: signals.printerListChanged,
  });
  signals.printerSeen.listen((view) => forgetOvertakenPaper(view, { paper, list: printerList, log }));

  // When a job may go. It hears of a printer before anything can be sent there.
  const schedule = createPrintSchedule({
    spool,
    jobs,
    moves,
    printers: registry.list,
    line,
    cloudClock: below.clock,
    machine,
    log,
    now,
    wake: signals.releaseChanged,
    ...(openTicker && { openTicker }),
  });
  signals.printerSeen.listen(schedule.printerSeen);

  const mark = (views: PrinterView[]): PrinterView[] => pauses.mark(trials.mark(views));
  const views = () => mark(registry.list());
  const requests = createRequestStore(spool, now);
  const queueAdmin = createQueueAdmin({
    spool,
    jobs,
    submissions,
    moves,
    acts,
    pauses,
    views,
    judgeAnew: schedule.judgeAnew,
    letGo: schedule.letGo,
    cloudNowMs: () => now() + (below.clock.offsetMs ?? 0),
    onChange: signals.queueChanged,
    log,
    now,
  });

  // From the cloud's message to the sheet in the tray.
  const atWork = { spool, jobs, submissions, moves, registry, speeds, trials, rules, gate, acts, sheets };
  const pipeline = createPipeline({
    ...below,
    ...atWork,
    views,
    requests,
    queueAdmin,
    signals,
    releaseGate: schedule.gate,
    onSpooled: schedule.spooled,
    preparer: ports.preparer,
    disk: { budgetBytes: config.diskBudgetBytes, minFreeBytes: config.minFreeBytes },
  });

  const { sheetTools } = ports;
  const sheetAdmin: (CalibrationDeps & ProfileDeps) | undefined = sheetTools && {
    store: sheets,
    registry,
    tools: sheetTools,
    now,
    log,
    busyPrinterIds: () => submissions.busyPrinterIds(),
    preparedDir: folder.preparedDir,
    profilesDir: folder.profilesDir,
  };

  return {
    watching,
    signals,
    jobs,
    submissions,
    acts,
    reports,
    gate,
    trials,
    registry,
    /** The printers with the marks that people and their trials put on them. */
    printers: views,
    mark,
    pauses,
    requests,
    queueAdmin,
    printerList,
    openPrinter,
    trust,
    speeds,
    paper,
    schedule,
    pipeline,
    /** What a person at the shop can see and do: jobs, schedule, calibrations and profiles (undefined where no image work is done). */
    jobAdmin: createJobAdmin({ ...below, ...atWork }),
    scheduleAdmin: createScheduleAdmin(schedule),
    sheetAdmin,
    /** What the shop wants done about trouble, as the cloud told it last. */
    rules,
    /** Everything that the rows say is open goes on. */
    start() {
      deleteOrphans(folder, jobs);
      schedule.start();
      registry.start();
      pipeline.start();
    },
    /** Nothing new is begun; resolves when a transfer under way has ended, or has had its time (stages/submit.ts). */
    async rest() {
      schedule.stop();
      await pipeline.stop();
    },
    async close() {
      registry.stop();
      await ports.preparer.close();
    },
    /** Ends at once, as a power cut would. For tests. */
    halt() {
      schedule.stop();
      registry.stop();
      void pipeline.stop().catch(() => {});
      void ports.preparer.close();
    },
  };
}
