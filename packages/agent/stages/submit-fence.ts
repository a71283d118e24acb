/**
 * The fence in front of the paper: one IPP job from intent to handed-over document, a journal line at every step.
 *
 * INVARIANTS
 * 1. The whole document lies verified on this disk before Create-Job.
 * 2. `intended` is on the disk before Create-Job leaves, `sending` before Send-Document leaves, `sent` after the printer
 *    acknowledged all of it. Between them nothing is repeated here: what is left open goes to the watch stage, by its row.
 * 3. A job that was called off, held or moved, and a pause of its printer, is noticed at the last moment, in the transaction that writes
 *    `sending`.
 */
import { statSync } from 'node:fs';
import { plainChoicesOf } from '@platen/contracts/print-choices';
import type { JobMoveOptions, JobMoves } from '../jobs/job-moves.ts';
import type { Job, JobStore } from '../jobs/job-store.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import type { OnBoundary } from '../machine/boundary.ts';
import {
  type ChosenMedium,
  type PrinterDescription,
  PrinterFault,
  type PrinterPort,
} from '../ports/printer.ts';
import type { PrinterTrials } from '../printer-trust/printer-trials.ts';
import { accessTroubleText } from '../printer-trust/trust-text.ts';
import type { PrinterRegistry } from '../printers/printer-registry.ts';
import { isCollating, type PrinterView, printersFor } from '../printers/printer-rules.ts';
import type { PlannedSheet } from '../sheets/sheet-planner.ts';
import { writeOnceThereIsRoom } from '../spool/journal-retry.ts';
import type { Spool } from '../spool/spool-db.ts';
import { isEnough, nextCopySet, submissionJobName } from '../submissions/submission-rules.ts';
import { refusedDocument, refusedJob, type SubmissionStore } from '../submissions/submission-store.ts';
import { clearAbandonedJobs } from './submit-clearing.ts';
import { isFileRight } from './submit-file.ts';
import { transferDocument } from './submit-transfer.ts';

export interface SubmissionDeps {
  spool: Spool;
  jobs: JobStore;
  submissions: SubmissionStore;
  moves: JobMoves;
  registry: PrinterRegistry;
  /** The printers with the marks that people and their trials put on them. */
  views: () => PrinterView[];
  trials: PrinterTrials;
  /** Submissions that are being worked on here; the watch stage leaves them alone. */
  claims: Set<number>;
  /** A row was left for the watch stage. */
  onLeft: () => void;
  onBoundary: OnBoundary;
  log: AgentLog;
  now: () => number;
}

export interface Assignment {
  job: Job;
  printer: PrinterView;
  medium: ChosenMedium;
  /** What is sent; the job's prepared file is this one. */
  sheet: PlannedSheet;
}

/** handed-over: the row goes on at the watch stage. later: this printer wants to be left alone for a while. */
export type SubmissionResult = 'handed-over' | 'later';

/** Submits one copy set. Rejects only when the journal can't be written. */
export async function submitJob(assignment: Assignment, deps: SubmissionDeps): Promise<SubmissionResult> {
  const { job, printer } = assignment;
  if (!isFileRight(job, deps)) return 'handed-over';
  const intent = intend(assignment, deps);
  if (!intent) return 'handed-over';
  const { claims, registry, onLeft } = deps;
  claims.add(intent.id);
  try {
    deps.onBoundary('submit:intended');
    return await create({ ...assignment, intent, port: registry.getPort(printer.uri) }, deps);
  } finally {
    claims.delete(intent.id);
    onLeft();
  }
}

interface Intent {
  id: number;
  jobName: string;
  copies: number;
}

type Submitting = Assignment & { intent: Intent; port: PrinterPort };

/** The journal's first line, with the job's move. Undefined when the job is no longer ready. */
function intend({ job, printer, sheet }: Assignment, deps: SubmissionDeps): Intent | undefined {
  const { spool, submissions, moves, now } = deps;
  const description = printer.description as PrinterDescription;
  return spool.transaction(() => {
    const step = { jobId: job.id, from: 'ready', to: 'submitting' } as const;
    if (!moves.move(step, { printerId: printer.printerId })) return undefined;
    const tally = submissions.tally(job.id);
    const max = { copiesMax: sheet.copiesAtOnce };
    const copies = nextCopySet({ copies: job.copies, done: tally.copiesDone }, max);
    const setNo = tally.setsDone + 1;
    const attempt = tally.attempts + 1;
    const { order_no: orderNo, item_position: itemPosition } = job.ticket;
    const jobName = submissionJobName({ orderNo, itemPosition, setNo, jobId: job.id, attempt });
    const id = submissions.insert({
      jobId: job.id,
      setNo,
      copies,
      attempt,
      jobName,
      at: now(),
      printerId: printer.printerId,
      printerUri: printer.uri,
      printerUuid: description.printerUuid,
      printerUpTime: description.upTimeSeconds,
      isCollated: isCollating(description),
    });
    return { id, jobName, copies };
  });
}

async function create(submitting: Submitting, deps: SubmissionDeps): Promise<SubmissionResult> {
  const { job, printer, medium, sheet, intent, port } = submitting;
  const { spool, submissions, onBoundary, now } = deps;
  const { ticket } = job;
  let created: Awaited<ReturnType<PrinterPort['createJob']>>;
  try {
    await deps.registry.confirm(printer.uri);
    created = await port.createJob(
      {
        jobName: intent.jobName,
        copies: intent.copies,
        medium,
        format: sheet.format,
        pages: sheet.pages,
        scaling: sheet.scaling,
        choices: plainChoicesOf(ticket),
      },
      printer.description as PrinterDescription,
    );
  } catch (error) {
    return await createFailed(faultOf(error), submitting, deps);
  }
  onBoundary('submit:created');
  // The next line, `sending`, is the fence; without this one a restart finds the job by its name.
  await writeOnceThereIsRoom(() =>
    spool.unsynced(() =>
      submissions.advance(
        { id: intent.id, from: 'intended', to: 'created' },
        { at: now(), ippJobId: created.jobId, ippJobUuid: created.jobUuid },
      ),
    ),
  );
  onBoundary('submit:created-journalled');
  return await send(submitting, created.jobId, deps);
}

async function send(
  submitting: Submitting,
  ippJobId: number,
  deps: SubmissionDeps,
): Promise<SubmissionResult> {
  const { job, intent, port, printer, sheet } = submitting;
  const { spool, submissions, moves, onBoundary, now, log } = deps;
  const mayGo = spool.transaction(() => {
    if (!mayStillGo(submitting, deps)) return false;
    if (!submissions.advance({ id: intent.id, from: 'created', to: 'sending' }, { at: now() })) return false;
    moves.restate({ jobId: job.id, state: 'submitting' }, { submitted: true });
    return true;
  });
  if (!mayGo) return 'handed-over';
  onBoundary('submit:sending-journalled');
  const path = job.preparedPath as string;
  const document = { path, bytes: statSync(path).size, format: sheet.format };
  const onHandedOver = () => {
    try {
      onBoundary('submit:handed-over');
    } catch (error) {
      // Called by a socket, where nobody could catch it.
      log('error', 'submit.boundary-failed', { jobId: job.id, error });
    }
  };
  try {
    await transferDocument({ job, port, ippJobId, document, onHandedOver }, deps);
  } catch (error) {
    const fault = faultOf(error);
    log('warn', 'submit.document-failed', {
      jobId: job.id,
      printer: printer.name,
      sent: fault.sent,
      isRefusal: fault.isRefusal,
      error: fault,
    });
    documentFailed(fault, intent, deps);
    deps.registry.suspect(printer.uri);
    return 'later';
  }
  onBoundary('submit:sent');
  await writeOnceThereIsRoom(() =>
    spool.transaction(() => {
      submissions.advance({ id: intent.id, from: 'sending', to: 'sent' }, { at: now() });
      moves.move({ jobId: job.id, from: 'submitting', to: 'printing' });
    }),
  );
  onBoundary('submit:sent-journalled');
  return 'handed-over';
}

/**
 * Somebody may have called it off, held or moved it, or paused the printer since it was chosen. What is not sent is taken back from the
 * printer by the watch stage.
 */
function mayStillGo({ job, printer }: Submitting, { jobs, views }: SubmissionDeps): boolean {
  const { state, needs } = jobs.get(job.id);
  const here = views().filter(({ uri }) => uri === printer.uri);
  return (
    state === 'submitting' &&
    here.every(({ paused }) => !paused) &&
    printersFor(needs, here).length === here.length
  );
}

/** What is certain is written down; what the printer made of the rest is asked by the watch stage. */
function documentFailed(fault: PrinterFault, { id }: Intent, { submissions, now }: SubmissionDeps): void {
  const at = now();
  if (fault.sent === 'nothing') submissions.advance({ id, from: 'sending', to: 'created' }, { at });
  else if (fault.isRefusal) {
    const outcome = `${refusedDocument}: ${fault.statusName ?? fault.message}`;
    submissions.advance({ id, from: 'sending', to: 'refused' }, { at, outcome });
  }
}

/** Surely no job at the printer: void. Otherwise the row stays as it is, and the printer is asked for its name. */
async function createFailed(
  fault: PrinterFault,
  submitting: Submitting,
  deps: SubmissionDeps,
): Promise<SubmissionResult> {
  const { job, intent, printer } = submitting;
  const { registry, log } = deps;
  log('warn', 'submit.create-failed', {
    jobId: job.id,
    printer: printer.name,
    kind: fault.kind,
    error: fault,
  });
  if (fault.kind === 'unreachable') registry.suspect(printer.uri);
  if (fault.kind === 'unreachable' && fault.sent !== 'nothing') return 'later';
  giveUp(fault, { job, printer, submissionId: intent.id }, deps);
  if (fault.kind === 'busy') await clearAbandonedJobs(submitting.port, deps);
  return 'later';
}

function giveUp(
  fault: PrinterFault,
  { job, printer, submissionId }: { job: Job; printer: PrinterView; submissionId: number },
  { spool, jobs, submissions, moves, trials, now }: SubmissionDeps,
): void {
  spool.transaction(() => {
    const outcome = `${fault.kind === 'refused' ? refusedJob : fault.kind}: ${fault.message}`;
    submissions.advance({ id: submissionId, from: 'intended', to: 'void' }, { at: now(), outcome });
    if (jobs.get(job.id).state !== 'submitting') return;
    const { refusals, firstAttemptAtMs } = submissions.tally(job.id);
    const { statusName } = fault;
    const isOver = isEnough({ attempts: refusals, firstAttemptAtMs }, { nowMs: now(), statusName });
    const [to, options] = afterRefusal(fault, { isOver, name: printer.name });
    moves.move({ jobId: job.id, from: 'submitting', to }, options);
    const { printerId, name } = printer;
    if (to === 'failed') trials.failed({ printerId, name, because: options.message ?? '' });
  });
}

/** Where a job goes that a printer didn't take. */
function afterRefusal(
  fault: PrinterFault,
  { isOver, name }: { isOver: boolean; name: string },
): ['ready' | 'held' | 'failed', JobMoveOptions] {
  const because = fault.statusName ?? fault.message;
  if (fault.kind === 'locked' || fault.kind === 'untrusted')
    return [
      'held',
      {
        reason: 'printer-stopped',
        message: fault.access
          ? accessTroubleText('en', name, fault.access)
          : `${name} doesn't let the agent print (${because}).`,
      },
    ];
  if (fault.kind === 'busy')
    return ['ready', { message: `${name} is busy (${because}): it is asked again.` }];
  if (fault.kind !== 'refused') return ['ready', {}];
  const message = `${name} refuses this job (${because}).`;
  if (!isOver) return ['ready', { message: `${message} It is asked again.` }];
  return ['failed', { reason: 'aborted-by-printer', message }];
}

const faultOf = (error: unknown): PrinterFault =>
  error instanceof PrinterFault
    ? error
    : // Whatever else went wrong: assume that all of it arrived.
      new PrinterFault('unreachable', (error as Error).message, { sent: 'all' });
