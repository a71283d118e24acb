/** Where an order stands now, in a sentence, with sheets, times, and who must act. */
import { Alert, Group, Paper, Progress, Text } from '@mantine/core';
import { timeText } from '../../kit/formats.ts';
import { WarningIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { orderWords } from '../../kit/order-words.ts';
import { Age } from '../../kit/parts/age.tsx';
import { QrCode } from '../../kit/parts/qr-code.tsx';
import { orderPageWords } from './order-page-words.ts';
import { type Order, sheetsOf, wordOfJobs } from './order-progress-rules.ts';

export function OrderState({ order }: { order: Order }) {
  const words = useWords(orderPageWords);
  const { status: names } = useWords(orderWords);
  const { printed, all } = sheetsOf(order);
  const isGoingOn = order.status === 'paid' || order.status === 'printing';
  const asOf = wordOfJobs(order);
  return (
    <Paper withBorder p="lg" component="section" aria-label={words.now}>
      <Text fz="1.35rem" fw={650} role="status">
        {names[order.status]}
      </Text>
      <StateSentence order={order} />
      {order.status === 'ready_for_pickup' && <PickupNumber orderNo={order.order_no} />}
      {(isGoingOn || printed > 0) && order.status !== 'completed' && (
        <>
          <Text mt="sm" mb={4} className="platen-numbers">
            {words.sheets(printed, all)}
            {isGoingOn && asOf !== undefined && (
              <Text component="span" size="sm" c="dimmed">
                {' '}
                · {words.asOf} <Age time={asOf} />
              </Text>
            )}
          </Text>
          <Progress
            size="lg"
            value={all === 0 ? 0 : (printed / all) * 100}
            aria-label={words.sheetsLabel}
            animated={order.status === 'printing' && !order.on_hold}
          />
        </>
      )}
      {order.on_hold && <HoldNote hold={order.on_hold} />}
      {order.cancellation === 'requested' && (
        <Alert mt="md" color="ink" variant="light" role="status">
          {words.cancelling}
        </Alert>
      )}
    </Paper>
  );
}

function StateSentence({ order }: { order: Order }) {
  const words = useWords(orderPageWords);
  const language = useLanguage();
  const sentences: string[] = [];
  const { delivery } = order;
  if (order.status === 'pending_payment') sentences.push(words.waitsPay);
  if (order.status === 'paid' && !order.on_hold) {
    const from = order.printing_from;
    sentences.push(from ? words.printingFrom(timeText(from, language)) : words.waitsPrint);
  }
  if (order.status === 'ready_for_pickup') {
    const point = delivery.pickup_point;
    const place = point ? [point.name, point.address].filter(Boolean).join(', ') : words.atShop;
    sentences.push(words.readyAt(place));
  }
  if (delivery.expected && !['completed', 'cancelled', 'pending_payment'].includes(order.status)) {
    const day = (date: string) => timeText(`${date}T12:00:00`, language, 'date');
    sentences.push(words.expected(day(delivery.expected.earliest), day(delivery.expected.latest)));
  }
  if (sentences.length === 0) return null;
  return <Text c="dimmed">{sentences.join(language === 'zh' ? '' : ' ')}</Text>;
}

/** What one shows at the counter: to be read, or scanned. */
function PickupNumber({ orderNo }: { orderNo: string }) {
  const words = useWords(orderPageWords);
  return (
    <Group mt="sm" gap="md" wrap="nowrap">
      <QrCode text={orderNo} label={words.numberCode(orderNo)} sizePx={112} />
      <div>
        <Text size="sm" c="dimmed">
          {words.showNumber}
        </Text>
        <Text fw={650} className="platen-numbers" style={{ whiteSpace: 'nowrap' }}>
          {orderNo}
        </Text>
      </div>
    </Group>
  );
}

function HoldNote({ hold }: { hold: NonNullable<Order['on_hold']> }) {
  const words = useWords(orderPageWords);
  const said = words.holds[hold.reason];
  return (
    <Alert mt="md" color="seal" variant="light" icon={<WarningIcon />} title={words.hold} role="status">
      {said !== undefined && <Text size="sm">{said}</Text>}
      <Text size="sm" fw={600}>
        {words.who[hold.who_must_act] ?? hold.who_must_act}
      </Text>
      <Text size="xs" mt={4}>
        {hold.message !== '' && (
          <span lang="en">
            {hold.message}
            {' · '}
          </span>
        )}
        {words.holdSince} <Age time={hold.since} />
      </Text>
    </Alert>
  );
}
