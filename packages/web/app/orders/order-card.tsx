/** An order in a list: its state, what is printed, how far it is. */
import { Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { timeText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Money } from '../../kit/parts/money.tsx';
import { PhotoThumb } from '../../kit/parts/photo-thumb.tsx';
import { thumbnailPath } from '../photo/picture-paths.ts';
import { orderPageWords } from './order-page-words.ts';
import { type Order, sheetsOf } from './order-progress-rules.ts';
import classes from './orders.module.css';
import { StatusBadge } from './status-badge.tsx';

const maxThumbs = 6;

export function OrderCard({ order }: { order: Order }) {
  const words = useWords(orderPageWords);
  const language = useLanguage();
  const { printed, all } = sheetsOf(order);
  const isPrinting = order.status === 'paid' || order.status === 'printing';
  return (
    <Link to="/orders/$id" params={{ id: order.order_id } as never} className={classes.order!}>
      <span className={classes.title}>
        <Text component="span" fw={650} className={`platen-numbers ${classes.number}`}>
          {order.order_no}
        </Text>
        <Text component="span" size="sm" c="dimmed">
          {timeText(order.created_at, language)}
        </Text>
        <StatusBadge status={order.status} isHeld={order.on_hold !== null} />
      </span>
      <span className={classes.head}>
        <span className={classes.thumbs}>
          {order.items.slice(0, maxThumbs).map((item) => (
            <PhotoThumb key={item.position} src={thumbnailPath(item.document_id)} alt="" sizePx={48} />
          ))}
        </span>
        <span>
          <Text component="span" size="sm" c="dimmed">
            {words.items(order.items.length)} ·{' '}
          </Text>
          <Text component="span" fw={650}>
            <Money amount={order.total} currency={order.currency} />
          </Text>
        </span>
      </span>
      {isPrinting && (
        <span>
          <Text component="span" display="block" size="sm">
            {order.on_hold ? words.hold : words.sheets(printed, all)}
          </Text>
          {printed > 0 && <Progress mt={4} value={(printed / all) * 100} aria-label={words.sheetsLabel} />}
        </span>
      )}
    </Link>
  );
}
