/**
 * The pipeline: spool -> fetch -> prepare -> submit -> watch, and report beside it. Owns who is woken by what; stages know
 * nothing of each other and hand over by rows, so that a restart resumes from the rows alone.
 */
import type { CloudFrame, ShopRules } from '@platen/contracts/agent-protocol';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import type { JobState } from '@platen/contracts/states';
import type { AgentFolder } from './agent-folder.ts';
import type { AgentLog } from './agent-log.ts';
import type { OnBoundary } from './boundary.ts';
import type { CloudHttp } from './cloud-http.ts';
import { createDiskRoom } from './disk-room.ts';
import { createJobAdmin } from './jobs/job-admin.ts';
import { createJobMoves } from './jobs/job-moves.ts';
import type { JobStore } from './jobs/job-store.ts';
import { createLostJobStore } from './jobs/lost-job-store.ts';
import { createPastJobStore } from './jobs/past-job-store.ts';
import { createPastJobSweep } from './jobs/past-job-sweep.ts';
import { createPersonActStore } from './jobs/person-act-store.ts';
import { createPrintGate } from './jobs/print-gate.ts';
import { createLocalShopRules } from './jobs/shop-rules-memory.ts';
import type { Link } from './link.ts';
import type { PhotoPreparer } from './ports/photo-preparer.ts';
import type { PrinterRegistry } from './printers/printer-registry.ts';
import type { PrinterSpeeds } from './printers/printer-speed-store.ts';
import { createPrinterTrialStore } from './printers/printer-trial-store.ts';
import { createPrinterTrials } from './printers/printer-trials.ts';
import type { ReleaseGate } from './schedule/release-gate.ts';
import { createSheetPlanner, type SheetChoice } from './sheets/sheet-planner.ts';
import { createSheetStore } from './sheets/sheet-store.ts';
import { evictOldest } from './source-sweep.ts';
import { createFactStore } from './spool/fact-store.ts';
import { createReportStore } from './spool/report-store.ts';
import type { Spool } from './spool/spool-db.ts';
import { isSpoolReplaced as findReplacedSpool } from './spool/spool-generation.ts';
import { createFetchStage } from './stages/fetch.ts';
import { createPrepareStage } from './stages/prepare.ts';
import { createPrintingPaces } from './stages/printing-pace.ts';
import { createReconciler } from './stages/reconcile.ts';
import { createRecoverStage } from './stages/recover.ts';
import { createReportStage } from './stages/report.ts';
import { createSpoolStage } from './stages/spool.ts';
import { createSubmitStage } from './stages/submit.ts';
import { createWatchStage } from './stages/watch.ts';
import { createSubmissionStore } from './submissions/submission-store.ts';

export interface PipelineDeps {
  folder: AgentFolder;
  spool: Spool;
  registry: PrinterRegistry;
  speeds: PrinterSpeeds;
  http: CloudHttp;
  preparer: PhotoPreparer;
  link: () => Link;
  /** False while the cloud isn't known to be ours: nothing can be asked for. */
  mayAsk: () => boolean;
  /** A printer was set aside or put back. */
  onPrinterTrial: (printerId: string) => void;
  disk: DiskLimits;
  jobs: JobStore;
  releaseGate: ReleaseGate;
  onSpooled: (ticket: PrintTicket) => void;
  onBoundary: OnBoundary;
  log: AgentLog;
  now: () => number;
  /** Of the machine, which nobody sets. */
  uptimeMs: () => number;
}

/** See AgentConfig. */
export interface DiskLimits {
  budgetBytes: number;
  leastFreeBytes: number;
}

export type Pipeline = ReturnType<typeof createPipeline>;

export function createPipeline(deps: PipelineDeps) {
  const { spool, jobs, releaseGate, registry, http, preparer, link, onBoundary, log, now } = deps;
  const { sourcesDir, preparedDir, profilesDir } = deps.folder;
  const submissions = createSubmissionStore(spool);
  const reports = createReportStore(spool);
  const past = createPastJobStore(spool);
  const facts = createFactStore(spool);
  const acts = createPersonActStore(spool);
  const rules = createLocalShopRules(facts, log);
  const sheets = createSheetStore(spool);
  const planner = createSheetPlanner({ store: sheets, preparedDir, profilesDir });
  const wanted = new Map<string, SheetChoice>();
  const claims = new Set<number>();
  const gate = createPrintGate({ log, onOpen: () => submit.wake() });
  const trials = createPrinterTrials({
    acts,
    log,
    now,
    store: createPrinterTrialStore(spool),
    onChange(printerId) {
      deps.onPrinterTrial(printerId);
      submit.printersChanged();
    },
  });
  const room = createDiskRoom({
    folder: deps.folder,
    log,
    ...deps.disk,
    onChange() {
      if (room.now.state !== 'ok') return;
      fetch.wake();
      prepare.wake();
    },
  });
  spool.onTrouble((trouble) => {
    if (trouble === 'full') return room.isFull();
    gate.close('damaged');
    room.isDamaged();
  });

  const moves = createJobMoves({
    spool,
    jobs,
    reports,
    now,
    onMoved: (state) => wakeFor[state]?.(),
    onReport: () => report.wake(),
  });
  const shared = {
    spool,
    jobs,
    submissions,
    moves,
    registry,
    speeds: deps.speeds,
    claims,
    trials,
    rules,
    paces: createPrintingPaces({ jobs, acts, speeds: deps.speeds, uptimeMs: deps.uptimeMs }),
    gate,
    acts,
    onBoundary,
    log,
    now,
  };
  const acknowledge = (id: string) => void link().send({ kind: 'ack', id });
  const lost = createLostJobStore(spool);
  const recover = createRecoverStage({ ...shared, lost, onFound: () => watch.wake() });
  const receive = createSpoolStage({
    ...shared,
    past,
    lost,
    acknowledge,
    onSpooled: deps.onSpooled,
    onLost: recover.wake,
  });
  const fetch = createFetchStage({
    ...shared,
    http,
    sourcesDir,
    mayAsk: deps.mayAsk,
    mayTake: (bytes) => room.mayTake(bytes) || (makeRoom(bytes) && room.mayTake(bytes)),
    onDiskFull: room.isFull,
  });
  const prepare = createPrepareStage({
    ...shared,
    preparer,
    planner,
    sheets,
    wanted,
    sourcesDir,
    preparedDir,
    hasRoom: () => room.now.state === 'ok' || room.now.state === 'over-budget',
  });
  const submit = createSubmitStage({
    ...shared,
    releaseGate,
    planner,
    wanted,
    onLeft: () => watch.wake(),
  });
  const watch = createWatchStage(shared);
  const report = createReportStage({
    ...shared,
    reports,
    sheets,
    link,
    sourcesDir,
    onForgotten: (seq) => reconciler.acknowledged(seq),
  });
  const reconciler = createReconciler({ ...shared, reports, facts, link, lost, onLost: recover.wake });
  const makeRoom = (bytes: number) => {
    const freed = evictOldest({ jobs, sourcesDir, mayFetchAgain: () => link().isUp, log }, bytes);
    if (freed) room.check();
    return freed;
  };
  const putAway = createPastJobSweep({ past, log, now });
  /** Which paper may stand in for which is one of them. */
  const takeRules = (told: ShopRules) => {
    rules.take(told);
    submit.printersChanged();
  };
  const isSpoolReplaced = findReplacedSpool(facts, deps.folder.generationPath);

  /** Which stage a job in this state waits for. A job that left a printer makes room there. */
  const wakeFor: Partial<Record<JobState, () => void>> = {
    accepted: () => fetch.wake(),
    preparing: () => prepare.wake(),
    ready: () => submit.wake(),
    printing: () => watch.wake(),
    held: () => fetch.wake(),
    printed: () => submit.wake(),
    unknown: () => submit.wake(),
    failed: () => submit.wake(),
    cancelled: () => watch.wake(),
  };

  return {
    jobs,
    moves,
    submissions,
    reports,
    trials,
    rules,
    gate,
    room,
    /** What a person at the shop can see and do. */
    admin: createJobAdmin(shared),
    sheets,
    planner,
    receive: receive.receive,
    hello() {
      // The cloud remembers what is said here: a power cut must not take it back.
      spool.sync();
      return {
        last_seq: reports.lastSeq(),
        acked_seq: Math.min(Number(facts.find('acked-seq') ?? 0), reports.lastSeq()),
        spool_replaced: isSpoolReplaced,
        now: new Date(now()).toISOString(),
      };
    },
    welcome({ last_seq: lastSeq, rules: told }: Extract<CloudFrame, { kind: 'welcome' }>) {
      if (told) takeRules(told);
      reconciler.welcome(lastSeq);
      report.welcome(lastSeq);
      fetch.retryNow();
    },
    takeRules,
    reconciled: reconciler.reconciled,
    acknowledged: report.acknowledged,
    /** The cloud has proved to be ours: files may be asked for. */
    cloudProven: () => fetch.wake(),
    printersChanged() {
      recover.wake();
      submit.printersChanged();
      watch.printersChanged();
    },
    /** Time has passed, or a person has decided: what waits may go now. */
    releaseChanged: () => submit.wake(),
    /** Everything that the rows say is open goes on. */
    start() {
      reconciler.start(isSpoolReplaced);
      room.start();
      putAway.start();
      for (const stage of [recover, watch, submit, prepare, fetch]) stage.wake();
    },
    async stop() {
      room.stop();
      putAway.stop();
      await Promise.all(
        [receive, recover, fetch, prepare, submit, watch, report].map((stage) => stage.stop()),
      );
    },
  };
}
