/** How an order is delivered and how it was paid. */
import { Paper, Text, Title } from '@mantine/core';
import { useRead } from '../../kit/api-hooks.ts';
import { moneyText, timeText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { CopyButton } from '../../kit/parts/copy-button.tsx';
import { orderPageWords } from './order-page-words.ts';
import type { Order } from './order-progress-rules.ts';

export function DeliveryFacts({ order }: { order: Order }) {
  const words = useWords(orderPageWords);
  const language = useLanguage();
  const { address, pickup_point: point, carrier, tracking_no: number } = order.delivery;
  return (
    <Paper withBorder p="lg" component="section" aria-label={words.delivery}>
      <Title order={2} mb="xs">
        {words.delivery}
      </Title>
      <Text>{words.methods[order.delivery_method]}</Text>
      {point && (
        <Text size="sm" c="dimmed">
          {[point.name, point.address, point.phone].filter((part) => part !== '').join(' · ')}
        </Text>
      )}
      {address && (
        <Text size="sm" c="dimmed">
          {address.name} · {address.phone}
          <br />
          {[address.province, address.city, address.district, address.detail, address.postcode]
            .filter((part, index, parts) => part !== '' && part !== parts[index - 1])
            .join(' ')}
        </Text>
      )}
      {carrier && number && (
        <div>
          <Text size="sm" mt="sm">
            {words.trackingNo(language === 'zh' ? carrier.name_zh : carrier.name_en)}
          </Text>
          <CopyButton text={number} label={number} size="compact-md" />
        </div>
      )}
      {order.note !== '' && (
        <>
          <Text size="sm" mt="sm" fw={600}>
            {words.note}
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {order.note}
          </Text>
        </>
      )}
    </Paper>
  );
}

export function MoneyFacts({ order }: { order: Order }) {
  const words = useWords(orderPageWords);
  const language = useLanguage();
  const payment = useRead('GET /api/payment/status/{order_id}', { order_id: order.order_id });
  if (!payment.data || payment.data.status === 'unpaid') return null;
  const { method, paid_at, refunds } = payment.data;
  return (
    <Paper withBorder p="lg" component="section" aria-label={words.money}>
      <Title order={2} mb="xs">
        {words.money}
      </Title>
      <Text>
        {order.paid_at ? words.paidBy(words.payMethods[method ?? ''] ?? method ?? '') : words.notPaid}
      </Text>
      {paid_at && order.paid_at && (
        <Text size="sm" c="dimmed">
          {timeText(paid_at, language)}
        </Text>
      )}
      {refunds.map((refund) => (
        <Text key={refund.refund_id} size="sm" mt={4}>
          {words.refund(
            moneyText(refund.amount, refund.currency, language),
            words.refundTo[refund.destination] ?? refund.destination,
            words.refundStates[refund.status],
          )}
        </Text>
      ))}
    </Paper>
  );
}
