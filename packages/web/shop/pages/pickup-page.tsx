/** /pickup: an order number is scanned or typed, the order is seen, and given to whoever came for it. Made for a scanner and a keyboard. */

import { Alert, Badge, Button, Group, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ListItem } from '../../kit/api-types.ts';
import { useCatalogue } from '../../kit/catalogue.ts';
import { colon } from '../../kit/formats.ts';
import { HandIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { SessionLive } from '../../kit/live/live-hooks.tsx';
import { orderWords } from '../../kit/order-words.ts';
import { Age } from '../../kit/parts/age.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { Pager } from '../../kit/tables/pager.tsx';
import { readOrderNo } from '../floor/order-no.ts';
import { deskWords } from './desk-words.ts';

type ShopOrder = ListItem<'GET /api/shop/orders'>;

export const PickupPage = () => (
  <SessionLive>
    <PickupDesk />
  </SessionLive>
);

function PickupDesk() {
  const { pickup: words } = useWords(deskWords);
  const [{ order_no }, setAddress] = useAddress({ order_no: '' });
  const [typed, setTyped] = useState(order_no);
  const [wrong, setWrong] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const look = (text: string) => {
    const read = readOrderNo(text);
    if (read.kind !== 'good') {
      setWrong(words.wrong[read.kind]);
      field.current?.select();
      return;
    }
    setWrong(undefined);
    setTyped(read.orderNo);
    setAddress({ order_no: read.orderNo }, { push: true });
    // The next scan replaces this one.
    field.current?.select();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    look(typed);
  };
  const done = () => {
    setTyped('');
    setAddress({ order_no: '' });
    field.current?.focus();
  };
  return (
    <Stack gap="xl">
      <PageTitle title={words.title} hint={words.hint} />
      <form onSubmit={submit}>
        <Group align="flex-start">
          <TextInput
            ref={field}
            aria-label={words.field}
            placeholder="XXXX-XXXX-XXXX-X"
            size="xl"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            style={{ flex: '1 1 16rem' }}
            styles={{ input: { fontVariantNumeric: 'tabular-nums', letterSpacing: '0.06em' } }}
            error={wrong}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setWrong(undefined);
            }}
          />
          <Button type="submit" size="xl">
            {words.find}
          </Button>
        </Group>
      </form>
      {order_no !== '' && <Found key={order_no} orderNo={order_no} done={done} />}
      <Waiting look={look} />
    </Stack>
  );
}

function Found({ orderNo, done }: { orderNo: string; done(): void }) {
  const { pickup: words } = useWords(deskWords);
  const found = useRead('GET /api/shop/orders', { order_no: orderNo });
  const [order] = found.data?.items ?? [];
  return (
    <section aria-live="polite">
      <ErrorNote error={found.error} retry={() => void found.refetch()} />
      {found.isPending && <LoadingLines lines={5} />}
      {found.isSuccess && !order && (
        <Alert color="seal" variant="light" role="alert">
          {words.none}
        </Alert>
      )}
      {order && <OrderToHand order={order} done={done} />}
    </section>
  );
}

function OrderToHand({ order, done }: { order: ShopOrder; done(): void }) {
  const { pickup: words } = useWords(deskWords);
  const { sizeName, paperName } = useCatalogue();
  const states = useWords(orderWords);
  const language = useLanguage();
  const handOver = useAct('POST /api/shop/orders/{order_id}/hand-over', {
    changes: ['GET /api/shop/orders'],
    onDone() {
      showToast({ text: words.handed(order.order_no) });
      done();
    },
  });
  const isReady = order.status === 'ready_for_pickup';
  const { customer, delivery } = order;
  return (
    <Paper withBorder p="lg">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} className="platen-numbers">
            {order.order_no}
          </Title>
          <Text fw={600} mt={4}>
            {[customer.nickname, customer.phone].filter((text) => text !== '').join(' · ')}
          </Text>
          {delivery.pickup_point && (
            <Text size="sm" c="dimmed">
              {words.point}
              {colon(language)}
              {delivery.pickup_point.name}
            </Text>
          )}
        </div>
        <Badge size="lg" variant="light" color={isReady ? 'green' : 'gray'}>
          {states.status[order.status]}
        </Badge>
      </Group>
      <ul>
        {order.items.map(({ position, quantity, size, paper_type }) => (
          <li key={position}>{words.item(quantity, sizeName(size), paperName(paper_type))}</li>
        ))}
      </ul>
      {order.note !== '' && (
        <Text mb="md">
          {words.note}
          {colon(language)}
          {order.note}
        </Text>
      )}
      <ErrorNote error={handOver.error} />
      {isReady ? (
        <Group mt="md">
          <Button
            size="lg"
            leftSection={<HandIcon />}
            loading={handOver.isRunning}
            onClick={() => handOver.run({ order_id: order.order_id })}
          >
            {words.handOver}
          </Button>
          <Text size="sm" c="dimmed">
            {words.whatIsDone}
          </Text>
        </Group>
      ) : (
        <Text c="dimmed">{words.notReady}</Text>
      )}
    </Paper>
  );
}

function Waiting({ look }: { look(orderNo: string): void }) {
  const { pickup: words } = useWords(deskWords);
  const language = useLanguage();
  const [{ page }, setAddress] = useAddress({ page: 1 });
  const waiting = useRead(
    'GET /api/shop/orders',
    { status: 'ready_for_pickup', page },
    { keepsPrevious: true },
  );
  const list = waiting.data;
  return (
    <section aria-labelledby="pickup-waiting">
      <Title order={2} id="pickup-waiting" mb="sm">
        {words.waiting} {list && list.total > 0 && `(${list.total})`}
      </Title>
      <ErrorNote error={waiting.error} retry={() => void waiting.refetch()} />
      {waiting.isPending && <LoadingLines lines={4} />}
      {list?.items.length === 0 && <Text c="dimmed">{words.waitingNone}</Text>}
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }}>
        {list?.items.map(({ order_id, order_no, customer, updated_at }) => (
          <Paper key={order_id} withBorder p="md">
            <Group justify="space-between" wrap="nowrap">
              <div style={{ minWidth: 0 }}>
                <Text fw={600} className="platen-numbers">
                  {order_no}
                </Text>
                <Text size="sm" c="dimmed" truncate>
                  {[customer.nickname, customer.phone].filter((text) => text !== '').join(' · ')}
                </Text>
                <Text size="xs" c="dimmed">
                  {words.readySince} <Age time={updated_at} />
                </Text>
              </div>
              <Button
                variant="default"
                size="compact-md"
                mih={36}
                aria-label={words.look + colon(language) + order_no}
                onClick={() => look(order_no)}
              >
                {words.look}
              </Button>
            </Group>
          </Paper>
        ))}
      </SimpleGrid>
      {list && <Pager list={list} onPage={(next) => setAddress({ page: next }, { push: true })} />}
    </section>
  );
}
