import { clockText, scheduleWords } from '@platen/contracts/schedule/schedule-words';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  holdOf,
  printingFrom,
  refuseCancel,
  refuseShipping,
  statusAfterJobs,
  unprintedMinor,
} from './order-rules.ts';
import type { OrderTable } from './order-tables.ts';

type Job = Parameters<typeof refuseCancel>[1][number];
const job = (changes: Partial<Job>): Job => ({
  state: 'queued',
  reason: 'none',
  message: '',
  submitted: 0,
  settlement: null,
  copies: 1,
  copies_printed: 0,
  updated_at: 5,
  ...changes,
});
const paid = { status: 'paid', delivery_method: 'pickup' } as OrderTable;
const printing = { ...paid, status: 'printing' } as OrderTable;

describe('an order and its jobs', () => {
  it('begins with the first job that is at a printer, not with pages made ahead', () => {
    for (const state of ['accepted', 'preparing', 'ready', 'held'] as const)
      expect(statusAfterJobs(paid, [job({}), job({ state })]), state).toBeUndefined();
    for (const state of ['submitting', 'printing', 'unknown'] as const)
      expect(statusAfterJobs(paid, [job({}), job({ state })]), state).toBe('printing');
    expect(statusAfterJobs(paid, [job({ state: 'held', submitted: 1 })])).toBe('printing');
    expect(statusAfterJobs(paid, [job({ copies: 2, state: 'ready', copies_printed: 1 })])).toBe('printing');
    expect(statusAfterJobs(printing, [job({}), job({ state: 'preparing' })])).toBeUndefined();
  });

  it('waits until the schedule lets its first job go, as long as nothing else is awaited', () => {
    const waits = (at: string, zone = 'Asia/Shanghai'): Job =>
      job({
        state: 'ready',
        reason: 'scheduled',
        message: scheduleWords.en.waits('window', `${clockText(zone, Date.parse(at))} (${zone})`),
      });
    const [soon, late] = [waits('2026-11-21T10:00:00Z'), waits('2026-11-22T10:00:00Z', 'Europe/Berlin')];
    expect(printingFrom(paid, [late, soon])).toBe(Date.parse('2026-11-21T10:00:00Z'));
    expect(printingFrom(paid, [late])).toBe(Date.parse('2026-11-22T10:00:00Z'));
    expect(printingFrom(paid, [late, job({ state: 'cancelled', settlement: 'refunded' })])).toBeDefined();
    expect(printingFrom(paid, [soon, job({ state: 'held' })])).toBeUndefined();
    expect(printingFrom(printing, [soon])).toBeUndefined();
    expect(printingFrom(paid, [])).toBeUndefined();
    const never = scheduleWords.en.waits('run', undefined);
    expect(
      printingFrom(paid, [job({ state: 'ready', reason: 'scheduled', message: never })]),
    ).toBeUndefined();
  });

  it('is printed when every job is printed or settled, and cancelled when nothing came out', () => {
    const printed = job({ state: 'printed', copies_printed: 1 });
    const refunded = job({ state: 'cancelled', settlement: 'refunded' });
    expect(statusAfterJobs(printing, [printed, printed])).toBe('printed');
    expect(statusAfterJobs(printing, [printed, refunded])).toBe('printed');
    expect(statusAfterJobs(printing, [refunded, refunded])).toBe('cancelled');
    expect(statusAfterJobs(printing, [printed, job({ state: 'failed' })])).toBeUndefined();
    expect(statusAfterJobs(printing, [printed, job({ state: 'unknown' })])).toBeUndefined();
    expect(statusAfterJobs({ ...paid, status: 'pending_payment' }, [])).toBeUndefined();
  });

  it('can be cancelled until a sheet may have been printed', () => {
    expect(refuseCancel({ status: 'pending_payment' }, [])).toBeUndefined();
    expect(refuseCancel(paid, [job({ state: 'held' })])).toBeUndefined();
    expect(refuseCancel(printing, [job({}), job({ submitted: 1 })])).toMatch(/gone to the printer/);
    expect(refuseCancel({ status: 'completed' }, [])).toMatch(/completed/);
    expect(refuseCancel({ status: 'cancelled' }, [])).toMatch(/already cancelled/);
  });

  it('shows the hold that needs somebody most', () => {
    const held = job({ state: 'held', reason: 'media-needed', message: 'Load paper.' });
    const unknown = job({ state: 'unknown', reason: 'may-have-printed', message: 'Look.' });
    expect(holdOf(printing, [held, unknown])).toMatchObject({
      reason: 'may-have-printed',
      who_must_act: 'shop',
    });
    expect(holdOf(printing, [held])).toMatchObject({
      reason: 'media-needed',
      message: 'Load paper.',
      since: 5,
    });
    expect(holdOf(printing, [job({ state: 'failed', settlement: 'refunded' })])).toBeUndefined();
  });

  it('is sent only when it is printed and not collected, a parcel with its number', () => {
    const printed = { status: 'printed', delivery_method: 'shipping' } as const;
    expect(refuseShipping(printed, { trackingNo: '1' })).toBeUndefined();
    expect(refuseShipping(printed, { trackingNo: '' })).toMatch(/^tracking_no/);
    expect(refuseShipping({ ...printed, delivery_method: 'express' }, { trackingNo: '' })).toBeUndefined();
    expect(refuseShipping({ ...printed, delivery_method: 'pickup' }, { trackingNo: '1' })).toMatch(
      /collected/,
    );
    expect(refuseShipping({ ...printed, status: 'shipped' }, { trackingNo: '1' })).toMatch(/is shipped/);
  });
});

describe('refunds of copies', () => {
  it('add up to the price however the copies are split, to the cent', () => {
    const amounts = fc.integer({ min: 0, max: 1e9 });
    fc.assert(
      fc.property(
        amounts,
        amounts,
        fc.integer({ min: 1, max: 999 }),
        fc.nat(),
        (amount, off, quantity, cut) => {
          const item = {
            amount_minor: amount,
            discount_minor: Math.min(off, amount),
            refunded_minor: 0,
            quantity,
          };
          const paidMinor = item.amount_minor - item.discount_minor;
          const unprinted = cut % (quantity + 1);
          const share = unprintedMinor(item, unprinted);
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(paidMinor);
          expect(unprintedMinor(item, quantity)).toBe(paidMinor);
          expect(unprintedMinor({ ...item, refunded_minor: share }, quantity)).toBe(paidMinor - share);
        },
      ),
    );
  });
});
