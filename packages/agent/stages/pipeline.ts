/**
 * The pipeline: spool -> fetch -> prepare -> submit -> watch, and report beside it. Owns who is woken by what; stages know
 * nothing of each other and hand over by rows, so that a restart resumes from the rows alone.
 */
import type { CloudFrame, ShopRules } from '@platen/contracts/agent-protocol';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import type { JobState } from '@platen/contracts/states';
import type { JobMoves } from '../jobs/job-moves.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { LocalShopRules } from '../jobs/local-shop-rules.ts';
import { createLostJobStore } from '../jobs/lost-job-store.ts';
import { createPastJobStore } from '../jobs/past-job-store.ts';
import { createPastJobSweep } from '../jobs/past-job-sweep.ts';
import type { PersonActStore } from '../jobs/person-act-store.ts';
import type { PrintGate } from '../jobs/print-gate.ts';
import type { QueueAdmin } from '../jobs/queue-admin.ts';
import { evictOldest } from '../jobs/source-sweep.ts';
import { createDiskRoom, type DiskRoomDeps } from '../machine/disk-room.ts';
import type { PhotoPreparer } from '../ports/photo-preparer.ts';
import type { PrinterSpeeds } from '../printer-trust/printer-speed-store.ts';
import type { PrinterTrials } from '../printer-trust/printer-trials.ts';
import type { PrinterRegistry } from '../printers/printer-registry.ts';
import type { PrinterView } from '../printers/printer-rules.ts';
import type { ReleaseGate } from '../schedule/release-gate.ts';
import { createSheetPlanner, type SheetChoice } from '../sheets/sheet-planner.ts';
import type { SheetStore } from '../sheets/sheet-store.ts';
import type { RequestStore } from '../spool/request-store.ts';
import { isSpoolReplaced as findReplacedSpool } from '../spool/spool-generation.ts';
import type { SpoolLayer } from '../spool-layer.ts';
import type { SubmissionStore } from '../submissions/submission-store.ts';
import { createFetchStage } from './fetch.ts';
import { createPrepareStage } from './prepare.ts';
import { createPrintingPaces } from './printing-pace.ts';
import type { PrintingSignals } from './printing-signals.ts';
import { createReconciler } from './reconcile.ts';
import { createRecoverStage } from './recover.ts';
import { createReportStage } from './report.ts';
import { createSpoolStage } from './spool.ts';
import { createSubmitStage } from './submit.ts';
import { createWatchStage } from './watch.ts';

export interface PipelineDeps extends SpoolLayer {
  jobs: JobStore;
  submissions: SubmissionStore;
  acts: PersonActStore;
  sheets: SheetStore;
  rules: LocalShopRules;
  gate: PrintGate;
  moves: JobMoves;
  registry: PrinterRegistry;
  speeds: PrinterSpeeds;
  trials: PrinterTrials;
  /** The printers with the marks that people and their trials put on them. */
  views: () => PrinterView[];
  requests: RequestStore;
  queueAdmin: QueueAdmin;
  signals: PrintingSignals;
  preparer: PhotoPreparer;
  /** See AgentConfig. */
  disk: Pick<DiskRoomDeps, 'budgetBytes' | 'minFreeBytes'>;
  releaseGate: ReleaseGate;
  /** In the transaction that adds the job. */
  onSpooled: (ticket: PrintTicket) => void;
}

export function createPipeline(deps: PipelineDeps) {
  const { spool, facts, reports, jobs, acts, speeds, rules, gate, signals, http, line, log, now } = deps;
  const { sourcesDir, preparedDir, profilesDir } = deps.folder;
  const past = createPastJobStore(spool);
  const lost = createLostJobStore(spool);
  const planner = createSheetPlanner({ store: deps.sheets, preparedDir, profilesDir });
  const putAway = createPastJobSweep({ past, log, now });
  const room = createDiskRoom({ folder: deps.folder, log, ...deps.disk, onChange: signals.roomChanged });
  spool.onTrouble((trouble) => {
    if (trouble === 'full') return room.isFull();
    gate.close('damaged');
    room.isDamaged();
  });
  const makeRoom = (bytes: number) => {
    const freed = evictOldest({ jobs, sourcesDir, mayFetchAgain: () => line.isUp, log }, bytes);
    if (freed) room.check();
    return freed;
  };

  const shared = {
    ...deps,
    past,
    lost,
    planner,
    sourcesDir,
    preparedDir,
    paces: createPrintingPaces({ jobs, acts, speeds, uptimeMs: deps.machine.uptimeMs }),
    /** Submissions that the submit stage works on. */
    claims: new Set<number>(),
    /** Printers that jobs are prepared for, by job. */
    wanted: new Map<string, SheetChoice>(),
  };
  const watch = createWatchStage(shared);
  const submit = createSubmitStage({ ...shared, onLeft: watch.wake });
  const prepare = createPrepareStage({
    ...shared,
    hasRoom: () => room.now.state === 'ok' || room.now.state === 'over-budget',
  });
  const fetch = createFetchStage({
    ...shared,
    mayAsk: () => http.isProven,
    mayTake: (bytes) => room.mayTake(bytes) || (makeRoom(bytes) && room.mayTake(bytes)),
    onDiskFull: room.isFull,
  });
  const recover = createRecoverStage({ ...shared, onFound: watch.wake });
  const receive = createSpoolStage({ ...shared, onLost: recover.wake });
  const reconciler = createReconciler({ ...shared, onLost: recover.wake });
  const report = createReportStage({ ...shared, onForgotten: reconciler.acknowledged });

  /** Which stage a job in this state waits for. A job that left a printer makes room there. */
  const wakeFor: Partial<Record<JobState, () => void>> = {
    accepted: fetch.wake,
    preparing: prepare.wake,
    ready: submit.wake,
    printing: watch.wake,
    held: fetch.wake,
    printed: submit.wake,
    unknown: submit.wake,
    failed: submit.wake,
    cancelled: watch.wake,
  };
  const printersChanged = () => {
    recover.wake();
    submit.printersChanged();
    watch.printersChanged();
  };
  signals.jobMoved.listen((state) => wakeFor[state]?.());
  signals.reportWritten.listen(report.wake);
  signals.releaseChanged.listen(submit.wake);
  signals.gateOpened.listen(submit.wake);
  signals.printerSeen.listen(printersChanged);
  signals.printerListChanged.listen(printersChanged);
  signals.printerSetAside.listen(submit.printersChanged);
  signals.queueChanged.listen(printersChanged);
  signals.roomChanged.listen(() => {
    if (room.now.state !== 'ok') return;
    fetch.wake();
    prepare.wake();
  });

  /** Which paper may stand in for which is one of them. */
  const takeRules = (told: ShopRules) => {
    rules.take(told);
    submit.printersChanged();
  };
  const isSpoolReplaced = findReplacedSpool(facts, deps.folder.generationPath);

  return {
    room,
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
    welcome({ last_seq: lastSeq, rules }: Extract<CloudFrame, { kind: 'welcome' }>) {
      takeRules(rules);
      reconciler.welcome(lastSeq);
      report.welcome(lastSeq);
      fetch.retryNow();
    },
    takeRules,
    reconciled: reconciler.reconciled,
    acknowledged: report.acknowledged,
    /** The cloud has proved to be ours: files may be asked for. */
    cloudProven: fetch.wake,
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
