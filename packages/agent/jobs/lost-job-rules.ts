/**
 * A job that another copy of the spool had in its hands: what the printers' word on its sets, and this spool's journal, are worth. Pure.
 *
 * INVARIANTS
 * 1. Only a set that can be the newest is followed: the next one by the journal, with nothing of another one at any printer.
 * 2. A set that a printer ended without completing it says nothing of attempts behind it, which may be forgotten: a person decides.
 * 3. It is taken for acknowledged only when the cloud had been told that it prints, and it is all that was missing of the job.
 */
import type { PrinterJobState } from '../ports/printer.ts';
import { isJobOver } from '../submissions/printed-job-rules.ts';
import { isOpen, type SubmissionState } from '../submissions/submission-rules.ts';

/** A set as a printer knows it. */
export interface KnownSet {
  jobName: string;
  setNo: number;
  attempt: number;
  state: PrinterJobState;
  /** undefined: the printer doesn't tell. */
  copies: number | undefined;
}

/** A row of the journal. */
export interface JournalledSet {
  jobName: string;
  state: SubmissionState;
  copiesDone: number;
}

export interface LostFacts<Found extends KnownSet> {
  /** What the cloud was told last. */
  toldState: string;
  /** Of the whole job. */
  copies: number;
  journal: readonly JournalledSet[];
  found: readonly Found[];
}

export type LostVerdict<Found extends KnownSet> =
  | { kind: 'follow'; set: Found; setNo: number; copies: number; isAcknowledged: boolean }
  /** A person is asked. nowhere: no printer knows more than the journal; ended, parts: what they know doesn't say how it ended. */
  | { kind: 'unknown'; because: 'nowhere' | 'ended' | 'parts' };

/** The decision. */
export function judgeLostJob<Found extends KnownSet>({
  toldState,
  copies,
  journal,
  found,
}: LostFacts<Found>): LostVerdict<Found> {
  const over = journal.filter(({ state }) => state !== 'void' && !isOpen(state));
  const overNames = new Set(over.map(({ jobName }) => jobName));
  const fresh = found
    .filter(({ jobName }) => !overNames.has(jobName))
    .toSorted((one, other) => one.setNo - other.setNo || one.attempt - other.attempt);
  const set = fresh.at(-1);
  if (!set) return { kind: 'unknown', because: 'nowhere' };
  const setNo = over.length + 1;
  if (fresh.some((one) => one.setNo !== setNo)) return { kind: 'unknown', because: 'parts' };
  if (isJobOver(set.state) && set.state !== 'completed') return { kind: 'unknown', because: 'ended' };
  const missing = copies - over.reduce((sum, { copiesDone }) => sum + copiesDone, 0);
  const isAll = (set.copies ?? 1) === missing;
  if (isJobOver(set.state) && !isAll) return { kind: 'unknown', because: 'parts' };
  return { kind: 'follow', set, setNo, copies: missing, isAcknowledged: toldState === 'printing' && isAll };
}
