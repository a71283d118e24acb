/** /orders/$id: how far an order is, what happened, and what can be done about it. */
import { Button, Grid, Group, Paper, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { usePathPart } from '../../kit/address-state.ts';
import { api, isGone } from '../../kit/api.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import { moneyText, timeText } from '../../kit/formats.ts';
import { ListIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { usePollWhileAway } from '../../kit/live/live-hooks.tsx';
import { ConfirmButton } from '../../kit/parts/confirm-button.tsx';
import { CopyButton } from '../../kit/parts/copy-button.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageButton } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { useBasket } from '../basket/basket-store.ts';
import { PayPanel } from '../checkout/pay-panel.tsx';
import { AfterSalesPanel } from '../orders/after-sales-panel.tsx';
import { DeliveryFacts, MoneyFacts } from '../orders/order-facts.tsx';
import { OrderItems } from '../orders/order-items.tsx';
import { orderPageWords } from '../orders/order-page-words.ts';
import { mayDo, type Order } from '../orders/order-progress-rules.ts';
import { OrderState } from '../orders/order-state.tsx';
import { OrderTimeline } from '../orders/order-timeline.tsx';
import { reorderItems } from '../orders/reorder.ts';
import { ReviewPanel } from '../orders/review-panel.tsx';

export function OrderPage() {
  const words = useWords(orderPageWords);
  const language = useLanguage();
  const order_id = usePathPart('id');
  const order = useOrder(order_id);
  if (isGone(order.error)) {
    return (
      <>
        <PageTitle title={words.gone} />
        <EmptyState
          icon={<ListIcon size={40} />}
          title={words.goneHint}
          action={<PageButton to="/orders">{words.toOrders}</PageButton>}
        />
      </>
    );
  }
  const shown = order.data;
  return (
    <>
      <PageTitle
        title={shown ? words.order(shown.order_no) : words.title}
        {...(shown && { hint: words.placed(timeText(shown.created_at, language)) })}
      />
      <Stack>
        <ErrorNote error={order.error} retry={() => void order.refetch()} />
        {order.isPending && <LoadingLines lines={6} heightPx={60} />}
        {shown && (
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 7 }}>
              <Stack>
                <OrderState order={shown} />
                {mayDo(shown, 'pay') && <PayPanel order={shown} />}
                <OrderItems order={shown} />
                <ReviewPanel order={shown} />
                <AfterSalesPanel order={shown} />
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <Stack>
                <OrderActs order={shown} />
                <OrderTimeline orderId={order_id} />
                <DeliveryFacts order={shown} />
                {!mayDo(shown, 'pay') && <MoneyFacts order={shown} />}
              </Stack>
            </Grid.Col>
          </Grid>
        )}
      </Stack>
    </>
  );
}

/** While there is no stream. */
const lookAgainMs = 3000;

/** The order, read again when something happened to it. */
export function useOrder(orderId: string) {
  const refetchInterval = usePollWhileAway(lookAgainMs);
  return useRead('GET /api/orders/{order_id}', { order_id: orderId }, { refetchInterval });
}

const changed = [
  'GET /api/orders/{order_id}',
  'GET /api/orders/{order_id}/tracking',
  'GET /api/orders',
  'GET /api/user/balance',
  'GET /api/payment/status/{order_id}',
] as const;

function OrderActs({ order }: { order: Order }) {
  const words = useWords(orderPageWords);
  const language = useLanguage();
  const client = useQueryClient();
  const { order_id, order_no } = order;
  const receive = useAct('PUT /api/orders/{order_id}/confirm-receipt', {
    changes: changed,
    onDone: () => showToast({ text: words.receivedDone }),
  });
  const cancel = async () => {
    try {
      const output = await api('PUT /api/orders/{order_id}/cancel', { order_id });
      showToast({ text: output.status === 'cancelled' ? words.cancelled : words.cancelAsked });
    } finally {
      for (const route of changed) void client.invalidateQueries({ queryKey: [route] });
    }
  };
  return (
    <Paper withBorder p="lg">
      <Stack gap="xs">
        {mayDo(order, 'confirm_receipt') && (
          <Button loading={receive.isRunning} onClick={() => receive.run({ order_id })}>
            {words.received}
          </Button>
        )}
        <ErrorNote error={receive.error} />
        <Group gap="xs">
          <OrderAgain order={order} />
          {order.paid_at && (
            <PageButton to="/orders/$id/receipt" params={{ id: order_id }} variant="default">
              {words.receipt}
            </PageButton>
          )}
          <CopyButton text={`${location.origin}/track/${order_no}`} label={words.share} />
          {mayDo(order, 'cancel') && (
            <ConfirmButton
              variant="default"
              color="seal"
              title={words.cancelTitle}
              text={
                order.paid_at
                  ? words.cancelPaid(moneyText(order.total, order.currency, language))
                  : words.cancelUnpaid
              }
              confirm={words.cancel}
              act={cancel}
            >
              {words.cancel}
            </ConfirmButton>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {words.shareHint}
        </Text>
      </Stack>
    </Paper>
  );
}

function OrderAgain({ order }: { order: Order }) {
  const words = useWords(orderPageWords);
  const { add } = useBasket();
  const navigate = useNavigate();
  const run = async () => {
    add(reorderItems(order, words.fileGone));
    showToast({ text: words.againDone });
    await navigate({ to: '/basket' });
  };
  return (
    <Button variant="default" onClick={() => void run()}>
      {words.again}
    </Button>
  );
}
