/** Turning what is accepted into one order: what it costs, how it comes, and what becomes of what still waits. */

import {
  Alert,
  Button,
  Checkbox,
  Divider,
  Group,
  NativeSelect,
  Paper,
  Stack,
  Text,
  Textarea,
  Title,
} from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { couponWorth } from '../../kit/coupon-worth.ts';
import { comma, moneyText } from '../../kit/formats.ts';
import { WarningIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { DeliveryChoice } from './delivery-choice.tsx';
import { type ChosenDelivery, deliveryInput } from './delivery-input-rules.ts';
import { preOrderWords } from './pre-order-words.ts';
import { useQuote } from './use-quote-of-pre-order.ts';

type PreOrder = ApiOutput<'GET /api/user/pre-orders/{pre_order_id}'>;

/** The delivery that a pre-order has, as a form takes it. */
export const chosenOf = ({ delivery }: Pick<PreOrder, 'delivery'>): ChosenDelivery => ({
  delivery_method: delivery.delivery_method as ChosenDelivery['delivery_method'],
  pickup_point_id: delivery.pickup_point_id ?? '',
  address_id: delivery.address_id ?? '',
  shipping_carrier_id: delivery.shipping_carrier_id ?? '',
});

export function PreOrderOrdering({ preOrder }: { preOrder: PreOrder }) {
  const words = useWords(preOrderWords);
  const { order } = words;
  const language = useLanguage();
  const navigate = useNavigate();
  const { pre_order_id, submissions } = preOrder;
  const [delivery, setDelivery] = useState(chosenOf(preOrder));
  const [note, setNote] = useState(preOrder.delivery.note);
  const [couponId, setCouponId] = useState('');
  const [rejectPending, setRejectPending] = useState(false);
  const wanted = {
    pre_order_id,
    ...deliveryInput(delivery),
    ...(couponId !== '' && { coupon_id: couponId }),
  };
  const approved = submissions.approved.photos;
  const pending = submissions.pending.submissions;
  const quote = useQuote(wanted, { enabled: approved > 0, revision: preOrder.updated_at, approved });
  const coupons = useRead(
    'GET /api/user/coupons/available',
    {
      ...(quote.data && { amount: quote.data.subtotal }),
      scope: preOrder.order_type === 'photo' ? 'photo' : 'all',
    },
    { enabled: quote.data !== undefined },
  );
  const place = useAct('POST /api/user/pre-orders/{pre_order_id}/order', {
    changes: ['GET /api/user/pre-orders', 'GET /api/user/pre-orders/{pre_order_id}', 'GET /api/orders'],
    onDone({ order_id }) {
      showToast({ text: order.done });
      void navigate({ to: '/orders/$id', params: { id: order_id } as never });
    },
  });
  if (approved === 0) return <EmptyState title={order.none} />;
  return (
    <Paper withBorder p="lg" maw={620}>
      <Title order={2}>{order.title}</Title>
      <Text c="dimmed" mb="md">
        {order.hint}
      </Text>
      <Stack>
        <DeliveryChoice label={order.delivery} chosen={delivery} onChange={setDelivery} />
        {(coupons.data?.items.length ?? 0) > 0 && (
          <NativeSelect
            label={order.discount}
            value={couponId}
            data={[
              { value: '', label: order.noCoupon },
              ...coupons.data!.items.map((coupon) => ({
                value: coupon.coupon_id,
                label: couponWorth(coupon, language),
              })),
            ]}
            onChange={(event) => setCouponId(event.currentTarget.value)}
          />
        )}
        <Textarea
          label={order.note}
          value={note}
          maxLength={500}
          autosize
          minRows={1}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {pending > 0 && (
          <Alert color="seal" variant="light" icon={<WarningIcon />}>
            <Text size="sm" mb="xs">
              {order.pending(pending)}
            </Text>
            <Checkbox
              label={order.rejectPending}
              checked={rejectPending}
              onChange={(event) => setRejectPending(event.currentTarget.checked)}
            />
          </Alert>
        )}
        <Divider />
        <ErrorNote error={quote.error} retry={() => void quote.refetch()} />
        {quote.isPending && !quote.error && <LoadingLines lines={3} />}
        {quote.data && (
          <Stack gap={4} role="status">
            <Amount
              name={`${order.subtotal}${comma(language)}${order.items(approved)}`}
              amount={quote.data.subtotal}
              quote={quote.data}
            />
            {quote.data.shipping > 0 && (
              <Amount name={order.shipping} amount={quote.data.shipping} quote={quote.data} />
            )}
            {quote.data.discount > 0 && (
              <Amount name={order.discount} amount={-quote.data.discount} quote={quote.data} />
            )}
            <Amount name={order.total} amount={quote.data.total} quote={quote.data} isTotal />
          </Stack>
        )}
        <ErrorNote error={place.error} />
        <Group>
          <Button
            loading={place.isRunning}
            disabled={!quote.data || (pending > 0 && !rejectPending)}
            onClick={() => place.run({ ...wanted, note, reject_pending: rejectPending })}
          >
            {quote.data
              ? order.place(moneyText(quote.data.total, quote.data.currency, language))
              : order.placePlain}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

interface AmountProps {
  name: string;
  amount: number;
  quote: { currency: string };
  isTotal?: boolean;
}

function Amount({ name, amount, quote, isTotal = false }: AmountProps) {
  return (
    <Group justify="space-between">
      <Text {...(isTotal && { fw: 650 })}>{name}</Text>
      <Text {...(isTotal && { fw: 650, size: 'lg' })}>
        <Money amount={amount} currency={quote.currency} />
      </Text>
    </Group>
  );
}
