/** The state of an order at a glance: its word, in a colour that says whether somebody must act. */
import { Badge } from '@mantine/core';
import { useWords } from '../../kit/language.ts';
import { orderWords } from '../../kit/order-words.ts';
import type { Order } from './order-progress-rules.ts';

const calm = new Set<Order['status']>(['completed', 'cancelled']);

export function StatusBadge({ status, isHeld = false }: { status: Order['status']; isHeld?: boolean }) {
  const words = useWords(orderWords);
  const asksForYou = status === 'pending_payment' || status === 'ready_for_pickup' || isHeld;
  const colour = asksForYou ? 'seal' : calm.has(status) ? 'gray' : 'ink';
  return (
    <Badge size="md" fz="xs" h={24} variant="light" color={colour} fw={600} style={{ flex: 'none' }}>
      {words.status[status]}
    </Badge>
  );
}
