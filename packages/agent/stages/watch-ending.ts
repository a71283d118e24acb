/**
 * How a submission ends, and what its job becomes: journal and job change in one transaction. Owns that only the copies that did
 * not come out are printed again, and that nobody but a person guesses how many those are.
 *
 * INVARIANTS
 * 1. A remainder is printed without a question only by the shop's rule, after an abort, when the printer is known to count right.
 * 2. Where nobody can tell how many copies came out the job is `unknown`, and the question says so.
 * 3. Whoever finds that its row was ended meanwhile (a person's word) changes nothing.
 */

import { attemptWordsOf } from '../jobs/attempt-words.ts';
import { givenUpRest, isSettledMeanwhile } from '../jobs/job-decision.ts';
import { isHeldByPerson } from '../jobs/job-hold.ts';
import type { JobMoveOptions, JobMoves } from '../jobs/job-moves.ts';
import type { Job, JobStore } from '../jobs/job-store.ts';
import type { LocalShopRules } from '../jobs/local-shop-rules.ts';
import type { PersonActStore } from '../jobs/person-act-store.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import type { OnBoundary } from '../machine/boundary.ts';
import type { PrinterJob } from '../ports/printer.ts';
import type { PrinterSpeeds } from '../printer-trust/printer-speed-store.ts';
import type { PrinterTrials } from '../printer-trust/printer-trials.ts';
import type { PrinterRegistry } from '../printers/printer-registry.ts';
import { type PrinterView, printedPagesOf } from '../printers/printer-rules.ts';
import type { Spool } from '../spool/spool-db.ts';
import { countCopies, countQuestion, remainderText, type SetShape } from '../submissions/copy-rules.ts';
import type { CountedCopies } from '../submissions/printed-job-rules.ts';
import { isEnough, type PrinterAnswer, type SubmissionDecision } from '../submissions/submission-rules.ts';
import { refusedDocument, type Submission, type SubmissionStore } from '../submissions/submission-store.ts';
import type { PrintingPaces } from './printing-pace.ts';

export interface OutcomeDeps {
  spool: Spool;
  jobs: JobStore;
  submissions: SubmissionStore;
  moves: JobMoves;
  registry: PrinterRegistry;
  /** The printers with the marks that people and their trials put on them. */
  views: () => PrinterView[];
  trials: PrinterTrials;
  /** Told of every job that came out whole. */
  speeds: PrinterSpeeds;
  rules: LocalShopRules;
  paces: PrintingPaces;
  acts: PersonActStore;
  onBoundary: OnBoundary;
  log: AgentLog;
  now: () => number;
}

export interface Outcome {
  submission: Submission;
  decision: SubmissionDecision;
  answer: Exclude<PrinterAnswer, { kind: 'job' }> | { kind: 'job'; job: PrinterJob };
}

/** Sets that printers may give up on, until a person is asked. */
const maxAbortedSets = 3;

const isUnderway = ({ state }: Job): boolean =>
  state === 'submitting' || state === 'printing' || state === 'held';

const shapeOf = (job: Job, { copies, isCollated }: Submission): SetShape => ({
  copies,
  isCollated,
  pages: printedPagesOf(job.ticket),
  isTwoSided: job.ticket.sides !== 'one-sided',
});

/** What the printer's answer says of this set's copies. */
export function countOf(
  { submission, answer }: Pick<Outcome, 'submission' | 'answer'>,
  { jobs, trials }: OutcomeDeps,
): CountedCopies {
  if (answer.kind !== 'job') return { copies: 0, certainty: 'untold', isCut: true };
  const shape = shapeOf(jobs.get(submission.jobId), submission);
  const counted = countCopies(answer.job, shape, trials.counting(submission.printerUuid));
  return submission.isFound ? withoutProof(counted) : counted;
}

/** Of a set that another copy of the spool had sent: whatever this one made, others of it may be on paper elsewhere. */
const withoutProof = (counted: CountedCopies): CountedCopies =>
  counted.certainty === 'untold' || (counted.copies === 0 && !counted.isCut)
    ? { copies: 0, certainty: 'untold', isCut: true }
    : { ...counted, certainty: 'claimed' };

/** A job that isn't over shows whether its printer counts while it prints. */
export function observeCounts(
  { submission, answer }: Pick<Outcome, 'submission' | 'answer'>,
  { jobs, trials }: OutcomeDeps,
): void {
  if (answer.kind !== 'job') return;
  const { impressionsCompleted = 0, sheetsCompleted = 0 } = answer.job;
  if (impressionsCompleted <= 0 && sheetsCompleted <= 0) return;
  trials.underWay(submission.printerUuid, answer.job, shapeOf(jobs.get(submission.jobId), submission));
}

/** A person wants nothing more of this job. */
const isCalledOff = (submission: Submission, { acts }: Pick<OutcomeDeps, 'acts'>): boolean =>
  attemptWordsOf(submission, acts).isToStop;

/**
 * Surely no paper: the job is ready again, unless it was cancelled meanwhile, is none for this printer, or has broken off for so
 * long that somebody should know.
 */
export function giveUp({ submission }: Outcome, outcome: string, deps: OutcomeDeps): void {
  const { spool, jobs, submissions, moves, now, log } = deps;
  const isRefused = submission.state === 'refused';
  spool.transaction(() => {
    const { id, jobId, state: from } = submission;
    const isMine = submissions.advance(
      { id, from, to: 'void' },
      { at: now(), ...(!isRefused && { outcome }) },
    );
    if (!isMine) return;
    const job = jobs.get(jobId);
    if (!isUnderway(job)) return;
    const submitted = submissions.mayHavePaper(jobId);
    const ending = endingOf(job, submission, deps);
    if (ending) {
      const [to, options] = ending;
      moves.move({ jobId, from: job.state, to }, { ...options, submitted });
      return;
    }
    const { because, isOver } = isRefused ? refusalOf(submission, deps) : breakageOf(submission, deps);
    if (isHeldByPerson(job)) {
      moves.restate({ jobId, state: 'held' }, { submitted });
      return;
    }
    if (!isOver) {
      moves.move({ jobId, from: job.state, to: 'ready' }, { submitted, message: because });
      return;
    }
    moves.move(
      { jobId, from: job.state, to: 'failed' },
      { reason: 'aborted-by-printer', message: `${because} Nothing was printed.`, submitted },
    );
    const { printerId, printerUri } = submission;
    const name = deps.registry.findByUri(printerUri)?.name ?? printerUri;
    deps.trials.failed({ printerId, name, because });
  });
  log('info', 'submission.void', { jobId: submission.jobId, jobName: submission.jobName, outcome });
}

/** How a job ends of which nothing is at a printer any more, and that nobody wants printed; undefined: it goes on. */
function endingOf(
  job: Job,
  submission: Submission,
  { submissions, acts }: OutcomeDeps,
): ['cancelled' | 'failed', JobMoveOptions] | undefined {
  const { copiesDone: copiesPrinted } = submissions.tally(job.id);
  if (isSettledMeanwhile(job, { acts })) {
    const message = 'The shop has settled this job in the cloud meanwhile.';
    return ['failed', { reason: 'decided-by-person', message, copiesPrinted }];
  }
  if (!isCalledOff(submission, { acts })) return undefined;
  if (submissions.mayHavePaper(job.id))
    return ['failed', { ...givenUpRest({ ...job, copiesPrinted }), copiesPrinted }];
  const message = 'Called off before a sheet of it was printed.';
  return ['cancelled', { reason: 'decided-by-person', message }];
}

interface GivenUp {
  because: string;
  isOver: boolean;
}

function refusalOf(
  { jobId, printerUri, outcome }: Submission,
  { submissions, registry, now }: OutcomeDeps,
): GivenUp {
  const { refusals: attempts, firstAttemptAtMs } = submissions.tally(jobId);
  const statusName = outcome.slice(refusedDocument.length + 2);
  const isOver = isEnough({ attempts, firstAttemptAtMs }, { nowMs: now(), statusName });
  const name = registry.findByUri(printerUri)?.name ?? printerUri;
  return { because: `${name} doesn't take the file (${statusName}).`, isOver };
}

function breakageOf({ jobId }: Submission, { submissions, now }: OutcomeDeps): GivenUp {
  const { brokenAttempts: attempts, firstAttemptAtMs } = submissions.tally(jobId);
  const isOver = isEnough({ attempts, firstAttemptAtMs }, { nowMs: now() });
  const because = attempts === 0 ? '' : 'The transfer to the printer broke off.';
  return { because, isOver };
}

export function printed({ submission, answer }: Outcome, deps: OutcomeDeps): void {
  const { spool, jobs, submissions, moves, trials, onBoundary, now, log } = deps;
  onBoundary('watch:completed');
  const { id, jobId, state: from, printerId, printerUuid } = submission;
  // Until it is on the disk it is what it was before: sent, and found completed at the printer.
  spool.unsynced(() => {
    if (!submissions.advance({ id, from, to: 'completed' }, { at: now() })) return;
    const job = jobs.get(jobId);
    if (answer.kind === 'job')
      trials.completed({ printerId, printerUuid }, answer.job, shapeOf(job, submission));
    measure(submission, job, deps);
    if (!isUnderway(job)) return;
    const copiesPrinted = submissions.tally(jobId).copiesDone;
    const to = copiesPrinted >= job.copies ? 'printed' : isCalledOff(submission, deps) ? 'failed' : 'ready';
    const options = {
      printed: { copiesPrinted, copiesExact: 'sure' },
      failed: { ...givenUpRest({ ...job, copiesPrinted }), copiesPrinted },
      ready: { copiesPrinted },
    } as const;
    moves.move({ jobId, from: job.state, to }, options[to]);
    if (to === 'printed') log('info', 'job.printed', { jobId, copies: copiesPrinted });
  });
  onBoundary('watch:printed');
}

/** A job that lay for an hour waited for paper or for a person: that is no speed of the printer. */
const slowestMs = 3_600_000;

function measure(
  { copies, sendingAtMs, printerId, isFound }: Submission,
  job: Job,
  { speeds, now }: OutcomeDeps,
): void {
  // When it was sent another copy of the spool knew.
  if (isFound) return;
  const atMs = now();
  const durationMs = atMs - (sendingAtMs ?? atMs);
  if (durationMs <= 0 || durationMs > slowestMs) return;
  speeds.record({
    printerId,
    media: job.ticket.media,
    durationMs,
    atMs,
    pages: printedPagesOf(job.ticket) * copies,
  });
}

/** The printer ended it early. */
export function ended(
  outcome: Outcome,
  decision: Extract<SubmissionDecision, { do: 'fail' }>,
  deps: OutcomeDeps,
): void {
  const { submission } = outcome;
  const { jobs, registry, trials, spool } = deps;
  const count = countOf(outcome, deps);
  const name = registry.findByUri(submission.printerUri)?.name ?? submission.printerUri;
  if (decision.state === 'aborted') {
    const { printerId } = submission;
    // In one transaction with the job, so that no crash makes it count twice or not at all.
    spool.transaction(() => {
      endCounted(outcome, { decision, count }, deps);
      trials.failed({ printerId, name, because: decision.message });
    });
  } else endCounted(outcome, { decision, count }, deps);
  const { state } = jobs.get(submission.jobId);
  const { reason, message } = decision;
  deps.log('warn', 'job.given-up', { jobId: submission.jobId, state, reason, message, ...count });
}

interface Ended {
  decision: Extract<SubmissionDecision, { do: 'fail' }>;
  count: CountedCopies;
}

function endCounted(outcome: Outcome, { decision, count }: Ended, deps: OutcomeDeps): void {
  const { submission } = outcome;
  const job = deps.jobs.get(submission.jobId);
  if (count.certainty === 'untold') {
    const message = `${decision.message} ${countQuestion(submission.copies)}`;
    becomeUnknown(outcome, message, deps);
    return;
  }
  const { spool, submissions, moves, now } = deps;
  const { id, jobId, state: from } = submission;
  spool.transaction(() => {
    const change = { at: now(), outcome: decision.reason, copiesDone: count.copies, isCut: count.isCut };
    if (!submissions.advance({ id, from, to: decision.state }, change)) return;
    if (!isUnderway(job)) return;
    const tally = submissions.tally(jobId);
    const isProven = count.certainty === 'proven';
    const counted = {
      copiesPrinted: tally.copiesDone,
      copiesExact: isProven ? 'sure' : 'unsure',
    } as const;
    if (isProven && tally.copiesDone >= job.copies) {
      moves.move({ jobId, from: job.state, to: 'printed' }, counted);
      return;
    }
    const message = `${decision.message} ${remainderText({ ...count, copies: tally.copiesDone }, job.copies)}`;
    const goesOn =
      decision.state === 'aborted' &&
      isProven &&
      !isCalledOff(submission, deps) &&
      deps.rules.now.aborted_copies === 'reprint' &&
      tally.abortedSets < maxAbortedSets;
    const to = goesOn ? 'ready' : 'failed';
    moves.move({ jobId, from: job.state, to }, { reason: decision.reason, message, ...counted });
  });
}

/** Nobody can know: a person is asked. What is certain of it is kept. */
export function becomeUnknown(outcome: Outcome, message: string, deps: OutcomeDeps): void {
  const { spool, jobs, submissions, moves, now, log } = deps;
  const { id, jobId, state: from } = outcome.submission;
  spool.transaction(() => {
    if (!submissions.advance({ id, from, to: 'unknown' }, { at: now(), outcome: message })) return;
    const job = jobs.get(jobId);
    if (!isUnderway(job)) return;
    const copiesPrinted = submissions.tally(jobId).copiesDone;
    moves.move(
      { jobId, from: job.state, to: 'unknown' },
      { reason: 'may-have-printed', message, submitted: true, copiesPrinted, copiesExact: 'unsure' },
    );
  });
  log('warn', 'job.unknown', { jobId, message });
}
