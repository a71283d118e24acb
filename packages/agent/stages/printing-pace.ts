/**
 * How a job at a printer gets on: since when there was no sign of progress, and what people said about it. Owns the clock of
 * that, which is the machine's uptime and nobody's wall clock. Must never decide about paper: it asks, and says that a person
 * wants the job stopped.
 */
import { type AttemptWords, attemptWordsOf } from '../jobs/attempt-words.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { PersonActStore } from '../jobs/person-act-store.ts';
import type { PrinterJob } from '../ports/printer.ts';
import type { PrinterSpeeds } from '../printer-trust/printer-speed-store.ts';
import {
  longText,
  patienceMs,
  shortestMs,
  stopPatienceMs,
  usualMs,
} from '../printer-trust/printing-time-rules.ts';
import { printedPagesOf } from '../printers/printer-rules.ts';
import { mediaText } from '../sheets/sheet-text.ts';
import { signOf } from '../submissions/submission-rules.ts';
import type { Submission } from '../submissions/submission-store.ts';

export interface PaceDeps {
  jobs: JobStore;
  acts: PersonActStore;
  speeds: PrinterSpeeds;
  uptimeMs: () => number;
}

export type PaceFinding =
  | { kind: 'usual'; hasMoved: boolean }
  /** Somebody should look. */
  | { kind: 'long'; message: string };

/** What becomes of a person's wish that the job be stopped. */
export type StopFinding =
  /** Nobody wants it stopped. */
  | { kind: 'none' }
  /** The printer is to be asked, again if need be. */
  | { kind: 'ask' }
  /** It was asked a moment ago. */
  | { kind: 'asked' }
  /** It was asked long ago, and doesn't say that it did. */
  | { kind: 'unstoppable'; message: string };

interface Pace {
  /** Of the last sign of progress. */
  sinceMs: number;
  pagesDone: number;
  state: PrinterJob['state'];
  /** How often a person had said to keep waiting; undefined until that was read. */
  waits: number | undefined;
}

interface Track {
  /** Undefined while something else keeps the job waiting. */
  pace: Pace | undefined;
  /** When the words of people were read, by the clock of this process. */
  lookedAtMs: number;
  /** Undefined until they were read. */
  words: AttemptWords | undefined;
  stop: { firstAskedMs: number; askedMs: number; sign: string } | undefined;
}

/** A person's word is found within this time. */
const wordsEveryMs = 1000;
const askAgainMs = 10_000;

export type PrintingPaces = ReturnType<typeof createPrintingPaces>;

export function createPrintingPaces({ jobs, acts, speeds, uptimeMs }: PaceDeps) {
  const tracks = new Map<number, Track>();

  const trackOf = (submission: Submission): Track => {
    const known = tracks.get(submission.id);
    if (known) return known;
    const track: Track = {
      pace: undefined,
      lookedAtMs: performance.now(),
      words: undefined,
      stop: undefined,
    };
    tracks.set(submission.id, track);
    return track;
  };

  /** A quick job is looked at hundreds of times a second: its words are read once a second, or when they are `needed` now. */
  const wordsOn = (submission: Submission, { needed }: { needed: boolean }): Track['words'] => {
    const track = trackOf(submission);
    if (!needed && performance.now() - track.lookedAtMs < wordsEveryMs) return track.words;
    track.lookedAtMs = performance.now();
    track.words = attemptWordsOf(submission, acts);
    return track.words;
  };

  return {
    /** Whether a person wants this attempt stopped. */
    isToStop: (submission: Submission): boolean => wordsOn(submission, { needed: false })?.isToStop ?? false,

    /** What to do about that, with each answer of the printer. */
    stopping(submission: Submission, answer: PrinterJob, printer: string): StopFinding {
      if (!wordsOn(submission, { needed: false })?.isToStop) return { kind: 'none' };
      const track = trackOf(submission);
      const nowMs = uptimeMs();
      const sign = signOf(answer);
      const { stop } = track;
      if (!stop || stop.sign !== sign) {
        track.stop = { firstAskedMs: nowMs, askedMs: nowMs, sign };
        return { kind: 'ask' };
      }
      if (nowMs - stop.firstAskedMs >= stopPatienceMs) {
        const message = `${printer} was asked to stop this job and does not say that it did. Switch it off and on, look for sheets, and decide.`;
        return { kind: 'unstoppable', message };
      }
      if (nowMs - stop.askedMs < askAgainMs) return { kind: 'asked' };
      stop.askedMs = nowMs;
      return { kind: 'ask' };
    },

    /** Called with each answer of the printer, while nothing else keeps the job waiting. */
    look(submission: Submission, answer: PrinterJob, printer: string): PaceFinding {
      const nowMs = uptimeMs();
      const pagesDone = Math.max(answer.impressionsCompleted ?? 0, answer.sheetsCompleted ?? 0);
      const track = trackOf(submission);
      track.pace ??= { sinceMs: nowMs, pagesDone, state: answer.state, waits: track.words?.waits };
      const { pace } = track;
      const hasMoved = pagesDone > pace.pagesDone || answer.state !== pace.state;
      if (hasMoved) Object.assign(pace, { sinceMs: nowMs, pagesDone, state: answer.state });
      const silentMs = nowMs - pace.sinceMs;
      // Before a question is put, the answer may be there already.
      const waits = wordsOn(submission, { needed: silentMs >= shortestMs })?.waits;
      pace.waits ??= waits;
      if (waits === undefined || pace.waits === undefined) return { kind: 'usual', hasMoved };
      if (waits > pace.waits) {
        Object.assign(pace, { waits, sinceMs: nowMs });
        return { kind: 'usual', hasMoved: true };
      }
      const { ticket } = jobs.get(submission.jobId);
      const total = printedPagesOf(ticket) * submission.copies;
      const speed = speeds
        .of(submission.printerId)
        .find(({ mediaKind }) => mediaKind === mediaText(ticket.media));
      const isPending = answer.state === 'pending';
      const pages = Math.max(1, total - pagesDone);
      if (silentMs < patienceMs({ pages, speed, isPending, waits })) return { kind: 'usual', hasMoved };
      const message = longText({ printer, silentMs, usualMs: usualMs(total, speed), isPending });
      return { kind: 'long', message };
    },

    /** Something else keeps it waiting: what comes next is counted anew. */
    pause(submissionId: number): void {
      const track = tracks.get(submissionId);
      if (track) track.pace = undefined;
    },

    /** It is over, or nobody follows it. */
    forget(submissionId: number): void {
      tracks.delete(submissionId);
    },
  };
}
