/** The review of an order: stars and words, once; and what the shop replied. */

import { Button, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { colon } from '../../kit/formats.ts';
import { StarIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { orderPageWords } from './order-page-words.ts';
import { mayDo, type Order } from './order-progress-rules.ts';
import classes from './orders.module.css';

type Review = ApiOutput<'GET /api/order-reviews'>['items'][number];

const stars = [1, 2, 3, 4, 5] as const;

/** Nothing where it can't be reviewed yet and was not. */
export function ReviewPanel({ order }: { order: Order }) {
  const isFinished = ['ready_for_pickup', 'shipped', 'completed'].includes(order.status);
  const wanted = { order_id: order.order_id, page: 1, limit: 1 };
  const reviews = useRead('GET /api/order-reviews', wanted, { enabled: isFinished });
  const review = reviews.data?.items[0];
  if (review) return <ShownReview review={review} />;
  if (!mayDo(order, 'review')) return null;
  return <ReviewForm order={order} />;
}

function ShownReview({ review }: { review: Review }) {
  const { review: words } = useWords(orderPageWords);
  const language = useLanguage();
  const { run } = useAct('PUT /api/order-reviews/{review_id}/read', { changes: ['GET /api/order-reviews'] });
  const { review_id, reply, reply_read } = review;
  useEffect(() => {
    if (reply !== null && !reply_read) run({ review_id });
  }, [reply, reply_read]);
  return (
    <Paper withBorder p="lg" component="section" aria-label={words.yours}>
      <Title order={2} mb="xs">
        {words.yours}
      </Title>
      <Text>
        {words.print}
        {colon(language)}
        {words.stars(review.rating_print)}
      </Text>
      {review.comment !== '' && <Text style={{ whiteSpace: 'pre-line' }}>{review.comment}</Text>}
      {reply !== null && (
        <>
          <Text fw={600} mt="sm">
            {words.reply}
          </Text>
          <Text style={{ whiteSpace: 'pre-line' }}>{reply}</Text>
        </>
      )}
    </Paper>
  );
}

function ReviewForm({ order }: { order: Order }) {
  const { review: words } = useWords(orderPageWords);
  const [print, setPrint] = useState(0);
  const [shipping, setShipping] = useState(0);
  const [service, setService] = useState(0);
  const [comment, setComment] = useState('');
  const send = useAct('POST /api/order-reviews', {
    changes: ['GET /api/order-reviews', 'GET /api/orders/{order_id}', 'GET /api/orders'],
    onDone: () => showToast({ text: words.sent }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (print === 0) return;
    send.run({
      order_id: order.order_id,
      rating_print: print,
      ...(shipping > 0 && { rating_shipping: shipping }),
      ...(service > 0 && { rating_service: service }),
      comment: comment.trim(),
    });
  };
  return (
    <Paper withBorder p="lg" component="form" onSubmit={submit}>
      <Title order={2} mb="sm">
        {words.title}
      </Title>
      <Stack gap="sm">
        <StarInput label={words.print} value={print} onChange={setPrint} />
        {order.delivery_method !== 'pickup' && (
          <StarInput label={words.shipping} value={shipping} onChange={setShipping} />
        )}
        <StarInput label={words.service} value={service} onChange={setService} />
        <Textarea
          label={words.comment}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <ErrorNote error={send.error} />
        <Group>
          <Button type="submit" loading={send.isRunning} disabled={print === 0}>
            {words.send}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

interface StarInputProps {
  label: string;
  value: number;
  onChange(value: number): void;
}

function StarInput({ label, value, onChange }: StarInputProps) {
  const { review: words } = useWords(orderPageWords);
  const name = useId();
  return (
    <fieldset className={classes.stars}>
      <legend>{label}</legend>
      {stars.map((count) => (
        <label key={count} data-on={count <= value || undefined}>
          <StarIcon size={26} />
          <input
            type="radio"
            name={name}
            aria-label={words.stars(count)}
            checked={value === count}
            onChange={() => onChange(count)}
          />
        </label>
      ))}
    </fieldset>
  );
}
