import { describe, expect, it } from 'vitest';
import {
  maxPhotos,
  plainPhone,
  refusePerson,
  refuseStatus,
  refuseSubmission,
  remainingPhotos,
  shareSentence,
  shareStateAt,
  statusAt,
} from './pre-order-rules.ts';

const terms = { status: 'open', deadline_at: 1000, quota_total: 10, quota_per_person: 4 } as const;

describe('what a share says', () => {
  it.each([
    [{ ...terms, status: 'draft' }, 0, 'not_yet_open'],
    [{ ...terms, status: 'draft', deadline_at: 1 }, 0, 'not_yet_open'],
    [terms, 0, 'open'],
    [terms, 9, 'open'],
    [terms, 10, 'full'],
    [{ ...terms, deadline_at: 500 }, 10, 'expired'],
    [{ ...terms, deadline_at: 501 }, 10, 'full'],
    [{ ...terms, deadline_at: null }, 0, 'open'],
    [{ ...terms, status: 'closed' }, 0, 'closed'],
    [{ ...terms, status: 'closed', deadline_at: 400 }, 0, 'expired'],
    [{ ...terms, status: 'ordered', deadline_at: 400 }, 0, 'closed'],
    [{ ...terms, status: 'cancelled' }, 0, 'cancelled'],
    [{ ...terms, status: 'cancelled', deadline_at: 400 }, 0, 'cancelled'],
    [{ ...terms, quota_total: null }, maxPhotos, 'full'],
  ] as const)('%o with %i photos is %s', (preOrder, taken, state) => {
    expect(shareStateAt(preOrder, { now: 500, taken })).toBe(state);
    const refusal = refuseSubmission(preOrder, { now: 500, taken: { all: taken, own: 0 }, wanted: 1 });
    expect(refusal).toBe(state === 'open' ? undefined : shareSentence(preOrder, state));
  });

  it('is closed from the very millisecond of the deadline', () => {
    expect(statusAt(terms, 999)).toBe('open');
    expect(statusAt(terms, 1000)).toBe('closed');
    expect(statusAt({ ...terms, status: 'draft' }, 1000)).toBe('draft');
  });
});

describe('quotas', () => {
  const refuse = (all: number, own: number, wanted: number) =>
    refuseSubmission(terms, { now: 0, taken: { all, own }, wanted });

  it('take exactly what fits', () => {
    expect(refuse(6, 0, 4)).toBeUndefined();
    expect(refuse(7, 0, 4)).toBe('This pre-order takes 3 photos more, not 4.');
    expect(refuse(9, 0, 2)).toBe('This pre-order takes 1 photo more, not 2.');
    expect(refuse(0, 3, 1)).toBeUndefined();
    expect(refuse(0, 3, 2)).toMatch(/^Each person may submit 4 photos here; you have submitted 3, so 1 more/);
  });

  it('never say that less than nothing is left', () => {
    expect(remainingPhotos({ quota_total: 3 }, 5)).toBe(0);
    expect(refuse(4, 6, 1)).toMatch(/so 0 more, not 1\.$/);
  });
});

describe('who may submit', () => {
  it.each([
    ['138 0000-0001', '+13800000001', false],
    ['13800000001', '+8613800000001', true],
    ['0086 138 0000 0001', '+8613800000001', true],
    ['+86（138）00000001', '+8613800000001', true],
    ['+1 (212) 555-0100', '+12125550100', true],
    ['１３８００００００01', '+8613800000001', true],
  ])('%s is the account %s: %s', (listed, phone, is) => {
    const refusal = refusePerson({ allow: 'phones', phones: JSON.stringify([listed]) }, phone);
    expect(refusal === undefined).toBe(is);
  });

  it('is anybody where nobody is named', () => {
    expect(refusePerson({ allow: 'anyone', phones: '[]' }, '+12125550100')).toBeUndefined();
    expect(plainPhone('')).toBe('');
  });
});

describe('the owner', () => {
  const facts = { now: 500, active: 0, isOrderCancelled: false };

  it('opens, closes, takes back and calls off in the states that allow it', () => {
    expect(refuseStatus({ status: 'draft', deadline_at: null }, 'open', facts)).toBeUndefined();
    expect(refuseStatus({ status: 'draft', deadline_at: 500 }, 'open', facts)).toMatch(
      /^The deadline has passed/,
    );
    expect(refuseStatus(terms, 'draft', facts)).toBeUndefined();
    expect(refuseStatus(terms, 'draft', { ...facts, active: 1 })).toMatch(/^Photos were submitted already/);
    expect(refuseStatus({ ...terms, status: 'cancelled' }, 'open', facts)).toMatch(/that is final/);
    expect(refuseStatus({ ...terms, status: 'draft' }, 'closed', facts)).toMatch(/not closed\.$/);
    const ordered = { ...terms, status: 'ordered' } as const;
    expect(refuseStatus(ordered, 'closed', facts)).toMatch(/only when that order is cancelled/);
    expect(refuseStatus(ordered, 'closed', { ...facts, isOrderCancelled: true })).toBeUndefined();
  });
});
