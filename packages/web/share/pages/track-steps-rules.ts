/** The way of an order as its tracking shows it: which steps there are, and which are behind it. Pure. */
import type { ApiOutput } from '../../kit/api-types.ts';

export type Tracking = ApiOutput<'GET /api/orders/track/{order_no}'>;
export type StepName = Tracking['status'];

export interface TrackStep {
  name: StepName;
  state: 'done' | 'now' | 'ahead';
  /** When it was reached; undefined where that isn't known, or is ahead. */
  at?: string;
}

const wayOf = (delivery: Tracking['delivery_method']): StepName[] => [
  'pending_payment',
  'paid',
  'printing',
  'printed',
  delivery === 'pickup' ? 'ready_for_pickup' : 'shipped',
  'completed',
];

/** The steps in order. A cancelled order shows those that it reached, and then that. */
export function stepsOf({ status, delivery_method, events }: Tracking): TrackStep[] {
  const reachedAt = (name: StepName) => events.findLast((event) => event.status === name)?.at;
  const way = wayOf(delivery_method);
  if (status === 'cancelled') {
    const reached = way.filter((name, at) => at === 0 || reachedAt(name) !== undefined);
    return [...reached, 'cancelled' as const].map((name) =>
      stepAt(name, 'done', reachedAt(name) ?? firstAt(name)),
    );
  }
  const now = way.indexOf(status);
  const isOver = status === 'completed';
  return way.map((name, at) => {
    if (at > now) return { name, state: 'ahead' };
    return stepAt(name, at === now && !isOver ? 'now' : 'done', reachedAt(name) ?? firstAt(name));
  });

  /** An order begins with waiting for its payment, which no event led to. */
  function firstAt(name: StepName): string | undefined {
    return name === 'pending_payment' ? events[0]?.at : undefined;
  }
}

const stepAt = (name: StepName, state: TrackStep['state'], at: string | undefined): TrackStep => ({
  name,
  state,
  ...(at !== undefined && { at }),
});
