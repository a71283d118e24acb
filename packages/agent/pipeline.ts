/**
 * The pipeline: spool -> fetch -> prepare -> submit -> watch, and report beside it. Owns who is woken by what; stages know
 * nothing of each other and hand over by rows, so that a restart resumes from the rows alone.
 */
import type { JobState } from '@platen/contracts/states';
import type { AgentFolder } from './agent-folder.ts';
import type { AgentLog } from './agent-log.ts';
import type { OnBoundary } from './boundary.ts';
import type { CloudHttp } from './cloud-http.ts';
import { createJobMoves } from './jobs/job-moves.ts';
import { createJobStore } from './jobs/job-store.ts';
import { createReportStore } from './jobs/report-store.ts';
import type { Spool } from './jobs/spool-db.ts';
import { createSubmissionStore } from './jobs/submission-store.ts';
import type { Link } from './link.ts';
import type { PhotoPreparer } from './ports/photo-preparer.ts';
import type { PrinterRegistry } from './printers/printer-registry.ts';
import { createSheetPlanner, type SheetChoice } from './sheets/sheet-planner.ts';
import { createSheetStore } from './sheets/sheet-store.ts';
import { createFetchStage } from './stages/fetch.ts';
import { createPrepareStage } from './stages/prepare.ts';
import { createReportStage } from './stages/report.ts';
import { createSpoolStage } from './stages/spool.ts';
import { createSubmitStage } from './stages/submit.ts';
import { createWatchStage } from './stages/watch.ts';

export interface PipelineDeps {
  folder: AgentFolder;
  spool: Spool;
  registry: PrinterRegistry;
  http: CloudHttp;
  preparer: PhotoPreparer;
  link: () => Link;
  isEnrolled: () => boolean;
  onBoundary: OnBoundary;
  log: AgentLog;
  now: () => number;
}

export type Pipeline = ReturnType<typeof createPipeline>;

export function createPipeline(deps: PipelineDeps) {
  const { spool, registry, http, preparer, link, onBoundary, log, now } = deps;
  const { sourcesDir, preparedDir, profilesDir } = deps.folder;
  const jobs = createJobStore(spool);
  const submissions = createSubmissionStore(spool);
  const reports = createReportStore(spool);
  const sheets = createSheetStore(spool);
  const planner = createSheetPlanner({ store: sheets, sourcesDir, preparedDir, profilesDir });
  const wanted = new Map<string, SheetChoice>();
  const claims = new Set<number>();

  const moves = createJobMoves({
    ...{ spool, jobs, reports, now },
    onMoved: (state) => wakeFor[state]?.(),
    onReport: () => report.wake(),
  });
  const shared = { spool, jobs, submissions, moves, registry, claims, onBoundary, log, now };
  const acknowledge = (id: string) => void link().send({ kind: 'ack', id });
  const receive = createSpoolStage({ ...shared, acknowledge });
  const fetch = createFetchStage({ ...shared, http, sourcesDir, mayAsk: deps.isEnrolled });
  const prepare = createPrepareStage({
    ...shared,
    preparer,
    planner,
    sheets,
    wanted,
    sourcesDir,
    preparedDir,
  });
  const submit = createSubmitStage({ ...shared, planner, wanted, onHandedOver: () => watch.wake() });
  const watch = createWatchStage(shared);
  const report = createReportStage({ ...shared, reports, sheets, link, sourcesDir });

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
    submissions,
    reports,
    sheets,
    planner,
    receive: receive.receive,
    welcome(lastSeq: number) {
      report.welcome(lastSeq);
      fetch.retryNow();
    },
    acknowledged: report.acknowledged,
    enrolled: () => fetch.wake(),
    printersChanged() {
      submit.printersChanged();
      watch.printersChanged();
    },
    /** Everything that the rows say is open goes on. */
    start() {
      for (const stage of [watch, submit, prepare, fetch]) stage.wake();
    },
    async stop() {
      await Promise.all([receive, fetch, prepare, submit, watch, report].map((stage) => stage.stop()));
    },
  };
}
