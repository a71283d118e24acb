/**
 * Owns the operations that look and that steer: Get-Printer-Attributes, Get-Jobs, Get-Job-Attributes, Cancel-Job,
 * Cancel-My-Jobs, Hold-Job, Release-Job, Identify-Printer (RFC 8011 sections 4.2 and 4.3, PWG 5100.11 and 5100.13).
 */
import {
  attributeBoolean,
  attributeNumber,
  attributeNumbers,
  attributeText,
  findAttribute,
  groupTags,
  type IppAttribute,
  type IppGroup,
} from '@platen/ipp/ipp-message';
import { type IppAnswer, type IppHandlers, IppRefusal } from './ipp-server.ts';
import { getJob } from './job-lookup.ts';
import type { JobQueue } from './job-queue.ts';
import {
  isFinished,
  type JobRecord,
  type JobView,
  jobAttributes,
  jobStates,
  sentAttributes,
} from './job-record.ts';
import { type PrinterFacts, pickAttributes, printerAttributes } from './printer-description.ts';

/** What the operations work on. */
export interface PrinterOperationOptions {
  queue: JobQueue;
  facts(): PrinterFacts;
  view(): JobView;
}

const stateFilters: Record<string, (job: JobRecord) => boolean> = {
  completed: isFinished,
  'not-completed': (job) => !isFinished(job),
  all: () => true,
  aborted: (job) => job.state === jobStates.aborted,
  canceled: (job) => job.state === jobStates.canceled,
  pending: (job) => job.state === jobStates.pending,
  'pending-held': (job) => job.state === jobStates.held,
  processing: (job) => job.state === jobStates.processing,
  'processing-stopped': (job) => job.state === jobStates.stopped,
};

function pickJobAttributes(
  job: JobRecord,
  operation: IppGroup,
  options: { view: JobView; byDefault: string[] },
): IppAttribute[] {
  const templateNames = new Set(sentAttributes(job).map((attribute) => attribute.name));
  return pickAttributes(jobAttributes(job, options.view), operation, {
    byDefault: options.byDefault,
    groups: {
      all: () => true,
      'job-template': (key) => templateNames.has(key),
      'job-description': (key) => !templateNames.has(key),
    },
  });
}

/** Finished jobs newest first, the others in the order they print (RFC 8011 section 4.2.6.2). */
function inOrder(jobs: JobRecord[]): JobRecord[] {
  const finished = jobs.filter(isFinished).sort((one, other) => other.id - one.id);
  return [...jobs.filter((job) => !isFinished(job)), ...finished];
}

function getJobs(operation: IppGroup, { queue, view }: PrinterOperationOptions): IppAnswer {
  const which = attributeText(operation, 'which-jobs') ?? 'not-completed';
  const filter = stateFilters[which];
  if (!filter) {
    const unsupported = findAttribute(operation, 'which-jobs');
    throw new IppRefusal(
      'client-error-attributes-or-values-not-supported',
      `which-jobs: ${which} is not supported`,
      unsupported ? [unsupported] : [],
    );
  }
  const user = attributeText(operation, 'requesting-user-name');
  const isMine = attributeBoolean(operation, 'my-jobs') ?? false;
  const ids = attributeNumbers(operation, 'job-ids');
  const first = attributeNumber(operation, 'first-index') ?? 1;
  const limit = attributeNumber(operation, 'limit') ?? Number.POSITIVE_INFINITY;
  if (first < 1 || limit < 1)
    throw new IppRefusal('client-error-bad-request', 'limit, first-index: must be positive');
  const listed = inOrder([...queue.jobs.values()])
    .filter((job) => (ids.length > 0 ? ids.includes(job.id) : filter(job)))
    .filter((job) => !isMine || job.user === user)
    .slice(first - 1, first - 1 + limit);
  const options = { view: view(), byDefault: ['job-id', 'job-uri'] };
  return {
    groups: listed.map((job) => ({
      tag: groupTags.job,
      attributes: pickJobAttributes(job, operation, options),
    })),
  };
}

function cancel(job: JobRecord, queue: JobQueue): void {
  if (isFinished(job)) throw new IppRefusal('client-error-not-possible', `job ${job.id} is over`);
  if (job.reasons.includes('processing-to-stop-point'))
    throw new IppRefusal('client-error-not-possible', `job ${job.id} is being canceled already`);
  queue.cancel(job);
}

/** All of the user's unfinished jobs, or those named; none is canceled when one can't be (PWG 5100.11 section 7.2). */
function cancelMyJobs(operation: IppGroup, queue: JobQueue): void {
  const user = attributeText(operation, 'requesting-user-name') ?? 'anonymous';
  const ids = attributeNumbers(operation, 'job-ids');
  const mine = [...queue.jobs.values()].filter((job) => job.user === user && !isFinished(job));
  const wanted = ids.length > 0 ? mine.filter((job) => ids.includes(job.id)) : mine;
  if (wanted.length < ids.length)
    throw new IppRefusal('client-error-not-possible', 'job-ids: not all are unfinished jobs of this user');
  for (const job of wanted) if (!job.reasons.includes('processing-to-stop-point')) cancel(job, queue);
}

function expectState(job: JobRecord, state: number, what: string): void {
  if (job.state !== state)
    throw new IppRefusal('client-error-not-possible', `job ${job.id} can't be ${what} now`);
}

/** The handlers of the operations named in the header of this file. */
export function printerOperations(options: PrinterOperationOptions): IppHandlers {
  const { queue, facts, view } = options;
  return {
    'Get-Printer-Attributes': ({ operation }) => ({
      groups: [{ tag: groupTags.printer, attributes: printerAttributes(facts(), operation) }],
    }),
    'Get-Jobs': ({ operation }) => getJobs(operation, options),
    'Get-Job-Attributes': ({ operation }) => {
      const job = getJob(operation, queue);
      const attributes = pickJobAttributes(job, operation, { view: view(), byDefault: ['all'] });
      return { groups: [{ tag: groupTags.job, attributes }] };
    },
    'Cancel-Job': ({ operation }) => {
      cancel(getJob(operation, queue), queue);
      return {};
    },
    'Cancel-My-Jobs': ({ operation }) => {
      cancelMyJobs(operation, queue);
      return {};
    },
    'Hold-Job': ({ operation }) => {
      const job = getJob(operation, queue);
      expectState(job, jobStates.pending, 'held');
      queue.hold(job);
      return {};
    },
    'Release-Job': ({ operation }) => {
      const job = getJob(operation, queue);
      expectState(job, jobStates.held, 'released');
      queue.release(job);
      return {};
    },
    // Nothing to flash: the status page is the display.
    'Identify-Printer': () => ({}),
  };
}
