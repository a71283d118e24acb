/** The order of the queue, its search by what people type or scan, and where a job goes that is moved by keys. */
import type { FloorJob } from '@platen/contracts/floor/shop-floor';
import { expect, it } from 'vitest';
import { beforeAfterStep, filterJobs, listEnded, listQueue } from './queue-order.ts';

const job = (id: string, more: Partial<FloorJob> = {}): FloorJob =>
  ({
    id,
    sort: `1-${id}`,
    order_no: 'ABCD-01EF-2345-X',
    filename: null,
    printer: null,
    over_at: null,
    acts: ['reorder'],
    ...more,
  }) as FloorJob;

it('is in the order of its texts by code unit, without what is over', () => {
  const jobs = [
    job('b'),
    job('a'),
    job('B'),
    job('p', { sort: '0-z' }),
    job('x', { sort: '', over_at: '2026-01-01T00:00:00Z' }),
  ];
  expect(listQueue(jobs).map(({ id }) => id)).toEqual(['p', 'B', 'a', 'b']);
});

it('has what ended last first', () => {
  const ended = ['10', '12', '11'].map((day) => job(day, { over_at: `2026-01-${day}T00:00:00Z` }));
  expect(listEnded([...ended, job('open')]).map(({ id }) => id)).toEqual(['12', '11', '10']);
});

it('finds an order number however it is typed or scanned, and a part of it', () => {
  const jobs = [job('a'), job('b', { order_no: 'ZZZZ-9999-0000-Y', filename: 'Tea House.jpg' })];
  for (const search of ['ABCD-01EF-2345-X', 'abcdo1ef', ' abcd-oief ', '2345x'])
    expect([search, filterJobs(jobs, { search, printer: '' }).map(({ id }) => id)]).toEqual([search, ['a']]);
  expect(filterJobs(jobs, { search: 'tea h', printer: '' }).map(({ id }) => id)).toEqual(['b']);
  expect(filterJobs(jobs, { search: '%', printer: '' })).toEqual([]);
  expect(filterJobs(jobs, { search: '', printer: 'p' })).toEqual([]);
});

it('goes a step up or down, to either end and no further, past what can not be moved', () => {
  const queue = [job('at', { acts: [] }), job('a'), job('b'), job('c')];
  expect(beforeAfterStep(queue, 'b', -1)).toBe('a');
  expect(beforeAfterStep(queue, 'b', 1)).toBeNull();
  expect(beforeAfterStep(queue, 'a', 1)).toBe('c');
  expect(beforeAfterStep(queue, 'c', Number.NEGATIVE_INFINITY)).toBe('a');
  expect(beforeAfterStep(queue, 'a', Number.POSITIVE_INFINITY)).toBeNull();
  expect(beforeAfterStep(queue, 'a', -1)).toBeUndefined();
  expect(beforeAfterStep(queue, 'c', 1)).toBeUndefined();
  expect(beforeAfterStep(queue, 'at', 1)).toBeUndefined();
});
