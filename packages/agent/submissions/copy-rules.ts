/**
 * Counting copies: what a printer's numbers are worth, and which copies of a job came out, may have, or did not. Pure.
 *
 * INVARIANTS
 * 1. A number counts as proof only from a printer that was seen to count while it printed, and whose completed jobs had exactly
 *    the true number: some fill the number in at the end, and then a 0 of a job that ended early says nothing.
 * 2. A copy of which only some pages came out counts as not printed; its sheets may exist, and that is said.
 */
import type { CountedCopies } from './printed-job-rules.ts';
import type { SubmissionState } from './submission-rules.ts';

/**
 * What a printer's counts have shown so far. under-way: they grew while a job was printed. at-end: they were right of completed
 * jobs. right: both. wrong: a completed job had another number, once and for all.
 */
export type CountRecord = 'under-way' | 'at-end' | 'right' | 'wrong' | undefined;

export interface PrinterCounting {
  impressions: CountRecord;
  sheets: CountRecord;
}

/** Of a printer that was never seen, or that doesn't say who it is. */
export const noCounting: PrinterCounting = { impressions: undefined, sheets: undefined };

/** The counts of RFC 8011 sections 5.3.18.2 and 5.3.18.3; undefined: the printer doesn't tell. */
export interface PrintedCounts {
  impressionsCompleted: number | undefined;
  sheetsCompleted: number | undefined;
}

/** How the sheets of one set come out. */
export interface SetShape {
  copies: number;
  /** Printed pages of one copy. */
  pages: number;
  isTwoSided: boolean;
  /** False: all first pages, then all second pages; then no number says how many copies are whole. */
  isCollated: boolean;
}

const sheetsOf = ({ pages, isTwoSided }: SetShape): number => (isTwoSided ? Math.ceil(pages / 2) : pages);

/** Two-sided copies with a blank last side are counted either way, so such a number is no proof. */
const hasBlankSide = ({ pages, isTwoSided }: SetShape): boolean => isTwoSided && pages % 2 === 1;

/** How many whole copies are out. */
export function countCopies(
  counts: PrintedCounts,
  shape: SetShape,
  counting: PrinterCounting,
): CountedCopies {
  const told: { copies: number; isCut: boolean; record: CountRecord }[] = [];
  const take = (count: number | undefined, perCopy: number, record: CountRecord) => {
    if (count === undefined || count < 0 || record === 'wrong') return;
    if (!shape.isCollated && shape.copies > 1 && shape.pages > 1 && count > 0) return;
    const copies = Math.min(shape.copies, Math.floor(count / perCopy));
    told.push({ copies, isCut: copies < shape.copies && count > copies * perCopy, record });
  };
  if (!hasBlankSide(shape) || counts.impressionsCompleted === 0)
    take(counts.impressionsCompleted, shape.pages, counting.impressions);
  take(counts.sheetsCompleted, sheetsOf(shape), counting.sheets);
  const proven = told.filter(({ record }) => record === 'right');
  // A 0 is what a counter says that the printer doesn't have: unproven it is no claim.
  const claimed = told.filter(({ copies, isCut }) => copies > 0 || isCut);
  const best = proven.length > 0 ? proven : claimed;
  if (best.length === 0) return { copies: 0, certainty: 'untold', isCut: true };
  // A side may be printed whose sheet has not come out: the lower count is the number of copies, the higher one a warning.
  const copies = Math.min(...best.map((one) => one.copies));
  const isCut = best.some((one) => one.isCut || one.copies > copies);
  return { copies, certainty: proven.length > 0 ? 'proven' : 'claimed', isCut };
}

/** What a completed set says about the printer's counting. */
export const judgeCounts = (
  counts: PrintedCounts,
  shape: SetShape,
  before: PrinterCounting,
): PrinterCounting =>
  judged(counts, shape, before, (count, wanted, record) => {
    // Once wrong is wrong for good: a number that is right by chance must not be taken for proof.
    if (record === 'wrong' || count !== wanted) return 'wrong';
    return record === 'under-way' || record === 'right' ? 'right' : 'at-end';
  });

/** What a set says about it that isn't over. */
export const judgeGrowingCounts = (
  counts: PrintedCounts,
  shape: SetShape,
  before: PrinterCounting,
): PrinterCounting =>
  judged(counts, shape, before, (count, wanted, record) => {
    if (record === 'wrong' || count > wanted) return 'wrong';
    if (count <= 0) return record;
    return record === 'at-end' || record === 'right' ? 'right' : 'under-way';
  });

function judged(
  counts: PrintedCounts,
  shape: SetShape,
  before: PrinterCounting,
  judge: (count: number, wanted: number, record: CountRecord) => CountRecord,
): PrinterCounting {
  const { impressionsCompleted: impressions, sheetsCompleted: sheets } = counts;
  return {
    impressions:
      impressions === undefined || hasBlankSide(shape)
        ? before.impressions
        : judge(impressions, shape.copies * shape.pages, before.impressions),
    sheets:
      sheets === undefined ? before.sheets : judge(sheets, shape.copies * sheetsOf(shape), before.sheets),
  };
}

/** printed: for certain. maybe: a person must look. cut: some of its sheets may exist, it counts as not printed. */
export type CopyState = 'printed' | 'maybe' | 'cut' | 'at-printer' | 'waiting' | 'not-printed';

export interface SetFacts {
  state: SubmissionState;
  copies: number;
  copiesDone: number;
  isCut: boolean;
}

/** Every copy of a job, first to last, from what became of its sets. `isOver`: nothing more will be printed. */
export function copyStates(sets: readonly SetFacts[], job: { copies: number; isOver: boolean }): CopyState[] {
  const states: CopyState[] = [];
  let next: CopyState | undefined;
  for (const set of sets) {
    if (set.state === 'void') continue;
    for (let copy = 0; copy < set.copiesDone; copy += 1) states.push('printed');
    next = undefined;
    if (set.state === 'unknown')
      for (let copy = set.copiesDone; copy < set.copies; copy += 1) states.push('maybe');
    else if (set.state === 'sent' || set.state === 'sending' || set.state === 'refused')
      for (let copy = set.copiesDone; copy < set.copies; copy += 1) states.push('at-printer');
    else if (set.isCut && set.copiesDone < set.copies) next = 'cut';
  }
  if (next && states.length < job.copies) states.push(next);
  while (states.length < job.copies) states.push(job.isOver ? 'not-printed' : 'waiting');
  return states.slice(0, job.copies);
}

/** What a printer's end of a set means for the operator, beside why it ended. */
export function remainderText({ copies, isCut }: CountedCopies, wanted: number): string {
  const out = `${copies} of ${wanted} ${wanted === 1 ? 'copy' : 'copies'} came out`;
  return isCut && copies < wanted
    ? `${out}; sheets of one more may lie in the tray or in the printer: take them away.`
    : `${out}.`;
}

/** What a person is asked about a job that nobody can count. */
export const countQuestion = (copies: number): string =>
  copies === 1 ? 'Did it come out whole?' : `How many of the ${copies} copies came out whole?`;
