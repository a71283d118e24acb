/**
 * What to do about a submission that the journal left open, given what the printer answers. Pure: the one place that decides
 * about paper, for restarts and for live faults alike.
 *
 * INVARIANTS
 * 1. Where bytes may have become paper nothing is ever sent again: the job is followed, or a person decides (`unknown`).
 * 2. `printed` needs both: the whole document went out (acknowledged, or at least handed over to the last byte), and the
 *    printer says completed.
 */
import type { JobReason } from '@platen/contracts/agent-protocol';
import { defineStateMachine } from '@platen/contracts/state-machine';
import type { PrinterJob } from '../ports/printer.ts';

/**
 * The journal of one IPP job. intended: written before Create-Job. created: its reply is journalled. sending: written before
 * Send-Document. sent: the printer acknowledged the whole document. void: surely no paper of it.
 */
export type SubmissionState =
  | 'intended'
  | 'created'
  | 'sending'
  | 'sent'
  | 'completed'
  | 'aborted'
  | 'cancelled'
  | 'unknown'
  | 'void';

/** `sending -> created` is the Send-Document of which not one byte left this machine. */
export const submissionMachine = defineStateMachine<SubmissionState>('submission', 'intended', {
  intended: ['created', 'void'],
  created: ['sending', 'void'],
  sending: ['sent', 'completed', 'created', 'aborted', 'cancelled', 'unknown', 'void'],
  sent: ['completed', 'aborted', 'cancelled', 'unknown'],
  unknown: ['completed', 'aborted', 'void'],
  completed: [],
  aborted: [],
  cancelled: [],
  void: [],
});

export type OpenSubmissionState = 'intended' | 'created' | 'sending' | 'sent';

/** True while the printer may still have to do with it. */
export const isOpen = (state: SubmissionState): state is OpenSubmissionState =>
  state === 'intended' || state === 'created' || state === 'sending' || state === 'sent';

/** absent: the printer answered, and has no job of that name and uuid, ended ones included. */
export type PrinterAnswer =
  | { kind: 'no-answer' }
  | { kind: 'absent' }
  | {
      kind: 'job';
      job: Pick<
        PrinterJob,
        'state' | 'stateReasons' | 'documents' | 'impressionsCompleted' | 'sheetsCompleted'
      >;
    };

export interface SubmissionJournal {
  state: OpenSubmissionState;
  /** We asked the printer to cancel it because no document had come. */
  cancelRequested: boolean;
  /**
   * Every byte had left the agent when it died, and the machine lives on: the kernel delivers them. Never true after a
   * connection that was seen to break.
   */
  handedOver: boolean;
}

export type SubmissionDecision =
  | { do: 'wait' }
  | { do: 'follow' }
  /** Cancel-Job, then ask again. */
  | { do: 'cancel' }
  /** Surely no paper: void it; the job may be tried again. */
  | { do: 'void' }
  | { do: 'printed' }
  | { do: 'fail'; state: 'aborted' | 'cancelled'; reason: JobReason; message: string }
  | { do: 'unknown'; message: string };

/** Longest that a held job with an unfinished document is left to the printer, in milliseconds. */
const heldPatienceMs = 30_000;

/** The connection is over; what was still on its way to the printer is there after so many milliseconds. */
const arrivalMs = 1500;

/** The decision. `waitedMs` is how long this process has followed the submission. */
export function decideSubmission(
  journal: SubmissionJournal,
  answer: PrinterAnswer,
  { waitedMs }: { waitedMs: number },
): SubmissionDecision {
  if (answer.kind === 'no-answer') return { do: 'wait' };
  if (journal.state === 'intended' || journal.state === 'created') return decideUnsent(answer);
  if (answer.kind === 'absent') {
    return unknown('The printer no longer knows this job: look whether it was printed.');
  }
  return journal.state === 'sent' ? decideSent(answer.job) : decideSending(journal, answer.job, waitedMs);
}

type AnsweredJob = Extract<PrinterAnswer, { kind: 'job' }>['job'];

const unknown = (message: string): SubmissionDecision => ({ do: 'unknown', message });

/** No byte of a document left this machine: whatever the printer did, it made no paper from it. */
function decideUnsent(answer: Exclude<PrinterAnswer, { kind: 'no-answer' }>): SubmissionDecision {
  if (answer.kind === 'absent' || isOver(answer.job)) return { do: 'void' };
  return { do: 'cancel' };
}

function decideSent(job: AnsweredJob): SubmissionDecision {
  switch (job.state) {
    case 'completed':
      return { do: 'printed' };
    case 'aborted':
      return aborted(job);
    case 'canceled':
      return canceled;
    default:
      return { do: 'follow' };
  }
}

/** Some, all or nothing of the document arrived: printers print what came and call it completed. */
function decideSending(journal: SubmissionJournal, job: AnsweredJob, waitedMs: number): SubmissionDecision {
  switch (job.state) {
    case 'completed':
      return journal.handedOver
        ? { do: 'printed' }
        : unknown('The connection broke while the file was sent: look whether it was printed whole.');
    case 'aborted':
      return saysNoPaper(job)
        ? { do: 'void' }
        : unknown('The printer gave up on a file that broke off: look for sheets.');
    case 'canceled':
      if (!journal.cancelRequested) return canceled;
      return saysPaper(job)
        ? unknown('The file broke off and was canceled: look for sheets.')
        : { do: 'void' };
    case 'pending':
    case 'pending-held':
      return waitsForDocument(job, waitedMs) ? { do: 'cancel' } : { do: 'follow' };
    default:
      return { do: 'follow' };
  }
}

/**
 * RFC 8011 section 5.3.8: job-data-insufficient says that no document has come. job-incoming alone doesn't say whether one is
 * coming or only awaited; with number-of-documents at 0 for a while it is awaited, and it won't come.
 */
function waitsForDocument(job: AnsweredJob, waitedMs: number): boolean {
  if (job.state === 'pending-held' && waitedMs >= heldPatienceMs) return true;
  if (job.documents === 0 && waitedMs >= arrivalMs) return true;
  return job.stateReasons.includes('job-data-insufficient') && !job.stateReasons.includes('job-incoming');
}

const aborted = (job: AnsweredJob): SubmissionDecision => ({
  do: 'fail',
  state: 'aborted',
  reason: 'aborted-by-printer',
  message: `The printer gave up on this job${reasonsOf(job)}.`,
});

const canceled: SubmissionDecision = {
  do: 'fail',
  state: 'cancelled',
  reason: 'canceled-at-printer',
  message: 'Somebody canceled this job at the printer.',
};

function reasonsOf(job: AnsweredJob): string {
  const telling = job.stateReasons.filter((reason) => reason !== 'none' && reason !== 'aborted-by-system');
  return telling.length > 0 ? ` (${telling.join(', ')})` : '';
}

const isOver = (job: AnsweredJob): boolean =>
  job.state === 'completed' || job.state === 'aborted' || job.state === 'canceled';

const saysPaper = (job: AnsweredJob): boolean =>
  (job.impressionsCompleted ?? 0) > 0 || (job.sheetsCompleted ?? 0) > 0;

/** The printer must say 0; silence is no proof. */
const saysNoPaper = (job: AnsweredJob): boolean =>
  !saysPaper(job) && (job.impressionsCompleted === 0 || job.sheetsCompleted === 0);

/** The next IPP job of a print job: all that is missing when the printer makes that many copies, else one. */
export function nextCopySet(job: { copies: number; done: number }, printer: { copiesMax: number }): number {
  const missing = job.copies - job.done;
  return missing <= printer.copiesMax ? missing : 1;
}

/** Unique for ever: order, item, copy set, job, attempt. Fits the 255 bytes of a job-name. */
export function submissionJobName(parts: {
  orderNo: string;
  itemPosition: number;
  setNo: number;
  jobId: string;
  attempt: number;
}): string {
  const tail = parts.jobId.replaceAll('-', '').slice(-12);
  return `${parts.orderNo}-${parts.itemPosition}-${parts.setNo}-${tail}-${parts.attempt}`;
}
