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
import { isFinal } from '@platen/contracts/state-machine';
import { jobMachine } from '@platen/contracts/states';
import type { AgentLog } from '../agent-log.ts';
import type { OnBoundary } from '../boundary.ts';
import type { JobMoves } from '../jobs/job-moves.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { Spool } from '../jobs/spool-db.ts';
import type { SubmissionStore } from '../jobs/submission-store.ts';
import { needsOf } from '../printers/printer-rules.ts';
import { createWaker, type Stage } from './stage.ts';

export interface SpoolStageDeps {
  spool: Spool;
  jobs: JobStore;
  submissions: SubmissionStore;
  moves: JobMoves;
  acknowledge: (messageId: string) => void;
  /** In the transaction that adds the job. */
  onSpooled: (ticket: PrintTicket) => void;
  onBoundary: OnBoundary;
  log: AgentLog;
  now: () => number;
}

export interface SpoolStage extends Stage {
  receive(message: JobMessage): void;
}

/** Enough to share one commit, few enough to answer soon. */
const mostTogether = 200;

export function createSpoolStage(deps: SpoolStageDeps): SpoolStage {
  const { spool, onBoundary, log } = deps;
  let waiting: JobMessage[] = [];
  let isStopped = false;

  const look = () => {
    const batch = waiting.slice(0, mostTogether);
    if (batch.length === 0) return;
    spool.transaction(() => {
      for (const message of batch) apply(message, deps);
    });
    waiting = waiting.slice(batch.length);
    onBoundary('spool:committed');
    for (const { id } of batch) deps.acknowledge(id);
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

function apply(message: JobMessage, deps: SpoolStageDeps): void {
  const { log } = deps;
  if (message.type === 'job') {
    const ticket = message.body;
    if (deps.jobs.insert(ticket, { needs: needsOf(ticket), at: deps.now() })) {
      deps.moves.accepted(ticket.job_id);
      deps.onSpooled(ticket);
      log('info', 'job.accepted', { jobId: ticket.job_id, orderNo: ticket.order_no, copies: ticket.copies });
    }
    return;
  }
  const { job_id: jobId } = message.body;
  if (!deps.jobs.find(jobId)) log('warn', 'job.not-here', { jobId, message: message.type });
  else if (message.type === 'cancel') cancel(jobId, deps);
  else decide(jobId, message.body.decision, deps);
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

/** A person has looked. The cloud makes a new job where something must be printed again. */
function decide(jobId: string, decision: 'printed' | 'not_printed', deps: SpoolStageDeps): void {
  const { jobs, submissions, moves, now, log } = deps;
  const job = jobs.get(jobId);
  if (job.state !== 'unknown') {
    log('warn', 'job.decision-late', { jobId, state: job.state, isFinal: isFinal(jobMachine, job.state) });
    moves.report(jobId);
    return;
  }
  const to = decision === 'printed' ? 'completed' : 'void';
  for (const row of submissions.listByJob(jobId)) {
    if (row.state !== 'unknown') continue;
    submissions.advance({ id: row.id, from: 'unknown', to }, { at: now(), outcome: 'decided' });
  }
  const options = { reason: 'decided-by-person' as const };
  if (decision === 'printed') {
    moves.move({ jobId, from: 'unknown', to: 'printed' }, { ...options, copiesPrinted: job.copies });
  } else moves.move({ jobId, from: 'unknown', to: 'failed' }, options);
  log('info', 'job.decided', { jobId, decision });
}
