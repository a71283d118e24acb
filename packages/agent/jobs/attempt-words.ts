/**
 * What people say of an attempt at a printer while it is under way: keep waiting for it, or stop it. Owns that a word counts for that
 * attempt alone, whatever the clocks say, and that a message of the cloud is heard once.
 */
import type { ActOrigin, PersonActStore } from './person-act-store.ts';

export interface AttemptWord {
  act: 'wait' | 'cancel';
  jobId: string;
  /** Of the attempt: no two have the same. */
  jobName: string;
  /** Of the cloud's message. */
  messageId?: string | undefined;
  origin: ActOrigin;
  byWhom: string;
  atMs: number;
}

export interface AttemptWords {
  /** How often a person said to keep waiting. */
  waits: number;
  isToStop: boolean;
}

const stopAsked = 'asked-the-printer';

/** More words than people say of one job. */
export const maxWords = 500;

/** The detail of an act on an attempt. */
export const attemptDetail = (jobName: string, messageId = ''): string => `${jobName} ${messageId}`.trim();

/** Writes a word down. */
export function recordAttemptWord(word: AttemptWord, acts: PersonActStore): void {
  const { act, jobId: subject, jobName, messageId, origin, byWhom, atMs } = word;
  const outcome = act === 'cancel' ? stopAsked : 'done';
  acts.add({ act, subject, detail: attemptDetail(jobName, messageId), origin, byWhom, outcome, atMs });
}

/** What was said of this attempt so far. */
export function attemptWordsOf(
  { jobId, jobName }: { jobId: string; jobName: string },
  acts: PersonActStore,
): AttemptWords {
  const said = acts
    .list({ subject: jobId, limit: maxWords })
    .filter(({ detail }) => detail === jobName || detail.startsWith(`${jobName} `));
  return {
    waits: said.filter(({ act }) => act === 'wait').length,
    isToStop: said.some(({ act, outcome }) => act === 'cancel' && outcome === stopAsked),
  };
}

/** True when this message was heard before. */
export const isHeardBefore = (
  { jobId, messageId }: { jobId: string; messageId: string },
  acts: PersonActStore,
): boolean =>
  acts.list({ subject: jobId, limit: maxWords }).some(({ detail }) => detail.split(' ').includes(messageId));
