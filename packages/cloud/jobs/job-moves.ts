/**
 * The only writer of a print job's state on the cloud. Each move has its history row, and what the agent must hear of it
 * its outbox row, in the same transaction; then the order follows its jobs.
 *
 * INVARIANTS
 * 1. A job that no agent was ever sent can be cancelled here; any other only by its agent, which alone knows the paper.
 * 2. A job's copies are refunded or reprinted once: `settlement` is set once, conditionally.
 */
import type { JobReason, JobReport } from '@platen/contracts/agent-protocol';
import { AppError } from '@platen/contracts/app-error';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import { statesAfter } from '@platen/contracts/state-machine';
import { type JobState, jobMachine } from '@platen/contracts/states';
import type { Database, Tx } from '../db/database.ts';
import { newId } from '../ids.ts';
import { insertIntoOutbox, type OutboxMessage, postToAgents } from '../outbox/outbox-posting.ts';
import { deleteOutboxOfSubject } from '../outbox/outbox-store.ts';
import { getSchedule } from '../shops/shop-schedule-store.ts';
import { withPromise } from './job-rules.ts';
import {
  assignJob,
  findJob,
  insertJobEvents,
  insertJobs,
  listJobIdsOfAgent,
  listUnassignedJobs,
  updateJobState,
} from './job-store.ts';
import type { JobEventTable, PrintJobTable } from './job-tables.ts';

export interface NewJob {
  ticket: PrintTicket;
  orderId: string;
  itemId: string;
  /** Whose order it is. */
  accountId: string;
  shopId: string;
  agentId: string | undefined;
  reprintOf: string | undefined;
  /** The shop's own copies, on top of what was paid. */
  isUnpaid?: boolean;
  now: number;
}

/** Adds jobs and, where an agent is known, their outbox rows. */
export async function createJobs(database: Database, tx: Tx, wanted: readonly NewJob[]): Promise<void> {
  const promises = new Map<string, number | null>();
  const jobs: NewJob[] = [];
  for (const asked of wanted) {
    if (!promises.has(asked.shopId))
      promises.set(asked.shopId, (await getSchedule(tx, asked.shopId)).promise_minutes);
    jobs.push({ ...asked, ticket: withPromise(asked.ticket, promises.get(asked.shopId)!) });
  }
  await insertJobs(tx, jobs.map(rowOf));
  await insertJobEvents(
    tx,
    jobs.map((job) =>
      eventOf({ jobId: job.ticket.job_id, from: null, to: 'queued', actor: 'cloud', now: job.now }),
    ),
  );
  const messages: OutboxMessage[] = [];
  for (const { agentId, ticket, now } of jobs) {
    if (agentId === undefined) continue;
    messages.push({ agentId, type: 'job', subjectId: ticket.job_id, body: ticket, now });
  }
  await postToAgents(database, tx, messages);
}

function rowOf({ ticket, ...job }: NewJob): PrintJobTable {
  return {
    id: ticket.job_id,
    order_id: job.orderId,
    item_id: job.itemId,
    account_id: job.accountId,
    shop_id: job.shopId,
    agent_id: job.agentId ?? null,
    state: 'queued',
    reason: 'none',
    message: '',
    copies: ticket.copies,
    copies_printed: 0,
    submitted: 0,
    settlement: null,
    reprint_of: job.reprintOf ?? null,
    unpaid: Number(job.isUnpaid ?? false),
    printer_id: null,
    rank: null,
    for_entry: null,
    held: null,
    ticket: JSON.stringify(ticket),
    created_at: job.now,
    updated_at: job.now,
    reported_at: null,
  };
}

/** Of one transaction: what piled up while a shop had no agent must not hold up everybody else when it comes. */
const maxAssignedAtOnce = 200;

/**
 * Gives jobs that wait for an agent to this one, a bounded number, those behind `after` (an id; all without). The id behind which
 * it goes on, undefined when there are no more.
 */
export async function assignWaitingJobs(
  tx: Tx,
  { shopId, agentId, now, after = '' }: { shopId: string; agentId: string; now: number; after?: string },
): Promise<string | undefined> {
  const waiting = await listUnassignedJobs(tx, { shopId, after, limit: maxAssignedAtOnce });
  for (const job of waiting) {
    if (!(await assignJob(tx, job.id, agentId))) continue;
    if (job.agent_id !== null) await deleteOutboxOfSubject(tx, job.id);
    const body = JSON.parse(job.ticket) as PrintTicket;
    await insertIntoOutbox(tx, [{ agentId, type: 'job', subjectId: job.id, body, now }]);
  }
  return waiting.length === maxAssignedAtOnce ? waiting.at(-1)!.id : undefined;
}

export interface JobMove {
  job: Pick<PrintJobTable, 'id' | 'state'>;
  to: JobState;
  reason: JobReason;
  message: string;
  actor: string;
  now: number;
  changes?: Partial<
    Pick<
      PrintJobTable,
      'copies_printed' | 'submitted' | 'printer_id' | 'reported_at' | 'rank' | 'for_entry' | 'held'
    >
  >;
}

/** Moves a job to any state that can follow. Throws conflict when it can't, or when the job has moved on meanwhile. */
export async function moveJob(tx: Tx, move: JobMove): Promise<void> {
  const { job, to, reason, message, now } = move;
  if (job.state !== to && !statesAfter(jobMachine, job.state).has(to)) {
    throw new AppError('conflict', `A print job that is ${job.state} can't become ${to}.`);
  }
  const moved = await updateJobState(tx, {
    id: job.id,
    from: job.state,
    state: to,
    reason,
    message,
    updated_at: now,
    ...move.changes,
  });
  if (!moved) throw new AppError('conflict', 'The print job has changed meanwhile.');
  await insertJobEvents(tx, [
    eventOf({ jobId: job.id, from: job.state, to, actor: move.actor, now, reason, message }),
  ]);
}

/**
 * Marks jobs as sent before they are: from here on only the agent can cancel them. Those that come back may be sent; the
 * others have gone to another agent meanwhile, or were called off.
 */
export async function moveToSent(
  tx: Tx,
  { agentId, jobIds, now }: { agentId: string; jobIds: string[]; now: number },
): Promise<Set<string>> {
  const events: JobEventTable[] = [];
  for (const jobId of jobIds) {
    const change = { state: 'sent', updated_at: now } as const;
    const moved = await updateJobState(tx, { id: jobId, from: 'queued', ofAgent: agentId, ...change });
    if (moved) events.push(eventOf({ jobId, from: 'queued', to: 'sent', actor: 'cloud', now }));
  }
  await insertJobEvents(tx, events);
  // Sent again after a broken connection, most of all: nothing of them has moved.
  if (events.length === jobIds.length) return new Set(jobIds);
  return await listJobIdsOfAgent(tx, { agentId, jobIds });
}

const openStates = new Set<JobState>(['accepted', 'preparing', 'ready', 'submitting', 'printing', 'held']);

/**
 * Applies what an agent says of its job. False when the report was of no use: a job of another agent, or a state that can't
 * follow (an older one, overtaken by a person's decision).
 */
export async function applyReport(
  tx: Tx,
  { agentId, report, now }: { agentId: string; report: JobReport; now: number },
): Promise<boolean> {
  const job = await findJob(tx, report.job_id);
  if (!job || job.agent_id !== agentId) return false;
  const said = Math.min(report.copies_printed, job.copies);
  const changes = {
    // A count that is sure may be lower than what was believed while it printed.
    copies_printed: report.copies_sure && job.settlement === null ? said : Math.max(job.copies_printed, said),
    submitted: report.submitted ? 1 : 0,
    printer_id: report.printer_id ?? job.printer_id,
    reported_at: Date.parse(report.at),
    held: report.held ? JSON.stringify(report.held) : null,
    ...(report.rank !== undefined && { rank: report.rank }),
    ...(report.for_entry !== undefined && { for_entry: report.for_entry }),
  };
  if (job.state !== report.state && !statesAfter(jobMachine, job.state).has(report.state)) return false;
  // An older word of an agent must not take back a question; only a person's answer goes on from it.
  if (job.state === 'unknown' && !report.decided && openStates.has(report.state)) return false;
  const { state: to, reason, message } = report;
  await moveJob(tx, { job, to, reason, message, actor: `agent ${agentId}`, now, changes });
  return true;
}

function eventOf(event: {
  jobId: string;
  from: JobState | null;
  to: JobState;
  actor: string;
  now: number;
  reason?: string;
  message?: string;
}): JobEventTable {
  return {
    id: newId(),
    job_id: event.jobId,
    from_state: event.from,
    to_state: event.to,
    reason: event.reason ?? 'none',
    message: event.message ?? '',
    actor: event.actor,
    created_at: event.now,
  };
}
