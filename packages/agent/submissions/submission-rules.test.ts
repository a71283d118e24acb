import { describe, expect, it } from 'vitest';
import type { PrinterJobState } from '../ports/printer.ts';
import type { CountedCopies } from './printed-job-rules.ts';
import {
  decideSubmission,
  isEnough,
  nextCopySet,
  type OpenSubmissionState,
  openSubmissionStates,
  type PrinterAnswer,
  submissionJobName,
} from './submission-rules.ts';

const states: PrinterJobState[] = [
  ...(['pending', 'pending-held', 'processing', 'processing-stopped', 'canceled'] as const),
  ...(['aborted', 'completed'] as const),
];

const jobIn = (
  state: PrinterJobState,
  more: Partial<Extract<PrinterAnswer, { kind: 'job' }>['job']> = {},
): PrinterAnswer => ({
  kind: 'job',
  job: {
    state,
    stateReasons: [],
    documents: undefined,
    impressionsCompleted: 0,
    sheetsCompleted: undefined,
    ...more,
  },
});

const untold: CountedCopies = { copies: 0, certainty: 'untold', isCut: true };
const none: CountedCopies = { copies: 0, certainty: 'proven', isCut: false };
const one: CountedCopies = { copies: 1, certainty: 'proven', isCut: false };
const cut: CountedCopies = { copies: 0, certainty: 'proven', isCut: true };

const decide = (
  state: OpenSubmissionState,
  answer: PrinterAnswer,
  { cancelRequested = false, waitedMs = 0, stillMs = 0, counted = untold } = {},
) => decideSubmission({ state, cancelRequested }, answer, { waitedMs, stillMs, counted });

describe('whatever the journal says', () => {
  it.each(openSubmissionStates)('%s: a silent printer is waited for', (state) => {
    expect(decide(state, { kind: 'no-answer' })).toEqual({ do: 'wait' });
  });
});

describe('nothing of a document was sent', () => {
  it.each(['intended', 'created'] as const)('%s: unknown at the printer, so try again', (state) => {
    expect(decide(state, { kind: 'absent' })).toEqual({ do: 'void' });
  });
  it.each([
    ...(['pending', 'pending-held', 'processing', 'processing-stopped'] as const).map(
      (s) => [s, 'cancel'] as const,
    ),
    ...(['canceled', 'aborted', 'completed'] as const).map((s) => [s, 'void'] as const),
  ])('%s: %s', (state, wanted) => {
    expect(decide('intended', jobIn(state)).do).toBe(wanted);
    expect(decide('created', jobIn(state)).do).toBe(wanted);
  });
});

it('nothing of a document was sent, and the printer doesn’t let go of the empty job: try again', () => {
  const held = jobIn('pending-held');
  const cancelled = { cancelRequested: true };
  expect(decide('created', held, { ...cancelled, stillMs: 59_000 }).do).toBe('cancel');
  for (const state of ['intended', 'created', 'refused'] as const)
    expect(decide(state, held, { ...cancelled, stillMs: 60_000 }).do).toBe('void');
  expect(decide('refused', jobIn('processing'), { ...cancelled, stillMs: 1e9 }).do).toBe('cancel');
});

describe('the document may have arrived', () => {
  it('absent: a person decides', () => expect(decide('sending', { kind: 'absent' }).do).toBe('unknown'));
  it.each([
    ['nobody knows what its counts are worth', untold],
    ['it counts one, which a last page that broke off is too', one],
  ])('completed, never acknowledged, and %s: a person decides', (_what, counted) => {
    expect(decide('sending', jobIn('completed'), { counted }).do).toBe('unknown');
  });
  it.each(['aborted', 'canceled', 'completed'] as const)('%s: only a proven 0 is no paper', (state) => {
    for (const cancelRequested of [false, true]) {
      for (const counted of [untold, one, cut])
        expect(decide('sending', jobIn(state), { counted, cancelRequested }).do).toBe('unknown');
    }
    expect(decide('sending', jobIn(state), { counted: none, cancelRequested: true }).do).toBe('void');
  });
  it('our own Cancel-Job proves nothing; what a person canceled there is not sent again', () => {
    expect(decide('sending', jobIn('canceled'), { cancelRequested: true }).do).toBe('unknown');
    expect(decide('sending', jobIn('canceled'), { counted: none })).toMatchObject({
      do: 'fail',
      reason: 'canceled-at-printer',
    });
  });
  it.each(['pending', 'processing', 'processing-stopped'] as const)('%s: follow', (state) => {
    expect(decide('sending', jobIn(state)).do).toBe('follow');
  });
  it('held for want of a document: cancel, but not while one may be coming over a link that thaws', () => {
    const waits = jobIn('pending-held', { stateReasons: ['job-data-insufficient'] });
    const comes = jobIn('pending-held', { stateReasons: ['job-incoming'] });
    expect(decide('sending', waits, { waitedMs: 100 }).do).toBe('follow');
    expect(decide('sending', waits, { waitedMs: 1500 }).do).toBe('cancel');
    expect(decide('sending', comes, { waitedMs: 59_000 }).do).toBe('follow');
    expect(decide('sending', comes, { waitedMs: 60_000 }).do).toBe('cancel');
    const without = jobIn('pending', { stateReasons: ['job-incoming'], documents: 0 });
    expect(decide('sending', without, { waitedMs: 100 }).do).toBe('follow');
    expect(decide('sending', without, { waitedMs: 1500 }).do).toBe('cancel');
  });
  it('queued or held with its document: it waits for its turn, or for a person', () => {
    const hour = { waitedMs: 3_600_000, stillMs: 3_600_000 };
    expect(decide('sending', jobIn('pending', { documents: 1 }), hour).do).toBe('follow');
    expect(decide('sending', jobIn('pending-held', { documents: 1 }), hour).do).toBe('follow');
  });
  it('a printer that doesn’t let go of a cancelled job is not waited for for ever', () => {
    const comes = jobIn('pending-held', { stateReasons: ['job-incoming'] });
    const cancelled = { cancelRequested: true, waitedMs: 200_000 };
    expect(decide('sending', comes, { ...cancelled, stillMs: 119_000 }).do).toBe('cancel');
    expect(decide('sending', comes, { ...cancelled, stillMs: 120_000 }).do).toBe('unknown');
    expect(decide('sending', jobIn('processing'), { ...cancelled, stillMs: 659_000 }).do).toBe('cancel');
    expect(decide('sending', jobIn('processing'), { ...cancelled, stillMs: 660_000 }).do).toBe('unknown');
  });
  it('a half-sent job doesn’t block its printer for ever; a stop for paper may last', () => {
    expect(decide('sending', jobIn('processing'), { stillMs: 599_000 }).do).toBe('follow');
    expect(decide('sending', jobIn('processing'), { stillMs: 600_000 }).do).toBe('cancel');
    expect(decide('sending', jobIn('processing-stopped'), { stillMs: 86_400_000 }).do).toBe('follow');
  });
});

describe('the printer has answered that it takes nothing of the document', () => {
  it.each(['pending', 'pending-held', 'processing', 'processing-stopped'] as const)('%s: cancel', (state) => {
    expect(decide('refused', jobIn(state)).do).toBe('cancel');
  });
  it.each(['aborted', 'canceled'] as const)('%s without paper, or absent: try again', (state) => {
    expect(decide('refused', jobIn(state)).do).toBe('void');
    expect(decide('refused', jobIn(state, { impressionsCompleted: undefined })).do).toBe('void');
    expect(decide('refused', { kind: 'absent' }).do).toBe('void');
  });
  it('it contradicts itself: a person decides', () => {
    expect(decide('refused', jobIn('completed')).do).toBe('unknown');
    expect(decide('refused', jobIn('canceled', { impressionsCompleted: 1 })).do).toBe('unknown');
    expect(decide('refused', jobIn('completed'), { counted: none }).do).toBe('void');
  });
});

describe('the printer has acknowledged all of it', () => {
  it.each([
    ...(['pending', 'pending-held', 'processing', 'processing-stopped'] as const).map(
      (s) => [s, 'follow'] as const,
    ),
    ...([
      ['completed', 'printed'],
      ['aborted', 'fail'],
      ['canceled', 'fail'],
    ] as const),
  ])('%s: %s', (state, wanted) => {
    expect(decide('sent', jobIn(state)).do).toBe(wanted);
  });
  it('absent: a person decides', () => expect(decide('sent', { kind: 'absent' }).do).toBe('unknown'));
  it('tells why', () => {
    const aborted = jobIn('aborted', { stateReasons: ['document-format-error'] });
    expect(decide('sent', aborted)).toMatchObject({
      reason: 'aborted-by-printer',
      message: 'The printer gave up on this job (document-format-error).',
    });
  });
});

it('never sends again without proof, and never calls printed what was not acknowledged', () => {
  for (const state of states) {
    for (const impressionsCompleted of [undefined, 0, 1, 2]) {
      const answer = jobIn(state, { impressionsCompleted, sheetsCompleted: impressionsCompleted });
      for (const counted of [untold, none, one, cut]) {
        for (const facts of [
          { cancelRequested: false },
          { cancelRequested: true, waitedMs: 1e9, stillMs: 1e9 },
        ]) {
          const sending = decide('sending', answer, { ...facts, counted });
          expect(sending.do).not.toBe('printed');
          if (counted !== none) expect(sending.do).not.toBe('void');
          expect(decide('sent', answer, { ...facts, counted }).do).not.toBe('void');
          expect(decide('refused', answer, { ...facts, counted }).do).not.toBe('printed');
        }
      }
    }
  }
});

describe('trying again', () => {
  const format = 'client-error-document-format-not-supported';
  it.each([
    ['twice refused for good', { attempts: 2 }, format, false],
    ['three times refused for good', { attempts: 3 }, format, true],
    ['busy for some seconds', { attempts: 20 }, 'server-error-busy', false],
    [
      'refused without a reason of its own, for some seconds',
      { attempts: 5 },
      'client-error-bad-request',
      false,
    ],
    ['the same for ten minutes', { attempts: 5, ago: 600_000 }, 'client-error-bad-request', true],
    ['broken off for some seconds', { attempts: 9 }, undefined, false],
    ['broken off once, long ago', { attempts: 1, ago: 700_000 }, undefined, false],
    ['broken off for ten minutes', { attempts: 9, ago: 600_000 }, undefined, true],
  ])('%s', (_what, { attempts, ago = 5000 }: { attempts: number; ago?: number }, statusName, wanted) => {
    const nowMs = 1e12;
    expect(isEnough({ attempts, firstAttemptAtMs: nowMs - ago }, { nowMs, statusName })).toBe(wanted);
  });
});

describe('copies', () => {
  it('one set where the printer makes them all, else one by one', () => {
    expect(nextCopySet({ copies: 5, done: 0 }, { copiesMax: 99 })).toBe(5);
    expect(nextCopySet({ copies: 5, done: 2 }, { copiesMax: 3 })).toBe(3);
    expect(nextCopySet({ copies: 5, done: 0 }, { copiesMax: 4 })).toBe(1);
    expect(nextCopySet({ copies: 2, done: 1 }, { copiesMax: 1 })).toBe(1);
  });
  it('names every attempt differently', () => {
    const parts = { orderNo: 'P', itemPosition: 2, setNo: 1, jobId: '0190-abcdef012345', attempt: 1 };
    expect(submissionJobName(parts)).toBe('P-2-1-abcdef012345-1');
    expect(submissionJobName({ ...parts, attempt: 2 })).not.toBe(submissionJobName(parts));
  });
});
