import { describe, expect, it } from 'vitest';
import type { PrinterJobState } from '../ports/printer.ts';
import {
  decideSubmission,
  nextCopySet,
  type OpenSubmissionState,
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

const decide = (
  state: OpenSubmissionState,
  answer: PrinterAnswer,
  { cancelRequested = false, handedOver = false, waitedMs = 0 } = {},
) => decideSubmission({ state, cancelRequested, handedOver }, answer, { waitedMs });

describe('whatever the journal says', () => {
  it.each(['intended', 'created', 'sending', 'sent'] as const)(
    '%s: a silent printer is waited for',
    (state) => {
      expect(decide(state, { kind: 'no-answer' })).toEqual({ do: 'wait' });
    },
  );
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

describe('the document may have arrived', () => {
  it('absent: a person decides', () => expect(decide('sending', { kind: 'absent' }).do).toBe('unknown'));
  it('completed: a person decides, for printers print what came', () => {
    expect(decide('sending', jobIn('completed')).do).toBe('unknown');
  });
  it('completed, and the last byte had left: printed', () => {
    expect(decide('sending', jobIn('completed'), { handedOver: true }).do).toBe('printed');
  });
  it('absent, even when the last byte had left: a person decides', () => {
    expect(decide('sending', { kind: 'absent' }, { handedOver: true }).do).toBe('unknown');
  });
  it.each(['pending', 'processing', 'processing-stopped'] as const)('%s: follow', (state) => {
    expect(decide('sending', jobIn(state)).do).toBe('follow');
  });
  it('aborted: only a printer that says 0 is believed', () => {
    expect(decide('sending', jobIn('aborted')).do).toBe('void');
    const silent = { impressionsCompleted: undefined, sheetsCompleted: undefined };
    expect(decide('sending', jobIn('aborted', silent)).do).toBe('unknown');
    expect(decide('sending', jobIn('aborted', { impressionsCompleted: 1 })).do).toBe('unknown');
    expect(decide('sending', jobIn('aborted', { sheetsCompleted: 1 })).do).toBe('unknown');
  });
  it('canceled by a person: failed; by us, for want of a document: try again', () => {
    expect(decide('sending', jobIn('canceled'))).toMatchObject({ do: 'fail', reason: 'canceled-at-printer' });
    expect(decide('sending', jobIn('canceled'), { cancelRequested: true }).do).toBe('void');
    const printed = jobIn('canceled', { impressionsCompleted: 1 });
    expect(decide('sending', printed, { cancelRequested: true }).do).toBe('unknown');
  });
  it('held for want of a document: cancel, but not while one is coming', () => {
    const waits = jobIn('pending-held', { stateReasons: ['job-data-insufficient'] });
    const comes = jobIn('pending-held', { stateReasons: ['job-incoming'] });
    expect(decide('sending', waits).do).toBe('cancel');
    expect(decide('sending', comes).do).toBe('follow');
    expect(decide('sending', comes, { waitedMs: 30_000 }).do).toBe('cancel');
    const none = jobIn('pending-held', { stateReasons: ['job-incoming'], documents: 0 });
    expect(decide('sending', none, { waitedMs: 100 }).do).toBe('follow');
    expect(decide('sending', none, { waitedMs: 1500 }).do).toBe('cancel');
    const open = jobIn('pending', { stateReasons: ['job-incoming'], documents: 0 });
    expect(decide('sending', open, { waitedMs: 1500 }).do).toBe('cancel');
    const queued = jobIn('pending', { stateReasons: ['job-queued'], documents: 1 });
    expect(decide('sending', queued, { waitedMs: 60_000 }).do).toBe('follow');
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

it('never sends again, and never calls printed, what may be on paper without an acknowledgement', () => {
  for (const state of states) {
    for (const impressionsCompleted of [undefined, 0, 1, 2]) {
      const answer = jobIn(state, { impressionsCompleted, sheetsCompleted: impressionsCompleted });
      for (const cancelRequested of [false, true]) {
        const sending = decide('sending', answer, { cancelRequested });
        expect(sending.do).not.toBe('printed');
        if (impressionsCompleted) expect(sending.do).not.toBe('void');
        expect(decide('sent', answer, { cancelRequested }).do).not.toBe('void');
      }
    }
  }
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
