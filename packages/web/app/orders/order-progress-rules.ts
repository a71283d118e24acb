/** How far an order is, in sheets, and what may be done about it. Pure. */
import type { ApiOutput } from '../../kit/api-types.ts';

export type Order = ApiOutput<'GET /api/orders/{order_id}'>;
type Item = Order['items'][number];

const sheetsOfCopy = ({ pages, sides }: Pick<Item, 'pages' | 'sides'>): number =>
  sides === 'one-sided' ? pages : Math.ceil(pages / 2);

/** Sheets of paper, of whole copies: those that are printed, and all that were ordered. */
export function sheetsOf({ items, print_jobs: jobs }: Pick<Order, 'items' | 'print_jobs'>): {
  printed: number;
  all: number;
} {
  let printed = 0;
  let all = 0;
  for (const item of items) {
    const each = sheetsOfCopy(item);
    const copies = jobs
      .filter((job) => job.item === item.position)
      .reduce((sum, job) => sum + job.copies_printed, 0);
    all += each * item.quantity;
    // What after-sales printed anew comes on top.
    printed += each * Math.min(item.quantity, copies);
  }
  return { printed, all };
}

/** The oldest word about the jobs that still go on: no state is newer than this. Undefined where none goes on. */
export function wordOfJobs({ print_jobs: jobs }: Pick<Order, 'print_jobs'>): string | undefined {
  const open = jobs.filter(({ state }) => !['printed', 'cancelled', 'failed'].includes(state));
  return open.map((job) => job.as_of).toSorted()[0];
}

export const mayDo = (order: Pick<Order, 'actions'>, action: string): boolean =>
  order.actions.some((each) => each.action === action && each.allowed);
