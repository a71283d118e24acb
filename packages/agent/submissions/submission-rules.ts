/**
 * What to do about a submission that the journal left open, given what the printer answers. Pure: the one place that decides
 * about paper, for restarts and for live faults alike.
 *
 * INVARIANTS
 * 1. Where bytes of a document may have become paper nothing is ever sent again, unless a printer that is proven to count says
 *    that no sheet came out. Else the job is followed, or a person decides (`unknown`).
 * 2. `printed` needs both: the printer has acknowledged the whole document in its answer to Send-Document, and it says
 *    completed. Nothing else is an acknowledgement: not the kernel's, for the line behind it may break; not a right number of
 *    impressions, for a last page that broke off counts as a page.
 * 3. A job of which bytes have left is cancelled at the printer only when its connection is over and the outcome is the same.
 */
import type { JobReason } from '@platen/contracts/agent-protocol';
import { defineStateMachine } from '@platen/contracts/state-machine';
import type { PrinterJob } from '../ports/printer.ts';
import { type CountedCopies, isJobOver } from './printed-job-rules.ts';

/**
 * The journal of one IPP job. intended: written before Create-Job. created: its reply is journalled. sending: written before
 * Send-Document. sent: the printer acknowledged the whole document. refused: it answered that it takes nothing of it.
 * void: surely no paper of it.
 */
export type SubmissionState =
  | 'intended'
  | 'created'
  | 'sending'
  | 'refused'
  | 'sent'
  | 'completed'
  | 'aborted'
  | 'cancelled'
  | 'unknown'
  | 'void';

/** `sending -> created` is the Send-Document of whose document not one byte left this machine. */
export const submissionMachine = defineStateMachine<SubmissionState>('submission', 'intended', {
  intended: ['created', 'void'],
  created: ['sending', 'void'],
  sending: ['sent', 'created', 'refused', 'cancelled', 'unknown', 'void'],
  refused: ['unknown', 'void'],
  sent: ['completed', 'aborted', 'cancelled', 'unknown'],
  unknown: ['completed', 'aborted', 'void'],
  completed: [],
  aborted: [],
  cancelled: [],
  void: [],
});

export const openSubmissionStates = ['intended', 'created', 'sending', 'refused', 'sent'] as const;
export type OpenSubmissionState = (typeof openSubmissionStates)[number];

/** True while the printer may still have to do with it. */
export const isOpen = (state: SubmissionState): state is OpenSubmissionState =>
  openSubmissionStates.some((open) => open === state);

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
  /** We asked the printer to cancel it. */
  cancelRequested: boolean;
}

/** What else is known when a decision is taken. */
export interface SubmissionFacts {
  /** How long this process has followed the submission, its transfer being over, in milliseconds. */
  waitedMs: number;
  /** How long the printer has answered the same of this job, in milliseconds. */
  stillMs: number;
  /** What its counts of this job are worth. */
  counted: CountedCopies;
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

/** A link that was frozen may bring the rest of a document so late, though the connection is over here. */
const latePatienceMs = 60_000;

/** The connection is over, and the printer says that nothing of a document has come: what was on its way is there by now. */
const arrivalMs = 1500;

/** A printer that works on what it has of a document, and shows nothing new for so long, waits for the rest. */
const workPatienceMs = 10 * 60_000;

/** ippeveprinter accepts Cancel-Job of a job that is still coming in, and does nothing until that connection ends. */
const cancelPatienceMs = 60_000;

/** The decision. */
export function decideSubmission(
  journal: SubmissionJournal,
  answer: PrinterAnswer,
  facts: SubmissionFacts,
): SubmissionDecision {
  if (answer.kind === 'no-answer') return { do: 'wait' };
  switch (journal.state) {
    case 'intended':
    case 'created':
      return decideUnsent(journal, answer, facts);
    case 'refused':
      return decideRefused(journal, answer, facts);
    case 'sending':
      return answer.kind === 'absent' ? forgotten : decideSending(journal, answer.job, facts);
    case 'sent':
      return answer.kind === 'absent' ? forgotten : decideSent(answer.job);
  }
}

type AnsweredJob = Extract<PrinterAnswer, { kind: 'job' }>['job'];

const unknown = (message: string): SubmissionDecision => ({ do: 'unknown', message });

const forgotten = unknown('The printer no longer knows this job: look whether it was printed.');

/** No byte of a document left this machine: whatever the printer did, it made no paper from it. */
function decideUnsent(
  journal: SubmissionJournal,
  answer: Exclude<PrinterAnswer, { kind: 'no-answer' }>,
  facts: SubmissionFacts,
): SubmissionDecision {
  if (answer.kind === 'absent' || isOver(answer.job) || isDeaf(journal, facts)) return { do: 'void' };
  return { do: 'cancel' };
}

/** It has been asked to cancel the job, and shows no sign of it. */
const isDeaf = ({ cancelRequested }: SubmissionJournal, { stillMs }: SubmissionFacts): boolean =>
  cancelRequested && stillMs >= cancelPatienceMs;

/** The printer has said that it takes nothing of the document; only its own contradiction makes that doubtful. */
function decideRefused(
  journal: SubmissionJournal,
  answer: Exclude<PrinterAnswer, { kind: 'no-answer' }>,
  facts: SubmissionFacts,
): SubmissionDecision {
  if (answer.kind === 'absent') return { do: 'void' };
  const { job } = answer;
  const isQuiet = !saysPaper(job) && job.state !== 'processing';
  if (!isOver(job)) return isQuiet && isDeaf(journal, facts) ? { do: 'void' } : { do: 'cancel' };
  if (isPaperless(facts.counted) || (isQuiet && job.state !== 'completed')) return { do: 'void' };
  return unknown('The printer refused the file, and yet worked on this job: look for sheets.');
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

/** Some, all or nothing of the document arrived: printers print what came, call it what they like, and count what they can. */
function decideSending(
  { cancelRequested }: SubmissionJournal,
  job: AnsweredJob,
  { waitedMs, stillMs, counted }: SubmissionFacts,
): SubmissionDecision {
  if (isOver(job) && isPaperless(counted)) {
    return job.state === 'canceled' && !cancelRequested ? canceled : { do: 'void' };
  }
  const patienceMs = job.state === 'processing' ? workPatienceMs : latePatienceMs;
  if (cancelRequested && !isOver(job) && stillMs >= patienceMs + cancelPatienceMs) {
    return unknown(
      "The printer has a part of the file and doesn't let go of this job: look for sheets, and switch it off and on.",
    );
  }
  switch (job.state) {
    case 'completed':
      return unknown(
        'The printer never confirmed that it had the whole file: look whether it was printed whole.',
      );
    case 'aborted':
      return unknown('The printer gave up on a file that it may not have had whole: look for sheets.');
    case 'canceled':
      return unknown('This job was canceled while its file was sent: look for sheets.');
    case 'pending':
    case 'pending-held':
      return waitedMs >= (hasNoDocument(job) ? arrivalMs : latePatienceMs) && isWaiting(job, stillMs)
        ? { do: 'cancel' }
        : { do: 'follow' };
    case 'processing':
      return stillMs >= workPatienceMs ? { do: 'cancel' } : { do: 'follow' };
    case 'processing-stopped':
      return { do: 'follow' };
  }
}

/** It waits for us, and not for its turn, or for a person who holds it there with its document. */
const isWaiting = (job: AnsweredJob, stillMs: number): boolean => {
  if (job.documents !== undefined && job.documents > 0) return false;
  return (
    hasNoDocument(job) ||
    job.state === 'pending-held' ||
    job.stateReasons.includes('job-incoming') ||
    stillMs >= workPatienceMs
  );
};

/**
 * RFC 8011 section 5.3.8: job-data-insufficient says that no document has come. job-incoming alone doesn't say whether one is
 * coming or only awaited; number-of-documents at 0 says that none is there whole.
 */
const hasNoDocument = (job: AnsweredJob): boolean =>
  job.documents === 0 ||
  (job.stateReasons.includes('job-data-insufficient') && !job.stateReasons.includes('job-incoming'));

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

const isOver = ({ state }: AnsweredJob): boolean => isJobOver(state);

/** What a printer says of a job, as one text: another one means that something happened there. */
export const signOf = (job: AnsweredJob): string =>
  [job.state, job.stateReasons.join(','), job.documents, job.impressionsCompleted, job.sheetsCompleted].join(
    ' ',
  );

const saysPaper = (job: AnsweredJob): boolean =>
  (job.impressionsCompleted ?? 0) > 0 || (job.sheetsCompleted ?? 0) > 0;

/** A printer that is proven to count says that not one sheet of it is out. Silence, or an unproven 0, is no proof. */
const isPaperless = ({ certainty, copies, isCut }: CountedCopies): boolean =>
  certainty === 'proven' && copies === 0 && !isCut;

/** Longest that a printer's refusals, or a transfer that breaks again and again, are taken for a passing trouble. */
const troublePatienceMs = 10 * 60_000;
const minAttempts = 3;

/** RFC 8011 appendix B: statuses that say that this very job, whenever it comes, is none for this printer. */
const impossibleStatuses = new Set([
  'client-error-document-format-not-supported',
  'client-error-attributes-or-values-not-supported',
  'client-error-conflicting-attributes',
  'client-error-compression-not-supported',
  'client-error-charset-not-supported',
  'client-error-request-entity-too-large',
  'client-error-request-value-too-long',
  'client-error-uri-scheme-not-supported',
  'client-error-document-format-error',
  'client-error-document-unprintable-error',
  'client-error-document-security-error',
  'server-error-operation-not-supported',
  'server-error-version-not-supported',
]);

/** True once trying again is pointless: told for good, or told often enough for long enough. */
export function isEnough(
  { attempts, firstAttemptAtMs }: { attempts: number; firstAttemptAtMs: number | undefined },
  { nowMs, statusName }: { nowMs: number; statusName?: string | undefined },
): boolean {
  if (attempts < minAttempts) return false;
  if (statusName !== undefined && impossibleStatuses.has(statusName)) return true;
  return nowMs - (firstAttemptAtMs ?? nowMs) >= troublePatienceMs;
}

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
  const { orderNo, itemPosition, setNo, attempt } = parts;
  return `${orderNo}-${itemPosition}-${setNo}-${tailOf(parts.jobId)}-${attempt}`;
}

const tailOf = (jobId: string): string => jobId.replaceAll('-', '').slice(-12);

/** The set and attempt that a name stands for, when it is one of this job's. */
export function readSubmissionJobName(
  name: string | undefined,
  { orderNo, itemPosition, jobId }: { orderNo: string; itemPosition: number; jobId: string },
): { setNo: number; attempt: number } | undefined {
  const front = `${orderNo}-${itemPosition}-`;
  if (!name?.startsWith(front)) return undefined;
  const [, setNo, tail, attempt] = /^(\d+)-([0-9a-f]{12})-(\d+)$/.exec(name.slice(front.length)) ?? [];
  return tail === tailOf(jobId) ? { setNo: Number(setNo), attempt: Number(attempt) } : undefined;
}
