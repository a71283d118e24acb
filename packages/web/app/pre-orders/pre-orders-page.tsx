/** /pre-orders: the collections of this account, the newest first; the filter stands in the address. */
import { Badge, Group, Paper, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useAddress } from '../../kit/address-state.ts';
import { useRead } from '../../kit/api-hooks.ts';
import type { ListItem } from '../../kit/api-types.ts';
import { colon, timeText } from '../../kit/formats.ts';
import { PeopleIcon, PlusIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageButton, PageLink } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { Pager } from '../../kit/tables/pager.tsx';
import { preOrderWords } from './pre-order-words.ts';

const states = ['draft', 'open', 'closed', 'ordered', 'cancelled'] as const;

export function PreOrdersPage() {
  const words = useWords(preOrderWords);
  const [{ status, page }, setAddress] = useAddress({ status: '', page: 1 });
  const wanted = states.find((each) => each === status);
  const list = useRead(
    'GET /api/user/pre-orders',
    { ...(wanted && { status: wanted }), page, page_size: 20 },
    { keepsPrevious: true },
  );
  const create = (
    <PageButton to="/pre-orders/new" leftSection={<PlusIcon size={18} />}>
      {words.create}
    </PageButton>
  );
  const isEmpty = list.data?.total === 0;
  return (
    <>
      <PageTitle title={words.title} hint={words.hint} actions={isEmpty && !wanted ? undefined : create} />
      <Stack>
        {!(isEmpty && !wanted) && (
          <div style={{ overflowX: 'auto' }}>
            <SegmentedControl
              aria-label={words.state}
              value={wanted ?? ''}
              data={[
                { value: '', label: words.all },
                ...states.map((each) => ({ value: each, label: words.states[each] })),
              ]}
              onChange={(next) => setAddress({ status: next, page: 1 }, { push: true })}
            />
          </div>
        )}
        <ErrorNote error={list.error} retry={() => void list.refetch()} />
        {list.isPending && <LoadingLines lines={4} heightPx={72} />}
        {isEmpty && (
          <EmptyState
            icon={<PeopleIcon size={40} />}
            title={wanted ? words.review.empty : words.empty}
            {...(!wanted && { hint: words.emptyHint, action: create })}
          />
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {list.data?.items.map((preOrder) => (
            <PreOrderCard key={preOrder.pre_order_id} preOrder={preOrder} />
          ))}
        </SimpleGrid>
        {list.data && (
          <Pager list={list.data} onPage={(next) => setAddress({ page: next }, { push: true })} />
        )}
      </Stack>
    </>
  );
}

function PreOrderCard({ preOrder }: { preOrder: ListItem<'GET /api/user/pre-orders'> }) {
  const words = useWords(preOrderWords);
  const language = useLanguage();
  const { pre_order_id, title, status, deadline, submissions } = preOrder;
  const { pending, approved } = submissions;
  return (
    <Paper withBorder p="md" component="article">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <PageLink to="/pre-orders/$id" params={{ id: pre_order_id }} fw={650} size="lg">
          {title}
        </PageLink>
        <Badge variant="light" color={status === 'open' ? 'ink' : 'gray'} style={{ flexShrink: 0 }}>
          {words.states[status]}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {words.counts.approved}
        {colon(language)}
        {words.accepted(approved.photos)}
        {deadline && ` · ${words.until(timeText(deadline, language))}`}
      </Text>
      {pending.submissions > 0 && (
        <Badge color="seal" variant="light" mt="xs">
          {words.waiting(pending.submissions)}
        </Badge>
      )}
    </Paper>
  );
}
