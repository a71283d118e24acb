/** What an order prints, line by line, with what each came to. */
import { Paper, Text, Title } from '@mantine/core';
import { moneyText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Money } from '../../kit/parts/money.tsx';
import { PhotoThumb } from '../../kit/parts/photo-thumb.tsx';
import { useItemLine } from '../basket/item-line.ts';
import { itemWords } from '../basket/item-words.ts';
import { Sums } from '../checkout/sums.tsx';
import { thumbnailPath } from '../photo/picture-paths.ts';
import { orderPageWords } from './order-page-words.ts';
import type { Order } from './order-progress-rules.ts';
import classes from './orders.module.css';

export function OrderItems({ order }: { order: Order }) {
  const words = useWords(orderPageWords);
  return (
    <Paper withBorder p="lg" component="section" aria-label={words.what}>
      <Title order={2} mb="md">
        {words.what}
      </Title>
      <ul className={classes.items}>
        {order.items.map((item) => (
          <ItemRow key={item.position} item={item} order={order} />
        ))}
      </ul>
      <Sums sums={order} />
    </Paper>
  );
}

function ItemRow({ item, order }: { item: Order['items'][number]; order: Order }) {
  const words = useWords(orderPageWords);
  const { copies } = useWords(itemWords);
  const language = useLanguage();
  const describe = useItemLine();
  const { filename, file_kind } = item;
  const isPhoto = file_kind === 'photo';
  const jobs = order.print_jobs.filter((job) => job.item === item.position);
  const isGoingOn = order.status === 'paid' || order.status === 'printing';
  return (
    <li className={classes.item}>
      <PhotoThumb src={filename === null ? undefined : thumbnailPath(item.document_id)} alt="" sizePx={64} />
      <div style={{ minWidth: 0 }}>
        <Text fw={600} lineClamp={2} title={filename ?? ''} style={{ overflowWrap: 'anywhere' }}>
          {filename ?? words.fileGone}
        </Text>
        <Text size="sm" c="dimmed">
          {describe(item, { isPhoto })} · {copies(item.quantity)}
        </Text>
        {isGoingOn &&
          jobs.map((job) => (
            <Text key={job.job_id} size="sm">
              {words.jobs[job.state] ?? job.state}
              {job.copies > 1 && ` · ${job.copies_printed}/${job.copies}`}
            </Text>
          ))}
        {item.refunded > 0 && (
          <Text size="sm">{words.refunded(moneyText(item.refunded, order.currency, language))}</Text>
        )}
      </div>
      <Text fw={600}>
        <Money amount={item.amount} currency={order.currency} />
      </Text>
    </li>
  );
}
