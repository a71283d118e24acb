/**
 * How a job at a printer gets on: since when there was no sign of progress, and what people said about it. Owns the clock of
 * that, which is the machine's uptime and nobody's wall clock. Must never decide about paper: it asks, and says that a person
 * wants the job stopped.
 */
import type { JobStore } from '../jobs/job-store.ts';
import type { PersonActStore } from '../jobs/person-act-store.ts';
import type { Submission } from '../jobs/submission-store.ts';
import type { PrinterJob } from '../ports/printer.ts';
import { printedPagesOf } from '../printers/printer-rules.ts';
import type { PrinterSpeeds } from '../printers/printer-speed-store.ts';
import {
  longText,
  patienceMs,
  shortestMs,
  stopPatienceMs,
  usualMs,
} from '../printers/printing-time-rules.ts';
import { mediaText } from '../sheets/sheet-message-rules.ts';

export interface PaceDeps {
  jobs: JobStore;
  acts: PersonActStore;
  speeds: PrinterSpeeds;
  uptimeMs: () => number;
}

export type PaceFinding =
  | { kind: 'usual'; hasMoved: boolean }
  /** Somebody should look. */
  | { kind: 'long'; message: string }
  /** A person wants it stopped: the printer is to be asked, again if need be. */
  | { kind: 'stop' }
  /** It was asked long ago, and doesn't say that it did. */
  | { kind: 'unstoppable'; message: string };

interface Track {
  /** Of the last sign of progress. */
  sinceMs: number;
  pagesDone: number;
  state: PrinterJob['state'];
  /** Undefined until it was read how often a person said to keep waiting. */
  waits: number | undefined;
  /** By the clock of this process. */
  lookedAtActsMs: number;
  stopAskedMs: number | undefined;
}

/** A person's word is found within this time. */
const actsEveryMs = 1000;
const askAgainMs = 10_000;

export type PrintingPaces = ReturnType<typeof createPrintingPaces>;

export function createPrintingPaces({ jobs, acts, speeds, uptimeMs }: PaceDeps) {
  const tracks = new Map<number, Track>();

  /** Of this attempt: what was said of an earlier one is over. */
  const wordsOf = ({ jobId, createdAtMs }: Submission) => {
    const said = acts.list({ subject: jobId, limit: 50 }).filter(({ atMs }) => atMs >= createdAtMs);
    return {
      waits: said.filter(({ act }) => act === 'wait').length,
      isToStop: said.some(({ act, outcome }) => act === 'cancel' && outcome === 'asked-the-printer'),
    };
  };

  return {
    /** Called with each answer of the printer, while nothing else keeps the job waiting. */
    look(submission: Submission, answer: PrinterJob, printer: string): PaceFinding {
      const nowMs = uptimeMs();
      const pagesDone = Math.max(answer.impressionsCompleted ?? 0, answer.sheetsCompleted ?? 0);
      const known = tracks.get(submission.id);
      const track: Track = known ?? {
        ...{ sinceMs: nowMs, pagesDone, state: answer.state },
        ...{ waits: undefined, lookedAtActsMs: performance.now(), stopAskedMs: undefined },
      };
      tracks.set(submission.id, track);
      const hasMoved = pagesDone > track.pagesDone || answer.state !== track.state;
      if (hasMoved) Object.assign(track, { sinceMs: nowMs, pagesDone, state: answer.state });
      const silentMs = nowMs - track.sinceMs;
      // A quick job is looked at hundreds of times a second; before a question is put, the answer may be there already.
      if (silentMs < shortestMs && performance.now() - track.lookedAtActsMs < actsEveryMs)
        return { kind: 'usual', hasMoved };
      track.lookedAtActsMs = performance.now();
      const { waits, isToStop } = wordsOf(submission);
      if (isToStop) return stop(track, { nowMs, printer });
      track.waits ??= waits;
      if (waits > track.waits) {
        Object.assign(track, { waits, sinceMs: nowMs });
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

    /** Something else keeps it waiting, or it is over: what comes next is counted anew. */
    forget(submissionId: number): void {
      tracks.delete(submissionId);
    },
  };

  function stop(track: Track, { nowMs, printer }: { nowMs: number; printer: string }): PaceFinding {
    if (track.stopAskedMs === undefined) {
      track.sinceMs = nowMs;
      track.stopAskedMs = nowMs;
      return { kind: 'stop' };
    }
    if (nowMs - track.sinceMs >= stopPatienceMs) {
      const message = `${printer} was asked to stop this job and does not say that it did. Switch it off and on, look for sheets, and decide.`;
      return { kind: 'unstoppable', message };
    }
    if (nowMs - track.stopAskedMs < askAgainMs) return { kind: 'usual', hasMoved: false };
    track.stopAskedMs = nowMs;
    return { kind: 'stop' };
  }
}
