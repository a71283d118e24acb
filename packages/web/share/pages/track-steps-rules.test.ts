/** The way that tracking shows, for orders that went it in every manner. */
import { expect, it } from 'vitest';
import { stepsOf, type Tracking } from './track-steps-rules.ts';

const at = (hour: number) => `2026-03-01T0${hour}:00:00Z`;
const tracking = (more: Partial<Tracking>): Tracking => ({
  order_no: 'P4X7-K2M9-QT1D-3',
  status: 'paid',
  delivery_method: 'pickup',
  printing_from: null,
  as_of: at(1),
  heard_at: null,
  shipped_at: null,
  copies: 2,
  copies_printed: 0,
  events: [
    { event: 'order.created', status: null, at: at(0) },
    { event: 'order.paid', status: 'paid', at: at(1) },
  ],
  ...more,
});
const shown = (more: Partial<Tracking>) =>
  stepsOf(tracking(more)).map(({ name, state, at: reached }) => [name, state, reached?.slice(12, 13) ?? '']);

it('shows what is behind an order with its time, where it is, and what comes', () => {
  expect(shown({})).toEqual([
    ['pending_payment', 'done', '0'],
    ['paid', 'now', '1'],
    ['printing', 'ahead', ''],
    ['printed', 'ahead', ''],
    ['ready_for_pickup', 'ahead', ''],
    ['completed', 'ahead', ''],
  ]);
});

it('ends at the door of who has it sent, and has no step left when it is over', () => {
  const steps = shown({ status: 'completed', delivery_method: 'express' });
  expect(steps.map(([name]) => name)).toContain('shipped');
  expect(steps.map(([name]) => name)).not.toContain('ready_for_pickup');
  expect(steps.every(([, state]) => state === 'done')).toBe(true);
});

it('shows of a cancelled order what it reached and nothing that will never come', () => {
  const events = [...tracking({}).events, { event: 'order.cancelled', status: 'cancelled', at: at(3) }];
  expect(shown({ status: 'cancelled', events })).toEqual([
    ['pending_payment', 'done', '0'],
    ['paid', 'done', '1'],
    ['cancelled', 'done', '3'],
  ]);
});

it('takes the last time of a step that was taken twice', () => {
  const events = [...tracking({}).events, { event: 'order.paid', status: 'paid', at: at(5) }];
  expect(shown({ events })[1]).toEqual(['paid', 'now', '5']);
});
