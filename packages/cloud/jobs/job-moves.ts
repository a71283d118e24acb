/**
 * The only writer of a print job's state on the cloud. Each move has its event, and what the agent must hear of it
 * its outbox row, in the same transaction; then the order follows its jobs.
 *
 * INVARIANTS
 * 1. A job that no agent was ever sent can be cancelled here; any other only by its agent, which alone knows the paper.
 * 2. A job's copies are refunded or reprinted once: `settlement` is set once, conditionally.
 */
import type { JobReason, JobReport } from '@platen/contracts/agent-protocol';
import { AppError } from '@platen/contracts/app-error';
import type { EventType } from '@platen/contracts/event-types';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import { statesAfter } from '@platen/contracts/state-machine';
import { type JobState, jobMachine } from '@platen/contracts/states';
import type { Database, Tx } from '../db/database.ts';
import { recordEvent } from '../events/event-log.ts';
import { insertIntoOutbox, type OutboxMessage, postToAgents } from '../outbox/outbox-posting.ts';
import { deleteOutboxOfSubject } from '../outbox/outbox-store.ts';
import { getSchedule } from '../shops/shop-schedule-store.ts';
import { withPromise } from './job-rules.ts';
import {
  assignJob,
  findJob,
  insertJobs,
  type JobSubject,
  listJobIdsOfAgent,
  listUnassignedJobs,
  updateJobState,
} from './job-store.ts';
import type { PrintJobTable } from './job-tables.ts';

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
  const rows = jobs.map(rowOf);
  await insertJobs(tx, rows);
  for (const job of rows) {
    recordJobEvent(tx, { job, from: null, to: 'queued', actor: 'cloud', now: job.created_at });
  }
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
  recordJobEvent(tx, { job: moved, from: job.state, to, actor: move.actor, now, reason, message });
}

/**
 * Marks jobs as sent before they are: from here on only the agent can cancel them. Those that come back may be sent; the
 * others have gone to another agent meanwhile, or were called off.
 */
export async function moveToSent(
  tx: Tx,
  { agentId, jobIds, now }: { agentId: string; jobIds: string[]; now: number },
): Promise<Set<string>> {
  let moves = 0;
  for (const jobId of jobIds) {
    const change = { state: 'sent', updated_at: now } as const;
    const moved = await updateJobState(tx, { id: jobId, from: 'queued', ofAgent: agentId, ...change });
    if (!moved) continue;
    moves += 1;
    recordJobEvent(tx, { job: moved, from: 'queued', to: 'sent', actor: 'cloud', now });
  }
  // Sent again after a broken connection, most of all: nothing of them has moved.
  if (moves === jobIds.length) return new Set(jobIds);
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

/** What there is to say of a job in the event log. */
export type JobEvent = Extract<EventType, `job.${string}`>;

function recordJobEvent(
  tx: Tx,
  line: {
    job: JobSubject;
    from: JobState | null;
    to: JobState;
    actor: string;
    now: number;
    reason?: string;
    message?: string;
  },
): void {
  const { job, from, to, actor, now, reason = 'none', message = '' } = line;
  const { order_id, copies, copies_printed, printer_id } = job;
  recordEvent(tx, {
    type: `job.${to}`,
    subjectId: job.id,
    accountId: job.account_id,
    shopId: job.shop_id,
    data: { order_id, from, to, reason, message, copies, copies_printed, printer_id, actor },
    now,
  });
}
