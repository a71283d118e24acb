import { AppError } from '@platen/contracts/app-error';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentTable, OrderTable } from '../db/database-schema.ts';
import type { Catalogue } from '../prices/price-store.ts';
import {
  actionsOf,
  holdOf,
  priceItem,
  refuseCancel,
  statusAfterJobs,
  unprintedMinor,
} from './order-rules.ts';

const size = { code: '4x6', made_for: 'photo', borderless: 1 } as Catalogue['sizes'][number];
const catalogue: Catalogue = {
  sizes: [size, { ...size, code: 'A4', made_for: 'document' }],
  papers: [{ code: 'glossy' }, { code: 'plain' }] as Catalogue['papers'],
  prices: [
    { size_code: '4x6', paper_code: 'glossy', min_sheets: 1, unit_minor: 120 },
    { size_code: '4x6', paper_code: 'glossy', min_sheets: 50, unit_minor: 90 },
    { size_code: 'A4', paper_code: 'plain', min_sheets: 1, unit_minor: 50 },
  ],
};
const document = { id: 'd', pages: 3 } as DocumentTable;
const documents = new Map([['d', document]]);
const item = {
  document_id: 'd',
  size: '4x6',
  paper_type: 'glossy',
  quantity: 2,
  color_mode: 'color',
} as const;
const price = (changes: object) => priceItem(catalogue, { ...item, ...changes }, { documents, position: 0 });

describe('pricing an item', () => {
  it('counts pages times copies, and takes the price for that many', () => {
    expect(price({})).toMatchObject({ unitMinor: 120, amountMinor: 720, fit: 'fill' });
    expect(price({ quantity: 17 })).toMatchObject({ unitMinor: 90, amountMinor: 51 * 90 });
    expect(price({ size: 'a4', paper_type: 'Plain' })).toMatchObject({ sizeCode: 'A4', fit: 'fit' });
    expect(price({ size: '6X4' })).toMatchObject({ sizeCode: '4x6' });
  });

  it.each([
    [{ size: '9x9' }, 'unprocessable', 'items[0].size: "9x9" is not offered; sizes are 4x6, A4.'],
    [
      { paper_type: 'plain' },
      'unprocessable',
      'items[0].paper_type: "plain" is not offered in 4x6; it comes on glossy.',
    ],
    [{ document_id: 'x' }, 'not_found', 'items[0].document_id: no such upload in this account.'],
    [
      { document_id: undefined, photo_id: 'x' },
      'not_found',
      'items[0].photo_id: no such upload in this account.',
    ],
  ])('refuses %o', (changes, code, sentence) => {
    const error = (() => {
      try {
        price(changes);
      } catch (caught) {
        return caught as AppError;
      }
    })();
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code, message: sentence });
  });
});

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
  it('begins with the first job that does', () => {
    expect(statusAfterJobs(paid, [job({}), job({ state: 'accepted' })])).toBeUndefined();
    expect(statusAfterJobs(paid, [job({}), job({ state: 'preparing' })])).toBe('printing');
    expect(statusAfterJobs(printing, [job({}), job({ state: 'preparing' })])).toBeUndefined();
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

  it('says what can be done', () => {
    const order = { ...printing, cancel_requested_at: null };
    expect(actionsOf(order, [job({ submitted: 1 })])).toEqual([
      { action: 'pay', allowed: false, why_not: 'Nothing is to be paid.' },
      { action: 'cancel', allowed: false, why_not: expect.stringContaining('gone to the printer') },
    ]);
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
