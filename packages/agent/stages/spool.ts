/**
 * Stage spool: what the cloud says becomes rows. Owns the commit before the acknowledgement; messages that arrive together
 * are committed together. Must never fetch or print.
 *
 * INVARIANTS
 * 1. The effect is on the disk before the acknowledgement leaves.
 * 2. The same message twice, or the same job in two messages, changes nothing the second time.
 */
import type { JobMessage } from '@platen/contracts/agent-protocol';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import { jobMachine } from '@platen/contracts/states';
import type { CloudLine } from '../cloud-access/cloud-line.ts';
import { type DecisionDeps, decidedByCloud } from '../jobs/job-decision.ts';
import { type RetryDeps, retriedByCloud } from '../jobs/job-retry.ts';
import { adoptJob } from '../jobs/lost-job-adoption.ts';
import type { LostJobStore } from '../jobs/lost-job-store.ts';
import type { PastJobStore } from '../jobs/past-job-store.ts';
import type { QueueAdmin } from '../jobs/queue-admin.ts';
import type { OnBoundary } from '../machine/boundary.ts';
import { needsOf } from '../printers/printer-rules.ts';
import { printerSentences } from '../printers/printer-text.ts';
import type { RequestStore } from '../spool/request-store.ts';
import { createWaker, type Stage } from './stage.ts';

export interface SpoolStageDeps extends DecisionDeps, RetryDeps {
  past: PastJobStore;
  lost: LostJobStore;
  /** A job of another copy of the spool was taken over. */
  onLost: () => void;
  line: CloudLine;
  requests: RequestStore;
  queueAdmin: Pick<QueueAdmin, 'act'>;
  /** In the transaction that adds the job. */
  onSpooled: (ticket: PrintTicket) => void;
  onBoundary: OnBoundary;
}

type LostMessage = Extract<JobMessage, { type: 'lost' }>['body'];

export interface SpoolStage extends Stage {
  receive(message: JobMessage): void;
}

/** Enough to share one commit, few enough to answer soon. */
const maxBatch = 200;

export function createSpoolStage(deps: SpoolStageDeps): SpoolStage {
  const { spool, onBoundary, log } = deps;
  let waiting: JobMessage[] = [];
  let isStopped = false;

  const look = () => {
    const batch = waiting.slice(0, maxBatch);
    if (batch.length === 0) return;
    spool.transaction(() => {
      for (const message of batch) apply(message, deps);
    });
    waiting = waiting.slice(batch.length);
    onBoundary('spool:committed');
    for (const message of batch) acknowledge(message, deps);
    onBoundary('spool:acknowledged');
    if (waiting.length > 0) wake();
  };
  const wake = createWaker(look, { log, name: 'spool', isStopped: () => isStopped });

  return {
    receive(message) {
      waiting.push(message);
      wake();
    },
    wake,
    async stop() {
      // What wasn't acknowledged comes again.
      isStopped = true;
    },
  };
}

/** What was asked is acknowledged by its answer. */
function acknowledge({ id, type }: JobMessage, { line, requests }: SpoolStageDeps): void {
  const answer = type === 'queue' ? requests.findAnswer(id) : undefined;
  if (answer) line.send({ kind: 'printer-answer', id, answer });
  else line.acknowledge(id);
}

function apply(message: JobMessage, deps: SpoolStageDeps): void {
  const { log, jobs, past } = deps;
  if (message.type === 'queue') {
    carryOut(message, deps);
    return;
  }
  if (message.type === 'job') {
    take(message.body, deps);
    return;
  }
  if (message.type === 'lost') {
    adopt(message.body, deps);
    return;
  }
  const { job_id: jobId } = message.body;
  if (!jobs.find(jobId)) {
    log('warn', 'job.not-here', { jobId, message: message.type, isPast: past.find(jobId) !== undefined });
  } else if (message.type === 'cancel') cancel(jobId, deps);
  else {
    const { decision, copies_printed: copiesPrinted } = message.body;
    if (decision === 'retry') retriedByCloud({ jobId, messageId: message.id }, deps);
    else decidedByCloud({ jobId, messageId: message.id, decision, copiesPrinted }, deps);
  }
}

/** Once: its answer is kept in the transaction of the act. */
function carryOut({ id, body }: Extract<JobMessage, { type: 'queue' }>, deps: SpoolStageDeps): void {
  const { requests, queueAdmin } = deps;
  if (requests.findAnswer(id)) return;
  const { by, asked_at: askedAt, wanted } = body;
  const outcome = queueAdmin.act(wanted, { by, origin: 'cloud', askedAt });
  const { en, 'zh-CN': zh } = outcome.said ?? printerSentences.done();
  requests.insertAnswer(id, {
    outcome: outcome.kind,
    said: { en: en.slice(0, 600), zh: zh.slice(0, 600) },
    findings: [],
    entry_id: null,
  });
}

/** A job that is here already, or ended long ago, is never begun again: the cloud is told how it stands. */
function take(ticket: PrintTicket, { jobs, past, moves, onSpooled, now, log }: SpoolStageDeps): void {
  const jobId = ticket.job_id;
  const ended = past.find(jobId);
  if (ended) {
    moves.reportPast(ended);
    log('warn', 'job.sent-again', { jobId, state: ended.state });
  } else if (jobs.insert(ticket, { needs: needsOf(ticket), at: now() })) {
    moves.accepted(jobId);
    onSpooled(ticket);
    log('info', 'job.accepted', { jobId, orderNo: ticket.order_no, copies: ticket.copies });
  } else moves.report(jobId);
}

/** A job that another copy of this spool had in its hands: it is never begun again, the printers are asked what became of it. */
function adopt({ ticket, state: toldState }: LostMessage, deps: SpoolStageDeps): void {
  const { jobs, past, moves, lost, onSpooled, now } = deps;
  const jobId = ticket.job_id;
  // The same message once more.
  if (lost.has(jobId)) return;
  const ended = past.find(jobId);
  if (ended) {
    moves.reportPast(ended);
    return;
  }
  if (jobs.insert(ticket, { needs: needsOf(ticket), at: now() })) onSpooled(ticket);
  if (!adoptJob(jobs.get(jobId), toldState, deps)) moves.report(jobId);
}

/** Only while no sheet can have been touched; the answer is the report that follows either way. */
function cancel(jobId: string, { jobs, submissions, moves, log }: SpoolStageDeps): void {
  const { state } = jobs.get(jobId);
  const isFree = jobMachine.table[state].includes('cancelled') && state !== 'unknown';
  if (isFree && !submissions.mayHavePaper(jobId)) {
    moves.move({ jobId, from: state, to: 'cancelled' }, { reason: 'canceled-by-customer' });
    log('info', 'job.cancelled', { jobId });
  } else moves.report(jobId);
}
