import { describe, expect, it } from 'vitest';
import { type Order, sheetsOf, wordOfJobs } from './order-progress-rules.ts';

const item = (position: number, more: Partial<Order['items'][number]>) =>
  Object.assign({ position, pages: 1, quantity: 1, sides: 'one-sided' }, more) as Order['items'][number];
const job = (more: Partial<Order['print_jobs'][number]>) =>
  Object.assign(
    { item: 1, state: 'printing', copies_printed: 0, as_of: '2026-01-01T00:00:00Z' },
    more,
  ) as Order['print_jobs'][number];

describe('how far an order is', () => {
  it('counts sheets of whole copies, two pages on a sheet where both sides are printed', () => {
    const items = [
      item(1, { pages: 5, quantity: 3, sides: 'two-sided-long-edge' }),
      item(2, { quantity: 4 }),
    ];
    const jobs = [job({ copies_printed: 2 }), job({ item: 2, copies_printed: 4 })];
    expect(sheetsOf({ items, print_jobs: jobs })).toEqual({ printed: 10, all: 13 });
  });

  it('never counts more than was ordered when copies are printed anew', () => {
    const jobs = [job({ copies_printed: 2 }), job({ copies_printed: 1 })];
    expect(sheetsOf({ items: [item(1, { quantity: 2 })], print_jobs: jobs })).toEqual({ printed: 2, all: 2 });
  });

  it('is as old as the oldest word about what still goes on', () => {
    const jobs = [
      job({ as_of: '2026-01-01T00:00:09Z' }),
      job({ as_of: '2026-01-01T00:00:05Z' }),
      job({ state: 'printed', as_of: '2025-01-01T00:00:00Z' }),
    ];
    expect(wordOfJobs({ print_jobs: jobs })).toBe('2026-01-01T00:00:05Z');
    expect(wordOfJobs({ print_jobs: [jobs[2]!] })).toBeUndefined();
  });
});
