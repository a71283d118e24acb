/** What happened to an order, the newest first, each with its time and what the shop wrote about it. */
import { Paper, Text, Title } from '@mantine/core';
import { useRead } from '../../kit/api-hooks.ts';
import { timeText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { usePollWhileAway } from '../../kit/live/live-hooks.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { serviceText } from '../../kit/service-words.ts';
import { orderPageWords } from './order-page-words.ts';
import classes from './orders.module.css';

/** While there is no stream. */
const lookAgainMs = 3000;

export function OrderTimeline({ orderId }: { orderId: string }) {
  const words = useWords(orderPageWords);
  const language = useLanguage();
  const refetchInterval = usePollWhileAway(lookAgainMs);
  const tracking = useRead('GET /api/orders/{order_id}/tracking', { order_id: orderId }, { refetchInterval });
  const names: Record<string, string> = words.events;
  return (
    <Paper withBorder p="lg" component="section" aria-label={words.timeline}>
      <Title order={2} mb="md">
        {words.timeline}
      </Title>
      <ErrorNote error={tracking.error} retry={() => void tracking.refetch()} />
      {tracking.isPending && <LoadingLines lines={4} />}
      <ol className={classes.timeline} reversed>
        {tracking.data?.events.toReversed().map((event, index) => (
          <li key={`${event.at} ${event.event} ${index}`} className={classes.event}>
            <div>
              <Text fw={index === 0 ? 650 : 500}>{names[event.event] ?? words.otherEvent}</Text>
              <Text size="sm" c="dimmed" component="time" dateTime={event.at}>
                {timeText(event.at, language, 'exact')}
              </Text>
              {serviceText(event.detail, language) !== '' && (
                <Text size="sm" c="dimmed">
                  {serviceText(event.detail, language)}
                </Text>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Paper>
  );
}
