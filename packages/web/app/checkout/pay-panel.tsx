/** Paying an order that waits for it: by balance at once, or on a payment page and back. */
import { Alert, Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { moneyText, timeText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { usePollWhileAway } from '../../kit/live/live-hooks.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { openPaymentPage } from '../../kit/paying.ts';
import { checkoutWords } from './checkout-words.ts';
import { PayMethodChoice, usePayMethods } from './pay-method.tsx';

/** While there is no stream. */
const paymentPollMs = 3000;
const ofOrders = [
  'GET /api/orders/{order_id}',
  'GET /api/orders/{order_id}/tracking',
  'GET /api/orders',
  'GET /api/user/balance',
] as const;

export function PayPanel({ order }: { order: ApiOutput<'GET /api/orders/{order_id}'> }) {
  const words = useWords(checkoutWords);
  const language = useLanguage();
  const client = useQueryClient();
  const [wanted, setWanted] = useState('');
  const ways = usePayMethods(wanted, order.total);
  const input = { order_id: order.order_id };
  const refetchInterval = usePollWhileAway(paymentPollMs);
  const payment = useRead('GET /api/payment/status/{order_id}', input, { refetchInterval });
  const amount = moneyText(order.total, order.currency, language);
  const status = payment.data?.status;
  useEffect(() => {
    if (status !== 'succeeded') return;
    for (const route of ofOrders) void client.invalidateQueries({ queryKey: [route] });
  }, [status, client]);
  const byBalance = useAct('POST /api/payment/balance', {
    changes: ofOrders,
    onDone: () => showToast({ text: words.paid }),
  });
  const onPage = useAct('POST /api/payment/create', {
    changes: ofOrders,
    onDone({ checkout_url }) {
      if (checkout_url) openPaymentPage(checkout_url, `/orders/${order.order_id}`);
    },
  });
  const isPending = status === 'pending';
  const pay = () => {
    if (ways.chosen === 'balance') byBalance.run(input);
    else onPage.run({ order_id: order.order_id, payment_method: ways.chosen });
  };
  return (
    <Paper withBorder p="lg" component="section" aria-label={words.payTitle}>
      <Title order={2}>{words.payTitle}</Title>
      {order.expires_at && (
        <Text size="sm" c="dimmed" mb="sm">
          {words.payUntil(timeText(order.expires_at, language))}
        </Text>
      )}
      <Stack>
        {isPending && payment.data?.checkout_url && (
          <Alert color="ink" variant="light">
            <Group justify="space-between">
              <Group gap="xs">
                <Loader size="sm" />
                <Text size="sm" role="status">
                  {words.pending}
                </Text>
              </Group>
              <Button
                size="compact-md"
                variant="light"
                onClick={() => openPaymentPage(payment.data.checkout_url!, `/orders/${order.order_id}`)}
              >
                {words.goOn}
              </Button>
            </Group>
          </Alert>
        )}
        <PayMethodChoice ways={ways} onChoose={setWanted} />
        <ErrorNote error={byBalance.error ?? onPage.error ?? payment.error} />
        <Group>
          <Button
            size="md"
            h="auto"
            mih={42}
            py="xs"
            styles={{ label: { whiteSpace: 'normal' } }}
            loading={byBalance.isRunning || onPage.isRunning}
            disabled={!ways.isKnown || ways.missing > 0}
            onClick={pay}
          >
            {ways.chosen === 'balance' ? words.payNow(amount) : words.payOnPage(amount)}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
