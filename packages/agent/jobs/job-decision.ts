/**
 * A person's word on a job that the machine can't finish, from the cloud or from the console: what becomes of journal and job,
 * and one outcome when both have decided.
 *
 * INVARIANTS
 * 1. Money moves in the cloud alone, so its word comes before the console's, until paper has moved: then the paper counts.
 * 2. Every word is kept with who, when and what came of it, those that came too late as well.
 */
import type { LocalDecision } from '@platen/contracts/agent-protocol';
import type { JobState } from '@platen/contracts/states';
import type { AgentLog } from '../machine/agent-log.ts';
import type { Spool } from '../spool/spool-db.ts';
import { isOpen } from '../submissions/submission-rules.ts';
import type { SubmissionStore } from '../submissions/submission-store.ts';
import { isHeardBefore, maxWords, recordAttemptWord } from './attempt-words.ts';
import type { JobMoves } from './job-moves.ts';
import type { Job, JobStore } from './job-store.ts';
import type { PersonActStore } from './person-act-store.ts';

export interface DecisionDeps {
  spool: Spool;
  jobs: JobStore;
  submissions: SubmissionStore;
  moves: JobMoves;
  acts: PersonActStore;
  log: AgentLog;
  now: () => number;
}

export type DecisionOutcome =
  /** Done here; nothing else is needed. */
  | 'done'
  /** Noted here and told to the cloud, which has the money: a new job or a refund follows. */
  | 'told-the-cloud'
  | 'not-here'
  | 'waits-for-nothing'
  | 'too-many-copies'
  | 'fewer-than-confirmed'
  | 'nothing-left'
  | 'only-the-rest'
  | 'decided-before'
  | 'paper-moved';

export interface Wish {
  jobId: string;
  choice: LocalDecision['choice'] | 'wait';
  /** Copies that came out whole, as a person counted them; undefined: those that are known. */
  copiesPrinted: number | undefined;
  byWhom: string;
}

/** What the console decides. */
export function decideHere(wish: Wish, deps: DecisionDeps): DecisionOutcome {
  return deps.spool.transaction(() => {
    const outcome = tryDecideHere(wish, deps);
    note({ ...wish, decision: wish.choice, origin: 'console', outcome }, deps);
    return outcome;
  });
}

function tryDecideHere(wish: Wish, deps: DecisionDeps): DecisionOutcome {
  const { jobs, moves, now } = deps;
  const { jobId, choice } = wish;
  const job = jobs.find(jobId);
  if (!job) return 'not-here';
  if (isPrintingLong(job) && (choice === 'wait' || choice === 'printed'))
    return choice === 'wait'
      ? waitOn(job, { origin: 'console', byWhom: wish.byWhom }, deps)
      : allOut(job, deps);
  if (choice === 'wait') return 'waits-for-nothing';
  if (job.state !== 'unknown' && job.state !== 'failed') return 'waits-for-nothing';
  const copiesPrinted = choice === 'printed' ? job.copies : (wish.copiesPrinted ?? job.copiesPrinted);
  const refusal = copiesOutcome(job, { choice, copiesPrinted });
  if (refusal) return refusal;
  const decided: LocalDecision = { choice, by: wish.byWhom.slice(0, 100), at: new Date(now()).toISOString() };
  const counted = { reason: 'decided-by-person', copiesPrinted, copiesExact: 'sure', decided } as const;
  if (job.state === 'failed') {
    // The cloud may have settled it meanwhile; it alone knows.
    if (job.decided || isDecided(jobId, deps)) return 'decided-before';
    if (choice === 'printed') return 'only-the-rest';
    moves.restate({ jobId, state: 'failed' }, { ...counted, message: job.message });
    return 'told-the-cloud';
  }
  settleUnknown(job, copiesPrinted, deps);
  if (choice === 'printed') moves.move({ jobId, from: 'unknown', to: 'printed' }, counted);
  else if (choice === 'reprint') moves.move({ jobId, from: 'unknown', to: 'ready' }, counted);
  else moves.move({ jobId, from: 'unknown', to: 'failed' }, counted);
  return choice === 'refund' ? 'told-the-cloud' : 'done';
}

function copiesOutcome(
  job: Job,
  { choice, copiesPrinted }: { choice: LocalDecision['choice']; copiesPrinted: number },
): DecisionOutcome | undefined {
  if (!Number.isInteger(copiesPrinted) || copiesPrinted < 0 || copiesPrinted > job.copies)
    return 'too-many-copies';
  if (job.copiesSure && copiesPrinted < job.copiesPrinted) return 'fewer-than-confirmed';
  return choice !== 'printed' && copiesPrinted === job.copies ? 'nothing-left' : undefined;
}

/** Whether a word of the cloud that settles the job had this outcome; words on an attempt (wait, stop) settle nothing. */
const hasCloudSettled = (
  subject: string,
  wanted: DecisionOutcome,
  { acts }: Pick<DecisionDeps, 'acts'>,
): boolean =>
  acts
    .list({ subject, limit: maxWords })
    .some(
      ({ origin, act, outcome, detail }) =>
        origin === 'cloud' &&
        act === 'decide' &&
        outcome === wanted &&
        /^(printed|not_printed)\b/.test(detail),
    );

/** True when the cloud has settled this job: it says so once, and for good. */
export const isDecided = (jobId: string, deps: Pick<DecisionDeps, 'acts'>): boolean =>
  hasCloudSettled(jobId, 'done', deps);

/**
 * The cloud has settled a job of which the shop's console wanted the rest printed, and bytes of that were on their way already. What
 * turns out to have made no paper is not sent again.
 */
export const isSettledMeanwhile = (
  { id, decided }: Pick<Job, 'id' | 'decided'>,
  deps: Pick<DecisionDeps, 'acts'>,
): boolean => decided?.choice === 'reprint' && hasCloudSettled(id, 'paper-moved', deps);

/** A person was asked about it while it is at the printer. */
export const isPrintingLong = ({ state, reason }: Pick<Job, 'state' | 'reason'>): boolean =>
  state === 'printing' && reason === 'printing-long';

/** The question goes, and comes again later than before. */
function waitOn(
  { id: jobId }: Job,
  who: { origin: 'cloud' | 'console'; byWhom: string },
  { submissions, moves, acts, now }: DecisionDeps,
): DecisionOutcome {
  const { jobName = '' } = submissions.findOpen(jobId) ?? {};
  recordAttemptWord({ act: 'wait', jobId, jobName, ...who, atMs: now() }, acts);
  moves.restate({ jobId, state: 'printing' }, { reason: 'none', message: '' });
  return 'done';
}

/** Every sheet that was sent lies in the tray, whatever the printer says: it is waited for no more. Sets not yet sent follow. */
function allOut(job: Job, { submissions, moves, now }: DecisionDeps): DecisionOutcome {
  const rows = submissions.listByJob(job.id).filter(({ state }) => isOpen(state));
  if (rows.some(({ state }) => state !== 'sent')) return 'waits-for-nothing';
  for (const { id } of rows)
    submissions.advance({ id, from: 'sent', to: 'completed' }, { at: now(), outcome: 'decided' });
  const copiesPrinted = submissions.tally(job.id).copiesDone;
  if (copiesPrinted < job.copies) {
    moves.move({ jobId: job.id, from: 'printing', to: 'ready' }, { copiesPrinted });
    return 'done';
  }
  const counted = { reason: 'decided-by-person', copiesPrinted, copiesExact: 'sure' } as const;
  moves.move({ jobId: job.id, from: 'printing', to: 'printed' }, counted);
  return 'done';
}

/** The journal's open question is answered with a number of copies, of which earlier sets have had their share. */
function settleUnknown(job: Job, copiesPrinted: number, { submissions, now }: DecisionDeps): void {
  for (const row of submissions.listByJob(job.id)) {
    if (row.state !== 'unknown') continue;
    const before = submissions.tally(job.id).copiesDone - row.copiesDone;
    const copiesDone = Math.max(0, Math.min(row.copies, copiesPrinted - before));
    const to = copiesDone === row.copies ? 'completed' : copiesDone === 0 ? 'void' : 'aborted';
    submissions.advance({ id: row.id, from: 'unknown', to }, { at: now(), outcome: 'decided', copiesDone });
  }
}

export interface CloudWord {
  jobId: string;
  messageId: string;
  decision: 'printed' | 'not_printed' | 'wait' | 'stop';
  copiesPrinted: number | undefined;
}

/** What was decided in the cloud. It makes a new job there where something must be printed again. */
export function decidedByCloud(word: CloudWord, deps: DecisionDeps): void {
  const { jobs, moves, log } = deps;
  const { jobId, decision } = word;
  const outcome = applyCloudWord(word, deps);
  note({ ...word, byWhom: 'the shop, in the cloud', origin: 'cloud', outcome }, deps);
  if (outcome === 'done') {
    log('info', 'job.decided', { jobId, decision });
    return;
  }
  log('warn', 'job.decision-late', { jobId, state: jobs.get(jobId).state, outcome });
  moves.report(jobId);
}

function applyCloudWord(word: CloudWord, deps: DecisionDeps): DecisionOutcome {
  const { jobs, moves } = deps;
  const { jobId, messageId, decision, copiesPrinted } = word;
  const job = jobs.get(jobId);
  const inTheCloud = { origin: 'cloud', byWhom: 'the shop, in the cloud' } as const;
  if (decision === 'stop') return stopJob(job, { ...inTheCloud, messageId }, deps);
  if (decision === 'wait') return isPrintingLong(job) ? waitOn(job, inTheCloud, deps) : 'waits-for-nothing';
  if (isPrintingLong(job)) return decision === 'printed' ? allOut(job, deps) : 'paper-moved';
  if (job.state === 'failed') return decision === 'not_printed' ? 'done' : 'decided-before';
  const isTakenBack = mayBeTakenBack(job, deps);
  if (job.state !== 'unknown' && !isTakenBack) return 'paper-moved';
  const copies = decision === 'printed' ? job.copies : (copiesPrinted ?? job.copiesPrinted);
  settleUnknown(job, copies, deps);
  const to = decision === 'printed' ? 'printed' : 'failed';
  const counted = { reason: 'decided-by-person', copiesPrinted: copies, copiesExact: 'sure' } as const;
  if (isTakenBack) moves.move({ jobId, from: job.state, to: 'unknown' }, counted);
  moves.move({ jobId, from: 'unknown', to }, counted);
  return 'done';
}

const statesBeforePaper: ReadonlySet<JobState> = new Set([
  'accepted',
  'preparing',
  'ready',
  'held',
  'submitting',
]);

/** The shop's console has asked for the rest to be printed, and no byte of it has gone out: the cloud's word, with its money, counts. */
const mayBeTakenBack = ({ id, state, decided }: Job, { submissions }: DecisionDeps): boolean =>
  decided?.choice === 'reprint' &&
  statesBeforePaper.has(state) &&
  !submissions.listByJob(id).some((row) => isOpen(row.state) && row.sendingAtMs !== undefined);

/**
 * A person wants no more of it. At a printer the watch stage asks for that until the job is over there. With sets that are over, and
 * nothing at a printer, the rest is given up here; what becomes of it is decided in the cloud.
 */
function stopJob(
  job: Job,
  { messageId, ...who }: { origin: 'cloud' | 'console'; byWhom: string; messageId: string },
  { submissions, moves, acts, now }: DecisionDeps,
): DecisionOutcome {
  const { id: jobId } = job;
  if (isHeardBefore({ jobId, messageId }, acts)) return 'decided-before';
  const attempt = submissions.findOpen(jobId);
  if (attempt) {
    recordAttemptWord(
      { act: 'cancel', jobId, jobName: attempt.jobName, messageId, ...who, atMs: now() },
      acts,
    );
    return 'done';
  }
  if (!mayGiveUpRest(job, submissions)) return 'waits-for-nothing';
  moves.move({ jobId, from: job.state, to: 'failed' }, givenUpRest(job));
  return 'done';
}

const statesOfRest: ReadonlySet<JobState> = new Set(['accepted', 'preparing', 'ready', 'held']);

/** Some of it was printed, or may have been, and has been counted; the rest waits, and nothing of it is at a printer. */
export const mayGiveUpRest = ({ id, state }: Job, submissions: SubmissionStore): boolean =>
  statesOfRest.has(state) && submissions.mayHavePaper(id) && !submissions.findOpen(id);

/** How such a job ends. */
export const givenUpRest = ({ copiesPrinted, copies }: Pick<Job, 'copiesPrinted' | 'copies'>) =>
  ({
    reason: 'decided-by-person',
    message: `${copiesPrinted} of ${copies} copies came out; the rest was called off.`,
  }) as const;

function note(
  word: {
    jobId: string;
    decision: string;
    copiesPrinted: number | undefined;
    byWhom: string;
    origin: 'cloud' | 'console';
    outcome: DecisionOutcome;
  },
  { acts, now }: DecisionDeps,
): void {
  const { jobId: subject, decision, copiesPrinted, byWhom, origin, outcome } = word;
  const detail = copiesPrinted === undefined ? decision : `${decision}, ${copiesPrinted} came out`;
  acts.add({ act: 'decide', subject, detail, origin, byWhom, outcome, atMs: now() });
}
