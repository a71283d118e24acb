/** /orders: all orders of the account, by state. */
import { Button, Stack } from '@mantine/core';
import { useAddress } from '../../kit/address-state.ts';
import { useRead } from '../../kit/api-hooks.ts';
import { ListIcon } from '../../kit/icons.tsx';
import { useWords } from '../../kit/language.ts';
import { usePollWhileAway } from '../../kit/live/live-hooks.tsx';
import { orderWords } from '../../kit/order-words.ts';
import { DaySpanFields } from '../../kit/parts/day-span.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageButton } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { momentsOf } from '../../kit/tables/day-span-rules.ts';
import { Pager } from '../../kit/tables/pager.tsx';
import { OrderCard } from '../orders/order-card.tsx';
import { orderPageWords } from '../orders/order-page-words.ts';
import type { Order } from '../orders/order-progress-rules.ts';
import classes from '../orders/orders.module.css';

/** While there is no stream. */
const lookAgainMs = 10_000;

export function OrdersPage() {
  const words = useWords(orderPageWords);
  const { status: names } = useWords(orderWords);
  const [{ page, state, from, to }, setAddress] = useAddress({ page: 1, state: '', from: '', to: '' });
  const refetchInterval = usePollWhileAway(lookAgainMs);
  const status = state in names ? (state as Order['status']) : undefined;
  const orders = useRead(
    'GET /api/orders',
    { page, page_size: 20, ...(status && { status }), ...momentsOf({ from, to }) },
    { keepsPrevious: true, refetchInterval },
  );
  const isFiltered = status !== undefined || from !== '' || to !== '';
  const states = ['', ...Object.keys(names)] as Array<'' | Order['status']>;
  return (
    <>
      <PageTitle title={words.title} actions={<PageButton to="/upload">{words.upload}</PageButton>} />
      <div className={classes.filters} role="toolbar" aria-label={words.filter}>
        {states.map((each) => (
          <Button
            key={each}
            size="compact-md"
            radius="xl"
            variant={each === (status ?? '') ? 'filled' : 'default'}
            aria-pressed={each === (status ?? '')}
            onClick={() => setAddress({ state: each, page: 1 })}
          >
            {each === '' ? words.all : names[each]}
          </Button>
        ))}
      </div>
      <Stack>
        <DaySpanFields value={{ from, to }} onChange={(change) => setAddress({ ...change, page: 1 })} />
        <ErrorNote error={orders.error} retry={() => void orders.refetch()} />
        {orders.isPending && <LoadingLines lines={3} heightPx={110} />}
        {orders.data?.total === 0 && (
          <EmptyState
            icon={<ListIcon size={38} />}
            title={isFiltered ? words.emptyFilter : words.empty}
            {...(isFiltered
              ? {
                  action: (
                    <Button
                      variant="default"
                      onClick={() => setAddress({ state: '', from: '', to: '', page: 1 })}
                    >
                      {words.showAll}
                    </Button>
                  ),
                }
              : {
                  hint: words.emptyHint,
                  action: <PageButton to="/upload">{words.upload}</PageButton>,
                })}
          />
        )}
        <ul className={classes.list}>
          {orders.data?.items.map((order) => (
            <li key={order.order_id}>
              <OrderCard order={order} />
            </li>
          ))}
        </ul>
        {orders.data && (
          <Pager list={orders.data} onPage={(next) => setAddress({ page: next }, { push: true })} />
        )}
      </Stack>
    </>
  );
}
