/**
 * Stage report: stored reports onto the link, and out of the spool when the cloud has them; then the files of finished jobs go.
 * Must never change a job.
 *
 * INVARIANTS
 * 1. Reports leave in the order of seq, each at most once a connection.
 * 2. A report is on the disk before it leaves: a power cut must not give its seq to another one.
 * 3. A file goes only when no job that isn't over needs it, and after the cloud has acknowledged the end of its jobs.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CloudLine } from '../cloud-access/cloud-line.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import type { OnBoundary } from '../machine/boundary.ts';
import type { SheetStore } from '../sheets/sheet-store.ts';
import type { ReportStore } from '../spool/report-store.ts';
import type { Spool } from '../spool/spool-db.ts';
import { createWaker, type Stage } from './stage.ts';

export interface ReportStageDeps {
  spool: Spool;
  jobs: JobStore;
  reports: ReportStore;
  sheets: SheetStore;
  line: CloudLine;
  /** In the commit that removes what the cloud has acknowledged up to here. */
  onForgotten: (seq: number) => void;
  sourcesDir: string;
  onBoundary: OnBoundary;
  log: AgentLog;
}

export interface ReportStage extends Stage {
  /** The link is up; everything up to `lastSeq` is applied. */
  welcome(lastSeq: number): void;
  acknowledged(seq: number): void;
}

/** Reports on the way without an answer. */
const maxOnTheWay = 500;
/** So long the next ones wait for the answer to those on the way: what is overtaken meanwhile costs neither side anything. */
const answerMs = 250;
/** Reports of the same moment travel together, and those overtaken meanwhile not at all. */
const gatherMs = 15;
/** Acknowledgements of one moment are one commit. */
const forgetMs = 50;
/** Files of jobs that are over go together, not between two jobs that want to be printed. */
const cleanMs = 1000;
const maxCleaned = 100;

export function createReportStage(deps: ReportStageDeps): ReportStage {
  const { reports, line, log, onBoundary } = deps;
  let sentSeq = 0;
  let ackedSeq = 0;
  let forgottenSeq = 0;
  let gathering: NodeJS.Timeout | undefined;
  let forgetting: NodeJS.Timeout | undefined;
  let cleaning: NodeJS.Timeout | undefined;
  let lastSentMs = 0;
  let isStopped = false;

  const look = () => {
    if (!line.isUp) return;
    const room = maxOnTheWay - (sentSeq - ackedSeq);
    if (room <= 0) return;
    const waitMs = sentSeq > ackedSeq ? lastSentMs + answerMs - performance.now() : 0;
    if (waitMs > 0) return gather(waitMs);
    const batch = reports.listAfter(sentSeq, room);
    if (batch.length > 0) deps.spool.sync();
    for (const { seq, body } of batch) {
      if (!line.send({ kind: 'message', seq, type: 'job', body })) return;
      sentSeq = seq;
      reports.markSent(seq);
    }
    if (batch.length === 0) return;
    lastSentMs = performance.now();
    onBoundary('report:sent');
  };
  const lookSoon = createWaker(look, { log, name: 'report', isStopped: () => isStopped });

  const gather = (waitMs: number) => {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      lookSoon();
    }, waitMs);
  };

  const clean = () => {
    cleaning = undefined;
    try {
      if (cleanUp(deps)) cleaning = setTimeout(clean, cleanMs);
    } catch (error) {
      log('error', 'stage.failed', { stage: 'report', error });
    }
  };

  const forget = () => {
    forgetting = undefined;
    if (isStopped || ackedSeq <= forgottenSeq) return;
    try {
      deps.spool.unsynced(() => {
        reports.acknowledge(ackedSeq);
        deps.onForgotten(ackedSeq);
      });
      forgottenSeq = ackedSeq;
      onBoundary('report:acknowledged');
      cleaning ??= setTimeout(clean, cleanMs);
    } catch (error) {
      log('error', 'stage.failed', { stage: 'report', error });
    }
  };

  const acknowledged = (seq: number) => {
    // A seq that was never sent can't have been applied: it must not remove anything.
    if (seq > Math.max(sentSeq, reports.lastSeq())) return log('warn', 'link.bad-ack', { seq });
    ackedSeq = Math.max(ackedSeq, seq);
    forgetting ??= setTimeout(forget, forgetMs);
    if (sentSeq > ackedSeq) return;
    clearTimeout(gathering);
    gathering = undefined;
    lookSoon();
  };

  return {
    wake() {
      if (!isStopped) gather(gatherMs);
    },
    welcome(lastSeq) {
      if (lastSeq > reports.lastSeq()) {
        log('warn', 'spool.behind-cloud', { lastSeq: reports.lastSeq(), cloudLastSeq: lastSeq });
        reports.continueAfter(lastSeq);
      }
      sentSeq = lastSeq;
      ackedSeq = lastSeq;
      forgottenSeq = 0;
      forgetting ??= setTimeout(forget, forgetMs);
      lookSoon();
    },
    acknowledged,
    async stop() {
      isStopped = true;
      clearTimeout(gathering);
      clearTimeout(forgetting);
      clearTimeout(cleaning);
      if (cleaning && deps.spool.isOpen) clean();
      clearTimeout(cleaning);
    },
  };
}

/** True when there may be more. */
function cleanUp({ spool, jobs, sheets, sourcesDir }: ReportStageDeps): boolean {
  const over = jobs.listToClean(maxCleaned);
  if (over.length === 0) return false;
  for (const job of over) {
    const { sha256 } = job.ticket.document;
    const sourcePath = join(sourcesDir, sha256);
    const prepared = [...sheets.listPrepared(job.id), ...(job.preparedPath ? [job.preparedPath] : [])];
    for (const path of prepared) {
      if (path !== sourcePath && !jobs.needsPrepared(path)) rmSync(path, { force: true });
    }
    if (jobs.needsSource(sha256)) continue;
    rmSync(sourcePath, { force: true });
    rmSync(`${sourcePath}.part`, { force: true });
  }
  spool.unsynced(() => {
    for (const job of over) jobs.markCleaned(job.id);
  });
  return over.length === maxCleaned;
}
