/**
 * Stage watch: every submission that the journal has open and nobody works on is followed to its end. Owns the polling; what an
 * answer means is decided in submission-rules.ts and carried out in watch-outcome.ts. A restart starts here.
 */
import type { AgentLog } from '../machine/agent-log.ts';
import { pause } from '../machine/backoff.ts';
import { PrinterFault, type PrinterJob } from '../ports/printer.ts';
import { decideSubmission, isOpen, type PrinterAnswer, signOf } from '../submissions/submission-rules.ts';
import type { Submission } from '../submissions/submission-store.ts';
import { createWaker, type Stage } from './stage.ts';
import { countOf, type OutcomeDeps } from './watch-ending.ts';
import { carryOut } from './watch-outcome.ts';

export interface WatchStageDeps extends OutcomeDeps {
  /** Submissions that the submit stage is still working on. */
  claims: ReadonlySet<number>;
  log: AgentLog;
}

export interface WatchStage extends Stage {
  /** A printer changed: look at its jobs now. */
  printersChanged(): void;
}

/** A printer that prints at once is noticed at once; one that takes minutes isn't bothered. */
const firstPollMs = 3;
const lastPollMs = 1000;
const silentPollMs = 2000;
const longMs = 300;

export function createWatchStage(deps: WatchStageDeps): WatchStage {
  const { submissions, claims, log } = deps;
  const followed = new Map<number, Promise<void>>();
  const stopping = new AbortController();
  let changed = new AbortController();
  const isStopped = () => stopping.signal.aborted;

  const look = () => {
    for (const { id } of submissions.listOpen()) {
      if (claims.has(id) || followed.has(id)) continue;
      const following = follow(id)
        .catch((error) => {
          if (!isStopped()) log('error', 'watch.failed', { submissionId: id, error });
        })
        .finally(() => {
          followed.delete(id);
          deps.paces.forget(id);
          // A follower that failed starts again, and not at once.
          if (!isStopped()) setTimeout(wake, lastPollMs).unref();
        });
      followed.set(id, following);
    }
  };
  const wake = createWaker(look, { log, name: 'watch', isStopped });

  const follow = async (id: number): Promise<void> => {
    const startedAt = performance.now();
    let delayMs = firstPollMs;
    let isLong = false;
    let sign = '';
    let stillSinceMs = startedAt;
    while (!isStopped()) {
      const submission = submissions.find(id);
      if (!submission || !isOpen(submission.state)) return;
      const answer = await ask(submission, deps);
      if (isStopped()) return;
      const { state, cancelRequested } = submission;
      const nowMs = performance.now();
      const signNow = answer.kind === 'job' ? signOf(answer.job) : sign;
      if (signNow !== sign) stillSinceMs = nowMs;
      sign = signNow;
      const waitedMs = nowMs - startedAt;
      const facts = {
        waitedMs,
        stillMs: nowMs - stillSinceMs,
        counted: countOf({ submission, answer }, deps),
      };
      const decision = decideSubmission({ state, cancelRequested }, answer, facts);
      const isOver = await carryOut({ submission, decision, answer }, deps);
      if (isOver) return;
      // Not every short job needs a look at its printer; one that takes its time does, for the reasons.
      if (!isLong && waitedMs >= longMs) {
        isLong = true;
        deps.registry.suspect(submission.printerUri);
      }
      const isSilent = answer.kind === 'no-answer';
      if (isSilent) deps.registry.suspect(submission.printerUri);
      await pause(isSilent ? silentPollMs : delayMs, stopping.signal, changed.signal);
      delayMs = Math.min(delayMs * 1.4, lastPollMs);
    }
  };

  return {
    wake,
    printersChanged() {
      changed.abort();
      changed = new AbortController();
      wake();
    },
    async stop() {
      stopping.abort();
      await Promise.all(followed.values());
    },
  };
}

type FullAnswer = Exclude<PrinterAnswer, { kind: 'job' }> | { kind: 'job'; job: PrinterJob };

/** Asks by id first, then by name and uuid: an id alone is no proof, printers start again from 1. */
async function ask(submission: Submission, deps: WatchStageDeps): Promise<FullAnswer> {
  const { registry, submissions } = deps;
  if (!registry.findByUri(submission.printerUri)) return { kind: 'absent' };
  const port = registry.getPort(submission.printerUri);
  try {
    if (submission.ippJobId !== undefined) {
      const job = await port.getJob(submission.ippJobId).catch(unlessNotFound);
      if (job && isSame(submission, job)) return { kind: 'job', job };
    }
    const { printerUuid } = await port.status();
    // Another machine at the same address knows nothing of our job; the printer itself may turn up at another one.
    if (submission.printerUuid && printerUuid && printerUuid !== submission.printerUuid)
      return registry.mayTurnUp(submission.printerUuid) ? { kind: 'no-answer' } : { kind: 'absent' };
    const { jobName, ippJobUuid: jobUuid } = submission;
    const job = (await port.findJobs({ jobName, jobUuid })).at(-1);
    if (!job) return { kind: 'absent' };
    submissions.identify(submission.id, job);
    return { kind: 'job', job };
  } catch (error) {
    if (error instanceof PrinterFault) return { kind: 'no-answer' };
    throw error;
  }
}

function unlessNotFound(error: unknown): undefined {
  if (error instanceof PrinterFault && error.kind === 'not-found') return undefined;
  throw error;
}

const isSame = (submission: Submission, job: PrinterJob): boolean =>
  submission.ippJobUuid && job.jobUuid
    ? job.jobUuid === submission.ippJobUuid
    : job.jobName === submission.jobName;
